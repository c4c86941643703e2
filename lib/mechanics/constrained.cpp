// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The equations of a Lagrangian system with constraints (mechanics/form.hpp). With the rows A of the constraints, m of them,
// and ψ = A v + a0,
//
//   ( M  −Aᵀ ) ( v )   ( p − ∂L/∂v at v = 0 )        the velocity of a momentum, L quadratic in v; Newton's iteration otherwise
//   ( A   0  ) ( κ ) = ( −a0                 )
//
//   ( M  −Aᵀ ) ( a )   ( ∂L/∂q + F − ∂²L/∂v∂q v − ∂²L/∂v∂t )
//   ( A   0  ) ( λ ) = ( −ψ_q v − ψ_t                       )
//
// The matrix is regular where A has full rank and M is positive on the kernel of A: M itself may be singular (Hairer, Lubich
// & Wanner, Geometric Numerical Integration, VII.1.4).
#include <plumbline/math/magnitude.hpp>
#include <plumbline/mechanics/part_values.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace plumbline {

namespace {

template <class T>
class equations_of_motion final : public constrained_motion<T> {
 public:
  explicit equations_of_motion(const model<T>& system)
      : system_(system),
        n_(system.dimension()),
        m_(system.formulas()->constraints()),
        order_(n_ + m_),
        lambda_(vector<T>::Constant(m_, T(0))),
        momentum_at_rest_(system_.facts().quadratic && has_momentum_at_rest()) {}

  solve_report velocity(std::span<const T> q, std::span<const T> p, const T& t,
                        std::span<T> v) override {
    if (system_.facts().quadratic) {
      return velocity_at_once(q, p, t, v);
    }
    const vector<T> rest = vector<T>::Constant(n_, T(0));
    // Newton's iteration on ∂L/∂v (q, v) − p − Aᵀκ = 0, ψ(q, v) = 0; κ enters linearly
    constexpr int most_iterations = 200;
    constexpr int most_halvings = 60;
    vector<T> now = rest;
    double before = std::numeric_limits<double>::infinity();
    solve_report report;
    bool nearly = false;
    for (report.iterations = 1; report.iterations <= most_iterations; ++report.iterations) {
      vector<T> next(n_);
      const solve_report solved = velocity_from(q, p, t, view(std::as_const(now)), view(next));
      if (!solved.ok()) {
        return solved;
      }
      for (int halved = 0; halved < most_halvings && !has_momentum(q, t, next); ++halved) {
        for (int i = 0; i < n_; ++i) {
          next[i] = (next[i] + now[i]) / T(2);
        }
      }
      const double size = log2_magnitude(vector<T>(next - now), n_);
      const double largest = log2_magnitude(next, n_);
      now = next;
      report.residual = std::exp2(size);
      const int bits = scalar_traits<T>::bits();
      constexpr double floor_bits = 12;
      const bool done =
          size == -std::numeric_limits<double>::infinity() || size < largest + 1 - bits;
      if (done || nearly ||
          (report.iterations > 3 && size >= before &&
           size < std::fmax(largest, log2_without_constraints(p)) + floor_bits - bits)) {
        for (int i = 0; i < n_; ++i) {
          v[static_cast<std::size_t>(i)] = now[i];
        }
        return report;
      }
      nearly = size < largest - bits / 2.0 - 4;  // one more step of a quadratic iteration
      before = size;
    }
    report.outcome = solve_outcome::stagnated;
    return report;
  }

  solve_report flow(std::span<const T> q, std::span<const T> p, const T& t, std::span<T> v,
                    std::span<T> force) override {
    solve_report report = velocity(q, p, t, v);
    if (!report.ok()) {
      return report;
    }
    vector<T> a(n_);
    const std::span<const T> found(v.data(), v.size());
    const solve_report solved = acceleration(q, found, t, view(a));
    if (!solved.ok()) {
      return solved;
    }
    const runner<T>& pulls = gradient().at(q, found, {}, t);
    for (int i = 0; i < n_; ++i) {
      T sum = pulls.result(i);
      for (int k = 0; k < m_; ++k) {  // −Aᵀ stands in the matrix
        sum -= T(matrix_(i, n_ + k) * lambda_[k]);
      }
      force[static_cast<std::size_t>(i)] = sum;
    }
    return report;
  }

