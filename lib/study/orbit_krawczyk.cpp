// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#if PLUMBLINE_HAS_ARB

#include "study/orbit_krawczyk.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/section.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::detail {

std::vector<formula_to_enclose> formulas_to_enclose(orbit_equations& equations) {
  std::vector<formula_to_enclose> list;
  for (const auto& row : equations.rows()) {
    if (row.of.text) {
      list.push_back({row.of.text, parameters_of<mp>(*row.of.text, equations.flow().asked())});
    }
  }
  return list;
}

/// Why nothing can be proven, whatever the box. The fixed states of the reversor, and directions that are computed from states of a
/// surface, have to be known exactly: their entries are short binary numbers.
std::string orbit_test::impossible() const {
  const auto is_short = [](const auto& a) {
    constexpr mpfr_prec_t short_bits = 40;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      for (Eigen::Index j = 0; j < a.cols(); ++j) {
        const mp& x = a(i, j);
        if (mpfr_regular_p(x.backend().data()) != 0 &&
            mpfr_min_prec(x.backend().data()) > short_bits) {
          return false;
        }
      }
    }
    return true;
  };
  if (!e_.flow().surface().empty() &&
      !std::ranges::all_of(e_.drifting(), [&](const auto& d) { return is_short(d.generator); })) {
    return "the directions of a symmetry are not short binary numbers";
  }
  if (!e_.rows_keep_surface()) {
    return "a constraint that the equations leave out with the reversor does not follow from the "
           "others: it is no constant combination of theirs where the reversor changes nothing";
  }
  if (!e_.reversor()) {
    return "";
  }
  const affine_map& r = *e_.reversor();
  const matrix<mp> kept = matrix<mp>(r.linear * e_.basis()) - e_.basis();
  const vector<mp> base = vector<mp>(r.linear * e_.base()) + r.shift - e_.base();
  if (!is_short(r.linear) || !is_short(r.shift) || !is_short(e_.basis()) || !is_short(e_.base()) ||
      !is_short(e_.closing()) || max_magnitude(kept) != 0 || max_magnitude(base) != 0) {
    return "the entries of the reversor are not short binary numbers";
  }
  return "";
}

void orbit_test::residual(const ball_array& u, const ball_table& end, ball_table& r) {
  const table x = state_of(u);
  const table pushed = alphas_pushed(u);
  const int closed = static_cast<int>(e_.closing().rows());
  table difference = make_table(n_, 1);
  if (e_.reversor()) {
    const table back = applied(*shift(u, -1, 2), end);
    const table base = balls_of(e_.base());
    arb_mat_add(difference->data(), back->data(), pushed->data(), bits_);
    arb_mat_sub(difference->data(), difference->data(), base->data(), bits_);
    difference = product(*balls_of(e_.closing()), *difference, bits_);
  } else {
    const table image = applied(*shift(u, 1, e_.parts()), *image_of(*x));
    arb_mat_sub(difference->data(), end.data(), image->data(), bits_);
    arb_mat_add(difference->data(), difference->data(), pushed->data(), bits_);
  }
  for (int i = 0; i < closed; ++i) {
    arb_set(r(i, 0), (*difference)(i, 0));
  }
  ball_array here(n_);
  ball_array guess(n_);
  ball_array gradient(n_);
  ball_array number(2);
  as_array(*x, here);
  for (int i = 0; i < n_; ++i) {
    set_rounded(guess[entry_at(i)], e_.guess()[i]);
  }
  int i = closed;
  using kind = orbit_equations::row::kind;
  for (const auto& each : e_.rows()) {
    arb_ptr out = r(i, 0);
    arb_zero(out);
    switch (each.what) {
      case kind::plane:
        for (int k = 0; k < n_; ++k) {
          arb_sub(number[0], here[entry_at(k)], guess[entry_at(k)], bits_);
          set_exact(number[1], each.normal[k]);
          arb_addmul(out, number[0], number[1], bits_);
        }
        break;
      case kind::held_period:
        set_ball(number[0], each.value);
        arb_sub(out, u[entry_at(free_)], number[0], bits_);
        break;
      case kind::held_value:
        functions_.value(each.of, here, number[0], gradient);
        if (each.of_guess) {
          functions_.value(each.of, guess, number[1], gradient);
        } else {
          set_ball(number[1], each.value);
        }
        arb_sub(out, number[0], number[1], bits_);
        break;
      case kind::surface:
        functions_.value(each.of, here, out, gradient);
        break;
    }
    ++i;
  }
}

