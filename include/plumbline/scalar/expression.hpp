// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Exact values as text: what a user may write where a number is asked for.
//
//   0.1   -12.5e-3   1/3   pi/4   2*pi*sqrt(3)   1/(2 - 2^(1/3))   g/(2*pi)^2   period/20   1/2 - 3*i
//
// Decimals of any length, + - * / ^, parentheses, pi, the functions sqrt exp log sin cos tan asin acos atan atan2 sinh
// cosh tanh asinh acosh atanh, and names that the caller gives a meaning. Without one, e is Euler's number and i the
// imaginary unit. A text is parsed once and evaluated at any precision: in rational arithmetic as long as nothing
// irrational enters, otherwise with guard digits and a bound of the error, at growing precisions until the bound is small and
// two precisions agree, and rounded once. So 0.1 is one tenth and 1e40 + 1 - 1e40 is one in every scalar.
//
// The formulas of systems (math/formula.hpp) are parsed by the same parser.
//
// A value that cannot be told from zero when the precision has grown eightfold, and to 800 digits at least, counts as zero
// (sqrt(2)^2 - 2). A value below the range of exponents of mp counts as zero, too; a part of a value does not.
#pragma once

#include <plumbline/scalar/errors.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/traits.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// A mistake in a text, with its place: thrown by the constructor of `expression` and by record_formula.
class formula_error : public invalid_input {
 public:
  formula_error(const std::string& message, std::string reason, std::size_t position)
      : invalid_input(message), reason_(std::move(reason)), position_(position) {}
  /// What is wrong, without the text: for messages that say themselves where the text stands.
  const std::string& reason() const { return reason_; }
  /// The first character that is wrong, from 0; the length of the text for its end.
  std::size_t position() const { return position_; }

 private:
  std::string reason_;
  std::size_t position_;
};

/// A parsed value. Cheap to copy.
class expression {
 public:
  static constexpr std::size_t max_length = 1 << 20;  ///< characters
  static constexpr int max_depth = 200;               ///< nested parentheses, signs and powers

  /// Throws formula_error with the position and what was expected there.
  explicit expression(std::string_view text);

  const std::string& text() const;
  /// The names that occur, each once; without pi, e, i and functions.
  const std::vector<std::string>& names() const;

  struct parsed;
  const parsed& program() const { return *parsed_; }

 private:
  std::shared_ptr<const parsed> parsed_;
};

/// What names in an expression mean.
class variables {
 public:
  /// Another expression, which may use names itself.
  void set(const std::string& name, expression value);
  /// A number that is computed: called inside a precision_scope, at every precision that is tried.
  void set(const std::string& name, std::function<mp()> value);

  const expression* find_expression(const std::string& name) const;
  const std::function<mp()>* find_number(const std::string& name) const;
  /// All names, for messages.
  std::vector<std::string> names() const;

 private:
  std::map<std::string, expression> expressions_;
  std::map<std::string, std::function<mp()>> numbers_;
};

/// A complex number of a scalar that std::complex does not serve.
template <class T>
struct complex_parts {
  T re;
  T im;
};

namespace detail {

/// Both parts with more than `bits` correct bits each, in a precision that is larger than that.
complex_parts<mp> evaluate_parts(const expression& value, const variables& names, long bits);
[[noreturn]] void throw_not_real(const expression& value);
[[noreturn]] void throw_not_finite(const expression& value, int bits);

template <class T>
T rounded_part(const expression& value, const mp& part) {
  T result = convert_precision<T>(part);
  if (!is_finite(result)) {
    throw_not_finite(value, scalar_traits<T>::bits());
  }
  return result;
}

}  // namespace detail

/// The value rounded once to T. Throws invalid_input for a division by zero, a function outside its domain (the root of a
/// negative number), an unknown name, names that need each other, a value that is not real or beyond the range of T.
template <class T>
T evaluate(const expression& value, const variables& names = {}) {
  const auto parts = detail::evaluate_parts(value, names, scalar_traits<T>::bits());
  if (parts.im != 0) {
    detail::throw_not_real(value);
  }
  return detail::rounded_part<T>(value, parts.re);
}

/// The same for values with an imaginary part.
template <class T>
complex_parts<T> evaluate_complex(const expression& value, const variables& names = {}) {
  const auto parts = detail::evaluate_parts(value, names, scalar_traits<T>::bits());
  return {detail::rounded_part<T>(value, parts.re), detail::rounded_part<T>(value, parts.im)};
}

/// −1, 0 or 1: decided exactly where the value is rational.
int sign(const expression& value, const variables& names = {});

}  // namespace plumbline
