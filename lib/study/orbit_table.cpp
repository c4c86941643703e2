// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_certificate.hpp"
#include "study/orbit_continuation.hpp"
#include "study/orbit_multipliers.hpp"
#include "study/orbit_proof.hpp"
#include "study/orbit_reading.hpp"
#include "study/orbit_rest.hpp"
#include "study/orbit_rows.hpp"
#include <plumbline/core/interruption.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/orbit_table.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

void add_numbers(orbit_rows& rows, const std::string& name, const std::vector<complex<mp>>& list) {
  for (std::size_t j = 0; j < list.size(); ++j) {
    const complex<mp>& z = list[j];
    const mp modulus = sqrt(mp(z.re * z.re + z.im * z.im));
    rows.add(fmt::format("{}{}.re", name, j + 1), z.re, modulus);
    rows.add(fmt::format("{}{}.im", name, j + 1), z.im, modulus);
  }
}

/// What is proven: numbers with their radii, then what is said in words.
void add_proven(orbit_rows& rows, const proven_orbit& proven, const problem& p,
                const orbit_equations& equations) {
  const auto columns = state_columns(*p.system, p.dimension);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    rows.add(columns[i], proven.state[i]);
  }
  rows.add("period", proven.period);
  const auto& printed = equations.kept().to_print;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    rows.add(printed[i].name, proven.kept[i]);
  }
  for (std::size_t j = 0; j < equations.drifting().size(); ++j) {
    rows.add("drift." + equations.drifting()[j].of.name, proven.drifts[j]);
  }
  for (std::size_t k = 0; k < proven.multipliers.size(); ++k) {
    rows.add(fmt::format("multiplier{}.{}", k / 2 + 1, k % 2 == 0 ? "re" : "im"),
             proven.multipliers[k]);
  }
  rows.add_text("trivial_multipliers", std::to_string(proven.trivial));
  rows.add_text("stability", proven.stability);
}

table_value flow_orbit(const orbit_request& request, orbit_question& question, run_host& host) {
  const auto progress = host.begin(0, "iterations");
  const precision_scope wide(question.digits + guard_digits);
  const auto [guess, of_guess, returns] = guess_of(request, question);
  const orbit_once once = find_orbit_once(question, guess, of_guess, returns);
  const auto& [period, found, passages, is_shortened] = once;
  if (passages > 1) {
    host.warn(said_of(once));
  }
  const precision_scope scope(found.working_digits);
  orbit_equations equations(question, guess, period);
  const vector<mp> u = in_scope(found.u);

  std::optional<proven_orbit> proven;
  reduced_monodromy monodromy;
  if (request.prove) {
    proven = prove_orbit(equations, u, request.digits);
  } else {
    monodromy = monodromy_to_all_digits(question, guess, period, found);
  }

  orbit_rows rows(request.digits);
  if (proven) {
    add_proven(rows, *proven, question.p, equations);
  } else {
    add_orbit(rows, question.p, equations, u);
    const vector<mp> drifts = equations.drifts(u);
    for (std::size_t j = 0; j < equations.drifting().size(); ++j) {
      rows.add("drift." + equations.drifting()[j].of.name, drifts[static_cast<Eigen::Index>(j)],
               equations.unit_of_drift(j));
    }
    add_numbers(rows, "multiplier", monodromy.multipliers);
    rows.add_text("trivial_multipliers", std::to_string(monodromy.trivial));
    rows.add_text("stability", stability_of(monodromy.multipliers, log2_of_multiple(),
                                            log2_on_circle(equations, request.digits)));
  }
  rows.add_text("residual", to_text(found.residual, 3));

  metadata facts = metadata_of(question.p, request.digits);
  facts.push_back({"digits", request.digits});
  facts.push_back({"unknowns", equations.unknowns()});
  facts.push_back({"iterations", found.iterations});
  if (passages > 1) {
    facts.push_back({"passages", passages});
  }
  facts.push_back({"shootings", found.shootings});
  facts.push_back({"condition", to_text(found.condition, 3)});
  facts.push_back({"working_digits", found.working_digits});
  std::vector<table_column> cells = {{"name", column_kind::text}, {"value"}};
  if (proven) {
    facts.push_back({"proven", std::string("yes")});
    facts.push_back({"unique_within", proven->unique_within});
    facts.push_back({"method", std::string(proven_orbit::method)});
    cells.push_back({"radius"});
  }
  const auto all = rows.take(cells.size());
  if (proven && !request.certificate.empty()) {
    write_certificate({request, u, guess, period, found.working_digits, proven->unique_within,
                       std::string(proven_orbit::method), all});
  }
  return {facts, cells, all};
}

