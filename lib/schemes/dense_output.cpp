// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/dense_conditions.hpp"
#include <plumbline/catalogue/dense_output.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/order_conditions.hpp>

#include <algorithm>

namespace plumbline {

bool has_dense_output(const scheme_table& table) {
  return !table.dense.empty() || static_cast<bool>(table.compute_dense);
}

matrix<mp> dense_coefficients(const scheme_table& table) {
  if (table.compute_dense) {
    return table.compute_dense();
  }
  if (table.dense.empty()) {
    throw invalid_input(table.name + " has no dense output");
  }
  variables names;
  for (const auto& [name, text] : table.definitions) {
    names.set(name, expression(text));
  }
  int columns = 0;
  for (const table_coefficient& c : table.dense) {
    columns = std::max(columns, c.column + 1);
  }
  matrix<mp> d = matrix<mp>::Constant(table.stages, columns, mp(0));
  for (const table_coefficient& c : table.dense) {
    d(c.row, c.column) = evaluate<mp>(expression(c.text), names);
  }
  return d;
}

scheme_table inside_step(const scheme_table& table, const std::string& theta) {
  if (!has_dense_output(table)) {
    throw invalid_input(table.name + " has no dense output");
  }
  scheme_table inside;
  inside.name = table.name;
  inside.summary = table.summary;
  inside.kind = table.kind;
  inside.stages = table.stages;
  inside.compute = [table, theta] {
    scheme_coefficients<mp> x = coefficients_of(table);
    const matrix<mp> d = dense_coefficients(table);
    const mp at = from_text<mp>(theta);
    for (Eigen::Index i = 0; i < x.b.size(); ++i) {
      mp sum(0);
      for (Eigen::Index k = d.cols(); k-- > 0;) {
        sum = (sum + d(i, k)) * at;
      }
      x.b[i] = sum;
      x.bbar[i] = sum;
    }
    x.bhat.resize(0);
    return x;
  };
  return inside;
}

namespace detail {

std::vector<mp> dense_residuals(const order_conditions& list, const scheme_coefficients<mp>& x,
                                const matrix<mp>& d) {
  const vector<mp> nothing = vector<mp>::Constant(x.b.size(), mp(0));
  const std::vector<mp> targets = list.residuals(x, &nothing);  // −1/γ
  std::vector<mp> all;
  for (Eigen::Index k = 0; k < std::max<Eigen::Index>(d.cols(), list.order()); ++k) {
    const vector<mp> weights = k < d.cols() ? vector<mp>(d.col(k)) : nothing;
    const std::vector<mp> r = list.residuals(x, &weights);
    for (std::size_t t = 0; t < r.size(); ++t) {
      all.push_back(list.order_of(t) == k + 1 ? r[t] : mp(r[t] - targets[t]));
    }
  }
  return all;
}

std::vector<mp> dense_end_residuals(const scheme_coefficients<mp>& x, const matrix<mp>& d) {
  std::vector<mp> all;
  for (Eigen::Index i = 0; i < x.b.size(); ++i) {
    all.push_back(mp(d.row(i).sum() - x.b[i]));
  }
  return all;
}

std::vector<mp> dense_first_slope_residuals(const scheme_coefficients<mp>& x, const matrix<mp>& d) {
  std::vector<mp> all;
  if (!(x.a.row(0).array() == mp(0)).all()) {
    return all;
  }
  for (Eigen::Index i = 0; i < x.b.size(); ++i) {
    all.push_back(mp(d(i, 0) - (i == 0 ? 1 : 0)));
  }
  return all;
}

std::vector<mp> dense_last_slope_residuals(const scheme_coefficients<mp>& x, const matrix<mp>& d) {
  std::vector<mp> all;
  const Eigen::Index s = x.b.size();
  for (Eigen::Index j = 0; j < s; ++j) {
    if (!(x.a(s - 1, j) == x.b[j])) {
      return all;
    }
  }
  for (Eigen::Index i = 0; i < s; ++i) {
    mp slope(i == s - 1 ? -1 : 0);
    for (Eigen::Index k = 0; k < d.cols(); ++k) {
      slope += d(i, k) * mp(k + 1);
    }
    all.push_back(slope);
  }
  return all;
}

}  // namespace detail

dense_facts facts_of_dense_output(const scheme_table& table, const mp& tolerance, int most) {
  const scheme_coefficients<mp> x = coefficients_of(table);
  const matrix<mp> d = dense_coefficients(table);
  dense_facts facts;
  facts.ends_in_step = std::ranges::all_of(detail::dense_end_residuals(x, d),
                                           [&](const mp& r) { return abs(r) <= tolerance; });
  const order_conditions list = order_conditions::runge_kutta(most);
  const std::vector<mp> r = detail::dense_residuals(list, x, d);
  std::vector<mp> largest(static_cast<std::size_t>(most) + 1, mp(0));
  for (std::size_t t = 0; t < r.size(); ++t) {
    mp& worst = largest[static_cast<std::size_t>(list.order_of(t % list.size()))];
    const mp off = abs(r[t]);
    if (worst < off) {
      worst = off;
    }
  }
  while (facts.order < most && largest[static_cast<std::size_t>(facts.order) + 1] <= tolerance) {
    ++facts.order;
  }
  return facts;
}

}  // namespace plumbline
