// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Small dense linear systems by LU with partial pivoting (Golub & Van Loan, algorithm 3.4.1), with an
// honest answer about singular matrices, and products by plain loops. In double and double-double, many unknowns of which each meets
// few others are factored as a band (math/band_factors.hpp).
//
// Why not Eigen's: its blocked LU and GEMM are made for large matrices of double. For the few unknowns of a
// step in MPFR or dual numbers they cost ten times the compile time and half as much run time again as the
// loops below. Only field operations are used, so that everything also runs over exact rationals.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/band_factors.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/product_sum.hpp>

#include <array>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumbline {

namespace detail {

template <class T>
T size_of_entry(const T& x) {
  return x < T(0) ? T(-x) : x;
}

/// |a| < |b|, false for NaN.
template <class T>
bool is_smaller_entry(const T& a, const T& b) {
  if constexpr (mpfr_scalar<T>) {
    return mpfr_cmpabs(a.backend().data(), b.backend().data()) < 0;
  } else {
    return size_of_entry(a) < size_of_entry(b);
  }
}

/// Whether a pivot of the column k of `a` is more than what rounding errors leave of a zero.
template <class T>
bool is_usable_pivot(const T& pivot, const matrix<T>& a, Eigen::Index k) {
  if constexpr (requires { scalar_traits<T>::epsilon(); } && !std::numeric_limits<T>::is_exact) {
    if (!is_finite(pivot)) {
      return false;
    }
    if constexpr (mpfr_scalar<T>) {
      const T* largest = &a(0, k);
      for (Eigen::Index i = 1; i < a.rows(); ++i) {
        largest = is_smaller_entry(*largest, a(i, k)) ? &a(i, k) : largest;
      }
      __mpfr_struct lost = *largest->backend().data();  // times epsilon, by its exponent alone
      if (mpfr_regular_p(&lost) != 0) {
        lost._mpfr_exp += 1 - scalar_traits<T>::bits();
      }
      return mpfr_cmpabs(&lost, pivot.backend().data()) < 0;
    }
    T column(0);
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      const T s = size_of_entry(a(i, k));
      column = column < s ? s : column;
    }
    return column * epsilon<T>() < size_of_entry(pivot);
  } else {
    return !(pivot == T(0));
  }
}

/// lu ← the factors of a, which lu equals before; `order` is the order of the rows, 0, 1, … before. See
/// lu_factors::compute(). `term` is work space. With `inverts_pivots`, for MPFR, the diagonal becomes that of the
/// inverse pivots, rows are multiplied by them instead of being divided by the pivots, and the other entries change their
/// signs, so that substitute() adds.
template <class T, bool inverts_pivots = false>
bool eliminate(matrix<T>& lu, std::vector<Eigen::Index>& order, const matrix<T>& a, T& term) {
  const Eigen::Index n = a.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (is_smaller_entry(lu(pivot, k), lu(i, k))) {
        pivot = i;
      }
    }
    if (!is_usable_pivot(lu(pivot, k), a, k)) {
      return false;
    }
    if (pivot != k) {
      for (Eigen::Index j = 0; j < n; ++j) {
        // by copies: Boost 1.81 must not assign to a moved-from run-time MPFR number
        term = lu(k, j);
        lu(k, j) = lu(pivot, j);
        lu(pivot, j) = term;
      }
      std::swap(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(pivot)]);
    }
    if constexpr (inverts_pivots) {
      const auto p = lu(k, k).backend().data();
      mpfr_ui_div(p, 1, p, MPFR_RNDN);
      for (Eigen::Index i = k + 1; i < n; ++i) {
        set_product(lu(i, k), lu(i, k), lu(k, k));
      }
    } else {
      for (Eigen::Index i = k + 1; i < n; ++i) {
        lu(i, k) /= lu(k, k);
      }
    }
    for (Eigen::Index j = k + 1; j < n; ++j) {  // column by column, as they are stored
      T* const column = &lu(0, j);
      const T* const factors = &lu(0, k);
      const T& pivot_row = column[k];
      if constexpr (mpfr_scalar<T>) {  // masses of many coordinates have few entries
        if (mpfr_zero_p(pivot_row.backend().data()) != 0) {
          continue;
        }
      }
      for (Eigen::Index i = k + 1; i < n; ++i) {
        if constexpr (std::is_arithmetic_v<T>) {
          column[i] -= factors[i] * pivot_row;
        } else {
          set_product(term, factors[i], pivot_row);
          set_difference(column[i], column[i], term);
        }
      }
    }
  }
  if constexpr (inverts_pivots) {
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = 0; i < n; ++i) {
        if (i != j) {
          set_negative(lu(i, j), lu(i, j));
        }
      }
    }
  }
  return true;
}

