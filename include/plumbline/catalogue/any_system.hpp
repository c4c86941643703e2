// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a catalogue entry makes: a system of whichever kind, which a scheme then asks for the kind that it
// integrates.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/any_lagrangian.hpp>
#include <plumbline/mechanics/first_order.hpp>

#include <utility>
#include <variant>

namespace plumbline {

enum class system_kind { lagrangian, first_order };

template <class T>
class any_system {
 public:
  any_system(any_lagrangian<T> system) : self_(std::move(system)) {}
  any_system(any_first_order<T> system) : self_(std::move(system)) {}

  int dimension() const {
    return std::visit([](const auto& s) { return s.dimension(); }, self_);
  }
  bool is_lagrangian() const { return std::holds_alternative<any_lagrangian<T>>(self_); }
  /// Throws invalid_input if the system is of another kind.
  const any_lagrangian<T>& lagrangian() const {
    return as<any_lagrangian<T>>("a Lagrangian system is needed here");
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
  std::variant<any_lagrangian<T>, any_first_order<T>> self_;
};

}  // namespace plumbline
