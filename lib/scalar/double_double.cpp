// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sine and cosine: x = k π/2 + m/64 + t with |t| <= 1/128, the values at m/64 from a table, those at t by their series,
// whose inner terms need only double. All other functions are MPFR's, at 107 bits.
#include <plumbline/scalar/double_double.hpp>

#include <scalar/with_fma.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace plumbline {

namespace {

using mpfr_like = static_mp<34>;  // at least 107 bits

mpfr_like wide(const double_double& x) {
  mpfr_like r;
  detail::mpfr_from_double_double(r.backend().data(), x);
  return r;
}
template <mpfr_scalar T>
double_double narrow(const T& x) {
  return detail::double_double_from_mpfr(x.backend().data());
}

using function = void (*)(mpfr_like&, const mpfr_like&);
double_double by_mpfr(function f, const double_double& x) {
  mpfr_like r;
  f(r, wide(x));
  return narrow(r);
}

struct sine_and_cosine {
  double_double sine;
  double_double cosine;
};

constexpr int steps_of_one = 64;
constexpr int most_steps = 52;  // π/4 is 50.3 of them

const std::array<sine_and_cosine, most_steps + 1>& table() {
  static const auto values = [] {
    std::array<sine_and_cosine, most_steps + 1> t{};
    for (int m = 0; m <= most_steps; ++m) {
      mp64 s;  // at mp64 they cost least
      mp64 c;
      set_sin_cos(s, c, mp64(mp64(m) / steps_of_one));
      t[static_cast<std::size_t>(m)] = {narrow(s), narrow(c)};
    }
    return t;
  }();
  return values;
}

double_double product(double a, double b) {
  const double p = a * b;
  return double_double::sum(p, std::fma(a, b, -p));
}

/// 1/n as a number of 106 bits.
double_double inverse(int n) { return double_double(1) / n; }

}  // namespace

