// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Taylor series of the solution, of any order N:
//
//   y_1 = Σ_{k=0..N} y^(k)(t_0)/k! h^k
//
// The coefficients follow from recurrences on the program of the system's equations (Moore 1966; Jorba & Zou, Experiment.
// Math. 14 (2005) 99): sums of products, N²/2 products for each product of the equations. The order costs so little that it
// is chosen from the digits: N = 1.15 digits + 4, near which the work for a unit of time is least.
//
// A series is good for steps up to a length that its own coefficients tell (taylor_series::log2_step). Where they may say nothing of
// what is to come, quotients, exponentials and powers limit it (math/step_limits.hpp), and y′ = f at its end is tested
// (taylor_stepper::follows_field). That is tested, too, where the equations may have corners. The scheme of the
// catalogue crosses a longer step h in as many shorter ones as that needs (taylor_stepper::cross), unless its order is held:
// then the step is one sum, and one that leaves the radius of convergence is doubted (core/doubt.hpp).
//
// A Lagrangian that is quadratic in the velocities is expanded in (q, p) by Hamilton's equations, any other and systems
// M a + F = P(t) in (q, v), a system of first order as it stands; mass matrices are solved for coefficient by coefficient.
// mp64 and mp use the sums of products of Arb with guard bits where the library has Arb, so that their last bits may then
// differ from those without.
#pragma once

#include <plumbline/core/interruption.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/math/step_limits.hpp>
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/mechanics/model.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

namespace plumbline {

/// The order for so many bits.
constexpr int taylor_order(int bits) { return 4 + bits * 35 / 100; }

/// What a message says of a series that allows no step.
inline std::string why_no_step_of_series(const solve_report& report) {
  switch (report.outcome) {
    case solve_outcome::not_finite:
      return "the Taylor series has no finite value: the motion has a singularity near this time, "
             "or a number on the way is beyond the range of the arithmetic, which is wider with "
             "more digits";
    case solve_outcome::singular:
      return "the Taylor series cannot be expanded there";
    default:
      return "the steps of the Taylor series shrink to nothing: the motion has a singularity near "
             "this time";
  }
}

inline scheme_info taylor_info(int order) {
  return {.name = "taylor",
          .summary = "the Taylor series of the solution, of any order",
          .order = order,
          .symmetric = false,
          .symplectic = false,
          .formula = "y_1 = sum over k = 0 ... order of h^k y_k, y_k by recurrences",
          .reference = "Moore 1966; Jorba & Zou 2005"};
}

/// The variables of a series.
enum class taylor_variables { momenta, velocities, first_order };

/// The coefficients of a solution at a point. Compiled for the scalars of the library and their tangent numbers.
template <class T>
class taylor_series {
 public:
  /// Run-time MPFR: in the working precision of this moment. Throws invalid_input for an order below 1, a system with
  /// zones, or an operation without a recurrence.
  taylor_series(const model<T>& system, int order) : taylor_series(system, order, nullptr, {}) {}
  /// With the coefficients of a function that is followed, or nullptr; `named`: its parameters by name.
  taylor_series(const model<T>& system, int order, const followed_function* followed,
                const std::vector<T>& named);
  taylor_series(taylor_series&&) noexcept;
  taylor_series& operator=(taylor_series&&) noexcept;
  ~taylor_series();

  int order() const { return order_; }
  taylor_variables variables() const { return variables_; }
  /// The length of y: (q, p), (q, v) or y.
  int states() const { return states_; }

