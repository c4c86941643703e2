// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_multipliers.hpp"

#include "study/orthonormal.hpp"
#include <plumbline/core/sorted.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

mp modulus(const complex<mp>& z) { return sqrt(mp(z.re * z.re + z.im * z.im)); }

/// Each column divided by its length.
matrix<mp> unit_columns(matrix<mp> a) {
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    const mp size = sqrt(mp(a.col(j).squaredNorm()));
    if (size != 0) {
      a.col(j) /= size;
    }
  }
  return a;
}

/// The coefficients c of the unit vectors b_j for which Σ c_j b_j is orthogonal to the unit vectors a_i.
matrix<mp> orthogonal_combinations(const matrix<mp>& a, const matrix<mp>& b) {
  matrix<mp> products = a.transpose() * b;
  bool any = false;
  for (mp& x : products.reshaped()) {
    if (log2_magnitude(x) < log2_of_rounding()) {
      x = mp(0);
    }
    any = any || x != 0;
  }
  if (!any) {
    return matrix<mp>::Identity(b.cols(), b.cols());
  }
  Eigen::FullPivLU<matrix<mp>> lu(products);
  lu.setThreshold(ldexp(mp(1), static_cast<int>(log2_of_rounding())));
  return lu.dimensionOfKernel() == 0 ? matrix<mp>(b.cols(), 0) : matrix<mp>(lu.kernel());
}

}  // namespace

void sort_multipliers(std::vector<complex<mp>>& list) {
  list = sorted(list,
                [](const complex<mp>& a, const complex<mp>& b) { return modulus(b) < modulus(a); });
  // moduli that are equal but for rounding
  for (std::size_t first = 0; first < list.size();) {
    std::size_t last = first + 1;
    const mp size = modulus(list[first]);
    while (last < list.size() && log2_magnitude(mp(size - modulus(list[last]))) <
                                     log2_magnitude(size) + log2_of_rounding()) {
      ++last;
    }
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<complex<mp>> equal(begin, list.begin() + static_cast<std::ptrdiff_t>(last));
    std::ranges::copy(
        sorted(equal, [](const complex<mp>& a, const complex<mp>& b) { return b.im < a.im; }),
        begin);
    first = last;
  }
}

namespace {

/// `surface`: the normals of the surface on which constraints keep the states, whose multipliers are none of the orbit.
reduced_directions reduced_by(const matrix<mp>& symmetries, const matrix<mp>& gradients,
                              const matrix<mp>& surface) {
  const matrix<mp> directions = unit_columns(symmetries);
  matrix<mp> all(symmetries.rows(), surface.cols() + gradients.rows());
  all.leftCols(surface.cols()) = surface;
  all.rightCols(gradients.rows()) = gradients.transpose();
  const matrix<mp> normal = orthonormal_columns(all);
  const matrix<mp> inside = directions * orthogonal_combinations(normal, directions);
  const matrix<mp> along = orthonormal_columns(inside);
  if (normal.cols() + along.cols() == 0) {
    return {matrix<mp>::Identity(symmetries.rows(), symmetries.rows()), 0};
  }
  matrix<mp> left_out(symmetries.rows(), normal.cols() + along.cols());
  left_out << normal, along;
  return {complement(left_out), static_cast<int>(left_out.cols() - surface.cols())};
}

}  // namespace

reduced_directions reduce_directions(orbit_equations& equations, const vector<mp>& x) {
  const vector<mp>& units = equations.units_of_state();
  return reduced_by(
      matrix<mp>(units.cwiseInverse().asDiagonal() * equations.symmetry_directions(x)),
      matrix<mp>(equations.gradients(x) * units.asDiagonal()),
      matrix<mp>(units.asDiagonal() * equations.flow().surface_normals(x)));
}

rest_symmetries::rest_symmetries(const orbit_question& question)
    : flow_(std::make_unique<orbit_flow>(question.p)),
      kept_(kept_by_flow(question, *flow_)),
      drifts_(relative_symmetries(question, kept_, *flow_)) {
  const vector<mp> guess = flow_->start();
  // the rates that leave least of the field at the guess
  rates_ = vector<mp>::Zero(std::ssize(drifts_));
  if (!drifts_.empty()) {
    matrix<mp> along(flow_->states(), std::ssize(drifts_));
    for (std::size_t j = 0; j < drifts_.size(); ++j) {
      along.col(static_cast<Eigen::Index>(j)) = applied(drifts_[j].generator, guess);
    }
    rates_ = Eigen::ColPivHouseholderQR<matrix<mp>>(along).solve(
        flow_->field(guess, flow_->start_time()));
    if (const mp fastest = max_magnitude(rates_);
        fastest > 0 && log2_magnitude(fastest) > log2_of_nothing()) {
      leave_out_moved(kept_, drifts_, vector<mp>(rates_ / fastest), *flow_, states_around(guess));
    }
  }
  for (const state_function& f : kept_.list) {
    if (has_direction(f, kept_, *flow_)) {
      moving_.push_back(f);
    }
  }
  planes_ = matrix<mp>(static_cast<Eigen::Index>(moving_.size()), flow_->states());
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    planes_.row(static_cast<Eigen::Index>(i)) = direction_of(moving_[i], *flow_, guess).transpose();
  }
}

