// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/exact/bilinear_oscillator.hpp>
#include <plumbline/exact/damped_forced_oscillator.hpp>
#include <plumbline/exact/free_body.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/exact/pendulum.hpp>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace plumbline {

namespace {

template <class S, class Functions>
exact_solution_in<S> pendulum_motion_of(const exact_problem_in<S>& p) {
  const auto s = std::make_shared<const pendulum_solution<S, Functions>>(
      p.parameter("m"), p.parameter("omega"), p.start.q[0], p.start.p[0]);
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
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

template <class S>
exact_solution_in<S> linear_motion_of(const exact_problem_in<S>& p) {
  const auto matrices = evaluation<S>(p.system.lagrangian()).linear();
  const auto s =
      std::make_shared<const normal_modes<S>>(matrices->mass, matrices->stiffness, p.start);
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
  result.constants.push_back({"energy", energy(p.system, p.start)});
  const auto& squares = s->eigenvalues();
  for (Eigen::Index i = 0; i < squares.size(); ++i) {
    if (squares[i] > 0) {
      result.constants.push_back({"frequency" + std::to_string(i + 1), S(sqrt(squares[i]))});
    }
  }
  if (squares.size() == 1 && squares[0] > 0) {
    result.constants.push_back({"period", S(2 * pi<S>() / sqrt(squares[0]))});
  }
  return result;
}

template <class S>
exact_solution_in<S> damped_forced_motion_of(const exact_problem_in<S>& p) {
  damped_forced_oscillator<S> oscillator;
  for (const auto& each : damped_forced_oscillator<S>::parameters()) {
    oscillator.*(each.member) = p.parameter(std::string(each.name));
  }
  const auto s = std::make_shared<const damped_forced_solution<S>>(oscillator, p.start.q[0],
                                                                   p.start.p[0], p.t0);
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
  if (s->period()) {
    result.constants.push_back({"period", *s->period()});
  }
  return result;
}

template <class S>
exact_solution_in<S> bilinear_motion_of(const exact_problem_in<S>& p) {
  const bilinear_oscillator<S> oscillator{p.parameter("m"), p.parameter("k"), p.parameter("yield"),
                                          p.parameter("hardening")};
  const auto s =
      std::make_shared<const bilinear_solution<S>>(oscillator, p.start.q[0], p.start.p[0]);
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
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
template <class S, class Functions>
exact_solution_in<S> solve_top(const lagrange_top_start<S>& start) {
  const auto s = std::make_shared<const lagrange_top_solution<S, Functions>>(start);
  const auto facts = s->facts();
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
  result.constants = {{"energy", facts.energy}, {"g2", facts.g2}, {"g3", facts.g3}};
  const auto add = [&result](const char* name, const std::optional<S>& value) {
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

template <class S, class Functions>
exact_solution_in<S> top_motion_of(const exact_problem_in<S>& p) {
  const auto& z = p.start;
  lagrange_top_start<S> start;
  start.mass = p.parameter("mass");
  start.I = p.parameter("I");
  start.I3 = p.parameter("I3");
  start.l = p.parameter("l");
  start.g = p.parameter("g");
  start.phi = z.q[0];
  start.theta = z.q[1];
  start.psi = z.q[2];
  start.w1 = z.p[0];
  start.w2 = z.p[1];
  start.w3 = z.p[2];
  start.t0 = S(0);
  start.snap_to_limit = true;  // in guard digits: what is nearer than that is the limit
  return solve_top<S, Functions>(start);
}

/// The complete top with the same momenta: mass g l = I A; I3 = I does not matter, since ψ is dropped and the
/// energy of the spin, p_ψ²/(2 I3), is taken off.
template <class S, class Functions>
exact_solution_in<S> reduced_top_motion_of(const exact_problem_in<S>& p) {
  lagrange_top_start<S> start;
  start.I = p.parameter("I");
  start.I3 = start.I;
  start.mass = start.I * p.parameter("A");
  start.l = S(1);
  start.g = S(1);
  start.phi = p.start.q[0];
  start.theta = p.start.q[1];
  start.psi = S(0);
  start.w1 = p.parameter("pphi");
  start.w2 = start.I * p.start.q[2];
  start.w3 = p.parameter("ppsi");
  start.t0 = S(0);
  start.snap_to_limit = true;
  exact_solution_in<S> result = solve_top<S, Functions>(start);
  result.state = [inner = result.state, moment = start.I](const S& t) {
    const auto z = inner(t);
    vector<S> y(3);
    y << z.q[0], z.q[1], S(z.p[1] / moment);
    return phase_point<S>{y, vector<S>(0)};
  };
  std::erase_if(result.constants, [](const auto& c) { return c.name == "spin_per_period"; });
  result.constants.front().value = energy(p.system, p.start);
  return result;
}

/// The moments of a body whose kinetic energy is ½ Σ I_k Ω_k²: M = 4 diag(0, I_1, I_2, I_3) at the unit quaternion.
template <class S>
std::array<S, 3> moments_of(const model<S>& system) {
  vector<S> q = vector<S>::Constant(4, S(0));
  const vector<S> rest = q;
  q[0] = S(1);
  matrix<S> mass;
  evaluation<S>(system).mass(view(std::as_const(q)), view(rest), mass);
  return {S(mass(1, 1) / 4), S(mass(2, 2) / 4), S(mass(3, 3) / 4)};
}

/// One body of a file about its fixed point, with nothing that turns it. M is a quadratic form of q, so a few points tell it.
bool is_free_body(const system_entry& system) {
  if (system.bodies.size() != 1 || system.dimension != 4 || system.constraints.size() != 1 ||
      system.facts.forced || !system.facts.quadratic || !system.facts.autonomous) {
    return false;
  }
  const auto is_zero = [&system](form_part part, int k) {
    const auto code = system.formulas->part(part);
    const exact_number* const constant = code->constant_result(k);
    return constant != nullptr && constant->sign() == 0;
  };
  bool free = is_zero(form_part::potential, 0);
  for (int k = 0; k < 4; ++k) {
    free = free && is_zero(form_part::legendre, 4 * 4 + k);
  }
  if (!free) {
    return false;
  }
  const model<double> at_defaults = system.make<double>();
  const std::array<double, 3> moments = moments_of(at_defaults);
  evaluation<double> at(at_defaults);
  constexpr double near = 1e-12;
  for (int point = 0; point < 10; ++point) {
    vector<double> q(4);
    for (int k = 0; k < 4; ++k) {
      q[k] = std::cos(1 + 4 * point + k);
    }
    const double w[3][4] = {{-q[1], q[0], q[3], -q[2]},  // Ω = 2 W q̇
                            {-q[2], -q[3], q[0], q[1]},
                            {-q[3], q[2], -q[1], q[0]}};
    const vector<double> rest = vector<double>::Constant(4, 0.0);
    matrix<double> mass;
    at.mass(view(std::as_const(q)), view(rest), mass);
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 4; ++k) {
        double sum = 0;
        double size = 0;
        for (std::size_t a = 0; a < 3; ++a) {
          sum += 4 * moments[a] * w[a][i] * w[a][k];
          size += 4 * std::fabs(moments[a]);
        }
        if (!(std::fabs(mass(i, k) - sum) <= near * size)) {
          return false;
        }
      }
    }
  }
  return true;
}

template <class S>
exact_solution_in<S> free_body_motion_of(const exact_problem_in<S>& p) {
  free_body_start<S> start;
  start.inertia = moments_of(p.system.lagrangian());
  for (std::size_t k = 0; k < 4; ++k) {
    start.q[k] = p.start.q[static_cast<Eigen::Index>(k)];
    start.p[k] = p.start.p[static_cast<Eigen::Index>(k)];
  }
  const auto s = std::make_shared<const free_body_solution<S>>(start);
  const free_body_facts<S> facts = s->facts();
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
  result.constants = {{"energy", facts.energy}, {"angular_momentum", facts.angular_momentum}};
  if (facts.period) {
    result.constants.push_back({"period", *facts.period});
    result.constants.push_back({"turn_per_period", *facts.turn});
    result.constants.push_back({"modulus", *facts.modulus});
  }
  return result;
}

/// A solution by own and by Boost.Math's functions; only the first where it uses no elliptic functions.
template <class S>
struct solver {
  exact_solution_in<S> (*own)(const exact_problem_in<S>&) = nullptr;
  exact_solution_in<S> (*boost)(const exact_problem_in<S>&) = nullptr;
  const char* period = "period";  ///< what its constants call the period
  const char* without_boost = "uses no elliptic functions, so there is no choice of --functions";
};

template <class S>
solver<S> find_solver(const system_entry& system) {
  if (system.facts.linear && system.kind == system_kind::lagrangian) {
    return {linear_motion_of<S>};
  }
  if (!system.file.empty() && is_free_body(system)) {
    return {free_body_motion_of<S>, nullptr, "period",
            "is computed by our own functions alone, so there is no choice of --functions"};
  }
  if (!system.file.empty()) {  // a name says nothing about a system from a file
    return {};
  }
  static const std::map<std::string, solver<S>> by_name = {
      {"pendulum", {pendulum_motion_of<S, own_functions>, pendulum_motion_of<S, boost_functions>}},
      {"damped-forced-oscillator", {damped_forced_motion_of<S>}},
      {"bilinear-oscillator", {bilinear_motion_of<S>}},
      {"lagrange-top",
       {top_motion_of<S, own_functions>, top_motion_of<S, boost_functions>, "nutation_period"}},
      {"reduced-lagrange-top",
       {reduced_top_motion_of<S, own_functions>, reduced_top_motion_of<S, boost_functions>,
        "nutation_period"}}};
  const auto found = by_name.find(system.name());
  return found == by_name.end() ? solver<S>{} : found->second;
}

/// Why a system from a file is not L = v'M v/2 - q'K q/2.
std::string why_not_exact(const system_entry& system) {
  const form_facts& f = system.facts;
  if (system.kind == system_kind::first_order) {
    return "is of first order";
  }
  if (!f.linear_equations) {
    return "its equations of motion are not linear";
  }
  if (f.forced) {
    return "has generalised forces ([forces] or dissipation)";
  }
  if (!f.autonomous) {
    return "depends on the time";
  }
  if (!f.separable) {
    return "has terms linear in the velocities";
  }
  return "has a constant force: its equilibrium is not at the origin";
}

}  // namespace

elliptic_functions parse_elliptic_functions(const std::string& text) {
  if (text == "own") {
    return elliptic_functions::own;
  }
  if (text == "boost") {
    return elliptic_functions::boost;
  }
  throw invalid_input(unknown_name("kind of functions", text, {"own", "boost"}));
}

template <class S>
exact_problem_in<S> exact_problem_in<S>::of(const system_entry& entry, const settings& chosen,
                                            phase_point<S> start, S t0) {
  return {&entry, entry.make<S>(chosen),
          parameter_values<S>(entry.name(), entry.parameters, chosen), std::move(start),
          std::move(t0)};
}

template <class S>
const S& exact_problem_in<S>::parameter(const std::string& name) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    known.push_back(entry->parameters[i].name);
    if (known.back() == name) {
      return parameters[i];
    }
  }
  throw invalid_input(unknown_name("parameter of " + entry->name(), name, known));
}

