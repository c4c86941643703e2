// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Jacobi's elliptic functions sn, cn, dn together, and the amplitude am, for every real parameter m.
//
// Conventions (DLMF 22.2, 22.16): parameter m = k², sn = sin am, cn = cos am, dn = am′ = √(1 − m sn²); am is
// unwrapped: am(u + 2K) = am u + π for m < 1. complementary(1 − m) may be given instead of m.
//
// What is evaluated. For m < 1, also negative, with the arithmetic-geometric mean of a_0 = 1, b_0 = √m1 and
// v = a_∞ u (so v = π/2 where u = K), Gauss's descending transformation in the form of Bulirsch (1965):
//     c = a_∞ cot v,  d = 1;   for each level from the last to the first:
//     t = c²/a_{n+1};  c ← c d;  d ← (b_n + t)/(a_n + t)
//     then dn = d, sn = sign/√(1 + (c d)²), cn = sn (c d), with the c d of level 0.
// Only sums of positive numbers, products and quotients: there is no 0/0 at odd quarter periods, and √m1
// enters alone, so nothing is lost near m = 1. m = 1: tanh, sech, sech. m > 1: the reciprocal modulus,
// sn(u|m) = sn(ku|1/m)/k, cn = dn(ku|1/m), dn = cn(ku|1/m) with 1 − 1/m = −m1/m (DLMF 22.17.2-4).
//
// What can be lost is the error of v itself, which is rounded in the working type: u v-rounding errors
// where u is large, v/|cos v| or v/|sin v| where v is near a zero of a component (K, 2K, 3K … given to
// working precision). These losses are read off the computed values, and where the guard digits do not
// cover them the evaluation is repeated with as many more (guard.hpp).
// Error bound: 1 unit in the last place of T in each component, relative also next to its zeros (4 for a
// user's own real type with |u| < K, which has no wider type).
// The cost at D digits is O(log D) operations, one sine and cosine and one square root; a
// jacobi_functions object keeps the square roots for further arguments.
#pragma once

#include <plumbline/math/elliptic.hpp>

#include <memory>
#include <vector>

namespace plumbline {

/// sn u, cn u, dn u.
template <class T>
struct jacobi_values {
  T sn;
  T cn;
  T dn;
};

namespace elliptic_kernel {

/// The three values in a working type, with the bits lost relative to the largest scale of each
/// component (1, 1, 1) and relative to the component itself.
template <class W>
struct jacobi_working {
  W sn;
  W cn;
  W dn;
  long lost_to_size;
  long lost_near_zeros;
};

/// The arithmetic-geometric means for one parameter in a working type W: everything that does not depend on u.
template <class W>
class jacobi_ladder {
 public:
  /// m1 = 1 − m, whose sign (1, 0, −1) is `side`; m is read only where m > 1.
  jacobi_ladder(const W& m, const W& m1, int side) : side_(side), scale_(1), inverse_scale_(1) {
    using std::sqrt;
    if (side < 0) {
      scale_ = sqrt(m);
      inverse_scale_ = 1 / scale_;
      climb(W(-m1 / m));
    } else if (side > 0) {
      climb(m1);
    }
  }

  /// The quarter period of sn: K(m) for m < 1, K(1/m)/√m for m > 1. Not for m = 1.
  W quarter_period() const { return pi<W>() / (mean_ * scale_ * 2); }

  jacobi_working<W> values(const W& u) const {
    if (u == 0) {
      return {u, W(1), W(1), 0, 0};
    }
    if (side_ == 0) {
      return hyperbolic(u);
    }
    if (side_ > 0) {
      return descend(u);
    }
    auto r = descend(W(scale_ * u));
    r.sn *= inverse_scale_;
    using std::swap;
    swap(r.cn, r.dn);
    return r;
  }

  /// am u.
  guarded<W> amplitude(const W& u) const {
    using std::atan;
    using std::atan2;
    using std::floor;
    using std::sinh;
    if (u == 0) {
      return {u, 0};
    }
    if (side_ == 0) {
      return {atan(sinh(u)), 0};
    }
    const auto r = values(u);
    const W principal = atan2(r.sn, r.cn);
    if (side_ < 0) {  // oscillates: tan am = sn/cn with cn > 0; its zeros are those of sn
      return {principal, r.lost_near_zeros};
    }
    // |am u − v| < π/2, v = πu/(2K)
    const W two_pi = pi<W>() * 2;
    const W turns = floor((mean_ * u - principal) / two_pi + W(1) / 2);
    return {turns * two_pi + principal, r.lost_to_size};
  }

 private:
  struct level {
    W a;
    W b;
    W inverse_of_next;  // 1/a_{n+1}
  };

