// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a scheme is, whatever it claims: order, symmetry, symplecticity, error constant and stability of a table, from its
// order conditions (math/order_conditions.hpp) and from steps that are made.
//
//   const audit_report report = audit(load_scheme("my-scheme.toml"));
//   for (const audit_row& row : report.rows) …
//
// Coefficients that are printed as decimals satisfy the conditions to their digits only. A literal with at least
// least_printed_decimals decimals counts as printed; a shorter one, one with less than half of the decimals of another (0.1867 beside
// 0.55549702371247839916), and one that is a short fraction (0.0625 is 1/16), is taken at its word. With printed
// coefficients of d decimals (of the least), a condition holds when its residual is below 10^(−0.6 d). A residual that is
// larger than twice what the rounding of the last digits can cause means that a digit is wrong. Fractions with a denominator
// above a million may be approximations of other numbers: with them a condition holds when its residual is below 1e-10, and
// `order-exact` says how far the conditions hold exactly.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <functional>
#include <string>
#include <vector>

namespace plumbline {

inline constexpr int least_printed_decimals = 4;

/// One fact: its value, what the table claims, and "confirmed", "refuted" or nothing.
struct audit_row {
  std::string name;
  std::string value;
  std::string claim;
  std::string verdict;
};

struct audit_report {
  std::vector<audit_row> rows;
  /// A claim is refuted, weights do not sum to one, or digits are suspect.
  bool is_wrong = false;
  /// The tree of the first condition that fails, as lines of text.
  std::string drawing;
  /// What the reader should know besides: a limit that was reached.
  std::vector<std::string> notes;

  const audit_row* find(std::string_view name) const;
};

/// Is told what the next part of an audit costs, before it is paid, where that is more than a second or two.
using cost_listener = std::function<void(const std::string& what)>;

/// The names of the rows that may be numbers; a scheme has some of them.
const std::vector<std::string>& audited_numbers();

/// Everything about a table. Throws invalid_input as entry_of does.
audit_report audit(const scheme_table& table, const cost_listener& tell = {});

/// A scheme of the catalogue: that of its table where it has one, otherwise what steps show.
audit_report audit(const scheme_entry& entry, const settings& chosen = {},
                   const cost_listener& tell = {});

/// Order, symmetry, symplecticity and what is conserved, from the coefficients alone.
scheme_info facts_of(const scheme_table& table);

/// The claims of a table that are wrong, in words: "order 4 is claimed, it is 2", and where its order is another one for equations that
/// depend on t, this one. `facts` are facts_of(table).
std::vector<std::string> wrong_claims(const scheme_table& table, const scheme_info& facts);

/// A coefficient to many digits.
struct refined_coefficient {
  std::string place;
  std::string value;
};

/// The coefficients to `digits` digits. Those that are printed as decimals are computed from the order conditions (of the
/// order that they satisfy). Throws invalid_input where digits are suspect, where the conditions leave the coefficients free,
/// or where Newton's iteration does not converge.
std::vector<refined_coefficient> refine(const scheme_table& table, int digits);

}  // namespace plumbline
