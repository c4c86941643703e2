// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/table_makers.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/schemes/runge_kutta.hpp>

#include <fmt/format.h>

namespace plumbline {

namespace {

bool table_is_explicit(const scheme_table& table) {
  const precision_scope scope(64);
  return is_explicit(coefficients_of(table).a);
}

/// Throws invalid_input for a base that is unknown or cannot be composed.
void require_composable(const scheme_table& table) {
  if (table.base.ends_with(".toml")) {
    throw invalid_input("base: must be a scheme of the catalogue, such as leapfrog; '" +
                        table.base + "' is a file");
  }
  const scheme_entry& base = [&]() -> const scheme_entry& {
    try {
      return find_scheme(table.base);
    } catch (const invalid_input& error) {
      throw invalid_input(std::string("base: ") + error.what());
    }
  }();
  if (base.info.order < 1) {
    throw invalid_input("base: " + table.base +
                        " has order 0 on a general system; a base has at least order 1");
  }
  if (!base.info.symmetric &&
      !(base.info.order == 1 && !detail::adjoint_name(table.base).empty())) {
    throw invalid_input("base: " + table.base +
                        " cannot be composed: a base is symmetric, or symplectic-euler-a or "
                        "symplectic-euler-b, which alternate");
  }
}

}  // namespace

scheme_table load_scheme(const std::filesystem::path& path) {
  scheme_table table = parse_scheme(read_text_file(path, longest_scheme_file), path.native());
  if (table.kind == table_kind::composition) {
    try {
      require_composable(table);
    } catch (const invalid_input& error) {
      throw invalid_input(fmt::format("'{}': {}", path.native(), error.what()));
    }
  }
  return table;
}

scheme_entry entry_of(const scheme_table& table, const scheme_info& info) {
  const auto shared = std::make_shared<const scheme_table>(table);
  scheme_entry entry;
  entry.info = info;
  entry.info_for = [info](const settings& chosen) {
    detail::refuse_settings(info, chosen);
    return info;
  };
  switch (table.kind) {
    case table_kind::runge_kutta:
      if (table_is_explicit(table)) {
        detail::make_explicit_runge_kutta(entry, shared);
      } else {
        detail::make_implicit_runge_kutta(entry, shared);
      }
      break;
    case table_kind::partitioned_runge_kutta:
      detail::make_implicit_runge_kutta(entry, shared);
      break;
    case table_kind::nystrom:
      detail::make_nystrom(entry, shared);
      break;
    case table_kind::splitting:
      detail::make_splitting(entry, shared);
      break;
    case table_kind::composition:
      detail::make_composition(entry, shared);
      entry.needs = "a system that its base fits";
      break;
    case table_kind::galerkin:
      detail::make_galerkin(entry, shared);
      break;
  }
  return entry;
}

scheme_entry entry_of(const scheme_table& table) {
  if (table.kind == table_kind::composition) {
    require_composable(table);
  }
  return entry_of(table, facts_of(table));
}

}  // namespace plumbline
