// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps of systems with constraints. Kinds: oracle (the equations of a step, solved together by mpmath from the definition,
// reference/oracles/constraints/steps.py), identities (the scheme in minimal coordinates without multipliers, symmetry,
// symplecticity, momenta, the same map by another scheme), orders from both sides against the flow.
#include "constraints/constrained_run.hpp"
#include "support/oracle_csv.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/systems/harmonic_oscillator.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/schemes/galerkin_constrained.hpp>
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <map>

namespace plumbline {
namespace {

using testing::constrained_run;
using testing::distance;
using testing::system_path;
using testing::text_file;

struct asked {
  std::string system;
  std::string scheme;
  friend auto operator<=>(const asked&, const asked&) = default;
};

/// The values of the oracle by system and scheme, then by the number of the step.
std::map<asked, std::map<int, std::map<std::string, std::string>>> oracle() {
  std::map<asked, std::map<int, std::map<std::string, std::string>>> values;
  for (auto& row : testing::read_oracle("constraints/steps.csv", 400)) {
    values[{row["system"], row["scheme"]}][std::stoi(row["n"])][row["name"]] = row["value"];
  }
  return values;
}

template <class T>
void compare_with_oracle(double states, double multipliers) {
  for (const auto& [what, rows] : oracle()) {
    SCOPED_TRACE(what.system + ", " + what.scheme);
    constrained_run<T> run(system_path(what.system), what.scheme);
    for (const auto& [n, values] : rows) {
      ASSERT_TRUE(run.advance(rational<T>(1, 20)));
      const auto z = run.point();
      for (const auto& [name, text] : values) {
        const bool state = name[0] == 'q' || name[0] == 'p';
        const T value =
            state ? (name[0] == 'q' ? z.q : z.p)[std::stoi(name.substr(1)) - 1] : run.column(name);
        const T off = value - decimal<T>(text);
        EXPECT_LT(std::abs(to_double(off)), state ? states : multipliers) << name << ", step " << n;
      }
    }
  }
}

TEST(constrained_steps, are_those_of_the_definition_to_54_digits_of_64) {
  compare_with_oracle<mp64>(1e-54, 1e-50);
}
TEST(constrained_steps, are_those_of_the_definition_in_double) {
  compare_with_oracle<double>(2e-13, 1e-10);
}
TEST(constrained_steps, are_those_of_the_definition_at_34_and_200_digits) {
#if PLUMBLINE_HAS_QUAD
  compare_with_oracle<quad>(1e-30, 1e-27);
#endif
  const precision_scope scope(200);
  compare_with_oracle<mp>(1e-63, 1e-62);  // the oracle has 66 digits
}

constexpr const char* holonomic_systems[] = {"spherical-rod", "double-spherical"};
constexpr const char* all_schemes[] = {"midpoint",
                                       "simpson",
                                       "lobatto:degree=1",
                                       "lobatto:degree=3",
                                       "galerkin-gauss:degree=2",
                                       "galerkin-gauss:degree=3"};

TEST(constrained_steps, go_back_to_the_start) {
  for (const char* const system :
       {"spherical-rod", "double-spherical", "driven-torus", "chaplygin-sleigh"}) {
    for (const char* const scheme : all_schemes) {
      SCOPED_TRACE(std::string(system) + ", " + scheme);
      problem_texts undamped;
      if (std::string(system) == "driven-torus") {
        undamped.set = {"c=0"};
      }
      constrained_run<mp64> run(system_path(system), scheme, undamped);
      ASSERT_TRUE(run.advance(rational<mp64>(1, 10)));
      EXPECT_GT(distance(run.point(), run.start().start), rational<mp64>(1, 100));
      ASSERT_TRUE(run.advance(rational<mp64>(-1, 10)));
      EXPECT_LT(distance(run.point(), run.start().start), decimal<mp64>("1e-58"));
    }
  }
}

TEST(constrained_steps, keep_the_constraints_and_the_momentum_about_the_axis) {
  for (const char* const scheme : all_schemes) {
    SCOPED_TRACE(scheme);
    constrained_run<mp64> run(system_path("spherical-rod"), scheme);
    const auto momentum = [&] {
      const auto z = run.point();
      return mp64(z.q[0] * z.p[1] - z.q[1] * z.p[0]);
    };
    const mp64 before = momentum();
    const mp64 energy = run.energy_now();
    for (int k = 0; k < 30; ++k) {
      ASSERT_TRUE(run.advance(rational<mp64>(1, 10)));
      EXPECT_LT(abs(mp64(momentum() - before)), decimal<mp64>("1e-60"));
      EXPECT_LT(abs(run.column("constraint.rod")), decimal<mp64>("1e-61"));
      EXPECT_LT(abs(run.column("hidden.rod")), decimal<mp64>("1e-60"));
    }
    EXPECT_GT(abs(mp64(run.energy_now() - energy)), decimal<mp64>("1e-30"));
  }
}

double symplecticity(const std::string& path, const std::string& scheme, int digits) {
  measure_request r;
  r.system = path;
  r.scheme = scheme;
  r.step = "1/10";
  const quantity& wanted = find_quantity(quantities(), "symplecticity");
  const measurement m = read_measurement(wanted, r, {}, digits);
  run_host host;
  return std::stod(wanted.measure(m, host).front().re);
}

TEST(constrained_steps, are_symplectic_on_the_tangent_space_where_the_scheme_is) {
  for (const char* const system : holonomic_systems) {
    for (const char* const scheme : all_schemes) {
      EXPECT_LT(symplecticity(system_path(system), scheme, 64), 1e-57) << system << ", " << scheme;
    }
    EXPECT_LT(symplecticity(system_path(system), "lobatto-iiia-iiib", 64), 1e-57) << system;
    EXPECT_LT(symplecticity(system_path(system), "yoshida-4", 64), 1e-57) << system;
    EXPECT_LT(symplecticity(system_path(system), "simpson", 16), 1e-12) << system;
    // Gauss collocation of the equations of motion is not symplectic on T*Q, nor is rk4
    EXPECT_GT(symplecticity(system_path(system), "gauss-collocation", 64), 1e-9) << system;
    EXPECT_GT(symplecticity(system_path(system), "rk4", 64), 1e-9) << system;
  }
  EXPECT_GT(symplecticity(system_path("chaplygin-sleigh"), "simpson", 64), 1e-4);
}

/// log2 of the quotient of the errors of steps h and h/2 at t = 1/2, against the Taylor series; also that of λ.
template <class T>
std::pair<double, double> order_of(const std::string& path, const std::string& scheme,
                                   const std::string& multiplier, const problem_texts& texts,
                                   int steps) {
  constrained_run<T> flow(path, "taylor", texts);
  EXPECT_TRUE(flow.advance(rational<T>(1, 2)));
  std::vector<double> states;
  std::vector<double> multipliers;
  for (const int n : {steps, 2 * steps}) {
    constrained_run<T> run(path, scheme, texts);
    EXPECT_TRUE(run.advance(rational<T>(1, 2 * n), n));
    states.push_back(log2_magnitude(distance(run.point(), flow.point())));
    multipliers.push_back(log2_magnitude(T(run.column(multiplier) - flow.column(multiplier))));
  }
  return {states[0] - states[1], multipliers[0] - multipliers[1]};
}

TEST(constrained_steps, have_the_order_2s_in_states_and_multipliers) {
  const std::map<std::string, std::string> systems = {{"spherical-rod", "lambda.rod"},
                                                      {"double-spherical", "lambda.upper"},
                                                      {"driven-torus", "lambda.torus"},
                                                      {"chaplygin-sleigh", "lambda.edge"}};
  const std::map<std::string, int> orders = {{"midpoint", 2},
                                             {"simpson", 4},
                                             {"lobatto:degree=1", 2},
                                             {"lobatto:degree=3", 6},
                                             {"galerkin-gauss:degree=2", 4},
                                             {"galerkin-gauss:degree=3", 6}};
  for (const auto& [system, multiplier] : systems) {
    for (const auto& [scheme, order] : orders) {
      const auto [states, multipliers] =
          order_of<mp64>(system_path(system), scheme, multiplier, {}, 64);
      EXPECT_NEAR(states, order, 0.05) << system << ", " << scheme;
      EXPECT_NEAR(multipliers, order, 0.1) << system << ", " << scheme << ", multiplier";
    }
  }
}

TEST(constrained_steps, of_other_schemes_have_their_orders) {
  const std::map<std::string, int> orders = {{"rk4", 4},
                                             {"rk4-velocity", 4},
                                             {"gauss-collocation:stages=2", 4},
                                             {"radau-iia:stages=2", 3},
                                             {"yoshida-4", 4},
                                             {"leapfrog", 2},
                                             {"lobatto-iiia-iiib:degree=2", 4},
                                             {"dormand-prince", 5},
                                             {"lobatto-iiia-iiib:degree=3", 6}};
  for (const auto& [scheme, order] : orders) {
    const auto [states, multipliers] =
        order_of<mp64>(system_path("spherical-rod"), scheme, "lambda.rod", {}, 64);
    EXPECT_NEAR(states, order, 0.05) << scheme;
    EXPECT_NEAR(multipliers, order, 0.2) << scheme;
  }
  // Jay's pair where the mass matrix depends on q and the constraint on t
  const auto [states, multipliers] = order_of<mp64>(
      system_path("driven-torus"), "lobatto-iiia-iiib:degree=2", "lambda.torus", {}, 64);
  EXPECT_NEAR(states, 4, 0.1);
  EXPECT_NEAR(multipliers, 4, 0.1);
}

TEST(constrained_steps, of_lobatto_pairs_and_of_leapfrog_are_those_of_lobatto_for_constant_mass) {
  const std::pair<const char*, const char*> same[] = {
      {"lobatto-iiia-iiib:degree=1", "lobatto:degree=1"},
      {"lobatto-iiia-iiib:degree=2", "lobatto:degree=2"},
      {"lobatto-iiia-iiib:degree=3", "lobatto:degree=3"},
      {"leapfrog", "lobatto:degree=1"},
      {"simpson", "lobatto:degree=2"}};
  for (const auto& [one, other] : same) {
    constrained_run<mp64> a(system_path("double-spherical"), one);
    constrained_run<mp64> b(system_path("double-spherical"), other);
    ASSERT_TRUE(a.advance(rational<mp64>(1, 20), 3));
    ASSERT_TRUE(b.advance(rational<mp64>(1, 20), 3));
    EXPECT_LT(distance(a.point(), b.point()), decimal<mp64>("1e-58")) << one;
  }
  // with a mass matrix that depends on q they are two schemes
  constrained_run<mp64> a(system_path("driven-torus"), "lobatto-iiia-iiib:degree=2");
  constrained_run<mp64> b(system_path("driven-torus"), "lobatto:degree=2");
  ASSERT_TRUE(a.advance(rational<mp64>(1, 20)));
  ASSERT_TRUE(b.advance(rational<mp64>(1, 20)));
  EXPECT_GT(distance(a.point(), b.point()), decimal<mp64>("1e-12"));
}

// The plane pendulum with x = sin a, y = −cos a put into the discrete Lagrangian of degree 1, Lobatto: one unknown a_1 and no
// multiplier, p_a0 + ∂L_d/∂a_0 = 0, p_a = F′ᵀp.
TEST(constrained_steps, are_those_of_the_scheme_in_a_minimal_coordinate) {
  const text_file file(R"toml(name = "plane"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 - y"
[constraints]
circle = "x^2 + y^2 = 1"
[start]
x = "3/5"
y = "-4/5"
[velocity]
x = "4/5"
y = "3/5"
)toml");
  const mp64 h = rational<mp64>(1, 10);
  const mp64 a0 = asin(rational<mp64>(3, 5));
  const mp64 pa = 1;  // F′ = (cos a, sin a), p = (4/5, 3/5)
  // L_d = |F(a_1) − F(a_0)|²/(2h) − h/2 (y_0 + y_1), |F_1 − F_0|² = 2 − 2 cos(a_1 − a_0):
  // p_a + ∂L_d/∂a_0 = p_a − sin(a_1 − a_0)/h − h/2 sin a_0 = 0
  const mp64 a1 = a0 + asin(mp64(h * (pa - h / 2 * sin(a0))));
  const mp64 pa1 = sin(mp64(a1 - a0)) / h - h / 2 * sin(a1);
  constrained_run<mp64> run(file.path(), "lobatto:degree=1");
  ASSERT_TRUE(run.advance(h));
  const auto z = run.point();
  EXPECT_LT(abs(mp64(z.q[0] - sin(a1))), decimal<mp64>("1e-60"));
  EXPECT_LT(abs(mp64(z.q[1] + cos(a1))), decimal<mp64>("1e-60"));
  EXPECT_LT(abs(mp64(z.p[0] - pa1 * cos(a1))), decimal<mp64>("1e-60"));
  EXPECT_LT(abs(mp64(z.p[1] - pa1 * sin(a1))), decimal<mp64>("1e-60"));
}

/// The plane pendulum of length 1 in Cartesian coordinates, in C++.
template <class T>
struct point_on_a_circle {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return (v[0] * v[0] + v[1] * v[1]) / S(2) - q[1];
  }
  template <class S>
  std::vector<S> constraints(std::span<const S> q) const {
    return {q[0] * q[0] + q[1] * q[1] - S(1)};
  }
};

TEST(constrained_steps, of_a_model_in_cpp_are_those_of_the_file) {
  const text_file file(R"toml(name = "plane"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 - y"
[constraints]
circle = "x^2 + y^2 = 1"
[start]
x = "3/5"
y = "-4/5"
[velocity]
x = "4/5"
y = "3/5"
)toml");
  constrained_run<mp64> run(file.path(), "simpson");
  const model<mp64> system{point_on_a_circle<mp64>{}};
  EXPECT_EQ(system.formulas()->constraints(), 1);
  constrained_galerkin_stepper<mp64> stepper(simpson<mp64>(), system);
  phase_point<mp64> z = run.point();
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(run.advance(rational<mp64>(1, 10)));
    ASSERT_TRUE(stepper.step(z, rational<mp64>(k, 10), rational<mp64>(1, 10)).ok());
  }
  EXPECT_LT(distance(run.point(), z), decimal<mp64>("1e-61"));
  const model<mp64> free(harmonic_oscillator<mp64>{});
  EXPECT_THROW(constrained_galerkin_stepper<mp64>(simpson<mp64>(), free), invalid_input);
  // and the stepper for free systems does not leave out constraints in silence
  EXPECT_THROW((galerkin_stepper<mp64, model<mp64>>(simpson<mp64>(), system)), invalid_input);
}