  void climb(const W& m1) {
    levels_.reserve(12);
    W a(1);
    W b;
    set_sqrt(b, m1);
    W difference;
    for (int step = 0; step < max_agm_steps; ++step) {
      set_difference(difference, a, b);
      W next;
      set_sum(next, a, b);
      set_scaled(next, next, -1);
      levels_.push_back({a, b, W(1 / next)});
      if (half_agrees(difference, a)) {
        mean_ = next;
        return;
      }
      set_product(b, a, b);
      set_sqrt(b, b);
      a = next;
    }
    not_converged<W>("Jacobi functions");
  }

  jacobi_working<W> descend(const W& u) const {
    using std::sqrt;
    jacobi_working<W> r;
    W v;
    set_product(v, mean_, u);
    auto [sine, cosine] = sin_cos(v);
    const long size = binary_exponent(v);
    r.lost_to_size = std::max({0L, size, binary_exponent(u)});
    r.lost_near_zeros =
        std::max({r.lost_to_size, size - binary_exponent(sine), size - binary_exponent(cosine)});
    const long largest = binary_exponent(u) + std::max(0L, binary_exponent(levels_.front().b));
    if (2 * largest < -scalar_traits<W>::bits() - 8) {
      // sn = u (1 − (1 + m) u²/6 …): also keeps 1/u² inside the range of exponents
      r.sn = u;
      r.cn = W(1);
      r.dn = W(1);
      return r;
    }
    W c;
    set_quotient(c, cosine, sine);
    set_product(c, c, mean_);
    W t;
    W below;
    r.dn = W(1);
    for (auto each = levels_.rbegin(); each != levels_.rend(); ++each) {
      set_square(t, c);
      set_product(t, t, each->inverse_of_next);
      set_product(c, c, r.dn);
      set_sum(below, each->a, t);
      set_sum(t, each->b, t);
      set_quotient(r.dn, t, below);
    }
    // c is now cn/sn
    set_square(t, c);
    set_sum(t, t, levels_.front().a);
    set_sqrt(t, t);
    set_quotient(r.sn, levels_.front().a, t);
    if (sine < 0) {
      r.sn = -r.sn;
    }
    set_product(r.cn, r.sn, c);
    return r;
  }

  static jacobi_working<W> hyperbolic(const W& u) {
    using std::cosh;
    using std::tanh;
    const W sech = 1 / W(cosh(u));
    return {tanh(u), sech, sech, 0, 0};
  }

  int side_;
  W scale_;  // k for m > 1, otherwise 1
  W inverse_scale_;
  W mean_;  // a_∞
  std::vector<level> levels_;
};

template <class W, class T>
jacobi_ladder<W> make_jacobi_ladder(const elliptic_parameter<T>& m) {
  return jacobi_ladder<W>(m.template m<W>(), m.template m1<W>(), m.side());
}

}  // namespace elliptic_kernel

namespace detail {

/// The bits that the reduction of u by the quarter period is known to take.
template <class T>
long reduction_bits(const T& u, const elliptic_parameter<T>& m) {
  // K ≥ about 1/√|m| where |m| is large
  return std::max(0L, binary_exponent(u) + std::max(0L, binary_exponent(m.value()) / 2));
}

}  // namespace detail

/// sn, cn, dn and am of one parameter for many arguments: the square roots of the arithmetic-geometric
/// mean are taken once. For `mp` to be used at the digits it was made with.
template <class T>
class jacobi_functions {
 public:
  explicit jacobi_functions(const elliptic_parameter<T>& m);

  jacobi_values<T> operator()(const T& u) const;
  T am(const T& u) const;
  const elliptic_parameter<T>& parameter() const { return parameter_; }

 private:
  using working_type = wider<T>;
  static constexpr long run_time_guard = 48;

  using ladder = elliptic_kernel::jacobi_ladder<working_type>;

  elliptic_parameter<T> parameter_;
  // shared, because copying an `mp` in a narrower scope would round its guard digits away
  std::shared_ptr<const ladder> ladder_;

