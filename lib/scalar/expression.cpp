// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Evaluation of values. Every number is a rational as long as that is exact and of bounded size, otherwise
// a run-time MPFR number at the precision that is being tried, with a bound of its error. The bound is what tells a small
// value from one that larger terms hide: 1 + x - 1 is 0 at any precision that is too small for x, and so it agrees with
// itself at two of them. A program is a list of instructions in postfix order (expression_parser.cpp writes it), so that a
// long sum needs no deep stack.
#include "scalar/expression_program.hpp"
#include <plumbline/scalar/errors.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/text.hpp>

#include <boost/multiprecision/gmp.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

namespace plumbline {

namespace {

using rational = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                               boost::multiprecision::et_off>;
using op = expression::parsed::op;

constexpr long max_exact_bits = 1'000'000;
constexpr long max_exact_exponent = 400'000;  // decimal, of a literal
constexpr long max_power = 1'000'000'000;
constexpr std::size_t max_nesting = 64;   // names that refer to names
constexpr long max_angle_bits = 100'000;  // of an argument whose multiples of π are to be removed

constexpr double no_error = -std::numeric_limits<double>::infinity();
constexpr double any_error = std::numeric_limits<double>::infinity();

/// log2(2^a + 2^b).
double log2_of_sum(double a, double b) {
  const double larger = std::max(a, b);
  return std::isfinite(larger) ? larger + std::log2(1 + std::exp2(std::min(a, b) - larger))
                               : larger;
}
template <class... More>
double log2_of_sum(double a, double b, More... more) {
  return log2_of_sum(log2_of_sum(a, b), more...);
}

/// |x| is below 2^this, and not below half of it.
double exponent_of(const mp& x) { return static_cast<double>(binary_exponent(x)); }

/// log2 of a bound of the error of rounding to x. Numbers that are not 0 are rounded to 0 below the range of exponents.
double rounding_of(const mp& x) {
  return x == 0 ? static_cast<double>(mpfr_get_emin())
                : exponent_of(x) - static_cast<double>(mpfr_get_prec(x.backend().data()));
}

/// A number in the precision of the scope, and log2 of a bound of its error.
struct approximation {
  mp x;
  double error;

  /// True when x cannot be told from 0.
  bool may_be_zero() const { return error >= exponent_of(x) - 1; }
};

/// log2 of a bound of what the error of x changes in y = f(x): the change of f between x and both ends. Where f has no value
/// at one end, the domain of f ends between, and the change to the other end is of the same size (sqrt) or leaves y no digits
/// (log). Where f is infinite at one end, its values have no bound.
template <class F>
double change_of(F&& f, const approximation& x, const mp& y) {
  if (x.error == no_error) {
    return no_error;
  }
  constexpr double most = 1e15;
  if (!(x.error < most)) {
    return any_error;
  }
  mp width;
  mpfr_set_ui_2exp(width.backend().data(), 1,
                   static_cast<long>(std::ceil(std::max(x.error, rounding_of(x.x)))), MPFR_RNDN);
  double change = no_error;
  int ends = 0;
  for (const mp& end : {mp(x.x - width), mp(x.x + width)}) {
    const mp difference = f(end) - y;
    if (is_finite(difference)) {
      ++ends;
      change = std::max(change, exponent_of(difference) + 1);
    } else if (mpfr_inf_p(difference.backend().data()) != 0) {
      return any_error;
    }
  }
  return ends == 0 ? any_error : change;
}

/// Exact while `exact` has a value; otherwise an approximation.
class number {
 public:
  number() : exact_(rational(0)) {}
  explicit number(rational x) : exact_(std::move(x)) { forget_if_large(); }
  /// `error` is log2 of a bound of the error before x was rounded.
  number(mp x, double error) : approximate_(std::move(x)) {
    error_ = log2_of_sum(error, rounding_of(approximate_));
  }

  bool is_exact() const { return exact_.has_value(); }
  const rational& exact() const { return *exact_; }
  mp approximate() const { return rounded().x; }
  approximation rounded() const {
    return exact_ ? from_rational(*exact_) : approximation{mp(approximate_), error_};
  }
  bool is_zero() const { return exact_ ? *exact_ == 0 : approximate_ == 0; }
  bool is_exact_zero() const { return exact_ && *exact_ == 0; }
  bool is_negative() const { return exact_ ? *exact_ < 0 : approximate_ < 0; }

