// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The engine of every implicit scheme: Newton's method for a few equations F(u) = 0, climbing the precision ladder.
//
//   1. solve in the coarser scalar (recursively: run-time MPFR → half as many digits → … → 64 digits → double-double →
//      double; run-time MPFR of few digits → double-double, see most_digits_above_double_double);
//   2. factor the Jacobian *at that root*, in the coarser scalar. In double-double one linearization, at the root in double or
//      once that root is corrected, serves for both: its residual corrects the root, its factors go to the next rung;
//   3. iterate u ← u − J⁻¹ F(u) with F at the full precision: every pass gains as many digits as the coarser scalar has,
//      because J is right to that relative accuracy (a Jacobian taken anywhere else would gain only as many digits as the
//      distance allows). Only the first of these evaluations is a full one: the others are at points that have moved a
//      little, where trigonometry follows by arithmetic (runner::run_near);
//   4. where that fails (the coarse problem has no root, overflows, or contracts badly), damped Newton with the Jacobian
//      at the full precision;
//   5. where that stagnates or diverges, undamped Newton with four times the digits, and the root is rounded
//      (newton_more_digits.hpp). Numbers with tangents take the root of their values then.
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
#include <plumbline/math/correction_judge.hpp>
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

/// What a correction must gain in bits by factors of double in double-double and in quad, so that one in each is enough.
inline constexpr double enough_gain_of_factors = 42;
/// Up to so many unknowns a Jacobian costs less than a few residuals.
inline constexpr int most_unknowns_of_cheap_jacobian = 6;
/// Up to so many, and from so many bits above double-double on, its Jacobian costs less than the passes that it saves: factors of
/// double gain about 48 bits a pass, those of double-double 95.
inline constexpr int most_unknowns_of_jacobian_for_many_digits = 32;
inline constexpr int least_bits_of_many_digits = 3 * 48;
/// What a correction must gain in bits, or the Jacobian is renewed at the bottom of the ladder.
constexpr double least_gain(int unknowns) {
  return unknowns > most_unknowns_of_cheap_jacobian ? 6 : 8;
}

/// Run-time digits above which the next rung is run-time MPFR with half as many.
inline constexpr int most_digits_above_static = 300;
/// Run-time digits up to which double-double is the next rung, in the place of mp64: two passes more cost less than the
/// Jacobian and its factors in mp64, and with many unknowns much less.
inline constexpr int most_digits_above_double_double = 120;
inline constexpr int digits_beyond_half = 8;

}  // namespace detail

template <template <class> class Equations>
class undamped_newton;  // newton_more_digits.hpp

/// A value with work space: keep it, pose a step to equations(), solve.
template <template <class> class Equations, class T>
class newton_ladder {
 public:
  explicit newton_ladder(Equations<T> equations)
      : equations_(std::move(equations)), n_(equations_.size()), rows_(n_ + equations_.outputs()) {}
  newton_ladder(const newton_ladder& other) : newton_ladder(other.equations_) {}
  newton_ladder(newton_ladder&&) noexcept;
  newton_ladder& operator=(const newton_ladder& other) {
    return *this = newton_ladder(other.equations_);
  }
  newton_ladder& operator=(newton_ladder&&) noexcept;
  ~newton_ladder();

  Equations<T>& equations() { return equations_; }
  const Equations<T>& equations() const { return equations_; }
  /// G at the root of the last solve.
  const vector<T>& outputs() const { return outputs_; }

  /// Solves F(u) = 0. With report.ok(), u is the solution; otherwise u is the last iterate and the report says why. Never
  /// throws for numerical reasons.
  solve_report solve(vector<T>& u) {
    solve_report report = solve_in_own_digits(u);
    has_rounded_root_ = false;
    if constexpr (has_more_digits) {
      if (report.outcome == solve_outcome::stagnated || report.outcome == solve_outcome::diverged) {
        report = solve_with_more_digits(report, u);
        has_rounded_root_ = report.ok();
      }
    }
    return report;
  }

