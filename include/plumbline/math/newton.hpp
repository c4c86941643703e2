// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The engine of every implicit scheme: Newton's method for a few equations F(u) = 0, climbing the precision ladder.
//
//   1. solve in the coarser scalar (recursively: run-time MPFR → half as many digits → … → 64 digits → double-double →
//      double);
//   2. factor the Jacobian *at that root*, in the coarser scalar. In double-double one linearization at the root in double
//      serves for both: its residual corrects the root, its factors go to the next rung;
//   3. iterate u ← u − J⁻¹ F(u) with F at the full precision: every pass gains as many digits as the coarser scalar has,
//      because J is right to that relative accuracy (a Jacobian taken anywhere else would gain only as many digits as the
//      distance allows). Only the first of these evaluations is a full one: the others are at points that have moved a
//      little, where trigonometry follows by arithmetic (runner::run_near);
//   4. where that fails (the coarse problem has no root, overflows, or contracts badly), damped Newton with the Jacobian
//      at the full precision.
//
// At the bottom of the ladder the Jacobian at the guess is kept as long as each correction gains at least 8 bits, or 6 where
// there are many unknowns: a Jacobian costs as much as many residuals then.
//
// Stopping looks at corrections relative to the unknowns, which is why unknowns should be increments, never absolute
// angles. The predicted next correction |δ_k|·|δ_k|/|δ_{k−1}| decides, so that the last evaluation is one that was needed.
//
// Equations may have outputs besides their residuals: values G(u) that the step wants at the root (an impulse). They are
// evaluated with F; the last correction, which is not evaluated, is added to first order: G − G′ δ.
//
// Equations are a class template over the scalar with
//   int size() const, outputs() const
//   void guess(vector<T>& u)
//   void evaluate(const vector<T>& u, vector<T>& r, movement m)   r: size() residuals, then outputs() values. `near`: u has
//                                                                   moved a little since the last evaluation
//   void linearize(const vector<T>& u, vector<T>& r, matrix<T>& j)  the same with the derivatives of all rows
//                                                                   (not needed for duals)
//   double floor_scale(const vector<T>& u) const      optional: log2 of the size to which rounding errors in F are
//                                                     relative, where that is more than the size of u: near rest the
//                                                     increments are small beside the start, whose rounding errors F has
//   solve_report solve_from_guess(vector<T>& u, vector<T>& outputs)   optional: in the place of Newton's method from the guess
//                                                     (for one unknown: math/scalar_newton.hpp). Dual numbers too
//   bool climbs() const                               optional: false where they cannot be put into a coarser scalar
//   Equations<C> in_scalar<C>() const                 the same equations in a coarser scalar
//   void pose(Equations<C>& other) const              hands the data of this step to them
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/math/runner.hpp>
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/product_sum.hpp>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

namespace plumbline {

namespace detail {

/// So many bits below the start a displacement counts as hidden by the start's rounding errors: equations of motion say so
/// in floor_scale().
inline constexpr double hidden_bits = 8;

/// Follows the sizes of the corrections, as binary logarithms, and judges them.
class correction_judge {
 public:
  enum class verdict { go_on, converged, floor, poor };

  explicit correction_judge(int bits) : bits_(bits) {}

  /// The size of a correction by the same Jacobian on the rung below. It counts for the prediction. The next correction
  /// need not be smaller, since rounding errors of that rung are in it.
  void begin_after(double size) {
    before_ = size;
    from_below_ = true;
  }

  /// Each correction will be smaller than the one before by this power of two (negative), or more.
  void expect(double contraction) { expected_ = contraction; }

