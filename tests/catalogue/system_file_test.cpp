// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Systems from text. Kind: truth from outside (mpmath's difference quotients of Lagrangians written by hand, exact solutions),
// consistency (text against C++, bit for bit), orders from both sides, refused files.
#include "support/every_scalar.hpp"
#include "support/oracle_csv.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/damped_forced_oscillator.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/mechanics/poisson.hpp>
#include <plumbline/study/constancy.hpp>
#include <plumbline/study/integrate.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

namespace {

using namespace plumbline;

std::string example(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/" + name + ".toml";
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

template <class T>
vector<T> vector_of(const std::string& texts) {
  const auto words = split(texts);
  vector<T> x(static_cast<Eigen::Index>(words.size()));
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    x[i] = evaluate<T>(expression(words[static_cast<std::size_t>(i)]));
  }
  return x;
}

/// |x − reference| relative to the largest number of the state's row set.
double error_of(const mp64& x, const std::string& reference, double scale) {
  const precision_scope scope(100);
  return std::abs(to_double(mp(widen<mp>(x) - decimal<mp>(reference)))) / scale;
}

TEST(system_file, has_the_values_that_mpmath_finds_by_difference_quotients) {
  std::map<std::string, std::vector<plumbline::testing::oracle_row>> by_system;
  for (auto& row : plumbline::testing::read_oracle("systems/values.csv", 100)) {
    by_system[row["system"]].push_back(row);
  }
  EXPECT_EQ(by_system.size(), 9U);
  for (auto& [name, rows] : by_system) {
    const auto entry = load_system(example(name));
    const model<mp64> system = entry->make<mp64>();
    evaluation<mp64> at(system);
    const vector<mp64> q = vector_of<mp64>(rows[0]["q"]);
    const vector<mp64> v = vector_of<mp64>(rows[0]["v"]);
    const mp64 t = evaluate<mp64>(expression(rows[0]["t"]));
    at.set_time(t);
    const auto n = q.size();
    const auto part = [&](form_part which) {
      part_values<mp64> values(system, which);
      const auto& r = values.at(view(q), view(v), {}, t);
      vector<mp64> x(n);
      for (Eigen::Index i = 0; i < n; ++i) {
        x[i] = r.result(static_cast<int>(i));
      }
      return x;
    };
    vector<mp64> a(n);
    ASSERT_TRUE(at.acceleration(view(q), view(v), t, view(a)).ok()) << name;
    const std::map<std::string, vector<mp64>> vectors = {
        {"p", part(form_part::momentum)},
        {"dL", part(form_part::lagrangian_slope)},
        {"force", part(form_part::generalized_force)},
        {"a", a}};
    for (auto& row : rows) {
      const std::string& what = row["name"];
      const auto digit = what.find_first_of("0123456789");
      const mp64 x = what == "L" ? at.lagrangian(view(q), view(v))
                     : what == "energy"
                         ? at.energy(view(q), view(v))
                         : vectors.at(what.substr(0, digit))[std::stoi(what.substr(digit)) - 1];
      const double scale = std::max(1., std::abs(to_double(x)));
      EXPECT_LT(error_of(x, row["value"], scale), 1e-60) << name << " " << what;
    }
  }
}

/// The state after `steps` steps.
template <class T>
vector<T> run(const std::string& scheme, const model<T>& system, const phase_point<T>& start,
              const T& t0, const T& h, int steps) {
  auto stepper = find_scheme(scheme).make<T>({}, system);
  vector<T> y = stepper.start(start, t0);
  const auto outcome = integrate<T>(stepper, y, time_grid<T>(t0, h, steps),
                                    [](std::int64_t, const T&, const vector<T>&) {});
  EXPECT_EQ(outcome, run_outcome::finished);
  const auto z = stepper.phase(y, T(t0 + h * steps));
  vector<T> end(z.q.size() + z.p.size());
  end << z.q, z.p;
  return end;
}

constexpr const char* double_pendulum_text = R"toml(
name = "double-pendulum-from-text"
coordinates = ["a", "b"]
lagrangian = "(m1 + m2)/2*l1^2*dot(a)^2 + m2/2*l2^2*dot(b)^2 + m2*l1*l2*cos(a - b)*dot(a)*dot(b) + (m1 + m2)*g*l1*cos(a) + m2*g*l2*cos(b)"
[parameters]
m1 = 1
m2 = 1
l1 = "g/(2*pi)^2"
l2 = "g/(2*pi)^2"
g = "9.81"
)toml";

