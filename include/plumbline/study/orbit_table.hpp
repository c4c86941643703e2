// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Periodic orbits by name: from a guess to the start, the period and the multipliers of the orbit, of the flow or of a scheme.
// docs/periodic-orbits.md says what is solved and how it is proven.
#pragma once

#include <plumbline/io/table.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace plumbline {

/// As exact texts, in the units of the system; see `plumbline orbit`.
struct orbit_request {
  std::string system = {};
  problem_texts problem = {};
  std::string period = {};             ///< a guess, unless held
  std::string section = {};            ///< instead: the orbit starts where this formula is 0,
  std::string direction = {};          ///< in this direction: up, down or both,
  std::string returns = {};            ///< and closes with this return
  std::vector<std::string> hold = {};  ///< NAME=VALUE
  std::string reversor = {};           ///< "x=-x,y=y": what changes when time is reversed
  std::string symmetry = {};           ///< "K:x1=x2,…": q(t + T/K) = S q(t)
  std::string relative = {};           ///< NAME,…: periodic up to the symmetry of these momenta
  bool equilibrium = false;            ///< rest, or uniform motion with `relative`
  bool prove = false;
  std::string certificate = {};  ///< of a proof: the file that is written
  std::string scheme = {};       ///< the orbit of the steps of this scheme, with its settings,
  std::string steps = {};        ///< of so many steps
  std::string step = {};         ///< of this length; found where it is not given
  std::string continuation =
      {};  ///< NAME=A:B:COUNT: the branch of orbits over a parameter or over what is held
  int digits = 64;
};

/// No orbit is found, or what is found is none that can be told apart, or is not proven: the reason in words.
class orbit_failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An orbit that is one of a family, which the conditions do not tell from its neighbours.
class orbit_not_isolated : public orbit_failure {
 public:
  using orbit_failure::orbit_failure;
};

/// Rows name, value, and radius of a proven orbit; of a branch a row for each orbit. Throws invalid_input where texts do not fit, orbit_failure and step_failure
/// where the numerics end, `interrupted` when the host asks for a stop.
table_value orbit_table(const orbit_request& request, run_host& host);
table_value orbit_table(const orbit_request& request);

/// What is wrong with a certificate; nothing where the proof holds again and its numbers are those of the file.
struct orbit_verdict {
  std::vector<std::string> wrong = {};
  int numbers = 0;  ///< that were compared
  std::string unique_within = {};
};

/// Proves the orbit of a certificate again, from the unknowns in the file. Throws io_error for a file that cannot be read,
/// invalid_input for one that is no certificate or whose system is another one now.
orbit_verdict verify_orbit(const std::string& file, run_host& host);

}  // namespace plumbline
