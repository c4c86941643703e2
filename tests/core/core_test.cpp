// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Properties of the words that all rooms share: grids that do not drift, text that reads back, scopes.
#include <plumbline/core/time_grid.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <clocale>
#include <random>
#include <thread>

namespace plumbline {
namespace {

TEST(time_grid, is_not_accumulated) {
  const time_grid<double> grid(0, 0.1, 10'000'000'000);
  EXPECT_EQ(grid[3], 3 * 0.1);
  EXPECT_EQ(grid[10'000'000'000], 1e9);
  const time_grid<mp64> back(mp64(1), rational<mp64>(-1, 8), 8);
  EXPECT_EQ(back[8], 0);
}

TEST(time_grid, refuses_steps_that_lead_nowhere) {
  EXPECT_THROW(time_grid<double>(0, 0, 1), invalid_input);
  EXPECT_THROW(time_grid<double>(0, std::numeric_limits<double>::quiet_NaN(), 1), invalid_input);
  EXPECT_THROW(time_grid<double>(0, 1, -1), invalid_input);
}

template <class T>
void expect_round_trip(int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  std::uniform_int_distribution<int> exponent(-200, 200);
  for (int i = 0; i < 300; ++i) {
    T x = T(static_cast<int>(random() >> 33));
    for (int k = 0; k < 8; ++k) {
      x = x / 1048576 + T(static_cast<int>(random() >> 33));
    }
    x = T(ldexp(x, exponent(random)));
    x = i % 2 == 0 ? x : T(-x);
    EXPECT_EQ(from_text<T>(to_text(x)), x) << to_text(x);
  }
}

TEST(text, reads_back_to_the_same_binary_value) {
  expect_round_trip<double>(1);
#if PLUMBLINE_HAS_QUAD
  expect_round_trip<quad>(2);
#endif
  expect_round_trip<mp64>(3);
  const precision_scope scope(333);
  expect_round_trip<mp>(4);
}

TEST(text, does_not_know_the_locale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) {
      EXPECT_EQ(to_text(0.5), "0.5");
      EXPECT_EQ(to_text(mp64(0.5)), "0.5");
      EXPECT_EQ(from_text<mp64>("0.5"), mp64(0.5));
    }
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(text, rounds_once) {
  EXPECT_EQ(from_text<double>("0.1"), 0.1);
  // halfway between 1 and its successor, and a hair above it
  EXPECT_EQ(from_text<double>("1.00000000000000011102230246251565404236316680908203125"), 1.);
  EXPECT_EQ(from_text<double>(
                "1.0000000000000001110223024625156540423631668090820312500000000000000000001"),
            1 + 0x1p-52);
  EXPECT_EQ(decimal<mp64>("-12.5e-1"), mp64(-5) / 4);
  EXPECT_EQ(to_text(mp64(12345678) * 1000), "12345678000");
  EXPECT_EQ(to_text(ldexp(mp64(1), -300), 5), "4.9091e-91");
}

TEST(text, refuses_what_is_not_a_decimal) {
  for (const char* bad : {"", "-", ".", "1e", "1e+", "0x10", "nan", "inf", "1,5", "1 ", " 1",
                          "1e9999999999", "--1"}) {
    EXPECT_THROW((void)from_text<double>(bad), std::invalid_argument) << bad;
    EXPECT_THROW((void)from_text<mp64>(bad), std::invalid_argument) << bad;
  }
}

TEST(precision_scope, restores_what_was_and_refuses_what_cannot_be) {
  const auto before = mp::thread_default_precision();
  {
    const precision_scope scope(250);
    EXPECT_EQ(mpfr_get_prec(mp(1).backend().data()), scalar_traits<mp>::bits());
    EXPECT_GE(scalar_traits<mp>::bits(), 832);
    EXPECT_THROW(precision_scope(0), std::invalid_argument);
    EXPECT_THROW(precision_scope(1'000'000'000), std::invalid_argument);
  }
  EXPECT_EQ(mp::thread_default_precision(), before);
}

TEST(precision_scope, belongs_to_its_thread) {
  const precision_scope scope(77);
  unsigned other = 0;
  std::thread([&] { other = mp::thread_default_precision(); }).join();
  EXPECT_NE(other, 77u);
}

TEST(functions, pi_is_right_at_every_precision) {
  const char* digits =
      "3."
      "14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534"
      "211706798";
  EXPECT_EQ(pi<double>(), from_text<double>(digits));
#if PLUMBLINE_HAS_QUAD
  EXPECT_EQ(pi<quad>(), from_text<quad>(digits));
#endif
  EXPECT_EQ(pi<mp64>(), from_text<mp64>(digits));
  const precision_scope scope(90);
  EXPECT_EQ(pi<mp>(), from_text<mp>(digits));
}

TEST(functions, sin_cos_is_the_pair_of_sin_and_cos) {
  const mp64 x = rational<mp64>(355, 113);
  EXPECT_EQ(sin_cos(x).sin, sin(x));
  EXPECT_EQ(sin_cos(x).cos, cos(x));
#if PLUMBLINE_HAS_QUAD
  // libquadmath's sinq(3) is one unit away from the sine, rounded to nearest.
  EXPECT_EQ(sin_cos(quad(3)).sin, sin(mp64(3)).convert_to<quad>());
  EXPECT_EQ(sin_cos(quad(3)).cos, cos(mp64(3)).convert_to<quad>());
#endif
  EXPECT_EQ(sin_cos(2.5).cos, std::cos(2.5));
}

}  // namespace
}  // namespace plumbline
