// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Σ c · f₁^k₁ f₂^k₂ …: a sum of products with rational coefficients, equal products collected. The factors are numbers of
// texts that are not taken apart any further: names, calls of functions, sums in parentheses.
#pragma once

#include <plumbline/scalar/exact_number.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// How tightly a text binds: a part is put in parentheses where its surroundings bind tighter.
enum class binding { sum, product, power, atom };

struct factor_text {
  std::string text;
  binding strength;
  int rank;   ///< factors of smaller rank come first in a product,
  int index;  ///< then those of smaller index
};

/// Factors with their exponents, in the order of the factors' numbers; no exponent is 0.
using factor_powers = std::vector<std::pair<int, long>>;

inline factor_powers sorted_powers(factor_powers list) {
  std::ranges::sort(list);
  return list;
}

struct term {
  exact_number coefficient;
  factor_powers factors;
};

inline term product_of(const term& a, const term& b) {
  term product{a.coefficient * b.coefficient, {}};
  auto x = a.factors.begin();
  auto y = b.factors.begin();
  while (x != a.factors.end() || y != b.factors.end()) {
    if (y == b.factors.end() || (x != a.factors.end() && x->first < y->first)) {
      product.factors.push_back(*x++);
    } else if (x == a.factors.end() || y->first < x->first) {
      product.factors.push_back(*y++);
    } else {
      if (x->second + y->second != 0) {
        product.factors.emplace_back(x->first, x->second + y->second);
      }
      ++x;
      ++y;
    }
  }
  return product;
}

/// Terms in the order in which they came; none has the coefficient 0.
class term_sum {
 public:
  term_sum() = default;
  explicit term_sum(const term& t) { add(t); }

  const std::vector<term>& list() const { return terms_; }
  std::size_t size() const { return terms_.size(); }

  void add(const term& t) {
    if (t.coefficient.sign() == 0) {
      return;
    }
    const auto [found, is_new] = places_.try_emplace(t.factors, terms_.size());
    if (is_new) {
      terms_.push_back(t);
      return;
    }
    exact_number& sum = terms_[found->second].coefficient;
    sum = sum + t.coefficient;
    if (sum.sign() == 0) {
      remove(factor_powers(t.factors));
    }
  }
  void add(const term_sum& other, const exact_number& scale) {
    for (const term& t : other.terms_) {
      add({t.coefficient * scale, t.factors});
    }
  }
  const exact_number* coefficient_of(const factor_powers& factors) const {
    const auto found = places_.find(factors);
    return found == places_.end() ? nullptr : &terms_[found->second].coefficient;
  }
  void remove(const factor_powers& factors) {
    const auto found = places_.find(factors);
    const std::size_t place = found->second;
    terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(place));
    places_.erase(found);
    for (auto& [key, later] : places_) {
      later -= later > place ? 1 : 0;
    }
  }

 private:
  std::vector<term> terms_;
  std::map<factor_powers, std::size_t> places_;
};

}  // namespace plumbline
