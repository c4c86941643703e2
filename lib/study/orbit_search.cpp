// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_search.hpp"

#include "study/orbit_multipliers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// Numbers that agree to half of the digits of the scope are taken for equal where only rounding can tell them apart.
double log2_of_nothing() { return -scalar_traits<mp>::bits() / 2.; }

/// What is left of v beside the orthonormal vectors.
vector<mp> beside(const std::vector<vector<mp>>& orthonormal, const vector<mp>& v) {
  vector<mp> rest = in_scope(v);
  for (int pass = 0; pass < 2; ++pass) {
    for (const vector<mp>& e : orthonormal) {
      rest -= vector<mp>(e * dot(e, rest));
    }
  }
  return rest;
}

mp norm_of(const vector<mp>& v) { return sqrt(mp(dot(v, v))); }

/// True, and the vector's new direction is in the list, where it is independent of those in the list.
bool add_direction(std::vector<vector<mp>>& orthonormal, const vector<mp>& v, double log2_least) {
  const mp size = norm_of(v);
  if (size == 0) {
    return false;
  }
  vector<mp> rest = beside(orthonormal, v);
  const mp left = norm_of(rest);
  if (log2_magnitude(left) < log2_magnitude(size) + log2_least) {
    return false;
  }
  rest /= left;
  orthonormal.push_back(std::move(rest));
  return true;
}

/// exp(A) by its series at A/2^k.
matrix<mp> exponential(const matrix<mp>& a) {
  const auto n = a.rows();
  const double size = log2_magnitude(mp(max_magnitude(a) * static_cast<int>(n)));
  const int halvings = std::isfinite(size) ? std::max(0, static_cast<int>(size) + 4) : 0;
  matrix<mp> small = a;
  for (mp& x : small.reshaped()) {
    x = ldexp(x, -halvings);
  }
  matrix<mp> sum = matrix<mp>::Identity(n, n);
  matrix<mp> term = sum;
  for (int k = 1; k < scalar_traits<mp>::bits(); ++k) {
    term = matrix<mp>(term * small);
    term /= mp(k);
    if (max_magnitude(term) == 0 ||
        log2_magnitude(mp(max_magnitude(term))) < -scalar_traits<mp>::bits() - 8) {
      break;
    }
    sum += term;
  }
  for (int k = 0; k < halvings; ++k) {
    sum = matrix<mp>(sum * sum);
  }
  return sum;
}

vector<mp> applied(const matrix<mp>& homogeneous, const vector<mp>& x) {
  const auto n = x.size();
  return vector<mp>(homogeneous.topLeftCorner(n, n) * x + homogeneous.col(n).head(n));
}

/// J g with g = (∂/∂q, ∂/∂p).
vector<mp> hamiltonian_direction(const vector<mp>& g) {
  const auto n = g.size() / 2;
  vector<mp> xi(g.size());
  xi.head(n) = g.tail(n);
  xi.tail(n) = -g.head(n);
  return xi;
}

}  // namespace

kept_quantities kept_by_flow(const orbit_question& question, orbit_flow& flow) {
  kept_quantities kept;
  const system_entry& entry = *question.p.system;
  using kind = state_function::kind;
  const auto is_constant = [&](const state_function& f) {
    for (const vector<mp>& x : states_around(flow.start())) {
      const vector<mp> gradient = flow.value(f, x).gradient;
      const vector<mp> rate = flow.field(x, flow.start_time());
      mp size(0);
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        size += abs(mp(gradient[i] * rate[i]));
      }
      const mp change = dot(gradient, rate);
      if (!is_finite(change) ||
          (change != 0 && log2_magnitude(change) > log2_magnitude(size) + log2_of_nothing())) {
        return false;
      }
    }
    return true;
  };
  std::vector<state_function> all;
  if (flow.autonomous() && flow.system().formulas()->has_energy()) {
    const state_function energy{kind::energy, "energy"};
    kept.energy = is_constant(energy);
    kept.to_print.push_back(energy);
    if (kept.energy) {
      all.push_back(energy);
    }
  }
  for (const momentum_sum& sum : entry.facts.conserved_momenta) {
    all.push_back({kind::momenta, sum.name(), sum});
  }
  for (std::size_t i = 0; i < entry.quantities.size(); ++i) {
    const named_quantity& q = entry.quantities[i];
    const state_function f{kind::quantity, q.name, {}, static_cast<int>(i)};
    if (q.claimed_constant && flow.autonomous() && is_constant(f)) {
      all.push_back(f);
      if (q.name != "energy") {
        kept.to_print.push_back(f);
      }
    }
  }
  std::vector<vector<mp>> directions;
  constexpr double independent = -26;
  for (const state_function& f : all) {
    if (add_direction(directions, flow.value(f, flow.start()).gradient, independent)) {
      kept.list.push_back(f);
    }
  }
  return kept;
}

bool has_direction(const state_function& f, const kept_quantities& kept, const orbit_flow& flow) {
  return f.what == state_function::kind::momenta ||
         (f.what == state_function::kind::quantity && kept.energy && flow.system().is_lagrangian());
}

