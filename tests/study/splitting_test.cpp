// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The splitting of separatrices. Kinds: literature (Lazutkin's constant of the standard map, which is leapfrog on a pendulum; the
// constant of the midpoint rule, mathematics of the project, section 8), identities (invariance under symplectic conjugacy, area of a
// lobe = ω h²/(2π²) up to e^{−π²/h}, both methods agree), laws with made-up numbers, refused input.
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/splitting_law.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

namespace plumbline {
namespace {

using named = std::map<std::string, std::string>;

named splitting_of(const std::string& system, const std::string& scheme, const std::string& step,
                   const problem_texts& texts = {}, const named& options = {}, int digits = 20) {
  measure_request request{
      .quantity = "splitting", .system = system, .scheme = scheme, .step = step};
  request.options = options;
  run_host host;
  named values;
  for (const named_value& value : measure(request, texts, digits, host).values) {
    values[value.name] = value.re;
  }
  return values;
}

/// Relative.
double apart(const std::string& a, const std::string& b) {
  const auto x = from_text<mp64>(a);
  return std::abs(to_double(mp64((from_text<mp64>(b) - x) / x)));
}

const problem_texts unit_pendulum{.set = {"omega=1"}};

class system_file {
 public:
  system_file(const std::string& name, const std::string& lagrangian)
      : path_(std::filesystem::temp_directory_path() / (name + ".toml")) {
    std::ofstream(path_) << "name = \"" << name << "\"\ncoordinates = [\"x\"]\nlagrangian = \""
                         << lagrangian << "\"\n[start]\nx = \"1/5\"\n";
  }
  system_file(const system_file&) = delete;
  system_file& operator=(const system_file&) = delete;
  ~system_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  std::string name() const { return path_.native(); }

