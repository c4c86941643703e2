// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "mechanics/multiplier_nodes.hpp"

#include <plumbline/mechanics/followed_function.hpp>

namespace plumbline {

namespace {

/// A matrix of nodes, whose zeros are seen.
class node_matrix {
 public:
  node_matrix(graph& g, int rows, int columns)
      : g_(&g),
        columns_(columns),
        entries_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns),
                 g.constant(0)) {}

  node_id& operator()(int i, int j) { return entries_[place(i, j)]; }
  node_id operator()(int i, int j) const { return entries_[place(i, j)]; }
  bool zero(int i, int j) const { return g_->is_zero((*this)(i, j)); }
  /// Adds a b, or subtracts it.
  void add_product(int i, int j, node_id a, node_id b, bool minus = false) {
    if (g_->is_zero(a) || g_->is_zero(b)) {
      return;
    }
    const node_id product = g_->multiply(a, b);
    node_id& sum = (*this)(i, j);
    sum = minus ? g_->subtract(sum, product) : g_->add(sum, product);
  }

 private:
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(j);
  }
  graph* g_;
  int columns_;
  std::vector<node_id> entries_;
};

/// x := m⁻¹ x for a positive definite m, whose entries are lost.
void solve(graph& g, node_matrix& m, int n, node_matrix& x, int columns) {
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      if (m.zero(i, k)) {
        continue;
      }
      const node_id factor = g.divide(m(i, k), m(k, k));
      for (int j = k + 1; j < n; ++j) {
        m.add_product(i, j, factor, m(k, j), true);
      }
      for (int j = 0; j < columns; ++j) {
        x.add_product(i, j, factor, x(k, j), true);
      }
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = 0; j < columns; ++j) {
      for (int i = k + 1; i < n; ++i) {
        x.add_product(k, j, m(k, i), x(i, j), true);
      }
      if (!x.zero(k, j)) {
        x(k, j) = g.divide(x(k, j), m(k, k));
      }
    }
  }
}

}  // namespace

std::vector<node_id> multiplier_nodes(graph& g, const form& formulas,
                                      const std::vector<node_id>& inputs,
                                      const exact_number& weight) {
  const int n = formulas.dimension();
  const int count = formulas.constraints();
  const std::size_t order = static_cast<std::size_t>(n) + static_cast<std::size_t>(count);
  const std::vector<node_id> motion =
      nodes_of_program(g, *formulas.part(form_part::constrained_motion), inputs);
  const auto entry = [&](int i, int j) {
    return motion[static_cast<std::size_t>(i) * order + static_cast<std::size_t>(j)];
  };
  const auto right = [&](int i) {
    return g.negate(motion[order * order + static_cast<std::size_t>(i)]);
  };

  const node_id w = g.constant(weight);

  // N = M + w AᵀA, and beside it (Aᵀ, r + w Aᵀ s)
  node_matrix sum(g, n, n);
  node_matrix x(g, n, count + 1);
  for (int i = 0; i < n; ++i) {
    x(i, count) = right(i);
    for (int j = 0; j < n; ++j) {
      sum(i, j) = entry(i, j);
    }
    for (int k = 0; k < count; ++k) {
      const node_id slope = entry(n + k, i);
      x(i, k) = slope;
      const node_id weighted = g.multiply(w, slope);
      x.add_product(i, count, weighted, right(n + k));
      for (int j = 0; j < n; ++j) {
        sum.add_product(i, j, weighted, entry(n + k, j));
      }
    }
  }
  solve(g, sum, n, x, count + 1);
  node_matrix of_multipliers(g, count, count);
  node_matrix lambda(g, count, 1);
  for (int k = 0; k < count; ++k) {
    lambda(k, 0) = right(n + k);
    for (int i = 0; i < n; ++i) {
      const node_id slope = entry(n + k, i);
      lambda.add_product(k, 0, slope, x(i, count), true);
      for (int l = 0; l < count; ++l) {
        of_multipliers.add_product(k, l, slope, x(i, l));
      }
    }
  }
  solve(g, of_multipliers, count, lambda, 1);
  std::vector<node_id> found;
  found.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    found.push_back(lambda(k, 0));
  }
  return found;
}

}  // namespace plumbline