vector<mp> direction_of(const state_function& f, orbit_flow& flow, const vector<mp>& x) {
  if (f.what == state_function::kind::momenta) {
    vector<mp> xi = vector<mp>::Zero(flow.states());
    for (const int k : f.momenta.coordinates) {
      xi[k] = mp(1);
    }
    return xi;
  }
  return hamiltonian_direction(flow.value(f, x).gradient);
}

orbit_equations::orbit_equations(const orbit_question& question, const vector<mp>& guess,
                                 const mp& period)
    : question_(question),
      flow_(question.p, question.by_steps, question.reversor.empty() ? question.parts : 2),
      guess_(in_scope(guess)),
      guess_period_(in_scope(period)),
      kept_(kept_by_flow(question, flow_)),
      symmetry_{matrix<mp>::Identity(flow_.states(), flow_.states()),
                vector<mp>::Zero(flow_.states())},
      parts_(question.parts),
      period_free_(flow_.autonomous()) {
  const int n = flow_.states();
  if (!question.symmetry.empty()) {
    symmetry_ = map_of_state(question.symmetry, map_kind::symmetry, question.p);
    require_symmetry(question.symmetry, map_kind::symmetry, symmetry_, guess_period_ / parts_,
                     flow_, question.p);
    matrix<mp> power = symmetry_.linear;
    for (int k = 1; k < parts_; ++k) {
      power = matrix<mp>(power * symmetry_.linear);
    }
    if (log2_magnitude(mp(max_magnitude(matrix<mp>(power - matrix<mp>::Identity(n, n))))) >
        log2_of_nothing()) {
      throw invalid_input(fmt::format(
          "--symmetry: the map applied {} times does not give back every state, so that no orbit "
          "closes after {} parts",
          parts_, parts_));
    }
  }
  basis_ = matrix<mp>::Identity(n, n);
  base_ = vector<mp>::Zero(n);
  closing_ = matrix<mp>::Identity(n, n);
  if (!question.reversor.empty()) {
    reversor_ = map_of_state(question.reversor, map_kind::reversor, question.p);
    require_symmetry(question.reversor, map_kind::reversor, *reversor_, guess_period_, flow_,
                     question.p);
    const matrix<mp> difference = matrix<mp>::Identity(n, n) - reversor_->linear;
    if (log2_magnitude(mp(max_magnitude(
            matrix<mp>(reversor_->linear * reversor_->linear - matrix<mp>::Identity(n, n))))) >
        log2_of_nothing()) {
      throw invalid_input("--reversor: the map applied twice does not give back every state");
    }
    const Eigen::FullPivLU<matrix<mp>> lu(difference);
    base_ = vector<mp>(lu.solve(reversor_->shift));
    basis_ = matrix<mp>(lu.kernel());
    std::vector<vector<mp>> rows;
    std::vector<Eigen::Index> chosen;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (add_direction(rows, vector<mp>(difference.row(i).transpose()), log2_of_nothing())) {
        chosen.push_back(i);
      }
    }
    closing_ = matrix<mp>(static_cast<Eigen::Index>(chosen.size()), n);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      closing_.row(static_cast<Eigen::Index>(k)) = difference.row(chosen[k]);
    }
    const vector<mp> c =
        Eigen::ColPivHouseholderQR<matrix<mp>>(basis_).solve(vector<mp>(guess_ - base_));
    guess_ = base_ + basis_ * c;
  }
  drifts_ = relative_symmetries(question, kept_, flow_);
  // an α and, where there is one, a plane for each quantity of which the closing equations say twice that it is kept
  std::vector<state_function> moving;
  for (const state_function& f : kept_.list) {
    bool even = true;
    bool odd = true;
    for (const vector<mp>& x : states_around(guess_)) {
      const mp here = flow_.value(f, x).value;
      const mp there = flow_.value(f, reversor_ ? (*reversor_)(x) : symmetry_(x)).value;
      const double size = std::max(log2_magnitude(here), log2_magnitude(there));
      even = even && log2_magnitude(mp(there - here)) <= size + log2_of_nothing();
      odd = odd && log2_magnitude(mp(there + here)) <= size + log2_of_nothing();
    }
    if (reversor_ ? odd : even) {
      with_alpha_.push_back(f);
      if (has_direction(f)) {
        moving.push_back(f);
      }
    }
  }
  normals_ = matrix<mp>(n, static_cast<Eigen::Index>(with_alpha_.size()));
  for (std::size_t i = 0; i < with_alpha_.size(); ++i) {
    normals_.col(static_cast<Eigen::Index>(i)) = flow_.value(with_alpha_[i], guess_).gradient;
  }
  unknowns_ =
      static_cast<int>(place_of_alphas() + normals_.cols()) + static_cast<int>(drifts_.size());
  choose_rows(moving);
}

