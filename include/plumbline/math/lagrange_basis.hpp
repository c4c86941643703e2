// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Lagrange basis on nodes d_0 … d_s: φ_a(d_b) = δ_ab, with values and derivatives by products,
//
//   φ_a(x) = Π_{b≠a} (x − d_b)/(d_a − d_b),   φ_a′(x) = Σ_{c≠a} 1/(d_a − d_c) Π_{b≠a,c} (x − d_b)/(d_a − d_b)
//
// which holds also at the nodes themselves.
#pragma once

#include <plumbline/core/vector.hpp>

namespace plumbline {

template <class T>
struct basis_at_point {
  vector<T> value;       ///< φ_a(x)
  vector<T> derivative;  ///< φ_a′(x)
};

/// All basis polynomials and their derivatives at x. The nodes must be distinct.
template <class T>
basis_at_point<T> lagrange_basis(const vector<T>& nodes, const T& x) {
  const auto count = nodes.size();
  basis_at_point<T> at{vector<T>(count), vector<T>(count)};
  for (Eigen::Index a = 0; a < count; ++a) {
    T value(1);
    T derivative(0);
    for (Eigen::Index b = 0; b < count; ++b) {
      if (b == a) {
        continue;
      }
      const T gap = nodes[a] - nodes[b];
      const T factor = (x - nodes[b]) / gap;           // exactly 1 at d_a
      derivative = derivative * factor + value / gap;  // (f g)′ = f′ g + f g′
      value *= factor;
    }
    at.value[a] = value;
    at.derivative[a] = derivative;
  }
  return at;
}

}  // namespace plumbline
