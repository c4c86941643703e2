// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Schemes from tables, and the audit. Kind: properties (a table is the scheme of the catalogue that it describes, bit by
// bit or to rounding; the stated facts of the catalogue's tables are what the conditions say), truth from outside (known
// orders and stability limits), and wrong input.
#include "support/catalogue_runs.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/damped_forced_oscillator.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/composition.hpp>
#include <plumbline/schemes/leapfrog.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline {
namespace {

constexpr const char* rk4_text = R"toml(
name = "my-rk4"
kind = "runge-kutta"
A = [[], ["1/2"], ["0", "1/2"], ["0", "0", "1"]]
b = ["1/6", "1/3", "1/3", "1/6"]
order = 4
symplectic = false
)toml";

constexpr const char* triple_jump = R"toml(
name = "jump"
kind = "splitting"
a = ["w/2", "(1 - w)/2", "(1 - w)/2", "w/2"]
b = ["w", "1 - 2*w", "w"]
order = 4
symmetric = true
symplectic = true
[define]
w = "1/(2 - 2^(1/3))"
)toml";

std::string value(const audit_report& report, const std::string& name) {
  const audit_row* row = report.find(name);
  return row == nullptr ? "(no row)" : row->value;
}

template <class T>
double difference(const scheme_entry& one, const scheme_entry& other, const std::string& system) {
  const auto& entry = find_system(system);
  auto a = one.make<T>({}, entry.make<T>());
  auto b = other.make<T>({}, entry.make<T>());
  const auto start = test::generic_start<T>(entry.dimension);
  const T h = rational<T>(1, 30);
  return test::relative_difference(test::run(a, start, h, 10), test::run(b, start, h, 10));
}

TEST(scheme_table, is_the_scheme_that_it_describes) {
  const scheme_entry rk4 = entry_of(parse_scheme(rk4_text));
  for (const char* system : {"double-pendulum", "pendulum"}) {
    EXPECT_LT(difference<mp64>(rk4, find_scheme("rk4"), system), 1e-61);
    EXPECT_LT(difference<double>(rk4, find_scheme("rk4"), system), 1e-13);
  }
  const auto euler = [](const char* a, const char* b) {
    return entry_of(
        parse_scheme(std::string("name = \"e\"\nkind = \"splitting\"\na = ") + a + "\nb = " + b));
  };
  EXPECT_LT(difference<mp64>(euler("[0, 1]", "[1]"), find_scheme("symplectic-euler-a"),
                             "linear-double-pendulum"),
            1e-61);
  EXPECT_LT(difference<mp64>(euler("[1]", "[1]"), find_scheme("symplectic-euler-b"), "pendulum"),
            1e-61);
  EXPECT_LT(
      difference<mp64>(euler("[0, 1]", "[\"1/2\", \"1/2\"]"), find_scheme("leapfrog"), "pendulum"),
      1e-61);
}

// One map by four kinds of tables: Verlet as splitting, composition, Nyström and partitioned Runge–Kutta method.
TEST(scheme_table, of_different_kinds_can_be_one_map) {
  const std::vector<std::string> texts = {
      "kind = \"composition\"\nbase = \"symplectic-euler-a\"\ngamma = [\"1/2\", \"1/2\"]",
      "kind = \"composition\"\nbase = \"leapfrog\"\ngamma = [1]",
      "kind = \"nystrom\"\nc = [0, 1]\nA = [[], [\"1/2\"]]\nbbar = [\"1/2\", 0]\nb = [\"1/2\", "
      "\"1/2\"]",
      "kind = \"partitioned-runge-kutta\"\nA = [[], [\"1/2\", \"1/2\"]]\nb = [\"1/2\", \"1/2\"]\n"
      "Abar = [[\"1/2\"], [\"1/2\"]]\nbbar = [\"1/2\", \"1/2\"]",
      "kind = \"galerkin\"\ndegree = 1\nc = [0, 1]\nb = [\"1/2\", \"1/2\"]"};
  for (const std::string& text : texts) {
    const scheme_entry table = entry_of(parse_scheme("name = \"verlet\"\n" + text));
    EXPECT_LT(difference<mp64>(table, find_scheme("leapfrog"), "linear-double-pendulum"), 1e-60)
        << text;
    EXPECT_LT(difference<mp64>(table, find_scheme("leapfrog"), "pendulum"), 1e-60) << text;
    EXPECT_EQ(table.info.order, 2) << text;
    EXPECT_TRUE(table.info.symmetric) << text;
    EXPECT_TRUE(table.info.symplectic) << text;
  }
}

// The triple jump of the trapezoidal rule under a load that depends on the time: each part of the step has its own length
// and begins at its own time, one of them before the step's beginning. Order 4 against the closed motion.
// The substeps of a table by name are those of the typed scheme.
TEST(scheme_table, of_a_composition_steps_as_the_composition_of_typed_schemes) {
  const scheme_table table = parse_scheme(
      "name = \"x\"\nkind = \"composition\"\nbase = \"leapfrog\"\n"
      "gamma = [\"w\", \"1 - 2*w\", \"w\"]\n[define]\nw = \"1/(2 - 2^(1/3))\"\n",
      "x");
  const pendulum<mp64> system{mp64(1), mp64(2)};
  using base = leapfrog_stepper<mp64, pendulum<mp64>>;
  composition_stepper<mp64, base, phase_point<mp64>> typed(coefficients_in<mp64>(table).gamma,
                                                           {base(system)});
  auto by_name = entry_of(table).make<mp64>({}, model<mp64>(system));
  phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)), vector<mp64>::Constant(1, mp64(0))};
  vector<mp64> y = by_name.start(z);
  const mp64 h = rational<mp64>(1, 10);
  for (int n = 0; n < 5; ++n) {
    ASSERT_TRUE(typed.step(z, h).ok());
    ASSERT_TRUE(by_name.step(y, mp64(0), h).ok());
  }
  EXPECT_LT(to_double(abs(mp64(z.q[0] - y[0]))), 1e-62);
  EXPECT_LT(to_double(abs(mp64(z.p[0] - y[1]))), 1e-62);
}

TEST(scheme_table, of_a_composition_sees_loads_at_the_times_of_its_parts) {
  const scheme_entry jump = entry_of(
      parse_scheme("name = \"jump\"\nkind = \"composition\"\nbase = \"average-acceleration\"\n"
                   "gamma = [\"w\", \"1 - 2*w\", \"w\"]\n[define]\nw = \"1/(2 - 2^(1/3))\""));
  const damped_forced_solution<mp64> truth(
      {mp64(1), mp64(4), mp64(13), rational<mp64>(1, 3), mp64(2), mp64(3), mp64(0)}, mp64(1),
      mp64(-2));
  const mp64 begin = rational<mp64>(1, 7);
  const mp64 end = begin + 1;
  std::vector<mp64> steps;
  std::vector<mp64> errors;
  for (const int n : {64, 128}) {
    auto stepper = jump.make<mp64>({}, find_system("damped-forced-oscillator").make<mp64>());
    vector<mp64> y = stepper.start(truth.state(begin), begin);
    ASSERT_TRUE(stepper.settle(y, begin).ok());
    const mp64 h = mp64(1) / n;
    for (int k = 0; k < n; ++k) {
      ASSERT_TRUE(stepper.step(y, mp64(begin + k * h), h).ok());
    }
    steps.push_back(h);
    errors.push_back(max_magnitude(vector<mp64>(stepper.phase(y).q - truth.state(end).q)));
  }
  EXPECT_NEAR(to_double(fitted_order(steps, errors)), 4, 0.05);
}

