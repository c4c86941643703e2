// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_facts.hpp"
#include "schemes/audit_mend.hpp"
#include "schemes/audit_steps.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/schemes/runge_kutta.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

using detail::audit_digits;
using detail::exact_digits;
using detail::table_conditions;
using detail::table_numbers;

std::string short_text(const mp& x, int digits = 10) { return to_text(x, digits); }
std::string truth_text(bool x) { return x ? "true" : "false"; }

/// Decimal digits that hold rational coefficients of the table to a power: residuals of that order then vanish exactly or
/// are larger than the working precision can hide.
int digits_for(const table_numbers& numbers, int order) {
  if (!numbers.is_rational()) {
    return audit_digits;
  }
  constexpr int most = 6000;
  variables names;
  for (const auto& [name, text] : numbers.table().definitions) {
    names.set(name, expression(text));
  }
  mpz_t common;
  mpz_init_set_ui(common, 1);
  for (const table_coefficient& c : numbers.table().coefficients) {
    const auto x = exact_value(expression(c.text), names);
    mpz_lcm(common, common, mpq_denref(x->data()));
    if (mpz_sizeinbase(common, 10) > static_cast<std::size_t>(most)) {
      break;
    }
  }
  const auto digits = static_cast<long>(mpz_sizeinbase(common, 10)) * (order + 1) + 60;
  mpz_clear(common);
  return static_cast<int>(std::clamp<long>(digits, audit_digits, most));
}

mp sum_of(const vector<mp>& x) {
  mp sum(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    sum += x[i];
  }
  return sum;
}

/// The sums that must be 1, with their names.
std::vector<std::pair<std::string, mp>> weight_sums(const scheme_table& table,
                                                    const scheme_coefficients<mp>& x) {
  switch (table.kind) {
    case table_kind::splitting:
      return {{"a", sum_of(x.drifts)}, {"b", sum_of(x.b)}};
    case table_kind::composition:
      return {{"gamma", sum_of(x.gamma)}};
    case table_kind::partitioned_runge_kutta:
      return {{"b", sum_of(x.b)}, {"bbar", sum_of(x.bbar)}};
    default:
      return {{"b", sum_of(x.b)}};
  }
}

class report_writer {
 public:
  explicit report_writer(audit_report& report) : report_(report) {}
  void add(const std::string& name, const std::string& value, const std::string& claim = {}) {
    std::string verdict;
    if (!claim.empty()) {
      verdict = claim == value ? "confirmed" : "refuted";
      report_.is_wrong = report_.is_wrong || claim != value;
    }
    report_.rows.push_back({name, value, claim, verdict});
  }

 private:
  audit_report& report_;
};

std::string claim_text(const std::optional<int>& claim) {
  return claim ? std::to_string(*claim) : std::string();
}
std::string claim_text(const std::optional<bool>& claim) {
  return claim ? truth_text(*claim) : std::string();
}

std::string measured_order_text(double order) {
  constexpr double half_a_digit = 0.005;  // what is smaller is shown without a sign
  return fmt::format("{:.2f}", std::abs(order) < half_a_digit ? 0.0 : order);
}

/// The kinds of invariants that the steps of a table keep; in full where a scheme without a table is composed.
std::string conserved_text(const conserved_set& kept) {
  const std::vector<std::string> degrees = degrees_of(kept);
  return degrees.empty() ? to_text(kept) : fmt::format("{}", fmt::join(degrees, ", "));
}

std::string limit_text(double limit) { return std::isinf(limit) ? "inf" : to_text(limit, 10); }

/// The order that steps show. Above order 20 the errors of the first few steps already reach the last digits; such an order
/// is measured to a quarter only, and a claim within that is taken.
int order_seen(double measured, int claimed) {
  constexpr int measurable = 20;
  const bool agrees = claimed > measurable && std::abs(measured - claimed) <= claimed / 4.0;
  return agrees ? claimed : static_cast<int>(std::lround(measured));
}

/// Largest difference of c and the row sums of A, and its row.
std::pair<mp, Eigen::Index> row_defect(const scheme_coefficients<mp>& x) {
  std::pair<mp, Eigen::Index> worst{mp(0), -1};
  for (Eigen::Index i = 0; i < x.a.rows(); ++i) {
    mp sum(0);
    for (Eigen::Index j = 0; j < x.a.cols(); ++j) {
      sum += x.a(i, j);
    }
    const mp off = abs(sum - x.c[i]);
    if (worst.second < 0 || worst.first < off) {
      worst = {off, i};
    }
  }
  return worst;
}

/// Whether bhat, if there is one of this order, has it with these c where the equations depend on t: b may not use the stage whose c is wrong.
bool embedded_serves(const scheme_coefficients<mp>& x, const mp& tolerance, int order) {
  if (order == 0 || x.bhat.size() == 0) {
    return true;
  }
  scheme_coefficients<mp> embedded = x;
  embedded.b = x.bhat;
  return detail::order_with_time(embedded, tolerance, order) == order;
}