  /// The same where u is the root of the last solve, and the equations have changed a little since: a step from the same start that is nearly
  /// as long. The factors of the rung below that served there serve again, and the first evaluation is one with movement::near. Where
  /// they gain too little, solve() begins anew.
  solve_report solve_beside(vector<T>& u) {
    solve_report report{solve_outcome::stagnated, 0, 0};
    if constexpr (has_coarser && !is_dual<T>::value) {
      if (climbed_from_ == rung::near) {
        if constexpr (has_near_rung) {
          report = chord(*near_, 0, u, chord_from::beside);
        }
      } else if (climbed_from_ == rung::coarse) {
        report = chord(*coarse_, 0, u, chord_from::beside);
      }
    }
    has_rounded_root_ = false;
    return report.ok() ? report : solve(u);
  }

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
  /// For the scalars that the library is compiled for: the others need not convert to mp. Numbers with tangents take the root
  /// of their values, and double-double is a rung of the ladder alone.
  static constexpr bool has_more_digits = requires(const Equations<T>& e, Equations<mp>& wider) {
    scalar_traits<T>::serves(1);
    Equations<mp>(e.template in_scalar<mp>());
    e.pose(wider);
  };
  /// Up to so many bits, a correction in double-double and one above it that gain 40 bits each are enough.
  static constexpr int most_bits_of_two_passes = 113;  // of quad
  /// Up to so many bits, two passes by a Jacobian that double-double has made at the root in double are enough, each of about 80
  /// bits. Above, it is made where double-double has corrected that root: a pass gains about 95 bits then.
  static constexpr int most_bits_by_jacobian_at_root_of_double = scalar_traits<mp64>::bits();
  /// Double-double may use the factors of double: see solve_and_factor().
  static constexpr bool has_borrowed_factors =
      !is_dual<T>::value && std::is_same_v<coarser_t<T>, double>;
  enum class factors_of { double_below, this_scalar };
  /// The rung from which the last solve came.
  enum class rung { none, near, coarse };
  /// Where corrections by the factors of a coarser scalar begin: at its root, or at that of the last solve.
  enum class chord_from { root_below, beside };
  struct nothing {};
  using coarse_ladder =
      typename std::conditional_t<has_coarser,
                                  std::type_identity<newton_ladder<Equations, coarser_t<T>>>,
                                  std::type_identity<nothing>>::type;

  /// Numbers of few run-time digits climb from double-double; see most_digits_above_double_double.
  static constexpr bool has_near_rung = has_run_time_digits<T> && !is_dual<T>::value;
  using near_ladder =
      typename std::conditional_t<has_near_rung,
                                  std::type_identity<newton_ladder<Equations, double_double>>,
                                  std::type_identity<nothing>>::type;

  static auto of_values() {
    if constexpr (is_dual<T>::value) {
      return std::type_identity<newton_ladder<Equations, decltype(T::value)>>{};
    } else {
      return std::type_identity<nothing>{};
    }
  }
  using value_ladder = typename decltype(of_values())::type;

  static int half_digits() {
    if constexpr (has_run_time_digits<T>) {
      const auto digits = static_cast<int>(mp::thread_default_precision());
      return digits > detail::most_digits_above_static ? digits / 2 + detail::digits_beyond_half
                                                       : 0;
    } else {
      return 0;
    }
  }

  /// solve() without more digits.
  solve_report solve_in_own_digits(vector<T>& u);

  /// The root from undamped steps with four times the digits; the failure where they find none.
  solve_report solve_with_more_digits(const solve_report& failure, vector<T>& u);

  solve_report climb_from_half(int digits, vector<T>& u);

  template <class C>
  solve_report climb(newton_ladder<Equations, C>& coarse, vector<T>& u);

  /// u ← u − J⁻¹ F(u) with the factors of the coarser Jacobian, which has `digits` run-time digits unless that is 0.
  template <class C>
  solve_report chord(newton_ladder<Equations, C>& coarse, int digits, vector<T>& u,
                     chord_from where = chord_from::root_below);

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

  /// Whom the factors of the last Jacobian serve: this scalar alone, or the rung above too.
  enum class factors_for { this_rung, rung_above };

  /// At the bottom of the ladder, and where climbing failed. `rung_above`: see chord_from_guess().
  solve_report from_guess(vector<T>& u, factors_for whom = factors_for::this_rung);

  /// Newton's method with a Jacobian that is renewed when a correction gains too little. Undamped: what does not
  /// converge quickly is left to damped_newton. For the rung above, it is renewed at a point that is near enough to the root
  /// for the factors to serve the rung above, where there is such a point before the root; gain_of_factors_ is 0 otherwise.
  solve_report chord_from_guess(vector<T>& u, factors_for whom);

  solve_report damped_newton(vector<T>& u);

  Equations<T> equations_;
  int n_;
  int rows_;
  std::unique_ptr<coarse_ladder> coarse_;
  std::unique_ptr<near_ladder> near_;
  std::unique_ptr<value_ladder>
      values_;  ///< of numbers with tangents, once the coarser scalar has found no root
  std::unique_ptr<newton_ladder> half_;
  int half_digits_ = 0;
  std::unique_ptr<undamped_newton<Equations>> wider_;
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
  bool far_ = false;               ///< the guess had no digit of the root
  bool has_rounded_root_ = false;  ///< solve() took it from more digits
  bool borrows_ = false;
  rung climbed_from_ = rung::none;
  T work_{0};
  product_sum<T> sum_;
};