TEST(scheme_table, of_gauss_is_gauss_collocation) {
  const scheme_entry table = entry_of(parse_scheme(R"toml(
name = "gauss-2"
kind = "runge-kutta"
A = [["1/4", "1/4 - sqrt(3)/6"], ["1/4 + sqrt(3)/6", "1/4"]]
b = ["1/2", "1/2"]
)toml"));
  EXPECT_LT(difference<mp64>(table, find_scheme("gauss-collocation"), "double-pendulum"), 1e-60);
  EXPECT_EQ(table.info.order, 4);
  EXPECT_TRUE(table.info.symplectic);
}

TEST(scheme_table, of_an_implicit_nystrom_method_solves_its_equations) {
  // Gauss with 2 stages as a Nyström method: A², b A, b
  const scheme_entry table = entry_of(parse_scheme(R"toml(
name = "gauss-nystrom"
kind = "nystrom"
c = ["1/2 - sqrt(3)/6", "1/2 + sqrt(3)/6"]
A = [["1/24", "1/8 - sqrt(3)/12"], ["1/8 + sqrt(3)/12", "1/24"]]
bbar = ["1/4 + sqrt(3)/12", "1/4 - sqrt(3)/12"]
b = ["1/2", "1/2"]
)toml"));
  EXPECT_LT(difference<mp64>(table, find_scheme("gauss-collocation"), "pendulum"), 1e-60);
  EXPECT_LT(difference<mp64>(table, find_scheme("gauss-collocation"), "linear-double-pendulum"),
            1e-60);
  EXPECT_EQ(table.info.order, 4);
  EXPECT_TRUE(table.info.symmetric);
  EXPECT_TRUE(table.info.symplectic);
}

// The trapezoidal rule on x' = a x multiplies by (1 + ah/2)/(1 - ah/2), Radau IIA with two stages by
// (1 + z/3)/(1 - 2z/3 + z^2/6), z = a h. On M a + F = P the implicit midpoint rule is average acceleration's midpoint form:
// for linear equations the same map as the trapezoidal rule.
TEST(scheme_table, of_an_implicit_method_integrates_equations_without_a_lagrangian) {
  const auto system = parse_system(
      "name = \"decay\"\ncoordinates = [\"x\"]\n[parameters]\na = \"-3/2\"\n"
      "[equations]\nx = \"a*x\"\n",
      "decay");
  const mp64 h = rational<mp64>(1, 5);
  const mp64 z = rational<mp64>(-3, 2) * h;
  const auto one_step = [&](const scheme_entry& scheme) {
    auto stepper = scheme.make<mp64>({}, system->make<mp64>());
    vector<mp64> y = vector<mp64>::Constant(1, mp64(1));
    EXPECT_TRUE(stepper.step(y, mp64(0), h).ok());
    return mp64(y[0]);
  };
  const scheme_entry trapezoid =
      entry_of(parse_scheme("name = \"t\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\", \"1/2\"]]\n"
                            "b = [\"1/2\", \"1/2\"]"));
  EXPECT_LT(to_double(mp64(abs(one_step(trapezoid) - (1 + z / 2) / (1 - z / 2)))), 1e-63);
  const scheme_entry radau = entry_of(*known_scheme_table("radau-iia", {{"stages", "2"}}));
  EXPECT_LT(to_double(mp64(abs(one_step(radau) - (1 + z / 3) / (1 - 2 * z / 3 + z * z / 6)))),
            1e-63);
  // order 5 against the Taylor series, with time in the equations and coordinates that are coupled
  const auto driven = parse_system(
      "name = \"driven\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"y - x^3/3 + sin(t)\"\n"
      "y = \"-x - y/2 + cos(x*y)\"\n",
      "driven");
  const auto end = [&](const scheme_entry& scheme, int n) {
    auto stepper = scheme.make<mp64>({}, driven->make<mp64>());
    vector<mp64> y(2);
    y << rational<mp64>(1, 2), rational<mp64>(-1, 3);
    for (int k = 0; k < n; ++k) {
      EXPECT_TRUE(stepper.step(y, mp64(k) / n, mp64(1) / n).ok());
    }
    return y;
  };
  const vector<mp64> truth = end(find_scheme("taylor"), 30);
  const auto error = [&](int n) {
    return to_double(max_magnitude(vector<mp64>(end(find_scheme("radau-iia"), n) - truth)));
  };
  EXPECT_NEAR(std::log2(error(32) / error(64)), 5, 0.05);
}

// A table on M a + F = P(t) is the table on y = (x, v): explicit methods show it for both ways of solving.
TEST(scheme_table, of_an_implicit_method_takes_loads_and_damping) {
  const auto& system = find_system("damped-forced-oscillator");
  const auto end = [&](const scheme_entry& scheme, int n) {
    auto stepper = scheme.make<mp64>({}, system.make<mp64>());
    vector<mp64> y = stepper.start(
        {vector<mp64>::Constant(1, mp64(1)), vector<mp64>::Constant(1, mp64(-2))}, mp64(0));
    for (int k = 0; k < n; ++k) {
      EXPECT_TRUE(stepper.step(y, mp64(k) / n, mp64(1) / n).ok());
    }
    return vector<mp64>(y.head(2));
  };
  const vector<mp64> truth = end(find_scheme("taylor"), 30);
  const auto error = [&](int n) {
    return to_double(max_magnitude(vector<mp64>(end(find_scheme("radau-iia"), n) - truth)));
  };
  EXPECT_NEAR(std::log2(error(32) / error(64)), 5, 0.05);
}

TEST(scheme_table, reads_back_what_it_writes) {
  for (const char* text : {rk4_text, triple_jump}) {
    const scheme_table once = parse_scheme(text);
    const scheme_table again = parse_scheme(to_toml(once));
    EXPECT_EQ(to_toml(again), to_toml(once));
    EXPECT_EQ(again.claims.order, once.claims.order);
  }
}

TEST(scheme_table, refuses_broken_texts_and_says_where) {
  const std::string head = "name = \"x\"\n";
  const std::string rk = head + "kind = \"runge-kutta\"\n";
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"", "kind"},
      {"name = \"x\"", "kind"},
      {"kind = \"runge-kutta\"\nA = [[]]\nb = [1]", "name"},
      {"name = 3\nkind = \"runge-kutta\"\nA = [[]]\nb = [1]", "name"},
      {"name = \"X Y\"\nkind = \"runge-kutta\"\nA = [[]]\nb = [1]", "name"},
      {head + "kind = \"runge-kuta\"", "did you mean 'runge-kutta'"},
      {rk, "'A' is missing"},
      {rk + "A = [[]]", "'b' is missing"},
      {rk + "A = [[]]\nb = [1]\ngamma = [1]", "gamma"},
      {rk + "A = [[]]\nb = [1]\nordre = 4", "'ordre'"},
      {rk + "A = [[], []]\nb = [1]", "A has 2 rows"},
      {rk + "A = [[1, 2]]\nb = [1]", "row 1 of A"},
      {rk + "A = [1]\nb = [1]", "row 1 of A"},
      {rk + "A = \"1\"\nb = [1]", "A must be a list"},
      {rk + "A = [[]]\nb = [0.5]", "binary"},
      {rk + "A = [[]]\nb = [\"1/\"]", "b[1]"},
      {rk + "A = [[]]\nb = [\"1/0\"]", "b[1]"},
      {rk + "A = [[]]\nb = [\"sqrt(-1)\"]", "b[1]"},
      {rk + "A = [[]]\nb = [\"w\"]", "unknown name 'w'"},
      {rk + "A = [[]]\nb = [\"w\"]\n[define]\nv = \"1\"", "unknown name 'w'"},
      {rk + "A = [[]]\nb = [\"w\"]\n[define]\nw = \"v\"\nv = \"w\"", "defined by itself"},
      {rk + "A = [[]]\nb = [\"w\"]\n[define]\nw = \"u\"", "unknown name 'u'"},
      {rk + "A = [[]]\nb = [true]", "b[1]"},
      {rk + "A = [[]]\nb = []", "b must be a list"},
      {rk + "A = [[]]\nb = [1]\nc = [1, 2]", "c has 2 entries"},
      {rk + "A = [[]]\nb = [1]\norder = \"4\"", "order must be a whole number"},
      {rk + "A = [[]]\nb = [1]\norder = 0", "order must be a whole number"},
      {rk + "A = [[]]\nb = [1]\nsymplectic = 1", "symplectic must be true or false"},
      {rk + "A = [[]]\nb = [1]\nembedded-order = 1", "no bhat"},
      {rk + "A = [[]\nb = [1]", "line"},
      {head + "kind = \"splitting\"\na = [1]\nb = [1, 2]", "a has 1 entries and b 2"},
      {head + "kind = \"splitting\"\na = [1]\nb = [1]\nforce = \"some\"", "force"},
      {head + "kind = \"galerkin\"\ndegree = 0\nc = [1]\nb = [1]", "degree"},
      {head + "kind = \"galerkin\"\ndegree = 1\nnodes = [0, 0]\nc = [1]\nb = [1]", "distinct"},
      {head + "kind = \"galerkin\"\ndegree = 2\nnodes = [0, 1]\nc = [1]\nb = [1]", "nodes"},
      {head + "kind = \"galerkin\"\ndegree = 1\nnodes = [1, 0]\nc = [1]\nb = [1]", "begin with 0"},
      {head + "kind = \"nystrom\"\nA = [[]]\nbbar = [1]\nb = [1]", "'c' is missing"}};
  for (const auto& [text, expected] : broken) {
    try {
      (void)parse_scheme(text, "x.toml");
      ADD_FAILURE() << "was read: " << text;
    } catch (const invalid_input& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("'x.toml'"), std::string::npos) << what;
      EXPECT_NE(what.find(expected), std::string::npos) << text << "\n" << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
  }
  for (const char* name : {"Kutta_3/8", "dp5(4)", "RK4", "3-stage"}) {
    EXPECT_EQ(parse_scheme("name = \"" + std::string(name) +
                           "\"\nkind = \"runge-kutta\"\nA = [[]]\nb = [1]")
                  .name,
              name);
  }
  EXPECT_THROW((void)load_scheme("no/such/file.toml"), io_error);
}

TEST(scheme_table, refuses_a_base_that_cannot_be_composed) {
  const auto over = [](const std::string& base) {
    return parse_scheme("name = \"x\"\nkind = \"composition\"\nbase = \"" + base +
                        "\"\ngamma = [1]");
  };
  EXPECT_THROW((void)entry_of(over("leapfrogg")), invalid_input);
  EXPECT_THROW((void)entry_of(over("rk4")), invalid_input);
  EXPECT_NO_THROW((void)entry_of(over("midpoint")));
}

TEST(scheme_table, of_a_file_names_the_file_and_the_key_of_a_bad_base) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("plumbline-base-" + std::to_string(::getpid()) + ".toml");
  for (const std::string base : {"leapfrogg", "rk4", "exact-oscillator"}) {
    std::ofstream(path) << "name = \"x\"\nkind = \"composition\"\ngamma = [1]\nbase = \"" << base
                        << "\"\n";
    try {
      (void)load_scheme(path);
      ADD_FAILURE() << "was read: " << base;
    } catch (const invalid_input& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("'" + path.string() + "': base: "), std::string::npos) << what;
      EXPECT_NE(what.find(base), std::string::npos) << what;
    }
  }
  std::filesystem::remove(path);
}

