// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table of coefficients from TOML: which keys each kind has, how long they must be, and what is wrong with those that
// do not fit.
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/toml_document.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline {

namespace {

constexpr int most_stages = 200;
constexpr int most_order = 99;
constexpr std::size_t most_powers = 40;

struct kind_keys {
  table_kind kind;
  std::vector<std::string> needed;
  std::vector<std::string> allowed;  ///< besides those and the common ones
};

const std::vector<kind_keys>& kinds() {
  static const std::vector<kind_keys> list = {
      {table_kind::runge_kutta,
       {"A", "b"},
       {"c", "bhat", "embedded-order", "dense", "dense-order"}},
      {table_kind::partitioned_runge_kutta, {"A", "b", "Abar", "bbar"}, {"c"}},
      {table_kind::nystrom, {"c", "A", "bbar", "b"}, {"bhat", "embedded-order"}},
      {table_kind::splitting, {"a", "b"}, {"force"}},
      {table_kind::composition, {"base", "gamma"}, {}},
      {table_kind::galerkin, {"degree", "c", "b"}, {"nodes"}}};
  return list;
}

const std::vector<std::string> common_keys = {"name",  "kind",      "summary",    "source",
                                              "order", "symmetric", "symplectic", "define"};

class reader {
 public:
  reader(std::string_view text, const std::string& origin)
      : file_(std::string(text), origin, longest_scheme_file, toml_document::place::line) {}

  scheme_table read() {
    read_kind();
    check_keys();
    table_.name = needed_text("name");
    check_name();
    table_.summary = text_of("summary");
    table_.source = text_of("source");
    read_definitions();
    read_coefficients();
    read_claims();
    check_values();
    return table_;
  }

 private:
  [[noreturn]] void fail(const toml_value* where, const std::string& what) const {
    if (where == nullptr) {
      file_.fail(what);
    }
    file_.fail(*where, "", what);
  }

  std::string needed_text(const char* key) const {
    if (!root_.contains(key)) {
      file_.fail(fmt::format("the key '{}' is missing, a text such as {} = \"{}\"", key, key,
                             std::string_view(key) == "kind" ? "runge-kutta" : "my-scheme"));
    }
    return text_of(key);
  }
  /// Empty where the key is missing.
  std::string text_of(const char* key) const {
    const toml_value* node = root_.find(key);
    if (node == nullptr) {
      return {};
    }
    if (!node->is_text()) {
      fail(node, fmt::format("{} must be a text in quotes", key));
    }
    return node->text;
  }

  void read_kind() {
    if (!root_.contains("kind") && root_.contains("coordinates")) {
      fail(root_.find("coordinates"),
           "this is a system, not the table of a scheme; `plumbline show` says what it is");
    }
    const std::string kind = needed_text("kind");
    std::vector<std::string> known;
    for (const kind_keys& k : kinds()) {
      known.push_back(to_string(k.kind));
      if (known.back() == kind) {
        keys_ = &k;
        table_.kind = k.kind;
        return;
      }
    }
    fail(root_.find("kind"), "kind: " + unknown_name("kind of scheme", kind, known));
  }

  void check_keys() const {
    std::vector<std::string> known = common_keys;
    known.insert(known.end(), keys_->needed.begin(), keys_->needed.end());
    known.insert(known.end(), keys_->allowed.begin(), keys_->allowed.end());
    file_.require_known(root_, "", "key of a " + to_string(table_.kind) + " table", known);
    for (const std::string& key : keys_->needed) {
      if (!root_.contains(key)) {
        file_.fail(fmt::format("the key '{}' is missing; a {} table needs {}", key,
                               to_string(table_.kind), joined(keys_->needed)));
      }
    }
  }

  void check_name() const {
    const std::string& name = table_.name;
    // what a cell of a csv file can hold without quotes
    const auto is_letter_or_digit = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    const bool fits = !name.empty() && name.size() <= 64 && is_letter_or_digit(name.front()) &&
                      std::all_of(name.begin(), name.end(), [&](char c) {
                        return is_letter_or_digit(c) ||
                               std::string_view("-_.+()/").find(c) != std::string_view::npos;
                      });
    if (!fits) {
      fail(root_.find("name"),
           fmt::format("name: '{}' is not a name; use letters, digits and hyphens, such as "
                       "my-scheme",
                       name));
    }
  }

  /// The formula of a cell. Throws for anything that is not an exact value.
  std::string formula(const toml_value& cell, const std::string& place) const {
    if (cell.is == toml_value::kind::decimal) {
      fail(&cell, fmt::format("{}: a TOML float is a binary number; write it in quotes, such as "
                              "\"0.1\"",
                              place));
    }
    if (!cell.is_text() && cell.is != toml_value::kind::whole) {
      fail(&cell, fmt::format("{} must be an exact value in quotes, such as \"1/6\"", place));
    }
    try {
      (void)expression(cell.text);
    } catch (const invalid_input& error) {
      fail(&cell, place + ": " + error.what());
    }
    return cell.text;
  }

  void read_definitions() {
    const toml_value* node = root_.find("define");
    if (node == nullptr) {
      return;
    }
    if (!node->is_table()) {
      fail(node, "define must be a table: [define], then lines such as w = \"1/(2 - 2^(1/3))\"");
    }
    for (const toml_value& value : node->items) {
      const std::string& name = value.key;
      const bool fits = !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0) &&
                        std::all_of(name.begin(), name.end(), [](char c) {
                          return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                        });
      static const std::set<std::string> taken = {"pi",   "e",    "i",    "sqrt", "exp",
                                                  "log",  "sin",  "cos",  "tan",  "asin",
                                                  "acos", "atan", "sinh", "cosh", "tanh"};
      if (!fits || taken.count(name) != 0) {
        fail(&value, fmt::format("define: '{}' cannot be the name of a value", name));
      }
      table_.definitions[name] = formula(value, "define." + name);
      places_["define." + name] = &value;
    }
    check_names("define", {});
  }

  void add(const std::string& key, int row, int column, const toml_value& cell) {
    table_coefficient c{key, row, column, {}};
    c.text = formula(cell, c.place());
    places_[c.place()] = &cell;
    (key == "dense" ? table_.dense : table_.coefficients).push_back(std::move(c));
  }

  /// The length of a list of coefficients.
  int read_list(const char* key) {
    const toml_value* node = root_.find(key);
    if (node == nullptr) {
      return 0;
    }
    if (!node->is_list() || node->items.empty()) {
      fail(node,
           fmt::format("{} must be a list of values, such as {} = [\"1/2\", \"1/2\"]", key, key));
    }
    if (node->items.size() > most_stages) {
      fail(node, fmt::format("{} has {} entries; at most {} are read", key, node->items.size(),
                             most_stages));
    }
    int column = 0;
    for (const toml_value& cell : node->items) {
      add(key, -1, column++, cell);
    }
    return column;
  }

  void read_rows(const char* key) {
    const toml_value* node = root_.find(key);
    if (!node->is_list()) {
      fail(node, fmt::format("{} must be a list of rows, such as {} = [[], [\"1/2\"]]", key, key));
    }
    if (static_cast<int>(node->items.size()) != table_.stages) {
      fail(node, fmt::format("{} has {} rows, but b has {} entries", key, node->items.size(),
                             table_.stages));
    }
    int row = 0;
    for (const toml_value& cells : node->items) {
      if (!cells.is_list()) {
        fail(&cells,
             fmt::format("row {} of {} must be a list, such as [\"0\", \"1/2\"]", row + 1, key));
      }
      const bool is_dense = std::string_view(key) == "dense";  // powers of theta, not stages
      if (is_dense && cells.items.size() > most_powers) {
        fail(&cells, fmt::format("row {} of dense has {} entries; at most {} powers of theta are "
                                 "read",
                                 row + 1, cells.items.size(), most_powers));
      }
      if (!is_dense && static_cast<int>(cells.items.size()) > table_.stages) {
        fail(&cells, fmt::format("row {} of {} has {} entries, but there are {} stages", row + 1,
                                 key, cells.items.size(), table_.stages));
      }
      int column = 0;
      for (const toml_value& cell : cells.items) {
        add(key, row, column++, cell);
      }
      ++row;
    }
  }

  void require_stages(const char* key, int length) const {
    if (root_.contains(key) && length != table_.stages) {
      fail(root_.find(key),
           fmt::format("{} has {} entries, but b has {}", key, length, table_.stages));
    }
  }

  void read_coefficients() {
    switch (table_.kind) {
      case table_kind::runge_kutta:
      case table_kind::partitioned_runge_kutta:
      case table_kind::nystrom:
        table_.stages = read_list("b");
        read_rows("A");
        if (table_.kind == table_kind::partitioned_runge_kutta) {
          read_rows("Abar");
        }
        for (const char* key : {"bbar", "c", "bhat"}) {
          if (root_.contains(key)) {
            require_stages(key, read_list(key));
          }
        }
        if (root_.contains("dense")) {
          read_rows("dense");
        }
        break;
      case table_kind::splitting:
        read_splitting();
        break;
      case table_kind::composition:
        table_.stages = read_list("gamma");
        table_.base = needed_text("base");
        break;
      case table_kind::galerkin:
        read_galerkin();
        break;
    }
  }

  void read_splitting() {
    const int drifts = read_list("a");
    const int kicks = read_list("b");
    if (drifts != kicks && drifts != kicks + 1) {
      fail(root_.find("a"),
           fmt::format("a has {} entries and b {}: a drift comes first, so a must have as many as "
                       "b or one more; a[1] = \"0\" begins with a kick",
                       drifts, kicks));
    }
    table_.stages = std::max(drifts, kicks);
    if (const toml_value* node = root_.find("force")) {
      const std::string force = needed_text("force");
      if (force != "any" && force != "nystrom") {
        fail(node, "force: " + unknown_name("kind of force", force, {"any", "nystrom"}));
      }
      table_.quadratic_kinetic = force == "nystrom";
    }
  }

  void read_galerkin() {
    table_.degree = whole("degree", 64);
    table_.stages = read_list("b");
    require_stages("c", read_list("c"));
    if (root_.contains("nodes")) {
      const int nodes = read_list("nodes");
      if (nodes != table_.degree + 1) {
        fail(root_.find("nodes"), fmt::format("nodes has {} entries; polynomials of degree {} have "
                                              "{} nodes, from 0 to 1",
                                              nodes, table_.degree, table_.degree + 1));
      }
    }
  }

  int whole(const char* key, int largest) const {
    const toml_value* node = root_.find(key);
    if (node->is != toml_value::kind::whole || node->whole < 1 || node->whole > largest) {
      fail(node, fmt::format("{} must be a whole number from 1 to {}", key, largest));
    }
    return static_cast<int>(node->whole);
  }

  std::optional<bool> truth(const char* key) const {
    const toml_value* node = root_.find(key);
    if (node == nullptr) {
      return std::nullopt;
    }
    if (node->is != toml_value::kind::truth) {
      fail(node, fmt::format("{} must be true or false", key));
    }
    return node->truth;
  }

  void read_claims() {
    if (root_.contains("order")) {
      table_.claims.order = whole("order", most_order);
    }
    if (root_.contains("embedded-order")) {
      if (!root_.contains("bhat")) {
        fail(root_.find("embedded-order"), "embedded-order is claimed, but there is no bhat");
      }
      table_.claims.embedded_order = whole("embedded-order", most_order);
    }
    if (root_.contains("dense-order")) {
      if (!root_.contains("dense")) {
        fail(root_.find("dense-order"), "dense-order is claimed, but there is no dense");
      }
      table_.claims.dense_order = whole("dense-order", most_order);
    }
    table_.claims.symmetric = truth("symmetric");
    table_.claims.symplectic = truth("symplectic");
  }

  /// Throws for a name that is not defined, or that is defined by itself.
  void check_names(const std::string& place, const std::vector<std::string>& used) const {
    std::vector<std::string> known;
    for (const auto& [name, text] : table_.definitions) {
      known.push_back(name);
    }
    const auto check = [&](const std::string& where, const std::string& name) {
      if (table_.definitions.count(name) == 0) {
        fail(places_.at(where),
             where + ": " +
                 (known.empty() ? "unknown name '" + name + "'; [define] gives names a value"
                                : unknown_name("name", name, known)));
      }
    };
    for (const std::string& name : used) {
      check(place, name);
    }
    if (place != "define") {
      return;
    }
    std::map<std::string, int> state;  // 1: being followed, 2: done
    const std::function<void(const std::string&)> follow = [&](const std::string& name) {
      state[name] = 1;
      const expression meaning(table_.definitions.at(name));
      for (const std::string& next : meaning.names()) {
        check("define." + name, next);
        if (state[next] == 1) {
          fail(places_.at("define." + name),
               fmt::format("define.{}: it is defined by itself, through '{}'", name, next));
        }
        if (state[next] == 0) {
          follow(next);
        }
      }
      state[name] = 2;
    };
    for (const std::string& name : known) {
      if (state[name] == 0) {
        follow(name);
      }
    }
  }

  /// Every coefficient has a finite real value, and nodes are distinct.
  void check_values() {
    variables names;
    for (const auto& [name, text] : table_.definitions) {
      names.set(name, expression(text));
    }
    for (const auto& [name, text] : table_.definitions) {
      try {
        (void)evaluate<double>(expression(text), names);
      } catch (const invalid_input& error) {
        fail(places_.at("define." + name), "define." + name + ": " + error.what());
      }
    }
    std::vector<double> nodes;
    std::vector<table_coefficient> all = table_.coefficients;
    all.insert(all.end(), table_.dense.begin(), table_.dense.end());
    for (const table_coefficient& c : all) {
      const expression value = expression(c.text);
      check_names(c.place(), value.names());
      double x = 0;
      try {
        x = evaluate<double>(value, names);
      } catch (const invalid_input& error) {
        fail(places_.at(c.place()), c.place() + ": " + error.what());
      }
      if (c.key == "nodes") {
        if (std::find(nodes.begin(), nodes.end(), x) != nodes.end()) {
          fail(places_.at(c.place()), fmt::format("{}: the nodes must be distinct", c.place()));
        }
        nodes.push_back(x);
      }
    }
    if (!nodes.empty() && (nodes.front() != 0 || nodes.back() != 1)) {
      fail(root_.find("nodes"), "nodes must begin with 0 and end with 1");
    }
  }

  toml_document file_;
  const toml_value& root_ = file_.root();
  const kind_keys* keys_ = nullptr;
  scheme_table table_;
  std::map<std::string, const toml_value*> places_;
};

}  // namespace

