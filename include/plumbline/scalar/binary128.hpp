// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// These functions read and write the bits of a quad (IEEE 754 binary128) as one integer: one bit is the sign, 15 are the
// exponent, 112 the fraction.
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <cstring>

#if PLUMBLINE_HAS_QUAD
namespace plumbline::detail {

__extension__ using quad_bits = unsigned __int128;

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

}  // namespace plumbline::detail
#endif
