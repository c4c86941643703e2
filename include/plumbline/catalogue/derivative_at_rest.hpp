// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The derivative of the step of a scheme of the catalogue at a point of rest, for measure/stability.hpp.
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <memory>
#include <utility>

namespace plumbline {

/// With respect to the scheme's whole state: with accelerations where the scheme keeps them.
template <class T>
derivative_of_step<T> derivative_at_rest(any_stepper<tangent_number<T>> scheme,
                                         const phase_point<T>& rest) {
  using D = tangent_number<T>;
  const auto constant = [](const vector<T>& x) {
    vector<D> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      y[i] = D(x[i]);
    }
    return y;
  };
  const auto stepper = std::make_shared<any_stepper<D>>(std::move(scheme));
  const vector<D> start = stepper->start({constant(rest.q), constant(rest.p)}, D(T(0)));
  const auto state = std::make_shared<vector<T>>(start.size());
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    (*state)[i] = start[i].value;
  }
  return [stepper, state](const T& h) {
    return step_jacobian<T>([&](vector<D>& y) { return stepper->step(y, D(T(0)), D(h)); }, *state);
  };
}

}  // namespace plumbline
