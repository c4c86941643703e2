// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The facts about a scheme, stated once where the scheme stands; they feed the command line, the
// documentation and the contract tests that hold the scheme to them.
#pragma once

#include <string>

namespace plumbline {

/// What holds on a class of systems beyond what holds everywhere.
struct special_facts {
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
  std::string conserves;            ///< what it keeps exactly, in words; empty for nothing
  std::string formula;              ///< one step in the field's notation
  std::string reference;            ///< paper and equation
  special_facts on_linear = {};     ///< on L = ½ v'M v − ½ q'K q
  special_facts on_separable = {};  ///< on L = ½ v'M v − V(q) with constant M
};

}  // namespace plumbline