  /// `size` of the correction just applied, `unknowns` the size of the corrected unknowns, `scale()` what rounding errors
  /// are relative to; it is asked for only where corrections do not shrink as they should.
  /// `disparity()` is by how many bits the correction of some unknown is larger, relative to that unknown, than the largest
  /// correction relative to the largest unknown.
  template <class Scale, class Disparity>
  verdict judge(double size, double unknowns, Scale&& scale, Disparity&& disparity) {
    // corrections within 2^12 units of rounding may stop shrinking
    constexpr double floor_bits = 12;
    // At rest the root is 0 or what rounding errors make of it: corrections shrink with it and never become small beside
    // it. Below the rounding errors of the start, so many are enough.
    constexpr int most_below_scale = 8;
    const double unit = unknowns + 1 - bits_;
    verdict v = verdict::go_on;
    if (size == -std::numeric_limits<double>::infinity() || size + 2 < unit) {
      v = verdict::converged;
    } else {
      const bool measures = count_ > 0 || from_below_;
      const bool shrinking = measures && size + 1 < before_;
      double next = unit;
      if (shrinking) {
        next = 2 * size - before_;
      } else if (!measures && expected_ < 0) {
        next = size + expected_;
      }
      if (next + margin(unit - next, disparity) < unit) {
        v = verdict::converged;
      } else if (count_ > 0 && !shrinking && !from_below_) {
        v = size < scale() + 1 - bits_ + floor_bits ? verdict::floor : verdict::poor;
      } else if (count_ >= most_below_scale) {
        const double reach = scale();
        v = reach > unknowns && size < reach + 1 - bits_ ? verdict::floor : v;
      }
    }
    gain_ = count_ > 0 ? before_ - size : 0;
    before_ = size;
    from_below_ = false;
    ++count_;
    return v;
  }
  template <class Scale>
  verdict judge(double size, double unknowns, Scale&& scale) {
    return judge(size, unknowns, scale, [] { return 0.0; });
  }
  /// log2 of the last correction.
  double size() const { return before_; }
  /// How many bits the last correction was smaller than the one before.
  double gain() const { return gain_; }

 private:
  /// By how many bits the next correction must lie below the unit, where it lies `below` of them below it. What is left has
  /// the same direction in every step, so over n steps it adds up n-fold, rounding errors only √n-fold: with a quarter of the
  /// unit, 1000 steps of a top lost a digit. Where a small unknown matters as much as the largest one (the tilt of a top that
  /// spins fast), its own size decides. In double a pass gains too little for all that.
  template <class Disparity>
  double margin(double below, Disparity&& disparity) const {
    constexpr double least = 6;
    constexpr double most = 14;
    if (bits_ <= std::numeric_limits<double>::digits) {
      return 2;
    }
    return below < least || below > most ? most : std::fmin(least + disparity(), most);
  }

  int bits_;
  double before_ = 0;
  double gain_ = 0;
  double expected_ = 0;
  bool from_below_ = false;
  int count_ = 0;
};

/// What a correction must gain in bits by factors of double in double-double and in quad, so that one in each is enough.
inline constexpr double enough_gain_of_factors = 42;
/// Up to so many unknowns a Jacobian costs less than a few residuals.
inline constexpr int most_unknowns_of_cheap_jacobian = 6;
/// What a correction must gain in bits, or the Jacobian is renewed at the bottom of the ladder.
constexpr double least_gain(int unknowns) {
  return unknowns > most_unknowns_of_cheap_jacobian ? 6 : 8;
}

/// Run-time digits above which the next rung is run-time MPFR with half as many.
inline constexpr int most_digits_above_static = 300;
inline constexpr int digits_beyond_half = 8;

}  // namespace detail

/// A value with work space: keep it, pose a step to equations(), solve.
template <template <class> class Equations, class T>
class newton_ladder {
 public:
  explicit newton_ladder(Equations<T> equations)
      : equations_(std::move(equations)), n_(equations_.size()), rows_(n_ + equations_.outputs()) {}
  newton_ladder(const newton_ladder& other) : newton_ladder(other.equations_) {}
  newton_ladder(newton_ladder&&) noexcept = default;
  newton_ladder& operator=(const newton_ladder& other) {
    return *this = newton_ladder(other.equations_);
  }
  newton_ladder& operator=(newton_ladder&&) noexcept = default;
  ~newton_ladder() = default;

  Equations<T>& equations() { return equations_; }
  const Equations<T>& equations() const { return equations_; }
  /// G at the root of the last solve.
  const vector<T>& outputs() const { return outputs_; }

