// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The type Real: construction, operators, comparison, hash, conversions. Every operation rounds once, to nearest.
//
// The result of an operation on two Reals has the digits of the one that has fewer: further digits would mean nothing.
// Other numbers are exact, so the result has the digits of the Real.
#include "real.hpp"

#include "number_input.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::python {

namespace {

struct real_object {
  PyObject_VAR_HEAD  // the size is the number of limbs
      __mpfr_struct value;
  Py_hash_t hash;  ///< -1 until it is asked for
};

PyTypeObject* real_type = nullptr;
PyObject* format_helper = nullptr;  // plumbline._numbers.format_real
PyObject* round_helper = nullptr;

mp_limb_t* limbs_of(real_object* x) { return reinterpret_cast<mp_limb_t*>(x + 1); }
real_object* as_real(PyObject* x) { return reinterpret_cast<real_object*>(x); }

constexpr int default_precision = 53;

/// Runs f, which returns a new reference, and turns C++ exceptions into Python's.
template <class F>
PyObject* guarded(F&& f) {
  try {
    return f();
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
  return nullptr;
}

PyObject* not_implemented() { Py_RETURN_NOTIMPLEMENTED; }

/// A result that overflowed or has no value is an error; so only nan and inf themselves make nan and inf.
PyObject* checked(PyObject* result, const char* operation, bool operands_are_finite) {
  mpfr_srcptr value = value_of(result);
  if (mpfr_number_p(value) != 0 || !operands_are_finite) {
    return result;
  }
  const bool is_nan = mpfr_nan_p(value) != 0;
  Py_DECREF(result);
  if (is_nan) {
    PyErr_Format(PyExc_ValueError, "%s has no real value there", operation);
  } else {
    PyErr_Format(PyExc_OverflowError, "the result of %s is beyond the range of Real", operation);
  }
  return nullptr;
}

PyObject* divided_by_zero() {
  PyErr_SetString(PyExc_ZeroDivisionError, "division of a Real by zero");
  return nullptr;
}

/// An mpfr number that is a temporary.
struct temporary {
  explicit temporary(mpfr_prec_t bits) { mpfr_init2(x, bits); }
  temporary(const temporary&) = delete;
  temporary& operator=(const temporary&) = delete;
  ~temporary() { mpfr_clear(x); }
  mpfr_t x;
};

/// The numbers of an operation as binary numbers, exactly; a fraction is rounded to many more bits than the result has.
struct operand {
  explicit operand(PyObject* object, mpfr_prec_t bits_of_result) {
    if (is_real(object)) {
      value = value_of(object);
      return;
    }
    number.read(object);
    using form = exact_operand::form;
    if (number.what() == form::integer) {
      own.emplace(static_cast<mpfr_prec_t>(
          std::max<std::size_t>(64, mpz_sizeinbase(mpq_numref(number.fraction()), 2))));
      number.round_to(own->x);
      value = own->x;
    } else if (number.what() == form::fraction) {
      own.emplace(2 * bits_of_result + 64);
      number.round_to(own->x);
      value = own->x;
    } else if (number.what() != form::none) {
      value = number.binary();
    }
  }
  bool is_number() const { return value != nullptr; }
  bool is_fraction() const { return number.what() == exact_operand::form::fraction; }

  exact_operand number;
  std::optional<temporary> own;
  mpfr_srcptr value = nullptr;
};

mpfr_prec_t bits_of_result(PyObject* a, PyObject* b) {
  if (!is_real(a)) {
    return mpfr_get_prec(value_of(b));
  }
  if (!is_real(b)) {
    return mpfr_get_prec(value_of(a));
  }
  return std::min(mpfr_get_prec(value_of(a)), mpfr_get_prec(value_of(b)));
}

using binary_function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using fraction_function = int (*)(mpfr_ptr, mpfr_srcptr, mpq_srcptr, mpfr_rnd_t);

/// a op b for +, -, *, /. `of_fraction` is x op fraction; the other order follows from it.
PyObject* operate(PyObject* a, PyObject* b, const char* name, binary_function f,
                  fraction_function of_fraction) {
  return guarded([&]() -> PyObject* {
    const mpfr_prec_t bits = bits_of_result(a, b);
    mpfr_ptr target = nullptr;
    if (is_real(a) && is_real(b)) {
      if (f == mpfr_div && mpfr_zero_p(value_of(b)) != 0) {
        return divided_by_zero();
      }
      PyObject* result = new_real(bits, &target);
      if (result == nullptr) {
        return nullptr;
      }
      f(target, value_of(a), value_of(b), MPFR_RNDN);
      if (mpfr_number_p(target) != 0) {
        return result;
      }
      return checked(result, name,
                     mpfr_number_p(value_of(a)) != 0 && mpfr_number_p(value_of(b)) != 0);
    }
    const operand left(a, bits);
    const operand right(b, bits);
    if (!left.is_number() || !right.is_number()) {
      return not_implemented();
    }
    if (f == mpfr_div && mpfr_zero_p(right.value) != 0) {
      return divided_by_zero();
    }
    PyObject* result = new_real(bits, &target);
    if (result == nullptr) {
      return nullptr;
    }
    if (right.is_fraction()) {
      of_fraction(target, left.value, right.number.fraction(), MPFR_RNDN);
    } else if (left.is_fraction() && f == mpfr_sub) {
      mpfr_sub_q(target, right.value, left.number.fraction(), MPFR_RNDN);
      mpfr_neg(target, target, MPFR_RNDN);
    } else if (left.is_fraction() && f == mpfr_div) {
      // n/d / x = n / (d x), where d x is exact
      const mpq_srcptr q = left.number.fraction();
      temporary product(mpfr_get_prec(right.value) +
                        static_cast<mpfr_prec_t>(mpz_sizeinbase(mpq_denref(q), 2)));
      temporary numerator(static_cast<mpfr_prec_t>(mpz_sizeinbase(mpq_numref(q), 2)) + 1);
      mpfr_mul_z(product.x, right.value, mpq_denref(q), MPFR_RNDN);
      mpfr_set_z(numerator.x, mpq_numref(q), MPFR_RNDN);
      mpfr_div(target, numerator.x, product.x, MPFR_RNDN);
    } else if (left.is_fraction()) {
      of_fraction(target, right.value, left.number.fraction(), MPFR_RNDN);  // + and *
    } else {
      f(target, left.value, right.value, MPFR_RNDN);
    }
    return checked(result, name, mpfr_number_p(left.value) != 0 && mpfr_number_p(right.value) != 0);
  });
}

PyObject* add(PyObject* a, PyObject* b) { return operate(a, b, "+", mpfr_add, mpfr_add_q); }
PyObject* subtract(PyObject* a, PyObject* b) { return operate(a, b, "-", mpfr_sub, mpfr_sub_q); }
PyObject* multiply(PyObject* a, PyObject* b) { return operate(a, b, "*", mpfr_mul, mpfr_mul_q); }
PyObject* divide(PyObject* a, PyObject* b) { return operate(a, b, "/", mpfr_div, mpfr_div_q); }

PyObject* power(PyObject* a, PyObject* b, PyObject* modulus) {
  return guarded([&]() -> PyObject* {
    if (modulus != Py_None) {
      return not_implemented();
    }
    const mpfr_prec_t bits = bits_of_result(a, b);
    const operand base(a, bits);
    const operand exponent(b, bits);
    if (!base.is_number() || !exponent.is_number()) {
      return not_implemented();
    }
    if (mpfr_zero_p(base.value) != 0 && mpfr_sgn(exponent.value) < 0) {
      PyErr_SetString(PyExc_ZeroDivisionError, "zero to a negative power");
      return nullptr;
    }
    mpfr_ptr target = nullptr;
    PyObject* result = new_real(bits, &target);
    if (result == nullptr) {
      return nullptr;
    }
    mpfr_pow(target, base.value, exponent.value, MPFR_RNDN);
    return checked(result, "**",
                   mpfr_number_p(base.value) != 0 && mpfr_number_p(exponent.value) != 0);
  });
}

/// Quotient rounded down and remainder with the sign of the divisor, as of Python's floats.
int divide_with_remainder(mpfr_ptr quotient, mpfr_ptr remainder, mpfr_srcptr a, mpfr_srcptr b) {
  temporary rest(std::max(mpfr_get_prec(a), mpfr_get_prec(b)) + 64);
  mpfr_fmod(rest.x, a, b, MPFR_RNDN);
  if (mpfr_zero_p(rest.x) != 0) {
    mpfr_copysign(rest.x, rest.x, b, MPFR_RNDN);
  } else if ((mpfr_sgn(rest.x) < 0) != (mpfr_sgn(b) < 0)) {
    mpfr_add(rest.x, rest.x, b, MPFR_RNDN);
  }
  if (remainder != nullptr) {
    mpfr_set(remainder, rest.x, MPFR_RNDN);
  }
  if (quotient != nullptr) {
    temporary whole(mpfr_get_prec(a) + mpfr_get_prec(b) + 64);
    mpfr_sub(whole.x, a, rest.x, MPFR_RNDN);
    mpfr_div(whole.x, whole.x, b, MPFR_RNDN);
    mpfr_rint(whole.x, whole.x, MPFR_RNDN);
    mpfr_set(quotient, whole.x, MPFR_RNDN);
  }
  return 0;
}

enum class part { quotient, remainder, both };

PyObject* quotient_and_remainder(PyObject* a, PyObject* b, part wanted, const char* name) {
  return guarded([&]() -> PyObject* {
    const mpfr_prec_t bits = bits_of_result(a, b);
    const operand left(a, bits);
    const operand right(b, bits);
    if (!left.is_number() || !right.is_number()) {
      return not_implemented();
    }
    if (mpfr_zero_p(right.value) != 0) {
      return divided_by_zero();
    }
    mpfr_ptr quotient = nullptr;
    mpfr_ptr remainder = nullptr;
    py::object q;
    py::object r;
    if (wanted != part::remainder) {
      q = py::reinterpret_steal<py::object>(new_real(bits, &quotient));
    }
    if (wanted != part::quotient) {
      r = py::reinterpret_steal<py::object>(new_real(bits, &remainder));
    }
    if ((!q && wanted != part::remainder) || (!r && wanted != part::quotient)) {
      throw py::error_already_set();
    }
    divide_with_remainder(quotient, remainder, left.value, right.value);
    const bool finite = mpfr_number_p(left.value) != 0 && mpfr_number_p(right.value) != 0;
    PyObject* first = q ? checked(q.release().ptr(), name, finite) : nullptr;
    PyObject* second = r ? checked(r.release().ptr(), name, finite) : nullptr;
    if (wanted == part::both) {
      if (first == nullptr || second == nullptr) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return nullptr;
      }
      return Py_BuildValue("(NN)", first, second);
    }
    return wanted == part::quotient ? first : second;
  });
}
PyObject* floor_divide(PyObject* a, PyObject* b) {
  return quotient_and_remainder(a, b, part::quotient, "//");
}
PyObject* modulo(PyObject* a, PyObject* b) {
  return quotient_and_remainder(a, b, part::remainder, "%");
}
PyObject* divmod(PyObject* a, PyObject* b) {
  return quotient_and_remainder(a, b, part::both, "divmod");
}

PyObject* unary(PyObject* x, int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)) {
  mpfr_ptr target = nullptr;
  PyObject* result = new_real(mpfr_get_prec(value_of(x)), &target);
  if (result != nullptr) {
    f(target, value_of(x), MPFR_RNDN);
  }
  return result;
}
// mpfr_neg and mpfr_abs are macros
PyObject* negative(PyObject* x) {
  return unary(x, [](mpfr_ptr y, mpfr_srcptr z, mpfr_rnd_t r) { return mpfr_neg(y, z, r); });
}
PyObject* absolute(PyObject* x) {
  return unary(x, [](mpfr_ptr y, mpfr_srcptr z, mpfr_rnd_t r) { return mpfr_abs(y, z, r); });
}
PyObject* itself(PyObject* x) {
  Py_INCREF(x);
  return x;
}
PyObject* method_itself(PyObject* x, PyObject* /*unused*/) { return itself(x); }
int is_not_zero(PyObject* x) { return mpfr_zero_p(value_of(x)) == 0 ? 1 : 0; }

