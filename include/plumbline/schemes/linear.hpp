// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Matrix forms of variational integrators for quadratic Lagrangians L = ½ v'M v − ½ q'K q (QL sections
// 2 to 4). With η = (p, q) both schemes read A η_1 = B η_0,
//
//   A = [[I, −X], [I, Y]],   B = [[−I, −X], [I, −Y]]                                  (QL (11), (31))
//
//   Newmark (= midpoint):  X = 2M/h,          Y = hK/2
//   Simpson:               X = 2M/h − hK/6,   Y = (h/3)(K L⁻¹ + K/2),   L = I − (h²/8) M⁻¹K
//
// which is solved as (X + Y)(q_1 − q_0) = 2 (p_0 − Y q_0),  p_1 = p_0 − Y (q_0 + q_1).
// Both are exactly symplectic and keep φ(p, q) = ½ p'ξp + ½ q'ζq with ξ = (X+Y)⁻¹, ζ = X (X+Y)⁻¹ Y
// for any h at which they exist (the paper's ζ = (X⁻¹ + Y⁻¹)⁻¹ breaks down where X or Y is singular).
//
// Only field operations and comparisons are used, so that everything here also runs over exact
// rationals.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/linear_solver.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace plumbline {

namespace detail {

/// a⁻¹ b. Throws domain_error naming `what` when a pivot vanishes.
template <class T>
matrix<T> solve_matrix(const matrix<T>& a, const matrix<T>& b, const char* what) {
  lu_factors<T> lu;
  if (!lu.compute(a)) {
    throw domain_error(std::string(what) + " is singular");
  }
  return lu.solve(b);
}

template <class T>
matrix<T> identity(Eigen::Index n) {
  matrix<T> one = matrix<T>::Constant(n, n, T(0));
  for (Eigen::Index i = 0; i < n; ++i) {
    one(i, i) = T(1);
  }
  return one;
}

}  // namespace detail

/// X and Y of the form above.
template <class T>
struct linear_blocks {
  matrix<T> x;
  matrix<T> y;
};

/// Newmark's variational scheme with average acceleration, QL (11).
template <class T>
linear_blocks<T> newmark_blocks(const matrix<T>& mass, const matrix<T>& stiffness, const T& h) {
  return {T(2) / h * mass, h / T(2) * stiffness};
}

/// Simpson's scheme with the midpoint eliminated, QL (31). K L⁻¹ = K (M − h²K/8)⁻¹ M, which needs no
/// inverse of M. Throws domain_error where L is singular (ωh = 2√2): the elimination does not exist
/// there, although the scheme does.
template <class T>
linear_blocks<T> simpson_blocks(const matrix<T>& mass, const matrix<T>& stiffness, const T& h) {
  const matrix<T> shifted = mass - h * h / T(8) * stiffness;
  const matrix<T> w = product(stiffness, detail::solve_matrix<T>(shifted, mass, "M - (h^2/8) K"));
  const matrix<T> symmetric = (w + w.transpose()) / T(2);  // equal but for rounding
  return {T(2) / h * mass - h / T(6) * stiffness, h / T(3) * (symmetric + stiffness / T(2))};
}

/// φ(p, q) = ½ p'ξp + ½ q'ζq.
template <class T>
struct quadratic_form {
  matrix<T> xi;
  matrix<T> zeta;
  T operator()(const phase_point<T>& z) const {
    return (dot(z.p, product(xi, z.p)) + dot(z.q, product(zeta, z.q))) / T(2);
  }
};

/// Φ of A η_1 = B η_0 for one length of the step: a linear map, and what follows from its blocks. The scheme with a
/// report is matrix_stepper.
template <class T>
class linear_map {
 public:
  /// Throws domain_error when X + Y is singular: the scheme has no next point then.
  explicit linear_map(linear_blocks<T> blocks)
      : blocks_(std::move(blocks)),
        inverse_(detail::solve_matrix<T>(blocks_.x + blocks_.y,
                                         detail::identity<T>(blocks_.x.rows()), "X + Y")) {}

  /// z ← Φ z.
  void apply(phase_point<T>& z) const {
    const vector<T> drive = T(2) * (z.p - product(blocks_.y, z.q));
    const vector<T> increment = product(inverse_, drive);
    const vector<T> sum = T(2) * z.q + increment;
    z.p -= product(blocks_.y, sum);
    z.q += increment;
  }

  /// Φ = A⁻¹B, acting on (p, q) in QL's order.
  matrix<T> propagator() const {
    const auto n = blocks_.x.rows();
    const matrix<T> one = detail::identity<T>(n);
    matrix<T> phi(2 * n, 2 * n);
    const matrix<T> qp = T(2) * inverse_;
    const matrix<T> qq = one - product(qp, blocks_.y);
    phi.topLeftCorner(n, n) = one - product(blocks_.y, qp);
    phi.topRightCorner(n, n) = -product(blocks_.y, matrix<T>(one + qq));
    phi.bottomLeftCorner(n, n) = qp;
    phi.bottomRightCorner(n, n) = qq;
    return phi;
  }

  /// The quadratic form that the scheme conserves (QL Prop. 7).
  quadratic_form<T> conserved_form() const {
    const matrix<T> zeta = product(product(blocks_.x, inverse_), blocks_.y);
    return {inverse_, (zeta + zeta.transpose()) / T(2)};
  }

  const linear_blocks<T>& blocks() const { return blocks_; }

 private:
  linear_blocks<T> blocks_;
  matrix<T> inverse_;
};

