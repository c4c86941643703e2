// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The truth where no closed solution exists: a trajectory of very high order, claimed only to the digits on
// which two independent runs agree.
//
// Run A has order 2s and m substeps between the nodes, run B order 2(s + 5) and three quarters as many, or, where m is
// small, order 2(s - 3) and twice as many: their errors have different orders and different constants, so that
// what they share is the solution. m begins with what is good for the first substep and grows by what the order
// says until the runs agree to the wanted digits or the precision stops them; the digits that were reached are part
// of the result.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/study/integrate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace plumbline {

template <class T>
struct reference_trajectory {
  std::vector<phase_point<T>> nodes;  ///< at t_0 … t_N, from the better run
  int verified_digits =
      0;  ///< both runs agree to this many digits, relative to the largest component
};

/// Half the order of the method for run A: orders that grow with the digits keep the number of steps moderate.
template <class T>
int reference_degree() {
  return 4 + scalar_traits<T>::bits() / 12;
}

namespace detail {

template <class T, class Stepper>
std::vector<phase_point<T>> run_with_substeps(Stepper& stepper, const phase_point<T>& start,
                                              const time_grid<T>& grid, int substeps,
                                              const run_control& control) {
  std::vector<phase_point<T>> nodes;
  vector<T> state = stepper.start(start, grid.start);
  const time_grid<T> fine(grid.start, T(grid.step / substeps), grid.steps * substeps);
  (void)integrate<T>(
      stepper, state, fine,
      [&](std::int64_t n, const T& t, const vector<T>& y) {
        if (n % substeps == 0) {
          nodes.push_back(phase_at(stepper, y, t));
        }
      },
      control);
  return nodes;
}

constexpr double unlimited = 1e8;

/// −log10 of the largest difference relative to the largest component; very large when there is none.
template <class T>
double agreeing_digits(const std::vector<phase_point<T>>& a, const std::vector<phase_point<T>>& b) {
  using std::log;
  T difference(0);
  T size_q(0);
  T size_p(0);
  T difference_p(0);
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    difference = std::max(difference, T(max_magnitude(a[i].q - b[i].q)));
    difference_p = std::max(difference_p, T(max_magnitude(a[i].p - b[i].p)));
    size_q = std::max(size_q, T(max_magnitude(a[i].q)));
    size_p = std::max(size_p, T(max_magnitude(a[i].p)));
  }
  const auto digits = [](const T& d, const T& s) {
    return d == T(0) || s == T(0) ? unlimited : -to_double(T(log(T(d / s)))) / std::log(10);
  };
  return std::min(digits(difference, size_q), digits(difference_p, size_p));
}

/// A run with another order and another step than m substeps of order 2s, and not much dearer.
struct other_run {
  int degree;
  int substeps;
};
constexpr other_run other_than(int degree, int substeps) {
  return substeps < 4 ? other_run{degree - 3, 2 * substeps}
                      : other_run{degree + 5, 3 * substeps / 4};
}

/// What should make up for that many missing digits: m steps of order 2s gain 2s log10 r of them when r m are made;
/// at least a tenth more, at most twice as many.
inline int more_substeps(int substeps, int degree, double missing) {
  const double factor = std::pow(10., (missing + 1) / (2. * degree));
  return 1 + static_cast<int>(substeps * std::clamp(factor, 11. / 10, 2.));
}

/// The smallest of 1, 2, 3, 4, 6, 8, 12, 16 … with which a first substep agrees with its two halves to two digits
/// more than `wanted_digits`, or as far as the precision goes; the whole trajectory may need more.
template <class T, class MakeStepper>
int first_substeps(MakeStepper& make_stepper, const phase_point<T>& start, const time_grid<T>& grid,
                   int wanted_digits) {
  constexpr int most = 1 << 14;
  const auto next = [](int m) {
    const bool power_of_two = (m & (m - 1)) == 0;
    return m == 1 ? 2 : power_of_two ? 3 * m / 2 : 4 * m / 3;
  };
  double before = 0;
  for (int substeps = 1; substeps < most; substeps = next(substeps)) {
    const time_grid<T> once(grid.start, T(grid.step / substeps), 1);
    try {
      auto a = make_stepper(reference_degree<T>());
      auto b = make_stepper(reference_degree<T>());
      const double digits = agreeing_digits<T>(run_with_substeps<T>(a, start, once, 1, {}),
                                               run_with_substeps<T>(b, start, once, 2, {}));
      const bool at_the_floor = digits >= wanted_digits - 1 && digits < before + 1;
      if (digits > wanted_digits + 1 || at_the_floor) {
        return substeps;
      }
      before = digits;
    } catch (const step_failure&) {
      // no solution at this length
    }
  }
  return 1;
}

}  // namespace detail

/// The trajectory on the nodes of `grid`. `make_stepper(s)` makes a method of order 2s with start(), step() and
/// phase(). Stops at `wanted_digits`, or when refinement no longer helps;
/// never claims more than was verified. Throws step_failure when even small substeps fail.
template <class T, class MakeStepper>
reference_trajectory<T> make_reference(MakeStepper&& make_stepper, const phase_point<T>& start,
                                       const time_grid<T>& grid, int wanted_digits,
                                       const run_control& control = {}) {
  constexpr int most_rounds = 12;
  reference_trajectory<T> best;
  double before = -1;
  int substeps = detail::first_substeps<T>(make_stepper, start, grid, wanted_digits);
  for (int round = 0; round < most_rounds; ++round) {
    const auto other = detail::other_than(reference_degree<T>(), substeps);
    double digits = -1;
    std::vector<phase_point<T>> fine;
    try {
      auto a = make_stepper(reference_degree<T>());
      auto b = make_stepper(other.degree);
      const auto coarse = detail::run_with_substeps<T>(a, start, grid, substeps, control);
      fine = detail::run_with_substeps<T>(b, start, grid, other.substeps, control);
      if (control.stop_requested && control.stop_requested()) {
        return best;
      }
      digits = detail::agreeing_digits<T>(coarse, fine);
    } catch (const step_failure&) {
      if (round + 1 == most_rounds) {
        throw;
      }
      substeps *= 2;
      continue;
    }
    if (best.nodes.empty() || digits > before) {
      best.nodes = std::move(fine);
      best.verified_digits =
          static_cast<int>(std::floor(std::clamp(digits, 0., detail::unlimited)));
    }
    // beyond this point rounding errors, or chaos, decide
    if (digits >= wanted_digits || (round > 0 && digits < before + 1)) {
      break;
    }
    before = digits;
    substeps = detail::more_substeps(substeps, reference_degree<T>(), wanted_digits - digits);
  }
  best.verified_digits = std::min(best.verified_digits, (scalar_traits<T>::bits() - 1) * 3 / 10);
  return best;
}

}  // namespace plumbline
