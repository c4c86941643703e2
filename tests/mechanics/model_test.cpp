// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Models: the facts that follow from a formula, and its evaluation against closed forms. Kind: closed forms and property.
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/lagrange_top.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace plumbline {
namespace {

template <class T = mp64>
vector<T> point(std::initializer_list<const char*> texts) {
  vector<T> x(static_cast<Eigen::Index>(texts.size()));
  Eigen::Index i = 0;
  for (const char* text : texts) {
    x[i++] = decimal<T>(text);
  }
  return x;
}

template <class T>
void expect_near(const T& found, const T& expected, double tolerance) {
  EXPECT_LE(to_double(scalar_traits<T>::magnitude(T(found - expected))), tolerance)
      << found << " and " << expected;
}

/// "quadratic constant_mass separable linear autonomous cyclic 0 cyclic 2"
std::string words(const form_facts& f) {
  std::string text;
  const auto add = [&](bool holds, const char* word) {
    text += holds ? std::string(word) + " " : "";
  };
  add(f.quadratic, "quadratic");
  add(f.constant_mass, "constant_mass");
  add(f.separable, "separable");
  add(f.linear, "linear");
  add(f.autonomous, "autonomous");
  for (const int i : f.cyclic) {
    text += "cyclic " + std::to_string(i) + " ";
  }
  for (const momentum_sum& momenta : f.conserved_momenta) {
    add(momenta.coordinates.size() > 1, ("keeps " + momenta.name()).c_str());
  }
  add(f.sine_force, "sine_force");
  return text.empty() ? text : text.substr(0, text.size() - 1);
}

TEST(facts, of_every_system_of_the_catalogue) {
  const std::map<std::string, std::string> expected = {
      {"pendulum", "quadratic constant_mass separable autonomous sine_force"},
      {"harmonic-oscillator", "quadratic constant_mass separable linear autonomous"},
      {"linear-double-pendulum", "quadratic constant_mass separable linear autonomous"},
      {"double-pendulum", "quadratic autonomous"},
      {"lagrange-top", "quadratic autonomous cyclic 0 cyclic 2"},
      {"planar-two-body", "quadratic autonomous keeps p1+p2"},
      {"damped-forced-oscillator", "linear"},
      {"reduced-lagrange-top", "autonomous"},
  };
  std::size_t found = 0;
  for (const system_entry& entry : systems()) {
    const auto known = expected.find(entry.name());
    if (entry.takes_matrices || entry.has_zones) {
      continue;
    }
    if (known == expected.end()) {  // a further system states its facts in a test of its own
      continue;
    }
    ++found;
    EXPECT_EQ(words(entry.facts), known->second) << entry.name();
    // they do not depend on the scalar
    EXPECT_EQ(words(entry.make<mp64>().facts()), known->second) << entry.name();
  }
  EXPECT_EQ(found, expected.size());
}

/// A system whose Lagrangian is a lambda of (q, v).
template <int N, class F>
struct system_of {
  F formula;
  static constexpr int dimension() { return N; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return formula(q, v);
  }
};
template <int N, class F>
system_of<N, F> with_lagrangian(F f) {
  return {f};
}
template <int N, class F>
std::string facts_of(F f) {
  return words(model<mp64>(with_lagrangian<N>(f)).facts());
}

TEST(facts, follow_from_the_formula) {
  const std::string all = "quadratic constant_mass separable linear autonomous";
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] - 3 * q[0] * q[0]; }), all);
  EXPECT_EQ(facts_of<1>([](auto, auto v) { return v[0] * v[0]; }), all + " cyclic 0");
  EXPECT_EQ(facts_of<2>([](auto q, auto v) { return v[0] * v[1] - q[0] * q[1]; }), all);
  // a constant force moves the equilibrium: not ½ q'K q
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] - q[0]; }),
            "quadratic constant_mass separable autonomous");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] + exp(q[0]); }),
            "quadratic constant_mass separable autonomous");
  // a gyroscopic term: momenta are not M v
  EXPECT_EQ(facts_of<2>([](auto q, auto v) { return v[0] * v[0] + v[1] * v[1] + q[0] * v[1]; }),
            "quadratic constant_mass autonomous cyclic 1");
  EXPECT_EQ(facts_of<1>([](auto, auto v) { return v[0] * v[0] + v[0]; }),
            "quadratic constant_mass autonomous cyclic 0");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return q[0] * q[0] * (v[0] * v[0]); }),
            "quadratic autonomous");
  EXPECT_EQ(facts_of<2>([](auto q, auto v) { return (v[0] * v[0] + v[1] * v[1]) / 2 - cos(q[1]); }),
            "quadratic constant_mass separable autonomous cyclic 0");
  // not quadratic
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return -sqrt(1 - v[0] * v[0]) - q[0]; }),
            "autonomous");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return pow(v[0], 4) + pow(v[0], 2) - q[0]; }),
            "autonomous");
  EXPECT_EQ(facts_of<2>([](auto, auto v) { return exp(v[0]) + exp(v[1]); }),
            "autonomous cyclic 0 cyclic 1");
  // v in disguise
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return pow(v[0] + 0 * q[0], 2) / 2 - pow(q[0], 2); }),
            all);
  // the pendulum in other words, and what is none
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return 3 * (v[0] * v[0]) + 2 * cos(q[0]) - 1; }),
            "quadratic constant_mass separable autonomous sine_force");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] + cos(2 * q[0]); }),
            "quadratic constant_mass separable autonomous");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] + sin(q[0]); }),
            "quadratic constant_mass separable autonomous");
  // two bodies that feel each other only, beside one that is free
  EXPECT_EQ(facts_of<3>([](auto q, auto v) {
              return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - exp(q[2] - q[0]);
            }),
            "quadratic constant_mass separable autonomous cyclic 1 keeps p1+p3");
  // two bodies in a plane, free and in a field along one direction
  const auto bodies = [](auto q, auto v, int field) {
    const auto x = q[2] - q[0];
    const auto y = q[3] - q[1];
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3] + 1 / sqrt(x * x + y * y) -
           field * (q[1] + q[3]);
  };
  const std::string in_plane = "quadratic constant_mass separable autonomous keeps p1+p3";
  EXPECT_EQ(facts_of<4>([&](auto q, auto v) { return bodies(q, v, 0); }),
            in_plane + " keeps p2+p4");
  EXPECT_EQ(facts_of<4>([&](auto q, auto v) { return bodies(q, v, 1); }), in_plane);
  EXPECT_EQ(
      facts_of<2>([](auto q, auto v) { return v[0] * v[0] + v[1] * v[1] - exp(q[1] + q[0]); }),
      "quadratic constant_mass separable autonomous");
  // singular at v = 0 and at q = 0: facts are found without an exception
  EXPECT_EQ(facts_of<1>([](auto, auto v) { return 1 / v[0]; }), "autonomous cyclic 0");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] / 2 + 1 / q[0]; }),
            "quadratic constant_mass separable autonomous");
  EXPECT_EQ(facts_of<1>([](auto q, auto v) { return v[0] * v[0] / 2 + log(q[0]) + sqrt(q[0]); }),
            "quadratic constant_mass separable autonomous");
}

