// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What limits the step of a Taylor series besides the terms that are seen. A force that is nothing at the point of expansion, such as
// that of a wall e^(−100 x) far away or of a narrow pulse long before, shows in no sum of the states, so that their terms alone would let
// a step jump over it. With N the order and g a function of time in the equations:
//
//   Quotients f/g, and roots and logarithms of g. Their series end at the nearest zero of g in the complex plane where f is not zero,
//   too. There is no zero where Σ_{k>0} |g_k| h^k is at most |g|; a longer step is one with which the terms of the quotient itself fall
//   by 2^(−bits/4) to the order N, as those of √(x²) do at x = 0. Of a mass matrix the entries of the diagonal are divisors.
//
//   Exponentials e^g. The terms are those of e^g0 M^k/k! with M = Σ_{k>0} |g_k| h^k, which grow until k = M: where M > N, they would
//   still grow at the order N. So M is at most (N + 1)/2, or so small that |g| stays beyond what shows: e^−|g| < 2^−(bits + 64) all
//   the way. In a divisor, as in 1/(1 + e^−g) and in tanh = sinh/cosh, an exponential that falls loses digits: the recurrence of
//   1/e^−g sums terms of both signs whose moduli are those of e^2M, where the result is e^M. There M is at most 2.
//
//   Products of powers Π g_i^n_i, which are exponentials of Σ n_i log g_i; in a sum, what every term has of them. Where g has a zero of
//   the order m, g^n has one of the order m n. If all these orders sum to (N + 1)/2 at most, the terms of the product are seen. If not,
//   the smallest of them are left out as far as they sum to (N + 1)/4, and of the others Σ_{k>0} |g_k| h^k is at most |g| times what
//   is left of (N + 1)/2 over the sum of their n, or so small that |g| stays below what shows, 2^−(bits + 64)/n.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace plumbline {

/// The row of the argument of an exponential in the recurrences of a differential equation.
struct exponential_argument {
  int row;
  bool divides;  ///< the exponential is divided by
};

/// A power of a row, with n from `low` to `high`, or n in a row of its own.
struct power_factor {
  int row;
  double low;
  double high;
  int power_row = -1;
};

/// A row that is a quotient, a root or a logarithm, and the rows whose zeros end its series.
struct quotient_row {
  int row;
  std::vector<int> divisors;
};

/// What limits the steps of a differential equation.
struct steep_rows {
  std::vector<exponential_argument> exponentials;
  std::vector<std::vector<power_factor>> products;
  std::vector<quotient_row> quotients;
};

