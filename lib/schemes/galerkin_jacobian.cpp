// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The two stages of schemes/galerkin_jacobian.hpp in double as products of matrices, four numbers at once by the compiler's
// vector extension. Nothing is contracted and each sum has its order, so the bits do not depend on the processor.
#include <plumbline/schemes/galerkin_jacobian.hpp>

#include <math/vector_anywhere.hpp>

#include <cstddef>

#if defined(__x86_64__) && defined(__GNUC__)
#define PLUMBLINE_WITH_AVX2 __attribute__((target("avx2"), flatten))
#endif

namespace plumbline::detail {

namespace {

constexpr std::size_t width = dense_jacobian::lanes;
using lanes::at_any;
using lanes::four_numbers;

/// r_k ← x a_k + y b_k
[[gnu::always_inline]] inline void combine(double* r, double x, const double* a, double y,
                                           const double* b, std::size_t count) {
  std::size_t k = 0;
  for (; k + width <= count; k += width) {
    at_any<four_numbers>(r + k).lanes =
        x * at_any<four_numbers>(a + k).lanes + y * at_any<four_numbers>(b + k).lanes;
  }
  for (; k < count; ++k) {
    r[k] = x * a[k] + y * b[k];
  }
}

[[gnu::always_inline]] inline void add_up_here(double* j, const dense_jacobian& d,
                                               const double* second, double* brackets,
                                               double* row) {
  const std::size_t n = d.n;
  const std::size_t square = n * n;
  const std::size_t stride = d.stride();
  // the brackets, by point, kind of row, column node, k, l
  const double* column = d.columns.data();
  for (std::size_t i = 0; i < d.points; ++i) {
    const double* const qq = second + 4 * i * square;
    const double* const qv = qq + square;
    const double* const vv = qv + square;
    const double* const vq = vv + square;
    double* const by_position = brackets + 2 * i * stride;
    double* const by_velocity = by_position + stride;
    for (std::size_t b = 0; b < d.s; ++b, column += 2) {
      combine(by_position + b * square, column[0], qq, column[1], qv, square);
      combine(by_velocity + b * square, column[0], vq, column[1], vv, square);
    }
  }
  // the sums of the row node a
  const std::size_t terms = 2 * d.points;
  const std::size_t rows = n * (d.s + 1);
  for (std::size_t a = 0; a <= d.s; ++a) {
    const double* const weight = d.rows.data() + a * terms;
    std::size_t c = 0;
    for (; c + 2 * width <= stride; c += 2 * width) {
      four_numbers first = {};
      four_numbers next = {};
      const double* b = brackets + c;
      for (std::size_t m = 0; m < terms; ++m, b += stride) {
        first += weight[m] * at_any<four_numbers>(b).lanes;
        next += weight[m] * at_any<four_numbers>(b + width).lanes;
      }
      at_any<four_numbers>(row + c).lanes = first;
      at_any<four_numbers>(row + c + width).lanes = next;
    }
    if (c < stride) {
      four_numbers sum = {};
      const double* b = brackets + c;
      for (std::size_t m = 0; m < terms; ++m, b += stride) {
        sum += weight[m] * at_any<four_numbers>(b).lanes;
      }
      at_any<four_numbers>(row + c).lanes = sum;
    }
    const double* next = row;
    for (std::size_t b = 0; b < d.s; ++b) {
      double* const block = j + b * n * rows + a * n;
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t l = 0; l < n; ++l) {
          block[l * rows + k] = *next++;
        }
      }
    }
  }
}

void add_up_anywhere(double* j, const dense_jacobian& d, const double* second, double* brackets,
                     double* row) {
  add_up_here(j, d, second, brackets, row);
}
#ifdef PLUMBLINE_WITH_AVX2
PLUMBLINE_WITH_AVX2 void add_up_avx2(double* j, const dense_jacobian& d, const double* second,
                                     double* brackets, double* row) {
  add_up_here(j, d, second, brackets, row);
}
#endif

}  // namespace

void dense_jacobian::add_up(double* j, const double* second) {
#ifdef PLUMBLINE_WITH_AVX2
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  const auto run = has_avx2 ? add_up_avx2 : add_up_anywhere;
#else
  const auto run = add_up_anywhere;
#endif
  run(j, *this, second, brackets.data(), row.data());
}

}  // namespace plumbline::detail
