// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The modified energy of a symplectic step from its own trajectory (Skeel & Hardy 2001; Engle, Skeel & Drees 2005), for any
// even order K = 2k, from k + 1 consecutive states:
//
//   H̃_K = (1/h) Σ_{0≤j<i≤k} w_ij F(i, j)/(i − j),   w_ij = (−1)^{i−j+1} 2 C(k,i) C(k,j)/C(2k,k)
//   F(i, j) = ½ (q_i − q_j)·(p_i + p_j) − (S_i − S_j),   S the sum of the discrete actions (catalogue/discrete_action.hpp)
//
// H̃_K = H̃ − O(h^{2k}), where H̃ is what the step keeps but for terms that are exponentially small in 1/h. Where the time is in the
// formulas, t and the energy e that belongs to it are one more pair: F gains ½ (t_i − t_j)(e_i + e_j), and H̃_K is near H + e.
//
// F is ½ ȳ_i'Jȳ_j of Skeel and Hardy's homogeneous extension ȳ without its cancellation, so that K costs no digits: the rounding
// errors of H̃_K are about ε (|q||p| + |S|)(1 + ½ + … + 1/k)/h.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/exact.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace plumbline {

/// The weights of H̃_{2k} by pairs: entry (i, j), j < i, is w_ij/(i − j). They sum to 1 before the division.
template <class T>
matrix<T> shadow_weights(int k) {
  std::vector<T> choose(static_cast<std::size_t>(k) + 1, T(1));  // C(k, i), then over √C(2k, k)
  T central(1);
  for (int i = 1; i <= k; ++i) {
    choose[static_cast<std::size_t>(i)] = choose[static_cast<std::size_t>(i) - 1] * (k - i + 1) / i;
    central = central * (k + i) / i;
  }
  matrix<T> w = matrix<T>::Constant(k + 1, k + 1, T(0));
  for (int i = 0; i <= k; ++i) {
    for (int j = 0; j < i; ++j) {
      const T size = choose[static_cast<std::size_t>(i)] * choose[static_cast<std::size_t>(j)] * 2 /
                     (central * (i - j));
      w(i, j) = (i - j) % 2 == 0 ? T(-size) : size;
    }
  }
  return w;
}

/// A state of the trajectory, with the actions that were added up to it.
template <class T>
struct shadow_node {
  vector<T> q;
  vector<T> p;
  T action{0};
  T t{0};
  T energy{0};  ///< that belongs to the time
};

/// The modified energies of a trajectory that is handed over node by node, for several orders at once: their values in the first
/// window, and how far later windows are from it.
template <class T>
class shadow_energies {
 public:
  /// `terms`: the orders K. Throws invalid_input unless they are even and at least 2.
  shadow_energies(const std::vector<int>& terms, T h) : h_(std::move(h)) {
    for (const int K : terms) {
      if (K < 2 || K % 2 != 0) {
        throw invalid_input("the order of a shadow energy is even and at least 2");
      }
      orders_.push_back({K / 2, shadow_weights<T>(K / 2)});
      longest_ = std::max(longest_, K / 2);
    }
  }

  void add(shadow_node<T> node) {
    // F of the new node with each of those before it, the nearest first
    std::vector<T> row;
    for (auto before = nodes_.rbegin(); before != nodes_.rend(); ++before) {
      row.push_back(pair_of(node, *before));
    }
    nodes_.push_back(std::move(node));
    pairs_.push_back(std::move(row));
    if (static_cast<int>(nodes_.size()) > longest_ + 1) {
      nodes_.pop_front();
      pairs_.pop_front();
    }
    for (order& each : orders_) {
      if (static_cast<int>(nodes_.size()) > each.k) {
        take(each);
      }
    }
  }

  int terms(std::size_t place) const { return 2 * orders_[place].k; }
  /// False before enough nodes were added.
  bool has_value(std::size_t place) const { return orders_[place].windows > 0; }
  /// The drift of one window alone is 0 by definition.
  bool has_drift(std::size_t place) const { return orders_[place].windows > 1; }
  /// H̃_K of the first window.
  const T& value(std::size_t place) const { return orders_[place].first; }
  /// max |H̃_n − H̃_0| over the windows.
  const T& drift(std::size_t place) const { return orders_[place].drift; }
  std::size_t size() const { return orders_.size(); }
  /// The size of the rounding errors of a value with this order, from the largest |q||p| + |S| of a step.
  T noise(std::size_t place) const {
    T sum(0);
    for (int i = 1; i <= orders_[place].k; ++i) {
      sum += T(1) / i;
    }
    return epsilon<T>() * largest_ * sum / h_;
  }

 private:
  struct order {
    int k = 1;
    matrix<T> weights = {};
    T first{0};
    T drift{0};
    std::int64_t windows = 0;
  };

  T pair_of(const shadow_node<T>& a, const shadow_node<T>& b) {
    using std::abs;
    T sum(0);
    T size(0);
    for (Eigen::Index k = 0; k < a.q.size(); ++k) {
      sum += T((a.q[k] - b.q[k]) * (a.p[k] + b.p[k]));
      size += abs(T(a.q[k] * a.p[k]));
    }
    sum += T((a.t - b.t) * (a.energy + b.energy));
    const T action = a.action - b.action;
    size += abs(action) + abs(T(a.t * a.energy));
    largest_ = largest_ < size ? size : largest_;
    return T(sum / 2 - action);
  }

  void take(order& each) {
    T value(0);
    const std::size_t first = nodes_.size() - static_cast<std::size_t>(each.k) - 1;
    for (int i = 1; i <= each.k; ++i) {
      const std::vector<T>& row = pairs_[first + static_cast<std::size_t>(i)];
      for (int j = 0; j < i; ++j) {
        value += each.weights(i, j) * row[static_cast<std::size_t>(i - j - 1)];
      }
    }
    value /= h_;
    if (each.windows == 0) {
      each.first = value;
    }
    ++each.windows;
    const T away = value < each.first ? T(each.first - value) : T(value - each.first);
    each.drift = each.drift < away ? away : each.drift;
  }

  T h_;
  std::vector<order> orders_;
  int longest_ = 0;
  std::deque<shadow_node<T>> nodes_;
  std::deque<std::vector<T>> pairs_;  ///< of each node with those before it
  T largest_{0};
};

}  // namespace plumbline
