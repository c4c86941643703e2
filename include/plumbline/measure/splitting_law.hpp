// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The law by which the splitting of a separatrix vanishes with h = ln λ,
//
//   |ω| = 4π Θ h^a e^{−c/h} (1 + b_1 h² + b_2 h⁴ + …),
//
// through n ≥ 4 steps: ln |ω| = A + a ln h − c/h + Σ_{j ≤ n−3} β_j h^{2j} has as many unknowns. Where a is a whole number to 0.05 it is
// set to that, and the others are fitted again with one β more. The radii say how far the numbers move when the largest or the
// smallest step is left out, and when each ω moves by its relative error. (Gelfreich & Lazutkin 2001)
//
// Where the potential is not symmetric about the middle of the separatrix, odd powers of h are there too: V = −q²/2 − q³/7 + q⁴/5 has
// b h with b of the order of 1. All powers h, h², h³, … are fitted where the coefficient of h, in such a fit, is more than ten times
// as large as what it moves by when a step is left out.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/scalar/exact.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace plumbline {

struct law_number {
  mp value{0};
  mp radius{0};
};

struct splitting_law {
  law_number power;
  law_number decay;
  law_number constant;  ///< |Θ|
};

namespace detail {

struct law_fit {
  mp logarithm;  ///< A
  mp power;
  mp decay;
  mp first;  ///< the first coefficient β
};

enum class law_powers { even, all };

/// Through all points, with a held where it is given.
inline law_fit fit_splitting(const std::vector<mp>& h, const std::vector<mp>& log_omega,
                             const std::optional<mp>& power, law_powers powers) {
  using std::log;
  const auto n = static_cast<Eigen::Index>(h.size());
  matrix<mp> a(n, n);
  vector<mp> b(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const mp& x = h[static_cast<std::size_t>(i)];
    b[i] = log_omega[static_cast<std::size_t>(i)];
    a(i, 0) = mp(1);
    a(i, 1) = -1 / x;
    Eigen::Index column = 2;
    if (power) {
      b[i] -= *power * log(x);
    } else {
      a(i, column++) = log(x);
    }
    const mp ratio = powers == law_powers::even ? mp(x * x) : x;
    for (mp term = ratio; column < n; ++column, term *= ratio) {
      a(i, column) = term;
    }
  }
  lu_factors<mp> lu;
  if (!lu.compute(a)) {
    throw invalid_input("the steps of a splitting law must differ");
  }
  vector<mp> x(n);
  lu.solve(b, x);
  const Eigen::Index first = power ? 2 : 3;
  return {x[0], power ? *power : x[2], x[1], first < n ? x[first] : mp(0)};
}

}  // namespace detail

/// `errors`: the relative errors of the invariants.
inline splitting_law fit_splitting_law(std::vector<mp> h, std::vector<mp> log_omega,
                                       std::vector<mp> errors) {
  using std::abs;
  using std::exp;
  // the largest step first
  std::vector<std::size_t> places(h.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = i;
  }
  std::sort(places.begin(), places.end(),
            [&](std::size_t i, std::size_t j) { return h[j] < h[i]; });
  std::vector<mp> x;
  std::vector<mp> y;
  std::vector<mp> dy;
  for (const std::size_t i : places) {
    x.push_back(h[i]);
    y.push_back(log_omega[i]);
    dy.push_back(errors[i]);
  }
  const std::vector<mp> x_less(x.begin() + 1, x.end());
  const std::vector<mp> y_less(y.begin() + 1, y.end());
  const std::vector<mp> x_most(x.begin(), x.end() - 1);
  const std::vector<mp> y_most(y.begin(), y.end() - 1);
  const auto radius = [](const mp& all, const mp& without_largest, const mp& without_smallest) {
    const mp a = abs(mp(without_largest - all));
    const mp b = abs(mp(without_smallest - all));
    return a < b ? b : a;
  };
  const mp four_pi = 16 * atan(mp(1));
  splitting_law law;
  auto powers = detail::law_powers::even;
  std::optional<mp> held;
  const auto fit_power = [&] {
    const auto free = detail::fit_splitting(x, y, std::nullopt, powers);
    law.power = {
        free.power,
        radius(free.power, detail::fit_splitting(x_less, y_less, std::nullopt, powers).power,
               detail::fit_splitting(x_most, y_most, std::nullopt, powers).power)};
    const mp whole = floor(mp(free.power + rational<mp>(1, 2)));
    held.reset();
    if (abs(mp(free.power - whole)) < rational<mp>(1, 20)) {
      held = whole;
      law.power.value = whole;
    }
    return free;
  };
  auto free = fit_power();
  const auto first_of = [&](const std::vector<mp>& at, const std::vector<mp>& of) {
    return detail::fit_splitting(at, of, held, detail::law_powers::all).first;
  };
  const mp first = first_of(x, y);
  if (abs(first) > 10 * radius(first, first_of(x_less, y_less), first_of(x_most, y_most))) {
    powers = detail::law_powers::all;
    free = fit_power();
  }
  const auto fit = [&](const std::vector<mp>& at, const std::vector<mp>& of) {
    const auto found = detail::fit_splitting(at, of, held, powers);
    return std::pair{mp(exp(found.logarithm) / four_pi), found.decay};
  };
  const auto [constant, decay] = fit(x, y);
  const auto [constant_less, decay_less] = fit(x_less, y_less);
  const auto [constant_most, decay_most] = fit(x_most, y_most);
  law.constant = {constant, radius(constant, constant_less, constant_most)};
  law.decay = {decay, radius(decay, decay_less, decay_most)};
  for (std::size_t i = 0; i < y.size(); ++i) {
    std::vector<mp> moved = y;
    moved[i] += dy[i];
    const auto [c, d] = fit(x, moved);
    law.constant.radius += abs(mp(c - constant));
    law.decay.radius += abs(mp(d - decay));
    if (!held) {
      law.power.radius +=
          abs(mp(detail::fit_splitting(x, moved, std::nullopt, powers).power - free.power));
    }
  }
  return law;
}

}  // namespace plumbline
