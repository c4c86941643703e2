// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the terms of the Galerkin equations (schemes/galerkin.hpp) and of their Jacobian are told apart by. A row of the
// equations has ∂L/∂q with h b_i φ_a and ∂L/∂v with b_i φ_a′; an unknown enters Q_i with φ_b and V_i with φ_b′/h. So a
// term of the Jacobian belongs to one of the four blocks of second derivatives of L.
#pragma once

#include <array>

namespace plumbline::detail {

/// Position or velocity: by what L is differentiated in a row, and what an unknown moves in a column.
enum class variable { q, v };
inline constexpr std::array both_variables{variable::q, variable::v};

/// The blocks of second derivatives, each n by n, in the order of form_part::second_derivatives.
struct galerkin_block {
  enum kind { qq, qv, vv, vq };
  static constexpr int count = 4;

  static constexpr kind of(variable row, variable column) {
    return row == variable::q ? (column == variable::q ? qq : qv)
                              : (column == variable::q ? vq : vv);
  }
};

}  // namespace plumbline::detail
