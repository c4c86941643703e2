// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/constrained_equations.hpp"
#include "schemes/ends_of_constrained_step.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/galerkin_constrained.hpp>

#include <utility>

namespace plumbline {

template <class T>
class constrained_galerkin_stepper<T>::equations {
 public:
  equations(galerkin_tableau<T> tableau, const model<T>& system)
      : ladder_(detail::constrained_galerkin_equations<T>(std::move(tableau), required(system))),
        at_(system.lagrangian()),
        end_{vector<T>::Constant(system.dimension(), T(0)),
             vector<T>::Constant(system.dimension(), T(0))} {}

  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    if (!all_finite(z.q) || !all_finite(z.p) || !is_finite(h)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    ladder_.equations().set(z, h, t);
    const solve_report solved = ladder_.solve(u_);
    if (!solved.ok()) {
      return solved;
    }
    ladder_.equations().update(u_, ladder_.outputs(), end_);
    return detail::end_on_constraints(at_, end_.q, end_.p, v_, T(t + h), solved, z);
  }

 private:
  static model<T> required(const model<T>& system) {
    if (system.lagrangian().formulas()->constraints() == 0) {
      throw invalid_input("a system with constraints is needed here");
    }
    return system.lagrangian();
  }

  newton_ladder<detail::constrained_galerkin_equations, T> ladder_;
  evaluation<T> at_;
  vector<T> u_;
  phase_point<T> end_;
  vector<T> v_;
};

template <class T>
constrained_galerkin_stepper<T>::constrained_galerkin_stepper(galerkin_tableau<T> tableau,
                                                              const model<T>& system)
    : equations_(std::make_unique<equations>(std::move(tableau), system)) {}
template <class T>
constrained_galerkin_stepper<T>::constrained_galerkin_stepper(
    constrained_galerkin_stepper&&) noexcept = default;
template <class T>
constrained_galerkin_stepper<T>::~constrained_galerkin_stepper() = default;

template <class T>
solve_report constrained_galerkin_stepper<T>::step(phase_point<T>& z, const T& t, const T& h) {
  return equations_->step(z, t, h);
}

#define PLUMBLINE_SCALAR(T) template class constrained_galerkin_stepper<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class constrained_galerkin_stepper<tangent_number<double>>;
template class constrained_galerkin_stepper<tangent_number<mp>>;

}  // namespace plumbline
