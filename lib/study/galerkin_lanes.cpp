// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/galerkin_lanes.hpp"

#include "math/newton_lanes.hpp"

#include <algorithm>
#include <utility>

namespace plumbline {

namespace {

// Up to here one trajectory is judged in the same way. Later it may end below the rounding errors of its start
// (correction_judge); such a lane goes on alone.
constexpr int most_iterations = 8;

lane_runner runner_of(const std::vector<model<double>>& systems, form_part part,
                      lane_functions functions) {
  const form& formulas = *systems.front().formulas();
  lane_runner r(formulas.part(part), systems.size(), functions);
  for (int i = 0; i < formulas.inputs().parameters; ++i) {
    const auto lanes = r.input(formulas.inputs().parameter(i));
    for (std::size_t k = 0; k < systems.size(); ++k) {
      lanes[k] = systems[k].parameters()[static_cast<std::size_t>(i)];
    }
  }
  r.run(parameter_stage);
  return r;
}

std::vector<const double*> results_of(const lane_runner& r, int first, int count) {
  std::vector<const double*> rows;
  for (int k = first; k < first + count; ++k) {
    rows.push_back(r.result(k).data());
  }
  return rows;
}

/// A matrix that stands row by row, column by column.
std::vector<const double*> transposed(const std::vector<const double*>& entries, int n) {
  std::vector<const double*> columns;
  columns.reserve(entries.size());
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int place = i * n + j;
      columns.push_back(entries[static_cast<std::size_t>(place)]);
    }
  }
  return columns;
}

std::vector<const double*> constant(const std::vector<double*>& rows) {
  return {rows.begin(), rows.end()};
}

std::vector<const double*> joined(std::vector<const double*> list,
                                  const std::vector<const double*>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

std::size_t place(int k) { return static_cast<std::size_t>(k); }

/// Whether detail::galerkin_jacobian adds up all products in one stage for this system, as the lanes do: the sums of two
/// stages have other last bits.
bool jacobian_in_one_stage(const galerkin_tableau<double>& tableau, const model<double>& system) {
  enum block { qq, qv, vv, vq };
  const auto code = system.formulas()->part(form_part::second_derivatives);
  const int n = system.dimension();
  const auto exists = [&](int which, int entry) {
    const exact_number* const fixed = code->constant_result(2 * n + which * n * n + entry);
    return fixed == nullptr || fixed->sign() != 0;
  };
  // how many second derivatives of these blocks are not always zero, and at how many places one of the two is not
  const auto count = [&](int one, int other, bool uses_one, bool uses_other) {
    long each = 0;
    long either = 0;
    for (int entry = 0; entry < n * n; ++entry) {
      const bool first = uses_one && exists(one, entry);
      const bool second = uses_other && exists(other, entry);
      each += (first ? 1 : 0) + (second ? 1 : 0);
      either += first || second ? 1 : 0;
    }
    return std::pair(each, either);
  };
  const int s = tableau.degree();
  long in_one = 0;
  long in_two = 0;
  for (int i = 0; i < static_cast<int>(tableau.rule.nodes.size()); ++i) {
    for (int b = 1; b <= s; ++b) {
      const bool has_value = tableau.values(i, b) != 0;
      const bool has_slope = tableau.derivatives(i, b) != 0;
      const auto pulled = count(qq, qv, has_value, has_slope);
      const auto pushed = count(vq, vv, has_value, has_slope);
      in_two += pulled.first + pushed.first;
      for (int a = 0; a <= s; ++a) {
        const bool pulls = a == s || tableau.values(i, a) != 0;
        const bool pushes = a < s && tableau.derivatives(i, a) != 0;
        in_one += (pulls ? pulled.first : 0) + (pushes ? pushed.first : 0);
        in_two += (pulls ? pulled.second : 0) + (pushes ? pushed.second : 0);
      }
    }
  }
  return in_one <= in_two;
}

}  // namespace

