// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact Lagrange top: oracle (a Taylor integration that knows no elliptic functions, 62 digits), printed constants
// of the paper, identities (the Legendre form, ℘), consistency (restarts, precisions, limits), bad input.
#include "support/oracle_csv.hpp"
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/math/jacobi.hpp>
#include <plumbline/math/weierstrass.hpp>

#include <random>

namespace plumbline {
namespace {

using testing::at_every_precision;
using testing::oracle_row;
using testing::read_oracle;

/// A product of decimal numbers, pi, pi/n and sqrt3, as the oracle's cases write them.
template <class T>
T number(const std::string& text) {
  T value(1);
  std::istringstream factors(text);
  for (std::string factor; std::getline(factors, factor, '*');) {
    if (factor == "sqrt3") {
      using std::sqrt;
      value *= sqrt(T(3));
    } else if (factor.starts_with("pi")) {
      value *= factor.size() > 2 ? T(pi<T>() / std::stoi(factor.substr(3))) : pi<T>();
    } else {
      value *= decimal<T>(factor);
    }
  }
  return value;
}

template <class T>
lagrange_top_start<T> start_of(const oracle_row& row) {
  lagrange_top_start<T> s;
  s.mass = number<T>(row.at("mass"));
  s.I = number<T>(row.at("I"));
  s.I3 = number<T>(row.at("I3"));
  s.l = number<T>(row.at("l"));
  s.g = number<T>(row.at("g"));
  s.phi = number<T>(row.at("phi"));
  s.theta = number<T>(row.at("theta"));
  s.psi = number<T>(row.at("psi"));
  std::istringstream words(row.at("start"));
  std::string a;
  std::string b;
  std::string c;
  words >> a;
  if (a == "v") {
    s.velocities = true;
    words >> a;
  }
  words >> b >> c;
  s.w1 = number<T>(a);
  s.w2 = number<T>(b);
  s.w3 = number<T>(c);
  s.t0 = T(0);
  return s;
}

/// Table 3 of the paper, in velocities.
template <class T>
lagrange_top_start<T> table_3() {
  lagrange_top_start<T> s;
  s.mass = decimal<T>("0.1");
  s.I = decimal<T>("0.002329969592394382");
  s.I3 = decimal<T>("0.000125");
  s.l = decimal<T>("0.15");
  s.g = decimal<T>("9.81");
  s.phi = T(0);
  s.theta = pi<T>() / 3;
  s.psi = T(0);
  s.w1 = decimal<T>("9.2");
  s.w2 = T(0);
  s.w3 = T(252);
  s.t0 = T(0);
  s.velocities = true;
  return s;
}

/// |value − reference| in eps(T) times the larger of |reference| and `scale`, with a floor of 1e-60 for the oracle's digits.
template <class T>
double scaled_error(const T& value, const std::string& reference, double scale) {
  const int bits = scalar_traits<T>::bits();
  const precision_scope scope(detail::digits_for_bits(bits + 300));
  const mp exact = decimal<mp>(reference);
  const mp size = abs(exact) < mp(scale) ? mp(scale) : mp(abs(exact));
  const mp unit = ldexp(mp(1), 1 - bits);
  const mp floor_ = decimal<mp>("2.5e-61");
  return to_double(mp(abs(mp(widen<mp>(value) - exact)) / size / (unit < floor_ ? floor_ : unit)));
}

TEST(lagrange_top_oracle,
     angles_and_momenta_agree_with_a_taylor_integration_to_4_units_and_60_digits) {
  const auto rows = read_oracle("lagrange_top/trajectories.csv", 50);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    for (const auto& row : rows) {
      const bool table = row.at("case").starts_with("table");
      if (table && scalar_traits<T>::bits() < 300) {
        continue;  // its parameters are not numbers of few bits
      }
      const lagrange_top_solution<T> top(start_of<T>(row));
      const phase_point<T> z = top.state(number<T>(row.at("t")));
      double largest = 0;
      for (const char* p : {"p1", "p2", "p3"}) {
        largest = std::max(largest, std::fabs(std::stod(row.at(p))));
      }
      for (int i = 0; i < 3; ++i) {
        const std::string k = std::to_string(i + 1);
        EXPECT_LE(scaled_error(z.q[i], row.at("q" + k), 1), 4)
            << digits << " digits, " << row.at("case") << ", t = " << row.at("t") << ": q" << k
            << " = " << to_text(z.q[i]) << " instead of " << row.at("q" + k);
        EXPECT_LE(scaled_error(z.p[i], row.at("p" + k), largest), 4)
            << digits << " digits, " << row.at("case") << ", t = " << row.at("t") << ": p" << k
            << " = " << to_text(z.p[i]) << " instead of " << row.at("p" + k);
      }
    }
  });
}