// the C++ side, in the same order of operations
template <class T>
struct same_pendulum {
  T m1{1}, m2{1}, l1{1}, l2{1}, g{1};
  static constexpr int dimension() { return 2; }
  static auto parameters() {
    using self = same_pendulum;
    return std::array{parameter<self>{"m1", "", "1", "", &self::m1},
                      parameter<self>{"m2", "", "1", "", &self::m2},
                      parameter<self>{"l1", "", "g/(2*pi)^2", "", &self::l1},
                      parameter<self>{"l2", "", "g/(2*pi)^2", "", &self::l2},
                      parameter<self>{"g", "", "9.81", "", &self::g}};
  }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    const S n1(m1), n2(m2), k1(l1), k2(l2), f(g);
    return (n1 + n2) / 2 * (k1 * k1) * (v[0] * v[0]) + n2 / 2 * (k2 * k2) * (v[1] * v[1]) +
           n2 * k1 * k2 * cos(q[0] - q[1]) * v[0] * v[1] + (n1 + n2) * f * k1 * cos(q[0]) +
           n2 * f * k2 * cos(q[1]);
  }
};

template <class T>
class text_and_cpp : public ::testing::Test {
  plumbline::precision_scope scope_{100};
};
TYPED_TEST_SUITE(text_and_cpp, plumbline::every_scalar);

TYPED_TEST(text_and_cpp, give_the_same_bits) {
  using T = TypeParam;
  const auto entry = parse_system(double_pendulum_text, "text");
  const model<T> text = entry->make<T>();
  same_pendulum<T> values;
  const auto list = text.parameters();
  values.m1 = list[0];
  values.m2 = list[1];
  values.l1 = list[2];
  values.l2 = list[3];
  values.g = list[4];
  const model<T> cpp{values};
  const phase_point<T> start{vector_of<T>("pi/4 pi/3"), vector_of<T>("1/7 -1/9")};
  for (const char* const scheme : {"simpson", "midpoint", "rk4", "gauss-collocation", "newmark"}) {
    const T h = evaluate<T>(expression("1/50"));
    const vector<T> a = run<T>(scheme, text, start, T(0), h, 20);
    const vector<T> b = run<T>(scheme, cpp, start, T(0), h, 20);
    EXPECT_TRUE(a == b) << scheme;
  }
}

TEST(system_file, gives_programs_of_the_same_length_as_cpp) {
  const auto text = parse_system(double_pendulum_text, "text")->formulas;
  const auto cpp = model<double>(same_pendulum<double>{}).formulas();
  for (const form_part part : {form_part::gradient, form_part::second_derivatives, form_part::flow,
                               form_part::acceleration, form_part::equation}) {
    // which operand of a product was recorded first is the compiler's choice in C++, so that stages may differ by one
    std::size_t in_text = 0;
    std::size_t in_cpp = 0;
    for (const int stage : {parameter_stage, position_stage, velocity_stage}) {
      in_text += text->part(part)->stage(stage).size();
      in_cpp += cpp->part(part)->stage(stage).size();
    }
    EXPECT_LE(20 * in_text, 21 * in_cpp);
    EXPECT_GT(in_text, 0U);
  }
}

TEST(system_file, with_points_is_the_lagrangian_of_the_same_motion) {
  const auto points = parse_system(R"toml(
name = "double-pendulum-of-points"
coordinates = ["a", "b"]
potential = "g*(m1*bob1.y + m2*bob2.y)"
[points.bob1]
mass = "m1"
at = ["l1*sin(a)", "-l1*cos(a)"]
[points.bob2]
mass = "m2"
at = ["bob1.x + l2*sin(b)", "bob1.y - l2*cos(b)"]
[parameters]
m1 = 1
m2 = 1
l1 = "g/(2*pi)^2"
l2 = "l1"
g = "9.81"
)toml",
                                   "points");
  const auto formula = parse_system(double_pendulum_text, "text");
  const phase_point<mp64> start{vector_of<mp64>("pi/4 pi/3"), vector_of<mp64>("1/7 -1/9")};
  const mp64 h = evaluate<mp64>(expression("1/50"));
  const vector<mp64> a = run<mp64>("simpson", points->make<mp64>(), start, mp64(0), h, 20);
  const vector<mp64> b = run<mp64>("simpson", formula->make<mp64>(), start, mp64(0), h, 20);
  EXPECT_LT(to_double(max_magnitude(vector<mp64>(a - b))), 1e-60);
}

constexpr const char* forced_text = R"toml(
name = "damped-and-forced"
coordinates = ["x"]
lagrangian = "m/2*dot(x)^2 - k/2*x^2"
dissipation = "c/2*dot(x)^2"
[parameters]
m = 1
c = 4
k = 13
[forces]
x = "1/3*exp(-2*t)*sin(3*t)"
)toml";

