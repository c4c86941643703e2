// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_proof.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/study/orbit_table.hpp>

#if PLUMBLINE_HAS_ARB

#include "study/orbit_enclosure.hpp"
#include "study/orbit_multipliers.hpp"

#include <acb_mat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace plumbline {

namespace {

using table = std::unique_ptr<ball_table>;

table make_table(Eigen::Index rows, Eigen::Index columns) {
  return std::make_unique<ball_table>(static_cast<int>(rows), static_cast<int>(columns));
}

/// A number that is right to one unit in the last place, or a short one as it is.
void set_ball(arb_ptr r, const mp& x) {
  constexpr mpfr_prec_t short_bits = 40;
  if (mpfr_regular_p(x.backend().data()) == 0 || mpfr_min_prec(x.backend().data()) <= short_bits) {
    set_exact(r, x);
  } else {
    set_rounded(r, x);
  }
}

table balls_of(const matrix<mp>& a) {
  table t = make_table(a.rows(), a.cols());
  for (int i = 0; i < t->rows(); ++i) {
    for (int j = 0; j < t->columns(); ++j) {
      set_ball((*t)(i, j), a(i, j));
    }
  }
  return t;
}

table exact_table(const matrix<mp>& a) {
  table t = make_table(a.rows(), a.cols());
  for (int i = 0; i < t->rows(); ++i) {
    for (int j = 0; j < t->columns(); ++j) {
      set_exact((*t)(i, j), a(i, j));
    }
  }
  return t;
}

table product(const ball_table& a, const ball_table& b, slong bits) {
  table t = make_table(a.rows(), b.columns());
  arb_mat_mul(t->data(), a.data(), b.data(), bits);
  return t;
}

table column_of(const ball_array& x) {
  table t = make_table(static_cast<Eigen::Index>(x.size()), 1);
  for (int i = 0; i < t->rows(); ++i) {
    arb_set((*t)(i, 0), x[entry_at(i)]);
  }
  return t;
}

table copy_of(const ball_matrix& m, int n) {
  table t = make_table(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      arb_set((*t)(i, j), m(i, j));
    }
  }
  return t;
}

/// The number with the digits that its ball supports, `digits` at most, and the distance to the ball's farthest point.
proven_text text_of_ball(arb_srcptr x, int digits, slong bits) {
  bound size;
  arf_get_mag(size, arb_midref(x));
  const double radius = log2_of(arb_radref(x));
  constexpr double bits_of_digit = 3.3219280948873626;
  int shown = digits;
  if (radius > -infinite) {
    const double supported = (log2_of(size) - radius) / bits_of_digit;
    shown = supported >= digits ? digits : std::max(1, static_cast<int>(std::ceil(supported)) + 1);
  }
  proven_text text;
  if (log2_of(size) == -infinite || (radius > -infinite && log2_of(size) <= radius)) {
    text.value = "0";
  } else {
    mpfr_t y;
    mpfr_init2(y, std::max<slong>(arf_bits(arb_midref(x)), 64));
    arf_get_mpfr(y, arb_midref(x), MPFR_RNDN);
    text.value = detail::mpfr_text(y, shown);
    mpfr_clear(y);
  }
  ball_array difference(1);
  arb_set_str(difference[0], text.value.c_str(), bits + 64);
  arb_sub(difference[0], difference[0], x, bound_bits);
  arb_get_mag(size, difference[0]);
  if (mag_is_zero(size) != 0) {
    text.radius = "0";
    return text;
  }
  arf_t up;
  arf_init(up);
  arf_set_mag(up, size);
  mpfr_t y;
  mpfr_init2(y, 64);
  arf_get_mpfr(y, up, MPFR_RNDU);
  char* printed = nullptr;
  mpfr_asprintf(&printed, "%.3RUe", y);
  text.radius = printed;
  mpfr_free_str(printed);
  mpfr_clear(y);
  arf_clear(up);
  return text;
}

std::vector<std::shared_ptr<const state_formula>> formulas_of(const orbit_equations& equations) {
  std::vector<std::shared_ptr<const state_formula>> list;
  for (const auto& row : equations.rows()) {
    if (row.of.text) {
      list.push_back(row.of.text);
    }
  }
  return list;
}

