// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The truth where no closed solution exists: a trajectory by Taylor series, claimed only to the digits on which two
// computations agree.
//
// Run A has so many digits and the order that suits them, run B more digits and a higher order: their steps, orders and
// rounding errors are different, so that what they share is the solution. Both walk from node to node together. Where they
// agree to fewer digits than wanted, both begin again with as many more as were lost, so that a motion that multiplies
// errors is followed as far as the digits carry it.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/taylor_trajectory.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace plumbline {

/// A problem at the digits of the present precision_scope: exact inputs, each rounded once.
struct reference_problem {
  model<mp> system;
  phase_point<mp> start;
  mp t0;
  mp step;  ///< between the nodes
};

template <class T>
struct reference_trajectory {
  /// At t_0 … t_N, from the better run, rounded to T. Run-time MPFR: with the digits of the scope in which the reference was
  /// made; a copy elsewhere is rounded to fewer.
  std::vector<phase_point<T>> nodes;
  /// Both runs agree to this many digits, relative to the largest component of q and of p.
  int verified_digits = 0;
};

namespace detail {

constexpr double unlimited = 1e8;

/// The digits to which two trajectories agree so far: the largest difference beside the largest component.
class agreement {
 public:
  void add(const phase_point<mp>& a, const phase_point<mp>& b) {
    add(a.q, b.q, difference_q_, size_q_);
    add(a.p, b.p, difference_p_, size_p_);
  }
  double digits() const {
    return std::min(digits(difference_q_, size_q_), digits(difference_p_, size_p_));
  }

 private:
  static constexpr double nothing = -std::numeric_limits<double>::infinity();
  static void add(const vector<mp>& a, const vector<mp>& b, double& difference, double& size) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      difference = std::max(difference, log2_magnitude(mp(a[i] - b[i])));
      size = std::max(size, log2_magnitude(b[i]));
    }
  }
  static double digits(double difference, double size) {
    return difference == nothing || size == nothing ? unlimited : (size - difference) * log10_of_2;
  }
  double difference_q_ = nothing;
  double difference_p_ = nothing;
  double size_q_ = nothing;
  double size_p_ = nothing;
};

/// One of the two runs, with a precision of its own.
class reference_run {
 public:
  reference_run(const std::function<reference_problem()>& problem, int digits, int more_orders,
                const std::function<bool()>& stop_requested)
      : digits_(digits) {
    const precision_scope scope(digits);
    problem_ = std::make_unique<reference_problem>(problem());
    const int bits = scalar_traits<mp>::bits();
    trajectory_ = std::make_unique<taylor_trajectory<mp>>(
        problem_->system, problem_->start, problem_->t0, taylor_order(bits) + more_orders, -bits);
    trajectory_->stop_when(stop_requested);
  }
  bool was_stopped() const { return trajectory_->was_stopped(); }
  const phase_point<mp>& node(std::int64_t n) {
    const precision_scope scope(digits_);
    return trajectory_->at(mp(problem_->step * as_scalar<mp>(n)));
  }
  int digits() const { return digits_; }

 private:
  int digits_;
  std::unique_ptr<reference_problem> problem_;
  std::unique_ptr<taylor_trajectory<mp>> trajectory_;
};

/// log10 of the factor by which the motion multiplies a small difference, roughly: two trajectories in double, the second
/// set back beside the first after each of many parts of the time (Benettin, Galgani & Strelcyn 1976). It is only where the
/// reference begins to look for its digits.
inline double digits_lost(const std::function<reference_problem()>& problem, std::int64_t steps,
                          const std::function<bool()>& stop) {
  constexpr int parts = 64;
  constexpr double distance = 1e-8;
  constexpr int digits = 17;
  constexpr double most = 2000;
  double sum = 0;
  double largest = 0;
  try {
    const precision_scope scope(digits);
    const reference_problem p = problem();
    std::vector<double> parameters;
    for (const mp& x : p.system.parameters()) {
      parameters.push_back(to_double(x));
    }
    const model<double> system(p.system.formulas(), std::move(parameters), p.system.names());
    const double part = to_double(p.step) * static_cast<double>(steps) / parts;
    const auto vector_of = [](const vector<mp>& x) {
      vector<double> y(x.size());
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        y[i] = to_double(x[i]);
      }
      return y;
    };
    phase_point<double> a{vector_of(p.start.q), vector_of(p.start.p)};
    const Eigen::Index n = a.q.size();
    // in units of the largest q and p at both ends of a part: a momentum that begins at 0 may be that of a very small mass
    vector<double> unit = vector<double>::Constant(n + a.p.size(), 1.0);
    vector<double> apart = vector<double>::Constant(n + a.p.size(), distance);
    for (int k = 0; k < parts && sum < most && !(stop && stop()); ++k) {
      const double t = to_double(p.t0) + k * part;
      taylor_trajectory<double> first(system, a, t);
      first.stop_when(stop);
      const phase_point<double> next = first.at(part);
      for (Eigen::Index i = 0; i < unit.size(); ++i) {
        const double x = i < n ? std::max(max_magnitude(a.q), max_magnitude(next.q))
                               : std::max(max_magnitude(a.p), max_magnitude(next.p));
        unit[i] = x > 0 ? x : 1.0;
      }
      const phase_point<double> b{a.q + apart.head(n).cwiseProduct(unit.head(n)),
                                  a.p + apart.tail(a.p.size()).cwiseProduct(unit.tail(a.p.size()))};
      taylor_trajectory<double> second(system, b, t);
      second.stop_when(stop);
      const phase_point<double> z = second.at(part);
      a = next;
      vector<double> moved(unit.size());
      moved << z.q - a.q, z.p - a.p;
      moved = moved.cwiseQuotient(unit);
      const double growth = moved.norm() / apart.norm();
      if (!(growth > 0) || !std::isfinite(growth)) {
        break;
      }
      sum += std::log10(growth);
      largest = std::max(largest, sum);
      apart = moved * (distance / moved.norm());
    }
  } catch (const step_failure&) {
    // the reference itself will say where
  }
  return std::min(largest, most);
}

