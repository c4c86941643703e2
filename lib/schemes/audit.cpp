// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_mend.hpp"
#include "schemes/audit_numbers.hpp"
#include "schemes/audit_steps.hpp"
#include "schemes/dense_conditions.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/dense_output.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/schemes/runge_kutta.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

using detail::table_conditions;
using detail::table_numbers;

constexpr int working_digits = 300;
/// Digits to which a residual must vanish to count as zero.
constexpr int exact_digits = 270;

std::string short_text(const mp& x, int digits = 10) { return to_text(x, digits); }
std::string truth_text(bool x) { return x ? "true" : "false"; }

/// Decimal digits that hold rational coefficients of the table to a power: residuals of that order then vanish exactly or
/// are larger than the working precision can hide.
int digits_for(const table_numbers& numbers, int order) {
  if (!numbers.is_rational()) {
    return working_digits;
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
  return static_cast<int>(std::clamp<long>(digits, working_digits, most));
}

/// What the conditions say of one set of weights.
struct order_findings {
  int order = 0;               ///< to the tolerance
  int exact = 0;               ///< exactly
  bool reached_limit = false;  ///< all conditions that were made hold
  mp error_constant;           ///< of the conditions of order + 1
  mp largest;                  ///< |residual| of the conditions up to the order
  std::string failing;
  std::string drawing;
};

/// Says what the conditions of the table up to an order cost, where that is more than a second or two: the multiplications
/// of a tree are those of a matrix with a vector. Words are cheap for all orders that are looked at.
void tell_cost(const scheme_table& table, int order, const cost_listener& tell) {
  const bool is_partitioned = table.kind == table_kind::partitioned_runge_kutta;
  if (!tell || (table.kind != table_kind::runge_kutta && !is_partitioned)) {
    return;
  }
  constexpr double seconds_for_a_product = 0.3e-6 / working_digits;
  constexpr double worth_telling = 2;
  const double trees = is_partitioned ? order_conditions::count_partitioned(order)
                                      : order_conditions::count_runge_kutta(order);
  const double digits = mp::thread_default_precision();
  const double seconds = trees * table.stages * table.stages * digits * seconds_for_a_product;
  if (seconds > worth_telling) {
    tell(fmt::format("{:.0f} order conditions up to order {} with {} stages: about {:.0f} s", trees,
                     order, table.stages, seconds));
  }
}

/// The working precision is that of the scope.
order_findings find_order(const table_numbers& numbers, const scheme_coefficients<mp>& x,
                          const mp& tolerance, bool embedded, const cost_listener& tell = {}) {
  const scheme_table& table = numbers.table();
  const int most = table_conditions::most_order(table);
  const mp zero = pow(mp(10), -exact_digits);
  order_findings found;
  for (int last = std::min(6, most);; last = std::min(last + 3, most)) {
    tell_cost(table, last, tell);
    const table_conditions conditions(table, last);
    const order_conditions& list = conditions.conditions();
    const std::vector<mp> r = conditions.residuals(x, embedded);
    const std::vector<mp> largest = detail::largest_by_order(list, r);
    const auto holds_to = [&](const mp& bound) {
      int p = 0;
      while (p < last && largest[static_cast<std::size_t>(p) + 1] <= bound) {
        ++p;
      }
      return p;
    };
    found.order = holds_to(tolerance);
    found.exact = holds_to(zero);
    found.reached_limit = found.order == most;
    if (found.order == last && last < most) {
      continue;
    }
    found.largest = mp(0);
    for (int p = 1; p <= found.order; ++p) {
      found.largest = std::max(found.largest, largest[static_cast<std::size_t>(p)]);
    }
    mp sum(0);
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (list.order_of(k) != found.order + 1) {
        continue;
      }
      const mp part = r[k] / mp(list.symmetry_of(k));
      sum += part * part;
      if (found.failing.empty() && abs(r[k]) > tolerance) {
        found.failing = list.text(k) + ", off by " + short_text(r[k], 6);
        found.drawing = list.drawing(k);
      }
    }
    found.error_constant = sqrt(sum);
    // the contract: of splittings the words, also where the order is that of Nyström trees
    if (table.kind == table_kind::splitting && table.quadratic_kinetic && found.order < most) {
      const order_conditions words = order_conditions::splitting(found.order + 1);
      const std::vector<mp> rest = words.residuals(x);
      mp square(0);
      for (std::size_t k = 0; k < rest.size(); ++k) {
        if (words.order_of(k) == found.order + 1) {
          square += rest[k] * rest[k];
        }
      }
      found.error_constant = sqrt(square);
    }
    return found;
  }
}