/// The variant of Simpson's scheme that keeps the midpoint, QL (26) to (29):
///   L q_m − q_1/2 = q_0/2,   p_1 − X q_1 = −p_0 − X q_0,   (2h/3) K q_m + p_1 + (h/6) K q_1 = p_0 − (h/6) K q_0
/// It exists also where the elimination of the midpoint is singular. Solved for the increments
/// (q_m − q_0, p_1 − p_0, q_1 − q_0), with p_1 taken from the last equation: the second one would cancel 1/h.
template <class T>
class simpson_midpoint_map {
 public:
  /// Throws domain_error when the system matrix or M is singular.
  simpson_midpoint_map(const matrix<T>& mass, const matrix<T>& stiffness, const T& h) {
    const auto n = mass.rows();
    const matrix<T> one = detail::identity<T>(n);
    const matrix<T> zero = matrix<T>::Constant(n, n, T(0));
    const matrix<T> x = T(2) / h * mass - h / T(6) * stiffness;
    const matrix<T> bend =
        h * h / T(8) * detail::solve_matrix<T>(mass, stiffness, "the mass matrix M");
    matrix<T> a(3 * n, 3 * n);
    matrix<T> b(3 * n, 2 * n);
    a << one - bend, zero, -one / T(2), T(2) * h / T(3) * stiffness, one, h / T(6) * stiffness,
        zero, one, -x;
    b << zero, bend, zero, -h * stiffness, -T(2) * one, zero;
    increments_ = detail::solve_matrix<T>(a, b, "the matrix A of Simpson's first variant");
  }

  /// z ← Φ z; returns the midpoint q_{1/2}.
  vector<T> apply(phase_point<T>& z) const {
    const auto n = z.q.size();
    vector<T> eta(2 * n);
    eta << z.p, z.q;
    const vector<T> d = product(increments_, eta);
    const vector<T> midpoint = z.q + d.head(n);
    z.p += d.segment(n, n);
    z.q += d.tail(n);
    return midpoint;
  }

  /// (q_m, p_1, q_1) as a linear map of (p_0, q_0).
  matrix<T> map() const {
    const auto n = increments_.cols() / 2;
    matrix<T> m = increments_;
    for (Eigen::Index i = 0; i < n; ++i) {
      m(i, n + i) += T(1);
      m(n + i, i) += T(1);
      m(2 * n + i, n + i) += T(1);
    }
    return m;
  }

 private:
  matrix<T> increments_;
};

/// The map of Newmark's variational scheme for the step h.
template <class T>
struct newmark_map : linear_map<T> {
  newmark_map(const matrix<T>& mass, const matrix<T>& stiffness, const T& h)
      : linear_map<T>(newmark_blocks<T>(mass, stiffness, h)) {}
};

/// The map of Simpson's scheme with the midpoint eliminated for the step h.
template <class T>
struct simpson_map : linear_map<T> {
  simpson_map(const matrix<T>& mass, const matrix<T>& stiffness, const T& h)
      : linear_map<T>(simpson_blocks<T>(mass, stiffness, h)) {}
};

/// The scheme over `Map`, which is newmark_map, simpson_map or simpson_midpoint_map: step(z, h) with a report, as other
/// schemes have it. The map is kept until a step of another length is asked for.
template <class T, class Map>
class matrix_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  matrix_stepper(matrix<T> mass, matrix<T> stiffness)
      : mass_(std::move(mass)), stiffness_(std::move(stiffness)) {}

  /// z ← Φ_h z; unchanged unless the report is ok. Singular where the scheme has no next point for this h.
  /// Throws invalid_input when z has another dimension than the matrices.
  solve_report step(phase_point<T>& z, const T& h) {
    require_dimension(z, mass_.rows());
    if (!map_ || !(h == h_)) {
      try {
        map_.emplace(mass_, stiffness_, h);
      } catch (const domain_error&) {
        map_.reset();
        return {solve_outcome::singular, 0, 0};
      }
      h_ = h;
    }
    end_ = z;
    if constexpr (std::same_as<Map, simpson_midpoint_map<T>>) {
      midpoint_ = map_->apply(end_);
    } else {
      map_->apply(end_);
    }
    if (!all_finite(end_.q) || !all_finite(end_.p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z = end_;
    return {};
  }
  /// φ of steps of length h. Throws domain_error where it does not exist.
  step_invariant<T> own_invariant(const T& h) const {
    using map = std::conditional_t<std::same_as<Map, simpson_midpoint_map<T>>, simpson_map<T>, Map>;
    return {"quadratic-form", [form = map(mass_, stiffness_, h).conserved_form()](
                                  const phase_point<T>& z) { return form(z); }};
  }
  /// q_{1/2} of the last step, for simpson_midpoint_map; empty for the others.
  const vector<T>& midpoint() const { return midpoint_; }

 private:
  matrix<T> mass_;
  matrix<T> stiffness_;
  std::optional<Map> map_;
  T h_{0};
  phase_point<T> end_;
  vector<T> midpoint_;
};

namespace detail {
inline scheme_info linear_info(std::string name, std::string summary, int order,
                               std::string reference) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .order = order,
          .symmetric = true,
          .symplectic = true,
          .conserves = {.form = true},
          .formula = "p_1 - X q_1 = -p_0 - X q_0, p_1 + Y q_1 = p_0 - Y q_0",
          .reference = std::move(reference)};
}
}  // namespace detail

inline scheme_info newmark_linear_info() {
  return detail::linear_info("newmark-linear", "Newmark's variational scheme in matrix form", 2,
                             "QL (11)");
}
inline scheme_info simpson_linear_info() {
  return detail::linear_info("simpson-linear",
                             "Simpson's scheme in matrix form, midpoint eliminated", 4, "QL (31)");
}
inline scheme_info simpson_linear_midpoint_info() {
  return detail::linear_info("simpson-linear-midpoint",
                             "Simpson's scheme in matrix form, midpoint kept", 4, "QL (28)");
}

}  // namespace plumbline