/// The test at one precision.
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
                   formulas_of(equations)),
        radii_(m_),
        proven_(m_) {}

  /// Empty where proven; otherwise the reason.
  std::string run(double digits_of_radius);
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
      set_ball(time, e_.period(u_));
      arb_div_si(time, time, parts, bits_);
    }
  }
  /// exp of the drifts times share: homogeneous.
  table shift(const ball_array& u, int numerator, int denominator) const {
    table all = make_table(n_ + 1, n_ + 1);
    arb_mat_one(all->data());
    for (int j = 0; j < drifts(); ++j) {
      table g = balls_of(e_.drifting()[entry_at(j)].generator);
      arb_mat_scalar_mul_arb(g->data(), g->data(), u[entry_at(first_drift() + j)], bits_);
      arb_mat_scalar_mul_si(g->data(), g->data(), numerator, bits_);
      arb_mat_scalar_div_si(g->data(), g->data(), denominator, bits_);
      arb_mat_exp(g->data(), g->data(), bits_);
      all = product(*all, *g, bits_);
    }
    return all;
  }
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
  /// S x + s
  table image_of(const ball_table& x) const {
    table y = product(*balls_of(e_.image().linear), x, bits_);
    const table s = balls_of(e_.image().shift);
    arb_mat_add(y->data(), y->data(), s->data(), bits_);
    return y;
  }
  table alphas_pushed(const ball_array& u) const {
    table a = make_table(alphas(), 1);
    for (int i = 0; i < alphas(); ++i) {
      arb_set((*a)(i, 0), u[entry_at(first_alpha() + i)]);
    }
    return product(*exact_table(e_.normals()), *a, bits_);
  }

  std::string exact_reversor() const;
  void residual(const ball_array& u, const ball_table& end, ball_table& r);
  void slopes(const ball_array& u, ball_table& d);
  bool alphas_vanish(const ball_array& u);
  bool add_multipliers(const ball_array& u, proven_orbit& found);
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

