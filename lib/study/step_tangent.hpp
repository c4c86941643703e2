// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The derivative of a step with respect to (q, p) at any point of phase space, whatever the states of the scheme are. B is double
// or run-time precision.
#pragma once

#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/study/problem.hpp>

#include <utility>

namespace plumbline::detail {

template <class B>
class step_tangent {
 public:
  using D = tangent_number<B>;

  step_tangent(const problem& p, const scheme_choice& scheme)
      : stepper_(scheme.entry->make<D>(scheme.values, make_tangent_system<B>(p))) {}

  /// ∂Φ_h/∂(q, p) at z and the time t; `end` becomes Φ_h(z). Throws step_failure where the step cannot be made.
  matrix<B> at(const phase_point<B>& z, const B& t, const B& h, phase_point<B>* end = nullptr) {
    const auto n = z.q.size();
    vector<B> y(2 * n);
    y << z.q, z.p;
    vector<D> last;
    const matrix<B> value = step_jacobian<B>(
        [&](vector<D>& x) {
          vector<D> state = stepper_.start({x.head(n), x.tail(n)}, D(t));
          const solve_report report = stepper_.step(state, D(t), D(h));
          if (report.ok()) {
            const phase_point<D> to = stepper_.phase(state, D(B(t + h)));
            x << to.q, to.p;
            last = x;
          }
          return report;
        },
        y);
    if (end != nullptr) {
      end->q.resize(n);
      end->p.resize(n);
      for (Eigen::Index k = 0; k < n; ++k) {
        end->q[k] = last[k].value;
        end->p[k] = last[n + k].value;
      }
    }
    return value;
  }

 private:
  any_stepper<D> stepper_;
};

/// By elimination with the largest pivots.
template <class B>
B determinant(matrix<B> a) {
  B product(1);
  const auto n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (a(pivot, k) * a(pivot, k) < a(i, k) * a(i, k)) {
        pivot = i;
      }
    }
    if (a(pivot, k) == B(0)) {
      return B(0);
    }
    if (pivot != k) {
      a.row(k).swap(a.row(pivot));
      product = -product;
    }
    product *= a(k, k);
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const B factor = a(i, k) / a(k, k);
      for (Eigen::Index j = k; j < n; ++j) {
        a(i, j) -= factor * a(k, j);
      }
    }
  }
  return product;
}

}  // namespace plumbline::detail
