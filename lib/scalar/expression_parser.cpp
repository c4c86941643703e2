// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The grammar of values and formulas, by recursive descent with bounded depth:
//
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/") factor }
//   factor  = ("+" | "-") factor | power
//   power   = atom [ "^" factor ]                          so −2^2 = −4 and 2^3^2 = 2^9
//   atom    = decimal | name | function "(" sum [ "," sum ] ")" | ("dot" | "p") "(" name ")" | "(" sum ")"
//   name    = word { "." word }
//
// Formulas with calls have more atoms: scalar/call_tree.hpp.
#include "scalar/expression_program.hpp"
#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/scalar/errors.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace plumbline {

namespace {

using op = expression::parsed::op;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr std::array functions = {
    operation::sqrt, operation::exp,   operation::log,   operation::sin,
    operation::cos,  operation::tan,   operation::asin,  operation::acos,
    operation::atan, operation::atan2, operation::sinh,  operation::cosh,
    operation::tanh, operation::asinh, operation::acosh, operation::atanh};

std::optional<operation> function_named(const std::string& name) {
  const auto* const found =
      std::ranges::find_if(functions, [&name](operation f) { return name_of(f) == name; });
  return found == functions.end() ? std::nullopt : std::optional(*found);
}

std::string all_functions() {
  std::string list;
  for (const operation f : functions) {
    list += (list.empty() ? "" : " ") + std::string(name_of(f));
  }
  return list;
}

bool is_not_smooth(const std::string& name) {
  constexpr std::array words = {"abs",   "sign", "sgn",   "min", "max",
                                "floor", "ceil", "round", "mod", "heaviside"};
  return std::ranges::find(words, name) != words.end();
}

/// What a function is called here that has another name elsewhere, or "": ln, arcsin, Cos.
std::string usual_name(const std::string& name) {
  constexpr std::array others = {
      std::pair{"ln", "log"},        std::pair{"arcsin", "asin"},   std::pair{"arccos", "acos"},
      std::pair{"arctan", "atan"},   std::pair{"arctg", "atan"},    std::pair{"tg", "tan"},
      std::pair{"arctan2", "atan2"}, std::pair{"arsinh", "asinh"},  std::pair{"arcosh", "acosh"},
      std::pair{"artanh", "atanh"},  std::pair{"arcsinh", "asinh"}, std::pair{"arccosh", "acosh"},
      std::pair{"arctanh", "atanh"}, std::pair{"sine", "sin"},      std::pair{"cosine", "cos"},
      std::pair{"tangent", "tan"},   std::pair{"root", "sqrt"}};
  std::string small = name;
  for (char& c : small) {
    c = 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const auto* const found =
      std::ranges::find_if(others, [&small](const auto& pair) { return pair.first == small; });
  return found != others.end() ? found->second : function_named(small) ? small : "";
}

enum class grammar { values, calls };

class parser {
 public:
  parser(expression::parsed& target, grammar read)
      : target_(target), text_(target.text), has_calls_(read == grammar::calls) {}

  void run() {
    sum();
    skip_space();
    if (position_ < text_.size()) {
      fail("an operator");
    }
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    constexpr std::size_t context = 12;
    const bool inside = position_ < text_.size();
    const std::string before =
        inside ? "before '" + expression::parsed::shown(text_.substr(position_, context)) + "'"
               : "at its end";
    throw formula_error(
        "'" + expression::parsed::shown(text_) + "' is not a value: expected " + expected + " " +
            (inside ? "at character " + std::to_string(position_ + 1) + ", " : "") + before,
        "expected " + expected + " " + before, position_);
  }

  void emit(op what, std::size_t position, std::string operand = {},
            operation function = operation::sqrt) {
    target_.instructions.push_back({what, std::move(operand), position, function});
  }

  void skip_space() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t' ||
                                        text_[position_] == '\n' || text_[position_] == '\r')) {
      ++position_;
    }
  }
  bool accept(char c) {
    skip_space();
    if (position_ < text_.size() && text_[position_] == c) {
      ++position_;
      return true;
    }
    return false;
  }

  void sum() {
    product();
    while (true) {
      if (accept('+')) {
        const auto sign = position_ - 1;
        product();
        emit(op::add, sign);
      } else if (accept('-')) {
        const auto sign = position_ - 1;
        product();
        emit(op::subtract, sign);
      } else {
        return;
      }
    }
  }

  void product() {
    factor();
    while (true) {
      if (accept('*')) {
        const auto sign = position_ - 1;
        if (next_is('*')) {
          fail("a factor; a power is written x^2, not x**2,");
        }
        factor();
        emit(op::multiply, sign);
      } else if (accept('/')) {
        const auto sign = position_ - 1;
        factor();
        emit(op::divide, sign);
      } else {
        return;
      }
    }
  }

  void factor() {
    if (++depth_ > expression::max_depth) {
      const std::string reason =
          "nested more than " + std::to_string(expression::max_depth) + " deep";
      throw formula_error("'" + expression::parsed::shown(text_) + "' is " + reason, reason,
                          position_);
    }
    if (accept('-')) {
      const auto sign = position_ - 1;
      factor();
      emit(op::negate, sign);
    } else if (accept('+')) {
      factor();
    } else {
      atom();
      if (accept('^')) {
        const auto sign = position_ - 1;
        factor();
        emit(op::power, sign);
      }
    }
    --depth_;
  }

  void atom() {
    if (accept('(')) {
      sum();
      close();
      return;
    }
    const char c = position_ < text_.size() ? text_[position_] : '\0';
    if (is_digit(c) || c == '.') {
      literal();
    } else if (starts_name(c)) {
      name();
    } else if (has_calls_ && c == '\'') {
      quoted();
    } else {
      fail("a number, a name or '('");
    }
  }

  void close() {
    if (!accept(')')) {
      fail("')' or an operator");
    }
  }

  void digits() {
    while (position_ < text_.size() && is_digit(text_[position_])) {
      ++position_;
    }
  }

  void literal() {
    const auto begin = position_;
    digits();
    const bool whole = position_ > begin;
    if (position_ < text_.size() && text_[position_] == '.') {
      ++position_;
      const auto fraction = position_;
      digits();
      if (!whole && position_ == fraction) {
        fail("a digit");
      }
    }
    exponent();
    emit(op::literal, begin, text_.substr(begin, position_ - begin));
  }

  void exponent() {
    if (position_ >= text_.size() || (text_[position_] != 'e' && text_[position_] != 'E')) {
      return;
    }
    ++position_;
    if (position_ < text_.size() && (text_[position_] == '+' || text_[position_] == '-')) {
      ++position_;
    }
    const auto begin = position_;
    digits();
    constexpr std::size_t most = 9;
    if (position_ == begin || position_ - begin > most) {
      position_ = begin;
      fail("an exponent of 1 to 9 digits");
    }
  }

  /// Letters, digits and _, with a number in brackets behind them where there are many; parts joined by points.
  std::string word() {
    const auto begin = position_;
    while (true) {
      while (position_ < text_.size() &&
             (starts_name(text_[position_]) || is_digit(text_[position_]))) {
        ++position_;
      }
      skip_index();
      if (position_ + 1 < text_.size() && text_[position_] == '.' &&
          starts_name(text_[position_ + 1])) {
        ++position_;
      } else {
        return text_.substr(begin, position_ - begin);
      }
    }
  }
  /// x[12] is a coordinate of many, link[2].R11 a part of a body of many (catalogue/system_file.hpp).
  void skip_index() {
    std::size_t end = position_ + 1;
    while (position_ < text_.size() && text_[position_] == '[' && end < text_.size() &&
           is_digit(text_[end])) {
      ++end;
    }
    if (end > position_ + 1 && end < text_.size() && text_[end] == ']') {
      position_ = end + 1;
    }
  }

  void name() {
    const auto begin = position_;
    const std::string found = word();
    if (const auto function = function_named(found)) {
      call(found, *function, begin);
    } else if (found == "dot" || (found == "p" && next_is('('))) {
      of_name(found, begin);
    } else if (found == "pi") {
      emit(op::pi, begin);
    } else if (is_not_finite(found)) {
      position_ = begin;
      fail("a finite number");
    } else if (has_calls_ && next_is('(')) {
      apply(found, begin);
    } else if (is_not_smooth(found) && next_is('(')) {
      position_ = begin;
      fail("a smooth function (" + found + " is not smooth; every formula here is differentiated)");
    } else if (next_is('(')) {
      position_ = begin;
      if (found == "ddot") {
        fail("a position, a velocity such as dot(x), or t; there are no accelerations in formulas");
      }
      if (found == "pow") {
        fail("a power such as x^3, which is not written as a function,");
      }
      const std::string usual = usual_name(found);
      fail((usual.empty() ? std::string() : usual + ", or another ") + (usual.empty() ? "a " : "") +
           "function that is known here (" + all_functions() + ")");
    } else {
      emit(op::name, begin, found);
      const bool constant = found == "i" || found == "e";
      if (!constant &&
          std::find(target_.names.begin(), target_.names.end(), found) == target_.names.end()) {
        target_.names.push_back(found);
      }
    }
  }

  void call(const std::string& name, operation function, std::size_t begin) {
    if (!accept('(')) {
      fail("'(' after " + name);
    }
    sum();
    if (operands_of(function) == 2) {
      if (!accept(',')) {
        fail("',' and the second argument of " + name);
      }
      sum();
    }
    close();
    emit(op::call, begin, name, function);
  }

  void quoted() {
    const auto begin = position_++;
    std::string found;
    while (true) {
      const auto end = text_.find('\'', position_);
      if (end == std::string::npos) {
        position_ = text_.size();
        fail("the ' that ends the text");
      }
      found += text_.substr(position_, end - position_);
      position_ = end + 1;
      if (position_ == text_.size() || text_[position_] != '\'') {
        break;
      }
      found += text_[position_++];
    }
    if (next_is('(')) {
      apply(found, begin);
    } else {
      emit(op::quoted, begin, found);
    }
  }

  /// NAME(ARGUMENT, …)
  void apply(const std::string& name, std::size_t begin) {
    accept('(');
    std::vector<std::string> keys;
    while (!accept(')')) {
      if (!keys.empty() && !accept(',')) {
        fail("',' or ')'");
      }
      keys.push_back(key());
      sum();
      each();
    }
    emit(op::apply, begin, name);
    target_.instructions.back().keys = std::move(keys);
  }

  /// The NAME of "NAME = …", or nothing.
  std::string key() {
    skip_space();
    const auto begin = position_;
    if (position_ < text_.size() && starts_name(text_[position_])) {
      std::string found = word();
      if (accept('=')) {
        return found;
      }
    }
    position_ = begin;
    return {};
  }

  bool accept_word(std::string_view wanted) {
    skip_space();
    const auto begin = position_;
    if (position_ < text_.size() && starts_name(text_[position_]) && word() == wanted) {
      return true;
    }
    position_ = begin;
    return false;
  }

  /// "for x in A, B for y, z in C : D" after an expression. The first name runs slowest.
  void each() {
    std::vector<std::vector<expression::parsed::instruction>> clauses;
    while (accept_word("for")) {
      const auto begin = position_;
      skip_space();
      if (position_ >= text_.size() || !starts_name(text_[position_])) {
        fail("a name after 'for'");
      }
      const std::string found = word();
      std::string next;
      if (accept(',')) {
        skip_space();
        if (position_ >= text_.size() || !starts_name(text_[position_])) {
          fail("a second name after 'for " + found + ",'");
        }
        next = word();
      }
      if (found == "pi" || next == "pi") {
        position_ = begin;
        fail("another name than pi, which is the number,");
      }
      if (!accept_word("in")) {
        fail("'in' after the name");
      }
      const auto before = static_cast<std::ptrdiff_t>(target_.instructions.size());
      std::size_t count = 0;
      do {
        item();
        ++count;
      } while (accept_next_item());
      emit(op::each, begin, found);
      target_.instructions.back().keys.resize(count);
      target_.instructions.back().keys.front() = next;
      const auto first = target_.instructions.begin() + before;
      clauses.emplace_back(first, target_.instructions.end());
      target_.instructions.erase(first, target_.instructions.end());
    }
    for (auto clause = clauses.rbegin(); clause != clauses.rend(); ++clause) {
      target_.instructions.insert(target_.instructions.end(), clause->begin(), clause->end());
    }
  }

  /// A value of a list, or A : B.
  void item() {
    sum();
    if (accept(':')) {
      const auto colon = position_ - 1;
      sum();
      emit(op::apply, colon, std::string(call_tree::range));
      target_.instructions.back().keys.resize(2);
    }
  }

  /// The comma before another value; that before NAME = … ends the list.
  bool accept_next_item() {
    const auto begin = position_;
    if (accept(',') && key().empty()) {
      return true;
    }
    position_ = begin;
    return false;
  }

  /// dot(x), p(x)
  void of_name(const std::string& which, std::size_t begin) {
    if (!accept('(')) {
      fail("'(' after " + which);
    }
    skip_space();
    if (position_ >= text_.size() || !starts_name(text_[position_])) {
      fail("the name of a coordinate in " + which + "(...)");
    }
    const std::string operand = word();
    if (!next_is(')')) {
      fail("')' after the name in " + which + "(...)");
    }
    close();
    emit(which == "p" ? op::momentum : op::rate, begin, operand);
  }

  bool next_is(char c) {
    skip_space();
    return position_ < text_.size() && text_[position_] == c;
  }

  static bool is_not_finite(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return word == "nan" || word == "inf" || word == "infinity";
  }

  expression::parsed& target_;
  const std::string& text_;
  bool has_calls_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

