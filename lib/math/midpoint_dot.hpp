// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Σ a_i b_i of Arb's midpoints in fixed point, the inner loop of Taylor series: a coefficient of a product of two series is such a sum.
//
// The sum is a number of N limbs behind the point of 2^E, where E is the largest exponent of a term, and of one before it, in two's
// complement. Of each product the upper N limbs are added, moved down by the difference of its exponent and E. Where the factors have
// at most N limbs, they are too small by at most 2N + 1 units of 2^(E − 64 N), so that the error of the sum is at most
// (2N + 1)·count units. N is chosen so that this is less than 2^(E − bits) for the longest sums (lib/scalar/product_sum.cpp is the
// same for MPFR's numbers).
//
// Beyond the N that are compiled, and where an entry is infinite, NaN or of an enormous exponent, the sum is Arb's own.
#pragma once

#if PLUMBLINE_HAS_ARB

// FLINT 3 declares what takes MPFR's numbers only where mpfr.h is read before its own headers
#include <plumbline/scalar/types.hpp>

#include <arb.h>

#include <cstdint>
#include <vector>

namespace plumbline {

class midpoint_dot {
 public:
  /// Bits of the N limbs beyond those of the sum, for the errors of the terms: (2N + 1)·count < 2^12 up to 225 terms of 8 limbs.
  static constexpr slong spare_bits = 12;

  /// The midpoint of r ← initial ± Σ a[i] b[−i], i < count, rounded to nearest at so many bits; `initial` may be null. Radii are
  /// not read, and that of r is not written.
  void operator()(arb_ptr r, arb_srcptr initial, bool subtract, arb_srcptr a, arb_srcptr b,
                  slong count, slong bits);

 private:
  struct term {
    mp_srcptr a;  ///< null: the number at b alone
    mp_srcptr b;
    mp_size_t a_size;
    mp_size_t b_size;
    std::int64_t exponent;
    bool negative;
  };

  /// False where a term is no ordinary number.
  bool read(arb_srcptr initial, bool subtract, arb_srcptr a, arb_srcptr b, slong count);
  template <int n>
  void add_up(arf_ptr r, slong bits) const;

  std::vector<term> terms_;
  std::size_t count_ = 0;     ///< of them, the first, in use
  std::int64_t largest_ = 0;  ///< exponent of a term
};

}  // namespace plumbline

#endif
