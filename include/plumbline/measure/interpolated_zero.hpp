// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// About where a function g of a trajectory is zero between its last two nodes: the root of the polynomial through g at the last six
// nodes, in double. Its error is O(h⁶), so that few shorter steps lead from there to the zero (zeros_by_steps.hpp).
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/measure/zeros_by_steps.hpp>
#include <plumbline/scalar/traits.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace plumbline {

/// Fed with g at the nodes.
template <class T>
class interpolated_zero {
 public:
  /// The next node; one at which g is not finite begins anew.
  void add(const T& t, const T& value) {
    count_ = is_finite(value) ? count_ + 1 : 0;
    if (count_ > 0) {
      node& last = before_last(0);
      last.t = t;
      last.value = value;
    }
  }

  /// The zero in the step of the length h to the last node, from the node before; the length counts from there. Nothing where the
  /// polynomial has no root in the step that Newton's method finds.
  std::optional<zero_guess<T>> in_last_step(const T& h) const {
    if (count_ < 2) {
      return std::nullopt;
    }
    const T& origin = before_last(1).t;
    const T& unit = before_last(0).value;
    const auto count = static_cast<Eigen::Index>(std::min(count_, nodes_.size()));
    vector<double> times(count);
    vector<double> values(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const node& at = before_last(static_cast<std::size_t>(count - 1 - k));
      times[k] = to_double(T((at.t - origin) / h));
      values[k] = to_double(T(at.value / unit));
    }
    const auto slope_at = [&](double x) { return lagrange_basis(times, x).derivative.dot(values); };
    constexpr int most_corrections = 20;
    constexpr double fine = 1e-6;  // the next correction is its square
    double x = values[count - 2] / (values[count - 2] - values[count - 1]);
    for (int n = 0; n < most_corrections; ++n) {
      const basis_at_point<double> basis = lagrange_basis(times, x);
      const double slope = basis.derivative.dot(values);
      const double change = basis.value.dot(values) / slope;
      x -= change;
      if (!(0 < x && x < 1)) {
        return std::nullopt;
      }
      if (std::abs(change) < fine) {
        constexpr double width = 0.125;
        const double curvature = (slope_at(x + width) - slope_at(x - width)) / (2 * width);
        return zero_guess<T>{T(h * x), T(unit * slope / h), T(unit * curvature / h / h)};
      }
    }
    return std::nullopt;
  }

 private:
  struct node {
    T t{0};
    T value{0};
  };
  /// The node so many before the last.
  node& before_last(std::size_t n) { return nodes_[(count_ - 1 - n) % nodes_.size()]; }
  const node& before_last(std::size_t n) const { return nodes_[(count_ - 1 - n) % nodes_.size()]; }

  std::array<node, 6> nodes_;
  std::size_t count_ = 0;  ///< of nodes since g was last not finite
};

}  // namespace plumbline
