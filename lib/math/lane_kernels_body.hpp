// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The loops of lane_kernels.hpp for one kind of processor. lane_kernels.cpp includes this file once for each kind, in a
// namespace of its own that has `lanes_at_once`, the lanes of a vector register; so there is no #pragma once.

// NOLINTBEGIN(misc-definitions-in-headers)

using numbers = double __attribute__((vector_size(8 * lanes_at_once), may_alias));
using mask = std::int64_t __attribute__((vector_size(8 * lanes_at_once), may_alias));
constexpr std::size_t step = lanes_at_once;

/// The lanes of a register from number k on.
PLUMBLINE_INLINE const numbers& at(const double* p, std::size_t k) {
  return *reinterpret_cast<const numbers*>(p + k);  // NOLINT
}
PLUMBLINE_INLINE numbers& at(double* p, std::size_t k) {
  return *reinterpret_cast<numbers*>(p + k);  // NOLINT
}
PLUMBLINE_INLINE const mask& at(const std::int64_t* p, std::size_t k) {
  return *reinterpret_cast<const mask*>(p + k);  // NOLINT
}
PLUMBLINE_INLINE mask& at(std::int64_t* p, std::size_t k) {
  return *reinterpret_cast<mask*>(p + k);  // NOLINT
}

/// Whether a lane of the mask is set.
PLUMBLINE_INLINE bool any(const mask& m) {
  std::int64_t all = 0;
  for (std::size_t k = 0; k < step; ++k) {
    all |= m[k];
  }
  return all != 0;
}

/// r = |x|
PLUMBLINE_INLINE void absolute(numbers& r, const numbers& x) {
  constexpr std::int64_t without_sign = INT64_MAX;
  r = reinterpret_cast<numbers>(reinterpret_cast<mask>(x) & without_sign);
}

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
  const auto entry = [&](int i, int j) __attribute__((always_inline)) { return j * n + i; };
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

void factor(const factors::view& f) {
  for_chunks(
      f, [&]<int n>(std::size_t k) __attribute__((always_inline)) { factor_chunk<n>(f, k); });
}
void solve_factored(const factors::view& f, const double* const* b, double* const* x) {
  for_chunks(
      f, [&]<int n>(std::size_t k) __attribute__((always_inline)) { solve_chunk<n>(f, b, x, k); });
}

void find_largest(double* r, const double* const* x, std::size_t count, std::size_t width) {
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

void choose_lanes(double* r, const std::int64_t* m, const double* a, const double* b,
                  std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    at(r, k) = at(m, k) != 0 ? at(a, k) : at(b, k);
  }
}

void subtract_lanes(double* r, const double* a, const double* b, std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    at(r, k) = at(a, k) - at(b, k);
  }
}

void run_sums_of(const sums::sum* first, const sums::sum* last, const sums::term* terms,
                 std::size_t width, bool same_weights, const std::int64_t* chosen) {
  if (chosen != nullptr) {
    same_weights ? run_sums<true, true>(first, last, terms, width, chosen)
                 : run_sums<false, true>(first, last, terms, width, chosen);
  } else {
    same_weights ? run_sums<true, false>(first, last, terms, width, chosen)
                 : run_sums<false, false>(first, last, terms, width, chosen);
  }
}

/// x and y nearly agree, so that their rounded logarithms might be in another order.
PLUMBLINE_INLINE void doubt(mask& doubtful, const mask& where, const numbers& x, const numbers& y) {
  constexpr double safe = 1e-9;
  numbers distance;
  absolute(distance, x - y);
  const mask certain = distance > safe * (x + y);
  doubtful = doubtful | (where & ~certain);
}