bool galerkin_lanes::has(const galerkin_tableau<double>& tableau, const model<double>& system) {
  return !system.law_by_zone() && system.is_lagrangian() && system.facts().velocity_by_mass &&
         system.dimension() * tableau.degree() < detail::band_factors<double>::least_rows &&
         jacobian_in_one_stage(tableau, system);
}

int galerkin_lanes::registers(const galerkin_tableau<double>& tableau,
                              const model<double>& system) {
  const form& formulas = *system.formulas();
  return static_cast<int>(tableau.rule.nodes.size()) *
         (formulas.part(form_part::gradient)->registers() +
          formulas.part(form_part::second_derivatives)->registers());
}

galerkin_lanes::galerkin_lanes(galerkin_tableau<double> tableau, std::vector<model<double>> systems,
                               lane_functions functions)
    : tableau_(std::move(tableau)),
      systems_(std::move(systems)),
      n_(systems_.front().dimension()),
      s_(tableau_.degree()),
      points_(static_cast<int>(tableau_.rule.nodes.size())),
      inputs_(systems_.front().formulas()->inputs()),
      autonomous_(systems_.front().facts().autonomous),
      store_(systems_.size()),
      q_(new_rows(n_)),
      p_(new_rows(n_)),
      u_(new_rows(n_ * s_)),
      residual_(new_rows(n_ * s_ + n_)),
      jacobian_(new_rows((n_ * s_ + n_) * n_ * s_)),
      delta_(new_rows(n_ * s_)),
      outputs_(new_rows(n_)),
      h_(store_.numbers()),
      values_(new_rows(points_ * (s_ + 1))),
      slopes_(new_rows(points_ * (s_ + 1))),
      weights_(new_rows(points_ * (s_ + 1))),
      force_values_(new_rows(points_ * (s_ + 1))),
      force_weights_(new_rows(points_)),
      nodes_(new_rows(s_ + 1)),
      half_squares_(new_rows(s_ + 1)),
      legendre_(runner_of(systems_, form_part::legendre, functions)),
      acceleration_(runner_of(systems_, form_part::acceleration, functions)),
      load_(runner_of(systems_, form_part::load, functions)),
      velocity_(new_rows(n_)),
      speed_up_(new_rows(n_)),
      right_(new_rows(n_)),
      slopes_of_outputs_(new_rows(n_)),
      zero_(store_.numbers()),
      work_(store_.numbers()),
      size_(store_.numbers()),
      largest_(store_.numbers()),
      unknowns_(store_.numbers()),
      first_(store_.numbers()),
      before_(store_.numbers()),
      wrong_(store_.numbers()),
      alive_(store_.masks()),
      active_(store_.masks()),
      corrects_(store_.masks()),
      renews_(store_.masks()),
      keeps_(store_.masks()),
      solved_(store_.masks()),
      known_(store_.masks()),
      alone_(systems_.size()) {
  for (int i = 0; i < points_; ++i) {
    points_of_.push_back({runner_of(systems_, form_part::gradient, functions),
                          runner_of(systems_, form_part::second_derivatives, functions),
                          {},
                          {},
                          false});
  }
  for (int i = 0; i < points_; ++i) {
    for (int a = 0; a <= s_; ++a) {
      const auto at = place(i * (s_ + 1) + a);
      const double weight = tableau_.rule.weights[i] * tableau_.derivatives(i, a);
      std::fill_n(weights_[at], width(), weight);
      std::fill_n(values_[at], width(), tableau_.values(i, a));
      needs_value_.push_back(tableau_.values(i, a) != 0);
      needs_slope_.push_back(weight != 0);
    }
  }
  plan_points();
  plan_residual(residual_by_gradient_, false);
  plan_residual(residual_by_derivatives_, true);
  plan_jacobian();
  const int size = n_ * s_;
  const_rows square;
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      square.push_back(jacobian_[place(j * (size + n_) + i)]);
    }
  }
  factors_ = std::make_unique<lanes::factors>(store_, std::move(square));
  for (int i = 0; i < n_; ++i) {
    output_slopes_.begin(slopes_of_outputs_[place(i)]);
    for (int j = 0; j < size; ++j) {
      output_slopes_.add(jacobian_[place(j * (size + n_) + size + i)], delta_[place(j)]);
    }
  }
  mass_ =
      std::make_unique<lanes::factors>(store_, transposed(results_of(legendre_, 0, n_ * n_), n_));
  for (int a = 1; a <= s_; ++a) {
    for (int k = 0; k < n_; ++k) {
      guess_sums_.begin(u_[place((a - 1) * n_ + k)]);
      guess_sums_.add(nodes_[place(a)], velocity_[place(k)]);
      guess_sums_.add(half_squares_[place(a)], speed_up_[place(k)]);
    }
  }
  equations_ = const_rows(residual_.begin(), residual_.begin() + size);
  constant_delta_ = constant(delta_);
  constant_u_ = constant(u_);
  constant_right_ = constant(right_);
  constant_outputs_ = constant(outputs_);
  last_unknowns_ = const_rows(u_.end() - n_, u_.end());
  start_ = joined(joined(constant(q_), constant(p_)), {h_});
  with_velocity_ = joined(constant_right_, constant(velocity_));
  with_speed_up_ = joined(constant_right_, constant(speed_up_));
  load_.run(position_stage);
  z_.q.resize(n_);
  z_.p.resize(n_);
}