std::vector<drift_symmetry> relative_symmetries(const orbit_question& question,
                                                const kept_quantities& kept, orbit_flow& flow) {
  std::vector<drift_symmetry> drifts;
  const int n = flow.states();
  for (const std::string& name : question.relative) {
    const auto part = state_names(*question.p.system, question.p.dimension).find(name);
    const auto is_meant = [&](const state_function& f) {
      if (f.name == name) {
        return true;
      }
      return part && f.what == state_function::kind::momenta &&
             (part->part == state_part::coordinate || part->part == state_part::momentum) &&
             std::ranges::count(f.momenta.coordinates, part->index) > 0;
    };
    const state_function* found = nullptr;
    for (const auto* list : {&kept.to_print, &kept.list}) {  // of equal names the first in `list`
      const auto place = std::ranges::find_if(*list, is_meant);
      found = place == list->end() ? found : &*place;
    }
    if (found == nullptr || found->what == state_function::kind::energy) {
      std::vector<std::string> known;
      for (const state_function& f : kept.list) {
        if (f.what != state_function::kind::energy) {
          known.push_back(f.name);
        }
      }
      throw invalid_input(fmt::format(
          "--relative: '{}' is no cyclic coordinate and no invariant of {} with a symmetry; these "
          "are: {}",
          name, question.p.system->name(), known.empty() ? "none" : joined(known)));
    }
    if (!has_direction(*found, kept, flow)) {
      throw invalid_input(fmt::format("--relative: no symmetry belongs to '{}' of {}", name,
                                      question.p.system->name()));
    }
    drift_symmetry d{*found, matrix<mp>::Zero(n + 1, n + 1)};
    d.of.name = name;
    const vector<mp> at_zero = direction_of(*found, flow, vector<mp>::Zero(n));
    d.generator.col(n).head(n) = at_zero;
    for (int j = 0; j < n; ++j) {
      d.generator.col(j).head(n) = direction_of(*found, flow, vector<mp>::Unit(n, j)) - at_zero;
    }
    for (const vector<mp>& x : states_around(flow.start())) {
      const vector<mp> xi = direction_of(*found, flow, x);
      const mp difference = max_magnitude(vector<mp>(xi - applied(d.generator, x)));
      if (!is_finite(difference) ||
          log2_magnitude(difference) >
              log2_magnitude(mp(max_magnitude(xi) + 1)) + log2_of_nothing()) {
        throw invalid_input(
            fmt::format("--relative: the symmetry of '{}' is not affine in the coordinates of {}",
                        name, question.p.system->name()));
      }
    }
    drifts.push_back(std::move(d));
  }
  return drifts;
}

bool is_same(const state_function& a, const state_function& b) {
  return a.what == b.what && a.index == b.index && a.momenta.coordinates == b.momenta.coordinates;
}

/// The planes and what is held, as many as the unknowns need.
void orbit_equations::choose_rows(const std::vector<state_function>& moving) {
  const auto plane = [&](const vector<mp>& normal) {
    rows_.push_back({row::kind::plane, normal, {}, mp(dot(normal, guess_))});
  };
  const auto held_value = [&](const state_function& f) {
    const auto level = std::ranges::find_if(
        question_.levels, [&](const orbit_question::level& l) { return is_same(l.of, f); });
    rows_.push_back(
        {row::kind::held_value,
         {},
         f,
         level == question_.levels.end() ? flow_.value(f, guess_).value : in_scope(level->value)});
  };
  for (const drift& d : drifts_) {
    held_value(d.of);
  }
  std::vector<row> holds;
  for (const orbit_question::held& h : question_.holds) {
    if (h.is_period && !period_free_) {
      continue;  // the equations hold it
    }
    const mp value = evaluate<mp>(h.value, question_.p.names);
    holds.push_back(
        {h.is_period ? row::kind::held_period : row::kind::held_value, {}, h.of, value, false});
  }
  // a held coordinate along a symmetry takes the place of its plane
  const auto count = static_cast<Eigen::Index>(moving.size());
  matrix<mp> directions(flow_.states(), count);
  for (Eigen::Index j = 0; j < count; ++j) {
    directions.col(j) = direction_of(moving[static_cast<std::size_t>(j)], flow_, guess_);
  }
  std::vector<vector<mp>> fixed;
  constexpr double certainly = -30;
  for (const row& h : holds) {
    if (h.what == row::kind::held_value && count > 0) {
      const vector<mp> along = directions.transpose() * flow_.value(h.of, guess_).gradient;
      if (max_magnitude(along) != 0 && log2_magnitude(mp(max_magnitude(along))) > certainly) {
        add_direction(fixed, along, certainly);
      }
    }
  }
  const auto fixed_by_holds = fixed.size();
  for (Eigen::Index j = 0; j < count; ++j) {
    const vector<mp> unit = vector<mp>::Unit(count, j);
    if (add_direction(fixed, unit, certainly)) {
      plane(fixed_by_holds == 0 ? vector<mp>(directions.col(j))
                                : vector<mp>(directions * fixed.back()));
    }
  }
  const auto needed = [&] {
    return unknowns_ - static_cast<int>(closing_.rows()) - static_cast<int>(rows_.size());
  };
  const bool has_phase = period_free_ && !reversor_;
  const int wanted = static_cast<int>(holds.size());
  if (has_phase) {
    // a coordinate can say where on the orbit it starts; what is the same all along the orbit cannot
    const vector<mp> rate = flow_.field(guess_, flow_.start_time());
    const bool one_fixes_the_phase = std::ranges::any_of(holds, [&](const row& h) {
      return h.what == row::kind::held_value &&
             (h.of.what == state_function::kind::entry ||
              h.of.what == state_function::kind::velocity) &&
             log2_magnitude(mp(dot(flow_.value(h.of, guess_).gradient, rate))) >
                 log2_magnitude(mp(max_magnitude(rate))) + log2_of_nothing();
    });
    if (question_.section) {
      rows_.push_back({row::kind::held_value, {}, *question_.section, mp(0), false});
    } else if (wanted < needed() || !one_fixes_the_phase) {
      plane(rate);
    }
  }
  if (wanted > needed()) {
    throw invalid_input(
        needed() == 0
            ? fmt::format("--hold: nothing can be held: the periodic orbits of {} have no family "
                          "along which '{}' could vary",
                          question_.p.system->name(), question_.holds.front().name)
            : fmt::format("--hold: {} conditions are too many: {} can be held", wanted, needed()));
  }
  rows_.insert(rows_.end(), holds.begin(), holds.end());
  for (const state_function& f : kept_.list) {
    const bool taken = std::ranges::any_of(
        rows_, [&](const row& r) { return r.what == row::kind::held_value && is_same(r.of, f); });
    if (needed() > 0 && !taken) {
      held_value(f);
    }
  }
  if (needed() > 0) {
    throw invalid_input(
        fmt::format("{} more conditions are needed to tell the orbit from its neighbours: give "
                    "--hold NAME=VALUE",
                    needed()));
  }
  if (needed() < 0) {
    throw invalid_input(
        "--reversor: the map leaves too few states where they are for a symmetric orbit");
  }
}

