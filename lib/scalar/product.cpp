// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The product of two numbers of mp64, rounded to nearest, ties to even: the bits of mpfr_mul at a third of its
// instructions, because the number of limbs is known. Zeros, infinities, NaN and exponents near the ends of MPFR's range
// are left to mpfr_mul.
#include <plumbline/scalar/in_place.hpp>

#include <array>
#include <cstdint>

namespace plumbline::detail {

namespace {

__extension__ using wide = unsigned __int128;
using limb = std::uint64_t;
constexpr int limbs = 4;
constexpr int precision = std::numeric_limits<mp64>::digits;
constexpr int spare = 64 * limbs - precision;  // bits of the lowest limb that are always zero
static_assert(0 < spare && spare < 64 && sizeof(mp_limb_t) == sizeof(limb));

/// (t_0 … t_3) += x · b, with the carry in t_4. Written out: a loop would not be unrolled.
inline void add_row(limb* t, limb x, const mp_limb_t* b) {
  wide sum = static_cast<wide>(x) * b[0] + t[0];
  t[0] = static_cast<limb>(sum);
  sum = static_cast<wide>(x) * b[1] + t[1] + static_cast<limb>(sum >> 64U);
  t[1] = static_cast<limb>(sum);
  sum = static_cast<wide>(x) * b[2] + t[2] + static_cast<limb>(sum >> 64U);
  t[2] = static_cast<limb>(sum);
  sum = static_cast<wide>(x) * b[3] + t[3] + static_cast<limb>(sum >> 64U);
  t[3] = static_cast<limb>(sum);
  t[4] = static_cast<limb>(sum >> 64U);
}

/// a · b, lowest limb first.
inline std::array<limb, 2 * limbs> full_product(const mp_limb_t* a, const mp_limb_t* b) {
  std::array<limb, 2 * limbs> t{};
  add_row(&t[0], a[0], b);
  add_row(&t[1], a[1], b);
  add_row(&t[2], a[2], b);
  add_row(&t[3], a[3], b);
  return t;
}

bool is_ordinary(mpfr_srcptr x) {
  constexpr mpfr_exp_t largest = mpfr_exp_t{1} << 40;
  return mpfr_regular_p(x) != 0 && -largest < mpfr_get_exp(x) && mpfr_get_exp(x) < largest;
}

}  // namespace

void multiply_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (!is_ordinary(a) || !is_ordinary(b)) {
    mpfr_mul(r, a, b, MPFR_RNDN);
    return;
  }
  const auto t = full_product(a->_mpfr_d, b->_mpfr_d);
  mpfr_exp_t exponent = a->_mpfr_exp + b->_mpfr_exp;
  limb r0 = t[4];
  limb r1 = t[5];
  limb r2 = t[6];
  limb r3 = t[7];
  limb below = t[3];
  if (r3 >> 63U == 0) {  // the product of two numbers in [1/2, 1) may be below 1/2
    r3 = r3 << 1U | r2 >> 63U;
    r2 = r2 << 1U | r1 >> 63U;
    r1 = r1 << 1U | r0 >> 63U;
    r0 = r0 << 1U | below >> 63U;
    below <<= 1U;
    --exponent;
  }
  constexpr limb unit = limb{1} << static_cast<unsigned>(spare);
  constexpr limb half = unit >> 1U;
  const limb rest = r0 & (unit - 1);
  r0 &= ~(unit - 1);
  const bool exactly_half = rest == half && (below | t[2] | t[1] | t[0]) == 0;
  if (rest >= half && (!exactly_half || (r0 & unit) != 0)) {
    r0 += unit;
    if (r0 < unit && ++r1 == 0 && ++r2 == 0 && ++r3 == 0) {
      r3 = limb{1} << 63U;
      ++exponent;
    }
  }
  mp_limb_t* const out = r->_mpfr_d;
  out[0] = r0;
  out[1] = r1;
  out[2] = r2;
  out[3] = r3;
  r->_mpfr_sign = a->_mpfr_sign * b->_mpfr_sign;
  r->_mpfr_exp = exponent;
}

}  // namespace plumbline::detail