/// x with a x = b by the factors of a; x has the length of b.
template <class T, bool inverts_pivots = false>
void substitute(const matrix<T>& lu, const std::vector<Eigen::Index>& order, const vector<T>& b,
                vector<T>& x) {
  const Eigen::Index n = lu.rows();
  T term(0);
  // Takes the products of row i with x_j, first <= j < last, from x_i; adds them where the entries have changed their signs.
  const auto use_row = [&](Eigen::Index i, Eigen::Index first, Eigen::Index last) {
    if constexpr (inverts_pivots && std::is_same_v<T, mp64>) {
      constexpr Eigen::Index most = 16;
      if (first < last && last - first < most) {  // one sum with one rounding
        std::array<product_term, most> terms;
        std::size_t count = 0;
        terms[count++] = {nullptr, x[i].backend().data()};
        for (Eigen::Index j = first; j < last; ++j) {
          terms[count++] = {lu(i, j).backend().data(), x[j].backend().data()};
        }
        add_products_mp64(term.backend().data(), terms.data(), count);
        set_copy(x[i], term);
        return;
      }
    }
    for (Eigen::Index j = first; j < last; ++j) {
      if constexpr (mpfr_scalar<T>) {  // a product costs 30 times as much; most masses are diagonal
        if (mpfr_zero_p(lu(i, j).backend().data()) != 0) {
          continue;
        }
      }
      set_product(term, lu(i, j), x[j]);
      if constexpr (inverts_pivots) {
        set_sum(x[i], x[i], term);
      } else {
        set_difference(x[i], x[i], term);
      }
    }
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    x[i] = b[order[static_cast<std::size_t>(i)]];
    use_row(i, 0, i);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    use_row(i, i + 1, n);
    if constexpr (inverts_pivots) {
      set_product(x[i], x[i], lu(i, i));
    } else {
      set_quotient(x[i], x[i], lu(i, i));
    }
  }
}

// The same in double, four numbers at once, and in double-double, with the processor's std::fma
// (lib/math/linear_solver.cpp).
bool eliminate(matrix<double>& lu, std::vector<Eigen::Index>& order, const matrix<double>& a,
               double& term);
void substitute(const matrix<double>& lu, const std::vector<Eigen::Index>& order,
                const vector<double>& b, vector<double>& x);
bool eliminate(matrix<double_double>& lu, std::vector<Eigen::Index>& order,
               const matrix<double_double>& a, double_double& term);
void substitute(const matrix<double_double>& lu, const std::vector<Eigen::Index>& order,
                const vector<double_double>& b, vector<double_double>& x);