TEST(evaluation, of_the_double_pendulum_follows_its_closed_form) {
  const double_pendulum<mp64> s{decimal<mp64>("1.3"), decimal<mp64>("0.7"), decimal<mp64>("9.81"),
                                decimal<mp64>("0.9"), decimal<mp64>("1.1")};
  evaluation<mp64> at(model_of<mp64>(s));
  ASSERT_TRUE(at.system().facts().quadratic);
  const vector<mp64> q = point({"0.4", "-1.1"});
  const vector<mp64> p = point({"2.5", "-0.3"});
  const vector<mp64> w = point({"-0.8", "1.7"});
  // M = [(m1+m2) l1², m2 l1 l2 c; m2 l1 l2 c, m2 l2²]
  const mp64 c = cos(mp64(q[0] - q[1]));
  const mp64 m11 = (s.m1 + s.m2) * s.l1 * s.l1;
  const mp64 m12 = s.m2 * s.l1 * s.l2 * c;
  const mp64 m22 = s.m2 * s.l2 * s.l2;
  const mp64 determinant = m11 * m22 - m12 * m12;
  const mp64 v0 = (m22 * p[0] - m12 * p[1]) / determinant;
  const mp64 v1 = (m11 * p[1] - m12 * p[0]) / determinant;
  vector<mp64> v(2);
  const solve_report report = at.velocity(view(q), view(p), view(v));
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 0);  // one linear solve
  expect_near(v[0], v0, 1e-61);
  expect_near(v[1], v1, 1e-61);

  // Hamilton's equations: ∂L/∂q with d = m2 l1 l2 sin(q1 − q2)
  const mp64 d = s.m2 * s.l1 * s.l2 * sin(mp64(q[0] - q[1]));
  const mp64 f0 = -d * v0 * v1 - (s.m1 + s.m2) * s.g * s.l1 * sin(q[0]);
  const mp64 f1 = d * v0 * v1 - s.m2 * s.g * s.l2 * sin(q[1]);
  vector<mp64> flow(2);
  vector<mp64> force(2);
  EXPECT_TRUE(at.hamiltonian_flow(view(q), view(p), view(flow), view(force)).ok());
  expect_near(flow[0], v0, 1e-61);
  expect_near(flow[1], v1, 1e-61);
  expect_near(force[0], f0, 1e-60);
  expect_near(force[1], f1, 1e-60);

  // acceleration: M a = −(d v2², −d v1²) − gravity
  const mp64 r0 = -d * w[1] * w[1] - (s.m1 + s.m2) * s.g * s.l1 * sin(q[0]);
  const mp64 r1 = d * w[0] * w[0] - s.m2 * s.g * s.l2 * sin(q[1]);
  vector<mp64> a(2);
  EXPECT_TRUE(at.acceleration(view(q), view(w), mp64(0), view(a)).ok());
  expect_near(a[0], mp64((m22 * r0 - m12 * r1) / determinant), 1e-60);
  expect_near(a[1], mp64((m11 * r1 - m12 * r0) / determinant), 1e-60);
  vector<mp64> residual(2);
  at.equation(view(q), view(w), view(a), view(residual));
  expect_near(residual[0], mp64(0), 1e-60);
  expect_near(residual[1], mp64(0), 1e-60);

  // the energy is kinetic and potential
  const mp64 kinetic = (m11 * w[0] * w[0] + m22 * w[1] * w[1]) / 2 + m12 * w[0] * w[1];
  const mp64 potential = -(s.m1 + s.m2) * s.g * s.l1 * cos(q[0]) - s.m2 * s.g * s.l2 * cos(q[1]);
  expect_near(at.energy(view(q), view(w)), mp64(kinetic + potential), 1e-61);
  expect_near(at.lagrangian(view(q), view(w)), mp64(kinetic - potential), 1e-61);
  const phase_point<mp64> z{q, p};
  expect_near(energy(at, z), mp64((p[0] * v0 + p[1] * v1) / 2 + potential), 1e-60);

  matrix<mp64> mass;
  at.mass(view(q), view(w), mass);
  expect_near(mass(0, 0), m11, 1e-62);
  expect_near(mass(0, 1), m12, 1e-62);
  EXPECT_EQ(mass(0, 1), mass(1, 0));
  expect_near(mass(1, 1), m22, 1e-62);
}

