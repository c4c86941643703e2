// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/raised_digits.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

namespace plumbline {

namespace {

constexpr const char* digits_fact = "digits";
constexpr const char* run_part = "run";

int count_of(const std::string& text) {
  int n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

/// The exact value of a binary number of so many digits.
std::string exact_text(const std::string& text, int digits) {
  return with_scalar(digits, [&]<class T>(std::type_identity<T>) {
    const T x = from_text<T>(text);
    const double size = log2_magnitude(x);
    if (!std::isfinite(size)) {
      return text;
    }
    // m 2^e has at most as many decimal digits as m has bits, and one for each further place behind the point
    const int digits_in_full =
        2 * scalar_traits<T>::bits() + static_cast<int>(std::ceil(std::abs(size)));
    const precision_scope wide(std::max(digits, most_digits_of_quad) + 2);
    return to_text(detail::convert_precision<mp>(x), digits_in_full);
  });
}

}  // namespace

std::string raise_digits(checkpoint& from, int asked, const std::string& file) {
  const auto kept = from.facts.find(digits_fact);
  const auto history = from.facts.find(earlier_digits_fact);
  std::string earlier = history == from.facts.end() ? "" : history->second;
  if (kept == from.facts.end() || asked == 0) {
    return earlier;
  }
  const int before = count_of(kept->second);
  if (asked < before) {
    throw invalid_input(fmt::format(
        "the checkpoint '{}' was computed with {} digits, and a run goes on with as many or more, "
        "not with {}",
        file, before, asked));
  }
  const auto run = from.parts.find(run_part);
  if (before < asked && run != from.parts.end()) {
    // what integrate_kept() keeps: the step, the length of the state, the state
    std::vector<std::string>& values = run->second;
    constexpr std::size_t begin = 2;
    const std::size_t length =
        values.size() < begin ? 0 : static_cast<std::size_t>(count_of(values[1]));
    for (std::size_t i = begin; i < std::min(begin + length, values.size()); ++i) {
      values[i] = exact_text(values[i], before);
    }
    earlier += fmt::format("{}{} up to step {}", earlier.empty() ? "" : ", ", before,
                           values.empty() ? "0" : values.front());
    from.facts[earlier_digits_fact] = earlier;
  }
  from.facts[digits_fact] = std::to_string(asked);
  return earlier;
}

int digits_of(const checkpoint& from) {
  const auto kept = from.facts.find(digits_fact);
  return kept == from.facts.end() ? 0 : count_of(kept->second);
}

bool is_same_fact(const std::string& key, const std::string& kept, const std::string& now,
                  int digits) {
  constexpr int bits_of_parameters = 3;
  constexpr int bits_of_momenta = 5;  // sums of products
  return with_scalar(digits, [&]<class T>(std::type_identity<T>) {
    using std::abs;
    std::istringstream before(kept);
    std::istringstream after(now);
    std::string a;
    std::string b;
    struct number {
      T kept;
      T now;
      bool is_momentum;
    };
    std::vector<number> numbers;
    T largest(0);  // of the momenta
    while (std::getline(before, a, ';')) {
      if (!std::getline(after, b, ';')) {
        return false;
      }
      const auto value = a.find('=');
      if (value == std::string::npos || b.substr(0, value + 1) != a.substr(0, value + 1)) {
        return false;
      }
      try {
        numbers.push_back({from_text<T>(a.substr(value + 1)), from_text<T>(b.substr(value + 1)),
                           key == start_fact && a.size() > 1 && a[0] == 'p' &&
                               std::isdigit(static_cast<unsigned char>(a[1])) != 0});
        if (numbers.back().is_momentum) {
          largest = std::max(largest, T(abs(numbers.back().kept)));
        }
      } catch (const std::exception&) {
        if (a != b) {
          return false;
        }
      }
    }
    const auto is_same = [&](const number& x) {
      if (key == start_fact && !x.is_momentum) {
        return x.kept == x.now;
      }
      T roundings(0);
      set_scaled(roundings, epsilon<T>(), x.is_momentum ? bits_of_momenta : bits_of_parameters);
      return !((x.is_momentum ? largest : T(abs(x.kept))) * roundings < T(abs(T(x.kept - x.now))));
    };
    return !std::getline(after, b, ';') && std::ranges::all_of(numbers, is_same);
  });
}

}  // namespace plumbline