template <class T, class From>
phase_point<T> rounded_point(const phase_point<From>& z) {
  phase_point<T> r{vector<T>(z.q.size()), vector<T>(z.p.size())};
  for (Eigen::Index i = 0; i < z.q.size(); ++i) {
    r.q[i] = convert_precision<T>(z.q[i]);
  }
  for (Eigen::Index i = 0; i < z.p.size(); ++i) {
    r.p[i] = convert_precision<T>(z.p[i]);
  }
  return r;
}

}  // namespace detail

/// The trajectory at t0 + n step for n = 0 … steps, verified to at least `wanted_digits`. `problem` is called inside a
/// precision_scope, at each precision that is tried. control.progress counts nodes; when control.stop_requested says so, the
/// nodes so far are returned. Throws step_failure with the time to which the trajectory is verified: the motion meets a
/// singularity, or multiplies errors beyond `most_lost` digits. With jobs > 1 the two runs have a thread each, which is worth
/// it where a step between nodes takes milliseconds; the numbers are the same.
template <class T>
reference_trajectory<T> make_reference(const std::function<reference_problem()>& problem,
                                       std::int64_t steps, int wanted_digits,
                                       const run_control& control = {}, int jobs = 1) {
  constexpr int guard = 6;
  constexpr int other_digits = 12;
  constexpr int other_orders = 7;
  constexpr int most_rounds = 16;
  constexpr int most_lost = 3000;
  int lost = guard + static_cast<int>(
                         std::ceil(detail::digits_lost(problem, steps, control.stop_requested)));
  for (int round = 1;; ++round) {
    detail::reference_run a(problem, wanted_digits + lost, 0, control.stop_requested);
    detail::reference_run b(problem, wanted_digits + lost + other_digits, other_orders,
                            control.stop_requested);
    reference_trajectory<T> found;
    found.nodes.reserve(static_cast<std::size_t>(steps) + 1);
    detail::agreement agreed;
    bool repeat = false;
    for (std::int64_t n = 0; n <= steps && !repeat; ++n) {
      const auto failed = [&](const solve_report& report, const std::string& why) {
        const std::int64_t last = std::max<std::int64_t>(n - 1, 0);
        const precision_scope scope(b.digits());
        const reference_problem p = problem();
        throw step_failure(
            n, to_text(mp(p.t0 + p.step * as_scalar<mp>(last)), 17), report,
            "the reference trajectory is verified up to this time and not beyond: " + why);
      };
      try {
        const phase_point<mp>* first = nullptr;
        const phase_point<mp>* second = nullptr;
        for_each_parallel<mp>(
            2, jobs, [&](std::size_t i) { (i == 0 ? first : second) = &(i == 0 ? a : b).node(n); });
        if (a.was_stopped() || b.was_stopped()) {
          return found;
        }
        {
          const precision_scope scope(b.digits());
          agreed.add(*first, *second);
        }
        found.nodes.push_back(detail::rounded_point<T>(*second));
      } catch (const step_failure& e) {
        failed(e.report(),
               "the steps shrink to nothing, the motion has a singularity near t = " + e.time());
      }
      const double digits = agreed.digits();
      if (!(digits >= wanted_digits)) {
        const double used = a.digits() - std::max(digits, 0.);
        const double share =
            static_cast<double>(n) / static_cast<double>(std::max<std::int64_t>(steps, 1));
        const double in_all = share > 0 ? used / share : detail::unlimited;
        const int next = guard + static_cast<int>(std::ceil(std::min(in_all, 2 * used + 30)));
        if (round == most_rounds || lost >= most_lost) {
          failed({solve_outcome::stagnated, round, 0},
                 "even with " + std::to_string(b.digits()) + " digits two computations differ");
        }
        lost = std::min(most_lost, std::max(next, lost + guard));
        repeat = true;
      }
      if (control.progress && !repeat) {
        control.progress(n, steps);
      }
    }
    if (!repeat) {
      found.verified_digits = static_cast<int>(
          std::floor(std::min(agreed.digits(), static_cast<double>(wanted_digits + lost))));
      return found;
    }
  }
}

/// The same for a system and start as they stand in T, which are taken as exact.
template <class T>
reference_trajectory<T> make_reference(const model<T>& system, const phase_point<T>& start,
                                       const time_grid<T>& grid, int wanted_digits,
                                       const run_control& control = {}) {
  const auto wide = [](const vector<T>& x) {
    vector<mp> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      y[i] = detail::convert_precision<mp>(x[i]);
    }
    return y;
  };
  const auto problem = [&] {
    std::vector<mp> parameters;
    for (const T& p : system.parameters()) {
      parameters.push_back(detail::convert_precision<mp>(p));
    }
    return reference_problem{model<mp>(system.formulas(), std::move(parameters), system.names()),
                             {wide(start.q), wide(start.p)},
                             detail::convert_precision<mp>(grid.start),
                             detail::convert_precision<mp>(grid.step)};
  };
  if (system.law_by_zone()) {
    throw invalid_input("a reference trajectory needs a system with one law: this one has zones");
  }
  return make_reference<T>(problem, grid.steps, wanted_digits, control);
}

}  // namespace plumbline
