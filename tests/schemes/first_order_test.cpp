// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The implicit midpoint rule, Gauss collocation and splittings by groups of coordinates on y' = f(y), and Poisson maps. Kind:
// truth from outside (steps and defects by mpmath, reference/oracles/first-order/make.py), orders on both sides against the
// Taylor series, identities (adjoint, symmetric, quadratic invariants, Hamilton's equations written twice).
#include "support/oracle_csv.hpp"
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/poisson.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace plumbline {
namespace {

const std::string oracle_folder =
    std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/first-order/";

std::shared_ptr<const system_entry> oracle_system(const std::string& name) {
  return load_system(oracle_folder + name + ".toml");
}
scheme_entry oracle_scheme(const std::string& name) {
  return name.ends_with(".toml") ? entry_of(load_scheme(oracle_folder + name)) : find_scheme(name);
}
settings stages_of(const plumbline::testing::oracle_row& row) {
  return row.at("stages").empty() ? settings{} : settings{{"stages", row.at("stages")}};
}

template <class T>
vector<T> start_of_file(const system_entry& entry) {
  vector<T> y = vector<T>::Constant(entry.dimension, T(0));
  for (const auto& [name, text] : entry.info.start) {
    y[std::stoi(std::string(name.substr(1))) - 1] = evaluate<T>(expression(text));
  }
  return y;
}

template <class T>
vector<T> stepped(any_stepper<T> stepper, vector<T> y, const T& h, int steps) {
  for (int n = 0; n < steps; ++n) {
    EXPECT_TRUE(stepper.step(y, T(n) * h, h).ok());
  }
  return y;
}

template <class T>
double distance(const vector<T>& a, const vector<T>& b) {
  return to_double(max_magnitude(a - b));
}

TEST(first_order, steps_are_those_of_mpmath) {
  for (const auto& row : plumbline::testing::read_oracle("first-order/steps.csv", 43)) {
    const auto entry = oracle_system(row.at("system"));
    const scheme_entry scheme = oracle_scheme(row.at("scheme"));
    ASSERT_NO_THROW(require_fit(scheme, *entry)) << row.at("system") << row.at("scheme");
    const vector<mp64> y = stepped<mp64>(
        scheme.make<mp64>(stages_of(row), entry->make<mp64>()), start_of_file<mp64>(*entry),
        evaluate<mp64>(expression(row.at("step"))), std::stoi(row.at("steps")));
    std::istringstream end(row.at("end"));
    for (const mp64& value : y) {
      std::string printed;
      ASSERT_TRUE(end >> printed);
      const precision_scope scope(100);
      const mp reference = decimal<mp>(printed);
      EXPECT_LT(to_double(mp(abs(widen<mp>(value) - reference))), 1e-61)
          << row.at("system") << " " << row.at("scheme") << row.at("stages");
    }
  }
}

// In double, quad and with digits that are known when it runs the same steps are right to the rounding of the scalar.
TEST(first_order, steps_use_the_precision_of_their_scalar) {
  plumbline::testing::at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    for (const char* const scheme : {"midpoint", "gauss-collocation", "leapfrog"}) {
      const auto entry = oracle_system("lorenz");
      const auto end = [&]<class U>(U) {
        return stepped<U>(find_scheme(scheme).make<U>({}, entry->make<U>()),
                          start_of_file<U>(*entry), rational<U>(1, 50), 5);
      };
      const vector<T> coarse = end(T(0));
      const int bits = scalar_traits<T>::bits();
      const precision_scope scope(350);
      const vector<mp> fine = end(mp(0));
      for (Eigen::Index k = 0; k < fine.size(); ++k) {
        const mp error = abs(widen<mp>(coarse[k]) - fine[k]);
        EXPECT_LT(to_double(mp(ldexp(error, bits))), 5000) << scheme << " at " << digits;
        EXPECT_GT(to_double(error), 0) << scheme << " at " << digits;
      }
    }
  });
}

