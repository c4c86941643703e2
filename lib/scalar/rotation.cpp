// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// In the fixed point of scalar/fixed_point.hpp up to 105 digits; beyond in rotation_of_many_limbs.cpp.
#include <plumbline/scalar/binary128.hpp>
#include <plumbline/scalar/rotation.hpp>

#include <scalar/fixed_point.hpp>
#include <scalar/rotation_of_many_limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace plumbline::detail {

namespace {

using namespace fixed_point;

/// sine, cosine ← those of the angle that is larger by δ.
template <int L>
void turn(fraction<L>& sine, fraction<L>& cosine, const fraction<L>& delta) {
  limb y[L];
  upper_product<L>(y, delta.w.data(), delta.w.data());
  std::array<limb, L> square{};
  std::copy(y, y + L, square.begin());
  const int bits = leading_zeros<L>(square);
  limb versine[L];
  series<L>(versine, y, bits, 2);
  upper_product<L>(versine, versine, y);
  limb sd[L];
  series<L>(sd, y, bits, 3);
  upper_product<L>(sd, sd, y);
  upper_product<L>(sd, sd, delta.w.data());
  difference<L>(sd, delta.w.data(), sd);

  const fraction<L> s = sine;
  const fraction<L> c = cosine;
  // r ← (a − a (1 − cos δ)) ± b sin δ with the sign of a
  const auto combine = [&](fraction<L>& r, const fraction<L>& a, const fraction<L>& b,
                           bool opposite) {
    limb part[L];
    upper_product<L>(part, a.w.data(), versine);
    r.negative = a.negative != difference<L>(r.w.data(), a.w.data(), part);
    upper_product<L>(part, b.w.data(), sd);
    if (opposite) {
      r.negative = r.negative != difference<L>(r.w.data(), r.w.data(), part);
    } else {
      capped_sum<L>(r.w.data(), r.w.data(), part);
    }
  };
  const bool odd = (s.negative != c.negative) != delta.negative;
  combine(sine, s, c, odd);
  combine(cosine, c, s, !odd);
}

/// The same for |δ| < 2^-64, where sin δ = δ − δ³/6 and 1 − cos δ = δ²/2 within 2^-257, in the limbs that are not zero.
void turn_little(fraction<limbs>& sine, fraction<limbs>& cosine, const fraction<limbs>& delta) {
  const limb d1 = delta.w[1];
  const limb d2 = delta.w[2];
  // δ² in the lower two limbs, too small by at most two units
  const wide square = static_cast<wide>(d2) * d2 + 2 * (static_cast<wide>(d2) * d1 >> 64U);
  const std::array<limb, 2> versine{static_cast<limb>(square >> 1U),
                                    static_cast<limb>(square >> 65U)};
  // δ³/6 in the lowest limb
  const auto cube =
      static_cast<limb>(static_cast<wide>(static_cast<limb>(square >> 64U)) * d2 >> 64U);
  const std::array<limb, limbs> third{cube / 6, 0, 0, 0};
  std::array<limb, limbs> sd{delta.w[0], d1, d2, 0};
  subtract<limbs>(sd.data(), third.data());

  const fraction<limbs> s = sine;
  const fraction<limbs> c = cosine;
  const auto combine = [&](fraction<limbs>& r, const fraction<limbs>& a, const fraction<limbs>& b,
                           bool opposite) {
    limb part[limbs] = {};
    upper_product<2>(part, a.w.data() + 2, versine.data());
    r.negative = a.negative != difference<limbs>(r.w.data(), a.w.data(), part);
    upper_product<3>(part, b.w.data() + 1, sd.data());
    if (opposite) {
      r.negative = r.negative != difference<limbs>(r.w.data(), r.w.data(), part);
    } else {
      capped_sum<limbs>(r.w.data(), r.w.data(), part);
    }
  };
  const bool odd = (s.negative != c.negative) != delta.negative;
  combine(sine, s, c, odd);
  combine(cosine, c, s, !odd);
}

/// Bits of a result below 1 at which it is too small for the guard bits.
template <int L>
bool is_large_enough(const fraction<L>& x, int bits) {
  constexpr int margin = 8;
  return x.w[L - 1] != 0 && std::countl_zero(x.w[L - 1]) + bits + margin <= 64 * L;
}

/// |x| <= 1 as a fraction; 1 becomes the largest one.
template <int L>
fraction<L> from_mpfr(mpfr_srcptr x) {
  fraction<L> r{{}, x->_mpfr_sign < 0};
  if (x->_mpfr_exp > 0) {
    r.w.fill(~limb{0});
  } else {
    r.w = mantissa_of<L>(x);
    move_down_in_place<L>(r.w.data(), static_cast<unsigned>(-x->_mpfr_exp));
  }
  return r;
}
template <int L>
void to_mpfr(mpfr_ptr r, fraction<L> x) {
  std::int64_t exponent = 0;
  normalize<L>(x.w.data(), exponent);
  store_fraction<L>(r, x.negative, exponent, x.w);
}

/// An ordinary number of which is known that it is at least 2^-64 and at most 1.
bool is_part(mpfr_srcptr x) {
  return mpfr_regular_p(x) != 0 && x->_mpfr_exp > -64 && x->_mpfr_exp <= 1;
}

template <int L>
bool rotate_in_limbs(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr delta) {
  // for larger angles a new evaluation costs less (sin_cos_by_table.cpp)
  constexpr mpfr_exp_t largest = -12;
  const mpfr_prec_t bits = mpfr_get_prec(sine);
  if (mpfr_get_prec(cosine) != bits || mpfr_get_prec(delta) != bits || !is_part(sine) ||
      !is_part(cosine) || mpfr_regular_p(delta) == 0 || delta->_mpfr_exp > largest) {
    return false;
  }
  if (delta->_mpfr_exp < -64 * L) {
    return true;
  }
  fraction<L> s = from_mpfr<L>(sine);
  fraction<L> c = from_mpfr<L>(cosine);
  const fraction<L> d = from_mpfr<L>(delta);
  if constexpr (L == limbs) {
    d.w[L - 1] == 0 ? turn_little(s, c, d) : turn<L>(s, c, d);
  } else {
    turn<L>(s, c, d);
  }
  if (!is_large_enough<L>(s, static_cast<int>(bits)) ||
      !is_large_enough<L>(c, static_cast<int>(bits))) {
    return false;
  }
  to_mpfr<L>(sine, s);
  to_mpfr<L>(cosine, c);
  return true;
}

}  // namespace

