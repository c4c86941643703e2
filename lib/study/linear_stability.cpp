// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/derivative_at_rest.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/scheme_choices.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

namespace plumbline {

namespace {

/// An eigenvalue that double does not tell from 0 is decided in all digits, or it counts as stable, which is enough for a warning.
enum class eigenvalues_near_zero { are_decided, count_as_stable };
/// Up to so many coordinates a warning decides it in all digits, too.
constexpr int most_in_all_digits = 32;

/// The largest frequency of small oscillations about q = 0, if that is a minimum of the potential.
std::optional<double> fastest_frequency(const model<double>& system,
                                        eigenvalues_near_zero near_zero) {
  const vector<double> zero = vector<double>::Zero(system.dimension());
  const auto x = view(zero);
  vector<double> force(zero.size());
  matrix<double> mass;
  matrix<double> stiffness;
  matrix<double> damping;
  evaluation<double> at(system);
  at.equation(x, x, x, view(force));
  at.mass(x, x, mass);
  at.equation_slopes(x, x, x, stiffness, damping);
  constexpr double rounding = 1e-12;
  if (!all_finite(mass) || !all_finite(stiffness) || !all_finite(force) ||
      max_magnitude(force) > rounding * max_magnitude(stiffness)) {
    return std::nullopt;
  }
  // K x = λ M x in double tells the sign of the smallest λ but where that is near 0
  constexpr double clear = 1e-8;
  const Eigen::GeneralizedSelfAdjointEigenSolver<matrix<double>> quick(stiffness, mass,
                                                                       Eigen::EigenvaluesOnly);
  const bool is_positive = Eigen::LLT<matrix<double>>(mass).info() == Eigen::Success;
  if (is_positive && quick.info() == Eigen::Success) {
    const double smallest = quick.eigenvalues().minCoeff();
    const double largest = quick.eigenvalues().cwiseAbs().maxCoeff();
    if (std::fabs(smallest) > clear * largest) {
      return smallest > 0 ? std::optional(std::sqrt(largest)) : std::nullopt;
    }
    // of many coordinates all digits would cost minutes: a chain with free ends, which moves as a whole, has λ = 0
    if (near_zero == eigenvalues_near_zero::count_as_stable &&
        system.dimension() > most_in_all_digits) {
      return std::sqrt(largest);
    }
  }
  try {
    const modal_basis<double> modes(mass, stiffness);
    if (modes.lambda[0] > 0) {
      return std::sqrt(modes.lambda[modes.lambda.size() - 1]);
    }
  } catch (const domain_error&) {
    // a mass matrix that is singular there
  }
  return std::nullopt;
}

}  // namespace

namespace {

template <class T>
derivative_of_step<T> derivative_of(const problem& p, const scheme_choice& scheme,
                                    const std::optional<equilibrium>& at,
                                    const std::function<matrix<T>(Eigen::Index)>& directions = {}) {
  using D = tangent_number<T>;
  // At rest no step leaves its zone: there --events none is no other motion, and within a zone the law has derivatives.
  problem at_rest = p;
  at_rest.splits_events = true;
  auto derivative =
      derivative_at_rest<T>(scheme.entry->make<D>(scheme.values, make_tangent_system<T>(at_rest)),
                            at ? state_of_rest<T>(p, *at) : rest_at_zero<T>(p), directions);
  return [derivative = std::move(derivative)](const T& h) {
    end_if_interrupted();
    return derivative(h);
  };
}

/// The largest frequency at q = 0, as fastest_frequency.
std::optional<double> frequency_at_zero(const problem& p, eigenvalues_near_zero near_zero) {
  return p.system->kind == system_kind::first_order
             ? std::nullopt
             : fastest_frequency(make_problem<double>(p).system.second_order(), near_zero);
}

/// Whether q = 0 stays at rest: a force that is zero at t = 0 alone moves it.
bool rests_at_all_times(const problem& p) {
  const model<double> system = make_problem<double>(p).system.second_order();
  const vector<double> zero = vector<double>::Zero(system.dimension());
  const auto x = view(zero);
  vector<double> force(zero.size());
  matrix<double> stiffness;
  matrix<double> damping;
  evaluation<double> at(system);
  at.equation_slopes(x, x, x, stiffness, damping);
  constexpr double rounding = 1e-12;
  for (const double t : {0.7548776662466927, 5.698402909980532}) {  // no multiples of one another
    at.set_time(t);
    at.equation(x, x, x, view(force));
    if (!(max_magnitude(force) <= rounding * max_magnitude(stiffness))) {
      return false;
    }
  }
  return true;
}

/// Up to so many coordinates all directions of a step are looked at, which costs a step for each of them; beyond, those of so many
/// modes.
constexpr int most_in_all_directions = 32;
constexpr int modes_looked_at = 8;

/// The largest factor by which a step grows in the plane of one of the fastest modes u of small oscillations about q = 0, in which it
/// has the coordinates uᵀM q and uᵀ p. A plane that the scheme leaves says nothing, as of one that moves some coordinates before
/// others, and with damping; 0 where all are so.
double growth_of_fastest_modes(const problem& p, const scheme_choice& scheme, double h) {
  const model<double> system = make_problem<double>(p).system.second_order();
  const Eigen::Index n = system.dimension();
  const vector<double> zero = vector<double>::Zero(n);
  const auto x = view(zero);
  matrix<double> mass;
  matrix<double> stiffness;
  matrix<double> damping;
  evaluation<double> at(system);
  at.mass(x, x, mass);
  at.equation_slopes(x, x, x, stiffness, damping);
  const Eigen::GeneralizedSelfAdjointEigenSolver<matrix<double>> modes(stiffness, mass);
  double growth = 0;
  for (int k = 0; k < modes_looked_at && modes.info() == Eigen::Success; ++k) {
    const vector<double> mode = modes.eigenvectors().col(n - 1 - k);
    const vector<double> weighted = mass * mode;
    const auto is_momentum = [](Eigen::Index block) { return block == 1; };  // q, p, accelerations
    const auto directions = [&](Eigen::Index size) {
      matrix<double> plane = matrix<double>::Zero(size, size / n);
      for (Eigen::Index block = 0; block < plane.cols(); ++block) {
        plane.col(block).segment(block * n, n) = is_momentum(block) ? weighted : mode;
      }
      return plane;
    };
    const matrix<double> image = derivative_of<double>(p, scheme, {}, directions)(h);
    const Eigen::Index blocks = image.cols();
    matrix<double> in_plane(blocks, blocks);
    for (Eigen::Index row = 0; row < blocks; ++row) {
      in_plane.row(row) =
          (is_momentum(row) ? mode : weighted).transpose() * image.middleRows(row * n, n);
    }
    constexpr double rounding = 1e-9;
    const matrix<double> left = image - directions(image.rows()) * in_plane;
    if (!(left.norm() <= rounding * image.norm())) {
      continue;
    }
    growth = std::fmax(growth, spectral_radius(in_plane));
  }
  return growth;
}

}  // namespace

stability_at_rest stability_of(const problem& p, const scheme_choice& scheme, int digits) {
  stability_at_rest found;
  auto fastest = frequency_at_zero(p, eigenvalues_near_zero::are_decided);
  if (!fastest) {
    found.at = find_equilibrium(p);
    if (!found.at) {
      throw invalid_input(fmt::format(
          "no stable equilibrium of {} is found from 0 or from its start for these parameters; "
          "--start begins the search elsewhere",
          p.system->name()));
    }
    fastest = found.at->fastest;
  }
  const step_at_rest step{derivative_of<double>(p, scheme, found.at),
                          [&] { return derivative_of<mp>(p, scheme, found.at); }, *fastest};
  // in units of 1/omega: beyond the windows of Simpson (2 sqrt 6) and of higher members
  const double reach = 6.0 + 3.0 * scheme.entry->info_for(scheme.values).order;
  found.windows = find_stability_windows(step, {.digits = digits, .reach = reach});
  const stability_window& first = found.windows.list.front();
  if (first.to.h == mp(0) && !(found.windows.open && found.windows.list.size() == 1)) {
    constexpr int digits_of_growth = 6;
    found.slow = find_stability_windows(
        step, {.digits = digits_of_growth, .reach = reach, .tolerated = noticed_growth});
  }
  return found;
}

namespace {

/// A stable equilibrium elsewhere than at 0, of a system of few coordinates that moves without constraints, whose small oscillations reach
/// as far as the start, with the energy of the motion or little more: other motions need not come near to it.
std::optional<equilibrium> rest_elsewhere(const problem& p) {
  constexpr double little_more = 4;
  if (p.system->kind != system_kind::lagrangian || !p.system->constraints.empty() ||
      p.dimension > most_in_all_directions) {
    return std::nullopt;
  }
  const auto found = find_equilibrium(p);
  if (!found || !found->is_minimum) {
    return std::nullopt;
  }
  const problem_in<double> in = make_problem<double>(p);
  evaluation<double> at(in.system);
  const vector<double> zero = vector<double>::Zero(in.start.q.size());
  matrix<double> stiffness;
  matrix<double> damping;
  at.equation_slopes(view(found->position), view(zero), view(zero), stiffness, damping);
  const vector<double> away = in.start.q - found->position;
  const double needed = away.dot(vector<double>(stiffness * away)) / 2;
  const double energy_above = energy(at, in.start) - energy(at, state_of_rest<double>(p, *found));
  return needed <= little_more * energy_above ? found : std::nullopt;
}

/// By how much the flow itself grows beside a rest in the time h, at least 1.
double growth_of_flow(const problem& p, const std::optional<equilibrium>& at_rest, double h) {
  const model<double> system = make_problem<double>(p).system.second_order();
  const Eigen::Index n = system.dimension();
  const vector<double> zero = vector<double>::Zero(n);
  const vector<double> place = at_rest ? at_rest->position : zero;
  evaluation<double> at(system);
  matrix<double> mass;
  matrix<double> stiffness;
  matrix<double> damping;
  at.mass(view(place), view(zero), mass);
  at.equation_slopes(view(place), view(zero), view(zero), stiffness, damping);
  double fastest = 0;
  for (const complex<double>& rate : multipliers(linear_motion(mass, stiffness, damping))) {
    fastest = std::fmax(fastest, rate.re);
  }
  return std::exp(fastest * h);
}

}  // namespace

std::string instability_of(const problem& p, const scheme_choice& scheme, double h) {
  double radius = 0;
  bool rests = true;
  if (follows_motion(scheme)) {
    return {};
  }
  try {
    std::optional<equilibrium> at;
    if (frequency_at_zero(p, eigenvalues_near_zero::count_as_stable)) {
      rests = rests_at_all_times(p);
    } else if (at = rest_elsewhere(p); !at) {
      return {};
    }
    radius = p.dimension > most_in_all_directions
                 ? growth_of_fastest_modes(p, scheme, h)
                 : spectral_radius(derivative_of<double>(p, scheme, at)(h));
    if (radius > 1 + noticed_growth && p.dimension <= most_in_all_directions) {
      radius /= growth_of_flow(p, at, h);
    }
  } catch (const step_failure&) {
    return {};  // the run itself says where there is no step
  } catch (const invalid_input&) {
    return {};  // numbers that a double does not hold
  }
  constexpr double barely = 1.001;
  // about a point that a force moves, small growth comes from the motion
  if (!(radius > (rests ? 1 + noticed_growth : barely) && std::isfinite(radius))) {
    return {};
  }
  return fmt::format(
      "the step {:.6g} is beyond the stability limit of {}: near the equilibrium a step grows by "
      "the factor {}",
      h, scheme.entry->info.name,
      radius < barely ? fmt::format("1 + {:.2g}", radius - 1) : fmt::format("{:.4g}", radius));
}

}  // namespace plumbline