galerkin_lanes::rows galerkin_lanes::new_rows(int count) {
  rows list;
  for (int k = 0; k < count; ++k) {
    list.push_back(store_.numbers());
  }
  return list;
}

void galerkin_lanes::plan_points() {
  for (int i = 0; i < points_; ++i) {
    point& at = points_of_[place(i)];
    for (const bool linear : {false, true}) {
      lane_runner& r = linear ? at.derivatives : at.gradient;
      lanes::sums& plan = linear ? at.locate_derivatives : at.locate_gradient;
      for (int k = 0; k < n_; ++k) {
        plan.begin(r.input(inputs_.q(k)).data());
        plan.add(q_[place(k)]);
        for (int a = 1; a <= s_; ++a) {
          const double value = tableau_.values(i, a);
          if (value == 1) {
            plan.add(u_[place((a - 1) * n_ + k)]);
          } else if (value != 0) {
            plan.add(values_[place(i * (s_ + 1) + a)], u_[place((a - 1) * n_ + k)]);
          }
          at.moves = at.moves || value != 0;
        }
      }
      for (int k = 0; k < n_; ++k) {
        plan.begin(r.input(inputs_.v(k)).data());
        for (int a = 1; a <= s_; ++a) {
          const auto w = place(i * (s_ + 1) + a);
          if (needs_slope_[w] != 0) {
            plan.add(slopes_[w], u_[place((a - 1) * n_ + k)]);
          }
        }
      }
    }
  }
}

void galerkin_lanes::plan_residual(lanes::sums& plan, bool linear) {
  const auto result = [&](int i, int k) {
    const point& at = points_of_[place(i)];
    return (linear ? at.derivatives : at.gradient).result(k).data();
  };
  for (int k = 0; k < n_; ++k) {
    for (int a = 0; a < s_; ++a) {
      plan.begin(residual_[place(a * n_ + k)]);
      if (a == 0) {
        plan.add(p_[place(k)]);
      }
      for (int i = 0; i < points_; ++i) {
        const auto w = place(i * (s_ + 1) + a);
        if (needs_value_[w] != 0) {
          plan.add(force_values_[w], result(i, k));
        }
        if (needs_slope_[w] != 0) {
          plan.add(weights_[w], result(i, n_ + k));
        }
      }
    }
    plan.begin(residual_[place(s_ * n_ + k)]);
    for (int i = 0; i < points_; ++i) {
      plan.add(force_weights_[place(i)], result(i, k));
    }
  }
}

