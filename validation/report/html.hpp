// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Text into HTML. Whatever comes from a file, from the command line or from a computation passes through
// escape() or number_html(); nothing else writes foreign text into the page.
#pragma once

#include "report/papers.hpp"
#include <plumbline/data/paper_text.hpp>

#include <string>
#include <string_view>

namespace plumbline::report {

/// For element content and for attribute values in either quotes.
inline std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// A decimal text for people: "-2.5e-06" becomes −2.5 × 10⁻⁶. Other text is escaped only.
inline std::string number_html(std::string_view text) {
  if (!printed_number::read(text)) {
    return escape(text);
  }
  const auto signed_html = [](std::string_view digits) {
    std::string out = digits.starts_with('-') ? "\u2212" : "";
    digits.remove_prefix(digits.starts_with('-') || digits.starts_with('+') ? 1 : 0);
    return out + std::string(digits);
  };
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string_view::npos) {
    return signed_html(text);
  }
  std::string_view exponent = text.substr(e + 1);
  std::string power = exponent.starts_with('-') ? "\u2212" : "";
  exponent.remove_prefix(exponent.starts_with('-') || exponent.starts_with('+') ? 1 : 0);
  while (exponent.size() > 1 && exponent.front() == '0') {
    exponent.remove_prefix(1);
  }
  return signed_html(text.substr(0, e)) + "\u202f\u00d7\u202f10<sup>" + power +
         std::string(exponent) + "</sup>";
}

}  // namespace plumbline::report