  /// Solves F(u) = 0. With report.ok(), u is the solution; otherwise u is the last iterate and the report says why. Never
  /// throws for numerical reasons.
  solve_report solve(vector<T>& u);

  /// The root of the last solve, as the next rung takes it, and the factors of the Jacobian there. False where the
  /// Jacobian is singular.
  bool factor_at(const vector<T>& u) {
    if constexpr (is_dual<T>::value) {
      return false;
    } else {
      equations_.linearize(u, r_, j_);
      return factor();
    }
  }
  const correction_factors<T>& factors() const { return factors_; }
  const matrix<T>& jacobian() const { return j_; }

  /// A root for the next rung, of so many bits, and the factors of the Jacobian at it, or at a point that is so near to it
  /// that the next rung gains nearly as many digits a pass as it needs.
  solve_report solve_and_factor(vector<T>& u, int bits_above);
  /// log2 of the last correction by these factors; NaN where there is none.
  double last_correction() const { return last_correction_; }
  /// log2 of what one correction by these factors leaves of an error, as far as it is known; 0 where it is not.
  double contraction() const { return contraction_; }

 private:
  template <template <class> class, class>
  friend class newton_ladder;

  static constexpr bool solves_from_guess = requires(Equations<T> & e, vector<T>& x) {
    e.solve_from_guess(x, x);
  };
  static constexpr bool has_coarser = !std::is_void_v<coarser_t<T>>;
  /// Up to so many bits, a correction in double-double and one above it that gain 40 bits each are enough.
  static constexpr int most_bits_of_two_passes = 113;  // of quad
  /// Double-double may use the factors of double: see solve_and_factor().
  static constexpr bool has_borrowed_factors =
      !is_dual<T>::value && std::is_same_v<coarser_t<T>, double>;
  struct nothing {};
  using coarse_ladder =
      typename std::conditional_t<has_coarser,
                                  std::type_identity<newton_ladder<Equations, coarser_t<T>>>,
                                  std::type_identity<nothing>>::type;

  static int half_digits() {
    if constexpr (has_run_time_digits<T>) {
      const auto digits = static_cast<int>(mp::thread_default_precision());
      return digits > detail::most_digits_above_static ? digits / 2 + detail::digits_beyond_half
                                                       : 0;
    } else {
      return 0;
    }
  }

  solve_report climb_from_half(int digits, vector<T>& u);

  template <class C>
  solve_report climb(newton_ladder<Equations, C>& coarse, vector<T>& u);

  /// u ← u − J⁻¹ F(u) with the factors of the coarser Jacobian, which has `digits` run-time digits unless that is 0.
  template <class C>
  solve_report chord(newton_ladder<Equations, C>& coarse, int digits, vector<T>& u);

  /// u ← u − δ with δ = J⁻¹ r, of duals also the outputs G − G′ δ. log2 of the size of δ.
  template <class C>
  double subtract_correction(newton_ladder<Equations, C>& coarse, int digits, double norm,
                             vector<T>& u);

  /// The outputs G − G′ δ with the last correction, for a residual of this size.
  template <class C>
  void correct_outputs(newton_ladder<Equations, C>& coarse, int digits, double norm);

  /// delta_ ← J⁻¹ b where put(b_i, i) fills the right side.
  template <class Put>
  void solve_scaled(Put&& put) {
    right_.resize(n_);
    for (int i = 0; i < n_; ++i) {
      put(right_[i], i);
    }
    slopes_.resize(rows_ - n_);
    if constexpr (has_borrowed_factors) {
      if (borrows_) {
        coarse_->solve_scaled([&](double& b, int i) { b = to_double(right_[i]); });
        convert_into(delta_, coarse_->delta_);
        return;
      }
    }
    factors_.solve(right_, delta_);
  }
  /// Entry i of G′ δ.
  const T& output_slope(int i) {
    T& sum = slopes_[i];
    if constexpr (has_borrowed_factors) {
      if (borrows_) {
        return sum = coarse_->output_slope(i);
      }
    }
    sum_.begin();
    for (int k = 0; k < n_; ++k) {
      sum_.add(j_(n_ + i, k), delta_[k]);
    }
    sum_.store(sum);
    return sum;
  }

