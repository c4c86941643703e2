// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Values as text. Kind: examples with known results, identities at two precisions, refused input.
#include "support/every_scalar.hpp"
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/functions.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using plumbline::evaluate;
using plumbline::expression;
using plumbline::mp;
using plumbline::mp64;

template <class T>
T value(const char* text) {
  return evaluate<T>(expression(text));
}

// 130 digits (https://oeis.org/A002193)
constexpr const char* root_of_two =
    "1."
    "4142135623730950488016887242096980785696718753769480731766797379907324784621070388503875343276"
    "4157"
    "27350138462309122970249248360558";

template <class T>
class expressions : public ::testing::Test {
  plumbline::precision_scope scope_{100};
};
TYPED_TEST_SUITE(expressions, plumbline::every_scalar);

TYPED_TEST(expressions, are_rounded_once) {
  using T = TypeParam;
  EXPECT_EQ(value<T>("0.1"), plumbline::decimal<T>("0.1"));
  EXPECT_EQ(value<T>("1/3"), T(1) / T(3));
  EXPECT_EQ(value<T>("pi"), plumbline::pi<T>());
  EXPECT_EQ(value<T>("sqrt(2)"), plumbline::decimal<T>(root_of_two));
  EXPECT_EQ(value<T>("-12.5e-3"), plumbline::decimal<T>("-0.0125"));
  EXPECT_EQ(value<T>("(0.1+0.2)*10"), T(3));
}

TYPED_TEST(expressions, keep_their_digits_through_cancellation) {
  using T = TypeParam;
  EXPECT_EQ(value<T>("1e300 + 1/3 - 1e300"), T(1) / T(3));
  EXPECT_EQ(value<T>("(1 + pi*1e-150 - 1)*1e150"), plumbline::pi<T>());
  EXPECT_EQ(value<T>("sqrt(2)^2 - 2"), T(0));
  // next to a number that is 318 digits larger
  EXPECT_EQ(value<T>("0.06^260 - e + e"), value<T>("0.06^260"));
  // hidden by larger terms at the first precisions, which agree without it
  EXPECT_EQ(value<T>("sqrt(2) + sqrt(3)*1e-90 - sqrt(2) + 1e-110"),
            value<T>("sqrt(3)*1e-90 + 1e-110"));
  EXPECT_EQ(value<T>("(cos(1e-45) - 1 + 1e-200)*1e150"),
            value<T>("-2*sin(1e-45/2)^2*1e150 + 1e-50"));
  EXPECT_EQ(value<T>("log(sqrt(2) + sqrt(3)*1e-90 - sqrt(2) + 1e-110)"),
            value<T>("log(sqrt(3)*1e-90 + 1e-110)"));
  EXPECT_EQ(value<T>("sqrt(2)*sqrt(3) - sqrt(6) + 1/7"), T(1) / T(7));
  // a power that is infinite, or 0, within the error of its exponent
  EXPECT_EQ(value<T>("0.2^106^6^(2 - pi + 73^67 - 73^67) + 1"), value<T>("0.2^106^6^(2 - pi) + 1"));
}

// exp(-10^10) is below the range of exponents, and yet it is not zero: its root is 1/e, or it is refused.
TYPED_TEST(expressions, below_the_range_of_exponents_are_not_zero_in_a_root) {
  using T = TypeParam;
  for (const char* text : {"exp(-10000000000)^.0000000001", "exp(-10000000000*sqrt(4))^(1/2*1e-10)",
                           "(exp(-10000000000)*sqrt(2))^(1e-10)"}) {
    try {
      EXPECT_GT(value<T>(text), T(1) / T(4)) << text;
    } catch (const std::invalid_argument&) {
    }
  }
}

// The root of a large number is small beside it, and yet not zero. Closed form: the root of 2^40000.
TYPED_TEST(expressions, that_are_small_beside_their_parts_are_not_zero) {
  using T = TypeParam;
  EXPECT_EQ(value<T>("sqrt(sqrt(2)^80000)/2^20000"), T(1));
  // refused where it is beyond the range of the scalar, or needs more digits than are tried
  try {
    EXPECT_GT(value<T>("sqrt(22^69^4/9^cos(61^304-8))"), T(1));
  } catch (const std::invalid_argument&) {
  }
}

