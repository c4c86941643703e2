// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "catalogue/indexed_text.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/math/formula.hpp>
#include <plumbline/scalar/expression.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace plumbline {

namespace {

constexpr long most_terms = 100'000;
constexpr long most_of_a_name = 1000;

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool goes_on(char c) { return begins_name(c) || is_digit(c); }

/// The values of index variables, innermost last.
using indices = std::map<std::string, long>;

/// What becomes of a sum that is not one over an index: sum(EXPR) adds over the nodes of a run.
enum class other_sums { fail, stay };

/// Writes out sums and indices in texts.
class sum_writer {
 public:
  /// `fail` throws.
  sum_writer(variables names, other_sums others, std::function<void(const std::string&)> fail)
      : names_(std::move(names)), others_(others), throw_(std::move(fail)) {}

  std::string written_out(const std::string& text, const indices& at) {
    constexpr int deepest = 100;
    if (++depth_ > deepest) {
      fail("its sums and indices stand within each other more than " + std::to_string(deepest) +
           " deep");
    }
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
      if (is_digit(text[i]) || text[i] == '.') {
        while (i < text.size() && (goes_on(text[i]) || text[i] == '.')) {  // 1e5 is no name
          out += text[i++];
        }
        continue;
      }
      if (text[i] == '\'' || text[i] == '"') {  // a text within a formula stays, but for 'x[i]'
        const std::size_t end = std::min(text.find(text[i], i + 1), text.size() - 1);
        const std::string inside = text.substr(i + 1, std::max(end, i + 1) - i - 1);
        out += is_indexed_name(inside) ? text[i] + written_out(inside, at) + text[end]
                                       : text.substr(i, end + 1 - i);
        i = end + 1;
        continue;
      }
      if (!begins_name(text[i])) {
        out += text[i++];
        continue;
      }
      const std::size_t begin = i;
      while (i < text.size() && (goes_on(text[i]) || (text[i] == '.' && i + 1 < text.size() &&
                                                      begins_name(text[i + 1])))) {
        ++i;
      }
      const std::string name = text.substr(begin, i - begin);
      if (name == "sum" && next_is(text, i, '(')) {
        out += sum(text, i, at);
      } else if (i < text.size() && text[i] == '[') {
        const std::size_t end = closing(text, i);
        out += name + "[" + std::to_string(whole(text.substr(i + 1, end - i - 1), at)) + "]";
        i = end + 1;
      } else if (const auto index = at.find(name); index != at.end()) {
        out += index->second < 0 ? "(" + std::to_string(index->second) + ")"
                                 : std::to_string(index->second);
      } else {
        out += name;
      }
      if (out.size() > expression::max_length) {
        fail("with its sums written out it has more than a million characters");
      }
    }
    --depth_;
    return out;
  }

  /// Whether a text is a number, or parameters have a value for it.
  bool has_value(const std::string& text) const {
    try {
      (void)evaluate<double>(expression(text), names_);
      return true;
    } catch (const invalid_input&) {
      return false;
    }
  }
  /// The value of an index or a bound: of numbers, parameters and indices.
  long whole(const std::string& given, const indices& at) {
    const std::string text = trimmed(given);
    const std::string written = written_out(text, at);
    double value = 0;
    try {
      const expression parsed(written);
      value = evaluate<double>(parsed, names_);
      remember(parsed);
    } catch (const invalid_input& error) {
      if (is_plain_name(text)) {
        fail("the index '" + text +
             "' has no value here: it is neither a parameter with one nor the index of a sum or of "
             "the key");
      }
      fail("the index '" + text + "' has no value: " + error.what());
    }
    constexpr double largest = 1e9;
    if (std::abs(value) > largest) {
      fail("the index '" + text + "' is beyond 10^9");
    }
    if (value != std::floor(value)) {
      fail("the index '" + text + "' is not a whole number");
    }
    return static_cast<long>(value);
  }
  /// The parameters on which indices and bounds depended.
  const std::set<std::string>& sizes() const { return sizes_; }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    if (throw_) {
      throw_(reason);
    }
    throw invalid_input(reason);
  }
  static bool next_is(const std::string& text, std::size_t i, char c) {
    while (i < text.size() && std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
    }
    return i < text.size() && text[i] == c;
  }
  /// NAME[INDEX], and nothing behind it.
  static bool is_indexed_name(const std::string& text) {
    const std::size_t open = text.find('[');
    return open != std::string::npos && begins_name(text.front()) &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(open),
                       [](char c) { return goes_on(c) || c == '.'; }) &&
           text.find(']') == text.size() - 1;
  }
  /// The place of the bracket that closes the one at `open`.
  std::size_t closing(const std::string& text, std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    fail("a bracket is not closed: '" + text.substr(open) + "'");
  }

  /// sum(i, FIRST, LAST, EXPR) at the place behind its name, which moves behind it.
  std::string sum(const std::string& text, std::size_t& i, const indices& at) {
    const std::size_t open = text.find('(', i);
    const std::size_t end = closing(text, open);
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t k = open + 1; k < end; ++k) {
      depth += text[k] == '(' || text[k] == '[' ? 1 : text[k] == ')' || text[k] == ']' ? -1 : 0;
      if (text[k] == ',' && depth == 0) {
        parts.emplace_back();
      } else {
        parts.back() += text[k];
      }
    }
    i = end + 1;
    const std::string index = trimmed(parts.front());
    if (parts.size() != 4 || !is_plain_name(index)) {
      if (others_ == other_sums::stay) {
        return "sum(" + written_out(text.substr(open + 1, end - open - 1), at) + ")";
      }
      fail("a sum is written sum(i, FIRST, LAST, EXPR)");
    }
    const long first = whole(parts[1], at);
    const long last = whole(parts[2], at);
    if (last - first > most_terms) {
      fail("a sum has more than " + std::to_string(most_terms) + " terms");
    }
    std::string terms;
    for (long k = first; k <= last; ++k) {
      indices inside = at;
      inside[index] = k;
      terms += (terms.empty() ? "(" : " + (") + written_out(trimmed(parts[3]), inside) + ")";
      if (terms.size() > expression::max_length) {
        fail("with its sums written out it has more than a million characters");
      }
    }
    return terms.empty() ? "0" : "(" + terms + ")";
  }

  /// The parameters on which an index or a bound depends.
  void remember(const expression& size) {
    for (const std::string& name : size.names()) {
      if (sizes_.insert(name).second) {
        if (const expression* const value = names_.find_expression(name)) {
          remember(*value);
        }
      }
    }
  }

  variables names_;
  other_sums others_;
  std::function<void(const std::string&)> throw_;
  std::set<std::string> sizes_;
  int depth_ = 0;
};

