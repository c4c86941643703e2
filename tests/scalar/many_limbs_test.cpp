// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What run-time MPFR does in fixed point: sums with small fractions, rotations by small angles, and sines and cosines that
// follow from those of the last angles.
// Kind: truth from outside (MPFR at the same precision and at more digits), wrong input.
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/fraction_sum.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/product_sum.hpp>
#include <plumbline/scalar/rotation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace plumbline {
namespace {

using generator = std::mt19937_64;
constexpr std::array precisions{134, 168, 190, 191, 192, 211, 224, 225, 256,  257, 303,
                                320, 333, 383, 384, 576, 665, 704, 997, 1688, 3322};

/// MPFR numbers of one precision that free themselves.
class numbers {
 public:
  numbers(mpfr_prec_t bits, std::size_t count) : all_(count) {
    for (auto& x : all_) {
      mpfr_init2(&x, bits);
      mpfr_set_zero(&x, 1);
    }
  }
  numbers(const numbers&) = delete;
  numbers& operator=(const numbers&) = delete;
  ~numbers() {
    for (auto& x : all_) {
      mpfr_clear(&x);
    }
  }
  mpfr_ptr operator[](std::size_t k) { return &all_[k]; }

 private:
  std::vector<__mpfr_struct> all_;
};

class random_state {
 public:
  random_state() { gmp_randinit_mt(state_); }
  random_state(const random_state&) = delete;
  random_state& operator=(const random_state&) = delete;
  ~random_state() { gmp_randclear(state_); }
  operator __gmp_randstate_struct*() { return state_; }  // NOLINT(google-explicit-constructor)