template <class T>
void expect_printed(const T& value, const char* printed) {
  // one unit of the last printed digit
  const std::string text(printed);
  const double unit = std::pow(10.0, -static_cast<double>(text.size() - text.find('.') - 1));
  EXPECT_LE(std::fabs(to_double(T(value - decimal<T>(printed)))), unit)
      << to_text(value, 20) << " printed " << printed;
}

TEST(lagrange_top_paper, constants_of_table_3) {
  const auto f = lagrange_top_solution<mp64>(table_3<mp64>()).facts();
  EXPECT_EQ(f.motion, lagrange_top_motion::nutation);
  expect_printed(*f.half_period1, "0.923619490754463");
  expect_printed(*f.half_period3, "0.394742246168158");
  expect_printed(*f.nutation_period, "1.8472389815");
  expect_printed(*f.precession_per_period, "15.9488893187");
  expect_printed(*f.spin_per_period, "460.146614467");
  // the printed nutation period belongs to I rounded to 0.00233
  auto rounded = table_3<mp64>();
  rounded.I = decimal<mp64>("0.00233");
  expect_printed(*lagrange_top_solution<mp64>(rounded).facts().nutation_period, "1.84671");
}

TEST(lagrange_top_paper, cuspidal_motion_turns_by_exactly_pi_where_the_spin_terms_cancel) {
  lagrange_top_start<mp64> s{};
  s.mass = mp64(1);
  s.I = mp64(1);
  s.I3 = mp64(2);
  s.l = 4 * pi<mp64>() * pi<mp64>();
  s.g = mp64(1);
  s.theta = pi<mp64>() / 6;
  s.w3 = pi<mp64>() * 4;
  s.w1 = s.w3 * sqrt(mp64(3)) / 2;
  const auto f = lagrange_top_solution<mp64>(s).facts();
  EXPECT_LE(to_double(mp64(abs(*f.spin_per_period - pi<mp64>()))), 1e-62);
  expect_printed(*f.nutation_period, "0.77762654991994");
}

/// The roots u1 <= u2 <= u3 in 200 digits by bisection and Newton's method: nothing shared with the library.
struct cubic_roots {
  mp m, c, u1, u2, u3;
};
cubic_roots solve_cubic(const lagrange_top_start<mp>& s) {
  cubic_roots r;
  r.m = s.mass * s.g * s.l / s.I;
  const mp sine = sin(s.theta);
  const mp u0 = cos(s.theta);
  const mp g = s.w1 - s.w3 * u0;
  r.c = (s.w2 * s.w2 + g * g / (sine * sine)) / (s.I * 2) + s.I * r.m * u0;
  const auto f = [&](const mp& u) {
    const mp a = (s.w1 - s.w3 * u) / s.I;
    return mp((r.c / s.I - r.m * u) * 2 * (mp(1) - u * u) - a * a);
  };
  const auto root = [&](mp low, mp high) {
    const bool rising = f(low) < mp(0);
    for (int i = 0; i < 1400; ++i) {
      const mp middle = (low + high) / 2;
      ((f(middle) < mp(0)) == rising ? low : high) = middle;
    }
    return mp((low + high) / 2);
  };
  mp far(2);
  while (f(far) < mp(0)) {
    far = far * 2;
  }
  r.u1 = root(mp(-1), u0);
  r.u2 = root(u0, mp(1));
  r.u3 = root(mp(1), far);
  return r;
}

