// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/lane_algebra.hpp"

#include "math/lane_vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace plumbline::lanes {

namespace {

constexpr std::size_t step = vector_width;

/// `chunks` vectors of a sum from lane k on, side by side, because the additions of one wait for each other.
template <bool same_weights, bool masked, int chunks>
PLUMBLINE_INLINE void run_sum(const sums::sum& s, const sums::term* t, const sums::term* end,
                              std::size_t k, const std::int64_t* chosen) {
  numbers total[chunks];
  const auto for_all = [k](auto f) __attribute__((always_inline)) {
#pragma GCC unroll 4
    for (int c = 0; c < chunks; ++c) {
      f(c, k + static_cast<std::size_t>(c) * step);
    }
  };
  for_all([&](int c, std::size_t) __attribute__((always_inline)) { total[c] = numbers{}; });
  const auto take = [&](bool first) __attribute__((always_inline)) {
    const double* const x = t->x;
    const double* const w = t->weight;
    if (w == nullptr) {
      for_all([&](int c, std::size_t l) __attribute__((always_inline)) {
        total[c] = first ? at(x, l) : total[c] + at(x, l);
      });
    } else {
      for_all([&](int c, std::size_t l) __attribute__((always_inline)) {
        numbers product;
        if constexpr (same_weights) {
          product = *w * at(x, l);
        } else {
          product = at(w, l) * at(x, l);
        }
        total[c] = first ? product : total[c] + product;
      });
    }
  };
  if (!s.from_zero && t != end) {
    take(true);
    ++t;
  }
  for (; t != end; ++t) {
    take(false);
  }
  for_all([&](int c, std::size_t l) __attribute__((always_inline)) {
    numbers& r = at(s.r, l);
    if constexpr (masked) {
      r = at(chosen, l) != 0 ? total[c] : r;
    } else {
      r = total[c];
    }
  });
}

template <bool same_weights, bool masked>
PLUMBLINE_INLINE void run_sums(const sums::sum* first, const sums::sum* last,
                               const sums::term* terms, std::size_t width,
                               const std::int64_t* chosen) {
  constexpr int chunks = 4;
  const sums::term* const begin = terms;
  for (const sums::sum* s = first; s != last; ++s) {
    const sums::term* const end = begin + s->end;
    std::size_t k = 0;
    for (; k + chunks * step <= width; k += chunks * step) {
      run_sum<same_weights, masked, chunks>(*s, terms, end, k, chosen);
    }
    for (; k < width; k += step) {
      run_sum<same_weights, masked, 1>(*s, terms, end, k, chosen);
    }
    terms = end;
  }
}

/// Matrices of up to this size stand in registers while they are factored.
constexpr int most_in_registers = 4;

/// `fixed` is n where that is known when this is compiled, otherwise 0.
template <int fixed>
PLUMBLINE_INLINE void factor_chunk(const factors::view& f, std::size_t k) {
  const int n = fixed > 0 ? fixed : f.n;
  const auto entry = [n](int i, int j) __attribute__((always_inline)) { return j * n + i; };
  numbers local[fixed > 0 ? fixed * fixed : 1];
  const auto lu = [&](int i, int j) __attribute__((always_inline))->numbers& {
    if constexpr (fixed > 0) {
      return local[entry(i, j)];
    } else {
      return at(f.lu[entry(i, j)], k);
    }
  };
  numbers zero = {};
#pragma GCC unroll 4
  for (int j = 0; j < n; ++j) {
#pragma GCC unroll 4
    for (int i = 0; i < n; ++i) {
      const numbers& a = at(f.matrix[entry(i, j)], k);
      lu(i, j) = a;
      zero = zero + a * 0.0;  // NaN where an entry is not finite
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i) {
    at(f.order[i], k) = mask{} + i;
  }
  mask ok = zero == 0.0;
#pragma GCC unroll 4
  for (int c = 0; c < n; ++c) {
    numbers best;
    absolute(best, lu(c, c));
    mask pivot = mask{} + c;
#pragma GCC unroll 4
    for (int i = c + 1; i < n; ++i) {
      numbers size;
      absolute(size, lu(i, c));
      const mask larger = best < size;
      best = larger ? size : best;
      pivot = larger ? mask{} + i : pivot;
    }
    numbers column = {};
#pragma GCC unroll 4
    for (int i = 0; i < n; ++i) {
      numbers size;
      absolute(size, at(f.matrix[entry(i, c)], k));
      column = column < size ? size : column;
    }
    ok = ok & (best * 0.0 == 0.0) & (column * std::numeric_limits<double>::epsilon() < best);
#pragma GCC unroll 4
    for (int i = c + 1; i < n; ++i) {
      const mask swaps = pivot == i;
      if (fixed == 0 && !any(swaps)) {
        continue;
      }
#pragma GCC unroll 4
      for (int j = 0; j < n; ++j) {
        numbers& a = lu(c, j);
        numbers& b = lu(i, j);
        const numbers old = a;
        a = swaps ? b : old;
        b = swaps ? old : b;
      }
      mask& a = at(f.order[c], k);
      mask& b = at(f.order[i], k);
      const mask old = a;
      a = swaps ? b : old;
      b = swaps ? old : b;
    }
#pragma GCC unroll 4
    for (int i = c + 1; i < n; ++i) {
      lu(i, c) = lu(i, c) / lu(c, c);
    }
#pragma GCC unroll 4
    for (int j = c + 1; j < n; ++j) {
#pragma GCC unroll 4
      for (int i = c + 1; i < n; ++i) {
        lu(i, j) = lu(i, j) - lu(i, c) * lu(c, j);
      }
    }
  }
  at(f.ok, k) = ok;
  if constexpr (fixed > 0) {
#pragma GCC unroll 16
    for (int e = 0; e < fixed * fixed; ++e) {
      at(f.lu[e], k) = local[e];
    }
  }
}

template <int fixed>
PLUMBLINE_INLINE void solve_chunk(const factors::view& f, const double* const* b, double* const* x,
                                  std::size_t k) {
  const int n = fixed > 0 ? fixed : f.n;
  numbers local[fixed > 0 ? fixed : 1];
  const auto lu = [&](int i, int j) __attribute__((always_inline))->const numbers& {
    return at(static_cast<const double*>(f.lu[j * n + i]), k);
  };
  const auto unknown = [&](int i) __attribute__((always_inline))->numbers& {
    if constexpr (fixed > 0) {
      return local[i];
    } else {
      return at(x[i], k);
    }
  };
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i) {
    const mask order = at(f.order[i], k);
    numbers sum = at(b[0], k);
#pragma GCC unroll 4
    for (int j = 1; j < n; ++j) {
      sum = order == j ? at(b[j], k) : sum;
    }
#pragma GCC unroll 4
    for (int j = 0; j < i; ++j) {
      sum = sum - lu(i, j) * unknown(j);
    }
    unknown(i) = sum;
  }
#pragma GCC unroll 4
  for (int i = n - 1; i >= 0; --i) {
    numbers sum = unknown(i);
#pragma GCC unroll 4
    for (int j = i + 1; j < n; ++j) {
      sum = sum - lu(i, j) * unknown(j);
    }
    unknown(i) = sum / lu(i, i);
  }
  if constexpr (fixed > 0) {
#pragma GCC unroll 4
    for (int i = 0; i < n; ++i) {
      at(x[i], k) = local[i];
    }
  }
}

/// Calls chunk.operator()<n>(k) for all lanes, with n = 0 where it is large.
template <int fixed = most_in_registers, class Chunk>
PLUMBLINE_INLINE void for_chunks(const factors::view& f, Chunk chunk) {
  if constexpr (fixed > 0) {
    if (f.n != fixed) {
      for_chunks<fixed - 1>(f, chunk);
      return;
    }
  }
  for (std::size_t k = 0; k < f.width; k += step) {
    chunk.template operator()<fixed>(k);
  }
}

PLUMBLINE_INLINE void factor(const factors::view& f) {
  for_chunks(
      f, [&]<int n>(std::size_t k) __attribute__((always_inline)) { factor_chunk<n>(f, k); });
}
PLUMBLINE_INLINE void solve_factored(const factors::view& f, const double* const* b,
                                     double* const* x) {
  for_chunks(
      f, [&]<int n>(std::size_t k) __attribute__((always_inline)) { solve_chunk<n>(f, b, x, k); });
}

PLUMBLINE_INLINE void find_largest(double* r, const double* const* x, std::size_t count,
                                   std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    numbers most = {};
    numbers zero = {};
    for (std::size_t i = 0; i < count; ++i) {
      numbers size;
      absolute(size, at(x[i], k));
      most = most < size ? size : most;
      zero = zero + size * 0.0;  // NaN where an entry is not finite
    }
    at(r, k) = most + zero;
  }
}

