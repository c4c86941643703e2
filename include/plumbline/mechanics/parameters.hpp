// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The declaration of a system's (or a scheme's) parameters: name, unit, default and meaning in one
// place, used by the command line, the documentation, the tests and the conversion between scalars.
//
//   template <class T> struct pendulum {
//     T m{}, omega{};
//     static auto parameters() {
//       return std::array{parameter<pendulum>{"m", "kg m^2", "1", "moment of inertia", &pendulum::m}, …};
//     }
//   };
//
// Defaults are exact expressions; they may name parameters that are declared before them.
#pragma once

#include <plumbline/core/vector.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace plumbline {

/// Which values a parameter may take.
enum class parameter_domain { any, positive, non_negative, non_zero };

/// One parameter of the class template instance S<T>, stored in a member of type T.
template <class Owner>
struct parameter;

template <template <class> class S, class T>
struct parameter<S<T>> {
  std::string_view name;
  std::string_view unit;
  std::string_view default_value;
  std::string_view meaning;
  T S<T>::*member;
  parameter_domain domain = parameter_domain::any;
};

namespace detail {
template <class X>
struct template_over_scalar : std::false_type {};
template <template <class> class S, class T>
struct template_over_scalar<S<T>> : std::true_type {
  using scalar = T;
  template <class U>
  using rebind = S<U>;
};
}  // namespace detail

/// A value type over a scalar that declares its parameters.
template <class S>
concept parametrised = detail::template_over_scalar<S>::value && requires {
  S::parameters();
};

/// A value type that converts itself (it holds more than declared parameters: matrices, say).
template <class S, class U>
concept self_converting = requires(const S& s) {
  s.template cast<U>();
};

/// True when convert_to<U>(s) has a meaning.
template <class S, class U>
concept convertible_to_scalar =
    self_converting<S, U> || parametrised<S> || !detail::template_over_scalar<S>::value;

/// The same system with its parameters in the scalar U. A type that is not a template over a scalar
/// serves every scalar as it is.
template <class U, class S>
requires convertible_to_scalar<S, U>
auto convert_to(const S& s) {
  if constexpr (self_converting<S, U>) {
    return s.template cast<U>();
  } else if constexpr (parametrised<S>) {
    using target = typename detail::template_over_scalar<S>::template rebind<U>;
    target t{};
    const auto from = S::parameters();
    const auto to = target::parameters();
    for (std::size_t i = 0; i < from.size(); ++i) {
      t.*(to[i].member) = scalar_cast<U>(s.*(from[i].member));
    }
    return t;
  } else {
    return s;
  }
}

}  // namespace plumbline