void galerkin_lanes::plan_jacobian() {
  // the products of detail::galerkin_jacobian in one stage, in their order
  enum block { qq, qv, vv, vq };
  constexpr int blocks = 4;
  const auto code = systems_.front().formulas()->part(form_part::second_derivatives);
  products_.assign(place(points_ * (s_ + 1) * s_ * blocks), nullptr);
  const auto weight = [&](int i, int a, int b, int which) {
    double*& w = products_[place(((i * (s_ + 1) + a) * s_ + b - 1) * blocks + which)];
    if (w == nullptr) {
      w = store_.numbers();
    }
    return w;
  };
  const int height = n_ * s_ + n_;
  for (int b = 1; b <= s_; ++b) {
    for (int l = 0; l < n_; ++l) {
      for (int a = 0; a <= s_; ++a) {
        for (int k = 0; k < n_; ++k) {
          jacobian_sums_.begin(jacobian_[place(((b - 1) * n_ + l) * height + a * n_ + k)],
                               lanes::sums::beginning::zero);
          for (int i = 0; i < points_; ++i) {
            const auto add = [&](int which, bool row, bool column) {
              const int entry = 2 * n_ + (which * n_ + k) * n_ + l;
              const exact_number* fixed = code->constant_result(entry);
              if (row && column && (fixed == nullptr || fixed->sign() != 0)) {
                jacobian_sums_.add(weight(i, a, b, which),
                                   points_of_[place(i)].derivatives.result(entry).data());
              }
            };
            const bool pulls = a == s_ || needs_value_[place(i * (s_ + 1) + a)] != 0;
            const bool pushes = a < s_ && needs_slope_[place(i * (s_ + 1) + a)] != 0;
            const bool has_value = needs_value_[place(i * (s_ + 1) + b)] != 0;
            const bool has_slope = needs_slope_[place(i * (s_ + 1) + b)] != 0;
            add(qq, pulls, has_value);
            add(qv, pulls, has_slope);
            add(vq, pushes, has_value);
            add(vv, pushes, has_slope);
          }
        }
      }
    }
  }
}

void galerkin_lanes::begin(std::span<const double> h) {
  std::ranges::copy(h, h_);
  std::fill_n(alive_, width(), -1);
  set_weights(h);
}

void galerkin_lanes::set_weights(std::span<const double> h) {
  same_step_ = std::ranges::all_of(h, [&](double x) { return x == h[0]; });
  constexpr int blocks = 4;
  for (std::size_t k = 0; k < width(); ++k) {
    for (int a = 0; a <= s_; ++a) {
      const double time = tableau_.nodes[a] * h[k];
      nodes_[place(a)][k] = time;
      half_squares_[place(a)][k] = time * time / 2;
    }
    for (int i = 0; i < points_; ++i) {
      force_weights_[place(i)][k] = h[k] * tableau_.rule.weights[i];
      for (int a = 0; a <= s_; ++a) {
        const auto w = place(i * (s_ + 1) + a);
        slopes_[w][k] = tableau_.derivatives(i, a) / h[k];
        force_values_[w][k] = force_weights_[place(i)][k] * tableau_.values(i, a);
      }
      for (int a = 0; a <= s_; ++a) {
        const auto w = place(i * (s_ + 1) + a);
        const double pull = a < s_ ? force_values_[w][k] : force_weights_[place(i)][k];
        for (int b = 1; b <= s_; ++b) {
          const auto v = place(i * (s_ + 1) + b);
          const double products[blocks] = {pull * values_[v][k], pull * slopes_[v][k],
                                           weights_[w][k] * slopes_[v][k],
                                           weights_[w][k] * values_[v][k]};
          for (int which = 0; which < blocks; ++which) {
            double* const to = products_[place(((i * (s_ + 1) + a) * s_ + b - 1) * blocks + which)];
            if (to != nullptr) {
              to[k] = products[which];
            }
          }
        }
      }
    }
  }
}

void galerkin_lanes::put_time(lane_runner& r, std::span<const double> t, double part) {
  const auto to = r.input(inputs_.t());
  for (std::size_t k = 0; k < width(); ++k) {
    to[k] = t[k] + h_[k] * part;
  }
}