vector<mp> orbit_equations::first() {
  vector<mp> u = vector<mp>::Zero(unknowns_);
  const auto m = basis_.cols();
  u.head(m) = Eigen::ColPivHouseholderQR<matrix<mp>>(basis_).solve(vector<mp>(guess_ - base_));
  if (period_free_) {
    u[m] = guess_period_;
  }
  const auto count = static_cast<Eigen::Index>(drifts_.size());
  if (count > 0) {
    constexpr int iterations = 6;
    const int parts = reversor_ ? 2 : parts_;
    const vector<mp> end = flow_.end(guess_, part_of(guess_period_));
    for (int k = 0; k < iterations; ++k) {
      const vector<mp> image = applied(shift(u, mp(1) / parts), symmetry_(guess_));
      matrix<mp> directions(flow_.states(), count);
      for (Eigen::Index j = 0; j < count; ++j) {
        directions.col(j) = applied(drifts_[static_cast<std::size_t>(j)].generator, image);
      }
      const vector<mp> change = Eigen::CompleteOrthogonalDecomposition<matrix<mp>>(directions)
                                    .solve(vector<mp>(end - image));
      u.tail(count) += vector<mp>(change * mp(parts));
    }
  }
  return u;
}

vector<mp> orbit_equations::state(const vector<mp>& u) const {
  return vector<mp>(base_ + basis_ * u.head(basis_.cols()));
}

mp orbit_equations::period(const vector<mp>& u) const {
  return period_free_ ? u[basis_.cols()] : guess_period_;
}

vector<mp> orbit_equations::alphas(const vector<mp>& u) const {
  return u.segment(place_of_alphas(), normals_.cols());
}

matrix<mp> orbit_equations::shift(const vector<mp>& u, const mp& share) const {
  const int n = flow_.states();
  matrix<mp> all = matrix<mp>::Identity(n + 1, n + 1);
  const vector<mp> g = drifts(u);
  for (std::size_t j = 0; j < drifts_.size(); ++j) {
    const mp part = g[static_cast<Eigen::Index>(j)] * share;
    all = matrix<mp>(all * exponential(matrix<mp>(drifts_[j].generator * part)));
  }
  return all;
}

vector<mp> orbit_equations::residual_of(const vector<mp>& u, const vector<mp>& end) {
  const vector<mp> x = state(u);
  vector<mp> r(unknowns_);
  const vector<mp> pushed = normals_ * alphas(u);
  if (reversor_) {
    vector<mp> y = end;
    if (!drifts_.empty()) {
      y = applied(shift(u, mp(-1) / 2), y);
    }
    r.head(closing_.rows()) = closing_ * vector<mp>(y + pushed - base_);
  } else {
    vector<mp> image = symmetry_(x);
    if (!drifts_.empty()) {
      image = applied(shift(u, mp(1) / parts_), image);
    }
    r.head(closing_.rows()) = end - image + pushed;
  }
  Eigen::Index i = closing_.rows();
  for (const row& each : rows_) {
    switch (each.what) {
      case row::kind::plane:
        r[i] = dot(each.normal, x) - each.value;
        break;
      case row::kind::held_period:
        r[i] = period(u) - each.value;
        break;
      case row::kind::held_value:
        r[i] = flow_.value(each.of, x).value - each.value;
        break;
    }
    ++i;
  }
  return r;
}