/// Σ b_i c_i^{k−1} − 1/k.
mp quadrature_residual(const scheme_coefficients<mp>& x, int k) {
  mp sum(0);
  for (Eigen::Index i = 0; i < x.b.size(); ++i) {
    mp power(1);
    for (int n = 1; n < k; ++n) {
      power *= x.c[i];
    }
    sum += x.b[i] * power;
  }
  return sum - mp(1) / k;
}

/// The order of a quadrature: Σ b_i c_i^{k−1} = 1/k for k up to it.
int quadrature_order(const scheme_coefficients<mp>& x, const mp& tolerance, int most) {
  int k = 0;
  while (k < most && abs(quadrature_residual(x, k + 1)) <= tolerance) {
    ++k;
  }
  return k;
}

/// What the quadrature says of a Galerkin table: twice the degree, or the order of the quadrature where that is less.
order_findings find_quadrature_order(const scheme_table& table, const scheme_coefficients<mp>& x,
                                     const mp& tolerance) {
  const int most = 2 * table.degree;
  order_findings found;
  found.order = quadrature_order(x, tolerance, most);
  found.exact = quadrature_order(x, pow(mp(10), -exact_digits), most);
  found.largest = mp(0);
  for (int k = 1; k <= found.order; ++k) {
    found.largest = std::max(found.largest, mp(abs(quadrature_residual(x, k))));
  }
  if (found.order < most) {
    const int k = found.order + 1;
    found.failing = fmt::format("sum b{} = 1/{}, off by {}",
                                k == 1   ? std::string()
                                : k == 2 ? std::string(" c")
                                         : fmt::format(" c^{}", k - 1),
                                k, short_text(quadrature_residual(x, k), 6));
  }
  return found;
}

bool reads_the_same_backwards(const vector<mp>& x, const mp& tolerance) {
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (abs(x[i] - x[x.size() - 1 - i]) > tolerance) {
      return false;
    }
  }
  return true;
}

/// c and b of a quadrature read from the other end: 1 − c.
bool is_symmetric_quadrature(const scheme_coefficients<mp>& x, const mp& tolerance) {
  const Eigen::Index s = x.b.size();
  for (Eigen::Index i = 0; i < s; ++i) {
    bool found = false;
    for (Eigen::Index j = 0; j < s && !found; ++j) {
      found = abs(x.c[i] + x.c[j] - 1) <= tolerance && abs(x.b[i] - x.b[j]) <= tolerance;
    }
    if (!found) {
      return false;
    }
  }
  return true;
}

/// a_{s+1−i, s+1−j} + a_ij = b_j, b_{s+1−i} = b_i, for the stages in this order.
bool is_symmetric_table(const matrix<mp>& a, const vector<mp>& b,
                        const std::vector<Eigen::Index>& mirror, const mp& tolerance) {
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    const Eigen::Index mi = mirror[static_cast<std::size_t>(i)];
    if (abs(b[i] - b[mi]) > tolerance) {
      return false;
    }
    for (Eigen::Index j = 0; j < b.size(); ++j) {
      if (abs(a(mi, mirror[static_cast<std::size_t>(j)]) + a(i, j) - b[j]) > tolerance) {
        return false;
      }
    }
  }
  return true;
}

/// The mirror image of each stage: that with 1 − c and the same weight; reversal where several fit.
std::vector<Eigen::Index> mirror_of(const scheme_coefficients<mp>& x, const mp& tolerance) {
  const Eigen::Index s = x.b.size();
  std::vector<Eigen::Index> mirror;
  std::vector<bool> taken(static_cast<std::size_t>(s), false);
  for (Eigen::Index i = 0; i < s; ++i) {
    Eigen::Index best = s - 1 - i;
    for (Eigen::Index k = 0; k < s; ++k) {
      const Eigen::Index j = (s - 1 - i + k) % s;
      if (!taken[static_cast<std::size_t>(j)] && abs(x.c[i] + x.c[j] - 1) <= tolerance) {
        best = j;
        break;
      }
    }
    taken[static_cast<std::size_t>(best)] = true;
    mirror.push_back(best);
  }
  return mirror;
}