void orbit_test::slopes(const ball_array& u, ball_table& d) {
  const slong bits = precision_.bits_of_derivative;
  const table x = state_of(u);
  const table basis = balls_of(e_.basis());
  const table moved = product(*copy_of(flow_->derivative(), n_), *basis, bits);
  const table normals = exact_table(e_.normals());
  const int parts = e_.reversor() ? 2 : e_.parts();
  const int closed = static_cast<int>(e_.closing().rows());
  ball_array time(1);
  time_of(u, time[0]);
  ball_array rate(n_);
  functions_.field(flow_->end_of_box(), time[0], rate);
  arb_mat_zero(d.data());
  table columns = make_table(n_, m_);
  const auto put = [&](const ball_table& from, int first) {
    for (int j = 0; j < from.columns(); ++j) {
      for (int i = 0; i < from.rows(); ++i) {
        arb_set((*columns)(i, first + j), from(i, j));
      }
    }
  };
  table of_time = column_of(rate);
  arb_mat_scalar_div_si(of_time->data(), of_time->data(), parts, bits);
  if (e_.reversor()) {
    const table back = shift(u, -1, 2);
    const table turned = linear_part(*back);
    put(*product(*turned, *moved, bits), 0);
    if (e_.period_is_free()) {
      put(*product(*turned, *of_time, bits), free_);
    }
    const table there = applied(*back, *column_of(flow_->end_of_box()));
    const table amounts = sum_of_drifts(u, -1, 2);
    for (int j = 0; j < drifts(); ++j) {
      table along = applied(*direction_of_drift(*amounts, j), *there);
      arb_mat_scalar_div_si(along->data(), along->data(), -2, bits);
      put(*along, first_drift() + j);
    }
  } else {
    const table forth = shift(u, 1, e_.parts());
    table of_image =
        product(*product(*linear_part(*forth), *balls_of(e_.image().linear), bits), *basis, bits);
    arb_mat_sub(of_image->data(), moved->data(), of_image->data(), bits);
    put(*of_image, 0);
    if (e_.period_is_free()) {
      put(*of_time, free_);
    }
    const table image = applied(*forth, *image_of(*x));
    const table amounts = sum_of_drifts(u, 1, e_.parts());
    for (int j = 0; j < drifts(); ++j) {
      table along = applied(*direction_of_drift(*amounts, j), *image);
      arb_mat_scalar_div_si(along->data(), along->data(), -e_.parts(), bits);
      put(*along, first_drift() + j);
    }
  }
  put(*normals, first_alpha());
  const table all = product(*balls_of(e_.closing()), *columns, bits);
  for (int i = 0; i < closed; ++i) {
    for (int j = 0; j < m_; ++j) {
      arb_set(d(i, j), (*all)(i, j));
    }
  }
  ball_array here(n_);
  as_array(*x, here);
  ball_array gradient(n_);
  ball_array number(1);
  int i = closed;
  using kind = orbit_equations::row::kind;
  for (const auto& each : e_.rows()) {
    if (each.what == kind::held_period) {
      arb_one(d(i, free_));
    } else {
      if (each.what == kind::plane) {
        for (int k = 0; k < n_; ++k) {
          set_exact(gradient[entry_at(k)], each.normal[k]);
        }
      } else {
        functions_.value(each.of, here, number[0], gradient);
      }
      for (int j = 0; j < free_; ++j) {
        for (int k = 0; k < n_; ++k) {
          arb_addmul(d(i, j), gradient[entry_at(k)], (*basis)(k, j), bits);
        }
      }
    }
    ++i;
  }
}

/// ∇I_j·n_i is regular on a box that holds the end of the motion and the place where it should end. With a reversor R the end is moved
/// to a place that R leaves where it is, and I_j − I_j∘R takes the place of I_j: it is 0 there, and at the end of the motion too,
/// where an odd I_j is 0 and the surface of constraints is R's.
table orbit_test::sum_of_drifts(const ball_array& u, int numerator, int denominator) const {
  table sum = make_table(n_ + 1, n_ + 1);
  for (int j = 0; j < drifts(); ++j) {
    table g = balls_of(e_.drifting()[entry_at(j)].generator);
    arb_mat_scalar_mul_arb(g->data(), g->data(), u[entry_at(first_drift() + j)], bits_);
    arb_mat_add(sum->data(), sum->data(), g->data(), bits_);
  }
  arb_mat_scalar_mul_si(sum->data(), sum->data(), numerator, bits_);
  arb_mat_scalar_div_si(sum->data(), sum->data(), denominator, bits_);
  return sum;
}

