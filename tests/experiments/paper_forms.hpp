// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The schemes of TOP's appendices in the paper's own form, for L = ½ M_αβ(q) v^α v^β − V(q): as printed, and with the
// corrections of docs/errata.md. Test systems give M(q) and V(q) as templates over the number:
//
//   struct s { static constexpr int dimension(); mass(q) → N² entries, row by row; potential(q); }
//
// F_qm, F_p, F_q are (18ara) to (18arc) times h; unknowns x = (q_m, p, q), given (q_ℓ, p_j).
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <array>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

namespace plumbline::testing {

/// What rounding errors at 64 digits leave of a number that is 0.
inline constexpr double tiny = 1e-60;

/// ½ M_αβ v^α v^β − V.
template <class S, class System>
S natural_lagrangian(const System& s, std::span<const S> q, std::span<const S> v) {
  const auto m = s.mass(q);
  const std::size_t n = v.size();
  S twice(0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      twice += m[i * n + j] * (v[i] * v[j]);
    }
  }
  return twice / 2 - s.potential(q);
}

/// M(q) = 4 + ⅓ sin(a_ij·q + b_ij), V(q) = Σ cos(c_i·q + i) + ⅛ |q|⁴ with small whole numbers from a seed: every entry
/// of M depends on every coordinate, and M is definite.
template <int N>
class dense_system {
 public:
  explicit dense_system(unsigned seed) {
    std::mt19937 engine(seed);
    const auto entry = [&] { return static_cast<int>(engine() % 5) - 2; };
    for (auto* form : {&in_mass_, &in_potential_}) {
      for (int& c : *form) {
        c = entry();
      }
    }
    for (int& c : phase_) {
      c = entry();
    }
  }
  static constexpr int dimension() { return N; }

  template <class S>
  std::array<S, N * N> mass(std::span<const S> q) const {
    using std::sin;
    std::array<S, N * N> m;
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j <= i; ++j) {
        const S angle = combination(in_mass_, i * N + j, q) + phase_[at(i * N + j)];
        m[at(i * N + j)] = S(i == j ? 4 : 0) + S(sin(angle)) / 3;
        m[at(j * N + i)] = m[at(i * N + j)];
      }
    }
    return m;
  }
  template <class S>
  S potential(std::span<const S> q) const {
    using std::cos;
    S square(0);
    S v(0);
    for (int i = 0; i < N; ++i) {
      const S angle = combination(in_potential_, i, q) + i;
      v += cos(angle);
      square += q[at(i)] * q[at(i)];
    }
    return v + square * square / 8;
  }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return natural_lagrangian<S>(*this, q, v);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  template <class S, std::size_t Size>
  S combination(const std::array<int, Size>& form, int row, std::span<const S> q) const {
    S sum(0);
    for (int k = 0; k < N; ++k) {
      sum += q[at(k)] * form[at(row * N + k)];
    }
    return sum;
  }
  std::array<int, N * N * N> in_mass_{};
  std::array<int, N * N * N> in_potential_{};
  std::array<int, N * N> phase_{};
};

/// TOP section 3.1, M and V as printed.
template <class T>
struct paper_double_pendulum {
  T m1;
  T m2;
  T g;
  T l1;
  T l2;
  static constexpr int dimension() { return 2; }
  template <class S>
  std::array<S, 4> mass(std::span<const S> q) const {
    using std::cos;
    const S angle = q[0] - q[1];
    const S mixed = m2 * l1 * l2 * S(cos(angle));
    return {S((m1 + m2) * l1 * l1), mixed, mixed, S(m2 * l2 * l2)};
  }
  template <class S>
  S potential(std::span<const S> q) const {
    using std::cos;
    return -(m1 * g * l1) * S(cos(q[0])) - m2 * g * (l1 * S(cos(q[0])) + l2 * S(cos(q[1])));
  }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return natural_lagrangian<S>(*this, q, v);
  }
};

/// TOP section 4.1, M and V as printed, q = (φ, θ, ψ).
template <class T>
struct paper_top {
  T mass_of_top;
  T i;
  T i3;
  T length;
  T g;
  static constexpr int dimension() { return 3; }
  template <class S>
  std::array<S, 9> mass(std::span<const S> q) const {
    const sin_cos_pair<S> theta = sin_cos(q[1]);
    const S mixed = i3 * theta.cos;
    const S zero(0);
    return {i * (theta.sin * theta.sin) + i3 * (theta.cos * theta.cos),
            zero,
            mixed,
            zero,
            S(i),
            zero,
            mixed,
            zero,
            S(i3)};
  }
  template <class S>
  S potential(std::span<const S> q) const {
    return mass_of_top * g * length * sin_cos(q[1]).cos;
  }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return natural_lagrangian<S>(*this, q, v);
  }
};

