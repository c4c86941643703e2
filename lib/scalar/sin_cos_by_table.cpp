// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
//   |x| = k π/2 ± r,  r = a/64 + b/2048 + t  with  0 <= t < 2^-11
//
// Sine and cosine of a/64 + b/2048 are in a table of 1632 pairs (100 kB in four limbs), which is made from those of a/64 and of
// b/2048 when it is first needed. These come from sine and cosine of 1/2048 by additions of angles in L + 1 limbs. An addition
// is wrong by less than two units of 2^(−64 (L + 1)) more than both its angles together, so that 32 and then 50 of them leave
// less than 2^13 units. Those of t follow by their series, and an addition of angles gives those of r, both in L limbs. What is
// cut off the table, the 16 products and the sums are wrong by less than 25 L units of 2^(−64 L) together, π/2 in L + 1 limbs by
// less than one. Where that might decide a rounding, the caller evaluates in another way.
//
// Four to six limbs serve MPFR numbers of 39 to 105 digits, three limbs serve quad.
#include <plumbline/scalar/in_place.hpp>

#include <scalar/fixed_point.hpp>
#include <scalar/quad_arithmetic.hpp>
#include <scalar/sin_cos_by_table.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace plumbline::detail {

namespace {

using namespace fixed_point;
constexpr int coarse_steps = 64;
constexpr int fine_steps = 2048;
constexpr int most_coarse = 50;  // π/4 is 50.3 of them
constexpr int ratio = fine_steps / coarse_steps;
/// In units of the lowest limb.
template <int L>
constexpr limb most_error = 32 * L;

/// Sine and cosine in L limbs; 1 is the largest fraction.
template <int L>
struct in_limbs {
  std::array<limb, L> sine;
  std::array<limb, L> cosine;
};

/// Sine and cosine of an angle in one limb more than the table has; 1 is the largest fraction.
template <int L>
struct guarded {
  static constexpr int size = L + 1;
  std::array<mp_limb_t, size> sine{};
  std::array<mp_limb_t, size> cosine{};

