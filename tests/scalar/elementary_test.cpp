// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The elementary functions of the MPFR scalars are MPFR's, bit for bit and flag for flag: at random arguments of many
// magnitudes and precisions; next to midpoints between two numbers, where no ball decides; at the edges of the domains.
// Kind: independent values (MPFR's functions, called directly; their inverses), property (no allocation).
#include "support/allocation_counter.hpp"
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace plumbline {
namespace {

/// An MPFR number of any precision in bits.
class number {
 public:
  explicit number(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  number(const number& other) {
    mpfr_init2(value_, mpfr_get_prec(other.value_));
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  number& operator=(const number&) = delete;
  ~number() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }           // NOLINT(google-explicit-constructor)
  operator mpfr_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  mpfr_t value_;
};

/// A function in both forms. Those of one argument ignore y.
struct function {
  const char* name;
  int arguments;
  std::function<void(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y)> ours;
  std::function<void(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y)> of_mpfr;
  /// Exponents of the arguments where the function is neither trivial nor out of range: e_min to e_max.
  int e_min, e_max;
};
void PrintTo(const function& f, std::ostream* out) { *out << f.name; }

using unary_ours = void (*)(mpfr_ptr, mpfr_srcptr);
using unary_mpfr = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

function unary(const char* name, unary_ours ours, unary_mpfr of_mpfr, int e_min, int e_max) {
  return {name,
          1,
          [ours](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr) { ours(r, x); },
          [of_mpfr](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr) { of_mpfr(r, x, MPFR_RNDN); },
          e_min,
          e_max};
}

const std::vector<function>& functions() {
  using namespace detail;
  static const std::vector<function> all{
      unary("sin", mpfr_correct_sin, mpfr_sin, -6, 6),
      unary("cos", mpfr_correct_cos, mpfr_cos, -6, 6),
      unary("tan", mpfr_correct_tan, mpfr_tan, -6, 6),
      unary("asin", mpfr_correct_asin, mpfr_asin, -6, 0),
      unary("acos", mpfr_correct_acos, mpfr_acos, -6, 0),
      unary("atan", mpfr_correct_atan, mpfr_atan, -6, 6),
      unary("sinh", mpfr_correct_sinh, mpfr_sinh, -6, 6),
      unary("cosh", mpfr_correct_cosh, mpfr_cosh, -6, 6),
      unary("tanh", mpfr_correct_tanh, mpfr_tanh, -6, 6),
      unary("asinh", mpfr_correct_asinh, mpfr_asinh, -6, 6),
      unary("acosh", mpfr_correct_acosh, mpfr_acosh, 1, 8),
      unary("atanh", mpfr_correct_atanh, mpfr_atanh, -6, 0),
      unary("exp", mpfr_correct_exp, mpfr_exp, -6, 6),
      unary("log", mpfr_correct_log, mpfr_log, -6, 6),
      {"sin_of_sin_cos", 1,
       [](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr) {
         number c(mpfr_get_prec(r));
         mpfr_correct_sin_cos(r, c, x);
       },
       [](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr) {
         number c(mpfr_get_prec(r));
         mpfr_sin_cos(r, c, x, MPFR_RNDN);
       },
       -6, 6},
      {"cos_of_sin_cos", 1,
       [](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr) {
         number s(mpfr_get_prec(r));
         mpfr_correct_sin_cos(s, r, x);
       },
       [](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr) {
         number s(mpfr_get_prec(r));
         mpfr_sin_cos(s, r, x, MPFR_RNDN);
       },
       -6, 6},
      {"atan2", 2, mpfr_correct_atan2,
       [](mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x) { mpfr_atan2(r, y, x, MPFR_RNDN); }, -6, 6},
      {"pow", 2, mpfr_correct_pow,
       [](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { mpfr_pow(r, x, y, MPFR_RNDN); }, -6, 6}};
  return all;
}

const function& named(std::string_view name) {
  for (const function& f : functions()) {
    if (f.name == name) {
      return f;
    }
  }
  throw std::out_of_range(std::string(name));
}

std::string text(mpfr_srcptr x) {
  char* s = nullptr;
  mpfr_asprintf(&s, "%Ra (%ld bits)", x, static_cast<long>(mpfr_get_prec(x)));
  std::string r = s;
  mpfr_free_str(s);
  return r;
}

bool same_value(mpfr_srcptr a, mpfr_srcptr b) {
  return (mpfr_nan_p(a) != 0 && mpfr_nan_p(b) != 0) ||
         (mpfr_equal_p(a, b) != 0 && mpfr_signbit(a) == mpfr_signbit(b));
}

/// Results and flags of both forms agree, at a result of `bits` bits.
void expect_same(const function& f, mpfr_prec_t bits, mpfr_srcptr x, mpfr_srcptr y) {
  number ours(bits);
  number theirs(bits);
  mpfr_clear_flags();
  f.of_mpfr(theirs, x, y);
  const mpfr_flags_t flags_of_mpfr = mpfr_flags_save();
  mpfr_clear_flags();
  f.ours(ours, x, y);
  const mpfr_flags_t flags = mpfr_flags_save();
  EXPECT_TRUE(same_value(ours, theirs))
      << f.name << "(" << text(x) << (f.arguments == 2 ? ", " + text(y) : "")
      << ") = " << text(theirs) << ", not " << text(ours);
  EXPECT_EQ(flags, flags_of_mpfr) << f.name << "(" << text(x) << ", " << text(y) << ")";
}

/// Random numbers: half of them ordinary for the function, the others of many magnitudes.
class arguments {
 public:
  explicit arguments(unsigned long seed) : engine_(seed) {
    gmp_randinit_default(state_);
    gmp_randseed_ui(state_, seed);
  }
  arguments(const arguments&) = delete;
  arguments& operator=(const arguments&) = delete;
  ~arguments() { gmp_randclear(state_); }

  long below(long n) { return std::uniform_int_distribution<long>(0, n - 1)(engine_); }

  /// Mantissa of `bits` random bits with the exponent e, either sign.
  void set(mpfr_ptr x, long e) {
    do {
      mpfr_urandomb(x, state_);
    } while (mpfr_zero_p(x) != 0);
    mpfr_set_exp(x, e);
    if (below(2) == 0) {
      mpfr_neg(x, x, MPFR_RNDN);
    }
  }

  number draw(const function& f, mpfr_prec_t bits) {
    const long kind = below(10);
    // as precise as the result, or a double, or with few bits, or with more bits than the result
    const long form = below(8);
    number x(form < 5 ? bits : form == 5 ? 53 : form == 6 ? 2 + below(10) : bits + below(bits));
    const long e = kind < 6   ? f.e_min + below(f.e_max - f.e_min + 1)
                   : kind < 8 ? below(bits) - bits / 2
                   : kind < 9 ? below(3 * bits) - 2 * bits
                              : below(4000) - 2000;
    set(x, e);
    return x;
  }

 private:
  std::mt19937_64 engine_;
  gmp_randstate_t state_;
};

struct sample {
  mpfr_prec_t bits;
  int count;
};

void expect_same_at_random(const function& f, const std::vector<sample>& samples) {
  arguments random(20260101);
  for (const auto& [bits, count] : samples) {
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
      const number x = random.draw(f, bits);
      const number y = random.draw(f, bits);
      expect_same(f, bits, x, y);
    }
  }
}

class elementary : public ::testing::TestWithParam<function> {};

TEST_P(elementary, is_that_of_mpfr_at_random_arguments) {
  expect_same_at_random(GetParam(), {{113, 700}, {214, 1000}, {333, 240}, {665, 50}, {3323, 10}});
}

TEST_P(elementary, is_that_of_mpfr_near_one_and_zero) {
  const function& f = GetParam();
  constexpr mpfr_prec_t bits = 214;
  for (long k = 1; k < 2 * bits; k = k < 12 ? k + 1 : k + 7) {
    number delta(2);
    mpfr_set_ui_2exp(delta, 1, -k, MPFR_RNDN);
    for (const int sign : {1, -1}) {
      mpfr_setsign(delta, delta, sign < 0 ? 1 : 0, MPFR_RNDN);
      number x(2 * bits);
      mpfr_add_ui(x, delta, 1, MPFR_RNDN);
      number large(2);
      mpfr_ui_div(large, 1, delta, MPFR_RNDN);
      number y(bits);
      mpfr_set_ui(y, 7, MPFR_RNDN);
      mpfr_div_ui(y, y, 3, MPFR_RNDN);
      for (mpfr_srcptr a : std::initializer_list<mpfr_srcptr>{delta, x, large}) {
        expect_same(f, bits, a, y);
        expect_same(f, bits, y, a);
      }
    }
  }
}

TEST_P(elementary, is_that_of_mpfr_at_edges_of_the_domain) {
  const function& f = GetParam();
  constexpr mpfr_prec_t bits = 214;
  std::vector<number> edges;
  const auto add = [&](auto set) {
    for (const int sign : {0, 1}) {
      edges.emplace_back(bits);
      set(static_cast<mpfr_ptr>(edges.back()));
      mpfr_setsign(edges.back(), edges.back(), sign, MPFR_RNDN);
    }
  };
  edges.reserve(64);
  add([](mpfr_ptr x) { mpfr_set_zero(x, 1); });
  add([](mpfr_ptr x) { mpfr_set_inf(x, 1); });
  add([](mpfr_ptr x) { mpfr_set_nan(x); });
  for (const char* value : {"1", "2", "3", "0.5", "0.75", "4", "100", "1e-30", "1e15"}) {
    add([&](mpfr_ptr x) { mpfr_set_str(x, value, 10, MPFR_RNDN); });
  }
  add([](mpfr_ptr x) {
    mpfr_set_ui(x, 1, MPFR_RNDN);
    mpfr_nextabove(x);
  });
  add([](mpfr_ptr x) {
    mpfr_set_ui(x, 1, MPFR_RNDN);
    mpfr_nextbelow(x);
  });
  add([](mpfr_ptr x) { mpfr_const_pi(x, MPFR_RNDN); });
  add([](mpfr_ptr x) {  // the smallest number
    mpfr_set_zero(x, 1);
    mpfr_nextabove(x);
  });
  const bool reduces = std::string(f.name).find("sin") == 0 ||
                       std::string(f.name).find("cos") == 0 || std::string(f.name) == "tan";
  if (!reduces) {
    add([](mpfr_ptr x) {  // the largest number
      mpfr_set_inf(x, 1);
      mpfr_nextbelow(x);
    });
  }
  for (const number& x : edges) {
    for (const number& y : edges) {
      expect_same(f, bits, x, y);
      if (f.arguments == 1) {
        break;
      }
    }
  }
}

TEST_P(elementary, is_that_of_mpfr_in_a_small_exponent_range) {
  const function& f = GetParam();
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  arguments random(7);
  for (int i = 0; i < 300; ++i) {
    number x(214);
    number y(214);
    random.set(x, random.below(17) - 8);
    random.set(y, random.below(17) - 8);
    mpfr_set_emin(-8);
    mpfr_set_emax(8);
    expect_same(f, 214, x, y);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
  }
}

TEST_P(elementary, may_write_its_result_over_an_argument) {
  const function& f = GetParam();
  arguments random(11);
  for (const mpfr_prec_t bits : {113, 214, 665}) {
    for (int i = 0; i < 50; ++i) {
      number x(bits);
      number y(bits);
      number expected(bits);
      random.set(x, f.e_min + random.below(f.e_max - f.e_min + 1));
      random.set(y, f.e_min + random.below(f.e_max - f.e_min + 1));
      f.of_mpfr(expected, x, y);
      number r = x;
      f.ours(r, r, y);
      EXPECT_TRUE(same_value(r, expected)) << text(x);
      mpfr_set(r, y, MPFR_RNDN);
      f.ours(r, x, r);
      EXPECT_TRUE(same_value(r, expected)) << text(x);
      f.of_mpfr(expected, x, x);
      mpfr_set(r, x, MPFR_RNDN);
      f.ours(r, r, r);
      EXPECT_TRUE(same_value(r, expected)) << text(x);
    }
  }
}

std::string name_of(const ::testing::TestParamInfo<function>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(scalar, elementary, ::testing::ValuesIn(functions()), name_of);

class long_elementary : public ::testing::TestWithParam<function> {};

TEST_P(long_elementary, is_that_of_mpfr_at_a_million_arguments) {
  expect_same_at_random(
      GetParam(), {{113, 300'000}, {214, 600'000}, {333, 80'000}, {665, 18'000}, {3323, 2'000}});
}

INSTANTIATE_TEST_SUITE_P(long_scalar, long_elementary, ::testing::ValuesIn(functions()), name_of);

/// A function f and its inverse on the interval [low, high] of values of f.
struct inverse {
  const char* name;
  unary_mpfr of_mpfr;
  bool increasing;
  double low, high;
};

/// The value of f at x is next to a midpoint m of two numbers: x is f⁻¹(m) rounded to k bits more than the result has.
/// Rounded down, it lies below the midpoint, so m rounded down is the answer, whatever MPFR says of f.
TEST(elementary_rounding, is_right_next_to_midpoints) {
  const std::vector<inverse> inverses{{"sin", mpfr_asin, true, -0.99, 0.99},
                                      {"cos", mpfr_acos, false, -0.99, 0.99},
                                      {"tan", mpfr_atan, true, -20, 20},
                                      {"asin", mpfr_sin, true, -1.5, 1.5},
                                      {"acos", mpfr_cos, false, 0.1, 3},
                                      {"atan", mpfr_tan, true, -1.5, 1.5},
                                      {"exp", mpfr_log, true, 0.01, 50},
                                      {"log", mpfr_exp, true, -9, 9},
                                      {"sinh", mpfr_asinh, true, -20, 20},
                                      {"cosh", mpfr_acosh, true, 1.001, 20},
                                      {"tanh", mpfr_atanh, true, -0.99, 0.99},
                                      {"asinh", mpfr_sinh, true, -9, 9},
                                      {"acosh", mpfr_cosh, true, 0.01, 9},
                                      {"atanh", mpfr_tanh, true, -4, 4},
                                      {"sin_of_sin_cos", mpfr_asin, true, -0.99, 0.99},
                                      {"cos_of_sin_cos", mpfr_acos, false, -0.99, 0.99}};
  arguments random(5);
  gmp_randstate_t state;
  gmp_randinit_default(state);
  for (const auto& [name, of_mpfr, increasing, low, high] : inverses) {
    const function& f = named(name);
    for (const mpfr_prec_t bits : {113, 214, 333, 665}) {
      for (int i = 0; i < 120; ++i) {
        number wide(bits + 64);
        number m(bits + 1);
        do {
          mpfr_urandomb(wide, state);
          mpfr_mul_d(wide, wide, high - low, MPFR_RNDN);
          mpfr_add_d(m, wide, low, MPFR_RNDN);
        } while (mpfr_min_prec(m) != bits + 1);  // the last bit is 1: a midpoint
        number x(bits + 16 + random.below(2 * bits));
        const bool x_below = random.below(2) == 0;
        ASSERT_NE(of_mpfr(x, m, x_below ? MPFR_RNDD : MPFR_RNDU), 0);
        number expected(bits);
        mpfr_set(expected, m, x_below == increasing ? MPFR_RNDD : MPFR_RNDU);
        number ours(bits);
        f.ours(ours, x, x);
        EXPECT_TRUE(same_value(ours, expected))
            << name << "(" << text(x) << ") = " << text(expected) << ", not " << text(ours);
      }
    }
  }
  gmp_randclear(state);
}

TEST(elementary_rounding, is_right_for_powers_and_angles_next_to_midpoints) {
  arguments random(6);
  for (const mpfr_prec_t bits : {113, 214, 333}) {
    for (int i = 0; i < 200; ++i) {
      number m(bits + 1);
      do {
        random.set(m, 1 - random.below(3));
        mpfr_abs(m, m, MPFR_RNDN);
      } while (mpfr_min_prec(m) != bits + 1);
      const mpfr_prec_t precise = bits + 10 + random.below(2 * bits);
      number y(12);
      random.set(y, random.below(6) - 2);
      number wide(4 * bits);
      mpfr_log(wide, m, MPFR_RNDN);
      mpfr_div(wide, wide, y, MPFR_RNDN);
      number x(precise);
      mpfr_exp(x, wide, MPFR_RNDN);
      expect_same(named("pow"), bits, x, y);
      mpfr_tan(wide, m, MPFR_RNDN);
      number ordinate(precise);
      mpfr_mul(ordinate, wide, y, MPFR_RNDN);
      expect_same(named("atan2"), bits, ordinate, y);
    }
  }
}

TEST(elementary_rounding, of_exact_powers_is_exact) {
  for (const char* power : {"0.5", "1.5", "-0.5", "0.25", "2", "3", "5", "17", "40", "-3"}) {
    for (const char* base : {"1", "4", "9", "16", "6.25", "81", "1.5", "0.0625", "2"}) {
      number x(214);
      number y(214);
      mpfr_set_str(x, base, 10, MPFR_RNDN);
      mpfr_set_str(y, power, 10, MPFR_RNDN);
      expect_same(named("pow"), 214, x, y);
      expect_same(named("pow"), 20, x, y);
    }
  }
  mp64 x(rational<mp64>(25, 4));
  set_pow(x, x, rational<mp64>(3, 2));
  EXPECT_EQ(x, rational<mp64>(125, 8));
}

TEST(elementary_edges, have_the_signs_of_the_standard) {
  mp64 r;
  const auto zero_of_sign = [&](int negative) {
    return r == 0 && (mpfr_signbit(r.backend().data()) != 0) == (negative != 0);
  };
  mp64 minus_zero(0);
  minus_zero.backend().negate();
  set_sin(r, minus_zero);
  EXPECT_TRUE(zero_of_sign(1));
  set_atan(r, minus_zero);
  EXPECT_TRUE(zero_of_sign(1));
  set_acos(r, mp64(1));
  EXPECT_TRUE(zero_of_sign(0));
  set_log(r, mp64(1));
  EXPECT_TRUE(zero_of_sign(0));
  set_log(r, mp64(0));
  EXPECT_TRUE(mpfr_inf_p(r.backend().data()) != 0 && r < 0);
  set_log(r, mp64(-1));
  EXPECT_TRUE(mpfr_nan_p(r.backend().data()) != 0);
  set_atanh(r, mp64(1));
  EXPECT_TRUE(mpfr_inf_p(r.backend().data()) != 0 && r > 0);
  set_acosh(r, rational<mp64>(1, 2));
  EXPECT_TRUE(mpfr_nan_p(r.backend().data()) != 0);
  set_exp(r, minus_zero);
  EXPECT_EQ(r, 1);
}

TEST(elementary_edges, an_angle_beyond_reduction_has_no_sine) {
  mp64 x(1);
  mpfr_set_ui_2exp(x.backend().data(), 1, 65536, MPFR_RNDN);
  mp64 s;
  mp64 c;
  for (const auto f : {set_sin<mp64>, set_cos<mp64>, set_tan<mp64>}) {
    f(s, x);
    EXPECT_FALSE(is_finite(s));
  }
  set_sin_cos(s, c, x);
  EXPECT_FALSE(is_finite(s));
  EXPECT_FALSE(is_finite(c));
  mpfr_set_ui_2exp(x.backend().data(), 1, 65535, MPFR_RNDN);
  set_sin_cos(s, c, x);
  EXPECT_TRUE(is_finite(s));
}

// sin² + cos² = 1, e^ln x = x, atan2(sin, cos) = x and x^(1/2) = √x within a few last places, in every scalar.
template <class T>
void expect_identities() {
  const T x = rational<T>(9, 7);
  const T tolerance = epsilon<T>() * 8;
  const auto near = [&](const T& a, const T& b) { return a - b < tolerance && b - a < tolerance; };
  T s;
  T c;
  T r;
  set_sin_cos(s, c, x);
  EXPECT_TRUE(near(s * s + c * c, T(1)));
  set_atan2(r, s, c);
  EXPECT_TRUE(near(r, x));
  set_tan(r, x);
  EXPECT_TRUE(near(r * c, s));
  const auto there_and_back = [&](auto there, auto back) {
    r = rational<T>(3, 7);
    there(r, r);
    back(r, r);
    EXPECT_TRUE(near(r, rational<T>(3, 7)));
  };
  there_and_back(set_exp<T>, set_log<T>);
  there_and_back(set_sin<T>, set_asin<T>);
  there_and_back(set_cos<T>, set_acos<T>);
  there_and_back(set_tan<T>, set_atan<T>);
  there_and_back(set_sinh<T>, set_asinh<T>);
  there_and_back(set_cosh<T>, set_acosh<T>);
  there_and_back(set_tanh<T>, set_atanh<T>);
  set_pow(r, x, rational<T>(1, 2));
  EXPECT_TRUE(near(r * r, x));
  // in place
  T a = x;
  T other;
  set_sin_cos(a, other, a);
  EXPECT_EQ(a, s);
  EXPECT_EQ(other, c);
  a = x;
  set_sin_cos(other, a, a);
  EXPECT_EQ(other, s);
  EXPECT_EQ(a, c);
  const sin_cos_pair<T> pair = sin_cos(x);
  EXPECT_EQ(pair.sin, s);
  EXPECT_EQ(pair.cos, c);
}

TEST(elementary_identities, hold_in_every_scalar) {
  expect_identities<double>();
#if PLUMBLINE_HAS_QUAD
  expect_identities<quad>();
#endif
  expect_identities<static_mp<34>>();
  expect_identities<mp64>();
  for (const int digits : {5, 16, 100, 1000}) {
    const precision_scope scope(digits);
    expect_identities<mp>();
  }
}

// The sanitizers look whether a thread leaves memory behind.
TEST(elementary_threads, have_balls_of_their_own) {
  mp64 expected;
  set_exp(expected, mp64(2));
  std::array<mp64, 4> results;
  std::vector<std::thread> threads;
  for (mp64& r : results) {
    threads.emplace_back([&r] {
      for (int i = 0; i < 100; ++i) {
        set_exp(r, mp64(2));
      }
    });
  }
  for (std::thread& t : threads) {
    t.join();
  }
  for (const mp64& r : results) {
    EXPECT_EQ(r, expected);
  }
}

#if PLUMBLINE_COUNTS_ALLOCATIONS
template <class T>
long allocations_of_a_round() {
  const T x = rational<T>(5, 7);
  T s;
  T c;
  T r;
  const long before = allocations;
  for (int i = -3; i < 4; ++i) {
    const T y = x + i;
    set_sin_cos(s, c, y);
    for (const auto f : {set_sin<T>, set_cos<T>, set_tan<T>, set_atan<T>, set_sinh<T>, set_cosh<T>,
                         set_tanh<T>, set_asinh<T>, set_exp<T>}) {
      f(r, y);
    }
    set_atan2(r, y, s);
    set_log(r, T(x + 3 + i));
    set_acosh(r, T(x + 4 + i));
    const T fraction = y / 4;
    for (const auto f : {set_asin<T>, set_acos<T>, set_atanh<T>}) {
      f(r, fraction);
    }
    set_pow(r, T(x + 3), y);
  }
  return allocations - before;
}

TEST(elementary_allocation, does_not_happen_where_the_ball_decides) {
  if (!detail::uses_arb()) {
    GTEST_SKIP() << "MPFR's functions allocate";
  }
  (void)allocations_of_a_round<static_mp<34>>();  // the first round sizes the balls
  EXPECT_EQ(allocations_of_a_round<static_mp<34>>(), 0);
  (void)allocations_of_a_round<mp64>();
  EXPECT_EQ(allocations_of_a_round<mp64>(), 0);
  EXPECT_TRUE(an_allocation_is_counted());
}
#endif

}  // namespace
}  // namespace plumbline