/// Whether c that are not the row sums of A are other numbers, and not the same with a wrong digit.
bool rows_are_meant(const scheme_coefficients<mp>& x, const mp& tolerance) {
  for (Eigen::Index i = 0; i < x.c.size(); ++i) {
    const mp off = abs(x.a.row(i).sum() - x.c[i]);
    if (off > tolerance && off < detail::near_miss * abs(x.c[i])) {
      return false;
    }
  }
  return true;
}

/// What a note says behind "c is not the row sums of A".
std::string order_with_time_text(const std::optional<int>& order) {
  if (!order) {
    return "";
  }
  return fmt::format(": where the equations depend on t, the order is {}{}",
                     *order > detail::most_order_with_time ? "at least " : "",
                     std::min(*order, detail::most_order_with_time));
}

/// A scheme that chooses its order also chooses how many steps it takes, and these show no order: it is looked at with the
/// order that its facts claim held.
settings with_order_held(const scheme_entry& entry, const settings& chosen) {
  settings held = chosen;
  if (entry.chooses_order) {
    held["order"] = std::to_string(entry.info_for(chosen).order);
  }
  return held;
}

}  // namespace

const audit_row* audit_report::find(std::string_view name) const {
  for (const audit_row& row : rows) {
    if (row.name == name) {
      return &row;
    }
  }
  return nullptr;
}

scheme_info facts_of(const scheme_table& table) {
  const precision_scope scope(audit_digits);
  const table_numbers numbers(table);
  const detail::table_findings f = detail::find_facts(numbers, numbers.coefficients());
  scheme_info info;
  info.name = table.name;
  info.summary = table.summary.empty() ? "a " + to_string(table.kind) + " table" : table.summary;
  info.order = f.main.order;
  info.symmetric = f.symmetric;
  info.symplectic = f.symplectic;
  info.conserves = detail::conserved(table, f.symplectic);
  info.formula = to_string(table.kind);
  info.reference = table.source;
  return info;
}

std::vector<std::string> wrong_claims(const scheme_table& table, const scheme_info& facts) {
  std::vector<std::string> wrong;
  if (table.claims.order && *table.claims.order != facts.order) {
    wrong.push_back(fmt::format("order {} is claimed, it is {}", *table.claims.order, facts.order));
  }
  if (table.has("c") && table.kind == table_kind::runge_kutta && !table.compute) {
    const precision_scope scope(audit_digits);
    const table_numbers numbers(table);
    const scheme_coefficients<mp> x = numbers.coefficients();
    const mp tolerance = detail::tolerance_of(numbers, detail::weights::main);
    if (row_defect(x).first > tolerance) {
      const int with_time = detail::order_with_time(x, tolerance, facts.order);
      if (with_time != facts.order) {
        wrong.push_back(fmt::format("the order is {}; c is not the row sums of A{}", facts.order,
                                    order_with_time_text(with_time)));
      }
    }
  }
  if (table.claims.symmetric && *table.claims.symmetric != facts.symmetric) {
    wrong.push_back(facts.symmetric ? "it is claimed not to be symmetric, but it is"
                                    : "it is claimed to be symmetric, but it is not");
  }
  if (table.claims.symplectic && *table.claims.symplectic != facts.symplectic) {
    wrong.push_back(facts.symplectic ? "it is claimed not to be symplectic, but it is"
                                     : "it is claimed to be symplectic, but it is not");
  }
  if (table.claims.embedded_order) {
    const precision_scope scope(audit_digits);
    const table_numbers numbers(table);
    const int embedded =
        detail::find_order(numbers, numbers.coefficients(), detail::weights::embedded).order;
    if (*table.claims.embedded_order != embedded) {
      wrong.push_back(fmt::format("embedded-order {} is claimed, it is {}",
                                  *table.claims.embedded_order, embedded));
    }
  }
  if (table.claims.dense_order) {
    const precision_scope scope(audit_digits);
    const int dense = detail::find_dense(table)->order;
    if (*table.claims.dense_order != dense &&
        !(dense == detail::most_dense_order && *table.claims.dense_order > dense)) {
      wrong.push_back(
          fmt::format("dense-order {} is claimed, it is {}", *table.claims.dense_order, dense));
    }
  }
  return wrong;
}

namespace {

/// The audit of a table, a part of the report after the other.
class table_audit {
 public:
  table_audit(const scheme_table& table, const cost_listener& tell)
      : table_(table),
        numbers_(table),
        scope_(digits_for(numbers_, 8)),
        x_(numbers_.coefficients()),
        found_(detail::find_facts(numbers_, x_, tell)),
        tolerance_(detail::tolerance_of(numbers_, detail::weights::main)),
        noise_(numbers_.decimals() > 0 ? std::pow(10.0, -numbers_.decimals()) : 0),
        entry_(entry_of(table)),
        seen_(detail::observe_steps(entry_, {}, noise_)),
        within_(detail::polynomial_order(table, entry_)) {}