bool rotate_mpfr(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr delta) {
  const mpfr_prec_t bits = mpfr_get_prec(sine);
  if (limbs_for(bits) == 0) {
    return rotate_many_limbs(sine, cosine, delta);
  }
  return with_limbs_for(bits, [&](auto L) { return rotate_in_limbs<L>(sine, cosine, delta); });
}

#if PLUMBLINE_HAS_QUAD
namespace {

constexpr int quad_limbs = 3;

/// The exponent e with 2^(e-1) <= |x| < 2^e of a normal number; far below or above for others.
int exponent_of(wide bits) { return exponent_in(bits) - (quad_bias - 1); }
fraction<quad_limbs> from_quad(wide bits) {
  fraction<quad_limbs> r{{}, bits >> 127U != 0};
  const int e = exponent_of(bits);
  if (e > 0) {
    r.w.fill(~limb{0});
    return r;
  }
  const wide mantissa = (bits << 16U >> 1U) | static_cast<wide>(1) << 127U;
  r.w = {0, static_cast<limb>(mantissa), static_cast<limb>(mantissa >> 64U)};
  if (e < 0) {
    move_down_in_place<quad_limbs>(r.w.data(), static_cast<unsigned>(-e));
  }
  return r;
}
quad to_quad(fraction<quad_limbs> x) {
  std::int64_t e = 0;
  normalize<quad_limbs>(x.w.data(), e);
  wide mantissa = static_cast<wide>(x.w[2]) << 64U | x.w[1];
  constexpr unsigned dropped = 15;
  constexpr wide below = (static_cast<wide>(1) << dropped) - 1;
  const auto rest = static_cast<limb>(mantissa & below);
  mantissa >>= dropped;
  // the limb below is taken as not zero: no tie
  if (rest >> (dropped - 1) != 0 && ++mantissa >> (quad_fraction_bits + 1) != 0) {
    mantissa >>= 1U;
    ++e;
  }
  mantissa &= (static_cast<wide>(1) << quad_fraction_bits) - 1;
  wide bits = mantissa | static_cast<wide>(e + quad_bias - 1) << quad_fraction_bits;
  if (x.negative) {
    bits |= static_cast<wide>(1) << 127U;
  }
  return quad_of(bits);
}

}  // namespace

bool rotate_quad(quad& sine, quad& cosine, const quad& delta) {
  const wide sine_bits = bits_of(sine);
  const wide cosine_bits = bits_of(cosine);
  const wide delta_bits = bits_of(delta);
  // for larger angles a new evaluation costs less (sin_cos_by_table.cpp)
  constexpr int largest = -20;
  const auto is_part_of_one = [](wide bits) {
    const int e = exponent_of(bits);
    return e > -64 && e <= 1;
  };
  if (!is_part_of_one(sine_bits) || !is_part_of_one(cosine_bits) ||
      exponent_of(delta_bits) > largest) {
    return false;
  }
  if (exponent_of(delta_bits) < -64 * quad_limbs) {
    return true;
  }
  fraction<quad_limbs> s = from_quad(sine_bits);
  fraction<quad_limbs> c = from_quad(cosine_bits);
  turn<quad_limbs>(s, c, from_quad(delta_bits));
  constexpr int bits = 113;
  if (!is_large_enough<quad_limbs>(s, bits) || !is_large_enough<quad_limbs>(c, bits)) {
    return false;
  }
  sine = to_quad(s);
  cosine = to_quad(c);
  return true;
}
#endif

}  // namespace plumbline::detail
