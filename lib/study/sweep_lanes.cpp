// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
#include "study/sweep_lanes.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/ensemble.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumbline {

/// Cases with one scheme, one number of steps and the same formulas.
struct lane_cases::group {
  std::string scheme;
  std::int64_t steps;
  std::vector<std::string> columns;
  std::vector<model<double>> systems;
  std::vector<std::size_t> numbers;
  std::vector<vector<double>> states;
  std::vector<double> t0;
  std::vector<double> h;
};

lane_choice parse_lanes(const std::string& word) {
  if (word == "exact") {
    return lane_choice::exact;
  }
  if (word == "vector") {
    return lane_choice::vector;
  }
  if (word == "none") {
    return lane_choice::none;
  }
  throw invalid_input(unknown_name("word for --lanes", word, {"exact", "vector", "none"}));
}

lane_cases::lane_cases(const run_host& host, lane_functions functions)
    : host_(&host), functions_(functions) {}
lane_cases::~lane_cases() = default;

bool lane_cases::take(std::size_t number, const measurement& m) {
  const std::string& scheme = m.scheme.entry->info.name;
  if (m.digits > most_digits_of_double || !ensemble::has(scheme) || !m.step || m.steps < 0) {
    return false;
  }
  const problem_in<double> in = make_problem<double>(m.p);
  const auto h = evaluate<double>(*m.step, m.p.names);
  if (h == 0 || !std::isfinite(h) || !ensemble::has(scheme, in.system)) {
    return false;
  }
  const auto stepper = m.scheme.entry->make<double>(m.scheme.values, in.system);
  const auto same = [&](const std::unique_ptr<group>& g) {
    return g->scheme == scheme && g->steps == m.steps &&
           g->systems.front().formulas() == in.system.formulas();
  };
  auto found = std::ranges::find_if(groups_, same);
  if (found == groups_.end()) {
    groups_.push_back(
        std::make_unique<group>(group{scheme, m.steps, stepper.columns(), {}, {}, {}, {}, {}}));
    found = groups_.end() - 1;
  }
  group& g = **found;
  g.systems.push_back(in.system);
  g.numbers.push_back(number);
  g.states.push_back(stepper.start(in.start, in.t0));
  g.t0.push_back(in.t0);
  g.h.push_back(h);
  return true;
}

void lane_cases::run(const std::function<void(std::size_t, std::vector<named_value>)>& store) {
  for (const auto& each : groups_) {
    group& g = *each;
    ensemble many(g.scheme, g.systems, functions_);
    const std::vector<bool> ok =
        many.run(g.states, g.t0, g.h, g.steps, [this] { return host_->stop_requested(); });
    throw_if_stopped(*host_);
    for (std::size_t k = 0; k < g.numbers.size(); ++k) {
      if (!ok[k]) {
        continue;
      }
      std::vector<named_value> values;
      for (std::size_t i = 0; i < g.columns.size(); ++i) {
        values.push_back({g.columns[i], to_text(g.states[k][static_cast<Eigen::Index>(i)]), {}});
      }
      store(g.numbers[k], std::move(values));
    }
  }
}

}  // namespace plumbline