vector<mp> orbit_equations::residual(const vector<mp>& u) {
  return residual_of(u, flow_.end(state(u), part_of(period(u))));
}

void orbit_equations::linearize(const vector<mp>& u, vector<mp>& r, matrix<mp>& j, slope kind) {
  const vector<mp> x = state(u);
  const mp part = part_of(period(u));
  flow_end end;
  if (kind == slope::coarse) {
    end.y = flow_.end(x, part);
    end.derivative = flow_.coarse_derivative(x, part);
  } else {
    end = flow_.end_with_derivative(x, part, matrix<mp>::Identity(flow_.states(), flow_.states()));
  }
  r = residual_of(u, end.y);
  const int n = flow_.states();
  const auto m = basis_.cols();
  const auto closed = closing_.rows();
  j = matrix<mp>::Zero(unknowns_, unknowns_);
  const vector<mp> rate =
      flow_.rate_at_end(x, end.y, part_of(period(u))) / mp(reversor_ ? 2 : parts_);
  const auto first_drift = place_of_alphas() + normals_.cols();
  if (reversor_) {
    const matrix<mp> back = shift(u, mp(-1) / 2).topLeftCorner(n, n);
    j.block(0, 0, closed, m) = closing_ * matrix<mp>(back * matrix<mp>(end.derivative * basis_));
    if (period_free_) {
      j.col(m).head(closed) = closing_ * vector<mp>(back * rate);
    }
    j.block(0, place_of_alphas(), closed, normals_.cols()) = closing_ * normals_;
    const vector<mp> y = applied(shift(u, mp(-1) / 2), end.y);
    for (std::size_t k = 0; k < drifts_.size(); ++k) {  // generators commute on what they keep
      j.col(first_drift + static_cast<Eigen::Index>(k)).head(closed) =
          closing_ * vector<mp>(applied(drifts_[k].generator, y) / mp(-2));
    }
  } else {
    const matrix<mp> forth = shift(u, mp(1) / parts_).topLeftCorner(n, n);
    j.block(0, 0, closed, m) = end.derivative - matrix<mp>(forth * symmetry_.linear);
    if (period_free_) {
      j.col(m).head(closed) = rate;
    }
    j.block(0, place_of_alphas(), closed, normals_.cols()) = normals_;
    const vector<mp> image = applied(shift(u, mp(1) / parts_), symmetry_(x));
    for (std::size_t k = 0; k < drifts_.size(); ++k) {
      j.col(first_drift + static_cast<Eigen::Index>(k)).head(closed) =
          applied(drifts_[k].generator, image) / mp(-parts_);
    }
  }
  Eigen::Index i = closed;
  for (const row& each : rows_) {
    switch (each.what) {
      case row::kind::plane:
        j.row(i).head(m) = each.normal.transpose() * basis_;
        break;
      case row::kind::held_period:
        j(i, m) = mp(1);
        break;
      case row::kind::held_value:
        j.row(i).head(m) = flow_.value(each.of, x).gradient.transpose() * basis_;
        break;
    }
    ++i;
  }
}

matrix<mp> orbit_equations::monodromy_on(const vector<mp>& u, const matrix<mp>& columns) {
  const int n = flow_.states();
  const vector<mp> x = state(u);
  const mp part = part_of(period(u));
  if (reversor_) {
    // φ_{T/2} from the turning point is R φ_{T/2}⁻¹ R, with the drift before it
    const matrix<mp> all =
        flow_.end_with_derivative(x, part, matrix<mp>::Identity(n, n)).derivative;
    const matrix<mp> half = matrix<mp>(shift(u, mp(-1) / 2).topLeftCorner(n, n)) * all;
    const matrix<mp> turned = reversor_->linear * matrix<mp>(half * columns);
    const matrix<mp> back = Eigen::PartialPivLU<matrix<mp>>(half).solve(turned);
    return matrix<mp>(columns.transpose() * matrix<mp>(reversor_->linear * back));
  }
  const matrix<mp> moved = flow_.end_with_derivative(x, part, columns).derivative;
  const matrix<mp> forth =
      matrix<mp>(shift(u, mp(1) / parts_).topLeftCorner(n, n)) * symmetry_.linear;
  const matrix<mp> back = Eigen::PartialPivLU<matrix<mp>>(forth).solve(moved);
  const matrix<mp> one = columns.transpose() * back;
  matrix<mp> all = one;
  for (int k = 1; k < parts_; ++k) {
    all = matrix<mp>(all * one);
  }
  return all;
}

matrix<mp> orbit_equations::symmetry_directions(const vector<mp>& x) {
  std::vector<vector<mp>> list;
  if (period_free_) {
    list.push_back(flow_.field(x, flow_.start_time()));
  }
  for (const state_function& f : kept_.list) {
    if (has_direction(f)) {
      list.push_back(direction_of(f, flow_, x));
    }
  }
  matrix<mp> all(flow_.states(), static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    all.col(static_cast<Eigen::Index>(i)) = list[i];
  }
  return all;
}

