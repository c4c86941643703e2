// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A system in the form of the engineers (NX (1)):
//
//   M(x, v) a + F(x, v) = P(t)
//
//   template <class T> struct my_system {
//     static constexpr int dimension() { return 1; }
//     template <class S> void inertia(std::span<const S> x, std::span<const S> v, std::span<const S> a,
//                                     std::span<S> r) const { r = M a }
//     template <class S> void force(std::span<const S> x, std::span<const S> v, std::span<S> f) const { f = F }
//     template <class S> S energy(std::span<const S> x, std::span<const S> v) const { … }
//     void load(const T& t, std::span<T> p) const { p = P }               (without it: no load)
//   };
//
// is all that a system needs; derivatives come from duals. A linear system has mass_matrix(), damping_matrix(),
// stiffness_matrix() besides. Every Lagrangian system is such a system, with M = ∂²L/∂v∂v, F = (∂²L/∂v∂q) v − ∂L/∂q and no
// load (euler_lagrange.hpp).
//
// A system whose law changes from zone to zone (a bilinear spring) says where: zone(x, v) is the zone that the motion is
// in, law(z) the system with the law of zone z everywhere, outside(z, x) how far x is beyond it, next_zone(z, x) where
// it goes from there. schemes/event_splitting.hpp then cuts steps at the boundaries.
//
// A phase_point of a system that is not Lagrangian holds x in q and v in p.
#pragma once

#include <plumbline/mechanics/any_lagrangian.hpp>
#include <plumbline/mechanics/legendre.hpp>

#include <concepts>
#include <memory>
#include <optional>
#include <utility>

namespace plumbline {

template <class S, class T>
concept second_order_system = requires(const S& s, std::span<const T> x, std::span<T> r) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.energy(x, x) } -> std::convertible_to<T>;
  s.inertia(x, x, x, r);
  s.force(x, x, r);
};

/// The law changes from zone to zone.
template <class S, class T>
concept zoned_system = requires(const S& s, std::span<const T> x, int z) {
  { s.zone(x, x) } -> std::same_as<int>;
  { s.next_zone(z, x) } -> std::same_as<int>;
  { s.outside(z, x) } -> std::convertible_to<T>;
  s.law(z);
};

/// m, c and k of a linear system m a + c v + k x = P(t).
template <class T>
struct second_order_matrices {
  matrix<T> mass;
  matrix<T> damping;
  matrix<T> stiffness;
};

/// r = M(x, v) a + F(x, v).
template <class T, class S>
void second_order_equation(const S& system, std::span<const T> x, std::span<const T> v,
                           std::span<const T> a, std::span<T> r) {
  if constexpr (requires { system.inertia(x, v, a, r); }) {
    auto f = detail::coordinates<T, S>(x.size());
    system.inertia(x, v, a, r);
    system.force(x, v, std::span<T>(f));
    for (std::size_t k = 0; k < x.size(); ++k) {
      r[k] += f[k];
    }
  } else {
    euler_lagrange<T>(system, x, v, a, r);
  }
}

/// The derivatives of M a + F with respect to x and v.
template <class T, class S>
void second_order_derivatives(const S& system, std::span<const T> x, std::span<const T> v,
                              std::span<const T> a, matrix<T>& ex, matrix<T>& ev) {
  if constexpr (requires { system.inertia(x, v, a, std::span<T>()); }) {
    using D = tangent_number<T>;
    const std::size_t n = x.size();
    auto dx = detail::coordinates<D, S>(n);
    auto dv = detail::coordinates<D, S>(n);
    auto da = detail::coordinates<D, S>(n);
    for (std::size_t k = 0; k < n; ++k) {
      dx[k] = D(x[k]);
      dv[k] = D(v[k]);
      da[k] = D(a[k]);
    }
    const auto equation = [&](std::span<D> r) {
      second_order_equation<D>(system, std::span<const D>(dx), std::span<const D>(dv),
                               std::span<const D>(da), r);
    };
    detail::directional_derivatives<T, S>(std::span<D>(dx), equation, ex);
    detail::directional_derivatives<T, S>(std::span<D>(dv), equation, ev);
  } else {
    euler_lagrange_derivatives<T>(system, x, v, a, ex, ev);
  }
}

