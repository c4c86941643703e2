// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Periods and amplitudes, and what is stable about them.                                   (PD sections 7 and 8)
//
//   T_N            = z_{2N} − z_{2N−2}                               (59)
//   T_avg(N, M)    = (z_{N+2M} − z_N)/M                              (63)
//   T_avg(N, K, L) = 1/(L − K) Σ_{M=K+1…L} T_avg(N, M)               (64)
//   A_avg(N, M)    = 1/M Σ_{j=0…M−1} |A_{N+j}|                       (62)
//   T_N = T (1 + τ_N),  τ = max |τ_N|; and the same for A and α      (58), (60), (61)
//
// z_0, z_1, … are the crossings in the order in which zero_crossings finds them, A_1, A_2, … the extrema.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/measure/extrema.hpp>
#include <plumbline/measure/zero_crossings.hpp>

#include <string>
#include <vector>

namespace plumbline {

/// T_1, T_2, …: fed with z_0, z_1, …
template <class T>
class period_sequence {
 public:
  explicit period_sequence(const T& step) : step_(step) {}

  /// Calls found(T_N) at every z_{2N}.
  template <class Found>
  void add(const crossing<T>& z, Found&& found) {
    if (count_ % 2 == 0) {
      if (count_ > 0) {
        found(T(steps_between(last_even_, z) * step_));
      }
      last_even_ = z;
    }
    ++count_;
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(last_even_, count_);
  }

 private:
  T step_;
  crossing<T> last_even_{0, T(0)};
  std::int64_t count_ = 0;
};

/// T_avg(N, M) or T_avg(N, K, L): fed with z_0, z_1, …
template <class T>
class period_average {
 public:
  /// T_avg(first, periods). Throws invalid_input unless first ≥ 0 and periods ≥ 1.
  period_average(std::int64_t first, std::int64_t periods)
      : period_average(first, periods - 1, periods) {}
  /// T_avg(first, above, up_to). Throws invalid_input unless first ≥ 0 and 0 ≤ above < up_to.
  period_average(std::int64_t first, std::int64_t above, std::int64_t up_to)
      : first_(first), above_(above), up_to_(up_to) {
    if (first < 0 || above < 0 || up_to <= above) {
      throw invalid_input(
          "T_avg(N, M) needs N >= 0 and M >= 1, T_avg(N, K, L) 0 <= K < L; got N = " +
          std::to_string(first) + ", K = " + std::to_string(above) +
          ", L = " + std::to_string(up_to));
    }
  }

  void add(const crossing<T>& z) {
    if (count_ == first_) {
      from_ = z;
    }
    const std::int64_t beyond = count_ - first_;
    const std::int64_t periods = beyond / 2;
    if (beyond >= 0 && beyond % 2 == 0 && above_ < periods && periods <= up_to_) {
      sum_ += steps_between(from_, z) / as_scalar<T>(periods);
    }
    ++count_;
  }
  std::int64_t crossings() const { return count_; }
  std::int64_t crossings_needed() const { return first_ + 2 * up_to_ + 1; }
  bool complete() const { return count_ >= crossings_needed(); }
  /// The average for this step. Throws invalid_input unless complete.
  T value(const T& step) const {
    if (!complete()) {
      throw invalid_input("an average over " + std::to_string(crossings_needed()) +
                          " crossings of which only " + std::to_string(count_) + " are known");
    }
    return sum_ / as_scalar<T>(up_to_ - above_) * step;
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(count_, from_, sum_);
  }

 private:
  std::int64_t first_;
  std::int64_t above_;
  std::int64_t up_to_;
  std::int64_t count_ = 0;
  crossing<T> from_{0, T(0)};
  T sum_{0};
};

/// A_avg(first, count): fed with the extrema.
template <class T>
class amplitude_average {
 public:
  /// Throws invalid_input unless first ≥ 1 and count ≥ 1.
  amplitude_average(std::int64_t first, std::int64_t count) : first_(first), wanted_(count) {
    if (first < 1 || count < 1) {
      throw invalid_input("A_avg(N, M) needs N >= 1 and M >= 1, got N = " + std::to_string(first) +
                          ", M = " + std::to_string(count));
    }
  }

  void add(const extremum<T>& e) {
    using std::abs;
    ++count_;
    if (first_ <= count_ && count_ < first_ + wanted_) {
      sum_ += abs(e.value);
    }
  }
  std::int64_t extrema() const { return count_; }
  std::int64_t extrema_needed() const { return first_ + wanted_ - 1; }
  bool complete() const { return count_ >= extrema_needed(); }
  /// Throws invalid_input unless complete.
  T value() const {
    if (!complete()) {
      throw invalid_input("an average over " + std::to_string(extrema_needed()) +
                          " extrema of which only " + std::to_string(count_) + " are known");
    }
    return sum_ / as_scalar<T>(wanted_);
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(count_, sum_);
  }

 private:
  std::int64_t first_;
  std::int64_t wanted_;
  std::int64_t count_ = 0;
  T sum_{0};
};

/// How far T_N or A_N wander from their average: both readings of PD (61).
template <class T>
class relative_oscillation {
 public:
  /// Keeps the first `extrema` local extrema of the sequence for typical().
  explicit relative_oscillation(std::size_t extrema = 40) : most_(extrema) {}

  void add(const T& x) {
    window_.add(x);
    largest_ = window_.count() == 1 || largest_ < x ? x : largest_;
    smallest_ = window_.count() == 1 || x < smallest_ ? x : smallest_;
    if (!window_.full() || turns_.size() == most_) {
      return;
    }
    const T& y = window_[1];
    if ((window_[0] < y && window_[2] < y) || (y < window_[0] && y < window_[2])) {
      turns_.push_back(y);
    }
  }
  const T& largest() const { return largest_; }
  const T& smallest() const { return smallest_; }
  std::size_t local_extrema() const { return turns_.size(); }

  /// max |x_N/average − 1|.
  T maximum(const T& average) const {
    const T up = relative(largest_, average);
    const T down = relative(smallest_, average);
    return up < down ? down : up;
  }
  /// The mean of |x_N/average − 1| over the local extrema of N ↦ x_N. Throws invalid_input where there is none.
  T typical(const T& average) const {
    if (turns_.empty()) {
      throw invalid_input("the sequence has no local extremum yet");
    }
    T sum(0);
    for (const T& x : turns_) {
      sum += relative(x, average);
    }
    return sum / as_scalar<T>(static_cast<std::int64_t>(turns_.size()));
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(window_, largest_, smallest_, turns_);
  }

 private:
  static T relative(const T& x, const T& average) {
    using std::abs;
    return abs(T((x - average) / average));
  }

  std::size_t most_;
  sample_window<T, 3> window_;
  T largest_{0};
  T smallest_{0};
  std::vector<T> turns_;
};

}  // namespace plumbline
