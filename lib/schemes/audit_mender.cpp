// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_mender.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/sorted.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace plumbline::detail {

namespace {

/// So many times what rounding can cause is allowed.
constexpr int bounds_allowed = 4;
/// What rounding can cause in the table as it stands is more by as much, or less, than in the mended one.
constexpr int near_enough = 1000;

bool is_likelier(const mend& a, const mend& b) {
  return a.explains_all != b.explains_all ? a.explains_all : a.cost < b.cost;
}

/// The text without a leading minus, where the minus belongs to a number.
std::string without_sign(const std::string& text) {
  return text.starts_with('-') && text.find_first_of("+-", 1) == std::string::npos ? text.substr(1)
                                                                                   : text;
}

}  // namespace

std::vector<mp> rounding_bounds(const table_numbers& numbers, const all_conditions& conditions,
                                const std::vector<mp>& r) {
  return rounding_bounds(numbers, r, [&](const std::vector<mp>& literals) {
    return conditions.residuals(numbers.coefficients(literals));
  });
}

mp apart_if_printed_for_one(const table_numbers& numbers) {
  return numbers.decimals() > 0 ? mp(2 * pow(mp(10), -numbers.decimals()))
                                : pow(mp(10), -mending_digits / 2);
}

std::optional<std::string> simple_fraction(const mp& x, const mp& close,
                                           const mp& most_denominator) {
  constexpr int most_terms = 40;
  mp rest = x;
  mp p0(1);
  mp q0(0);
  mp p1 = floor(rest);
  mp q1(1);
  for (int k = 0; k < most_terms && q1 < most_denominator; ++k) {
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

mender::mender(const table_numbers& numbers, const all_conditions& conditions)
    : numbers_(numbers), conditions_(conditions), values_(numbers.values(numbers.literals())) {
  const std::vector<mp> r = residuals(values_);
  allowed_.resize(r.size(), mp(0));
  allow(allowed_, rounding_bounds(numbers, conditions, r));
}

std::vector<mend> mender::all(changes wanted) const {
  std::vector<mend> found;
  for (const auto& list : {coefficients(), copies(), literals(), definitions()}) {
    for (const candidate& c : list) {
      if (auto m = mended(c, wanted)) {
        found.push_back(std::move(*m));
      }
    }
  }
  return sorted(found, is_likelier);
}

std::vector<mender::candidate> mender::coefficients() const {
  std::vector<candidate> all;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const table_coefficient& c = numbers_.table().coefficients[i];
    if (conditions_.concern(c.key)) {
      all.push_back({.place = c.place(),
                     .text = c.text,
                     .now = values_[i],
                     .residuals =
                         [this, i](const mp& value, const printed_values& moved) {
                           std::vector<mp> changed = values_for(moved);
                           changed[i] = mp(value);
                           return residuals(changed);
                         },
                     .twin = twin_of(i)});
    }
  }
  return all;
}

/// The same value at several places.
std::vector<mender::candidate> mender::copies() const {
  std::vector<candidate> all;
  const auto& coefficients = numbers_.table().coefficients;
  std::vector<bool> done(values_.size(), false);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const std::string text = without_sign(coefficients[i].text);
    std::vector<std::size_t> same;
    std::vector<std::string> places;
    for (std::size_t k = i; k < values_.size(); ++k) {
      const table_coefficient& c = coefficients[k];
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
    all.push_back({.place = joined(places),
                   .text = coefficients[i].text,
                   .now = values_[i],
                   .residuals =
                       [this, i, same](const mp& value, const printed_values& moved) {
                         std::vector<mp> changed = values_for(moved);
                         for (const std::size_t k : same) {
                           changed[k] = values_[k] == values_[i] ? mp(value) : mp(-value);
                         }
                         return residuals(changed);
                       },
                   .where = occurs::several_times});
  }
  return all;
}

/// Printed numbers that stand in several formulas.
std::vector<mender::candidate> mender::literals() const {
  std::vector<candidate> all;
  const std::vector<mp> printed = numbers_.literals();
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const std::string places = numbers_.places_of(i);
    if (places.find(',') == std::string::npos) {
      continue;
    }
    all.push_back({.place = places,
                   .text = numbers_.printed()[i].text,
                   .now = printed[i],
                   .residuals =
                       [this, i, printed](const mp& value, const printed_values& moved) {
                         std::vector<mp> changed = moved.value_or(printed);
                         changed[i] = mp(value);
                         return residuals(numbers_.values(changed));
                       },
                   .where = occurs::several_times});
  }
  return all;
}

