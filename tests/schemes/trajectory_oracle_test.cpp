// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Oracle: trajectories computed by mpmath with formulas of their own (reference/oracles/trajectories/).
#include "support/catalogue_runs.hpp"
#include <plumbline/catalogue/schemes.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace plumbline {
namespace {

nlohmann::json cases() {
  auto all = nlohmann::json::array();
  for (const char* name : {"cases.json", "extrapolation.json"}) {
    std::ifstream file(std::string(PLUMBLINE_SOURCE_DIR "/reference/oracles/trajectories/") + name);
    const auto stored = nlohmann::json::parse(file);
    for (const auto& c : stored.at("cases")) {
      all.push_back(c);
    }
  }
  return all;
}

// The values of q1 … or p1 … among named expressions.
template <class T>
vector<T> starts(const nlohmann::json& named, const std::string& letter, int n) {
  vector<T> x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = evaluate<T>(expression(named.at(letter + std::to_string(i + 1)).get<std::string>()));
  }
  return x;
}

template <class T>
vector<T> decimals(const nlohmann::json& list) {
  vector<T> x(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = from_text<T>(list[i].get<std::string>());
  }
  return x;
}

template <class T>
void expect_agreement(double tolerance) {
  for (const auto& c : cases()) {
    const auto system = find_system(c.at("system").template get<std::string>())
                            .make<T>(c.at("settings").get<settings>());
    settings chosen = c.value("chosen", settings{});
    for (const char* size : {"degree", "stages"}) {
      if (c.contains(size)) {
        chosen[size] = std::to_string(c.at(size).get<int>());
      }
    }
    auto stepper = find_scheme(c.at("scheme").template get<std::string>()).make<T>(chosen, system);
    const int n = system.dimension();
    const phase_point<T> start{starts<T>(c.at("start"), "q", n), starts<T>(c.at("start"), "p", n)};
    const T h = evaluate<T>(expression(c.at("step").get<std::string>()));
    const auto end = test::run(stepper, start, h, c.at("steps").get<int>());
    const phase_point<T> truth{decimals<T>(c.at("q")), decimals<T>(c.at("p"))};
    EXPECT_LT(test::relative_difference(end, truth), tolerance)
        << c.at("system") << " " << c.at("scheme") << " " << nlohmann::json(chosen).dump();
  }
}

TEST(trajectory_oracle, double_keeps_12_digits) { expect_agreement<double>(1e-12); }
#if PLUMBLINE_HAS_QUAD
TEST(trajectory_oracle, quad_keeps_29_digits) { expect_agreement<quad>(1e-29); }
#endif
TEST(trajectory_oracle, mp64_keeps_60_digits) { expect_agreement<mp64>(1e-60); }
TEST(trajectory_oracle, run_time_precision_keeps_190_of_200_digits) {
  const precision_scope scope(200);
  expect_agreement<mp>(1e-190);
}

}  // namespace
}  // namespace plumbline