  /// Expands the solution through y at the time t. Not ok where the mass matrix is singular or a coefficient not finite.
  solve_report expand(const vector<T>& y, const T& t);
  /// Of a system with constraints: the first s from 0 to 1 for which the equations of motion have no unique accelerations
  /// after s h, so that the series says nothing of the motion beyond; nothing where there is none, and for other systems.
  std::optional<double> rank_lost(const T& h) const;
  /// y ← Σ y_k h^k
  void evaluate(const T& h, vector<T>& y) const;
  /// log2 of h |f(y, t + h) − y′| at the end y of a step h, beside the largest state; +∞ where f has no value.
  double log2_defect(const T& h) const;
  /// Whether the equations have operations that are not analytic where they are defined: roots, powers, asin, acos, acosh, atan2.
  bool may_have_corners() const { return may_have_corners_; }
  /// The coefficient k < order() of the followed function.
  T followed(int k) const;
  /// The same as m 2^exponent, with |m| from 1/2 to 1, or 0.
  double followed(int k, long& exponent) const;
  /// log2 |y_k| of a state; −∞ for 0.
  double log2_coefficient(int state, int k) const;
  /// Whether a step of 2^log2_h is no longer than the terms and all limits say: cheaper than log2_step().
  bool reaches(double log2_h, double log2_tolerance) const;
  /// The same as far as the terms say it.
  bool terms_fall_to(double log2_h, double log2_tolerance) const;
  /// log2 of the largest step h with which the terms of every state fall to 2^log2_tolerance at the order N: each term k of
  /// the last third is at most 2^(log2_tolerance k/N) times the largest of the first third, so that what is left out is
  /// below the tolerance. 2^log2_longest where these terms vanish. A third of the coefficients, not the last one or two: those vanish
  /// by symmetry for a start at rest. The step keeps to the limits of step_limits.hpp, so that it does not jump over what is nothing
  /// now, such as a wall e^(−100 x) or a narrow pulse.
  double log2_step(double log2_tolerance, double log2_longest) const;

  /// Whether the terms of a state are larger in the last sixth than in the one before.
  bool terms_grow(double log2_h) const;

  /// log2 of the radius of convergence that the coefficients show: the h with which the largest term of the last third is as
  /// large as that of the middle third. +∞ where there are fewer than three orders, or these terms vanish.
  double log2_radius() const;
  /// log2 of the largest term of the last third with h = 2^log2_h, over the largest of the first third: what is left out of
  /// the sum, relative to the state, where the terms do not fall.
  double log2_left_out(double log2_h) const;

  class kernel;

 private:
  void read_sizes() const;
  int sized_rows() const;
  double limited(double log2_step, double log2_tolerance) const;
  bool fits(double log2_h, double log2_tolerance) const;
  bool surely_fits(double log2_h, double log2_tolerance) const;
  double largest(int from, int to, double log2_h) const;

  mutable std::vector<double> sizes_;  ///< log2 |y_k| of each state, then of its tangents
  mutable bool sizes_are_read_ = false;
  mutable std::vector<int> exponents_;
  bool may_have_corners_;
  mutable vector<T> end_;  ///< of log2_defect()
  mutable vector<T> field_;
  std::unique_ptr<kernel> kernel_;
  taylor_variables variables_;
  int order_;
  int states_;
  int followed_ = -1;  ///< the row of the followed function
  steep_rows steep_;
  struct entry_row {
    int row;
    bool is_constant;
  };
  std::vector<entry_row> matrix_;  ///< of the equations of motion, where there are constraints
};

/// Steps of the series. y = (q, p) of Lagrangian systems, (q, v) of other systems M a + F = P, y of first order.
template <class T>
class taylor_stepper {
 public:
  /// `log2_tolerance`: what the steps of cross() may leave out, relative to the state.
  /// `followed`, `named`: see taylor_series.
  taylor_stepper(const model<T>& system, int order, double log2_tolerance,
                 const followed_function* followed = nullptr, const std::vector<T>& named = {})
      : series_(system, order, followed, named),
        at_(system),
        n_(system.dimension()),
        tolerance_(log2_tolerance) {
    converts_ = system.is_lagrangian() && series_.variables() == taylor_variables::velocities;
  }

  const taylor_series<T>& series() const { return series_; }

  /// Expands at (y, t): the series then gives the states near t.
  solve_report expand(const vector<T>& y, const T& t) {
    inner_ = y;
    if (converts_) {
      at_.set_time(t);
      const solve_report report =
          at_.velocity({y.data(), n()}, {y.data() + n_, n()}, {inner_.data() + n_, n()});
      if (!report.ok()) {
        return report;
      }
    }
    return series_.expand(inner_, t);
  }
  /// See taylor_series::rank_lost(). Besides, 0 where the error of a constraint decides on the motion. Let g be that error, G the gradient
  /// of the constraint and H the derivative of G. Where G vanishes, as where a curve crosses itself, the motion that is followed passes at
  /// the distance √(2 |g|/|H|) and goes on along any branch. Near there |G|² is as small as |g| |H|; |H| is about |H v|/|v|. The steps
  /// become ever shorter on the way, so that no step leads over the point.
  std::optional<double> rank_lost(const T& h) {
    return is_turned_by_error() ? std::optional(0.0) : series_.rank_lost(h);
  }
  /// Not ok where the constraints of a system lose their rank within a step of the length h from the point of the last expand().
  solve_report keeps_rank(const T& h) {
    if (rank_lost(h)) {
      return {solve_outcome::singular, 0, 0};
    }
    return {};
  }

