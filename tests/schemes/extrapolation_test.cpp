// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Extrapolation. Kinds: the defining equations of the weights at 100 digits; orders on both sides over bases of order 2, 4
// and 6 against the exact pendulum; the closed form of the multiplier of a linear oscillator; what is refused.
#include "support/catalogue_runs.hpp"
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/schemes/extrapolation.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

TEST(extrapolation_sequence, are_those_of_the_literature) {
  EXPECT_EQ(named_sequence("romberg", 6), (step_sequence{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(named_sequence("bulirsch", 9), (step_sequence{1, 2, 4, 6, 8, 12, 16, 24, 32}));
  EXPECT_EQ(named_sequence("harmonic", 4), (step_sequence{2, 4, 6, 8}));
  EXPECT_THROW((void)named_sequence("rombergs", 4), invalid_input);
  EXPECT_THROW((void)named_sequence("romberg", 0), invalid_input);
  EXPECT_THROW((void)named_sequence("romberg", 64), invalid_input);
  for (const step_sequence& bad : {step_sequence{}, {0, 1}, {1, 1}, {2, 1}, {-1, 2}}) {
    EXPECT_THROW((void)extrapolation_weights<double>(bad, 2), invalid_input);
  }
  EXPECT_THROW((void)extrapolation_weights<double>({1, 2}, 3), invalid_input);
  EXPECT_THROW((void)extrapolation_weights<double>({1, 2}, 0), invalid_input);
}

TEST(extrapolation_weights, solve_their_equations) {
  const precision_scope scope(100);
  const std::vector<step_sequence> sequences = {
      {3},          named_sequence("romberg", 4),   named_sequence("bulirsch", 8),
      {2, 3, 7, 8}, named_sequence("harmonic", 10), named_sequence("romberg", 12)};
  for (const int order : {2, 4, 6, 10}) {
    for (const step_sequence& n : sequences) {
      const auto c = extrapolation_weights<mp>(n, order);
      mp one(0);
      mp size(0);
      for (const mp& each : c) {
        one += each;
        size += abs(each);
      }
      EXPECT_LT(abs(mp(one - 1)) / size, 1e-97);
      for (int k = order / 2; k < order / 2 + static_cast<int>(n.size()) - 1; ++k) {
        mp sum(0);
        mp largest(0);
        for (std::size_t i = 0; i < n.size(); ++i) {
          const mp term = c[i] * pow(mp(as_scalar<mp>(n[i])), -2 * k);
          sum += term;
          largest = largest < abs(term) ? abs(term) : largest;
        }
        EXPECT_LT(abs(sum) / largest, 1e-96) << "order " << order << ", power " << 2 * k;
      }
    }
  }
}

TEST(extrapolation_weights, are_the_ones_everybody_knows) {
  const auto c = extrapolation_weights<mp64>({1, 2}, 2);
  EXPECT_LT(abs(mp64(c[0] + rational<mp64>(1, 3))), 1e-63);
  EXPECT_LT(abs(mp64(c[1] - rational<mp64>(4, 3))), 1e-63);
  const auto d = extrapolation_weights<mp64>({1, 2}, 4);
  EXPECT_LT(abs(mp64(d[0] + rational<mp64>(1, 15))), 1e-63);
  EXPECT_LT(abs(mp64(d[1] - rational<mp64>(16, 15))), 1e-63);
}

struct order_case {
  std::string scheme;
  settings chosen;
  int order;
};

// Two bases of order 2, then 4 and 6, with 1 to 8 levels of each sequence in turn.
std::vector<order_case> order_cases() {
  std::vector<order_case> list;
  const char* const sequences[] = {"romberg", "bulirsch", "harmonic"};
  for (int levels = 1; levels <= 8; ++levels) {
    const std::string p = std::to_string(levels);
    const std::string sequence = sequences[levels % 3];
    list.push_back({"midpoint-extrapolation", {{"levels", p}, {"sequence", sequence}}, 2 * levels});
    list.push_back({"extrapolation",
                    {{"base", "leapfrog"}, {"levels", p}, {"sequence", sequence}},
                    2 * levels});
    list.push_back({"extrapolation",
                    {{"base", "simpson"}, {"levels", p}, {"sequence", sequence}},
                    2 * levels + 2});
    if (levels <= 4) {
      list.push_back({"extrapolation",
                      {{"base", "lobatto"}, {"degree", "3"}, {"levels", p}, {"sequence", sequence}},
                      2 * levels + 4});
    }
  }
  list.push_back({"extrapolation", {{"base", "simpson"}, {"sequence", "1,3,5"}}, 8});
  return list;
}

TEST(extrapolation, has_the_order_of_its_base_and_levels) {
  const settings parameters = {{"m", "2"}, {"omega", "3/2"}};
  const auto system = find_system("pendulum").make<mp64>(parameters);
  const phase_point<mp64> start{vector<mp64>::Constant(1, mp64(1)),
                                vector<mp64>::Constant(1, rational<mp64>(1, 2))};
  const pendulum_solution<mp64> exact(
      {mp64(2), rational<mp64>(3, 2), mp64(1), rational<mp64>(1, 2), mp64(0)});
  const phase_point<mp64> truth = exact.state(rational<mp64>(1, 4));
  for (const order_case& c : order_cases()) {
    const scheme_entry& scheme = find_scheme(c.scheme);
    EXPECT_EQ(scheme.info_for(c.chosen).order, c.order);
    std::vector<mp64> steps;
    std::vector<mp64> errors;
    for (const int n : {14, 20}) {
      auto stepper = scheme.make<mp64>(c.chosen, system);
      const mp64 h = rational<mp64>(1, 4 * n);
      const auto end = test::run(stepper, start, h, n);
      steps.push_back(h);
      const mp64 dq = abs(mp64(end.q[0] - truth.q[0]));
      const mp64 dp = abs(mp64(end.p[0] - truth.p[0]));
      errors.push_back(dq < dp ? dp : dq);
      ASSERT_GT(errors.back(), 1e-58);
    }
    EXPECT_NEAR(to_double(fitted_order(steps, errors)), c.order, 0.05)
        << nlohmann::json(c.chosen).dump();
  }
}

TEST(extrapolation, keeps_60_of_64_digits_with_many_levels) {
  const scheme_entry& scheme = find_scheme("midpoint-extrapolation");
  const auto run = [&]<class T>(const settings& chosen) {
    auto stepper = scheme.make<T>(chosen, find_system("pendulum").make<T>());
    return test::run(stepper, test::generic_start<T>(1), rational<T>(1, 20), 5);
  };
  // the rounding errors of the levels are multiplied by their weights, Σ|c_i| = 2, 8 and 256
  for (const auto& [sequence, levels] :
       {std::pair("romberg", "9"), std::pair("bulirsch", "14"), std::pair("harmonic", "9")}) {
    const settings chosen = {{"levels", levels}, {"sequence", sequence}};
    const auto z = run.operator()<mp64>(chosen);
    const precision_scope scope(100);
    const auto fine = run.operator()<mp>(chosen);
    EXPECT_LT(test::relative_difference(scalar_cast<mp>(z), fine), 1e-60) << sequence;
  }
}

/// The 2 × 2 matrix of one step for m = k = 1: by columns (q, p).
matrix<mp64> oscillator_step(const std::string& scheme, const settings& chosen, const mp64& z) {
  const auto system = find_system("harmonic-oscillator").make<mp64>({{"k", "1"}});
  auto stepper = find_scheme(scheme).make<mp64>(chosen, system);
  matrix<mp64> phi(2, 2);
  for (int column = 0; column < 2; ++column) {
    phase_point<mp64> w{vector<mp64>::Constant(1, mp64(column == 0 ? 1 : 0)),
                        vector<mp64>::Constant(1, mp64(column == 0 ? 0 : 1))};
    w = test::run(stepper, w, z, 1);
    phi(0, column) = w.q[0];
    phi(1, column) = w.p[0];
  }
  return phi;
}

TEST(extrapolation, has_the_multiplier_of_the_closed_form) {
  // midpoint turns by 2 atan(z/2), so the multiplier is Σ c_i exp(2 i n_i atan(z/(2 n_i)))
  const settings chosen = {{"levels", "4"}};
  const auto c = extrapolation_weights<mp64>({1, 2, 4, 8}, 2);
  for (const char* text : {"0.12", "1", "10"}) {
    const mp64 z = decimal<mp64>(text);
    mp64 re(0);
    mp64 im(0);
    int n = 1;
    for (const mp64& weight : c) {
      const mp64 angle = 2 * n * atan(mp64(z / (2 * n)));
      re += weight * cos(angle);
      im += weight * sin(angle);
      n *= 2;
    }
    const auto phi = oscillator_step("midpoint-extrapolation", chosen, z);
    EXPECT_LT(abs(mp64(phi(0, 0) - re)), 1e-61);
    EXPECT_LT(abs(mp64(phi(0, 1) - im)), 1e-61);
    const mp64 det = phi(0, 0) * phi(1, 1) - phi(0, 1) * phi(1, 0);
    EXPECT_LT(abs(mp64(det - (re * re + im * im))), 1e-61);
    if (std::string(text) == "0.12") {
      EXPECT_NEAR(to_double(mp64(det - 1)), 7.95e-17, 0.005e-17);
    }
    if (std::string(text) == "10") {
      EXPECT_NEAR(to_double(mp64(sqrt(det))), 1.6, 0.05);  // eigenvalues are a conjugate pair
    }
  }
}

TEST(extrapolation, has_a_tableau_whose_last_entry_is_the_step) {
  const auto system = find_system("pendulum").make<mp64>();
  for (const char* name : {"midpoint", "simpson"}) {
    const scheme_entry& base = find_scheme(name);
    const int order = base.info.order;
    extrapolation_stepper<mp64, any_stepper<mp64>> stepper(base.make<mp64>({}, system),
                                                           {1, 2, 3, 5}, order);
    vector<mp64> y = stepper.base().start(test::generic_start<mp64>(1));
    ASSERT_TRUE(stepper.step(y, mp64(0), rational<mp64>(1, 20)).ok());
    for (int i = 0; i < 2; ++i) {
      std::vector<mp64> first;
      for (const auto& u : stepper.results()) {
        first.push_back(u[i]);
      }
      const auto rows = extrapolation_tableau(first, stepper.sequence(), order);
      EXPECT_LT(abs(mp64(rows.back().back() - y[i])), 1e-61) << name;
      // two levels of the finest two rows: r² or r⁴ in the place of f
      mp64 f = pow(rational<mp64>(5, 3), order);
      EXPECT_LT(abs(mp64(rows[3][1] - (f * rows[3][0] - rows[2][0]) / (f - 1))), 1e-61) << name;
    }
  }
}

TEST(extrapolation, steps_points_of_phase_space_too_and_keeps_cyclic_momenta_bit_for_bit) {
  const auto system = find_system("lagrange-top").make<mp64>();
  auto stepper = find_scheme("midpoint-extrapolation").make<mp64>({}, system);
  const phase_point<mp64> start = {
      vector<mp64>{{mp64(0), mp64(1), mp64(0)}},
      vector<mp64>{{rational<mp64>(1, 30), mp64(0), rational<mp64>(1, 35)}}};
  const auto end = test::run(stepper, start, rational<mp64>(1, 90), 30);
  EXPECT_EQ(end.p[0], start.p[0]);
  EXPECT_EQ(end.p[2], start.p[2]);
  EXPECT_NE(end.p[1], start.p[1]);

  struct half_turn {  // (q, p) turned by the midpoint rule for m = k = 1
    solve_report step(phase_point<mp64>& z, const mp64& h) {
      const mp64 d = 1 + h * h / 4;
      const mp64 c = (1 - h * h / 4) / d;
      const mp64 s = h / d;
      const mp64 q = z.q[0];
      z.q[0] = c * q + s * z.p[0];
      z.p[0] = c * z.p[0] - s * q;
      return {};
    }
  };
  extrapolation_stepper<mp64, half_turn, phase_point<mp64>> by_hand({}, {1, 2, 4, 8}, 2);
  phase_point<mp64> z{vector<mp64>::Constant(1, mp64(1)), vector<mp64>::Constant(1, mp64(0))};
  ASSERT_TRUE(by_hand.step(z, decimal<mp64>("0.12")).ok());
  const auto phi = oscillator_step("midpoint-extrapolation", {}, decimal<mp64>("0.12"));
  EXPECT_LT(abs(mp64(z.q[0] - phi(0, 0))), 1e-61);
}

TEST(extrapolation, keeps_the_linear_invariants_of_its_base) {
  const auto kept = [](const conserved_set& of_base, int levels) {
    scheme_info base;
    base.order = 2;
    base.symmetric = true;
    base.conserves = of_base;
    return extrapolation_info("e", base, levels).conserves;
  };
  const conserved_set all{.momenta = true, .linear = true, .quadratic = true, .energy = true};
  EXPECT_EQ(kept(all, 1), all);
  EXPECT_EQ(kept(all, 2), (conserved_set{.momenta = true, .linear = true}));
  EXPECT_EQ(kept({.energy = true}, 2), conserved_set{});
}

TEST(conserved_set, is_named_in_one_way) {
  EXPECT_EQ(to_text(conserved_set{}), "");
  EXPECT_EQ(to_text(conserved_set{.linear = true, .quadratic = true}),
            "linear and quadratic invariants");
  EXPECT_EQ(to_text(conserved_set{.momenta = true, .bilinear = true}),
            "momenta of cyclic coordinates, bilinear invariants");
  EXPECT_EQ(to_text(conserved_set{.integral = "p - q"}), "p - q");
}

TEST(extrapolation, refuses_what_cannot_be_extrapolated) {
  const scheme_entry& scheme = find_scheme("extrapolation");
  const auto refuses = [&](const settings& chosen, const std::string& reason) {
    try {
      (void)scheme.make<double>(chosen, find_system("pendulum").make<double>());
      ADD_FAILURE() << "made: " << nlohmann::json(chosen).dump();
    } catch (const invalid_input& e) {
      EXPECT_NE(std::string(e.what()).find(reason), std::string::npos) << e.what();
    }
  };
  for (const char* base : {"rk4", "symplectic-euler-a", "suris1", "standard-projection",
                           "extrapolation", "midpoint-extrapolation"}) {
    refuses({{"base", base}}, "not symmetric");
  }
  refuses({{"base", "midpiont"}}, "did you mean 'midpoint'");
  refuses({{"sequence", "3,2"}}, "strictly increasing");
  refuses({{"sequence", "0,2"}}, "strictly increasing");
  refuses({{"sequence", "1,,2"}}, "sequence must be");
  refuses({{"sequence", "1;2"}}, "sequence must be");
  refuses({{"sequence", "romber"}}, "unknown sequence");
  refuses({{"sequence", "1,2,3"}, {"levels", "4"}}, "has 3 levels");
  refuses({{"levels", "0"}}, "levels");
  refuses({{"levels", "5/2"}}, "levels");
  refuses({{"degree", "3"}}, "degree");  // the midpoint rule has none
  refuses({{"base", "lobatto"}, {"degree", "0"}}, "degree");
  EXPECT_THROW(require_fit(scheme, find_system("double-pendulum"), {{"base", "leapfrog"}}),
               invalid_input);
  EXPECT_NO_THROW(require_fit(scheme, find_system("pendulum"), {{"base", "leapfrog"}}));
}

TEST(extrapolation, is_its_base_when_there_is_one_level) {
  const scheme_info one =
      find_scheme("extrapolation").info_for({{"base", "simpson"}, {"levels", "1"}});
  EXPECT_TRUE(one.symmetric && one.symplectic);
  EXPECT_EQ(one.order, 4);
  const scheme_info two =
      find_scheme("extrapolation").info_for({{"base", "simpson"}, {"levels", "2"}});
  EXPECT_FALSE(two.symmetric || two.symplectic);
  EXPECT_EQ(two.order, 6);
}

/// Moves, and finds from the second time on nothing that belongs to where it is.
struct settles_once {
  int left = 1;
  solve_report step(vector<double>& y, double /*t*/, double h) {
    y[0] += h;
    return {};
  }
  solve_report settle(vector<double>& /*y*/, double /*t*/) {
    return {left-- > 0 ? solve_outcome::converged : solve_outcome::singular, 0, 0};
  }
};

TEST(extrapolation, reports_an_end_that_cannot_be_settled_and_leaves_the_state) {
  extrapolation_stepper<double, settles_once> stepper({}, {1, 2}, 2);
  vector<double> y = vector<double>::Constant(1, 1.);
  EXPECT_TRUE(stepper.step(y, 0., 0.5).ok());
  EXPECT_EQ(y[0], 1.5);
  EXPECT_EQ(stepper.step(y, 0.5, 0.5).outcome, solve_outcome::singular);
  EXPECT_EQ(y[0], 1.5);
}

}  // namespace
}  // namespace plumbline
