// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP's own form of the schemes, appendices A and B with the corrections of docs/errata.md: the steps of the library
// make the residuals vanish to the working precision, and each block of the Jacobians is the derivative. Systems:
// dense random M(q) in two and three dimensions, the paper's double pendulum, the paper's top. Property tests.
#include "experiments/sl/paper_scheme.hpp"
#include "paper_forms.hpp"
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/lagrange_top.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using namespace testing;
using T = mp64;

template <class D>
phase_point<D> in(const phase_point<T>& z) {
  return {scalar_cast<D>(z.q), scalar_cast<D>(z.p)};
}

template <class System>
void expect_appendix_a(const System& paper, const simpson_step<T>& s) {
  EXPECT_LT(
      to_double(max_magnitude(appendix_a(paper, s.start, s.h, s.unknown(), reading::corrected))),
      tiny);
  // away from the root, where no term vanishes by the equations
  const vector<T> x = s.unknown() + s.guess() / T(8);
  const matrix<T> by_duals = derivative<T>(
      [&](const auto& y) {
        using D = typename std::decay_t<decltype(y)>::Scalar;
        return appendix_a<D>(paper, in<D>(s.start), D(s.h), y, reading::corrected);
      },
      x);
  const matrix<T> by_formula = appendix_a_jacobian(paper, s.start, s.h, x);
  const auto n = s.middle.size();
  const T size = max_magnitude(by_duals);
  for (Eigen::Index a = 0; a < 3; ++a) {
    for (Eigen::Index b = 0; b < 3; ++b) {
      const matrix<T> difference =
          by_formula.block(a * n, b * n, n, n) - by_duals.block(a * n, b * n, n, n);
      EXPECT_LT(to_double(T(max_magnitude(difference) / size)), tiny)
          << "block (" << a << ", " << b << ")";
    }
  }
}

template <class System>
void expect_appendix_b(const System& paper, const phase_point<T>& start, const phase_point<T>& end,
                       const T& h) {
  vector<T> x(2 * start.q.size());
  x << end.p, end.q;
  EXPECT_LT(to_double(max_magnitude(appendix_b(paper, start, h, x, reading::corrected))), tiny);
  x.head(start.q.size()) += start.p;
  x.tail(start.q.size()) += end.q / T(8);
  const matrix<T> by_duals = derivative<T>(
      [&](const auto& y) {
        using D = typename std::decay_t<decltype(y)>::Scalar;
        return appendix_b<D>(paper, in<D>(start), D(h), y, reading::corrected);
      },
      x);
  const matrix<T> difference = by_duals - appendix_b_jacobian(paper, start, h, x);
  EXPECT_LT(to_double(T(max_magnitude(difference) / max_magnitude(by_duals))), tiny);
}

template <class System>
phase_point<T> midpoint_step(const System& system, phase_point<T> z, const T& h) {
  galerkin_stepper<T, System> stepper(midpoint<T>(), system);
  EXPECT_TRUE(stepper.step(z, h).ok());
  return z;
}

template <int N>
phase_point<T> some_start() {
  phase_point<T> z{vector<T>(N), vector<T>(N)};
  for (int i = 0; i < N; ++i) {
    z.q[i] = rational<T>(i + 1, 5);
    z.p[i] = rational<T>(2 - 3 * i, 3);
  }
  return z;
}

template <int N>
void expect_both(unsigned seed) {
  SCOPED_TRACE(seed);
  const dense_system<N> s(seed);
  const T h = rational<T>(1, 5);
  expect_appendix_a(s, simpson_step<T>(s, some_start<N>(), h));
  expect_appendix_b(s, some_start<N>(), midpoint_step(s, some_start<N>(), h), h);
}

TEST(top_scheme, of_appendices_a_and_b_is_ours_on_dense_masses_in_two_dimensions) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    expect_both<2>(seed);
  }
}

TEST(top_scheme, of_appendices_a_and_b_is_ours_on_dense_masses_in_three_dimensions) {
  for (const unsigned seed : {4U, 5U}) {
    expect_both<3>(seed);
  }
}