// As evaluation::solve_mass() does it for one or two coordinates.
void galerkin_lanes::solve_few_masses(const lane_runner& masses, const rows& x) {
  const auto entry = [&](int i, std::size_t k) { return masses.result(i)[k]; };
  for (std::size_t k = 0; n_ <= 2 && k < width(); ++k) {
    double v0 = 0;
    double v1 = 0;
    const double b0 = right_[place(0)][k];
    const bool found = n_ == 1 ? solve_one(entry(0, k), b0, v0)
                               : solve_two(entry(0, k), entry(1, k), entry(2, k), entry(3, k), b0,
                                           right_[place(1)][k], v0, v1);
    if (found) {
      known_[k] = -1;
      x[0][k] = v0;
      if (n_ == 2) {
        x[1][k] = v1;
      }
    }
  }
}

void galerkin_lanes::guess(std::span<const double> t) {
  for (lane_runner* const r : {&legendre_, &acceleration_}) {
    for (int k = 0; k < n_; ++k) {
      std::copy_n(q_[place(k)], width(), r->input(inputs_.q(k)).data());
    }
  }
  if (!autonomous_) {
    for (lane_runner* const r : {&legendre_, &acceleration_, &load_}) {
      std::ranges::copy(t, r->input(inputs_.t()).begin());
    }
    load_.run(position_stage);
  }
  const auto wanted = mask_of(active_);
  acceleration_.run(position_stage, wanted);
  legendre_.run_beside(position_stage, acceleration_, wanted);
  // v from p = M v + b; zero, and the acceleration with it, where it does not exist
  const auto solve_mass = [&](const lane_runner& masses, const rows& x, const const_rows& used) {
    mass_->solve(constant_right_, x);
    solve_few_masses(masses, x);
    lanes::keep_finite(known_, used, width());
    for (double* const entry : x) {
      lanes::choose(entry, known_, entry, zero_, width());
    }
  };
  for (int i = 0; i < n_; ++i) {
    lanes::subtract(right_[place(i)], p_[place(i)], legendre_.result(n_ * n_ + i).data(), width());
  }
  mass_->compute();
  std::copy_n(mass_->ok(), width(), known_);
  solve_mass(legendre_, velocity_, with_velocity_);
  for (int k = 0; k < n_; ++k) {
    std::copy_n(velocity_[place(k)], width(), acceleration_.input(inputs_.v(k)).data());
  }
  acceleration_.run(velocity_stage, wanted);
  for (int i = 0; i < n_; ++i) {
    lanes::subtract(right_[place(i)], load_.result(i).data(),
                    acceleration_.result(n_ * n_ + i).data(), width());
  }
  solve_mass(acceleration_, speed_up_,
             with_speed_up_);  // as evaluation::acceleration_after_velocity()
  guess_sums_.run(width(), same_step_);
}

void galerkin_lanes::evaluate(const std::int64_t* wanted) {
  const auto lanes = mask_of(wanted);
  for (point& at : points_of_) {
    at.locate_gradient.run(width(), same_step_);
    if (at.moves) {
      at.gradient.run(position_stage, lanes);
    }
    at.gradient.run(velocity_stage, lanes);
  }
  residual_by_gradient_.run(width(), same_step_);
}

void galerkin_lanes::linearize(const std::int64_t* wanted, bool first) {
  const auto lanes = mask_of(wanted);
  for (point& at : points_of_) {
    at.locate_derivatives.run(width(), same_step_);
    if (at.moves) {
      at.derivatives.run(position_stage, lanes);
    } else if (first) {
      at.derivatives.run_beside(position_stage, acceleration_, lanes);
      at.locate_gradient.run(width(), same_step_);
      at.gradient.run_beside(position_stage, acceleration_, lanes);
    }
    at.derivatives.run(velocity_stage, lanes);
  }
  residual_by_derivatives_.run(width(), same_step_, wanted);
  jacobian_sums_.run(width(), same_step_, wanted);
  factors_->compute();
}

