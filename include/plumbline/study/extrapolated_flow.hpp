// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The solution of y′ = f(t, y) at given times, by extrapolation of the explicit midpoint rule (Gragg 1965, Bulirsch &
// Stoer 1966; Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, II.9):
//
//   η_0 = y_0,  η_1 = y_0 + h f(y_0),  η_{i+1} = η_{i−1} + 2h f(η_i),   T_{j,1} = η_{n_j} with h = H/n_j
//   T_{j,k+1} = T_{j,k} + (T_{j,k} − T_{j−1,k}) / ((n_j/n_{j−k})² − 1)
//
// The error of T_{j,1} is a series in h² where n_j is even, so every column gains two orders. A step adds rows until two
// neighbours of the last row agree to the tolerance, or to what rounding errors of the state make of f: beside an unstable
// equilibrium, for example, where the velocity is small and the coordinate is not. Its length follows from how many rows were needed.
//
// The method evaluates nothing but f: it works for every kind of system, and it shares no formula with the other ways to
// a solution. It serves as one of the two computations behind a verified digit.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

struct extrapolation_settings {
  int most_rows = 16;  ///< the order is at most twice that
  int offset = 0;      ///< n_j = 2 (j + offset), j = 1, 2, …: another offset is another method
  int digits = 16;     ///< relative error of a step, in decimal digits
  std::function<bool()> stop_requested = {};  ///< asked before every step
  std::string hint = {};  ///< what a step_failure should add: where the system is singular, say
};

/// `Field` is a callable (t, y, dy) → solve_report (mechanics/vector_field.hpp). The first `block` entries of y are
/// coordinates, the others momenta or velocities: errors are relative to the largest entry of their block so far.
template <class T, class Field>
class extrapolated_flow {
 public:
  extrapolated_flow(Field field, Eigen::Index block, extrapolation_settings chosen)
      : field_(std::move(field)),
        block_(block),
        settings_(std::move(chosen)),
        tolerance_(decimal<T>("1e-" + std::to_string(settings_.digits))) {
    const int rows = settings_.most_rows;
    factors_.resize(static_cast<std::size_t>(rows));
    for (int j = 0; j < rows; ++j) {
      for (int k = 0; k < j; ++k) {
        const T ratio = T(count(j)) / T(count(j - k - 1));
        factors_[static_cast<std::size_t>(j)].push_back(T(1) / (ratio * ratio - T(1)));
      }
    }
  }

  /// Takes y from the time t to `end`, forwards or backwards. Returns false when control said stop. Throws step_failure
  /// where no step length reaches the tolerance.
  bool advance(vector<T>& y, T& t, const T& end) {
    using std::abs;
    grow_scales(y);
    while (t != end) {
      if (settings_.stop_requested && settings_.stop_requested()) {
        return false;
      }
      const T left = end - t;
      const bool to_the_end = length_ == T(0) || !(length_ < abs(left));
      const T h = to_the_end ? left : left < T(0) ? T(-length_) : length_;
      const int rows = step(y, t, h);
      if (rows == 0) {
        length_ = abs(h) / T(2);
        if (!(abs(t) + abs(h) != abs(t)) || ++refused_ > most_refusals) {
          throw step_failure(steps_, to_text(t, shown_digits),
                             {solve_outcome::stagnated, settings_.most_rows, 0}, settings_.hint);
        }
        continue;
      }
      refused_ = 0;
      ++steps_;
      t = to_the_end ? end : T(t + h);
      y = accepted_;
      grow_scales(y);
      if (8 * rows < 5 * settings_.most_rows) {
        length_ = std::max(length_, T(abs(h) * T(3) / T(2)));
      } else if (8 * rows > 7 * settings_.most_rows) {
        length_ = abs(h) * T(4) / T(5);
      } else if (length_ == T(0)) {
        length_ = abs(h);
      }
    }
    return true;
  }

  std::int64_t steps() const { return steps_; }

