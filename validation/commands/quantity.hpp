// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantities of `plumbline measure` and `plumbline sweep`: texts of a user -> a checked measurement -> named
// values. Each quantity is a function and a line in quantity.cpp.
#pragma once

#include "cli/checkpoint.hpp"
#include "cli/named_values.hpp"
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/study/problem.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::cli {

/// --average, --count, --coordinate and --rule, for quantities that wait for events.
struct event_options {
  std::string average;
  std::string count;
  std::string coordinate;
  std::string rule;
};

/// What a user asks for, as texts.
struct measure_request {
  std::string quantity;
  std::string system;
  std::string scheme;
  std::string step;
  std::string steps;
  std::string until;
  event_options events;
};

struct measurement;
class truth_cache;

/// Where events lie between the steps.
struct event_rule {
  std::string name;
  std::string meaning;  ///< begins with the name
  /// By another formula than the scheme's, whose error is part of the number.
  bool is_definition = false;
};

struct quantity {
  const char* name;
  const char* meaning;
  enum class needs { trajectory, events, one_step, nothing } input;
  std::vector<named_value> (*measure)(const measurement&);
  bool keeps = false;        ///< leaves checkpoints
  bool is_relative = false;  ///< to the value at the start, absolute where that is 0
  /// Of quantities that wait for events; the first is the default.
  std::vector<event_rule> rules = {};
};

/// What a quantity is measured with. `options` and `keeper` must outlive it; a keeper is needed where the quantity
/// keeps checkpoints.
struct measurement {
  const quantity* wanted;
  const shared_options& options;
  problem p;
  scheme_choice scheme;
  std::optional<expression> step;
  std::optional<expression> until;  ///< where --until was given
  std::int64_t steps = 0;
  int digits = 0;
  event_options events = {};
  const event_rule* rule = nullptr;  ///< where the quantity has rules
  bool has_end = true;               ///< `steps` was given; where events end the run it need not be
  checkpoint_keeper* keeper = nullptr;
  metadata* facts = nullptr;  ///< is told what the metadata say besides, where there are metadata
  // `sweep error` alone
  error_norm norm = error_norm::max;
  truth_cache* truths = nullptr;     ///< truths that several measurements share
  std::string* reference = nullptr;  ///< is told what the errors are measured against
};

/// Those of `measure`.
const std::vector<quantity>& quantities();
/// "period (the time between zeros ...); amplitude (...); ..." for the help.
std::string in_words(const std::vector<quantity>& list);
/// Throws invalid_input that lists the known names and suggests the nearest.
const quantity& find_quantity(const std::vector<quantity>& list, const std::string& name);
/// The rule of this name of a quantity that has rules, the first where the name is empty. Throws as find_quantity does.
const event_rule& find_rule(const quantity& wanted, const std::string& name);

/// QUANTITY, SYSTEM, --scheme, --step, --steps, --until, --average, --count, --coordinate and --rule.
void add_measure_request(CLI::App& app, measure_request& request,
                         const std::vector<quantity>& list);

/// Throws invalid_input for what is unknown, missing, or does not belong to this quantity.
measurement read_measurement(const quantity& wanted, const measure_request& request,
                             const shared_options& options);

/// Quantity, system, scheme, step and the rest that defines the values.
metadata metadata_of(const measurement& m, const measure_request& request);

std::vector<named_value> measure_energy_error(const measurement& m);
std::vector<named_value> measure_invariants(const measurement& m);
std::vector<named_value> measure_symplecticity(const measurement& m);
std::vector<named_value> measure_lyapunov(const measurement& m);
std::vector<named_value> measure_period(const measurement& m);
std::vector<named_value> measure_amplitude(const measurement& m);
std::vector<named_value> measure_stability_limit(const measurement& m);

}  // namespace plumbline::cli
