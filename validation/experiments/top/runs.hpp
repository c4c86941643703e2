// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The runs that TOP's tables and figures are made of. One run for each motion, scheme and step serves every horizon:
// it goes on from where it stands when a longer one is asked for.
//
// Horizons count seconds for the double pendulum and for the top with cusps, nutation periods P for the top with loops.
// Its steps are portions of P, or the same numbers in seconds: the text of the paper fits both.
//
// The exact angles. In steps of P/640 or longer, every node is one of 641 in the first period, moved by whole
// periods: θ(t + kP) = θ(t), φ(t + kP) = φ(t) + kΔφ, ψ alike. In seconds each node is computed.
#pragma once

#include "experiments/top/motion.hpp"

#include <map>

namespace plumbline::experiments::top {

enum class scheme { midpoint, rk4, simpson, rk4_velocity };
/// The three of every table.
inline constexpr std::array schemes{scheme::midpoint, scheme::rk4, scheme::simpson};
/// RK4 in both readings: on (q, p), and on (q, q̇) as in the paper's Figure 10.
inline constexpr std::array with_both_rk4{scheme::midpoint, scheme::rk4, scheme::rk4_velocity,
                                          scheme::simpson};
std::string_view name_of(scheme s);
curve look_of(scheme s, drawn_as how = drawn_as::line);

/// A scheme on the system of a motion.
template <class T>
any_stepper<T> make_stepper(scheme by, motion of, const model<T>& system) {
  constexpr std::array names{"midpoint", "", "simpson", "rk4-velocity"};  // of the catalogue
  return by == scheme::rk4
             ? make_rk4<T>(of)
             : find_scheme(names.at(static_cast<std::size_t>(by))).template make<T>({}, system);
}

enum class unit { second, period };

/// Of the figures over some seconds: h = 0.1 s.
inline constexpr int steps_per_second = 10;

struct request {
  motion of;
  scheme by;
  unit in;
  int per_unit;  ///< steps in one unit
  int digits;
  auto operator<=>(const request&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The largest values over the nodes 0 … N of a horizon.
struct maxima {
  measured energy{0};                                                     ///< |H/H_0 − 1|
  measured theta{0};                                                      ///< |θ − θ_ex|/θ_ex
  std::array<measured, 3> angles{measured(0), measured(0), measured(0)};  ///< |φ − φ_ex|, …, in rad
  std::array<measured, 2> momenta{measured(0), measured(0)};  ///< |p_φ/p_φ(0) − 1|, p_ψ
};

/// One of these numbers.
using quantity = measured (*)(const maxima&);
inline measured energy_error(const maxima& m) { return m.energy; }
inline measured theta_error(const maxima& m) { return m.theta; }
template <std::size_t i>
measured angle_error(const maxima& m) {
  return m.angles[i];
}

struct node {
  double t;                 ///< in the unit of the step
  std::array<double, 3> q;  ///< q[2] is 0 for the double pendulum
  std::array<double, 3> p{};
  double energy_error = 0;          ///< H/H_0 − 1
  std::array<double, 2> momenta{};  ///< p_φ/p_φ(0) − 1, p_ψ
};

struct record {
  std::map<int, maxima> within;  ///< by horizon: 1, 10, 100, 1000
  std::vector<node> nodes;       ///< up to the horizon 10
};

/// The runs up to the horizon, those that are not there yet side by side on all cores; the slow ones should be named
/// first.
void prepare(context& c, const std::vector<request>& wanted, int horizon);

/// One run up to the horizon at least.
const record& run(context& c, const request& r, int horizon);

/// What a table is about, or a figure of its errors. The steps are 1/coarsest, 1/(2 coarsest), 1/(4 coarsest), … of the
/// unit.
struct table_kind {
  motion of;
  unit in;
  int coarsest;
  quantity value;
  int mesh(int k) const { return coarsest << k; }
};

inline constexpr table_kind table2{motion::pendulum, unit::second, 10, energy_error};
inline constexpr table_kind table4{motion::loops, unit::period, 20, theta_error};
inline constexpr table_kind table5{motion::loops, unit::period, 20, energy_error};

inline constexpr int steps_in_tables = 4;

/// Makes the runs of all schemes with the first so many steps up to the horizon, side by side.
void prepare(context& c, const table_kind& kind, int horizon, int steps = steps_in_tables);

/// The errors of one scheme up to the horizon with these steps, and the steps themselves.
std::vector<measured> errors_of(context& c, const table_kind& kind, scheme by, int horizon,
                                int steps = steps_in_tables);
std::vector<measured> steps_of(const table_kind& kind, int steps = steps_in_tables);

inline measured ratio(const measured& a, const measured& b) { return a / b; }

/// The top with loops, steps of P/per_unit.
request portion(context& c, scheme s, int per_period);

/// Exact angles of the top with loops at `per_period` nodes a period, t in periods.
std::vector<node> exact_nodes(context& c, int per_period, int periods);

/// A curve over the nodes' times.
template <class Value>
curve over_time(curve empty, const std::vector<node>& nodes, Value&& value) {
  return curve_of(std::move(empty), nodes, [&](const node& n) { return point{n.t, value(n)}; });
}

}  // namespace plumbline::experiments::top
