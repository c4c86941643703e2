// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Taylor series, trajectories at any times, and the reference trajectories that stand on them.
// Kind: truth from outside (closed solutions at 200 digits, mpmath, integrals known in closed form), properties.
#include "constraints/constrained_run.hpp"
#include "study/taylor_systems.hpp"
#include "support/catalogue_runs.hpp"
#include <plumbline/core/doubt.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/study/taylor_trajectory.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace plumbline {
namespace {

double digits_between(const mp& a, const mp& b) {
  return a == b ? 1e6 : -to_double(mp(log10(mp(abs(mp(a - b)) / abs(b)))));
}

TEST(taylor_trajectory, follows_the_pendulum_to_200_digits_forwards_and_backwards) {
  const precision_scope scope(200);
  const mp omega = pi<mp>() * 2;
  // libration from rest, where every second coefficient of q vanishes; near the separatrix; rotation; backwards
  const std::vector<std::pair<std::string, std::string>> starts = {
      {"1.5707963", "0"}, {"0", "12.5"}, {"-1/2", "14"}, {"3", "-1/7"}};
  for (const auto& [q0, p0] : starts) {
    const phase_point<mp> z{vector<mp>::Constant(1, evaluate<mp>(expression(q0))),
                            vector<mp>::Constant(1, evaluate<mp>(expression(p0)))};
    const pendulum_solution<mp> exact({mp(1), omega, z.q[0], z.p[0], mp(0)});
    for (const int sign : {1, -1}) {
      taylor_trajectory<mp> motion(find_system("pendulum").make<mp>(), z, mp(0));
      for (int k = 1; k <= 5; ++k) {
        const mp t = rational<mp>(sign * 3 * k, 7);
        const auto truth = exact.state(t);
        const phase_point<mp>& found = motion.at(t);
        EXPECT_GT(digits_between(found.q[0], truth.q[0]), 193) << q0 << " " << p0 << " " << k;
        EXPECT_GT(digits_between(found.p[0], truth.p[0]), 193) << q0 << " " << p0 << " " << k;
      }
    }
  }
}

TEST(taylor_trajectory, follows_the_top_to_200_digits) {
  const precision_scope scope(200);
  const auto system = find_system("lagrange-top").make<mp>();
  lagrange_top_start<mp> s{};
  s.mass = decimal<mp>("0.1");
  s.I = decimal<mp>("0.002329969592394382");
  s.I3 = decimal<mp>("0.000125");
  s.l = decimal<mp>("0.15");
  s.g = decimal<mp>("9.81");
  s.phi = rational<mp>(1, 10);
  s.theta = mp(1);
  s.psi = rational<mp>(1, 5);
  s.w1 = decimal<mp>("0.012");
  s.w2 = decimal<mp>("0.001");
  s.w3 = decimal<mp>("0.01");
  s.t0 = mp(0);
  const lagrange_top_solution<mp> exact(s);
  phase_point<mp> z{vector<mp>(3), vector<mp>(3)};
  z.q << s.phi, s.theta, s.psi;
  z.p << s.w1, s.w2, s.w3;
  taylor_trajectory<mp> motion(system, z, mp(0));
  const mp t = rational<mp>(1, 2);
  const auto truth = exact.state(t);
  const phase_point<mp>& found = motion.at(t);
  for (int i = 0; i < 3; ++i) {
    EXPECT_GT(digits_between(found.q[i], truth.q[i]), 190) << i;
    EXPECT_GT(digits_between(found.p[i], truth.p[i]), 190) << i;
  }
}

// Every motion of the oracle, at 64 digits: to 30 of the 32 digits that are stored.
TEST(taylor_trajectory, ends_where_mpmath_does) {
  const auto compare = [](const std::string& name, const model<mp64>& system,
                          const phase_point<mp64>& start, int duration) {
    taylor_trajectory<mp64> motion(system, start, mp64(0));
    const phase_point<mp64>& z = motion.at(mp64(duration));
    const auto stored = test::stored_motion(name);
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      const mp64 found = k < z.q.size() ? z.q[k] : z.p[k - z.q.size()];
      const auto truth = from_text<mp64>(stored[i]);
      EXPECT_LT(to_double(mp64(abs(mp64(found - truth)) / abs(truth))), 2e-30) << name << " " << i;
    }
  };
  const auto point = [](std::initializer_list<mp64> q, std::initializer_list<mp64> p) {
    phase_point<mp64> z{vector<mp64>(static_cast<Eigen::Index>(q.size())),
                        vector<mp64>(static_cast<Eigen::Index>(p.size()))};
    std::copy(q.begin(), q.end(), z.q.begin());
    std::copy(p.begin(), p.end(), z.p.begin());
    return z;
  };
  const auto pendulum = find_system("double-pendulum").make<mp64>();
  compare("double-pendulum", pendulum, point({pi<mp64>() / 4, pi<mp64>() / 3}, {mp64(0), mp64(0)}),
          1);
}