reduced_directions rest_symmetries::reduce(const vector<mp>& x) const {
  matrix<mp> directions = matrix<mp>::Zero(flow_->states(), std::ssize(moving_));
  matrix<mp> gradients = matrix<mp>::Zero(std::ssize(moving_), flow_->states());
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    const vector<mp> xi = direction_of(moving_[i], *flow_, x);
    // on the axis of a rotation it moves nothing
    if (log2_magnitude(mp(max_magnitude(xi))) >
        log2_magnitude(mp(1 + max_magnitude(x))) + log2_of_rounding()) {
      const auto k = static_cast<Eigen::Index>(i);
      directions.col(k) = xi;
      gradients.row(k) = flow_->value(moving_[i], x).gradient.transpose();
    }
  }
  return reduced_by(directions, gradients, flow_->surface_normals(x));
}

std::vector<complex<mp>> all_multipliers(orbit_equations& equations, const vector<mp>& u) {
  auto list = plumbline::multipliers(
      equations.monodromy_on(u, equations.tangents_in_units(equations.state(u))));
  sort_multipliers(list);
  return list;
}

reduced_monodromy reduce_monodromy(orbit_equations& equations, const vector<mp>& u) {
  reduced_monodromy m;
  const reduced_directions directions = reduce_directions(equations, equations.state(u));
  m.basis = directions.basis;
  m.trivial = directions.trivial;
  if (m.basis.cols() > 0) {
    m.reduced = equations.monodromy_on(u, m.basis);
    m.multipliers = plumbline::multipliers(m.reduced);
  }
  sort_multipliers(m.multipliers);
  return m;
}

namespace {

/// det Dφ_T(x), to most of the digits of the scope however small it is: the product over parts of the time in each of which the flow
/// contracts little, 2^halvings of them at least. For systems that do not depend on the time.
mp volume_change(orbit_flow& flow, const vector<mp>& x, const mp& time, int halvings,
                 int depth = 0) {
  constexpr double most_contraction = 12;  // log2: the determinant of a part loses so many bits
  constexpr int most_halvings = 16;
  const int n = flow.states();
  const mp half = time / 2;
  if (depth >= halvings) {
    const matrix<mp> m = flow.end_with_derivative(x, time, matrix<mp>::Identity(n, n)).derivative;
    const mp volume = Eigen::PartialPivLU<matrix<mp>>(m).determinant();
    const double lost = n * log2_magnitude(max_magnitude(m)) - log2_magnitude(volume);
    if (lost < most_contraction || depth == most_halvings) {
      return volume;
    }
  }
  return volume_change(flow, x, half, halvings, depth + 1) *
         volume_change(flow, flow.end(x, half), half, halvings, depth + 1);
}

/// The last multiplier from the others, which are known: the product of all, the trivial ones too, is the change of volume (Liouville).
/// False for orbits whose closing is not that of the flow over the whole period.
bool complete_by_volume(const orbit_question& question, orbit_equations& equations,
                        const vector<mp>& u, std::vector<complex<mp>>& list) {
  constexpr int halvings = 4;
  if (!question.reversor.empty() || question.parts != 1 || !question.relative.empty() ||
      question.by_steps || !equations.flow().autonomous() || list.empty() ||
      !equations.flow().surface().empty()) {
    return false;
  }
  complex<mp> others{mp(1), mp(0)};
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    const complex<mp>& z = list[i];
    others = complex<mp>{mp(others.re * z.re - others.im * z.im),
                         mp(others.re * z.im + others.im * z.re)};
  }
  list.back() = {
      mp(volume_change(equations.flow(), equations.state(u), equations.period(u), halvings) /
         others.re),
      mp(0)};
  return true;
}

}  // namespace

namespace {

/// Digits in which the two that are closest agree.
int digits_of_closeness(const std::vector<complex<mp>>& list) {
  constexpr double more_than_any = 1e6;
  double closest = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const complex<mp> apart{mp(list[i].re - list[j].re), mp(list[i].im - list[j].im)};
      closest =
          std::min(closest, log2_magnitude(modulus(apart)) - log2_magnitude(modulus(list[i])));
    }
  }
  return static_cast<int>(std::min(-closest / log2_of_10, more_than_any));
}

}  // namespace

