// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rigid bodies and nonholonomic systems against closed forms: the free top (Jacobi functions), the heavy top of multibody
// dynamics (its nutation, by quadratures), sleigh, knife edge, vertical disk. And identities: the motion of a body does not
// depend on how it is turned; quaternion midpoint and quaternion leapfrog of a free body are one map.
#include "constraints/constrained_run.hpp"
#include <plumbline/math/jacobi.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::constrained_run;
using testing::distance;
using testing::system_path;
using testing::text_file;

constexpr const char* free_top = R"toml(name = "free-top"
coordinates = ["b"]
[bodies.b]
inertia = ["1", "2", "5/2"]
[velocity]
b.Omega1 = "1/2"
b.Omega3 = "1"
)toml";

/// Ω = 2 Im(q̄ q̇).
template <class T>
vector<T> spin_of(const vector<T>& q, const vector<T>& v) {
  vector<T> w(3);
  w << T(2) * (q[0] * v[1] - q[1] * v[0] - q[2] * v[3] + q[3] * v[2]),
      T(2) * (q[0] * v[2] - q[2] * v[0] - q[3] * v[1] + q[1] * v[3]),
      T(2) * (q[0] * v[3] - q[3] * v[0] - q[1] * v[2] + q[2] * v[1]);
  return w;
}

template <class T>
void expect_near(const T& value, const T& truth, const char* within) {
  using std::abs;
  EXPECT_LT(abs(T(value - truth)), decimal<T>(within))
      << to_double(value) << " " << to_double(truth);
}

// I1 < I2 < I3, L² > 2 T I2, Ω2(0) = 0 (Landau & Lifshitz, Mechanics, 37).
TEST(rigid_body, that_is_free_turns_by_jacobi_functions) {
  const text_file file(free_top);
  constrained_run<mp64> run(file.path(), "taylor");
  const mp64 i1 = 1;
  const mp64 i2 = 2;
  const mp64 i3 = rational<mp64>(5, 2);
  const mp64 energy2 = rational<mp64>(11, 4);  // 2 T
  const mp64 l2 = rational<mp64>(13, 2);
  for (int k = 1; k <= 3; ++k) {
    ASSERT_TRUE(run.advance(mp64(1)));
    const mp64 u = k * sqrt(mp64((i3 - i2) * (l2 - energy2 * i1) / (i1 * i2 * i3)));
    const mp64 m = (i2 - i1) * (energy2 * i3 - l2) / ((i3 - i2) * (l2 - energy2 * i1));
    const auto f = jacobi(u, m);
    const vector<mp64> w = spin_of(run.point().q, run.velocity_now());
    expect_near<mp64>(w[0], sqrt(mp64((energy2 * i3 - l2) / (i1 * (i3 - i1)))) * f.cn, "1e-55");
    expect_near<mp64>(w[1], sqrt(mp64((energy2 * i3 - l2) / (i2 * (i3 - i2)))) * f.sn, "1e-55");
    expect_near<mp64>(w[2], sqrt(mp64((l2 - energy2 * i1) / (i3 * (i3 - i1)))) * f.dn, "1e-55");
    expect_near<mp64>(run.column("constraint.b.unit"), 0, "1e-58");
  }
}

TEST(rigid_body, that_is_free_has_one_map_by_midpoint_and_by_leapfrog) {
  const text_file file(free_top);
  constrained_run<mp64> midpoint(file.path(), "midpoint");
  constrained_run<mp64> lobatto(file.path(), "lobatto:degree=1");
  const mp64 energy = midpoint.energy_now();
  ASSERT_TRUE(midpoint.advance(rational<mp64>(1, 10), 20));
  ASSERT_TRUE(lobatto.advance(rational<mp64>(1, 10), 20));
  EXPECT_LT(distance(midpoint.point(), lobatto.point()), decimal<mp64>("1e-58"));
  expect_near<mp64>(midpoint.energy_now(), energy,
                    "1e-60");  // kept, though the scheme is only symplectic
  constrained_run<mp64> simpson(file.path(), "simpson");
  ASSERT_TRUE(simpson.advance(rational<mp64>(1, 10), 20));
  EXPECT_GT(distance(midpoint.point(), simpson.point()), decimal<mp64>("1e-6"));
}