/// y' = f(x), x' = 1: the rule of each operation, against its integral.
template <class F>
struct integrand {
  F f;
  static constexpr int dimension() { return 2; }
  template <class S>
  void field(std::span<const S> y, std::span<S> dy) const {
    dy[0] = S(1);
    dy[1] = f(y[0]);
  }
  template <class S>
  S energy(std::span<const S> y) const {
    return y[0];
  }
};

template <class F>
void expect_integral(const char* name, F f, const std::function<mp(const mp&)>& integral,
                     const char* from) {
  const precision_scope scope(80);
  const mp x0 = evaluate<mp>(expression(from));
  const phase_point<mp> z{(vector<mp>(2) << x0, mp(0)).finished(), vector<mp>(0)};
  taylor_trajectory<mp> motion(model<mp>(integrand<F>{f}), z, mp(0));
  const mp h = rational<mp>(1, 3);
  const mp found = motion.at(h).q[1];
  const mp truth = integral(mp(x0 + h)) - integral(x0);
  EXPECT_GT(digits_between(found, truth), 76) << name;
}

TEST(taylor_series, has_a_rule_for_each_operation) {
  expect_integral(
      "exp", [](const auto& x) { return exp(x); }, [](const mp& x) { return mp(exp(x)); }, "1/7");
  expect_integral(
      "log", [](const auto& x) { return log(x); }, [](const mp& x) { return mp(x * log(x) - x); },
      "2/3");
  expect_integral(
      "sqrt", [](const auto& x) { return sqrt(x); },
      [](const mp& x) { return mp(x * sqrt(x) * 2 / 3); }, "2/3");
  expect_integral(
      "sin", [](const auto& x) { return sin(x); }, [](const mp& x) { return mp(-cos(x)); }, "1/7");
  expect_integral(
      "cos", [](const auto& x) { return cos(x); }, [](const mp& x) { return mp(sin(x)); }, "1/7");
  expect_integral(
      "tan", [](const auto& x) { return tan(x); }, [](const mp& x) { return mp(-log(cos(x))); },
      "1/7");
  expect_integral(
      "sinh", [](const auto& x) { return sinh(x); }, [](const mp& x) { return mp(cosh(x)); },
      "1/7");
  expect_integral(
      "cosh", [](const auto& x) { return cosh(x); }, [](const mp& x) { return mp(sinh(x)); },
      "1/7");
  expect_integral(
      "tanh", [](const auto& x) { return tanh(x); }, [](const mp& x) { return mp(log(cosh(x))); },
      "1/7");
  expect_integral(
      "asin", [](const auto& x) { return asin(x); },
      [](const mp& x) { return mp(x * asin(x) + sqrt(mp(1 - x * x))); }, "1/7");
  expect_integral(
      "acos", [](const auto& x) { return acos(x); },
      [](const mp& x) { return mp(x * acos(x) - sqrt(mp(1 - x * x))); }, "1/7");
  expect_integral(
      "atan", [](const auto& x) { return atan(x); },
      [](const mp& x) { return mp(x * atan(x) - log(mp(1 + x * x)) / 2); }, "1/7");
  expect_integral(
      "asinh", [](const auto& x) { return asinh(x); },
      [](const mp& x) { return mp(x * asinh(x) - sqrt(mp(1 + x * x))); }, "1/7");
  expect_integral(
      "acosh", [](const auto& x) { return acosh(x); },
      [](const mp& x) { return mp(x * acosh(x) - sqrt(mp(x * x - 1))); }, "3/2");
  expect_integral(
      "atanh", [](const auto& x) { return atanh(x); },
      [](const mp& x) { return mp(x * atanh(x) + log(mp(1 - x * x)) / 2); }, "1/7");
  // the angle of (cos x, sin x) is x
  expect_integral(
      "atan2", [](const auto& x) { return atan2(sin(x), cos(x)); },
      [](const mp& x) { return mp(x * x / 2); }, "1/7");
  using recorded_mp = recorded<mp>;
  expect_integral(
      "power", [](const recorded_mp& x) { return pow(x, rational<recorded_mp>(1, 3)); },
      [](const mp& x) { return mp(pow(x, mp(mp(4) / 3)) * 3 / 4); }, "2/3");
  // d/dx x^x = x^x (1 + log x)
  expect_integral(
      "x^x", [](const recorded_mp& x) { return pow(x, x) * (recorded_mp(1) + log(x)); },
      [](const mp& x) { return mp(pow(x, x)); }, "2/3");
  expect_integral(
      "quotient", [](const recorded_mp& x) { return recorded_mp(1) / (recorded_mp(1) + x * x); },
      [](const mp& x) { return mp(atan(x)); }, "1/7");
}