table_value rest(const orbit_request& request, orbit_question& question, run_host& host) {
  refuse_options({{"--period", &request.period},
                  {"--section", &request.section},
                  {"--reversor", &request.reversor},
                  {"--symmetry", &request.symmetry},
                  {"--scheme", &request.scheme}},
                 "does not go with --equilibrium");
  if (!question.holds.empty()) {
    throw invalid_input("--hold does not go with --equilibrium; --relative holds what it names");
  }
  const auto progress = host.begin(0, "iterations");
  constexpr int guard = 40;
  const precision_scope scope(2 * question.digits + guard);
  const found_rest found = find_rest(question);
  rest_symmetries symmetries(question);
  orbit_rows rows(request.digits);
  put_state(question.p, found.x, vector<mp>::Ones(found.x.size()), rows.number());
  const mp size = max_magnitude(found.x) + 1;
  for (const state_function& f : symmetries.kept().to_print) {
    rows.add(f.name, symmetries.flow().value(f, found.x).value, mp(size * size));
  }
  for (std::size_t j = 0; j < found.names.size(); ++j) {
    rows.add("rate." + found.names[j], found.rates[static_cast<Eigen::Index>(j)], mp(1));
  }
  add_numbers(rows, "exponent", found.exponents);
  rows.add_text("trivial_exponents", std::to_string(found.trivial));
  rows.add_text("stability", found.stability);
  rows.add_text("residual", to_text(found.residual, 3));
  metadata facts = metadata_of(question.p, request.digits);
  facts.push_back({"digits", request.digits});
  facts.push_back({"unknowns", found.unknowns});
  facts.push_back({"iterations", found.iterations});
  facts.push_back({"condition", to_text(found.condition, 3)});
  return {facts, {{"name", column_kind::text}, {"value"}}, rows.take(2)};
}

