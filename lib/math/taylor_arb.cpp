// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/taylor_arb.hpp"

#if PLUMBLINE_HAS_ARB

#include <acb_mat.h>

namespace plumbline {

namespace {

[[noreturn]] void no_rule(operation f) {
  throw std::logic_error("no Taylor rule for " + std::string(name_of(f)));
}

/// The real axis where |x| >= 1 (asin, acos, atanh).
bool meets_outer_real_axis(acb_srcptr a) {
  bound size;
  arb_get_mag(size, acb_realref(a));
  return mag_cmp_2exp_si(size, 0) >= 0 && arb_contains_zero(acb_imagref(a)) != 0;
}

/// The imaginary axis where |y| >= 1 (atan, asinh).
bool meets_outer_imaginary_axis(acb_srcptr a) {
  bound size;
  arb_get_mag(size, acb_imagref(a));
  return mag_cmp_2exp_si(size, 0) >= 0 && arb_contains_zero(acb_realref(a)) != 0;
}

/// The real axis up to 1 (acosh).
bool meets_real_axis_below_one(acb_srcptr a, slong bits) {
  arb_t d;
  arb_init(d);
  arb_sub_si(d, acb_realref(a), 1, bits);
  const bool above = arb_is_positive(d) != 0;
  arb_clear(d);
  return !above && arb_contains_zero(acb_imagref(a)) != 0;
}

/// atan2 on boxes of complex numbers that meet the real ones. Where Re x > 0 it is atan(y/x), where Re y has a sign it is
/// ±π/2 − atan(x/y), each where the argument of atan does not meet its cuts. The two agree where both hold, since they do so
/// at real numbers. Near x = 0 only the second one holds: y/x is large in all directions there.
void atan2_of_disc(acb_ptr r, acb_srcptr y, acb_srcptr x, slong bits) {
  acb_t t;
  acb_init(t);
  const bool right = arb_is_positive(acb_realref(x)) != 0;
  const bool up = arb_is_positive(acb_realref(y)) != 0;
  const bool down = arb_is_negative(acb_realref(y)) != 0;
  bool known = false;
  if (right) {
    acb_div(t, y, x, bits);
    known = !meets_outer_imaginary_axis(t);
    if (known) {
      acb_atan(r, t, bits);
    }
  }
  if (!known && (up || down)) {
    acb_div(t, x, y, bits);
    known = !meets_outer_imaginary_axis(t);
    if (known) {
      acb_atan(t, t, bits);
      acb_neg(t, t);
      arb_t half;
      arb_init(half);
      arb_const_pi(half, bits);
      arb_mul_2exp_si(half, half, -1);
      up ? acb_add_arb(r, t, half, bits) : acb_sub_arb(r, t, half, bits);
      arb_clear(half);
    }
  }
  if (!known) {
    acb_indeterminate(r);
  }
  acb_clear(t);
}

}  // namespace

void call_ball(operation f, arb_ptr r, arb_srcptr a, arb_srcptr b, slong bits) {
  switch (f) {
    case operation::negate:
      return arb_neg(r, a);
    case operation::add:
      return arb_add(r, a, b, bits);
    case operation::subtract:
      return arb_sub(r, a, b, bits);
    case operation::multiply:
      return arb_mul(r, a, b, bits);
    case operation::divide:
      return arb_div(r, a, b, bits);
    case operation::sqrt:
      return arb_sqrt(r, a, bits);
    case operation::exp:
      return arb_exp(r, a, bits);
    case operation::log:
      return arb_log(r, a, bits);
    case operation::sin:
      return arb_sin(r, a, bits);
    case operation::cos:
      return arb_cos(r, a, bits);
    case operation::tan:
      return arb_tan(r, a, bits);
    case operation::asin:
      return arb_asin(r, a, bits);
    case operation::acos:
      return arb_acos(r, a, bits);
    case operation::atan:
      return arb_atan(r, a, bits);
    case operation::sinh:
      return arb_sinh(r, a, bits);
    case operation::cosh:
      return arb_cosh(r, a, bits);
    case operation::tanh:
      return arb_tanh(r, a, bits);
    case operation::asinh:
      return arb_asinh(r, a, bits);
    case operation::acosh:
      return arb_acosh(r, a, bits);
    case operation::atanh:
      return arb_atanh(r, a, bits);
    case operation::atan2:
      return arb_atan2(r, a, b, bits);
    case operation::power:
      return arb_pow(r, a, b, bits);
    default:
      no_rule(f);
  }
}

void call_disc(operation f, acb_ptr r, acb_srcptr a, acb_srcptr b, slong bits) {
  switch (f) {
    case operation::negate:
      return acb_neg(r, a);
    case operation::add:
      return acb_add(r, a, b, bits);
    case operation::subtract:
      return acb_sub(r, a, b, bits);
    case operation::multiply:
      return acb_mul(r, a, b, bits);
    case operation::divide:
      return acb_div(r, a, b, bits);
    case operation::sqrt:
      return acb_sqrt_analytic(r, a, 1, bits);
    case operation::exp:
      return acb_exp(r, a, bits);
    case operation::log:
      return acb_log_analytic(r, a, 1, bits);
    case operation::sin:
      return acb_sin(r, a, bits);
    case operation::cos:
      return acb_cos(r, a, bits);
    case operation::tan:
      return acb_tan(r, a, bits);
    case operation::asin:
      return meets_outer_real_axis(a) ? acb_indeterminate(r) : acb_asin(r, a, bits);
    case operation::acos:
      return meets_outer_real_axis(a) ? acb_indeterminate(r) : acb_acos(r, a, bits);
    case operation::atan:
      return meets_outer_imaginary_axis(a) ? acb_indeterminate(r) : acb_atan(r, a, bits);
    case operation::sinh:
      return acb_sinh(r, a, bits);
    case operation::cosh:
      return acb_cosh(r, a, bits);
    case operation::tanh:
      return acb_tanh(r, a, bits);
    case operation::asinh:
      return meets_outer_imaginary_axis(a) ? acb_indeterminate(r) : acb_asinh(r, a, bits);
    case operation::acosh:
      return meets_real_axis_below_one(a, bits) ? acb_indeterminate(r) : acb_acosh(r, a, bits);
    case operation::atanh:
      return meets_outer_real_axis(a) ? acb_indeterminate(r) : acb_atanh(r, a, bits);
    case operation::atan2:
      return atan2_of_disc(r, a, b, bits);
    case operation::power:
      return acb_pow_analytic(r, a, b, 1, bits);
    default:
      no_rule(f);
  }
}

/// With R near the inverse of the midpoint, (R M)⁻¹ R. The elimination of R M, which is near 1, widens boxes the least (E. Hansen &
/// R. Smith, SIAM J. Numer. Anal. 4 (1967) 1).
bool taylor_discs::invert_matrix(int first, int n) {
  class square {
   public:
    explicit square(int n) { acb_mat_init(m_, n, n); }
    square(const square&) = delete;
    square& operator=(const square&) = delete;
    ~square() { acb_mat_clear(m_); }
    operator acb_mat_struct*() { return m_; }
    acb_ptr operator()(int i, int j) { return acb_mat_entry(m_, i, j); }

   private:
    acb_mat_t m_;
  };
  square m(n);
  square near(n);
  square product(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      acb_set(m(i, j), at(first + i * n + j, 0));
    }
  }
  if (acb_mat_approx_inv(near, m, bits_) == 0) {
    return false;
  }
  acb_mat_get_mid(near, near);
  acb_mat_mul(product, near, m, bits_);
  if (acb_mat_is_finite(product) == 0 || acb_mat_solve_lu(m, product, near, bits_) == 0) {
    return false;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      acb_set(at(first + i * n + j, 0), m(i, j));
    }
  }
  return acb_mat_is_finite(m) != 0;
}