class writer {
 public:
  writer(toml_document& file, const settings& chosen)
      : file_(file),
        texts_(values_of_parameters(file, chosen), other_sums::fail,
               [this](const std::string& reason) { fail(reason); }) {}

  std::vector<std::string> run() {
    toml_value& root = file_.edited_root();
    coordinates(root);
    for (toml_value& item : root.items) {
      static const std::set<std::string> words = {"name",        "summary",    "source",
                                                  "coordinates", "parameters", "groups"};
      if (!words.contains(item.key)) {
        formulas(item, item.key);
      }
    }
    return {texts_.sizes().begin(), texts_.sizes().end()};
  }

 private:
  static variables values_of_parameters(const toml_document& file, const settings& chosen) {
    variables names;
    for (const auto& [name, text] : chosen) {
      names.set(name, expression(text));
    }
    const toml_value* const parameters = file.root().find("parameters");
    if (parameters == nullptr || !parameters->is_table()) {
      return names;
    }
    for (const toml_value& each : parameters->items) {
      const toml_value* const value = each.is_table() ? each.find("value") : &each;
      const auto is_number = [](const toml_value& x) {
        return x.is == toml_value::kind::whole || x.is == toml_value::kind::decimal;
      };
      if (value == nullptr || chosen.contains(each.key) ||
          (!value->is_text() && !is_number(*value))) {
        continue;
      }
      try {
        names.set(each.key, expression(value->text));
      } catch (const invalid_input&) {  // the reader of parameters says so
        continue;
      }
    }
    return names;
  }
  [[noreturn]] void fail(const std::string& reason) const { file_.fail(*node_, key_, reason); }

  /// "x[1:n]" in the list of coordinates becomes x[1] … x[n].
  void coordinates(toml_value& root) {
    const auto list = std::ranges::find(root.items, "coordinates", &toml_value::key);
    if (list == root.items.end() || !list->is_list()) {
      return;
    }
    std::vector<toml_value> all;
    for (const toml_value& each : list->items) {
      const std::size_t bracket = each.text.find('[');
      if (!each.is_text() || bracket == std::string::npos) {
        all.push_back(each);
        continue;
      }
      node_ = &each;
      key_ = "coordinates";
      const std::size_t colon = each.text.find(':', bracket);
      const std::string name = each.text.substr(0, bracket);
      if (colon == std::string::npos || each.text.back() != ']' || !is_plain_name(name)) {
        fail("indexed coordinates are written NAME[FIRST:LAST], such as \"x[1:n]\"");
      }
      const auto [first, last] =
          range_in(each.text.substr(bracket + 1, each.text.size() - bracket - 2), at_least_one);
      ranges_[name] = {first, last};
      for (long k = first; k <= last; ++k) {
        all.push_back(each);
        all.back().text = name + "[" + std::to_string(k) + "]";
      }
    }
    list->items = std::move(all);
  }

