// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A parameter in an exponent, as j in x^j. The derivative is recorded as j x^(j − 1); at x = 0 that is 0 · ∞ for j = 0, where
// the derivative is 0, and the second derivative has the same at j = 1. Where such a parameter is a whole number, the
// formulas are therefore recorded again with the number in its place: x^0 is 1, x^2 is x·x, and their derivatives are
// right at 0.
#pragma once

#include <plumbline/math/dual.hpp>
#include <plumbline/mechanics/form.hpp>
#include <plumbline/scalar/traits.hpp>

#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace plumbline {

/// What a form is made of.
struct form_parts {
  system_kind kind;
  form_inputs inputs;
  graph formulas;
  std::vector<node_id> nodes;
  form_additions additions;
};

class exponent_forms {
 public:
  /// Throws as the constructor of `form` does.
  explicit exponent_forms(form_parts parts);

  /// The form for all values of the parameters.
  const std::shared_ptr<const form>& general() const { return general_; }
  /// The form for these values: one with numbers in its exponents where parameters with whole values stand there, otherwise
  /// the general one. Safe from several threads.
  template <class T>
  std::shared_ptr<const form> at(const std::vector<T>& parameters) const {
    std::vector<std::optional<long>> exponents;
    for (const int k : in_exponents_) {
      exponents.push_back(whole(parameters[static_cast<std::size_t>(k)]));
    }
    return with(exponents);
  }

 private:
  static constexpr long largest = 1000;

  template <class T>
  static std::optional<long> whole(const T& x) {
    if constexpr (is_dual<T>::value) {
      for (const auto& tangent : x.tangent) {
        if (tangent != 0) {
          return std::nullopt;  // a derivative by the exponent is asked for
        }
      }
      return whole(x.value);
    } else {
      const double coarse = to_double(x);
      if (!(std::abs(coarse) <= largest)) {
        return std::nullopt;
      }
      const long nearest = std::lround(coarse);
      return x == T(static_cast<int>(nearest)) ? std::optional(nearest) : std::nullopt;
    }
  }
  std::shared_ptr<const form> with(const std::vector<std::optional<long>>& exponents) const;

  std::shared_ptr<const form> general_;
  std::vector<int> in_exponents_;    ///< the parameters that stand in exponents, from 0
  std::optional<form_parts> parts_;  ///< where there are such parameters
  mutable std::mutex lock_;
  mutable std::map<std::vector<std::optional<long>>, std::shared_ptr<const form>> made_;
};

}  // namespace plumbline
