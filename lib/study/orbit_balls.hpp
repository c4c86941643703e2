// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Matrices of balls as the proof of an orbit needs them: from numbers and back to texts.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "study/orbit_enclosure.hpp"
#include "study/orbit_proof.hpp"

#include <memory>

namespace plumbline::detail {

using table = std::unique_ptr<ball_table>;

inline table make_table(Eigen::Index rows, Eigen::Index columns) {
  return std::make_unique<ball_table>(static_cast<int>(rows), static_cast<int>(columns));
}

/// A number that is right to one unit in the last place, or a short one as it is.
inline void set_ball(arb_ptr r, const mp& x) {
  constexpr mpfr_prec_t short_bits = 40;
  if (mpfr_regular_p(x.backend().data()) == 0 || mpfr_min_prec(x.backend().data()) <= short_bits) {
    set_exact(r, x);
  } else {
    set_rounded(r, x);
  }
}

inline table balls_of(const matrix<mp>& a) {
  table t = make_table(a.rows(), a.cols());
  for (int i = 0; i < t->rows(); ++i) {
    for (int j = 0; j < t->columns(); ++j) {
      set_ball((*t)(i, j), a(i, j));
    }
  }
  return t;
}

inline table exact_table(const matrix<mp>& a) {
  table t = make_table(a.rows(), a.cols());
  for (int i = 0; i < t->rows(); ++i) {
    for (int j = 0; j < t->columns(); ++j) {
      set_exact((*t)(i, j), a(i, j));
    }
  }
  return t;
}

inline table product(const ball_table& a, const ball_table& b, slong bits) {
  table t = make_table(a.rows(), b.columns());
  arb_mat_mul(t->data(), a.data(), b.data(), bits);
  return t;
}

inline table column_of(const ball_array& x) {
  table t = make_table(static_cast<Eigen::Index>(x.size()), 1);
  for (int i = 0; i < t->rows(); ++i) {
    arb_set((*t)(i, 0), x[entry_at(i)]);
  }
  return t;
}

inline table copy_of(const ball_matrix& m, int n) {
  table t = make_table(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      arb_set((*t)(i, j), m(i, j));
    }
  }
  return t;
}

/// The number with the digits that its ball supports, `digits` at most, and the distance to the ball's farthest point.
proven_text text_of_ball(arb_srcptr x, int digits, slong bits);

}  // namespace plumbline::detail

#endif