// Exact: Plumbline's closed solution of the same oscillator, which the tests of exact/ compare with mpmath.
TEST(system_file, forced_is_integrated_with_the_order_of_the_scheme) {
  const auto entry = parse_system(forced_text, "forced");
  EXPECT_TRUE(entry->facts.forced);
  EXPECT_FALSE(entry->facts.separable);
  EXPECT_FALSE(entry->facts.autonomous);
  const model<mp64> system = entry->make<mp64>();
  damped_forced_oscillator<mp64> oscillator;
  oscillator.m = mp64(1);
  oscillator.c = mp64(4);
  oscillator.k = mp64(13);
  oscillator.amplitude = evaluate<mp64>(expression("1/3"));
  oscillator.decay = mp64(2);
  oscillator.frequency = mp64(3);
  oscillator.phase = mp64(0);
  const mp64 t0 = evaluate<mp64>(expression("1/5"));
  const damped_forced_solution<mp64> exact(oscillator, mp64(1), mp64(-2), t0);
  const phase_point<mp64> start{vector_of<mp64>("1"), vector_of<mp64>("-2")};
  const auto truth = exact.state(mp64(1));
  for (const auto& [scheme, order] :
       {std::pair{"midpoint", 2.}, std::pair{"simpson", 4.}, std::pair{"lobatto", 4.},
        std::pair{"galerkin-gauss", 4.}, std::pair{"gauss-collocation", 4.}, std::pair{"rk4", 4.},
        std::pair{"rk4-velocity", 4.}, std::pair{"newmark", 2.},
        std::pair{"midpoint-extrapolation", 8.}}) {
    double errors[2];
    for (const int k : {0, 1}) {
      const int steps = 40 << k;
      const auto end = run<mp64>(scheme, system, start, t0, mp64(mp64(1) / steps), steps);
      errors[k] =
          std::hypot(to_double(mp64(end[0] - truth.q[0])), to_double(mp64(end[1] - truth.p[0])));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), order, 0.25) << scheme;
    EXPECT_LT(errors[1], 1e-3) << scheme;
  }
}

// For a pivot that moves as A cos(w t), the momentum depends on the time: schemes on velocities must convert at the right one.
TEST(system_file, with_time_in_its_momenta_is_the_same_motion_for_all_schemes) {
  const auto entry = parse_system(R"toml(
name = "moving-pivot"
coordinates = ["theta"]
potential = "9.81*bob.y"
[points.bob]
mass = 1
at = ["sin(theta) + 0.1*sin(3*t)", "-cos(theta)"]
)toml",
                                  "pivot");
  const model<mp64> system = entry->make<mp64>();
  const phase_point<mp64> start{vector_of<mp64>("1/3"), vector_of<mp64>("1/7")};
  const mp64 t0 = evaluate<mp64>(expression("1/5"));
  const mp64 h = evaluate<mp64>(expression("1/400"));
  const auto truth = run<mp64>("midpoint-extrapolation", system, start, t0, h, 400);
  for (const auto& [scheme, accuracy] :
       {std::pair{"simpson", 1e-9}, std::pair{"gauss-collocation", 1e-9}, std::pair{"rk4", 1e-8},
        std::pair{"rk4-velocity", 1e-8}, std::pair{"newmark", 1e-3}, std::pair{"midpoint", 1e-3}}) {
    const auto end = run<mp64>(scheme, system, start, t0, h, 400);
    EXPECT_LT(to_double(max_magnitude(vector<mp64>(end - truth))), accuracy) << scheme;
  }
}

TEST(system_file, tells_which_schemes_fit) {
  const auto lorenz = load_system(example("lorenz"));
  const auto eight = load_system(example("figure-eight"));
  const auto spherical = load_system(example("spherical-pendulum"));
  const auto fits = [](const char* scheme, const system_entry& system) {
    return find_scheme(scheme).fits(system);
  };
  EXPECT_TRUE(fits("leapfrog", *eight));
  EXPECT_FALSE(fits("leapfrog", *spherical));
  EXPECT_FALSE(fits("leapfrog", *parse_system(forced_text, "forced")));
  EXPECT_FALSE(fits("simpson-linear", *parse_system(forced_text, "forced")));
  EXPECT_TRUE(fits("simpson", *spherical));
  EXPECT_FALSE(fits("simpson", *lorenz));
  EXPECT_TRUE(fits("rk4", *lorenz));
  EXPECT_EQ(spherical->facts.cyclic, std::vector<int>{1});
  ASSERT_EQ(spherical->facts.conserved_momenta.size(), 1U);
  EXPECT_EQ(spherical->facts.conserved_momenta.front().name(), "p2");
}

TEST(system_file, of_each_example_is_read_and_stepped) {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(PLUMBLINE_SOURCE_DIR) +
                                                              "/examples/systems")) {
    if (file.path().extension() != ".toml") {
      continue;
    }
    ++count;
    const auto entry = load_system(file.path());
    EXPECT_EQ(entry->name(), file.path().stem().string());
    const model<double> system = entry->make<double>();
    EXPECT_EQ(system.dimension(), static_cast<int>(entry->info.aliases.size()));
    EXPECT_FALSE(entry->info.source.empty()) << entry->name();
  }
  EXPECT_GE(count, 14);
}