PLUMBLINE_INLINE void choose_lanes(double* r, const std::int64_t* m, const double* a,
                                   const double* b, std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    at(r, k) = at(m, k) != 0 ? at(a, k) : at(b, k);
  }
}

PLUMBLINE_INLINE void subtract_lanes(double* r, const double* a, const double* b,
                                     std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    at(r, k) = at(a, k) - at(b, k);
  }
}

PLUMBLINE_INLINE void run_sums_of(const sums::sum* first, const sums::sum* last,
                                  const sums::term* terms, std::size_t width, bool same_weights,
                                  const std::int64_t* chosen) {
  if (chosen != nullptr) {
    same_weights ? run_sums<true, true>(first, last, terms, width, chosen)
                 : run_sums<false, true>(first, last, terms, width, chosen);
  } else {
    same_weights ? run_sums<true, false>(first, last, terms, width, chosen)
                 : run_sums<false, false>(first, last, terms, width, chosen);
  }
}

/// The functions above, compiled for one kind of processor.
struct kernels {
  void (*sums)(const sums::sum*, const sums::sum*, const sums::term*, std::size_t, bool,
               const std::int64_t*);
  void (*factor)(const factors::view&);
  void (*solve)(const factors::view&, const double* const*, double* const*);
  void (*largest)(double*, const double* const*, std::size_t, std::size_t);
  void (*choose)(double*, const std::int64_t*, const double*, const double*, std::size_t);
  void (*subtract)(double*, const double*, const double*, std::size_t);
};

