// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Forward-mode dual numbers: a value and its derivatives in N directions,
//
//   f(x + ε·ẋ) = f(x) + ε·f′(x)·ẋ,   ε² = 0        (Griewank & Walther, Evaluating Derivatives, ch. 3)
//
// The Jacobian of a step (for symplecticity and stability) is the whole step run on duals. The derivatives of a
// Lagrangian do not use them: those are programs (derivatives.hpp). dual<T, N> meets the concept `real` itself, so that
// nothing above knows the difference. Comparisons look at the value only.
#pragma once

#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/traits.hpp>

#include <Eigen/Core>

#include <array>
#include <concepts>
#include <type_traits>

namespace plumbline {

template <class T, int N>
struct dual;

template <class T>
struct is_dual : std::false_type {};
template <class T, int N>
struct is_dual<dual<T, N>> : std::true_type {};

/// How deeply duals are nested: 0 for a plain scalar.
template <class T>
struct dual_depth : std::integral_constant<int, 0> {};
template <class T, int N>
struct dual_depth<dual<T, N>> : std::integral_constant<int, 1 + dual_depth<T>::value> {};

/// What multiplies a dual<T, N> without derivatives of its own: int, T, and what T is made of.
template <class U, class T, int N>
concept factor_of_dual = std::same_as<U, int> || std::same_as<U, T> ||
    (dual_depth<U>::value < dual_depth<dual<T, N>>::value && !std::integral<U> &&
     std::constructible_from<T, U>);

template <class T, int N>
struct dual {
  T value{0};
  std::array<T, N> tangent = zeros();

  dual() = default;
  dual(int x) : value(x) {}
  dual(const T& x) : value(x) {}
  dual(const T& x, std::array<T, N> t) : value(x), tangent(std::move(t)) {}
  /// A constant of a scalar below T.
  template <class U>
  requires(!std::same_as<U, T> && !std::same_as<U, int> && factor_of_dual<U, T, N>) dual(const U& x)
      : value(x) {}

  /// The independent variable number `direction`.
  static dual variable(const T& x, int direction) {
    dual r(x);
    r.tangent[static_cast<std::size_t>(direction)] = T(1);
    return r;
  }

  dual& operator+=(const dual& b) {
    value += b.value;
    for (std::size_t i = 0; i < N; ++i) {
      tangent[i] += b.tangent[i];
    }
    return *this;
  }
  dual& operator-=(const dual& b) {
    value -= b.value;
    for (std::size_t i = 0; i < N; ++i) {
      tangent[i] -= b.tangent[i];
    }
    return *this;
  }
  dual& operator*=(const dual& b) { return *this = *this * b; }
  dual& operator/=(const dual& b) { return *this = *this / b; }
  template <factor_of_dual<T, N> U>
  dual& operator*=(const U& b) {
    value *= b;
    for (auto& t : tangent) {
      t *= b;
    }
    return *this;
  }
  template <factor_of_dual<T, N> U>
  dual& operator/=(const U& b) {
    value /= b;
    for (auto& t : tangent) {
      t /= b;
    }
    return *this;
  }

