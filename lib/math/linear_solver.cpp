// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/linear_solver.hpp>

#include <math/vector_anywhere.hpp>
#include <scalar/growing_sum.hpp>
#include <scalar/with_fma.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace plumbline::detail {

namespace {

using rows = std::vector<Eigen::Index>;

void add_up_and_divide(const matrix<double_double>& lu, const rows& order,
                       const vector<double_double>& b, vector<double_double>& x) {
  const Eigen::Index n = lu.rows();
  const double_double* const entries = lu.data();
  double_double* const y = x.data();
  const auto rest = [&](const double_double& start, Eigen::Index i, Eigen::Index first,
                        Eigen::Index last) {
    growing_sum sum(start);
    for (Eigen::Index j = first; j < last; ++j) {
      sum.add(-entries[i + j * n], y[j]);
    }
    return sum.value();
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    y[i] = rest(b[order[static_cast<std::size_t>(i)]], i, 0, i);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    y[i] = rest(y[i], i, i + 1, n) / entries[i + i * n];
  }
}

using lanes::at_any;
using lanes::four_numbers;
using lanes::two_numbers;

/// y_i ← y_i − x_i f
[[gnu::always_inline]] inline void subtract_multiple(double* y, const double* x, double f,
                                                     Eigen::Index count) {
  Eigen::Index i = 0;
  for (; i + 4 <= count; i += 4) {
    at_any<four_numbers>(y + i).lanes -= at_any<four_numbers>(x + i).lanes * f;
  }
  for (; i + 2 <= count; i += 2) {
    at_any<two_numbers>(y + i).lanes -= at_any<two_numbers>(x + i).lanes * f;
  }
  if (i < count) {
    y[i] -= x[i] * f;
  }
}

/// The largest |x_i|, 0 of none; NaN are passed over.
[[gnu::always_inline]] inline double largest_of(const double* x, Eigen::Index count) {
  double largest = 0;
  Eigen::Index i = 0;
  if (count >= 8) {
    four_numbers all = {};
    for (; i + 4 <= count; i += 4) {
      const four_numbers y = at_any<four_numbers>(x + i).lanes;
      const four_numbers size = y < 0 ? -y : y;
      all = all < size ? size : all;
    }
    for (int k = 0; k < 4; ++k) {
      largest = largest < all[k] ? all[k] : largest;
    }
  }
  for (; i < count; ++i) {
    const double size = std::abs(x[i]);
    largest = largest < size ? size : largest;
  }
  return largest;
}

[[gnu::always_inline]] inline bool eliminate_here(double* lu, Eigen::Index* order, const double* a,
                                                  Eigen::Index n) {
  for (Eigen::Index k = 0; k < n; ++k) {
    double* const factors = lu + k * n;
    Eigen::Index pivot = k;
    double largest = std::abs(factors[k]);
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const double size = std::abs(factors[i]);
      if (largest < size) {
        largest = size;
        pivot = i;
      }
    }
    const double column_size = largest_of(a + k * n, n);
    // is_usable_pivot()
    if (!std::isfinite(largest) ||
        !(column_size * std::numeric_limits<double>::epsilon() < largest)) {
      return false;
    }
    if (pivot != k) {
      for (Eigen::Index j = 0; j < n; ++j) {
        std::swap(lu[k + j * n], lu[pivot + j * n]);
      }
      std::swap(order[k], order[pivot]);
    }
    const double p = factors[k];
    for (Eigen::Index i = k + 1; i < n; ++i) {
      factors[i] /= p;
    }
    for (Eigen::Index j = k + 1; j < n; ++j) {
      double* const column = lu + j * n;
      subtract_multiple(column + k + 1, factors + k + 1, column[k], n - k - 1);
    }
  }
  return true;
}