call_tree::kind kind_of(op what) {
  switch (what) {
    case op::literal:
      return call_tree::kind::number;
    case op::name:
      return call_tree::kind::name;
    case op::quoted:
      return call_tree::kind::quoted;
    case op::pi:
      return call_tree::kind::pi;
    case op::rate:
      return call_tree::kind::rate;
    case op::momentum:
      return call_tree::kind::momentum;
    case op::negate:
      return call_tree::kind::negate;
    case op::add:
      return call_tree::kind::add;
    case op::subtract:
      return call_tree::kind::subtract;
    case op::multiply:
      return call_tree::kind::multiply;
    case op::divide:
      return call_tree::kind::divide;
    case op::power:
      return call_tree::kind::power;
    case op::each:
      return call_tree::kind::each;
    default:
      return call_tree::kind::call;
  }
}

std::size_t operands_of_instruction(const expression::parsed::instruction& i) {
  switch (i.what) {
    case op::literal:
    case op::name:
    case op::quoted:
    case op::pi:
    case op::rate:
    case op::momentum:
      return 0;
    case op::negate:
      return 1;
    case op::call:
      return static_cast<std::size_t>(operands_of(i.function));
    case op::apply:
      return i.keys.size();
    case op::each:
      return i.keys.size() + 1;
    default:
      return 2;
  }
}

}  // namespace

