// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <math/midpoint_dot.hpp>

#if PLUMBLINE_HAS_ARB

#include <scalar/limbs.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace plumbline {

namespace {

using detail::limb;
static_assert(sizeof(mp_limb_t) == sizeof(limb));

template <int n>
using number = std::array<limb, static_cast<std::size_t>(n)>;

constexpr int most_limbs = 8;
constexpr slong longest_sum = 224;

/// The upper n limbs of x, the lowest first; zeros below where it has fewer. `room` keeps those.
template <int n>
[[gnu::always_inline]] inline mp_srcptr upper_limbs(mp_srcptr x, mp_size_t size, number<n>& room) {
  if (size >= n) {
    return x + (size - n);
  }
  room.fill(0);
  std::copy_n(x, size, room.begin() + (n - size));
  return room.data();
}

}  // namespace

bool midpoint_dot::read(arb_srcptr initial, bool subtract, arb_srcptr a, arb_srcptr b,
                        slong count) {
  terms_.resize(static_cast<std::size_t>(longest_sum) + 1);
  term* next = terms_.data();
  largest_ = std::numeric_limits<std::int64_t>::min();
  // the exponent of a number that is zero, infinite or NaN, or whose exponent is enormous, says so
  const auto is_ordinary = [](arf_srcptr x) {
    return ARF_XSIZE(x) != 0 && !COEFF_IS_MPZ(*ARF_EXPREF(x));
  };
  if (initial != nullptr && arf_is_zero(arb_midref(initial)) == 0) {
    arf_srcptr x = arb_midref(initial);
    if (!is_ordinary(x)) {
      return false;
    }
    next->a = nullptr;
    ARF_GET_MPN_READONLY(next->b, next->b_size, x);
    next->exponent = ARF_EXP(x);
    next->negative = ARF_SGNBIT(x) != 0;
    largest_ = next->exponent;
    ++next;
  }
  for (slong i = 0; i < count; ++i) {
    arf_srcptr x = arb_midref(a + i);
    arf_srcptr y = arb_midref(b - i);
    if (!is_ordinary(x) || !is_ordinary(y)) {
      const auto is_number = [&](arf_srcptr z) { return is_ordinary(z) || arf_is_zero(z) != 0; };
      if (!is_number(x) || !is_number(y)) {
        return false;
      }
      continue;
    }
    ARF_GET_MPN_READONLY(next->a, next->a_size, x);
    ARF_GET_MPN_READONLY(next->b, next->b_size, y);
    next->exponent = ARF_EXP(x) + ARF_EXP(y);
    next->negative = ((ARF_SGNBIT(x) ^ ARF_SGNBIT(y)) != 0) != subtract;
    largest_ = std::max(largest_, next->exponent);
    ++next;
  }
  count_ = static_cast<std::size_t>(next - terms_.data());
  return true;
}

template <int n>
void midpoint_dot::add_up(arf_ptr r, slong bits) const {
  constexpr auto size = static_cast<std::size_t>(n);
  number<n + 1> sum{};
  number<n> a_room;
  number<n> b_room;
  for (const term* each = terms_.data(); each != terms_.data() + count_; ++each) {
    const term& t = *each;
    const auto d = static_cast<std::uint64_t>(largest_ - t.exponent);
    if (d >= 64 * size) {
      continue;
    }
    mp_srcptr b = upper_limbs<n>(t.b, t.b_size, b_room);
    number<n> x;
    if (t.a == nullptr) {
      std::copy_n(b, n, x.begin());
    } else {
      detail::upper_columns<n>(x.data(), upper_limbs<n>(t.a, t.a_size, a_room), b);
    }
    detail::move_down_in_place<n>(x.data(), static_cast<unsigned>(d));
    if (t.negative) {
      sum[size] -= detail::subtract<n>(sum.data(), x.data());
    } else {
      sum[size] += detail::add<n>(sum.data(), x.data());
    }
  }
  const bool negative = sum[size] >> 63U != 0;
  if (negative) {
    mpn_neg(sum.data(), sum.data(), n + 1);
  }
  mp_size_t used = n + 1;  // Arb takes numbers without leading zeros
  while (used > 0 && sum[static_cast<std::size_t>(used - 1)] == 0) {
    --used;
  }
  if (used == 0) {
    arf_zero(r);
    return;
  }
  arf_set_mpn(r, sum.data(), used, negative ? 1 : 0);
  arf_mul_2exp_si(r, r, static_cast<slong>(largest_ - 64 * n));
  arf_set_round(r, r, bits, ARF_RND_NEAR);
}

void midpoint_dot::operator()(arb_ptr r, arb_srcptr initial, bool subtract, arb_srcptr a,
                              arb_srcptr b, slong count, slong bits) {
  const slong needed = (bits + spare_bits + 63) / 64;
  if (needed > most_limbs || count > longest_sum || !read(initial, subtract, a, b, count)) {
    arb_approx_dot(r, initial, subtract ? 1 : 0, a, 1, b, -1, count, bits);
    return;
  }
  arf_ptr middle = arb_midref(r);
  if (count_ == 0) {
    arf_zero(middle);
    return;
  }
  switch (needed) {
    case 1:
    case 2:
      return add_up<2>(middle, bits);
    case 3:
      return add_up<3>(middle, bits);
    case 4:
      return add_up<4>(middle, bits);
    case 5:
      return add_up<5>(middle, bits);
    case 6:
      return add_up<6>(middle, bits);
    case 7:
      return add_up<7>(middle, bits);
    default:
      return add_up<most_limbs>(middle, bits);
  }
}

}  // namespace plumbline

#endif
