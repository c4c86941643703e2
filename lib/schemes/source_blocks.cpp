// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Walks over the tokens of a source and keeps what is assigned. What is no number that is written out has no value.
#include "schemes/source_blocks.hpp"

#include <plumbline/scalar/expression.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace plumbline::detail {

namespace {

constexpr int deepest_source = 60;
constexpr int most_source_values = 200;  ///< of a name; rows of an array
constexpr std::size_t longest_source_formula = 20000;
constexpr std::size_t digits_of_double = 17;
constexpr std::size_t most_copied_entries = 200000;

/// Why a value cannot be read.
struct unreadable {
  int line;
  std::string reason;
};

std::optional<int> whole_number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool fits = error == std::errc() && end == text.data() + text.size();
  return fits ? std::optional(value) : std::nullopt;
}

/// Reads the value that begins at a token.
class value_reader {
 public:
  value_reader(const std::vector<source_token>& tokens, source_language language,
               const source_block& block, const source_block& outside,
               const std::map<std::string, std::string>& renamed, std::size_t& copied)
      : tokens_(tokens),
        language_(language),
        block_(block),
        outside_(outside),
        renamed_(renamed),
        copied_(copied) {}

  /// `at` is then behind the value.
  source_value read(std::size_t& at) {
    at_ = at;
    skip_lines();
    source_value value = sum(false);
    const bool ends = token().text.empty() || token().is_symbol(",") || token().is_symbol(";") ||
                      token().is_symbol(")") || token().is_symbol("]") || token().is_symbol("}") ||
                      token().is_symbol("'");
    if (!ends) {
      fail(value.is_list ? "arithmetic with lists is not read; write the numbers out"
                         : fmt::format("an operation is expected where '{}' stands", shown()));
    }
    at = at_;
    return value;
  }
  /// Numbers of more digits than the double keeps that the language makes of them.
  int rounded_literals() const { return rounded_; }

 private:
  bool is_julia() const { return language_ == source_language::julia; }
  const source_token& token() const { return tokens_[at_]; }
  const source_token& next() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool accept(std::string_view s) {
    const bool found = token().is_symbol(s);
    at_ += found ? 1 : 0;
    return found;
  }
  [[noreturn]] void fail(const std::string& reason) const {
    throw unreadable{token().line, reason};
  }
  std::string shown() const {
    return token().text.empty() ? "the end of the line" : token().text.substr(0, 40);
  }
  void skip_lines() {
    while (token().is == source_token::kind::line_end) {
      ++at_;
    }
  }
  std::string signs() {
    std::string found;
    for (; token().is_symbol("-") || token().is_symbol("+"); ++at_) {
      found += token().text;
    }
    return found;
  }
  /// The place of the bracket that closes the one that stands here.
  std::size_t closing() const {
    if (token().mate == source_token::alone) {
      fail(fmt::format("'{}' is never closed", token().text));
    }
    return token().mate;
  }
  std::string number(source_value value) const {
    if (value.is_list) {
      fail("a number is expected, not a list");
    }
    return std::move(value.text);
  }

  /// In a row of Julia's [1 -2] the sign begins another element, in [1 - 2] it does not.
  source_value sum(bool in_row) {
    if (++depth_ > deepest_source) {
      fail("nested too deep");
    }
    std::string text;
    const int line = token().line;
    while (true) {
      text += signs();
      source_value part = fraction(in_row);
      if (part.is_list && text.empty()) {
        --depth_;
        return part;
      }
      text += number(std::move(part));
      if (text.size() > longest_source_formula) {
        fail("the formula is too long");
      }
      const bool is_sign = token().is_symbol("+") || token().is_symbol("-");
      const bool begins_element = in_row && token().spaced && !next().spaced;
      if (is_sign ? begins_element : !token().is_symbol("*") && !token().is_symbol("/")) {
        --depth_;
        return {.text = std::move(text), .line = line};
      }
      text += tokens_[at_++].text;
      skip_lines();
    }
  }

  /// Julia's a//b binds more strongly than the other operations; Python's is no division of numbers.
  source_value fraction(bool in_row) {
    source_value value = power(in_row);
    while (is_julia() && accept("//")) {
      const std::string sign = signs();
      const std::string below = sign + number(power(in_row));
      const bool is_plain = below.find_first_of("+-*/^") == std::string::npos;
      value.text =
          fmt::format(fmt::runtime(is_plain ? "({}/{})" : "({}/({}))"), number(value), below);
    }
    return value;
  }

  source_value power(bool in_row) {
    if (++depth_ > deepest_source) {
      fail("nested too deep");
    }
    const bool was_number = token().is == source_token::kind::number;
    source_value value = atom();
    const bool is_product = is_julia() && was_number && !token().spaced &&  // 2a
                            (token().is == source_token::kind::name || token().is_symbol("(") ||
                             token().is_symbol("√"));
    if (is_product) {
      value.text = fmt::format("({}*{})", value.text, number(power(in_row)));
    } else if (!value.is_list && (accept("^") || accept("**"))) {
      const std::string sign = signs();
      value.text += fmt::format("^({}{})", sign, number(power(in_row)));
    }
    --depth_;
    return value;
  }