TEST(lagrange_top_identity, legendres_form_with_pi_integrals_gives_the_same_angles) {
  std::mt19937_64 random(31);
  const auto dyadic = [&](double low, double high) {
    const double x = static_cast<double>(random() >> 44) * 0x1p-20;
    return mp(low + (high - low) * (std::floor(x * 65536) / 65536));
  };
  for (int k = 0; k < 12; ++k) {
    const precision_scope scope(220);
    lagrange_top_start<mp> s;
    s.mass = dyadic(0.25, 1);
    s.I = dyadic(0.25, 1);
    s.I3 = dyadic(0.125, 1);
    s.l = dyadic(0.5, 1);
    s.g = dyadic(8, 10);
    s.phi = mp(0);
    s.theta = dyadic(0.25, 2.75);
    s.psi = mp(0);
    s.w1 = dyadic(-2, 2);
    s.w2 = dyadic(-1, 1);
    s.w3 = dyadic(-2, 2);
    s.t0 = mp(0);
    const mp t = dyadic(-5, 5);
    const phase_point<mp> z = lagrange_top_solution<mp>(s).state(t);
    const cubic_roots r = solve_cubic(s);
    // P1 and P2 of the paper, between the phases of the start and of t
    const mp m = (r.u2 - r.u1) / (r.u3 - r.u1);
    const mp w = sqrt(mp(r.m * (r.u3 - r.u1) / 2));
    const mp u0 = cos(s.theta);
    mp am0 = atan2(mp(sqrt(mp(u0 - r.u1))), mp(sqrt(mp(r.u2 - u0))));
    if (mp(0) < s.w2) {  // θ grows: u falls
      am0 = -am0;
    }
    const mp phase = ellint_f(am0, elliptic_parameter<mp>(m));
    const mp am = jacobi_am(mp(phase + w * t), elliptic_parameter<mp>(m));
    const auto integral = [&](const mp& n) {
      return mp(ellint_pi(n, am, elliptic_parameter<mp>(m)) -
                ellint_pi(n, am0, elliptic_parameter<mp>(m)));
    };
    const mp p1 = integral(mp((r.u2 - r.u1) / (mp(1) - r.u1))) / (w * (mp(1) - r.u1));
    const mp p2 = integral(mp(-(r.u2 - r.u1) / (r.u1 + 1))) / (w * (r.u1 + 1));
    const mp a = (s.w1 - s.w3) / (s.I * 2) * p1;
    const mp b = (s.w1 + s.w3) / (s.I * 2) * p2;
    const mp phi = a + b;
    const mp psi = s.w3 * (mp(1) / s.I3 - mp(1) / s.I) * t - a + b;
    const mp sn = sin(am);
    const mp u = r.u1 + (r.u2 - r.u1) * sn * sn;
    EXPECT_LE(to_double(mp(abs(mp(z.q[0] - phi)))), 1e-205)
        << "start " << k << " phi " << to_text(z.q[0], 20);
    EXPECT_LE(to_double(mp(abs(mp(z.q[2] - psi)))), 1e-205)
        << "start " << k << " psi " << to_text(z.q[2], 20);
    EXPECT_LE(to_double(mp(abs(mp(cos(z.q[1]) - u)))), 1e-205)
        << "start " << k << " theta " << to_text(z.q[1], 20);
    // the momentum at that time gives the same energy
    const mp sine = sin(z.q[1]);
    const mp g = z.p[0] - z.p[2] * cos(z.q[1]);
    const mp energy =
        (z.p[1] * z.p[1] + g * g / (sine * sine)) / (s.I * 2) + s.I * r.m * cos(z.q[1]);
    EXPECT_LE(to_double(mp(abs(mp(energy - r.c)))), 1e-203) << "start " << k;
  }
}