  /// The upper limbs.
  in_limbs<L> rounded_down() const {
    in_limbs<L> r;
    std::copy(sine.begin() + 1, sine.end(), r.sine.begin());
    std::copy(cosine.begin() + 1, cosine.end(), r.cosine.begin());
    return r;
  }
};

/// Those of 0, where the cosine is the largest fraction.
template <int L>
guarded<L> angle_of_zero() {
  guarded<L> r;
  r.cosine.fill(~mp_limb_t{0});
  return r;
}

/// Those of 1/2048, the only values that MPFR computes.
template <int L>
guarded<L> smallest_angle() {
  constexpr int all = 64 * guarded<L>::size;
  MPFR_DECL_INIT(angle, all);
  MPFR_DECL_INIT(s, all);
  MPFR_DECL_INIT(c, all);
  mpfr_set_ui(angle, 1, MPFR_RNDN);
  mpfr_div_ui(angle, angle, fine_steps, MPFR_RNDN);  // exact: a power of two
  mpfr_sin_cos(s, c, angle, MPFR_RNDN);
  guarded<L> r;
  const auto export_to = [](std::array<mp_limb_t, guarded<L>::size>& to, mpfr_ptr x) {
    mpz_t whole;
    mpz_init(whole);
    mpfr_mul_2si(x, x, all, MPFR_RNDN);
    mpfr_get_z(whole, x, MPFR_RNDZ);
    mpz_export(to.data(), nullptr, -1, sizeof(mp_limb_t), 0, 0, whole);
    mpz_clear(whole);
  };
  export_to(r.sine, s);
  export_to(r.cosine, c);
  return r;
}

/// Those of the sum of both angles, which is at most π/4.
template <int L>
guarded<L> sum_of_angles(const guarded<L>& a, const guarded<L>& b) {
  constexpr int size = guarded<L>::size;
  using product = std::array<mp_limb_t, 2 * std::size_t{size}>;
  product x;
  product y;
  guarded<L> r;
  mpn_mul_n(x.data(), a.sine.data(), b.cosine.data(), size);
  mpn_mul_n(y.data(), a.cosine.data(), b.sine.data(), size);
  mpn_add_n(x.data(), x.data(), y.data(), 2 * size);
  std::copy(x.begin() + size, x.end(), r.sine.begin());
  mpn_mul_n(x.data(), a.cosine.data(), b.cosine.data(), size);
  mpn_mul_n(y.data(), a.sine.data(), b.sine.data(), size);
  mpn_sub_n(x.data(), x.data(), y.data(), 2 * size);
  std::copy(x.begin() + size, x.end(), r.cosine.begin());
  return r;
}

/// π/2 in seven limbs behind the point and one before it.
constexpr std::array<limb, most_limbs + 2> right_angle{
    0x605614dbe4be286eU, 0xdf2a33679a748636U, 0xa29410f31c6809bbU, 0x04177d4c76273644U,
    0x52049c1114cf98e8U, 0x898cc51701b839a2U, 0x921fb54442d18469U, 0x0000000000000001U};

template <int L>
using fraction_limbs = std::array<limb, L>;

template <int L>
[[gnu::always_inline]] inline fraction_limbs<L> product(const fraction_limbs<L>& a,
                                                        const fraction_limbs<L>& b) {
  fraction_limbs<L> r;
  upper_product<L>(r.data(), a.data(), b.data());
  return r;
}
/// a + b, which is below 1.
template <int L>
fraction_limbs<L> sum_below_one(const fraction_limbs<L>& a, const fraction_limbs<L>& b) {
  fraction_limbs<L> r = a;
  add<L>(r.data(), b.data());
  return r;
}
/// a − b, or 0 where rounding errors make that negative.
template <int L>
fraction_limbs<L> difference_or_zero(const fraction_limbs<L>& a, const fraction_limbs<L>& b) {
  fraction_limbs<L> r;
  if (difference<L>(r.data(), a.data(), b.data())) {
    r = {};
  }
  return r;
}

/// of ← those of the sum of both angles, which is at most π/4.
template <int L>
void turn_by(in_limbs<L>& of, const in_limbs<L>& by) {
  in_limbs<L> r;
  r.sine = sum_below_one<L>(product<L>(of.sine, by.cosine), product<L>(of.cosine, by.sine));
  r.cosine = difference_or_zero<L>(product<L>(of.cosine, by.cosine), product<L>(of.sine, by.sine));
  of = r;
}

/// Those of a/64 + b/2048 at the place 32 a + b.
template <int L>
const std::vector<in_limbs<L>>& values() {
  static const std::vector<in_limbs<L>> all = [] {
    const guarded<L> smallest = smallest_angle<L>();
    std::vector<in_limbs<L>> t;
    t.reserve((most_coarse + 1) * ratio);
    guarded<L> fine = angle_of_zero<L>();
    for (int b = 0; b < ratio; ++b) {
      t.push_back(fine.rounded_down());
      fine = sum_of_angles(fine, smallest);
    }
    const guarded<L>& coarse_step = fine;  // 32/2048 = 1/64
    guarded<L> coarse = coarse_step;
    for (int a = 1; a <= most_coarse; ++a) {
      const in_limbs<L> first = coarse.rounded_down();
      t.push_back(first);
      for (std::size_t b = 1; b < ratio; ++b) {
        t.push_back(first);
        turn_by<L>(t.back(), t[b]);
      }
      coarse = sum_of_angles(coarse, coarse_step);
    }
    return t;
  }();
  return all;
}

/// t ← the terms k, k − 1, …, 0 of 1/n! − y (1/(n+2)! − …) for y < 2^-22, in the limbs that each needs: the term y^k/(n + 2k)! is
/// multiplied by y, so it needs 64 L − 22 (k + 1) bits.
template <int L, int k>
[[gnu::always_inline]] inline void add_terms(limb* t, const limb* y, int n) {
  if constexpr (k >= 0) {
    constexpr int bits = 64 * L - 22 * (k + 1);
    term<L, (bits + 63) / 64>(t, y, n + 2 * k);
    add_terms<L, k - 1>(t, y, n);
  }
}
/// The last term that is not below one unit.
template <int L>
constexpr int last_term() {
  int k = 0;
  while (22 * (k + 2) + factorial_bits[2 * static_cast<std::size_t>(k) + 4] < 64 * L) {
    ++k;
  }
  return k;
}

/// Of an angle t < 2^-11.
template <int L>
in_limbs<L> by_series(const fraction_limbs<L>& t) {
  const fraction_limbs<L> y = product<L>(t, t);  // < 2^-22
  const auto sum = [&](int n) {
    fraction_limbs<L> s{};
    add_terms<L, last_term<L>()>(s.data(), y.data(), n);
    return product<L>(s, y);
  };
  const fraction_limbs<L> versine = sum(2);
  const fraction_limbs<L> lost = product<L>(sum(3), t);
  in_limbs<L> r;
  r.sine = difference_or_zero<L>(t, lost);
  r.cosine.fill(~limb{0});  // 1 − versine: less than one unit smaller
  difference<L>(r.cosine.data(), r.cosine.data(), versine.data());
  return r;
}

/// Numbers with their signs.
template <int L>
struct signed_pair {
  in_limbs<L> size;
  bool sine_is_negative;
  bool cosine_is_negative;
};

/// Sine and cosine of whole + r, or of its opposite. False where rounding errors have put it beyond the table.
template <int L>
bool evaluate(signed_pair<L>& result, limb whole, fraction_limbs<L> r, bool negative) {
  // the nearest multiple of π/2
  const double about = static_cast<double>(whole) + static_cast<double>(r[L - 1]) * 0x1p-64;
  constexpr double inverse_of_right_angle = 0x1.45f306dc9c883p-1;
  const auto turns = static_cast<limb>(about * inverse_of_right_angle + 0.5);
  bool below = false;  // the angle is k π/2 − r
  if (turns != 0) {
    std::array<limb, L + 2> multiple{};
    limb carry = 0;
    for (std::size_t i = 0; i < multiple.size(); ++i) {
      const wide p = static_cast<wide>(right_angle[i + (most_limbs - L)]) * turns + carry;
      multiple[i] = static_cast<limb>(p);
      carry = static_cast<limb>(p >> 64U);
    }
    const limb borrow = subtract<L>(r.data(), multiple.data() + 1);
    if (whole - multiple[L + 1] - borrow != 0) {  // −1
      below = true;
      negate<L>(r.data());
    }
  }
  const limb top = r[L - 1];
  const auto place = static_cast<std::size_t>(top >> 53U);
  if (place >= (most_coarse + 1) * ratio) {
    return false;
  }
  r[L - 1] = top & ((limb{1} << 53U) - 1);
  in_limbs<L>& of = result.size;
  of = by_series<L>(r);
  if (place != 0) {
    turn_by<L>(of, values<L>()[place]);
  }
  // of k π/2 ± r: the one that is ± sin r changes its sign with r
  const bool swapped = (turns & 1U) != 0;
  if (swapped) {
    std::swap(of.sine, of.cosine);
  }
  result.sine_is_negative = (((turns & 2U) != 0) != (!swapped && below)) != negative;
  result.cosine_is_negative = (((turns + 1) & 2U) != 0) != (swapped && below);
  return true;
}

/// The fraction rounded to r. False where an error might decide how.
template <int L>
bool round(mpfr_ptr r, fraction_limbs<L> w, bool negative) {
  constexpr int most_zeros = 24;
  const int zeros = w[L - 1] == 0 ? 64 : std::countl_zero(w[L - 1]);
  if (zeros > most_zeros) {
    return false;
  }
  std::int64_t exponent = 0;
  normalize<L>(w.data(), exponent);
  const wide error = static_cast<wide>(most_error<L>) << static_cast<unsigned>(zeros);
  const wide unit = static_cast<wide>(1) << static_cast<unsigned>(64 * L - r->_mpfr_prec);
  if ((tail<1>(w.data()) & (unit - 1)) - (unit >> 1U) + error <= 2 * error) {
    return false;
  }
  store_fraction<L>(r, negative, exponent, w);
  return true;
}

template <int L>
bool in_size(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x) {
  constexpr mpfr_exp_t least = -16;
  constexpr mpfr_exp_t most = 10;
  const mpfr_prec_t bits = mpfr_get_prec(x);
  if (mpfr_regular_p(x) == 0 || x->_mpfr_exp < least || x->_mpfr_exp > most ||
      (sine != nullptr && mpfr_get_prec(sine) != bits) ||
      (cosine != nullptr && mpfr_get_prec(cosine) != bits)) {
    return false;
  }
  // |x| with one limb before the point
  limb whole = 0;
  fraction_limbs<L> fraction = mantissa_of<L>(x);
  if (const auto e = static_cast<int>(x->_mpfr_exp); e > 0) {
    const auto up = static_cast<unsigned>(e);
    whole = fraction[L - 1] >> (64U - up);
    for (std::size_t i = L - 1; i > 0; --i) {
      fraction[i] = upper_after_shift(fraction[i - 1], fraction[i], up);
    }
    fraction[0] <<= up;
  } else {
    move_down_in_place<L>(fraction.data(), static_cast<unsigned>(-e));
  }
  signed_pair<L> of;
  if (!evaluate<L>(of, whole, fraction, x->_mpfr_sign < 0)) {
    return false;
  }
  MPFR_DECL_INIT(s, 64 * L);
  s->_mpfr_prec = bits;
  if (sine != nullptr && !round<L>(s, of.size.sine, of.sine_is_negative)) {
    return false;
  }
  if (cosine != nullptr && !round<L>(cosine, of.size.cosine, of.cosine_is_negative)) {
    return false;
  }
  if (sine != nullptr) {
    copy_mpfr(sine, s);
  }
  mpfr_set_inexflag();
  return true;
}

}  // namespace