PyObject* to_float(PyObject* x) { return PyFloat_FromDouble(mpfr_get_d(value_of(x), MPFR_RNDN)); }

/// Raises as float does where x is nan or infinite.
bool require_finite(PyObject* x, const char* what) {
  if (mpfr_number_p(value_of(x)) != 0) {
    return true;
  }
  if (mpfr_nan_p(value_of(x)) != 0) {
    PyErr_Format(PyExc_ValueError, "cannot convert a Real that is nan to %s", what);
  } else {
    PyErr_Format(PyExc_OverflowError, "cannot convert an infinite Real to %s", what);
  }
  return false;
}

constexpr mpfr_exp_t most_bits_written_out = mpfr_exp_t{1} << 31;

bool require_moderate(PyObject* x, const char* what) {
  if (!require_finite(x, what)) {
    return false;
  }
  if (mpfr_regular_p(value_of(x)) != 0 &&
      std::abs(mpfr_get_exp(value_of(x))) > most_bits_written_out) {
    PyErr_Format(PyExc_OverflowError, "the exponent of the Real is too large for %s", what);
    return false;
  }
  return true;
}

PyObject* whole_number(PyObject* x, mpfr_rnd_t direction) {
  if (!require_moderate(x, "an int")) {
    return nullptr;
  }
  mpz_t whole;
  mpz_init(whole);
  mpfr_get_z(whole, value_of(x), direction);
  PyObject* result = new_int(whole);
  mpz_clear(whole);
  return result;
}
PyObject* to_int(PyObject* x) { return whole_number(x, MPFR_RNDZ); }
PyObject* truncated(PyObject* x, PyObject* /*unused*/) { return whole_number(x, MPFR_RNDZ); }
PyObject* rounded_down(PyObject* x, PyObject* /*unused*/) { return whole_number(x, MPFR_RNDD); }
PyObject* rounded_up(PyObject* x, PyObject* /*unused*/) { return whole_number(x, MPFR_RNDU); }

