// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "number_input.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

namespace plumbline::python {

namespace {

[[noreturn]] void raise(PyObject* kind, const std::string& message) {
  PyErr_SetString(kind, message.c_str());
  throw py::error_already_set();
}

py::object attribute(PyObject* x, const char* name) {
  PyObject* found = PyObject_GetAttrString(x, name);
  if (found == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(found);
}

py::object as_int(PyObject* x) {
  PyObject* whole = PyNumber_Index(x);
  if (whole == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(whole);
}

/// True where the type of x comes from this package ("gmpy2", "numpy") or from a module in it.
bool comes_from(PyObject* x, std::string_view package) {
  const std::string_view name = Py_TYPE(x)->tp_name;
  if (name.starts_with(package) && name.size() > package.size() && name[package.size()] == '.') {
    return true;
  }
  PyObject* module = PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(x)), "__module__");
  if (module == nullptr) {
    PyErr_Clear();
    return false;
  }
  const py::object owner = py::reinterpret_steal<py::object>(module);
  if (!PyUnicode_Check(owner.ptr())) {
    return false;
  }
  const char* text = PyUnicode_AsUTF8(owner.ptr());
  if (text == nullptr) {
    PyErr_Clear();
    return false;
  }
  const std::string_view from = text;
  return from == package ||
         (from.starts_with(package) && from.size() > package.size() && from[package.size()] == '.');
}

bool has(PyObject* x, const char* name) {
  const int found = PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(x)), name);
  return found == 1;
}

/// True for the arrays of numpy, false for its numbers.
bool is_array(PyObject* x) { return has(x, "__array_finalize__") && has(x, "__len__"); }

bool is_named(PyObject* x, const char* module, const char* type) {
  const char* name = Py_TYPE(x)->tp_name;
  const char* dot = std::strrchr(name, '.');
  return std::strcmp(dot == nullptr ? name : dot + 1, type) == 0 && comes_from(x, module);
}

std::string text_of(PyObject* x) {
  const py::object text = py::reinterpret_steal<py::object>(PyObject_Str(x));
  if (!text) {
    throw py::error_already_set();
  }
  return text.cast<std::string>();
}

std::string integer_text(mpz_srcptr x) {
  std::string text(mpz_sizeinbase(x, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, x);
  text.resize(std::strlen(text.c_str()));
  return text;
}

/// "7/2^3": a binary number exactly.
std::string text_of_binary(mpfr_srcptr x) {
  if (mpfr_zero_p(x) != 0) {
    return "0";
  }
  mpz_t mantissa;
  mpz_init(mantissa);
  long exponent = mpfr_get_z_2exp(mantissa, x);
  const auto zeros = mpz_scan1(mantissa, 0);
  mpz_fdiv_q_2exp(mantissa, mantissa, zeros);
  exponent += static_cast<long>(zeros);
  constexpr long short_exponent = 4096;
  std::string text;
  if (exponent >= 0 && exponent < short_exponent) {
    mpz_mul_2exp(mantissa, mantissa, static_cast<mp_bitcnt_t>(exponent));
    text = integer_text(mantissa);
  } else {
    text = integer_text(mantissa);
    text += exponent < 0 ? "/2^" + std::to_string(-exponent) : "*2^" + std::to_string(exponent);
  }
  mpz_clear(mantissa);
  return text;
}

}  // namespace

std::string unicode_text(PyObject* x) {
  Py_ssize_t length = 0;
  const char* text = PyUnicode_AsUTF8AndSize(x, &length);
  if (text == nullptr) {
    throw py::error_already_set();
  }
  return {text, static_cast<std::size_t>(length)};
}

