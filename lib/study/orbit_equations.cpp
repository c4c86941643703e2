// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_equations.hpp"

#include "study/orthonormal.hpp"
#include <plumbline/core/errors.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// A power of two near the size; 1 where there is none.
mp unit_of(const mp& size) {
  const double bits = log2_magnitude(size);
  return std::isfinite(bits) ? ldexp(mp(1), static_cast<int>(std::lround(bits))) : mp(1);
}

}  // namespace

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
  first_drifts_ = guessed_drifts();
  leave_out_moved(kept_, drifts_, vector<mp>(first_drifts_ / mp(reversor_ ? 2 : parts_)), flow_,
                  states_around(guess_, 3, 6, flow_.units()));
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

vector<mp> orbit_equations::first() {
  vector<mp> u = vector<mp>::Zero(unknowns_);
  const auto m = basis_.cols();
  u.head(m) = Eigen::ColPivHouseholderQR<matrix<mp>>(basis_).solve(vector<mp>(guess_ - base_));
  if (period_free_) {
    u[m] = guess_period_;
  }
  u.tail(first_drifts_.size()) = first_drifts_;
  return u;
}

/// The drifts with which the end of the guess is nearest to its start.
vector<mp> orbit_equations::guessed_drifts() {
  const auto count = static_cast<Eigen::Index>(drifts_.size());
  vector<mp> drifts = vector<mp>::Zero(count);
  if (count == 0) {
    return drifts;
  }
  constexpr int iterations = 6;
  const int parts = reversor_ ? 2 : parts_;
  const vector<mp> end = flow_.end(guess_, part_of(guess_period_));
  for (int k = 0; k < iterations; ++k) {
    const vector<mp> image = applied(shift(drifts, mp(1) / parts), symmetry_(guess_));
    matrix<mp> directions(flow_.states(), count);
    const vector<mp> amounts = drifts / mp(parts);
    for (Eigen::Index j = 0; j < count; ++j) {
      directions.col(j) =
          applied(direction_of_drift(drifts_, amounts, static_cast<std::size_t>(j)), image);
    }
    const vector<mp> change = Eigen::CompleteOrthogonalDecomposition<matrix<mp>>(directions)
                                  .solve(vector<mp>(end - image));
    drifts += vector<mp>(change * mp(parts));
  }
  return drifts;
}

vector<mp> orbit_equations::state(const vector<mp>& u) const {
  return vector<mp>(base_ + basis_ * u.head(basis_.cols()));
}

mp orbit_equations::period(const vector<mp>& u) const {
  return period_free_ ? u[basis_.cols()] : guess_period_;
}

vector<mp> orbit_equations::field_beside_drifts(const vector<mp>& x) {
  const vector<mp> field = flow_.field(x, flow_.start_time());
  if (drifts_.empty()) {
    return field;
  }
  // a drift by an angle may be known but for turns: the rates are those that leave least
  matrix<mp> along(flow_.states(), std::ssize(drifts_));
  for (std::size_t j = 0; j < drifts_.size(); ++j) {
    along.col(static_cast<Eigen::Index>(j)) = applied(drifts_[j].generator, x);
  }
  const matrix<mp> in_units = flow_.units().cwiseInverse().asDiagonal() * along;
  const vector<mp> rates = Eigen::CompleteOrthogonalDecomposition<matrix<mp>>(in_units).solve(
      vector<mp>(field.array() / flow_.units().array()));
  return field - vector<mp>(along * rates);
}

vector<mp> orbit_equations::alphas(const vector<mp>& u) const {
  return u.segment(place_of_alphas(), normals_.cols());
}

matrix<mp> orbit_equations::shift(const vector<mp>& u, const mp& share) const {
  const int n = flow_.states();
  return drifts_.empty() ? matrix<mp>(matrix<mp>::Identity(n + 1, n + 1))
                         : drifted(drifts_, vector<mp>(drifts(u) * share));
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
    const vector<mp> amounts = drifts(u) / mp(-2);
    for (std::size_t k = 0; k < drifts_.size(); ++k) {
      j.col(first_drift + static_cast<Eigen::Index>(k)).head(closed) =
          closing_ * vector<mp>(applied(direction_of_drift(drifts_, amounts, k), y) / mp(-2));
    }
  } else {
    const matrix<mp> forth = shift(u, mp(1) / parts_).topLeftCorner(n, n);
    j.block(0, 0, closed, m) = -matrix<mp>(forth * symmetry_.linear);
    const vector<mp> image = applied(shift(u, mp(1) / parts_), symmetry_(x));
    const vector<mp> amounts = drifts(u) / mp(parts_);
    for (std::size_t k = 0; k < drifts_.size(); ++k) {
      j.col(first_drift + static_cast<Eigen::Index>(k)).head(closed) =
          applied(direction_of_drift(drifts_, amounts, k), image) / mp(-parts_);
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
