// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity multiplier: trace, determinant and spectral radius of the derivative of one step at the start. Of a linear system,
// or at rest, they say whether the scheme with this step grows.
#include "study/quantity_entries.hpp"
#include "study/step_derivative.hpp"
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <algorithm>

namespace plumbline {

namespace {

template <class B>
struct multiplier_numbers {
  B radius{0};
  B determinant{1};
  B trace{0};
};

template <class B>
multiplier_numbers<B> multiplier_in(const measurement& m) {
  using std::sqrt;
  const matrix<B> a = detail::derivative_at_start<B>(m).value;
  multiplier_numbers<B> found;
  complex<B> product{B(1), B(0)};
  for (const complex<B>& lambda : multipliers(a)) {
    const B size = sqrt(B(lambda.re * lambda.re + lambda.im * lambda.im));
    found.radius = found.radius < size ? size : found.radius;
    product = {B(product.re * lambda.re - product.im * lambda.im),
               B(product.re * lambda.im + product.im * lambda.re)};
  }
  found.determinant = a.rows() == 2 ? B(a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0)) : product.re;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    found.trace += a(i, i);
  }
  return found;
}

/// In more digits than are asked for, since the determinant is a difference.
std::vector<named_value> measure_multiplier(const measurement& m, run_host& /*host*/) {
  const precision_scope scope(std::max(m.digits, most_digits_of_quad) + guard_digits);
  const auto found = multiplier_in<mp>(m);
  return {{"radius", rounded_text(found.radius, m.digits), {}},
          {"determinant", rounded_text(found.determinant, m.digits), {}},
          {"trace", rounded_text(found.trace, m.digits), {}}};
}

}  // namespace

quantity multiplier_quantity() {
  return {.name = "multiplier",
          .meaning =
              "of the derivative of one step at the start: the largest absolute value of an "
              "eigenvalue (radius), determinant, trace",
          .input = quantity::needs::one_step,
          .measure = measure_multiplier,
          .lines = [](const measurement&) -> std::vector<quantity_line> {
            return {{"radius"}, {"determinant"}, {"trace"}};
          }};
}

}  // namespace plumbline
