// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The verdict on a printed number, and the text that goes into the page. Property and oracle tests (examples
// whose answer is known by hand).
#include "report/html.hpp"
#include <plumbline/data/paper_number.hpp>
#include <plumbline/data/paper_verdict.hpp>

#include <gtest/gtest.h>

#include <clocale>

namespace plumbline::report {
namespace {

TEST(verdict_digits, one_unit_of_the_last_printed_digit_is_the_limit_and_does_not_belong_to_it) {
  EXPECT_EQ(judge(rule::digits, "0.0751", "0.0751018"), verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "0.0230", "0.0230959"), verdict::reproduced) << "truncated";
  EXPECT_EQ(judge(rule::digits, "0.492", "0.4916769"), verdict::reproduced) << "rounded";
  EXPECT_EQ(judge(rule::digits, "0.75", "0.7599999999999999999999999999999999999999"),
            verdict::reproduced);
  EXPECT_EQ(judge(rule::digits, "0.75", "0.76"), verdict::differs) << "exactly one unit";
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

TEST(verdict_tiers, a_number_rounds_only_truncates_is_one_unit_away_or_differs) {
  EXPECT_EQ(tier_of("0.0751", "0.0751018"), tier::rounds);
  EXPECT_EQ(tier_of("0.0230", "0.0230959"), tier::only_truncated) << "0.0231 is nearer";
  EXPECT_EQ(tier_of("-0.0230", "-0.0230959"), tier::only_truncated) << "towards zero";
  EXPECT_EQ(tier_of("0.0230", "0.02305"), tier::rounds) << "half a unit rounds both ways";
  EXPECT_EQ(tier_of("0.0231", "0.02305"), tier::rounds);
  EXPECT_EQ(tier_of("0.492", "0.4916769"), tier::rounds) << "rounded up";
  EXPECT_EQ(tier_of("0.492", "0.4914"), tier::one_unit) << "0.491 either way";
  EXPECT_EQ(tier_of("-0.492", "-0.4914"), tier::one_unit);
  EXPECT_EQ(tier_of("0.492", "0.4910"), tier::differs) << "a whole unit";
  EXPECT_EQ(tier_of("-6.01e-8", "-6.0212e-8"), tier::differs);
  EXPECT_EQ(tier_of("0.00", "-0.00416"), tier::rounds);
  EXPECT_EQ(tier_of("0.00", "-0.00616"), tier::only_truncated);
  EXPECT_EQ(tier_of("15", "15"), tier::rounds);
  EXPECT_EQ(tier_of("15", "16"), tier::differs);
  EXPECT_EQ(tier_of("1", ""), tier::none);
  EXPECT_EQ(tier_of("1", "nan"), tier::differs);
}

TEST(verdict_tiers, the_difference_counts_in_units_of_the_last_digit) {
  EXPECT_EQ(rounded_text(*difference_in_units("0.492", "0.4914"), 2), "-0.60");
  EXPECT_EQ(rounded_text(*difference_in_units("3e-7", "4.1e-7"), 2), "1.10");
  EXPECT_FALSE(difference_in_units("1", "").has_value());
}

TEST(published_text, numbers_are_found_as_they_are_printed) {
  using texts = std::vector<std::string>;
  EXPECT_EQ(decimals_in("of the order 10⁻⁶"), texts{"1e-6"});
  EXPECT_EQ(decimals_in("at least 0.5·10⁴"), texts{"0.5e4"});
  EXPECT_EQ(decimals_in("about 5.7 · 10⁻⁸"), texts{"5.7e-8"});
  EXPECT_EQ(decimals_in("53.04 × 10⁻⁹ and 8"), (texts{"53.04e-9", "8"}));
  EXPECT_EQ(decimals_in("in excess of 1,000,000 times"), texts{"1000000"});
  EXPECT_EQ(decimals_in("−2.6, 13.1 and 5.2"), (texts{"-2.6", "13.1", "5.2"}));
  EXPECT_EQ(decimals_in("N = 3, 25, 52"), (texts{"3", "25", "52"}));
  EXPECT_EQ(decimals_in("110 and 10"), (texts{"110", "10"}));
  EXPECT_EQ(decimals_in("1.5e-3"), texts{"1.5e-3"});
  EXPECT_EQ(decimals_in("four"), texts{});
}

TEST(published_text, a_value_stands_in_the_print_but_for_padding) {
  published_number number;
  number.printed = "0.000800";
  number.value = "0.0008";
  EXPECT_EQ(form_in_print(number), "0.000800");
  number.value = "0.0007";
  EXPECT_FALSE(form_in_print(number));
  number.value = "0.00080000";
  EXPECT_FALSE(form_in_print(number)) << "more digits than are printed";
  number.printed = "17.49999999999972";
  number.value = "17.499999999999972";
  EXPECT_FALSE(form_in_print(number));
  number.printed = "1.500 or 1.5";
  number.value = "1.5";
  EXPECT_EQ(form_in_print(number), "1.5") << "it stands there without zeros";
}

TEST(verdict_rules, nearest_decade_below_above) {
  EXPECT_EQ(judge(rule::nearest, "4", "4.078"), verdict::reproduced);
  EXPECT_EQ(judge(rule::nearest, "1", "0.43"), verdict::differs);
  EXPECT_EQ(judge(rule::decade, "1e-3", "3.89e-3"), verdict::reproduced);
  EXPECT_EQ(judge(rule::decade, "1e-3", "1e-2"), verdict::differs);
  EXPECT_EQ(judge(rule::decade, "1e-15", "0"), verdict::differs);
  EXPECT_EQ(judge(rule::decade, "-1e-2", "-0.01"), verdict::reproduced);
  EXPECT_EQ(judge(rule::decade, "-1e-2", "-0.1"), verdict::differs);
  EXPECT_EQ(judge(rule::decade, "-1e-2", "0.01"), verdict::differs);
  EXPECT_EQ(judge(rule::below, "1", "0.99"), verdict::reproduced);
  EXPECT_EQ(judge(rule::below, "1", "1"), verdict::differs);
  EXPECT_EQ(judge(rule::above, "1", "1"), verdict::differs);
  EXPECT_EQ(judge(rule::above, "1", "1.5"), verdict::reproduced);
}

std::string fence_at(rule how, const char* printed, const char* computed) {
  const auto limit = fence_of(how, printed, computed);
  return limit ? exact_text(limit->at) + " " + rounded_text(limit->margin, 3) +
                     (limit->is_near() ? " near" : "")
               : "none";
}

TEST(verdict_fences, a_comparison_says_where_it_turns_and_how_far_that_is) {
  EXPECT_EQ(fence_at(rule::nearest, "1", "1.465"), "1.5 0.070 near");
  EXPECT_EQ(fence_at(rule::nearest, "4", "4.489"), "4.5 0.022 near");
  EXPECT_EQ(fence_at(rule::nearest, "4", "4.511"), "4.5 -0.022 near");
  EXPECT_EQ(fence_at(rule::nearest, "4", "3.6"), "3.5 0.200");
  EXPECT_EQ(fence_at(rule::nearest, "1.0", "1.04"), "1.05 0.200");
  EXPECT_EQ(fence_at(rule::below, "0.01", "0.0095"), "0.01 0.050 near");
  EXPECT_EQ(fence_at(rule::below, "0.01", "0.011"), "0.01 -0.100 near") << "a tenth belongs to it";
  EXPECT_EQ(fence_at(rule::below, "0.01", "0.02"), "0.01 -1.000");
  EXPECT_EQ(fence_at(rule::above, "10", "12"), "10 0.200");
  EXPECT_EQ(fence_at(rule::above, "-10", "-10.5"), "-10 -0.050 near");
  EXPECT_EQ(fence_at(rule::decade, "1e-3", "9.5e-3"), "0.01 0.050 near");
  EXPECT_EQ(fence_at(rule::decade, "1e-15", "0.95e-16"), "1e-16 -0.050 near");
  EXPECT_EQ(fence_at(rule::decade, "1e-15", "1.2e-16"), "1e-16 0.200");
  EXPECT_EQ(fence_at(rule::decade, "-1e-2", "-0.02"), "-0.1 0.800");
  EXPECT_EQ(fence_at(rule::decade, "-1e-2", "-0.005"), "-0.001 4.000");
  EXPECT_EQ(fence_at(rule::above, "0", "1"), "none") << "of 0 there are no parts";
  EXPECT_EQ(fence_at(rule::digits, "1", "1"), "none");
  EXPECT_EQ(fence_at(rule::below, "1", "nan"), "none");
}

TEST(verdict_fences, the_margin_is_positive_where_the_verdict_is_good) {
  for (const rule how : {rule::nearest, rule::decade, rule::below, rule::above}) {
    for (const char* printed : {"1", "2.5", "4e-3", "12"}) {
      for (const char* computed : {"0.9", "1.51", "2.56", "2.44", "-1", "4.1e-2", "3.9e-4", "13"}) {
        const auto limit = fence_of(how, printed, computed);
        ASSERT_TRUE(limit.has_value());
        EXPECT_EQ(limit->margin.sign() > 0, judge(how, printed, computed) == verdict::reproduced)
            << to_string(how) << " " << printed << " " << computed;
      }
    }
  }
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

TEST(html_text, exact_text_has_every_digit) {
  const auto text = [](const char* number) {
    return exact_text(printed_number::read(number)->value);
  };
  EXPECT_EQ(text("1.50"), "1.5");
  EXPECT_EQ(text("-0.050"), "-0.05");
  EXPECT_EQ(text("0"), "0");
  EXPECT_EQ(text("10000000"), "1e7");
  EXPECT_EQ(text("-12.5e-9"), "-1.25e-8");
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
