// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_mend.hpp"

#include "schemes/audit_facts.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/sorted.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/decimal_digits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plumbline::detail {

namespace {

constexpr int working_digits = 80;

/// The orders up to which the conditions of each set of weights are looked at, with 0 none of them; and whether those of
/// symplecticity are.
struct sought_orders {
  int main = 0;
  int embedded = 0;
  bool symplectic = false;
  nodes c = nodes::by_rows;
};

/// Order conditions, row sums and conditions of symplecticity, as one list of residuals.
class all_conditions {
 public:
  all_conditions(const scheme_table& table, const sought_orders& orders)
      : table_(table),
        orders_(orders),
        rows_(table.has("c") && table.kind == table_kind::runge_kutta && orders.main > 0 &&
                      orders.c == nodes::by_rows
                  ? static_cast<std::size_t>(table.stages)
                  : 0) {
    if (table.kind == table_kind::galerkin) {
      quadrature_order_ = orders.main;
      return;
    }
    if (orders.main > 0) {
      main_.emplace(table, orders.main);
    }
    if (orders.embedded > 0) {
      embedded_.emplace(table, orders.embedded);
    }
  }

  std::vector<mp> residuals(const scheme_coefficients<mp>& x) const {
    std::vector<mp> r;
    for (int k = 1; k <= quadrature_order_; ++k) {
      r.push_back(quadrature_residual(x, k));
    }
    if (main_) {
      r = main_->residuals(x);
    }
    for (std::size_t row = 0; row < rows_; ++row) {
      const auto i = static_cast<Eigen::Index>(row);
      r.push_back(mp(x.a.row(i).sum() - x.c[i]));
    }
    if (embedded_) {
      const std::vector<mp> more = embedded_->residuals(x, weights::embedded);
      r.insert(r.end(), more.begin(), more.end());
    }
    if (orders_.symplectic) {
      const std::vector<mp> more = symplecticity_residuals(table_, x);
      r.insert(r.end(), more.begin(), more.end());
    }
    return r;
  }

  /// Of a condition for an order.
  std::string text(std::size_t k) const {
    if (quadrature_order_ > 0) {
      return quadrature_text(static_cast<int>(k) + 1);
    }
    const std::size_t of_main = main_ ? main_->conditions().size() : 0;
    if (k < of_main) {
      return main_->conditions().text(k);
    }
    return k < of_main + rows_
               ? fmt::format("c[{}] against the row sum of A", k - of_main + 1)
               : embedded_->conditions().text(k - of_main - rows_) + ", with bhat for b";
  }

  /// Whether only a wrong digit violates the condition: each for b, and for bhat and quadratures those of the orders 1 and 2.
  bool is_violated_by_digits_alone(std::size_t k) const {
    constexpr int lowest_orders = 2;
    if (quadrature_order_ > 0) {
      return k < lowest_orders;
    }
    return orders_.main > 0 || embedded_->conditions().order_of(k) <= lowest_orders;
  }

  /// Whether coefficients under this key are among those that may be wrong.
  bool concern(const std::string& key) const {
    return (key == "bhat" ? orders_.embedded : orders_.main) > 0;
  }

  /// What a table has for which they hold.
  std::string order_text() const {
    std::string text = orders_.main > 0 ? fmt::format("order {}", orders_.main) : "";
    if (orders_.embedded > 0) {
      text += fmt::format("{}embedded order {}", text.empty() ? "" : " and ", orders_.embedded);
    }
    return text + (orders_.symplectic ? " and is symplectic" : "");
  }
  const char* subject() const { return quadrature_order_ > 0 ? "its quadrature" : "it"; }

