// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline.Real`: an immutable binary floating-point number with its own precision.
//
// The precision is that of `--digits D`: 53 bits up to 16 digits, 113 bits up to 34, and the bits of the library's `mp`
// with D digits from 35 on. The exponent has the range of MPFR.
//
// The type is written in Python's C interface and not as a pybind11 class: the number stands inside of the Python object,
// so one allocation makes it, and the operators have no dispatch by signature.
#pragma once

#include <gmp.h>
#include <mpfr.h>
#include <pybind11/pybind11.h>

namespace plumbline::python {

namespace py = pybind11;

inline constexpr int most_digits = 100000;
inline constexpr int default_digits = 64;

/// The bits of a number of this many decimal digits.
mpfr_prec_t bits_of_digits(long digits);
/// The digits of a number of these bits: the inverse of bits_of_digits.
int digits_of_bits(mpfr_prec_t bits);

/// Makes the type and adds it to the module as `Real`.
void add_real(py::module_& module);

bool is_real(PyObject* x);
/// Of an object for which is_real holds.
mpfr_srcptr value_of(PyObject* x);
/// A new Real with the bits of x, which must be those of some number of digits.
PyObject* new_real(mpfr_srcptr x);
/// A new Real that the caller fills in, `*value`, before anybody else sees it.
PyObject* new_real(mpfr_prec_t bits, mpfr_ptr* value);

}  // namespace plumbline::python
