// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Every change of sign of a function g on an interval, each alone in an interval of its own, and none missed.
//
// With enclosures G(I) and Ġ(I) of g and its derivative on an interval I:
//
//   (a) 0 ∉ G(I): no zero
//   (b) 0 ∉ Ġ(I), and both ends have a certain sign: exactly one zero where the signs differ, otherwise none
//   (c) otherwise I is split at 7/16, 8/16 or 9/16 of it, at the first that has a certain sign
//
// No end without a certain sign decides anything, so that no zero lies on an end and none is lost or counted twice. Where this comes to
// no end g touches zero, crosses it with a vanishing derivative, or is zero throughout.
#pragma once

#include <plumbline/scalar/guard.hpp>

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace plumbline {

/// What the enclosures on an interval say.
enum class zeros_on { none, at_most_one, unknown };

/// An end of an interval: g has this certain sign there.
template <class Place>
struct signed_end {
  Place at;
  int sign;
};

/// Exactly one change of sign lies between, to the sign of `high`.
template <class Place>
struct isolated_zero {
  signed_end<Place> low;
  signed_end<Place> high;
};

/// Appends the changes of sign between two ends, in order. Returns the place where nothing can be decided on an interval of the
/// length `least` or with three places without a sign; nothing where all is decided.
///   zeros_on look(const Place& low, const Place& high)
///   int sign(const Place&)      −1 or 1 where it is certain, otherwise 0
template <class Place, class Function>
std::optional<Place> isolate_zeros(Function& g, const signed_end<Place>& low,
                                   const signed_end<Place>& high, const Place& least,
                                   std::vector<isolated_zero<Place>>& found) {
  const zeros_on seen = g.look(low.at, high.at);
  if (seen == zeros_on::none && low.sign == high.sign) {
    return std::nullopt;
  }
  if (seen == zeros_on::at_most_one) {
    if (low.sign != high.sign) {
      found.push_back({low, high});
    }
    return std::nullopt;
  }
  const Place width = high.at - low.at;
  if (!(least < width)) {
    return low.at;
  }
  for (const int sixteenths : {7, 8, 9}) {
    const Place between = low.at + width * sixteenths / 16;
    const int sign = g.sign(between);
    if (sign != 0) {
      const signed_end<Place> middle{between, sign};
      if (auto undecided = isolate_zeros(g, low, middle, least, found)) {
        return undecided;
      }
      return isolate_zeros(g, middle, high, least, found);
    }
  }
  return low.at + width / 2;
}

/// A function near its polynomial Σ c_k u^k: within `error` of it, and its derivative within `error_of_rate`, on the places that are
/// asked for. The enclosures come from the polynomial moved to the middle of an interval.
template <class S>
class polynomial_near {
 public:
  polynomial_near(std::vector<S> coefficients, S error, S error_of_rate)
      : c_(std::move(coefficients)),
        moved_(c_.size()),
        error_(std::move(error)),
        error_of_rate_(std::move(error_of_rate)) {}

  S value(const S& u) const {
    S sum = c_.back();
    for (std::size_t k = c_.size() - 1; k-- > 0;) {
      sum = sum * u + c_[k];
    }
    return sum;
  }
  S rate(const S& u) const {
    S sum(0);
    for (std::size_t k = c_.size() - 1; k > 0; --k) {
      sum = sum * u + c_[k] * static_cast<int>(k);
    }
    return sum;
  }
  int sign(const S& u) const {
    const S g = value(u);
    return error_ < g ? 1 : g < S(-error_) ? -1 : 0;
  }
  zeros_on look(const S& low, const S& high) {
    using std::abs;
    const S middle = (low + high) / 2;
    const S radius = (high - low) / 2;
    moved_ = c_;
    const std::size_t last = c_.size() - 1;
    for (std::size_t i = 0; i < last; ++i) {
      for (std::size_t k = last; k-- > i;) {
        moved_[k] += middle * moved_[k + 1];
      }
    }
    S spread(0);
    S spread_of_rate(0);
    for (std::size_t k = last; k >= 1; --k) {
      const S size = abs(moved_[k]);
      spread = (spread + size) * radius;
      if (k >= 2) {
        spread_of_rate = (spread_of_rate + size * static_cast<int>(k)) * radius;
      }
    }
    if (S(spread + error_) < S(abs(moved_[0]))) {
      return zeros_on::none;
    }
    return last >= 1 && S(spread_of_rate + error_of_rate_) < S(abs(moved_[1]))
               ? zeros_on::at_most_one
               : zeros_on::unknown;
  }

 private:
  std::vector<S> c_;
  std::vector<S> moved_;
  S error_;
  S error_of_rate_;
};

}  // namespace plumbline