/// M, ∂_γM, ∂V at a point; with `second` also ∂_γ∂_δM and ∂_γ∂_δV.
template <class T>
struct terms {
  matrix<T> m;
  std::vector<matrix<T>> dm;
  vector<T> dv;
  std::vector<std::vector<matrix<T>>> ddm;
  matrix<T> ddv;

  vector<T> momentum(const vector<T>& g) const { return product(m, g); }
  /// ∂_γM_αβ g^α g^β.
  vector<T> squares(const vector<T>& g) const {
    vector<T> r(g.size());
    for (Eigen::Index c = 0; c < g.size(); ++c) {
      r[c] = dot(g, product(dm[static_cast<std::size_t>(c)], g));
    }
    return r;
  }
  /// ∂_γM_αδ g^α, row γ, column δ. Its transpose is ∂_δM_γβ g^β.
  matrix<T> slopes(const vector<T>& g) const {
    matrix<T> r(g.size(), g.size());
    for (Eigen::Index c = 0; c < g.size(); ++c) {
      r.row(c) = product(dm[static_cast<std::size_t>(c)], g).transpose();
    }
    return r;
  }
  /// ∂_γ∂_δM_αβ g^α g^β.
  matrix<T> curvatures(const vector<T>& g) const {
    matrix<T> r(g.size(), g.size());
    for (Eigen::Index c = 0; c < g.size(); ++c) {
      for (Eigen::Index d = 0; d < g.size(); ++d) {
        r(c, d) = dot(g, product(ddm[static_cast<std::size_t>(c)][static_cast<std::size_t>(d)], g));
      }
    }
    return r;
  }
};

template <class T, class System>
terms<T> first_terms(const System& s, const vector<T>& q) {
  constexpr int n = System::dimension();
  using D = dual<T, n>;
  std::array<D, n> x;
  for (int i = 0; i < n; ++i) {
    x[static_cast<std::size_t>(i)] = D::variable(q[i], i);
  }
  const auto mass = s.mass(std::span<const D>(x));
  const D v = s.potential(std::span<const D>(x));
  terms<T> t;
  t.m.resize(n, n);
  t.dv.resize(n);
  t.dm.assign(n, matrix<T>(n, n));
  for (int i = 0; i < n; ++i) {
    t.dv[i] = v.tangent[static_cast<std::size_t>(i)];
    for (int j = 0; j < n; ++j) {
      const D& entry = mass[static_cast<std::size_t>(i * n + j)];
      t.m(i, j) = entry.value;
      for (std::size_t c = 0; c < n; ++c) {
        t.dm[c](i, j) = entry.tangent[c];
      }
    }
  }
  return t;
}

/// With second derivatives: those of the first ones, direction by direction.
template <class T, class System>
terms<T> second_terms(const System& s, const vector<T>& q) {
  const auto n = q.size();
  using D = dual<T, 1>;
  terms<T> t = first_terms<T>(s, q);
  t.ddv.resize(n, n);
  t.ddm.assign(static_cast<std::size_t>(n),
               std::vector<matrix<T>>(static_cast<std::size_t>(n), matrix<T>(n, n)));
  for (Eigen::Index d = 0; d < n; ++d) {
    vector<D> x(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      x[i] = i == d ? D::variable(q[i], 0) : D(q[i]);
    }
    const terms<D> along = first_terms<D>(s, x);
    for (Eigen::Index c = 0; c < n; ++c) {
      const auto k = static_cast<std::size_t>(c);
      t.ddv(c, d) = along.dv[c].tangent[0];
      for (Eigen::Index i = 0; i < n * n; ++i) {
        t.ddm[k][static_cast<std::size_t>(d)].data()[i] = along.dm[k].data()[i].tangent[0];
      }
    }
  }
  return t;
}

/// ∂f/∂x by dual numbers.
template <class T, class F>
matrix<T> derivative(F&& f, const vector<T>& x) {
  using D = dual<T, 1>;
  matrix<T> j;
  for (Eigen::Index d = 0; d < x.size(); ++d) {
    vector<D> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      y[i] = i == d ? D::variable(x[i], 0) : D(x[i]);
    }
    const vector<D> value = f(y);
    j.resize(value.size(), x.size());
    for (Eigen::Index i = 0; i < value.size(); ++i) {
      j(i, d) = value[i].tangent[0];
    }
  }
  return j;
}