// Compiled once for each scalar and its tangents, in lib/math/linear_solver.cpp.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define PLUMBLINE_ELIMINATION(T)                                                                   \
  extern template bool eliminate<T>(matrix<T>&, std::vector<Eigen::Index>&, const matrix<T>&, T&); \
  extern template void substitute<T>(const matrix<T>&, const std::vector<Eigen::Index>&,           \
                                     const vector<T>&, vector<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_ELIMINATION(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_ELIMINATION(tangent_number<double>)
PLUMBLINE_ELIMINATION(tangent_number<mp>)
#undef PLUMBLINE_ELIMINATION
#define PLUMBLINE_ELIMINATION(T)                                                               \
  extern template bool eliminate<T, true>(matrix<T>&, std::vector<Eigen::Index>&,              \
                                          const matrix<T>&, T&);                               \
  extern template void substitute<T, true>(const matrix<T>&, const std::vector<Eigen::Index>&, \
                                           const vector<T>&, vector<T>&);
PLUMBLINE_ELIMINATION(mp64)
PLUMBLINE_ELIMINATION(mp)
#undef PLUMBLINE_ELIMINATION
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace detail

/// The factors of a square matrix, reused for many right-hand sides. With `inverts_pivots`, products with the inverse pivots
/// take the place of quotients, at one rounding error more.
template <class T, bool inverts_pivots = false>
class lu_factors {
 public:
  /// Factors `a`. False when a pivot is zero, lost in the rounding errors of its column (inexact scalars), or
  /// not finite; solve() must not be called then.
  [[nodiscard]] bool compute(const matrix<T>& a) {
    const Eigen::Index n = a.rows();
    if constexpr (may_be_band) {
      is_band_ = false;
      if (n >= detail::band_factors<T>::least_rows) {
        const detail::band_outcome outcome = band_.compute(a);
        is_band_ = outcome == detail::band_outcome::factored;
        if (outcome != detail::band_outcome::no_band) {
          return is_band_;
        }
      }
    }
    if constexpr (std::is_same_v<T, mp64>) {
      lu_.resize(n, n);
      for (Eigen::Index k = 0; k < n * n; ++k) {
        set_copy(lu_.data()[k], a.data()[k]);
      }
    } else {
      lu_ = a;
    }
    order_.resize(static_cast<std::size_t>(n));
    for (Eigen::Index k = 0; k < n; ++k) {
      order_[static_cast<std::size_t>(k)] = k;
    }
    if constexpr (inverts_pivots) {
      return detail::eliminate<T, true>(lu_, order_, a, term_);
    } else {
      return detail::eliminate(lu_, order_, a, term_);
    }
  }

  /// x with a x = b.
  vector<T> solve(const vector<T>& b) const {
    vector<T> x(b.size());
    solve(b, x);
    return x;
  }

  /// The same into an existing vector, which is not b; no allocation where it has the right length.
  void solve(const vector<T>& b, vector<T>& x) const {
    x.resize(b.size());
    if constexpr (may_be_band) {
      if (is_band_) {
        band_.solve(b, x);
        return;
      }
    }
    if constexpr (inverts_pivots) {
      detail::substitute<T, true>(lu_, order_, b, x);
    } else {
      detail::substitute(lu_, order_, b, x);
    }
  }

  /// X with a X = B, column by column.
  matrix<T> solve(const matrix<T>& b) const {
    matrix<T> x(b.rows(), b.cols());
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      x.col(j) = solve(vector<T>(b.col(j)));
    }
    return x;
  }

 private:
  /// The scalars in which the Jacobian of many unknowns is factored.
  static constexpr bool may_be_band = std::is_same_v<T, double> || std::is_same_v<T, double_double>;
  struct nothing {};
  static auto band_of_scalar() {
    if constexpr (may_be_band) {
      return std::type_identity<detail::band_factors<T>>{};
    } else {
      return std::type_identity<nothing>{};
    }
  }

  matrix<T> lu_;
  std::vector<Eigen::Index> order_;
  T term_{0};
  typename decltype(band_of_scalar())::type band_;
  bool is_band_ = false;  ///< the factors are in band_
};

/// Factors for corrections, whose last digits do not matter: in MPFR a quotient costs as much as eight products.
template <class T>
using correction_factors = lu_factors<T, mpfr_scalar<T>>;

/// a b.
template <class T>
matrix<T> product(const matrix<T>& a, const matrix<T>& b) {
  matrix<T> c(a.rows(), b.cols());
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      T sum(0);
      for (Eigen::Index k = 0; k < a.cols(); ++k) {
        sum += T(a(i, k) * b(k, j));
      }
      c(i, j) = sum;
    }
  }
  return c;
}

/// a x.
template <class T>
vector<T> product(const matrix<T>& a, const vector<T>& x) {
  vector<T> y(a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    T sum(0);
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
      sum += T(a(i, k) * x[k]);
    }
    y[i] = sum;
  }
  return y;
}

/// x·y.
template <class T>
T dot(const vector<T>& x, const vector<T>& y) {
  T sum(0);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    sum += T(x[k] * y[k]);
  }
  return sum;
}

}  // namespace plumbline