bool is_symmetric(const scheme_table& table, const scheme_coefficients<mp>& x,
                  const mp& tolerance) {
  switch (table.kind) {
    case table_kind::runge_kutta:
    case table_kind::partitioned_runge_kutta: {
      const auto mirror = mirror_of(x, tolerance);
      return is_symmetric_table(x.a, x.b, mirror, tolerance) &&
             is_symmetric_table(x.abar, x.bbar, mirror, tolerance);
    }
    case table_kind::nystrom: {
      // the adjoint: c → 1 − c, b̄ → b − b̄, a_ij → a_ij + (1 − c_i) b_j − b̄_j, with the stages read backwards
      const Eigen::Index s = x.b.size();
      for (Eigen::Index i = 0; i < s; ++i) {
        const Eigen::Index mi = s - 1 - i;
        if (abs(x.b[i] - x.b[mi]) > tolerance || abs(x.c[i] + x.c[mi] - 1) > tolerance ||
            abs(x.b[mi] - x.bbar[mi] - x.bbar[i]) > tolerance) {
          return false;
        }
        for (Eigen::Index j = 0; j < s; ++j) {
          const mp reversed = x.bbar[j] - (mp(1) - x.c[i]) * x.b[j];
          if (abs(x.a(mi, s - 1 - j) - (x.a(i, j) - reversed)) > tolerance) {
            return false;
          }
        }
      }
      return true;
    }
    case table_kind::splitting: {
      std::vector<std::pair<int, mp>> moves;
      for (Eigen::Index i = 0; i < std::max(x.drifts.size(), x.b.size()); ++i) {
        for (int kick = 0; kick < 2; ++kick) {
          const vector<mp>& v = kick == 1 ? x.b : x.drifts;
          if (i >= v.size() || v[i] == 0) {
            continue;
          }
          if (!moves.empty() && moves.back().first == kick) {
            moves.back().second = mp(moves.back().second + v[i]);
          } else {
            moves.emplace_back(kick, v[i]);
          }
        }
      }
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto& other = moves[moves.size() - 1 - i];
        if (moves[i].first != other.first || abs(moves[i].second - other.second) > tolerance) {
          return false;
        }
      }
      return true;
    }
    case table_kind::composition: {
      const scheme_info& base = find_scheme(table.base).info;
      // alternating with the adjoint, the first is the base and the last the adjoint
      return (base.symmetric || x.gamma.size() % 2 == 0) &&
             reads_the_same_backwards(x.gamma, tolerance);
    }
    case table_kind::galerkin:
      return is_symmetric_quadrature(x, tolerance);
  }
  return false;
}

bool is_symplectic(const scheme_table& table, const scheme_coefficients<mp>& x,
                   const mp& tolerance) {
  const Eigen::Index s = x.b.size();
  switch (table.kind) {
    case table_kind::runge_kutta:
    case table_kind::partitioned_runge_kutta:
      for (Eigen::Index i = 0; i < s; ++i) {
        if (abs(x.b[i] - x.bbar[i]) > tolerance) {
          return false;
        }
        for (Eigen::Index j = 0; j < s; ++j) {
          if (abs(x.b[i] * x.abar(i, j) + x.bbar[j] * x.a(j, i) - x.b[i] * x.bbar[j]) > tolerance) {
            return false;
          }
        }
      }
      return true;
    case table_kind::nystrom:
      for (Eigen::Index i = 0; i < s; ++i) {
        if (abs(x.bbar[i] - x.b[i] * (mp(1) - x.c[i])) > tolerance) {
          return false;
        }
        for (Eigen::Index j = 0; j < s; ++j) {
          if (abs(x.b[i] * (x.bbar[j] - x.a(i, j)) - x.b[j] * (x.bbar[i] - x.a(j, i))) >
              tolerance) {
            return false;
          }
        }
      }
      return true;
    case table_kind::splitting:
    case table_kind::galerkin:
      return true;
    case table_kind::composition:
      return find_scheme(table.base).info.symplectic;
  }
  return false;
}

