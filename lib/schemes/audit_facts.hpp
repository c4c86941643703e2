// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the coefficients of a table say of it: the order conditions that hold, symmetry, symplecticity, what every step
// keeps. All of it in the precision of the scope.
#pragma once

#include "schemes/audit_numbers.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/dense_output.hpp>

#include <optional>
#include <string>

namespace plumbline::detail {

inline constexpr int audit_digits = 300;
/// Digits to which a residual must vanish to count as zero.
inline constexpr int exact_digits = 270;
/// The conditions of dense output are looked at up to this order.
inline constexpr int most_dense_order = 8;

/// What the conditions say of one set of weights.
struct order_findings {
  int order = 0;               ///< to the tolerance
  int exact = 0;               ///< exactly
  bool reached_limit = false;  ///< all conditions that were made hold
  mp largest;                  ///< |residual| of the conditions up to the order
  std::string failing;
  std::string drawing;
};

/// Σ b_i c_i^{k−1} − 1/k: the condition of order k on a quadrature, and its text.
mp quadrature_residual(const scheme_coefficients<mp>& x, int k);
std::string quadrature_text(int k);

/// The order of a quadrature: its conditions hold for k up to it. Orders above `most` are not looked at.
int quadrature_order(const scheme_coefficients<mp>& x, const mp& tolerance, int most);

/// The order of one set of weights; tell() is told what it costs. With few decimals the conditions of a higher order may hold to the
/// tolerance, too, and those of the order may not. Then the order is the one up to which rounding explains the residuals.
order_findings find_order(const table_numbers& numbers, const scheme_coefficients<mp>& x,
                          weights of, const cost_listener& tell = {});

/// The conditions for y′ = f(y, t) are looked at up to this order: there are 16,000 of order 8.
inline constexpr int most_order_with_time = 8;
/// The order of a Runge–Kutta table for y′ = f(y, t), at most `order`, which it has for y′ = f(y): it is lower where c is not the row
/// sums of A, and not by chance the same. `order` where all conditions hold that are looked at.
int order_with_time(const scheme_coefficients<mp>& x, const mp& tolerance, int order);

/// How large the error of the next order is.
struct error_size {
  mp constant;
  bool is_of_words = false;  ///< of a composition whose base is no partitioned Runge–Kutta method
  int order = 0;             ///< of the conditions that it is the norm of, less one
};

/// One definition for every kind of table, so that it belongs to the map and not to the way in which it is written:
///
///   E² = Σ_t (1/σ(t))² ½ Σ_{root q, p} (φ − 1/γ)²      t: rooted trees with p + 1 vertices, coloured in turn
///
/// A Runge–Kutta method has the same φ for both colours of the root: E is the 2-norm over rooted trees. Splittings, and
/// compositions over them, are partitioned methods on H = T(p) + V(q), where these are the trees that there are; the trees of
/// Nyström methods, where T is quadratic, are those in which no vertex of q has two branches. For a composition over any
/// other base it is the 2-norm over the words of that base. p is the order of the table, on H = T(p) + V(q) where that is
/// what counts: a partitioned table may have a higher order there.
error_size find_error_constant(const scheme_table& table, const scheme_coefficients<mp>& x,
                               const mp& tolerance, int order);

struct table_findings {
  order_findings main;
  std::optional<order_findings> embedded;
  bool symmetric = false;
  bool symplectic = false;
};

table_findings find_facts(const table_numbers& numbers, const scheme_coefficients<mp>& x,
                          const cost_listener& tell = {});

/// Whether a step backwards undoes a step, and whether steps keep the symplectic form, by the coefficients.
bool is_symmetric(const scheme_table& table, const scheme_coefficients<mp>& x, const mp& tolerance);
bool is_symplectic(const scheme_table& table, const scheme_coefficients<mp>& x,
                   const mp& tolerance);
/// What must be zero for the second, of Runge–Kutta and Nyström tables; nothing for the other kinds.
std::vector<mp> symplecticity_residuals(const scheme_table& table,
                                        const scheme_coefficients<mp>& x);

/// What every step keeps of the invariants of the flow.
conserved_set conserved(const scheme_table& table, bool symplectic);

/// The tolerance of printed decimals, of exact values, and of long fractions, which approximate other numbers.
mp tolerance_of(const table_numbers& numbers, weights of);

/// Whether there are enough decimals, or exact numbers, for the tolerance to tell high orders from one another.
bool tell_high_orders(const table_numbers& numbers, weights of);

/// Dense output beside the coefficients, so that its printed digits count, too.
scheme_table with_dense(const scheme_table& table);

/// The order of the dense output; printed decimals of its own count, too.
std::optional<dense_facts> find_dense(const scheme_table& table);

}  // namespace plumbline::detail