 private:
  gmp_randstate_t state_{};
};

bool same(mpfr_srcptr a, mpfr_srcptr b) {
  return (mpfr_nan_p(a) != 0 && mpfr_nan_p(b) != 0) ||
         (mpfr_equal_p(a, b) != 0 && mpfr_signbit(a) == mpfr_signbit(b));
}

TEST(fraction_sums, are_rounded_once) {
  generator g(1);
  random_state random;
  for (const int bits : precisions) {
    constexpr std::size_t most = 9;
    numbers x(bits, most);
    numbers result(bits, 2);
    numbers wide(8 * bits, 3);
    for (int i = 0; i < 1000; ++i) {
      const std::size_t count = 1 + g() % most;
      const unsigned long divisor = std::array{1UL, 2UL, 6UL, 7UL, 12UL, 48UL}[g() % 6];
      std::vector<detail::fraction_term> terms;
      const int spread = std::array{1, 8, 70, 2 * bits}[g() % 4];
      long largest = -4L * bits;
      mpfr_set_zero(wide[0], 1);
      for (std::size_t k = 0; k < count; ++k) {
        mpfr_urandomb(x[k], random);
        mpfr_mul_2si(x[k], x[k], -static_cast<long>(g() % static_cast<unsigned>(spread)),
                     MPFR_RNDN);
        if (g() % 16 == 0) {
          mpfr_set_zero(x[k], g() % 2 == 0 ? 1 : -1);
        } else if (k > 0 && g() % 8 == 0) {  // what cancels
          mpfr_set(x[k], x[k - 1], MPFR_RNDN);
          if (g() % 2 == 0) {
            mpfr_nextabove(x[k]);
          }
        }
        if (g() % 2 == 0) {
          mpfr_neg(x[k], x[k], MPFR_RNDN);
        }
        terms.push_back({x[k], static_cast<long>(g() % 19) - 9});
        mpfr_mul_si(wide[1], x[k], terms.back().numerator, MPFR_RNDN);
        mpfr_add(wide[0], wide[0], wide[1], MPFR_RNDN);
        if (mpfr_zero_p(x[k]) == 0) {
          largest = std::max<long>(largest, mpfr_get_exp(x[k]));
        }
      }
      mpfr_div_ui(wide[0], wide[0], divisor, MPFR_RNDN);
      detail::set_fraction_sum(result[0], terms.data(), count, divisor);
      // half a unit of the last place, and what is dropped behind one limb more
      mpfr_sub(wide[1], result[0], wide[0], MPFR_RNDN);
      mpfr_set_ui_2exp(wide[2], 1, largest - bits - 50, MPFR_RNDN);
      if (mpfr_zero_p(result[0]) == 0) {
        numbers half(53, 1);
        mpfr_set_ui_2exp(half[0], 1, mpfr_get_exp(result[0]) - bits - 1, MPFR_RNDN);
        mpfr_add(wide[2], wide[2], half[0], MPFR_RNDN);
      }
      ASSERT_LE(mpfr_cmpabs(wide[1], wide[2]), 0) << bits << " bits, case " << i;
      // the opposite terms have the opposite sum, bit for bit
      for (detail::fraction_term& t : terms) {
        t.numerator = -t.numerator;
      }
      detail::set_fraction_sum(result[1], terms.data(), count, divisor);
      mpfr_neg(result[1], result[1], MPFR_RNDN);
      ASSERT_NE(mpfr_equal_p(result[0], result[1]), 0) << bits << " bits, case " << i;
    }
  }
}

/// The terms one by one would be rounded to half a unit of the largest term; a sum that is rounded once is right to 2^-10 of it.
TEST(sums_of_products_of_many_limbs, are_rounded_once) {
  generator g(5);
  random_state random;
  for (const int bits : precisions) {
    if (bits > 1024) {  // one by one
      continue;
    }
    constexpr std::size_t most = 9;
    numbers x(bits, 2 * most);
    numbers work(bits, 3);
    numbers wide(12 * bits, 3);
    for (int i = 0; i < 500; ++i) {
      const std::size_t count = 1 + g() % most;
      std::vector<detail::product_term> terms;
      const int spread = std::array{1, 8, 70, bits}[g() % 4];
      long largest = -8L * bits;
      mpfr_set_zero(wide[0], 1);
      for (std::size_t k = 0; k < count; ++k) {
        for (const std::size_t j : {2 * k, 2 * k + 1}) {
          mpfr_urandomb(x[j], random);
          mpfr_mul_2si(x[j], x[j], -static_cast<long>(g() % static_cast<unsigned>(spread)),
                       MPFR_RNDN);
          if (g() % 16 == 0) {
            mpfr_set_zero(x[j], g() % 2 == 0 ? 1 : -1);
          } else if (k > 0 && g() % 6 == 0) {  // what cancels
            mpfr_neg(x[j], x[j - 2], MPFR_RNDN);
          }
        }
        const bool alone = g() % 3 == 0;
        terms.push_back({alone ? nullptr : x[2 * k], x[2 * k + 1]});
        if (alone) {
          mpfr_set(wide[1], x[2 * k + 1], MPFR_RNDN);
        } else {
          mpfr_mul(wide[1], x[2 * k], x[2 * k + 1], MPFR_RNDN);
        }
        mpfr_add(wide[0], wide[0], wide[1], MPFR_RNDN);
        if (mpfr_zero_p(wide[1]) == 0) {
          largest = std::max<long>(largest, mpfr_get_exp(wide[1]));
        }
      }
      detail::add_products_mpfr(work[0], terms.data(), count, work[1], work[2]);
      mpfr_sub(wide[1], work[0], wide[0], MPFR_RNDN);
      mpfr_set_ui_2exp(wide[2], 1, largest - bits - 10, MPFR_RNDN);
      if (mpfr_zero_p(work[0]) == 0) {
        numbers half(53, 1);
        mpfr_set_ui_2exp(half[0], 1, mpfr_get_exp(work[0]) - bits - 1, MPFR_RNDN);
        mpfr_add(wide[2], wide[2], half[0], MPFR_RNDN);
      }
      ASSERT_LE(mpfr_cmpabs(wide[1], wide[2]), 0) << bits << " bits, case " << i;
    }
  }
}

TEST(sums_of_products_of_many_limbs, of_what_is_no_number_and_of_other_precisions) {
  numbers x(200, 2);
  numbers other(300, 1);
  numbers work(200, 3);
  numbers expected(200, 1);
  mpfr_set_ui(x[0], 3, MPFR_RNDN);
  mpfr_const_pi(other[0], MPFR_RNDN);
  const auto sum_of = [&](detail::product_term first, detail::product_term second) {
    const std::array terms{first, second};
    detail::add_products_mpfr(work[0], terms.data(), terms.size(), work[1], work[2]);
  };
  sum_of({x[0], other[0]}, {nullptr, x[0]});
  mpfr_mul(expected[0], x[0], other[0], MPFR_RNDN);
  mpfr_add_ui(expected[0], expected[0], 3, MPFR_RNDN);
  EXPECT_TRUE(same(work[0], expected[0]));
  mpfr_set_inf(x[1], -1);
  sum_of({x[0], x[1]}, {nullptr, x[0]});
  EXPECT_TRUE(mpfr_inf_p(work[0]) != 0 && mpfr_sgn(work[0]) < 0);
  sum_of({x[0], x[1]}, {x[1], x[1]});
  EXPECT_NE(mpfr_nan_p(work[0]), 0);
  mpfr_set_zero(x[1], 1);
  sum_of({x[0], x[1]}, {nullptr, x[1]});
  EXPECT_NE(mpfr_zero_p(work[0]), 0);
}

TEST(fraction_sums, of_what_is_no_number_and_of_other_precisions) {
  for (const mpfr_prec_t bits : {333, 10000}) {
    numbers x(bits, 2);
    numbers other(200, 1);
    numbers result(bits, 2);
    mpfr_const_pi(x[0], MPFR_RNDN);
    mpfr_set_inf(x[1], 1);
    std::array<detail::fraction_term, 2> terms{{{x[0], 2}, {x[1], -1}}};
    detail::set_fraction_sum(result[0], terms.data(), 2, 3);
    EXPECT_TRUE(mpfr_inf_p(result[0]) != 0 && mpfr_signbit(result[0]) != 0);
    mpfr_set_nan(x[1]);
    detail::set_fraction_sum(result[0], terms.data(), 2, 3);
    EXPECT_TRUE(mpfr_nan_p(result[0]) != 0);
    detail::set_fraction_sum(result[0], terms.data(), 0, 3);
    EXPECT_TRUE(mpfr_zero_p(result[0]) != 0);
    mpfr_set_ui(other[0], 3, MPFR_RNDN);
    terms[1] = {other[0], 5};
    detail::set_fraction_sum(result[0], terms.data(), 2, 1);
    mpfr_mul_2ui(result[1], x[0], 1, MPFR_RNDN);
    mpfr_add_ui(result[1], result[1], 15, MPFR_RNDN);
    EXPECT_TRUE(same(result[0], result[1]));
  }
}

TEST(fraction_sums, find_the_least_divisor) {
  const std::array<mp64, 4> simpson{mp64(1) / 6, mp64(2) / 3, mp64(-1) / 6, mp64(0)};
  const auto found = as_fractions<mp64>(simpson);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->divisor, 6U);
  EXPECT_EQ(found->numerators, (std::vector<long>{1, 4, -1, 0}));
  const std::array<mp64, 2> thirds{mp64(1) / 3, sqrt(mp64(3)) / 3};
  EXPECT_FALSE(as_fractions<mp64>(thirds));
  const std::array<mp64, 1> nearly{mp64(1) / 3 + ldexp(mp64(1), -190)};
  EXPECT_FALSE(as_fractions<mp64>(nearly));
  const std::array<mp64, 1> too_fine{mp64(1) / 97};
  EXPECT_FALSE(as_fractions<mp64>(too_fine));
}

