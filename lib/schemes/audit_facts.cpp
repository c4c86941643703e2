// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_facts.hpp"

#include "schemes/audit_steps.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/math/order_conditions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::detail {

namespace {

/// Says what the conditions of the table up to an order cost, where that is more than a second or two: the multiplications
/// of a tree are those of a matrix with a vector. Words are cheap for all orders that are looked at.
void tell_cost(const scheme_table& table, int order, const cost_listener& tell) {
  const bool is_partitioned = table.kind == table_kind::partitioned_runge_kutta;
  if (!tell || (table.kind != table_kind::runge_kutta && !is_partitioned)) {
    return;
  }
  constexpr double seconds_for_a_product = 0.3e-6 / audit_digits;
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

/// The order of a Galerkin scheme of degree s whose quadrature has the order u, at s points or more: min(2s, u, 2(u − s + 1)). The
/// action of the best polynomial is right to the first two. The third is the square of how far the polynomial of the step is from it:
/// where the quadrature is not exact on products of velocities, of degree 2s − 2, it moves the highest coefficients.
int order_of_galerkin(int s, int u) { return std::clamp(2 * (u - s + 1), 0, std::min(2 * s, u)); }

/// What the quadrature says of a Galerkin table.
order_findings find_quadrature_order(const scheme_table& table, const scheme_coefficients<mp>& x,
                                     const mp& tolerance) {
  const int most = 2 * table.degree;
  const int order = quadrature_order(x, tolerance, most);
  order_findings found;
  found.order = order_of_galerkin(table.degree, order);
  found.exact =
      order_of_galerkin(table.degree, quadrature_order(x, pow(mp(10), -exact_digits), most));
  found.largest = mp(0);
  for (int k = 1; k <= order; ++k) {
    found.largest = std::max(found.largest, mp(abs(quadrature_residual(x, k))));
  }
  if (order < most) {
    const int k = order + 1;
    found.failing = quadrature_text(k) + ", off by " + to_text(quadrature_residual(x, k), 6);
  }
  return found;
}

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

/// The 2-norm of the (φ − 1/γ)/σ of one order.
mp norm_of_order(const order_conditions& list, const std::vector<mp>& r, int order) {
  mp sum(0);
  for (std::size_t k = 0; k < r.size(); ++k) {
    if (list.order_of(k) == order) {
      const mp part = r[k] / mp(list.symmetry_of(k));
      sum += part * part;
    }
  }
  return sqrt(sum);
}

}  // namespace

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

std::string quadrature_text(int k) {
  const std::string power = k == 1 ? "" : k == 2 ? " c" : fmt::format(" c^{}", k - 1);
  return fmt::format("sum b{} = 1/{}", power, k);
}

int quadrature_order(const scheme_coefficients<mp>& x, const mp& tolerance, int most) {
  int k = 0;
  while (k < most && abs(quadrature_residual(x, k + 1)) <= tolerance) {
    ++k;
  }
  return k;
}

namespace {

/// Below this order, what rounding does not explain is a wrong digit.
constexpr int least_explained_order = 3;

/// The order up to which rounding explains the residuals; of these, so few digits say enough.
int explained_order(const table_numbers& numbers, const table_conditions& conditions, weights of) {
  constexpr int explained = 2;  // times what rounding can cause
  constexpr int digits = 50;
  const precision_scope scope(digits);
  const auto residuals_for = [&](const std::vector<mp>& literals) {
    return conditions.residuals(numbers.coefficients(literals), of);
  };
  const std::vector<mp> r = residuals_for(numbers.literals());
  const std::vector<mp> bounds = rounding_bounds(numbers, r, residuals_for);
  const mp zero = pow(mp(10), -digits / 2);
  int tight = conditions.conditions().order();
  for (std::size_t k = 0; k < r.size(); ++k) {
    if (abs(r[k]) > bounds[k] * explained + zero) {
      tight = std::min(tight, conditions.conditions().order_of(k) - 1);
    }
  }
  return tight;
}

/// The order of a table of few decimals. It is the explained one. Where that order is very low, a digit is wrong: then it is the
/// order `loose` up to which the conditions hold to the tolerance, or the claimed one if that is lower.
int order_of_few_decimals(int tight, int loose, const std::optional<int>& claim) {
  return tight >= least_explained_order ? tight : claim ? std::min(loose, *claim) : loose;
}

/// The order of a table of more decimals, of which a residual of the order `loose` is far larger than their unit. A wrong digit shows in
/// the conditions of low orders, too. Where rounding explains all of them, and all those of the order that is claimed, the
/// residual is an error of the method.
int order_of_more_decimals(int tight, int loose, const std::optional<int>& claim) {
  constexpr int most_between = 2;
  const bool is_error =
      tight >= least_explained_order && tight < loose &&
      (claim ? tight >= *claim || tight + 1 == loose : tight + most_between >= loose);
  return is_error ? tight : loose;
}

}  // namespace

order_findings find_order(const table_numbers& numbers, const scheme_coefficients<mp>& x,
                          weights of, const cost_listener& tell) {
  constexpr int first_orders = 6;
  // few decimals tell no order above these, unless one is claimed
  constexpr int fewest_decimals = 5;
  constexpr int told_by_fewest = 6;
  constexpr int told_by_few = 8;
  constexpr int decimals_of_orders_one_by_one = 9;
  constexpr int told_by_more = 12;
  const scheme_table& table = numbers.table();
  const mp tolerance = tolerance_of(numbers, of);
  const auto& claim = of == weights::main ? table.claims.order : table.claims.embedded_order;
  const bool is_rough = !tell_high_orders(numbers, of);
  int most = table_conditions::most_order(table);
  // with so few decimals the conditions of orders beyond hold, too, and there are many of them
  const bool one_by_one =
      numbers.decimals(of) > 0 && numbers.decimals(of) <= decimals_of_orders_one_by_one;
  if (one_by_one) {
    const int told = numbers.decimals(of) <= fewest_decimals ? told_by_fewest
                     : is_rough                              ? told_by_few
                                                             : told_by_more;
    most = std::min(most, std::max(claim.value_or(0), told));
  }
  const int more_orders = one_by_one ? 1 : 3;
  const mp zero = pow(mp(10), -exact_digits);
  order_findings found;
  for (int last = is_rough ? most : std::min(first_orders, most);;
       last = std::min(last + more_orders, most)) {
    tell_cost(table, last, tell);
    const table_conditions conditions(table, last);
    const order_conditions& list = conditions.conditions();
    const std::vector<mp> r = conditions.residuals(x, of);
    const std::vector<mp> largest = largest_by_order(list, r);
    const auto holds_to = [&](const mp& bound) {
      int p = 0;
      while (p < last && largest[static_cast<std::size_t>(p) + 1] <= bound) {
        ++p;
      }
      return p;
    };
    found.order = holds_to(tolerance);
    if (is_rough) {
      found.order =
          order_of_few_decimals(explained_order(numbers, conditions, of), found.order, claim);
    } else if (constexpr int far_larger = 50;
               numbers.decimals(of) > 0 && largest[static_cast<std::size_t>(found.order)] >
                                               far_larger * pow(mp(10), -numbers.decimals(of))) {
      found.order =
          order_of_more_decimals(explained_order(numbers, conditions, of), found.order, claim);
    }
    found.exact = holds_to(zero);
    found.reached_limit = found.order == most;
    if (found.order == last && last < most) {
      continue;
    }
    found.largest = mp(0);
    for (int p = 1; p <= found.order; ++p) {
      found.largest = std::max(found.largest, largest[static_cast<std::size_t>(p)]);
    }
    const mp least =
        found.order < last && largest[static_cast<std::size_t>(found.order) + 1] <= tolerance
            ? mp(largest[static_cast<std::size_t>(found.order) + 1] / 2)
            : tolerance;
    for (std::size_t k = 0; k < r.size() && found.failing.empty(); ++k) {
      if (list.order_of(k) == found.order + 1 && abs(r[k]) > least) {
        found.failing = list.text(k) + ", off by " + to_text(r[k], 6);
        found.drawing = list.drawing(k);
      }
    }
    return found;
  }
}

int order_with_time(const scheme_coefficients<mp>& x, const mp& tolerance, int order) {
  const int last = std::min(order, most_order_with_time);
  if (last < 1) {
    return order;
  }
  const order_conditions list = order_conditions::with_time(last);
  const std::vector<mp> largest = largest_by_order(list, list.residuals(x));
  for (int p = 1; p <= last; ++p) {
    if (largest[static_cast<std::size_t>(p)] > tolerance) {
      return p - 1;
    }
  }
  return order;
}

error_size find_error_constant(const scheme_table& table, const scheme_coefficients<mp>& x,
                               const mp& tolerance, int order) {
  const auto own = [&] {
    const table_conditions conditions(table, order + 1);
    return norm_of_order(conditions.conditions(), conditions.residuals(x), order + 1);
  };
  if (table.kind == table_kind::runge_kutta) {
    return {own(), false, order};
  }
  const mp both_colours = sqrt(mp(2));
  if (table.kind == table_kind::nystrom || table.quadratic_kinetic) {
    return {own() / both_colours, false, order};
  }
  const auto pair = as_partitioned(table, x);
  if (!pair) {
    return {own(), true, order};
  }
  constexpr int last = 14;
  for (;; ++order) {
    const order_conditions trees = order_conditions::separable(order + 1);
    const std::vector<mp> off = trees.residuals(*pair);
    if (largest_by_order(trees, off).back() > tolerance || order == last) {
      return {norm_of_order(trees, off, order + 1) / both_colours, false, order};
    }
  }
}

bool tell_high_orders(const table_numbers& numbers, weights of) {
  constexpr int few = 7;
  return numbers.decimals(of) == 0 || numbers.decimals(of) > few;
}

mp tolerance_of(const table_numbers& numbers, weights of) {
  constexpr double share = 0.6;
  constexpr int of_long_fractions = 10;
  const int decimals = numbers.decimals(of);
  if (decimals == 0 && numbers.has_long_fractions()) {
    return pow(mp(10), -of_long_fractions);
  }
  return decimals > 0 ? pow(mp(10), mp(-share * decimals)) : pow(mp(10), -exact_digits);
}

scheme_table with_dense(const scheme_table& table) {
  scheme_table all = table;
  all.coefficients.insert(all.coefficients.end(), table.dense.begin(), table.dense.end());
  return all;
}

std::optional<dense_facts> find_dense(const scheme_table& table) {
  if (!has_dense_output(table)) {
    return std::nullopt;
  }
  const scheme_table all = with_dense(table);
  return facts_of_dense_output(table, tolerance_of(table_numbers(all), weights::main),
                               most_dense_order);
}

table_findings find_facts(const table_numbers& numbers, const scheme_coefficients<mp>& x,
                          const cost_listener& tell) {
  const scheme_table& table = numbers.table();
  const mp tolerance = tolerance_of(numbers, weights::main);
  table_findings f;
  if (table.kind == table_kind::galerkin) {
    f.main = find_quadrature_order(table, x, tolerance);
    if (points_of(x, tolerance) < table.degree) {
      // the quadrature does not see all of the polynomial: no theory, so the order is measured
      const auto seen = observe_steps(entry_of(table, scheme_info{}), {}, 0).order;
      const int measured = seen ? static_cast<int>(std::max(0L, std::lround(*seen))) : 0;
      f.main.order = std::min(f.main.order, measured);
      f.main.exact = std::min(f.main.exact, measured);
    }
  } else {
    f.main = find_order(numbers, x, weights::main, tell);
    if (x.bhat.size() > 0) {
      f.embedded = find_order(numbers, x, weights::embedded, tell);
    }
  }
  f.symmetric = is_symmetric(table, x, tolerance);
  f.symplectic = is_symplectic(table, x, tolerance);
  return f;
}

}  // namespace plumbline::detail