/// What every step keeps of the invariants of the flow.
std::string conserved(const scheme_table& table, bool symplectic) {
  switch (table.kind) {
    case table_kind::runge_kutta:
      return symplectic ? "linear, quadratic" : "linear";
    case table_kind::partitioned_runge_kutta:
    case table_kind::nystrom:
    case table_kind::splitting:
    case table_kind::galerkin:
      return symplectic ? "linear, bilinear" : "linear";
    case table_kind::composition:
      if (const auto base = known_scheme_table(table.base)) {
        return conserved(*base, find_scheme(table.base).info.symplectic);
      }
      return find_scheme(table.base).info.conserves;
  }
  return {};
}

/// The tolerance of printed decimals, of exact values, and of long fractions, which approximate other numbers.
mp tolerance_of(const table_numbers& numbers) {
  constexpr double share = 0.6;
  constexpr int of_long_fractions = 10;
  if (numbers.decimals() == 0 && numbers.has_long_fractions()) {
    return pow(mp(10), -of_long_fractions);
  }
  return numbers.decimals() > 0 ? pow(mp(10), mp(-share * numbers.decimals()))
                                : pow(mp(10), -exact_digits);
}

constexpr int most_dense_order = 8;

/// Dense output beside the coefficients, so that its printed digits count, too.
scheme_table with_dense(const scheme_table& table) {
  scheme_table all = table;
  all.coefficients.insert(all.coefficients.end(), table.dense.begin(), table.dense.end());
  return all;
}

/// The order of the dense output; printed decimals of its own count, too.
std::optional<dense_facts> find_dense(const scheme_table& table) {
  if (!has_dense_output(table)) {
    return std::nullopt;
  }
  const scheme_table all = with_dense(table);
  return facts_of_dense_output(table, tolerance_of(table_numbers(all)), most_dense_order);
}

struct findings {
  order_findings main;
  std::optional<order_findings> embedded;
  bool symmetric = false;
  bool symplectic = false;
};

/// Points of a quadrature that differ and have a weight.
int points_of(const scheme_coefficients<mp>& x, const mp& tolerance) {
  int points = 0;
  for (Eigen::Index i = 0; i < x.b.size(); ++i) {
    bool counts = abs(x.b[i]) > tolerance;
    for (Eigen::Index j = 0; j < i && counts; ++j) {
      counts = !(abs(x.c[i] - x.c[j]) <= tolerance && abs(x.b[j]) > tolerance);
    }
    points += counts ? 1 : 0;
  }
  return points;
}

findings find_facts(const table_numbers& numbers, const scheme_coefficients<mp>& x,
                    const cost_listener& tell = {}) {
  const scheme_table& table = numbers.table();
  const mp tolerance = tolerance_of(numbers);
  findings f;
  if (table.kind == table_kind::galerkin) {
    f.main = find_quadrature_order(table, x, tolerance);
    if (points_of(x, tolerance) < table.degree) {
      // the quadrature does not see all of the polynomial: no theory, so the order is measured
      const auto seen = detail::observe_steps(entry_of(table, scheme_info{}), {}, 0).order;
      const int measured = seen ? static_cast<int>(std::max(0L, std::lround(*seen))) : 0;
      f.main.order = std::min(f.main.order, measured);
      f.main.exact = std::min(f.main.exact, measured);
    }
  } else {
    f.main = find_order(numbers, x, tolerance, false, tell);
    if (x.bhat.size() > 0) {
      f.embedded = find_order(numbers, x, tolerance, true, tell);
    }
  }
  f.symmetric = is_symmetric(table, x, tolerance);
  f.symplectic = is_symplectic(table, x, tolerance);
  return f;
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

std::string limit_text(double limit) { return std::isinf(limit) ? "inf" : to_text(limit, 10); }

/// Steps are looked for up to this ωh before they grow by a quarter at a time.
double reach_of(const scheme_table& table, const scheme_coefficients<mp>& x) {
  const bool is_implicit =
      table.kind == table_kind::galerkin || (x.a.rows() > 0 && !is_explicit(x.a));
  constexpr double of_implicit = 40;
  const int of_base = table.kind == table_kind::composition ? 3 : 1;
  return is_implicit ? of_implicit : 3.0 * of_base * std::max(table.stages, 1) + 2;
}

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
  const precision_scope scope(working_digits);
  const table_numbers numbers(table);
  const findings f = find_facts(numbers, numbers.coefficients());
  scheme_info info;
  info.name = table.name;
  info.summary = table.summary.empty() ? "a " + to_string(table.kind) + " table" : table.summary;
  info.order = f.main.order;
  info.symmetric = f.symmetric;
  info.symplectic = f.symplectic;
  info.conserves = conserved(table, f.symplectic);
  info.conserves += info.conserves.starts_with("linear") ? " invariants" : "";
  info.formula = to_string(table.kind);
  info.reference = table.source;
  return info;
}

