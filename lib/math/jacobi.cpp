// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/jacobi.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T)                                                    \
  template jacobi_values<T> jacobi<T>(const T&, const elliptic_parameter<T>&); \
  template T jacobi_sn<T>(const T&, const elliptic_parameter<T>&);             \
  template T jacobi_cn<T>(const T&, const elliptic_parameter<T>&);             \
  template T jacobi_dn<T>(const T&, const elliptic_parameter<T>&);             \
  template T jacobi_am<T>(const T&, const elliptic_parameter<T>&);             \
  template class jacobi_functions<T>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