/// The operations of substitute<double> in their order for each number: lower triangle column by column, upper row by row.
[[gnu::always_inline]] inline void substitute_here(const double* lu, double* x, Eigen::Index n) {
  for (Eigen::Index j = 0; j + 1 < n; ++j) {
    subtract_multiple(x + j + 1, lu + j + 1 + j * n, x[j], n - j - 1);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    double rest = x[i];
    for (Eigen::Index j = i + 1; j < n; ++j) {
      rest -= lu[i + j * n] * x[j];
    }
    x[i] = rest / lu[i + i * n];
  }
}

#if defined(__x86_64__) && defined(__GNUC__)
#define PLUMBLINE_WITH_AVX2 __attribute__((target("avx2"), flatten))
bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#else
#define PLUMBLINE_WITH_AVX2
bool has_avx2() { return false; }
#endif
PLUMBLINE_WITH_AVX2 bool eliminate_avx2(double* lu, Eigen::Index* order, const double* a,
                                        Eigen::Index n) {
  return eliminate_here(lu, order, a, n);
}
PLUMBLINE_WITH_AVX2 void substitute_avx2(const double* lu, double* x, Eigen::Index n) {
  substitute_here(lu, x, n);
}

PLUMBLINE_WITH_FMA bool eliminate_with_fma(matrix<double_double>& lu, rows& order,
                                           const matrix<double_double>& a, double_double& term) {
  return eliminate<double_double>(lu, order, a, term);
}
PLUMBLINE_WITH_FMA void substitute_with_fma(const matrix<double_double>& lu, const rows& order,
                                            const vector<double_double>& b,
                                            vector<double_double>& x) {
  add_up_and_divide(lu, order, b, x);
}

}  // namespace

bool eliminate(matrix<double>& lu, rows& order, const matrix<double>& a, double& /*term*/) {
  return has_avx2() ? eliminate_avx2(lu.data(), order.data(), a.data(), a.rows())
                    : eliminate_here(lu.data(), order.data(), a.data(), a.rows());
}

void substitute(const matrix<double>& lu, const rows& order, const vector<double>& b,
                vector<double>& x) {
  const Eigen::Index n = lu.rows();
  for (Eigen::Index i = 0; i < n; ++i) {
    x[i] = b[order[static_cast<std::size_t>(i)]];
  }
  if (has_avx2()) {
    substitute_avx2(lu.data(), x.data(), n);
  } else {
    substitute_here(lu.data(), x.data(), n);
  }
}

bool eliminate(matrix<double_double>& lu, rows& order, const matrix<double_double>& a,
               double_double& term) {
  return has_fma() ? eliminate_with_fma(lu, order, a, term)
                   : eliminate<double_double>(lu, order, a, term);
}

void substitute(const matrix<double_double>& lu, const rows& order, const vector<double_double>& b,
                vector<double_double>& x) {
  if (has_fma()) {
    substitute_with_fma(lu, order, b, x);
  } else {
    add_up_and_divide(lu, order, b, x);
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses)
#define PLUMBLINE_ELIMINATION(T)                                                            \
  template bool eliminate<T>(matrix<T>&, std::vector<Eigen::Index>&, const matrix<T>&, T&); \
  template void substitute<T>(const matrix<T>&, const std::vector<Eigen::Index>&,           \
                              const vector<T>&, vector<T>&);
// NOLINTEND(bugprone-macro-parentheses)
#define PLUMBLINE_SCALAR(T) PLUMBLINE_ELIMINATION(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_ELIMINATION(tangent_number<double>)
PLUMBLINE_ELIMINATION(tangent_number<mp>)
#undef PLUMBLINE_ELIMINATION
template bool eliminate<mp64, true>(matrix<mp64>&, rows&, const matrix<mp64>&, mp64&);
template bool eliminate<mp, true>(matrix<mp>&, rows&, const matrix<mp>&, mp&);
template void substitute<mp64, true>(const matrix<mp64>&, const rows&, const vector<mp64>&,
                                     vector<mp64>&);
template void substitute<mp, true>(const matrix<mp>&, const rows&, const vector<mp>&, vector<mp>&);

}  // namespace plumbline::detail