PyObject* rounded(PyObject* x, PyObject* arguments) {
  PyObject* digits = Py_None;
  if (PyArg_ParseTuple(arguments, "|O", &digits) == 0) {
    return nullptr;
  }
  if (digits == Py_None) {
    return whole_number(x, MPFR_RNDN);
  }
  if (round_helper == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "import plumbline first");
    return nullptr;
  }
  return PyObject_CallFunctionObjArgs(round_helper, x, digits, nullptr);
}

PyObject* formatted(PyObject* x, PyObject* specification) {
  if (!PyUnicode_Check(specification)) {
    PyErr_SetString(PyExc_TypeError, "the format of a Real must be a text");
    return nullptr;
  }
  if (PyUnicode_GET_LENGTH(specification) == 0) {
    return PyObject_Str(x);
  }
  if (format_helper == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "import plumbline first");
    return nullptr;
  }
  return PyObject_CallFunctionObjArgs(format_helper, x, specification, nullptr);
}

/// Mantissa and exponent: x = mantissa · 2^exponent with an odd mantissa, or 0 and 0.
long parts_of(mpz_ptr mantissa, mpfr_srcptr x) {
  if (mpfr_zero_p(x) != 0) {
    mpz_set_ui(mantissa, 0);
    return 0;
  }
  const long exponent = mpfr_get_z_2exp(mantissa, x);
  const auto zeros = mpz_scan1(mantissa, 0);
  mpz_fdiv_q_2exp(mantissa, mantissa, zeros);
  return exponent + static_cast<long>(zeros);
}

