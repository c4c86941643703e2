// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_parts.hpp"

#if PLUMBLINE_HAS_ARB

#include <plumbline/scalar/text.hpp>

#include <algorithm>

namespace plumbline {

std::string midpoint_text(arb_srcptr x, int digits) {
  mpfr_t y;
  mpfr_init2(y, std::max<slong>(arf_bits(arb_midref(x)), 64));
  arf_get_mpfr(y, arb_midref(x), MPFR_RNDN);
  std::string text = detail::mpfr_text(y, digits);
  mpfr_clear(y);
  return text;
}

std::string bound_text(mag_srcptr x, mpfr_rnd_t rounding) {
  if (mag_is_zero(x) != 0) {
    return "0";
  }
  arf_t exact;
  arf_init(exact);
  arf_set_mag(exact, x);
  mpfr_t y;
  mpfr_init2(y, 64);
  arf_get_mpfr(y, exact, rounding);
  char* printed = nullptr;
  mpfr_asprintf(&printed, "%.3R*e", rounding, y);
  std::string text = printed;
  mpfr_free_str(printed);
  mpfr_clear(y);
  arf_clear(exact);
  return text;
}

}  // namespace plumbline

#endif