  /// y ← the state at t + h, of what was expanded at t.
  solve_report evaluate(const T& t, const T& h, vector<T>& y) {
    series_.evaluate(h, inner_);
    if (converts_) {
      at_.set_time(T(t + h));
      at_.momentum({inner_.data(), n()}, {inner_.data() + n_, n()}, view(momenta()));
      y.head(n_) = inner_.head(n_);
      y.tail(n_) = momenta_;
    } else {
      y = inner_;
    }
    return {all_finite(y) ? solve_outcome::converged : solve_outcome::not_finite, 0, 0};
  }
  /// length ← the longest step from the point of the last expand() that keeps to the tolerance, rounded down to a short
  /// dyadic number, so that sums of such steps are exact. Stagnated where it is so short that times of the size of `scale` do
  /// not tell two of them apart: a singularity is ahead. Only where is_endless() is false.
  solve_report choose_length(const T& scale, T& length) const {
    return choose_length_below(nullptr, scale, length);
  }
  /// length ← `rest` where a step of that length keeps to the tolerance, so that it `ends` there. Otherwise that of choose_length(),
  /// which is shorter and has the sign of `rest`.
  solve_report choose_length_to(const T& rest, const T& scale, T& length, bool& ends) const {
    ends = reaches(rest);
    if (ends) {
      set_copy(length, rest);
      return {};
    }
    const solve_report report = choose_length_below(&rest, scale, length);
    if (rest < T(0)) {
      set_negative(length, length);
    }
    return report;
  }
  /// A step of the length h keeps to the tolerance.
  bool reaches(const T& h) const {
    return series_.reaches(log2_magnitude(h), tolerance_) && follows_field(h);
  }
  /// Every step from the point of the last expand() keeps to the tolerance.
  bool is_endless() const {
    if (!series_.reaches(longest, tolerance_)) {
      return false;
    }
    // lengths of all sizes: where all terms vanish, nothing says at which length a power begins to act
    for (const int exponent : {-20, 0, 4, 10, 30}) {
      T h(0);
      set_scaled(h, T(1), exponent);
      if (!follows_field(h) || !follows_field(T(-h))) {
        return false;
      }
    }
    return true;
  }

  /// y ← the state after h, in as many steps as the tolerance needs; y is unchanged unless the report is ok.
  solve_report cross(vector<T>& y, const T& t, const T& h) {
    next_ = y;
    T passed(0);
    for (;;) {
      const T here = t + passed;
      const T rest = h - passed;
      solve_report report = expand(next_, here);
      if (!report.ok()) {
        return report;
      }
      bool ends = false;
      report = choose_length_to(rest, h, length_, ends);
      if (report.ok()) {
        report = keeps_rank(length_);
      }
      if (report.ok()) {
        report = evaluate(here, length_, next_);
      }
      if (!report.ok()) {
        return report;
      }
      if (ends) {
        y = next_;
        return {};
      }
      end_if_interrupted();
      passed += length_;
    }
  }

  /// y ← y_1, one sum; y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    solve_report report = expand(y, t);
    if (report.ok()) {
      report = keeps_rank(h);
    }
    if (report.ok()) {
      next_ = y;
      report = evaluate(t, h, next_);
    }
    if (report.ok()) {
      y = next_;
    }
    return report;
  }

 private:
  std::size_t n() const { return static_cast<std::size_t>(n_); }
  vector<T>& momenta() {
    momenta_.resize(n_);
    return momenta_;
  }