 private:
  const scheme_table& table_;
  sought_orders orders_;
  std::size_t rows_;
  int quadrature_order_ = 0;
  std::optional<table_conditions> main_;
  std::optional<table_conditions> embedded_;
};

/// Residuals that are smaller count as zero: those of long fractions, which approximate other numbers, and rounding.
mp smallest_residual(const table_numbers& numbers) {
  constexpr int of_long_fractions = 12;
  return pow(mp(10), -(numbers.has_long_fractions() ? of_long_fractions : working_digits * 3 / 4));
}

/// What the rounding of the last printed digits can make of each residual.
std::vector<mp> rounding_bounds(const table_numbers& numbers, const all_conditions& conditions,
                                const std::vector<mp>& r) {
  std::vector<mp> bounds(r.size(), mp(0));
  const std::vector<mp> x = numbers.literals();
  const mp delta = pow(mp(10), -working_digits / 2);
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<mp> moved = x;
    moved[i] += delta;
    const std::vector<mp> other = conditions.residuals(numbers.coefficients(moved));
    const mp unit = pow(mp(10), -numbers.printed()[i].decimals) / 2;
    for (std::size_t k = 0; k < r.size(); ++k) {
      bounds[k] += abs(other[k] - r[k]) / delta * unit;
    }
  }
  return bounds;
}

/// p/q with a small q where x is one to 40 digits.
std::optional<std::string> simple_fraction(const mp& x) {
  constexpr int most_terms = 40;
  const mp close = pow(mp(10), -40);
  mp rest = x;
  mp p0(1);
  mp q0(0);
  mp p1 = floor(rest);
  mp q1(1);
  for (int k = 0; k < most_terms && q1 < pow(mp(10), 18); ++k) {
    if (abs(x - p1 / q1) < close) {
      const std::string denominator = to_text(q1);
      return to_text(p1) + (denominator == "1" ? "" : "/" + denominator);
    }
    const mp part = rest - floor(rest);
    if (part == 0) {
      break;
    }
    rest = mp(1) / part;
    const mp p2 = floor(rest) * p1 + p0;
    const mp q2 = floor(rest) * q1 + q0;
    p0 = mp(p1);
    q0 = mp(q1);
    p1 = mp(p2);
    q1 = mp(q2);
  }
  return std::nullopt;
}

/// Whether a number stands at one place of the table or at several.
enum class occurs { once, several_times };

struct mend {
  std::string place;
  std::string stands;
  mp value;
  double cost = 0;  ///< the smaller, the more likely: a sign before a digit
  /// What the change leaves is what the rounding of the printed digits can cause, not a few times that.
  bool explains_all = false;
  bool sign = false;
  occurs where = occurs::once;
};

/// The text without a leading minus, where the minus belongs to a number.
std::string without_sign(const std::string& text) {
  return text.starts_with('-') && text.find_first_of("+-", 1) == std::string::npos ? text.substr(1)
                                                                                   : text;
}

/// How residuals count in the sum of squares that is made small. With `by_rounding` each is measured by what rounding makes
/// of it: otherwise a large one is made smaller at the cost of one that has to be smaller still.
enum class weighing { equal, by_rounding };

/// The change of one number of the table that makes all residuals small. A number that was copied to several places (a
/// symmetric composition that is written out) is changed at all of them.
class mender {
 public:
  mender(const table_numbers& numbers, const all_conditions& conditions,
         weighing how = weighing::equal)
      : numbers_(numbers), conditions_(conditions), weighing_(how) {
    values_ = numbers.values(numbers.literals());
    const scheme_coefficients<mp> x = assemble(numbers.table(), values_);
    const std::vector<mp> r = conditions.residuals(x);
    allowed_ = rounding_bounds(numbers, conditions, r);
    for (mp& bound : allowed_) {
      bound = bound * bounds_allowed + pow(mp(10), -working_digits / 2);
    }
  }

