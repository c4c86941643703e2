// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity lyapunov: how a small perturbation of the start, the same in every coordinate, grows in the configuration. It is the
// derivative of the scheme's map along that direction, by tangent numbers: beside a motion near a saddle a trajectory of its own would
// be rounding errors, or on the other side of it. Where the law changes from zone to zone it is a second trajectory that starts √ε of
// the size of the motion beside the first one; when it is 64 times as far, or as near, it is brought back, before it is far or the same.
//
// Where the exponential fits better, and the growth is too small to tell it from a power of t, the motion is undecided. It is also
// undecided where a power of t fits better that no regular motion has, after few steps, and where the motion itself goes away by the
// same law, as that of x″ = x: chaotic motions stay in a bounded part of phase space.
//
// A chaotic motion soon depends on the rounding errors of its start, and so does what is measured: the start is rounded otherwise
// (measure/other_roundings.hpp), and the digits that all of these motions have in common are printed, one at least but of the growth.
// Where they are not all chaotic, or not all regular, the motion is undecided.
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/measure/perturbation_growth.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>

namespace plumbline {

namespace {

template <class T>
inline constexpr bool has_tangents = std::same_as<T, double> || std::same_as<T, mp>;

template <class T>
T sqrt_of(const T& x) {
  using std::sqrt;
  return sqrt(x);
}

template <class T>
T distance(const phase_point<T>& a, const phase_point<T>& b) {
  using std::sqrt;
  T sum(0);
  for (Eigen::Index i = 0; i < a.q.size(); ++i) {
    const T d = a.q[i] - b.q[i];
    sum += d * d;
  }
  return sqrt(sum);
}

/// `rests`: the motion stays at its start, so that the growth is that of the motions beside it. `leaves`: its distance from the start
/// grows as the perturbation does.
template <class T>
std::string motion_of(const perturbation_growth<T>& growth, bool rests, bool leaves) {
  if (rests) {
    return "rest";
  }
  if (!growth.has_enough_nodes()) {
    return "undecided";
  }
  if (!growth.looks_chaotic()) {
    return growth.has_power_of_regular_motion() ? "regular" : "undecided";
  }
  return growth.tells_the_laws_apart() && !leaves ? "chaotic" : "undecided";
}

/// The perturbation by a second trajectory.
template <class T>
class second_trajectory {
 public:
  second_trajectory(const measurement& m, const problem_in<T>& in)
      : small_(sqrt_of(epsilon<T>()) * size_of(m, in)),
        stepper_(m.scheme.entry->make<T>(m.scheme.values, in.system)) {
    phase_point<T> moved = in.start;
    for (T& q : moved.q) {
      q += small_;
    }
    first_ = distance(moved, in.start);
    state_ = stepper_.start(moved, in.t0);
  }
  const T& first() const { return first_; }
  solve_report step(const T& t, const T& h) { return stepper_.step(state_, t, h); }
  /// From the state of the run, at the point z of phase space.
  T distance_from(const phase_point<T>& z, const T& /*t*/) const {
    return distance(z, stepper_.phase(state_));
  }
  /// So far that the perturbation is not small, or so near that rounding errors show.
  bool is_out_of_range(const T& d) const { return small_ * 64 < d || d * 64 < small_; }
  void bring_back(const vector<T>& y, const T& d, const T& /*t*/) {
    const T back = first_ / d;
    state_ = y + back * (state_ - y);
  }

 private:
  /// The largest coordinate of the start, or by how much it changes in the first step.
  static T size_of(const measurement& m, const problem_in<T>& in) {
    auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
    vector<T> y = stepper.start(in.start, in.t0);
    T size = max_magnitude(in.start.q);
    if (stepper.step(y, in.t0, evaluate<T>(*m.step, m.p.names)).ok()) {
      size = std::max(size, T(max_magnitude(vector<T>(stepper.phase(y).q - in.start.q))));
    }
    return T(0) < size && is_finite(size) ? size : T(1);
  }
  T small_;
  T first_{0};
  any_stepper<T> stepper_;
  vector<T> state_;
};

/// The same by tangents, in double or mp.
template <class T>
class tangent_beside {
 public:
  using tangent = tangent_number<T>;

