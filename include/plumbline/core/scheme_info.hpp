// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The facts about a scheme, stated once where the scheme stands; they feed the command line, the
// documentation and the contract tests that hold the scheme to them.
#pragma once

#include <string>

namespace plumbline {

/// What holds on linear systems beyond what holds everywhere.
struct linear_facts {
  bool symmetric = false;
  bool symplectic = false;
  bool exact = false;  ///< the exact flow, for every step
};

struct scheme_info {
  std::string name;
  std::string summary;     ///< one line: what it is
  int order = 0;           ///< classical order on smooth problems
  bool symmetric = false;  ///< Φ_{−h} Φ_h = identity
  bool symplectic = false;
  std::string conserves;  ///< what it keeps exactly, in words; empty for nothing
  std::string formula;    ///< one step in the field's notation
  std::string reference;  ///< paper and equation
  linear_facts on_linear = {};
};

}  // namespace plumbline