 private:
  std::filesystem::path path_;
};

/// h = ln λ with 2 sinh(h/2) = H for leapfrog; the homoclinic point of the first orbit is on the line q = 2π.
TEST(splitting, of_a_pendulum_by_leapfrog) {
  const named values = splitting_of("pendulum", "leapfrog", "1/4", unit_pendulum);
  EXPECT_NEAR(std::stod(values.at("exponent-per-step")), 2 * std::asinh(0.125), 1e-15);
  EXPECT_NEAR(std::stod(values.at("equilibrium-q1")), 3.14159265358979324, 1e-15);
  EXPECT_NEAR(std::stod(values.at("to-q1")), 3 * 3.14159265358979324, 1e-14);
  EXPECT_NEAR(std::stod(values.at("at-q1")), 2 * 3.14159265358979324, 1e-14);
  const double h = std::stod(values.at("exponent-per-step"));
  const double omega = std::stod(values.at("omega"));
  const double pi = 3.14159265358979324;
  EXPECT_GT(omega, 0);
  EXPECT_LT(std::stod(values.at("omega-other")), 0);
  // the first term of the asymptotic law, to h²
  EXPECT_NEAR(omega / (4 * pi * 1118.8277059409 / (h * h * h) * std::exp(-pi * pi / h)), 1, h * h);
  EXPECT_NEAR(std::stod(values.at("lobe-area")) / (omega * h * h / (2 * pi * pi)), 1, 1e-10);
  EXPECT_LT(std::stod(values.at("omega-radius")), 2e-21 * omega);
}

/// e^{−π²/h} is 1e-43 here.
TEST(splitting, is_measured_where_it_is_exponentially_small) {
  const named values = splitting_of("pendulum", "leapfrog", "1/10", unit_pendulum);
  const double omega = std::stod(values.at("omega"));
  EXPECT_LT(omega, 1e-34);
  EXPECT_GT(omega, 1e-40);
  EXPECT_LT(std::stod(values.at("omega-radius")), 2e-21 * omega);
}

/// The symplectic Euler maps are conjugate to leapfrog, so ω is the same; it is found without a reversor.
TEST(splitting, is_invariant_under_conjugacy) {
  const named leapfrog = splitting_of("pendulum", "leapfrog", "1/2", unit_pendulum);
  for (const char* scheme : {"symplectic-euler-a", "symplectic-euler-b"}) {
    const named euler = splitting_of("pendulum", scheme, "1/2", unit_pendulum);
    EXPECT_LT(apart(euler.at("omega"), leapfrog.at("omega")), 1e-20) << scheme;
    EXPECT_LT(apart(euler.at("omega-other"), leapfrog.at("omega-other")), 1e-20) << scheme;
  }
}

TEST(splitting, limit_constants_are_known) {
  const named leapfrog =
      splitting_of("pendulum", "leapfrog", "1/3,1/4,1/5,1/6,1/7,1/8", unit_pendulum);
  EXPECT_EQ(leapfrog.at("power"), "-3");
  EXPECT_NEAR(std::stod(leapfrog.at("decay")), 9.8696044010893586, 1e-10);
  EXPECT_NEAR(std::stod(leapfrog.at("constant")), 1118.8277059409, 1e-5);
  EXPECT_LT(
      abs(mp64(from_text<mp64>(leapfrog.at("constant")) - decimal<mp64>("1118.8277059409007784"))),
      from_text<mp64>(leapfrog.at("constant-radius")));
  const named midpoint = splitting_of("pendulum", "midpoint", "1/3,1/4,1/5,1/6,1/7", unit_pendulum);
  EXPECT_NEAR(std::stod(midpoint.at("constant")), -20.875490428332, 1e-4);
}

TEST(splitting, of_a_loop_by_both_methods) {
  const system_file well("double-well", "dot(x)^2/2 + x^2/2 - x^4/4");
  const named leapfrog = splitting_of(well.name(), "leapfrog", "1/2");
  EXPECT_EQ(leapfrog.at("equilibrium-q1"), "0");
  EXPECT_EQ(leapfrog.at("to-q1"), "0");
  const double h = std::stod(leapfrog.at("exponent-per-step"));
  EXPECT_NEAR(std::stod(leapfrog.at("lobe-area")) /
                  (std::abs(std::stod(leapfrog.at("omega"))) * h * h / (2 * 9.8696044)),
              1, 1e-4);
  const named euler = splitting_of(well.name(), "symplectic-euler-a", "1/2");
  EXPECT_LT(apart(euler.at("omega"), leapfrog.at("omega-other")), 1e-20);  // the positive one
}

TEST(splitting, law_through_numbers_that_obey_it) {
  const precision_scope scope(60);
  std::vector<mp> h;
  std::vector<mp> y;
  std::vector<mp> errors;
  for (const int n : {2, 3, 4, 5, 6}) {
    const mp x = mp(1) / n;
    h.push_back(x);
    y.push_back(mp(log(mp(16 * atan(mp(1)) * 7)) - 5 * log(x) - 3 / x + x * x / 3));
    errors.push_back(mp(0));
  }
  const splitting_law law = fit_splitting_law(h, y, errors);
  EXPECT_EQ(law.power.value, mp(-5));
  EXPECT_LT(abs(mp(law.decay.value - 3)), decimal<mp>("1e-50"));
  EXPECT_LT(abs(mp(law.constant.value - 7)), decimal<mp>("1e-50"));
}

// The same with odd powers of h, as where the potential has no symmetry.
TEST(splitting, law_with_odd_powers_finds_them) {
  const precision_scope scope(60);
  std::vector<mp> h;
  std::vector<mp> y;
  std::vector<mp> errors;
  for (const int n : {3, 4, 5, 6, 7, 8, 9}) {
    const mp x = mp(1) / n;
    h.push_back(x);
    y.push_back(mp(log(mp(16 * atan(mp(1)) * 7)) - 5 * log(x) - 3 / x +
                   log(mp(1 + x * 2 / 3 - x * x / 5 + x * x * x / 7))));
    errors.push_back(mp(0));
  }
  const splitting_law law = fit_splitting_law(h, y, errors);
  EXPECT_EQ(law.power.value, mp(-5));
  EXPECT_LT(abs(mp(law.decay.value - 3)), law.decay.radius);
  EXPECT_LT(abs(mp(law.constant.value - 7)), law.constant.radius);
  EXPECT_LT(law.constant.radius, mp(1) / 100);
}

// In a formula about a run, the law is that of the steps that the call has.
TEST(splitting, law_in_a_formula) {
  run_host host;
  const auto value = measure({.quantity = "splitting(constant, step = '1/3,1/4,1/5,1/6')",
                              .system = "pendulum",
                              .scheme = "leapfrog"},
                             unit_pendulum, 34, host)
                         .values.front()
                         .re;
  EXPECT_NEAR(std::stod(value), 1118.8277, 0.01);
}

// V = −q²/2 − q³/7 + q⁴/5: at its singularity the separatrix has the leading term of that of the double well −q²/2 + q⁴/4, scaled, so
// that Θ is 5/4 times −7964.3739151752, and c = 8.47380105 (both computed outside, in mpmath).
TEST(splitting, law_of_a_potential_without_symmetry) {
  const system_file own("own-well", "dot(x)^2/2 + x^2/2 + x^3/7 - x^4/5");
  const named law = splitting_of(own.name(), "leapfrog", "1/4,1/5,1/6,1/7,1/8,1/9,1/10,1/11", {},
                                 {{"equilibrium", "q1=0"}});
  EXPECT_EQ(law.at("power"), "-5");
  EXPECT_LT(std::abs(std::stod(law.at("constant")) + 9955.46739),
            std::stod(law.at("constant-radius")));
  EXPECT_LT(std::stod(law.at("constant-radius")), 100);
  EXPECT_LT(std::abs(std::stod(law.at("decay")) - 8.47380105), std::stod(law.at("decay-radius")));
}

// Where lobes are as large as the separatrix (the standard map with H² = 9/4 and 4, by mpmath).
TEST(splitting, of_long_steps) {
  const named three_halves = splitting_of("pendulum", "leapfrog", "3/2", unit_pendulum);
  EXPECT_LT(apart(three_halves.at("omega"), "4.2146056107302815313783278813"), 1e-19);
  EXPECT_LT(apart(three_halves.at("omega-other"), "-3.8867616476323903424"), 1e-18);
  const named two = splitting_of("pendulum", "leapfrog", "2", unit_pendulum);
  EXPECT_LT(apart(two.at("omega"), "10.088675441638953168683344"), 1e-19);
  EXPECT_LT(apart(two.at("omega-other"), "-7.3641770208391669"), 1e-15);
}

std::string refusal(const std::string& system, const std::string& scheme, const std::string& step,
                    const named& options = {}, const problem_texts& texts = {}) {
  try {
    (void)splitting_of(system, scheme, step, texts, options);
  } catch (const invalid_input& error) {
    return error.what();
  }
  return {};
}

TEST(splitting, refuses) {
  EXPECT_EQ(
      refusal("pendulum", "rk4", "1/8", {}, unit_pendulum)
          .find("splitting needs a symplectic scheme: rk4 is not symplectic on pendulum (|det "
                "- 1| = "),
      0U);
  EXPECT_EQ(refusal("pendulum", "average-acceleration", "1/8", {}, unit_pendulum)
                .find("splitting needs a symplectic scheme"),
            0U);
  EXPECT_EQ(refusal("pendulum", "symmetric-projection", "1/3", {}, unit_pendulum)
                .find("splitting needs a symplectic scheme whose steps have derivatives: "
                      "symmetric-projection has none on pendulum"),
            0U);
  EXPECT_EQ(refusal("double-pendulum", "simpson", "1/100"),
            "splitting needs one degree of freedom; double-pendulum has 2");
  EXPECT_EQ(refusal("harmonic-oscillator", "leapfrog", "1/10"),
            "harmonic-oscillator has no hyperbolic equilibrium (V'' < 0) within 10 of the start");
  const system_file flat("flat-hill", "dot(x)^2/2 + x^4");
  EXPECT_EQ(refusal(flat.name(), "leapfrog", "1/6"),
            "flat-hill has no hyperbolic equilibrium (V'' < 0) within 10 of the start");
  const system_file pole("pole", "dot(x)^2/2 + log(x) + x^2/2 - x^4/8");
  EXPECT_EQ(refusal(pole.name(), "leapfrog", "1/6"),
            "pole has no hyperbolic equilibrium (V'' < 0) within 10 of the start");
  const system_file cubic("cubic-well", "dot(x)^2/2 - x^2/2 + x^3/3");
  EXPECT_EQ(
      refusal(cubic.name(), "leapfrog", "1/2"),
      "the unstable manifold of q1 = 1 meets no stable manifold: it leaves towards larger q1");
  EXPECT_EQ(refusal(cubic.name(), "leapfrog", "1/2", {{"branch", "-"}}), "");
  const system_file driven("driven", "dot(x)^2/2 + cos(x) + x*sin(t)");
  EXPECT_EQ(refusal(driven.name(), "midpoint", "1/8"),
            "driven depends on time: there is no autonomous equilibrium");
  EXPECT_EQ(refusal("pendulum", "leapfrog", "1/4,1/5", {}, unit_pendulum),
            "the law over steps needs at least four of them, got 2");
}

}  // namespace
}  // namespace plumbline
