// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newmark's family. Kind: oracle (mpmath with derivatives by hand, reference/oracles/trajectories/make_newmark.py), identities
// (the report's operations digit for digit, leapfrog, the matrix form), properties (symmetry over the rationals, NX (40) and
// (41); stability limit; failures).
#include "support/catalogue_runs.hpp"
#include <plumbline/mechanics/systems/damped_forced_oscillator.hpp>
#include <plumbline/mechanics/systems/damped_quadratic.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/newmark.hpp>

#include <boost/multiprecision/gmp.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace plumbline {

// The rational numbers: arithmetic, no functions.
class rational_number {
  using fraction = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                                 boost::multiprecision::et_off>;

 public:
  rational_number(int n = 0) : x_(n) {}
  explicit rational_number(fraction x) : x_(std::move(x)) {}
  const fraction& inside() const { return x_; }

  rational_number& operator+=(const rational_number& b) { return *this = *this + b; }
  rational_number& operator-=(const rational_number& b) { return *this = *this - b; }
  rational_number& operator*=(const rational_number& b) { return *this = *this * b; }
  rational_number& operator/=(const rational_number& b) { return *this = *this / b; }
  friend rational_number operator+(const rational_number& a, const rational_number& b) {
    return rational_number(fraction(a.x_ + b.x_));
  }
  friend rational_number operator-(const rational_number& a, const rational_number& b) {
    return rational_number(fraction(a.x_ - b.x_));
  }
  friend rational_number operator*(const rational_number& a, const rational_number& b) {
    return rational_number(fraction(a.x_ * b.x_));
  }
  friend rational_number operator/(const rational_number& a, const rational_number& b) {
    return rational_number(fraction(a.x_ / b.x_));
  }
  friend rational_number operator-(const rational_number& a) {
    return rational_number(fraction(-a.x_));
  }
  friend bool operator<(const rational_number& a, const rational_number& b) { return a.x_ < b.x_; }
  friend bool operator==(const rational_number& a, const rational_number& b) {
    return a.x_ == b.x_;
  }
  friend rational_number abs(const rational_number& a) { return a < 0 ? -a : a; }
  friend std::ostream& operator<<(std::ostream& out, const rational_number& a) {
    return out << a.x_;
  }

 private:
  fraction x_;
};

template <>
struct scalar_traits<rational_number> {
  static int bits() { return 1 << 20; }
  static rational_number epsilon() { return rational_number(0); }
  static bool finite(const rational_number&) { return true; }
  static double to_double(const rational_number& x) { return static_cast<double>(x.inside()); }
  static rational_number magnitude(const rational_number& x) { return abs(x); }
  static exact_number exact(const rational_number& x) {
    return exact_number::rational(x.inside().backend().data());
  }
};

}  // namespace plumbline

template <>
struct Eigen::NumTraits<plumbline::rational_number> : Eigen::GenericNumTraits<double> {
  using Real = plumbline::rational_number;
  using NonInteger = plumbline::rational_number;
  using Nested = plumbline::rational_number;
  enum { RequireInitialization = 1 };
};