  void take_outputs() {
    for (int i = 0; i < rows_ - n_; ++i) {
      set_copy(outputs_[i], r_[n_ + i]);
    }
  }

  /// `unknowns` is the size of u.
  double floor_scale(const vector<T>& u, double unknowns) const {
    if constexpr (requires { equations_.floor_scale(u); }) {
      return equations_.floor_scale(u);
    } else {
      return unknowns;
    }
  }

  bool factor();

  /// See correction_judge::judge().
  template <class D>
  double disparity_of(const vector<D>& delta, const vector<T>& u) const {
    double disparity = 0;
    if constexpr (!is_dual<T>::value) {
      const double whole = log2_magnitude(delta, n_) - log2_magnitude(u, n_);
      for (int i = 0; i < n_; ++i) {
        disparity = std::fmax(disparity, log2_magnitude(delta[i]) - log2_magnitude(u[i]) - whole);
      }
    }
    return disparity;
  }

  /// At the bottom of the ladder, and where climbing failed. `serves_above`: see chord_from_guess().
  solve_report from_guess(vector<T>& u, bool serves_above = false);

  /// Newton's method with a Jacobian that is renewed when a correction gains too little. Undamped: what does not
  /// converge quickly is left to damped_newton. With `serves_above`, it is renewed at a point that is near enough to the root
  /// for the factors to serve the rung above, where there is such a point before the root; gain_of_factors_ is 0 otherwise.
  solve_report chord_from_guess(vector<T>& u, bool serves_above);

  solve_report damped_newton(vector<T>& u);

