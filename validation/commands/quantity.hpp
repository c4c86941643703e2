// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantities of `plumbline measure`: each a function from a measurement to named values.
#pragma once

#include "shared/checkpoint.hpp"
#include "shared/named_values.hpp"
#include "shared/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::cli {

/// --average, --count and --coordinate, for quantities that wait for events.
struct event_options {
  std::string average;
  std::string count;
  std::string coordinate;
};

/// What a quantity is measured with.
struct measurement {
  const shared_options& options;
  const problem& p;
  const scheme_choice& scheme;
  std::optional<expression> step;
  std::int64_t steps;
  int digits;
  event_options events = {};
  bool has_end = true;  ///< `steps` was given; where events end the run it need not be
  checkpoint_keeper* keeper = nullptr;
};

std::vector<named_value> measure_energy_error(const measurement& m);
std::vector<named_value> measure_invariants(const measurement& m);
std::vector<named_value> measure_symplecticity(const measurement& m);
std::vector<named_value> measure_lyapunov(const measurement& m);
std::vector<named_value> measure_period(const measurement& m);
std::vector<named_value> measure_amplitude(const measurement& m);
std::vector<named_value> measure_stability_limit(const measurement& m);

}  // namespace plumbline::cli
