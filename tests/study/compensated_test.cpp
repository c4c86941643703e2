// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Compensated summation in double. Kind: beside the same map in 34 digits; what is refused.
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

/// q1 at the end of the run, less that of the same map in many digits.
double error_of(const std::string& scheme, bool compensated) {
  integration_request request{.system = "pendulum",
                              .problem = {.set = {"omega=1"}, .start = {"q1=3/2"}},
                              .scheme = scheme,
                              .step = "1/64",
                              .until = "500",
                              .every = "32000"};
  request.digits = 16;
  request.compensated = compensated;
  const auto end = [](const integration_request& r) {
    return from_text<mp64>(trajectory_table(r).rows.back().at(2));
  };
  const mp64 found = end(request);
  request.digits = 34;
  request.compensated = false;
  return std::abs(to_double(mp64(found - end(request))));
}

TEST(compensated, rounding_errors_are_those_of_the_increments) {
  for (const char* scheme :
       {"leapfrog", "midpoint", "simpson", "gauss-collocation", "rk4", "forest-ruth"}) {
    const double plain = error_of(scheme, false);
    const double kept = error_of(scheme, true);
    EXPECT_LT(kept * 4, plain) << scheme;
  }
}

TEST(compensated, is_for_double_and_for_schemes_with_increments) {
  const auto refusal = [](const std::string& scheme, int digits) {
    integration_request request{
        .system = "pendulum", .scheme = scheme, .step = "1/64", .steps = "2"};
    request.digits = digits;
    request.compensated = true;
    try {
      (void)trajectory_table(request);
    } catch (const invalid_input& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("leapfrog", 16), "");
  EXPECT_EQ(refusal("leapfrog", 34),
            "--compensated is for double: it needs --digits of 16 or fewer, not 34");
  EXPECT_NE(refusal("suris1", 16), "");
}

}  // namespace
}  // namespace plumbline
