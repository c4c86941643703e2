// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A number that has a name, as text that carries its digits: what a measurement or an evaluation gives.
#pragma once

#include <string>

namespace plumbline {

struct named_value {
  std::string name;
  std::string re;
  std::string im;  ///< empty for real quantities
};

/// "a", "b*i", "a + b*i": as an argument may be given.
std::string complex_text(const std::string& re, const std::string& im);

}  // namespace plumbline