 private:
  static constexpr int most_refusals = 400;
  static constexpr int shown_digits = 17;

  int count(int j) const { return 2 * (j + 1 + settings_.offset); }

  void grow_scales(const vector<T>& y) {
    scale_q_ = std::max(scale_q_, T(max_magnitude(y.head(block_))));
    scale_p_ = std::max(scale_p_, T(max_magnitude(y.tail(y.size() - block_))));
  }

  /// Sets noise_ to what rounding errors of the state change in f, times a step of the length h.
  void measure_noise(const vector<T>& y, const T& t, const T& h) {
    using std::abs;
    constexpr int roundings = 1 << 10;
    constexpr int shown = 4;  // times the change that one rounding error makes
    noise_ = vector<T>::Constant(y.size(), T(0));
    before_ = y * T(T(1) + epsilon<T>() * T(roundings));
    if (!field_(t, before_, slope_).ok()) {
      return;
    }
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      const T changed = abs(T(slope_[i] - first_[i]));
      noise_[i] = is_finite(changed) ? T(changed * abs(h) * T(shown) / T(roundings)) : T(0);
    }
  }

  /// Whether the difference of two approximations is within the tolerance.
  bool close(const vector<T>& a, const vector<T>& b) const {
    using std::abs;
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const T& scale = i < block_ ? scale_q_ : scale_p_;
      const T size = std::max(scale, T(abs(b[i])));
      if (!(abs(T(a[i] - b[i])) <= tolerance_ * size + noise_[i])) {
        return false;
      }
    }
    return true;
  }

  /// The rows that the step needed; 0 where it failed. The new state is in accepted_.
  int step(const vector<T>& y, const T& t, const T& h) {
    if (!field_(t, y, slope_).ok()) {
      return 0;
    }
    first_ = slope_;
    measure_noise(y, t, h);
    row_.clear();
    for (int j = 0; j < settings_.most_rows; ++j) {
      vector<T> entry;
      if (!midpoint(y, t, h, count(j), entry)) {
        return 0;
      }
      // row_[k] is T_{j−1,k+1}; it becomes T_{j,k+1}
      for (int k = 0; k < j; ++k) {
        auto& place = row_[static_cast<std::size_t>(k)];
        const T& factor = factors_[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
        vector<T> next(entry.size());
        for (Eigen::Index i = 0; i < entry.size(); ++i) {
          next[i] = entry[i] + (entry[i] - place[i]) * factor;
        }
        place = std::move(entry);
        entry = std::move(next);
      }
      row_.push_back(std::move(entry));
      constexpr int fewest_rows = 3;
      if (j + 1 >= fewest_rows && close(row_[static_cast<std::size_t>(j - 1)], row_.back())) {
        accepted_ = row_.back();
        return j + 1;
      }
    }
    return 0;
  }

  /// n steps of the midpoint rule. False where f has no value.
  bool midpoint(const vector<T>& y, const T& t, const T& h, int n, vector<T>& end) {
    const T small = h / T(n);
    const T twice = T(2) * small;
    before_ = y;
    end.resize(y.size());
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      end[i] = y[i] + small * first_[i];
    }
    for (int m = 1; m < n; ++m) {
      if (!field_(T(t + T(m) * small), end, slope_).ok()) {
        return false;
      }
      for (Eigen::Index i = 0; i < y.size(); ++i) {
        before_[i] += twice * slope_[i];
      }
      before_.swap(end);
    }
    return all_finite(end);
  }

  Field field_;
  Eigen::Index block_;
  extrapolation_settings settings_;
  T tolerance_;
  std::vector<std::vector<T>> factors_;
  T length_{0};
  T scale_q_{0};
  T scale_p_{0};
  std::int64_t steps_ = 0;
  int refused_ = 0;
  std::vector<vector<T>> row_;
  vector<T> accepted_;
  vector<T> first_;
  vector<T> slope_;
  vector<T> before_;
  vector<T> noise_;
};

}  // namespace plumbline
