// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// After 1000 steps of an implicit scheme only rounding errors are left, which grow like √n: a steady error of a fraction of a
// unit in every step would show, since it grows like n. Conserved momenta are kept bit for bit.
// Kind: truth from outside (steps by mpmath with 130 digits, reference/oracles/trajectories/thousand_steps.py).
#include "support/catalogue_runs.hpp"
#include <plumbline/catalogue/schemes.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace plumbline {
namespace {

template <class T>
T number(const nlohmann::json& text) {
  return evaluate<T>(expression(text.get<std::string>()));
}

/// Errors in units of 2^-bits of the largest component, q and p apart. Without a steady error they are at most 140, those
/// of the top at most 15. A steady error of a seventh of a unit in a step left 130 of the top.
template <class T>
void expect_rounding_errors() {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/reference/oracles/trajectories/thousand_steps.json");
  const auto stored = nlohmann::json::parse(file);
  ASSERT_EQ(stored.at("cases").size(), 6U);
  for (const auto& c : stored.at("cases")) {
    const auto system = find_system(c.at("system").template get<std::string>())
                            .make<T>(c.at("settings").get<settings>());
    auto stepper =
        find_scheme(c.at("scheme").template get<std::string>()).make<T>(settings{}, system);
    const int n = system.dimension();
    phase_point<T> start{vector<T>(n), vector<T>(n)};
    phase_point<T> truth{vector<T>(n), vector<T>(n)};
    for (int k = 0; k < n; ++k) {
      const auto i = static_cast<std::size_t>(k);
      start.q[k] = number<T>(c.at("start").at("q" + std::to_string(k + 1)));
      start.p[k] = number<T>(c.at("start").at("p" + std::to_string(k + 1)));
      truth.q[k] = number<T>(c.at("q").at(i));
      truth.p[k] = number<T>(c.at("p").at(i));
    }
    const auto end = test::run(stepper, start, number<T>(c.at("step")), c.at("steps").get<int>());
    const double error =
        std::ldexp(test::relative_difference(end, truth), scalar_traits<T>::bits());
    EXPECT_LT(error, c.at("system") == "lagrange-top" ? 60 : 400)
        << c.at("system") << " " << c.at("scheme");
    ::testing::Test::RecordProperty(
        c.at("system").get<std::string>() + "-" + c.at("scheme").get<std::string>(),
        std::to_string(error));
    if (c.at("system") == "lagrange-top") {
      EXPECT_EQ(end.p[0], start.p[0]);
      EXPECT_EQ(end.p[2], start.p[2]);
    }
  }
}

#if PLUMBLINE_HAS_QUAD
TEST(thousand_steps, of_quad_leave_rounding_errors) { expect_rounding_errors<quad>(); }
#endif
TEST(thousand_steps, of_mp64_leave_rounding_errors) { expect_rounding_errors<mp64>(); }
TEST(thousand_steps, at_90_digits_leave_rounding_errors) {
  const precision_scope scope(90);
  expect_rounding_errors<mp>();
}

}  // namespace
}  // namespace plumbline