enum class reading { corrected, printed };

/// The parts of an unknown (q_m, p, q).
template <class T>
struct triple {
  vector<T> middle;
  vector<T> p;
  vector<T> q;
  explicit triple(const vector<T>& x)
      : middle(x.head(x.size() / 3)),
        p(x.segment(x.size() / 3, x.size() / 3)),
        q(x.tail(x.size() / 3)) {}
};

/// g_ℓ, g_m, g of Gear's scheme.
template <class T>
struct velocities {
  vector<T> left;
  vector<T> middle;
  vector<T> right;
  velocities(const vector<T>& l, const vector<T>& m, const vector<T>& r, const T& h)
      : left((T(4) * m - T(3) * l - r) / h),
        middle((r - l) / h),
        right((l - T(4) * m + T(3) * r) / h) {}
};

/// (6).
template <class T, class System>
T discrete_lagrangian(const System& s, const vector<T>& l, const vector<T>& m, const vector<T>& r,
                      const T& h) {
  const velocities<T> g(l, m, r, h);
  return h / T(6) *
         (s.lagrangian(view(l), view(g.left)) + T(4) * s.lagrangian(view(m), view(g.middle)) +
          s.lagrangian(view(r), view(g.right)));
}

/// F = (F_qm, F_p, F_q) of Appendix A at x. Printed in F_q: h²/12 and h²/6 for h²/24 and h²/12.
template <class T, class System>
vector<T> appendix_a(const System& s, const phase_point<T>& z, const T& h, const vector<T>& x,
                     reading as) {
  const auto n = z.q.size();
  const triple<T> u(x);
  const velocities<T> g(z.q, u.middle, u.q, h);
  const terms<T> l = first_terms<T>(s, z.q);
  const terms<T> m = first_terms<T>(s, u.middle);
  const terms<T> r = first_terms<T>(s, u.q);
  const vector<T> mg_left = l.momentum(g.left);
  const vector<T> mg_middle = m.momentum(g.middle);
  const vector<T> mg_right = r.momentum(g.right);
  const vector<T> left = l.squares(g.left);
  const vector<T> middle = m.squares(g.middle);
  const vector<T> right = r.squares(g.right);
  const T h2 = h * h;
  const T edge = h2 / T(as == reading::corrected ? 24 : 12);
  vector<T> f(3 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    f[i] = h * mg_right[i] - h * mg_left[i] + h2 * m.dv[i] - h2 / T(2) * middle[i];
    f[n + i] = h * (u.p[i] - z.p[i]) + h2 / T(6) * (l.dv[i] + T(4) * m.dv[i] + r.dv[i]) -
               h2 / T(12) * (left[i] + T(4) * middle[i] + right[i]);
    f[2 * n + i] = h / T(6) * (mg_left[i] + T(4) * mg_middle[i] + mg_right[i]) -
                   h / T(2) * (u.p[i] + z.p[i]) + edge * (right[i] - left[i]) +
                   T(2) * edge * (l.dv[i] - r.dv[i]);
  }
  return f;
}

/// Which blocks of the Jacobian of Appendix A to take as printed. Where printed indices do not pair,
/// "∂_δM_αδ g^β", the reading is ∂_δM_γβ g^β, as in the terms beside them.
struct printed_blocks {
  bool qm_q = false;  ///< ∂F_qm/∂q: last term at (q_m, g_m)
  bool q_p = false;   ///< ∂F_q/∂p: −½ for −h/2
  bool q_qm = false;  ///< ∂F_q/∂q_m
  bool q_q = false;   ///< ∂F_q/∂q
};

