// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The scalar that records: a C++ template run once on recorded<T> leaves its formula behind as a graph.
//
//   template <class S> S lagrangian(std::span<const S> q, std::span<const S> v) const {
//     return v[0] * v[0] / 2 + decimal<S>("0.1") * cos(q[0]);
//   }
//
// Constants stay exact until the formula is run: integers, decimal<S>("0.1"), rational<S>(7, 24), pi<S>(), and numbers of
// the scalar T with their binary value. A double is refused unless T is double: it carries 17 digits.
//
// What is recorded holds for every value of the inputs, so a formula cannot branch on them: comparisons do not compile.
#pragma once

#include <plumbline/math/graph.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <concepts>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>

namespace plumbline {

/// A node with its graph, or a constant without one. Copies share the graph.
class recording {
 public:
  recording() = default;
  explicit recording(exact_number constant) : constant_(std::move(constant)) {}
  recording(std::shared_ptr<graph> g, node_id node) : graph_(std::move(g)), node_(node) {}

  static recording unary(operation f, const recording& a);
  static recording binary(operation f, const recording& a, const recording& b);
  static recording pi();

  /// The node in `g`, copied there where it belongs to another graph.
  node_id in(graph& g) const;

 private:
  std::shared_ptr<graph> graph_;
  node_id node_ = -1;
  exact_number constant_;
};

namespace detail {
template <class T>
inline constexpr bool never = false;
}  // namespace detail

/// T is the scalar whose numbers may occur in the formula as constants; void: none.
template <class T = void>
class recorded {
 public:
  recorded() = default;
  template <std::integral I>
  recorded(I n) : self_(exact_number(n)) {}
  /// The value of a number of the scalar T, exactly. Throws std::invalid_argument unless it is finite. A user's own scalar
  /// of more than 53 bits that std::numeric_limits does not describe says what its numbers are: static exact_number
  /// scalar_traits<T>::exact(const T& x).
  template <std::same_as<T> U>
  requires(!std::integral<U>) recorded(const U& x) : self_(exact_value(x)) {}
  template <std::floating_point F>
  requires(!std::same_as<F, T>) recorded(F) {
    static_assert(detail::never<F>,
                  "a floating-point literal carries only the digits of its type: write "
                  "decimal<S>(\"0.1\") or rational<S>(1, 10)");
  }
  explicit recorded(recording r) : self_(std::move(r)) {}
  explicit recorded(exact_number constant) : self_(std::move(constant)) {}

  const recording& record() const { return self_; }

  recorded& operator+=(const recorded& b) { return *this = *this + b; }
  recorded& operator-=(const recorded& b) { return *this = *this - b; }
  recorded& operator*=(const recorded& b) { return *this = *this * b; }
  recorded& operator/=(const recorded& b) { return *this = *this / b; }

  friend recorded operator+(const recorded& a) { return a; }
  friend recorded operator-(const recorded& a) { return unary(operation::negate, a); }
  friend recorded operator+(const recorded& a, const recorded& b) {
    return binary(operation::add, a, b);
  }
  friend recorded operator-(const recorded& a, const recorded& b) {
    return binary(operation::subtract, a, b);
  }
  friend recorded operator*(const recorded& a, const recorded& b) {
    return binary(operation::multiply, a, b);
  }
  friend recorded operator/(const recorded& a, const recorded& b) {
    return binary(operation::divide, a, b);
  }

  friend recorded sqrt(const recorded& a) { return unary(operation::sqrt, a); }
  friend recorded exp(const recorded& a) { return unary(operation::exp, a); }
  friend recorded log(const recorded& a) { return unary(operation::log, a); }
  friend recorded sin(const recorded& a) { return unary(operation::sin, a); }
  friend recorded cos(const recorded& a) { return unary(operation::cos, a); }
  friend recorded tan(const recorded& a) { return unary(operation::tan, a); }
  friend recorded asin(const recorded& a) { return unary(operation::asin, a); }
  friend recorded acos(const recorded& a) { return unary(operation::acos, a); }
  friend recorded atan(const recorded& a) { return unary(operation::atan, a); }
  friend recorded sinh(const recorded& a) { return unary(operation::sinh, a); }
  friend recorded cosh(const recorded& a) { return unary(operation::cosh, a); }
  friend recorded tanh(const recorded& a) { return unary(operation::tanh, a); }
  friend recorded asinh(const recorded& a) { return unary(operation::asinh, a); }
  friend recorded acosh(const recorded& a) { return unary(operation::acosh, a); }
  friend recorded atanh(const recorded& a) { return unary(operation::atanh, a); }
  friend recorded atan2(const recorded& y, const recorded& x) {
    return binary(operation::atan2, y, x);
  }
  friend recorded pow(const recorded& a, const recorded& b) {
    return binary(operation::power, a, b);
  }

