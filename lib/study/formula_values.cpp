// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/constraint_columns.hpp>
#include <plumbline/study/formula_values.hpp>

#include <algorithm>
#include <utility>

namespace plumbline {

namespace {

/// Throws domain_error where L has a value at the start and a derivative has none: sqrt(x) and x^j with j = 0 at x = 0.
void require_finite_slopes(const problem& p, const vector<mp>& slopes) {
  const auto names = coordinate_names(*p.system, p.dimension);
  for (Eigen::Index i = 0; i < slopes.size(); ++i) {
    if (is_finite(slopes[i])) {
      continue;
    }
    const auto k = static_cast<std::size_t>(i);
    formula_style style = formula_style_of(names, p.system->parameters);
    constexpr std::size_t longest = 300;
    style.most = longest;
    const std::string file = p.system->file.empty() ? "" : "'" + p.system->file + "': ";
    throw domain_error(
        file + "the Lagrangian has a value at the start, its derivative has none: dL/d" + names[k] +
        " = " + p.system->formulas->text_of(form_part::lagrangian_slope, style).at(k) +
        " is not finite there");
  }
}

/// All rows at the working precision.
std::vector<std::pair<std::string, mp>> rows_at(const problem& p) {
  const problem_in<mp> in = make_problem<mp>(p);
  const auto names = coordinate_names(*p.system, p.dimension);
  const auto q = view(in.start.q);
  evaluation<mp> at(in.system);
  at.set_time(in.t0);
  std::vector<std::pair<std::string, mp>> rows;
  const auto n = in.start.q.size();
  const auto add = [&](const std::string& before, const vector<mp>& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      rows.emplace_back(before + names.at(static_cast<std::size_t>(i)), values[i]);
    }
  };
  if (in.system.is_first_order()) {
    vector<mp> f(n);
    at.field(q, view(f));
    if (in.system.formulas()->has_energy()) {
      rows.emplace_back("energy", at.energy(q, q));
    }
    add("f.", f);
    return rows;
  }
  const vector<mp> v =
      in.system.is_lagrangian() ? velocity(at, in.start.q, in.start.p) : in.start.p;
  const auto part = [&](form_part which) {
    part_values<mp> values(in.system, which);
    const plumbline::runner<mp>& r = values.at(q, view(v), {}, in.t0);
    vector<mp> x(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      x[i] = r.result(static_cast<int>(i));
    }
    return x;
  };
  if (in.system.is_lagrangian()) {
    rows.emplace_back("L", at.lagrangian(q, view(v)));
  }
  rows.emplace_back("energy", at.energy(q, view(v)));
  if (in.system.is_lagrangian()) {
    require_finite_slopes(p, part(form_part::lagrangian_slope));
  }
  vector<mp> a(n);
  const solve_report report = at.acceleration(q, view(v), in.t0, view(a));
  if (!report.ok()) {
    throw domain_error("no acceleration belongs to this state: the mass matrix is " +
                       std::string(to_string(report.outcome)));
  }
  std::vector<std::pair<std::string, vector<mp>>> columns;
  if (in.system.is_lagrangian()) {
    columns = {{"p.", part(form_part::momentum)},
               {"dL/d", part(form_part::lagrangian_slope)},
               {"force.", part(form_part::generalized_force)}};
  }
  columns.emplace_back("a.", a);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (const auto& [before, values] : columns) {
      rows.emplace_back(before + names.at(static_cast<std::size_t>(i)), values[i]);
    }
  }
  const auto of_constraints = constraint_column_names(*p.system);
  if (!of_constraints.empty()) {
    const vector<mp> values = constraint_columns(at, in.start.q, v, in.t0);
    for (std::size_t k = 0; k < of_constraints.size(); ++k) {
      rows.emplace_back(of_constraints[k], values[static_cast<Eigen::Index>(k)]);
    }
  }
  return rows;
}

}  // namespace

std::vector<named_value> formula_values(const problem& given, int digits) {
  problem p = given;
  p.start_digits = digits;
  constexpr int rounds = 5;
  // double holds 17 digits, quad 36
  const int held = digits <= most_digits_of_double ? 18
                   : digits <= most_digits_of_quad ? 38
                                                   : digits;
  std::vector<std::pair<std::string, mp>> before;
  int working = held + guard_digits;
  for (int round = 0;; ++round) {
    const precision_scope scope(std::min(working, precision_scope::max_digits));
    auto rows = rows_at(p);
    mp scale(1);
    for (const auto& [name, value] : rows) {
      scale = std::max(scale, mp(abs(value)));
    }
    const bool last = round + 1 == rounds;
    bool settled = !before.empty();
    for (std::size_t i = 0; i < rows.size() && settled; ++i) {
      mp& now = rows[i].second;
      const mp difference = abs(now - before[i].second);
      if (difference > abs(now) * pow(mp(10), -(held + 5))) {
        // what still shrinks when the digits have grown severalfold is zero
        const bool vanishes = last && abs(now) < scale * pow(mp(10), -(working / 8 * 7));
        settled = vanishes;
        now = vanishes ? mp(0) : now;
      }
    }
    if (settled || last) {
      std::vector<named_value> values;
      values.reserve(rows.size());
      for (const auto& [name, value] : rows) {
        values.push_back({name, rounded_text(value, digits), {}});
      }
      return values;
    }
    before = std::move(rows);
    working += working / 2 + guard_digits;
  }
}

}  // namespace plumbline