bool sin_cos_by_table(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x) {
  // where the user has made MPFR's range of exponents small, MPFR decides what underflows; the tables need more
  constexpr mpfr_exp_t range = 1024;
  if (mpfr_get_emin() > -range || mpfr_get_emax() < range) {
    return false;
  }
  return with_limbs_for(mpfr_get_prec(x), [&](auto L) { return in_size<L>(sine, cosine, x); });
}

#if PLUMBLINE_HAS_QUAD
namespace {

constexpr int quad_limbs = 3;

/// The fraction rounded to r. False where an error might decide how.
bool round(quad& r, fraction_limbs<quad_limbs> w, bool negative) {
  constexpr unsigned quad_spare = 64 * quad_limbs - 113 - 64;  // in the limb w[1]
  constexpr int most_zeros = 24;
  const int zeros = w[quad_limbs - 1] == 0 ? 64 : std::countl_zero(w[quad_limbs - 1]);
  if (zeros > most_zeros) {
    return false;
  }
  std::int64_t exponent_of_w = 0;
  normalize<quad_limbs>(w.data(), exponent_of_w);
  // what is behind the last place, in units of the highest bits of 64
  const limb rest = w[1] << (64U - quad_spare) | w[0] >> quad_spare;
  constexpr limb most_error_of_rest = limb{1} << 20U;  // more than 2^7 2^24 2^-15
  constexpr limb middle = limb{1} << 63U;
  if (rest - middle + most_error_of_rest <= 2 * most_error_of_rest) {
    return false;
  }
  wide mantissa = (static_cast<wide>(w[2]) << 64U | w[1]) >> quad_spare;
  mantissa += rest >> 63U;
  // the one before the fraction raises the exponent by one
  const auto exponent = static_cast<limb>(quad_bias - 2 - zeros);
  r = quad_of(mantissa + (static_cast<wide>(exponent) << quad_fraction_bits) +
              (static_cast<wide>(negative ? 1U : 0U) << 127U));
  return true;
}

}  // namespace

