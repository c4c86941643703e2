// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_rest.hpp"

#include "study/balanced_equations.hpp"
#include "study/orbit_multipliers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/sorted.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

/// Those of a motion at rest. Real parts below 2^log2_on_axis of all sizes are 0.
std::string stability_of_exponents(const std::vector<complex<mp>>& list, double log2_on_axis) {
  mp size(1);
  for (const complex<mp>& z : list) {
    size += abs(z.re) + abs(z.im);
  }
  const double level = log2_magnitude(size) - scalar_traits<mp>::bits() / 3.;
  bool all_left = true;
  bool all_on = true;
  for (const complex<mp>& z : list) {
    const bool on = log2_magnitude(z.re) < log2_magnitude(size) + log2_on_axis;
    if (!on && z.re > 0) {
      return "unstable";
    }
    all_on = all_on && on && log2_magnitude(z.im) > level;
    all_left = all_left && !on;
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      all_on = all_on && log2_magnitude(mp(list[i].im - list[j].im)) > level;
    }
  }
  return list.empty() ? "stable"
         : all_left   ? "asymptotically-stable"
         : all_on     ? "stable"
                      : "undecided";
}

/// The size √(∂ṗ/∂q / ∂q̇/∂p) |q| of momenta beside these coordinates; at rest they may all be 0.
mp unit_of_momenta(const matrix<mp>& d, const vector<mp>& x, Eigen::Index coordinates) {
  const Eigen::Index momenta = x.size() - coordinates;
  if (momenta == 0) {
    return mp(0);
  }
  const mp by_momenta = max_magnitude(matrix<mp>(d.block(0, coordinates, coordinates, momenta)));
  const mp by_coordinates =
      max_magnitude(matrix<mp>(d.block(coordinates, 0, momenta, coordinates)));
  return by_momenta == 0 ? mp(0)
                         : mp(sqrt(mp(by_coordinates / by_momenta)) *
                              max_magnitude(vector<mp>(x.head(coordinates))));
}

}  // namespace

