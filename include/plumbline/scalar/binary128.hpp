// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// These functions read and write the bits of a quad (IEEE 754 binary128, section 3.4) as one integer. From the top, one bit is
// the sign, 15 are the exponent e, 112 the fraction f: a normal number is (-1)^sign 2^(e - 16383) (1 + f/2^112).
#pragma once

#include <plumbline/scalar/types.hpp>

#include <cstring>

#if PLUMBLINE_HAS_QUAD
namespace plumbline::detail {

__extension__ using quad_bits = unsigned __int128;
inline constexpr unsigned quad_fraction_bits = 112;
inline constexpr int quad_bias = 16383;
inline constexpr int quad_last_exponent = 0x7fff;  ///< of the infinities and of NaN

inline quad_bits bits_of(const quad& x) {
  quad_bits bits = 0;
  std::memcpy(&bits, &x.backend().value(), sizeof bits);
  return bits;
}
inline quad quad_of(quad_bits bits) {
  quad x;
  std::memcpy(&x.backend().value(), &bits, sizeof bits);
  return x;
}
/// e as it stands in the bits: 0 of zero and of subnormal numbers, quad_last_exponent of the infinities and of NaN.
inline int exponent_in(quad_bits bits) {
  return static_cast<int>(bits >> quad_fraction_bits) & quad_last_exponent;
}

}  // namespace plumbline::detail
#endif