/// The periodic orbit of so many steps, beside that of the flow.
table_value scheme_orbit(const orbit_request& request, orbit_question& question, run_host& host) {
  constexpr int most_steps_of_orbit = 10'000'000;
  if (request.prove) {
    throw invalid_input("--prove does not go with --scheme: orbits of the flow are proven");
  }
  if (!question.relative.empty()) {
    throw invalid_input("--relative does not go with --scheme");
  }
  const auto count = static_cast<int>(
      parse_count("--steps", required("--steps", request.steps), 1, most_steps_of_orbit));
  const int parts = question.reversor.empty() ? question.parts : 2;
  const scheme_choice& chosen = question.p.schemes.front();
  const scheme_info scheme = chosen.entry->info_for(chosen.values);
  if (!question.reversor.empty() && !scheme.symmetric) {
    throw invalid_input(
        fmt::format("--reversor needs a symmetric scheme, whose steps backwards undo steps: {} is "
                    "not symmetric",
                    scheme.name));
  }
  if (count % parts != 0) {
    throw invalid_input(fmt::format("--steps: {} steps do not make {} equal parts, which {} needs",
                                    count, parts,
                                    question.reversor.empty() ? "--symmetry" : "--reversor"));
  }
  if (!request.step.empty()) {
    for (const orbit_question::held& h : question.holds) {
      if (h.is_period) {
        throw invalid_input("give --step, which holds the period, or --hold period=T");
      }
    }
    const expression step = positive_step(request.step, question.p.names);
    question.period = expression(fmt::format("({})*{}", step.text(), count));
    question.holds.push_back({"period", true, {}, *question.period});
  }
  const auto progress = host.begin(0, "iterations");
  const precision_scope wide(question.digits + guard_digits);
  const auto [guess, period, returns] = guess_of(request, question);

  struct orbit {
    vector<mp> start;
    mp period;
  };
  const auto orbit_of = [&, from = guess, about = period](int steps) {
    orbit_question asked = question;
    if (steps > 0) {
      asked.by_steps = orbit_steps{question.p.schemes.front(), steps};
    }
    const found_orbit found = find_orbit(asked, from, about);
    const precision_scope scope(found.working_digits);
    orbit_equations equations(asked, from, about);
    const vector<mp> u = in_scope(found.u);
    return orbit{equations.state(u), equations.period(u)};
  };
  const orbit of_flow = orbit_of(0);
  const orbit of_twice = orbit_of(2 * count);

  orbit_question asked = question;
  asked.by_steps = orbit_steps{question.p.schemes.front(), count};
  const found_orbit found =
      with_separate_multipliers(asked, guess, period, find_orbit(asked, guess, period));
  const precision_scope scope(found.working_digits);
  orbit_equations equations(asked, guess, period);
  const vector<mp> u = in_scope(found.u);
  const vector<mp> x = equations.state(u);
  const auto distance_of = [&](const vector<mp>& z) {
    const vector<mp> d = in_scope(z) - in_scope(of_flow.start);
    return mp(sqrt(mp(dot(d, d))));
  };
  const mp distance = distance_of(x);
  const mp of_half_step = distance_of(of_twice.start);

  orbit_rows rows(request.digits);
  put_state(question.p, x, equations.units_of_state(), rows.number());
  const vector<mp>& units = equations.units_of_state();
  // as long as the state is in its units, and with the largest of them
  const mp unit = max_magnitude(units);
  const mp size = max_magnitude(vector<mp>(x.array() / units.array())) * unit;
  rows.add("period", equations.period(u), equations.period(u));
  rows.add("step", mp(equations.period(u) / count), equations.period(u));
  put_kept(equations, x, rows.number());
  const auto list = all_multipliers(equations, u);
  add_numbers(rows, "multiplier", list);
  rows.add_text("trivial_multipliers", "0");
  const vector<mp> alphas = equations.alphas(u);
  const mp defect = alphas.size() > 0
                        ? max_magnitude(vector<mp>((equations.normals() * alphas).array() /
                                                   equations.units_of_state().array()))
                        : mp(0);
  const bool closes = !(log2_magnitude(defect) > -request.digits * log2_of_10);
  // a symplectic or symmetric step has the flow's trivial multipliers but for what is exponentially small
  constexpr double most_of_the_digits = 0.8;
  const bool keeps = equations.kept().energy && (scheme.symplectic || scheme.symmetric);
  rows.add_text(
      "stability",
      !closes ? "undecided"
      : keeps ? stability_of(without_nearest_to_one(list, reduce_directions(equations, x).trivial),
                             log2_of_multiple())
              : stability_of(list, -scalar_traits<mp>::bits() * most_of_the_digits));
  rows.add("distance", distance, unit);
  rows.add("period_difference", mp(equations.period(u) - in_scope(of_flow.period)),
           equations.period(u));
  // distances below the digits that are asked for are rounding errors, which have no order
  const mp least = size * pow(mp(10), -request.digits);
  rows.add_text("distance_order",
                distance < least || of_half_step < least
                    ? "nan"
                    : to_text(mp(log(mp(distance / of_half_step)) / log(mp(2))), 6));
  if (!closes) {
    rows.add_text("defect", to_text(defect, 3));
  }
  rows.add_text("residual", to_text(found.residual, 3));
  metadata facts = metadata_of(question.p, request.digits);
  facts.push_back({"scheme", request.scheme});
  facts.push_back({"steps", count});
  facts.push_back({"digits", request.digits});
  facts.push_back({"unknowns", equations.unknowns()});
  facts.push_back({"iterations", found.iterations});
  facts.push_back({"condition", to_text(found.condition, 3)});
  facts.push_back({"working_digits", found.working_digits});
  return {facts, {{"name", column_kind::text}, {"value"}}, rows.take(2)};
}

}  // namespace

