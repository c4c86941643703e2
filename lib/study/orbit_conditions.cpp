// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The conditions of an orbit besides its closing: where it starts, on which surface, which of a family it is.
#include "study/orbit_equations.hpp"
#include "study/orthonormal.hpp"
#include <plumbline/core/errors.hpp>

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

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
  const matrix<mp> normals =
      flow_.surface_normals(end, mp(flow_.start_time() + part_of(guess_period_)));
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
  Eigen::CompleteOrthogonalDecomposition<matrix<mp>> combinations;
  if (known > 0) {
    combinations.compute(values);
  }
  return std::ranges::all_of(flow_.surface(), [&](const state_function& f) {
    const vector<mp> own = values_of(f);
    const vector<mp> rest =
        known == 0 ? own : vector<mp>(own - values * vector<mp>(combinations.solve(own)));
    const mp size = norm_of(
        vector<mp>(flow_.value(f, places.front()).gradient.array() * flow_.units().array()));
    constexpr int rounding = 40;  // bits that the combination may lose
    return !(log2_magnitude(mp(max_magnitude(rest))) >
             log2_magnitude(size) - scalar_traits<mp>::bits() + rounding);
  });
}

void orbit_equations::add_plane(const vector<mp>& direction) {
  const vector<mp> normal = lowered(direction);
  rows_.push_back({row::kind::plane, normal, {}, mp(dot(normal, guess_))});
}

/// At its level, or as it is at the guess.
void orbit_equations::add_held(const state_function& f) {
  const auto level = std::ranges::find_if(
      question_.levels, [&](const orbit_question::level& l) { return is_same(l.of, f); });
  rows_.push_back(
      {row::kind::held_value,
       {},
       f,
       level == question_.levels.end() ? flow_.value(f, guess_).value : in_scope(level->value)});
}

/// Adds the rows of the drifts, whose quantities are held: at what is asked for, or as they are. Returns what else is asked for.
std::vector<orbit_equations::row> orbit_equations::hold_drifts() {
  const auto asked_of = [this](const drift& d) {
    return std::ranges::find_if(question_.holds, [&](const orbit_question::held& h) {
      return !h.is_period && (is_same(h.of, d.of) || is_momentum(h.of, d.of, flow_));
    });
  };
  for (const drift& d : drifts_) {
    const auto asked = asked_of(d);
    if (asked == question_.holds.end()) {
      add_held(d.of);
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
  return holds;
}

/// A plane for each direction of a symmetry; a held coordinate along one takes the place of its plane.
void orbit_equations::add_planes(const std::vector<state_function>& moving,
                                 const std::vector<row>& holds) {
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
      add_plane(fixed_by_holds == 0 ? vector<mp>(directions.col(j))
                                    : vector<mp>(directions * fixed.back()));
    }
  }
}

/// What says where on the orbit it starts: the section, a plane across the motion, or one of what is asked for. A coordinate can say
/// it; what is the same all along the orbit cannot.
void orbit_equations::add_phase(const std::vector<row>& holds) {
  const vector<mp> rate = flow_.field(guess_, flow_.start_time());
  const bool one_fixes_the_phase = std::ranges::any_of(holds, [&](const row& h) {
    return h.what == row::kind::held_value &&
           (h.of.what == state_function::kind::entry ||
            h.of.what == state_function::kind::velocity) &&
           log2_magnitude(mp(dot(flow_.value(h.of, guess_).gradient, rate))) >
               log2_magnitude(mp(max_magnitude(vector<mp>(rate.array() / flow_.units().array())))) +
                   log2_magnitude(mp(max_magnitude(vector<mp>(
                       flow_.value(h.of, guess_).gradient.array() * flow_.units().array())))) +
                   log2_of_nothing();
  });
  if (question_.section) {
    rows_.push_back({row::kind::held_value, {}, *question_.section, mp(0), false});
  } else if (static_cast<int>(holds.size()) < needed() || !one_fixes_the_phase) {
    add_plane(rate);
  }
}

int orbit_equations::needed() const {
  return unknowns_ - static_cast<int>(closing_.rows()) - static_cast<int>(rows_.size());
}

void orbit_equations::choose_rows(const std::vector<state_function>& moving) {
  const std::vector<row> holds = hold_drifts();
  add_planes(moving, holds);
  if (period_free_ && !reversor_) {
    add_phase(holds);
  }
  const int wanted = static_cast<int>(holds.size());
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
      add_held(f);
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

}  // namespace plumbline