bool sin_cos_by_table(quad& sine, quad& cosine, const quad& x) {
  constexpr int least = -16;
  constexpr int most = 10;
  const wide bits = bits_of(x);
  const int e = exponent_in(bits) - (quad_bias - 1);  // |x| < 2^e
  if (e < least || e > most) {
    return false;
  }
  // |x| = whole + the fraction; the mantissa is 2^113 |x| 2^-e
  const wide m = quad_arithmetic::mantissa_of(bits);
  limb whole = 0;
  fraction_limbs<quad_limbs> fraction{};
  if (e > 0) {
    const auto places = static_cast<unsigned>(113 - e);
    whole = static_cast<limb>(m >> places);
    const wide part = m << (128U - places);
    fraction = {0, static_cast<limb>(part), static_cast<limb>(part >> 64U)};
  } else {
    const wide part = m << 15U;
    const auto down = static_cast<unsigned>(-e);
    fraction = {static_cast<limb>(part) << 1U << (63U - down), static_cast<limb>(part >> down),
                static_cast<limb>(part >> down >> 64U)};
  }
  signed_pair<quad_limbs> of;
  if (!evaluate<quad_limbs>(of, whole, fraction, quad_arithmetic::is_negative(bits))) {
    return false;
  }
  quad s;
  if (!round(s, of.size.sine, of.sine_is_negative) ||
      !round(cosine, of.size.cosine, of.cosine_is_negative)) {
    return false;
  }
  sine = s;
  return true;
}
#endif

}  // namespace plumbline::detail
