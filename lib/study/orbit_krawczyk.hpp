// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Krawczyk's test on the equations of an orbit, at one precision: first that exactly one solution lies in a box, then what is known of
// its numbers. orbit_krawczyk.cpp has the test, orbit_enclosed_multipliers.cpp the multipliers, orbit_proof.cpp the rest.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "study/orbit_balls.hpp"

#include <memory>
#include <string>

namespace plumbline::detail {

/// The formulas among what is kept and held.
std::vector<formula_to_enclose> formulas_to_enclose(orbit_equations& equations);

class orbit_test {
 public:
  orbit_test(orbit_equations& equations, const vector<mp>& u, int digits,
             const enclosure_precision& precision)
      : e_(equations),
        u_(u),
        digits_(digits),
        precision_(precision),
        bits_(precision.bits),
        n_(equations.flow().states()),
        m_(equations.unknowns()),
        free_(static_cast<int>(equations.basis().cols())),
        functions_(equations.flow().system(), equations.flow().start_time(), bits_,
                   formulas_to_enclose(equations)),
        radii_(m_),
        proven_(m_) {}

  /// What a box gives: where it is too large, a smaller one may give more; where the orbit is not known so well, a larger one.
  struct result {
    enum class kind { proven, too_large, too_small };
    kind is = kind::proven;
    std::string why{};
    double log2_excess =
        0;  ///< by which the derivative has to become better known, where that is seen
  };
  result run(double digits_of_radius);
  std::string impossible() const;
  /// After numbers().
  std::string off_surface();
  /// False where the multipliers are not enclosed.
  bool numbers(proven_orbit& found);

 private:
  int alphas() const { return static_cast<int>(e_.normals().cols()); }
  int drifts() const { return static_cast<int>(e_.drifting().size()); }
  int first_alpha() const { return static_cast<int>(e_.place_of_alphas()); }
  int first_drift() const { return first_alpha() + alphas(); }

  /// The unknowns, each with a radius.
  void unknowns(const bounds& radii, ball_array& u) const {
    for (int i = 0; i < m_; ++i) {
      set_exact(u[entry_at(i)], u_[i]);
      arb_add_error_mag(u[entry_at(i)], radii[i]);
    }
  }
  table state_of(const ball_array& u) const {
    table c = make_table(free_, 1);
    for (int i = 0; i < free_; ++i) {
      arb_set((*c)(i, 0), u[entry_at(i)]);
    }
    table x = product(*balls_of(e_.basis()), *c, bits_);
    const table base = balls_of(e_.base());
    arb_mat_add(x->data(), x->data(), base->data(), bits_);
    return x;
  }
  ball_array& as_array(const ball_table& x, ball_array& a) const {
    for (int i = 0; i < n_; ++i) {
      arb_set(a[entry_at(i)], x(i, 0));
    }
    return a;
  }
  /// The time that is integrated.
  void time_of(const ball_array& u, arb_ptr time) const {
    const int parts = e_.reversor() ? 2 : e_.parts();
    if (e_.period_is_free()) {
      arb_div_si(time, u[entry_at(free_)], parts, bits_);
    } else {
      constexpr slong spare = 4;  // a formula with a few roundings
      const mp period = e_.period(u_);
      set_ball(time, period);
      arb_add_error_2exp_si(
          time, binary_exponent(period) - mpfr_get_prec(period.backend().data()) + spare);
      arb_div_si(time, time, parts, bits_);
    }
  }
  /// exp of the drifts times share: homogeneous.
  table shift(const ball_array& u, int numerator, int denominator) const {
    table a = sum_of_drifts(u, numerator, denominator);
    arb_mat_exp(a->data(), a->data(), bits_);
    return a;
  }
  /// Σ g_j ξ_j for that share of the drifts.
  table sum_of_drifts(const ball_array& u, int numerator, int denominator) const;
  /// Ξ with ∂/∂g_j exp(A) = Ξ exp(A) for A = sum_of_drifts(): Σ_k ad_A^k ξ_j/(k + 1)!, with the remainder.
  table direction_of_drift(const ball_table& a, int j) const;
  table linear_part(const ball_table& h) const {
    table t = make_table(n_, n_);
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        arb_set((*t)(i, j), h(i, j));
      }
    }
    return t;
  }
  table applied(const ball_table& h, const ball_table& x) const {
    table y = product(*linear_part(h), x, bits_);
    for (int i = 0; i < n_; ++i) {
      arb_add((*y)(i, 0), (*y)(i, 0), h(i, n_), bits_);
    }
    return y;
  }
  table mapped(const affine_map& map, const ball_table& x) const {
    table y = product(*balls_of(map.linear), x, bits_);
    const table shift = balls_of(map.shift);
    arb_mat_add(y->data(), y->data(), shift->data(), bits_);
    return y;
  }
  /// S x + s
  table image_of(const ball_table& x) const { return mapped(e_.image(), x); }
  /// R x
  table reversed(const ball_table& x) const { return mapped(*e_.reversor(), x); }
  /// The end of the motion, with a reversor before half of the drift.
  table end_in_frame(const ball_array& u) const {
    table end = column_of(flow_->end_of_box());
    return e_.reversor() ? applied(*shift(u, -1, 2), *end) : std::move(end);
  }
  table alphas_pushed(const ball_array& u) const {
    table a = make_table(alphas(), 1);
    for (int i = 0; i < alphas(); ++i) {
      arb_set((*a)(i, 0), u[entry_at(first_alpha() + i)]);
    }
    return product(*exact_table(e_.normals()), *a, bits_);
  }

  void residual(const ball_array& u, const ball_table& end, ball_table& r);
  void slopes(const ball_array& u, ball_table& d);
  bool alphas_vanish(const ball_array& u);
  bool add_multipliers(const ball_array& u, proven_orbit& found);
  table normals_at(const ball_array& here);
  static void scale_rows(ball_table& a, const vector<mp>& factors);
  void in_squared_units(ball_table& a) const {
    scale_rows(a, e_.units_of_state());
    scale_rows(a, e_.units_of_state());
  }
  bool keep_what_is_kept(const ball_table& g, ball_table& q) const;
  table symmetries_at(const ball_array& here, const std::vector<const state_function*>& moving,
                      const ball_table& g);
  table directions_at(const ball_array& here, const ball_table& symmetries, const ball_table& q,
                      const ball_table& g);
  table derivative_in_frame(const ball_array& u) const;
  void sharpen(const ball_array& u);

  orbit_equations& e_;
  const vector<mp>& u_;
  int digits_;
  enclosure_precision precision_;
  slong bits_;
  int n_;
  int m_;
  int free_;
  ball_functions functions_;
  bounds radii_;
  bounds proven_;
  std::unique_ptr<flow_enclosure> flow_;
};

}  // namespace plumbline::detail

#endif