TEST(audit, confirms_what_is_true) {
  for (const char* text : {rk4_text, triple_jump}) {
    const audit_report report = audit(parse_scheme(text));
    EXPECT_FALSE(report.is_wrong);
    EXPECT_EQ(value(report, "order"), "4");
    EXPECT_EQ(report.find("order")->verdict, "confirmed");
    EXPECT_EQ(value(report, "order-exact"), "4");
    EXPECT_EQ(value(report, "weights-sum"), "1");
    EXPECT_EQ(value(report, "suspect-digits"), "none");
    EXPECT_NEAR(std::stod(value(report, "measured-order")), 4, 0.05);
  }
  // √8, the root of Forest and Ruth's trace
  EXPECT_EQ(value(audit(parse_scheme(rk4_text)), "stability-limit"), "2.828427125");
  EXPECT_NEAR(std::stod(value(audit(parse_scheme(triple_jump)), "stability-limit")), 1.5734, 5e-5);
}

// the 2-norms of the conditions of the next order that are published for these two
TEST(audit, has_the_published_error_constants) {
  EXPECT_NEAR(std::stod(value(audit(parse_scheme(rk4_text)), "error-constant")), 0.0145046, 5e-8);
  EXPECT_NEAR(std::stod(value(audit(find_scheme("dormand-prince")), "error-constant")), 3.9908e-4,
              5e-9);
}

std::string list_text(const std::vector<std::string>& x) {
  std::string text;
  for (const std::string& entry : x) {
    text += (text.empty() ? "\"" : ", \"") + entry + "\"";
  }
  return "[" + text + "]";
}

std::string splitting_text(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return "kind = \"splitting\"\na = " + list_text(a) + "\nb = " + list_text(b) + "\n";
}

// The partitioned table of a splitting: stage i has the position after drift i and the momentum before kick i.
std::string pair_text(std::vector<std::string> a, std::vector<std::string> b) {
  const std::size_t s = std::max(a.size(), b.size());
  a.resize(s, "0");
  b.resize(s, "0");
  std::string q;
  std::string p;
  for (std::size_t i = 0; i < s; ++i) {
    q += (i == 0 ? "" : ", ") +
         list_text({a.begin(), a.begin() + static_cast<std::ptrdiff_t>(i) + 1});
    p += (i == 0 ? "" : ", ") + list_text({b.begin(), b.begin() + static_cast<std::ptrdiff_t>(i)});
  }
  return "kind = \"partitioned-runge-kutta\"\nA = [" + q + "]\nb = " + list_text(a) + "\nAbar = [" +
         p + "]\nbbar = " + list_text(b) + "\n";
}

// A splitting that begins with a drift as a composition of symplectic Euler maps: the first drift is γ_1, the first kick
// γ_1 + γ_2, the second drift γ_2 + γ_3 and so on.
std::string euler_text(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> gamma = {a.front()};
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i > 0 && i < a.size()) {
      gamma.push_back(a[i] + " - (" + gamma.back() + ")");
    }
    if (i < b.size()) {
      gamma.push_back(b[i] + " - (" + gamma.back() + ")");
    }
  }
  return "kind = \"composition\"\nbase = \"symplectic-euler-b\"\ngamma = " + list_text(gamma) +
         "\n";
}

std::string error_constant(const std::string& text, const std::string& definitions = "") {
  return value(audit(parse_scheme("name = \"x\"\n" + text + definitions)), "error-constant");
}

// A map has one error constant, however it is written. Leapfrog's, 5 sqrt(2)/48, by hand: the chain of three vertices is off
// by 1/12 with a kick at its root and by -1/6 with a drift, the vertex with two leaves (of two symmetries) by 1/6 and -1/12.
TEST(audit, has_one_error_constant_for_one_map) {
  const std::string leapfrog = to_text(mp64(5 * sqrt(mp64(2)) / 48), 10);
  EXPECT_EQ(error_constant(splitting_text({"0", "1"}, {"1/2", "1/2"})), leapfrog);
  EXPECT_EQ(error_constant(splitting_text({"1/2", "1/2"}, {"1"})), leapfrog);
  EXPECT_EQ(error_constant("kind = \"composition\"\nbase = \"leapfrog\"\ngamma = [1]\n"), leapfrog);
  EXPECT_EQ(error_constant("kind = \"composition\"\nbase = \"symplectic-euler-a\"\n"
                           "gamma = [\"1/2\", \"1/2\"]\n"),
            leapfrog);
  EXPECT_EQ(error_constant("kind = \"partitioned-runge-kutta\"\nA = [[], [\"1/2\", \"1/2\"]]\n"
                           "b = [\"1/2\", \"1/2\"]\nAbar = [[\"1/2\"], [\"1/2\"]]\n"
                           "bbar = [\"1/2\", \"1/2\"]\n"),
            leapfrog);

  const std::string w = "[define]\nw = \"1/(2 - 2^(1/3))\"\n";
  const std::vector<std::string> drifts = {"w/2", "(1 - w)/2", "(1 - w)/2", "w/2"};
  const std::vector<std::string> kicks = {"w", "1 - 2*w", "w"};
  const std::string forest_ruth = error_constant(splitting_text(drifts, kicks), w);
  EXPECT_EQ(error_constant(pair_text(drifts, kicks), w), forest_ruth);
  EXPECT_EQ(error_constant(euler_text(drifts, kicks), w), forest_ruth);

  struct splitting {
    std::vector<std::string> a;
    std::vector<std::string> b;
    std::string order;
  };
  for (const auto& [a, b, order] :
       {splitting{{"1", "-2/3", "2/3"}, {"-1/24", "3/4", "7/24"}, "3"},      // Ruth 1983
        splitting{{"3/7", "-1/5", "27/35"}, {"2/9", "5/11", "32/99"}, "1"},  // at random
        splitting{{"1/3", "2/3"}, {"3/4", "1/4"}, "2"}}) {
    const std::string number = error_constant(splitting_text(a, b));
    EXPECT_EQ(error_constant(pair_text(a, b)), number);
    EXPECT_EQ(error_constant(euler_text(a, b)), number);
    EXPECT_EQ(value(audit(parse_scheme("name = \"x\"\n" + splitting_text(a, b))), "order"), order);
  }
}

// McLachlan's SS9 as a splitting (SIAM J. Sci. Comput. 16 (1995), Table 2), of order 6: γ₁ is 0.1867 exactly.
TEST(scheme_table, a_short_decimal_beside_long_ones_is_exact) {
  const std::string text = splitting_text(
      {"0.09335", "0.37109851185623919958", "0.34248198631297687861", "-0.356899337237129625245",
       "0.049968839067913547075", "0.049968839067913547075", "-0.356899337237129625245",
       "0.34248198631297687861", "0.37109851185623919958", "0.09335"},
      {"0.1867", "0.55549702371247839916", "0.12946694891347535806", "-0.84326562338773460855",
       "0.9432033015235617027", "-0.84326562338773460855", "0.12946694891347535806",
       "0.55549702371247839916", "0.1867"});
  const audit_report report = audit(parse_scheme("name = \"x\"\n" + text));
  EXPECT_EQ(value(report, "order"), "6");
}

TEST(audit, has_one_error_constant_for_mclachlan_4_as_what_it_is) {
  const scheme_table table = *known_scheme_table("mclachlan-4");
  std::vector<std::string> g;
  for (const table_coefficient& c : table.coefficients) {
    g.push_back("(" + c.text + ")");
  }
  std::string definitions = "[define]\n";
  for (const auto& [name, text] : table.definitions) {
    definitions += name + " = \"" + text + "\"\n";
  }
  std::vector<std::string> a = {"0"};
  std::vector<std::string> b = {g[0]};
  for (std::size_t i = 0; i + 1 < g.size(); ++i) {
    (i % 2 == 0 ? a : b).push_back(g[i] + " + " + g[i + 1]);
  }
  b.push_back(g.back());
  const std::string number = value(audit(find_scheme("mclachlan-4")), "error-constant");
  EXPECT_EQ(error_constant(splitting_text(a, b), definitions), number);
  EXPECT_EQ(error_constant(pair_text(a, b), definitions), number);

  // and the same work: 10 kicks with 5 forces a step, one more at the start
  const auto evaluations = [](const scheme_entry& scheme) {
    const auto count = std::make_shared<std::int64_t>(0);
    auto stepper = scheme.make<mp64>({}, find_system("pendulum").make<mp64>().counted(count));
    vector<mp64> y =
        stepper.start({vector<mp64>::Constant(1, mp64(1)), vector<mp64>::Constant(1, mp64(0))});
    *count = 0;
    for (int n = 0; n < 100; ++n) {
      EXPECT_TRUE(stepper.step(y, mp64(0), rational<mp64>(1, 100)).ok());
    }
    return std::pair(*count, y);
  };
  const auto [work, end] = evaluations(find_scheme("mclachlan-4"));
  const auto [least, same] =
      evaluations(entry_of(parse_scheme("name = \"x\"\n" + splitting_text(a, b) + definitions)));
  EXPECT_EQ(work, 501);
  EXPECT_EQ(work, least);
  EXPECT_LT(to_double(max_magnitude(end - same)), 1e-60);
}

