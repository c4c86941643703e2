// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Does a computed number reproduce a printed one? Decided in exact rational arithmetic on the two texts.
//
//   digits    |computed − printed| < one unit of the last printed digit. "0.00606" has the unit 1e-5, "3e-7" 1e-7.
//             How near it is says the tier: *rounds* (rounding gives what is printed), *only truncated* (truncation does,
//             rounding does not) or *one unit away* (both give the neighbouring digit). judged_numbers make *truncates* of
//             *only truncated* where the table truncates, and finds *without zeros* (paper_judge.hpp).
//   nearest   |computed − printed| ≤ half a unit: "of second order", "four orders of magnitude"
//   decade    |printed|/10 < |computed| < 10·|printed| and the same sign: "of the order of 10⁻³"
//   below     computed < printed
//   above     computed > printed
//
// docs/judgement.md is the policy: which rule belongs to which sentence.
#pragma once

#include <plumbline/scalar/printed_number.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace plumbline::papers {

enum class verdict { reproduced, differs, not_reproducible };

constexpr std::string_view to_string(verdict v) {
  switch (v) {
    case verdict::reproduced:
      return "reproduced";
    case verdict::differs:
      return "differs";
    case verdict::not_reproducible:
      return "not-reproducible";
  }
  return "unknown";
}

enum class rule { digits, nearest, decade, below, above };

constexpr std::string_view to_string(rule r) {
  switch (r) {
    case rule::digits:
      return "digits";
    case rule::nearest:
      return "nearest";
    case rule::decade:
      return "decade";
    case rule::below:
      return "below";
    case rule::above:
      return "above";
  }
  return "unknown";
}

/// How near a computed number comes to printed digits. `only_truncated`: truncation alone gives what is printed;
/// `truncates`: the same in a table that truncates. `without_zeros`: it reproduces only when appended zeros are left out.
/// `corrected`: it does so with another parameter than the one that the paper names. `none`: the rule is not about digits,
/// or nothing was computed.
enum class tier {
  rounds,
  truncates,
  only_truncated,
  without_zeros,
  one_unit,
  corrected,
  differs,
  none
};

constexpr std::string_view to_string(tier t) {
  switch (t) {
    case tier::rounds:
      return "rounds";
    case tier::truncates:
      return "truncates";
    case tier::only_truncated:
      return "only-truncated";
    case tier::without_zeros:
      return "without-zeros";
    case tier::one_unit:
      return "one-unit";
    case tier::corrected:
      return "corrected";
    case tier::differs:
      return "differs";
    case tier::none:
      return "";
  }
  return "";
}

/// The verdict on one number. An empty `computed` is a number that nobody can compute again
/// (not_reproducible); one that is not finite differs.
/// Throws std::invalid_argument if `printed` is not a decimal number: then the published data are wrong.
inline verdict judge(rule how, std::string_view printed, std::string_view computed) {
  const auto p = printed_number::read(printed);
  if (!p) {
    throw std::invalid_argument("published value '" + std::string(printed) +
                                "' is not a decimal number");
  }
  if (computed.empty()) {
    return verdict::not_reproducible;
  }
  const auto c = printed_number::read(computed);
  if (!c) {
    return verdict::differs;
  }
  const exact_number distance = abs(c->value - p->value);
  const auto holds = [&] {
    switch (how) {
      case rule::digits:
        return distance < p->unit();
      case rule::nearest:
        return !(p->unit() < 2 * distance);
      case rule::decade:
        return c->value.sign() == p->value.sign() && abs(p->value) < 10 * abs(c->value) &&
               abs(c->value) < 10 * abs(p->value);
      case rule::below:
        return c->value < p->value;
      case rule::above:
        return p->value < c->value;
    }
    return false;
  };
  return holds() ? verdict::reproduced : verdict::differs;
}

/// Which ways of shortening a number give what is printed. Half a unit rounds both ways.
struct shortening {
  bool rounds = false;
  bool truncates = false;
};

inline shortening shortening_of(std::string_view printed, std::string_view computed) {
  const auto p = printed_number::read(printed);
  const auto c = printed_number::read(computed);
  if (!p || !c) {
    return {};
  }
  const exact_number distance = abs(c->value - p->value);
  // what truncation takes away lies on the side of zero
  const bool outward = p->value.sign() == 0 ||
                       (p->value.sign() > 0 ? !(c->value < p->value) : !(p->value < c->value));
  return {!(p->unit() < 2 * distance), outward && distance < p->unit()};
}

/// The tier of a computed number against printed digits, by itself.
inline tier tier_of(std::string_view printed, std::string_view computed) {
  if (computed.empty()) {
    return tier::none;
  }
  if (judge(rule::digits, printed, computed) != verdict::reproduced) {
    return tier::differs;
  }
  const shortening ways = shortening_of(printed, computed);
  return ways.rounds ? tier::rounds : ways.truncates ? tier::only_truncated : tier::one_unit;
}

/// Where a comparison turns, and how far the computed number is from there: positive where it holds.
struct fence {
  exact_number at;
  exact_number margin;
  /// Within a tenth of the fence, on either side.
  bool is_near() const { return !(1 < 10 * abs(margin)); }
};

/// Nothing for digits, which have tiers, for a fence at 0, of which there are no parts, and for what is not a number.
/// The margin is in parts of half a unit for "nearest", otherwise in parts of the fence.
inline std::optional<fence> fence_of(rule how, std::string_view printed,
                                     std::string_view computed) {
  const auto p = printed_number::read(printed);
  const auto c = printed_number::read(computed);
  if (!p || !c || how == rule::digits) {
    return std::nullopt;
  }
  const bool above = !(c->value < p->value);
  exact_number at = p->value;
  exact_number scale = abs(p->value);
  bool holds_below = how == rule::below;
  if (how == rule::nearest) {
    scale = p->unit() / 2;
    at = above ? at + scale : at - scale;
    holds_below = above;
  } else if (how == rule::decade) {
    const bool farther = p->value.sign() < 0 ? !(p->value < c->value) : above;  // from zero
    at = farther ? 10 * p->value : p->value / 10;
    scale = abs(at);
    holds_below = above;
  }
  if (scale.sign() == 0) {
    return std::nullopt;
  }
  const exact_number beyond = (at - c->value) / scale;
  return fence{at, holds_below ? beyond : -beyond};
}

/// (computed − printed) in units of the last printed digit.
inline std::optional<exact_number> difference_in_units(std::string_view printed,
                                                       std::string_view computed) {
  const auto p = printed_number::read(printed);
  const auto c = printed_number::read(computed);
  if (!p || !c) {
    return std::nullopt;
  }
  return (c->value - p->value) / p->unit();
}

}  // namespace plumbline::papers
