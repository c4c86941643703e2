// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/elliptic.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T)                                         \
  template T carlson_rf<T>(const T&, const T&, const T&);           \
  template T carlson_rc<T>(const T&, const T&);                     \
  template T carlson_rd<T>(const T&, const T&, const T&);           \
  template T carlson_rj<T>(const T&, const T&, const T&, const T&); \
  template T ellint_k<T>(const elliptic_parameter<T>&);             \
  template T ellint_e<T>(const elliptic_parameter<T>&);             \
  template T ellint_f<T>(const T&, const elliptic_parameter<T>&);   \
  template T ellint_e<T>(const T&, const elliptic_parameter<T>&);   \
  template T ellint_pi<T>(const T&, const elliptic_parameter<T>&);  \
  template T ellint_pi<T>(const T&, const T&, const elliptic_parameter<T>&);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