  tangent_beside(const measurement& m, const problem_in<T>& in)
      : scheme_(&m.scheme),
        system_(make_tangent_system<T>(m.p)),
        first_(sqrt_of(T(static_cast<double>(in.start.q.size())))) {
    const auto n = in.start.q.size();
    phase_point<tangent> z{vector<tangent>(n), in.start.p.template cast<tangent>()};
    for (Eigen::Index i = 0; i < n; ++i) {
      z.q[i] = tangent::variable(in.start.q[i], 0);
    }
    begin(z, in.t0);
  }
  const T& first() const { return first_; }
  solve_report step(const T& t, const T& h) {
    return stepper_->step(state_, tangent(t), tangent(h));
  }
  T distance_from(const phase_point<T>& /*z*/, const T& t) const {
    T sum(0);
    for (const tangent& q : stepper_->phase(state_, tangent(t)).q) {
      sum += q.tangent[0] * q.tangent[0];
    }
    return sqrt_of(sum);
  }
  /// Beyond what a double holds, squared.
  bool is_out_of_range(const T& d) const { return d > T(1e100) || d < T(1e-100); }
  void bring_back(const vector<T>& /*y*/, const T& d, const T& t) {
    phase_point<tangent> z = stepper_->phase(state_, tangent(t));
    for (auto* part : {&z.q, &z.p}) {
      for (tangent& x : *part) {
        x.tangent[0] *= first_ / d;
      }
    }
    begin(z, t);
  }

 private:
  void begin(const phase_point<tangent>& z, const T& t) {
    stepper_.emplace(scheme_->entry->make<tangent>(scheme_->values, system_));
    state_ = stepper_->start(z, tangent(t));
    stepper_->resume(z, state_);
  }