std::vector<std::string> wrong_claims(const scheme_table& table, const scheme_info& facts) {
  std::vector<std::string> wrong;
  if (table.claims.order && *table.claims.order != facts.order) {
    wrong.push_back(fmt::format("order {} is claimed, it is {}", *table.claims.order, facts.order));
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
    const precision_scope scope(working_digits);
    const table_numbers numbers(table);
    const int embedded =
        find_order(numbers, numbers.coefficients(), tolerance_of(numbers), true).order;
    if (*table.claims.embedded_order != embedded) {
      wrong.push_back(fmt::format("embedded-order {} is claimed, it is {}",
                                  *table.claims.embedded_order, embedded));
    }
  }
  if (table.claims.dense_order) {
    const precision_scope scope(working_digits);
    const int dense = find_dense(table)->order;
    if (*table.claims.dense_order != dense &&
        !(dense == most_dense_order && *table.claims.dense_order > dense)) {
      wrong.push_back(
          fmt::format("dense-order {} is claimed, it is {}", *table.claims.dense_order, dense));
    }
  }
  return wrong;
}

audit_report audit(const scheme_table& table, const cost_listener& tell) {
  audit_report report;
  report_writer write(report);
  const table_numbers numbers(table);
  const precision_scope scope(digits_for(numbers, 8));
  const scheme_coefficients<mp> x = numbers.coefficients();
  findings f = find_facts(numbers, x, tell);
  const mp tolerance = tolerance_of(numbers);
  const double noise = numbers.decimals() > 0 ? std::pow(10.0, -numbers.decimals()) : 0;
  const scheme_entry entry = entry_of(table);
  const detail::step_facts seen = detail::observe_steps(entry, {}, noise);
  // a table may have a property that its conditions do not show, where stages are superfluous
  f.symmetric = f.symmetric || (seen.symmetric && *seen.symmetric && noise == 0);
  f.symplectic = f.symplectic || (seen.symplectic && *seen.symplectic && noise == 0);
  if (f.main.reached_limit) {
    report.notes.push_back(fmt::format("the order conditions were looked at up to order {}",
                                       table_conditions::most_order(table)));
    if (seen.order && std::round(*seen.order) > f.main.order) {
      f.main.order = order_seen(*seen.order, table.claims.order.value_or(0));
      f.main.exact = f.main.order;
    }
  }

  write.add("order", std::to_string(f.main.order), claim_text(table.claims.order));
  write.add("order-exact", std::to_string(f.main.exact));
  if (f.embedded) {
    write.add("embedded-order", std::to_string(f.embedded->order),
              claim_text(table.claims.embedded_order));
  }
  if (const auto dense = find_dense(table)) {
    // beyond the conditions that are looked at, the claim is taken
    const int claimed = table.claims.dense_order.value_or(0);
    const bool at_limit = dense->order == most_dense_order;
    if (at_limit) {
      report.notes.push_back(fmt::format(
          "the conditions of the dense output were looked at up to order {}", most_dense_order));
    }
    write.add("dense-order",
              std::to_string(at_limit ? std::max(claimed, dense->order) : dense->order),
              claim_text(table.claims.dense_order));
    write.add("dense-continuous", truth_text(dense->ends_in_step));
  }
  write.add("symmetric", truth_text(f.symmetric), claim_text(table.claims.symmetric));
  write.add("symplectic", truth_text(f.symplectic), claim_text(table.claims.symplectic));
  write.add("conserves", conserved(table, f.symplectic));

  std::string sums;
  for (const auto& [name, sum] : weight_sums(table, x)) {
    const mp off = abs(sum - 1);
    const bool is_one = off <= tolerance;
    report.is_wrong = report.is_wrong || !is_one;
    const std::string text = off <= pow(mp(10), -exact_digits) ? "1" : short_text(sum, 20);
    if (sums.empty() || text != "1") {
      sums = text;
    }
  }
  write.add("weights-sum", sums);
  bool rows_differ = false;
  if (table.kind == table_kind::runge_kutta || table.kind == table_kind::partitioned_runge_kutta) {
    const auto [off, row] = row_defect(x);
    rows_differ = off > tolerance && !table.compute;  // Radau IA with one stage is c = 0, A = 1
    write.add("row-sums", off <= pow(mp(10), -exact_digits) ? "0" : short_text(off));
  }
  if (!f.main.failing.empty()) {
    write.add("first-failing-condition", f.main.failing);
    report.drawing = f.main.drawing;
  }
  if (table.kind != table_kind::galerkin && !f.main.reached_limit) {
    write.add("error-constant", short_text(f.main.error_constant));
  }
  write.add(
      "coefficient-digits",
      f.main.largest <= pow(mp(10), -exact_digits)
          ? "exact"
          : std::to_string(static_cast<int>(std::floor(-to_double(mp(log10(f.main.largest)))))));
  const detail::suspicion suspect =
      detail::find_suspect(numbers, f.main.order, f.embedded ? f.embedded->order : 0);
  write.add("suspect-digits", suspect.text.empty() ? "none" : suspect.text);
  report.is_wrong = report.is_wrong || suspect.is_wrong || rows_differ;

  if (const auto limit = detail::oscillator_limit(entry, {}, noise, reach_of(table, x))) {
    write.add("stability-limit", limit_text(*limit));
  }
  if (seen.order) {
    write.add("measured-order", fmt::format("{:.2f}", *seen.order));
  }
  return report;
}