scheme_table parse_scheme(std::string_view text, const std::string& origin) {
  return reader(text, origin).read();
}

std::string to_toml(const scheme_table& table) {
  std::string text =
      fmt::format("name = \"{}\"\nkind = \"{}\"\n", table.name, to_string(table.kind));
  const auto quoted = [](const std::string& s) {
    std::string q = "\"";
    for (const char c : s) {
      q += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return q + "\"";
  };
  if (!table.summary.empty()) {
    text += "summary = " + quoted(table.summary) + "\n";
  }
  if (!table.source.empty()) {
    text += "source = " + quoted(table.source) + "\n";
  }
  if (!table.base.empty()) {
    text += "base = " + quoted(table.base) + "\n";
  }
  if (table.quadratic_kinetic) {
    text += "force = \"nystrom\"\n";
  }
  if (table.degree > 0) {
    text += fmt::format("degree = {}\n", table.degree);
  }
  for (const char* key : {"nodes", "c", "A", "Abar", "a", "b", "bbar", "bhat", "gamma"}) {
    if (!table.has(key)) {
      continue;
    }
    std::vector<std::vector<std::string>> rows(1);
    const bool is_matrix = key[0] == 'A';
    rows.resize(is_matrix ? static_cast<std::size_t>(table.stages) : 1);
    for (const table_coefficient& c : table.coefficients) {
      if (c.key == key) {
        rows[static_cast<std::size_t>(std::max(c.row, 0))].push_back(quoted(c.text));
      }
    }
    text += fmt::format("{} = {}", key, is_matrix ? "[" : "");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text += (i == 0 ? "[" : ",\n     [") + joined(rows[i]) + "]";
    }
    text += is_matrix ? "]\n" : "\n";
  }
  if (!table.dense.empty()) {
    std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(table.stages));
    for (const table_coefficient& c : table.dense) {
      rows[static_cast<std::size_t>(c.row)].push_back(quoted(c.text));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text += (i == 0 ? "dense = [[" : ",\n         [") + joined(rows[i]) + "]";
    }
    text += "]\n";
  }
  if (table.claims.order) {
    text += fmt::format("order = {}\n", *table.claims.order);
  }
  if (table.claims.embedded_order) {
    text += fmt::format("embedded-order = {}\n", *table.claims.embedded_order);
  }
  if (table.claims.dense_order) {
    text += fmt::format("dense-order = {}\n", *table.claims.dense_order);
  }
  if (table.claims.symmetric) {
    text += fmt::format("symmetric = {}\n", *table.claims.symmetric);
  }
  if (table.claims.symplectic) {
    text += fmt::format("symplectic = {}\n", *table.claims.symplectic);
  }
  if (!table.definitions.empty()) {
    text += "[define]\n";
    for (const auto& [name, value] : table.definitions) {
      text += fmt::format("{} = {}\n", name, quoted(value));
    }
  }
  return text;
}

}  // namespace plumbline