template <template <class> class Equations, class T>
solve_report newton_ladder<Equations, T>::solve_in_own_digits(vector<T>& u) {
  outputs_.resize(rows_ - n_);
  climbed_from_ = rung::none;
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
  if constexpr (has_near_rung) {
    const auto digits = static_cast<int>(mp::thread_default_precision());
    if (digits <= detail::most_digits_above_double_double) {
      if (!near_) {
        near_ = std::make_unique<near_ladder>(equations_.template in_scalar<double_double>());
      }
      const solve_report report = climb(*near_, u);
      if (report.ok()) {
        climbed_from_ = rung::near;
        return report;
      }
    }
  }
  if constexpr (!std::is_void_v<coarser_t<T>>) {
    if (!coarse_) {
      using C = coarser_t<T>;
      coarse_ = std::make_unique<newton_ladder<Equations, C>>(equations_.template in_scalar<C>());
    }
    const solve_report report = climb(*coarse_, u);
    if constexpr (is_dual<T>::value && !solves_from_guess) {
      using V = decltype(T::value);
      if constexpr (!std::is_same_v<V, coarser_t<T>>) {
        if (!report.ok()) {
          if (!values_) {
            values_ = std::make_unique<value_ladder>(equations_.template in_scalar<V>());
          }
          return climb(*values_, u);
        }
      }
      return report;
    }
    if (report.ok()) {
      climbed_from_ = rung::coarse;
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
    const int further_bits = bits_above - scalar_traits<T>::bits();
    const bool own = n_ <= detail::most_unknowns_of_cheap_jacobian
                         ? further_bits > least_bits
                         : n_ <= detail::most_unknowns_of_jacobian_for_many_digits &&
                               further_bits > detail::least_bits_of_many_digits;
    const bool borrows_first = !own || bits_above > most_bits_by_jacobian_at_root_of_double;
    const solve_report below = borrows_first ? coarse_->solve_and_factor(coarse_->root_, bits_above)
                                             : coarse_->solve_in_own_digits(coarse_->root_);
    far_ = coarse_->far_;
    if (below.ok()) {
      convert_into(u, coarse_->root_);
      const auto correct_by = [&](factors_of whose) {
        borrows_ = whose == factors_of::double_below;
        if (borrows_) {
          equations_.evaluate(u, r_, movement::free);
        } else if (!factor_at(u)) {
          return false;
        }
        solve_scaled([&](T& b, int i) { set_copy(b, r_[i]); });
        const double size = log2_magnitude(delta_, n_);
        if (!(size < log2_magnitude(u, n_) - least_bits)) {
          return false;
        }
        for (int i = 0; i < n_; ++i) {
          set_difference(u[i], u[i], delta_[i]);
        }
        last_correction_ = size;
        return true;
      };
      if ((!borrows_first || correct_by(factors_of::double_below)) &&
          (!own || correct_by(factors_of::this_scalar))) {
        return {solve_outcome::converged, below.iterations + 1, std::exp2(last_correction_)};
      }
      last_correction_ = std::numeric_limits<double>::quiet_NaN();
    }
    borrows_ = false;
  }
  if constexpr (!has_coarser && !is_dual<T>::value) {
    // the last evaluation is a linearization, which the rungs above use
    if (n_ <= detail::most_unknowns_of_cheap_jacobian && bits_above > scalar_traits<T>::bits() &&
        bits_above <= most_bits_of_two_passes) {
      outputs_.resize(rows_ - n_);
      const solve_report report = from_guess(u, factors_for::rung_above);
      if (report.ok() && gain_of_factors_ == 0 && !factor_at(u)) {
        return {solve_outcome::singular, report.iterations, report.residual};
      }
      return report;
    }
  }
  // the rung above finds a root that rounding errors of this rung hide; numbers with tangents have the bits of their values
  const solve_report report =
      bits_above > scalar_traits<T>::bits() ? solve_in_own_digits(u) : solve(u);
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

// Defined outside the class, so that an explicit instantiation has them.
template <template <class> class Equations, class T>
newton_ladder<Equations, T>::newton_ladder(newton_ladder&&) noexcept = default;
template <template <class> class Equations, class T>
newton_ladder<Equations, T>& newton_ladder<Equations, T>::operator=(newton_ladder&&) noexcept =
    default;
template <template <class> class Equations, class T>
newton_ladder<Equations, T>::~newton_ladder() = default;

}  // namespace plumbline
