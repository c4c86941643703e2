// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/section_run.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

section_run read_section_run(const problem& p, const section& what, const run_length& length,
                             const std::string& option) {
  section_run r{&p, only_scheme(p), what};
  const bool held = !follows_motion(r.scheme);
  r.by_series = r.scheme.entry->chooses_order && !p.system->has_zones;
  if (length.steps.empty() && length.until.empty()) {
    throw invalid_input(fmt::format("{} needs an end: --until T{}", option,
                                    r.by_series && !held ? "" : ", or --steps N"));
  }
  if (r.by_series && !held && length.step.empty()) {
    refuse_options({{"--steps", &length.steps}}, "needs --step; --until T needs none");
    r.until = duration(length.until, p.names);
    return r;
  }
  r.step = positive_step(length.step, p.names);
  r.steps = step_count(*r.step, length.steps, length.until, p.names);
  return r;
}

std::unique_ptr<crossings_by_steps<double>> crossings_in_double(
    const section_run& r, const model<double>& system, const followed_function& g,
    const std::vector<double>& parameters) {
  try {
    const std::shared_ptr<const followed_function> lent(std::shared_ptr<void>(), &g);
    return std::make_unique<crossings_by_steps<double>>(
        r.scheme.entry->make<double>(r.scheme.values, system),
        followed_values<double>(system, lent, parameters));
  } catch (const interrupted&) {
    throw;
  } catch (const std::exception&) {
    return nullptr;
  }
}

int further_digits_for(const section_run& r, const section_outcome& seen, int digits) {
  constexpr int spare = 10;
  constexpr int most_beyond = 300;  // a start nearer to the section than this is on it
  if (!r.by_series) {
    return 0;
  }
  const double lost = seen.lost_bits * log10_of_2;
  // once for the time, and once more for a rate that is small there
  int further = lost > digits / 4. ? static_cast<int>(2 * lost) + spare : 0;
  if (seen.started_on_section) {
    const precision_scope scope(digits + most_beyond);
    const problem_in<mp> in = make_problem<mp>(*r.p);
    const auto g = record_section(*r.p, in.system.formulas(), r.what.formula);
    followed_values<mp> values(in.system, g, parameters_of<mp>(*g, *r.p));
    const mp distance = abs(mp(values.at(in.start, in.t0)));
    const mp rounding = values.rounding(in.start, in.t0);
    if (rounding * roundings_of_zero < distance) {
      const mp terms = ldexp(rounding, scalar_traits<mp>::bits());
      const double beside = distance < terms ? log2_magnitude(terms) - log2_magnitude(distance) : 0;
      further = std::max(further, static_cast<int>(beside * log10_of_2) + spare);
    }
  }
  return further;
}

void warn_of_nodes_without_value(const section& what, std::int64_t nodes, run_host& host) {
  if (nodes > 0) {
    host.warn(fmt::format(
        "{} has no value at {} of the nodes: crossings in the steps to and from them are not found",
        what.formula, nodes));
  }
}

metadata facts_of(const section_run& r, int digits) {
  metadata facts = metadata_of(*r.p, digits);
  add_scheme(facts, r.scheme);
  if (r.step) {
    facts.push_back({"step", r.step->text()});
    facts.push_back({"steps", r.steps});
  } else {
    facts.push_back({"until", r.until->text()});
  }
  facts.push_back({"digits", digits});
  add_section(facts, r.what);
  facts.push_back(
      {"located", std::string(r.by_series ? "root of the Taylor polynomial" : "partial step")});
  return facts;
}

}  // namespace plumbline
