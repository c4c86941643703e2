// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One page about a scheme on a system: what the scheme is, what it keeps there and why, what its steps cost. It says in one place
// what `audit`, `show` and `measure` say in several, each value with the command that shows it; it computes nothing else.
#pragma once

#include <plumbline/io/table.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>

#include <string>
#include <vector>

namespace plumbline {

/// See `plumbline explain`.
struct explain_request {
  std::string scheme = {};
  std::string system = {};
  std::string step =
      {};  ///< "": a twentieth of the period, or of the fastest small oscillation, or 1/100
};

/// A value with what it means, in a sentence or a formula, and with the command line that shows it.
struct explained_value {
  std::string name;
  std::string value;
  std::string meaning;
  std::string command;
};

struct explanation_part {
  std::string title;
  std::vector<explained_value> values;
};

struct explanation {
  metadata facts;
  std::vector<explanation_part> parts;

  /// "" where the page does not have it.
  std::string value(const std::string& name) const;
};

/// Throws invalid_input as measure() and audit_table() do, `interrupted` where the host asks for a stop.
explanation explain(const explain_request& request, const problem_texts& texts, run_host& host);

}  // namespace plumbline
