// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Single zeros and extrema of a run. Kind: truth from outside; q = 2 cos(3t/2) has its zeros at (N + 1/2) π/(3/2) and the extrema
// (−1)^N 2, and Taylor's series of it is right to all digits.
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/run_formula.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

formula_request request(const std::string& formula, const std::string& scheme = "taylor") {
  formula_request r;
  r.formula = formula;
  r.system = "harmonic-oscillator";
  r.problem.set = {"k=9/4"};
  r.problem.start = {"q1=2", "p1=0"};
  r.scheme = scheme;
  r.step = "1/10";
  r.digits = 34;
  r.shown = shown_digits_of::all;
  return r;
}

/// Counts the runs.
class counting_host final : public run_host {
 public:
  std::unique_ptr<run_progress> begin(std::int64_t, const std::string&) override {
    ++runs;
    return std::make_unique<run_progress>();
  }
  int runs = 0;
};

std::vector<mp> numbers(const std::vector<formula_request>& requests, run_host& host) {
  std::vector<mp> all;
  for (const auto& value : values_of(requests, host)) {
    all.push_back(from_text<mp>(value.get()));
  }
  return all;
}
mp number(const formula_request& r) {
  run_host host;
  return numbers({r}, host).front();
}

class single_events : public ::testing::Test {
 protected:
  const precision_scope scope{60};
  const mp tolerance = decimal<mp>("1e-30");
  const mp half_turn = pi<mp>() * 2 / 3;
};

TEST_F(single_events, are_where_the_motion_has_them) {
  for (const int n : {0, 1, 7}) {
    const std::string text = std::to_string(n);
    EXPECT_LT(abs(number(request("zero(" + text + ")")) - (half_turn * n + half_turn / 2)),
              tolerance);
    EXPECT_LT(abs(number(request("zero(2*" + text + " + 1, since = " + text + ")")) -
                  half_turn * (n + 1)),
              tolerance);
    const int sign = n % 2 == 0 ? -1 : 1;
    EXPECT_LT(abs(number(request("extremum(1 + " + text + ")")) - 2 * sign), tolerance);
  }
  EXPECT_LT(abs(number(request("extremum(2, since = 1)")) - 4), tolerance);
  EXPECT_LT(abs(number(request("zero(4, since = 2) - period()"))), tolerance);
}

TEST_F(single_events, follow_the_definitions_of_pd) {
  // T_1, T_2 and A_1, A_2 as period and amplitude have them
  const auto same = [&](const std::string& left, const std::string& right) {
    EXPECT_EQ(number(request(left, "midpoint")), number(request(right, "midpoint"))) << left;
  };
  same("zero(2, since = 0, rule = cubic)", "period(period1, count = 2, rule = cubic)");
  same("zero(4, since = 2, rule = cubic)", "period(period2, count = 2, rule = cubic)");
  same("zero(40, since = 0, rule = cubic)/20", "period(average = '0,20', rule = cubic)");
  same("-extremum(1, rule = parabola)", "amplitude(amplitude1, count = 2, rule = parabola)");
  same("extremum(2, rule = parabola)", "amplitude(amplitude2, count = 2, rule = parabola)");
}

TEST_F(single_events, of_one_run_are_found_in_one_run) {
  std::vector<formula_request> requests;
  for (int n = 1; n <= 50; ++n) {
    requests.push_back(request(
        "zero(2*" + std::to_string(n) + ", since = 2*" + std::to_string(n) + " - 2, rule = cubic)",
        "midpoint"));
  }
  requests.push_back(request("zero(7, rule = cubic) - zero(5, rule = cubic)", "midpoint"));
  counting_host host;
  const std::vector<mp> found = numbers(requests, host);
  EXPECT_EQ(host.runs, 1);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(found[i], number(requests[i])) << requests[i].formula;
  }
}

TEST_F(single_events, may_be_those_of_a_formula) {
  // 2 cos(3t/2) = 1
  EXPECT_LT(abs(number(request("zero(0, coordinate = 'q1 - 1')")) - half_turn / 3), tolerance);
  EXPECT_LT(abs(number(request("period(coordinate = 'q1 - 1')")) - half_turn * 2), tolerance);
  EXPECT_LT(abs(number(request("extremum(2, coordinate = '2*q1', rule = parabola)")) -
                2 * number(request("extremum(2, rule = parabola)"))),
            tolerance);
  EXPECT_THROW((void)number(request("extremum(2, coordinate = '2*q1')")), invalid_input);
  EXPECT_THROW((void)number(request("zero(0, coordinate = 'q3 - 1')")), invalid_input);
}

TEST_F(single_events, that_a_run_does_not_reach_fail_alone) {
  std::vector<formula_request> requests = {request("zero(3)"), request("zero(300)")};
  for (auto& r : requests) {
    r.until = "20";
  }
  run_host host;
  const auto values = values_of(requests, host);
  EXPECT_FALSE(values[0].failure);
  EXPECT_THROW((void)values[1].get(), invalid_input);
}

TEST_F(single_events, say_what_is_wrong) {
  const auto message = [](const std::string& formula) -> std::string {
    try {
      check(request(formula));
    } catch (const invalid_input& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(message("zero()").find("the number of zero"), std::string::npos) << message("zero()");
  EXPECT_EQ(message("zero(10^6)"), "nothing");
  EXPECT_NE(message("zero(1/2)").find("whole number"), std::string::npos) << message("zero(1/2)");
  EXPECT_NE(message("zero(-1)").find("whole number"), std::string::npos);
  EXPECT_NE(message("extremum(0)").find("whole number"), std::string::npos);
  EXPECT_NE(message("zero(1, average = '0,2')").find("average"), std::string::npos);
  EXPECT_NE(message("period(number = 3)").find("number"), std::string::npos);
  EXPECT_NE(message("zero(1, snice = 0)").find("since"), std::string::npos);
}

TEST_F(single_events, are_a_quantity_of_measure) {
  measure_request asked;
  asked.quantity = "zero";
  asked.system = "harmonic-oscillator";
  asked.scheme = "taylor";
  asked.step = "1/10";
  asked.arguments = {"number=3,1"};
  const measurement m = read_measurement(find_quantity(quantities(), "zero"), asked,
                                         {{"k=9/4"}, {"q1=2", "p1=0"}}, 34);
  run_host host;
  const auto values = m.wanted->measure(m, host);
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0].name, "zero1");
  EXPECT_EQ(values[1].name, "zero3");
  EXPECT_LT(abs(from_text<mp>(values[1].re) - half_turn * 7 / 2), tolerance);
  asked.arguments = {"numbr=3"};
  EXPECT_THROW((void)read_measurement(find_quantity(quantities(), "zero"), asked, {}, 34),
               invalid_input);
}

}  // namespace
}  // namespace plumbline