TEST(evaluation, gives_second_derivatives_that_are_symmetric_to_the_bit) {
  evaluation<mp64> at(model_of<mp64>(lagrange_top<mp64>{}));
  lagrangian_hessian<mp64> h;
  const vector<mp64> q = point({"0.1", "0.7", "-2"});
  const vector<mp64> v = point({"3", "-0.3", "11"});
  at.second_derivatives(view(q), view(v), h);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(h.qq(i, k), h.qq(k, i));
      EXPECT_EQ(h.vv(i, k), h.vv(k, i));
      // against the difference of gradients
      const mp64 step = ldexp(mp64(1), -70);
      vector<mp64> up = v;
      vector<mp64> down = v;
      up[k] += step;
      down[k] -= step;
      vector<mp64> dq_up(3);
      vector<mp64> dq_down(3);
      vector<mp64> dv(3);
      at.gradient(view(q), view(up), view(dq_up), view(dv));
      at.gradient(view(q), view(down), view(dq_down), view(dv));
      expect_near(h.qv(i, k), mp64((dq_up[i] - dq_down[i]) / (2 * step)), 1e-38);
    }
  }
}

TEST(evaluation, finds_the_velocity_of_a_relativistic_particle) {
  // L = −√(1 − v²): p = v/√(1 − v²), v = p/√(1 + p²), H = √(1 + p²)
  const auto s = with_lagrangian<1>([](auto q, auto v) { return -sqrt(1 - v[0] * v[0]) - q[0]; });
  const auto check = [&]<class T>(T, double tolerance, std::initializer_list<const char*> momenta) {
    evaluation<T> at{model<T>(s)};
    EXPECT_FALSE(at.system().facts().quadratic);
    for (const char* text : momenta) {
      const vector<T> q = point<T>({"0.25"});
      const vector<T> p = point<T>({text});
      vector<T> v(1);
      const solve_report report = at.velocity(view(q), view(p), view(v));
      EXPECT_TRUE(report.ok()) << text << ": " << to_string(report.outcome);
      using std::sqrt;
      const T root = sqrt(T(1 + p[0] * p[0]));
      expect_near(v[0], T(p[0] / root), tolerance);
      vector<T> flow(1);
      vector<T> force(1);
      EXPECT_TRUE(at.hamiltonian_flow(view(q), view(p), view(flow), view(force)).ok());
      EXPECT_EQ(flow[0], v[0]);
      EXPECT_EQ(force[0], T(-1));
      expect_near(energy(at, phase_point<T>{q, p}), T(root + q[0]), 4 * tolerance);
      // with dp/dt = −1: a = −(1 − v²)^(3/2)
      vector<T> a(1);
      EXPECT_TRUE(at.acceleration(view(q), view(v), T(0), view(a)).ok());
      expect_near(a[0], T(-1 / (root * root * root)), 8 * tolerance);
    }
  };
  // beyond p = 1 the first correction is faster than light
  check(double(), 4e-16, {"0", "0.1", "-0.5", "0.9", "1", "-3"});
#if PLUMBLINE_HAS_QUAD
  check(quad(), 4e-34, {"0", "0.1", "-0.5", "0.9", "1", "-3"});
#endif
  check(mp64(), 1e-63, {"0", "0.1", "-0.5", "0.9", "1e-30", "1", "-3", "40"});
  const precision_scope scope(300);
  check(mp(), 1e-299, {"0.1", "0.9", "7"});
}