PyObject* as_integer_ratio(PyObject* x, PyObject* /*unused*/) {
  if (!require_moderate(x, "an integer ratio")) {
    return nullptr;
  }
  mpz_t numerator;
  mpz_t denominator;
  mpz_init(numerator);
  mpz_init_set_ui(denominator, 1);
  const long exponent = parts_of(numerator, value_of(x));
  if (exponent >= 0) {
    mpz_mul_2exp(numerator, numerator, static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpz_mul_2exp(denominator, denominator, static_cast<mp_bitcnt_t>(-exponent));
  }
  PyObject* n = new_int(numerator);
  PyObject* d = new_int(denominator);
  mpz_clear(numerator);
  mpz_clear(denominator);
  if (n == nullptr || d == nullptr) {
    Py_XDECREF(n);
    Py_XDECREF(d);
    return nullptr;
  }
  return Py_BuildValue("(NN)", n, d);
}

PyObject* as_mantissa_exponent(PyObject* x, PyObject* /*unused*/) {
  if (!require_finite(x, "mantissa and exponent")) {
    return nullptr;
  }
  mpz_t mantissa;
  mpz_init(mantissa);
  const long exponent = parts_of(mantissa, value_of(x));
  PyObject* m = new_int(mantissa);
  mpz_clear(mantissa);
  return m == nullptr ? nullptr : Py_BuildValue("(Nl)", m, exponent);
}

/// Python's hash of numbers: equal numbers of any type have equal hashes (docs.python.org, "Hashing of numeric types").
Py_hash_t hash_of(mpfr_srcptr x) {
  constexpr unsigned bits = 61;
  constexpr unsigned long modulus = (1UL << bits) - 1;
  constexpr Py_hash_t of_infinity = 314159;
  if (mpfr_inf_p(x) != 0) {
    return mpfr_sgn(x) > 0 ? of_infinity : -of_infinity;
  }
  mpz_t mantissa;
  mpz_init(mantissa);
  const long exponent = parts_of(mantissa, x);
  const bool is_negative = mpz_sgn(mantissa) < 0;
  mpz_abs(mantissa, mantissa);
  const unsigned long rest = mpz_fdiv_ui(mantissa, modulus);
  const long turns =
      ((exponent % static_cast<long>(bits)) + static_cast<long>(bits)) % static_cast<long>(bits);
  mpz_set_ui(mantissa, rest);
  mpz_mul_2exp(mantissa, mantissa, static_cast<mp_bitcnt_t>(turns));
  const auto hash = static_cast<Py_hash_t>(mpz_fdiv_ui(mantissa, modulus));
  mpz_clear(mantissa);
  const Py_hash_t with_sign = is_negative ? -hash : hash;
  return with_sign == -1 ? -2 : with_sign;
}
static_assert(sizeof(Py_hash_t) == 8, "the modulus of Python's hash is 2^61 - 1");

Py_hash_t hash(PyObject* x) {
  auto* self = as_real(x);
  if (mpfr_nan_p(&self->value) != 0) {
    return static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(x) >> 4U);
  }
  if (self->hash == -1) {
    self->hash = hash_of(&self->value);
  }
  return self->hash;
}

PyObject* compare(PyObject* a, PyObject* b, int operation) {
  return guarded([&]() -> PyObject* {
    int order = 0;
    if (is_real(b)) {
      if (mpfr_nan_p(value_of(a)) != 0 || mpfr_nan_p(value_of(b)) != 0) {
        return PyBool_FromLong(operation == Py_NE ? 1 : 0);
      }
      order = mpfr_cmp(value_of(a), value_of(b));
    } else {
      exact_operand other;
      if (PyBool_Check(b)) {
        order = mpfr_cmp_si(value_of(a), b == Py_True ? 1 : 0);
        if (mpfr_nan_p(value_of(a)) != 0) {
          return PyBool_FromLong(operation == Py_NE ? 1 : 0);
        }
      } else if (PyFloat_Check(b)) {
        const double value = PyFloat_AS_DOUBLE(b);
        if (value != value || mpfr_nan_p(value_of(a)) != 0) {
          return PyBool_FromLong(operation == Py_NE ? 1 : 0);
        }
        order = mpfr_cmp_d(value_of(a), value);
      } else {
        // what cannot be read, as a Decimal that is not finite, is no number to which this one is equal
        const bool asks_equality = operation == Py_EQ || operation == Py_NE;
        try {
          other.read(b);
        } catch (py::error_already_set& error) {
          if (!asks_equality || !error.matches(PyExc_ValueError)) {
            throw;
          }
        }
        if (other.what() == exact_operand::form::none) {
          return not_implemented();
        }
        if (mpfr_nan_p(value_of(a)) != 0) {
          return PyBool_FromLong(operation == Py_NE ? 1 : 0);
        }
        order = other.compare_to(value_of(a));
      }
    }
    Py_RETURN_RICHCOMPARE(order, 0, operation);
  });
}