/// The verdicts for the invariants of a system at its default start: every value in [start] and [velocity].
std::map<std::string, constancy_verdict> verdicts(const system_entry& entry, int digits = 100) {
  const precision_scope scope(digits);
  const model<mp> system = entry.make<mp>();
  const variables names = detail::parameter_variables(entry.name(), entry.parameters, {});
  vector<mp> q = vector<mp>::Constant(entry.dimension, mp(0));
  vector<mp> v = q;
  for (const auto& [name, value] : entry.info.start) {
    (name.front() == 'q' ? q : v)[std::stoi(std::string(name.substr(1))) - 1] =
        evaluate<mp>(expression(value), names);
  }
  int claimed = 0;
  for (const auto& quantity : entry.quantities) {
    claimed += quantity.claimed_constant ? 1 : 0;
  }
  const auto list = constancy_of(system, q, v, mp(0), claimed);
  std::map<std::string, constancy_verdict> result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    result.emplace(entry.quantities[i].name, list[i]);
  }
  return result;
}

TEST(system_file, has_its_invariants_judged) {
  for (const char* const name :
       {"spherical-pendulum", "elastic-pendulum", "kepler", "henon-heiles", "toda", "figure-eight",
        "restricted-three-body", "magnetic-field", "rotating-hoop"}) {
    const auto found = verdicts(*load_system(example(name)));
    EXPECT_FALSE(found.empty()) << name;
    for (const auto& [invariant, verdict] : found) {
      EXPECT_EQ(verdict.constant, constancy::always) << name << " " << invariant;
      EXPECT_EQ(verdict.rate, 0) << name << " " << invariant;
    }
  }
}

TEST(system_file, has_false_claims_found_out) {
  const auto found = verdicts(*parse_system(R"toml(
name = "claims"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 - (x^2 + 4*y^2)/2"
[start]
x = "1"
[velocity]
x = "0"
[invariants]
total = "(dot(x)^2 + dot(y)^2)/2 + (x^2 + 4*y^2)/2"
almost = "(dot(x)^2 + dot(y)^2)/2 + (x^2 + 4*y^2)/2 + 1e-30*x"
push = "p(x)"
moment = "x*dot(y) - y*dot(x)"
position = "x"
late = "(x - 1)^5"
height = "y"
half = "dot(x)^2 + x^2"
moving = "x*cos(t) - dot(x)*sin(t)"
clock = "t"
)toml",
                                            "claims"));
  const std::map<std::string, constancy> known = {{"total", constancy::always},
                                                  {"almost", constancy::no},
                                                  {"push", constancy::no},
                                                  {"moment", constancy::from_this_start},
                                                  {"position", constancy::no},
                                                  {"late", constancy::no},
                                                  {"height", constancy::from_this_start},
                                                  {"half", constancy::always},
                                                  {"moving", constancy::always},
                                                  {"clock", constancy::no}};
  ASSERT_EQ(found.size(), known.size());
  for (const auto& [name, constant] : known) {
    EXPECT_EQ(found.at(name).constant, constant) << name;
    EXPECT_EQ(found.at(name).rate == 0, constant != constancy::no) << name;
  }
  EXPECT_EQ(found.at("clock").rate, 1);
  EXPECT_EQ(to_double(found.at("push").rate), -1);
}

// A falling dumbbell: the horizontal accelerations are zero, which the constraint makes of forces that are not.
TEST(system_file, has_no_claim_refuted_by_rounding_errors) {
  const auto found = verdicts(*parse_system(R"toml(
name = "dumbbell"
coordinates = ["x1", "y1", "x2", "y2"]
potential = "9.81*(2.2*y1 + y2/3)"
[points.a]
mass = "2.2"
at = ["x1", "y1"]
[points.b]
mass = "1/3"
at = ["x2", "y2"]
[constraints]
rod = "(x1 - x2)^2 + (y1 - y2)^2 = 25^2"
[start]
x2 = "7"
y2 = "24"
[velocity]
x1 = "1/3"
x2 = "1/3"
[invariants]
P = "p(x1) + p(x2)"
false = "p(x1) + p(x2) + 1e-300*y1"
)toml",
                                            "dumbbell"),
                              800);
  EXPECT_EQ(found.at("P").constant, constancy::always);
  EXPECT_EQ(found.at("P").rate, 0);
  EXPECT_EQ(found.at("false").constant, constancy::no);
  // a coupled mass matrix does the same: the forces are M (0, 1/7, 1/11)
  const auto coupled = verdicts(*parse_system(R"toml(
name = "coupled"
coordinates = ["x", "y", "z"]
lagrangian = "dot(x)^2/2 + dot(y)^2/2 + dot(z)^2/2 + a*dot(x)*dot(y) + b*dot(y)*dot(z) + c*dot(x)*dot(z) + x*(a/7 + c/11) + y*(1/7 + b/11) + z*(b/7 + 1/11)"
[parameters]
a = "1/3"
b = "1/7"
c = "1/13"
[invariants]
vx = "dot(x)"
vy = "dot(y)"
both = "11*dot(z) - 7*dot(y)"
)toml",
                                              "coupled"),
                                800);
  EXPECT_EQ(coupled.at("vx").constant, constancy::always);
  EXPECT_EQ(coupled.at("vy").constant, constancy::no);
  EXPECT_EQ(coupled.at("both").constant, constancy::always);
}