// Two coordinates in double have an elimination of their own. The values with 64 digits are the truth.
TEST(evaluation, finds_two_velocities_in_double_to_rounding) {
  std::mt19937_64 random(20261123);
  std::uniform_real_distribution<double> number(-2, 2);
  for (const double size : {1.0, 1e-60, 1e-140, 1e-155, 1e-170, 1e100, 1e160}) {
    for (int k = 0; k < 200; ++k) {
      // a mass matrix with entries of either sign, which depends on q, and a momentum without velocity
      const double a = number(random) * size;
      const double b = number(random) * size;
      const double d = number(random) * size;
      const auto system = with_lagrangian<2>([=]<class Q>(Q q, Q v) {
        using S = std::remove_cvref_t<decltype(q[0])>;
        const auto exact = [](double x) { return decimal<S>(to_text(x, 17)); };
        return exact(a) * v[0] * v[0] / 2 + exact(b) * v[0] * v[1] + exact(d) * v[1] * v[1] / 2 +
               exact(size) * q[0] * v[1] - exact(size) * cos(q[0]);
      });
      const auto flow_in = [&]<class T>(T) {
        evaluation<T> at{model<T>(system)};
        vector<T> v(2);
        vector<T> force(2);
        const vector<T> q{{T(1) / 4, T(0)}};
        const vector<T> p{{T(size) * 3 / 4, T(size) / 2}};
        EXPECT_TRUE(at.hamiltonian_flow(view(q), view(p), view(v), view(force)).ok());
        return std::array{v[0], v[1], force[0]};
      };
      const auto found = flow_in(double());
      const auto exact = flow_in(mp64());
      const double a1 = a / size;
      const double b1 = b / size;
      const double d1 = d / size;
      const double condition = (a1 * a1 + d1 * d1 + 2 * b1 * b1) / std::abs(a1 * d1 - b1 * b1);
      const double largest = std::abs(to_double(exact[0])) + std::abs(to_double(exact[1])) + 1;
      EXPECT_NEAR(found[0], to_double(exact[0]), 2e-15 * condition * largest) << size;
      EXPECT_NEAR(found[1], to_double(exact[1]), 2e-15 * condition * largest) << size;
      EXPECT_NEAR(found[2] / size, to_double(mp64(exact[2] / mp64(size))),
                  4e-15 * condition * largest)
          << size;
    }
  }
}

