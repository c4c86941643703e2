// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_mender.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/magnitude.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace plumbline::detail {

namespace {

/// Residuals that are smaller count as zero: those of long fractions, which approximate other numbers, and rounding.
mp smallest_residual(const table_numbers& numbers) {
  constexpr int of_long_fractions = 12;
  return pow(mp(10), -(numbers.has_long_fractions() ? of_long_fractions : mending_digits * 3 / 4));
}

std::string value_text(const mend& m, int decimals) {
  if (m.sign) {
    const bool is_sum = m.stands.find_first_of("+-", 1) != std::string::npos;
    return is_sum                    ? "-(" + m.stands + ")"
           : m.stands.front() == '-' ? m.stands.substr(1)
                                     : "-" + m.stands;
  }
  if (m.value == 0) {
    return "0";
  }
  if (decimals == 0) {
    if (const auto fraction = simple_fraction(m.value, pow(mp(10), -40), pow(mp(10), 18))) {
      return *fraction;
    }
  }
  constexpr int of_an_exact_table = 20;
  // to the last decimal of the table
  const int before_point = static_cast<int>(std::floor(log2_magnitude(m.value) / log2_of_10)) + 1;
  return to_text(m.value, decimals > 0 ? std::clamp(decimals + before_point, 1, mending_digits)
                                       : of_an_exact_table);
}

/// How many changes are named, which all mend a table as well; the likeliest alone where something else says that it is meant.
enum class named : std::size_t { the_likeliest = 1, several = 4 };

struct named_mend {
  std::string text;
  int order = 0;         ///< of the main weights then
  bool of_twin = false;  ///< of the likeliest one
};

std::optional<named_mend> mend_text(const table_numbers& numbers, const sought_orders& orders,
                                    double largest_change = 1, named most = named::the_likeliest) {
  const all_conditions conditions(numbers.table(), orders);
  std::optional<named_mend> result;
  std::size_t count = 0;
  const changes wanted = largest_change < 1 ? changes::small : changes::any;
  for (const mend& found : mender(numbers, conditions).all(wanted)) {
    if (found.change > largest_change) {
      continue;
    }
    if (count++ == static_cast<std::size_t>(most)) {
      break;
    }
    const bool several = found.where == occurs::several_times;
    const std::string before = result ? result->text + "; or " : "";
    const bool of_twin = result ? result->of_twin : found.of_twin;
    result = {fmt::format("{}{} {} {}; with {} {} {}{} has {}", before,
                          several ? found.stands : found.place, several ? "stands in" : "is",
                          several ? found.place : found.stands,
                          found.sign ? "the other sign," : "the value",
                          value_text(found, numbers.decimals()), several ? "there " : "",
                          conditions.subject(), conditions.order_text()),
              orders.main, of_twin};
  }
  return result;
}

/// The two coefficients under one key that stand in each other's place: exchanged, they make the conditions hold.
std::optional<named_mend> exchange_text(const table_numbers& numbers, const sought_orders& orders) {
  const auto& coefficients = numbers.table().coefficients;
  constexpr int few_conditions = 3;  // these refuse nearly all pairs, at little cost
  const all_conditions few(numbers.table(), {std::min(orders.main, few_conditions),
                                             std::min(orders.embedded, few_conditions)});
  const all_conditions all(numbers.table(), orders);
  const mender at_first(numbers, few);
  const mender at_last(numbers, all);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    for (std::size_t k = i + 1; k < coefficients.size(); ++k) {
      const table_coefficient& one = coefficients[i];
      const table_coefficient& other = coefficients[k];
      if (one.key == other.key && all.concern(one.key) && !at_first.are_equal(i, k) &&
          at_first.holds_exchanged(i, k) && at_last.holds_exchanged(i, k)) {
        return named_mend{fmt::format("{} is {} and {} is {}; exchanged, they give {}", one.place(),
                                      one.text, other.place(), other.text, all.order_text()),
                          orders.main};
      }
    }
  }
  return std::nullopt;
}

/// What would mend the table, or nothing: one coefficient with another value, or where it lacks the order two exchanged. What it claims
/// `besides` counts too where one change gives both.
std::optional<named_mend> claim_mended(const table_numbers& numbers, const sought_orders& orders,
                                       const sought_orders& besides, bool lacks_order) {
  const auto mended_to = [&](const sought_orders& sought) {
    auto text = mend_text(numbers, sought);
    return text || !lacks_order ? text : exchange_text(numbers, sought);
  };
  std::optional<named_mend> text;
  if (besides.embedded > 0 || besides.symplectic) {
    text =
        mended_to({orders.main, std::max(orders.embedded, besides.embedded), besides.symplectic});
  }
  return text ? text : mended_to(orders);
}

