// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The catalogue of systems; systems/systems.def lists them.
#include "catalogue/entries_by_name.hpp"
#include "systems/entries.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

namespace plumbline {

const std::vector<system_entry>& systems() {
  static const std::vector<system_entry> list = [] {
    std::vector<system_entry> entries;
#define PLUMBLINE_SYSTEM(name) entries.push_back(name##_entry());
#include "systems/systems.def"
#undef PLUMBLINE_SYSTEM
    return entries;
  }();
  return list;
}

const system_entry& find_system(std::string_view name) {
  static detail::entries_by_name<system_entry> entries({
#define PLUMBLINE_SYSTEM(name) {#name, name##_entry},
#include "systems/systems.def"
#undef PLUMBLINE_SYSTEM
  });
  if (const system_entry* const entry = entries.find(name)) {
    return *entry;
  }
  std::vector<std::string> known;
  for (const system_entry& entry : systems()) {
    known.push_back(entry.name());
  }
  throw invalid_input(unknown_name("system", name, known));
}

std::vector<std::string> coordinate_names(const system_entry& system, int dimension) {
  if (!system.info.aliases.empty()) {
    return {system.info.aliases.begin(), system.info.aliases.end()};
  }
  return numbered_columns(system.kind == system_kind::second_order ? "x" : "q", dimension);
}

formula_style formula_style_of(const std::vector<std::string>& coordinates,
                               const std::vector<parameter_info>& parameters, bool latex) {
  const auto n = static_cast<int>(coordinates.size());
  std::vector<std::string> names;
  const auto add_all = [&](const std::string& before, const std::string& after) {
    for (const std::string& name : coordinates) {
      names.push_back(before + (latex ? latex_name(name) : name) + after);
    }
  };
  add_all("", "");
  add_all(latex ? "\\dot{" : "dot(", latex ? "}" : ")");
  add_all(latex ? "\\ddot{" : "ddot(", latex ? "}" : ")");
  names.emplace_back("t");
  for (const auto& p : parameters) {
    names.push_back(latex ? latex_name(p.name) : p.name);
  }
  const form_inputs inputs{n, static_cast<int>(parameters.size())};
  return {[names](int i) { return names.at(static_cast<std::size_t>(i)); },
          [inputs, n](int i) {
            return i > inputs.t() ? 0 : i >= 2 * n ? 1 : i >= n ? 2 : 3;
          }};
}

std::vector<std::string> state_columns(const system_entry& system, int dimension) {
  if (system.kind == system_kind::first_order) {
    return {system.info.aliases.begin(), system.info.aliases.end()};
  }
  if (system.kind == system_kind::second_order) {
    return numbered_columns("xv", dimension);
  }
  return phase_columns(dimension);
}

}  // namespace plumbline