TEST(rotations_of_many_limbs, are_right_to_a_little_more_than_half_a_unit) {
  generator g(2);
  random_state random;
  for (const int bits : precisions) {
    numbers x(bits, 4);
    numbers wide(3 * bits, 7);
    for (int i = 0; i < 300; ++i) {
      mpfr_urandomb(wide[0], random);
      mpfr_mul_ui(wide[0], wide[0], 7, MPFR_RNDN);
      mpfr_sin_cos(x[0], x[1], wide[0], MPFR_RNDN);
      if (g() % 16 == 0) {  // an angle of which one of both is 1
        mpfr_set_ui_2exp(wide[0], 1, -5, MPFR_RNDN);
        mpfr_sin(x[0], wide[0], MPFR_RNDN);
        mpfr_set_ui(x[1], 1, MPFR_RNDN);
      }
      mpfr_urandomb(x[2], random);
      mpfr_div_2ui(x[2], x[2],
                   static_cast<unsigned>(bits) / 10 + 1 + g() % static_cast<unsigned>(bits),
                   MPFR_RNDN);
      if (g() % 2 == 0) {
        mpfr_neg(x[2], x[2], MPFR_RNDN);
      }
      mpfr_sin_cos(wide[1], wide[2], x[2], MPFR_RNDN);
      mpfr_fmma(wide[3], x[0], wide[2], x[1], wide[1], MPFR_RNDN);
      mpfr_fmms(wide[4], x[1], wide[2], x[0], wide[1], MPFR_RNDN);
      ASSERT_TRUE(detail::rotate_mpfr(x[0], x[1], x[2])) << bits << " bits, case " << i;
      for (const std::size_t k : {0U, 1U}) {
        if (mpfr_cmpabs_ui(wide[3 + k], 1) >= 0) {
          continue;  // beyond what a sine can be, because the other one was rounded
        }
        mpfr_sub(wide[5], x[k], wide[3 + k], MPFR_RNDN);
        mpfr_mul_2si(wide[5], wide[5], bits - mpfr_get_exp(wide[3 + k]), MPFR_RNDN);
        ASSERT_LT(mpfr_cmpabs_ui(wide[5], 1), 0);
        ASSERT_LE(std::abs(mpfr_get_d(wide[5], MPFR_RNDN)), 0.51) << bits << " bits, case " << i;
      }
    }
  }
}