TEST(expression, follows_the_usual_precedence) {
  EXPECT_EQ(value<double>("2+3*4"), 14);
  EXPECT_EQ(value<double>("-2^2"), -4);
  EXPECT_EQ(value<double>("2^-2"), 0.25);
  EXPECT_EQ(value<double>("2^3^2"), 512);
  EXPECT_EQ(value<double>("2/3/4*6"), 1);
  EXPECT_EQ(value<double>("7-4-2"), 1);
  EXPECT_EQ(value<double>(" ( 1 + 2 ) * - 3 "), -9);
  EXPECT_EQ(value<double>("sqrt(16/9)"), 4.0 / 3.0);
  EXPECT_EQ(value<double>(".5"), 0.5);
  EXPECT_EQ(value<double>("5."), 5);
  EXPECT_EQ(value<double>("+1E+2"), 100);
  EXPECT_EQ(value<double>("0^0"), 1);
}

TEST(expression, reads_decimals_of_any_length) {
  const std::string nines = "0." + std::string(5000, '9');
  EXPECT_EQ(evaluate<double>(expression(nines)), 1);
  EXPECT_EQ(evaluate<double>(expression("(1 - " + nines + ")*1e5000")), 1);
  EXPECT_EQ(evaluate<double>(expression("5e-324")), 5e-324);
}

TEST(expression, evaluates_names_that_refer_to_names) {
  plumbline::variables names;
  names.set("g", expression("9.81"));
  names.set("l", expression("g/(2*pi)^2"));
  EXPECT_EQ(evaluate<mp64>(expression("(2*pi)^2*l"), names), plumbline::decimal<mp64>("9.81"));
  names.set("period", [] { return mp(plumbline::pi<mp>() * 2); });
  EXPECT_EQ(evaluate<mp64>(expression("period/2"), names), plumbline::pi<mp64>());
  names.set("g", expression("l"));
  EXPECT_THROW(evaluate<double>(expression("l"), names), std::invalid_argument);
  EXPECT_EQ(expression("g*l + l/pi").names(), (std::vector<std::string>{"g", "l"}));
}

// values of mpmath 1.3 at 70 digits
TEST(expression, has_functions_and_broken_powers) {
  const auto near = [](const char* text, const char* known) {
    return value<mp64>(text) == plumbline::decimal<mp64>(known);
  };
  EXPECT_TRUE(near("1/(2 - 2^(1/3))",
                   "1.351207191959657634047687808971460826921999376217144828328705997689303"));
  EXPECT_TRUE(near("e", "2.718281828459045235360287471352662497757247093699959574966967627724077"));
  EXPECT_TRUE(
      near("sin(1)", "0.8414709848078965066525023216302989996225630607983710656727517099919104"));
  EXPECT_TRUE(
      near("log(2)", "0.6931471805599453094172321214581765680755001343602552541206800094933936"));
  EXPECT_TRUE(
      near("2^0.3", "1.231144413344916284499393069167743109876137761100817794337065538246101"));
  EXPECT_TRUE(near("atan2(1, -2)",
                   "2.677945044588987122248387151818288482168632345088985557164011503587619"));
  EXPECT_EQ(value<mp64>("8^(2/3)"), 4);
  EXPECT_EQ(value<mp64>("(4/9)^(-1/2)"), mp64(3) / mp64(2));
  EXPECT_EQ(value<mp64>("exp(1) - e"), 0);
  EXPECT_EQ(value<mp64>("sin(1)^2 + cos(1)^2"), 1);
  EXPECT_EQ(value<mp64>("tan(0) + acos(1) + log(1) + exp(0)"), 1);
  EXPECT_EQ(value<mp64>("2^pi - exp(pi*log(2))"), 0);
}

TEST(expression, lets_the_caller_say_what_e_and_i_are) {
  plumbline::variables names;
  names.set("e", expression("3"));
  names.set("i", expression("5"));
  EXPECT_EQ(evaluate<double>(expression("e*i"), names), 15);
  EXPECT_TRUE(expression("e*i").names().empty());
}

