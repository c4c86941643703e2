// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace plumbline {

namespace {

/// The number of this many bits that is nearest to x, and the unit of its last bit.
std::pair<exact_number, exact_number> rounded_to_bits(const exact_number& x, long bits) {
  mpfr_t y;
  mpfr_init2(y, bits);
  mpfr_set_q(y, x.data(), MPFR_RNDN);
  const exact_number value = exact_number::binary(y);
  mpfr_set_ui_2exp(y, 1, mpfr_get_exp(y) - bits, MPFR_RNDN);
  const exact_number unit = exact_number::binary(y);
  mpfr_clear(y);
  return {value, unit};
}

/// The bits that numbers may have whose longest text has so many digits; more digits than needed are allowed for the usual ones.
std::vector<long> usual_bits(long longest) {
  std::vector<long> list = {24, 53, 64, 113, scalar_traits<mp64>::bits()};
  constexpr long fewest_digits = 35;  // with which the program takes numbers of multiple precision
  constexpr long further = 5;         // a text has up to so many digits more than the arithmetic
  for (long digits = std::max(fewest_digits, longest - further); digits <= longest; ++digits) {
    const precision_scope scope(static_cast<int>(digits));
    list.push_back(scalar_traits<mp>::bits());
  }
  return list;
}

}  // namespace

exact_number power_of_ten(long exponent) {
  return exact_number::decimal("1e" + std::to_string(exponent));
}

std::string rounded_integer(const exact_number& x) {
  const exact_number shifted = abs(x) + exact_number(1) / exact_number(2);
  mpz_t whole;
  mpz_init(whole);
  mpz_fdiv_q(whole, mpq_numref(shifted.data()), mpq_denref(shifted.data()));
  std::string text(mpz_sizeinbase(whole, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, whole);
  mpz_clear(whole);
  text.resize(text.find('\0'));
  return text;
}

exact_number printed_number::unit() const { return power_of_ten(last_place); }

std::optional<printed_number> printed_number::read(std::string_view given) {
  std::string text(given);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  if (!detail::is_decimal(text)) {
    return std::nullopt;
  }
  const auto exponent_at = text.find_first_of("eE");
  const std::string mantissa = text.substr(0, exponent_at);
  constexpr long largest_exponent = 300000;
  const long exponent =
      exponent_at == std::string::npos ? 0 : std::stol(text.substr(exponent_at + 1));
  if (exponent < -largest_exponent || largest_exponent < exponent) {
    return std::nullopt;
  }
  printed_number number;
  number.value = exact_number::decimal(text);
  const auto point = mantissa.find('.');
  const auto after_point =
      point == std::string::npos ? 0 : static_cast<long>(mantissa.size() - point - 1);
  number.last_place = exponent - after_point;
  const bool zero = number.value.sign() == 0;
  if (zero) {
    number.digits = 1 + after_point;
    return number;
  }
  bool leading = true;
  for (const char c : mantissa) {
    leading = leading && !(c >= '1' && c <= '9');
    number.digits += !leading && c >= '0' && c <= '9' ? 1 : 0;
  }
  return number;
}

printed_number printed_number::extended(long wanted_digits) const {
  printed_number longer = *this;
  if (digits < wanted_digits) {
    longer.digits = wanted_digits;
    longer.last_place = first_place() - wanted_digits + 1;
  }
  return longer;
}

long true_digits(const printed_number& printed, const exact_number& truth) {
  const exact_number error = abs(printed.value - truth);
  if (error.sign() == 0 || !(power_of_ten(printed.last_place) < error)) {
    return printed.digits;
  }
  // the first place whose unit is not smaller than the error
  const long below = decimal_exponent(error);
  const long place = power_of_ten(below) < error ? below + 1 : below;
  return std::clamp(printed.first_place() - place + 1, 0L, printed.digits);
}

bool shows_binary_number(const printed_number& printed, const exact_number& truth, long longest,
                         int units) {
  if (printed.value.sign() == 0 || longest > precision_scope::max_digits) {
    return false;
  }
  const auto bits = usual_bits(longest);
  return std::any_of(bits.begin(), bits.end(), [&](long b) {
    const auto [value, unit] = rounded_to_bits(printed.value, b);
    // half of a unit may be rounded either way
    return !(exact_number(units) * unit < abs(value - truth)) &&
           !(printed.unit() < abs(value - printed.value) * exact_number(2));
  });
}

long decimal_exponent(const exact_number& x) {
  const exact_number size = abs(x);
  const auto bits = [](mpz_srcptr n) { return static_cast<double>(mpz_sizeinbase(n, 2)); };
  const double binary = bits(mpq_numref(size.data())) - bits(mpq_denref(size.data()));
  auto exponent = static_cast<long>(std::floor((binary - 1) * log10_of_2));
  while (!(size < power_of_ten(exponent + 1))) {
    ++exponent;
  }
  while (size < power_of_ten(exponent)) {
    --exponent;
  }
  return exponent;
}

std::string decimal_text(const exact_number& x, long digits) {
  if (x.sign() == 0) {
    return "0";
  }
  long exponent = decimal_exponent(x);
  std::string text = rounded_integer(x * power_of_ten(digits - 1 - exponent));
  if (static_cast<long>(text.size()) > digits) {  // 9.99 became 10.0
    text.pop_back();
    ++exponent;
  }
  const std::string sign = x.sign() < 0 ? "-" : "";
  constexpr long longest_integer = 21;
  constexpr long most_zeros = 4;
  if (exponent < -most_zeros || longest_integer < exponent || digits <= exponent) {
    const std::string fraction = digits > 1 ? "." + text.substr(1) : "";
    return sign + text.substr(0, 1) + fraction + "e" + std::to_string(exponent);
  }
  if (exponent < 0) {
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + text;
  }
  const auto whole = static_cast<std::size_t>(exponent + 1);
  return sign + text.substr(0, whole) +
         (whole < text.size() ? "." + text.substr(whole) : std::string());
}

long known_digits(const ball& x, long most) {
  const exact_number size = abs(x.middle);
  if (!(x.radius < size)) {
    return 0;
  }
  if (x.radius.sign() == 0) {
    return most;
  }
  // a unit is at least a hundred radii
  const exact_number wide = exact_number(100) * x.radius;
  const long below = decimal_exponent(wide);
  const long place = power_of_ten(below) < wide ? below + 1 : below;
  return std::clamp(decimal_exponent(size) - place + 1, 0L, most);
}

std::string known_text(const ball& x, long most) {
  const long digits = known_digits(x, most);
  return digits == 0 ? "0" : decimal_text(x.middle, digits);
}

}  // namespace plumbline
