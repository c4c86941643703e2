// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motions of the damped forced and of the bilinear oscillator. Kind: oracle (mpmath by other formulas,
// reference/oracles/oscillators/make.py), closed forms of the report, property (energy, period).
#include <plumbline/exact/bilinear_oscillator.hpp>
#include <plumbline/exact/damped_forced_oscillator.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/scalar/expression.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace plumbline {
namespace {

nlohmann::json stored(const char* key) {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/reference/oracles/oscillators/motions.json");
  return nlohmann::json::parse(file).at(key);
}

template <class T>
T number(const nlohmann::json& text) {
  return evaluate<T>(expression(text.get<std::string>()));
}

// In units of the last place of the state's largest component, with x and v on the scale of the motion; the parameters
// themselves are rounded, which a motion of some turns multiplies.
template <class T>
double distance(const phase_point<T>& z, const nlohmann::json& truth) {
  using std::abs;
  const T x = number<T>(truth[0]);
  const T v = number<T>(truth[1]);
  const T size = T(abs(x)) < T(abs(v)) ? T(abs(v)) : T(abs(x));
  const T dx = abs(T(z.q[0] - x));
  const T dv = abs(T(z.p[0] - v));
  if (dx == T(0) && dv == T(0)) {
    return 0;
  }
  return to_double(T((dx < dv ? dv : dx) / (size * epsilon<T>())));
}

// The parameters of most cases are fractions that the scalar rounds; 1e-25 digits away from resonance no double sees.
template <class T>
void expect_damped(double units) {
  for (const auto& c : stored("damped")) {
    const auto& p = c.at("parameters");
    const auto at = [&p](int i) { return number<T>(p[static_cast<std::size_t>(i)]); };
    const damped_forced_solution<T> motion({at(0), at(1), at(2), at(3), at(4), at(5), at(6)}, at(7),
                                           at(8), at(9));
    for (std::size_t i = 0; i < c.at("times").size(); ++i) {
      EXPECT_LT(distance(motion.state(number<T>(c.at("times")[i])), c.at("states")[i]), units)
          << p.dump() << " at " << c.at("times")[i];
    }
  }
}

template <class T>
void expect_bilinear(double units) {
  for (const auto& c : stored("bilinear")) {
    const auto& p = c.at("parameters");
    const auto at = [&p](int i) { return number<T>(p[static_cast<std::size_t>(i)]); };
    const bilinear_solution<T> motion({at(0), at(1), at(2), at(3)}, at(4), at(5));
    for (std::size_t i = 0; i < c.at("times").size(); ++i) {
      EXPECT_LT(distance(motion.state(number<T>(c.at("times")[i])), c.at("states")[i]), units)
          << p.dump() << " at " << c.at("times")[i];
    }
    const auto times = motion.crossing_times();
    for (std::size_t i = 0; i < c.at("crossings").size(); ++i) {
      ASSERT_LT(i, times.size()) << p.dump();
      const T truth = number<T>(c.at("crossings")[i]);
      using std::abs;
      EXPECT_LT(to_double(T(abs(T(times[i] - truth)) / (truth * epsilon<T>()))), units) << p.dump();
    }
  }
}

TEST(damped_forced_solution, agrees_with_the_matrix_exponential_of_mpmath) {
  expect_damped<double>(200);
#if PLUMBLINE_HAS_QUAD
  expect_damped<quad>(200);
#endif
  expect_damped<mp64>(200);
  const precision_scope scope(200);
  expect_damped<mp>(200);
}

TEST(bilinear_solution, agrees_with_mpmath) {
  expect_bilinear<double>(200);
#if PLUMBLINE_HAS_QUAD
  expect_bilinear<quad>(200);
#endif
  expect_bilinear<mp64>(200);
  const precision_scope scope(200);
  expect_bilinear<mp>(200);
}

// NX (47): whole numbers, so that nothing but the last rounding is left.
TEST(damped_forced_solution, is_the_solution_of_the_report) {
  const damped_forced_solution<mp64> motion(
      {mp64(1), mp64(4), mp64(13), rational<mp64>(1, 3), mp64(2), mp64(3), mp64(0)}, mp64(1),
      mp64(-2));
  for (int k = 0; k <= 40; ++k) {
    const mp64 t = mp64(k) * 3 / 16;
    const auto sc = sin_cos(mp64(3 * t));
    const mp64 e = exp(mp64(-2 * t));
    const mp64 x = e * sc.cos + e / 54 * (sc.sin - 3 * t * sc.cos);
    EXPECT_LT(to_double(abs(mp64(motion.state(t).q[0] - x))), 1e-63 * to_double(e)) << k;
  }
  EXPECT_LT(abs(mp64(*motion.period() - 2 * pi<mp64>() / 3)), 1e-63);
}

bilinear_solution<mp64> of_the_report() {
  return {{mp64(1), mp64(10), mp64(1), rational<mp64>(1, 2)}, mp64(2), mp64(0)};
}

TEST(bilinear_solution, crosses_the_boundaries_when_the_closed_form_says) {
  const auto times = of_the_report().crossing_times();
  ASSERT_EQ(times.size(), 4U);
  const mp64 first = acos(rational<mp64>(2, 3)) / sqrt(mp64(5));
  const mp64 second = first + 2 / sqrt(mp64(10)) * atan(mp64(sqrt(mp64(10)) / 5));
  EXPECT_LT(abs(mp64(times[0] - first)), 1e-63);
  EXPECT_LT(abs(mp64(times[1] - second)), 1e-63);
  EXPECT_LT(abs(mp64(*of_the_report().period() - 2 * (first + second))), 1e-62);
  EXPECT_EQ(of_the_report().energy(), rational<mp64>(35, 2));
}

TEST(bilinear_solution, keeps_its_energy_and_repeats_itself) {
  const bilinear_oscillator<mp64> oscillator{mp64(1), mp64(10), mp64(1), rational<mp64>(1, 2)};
  evaluation<mp64> at{model<mp64>(oscillator)};
  const auto motion = of_the_report();
  for (int k = -50; k <= 50; ++k) {
    const mp64 t = mp64(k) / 13;
    const auto z = motion.state(t);
    const mp64 e = oscillator.energy(view(std::as_const(z.q)), view(std::as_const(z.p)));
    EXPECT_LT(abs(mp64(e - rational<mp64>(35, 2))), 1e-61);
    EXPECT_LT(abs(mp64(at.energy(view(std::as_const(z.q)), view(std::as_const(z.p))) - e)), 1e-61);
    const auto later = motion.state(mp64(t + 1000 * *motion.period()));
    EXPECT_LT(abs(mp64(later.q[0] - z.q[0])), 1e-59);
  }
}

TEST(bilinear_solution, refuses_what_has_no_motion) {
  using d = bilinear_solution<double>;
  EXPECT_THROW(d({1, -1, 1, 0.5}, 1, 0), domain_error);
  EXPECT_THROW(d({0, 1, 1, 0.5}, 1, 0), domain_error);
  EXPECT_THROW(d({1, 1, 1, std::numeric_limits<double>::infinity()}, 1, 0), invalid_input);
  EXPECT_THROW((void)d({1, 1, 1, 0.5}, 1, 0).state(std::numeric_limits<double>::quiet_NaN()),
               invalid_input);
  EXPECT_THROW(damped_forced_solution<double>({-1, 1, 1, 0, 0, 0, 0}, 1, 0), domain_error);
  EXPECT_FALSE(d({1, 10, 1, -0.2}, 0, 9).period().has_value());
}

}  // namespace
}  // namespace plumbline