// A Runge-Kutta method has the same conditions for both colours: as a partitioned table, and where a composition over it is
// one, it keeps its number.
TEST(audit, has_the_error_constant_of_runge_kutta_methods_in_every_form) {
  const std::string rk4 =
      "A = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\nb = [\"1/6\", \"1/3\", \"1/3\", \"1/6\"]\n";
  EXPECT_EQ(error_constant("kind = \"runge-kutta\"\n" + rk4), "0.01450458234");
  EXPECT_EQ(error_constant("kind = \"partitioned-runge-kutta\"\n" + rk4 +
                           "Abar = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\n"
                           "bbar = [\"1/6\", \"1/3\", \"1/3\", \"1/6\"]\n"),
            "0.01450458234");
  const std::string w = "[define]\nw = \"1/(2 - 2^(1/3))\"\n";
  const std::string jump = error_constant(
      "kind = \"runge-kutta\"\nA = [[\"w/2\"], [\"w\", \"(1 - 2*w)/2\"], [\"w\", \"1 - 2*w\", "
      "\"w/2\"]]\n"
      "b = [\"w\", \"1 - 2*w\", \"w\"]\n",
      w);
  EXPECT_EQ(error_constant("kind = \"composition\"\nbase = \"midpoint\"\n"
                           "gamma = [\"w\", \"1 - 2*w\", \"w\"]\n",
                           w),
            jump);
  // over a base that is no partitioned method the words of the base are what there is
  const audit_report words = audit(parse_scheme(
      "name = \"x\"\nkind = \"composition\"\nbase = \"simpson\"\ngamma = [\"1/3\", \"2/3\"]\n"));
  EXPECT_EQ(words.find("error-constant"), nullptr);
  EXPECT_EQ(value(words, "error-constant-of-words"), to_text(mp64(rational<mp64>(33, 243)), 10));
}

// With a quadratic kinetic energy only the trees count in which a vertex of q has at most one branch: leapfrog's are all but
// the vertex of q with two leaves, and the same map as a Nystroem table has the same number.
TEST(audit, has_the_error_constant_of_forces_that_see_positions_only) {
  // squares of 1/12, 1/6 and 1/12, halved
  const std::string leapfrog = to_text(mp64(sqrt(mp64(6)) / 12 / sqrt(mp64(2))), 10);
  EXPECT_EQ(error_constant(splitting_text({"0", "1"}, {"1/2", "1/2"}) + "force = \"nystrom\"\n"),
            leapfrog);
  EXPECT_EQ(
      error_constant("kind = \"nystrom\"\nc = [0, 1]\nA = [[], [\"1/2\"]]\nbbar = [\"1/2\", 0]\n"
                     "b = [\"1/2\", \"1/2\"]\n"),
      leapfrog);
}

// Suris 1989; Hairer, Lubich & Wanner, Geometric Numerical Integration, section VI.4: a Nystroem method is symplectic when
// bbar_i = b_i (1 - c_i) and b_i (bbar_j - a_ij) = b_j (bbar_i - a_ji)
TEST(audit, knows_symmetric_and_symplectic_nystrom_methods) {
  struct known {
    const char* table;
    bool symmetric;
    bool symplectic;
  };
  for (const known& each :
       {known{"c = [0, 1]\nA = [[], [\"1/2\"]]\nbbar = [\"1/2\", 0]\nb = [\"1/2\", \"1/2\"]", true,
              true},                                                              // velocity Verlet
        known{"c = [\"1/2\"]\nA = [[]]\nbbar = [\"1/2\"]\nb = [1]", true, true},  // position Verlet
        known{"c = [\"1/3\"]\nA = [[]]\nbbar = [\"2/3\"]\nb = [1]", false,
              true},  // its parts unequal
        known{"c = [\"1/3\"]\nA = [[]]\nbbar = [\"1/3\"]\nb = [1]", false, false},  // b c instead
        known{"c = [0]\nA = [[]]\nbbar = [\"1/2\"]\nb = [1]", false, false}}) {     // Taylor
    SCOPED_TRACE(each.table);
    const audit_report report =
        audit(parse_scheme(std::string("name = \"x\"\nkind = \"nystrom\"\n") + each.table));
    EXPECT_EQ(value(report, "symmetric"), each.symmetric ? "true" : "false");
    EXPECT_EQ(value(report, "symplectic"), each.symplectic ? "true" : "false");
  }
}

// The method of Gauss with two stages is symmetric and symplectic as a Runge-Kutta method, as a pair of equal ones and as
// the Nystroem method A^2, b A, b (Hairer, Lubich & Wanner, sections II.1, V.2 and VI.4). With 20 printed decimals no step
// is symmetric or symplectic to the working precision: the conditions alone decide.
TEST(audit, knows_symmetric_and_symplectic_methods_by_their_printed_digits) {
  const std::string c = "c = [\"0.21132486540518711775\", \"0.78867513459481288225\"]\n";
  const std::string gauss =
      "[[\"0.25\", \"-0.03867513459481288225\"], [\"0.53867513459481288225\", \"0.25\"]]\n";
  const std::string transposed =
      "[[\"0.25\", \"0.53867513459481288225\"], [\"-0.03867513459481288225\", \"0.25\"]]\n";
  const std::string squared =
      "[[\"1/24\", \"-0.01933756729740644113\"], [\"0.26933756729740644113\", \"1/24\"]]\n";
  const std::string b = "b = [\"0.5\", \"0.5\"]\n";
  const std::string bbar = "bbar = [\"0.39433756729740644113\", \"0.10566243270259355887\"]\n";
  struct known {
    std::string table;
    bool symmetric;
    bool symplectic;
  };
  for (const known& each :
       {known{"kind = \"runge-kutta\"\n" + c + "A = " + gauss + b, true, true},
        // Noersett's method of order 3
        known{"kind = \"runge-kutta\"\nA = [[\"0.78867513459481288225\", 0], "
              "[\"-0.5773502691896257645\", \"0.78867513459481288225\"]]\n" +
                  b,
              false, false},
        known{"kind = \"partitioned-runge-kutta\"\n" + c + "A = " + gauss + b + "Abar = " + gauss +
                  "bbar = [\"0.5\", \"0.5\"]\n",
              true, true},
        // abar_ij = a_ji: b_i abar_ij + b_j a_ji is 2 b_i a_ji, and not b_i b_j
        known{"kind = \"partitioned-runge-kutta\"\n" + c + "A = " + gauss + b +
                  "Abar = " + transposed + "bbar = [\"0.5\", \"0.5\"]\n",
              true, false},
        known{"kind = \"nystrom\"\n" + c + "A = " + squared + bbar + b, true, true},
        // without its matrix
        known{"kind = \"nystrom\"\n" + c + "A = [[0, 0], [0, 0]]\n" + bbar + b, false, false}}) {
    SCOPED_TRACE(each.table);
    const audit_report report = audit(parse_scheme("name = \"x\"\n" + each.table));
    EXPECT_EQ(value(report, "symmetric"), each.symmetric ? "true" : "false");
    EXPECT_EQ(value(report, "symplectic"), each.symplectic ? "true" : "false");
  }
}

struct wrong_table {
  const char* what;
  std::string text;
  std::string order;
  std::string suspect;  ///< what the row suspect-digits must contain
};

/// Errors that happened, in codes and in print.
const std::vector<wrong_table>& wrong_tables() {
  static const std::string pefrl = R"toml(
name = "pefrl"
kind = "splitting"
a = ["xi", "chi", "1 - 2*(chi + xi)", "chi", "xi"]
b = ["(1 - 2*lambda)/2", "lambda", "lambda", "(1 - 2*lambda)/2"]
order = 4
[define]
xi = "XI"
lambda = "-0.2123418310626054"
chi = "-0.06626458266981849"
)toml";
  const auto with_xi = [](const std::string& xi) {
    std::string text = pefrl;
    return text.replace(text.find("XI"), 2, xi);
  };
  static const std::vector<wrong_table> list = {
      {"a sign in the weights",
       "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\n"
       "b = [\"1/6\", \"1/3\", \"-1/3\", \"1/6\"]\norder = 4",
       "0", "b[3] is -1/3; with the other sign, 1/3"},
      {"a sign in a row of Dormand and Prince",
       "name = \"x\"\nkind = \"runge-kutta\"\norder = 5\n"
       "A = [[], [\"1/5\"], [\"3/40\", \"9/40\"], [\"44/45\", \"-56/15\", \"32/9\"], "
       "[\"19372/6561\", \"25360/2187\", \"64448/6561\", \"-212/729\"], "
       "[\"9017/3168\", \"-355/33\", \"46732/5247\", \"49/176\", \"-5103/18656\"], "
       "[\"35/384\", 0, \"500/1113\", \"125/192\", \"-2187/6784\", \"11/84\"]]\n"
       "b = [\"35/384\", 0, \"500/1113\", \"125/192\", \"-2187/6784\", \"11/84\", 0]",
       "1", "A[5][2]"},
      {"a digit of Omelyan's coefficients", with_xi("0.1786178958448191"), "4", "xi"},
      {"the fourth-order splitting that has order two",
       "name = \"x\"\nkind = \"splitting\"\na = [\"1/4\", \"1/2\", \"1/4\"]\n"
       "b = [\"1/2\", \"1/2\"]\norder = 4",
       "2", "none"},
      {"symplectic Euler that is plain Euler",
       "name = \"x\"\nkind = \"runge-kutta\"\nA = [[]]\nb = [1]\norder = 1\nsymplectic = true", "1",
       "none"},
      {"a missing entry of Heun's third-order method",
       "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1/3\"], [\"2/3\", 0]]\n"
       "b = [\"1/4\", 0, \"3/4\"]\norder = 3",
       "2", "A[3][1] is 2/3 and A[3][2] is 0; exchanged, they give order 3"},
      {"Gill's weights in the wrong order",
       "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"], [\"(sqrt(2) - 1)/2\", "
       "\"1 - sqrt(2)/2\"], [0, \"-sqrt(2)/2\", \"1 + sqrt(2)/2\"]]\n"
       "b = [\"1/6\", \"(2 + sqrt(2))/6\", \"(2 - sqrt(2))/6\", \"1/6\"]\norder = 4",
       "2", "b[2] is (2 + sqrt(2))/6 and b[3] is (2 - sqrt(2))/6; exchanged, they give order 4"},
      {"c that is not the row sum",
       "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\n"
       "b = [\"1/6\", \"1/3\", \"1/3\", \"1/6\"]\nc = [0, \"1/2\", \"1/4\", 1]\norder = 4",
       "4", "c[3]"},
      {"Yoshida's sixth order with a coefficient of another solution",
       "name = \"x\"\nkind = \"composition\"\nbase = \"leapfrog\"\norder = 6\n"
       "gamma = [\"0.784513610477560\", \"0.235573213359357\", \"-1.17767998417887\", "
       "\"1.31518632068391\", \"-1.17767998417887\", \"0.253573213359357\", "
       "\"0.784513610477560\"]",
       "0", "gamma[6]"},
      {"a triple jump of the wrong root",
       "name = \"x\"\nkind = \"composition\"\nbase = \"leapfrog\"\norder = 4\n"
       "gamma = [\"w\", \"1 - 2*w\", \"w\"]\n[define]\nw = \"1/(2 - 2^(1/2))\"",
       "2", "w is 1/(2 - 2^(1/2))"},
      {"weights that do not sum to one, without a claim",
       "name = \"x\"\nkind = \"splitting\"\na = [\"1/2\", \"1/2\"]\nb = [\"9/10\"]", "0", "b[1]"},
      {"a symmetric claim",
       "name = \"x\"\nkind = \"splitting\"\na = [0, \"2/3\", \"-2/3\", 1]\n"
       "b = [\"7/24\", \"3/4\", \"-1/24\"]\norder = 3\nsymmetric = true",
       "3", "none"},
      {"an embedded order that is too high",
       "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"], [0, \"3/4\"], "
       "[\"2/9\", \"1/3\", \"4/9\"]]\nb = [\"2/9\", \"1/3\", \"4/9\", 0]\n"
       "bhat = [\"7/24\", \"1/4\", \"1/3\", \"1/4\"]\norder = 3\nembedded-order = 2",
       "3", "bhat[4]"}};
  return list;
}