#if PLUMBLINE_HAS_QUAD
TEST(taylor_stepper, comes_back_after_a_step_backwards) {
  auto stepper = find_scheme("taylor").make<quad>({}, find_system("double-pendulum").make<quad>());
  vector<quad> y = stepper.start({(vector<quad>(2) << quad(1), quad(2)).finished(),
                                  (vector<quad>(2) << quad(1) / 3, quad(-1) / 7).finished()});
  const vector<quad> before = y;
  const quad h = rational<quad>(1, 64);
  ASSERT_TRUE(stepper.step(y, quad(0), h).ok());
  EXPECT_GT(to_double(quad(max_magnitude(y - before))), 1e-3);
  ASSERT_TRUE(stepper.step(y, h, quad(-h)).ok());
  EXPECT_LT(to_double(quad(max_magnitude(y - before))), 1e-31);
}
#endif

// y = 1/(1 − t) from 1 has the radius of convergence 1, and from t = 99/100 it has 1/100: a step of 3/4, and one from there on
// of 24/100, are many steps of the series. The digits that are lost are those that the motion itself loses, 1/(1 − t)^2.
TEST(taylor_scheme, crosses_a_long_step_in_as_many_as_the_digits_need) {
  const model<mp64> system(test::explosion<mp64>{});
  auto stepper = find_scheme("taylor").make<mp64>({}, system);
  vector<mp64> y = vector<mp64>::Constant(1, mp64(1));
  ASSERT_TRUE(stepper.step(y, mp64(0), rational<mp64>(3, 4)).ok());
  EXPECT_LT(to_double(mp64(abs(mp64(y[0] - 4)))), 1e-62);
  ASSERT_TRUE(stepper.step(y, rational<mp64>(3, 4), rational<mp64>(24, 100)).ok());
  EXPECT_LT(to_double(mp64(abs(mp64(y[0] - 100)))), 1e-58);
  ASSERT_TRUE(stepper.step(y, rational<mp64>(99, 100), rational<mp64>(-199, 100)).ok());
  EXPECT_LT(to_double(mp64(abs(mp64(y[0] - rational<mp64>(1, 2))))), 1e-62);
}