call_tree parse_calls(std::string_view text) {
  // Whoever walks along a tree calls himself for every level of it: a + b + c has two.
  constexpr int most_levels = 8000;
  expression::parsed target;
  target.text = text;
  parser(target, grammar::calls).run();
  std::vector<call_tree> stack;
  std::vector<int> levels;
  for (auto& i : target.instructions) {
    const std::size_t count = operands_of_instruction(i);
    const auto lowest = levels.end() - static_cast<std::ptrdiff_t>(count);
    const int level = count == 0 ? 0 : 1 + *std::max_element(lowest, levels.end());
    if (level > most_levels) {
      const std::string reason =
          "more than " + std::to_string(most_levels) + " operations in a row";
      throw formula_error("'" + expression::parsed::shown(target.text) + "' has " + reason, reason,
                          i.position);
    }
    levels.erase(lowest, levels.end());
    levels.push_back(level);
    call_tree tree{kind_of(i.what), std::move(i.operand), {}, std::move(i.keys), i.position};
    const auto first = stack.end() - static_cast<std::ptrdiff_t>(count);
    tree.children.assign(std::make_move_iterator(first), std::make_move_iterator(stack.end()));
    stack.erase(first, stack.end());
    tree.keys.resize(tree.what == call_tree::kind::call   ? count
                     : tree.what == call_tree::kind::each ? 1
                                                          : 0);
    stack.push_back(std::move(tree));
  }
  return std::move(stack.back());
}

