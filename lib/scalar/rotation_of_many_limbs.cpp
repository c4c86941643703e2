// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rotations of MPFR numbers of many limbs by small angles (scalar/rotation.hpp), in fixed point: a number of l limbs, the
// lowest first, stands for Σ w_i 2^(64 (i − L)) with 20 guard bits or more in the L limbs. δ^k has only the lower limbs, so the
// products of the series, and those by sin δ and 1 − cos δ, are short: that is what makes a rotation cheap. Each product is
// too small by at most a few units of the lowest limb.
#include <scalar/limbs.hpp>
#include <scalar/rotation_of_many_limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace plumbline::detail {

namespace {

constexpr int fewest_limbs_of_rotations = 5;
constexpr int most_limbs_of_rotations = 64;
constexpr int guard_bits = 20;

/// Lower limbs of a fraction.
struct small_number {
  std::array<mp_limb_t, most_limbs_of_rotations + 1> w;  // NOLINT(*-member-init)
  int size = 0;
};

/// r ← x
void copy_limbs(small_number& r, const small_number& x) {
  std::copy_n(x.w.data(), x.size, r.w.data());
  r.size = x.size;
}

/// r ← the lowest `size` limbs of the fraction a b, where a has na limbs and b has nb <= na.
void set_product(mp_limb_t* r, int size, const mp_limb_t* a, int na, const mp_limb_t* b, int nb) {
  std::array<mp_limb_t, 2 * (most_limbs_of_rotations + 1)> all;  // NOLINT(*-member-init)
  const int ma = std::min(na, size + 1);
  const int mb = std::min(nb, size + 1);
  const mp_limb_t* const x = a + (na - ma);
  const mp_limb_t* const y = b + (nb - mb);
  if (x == y && ma == mb) {
    mpn_sqr(all.data(), x, ma);
  } else if (ma >= mb) {
    mpn_mul(all.data(), x, ma, y, mb);
  } else {
    mpn_mul(all.data(), y, mb, x, ma);
  }
  std::copy_n(all.data() + (ma + mb - size), size, r);
}

/// r ← r y/divisor, of L limbs, without zero limbs at the upper end; y < 2^-32.
void multiply_and_divide(small_number& r, const small_number& y, int L, unsigned long divisor) {
  const int size = r.size + y.size - L;
  if (size <= 0) {
    r.size = 0;
    return;
  }
  small_number product;
  set_product(product.w.data(), size, r.w.data(), r.size, y.w.data(), y.size);
  mpn_divrem_1(r.w.data(), 0, product.w.data(), size, divisor);
  r.size = size;
  while (r.size > 0 && r.w[static_cast<std::size_t>(r.size - 1)] == 0) {
    --r.size;
  }
}

/// sum ∓ term, where the term is the smaller one
void add_alternating(small_number& sum, const small_number& term, bool subtract) {
  if (subtract) {
    mpn_sub(sum.w.data(), sum.w.data(), sum.size, term.w.data(), term.size);
  } else {
    mpn_add(sum.w.data(), sum.w.data(), sum.size, term.w.data(), term.size);
  }
}

/// A number that is not zero, at most 1 and not too small, in L >= n limbs.
void set_fraction(mp_limb_t* r, int L, mpfr_srcptr x, int n) {
  if (x->_mpfr_exp > 0) {
    std::fill_n(r, L, ~mp_limb_t{0});
    return;
  }
  const auto down = static_cast<unsigned>(-x->_mpfr_exp);  // below 64
  if (L > n) {
    r[0] = 0;
  }
  mp_limb_t* const upper = r + (L - n);
  if (down == 0) {
    std::copy_n(x->_mpfr_d, n, upper);
  } else {
    const mp_limb_t lost = mpn_rshift(upper, x->_mpfr_d, n, down);
    if (L > n) {
      r[0] = lost;
    }
  }
}

/// r ← the fraction with this sign, rounded to nearest; it is not taken for exact. `zeros` are before its first bit.
void store(mpfr_ptr r, bool negative, mp_limb_t* w, int L, int zeros, int n, mpfr_prec_t bits) {
  if (zeros > 0) {
    mpn_lshift(w, w, L, static_cast<unsigned>(zeros));
  }
  mp_limb_t* const out = r->_mpfr_d;
  std::copy_n(w + (L - n), n, out);
  std::int64_t exponent = -zeros;
  const auto unused = static_cast<unsigned>(64 * n - bits);
  const mp_limb_t last = mp_limb_t{1} << unused;
  const mp_limb_t behind = out[0] & (last - 1);
  out[0] -= behind;
  const bool up = unused > 0 ? behind >= last >> 1U : (L > n && w[L - n - 1] >> 63U != 0);
  if (up && mpn_add_1(out, out, n, last) != 0) {
    out[n - 1] = mp_limb_t{1} << 63U;
    ++exponent;
  }
  r->_mpfr_sign = negative ? -1 : 1;
  r->_mpfr_exp = exponent;
}

}  // namespace