TEST(audit, refutes_what_is_wrong_and_names_the_coefficient) {
  for (const wrong_table& wrong : wrong_tables()) {
    const audit_report report = audit(parse_scheme(wrong.text));
    EXPECT_TRUE(report.is_wrong) << wrong.what;
    EXPECT_EQ(value(report, "order"), wrong.order) << wrong.what;
    EXPECT_NE(value(report, "suspect-digits").find(wrong.suspect), std::string::npos)
        << wrong.what << ": " << value(report, "suspect-digits");
  }
}

// A consistent method converges to the solution with its order; one whose weights do not sum to one converges to something
// else, and its error against the solution stays.
TEST(audit, measures_the_order_against_the_solution) {
  for (const wrong_table& wrong : wrong_tables()) {
    const audit_report report = audit(parse_scheme(wrong.text));
    if (report.find("measured-order") != nullptr) {
      EXPECT_NEAR(std::stod(value(report, "measured-order")), std::stod(wrong.order), 0.1)
          << wrong.what;
    }
  }
}

// Errors planted in tables that claim nothing: 3/8 rule, Cash & Karp, Dormand & Prince, Fehlberg, Butcher's order 6 (Hairer,
// Noersett & Wanner I, tables II.1.2, II.5.1, II.5.2 and page 178). Several changes of such a table give order 2.
TEST(audit, names_the_change_that_gives_the_highest_order_where_none_is_claimed) {
  const std::string three_eighths =
      "c = [0, \"1/3\", \"2/3\", 1]\n"
      "A = [[], [\"1/3\"], [\"-1/3\", 1], [1, -1, 1]]\nb = [\"1/8\", \"3/8\", \"3/8\", \"1/8\"]";
  const std::string cash_karp =
      "c = [0, \"1/5\", \"3/10\", \"3/5\", 1, \"7/8\"]\n"
      "A = [[], [\"1/5\"], [\"3/40\", \"9/40\"], [\"3/10\", \"-9/10\", \"6/5\"], "
      "[\"-11/54\", \"5/2\", \"-70/27\", \"35/27\"], "
      "[\"1631/55296\", \"175/512\", \"575/13824\", \"44275/110592\", \"253/4096\"]]\n"
      "b = [\"37/378\", 0, \"250/621\", \"125/594\", 0, \"512/1771\"]";
  const std::string dormand_prince =
      "c = [0, \"1/5\", \"3/10\", \"4/5\", \"8/9\", 1]\n"
      "A = [[], [\"1/5\"], [\"3/40\", \"9/40\"], [\"44/45\", \"-56/15\", \"32/9\"], "
      "[\"19372/6561\", \"-25360/2187\", \"64448/6561\", \"-212/729\"], "
      "[\"9017/3168\", \"-355/33\", \"46732/5247\", \"49/176\", \"-5103/18656\"]]\n"
      "b = [\"35/384\", 0, \"500/1113\", \"125/192\", \"-2187/6784\", \"11/84\"]";
  const std::string fehlberg =
      "c = [0, \"1/4\", \"3/8\", \"12/13\", 1, \"1/2\"]\n"
      "A = [[], [\"1/4\"], [\"3/32\", \"9/32\"], [\"1932/2197\", \"-7200/2197\", \"7296/2197\"], "
      "[\"439/216\", -8, \"3680/513\", \"-845/4104\"], "
      "[\"-8/27\", 2, \"-3544/2565\", \"1859/4104\", \"-11/40\"]]\n"
      "b = [\"16/135\", 0, \"6656/12825\", \"28561/56430\", \"-9/50\", \"2/55\"]";
  const std::string butcher =
      "c = [0, \"1/3\", \"2/3\", \"1/3\", \"1/2\", \"1/2\", 1]\n"
      "A = [[], [\"1/3\"], [0, \"2/3\"], [\"1/12\", \"1/3\", \"-1/12\"], "
      "[\"-1/16\", \"9/8\", \"-3/16\", \"-3/8\"], [0, \"9/8\", \"-3/8\", \"-3/4\", \"1/2\"], "
      "[\"9/44\", \"-9/11\", \"63/44\", \"18/11\", 0, \"-16/11\"]]\n"
      "b = [\"11/120\", 0, \"27/40\", \"27/40\", \"-4/15\", \"-4/15\", \"11/120\"]";
  struct planted {
    std::string table;
    std::string right;
    std::string wrong;
    std::string place;
    int order;
  };
  for (const planted& each : {planted{three_eighths, "[\"-1/3\", 1]", "[\"1/3\", 1]", "A[3][1]", 4},
                              planted{cash_karp, "5/2", "6/2", "A[5][2]", 5},
                              planted{cash_karp, "44275/110592", "44275/110952", "A[6][4]", 5},
                              planted{dormand_prince, "64448/6561", "64488/6561", "A[5][3]", 5},
                              planted{dormand_prince, "-355/33", "-355/31", "A[6][2]", 5},
                              planted{fehlberg, "7296/2197", "7269/2197", "A[4][3]", 5},
                              planted{butcher, "-3/16", "3/16", "A[5][3]", 6}}) {
    std::string text = each.table;
    text.replace(text.find(each.right), each.right.size(), each.wrong);
    const audit_report report =
        audit(parse_scheme("name = \"x\"\nkind = \"runge-kutta\"\n" + text));
    const std::string suspect = value(report, "suspect-digits");
    EXPECT_TRUE(report.is_wrong) << each.wrong;
    EXPECT_TRUE(suspect.starts_with(each.place + " is ")) << each.wrong << ": " << suspect;
    EXPECT_EQ(suspect.find("; or "), std::string::npos) << each.wrong << ": " << suspect;
    EXPECT_TRUE(suspect.ends_with("it has order " + std::to_string(each.order)))
        << each.wrong << ": " << suspect;
  }
}

// Heun's method of order 3 with its last stage twice, whose weights are 3/4 together: either of them may be the wrong one.
TEST(audit, names_all_changes_that_give_the_highest_order) {
  const audit_report report = audit(parse_scheme(
      "name = \"x\"\nkind = \"runge-kutta\"\n"
      "A = [[], [\"1/3\"], [0, \"2/3\"], [0, \"2/3\"]]\nb = [\"1/4\", 0, \"1/2\", \"1/3\"]"));
  EXPECT_TRUE(report.is_wrong);
  EXPECT_EQ(
      value(report, "suspect-digits"),
      "b[3] is 1/2; with the value 5/12 it has order 3; or b[4] is 1/3; with the value 1/4 it "
      "has order 3");
}

TEST(audit, measures_an_order_of_zero_without_a_sign) {
  const auto report = audit(parse_scheme(
      "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"], [0, \"1/2\"], [0, 0, 1]]\n"
      "b = [\"1/6\", \"1/3\", \"1/3\", \"1/7\"]"));
  EXPECT_EQ(value(report, "measured-order"), "0.00");
}

