// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The last few samples of a sequence: all that a streaming measure keeps of a trajectory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plumbline {

template <class T, std::size_t N>
class sample_window {
 public:
  void add(const T& sample) {
    samples_[static_cast<std::size_t>(count_) % N] = sample;
    ++count_;
  }
  /// How many samples there have been.
  std::int64_t count() const { return count_; }
  bool full() const { return count_ >= static_cast<std::int64_t>(N); }
  /// Of a full window; 0 is the oldest sample, N − 1 the newest.
  const T& operator[](std::size_t i) const {
    return samples_[(static_cast<std::size_t>(count_) + i) % N];
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(samples_, count_);
  }

 private:
  std::array<T, N> samples_{};
  std::int64_t count_ = 0;
};

}  // namespace plumbline