namespace detail {

constexpr double bits_before = 64;  ///< of what stands before an exponential or a power

/// log2 of the longest step with which the terms of a row fall by 2^(−bits/4) from the first third of the orders, without k = 0, to N. +∞
/// where the last third vanishes, −∞ where the first does and the last does not.
template <class Size>
double log2_step_of_falling_terms(int row, int order, double bits, const Size& size) {
  constexpr double share = 0.25;
  const int last = order - 1;
  double log2_step = std::numeric_limits<double>::infinity();
  for (int k = last - last / 3; k <= last; ++k) {
    const double term = size(row, k);
    if (!std::isfinite(term)) {
      continue;
    }
    double longest = -std::numeric_limits<double>::infinity();
    for (int j = 1; j <= std::max(1, last / 3); ++j) {
      longest = std::max(longest, (size(row, j) - term - share * bits * k / last) / (k - j));
    }
    log2_step = std::min(log2_step, longest);
  }
  return log2_step;
}

/// The first k with a term, over a step of 2^log2_h or a shorter one in which the terms fall, where that of k = 0 is nothing beside the
/// largest; 1 where it is something. Coefficients alone say less: those of sin(60 t) grow to 2^83.
template <class Size>
int order_of_zero(int row, int order, double bits, double log2_h, const Size& size) {
  const double now = size(row, 0);
  if (std::isfinite(now) && !(now < size(row, 1) + log2_h - bits)) {
    return 1;
  }
  const double falls = log2_step_of_falling_terms(row, order, bits, size);
  const double within = std::isfinite(falls) ? std::min(falls, log2_h) : log2_h;
  const auto term = [&](int k) { return size(row, k) + k * within; };
  double largest = -std::numeric_limits<double>::infinity();
  for (int k = 1; k < order; ++k) {
    largest = std::max(largest, term(k));
  }
  int k = 1;
  if (now < largest - bits) {
    while (k < order - 1 && term(k) < largest - bits) {
      ++k;
    }
  }
  return k;
}

/// log2 of the longest step with which g changes no more than that; the sum is taken for twice its largest term.
template <class Size>
double log2_step_of_change(int row, double log2_change, int order, const Size& size) {
  double log2_step = std::numeric_limits<double>::infinity();
  for (int k = 1; k < order; ++k) {
    if (const double term = size(row, k); std::isfinite(term)) {
      log2_step = std::min(log2_step, (log2_change - 1 - term) / k);
    }
  }
  return log2_step;
}

/// log2 of the longest step over which e^g is followed, or stays nothing.
template <class Size>
double log2_step_of_exponential(const exponential_argument& g, int order, double bits,
                                const Size& size) {
  constexpr double most_in_divisor = 2;
  const double until_it_shows =
      std::exp2(size(g.row, 0)) - (bits_before + bits) * std::numbers::ln2;
  const double while_it_shows = g.divides ? most_in_divisor : (order + 1) / 2.;
  return log2_step_of_change(g.row, std::log2(std::max(while_it_shows, until_it_shows)), order,
                             size);
}

/// log2 of the longest step over which the product is followed, or stays nothing; +∞ where its terms are seen in a step of 2^log2_h.
template <class Size>
double log2_step_of_product(const std::vector<power_factor>& product, int order, double bits,
                            double log2_h, const Size& size) {
  struct part {
    const power_factor* factor;
    double n;
    double degree;  ///< m n
  };
  constexpr double largest = 1000;  // log2: beyond, a double overflows
  const double half_order = (order + 1) / 2.;
  const auto part_of = [&](const power_factor& f) {
    const double n = f.power_row < 0 ? f.low : std::exp2(size(f.power_row, 0));
    return part{&f, n, n * order_of_zero(f.row, order, bits, log2_h, size)};
  };
  double all = 0;
  for (const power_factor& f : product) {
    all += part_of(f).degree;
  }
  double log2_step = std::numeric_limits<double>::infinity();
  if (!(all > half_order)) {
    return log2_step;
  }
  std::vector<part> parts(product.size());
  std::ranges::transform(product, parts.begin(), part_of);
  std::ranges::sort(parts, {}, &part::degree);
  auto first = parts.begin();
  double left_out = 0;
  while (first != parts.end() && left_out + first->degree <= half_order / 2) {
    left_out += first->degree;
    ++first;
  }
  double sum = 0;
  for (auto p = first; p != parts.end(); ++p) {
    sum += std::max(p->n, p->factor->high);
  }
  for (auto p = first; p != parts.end(); ++p) {
    const double now = size(p->factor->row, 0);
    const double below_what_shows =
        std::exp2(-(bits_before + bits) / p->n) - std::exp2(std::min(now, largest));
    double change = now + std::log2((half_order - left_out) / sum);
    if (below_what_shows > 0) {
      change = std::max(change, std::log2(below_what_shows));
    }
    log2_step = std::min(log2_step, log2_step_of_change(p->factor->row, change, order, size));
  }
  return log2_step;
}

}  // namespace detail

/// log2 of the longest step up to 2^log2_step that these rows allow; size(row, k) is log2 |g_k|, k < order.
template <class Size>
double limited_step(double log2_step, const steep_rows& rows, int order, double bits,
                    const Size& size) {
  for (const exponential_argument& g : rows.exponentials) {
    log2_step = std::min(log2_step, detail::log2_step_of_exponential(g, order, bits, size));
  }
  for (const auto& product : rows.products) {
    log2_step =
        std::min(log2_step, detail::log2_step_of_product(product, order, bits, log2_step, size));
  }
  for (const quotient_row& q : rows.quotients) {
    double to_zeros = log2_step;
    for (const int divisor : q.divisors) {
      to_zeros =
          std::min(to_zeros, detail::log2_step_of_change(divisor, size(divisor, 0), order, size));
    }
    if (to_zeros < log2_step) {
      const double falls = detail::log2_step_of_falling_terms(q.row, order, bits, size);
      log2_step = std::min(log2_step, std::max(to_zeros, falls));
    }
  }
  return log2_step;
}

}  // namespace plumbline
