// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/weierstrass.hpp>

namespace plumbline {
#define PLUMBLINE_SCALAR(T)                                                         \
  template class weierstrass_lattice<T>;                                            \
  template weierstrass_invariant_pair<T> weierstrass_invariants(const complex<T>&,  \
                                                                const complex<T>&); \
  template T weierstrass_relative_discriminant(const T&, const T&);
#include <plumbline/scalar/for_each_scalar.def>
}  // namespace plumbline
