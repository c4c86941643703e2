// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_mend.hpp"

#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace plumbline::detail {

namespace {

constexpr int working_digits = 80;

/// Order conditions and row sums, as one list of residuals.
class all_conditions {
 public:
  all_conditions(const scheme_table& table, int order, weights of)
      : conditions_(table, order),
        weights_(of),
        has_rows_(table.has("c") && table.kind == table_kind::runge_kutta && of == weights::main) {}

  std::vector<mp> residuals(const scheme_coefficients<mp>& x) const {
    std::vector<mp> r = conditions_.residuals(x, weights_);
    for (Eigen::Index i = 0; has_rows_ && i < x.c.size(); ++i) {
      mp sum(0);
      for (Eigen::Index j = 0; j < x.c.size(); ++j) {
        sum += x.a(i, j);
      }
      r.push_back(sum - x.c[i]);
    }
    return r;
  }
  std::string text(std::size_t k) const {
    const order_conditions& list = conditions_.conditions();
    return k < list.size() ? list.text(k)
                           : fmt::format("c[{}] against the row sum of A", k - list.size() + 1);
  }

 private:
  table_conditions conditions_;
  weights weights_;
  bool has_rows_;
};

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
  bool sign = false;
  occurs where = occurs::once;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

/// The text without a leading minus, where the minus belongs to a number.
std::string without_sign(const std::string& text) {
  return text.starts_with('-') && text.find_first_of("+-", 1) == std::string::npos ? text.substr(1)
                                                                                   : text;
}

/// The change of one number of the table that makes all residuals small. A number that was copied to several places (a
/// symmetric composition that is written out) is changed at all of them.
class mender {
 public:
  mender(const table_numbers& numbers, const all_conditions& conditions, std::string only_key)
      : numbers_(numbers), conditions_(conditions), only_key_(std::move(only_key)) {
    values_ = numbers.values(numbers.literals());
    const scheme_coefficients<mp> x = assemble(numbers.table(), values_);
    const std::vector<mp> r = conditions.residuals(x);
    allowed_ = rounding_bounds(numbers, conditions, r);
    for (mp& bound : allowed_) {
      bound = bound * 4 + pow(mp(10), -working_digits / 2);
    }
  }

  std::optional<mend> best() {
    std::optional<mend> best;
    // a change that is smaller than the last printed digit mends nothing
    const mp least = pow(mp(10), numbers_.decimals() > 0 ? -numbers_.decimals() : -15) * 3 / 4;
    const auto consider = [&](const std::string& place, const std::string& text, const mp& now,
                              const auto& f, occurs where = occurs::once) {
      for (const bool flipped : {true, false}) {
        const auto value = restore(flipped ? mp(-now) : now, f);
        if (!value || abs(*value - now) < least) {
          continue;
        }
        mend m{.place = place, .stands = text, .value = *value, .where = where};
        const mp scale = abs(now) + abs(*value);
        m.sign = abs(*value + now) <= scale * pow(mp(10), -5);
        m.cost = m.sign ? -1 : to_double(mp(abs(*value - now) / scale));
        if (!best || m.cost < best->cost) {
          best = m;
        }
      }
    };
    const scheme_table& table = numbers_.table();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const table_coefficient& c = table.coefficients[i];
      if (only_key_.empty() ? c.key == "bhat" : c.key != only_key_) {
        continue;
      }
      consider(c.place(), c.text, values_[i], [&](const mp& value) {
        std::vector<mp> changed = values_;
        changed[i] = mp(value);
        return conditions_.residuals(assemble(table, changed));
      });
    }
    if (!only_key_.empty()) {
      return best;
    }
    // the same value at several places
    std::vector<bool> done(values_.size(), false);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::string text = without_sign(table.coefficients[i].text);
      std::vector<std::size_t> same;
      std::vector<std::string> places;
      for (std::size_t k = i; k < values_.size(); ++k) {
        const table_coefficient& c = table.coefficients[k];
        if (!done[k] && c.key != "bhat" && without_sign(c.text) == text && values_[k] != 0) {
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
    return best;
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
  bool holds(const std::vector<mp>& r) const {
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (!(abs(r[k]) <= allowed_[k])) {
        return false;
      }
    }
    return true;
  }

  /// Gauss–Newton in one unknown.
  template <class F>
  std::optional<mp> restore(mp x, const F& f) const {
    constexpr int most_iterations = 30;
    const mp delta = pow(mp(10), -working_digits / 2);
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
        return x;
      }
      const std::vector<mp> other = f(mp(x + delta));
      mp above(0);
      mp below(0);
      for (std::size_t i = 0; i < r.size(); ++i) {
        const mp slope = (other[i] - r[i]) / delta;
        above += slope * r[i];
        below += slope * slope;
      }
      if (below == 0) {
        return std::nullopt;
      }
      x = mp(x - above / below);
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

  const table_numbers& numbers_;
  const all_conditions& conditions_;
  std::string only_key_;
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
  return to_text(m.value, decimals > 0 ? std::min(decimals, working_digits) : of_an_exact_table);
}

/// Changes of less than this, relative to the coefficient, count as near misses.
constexpr double near_miss = 1e-3;

const char* kind_of_order(weights of) { return of == weights::embedded ? "embedded " : ""; }

std::optional<std::string> mend_text(const table_numbers& numbers, int order, weights of,
                                     double largest_change = 1) {
  const all_conditions conditions(numbers.table(), order, of);
  const auto found = mender(numbers, conditions, of == weights::embedded ? "bhat" : "").best();
  if (!found || found->cost > largest_change) {
    return std::nullopt;
  }
  const bool several = found->where == occurs::several_times;
  return fmt::format("{} {} {}; with {} {} {} {}order {}", several ? found->stands : found->place,
                     several ? "stands in" : "is", several ? found->place : found->stands,
                     found->sign ? "the other sign," : "the value",
                     value_text(*found, numbers.decimals()), several ? "there it has" : "it has",
                     kind_of_order(of), order);
}

/// The two coefficients under one key that stand in each other's place: exchanged, they make the conditions hold.
std::optional<std::string> exchange_text(const table_numbers& numbers, int order, weights of) {
  const auto& coefficients = numbers.table().coefficients;
  constexpr int few_conditions = 3;  // these refuse nearly all pairs, at little cost
  const all_conditions few(numbers.table(), std::min(order, few_conditions), of);
  const all_conditions all(numbers.table(), order, of);
  const mender at_first(numbers, few, "");
  const mender at_last(numbers, all, "");
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    for (std::size_t k = i + 1; k < coefficients.size(); ++k) {
      const table_coefficient& one = coefficients[i];
      const table_coefficient& other = coefficients[k];
      if (one.key == other.key && (one.key == "bhat") == (of == weights::embedded) &&
          !at_first.are_equal(i, k) && at_first.holds_exchanged(i, k) &&
          at_last.holds_exchanged(i, k)) {
        return fmt::format("{} is {} and {} is {}; exchanged, they give {}order {}", one.place(),
                           one.text, other.place(), other.text, kind_of_order(of), order);
      }
    }
  }
  return std::nullopt;
}

/// What would mend the table, or nothing: one coefficient with another value, or two exchanged.
std::optional<std::string> claim_mended(const table_numbers& numbers, int order, weights of) {
  const auto text = mend_text(numbers, order, of);
  return text ? text : exchange_text(numbers, order, of);
}

}  // namespace

