// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table as a function of the numbers that are printed in it, and its order conditions as functions of these: what the
// audit and the refinement have in common.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/math/order_conditions.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plumbline::detail {

/// A decimal literal with many digits, wherever it stands in the table: all places with the same digits are one.
struct printed_number {
  std::string text;  ///< without sign
  int decimals = 0;
};

/// Which weights of a table: b, or the embedded bhat.
enum class weights { main, embedded };

class table_numbers {
 public:
  explicit table_numbers(const scheme_table& table);

  const scheme_table& table() const { return table_; }
  const std::vector<printed_number>& printed() const { return printed_; }
  /// True when every coefficient is an exact rational number once the literals are read as they stand.
  bool is_rational() const { return rational_; }
  /// True for fractions with so large a denominator that they may be approximations: 14005451/335480064.
  bool has_long_fractions() const { return long_fractions_; }
  /// Of the literal with the fewest; 0 without literals.
  int decimals() const { return decimals_; }
  /// The same of those on which a set of weights and its stages depend: those of bhat say nothing of b.
  int decimals(weights of) const;

  /// The values of the literals in the working precision.
  std::vector<mp> literals() const;
  /// The values of table().coefficients for these values of the literals; nothing for a table that is computed.
  std::vector<mp> values(const std::vector<mp>& literals) const;
  /// The same with a [define]d name fixed to a value.
  std::vector<mp> values_with(const std::string& name, const mp& value) const;
  scheme_coefficients<mp> coefficients(const std::vector<mp>& literals) const;
  scheme_coefficients<mp> coefficients() const { return coefficients(literals()); }
  /// The place or the places of a literal: "gamma[1], gamma[3]".
  std::string places_of(std::size_t literal) const;

 private:
  std::string marked(const std::string& text);
  int decimals_in(const expression& formula) const;
  void mark_all();

  scheme_table table_;
  std::vector<printed_number> printed_;
  std::map<std::string, expression> definitions_;
  std::vector<expression> formulas_;
  bool rational_ = false;
  bool long_fractions_ = false;
  int longest_ = 0;  ///< decimals of a literal
  int decimals_ = 0;
};

/// What the rounding of the last printed digits can make of each residual r, which are a function of the printed numbers.
std::vector<mp> rounding_bounds(
    const table_numbers& numbers, const std::vector<mp>& r,
    const std::function<std::vector<mp>(const std::vector<mp>& literals)>& residuals_for);

/// The order conditions of a table up to an order, and how a table is put into them.
class table_conditions {
 public:
  table_conditions(const scheme_table& table, int order);

  const order_conditions& conditions() const { return conditions_; }
  std::vector<mp> residuals(const scheme_coefficients<mp>& x, weights of = weights::main) const;

  /// The largest order for which the conditions are made; of a galerkin table those of its quadrature.
  static int most_order(const scheme_table& table);
  static bool exist(const scheme_table& table) { return table.kind != table_kind::galerkin; }

 private:
  static order_conditions make(const scheme_table& table, int order);
  bool as_nystrom_;
  order_conditions conditions_;
};

/// The largest |r_k| of conditions of each order, from 1.
std::vector<mp> largest_by_order(const order_conditions& conditions, const std::vector<mp>& r);

/// x of the unknown literals such that all conditions up to the order hold, to `digits` digits, from the literals as
/// printed. Where the conditions leave some of them free, those keep their printed digits.
std::vector<mp> solve_conditions_partly(const table_numbers& numbers, int order, int digits);

/// What is done with numbers that the equations leave free.
enum class free_numbers { refused, kept };

/// Newton's iteration for f(x) = 0, more equations than unknowns where they are consistent: as many independent ones as
/// there are unknowns are solved, the others are checked. `start` in any precision; the result has `digits` digits.
/// Throws invalid_input where the equations leave unknowns free that are not kept, or the iteration fails; `what` names
/// the problem.
std::vector<mp> solve_overdetermined(
    const std::function<std::vector<mp>(const std::vector<mp>&)>& f, const std::vector<mp>& start,
    int digits, const std::string& what, free_numbers rest = free_numbers::refused);

}  // namespace plumbline::detail