TEST(lagrange_top_identity, cos_theta_is_the_weierstrass_function_of_the_paper) {
  // start at the lower bound of u (θ0 the upper bound): u = (2/m) ℘(t + ω3) + d
  auto s = table_3<mp64>();
  const lagrange_top_solution<mp64> top(s);
  const auto f = top.facts();
  const weierstrass_lattice<mp64> lattice(f.g2, f.g3);
  const auto periods = lattice.half_periods();
  EXPECT_LE(to_double(mp64(abs(periods.omega1.re - *f.half_period1))), 1e-61);
  EXPECT_LE(to_double(mp64(abs(periods.omega3.im - *f.half_period3))), 1e-61);
  const mp64 m = s.mass * s.g * s.l / s.I;
  const mp64 p_psi = s.I3 * (s.w3 + s.w1 * cos(s.theta));
  const mp64 c = f.energy - p_psi * p_psi / (s.I3 * 2);
  const mp64 d = (s.I * 2 * c + p_psi * p_psi) / (s.I * s.I * m * 6);
  for (const char* time : {"0.125", "0.5", "0.9", "1.75", "7"}) {
    const mp64 t = decimal<mp64>(time);
    const complex<mp64> z{t, periods.omega3.im};
    const mp64 u = lattice.p(z).re * 2 / m + d;
    EXPECT_LE(to_double(mp64(abs(cos(top.state(t).q[1]) - u))), 1e-60) << time;
  }
}

TEST(lagrange_top_consistency, a_restart_from_any_state_continues_the_same_motion) {
  const auto rows = read_oracle("lagrange_top/trajectories.csv", 50);
  for (const auto& row : rows) {
    const auto first = start_of<mp64>(row);
    if (first.velocities) {
      continue;
    }
    const lagrange_top_solution<mp64> top(first);
    const phase_point<mp64> middle = top.state(rational<mp64>(3, 8));
    auto second = first;
    second.t0 = rational<mp64>(3, 8);
    second.phi = middle.q[0];
    second.theta = middle.q[1];
    second.psi = middle.q[2];
    second.w2 = middle.p[1];
    const mp64 t = rational<mp64>(9, 4);
    const phase_point<mp64> direct = top.state(t);
    const phase_point<mp64> restarted = lagrange_top_solution<mp64>(second).state(t);
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(to_double(mp64(abs(direct.q[i] - restarted.q[i]))), 1e-58)
          << row.at("case") << " q" << i + 1;
      EXPECT_LE(to_double(mp64(abs(direct.p[i] - restarted.p[i]))), 1e-58)
          << row.at("case") << " p" << i + 1;
    }
    const phase_point<mp64> begin = top.state(first.t0);
    EXPECT_EQ(begin.q[1], first.theta);
    EXPECT_EQ(begin.p[1], first.w2);
  }
}

TEST(lagrange_top_consistency, digits_hold_at_large_times_at_every_precision) {
  const auto rows = read_oracle("lagrange_top/trajectories.csv", 50);
  const char* time = "1048576.375";
  for (const std::string name :
       {"general", "equal-through", "opposite", "plane-over", "free", "near-axis"}) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.at("case") == name; });
    ASSERT_NE(row, rows.end()) << name;
    std::vector<std::string> q;
    std::vector<std::string> p;
    double largest = 0;
    {
      const precision_scope scope(400);
      const phase_point<mp> z =
          lagrange_top_solution<mp>(start_of<mp>(*row)).state(decimal<mp>(time));
      for (int i = 0; i < 3; ++i) {
        q.push_back(to_text(z.q[i], 350));
        p.push_back(to_text(z.p[i], 350));
        largest = std::max(largest, std::fabs(to_double(z.p[i])));
      }
    }
    at_every_precision([&](const char* digits, auto zero) {
      using T = decltype(zero);
      const phase_point<T> z = lagrange_top_solution<T>(start_of<T>(*row)).state(decimal<T>(time));
      const double unit =
          std::max(1.0, 2.5e-61 * std::ldexp(1.0, std::min(scalar_traits<T>::bits() - 1, 1000)));
      for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_LE(scaled_error(z.q[i], q[k], 1) * unit, 4)
            << digits << " digits, " << name << " q" << i + 1;
        EXPECT_LE(scaled_error(z.p[i], p[k], largest) * unit, 4)
            << digits << " digits, " << name << " p" << i + 1;
      }
    });
  }
}

