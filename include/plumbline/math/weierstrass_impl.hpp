// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The members of weierstrass_lattice: guard digits around weierstrass_kernel. Included by weierstrass.hpp.
#pragma once

#include <plumbline/math/weierstrass.hpp>

#include <cmath>
#include <cstdlib>
#include <string>

namespace plumbline {

namespace detail {

/// g2³ − 27g3² and |g2|³ + 27g3². Shared, so that they keep their digits in whatever scope they are passed on.
struct exact_discriminant_parts {
  std::shared_ptr<const mp> difference;
  std::shared_ptr<const mp> sum;
};

/// Each rounded once from the exact number of the values given (the powers are exact in three times
/// the bits, and MPFR rounds a sum correctly).
template <class T>
exact_discriminant_parts exact_discriminant(const T& g2, const T& g3) {
  const precision_scope scope(digits_for_bits(3L * scalar_traits<T>::bits() + 16));
  const mp a = widen<mp>(g2);
  const mp b = widen<mp>(g3);
  const mp cube = a * a * a;
  const mp square27 = b * b * 27;
  return {std::make_shared<const mp>(cube - square27),
          std::make_shared<const mp>(abs(cube) + square27)};
}

/// The larger of the bits that the components of `value` lost, given the size of the terms they were summed
/// from. A component that is lost beyond `limit` is zero.
template <class W>
long lost_in_components(complex<W>& value, long scale, long limit) {
  long lost = 0;
  for (W* component : {&value.re, &value.im}) {
    if (*component == W(0)) {
      continue;
    }
    const long bits = scale - binary_exponent(*component);
    if (bits > limit) {
      *component = W(0);
    } else if (bits > lost) {
      lost = bits;
    }
  }
  return lost;
}

/// True where z = x (in the frame) is one of the numbers of `bits` bits next to a lattice point: they stand for it.
template <class W>
bool at_lattice_point(const complex<W>& x, const reduced_argument<W>& r,
                      const weierstrass_kernel<W>& k, int bits) {
  const auto near = [bits](const W& distance, const W& component) {
    return distance == W(0) || binary_exponent(distance) <= binary_exponent(component) - bits;
  };
  const bool cells_are_resolved = binary_exponent(x) - bits + 8 < binary_exponent(k.omega());
  return cells_are_resolved && near(r.z.re, x.re) && near(r.z.im, x.im);
}

[[noreturn]] inline void weierstrass_pole(const char* function) {
  throw domain_error(std::string(function) + ": z is a pole: a lattice point, to the last place");
}

}  // namespace detail

template <class T>
weierstrass_lattice<T>::weierstrass_lattice(const T& g2, const T& g3)
    : g2_(g2), g3_(g3), relative_discriminant_(T(0)) {
  prepare();
}

template <class T>
weierstrass_lattice<T>::weierstrass_lattice(const T& g2, const T& g3,
                                            const T& relative_discriminant)
    : g2_(g2), g3_(g3), relative_discriminant_(relative_discriminant), given_(true) {
  if (!is_finite(relative_discriminant) || T(1) < relative_discriminant ||
      relative_discriminant < T(-1)) {
    throw domain_error("weierstrass: the relative discriminant must be within [-1, 1], got " +
                       to_text(relative_discriminant, 10));
  }
  prepare();
}

template <class T>
void weierstrass_lattice<T>::prepare() {
  if (!is_finite(g2_) || !is_finite(g3_)) {
    throw domain_error("weierstrass: g2 and g3 must be finite, got g2 = " + to_text(g2_, 10) +
                       ", g3 = " + to_text(g3_, 10));
  }
  require_working_precision(g2_, "g2");
  require_working_precision(g3_, "g3");
  if (given_) {
    sign_ = relative_discriminant_ == T(0) ? 0 : relative_discriminant_ < T(0) ? -1 : 1;
  } else {
    discriminant_ = detail::exact_discriminant(g2_, g3_).difference;
    sign_ = *discriminant_ == mp(0) ? 0 : *discriminant_ < mp(0) ? -1 : 1;
  }
  if constexpr (has_run_time_digits<T>) {
    const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits() + run_time_guard));
    kernel_ = std::make_shared<const detail::weierstrass_kernel<mp>>(make_kernel<mp>());
  } else {
    kernel_ = std::make_shared<const detail::weierstrass_kernel<stored>>(make_kernel<stored>());
  }
}

template <class T>
template <class W>
detail::weierstrass_kernel<W> weierstrass_lattice<T>::make_kernel() const {
  const W a = widen<W>(g2_);
  const W b = widen<W>(g3_);
  if (!given_) {
    return {a, b, widen<W>(*discriminant_)};
  }
  return {a, b, W(widen<W>(relative_discriminant_) * (abs(W(a * a * a)) + b * b * 27))};
}

