// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
//   |x| = k π/2 ± r,  r = a/64 + b/2048 + t  with  0 <= t < 2^-11
//
// Sine and cosine of a/64 + b/2048 are in a table of 1632 pairs (100 kB), which is made from those of a/64 and of b/2048.
// Those of t follow by their series, and an addition of angles gives those of r. Everything is a fraction of four limbs. The
// values of MPFR, the 16 products and the sums are wrong by less than 100 units of 2^-256 together, π/2 in five limbs by less
// than one. Where that might decide a rounding, the caller evaluates in another way.
#include <scalar/fixed_point.hpp>
#include <scalar/sin_cos_by_table.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace plumbline::detail {

namespace {

using namespace fixed_point;
using number = std::array<limb, limbs>;

constexpr int coarse_steps = 64;
constexpr int fine_steps = 2048;
constexpr int most_coarse = 50;  // π/4 is 50.3 of them
constexpr int ratio = fine_steps / coarse_steps;
/// In units of 2^-256.
constexpr limb most_error = 128;

struct sine_and_cosine {
  number sine;
  number cosine;  ///< 1 is the largest fraction
};

number fraction_of(mpfr_srcptr x) {
  number r{};
  if (mpfr_zero_p(x) != 0) {
    return r;
  }
  if (mpfr_get_exp(x) > 0) {
    r.fill(~limb{0});
    return r;
  }
  constexpr int all = 64 * limbs;
  mpz_t whole;
  mpz_init(whole);
  MPFR_DECL_INIT(scaled, 2 * all);
  mpfr_mul_2si(scaled, x, all, MPFR_RNDZ);
  mpfr_get_z(whole, scaled, MPFR_RNDZ);
  mpz_export(r.data(), nullptr, -1, sizeof(limb), 0, 0, whole);
  mpz_clear(whole);
  return r;
}

sine_and_cosine value_at(int place, int steps) {
  MPFR_DECL_INIT(angle, 320);
  MPFR_DECL_INIT(s, 320);
  MPFR_DECL_INIT(c, 320);
  mpfr_set_si(angle, place, MPFR_RNDN);
  mpfr_div_si(angle, angle, steps, MPFR_RNDN);  // exact: a power of two
  mpfr_sin_cos(s, c, angle, MPFR_RNDN);
  return {fraction_of(s), fraction_of(c)};
}

/// π/2 in five limbs behind the point and one before it.
constexpr std::array<limb, limbs + 2> right_angle{0xa29410f31c6809bcU, 0x04177d4c76273644U,
                                                  0x52049c1114cf98e8U, 0x898cc51701b839a2U,
                                                  0x921fb54442d18469U, 0x0000000000000001U};

/// r ← a + b, where the sum is below 1.
void add(number& r, const number& a, const number& b) {
  number x = a;
  add_limbs(x[0], x[1], x[2], x[3], b[0], b[1], b[2], b[3]);
  r = x;
}
/// r ← a − b, or 0 where rounding errors make that negative.
void subtract(number& r, const number& a, const number& b) {
  number x = a;
  if (subtract_limbs(x[0], x[1], x[2], x[3], b[0], b[1], b[2], b[3]) != 0) {
    x = {};
  }
  r = x;
}
number product(const number& a, const number& b) {
  number r;
  upper_product<limbs>(r.data(), a.data(), b.data());
  return r;
}

/// of ← those of the sum of both angles, which is at most π/4.
void turn_by(sine_and_cosine& of, const sine_and_cosine& by) {
  number sine;
  number cosine;
  add(sine, product(of.sine, by.cosine), product(of.cosine, by.sine));
  subtract(cosine, product(of.cosine, by.cosine), product(of.sine, by.sine));
  of = {sine, cosine};
}

/// Those of a/64 + b/2048 at the place 32 a + b.
const std::vector<sine_and_cosine>& values() {
  static const std::vector<sine_and_cosine> all = [] {
    std::vector<sine_and_cosine> fine;
    for (int b = 0; b < ratio; ++b) {
      fine.push_back(value_at(b, fine_steps));
    }
    std::vector<sine_and_cosine> t;
    for (int a = 0; a <= most_coarse; ++a) {
      const sine_and_cosine coarse = value_at(a, coarse_steps);
      for (int b = 0; b < ratio; ++b) {
        t.push_back(a == 0 ? fine[static_cast<std::size_t>(b)] : coarse);
        if (a != 0 && b != 0) {
          turn_by(t.back(), fine[static_cast<std::size_t>(b)]);
        }
      }
    }
    return t;
  }();
  return all;
}

/// Of an angle t < 2^-11.
sine_and_cosine by_series(const number& t) {
  const number y = product(t, t);  // < 2^-22
  number s{};
  // the term y^k/(n + 2k)! is multiplied by y, so it needs 256 − 22 (k + 1) bits
  const auto sum = [&](int n) {
    s = {};
    term<limbs, 1>(s.data(), y.data(), n + 16);
    term<limbs, 2>(s.data(), y.data(), n + 14);
    term<limbs, 2>(s.data(), y.data(), n + 12);
    term<limbs, 2>(s.data(), y.data(), n + 10);
    term<limbs, 3>(s.data(), y.data(), n + 8);
    term<limbs, 3>(s.data(), y.data(), n + 6);
    term<limbs, 3>(s.data(), y.data(), n + 4);
    term<limbs, 4>(s.data(), y.data(), n + 2);
    term<limbs, 4>(s.data(), y.data(), n);
    return product(s, y);
  };
  const number versine = sum(2);
  const number lost = product(sum(3), t);
  sine_and_cosine r;
  subtract(r.sine, t, lost);
  r.cosine = {};
  subtract_limbs(r.cosine[0], r.cosine[1], r.cosine[2], r.cosine[3], versine[0], versine[1],
                 versine[2], versine[3]);  // 1 − versine modulo 1
  if ((versine[0] | versine[1] | versine[2] | versine[3]) == 0) {
    r.cosine.fill(~limb{0});
  }
  return r;
}

/// The fraction rounded to r. False where an error might decide how.
bool round(mpfr_ptr r, number w, bool negative) {
  constexpr int most_zeros = 24;
  const int zeros = w[limbs - 1] == 0 ? 64 : std::countl_zero(w[limbs - 1]);
  if (zeros > most_zeros) {
    return false;
  }
  normalize<limbs>(w);
  const limb error = most_error << static_cast<unsigned>(zeros);
  const limb rest = w[0] & (unit - 1);
  if (rest - half + error <= 2 * error) {
    return false;
  }
  store_rounded(r, negative ? -1 : 1, -zeros, w[0], w[1], w[2], w[3], true);
  return true;
}

}  // namespace

