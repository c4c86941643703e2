// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// No allocation in a step of a variational scheme with constraints. Kind: property; see schemes/allocation_test.cpp.
#include "constraints/constrained_run.hpp"
#include "support/allocation_counter.hpp"

#include <gtest/gtest.h>

#if PLUMBLINE_COUNTS_ALLOCATIONS

namespace plumbline {
namespace {

template <class T>
long allocations_of(const std::string& system, const std::string& scheme) {
  const problem p = read_problem(testing::system_path(system), {}, {scheme});
  const auto in = make_problem<T>(p);
  auto stepper = p.schemes.front().entry->make<T>(p.schemes.front().values, in.system);
  vector<T> y = stepper.start(in.start, in.t0);
  const T h = rational<T>(1, 20);
  bool ok = true;
  for (int n = 0; n < 3; ++n) {  // the first steps may size work space
    ok = stepper.step(y, T(in.t0 + T(n) * h), h).ok() && ok;
  }
  const long before = allocations;
  for (int n = 3; n < 13; ++n) {
    ok = stepper.step(y, T(in.t0 + T(n) * h), h).ok() && ok;
  }
  EXPECT_TRUE(ok);
  return allocations - before;
}

TEST(constrained_allocation, does_not_happen_in_a_step) {
  for (const char* const system :
       {"spherical-rod", "double-spherical", "driven-torus", "chaplygin-sleigh"}) {
    for (const char* const scheme : {"midpoint", "simpson", "lobatto:degree=3"}) {
      SCOPED_TRACE(std::string(scheme) + " on " + system);
      EXPECT_EQ(allocations_of<double>(system, scheme), 0);
      EXPECT_EQ(allocations_of<mp64>(system, scheme), 0);
    }
  }
}

}  // namespace
}  // namespace plumbline
#endif