  friend bool operator==(const recorded&, const recorded&) { return refused(); }
  friend bool operator!=(const recorded&, const recorded&) { return refused(); }
  friend bool operator<(const recorded&, const recorded&) { return refused(); }
  friend bool operator>(const recorded&, const recorded&) { return refused(); }
  friend bool operator<=(const recorded&, const recorded&) { return refused(); }
  friend bool operator>=(const recorded&, const recorded&) { return refused(); }
  friend recorded abs(const recorded&) { return refused(); }

 private:
  static recorded unary(operation f, const recorded& a) {
    return recorded(recording::unary(f, a.self_));
  }
  static recorded binary(operation f, const recorded& a, const recorded& b) {
    return recorded(recording::binary(f, a.self_, b.self_));
  }
  template <class U = T>
  static bool refused() {
    static_assert(
        detail::never<U>,
        "a Lagrangian is recorded once, for all values of q and v: it must not branch on a "
        "value (no comparison, no abs). A system whose law changes from zone to zone is one "
        "system a zone: see mechanics/second_order.hpp");
    return false;
  }
  template <class U>
  static exact_number exact_value(const U& x) {
    if constexpr (mpfr_scalar<U>) {
      return exact_number::binary(x.backend().data());
    } else if constexpr (requires {
                           x.value;
                           x.tangent;
                         }) {  // a dual number: a constant has no tangent
      return exact_value(x.value);
    } else if constexpr (requires { scalar_traits<U>::exact(x); }) {
      return scalar_traits<U>::exact(x);
    } else {
      if constexpr (!detail::described_by_limits<U> || std::numeric_limits<U>::is_exact) {
        if (scalar_traits<U>::bits() > std::numeric_limits<double>::digits) {
          throw std::invalid_argument(
              "a number of this scalar cannot be a constant of a formula: scalar_traits has no "
              "exact(x)");
        }
      }
      const mpfr_number wide(x);
      return exact_number::binary(wide.data());
    }
  }
  /// A number as MPFR sees it.
  class mpfr_number {
   public:
    template <class U>
    explicit mpfr_number(const U& x) {
      mpfr_init2(value_, std::max(std::numeric_limits<double>::digits, scalar_traits<U>::bits()));
      detail::mpfr_from_scalar(value_, x);
    }
    mpfr_number(const mpfr_number&) = delete;
    mpfr_number& operator=(const mpfr_number&) = delete;
    ~mpfr_number() { mpfr_clear(value_); }
    mpfr_srcptr data() const { return value_; }

   private:
    mpfr_t value_;
  };

  recording self_;
};

template <class T>
struct is_recorded : std::false_type {};
template <class T>
struct is_recorded<recorded<T>> : std::true_type {};

/// decimal<S>(text) in a formula: exact.
template <class S>
requires is_recorded<S>::value S decimal(std::string_view text) {
  return S(exact_number::decimal(text));
}
/// π as a node: as many digits as the scalar has in which the formula is run.
template <class S>
requires is_recorded<S>::value S pi() { return S(recording::pi()); }

/// The inputs first, first + 1, … of a graph as numbers of a formula.
template <class S>
std::vector<S> recorded_inputs(const std::shared_ptr<graph>& g, int first, int count) {
  std::vector<S> x;
  x.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    x.emplace_back(recording(g, g->input(first + i)));
  }
  return x;
}

}  // namespace plumbline

namespace Eigen {
/// Vectors and matrices of recorded numbers.
template <class T>
struct NumTraits<plumbline::recorded<T>> : GenericNumTraits<double> {
  using Real = plumbline::recorded<T>;
  using NonInteger = plumbline::recorded<T>;
  using Nested = plumbline::recorded<T>;
  using Literal = plumbline::recorded<T>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
}  // namespace Eigen