// The false part is 1e-70, 1e-60 and 1e-300 of the true one: the oscillator's x and y move.
TEST(system_file, has_false_claims_found_out_however_small_their_error) {
  const auto found = verdicts(*parse_system(R"toml(
name = "claims"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 - (x^2 + 4*y^2)/2"
[start]
x = "1"
[velocity]
y = "1"
[invariants]
right = "1e60*(dot(x)^2 + x^2)"
sq = "dot(x)^2 + x^2 + 1e-70*y"
big = "1e60*(dot(x)^2/2 + x^2/2) + x"
tiny = "dot(x)^2 + x^2 + 1e-300*y"
)toml",
                                            "claims"),
                              800);
  EXPECT_EQ(found.at("right").constant, constancy::always);
  for (const char* const name : {"sq", "big", "tiny"}) {
    EXPECT_EQ(found.at(name).constant, constancy::no) << name;
    EXPECT_NE(found.at(name).rate, 0) << name;
  }
  EXPECT_NEAR(to_double(mp(found.at("sq").rate * pow(mp(10), 70))), 1, 1e-15);
}

TEST(system_file, has_a_claim_without_a_value_judged_beside_the_others) {
  const auto found = verdicts(*parse_system(R"toml(
name = "claims"
coordinates = ["x"]
lagrangian = "dot(x)^2/2 - x^2/2"
[start]
x = "1"
[invariants]
E = "dot(x)^2 + x^2"
outside = "log(-x)"
late = "sqrt(x - 1)"
)toml",
                                            "claims"));
  EXPECT_EQ(found.at("E").constant, constancy::always);
  EXPECT_EQ(found.at("outside").constant, constancy::no);
  EXPECT_FALSE(is_finite(found.at("outside").value));
  EXPECT_EQ(found.at("late").constant, constancy::no);
  EXPECT_FALSE(is_finite(found.at("late").rate));
}

// dQ/dt = -(8/3) Q along Lorenz's equations with beta = 2 sigma for Q = x^2 - 2 sigma z: Q = 0 stays 0.
TEST(system_file, has_invariants_of_one_start_alone) {
  const auto found = verdicts(*parse_system(R"toml(
name = "lorenz-on-a-surface"
coordinates = ["x", "y", "z"]
[equations]
x = "sigma*(y - x)"
y = "x*(rho - z) - y"
z = "x*y - beta*z"
[parameters]
sigma = 10
rho = 28
beta = "2*sigma"
[start]
x = 2
y = 1
z = "1/5"
[invariants]
Q = "x^2 - 2*sigma*z"
R = "x^2 + y^2"
)toml",
                                            "lorenz"));
  EXPECT_EQ(found.at("Q").constant, constancy::from_this_start);
  EXPECT_EQ(found.at("R").constant, constancy::no);
}

TEST(system_file, may_name_what_the_program_names_alike) {
  EXPECT_NO_THROW((void)parse_system(
      "name = \"s\"\ncoordinates = [\"q1\", \"q2\"]\nlagrangian = \"dot(q1)^2 + dot(q2)^2\"\n"
      "[define]\nv3 = \"q1\"\nx1 = \"q2\"",
      "text"));
  // the columns of a system of first order are its coordinates, and it has no energy
  EXPECT_NO_THROW(
      (void)parse_system("name = \"s\"\ncoordinates = [\"q1\", \"p1\", \"q2\"]\n[equations]\nq1 = "
                         "\"p1\"\np1 = \"-q1\"\n"
                         "q2 = \"1\"\n[invariants]\nenergy = \"q1^2 + p1^2\"",
                         "text"));
}

// A mistake in a definition has one place, its own, from wherever it is used.
TEST(system_file, names_itself_once_in_a_message) {
  for (const char* const c : {"a*x", "2*unknown", "sqrt(-1)"}) {
    try {
      (void)parse_system(std::string("name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"a\"\n"
                                     "[define]\na = \"b+1\"\nb = \"2*c\"\nc = \"") +
                             c + "\"",
                         "file.toml");
      ADD_FAILURE() << c << " was accepted";
    } catch (const invalid_input& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("'file.toml' line "), std::string::npos) << message;
      EXPECT_EQ(message.find("file.toml"), message.rfind("file.toml")) << message;
    }
  }
}