/// M(x, v).
template <class T, class S>
void second_order_mass(const S& system, std::span<const T> x, std::span<const T> v, matrix<T>& m) {
  if constexpr (requires { system.inertia(x, v, v, std::span<T>()); }) {
    const auto n = static_cast<Eigen::Index>(x.size());
    auto unit = detail::coordinates<T, S>(x.size());
    m.resize(n, n);
    for (std::size_t k = 0; k < x.size(); ++k) {
      unit[k] = T(0);
    }
    for (Eigen::Index j = 0; j < n; ++j) {
      T& entry = unit[static_cast<std::size_t>(j)];
      entry = T(1);
      system.inertia(x, v, std::span<const T>(unit),
                     std::span<T>(&m(0, j), static_cast<std::size_t>(n)));
      entry = T(0);
    }
  } else {
    lagrangian_mass<T>(system, x, v, m);
  }
}

/// P(t).
template <class T, class S>
void second_order_load(const S& system, const T& t, std::span<T> p) {
  if constexpr (requires { system.load(t, p); }) {
    system.load(t, p);
  } else {
    for (T& entry : p) {
      entry = T(0);
    }
  }
}

/// m, c, k where the system is linear.
template <class T, class S>
std::optional<second_order_matrices<T>> second_order_linear(const S& system) {
  if constexpr (requires { system.damping_matrix(); }) {
    return second_order_matrices<T>{system.mass_matrix(), system.damping_matrix(),
                                    system.stiffness_matrix()};
  } else if constexpr (requires { system.linear()->damping; }) {
    return system.linear();
  } else {
    matrix<T> m;
    matrix<T> k;
    if constexpr (requires { system.linear()->stiffness; }) {
      const auto matrices = system.linear();
      if (!matrices) {
        return std::nullopt;
      }
      m = matrices->mass;
      k = matrices->stiffness;
    } else if constexpr (requires { system.stiffness_matrix(); }) {
      m = system.mass_matrix();
      k = system.stiffness_matrix();
    } else {
      return std::nullopt;
    }
    return second_order_matrices<T>{m, matrix<T>::Constant(m.rows(), m.cols(), T(0)), k};
  }
}

/// A second-order system whose type is known at run time only. Copies share the system.
template <class T>
class any_second_order {
 public:
  using C = coarser_t<T>;

  template <class S>
  requires(!std::same_as<S, any_second_order> && !std::same_as<S, any_lagrangian<T>>) &&
      second_order_system<S, T> explicit any_second_order(S system)
      : self_(std::make_shared<const model<S>>(std::move(system))) {}
  explicit any_second_order(any_lagrangian<T> system)
      : self_(std::make_shared<const lagrangian_model>(std::move(system))) {}

  int dimension() const { return self_->dimension(); }
  void equation(std::span<const T> x, std::span<const T> v, std::span<const T> a,
                std::span<T> r) const {
    self_->equation(x, v, a, r);
  }
  void equation_derivatives(std::span<const T> x, std::span<const T> v, std::span<const T> a,
                            matrix<T>& ex, matrix<T>& ev) const requires(!is_dual<T>::value) {
    self_->derivatives(x, v, a, ex, ev);
  }
  void mass(std::span<const T> x, std::span<const T> v, matrix<T>& m) const {
    self_->mass(x, v, m);
  }
  void load(const T& t, std::span<T> p) const { self_->load(t, p); }
  T energy(std::span<const T> x, std::span<const T> v) const { return self_->energy(x, v); }
  /// m, c, k where the system is linear.
  std::optional<second_order_matrices<T>> linear() const { return self_->linear(); }

  /// Zones, as the head of this file says. Where has_zones() is false the others mean nothing.
  bool has_zones() const { return self_->has_zones(); }
  int zone(std::span<const T> x, std::span<const T> v) const { return self_->zone(x, v); }
  int next_zone(int z, std::span<const T> x) const { return self_->next_zone(z, x); }
  T outside(int z, std::span<const T> x) const { return self_->outside(z, x); }
  any_second_order law(int z) const { return any_second_order(self_->law(z)); }

  /// The same system one rung down the precision ladder.
  template <class U>
  requires(!std::is_void_v<C> && std::same_as<U, C>) any_second_order<U> cast()
  const { return self_->coarse(); }

 private:
  struct no_coarse {};
  using coarse_system = std::conditional_t<std::is_void_v<C>, no_coarse, any_second_order<C>>;