  friend dual operator-(dual a) {
    a.value = -a.value;
    for (auto& t : a.tangent) {
      t = -t;
    }
    return a;
  }
  friend dual operator+(dual a, const dual& b) { return a += b; }
  friend dual operator-(dual a, const dual& b) { return a -= b; }
  friend dual operator*(const dual& a, const dual& b) {
    dual r(a.value * b.value);
    for (std::size_t i = 0; i < N; ++i) {
      r.tangent[i] = a.tangent[i] * b.value;
      r.tangent[i] += a.value * b.tangent[i];
    }
    return r;
  }
  friend dual operator/(const dual& a, const dual& b) {
    const T inverse = T(1) / b.value;
    dual r(a.value * inverse);
    for (std::size_t i = 0; i < N; ++i) {
      r.tangent[i] = (a.tangent[i] - r.value * b.tangent[i]) * inverse;
    }
    return r;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator+(dual a, const U& b) {
    a.value += b;
    return a;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator+(const U& a, dual b) {
    b.value += a;
    return b;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator-(dual a, const U& b) {
    a.value -= b;
    return a;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator-(const U& a, const dual& b) {
    return -b + a;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator*(dual a, const U& b) {
    return a *= b;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator*(const U& a, dual b) {
    return b *= a;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator/(dual a, const U& b) {
    return a /= b;
  }
  template <factor_of_dual<T, N> U>
  friend dual operator/(const U& a, const dual& b) {
    return dual(T(a)) / b;
  }

  friend bool operator==(const dual& a, const dual& b) { return a.value == b.value; }
  friend bool operator<(const dual& a, const dual& b) { return a.value < b.value; }
  friend bool operator>(const dual& a, const dual& b) { return b < a; }
  friend bool operator<=(const dual& a, const dual& b) { return a.value <= b.value; }
  friend bool operator>=(const dual& a, const dual& b) { return b <= a; }

 private:
  static std::array<T, N> zeros() {
    std::array<T, N> z;
    for (auto& t : z) {
      t = T(0);
    }
    return z;
  }
};

/// One direction: the tangent of a computation along a single perturbation.
template <class T>
using tangent_number = dual<T, 1>;

namespace detail {
// f(a), given f(a.value) and f′(a.value)
template <class T, int N>
dual<T, N> chain(const dual<T, N>& a, const T& f, const T& derivative) {
  dual<T, N> r(f);
  for (std::size_t i = 0; i < N; ++i) {
    r.tangent[i] = derivative * a.tangent[i];
  }
  return r;
}
}  // namespace detail

template <class T, int N>
sin_cos_pair<dual<T, N>> sin_cos(const dual<T, N>& a) {
  const sin_cos_pair<T> sc = sin_cos(a.value);
  return {detail::chain(a, sc.sin, sc.cos), detail::chain(a, sc.cos, T(-sc.sin))};
}
template <class T, int N>
void set_sin_cos(dual<T, N>& s, dual<T, N>& c, const dual<T, N>& a) {
  const sin_cos_pair<dual<T, N>> sc = sin_cos(a);
  s = sc.sin;
  c = sc.cos;
}
template <class T, int N>
dual<T, N> sin(const dual<T, N>& a) {
  const sin_cos_pair<T> sc = sin_cos(a.value);
  return detail::chain(a, sc.sin, sc.cos);
}
template <class T, int N>
dual<T, N> cos(const dual<T, N>& a) {
  const sin_cos_pair<T> sc = sin_cos(a.value);
  return detail::chain(a, sc.cos, T(-sc.sin));
}
template <class T, int N>
dual<T, N> tan(const dual<T, N>& a) {
  using std::tan;
  const T t = tan(a.value);
  return detail::chain(a, t, T(T(1) + t * t));
}
template <class T, int N>
dual<T, N> sqrt(const dual<T, N>& a) {
  using std::sqrt;
  const T s = sqrt(a.value);
  return detail::chain(a, s, T(T(1) / (s * 2)));
}
template <class T, int N>
dual<T, N> exp(const dual<T, N>& a) {
  using std::exp;
  const T e = exp(a.value);
  return detail::chain(a, e, e);
}
template <class T, int N>
dual<T, N> log(const dual<T, N>& a) {
  using std::log;
  return detail::chain(a, T(log(a.value)), T(T(1) / a.value));
}
template <class T, int N>
dual<T, N> atan(const dual<T, N>& a) {
  using std::atan;
  return detail::chain(a, T(atan(a.value)), T(T(1) / (T(1) + a.value * a.value)));
}
template <class T, int N>
dual<T, N> asin(const dual<T, N>& a) {
  using std::asin;
  using std::sqrt;
  return detail::chain(a, T(asin(a.value)), T(T(1) / sqrt(T((T(1) - a.value) * (T(1) + a.value)))));
}
template <class T, int N>
dual<T, N> acos(const dual<T, N>& a) {
  using std::acos;
  using std::sqrt;
  return detail::chain(a, T(acos(a.value)),
                       T(T(-1) / sqrt(T((T(1) - a.value) * (T(1) + a.value)))));
}
template <class T, int N>
dual<T, N> sinh(const dual<T, N>& a) {
  using std::cosh;
  using std::sinh;
  return detail::chain(a, T(sinh(a.value)), T(cosh(a.value)));
}
template <class T, int N>
dual<T, N> cosh(const dual<T, N>& a) {
  using std::cosh;
  using std::sinh;
  return detail::chain(a, T(cosh(a.value)), T(sinh(a.value)));
}
template <class T, int N>
dual<T, N> tanh(const dual<T, N>& a) {
  using std::cosh;
  using std::tanh;
  const T c = cosh(a.value);
  return detail::chain(a, T(tanh(a.value)), T(T(1) / (c * c)));
}
template <class T, int N>
dual<T, N> asinh(const dual<T, N>& a) {
  using std::asinh;
  using std::sqrt;
  return detail::chain(a, T(asinh(a.value)), T(T(1) / sqrt(T(a.value * a.value + T(1)))));
}
template <class T, int N>
dual<T, N> acosh(const dual<T, N>& a) {
  using std::acosh;
  using std::sqrt;
  return detail::chain(a, T(acosh(a.value)),
                       T(T(1) / sqrt(T((a.value - T(1)) * (a.value + T(1))))));
}
template <class T, int N>
dual<T, N> atanh(const dual<T, N>& a) {
  using std::atanh;
  return detail::chain(a, T(atanh(a.value)), T(T(1) / ((T(1) - a.value) * (T(1) + a.value))));
}
template <class T, int N>
dual<T, N> pow(const dual<T, N>& a, const dual<T, N>& b) {
  using std::log;
  using std::pow;
  const T power = pow(a.value, b.value);
  const T by_base = b.value * pow(a.value, T(b.value - T(1)));
  dual<T, N> r(power);
  for (std::size_t i = 0; i < N; ++i) {
    r.tangent[i] = by_base * a.tangent[i];
    if (!(b.tangent[i] == T(0))) {
      r.tangent[i] += power * log(a.value) * b.tangent[i];
    }
  }
  return r;
}
template <class T, int N>
dual<T, N> atan2(const dual<T, N>& y, const dual<T, N>& x) {
  using std::atan2;
  const T r2 = x.value * x.value + y.value * y.value;
  dual<T, N> r(T(atan2(y.value, x.value)));
  for (std::size_t i = 0; i < N; ++i) {
    r.tangent[i] = (x.value * y.tangent[i] - y.value * x.tangent[i]) / r2;
  }
  return r;
}
template <class T, int N>
dual<T, N> abs(const dual<T, N>& a) {
  return a.value < T(0) ? -a : a;
}

template <class T, int N>
struct scalar_traits<dual<T, N>> {
  /// The value decides; its tangents follow the same contraction.
  using coarser = std::conditional_t<std::is_void_v<coarser_t<T>>, T, coarser_t<T>>;
  static int bits() { return scalar_traits<T>::bits(); }
  static dual<T, N> epsilon() { return dual<T, N>(scalar_traits<T>::epsilon()); }
  static bool finite(const dual<T, N>& x) {
    bool ok = scalar_traits<T>::finite(x.value);
    for (const auto& t : x.tangent) {
      ok = ok && scalar_traits<T>::finite(t);
    }
    return ok;
  }
  static double to_double(const dual<T, N>& x) { return scalar_traits<T>::to_double(x.value); }
  /// The largest of value and tangents: an iteration has converged when its derivatives have too.
  static dual<T, N> magnitude(const dual<T, N>& x) {
    T largest = scalar_traits<T>::magnitude(x.value);
    for (const auto& t : x.tangent) {
      const T m = scalar_traits<T>::magnitude(t);
      if (largest < m || !scalar_traits<T>::finite(m)) {
        largest = m;
      }
    }
    return dual<T, N>(largest);
  }
};

/// A dual becomes a shorter scalar by its value, a scalar a dual as a constant, duals component by
/// component.
template <class To, class From, int N>
struct scalar_cast_to<To, dual<From, N>> {
  static To cast(const dual<From, N>& x) { return plumbline::scalar_cast<To>(x.value); }
};
template <class To, int N, class From>
struct scalar_cast_to<dual<To, N>, From> {
  static dual<To, N> cast(const From& x) { return dual<To, N>(plumbline::scalar_cast<To>(x)); }
};
template <class To, class From, int N>
struct scalar_cast_to<dual<To, N>, dual<From, N>> {
  static dual<To, N> cast(const dual<From, N>& x) {
    dual<To, N> r(plumbline::scalar_cast<To>(x.value));
    for (std::size_t i = 0; i < N; ++i) {
      r.tangent[i] = plumbline::scalar_cast<To>(x.tangent[i]);
    }
    return r;
  }
};

// both this file and double_double.hpp have a rule for these pairs
template <class From, int N>
struct scalar_cast_to<double_double, dual<From, N>> {
  static double_double cast(const dual<From, N>& x) {
    return plumbline::scalar_cast<double_double>(x.value);
  }
};
template <class To, int N>
struct scalar_cast_to<dual<To, N>, double_double> {
  static dual<To, N> cast(const double_double& x) {
    return dual<To, N>(plumbline::scalar_cast<To>(x));
  }
};

}  // namespace plumbline

template <class T, int N>
struct Eigen::NumTraits<plumbline::dual<T, N>> : Eigen::NumTraits<T> {
  using Real = plumbline::dual<T, N>;
  using NonInteger = plumbline::dual<T, N>;
  using Nested = plumbline::dual<T, N>;
  using Literal = int;
  enum { RequireInitialization = 1, ReadCost = 2 * N, AddCost = 4 * N, MulCost = 8 * N };
  static Real epsilon() { return plumbline::epsilon<Real>(); }
  static Real dummy_precision() { return plumbline::epsilon<Real>() * 1000; }
};