/// Random starts, many of them next to a special case: equal or opposite momenta to within 2^-k, hardly any nutation, weak
/// gravity, near the axis.
template <class T>
lagrange_top_start<T> random_start(std::mt19937_64& random) {
  const auto dyadic = [&](double low, double high) {
    const double x = static_cast<double>(random() >> 32) * 0x1p-32;
    return T(std::floor((low + (high - low) * x) * 0x1p20) * 0x1p-20);
  };
  const auto tiny = [&] { return ldexp(T(1), -static_cast<int>(random() % 100)); };
  lagrange_top_start<T> s{};
  s.mass = dyadic(0.25, 1);
  s.I = dyadic(0.25, 1);
  s.I3 = dyadic(0.125, 1);
  s.l = dyadic(0.5, 1);
  s.g = dyadic(-10, 10);
  s.phi = dyadic(-1, 1);
  s.theta = dyadic(0.0625, 3);
  s.psi = dyadic(-1, 1);
  s.w1 = dyadic(-2, 2);
  s.w2 = dyadic(-1, 1);
  s.w3 = dyadic(-2, 2);
  s.t0 = dyadic(-1, 1);
  switch (random() % 8) {
    case 0:
      s.w1 = s.w3 + tiny();
      break;
    case 1:
      s.w1 = -s.w3 + tiny();
      break;
    case 2:
      s.w2 = T(0);
      break;
    case 3:
      s.w2 = tiny();
      break;
    case 4:
      s.g = s.g * tiny();
      break;
    case 5:
      s.theta = s.theta * ldexp(T(1), -static_cast<int>(random() % 20));
      s.w1 = s.w3 + s.theta * s.theta * dyadic(-1, 1);
      break;
    case 6:
      s.w3 = s.w3 * tiny();
      s.w1 = s.w1 * tiny();
      break;
    default:
      break;
  }
  return s;
}

template <class To, class From>
lagrange_top_start<To> widened(const lagrange_top_start<From>& s) {
  return {widen<To>(s.mass), widen<To>(s.I),     widen<To>(s.I3),  widen<To>(s.l),  widen<To>(s.g),
          widen<To>(s.phi),  widen<To>(s.theta), widen<To>(s.psi), widen<To>(s.w1), widen<To>(s.w2),
          widen<To>(s.w3),   widen<To>(s.t0),    s.velocities,     s.snap_to_limit};
}