template <class T, class System>
matrix<T> appendix_a_jacobian(const System& s, const phase_point<T>& z, const T& h,
                              const vector<T>& x, const printed_blocks& as = {}) {
  const auto n = z.q.size();
  const triple<T> u(x);
  const velocities<T> g(z.q, u.middle, u.q, h);
  const terms<T> l = first_terms<T>(s, z.q);
  const terms<T> m = second_terms<T>(s, u.middle);
  const terms<T> r = second_terms<T>(s, u.q);
  const T h2 = h * h;
  const matrix<T> none = matrix<T>::Constant(n, n, T(0));
  matrix<T> one = none;
  one.diagonal().setConstant(T(1));
  const matrix<T> left = l.slopes(g.left);
  const matrix<T> middle = m.slopes(g.middle);
  const matrix<T> right = r.slopes(g.right);
  const matrix<T> middle_t = middle.transpose();
  const matrix<T> right_t = right.transpose();
  const matrix<T> left_t = left.transpose();

  matrix<T> j(3 * n, 3 * n);
  j.block(0, 0, n, n) = T(-4) * (r.m + l.m) + h2 * m.ddv - h2 / T(2) * m.curvatures(g.middle);
  j.block(0, n, n, n) = none;
  j.block(0, 2 * n, n, n) = l.m + T(3) * r.m - h * middle + h * (as.qm_q ? middle_t : right_t);
  j.block(n, 0, n, n) = T(2) * h / T(3) * (right - left) - h2 / T(3) * m.curvatures(g.middle) +
                        T(2) * h2 / T(3) * m.ddv;
  j.block(n, n, n, n) = h * one;
  j.block(n, 2 * n, n, n) = h / T(6) * left - T(2) * h / T(3) * middle - h / T(2) * right -
                            h2 / T(12) * r.curvatures(g.right) + h2 / T(6) * r.ddv;
  j.block(2 * n, 0, n, n) = T(2) / T(3) * (l.m - r.m) + T(2) * h / T(3) * middle_t -
                            h / T(3) * (as.q_qm ? left_t : left) -
                            h / T(3) * (as.q_qm ? right_t : right);
  j.block(2 * n, n, n, n) = (as.q_p ? T(T(-1) / T(2)) : T(-h / T(2))) * one;
  j.block(2 * n, 2 * n, n, n) = -l.m / T(6) + T(2) / T(3) * m.m + r.m / T(2) +
                                h2 / T(24) * r.curvatures(g.right) - h2 / T(12) * r.ddv +
                                h / T(6) * right_t + h / T(12) * left +
                                h / T(4) * (as.q_q ? right_t : right);
  return j;
}

/// F = (F_p, F_q) of Appendix B at x = (p, q). Printed: F_q without h M g.
template <class T, class System>
vector<T> appendix_b(const System& s, const phase_point<T>& z, const T& h, const vector<T>& x,
                     reading as) {
  const auto n = z.q.size();
  const vector<T> p = x.head(n);
  const vector<T> q = x.tail(n);
  const vector<T> g = (q - z.q) / h;
  const terms<T> m = first_terms<T>(s, vector<T>((q + z.q) / T(2)));
  const vector<T> mg = m.momentum(g);
  const vector<T> squares = m.squares(g);
  vector<T> f(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    f[i] = p[i] - z.p[i] - h / T(2) * squares[i] + h * m.dv[i];
    f[n + i] = (as == reading::corrected ? T(h * mg[i]) : T(0)) - h / T(2) * (p[i] + z.p[i]);
  }
  return f;
}

/// One step of the library's Simpson scheme in the paper's unknowns.
template <class T>
struct simpson_step {
  phase_point<T> start;
  T h;
  phase_point<T> end;
  vector<T> middle;

  template <class System>
  simpson_step(const System& library_system, phase_point<T> z, T step)
      : start(std::move(z)), h(std::move(step)), end(start) {
    galerkin_stepper<T, System> stepper(simpson<T>(), library_system);
    if (!stepper.step(end, h).ok()) {
      throw std::runtime_error("the step of the test has no solution");
    }
    middle = stepper.configuration_within(T(1) / T(2));
  }
  vector<T> unknown() const {
    vector<T> x(3 * middle.size());
    x << middle, end.p, end.q;
    return x;
  }
  /// The paper's guess (q_j, p_j, q_j).
  vector<T> guess() const {
    vector<T> x(3 * middle.size());
    x << start.q, start.p, start.q;
    return x;
  }
};

/// Right as printed: it belongs to the corrected F.
template <class T, class System>
matrix<T> appendix_b_jacobian(const System& s, const phase_point<T>& z, const T& h,
                              const vector<T>& x) {
  const auto n = z.q.size();
  const vector<T> q = x.tail(n);
  const vector<T> g = (q - z.q) / h;
  const terms<T> m = second_terms<T>(s, vector<T>((q + z.q) / T(2)));
  const matrix<T> slopes = m.slopes(g);
  const matrix<T> slopes_t = slopes.transpose();
  matrix<T> one = matrix<T>::Constant(n, n, T(0));
  one.diagonal().setConstant(T(1));
  matrix<T> j(2 * n, 2 * n);
  j.block(0, 0, n, n) = one;
  j.block(0, n, n, n) = h / T(2) * m.ddv - h / T(4) * m.curvatures(g) - slopes;
  j.block(n, 0, n, n) = -h / T(2) * one;
  j.block(n, n, n, n) = m.m + h / T(2) * slopes_t;
  return j;
}

}  // namespace plumbline::testing
