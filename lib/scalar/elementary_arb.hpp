// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elementary functions of MPFR numbers by ball arithmetic, for elementary.cpp: each sets its result to the value that
// MPFR rounds to nearest and returns true, or changes nothing and returns false, because the ball does not decide the
// rounding or because the argument is one for MPFR. Defined only where the library is built with Arb.
#pragma once

#include <mpfr.h>

namespace plumbline::detail::by_arb {

#if PLUMBLINE_HAS_ARB
inline constexpr bool available = true;
#else
inline constexpr bool available = false;
#endif

bool sin_cos(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x);
bool sin(mpfr_ptr r, mpfr_srcptr x);
bool cos(mpfr_ptr r, mpfr_srcptr x);
bool tan(mpfr_ptr r, mpfr_srcptr x);
bool asin(mpfr_ptr r, mpfr_srcptr x);
bool acos(mpfr_ptr r, mpfr_srcptr x);
bool atan(mpfr_ptr r, mpfr_srcptr x);
bool sinh(mpfr_ptr r, mpfr_srcptr x);
bool cosh(mpfr_ptr r, mpfr_srcptr x);
bool tanh(mpfr_ptr r, mpfr_srcptr x);
bool asinh(mpfr_ptr r, mpfr_srcptr x);
bool acosh(mpfr_ptr r, mpfr_srcptr x);
bool atanh(mpfr_ptr r, mpfr_srcptr x);
bool exp(mpfr_ptr r, mpfr_srcptr x);
bool log(mpfr_ptr r, mpfr_srcptr x);
bool atan2(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x);
bool pow(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y);

}  // namespace plumbline::detail::by_arb
