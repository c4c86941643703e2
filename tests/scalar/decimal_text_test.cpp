// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The decimal text of MPFR numbers beside what mpfr_get_str writes and mpfr_strtofr reads: random numbers, short decimals, powers of
// two and of ten and their neighbours, ties, and sizes for which the text comes from MPFR itself.
#include <plumbline/scalar/text.hpp>

#include <gmp.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cstddef>
#include <string>

namespace {

using plumbline::detail::layout;
using plumbline::detail::mpfr_text;

class number {
 public:
  explicit number(mpfr_prec_t bits) { mpfr_init2(x_, bits); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;
  ~number() { mpfr_clear(x_); }
  mpfr_ptr x() { return x_; }

 private:
  mpfr_t x_;
};

struct digits_of_mpfr {
  std::string text;
  mpfr_exp_t exponent = 0;

  digits_of_mpfr(mpfr_srcptr x, std::size_t count) {
    char* const buffer = mpfr_get_str(nullptr, &exponent, 10, count, x, MPFR_RNDN);
    text = buffer;
    mpfr_free_str(buffer);
  }
  bool reads_back(mpfr_srcptr x) const {
    std::string decimal = text + "e" + std::to_string(exponent);
    decimal.insert(text.front() == '-' ? 1 : 0, "0.");
    number y(mpfr_get_prec(x));
    mpfr_strtofr(y.x(), decimal.c_str(), nullptr, 10, MPFR_RNDN);
    return mpfr_equal_p(x, y.x()) != 0;
  }
  std::string laid_out() const {
    const bool negative = text.front() == '-';
    return layout(negative, text.substr(negative ? 1 : 0), exponent);
  }
};

std::string expected(mpfr_srcptr x, int digits) {
  if (digits != 0) {
    return digits_of_mpfr(x, static_cast<std::size_t>(digits)).laid_out();
  }
  // floor((bits - 1) log10 2) digits survive the way to a binary number and back
  const auto kept =
      static_cast<std::size_t>(0.30102999566398120 * static_cast<double>(mpfr_get_prec(x) - 1));
  const digits_of_mpfr fewer(x, kept);
  return fewer.reads_back(x) ? fewer.laid_out() : digits_of_mpfr(x, 0).laid_out();
}

void set_case(mpfr_ptr x, int kind, gmp_randstate_t state) {
  const auto below = [&](unsigned long n) { return static_cast<long>(gmp_urandomm_ui(state, n)); };
  switch (kind) {
    case 0:
      mpfr_urandomb(x, state);
      break;
    case 1:
      mpfr_urandomb(x, state);
      mpfr_mul_2si(x, x, below(400) - 200, MPFR_RNDN);
      break;
    case 2:  // a short decimal
      mpfr_set_si(x, below(2'000'000) - 1'000'000, MPFR_RNDN);
      mpfr_div_ui(x, x, 1000, MPFR_RNDN);
      break;
    case 3:  // ties of a few digits
      mpfr_set_ui_2exp(x, static_cast<unsigned long>(below(4096)) | 1U, -below(60), MPFR_RNDN);
      break;
    case 4:  // 2^n or beside it, where the distance to the numbers below is half of that to those above
      mpfr_set_ui_2exp(x, 1, below(9000) - 4500, MPFR_RNDN);
      break;
    default:  // 10^n or beside it
      mpfr_set_ui(x, 10, MPFR_RNDN);
      mpfr_pow_si(x, x, below(80) - 40, MPFR_RNDN);
      mpfr_neg(x, x, MPFR_RNDN);
  }
  if (kind >= 4) {
    const long which = below(3);
    if (which == 0) {
      mpfr_nextbelow(x);
    } else if (which == 1) {
      mpfr_nextabove(x);
    }
  }
}

TEST(decimal_text, is_what_mpfr_writes_and_reads) {
  gmp_randstate_t state;
  gmp_randinit_default(state);
  gmp_randseed_ui(state, 7);
  for (const int bits : {11, 24, 64, 113, 133, 192, 193, 213, 333, 665, 3323}) {
    number x(bits);
    for (int i = 0; i < 2000; ++i) {
      set_case(x.x(), i % 6, state);
      if (mpfr_zero_p(x.x()) != 0) {
        continue;
      }
      for (const int digits : {0, 2, 3, 17, 34, 66, 200}) {
        ASSERT_EQ(mpfr_text(x.x(), digits), expected(x.x(), digits))
            << bits << " bits, " << digits << " digits";
      }
    }
  }
  gmp_randclear(state);
}

TEST(decimal_text, rounds_ties_to_even_and_carries) {
  number x(113);
  const auto text = [&](double value, int digits) {
    mpfr_set_d(x.x(), value, MPFR_RNDN);
    return mpfr_text(x.x(), digits);
  };
  EXPECT_EQ(text(0.125, 2), "0.12");
  EXPECT_EQ(text(0.375, 2), "0.38");
  EXPECT_EQ(text(-0.5, 0), "-0.5");
  EXPECT_EQ(text(999.96875, 4), "1000");
  EXPECT_EQ(text(99999999, 3), "100000000");
}

}  // namespace
