// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What `integrate` was given, and its two forms besides steps of a scheme: certified rows and states at given times.
#pragma once

#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/study/problem.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::cli {

struct integrate_options : shared_options {
  std::string system;
  std::string scheme;
  std::string step;
  std::string steps;
  std::string until;
  std::string times;
  std::string tolerance;
  std::string every;  ///< 1 without it
  std::string observe;
  std::string plot;
  std::string axes;
  bool certified = false;
  checkpoint_options checkpoint;

  /// The number of --every. Throws invalid_input unless it is a whole number.
  std::int64_t rows_are_every() const;
};

/// `--certified`: rows whose digits are proven (study/certified.hpp).
int integrate_certified(const integrate_options& o, const call& how);
/// `--times`: the states at given times, by Taylor series with steps of their own length, or by the dense output of a table.
int integrate_to_times(const integrate_options& o, const call& how);
/// `--times` with `--step` and a scheme whose table has dense output.
void integrate_dense(const integrate_options& o, const call& how, const problem& p,
                     const scheme_table& table, const std::vector<expression>& times);

/// Throws invalid_input where one of these options is given: `reason` says why it does not belong here.
void refuse_options(const std::vector<std::pair<const char*, const std::string*>>& options,
                    const std::string& reason);

}  // namespace plumbline::cli
