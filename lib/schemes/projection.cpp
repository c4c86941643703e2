// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The projections in the catalogue, over any of its schemes.
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/projection.hpp>

namespace plumbline {

namespace {

const std::vector<parameter_info>& base_parameter() {
  static const std::vector<parameter_info> list = {{"base", "", "leapfrog",
                                                    "the scheme that is projected",
                                                    parameter_domain::any, parameter_kind::text}};
  return list;
}

/// A catalogue stepper as a map of phase space, whatever its own state is.
template <class T>
class base_map {
 public:
  explicit base_map(any_stepper<T> base) : base_(std::move(base)) {}
  solve_report step(phase_point<T>& z, const T& h) {
    state_ = base_.start(z);
    const solve_report report = base_.step(state_, T(0), h);
    if (report.ok()) {
      z = base_.phase(state_);
    }
    return report;
  }

 private:
  any_stepper<T> base_;
  vector<T> state_;
};

template <template <class, class, class> class Stepper>
scheme_entry projection_entry(projection_kind kind) {
  const auto base_of = [name = projection_info(kind, {}).name](const settings& chosen) -> auto& {
    return find_scheme(parameter_text(name, base_parameter(), chosen, "base"));
  };
  scheme_entry entry;
  entry.info = projection_info(kind, leapfrog_info());
  entry.parameters = base_parameter();
  entry.info_for = [=](const settings& chosen) {
    return projection_info(kind, base_of(chosen).info_for({}));
  };
  entry.fits = is_separable_with_one_coordinate;
  entry.needs = separable_with_one_coordinate_need;
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [=](const settings& chosen, const model<T>& system) {
      const scheme_entry& base = base_of(chosen);
      using stepper = Stepper<T, model<T>, base_map<T>>;
      return erase_phase_map<T>(projection_info(kind, base.info_for({})),
                                stepper(system.lagrangian(), base_map<T>(base.make({}, system))),
                                system.dimension());
    };
  });
  return entry;
}

}  // namespace

scheme_entry standard_projection_entry() {
  return projection_entry<standard_projection_stepper>(projection_kind::standard);
}
scheme_entry symmetric_projection_entry() {
  return projection_entry<symmetric_projection_stepper>(projection_kind::symmetric);
}

}  // namespace plumbline
