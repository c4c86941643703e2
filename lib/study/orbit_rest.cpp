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

/// Newton's iteration for f(x) + Σ α_k n_k(x) = Σ ω_j ξ_j(x), s_k(x) = 0, I_j(x) = I_j(guess) in the planes through the guess. n_k are the
/// normals of the surface of the constraints s_k, to which f is orthogonal, so that α is 0 on it.
class rest_search {
 public:
  explicit rest_search(const orbit_question& question);
  found_rest find();

 private:
  struct equations {
    vector<mp> r;  ///< what is to be 0
    matrix<mp> d;  ///< its derivatives by x, ω, α
    vector<mp> f;  ///< f − Σ ω_j ξ_j
  };
  equations equations_here() const;
  /// The derivative of f − Σ ω_j ξ_j.
  matrix<mp> linear_here() const;
  /// f − Σ ω_j ξ_j at a point.
  vector<mp> motion_at(const vector<mp>& x) const;
  void raise_scales(const equations& e);
  bool are_small(const vector<mp>& rates) const;
  void improve();
  void look_for_slowness(const mp& before, bool full_rank);
  void require_found() const;
  void put_zeros();
  void find_exponents();

  int digits_;
  rest_symmetries symmetries_;
  orbit_flow* flow_;
  int n_;            ///< of the state
  int coordinates_;  ///< the first of them
  Eigen::Index drifts_;
  Eigen::Index constraints_;
  mp t_;
  vector<mp> guess_;
  vector<mp> held_;  ///< I_j of the guess
  vector<mp> alphas_;
  found_rest found_;
  std::vector<mp> scales_;  ///< of the rates of coordinates, and of those of momenta
  mp correction_{1};
  bool slow_ = false;
  bool done_ = false;
};

rest_search::rest_search(const orbit_question& question)
    : digits_(question.digits),
      symmetries_(question),
      flow_(&symmetries_.flow()),
      n_(flow_->states()),
      coordinates_(question.p.system->kind == system_kind::first_order ? n_ : n_ / 2),
      drifts_(static_cast<Eigen::Index>(symmetries_.drifts().size())),
      constraints_(static_cast<Eigen::Index>(flow_->surface().size())),
      t_(flow_->start_time()),
      guess_(flow_->start()),
      held_(drifts_),
      alphas_(vector<mp>::Zero(constraints_)),
      scales_(2, mp(0)) {
  if (!flow_->autonomous()) {
    throw invalid_input(
        fmt::format("{} depends on time: it has no rest that --equilibrium could find",
                    question.p.system->name()));
  }
  for (Eigen::Index j = 0; j < drifts_; ++j) {
    const drift_symmetry& drift = symmetries_.drifts()[static_cast<std::size_t>(j)];
    held_[j] = flow_->value(drift.of, guess_).value;
    found_.names.push_back(drift.of.name);
  }
  found_.unknowns = n_ + static_cast<int>(drifts_ + constraints_);
  found_.x = in_scope(guess_);
  found_.rates = symmetries_.rates();
}

vector<mp> rest_search::motion_at(const vector<mp>& x) const {
  vector<mp> rates = flow_->field(x, t_);
  for (Eigen::Index j = 0; j < drifts_; ++j) {
    const drift_symmetry& drift = symmetries_.drifts()[static_cast<std::size_t>(j)];
    rates -= vector<mp>(applied(drift.generator, x) * found_.rates[j]);
  }
  return rates;
}

matrix<mp> rest_search::linear_here() const {
  matrix<mp> linear = flow_->field_derivative(found_.x, t_);
  for (Eigen::Index j = 0; j < drifts_; ++j) {
    const drift_symmetry& drift = symmetries_.drifts()[static_cast<std::size_t>(j)];
    linear -= matrix<mp>(drift.generator.topLeftCorner(n_, n_) * found_.rates[j]);
  }
  return linear;
}