 private:
  static approximation from_rational(const rational& x) {
    mp y;
    const bool same = mpfr_set_q(y.backend().data(), x.backend().data(), MPFR_RNDN) == 0;
    const double error = same ? no_error : rounding_of(y);
    return {std::move(y), error};
  }
  void forget_if_large() {
    const auto q = exact_->backend().data();
    if (static_cast<long>(mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2)) >
        max_exact_bits) {
      approximation y = from_rational(*exact_);
      approximate_ = std::move(y.x);
      error_ = y.error;
      exact_.reset();
    }
  }
  std::optional<rational> exact_;
  mp approximate_;
  double error_ = no_error;
};

number operator+(const number& a, const number& b) {
  if (a.is_exact() && b.is_exact()) {
    return number(rational(a.exact() + b.exact()));
  }
  if (a.is_exact_zero() || b.is_exact_zero()) {
    return a.is_exact_zero() ? b : a;
  }
  const approximation x = a.rounded();
  const approximation y = b.rounded();
  return {mp(x.x + y.x), log2_of_sum(x.error, y.error)};
}
number operator-(const number& a) {
  if (a.is_exact()) {
    return number(rational(-a.exact()));
  }
  const approximation x = a.rounded();
  return {mp(-x.x), x.error};
}
number operator-(const number& a, const number& b) { return a + (-b); }
number operator*(const number& a, const number& b) {
  if (a.is_exact_zero() || b.is_exact_zero()) {
    return {};
  }
  if (a.is_exact() && b.is_exact()) {
    return number(rational(a.exact() * b.exact()));
  }
  const approximation x = a.rounded();
  const approximation y = b.rounded();
  return {mp(x.x * y.x),
          log2_of_sum(exponent_of(x.x) + y.error, exponent_of(y.x) + x.error, x.error + y.error)};
}
number operator/(const number& a, const number& b) {
  if (a.is_exact() && b.is_exact()) {
    return number(rational(a.exact() / b.exact()));
  }
  if (a.is_exact_zero()) {
    return a;
  }
  const approximation x = a.rounded();
  const approximation y = b.rounded();
  mp quotient = x.x / y.x;
  const double least = exponent_of(y.x) - 2;  // of |b|, where its error is not larger
  const double error =
      y.error <= least ? log2_of_sum(x.error, exponent_of(quotient) + y.error) - least : any_error;
  return {std::move(quotient), error};
}

/// A function of MPFR.
template <auto function>
mp rounded_by(const mp& a, const mp& b) {
  mp r;
  function(r.backend().data(), a.backend().data(), b.backend().data(), MPFR_RNDN);
  return r;
}

/// f(x) of a function of mp.
template <class F>
number applied(F&& f, const number& x) {
  const approximation a = x.rounded();
  mp y = f(a.x);
  const double error = change_of(f, a, y);
  return {std::move(y), error};
}
/// f(x, y).
template <class F>
number applied(F&& f, const number& x, const number& y) {
  const approximation a = x.rounded();
  const approximation b = y.rounded();
  mp z = f(a.x, b.x);
  const double error = log2_of_sum(change_of([&](const mp& t) { return f(t, b.x); }, a, z),
                                   change_of([&](const mp& t) { return f(a.x, t); }, b, z));
  return {std::move(z), error};
}

using complex_number = complex_parts<number>;

complex_number multiply(const complex_number& a, const complex_number& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// What names have been found to mean at one precision, and which of them are being looked up.
struct known_names {
  std::map<std::string, complex_number> values;
  std::vector<std::string> open;
};

class text_evaluation {
 public:
  text_evaluation(const variables& names, known_names& known) : names_(names), known_(known) {}

  complex_number run(const expression& value) {
    text_ = value.text();
    std::vector<complex_number> stack;
    const auto pop = [&stack] {
      complex_number top = std::move(stack.back());
      stack.pop_back();
      return top;
    };
    for (const auto& i : value.program().instructions) {
      switch (i.what) {
        case op::literal:
          stack.push_back({literal(i.operand), {}});
          break;
        case op::name:
          stack.push_back(lookup(i.operand));
          break;
        case op::pi:
          stack.push_back({number(pi<mp>(), no_error), {}});
          break;
        case op::rate:
        case op::momentum:
          fail("has " + std::string(i.what == op::rate ? "dot(" : "p(") + i.operand +
               "), which has a meaning only in the formulas of a system");
        case op::negate: {
          const auto a = pop();
          stack.push_back({-a.re, -a.im});
          break;
        }
        case op::call: {
          const auto a = pop();
          if (i.function == operation::sqrt) {
            stack.push_back(root(a));
          } else if (i.function == operation::atan2) {
            const auto y = pop();
            stack.push_back({angle(real(y, i.operand), real(a, i.operand)), {}});
          } else {
            stack.push_back({function(i.function, real(a, i.operand)), {}});
          }
          break;
        }
        default: {
          const auto b = pop();
          const auto a = pop();
          stack.push_back(binary(i.what, a, b));
        }
      }
      look_at(stack.back().re);
      look_at(stack.back().im);
    }
    return pop();
  }

  /// The largest binary exponent among the numbers on the way that were rounded.
  long scale() const { return scale_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw invalid_input("the value '" + expression::parsed::shown(text_) + "' " + what);
  }

  void look_at(const number& x) {
    if (x.is_exact()) {
      return;
    }
    if (!is_finite(x.approximate())) {
      fail("has parts beyond the range of numbers of any precision");
    }
    scale_ = std::max(scale_, binary_exponent(x.approximate()));
  }

  number literal(const std::string& text) const {
    const auto e = text.find_first_of("eE");
    const long exponent =
        e == std::string::npos ? 0 : std::strtol(text.c_str() + e + 1, nullptr, 10);
    if (std::labs(exponent) > max_exact_exponent) {
      mp x;
      detail::mpfr_from_text(x.backend().data(), text);
      return {std::move(x), no_error};
    }
    std::string digits = text.substr(0, e);
    long scale = exponent;
    if (const auto point = digits.find('.'); point != std::string::npos) {
      scale -= static_cast<long>(digits.size() - point - 1);
      digits.erase(point, 1);
    }
    rational x;
    mpz_set_str(mpq_numref(x.backend().data()), digits.c_str(), 10);
    if (scale != 0) {
      rational power(1);
      mpz_ui_pow_ui(mpq_numref(power.backend().data()), 10,
                    static_cast<unsigned long>(std::labs(scale)));
      x = scale > 0 ? rational(x * power) : rational(x / power);
    }
    return number(std::move(x));
  }

  complex_number lookup(const std::string& name) {
    if (const auto found = known_.values.find(name); found != known_.values.end()) {
      return found->second;
    }
    complex_number result;
    if (const auto* value = names_.find_expression(name)) {
      auto& open = known_.open;
      if (std::ranges::find(open, name) != open.end()) {
        fail("refers to itself through '" + name + "'");
      }
      if (open.size() == max_nesting) {
        fail("refers to names that refer to names, more than " + std::to_string(max_nesting) +
             " deep");
      }
      open.push_back(name);
      text_evaluation inner(names_, known_);
      result = inner.run(*value);
      scale_ = std::max(scale_, inner.scale_);
      open.pop_back();
    } else if (const auto* computed = names_.find_number(name)) {
      mp x = (*computed)();
      constexpr double lost_bits = 8;  // the library's functions are right to 4 units
      const double error = rounding_of(x) + lost_bits;
      result = {number(std::move(x), error), {}};
    } else if (name == "i") {
      result = {{}, number(rational(1))};
    } else if (name == "e") {
      result = {number(elementary(operation::exp, mp(1)), no_error), {}};
    } else {
      std::string list = "pi, sqrt(...)";
      for (const auto& other : names_.names()) {
        list += ", " + other;
      }
      fail("has the unknown name '" + name + "'; known here: " + list);
    }
    known_.values.emplace(name, result);
    return result;
  }

  number real(const complex_number& a, const std::string& function) const {
    if (!a.im.is_zero()) {
      fail("takes the " + function + " of a number that is not real");
    }
    return a.re;
  }

  static mp elementary(operation f, const mp& x) {
    mp y;
    mpfr_ptr r = y.backend().data();
    mpfr_srcptr a = x.backend().data();
    switch (f) {
      case operation::exp:
        mpfr_exp(r, a, MPFR_RNDN);
        break;
      case operation::log:
        mpfr_log(r, a, MPFR_RNDN);
        break;
      case operation::sin:
        mpfr_sin(r, a, MPFR_RNDN);
        break;
      case operation::cos:
        mpfr_cos(r, a, MPFR_RNDN);
        break;
      case operation::tan:
        mpfr_tan(r, a, MPFR_RNDN);
        break;
      case operation::asin:
        mpfr_asin(r, a, MPFR_RNDN);
        break;
      case operation::acos:
        mpfr_acos(r, a, MPFR_RNDN);
        break;
      case operation::atan:
        mpfr_atan(r, a, MPFR_RNDN);
        break;
      case operation::sinh:
        mpfr_sinh(r, a, MPFR_RNDN);
        break;
      case operation::cosh:
        mpfr_cosh(r, a, MPFR_RNDN);
        break;
      case operation::tanh:
        mpfr_tanh(r, a, MPFR_RNDN);
        break;
      case operation::asinh:
        mpfr_asinh(r, a, MPFR_RNDN);
        break;
      case operation::acosh:
        mpfr_acosh(r, a, MPFR_RNDN);
        break;
      case operation::atanh:
        mpfr_atanh(r, a, MPFR_RNDN);
        break;
      default:
        throw std::logic_error("no value of " + std::string(name_of(f)));
    }
    return y;
  }

  /// f(x), exactly where the argument is exact and the value is 0 or 1.
  number function(operation f, const number& x) const {
    const bool exact_one = x.is_exact() && x.exact() == 1;
    if (x.is_exact_zero() && f != operation::log && f != operation::acos && f != operation::acosh) {
      return number(
          rational(f == operation::exp || f == operation::cos || f == operation::cosh ? 1 : 0));
    }
    if (exact_one && (f == operation::log || f == operation::acos || f == operation::acosh)) {
      return {};
    }
    const mp a = x.approximate();
    const bool periodic = f == operation::sin || f == operation::cos || f == operation::tan;
    if (periodic && max_angle_bits < binary_exponent(a)) {
      fail("takes the " + std::string(name_of(f)) + " of a number beyond 2^" +
           std::to_string(max_angle_bits));
    }
    const number y = applied([f](const mp& t) { return elementary(f, t); }, x);
    if (mpfr_nan_p(y.approximate().backend().data()) != 0 || (f == operation::log && a == 0) ||
        (f == operation::atanh && abs(a) == 1)) {
      fail("takes the " + std::string(name_of(f)) + " of " + to_text(a, 6) +
           ", which is outside its domain");
    }
    constexpr double small_angle = -4;
    if (periodic && x.rounded().error > small_angle) {  // the ends may lie in other periods
      return {y.approximate(), any_error};
    }
    return y;
  }

  number angle(const number& y, const number& x) const {
    if (y.is_zero() && x.is_zero()) {
      fail("takes atan2(0, 0), which has no value");
    }
    if (y.is_exact_zero() && !x.is_negative()) {
      return {};
    }
    return applied(rounded_by<mpfr_atan2>, y, x);
  }

  complex_number root(const complex_number& a) const {
    if (!a.im.is_zero()) {
      fail("takes the root of a number that is not real");
    }
    if (a.re.is_negative()) {
      fail("takes the root of a negative number");
    }
    if (a.re.is_exact()) {
      rational r;
      const auto x = a.re.exact().backend().data();
      const auto y = r.backend().data();
      if (mpz_perfect_square_p(mpq_numref(x)) != 0 && mpz_perfect_square_p(mpq_denref(x)) != 0) {
        mpz_sqrt(mpq_numref(y), mpq_numref(x));
        mpz_sqrt(mpq_denref(y), mpq_denref(x));
        return {number(std::move(r)), {}};
      }
    }
    return {applied([](const mp& x) { return mp(sqrt(x)); }, a.re), {}};
  }

  complex_number binary(op what, const complex_number& a, const complex_number& b) const {
    switch (what) {
      case op::add:
        return {a.re + b.re, a.im + b.im};
      case op::subtract:
        return {a.re - b.re, a.im - b.im};
      case op::multiply:
        return multiply(a, b);
      case op::divide:
        return quotient(a, b);
      default:
        return power(a, b);
    }
  }

  complex_number quotient(const complex_number& a, const complex_number& b) const {
    if (b.re.is_zero() && b.im.is_zero()) {
      fail("divides by zero");
    }
    if (b.im.is_exact_zero()) {
      return {a.re / b.re, a.im / b.re};
    }
    const number square = b.re * b.re + b.im * b.im;
    const complex_number product = multiply(a, {b.re, -b.im});
    return {product.re / square, product.im / square};
  }

  complex_number power(const complex_number& base, const complex_number& exponent) const {
    if (!exponent.im.is_zero()) {
      fail("has a power that is not real");
    }
    if (!exponent.re.is_exact() || denominator(exponent.re.exact()) != 1) {
      return {broken_power(real(base, "broken power"), exponent.re), {}};
    }
    if (abs(exponent.re.exact()) > max_power) {
      fail("has a power beyond " + std::to_string(max_power));
    }
    const auto n = static_cast<long>(numerator(exponent.re.exact()));
    const complex_number one{number(rational(1)), {}};
    if (n == 0) {
      return one;
    }
    const complex_number whole = base.im.is_exact_zero()
                                     ? complex_number{real_power(base.re, std::labs(n)), {}}
                                     : complex_power(base, std::labs(n));
    return n > 0 ? whole : quotient(one, whole);
  }

  /// A power that is not a whole number: exactly where a root is rational.
  number broken_power(const number& base, const number& exponent) const {
    if (base.is_negative()) {
      fail("takes a broken power of a negative number");
    }
    if (base.is_zero()) {
      if (exponent.is_negative()) {
        fail("divides by zero");
      }
      if (!exponent.is_exact() && exponent.is_zero()) {
        fail("has the power 0^0 with an exponent that is not exact");
      }
      if (base.is_exact()) {
        return base;
      }
    }
    constexpr long largest_root = 1000;
    if (base.is_exact() && exponent.is_exact() && denominator(exponent.exact()) <= largest_root &&
        abs(numerator(exponent.exact())) <= largest_root) {
      const auto n = static_cast<unsigned long>(denominator(exponent.exact()));
      const auto power = static_cast<long>(numerator(exponent.exact()));
      rational r;
      const auto x = base.exact().backend().data();
      const auto y = r.backend().data();
      if (mpz_root(mpq_numref(y), mpq_numref(x), n) != 0 &&
          mpz_root(mpq_denref(y), mpq_denref(x), n) != 0) {
        const number whole = real_power(number(std::move(r)), std::labs(power));
        return power < 0 ? number(rational(1)) / whole : whole;
      }
    }
    const number y = applied(rounded_by<mpfr_pow>, base, exponent);
    // x^n changes by itself between x and 0, and has no bound there where n may be negative
    if (base.rounded().may_be_zero()) {
      const bool bounded = !exponent.is_negative() && !exponent.rounded().may_be_zero();
      const approximation a = y.rounded();
      return {mp(a.x), bounded ? log2_of_sum(a.error, exponent_of(a.x)) : any_error};
    }
    return y;
  }

  static number real_power(const number& base, long n) {
    if (base.is_exact()) {
      const auto x = base.exact().backend().data();
      const auto bits =
          static_cast<double>(mpz_sizeinbase(mpq_numref(x), 2) + mpz_sizeinbase(mpq_denref(x), 2));
      if (bits * static_cast<double>(n) <= static_cast<double>(max_exact_bits)) {
        rational r;
        const auto y = r.backend().data();
        mpz_pow_ui(mpq_numref(y), mpq_numref(x), static_cast<unsigned long>(n));
        mpz_pow_ui(mpq_denref(y), mpq_denref(x), static_cast<unsigned long>(n));
        return number(std::move(r));
      }
    }
    return applied(
        [n](const mp& x) {
          mp r;
          mpfr_pow_si(r.backend().data(), x.backend().data(), n, MPFR_RNDN);
          return r;
        },
        base);
  }

  static complex_number complex_power(complex_number base, long n) {
    complex_number result{number(rational(1)), {}};
    for (; n > 0; n /= 2) {
      if (n % 2 == 1) {
        result = multiply(result, base);
      }
      if (n > 1) {
        base = multiply(base, base);
      }
    }
    return result;
  }

  const variables& names_;
  known_names& known_;
  long scale_ = binary_exponent(0.0);
  std::string text_;
};

/// True when both agree to `bits` bits; two zeros that are not exact prove nothing.
bool agree(const number& a, const number& b, long bits) {
  if (a.is_exact() && b.is_exact()) {
    return true;
  }
  const mp x = a.approximate();
  const mp y = b.approximate();
  if (x == 0 || y == 0) {
    return false;
  }
  return abs(x - y) <= ldexp(mp(abs(y)), -static_cast<int>(bits));
}

/// True when the error of x leaves so many of its bits right.
bool has_bits(const number& x, long bits) {
  const approximation a = x.rounded();
  return x.is_exact() || exponent_of(a.x) - 1 - a.error >= static_cast<double>(bits);
}

/// True when x is below the range of exponents; or cannot be told from 0, and its error is far below numbers as large as
/// 2^scale.
bool vanishes(const number& x, long scale) {
  constexpr double part_of_bits = 0.875;
  constexpr double bits_of_names = 64;  // each name on the way to x adds a few bits of error
  const approximation a = x.rounded();
  const bool below_range = a.x == 0 && a.error <= rounding_of(a.x) + bits_of_names;
  const bool small_beside_parts =
      a.error < static_cast<double>(scale) - part_of_bits * scalar_traits<mp>::bits();
  return below_range || (a.may_be_zero() && small_beside_parts);
}

}  // namespace

complex_parts<mp> detail::evaluate_parts(const expression& value, const variables& names,
                                         long bits) {
  long scale = 0;
  const auto at = [&](int digits) {
    const precision_scope scope(digits);
    known_names known;
    text_evaluation once(names, known);
    complex_number result = once.run(value);
    scale = once.scale();
    return result;
  };
  const auto parts = [](const complex_number& z, int digits) {
    const precision_scope scope(digits);
    return complex_parts<mp>{z.re.approximate(), z.im.approximate()};
  };
  // an exact value is rounded twice, the first time so late that it does not show
  constexpr int least_digits_exact = 700;
  int digits =
      std::min(digits_for_bits(bits) + guard_digits, precision_scope::max_digits - guard_digits);
  complex_number coarse = at(digits);
  if (coarse.re.is_exact() && coarse.im.is_exact()) {
    return parts(coarse, std::max(digits, least_digits_exact));
  }
  // A value that is smaller than its terms by more than this counts as zero. In double nothing but zero is: the largest
  // double and the smallest differ by 632 digits, and `vanishes` asks for seven eighths.
  constexpr long least_digits_for_zero = 800;
  const int most = static_cast<int>(
      std::min<long>(std::max(8L * digits, least_digits_for_zero), precision_scope::max_digits));
  while (digits < most) {
    const int finer = std::min(most, digits + digits / 2 + guard_digits);
    complex_number fine = at(finer);
    const precision_scope scope(finer);
    const auto settled = [&](number& last, const number& before) {
      constexpr long guard_bits = 2L * guard_digits;
      if (has_bits(last, bits + guard_bits) && agree(last, before, bits + guard_bits)) {
        return true;
      }
      if (finer == most && vanishes(last, scale)) {
        last = number();
        return true;
      }
      return false;
    };
    const bool re = settled(fine.re, coarse.re);
    const bool im = settled(fine.im, coarse.im);
    if (re && im) {
      return parts(fine, finer);
    }
    coarse = std::move(fine);
    digits = finer;
  }
  throw invalid_input("the value '" + expression::parsed::shown(value.text()) +
                      "' does not settle at " + std::to_string(digits) +
                      " digits; does it divide by zero, or is a period in it infinite?");
}

void detail::throw_not_real(const expression& value) {
  throw invalid_input("the value '" + expression::parsed::shown(value.text()) + "' is not real");
}

void detail::throw_not_finite(const expression& value, int bits) {
  throw invalid_input("the value '" + expression::parsed::shown(value.text()) +
                      "' is beyond the range of numbers of " + std::to_string(bits) + " bits");
}

std::optional<exact_number> exact_value(const expression& value, const variables& names) {
  constexpr int any_digits = 64;
  const precision_scope scope(any_digits);
  known_names known;
  text_evaluation once(names, known);
  const complex_number result = once.run(value);
  if (!result.re.is_exact() || !result.im.is_exact_zero()) {
    return std::nullopt;
  }
  return exact_number::rational(result.re.exact().backend().data());
}

int sign(const expression& value, const variables& names) {
  constexpr long bits = 128;
  const auto parts = detail::evaluate_parts(value, names, bits);
  if (parts.im != 0) {
    detail::throw_not_real(value);
  }
  return parts.re < 0 ? -1 : parts.re > 0 ? 1 : 0;
}

}  // namespace plumbline
