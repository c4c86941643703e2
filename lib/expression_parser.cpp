// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The grammar of values, by recursive descent with bounded depth:
//
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/") factor }
//   factor  = ("+" | "-") factor | power
//   power   = atom [ "^" factor ]                          so −2^2 = −4 and 2^3^2 = 2^9
//   atom    = decimal | name | "sqrt" "(" sum ")" | "(" sum ")"
#include "expression_program.hpp"
#include <plumbline/core/errors.hpp>

#include <algorithm>

namespace plumbline {

namespace {

using op = expression::parsed::op;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class parser {
 public:
  explicit parser(expression::parsed& target) : target_(target), text_(target.text) {}

  void run() {
    sum();
    skip_space();
    if (position_ < text_.size()) {
      fail("an operator");
    }
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string where = position_ < text_.size()
                                  ? "at character " + std::to_string(position_ + 1) + ", before '" +
                                        expression::parsed::shown(text_.substr(position_, 12)) + "'"
                                  : "at its end";
    throw invalid_input("'" + expression::parsed::shown(text_) + "' is not a value: expected " +
                        expected + " " + where);
  }

  void emit(op what, std::string operand = {}) {
    target_.instructions.push_back({what, std::move(operand)});
  }

  void skip_space() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) {
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
        product();
        emit(op::add);
      } else if (accept('-')) {
        product();
        emit(op::subtract);
      } else {
        return;
      }
    }
  }

  void product() {
    factor();
    while (true) {
      if (accept('*')) {
        factor();
        emit(op::multiply);
      } else if (accept('/')) {
        factor();
        emit(op::divide);
      } else {
        return;
      }
    }
  }

  void factor() {
    if (++depth_ > expression::max_depth) {
      throw invalid_input("'" + expression::parsed::shown(text_) + "' is nested more than " +
                          std::to_string(expression::max_depth) + " deep");
    }
    if (accept('-')) {
      factor();
      emit(op::negate);
    } else if (accept('+')) {
      factor();
    } else {
      atom();
      if (accept('^')) {
        factor();
        emit(op::power);
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
    emit(op::literal, text_.substr(begin, position_ - begin));
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

  void name() {
    const auto begin = position_;
    while (position_ < text_.size() &&
           (starts_name(text_[position_]) || is_digit(text_[position_]))) {
      ++position_;
    }
    const std::string word = text_.substr(begin, position_ - begin);
    if (word == "sqrt") {
      if (!accept('(')) {
        fail("'(' after sqrt");
      }
      sum();
      close();
      emit(op::root);
    } else if (word == "pi") {
      emit(op::pi);
    } else if (word == "i") {
      emit(op::imaginary_unit);
    } else if (is_not_finite(word)) {
      position_ = begin;
      fail("a finite number");
    } else {
      emit(op::name, word);
      if (std::find(target_.names.begin(), target_.names.end(), word) == target_.names.end()) {
        target_.names.push_back(word);
      }
    }
  }

  static bool is_not_finite(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return word == "nan" || word == "inf" || word == "infinity";
  }

  expression::parsed& target_;
  const std::string& text_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string expression::parsed::shown(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string line(text.substr(0, most));
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
  parser(*target).run();
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