rest_search::equations rest_search::equations_here() const {
  const matrix<mp>& planes = symmetries_.planes();  // as rows
  const Eigen::Index first_drift = n_ + planes.rows();
  const Eigen::Index first_constraint = first_drift + drifts_;
  const Eigen::Index rows = first_constraint + constraints_;
  equations e{vector<mp>(rows), matrix<mp>::Zero(rows, found_.unknowns), motion_at(found_.x)};
  const matrix<mp> normals = flow_->surface_normals(found_.x);
  e.r.head(n_) = e.f + vector<mp>(normals * alphas_);
  e.d.topLeftCorner(n_, n_) = linear_here();
  e.d.block(0, n_ + drifts_, n_, constraints_) = normals;
  e.r.segment(n_, planes.rows()) = planes * vector<mp>(found_.x - guess_);
  e.d.block(n_, 0, planes.rows(), n_) = planes;
  const auto put = [&](Eigen::Index row, const state_function& of, const mp& wanted) {
    const auto value = flow_->value(of, found_.x);
    e.r[row] = value.value - wanted;
    e.d.row(row).head(n_) = value.gradient.transpose();
  };
  for (Eigen::Index j = 0; j < drifts_; ++j) {
    const drift_symmetry& drift = symmetries_.drifts()[static_cast<std::size_t>(j)];
    e.d.col(n_ + j).head(n_) = -applied(drift.generator, found_.x);
    put(first_drift + j, drift.of, held_[j]);
  }
  for (Eigen::Index k = 0; k < constraints_; ++k) {
    put(first_constraint + k, flow_->surface()[static_cast<std::size_t>(k)], mp(0));
  }
  return e;
}

/// The largest that the rates were, and the parts Σ_j |∂f_i/∂x_j| |x_j| that cancel in them.
void rest_search::raise_scales(const equations& e) {
  const mp momentum = unit_of_momenta(e.d, found_.x, coordinates_);
  for (Eigen::Index i = 0; i < n_; ++i) {
    mp parts(0);
    for (Eigen::Index j = 0; j < n_; ++j) {
      parts += abs(e.d(i, j)) * (abs(found_.x[j]) + abs(mp(found_.x[j] - guess_[j])) +
                                 (j < coordinates_ ? mp(0) : momentum));
    }
    mp& scale = scales_[static_cast<std::size_t>(i / coordinates_)];
    scale = std::max(scale, std::max(parts, mp(abs(e.f[i]))));
  }
}

bool rest_search::are_small(const vector<mp>& rates) const {
  for (Eigen::Index i = 0; i < n_; ++i) {
    const mp& scale = scales_[static_cast<std::size_t>(i / coordinates_)];
    if (rates[i] != 0 &&
        log2_magnitude(rates[i]) > log2_magnitude(scale) - scalar_traits<mp>::bits() * 0.5) {
      return false;
    }
  }
  return true;
}

/// Where branches meet, small corrections fall by a factor alone, until the equations lose their rank in the digits. Small is
/// what is so beside the state and the way that it has come.
void rest_search::look_for_slowness(const mp& before, bool full_rank) {
  constexpr double small = -20;  // log2
  constexpr int fast = 8;
  constexpr double rounding_of_bits = 0.9;
  const mp size = max_magnitude(found_.x) + max_magnitude(vector<mp>(found_.x - guess_));
  const bool falls_fast =
      !(before < correction_ * fast) ||
      log2_magnitude(correction_) < -scalar_traits<mp>::bits() * rounding_of_bits;
  if (log2_magnitude(before * (1 + max_magnitude(found_.x))) < log2_magnitude(size) + small) {
    slow_ = falls_fast ? slow_ && !full_rank : true;
  }
}

