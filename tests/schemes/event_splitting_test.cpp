// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps that are cut where the law of a system changes. Kind: truth from outside (roots with closed forms, the closed
// motion of the bilinear oscillator) and property (the search for the boundary stays between the ends that it was given;
// the order of a scheme does not suffer from the boundary).
#include "support/catalogue_runs.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/exact/bilinear_oscillator.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/schemes/event_splitting.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

// A function that is flat on both sides of a steep root: secants that do not keep the root between their ends leave [0, 1].
template <class T>
T steep(const T& h, const T& root) {
  using std::atan;
  return atan(T((h - root) * 40));
}

template <class T>
void expect_landing() {
  for (const char* place : {"0.3", "0.5", "0.9", "1e-3", "0.999"}) {
    const T truth = decimal<T>(place);
    T last(-1);
    int calls = 0;
    const auto g = [&](const T& h, T& value) {
      EXPECT_LE(T(0), h) << place;
      EXPECT_LE(h, T(1)) << place;
      ++calls;
      last = h;
      value = steep(h, truth);
      return solve_report{solve_outcome::converged, 1, 0};
    };
    T root(0);
    const solve_report report =
        bracketed_root<T>(g, {T(0), steep(T(0), truth)}, {T(1), steep(T(1), truth)}, root);
    using std::abs;
    EXPECT_TRUE(report.ok()) << place;
    EXPECT_LE(to_double(T(abs(T(root - truth)) / (truth * epsilon<T>()))), 8) << place;
    EXPECT_EQ(last, root) << place << ": the state at the end is that of the last call";
    EXPECT_EQ(report.iterations, calls) << place;
    // a bisection alone needs a call for each bit
    EXPECT_LT(calls, scalar_traits<T>::bits()) << place;
  }
}

TEST(bracketed_root, keeps_a_steep_root_between_its_ends) {
  expect_landing<double>();
  expect_landing<mp64>();
}

TEST(bracketed_root, reports_a_step_that_fails) {
  double root = 0;
  const auto fails = [](double, double&) { return solve_report{solve_outcome::stagnated, 3, 0}; };
  const solve_report report = bracketed_root<double>(fails, {0., -1.}, {1., 1.}, root);
  EXPECT_FALSE(report.ok());
}

// The oscillator of NX crosses |x| = yield at t = acos(2/3)/√5 = 0.376 for the first time, downwards; in 1.6 s it goes
// through both boundaries in both directions.
TEST(event_splitting, keeps_the_order_across_the_boundaries) {
  const bilinear_solution<mp64> truth({mp64(1), mp64(10), mp64(1), rational<mp64>(1, 2)}, mp64(2),
                                      mp64(0));
  for (const auto& [name, order] :
       std::vector<std::pair<std::string, int>>{{"rk4", 4}, {"central-difference", 2}}) {
    std::vector<mp64> steps;
    std::vector<mp64> errors;
    for (const int n : {400, 800}) {
      auto s = find_scheme(name).make<mp64>({}, find_system("bilinear-oscillator").make<mp64>());
      const mp64 h = rational<mp64>(8, 5 * n);
      const auto z = test::run(
          s, {vector<mp64>::Constant(1, mp64(2)), vector<mp64>::Constant(1, mp64(0))}, h, n);
      const auto end = truth.state(rational<mp64>(8, 5));
      steps.push_back(h);
      errors.push_back(max_magnitude(vector<mp64>(z.q - end.q)));
    }
    EXPECT_NEAR(to_double(fitted_order(steps, errors)), order, 0.1) << name;
    EXPECT_LT(to_double(errors.back()), order == 4 ? 1e-9 : 1e-3) << name;
  }
}

}  // namespace
}  // namespace plumbline