matrix<mp> orbit_equations::gradients(const vector<mp>& x) {
  matrix<mp> all(static_cast<Eigen::Index>(kept_.list.size()), flow_.states());
  for (std::size_t i = 0; i < kept_.list.size(); ++i) {
    all.row(static_cast<Eigen::Index>(i)) = flow_.value(kept_.list[i], x).gradient.transpose();
  }
  return all;
}

namespace {

std::string short_text(const mp& x) { return to_text(x, 3); }

/// Newton's method in the digits of the scope.
class orbit_newton {
 public:
  using slope = orbit_equations::slope;

  orbit_newton(orbit_equations& equations, const mp& guess_period, int digits)
      : equations_(equations), guess_period_(in_scope(guess_period)), digits_(digits) {}

  /// From far: the derivative at each point, steps that are halved while the residual grows; where they are balanced, while the
  /// correction by the same derivative grows, which does not depend on units (Deuflhard's natural test).
  void approach(vector<mp>& u, slope kind) {
    kind_ = kind;
    constexpr int most_iterations = 60;
    constexpr int most_halvings = 12;
    constexpr int most_slow = 8;
    int slow = 0;
    vector<mp> r;
    equations_.linearize(u, r, derivative_, kind);
    mp size = max_magnitude(r);
    refuse_equilibrium(u);
    fit_period(u, r, size);
    for (int k = 0; k < most_iterations; ++k) {
      end_if_interrupted();
      refuse_equilibrium(u);
      const vector<mp> delta = correction_of(r, u, true);
      ++iterations_;
      correction_ = relative(delta, u);
      residual_ = size;
      if (log2_magnitude(correction_) < log2_small_) {
        u -= delta;
        refuse_equilibrium(u);
        return;
      }
      mp share(1);
      bool moved = false;
      const mp before = size;
      const mp length = correction_;
      for (int halving = 0; halving < most_halvings && !moved; ++halving, share /= 2) {
        const vector<mp> trial = u - vector<mp>(delta * share);
        if (!is_sound(trial)) {
          continue;
        }
        vector<mp> next;
        try {
          next = equations_.residual(trial);
        } catch (const step_failure&) {
          continue;  // a shorter correction may stay where the motion is defined
        }
        const mp next_size = max_magnitude(next);
        if (!is_finite(next_size)) {
          continue;
        }
        const bool is_nearer =
            balanced_ ? relative(balanced_correction(next), u) < length : next_size < size;
        if (is_nearer || log2_magnitude(next_size) < log2_small_ + 12) {
          u = trial;
          size = next_size;
          moved = true;
        }
      }
      if (!moved) {
        refuse_equilibrium(u);
        fail();
      }
      slow = size * 10 < before * 9 ? 0 : slow + 1;
      if (!balanced_ && slow == most_slow) {
        fail();
      }
      equations_.linearize(u, r, derivative_, kind);
    }
    fail();
  }

  /// Near the orbit: residuals alone, with the inverse of the derivative that is known, made again where corrections do not
  /// shrink.
  void finish(vector<mp>& u, double log2_wanted) {
    constexpr int most_iterations = 60;
    constexpr double least_gain = 8;
    double before = std::numeric_limits<double>::infinity();
    bool fresh = false;
    for (int k = 0; k < most_iterations; ++k) {
      end_if_interrupted();
      const vector<mp> r = equations_.residual(u);
      const vector<mp> delta = correction_of(r, u, false);
      ++iterations_;
      residual_ = max_magnitude(r);
      correction_ = relative(delta, u);
      const double size = log2_magnitude(correction_);
      if (size > before - least_gain && size > log2_wanted) {
        if (fresh && size > before) {
          fail();
        }
        vector<mp> again;
        kind_ = slope::full;
        equations_.linearize(u, again, derivative_, kind_);
        fresh = true;
        before = size;
        u -= correction_of(again, u, false);
        continue;
      }
      u -= delta;
      before = size;
      if (size < log2_wanted) {
        return;
      }
    }
    fail();
  }

  void set_derivative(const matrix<mp>& j, slope kind) {
    kind_ = kind;
    derivative_ = matrix<mp>(j.rows(), j.cols());
    for (Eigen::Index c = 0; c < j.cols(); ++c) {
      derivative_.col(c) = in_scope(vector<mp>(j.col(c)));
    }
  }
  const matrix<mp>& derivative() const { return derivative_; }
  void set_small(double log2_small) { log2_small_ = log2_small; }
  void set_balanced() { balanced_ = true; }
  int iterations() const { return iterations_; }
  const mp& residual() const { return residual_; }
  const mp& correction() const { return correction_; }

