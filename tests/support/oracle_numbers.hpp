// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Quotients of whole numbers, and several of them with spaces between, as cells of the oracles of motions in space have them;
// and how far a number is from such a value.
#pragma once

#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/guard.hpp>

#include <array>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline::testing {

template <class T>
T quotient_of(const std::string& text) {
  const auto bar = text.find('/');
  return bar == std::string::npos
             ? decimal<T>(text)
             : T(decimal<T>(text.substr(0, bar)) / decimal<T>(text.substr(bar + 1)));
}

template <class T>
std::vector<T> numbers_of(const std::string& text) {
  std::vector<T> numbers;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    numbers.push_back(quotient_of<T>(word));
  }
  return numbers;
}

/// |x - y| for a number y of more digits.
template <class T>
double difference(const T& x, const mp& y) {
  return to_double(mp(abs(mp(widen<mp>(x) - y))));
}

/// The momenta p = 2 q (0, Π) of the quaternion q for the angular momentum Π of the body.
template <class T>
std::array<T, 4> momentum(const std::array<T, 4>& q, const std::array<T, 3>& pi) {
  return {T(-2 * (q[1] * pi[0] + q[2] * pi[1] + q[3] * pi[2])),
          T(2 * (q[0] * pi[0] + q[2] * pi[2] - q[3] * pi[1])),
          T(2 * (q[0] * pi[1] - q[1] * pi[2] + q[3] * pi[0])),
          T(2 * (q[0] * pi[2] + q[1] * pi[1] - q[2] * pi[0]))};
}

}  // namespace plumbline::testing
