// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the parts of a certified integration share: vectors of bounds, matrices of balls, and balls of rounded numbers.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/taylor_arb.hpp"
#include <plumbline/scalar/types.hpp>

#include <arb_mat.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace plumbline {

/// Bits of the Jacobian, the discs and the radii: bounds, not digits.
inline constexpr slong bound_bits = 64;

/// A bound that is not there; with a minus sign the logarithm of 0.
inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// The place of the i-th entry of a vector; Arb counts with int.
inline std::size_t entry_at(int i) { return static_cast<std::size_t>(i); }

class bounds {
 public:
  explicit bounds(int n) : values_(static_cast<std::size_t>(n)) {
    for (mag_struct& x : values_) {
      mag_init(&x);
    }
  }
  bounds(const bounds&) = delete;
  bounds& operator=(const bounds&) = delete;
  ~bounds() {
    for (mag_struct& x : values_) {
      mag_clear(&x);
    }
  }
  mag_ptr operator[](int i) { return &values_[static_cast<std::size_t>(i)]; }
  mag_srcptr operator[](int i) const { return &values_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<mag_struct> values_;
};

/// One number that is a bound.
class bound : public bounds {
 public:
  bound() : bounds(1) {}
  operator mag_ptr() { return (*this)[0]; }
};

class ball_matrix {
 public:
  explicit ball_matrix(int n) { arb_mat_init(m_, n, n); }
  ball_matrix(const ball_matrix&) = delete;
  ball_matrix& operator=(const ball_matrix&) = delete;
  ~ball_matrix() { arb_mat_clear(m_); }
  arb_ptr operator()(int i, int j) const { return arb_mat_entry(m_, i, j); }
  arb_mat_struct* data() { return m_; }
  const arb_mat_struct* data() const { return m_; }
  void swap(ball_matrix& other) { arb_mat_swap(m_, other.m_); }

 private:
  arb_mat_t m_;
};

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

}  // namespace plumbline

#endif
