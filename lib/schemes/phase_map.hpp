// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A stepper with `solve_report step(phase_point<T>&, const T& h)`, type-erased.
#pragma once

#include "schemes/entries.hpp"

namespace plumbline {

template <class T, class Stepper>
class any_phase_map final : public phase_stepper<T> {
 public:
  any_phase_map(Stepper stepper, int dimension)
      : phase_stepper<T>(dimension), stepper_(std::move(stepper)) {}
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    const int n = this->n_;
    if (z_.q.size() != n) {
      z_.q.resize(n);
      z_.p.resize(n);
    }
    copy_entries(z_.q, y);
    copy_entries(z_.p, y, n);
    const solve_report report = [&] {
      if constexpr (takes_first) {
        return first_.q.size() == 0 ? stepper_.step(z_, h) : stepper_.step(z_, h, first_);
      } else if constexpr (requires { stepper_.step(z_, t, h); }) {
        return stepper_.step(z_, t, h);
      } else {
        return stepper_.step(z_, h);
      }
    }();
    if (report.ok()) {
      join_entries(y, z_.q, z_.p);
    }
    return report;
  }

  void resume(const phase_point<T>& first, const vector<T>&) override {
    if constexpr (takes_first) {
      first_ = first;
    }
  }

  step_invariant<T> own_invariant(const T& h) const override {
    if constexpr (requires { stepper_.own_invariant(h); }) {
      return stepper_.own_invariant(h);
    } else {
      return {};
    }
  }

 private:
  /// A stepper with step(z, h, first), which takes the first point of its trajectory.
  static constexpr bool takes_first = requires(Stepper & s, phase_point<T>& z, const T& h) {
    s.step(z, h, std::as_const(z));
  };

  Stepper stepper_;
  phase_point<T> z_;
  phase_point<T> first_;  ///< of the trajectory; empty where nobody told it
};

/// The any_stepper of such a map.
template <class T, class Stepper>
any_stepper<T> erase_phase_map(scheme_info info, Stepper stepper, int dimension) {
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_phase_map<T, Stepper>>(std::move(stepper), dimension));
}

/// The entry of a scheme without parameters whose stepper for an model<T> is make(system).
template <class Make>
scheme_entry phase_map_entry(const scheme_info& info, std::function<bool(const system_entry&)> fits,
                             std::string needs, Make make) {
  return entry_without_parameters(
      info, std::move(fits), std::move(needs),
      [make]<class T>(const scheme_info& facts, const model<T>& system) {
        return erase_phase_map<T>(facts, make(system.lagrangian()), system.dimension());
      });
}

}  // namespace plumbline
