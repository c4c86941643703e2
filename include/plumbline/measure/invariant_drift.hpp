// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How well a quantity that should be constant is kept: the largest deviation from its first value.
#pragma once

#include <plumbline/scalar/traits.hpp>

namespace plumbline {

/// Fed with the values of one invariant along a trajectory.
template <class T>
class invariant_drift {
 public:
  void add(const T& value) {
    using std::abs;
    if (!started_) {
      first_ = value;
      started_ = true;
    }
    last_ = value;
    const T deviation = abs(T(value - first_));
    largest_ = largest_ < deviation || !is_finite(deviation) ? deviation : largest_;
  }
  const T& first() const { return first_; }
  /// max |I_n − I_0|.
  const T& absolute() const { return largest_; }
  /// max |I_n − I_0| / |I_0|; infinite or not a number where I_0 = 0.
  T relative() const {
    using std::abs;
    return largest_ / abs(first_);
  }
  /// I_N − I_0.
  T at_end() const { return last_ - first_; }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(first_, last_, largest_, started_);
  }

 private:
  T first_{0};
  T last_{0};
  T largest_{0};
  bool started_ = false;
};

}  // namespace plumbline