TEST(top_scheme, of_appendices_a_and_b_is_ours_on_the_double_pendulum) {
  const T length = decimal<T>("9.81") / (T(4) * pi<T>() * pi<T>());
  const double_pendulum<T> ours{T(1), T(1), decimal<T>("9.81"), length, length};
  const paper_double_pendulum<T> theirs{ours.m1, ours.m2, ours.g, ours.l1, ours.l2};
  // Table 1, a few steps on, so that no momentum is zero
  phase_point<T> z{vector<T>(2), vector<T>::Constant(2, T(0))};
  z.q << pi<T>() / T(4), pi<T>() / T(3);
  const T h = decimal<T>("0.05");
  for (int n = 0; n < 3; ++n) {
    z = simpson_step<T>(ours, z, h).end;
  }
  expect_appendix_a(theirs, simpson_step<T>(ours, z, h));
  expect_appendix_b(theirs, z, midpoint_step(ours, z, h), h);
}

TEST(top_scheme, of_appendices_a_and_b_is_ours_on_the_top) {
  const lagrange_top<T> ours{decimal<T>("0.1"), decimal<T>("0.002329969592394382"),
                             decimal<T>("0.000125"), decimal<T>("0.15"), decimal<T>("9.81")};
  const paper_top<T> theirs{ours.mass, ours.I, ours.I3, ours.l, ours.g};
  vector<T> q(3);
  q << T(0), pi<T>() / T(3), T(0);
  vector<T> v(3);
  v << decimal<T>("9.2"), T(0), T(252);
  const T h = decimal<T>("0.05");
  const phase_point<T> z =
      simpson_step<T>(ours, {q, momentum(ours, q, v)}, h).end;  // Table 3, one step on
  expect_appendix_a(theirs, simpson_step<T>(ours, z, h));
  expect_appendix_b(theirs, z, midpoint_step(ours, z, h), h);
}

TEST(top_scheme, has_the_momenta_10_and_11_as_printed) {
  const dense_system<3> s(6);
  const simpson_step<T> step(s, some_start<3>(), rational<T>(1, 5));
  const velocities<T> g(step.start.q, step.middle, step.end.q, step.h);
  const auto left = first_terms<T>(s, step.start.q);
  const auto middle = first_terms<T>(s, step.middle);
  const auto right = first_terms<T>(s, step.end.q);
  const vector<T> common = T(2) / T(3) * middle.momentum(g.middle) +
                           step.h / T(12) * right.squares(g.right) - step.h / T(6) * right.dv;
  const vector<T> by_10 = common - left.momentum(g.left) / T(6) + right.momentum(g.right) / T(2);
  const vector<T> by_11 = common + left.momentum(g.left) / T(6) + right.momentum(g.right) / T(6) +
                          step.h / T(6) * middle.squares(g.middle) - step.h / T(3) * middle.dv;
  EXPECT_LT(to_double(max_magnitude(by_10 - step.end.p)), tiny);
  EXPECT_LT(to_double(max_magnitude(by_11 - step.end.p)), tiny);
}

TEST(top_scheme, newton_converges_quadratically_on_the_corrected_equations) {
  const dense_system<3> s(5);
  const simpson_step<T> step(s, some_start<3>(), rational<T>(1, 4));
  const auto iterates = experiments::sl::newton_iterates<T>(
      [&](const vector<T>& x) { return appendix_a(s, step.start, step.h, x, reading::corrected); },
      [&](const vector<T>& x) { return appendix_a_jacobian(s, step.start, step.h, x); },
      step.guess(), 7);
  const auto error = [&](std::size_t k) {
    return to_double(max_magnitude(iterates[k] - step.unknown()));
  };
  for (std::size_t k = 1; k + 1 < 6; ++k) {
    EXPECT_LT(error(k + 1), std::max(10 * error(k) * error(k), tiny)) << k;
  }
  EXPECT_LT(error(6), tiny);
}

}  // namespace
}  // namespace plumbline