// A short step is one sum, as it is with the order held: the same bits.
TEST(taylor_scheme, sums_a_short_step_once) {
  const auto system = find_system("double-pendulum").make<mp64>();
  const std::string order = std::to_string(taylor_order(scalar_traits<mp64>::bits()));
  auto free = find_scheme("taylor").make<mp64>({}, system);
  auto held = find_scheme("taylor").make<mp64>({{"order", order}}, system);
  vector<mp64> a =
      free.start({vector<mp64>::Constant(2, mp64(1)), vector<mp64>::Constant(2, mp64(0))});
  vector<mp64> b = a;
  for (int n = 0; n < 5; ++n) {
    const mp64 h = rational<mp64>(1, 100);
    ASSERT_TRUE(free.step(a, mp64(n * h), h).ok());
    ASSERT_TRUE(held.step(b, mp64(n * h), h).ok());
    EXPECT_EQ(a, b);
  }
}

TEST(taylor_scheme, does_not_cross_a_singularity) {
  const model<mp64> system(test::explosion<mp64>{});
  auto stepper = find_scheme("taylor").make<mp64>({}, system);
  vector<mp64> y = vector<mp64>::Constant(1, mp64(1));
  EXPECT_FALSE(stepper.step(y, mp64(0), mp64(2)).ok());
  EXPECT_EQ(y[0], mp64(1));
}

struct heard_doubts final : doubt_listener {
  heard_doubts() { plumbline::detail::listener_of_doubts = this; }
  ~heard_doubts() override { plumbline::detail::listener_of_doubts = nullptr; }
  void hear(const step_doubt& doubt) noexcept override { all.push_back(doubt); }
  bool listens() const noexcept override { return true; }
  std::vector<step_doubt> all;
};

// y = 1/(1 − t) has y_k = y^(k+1). From y = 1 a step h < 1 stays within the radius 1, however much the sum leaves out; from
// y = 4 the radius is 1/4, which is read to a fifth at this order, for the logarithms of the coefficients are approximate. In
// the sum with h = 1/2 the last terms are 2^12 times the state.
TEST(taylor_scheme, doubts_a_step_that_leaves_the_radius_of_convergence) {
  const heard_doubts heard;
  auto stepper =
      find_scheme("taylor").make<mp64>({{"order", "12"}}, model<mp64>(test::explosion<mp64>{}));
  for (const char* start : {"1", "4"}) {
    for (const auto& h : {rational<mp64>(1, 8), rational<mp64>(3, 16), rational<mp64>(1, 2)}) {
      vector<mp64> y = vector<mp64>::Constant(1, mp64(start));
      ASSERT_TRUE(stepper.step(y, mp64(0), h).ok());
    }
  }
  ASSERT_EQ(heard.all.size(), 1U);
  EXPECT_NEAR(heard.all[0].radius, 0.25, 0.05);
  EXPECT_EQ(heard.all[0].step, 0.5);
  EXPECT_EQ(heard.all[0].time, 0);
  EXPECT_EQ(heard.all[0].lost, heard.all[0].digits);
}

TEST(taylor_stepper, refuses_to_step_over_the_boundary_of_a_zone) {
  const auto system = find_system("bilinear-oscillator").make<mp64>();
  auto stepper = find_scheme("taylor").make<mp64>({}, system.without_events());
  vector<mp64> y =
      stepper.start({vector<mp64>::Constant(1, mp64(2)), vector<mp64>::Constant(1, mp64(0))});
  EXPECT_THROW((void)stepper.step(y, mp64(0), mp64(1)), invalid_input);
  EXPECT_THROW(taylor_series<mp64>(system, 10), invalid_input);
}

TEST(taylor_series, refuses_an_order_below_one) {
  EXPECT_THROW(taylor_series<double>(find_system("pendulum").make<double>(), 0), invalid_input);
  for (const char* order : {"-1", "3/2", "1000001"}) {
    EXPECT_THROW((void)find_scheme("taylor").make<double>({{"order", order}},
                                                          find_system("pendulum").make<double>()),
                 invalid_input)
        << order;
  }
}

