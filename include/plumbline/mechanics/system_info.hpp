// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is known about a system without running it: stated beside its Lagrangian, shown by the command
// line and the documentation.
#pragma once

#include <string_view>
#include <vector>

namespace plumbline {

/// A default initial value: `name` is q1 …, p1 … or v1 …; the value is an exact expression.
struct start_value {
  std::string_view name;
  std::string_view value;
};

struct system_info {
  std::string_view name;
  std::string_view summary;  ///< one line
  std::string_view formula;  ///< the Lagrangian
  std::string_view source;
  std::string_view coordinate_unit = "rad";
  std::vector<start_value> start;              ///< unlisted values are zero
  std::vector<std::string_view> aliases = {};  ///< further names of q1 …: phi, theta, psi
  std::string_view singular = {};  ///< where the coordinates fail, in words; empty for nowhere
};

}  // namespace plumbline