/// The fewest digits, near the number of digits of the precision, that read back as the same number.
std::string text_of(mpfr_srcptr x) {
  if (mpfr_regular_p(x) == 0) {
    return plumbline::detail::mpfr_text(x, 0);
  }
  const mpfr_prec_t bits = mpfr_get_prec(x);
  if (bits == default_precision) {
    const double value = mpfr_get_d(x, MPFR_RNDN);
    if (std::abs(value) > 1e-300 && std::abs(value) < 1e300) {
      return to_text(value);
    }
  }
  temporary back(bits);
  const int first = digits_of_bits(bits) - 1;
  for (int digits = first; digits < first + 4; ++digits) {
    std::string text = plumbline::detail::mpfr_text(x, digits);
    plumbline::detail::mpfr_from_text(back.x, text);
    if (mpfr_equal_p(back.x, x) != 0) {
      return text;
    }
  }
  return plumbline::detail::mpfr_text(x, 0);
}

PyObject* str(PyObject* x) {
  return guarded([&] {
    const std::string text = text_of(value_of(x));
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  });
}

PyObject* repr(PyObject* x) {
  return guarded([&] {
    const std::string text = "Real('" + text_of(value_of(x)) + "', digits=" +
                             std::to_string(digits_of_bits(mpfr_get_prec(value_of(x)))) + ")";
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  });
}

PyObject* text_with_digits(PyObject* x, PyObject* arguments) {
  int digits = 0;
  if (PyArg_ParseTuple(arguments, "i", &digits) == 0) {
    return nullptr;
  }
  if (digits < 1 || digits > 2 * most_digits) {
    PyErr_Format(PyExc_ValueError, "digits must be from 1 to %d, got %d", 2 * most_digits, digits);
    return nullptr;
  }
  return guarded([&] {
    const std::string text = plumbline::detail::mpfr_text(value_of(x), digits);
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  });
}

PyObject* reduce(PyObject* x, PyObject* /*unused*/) {
  PyObject* text = str(x);
  if (text == nullptr) {
    return nullptr;
  }
  return Py_BuildValue("(O(Ni))", reinterpret_cast<PyObject*>(real_type), text,
                       digits_of_bits(mpfr_get_prec(value_of(x))));
}

PyObject* copied(PyObject* x, PyObject* /*unused*/) { return itself(x); }

PyObject* get_digits(PyObject* x, void* /*unused*/) {
  return PyLong_FromLong(digits_of_bits(mpfr_get_prec(value_of(x))));
}
PyObject* get_bits(PyObject* x, void* /*unused*/) {
  return PyLong_FromLong(mpfr_get_prec(value_of(x)));
}
PyObject* get_real(PyObject* x, void* /*unused*/) { return itself(x); }
PyObject* get_imag(PyObject* /*x*/, void* /*unused*/) { return PyLong_FromLong(0); }

/// (sign, mantissa, exponent, bits): how mpmath reads numbers. The mantissa has the integer type of mpmath where that is
/// imported, which is gmpy2's where gmpy2 is installed.
PyObject* get_mpf(PyObject* x, void* /*unused*/) {
  return guarded([&]() -> PyObject* {
    mpfr_srcptr value = value_of(x);
    const py::dict modules = py::reinterpret_borrow<py::dict>(PyImport_GetModuleDict());
    const bool is_there = modules.contains("mpmath.libmp");
    const py::object library = is_there ? py::object(modules["mpmath.libmp"]) : py::object();
    if (mpfr_number_p(value) == 0) {
      if (!library) {
        require_finite(x, "an mpf");
        return nullptr;
      }
      const char* name = mpfr_nan_p(value) != 0 ? "fnan" : mpfr_sgn(value) > 0 ? "finf" : "fninf";
      return py::object(library.attr(name)).release().ptr();
    }
    mpz_t mantissa;
    mpz_init(mantissa);
    const long exponent = parts_of(mantissa, value);
    mpz_abs(mantissa, mantissa);
    const long bits = mpz_sgn(mantissa) == 0 ? 0 : static_cast<long>(mpz_sizeinbase(mantissa, 2));
    py::object whole = py::reinterpret_steal<py::object>(new_int(mantissa));
    mpz_clear(mantissa);
    if (!whole) {
      throw py::error_already_set();
    }
    if (library) {
      whole = library.attr("MPZ")(whole);
    }
    const int sign = mpfr_zero_p(value) == 0 && mpfr_sgn(value) < 0 ? 1 : 0;
    return Py_BuildValue("(iOll)", sign, whole.ptr(), exponent, bits);
  });
}