/// The fixed states of the reversor have to be known exactly: entries are short binary numbers.
std::string orbit_test::exact_reversor() const {
  if (!e_.reversor()) {
    return "";
  }
  const affine_map& r = *e_.reversor();
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
    for (int j = 0; j < drifts(); ++j) {
      table along = applied(*balls_of(e_.drifting()[entry_at(j)].generator), *there);
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
    for (int j = 0; j < drifts(); ++j) {
      table along = applied(*balls_of(e_.drifting()[entry_at(j)].generator), *image);
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

/// ∇I_j·n_i is regular on a box that holds the end of the motion and the place where it should end.
bool orbit_test::alphas_vanish(const ball_array& u) {
  if (alphas() == 0) {
    return true;
  }
  ball_array box(n_);
  const table pushed = alphas_pushed(u);
  for (int i = 0; i < n_; ++i) {
    // the end, and the end moved by the α: the segment between both
    ball_array moved(1);
    arb_add(moved[0], flow_->end_of_box()[entry_at(i)], (*pushed)(i, 0), bits_);
    arb_union(box[entry_at(i)], flow_->end_of_box()[entry_at(i)], moved[0], bits_);
  }
  ball_array gradient(n_);
  ball_array number(2);
  table products = make_table(alphas(), alphas());
  for (int j = 0; j < alphas(); ++j) {
    functions_.value(e_.closed_by()[entry_at(j)], box, number[0], gradient);
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

std::string orbit_test::run(double digits_of_radius) {
  if (const std::string why = exact_reversor(); !why.empty()) {
    return why;
  }
  constexpr double bits_of_digit = 3.3219280948873626;
  const auto log2_radius = static_cast<slong>(-digits_of_radius * bits_of_digit);
  bound size;
  for (int i = 0; i < m_; ++i) {
    ball_array number(1);
    set_exact(number[0], u_[i]);
    arb_get_mag(size, number[0]);
    bound one;
    mag_one(one);
    mag_add(size, size, one);
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
  if (!flow_->run(begin, spread, time[1])) {
    return "no disc of time is found on which the motion around the orbit is bounded";
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
    return "the derivative of the equations has no inverse";
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
    return fmt::format(
        "Krawczyk's test does not hold: the Jacobian on the box leaves {:.2g} where less than 1 is "
        "needed, the residual {:.2g}",
        mag_get_d(contraction), mag_get_d(distance));
  }
  if (!alphas_vanish(box)) {
    return "it is not proven that the motion ends on the levels of what it keeps";
  }
  // |u − û| <= r max(|C F|/r)/(1 − q)
  constexpr double spare = 1 - 0x1p-20;
  const double left = (1 - mag_get_d(contraction)) * spare;
  if (!(left > 0)) {
    return "the contraction is too weak";
  }
  mag_set_d_lower(term, left);
  mag_div(distance, distance, term);
  for (int i = 0; i < m_; ++i) {
    mag_mul(proven_[i], radii_[i], distance);
  }
  return "";
}

/// The eigenvalues of a real matrix of balls, each in its ball; false where they are not enclosed.
bool enclose_eigenvalues(const ball_table& a, slong bits, acb_ptr values, bool& simple) {
  const int n = a.rows();
  acb_mat_t m;
  acb_mat_t right;
  acb_mat_init(m, n, n);
  acb_mat_init(right, n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      acb_set_arb(acb_mat_entry(m, i, j), a(i, j));
    }
  }
  acb_ptr near = _acb_vec_init(n);
  acb_mat_t middle;
  acb_mat_init(middle, n, n);
  acb_mat_get_mid(middle, m);
  acb_mat_approx_eig_qr(near, nullptr, right, middle, nullptr, 0, bits);
  simple = acb_mat_eig_simple_rump(values, nullptr, nullptr, m, near, right, bits) != 0;
  bool known = simple;
  if (!known) {
    known = acb_mat_eig_multiple_rump(values, m, near, right, bits) != 0;
  }
  _acb_vec_clear(near, n);
  acb_mat_clear(middle);
  acb_mat_clear(right);
  acb_mat_clear(m);
  return known;
}

bool orbit_test::add_multipliers(const ball_array& u, proven_orbit& found) {
  const slong bits = precision_.bits_of_derivative;
  const table x = state_of(u);
  ball_array here(n_);
  as_array(*x, here);
  const vector<mp> state = e_.state(u_);
  const reduced_directions directions = reduce_directions(e_, state);
  found.trivial = directions.trivial;
  const int kept = static_cast<int>(e_.kept().list.size());
  std::vector<const state_function*> moving;
  for (const state_function& f : e_.kept().list) {
    if (e_.has_direction(f)) {
      moving.push_back(&f);
    }
  }
  const int along = static_cast<int>(moving.size()) + (e_.period_is_free() ? 1 : 0);
  const int inner = static_cast<int>(directions.basis.cols());
  if (along + inner + kept != n_) {
    return false;  // symmetries that do not commute, or depend on each other here
  }
  if (inner == 0) {
    found.stability = "stable";
    return true;
  }
  // the gradients, and the directions that keep what is kept
  table g = make_table(kept, n_);
  ball_array gradient(n_);
  ball_array number(1);
  for (int i = 0; i < kept; ++i) {
    functions_.value(e_.kept().list[entry_at(i)], here, number[0], gradient);
    for (int k = 0; k < n_; ++k) {
      arb_set((*g)(i, k), gradient[entry_at(k)]);
    }
  }
  table q = exact_table(directions.basis);
  if (kept > 0) {
    table transposed = make_table(n_, kept);
    arb_mat_transpose(transposed->data(), g->data());
    const table squares = product(*g, *transposed, bits_);
    const table gq = product(*g, *q, bits_);
    table solved = make_table(kept, inner);
    if (arb_mat_solve(solved->data(), squares->data(), gq->data(), bits_) == 0) {
      return false;
    }
    const table change = product(*transposed, *solved, bits_);
    arb_mat_sub(q->data(), q->data(), change->data(), bits_);
  }
  table p = make_table(n_, n_);
  int column = 0;
  const auto put = [&](const auto& entry) {
    for (int i = 0; i < n_; ++i) {
      entry((*p)(i, column), i);
    }
    ++column;
  };
  ball_array zero(1);
  if (e_.period_is_free()) {
    ball_array rate(n_);
    functions_.field(here, zero[0], rate);
    put([&](arb_ptr r, int i) { arb_set(r, rate[entry_at(i)]); });
  }
  const int half = n_ / 2;
  for (const state_function* f : moving) {
    functions_.value(*f, here, number[0], gradient);
    put([&](arb_ptr r, int i) {
      if (f->what == state_function::kind::momenta) {
        const auto& list = f->momenta.coordinates;
        arb_set_si(r, std::ranges::find(list, i) != list.end() ? 1 : 0);
      } else if (i < half) {
        arb_set(r, gradient[entry_at(i + half)]);
      } else {
        arb_neg(r, gradient[entry_at(i - half)]);
      }
    });
  }
  for (int j = 0; j < inner; ++j) {
    put([&](arb_ptr r, int i) { arb_set(r, (*q)(i, j)); });
  }
  for (int j = 0; j < kept; ++j) {
    put([&](arb_ptr r, int i) { arb_set(r, (*g)(j, i)); });
  }
  // the derivative over the part of the period, in the frame of the map
  table a = copy_of(flow_->derivative(), n_);
  if (e_.reversor()) {
    const table turned = balls_of(e_.reversor()->linear);
    const table h = product(*linear_part(*shift(u, -1, 2)), *a, bits);
    table right = product(*turned, *h, bits);
    table solved = make_table(n_, n_);
    if (arb_mat_solve(solved->data(), h->data(), right->data(), bits) == 0) {
      return false;
    }
    a = product(*turned, *solved, bits);
  } else {
    const table forth =
        product(*linear_part(*shift(u, 1, e_.parts())), *balls_of(e_.image().linear), bits_);
    table solved = make_table(n_, n_);
    if (arb_mat_solve(solved->data(), forth->data(), a->data(), bits) == 0) {
      return false;
    }
    a = std::move(solved);
  }
  table moved = product(*a, *p, bits);
  table solved = make_table(n_, n_);
  if (arb_mat_solve(solved->data(), p->data(), moved->data(), bits) == 0) {
    return false;
  }
  table middle = make_table(inner, inner);
  for (int i = 0; i < inner; ++i) {
    for (int j = 0; j < inner; ++j) {
      arb_set((*middle)(i, j), (*solved)(along + i, along + j));
    }
  }
  if (!e_.reversor() && e_.parts() > 1) {
    arb_mat_pow_ui(middle->data(), middle->data(), static_cast<ulong>(e_.parts()), bits);
  }
  acb_ptr values = _acb_vec_init(inner);
  bool simple = false;
  bool known = enclose_eigenvalues(*middle, bits, values, simple);
  if (known) {
    // one that is alone with its conjugate is real
    acb_t other;
    acb_init(other);
    const auto alone = [&](acb_srcptr z, int i) {
      for (int j = 0; j < inner; ++j) {
        if (j != i && acb_overlaps(z, values + j) != 0) {
          return false;
        }
      }
      return true;
    };
    bool all_on = simple;
    bool all_inside = true;
    bool one_outside = false;
    ball_array size(1);
    for (int i = 0; i < inner; ++i) {
      acb_conj(other, values + i);
      if (simple && acb_overlaps(other, values + i) != 0 && alone(other, i)) {
        arb_zero(acb_imagref(values + i));
      }
      acb_abs(size[0], values + i, bits);
      arb_sub_si(size[0], size[0], 1, bits);
      all_inside = all_inside && arb_is_negative(size[0]) != 0;
      one_outside = one_outside || arb_is_positive(size[0]) != 0;
      acb_inv(other, other, bits);
      const bool hamiltonian = e_.kept().energy && e_.flow().system().is_lagrangian();
      const bool is_real = arb_contains_zero(acb_imagref(values + i)) != 0;
      all_on = all_on && hamiltonian && !is_real && acb_overlaps(other, values + i) != 0 &&
               alone(other, i);
    }
    acb_clear(other);
    found.stability = one_outside  ? "unstable"
                      : all_inside ? "asymptotically-stable"
                      : all_on     ? "stable"
                                   : "undecided";
    // in the order of the table: by falling modulus of the midpoints, then imaginary part
    std::vector<complex<mp>> middles;
    std::vector<int> order;
    for (int i = 0; i < inner; ++i) {
      complex<mp> z{mp(0), mp(0)};
      arf_get_mpfr(z.re.backend().data(), arb_midref(acb_realref(values + i)), MPFR_RNDN);
      arf_get_mpfr(z.im.backend().data(), arb_midref(acb_imagref(values + i)), MPFR_RNDN);
      middles.push_back(z);
      order.push_back(i);
    }
    const auto log2_modulus = [&](int i) {
      const complex<mp>& z = middles[entry_at(i)];
      return log2_magnitude(mp(z.re * z.re + z.im * z.im));
    };
    constexpr double same = 1e-9;
    std::ranges::stable_sort(
        order, [&](int i, int j) { return middles[entry_at(j)].im < middles[entry_at(i)].im; });
    std::ranges::stable_sort(order, [&](int i, int j) {
      return std::round(log2_modulus(j) / same) < std::round(log2_modulus(i) / same);
    });
    for (const int i : order) {
      found.multipliers.push_back(text_of_ball(acb_realref(values + i), digits_, bits_));
      found.multipliers.push_back(text_of_ball(acb_imagref(values + i), digits_, bits_));
    }
  }
  _acb_vec_clear(values, inner);
  return known;
}

/// The derivative again, on the proven box and with the digits that are asked for, where that is not too much work.
void orbit_test::sharpen(const ball_array& u) {
  constexpr double most_work = 4e8;
  constexpr double bits_of_digit = 3.3219280948873626;
  constexpr slong guard = 80;
  const auto wanted = static_cast<slong>(digits_ * bits_of_digit) + guard;
  const int order = static_cast<int>(wanted / 2);
  if (wanted <= precision_.bits_of_derivative || flow_->work(order) > most_work) {
    return;
  }
  const table states = state_of(u);
  ball_array begin(n_);
  bounds spread(n_);
  as_array(*states, begin);
  for (int i = 0; i < n_; ++i) {
    mag_set(spread[i], arb_radref(begin[entry_at(i)]));
    mag_zero(arb_radref(begin[entry_at(i)]));
  }
  ball_array time(1);
  time_of(u, time[0]);
  auto sharper = std::make_unique<flow_enclosure>(e_.flow().system(), e_.flow().start_time(),
                                                  e_.part_of(e_.period(u_)),
                                                  enclosure_precision{bits_, wanted, order});
  if (sharper->run(begin, spread, time[0])) {
    flow_ = std::move(sharper);
    precision_.bits_of_derivative = wanted;
  }
}

bool orbit_test::numbers(proven_orbit& found) {
  ball_array u(m_);
  unknowns(proven_, u);
  sharpen(u);
  const table x = state_of(u);
  for (int i = 0; i < n_; ++i) {
    found.state.push_back(text_of_ball((*x)(i, 0), digits_, bits_));
  }
  ball_array number(1);
  if (e_.period_is_free()) {
    arb_set(number[0], u[entry_at(free_)]);
  } else {
    set_ball(number[0], e_.period(u_));
  }
  found.period = text_of_ball(number[0], digits_, bits_);
  ball_array here(n_);
  ball_array gradient(n_);
  as_array(*x, here);
  for (const state_function& f : e_.kept().to_print) {
    functions_.value(f, here, number[0], gradient);
    found.kept.push_back(text_of_ball(number[0], digits_, bits_));
  }
  for (int j = 0; j < drifts(); ++j) {
    found.drifts.push_back(text_of_ball(u[entry_at(first_drift() + j)], digits_, bits_));
  }
  if (!add_multipliers(u, found)) {
    return false;
  }
  bound least;
  mag_set(least, radii_[0]);
  for (int i = 1; i < m_; ++i) {
    mag_min(least, least, radii_[i]);
  }
  arf_t down;
  arf_init(down);
  arf_set_mag(down, least);
  mpfr_t y;
  mpfr_init2(y, 64);
  arf_get_mpfr(y, down, MPFR_RNDD);
  char* printed = nullptr;
  mpfr_asprintf(&printed, "%.3RDe", y);
  found.unique_within = printed;
  mpfr_free_str(printed);
  mpfr_clear(y);
  arf_clear(down);
  found.working_digits = static_cast<int>(static_cast<double>(bits_) / 3.3219280948873626);
  return true;
}

}  // namespace

proven_orbit prove_orbit(orbit_equations& equations, const vector<mp>& u, int digits) {
  if (!equations.flow().states_are_of_recurrences()) {
    throw orbit_failure(
        "not proven: the Lagrangian is not quadratic in the velocities, and the proof needs its "
        "momenta");
  }
  struct level {
    slong further_bits;
    slong bits_of_derivative;
    int order;
  };
  constexpr std::array levels = {level{40, 112, 40}, level{120, 224, 90}, level{360, 448, 190}};
  std::string why;
  for (const level& l : levels) {
    orbit_test test(equations, u, digits,
                    {scalar_traits<mp>::bits() + l.further_bits, l.bits_of_derivative, l.order});
    for (const double share : {1. / 2, 1. / 3, 2. / 3}) {
      why = test.run(digits * share);
      if (why.empty()) {
        proven_orbit found;
        if (test.numbers(found)) {
          return found;
        }
        why =
            "the orbit exists, but its multipliers are not enclosed: they are too close to each "
            "other, or the symmetries do not commute";
        break;
      }
      if (why.starts_with("no disc")) {
        break;
      }
    }
  }
  throw orbit_failure("not proven: " + why);
}

}  // namespace plumbline

#else

namespace plumbline {

proven_orbit prove_orbit(orbit_equations&, const vector<mp>&, int) {
  throw invalid_input(
      "--prove needs a program built with Arb (Debian: libflint-arb-dev); this one is not");
}

}  // namespace plumbline

#endif