  struct interface {
    interface() = default;
    interface(const interface&) = delete;
    interface& operator=(const interface&) = delete;
    virtual ~interface() = default;
    virtual int dimension() const = 0;
    virtual void equation(std::span<const T> x, std::span<const T> v, std::span<const T> a,
                          std::span<T> r) const = 0;
    virtual void derivatives(std::span<const T> x, std::span<const T> v, std::span<const T> a,
                             matrix<T>& ex, matrix<T>& ev) const = 0;
    virtual void mass(std::span<const T> x, std::span<const T> v, matrix<T>& m) const = 0;
    virtual void load(const T& t, std::span<T> p) const = 0;
    virtual T energy(std::span<const T> x, std::span<const T> v) const = 0;
    virtual std::optional<second_order_matrices<T>> linear() const = 0;
    virtual coarse_system coarse() const = 0;
    virtual bool has_zones() const { return false; }
    virtual int zone(std::span<const T>, std::span<const T>) const { return 0; }
    virtual int next_zone(int z, std::span<const T>) const { return z; }
    virtual T outside(int, std::span<const T>) const { return T(0); }
    virtual std::shared_ptr<const interface> law(int) const { return nullptr; }
  };

  /// What serves systems of both origins.
  template <class S>
  struct common_model : interface {
    explicit common_model(S s) : system(std::move(s)) {}
    int dimension() const override { return system.dimension(); }
    void equation(std::span<const T> x, std::span<const T> v, std::span<const T> a,
                  std::span<T> r) const override {
      second_order_equation<T>(system, x, v, a, r);
    }
    void derivatives([[maybe_unused]] std::span<const T> x, [[maybe_unused]] std::span<const T> v,
                     [[maybe_unused]] std::span<const T> a, [[maybe_unused]] matrix<T>& ex,
                     [[maybe_unused]] matrix<T>& ev) const override {
      if constexpr (!is_dual<T>::value) {
        second_order_derivatives<T>(system, x, v, a, ex, ev);
      }
    }
    void mass(std::span<const T> x, std::span<const T> v, matrix<T>& m) const override {
      second_order_mass<T>(system, x, v, m);
    }
    void load(const T& t, std::span<T> p) const override { second_order_load<T>(system, t, p); }
    std::optional<second_order_matrices<T>> linear() const override {
      return second_order_linear<T>(system);
    }
    coarse_system coarse() const override {
      if constexpr (std::is_void_v<C>) {
        return {};
      } else {
        return any_second_order<C>(convert_to<C>(system));
      }
    }
    S system;
  };

  template <class S>
  struct model final : common_model<S> {
    using common_model<S>::common_model;
    T energy(std::span<const T> x, std::span<const T> v) const override {
      return this->system.energy(x, v);
    }
    bool has_zones() const override { return zoned_system<S, T>; }
    int zone(std::span<const T> x, std::span<const T> v) const override {
      if constexpr (zoned_system<S, T>) {
        return this->system.zone(x, v);
      } else {
        return 0;
      }
    }
    int next_zone(int z, [[maybe_unused]] std::span<const T> x) const override {
      if constexpr (zoned_system<S, T>) {
        return this->system.next_zone(z, x);
      } else {
        return z;
      }
    }
    T outside([[maybe_unused]] int z, [[maybe_unused]] std::span<const T> x) const override {
      if constexpr (zoned_system<S, T>) {
        return this->system.outside(z, x);
      } else {
        return T(0);
      }
    }
    std::shared_ptr<const interface> law([[maybe_unused]] int z) const override {
      if constexpr (zoned_system<S, T>) {
        using law_type = decltype(this->system.law(z));
        return std::make_shared<const model<law_type>>(this->system.law(z));
      } else {
        return nullptr;
      }
    }
  };

  struct lagrangian_model final : common_model<any_lagrangian<T>> {
    using common_model<any_lagrangian<T>>::common_model;
    T energy(std::span<const T> x, std::span<const T> v) const override {
      const auto vector_of = [](std::span<const T> y) {
        return vector<T>(
            Eigen::Map<const vector<T>>(y.data(), static_cast<Eigen::Index>(y.size())));
      };
      return energy_of_velocity<T>(this->system, vector_of(x), vector_of(v));
    }
  };

  explicit any_second_order(std::shared_ptr<const interface> self) : self_(std::move(self)) {}

  std::shared_ptr<const interface> self_;
};

}  // namespace plumbline
