// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Decimal text of MPFR numbers, rounded correctly and without a locale. The digits of a number of the usual sizes come from one
// product of integers, which takes a tenth of the instructions of mpfr_get_str and of reading the text back; others, and those
// where the digits are too close to decide, from MPFR.
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
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

class integer {
 public:
  integer() { mpz_init(value_); }
  integer(const integer&) = delete;
  integer& operator=(const integer&) = delete;
  ~integer() { mpz_clear(value_); }
  mpz_ptr data() { return value_; }

 private:
  mpz_t value_;
};

/// 5^n. The last ones are kept: the numbers of a table are of few sizes.
mpz_srcptr power_of_five(unsigned long n) {
  constexpr std::size_t most = 64;
  thread_local std::map<unsigned long, integer> powers;
  const auto found = powers.find(n);
  if (found != powers.end()) {
    return found->second.data();
  }
  if (powers.size() == most) {
    powers.clear();
  }
  mpz_ptr power = powers[n].data();
  mpz_ui_pow_ui(power, 5, n);
  return power;
}

struct decimal_digits {
  std::string text;  ///< "d1d2d3…" for 0.d1d2d3… × 10^exponent
  mpfr_exp_t exponent = 0;
};

/// The first digits of |x|.
struct first_digits {
  decimal_digits cut;  ///< cut off, not rounded
  bool more = false;   ///< whether digits other than 0 follow

  /// The first `count` of them, fewer than there are, rounded to nearest, ties to even.
  decimal_digits rounded(std::size_t count) const {
    decimal_digits r{cut.text.substr(0, count), cut.exponent};
    const char next = cut.text[count];
    const bool is_above_half =
        more || cut.text.find_first_not_of('0', count + 1) != std::string::npos;
    if (next < '5' || (next == '5' && !is_above_half && (r.text.back() - '0') % 2 == 0)) {
      return r;
    }
    const auto kept = r.text.find_last_not_of('9');
    if (kept == std::string::npos) {
      r.text.assign(1, '1');
      r.text.append(count - 1, '0');
      ++r.exponent;
    } else {
      ++r.text[kept];
      std::fill(r.text.begin() + static_cast<std::ptrdiff_t>(kept) + 1, r.text.end(), '0');
    }
    return r;
  }
};

/// `count` or one more of them, from one product of integers: where |x| = m 2^e, the integer m 5^s, shifted by e + s, is
/// |x| 10^s. Nothing where x is so large that s would be negative, or of a size that tables do not have: MPFR knows better
/// ways there.
std::optional<first_digits> first_digits_of(mpfr_srcptr x, std::size_t count) {
  constexpr mpfr_exp_t largest = 4096;
  const mpfr_exp_t size = mpfr_get_exp(x);
  if (size > largest || size < -largest) {
    return std::nullopt;
  }
  // 10^(exponent - 1) <= 2^(size - 1) <= |x| < 2^size < 2 * 10^exponent
  const auto exponent =
      static_cast<mpfr_exp_t>(std::floor(static_cast<double>(size - 1) * log10_of_2)) + 1;
  const mpfr_exp_t s = static_cast<mpfr_exp_t>(count) - exponent;
  if (s < 0) {
    return std::nullopt;
  }
  integer whole;
  const mpfr_exp_t shift = mpfr_get_z_2exp(whole.data(), x) + s;
  mpz_abs(whole.data(), whole.data());
  mpz_mul(whole.data(), whole.data(), power_of_five(static_cast<unsigned long>(s)));
  first_digits r;
  if (shift >= 0) {
    mpz_mul_2exp(whole.data(), whole.data(), static_cast<mp_bitcnt_t>(shift));
  } else {
    r.more = mpz_scan1(whole.data(), 0) < static_cast<mp_bitcnt_t>(-shift);
    mpz_tdiv_q_2exp(whole.data(), whole.data(), static_cast<mp_bitcnt_t>(-shift));
  }
  r.cut.text.resize(count + 3);
  mpz_get_str(r.cut.text.data(), 10, whole.data());
  r.cut.text.resize(std::strlen(r.cut.text.c_str()));
  r.cut.exponent = static_cast<mpfr_exp_t>(r.cut.text.size()) - s;
  return r;
}

