// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/scheme_info.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace plumbline {

namespace {

using naming = std::pair<bool, std::string>;

std::vector<std::string> names_of_true(const std::vector<naming>& all) {
  std::vector<std::string> names;
  for (const auto& [is_true, name] : all) {
    if (is_true) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> degrees_of(const conserved_set& kept) {
  return names_of_true(
      {{kept.linear, "linear"}, {kept.bilinear, "bilinear"}, {kept.quadratic, "quadratic"}});
}

std::string to_text(const conserved_set& kept) {
  const std::vector<std::string> degrees = degrees_of(kept);
  return fmt::format(
      "{}",
      fmt::join(
          names_of_true(
              {{kept.momenta, "momenta of cyclic coordinates"},
               {!degrees.empty(), fmt::format("{} invariants", fmt::join(degrees, " and "))},
               {kept.linear_in_velocities, "linear invariants of (q, v)"},
               {kept.energy, "energy"},
               {kept.energy_of_linear, "the energy of linear systems without damping and load"},
               {kept.form, "the quadratic form p'xi p/2 + q'zeta q/2"},
               {!kept.integral.empty(), kept.integral}}),
          ", "));
}

}  // namespace plumbline