void galerkin_lanes::judge_residuals(int iteration) {
  lanes::largest(size_, equations_, width());
  lanes::judge_residuals({active_, solved_, renews_, keeps_}, corrects_, factors_->ok(), iteration,
                         size_, first_, width());
}

void galerkin_lanes::solve() {
  const int size = n_ * s_;
  factors_->solve(equations_, delta_);
  output_slopes_.run(width(), false);
  for (int i = 0; i < size; ++i) {
    double* const u = u_[place(i)];
    lanes::subtract(work_, u, delta_[place(i)], width());
    lanes::choose(u, corrects_, work_, u, width());
  }
  for (int i = 0; i < n_; ++i) {
    double* const output = outputs_[place(i)];
    const double* const value = residual_[place(size + i)];
    lanes::choose(output, active_, value, output, width());
    lanes::subtract(work_, value, slopes_of_outputs_[place(i)], width());
    lanes::choose(output, corrects_, work_, output, width());
  }
  lanes::largest(size_, constant_delta_, width());
  lanes::largest(unknowns_, constant_u_, width());
}

void galerkin_lanes::step(std::span<const double> t) {
  const auto any = [this](const std::int64_t* m) {
    return std::any_of(m, m + width(), [](std::int64_t x) { return x != 0; });
  };
  // the equations do not contain a cyclic coordinate, so the iteration would not notice one that is not finite
  lanes::keep_finite(alive_, start_, width());
  for (std::int64_t* const m : {active_, renews_}) {
    std::copy_n(alive_, width(), m);
  }
  for (std::int64_t* const m : {keeps_, solved_}) {
    std::fill_n(m, width(), 0);
  }
  if (!any(alive_)) {
    return;
  }
  guess(t);
  if (!autonomous_) {
    for (int i = 0; i < points_; ++i) {
      put_time(points_of_[place(i)].gradient, t, tableau_.rule.nodes[i]);
      put_time(points_of_[place(i)].derivatives, t, tableau_.rule.nodes[i]);
    }
  }
  lanes::lanes_left left{true, false};
  for (int iteration = 1; iteration <= most_iterations && (left.renew || left.keep); ++iteration) {
    if (left.keep) {
      evaluate(keeps_);
    }
    if (left.renew) {
      linearize(renews_, iteration == 1);
    }
    judge_residuals(iteration);
    solve();
    left = lanes::judge_corrections({active_, solved_, renews_, keeps_}, iteration,
                                    {size_, unknowns_, before_, wrong_}, width(),
                                    detail::least_gain(n_ * s_));
  }
  for (std::size_t k = 0; k < width(); ++k) {
    known_[k] = alive_[k] & solved_[k];
  }
  std::copy_n(known_, width(), corrects_);
  lanes::keep_finite(known_, constant_outputs_, width());
  for (std::size_t k = 0; k < width(); ++k) {
    if ((alive_[k] & ~corrects_[k]) != 0) {
      step_alone(k, t[k]);
    } else {
      alive_[k] = known_[k];
    }
  }
  lanes::add_where(known_, p_, constant_outputs_, width());
  lanes::add_where(known_, q_, last_unknowns_, width());
}

void galerkin_lanes::step_alone(std::size_t lane, double t) {
  if (!alone_[lane]) {
    alone_[lane] = std::make_unique<galerkin_stepper<double>>(tableau_, systems_[lane]);
  }
  for (int i = 0; i < n_; ++i) {
    z_.q[i] = q_[place(i)][lane];
    z_.p[i] = p_[place(i)][lane];
  }
  if (!alone_[lane]->step(z_, t, h_[lane]).ok()) {
    alive_[lane] = 0;
    return;
  }
  for (int i = 0; i < n_; ++i) {
    q_[place(i)][lane] = z_.q[i];
    p_[place(i)][lane] = z_.p[i];
  }
}

}  // namespace plumbline
