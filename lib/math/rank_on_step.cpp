// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/rank_on_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace plumbline::detail {

namespace {

constexpr double least_pivot = 1e-13;

class matrix_on_step {
 public:
  matrix_on_step(const std::vector<std::vector<double>>& entries, int n)
      : entries_(&entries), n_(static_cast<std::size_t>(n)), m_(entries.size()) {}

  double smallest_pivot(double s) {
    for (std::size_t k = 0; k < m_.size(); ++k) {
      double sum = 0;
      for (auto c = (*entries_)[k].rbegin(); c != (*entries_)[k].rend(); ++c) {
        sum = sum * s + *c;
      }
      m_[k] = sum;
    }
    if (!scale([this](std::size_t i, std::size_t j) -> double& { return at(i, j); }) ||
        !scale([this](std::size_t i, std::size_t j) -> double& { return at(j, i); })) {
      return 0;
    }
    return eliminate();
  }

 private:
  double& at(std::size_t i, std::size_t j) { return m_[i * n_ + j]; }

  /// Each line of the matrix divided by its largest entry. False for a line of zeros.
  template <class Entry>
  bool scale(Entry&& entry) const {
    for (std::size_t i = 0; i < n_; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < n_; ++j) {
        largest = std::max(largest, std::abs(entry(i, j)));
      }
      if (!(largest > 0)) {
        return false;
      }
      for (std::size_t j = 0; j < n_; ++j) {
        entry(i, j) /= largest;
      }
    }
    return true;
  }
  double eliminate() {
    double smallest = 1;
    for (std::size_t k = 0; k < n_; ++k) {
      std::size_t row = k;
      std::size_t column = k;
      for (std::size_t i = k; i < n_; ++i) {
        for (std::size_t j = k; j < n_; ++j) {
          if (std::abs(at(row, column)) < std::abs(at(i, j))) {
            row = i;
            column = j;
          }
        }
      }
      const double pivot = at(row, column);
      smallest = std::min(smallest, std::abs(pivot));
      if (pivot == 0) {
        return 0;
      }
      for (std::size_t j = 0; j < n_; ++j) {
        std::swap(at(k, j), at(row, j));
      }
      for (std::size_t i = 0; i < n_; ++i) {
        std::swap(at(i, k), at(i, column));
      }
      for (std::size_t i = k + 1; i < n_; ++i) {
        const double factor = at(i, k) / pivot;
        for (std::size_t j = k; j < n_; ++j) {
          at(i, j) -= factor * at(k, j);
        }
      }
    }
    return smallest;
  }

  const std::vector<std::vector<double>>* entries_;
  std::size_t n_;
  std::vector<double> m_;
};

}  // namespace

std::optional<double> rank_lost(const std::vector<std::vector<double>>& entries, int n) {
  constexpr std::size_t parts = 8;
  constexpr double suspicious = 0.1;  // of the largest sample
  matrix_on_step matrix(entries, n);
  std::array<double, parts + 1> samples{};
  for (std::size_t i = 0; i <= parts; ++i) {
    samples.at(i) = matrix.smallest_pivot(static_cast<double>(i) / parts);
    if (samples.at(i) <
        least_pivot) {  // short steps near the point see no change from place to place
      return static_cast<double>(i) / parts;
    }
  }
  const double largest = *std::ranges::max_element(samples);
  for (std::size_t i = 0; i <= parts; ++i) {
    const double here = samples.at(i);
    const bool is_least =
        (i == 0 || here <= samples.at(i - 1)) && (i == parts || here <= samples.at(i + 1));
    if (!is_least || here > suspicious * largest) {
      continue;
    }
    double low = static_cast<double>(i == 0 ? 0 : i - 1) / parts;
    double high = static_cast<double>(i == parts ? parts : i + 1) / parts;
    const double golden = (std::sqrt(5.0) - 1) / 2;
    double a = high - golden * (high - low);
    double b = low + golden * (high - low);
    double at_a = matrix.smallest_pivot(a);
    double at_b = matrix.smallest_pivot(b);
    constexpr int sections = 70;
    for (int k = 0; k < sections && std::min(at_a, at_b) >= least_pivot; ++k) {
      if (at_a < at_b) {
        high = b;
        b = a;
        at_b = at_a;
        a = high - golden * (high - low);
        at_a = matrix.smallest_pivot(a);
      } else {
        low = a;
        a = b;
        at_a = at_b;
        b = low + golden * (high - low);
        at_b = matrix.smallest_pivot(b);
      }
    }
    if (std::min(at_a, at_b) < least_pivot) {
      return at_a < at_b ? a : b;
    }
  }
  return std::nullopt;
}

}  // namespace plumbline::detail