// m = 15, J = diag(0.234375, 0.46875, 0.234375), X = (0, 1, 0), Ω_0 = (0, 150, −4.61538): the nutation period and the precession
// in it by quadratures at 32 digits.
constexpr const char* heavy_top = R"toml(name = "heavy-top"
coordinates = ["top"]
potential = "m*g*top.z"
[parameters]
m = "15"
g = "9.81"
[bodies.top]
inertia = ["0.234375", "0.46875", "0.234375"]
mass = "m"
at = ["top.R12", "top.R22", "top.R32"]
[velocity]
top.Omega2 = "150"
top.Omega3 = "-4.61538"
)toml";

TEST(rigid_body, that_is_heavy_nutates_and_precesses_as_quadratures_say) {
  const text_file file(heavy_top);
  constrained_run<mp64> run(file.path(), "taylor");
  ASSERT_TRUE(run.advance(decimal<mp64>("0.74520694761676905572731145795640")));
  const vector<mp64> q = run.point().q;
  const mp64 x = 2 * (q[1] * q[2] - q[0] * q[3]);
  const mp64 y = q[0] * q[0] - q[1] * q[1] + q[2] * q[2] - q[3] * q[3];
  const mp64 z = 2 * (q[2] * q[3] + q[0] * q[1]);
  expect_near<mp64>(z, 0, "1e-50");  // its velocity is zero there, too
  expect_near<mp64>(abs(mp64(atan2(mp64(x), mp64(y)))),
                    decimal<mp64>("0.681011128193819978300739677824"), "1e-27");
  const mp64 energy = run.energy_now();
  expect_near<mp64>(energy,
                    mp64((decimal<mp64>("0.46875") * 150 * 150 + (decimal<mp64>("0.234375") + 15) *
                                                                     decimal<mp64>("4.61538") *
                                                                     decimal<mp64>("4.61538")) /
                         2),
                    "1e-55");
}

TEST(rigid_body, starts_by_its_angular_velocity_however_it_is_turned) {
  const text_file file(free_top);
  problem_texts texts;
  texts.start = {"b.q0=3/5", "b.q1=0", "b.q2=4/5", "b.Omega2=1/3"};
  constrained_run<mp64> run(file.path(), "midpoint", texts);
  const vector<mp64> w = spin_of(run.point().q, run.velocity_now());
  expect_near<mp64>(w[0], rational<mp64>(1, 2), "1e-61");
  expect_near<mp64>(w[1], rational<mp64>(1, 3), "1e-61");
  expect_near<mp64>(w[2], mp64(1), "1e-61");
}

// u̇ = a ω², ω̇ = −m a u ω/(J + m a²): u = U tanh κt, ω = W sech κt, κ = a W²/U, m U² = (J + m a²) W².
TEST(nonholonomic, sleigh_turns_and_slows_down_as_its_closed_form) {
  problem_texts texts;
  texts.start = {"v.x=0", "v.phi=2"};
  constrained_run<mp64> run(system_path("chaplygin-sleigh"), "taylor", texts);
  ASSERT_TRUE(run.advance(mp64(1)));
  const mp64 a = rational<mp64>(1, 2);
  const mp64 w = 2;
  const mp64 u = sqrt(mp64(rational<mp64>(1, 3) + a * a)) * w;
  const mp64 k = a * w * w / u;
  const vector<mp64> q = run.point().q;
  const vector<mp64> v = run.velocity_now();
  expect_near<mp64>(v[2], w / cosh(k), "1e-55");
  expect_near<mp64>(v[0] * cos(q[2]) + v[1] * sin(q[2]), u * tanh(k), "1e-55");
  expect_near<mp64>(q[2], w / k * 2 * atan(mp64(tanh(mp64(k / 2)))), "1e-55");  // the Gudermannian
}

