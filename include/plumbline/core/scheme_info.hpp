// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The facts about a scheme, stated once where the scheme stands; they feed the command line, the
// documentation and the contract tests that hold the scheme to them.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// What holds on a class of systems beyond what holds everywhere.
struct special_facts {
  bool symmetric = false;
  bool symplectic = false;
  bool exact = false;  ///< the exact flow, for every step
};

/// What every step keeps exactly, of what the flow keeps or in its place.
struct conserved_set {
  bool momenta = false;               ///< those of cyclic coordinates
  bool linear = false;                ///< linear invariants of (q, p)
  bool bilinear = false;              ///< q'Dp, of which angular momentum is one
  bool quadratic = false;             ///< all quadratic invariants
  bool linear_in_velocities = false;  ///< linear invariants of (q, v)
  bool energy = false;
  bool energy_of_linear = false;  ///< that of linear systems without damping and load
  bool form = false;  ///< φ = p'ξp/2 + q'ζq/2 of a linear system, with ξ and ζ of the step
  std::string integral = {};  ///< the formula of an integral that is the scheme's own

  bool operator==(const conserved_set&) const = default;
};

/// The linear, bilinear and quadratic invariants among them, each as its adjective.
std::vector<std::string> degrees_of(const conserved_set& kept);
/// All of it in words; empty for nothing.
std::string to_text(const conserved_set& kept);

struct scheme_info {
  std::string name;
  std::string summary;     ///< one line: what it is
  int order = 0;           ///< classical order on smooth problems
  bool symmetric = false;  ///< Φ_{−h} Φ_h = identity
  bool symplectic = false;
  conserved_set conserves = {};
  std::string formula;    ///< one step in the field's notation
  std::string reference;  ///< paper and equation
  /// H_{p+1}, with which the modified energy H + h^p H_{p+1} + … begins where L = ½ v'M v − V(q), as a formula; "" where none is
  /// written down.
  std::string leading_energy = {};
  special_facts on_linear = {};     ///< on L = ½ v'M v − ½ q'K q
  special_facts on_separable = {};  ///< on L = ½ v'M v − V(q) with constant M
};

}  // namespace plumbline
