// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_equations.hpp"

#include "study/orthonormal.hpp"
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

/// A power of two near the size; 1 where there is none.
mp unit_of(const mp& size) {
  const double bits = log2_magnitude(size);
  return std::isfinite(bits) ? ldexp(mp(1), static_cast<int>(std::lround(bits))) : mp(1);
}

/// Whether an entry of the state is the momentum that is the sum.
bool is_momentum(const state_function& entry, const state_function& sum, const orbit_flow& flow) {
  return entry.what == state_function::kind::entry && sum.what == state_function::kind::momenta &&
         sum.momenta.coordinates.size() == 1 &&
         entry.index == flow.dimension() + sum.momenta.coordinates.front();
}

/// J g for columns g = (∂/∂q, ∂/∂p).
matrix<mp> hamiltonian_directions(const matrix<mp>& g) {
  const auto n = g.rows() / 2;
  matrix<mp> xi(g.rows(), g.cols());
  xi.topRows(n) = g.bottomRows(n);
  xi.bottomRows(n) = -g.topRows(n);
  return xi;
}

}  // namespace

kept_quantities kept_by_flow(const orbit_question& question, orbit_flow& flow) {
  kept_quantities kept;
  const vector<mp>& units = flow.units();
  const system_entry& entry = *question.p.system;
  using kind = state_function::kind;
  const std::vector<vector<mp>> nearby = flow.states_around_start();
  const auto is_constant = [&](const state_function& f) {
    for (const vector<mp>& x : nearby) {
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
    const state_function f{kind::momenta, sum.name(), sum};
    if (flow.surface().empty()) {
      all.push_back(f);
    } else if (is_constant(f)) {  // constraints may pull on it
      all.push_back(f);
      const bool is_symmetry = std::ranges::all_of(nearby, [&](const vector<mp>& x) {
        const matrix<mp> slopes = flow.field_derivative(x, flow.start_time());
        const mp change = max_magnitude(vector<mp>(slopes * direction_of(f, flow, x)));
        return change == 0 || log2_magnitude(change) <
                                  log2_magnitude(mp(max_magnitude(slopes))) + log2_of_nothing();
      });
      if (!is_symmetry) {
        kept.without_symmetry.push_back(f.name);
      }
    }
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
  const matrix<mp> normals = flow.surface_normals(flow.start());
  for (Eigen::Index k = 0; k < normals.cols(); ++k) {
    add_direction(directions, vector<mp>(normals.col(k).array() * units.array()), independent);
  }
  for (const state_function& f : all) {
    const vector<mp> gradient = flow.value(f, flow.start()).gradient;
    if (add_direction(directions, vector<mp>(gradient.array() * units.array()), independent)) {
      kept.list.push_back(f);
    }
  }
  return kept;
}

bool has_direction(const state_function& f, const kept_quantities& kept, const orbit_flow& flow) {
  return (f.what == state_function::kind::momenta &&
          std::ranges::count(kept.without_symmetry, f.name) == 0) ||
         (f.what == state_function::kind::quantity && kept.energy &&
          flow.system().is_lagrangian() && flow.system().facts().nonholonomic == 0);
}

vector<mp> direction_of(const state_function& f, orbit_flow& flow, const vector<mp>& x) {
  if (f.what == state_function::kind::momenta) {
    vector<mp> xi = vector<mp>::Zero(flow.states());
    for (const int k : f.momenta.coordinates) {
      xi[k] = mp(1);
    }
    return xi;
  }
  const vector<mp> xi = hamiltonian_directions(flow.value(f, x).gradient);
  if (flow.surface().empty()) {
    return xi;
  }
  // along the surface: J (∇I + N μ) with Nᵀ J (∇I + N μ) = 0 (Dirac, Canad. J. Math. 2 (1950) 129)
  const matrix<mp> normals = flow.surface_normals(x);
  const matrix<mp> turned = hamiltonian_directions(normals);
  const vector<mp> mu = Eigen::PartialPivLU<matrix<mp>>(matrix<mp>(normals.transpose() * turned))
                            .solve(vector<mp>(normals.transpose() * xi));
  return xi - vector<mp>(turned * mu);
}

orbit_equations::orbit_equations(const orbit_question& question, const vector<mp>& guess,
                                 const mp& period, in_units which)
    : question_(question),
      flow_(question.p, question.by_steps, question.reversor.empty() ? question.parts : 2),
      guess_(in_scope(guess)),
      guess_period_(in_scope(period)),
      symmetry_{matrix<mp>::Identity(flow_.states(), flow_.states()),
                vector<mp>::Zero(flow_.states())},
      parts_(question.parts),
      period_free_(flow_.autonomous()) {
  if (!period_free_ && question.period) {  // it is no unknown: it has the digits of this precision
    guess_period_ = evaluate<mp>(*question.period, question.p.names);
  }
  if (which == in_units::of_motion) {
    choose_units();
  }
  kept_ = kept_by_flow(question, flow_);
  const int n = flow_.states();
  if (!question.symmetry.empty()) {
    symmetry_ = map_of_state(question.symmetry, map_kind::symmetry, question.p);
    require_symmetry(question.symmetry, map_kind::symmetry, symmetry_, guess_period_ / parts_,
                     flow_, question.p);
    matrix<mp> power = symmetry_.linear;
    for (int k = 1; k < parts_; ++k) {
      power = matrix<mp>(power * symmetry_.linear);
    }
    // a quaternion and its opposite are one attitude
    for (const body_info& body : question.p.system->bodies) {
      if (power(body.first, body.first) < 0) {
        constexpr int parts_of_quaternion = 4;
        power.middleRows(body.first, parts_of_quaternion) *= mp(-1);
        power.middleRows(n / 2 + body.first, parts_of_quaternion) *= mp(-1);
      }
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
    for (const vector<mp>& x : states_around(guess_, 3, 6, flow_.units())) {
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
    normals_.col(static_cast<Eigen::Index>(i)) =
        raised(flow_.value(with_alpha_[i], guess_).gradient);
  }
  stay_on_surface();
  unknowns_ =
      static_cast<int>(place_of_alphas() + normals_.cols()) + static_cast<int>(drifts_.size());
  choose_rows(moving);
}

/// Of an entry of the state its value or, beside which that is nothing, what its rate makes in a part of the period. One that is
/// nothing beside others of its kind has their unit, so that rounding errors are no size. Where coordinates, momenta and
/// period are all near 1, so are the units.
void orbit_equations::choose_units() {
  constexpr int nothing_beside_rate = 6;
  constexpr int nothing_beside_others = 40;  // an angle may stand beside the length of an atom
  constexpr double near_one = 7;
  const auto n = flow_.states();
  vector<mp> sizes = guess_.cwiseAbs();
  try {
    const vector<mp> rate = flow_.field(guess_, flow_.start_time());
    for (Eigen::Index i = 0; i < n; ++i) {
      const mp change = abs(mp(rate[i] * guess_period_)) / 6;  // 2π of a rotation
      sizes[i] = sizes[i] < ldexp(change, -nothing_beside_rate) ? change : sizes[i];
    }
  } catch (const step_failure&) {
    return;  // the guess has no motion, which the search says
  }
  const auto is_far = [](const mp& size) { return std::abs(log2_magnitude(size)) > near_one; };
  bool any = is_far(guess_period_);
  vector<mp> units(n);
  const auto kinds = flow_.system().is_first_order() ? 1 : 2;
  for (int kind = 0; kind < kinds; ++kind) {
    const Eigen::Index count = n / kinds;
    const mp largest = max_magnitude(vector<mp>(sizes.segment(kind * count, count)));
    if (largest == 0 || !is_finite(largest)) {
      return;
    }
    any = any || is_far(largest);
    for (Eigen::Index i = kind * count; i < (kind + 1) * count; ++i) {
      units[i] = unit_of(sizes[i] < ldexp(largest, -nothing_beside_others) ? largest : sizes[i]);
    }
  }
  if (any) {
    has_units_ = true;
    flow_.set_units(units);
    unit_of_period_ = unit_of(guess_period_);
  }
}

vector<mp> orbit_equations::raised(const vector<mp>& gradient) const {
  return vector<mp>(gradient.array() * flow_.units().array() * flow_.units().array());
}

vector<mp> orbit_equations::lowered(const vector<mp>& direction) const {
  return vector<mp>(direction.array() / flow_.units().array() / flow_.units().array());
}

orbit_equations::sizes orbit_equations::units() {
  sizes found{vector<mp>::Ones(unknowns_), vector<mp>::Ones(unknowns_)};
  if (!has_units_) {
    return found;
  }
  const auto largest_in_units = [&](const auto& direction) {
    return max_magnitude(vector<mp>(direction.array() / flow_.units().array()));
  };
  const auto free = basis_.cols();
  const auto inverse_unit = [](const mp& size) {
    return size == 0 ? mp(1) : unit_of(mp(1 / size));
  };
  for (Eigen::Index k = 0; k < free; ++k) {
    found.unknowns[k] = inverse_unit(largest_in_units(vector<mp>(basis_.col(k))));
  }
  if (period_free_) {
    found.unknowns[free] = unit_of_period_;
  }
  for (Eigen::Index k = 0; k < normals_.cols(); ++k) {
    found.unknowns[place_of_alphas() + k] =
        inverse_unit(largest_in_units(vector<mp>(normals_.col(k))));
  }
  const auto first_drift = place_of_alphas() + normals_.cols();
  for (std::size_t k = 0; k < drifts_.size(); ++k) {
    found.unknowns[first_drift + static_cast<Eigen::Index>(k)] =
        inverse_unit(largest_in_units(applied(drifts_[k].generator, guess_)));
  }
  const auto size_of = [&](const vector<mp>& gradient) {
    const mp size = max_magnitude(vector<mp>(gradient.array() * flow_.units().array()));
    return size == 0 ? mp(1) : unit_of(size);
  };
  Eigen::Index i = 0;
  for (; i < closing_.rows(); ++i) {
    found.equations[i] = size_of(vector<mp>(closing_.row(i).transpose()));
  }
  for (const row& each : rows_) {
    found.equations[i++] = each.what == row::kind::held_period ? unit_of_period_
                           : each.what == row::kind::plane
                               ? size_of(each.normal)
                               : size_of(flow_.value(each.of, guess_).gradient);
  }
  return found;
}

/// A row for each function of the surface that the start may leave, an α for each that the closing equations may leave: with a reversor
/// R these are the even and the odd ones.
void orbit_equations::stay_on_surface() {
  std::vector<vector<mp>> of_start;
  std::vector<vector<mp>> of_end;
  constexpr double independent = -26;
  const matrix<mp> at_start =
      basis_.transpose() * matrix<mp>(flow_.units().asDiagonal() * flow_.surface_normals(guess_));
  if (flow_.surface().empty()) {
    return;
  }
  // at the turning point, which the reversor leaves where it is, and where the velocities may be other ones than at the start
  const auto turning_point = [this] {
    const vector<mp> near = flow_.end(guess_, part_of(guess_period_));
    return vector<mp>((near + (*reversor_)(near)) / mp(2));
  };
  const vector<mp> end = !reversor_        ? symmetry_(guess_)
                         : drifts_.empty() ? turning_point()
                                           : guess_;
  const matrix<mp> normals = flow_.surface_normals(end);
  const matrix<mp> at_end = closing_ * matrix<mp>(flow_.units().asDiagonal() * normals);
  for (Eigen::Index k = 0; k < normals.cols(); ++k) {
    const mp size = norm_of(vector<mp>(normals.col(k).array() * flow_.units().array()));
    const auto varies = [&](std::vector<vector<mp>>& found, const vector<mp>& part) {
      return log2_magnitude(mp(max_magnitude(part))) > log2_magnitude(size) + log2_of_nothing() &&
             add_direction(found, part, independent);
    };
    if (varies(of_start, vector<mp>(at_start.col(k)))) {
      rows_.push_back(
          {row::kind::surface, {}, flow_.surface()[static_cast<std::size_t>(k)], mp(0), false});
    }
    if (varies(of_end, vector<mp>(at_end.col(k)))) {
      normals_.conservativeResize(Eigen::NoChange, normals_.cols() + 1);
      normals_.rightCols(1) = raised(vector<mp>(normals.col(k)));
      with_alpha_.push_back(flow_.surface()[static_cast<std::size_t>(k)]);
    }
  }
}

bool orbit_equations::rows_keep_surface() {
  std::vector<state_function> of_rows;
  for (const row& each : rows_) {
    if (each.what == row::kind::surface) {
      of_rows.push_back(each.of);
    }
  }
  if (!reversor_ || of_rows.size() == flow_.surface().size()) {
    return of_rows.size() == flow_.surface().size();
  }
  constexpr int further = 4;
  constexpr int closeness = 3;
  const auto known = static_cast<Eigen::Index>(of_rows.size());
  std::vector<vector<mp>> places;
  for (const vector<mp>& x :
       states_around(guess_, static_cast<int>(known) + further, closeness, flow_.units())) {
    places.push_back(vector<mp>((x + (*reversor_)(x)) / mp(2)));
  }
  const auto values_of = [&](const state_function& f) {
    vector<mp> values(std::ssize(places));
    for (std::size_t i = 0; i < places.size(); ++i) {
      values[static_cast<Eigen::Index>(i)] = flow_.value(f, places[i]).value;
    }
    return values;
  };
  matrix<mp> values(std::ssize(places), known);
  for (Eigen::Index k = 0; k < known; ++k) {
    values.col(k) = values_of(of_rows[static_cast<std::size_t>(k)]);
  }
  const Eigen::CompleteOrthogonalDecomposition<matrix<mp>> combinations(values);
  return std::ranges::all_of(flow_.surface(), [&](const state_function& f) {
    const vector<mp> own = values_of(f);
    const vector<mp> rest =
        known == 0 ? own : vector<mp>(own - values * vector<mp>(combinations.solve(own)));
    const mp size = norm_of(
        vector<mp>(flow_.value(f, places.front()).gradient.array() * flow_.units().array()));
    return !(log2_magnitude(mp(max_magnitude(rest))) > log2_magnitude(size) + log2_of_nothing());
  });
}

namespace {

/// The affine ξ in homogeneous coordinates: from its values at 0 and at the unit vectors, with constraints from those at as many states
/// of the surface. It is none where ξ is not affine.
matrix<mp> affine_generator(const state_function& f, orbit_flow& flow) {
  const int n = flow.states();
  matrix<mp> generator = matrix<mp>::Zero(n + 1, n + 1);
  if (flow.surface().empty()) {
    const vector<mp> at_zero = direction_of(f, flow, vector<mp>::Zero(n));
    generator.col(n).head(n) = at_zero;
    for (int j = 0; j < n; ++j) {
      generator.col(j).head(n) = direction_of(f, flow, vector<mp>::Unit(n, j)) - at_zero;
    }
    return generator;
  }
  constexpr int closeness = 2;  // far enough for the surface to bend
  const std::vector<vector<mp>> places = flow.states_around_start(2 * n, closeness);
  const auto count = static_cast<Eigen::Index>(places.size());
  matrix<mp> homogeneous = matrix<mp>::Ones(count, n + 1);
  matrix<mp> directions(count, n);
  for (Eigen::Index i = 0; i < count; ++i) {
    const vector<mp>& x = places[static_cast<std::size_t>(i)];
    homogeneous.row(i).head(n) = x.transpose();
    directions.row(i) = direction_of(f, flow, x).transpose();
  }
  Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
  qr.setThreshold(ldexp(mp(1), static_cast<int>(log2_of_nothing())));
  qr.compute(homogeneous);
  generator.topRows(n) = matrix<mp>(qr.solve(directions)).transpose();
  return generator;
}

}  // namespace

std::vector<drift_symmetry> relative_symmetries(const orbit_question& question,
                                                const kept_quantities& kept, orbit_flow& flow) {
  std::vector<drift_symmetry> drifts;
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
    drift_symmetry d{*found, affine_generator(*found, flow)};
    d.of.name = name;
    for (const vector<mp>& x : flow.states_around_start()) {
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
  const auto plane = [&](const vector<mp>& direction) {
    const vector<mp> normal = lowered(direction);
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
  // what belongs to a drift is held: at what is asked for, or as it is
  const auto asked_of = [this](const drift& d) {
    return std::ranges::find_if(question_.holds, [&](const orbit_question::held& h) {
      return !h.is_period && (is_same(h.of, d.of) || is_momentum(h.of, d.of, flow_));
    });
  };
  for (const drift& d : drifts_) {
    const auto asked = asked_of(d);
    if (asked == question_.holds.end()) {
      held_value(d.of);
    } else {
      rows_.push_back({row::kind::held_value,
                       {},
                       asked->of,
                       evaluate<mp>(asked->value, question_.p.names),
                       false});
    }
  }
  std::vector<row> holds;
  for (const orbit_question::held& h : question_.holds) {
    if (h.is_period && !period_free_) {
      continue;  // the equations hold it
    }
    if (std::ranges::any_of(drifts_, [&](const drift& d) {
          const auto asked = asked_of(d);
          return asked != question_.holds.end() && &*asked == &h;
        })) {
      continue;
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
  matrix<mp> directions_in_units = flow_.units().cwiseInverse().asDiagonal() * directions;
  for (Eigen::Index j = 0; has_units_ && j < count; ++j) {
    const mp size = max_magnitude(directions_in_units.col(j));
    if (size != 0) {
      directions.col(j) /= size;
      directions_in_units.col(j) /= size;
    }
  }
  std::vector<vector<mp>> fixed;
  constexpr double certainly = -30;
  for (const row& h : holds) {
    if (h.what == row::kind::held_value && count > 0) {
      const vector<mp> gradient =
          flow_.value(h.of, guess_).gradient.array() * flow_.units().array();
      const mp size = max_magnitude(gradient);
      const vector<mp> along = directions_in_units.transpose() *
                               (has_units_ && size != 0 ? vector<mp>(gradient / size) : gradient);
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
                 log2_magnitude(
                     mp(max_magnitude(vector<mp>(rate.array() / flow_.units().array())))) +
                     log2_magnitude(mp(max_magnitude(vector<mp>(
                         flow_.value(h.of, guess_).gradient.array() * flow_.units().array())))) +
                     log2_of_nothing();
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
  require_that_holds_say_something();
}

/// Each hold says something of the start or of the period that the rows before it do not say. What they say at states around the guess
/// decides: at the guess itself it may be the same by chance.
void orbit_equations::require_that_holds_say_something() {
  if (question_.holds.empty()) {
    return;
  }
  constexpr double certainly = -40;
  std::vector<bool> says(rows_.size(), false);
  for (const vector<mp>& x : states_around(guess_, 3, 6, flow_.units())) {
    const vector<mp> place = reversor_ ? vector<mp>((x + (*reversor_)(x)) / mp(2)) : x;
    std::vector<vector<mp>> directions;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const row& each = rows_[k];
      vector<mp> of_start = vector<mp>::Zero(flow_.states());
      if (each.what == row::kind::plane) {
        of_start = each.normal;
      } else if (each.what != row::kind::held_period) {
        of_start = flow_.value(each.of, place).gradient;
      }
      of_start.array() *= flow_.units().array();
      const mp size = norm_of(of_start);
      vector<mp> all(basis_.cols() + 1);
      all << basis_.transpose() * of_start, mp(each.what == row::kind::held_period ? 1 : 0);
      const bool varies = each.what == row::kind::held_period ||
                          log2_magnitude(norm_of(all)) > log2_magnitude(size) + certainly;
      says[k] = (varies && add_direction(directions, all, certainly)) || says[k];
    }
  }
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const bool is_asked = !rows_[k].of_guess && (rows_[k].what == row::kind::held_value ||
                                                 rows_[k].what == row::kind::held_period);
    if (is_asked && !says[k]) {
      throw invalid_input(fmt::format(
          "--hold: '{}' is held already, by the symmetry of the orbit or by what else is held",
          rows_[k].what == row::kind::held_period ? "period" : rows_[k].of.name));
    }
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
      case row::kind::surface:
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
  const flow_end end = arrive(x, part, kind);
  const vector<mp> rate = flow_.rate_at_end(x, end.y, part);
  close(u, end.y, rate, r, j);
  j.block(0, 0, closing_.rows(), basis_.cols()) +=
      end_part(u) * matrix<mp>(end.derivative * basis_);
}

flow_end orbit_equations::arrive(const vector<mp>& x, const mp& time, slope kind) {
  if (kind == slope::coarse) {
    const vector<mp> end = flow_.end(x, time);
    try {
      return {end, flow_.coarse_derivative(x, time)};
    } catch (const step_failure&) {
      // the motion goes on, so it is the range of double: Taylor coefficients of femtoseconds leave it
    }
  }
  const int n = flow_.states();
  return flow_.end_with_derivative(x, time, matrix<mp>::Identity(n, n));
}

matrix<mp> orbit_equations::end_part(const vector<mp>& u) const {
  const int n = flow_.states();
  if (!reversor_) {
    return closing_;
  }
  return matrix<mp>(closing_ * shift(u, mp(-1) / 2).topLeftCorner(n, n));
}

void orbit_equations::close(const vector<mp>& u, const vector<mp>& end, const vector<mp>& rate,
                            vector<mp>& r, matrix<mp>& j) {
  r = residual_of(u, end);
  const vector<mp> x = state(u);
  const int n = flow_.states();
  const auto m = basis_.cols();
  const auto closed = closing_.rows();
  j = matrix<mp>::Zero(unknowns_, unknowns_);
  const auto first_drift = place_of_alphas() + normals_.cols();
  if (period_free_) {
    j.col(m).head(closed) = end_part(u) * vector<mp>(rate / mp(reversor_ ? 2 : parts_));
  }
  j.block(0, place_of_alphas(), closed, normals_.cols()) = closing_ * normals_;
  if (reversor_) {
    const vector<mp> y = applied(shift(u, mp(-1) / 2), end);
    for (std::size_t k = 0; k < drifts_.size(); ++k) {  // generators commute on what they keep
      j.col(first_drift + static_cast<Eigen::Index>(k)).head(closed) =
          closing_ * vector<mp>(applied(drifts_[k].generator, y) / mp(-2));
    }
  } else {
    const matrix<mp> forth = shift(u, mp(1) / parts_).topLeftCorner(n, n);
    j.block(0, 0, closed, m) = -matrix<mp>(forth * symmetry_.linear);
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
      case row::kind::surface:
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
  const auto in_units = [this](const matrix<mp>& a) {
    return matrix<mp>(flow_.units().cwiseInverse().asDiagonal() *
                      matrix<mp>(a * flow_.units().asDiagonal()));
  };
  const auto moved_in_units = [&](const matrix<mp>& directions) {
    return matrix<mp>(
        flow_.units().cwiseInverse().asDiagonal() *
        flow_.end_with_derivative(x, part, matrix<mp>(flow_.units().asDiagonal() * directions))
            .derivative);
  };
  if (reversor_) {
    // φ_{T/2} from the turning point is R φ_{T/2}⁻¹ R, with the drift before it. Between the tangent spaces of a surface alone its
    // derivative is one to one.
    const matrix<mp> tangents = tangents_in_units(x);
    const matrix<mp> turn = in_units(reversor_->linear);
    const matrix<mp> half =
        in_units(matrix<mp>(shift(u, mp(-1) / 2).topLeftCorner(n, n))) * moved_in_units(tangents);
    const matrix<mp> inside = tangents.transpose() * columns;
    const matrix<mp> turned = turn * matrix<mp>(half * inside);
    const matrix<mp> back = tangents * Eigen::HouseholderQR<matrix<mp>>(half).solve(turned);
    return matrix<mp>(columns.transpose() * matrix<mp>(turn * back));
  }
  const matrix<mp> moved = moved_in_units(columns);
  const matrix<mp> forth = in_units(
      matrix<mp>(matrix<mp>(shift(u, mp(1) / parts_).topLeftCorner(n, n)) * symmetry_.linear));
  const matrix<mp> back = Eigen::PartialPivLU<matrix<mp>>(forth).solve(moved);
  const matrix<mp> one = columns.transpose() * back;
  matrix<mp> all = one;
  for (int k = 1; k < parts_; ++k) {
    all = matrix<mp>(all * one);
  }
  return all;
}

matrix<mp> orbit_equations::tangents_in_units(const vector<mp>& x) {
  return complement(
      orthonormal_columns(matrix<mp>(flow_.units().asDiagonal() * flow_.surface_normals(x))));
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

}  // namespace plumbline