 private:
  /// First the period alone: the place on the motion from the guess that is nearest to where it should end. Of a family of
  /// orbits that the equations do not tell apart this finds the one through the guess.
  void fit_period(vector<mp>& u, vector<mp>& r, mp& size) {
    if (!equations_.period_is_free() || equations_.holds_period()) {
      return;
    }
    constexpr int most_iterations = 6;
    constexpr double near_enough = -20;
    const auto place = equations_.basis().cols();
    const auto closed = equations_.closing().rows();
    for (int k = 0; k < most_iterations; ++k) {
      const vector<mp> rate = derivative_.col(place).head(closed);
      const mp squares = dot(rate, rate);
      if (squares == 0) {
        return;
      }
      const mp change = dot(rate, vector<mp>(r.head(closed))) / squares;
      vector<mp> trial = u;
      trial[place] -= change;
      if (log2_magnitude(change) < log2_magnitude(guess_period_) + near_enough ||
          log2_magnitude(change) > log2_magnitude(guess_period_) - 2) {
        return;
      }
      vector<mp> next;
      try {
        next = equations_.residual(trial);
      } catch (const step_failure&) {
        return;
      }
      const mp next_size = max_magnitude(next);
      if (!(next_size < size)) {
        return;
      }
      u = trial;
      equations_.linearize(u, r, derivative_, kind_);
      size = max_magnitude(r);
      ++iterations_;
    }
  }
  [[noreturn]] void fail() const {
    throw orbit_failure(fmt::format(
        "no periodic orbit is found from this guess: after {} iterations the last correction is {} "
        "and the residual {}",
        iterations_, short_text(correction_), short_text(residual_)));
  }
  void refuse_equilibrium(const vector<mp>& u) {
    constexpr double much_less = 23;
    const vector<mp> x = equations_.state(u);
    const mp moved = max_magnitude(equations_.flow().field(x, equations_.flow().start_time())) *
                     abs(equations_.period(u));
    if (!std::isfinite(log2_of_first_motion_)) {
      log2_of_first_motion_ = log2_magnitude(moved);
    }
    constexpr double bits_per_digit = 3.33;
    if (equations_.flow().autonomous() &&
        (moved == 0 || log2_magnitude(moved) < -std::min(digits_, 24) / 2. * bits_per_digit ||
         log2_magnitude(moved) < log2_of_first_motion_ - much_less)) {
      throw orbit_failure(
          "the guess leads to an equilibrium, which is no periodic orbit; --equilibrium finds "
          "equilibria");
    }
  }
  bool is_sound(const vector<mp>& u) const {
    constexpr int most = 8;
    return !equations_.period_is_free() || (equations_.period(u) * most > guess_period_ &&
                                            equations_.period(u) < guess_period_ * most);
  }
  /// Where the equations do not determine all, the shortest correction; and where a correction is long beside the unknowns,
  /// the shortest one that leaves out what they hardly determine: along a family of orbits it would lead far away.
  vector<mp> correction_of(const vector<mp>& r, const vector<mp>& u, bool is_far) const {
    constexpr int coarse_bits = 36;
    const double full_bits = scalar_traits<mp>::bits() * 0.6;
    if (balanced_) {
      return balanced_correction(r);
    }
    double threshold = kind_ == slope::coarse ? -coarse_bits : -full_bits;
    Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
    vector<mp> delta;
    for (const double next : {-20., -13., -10., -7., -4., 0.}) {
      qr.setThreshold(ldexp(mp(1), static_cast<int>(threshold)));
      qr.compute(derivative_);
      delta = qr.solve(r);
      constexpr double long_one = -1.5;
      if (!is_far || log2_magnitude(relative(delta, u)) < long_one) {
        break;
      }
      threshold = next;
    }
    return delta;
  }
  /// With rows and columns in units in which the largest entry of each is near 1: where angles turn hundreds of times and momenta
  /// are small, what the equations hardly determine is a matter of units.
  vector<mp> balanced_correction(const vector<mp>& r) const {
    matrix<mp> j = derivative_;
    vector<mp> rows = vector<mp>::Ones(j.rows());
    vector<mp> columns = vector<mp>::Ones(j.cols());
    constexpr int passes = 3;
    const auto unit_of = [](const mp& largest) {
      return largest == 0 ? mp(1) : ldexp(mp(1), -static_cast<int>(log2_magnitude(largest)));
    };
    for (int pass = 0; pass < passes; ++pass) {
      for (Eigen::Index i = 0; i < j.rows(); ++i) {
        const mp unit = unit_of(max_magnitude(vector<mp>(j.row(i).transpose())));
        j.row(i) *= unit;
        rows[i] *= unit;
      }
      for (Eigen::Index k = 0; k < j.cols(); ++k) {
        const mp unit = unit_of(max_magnitude(vector<mp>(j.col(k))));
        j.col(k) *= unit;
        columns[k] *= unit;
      }
    }
    Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
    qr.setThreshold(ldexp(mp(1), static_cast<int>(-scalar_traits<mp>::bits() * 0.6)));
    qr.compute(j);
    const vector<mp> solved = qr.solve(vector<mp>(r.array() * rows.array()));
    return vector<mp>(solved.array() * columns.array());
  }
  static mp relative(const vector<mp>& delta, const vector<mp>& u) {
    return max_magnitude(delta) / (1 + max_magnitude(u));
  }