  const scheme_choice* scheme_;
  model<tangent> system_;
  T first_;
  std::optional<any_stepper<tangent>> stepper_;
  vector<tangent> state_;
};

struct measured_growth {
  double exponent = 0;
  double log_growth = 0;
  double power = 0;
  std::string motion;
};

template <class T, class Beside>
measured_growth growth_by(const measurement& m, const problem_in<T>& in, Beside beside,
                          run_host& host) {
  using std::log;
  const T h = evaluate<T>(*m.step, m.p.names);
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  const time_grid<T> grid(in.t0, h, m.steps);
  const T first = beside.first();
  perturbation_growth<T> growth(first, T(h * as_scalar<T>(m.steps)));
  vector<T> state = stepper.start(in.start, in.t0);
  T farthest(0);  // from the start
  T farthest_at_first(0);
  constexpr int part_of_fit = 10;  // the law is fitted from there on: perturbation_growth

  const auto progress = host.begin(m.steps, "steps");
  const run_control control = control_of(m.p, host, *progress);
  const auto outcome = integrate<T>(
      stepper, state, grid,
      [&](std::int64_t n, const T& t, const vector<T>& y) {
        if (n == 0) {
          return;
        }
        const T before = grid[n - 1];
        const solve_report report = beside.step(before, h);
        if (!report.ok()) {
          throw step_failure(n - 1, to_text(before, 17), report, "of the perturbed trajectory");
        }
        const phase_point<T> z = stepper.phase(y, t);
        const T d = beside.distance_from(z, t);
        farthest = std::max(farthest, distance(z, in.start));
        if (n * part_of_fit <= m.steps) {
          farthest_at_first = farthest;
        }
        if (d == T(0) || !is_finite(d)) {
          if (!is_finite(d) || first < max_magnitude(y) * epsilon<T>()) {
            throw step_failure(n - 1, to_text(before, 17), {solve_outcome::not_finite, 0, 0},
                               "the trajectory has grown to " + to_text(max_magnitude(y), 3));
          }
          throw domain_error("at t = " + to_text(t, 6) +
                             " the two trajectories can no longer be told apart: more --digits");
        }
        growth.add(T(t - in.t0), d);
        if (beside.is_out_of_range(d)) {
          beside.bring_back(y, d, t);
          growth.restart();
        }
      },
      control);
  if (outcome == run_outcome::stopped) {
    throw interrupted();
  }
  constexpr int roundings = 64;
  const bool rests = !(max_magnitude(in.start.q) * epsilon<T>() * roundings < farthest);
  // by half of the exponent or more; where a motion stays in a bounded part, this is near 0
  const bool leaves = T(0) < farthest_at_first &&
                      to_double(T(log(T(farthest / farthest_at_first)))) * 2 > growth.log_growth();
  return {growth.lyapunov_exponent(), growth.log_growth(), growth.power(),
          motion_of(growth, rests, leaves)};
}

template <class T>
measured_growth growth_from(const measurement& m, const problem_in<T>& in, run_host& host) {
  if constexpr (has_tangents<T>) {
    if (!m.p.system->has_zones) {
      return growth_by(m, in, tangent_beside<T>(m, in), host);
    }
  }
  return growth_by(m, in, second_trajectory<T>(m, in), host);
}

/// With the digits that all motions have in common; a factor of which they have no digit in common is not known.
template <class T>
std::vector<named_value> lyapunov_in(const measurement& m, run_host& host) {
  const problem_in<T> in = make_problem<T>(m.p);
  const measured_growth found = growth_from(m, in, host);
  constexpr int most_digits = 10;
  constexpr int most_others = 3;
  const int others = m.is_printed ? std::min(other_runs(m.steps), most_others) : 0;
  std::vector<measured_growth> otherwise;
  bool has_failed = false;
  for (int run = 1; run <= others && !has_failed; ++run) {
    problem_in<T> beside = in;
    round_otherwise(beside.start.q, 0, run);
    round_otherwise(beside.start.p, 1, run);
    try {
      otherwise.push_back(growth_from(m, beside, host));
    } catch (const step_failure&) {
      has_failed = true;
    }
  }
  const auto digits_of = [&](const auto& of) {
    const double x = of(found);
    if (others == 0 || x == 0) {
      return most_digits;
    }
    double farthest = has_failed ? std::abs(x) : 0;
    for (const measured_growth& each : otherwise) {
      const double difference = std::abs(of(each) - x);
      farthest = difference <= farthest ? farthest : difference;  // also where it is not a number
    }
    const double bound = rounding_bound<double>(x, farthest, m.steps, others);
    return std::min(supported_digits<double>(x, bound), most_digits);
  };
  const auto growth = [](const measured_growth& g) { return std::exp(g.log_growth); };
  const int digits_of_growth = digits_of(growth);
  const auto text = [&](double measured_growth::*of) {
    return to_text(found.*of, std::max(digits_of([of](const auto& g) { return g.*of; }), 1));
  };
  // with an exponent where zeros would stand in the places of digits that are not known
  const double factor = growth(found);
  const std::string text_of_growth = digits_of_growth == 0 ? "nan"
                                     : std::abs(factor) < std::pow(10., digits_of_growth)
                                         ? to_text(factor, digits_of_growth)
                                         : fmt::format("{:.{}e}", factor, digits_of_growth - 1);
  const bool agree = std::ranges::all_of(
      otherwise, [&](const measured_growth& each) { return each.motion == found.motion; });
  const std::string motion = agree ? found.motion : "undecided";
  return {{"lyapunov", text(&measured_growth::exponent), {}},
          {"growth", text_of_growth, {}},
          {"growth-power", text(&measured_growth::power), {}},
          {"motion", motion, {}},
          {"chaotic", motion == "chaotic" ? "1" : "0", {}}};
}

std::vector<named_value> measure_lyapunov(const measurement& m, run_host& host) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    if (has_tangents<T> || m.p.system->has_zones) {
      return lyapunov_in<T>(m, host);
    }
    const precision_scope scope(m.digits);
    return lyapunov_in<mp>(m, host);
  });
}

}  // namespace

quantity lyapunov_quantity() {
  return {.name = "lyapunov",
          .meaning =
              "growth of a small perturbation: exponent, factor, power law; regular, chaotic, "
              "undecided or rest; chaotic as 1 or 0",
          .input = quantity::needs::trajectory,
          .measure = measure_lyapunov,
          .lines = [](const measurement&) -> std::vector<quantity_line> {
            return {{"lyapunov"}, {"growth"}, {"growth-power"}, {"motion", false}, {"chaotic"}};
          }};
}

}  // namespace plumbline
