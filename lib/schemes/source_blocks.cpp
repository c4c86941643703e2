// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Walks over the tokens of a source and keeps what is assigned. What is no number that is written out has no value.
#include "schemes/source_blocks.hpp"

#include "schemes/source_values.hpp"
#include <plumbline/scalar/expression.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plumbline::detail {

namespace {

constexpr int most_source_values = 200;  ///< of a name; rows of an array

class block_reader {
 public:
  block_reader(std::string_view text, source_language language, const std::string& name)
      : tokens_(tokens_of(text, language)), language_(language) {
    open(name, 1);
  }

  std::vector<source_block> read() {
    while (at_ + 1 < tokens_.size()) {
      if (language_ == source_language::python && is_name(0) && !token().indented && is_inside_) {
        open(blocks_.front().name, token().line);  // of the module again
        is_inside_ = false;
        class_.clear();
      }
      const bool is_more =
          is_name(0) ? rename() || begin_block() || construct() || assign() : enter_key();
      at_ += is_more ? 0 : 1;
    }
    for (std::size_t k = again_.size(); k > 0; --k) {
      join(again_[k - 1]);
    }
    return std::move(blocks_);
  }

 private:
  /// A block that begins where a list has a second value, and gives others only to some of the lists and to no matrix, is no table
  /// of its own: that is the one before with these values, which alone remain.
  void join(std::size_t number) {
    source_block& before = blocks_[number - 1];
    source_block& block = blocks_[number];
    const bool is_part = block.arrays.size() < before.arrays.size() &&
                         std::ranges::all_of(block.arrays, [&before](const auto& each) {
                           const auto is_list = [](const source_value& x) { return x.is_list; };
                           const bool is_matrix = std::ranges::any_of(each.second.items, is_list);
                           return !is_matrix && before.arrays.contains(each.first);
                         });
    if (!is_part) {
      return;
    }
    for (const auto& [name, values] : block.arrays) {
      before.arrays[name] = values;
    }
    for (const auto& [key, text] : block.definitions) {
      before.definitions[key] = text;
    }
    for (const auto& [name, key] : block.current) {
      before.current[name] = key;
    }
    for (const auto& [name, number_claimed] : block.claims) {
      before.claims[name] = number_claimed;
    }
    for (const auto& [name, why] : block.unread) {
      before.unread[name] = why;
    }
    before.rounded_literals += block.rounded_literals;
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(number));
  }