TEST(evaluation, reports_a_singular_mass_matrix) {
  const auto report_of = [](const auto& system, std::initializer_list<const char*> at_q) {
    evaluation<mp64> at{model<mp64>(system)};
    const vector<mp64> q = point(at_q);
    const vector<mp64> p = vector<mp64>::Constant(q.size(), mp64(1));
    vector<mp64> v(q.size());
    vector<mp64> w(q.size());
    const solve_outcome outcome = at.velocity(view(q), view(p), view(v)).outcome;
    EXPECT_EQ(at.acceleration(view(q), view(p), mp64(0), view(v)).outcome, outcome);
    EXPECT_EQ(at.hamiltonian_flow(view(q), view(p), view(v), view(w)).outcome, outcome);
    EXPECT_THROW((void)velocity(at, q, p), domain_error);
    return outcome;
  };
  // the mass vanishes at q = 0; L is linear in v; two coordinates that move as one; infinite mass
  EXPECT_EQ(report_of(with_lagrangian<1>([](auto q, auto v) { return q[0] * v[0] * v[0]; }), {"0"}),
            solve_outcome::singular);
  EXPECT_EQ(report_of(with_lagrangian<1>([](auto q, auto v) { return q[0] * v[0]; }), {"1"}),
            solve_outcome::singular);
  EXPECT_EQ(report_of(with_lagrangian<2>([](auto q, auto v) { return pow(v[0] + v[1], 2) - q[0]; }),
                      {"1", "2"}),
            solve_outcome::singular);
  EXPECT_EQ(report_of(lagrange_top<mp64>{}, {"0", "0", "0"}), solve_outcome::singular);
  EXPECT_EQ(report_of(with_lagrangian<1>([](auto q, auto v) { return v[0] * v[0] / q[0]; }), {"0"}),
            solve_outcome::not_finite);
}

TEST(evaluation, works_with_every_function_of_cpp) {
  // d/dq of the potential −V, and M, by the calculus of a table
  const auto s = with_lagrangian<1>([](auto q, auto v) {
    const auto& x = q[0];
    return v[0] * v[0] / 2 + asin(x) + acos(x / 2) + atan2(x, x + 2) + sinh(x) + cosh(x) + tanh(x) +
           pow(x, 3) + pow(2, x) + pow(x, x) + atan(x) + asinh(x) + acosh(x + 2) + atanh(x) +
           exp(x) + log(x) + tan(x) + sqrt(x);
  });
  const mp64 x = decimal<mp64>("0.3");
  const mp64 square = x * x;
  const mp64 slope = 1 / sqrt(mp64(1 - square)) - 1 / (2 * sqrt(mp64(1 - square / 4))) +
                     2 / (square + (x + 2) * (x + 2)) + cosh(x) + sinh(x) +
                     1 / (cosh(x) * cosh(x)) + 3 * square + log(mp64(2)) * pow(mp64(2), x) +
                     pow(x, x) * (1 + log(x)) + 1 / (1 + square) + 1 / sqrt(mp64(1 + square)) +
                     1 / sqrt(mp64((x + 2) * (x + 2) - 1)) + 1 / (1 - square) + exp(x) + 1 / x +
                     1 / (cos(x) * cos(x)) + 1 / (2 * sqrt(x));
  evaluation<mp64> at{model<mp64>(s)};
  const vector<mp64> q = point({"0.3"});
  const vector<mp64> v = point({"2"});
  vector<mp64> dq(1);
  vector<mp64> dv(1);
  at.gradient(view(q), view(v), view(dq), view(dv));
  expect_near(dq[0], slope, 1e-61);
  EXPECT_EQ(dv[0], 2);
}

