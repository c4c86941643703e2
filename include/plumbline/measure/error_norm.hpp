// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How far a trajectory is from the truth. The errors stream in node by node:
//
//   max       max over nodes of |y_n − y(t_n)|             (the papers' l-infinity norm, Euclidean in space)
//   end       |y_N − y(t_N)|
//   relative  max over nodes, divided by max |y(t_n)|
//   area      h Σ_{n=1..N} |y_n − y(t_n)|                  (NX (42), with weight h and all nodes but the start)
#pragma once

#include <plumbline/core/vector.hpp>

namespace plumbline {

enum class error_norm { max, end, relative, area };

/// Collects the error of one vector quantity (q, or p) along a trajectory.
template <class T>
class error_collector {
 public:
  /// `step` is the spacing of the nodes, for the area.
  error_collector(error_norm norm, const T& step) : norm_(norm), step_(step) {}

  /// The numerical and the exact value at node n, in increasing order from 0.
  template <class A, class B>
  void add(const Eigen::MatrixBase<A>& numerical, const Eigen::MatrixBase<B>& exact) {
    using std::sqrt;
    T difference(0);
    T size(0);
    for (Eigen::Index i = 0; i < numerical.size(); ++i) {
      const T d = numerical[i] - exact[i];
      difference += d * d;
      size += exact[i] * exact[i];
    }
    last_ = sqrt(difference);
    size = sqrt(size);
    largest_ = largest_ < last_ || !is_finite(last_) ? last_ : largest_;
    largest_size_ = largest_size_ < size ? size : largest_size_;
    if (nodes_++ > 0) {
      sum_ += last_;
    }
  }

  /// The chosen norm of what was added so far.
  T value() const {
    using std::abs;
    switch (norm_) {
      case error_norm::end:
        return last_;
      case error_norm::relative:
        return largest_ == T(0) ? T(0) : T(largest_ / largest_size_);
      case error_norm::area:
        return sum_ * abs(step_);
      case error_norm::max:
        break;
    }
    return largest_;
  }

 private:
  error_norm norm_;
  T step_;
  T largest_{0};
  T largest_size_{0};
  T last_{0};
  T sum_{0};
  std::int64_t nodes_ = 0;
};

}  // namespace plumbline
