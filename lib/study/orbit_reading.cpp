// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_reading.hpp"

#include "study/orbit_returns.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

namespace plumbline {

orbit_question::held read_hold(const problem& p, const named_text& text) {
  orbit_question::held h{text.name, false, {}, expression(text.value)};
  using kind = state_function::kind;
  if (text.name == "period") {
    h.is_period = true;
    return h;
  }
  const int n = p.dimension;
  const auto place = find_start(p, text.name);
  if (place) {
    const bool is_rate = place->is_rate();
    const bool as_velocity =
        place->part == state_part::velocity && p.system->kind == system_kind::lagrangian;
    h.of = {as_velocity ? kind::velocity : kind::entry,
            text.name,
            {},
            place->index + (is_rate && !as_velocity ? n : 0)};
    return h;
  }
  if (text.name == "energy" && p.system->formulas && p.system->formulas->has_energy()) {
    h.of = {kind::energy, "energy"};
    return h;
  }
  std::vector<std::string> known = {"period"};
  if (p.system->formulas && p.system->formulas->has_energy()) {
    known.emplace_back("energy");
  }
  for (std::size_t i = 0; i < p.system->quantities.size(); ++i) {
    if (p.system->quantities[i].claimed_constant) {
      if (p.system->quantities[i].name == text.name) {
        h.of = {kind::quantity, text.name, {}, static_cast<int>(i)};
        return h;
      }
      known.push_back(p.system->quantities[i].name);
    }
  }
  for (const momentum_sum& sum : p.system->facts.conserved_momenta) {
    if (sum.name() == text.name) {
      h.of = {kind::momenta, text.name, sum};
      return h;
    }
  }
  for (const std::string& name : start_names(p)) {
    if (name != "t" && find_start(p, name)) {  // not the angular velocities of bodies
      known.push_back(name);
    }
  }
  throw invalid_input("--hold: " + unknown_name("name", text.name, known));
}

namespace {

/// "K:map" of --symmetry.
void read_symmetry(orbit_question& question, const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) {
    throw invalid_input(
        "--symmetry: K:MAP is wanted, such as 3:\"x1=x2,x2=x3,x3=x1\": q(t + T/K) = S q(t)");
  }
  constexpr int most_parts = 1000;
  question.parts =
      static_cast<int>(parse_count("--symmetry", text.substr(0, colon), 1, most_parts));
  question.symmetry = parse_map("--symmetry", text.substr(colon + 1), question.p);
}

/// Follows the guess in double. Throws where that takes too many steps: a search follows the motion some twenty times with many
/// digits, and would take hours.
void require_end_in_sight(const orbit_question& question, double period) {
  constexpr int most_steps = 200'000;
  const problem_in<double> in = make_problem<double>(question.p);
  const int bits = scalar_traits<double>::bits();
  taylor_stepper<double> stepper(in.system, taylor_order(bits), -bits);
  vector<double> y(in.start.q.size() + in.start.p.size());
  y << in.start.q, in.start.p;
  double passed = 0;
  for (int steps = 0; steps < most_steps; ++steps) {
    end_if_interrupted();
    const double here = in.t0 + passed;
    double length = period - passed;
    // the search says where the motion ends before
    if (!stepper.expand(y, here).ok() || stepper.reaches(length) ||
        !stepper.choose_length(period, length).ok() || !stepper.evaluate(here, length, y).ok()) {
      return;
    }
    passed += length;
  }
  throw invalid_input(fmt::format(
      "the period {} is too long: {} steps of the motion from the guess go through {} of it",
      question.period->text(), most_steps, to_text(passed, 2)));
}

/// Throws where the motion from the guess takes more steps to go through the period than a search can make, or closes nowhere
/// near so early: solutions of y′ = f(y) with the Lipschitz constant L have no period below 2π/L (Yorke 1969), and the steps of
/// the series are of the size of 1/L.
void require_sensible_period(const orbit_question& question, const mp& period) {
  constexpr int enough_digits = 40;
  constexpr double most_steps =
      1e12;  // a close passage at the guess has steps that are 1e9 times shorter
  constexpr double least_share = 1e-9;
  const precision_scope scope(enough_digits);
  orbit_flow flow(question.p);
  const int bits = scalar_traits<mp>::bits();
  taylor_stepper<mp> stepper(flow.system(), taylor_order(bits), -bits);
  mp step(0);
  if (!stepper.expand(flow.start(), flow.start_time()).ok() || stepper.is_endless() ||
      !stepper.choose_length(mp(1), step).ok()) {
    return;  // what is singular at the guess is said there
  }
  const mp steps = in_scope(period) / step;
  if (!question.by_steps && !(steps > most_steps)) {
    require_end_in_sight(question, to_double(period));
  }
  if (steps > most_steps) {
    throw invalid_input(
        fmt::format("the period {} is too long: it has some {} steps of the length of the first",
                    question.period->text(), to_text(steps, 2)));
  }
  if (steps < least_share) {
    throw invalid_input(
        fmt::format("the period {} is too short: the motion from the guess goes {} of a step in it",
                    question.period->text(), to_text(steps, 2)));
  }
}

/// Throws where the formula has no derivative by the state.
void require_varies(const state_function& section, orbit_flow& flow) {
  for (const vector<mp>& x : states_around(flow.start())) {
    if (max_magnitude(flow.value(section, x).gradient) != 0) {
      return;
    }
  }
  throw invalid_input(fmt::format("--section: '{}' is constant", section.name));
}

}  // namespace

