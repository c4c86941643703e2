// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Correctly rounded elementary functions of MPFR numbers: sine and cosine of 39 to 105 digits by tables
// (sin_cos_by_table.cpp), the others by ball arithmetic (elementary_arb.cpp), where that decides the rounding; otherwise by MPFR.
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/errors.hpp>

#include <scalar/elementary_arb.hpp>
#include <scalar/sin_cos_by_table.hpp>

namespace plumbline::detail {
namespace {

/// True if x is so large that its sine is NaN by the rule in elementary.hpp.
bool is_beyond_reduction(mpfr_srcptr x) {
  constexpr mpfr_exp_t largest_exponent = 65536;
  return mpfr_regular_p(x) != 0 && mpfr_get_exp(x) > largest_exponent;
}

}  // namespace

bool uses_arb() noexcept { return by_arb::available; }

void mpfr_correct_sin_cos(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x) {
  if (sin_cos_by_table(sine, cosine, x)) {
    return;
  }
  if constexpr (by_arb::available) {
    if (by_arb::sin_cos(sine, cosine, x)) {
      return;
    }
  }
  if (is_beyond_reduction(x)) {
    mpfr_set_nan(sine);
    mpfr_set_nan(cosine);
    return;
  }
  mpfr_sin_cos(sine, cosine, x, MPFR_RNDN);
}

void mpfr_correct_sin(mpfr_ptr r, mpfr_srcptr x) {
  if (sin_cos_by_table(r, nullptr, x)) {
    return;
  }
  if constexpr (by_arb::available) {
    if (by_arb::sin(r, x)) {
      return;
    }
  }
  if (is_beyond_reduction(x)) {
    mpfr_set_nan(r);
    return;
  }
  mpfr_sin(r, x, MPFR_RNDN);
}

void mpfr_correct_cos(mpfr_ptr r, mpfr_srcptr x) {
  if (sin_cos_by_table(nullptr, r, x)) {
    return;
  }
  if constexpr (by_arb::available) {
    if (by_arb::cos(r, x)) {
      return;
    }
  }
  if (is_beyond_reduction(x)) {
    mpfr_set_nan(r);
    return;
  }
  mpfr_cos(r, x, MPFR_RNDN);
}

void mpfr_correct_tan(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::tan(r, x)) {
      return;
    }
  }
  if (is_beyond_reduction(x)) {
    mpfr_set_nan(r);
    return;
  }
  mpfr_tan(r, x, MPFR_RNDN);
}

void mpfr_correct_asin(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::asin(r, x)) {
      return;
    }
  }
  mpfr_asin(r, x, MPFR_RNDN);
}

void mpfr_correct_acos(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::acos(r, x)) {
      return;
    }
  }
  mpfr_acos(r, x, MPFR_RNDN);
}

void mpfr_correct_atan(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::atan(r, x)) {
      return;
    }
  }
  mpfr_atan(r, x, MPFR_RNDN);
}

void mpfr_correct_sinh(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::sinh(r, x)) {
      return;
    }
  }
  mpfr_sinh(r, x, MPFR_RNDN);
}

void mpfr_correct_cosh(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::cosh(r, x)) {
      return;
    }
  }
  mpfr_cosh(r, x, MPFR_RNDN);
}

void mpfr_correct_tanh(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::tanh(r, x)) {
      return;
    }
  }
  mpfr_tanh(r, x, MPFR_RNDN);
}

void mpfr_correct_asinh(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::asinh(r, x)) {
      return;
    }
  }
  mpfr_asinh(r, x, MPFR_RNDN);
}

void mpfr_correct_acosh(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::acosh(r, x)) {
      return;
    }
  }
  mpfr_acosh(r, x, MPFR_RNDN);
}

void mpfr_correct_atanh(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::atanh(r, x)) {
      return;
    }
  }
  mpfr_atanh(r, x, MPFR_RNDN);
}

void mpfr_correct_exp(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::exp(r, x)) {
      return;
    }
  }
  mpfr_exp(r, x, MPFR_RNDN);
}

void mpfr_correct_log(mpfr_ptr r, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::log(r, x)) {
      return;
    }
  }
  mpfr_log(r, x, MPFR_RNDN);
}

void mpfr_correct_atan2(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x) {
  if constexpr (by_arb::available) {
    if (by_arb::atan2(r, y, x)) {
      return;
    }
  }
  mpfr_atan2(r, y, x, MPFR_RNDN);
}

void mpfr_correct_pow(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
  if constexpr (by_arb::available) {
    if (by_arb::pow(r, x, y)) {
      return;
    }
  }
  mpfr_pow(r, x, y, MPFR_RNDN);
}

void no_function(const char* name) {
  throw domain_error(std::string("this scalar has no function ") + name);
}

}  // namespace plumbline::detail