  audit_report report() {
    take_what_steps_show();
    write_orders();
    write_dense_output();
    write_properties();
    write_sums();
    write_row_sums();
    write_first_error();
    write_suspect();
    write_measured();
    return std::move(report_);
  }

 private:
  bool has_exact(const mp& residual) const { return residual <= pow(mp(10), -exact_digits); }

  /// A table may have a property that its conditions do not show, where stages are superfluous.
  void take_what_steps_show() {
    found_.symmetric = found_.symmetric || seen_.symmetric.value_or(false);
    found_.symplectic = found_.symplectic || seen_.symplectic.value_or(false);
    auto& main = found_.main;
    if (!main.reached_limit) {
      return;
    }
    report_.notes.push_back(fmt::format(
        "the order conditions were looked at up to order {}{}", main.order,
        main.order < table_conditions::most_order(table_) ? ": so few decimals tell no higher one"
                                                          : ""));
    if (seen_.order && std::round(*seen_.order) > main.order) {
      main.order = order_seen(*seen_.order, table_.claims.order.value_or(0));
      main.exact = main.order;
    }
  }

  void write_orders() {
    write_.add("order", std::to_string(found_.main.order), claim_text(table_.claims.order));
    write_.add("order-exact", std::to_string(found_.main.exact));
    if (found_.embedded) {
      write_.add("embedded-order", std::to_string(found_.embedded->order),
                 claim_text(table_.claims.embedded_order));
    }
  }

  void write_dense_output() {
    if (const auto dense = detail::find_dense(table_)) {
      // beyond the conditions that are looked at, the claim is taken
      const int claimed = table_.claims.dense_order.value_or(0);
      const bool at_limit = dense->order == detail::most_dense_order;
      if (at_limit) {
        report_.notes.push_back(
            fmt::format("the conditions of the dense output were looked at up to order {}",
                        detail::most_dense_order));
      }
      write_.add("dense-order",
                 std::to_string(at_limit ? std::max(claimed, dense->order) : dense->order),
                 claim_text(table_.claims.dense_order));
      write_.add("dense-continuous", truth_text(dense->ends_in_step));
    }
    if (within_) {
      write_.add("dense-order", std::to_string(std::lround(*within_)));
    }
  }

  void write_properties() {
    write_.add("symmetric", truth_text(found_.symmetric), claim_text(table_.claims.symmetric));
    write_.add("symplectic", truth_text(found_.symplectic), claim_text(table_.claims.symplectic));
    write_.add("conserves", conserved_text(detail::conserved(table_, found_.symplectic)));
  }

  void write_sums() {
    std::string sums;
    for (const auto& [name, sum] : weight_sums(table_, x_)) {
      const mp off = abs(sum - 1);
      report_.is_wrong = report_.is_wrong || off > tolerance_;
      const std::string text = has_exact(off) ? "1" : short_text(sum, 20);
      if (sums.empty() || text != "1") {
        sums = text;
      }
    }
    write_.add("weights-sum", sums);
  }

  void write_row_sums() {
    if (table_.kind != table_kind::runge_kutta &&
        table_.kind != table_kind::partitioned_runge_kutta) {
      return;
    }
    const auto [off, row] = row_defect(x_);
    write_.add("row-sums", has_exact(off) ? "0" : short_text(off));
    if (table_.compute) {
      return;
    }
    if (off > tolerance_) {  // Radau IA with one stage is c = 0, A = 1
      rows_differ_ = true;
      if (table_.kind == table_kind::runge_kutta) {
        order_with_time_ = detail::order_with_time(x_, tolerance_, found_.main.order);
      }
      report_.notes.push_back("c is not the row sums of A" +
                              order_with_time_text(order_with_time_));
    } else if (constexpr int far_worse = 10;
               !has_exact(off) &&
               off > found_.main.largest * far_worse) {  // A and b have more digits
      report_.notes.push_back(
          fmt::format("c is the row sums of A to its own digits alone: c[{}] is off by {}, an "
                      "error of each step "
                      "where the equations depend on t",
                      row + 1, short_text(off)));
    }
  }

