// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What PD's projection columns were computed with. Property tests: the base map is (12) with c = −1 and has leapfrog's
// angles in the two-step form (11), the projections keep the energy, the symmetric one as printed is not reversible.
#include "experiments/pd/printed_projection.hpp"
#include <plumbline/schemes/leapfrog.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using namespace experiments::pd;
using T = mp64;

const double tiny = 1e-60;

phase_point<T> point(const T& q, const T& p) {
  return {vector<T>::Constant(1, q), vector<T>::Constant(1, p)};
}
double size(const T& x) { return to_double(T(abs(x))); }
T energy(const phase_point<T>& z) { return z.p[0] * z.p[0] / 2 - cos(z.q[0]); }

TEST(pd_printed_projection, the_base_map_is_12_with_c_minus_one) {
  const T h = decimal<T>("0.3");
  phase_point<T> z = point(decimal<T>("0.4"), decimal<T>("1.1"));
  std::vector<phase_point<T>> path{z};
  for (int n = 0; n < 5; ++n) {
    ASSERT_TRUE(printed_map<T>{}.step(z, h).ok());
    path.push_back(z);
  }
  for (std::size_t n = 0; n + 2 < path.size(); ++n) {
    const T q = path[n].q[0];
    const T next = path[n + 1].q[0];
    EXPECT_LT(size(T(path[n].p[0] - ((next - q) / h - h * sin(q)))), tiny);
    EXPECT_LT(size(T(path[n + 2].q[0] - next * 2 + q + h * h * sin(next))), tiny);
  }
}

TEST(pd_printed_projection, the_base_map_is_not_leapfrog) {
  const T h = decimal<T>("0.3");
  const phase_point<T> start = point(decimal<T>("0.4"), decimal<T>("1.1"));
  phase_point<T> printed = start;
  phase_point<T> right = start;
  leapfrog_stepper<T, pendulum<T>> leapfrog(pendulum<T>{T(1), T(1)});
  ASSERT_TRUE(printed_map<T>{}.step(printed, h).ok());
  ASSERT_TRUE(leapfrog.step(right, h).ok());
  EXPECT_LT(size(T(printed.q[0] - right.q[0] - h * h * sin(start.q[0]) * 3 / 2)), tiny);
}

TEST(pd_printed_projection, both_projections_keep_the_energy) {
  for (const char* p0 : {"0.05", "1", "1.999999", "2.000001", "3"}) {
    const T momentum = decimal<T>(p0);
    const T h = decimal<T>("0.5");
    printed_standard_projection<T> standard({T(1), T(1)}, {});
    printed_symmetric_projection<T> symmetric(momentum);
    phase_point<T> a = point(T(0), momentum);
    phase_point<T> b = a;
    const T first = energy(a);
    for (int n = 0; n < 60; ++n) {
      ASSERT_TRUE(standard.step(a, h).ok()) << p0;
      ASSERT_TRUE(symmetric.step(b, h).ok()) << p0;
      EXPECT_LT(size(T(energy(a) - first)), tiny) << p0;
      EXPECT_LT(size(T(energy(b) - first)), tiny) << p0;
    }
  }
}

TEST(pd_printed_projection, the_symmetric_one_is_not_reversible) {
  const T h = decimal<T>("0.2");
  const phase_point<T> start = point(T(0), T(1));
  printed_symmetric_projection<T> forth(T(1));
  phase_point<T> z = start;
  ASSERT_TRUE(forth.step(z, h).ok());
  ASSERT_TRUE(forth.step(z, T(-h)).ok());
  EXPECT_GT(size(T(z.q[0] - start.q[0])), 1e-4);
}

}  // namespace
}  // namespace plumbline