  solve_report choose_length_below(const T* rest, const T& scale, T& length) const {
    // terms that vanish set no limit
    constexpr double beyond_scale = 2;
    constexpr double without_scale = 30;
    const double least =
        log2_magnitude(scale) - std::min(most_halvings, scalar_traits<T>::bits() - spare_bits);
    const double log2_step = series_.log2_step(
        tolerance_, scale == T(0) ? without_scale : log2_magnitude(scale) + beyond_scale);
    if (!(log2_step > least)) {
      return {solve_outcome::stagnated, 0, 0};
    }
    const double exponent = std::floor(log2_step);
    const auto mantissa =
        static_cast<int>(std::ldexp(std::exp2(log2_step - exponent), mantissa_bits));
    set_scaled(length, T(mantissa), static_cast<int>(exponent) - mantissa_bits);
    const auto is_too_long = [&] {
      return (rest != nullptr && !(log2_magnitude(length) < log2_magnitude(*rest))) ||
             !follows_field(scale < T(0) ? T(-length) : length);
    };
    for (int halvings = 0; halvings < most_halvings && is_too_long(); ++halvings) {
      set_scaled(length, length, -1);
    }
    return {log2_magnitude(length) < least ? solve_outcome::stagnated : solve_outcome::converged, 0,
            0};
  }

  bool is_turned_by_error() {
    const int holonomic = at_.system().facts().holonomic;
    if constexpr (is_dual<T>::value) {  // the run of their values tells
      return false;
    } else {
      constexpr double few = 4;
      const std::span<const T> q(inner_.data(), holonomic > 0 ? n() : 0);
      const std::span<const T> v(inner_.data() + (holonomic > 0 ? n_ : 0), q.size());
      const auto largest = [&](auto&& entry) {
        double size = -std::numeric_limits<double>::infinity();
        for (int i = 0; i < n_; ++i) {
          size = std::max(size, log2_magnitude(entry(i)));
        }
        return size;
      };
      for (int k = 0; k < holonomic; ++k) {
        const double speed = largest([&](int i) { return v[static_cast<std::size_t>(i)]; });
        const double off = log2_magnitude(at_.values(form_part::constraints, q, v).result(k));
        const runner<T>& rates = at_.values(form_part::constraint_rates, q, v);
        const int m = at_.system().formulas()->constraints();
        const auto row = [&](int first) {
          return largest([&](int i) { return rates.result(first + k * n_ + i); });
        };
        if (std::isfinite(speed) && 2 * row(m) < off + row(m + m * n_) - speed + few) {
          return true;
        }
      }
      return false;
    }
  }

  /// The end of the step has to be one of the motion: y′ = f. A defect of more than half of the digits is a corner or a jump of f on
  /// the way, which no term shows. The step becomes shorter then, until it ends before that place or right behind it.
  /// The last third of the terms says little where it is far below the tolerance or grows: the terms of x^n at x = 0 vanish up to the
  /// order, and those of a wall are far between. There a defect has to be within the tolerance. One that does not fall with h is
  /// rounding errors.
  bool follows_field(const T& h) const {
    constexpr double far_below = 24;
    constexpr double rounding = 8;
    const double log2_h = log2_magnitude(h);
    const bool terms_say_little =
        series_.terms_fall_to(log2_h, tolerance_ - far_below) || series_.terms_grow(log2_h);
    if (!terms_say_little && !series_.may_have_corners()) {
      return true;
    }
    const double defect = series_.log2_defect(h);
    if (defect > tolerance_ / 2 && series_.may_have_corners()) {
      return false;
    }
    if (!terms_say_little || !(defect > tolerance_ + rounding)) {
      return true;
    }
    T half(0);
    set_scaled(half, h, -1);
    return !(series_.log2_defect(half) < defect - 2);
  }

  static constexpr double longest = 4096;  ///< log2 of a step beyond all that is asked for
  static constexpr int mantissa_bits = 4;
  static constexpr int most_halvings = 100;
  static constexpr int spare_bits = 12;

  taylor_series<T> series_;
  evaluation<T> at_;
  int n_;
  double tolerance_;
  bool converts_ = false;
  T length_{0};
  vector<T> inner_;
  vector<T> next_;
  vector<T> momenta_;
};

#define PLUMBLINE_SCALAR(T) extern template class taylor_series<T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class taylor_series<tangent_number<double>>;
extern template class taylor_series<tangent_number<mp>>;

}  // namespace plumbline
