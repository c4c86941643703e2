// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The verdict on a printed number, and the text that goes into the page. Property and oracle tests (examples
// whose answer is known by hand).
#include "report/verdict.hpp"

#include "report/html.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace plumbline::report {
namespace {

TEST(verdict_digits, one_unit_of_the_last_printed_digit_is_the_limit_and_belongs_to_it) {
  EXPECT_EQ(judge(rule::digits, "0.0751", "0.0751018"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "0.0230", "0.0230959"), verdict::reproduced) << "truncated";
  EXPECT_EQ(judge(rule::digits, "0.492", "0.4916769"), verdict::reproduced) << "rounded";
  EXPECT_EQ(judge(rule::digits, "0.75", "0.76"), verdict::reproduced) << "exactly one unit";
  EXPECT_EQ(judge(rule::digits, "0.75", "0.7600000000000000000000000000000000000001"),
            verdict::differs);
  EXPECT_EQ(judge(rule::digits, "0.782", "0.0782175"), verdict::differs);
}

TEST(verdict_digits, padded_zeros_are_digits_unless_the_data_leave_them_out) {
  EXPECT_EQ(judge(rule::digits, "0.000800", "0.00087720"), verdict::differs);
  EXPECT_EQ(judge(rule::digits, "0.0008", "0.00087720"), verdict::reproduced);
}

TEST(verdict_digits, signs_exponents_and_integers) {
  EXPECT_EQ(judge(rule::digits, "-1.5e-3", "-0.00159"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "-1.5e-3", "0.0015"), verdict::differs);
  EXPECT_EQ(judge(rule::digits, "3e-7", "3.9e-7"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "3e-7", "4.1e-7"), verdict::differs);
  EXPECT_EQ(judge(rule::digits, "12", "12.9"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "0.00", "-0.00416"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "0.01", "-0.01111"), verdict::differs);
}

TEST(verdict_rules, rounded_compares_what_would_be_printed) {
  EXPECT_EQ(judge(rule::rounded, "-6.01e-8", "-6.0212e-8"), verdict::reproduced) << "-6.02e-8";
  EXPECT_EQ(judge(rule::rounded, "-6.01e-8", "-6.0251e-8"), verdict::differs) << "-6.03e-8";
  EXPECT_EQ(judge(rule::rounded, "-6.01e-8", "-6.0012e-8"), verdict::reproduced);
}

TEST(verdict_rules, nearest_decade_below_above) {
  EXPECT_EQ(judge(rule::nearest, "4", "4.078"), verdict::reproduced);
  EXPECT_EQ(judge(rule::nearest, "1", "0.43"), verdict::differs);
  EXPECT_EQ(judge(rule::decade, "1e-3", "3.89e-3"), verdict::reproduced);
  EXPECT_EQ(judge(rule::decade, "1e-3", "1e-2"), verdict::differs);
  EXPECT_EQ(judge(rule::decade, "1e-15", "0"), verdict::differs);
  EXPECT_EQ(judge(rule::below, "1", "0.99"), verdict::reproduced);
  EXPECT_EQ(judge(rule::below, "1", "1"), verdict::differs);
  EXPECT_EQ(judge(rule::above, "1", "1"), verdict::differs);
  EXPECT_EQ(judge(rule::above, "1", "1.5"), verdict::reproduced);
}

TEST(verdict_rules, what_is_not_a_number_never_reproduces) {
  for (const rule r : {rule::digits, rule::nearest, rule::decade, rule::below, rule::above}) {
    EXPECT_EQ(judge(r, "1", "nan"), verdict::differs);
    EXPECT_EQ(judge(r, "1", "-inf"), verdict::differs);
    EXPECT_EQ(judge(r, "1", ""), verdict::not_reproducible);
    EXPECT_THROW(judge(r, "about 1", "1"), std::invalid_argument);
    EXPECT_THROW(judge(r, "", "1"), std::invalid_argument);
  }
}

TEST(verdict_rules, tiny_numbers_are_compared_exactly) {
  EXPECT_EQ(judge(rule::digits, "1.0e-400", "1.05e-400"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "1.0e-400", "1.2e-400"), verdict::differs);
}

TEST(html_text, foreign_text_cannot_leave_its_place) {
  EXPECT_EQ(escape("<script>\"a\" & 'b'</script>"),
            "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
  EXPECT_EQ(number_html("<b>"), "&lt;b&gt;");
}

TEST(html_text, numbers_are_set_as_on_paper) {
  EXPECT_EQ(number_html("-0.5"), "\u22120.5");
  EXPECT_EQ(number_html("3.89e-03"), "3.89\u202f\u00d7\u202f10<sup>\u22123</sup>");
  EXPECT_EQ(number_html("0.0230"), "0.0230") << "printed zeros stay";
}

TEST(html_text, fixed_decimals_rounds_exactly) {
  EXPECT_EQ(fixed_decimals("8.767e-6", 8), "0.00000877");
  EXPECT_EQ(fixed_decimals("0.125", 2), "0.13") << "half away from zero";
  EXPECT_EQ(fixed_decimals("-0.004", 2), "0.00");
  EXPECT_EQ(fixed_decimals("-1.999", 2), "-2.00");
  EXPECT_EQ(fixed_decimals("12", 0), "12");
  EXPECT_EQ(fixed_decimals("inf", 2), "inf");
}

TEST(html_text, scientific_decimals_rounds_exactly) {
  EXPECT_EQ(scientific_decimals("0.0038888", 3), "3.889e-3");
  EXPECT_EQ(scientific_decimals("-1234.5", 1), "-1.2e3");
  EXPECT_EQ(scientific_decimals("9.996e-5", 2), "1.00e-4");
  EXPECT_EQ(scientific_decimals("1e-65", 0), "1e-65");
  EXPECT_EQ(scientific_decimals("0", 3), "0");
}

}  // namespace
}  // namespace plumbline::report
