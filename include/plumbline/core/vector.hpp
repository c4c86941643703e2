// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Vectors and matrices of a scalar: Eigen's, with sizes known at run time.
#pragma once

#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/traits.hpp>

#include <Eigen/Core>

#include <span>

namespace plumbline {

template <class T>
using vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

/// The entries of a vector as Lagrangians see them: size and operator[], no ownership.
template <class T>
std::span<const T> view(const vector<T>& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
template <class T>
std::span<T> view(vector<T>& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

namespace detail {
template <class T>
void copy_entry(T& y, const T& x) {
  if constexpr (has_run_time_digits<T>) {
    y = x;
  } else {
    set_copy(y, x);
  }
}
}  // namespace detail

/// y ← x from the entry `first` on, as many as y has: in place, but for run-time MPFR, whose assignment decides on the precision:
/// inside a precision_scope y keeps its own, elsewhere it takes that of x.
template <class T>
void copy_entries(vector<T>& y, const vector<T>& x, Eigen::Index first = 0) {
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    detail::copy_entry(y[i], x[first + i]);
  }
}

/// y ← (a, b), in the same way; y has the entries of both.
template <class T>
void join_entries(vector<T>& y, const vector<T>& a, const vector<T>& b) {
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    detail::copy_entry(y[i], a[i]);
  }
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    detail::copy_entry(y[a.size() + i], b[i]);
  }
}

/// The vector with every entry converted to another scalar.
template <class To, class From>
vector<To> scalar_cast(const vector<From>& x) {
  vector<To> y(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    y[i] = scalar_cast<To>(x[i]);
  }
  return y;
}
/// The same into an existing vector; no allocation where it has the right length.
template <class To, class From>
void convert_into(vector<To>& y, const vector<From>& x) {
  y.resize(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    y[i] = scalar_cast<To>(x[i]);
  }
}
template <class To, class From>
matrix<To> scalar_cast(const matrix<From>& a) {
  matrix<To> b(a.rows(), a.cols());
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      b(i, j) = scalar_cast<To>(a(i, j));
    }
  }
  return b;
}

/// The largest magnitude among the entries (0 for an empty vector).
template <class Derived>
auto max_magnitude(const Eigen::MatrixBase<Derived>& x) {
  using T = typename Derived::Scalar;
  T largest(0);
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const T m = scalar_traits<T>::magnitude(x(i, j));
      if (largest < m || !is_finite(m)) {
        largest = m;
      }
    }
  }
  return largest;
}

/// require_working_precision (scalar/precision_scope.hpp) for every entry.
template <class T>
void require_working_precision(const vector<T>& x, const char* what) {
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    require_working_precision(x[i], what);
  }
}

template <class Derived>
bool all_finite(const Eigen::MatrixBase<Derived>& x) {
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      if (!is_finite(x(i, j))) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace plumbline