std::vector<mender::candidate> mender::definitions() const {
  std::vector<candidate> all;
  variables names;
  for (const auto& [name, text] : numbers_.table().definitions) {
    names.set(name, expression(text));
  }
  for (const auto& [name, text] : numbers_.table().definitions) {
    all.push_back({.place = "define." + name,
                   .text = text,
                   .now = evaluate<mp>(expression(text), names),
                   // what rounding makes of its own formula is left out
                   .residuals = [this, defined = name](const mp& value, const printed_values&) {
                     return residuals(numbers_.values_with(defined, value));
                   }});
  }
  return all;
}

std::optional<mend> mender::mended(const candidate& c, changes wanted) const {
  // a change that is smaller than the last printed digit mends nothing
  const mp least = pow(mp(10), numbers_.decimals() > 0 ? -numbers_.decimals() : -15) * 3 / 4;
  std::optional<mend> best;
  for (const bool flipped : {true, false}) {
    std::optional<restored_number> restored;
    try {
      restored = restore(flipped ? mp(-c.now) : c.now, c.residuals, wanted);
    } catch (const invalid_input&) {  // a formula has no value there
      continue;
    }
    if (!restored || abs(restored->value - c.now) < least) {
      continue;
    }
    mend m{.place = c.place, .stands = c.text, .value = restored->value, .where = c.where};
    m.explains_all = restored->left <= mp(1) / bounds_allowed;
    judge(m, c);
    if (!best || is_likelier(m, *best)) {
      best = std::move(m);
    }
  }
  return best;
}

void mender::judge(mend& m, const candidate& c) const {
  constexpr double of_sign = -1;
  constexpr double of_twin = -2;  // nobody has such a row by chance
  constexpr double of_copy = 0.1;
  constexpr double of_fraction = 0.1;
  const mp scale = abs(c.now) + abs(m.value);
  m.sign = abs(m.value + c.now) <= scale * pow(mp(10), -5);
  // a value that stands elsewhere in the table is a copy with a wrong digit
  const auto original = that_stands(m.value, c.now);
  m.value = original.value_or(m.value);
  if (c.twin && abs(m.value - *c.twin) <= apart_if_printed_for_one(numbers_)) {
    m.value = *c.twin;
    m.cost = of_twin;
    m.of_twin = true;
    return;
  }
  if (m.sign) {
    m.cost = of_sign;
    return;
  }
  m.change = to_double(mp(abs(m.value - c.now) / scale));
  m.cost = m.change * (original ? of_copy : 1);
  // a wrong digit makes a decimal number of a simple fraction, and no simple fraction of a decimal number
  const bool was_fraction = is_fraction(m.value);
  if (was_fraction != is_fraction(c.now)) {
    m.cost *= was_fraction ? of_fraction : 1 / of_fraction;
  }
}

bool mender::holds_exchanged(std::size_t i, std::size_t k) const {
  const auto exchanged = [&](const printed_values& moved) {
    std::vector<mp> changed = values_for(moved);
    std::swap(changed[i], changed[k]);
    return residuals(changed);
  };
  const std::vector<mp> r = exchanged({});
  const mp left = largest_left(r, allowed_);
  return left <= 1 || (left < near_enough && largest_left(r, allowed_beside(r, exchanged)) <= 1);
}

std::vector<mp> mender::values_for(const printed_values& moved) const {
  return moved ? numbers_.values(*moved) : values_;
}

std::vector<mp> mender::residuals(const std::vector<mp>& values) const {
  return conditions_.residuals(assemble(numbers_.table(), values));
}

void mender::allow(std::vector<mp>& allowed, const std::vector<mp>& bounds) {
  const mp nothing = pow(mp(10), -mending_digits / 2);
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    allowed[k] = std::max(allowed[k], mp(bounds[k] * bounds_allowed + nothing));
  }
}

std::vector<mp> mender::allowed_beside(
    const std::vector<mp>& r,
    const std::function<std::vector<mp>(const std::vector<mp>&)>& residuals_for) const {
  std::vector<mp> allowed = allowed_;
  allow(allowed, rounding_bounds(numbers_, r, residuals_for));
  return allowed;
}

mp mender::largest_left(const std::vector<mp>& r, const std::vector<mp>& allowed) {
  mp most(0);
  for (std::size_t k = 0; k < r.size(); ++k) {
    if (!is_finite(r[k])) {
      return std::numeric_limits<mp>::infinity();
    }
    most = std::max(most, mp(abs(r[k]) / allowed[k]));
  }
  return most;
}