/// Calls f with the stored kernel where its precision is enough for the working type W, else with a new one.
template <class T>
template <class W, class F>
auto weierstrass_lattice<T>::with_kernel(F&& f) const {
  if constexpr (std::is_same_v<W, stored>) {
    if constexpr (!has_run_time_digits<T>) {
      return f(*kernel_);
    } else if (scalar_traits<mp>::bits() <= mpfr_get_prec(kernel_->c().backend().data())) {
      return f(*kernel_);
    }
  }
  if constexpr (has_run_time_digits<W>) {
    return f(make_kernel<mp>());
  }
}

template <class T>
void weierstrass_lattice<T>::require_argument(const complex<T>& z, const char* function) const {
  if (!is_finite(z)) {
    throw domain_error(std::string(function) + ": z must be finite, got " + to_text(z.re, 10) +
                       " + " + to_text(z.im, 10) + "*i");
  }
  require_working_precision(z.re, "z");
  require_working_precision(z.im, "z");
}

/// What the reduction of a large z will cost, so that it is evaluated once.
template <class T>
long weierstrass_lattice<T>::reduction_bits(const complex<T>& z) const {
  if (kernel_->kind() == detail::weierstrass_kernel<stored>::shape::rational) {
    return 0;
  }
  const long size = binary_exponent(z) - binary_exponent(kernel_->omega());
  return size < 8 ? 0 : size;
}

/// Bits below its terms at which a component counts as zero: three times the precision, and more where the
/// argument or the lattice makes small components by themselves.
template <class T>
long weierstrass_lattice<T>::zero_limit(const complex<T>& z) const {
  const long bits = scalar_traits<T>::bits();
  long limit = 3 * bits + 64 + static_cast<long>(2 * kernel_->nome_bits());
  if (!(z.re == T(0)) && !(z.im == T(0))) {
    limit += 2 * std::labs(binary_exponent(z.re) - binary_exponent(z.im));
  }
  const long most = 40 * bits + 20000;
  return limit < most ? limit : most;
}

/// `f(kernel, reduced, complex_value&, scale&)`: the value in the frame's orientation is turned back by f itself.
template <class T>
template <class F>
complex<T> weierstrass_lattice<T>::evaluate(const complex<T>& z, const function_facts& function,
                                            F&& f) const {
  require_argument(z, function.name);
  const long limit = zero_limit(z);
  const int bits = scalar_traits<T>::bits();  // of T, before with_guard opens a wider scope
  const bool real_z = z.im == T(0);
  const bool imaginary_z = z.re == T(0) && !real_z;
  const long size = reduction_bits(z);
  const std::array<T, 2> rounded = with_guard<T>(size, [&]<class W>(working<W>) {
    return with_kernel<W>([&](const detail::weierstrass_kernel<W>& k) {
      const complex<W> x = k.into_frame({widen<W>(z.re), widen<W>(z.im)});
      const detail::reduced_argument<W> r = k.reduce(x);
      if (function.has_poles && detail::at_lattice_point(x, r, k, bits)) {
        detail::weierstrass_pole(function.name);
      }
      auto [value, scale] = f(k, r);
      if (!is_finite(value)) {
        throw domain_error(std::string(function.name) + ": the value at z = " + to_text(z.re, 10) +
                           " + " + to_text(z.im, 10) + "*i is beyond the range of the numbers");
      }
      // a real lattice: real on the real axis, real or imaginary on the imaginary one
      if (real_z || (imaginary_z && !function.is_odd)) {
        value.im = W(0);
      }
      if (imaginary_z && function.is_odd) {
        value.re = W(0);
      }
      const long lost =
          detail::lost_in_components(value, scale, limit) + (r.lost_bits < 0 ? 0 : r.lost_bits);
      return guarded{std::array<W, 2>{value.re, value.im}, lost};
    });
  });
  const complex<T> result{rounded[0], rounded[1]};
  if (!is_finite(result) ||
      result == complex<T>(T(0))) {  // no zero is a number of finitely many digits
    throw domain_error(std::string(function.name) + ": the value at z = " + to_text(z.re, 10) +
                       " + " + to_text(z.im, 10) + "*i is beyond the range of the scalar");
  }
  return result;
}

namespace detail {

/// Calls f with the reduced argument as a real number where it is one, else as a complex number, and makes the
/// result complex.
template <class W, class F>
typename weierstrass_kernel<W>::template measured<complex<W>> on_reduced(
    const reduced_argument<W>& r, F&& f) {
  if (r.z.im == W(0)) {
    const auto m = f(r.z.re);
    return {complex<W>(m.value), m.scale};
  }
  return f(r.z);
}

}  // namespace detail

template <class T>
complex<T> weierstrass_lattice<T>::p(const complex<T>& z) const {
  constexpr function_facts function{.name = "weierstrass p", .is_odd = false, .has_poles = true};
  if (z == complex<T>(T(0))) {
    detail::weierstrass_pole(function.name);
  }
  return evaluate(z, function, [](const auto& k, const auto& r) {
    auto m = detail::on_reduced(r, [&](const auto& x) { return k.p(x); });
    m.value = k.from_frame(m.value, 2);
    return m;
  });
}

