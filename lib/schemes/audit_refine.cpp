// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The coefficients of a table to any number of digits, from the conditions that the printed ones fulfil.
#include "schemes/audit_facts.hpp"
#include "schemes/audit_mend.hpp"
#include "schemes/dense_conditions.hpp"
#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline {

namespace {

using detail::table_conditions;
using detail::table_numbers;

/// Conditions that a wrong digit violates would move the right ones: such a table has to be mended first.
void refuse_suspect_digits(const table_numbers& numbers, const detail::table_findings& f) {
  const detail::suspicion suspect =
      detail::find_suspect(numbers, f.main.order, f.embedded ? f.embedded->order : 0);
  if (!suspect.text.empty()) {
    throw invalid_input(numbers.table().name +
                        ": more digits cannot be computed from wrong ones (" + suspect.text +
                        "): mend the table first");
  }
}

/// The conditions that the given coefficients fulfil, as functions of them: order, row sums, the order of the embedded weights,
/// and of dense output its order, its end and its slopes at both ends.
class fulfilled_conditions {
 public:
  /// `numbers` are of with_dense(table).
  fulfilled_conditions(const scheme_table& table, const table_numbers& numbers) : table_(table) {
    const mp tolerance = detail::tolerance_of(numbers, detail::weights::embedded);
    const table_numbers without_dense(table);
    const detail::table_findings f =
        detail::find_facts(without_dense, assembled(numbers.values(numbers.literals())));
    refuse_suspect_digits(without_dense, f);
    if (f.main.order > 0) {
      main_.emplace(table, f.main.order);
    }
    if (f.embedded && f.embedded->order > 0) {
      embedded_.emplace(table, f.embedded->order);
    }
    if (table.dense.empty()) {
      return;
    }
    const dense_facts dense = facts_of_dense_output(table, tolerance, detail::most_dense_order);
    if (dense.order > 0) {
      dense_ = order_conditions::runge_kutta(dense.order);
    }
    const std::vector<mp> values = numbers.values(numbers.literals());
    const auto holds = [&](const std::vector<mp>& r) {
      return std::ranges::all_of(r, [&](const mp& x) { return abs(x) <= tolerance; });
    };
    const scheme_coefficients<mp> x = assembled(values);
    const matrix<mp> d = dense_of(values);
    for (const auto rule : {&detail::dense_end_residuals, &detail::dense_first_slope_residuals,
                            &detail::dense_last_slope_residuals}) {
      if (holds(rule(x, d))) {
        of_ends_.push_back(rule);
      }
    }
  }

  std::vector<mp> residuals(const std::vector<mp>& values) const {
    const scheme_coefficients<mp> x = assembled(values);
    std::vector<mp> r;
    const auto append = [&r](const std::vector<mp>& more) {
      r.insert(r.end(), more.begin(), more.end());
    };
    if (main_) {
      append(main_->residuals(x));
    }
    if (table_.has("c") && table_.kind == table_kind::runge_kutta) {
      for (Eigen::Index i = 0; i < x.c.size(); ++i) {
        r.push_back(mp(x.a.row(i).sum() - x.c[i]));
      }
    }
    if (embedded_) {
      append(embedded_->residuals(x, detail::weights::embedded));
    }
    if (!table_.dense.empty()) {
      const matrix<mp> d = dense_of(values);
      if (dense_) {
        append(detail::dense_residuals(*dense_, x, d));
      }
      for (const auto rule : of_ends_) {
        append(rule(x, d));
      }
    }
    return r;
  }

 private:
  scheme_coefficients<mp> assembled(const std::vector<mp>& values) const {
    const auto count = static_cast<std::ptrdiff_t>(table_.coefficients.size());
    return assemble(table_, {values.begin(), values.begin() + count});
  }
  matrix<mp> dense_of(const std::vector<mp>& values) const {
    int columns = 0;
    for (const table_coefficient& c : table_.dense) {
      columns = std::max(columns, c.column + 1);
    }
    matrix<mp> d = matrix<mp>::Constant(table_.stages, columns, mp(0));
    for (std::size_t i = 0; i < table_.dense.size(); ++i) {
      d(table_.dense[i].row, table_.dense[i].column) = mp(values[table_.coefficients.size() + i]);
    }
    return d;
  }

  const scheme_table& table_;
  std::optional<table_conditions> main_;
  std::optional<table_conditions> embedded_;
  std::optional<order_conditions> dense_;
  std::vector<std::vector<mp> (*)(const scheme_coefficients<mp>&, const matrix<mp>&)> of_ends_;
};

}  // namespace

std::vector<refined_coefficient> refine(const scheme_table& table, int digits) {
  const scheme_table all = detail::with_dense(table);
  const table_numbers numbers(all);
  std::vector<refined_coefficient> list;
  std::vector<mp> literals;
  if (!numbers.printed().empty()) {
    if (!table_conditions::exist(table)) {
      throw invalid_input(table.name + ": a galerkin table is not determined by conditions");
    }
    const auto conditions = [&] {
      const precision_scope scope(detail::audit_digits);
      return fulfilled_conditions(table, numbers);
    }();
    const std::vector<mp> start = [&] {
      const precision_scope scope(digits + 2 * guard_digits);
      return numbers.literals();
    }();
    literals = detail::solve_overdetermined(
        [&](const std::vector<mp>& x) { return conditions.residuals(numbers.values(x)); }, start,
        digits + guard_digits, table.name);
  }
  const precision_scope scope(digits + 2 * guard_digits);
  if (table.compute) {
    const scheme_coefficients<mp> x = table.compute();
    const auto add = [&](const char* name, const vector<mp>& v) {
      for (Eigen::Index i = 0; i < v.size(); ++i) {
        list.push_back({fmt::format("{}[{}]", name, i + 1), to_text(v[i], digits)});
      }
    };
    const auto add_rows = [&](const char* name, const matrix<mp>& m) {
      for (Eigen::Index i = 0; i < m.rows(); ++i) {
        for (Eigen::Index j = 0; j < m.cols(); ++j) {
          list.push_back({fmt::format("{}[{}][{}]", name, i + 1, j + 1), to_text(m(i, j), digits)});
        }
      }
    };
    if (table.kind != table_kind::splitting) {
      add("c", x.c);
    }
    add_rows("A", x.a);
    if (table.kind == table_kind::partitioned_runge_kutta) {
      add_rows("Abar", x.abar);
    }
    add("a", x.drifts);
    add("b", x.b);
    if (table.kind != table_kind::runge_kutta) {
      add("bbar", x.bbar);
    }
    add("bhat", x.bhat);
    add("gamma", x.gamma);
    add("nodes", x.nodes);
    if (has_dense_output(table)) {
      add_rows("dense", dense_coefficients(table));
    }
    return list;
  }
  const std::vector<mp> values = numbers.values(literals);
  for (std::size_t i = 0; i < values.size(); ++i) {
    list.push_back({all.coefficients[i].place(), to_text(values[i], digits)});
  }
  return list;
}

}  // namespace plumbline