  /// The conditions that fail first, the constant of the error that they leave, and to how many digits the others hold.
  void write_first_error() {
    const auto& main = found_.main;
    if (!main.failing.empty()) {
      write_.add("first-failing-condition", main.failing);
      report_.drawing = main.drawing;
    }
    if (table_.kind != table_kind::galerkin && !main.reached_limit) {
      const detail::error_size error =
          detail::find_error_constant(table_, x_, tolerance_, main.order);
      write_.add(error.is_of_words ? "error-constant-of-words" : "error-constant",
                 short_text(error.constant));
      if (error.order != main.order) {
        report_.notes.push_back(
            fmt::format("with H = T(p) + V(q) the order is {}; the error constant is of the "
                        "conditions of order {} there",
                        error.order, error.order + 1));
      }
    }
    write_.add(
        "coefficient-digits",
        has_exact(main.largest)
            ? "exact"
            : std::to_string(static_cast<int>(std::floor(-to_double(mp(log10(main.largest)))))));
  }

  void write_suspect() {
    const int order = found_.main.order;
    const int embedded = found_.embedded ? found_.embedded->order : 0;
    detail::suspicion suspect = detail::find_suspect(numbers_, order, embedded);
    if (order_with_time_ == order && order > 0 && !suspect.raises_order && !suspect.of_twin &&
        rows_are_meant(x_, tolerance_) && embedded_serves(x_, tolerance_, embedded)) {
      // such c may be meant: they serve, and nothing else is the better for c that are the row sums
      if (const auto others = detail::find_suspect(numbers_, order, embedded, detail::nodes::free);
          others.text.empty()) {
        suspect = others;
        rows_differ_ = false;
      }
    }
    write_.add("suspect-digits", suspect.text.empty() ? "none" : suspect.text);
    report_.is_wrong = report_.is_wrong || suspect.is_wrong || rows_differ_;
  }

  void write_measured() {
    if (const auto limit = detail::oscillator_limit(entry_, {}, noise_)) {
      write_.add("stability-limit", limit_text(*limit));
    }
    if (seen_.order) {
      write_.add("measured-order", measured_order_text(*seen_.order));
    }
    if (within_) {
      write_.add("measured-dense-order", measured_order_text(*within_));
    }
  }

  const scheme_table& table_;
  table_numbers numbers_;
  precision_scope scope_;
  scheme_coefficients<mp> x_;
  detail::table_findings found_;
  mp tolerance_;
  double noise_;
  scheme_entry entry_;
  detail::step_facts seen_;
  std::optional<double> within_;  ///< the order of its polynomial between the nodes
  audit_report report_;
  report_writer write_{report_};
  bool rows_differ_ = false;            ///< c and the row sums of A
  std::optional<int> order_with_time_;  ///< of a Runge–Kutta table whose c is not the row sums of A
};

}  // namespace

audit_report audit(const scheme_table& table, const cost_listener& tell) {
  return table_audit(table, tell).report();
}

const std::vector<std::string>& audited_numbers() {
  static const std::vector<std::string> names = {
      "order",           "order-exact",    "embedded-order",     "dense-order",
      "weights-sum",     "row-sums",       "error-constant",     "error-constant-of-words",
      "stability-limit", "measured-order", "coefficient-digits", "measured-dense-order"};
  return names;
}

audit_report audit(const scheme_entry& entry, const settings& chosen, const cost_listener& tell) {
  const scheme_info facts = entry.info_for(chosen);
  if (const auto table = known_scheme_table(entry.info.name, chosen)) {
    return audit(*table, tell);
  }
  audit_report report;
  report_writer write(report);
  const settings held = with_order_held(entry, chosen);
  const detail::step_facts seen = detail::observe_steps(entry, held, 0);
  if (seen.order) {
    write.add("order", std::to_string(order_seen(*seen.order, facts.order)),
              std::to_string(facts.order));
  }
  // a step of a very high order is exact to the last digits: it shows neither property nor its absence
  constexpr int most_order_with_defects = 20;
  const bool shows_defects = facts.order <= most_order_with_defects;
  if (seen.symmetric && (shows_defects || facts.symmetric)) {
    write.add("symmetric", truth_text(*seen.symmetric), truth_text(facts.symmetric));
  }
  if (seen.symplectic && (shows_defects || facts.symplectic)) {
    write.add("symplectic", truth_text(*seen.symplectic), truth_text(facts.symplectic));
  }
  write.add("conserves", to_text(facts.conserves));
  if (held == chosen) {  // otherwise the steps that it takes itself are never too long
    if (const auto limit = detail::oscillator_limit(entry, chosen, 0)) {
      write.add("stability-limit", limit_text(*limit));
    }
  }
  if (seen.order) {
    write.add("measured-order", measured_order_text(*seen.order));
  }
  const bool is_measured = seen.order || seen.symmetric || seen.symplectic;
  report.notes.emplace_back(
      is_measured ? "this scheme has no table: its facts are measured on steps"
                  : "this scheme has no table, and fits no system on whose steps its facts are "
                    "measured: nothing is judged");
  if (held != chosen) {
    report.notes.push_back(fmt::format(
        "these are steps with the order {} held; without order=... the scheme takes as many "
        "steps as the digits need",
        facts.order));
  }
  return report;
}

}  // namespace plumbline
