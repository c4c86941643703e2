// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kepler's problem on a sphere. Kinds: oracle (Taylor series of the equations of motion in whole numbers,
// reference/oracles/sphere_kepler); the printed period; Kepler's problem in the plane as the limit; consistency; what is refused.
#include "support/oracle_csv.hpp"
#include "support/oracle_numbers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/sphere_kepler.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <random>

namespace plumbline {
namespace {

using testing::difference;
using testing::numbers_of;
using testing::quotient_of;

template <class T>
sphere_kepler_start<T> orbit_from(const std::string& k, const std::string& r,
                                  const std::string& v) {
  sphere_kepler_start<T> s;
  s.mass = T(1);
  s.strength = quotient_of<T>(k);
  s.r = numbers_of<T>(r);
  s.p = numbers_of<T>(v);
  s.centre.assign(s.r.size(), T(0));
  s.centre.back() = T(1);
  return s;
}

TEST(sphere_kepler, is_the_solution_of_the_equations_of_motion) {
  const precision_scope scope(110);
  for (const auto& row : testing::read_oracle("sphere_kepler/values.csv", 11)) {
    SCOPED_TRACE(row.at("case"));
    const sphere_kepler_solution<mp> s(orbit_from<mp>(row.at("k"), row.at("r"), row.at("v")));
    const phase_point<mp> z = s.state(quotient_of<mp>(row.at("t")));
    const auto end = numbers_of<mp>(row.at("end"));
    for (int k = 0; k < z.q.size(); ++k) {
      EXPECT_LT(difference(z.q[k], end[static_cast<std::size_t>(k)]), 1e-77) << k;
      EXPECT_LT(difference(z.p[k], end[static_cast<std::size_t>(k + z.q.size())]), 1e-73) << k;
    }
  }
}

TEST(sphere_kepler, has_the_digits_that_are_asked_for) {
  for (const char* v : {"1/4 1 1/2", "1/4 1/1024 1/2", "-1/4 1/32 0"}) {
    SCOPED_TRACE(v);
    const precision_scope scope(260);
    const auto z = sphere_kepler_solution<mp>(orbit_from<mp>("1", "1 0 0", v)).state(mp(3));
    for (int digits : {16, 34, 64, 200}) {
      const precision_scope narrow(digits);
      const auto y = sphere_kepler_solution<mp>(orbit_from<mp>("1", "1 0 0", v)).state(mp(3));
      const precision_scope judge(260);
      const mp unit = ldexp(mp(1), -static_cast<int>(digits * 3.32));
      for (int k = 0; k < 3; ++k) {
        EXPECT_LT(difference(y.q[k], z.q[k]), to_double(mp(4 * unit))) << digits;
        EXPECT_LT(difference(y.p[k], z.p[k]), to_double(mp(16 * unit))) << digits;
      }
    }
    const auto y = sphere_kepler_solution<mp64>(orbit_from<mp64>("1", "1 0 0", v)).state(mp64(3));
    for (int k = 0; k < 3; ++k) {
      EXPECT_LT(difference(y.q[k], z.q[k]), 1e-63);
    }
  }
}

// The period is 2π/(I + k²/I³), I² = E + √(E² + k²), whatever the angular momentum.
TEST(sphere_kepler, closes_after_the_period_of_its_energy) {
  const precision_scope scope(50);
  for (const char* v : {"0 1 0", "3/5 0 -4/5", "1/3 2/3 -4/9"}) {
    auto s = orbit_from<mp>("2", "4/5 0 3/5", v);
    if (s.p[1] == 0) {
      s.p[1] = mp(1) / 7;
    }
    const sphere_kepler_solution<mp> motion(s);
    mp energy = -mp(2) * 3 / 4;
    mp across(0);
    for (std::size_t k = 0; k < 3; ++k) {
      energy += s.p[k] * s.p[k] / 2;
      across += s.p[k] * s.r[k];
    }
    energy -= across * across / 2;  // what is not across r is left out
    const mp i = sqrt(mp(energy + sqrt(mp(energy * energy + 4))));
    const mp period = 2 * pi<mp>() / (i + 4 / (i * i * i));
    EXPECT_LT(difference(motion.facts().period, period), 1e-47);
    const auto a = motion.state(mp(1) / 3);
    const auto b = motion.state(mp(mp(1) / 3 - 5 * period));
    for (int k = 0; k < 3; ++k) {
      EXPECT_LT(difference(b.q[k], a.q[k]), 1e-46);
      EXPECT_LT(difference(b.p[k], a.p[k]), 1e-46);
    }
  }
}

// Near the attracting point a large sphere is a plane: a = 1, e = 1/2, from the perihelion.
TEST(sphere_kepler, of_a_large_radius_is_keplers_problem) {
  const precision_scope scope(60);
  sphere_kepler_start<mp> s;
  const mp radius("1e12");
  s.mass = mp(1);
  s.strength = mp(1 / radius);  // −(1/R) cot(r/R) ≈ −1/r
  s.centre = {mp(0), mp(0), mp(1)};
  s.r = {mp("0.5"), mp(0), mp(sqrt(mp(radius * radius - mp("0.25"))))};
  s.p = {mp(0), mp(sqrt(mp(3))), mp(0)};
  const sphere_kepler_solution<mp> motion(s);
  EXPECT_NEAR(to_double(motion.facts().period), 2 * 3.14159265358979323846, 1e-13);
  const auto z = motion.state(mp(mp(2) - sin(mp(2)) / 2));  // E = 2
  EXPECT_NEAR(to_double(z.q[0]), std::cos(2.0) - 0.5, 1e-13);
  EXPECT_NEAR(to_double(z.q[1]), std::sqrt(0.75) * std::sin(2.0), 1e-13);
}

TEST(sphere_kepler, passes_the_attracting_point_at_any_distance) {
  const precision_scope scope(50);
  for (const std::string speed : {"1/1000", "1/1000000000000"}) {
    const sphere_kepler_solution<mp> motion(orbit_from<mp>("1", "3/5 0 4/5", "0 " + speed + " 0"));
    const mp half = motion.facts().period / 2;
    const auto nearest = motion.state(half);
    const mp l = mp(3) / 5 * quotient_of<mp>(speed);
    // the angular momentum about the centre is still there
    const mp now = nearest.q[0] * nearest.p[1] - nearest.q[1] * nearest.p[0];
    EXPECT_LT(difference(mp(now / l), mp(1)), 1e-40);
    const auto back = motion.state(mp(2 * half));
    EXPECT_LT(difference(back.q[0], mp(3) / 5), 1e-48);
    EXPECT_LT(difference(back.q[1], mp(0)), 1e-48);
  }
}

// Starts near the poles, nearly radial, slow and fast: what is lost there is counted.
TEST(sphere_kepler, random_starts_next_to_special_cases_agree_with_more_digits) {
  std::mt19937 random(11);
  const auto number = [&random] { return (static_cast<int>(random() % 129) - 64) / 16.0; };
  const auto tiny = [&random] { return std::ldexp(1.0, -static_cast<int>(random() % 50)); };
  for (int k = 0; k < 60; ++k) {
    SCOPED_TRACE(k);
    const std::vector<double> r{k % 3 == 0 ? tiny() : number(), k % 6 == 0 ? tiny() : 1, number()};
    const double speed = k % 5 == 0 ? 64 : k % 5 == 1 ? tiny() : 1;
    const std::vector<double> p{speed * number(), k % 4 == 0 ? tiny() : speed, speed * number()};
    const double strength = k % 7 == 0 ? tiny() : k % 7 == 1 ? 1000 : -1;
    const auto state = [&](int digits) {
      const precision_scope scope(digits);
      sphere_kepler_start<mp> s{mp(1), mp(strength), {mp(0), mp(0), mp(1)}, {}, {}};
      for (std::size_t i = 0; i < 3; ++i) {
        s.r.push_back(mp(r[i]));
        s.p.push_back(mp(p[i]));
      }
      return sphere_kepler_solution<mp>(s).state(mp(5));
    };
    if (r[0] * p[1] == r[1] * p[0]) {  // through the attracting point, in no plane of a coordinate
      EXPECT_THROW((void)state(50), domain_error);
      continue;
    }
    const auto a = state(50);
    const auto b = state(150);
    const precision_scope judge(150);
    const double largest = std::max({1.0, std::fabs(to_double(b.p[0])),
                                     std::fabs(to_double(b.p[1])), std::fabs(to_double(b.p[2]))});
    for (int i = 0; i < 3; ++i) {
      EXPECT_LT(difference(a.q[i], b.q[i]), 2e-48) << i;
      EXPECT_LT(difference(a.p[i], b.p[i]), 4e-49 * largest) << i;
    }
  }
}

TEST(sphere_kepler, refuses_what_it_cannot) {
  const precision_scope scope(30);
  const auto make = [](const char* r, const char* v) {
    return sphere_kepler_solution<mp>(orbit_from<mp>("1", r, v));
  };
  EXPECT_NO_THROW(make("3/5 0 4/5", "0 1 0"));
  EXPECT_THROW(make("3/5 0 4/5", "0 0 0"), domain_error);       // falls
  EXPECT_THROW(make("3/5 0 4/5", "4/5 0 -3/5"), domain_error);  // flies straight at it
  EXPECT_THROW(make("0 0 1", "0 1 0"), domain_error);           // is there
  EXPECT_THROW(make("0 0 0", "0 1 0"), domain_error);
  EXPECT_THROW(make("1 0", "0 1"), invalid_input);
  EXPECT_THROW(make("1 0 0", "0 1 0 0"), invalid_input);
  auto s = orbit_from<mp>("1", "3/5 0 4/5", "0 1 0");
  EXPECT_THROW((void)sphere_kepler_solution<mp>(s).state(mp(1) / mp(0)), invalid_input);
  s.mass = mp(-1);
  EXPECT_THROW(sphere_kepler_solution<mp>{s}, domain_error);
  s.mass = mp(1) / mp(0);
  EXPECT_THROW(sphere_kepler_solution<mp>{s}, invalid_input);
}

}  // namespace
}  // namespace plumbline