#define PLUMBLINE_KERNELS(name, attributes)                                                      \
  struct name {                                                                                  \
    attributes static void sums_(const sums::sum* a, const sums::sum* b, const sums::term* t,    \
                                 std::size_t width, bool same, const std::int64_t* m) {          \
      run_sums_of(a, b, t, width, same, m);                                                      \
    }                                                                                            \
    attributes static void factor_(const factors::view& f) { factor(f); }                        \
    attributes static void solve_(const factors::view& f, const double* const* b,                \
                                  double* const* x) {                                            \
      solve_factored(f, b, x);                                                                   \
    }                                                                                            \
    attributes static void largest_(double* r, const double* const* x, std::size_t count,        \
                                    std::size_t width) {                                         \
      find_largest(r, x, count, width);                                                          \
    }                                                                                            \
    attributes static void choose_(double* r, const std::int64_t* m, const double* a,            \
                                   const double* b, std::size_t width) {                         \
      choose_lanes(r, m, a, b, width);                                                           \
    }                                                                                            \
    attributes static void subtract_(double* r, const double* a, const double* b,                \
                                     std::size_t width) {                                        \
      subtract_lanes(r, a, b, width);                                                            \
    }                                                                                            \
    static constexpr kernels all = {&sums_, &factor_, &solve_, &largest_, &choose_, &subtract_}; \
  };

PLUMBLINE_KERNELS(anywhere, )
#if PLUMBLINE_TARGETS
PLUMBLINE_KERNELS(with_avx2, __attribute__((target(PLUMBLINE_AVX2))))
PLUMBLINE_KERNELS(with_avx512, __attribute__((target(PLUMBLINE_AVX512))))
#endif

const kernels& best() {
#if PLUMBLINE_TARGETS
  switch (this_processor()) {
    case processor::avx512:
      return with_avx512::all;
    case processor::avx2:
      return with_avx2::all;
    case processor::any:
      break;
  }
#endif
  return anywhere::all;
}

}  // namespace

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
  best().sums(sums_.data(), sums_.data() + sums_.size(), terms_.data(), width, same_weights,
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
void factors::compute() { best().factor(all()); }
void factors::solve(const std::vector<const double*>& b, const std::vector<double*>& x) const {
  best().solve(all(), b.data(), x.data());
}

void largest(double* r, const std::vector<const double*>& x, std::size_t width) {
  best().largest(r, x.data(), x.size(), width);
}
void choose(double* r, const std::int64_t* chosen, const double* a, const double* b,
            std::size_t width) {
  best().choose(r, chosen, a, b, width);
}
void subtract(double* r, const double* a, const double* b, std::size_t width) {
  best().subtract(r, a, b, width);
}

}  // namespace plumbline::lanes
