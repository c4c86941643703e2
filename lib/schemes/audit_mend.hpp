// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Which coefficient is wrong, and what it should be: the one whose change alone makes the order conditions hold, or the
// two that make them hold when they change places.
#pragma once

#include "schemes/audit_numbers.hpp"

#include <string>

namespace plumbline::detail {

/// A change of less than this, relative to the number, may be that of a wrong digit.
inline constexpr double near_miss = 1e-3;

struct suspicion {
  std::string text;           ///< empty where nothing is suspect
  bool is_wrong = false;      ///< digits are suspect, whatever the table claims
  bool raises_order = false;  ///< the change that is named gives a higher order than the table has
  bool of_twin = false;       ///< it makes the last row of A equal to b
};

/// `free` c need not be the row sums of A: with t the order is the same.
enum class nodes { by_rows, free };

/// Residuals of the conditions up to `order` (and of c against the row sums of A), and of those of bhat up to
/// `embedded_order`, that are larger than twice what the rounding of the printed digits can cause; and, where the table
/// claims more than `order`, has weights that do not sum to 1 or has such residuals, the coefficient, or the pair of them,
/// that would mend it. Of a galerkin table the conditions are those of its quadrature, up to the order that it has.
suspicion find_suspect(const table_numbers& numbers, int order, int embedded_order,
                       nodes c = nodes::by_rows);

}  // namespace plumbline::detail
