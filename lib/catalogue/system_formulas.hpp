// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The second pass over a system file: its formulas are recorded in a graph, a definition when it is first asked for, so that
// the order of the file does not matter.
#pragma once

#include "catalogue/exponent_forms.hpp"
#include "catalogue/system_source.hpp"
#include <plumbline/catalogue/systems.hpp>

#include <memory>
#include <vector>

namespace plumbline {

struct recorded_formulas {
  std::shared_ptr<const exponent_forms> forms;
  std::vector<named_quantity> quantities;  ///< of the forms, in order
};

/// Throws invalid_input, with the place, for what is wrong.
recorded_formulas record_formulas(const system_source& source);

}  // namespace plumbline
