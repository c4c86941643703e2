// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One part of a form (mechanics/form.hpp) at one point of a step: a runner of its own, so that functions follow it where it moves a
// little (math/runner.hpp).
#pragma once

#include <plumbline/mechanics/model.hpp>

namespace plumbline::detail {

template <class T>
class part_at_point {
 public:
  part_at_point(const model<T>& system, form_part which)
      : runner_(system.formulas()->part(which), movement::near),
        inputs_(system.formulas()->inputs()) {
    for (std::size_t i = 0; i < system.parameters().size(); ++i) {
      set_copy(runner_.input(inputs_.parameter(static_cast<int>(i))), system.parameters()[i]);
    }
    runner_.run(parameter_stage);
  }

  T& q(int k) { return runner_.input(inputs_.q(k)); }
  T& v(int k) { return runner_.input(inputs_.v(k)); }
  T& lambda(int k) { return runner_.input(inputs_.a(k)); }
  T& t() { return runner_.input(inputs_.t()); }
  void run_position(movement m) { run(position_stage, m); }
  void run_velocity(movement m) { run(velocity_stage, m); }
  const T& result(int k) const { return runner_.result(k); }

 private:
  void run(int stage, movement m) {
    if (m == movement::near) {
      runner_.run_near(stage);
    } else {
      runner_.run(stage);
    }
  }

  runner<T> runner_;
  form_inputs inputs_;
};

}  // namespace plumbline::detail