suspicion find_suspect(const table_numbers& numbers, int order, int embedded_order) {
  const scheme_table& table = numbers.table();
  if (table.compute || !table_conditions::exist(table)) {
    return {};
  }
  const precision_scope scope(working_digits);
  const int most = table_conditions::most_order(table);
  const int known = std::clamp(order, 1, most);
  const scheme_coefficients<mp> x = numbers.coefficients();
  suspicion result;
  {
    const all_conditions conditions(table, known, weights::main);
    const std::vector<mp> r = conditions.residuals(x);
    const std::vector<mp> bounds = rounding_bounds(numbers, conditions, r);
    constexpr int of_long_fractions = 12;
    const mp nothing =
        pow(mp(10), -(numbers.has_long_fractions() ? of_long_fractions : working_digits * 3 / 4));
    mp worst(0);
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (abs(r[k]) > bounds[k] * 2 + nothing && worst < abs(r[k])) {
        worst = abs(r[k]);
        result.is_wrong = true;
        result.text = fmt::format("{}: off by {}, the rounding of the digits explains {}",
                                  conditions.text(k), to_text(r[k], 3), to_text(bounds[k], 2));
      }
    }
  }
  const int claimed = std::min(table.claims.order.value_or(0), most);
  if (claimed > order || result.is_wrong) {
    if (const auto text = claim_mended(numbers, std::max(claimed, known), weights::main)) {
      result.text = *text;
      return result;
    }
  }
  if (!table.claims.order && !result.is_wrong) {
    // A near miss: another sign, or a change in the third digit or later, makes the order two higher. No method has that
    // by chance.
    for (int p = order + 2; p <= std::min(order + 4, most); ++p) {
      const auto text = mend_text(numbers, p, weights::main, near_miss);
      if (!text) {
        break;
      }
      result.text = *text;
      result.is_wrong = true;
    }
  }
  if (result.is_wrong && order == 0 && claimed == 0) {
    // the highest order that one coefficient can restore; for order 2 the sum of the weights nearly suffices
    for (int p = 6; p >= 3; --p) {
      if (const auto text = mend_text(numbers, p, weights::main)) {
        result.text = *text;
        return result;
      }
    }
  }
  const int embedded = std::min(table.claims.embedded_order.value_or(0), most);
  if (embedded > embedded_order && result.text.empty()) {
    if (const auto text = claim_mended(numbers, embedded, weights::embedded)) {
      result.text = *text;
    }
  }
  return result;
}

}  // namespace plumbline::detail