using elementary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

template <elementary F>
PyObject* elementary_method(PyObject* x, PyObject* name_or_nothing) {
  (void)name_or_nothing;
  PyObject* result = unary(x, F);
  return result == nullptr ? nullptr
                           : checked(result, "the function", mpfr_number_p(value_of(x)) != 0);
}

PyObject* is_integer(PyObject* x, PyObject* /*unused*/) {
  return PyBool_FromLong(mpfr_integer_p(value_of(x)));
}
PyObject* is_finite(PyObject* x, PyObject* /*unused*/) {
  return PyBool_FromLong(mpfr_number_p(value_of(x)));
}

PyObject* with_digits(PyObject* x, PyObject* arguments) {
  long digits = 0;
  if (PyArg_ParseTuple(arguments, "l", &digits) == 0) {
    return nullptr;
  }
  if (digits < 1 || digits > most_digits) {
    PyErr_Format(PyExc_ValueError, "digits must be from 1 to %d, got %ld", most_digits, digits);
    return nullptr;
  }
  mpfr_ptr target = nullptr;
  PyObject* result = new_real(bits_of_digits(digits), &target);
  if (result != nullptr) {
    mpfr_set(target, value_of(x), MPFR_RNDN);
  }
  return result;
}

/// A decimal text: mantissa, exponent; the digits that are written.
long digits_written(std::string_view text) {
  const auto end = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, end);
  const auto first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) {
    return 0;
  }
  return std::count_if(mantissa.begin() + static_cast<std::ptrdiff_t>(first), mantissa.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
}

PyObject* from_text(std::string_view text, long digits) {
  while (!text.empty() && std::strchr(" \t\n\r", text.front()) != nullptr) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::strchr(" \t\n\r", text.back()) != nullptr) {
    text.remove_suffix(1);
  }
  mpfr_ptr target = nullptr;
  if (text == "nan" || text == "inf" || text == "-inf") {
    PyObject* result = new_real(bits_of_digits(digits > 0 ? digits : default_digits), &target);
    if (result != nullptr && text != "nan") {
      mpfr_set_inf(target, text == "inf" ? 1 : -1);
    }
    return result;
  }
  if (plumbline::detail::is_decimal(text)) {
    if (digits == 0) {
      digits = std::max<long>(default_digits, digits_written(text));
      if (digits > most_digits) {
        PyErr_Format(PyExc_ValueError,
                     "the text has more than %d digits; say digits=", most_digits);
        return nullptr;
      }
    }
    PyObject* result = new_real(bits_of_digits(digits), &target);
    if (result == nullptr) {
      return nullptr;
    }
    plumbline::detail::mpfr_from_text(target, text);
    return checked(result, "the decimal", true);
  }
  if (digits == 0) {
    digits = default_digits;
  }
  const expression value(text);
  const precision_scope scope(static_cast<int>(std::max<long>(digits, 35)) + guard_digits);
  const mp wide = evaluate<mp>(value);
  PyObject* result = new_real(bits_of_digits(digits), &target);
  if (result != nullptr) {
    mpfr_set(target, wide.backend().data(), MPFR_RNDN);
  }
  return result;
}

PyObject* construct(PyTypeObject* /*type*/, PyObject* arguments, PyObject* keywords) {
  static const char* const names[] = {"", "digits", nullptr};
  PyObject* x = nullptr;
  PyObject* asked = Py_None;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:Real", const_cast<char**>(names), &x,
                                  &asked) == 0) {
    return nullptr;
  }
  return guarded([&]() -> PyObject* {
    long digits = 0;
    if (asked != Py_None) {
      if (PyBool_Check(asked) || PyIndex_Check(asked) == 0) {
        PyErr_Format(PyExc_TypeError, "digits must be an int, got %s", Py_TYPE(asked)->tp_name);
        return nullptr;
      }
      digits = PyNumber_AsSsize_t(asked, nullptr);
      if (digits < 1 || digits > most_digits) {
        PyErr_Format(PyExc_ValueError, "digits must be from 1 to %d, got %S", most_digits, asked);
        return nullptr;
      }
    }
    if (is_real(x) && (digits == 0 || bits_of_digits(digits) == mpfr_get_prec(value_of(x)))) {
      return itself(x);
    }
    if (PyUnicode_Check(x)) {
      Py_ssize_t length = 0;
      const char* text = PyUnicode_AsUTF8AndSize(x, &length);
      return text == nullptr
                 ? nullptr
                 : from_text(std::string_view(text, static_cast<std::size_t>(length)), digits);
    }
    exact_operand number;
    number.read(x);
    if (number.what() == exact_operand::form::none) {
      PyErr_Format(PyExc_TypeError,
                   "Real takes a text like '0.1' or 'pi/4', int, Fraction, Decimal, Real, mpf or "
                   "mpfr, got %s",
                   Py_TYPE(x)->tp_name);
      return nullptr;
    }
    if (digits == 0) {
      digits = number.natural_digits();
      if (digits > most_digits) {
        PyErr_Format(PyExc_ValueError,
                     "the number has more than %d digits; say digits=", most_digits);
        return nullptr;
      }
    }
    mpfr_ptr target = nullptr;
    PyObject* result = new_real(bits_of_digits(digits), &target);
    if (result == nullptr) {
      return nullptr;
    }
    number.round_to(target);
    return checked(result, "the number", number.what() != exact_operand::form::special);
  });
}