  source_value atom() {
    while (token().is_symbol("@") && next().is == source_token::kind::name) {  // @big, @SVector
      at_ += 2;
    }
    const source_token& here = token();
    if (here.is == source_token::kind::number) {
      const auto digits = std::count_if(here.text.begin(), here.text.end(),
                                        [](char c) { return c >= '0' && c <= '9'; });
      rounded_ += static_cast<std::size_t>(digits) > digits_of_double ? 1 : 0;
      ++at_;
      return {.text = here.text, .line = here.line};
    }
    if (here.is_symbol("[") && is_julia()) {
      return julia_list();
    }
    if (here.is_symbol("[") || here.is_symbol("{") || here.is_symbol("(")) {
      return list();
    }
    if (accept("√")) {
      return {.text = fmt::format("sqrt({})", number(power(false))), .line = here.line};
    }
    if (here.is != source_token::kind::name) {
      fail(fmt::format("a number is expected where '{}' stands", shown()));
    }
    return named();
  }

  /// [1, 2], {1, 2}, (1, 2), and a number in parentheses.
  source_value list() {
    source_value value{.is_list = true, .line = token().line};
    const std::size_t end = closing();
    const bool is_round = token().is_symbol("(");
    ++at_;
    while (at_ < end) {
      value.items.push_back(sum(false));
      if (at_ == end && is_round && value.items.size() == 1) {
        source_value inside = std::move(value.items[0]);
        inside.text = inside.is_list ? "" : "(" + inside.text + ")";
        ++at_;
        return inside;
      }
      if (at_ < end && !accept(",")) {
        fail(fmt::format("',' or the end of a list is expected where '{}' stands", shown()));
      }
    }
    ++at_;
    return value;
  }

  /// [1, 2], [1; 2], [1 2; 3 4], with ends of lines for ;, and [[1 2] ↵ [3 4]].
  source_value julia_list() {
    const int line = token().line;
    const std::size_t end = closing();
    std::vector<source_value> rows(1, {.is_list = true, .line = line});
    bool has_commas = false;
    for (++at_; at_ < end;) {
      if (token().is == source_token::kind::line_end || token().is_symbol(";")) {
        ++at_;
        if (!has_commas && !rows.back().items.empty()) {
          rows.push_back({.is_list = true, .line = token().line});
        }
      } else if (accept(",")) {
        has_commas = true;
      } else {
        rows.back().items.push_back(sum(true));
      }
    }
    ++at_;
    if (rows.back().items.empty()) {
      rows.pop_back();
    }
    if (rows.size() == 1) {
      return std::move(rows[0]);
    }
    const bool is_column = std::all_of(
        rows.begin(), rows.end(), [](const source_value& row) { return row.items.size() == 1; });
    for (source_value& row : rows) {
      row = is_column ? source_value(row.items[0]) : std::move(row);
    }
    return {.is_list = true, .items = std::move(rows), .line = line};
  }

  source_value named() {
    const source_token& found = tokens_[at_++];
    const std::string& name = found.text;
    if (is_julia() && token().is_symbol("{")) {  // the type parameters of T{S}(…)
      at_ = closing() + 1;
    }
    if (name == "big" && token().is == source_token::kind::text) {
      return {.text = quoted_number(), .line = found.line};
    }
    if (token().is_symbol("(") && !token().spaced) {
      return call(name, found.line);
    }
    for (const source_block* b : {&block_, &outside_}) {
      if (const auto array = b->arrays.find(name); array != b->arrays.end()) {
        return element(name, array->second);
      }
      if (const auto key = b->current.find(name); key != b->current.end()) {
        return {.text = key->second, .line = found.line};
      }
    }
    if (name == "pi") {
      return {.text = name, .line = found.line};
    }
    if (token().is_symbol("[") && !token().spaced && is_julia()) {  // T[1 2; 3 4]
      return julia_list();
    }
    --at_;
    fail(fmt::format("'{}' has no value that is written out before", shown()));
  }

  std::string quoted_number() {
    std::string text = tokens_[at_].text;
    std::erase(text, ' ');
    try {
      (void)expression(text);
    } catch (const invalid_input& error) {
      fail(error.what());
    }
    ++at_;
    return "(" + text + ")";
  }

  /// The place, from 0, that an index names in a list: 2, Python's -1, Julia's end. Beside the list where it is no index.
  int place_in(const source_value& list) {
    const int size = static_cast<int>(list.items.size());
    const bool from_end = !is_julia() && accept("-");
    const std::string index = tokens_[at_++].text;
    if (is_julia()) {
      return index == "end" ? size - 1 : whole_number(index).value_or(0) - 1;
    }
    const int number = whole_number(index).value_or(size);
    return from_end ? size - number : number;
  }

