// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Python's numbers read exactly: int, Fraction, Decimal, mpmath's mpf, gmpy2's mpz, mpq and mpfr, Real, and texts like
// "0.1" or "pi/4". A float is refused: whether 0.1 means one tenth or the nearest double is for the caller to say.
#pragma once

#include "real.hpp"

#include <string>

namespace plumbline::python {

/// An exact number: numerator/denominator, or a binary number that is not written out as a fraction.
class exact_operand {
 public:
  enum class form { none, integer, fraction, binary, special };

  exact_operand();
  exact_operand(const exact_operand&) = delete;
  exact_operand& operator=(const exact_operand&) = delete;
  ~exact_operand();

  /// Reads x unless it is no number that is known here (then the form is none). Throws py::error_already_set for a float
  /// and for numbers that are too large to be written as a fraction.
  void read(PyObject* x, bool float_is_exact = false);

  form what() const { return form_; }
  mpq_srcptr fraction() const { return fraction_; }
  /// The value of the forms integer, binary and special.
  mpfr_srcptr binary() const { return value_; }

  /// Rounded once to the precision of `target`.
  void round_to(mpfr_ptr target) const;
  /// −1, 0, 1 as x is smaller, equal, greater.
  int compare_to(mpfr_srcptr x) const;
  /// The digits that hold the number, at least default_digits where it is finite.
  long natural_digits() const;

 private:
  void set_integer(PyObject* x);
  void set_fraction(PyObject* numerator, PyObject* denominator);
  void set_binary(PyObject* sign, PyObject* mantissa, PyObject* exponent);
  void make_binary(mpfr_prec_t bits);

  form form_ = form::none;
  mpq_t fraction_;
  mpfr_t value_;
  bool has_value_ = false;
  long digits_written_ = 0;
};

/// Python's int as an integer of GMP. Throws py::error_already_set where x is no int.
void to_mpz(mpz_ptr target, PyObject* x);
/// A new int.
PyObject* new_int(mpz_srcptr x);

/// Raises TypeError for a float: how to say what is meant.
[[noreturn]] void refuse_float(PyObject* x);

/// The text of a str in UTF-8. Raises UnicodeEncodeError, a ValueError, for halves of characters.
std::string unicode_text(PyObject* x);

/// x as a value of the command line (docs: Values), exactly: "0.1", "1/3", "7*2^(-3)". A text is handed on as it is.
std::string exact_text(py::handle x);

}  // namespace plumbline::python