template <class T>
complex<T> weierstrass_lattice<T>::p_prime(const complex<T>& z) const {
  constexpr function_facts function{.name = "weierstrass p'", .is_odd = true, .has_poles = true};
  if (z == complex<T>(T(0))) {
    detail::weierstrass_pole(function.name);
  }
  return evaluate(z, function, [](const auto& k, const auto& r) {
    auto m = detail::on_reduced(r, [&](const auto& x) { return k.p_and_prime(x).p_prime; });
    m.value = k.from_frame(m.value, 3);
    return m;
  });
}

template <class T>
complex<T> weierstrass_lattice<T>::zeta(const complex<T>& z) const {
  constexpr function_facts function{.name = "weierstrass zeta", .is_odd = true, .has_poles = true};
  if (z == complex<T>(T(0))) {
    detail::weierstrass_pole(function.name);
  }
  return evaluate(z, function, [](const auto& k, const auto& r) {
    auto m = detail::on_reduced(r, [&](const auto& x) { return k.zeta(x); });
    const auto quasi_period = k.quasi_period(r);
    const long shift = binary_exponent(quasi_period);
    m.value = k.from_frame(m.value + quasi_period, 1);
    m.scale = m.scale < shift ? shift : m.scale;
    return m;
  });
}

template <class T>
complex<T> weierstrass_lattice<T>::sigma(const complex<T>& z) const {
  constexpr function_facts function{
      .name = "weierstrass sigma", .is_odd = true, .has_poles = false};
  if (z == complex<T>(T(0))) {
    return z;
  }
  return evaluate(z, function, [](const auto& k, const auto& r) {
    const auto s = k.sigma(r);
    const auto value = k.from_frame(s.value * exponential(s.exponent), -1);
    // the exponent's absolute error is the value's relative error
    const long eaten = binary_exponent(s.exponent);
    using kernel_type = std::remove_cvref_t<decltype(k)>;
    return typename kernel_type::template measured<std::remove_cvref_t<decltype(value)>>{
        value, binary_exponent(value) + (eaten > 0 ? eaten : 0)};
  });
}

template <class T>
weierstrass_values<T> weierstrass_lattice<T>::p_and_prime(const complex<T>& z) const {
  constexpr const char* name = "weierstrass p and p'";
  if (z == complex<T>(T(0))) {
    detail::weierstrass_pole(name);
  }
  require_argument(z, name);
  const long limit = zero_limit(z);
  const int bits = scalar_traits<T>::bits();  // of T, before with_guard opens a wider scope
  const bool real_z = z.im == T(0);
  const bool imaginary_z = z.re == T(0) && !real_z;
  const long size = reduction_bits(z);
  const std::array<T, 4> v = with_guard<T>(size, [&]<class W>(working<W>) {
    return with_kernel<W>([&](const detail::weierstrass_kernel<W>& k) {
      const complex<W> x = k.into_frame({widen<W>(z.re), widen<W>(z.im)});
      const detail::reduced_argument<W> r = k.reduce(x);
      if (detail::at_lattice_point(x, r, k, bits)) {
        detail::weierstrass_pole(name);
      }
      complex<W> p;
      complex<W> prime;
      long p_scale = 0;
      long prime_scale = 0;
      const auto both = [&](const auto& argument) {
        const auto m = k.p_and_prime(argument);
        using N = std::remove_cvref_t<decltype(argument)>;
        if constexpr (std::is_same_v<N, W>) {
          p = complex<W>(m.p.value);
          prime = complex<W>(m.p_prime.value);
        } else {
          p = m.p.value;
          prime = m.p_prime.value;
        }
        p_scale = m.p.scale;
        prime_scale = m.p_prime.scale;
      };
      if (r.z.im == W(0)) {
        both(r.z.re);
      } else {
        both(r.z);
      }
      p = k.from_frame(p, 2);
      prime = k.from_frame(prime, 3);
      if (real_z || imaginary_z) {
        p.im = W(0);
        (real_z ? prime.im : prime.re) = W(0);
      }
      const long a = detail::lost_in_components(p, p_scale, limit);
      const long b = detail::lost_in_components(prime, prime_scale, limit);
      return guarded{std::array<W, 4>{p.re, p.im, prime.re, prime.im},
                     (a < b ? b : a) + r.lost_bits};
    });
  });
  weierstrass_values<T> result{{v[0], v[1]}, {v[2], v[3]}};
  if (!is_finite(result.p) || !is_finite(result.p_prime) || result.p == complex<T>(T(0)) ||
      result.p_prime == complex<T>(T(0))) {
    throw domain_error(std::string(name) + ": the value is beyond the range of the scalar");
  }
  return result;
}

}  // namespace plumbline