bool has_exact_solution(const system_entry& system) {
  return find_solver<mp>(system).own != nullptr;
}

std::string exact_period_of(const system_entry& system) { return find_solver<mp>(system).period; }

std::vector<std::string> systems_with_exact_solution() {
  std::vector<std::string> names;
  for (const auto& system : systems()) {
    if (has_exact_solution(system)) {
      names.push_back(system.name());
    }
  }
  return names;
}

template <class S>
exact_solution_in<S> solve_exactly(const exact_problem_in<S>& problem,
                                   elliptic_functions functions) {
  const solver<S> by = find_solver<S>(*problem.entry);
  const std::string name = problem.entry->name();
  if (by.own == nullptr && !problem.entry->file.empty()) {
    throw invalid_input(name + " comes from a file and " + why_not_exact(*problem.entry) +
                        ", so it has no exact solution here; those from files need "
                        "L = v'M v/2 - q'K q/2 with constant M and K; "
                        "`converge` compares with a verified reference trajectory");
  }
  if (by.own == nullptr) {
    std::string known;
    for (const auto& each : systems_with_exact_solution()) {
      known += (known.empty() ? "" : ", ") + each;
    }
    throw invalid_input(name + " has no exact solution; these have: " + known);
  }
  if (functions == elliptic_functions::boost && by.boost == nullptr) {
    throw invalid_input("the exact solution of " + name + " " + by.without_boost);
  }
  return (functions == elliptic_functions::boost ? by.boost : by.own)(problem);
}

template struct exact_problem_in<mp>;
template struct exact_problem_in<mp64>;
template exact_solution solve_exactly(const exact_problem&, elliptic_functions);
template exact_solution_in<mp64> solve_exactly(const exact_problem_in<mp64>&, elliptic_functions);

}  // namespace plumbline