namespace plumbline {

namespace {

template <class T>
vector<T> numbers(const nlohmann::json& list) {
  vector<T> x(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = evaluate<T>(expression(list[i].get<std::string>()));
  }
  return x;
}

template <class T>
double largest_difference(const vector<T>& a, const vector<T>& b) {
  return to_double(T(max_magnitude(vector<T>(a - b))));
}

template <class T>
void expect_oracle(double tolerance) {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/reference/oracles/trajectories/newmark.json");
  const auto stored = nlohmann::json::parse(file);
  ASSERT_GE(stored.at("cases").size(), 20U);
  for (const auto& c : stored.at("cases")) {
    const auto system = find_system(c.at("system").template get<std::string>()).make<T>();
    const auto n = system.dimension();
    phase_point<T> z{numbers<T>(c.at("x0")), numbers<T>(c.at("v0"))};
    if (system.is_lagrangian()) {
      z.p = momentum(system.lagrangian(), z.q, z.p);
    }
    auto stepper =
        find_scheme("newmark").make<T>({{"beta", c.at("beta")}, {"gamma", c.at("gamma")}}, system);
    vector<T> y = stepper.start(z);
    const T h = evaluate<T>(expression(c.at("step").get<std::string>()));
    (void)integrate<T>(stepper, y, time_grid<T>(T(0), h, c.at("steps").get<int>()),
                       [](auto&&...) {});
    vector<T> truth(3 * n);
    truth << numbers<T>(c.at("x")), numbers<T>(c.at("v")), numbers<T>(c.at("a"));
    EXPECT_LT(largest_difference(y, truth) / to_double(max_magnitude(truth)), tolerance)
        << c.at("system") << " beta " << c.at("beta") << " gamma " << c.at("gamma");
  }
}

TEST(newmark_oracle, double_keeps_12_digits) { expect_oracle<double>(1e-12); }
#if PLUMBLINE_HAS_QUAD
TEST(newmark_oracle, quad_keeps_29_digits) { expect_oracle<quad>(1e-29); }
#endif
TEST(newmark_oracle, mp64_keeps_60_digits) { expect_oracle<mp64>(1e-60); }
TEST(newmark_oracle, run_time_precision_keeps_190_of_200_digits) {
  const precision_scope scope(200);
  expect_oracle<mp>(1e-190);
}

// The operations of the report's program, which decide the last digits of its tables.
TEST(newmark, makes_the_operations_of_the_report_digit_for_digit) {
  const damped_forced_oscillator<double> system{1, 4, 13, 1. / 3, 2, 3, 0};
  for (const auto& [beta, gamma] :
       {std::pair{1. / 4, 1. / 2}, std::pair{1. / 6, 1. / 2}, std::pair{0.3025, 0.6}}) {
    newmark_stepper<double, damped_forced_oscillator<double>> stepper({beta, gamma}, system);
    const double h = 0.002;
    double x = 1;
    double v = -2;
    vector<double> y(3);
    y << x, v, 0;
    ASSERT_TRUE(stepper.settle(y, 0).ok());
    double a = y[2];
    EXPECT_EQ(a, -(4 * v + 13 * x));
    for (int n = 0; n < 3000; ++n) {
      const double t = h * n;
      const double load = 1. / 3 * std::exp(-(2 * (t + h))) * std::sin(3 * (t + h) + 0);
      const double xp = x + h * v + h * h / 2 * (1 - 2 * beta) * a;
      const double vp = v + h * (1 - gamma) * a;
      const double me = 1 + h * gamma * 4 + h * h * beta * 13;
      const double a1 = (load - (4 * vp + 13 * xp)) / me;
      const double v1 = v + h * ((1 - gamma) * a + gamma * a1);
      const double x1 = x + h * v + h * h / 2 * ((1 - 2 * beta) * a + 2 * beta * a1);
      x = x1;
      v = v1;
      a = a1;
      ASSERT_TRUE(stepper.step(y, t, h).ok());
      ASSERT_EQ(y[0], x) << n;
      ASSERT_EQ(y[1], v) << n;
      ASSERT_EQ(y[2], a) << n;
    }
  }
}

damped_quadratic<rational_number> rational_system() {
  const auto q = [](int a, int b) { return rational_number(a) / b; };
  matrix<rational_number> m(2, 2);
  matrix<rational_number> c(2, 2);
  matrix<rational_number> k(2, 2);
  m << q(2, 1), q(1, 3), q(1, 3), q(1, 1);
  c << q(1, 5), q(-1, 7), q(2, 7), q(1, 2);
  k << q(9, 1), q(-2, 1), q(-2, 1), q(5, 2);
  return {m, c, k};
}

// NX (40) for a system of two coordinates with damping: Φ_{−h} Φ_h = 1 exactly.
TEST(newmark, is_symmetric_over_the_rationals_just_for_gamma_one_half) {
  using R = rational_number;
  for (const R& beta : {R(0), R(1) / 12, R(1) / 6, R(1) / 4, R(2) / 7, R(3)}) {
    for (const R& gamma : {R(1) / 2, R(3) / 5, R(1) / 3, R(0)}) {
      newmark_stepper<R, damped_quadratic<R>> stepper({beta, gamma}, rational_system());
      vector<R> y(6);
      y << R(1) / 3, R(-2) / 5, R(4) / 7, R(1) / 2, R(0), R(0);
      ASSERT_TRUE(stepper.settle(y, R(0)).ok());
      const vector<R> start = y;
      const R h = R(1) / 10;
      for (const R& step : {h, h, R(-h), R(-h)}) {
        ASSERT_TRUE(stepper.step(y, R(0), step).ok());
      }
      EXPECT_EQ(y == start, gamma == R(1) / 2) << beta << " " << gamma;
    }
  }
}

/// m x″ + c x′ + k x = 1/(1 + t²): a load of which the rationals know all.
struct rational_load {
  static constexpr int dimension() { return 1; }
  template <class S>
  void inertia(std::span<const S>, std::span<const S>, std::span<const S> a, std::span<S> r) const {
    r[0] = a[0] * 2;
  }
  template <class S>
  void force(std::span<const S> x, std::span<const S> v, std::span<S> f) const {
    f[0] = v[0] / 3 + x[0] * 5;
  }
  template <class S>
  S energy(std::span<const S> x, std::span<const S> v) const {
    return v[0] * v[0] + x[0] * x[0] * 5 / 2;
  }
  template <class S>
  void load(const S& t, std::span<S> p) const {
    p[0] = S(1) / (t * t + 1);
  }
};

// NX (41): with a load the way back begins at the time of the end.
TEST(newmark, is_symmetric_with_a_load_over_the_rationals) {
  using R = rational_number;
  for (const R& beta : {R(0), R(1) / 6, R(1) / 4, R(5) / 9}) {
    newmark_stepper<R, rational_load> stepper({beta, R(1) / 2}, {});
    vector<R> y(3);
    y << R(1) / 3, R(-2) / 5, R(0);
    const R t = R(3) / 4;
    const R h = R(1) / 7;
    ASSERT_TRUE(stepper.settle(y, t).ok());
    const vector<R> start = y;
    ASSERT_TRUE(stepper.step(y, t, h).ok());
    EXPECT_FALSE(y == start);
    ASSERT_TRUE(stepper.step(y, R(t + h), R(-h)).ok());
    EXPECT_TRUE(y == start) << beta;
  }
}

phase_point<mp64> run_on(const char* scheme, const char* system, const phase_point<mp64>& start) {
  auto stepper = find_scheme(scheme).make<mp64>({}, find_system(system).make<mp64>());
  return test::run(stepper, start, rational<mp64>(1, 25), 50);
}

TEST(newmark, of_beta_zero_is_leapfrog_where_the_mass_is_constant) {
  for (const char* system : {"pendulum", "harmonic-oscillator", "linear-double-pendulum"}) {
    const auto start = test::generic_start<mp64>(find_system(system).dimension);
    EXPECT_LT(test::relative_difference(run_on("central-difference", system, start),
                                        run_on("leapfrog", system, start)),
              1e-60)
        << system;
  }
}

TEST(newmark, of_beta_one_quarter_is_the_matrix_form_on_linear_systems) {
  for (const char* system : {"harmonic-oscillator", "linear-double-pendulum"}) {
    const auto start = test::generic_start<mp64>(find_system(system).dimension);
    EXPECT_LT(test::relative_difference(run_on("average-acceleration", system, start),
                                        run_on("newmark-linear", system, start)),
              1e-60)
        << system;
  }
}

TEST(newmark, has_the_named_members) {
  const auto start = test::generic_start<mp64>(1);
  const auto system = find_system("pendulum").make<mp64>();
  for (const auto& [name, beta] :
       {std::pair{"average-acceleration", "1/4"}, std::pair{"linear-acceleration", "1/6"},
        std::pair{"fox-goodwin", "1/12"}, std::pair{"central-difference", "0"}}) {
    auto member = find_scheme(name).make<mp64>({}, system);
    auto general = find_scheme("newmark").make<mp64>({{"beta", beta}}, system);
    const auto a = test::run(member, start, rational<mp64>(1, 20), 10);
    const auto b = test::run(general, start, rational<mp64>(1, 20), 10);
    EXPECT_EQ(a.q, b.q) << name;
    EXPECT_EQ(a.p, b.p) << name;
  }
}

TEST(newmark, states_facts_that_follow_from_the_parameters) {
  const auto& entry = find_scheme("newmark");
  EXPECT_EQ(entry.info_for({}).order, 2);
  EXPECT_TRUE(entry.info_for({{"beta", "3/10"}}).symmetric);
  EXPECT_EQ(entry.info_for({{"gamma", "0.5000000000000000000000000001"}}).order, 1);
  EXPECT_FALSE(entry.info_for({{"gamma", "3/5"}}).symmetric);
  EXPECT_FALSE(entry.info_for({{"gamma", "3/5"}}).on_linear.symplectic);
  EXPECT_TRUE(entry.info_for({{"beta", "1/3 - 1/3"}}).on_separable.symplectic);
  EXPECT_FALSE(entry.info_for({}).on_separable.symplectic);
  for (const char* name : {"beta", "gamma"}) {
    for (const char* value : {"-1/100", "1.01", "1/0"}) {
      EXPECT_THROW((void)entry.info_for({{name, value}}), std::invalid_argument) << name << value;
    }
  }
}

double order_one(const char* gamma, int n) {
  const auto system = find_system("harmonic-oscillator").make<mp64>();
  auto stepper = find_scheme("newmark").make<mp64>({{"gamma", gamma}, {"beta", "2/5"}}, system);
  const auto one = vector<mp64>::Constant(1, mp64(1));
  const auto zero = vector<mp64>::Constant(1, mp64(0));
  const auto z = test::run(stepper, {one, zero}, mp64(mp64(1) / n), n);
  return std::abs(to_double(z.q[0] - cos(mp64(4))));
}
TEST(newmark, has_order_one_for_another_gamma) {
  EXPECT_NEAR(order_one("3/5", 4000) / order_one("3/5", 8000), 2, 0.01);
  EXPECT_NEAR(order_one("1/2", 4000) / order_one("1/2", 8000), 4, 0.01);
}

// ω h ≤ 2/√(1 − 4β): the trace of the map of (x, v) reaches −2 just there.
TEST(newmark, is_stable_up_to_its_limit) {
  const auto system = find_system("harmonic-oscillator").make<mp64>();  // ω = 4
  const auto trace_at = [&](const char* beta, const mp64& h) {
    auto stepper = find_scheme("newmark").make<mp64>({{"beta", beta}}, system);
    mp64 trace(0);
    for (int i = 0; i < 2; ++i) {
      const auto entry = [i](int j) { return vector<mp64>::Constant(1, mp64(i == j ? 1 : 0)); };
      vector<mp64> y = stepper.start({entry(0), entry(1)});
      EXPECT_TRUE(stepper.step(y, mp64(0), h).ok());
      trace += stepper.phase(y).q[0] * (i == 0 ? 1 : 0) + stepper.phase(y).p[0] * (i == 1 ? 1 : 0);
    }
    return trace;
  };
  for (const auto& [beta, value] :
       {std::pair{"0", rational<mp64>(0, 1)}, std::pair{"1/12", rational<mp64>(1, 12)},
        std::pair{"1/6", rational<mp64>(1, 6)}, std::pair{"6/25", rational<mp64>(6, 25)}}) {
    const mp64 limit = mp64(2) / sqrt(mp64(1 - 4 * value)) / 4;
    EXPECT_LT(abs(trace_at(beta, limit) + 2), 1e-60) << beta;
    EXPECT_GT(trace_at(beta, mp64(limit * 99 / 100)), -2);
    EXPECT_LT(trace_at(beta, mp64(limit * 101 / 100)), -2);
  }
  EXPECT_GT(trace_at("1/4", mp64(1000)), -2);
}

// Energies of linear systems without damping are kept for β = ¼ alone.
TEST(newmark, keeps_the_energy_of_linear_systems_for_beta_one_quarter) {
  const auto system = find_system("linear-double-pendulum").make<mp64>();
  const auto start = test::generic_start<mp64>(2);
  for (const char* scheme : {"average-acceleration", "linear-acceleration"}) {
    auto stepper = find_scheme(scheme).make<mp64>({}, system);
    const auto end = test::run(stepper, start, rational<mp64>(1, 20), 200);
    const double drift = to_double(
        abs(mp64(energy(system.lagrangian(), end) / energy(system.lagrangian(), start) - 1)));
    if (std::string(scheme) == "average-acceleration") {
      EXPECT_LT(drift, 1e-60);
    } else {
      EXPECT_GT(drift, 1e-4);
    }
  }
}

// NX section 7.3
TEST(newmark, starts_the_two_bodies_with_the_accelerations_of_the_report) {
  const auto system = find_system("planar-two-body").make<mp64>();
  vector<mp64> q(2);
  vector<mp64> v(2);
  q << 0, 1;
  v << 0, 5;
  const vector<mp64> p = momentum(system.lagrangian(), q, v);
  EXPECT_LT(abs(p[0] + p[1] - mp64(45) / 2 - 5 * cos(mp64(1))), 1e-62);
  EXPECT_LT(abs(energy(system.lagrangian(), phase_point<mp64>{q, p}) - mp64(225) / 4), 1e-61);
  const auto y = find_scheme("newmark").make<mp64>({}, system).start({q, p});
  EXPECT_NEAR(to_double(y[4]), 13.13325771, 5e-9);
  EXPECT_NEAR(to_double(y[5]), -1.57687321, 5e-9);
}

// Failures

struct massless {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 - q[0] * q[0] - q[1] * v[1];
  }
};

TEST(newmark, reports_a_singular_mass_matrix_and_leaves_the_state) {
  newmark_stepper<double, massless> stepper({0, 0.5}, {});
  vector<double> y(6);
  y << 1, 1, 0.5, 0.5, 0, 0;
  const vector<double> before = y;
  EXPECT_EQ(stepper.settle(y, 0).outcome, solve_outcome::singular);
  EXPECT_EQ(stepper.step(y, 0, 0.1).outcome, solve_outcome::singular);
  EXPECT_EQ(y, before);
  const auto make = [] {
    return find_scheme("newmark").make<double>({}, model<double>(massless{}));
  };
  auto erased = make();
  EXPECT_THROW(
      (void)erased.start({vector<double>::Constant(2, 1.), vector<double>::Constant(2, 1.)}),
      domain_error);
}

struct runaway {  // a = 100 (1 + x²)
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 + (q[0] + q[0] * q[0] * q[0] / 3) * 100;
  }
};