orbit_verdict verify_orbit(const std::string& file, run_host& host) {
  const interruptible ends([&host] { throw_if_stopped(host); });
  const orbit_certificate c = read_certificate(file);
  orbit_request request = c.request;
  request.prove = true;
  orbit_question question = read_question(request);
  (void)returns_asked(request, question);
  const auto progress = host.begin(0, "iterations");
  const precision_scope scope(c.working_digits);
  if (!request.section.empty()) {
    question.section = section_function(question.p, request.section);
  }
  orbit_verdict verdict;
  if (!c.intact) {
    verdict.wrong.emplace_back("checksum: the file was changed after it was written");
  }
  if (const int states = orbit_flow(question.p).states(); c.guess.size() != states) {
    verdict.wrong.push_back(
        fmt::format("guess: the certificate has {} numbers, a state {}", c.guess.size(), states));
    return verdict;
  }
  try {
    require_closing(question, c.guess, c.period);
  } catch (const invalid_input& error) {  // a map or a period that is none
    verdict.wrong.emplace_back(error.what());
    return verdict;
  }
  orbit_equations equations(question, in_scope(c.guess), in_scope(c.period));
  if (c.unknowns.size() != equations.unknowns()) {
    verdict.wrong.push_back(fmt::format("unknowns: the certificate has {}, the equations {}",
                                        c.unknowns.size(), equations.unknowns()));
    return verdict;
  }
  proven_orbit proven;
  try {
    proven = prove_orbit(equations, in_scope(c.unknowns), request.digits);
  } catch (const orbit_failure& error) {
    verdict.wrong.emplace_back(error.what());
    return verdict;
  }
  orbit_rows rows(request.digits);
  add_proven(rows, proven, question.p, equations);
  constexpr std::size_t cells = 3;
  const auto is_said = [&verdict](const std::string& name, const std::string& claimed,
                                  const std::string& found) {
    if (claimed != found) {
      verdict.wrong.push_back(fmt::format("{}: {} is claimed, {} is proven", name, claimed, found));
    }
  };
  auto claim = c.rows.begin();
  for (const auto& row : rows.take(cells)) {
    if (claim == c.rows.end() || (*claim)[0] != row[0]) {
      verdict.wrong.push_back(fmt::format("{}: the certificate has no such row here", row[0]));
      return verdict;
    }
    const auto& claimed = *claim++;
    if (row[2].empty() || claimed[2].empty()) {
      is_said(row[0], claimed[1], row[1]);
      continue;
    }
    // what is proven has to lie in the ball that is claimed
    const mp distance = abs(mp(from_text<mp>(claimed[1]) - from_text<mp>(row[1])));
    if (from_text<mp>(claimed[2]) < distance + from_text<mp>(row[2])) {
      verdict.wrong.push_back(fmt::format("{}: {} within {} is claimed, {} within {} is proven",
                                          row[0], claimed[1], claimed[2], row[1], row[2]));
    }
    ++verdict.numbers;
  }
  // the residual of the search is a fact about it, and no claim about the orbit
  if (claim != c.rows.end() && (*claim)[0] == "residual") {
    ++claim;
  }
  for (; claim != c.rows.end(); ++claim) {
    verdict.wrong.push_back(fmt::format("{}: it is claimed, and nothing proves it", (*claim)[0]));
  }
  if (from_text<mp>(proven.unique_within) < from_text<mp>(c.unique_within)) {
    is_said("unique_within", c.unique_within, proven.unique_within);
  }
  if (question.section) {
    const section_crossing at = crossing_of(question, equations, in_scope(c.unknowns));
    if (at.is_touched || !counts(parse_direction(request.direction), at.direction)) {
      is_said("direction", request.direction.empty() ? "both" : request.direction,
              at.is_touched      ? "no crossing"
              : at.direction > 0 ? "up"
                                 : "down");
    }
  }
  verdict.unique_within = proven.unique_within;
  return verdict;
}

table_value orbit_table(const orbit_request& request, run_host& host) {
  const interruptible ends([&host] { throw_if_stopped(host); });
  if (!request.continuation.empty()) {
    refuse_options({{"--scheme", &request.scheme},
                    {"--steps", &request.steps},
                    {"--step", &request.step},
                    {"--certificate", &request.certificate}},
                   "does not go with --continue");
    if (request.prove || request.equilibrium) {
      throw invalid_input(fmt::format("{} does not go with --continue",
                                      request.prove ? "--prove" : "--equilibrium"));
    }
    return continued_orbits(request, host);
  }
  orbit_question question = read_question(request);
  if (!request.certificate.empty() && !request.prove) {
    throw invalid_input("--certificate belongs to --prove");
  }
  if (request.equilibrium) {
    if (request.prove) {
      throw invalid_input("--prove does not go with --equilibrium");
    }
    return rest(request, question, host);
  }
  if (!request.scheme.empty()) {
    return scheme_orbit(request, question, host);
  }
  refuse_options({{"--steps", &request.steps}, {"--step", &request.step}}, "belongs to --scheme");
  return flow_orbit(request, question, host);
}

table_value orbit_table(const orbit_request& request) {
  run_host host;
  return orbit_table(request, host);
}

}  // namespace plumbline