int claim_up_to(int most, const std::optional<int>& claim) {
  return std::min(claim.value_or(0), most);
}

struct unexplained_residual {
  std::string text;
  /// False where the weights may have a lower order instead of a wrong digit.
  bool is_certain = true;
};

/// The largest residual that is larger than twice what the rounding of the printed digits can cause. A wrong digit of
/// bhat or of a quadrature shows in the orders 1 and 2, unless another one makes up for it: where these are explained, the
/// tolerance may have let an order pass that the weights do not have.
std::optional<unexplained_residual> unexplained(const table_numbers& numbers,
                                                const scheme_coefficients<mp>& x,
                                                const sought_orders& orders) {
  const all_conditions conditions(numbers.table(), orders);
  const std::vector<mp> r = conditions.residuals(x);
  const std::vector<mp> bounds = rounding_bounds(numbers, conditions, r);
  const mp nothing = smallest_residual(numbers);
  mp worst(0);
  std::optional<unexplained_residual> found;
  bool is_certain = false;
  for (std::size_t k = 0; k < r.size(); ++k) {
    if (abs(r[k]) <= bounds[k] * 2 + nothing) {
      continue;
    }
    is_certain = is_certain || conditions.is_violated_by_digits_alone(k);
    if (worst < abs(r[k])) {
      worst = abs(r[k]);
      found = {.text = fmt::format("{}: off by {}, the rounding of the digits explains {}",
                                   conditions.text(k), to_text(r[k], 3), to_text(bounds[k], 2))};
    }
  }
  if (found) {
    found->is_certain = is_certain;
  }
  return found;
}

/// The coefficient whose change by a near miss makes the order at least two higher, to the highest order that it restores.
/// No method has that by chance. `sought` are the conditions for an order.
template <class F>
std::optional<named_mend> near_miss_text(const table_numbers& numbers, int order, F&& sought) {
  const int most = std::min(order + 4, table_conditions::most_order(numbers.table()));
  std::optional<named_mend> text;
  // what mends two orders mends one, which costs less to find
  if (order + 2 <= most && !mend_text(numbers, sought(order + 1), near_miss)) {
    return std::nullopt;
  }
  for (int p = order + 2; p <= most; ++p) {
    const auto found = mend_text(numbers, sought(p), near_miss);
    if (!found) {
      break;
    }
    text = found;
  }
  return text;
}

/// Of a table with wrong digits that claims no order: the changes of one number to the highest order that any of them gives,
/// which is above `order`.
template <class F>
std::optional<named_mend> highest_mend_text(const table_numbers& numbers, int order, F&& sought) {
  constexpr int first = 6;  // one number that is right by chance does not reach it
  // a change that makes the sum of the weights 1 is not one that gives order 2; where the sum is 1, some change of one number does
  const int lowest = order == 0 ? 2 : 3;
  const int most = table_conditions::most_order(numbers.table());
  const auto mended = [&](int p) { return mend_text(numbers, sought(p), 1, named::several); };
  std::optional<named_mend> text;
  for (int p = std::min(first, most); !text && p >= std::max(order + 1, lowest); --p) {
    text = mended(p);
    for (int above = p + 1; p == first && text && above <= most; ++above) {
      const auto more = mended(above);
      if (!more) {
        break;
      }
      text = more;
    }
  }
  return text;
}

/// Whether a composition or a splitting reads the same from both ends but for one or two pairs of numbers, as when two are exchanged.
bool is_palindrome_but_for_two(const table_numbers& numbers) {
  constexpr int most = 2;
  const mp same = apart_if_printed_for_one(numbers);
  const std::vector<mp> values = numbers.values(numbers.literals());
  std::map<std::string, std::vector<mp>> lists;
  for (std::size_t i = 0; i < values.size(); ++i) {
    lists[numbers.table().coefficients[i].key].push_back(values[i]);
  }
  int differ = 0;
  for (const auto& [key, list] : lists) {
    for (std::size_t i = 0; i < list.size() / 2; ++i) {
      differ += abs(list[i] - list[list.size() - 1 - i]) > same ? 1 : 0;
    }
  }
  const table_kind kind = numbers.table().kind;
  return (kind == table_kind::composition || kind == table_kind::splitting) && differ > 0 &&
         differ <= most;
}