TEST(taylor_trajectory, says_where_a_motion_ends) {
  const phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)), vector<mp64>(0)};
  taylor_trajectory<mp64> motion(model<mp64>(test::explosion<mp64>{}), z, mp64(0));
  // y = 1/(1 − t)
  EXPECT_LT(to_double(mp64(abs(mp64(motion.at(rational<mp64>(9, 10)).q[0] - 10)))), 1e-60);
  try {
    (void)motion.at(mp64(2));
    FAIL() << "went through the singularity";
  } catch (const step_failure& e) {
    EXPECT_NEAR(std::stod(e.time()), 1, 1e-6);
  }
}

TEST(taylor_trajectory, stops_before_the_step_at_which_it_is_told) {
  const auto& system = find_system("pendulum");
  const phase_point<double> z{vector<double>{{1.0}}, vector<double>{{0.0}}};
  taylor_trajectory<double> motion(system.make<double>(), z, 0.0);
  int asked = 0;
  motion.stop_when([&asked] { return ++asked > 5; });
  (void)motion.at(1e6);
  EXPECT_TRUE(motion.was_stopped());
  EXPECT_EQ(motion.steps(), 5);
  // a question that is always answered with no changes nothing
  taylor_trajectory<double> asks(system.make<double>(), z, 0.0);
  taylor_trajectory<double> alone(system.make<double>(), z, 0.0);
  asks.stop_when([] { return false; });
  EXPECT_EQ(asks.at(3.0).q[0], alone.at(3.0).q[0]);
  EXPECT_FALSE(asks.was_stopped());
}

TEST(reference_trajectory, is_stopped_on_the_way_to_a_node) {
  const auto system = find_system("pendulum").make<double>();
  const phase_point<double> z{vector<double>::Constant(1, 1.), vector<double>::Constant(1, 0.)};
  run_control control;
  int asked = 0;
  control.stop_requested = [&asked] { return ++asked > 20; };
  // one node, thousands of steps of the series away
  const auto found =
      make_reference<double>(system, z, time_grid<double>(0., 10000., 1), 20, control);
  EXPECT_LT(found.nodes.size(), 2U);
  EXPECT_LT(asked, 200);
}

// y = 1/(1 − t) has y_k = y^(k+1): terms of order N fall to 2^−bits in steps of (1 − t) 2^(−bits/N), and no step should be
// shorter. From t = 0 to 1/2 these are log(1/2)/log(1 − 2^(−bits/N)), a few more as steps are rounded down.
TEST(taylor_trajectory, has_steps_as_long_as_the_order_allows) {
  const phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)), vector<mp64>(0)};
  const int bits = scalar_traits<mp64>::bits();
  for (const int order : {40, 78, 150}) {
    taylor_trajectory<mp64> motion(model<mp64>(test::explosion<mp64>{}), z, mp64(0), order, -bits);
    EXPECT_LT(to_double(mp64(abs(mp64(motion.at(rational<mp64>(1, 2)).q[0] - 2)))), 1e-62);
    const double fewest =
        std::log(0.5) / std::log1p(-std::exp2(-static_cast<double>(bits) / order));
    EXPECT_GE(static_cast<double>(motion.steps()), std::floor(fewest)) << order;
    EXPECT_LE(static_cast<double>(motion.steps()), fewest * 1.1 + 1) << order;
  }
}

TEST(taylor_trajectory, refuses_to_turn_round) {
  const phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)), vector<mp64>(0)};
  taylor_trajectory<mp64> motion(model<mp64>(test::explosion<mp64>{}), z, mp64(0));
  (void)motion.at(rational<mp64>(99, 100));
  EXPECT_THROW((void)motion.at(rational<mp64>(1, 100)), invalid_input);
}

