// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// No allocation in a step: calls of malloc are counted while schemes step. Kind: property.
#include "support/allocation_counter.hpp"
#include "support/catalogue_runs.hpp"
#include <plumbline/mechanics/systems/linear_double_pendulum.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/exact_oscillator.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/projection.hpp>
#include <plumbline/schemes/suris.hpp>
#include <plumbline/schemes/symplectic_euler.hpp>

#include <gtest/gtest.h>

#if PLUMBLINE_COUNTS_ALLOCATIONS

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

// What still allocates in a step (KNOWN_ISSUES.md, KI-16).
bool is_known_to_allocate(const scheme_entry& scheme, const system_entry& system) {
  const std::string& name = scheme.info.name;
  return system.has_zones || name == "taylor" || name.ends_with("-projection") ||
         name.find("-linear") != std::string::npos;
}

// Every other scheme of the catalogue on every system that it fits, in every scalar whose precision is fixed.
template <class T>
void expect_no_allocation_in_the_catalogue() {
  for (const scheme_entry& scheme : schemes()) {
    for (const system_entry& system : systems()) {
      if (!scheme.fits(system) || system.takes_matrices || is_known_to_allocate(scheme, system)) {
        continue;
      }
      SCOPED_TRACE(scheme.info.name + " on " + system.name());
      const model<T> made = system.make<T>();
      auto stepper = scheme.make<T>({}, made);
      const bool has_momenta = system.kind != system_kind::first_order;
      vector<T> y = stepper.start({test::generic_start<T>(system.dimension).q,
                                   vector<T>::Constant(has_momenta ? system.dimension : 0, T(0))});
      const T h = rational<T>(1, 1000);
      bool ok = true;
      for (int n = 0; n < 3; ++n) {  // the first steps may size work space
        ok = stepper.step(y, T(n) * h, h).ok() && ok;
      }
      const long before = allocations;
      for (int n = 3; n < 13; ++n) {
        ok = stepper.step(y, T(n) * h, h).ok() && ok;
      }
      EXPECT_EQ(allocations - before, 0);
      EXPECT_TRUE(ok);
    }
  }
}

TEST(allocation, does_not_happen_in_a_step_of_the_catalogue_in_double) {
  expect_no_allocation_in_the_catalogue<double>();
}
#if PLUMBLINE_HAS_QUAD
TEST(allocation, does_not_happen_in_a_step_of_the_catalogue_in_quad) {
  expect_no_allocation_in_the_catalogue<quad>();
}
#endif
TEST(allocation, does_not_happen_in_a_step_of_the_catalogue_at_64_digits) {
  expect_no_allocation_in_the_catalogue<mp64>();
}

}  // namespace
}  // namespace plumbline
#endif
