// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How a rung of the precision ladder (newton_ladder.hpp) goes on from the root of the rung below: corrections
//
//   u ← u − J⁻¹ F(u),   F in this scalar, J factored at the root in the coarser scalar
//
// and, after the last of them, the outputs to first order, G − G′ δ.
#pragma once

#include <plumbline/math/newton_ladder.hpp>

namespace plumbline {

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
                                                vector<T>& u, chord_from where) {
  // every pass gains at least half of the coarser scalar's digits, or it is not worth going on
  const int most_iterations =
      8 + 2 * scalar_traits<T>::bits() / (digits > 0 ? 3 * digits : scalar_traits<C>::bits());
  detail::correction_judge judge(scalar_traits<T>::bits());
  const bool is_beside = where == chord_from::beside;
  if (!is_beside && std::isfinite(coarse.last_correction())) {
    judge.begin_after(coarse.last_correction());
    // the Jacobian is that at the point before this correction
    judge.limit_outputs(std::fmax(log2_magnitude(u, n_) - coarse.last_correction(), 0));
  }
  if (!is_beside) {
    judge.expect(coarse.contraction());
  }
  if constexpr (!is_dual<T>::value) {  // tangents have the Jacobian at the root
    far_ = coarse.far_ && !is_beside;
    if (far_) {
      judge.begin_far();
    }
  }
  // How many bits of the coarser scalar a correction by its factors does not gain: measured here, or there.
  const int coarse_bits = [&] {
    if (digits > 0) {
      const precision_scope scope(digits);
      return scalar_traits<C>::bits();
    }
    return scalar_traits<C>::bits();
  }();
  lost_bits_ = coarse.lost_bits_;
  double before = std::numeric_limits<double>::quiet_NaN();
  solve_report report;
  report.outcome = solve_outcome::stagnated;
  movement m = is_beside ? movement::near : movement::free;
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
    // Value and tangents one after the other, by the same factors. A value that more digits gave is right: what F says of it
    // here is its rounding error.
    for (std::size_t part = coarse.has_rounded_root_ ? 1 : 0; part <= r_[0].tangent.size();
         ++part) {
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

}  // namespace plumbline