/// The two numbers that, exchanged, give an order that is at least two higher, or one in a palindrome, and at least 3; to the highest
/// order that they give.
template <class F>
std::optional<named_mend> highest_exchange_text(const table_numbers& numbers, int order,
                                                F&& sought) {
  constexpr int least = 3;
  const int most = table_conditions::most_order(numbers.table());
  const int rise = is_palindrome_but_for_two(numbers) ? 1 : 2;
  std::optional<named_mend> text;
  for (int p = std::max(order + rise, least); p <= most; ++p) {
    const auto found = exchange_text(numbers, sought(p));
    if (!found) {
      break;
    }
    text = found;
  }
  return text;
}

/// What is suspect in one set of weights, which has the given order and claims another, or 0. The coefficient that is named
/// keeps the conditions of `sought` for its order, and where it can what the table claims besides.
/// Where nothing is claimed, digits that are wrong are told by the orders that a change raises: that of these weights, or that of bhat beside
/// them, which is `embedded_order` or 0.
template <class F>
suspicion find_suspect_of(const table_numbers& numbers,
                          const std::optional<unexplained_residual>& wrong, int order, int claimed,
                          F&& sought, const sought_orders& besides = {}, int embedded_order = 0) {
  constexpr int low_order = 2;  // the order of many tables with two numbers exchanged
  const int known = std::clamp(order, 1, table_conditions::most_order(numbers.table()));
  std::optional<named_mend> mended;
  bool raises_order = claimed > order;
  if (wrong && claimed == 0) {
    mended = highest_mend_text(numbers, order, sought);
    if (!mended && embedded_order > 0 && besides.embedded == 0) {
      mended = highest_mend_text(numbers, embedded_order, [&](int p) {
        sought_orders both = sought(known);
        both.embedded = p;
        return both;
      });
    }
    raises_order = mended.has_value();
  }
  if (claimed == 0 && (wrong || order <= low_order || is_palindrome_but_for_two(numbers))) {
    const auto exchanged = highest_exchange_text(numbers, order, sought);
    if (exchanged && (!mended || mended->order < exchanged->order)) {
      return {.text = exchanged->text, .is_wrong = true, .raises_order = true};
    }
  }
  if (!mended && (wrong || claimed > order)) {
    mended = claim_mended(numbers, sought(std::max(claimed, known)), besides, claimed > order);
  }
  if (mended) {
    return {.text = mended->text,
            .is_wrong = wrong.has_value(),
            .raises_order = raises_order,
            .of_twin = mended->of_twin};
  }
  if (wrong && wrong->is_certain) {
    return {.text = wrong->text, .is_wrong = true};
  }
  // of few decimals many changes of the last one raise the order
  if (!wrong && claimed == 0 && tell_high_orders(numbers, weights::embedded)) {
    mended = near_miss_text(numbers, order, sought);
  }
  return {.text = mended ? mended->text : "",
          .is_wrong = mended.has_value(),
          .raises_order = mended.has_value()};
}

}  // namespace

suspicion find_suspect(const table_numbers& numbers, int order, int embedded_order, nodes c) {
  const scheme_table& table = numbers.table();
  if (table.compute) {
    return {};
  }
  const precision_scope scope(mending_digits);
  const int most = table_conditions::most_order(table);
  const scheme_coefficients<mp> x = numbers.coefficients();
  if (table.kind == table_kind::galerkin) {
    order = quadrature_order(
        x, std::max(tolerance_of(numbers, weights::main), smallest_residual(numbers)), most);
  }
  const auto of_main = [c](int p) { return sought_orders{.main = p, .c = c}; };
  const int known = std::clamp(order, 1, most);
  const int claimed_embedded = claim_up_to(most, table.claims.embedded_order);
  const bool claims_symplectic =
      table.claims.symplectic.value_or(false) && !symplecticity_residuals(table, x).empty();
  const suspicion result = find_suspect_of(numbers, unexplained(numbers, x, of_main(known)), order,
                                           claim_up_to(most, table.claims.order), of_main,
                                           {.main = 0,
                                            .embedded = x.bhat.size() > 0 ? claimed_embedded : 0,
                                            .symplectic = claims_symplectic},
                                           x.bhat.size() > 0 ? embedded_order : 0);
  if (!result.text.empty() || x.bhat.size() == 0) {
    return result;
  }
  // the row of a last stage without weight in b is seen by the conditions of bhat alone
  const int known_embedded = std::clamp(embedded_order, 1, most);
  return find_suspect_of(numbers, unexplained(numbers, x, {.main = 0, .embedded = known_embedded}),
                         embedded_order, claimed_embedded, [known, c](int p) {
                           return sought_orders{.main = known, .embedded = p, .c = c};
                         });
}

}  // namespace plumbline::detail