TEST(lagrange_top_consistency,
     random_starts_next_to_special_cases_agree_with_three_times_the_digits) {
  const auto check = [](const char* digits, auto zero, int count) {
    using T = decltype(zero);
    std::mt19937_64 random(99);
    for (int k = 0; k < count; ++k) {
      const lagrange_top_start<T> s = random_start<T>(random);
      const T t = T(static_cast<int>(random() % 4000)) / 64 - T(20);
      const phase_point<T> z = lagrange_top_solution<T>(s).state(t);
      const precision_scope scope(
          static_cast<int>(scalar_traits<T>::bits()));  // 3.3 times the digits
      const phase_point<mp> exact = lagrange_top_solution<mp>(widened<mp>(s)).state(widen<mp>(t));
      const mp largest = max_magnitude(exact.p);
      const mp unit = ldexp(mp(1), 1 - scalar_traits<T>::bits());
      for (int i = 0; i < 3; ++i) {
        const mp q_size = abs(exact.q[i]) < mp(1) ? mp(1) : mp(abs(exact.q[i]));
        const mp q_error = abs(mp(widen<mp>(z.q[i]) - exact.q[i])) / (q_size * unit);
        const mp p_error = abs(mp(widen<mp>(z.p[i]) - exact.p[i])) / (largest * unit);
        const std::string where = std::string(digits) + " digits, start " + std::to_string(k) +
                                  ": theta " + to_text(s.theta) + " w " + to_text(s.w1) + " " +
                                  to_text(s.w2) + " " + to_text(s.w3) + " g " + to_text(s.g) +
                                  " t - t0 " + to_text(T(t - s.t0));
        EXPECT_LE(to_double(q_error), 4) << where << " q" << i + 1 << " = " << to_text(z.q[i])
                                         << " instead of " << to_text(exact.q[i], 40);
        EXPECT_LE(to_double(p_error), 4) << where << " p" << i + 1 << " = " << to_text(z.p[i])
                                         << " instead of " << to_text(exact.p[i], 40);
      }
    }
  };
  check("16", double(), 150);
#if PLUMBLINE_HAS_QUAD
  check("34", quad(), 60);
#endif
  check("64", mp64(), 60);
}

/// The smaller and the larger steady precession at θ with spin p_ψ: cos θ G² − p_ψ sin²θ G + I² m sin⁴θ = 0, G = p_φ − p_ψ cos θ.
template <class T>
lagrange_top_start<T> steady_start() {
  using std::cos;
  using std::sin;
  using std::sqrt;
  lagrange_top_start<T> s{};
  s.mass = T(1);
  s.I = T(1) / 2;
  s.I3 = T(1) / 4;
  s.l = T(1);
  s.g = T(8);
  s.theta = T(5) / 4;
  s.w3 = T(4);
  const T sine = sin(s.theta);
  const T cosine = cos(s.theta);
  const T m = s.mass * s.g * s.l / s.I;
  const T square = sine * sine;
  const T g =
      (s.w3 * square - sqrt(T(s.w3 * s.w3 - 4 * cosine * s.I * s.I * m)) * square) / (cosine * 2);
  s.w1 = g + s.w3 * cosine;
  return s;
}

TEST(lagrange_top_special, steady_precession_keeps_theta_and_turns_evenly) {
  auto s = steady_start<mp64>();
  s.snap_to_limit = true;
  const lagrange_top_solution<mp64> steady(s);
  EXPECT_EQ(steady.facts().motion, lagrange_top_motion::steady);
  EXPECT_FALSE(steady.facts().half_period1.has_value());
  const mp64 t(10);
  const auto z = steady.state(t);
  const mp64 sine = sin(s.theta);
  const mp64 phi_rate = (s.w1 - s.w3 * cos(s.theta)) / (s.I * sine * sine);
  EXPECT_LE(to_double(mp64(abs(z.q[0] - phi_rate * t))), 1e-61);
  EXPECT_LE(to_double(mp64(abs(z.q[1] - s.theta))), 1e-63);
  EXPECT_LE(to_double(mp64(abs(z.q[2] - (s.w3 / s.I3 - phi_rate * cos(s.theta)) * t))), 1e-60);
  EXPECT_EQ(z.p[1], mp64(0));
  // the same numbers taken as they are: a nutation of the size of their rounding
  s.snap_to_limit = false;
  const lagrange_top_solution<mp64> nearly(s);
  EXPECT_EQ(nearly.facts().motion, lagrange_top_motion::nutation);
  const auto y = nearly.state(t);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(to_double(mp64(abs(y.q[i] - z.q[i]))), 1e-60) << i;
    EXPECT_LE(to_double(mp64(abs(y.p[i] - z.p[i]))), 1e-60) << i;
  }
}