/// f(a) with f′(a) a′. Of the functions of two arguments, the ones that a series asks for.
void taylor_tangents::call(operation f, int r, int a, int b) {
  arb_ptr slope = spare_[3];
  arb_ptr x = at(a, 0);
  switch (f) {
    case operation::negate:
      return negate(r, 0, a, 0);
    case operation::add:
      return add(r, 0, a, 0, b, 0);
    case operation::subtract:
      return subtract(r, 0, a, 0, b, 0);
    case operation::multiply:
      return multiply(r, 0, a, 0, b, 0);
    case operation::divide:
      return divide(r, 0, a, 0, b, 0);
    case operation::atan2: {
      // (x y′ − y x′)/(x² + y²)
      arb_ptr y = at(a, 0);
      arb_ptr w = at(b, 0);
      arb_mul(spare_[0], w, w, bits_);
      arb_addmul(spare_[0], y, y, bits_);
      for (int d = 0; d < directions_; ++d) {
        arb_mul(spare_[1], w, tangent(a, 0, d), bits_);
        arb_submul(spare_[1], y, tangent(b, 0, d), bits_);
        arb_div(keep(d), spare_[1], spare_[0], bits_);
      }
      arb_atan2(at(r, 0), y, w, bits_);
      return take_kept(r, 0);
    }
    case operation::power: {
      // b a^(b−1) a′ for constant b
      arb_sub_si(spare_[0], at(b, 0), 1, bits_);
      arb_pow(slope, x, spare_[0], bits_);
      arb_mul(slope, slope, at(b, 0), bits_);
      break;
    }
    case operation::sqrt:
      arb_rsqrt(slope, x, bits_);
      arb_mul_2exp_si(slope, slope, -1);
      break;
    case operation::exp:
      arb_exp(slope, x, bits_);
      break;
    case operation::log:
      arb_inv(slope, x, bits_);
      break;
    case operation::sin:
      arb_cos(slope, x, bits_);
      break;
    case operation::cos:
      arb_sin(slope, x, bits_);
      arb_neg(slope, slope);
      break;
    case operation::sinh:
      arb_cosh(slope, x, bits_);
      break;
    case operation::cosh:
      arb_sinh(slope, x, bits_);
      break;
    case operation::tan:
      arb_tan(slope, x, bits_);
      arb_mul(slope, slope, slope, bits_);
      arb_add_si(slope, slope, 1, bits_);
      break;
    case operation::tanh:
      arb_tanh(slope, x, bits_);
      arb_mul(slope, slope, slope, bits_);
      arb_sub_si(slope, slope, 1, bits_);
      arb_neg(slope, slope);
      break;
    case operation::asin:
    case operation::acos:
    case operation::atanh:
      // 1/√(1 − x²), −1/√(1 − x²), 1/(1 − x²)
      arb_mul(slope, x, x, bits_);
      arb_sub_si(slope, slope, 1, bits_);
      arb_neg(slope, slope);
      f == operation::atanh ? arb_inv(slope, slope, bits_) : arb_rsqrt(slope, slope, bits_);
      if (f == operation::acos) {
        arb_neg(slope, slope);
      }
      break;
    case operation::atan:
    case operation::asinh:
      // 1/(1 + x²), 1/√(1 + x²)
      arb_mul(slope, x, x, bits_);
      arb_add_si(slope, slope, 1, bits_);
      f == operation::atan ? arb_inv(slope, slope, bits_) : arb_rsqrt(slope, slope, bits_);
      break;
    case operation::acosh:
      arb_mul(slope, x, x, bits_);
      arb_sub_si(slope, slope, 1, bits_);
      arb_rsqrt(slope, slope, bits_);
      break;
    default:
      no_rule(f);
  }
  for (int d = 0; d < directions_; ++d) {
    arb_mul(keep(d), slope, tangent(a, 0, d), bits_);
  }
  call_ball(f, at(r, 0), x, b >= 0 ? at(b, 0) : nullptr, bits_);
  take_kept(r, 0);
}

}  // namespace plumbline

#endif
