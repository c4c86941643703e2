// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/audit_latex.hpp"

#include <plumbline/math/formula.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace plumbline::cli {

namespace {

/// The cells of a table as LaTeX; empty for an entry of a matrix that is zero.
class cells {
 public:
  cells(const scheme_table& table, int digits) : table_(table), digits_(digits) {
    for (const auto& [name, text] : table.definitions) {
      names_.push_back(name);
    }
    if (table.compute) {
      const precision_scope scope(digits + guard_digits);
      numbers_ = table.compute();
    }
  }

  std::string of(const std::string& key, int row, int column) const {
    if (table_.compute) {
      return number(key, row, column);
    }
    const table_coefficient* found = find(key, row, column);
    return found == nullptr || (row >= 0 && found->text == "0") ? std::string()
                                                                : formula(found->text);
  }
  /// c, or the sum of the row of A.
  std::string node(int row) const {
    if (table_.compute || table_.has("c")) {
      return of("c", -1, row);
    }
    std::string sum;
    for (const table_coefficient& c : table_.coefficients) {
      if (c.key == "A" && c.row == row) {
        sum += (sum.empty() ? "(" : " + (") + c.text + ")";
      }
    }
    const std::string text = sum.empty() ? "0" : formula(sum);
    return text;
  }
  /// The definitions, one after the other.
  std::string definitions() const {
    std::string text;
    for (const auto& [name, value] : table_.definitions) {
      text += fmt::format("\\qquad {} = {}\n", latex_name(name), formula(value));
    }
    return text;
  }

 private:
  const table_coefficient* find(const std::string& key, int row, int column) const {
    const auto found = std::find_if(table_.coefficients.begin(), table_.coefficients.end(),
                                    [&](const table_coefficient& c) {
                                      return c.key == key && c.row == row && c.column == column;
                                    });
    return found == table_.coefficients.end() ? nullptr : &*found;
  }
  static bool is_decimal(const std::string& text) {
    return text.find_first_not_of("+-.0123456789") == std::string::npos;
  }
  std::string formula(const std::string& text) const {
    if (is_decimal(text)) {
      return text;
    }
    graph g;
    const formula_names meaning{
        [&](const std::string& name) -> std::optional<node_id> {
          const auto found = std::find(names_.begin(), names_.end(), name);
          return found == names_.end()
                     ? std::nullopt
                     : std::optional<node_id>(g.input(static_cast<int>(found - names_.begin())));
        },
        {},
        {},
        names_,
        {}};
    const formula_style style{
        [&](int input) { return latex_name(names_[static_cast<std::size_t>(input)]); },
        [](int input) { return input; }};
    return formula_latex(g, record_formula(g, expression(text), meaning), style);
  }
  std::string number(const std::string& key, int row, int column) const {
    const auto text = [&](const mp& x) {
      return row >= 0 && x == 0 ? std::string() : to_text(x, digits_);
    };
    if (key == "A" || key == "Abar") {
      return text((key == "A" ? numbers_.a : numbers_.abar)(row, column));
    }
    const vector<mp>& v = key == "b"       ? numbers_.b
                          : key == "bbar"  ? numbers_.bbar
                          : key == "bhat"  ? numbers_.bhat
                          : key == "c"     ? numbers_.c
                          : key == "a"     ? numbers_.drifts
                          : key == "gamma" ? numbers_.gamma
                                           : numbers_.nodes;
    return column < v.size() ? text(v[column]) : std::string();
  }

  const scheme_table& table_;
  int digits_;
  std::vector<std::string> names_;
  scheme_coefficients<mp> numbers_;
};

/// A line of a tableau: its first cell, then those of the key.
std::string line(const cells& of, const std::string& first, const char* key, int row, int columns) {
  std::string text = first;
  for (int j = 0; j < columns; ++j) {
    text += " & " + of.of(key, row, j);
  }
  return text + " \\\\\n";
}

std::string butcher(const scheme_table& table, const cells& of, const char* matrix,
                    const std::vector<std::pair<const char*, const char*>>& weights) {
  std::string text = fmt::format("\\begin{{array}}{{c|{}}}\n",
                                 std::string(static_cast<std::size_t>(table.stages), 'c'));
  for (int i = 0; i < table.stages; ++i) {
    text += line(of, of.node(i), matrix, i, table.stages);
  }
  text += "\\hline\n";
  for (const auto& [key, label] : weights) {
    text += line(of, label, key, -1, table.stages);
  }
  return text + "\\end{array}\n";
}

/// Lists side by side, numbered.
std::string lists(const cells& of, int rows,
                  const std::vector<std::pair<const char*, const char*>>& columns) {
  std::string text = fmt::format("\\begin{{array}}{{c|{}}}\ni", std::string(columns.size(), 'c'));
  for (const auto& column : columns) {
    text += fmt::format(" & {}", column.second);
  }
  text += " \\\\\n\\hline\n";
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i + 1);
    for (const auto& column : columns) {
      text += " & " + of.of(column.first, -1, i);
    }
    text += " \\\\\n";
  }
  return text + "\\end{array}\n";
}

}  // namespace

std::string latex_tableau(const scheme_table& table, int digits) {
  const cells of(table, digits);
  const auto has = [&](const char* key) { return table.has(key) || table.compute; };
  std::string text;
  switch (table.kind) {
    case table_kind::runge_kutta:
      text = table.has("bhat") ? butcher(table, of, "A", {{"b", ""}, {"bhat", ""}})
                               : butcher(table, of, "A", {{"b", ""}});
      break;
    case table_kind::partitioned_runge_kutta:
      text = butcher(table, of, "A", {{"b", ""}}) + "\\qquad\n" +
             butcher(table, of, "Abar", {{"bbar", ""}});
      break;
    case table_kind::nystrom:
      text = butcher(table, of, "A", {{"bbar", "\\bar b"}, {"b", "b"}});
      break;
    case table_kind::splitting:
      text = lists(of, table.stages, {{"a", "a_i"}, {"b", "b_i"}});
      break;
    case table_kind::composition:
      text = lists(of, table.stages, {{"gamma", "\\gamma_i"}});
      break;
    case table_kind::galerkin:
      text = lists(of, table.stages, {{"c", "c_i"}, {"b", "b_i"}});
      if (has("nodes")) {
        text += "\\qquad\n" + lists(of, table.degree + 1, {{"nodes", "d_i"}});
      }
      break;
  }
  return text + of.definitions();
}

}  // namespace plumbline::cli