TEST(first_order, orders_hold_on_both_sides) {
  const std::map<std::string, int> orders = {{"midpoint", 2},           {"gauss-collocation", 4},
                                             {"symplectic-euler-a", 1}, {"symplectic-euler-b", 1},
                                             {"leapfrog", 2},           {"yoshida-4", 4}};
  const mp64 time = rational<mp64>(1, 10);
  for (const char* const name : {"lorenz", "lotka-volterra", "abc-flow", "magnetic"}) {
    const auto entry = oracle_system(name);
    const model<mp64> system = entry->make<mp64>();
    const vector<mp64> start = start_of_file<mp64>(*entry);
    const vector<mp64> truth =
        stepped<mp64>(find_scheme("taylor").make<mp64>({}, system), start, time / 10, 10);
    for (const auto& [scheme, order] : orders) {
      const auto error = [&, &scheme = scheme](int steps) {
        return distance(
            stepped<mp64>(find_scheme(scheme).make<mp64>({}, system), start, time / steps, steps),
            truth);
      };
      EXPECT_NEAR(std::log2(error(256) / error(512)), order, 0.05) << name << " " << scheme;
    }
  }
}

// Euler a of h, then Euler b of -h, is the identity, also where groups are solved for; so leapfrog is symmetric.
TEST(first_order, euler_maps_are_adjoint_and_leapfrog_is_symmetric) {
  for (const char* const name : {"lorenz", "abc-flow", "magnetic"}) {
    const auto entry = oracle_system(name);
    const model<mp64> system = entry->make<mp64>();
    const vector<mp64> start = start_of_file<mp64>(*entry);
    const mp64 h = rational<mp64>(1, 20);
    for (const auto& [there, back] :
         {std::pair{"symplectic-euler-a", "symplectic-euler-b"}, std::pair{"leapfrog", "leapfrog"},
          std::pair{"midpoint", "midpoint"}}) {
      const auto y = stepped<mp64>(find_scheme(there).make<mp64>({}, system), start, h, 1);
      EXPECT_GT(distance(y, start), 1e-3);
      EXPECT_LT(
          distance(stepped<mp64>(find_scheme(back).make<mp64>({}, system), y, mp64(-h), 1), start),
          1e-60)
          << name << " " << there;
    }
    const auto a =
        stepped<mp64>(find_scheme("symplectic-euler-a").make<mp64>({}, system), start, h, 1);
    EXPECT_GT(distance(stepped<mp64>(find_scheme("symplectic-euler-a").make<mp64>({}, system), a,
                                     mp64(-h), 1),
                       start),
              1e-6);
  }
}

// The momentum's square and the energy of a free body are quadratic.
TEST(first_order, the_midpoint_rule_keeps_quadratic_invariants) {
  const auto entry = oracle_system("rigid-body");
  const auto invariants = [](const vector<mp64>& y) {
    return std::array<mp64, 2>{mp64(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]),
                               mp64(y[0] * y[0] + y[1] * y[1] / 2 + y[2] * y[2] / 3)};
  };
  const vector<mp64> start = start_of_file<mp64>(*entry);
  const auto changes = [&](const char* scheme) {
    const auto end = stepped<mp64>(find_scheme(scheme).make<mp64>({}, entry->make<mp64>()), start,
                                   rational<mp64>(1, 5), 50);
    double smallest = 1;
    double largest = 0;
    for (int k = 0; k < 2; ++k) {
      const double change = to_double(mp64(abs(invariants(end)[static_cast<std::size_t>(k)] -
                                               invariants(start)[static_cast<std::size_t>(k)])));
      smallest = std::min(smallest, change);
      largest = std::max(largest, change);
    }
    return std::pair{smallest, largest};
  };
  EXPECT_LT(changes("midpoint").second, 1e-61);
  EXPECT_LT(changes("gauss-collocation").second, 1e-61);
  EXPECT_GT(changes("leapfrog").first, 1e-6);
  EXPECT_GT(changes("rk4").first, 1e-9);
}

constexpr const char* oscillator_twice[] = {
    "name = \"o\"\ncoordinates = [\"q\"]\nlagrangian = \"dot(q)^2/2 - 16*q^2/2\"\n[start]\nq = 1\n",
    "name = \"o\"\ncoordinates = [\"q\", \"p\"]\ngroups = [[\"q\"], [\"p\"]]\n[equations]\n"
    "q = \"p\"\np = \"-16*q\"\n[start]\nq = 1\n"};