/// One correction, at most as long as the state far away.
void rest_search::improve() {
  const equations e = equations_here();
  const balanced_solution solution = solve_balanced(e.d, e.r, -scalar_traits<mp>::bits() / 3.);
  const vector<mp> delta = shortest_in(solution, coordinates_);
  raise_scales(e);
  const mp before = correction_;
  // momenta, rates and α have other units; what they are follows from the coordinates
  correction_ = max_magnitude(vector<mp>(delta.head(coordinates_))) /
                (1 + max_magnitude(vector<mp>(found_.x.head(coordinates_))));
  if (!is_finite(correction_)) {
    return;
  }
  look_for_slowness(before, solution.rank == found_.unknowns);
  const mp share = log2_magnitude(correction_) > 0 ? mp(1 / correction_) : mp(1);
  found_.x -= vector<mp>(delta.head(n_) * share);
  found_.rates -= vector<mp>(delta.segment(n_, drifts_) * share);
  alphas_ -= vector<mp>(delta.tail(constraints_) * share);
  found_.condition = solution.condition;
  // quadratic: the next correction would be the square of this one. Momenta may be far from rest where coordinates are free.
  done_ = log2_magnitude(correction_) < -scalar_traits<mp>::bits() * 0.6 && are_small(e.f);
}

void rest_search::require_found() const {
  if (slow_) {
    throw orbit_failure(
        fmt::format("the equilibrium is not decided: after {} iterations the corrections fall "
                    "slowly (the last one is {}), as where branches meet and an exponent is 0",
                    found_.iterations, to_text(correction_, 3)));
  }
  if (!done_ || !are_small(motion_at(found_.x))) {
    throw orbit_failure(fmt::format(
        "no equilibrium is found from this guess: after {} iterations the last correction is {} "
        "and the residual {}{}",
        found_.iterations, to_text(correction_, 3), to_text(found_.residual, 3),
        done_ ? ": no direction makes it smaller there; another start may do" : ""));
  }
}

/// What is left of a coordinate on its way to 0 is 0 where that does not make the rates larger.
void rest_search::put_zeros() {
  const double level = log2_magnitude(max_magnitude(vector<mp>(found_.x - guess_))) -
                       scalar_traits<mp>::bits() * 0.5;
  for (Eigen::Index i = 0; i < n_; ++i) {
    vector<mp> x = found_.x;
    x[i] = mp(0);
    if (found_.x[i] == 0 || !(log2_magnitude(found_.x[i]) < level)) {
      continue;
    }
    const mp residual = max_magnitude(motion_at(x));
    if (!(found_.residual < residual)) {
      found_.x = x;
      found_.residual = residual;
    }
  }
}

void rest_search::find_exponents() {
  const reduced_directions reduced = symmetries_.reduce(found_.x);
  found_.trivial = reduced.trivial;
  if (reduced.basis.cols() > 0) {
    const matrix<mp> moved = linear_here() * reduced.basis;
    found_.exponents = multipliers(matrix<mp>(reduced.basis.transpose() * moved));
  }
  mp size(1);
  for (const complex<mp>& z : found_.exponents) {
    size += abs(z.re) + abs(z.im);
  }
  const double rounding = -scalar_traits<mp>::bits() / 3.;
  const double level = log2_magnitude(size) + rounding;
  found_.exponents = sorted(found_.exponents, [&](const complex<mp>& a, const complex<mp>& b) {
    const mp difference = a.re - b.re;
    return log2_magnitude(difference) < level ? b.im < a.im : difference > 0;
  });
  found_.stability = stability_of_exponents(
      found_.exponents,
      is_hamiltonian(*flow_) ? rounding : std::min(rounding, -digits_ * log2_of_10));
  // what is not told from 0 there has no digits
  for (complex<mp>& z : found_.exponents) {
    z.re = log2_magnitude(z.re) < level ? mp(0) : z.re;
    z.im = log2_magnitude(z.im) < level ? mp(0) : z.im;
  }
}

found_rest rest_search::find() {
  constexpr int most_iterations = 100;
  for (; found_.iterations < most_iterations && !done_ && is_finite(correction_);
       ++found_.iterations) {
    improve();
  }
  found_.residual = max_magnitude(motion_at(found_.x));
  require_found();
  put_zeros();
  find_exponents();
  return std::move(found_);
}

}  // namespace

found_rest find_rest(const orbit_question& question) { return rest_search(question).find(); }

}  // namespace plumbline