  source_block& block() { return blocks_.back(); }
  const source_token& token(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool is_name(std::size_t ahead) const { return token(ahead).is == source_token::kind::name; }
  void open(const std::string& name, int line) { blocks_.push_back({.name = name, .line = line}); }
  found_value value_at(std::size_t at) {
    return read_value({tokens_, language_, block(), blocks_.front(), renamed_, copied_}, at);
  }

  /// `LIST(NAME, {` and `type NAME(…) {` of C, `function NAME(…)` of Julia, `class NAME` and `def NAME` of Python.
  bool begin_block() {
    const std::string& word = token().text;
    const int line = token().line;
    if (language_ == source_language::c) {
      const std::size_t end = token(1).mate;
      const bool is_entry = token(1).is_symbol("(") && is_name(2) && token(3).is_symbol(",") &&
                            token(4).is_symbol("{");
      const bool is_function = token(1).is_symbol("(") && end != source_token::alone &&
                               tokens_[end + 1].is_symbol("{") && word != "if" && word != "for";
      if (is_entry || is_function) {
        open(is_entry ? token(2).text : word, line);
        at_ = is_entry ? at_ + 5 : end + 2;
      }
      return is_entry || is_function;
    }
    if (language_ == source_language::python && (word == "class" || word == "def") && is_name(1)) {
      const std::string& name = token(1).text;
      class_ = word == "class" ? name : class_;
      is_inside_ = true;
      open(name.front() == '_' && !class_.empty() ? class_ : name, line);
      const std::size_t end =
          token(2).mate;  // of what it takes, which may stand on lines of its own
      at_ = end == source_token::alone ? at_ + 2 : end + 1;
      return true;
    }
    if (language_ == source_language::julia && word == "function" && is_name(1)) {
      const bool is_method = token(2).is_symbol("(") && token(3).is_symbol("::") && is_name(4) &&
                             !token(4).is_name("Type");
      const bool is_union = is_method && token(4).is_name("Union") && is_name(6);
      open(token(is_union ? 6 : is_method ? 4 : 1).text, line);  // coefficients(::Name, …)
      at_ += 2;
      return true;
    }
    // a function of one line is no part of what stands around it
    const std::size_t end = token(1).mate;
    if (language_ == source_language::julia && !token().indented && token(1).is_symbol("(") &&
        end != source_token::alone && tokens_[end + 1].is_symbol("=") &&
        !tokens_[end + 2].is_symbol("=")) {
      for (at_ = end + 2; at_ + 1 < tokens_.size() && token().is != source_token::kind::line_end;) {
        at_ = token().mate == source_token::alone ? at_ + 1 : token().mate + 1;
      }
      return true;
    }
    return false;
  }

  /// SplittingCoefficients…(:Name, order, a, b) and ExplicitRKTableau(A, c, α, order, …) of Julia.
  bool construct() {
    static const std::string splitting = "SplittingCoefficients";
    const std::string& name = token().text;
    const bool is_splitting = name.rfind(splitting, 0) == 0;
    const std::size_t end = token(1).mate;
    if (language_ != source_language::julia || !token(1).is_symbol("(") || block().arrays.empty() ||
        end == source_token::alone ||
        (!is_splitting && name.find("RKTableau") == std::string::npos)) {
      return false;
    }
    std::vector<source_value> lists;
    for (std::size_t i = at_ + 2; i < end; ++i) {
      const bool begins = tokens_[i - 1].is_symbol(",");
      const auto order = whole_number(tokens_[i].text);
      if (begins && order) {
        block().claims.emplace("order", *order);
      } else if (begins && is_splitting) {
        try {
          found_value list = value_at(i);
          lists.push_back(std::move(list.value));
          i = list.end - 1;
        } catch (const unreadable& why) {
          block().unread["a"] = {why.line, why.reason};
        }
      }
    }
    if (is_splitting) {
      block().splitting = name.substr(splitting.size());
      block().arrays.clear();
      lists.resize(2);
      block().arrays = {{"a", lists[0]}, {"b", lists[1]}};
    }
    at_ = is_splitting ? end : at_ + 2;
    return true;
  }

  /// {"KEY": … or dict(KEY = …
  bool begins_dictionary() const {
    const bool is_literal = token().is_symbol("{") && token(1).is == source_token::kind::text &&
                            token(2).is_symbol(":");
    const bool is_call =
        token().is_name("dict") && token(1).is_symbol("(") && is_name(2) && token(3).is_symbol("=");
    return language_ == source_language::python && (is_literal || is_call);
  }
  void open_dictionary(const std::string& name, int line) {
    open(name, line);
    is_inside_ = true;
    at_ += token().is_symbol("{") ? 1 : 2;
  }

  /// `Fraction as F` of Python.
  bool rename() {
    if (language_ != source_language::python || !token(1).is_name("as") || !is_name(2)) {
      return false;
    }
    renamed_[token(2).text] = token().text;
    at_ += 3;
    return true;
  }

  /// "KEY": VALUE of a dictionary of Python. A dictionary in a dictionary is a block.
  bool enter_key() {
    if (language_ != source_language::python || token().is != source_token::kind::text ||
        !token(1).is_symbol(":")) {
      return false;
    }
    source_token target = token();
    target.text = spelled(target.text);
    at_ += 2;
    if (begins_dictionary()) {
      open_dictionary(target.text, target.line);
    } else {
      take(target, {});
    }
    return true;
  }

  /// NAME = VALUE, NAME[i][j] = VALUE, also among the arguments of a call.
  bool assign() {
    const source_token& target = token();
    std::vector<int> indices;
    std::size_t at = at_ + 1;
    while (tokens_[at].is_symbol("[") && tokens_[at].mate != source_token::alone) {
      for (++at; !tokens_[at].is_symbol("]"); ++at) {
        if (!tokens_[at].is_symbol(",")) {
          indices.push_back(whole_number(tokens_[at].text).value_or(-1));
        }
      }
      ++at;
    }
    if (!tokens_[at].is_symbol("=")) {
      return false;
    }
    at_ = at + 1;
    if (begins_dictionary() && !target.indented) {
      open_dictionary(target.text, target.line);
    } else {
      take(target, indices);
    }
    return true;
  }

  /// The value that begins here, for a name.
  void take(const source_token& target, const std::vector<int>& indices) {
    try {
      auto [value, end, rounded_literals] = value_at(at_);
      const bool names_itself =  // A = map(T, A)
          std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                      tokens_.begin() + static_cast<std::ptrdiff_t>(end),
                      [&](const source_token& t) { return t.is_name(target.text); });
      if (!value.is_list && !indices.empty()) {
        enter(target, indices, std::move(value));
      } else if (value.is_list) {
        if (block().arrays.count(target.text) != 0 && !names_itself) {  // of another table
          again_.push_back(blocks_.size());
          open(block().name, target.line);
        }
        block().arrays[target.text] = std::move(value);
      } else {
        define(target, value.text);
      }
      block().unread.erase(target.text);
      block().rounded_literals += rounded_literals;
      at_ = end;
    } catch (const unreadable& why) {
      block().unread[target.text] = {why.line, why.reason};
      block().arrays.erase(target.text);
      block().current.erase(target.text);
    }
  }

