// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The scalars that Plumbline is compiled for.
//
//   double   53 bits
//   quad     113 bits, IEEE binary128 in software (where <quadmath.h> is found)
//   mp64     64 decimal digits (214 bits), MPFR with its limbs inside the object: no heap
//   mp       MPFR with as many digits as the innermost precision_scope says
//
// Expression templates are off for all of them: `auto x = a * b;` in a user's Lagrangian must be a
// value, not a reference to temporaries that are gone.
//
// The list itself stands once, in for_each_scalar.def; everything that must be repeated for each
// scalar (extern templates, instantiations, typed tests) is generated from it.
#pragma once

#if __cplusplus < 202002L
#error "Plumbline needs C++20: compile with -std=c++20"
#endif

#include <boost/multiprecision/eigen.hpp>
#include <boost/multiprecision/mpfr.hpp>

#if __has_include(<quadmath.h>)
#define PLUMBLINE_HAS_QUAD 1
#ifndef BOOST_HAS_FLOAT128
// With -std=c++20 gcc's library does not count __float128 as a number, and then Boost's quad could not be made of one.
template <>
struct boost::multiprecision::detail::is_arithmetic<__float128> : std::true_type {};
template <>
struct boost::multiprecision::number_category<__float128>
    : std::integral_constant<int, boost::multiprecision::number_kind_floating_point> {};
#endif
#include <boost/multiprecision/float128.hpp>
#else
#define PLUMBLINE_HAS_QUAD 0
#endif

namespace plumbline {

#if PLUMBLINE_HAS_QUAD
using quad = boost::multiprecision::number<boost::multiprecision::float128_backend,
                                           boost::multiprecision::et_off>;
#endif

/// MPFR with `Digits` decimal digits fixed at compile time, stored without heap allocation.
template <unsigned Digits>
using static_mp = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<Digits, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

using mp64 = static_mp<64>;

/// MPFR with the number of digits of the innermost precision_scope (see precision_scope.hpp).
using mp = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<0>,
                                         boost::multiprecision::et_off>;

/// A list of types, for code that is written once for every scalar.
template <class... Ts>
struct type_list {};

namespace detail {
struct end_of_list {};
template <class... Ts>
struct drop_end;
template <class... Ts>
struct drop_end<type_list<Ts...>, end_of_list> {
  using type = type_list<Ts...>;
};
template <class... Ts, class Head, class... Tail>
struct drop_end<type_list<Ts...>, Head, Tail...> : drop_end<type_list<Ts..., Head>, Tail...> {};
}  // namespace detail

/// All scalars of the library as a type list.
using scalars = detail::drop_end<type_list<>,
#define PLUMBLINE_SCALAR(T) T,
#include <plumbline/scalar/for_each_scalar.def>
                                 detail::end_of_list>::type;

}  // namespace plumbline