table orbit_test::direction_of_drift(const ball_table& a, int j) const {
  table term = balls_of(e_.drifting()[entry_at(j)].generator);
  table sum = make_table(n_ + 1, n_ + 1);
  arb_mat_set(sum->data(), term->data());
  if (drifts() == 1) {
    return sum;  // it commutes with itself
  }
  // the norms of the terms fall by 2 |A|/(k + 1) at least: once that is at most 1/2, those that are left out sum to the last one
  mag_t norm;
  mag_t norm_of_a;
  mag_init(norm);
  mag_init(norm_of_a);
  arb_mat_bound_inf_norm(norm_of_a, a.data());
  const double twice = 2 * mag_get_d(norm_of_a);
  for (int k = 1;; ++k) {
    const table left = product(a, *term, bits_);
    const table right = product(*term, a, bits_);
    arb_mat_sub(term->data(), left->data(), right->data(), bits_);
    arb_mat_scalar_div_si(term->data(), term->data(), k + 1, bits_);
    arb_mat_add(sum->data(), sum->data(), term->data(), bits_);
    arb_mat_bound_inf_norm(norm, term->data());
    const bool falls = 2 * twice <= k + 2;
    const bool is_small = mag_cmp_2exp_si(norm, -bits_) < 0 || k > bits_;
    if (mag_is_zero(norm) != 0 || (falls && is_small)) {
      break;
    }
    if (!std::isfinite(twice)) {
      mag_inf(norm);
      break;
    }
  }
  for (int i = 0; i <= n_; ++i) {
    for (int l = 0; l <= n_; ++l) {
      arb_add_error_mag((*sum)(i, l), norm);
    }
  }
  mag_clear(norm);
  mag_clear(norm_of_a);
  return sum;
}

bool orbit_test::alphas_vanish(const ball_array& u) {
  if (alphas() == 0) {
    return true;
  }
  ball_array box(n_);
  const table pushed = alphas_pushed(u);
  const table end = end_in_frame(u);
  ball_array time(1);
  time_of(u, time[0]);
  for (int i = 0; i < n_; ++i) {
    // the end, and the end moved by the α: the segment between both
    ball_array moved(1);
    arb_add(moved[0], (*end)(i, 0), (*pushed)(i, 0), bits_);
    arb_union(box[entry_at(i)], (*end)(i, 0), moved[0], bits_);
  }
  ball_array gradient(n_);
  ball_array gradient_there(n_);
  ball_array there(n_);
  ball_array number(2);
  table products = make_table(alphas(), alphas());
  table turned;
  if (e_.reversor()) {
    as_array(*reversed(*column_of(box)), there);
    turned = balls_of(e_.reversor()->linear);
    arb_mat_transpose(turned->data(), turned->data());
  }
  for (int j = 0; j < alphas(); ++j) {
    const state_function& f = e_.closed_by()[entry_at(j)];
    functions_.value(f, box, time[0], number[0], gradient);
    if (turned != nullptr) {
      functions_.value(f, there, time[0], number[0], gradient_there);
      const table of_image = product(*turned, *column_of(gradient_there), bits_);
      for (int k = 0; k < n_; ++k) {
        arb_sub(gradient[entry_at(k)], gradient[entry_at(k)], (*of_image)(k, 0), bits_);
      }
    }
    for (int i = 0; i < alphas(); ++i) {
      for (int k = 0; k < n_; ++k) {
        set_exact(number[1], e_.normals()(k, i));
        arb_addmul((*products)(j, i), gradient[entry_at(k)], number[1], bits_);
      }
    }
  }
  table inverse = make_table(alphas(), alphas());
  return arb_mat_inv(inverse->data(), products->data(), bits_) != 0;
}

/// Why the proof does not hold after all: a symmetry or a reversor may miss the surface by less than its test in other digits sees. Then
/// the α, or the constraints at the start and where the motion should end, are seen not to be 0.
std::string orbit_test::off_surface() {
  ball_array u(m_);
  unknowns(proven_, u);
  for (int j = 0; j < alphas(); ++j) {
    if (arb_contains_zero(u[entry_at(first_alpha() + j)]) == 0) {
      return "the motion does not close: what makes the equations regular is not 0";
    }
  }
  const table start = state_of(u);
  const table end = e_.reversor() ? reversed(*end_in_frame(u))
                                  : applied(*shift(u, 1, e_.parts()), *image_of(*start));
  ball_array time(2);
  time_of(u, time[1]);
  ball_array place(n_);
  ball_array value(1);
  ball_array gradient(n_);
  for (const state_function& s : e_.flow().surface()) {
    for (const auto& [x, later] :
         {std::pair{start.get(), time[0]}, std::pair{end.get(), time[1]}}) {
      functions_.value(s, as_array(*x, place), later, value[0], gradient);
      if (arb_contains_zero(value[0]) == 0) {
        return fmt::format("constraint '{}' does not hold where the map says that it does", s.name);
      }
    }
  }
  return "";
}