// A chaotic motion: 20 s of the double pendulum from (3, 3) multiply errors by about 1e20. What is claimed at 20 digits
// agrees with what is claimed at 40.
TEST(reference_trajectory, raises_its_digits_with_what_the_motion_loses) {
  const precision_scope scope(60);
  const auto system = find_system("double-pendulum").make<mp>();
  const phase_point<mp> z{vector<mp>::Constant(2, mp(3)), vector<mp>::Constant(2, mp(0))};
  const time_grid<mp> grid(mp(0), mp(1), 6);
  const auto few = make_reference<mp>(system, z, grid, 20);
  const auto many = make_reference<mp>(system, z, grid, 40);
  EXPECT_GE(few.verified_digits, 20);
  EXPECT_GE(many.verified_digits, 40);
  for (std::size_t n = 0; n < few.nodes.size(); ++n) {
    EXPECT_LT(to_double(mp(max_magnitude(few.nodes[n].q - many.nodes[n].q))), 1e-18) << n;
  }
}

TEST(reference_trajectory, says_up_to_which_time_there_is_a_truth) {
  const phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)), vector<mp64>(0)};
  try {
    (void)make_reference<mp64>(model<mp64>(test::explosion<mp64>{}), z,
                               time_grid<mp64>(mp64(0), rational<mp64>(1, 4), 8), 30);
    FAIL() << "a truth beyond the singularity";
  } catch (const step_failure& e) {
    EXPECT_NEAR(std::stod(e.time()), 0.75, 1e-12);
  }
}

// Truth from outside: closed forms, by mpmath. The exponentials are nothing in any digit where a step could jump over them.
TEST(taylor, does_not_jump_over_a_wall_or_a_pulse) {
  const testing::text_file wall(
      "name = \"wall\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - exp(-100*x)\"\n"
      "[start]\nx = \"5\"\n[velocity]\nx = \"-1\"\n");
  // also as a quotient with cosh, where nothing is left of it far away
  const testing::text_file soft(
      "name = \"soft\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2 + x/cosh(w*(t - "
      "5))\"\n"
      "[parameters]\nw = \"40\"\n[start]\nx = \"1\"\n");
  const testing::text_file pulse(
      "name = \"pulse\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2 + x*exp(-(w*(t - "
      "5))^2)\"\n"
      "[parameters]\nw = \"10\"\n[start]\nx = \"1\"\n");
  const auto end = [](const testing::text_file& file, int digits, const std::string& w) {
    integration_request request;
    request.system = file.path();
    request.scheme = "taylor";
    request.times = "10";
    request.digits = digits;
    if (!w.empty()) {
      request.problem.set = {"w=" + w};
    }
    const table_value table = trajectory_table(request);
    return from_text<mp64>(table.rows.at(0).at(1));
  };
  const auto expect = [](const mp64& x, const char* truth, int digits) {
    EXPECT_LT(abs(mp64(x - decimal<mp64>(truth))), pow(mp64(10), 3 - digits)) << digits;
  };
  // V = x^n from x = 0: the terms vanish up to the order, and are far between. By proof (--certified)
  const auto power = [](const std::string& n) {
    return testing::text_file(
        "name = \"power\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^" + n +
        "\"\n[velocity]\nx = \"1\"\n");
  };
  const auto low = power("24");
  const auto high = power("200");
  for (const int digits : {34, 45}) {
    expect(end(high, digits, ""), "0.0343078242520675964095770505370078599482769379", digits);
  }
  for (const int digits : {16, 34, 45}) {
    expect(end(low, digits, ""), "0.265344989022267340164024454818380690199626449", digits);
    expect(end(wall, digits, ""), "4.9861370563888010938116553575708364686384899973128", digits);
    expect(end(pulse, digits, "7"), "-1.08064287603621129408795486644653232731265708", digits);
    expect(end(pulse, digits, "20"), "-0.924000882806823172409126330152423196096476705", digits);
    expect(end(pulse, digits, "1000"), "-0.840771177674893708066472387177438953998895128", digits);
    expect(end(soft, digits, "40"), "-0.91432723115911108360251462212894378887111319", digits);
  }
}

