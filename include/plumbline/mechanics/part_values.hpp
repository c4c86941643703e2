// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The values of one part of a form (form.hpp), for questions that schemes do not ask: claimed invariants and their rates,
// generalised forces. Schemes use `evaluation` (model.hpp), which has a place for each part that they need.
//
//   part_values<mp> rates(system, form_part::quantity_rates);
//   const runner<mp>& r = rates.at(q, v, a, t);
#pragma once

#include <plumbline/mechanics/model.hpp>

#include <span>

namespace plumbline {

/// A value with work space: keep it, ask it. Run-time MPFR: results have the precision in which it was made.
template <class T>
class part_values {
 public:
  /// Throws invalid_input for a part that the system does not have.
  part_values(const model<T>& system, form_part which)
      : runner_(system.formulas()->part(which)), inputs_(system.formulas()->inputs()) {
    for (std::size_t i = 0; i < system.parameters().size(); ++i) {
      set_copy(runner_.input(inputs_.parameter(static_cast<int>(i))), system.parameters()[i]);
    }
    runner_.run(parameter_stage);
  }

  /// The runner with the results at this state. Spans have the length n or are empty where the part does not need them.
  const runner<T>& at(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                      const T& t) {
    put(inputs_.q(0), q);
    put(inputs_.v(0), v);
    put(inputs_.a(0), a);
    set_copy(runner_.input(inputs_.t()), t);
    runner_.run(position_stage);
    runner_.run(velocity_stage);
    return runner_;
  }
  /// The same where only results of position stage will be read.
  const runner<T>& at_position(std::span<const T> q, const T& t) {
    put(inputs_.q(0), q);
    set_copy(runner_.input(inputs_.t()), t);
    runner_.run(position_stage);
    return runner_;
  }

 private:
  void put(int first, std::span<const T> x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      set_copy(runner_.input(first + static_cast<int>(i)), x[i]);
    }
  }

  runner<T> runner_;
  form_inputs inputs_;
};

}  // namespace plumbline