  /// All of them, one for each number, the likeliest first.
  std::vector<mend> all() {
    std::vector<mend> found;
    // a change that is smaller than the last printed digit mends nothing
    const mp least = pow(mp(10), numbers_.decimals() > 0 ? -numbers_.decimals() : -15) * 3 / 4;
    const auto consider = [&](const std::string& place, const std::string& text, const mp& now,
                              const auto& f, occurs where = occurs::once) {
      std::optional<mend> best;
      for (const bool flipped : {true, false}) {
        const auto restored = restore(flipped ? mp(-now) : now, f);
        if (!restored || abs(restored->value - now) < least) {
          continue;
        }
        mend m{.place = place, .stands = text, .value = restored->value, .where = where};
        const mp scale = abs(now) + abs(m.value);
        m.sign = abs(m.value + now) <= scale * pow(mp(10), -5);
        // a value that stands elsewhere in the table is a copy with a wrong digit
        const auto original = that_stands(m.value, now);
        m.value = original.value_or(m.value);
        constexpr double of_copy = 0.1;
        m.cost = m.sign ? -1 : to_double(mp(abs(m.value - now) / scale)) * (original ? of_copy : 1);
        m.explains_all = restored->left <= mp(1) / bounds_allowed;
        if (!best || m.cost < best->cost) {
          best = m;
        }
      }
      if (best) {
        found.push_back(*best);
      }
    };
    const scheme_table& table = numbers_.table();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const table_coefficient& c = table.coefficients[i];
      if (!conditions_.concern(c.key)) {
        continue;
      }
      consider(c.place(), c.text, values_[i], [&](const mp& value) {
        std::vector<mp> changed = values_;
        changed[i] = mp(value);
        return conditions_.residuals(assemble(table, changed));
      });
    }
    // the same value at several places
    std::vector<bool> done(values_.size(), false);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string text = without_sign(table.coefficients[i].text);
      std::vector<std::size_t> same;
      std::vector<std::string> places;
      for (std::size_t k = i; k < values_.size(); ++k) {
        const table_coefficient& c = table.coefficients[k];
        if (!done[k] && conditions_.concern(c.key) && without_sign(c.text) == text &&
            values_[k] != 0) {
          done[k] = true;
          same.push_back(k);
          places.push_back(c.place());
        }
      }
      if (same.size() < 2) {
        continue;
      }
      const mp now = values_[i];
      consider(
          joined(places), table.coefficients[i].text, now,
          [&](const mp& value) {
            std::vector<mp> changed = values_;
            for (const std::size_t k : same) {
              changed[k] = values_[k] == now ? mp(value) : mp(-value);
            }
            return conditions_.residuals(assemble(table, changed));
          },
          occurs::several_times);
    }
    // a printed number that stands in several formulas
    const std::vector<mp> literals = numbers_.literals();
    for (std::size_t i = 0; i < literals.size(); ++i) {
      const std::string places = numbers_.places_of(i);
      if (places.find(',') == std::string::npos) {
        continue;
      }
      consider(
          places, numbers_.printed()[i].text, literals[i],
          [&](const mp& value) {
            std::vector<mp> changed = literals;
            changed[i] = mp(value);
            return conditions_.residuals(numbers_.coefficients(changed));
          },
          occurs::several_times);
    }
    for (const auto& [name, text] : table.definitions) {
      variables names;
      for (const auto& [other, meaning] : table.definitions) {
        names.set(other, expression(meaning));
      }
      const mp now = evaluate<mp>(expression(text), names);
      consider("define." + name, text, now, [&, defined = name](const mp& value) {
        return conditions_.residuals(assemble(table, numbers_.values_with(defined, value)));
      });
    }
    return sorted(found, [](const mend& a, const mend& b) {
      return a.explains_all != b.explains_all ? a.explains_all : a.cost < b.cost;
    });
  }

  /// True where the conditions hold once two coefficients have changed places.
  bool holds_exchanged(std::size_t i, std::size_t k) const {
    std::vector<mp> changed = values_;
    changed[i] = values_[k];
    changed[k] = values_[i];
    return holds(conditions_.residuals(assemble(numbers_.table(), changed)));
  }
  bool are_equal(std::size_t i, std::size_t k) const { return values_[i] == values_[k]; }

 private:
  /// So many times what rounding can cause is allowed.
  static constexpr int bounds_allowed = 4;

  /// The largest residual beside what is allowed.
  mp largest_left(const std::vector<mp>& r) const {
    mp most(0);
    for (std::size_t k = 0; k < r.size(); ++k) {
      most = std::max(most, mp(abs(r[k]) / allowed_[k]));
    }
    return most;
  }
  bool holds(const std::vector<mp>& r) const { return largest_left(r) <= 1; }

  /// The correction of Gauss and Newton in one unknown, nothing where the residuals do not depend on it.
  template <class F>
  std::optional<mp> correction(const mp& x, const std::vector<mp>& r, const F& f,
                               weighing how) const {
    const mp delta = pow(mp(10), -working_digits / 2);
    const std::vector<mp> other = f(mp(x + delta));
    mp above(0);
    mp below(0);
    for (std::size_t i = 0; i < r.size(); ++i) {
      const mp slope = (other[i] - r[i]) / delta;
      const mp unit = how == weighing::by_rounding ? allowed_[i] : mp(1);
      above += slope / unit * (r[i] / unit);
      below += slope / unit * (slope / unit);
    }
    return below == 0 ? std::nullopt : std::optional(mp(above / below));
  }

  struct restored_number {
    mp value;
    mp left;  ///< see largest_left()
  };
  /// The likeliest value near one for which the conditions hold: residuals count beside what rounding makes of them.
  template <class F>
  restored_number likeliest(restored_number found, const F& f) const {
    constexpr int most_iterations = 5;
    for (int k = 0; k < most_iterations; ++k) {
      const auto change = correction(found.value, f(found.value), f, weighing::by_rounding);
      if (!change) {
        break;
      }
      const mp value = found.value - *change;
      const mp left = largest_left(f(value));
      if (!(left < found.left)) {
        break;
      }
      found = {value, left};
    }
    return found;
  }

  /// The value near x for which the conditions hold.
  template <class F>
  std::optional<restored_number> restore(mp x, const F& f) const {
    constexpr int most_iterations = 30;
    const auto square = [](const std::vector<mp>& v) {
      mp sum(0);
      for (const mp& value : v) {
        sum += value * value;
      }
      return sum;
    };
    std::vector<mp> r = f(x);
    mp size = square(r);
    int slow = 0;
    for (int k = 0; k < most_iterations; ++k) {
      if (holds(r)) {
        return likeliest({x, largest_left(r)}, f);
      }
      const auto change = correction(x, r, f, weighing_);
      if (!change) {
        return std::nullopt;
      }
      x = mp(x - *change);
      r = f(x);
      const mp now = square(r);
      if (!is_finite(now)) {
        return std::nullopt;
      }
      slow = now > size / 4 ? slow + 1 : 0;
      size = mp(now);
      if (slow > 4) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  /// The coefficient of a table of decimals that is this value to its last digit or two, and not the one that stands now: simple fractions
  /// stand in many places.
  std::optional<mp> that_stands(const mp& value, const mp& now) const {
    const mp unit = pow(mp(10), -numbers_.decimals());
    if (value == 0 || numbers_.decimals() == 0) {
      return std::nullopt;
    }
    const auto found = std::ranges::find_if(
        values_, [&](const mp& x) { return x != now && abs(x - value) <= 2 * unit; });
    return found == values_.end() ? std::nullopt : std::optional(*found);
  }

  const table_numbers& numbers_;
  const all_conditions& conditions_;
  weighing weighing_;
  std::vector<mp> values_;
  std::vector<mp> allowed_;
};

std::string value_text(const mend& m, int decimals) {
  if (m.sign) {
    return m.stands.front() == '-'                                ? m.stands.substr(1)
           : m.stands.find_first_of("+-", 1) == std::string::npos ? "-" + m.stands
                                                                  : "-(" + m.stands + ")";
  }
  if (decimals == 0) {
    if (const auto fraction = simple_fraction(m.value)) {
      return *fraction;
    }
  }
  constexpr int of_an_exact_table = 20;
  // to the last decimal of the table
  const int before_point = static_cast<int>(std::floor(log2_magnitude(m.value) / log2_of_10)) + 1;
  return to_text(m.value, decimals > 0 ? std::clamp(decimals + before_point, 1, working_digits)
                                       : of_an_exact_table);
}

/// Changes of less than this, relative to the coefficient, count as near misses.
constexpr double near_miss = 1e-3;

/// How many changes are named, which all mend a table as well; the likeliest alone where something else says that it is meant.
enum class named : std::size_t { the_likeliest = 1, several = 4 };

std::optional<std::string> mend_text(const table_numbers& numbers, const sought_orders& orders,
                                     double largest_change = 1, weighing how = weighing::equal,
                                     named most = named::the_likeliest) {
  const all_conditions conditions(numbers.table(), orders);
  std::optional<std::string> text;
  std::size_t count = 0;
  for (const mend& found : mender(numbers, conditions, how).all()) {
    if (found.cost > largest_change || count++ == static_cast<std::size_t>(most)) {
      break;
    }
    const bool several = found.where == occurs::several_times;
    text = fmt::format("{}{} {} {}; with {} {} {}{} has {}", text ? *text + "; or " : "",
                       several ? found.stands : found.place, several ? "stands in" : "is",
                       several ? found.place : found.stands,
                       found.sign ? "the other sign," : "the value",
                       value_text(found, numbers.decimals()), several ? "there " : "",
                       conditions.subject(), conditions.order_text());
  }
  return text;
}

/// The two coefficients under one key that stand in each other's place: exchanged, they make the conditions hold.
std::optional<std::string> exchange_text(const table_numbers& numbers,
                                         const sought_orders& orders) {
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
        return fmt::format("{} is {} and {} is {}; exchanged, they give {}", one.place(), one.text,
                           other.place(), other.text, all.order_text());
      }
    }
  }
  return std::nullopt;
}

