// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/measure/stability.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline {

namespace {

/// The eigenvalues of the block of two rows of a real Schur form that begins in row i.
template <class T>
void add_pair(const matrix<T>& schur, Eigen::Index i, std::vector<complex<T>>& all) {
  using std::sqrt;
  const T mean = (schur(i, i) + schur(i + 1, i + 1)) / 2;
  const T half = (schur(i, i) - schur(i + 1, i + 1)) / 2;
  const T square = half * half + schur(i, i + 1) * schur(i + 1, i);
  const bool is_real = !(square < T(0));
  const T root = sqrt(is_real ? square : T(-square));
  all.push_back(is_real ? complex<T>(T(mean + root)) : complex<T>(mean, root));
  all.push_back(is_real ? complex<T>(T(mean - root)) : complex<T>(mean, T(-root)));
}

}  // namespace

template <class T>
std::vector<complex<T>> multipliers(const matrix<T>& a) {
  const auto n = a.rows();
  std::vector<complex<T>> all;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!is_finite(a(i, j))) {
        return {complex<T>(T(std::numeric_limits<double>::infinity()))};
      }
    }
  }
  // two pairs that nearly meet converge by a few bits an iteration; Eigen allows 40 iterations a row for 53 bits
  Eigen::RealSchur<matrix<T>> schur(n);
  schur.setMaxIterations(n * (40 + scalar_traits<T>::bits()));
  schur.compute(a, false);
  if (schur.info() != Eigen::Success) {
    return {complex<T>(T(std::numeric_limits<double>::infinity()))};
  }
  const matrix<T>& form = schur.matrixT();
  for (Eigen::Index i = 0; i < n; ++i) {
    if (i + 1 < n && !(form(i + 1, i) == T(0))) {
      add_pair<T>(form, i, all);
      ++i;
    } else {
      all.push_back(complex<T>(form(i, i)));
    }
  }
  return all;
}

template std::vector<complex<double>> multipliers(const matrix<double>&);
template std::vector<complex<mp>> multipliers(const matrix<mp>&);

double spectral_radius(const matrix<double>& a) {
  double radius = 0;
  for (const complex<double>& lambda : multipliers(a)) {
    radius = std::max(radius, std::hypot(lambda.re, lambda.im));
  }
  return radius;
}

}  // namespace plumbline