void deallocate(PyObject* x) {
  PyTypeObject* type = Py_TYPE(x);
  type->tp_free(x);
  Py_DECREF(type);  // of a type that was made at run time
}

PyMethodDef methods[] = {
    {"as_integer_ratio", as_integer_ratio, METH_NOARGS,
     "The pair of ints whose quotient is the value, in lowest terms, the second positive."},
    {"as_mantissa_exponent", as_mantissa_exponent, METH_NOARGS,
     "The pair of ints (m, e) with the value m * 2**e, m odd; (0, 0) for zero."},
    {"text", text_with_digits, METH_VARARGS,
     "text(digits): the value rounded to this many significant decimal digits."},
    {"with_digits", with_digits, METH_VARARGS,
     "with_digits(digits): the value rounded to the precision of this many digits."},
    {"is_integer", is_integer, METH_NOARGS, "True for a whole number."},
    {"is_finite", is_finite, METH_NOARGS, "False for inf and nan."},
    {"conjugate", method_itself, METH_NOARGS, "The number itself."},
    {"sqrt", elementary_method<mpfr_sqrt>, METH_NOARGS, "The square root."},
    {"exp", elementary_method<mpfr_exp>, METH_NOARGS, "The exponential function."},
    {"log", elementary_method<mpfr_log>, METH_NOARGS, "The natural logarithm."},
    {"sin", elementary_method<mpfr_sin>, METH_NOARGS, "The sine."},
    {"cos", elementary_method<mpfr_cos>, METH_NOARGS, "The cosine."},
    {"tan", elementary_method<mpfr_tan>, METH_NOARGS, "The tangent."},
    {"asin", elementary_method<mpfr_asin>, METH_NOARGS, "The inverse sine."},
    {"acos", elementary_method<mpfr_acos>, METH_NOARGS, "The inverse cosine."},
    {"atan", elementary_method<mpfr_atan>, METH_NOARGS, "The inverse tangent."},
    {"sinh", elementary_method<mpfr_sinh>, METH_NOARGS, "The hyperbolic sine."},
    {"cosh", elementary_method<mpfr_cosh>, METH_NOARGS, "The hyperbolic cosine."},
    {"tanh", elementary_method<mpfr_tanh>, METH_NOARGS, "The hyperbolic tangent."},
    {"__trunc__", truncated, METH_NOARGS, nullptr},
    {"__floor__", rounded_down, METH_NOARGS, nullptr},
    {"__ceil__", rounded_up, METH_NOARGS, nullptr},
    {"__round__", rounded, METH_VARARGS, nullptr},
    {"__format__", formatted, METH_O, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {"__copy__", copied, METH_NOARGS, nullptr},
    {"__deepcopy__", copied, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef properties[] = {
    {"digits", get_digits, nullptr, "Decimal digits of the precision, as of --digits.", nullptr},
    {"bits", get_bits, nullptr, "Bits of the significand.", nullptr},
    {"real", get_real, nullptr, "The number itself.", nullptr},
    {"imag", get_imag, nullptr, "0.", nullptr},
    {"_mpf_", get_mpf, nullptr, "How mpmath reads the number, exactly.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

constexpr const char* documentation =
    "Real(x, digits=None)\n--\n\n"
    "An immutable binary floating-point number with its own precision.\n\n"
    "x is a text ('0.1' is one tenth, 'pi/4', '2*sqrt(3)'), int, Fraction, Decimal, mpf, mpfr or "
    "Real;\n"
    "a float is refused, see exactly(). The value is rounded once, to nearest, to the precision "
    "that\n"
    "--digits has on the command line: 53 bits up to 16 digits, 113 up to 34, and more from 35 "
    "on.\n"
    "Without digits: those of a Real, otherwise 64, or more where x has more.\n\n"
    "An operation on two Reals has the digits of the one with fewer; int, Fraction, Decimal, mpf "
    "and\n"
    "mpfr count as exact. Equal numbers are equal and have equal hashes, whatever their digits.\n\n"
    ">>> from plumbline import Real\n"
    ">>> Real('0.1') * 3 == Real('0.3')\n"
    "True\n"
    ">>> Real('1/3', digits=20)\n"
    "Real('0.3333333333333333333333333333333333', digits=34)\n";

template <class F>
void* slot(F function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

mpfr_prec_t bits_of_digits(long digits) {
  constexpr long most_of_double = 16;
  constexpr long most_of_quad = 34;
  if (digits <= most_of_double) {
    return 53;
  }
  if (digits <= most_of_quad) {
    return 113;
  }
  return static_cast<mpfr_prec_t>(
      boost::multiprecision::detail::digits10_2_2(static_cast<unsigned>(digits)));
}

int digits_of_bits(mpfr_prec_t bits) {
  if (bits <= 53) {
    return 16;
  }
  if (bits <= 113) {
    return 34;
  }
  // bits_of_digits() gives many digits some bits more than they need
  long digits = digits_held_by(bits - 1);
  while (bits_of_digits(digits) > bits) {
    --digits;
  }
  return static_cast<int>(digits);
}

bool is_real(PyObject* x) { return Py_TYPE(x) == real_type; }

mpfr_srcptr value_of(PyObject* x) { return &as_real(x)->value; }

PyObject* new_real(mpfr_prec_t bits, mpfr_ptr* value) {
  constexpr mpfr_prec_t limb_bits = GMP_NUMB_BITS;
  const Py_ssize_t limbs = (bits + limb_bits - 1) / limb_bits;
  PyObject* object = PyType_GenericAlloc(real_type, limbs);
  if (object == nullptr) {
    return nullptr;
  }
  real_object* x = as_real(object);
  mpfr_custom_init(limbs_of(x), bits);
  mpfr_custom_init_set(&x->value, MPFR_NAN_KIND, 0, bits, limbs_of(x));
  x->hash = -1;
  *value = &x->value;
  return object;
}

PyObject* new_real(mpfr_srcptr x) {
  mpfr_ptr target = nullptr;
  PyObject* result = new_real(mpfr_get_prec(x), &target);
  if (result != nullptr) {
    mpfr_set(target, x, MPFR_RNDN);
  }
  return result;
}

void add_real(py::module_& module) {
  PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(documentation)},
                         {Py_tp_new, slot(construct)},
                         {Py_tp_dealloc, slot(deallocate)},
                         {Py_tp_repr, slot(repr)},
                         {Py_tp_str, slot(str)},
                         {Py_tp_hash, slot(hash)},
                         {Py_tp_richcompare, slot(compare)},
                         {Py_tp_methods, methods},
                         {Py_tp_getset, properties},
                         {Py_nb_add, slot(add)},
                         {Py_nb_subtract, slot(subtract)},
                         {Py_nb_multiply, slot(multiply)},
                         {Py_nb_true_divide, slot(divide)},
                         {Py_nb_floor_divide, slot(floor_divide)},
                         {Py_nb_remainder, slot(modulo)},
                         {Py_nb_divmod, slot(divmod)},
                         {Py_nb_power, slot(power)},
                         {Py_nb_negative, slot(negative)},
                         {Py_nb_positive, slot(itself)},
                         {Py_nb_absolute, slot(absolute)},
                         {Py_nb_bool, slot(is_not_zero)},
                         {Py_nb_float, slot(to_float)},
                         {Py_nb_int, slot(to_int)},
                         {0, nullptr}};
  PyType_Spec specification = {"plumbline.Real", static_cast<int>(sizeof(real_object)),
                               static_cast<int>(sizeof(mp_limb_t)),
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};
  PyObject* type = PyType_FromSpec(&specification);
  if (type == nullptr) {
    throw py::error_already_set();
  }
  real_type = reinterpret_cast<PyTypeObject*>(type);
  module.add_object("Real", py::reinterpret_borrow<py::object>(type));
  module.def("_set_helpers", [](const py::object& format, const py::object& round) {
    Py_XSETREF(format_helper, py::object(format).release().ptr());
    Py_XSETREF(round_helper, py::object(round).release().ptr());
  });
  module.def(
      "exactly",
      [](const py::handle& x, long digits) -> py::object {
        if (!PyFloat_Check(x.ptr())) {
          PyErr_Format(PyExc_TypeError, "exactly() takes a float, got %s",
                       Py_TYPE(x.ptr())->tp_name);
          throw py::error_already_set();
        }
        if (digits < 1 || digits > most_digits) {
          throw py::value_error("digits must be from 1 to " + std::to_string(most_digits) +
                                ", got " + std::to_string(digits));
        }
        exact_operand number;
        number.read(x.ptr(), true);
        if (number.what() == exact_operand::form::special) {
          throw py::value_error("a number must be finite");
        }
        mpfr_ptr target = nullptr;
        PyObject* result = new_real(bits_of_digits(digits), &target);
        if (result == nullptr) {
          throw py::error_already_set();
        }
        number.round_to(target);
        return py::reinterpret_steal<py::object>(result);
      },
      py::arg("x"), py::arg("digits") = default_digits,
      "The number that the float is, exactly: the nearest double to what was typed.\n\n"
      ">>> import plumbline\n"
      ">>> plumbline.exactly(0.1) == plumbline.Real('0.1')\n"
      "False\n"
      ">>> print(plumbline.exactly(0.1))\n"
      "0.1000000000000000055511151231257827021181583404541015625\n");
}

}  // namespace plumbline::python