orbit_test::result orbit_test::run(double digits_of_radius) {
  using kind = result::kind;
  const auto log2_radius = static_cast<slong>(-digits_of_radius * log2_of_10);
  bound size;
  bound unit;
  const vector<mp> units = e_.units().unknowns;
  for (int i = 0; i < m_; ++i) {
    ball_array number(2);
    set_exact(number[0], u_[i]);
    set_exact(number[1], units[i]);
    arb_get_mag(size, number[0]);
    arb_get_mag(unit, number[1]);
    mag_add(size, size, unit);
    mag_mul_2exp_si(radii_[i], size, log2_radius);
  }
  ball_array exact(m_);
  ball_array box(m_);
  bounds none(m_);
  unknowns(none, exact);
  unknowns(radii_, box);
  // the box of the states
  const table centre = state_of(exact);
  const table states = state_of(box);
  ball_array begin(n_);
  bounds spread(n_);
  as_array(*centre, begin);
  for (int i = 0; i < n_; ++i) {
    mag_set(spread[i], arb_radref((*states)(i, 0)));
  }
  ball_array time(2);
  time_of(exact, time[0]);
  time_of(box, time[1]);
  // the middle of the time is what F is taken at: the blur of its rounding goes into the end
  flow_ = std::make_unique<flow_enclosure>(e_.flow().system(), e_.flow().start_time(),
                                           e_.part_of(e_.period(u_)), precision_);
  if (const enclosure_end end = flow_->run(begin, spread, time[1]); end != enclosure_end::done) {
    return {kind::too_large,
            fmt::format("{} after the time {:.4g}",
                        end == enclosure_end::lost
                            ? "the derivative of the motion around the orbit is not known any more"
                            : "no disc of time is found on which the motion around the orbit is "
                              "bounded,",
                        flow_->reached())};
  }
  table end = column_of(flow_->end());
  {
    // from the middle of the interval of time to û's time
    ball_array middle(1);
    arb_get_mid_arb(middle[0], time[1]);
    arb_sub(middle[0], time[0], middle[0], bits_);
    ball_array rate(n_);
    functions_.field(flow_->end_of_box(), time[1], rate);
    for (int i = 0; i < n_; ++i) {
      arb_addmul((*end)(i, 0), rate[entry_at(i)], middle[0], bits_);
    }
  }
  table f = make_table(m_, 1);
  residual(exact, *end, *f);
  table d = make_table(m_, m_);
  slopes(box, *d);
  table c = make_table(m_, m_);
  if (arb_mat_approx_inv(c->data(), d->data(), precision_.bits_of_derivative) == 0) {
    return {kind::too_large, "the derivative of the equations has no inverse"};
  }
  arb_mat_get_mid(c->data(), c->data());
  const table cf = product(*c, *f, bits_);
  table defect = product(*c, *d, precision_.bits_of_derivative);
  table one = make_table(m_, m_);
  arb_mat_one(one->data());
  arb_mat_sub(defect->data(), one->data(), defect->data(), precision_.bits_of_derivative);
  bound term;
  bound sum;
  bound quotient;
  bound contraction;
  bound distance;
  bool inside = true;
  for (int i = 0; i < m_; ++i) {
    mag_zero(sum);
    for (int j = 0; j < m_; ++j) {
      arb_get_mag(term, (*defect)(i, j));
      mag_mul(term, term, radii_[j]);
      mag_add(sum, sum, term);
    }
    mag_div(quotient, sum, radii_[i]);
    mag_max(contraction, contraction, quotient);
    arb_get_mag(term, (*cf)(i, 0));
    mag_div(quotient, term, radii_[i]);
    mag_max(distance, distance, quotient);
    mag_add(sum, sum, term);
    inside = inside && mag_cmp(sum, radii_[i]) < 0;
  }
  if (!inside) {
    return {mag_cmp_2exp_si(contraction, 0) < 0 ? kind::too_small : kind::too_large,
            fmt::format("Krawczyk's test does not hold: the Jacobian on the box leaves {:.2g} "
                        "where less than 1 is needed, the residual {:.2g}",
                        mag_get_d(contraction), mag_get_d(distance)),
            std::max(log2_of(contraction), 0.)};
  }
  if (!alphas_vanish(box)) {
    return {kind::too_large,
            "it is not proven that the motion ends on the levels of what it keeps"};
  }
  // |u − û| <= r max(|C F|/r)/(1 − q)
  constexpr double spare = 1 - 0x1p-20;
  const double left = (1 - mag_get_d(contraction)) * spare;
  if (!(left > 0)) {
    return {kind::too_large, "the contraction is too weak"};
  }
  mag_set_d_lower(term, left);
  mag_div(distance, distance, term);
  for (int i = 0; i < m_; ++i) {
    mag_mul(proven_[i], radii_[i], distance);
  }
  return {};
}

}  // namespace plumbline::detail

#endif
