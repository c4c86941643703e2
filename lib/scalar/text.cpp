// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Decimal text of MPFR numbers: mpfr_get_str and mpfr_strtofr, which round correctly and know no locale
// as long as the text is checked and laid out here.
#include <plumbline/scalar/text.hpp>

#include <cstdlib>
#include <memory>
#include <utility>

namespace plumbline::detail {

bool is_decimal(std::string_view text) {
  std::size_t i = 0;
  const auto digit = [&] { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  const auto sign = [&] {
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
      ++i;
    }
  };
  sign();
  std::size_t mantissa_digits = 0;
  for (; digit(); ++i) {
    ++mantissa_digits;
  }
  if (i < text.size() && text[i] == '.') {
    ++i;
    for (; digit(); ++i) {
      ++mantissa_digits;
    }
  }
  if (mantissa_digits == 0) {
    return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    sign();
    std::size_t exponent_digits = 0;
    for (; digit(); ++i) {
      ++exponent_digits;
    }
    if (exponent_digits == 0 || exponent_digits > 9) {
      return false;
    }
  }
  return i == text.size();
}

std::string layout(bool negative, std::string digits, long exponent) {
  const auto last = digits.find_last_not_of('0');
  digits.resize(last == std::string::npos ? 1 : last + 1);
  const auto count = static_cast<long>(digits.size());
  std::string text = negative ? "-" : "";
  if (exponent > 21 || exponent < -4) {
    text += digits.substr(0, 1);
    if (count > 1) {
      text += "." + digits.substr(1);
    }
    return text + "e" + (exponent - 1 < 0 ? "-" : "+") + std::to_string(std::labs(exponent - 1));
  }
  if (exponent <= 0) {
    return text + "0." + std::string(static_cast<std::size_t>(-exponent), '0') + digits;
  }
  if (count <= exponent) {
    return text + digits + std::string(static_cast<std::size_t>(exponent - count), '0');
  }
  const auto whole = static_cast<std::size_t>(exponent);
  return text + digits.substr(0, whole) + "." + digits.substr(whole);
}

namespace {

struct decimal_digits {
  std::string text;  ///< "-d1d2d3…" for −0.d1d2d3… × 10^exponent
  mpfr_exp_t exponent = 0;
};

decimal_digits rounded_digits(mpfr_srcptr x, std::size_t count) {
  decimal_digits r;
  const std::unique_ptr<char, void (*)(char*)> buffer(
      mpfr_get_str(nullptr, &r.exponent, 10, count == 1 ? 2 : count, x, MPFR_RNDN), mpfr_free_str);
  r.text = buffer.get();
  return r;
}

bool reads_back(const decimal_digits& d, mpfr_srcptr x) {
  std::string number = d.text;
  number.insert(number.front() == '-' ? 1 : 0, "0.");
  number += "e" + std::to_string(d.exponent);
  mpfr_t y;
  mpfr_init2(y, mpfr_get_prec(x));
  mpfr_strtofr(y, number.c_str(), nullptr, 10, MPFR_RNDN);
  const bool same = mpfr_equal_p(x, y) != 0;
  mpfr_clear(y);
  return same;
}

/// Enough digits to read x back: those that every decimal keeps, so that 0.1 is written as 0.1, or all.
decimal_digits faithful_digits(mpfr_srcptr x) {
  const auto kept = static_cast<std::size_t>(digits_held_by(mpfr_get_prec(x) - 1));
  if (kept > 1) {
    decimal_digits fewer = rounded_digits(x, kept);
    if (reads_back(fewer, x)) {
      return fewer;
    }
  }
  // with 0 mpfr_get_str writes 1 + ceil(bits log10 2) digits
  return rounded_digits(x, 0);
}

}  // namespace

std::string mpfr_text(mpfr_srcptr x, int digits) {
  if (mpfr_nan_p(x) != 0) {
    return "nan";
  }
  if (mpfr_inf_p(x) != 0) {
    return mpfr_sgn(x) < 0 ? "-inf" : "inf";
  }
  if (mpfr_zero_p(x) != 0) {
    return "0";
  }
  decimal_digits d;
  if (digits == 0) {
    d = faithful_digits(x);
  } else {
    d = rounded_digits(x, static_cast<std::size_t>(digits));
  }
  const bool negative = d.text.front() == '-';
  if (negative) {
    d.text.erase(0, 1);
  }
  return layout(negative, std::move(d.text), d.exponent);
}

void mpfr_from_text(mpfr_ptr x, std::string_view text) {
  const std::string copy(text);
  mpfr_strtofr(x, copy.c_str(), nullptr, 10, MPFR_RNDN);
}

void not_a_decimal(std::string_view text) {
  throw std::invalid_argument("'" + std::string(text) + "' is not a decimal number");
}

}  // namespace plumbline::detail