namespace detail {

double_double double_double_from_mpfr(mpfr_srcptr x, long exponent) {
  if (mpfr_regular_p(x) == 0) {
    return mpfr_get_d(x, MPFR_RNDN);
  }
  static_assert(GMP_NUMB_BITS == 64);
  constexpr double limb = 0x1p64;
  const auto last = (mpfr_get_prec(x) - 1) / GMP_NUMB_BITS;
  const mp_limb_t upper = x->_mpfr_d[last];
  const mp_limb_t lower = last > 0 ? x->_mpfr_d[last - 1] : 0;
  // the upper limb rounded, and what is left of both limbs, which may be negative
  const auto rounded = static_cast<double>(upper);
  const mp_limb_t subtracted = rounded < limb ? static_cast<mp_limb_t>(rounded) : 0;
  const auto rest = static_cast<std::int64_t>(upper - subtracted);
  const double left = rest >= 0 ? static_cast<double>(rest) + static_cast<double>(lower) / limb
                                : -(static_cast<double>(lower == 0 ? -rest : -rest - 1) +
                                    static_cast<double>(mp_limb_t{0} - lower) / limb);
  const double unit = mpfr_signbit(x) != 0 ? -1 / limb : 1 / limb;
  const double high = rounded * unit;
  const double low = left * unit;
  const double_double size = double_double::sum(high, low);
  const long e = mpfr_get_exp(x) - exponent;
  constexpr long safe = 900;
  if (-safe < e && e < safe) {
    constexpr long bias = 1023;
    const auto power = std::bit_cast<double>(static_cast<std::uint64_t>(e + bias) << 52U);
    return double_double::sum(size.high() * power, size.low() * power);
  }
  const int bounded = static_cast<int>(std::clamp(e, -5000L, 5000L));
  const double far = std::ldexp(size.high(), bounded);
  return std::isfinite(far) ? double_double::sum(far, std::ldexp(size.low(), bounded))
                            : double_double(far);
}

namespace {

[[gnu::noinline]] void add_by_mpfr(mpfr_ptr r, const double_double& x, long exponent) {
  mpfr_set_d(r, x.high(), MPFR_RNDN);
  mpfr_add_d(r, r, x.low(), MPFR_RNDN);
  mpfr_mul_2si(r, r, exponent, MPFR_RNDN);
}

/// w ← w − (part, rest), where `part` is subtracted from the limb w[place]; the limbs below are zero. True where the highest
/// bit is lost and all are moved up by one.
[[gnu::noinline]] bool subtract_lower(mp_limb_t* w, mpfr_prec_t last, mpfr_prec_t place,
                                      mp_limb_t part, mp_limb_t rest) {
  mp_limb_t borrow = 0;
  if (rest != 0) {
    w[place - 1] = mp_limb_t{0} - rest;
    borrow = 1;
  }
  mp_limb_t subtracted = part + borrow;
  for (auto i = place; i <= last && subtracted != 0; ++i) {
    borrow = w[i] < subtracted ? 1 : 0;
    w[i] -= subtracted;
    subtracted = borrow;
  }
  if (w[last] >> (GMP_NUMB_BITS - 1) != 0) {
    return false;
  }
  for (auto i = last; i >= 0; --i) {  // the number was a little more than a power of two
    w[i] = w[i] << 1U | (i > 0 ? w[i - 1] >> (GMP_NUMB_BITS - 1) : 0);
  }
  return true;
}

}  // namespace

void mpfr_from_double_double(mpfr_ptr r, const double_double& x, long exponent) {
  // the limbs are written where no bit of x is behind the last place of r
  constexpr unsigned fraction_bits = 52;
  constexpr unsigned spare =
      GMP_NUMB_BITS - 1 - fraction_bits;  // below a number of double in a limb
  constexpr mp_limb_t first_bit = mp_limb_t{1} << (GMP_NUMB_BITS - 1);
  constexpr long bias = 1022;
  constexpr std::uint64_t largest = 0x7ff;
  const auto upper = std::bit_cast<std::uint64_t>(x.high());
  const auto lower = std::bit_cast<std::uint64_t>(x.low());
  const std::uint64_t e = upper >> fraction_bits & largest;
  const std::uint64_t e_lower = lower >> fraction_bits & largest;
  const auto is_normal = [](std::uint64_t k) { return k - 1 < largest - 1; };
  const bool is_double = lower << 1U == 0;
  const auto distance = static_cast<long>(e - e_lower);
  const mpfr_prec_t bits = mpfr_get_prec(r);
  if (!is_normal(e) || !(is_double || (is_normal(e_lower) && distance > long{fraction_bits} &&
                                       distance + long{fraction_bits} + 2 <= bits))) {
    add_by_mpfr(r, x, exponent);
    return;
  }
  mp_limb_t* const w = r->_mpfr_d;
  const auto last = (bits - 1) / GMP_NUMB_BITS;
  if (last == 3) {  // mp64
    w[0] = w[1] = w[2] = 0;
  } else {
    std::fill(w, w + last, 0);
  }
  w[last] = upper << spare | first_bit;
  r->_mpfr_sign = upper >> (GMP_NUMB_BITS - 1) != 0 ? -1 : 1;
  r->_mpfr_exp = static_cast<long>(e) - bias + exponent;
  if (is_double) {
    return;
  }
  const auto place = last - distance / GMP_NUMB_BITS;
  const auto shift = static_cast<unsigned>(distance) % GMP_NUMB_BITS;
  const mp_limb_t limb = lower << spare | first_bit;
  const mp_limb_t part = limb >> shift;
  const mp_limb_t rest = shift > spare ? limb << (GMP_NUMB_BITS - shift) : 0;
  if ((upper ^ lower) >> (GMP_NUMB_BITS - 1) != 0) {
    r->_mpfr_exp -= subtract_lower(w, last, place, part, rest) ? 1 : 0;
    return;
  }
  w[place] |= part;
  if (rest != 0) {
    w[place - 1] = rest;
  }
}

}  // namespace detail