TEST(audit, warns_of_a_wrong_embedded_order) {
  const auto of = [](int claim) {
    const scheme_table table = parse_scheme(
        "name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [1]]\nb = [\"1/2\", \"1/2\"]\n"
        "bhat = [1, 0]\nembedded-order = " +
        std::to_string(claim));
    return wrong_claims(table, facts_of(table));
  };
  EXPECT_TRUE(of(1).empty());
  ASSERT_EQ(of(2).size(), 1U);
  EXPECT_EQ(of(2).front(), "embedded-order 2 is claimed, it is 1");
}

TEST(audit, of_an_order_beyond_what_steps_can_show_takes_the_claim) {
  EXPECT_EQ(audit(find_scheme("taylor")).find("order")->verdict, "confirmed");
  EXPECT_EQ(audit(find_scheme("taylor"), {{"order", "12"}}).find("order")->value, "12");
}

// With fewer points than the degree the quadrature does not see all of the polynomial, and the rule "twice the degree, or
// the order of the quadrature" does not hold.
TEST(audit, measures_the_order_of_a_galerkin_table_with_few_points) {
  const auto order_of = [](int degree, const std::string& rule) {
    return facts_of(parse_scheme("name = \"x\"\nkind = \"galerkin\"\ndegree = " +
                                 std::to_string(degree) + "\n" + rule))
        .order;
  };
  const std::string gauss_2 =
      "c = [\"1/2 - sqrt(3)/6\", \"1/2 + sqrt(3)/6\"]\nb = [\"1/2\", \"1/2\"]";
  EXPECT_EQ(order_of(2, gauss_2), 4);
  EXPECT_EQ(order_of(3, gauss_2), 2);
  EXPECT_EQ(order_of(2, "c = [\"1/2\"]\nb = [1]"), 0);
  // a point that is there twice, or has no weight, is one point
  EXPECT_EQ(order_of(2, "c = [\"1/2\", \"1/2\"]\nb = [\"1/2\", \"1/2\"]"), 0);
  EXPECT_EQ(order_of(2, "c = [\"1/2\", \"1/3\"]\nb = [1, 0]"), 0);
  EXPECT_EQ(order_of(3, "c = [0, \"1/2\", 1]\nb = [\"1/6\", \"2/3\", \"1/6\"]"), 4);
}

// min(2s, u, 2(u - s + 1)) for a quadrature of order u, which the orders that the audit measures on a pendulum confirm.
TEST(audit, knows_the_order_of_a_galerkin_table_whose_quadrature_is_coarse) {
  struct table {
    int degree;
    std::string rule;
    std::string order;
  };
  for (const table& each :
       {table{5,
              "c = [0, \"1/4\", \"1/2\", \"3/4\", 1]\nb = [\"7/90\", \"16/45\", \"2/15\", "
              "\"16/45\", \"7/90\"]",
              "4"},
        table{4, "c = [0, \"1/3\", \"2/3\", 1]\nb = [\"1/8\", \"3/8\", \"3/8\", \"1/8\"]", "2"},
        table{3, "c = [0, \"1/2\", \"3/4\"]\nb = [\"2/9\", \"1/3\", \"4/9\"]", "2"},
        table{3, "c = [0, \"1/3\", \"2/3\", 1]\nb = [\"1/8\", \"3/8\", \"3/8\", \"1/8\"]", "4"},
        table{2, "c = [\"1/4\", \"3/4\"]\nb = [\"1/2\", \"1/2\"]", "2"}}) {
    const audit_report report = audit(parse_scheme("name = \"x\"\nkind = \"galerkin\"\ndegree = " +
                                                   std::to_string(each.degree) + "\n" + each.rule));
    EXPECT_EQ(value(report, "order"), each.order) << each.rule;
    EXPECT_NEAR(std::stod(value(report, "measured-order")), std::stod(each.order), 0.05)
        << each.rule;
  }
}

TEST(audit, of_a_galerkin_table_reads_its_quadrature) {
  const audit_report report =
      audit(parse_scheme("name = \"x\"\nkind = \"galerkin\"\ndegree = 2\norder = 4\n"
                         "c = [\"0.2113248654\", \"0.7886751346\"]\nb = [\"1/2\", \"1/2\"]"));
  EXPECT_FALSE(report.is_wrong);
  EXPECT_EQ(value(report, "order"), "4");
  EXPECT_EQ(value(report, "order-exact"), "2");
  EXPECT_EQ(value(report, "coefficient-digits"), "11");
  const audit_report radau = audit(parse_scheme(
      "name = \"x\"\nkind = \"galerkin\"\ndegree = 2\nc = [\"1/3\", 1]\nb = [\"3/4\", \"1/4\"]"));
  EXPECT_EQ(value(radau, "first-failing-condition"), "sum b c^3 = 1/4, off by 0.0277778");
}

// Bogacki and Shampine's weights of order 2 are 7/24, 1/4, 1/3, 1/8, and Dormand and Prince's of order 4 are 5179/57600, 0,
// 7571/16695, 393/640, -92097/339200, 187/2100, 1/40 (Hairer, Noersett & Wanner I, table II.5.2).
std::string bogacki_shampine(const std::string& bhat) {
  return "name = \"bs\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"], [0, \"3/4\"], "
         "[\"2/9\", \"1/3\", \"4/9\"]]\nb = [\"2/9\", \"1/3\", \"4/9\", 0]\nbhat = [" +
         bhat + "]\n";
}

std::string dormand_prince(const std::string& a74) {
  return "name = \"dp\"\nkind = \"runge-kutta\"\n"
         "A = [[], [\"1/5\"], [\"3/40\", \"9/40\"], [\"44/45\", \"-56/15\", \"32/9\"], "
         "[\"19372/6561\", \"-25360/2187\", \"64448/6561\", \"-212/729\"], "
         "[\"9017/3168\", \"-355/33\", \"46732/5247\", \"49/176\", \"-5103/18656\"], "
         "[\"35/384\", 0, \"500/1113\", \"" +
         a74 +
         "\", \"-2187/6784\", \"11/84\"]]\n"
         "b = [\"35/384\", 0, \"500/1113\", \"125/192\", \"-2187/6784\", \"11/84\", 0]\n"
         "bhat = [\"5179/57600\", 0, \"7571/16695\", \"393/640\", \"-92097/339200\", "
         "\"187/2100\", \"1/40\"]\n";
}

TEST(audit, names_a_wrong_digit_of_embedded_weights) {
  struct wrong {
    std::string table;
    std::string embedded_order;
    std::string suspect;
  };
  for (
      const wrong& each :
      {wrong{bogacki_shampine(
                 "\"0.291666666667\", \"0.250000040000\", \"0.333333333333\", \"0.125\""),
             "2",
             "bhat[2] is 0.250000040000; with the value 0.25 it has order 3 and embedded order 2"},
       // far beyond the tolerance, and no order is claimed
       wrong{bogacki_shampine("\"7/24\", \"1/4\", \"4/3\", \"1/8\""), "0",
             "bhat[3] is 4/3; with the value 1/3 it has order 3 and embedded order"},
       // the sum of the weights and that of their times with the nodes are wrong by as much: a weight of the node 1
       wrong{bogacki_shampine("\"7/24\", \"1/4\", \"1/3\", \"1/7\""), "0",
             "bhat[4] is 1/7; with the value 1/8 it has order 3 and embedded order 2"},
       // the row of the last stage, which b does not see: 0.651041666666666667
       wrong{dormand_prince("0.651041666667666667"), "4", "A[7][4] is 0.651041666667666667"},
       wrong{dormand_prince("0.651051666666666667"), "1", "A[7][4] is 0.651051666666666667"}}) {
    const audit_report report = audit(parse_scheme(each.table));
    EXPECT_TRUE(report.is_wrong) << each.suspect;
    EXPECT_EQ(value(report, "embedded-order"), each.embedded_order) << each.suspect;
    EXPECT_TRUE(value(report, "suspect-digits").starts_with(each.suspect))
        << value(report, "suspect-digits");
  }
}

// Several changes of one number give the order; what the table claims besides tells which is meant.
TEST(audit, names_the_change_that_gives_all_that_is_claimed) {
  struct wrong {
    std::string table;
    std::string suspect;
  };
  // the last row of A has a wrong digit, but c is printed, so that the row sum alone would accuse c[7] as well
  std::string pair = dormand_prince("125/192");
  const std::string right_digits = "\"-2187/6784\", \"11/84\"]]";
  const auto place = pair.find(right_digits);
  ASSERT_NE(place, std::string::npos);
  pair.replace(place, right_digits.size(), "\"-2187/6748\", \"11/84\"]]");
  for (const wrong& each :
       {wrong{
            pair + "c = [0, \"1/5\", \"3/10\", \"4/5\", \"8/9\", 1, 1]\norder = 5\n"
                   "embedded-order = 4\n",
            "A[7][5] is -2187/6748; with the value -2187/6784 it has order 5 and embedded order 4"},
        wrong{"name = \"x\"\nkind = \"runge-kutta\"\nA = [[\"1/4\"], [\"1/2\", \"1/3\"]]\nb = "
              "[\"1/2\", "
              "\"1/2\"]\norder = 2\nsymplectic = true\n",
              "A[2][2] is 1/3; with the value 1/4 it has order 2 and is symplectic"},
        wrong{
            "name = \"x\"\nkind = \"partitioned-runge-kutta\"\nA = [[0, 0], [\"1/2\", \"1/2\"]]\nb "
            "= [\"1/2\", "
            "\"1/2\"]\nAbar = [[\"1/4\", 0], [\"1/2\", 0]]\nbbar = [\"1/2\", \"1/2\"]\norder = 2\n"
            "symplectic = true\n",
            "Abar[1][1] is 1/4; with the value 1/2 it has order 2 and is symplectic"}}) {
    const audit_report report = audit(parse_scheme(each.table));
    EXPECT_EQ(value(report, "suspect-digits"), each.suspect);
  }
}