found_rest find_rest(const orbit_question& question) {
  constexpr int most_iterations = 100;
  const rest_symmetries symmetries(question);
  orbit_flow& flow = symmetries.flow();
  if (!flow.autonomous()) {
    throw invalid_input(
        fmt::format("{} depends on time: it has no rest that --equilibrium could find",
                    question.p.system->name()));
  }
  const int n = flow.states();
  const int coordinates = question.p.system->kind == system_kind::first_order ? n : n / 2;
  const auto& drifts = symmetries.drifts();
  const auto count = static_cast<Eigen::Index>(drifts.size());
  const matrix<mp>& planes = symmetries.planes();  // as rows
  const mp t = flow.start_time();
  const vector<mp> guess = flow.start();
  found_rest found;
  // with constraints: f(x) + Σ α_k n_k(x) = 0, s_k(x) = 0; on the surface f is orthogonal to the normals n_k, so that α is 0 there
  const auto constraints = static_cast<Eigen::Index>(flow.surface().size());
  found.unknowns = n + static_cast<int>(count + constraints);
  vector<mp> alphas = vector<mp>::Zero(constraints);
  found.x = in_scope(guess);
  found.rates = symmetries.rates();
  vector<mp> held(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    held[j] = flow.value(drifts[static_cast<std::size_t>(j)].of, guess).value;
  }
  const auto along = [&](Eigen::Index j, const vector<mp>& x) {
    return applied(drifts[static_cast<std::size_t>(j)].generator, x);
  };
  const auto first_constraint = n + planes.rows() + count;
  const auto rows = first_constraint + constraints;
  /// The derivative of f − Σ ρ_j ξ_j, for the exponents at the point that is found.
  const auto linear_here = [&] {
    matrix<mp> linear = flow.field_derivative(found.x, t);
    for (Eigen::Index j = 0; j < count; ++j) {
      linear -= matrix<mp>(drifts[static_cast<std::size_t>(j)].generator.topLeftCorner(n, n) *
                           found.rates[j]);
    }
    return linear;
  };
  mp before(1);
  mp correction(1);
  std::vector<mp> scales(2, mp(0));
  const auto are_small = [&](const vector<mp>& rates) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const mp& scale = scales[static_cast<std::size_t>(i / coordinates)];
      if (rates[i] != 0 &&
          log2_magnitude(rates[i]) > log2_magnitude(scale) - scalar_traits<mp>::bits() * 0.5) {
        return false;
      }
    }
    return true;
  };
  bool slow = false;
  bool done = false;
  for (; found.iterations < most_iterations && !done; ++found.iterations) {
    vector<mp> r(rows);
    matrix<mp> d = matrix<mp>::Zero(rows, found.unknowns);
    const matrix<mp> normals = flow.surface_normals(found.x);
    r.head(n) = flow.field(found.x, t) + vector<mp>(normals * alphas);
    for (Eigen::Index j = 0; j < count; ++j) {
      const vector<mp> xi = along(j, found.x);
      r.head(n) -= vector<mp>(xi * found.rates[j]);
      d.col(n + j).head(n) = -xi;
    }
    const matrix<mp> linear = linear_here();
    found.residual = max_magnitude(vector<mp>(r.head(n)));
    d.topLeftCorner(n, n) = linear;
    r.segment(n, planes.rows()) = planes * vector<mp>(found.x - guess);
    d.block(n, 0, planes.rows(), n) = planes;
    for (Eigen::Index j = 0; j < count; ++j) {
      const auto value = flow.value(drifts[static_cast<std::size_t>(j)].of, found.x);
      r[n + planes.rows() + j] = value.value - held[j];
      d.row(n + planes.rows() + j).head(n) = value.gradient.transpose();
    }
    d.block(0, n + count, n, constraints) = normals;
    for (Eigen::Index k = 0; k < constraints; ++k) {
      const auto value = flow.value(flow.surface()[static_cast<std::size_t>(k)], found.x);
      r[first_constraint + k] = value.value;
      d.row(first_constraint + k).head(n) = value.gradient.transpose();
    }
    const balanced_solution solution = solve_balanced(d, r, -scalar_traits<mp>::bits() / 3.);
    const vector<mp> delta = shortest_in(solution, coordinates);
    // the scales of the rates of coordinates, and of those of momenta: the largest that they were, and the parts Σ_j |∂f_i/∂x_j| |x_j|
    // that cancel in them
    const vector<mp> f = vector<mp>(r.head(n)) - vector<mp>(normals * alphas);
    const mp momentum = unit_of_momenta(d, found.x, coordinates);
    for (Eigen::Index i = 0; i < n; ++i) {
      mp parts(0);
      for (Eigen::Index j = 0; j < n; ++j) {
        parts += abs(d(i, j)) * (abs(found.x[j]) + abs(mp(found.x[j] - guess[j])) +
                                 (j < coordinates ? mp(0) : momentum));
      }
      mp& scale = scales[static_cast<std::size_t>(i / coordinates)];
      scale = std::max(scale, std::max(parts, mp(abs(f[i]))));
    }
    before = correction;
    // momenta, rates and α have other units; what they are follows from the coordinates
    correction = max_magnitude(vector<mp>(delta.head(coordinates))) /
                 (1 + max_magnitude(vector<mp>(found.x.head(coordinates))));
    if (!is_finite(correction)) {
      break;
    }
    // Where branches meet, small corrections fall by a factor alone, until the equations lose their rank in the digits. Small is what is
    // so beside the state and the way that it has come.
    constexpr double small = -20;  // log2
    constexpr int fast = 8;
    const mp size = max_magnitude(found.x) + max_magnitude(vector<mp>(found.x - guess));
    constexpr double rounding_of_bits = 0.9;
    const bool falls_fast =
        !(before < correction * fast) ||
        log2_magnitude(correction) < -scalar_traits<mp>::bits() * rounding_of_bits;
    if (log2_magnitude(before * (1 + max_magnitude(found.x))) < log2_magnitude(size) + small) {
      slow = falls_fast ? slow && solution.rank < found.unknowns : true;
    }
    mp share(1);
    if (log2_magnitude(correction) > 0) {  // far away
      share = 1 / correction;
    }
    found.x -= vector<mp>(delta.head(n) * share);
    found.rates -= vector<mp>(delta.segment(n, count) * share);
    alphas -= vector<mp>(delta.tail(constraints) * share);
    found.condition = solution.condition;
    // quadratic: the next correction would be the square of this one. Momenta may be far from rest where coordinates are free.
    done = log2_magnitude(correction) < -scalar_traits<mp>::bits() * 0.6 && are_small(f);
  }
  vector<mp> rates = flow.field(found.x, t);
  for (Eigen::Index j = 0; j < count; ++j) {
    rates -= vector<mp>(along(j, found.x) * found.rates[j]);
  }
  found.residual = max_magnitude(rates);
  if (slow) {
    throw orbit_failure(
        fmt::format("the equilibrium is not decided: after {} iterations the corrections fall "
                    "slowly (the last one is {}), as where branches meet and an exponent is 0",
                    found.iterations, to_text(correction, 3)));
  }
  if (!done || !are_small(rates)) {
    throw orbit_failure(fmt::format(
        "no equilibrium is found from this guess: after {} iterations the last correction is {} "
        "and the residual {}{}",
        found.iterations, to_text(correction, 3), to_text(found.residual, 3),
        done ? ": no direction makes it smaller there; another start may do" : ""));
  }
  const reduced_directions reduced = symmetries.reduce(found.x);
  found.trivial = reduced.trivial;
  if (reduced.basis.cols() > 0) {
    const matrix<mp> moved = linear_here() * reduced.basis;
    found.exponents = multipliers(matrix<mp>(reduced.basis.transpose() * moved));
  }
  mp size(1);
  for (const complex<mp>& z : found.exponents) {
    size += abs(z.re) + abs(z.im);
  }
  const double rounding = -scalar_traits<mp>::bits() / 3.;
  const double level = log2_magnitude(size) + rounding;
  found.exponents = sorted(found.exponents, [&](const complex<mp>& a, const complex<mp>& b) {
    const mp difference = a.re - b.re;
    return log2_magnitude(difference) < level ? b.im < a.im : difference > 0;
  });
  for (const drift_symmetry& d : drifts) {
    found.names.push_back(d.of.name);
  }
  found.stability = stability_of_exponents(
      found.exponents,
      is_hamiltonian(flow) ? rounding : std::min(rounding, -question.digits * log2_of_10));
  // what is not told from 0 there has no digits
  for (complex<mp>& z : found.exponents) {
    z.re = log2_magnitude(z.re) < level ? mp(0) : z.re;
    z.im = log2_magnitude(z.im) < level ? mp(0) : z.im;
  }
  return found;
}

}  // namespace plumbline
