// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A system in first-order form, y′ = f(y): what is left of a mechanical system after a reduction that leaves no
// Lagrangian behind, or none that anybody wants. Schemes that know nothing of mechanics (rk4) integrate it.
//
//   template <class T> struct my_flow {
//     static constexpr int dimension() { return 2; }
//     template <class S> void field(std::span<const S> y, std::span<S> dy) const { … }
//     template <class S> S energy(std::span<const S> y) const { … }
//   };
//
// A phase_point of such a system is its state y in q; p is empty.
#pragma once

#include <plumbline/core/vector.hpp>

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// f(y) is callable for the scalar T, and there is an energy that the exact flow keeps.
template <class S, class T>
concept first_order_system = requires(const S& s, std::span<const T> y, std::span<T> dy) {
  { s.dimension() } -> std::convertible_to<int>;
  { s.energy(y) } -> std::convertible_to<T>;
  s.field(y, dy);
};

/// A first-order system whose type is known at run time only. Copies share the system.
template <class T>
class any_first_order {
 public:
  /// `names` are those of the entries of y.
  template <first_order_system<T> S>
  any_first_order(S system, std::vector<std::string> names)
      : self_(std::make_shared<const model<S>>(std::move(system))), names_(std::move(names)) {}

  int dimension() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }
  void field(std::span<const T> y, std::span<T> dy) const { self_->field(y, dy); }
  T energy(std::span<const T> y) const { return self_->energy(y); }

 private:
  struct interface {
    interface() = default;
    interface(const interface&) = delete;
    interface& operator=(const interface&) = delete;
    virtual ~interface() = default;
    virtual void field(std::span<const T> y, std::span<T> dy) const = 0;
    virtual T energy(std::span<const T> y) const = 0;
  };
  template <class S>
  struct model final : interface {
    explicit model(S s) : system(std::move(s)) {}
    void field(std::span<const T> y, std::span<T> dy) const override { system.field(y, dy); }
    T energy(std::span<const T> y) const override { return system.energy(y); }
    S system;
  };

  std::shared_ptr<const interface> self_;
  std::vector<std::string> names_;
};

}  // namespace plumbline