TEST(evaluation, keeps_its_results_when_another_precision_works) {
  const precision_scope wide(60);
  evaluation<mp> at(model_of<mp>(pendulum<mp>{mp(1), mp(2)}));
  const vector<mp> q = point<mp>({"0.3"});
  const vector<mp> v = point<mp>({"0.1"});
  const mp expected = at.lagrangian(view(q), view(v));
  {
    const precision_scope narrow(20);
    (void)at.lagrangian(view(q), view(v));
  }
  EXPECT_EQ(at.lagrangian(view(q), view(v)), expected);
}

TEST(evaluation, copies_are_independent) {
  evaluation<mp64> one(model_of<mp64>(double_pendulum<mp64>{}));
  const vector<mp64> q = point({"0.3", "0.1"});
  const vector<mp64> v = point({"1", "2"});
  const mp64 before = one.lagrangian(view(q), view(v));
  evaluation<mp64> other = one;
  EXPECT_EQ(other.lagrangian(view(q), view(v)), before);
  EXPECT_NE(other.lagrangian(view(v), view(q)), before);
  EXPECT_EQ(one.lagrangian(view(q), view(v)), before);
}

TEST(model, is_the_same_in_another_scalar) {
  const model<double> narrow = model_of<double>(double_pendulum<double>{1.5, 0.5, 8, 1, 2});
  const model<mp64> wide = narrow.cast<mp64>();
  EXPECT_EQ(wide.formulas(), narrow.formulas());
  evaluation<mp64> at(wide);
  evaluation<mp64> direct(model_of<mp64>(double_pendulum<mp64>{
      decimal<mp64>("1.5"), decimal<mp64>("0.5"), mp64(8), mp64(1), mp64(2)}));
  const vector<mp64> q = point({"0.3", "0.1"});
  const vector<mp64> v = point({"1", "2"});
  EXPECT_EQ(at.lagrangian(view(q), view(v)), direct.lagrangian(view(q), view(v)));
}

TEST(model, of_a_type_with_parameters_is_recorded_once) {
  const model<double> one = model_of<double>(pendulum<double>{1, 2});
  const model<mp64> other = model_of<mp64>(pendulum<mp64>{3, 4});
  EXPECT_EQ(one.formulas(), other.formulas());
}

struct beyond_q {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 - q.data()[1];  // as q[1] does where spans are not checked
  }
};
struct beyond_v {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 + v.data()[2] * v[1] - q[0];
  }
};
struct beyond_force {
  static constexpr int dimension() { return 1; }
  template <class S>
  void inertia(std::span<const S>, std::span<const S>, std::span<const S> a, std::span<S> r) const {
    r[0] = a[0];
  }
  template <class S>
  void force(std::span<const S> x, std::span<const S>, std::span<S> r) const {
    r[0] = x[0];
    r.data()[1] = x[0];
  }
  template <class S>
  S energy(std::span<const S> x, std::span<const S> v) const {
    return (v[0] * v[0] + x[0] * x[0]) / 2;
  }
};
struct beyond_field {
  static constexpr int dimension() { return 1; }
  template <class S>
  void field(std::span<const S> y, std::span<S> dy) const {
    dy[0] = y.data()[1];
  }
  template <class S>
  S energy(std::span<const S> y) const {
    return y[0];
  }
};
struct no_coordinates {
  static constexpr int dimension() { return 0; }
  template <class S>
  S lagrangian(std::span<const S>, std::span<const S>) const {
    return S(0);
  }
};

TEST(model, refuses_a_system_that_reaches_beyond_its_dimension) {
  EXPECT_THROW(model<mp64>(beyond_q{}), invalid_input);
  EXPECT_THROW(model<double>(beyond_v{}), invalid_input);
  EXPECT_THROW(model<double>(beyond_force{}), invalid_input);
  EXPECT_THROW(model<double>(beyond_field{}), invalid_input);
  EXPECT_THROW(model<double>(no_coordinates{}), invalid_input);
}

TEST(model, refuses_what_a_system_of_its_kind_does_not_have) {
  const model<double> s = model_of<double>(pendulum<double>{1, 2});
  EXPECT_NO_THROW(s.lagrangian());
  EXPECT_NO_THROW(s.second_order());
  EXPECT_THROW(s.first_order(), invalid_input);
  EXPECT_THROW((void)s.formulas()->part(form_part::field), invalid_input);
}

}  // namespace
}  // namespace plumbline