  solve_report acceleration(std::span<const T> q, std::span<const T> v, const T& t,
                            std::span<T> a) override {
    count();
    const runner<T>& r = motion().at(q, v, {}, t);
    take_matrix(r);
    right_.resize(order_);
    for (int i = 0; i < order_; ++i) {
      right_[i] = -r.result(order_ * order_ + i);
    }
    const solve_report solved = solve();
    for (int i = 0; i < n_ && solved.ok(); ++i) {
      a[static_cast<std::size_t>(i)] = solution_[i];
    }
    for (int k = 0; k < m_ && solved.ok(); ++k) {
      lambda_[k] = solution_[n_ + k];
    }
    return solved;
  }

  const vector<T>& multipliers() const override { return lambda_; }

 private:
  /// A flow or an acceleration, which a flow asks for, is one evaluation of the system's formulas.
  void count() const {
    if (system_.count()) {
      ++*system_.count();
    }
  }
  /// log2 of the velocity p/M without constraints: a momentum that these take up leaves its rounding errors as velocity.
  double log2_without_constraints(std::span<const T> p) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < n_; ++i) {
      const double log2_of =
          log2_magnitude(p[static_cast<std::size_t>(i)]) - log2_magnitude(matrix_(i, i));
      largest = log2_of > largest && std::isfinite(log2_of) ? log2_of : largest;
    }
    return largest;
  }
  bool has_momentum(std::span<const T> q, const T& t, const vector<T>& v) {
    const runner<T>& slopes = gradient().at(q, view(v), {}, t);
    for (int i = 0; i < n_; ++i) {
      if (!is_finite(slopes.result(n_ + i))) {
        return false;
      }
    }
    return true;
  }

  /// The first system of the first screen, for L quadratic in v: M, A and ∂L/∂v at v = 0 are of position stage.
  solve_report velocity_at_once(std::span<const T> q, std::span<const T> p, const T& t,
                                std::span<T> v) {
    take_matrix(motion().at_position(q, t));
    right_.resize(order_);
    for (int i = 0; i < n_; ++i) {
      set_copy(right_[i], p[static_cast<std::size_t>(i)]);
    }
    for (int k = n_; k < order_; ++k) {
      right_[k] = T(0);
    }
    if (momentum_at_rest_) {
      const runner<T>& r = legendre().at_position(q, t);
      for (int i = 0; i < n_; ++i) {
        right_[i] -= r.result(n_ * n_ + i);
      }
    }
    if (system_.facts().working_constraints) {
      rest_.resize(n_);
      for (int i = 0; i < n_; ++i) {
        rest_[i] = T(0);
      }
      const runner<T>& rates = constraints().at(q, view(std::as_const(rest_)), {}, t);
      for (int k = 0; k < m_; ++k) {
        right_[n_ + k] = -rates.result(k);
      }
    }
    const solve_report solved = solve();
    for (int i = 0; i < n_ && solved.ok(); ++i) {
      set_copy(v[static_cast<std::size_t>(i)], solution_[i]);
    }
    return solved;
  }
  bool has_momentum_at_rest() const {
    const auto code = system_.formulas()->part(form_part::legendre);
    for (int i = 0; i < n_; ++i) {
      const exact_number* const constant = code->constant_result(n_ * n_ + i);
      if (constant == nullptr || constant->sign() != 0) {
        return true;
      }
    }
    return false;
  }
  void take_matrix(const runner<T>& r) {
    matrix_.resize(order_, order_);
    for (int i = 0; i < order_; ++i) {
      for (int k = 0; k < order_; ++k) {
        set_copy(matrix_(i, k), r.result(i * order_ + k));
      }
    }
  }

  /// next ← the velocity by the equations linearised at v: M (next − v) − Aᵀκ = p − ∂L/∂v, A (next − v) = −ψ.
  solve_report velocity_from(std::span<const T> q, std::span<const T> p, const T& t,
                             std::span<const T> v, std::span<T> next) {
    take_matrix(motion().at(q, v, {}, t));
    right_.resize(order_);
    const runner<T>& slopes = gradient().at(q, v, {}, t);
    const runner<T>& rates = constraints().at(q, v, {}, t);
    for (int i = 0; i < n_; ++i) {
      right_[i] = p[static_cast<std::size_t>(i)] - slopes.result(n_ + i);
    }
    for (int k = 0; k < m_; ++k) {
      right_[n_ + k] = -rates.result(k);
    }
    const solve_report solved = solve();
    for (int i = 0; i < n_ && solved.ok(); ++i) {
      next[static_cast<std::size_t>(i)] = v[static_cast<std::size_t>(i)] + solution_[i];
    }
    return solved;
  }

  solve_report solve() {
    if (!all_finite(matrix_) || !all_finite(right_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    if (scales_.size() == 0) {
      choose_scales();
    }
    for (int k = n_; k < order_ && is_scaled_; ++k) {
      const T& scale = scales_[k - n_];
      for (int j = 0; j < n_; ++j) {
        matrix_(k, j) *= scale;
        matrix_(j, k) *= scale;
      }
      right_[k] *= scale;
    }
    if (!factors_.compute(matrix_)) {
      return {solve_outcome::singular, 0, 0};
    }
    factors_.solve(right_, solution_);
    for (int k = n_; k < order_ && is_scaled_; ++k) {
      const T& scale = scales_[k - n_];
      solution_[k] *= scale;
      for (int j = 0; j < n_; ++j) {
        matrix_(j, k) /= scale;  // −Aᵀ again, for the forces
      }
    }
    return {};
  }

  /// Powers of two by which the entries of A become as large as those of M, where they are of other orders of magnitude: beside
  /// a mass of 10²⁴ a constraint of length 1 is lost in rounding errors. Chosen once, from the first matrix.
  void choose_scales() {
    constexpr double ordinary = 24;
    constexpr double most = 900;  // powers of two that double has
    constexpr double none = -std::numeric_limits<double>::infinity();
    double mass = none;
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        mass = std::max(mass, log2_magnitude(matrix_(i, j)));
      }
    }
    scales_ = vector<T>::Constant(m_, T(1));
    for (int k = 0; k < m_; ++k) {
      double row = none;
      for (int j = 0; j < n_; ++j) {
        row = std::max(row, log2_magnitude(matrix_(n_ + k, j)));
      }
      const double exponent = std::round(std::clamp(mass - row, -most, most));
      if (std::isfinite(mass) && std::isfinite(row) && std::fabs(exponent) > ordinary) {
        scales_[k] = T(std::ldexp(1.0, static_cast<int>(exponent)));
        is_scaled_ = true;
      }
    }
  }

  part_values<T>& made(std::optional<part_values<T>>& values, form_part which) {
    if (!values || (has_run_time_digits<T> && bits_ != scalar_traits<T>::bits())) {
      if (bits_ != scalar_traits<T>::bits()) {
        motion_.reset();
        legendre_.reset();
        gradient_.reset();
        constraints_.reset();
        bits_ = scalar_traits<T>::bits();
      }
      values.emplace(system_, which);
    }
    return *values;
  }
  part_values<T>& motion() { return made(motion_, form_part::constrained_motion); }
  part_values<T>& legendre() { return made(legendre_, form_part::legendre); }
  part_values<T>& gradient() { return made(gradient_, form_part::gradient); }
  part_values<T>& constraints() { return made(constraints_, form_part::constraint_rates); }

  model<T> system_;
  int n_;
  int m_;
  int order_;
  int bits_ = 0;
  std::optional<part_values<T>> motion_;
  std::optional<part_values<T>> legendre_;
  std::optional<part_values<T>> gradient_;
  std::optional<part_values<T>> constraints_;
  matrix<T> matrix_;
  vector<T> right_;
  vector<T> solution_;
  vector<T> scales_;  ///< of the constraints
  bool is_scaled_ = false;
  vector<T> lambda_;
  bool momentum_at_rest_;
  vector<T> rest_;
  correction_factors<T> factors_;  ///< by inverse pivots: quotients cost as much as all products
};

}  // namespace

#define PLUMBLINE_CONSTRAINED(T)                                            \
  template <>                                                               \
  std::unique_ptr<constrained_motion<T>> constrained_motion_maker<T>::make( \
      const model<T>& system) {                                             \
    return std::make_unique<equations_of_motion<T>>(system);                \
  }
#define PLUMBLINE_SCALAR(T) PLUMBLINE_CONSTRAINED(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_CONSTRAINED(double_double)
PLUMBLINE_CONSTRAINED(tangent_number<double>)
PLUMBLINE_CONSTRAINED(tangent_number<mp>)
#undef PLUMBLINE_CONSTRAINED

}  // namespace plumbline