namespace {

void reduce_and_add_up(double_double& s, double_double& c, const double_double& x) {
  // π/2 as the sum of three doubles
  constexpr double right_angle[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                    -0x1.f1976b7ed8fbcp-110};
  constexpr double inverse_of_right_angle = 0x1.45f306dc9c883p-1;
  const double turns = std::nearbyint(x.high() * inverse_of_right_angle);
  double_double r = x;
  if (turns != 0) {
    r = ((x - product(turns, right_angle[0])) - product(turns, right_angle[1])) -
        double_double(turns * right_angle[2]);
  }
  const double m = std::nearbyint(r.high() * steps_of_one);
  const double_double t = r - double_double(m / steps_of_one);
  const double_double y = t * t;
  // terms of the sine beyond the second and of the cosine beyond the second are below 2^-53 of the whole
  static const double_double third = -inverse(6);
  static const double_double fifth = inverse(120);
  static const double_double fourth = inverse(24);
  static const double_double sixth = -inverse(720);
  const double z = y.high();
  const double odd = z * (-1.0 / 5040 + z * (1.0 / 362880 - z * (1.0 / 39916800)));
  const double even = z * (1.0 / 40320 - z * (1.0 / 3628800 - z * (1.0 / 479001600)));
  const double_double st = t + t * (y * (third + y * (fifth + double_double(odd))));
  const double_double half = double_double(y.high() / 2) + double_double(y.low() / 2);
  const double_double ct =
      double_double(1) - half + y * y * (fourth + y * (sixth + double_double(even)));
  const auto place = static_cast<std::size_t>(std::abs(m));
  const sine_and_cosine& at = table()[place];
  const double_double sm = m < 0 ? -at.sine : at.sine;
  const double_double sine = sm * ct + at.cosine * st;
  const double_double cosine = at.cosine * ct - sm * st;
  switch (static_cast<int>(turns) & 3) {
    case 0:
      s = sine;
      c = cosine;
      break;
    case 1:
      s = cosine;
      c = -sine;
      break;
    case 2:
      s = -sine;
      c = -cosine;
      break;
    default:
      s = -cosine;
      c = sine;
      break;
  }
}
PLUMBLINE_WITH_FMA void reduce_and_add_up_with_fma(double_double& s, double_double& c,
                                                   const double_double& x) {
  reduce_and_add_up(s, c, x);
}

}  // namespace

void set_sin_cos(double_double& s, double_double& c, const double_double& x) {
  constexpr double largest = 0x1p20;
  if (!(std::abs(x.high()) < largest)) {
    mpfr_like sine;
    mpfr_like cosine;
    set_sin_cos(sine, cosine, wide(x));
    s = narrow(sine);
    c = narrow(cosine);
  } else if (detail::has_fma()) {
    reduce_and_add_up_with_fma(s, c, x);
  } else {
    reduce_and_add_up(s, c, x);
  }
}

double_double sin(const double_double& x) {
  double_double s;
  double_double c;
  set_sin_cos(s, c, x);
  return s;
}
double_double cos(const double_double& x) {
  double_double s;
  double_double c;
  set_sin_cos(s, c, x);
  return c;
}
double_double tan(const double_double& x) { return by_mpfr(set_tan<mpfr_like>, x); }
double_double asin(const double_double& x) { return by_mpfr(set_asin<mpfr_like>, x); }
double_double acos(const double_double& x) { return by_mpfr(set_acos<mpfr_like>, x); }
double_double atan(const double_double& x) { return by_mpfr(set_atan<mpfr_like>, x); }
double_double sinh(const double_double& x) { return by_mpfr(set_sinh<mpfr_like>, x); }
double_double cosh(const double_double& x) { return by_mpfr(set_cosh<mpfr_like>, x); }
double_double tanh(const double_double& x) { return by_mpfr(set_tanh<mpfr_like>, x); }
double_double asinh(const double_double& x) { return by_mpfr(set_asinh<mpfr_like>, x); }
double_double acosh(const double_double& x) { return by_mpfr(set_acosh<mpfr_like>, x); }
double_double atanh(const double_double& x) { return by_mpfr(set_atanh<mpfr_like>, x); }
double_double exp(const double_double& x) { return by_mpfr(set_exp<mpfr_like>, x); }
double_double log(const double_double& x) { return by_mpfr(set_log<mpfr_like>, x); }
double_double atan2(const double_double& y, const double_double& x) {
  mpfr_like r;
  set_atan2(r, wide(y), wide(x));
  return narrow(r);
}
double_double pow(const double_double& x, const double_double& y) {
  mpfr_like r;
  set_pow(r, wide(x), wide(y));
  return narrow(r);
}

}  // namespace plumbline