bool rotate_many_limbs(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr delta) {
  const mpfr_prec_t bits = mpfr_get_prec(sine);
  const auto n = static_cast<int>((bits + 63) / 64);
  const auto L = static_cast<int>((bits + guard_bits + 63) / 64);
  const auto smallest = static_cast<mpfr_exp_t>(bits - 64 * static_cast<mpfr_exp_t>(L) + 8);
  const auto is_part = [&](mpfr_srcptr x) {
    return mpfr_get_prec(x) == bits && is_ordinary(x) &&
           x->_mpfr_exp > std::max<mpfr_exp_t>(smallest, -64) &&
           (x->_mpfr_exp <= 0 || mpfr_cmpabs_ui(x, 1) == 0);
  };
  constexpr int most_powers = 10;
  if (n < fewest_limbs_of_rotations || L > most_limbs_of_rotations || !is_part(sine) ||
      !is_part(cosine) || mpfr_get_prec(delta) != bits || !is_ordinary(delta) ||
      delta->_mpfr_exp * most_powers > -bits) {
    return false;
  }
  // |δ| < 2^(−64 zero_limbs)
  const auto zero_limbs = static_cast<int>(std::min<std::int64_t>(-delta->_mpfr_exp / 64, L));
  if (zero_limbs == L) {
    return true;
  }
  small_number angle;
  angle.size = L - zero_limbs;
  {
    std::array<mp_limb_t, most_limbs_of_rotations + 1> moved;  // NOLINT(*-member-init)
    const auto down = static_cast<unsigned>(-delta->_mpfr_exp % 64);
    moved[0] = 0;
    if (down > 0) {
      moved[0] = mpn_rshift(moved.data() + 1, delta->_mpfr_d, n, down);
    } else {
      std::copy_n(delta->_mpfr_d, n, moved.data() + 1);
    }
    std::copy_n(moved.data() + (n + 1 - angle.size), angle.size, angle.w.data());
  }
  // 1 − cos δ = δ²/2! − δ⁴/4! + …,  sin δ = δ − δ³/3! + …
  small_number versine;
  small_number chord;
  copy_limbs(chord, angle);
  small_number square;
  square.size = std::max(2 * angle.size - L, 0);
  if (square.size > 0) {
    set_product(square.w.data(), square.size, angle.w.data(), angle.size, angle.w.data(),
                angle.size);
    small_number even;
    even.size = square.size;
    mpn_rshift(even.w.data(), square.w.data(), square.size, 1);
    copy_limbs(versine, even);
    small_number odd;
    copy_limbs(odd, angle);
    bool subtract = true;
    for (unsigned long k = 3; odd.size > 0; k += 2, subtract = !subtract) {
      multiply_and_divide(odd, square, L, k * (k - 1));
      if (odd.size > 0) {
        add_alternating(chord, odd, subtract);
      }
      if (even.size > 0) {
        multiply_and_divide(even, square, L, k * (k + 1));
        if (even.size > 0) {
          add_alternating(versine, even, subtract);
        }
      }
    }
  }

  using number = std::array<mp_limb_t, most_limbs_of_rotations>;
  number s;      // NOLINT(*-member-init)
  number c;      // NOLINT(*-member-init)
  number new_s;  // NOLINT(*-member-init)
  number new_c;  // NOLINT(*-member-init)
  small_number part;
  set_fraction(s.data(), L, sine, n);
  set_fraction(c.data(), L, cosine, n);
  const bool s_negative = sine->_mpfr_sign < 0;
  const bool c_negative = cosine->_mpfr_sign < 0;
  // r ← (a − a (1 − cos δ)) ± b sin δ with the sign of a; whether the sign changes
  const auto combine = [&](number& r, const number& a, const number& b, bool opposite) {
    mp_limb_t* const w = r.data();
    if (versine.size > 0) {
      set_product(part.w.data(), versine.size, a.data(), L, versine.w.data(), versine.size);
      mpn_sub(w, a.data(), L, part.w.data(), versine.size);
    } else {
      std::copy_n(a.data(), L, w);
    }
    set_product(part.w.data(), chord.size, b.data(), L, chord.w.data(), chord.size);
    if (!opposite) {
      if (mpn_add(w, w, L, part.w.data(), chord.size) != 0) {
        std::fill_n(w, L, ~mp_limb_t{0});
      }
      return false;
    }
    if (mpn_sub(w, w, L, part.w.data(), chord.size) != 0) {
      mpn_neg(w, w, L);
      return true;
    }
    return false;
  };
  const bool odd = (s_negative != c_negative) != (delta->_mpfr_sign < 0);
  const bool s_changes = combine(new_s, s, c, odd);
  const bool c_changes = combine(new_c, c, s, !odd);
  const auto zeros_of = [&](const number& w) {
    return std::countl_zero(w[static_cast<std::size_t>(L - 1)]);
  };
  const int s_zeros = zeros_of(new_s);
  const int c_zeros = zeros_of(new_c);
  if (s_zeros >= 64 || c_zeros >= 64 || -s_zeros <= smallest || -c_zeros <= smallest) {
    return false;
  }
  store(sine, s_negative != s_changes, new_s.data(), L, s_zeros, n, bits);
  store(cosine, c_negative != c_changes, new_c.data(), L, c_zeros, n, bits);
  return true;
}

}  // namespace plumbline::detail
