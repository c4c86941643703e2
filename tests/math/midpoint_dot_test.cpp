// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Dot products of midpoints. Kind: Arb's exact sums of the same products, at 4000 bits; the bound of math/midpoint_dot.hpp.
#include "../../lib/math/midpoint_dot.hpp"

#if PLUMBLINE_HAS_ARB

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace plumbline {
namespace {

class balls {
 public:
  explicit balls(slong n) : n_(n), data_(_arb_vec_init(n)) {}
  balls(const balls&) = delete;
  balls& operator=(const balls&) = delete;
  ~balls() { _arb_vec_clear(data_, n_); }
  arb_ptr operator[](slong i) const { return data_ + i; }
  slong size() const { return n_; }

 private:
  slong n_;
  arb_ptr data_;
};

/// Of `bits` random bits, a number between 2^(exponent − 1) and 2^exponent, or its negative.
void set_random(arb_ptr x, std::mt19937_64& random, slong bits, slong exponent) {
  arf_ptr m = arb_midref(x);
  arf_one(m);
  for (slong k = 1; k < bits; k += 32) {
    const slong more = std::min<slong>(32, bits - k);
    arf_mul_2exp_si(m, m, more);
    arf_add_ui(m, m, random() >> (64 - more), ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  arf_mul_2exp_si(m, m, exponent - bits);
  if ((random() & 1U) != 0) {
    arf_neg(m, m);
  }
  mag_zero(arb_radref(x));
}

slong exponent_of(arf_srcptr x) { return arf_is_zero(x) != 0 ? -1'000'000 : *ARF_EXPREF(x); }

/// log2 of the error of the dot product, relative to its largest term.
double error_of(const balls& a, const balls& b, arb_srcptr initial, bool subtract, slong bits) {
  constexpr slong exact = 4000;
  const slong n = a.size();
  balls result(3);
  midpoint_dot dot;
  dot(result[0], initial, subtract, a[0], b[n - 1], n, bits);
  arb_dot(result[1], initial, subtract ? 1 : 0, a[0], 1, b[n - 1], -1, n, exact);
  slong largest = initial == nullptr ? -1'000'000 : exponent_of(arb_midref(initial));
  for (slong i = 0; i < n; ++i) {
    largest =
        std::max(largest, exponent_of(arb_midref(a[i])) + exponent_of(arb_midref(b[n - 1 - i])));
  }
  arf_sub(arb_midref(result[2]), arb_midref(result[0]), arb_midref(result[1]), exact, ARF_RND_DOWN);
  return arf_is_zero(arb_midref(result[2])) != 0
             ? -std::numeric_limits<double>::infinity()
             : static_cast<double>(exponent_of(arb_midref(result[2])) - largest);
}

TEST(midpoint_dot, is_right_to_its_bits) {
  std::mt19937_64 random(1);
  for (const slong bits : {53, 116, 180, 200, 244, 256, 308, 372, 436, 500, 900}) {
    for (int round = 0; round < 300; ++round) {
      const slong n = 1 + static_cast<slong>(random() % 224);
      balls a(n);
      balls b(n);
      balls initial(1);
      const slong spread = round % 3 == 0 ? 1 : round % 3 == 1 ? 20 : 400;
      for (slong i = 0; i < n; ++i) {
        const auto exponent = [&] {
          return static_cast<slong>(random() % static_cast<std::uint64_t>(spread));
        };
        // also numbers of few limbs, zeros, and terms that are far too small
        set_random(a[i], random, random() % 4 == 0 ? 1 + static_cast<slong>(random() % 60) : bits,
                   exponent());
        set_random(b[i], random, bits, -exponent());
        if (random() % 8 == 0) {
          arb_zero(random() % 2 == 0 ? a[i] : b[i]);
        }
      }
      set_random(initial[0], random, bits, 3);
      EXPECT_LE(error_of(a, b, round % 2 == 0 ? initial[0] : nullptr, round % 5 == 0, bits),
                -static_cast<double>(bits) + 9)
          << bits << ' ' << n;
    }
  }
}

// a_i b_i and −a_i b_i alternate: all digits cancel.
TEST(midpoint_dot, cancels_to_zero_within_its_bound) {
  std::mt19937_64 random(2);
  constexpr slong bits = 244;
  constexpr slong n = 80;
  balls a(n);
  balls b(n);
  for (slong i = 0; i < n; i += 2) {
    set_random(a[i], random, bits, 1);
    set_random(b[n - 1 - i], random, bits, 1);
    arb_neg(a[i + 1], a[i]);
    arb_set(b[n - 2 - i], b[n - 1 - i]);
  }
  balls r(1);
  midpoint_dot dot;
  dot(r[0], nullptr, false, a[0], b[n - 1], n, bits);
  EXPECT_EQ(arf_is_zero(arb_midref(r[0])), 1);
}

TEST(midpoint_dot, leaves_what_is_no_ordinary_number_to_arb) {
  balls a(2);
  balls b(2);
  balls r(1);
  midpoint_dot dot;
  arb_one(a[0]);
  arb_one(b[0]);
  arb_one(b[1]);
  arf_pos_inf(arb_midref(a[1]));
  dot(r[0], nullptr, false, a[0], b[1], 2, 200);
  EXPECT_EQ(arf_is_pos_inf(arb_midref(r[0])), 1);
  arf_nan(arb_midref(a[1]));
  dot(r[0], nullptr, false, a[0], b[1], 2, 200);
  EXPECT_EQ(arf_is_nan(arb_midref(r[0])), 1);
  fmpz_t huge;
  fmpz_init(huge);
  fmpz_one(huge);
  fmpz_mul_2exp(huge, huge, 80);
  arf_set_ui_2exp_si(arb_midref(a[1]), 3, 0);
  arf_mul_2exp_fmpz(arb_midref(a[1]), arb_midref(a[1]), huge);
  dot(r[0], nullptr, false, a[0], b[1], 2, 200);
  EXPECT_EQ(arf_equal(arb_midref(r[0]), arb_midref(a[1])), 1);
  fmpz_clear(huge);
  arb_zero(a[1]);
  arb_zero(a[0]);
  dot(r[0], nullptr, true, a[0], b[1], 2, 200);
  EXPECT_EQ(arf_is_zero(arb_midref(r[0])), 1);
}

}  // namespace
}  // namespace plumbline

#endif