void to_mpz(mpz_ptr target, PyObject* x) {
  int overflow = 0;
  const long small = PyLong_AsLongAndOverflow(x, &overflow);
  if (overflow == 0) {
    if (small == -1 && PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    mpz_set_si(target, small);
    return;
  }
  const py::object bits = py::reinterpret_borrow<py::object>(x).attr("bit_length")();
  const auto size = bits.cast<std::size_t>() / 8 + 1;
  const py::object absolute = py::reinterpret_steal<py::object>(PyNumber_Absolute(x));
  if (!absolute) {
    throw py::error_already_set();
  }
  const py::bytes bytes = absolute.attr("to_bytes")(size, "little");
  mpz_import(target, size, -1, 1, 0, 0, PyBytes_AS_STRING(bytes.ptr()));
  if (overflow < 0) {
    mpz_neg(target, target);
  }
}

PyObject* new_int(mpz_srcptr x) {
  if (mpz_fits_slong_p(x) != 0) {
    return PyLong_FromLong(mpz_get_si(x));
  }
  // a text in base 16 is read in linear time
  const std::size_t length = mpz_sizeinbase(x, 16) + 2;
  const auto text = std::make_unique<char[]>(length);
  mpz_get_str(text.get(), 16, x);
  return PyLong_FromString(text.get(), nullptr, 16);
}

void refuse_float(PyObject* x) {
  const std::string text = text_of(x);
  raise(PyExc_TypeError, "a float is a binary number: " + text + " may mean the decimal '" + text +
                             "' or the nearest double. Write '" + text +
                             "' in quotes for the decimal, or plumbline.exactly(" + text +
                             ") for the double");
}

exact_operand::exact_operand() { mpq_init(fraction_); }

exact_operand::~exact_operand() {
  mpq_clear(fraction_);
  if (has_value_) {
    mpfr_clear(value_);
  }
}

void exact_operand::make_binary(mpfr_prec_t bits) {
  mpfr_init2(value_, std::max<mpfr_prec_t>(bits, 2));
  has_value_ = true;
}

void exact_operand::set_integer(PyObject* x) {
  to_mpz(mpq_numref(fraction_), x);
  form_ = form::integer;
}

void exact_operand::set_fraction(PyObject* numerator, PyObject* denominator) {
  to_mpz(mpq_numref(fraction_), as_int(numerator).ptr());
  to_mpz(mpq_denref(fraction_), as_int(denominator).ptr());
  if (mpz_sgn(mpq_denref(fraction_)) <= 0) {
    raise(PyExc_ValueError, "the denominator of a fraction must be positive");
  }
  mpq_canonicalize(fraction_);
  form_ = mpz_cmp_ui(mpq_denref(fraction_), 1) == 0 ? form::integer : form::fraction;
}

void exact_operand::set_binary(PyObject* sign, PyObject* mantissa, PyObject* exponent) {
  to_mpz(mpq_numref(fraction_), as_int(mantissa).ptr());
  const py::object power = as_int(exponent);
  const long e = PyLong_AsLong(power.ptr());
  if (e == -1 && PyErr_Occurred() != nullptr) {
    throw py::error_already_set();
  }
  if (mpz_sgn(mpq_numref(fraction_)) == 0 && e != 0) {
    raise(PyExc_ValueError, "a number must be finite");  // mpmath's inf and nan
  }
  const py::object negative = as_int(sign);
  make_binary(static_cast<mpfr_prec_t>(mpz_sizeinbase(mpq_numref(fraction_), 2)));
  mpfr_set_z_2exp(value_, mpq_numref(fraction_), e, MPFR_RNDN);
  if (mpfr_inf_p(value_) != 0 ||
      (mpfr_zero_p(value_) != 0 && mpz_sgn(mpq_numref(fraction_)) != 0)) {
    raise(PyExc_OverflowError, "the exponent of the number is beyond the range of Real");
  }
  if (PyObject_IsTrue(negative.ptr()) == 1) {
    mpfr_neg(value_, value_, MPFR_RNDN);
  }
  form_ = form::binary;
}

void exact_operand::read(PyObject* x, bool float_is_exact) {
  if (is_real(x)) {
    mpfr_srcptr value = value_of(x);
    make_binary(mpfr_get_prec(value));
    mpfr_set(value_, value, MPFR_RNDN);
    form_ = mpfr_number_p(value) != 0 ? form::binary : form::special;
    return;
  }
  if (PyBool_Check(x)) {
    return;
  }
  if (PyLong_Check(x)) {
    set_integer(x);
    return;
  }
  if (PyFloat_Check(x)) {
    if (!float_is_exact) {
      refuse_float(x);
    }
    make_binary(53);
    mpfr_set_d(value_, PyFloat_AS_DOUBLE(x), MPFR_RNDN);
    form_ = mpfr_number_p(value_) != 0 ? form::binary : form::special;
    return;
  }
  // an array of numpy has the interface of an int; it computes with its elements itself
  if (PyUnicode_Check(x) || PyBytes_Check(x) || is_array(x)) {
    return;
  }
  if (has(x, "_mpf_")) {  // mpmath's mpf and its constants
    const py::object parts = attribute(x, "_mpf_");
    if (!PyTuple_Check(parts.ptr()) || PyTuple_GET_SIZE(parts.ptr()) != 4) {
      raise(PyExc_TypeError, "_mpf_ must be the tuple (sign, mantissa, exponent, bits)");
    }
    PyObject* t = parts.ptr();
    set_binary(PyTuple_GET_ITEM(t, 0), PyTuple_GET_ITEM(t, 1), PyTuple_GET_ITEM(t, 2));
    return;
  }
  if (is_named(x, "decimal", "Decimal")) {
    const std::string text = text_of(x);
    if (text.find_first_of("nN") != std::string::npos) {  // NaN, sNaN, Infinity
      raise(PyExc_ValueError, "a number must be finite, got Decimal('" + text + "')");
    }
    const auto first =
        std::find_if(text.begin(), text.end(), [](char c) { return c >= '1' && c <= '9'; });
    const auto end = std::find(text.begin(), text.end(), 'E');
    digits_written_ = first < end ? static_cast<long>(std::count_if(
                                        first, end, [](char c) { return c >= '0' && c <= '9'; }))
                                  : 0;
    const py::object exponent = py::reinterpret_borrow<py::object>(x).attr("adjusted")();
    constexpr long most_exponent = 1'000'000;
    if (std::abs(exponent.cast<long>()) > most_exponent) {
      raise(PyExc_OverflowError, "the exponent of the Decimal is beyond 1000000 in magnitude");
    }
    const py::tuple ratio = py::reinterpret_borrow<py::object>(x).attr("as_integer_ratio")();
    set_fraction(ratio[0].ptr(), ratio[1].ptr());
    return;
  }
  if (has(x, "as_mantissa_exp")) {  // gmpy2's mpfr
    const std::string text = text_of(x);
    if (text.find_first_of("nN") != std::string::npos) {  // nan, inf
      raise(PyExc_ValueError, "a number must be finite, got " + text);
    }
    const py::tuple parts = attribute(x, "as_mantissa_exp")();
    set_binary(py::int_(0).ptr(), parts[0].ptr(), parts[1].ptr());
    return;
  }
  if (PyIndex_Check(x) != 0) {  // numpy's integers, gmpy2's mpz
    set_integer(as_int(x).ptr());
    return;
  }
  if (has(x, "numerator") && has(x, "denominator") && !comes_from(x, "numpy")) {  // Fraction, mpq
    set_fraction(attribute(x, "numerator").ptr(), attribute(x, "denominator").ptr());
    return;
  }
  if (comes_from(x, "numpy") && has(x, "as_integer_ratio")) {  // float32, longdouble
    refuse_float(x);
  }
}

void exact_operand::round_to(mpfr_ptr target) const {
  switch (form_) {
    case form::integer:
      mpfr_set_z(target, mpq_numref(fraction_), MPFR_RNDN);
      break;
    case form::fraction:
      mpfr_set_q(target, fraction_, MPFR_RNDN);
      break;
    default:
      mpfr_set(target, value_, MPFR_RNDN);
  }
}

int exact_operand::compare_to(mpfr_srcptr x) const {
  switch (form_) {
    case form::integer:
      return mpfr_cmp_z(x, mpq_numref(fraction_));
    case form::fraction:
      return mpfr_cmp_q(x, fraction_);
    default:
      return mpfr_cmp(x, value_);
  }
}

long exact_operand::natural_digits() const {
  const auto for_bits = [](long bits) {
    long digits = default_digits;
    if (bits > bits_of_digits(digits)) {
      digits = digits_of_bits(bits - 1) + 1;
    }
    return digits;
  };
  long bits = 0;
  switch (form_) {
    case form::integer: {
      const mpz_srcptr n = mpq_numref(fraction_);
      if (mpz_sgn(n) != 0) {
        bits = static_cast<long>(mpz_sizeinbase(n, 2) - mpz_scan1(n, 0));
      }
      break;
    }
    case form::fraction:
      return std::max<long>(default_digits, digits_written_);
    case form::special:
      break;
    default:
      bits = mpfr_zero_p(value_) != 0 ? 0 : static_cast<long>(mpfr_min_prec(value_));
  }
  return for_bits(bits);
}

std::string exact_text(py::handle x) {
  if (PyUnicode_Check(x.ptr())) {
    return unicode_text(x.ptr());
  }
  if (is_real(x.ptr()) && mpfr_number_p(value_of(x.ptr())) != 0) {
    return text_of_binary(value_of(x.ptr()));
  }
  exact_operand number;
  number.read(x.ptr());
  using form = exact_operand::form;
  switch (number.what()) {
    case form::none:
      raise(PyExc_TypeError, std::string("a number is wanted: a text like '0.1' or 'pi/4', int, "
                                         "Fraction, Decimal, Real, mpf or mpfr; got ") +
                                 Py_TYPE(x.ptr())->tp_name);
    case form::special:
      raise(PyExc_ValueError, "a number must be finite, got " + text_of(x.ptr()));
    case form::integer:
      return integer_text(mpq_numref(number.fraction()));
    case form::fraction:
      return integer_text(mpq_numref(number.fraction())) + "/" +
             integer_text(mpq_denref(number.fraction()));
    case form::binary:
      break;
  }
  return text_of_binary(number.binary());
}

}  // namespace plumbline::python