reduced_monodromy monodromy_to_all_digits(const orbit_question& question, const vector<mp>& guess,
                                          const mp& period, const found_orbit& found) {
  constexpr int spare = 5;  // of the digits that the orbit has beyond those that are asked for
  constexpr int margin = 5;
  constexpr int most_further = 4000;
  // Where the change of volume does not give the last multiplier, one that is a rounding error in so many computations is not decided.
  constexpr int most_vain = 3;
  int vain = 0;
  found_orbit at = found;
  for (int further = 0;;) {
    const precision_scope scope(at.working_digits);
    orbit_equations equations(question, guess, period);
    reduced_monodromy monodromy = reduce_monodromy(equations, in_scope(at.u));
    // digits by which the multipliers up to the k-th are below the largest, or below 1
    const auto lost_up_to = [&](std::size_t count) {
      double largest = 0;
      double smallest = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const double size = log2_magnitude(modulus(monodromy.multipliers[k]));
        largest = std::max(largest, size);
        // none of a flow is zero: one that came out as zero is below all digits
        smallest =
            std::min(smallest, std::isfinite(size) ? size : largest - scalar_traits<mp>::bits());
      }
      return static_cast<int>((largest - smallest) / log2_of_10);
    };
    const std::size_t count = monodromy.multipliers.size();
    // two that are equal have half of the digits
    const int close = std::min(digits_of_closeness(monodromy.multipliers), question.digits);
    const int lost = std::max(lost_up_to(count), close);
    vain += lost > at.working_digits - spare - margin ? 1 : 0;
    if (vain == most_vain && !(question.reversor.empty() && equations.flow().surface().empty())) {
      throw orbit_failure(
          fmt::format("the multipliers are not decided: one of them is a rounding error with {} "
                      "digits, too",
                      at.working_digits));
    }
    if (lost <= further + spare || further > most_further) {
      return monodromy;
    }
    // with so many further digits again the derivative costs less than the change of volume in parts
    if (lost > question.digits && lost_up_to(count - 1) <= further + spare &&
        complete_by_volume(question, equations, in_scope(at.u), monodromy.multipliers)) {
      return monodromy;
    }
    const int more = lost + margin - further;
    at = with_further_digits(question, guess, period, at, more);
    further += more;
  }
}

found_orbit with_separate_multipliers(const orbit_question& question, const vector<mp>& guess,
                                      const mp& period, const found_orbit& found) {
  constexpr int spare = 5;  // of the digits that the orbit has beyond those that are asked for
  constexpr int margin = 5;
  found_orbit at = found;
  for (int further = 0;;) {
    const precision_scope scope(at.working_digits);
    orbit_equations equations(question, guess, period);
    const auto list = all_multipliers(equations, in_scope(at.u));
    // two that are equal to all digits that are asked for have these digits with as many further ones
    const int lost = std::min(digits_of_closeness(list), question.digits);
    if (lost <= further + spare) {
      return at;
    }
    const int more = lost + margin - further;
    at = with_further_digits(question, guess, period, at, more);
    further += more;
  }
}

double log2_of_multiple() { return log2_of_rounding(); }

std::vector<complex<mp>> without_nearest_to_one(std::vector<complex<mp>> list, int count) {
  const auto distance = [](const complex<mp>& z) {
    const complex<mp> d{mp(z.re - 1), z.im};
    return modulus(d);
  };
  list = sorted(
      list, [&](const complex<mp>& a, const complex<mp>& b) { return distance(a) < distance(b); });
  constexpr double near = 0.01;
  const auto first_far = std::ranges::find_if(
      list, [&](const complex<mp>& z) { return !(to_double(distance(z)) < near); });
  list.erase(list.begin(),
             list.begin() + std::min<std::ptrdiff_t>(count, first_far - list.begin()));
  return list;
}

double log2_on_circle(orbit_equations& equations, int digits) {
  return is_hamiltonian(equations.flow()) || equations.reversor()
             ? log2_of_multiple()
             : std::min(log2_of_multiple(), -digits * log2_of_10);
}

std::string stability_of(const std::vector<complex<mp>>& multipliers, double log2_tolerance,
                         std::optional<double> of_circle) {
  bool all_inside = true;
  bool all_on = true;
  for (const complex<mp>& z : multipliers) {
    const mp beyond = modulus(z) - 1;
    const bool on = log2_magnitude(beyond) < of_circle.value_or(log2_tolerance);
    if (!on && beyond > 0) {
      return "unstable";
    }
    all_on = all_on && on;
    all_inside = all_inside && !on;
  }
  if (multipliers.empty()) {
    return "stable";
  }
  if (all_inside) {
    return "asymptotically-stable";
  }
  // where two meet on the circle, or one is ±1, the multipliers alone do not say
  for (std::size_t i = 0; i < multipliers.size(); ++i) {
    const bool is_real = log2_magnitude(multipliers[i].im) < log2_tolerance;
    all_on = all_on && !is_real;
    for (std::size_t j = 0; j < i; ++j) {
      const complex<mp> difference{mp(multipliers[i].re - multipliers[j].re),
                                   mp(multipliers[i].im - multipliers[j].im)};
      all_on = all_on && !(log2_magnitude(modulus(difference)) < log2_tolerance);
    }
  }
  return all_on ? "stable" : "undecided";
}

}  // namespace plumbline