// A scheme that knows no constraints would let the point fall.
TEST(constrained_steps, of_a_model_in_cpp_are_refused_by_schemes_without_constraints) {
  const model<double> circle{point_on_a_circle<double>{}};
  for (const scheme_entry& scheme : schemes()) {
    SCOPED_TRACE(scheme.info.name);
    if (scheme.constraints == constraint_fit::none && !scheme.base_for) {
      EXPECT_THROW(scheme.make<double>({}, circle), invalid_input);
    }
  }
  for (const char* const name :
       {"newmark", "pefrl", "newmark-extrapolation", "discrete-gradient"}) {
    EXPECT_THROW(find_scheme(name).make<double>({}, circle), invalid_input) << name;
  }
  EXPECT_NO_THROW(find_scheme("leapfrog").make<double>({}, circle));
}

// rk4 drifts off the constraint at its own order; Gauss collocation keeps quadratic constraints.
TEST(constrained_steps, of_runge_kutta_methods_drift_or_keep_quadratic_constraints) {
  constrained_run<mp64> rk4(system_path("spherical-rod"), "rk4");
  ASSERT_TRUE(rk4.advance(rational<mp64>(1, 20), 20));
  EXPECT_GT(abs(rk4.column("constraint.rod")), decimal<mp64>("1e-9"));
  constrained_run<mp64> gauss(system_path("spherical-rod"), "gauss-collocation");
  ASSERT_TRUE(gauss.advance(rational<mp64>(1, 20), 20));
  EXPECT_LT(abs(gauss.column("constraint.rod")), decimal<mp64>("1e-60"));
}

}  // namespace
}  // namespace plumbline