TEST(newmark, reports_a_step_that_has_no_solution_and_leaves_the_state) {
  newmark_stepper<double, runaway> in_double({0.25, 0.5}, {});
  newmark_stepper<mp64, runaway> in_mp64({rational<mp64>(1, 4), rational<mp64>(1, 2)}, {});
  vector<double> y(3);
  y << 1, 0, 200;
  vector<mp64> z = scalar_cast<mp64>(y);
  // a = 100 (1 + (x_p + h² a/4)²) has a real root up to h² = 0.0058 about, and none beyond
  EXPECT_TRUE(in_double.step(y, 0, 0.05).ok());
  y << 1, 0, 200;
  const auto report = in_double.step(y, 0, 0.5);
  EXPECT_FALSE(report.ok());
  EXPECT_GT(report.iterations, 1);
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[2], 200);
  EXPECT_FALSE(in_mp64.step(z, mp64(0), rational<mp64>(1, 2)).ok());
  EXPECT_EQ(z[0], 1);
}

// Large angles carry rounding errors into the forces: the step must not ask for more than they allow.
TEST(newmark, steps_where_angles_have_grown_large) {
  const pendulum<double> system{1, 2};
  for (const double turns : {0., 1e3, 1e6, 1e9}) {
    newmark_stepper<double, pendulum<double>> stepper({0.25, 0.5}, system);
    vector<double> y(3);
    y << turns * 2 * pi<double>() + 1, 3, 0;
    ASSERT_TRUE(stepper.settle(y, 0).ok());
    for (int n = 0; n < 200; ++n) {
      ASSERT_TRUE(stepper.step(y, 0, 1e-3).ok()) << turns << " " << n;
    }
  }
}

TEST(newmark, fits_every_system_that_has_accelerations) {
  EXPECT_NO_THROW(require_fit(find_scheme("newmark"), find_system("lagrange-top")));
  EXPECT_NO_THROW(require_fit(find_scheme("newmark"), find_system("bilinear-oscillator")));
  EXPECT_THROW(require_fit(find_scheme("newmark"), find_system("reduced-lagrange-top")),
               invalid_input);
  EXPECT_THROW(require_fit(find_scheme("simpson"), find_system("damped-forced-oscillator")),
               invalid_input);
  EXPECT_THROW((void)find_system("damped-forced-oscillator").make<double>().lagrangian(),
               invalid_input);
}

}  // namespace
}  // namespace plumbline