bool sin_cos_by_table(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x) {
  constexpr mpfr_exp_t least = -16;
  constexpr mpfr_exp_t most = 10;
  // where the user has made MPFR's range of exponents small, MPFR decides what underflows; the tables need more
  constexpr mpfr_exp_t range = 1024;
  if (mpfr_get_emin() > -range || mpfr_get_emax() < range || mpfr_get_prec(x) != precision ||
      mpfr_regular_p(x) == 0 || x->_mpfr_exp < least || x->_mpfr_exp > most ||
      (sine != nullptr && mpfr_get_prec(sine) != precision) ||
      (cosine != nullptr && mpfr_get_prec(cosine) != precision)) {
    return false;
  }
  // |x| with one limb before the point
  std::array<limb, limbs + 1> size{};
  const auto e = static_cast<int>(x->_mpfr_exp);
  const mp_limb_t* const m = x->_mpfr_d;
  if (e > 0) {
    const auto up = static_cast<unsigned>(e);
    size[0] = m[0] << up;
    for (std::size_t i = 1; i < limbs; ++i) {
      size[i] = m[i] << up | m[i - 1] >> (64U - up);
    }
    size[limbs] = m[limbs - 1] >> (64U - up);
  } else {
    const auto down = static_cast<unsigned>(-e);
    for (std::size_t i = 0; i < limbs; ++i) {
      const limb above = i + 1 < limbs ? m[i + 1] : 0;
      size[i] = m[i] >> down | (above << 1U) << (63U - down);
    }
  }
  // the nearest multiple of π/2
  const double about =
      static_cast<double>(size[limbs]) + static_cast<double>(size[limbs - 1]) * 0x1p-64;
  constexpr double inverse_of_right_angle = 0x1.45f306dc9c883p-1;
  const auto turns = static_cast<limb>(about * inverse_of_right_angle + 0.5);
  number r{size[0], size[1], size[2], size[3]};
  bool below = false;  // the angle is k π/2 − r
  if (turns != 0) {
    std::array<limb, limbs + 2> multiple{};
    limb carry = 0;
    for (std::size_t i = 0; i < multiple.size(); ++i) {
      const wide p = static_cast<wide>(right_angle[i]) * turns + carry;
      multiple[i] = static_cast<limb>(p);
      carry = static_cast<limb>(p >> 64U);
    }
    const limb borrow =
        subtract_limbs(r[0], r[1], r[2], r[3], multiple[1], multiple[2], multiple[3], multiple[4]);
    const limb before = size[limbs] - multiple[limbs + 1] - borrow;
    if (before != 0) {  // −1
      below = true;
      const number n = r;
      r = {};
      subtract_limbs(r[0], r[1], r[2], r[3], n[0], n[1], n[2], n[3]);
    }
  }
  const limb top = r[limbs - 1];
  const auto place = static_cast<std::size_t>(top >> 53U);
  if (place >= (most_coarse + 1) * ratio) {
    return false;
  }
  number t = r;
  t[limbs - 1] = top & ((limb{1} << 53U) - 1);
  sine_and_cosine of = by_series(t);
  if (place != 0) {
    turn_by(of, values()[place]);
  }
  // sine and cosine of |x|, then of x
  const bool swapped = (turns & 1U) != 0;
  const bool sine_is_negative = (turns & 2U) != 0;
  const bool cosine_is_negative = ((turns + 1) & 2U) != 0;
  const number& first = swapped ? of.cosine : of.sine;
  const number& second = swapped ? of.sine : of.cosine;
  // of k π/2 ± r: the one that is ± sin r changes its sign with r
  const bool first_negative = sine_is_negative != (!swapped && below);
  const bool second_negative = cosine_is_negative != (swapped && below);
  MPFR_DECL_INIT(s, precision);
  if (sine != nullptr && !round(s, first, first_negative != (x->_mpfr_sign < 0))) {
    return false;
  }
  if (cosine != nullptr && !round(cosine, second, second_negative)) {
    return false;
  }
  if (sine != nullptr) {
    std::copy(s->_mpfr_d, s->_mpfr_d + limbs, sine->_mpfr_d);
    sine->_mpfr_exp = s->_mpfr_exp;
    sine->_mpfr_sign = s->_mpfr_sign;
  }
  mpfr_set_inexflag();
  return true;
}

}  // namespace plumbline::detail