TEST(expression, looks_up_each_name_once) {  // 2^60 times otherwise
  plumbline::variables names;
  for (int k = 0; k < 60; ++k) {
    const std::string next = "a" + std::to_string(k + 1);
    names.set("a" + std::to_string(k), expression(next + "+" + next));
  }
  names.set("a60", expression("1"));
  EXPECT_EQ(evaluate<double>(expression("a0"), names), 0x1p60);
  names.set("a60", expression("a0 + a0"));
  EXPECT_THROW(evaluate<double>(expression("a0"), names), std::invalid_argument);
}

TEST(expression, has_an_imaginary_unit) {
  const auto z = plumbline::evaluate_complex<double>(expression("(1/2 - 3*i)*(2*i)"));
  EXPECT_EQ(z.re, 6);
  EXPECT_EQ(z.im, 1);
  EXPECT_EQ(plumbline::evaluate_complex<mp64>(expression("sqrt(3)*i")).im, mp64(sqrt(mp64(3))));
  EXPECT_EQ(value<double>("i^2"), -1);
  EXPECT_EQ(value<double>("(1+i)*(1-i)"), 2);
  EXPECT_EQ(value<double>("i/i"), 1);
  EXPECT_THROW(value<double>("1+i"), std::invalid_argument);
}

TEST(expression, knows_its_sign) {
  EXPECT_EQ(plumbline::sign(expression("12^3 - 27*8^2")), 0);
  EXPECT_EQ(plumbline::sign(expression("12^3 - 27*8^2 + 1e-400")), 1);
  EXPECT_EQ(plumbline::sign(expression(
                "sqrt(2) - 1.4142135623730950488016887242096980785696718753769480731766")),
            1);
  EXPECT_EQ(plumbline::sign(expression(
                "sqrt(2) - 1.4142135623730950488016887242096980785696718753769480731767")),
            -1);
}

TEST(expression, survives_what_is_huge) {
  EXPECT_EQ(value<double>("1e300000000/1e299999999"), 10);
  EXPECT_EQ(value<double>("1e-999999999"), 0);
  EXPECT_THROW(value<double>("1e400"), std::invalid_argument);
  EXPECT_THROW(value<double>("1e999999999"), std::invalid_argument);
  EXPECT_THROW(value<double>("1e9999999999"), std::invalid_argument);
  EXPECT_THROW(value<double>("((9^999999999)^999999999)^999999999"), std::invalid_argument);
  EXPECT_THROW(value<double>(std::string(100000, '(').c_str()), std::invalid_argument);
  EXPECT_THROW(value<double>((std::string(100000, '-') + "1").c_str()), std::invalid_argument);
  std::string sum = "0";
  for (int k = 0; k < 100000; ++k) {
    sum += "+1";
  }
  EXPECT_EQ(value<double>(sum.c_str()), 100000);
}

class refused_value : public ::testing::TestWithParam<const char*> {};
TEST_P(refused_value, throws_one_line) {
  try {
    value<double>(GetParam());
    FAIL() << "'" << GetParam() << "' was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}
INSTANTIATE_TEST_SUITE_P(
    expression, refused_value,
    ::testing::Values("", " ", "nan", "inf", "-Infinity", "1/0", "1/(1-1)", "sqrt(-1)", "sqrt(i)",
                      "1/(sqrt(2)^2-2)", "(-2)^0.5", "2^i", "sin(i)", "log(0)", "asin(2)",
                      "atanh(1)", "atan2(0, 0)", "atan2(1)", "sin(1, 2)", "abs(1)", "f(2)",
                      "dot(x)", "p(x)", "sin(1e40000)", "0^(-1/2)", "x.", "x..y", "abc", "1e",
                      "1e+", ".", "1..2", "1,5", "2pi", "1 2", "(1", "1)", "1+", "*1", "sqrt 2",
                      "sqrt()", "0x10", "1\n2", "2**3", "--", "0^-1", "1e5000", "\xcf\x80"));

}  // namespace