orbit_question read_question(const orbit_request& request) {
  orbit_question question;
  question.p = read_problem(request.system, request.problem,
                            request.scheme.empty() ? std::vector<std::string>{}
                                                   : std::vector<std::string>{request.scheme});
  // all digits that the arithmetic of so many digits has are printed
  constexpr int of_double = 17;
  constexpr int of_quad = 36;
  constexpr int guard_of_text = 2;
  question.digits = request.digits <= 16   ? of_double
                    : request.digits <= 34 ? of_quad
                                           : request.digits + guard_of_text;
  constexpr int beyond_the_proof = 50;
  constexpr int may_be_rounded = 2;
  constexpr int least_of_closing = 4;
  question.digits_of_closing = request.prove
                                   ? 2 * request.digits + beyond_the_proof
                                   : std::max(request.digits - may_be_rounded, least_of_closing);
  problem& p = question.p;
  if (p.system->has_zones) {
    throw invalid_input(
        fmt::format("{} changes its law from zone to zone; orbit needs one law", p.system->name()));
  }
  if (!p.system->constraints.empty()) {
    p.projects_start = true;  // a guess satisfies the constraints as nearly as anything else
  }
  for (const named_text& text : parse_named("--hold", request.hold)) {
    question.holds.push_back(read_hold(p, text));
  }
  if (!request.period.empty()) {
    question.period = expression(request.period);
  }
  for (const orbit_question::held& h : question.holds) {
    if (h.is_period) {
      question.period = h.value;
    }
  }
  if (!request.reversor.empty()) {
    question.reversor = parse_map("--reversor", request.reversor, p);
  }
  if (!request.symmetry.empty()) {
    if (!request.reversor.empty()) {
      throw invalid_input("give --reversor or --symmetry: the equations of one of them are solved");
    }
    read_symmetry(question, request.symmetry);
  }
  if (!request.relative.empty()) {
    question.relative = split_list("--relative", request.relative);
  }
  return question;
}

int returns_asked(const orbit_request& request, const orbit_question& question) {
  if (request.section.empty()) {
    refuse_options({{"--direction", &request.direction}, {"--returns", &request.returns}},
                   "belongs to --section");
    if (!question.period) {
      throw invalid_input(
          "orbit needs --period T, a guess of the period, or --section EXPR --returns N");
    }
    if (sign(*question.period, question.p.names) <= 0) {
      throw invalid_input(
          fmt::format("--period: a period is positive, got {}", question.period->text()));
    }
    return 0;
  }
  if (!request.period.empty()) {
    throw invalid_input("give either --period T or --section EXPR --returns N");
  }
  if (!question.reversor.empty()) {
    throw invalid_input("--section does not go with --reversor, which says where the orbit starts");
  }
  (void)parse_direction(request.direction);
  constexpr int most_returns = 100000;
  return static_cast<int>(
      parse_count("--returns", request.returns.empty() ? "1" : request.returns, 1, most_returns));
}

orbit_guess guess_of(const orbit_request& request, orbit_question& question) {
  const int returns = returns_asked(request, question);
  if (returns == 0) {
    const mp period = evaluate<mp>(*question.period, question.p.names);
    require_sensible_period(question, period);
    return {orbit_flow(question.p).start(), period};
  }
  orbit_flow flow(question.p);
  const state_function section = section_function(question.p, request.section);
  require_varies(section, flow);
  if (!flow.autonomous()) {
    throw invalid_input(fmt::format(
        "--section: the equations of {} depend on t, so that their period is given: --period T",
        question.p.system->name()));
  }
  const return_to_section found =
      find_return(flow, section, parse_direction(request.direction), returns);
  question.section = section;
  question.direction = parse_direction(request.direction);
  return {found.start,
          question.period ? evaluate<mp>(*question.period, question.p.names) : found.period,
          returns};
}

}  // namespace plumbline