  orbit_equations& equations_;
  mp guess_period_;
  int digits_;
  matrix<mp> derivative_;
  slope kind_ = slope::full;
  double log2_small_ = -40;
  bool balanced_ = false;
  double log2_of_first_motion_ = -std::numeric_limits<double>::infinity();
  int iterations_ = 0;
  mp residual_{0};
  mp correction_{0};
};

/// How often 1 is a multiplier, and how often symmetries and what is kept say so.
[[noreturn]] void refuse_not_isolated(orbit_equations& equations, const vector<mp>& u) {
  const vector<mp> x = equations.state(u);
  const reduced_monodromy reduced = reduce_monodromy(equations, u);
  constexpr double near_one = 1e-4;  // of a multiple multiplier only a part of the digits is right
  int further = 0;
  for (const complex<mp>& lambda : reduced.multipliers) {
    const double re = static_cast<double>(mp(lambda.re - 1));
    further += std::hypot(re, static_cast<double>(lambda.im)) < near_one ? 1 : 0;
  }
  if (further == 0) {
    throw orbit_failure(
        "the orbit is not isolated: what is held does not tell it from its neighbours; another "
        "--hold may, or a nearer guess");
  }
  throw orbit_failure(
      fmt::format("the orbit is not isolated: the multiplier 1 has multiplicity {}, symmetries "
                  "explain {}",
                  reduced.trivial + further, reduced.trivial));
}

/// ‖A‖, the largest sum of a row.
mp row_norm(const matrix<mp>& a) {
  mp largest(0);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    mp sum(0);
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      sum += abs(a(i, j));
    }
    largest = largest < sum ? sum : largest;
  }
  return largest;
}

constexpr double bits_of_digit = 3.3219280948873626;

}  // namespace

found_orbit find_orbit(const orbit_question& question, const vector<mp>& guess, const mp& period) {
  constexpr int first_digits = 34;
  constexpr double log2_near = -55;
  constexpr double log10_not_isolated = 14;
  constexpr double log10_beyond_double = 7;
  using slope = orbit_equations::slope;
  found_orbit found;
  vector<mp> u;
  matrix<mp> derivative;
  slope kind = slope::coarse;
  double log10_loss = 0;
  {
    const precision_scope scope(first_digits);
    orbit_equations equations(question, guess, period);
    orbit_newton newton(equations, period, question.digits);
    newton.set_small(log2_near);
    u = equations.first();
    try {
      newton.approach(u, kind);
    } catch (const orbit_failure&) {
      constexpr double log2_too_coarse = -10;  // so near the derivative in double is to blame
      if (log2_magnitude(newton.residual()) > log2_too_coarse) {
        throw;
      }
      kind = slope::full;
      newton.set_balanced();
      newton.approach(u, kind);
    }
    derivative = newton.derivative();
    found.iterations = newton.iterations();
    vector<mp> r;
    matrix<mp> inverse = Eigen::PartialPivLU<matrix<mp>>(derivative).inverse();
    if (!is_finite(row_norm(inverse)) ||
        log2_magnitude(row_norm(inverse)) > log10_beyond_double * bits_of_digit) {
      for (int k = 0; k < 2; ++k) {
        equations.linearize(u, r, derivative, slope::full);
        inverse = Eigen::PartialPivLU<matrix<mp>>(derivative).inverse();
        kind = slope::full;
        if (!is_finite(row_norm(inverse)) ||
            log2_magnitude(row_norm(inverse)) > log10_not_isolated * bits_of_digit) {
          refuse_not_isolated(equations, u);
        }
        u -= vector<mp>(inverse * r);
        ++found.iterations;
      }
    }
    found.condition = row_norm(inverse) * row_norm(derivative);
    log10_loss = log2_magnitude(found.condition) / bits_of_digit;
  }
  constexpr int guard = 12;
  found.working_digits = question.digits + guard + static_cast<int>(std::max(0., log10_loss));
  constexpr int beyond = 5;
  // ever more digits: each pass doubles those that are known, so that most corrections cost little
  for (int digits = first_digits; digits < found.working_digits;) {
    constexpr int gain = 10;
    constexpr int least_stage = 5;
    digits =
        digits + gain + least_stage < found.working_digits ? digits + gain : found.working_digits;
    const precision_scope scope(digits);
    orbit_equations equations(question, guess, period);
    orbit_newton newton(equations, period, question.digits);
    newton.set_derivative(derivative, kind);
    u = in_scope(u);
    const bool last = digits == found.working_digits;
    const double wanted =
        last ? question.digits + beyond : digits - guard - std::max(0., log10_loss);
    newton.finish(u, -wanted * bits_of_digit);
    derivative = newton.derivative();
    found.iterations += newton.iterations();
    found.correction = newton.correction();
  }
  const precision_scope scope(found.working_digits);
  orbit_equations equations(question, guess, period);
  u = in_scope(u);
  found.residual = max_magnitude(equations.residual(u));
  const vector<mp> alphas = equations.alphas(u);
  if (!question.by_steps && alphas.size() > 0 &&
      log2_magnitude(mp(max_magnitude(vector<mp>(equations.normals() * alphas)))) >
          -question.digits * bits_of_digit) {
    throw orbit_failure(fmt::format(
        "no periodic orbit is found from this guess: the motion comes back but for {} along what "
        "it keeps",
        short_text(mp(max_magnitude(alphas)))));
  }
  found.u = u;
  return found;
}

}  // namespace plumbline