// A knife edge on an incline, from rest with the spin ω: x = g sin α sin² ωt/(2ω²), y = g sin α (ωt − ½ sin 2ωt)/(2ω²).
TEST(nonholonomic, knife_edge_on_an_incline_moves_on_a_cycloid) {
  const text_file file(R"toml(name = "knife-edge"
coordinates = ["x", "y", "phi"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 + J/2*dot(phi)^2 + c*x"
[parameters]
J = "1/7"
c = "3"
[nonholonomic]
edge = "sin(phi)*dot(x) = cos(phi)*dot(y)"
[velocity]
phi = "2"
)toml");
  constrained_run<mp64> run(file.path(), "taylor");
  ASSERT_TRUE(run.advance(mp64(1)));
  const auto q = run.point().q;
  const mp64 s = sin(mp64(2));
  expect_near<mp64>(q[0], 3 * s * s / 8, "1e-56");
  expect_near<mp64>(q[1], 3 * (2 - sin(mp64(4)) / 2) / 8, "1e-56");
  // the schemes tend to it, at their order
  std::vector<double> errors;
  for (const int n : {16, 32}) {
    constrained_run<mp64> simpson(file.path(), "simpson");
    ASSERT_TRUE(simpson.advance(rational<mp64>(1, n), n));
    errors.push_back(log2_magnitude(vector<mp64>(simpson.point().q - q), 2));
  }
  EXPECT_NEAR(errors[0] - errors[1], 4, 0.1);
}

// A vertical disk of radius r: x′ = r θ′ cos φ, y′ = r θ′ sin φ; it rolls on a circle of radius r θ′/φ′.
TEST(nonholonomic, vertical_disk_rolls_on_a_circle) {
  const text_file file(R"toml(name = "disk"
coordinates = ["x", "y", "theta", "phi"]
lagrangian = "m/2*(dot(x)^2 + dot(y)^2) + I/2*dot(theta)^2 + J/2*dot(phi)^2"
[parameters]
m = "2"
I = "1"
J = "1/2"
r = "1"
[nonholonomic]
along = "dot(x) = r*cos(phi)*dot(theta)"
across = "dot(y) = r*sin(phi)*dot(theta)"
[velocity]
x = "3"
theta = "3"
phi = "2"
)toml");
  for (const char* const scheme : {"taylor", "midpoint", "lobatto:degree=3", "rk4"}) {
    constrained_run<mp64> run(file.path(), scheme);
    ASSERT_TRUE(run.advance(rational<mp64>(1, 100), 100));
    const auto q = run.point().q;
    const std::string word = scheme;
    const char* const within = word == "taylor" ? "1e-56" : word == "midpoint" ? "1e-3" : "1e-7";
    expect_near<mp64>(q[0], rational<mp64>(3, 2) * sin(mp64(2)), within);
    expect_near<mp64>(q[1], rational<mp64>(3, 2) * (1 - cos(mp64(2))), within);
    expect_near<mp64>(q[2], 3, within);
    // the force of constraint is what turns the velocity: λ = m x″ …
    expect_near<mp64>(run.column("reaction.x"), -12 * sin(mp64(2)), within);
  }
}

// A ball that rolls on a table that turns with W: ẅ = (2/7) i W ẇ with w = x + i y (Neimark & Fufaev). The constraints are affine:
// dot(x) − r ω2 = −W y.
TEST(nonholonomic, ball_on_a_turntable_moves_on_a_circle) {
  const text_file file(R"toml(name = "turntable"
coordinates = ["x", "y", "b"]
[parameters]
m = "1"
r = "1/2"
W = "3"
[points.ball]
mass = "m"
at = ["x", "y"]
[bodies.b]
inertia = ["2/5*m*r^2", "2/5*m*r^2", "2/5*m*r^2"]
[nonholonomic]
along = "dot(x) - r*b.omega2 = -W*y"
across = "dot(y) + r*b.omega1 = W*x"
[start]
x = "1"
[velocity]
x = "1"
b.Omega1 = "6"
b.Omega2 = "2"
)toml");
  constrained_run<mp64> run(file.path(), "taylor");
  ASSERT_TRUE(run.advance(mp64(2)));
  const mp64 rate = rational<mp64>(6, 7);
  const vector<mp64> q = run.point().q;
  const vector<mp64> v = run.velocity_now();
  expect_near<mp64>(v[0], cos(mp64(2 * rate)), "1e-55");
  expect_near<mp64>(v[1], sin(mp64(2 * rate)), "1e-55");
  expect_near<mp64>(q[0], 1 + sin(mp64(2 * rate)) / rate, "1e-55");
  expect_near<mp64>(q[1], (1 - cos(mp64(2 * rate))) / rate, "1e-55");
}

}  // namespace
}  // namespace plumbline