TEST(rotations_of_many_limbs, that_are_too_large_or_not_numbers_are_refused) {
  for (const int bits : precisions) {
    numbers x(bits, 5);
    mpfr_set_ui(x[2], 1, MPFR_RNDN);
    mpfr_sin_cos(x[0], x[1], x[2], MPFR_RNDN);
    mpfr_set(x[3], x[0], MPFR_RNDN);
    const auto is_refused = [&] {
      return !detail::rotate_mpfr(x[0], x[1], x[2]) && same(x[0], x[3]);
    };
    mpfr_set_ui_2exp(x[2], 1, bits <= 352 ? -10 : -bits / 11, MPFR_RNDN);
    EXPECT_TRUE(is_refused());
    mpfr_set_nan(x[2]);
    EXPECT_TRUE(is_refused());
    mpfr_set_inf(x[2], 1);
    EXPECT_TRUE(is_refused());
    mpfr_set_ui_2exp(x[2], 1, -bits / 2, MPFR_RNDN);
    mpfr_set_nan(x[1]);
    EXPECT_TRUE(is_refused());
    mpfr_set_ui(x[1], 2, MPFR_RNDN);
    EXPECT_TRUE(is_refused());
    mpfr_set_zero(x[1], 1);
    EXPECT_TRUE(is_refused());
    // the sine falls below what the guard bits can tell
    mpfr_set_ui(x[1], 1, MPFR_RNDN);
    mpfr_set_ui_2exp(x[0], 1, -60, MPFR_RNDN);
    mpfr_nextabove(x[0]);
    mpfr_set(x[3], x[0], MPFR_RNDN);
    if (bits <= 600) {
      mpfr_set_si_2exp(x[2], -1, -60, MPFR_RNDN);
      EXPECT_TRUE(is_refused());
    }
  }
}

TEST(known_angles, change_no_bit_of_a_sine_or_cosine) {
  generator g(3);
  random_state random;
  std::vector<int> all(std::begin(precisions), std::end(precisions));
  all.push_back(5000);  // balls instead of the fixed point, which ends at 4096 bits
  for (const int bits : all) {
    numbers x(bits, 2);
    numbers got(bits, 2);
    numbers expected(bits, 2);
    for (int i = 0; i < 30; ++i) {
      mpfr_urandomb(x[0], random);
      mpfr_mul_si(x[0], x[0], static_cast<long>(g() % 200) - 100, MPFR_RNDN);
      for (int k = 0; k < 8; ++k) {
        mpfr_set(x[1], x[0], MPFR_RNDN);
        if (k > 0) {
          numbers small(bits, 1);
          mpfr_urandomb(small[0], random);
          mpfr_div_2ui(small[0], small[0], g() % static_cast<unsigned>(bits), MPFR_RNDN);
          (g() % 2 == 0 ? mpfr_add : mpfr_sub)(x[1], x[0], small[0], MPFR_RNDN);
        }
        if (mpfr_zero_p(x[1]) != 0) {
          continue;
        }
        mpfr_sin_cos(expected[0], expected[1], x[1], MPFR_RNDN);
        detail::mpfr_correct_sin_cos(got[0], got[1], x[1]);
        ASSERT_TRUE(same(got[0], expected[0]) && same(got[1], expected[1]))
            << bits << " bits, case " << i << ", " << k;
      }
    }
  }
}

}  // namespace
}  // namespace plumbline