struct broken_file {
  const char* text;
  const char* place;  ///< "line 3, column 12", or what else the message must have
  const char* said;
};

#define HEAD "name = \"s\"\ncoordinates = [\"x\", \"y\"]\n"
#define FIRST_ORDER "[equations]\nx = \"y\"\ny = \"x\"\n"
#define GROUPS(LIST) HEAD "groups = " LIST "\n" FIRST_ORDER
#define POISSON(ENTRIES) HEAD FIRST_ORDER "[poisson]\n" ENTRIES
class broken : public ::testing::TestWithParam<broken_file> {};

TEST_P(broken, is_one_line_with_file_place_and_reason) {
  try {
    (void)parse_system(GetParam().text, "file.toml");
    ADD_FAILURE() << GetParam().text << " was accepted";
  } catch (const invalid_input& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_NE(message.find("'file.toml'"), std::string::npos) << message;
    EXPECT_NE(message.find(GetParam().place), std::string::npos) << message;
    EXPECT_NE(message.find(GetParam().said), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    system_file, broken,
    ::testing::Values(
        broken_file{"", "", "name is missing"}, broken_file{"name = \"s\"\n", "", "coordinates"},
        broken_file{HEAD, "", "either a lagrangian"},
        broken_file{HEAD "lagrangian = \"x\"\npotential = \"y\"", "line 4", "either a lagrangian"},
        broken_file{HEAD "lagrangean = \"x\"", "line 3", "did you mean 'lagrangian'?"},
        broken_file{"name = \"My System\"\n", "line 1, column 8", "small letters"},
        broken_file{"name = 3\n", "line 1", "text in quotes"},
        broken_file{"name = \"s\"\ncoordinates = []", "line 2", "list of names"},
        broken_file{"name = \"s\"\ncoordinates = [\"x\", \"x\"]", "line 2, column 21", "taken"},
        broken_file{"name = \"s\"\ncoordinates = [\"t\"]", "line 2", "'t' has a meaning"},
        broken_file{"name = \"s\"\ncoordinates = [\"2x\"]", "line 2", "is not a name"},
        broken_file{"name = \"s\"\ncoordinates = [\"q2\", \"q1\"]\nlagrangian = \"q1\"",
                    "line 2, column 16", "'q2' is the coordinate number 2"},
        broken_file{"name = \"s\"\ncoordinates = [\"p1\"]\nlagrangian = \"p1\"",
                    "line 2, column 16", "'p1' is the momentum number 1"},
        broken_file{"name = \"s\"\ncoordinates = [\"x\", \"v2\"]\nlagrangian = \"x\"",
                    "line 2, column 21", "'v2' is the velocity number 2"},
        broken_file{HEAD "potential = \"x\"\n[points.p]\nmass = \"1\"\nat = [\"x\"]", "line 4",
                    "'p.x' is the momentum of a coordinate"},
        broken_file{HEAD "lagrangian = \"x\"\n[define]\nenergy = \"x\"", "line 5, column 10",
                    "'energy' is the energy of the system"},
        broken_file{HEAD "lagrangian = \"x\"\n[invariants]\np1 = \"x\"", "line 5, column 6",
                    "'p1' is the momentum number 1"},
        broken_file{HEAD "lagrangian = \"x\"\n[invariants]\nv1 = \"x\"", "line 5, column 6",
                    "'v1' is the velocity number 1"},
        broken_file{HEAD "lagrangian = \"x\"\n[invariants]\nt = \"x\"", "line 5, column 5",
                    "'t' has a meaning"},
        broken_file{HEAD "lagrangian = \"dot(x)^2 + z\"", "line 3, column 26", "unknown name 'z'"},
        broken_file{HEAD "lagrangian = \"dot(x)^2 + \"", "line 3, column 26", "expected"},
        broken_file{HEAD "lagrangian = \"dot(x^2)\"", "line 3, column 20", "expected"},
        broken_file{HEAD "lagrangian = \"abs(x)\"", "line 3, column 15", "smooth"},
        broken_file{HEAD "lagrangian = \"foo(x)\"", "line 3, column 15", "function"},
        broken_file{HEAD "lagrangian = \"x/(1 - 1)\"", "line 3, column 16", "division by zero"},
        broken_file{HEAD "lagrangian = \"p(x)\"", "line 3, column 15", "no meaning"},
        broken_file{HEAD "lagrangian = 0.5", "line 3, column 14", "TOML float"},
        broken_file{HEAD "lagrangian = \"x\"\n[parameters]\nm = 0.1", "line 5, column 5",
                    "\"0.1\""},
        broken_file{HEAD "lagrangian = \"x\"\n[parameters]\nm = \"k\"\nk = \"m\"", "line 6",
                    "needs itself"},
        broken_file{HEAD "lagrangian = \"x\"\n[parameters]\nm = \"x\"", "line 5, column 6",
                    "unknown name 'x'"},
        broken_file{HEAD "lagrangian = \"x\"\n[parameters]\nm = { value = \"-1\", domain = "
                         "\"positive\" }",
                    "line 5", "must be positive"},
        broken_file{HEAD
                    "lagrangian = \"x\"\n[parameters]\nm = { value = \"1\", domain = \"big\" }",
                    "line 5", "unknown domain 'big'"},
        broken_file{HEAD "lagrangian = \"x\"\n[parameters]\nm = { valu = \"1\" }", "line 5",
                    "did you mean 'value'?"},
        broken_file{HEAD "lagrangian = \"x\"\n[parameters]\nx = \"1\"", "line 5",
                    "taken by coordinates"},
        broken_file{HEAD "lagrangian = \"r\"\n[define]\nr = \"s + x\"\ns = \"2*r\"", "line 5",
                    "define.r -> define.s -> define.r"},
        broken_file{HEAD "lagrangian = \"x\"\n[define]\nunused = \"qq\"", "line 5, column 11",
                    "unknown name 'qq'"},
        broken_file{HEAD "lagrangian = \"x\"\n[forces]\nz = \"1\"", "line 5", "coordinate 'z'"},
        broken_file{HEAD "lagrangian = \"x\"\n[start]\nxx = \"1\"", "line 5", "did you mean 'x'?"},
        broken_file{HEAD "lagrangian = \"x\"\n[start]\nx = \"1/0\"", "line 5", "divi"},
        broken_file{HEAD "lagrangian = \"x\"\n[velocity]\nx = 1\n[momentum]\nx = 1", "momentum",
                    "not both"},
        broken_file{HEAD "lagrangian = \"x\"\n[invariants]\nI = \"p(z)\"", "line 5, column 6",
                    "coordinate"},
        broken_file{HEAD "potential = \"x\"\n", "line 3", "points"},
        broken_file{HEAD "potential = \"x\"\n[points.b]\nmass = 1\n", "line 4", "at = "},
        broken_file{HEAD "potential = \"x\"\n[points.b]\nmass = 1\nat = [\"dot(x)\"]",
                    "line 6, column 7", "velocities"},
        broken_file{HEAD "[equations]\nx = \"y\"", "line 3", "equation of 'y'"},
        broken_file{HEAD "[equations]\nx = \"y\"\ny = \"dot(x)\"", "line 5, column 6", "dot(x)"},
        broken_file{HEAD "dissipation = \"x\"\n[equations]\nx = \"y\"\ny = \"x\"", "line 3",
                    "first order"},
        broken_file{HEAD "lagrangian = \"dot(x)^2\"\ndissipation = \"x^2/2\"", "line 4",
                    "no velocity"},
        broken_file{HEAD "lagrangian = \"dot(x)^2\"\ndissipation = \"r\"\n[define]\nr = \"3*t\"",
                    "line 4", "such as \"dot(x)^2/2\""},
        broken_file{HEAD "lagrangian = \"x\"\nlagrangian = \"y\"", "line 4", "not TOML"},
        broken_file{HEAD "lagrangian = \"x", "line 3", "not TOML"},
        broken_file{HEAD "lagrangian = \"x \xff\"", "line 3, column 17", "UTF-8"},
        broken_file{HEAD "lagrangian = \"\xcf\x80*x\"", "line 3, column 15", "expected"},
        broken_file{HEAD "lagrangian = \"\"\"\ndot(x)^2\n  + zz\"\"\"", "line 5, column 5", "'zz'"},
        broken_file{HEAD "lagrangian = [\"x\"]", "line 3", "exact expression"},
        broken_file{HEAD "lagrangian = \"x\"\nparameters = 3", "line 4", "[parameters]"},
        broken_file{HEAD "groups = [[\"x\"], [\"y\"]]\nlagrangian = \"x\"", "line 3, column 10",
                    "belongs to [equations]"},
        broken_file{HEAD "lagrangian = \"x\"\n[poisson]\n\"x,y\" = \"1\"", "line 4",
                    "belongs to [equations]"},
        broken_file{GROUPS("[[\"x\", \"y\"]]"), "line 3, column 10", "two or more lists"},
        broken_file{GROUPS("\"x\""), "line 3, column 10", "two or more lists"},
        broken_file{GROUPS("[[\"x\"], \"y\"]"), "line 3, column 18", "a list of coordinates"},
        broken_file{GROUPS("[[\"x\"], []]"), "line 3, column 18", "a list of coordinates"},
        broken_file{GROUPS("[[\"x\"], [\"z\"]]"), "line 3, column 19", "'z'"},
        broken_file{GROUPS("[[\"x\"], [\"y\", \"x\"]]"), "line 3, column 24", "already"},
        broken_file{
            "name = \"s\"\ncoordinates = [\"x\", \"y\", \"z\"]\ngroups = [[\"x\"], [\"y\"]]\n"
            "[equations]\nx = \"y\"\ny = \"x\"\nz = \"1\"",
            "line 3, column 10", "'z' is in none"},
        broken_file{POISSON(""), "line 6", "gives no bracket"},
        broken_file{POISSON("\"x\" = \"1\""), "line 7", "two coordinates in quotes"},
        broken_file{POISSON("x.y = \"1\""), "line 7", "two coordinates in quotes"},
        broken_file{POISSON("\"x,y,x\" = \"1\""), "line 7", "two coordinates in quotes"},
        broken_file{POISSON("\"x,z\" = \"1\""), "line 7", "coordinate 'z'"},
        broken_file{POISSON("\"x, x\" = \"1\""), "line 7", "with itself is 0"},
        broken_file{POISSON("\"x,y\" = \"1\"\n\"y, x\" = \"-1\""), "line 8",
                    "given by 'x,y' already"},
        broken_file{POISSON("\"x,y\" = \"x*y\""), "line 7", "not linear in 'x'"},
        broken_file{POISSON("\"x,y\" = \"x + sin(y)\""), "line 7", "not linear in 'y'"},
        broken_file{POISSON("\"x,y\" = \"t\""), "line 7", "the time t"},
        broken_file{POISSON("\"x,y\" = \"w\""), "line 7, column 10", "'w'"},
        broken_file{POISSON("\"x,y\" = 0.5"), "line 7", "binary"}));

TEST(system_file, of_first_order_may_have_groups_and_brackets) {
  const auto entry = parse_system(
      "name = \"s\"\ncoordinates = [\"x\", \"y\", \"z\"]\ngroups = [[\"z\"], [\"x\", \"y\"]]\n"
      "[equations]\nx = \"z\"\ny = \"z\"\nz = \"x\"\n[parameters]\nm = 2\n[define]\nw = \"m*z\"\n"
      "[poisson]\n\"x , y\" = \"w + 1\"\n\"z,x\" = \"m^2\"",
      "s");
  EXPECT_EQ(entry->formulas->groups(), (std::vector<std::vector<int>>{{2}, {0, 1}}));
  EXPECT_EQ(entry->facts.groups, 2);
  EXPECT_FALSE(entry->facts.within_group);
  vector<double> y(3);
  y << 5, 6, 7;
  matrix<double> expected(3, 3);
  expected << 0, 15, -4, -15, 0, 0, 4, 0, 0;
  EXPECT_EQ(poisson_matrix(entry->make<double>(), y), expected);
}

TEST(system_file, of_a_megabyte_of_nonsense_is_refused_at_once) {
  constexpr std::size_t megabyte = 1'000'000;
  std::mt19937 random(11);
  std::string garbage;
  std::string ascii;
  while (garbage.size() < megabyte) {
    garbage += static_cast<char>(random() % 256);
    ascii += static_cast<char>(' ' + random() % 95);
  }
  std::string chain = HEAD "lagrangian = \"a0\"\n[define]\n";
  for (int k = 0; k < 20000; ++k) {
    chain += "a" + std::to_string(k) + " = \"a" + std::to_string(k + 1) + " + 1\"\n";
  }
  chain += "a20000 = \"a0\"\n";
  std::string parameters = HEAD "lagrangian = \"x\"\n[parameters]\n";
  for (int k = 0; k < 20000; ++k) {
    parameters += "a" + std::to_string(k) + " = \"a" + std::to_string(k + 1) + " + 1\"\n";
  }
  parameters += "a20000 = \"a0\"\n";
  const std::vector<std::string> texts = {
      garbage,
      ascii,
      std::string(megabyte, '('),
      std::string(megabyte, '['),
      HEAD "lagrangian = \"" + std::string(megabyte, '(') + "\"",
      HEAD "lagrangian = \"x" + std::string(megabyte - 100, '-') + "\"",
      HEAD "lagrangian = " + std::string(megabyte - 100, '['),
      chain,
      parameters,
      std::string(3 * megabyte, ' ')};
  for (const auto& text : texts) {
    const auto begin = std::chrono::steady_clock::now();
    try {
      (void)parse_system(text, "file.toml");
      ADD_FAILURE() << "accepted: " << text.substr(0, 60);
    } catch (const invalid_input& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      EXPECT_LT(std::string(error.what()).size(), 1000U) << text.substr(0, 60);
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(spent.count(), 3) << text.substr(0, 60);
  }
}

TEST(system_file, that_is_not_there_is_an_io_error) {
  EXPECT_THROW((void)load_system("/nowhere/at/all.toml"), io_error);
  EXPECT_THROW((void)load_system("/"), io_error);
}

}  // namespace