/// The lanes of a register. Returns the mask of those that are left to judge_lane().
PLUMBLINE_INLINE void judge_some(const newton_masks& m, int iteration,
                                 const correction_sizes& sizes, std::size_t k, double least_ratio,
                                 mask& doubtful) {
  constexpr double smallest = 1e-120;
  constexpr double most = 1e120;
  const numbers size = at(sizes.size, k);
  const numbers unknowns = at(sizes.unknowns, k);
  const numbers before = at(sizes.before, k);
  numbers& wrong = at(sizes.wrong, k);
  wrong = at(m.renews, k) != 0 ? size / unknowns : wrong;
  const mask active = at(m.active, k) & ~at(m.solved, k);
  const numbers unit = unknowns * 0x1p-52;
  mask fits = (size > smallest) & (size < most) & (unknowns > smallest) & (unknowns < most);
  doubtful = mask{};
  // size + 2 < unit
  const mask small = 4 * size < unit;
  doubt(doubtful, active, 4 * size, unit);
  mask solved = small;
  mask poor = {};
  mask renews = {};
  if (iteration == 1) {
    // size + 1 > unknowns: the guess has no digit
    poor = ~small & (2 * size > unknowns);
    doubt(doubtful, active, 2 * size, unknowns);
  } else {
    fits = fits & (before > smallest) & (before < most);
    // size + 1 < before
    const mask shrinks = 2 * size < before;
    doubt(doubtful, active, 2 * size, before);
    // the next correction, of the size 2 size - before, is 6 below the unit: see correction_judge::margin()
    constexpr double margin = 64;
    mask is_last = margin * size * size < before * unit;
    doubt(doubtful, active & shrinks, margin * size * size, before * unit);
    // the same where the gain is twice the bits that were right: see correction_judge::believed_gain()
    const numbers most_wrong = wrong < 1.0 ? wrong : wrong * 0.0 + 1.0;
    const numbers least = margin * size * most_wrong * most_wrong;
    is_last = is_last & (least < unit);
    doubt(doubtful, active & shrinks, least, unit);
    if (iteration == 2) {
      // where the gain is 4 (unknowns - before) + 8
      const numbers guess = before / unknowns;
      const numbers by_guess = size * (guess * guess) * (guess * guess);
      constexpr double gain = 256;
      is_last = is_last & (margin * by_guess < gain * unit);
      doubt(doubtful, active & shrinks, margin * by_guess, gain * unit);
    }
    // size < scale + 1 - 53 + 12
    const mask floor = size < unknowns * 0x1p-40;
    doubt(doubtful, active & ~shrinks, size, unknowns * 0x1p-40);
    solved = small | (shrinks & is_last) | (~shrinks & floor);
    poor = ~small & ~shrinks & ~floor;
    // before - size < least_gain
    renews = before < least_ratio * size;
    doubt(doubtful, active, before, least_ratio * size);
  }
  doubtful = doubtful | (active & ~fits);
  const mask goes_on = active & ~solved & ~poor;
  at(m.solved, k) = at(m.solved, k) | (active & solved & ~doubtful);
  at(m.active, k) = goes_on & ~doubtful;
  at(m.renews, k) = goes_on & renews & ~doubtful;
  at(m.keeps, k) = goes_on & ~renews & ~doubtful;
}

lanes_left judge_all(const newton_masks& m, int iteration, const correction_sizes& sizes,
                     std::size_t width, double least_gain) {
  const double least_ratio = std::exp2(least_gain);
  mask renew = {};
  mask keep = {};
  for (std::size_t k = 0; k < width; k += step) {
    mask doubtful;
    judge_some(m, iteration, sizes, k, least_ratio, doubtful);
    if (any(doubtful)) {
      for (std::size_t l = 0; l < step; ++l) {
        if (doubtful[l] != 0) {
          judge_lane(m, iteration, sizes, k + l, least_gain);
        }
      }
    }
    at(sizes.before, k) = at(sizes.size, k);
    renew = renew | at(m.renews, k);
    keep = keep | at(m.keeps, k);
  }
  return {any(renew), any(keep)};
}

/// A number that is not finite, times 0, is not 0.
PLUMBLINE_INLINE void require_finite(mask& m, const numbers& x) { m = m & (x * 0.0 == 0.0); }

void keep_finite(std::int64_t* m, const double* const* x, std::size_t count, std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    mask finite = at(m, k);
    for (std::size_t i = 0; i < count; ++i) {
      require_finite(finite, at(x[i], k));
    }
    at(m, k) = finite;
  }
}

void judge_residuals_of(const newton_masks& m, std::int64_t* corrects, const std::int64_t* factored,
                        int iteration, const double* size, double* all_first, std::size_t width) {
  // where twice the first one is nearly reached, the logarithms of chord_from_guess decide, in a step alone
  constexpr double nearly = 1 - 1e-9;
  for (std::size_t k = 0; k < width; k += step) {
    const mask active = at(m.active, k);
    const numbers norm = at(size, k);
    numbers& first = at(all_first, k);
    mask stays = active & (at(factored, k) | ~at(m.renews, k));
    require_finite(stays, norm);
    if (iteration == 1) {
      first = active != 0 ? norm : first;
    } else {
      stays = stays & ~(norm > 2 * nearly * first);
    }
    const mask zero = norm == 0.0;
    at(m.active, k) = stays;
    at(m.solved, k) = at(m.solved, k) | (stays & zero);
    at(corrects, k) = stays & ~zero;
  }
}

void add_where(const std::int64_t* m, double* const* x, const double* const* dx, std::size_t count,
               std::size_t width) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < width; k += step) {
      numbers& r = at(x[i], k);
      r = at(m, k) != 0 ? r + at(dx[i], k) : r;
    }
  }
}

constexpr kernels all = {&run_sums_of,        &factor,         &solve_factored, &find_largest,
                         &choose_lanes,       &subtract_lanes, &judge_all,      &keep_finite,
                         &judge_residuals_of, &add_where};

// NOLINTEND(misc-definitions-in-headers)