  Equations<T> equations_;
  int n_;
  int rows_;
  std::unique_ptr<coarse_ladder> coarse_;
  std::unique_ptr<newton_ladder> half_;
  int half_digits_ = 0;
  vector<T> outputs_;
  vector<T> root_;  ///< of a rung below, as it was solved
  vector<T> r_;
  matrix<T> j_;
  matrix<T> square_;
  correction_factors<T> factors_;
  vector<T> right_;
  vector<T> delta_;
  vector<T> slopes_;
  double last_correction_ = std::numeric_limits<double>::quiet_NaN();
  double contraction_ = 0;
  double lost_bits_ = std::numeric_limits<double>::quiet_NaN();  ///< see chord()
  double gain_of_factors_ =
      0;  ///< about so many bits a correction gains by them, where they serve the rung above
  bool borrows_ = false;
  T work_{0};
  product_sum<T> sum_;
};

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::solve(vector<T>& u) {
  outputs_.resize(rows_ - n_);
  if constexpr (requires { equations_.climbs(); }) {
    if constexpr (!is_dual<T>::value) {
      if (!equations_.climbs()) {
        return from_guess(u);
      }
    }
  }
  if constexpr (has_run_time_digits<T>) {
    if (const int digits = half_digits(); digits > 0) {
      const solve_report report = climb_from_half(digits, u);
      return report.ok() ? report : from_guess(u);
    }
  }
  if constexpr (!std::is_void_v<coarser_t<T>>) {
    if (!coarse_) {
      using C = coarser_t<T>;
      coarse_ = std::make_unique<newton_ladder<Equations, C>>(equations_.template in_scalar<C>());
    }
    const solve_report report = climb(*coarse_, u);
    if (report.ok() || (is_dual<T>::value && !solves_from_guess)) {
      return report;
    }
  }
  if constexpr (is_dual<T>::value && !solves_from_guess) {
    return {solve_outcome::singular, 0, 0};
  } else {
    return from_guess(u);
  }
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::solve_and_factor(vector<T>& u,
                                                           [[maybe_unused]] int bits_above) {
  last_correction_ = std::numeric_limits<double>::quiet_NaN();
  contraction_ = 0;
  borrows_ = false;
  if constexpr (has_borrowed_factors) {
    // Newton's step from the root in double is quadratic: what it corrects tells what is left.
    constexpr int least_bits = 40;
    if (!coarse_) {
      coarse_ = std::make_unique<coarse_ladder>(equations_.template in_scalar<double>());
    }
    equations_.pose(coarse_->equations_);
    coarse_->root_.resize(n_);
    // where one pass by the factors of double completes the rung above, those of double-double would only cost more
    const bool own = n_ <= detail::most_unknowns_of_cheap_jacobian &&
                     bits_above > scalar_traits<T>::bits() + least_bits;
    const solve_report below = own ? coarse_->solve(coarse_->root_)
                                   : coarse_->solve_and_factor(coarse_->root_, bits_above);
    if (below.ok()) {
      convert_into(u, coarse_->root_);
      if (!own) {
        equations_.evaluate(u, r_, movement::free);
        borrows_ = true;
      }
      if (borrows_ || factor_at(u)) {
        solve_scaled([&](T& b, int i) { set_copy(b, r_[i]); });
        const double size = log2_magnitude(delta_, n_);
        if (size < log2_magnitude(u, n_) - least_bits) {
          for (int i = 0; i < n_; ++i) {
            set_difference(u[i], u[i], delta_[i]);
          }
          last_correction_ = size;
          return {solve_outcome::converged, below.iterations + 1, std::exp2(size)};
        }
      }
    }
    borrows_ = false;
  }
  if constexpr (!has_coarser && !is_dual<T>::value) {
    // the last evaluation is a linearization, which the rungs above use
    if (n_ <= detail::most_unknowns_of_cheap_jacobian && bits_above > scalar_traits<T>::bits() &&
        bits_above <= most_bits_of_two_passes) {
      outputs_.resize(rows_ - n_);
      const solve_report report = from_guess(u, true);
      if (report.ok() && gain_of_factors_ == 0 && !factor_at(u)) {
        return {solve_outcome::singular, report.iterations, report.residual};
      }
      return report;
    }
  }
  const solve_report report = solve(u);
  if (report.ok() && !factor_at(u)) {
    return {solve_outcome::singular, report.iterations, report.residual};
  }
  // the Jacobian is right to the bits of this scalar, but for those that its condition costs
  constexpr double safety = 8;
  contraction_ =
      std::isfinite(lost_bits_) ? std::fmax(lost_bits_, 0) + safety - scalar_traits<T>::bits() : 0;
  return report;
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::climb_from_half([[maybe_unused]] int digits,
                                                          [[maybe_unused]] vector<T>& u) {
  if constexpr (has_run_time_digits<T>) {
    const int bits = scalar_traits<T>::bits();
    {
      const precision_scope scope(digits);
      if (!half_ || half_digits_ != digits) {
        half_ = std::make_unique<newton_ladder>(equations_.template in_scalar<T>());
        half_digits_ = digits;
      }
      equations_.pose(half_->equations_);
      root_.resize(n_);
      const solve_report below = half_->solve_and_factor(root_, bits);
      if (!below.ok()) {
        return below;
      }
    }
    u.resize(n_);
    for (int i = 0; i < n_; ++i) {
      set_copy(u[i], root_[i]);
    }
    return chord(*half_, digits, u);
  } else {
    return {solve_outcome::singular, 0, 0};
  }
}

template <template <class> class Equations, class T>
template <class C>
solve_report newton_ladder<Equations, T>::climb(newton_ladder<Equations, C>& coarse, vector<T>& u) {
  equations_.pose(coarse.equations_);
  coarse.root_.resize(n_);
  const solve_report below = coarse.solve_and_factor(coarse.root_, scalar_traits<T>::bits());
  if (!below.ok()) {
    return below;
  }
  u.resize(n_);
  for (int i = 0; i < n_; ++i) {
    if constexpr (mpfr_scalar<T> && std::is_same_v<C, double_double>) {
      detail::mpfr_from_double_double(u[i].backend().data(), coarse.root_[i]);
    } else {
      u[i] = scalar_cast<T>(coarse.root_[i]);
    }
  }
  return chord(coarse, 0, u);
}

template <template <class> class Equations, class T>
template <class C>
solve_report newton_ladder<Equations, T>::chord(newton_ladder<Equations, C>& coarse, int digits,
                                                vector<T>& u) {
  // every pass gains at least half of the coarser scalar's digits, or it is not worth going on
  const int most_iterations =
      8 + 2 * scalar_traits<T>::bits() / (digits > 0 ? 3 * digits : scalar_traits<C>::bits());
  detail::correction_judge judge(scalar_traits<T>::bits());
  if (std::isfinite(coarse.last_correction())) {
    judge.begin_after(coarse.last_correction());
  }
  judge.expect(coarse.contraction());
  // How many bits of the coarser scalar a correction by its factors does not gain: measured here, or there.
  const int coarse_bits = [&] {
    if constexpr (has_run_time_digits<C>) {
      const precision_scope scope(digits);
      return scalar_traits<C>::bits();
    } else {
      return scalar_traits<C>::bits();
    }
  }();
  lost_bits_ = coarse.lost_bits_;
  double before = std::numeric_limits<double>::quiet_NaN();
  solve_report report;
  report.outcome = solve_outcome::stagnated;
  movement m = movement::free;
  while (report.iterations < most_iterations) {
    equations_.evaluate(u, r_, m);
    m = movement::near;
    ++report.iterations;
    const double norm = log2_magnitude(r_, n_);
    report.residual = std::exp2(norm);
    if (std::isnan(norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    const double size = std::isfinite(norm) ? subtract_correction(coarse, digits, norm, u) : norm;
    const double unknowns = log2_magnitude(u, n_);
    if (std::isfinite(before) && size > unknowns - scalar_traits<T>::bits()) {
      lost_bits_ = size - before + coarse_bits;
    }
    before = size;
    switch (judge.judge(
        size, unknowns, [&] { return floor_scale(u, unknowns); },
        [&] { return disparity_of(coarse.delta_, u); })) {
      case detail::correction_judge::verdict::converged:
        report.outcome = solve_outcome::converged;
        correct_outputs(coarse, digits, norm);
        return report;
      case detail::correction_judge::verdict::floor:
        report.outcome = solve_outcome::roundoff_floor;
        correct_outputs(coarse, digits, norm);
        return report;
      case detail::correction_judge::verdict::poor:
        return report;
      case detail::correction_judge::verdict::go_on:
        break;
    }
  }
  return report;
}

template <template <class> class Equations, class T>
template <class C>
double newton_ladder<Equations, T>::subtract_correction(newton_ladder<Equations, C>& coarse,
                                                        int digits, double norm, vector<T>& u) {
  double size = -std::numeric_limits<double>::infinity();
  const auto keep_size = [&](double s) { size = s <= size ? size : s; };
  if constexpr (is_dual<T>::value) {
    take_outputs();
    // value and tangents one after the other, by the same factors
    for (std::size_t part = 0; part <= r_[0].tangent.size(); ++part) {
      const auto component = [&](auto& entry) -> auto& {
        return part == 0 ? entry.value : entry.tangent[part - 1];
      };
      using V = decltype(T::value);
      double part_norm = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < n_; ++i) {
        const double s = log2_magnitude(component(r_[i]));
        part_norm = s <= part_norm ? part_norm : s;
      }
      if (!std::isfinite(part_norm)) {
        continue;
      }
      V work(0);
      const long scale = scale_of<V>(part_norm);
      coarse.solve_scaled([&](C& down, int i) { scale_down(down, component(r_[i]), scale); });
      for (int i = 0; i < n_; ++i) {
        subtract_scaled_up(component(u[i]), coarse.delta_[i], scale, work);
      }
      for (int i = 0; i < rows_ - n_; ++i) {
        subtract_scaled_up(component(outputs_[i]), coarse.output_slope(i), scale, work);
      }
      keep_size(log2_magnitude(coarse.delta_, n_) + static_cast<double>(scale));
    }
  } else {
    const long scale = scale_of<T>(norm);
    const auto solve = [&] {
      coarse.solve_scaled([&](C& down, int i) { scale_down(down, r_[i], scale); });
    };
    if (digits > 0) {
      const precision_scope scope(digits);
      solve();
    } else {
      solve();
    }
    for (int i = 0; i < n_; ++i) {
      subtract_scaled_up(u[i], coarse.delta_[i], scale, work_);
    }
    keep_size(log2_magnitude(coarse.delta_, n_) + static_cast<double>(scale));
  }
  return size;
}

template <template <class> class Equations, class T>
template <class C>
void newton_ladder<Equations, T>::correct_outputs(newton_ladder<Equations, C>& coarse, int digits,
                                                  double norm) {
  if constexpr (is_dual<T>::value) {
    if (!std::isfinite(norm)) {
      take_outputs();
    }
  } else {
    take_outputs();
    if (!std::isfinite(norm)) {
      return;
    }
    const auto find_slopes = [&] {
      for (int i = 0; i < rows_ - n_; ++i) {
        coarse.output_slope(i);
      }
    };
    if (digits > 0) {
      const precision_scope scope(digits);
      find_slopes();
    } else {
      find_slopes();
    }
    const long scale = scale_of<T>(norm);
    for (int i = 0; i < rows_ - n_; ++i) {
      subtract_scaled_up(outputs_[i], coarse.slopes_[i], scale, work_);
    }
  }
}

template <template <class> class Equations, class T>
bool newton_ladder<Equations, T>::factor() {
  if (rows_ == n_) {
    return all_finite(j_) && factors_.compute(j_);
  }
  square_.resize(n_, n_);
  for (int k = 0; k < n_; ++k) {
    T* const to = square_.data() + static_cast<std::ptrdiff_t>(k) * n_;
    const T* const from = j_.data() + static_cast<std::ptrdiff_t>(k) * rows_;
    if constexpr (std::is_trivially_copyable_v<T>) {
      std::copy_n(from, n_, to);
    } else {
      for (int i = 0; i < n_; ++i) {
        set_copy(to[i], from[i]);
      }
    }
  }
  return all_finite(square_) && factors_.compute(square_);
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::from_guess(vector<T>& u, bool serves_above) {
  gain_of_factors_ = 0;
  if constexpr (solves_from_guess) {
    return equations_.solve_from_guess(u, outputs_);
  } else {
    equations_.guess(u);
    if (all_finite(u)) {
      const solve_report report = chord_from_guess(u, serves_above);
      if (report.ok()) {
        return report;
      }
    }
    gain_of_factors_ = 0;
    equations_.guess(u);
    return damped_newton(u);
  }
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::chord_from_guess(vector<T>& u, bool serves_above) {
  constexpr int most_iterations = 12;
  const double least_gain = detail::least_gain(n_);
  detail::correction_judge judge(scalar_traits<T>::bits());
  solve_report report;
  report.outcome = solve_outcome::stagnated;
  bool renew = true;
  movement m = movement::free;
  double first = 0;
  double first_size = 0;
  while (report.iterations < most_iterations) {
    if (renew) {
      equations_.linearize(u, r_, j_);
    } else {
      equations_.evaluate(u, r_, m);
      m = movement::near;
    }
    ++report.iterations;
    const double norm = log2_magnitude(r_, n_);
    report.residual = std::exp2(norm);
    if (std::isnan(norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (report.iterations == 1) {
      first = norm;
    } else if (norm > first + 1) {
      report.outcome = solve_outcome::diverged;
      return report;
    }
    if (renew && !factor()) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    if (!std::isfinite(norm)) {
      take_outputs();
      report.outcome = solve_outcome::converged;
      return report;
    }
    solve_scaled([&](T& b, int i) { set_copy(b, r_[i]); });
    for (int i = 0; i < n_; ++i) {
      set_difference(u[i], u[i], delta_[i]);
    }
    const auto end = [&](solve_outcome outcome) {
      take_outputs();
      for (int i = 0; i < rows_ - n_; ++i) {
        set_difference(outputs_[i], outputs_[i], output_slope(i));
      }
      report.outcome = outcome;
      return report;
    };
    const double unknowns = log2_magnitude(u, n_);
    const detail::correction_judge::verdict verdict = judge.judge(
        log2_magnitude(delta_, n_), unknowns, [&] { return floor_scale(u, unknowns); },
        [&] { return disparity_of(delta_, u); });
    switch (verdict) {
      case detail::correction_judge::verdict::converged:
        return end(solve_outcome::converged);
      case detail::correction_judge::verdict::floor:
        return end(solve_outcome::roundoff_floor);
      case detail::correction_judge::verdict::poor:
        return report;
      case detail::correction_judge::verdict::go_on:
        break;
    }
    renew = report.iterations > 1 && judge.gain() < least_gain;
    gain_of_factors_ = renew ? 0 : gain_of_factors_;
    if (report.iterations == 1) {
      first_size = judge.size();
    } else if (serves_above && !renew && gain_of_factors_ == 0) {
      // A correction gains judge.gain() bits by the factors at the guess, whose error was the first correction. Those at this
      // point gain so many more as its error is smaller.
      const double error = judge.size() - judge.gain();
      const double gain = judge.gain() + first_size - error;
      if (gain >= detail::enough_gain_of_factors) {
        renew = true;
        gain_of_factors_ = gain;
      }
    }
  }
  return report;
}

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::damped_newton(vector<T>& u) {
  constexpr int most_iterations = 60;
  constexpr int most_halvings = 30;
  constexpr double floor_bits = 12;
  detail::correction_judge judge(scalar_traits<T>::bits());
  solve_report report;
  report.iterations = 1;
  int poor = 0;
  vector<T> trial(n_);
  while (true) {
    equations_.linearize(u, r_, j_);
    const double norm = log2_magnitude(r_, n_);
    report.residual = std::exp2(norm);
    take_outputs();
    if (std::isnan(norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (!std::isfinite(norm)) {
      report.outcome = solve_outcome::converged;
      return report;
    }
    if (report.iterations > most_iterations) {
      report.outcome = solve_outcome::stagnated;
      return report;
    }
    if (!factor()) {
      report.outcome = all_finite(j_) ? solve_outcome::singular : solve_outcome::not_finite;
      return report;
    }
    solve_scaled([&](T& b, int i) { set_copy(b, r_[i]); });
    double size = log2_magnitude(delta_, n_);
    if (std::isnan(size)) {
      report.outcome = solve_outcome::singular;
      return report;
    }
    // at the level of rounding errors the residual cannot be asked to fall any more
    const bool at_floor =
        size < floor_scale(u, log2_magnitude(u, n_)) + 1 - scalar_traits<T>::bits() + floor_bits;
    int halvings = 0;
    double trial_norm = 0;
    while (true) {
      for (int i = 0; i < n_; ++i) {
        set_difference(trial[i], u[i], delta_[i]);
      }
      equations_.evaluate(trial, r_, movement::free);
      ++report.iterations;
      trial_norm = log2_magnitude(r_, n_);
      if (at_floor || halvings == most_halvings || trial_norm <= norm) {
        break;
      }
      for (int i = 0; i < n_; ++i) {
        delta_[i] /= T(2);
      }
      ++halvings;
    }
    if (std::isnan(trial_norm)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if (halvings == most_halvings) {
      report.outcome = solve_outcome::diverged;
      return report;
    }
    for (int i = 0; i < n_; ++i) {
      set_copy(u[i], trial[i]);
    }
    take_outputs();
    report.residual = std::exp2(trial_norm);
    if (halvings > 0) {
      judge = detail::correction_judge(scalar_traits<T>::bits());
      continue;
    }
    const double unknowns = log2_magnitude(u, n_);
    switch (judge.judge(size, unknowns, [&] { return floor_scale(u, unknowns); })) {
      case detail::correction_judge::verdict::converged:
        report.outcome = solve_outcome::converged;
        return report;
      case detail::correction_judge::verdict::floor:
        report.outcome = solve_outcome::roundoff_floor;
        return report;
      case detail::correction_judge::verdict::poor:
        if (++poor > 8) {
          report.outcome = solve_outcome::stagnated;
          return report;
        }
        break;
      case detail::correction_judge::verdict::go_on:
        break;
    }
  }
}

}  // namespace plumbline