/// What would mend the table, or nothing: one coefficient with another value, or where it lacks the order two exchanged. What it claims
/// `besides` counts too where one change gives both.
std::optional<std::string> claim_mended(const table_numbers& numbers, const sought_orders& orders,
                                        const sought_orders& besides, bool lacks_order) {
  const auto mended_to = [&](const sought_orders& sought) {
    auto text = mend_text(numbers, sought);
    text = text || !lacks_order ? text : exchange_text(numbers, sought);
    return text ? text : mend_text(numbers, sought, 1, weighing::by_rounding);
  };
  std::optional<std::string> text;
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
std::optional<std::string> near_miss_text(const table_numbers& numbers, int order, F&& sought) {
  const int most = std::min(order + 4, table_conditions::most_order(numbers.table()));
  std::optional<std::string> text;
  for (int p = order + 2; p <= most; ++p) {
    auto found = mend_text(numbers, sought(p), near_miss);
    if (!found && text) {
      found = mend_text(numbers, sought(p), near_miss, weighing::by_rounding);
    }
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
std::optional<std::string> highest_mend_text(const table_numbers& numbers, int order, F&& sought) {
  constexpr int first = 6;  // one number that is right by chance does not reach it
  // a change that makes the sum of the weights 1 is not one that gives order 2; where the sum is 1, some change of one number does
  const int lowest = order == 0 ? 2 : 3;
  const int most = table_conditions::most_order(numbers.table());
  const auto mended = [&](int p) {
    return mend_text(numbers, sought(p), 1, weighing::equal, named::several);
  };
  std::optional<std::string> text;
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

/// What is suspect in one set of weights, which has the given order and claims another, or 0. The coefficient that is named
/// keeps the conditions of `sought` for its order, and where it can what the table claims besides.
template <class F>
suspicion find_suspect_of(const table_numbers& numbers,
                          const std::optional<unexplained_residual>& wrong, int order, int claimed,
                          F&& sought, const sought_orders& besides = {}) {
  const int known = std::clamp(order, 1, table_conditions::most_order(numbers.table()));
  std::optional<std::string> mended;
  bool raises_order = claimed > order;
  if (wrong && claimed == 0) {
    mended = highest_mend_text(numbers, order, sought);
    raises_order = mended.has_value();
  }
  if (!mended && (wrong || claimed > order)) {
    mended = claim_mended(numbers, sought(std::max(claimed, known)), besides, claimed > order);
  }
  if (mended) {
    return {.text = *mended, .is_wrong = wrong.has_value(), .raises_order = raises_order};
  }
  if (wrong && wrong->is_certain) {
    return {.text = wrong->text, .is_wrong = true};
  }
  if (!wrong && claimed == 0) {
    mended = near_miss_text(numbers, order, sought);
  }
  return {.text = mended.value_or(""),
          .is_wrong = mended.has_value(),
          .raises_order = mended.has_value()};
}

}  // namespace

suspicion find_suspect(const table_numbers& numbers, int order, int embedded_order, nodes c) {
  const scheme_table& table = numbers.table();
  if (table.compute) {
    return {};
  }
  const precision_scope scope(working_digits);
  const int most = table_conditions::most_order(table);
  const scheme_coefficients<mp> x = numbers.coefficients();
  if (table.kind == table_kind::galerkin) {
    order = quadrature_order(x, std::max(tolerance_of(numbers), smallest_residual(numbers)), most);
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
                                            .symplectic = claims_symplectic});
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
