// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Functions of many digits end when somebody wants it, and go on where nobody does.
// Kind: property.
#include <plumbline/core/interruption.hpp>
#include <plumbline/math/elliptic.hpp>
#include <plumbline/math/weierstrass.hpp>
#include <plumbline/scalar/exact.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace plumbline {
namespace {

struct wanted {};

thread_local int asked = 0;
thread_local int patience = 0;

void end_after_patience() {
  if (++asked > patience) {
    throw wanted();
  }
}

/// How often a computation asks, if it may ask so often and no more.
template <class F>
bool ends(int after, F compute) {
  asked = 0;
  patience = after;
  const interruptible scope(&end_after_patience);
  try {
    compute();
    return false;
  } catch (const wanted&) {
    EXPECT_EQ(asked, after + 1);
    return true;
  }
}

TEST(interruption, ends_the_loops_whose_passes_grow_with_the_digits) {
  const precision_scope scope(1000);
  const elliptic_parameter<mp> m(rational<mp>(1, 3));
  const mp phi = rational<mp>(1, 2);
  const mp n = rational<mp>(1, 5);
  const auto f = [&] { (void)ellint_f(phi, m); };
  const auto e = [&] { (void)ellint_e(phi, m); };
  const auto pi_incomplete = [&] { (void)ellint_pi(n, phi, m); };
  const auto pi_complete = [&] { (void)ellint_pi(n, m); };
  const auto invariants = [&] {
    (void)weierstrass_invariants<mp>(complex<mp>(mp(1)), complex<mp>(mp(0), mp(2)));
  };
  for (const int after : {0, 1, 50}) {
    EXPECT_TRUE(ends(after, f)) << after;
    EXPECT_TRUE(ends(after, e)) << after;
    EXPECT_TRUE(ends(after, pi_incomplete)) << after;
    EXPECT_TRUE(ends(after, pi_complete)) << after;
    EXPECT_TRUE(ends(after, invariants)) << after;
  }
  EXPECT_FALSE(ends(1000000, f));
}

TEST(interruption, is_wanted_by_the_innermost_scope_of_its_own_thread) {
  asked = 0;
  patience = 0;
  const interruptible outer(&end_after_patience);
  {
    const interruptible inner(nullptr);
    EXPECT_NO_THROW(end_if_interrupted());
  }
  EXPECT_THROW(end_if_interrupted(), wanted);
  std::thread([] { EXPECT_NO_THROW(end_if_interrupted()); }).join();
}

TEST(interruption, leaves_the_values_as_they_are) {
  const precision_scope scope(200);
  const elliptic_parameter<mp> m(rational<mp>(1, 3));
  const mp alone = ellint_pi(rational<mp>(1, 5), rational<mp>(1, 2), m);
  EXPECT_TRUE(ends(20, [&] { (void)ellint_pi(rational<mp>(1, 5), rational<mp>(1, 2), m); }));
  EXPECT_EQ(ellint_pi(rational<mp>(1, 5), rational<mp>(1, 2), m), alone);
}

}  // namespace
}  // namespace plumbline
