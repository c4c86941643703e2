// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Reads a value by recursive descent over the tokens, and makes a formula of each number.
#include "schemes/source_values.hpp"

#include <plumbline/scalar/expression.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace plumbline::detail {

namespace {

constexpr int deepest_source = 60;
constexpr std::size_t longest_source_formula = 20000;
constexpr std::size_t digits_of_double = 17;
constexpr std::size_t most_copied_entries = 200000;

/// Reads the value that begins at a token.
class value_reader {
 public:
  value_reader(const source_context& context, std::size_t at)
      : tokens_(context.tokens),
        language_(context.language),
        block_(context.block),
        outside_(context.outside),
        renamed_(context.renamed),
        copied_(context.copied),
        at_(at) {}

  found_value read() {
    skip_lines();
    source_value value = sum(false);
    const bool ends = token().text.empty() || token().is_symbol(",") || token().is_symbol(";") ||
                      token().is_symbol(")") || token().is_symbol("]") || token().is_symbol("}") ||
                      token().is_symbol("'");
    if (!ends) {
      fail(value.is_list ? "arithmetic with lists is not read; write the numbers out"
                         : fmt::format("an operation is expected where '{}' stands", shown()));
    }
    return {std::move(value), at_, rounded_};
  }

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
  std::size_t at_;
  int depth_ = 0;
  int rounded_ = 0;
};

}  // namespace

std::optional<int> whole_number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool fits = error == std::errc() && end == text.data() + text.size();
  return fits ? std::optional(value) : std::nullopt;
}

found_value read_value(const source_context& context, std::size_t at) {
  return value_reader(context, at).read();
}

}  // namespace plumbline::detail