  static constexpr long may_be_empty = 0;
  static constexpr long at_least_one = 1;
  /// FIRST:LAST.
  std::pair<long, long> range_in(const std::string& text, long least) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
      fail("a range is written FIRST:LAST, such as \"1:n\", not \"" + text + "\"");
    }
    const long first = texts_.whole(text.substr(0, colon), {});
    const long last = texts_.whole(text.substr(colon + 1), {});
    const std::string shown =
        "the indices " + text + " go from " + std::to_string(first) + " to " + std::to_string(last);
    if (first < 0) {
      fail(shown + "; none is less than 0");
    }
    if (last - first + 1 < least) {
      fail(shown + "; the last must be at least " + std::to_string(first - 1 + least));
    }
    if (last - first >= most_of_a_name) {
      fail(shown + "; at most " + std::to_string(most_of_a_name) + " of them are read");
    }
    return {first, last};
  }

  /// All texts below a key, and keys with a free index: "x[i]" = "…" stands for each coordinate of that name, "rod[i=1:n]" for
  /// each of the range.
  void formulas(toml_value& value, const std::string& key, const indices& at = {}) {
    if (value.is_text()) {
      write_out(value, key, at);
      return;
    }
    if (value.is_list()) {
      for (toml_value& item : value.items) {
        formulas(item, key, at);
      }
      return;
    }
    if (!value.is_table()) {
      return;
    }
    std::vector<toml_value> items;
    for (toml_value& item : value.items) {
      item.key = with_whole_index(item, key + "." + item.key);
      const auto family = family_of(item, key + "." + item.key);
      if (!family) {
        items.push_back(std::move(item));
        formulas(items.back(), key + "." + items.back().key, at);
        continue;
      }
      for (long k = family->first; k <= family->last; ++k) {
        toml_value one = item;
        one.key = family->name + "[" + std::to_string(k) + "]";
        indices inside = at;
        inside[family->index] = k;
        formulas(one, key + "." + one.key, inside);
        items.push_back(std::move(one));
      }
    }
    std::ranges::stable_sort(items, {}, &toml_value::key);
    const auto twice = std::ranges::adjacent_find(items, {}, &toml_value::key);
    if (twice != items.end()) {
      node_ = &twice[1];
      key_ = key;
      fail("'" + twice->key + "' stands there twice, once as one of many");
    }
    value.items = std::move(items);
  }

  /// "x[n]" and "x[n - 1]" with a parameter n are one of many, x[4] and x[3]; other keys stay.
  std::string with_whole_index(const toml_value& item, const std::string& key) {
    const std::size_t bracket = item.key.find('[');
    if (bracket == std::string::npos || item.key.back() != ']' ||
        !is_plain_name(item.key.substr(0, bracket))) {
      return item.key;
    }
    const std::string inside = item.key.substr(bracket + 1, item.key.size() - bracket - 2);
    if (std::ranges::all_of(inside, is_digit) || !texts_.has_value(inside)) {
      return item.key;
    }
    node_ = &item;
    key_ = key;
    return item.key.substr(0, bracket) + "[" + std::to_string(texts_.whole(inside, {})) + "]";
  }

  struct family {
    std::string name;
    std::string index;
    long first;
    long last;
  };
  std::optional<family> family_of(const toml_value& item, const std::string& key) {
    const std::size_t bracket = item.key.find('[');
    if (bracket == std::string::npos || item.key.back() != ']') {
      return std::nullopt;
    }
    const std::string name = item.key.substr(0, bracket);
    const std::string inside = item.key.substr(bracket + 1, item.key.size() - bracket - 2);
    if (!is_plain_name(name) || std::ranges::all_of(inside, is_digit)) {
      return std::nullopt;
    }
    node_ = &item;
    key_ = key;
    const std::size_t sign = inside.find('=');
    if (sign != std::string::npos) {
      const auto [first, last] = range_in(inside.substr(sign + 1), may_be_empty);
      return family{name, index_in(inside.substr(0, sign)), first, last};
    }
    const std::string index = index_in(inside);
    const auto range = ranges_.find(name);
    if (range == ranges_.end()) {
      fail("'" + name + "' is not the name of indexed coordinates, so that the range of '" + index +
           "' is needed: \"" + name + "[" + index + "=1:n]\"");
    }
    return family{name, index, range->second.first, range->second.second};
  }
  std::string index_in(const std::string& text) const {
    if (!is_plain_name(text)) {
      fail("'" + text + "' is not the name of an index; write such as \"x[i]\" or \"x[i=1:n]\"");
    }
    return text;
  }

  void write_out(toml_value& value, const std::string& key, const indices& at) {
    if (at.empty() && value.text.find("sum") == std::string::npos &&
        value.text.find('[') == std::string::npos) {
      return;
    }
    node_ = &value;
    key_ = key;
    std::string written = texts_.written_out(value.text, at);
    if (written != value.text) {
      value.text = std::move(written);
      value.is_written_out = true;
    }
  }

  toml_document& file_;
  sum_writer texts_;
  std::map<std::string, std::pair<long, long>> ranges_;
  const toml_value* node_ = nullptr;
  std::string key_;
};

}  // namespace

std::vector<std::string> write_out_indices(toml_document& file, const settings& chosen) {
  return writer(file, chosen).run();
}

std::string write_out_indices(const std::string& formula, const variables& parameters) {
  return sum_writer(parameters, other_sums::stay, {}).written_out(formula, {});
}

}  // namespace plumbline