/// The decimals of p/q > 0, cut off or rounded.
std::string decimals_of(long p, long q, int decimals, bool rounds) {
  const precision_scope scope(60);
  const mp shifted = mp(p) / mp(q) * pow(mp(10), decimals) + (rounds ? mp(1) / 2 : mp(0));
  std::string digits = to_text(mp(floor(shifted)));
  digits.insert(
      0, static_cast<std::size_t>(std::max(0, decimals + 1 - static_cast<int>(digits.size()))),
      '0');
  return "\"" + digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".") + "\"";
}

TEST(audit, takes_rounded_embedded_weights_and_quadratures_for_right) {
  for (int decimals = 6; decimals <= 20; decimals += 2) {
    for (const bool rounds : {true, false}) {
      const auto text = [&](long p, long q) { return decimals_of(p, q, decimals, rounds); };
      const audit_report pair = audit(parse_scheme(bogacki_shampine(
          text(7, 24) + ", " + text(1, 4) + ", " + text(1, 3) + ", " + text(1, 8))));
      EXPECT_FALSE(pair.is_wrong) << decimals << value(pair, "suspect-digits");
      EXPECT_EQ(value(pair, "embedded-order"), "2") << decimals;
      const audit_report simpson = audit(
          parse_scheme("name = \"x\"\nkind = \"galerkin\"\ndegree = 2\nc = [0, \"1/2\", 1]\nb = [" +
                       text(1, 6) + ", " + text(2, 3) + ", " + text(1, 6) + "]"));
      EXPECT_FALSE(simpson.is_wrong) << decimals << value(simpson, "suspect-digits");
      EXPECT_EQ(value(simpson, "order"), "4") << decimals;
      // of order 3, with a residual of 1/36 in the next
      const audit_report radau =
          audit(parse_scheme("name = \"x\"\nkind = \"galerkin\"\ndegree = 2\nc = [" + text(1, 3) +
                             ", 1]\nb = [\"3/4\", \"1/4\"]"));
      EXPECT_FALSE(radau.is_wrong) << decimals << value(radau, "suspect-digits");
      EXPECT_EQ(value(radau, "order"), "3") << decimals;
    }
  }
  // of order 6, with a residual of 1/2800 in the order after it, which the tolerance of five decimals lets pass
  const audit_report gauss = audit(parse_scheme(
      "name = \"x\"\nkind = \"galerkin\"\ndegree = 4\nc = [\"0.11270\", \"0.50000\", \"0.88730\"]\n"
      "b = [\"0.27778\", \"0.44444\", \"0.27778\"]"));
  EXPECT_EQ(value(gauss, "suspect-digits"), "none");
}

// Gauss's points with degree 2 are 1/2 -+ sqrt(3)/6 = 0.211324865405, 0.788675134595; Simpson's weights are 1/6, 2/3, 1/6.
TEST(audit, names_a_wrong_digit_of_a_quadrature) {
  struct wrong {
    std::string rule;
    std::string suspect;
  };
  for (const wrong& each :
       {wrong{"c = [\"0.211324865405\", \"0.788675143595\"]\nb = [\"0.5\", \"0.5\"]",
              "c[2] is 0.788675143595; with the value 0.788675134595 its quadrature has order 4"},
        wrong{"c = [0, \"1/2\", 1]\nb = [\"0.166667\", \"0.666677\", \"0.166667\"]",
              "b[2] is 0.666677; with the value 0.66666"},
        wrong{"c = [\"0.211324865405\", \"0.788675134595\"]\nb = [\"0.5000003\", \"0.5\"]",
              "b[1] is 0.5000003; with the value 0.5 its quadrature has order 4"},
        wrong{
            "c = [\"x\", \"1 - x\"]\nb = [\"1/2\", \"1/2\"]\n[define]\nx = \"0.211324856405\"",
            "define.x is 0.211324856405; with the value 0.211324865405 its quadrature has order 4"},
        wrong{"c = [\"1/2 - sqrt(3)/6\", \"1/2 + sqrt(3)/6\"]\nb = [\"1/2\", \"3/5\"]",
              "b[2] is 3/5; with the value 1/2 its quadrature has order 4"},
        wrong{"c = [0, \"1/2\", 1]\nb = [\"1/6\", \"-2/3\", \"1/6\"]\norder = 4",
              "b[2] is -2/3; with the other sign, 2/3 its quadrature has order 4"}}) {
    const audit_report report =
        audit(parse_scheme("name = \"x\"\nkind = \"galerkin\"\ndegree = 2\n" + each.rule));
    EXPECT_TRUE(report.is_wrong) << each.rule;
    EXPECT_TRUE(value(report, "suspect-digits").starts_with(each.suspect))
        << value(report, "suspect-digits");
  }
}

// The two-stage methods of order 2 and their neighbours, on the oscillator: with a_21 = a, b = (0, B) a step multiplies the
// squared amplitude by (1 - a B x)^2 + B^2 x, x = h^2, which is 1 at x = (2 a B - B^2)/(a B)^2.
TEST(audit, finds_small_stability_limits) {
  struct known {
    const char* a;
    const char* weight;
    double limit;
  };
  for (const known& each : {known{"51/100", "1", std::sqrt(0.02) / 0.51},
                            known{"500001/1000000", "1", std::sqrt(2e-6) / 0.500001},
                            known{"1/2", "98/100", 2 * std::sqrt(0.02 / 0.98)},
                            known{"1/2", "999/1000", 2 * std::sqrt(0.001 / 0.999)},
                            known{"1/2", "999999/1000000", 2 * std::sqrt(1e-6 / (1 - 1e-6))},
                            known{"0.5100000000000001", "1", std::sqrt(0.02) / 0.51},
                            known{"1/2", "1", 0},              // grows with every step
                            known{"1/2", "-1", 0},             // backwards in time
                            known{"0.4999999999", "1", 0}}) {  // 2 a - 1 < 0
    SCOPED_TRACE(std::string(each.a) + " " + each.weight);
    const audit_report report =
        audit(parse_scheme(std::string("name = \"x\"\nkind = \"runge-kutta\"\nA = [[], [\"") +
                           each.a + "\"]]\nb = [0, \"" + each.weight + "\"]"));
    EXPECT_NEAR(std::stod(value(report, "stability-limit")), each.limit, 1e-8 * each.limit);
  }
  const audit_report euler =
      audit(parse_scheme("name = \"x\"\nkind = \"runge-kutta\"\nA = [[]]\nb = [1]"));
  EXPECT_EQ(value(euler, "stability-limit"), "0");
}

// Both stages of the table are the stage of the implicit midpoint rule, whose weights its decimals sum up to exactly.
TEST(audit, sees_the_symmetry_of_a_printed_table_with_a_superfluous_stage) {
  const audit_report report = audit(parse_scheme(
      "name = \"x\"\nkind = \"runge-kutta\"\nsymmetric = true\nsymplectic = true\n"
      "A = [[\"0.1666666666\", \"0.3333333334\"], [\"0.1666666666\", \"0.3333333334\"]]\n"
      "b = [\"0.3333333333\", \"0.6666666667\"]"));
  EXPECT_FALSE(report.is_wrong);
  EXPECT_EQ(report.find("symmetric")->verdict, "confirmed");
  EXPECT_EQ(report.find("symplectic")->verdict, "confirmed");
}

TEST(audit, says_what_it_will_cost) {
  std::vector<std::string> told;
  const scheme_table table = *known_scheme_table("gauss-collocation", {{"stages", "14"}});
  (void)audit(table, [&](const std::string& what) { told.push_back(what); });
  ASSERT_FALSE(told.empty());
  EXPECT_NE(told.back().find("53272 order conditions up to order 14"), std::string::npos)
      << told.back();
  told.clear();
  (void)audit(parse_scheme(rk4_text), [&](const std::string& what) { told.push_back(what); });
  EXPECT_TRUE(told.empty());
}

TEST(audit, takes_literals_with_huge_exponents) {
  const audit_report report = audit(parse_scheme(
      "name = \"x\"\nkind = \"runge-kutta\"\nA = [[]]\nb = [\"1e-999999999\"]\norder = 1"));
  EXPECT_TRUE(report.is_wrong);
  EXPECT_EQ(value(report, "order"), "0");
}

TEST(audit, takes_no_right_table_for_a_wrong_one) {
  // printed decimals of 15, 16 and 26 digits, rounded and cut off
  for (const char* gamma :
       {"\"0.784513610477560\", \"0.235573213359357\", \"-1.17767998417887\", "
        "\"1.31518632068391\", \"-1.17767998417887\", \"0.235573213359357\", \"0.784513610477560\"",
        "\"0.7845136104\", \"0.2355732133\", \"-1.1776799841\", \"1.3151863206\", "
        "\"-1.1776799841\", \"0.2355732133\", \"0.7845136104\""}) {
    const audit_report report =
        audit(parse_scheme(std::string("name = \"x\"\nkind = \"composition\"\nbase = \"leapfrog\"\n"
                                       "order = 6\nsymmetric = true\ngamma = [") +
                           gamma + "]"));
    EXPECT_FALSE(report.is_wrong) << value(report, "suspect-digits");
    EXPECT_EQ(value(report, "order"), "6");
    EXPECT_EQ(value(report, "suspect-digits"), "none");
    EXPECT_LT(std::stoi(value(report, "order-exact")), 3);
  }
}