/// The first state of a system's text by its Taylor series, at the end of what is asked for.
mp64 at_end(const std::string& text, integration_request request, int digits) {
  const testing::text_file file("name = \"narrow\"\n" + text);
  request.system = file.path();
  request.scheme = "taylor";
  request.digits = digits;
  return from_text<mp64>(trajectory_table(request).rows.back().at(1));
}
mp64 by_series(const std::string& text, const std::string& t, int digits) {
  integration_request request;
  request.times = t;
  return at_end(text, std::move(request), digits);
}
mp64 by_one_step(const std::string& text, const std::string& h, int digits) {
  integration_request request;
  request.step = h;
  request.steps = "1";
  return at_end(text, std::move(request), digits);
}
void expect_digits(const mp64& x, const char* truth, int digits) {
  EXPECT_LT(abs(mp64(x - decimal<mp64>(truth))), pow(mp64(10), 3 - digits)) << digits;
}

// Truth from outside: quadratures by mpmath and PARI. The barrier is nothing in any digit where a step could jump over it, and its series ends
// at x = ±i/100.
TEST(taylor, does_not_lead_beyond_the_zeros_of_a_divisor) {
  const auto barrier = [](const std::string& n) {
    return "coordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - 1/4*(1/10^4/(x^2 + 1/10^4))^" + n +
           "\"\n[start]\nx = \"-5\"\n[velocity]\nx = \"1\"\n";
  };
  const std::string steep =
      "coordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - 1/x^48\"\n[start]\nx = \"10\"\n"
      "[velocity]\nx = \"-1\"\n";
  for (const int digits : {16, 34, 45}) {
    expect_digits(by_series(barrier("4"), "6", digits),
                  "0.99659073271047724077638538662598398332598601801", digits);
    expect_digits(by_series(barrier("24"), "6", digits),
                  "0.998704524901763078715042844172007681266152406108", digits);
    expect_digits(by_series(barrier("100"), "6", digits),
                  "0.99937169104567678946595413587955101608918463619", digits);
    expect_digits(by_series(steep, "30", digits),
                  "21.96987519847738261716642006028426603524125475377676584636", digits - 1);
  }
}

// Truth from outside: a wall that is a sum of exponentials (quadrature by PARI), and closed forms. Where the equations are smooth at
// the zero of a divisor, that is no limit: a spring through the centre, r = |cos t|.
TEST(taylor, passes_the_zeros_of_a_divisor_where_nothing_is_singular) {
  const std::string bose =
      "coordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - 1/10^40/(exp(x) - 1)^8\"\n[start]\nx = "
      "\"5\"\n[velocity]\nx = \"-1\"\n";
  const std::string spring =
      "coordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x)^2 + dot(y)^2)/2 - (sqrt(x^2 + "
      "y^2))^2/2\""
      "\n[start]\nx = \"1\"\n";
  for (const int digits : {16, 34, 45}) {
    expect_digits(by_series(bose, "10", digits),
                  "5.00001777017215290418023961384504745789963157373194362",
                  digits - 4);  // the wall is steep
    expect_digits(by_series(spring, "10", digits),
                  "-0.839071529076452452258863947824064834519930165133", digits);
  }
}

// Truth from outside: quadratures by PARI: a mass M(x) on the diagonal of the mass matrix, whose motion has the potential p²/2M, and a product.
TEST(taylor, does_not_jump_over_a_mass_or_a_product_of_powers) {
  const std::string mass =
      "coordinates = [\"x\", \"y\"]\nlagrangian = \"dot(x)^2/2 + (1 + 10^6*x^2)^4*dot(y)^2/2\"\n"
      "[start]\nx = \"-5\"\n[velocity]\nx = \"1\"\ny = \"1/2/(1 + 10^6*25)^4\"\n";
  std::string product = "coordinates = [\"y\"]\n[equations]\ny = \"";
  for (int k = -4; k <= 4; ++k) {
    product += (k > -4 ? "*" : "") + std::string("sin(t + ") + std::to_string(k) + "/100)^12";
  }
  product += "\"\n[start]\nt = \"1/5\"\ny = 1\n";
  for (const int digits : {16, 34}) {
    expect_digits(by_series(product, "9.8", digits),
                  "1.69616174136056380916339453959075051675235253524", digits);
    expect_digits(by_series(mass, "10", digits),
                  "4.99985867021311853132688318324365682511865043462323513", digits - 1);
  }
}

