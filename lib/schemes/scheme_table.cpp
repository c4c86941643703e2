// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/core/errors.hpp>

#include <algorithm>

namespace plumbline {

std::string to_string(table_kind kind) {
  switch (kind) {
    case table_kind::runge_kutta:
      return "runge-kutta";
    case table_kind::partitioned_runge_kutta:
      return "partitioned-runge-kutta";
    case table_kind::nystrom:
      return "nystrom";
    case table_kind::splitting:
      return "splitting";
    case table_kind::composition:
      return "composition";
    case table_kind::galerkin:
      return "galerkin";
  }
  return "unknown";
}

std::string table_coefficient::place() const {
  return key + (row >= 0 ? "[" + std::to_string(row + 1) + "]" : "") + "[" +
         std::to_string(column + 1) + "]";
}

bool scheme_table::has(std::string_view key) const {
  return std::any_of(coefficients.begin(), coefficients.end(),
                     [&](const table_coefficient& c) { return c.key == key; });
}

scheme_coefficients<mp> assemble(const scheme_table& table, const std::vector<mp>& values) {
  scheme_coefficients<mp> x;
  const Eigen::Index s = table.stages;
  const auto zeros = [](vector<mp>& v, Eigen::Index n) { v = vector<mp>::Constant(n, mp(0)); };
  const auto length = [&](const char* key) {
    Eigen::Index n = 0;
    for (const table_coefficient& c : table.coefficients) {
      n = c.key == key ? std::max<Eigen::Index>(n, c.column + 1) : n;
    }
    return n;
  };
  switch (table.kind) {
    case table_kind::runge_kutta:
    case table_kind::partitioned_runge_kutta:
    case table_kind::nystrom:
      x.a = matrix<mp>::Constant(s, s, mp(0));
      x.abar = x.a;
      zeros(x.b, s);
      zeros(x.bbar, s);
      zeros(x.c, s);
      zeros(x.bhat, length("bhat") > 0 ? s : 0);
      break;
    case table_kind::splitting:
      zeros(x.drifts, length("a"));
      zeros(x.b, length("b"));
      break;
    case table_kind::composition:
      zeros(x.gamma, length("gamma"));
      break;
    case table_kind::galerkin:
      zeros(x.nodes, length("nodes"));
      zeros(x.b, length("b"));
      zeros(x.c, length("c"));
      break;
  }
  for (std::size_t i = 0; i < table.coefficients.size(); ++i) {
    const table_coefficient& c = table.coefficients[i];
    if (c.key == "A" || c.key == "Abar") {
      (c.key == "A" ? x.a : x.abar)(c.row, c.column) = values[i];
      continue;
    }
    vector<mp>& v = c.key == "b"       ? x.b
                    : c.key == "bbar"  ? x.bbar
                    : c.key == "bhat"  ? x.bhat
                    : c.key == "c"     ? x.c
                    : c.key == "a"     ? x.drifts
                    : c.key == "gamma" ? x.gamma
                                       : x.nodes;
    v[c.column] = values[i];
  }
  if (table.kind == table_kind::runge_kutta) {
    x.abar = x.a;
    x.bbar = x.b;
  }
  if (!table.has("c") && table.kind != table_kind::galerkin) {
    for (Eigen::Index i = 0; i < x.a.rows(); ++i) {
      for (Eigen::Index j = 0; j < x.a.cols(); ++j) {
        x.c[i] += x.a(i, j);
      }
    }
  }
  return x;
}

scheme_coefficients<mp> coefficients_of(const scheme_table& table) {
  if (table.compute) {
    return table.compute();
  }
  variables names;
  for (const auto& [name, text] : table.definitions) {
    names.set(name, expression(text));
  }
  std::vector<mp> values;
  values.reserve(table.coefficients.size());
  for (const table_coefficient& c : table.coefficients) {
    values.push_back(evaluate<mp>(expression(c.text), names));
  }
  return assemble(table, values);
}

}  // namespace plumbline
