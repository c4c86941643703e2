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

/// So many equal parts of the step are looked at first.
constexpr std::size_t parts = 8;

/// A matrix in units of its lines, which follow from the largest sizes of its entries. Units of each place would hide a line that
/// vanishes there, as the gradient of a constraint does where its curve crosses itself.
class matrix_in_units {
 public:
  matrix_in_units(const std::vector<double>& largest, int n)
      : n_(static_cast<std::size_t>(n)), m_(largest.size()), rows_(n_, 1), columns_(n_, 1) {
    const auto unit_of = [&](std::size_t first, std::size_t stride, const auto& others) {
      double unit = 0;
      for (std::size_t k = 0; k < n_; ++k) {
        unit = std::max(unit, largest[first + k * stride] / others[k]);
      }
      return unit;
    };
    for (std::size_t i = 0; i < n_; ++i) {
      rows_[i] = unit_of(i * n_, 1, columns_);
      has_lines_ = has_lines_ && rows_[i] > 0;
    }
    for (std::size_t j = 0; j < n_ && has_lines_; ++j) {
      columns_[j] = unit_of(j, n_, rows_);
      has_lines_ = has_lines_ && columns_[j] > 0;
    }
  }

  /// Of the matrix with these entries; 0 where the units have a line of zeros.
  double smallest_pivot(const std::vector<double>& entries) {
    if (!has_lines_) {
      return 0;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        at(i, j) = entries[i * n_ + j] / rows_[i] / columns_[j];
      }
    }
    return eliminate();
  }

 private:
  double& at(std::size_t i, std::size_t j) { return m_[i * n_ + j]; }

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

  std::size_t n_;
  std::vector<double> m_;
  std::vector<double> rows_;
  std::vector<double> columns_;
  bool has_lines_ = true;  ///< none of zeros
};

/// The entries after s h.
std::vector<double> entries_at(const std::vector<std::vector<double>>& series, double s) {
  std::vector<double> entries;
  entries.reserve(series.size());
  for (const std::vector<double>& coefficients : series) {
    double sum = 0;
    for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) {
      sum = sum * s + *c;
    }
    entries.push_back(sum);
  }
  return entries;
}

}  // namespace

std::optional<double> rank_lost(const std::vector<std::vector<double>>& series, int n) {
  constexpr double suspicious = 0.1;  // of the largest sample
  std::array<std::vector<double>, parts + 1> places;
  std::vector<double> sizes(series.size(), 0);
  for (std::size_t i = 0; i <= parts; ++i) {
    places.at(i) = entries_at(series, static_cast<double>(i) / parts);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      sizes[k] = std::max(sizes[k], std::abs(places.at(i)[k]));
    }
  }
  matrix_in_units matrix(sizes, n);
  const auto pivot_at = [&](double s) { return matrix.smallest_pivot(entries_at(series, s)); };
  std::array<double, parts + 1> samples{};
  for (std::size_t i = 0; i <= parts; ++i) {
    samples.at(i) = matrix.smallest_pivot(places.at(i));
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
    double at_a = pivot_at(a);
    double at_b = pivot_at(b);
    constexpr int sections = 70;
    for (int k = 0; k < sections && std::min(at_a, at_b) >= least_pivot; ++k) {
      if (at_a < at_b) {
        high = b;
        b = a;
        at_b = at_a;
        a = high - golden * (high - low);
        at_a = pivot_at(a);
      } else {
        low = a;
        a = b;
        at_a = at_b;
        b = low + golden * (high - low);
        at_b = pivot_at(b);
      }
    }
    if (std::min(at_a, at_b) < least_pivot) {
      return at_a < at_b ? a : b;
    }
  }
  return std::nullopt;
}

}  // namespace plumbline::detail
