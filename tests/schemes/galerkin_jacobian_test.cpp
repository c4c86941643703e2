// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Jacobian of the equations of a Galerkin step. A wrong entry does not change results: it makes the steps dear.
// Kind: consistency (differences of the equations, which the contract tests hold to their schemes).
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/lagrange_top.hpp>
#include <plumbline/mechanics/systems/pendulum_chain.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <gtest/gtest.h>

#include <string>

namespace plumbline {
namespace {

using T = mp64;

void expect_slopes(const galerkin_tableau<T>& tableau, const model<T>& system,
                   const phase_point<T>& start) {
  SCOPED_TRACE(tableau.info.name + " " + std::to_string(tableau.degree()) + ", " +
               std::to_string(system.dimension()) + " coordinates");
  detail::galerkin_equations<T> equations(tableau, system);
  equations.set(start, decimal<T>("0.05"));
  vector<T> u;
  equations.guess(u);
  vector<T> r;
  matrix<T> j;
  equations.linearize(u, r, j);
  const int rows = equations.size() + equations.outputs();
  ASSERT_EQ(j.rows(), rows);
  ASSERT_EQ(j.cols(), equations.size());
  const T small = ldexp(T(1), -70);  // errors of central differences: 2^-140
  for (int b = 0; b < equations.size(); ++b) {
    vector<T> above;
    vector<T> below;
    vector<T> moved = u;
    moved[b] = u[b] + small;
    equations.evaluate(moved, above, movement::free);
    moved[b] = u[b] - small;
    equations.evaluate(moved, below, movement::free);
    for (int a = 0; a < rows; ++a) {
      const T slope = (above[a] - below[a]) / (2 * small);
      EXPECT_LE(abs(T(slope - j(a, b))), decimal<T>("1e-36") * (1 + abs(slope))) << a << ", " << b;
    }
  }
}

TEST(galerkin_jacobian, has_the_slopes_of_the_equations) {
  const model<T> pendulum = model_of<T>(double_pendulum<T>());
  phase_point<T> z{vector<T>(2), vector<T>(2)};
  z.q << decimal<T>("0.7"), decimal<T>("-1.1");
  z.p << decimal<T>("0.3"), decimal<T>("2.2");
  // few products in one stage, and in two
  for (const galerkin_tableau<T>& tableau :
       {simpson<T>(), midpoint<T>(), lobatto<T>(4), galerkin_gauss<T>(3), galerkin_gauss<T>(6)}) {
    expect_slopes(tableau, pendulum, z);
  }
  const model<T> top = model_of<T>(lagrange_top<T>());
  phase_point<T> w{vector<T>(3), vector<T>(3)};
  w.q << decimal<T>("0.7"), decimal<T>("-1.1"), T(1);
  w.p << decimal<T>("0.3"), decimal<T>("2.2"), T(2);
  expect_slopes(simpson<T>(), top, w);
  expect_slopes(galerkin_gauss<T>(5), top, w);
}

/// In double two stages are products of matrices (lib/schemes/galerkin_jacobian.cpp), in mp64 lists.
void expect_same_in_double(const galerkin_tableau<T>& tableau, const model<T>& system,
                           const phase_point<T>& start) {
  SCOPED_TRACE(tableau.info.name + " " + std::to_string(tableau.degree()) + ", " +
               std::to_string(system.dimension()) + " coordinates");
  detail::galerkin_equations<T> equations(tableau, system);
  auto rounded = equations.in_scalar<double>();
  for (const char* const h : {"0.05", "-0.3"}) {
    equations.set(start, decimal<T>(h));
    equations.pose(rounded);
    vector<T> u;
    equations.guess(u);
    vector<double> v;
    convert_into(v, u);
    vector<T> r;
    vector<double> s;
    matrix<T> j;
    matrix<double> k;
    equations.linearize(u, r, j);
    rounded.linearize(v, s, k);
    ASSERT_EQ(k.rows(), j.rows());
    ASSERT_EQ(k.cols(), j.cols());
    const double size = scalar_cast<double>(j).cwiseAbs().maxCoeff();
    for (Eigen::Index b = 0; b < j.cols(); ++b) {
      for (Eigen::Index a = 0; a < j.rows(); ++a) {
        EXPECT_NEAR(k(a, b), to_double(j(a, b)), 1e-13 * size) << a << ", " << b;
      }
    }
  }
}

TEST(galerkin_jacobian, in_double_is_that_of_64_digits) {
  const model<T> pendulum = model_of<T>(double_pendulum<T>());
  phase_point<T> z{vector<T>(2), vector<T>(2)};
  z.q << decimal<T>("0.7"), decimal<T>("-1.1");
  z.p << decimal<T>("0.3"), decimal<T>("2.2");
  for (const galerkin_tableau<T>& tableau :
       {simpson<T>(), midpoint<T>(), lobatto<T>(4), galerkin_gauss<T>(3), galerkin_gauss<T>(8)}) {
    expect_same_in_double(tableau, pendulum, z);
  }
  const model<T> top = model_of<T>(lagrange_top<T>());
  phase_point<T> w{vector<T>(3), vector<T>(3)};
  w.q << decimal<T>("0.7"), decimal<T>("-1.1"), T(1);
  w.p << decimal<T>("0.3"), decimal<T>("2.2"), T(2);
  for (const int degree : {1, 2, 3, 5, 7}) {
    expect_same_in_double(lobatto<T>(degree), top, w);
    expect_same_in_double(galerkin_gauss<T>(degree), top, w);
  }
  for (const int bodies :
       {3, 5}) {  // blocks that are full, and whose lengths are no multiple of four
    pendulum_chain<T> chain;
    chain.bodies = bodies;
    phase_point<T> c{vector<T>(bodies), vector<T>(bodies)};
    for (int k = 0; k < bodies; ++k) {
      c.q[k] = rational<T>(3 * k - 4, 5);
      c.p[k] = rational<T>(7 - 2 * k, 9);
    }
    for (const int degree : {2, 3, 6}) {
      expect_same_in_double(galerkin_gauss<T>(degree), model_of<T>(chain), c);
    }
  }
}

}  // namespace
}  // namespace plumbline
