// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// No allocation in a step: calls of malloc are counted while schemes step in double. Kind: property.
#include <plumbline/mechanics/systems/linear_double_pendulum.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/exact_oscillator.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/projection.hpp>
#include <plumbline/schemes/suris.hpp>
#include <plumbline/schemes/symplectic_euler.hpp>

#include <gtest/gtest.h>

#include <atomic>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define PLUMBLINE_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef PLUMBLINE_COUNTS_ALLOCATIONS
#define PLUMBLINE_COUNTS_ALLOCATIONS 1
#endif
#else
#define PLUMBLINE_COUNTS_ALLOCATIONS 0
#endif

#if PLUMBLINE_COUNTS_ALLOCATIONS
namespace {
std::atomic<long> allocations{0};
}
// Eigen and the standard library both come to malloc in the end.
extern "C" void* __libc_malloc(std::size_t);           // NOLINT
extern "C" void* malloc(std::size_t bytes) noexcept {  // NOLINT
  ++allocations;
  return __libc_malloc(bytes);
}

namespace plumbline {
namespace {

template <class Stepper>
long allocations_of(Stepper stepper, phase_point<double> z) {
  (void)stepper.step(z, 0.01).ok();  // the first step may size work space
  const long before = allocations;
  bool ok = true;
  for (int n = 0; n < 100; ++n) {
    ok = stepper.step(z, 0.01).ok() && ok;
  }
  EXPECT_TRUE(ok);
  return allocations - before;
}

TEST(allocation, is_seen_by_the_counter) {
  const long before = allocations;
  const vector<double> x = vector<double>::Zero(7);
  EXPECT_EQ(x.size(), 7);
  EXPECT_GT(allocations, before);
}

TEST(allocation, does_not_happen_in_a_step) {
  using system = pendulum<double>;
  using base = leapfrog_stepper<double, system>;
  const system s{1.5, 1.2};
  const phase_point<double> z{vector<double>::Constant(1, 0.5), vector<double>::Constant(1, 0.25)};
  EXPECT_EQ(allocations_of(base(s), z), 0);
  for (const auto order : {euler_order::momentum_first, euler_order::position_first}) {
    EXPECT_EQ(allocations_of(symplectic_euler_stepper<double, system>(order, s), z), 0);
  }
  for (const auto map : {suris_map::first, suris_map::second}) {
    EXPECT_EQ(allocations_of(suris_stepper<double>(map, 1.5, 1.44), z), 0);
  }
  for (const auto kind : {gradient_step::plain, gradient_step::modified}) {
    EXPECT_EQ(allocations_of(discrete_gradient_stepper<double, system>(kind, s), z), 0);
  }
  EXPECT_EQ(allocations_of(exact_oscillator_stepper<double, system>(s), z), 0);
  EXPECT_EQ(allocations_of(standard_projection_stepper<double, system, base>(s, base(s)), z), 0);
  EXPECT_EQ(allocations_of(symmetric_projection_stepper<double, system, base>(s, base(s)), z), 0);
  using two = linear_double_pendulum<double>;
  const phase_point<double> y{vector<double>::Constant(2, 0.1), vector<double>::Constant(2, 0.0)};
  EXPECT_EQ(allocations_of(leapfrog_stepper<double, two>(two{}), y), 0);
}

}  // namespace
}  // namespace plumbline
#endif
