// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a catalogue entry makes: a system of whichever kind, which a scheme then asks for the kind that it
// integrates.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/any_lagrangian.hpp>
#include <plumbline/mechanics/first_order.hpp>
#include <plumbline/mechanics/second_order.hpp>

#include <utility>
#include <variant>

namespace plumbline {

enum class system_kind { lagrangian, second_order, first_order };

template <class T>
class any_system {
 public:
  any_system(any_lagrangian<T> system) : self_(std::move(system)) {}
  any_system(any_second_order<T> system) : self_(std::move(system)) {}
  any_system(any_first_order<T> system) : self_(std::move(system)) {}

  int dimension() const {
    return std::visit([](const auto& s) { return s.dimension(); }, self_);
  }
  bool is_lagrangian() const { return std::holds_alternative<any_lagrangian<T>>(self_); }
  /// Throws invalid_input if the system is of another kind.
  const any_lagrangian<T>& lagrangian() const {
    return as<any_lagrangian<T>>("a Lagrangian system is needed here");
  }
  bool is_first_order() const { return std::holds_alternative<any_first_order<T>>(self_); }
  /// M a + F = P(t), of a Lagrangian system too.
  any_second_order<T> second_order() const {
    return is_lagrangian() ? any_second_order<T>(lagrangian())
                           : as<any_second_order<T>>("a system M a + F = P(t) is needed here");
  }
  /// True when the law changes from zone to zone and steps are to be cut where it does.
  bool splits_events() const {
    const auto* system = std::get_if<any_second_order<T>>(&self_);
    return splits_ && system != nullptr && system->has_zones();
  }
  /// The same system, whose zones steps pass over.
  any_system without_events() const {
    any_system other = *this;
    other.splits_ = false;
    return other;
  }
  const any_first_order<T>& first_order() const {
    return as<any_first_order<T>>("a system in first-order form is needed here");
  }

 private:
  template <class S>
  const S& as(const char* message) const {
    const S* s = std::get_if<S>(&self_);
    if (s == nullptr) {
      throw invalid_input(message);
    }
    return *s;
  }
  std::variant<any_lagrangian<T>, any_second_order<T>, any_first_order<T>> self_;
  bool splits_ = true;
};

}  // namespace plumbline
