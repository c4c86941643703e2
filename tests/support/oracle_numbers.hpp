// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Quotients of whole numbers, and several of them with spaces between, as cells of the oracles of motions in space have them.
#pragma once

#include <plumbline/scalar/exact.hpp>

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

}  // namespace plumbline::testing