bool is_range(const call_tree& tree) {
  return tree.what == call_tree::kind::call && tree.text == call_tree::range;
}

bool is_reserved_name(const std::string& word) {
  return word == "pi" || word == "e" || word == "t" || word == "dot" ||
         function_named(word).has_value();
}

bool is_plain_name(const std::string& word) {
  return !word.empty() && starts_name(word.front()) &&
         std::ranges::all_of(word, [](char c) { return starts_name(c) || is_digit(c); });
}

std::string expression::parsed::shown(std::string_view text) {
  constexpr std::size_t most = 60;
  std::size_t length = std::min(most, text.size());
  while (length < text.size() && length > 0 &&
         (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) {
    --length;  // not within a character of UTF-8
  }
  std::string line(text.substr(0, length));
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
  return text.size() > most ? line + "..." : line;
}

expression::expression(std::string_view text) {
  if (text.size() > max_length) {
    throw invalid_input("a value of " + std::to_string(text.size()) + " characters; at most " +
                        std::to_string(max_length) + " are read");
  }
  auto target = std::make_shared<parsed>();
  target->text = text;
  parser(*target, grammar::values).run();
  parsed_ = std::move(target);
}

const std::string& expression::text() const { return parsed_->text; }
const std::vector<std::string>& expression::names() const { return parsed_->names; }

void variables::set(const std::string& name, expression value) {
  numbers_.erase(name);
  expressions_.insert_or_assign(name, std::move(value));
}
void variables::set(const std::string& name, std::function<mp()> value) {
  expressions_.erase(name);
  numbers_.insert_or_assign(name, std::move(value));
}
const expression* variables::find_expression(const std::string& name) const {
  const auto found = expressions_.find(name);
  return found == expressions_.end() ? nullptr : &found->second;
}
const std::function<mp()>* variables::find_number(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? nullptr : &found->second;
}
std::vector<std::string> variables::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : expressions_) {
    all.push_back(name);
  }
  for (const auto& [name, value] : numbers_) {
    all.push_back(name);
  }
  return all;
}

}  // namespace plumbline
