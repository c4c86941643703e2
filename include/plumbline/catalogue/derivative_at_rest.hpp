// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The derivative of the step of a scheme of the catalogue at a point of rest, for measure/stability.hpp.
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace plumbline {

/// With respect to the scheme's whole state: with accelerations where the scheme keeps them. `directions` makes of the size of the
/// state the directions of the derivative; without it, the unit vectors.
template <class T>
derivative_of_step<T> derivative_at_rest(
    any_stepper<tangent_number<T>> scheme, const phase_point<T>& rest,
    const std::function<matrix<T>(Eigen::Index)>& directions = {}) {
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
  const auto size = state->size();
  const matrix<T> along =
      directions ? directions(size) : matrix<T>(matrix<T>::Identity(size, size));
  return [stepper, state, along](const T& h) {
    return step_derivative<T>([&](vector<D>& y) { return stepper->step(y, D(T(0)), D(h)); }, *state,
                              along);
  };
}

}  // namespace plumbline