std::optional<mender::gauss_step> mender::correction(const mp& x, const std::vector<mp>& r,
                                                     const residuals_with& f,
                                                     const std::vector<mp>& allowed, weighing how) {
  const mp delta = pow(mp(10), -mending_digits / 2);
  const std::vector<mp> other = f(mp(x + delta), {});
  mp all(0);
  mp above(0);
  mp below(0);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const mp slope = (other[i] - r[i]) / delta;
    const mp unit = how == weighing::by_rounding ? allowed[i] : mp(1);
    all += r[i] / unit * (r[i] / unit);
    above += slope / unit * (r[i] / unit);
    below += slope / unit * (slope / unit);
  }
  if (below == 0) {
    return std::nullopt;
  }
  return gauss_step{mp(above / below), mp(all - above * above / below)};
}

mender::restored_number mender::likeliest(restored_number found, const residuals_with& f,
                                          const std::vector<mp>& allowed) {
  constexpr int most_iterations = 5;
  for (int k = 0; k < most_iterations; ++k) {
    const auto change =
        correction(found.value, f(found.value, {}), f, allowed, weighing::by_rounding);
    if (!change) {
      break;
    }
    const mp value = found.value - change->change;
    const mp left = largest_left(f(value, {}), allowed);
    if (!(left < found.left)) {
      break;
    }
    found = {value, left};
  }
  return found;
}

std::optional<mender::restored_number> mender::restore(mp x, const residuals_with& f,
                                                       changes wanted) const {
  constexpr int most_iterations = 40;
  constexpr int most_slow = 4;
  std::vector<mp> allowed = allowed_;
  weighing how = weighing::equal;
  const auto square = [&](const std::vector<mp>& v) {
    mp sum(0);
    for (std::size_t k = 0; k < v.size(); ++k) {
      const mp value = how == weighing::by_rounding ? mp(v[k] / allowed[k]) : v[k];
      sum += value * value;
    }
    return sum;
  };
  std::vector<mp> r = f(x, {});
  bool is_near = false;
  mp size = square(r);
  if (!is_finite(size)) {
    return std::nullopt;
  }
  int slow = 0;
  for (int k = 0; k < most_iterations; ++k) {
    mp left = largest_left(r, allowed);
    if (!is_near && 1 < left && left < near_enough) {
      is_near = true;
      allowed = allowed_beside(r, [&](const std::vector<mp>& moved) { return f(x, moved); });
      left = largest_left(r, allowed);
    }
    if (left <= 1) {
      return likeliest({x, left}, f, allowed);
    }
    const auto change = correction(x, r, f, allowed, how);
    if (!change) {
      return std::nullopt;
    }
    constexpr int nothing_mended = 16;
    if (wanted == changes::small && k == 0 && change->left > size / nothing_mended) {
      return std::nullopt;
    }
    x = mp(x - change->change);
    r = f(x, {});
    mp now = square(r);
    if (!is_finite(now)) {
      return std::nullopt;
    }
    slow = now > size / 4 ? slow + 1 : 0;
    if (slow > most_slow) {
      if (how == weighing::by_rounding) {
        return std::nullopt;
      }
      how = weighing::by_rounding;
      now = square(r);
      slow = 0;
    }
    size = mp(now);
  }
  return std::nullopt;
}

bool mender::is_fraction(const mp& x) const {
  constexpr int many_decimals = 10;
  constexpr int small_denominator = 1000;
  return numbers_.decimals() >= many_decimals &&
         simple_fraction(x, apart_if_printed_for_one(numbers_), mp(small_denominator));
}

std::optional<mp> mender::twin_of(std::size_t i) const {
  const scheme_table& table = numbers_.table();
  const table_coefficient& c = table.coefficients[i];
  const int last = table.stages - 1;
  if (table.kind != table_kind::runge_kutta || (c.key == "A" ? c.row != last : c.key != "b")) {
    return std::nullopt;
  }
  const scheme_coefficients<mp> x = assemble(table, values_);
  const mp same = apart_if_printed_for_one(numbers_);
  int others_that_differ = 0;
  for (int k = 0; k < table.stages; ++k) {
    if (k != c.column && abs(x.a(last, k) - x.b[k]) > same) {
      ++others_that_differ;
    }
  }
  return others_that_differ > 0
             ? std::nullopt
             : std::optional(mp(c.key == "A" ? x.b[c.column] : x.a(last, c.column)));
}

std::optional<mp> mender::that_stands(const mp& value, const mp& now) const {
  const mp same = apart_if_printed_for_one(numbers_);
  if (value == 0 || numbers_.decimals() == 0) {
    return std::nullopt;
  }
  const auto found = std::ranges::find_if(
      values_, [&](const mp& x) { return x != now && abs(x - value) <= same; });
  return found == values_.end() ? std::nullopt : std::optional(*found);
}

}  // namespace plumbline::detail