  /// a, a[2], a[2][1], a[2, 1], a[2, :], and a[end:-1:1] and a[::-1], which are a backwards.
  source_value element(const std::string& name, const source_value& array) {
    const source_value* value = &array;
    bool is_backwards = false;
    while (token().is_symbol("[") && !token().spaced) {
      const std::size_t end = closing();
      std::string inside;
      for (std::size_t i = at_ + 1; i < end; ++i) {
        inside += tokens_[i].text;
      }
      is_backwards = inside == (is_julia() ? "end:-1:1" : "::-1");
      for (++at_; at_ < end && !is_backwards && inside != ":"; accept(",")) {
        const int place = place_in(*value);
        const bool is_there = 0 <= place && place < static_cast<int>(value->items.size()) &&
                              (at_ == end || token().is_symbol(","));
        if (!is_there) {
          fail(fmt::format("{}[{}] has no value that is written out before", name,
                           inside.substr(0, 40)));
        }
        value = &value->items[static_cast<std::size_t>(place)];
        if (token().is_symbol(",") && next().is_symbol(":") && at_ + 2 == end) {  // a whole row
          at_ = end;
        }
      }
      at_ = end + 1;
    }
    if (!value->is_list) {
      return {.text = "(" + value->text + ")", .line = token().line};
    }
    for (const source_value& item : value->items) {
      copied_ += 1 + item.items.size();
    }
    if (copied_ > most_copied_entries) {
      fail("too many lists are copied");
    }
    source_value copy = *value;
    if (is_backwards) {
      std::reverse(copy.items.begin(), copy.items.end());
    }
    return copy;
  }

  /// Functions of one or two numbers, and what only changes the type of its argument.
  source_value call(const std::string& word, int line) {
    const auto other = renamed_.find(word);
    const std::string& name = other != renamed_.end() ? other->second : word;
    static const std::map<std::string, std::string> forms = {{"sqrt", "sqrt({})"},
                                                             {"SUNRsqrt", "sqrt({})"},
                                                             {"exp", "exp({})"},
                                                             {"log", "log({})"},
                                                             {"sin", "sin({})"},
                                                             {"cos", "cos({})"},
                                                             {"tan", "tan({})"},
                                                             {"cbrt", "(({})^(1/3))"},
                                                             {"inv", "(1/({}))"},
                                                             {"pow", "(({})^({}))"},
                                                             {"SUNRpowerR", "(({})^({}))"},
                                                             {"power", "(({})^({}))"},
                                                             {"Fraction", "(({})/({}))"},
                                                             {"Rational", "(({})/({}))"},
                                                             {"mpq", "(({})/({}))"}};
    static const std::vector<std::string> casts = {
        "SUN_RCONST", "RCONST", "T",       "T2",      "big",    "BigFloat", "BigInt", "Float64",
        "float",      "double", "float64", "mpf",     "S",      "Decimal",  "array",  "asarray",
        "Array",      "Matrix", "Vector",  "tensor",  "tuple",  "list",     "Tuple",  "collect",
        "convert",    "map",    "parse",   "SMatrix", "SVector"};
    const auto form = forms.find(name);
    const bool is_cast = std::find(casts.begin(), casts.end(), name) != casts.end();
    if (form == forms.end() && !is_cast) {
      fail(fmt::format("{}(…) is a function whose value is not written out", name.substr(0, 40)));
    }
    const std::size_t end = closing();
    ++at_;
    if (name == "convert" || name == "map" || name == "parse") {  // the type comes first
      while (at_ < end && !token().is_symbol(",")) {
        at_ = token().mate == source_token::alone ? at_ + 1 : token().mate + 1;
      }
      ++at_;
    }
    source_value value{.line = line};
    if (token().is == source_token::kind::text) {
      value.text = quoted_number();
    } else {
      value = sum(false);
    }
    const bool has_more =
        accept(",") && (form != forms.end() || token().mate != source_token::alone);
    if (form != forms.end() && has_more) {
      value.text = fmt::format(fmt::runtime(form->second), number(value), number(sum(false)));
    } else if (form != forms.end() && form->second.find("{})^({") == std::string::npos) {
      const bool is_fraction = form->second == "(({})/({}))";  // Fraction("1/3")
      value.text = fmt::format(fmt::runtime(is_fraction ? "({})" : form->second), number(value));
    } else if (form != forms.end() || has_more) {
      fail(fmt::format("{}(…) has other arguments", name));
    } else if (!value.is_list) {
      value.text = "(" + value.text + ")";
    }
    at_ = end + 1;  // dtype = … and the like
    return value;
  }

  const std::vector<source_token>& tokens_;
  source_language language_;
  const source_block& block_;
  const source_block& outside_;
  const std::map<std::string, std::string>&
      renamed_;          ///< names of functions, by those that stand for them
  std::size_t& copied_;  ///< entries of lists, in the whole source
  std::size_t at_ = 0;
  int depth_ = 0;
  int rounded_ = 0;
};

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
  value_reader reader() {
    return {tokens_, language_, block(), blocks_.front(), renamed_, copied_};
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
          lists.push_back(reader().read(i));
          --i;
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
    const std::size_t begin = at_;
    std::size_t at = begin;
    try {
      value_reader values = reader();
      source_value value = values.read(at);
      const bool names_itself =  // A = map(T, A)
          std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                      tokens_.begin() + static_cast<std::ptrdiff_t>(at),
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
      block().rounded_literals += values.rounded_literals();
      at_ = at;
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
