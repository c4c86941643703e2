// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the tests of `plumbline orbit` share.
#pragma once

#include "validation/program.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace program {

inline std::string example_system(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/" + name + ".toml";
}

/// The message of `plumbline orbit` with this exit code contains `part`.
inline void expect_orbit_message(const std::string& arguments, int code, const std::string& part) {
  const auto r = run(words("orbit " + arguments));
  EXPECT_EQ(r.code, code) << r.out << r.err;
  EXPECT_NE(r.err.find(part), std::string::npos) << r.err;
}

/// |difference| <= 10^−digits
inline void expect_small(const plumbline::mp& difference, int digits) {
  EXPECT_LE(abs(difference), pow(plumbline::mp(10), -digits)) << plumbline::to_text(difference, 5);
}

/// Values and radii by their names, and the metadata.
struct orbit_result {
  std::map<std::string, std::string> values;
  std::map<std::string, std::string> radii;
  nlohmann::json meta;
};

inline orbit_result orbit_of(const result& r) {
  const auto json = r.json();
  orbit_result found;
  found.meta = json.at("meta");
  for (const auto& row : json.at("rows")) {
    found.values[row.at(0)] = row.at(1);
    if (row.size() > 2 && !row.at(2).is_null()) {
      found.radii[row.at(0)] = row.at(2);
    }
  }
  return found;
}

inline orbit_result orbit(const std::string& arguments) {
  return orbit_of(run_well("orbit " + arguments + " --format json"));
}
/// |a − b| <= 10^−digits
inline void expect_near(const std::string& a, const std::string& b, int digits) {
  const plumbline::precision_scope scope(120);
  expect_small(plumbline::mp(plumbline::from_text<plumbline::mp>(a) -
                             plumbline::from_text<plumbline::mp>(b)),
               digits);
}

}  // namespace program