TEST(audit, holds_the_catalogue_to_its_facts) {
  for (const scheme_entry& scheme : schemes()) {
    const auto table = known_scheme_table(scheme.info.name);
    if (!table) {
      continue;
    }
    const scheme_info facts = facts_of(*table);
    EXPECT_EQ(facts.order, scheme.info.order) << scheme.info.name;
    EXPECT_EQ(facts.symmetric, scheme.info.symmetric) << scheme.info.name;
    EXPECT_EQ(facts.symplectic, scheme.info.symplectic) << scheme.info.name;
  }
}

// docs/schemes.md is written by `plumbline audit --all`; a scheme that is added or changed asks for it anew.
TEST(audit, of_the_catalogue_stands_in_its_page) {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/docs/schemes.md");
  ASSERT_TRUE(file);
  std::ostringstream page;
  page << file.rdbuf();
  for (const scheme_entry& scheme : schemes()) {
    const std::string row =
        "| `" + scheme.info.name + "` | " + std::to_string(scheme.info.order) + " |";
    EXPECT_NE(page.str().find(row), std::string::npos)
        << row << " is missing; run plumbline audit --all -o docs/schemes.md";
  }
  EXPECT_EQ(page.str().find("(refuted)"), std::string::npos);
}

TEST(audit, of_a_family_follows_its_parameter) {
  for (int s = 1; s <= 4; ++s) {
    const settings stages = {{"stages", std::to_string(s)}};
    const settings degree = {{"degree", std::to_string(s)}};
    EXPECT_EQ(facts_of(*known_scheme_table("radau-iia", stages)).order, 2 * s - 1);
    EXPECT_EQ(facts_of(*known_scheme_table("radau-ia", stages)).order, 2 * s - 1);
    EXPECT_EQ(facts_of(*known_scheme_table("gauss-collocation", stages)).order, 2 * s);
    for (const char* name : {"lobatto-iiia", "lobatto-iiib", "lobatto-iiic", "lobatto-iiia-iiib"}) {
      EXPECT_EQ(facts_of(*known_scheme_table(name, degree)).order, 2 * s) << name << s;
    }
  }
}

TEST(audit, finds_nothing_wrong_in_a_family_of_any_size) {
  for (const char* name : {"radau-ia", "radau-iia", "gauss-collocation"}) {
    for (int s = 1; s <= 3; ++s) {
      const audit_report report = audit(*known_scheme_table(name, {{"stages", std::to_string(s)}}));
      EXPECT_FALSE(report.is_wrong) << name << s;
    }
  }
}

// Yoshida's solution of order 6. He prints 15 digits, 0.235573213359357 for w2.
scheme_table yoshida(const std::string& w2) {
  return parse_scheme(R"toml(
name = "y"
kind = "composition"
base = "leapfrog"
gamma = ["w3", "w2", "w1", "1 - 2*(w1 + w2 + w3)", "w1", "w2", "w3"]
[define]
w1 = "-1.17767998417887"
w3 = "0.784513610477560"
w2 = ")toml" + w2 + "\"\n");
}

// Yoshida's conditions determine all digits.
TEST(refine, finds_the_digits_that_were_not_printed) {
  const scheme_table table = yoshida("0.235573213359357");
  const auto coefficients = refine(table, 26);
  ASSERT_EQ(coefficients.size(), 7U);
  EXPECT_EQ(coefficients[0].place, "gamma[1]");
  // Hairer, Lubich & Wanner V, (3.11)
  EXPECT_EQ(coefficients[0].value.substr(0, 25), "0.78451361047755726381949");
  EXPECT_EQ(coefficients[1].value.substr(0, 25), "0.23557321335935813368479");
  EXPECT_EQ(coefficients[2].value.substr(0, 25), "-1.1776799841788710069464");
  const auto longer = refine(table, 300);
  EXPECT_EQ(longer[0].value.substr(0, 26), coefficients[0].value.substr(0, 26));
  EXPECT_GT(longer[0].value.size(), 290U);
}

TEST(refine, says_when_the_conditions_leave_a_number_free) {
  const scheme_table table = parse_scheme(R"toml(
name = "free"
kind = "splitting"
a = ["x", "1 - x"]
b = ["0.333333333333", "1 - 0.333333333333"]
[define]
x = "0.123456789012"
)toml");
  EXPECT_THROW((void)refine(table, 50), invalid_input);
  // of order 2 for every y: no entry of the derivatives is larger than its rounding
  const scheme_table mclachlan = parse_scheme(R"toml(
name = "free"
kind = "splitting"
a = ["y", "1 - 2*y", "y"]
b = ["1/2", "1/2"]
[define]
y = "0.1931833275037836"
)toml");
  EXPECT_THROW((void)refine(mclachlan, 50), invalid_input);
}

// Two digits of w2 are typed in the wrong order: the other digits are right and must not be moved.
TEST(refine, refuses_suspect_digits) {
  const scheme_table table = yoshida("0.235573213395357");
  try {
    (void)refine(table, 26);
    FAIL() << "refined";
  } catch (const invalid_input& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("y: more digits cannot be computed from wrong ones ("), std::string::npos)
        << what;
    EXPECT_NE(what.find("w2"), std::string::npos) << what;
  }
}

/// The refined value of a place; fails where it is missing.
std::string refined_at(const std::vector<refined_coefficient>& list, const std::string& place) {
  for (const refined_coefficient& c : list) {
    if (c.place == place) {
      return c.value;
    }
  }
  ADD_FAILURE() << place;
  return "0";
}

void expect_refined(const std::vector<refined_coefficient>& list,
                    const std::map<std::string, std::string>& exact, int digits) {
  const precision_scope scope(digits + 10);
  for (const auto& [place, value] : exact) {
    const mp off =
        abs(mp(from_text<mp>(refined_at(list, place)) - evaluate<mp>(expression(value))));
    EXPECT_LT(off, pow(mp(10), 1 - digits)) << place << " " << refined_at(list, place);
  }
}

// The cubic of Hermite through the ends of Bogacki and Shampine's step, b_i(t) = (3t^2 - 2t^3) b_i + [i = 1] t (1 - t)^2
// - [i = 4] t^2 (1 - t), printed with 15 digits; and the polynomial of Gauss's collocation, whose coefficients have sqrt(3).
TEST(refine, finds_the_digits_of_dense_output) {
  const scheme_table hermite = parse_scheme(R"toml(
name = "bs"
kind = "runge-kutta"
A = [[], ["1/2"], [0, "3/4"], ["2/9", "1/3", "4/9"]]
b = ["2/9", "1/3", "4/9", 0]
dense = [[1, "-1.33333333333333", "0.555555555555556"], [0, 1, "-0.666666666666667"],
         [0, "1.33333333333333", "-0.888888888888889"], [0, -1, 1]]
order = 3
dense-order = 3
)toml");
  expect_refined(refine(hermite, 60),
                 {{"dense[1][2]", "-4/3"},
                  {"dense[1][3]", "5/9"},
                  {"dense[2][3]", "-2/3"},
                  {"dense[3][2]", "4/3"},
                  {"dense[3][3]", "-8/9"},
                  {"dense[4][3]", "1"},
                  {"A[4][1]", "2/9"}},
                 60);
  const scheme_table gauss = parse_scheme(R"toml(
name = "gauss"
kind = "runge-kutta"
A = [["1/4", "1/4 - sqrt(3)/6"], ["1/4 + sqrt(3)/6", "1/4"]]
b = ["1/2", "1/2"]
dense = [["1.36602540378444", "-0.866025403784439"], ["-0.366025403784439", "0.866025403784439"]]
)toml");
  expect_refined(refine(gauss, 200),
                 {{"dense[1][1]", "1/2 + sqrt(3)/2"},
                  {"dense[1][2]", "-sqrt(3)/2"},
                  {"dense[2][1]", "1/2 - sqrt(3)/2"},
                  {"dense[2][2]", "sqrt(3)/2"}},
                 200);
}

// The weights of order 3 in Hairer and Wanner's SDIRK method of order 4 (IV.6, table 6.5).
TEST(refine, finds_the_digits_of_embedded_weights) {
  const scheme_table sdirk = parse_scheme(R"toml(
name = "sdirk"
kind = "runge-kutta"
A = [["1/4"], ["1/2", "1/4"], ["17/50", "-1/25", "1/4"], ["371/1360", "-137/2720", "15/544", "1/4"],
     ["25/24", "-49/48", "125/16", "-85/12", "1/4"]]
b = ["25/24", "-49/48", "125/16", "-85/12", "1/4"]
bhat = ["1.22916666666667", "-0.177083333333333", "7.03125", "-7.08333333333333", 0]
)toml");
  expect_refined(
      refine(sdirk, 50),
      {{"bhat[1]", "59/48"}, {"bhat[2]", "-17/96"}, {"bhat[3]", "225/32"}, {"bhat[4]", "-85/12"}},
      50);
}

TEST(refine, prints_the_dense_output_of_the_catalogue) {
  // d_i2 of radau-iia with two stages: b_1(t) = 3/2 t - 3/4 t^2
  expect_refined(refine(*known_scheme_table("radau-iia", {{"stages", "2"}}), 40),
                 {{"dense[1][1]", "3/2"},
                  {"dense[1][2]", "-3/4"},
                  {"dense[2][1]", "-1/2"},
                  {"dense[2][2]", "3/4"}},
                 40);
}

}  // namespace
}  // namespace plumbline