// Truth from outside: a quadrature by mpmath.
TEST(taylor, does_not_jump_over_high_powers_between_their_zeros) {
  const std::string pulses =
      "coordinates = [\"y\"]\n[equations]\ny = \"sin(t)^200\"\n[start]\ny = 1\n";
  for (const int digits : {16, 34, 45}) {
    expect_digits(by_series(pulses, "10", digits),
                  "1.53107190308931594112697529862412174666151354521", digits);
  }
  // ((1 - cos t)/2)^n has a zero of the order 2 n at the start: 2^-2n C(2n, n) t and sums of sines
  const auto zero = [](const std::string& n) {
    return "coordinates = [\"y\"]\n[equations]\ny = \"((1 - cos(t))/2)^" + n +
           "\"\n[start]\ny = 1\n";
  };
  expect_digits(by_series(zero("11"), "9", 16), "2.2215078255741418662", 16);
  expect_digits(by_series(zero("22"), "2*pi", 34),
                "1.75149521840656335496286269388864602589774395908", 34);
}

// Closed forms. The smooth continuation of a field behind a corner is none of its motions: for x' = 1, y' = |x|³ leads to
// (x(0)⁴ + x(2)⁴)/4, the continuation to (x(0)⁴ − x(2)⁴)/4. V = |x|³ has the period B(1/3, 1/2) √8/3 from x = 1. A step that ends
// on the corner itself cannot go on. A step may end behind a corner with a defect of 2^8 rounding errors: two digits.
TEST(taylor, sees_the_corners_of_a_field) {
  const auto cube = [](const std::string& start) {
    return "coordinates = [\"y\", \"x\"]\n[equations]\nx = \"1\"\ny = \"sqrt(x^2)^3\"\n[start]\nx "
           "= \"" +
           start + "\"\n";
  };
  const std::string swing =
      "coordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - sqrt(x^2)^3\"\n[start]\nx = 1\n";
  const std::string three_quarters =
      "2.974477425402175561469";  // to 1e-21: x is about as small there
  for (const int digits : {16, 34, 45, 64}) {
    for (const auto& by : {by_series, by_one_step}) {
      expect_digits(by(cube("-sqrt(2)/2"), "2", digits),
                    "0.761038969321072280392400741056358646436476560803733670704941", digits - 2);
      expect_digits(by(cube("-1/3"), "2", digits),
                    "1.9320987654320987654320987654320987654320987654320987654321", digits - 2);
      EXPECT_LT(abs(by(swing, three_quarters, digits)), mp64(1e-13)) << digits;
      EXPECT_THROW(by(cube("-1"), "2", digits), step_failure);
    }
  }
}

// Closed forms: (log cosh(20 (t − 5)) − log cosh 100)/20 + t, and tanh(20 (t − 5))/20 + tanh(100)/20.
TEST(taylor, keeps_its_digits_where_tanh_is_near_to_one) {
  const auto of = [](const std::string& rate) {
    return "coordinates = [\"y\"]\n[equations]\ny = \"" + rate + "\"\n";
  };
  for (const int digits : {16, 34, 45, 64}) {
    expect_digits(by_series(of("1 + tanh(20*(t - 5))"), "5", digits),
                  "0.034657359027997265470861606072908828403775006718", std::min(digits, 48) + 1);
    expect_digits(by_series(of("1 + tanh(20*(t - 5))"), "10", digits), "10", digits - 1);
    expect_digits(by_series(of("1 - tanh(20*(t - 5))^2"), "10", digits), "0.1", digits + 1);
  }
}

}  // namespace
}  // namespace plumbline