audit_report audit(const scheme_entry& entry, const settings& chosen, const cost_listener& tell) {
  const scheme_info facts = entry.info_for(chosen);
  if (const auto table = known_scheme_table(entry.info.name, chosen)) {
    return audit(*table, tell);
  }
  audit_report report;
  report_writer write(report);
  const detail::step_facts seen = detail::observe_steps(entry, chosen, 0);
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
  write.add("conserves", facts.conserves);
  constexpr double reach = 30;
  if (const auto limit = detail::oscillator_limit(entry, chosen, 0, reach)) {
    write.add("stability-limit", limit_text(*limit));
  }
  if (seen.order) {
    write.add("measured-order", fmt::format("{:.2f}", *seen.order));
  }
  report.notes.emplace_back("this scheme has no table: its facts are measured on steps");
  return report;
}

namespace {

/// The conditions that the given coefficients fulfil, as functions of them: order, row sums, the order of the embedded weights,
/// and of dense output its order, its end and its slopes at both ends.
class fulfilled_conditions {
 public:
  /// `numbers` are of with_dense(table).
  fulfilled_conditions(const scheme_table& table, const table_numbers& numbers) : table_(table) {
    const mp tolerance = tolerance_of(numbers);
    const findings f =
        find_facts(table_numbers(table), assembled(numbers.values(numbers.literals())));
    if (f.main.order > 0) {
      main_.emplace(table, f.main.order);
    }
    if (f.embedded && f.embedded->order > 0) {
      embedded_.emplace(table, f.embedded->order);
    }
    if (table.dense.empty()) {
      return;
    }
    const dense_facts dense = facts_of_dense_output(table, tolerance, most_dense_order);
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
      append(embedded_->residuals(x, true));
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
  constexpr int guard_digits = 20;
  const scheme_table all = with_dense(table);
  const table_numbers numbers(all);
  std::vector<refined_coefficient> list;
  std::vector<mp> literals;
  if (!numbers.printed().empty()) {
    if (!table_conditions::exist(table)) {
      throw invalid_input(table.name + ": a galerkin table is not determined by conditions");
    }
    const auto conditions = [&] {
      const precision_scope scope(working_digits);
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