decimal_digits rounded_digits(mpfr_srcptr x, std::size_t count) {
  if (const auto first = first_digits_of(x, count + 1)) {
    return first->rounded(count);
  }
  decimal_digits r;
  const std::unique_ptr<char, void (*)(char*)> buffer(
      mpfr_get_str(nullptr, &r.exponent, 10, count, x, MPFR_RNDN), mpfr_free_str);
  r.text = buffer.get();
  if (r.text.front() == '-') {
    r.text.erase(0, 1);
  }
  return r;
}

bool reads_back(const decimal_digits& d, mpfr_srcptr x) {
  const std::string number = "0." + d.text + "e" + std::to_string(d.exponent);
  mpfr_t y;
  mpfr_init2(y, mpfr_get_prec(x));
  mpfr_strtofr(y, number.c_str(), nullptr, 10, MPFR_RNDN);
  const bool same = mpfr_cmpabs(x, y) == 0;
  mpfr_clear(y);
  return same;
}

/// The same, seen from the digits that were rounded away: whether they are less than half of x's last bit.
bool reads_back(const decimal_digits& d, const first_digits& all, mpfr_srcptr x) {
  const std::size_t count = d.text.size();
  const std::string_view rest = std::string_view(all.cut.text).substr(count);
  double below = 0;  // in units of the last of all digits
  double one = 1;    // of the last digit that is kept
  for (const char c : rest) {
    below = below * 10 + (c - '0');
    one *= 10;
  }
  const bool is_up =
      d.exponent != all.cut.exponent || d.text != std::string_view(all.cut.text).substr(0, count);
  const double error = is_up ? one - below : below;  // 1 too much or too little at most
  const double half = std::exp2(
      static_cast<double>(mpfr_get_exp(x) - mpfr_get_prec(x) - 1) +
      static_cast<double>(static_cast<mpfr_exp_t>(all.cut.text.size()) - all.cut.exponent) /
          log10_of_2);
  constexpr double rounding = 1e-9;
  // below a power of 2 the numbers are closer
  if (std::abs(error - half) < 2 + rounding * half || mpfr_min_prec(x) == 1) {
    return reads_back(d, x);
  }
  return error < half;
}

/// Enough digits to read x back: those that every decimal keeps, so that 0.1 is written as 0.1, or all.
decimal_digits faithful_digits(mpfr_srcptr x) {
  constexpr std::size_t beyond = 6;  // digits that tell which of the two it is
  const auto kept = static_cast<std::size_t>(digits_held_by(mpfr_get_prec(x) - 1));
  const std::size_t all = mpfr_get_str_ndigits(10, mpfr_get_prec(x));
  const auto first = first_digits_of(x, all + beyond);
  if (kept > 1) {
    decimal_digits fewer = first ? first->rounded(kept) : rounded_digits(x, kept);
    if (first ? reads_back(fewer, *first, x) : reads_back(fewer, x)) {
      return fewer;
    }
  }
  return first ? first->rounded(all) : rounded_digits(x, all);
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
  // mpfr_get_str of MPFR 4.1 has two digits at least
  constexpr std::size_t enough_for_one = 20;
  decimal_digits d = digits == 0 ? faithful_digits(x)
                     : digits < 2
                         ? first_digits{rounded_digits(x, enough_for_one), false}.rounded(1)
                         : rounded_digits(x, static_cast<std::size_t>(digits));
  return layout(mpfr_signbit(x) != 0, std::move(d.text), d.exponent);
}

void mpfr_from_text(mpfr_ptr x, std::string_view text) {
  const std::string copy(text);
  mpfr_strtofr(x, copy.c_str(), nullptr, 10, MPFR_RNDN);
}

void not_a_decimal(std::string_view text) {
  throw std::invalid_argument("'" + std::string(text) + "' is not a decimal number");
}

}  // namespace plumbline::detail
