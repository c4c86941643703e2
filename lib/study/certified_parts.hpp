// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the parts of a certified integration share: matrices of balls, balls of rounded numbers, and their texts.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/taylor_arb.hpp"
#include <plumbline/scalar/types.hpp>

#include <arb_mat.h>

#include <cstddef>
#include <limits>
#include <string>

namespace plumbline {

/// Bits of the Jacobian, the discs and the radii: bounds, not digits.
inline constexpr slong bound_bits = 64;

/// A bound that is not there; with a minus sign the logarithm of 0.
inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// The place of the i-th entry of a vector; Arb counts with int.
inline std::size_t entry_at(int i) { return static_cast<std::size_t>(i); }

/// Rectangular matrix of balls.
class ball_table {
 public:
  ball_table(int rows, int columns) { arb_mat_init(m_, rows, columns); }
  ball_table(const ball_table&) = delete;
  ball_table& operator=(const ball_table&) = delete;
  ~ball_table() { arb_mat_clear(m_); }
  arb_ptr operator()(int i, int j) const { return arb_mat_entry(m_, i, j); }
  arb_mat_struct* data() { return m_; }
  const arb_mat_struct* data() const { return m_; }
  int rows() const { return static_cast<int>(arb_mat_nrows(m_)); }
  int columns() const { return static_cast<int>(arb_mat_ncols(m_)); }

 private:
  arb_mat_t m_;
};

class ball_matrix : public ball_table {
 public:
  explicit ball_matrix(int n) : ball_table(n, n) {}
  void swap(ball_matrix& other) { arb_mat_swap(data(), other.data()); }
};

/// r_i = Σ_j |m_ij| x_j
inline void multiply_bounds(const ball_matrix& m, const bounds& x, int n, bounds& r) {
  bound term;
  for (int i = 0; i < n; ++i) {
    mag_zero(r[i]);
    for (int j = 0; j < n; ++j) {
      arb_get_mag(term, m(i, j));
      mag_mul(term, term, x[j]);
      mag_add(r[i], r[i], term);
    }
  }
}

/// The ball of a number that is right to one unit in the last place.
inline void set_rounded(arb_ptr r, const mp& x) {
  mpfr_srcptr m = x.backend().data();
  if (mpfr_number_p(m) == 0) {
    arb_indeterminate(r);
    return;
  }
  arf_set_mpfr(arb_midref(r), m);
  mag_zero(arb_radref(r));
  if (mpfr_zero_p(m) == 0) {
    arb_add_error_2exp_si(r, mpfr_get_exp(m) - mpfr_get_prec(m));
  }
}

/// The midpoint to so many significant digits.
std::string midpoint_text(arb_srcptr x, int digits);
/// Four digits of a bound, MPFR_RNDU or MPFR_RNDD.
std::string bound_text(mag_srcptr x, mpfr_rnd_t rounding);

}  // namespace plumbline

#endif
