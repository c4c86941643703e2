// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_frame.hpp"

#if PLUMBLINE_HAS_ARB

#include <Eigen/QR>

#include <algorithm>
#include <numeric>

namespace plumbline {

namespace {

using doubles = Eigen::MatrixXd;

/// The midpoint in units of 2^unit.
double scaled_midpoint(arb_srcptr x, double unit) {
  arf_t scaled;
  arf_init(scaled);
  arf_mul_2exp_si(scaled, arb_midref(x), -static_cast<slong>(unit));
  const double value = arf_get_d(scaled, ARF_RND_NEAR);
  arf_clear(scaled);
  return value;
}

}  // namespace

lohner_frame::lohner_frame(int n)
    : n_(n), frame_(n), next_(n), inverse_(n), transfer_(n), box_(n) {}

void lohner_frame::start(const ball_array& x) {
  for (int i = 0; i < n_; ++i) {
    mag_set(box_[i], arb_radref(x[entry_at(i)]));
    arb_one(frame_(i, i));
  }
}

bool lohner_frame::advance(const ball_matrix& moved, const bounds& error,
                           const std::vector<double>& units) {
  doubles columns(n_, n_);
  std::vector<double> width(entry_at(n_));
  for (int j = 0; j < n_; ++j) {
    for (int i = 0; i < n_; ++i) {
      if (arb_is_finite(moved(i, j)) == 0) {
        return false;
      }
      columns(i, j) = scaled_midpoint(moved(i, j), units[entry_at(i)]);
    }
    const double norm = columns.col(j).norm();
    if (!std::isfinite(norm)) {
      return false;
    }
    width[entry_at(j)] = std::log2(norm) + std::max(log2_of(box_[j]), -1e15);
  }
  std::vector<int> order(entry_at(n_));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order,
                           [&](int a, int b) { return width[entry_at(a)] > width[entry_at(b)]; });
  doubles sorted(n_, n_);
  for (int j = 0; j < n_; ++j) {
    const auto column = columns.col(order[entry_at(j)]);
    const double norm = column.norm();
    sorted.col(j) = norm > 0 ? doubles(column / norm) : doubles(column);
  }
  const doubles q = Eigen::HouseholderQR<doubles>(sorted).householderQ();
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      arb_set_d(next_(i, j), q(i, j));
      arb_mul_2exp_si(next_(i, j), next_(i, j), static_cast<slong>(units[entry_at(i)]));
    }
  }
  if (arb_mat_inv(inverse_.data(), next_.data(), bound_bits) == 0) {
    return false;
  }
  arb_mat_mul(transfer_.data(), inverse_.data(), moved.data(), bound_bits);
  bounds box(n_);
  bound term;
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      arb_get_mag(term, transfer_(i, j));
      mag_mul(term, term, box_[j]);
      mag_add(box[i], box[i], term);
      arb_get_mag(term, inverse_(i, j));
      mag_mul(term, term, error[j]);
      mag_add(box[i], box[i], term);
    }
  }
  bool finite = true;
  for (int i = 0; i < n_; ++i) {
    mag_set(box_[i], box[i]);
    finite = finite && mag_is_inf(box_[i]) == 0;
  }
  frame_.swap(next_);
  return finite;
}

}  // namespace plumbline

#endif
