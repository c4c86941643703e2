// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/exact_motion.hpp"

#include "shared/digits.hpp"
#include "shared/nearest.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/bilinear_oscillator.hpp>
#include <plumbline/exact/damped_forced_oscillator.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/exact/pendulum.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

mp parameter(const problem& p, const char* name) { return evaluate<mp>(expression(name), p.names); }

exact_solution pendulum_motion_of(const problem& p) {
  const auto start = make_problem<mp>(p).start;
  const auto s = std::make_shared<const pendulum_solution<mp>>(
      parameter(p, "m"), parameter(p, "omega"), start.q[0], start.p[0]);
  exact_solution result;
  result.state = [s](const mp& t) { return s->state(t); };
  result.constants.push_back({"energy", s->energy()});
  if (s->period()) {
    result.constants.push_back({"period", *s->period()});
  }
  if (s->amplitude()) {
    result.constants.push_back({"amplitude", *s->amplitude()});
  }
  result.constants.push_back({"modulus", s->modulus()});
  return result;
}

exact_solution linear_motion_of(const problem& p) {
  const auto in = make_problem<mp>(p);
  const auto matrices = evaluation<mp>(in.system.lagrangian()).linear();
  const auto s =
      std::make_shared<const normal_modes<mp>>(matrices->mass, matrices->stiffness, in.start);
  exact_solution result;
  result.state = [s](const mp& t) { return s->state(t); };
  result.constants.push_back({"energy", energy(in.system, in.start)});
  const auto& squares = s->eigenvalues();
  for (Eigen::Index i = 0; i < squares.size(); ++i) {
    if (squares[i] > 0) {
      result.constants.push_back({fmt::format("frequency{}", i + 1), mp(sqrt(squares[i]))});
    }
  }
  if (squares.size() == 1 && squares[0] > 0) {
    result.constants.push_back({"period", mp(2 * pi<mp>() / sqrt(squares[0]))});
  }
  return result;
}

exact_solution damped_forced_motion_of(const problem& p) {
  const auto in = make_problem<mp>(p);
  damped_forced_oscillator<mp> oscillator;
  for (const auto& each : damped_forced_oscillator<mp>::parameters()) {
    oscillator.*(each.member) = parameter(p, std::string(each.name).c_str());
  }
  const auto s = std::make_shared<const damped_forced_solution<mp>>(oscillator, in.start.q[0],
                                                                    in.start.p[0], in.t0);
  exact_solution result;
  result.state = [s](const mp& t) { return s->state(t); };
  if (s->period()) {
    result.constants.push_back({"period", *s->period()});
  }
  return result;
}

exact_solution bilinear_motion_of(const problem& p) {
  const auto in = make_problem<mp>(p);
  const bilinear_oscillator<mp> oscillator{parameter(p, "m"), parameter(p, "k"),
                                           parameter(p, "yield"), parameter(p, "hardening")};
  const auto s =
      std::make_shared<const bilinear_solution<mp>>(oscillator, in.start.q[0], in.start.p[0]);
  exact_solution result;
  result.state = [s](const mp& t) { return s->state(t); };
  result.constants.push_back({"energy", s->energy()});
  if (s->period()) {
    result.constants.push_back({"period", *s->period()});
  }
  const auto crossings = s->crossing_times();
  if (!crossings.empty()) {
    result.constants.push_back(
        {"crossing_times", crossings.front(), {crossings.begin() + 1, crossings.end()}});
  }
  return result;
}

/// What both forms of the top have in common.
exact_solution solve_top(const lagrange_top_start<mp>& start) {
  const auto s = std::make_shared<const lagrange_top_solution<mp>>(start);
  const auto facts = s->facts();
  exact_solution result;
  result.state = [s](const mp& t) { return s->state(t); };
  result.constants = {{"energy", facts.energy}, {"g2", facts.g2}, {"g3", facts.g3}};
  const auto add = [&result](const char* name, const std::optional<mp>& value) {
    if (value) {
      result.constants.push_back({name, *value});
    }
  };
  add("nutation_period", facts.nutation_period);
  add("precession_per_period", facts.precession_per_period);
  add("spin_per_period", facts.spin_per_period);
  add("half_period1", facts.half_period1);
  add("half_period3", facts.half_period3);
  return result;
}

exact_solution top_motion_of(const problem& p) {
  const auto z = make_problem<mp>(p).start;
  lagrange_top_start<mp> start;
  start.mass = parameter(p, "mass");
  start.I = parameter(p, "I");
  start.I3 = parameter(p, "I3");
  start.l = parameter(p, "l");
  start.g = parameter(p, "g");
  start.phi = z.q[0];
  start.theta = z.q[1];
  start.psi = z.q[2];
  start.w1 = z.p[0];
  start.w2 = z.p[1];
  start.w3 = z.p[2];
  start.t0 = mp(0);
  start.snap_to_limit = true;  // in guard digits: what is nearer than that is the limit
  return solve_top(start);
}