  static std::shared_ptr<const ladder> make(const elliptic_parameter<T>& m);
  /// f(u in the working type), in the precision of the ladder.
  template <class F>
  static auto in_working_precision(const T& u, F&& f);
  static long available_bits();
};

/// sn(u|m), cn(u|m), dn(u|m).
template <class T>
jacobi_values<T> jacobi(const T& u, const std::type_identity_t<elliptic_parameter<T>>& m) {
  detail::require_number(u, "jacobi", "u");
  detail::require_number(m, "jacobi");
  if (u == T(0)) {
    return {u, T(1), T(1)};
  }
  auto [sn, cn, dn] = with_guard<T>(detail::reduction_bits(u, m), [&](auto tag) {
    using W = typename decltype(tag)::type;
    auto r = elliptic_kernel::make_jacobi_ladder<W>(m).values(widen<W>(u));
    return guarded{std::array<W, 3>{std::move(r.sn), std::move(r.cn), std::move(r.dn)},
                   r.lost_near_zeros};
  });
  return {std::move(sn), std::move(cn), std::move(dn)};
}

template <class T>
T jacobi_sn(const T& u, const std::type_identity_t<elliptic_parameter<T>>& m) {
  return jacobi(u, m).sn;
}
template <class T>
T jacobi_cn(const T& u, const std::type_identity_t<elliptic_parameter<T>>& m) {
  return jacobi(u, m).cn;
}
template <class T>
T jacobi_dn(const T& u, const std::type_identity_t<elliptic_parameter<T>>& m) {
  return jacobi(u, m).dn;
}

/// am(u|m), unwrapped.
template <class T>
T jacobi_am(const T& u, const std::type_identity_t<elliptic_parameter<T>>& m) {
  detail::require_number(u, "jacobi_am", "u");
  detail::require_number(m, "jacobi_am");
  if (u == T(0)) {
    return u;
  }
  return with_guard<T>(detail::reduction_bits(u, m), [&](auto tag) {
    using W = typename decltype(tag)::type;
    return elliptic_kernel::make_jacobi_ladder<W>(m).amplitude(widen<W>(u));
  });
}

// --- jacobi_functions ------------------------------------------------------------------------

template <class T>
jacobi_functions<T>::jacobi_functions(const elliptic_parameter<T>& m)
    : parameter_(m), ladder_(make(m)) {}

template <class T>
auto jacobi_functions<T>::make(const elliptic_parameter<T>& m) -> std::shared_ptr<const ladder> {
  detail::require_number(m, "jacobi_functions");
  if constexpr (has_run_time_digits<T>) {
    const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits() + run_time_guard));
    return std::make_shared<const ladder>(m.template m<mp>(), m.template m1<mp>(), m.side());
  } else {
    return std::make_shared<const ladder>(m.template m<working_type>(),
                                          m.template m1<working_type>(), m.side());
  }
}

template <class T>
long jacobi_functions<T>::available_bits() {
  if constexpr (has_run_time_digits<T>) {
    return run_time_guard - guard_margin;
  } else if constexpr (!has_guard_digits<T>) {
    return std::numeric_limits<long>::max();
  } else {
    return scalar_traits<working_type>::bits() - scalar_traits<T>::bits() - guard_margin;
  }
}

template <class T>
template <class F>
auto jacobi_functions<T>::in_working_precision(const T& u, F&& f) {
  if constexpr (has_run_time_digits<T>) {
    const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits() + run_time_guard));
    return f(widen<working_type>(u));
  } else {
    return f(widen<working_type>(u));
  }
}

template <class T>
jacobi_values<T> jacobi_functions<T>::operator()(const T& u) const {
  detail::require_number(u, "jacobi_functions", "u");
  detail::require_number(parameter_, "jacobi_functions");  // at the same digits
  if (detail::reduction_bits(u, parameter_) > available_bits()) {
    return jacobi(u, parameter_);
  }
  const auto r = in_working_precision(u, [&](const working_type& x) { return ladder_->values(x); });
  if (r.lost_near_zeros > available_bits()) {
    return jacobi(u, parameter_);
  }
  return {detail::convert_precision<T>(r.sn), detail::convert_precision<T>(r.cn),
          detail::convert_precision<T>(r.dn)};
}

template <class T>
T jacobi_functions<T>::am(const T& u) const {
  detail::require_number(u, "jacobi_functions", "u");
  detail::require_number(parameter_, "jacobi_functions");
  if (detail::reduction_bits(u, parameter_) > available_bits()) {
    return jacobi_am(u, parameter_);
  }
  const auto r =
      in_working_precision(u, [&](const working_type& x) { return ladder_->amplitude(x); });
  if (r.lost_bits > available_bits()) {
    return jacobi_am(u, parameter_);
  }
  return detail::convert_precision<T>(r.value);
}

// Compiled once in the library for each of its scalars.
#define PLUMBLINE_SCALAR(T)                                                           \
  extern template jacobi_values<T> jacobi<T>(const T&, const elliptic_parameter<T>&); \
  extern template T jacobi_sn<T>(const T&, const elliptic_parameter<T>&);             \
  extern template T jacobi_cn<T>(const T&, const elliptic_parameter<T>&);             \
  extern template T jacobi_dn<T>(const T&, const elliptic_parameter<T>&);             \
  extern template T jacobi_am<T>(const T&, const elliptic_parameter<T>&);             \
  extern template class jacobi_functions<T>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
