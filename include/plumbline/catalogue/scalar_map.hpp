// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One value a scalar: how a catalogue entry, which is not a template, keeps what is.
//
//   scalar_map<factory> makers;   makers.get<mp64>() is a factory<mp64>
//
// Besides the scalars themselves there is a place for the tangent numbers (dual<T, 1>) on which steps are
// differentiated, of double and of mp: mp at 34 or 64 digits serves quad and mp64, which keeps the library
// from being compiled twice as often.
#pragma once

#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/types.hpp>

#include <tuple>
#include <type_traits>

namespace plumbline {

namespace detail {
template <template <class> class F, class List>
struct scalar_tuple;
template <template <class> class F, class... Ts>
struct scalar_tuple<F, type_list<Ts...>> {
  using type = std::tuple<F<Ts>..., F<tangent_number<double>>, F<tangent_number<mp>>>;
};
}  // namespace detail

template <template <class> class F>
class scalar_map {
 public:
  template <class T>
  F<T>& get() {
    return std::get<F<T>>(values_);
  }
  template <class T>
  const F<T>& get() const {
    return std::get<F<T>>(values_);
  }

 private:
  typename detail::scalar_tuple<F, scalars>::type values_;
};

/// Calls f.template operator()<T>() for every scalar of a scalar_map.
template <class F>
void for_each_scalar_and_tangent(F&& f) {
#define PLUMBLINE_SCALAR(T) f.template operator()<T>();
#include <plumbline/scalar/for_each_scalar.def>
  f.template operator()<tangent_number<double>>();
  f.template operator()<tangent_number<mp>>();
}

}  // namespace plumbline
