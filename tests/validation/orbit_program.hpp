// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the tests of `plumbline orbit` share.
#pragma once

#include "validation/program.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

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

}  // namespace program
