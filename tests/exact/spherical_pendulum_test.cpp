// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The spherical pendulum in Cartesian coordinates. Kinds: oracle (Taylor series of the equations of motion in whole numbers,
// reference/oracles/spherical_pendulum), near the vertical positions and the separatrix too; the plane pendulum as the limit;
// consistency (precisions, continuation, turned axes); what is refused.
#include "support/oracle_csv.hpp"
#include "support/oracle_numbers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/exact/spherical_pendulum.hpp>
#include <plumbline/scalar/text.hpp>

namespace plumbline {
namespace {

using testing::difference;
using testing::numbers_of;
using testing::quotient_of;

template <class T>
spherical_pendulum_start<T> swing_from(const std::string& g, const std::string& r,
                                       const std::string& v) {
  spherical_pendulum_start<T> s;
  s.mass = T(1);
  s.gradient = {T(0), T(0), quotient_of<T>(g)};
  for (std::size_t k = 0; k < 3; ++k) {
    s.r[k] = numbers_of<T>(r)[k];
    s.p[k] = numbers_of<T>(v)[k];
  }
  return s;
}

TEST(spherical_pendulum, is_the_solution_of_the_equations_of_motion) {
  const precision_scope scope(130);
  for (const auto& row : testing::read_oracle("spherical_pendulum/values.csv", 16)) {
    SCOPED_TRACE(row.at("case"));
    const spherical_pendulum_solution<mp> s(swing_from<mp>(row.at("g"), row.at("r"), row.at("v")));
    const phase_point<mp> z = s.state(quotient_of<mp>(row.at("t")));
    for (int k = 0; k < 3; ++k) {
      EXPECT_LT(difference(z.q[k], mp(row.at("r" + std::to_string(k)))), 1e-78) << k;
      EXPECT_LT(difference(z.p[k], mp(row.at("v" + std::to_string(k)))), 1e-77) << k;
    }
  }
}

// The start is rounded to the digits, and a rounding error grows: so exact starts and short times.
TEST(spherical_pendulum, has_the_digits_that_are_asked_for) {
  const std::string g = "10";
  for (const char* r : {"1/2 -1/4 -1", "0 0 -1", "3/4 0 1"}) {
    for (const char* v : {"1 2 0", "4 1/1048576 3"}) {
      SCOPED_TRACE(std::string(r) + ", " + v);
      std::vector<mp> wide;
      {
        const precision_scope scope(260);
        const auto z = spherical_pendulum_solution<mp>(swing_from<mp>(g, r, v)).state(mp(3));
        for (int digits : {16, 34, 64, 200}) {
          std::vector<double> off;
          {
            const precision_scope narrow(digits);
            const auto y = spherical_pendulum_solution<mp>(swing_from<mp>(g, r, v)).state(mp(3));
            const precision_scope judge(260);
            const mp unit = ldexp(mp(1), -static_cast<int>(digits * 3.32));
            for (int k = 0; k < 3; ++k) {
              EXPECT_LT(difference(y.q[k], z.q[k]), to_double(mp(8 * unit))) << digits;
              EXPECT_LT(difference(y.p[k], z.p[k]), to_double(mp(64 * unit))) << digits;
            }
          }
        }
        const auto y = spherical_pendulum_solution<mp64>(swing_from<mp64>(g, r, v)).state(mp64(3));
        for (int k = 0; k < 3; ++k) {
          EXPECT_LT(difference(y.q[k], z.q[k]), 1e-63);
        }
      }
    }
  }
}

TEST(spherical_pendulum, without_angular_momentum_is_the_plane_pendulum) {
  const precision_scope scope(50);
  // libration, rotation, both from the lowest position, in the plane of (3/5, 4/5); mass 2, length 3, g = 5
  for (const char* speed : {"1", "31/2"}) {
    const mp v = quotient_of<mp>(speed);
    spherical_pendulum_start<mp> s;
    s.mass = mp(2);
    s.gradient = {mp(0), mp(0), mp(10)};
    s.r = {mp(0), mp(0), mp(-3)};
    s.p = {mp(2 * v * 3 / 5), mp(2 * v * 4 / 5), mp(0)};
    const spherical_pendulum_solution<mp> space(s);
    const pendulum_solution<mp> plane(mp(18), mp(sqrt(mp(5) / 3)), mp(0), mp(6 * v));
    for (const char* time : {"1/10", "2", "17", "-40"}) {
      const mp t = quotient_of<mp>(time);
      const auto z = space.state(t);
      const auto y = plane.state(t);
      const mp across = 3 * sin(y.q[0]);
      EXPECT_LT(difference(z.q[0], mp(across * 3 / 5)), 1e-46) << speed << ", " << time;
      EXPECT_LT(difference(z.q[1], mp(across * 4 / 5)), 1e-46);
      EXPECT_LT(difference(z.q[2], mp(-3 * cos(y.q[0]))), 1e-46);
      EXPECT_LT(difference(z.p[2], mp(y.p[0] * sin(y.q[0]) / 3)), 1e-45);
      EXPECT_LT(difference(z.p[1], mp(y.p[0] * cos(y.q[0]) / 3 * 4 / 5)), 1e-45);
    }
  }
}

// A small angular momentum beside none: the azimuth jumps by π at the vertical, the position does not.
TEST(spherical_pendulum, is_continuous_where_the_angular_momentum_vanishes) {
  const precision_scope scope(60);
  const auto plane = spherical_pendulum_solution<mp>(swing_from<mp>("10", "3/5 0 -4/5", "0 0 0"));
  for (const char* side :
       {"0 1/10000000000000000000000000 0", "0 -1/10000000000000000000000000 0"}) {
    const auto near = spherical_pendulum_solution<mp>(swing_from<mp>("10", "3/5 0 -4/5", side));
    for (const int t : {1, 5, 20}) {
      for (int k = 0; k < 3; ++k) {
        EXPECT_LT(difference(near.state(mp(t)).q[k], plane.state(mp(t)).q[k]), 1e-24);
        EXPECT_LT(difference(near.state(mp(t)).p[k], plane.state(mp(t)).p[k]), 1e-23);
      }
    }
  }
}

TEST(spherical_pendulum, does_not_care_where_up_is) {
  const precision_scope scope(50);
  const auto s = swing_from<mp>("10", "3/5 0 -4/5", "4/5 -3/2 3/5");
  auto turned = s;  // e3 → e1 → e2
  const auto cycle = [](const std::array<mp, 3>& x) { return std::array<mp, 3>{x[2], x[0], x[1]}; };
  turned.gradient = cycle(s.gradient);
  turned.r = cycle(s.r);
  turned.p = cycle(s.p);
  const auto a = spherical_pendulum_solution<mp>(s).state(mp(11));
  const auto b = spherical_pendulum_solution<mp>(turned).state(mp(11));
  for (int k = 0; k < 3; ++k) {
    EXPECT_LT(difference(b.q[(k + 1) % 3], a.q[k]), 1e-48);
    EXPECT_LT(difference(b.p[(k + 1) % 3], a.p[k]), 1e-47);
  }
}

TEST(spherical_pendulum, period_and_precession_bring_the_motion_back) {
  const precision_scope scope(50);
  const spherical_pendulum_solution<mp> s(swing_from<mp>("10", "3/5 0 -4/5", "4/5 -3/2 3/5"));
  const auto facts = s.facts();
  ASSERT_TRUE(facts.nutation_period && facts.precession_per_period);
  const auto a = s.state(mp(1));
  const auto b = s.state(mp(1 + *facts.nutation_period));
  const mp c = cos(*facts.precession_per_period);
  const mp d = sin(*facts.precession_per_period);
  EXPECT_LT(difference(b.q[0], mp(c * a.q[0] - d * a.q[1])), 1e-47);
  EXPECT_LT(difference(b.q[1], mp(d * a.q[0] + c * a.q[1])), 1e-47);
  EXPECT_LT(difference(b.q[2], a.q[2]), 1e-47);
  // small oscillations: an ellipse that closes after two of them
  const auto small =
      spherical_pendulum_solution<mp>(swing_from<mp>("10", "1/1000000 0 -1", "0 1/1000000 0"))
          .facts();
  EXPECT_NEAR(to_double(*small.precession_per_period), 3.14159265358979, 1e-10);
  EXPECT_NEAR(to_double(*small.nutation_period), 3.14159265358979 / std::sqrt(10.0), 1e-11);
}

TEST(spherical_pendulum, stays_where_it_is_at_rest) {
  const precision_scope scope(30);
  for (const char* r : {"0 0 -2", "0 0 2"}) {
    const spherical_pendulum_solution<mp> s(swing_from<mp>("10", r, "0 0 0"));
    EXPECT_EQ(s.state(mp(9)).q[2], quotient_of<mp>(r + 4));
    EXPECT_EQ(s.state(mp(9)).p[2], mp(0));
    EXPECT_FALSE(s.facts().nutation_period);
  }
}

TEST(spherical_pendulum, refuses_what_is_no_pendulum) {
  const precision_scope scope(30);
  auto s = swing_from<mp>("10", "0 0 0", "0 0 0");
  EXPECT_THROW(spherical_pendulum_solution<mp>{s}, domain_error);
  s.r[0] = mp(1);
  s.mass = mp(0);
  EXPECT_THROW(spherical_pendulum_solution<mp>{s}, domain_error);
  s.mass = mp(1);
  EXPECT_THROW((void)spherical_pendulum_solution<mp>(s).state(mp(1) / mp(0)), invalid_input);
  s.gradient[1] = mp(1) / mp(0);
  EXPECT_THROW(spherical_pendulum_solution<mp>{s}, invalid_input);
}

}  // namespace
}  // namespace plumbline
