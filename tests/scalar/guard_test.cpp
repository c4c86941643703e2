// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Guard digits: conversions are exact or rounded once, and lost digits are asked for again.
#include "support/oracle_csv.hpp"
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>

namespace plumbline {
namespace {

using testing::at_every_precision;

TEST(guard, the_working_type_is_wider_and_widening_is_exact) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    const T x = T(22) / 7;
    const int bits = scalar_traits<T>::bits();
    int seen = 0;
    const T back = with_guard<T>(0, [&](auto tag) {
      using W = typename decltype(tag)::type;
      seen = scalar_traits<W>::bits();
      return widen<W>(x);
    });
    EXPECT_GE(seen, bits + 30) << digits;
    EXPECT_EQ(back, x) << digits;
    with_guard<T>(1000, [&](auto tag) {
      using W = typename decltype(tag)::type;
      seen = scalar_traits<W>::bits();
      return W(1);
    });
    EXPECT_GE(seen, bits + 1000) << digits;
  });
}

TEST(guard, arrays_are_rounded_entry_by_entry) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    const auto r = with_guard<T>(0, [&](auto tag) {
      using W = typename decltype(tag)::type;
      return std::array<W, 2>{W(1) / 3, W(-2) / 7};
    });
    EXPECT_EQ(r[0], T(1) / 3);
    EXPECT_EQ(r[1], T(-2) / 7);
  });
}

TEST(guard, reported_losses_are_made_good) {
  // 1 − cos x for x = 2^-500 loses 1000 bits; the result is x²/2 to working precision
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    using std::ldexp;
    const T x = ldexp(T(1), -500);
    int calls = 0;
    const T r = with_guard<T>(0, [&](auto tag) {
      using W = typename decltype(tag)::type;
      ++calls;
      const W difference = 1 - sin_cos(widen<W>(x)).cos;
      return guarded{difference, 1 - binary_exponent(difference)};
    });
    EXPECT_EQ(r, ldexp(T(1), -1001)) << digits;
    EXPECT_GE(calls, 2) << digits;
  });
}

TEST(guard, losses_that_never_settle_are_refused) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    const auto nothing_left = [](auto tag) {
      using W = typename decltype(tag)::type;
      return guarded{W(0), 1'000'000'000'000L};
    };
    EXPECT_THROW((void)with_guard<T>(0, nothing_left), std::invalid_argument);
    EXPECT_THROW((void)with_guard<T>(1'000'000'000L, nothing_left), std::invalid_argument);
  });
}

TEST(guard, the_precision_of_the_caller_is_untouched_also_after_an_exception) {
  const precision_scope scope(40);
  const int before = scalar_traits<mp>::bits();
  EXPECT_THROW((void)with_guard<mp>(500,
                                    [](auto tag) -> typename decltype(tag)::type {
                                      throw std::runtime_error("inside");
                                    }),
               std::runtime_error);
  EXPECT_EQ(scalar_traits<mp>::bits(), before);
}

#if PLUMBLINE_HAS_QUAD
TEST(guard, quad_and_mpfr_convert_into_each_other_exactly) {
  const quad third = quad(1) / 3;
  for (const quad& x :
       {third, quad(-third * 1024), quad(ldexp(third, -16000)), quad(0), quad(1) / 1024}) {
    EXPECT_EQ(detail::convert_precision<quad>(widen<mp64>(x)), x);
  }
  // 1 + 2^-113 is a tie and goes to even, anything above it up
  mp64 tie = 1 + ldexp(mp64(1), -113);
  EXPECT_EQ(detail::convert_precision<quad>(tie), quad(1));
  tie += ldexp(mp64(1), -200);
  EXPECT_EQ(detail::convert_precision<quad>(tie), quad(1) + epsilon<quad>());
}
#endif

}  // namespace
}  // namespace plumbline