TEST(lagrange_top_special, the_spiral_to_the_sleeping_top_is_the_limit_of_slow_nutation) {
  lagrange_top_start<mp64> s{};
  s.mass = mp64(1);
  s.I = rational<mp64>(1, 2);
  s.I3 = rational<mp64>(1, 4);
  s.l = mp64(1);
  s.g = mp64(8);
  s.theta = mp64(1);
  s.w1 = s.w3 = mp64(1);
  // c = I m: p_θ² = 4 I² m sin²(θ/2) − p_ψ² tan²(θ/2), I² m = 4
  const mp64 half_sine = sin(mp64(rational<mp64>(1, 2)));
  const mp64 half_tangent = tan(mp64(rational<mp64>(1, 2)));
  for (const int direction : {-1, 1}) {
    s.w2 = sqrt(mp64(16 * half_sine * half_sine - half_tangent * half_tangent)) * direction;
    ASSERT_TRUE(is_finite(s.w2));
    s.snap_to_limit = true;
    const lagrange_top_solution<mp64> limit(s);
    ASSERT_EQ(limit.facts().motion, lagrange_top_motion::asymptotic);
    s.snap_to_limit = false;
    const lagrange_top_solution<mp64> nearly(s);
    ASSERT_EQ(nearly.facts().motion, lagrange_top_motion::nutation);
    for (const int t : {-1, 1, 2}) {
      const auto z = limit.state(mp64(t));
      const auto y = nearly.state(mp64(t));
      for (int i = 0; i < 3; ++i) {
        EXPECT_LE(to_double(mp64(abs(y.q[i] - z.q[i]))), 1e-57) << "t = " << t << " q" << i + 1;
        EXPECT_LE(to_double(mp64(abs(y.p[i] - z.p[i]))), 1e-57) << "t = " << t << " p" << i + 1;
      }
    }
    const mp64 late = limit.state(mp64(40 * -direction)).q[1];
    const mp64 later = limit.state(mp64(41 * -direction)).q[1];
    EXPECT_TRUE(mp64(0) < later && later < late && late < epsilon<mp64>() * mp64(1000000))
        << to_text(late, 5) << " " << direction;
  }
}

TEST(lagrange_top_special, a_free_top_is_the_limit_of_weak_gravity) {
  const auto rows = read_oracle("lagrange_top/trajectories.csv", 50);
  for (const auto& row : rows) {
    if (!row.at("case").starts_with("free")) {
      continue;
    }
    auto s = start_of<mp64>(row);
    const mp64 t = number<mp64>(row.at("t"));
    const auto free = lagrange_top_solution<mp64>(s).state(t);
    s.g = decimal<mp64>("1e-40");
    const auto weak = lagrange_top_solution<mp64>(s).state(t);
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(to_double(mp64(abs(free.q[i] - weak.q[i]))), 1e-37)
          << row.at("case") << " q" << i + 1;
    }
  }
}

TEST(lagrange_top_errors, misuse_is_a_typed_error) {
  auto s = table_3<double>();
  s.theta = 0;
  EXPECT_THROW(lagrange_top_solution<double>{s}, domain_error);
  s.theta = pi<double>();
  EXPECT_THROW(lagrange_top_solution<double>{s}, domain_error);
  s.theta = -2 * pi<double>();
  EXPECT_THROW(lagrange_top_solution<double>{s}, domain_error);
  s = table_3<double>();
  s.I = 0;
  EXPECT_THROW(lagrange_top_solution<double>{s}, invalid_input);
  s = table_3<double>();
  s.w3 = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(lagrange_top_solution<double>{s}, invalid_input);
  EXPECT_THROW((void)lagrange_top_solution<double>(table_3<double>())
                   .state(std::numeric_limits<double>::infinity()),
               invalid_input);
}

}  // namespace
}  // namespace plumbline
