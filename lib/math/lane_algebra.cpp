// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/lane_algebra.hpp"

#include "math/lane_kernels.hpp"
#include "math/lane_vector.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace plumbline::lanes {

void storage::release::operator()(double* p) const {
  ::operator delete[](p, std::align_val_t(vector_alignment));
}

double* storage::numbers() {
  auto* const p = static_cast<double*>(
      ::operator new[](width_ * sizeof(double), std::align_val_t(vector_alignment)));
  arrays_.emplace_back(p);
  std::fill_n(p, width_, 0.);
  return p;
}
std::int64_t* storage::masks() {
  static_assert(sizeof(std::int64_t) == sizeof(double));
  auto* const p = new (numbers()) std::int64_t[width_];
  std::fill_n(p, width_, 0);
  return p;
}

void sums::begin(double* r, beginning how) {
  sums_.push_back({r, terms_.size(), how == beginning::zero});
}
void sums::add(const double* x) { add(nullptr, x); }
void sums::add(const double* weight, const double* x) {
  terms_.push_back({weight, x});
  sums_.back().end = terms_.size();
}
void sums::run(std::size_t width, bool same_weights) const { run(width, same_weights, nullptr); }
void sums::run(std::size_t width, bool same_weights, const std::int64_t* chosen) const {
  best_kernels().sums(sums_.data(), sums_.data() + sums_.size(), terms_.data(), width, same_weights,
                      chosen);
}

factors::factors(storage& s, std::vector<const double*> matrix)
    : n_(static_cast<int>(std::lround(std::sqrt(static_cast<double>(matrix.size()))))),
      width_(s.width()),
      matrix_(std::move(matrix)),
      ok_(s.masks()) {
  for (std::size_t e = 0; e < matrix_.size(); ++e) {
    lu_.push_back(s.numbers());
  }
  for (int i = 0; i < n_; ++i) {
    order_.push_back(s.masks());
  }
}
void factors::compute() { best_kernels().factor(all()); }
void factors::solve(const std::vector<const double*>& b, const std::vector<double*>& x) const {
  best_kernels().solve(all(), b.data(), x.data());
}

void largest(double* r, const std::vector<const double*>& x, std::size_t width) {
  best_kernels().largest(r, x.data(), x.size(), width);
}
void choose(double* r, const std::int64_t* chosen, const double* a, const double* b,
            std::size_t width) {
  best_kernels().choose(r, chosen, a, b, width);
}
void keep_finite(std::int64_t* chosen, const std::vector<const double*>& x, std::size_t width) {
  best_kernels().keep_finite(chosen, x.data(), x.size(), width);
}
void add_where(const std::int64_t* chosen, const std::vector<double*>& x,
               const std::vector<const double*>& dx, std::size_t width) {
  best_kernels().add_where(chosen, x.data(), dx.data(), x.size(), width);
}
void subtract(double* r, const double* a, const double* b, std::size_t width) {
  best_kernels().subtract(r, a, b, width);
}

}  // namespace plumbline::lanes
