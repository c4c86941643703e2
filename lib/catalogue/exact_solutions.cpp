// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "catalogue/forms_in_space.hpp"
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/exact/bilinear_oscillator.hpp>
#include <plumbline/exact/damped_forced_oscillator.hpp>
#include <plumbline/exact/free_body.hpp>
#include <plumbline/exact/heavy_top.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/exact/sphere_kepler.hpp>
#include <plumbline/exact/spherical_pendulum.hpp>

#include <algorithm>
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
  // an eigenvalue is known to the rounding errors of the largest: less is a motion without a frequency
  constexpr int roundings = 1 << 10;
  const S least = squares.cwiseAbs().maxCoeff() * epsilon<S>() * S(roundings);
  for (Eigen::Index i = 0; i < squares.size(); ++i) {
    if (squares[i] > least) {
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

/// One body of a file about its fixed point, with nothing that turns it.
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
  return free && moments_of(system.make<double>());
}

/// The form of the system that is solved. Throws domain_error where its parameters leave the form.
template <class S, class Form>
Form required_form(const exact_problem_in<S>& p, std::optional<Form> found, const char* what) {
  if (!found) {
    throw domain_error("the parameters of " + p.entry->name() + " do not leave it " + what +
                       ", so its exact solution is not known");
  }
  return *std::move(found);
}

template <class S>
exact_solution_in<S> free_body_motion_of(const exact_problem_in<S>& p) {
  free_body_start<S> start;
  start.inertia = required_form(p, moments_of(p.system.lagrangian()), "a rigid body");
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

template <class S>
void add_constant(exact_solution_in<S>& result, const char* name, const std::optional<S>& value) {
  if (value) {
    result.constants.push_back({name, *value});
  }
}

bool is_symmetric_top(const system_entry& system) {
  return system.bodies.size() == 1 && system.dimension == 4 && system.constraints.size() == 1 &&
         symmetric_body_of(system.make<double>());
}

template <class S>
exact_solution_in<S> heavy_top_motion_of(const exact_problem_in<S>& p) {
  const symmetric_body_form<S> body = required_form(p, symmetric_body_of(p.system.lagrangian()),
                                                    "a body that is symmetric about an axis");
  heavy_top_start<S> start{body.inertia, body.up, body.centre, {}, {}};
  for (std::size_t k = 0; k < 4; ++k) {
    start.q[k] = p.start.q[static_cast<Eigen::Index>(k)];
    start.p[k] = p.start.p[static_cast<Eigen::Index>(k)];
  }
  const auto s = std::make_shared<const heavy_top_solution<S>>(start);
  const heavy_top_facts<S> facts = s->facts();
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
  result.constants = {{"energy", energy(p.system, p.start)}, {"g2", facts.g2}, {"g3", facts.g3}};
  add_constant(result, "nutation_period", facts.nutation_period);
  add_constant(result, "precession_per_period", facts.precession_per_period);
  add_constant(result, "spin_per_period", facts.spin_per_period);
  add_constant(result, "half_period1", facts.half_period1);
  add_constant(result, "half_period3", facts.half_period3);
  return result;
}

bool is_rod(const system_entry& system) {
  return system.constraints.size() == 1 && system.bodies.empty() && rod_of(system.make<double>());
}

/// In the plane the third coordinate is 0.
template <class S>
exact_solution_in<S> rod_motion_of(const exact_problem_in<S>& p) {
  const rod_form<S> rod =
      required_form(p, rod_of(p.system.lagrangian()), "a point of mass on a rod");
  const std::size_t n = rod.pivot.size();
  const S zero(0);
  spherical_pendulum_start<S> start{
      rod.mass, {zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}};
  for (std::size_t k = 0; k < n; ++k) {
    start.gradient[k] = rod.gradient[k];
    start.r[k] = p.start.q[static_cast<Eigen::Index>(k)] - rod.pivot[k];
    start.p[k] = p.start.p[static_cast<Eigen::Index>(k)];
  }
  const auto s = std::make_shared<const spherical_pendulum_solution<S>>(start);
  const spherical_pendulum_facts<S> facts = s->facts();
  exact_solution_in<S> result;
  result.state = [s, pivot = rod.pivot](const S& t) {
    const phase_point<S> inside = s->state(t);
    const auto size = static_cast<Eigen::Index>(pivot.size());
    phase_point<S> z{inside.q.head(size), inside.p.head(size)};
    for (Eigen::Index k = 0; k < size; ++k) {
      z.q[k] += pivot[static_cast<std::size_t>(k)];
    }
    return z;
  };
  result.constants = {{"energy", energy(p.system, p.start)}};
  add_constant(result, "nutation_period", facts.nutation_period);
  add_constant(result, "precession_per_period", facts.precession_per_period);
  return result;
}

bool is_rod_in_angles(const system_entry& system) {
  return system.dimension == 2 && system.constraints.empty() &&
         rod_in_angles_of(system.make<double>());
}

/// The Lagrange top without spin.
template <class S, class Functions>
exact_solution_in<S> rod_in_angles_motion_of(const exact_problem_in<S>& p) {
  const rod_in_angles<S> rod =
      required_form(p, rod_in_angles_of(p.system.lagrangian()), "a point of mass on a rod");
  const auto& given = p.start;
  if (is_on_vertical_axis(given.q[rod.theta])) {
    const auto names = coordinate_names(*p.entry, 2);
    throw domain_error("the start " + names[static_cast<std::size_t>(rod.theta)] + " = " +
                       to_text(given.q[rod.theta], 10) + " is on the vertical axis, where " +
                       names[static_cast<std::size_t>(rod.phi)] + " has no value");
  }
  lagrange_top_start<S> start;
  start.mass = rod.weight;
  start.I = rod.inertia;
  start.I3 = rod.inertia;
  start.l = S(1);
  start.g = S(1);
  start.phi = given.q[rod.phi];
  start.theta = given.q[rod.theta];
  start.psi = S(0);
  start.w1 = given.p[rod.phi];
  start.w2 = given.p[rod.theta];
  start.w3 = S(0);
  start.t0 = S(0);
  start.snap_to_limit = true;
  exact_solution_in<S> result = solve_top<S, Functions>(start);
  result.state = [inner = result.state, rod](const S& t) {
    const phase_point<S> top = inner(t);
    phase_point<S> z{vector<S>(2), vector<S>(2)};
    z.q[rod.phi] = top.q[0];
    z.q[rod.theta] = top.q[1];
    z.p[rod.phi] = top.p[0];
    z.p[rod.theta] = top.p[1];
    return z;
  };
  std::erase_if(result.constants, [](const auto& c) { return c.name == "spin_per_period"; });
  result.constants.front().value = energy(p.system, p.start);
  return result;
}

bool is_sphere_kepler(const system_entry& system) {
  return system.constraints.size() == 1 && system.bodies.empty() &&
         sphere_kepler_of(system.make<double>());
}

template <class S>
exact_solution_in<S> sphere_kepler_motion_of(const exact_problem_in<S>& p) {
  const sphere_kepler_form<S> form =
      required_form(p, sphere_kepler_of(p.system.lagrangian()), "Kepler's problem on a sphere");
  sphere_kepler_start<S> start{form.mass, form.strength, {}, {}, {}};
  for (Eigen::Index k = 0; k < p.start.q.size(); ++k) {
    start.centre.push_back(S(k == form.direction ? 1 : 0));
    start.r.push_back(p.start.q[k]);
    start.p.push_back(p.start.p[k]);
  }
  const auto s = std::make_shared<const sphere_kepler_solution<S>>(start);
  const sphere_kepler_facts<S> facts = s->facts();
  exact_solution_in<S> result;
  result.state = [s](const S& t) { return s->state(t); };
  result.constants = {{"energy", energy(p.system, p.start)},
                      {"angular_momentum", facts.angular_momentum},
                      {"period", facts.period}};
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

/// By what the formulas of a file are.
template <class S>
solver<S> find_form(const system_entry& system) {
  constexpr const char* own_alone =
      "is computed by our own functions alone, so there is no choice of --functions";
  if (system.kind != system_kind::lagrangian || system.formulas == nullptr) {
    return {};
  }
  if (is_free_body(system)) {
    return {free_body_motion_of<S>, nullptr, "period", own_alone};
  }
  if (is_symmetric_top(system)) {
    return {heavy_top_motion_of<S>, nullptr, "nutation_period", own_alone};
  }
  if (is_rod(system)) {
    return {rod_motion_of<S>, nullptr, "nutation_period", own_alone};
  }
  if (is_rod_in_angles(system)) {
    return {rod_in_angles_motion_of<S, own_functions>, rod_in_angles_motion_of<S, boost_functions>,
            "nutation_period"};
  }
  if (is_sphere_kepler(system)) {
    return {sphere_kepler_motion_of<S>};
  }
  return {};
}

template <class S>
solver<S> find_solver(const system_entry& system) {
  if (system.facts.linear && system.kind == system_kind::lagrangian) {
    return {linear_motion_of<S>};
  }
  if (!system.file.empty()) {  // a name says nothing about a system from a file
    return find_form<S>(system);
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
  if (!system.constraints.empty()) {
    return "has constraints";
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
                        "L = v'M v/2 - q'K q/2 with constant M and K, or have to be a free or "
                        "symmetric rigid body, a spherical pendulum or Kepler's problem on a "
                        "sphere; "
                        "`converge` compares with a verified reference trajectory");
  }
  if (by.own == nullptr) {
    std::string known;
    for (const auto& each : systems_with_exact_solution()) {
      if (each == name) {  // matrices with a C
        throw invalid_input(name + " has an exact solution without damping only");
      }
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
