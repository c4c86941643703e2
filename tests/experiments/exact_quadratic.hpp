// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Random quadratic Lagrangians over the rationals, where every identity of the paper QL is exact: a residual is
// zero or the identity is wrong.
#pragma once

#include <plumbline/schemes/linear.hpp>

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/gmp.hpp>

#include <random>

namespace plumbline::testing {

using fraction = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                               boost::multiprecision::et_off>;

/// Symmetric matrices and vectors with small rational entries from one seed.
class random_rationals {
 public:
  explicit random_rationals(unsigned seed) : engine_(seed) {}

  fraction entry() {
    const int numerator = number_(engine_);
    return fraction(numerator) / denominator_(engine_);
  }
  vector<fraction> any_vector(int n) {
    vector<fraction> x(n);
    for (int i = 0; i < n; ++i) {
      x[i] = entry();
    }
    return x;
  }
  matrix<fraction> any_matrix(int n) {
    matrix<fraction> a(n, n);
    for (int i = 0; i < n * n; ++i) {
      a.data()[i] = entry();
    }
    return a;
  }
  matrix<fraction> symmetric(int n) {
    const matrix<fraction> a = any_matrix(n);
    return a + a.transpose();
  }
  /// A'A + 1: symmetric and positive definite.
  matrix<fraction> definite(int n) {
    const matrix<fraction> a = any_matrix(n);
    return a.transpose() * a + detail::identity<fraction>(n);
  }

 private:
  std::mt19937 engine_;
  std::uniform_int_distribution<int> number_{-9, 9};
  std::uniform_int_distribution<int> denominator_{1, 7};
};

/// J = [[0, −I], [I, 0]] for η = (p, q), QL (33).
inline matrix<fraction> canonical(Eigen::Index n) {
  matrix<fraction> j = matrix<fraction>::Constant(2 * n, 2 * n, fraction(0));
  j.topRightCorner(n, n) = -detail::identity<fraction>(n);
  j.bottomLeftCorner(n, n) = detail::identity<fraction>(n);
  return j;
}
/// dP ∧ dQ = dp ∧ dq by the matrix condition α'Jα = J.
inline bool is_symplectic(const matrix<fraction>& alpha) {
  const matrix<fraction> j = canonical(alpha.rows() / 2);
  return alpha.transpose() * j * alpha == j;
}

inline matrix<fraction> inverse(const matrix<fraction>& a) {
  return detail::solve_matrix<fraction>(a, detail::identity<fraction>(a.rows()),
                                        "a matrix of the test");
}

/// A and B of QL (34).
struct implicit_form {
  matrix<fraction> a;
  matrix<fraction> b;
};
inline implicit_form form_of(const linear_blocks<fraction>& blocks) {
  const auto n = blocks.x.rows();
  const matrix<fraction> one = detail::identity<fraction>(n);
  implicit_form f{matrix<fraction>(2 * n, 2 * n), matrix<fraction>(2 * n, 2 * n)};
  f.a << one, -blocks.x, one, blocks.y;
  f.b << -one, -blocks.x, one, -blocks.y;
  return f;
}

/// Positive pivots of the elimination without exchanges: Sylvester's criterion.
inline bool is_positive_definite(matrix<fraction> a) {
  for (Eigen::Index k = 0; k < a.rows(); ++k) {
    if (!(a(k, k) > 0)) {
      return false;
    }
    for (Eigen::Index i = k + 1; i < a.rows(); ++i) {
      const fraction factor = a(i, k) / a(k, k);
      for (Eigen::Index j = 0; j < a.cols(); ++j) {
        a(i, j) -= factor * a(k, j);
      }
    }
  }
  return true;
}

/// Discrete Lagrangians of QL sections 2.1 and 3.2.
struct quadratic_lagrangian {
  matrix<fraction> mass;
  matrix<fraction> stiffness;
  fraction h;

  fraction kinetic(const vector<fraction>& v) const { return v.dot(mass * v) / 2; }
  fraction potential(const vector<fraction>& q) const { return q.dot(stiffness * q) / 2; }

  /// Newmark: (h/2) v'Mv − (h/2) q_m'K q_m with v = (q_r − q_l)/h, q_m = (q_l + q_r)/2.
  fraction newmark(const vector<fraction>& left, const vector<fraction>& right) const {
    return h * (kinetic((right - left) / h) - potential((left + right) / fraction(2)));
  }
  /// Simpson, with Gear's derivatives (15).
  fraction simpson(const vector<fraction>& left, const vector<fraction>& middle,
                   const vector<fraction>& right) const {
    const vector<fraction> g_left = (fraction(4) * middle - fraction(3) * left - right) / h;
    const vector<fraction> g_middle = (right - left) / h;
    const vector<fraction> g_right = (left - fraction(4) * middle + fraction(3) * right) / h;
    const fraction t = kinetic(g_left) + 4 * kinetic(g_middle) + kinetic(g_right);
    const fraction v = potential(left) + 4 * potential(middle) + potential(right);
    return h * (t - v) / 6;
  }
};

/// ∂f/∂x_i of a quadratic polynomial: its central difference with step 1 is exact.
template <class F>
vector<fraction> gradient_of_quadratic(F&& f, const vector<fraction>& x) {
  vector<fraction> g(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    vector<fraction> up = x;
    vector<fraction> down = x;
    up[i] += 1;
    down[i] -= 1;
    g[i] = (f(up) - f(down)) / 2;
  }
  return g;
}

}  // namespace plumbline::testing