  void define(const source_token& target, const std::string& text) {
    static const std::map<std::string, std::string> claims = {
        {"order", "order"},
        {"o", "order"},
        {"embedded_order", "embedded-order"},
        {"error_estimator_order", "embedded-order"},
        {"adaptiveorder", "embedded-order"}};
    static const std::map<std::string, std::string> claims_of_c = {
        {"order", "order"}, {"q", "order"}, {"p", "embedded-order"}};
    const bool is_c = language_ == source_language::c;
    const auto& known = is_c ? claims_of_c : claims;
    const auto claim = known.find(target.text);
    const auto number = whole_number(text);
    if (claim != known.end() && number && (!is_c || target.member)) {
      block().claims[claim->second] = *number;
    }
    std::string key = target.text;
    try {
      const expression alone(key);
      key = alone.names() == std::vector<std::string>{key} && key[0] != '_' ? key : "x_" + key;
    } catch (const invalid_input&) {  // a name that formulas know
      key = "x_" + key;
    }
    int& count = counts_[{blocks_.size(), key}];
    const std::string plain = key;
    while (block().definitions.count(key) + blocks_.front().definitions.count(key) != 0) {
      if (++count > most_source_values) {  // a program that counts
        throw unreadable{target.line, "there are too many values of this name"};
      }
      key = fmt::format("{}_{}", plain, count + 1);
    }
    block().definitions[key] = text;
    block().current[target.text] = key;
  }

  void enter(const source_token& target, const std::vector<int>& indices, source_value entry) {
    if (indices.size() > 2) {
      throw unreadable{target.line, fmt::format("{} has three indices; a table has a matrix and "
                                                "lists of numbers",
                                                target.text)};
    }
    source_value* place = &block().arrays[target.text];
    if (!place->is_list) {
      *place = {.is_list = true, .line = target.line, .by_element = true};
    }
    for (std::size_t k = 0; k < indices.size(); ++k) {
      const int index = indices[k] - (language_ == source_language::julia ? 1 : 0);
      if (index < 0 || index >= most_source_values || !place->is_list) {
        throw unreadable{target.line, fmt::format("an index of {} is no whole number below {}",
                                                  target.text, most_source_values)};
      }
      const auto i = static_cast<std::size_t>(index);
      if (i >= place->items.size()) {
        const bool is_row = k + 1 < indices.size();
        place->items.resize(i + 1, {.is_list = is_row, .text = "0", .line = target.line});
      }
      place = &place->items[i];
    }
    *place = std::move(entry);
  }

  std::vector<source_token> tokens_;
  source_language language_;
  std::vector<source_block> blocks_;
  std::size_t at_ = 0;
  std::size_t copied_ = 0;
  std::vector<std::size_t> again_;  ///< blocks that begin with another value of a list
  std::map<std::string, std::string> renamed_;
  std::string class_;
  bool is_inside_ = false;  ///< of a class or a function of Python
  std::map<std::pair<std::size_t, std::string>, int> counts_;  ///< of values, by block and name
};

}  // namespace

std::vector<source_block> blocks_of(std::string_view text, source_language language,
                                    const std::string& name) {
  return block_reader(text, language, name).read();
}

}  // namespace plumbline::detail