// Hamilton's equations of the harmonic oscillator, written as [equations]: the same bits where nothing is solved.
TEST(first_order, is_the_same_oscillator) {
  const auto mechanical = parse_system(oscillator_twice[0], "L");
  const auto plain = parse_system(oscillator_twice[1], "f");
  const auto both = [&]<class T>(const std::string& scheme, T) {
    const vector<T> start = start_of_file<T>(*plain);
    const T h = rational<T>(1, 40);
    return std::pair{
        stepped<T>(find_scheme(scheme).make<T>({}, mechanical->make<T>()), start, h, 100),
        stepped<T>(find_scheme(scheme).make<T>({}, plain->make<T>()), start, h, 100)};
  };
  for (const char* const scheme : {"symplectic-euler-a", "symplectic-euler-b", "leapfrog",
                                   "yoshida-4", "forest-ruth", "suzuki-4"}) {
    const auto [a, b] = both(scheme, 0.0);
    EXPECT_EQ(a, b) << scheme;
  }
  for (const char* const scheme : {"midpoint", "gauss-collocation"}) {
    const auto [a, b] = both(scheme, mp64(0));
    EXPECT_LT(distance(a, b), 1e-61) << scheme;
  }
}

TEST(first_order, defects_of_poisson_maps_are_those_of_mpmath) {
  for (const auto& row : plumbline::testing::read_oracle("first-order/defects.csv", 22)) {
    const auto entry = oracle_system(row.at("system"));
    const precision_scope scope(64);
    using D = tangent_number<mp>;
    auto stepper = oracle_scheme(row.at("scheme")).make<D>(stages_of(row), entry->make<D>());
    const mp h = evaluate<mp>(expression(row.at("step")));
    const model<mp> system = entry->make<mp>();
    const vector<mp> start = start_of_file<mp>(*entry);
    vector<mp> end = start;
    const matrix<mp> derivative = step_jacobian<mp>(
        [&](vector<D>& y) {
          const solve_report report = stepper.step(y, D(0), D(h));
          for (Eigen::Index k = 0; k < end.size(); ++k) {
            end[k] = y[k].value;
          }
          return report;
        },
        start);
    const mp found =
        poisson_defect<mp>(derivative, poisson_matrix(system, start), poisson_matrix(system, end));
    EXPECT_LT(to_double(mp(abs(found - decimal<mp>(row.at("norm"))))), 1e-48)
        << row.at("system") << " " << row.at("scheme") << row.at("stages");
  }
}

// With one degree of freedom and {q, p} = 1 it is the defect in (q, p): both are |det F - 1| times the square root of 2.
TEST(first_order, the_canonical_defect_is_the_usual_one) {
  matrix<mp64> derivative(2, 2);
  derivative << 2, 1, 3, 5;
  matrix<mp64> canonical(2, 2);
  canonical << 0, 1, -1, 0;
  EXPECT_EQ(poisson_defect(derivative, canonical, canonical), symplecticity_defect(derivative));
  EXPECT_LT(
      to_double(mp64(abs(poisson_defect(derivative, canonical, canonical) - 6 * sqrt(mp64(2))))),
      1e-62);
}

TEST(first_order, brackets_obey_the_jacobi_identity_or_not) {
  const precision_scope scope(60);
  const auto largest = [](const std::string& brackets) {
    const auto entry = parse_system(
        "name = \"b\"\ncoordinates = [\"x\", \"y\", \"z\"]\n[equations]\nx = \"0\"\n"
        "y = \"0\"\nz = \"0\"\n[poisson]\n" +
            brackets,
        "b");
    vector<mp> y(3);
    y << mp(2), mp(3), mp(5);
    return largest_jacobi_sum(entry->make<mp>(), y).value;
  };
  EXPECT_EQ(largest("\"x,y\" = \"z\"\n\"y,z\" = \"x\"\n\"z,x\" = \"y\"\n"), 0);  // so(3)
  EXPECT_EQ(largest("\"x,y\" = \"z\"\n\"y,z\" = \"-x\"\n\"x,z\" = \"-2\"\n"),
            0);  // a constant beside
  EXPECT_EQ(largest("\"x,y\" = \"1\"\n\"y,z\" = \"2\"\n\"x,z\" = \"3\"\n"), 0);  // constants
  // {{x,y},z} = {x,z} = y, {{y,z},x} = {x,x} = 0, {{z,x},y} = {-y,y} = 0
  EXPECT_EQ(abs(largest("\"x,y\" = \"x\"\n\"y,z\" = \"x\"\n\"x,z\" = \"y\"\n")), 3);
}

