// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/text.hpp>

#include <charconv>
#include <stdexcept>

namespace plumbline {

namespace {

constexpr long largest_exponent = 400'000;  // decimal, of a literal

/// x ← x · 10^exponent
void scale_by_ten(mpq_t x, long exponent) {
  mpz_t power;
  mpz_init(power);
  mpz_ui_pow_ui(power, 10, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  mpq_t factor;
  mpq_init(factor);
  mpq_set_z(factor, power);
  if (exponent < 0) {
    mpq_div(x, x, factor);
  } else {
    mpq_mul(x, x, factor);
  }
  mpq_clear(factor);
  mpz_clear(power);
}

bool is_power_of_two(mpz_srcptr n) {
  return mpz_sgn(n) != 0 && mpz_scan1(n, 0) + 1 == mpz_sizeinbase(n, 2);
}

std::size_t hash_of(mpz_srcptr n) {
  std::size_t h = static_cast<std::size_t>(mpz_sgn(n) + 1);
  for (std::size_t i = 0; i < mpz_size(n); ++i) {
    h = h * 1'000'003U + static_cast<std::size_t>(mpz_getlimbn(n, static_cast<mp_size_t>(i)));
  }
  return h;
}

}  // namespace

exact_number exact_number::decimal(std::string_view text) {
  if (!detail::is_decimal(text)) {
    detail::not_a_decimal(text);
  }
  std::string digits;
  long exponent = 0;
  bool fraction = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      digits += c;
      exponent -= fraction ? 1 : 0;
    } else if (c == 'e' || c == 'E') {
      const std::string_view rest = text.substr(i + (text[i + 1] == '+' ? 2 : 1));
      long written = 0;
      if (std::from_chars(rest.data(), rest.data() + rest.size(), written).ec != std::errc()) {
        written = largest_exponent + 1;
      }
      if (written > largest_exponent || written < -largest_exponent) {
        throw std::invalid_argument("the exponent of '" + std::string(text.substr(0, 40)) +
                                    "' is beyond " + std::to_string(largest_exponent));
      }
      exponent += written;
      break;
    }
  }
  exact_number x;
  mpz_set_str(mpq_numref(x.value_), digits.c_str(), 10);
  scale_by_ten(x.value_, exponent);
  if (text.front() == '-') {
    mpq_neg(x.value_, x.value_);
  }
  return x;
}

exact_number exact_number::binary(mpfr_srcptr x) {
  if (mpfr_number_p(x) == 0) {
    throw std::invalid_argument("a constant must be finite");
  }
  exact_number r;
  mpfr_get_q(r.value_, x);
  return r;
}

exact_number operator+(const exact_number& a, const exact_number& b) {
  exact_number r;
  mpq_add(r.value_, a.value_, b.value_);
  return r;
}
exact_number operator-(const exact_number& a, const exact_number& b) {
  exact_number r;
  mpq_sub(r.value_, a.value_, b.value_);
  return r;
}
exact_number operator-(const exact_number& a) {
  exact_number r;
  mpq_neg(r.value_, a.value_);
  return r;
}
exact_number operator*(const exact_number& a, const exact_number& b) {
  exact_number r;
  mpq_mul(r.value_, a.value_, b.value_);
  return r;
}
exact_number operator/(const exact_number& a, const exact_number& b) {
  if (b.sign() == 0) {
    throw std::invalid_argument("division by zero");
  }
  exact_number r;
  mpq_div(r.value_, a.value_, b.value_);
  return r;
}

std::optional<long> exact_number::to_integer() const {
  if (!is_integer() || mpz_fits_slong_p(mpq_numref(value_)) == 0) {
    return std::nullopt;
  }
  return mpz_get_si(mpq_numref(value_));
}

bool exact_number::is_power_of_two() const {
  return plumbline::is_power_of_two(mpq_numref(value_)) &&
         plumbline::is_power_of_two(mpq_denref(value_));
}

std::optional<exact_number> exact_number::exact_sqrt() const {
  if (sign() < 0 || mpz_perfect_square_p(mpq_numref(value_)) == 0 ||
      mpz_perfect_square_p(mpq_denref(value_)) == 0) {
    return std::nullopt;
  }
  exact_number r;
  mpz_sqrt(mpq_numref(r.value_), mpq_numref(value_));
  mpz_sqrt(mpq_denref(r.value_), mpq_denref(value_));
  return r;
}

std::size_t exact_number::hash() const {
  return hash_of(mpq_numref(value_)) * 31U + hash_of(mpq_denref(value_));
}

std::string exact_number::text() const {
  std::string digits(
      mpz_sizeinbase(mpq_numref(value_), 10) + mpz_sizeinbase(mpq_denref(value_), 10) + 3, '\0');
  mpq_get_str(digits.data(), 10, value_);
  digits.resize(std::char_traits<char>::length(digits.c_str()));
  return digits;
}

}  // namespace plumbline
