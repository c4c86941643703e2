// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/study/named_value.hpp>

#include <fmt/format.h>

namespace plumbline {

std::string complex_text(const std::string& re, const std::string& im) {
  if (im == "0") {
    return re;
  }
  if (re == "0") {
    return im + "*i";
  }
  return im.front() == '-' ? fmt::format("{} - {}*i", re, im.substr(1))
                           : fmt::format("{} + {}*i", re, im);
}

}  // namespace plumbline