std::string misfit(const char* scheme, const system_entry& system) {
  try {
    require_fit(oracle_scheme(scheme), system);
    return "";
  } catch (const invalid_input& error) {
    return error.what();
  }
}

TEST(first_order, what_a_splitting_lacks_is_said) {
  const auto with = [](const std::string& head, const std::string& equations) {
    return parse_system(
        "name = \"s\"\ncoordinates = [\"x\", \"y\"]\n" + head + "[equations]\n" + equations,
        "s.toml");
  };
  const std::string groups = "groups = [[\"x\"], [\"y\"]]\n";
  const auto expect = [](const std::string& message, const char* part) {
    EXPECT_NE(message.find(part), std::string::npos) << message << "\n" << part;
  };
  const auto ungrouped = with("", "x = \"y\"\ny = \"-x\"\n");
  for (const char* const scheme : {"leapfrog", "symplectic-euler-a", "yoshida-4", "forest-ruth"}) {
    expect(misfit(scheme, *ungrouped), "groups = [[\"x\"], [\"y\"]]");
  }
  EXPECT_EQ(misfit("midpoint", *ungrouped), "");
  const auto timed = with(groups, "x = \"y\"\ny = \"-x + sin(t)\"\n");
  expect(misfit("leapfrog", *timed), "contain the time t");
  EXPECT_EQ(misfit("gauss-collocation", *timed), "");
  const auto damped = with(groups, "x = \"y\"\ny = \"-x - y/10\"\n");
  expect(misfit("forest-ruth", *damped), "the rate of 'y'");
  expect(misfit("forest-ruth", *damped), "depends on 'y' of the same group");
  EXPECT_EQ(misfit("leapfrog", *damped), "");
  expect(misfit("forest-ruth", *oracle_system("abc-flow")), "the file names 3");
  EXPECT_EQ(misfit("leapfrog", *oracle_system("abc-flow")), "");
  // the conditions of order of force = "nystrom" hold for x' linear in y alone
  const auto curved = with(groups, "x = \"y^3\"\ny = \"-x\"\n");
  const scheme_entry nystrom =
      entry_of(parse_scheme("name = \"n\"\nkind = \"splitting\"\nforce = \"nystrom\"\na = "
                            "[\"1/2\", \"1/2\"]\nb = [\"1\"]\n"));
  EXPECT_FALSE(nystrom.fits(*curved));
  expect(nystrom.lacks(*curved), "is not linear in 'y'");
  EXPECT_TRUE(nystrom.fits(*with(groups, "x = \"2*y + 1\"\ny = \"-x^3\"\n")));
  EXPECT_EQ(misfit("forest-ruth", *curved), "");
}

// x' = x^2 has no midpoint for so long a step: K = (1 + 5 K)^2 has no real root.
TEST(first_order, a_step_without_a_solution_is_reported) {
  const auto entry = parse_system(
      "name = \"s\"\ncoordinates = [\"x\", \"y\"]\ngroups = [[\"y\"], [\"x\"]]\n[equations]\n"
      "x = \"x^2\"\ny = \"1\"\n[start]\nx = 1\n",
      "s");
  for (const char* const scheme : {"midpoint", "symplectic-euler-a"}) {
    auto stepper = find_scheme(scheme).make<mp64>({}, entry->make<mp64>());
    const vector<mp64> start = start_of_file<mp64>(*entry);
    vector<mp64> y = start;
    EXPECT_FALSE(stepper.step(y, mp64(0), mp64(10)).ok()) << scheme;
    EXPECT_EQ(y, start);
    EXPECT_TRUE(stepper.step(y, mp64(0), rational<mp64>(1, 100)).ok());
  }
}

// The last rate of a step of leapfrog is the first of the next one. Of the pendulum q' = p takes no operation and is not
// counted; a step on three groups evaluates the third group once, the second twice and the first once.
TEST(first_order, leapfrog_evaluates_no_rate_twice) {
  for (const auto& [name, a_step] : {std::pair{"pendulum", 1}, std::pair{"abc-flow", 4}}) {
    const auto entry = oracle_system(name);
    const auto count = std::make_shared<std::int64_t>(0);
    (void)stepped<double>(
        find_scheme("leapfrog").make<double>({}, entry->make<double>().counted(count)),
        start_of_file<double>(*entry), 0.01, 50);
    EXPECT_EQ(*count, 50 * a_step + 1) << name;
  }
}

}  // namespace
}  // namespace plumbline