/// The complete top with the same momenta: mass g l = I A; I3 = I does not matter, since ψ is dropped and the
/// energy of the spin, p_ψ²/(2 I3), is taken off.
exact_solution reduced_top_motion_of(const problem& p) {
  const auto in = make_problem<mp>(p);
  lagrange_top_start<mp> start;
  start.I = parameter(p, "I");
  start.I3 = start.I;
  start.mass = start.I * parameter(p, "A");
  start.l = mp(1);
  start.g = mp(1);
  start.phi = in.start.q[0];
  start.theta = in.start.q[1];
  start.psi = mp(0);
  start.w1 = parameter(p, "pphi");
  start.w2 = start.I * in.start.q[2];
  start.w3 = parameter(p, "ppsi");
  start.t0 = mp(0);
  start.snap_to_limit = true;
  exact_solution result = solve_top(start);
  result.state = [inner = result.state, moment = start.I](const mp& t) {
    const auto z = inner(t);
    vector<mp> y(3);
    y << z.q[0], z.q[1], mp(z.p[1] / moment);
    return phase_point<mp>{y, vector<mp>(0)};
  };
  std::erase_if(result.constants, [](const auto& c) { return c.name == "spin_per_period"; });
  result.constants.front().value = energy(in.system, in.start);
  return result;
}

using maker = exact_solution (*)(const problem&);

maker find_maker(const system_entry& system) {
  if (system.facts.linear) {
    return linear_motion_of;
  }
  if (system.name() == "pendulum") {
    return pendulum_motion_of;
  }
  if (system.name() == "damped-forced-oscillator") {
    return damped_forced_motion_of;
  }
  if (system.name() == "bilinear-oscillator") {
    return bilinear_motion_of;
  }
  if (system.name() == "lagrange-top") {
    return top_motion_of;
  }
  if (system.name() == "reduced-lagrange-top") {
    return reduced_top_motion_of;
  }
  return nullptr;
}

mp magnitude(const vector<mp>& x) { return max_magnitude(x); }

/// Digits on which two vectors agree, relative to the larger one's largest component.
double agreeing_digits(const vector<mp>& a, const vector<mp>& b) {
  const mp size = magnitude(b);
  const mp difference = magnitude(vector<mp>(a - b));
  constexpr double all = 1e9;
  if (difference == 0) {
    return all;
  }
  if (size == 0) {
    return 0;
  }
  constexpr double bits_per_digit = 3.3219280948873623;
  return static_cast<double>(binary_exponent(size) - binary_exponent(difference)) / bits_per_digit;
}

}  // namespace

bool has_exact_solution(const problem& p) { return find_maker(*p.system) != nullptr; }

std::vector<std::string> systems_with_exact_solution() {
  std::vector<std::string> names;
  for (const auto& system : systems()) {
    if (find_maker(system) != nullptr) {
      names.push_back(system.name());
    }
  }
  return names;
}

exact_solution solve_exactly(const problem& p) {
  const auto make = find_maker(*p.system);
  if (make == nullptr) {
    throw invalid_input(fmt::format("{} has no exact solution; these have: {}", p.system->name(),
                                    joined(systems_with_exact_solution())));
  }
  return make(p);
}

void add_exact_periods(problem& p) {
  if (!has_exact_solution(p)) {
    return;
  }
  // asked only when a step or a time uses the name
  const auto fixed = std::make_shared<const problem>(p);
  for (const char* const name : {"period", "nutation_period"}) {
    p.names.set(name, [fixed, name] {
      for (auto& constant : solve_exactly(*fixed).constants) {
        const bool matches = constant.name == name ||
                             (name == std::string("period") && constant.name == "nutation_period");
        if (matches) {
          return mp(constant.value);
        }
      }
      throw invalid_input(fmt::format("this motion of {} has no {}", fixed->system->name(), name));
    });
  }
}

exact_motion::exact_motion(const problem& p, int digits, const expression& latest) : digits_(0) {
  constexpr int guard_digits = 20;
  constexpr int enough_guard = 14;
  constexpr int reserve = 2000;
  constexpr int rounds = 8;
  const int held = digits <= most_digits_of_double ? most_digits_of_double
                                                   : std::max(digits, most_digits_of_quad + 1);
  const int most = precision_scope::max_digits - reserve;
  std::shared_ptr<const exact_solution> coarse;
  vector<mp> before;
  for (int round = 0, working = held + guard_digits; round < rounds;
       ++round, working += working / 2 + guard_digits) {
    const precision_scope scope(std::min(working, most));
    auto fine = std::make_shared<const exact_solution>(solve_exactly(p));
    const auto z = fine->state(evaluate<mp>(latest, p.names));
    vector<mp> now(z.q.size() + z.p.size());
    now << z.q, z.p;
    // relative to the whole state: a component that passes through zero has no digits of its own
    const bool settled = coarse != nullptr && agreeing_digits(before, now) > held + enough_guard;
    before = now;
    coarse = std::move(fine);
    digits_ = std::min(working, most);
    solution_ = coarse;
    if (settled || working >= most) {
      return;
    }
  }
  throw domain_error(fmt::format("the exact motion of {} does not settle at {} digits",
                                 p.system->name(), digits_));
}

}  // namespace plumbline::cli
