// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A Lagrangian system whose type is known at run time only: the command line and the catalogue work with
// these, so that schemes are compiled once a scalar and not once a system. Copies share the system.
//
// In a template that knows its system, use the system itself: the compiler then sees through L.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/euler_lagrange.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace plumbline {

/// M and K of a linear system.
template <class T>
struct linear_matrices {
  matrix<T> mass;
  matrix<T> stiffness;
};

template <class T>
class any_lagrangian {
 public:
  struct brings_gradient {};
  struct brings_hessian {};
  using C = coarser_t<T>;

  template <class S>
  requires(!std::same_as<S, any_lagrangian>) &&
      lagrangian_system<S, T> explicit any_lagrangian(S system)
      : self_(std::make_shared<const model<S>>(std::move(system))) {}

  int dimension() const { return self_->dimension(); }
  T lagrangian(std::span<const T> q, std::span<const T> v) const { return self_->lagrangian(q, v); }
  void gradient(std::span<const T> q, std::span<const T> v, std::span<T> dq,
                std::span<T> dv) const {
    self_->gradient(q, v, dq, dv);
  }
  void hessian(std::span<const T> q, std::span<const T> v, lagrangian_hessian<T>& h) const {
    self_->hessian(q, v, h);
  }
  void momentum(std::span<const T> q, std::span<const T> v, std::span<T> dv) const {
    self_->momentum(q, v, dv);
  }
  void mass(std::span<const T> q, std::span<const T> v, matrix<T>& m) const {
    self_->mass(q, v, m);
  }
  /// M a + F, and its derivatives (euler_lagrange.hpp), which duals do not have.
  void equation(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                std::span<T> r) const {
    self_->equation(q, v, a, r);
  }
  void equation_derivatives(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                            matrix<T>& eq, matrix<T>& ev) const requires(!is_dual<T>::value) {
    self_->equation_derivatives(q, v, a, eq, ev);
  }
  /// M and K where the system is linear.
  std::optional<linear_matrices<T>> linear() const { return self_->linear(); }

  /// The quotient of the potential where the system has a form of it without cancellation (separable.hpp).
  std::optional<difference_quotient<T>> potential_quotient(const T& a, const T& b) const {
    return self_->potential_quotient(a, b);
  }

  /// The same system one rung down the precision ladder.
  template <class U>
  requires(!std::is_void_v<C> && std::same_as<U, C>) any_lagrangian<U> cast()
  const { return self_->coarse(); }

 private:
  struct no_coarse {};
  using coarse_system = std::conditional_t<std::is_void_v<C>, no_coarse, any_lagrangian<C>>;

  struct interface {
    interface() = default;
    interface(const interface&) = delete;
    interface& operator=(const interface&) = delete;
    virtual ~interface() = default;
    virtual int dimension() const = 0;
    virtual T lagrangian(std::span<const T> q, std::span<const T> v) const = 0;
    virtual void gradient(std::span<const T> q, std::span<const T> v, std::span<T> dq,
                          std::span<T> dv) const = 0;
    virtual void hessian(std::span<const T> q, std::span<const T> v,
                         lagrangian_hessian<T>& h) const = 0;
    virtual void momentum(std::span<const T> q, std::span<const T> v, std::span<T> dv) const = 0;
    virtual void mass(std::span<const T> q, std::span<const T> v, matrix<T>& m) const = 0;
    virtual void equation(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                          std::span<T> r) const = 0;
    virtual void equation_derivatives(std::span<const T> q, std::span<const T> v,
                                      std::span<const T> a, matrix<T>& eq, matrix<T>& ev) const = 0;
    virtual std::optional<linear_matrices<T>> linear() const = 0;
    virtual std::optional<difference_quotient<T>> potential_quotient(const T& a,
                                                                     const T& b) const = 0;
    virtual coarse_system coarse() const = 0;
  };

  template <class S>
  struct model final : interface {
    explicit model(S s) : system(std::move(s)) {}
    int dimension() const override { return system.dimension(); }
    T lagrangian(std::span<const T> q, std::span<const T> v) const override {
      return system.lagrangian(q, v);
    }
    void gradient(std::span<const T> q, std::span<const T> v, std::span<T> dq,
                  std::span<T> dv) const override {
      lagrangian_gradient<T>(system, q, v, dq, dv);
    }
    void hessian(std::span<const T> q, std::span<const T> v,
                 lagrangian_hessian<T>& h) const override {
      lagrangian_second_derivatives<T>(system, q, v, h);
    }
    void momentum(std::span<const T> q, std::span<const T> v, std::span<T> dv) const override {
      lagrangian_momentum<T>(system, q, v, dv);
    }
    void mass(std::span<const T> q, std::span<const T> v, matrix<T>& m) const override {
      lagrangian_mass<T>(system, q, v, m);
    }
    void equation(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                  std::span<T> r) const override {
      euler_lagrange<T>(system, q, v, a, r);
    }
    void equation_derivatives([[maybe_unused]] std::span<const T> q,
                              [[maybe_unused]] std::span<const T> v,
                              [[maybe_unused]] std::span<const T> a, [[maybe_unused]] matrix<T>& eq,
                              [[maybe_unused]] matrix<T>& ev) const override {
      if constexpr (!is_dual<T>::value) {
        euler_lagrange_derivatives<T>(system, q, v, a, eq, ev);
      }
    }
    std::optional<linear_matrices<T>> linear() const override {
      if constexpr (requires { system.stiffness_matrix(); }) {
        return linear_matrices<T>{system.mass_matrix(), system.stiffness_matrix()};
      } else {
        return std::nullopt;
      }
    }
    std::optional<difference_quotient<T>> potential_quotient(const T& a,
                                                             const T& b) const override {
      if constexpr (requires { system.potential_quotient(a, b); }) {
        return system.potential_quotient(a, b);
      } else {
        return std::nullopt;
      }
    }
    coarse_system coarse() const override {
      if constexpr (std::is_void_v<C>) {
        return {};
      } else {
        return any_lagrangian<C>(convert_to<C>(system));
      }
    }
    S system;
  };

  std::shared_ptr<const interface> self_;
};

}  // namespace plumbline
