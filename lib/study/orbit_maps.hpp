// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Maps of the state that a user writes as "x1=x2, phi=phi+2*pi": affine maps x → A x + b, names that are not there stay.
//
// Of coordinates q → S q + b; the velocities then go with S, the momenta with S^−T. A reversor turns the velocities besides:
// R(q, v) = (S q + b, −S v). It reverses a system where f(R x) = −R′ f(x); a symmetry has f(S x) = S′ f(x).
// The period of equations that depend on t is such a map too: it moves the time alone.
#pragma once

#include "study/orbit_flow.hpp"
#include <plumbline/study/texts.hpp>

#include <string>
#include <vector>

namespace plumbline {

struct affine_map {
  matrix<mp> linear;
  vector<mp> shift;

  vector<mp> operator()(const vector<mp>& x) const { return vector<mp>(linear * x + shift); }
};

/// The same in homogeneous coordinates, with one row and one column more.
inline vector<mp> applied(const matrix<mp>& homogeneous, const vector<mp>& x) {
  const auto n = x.size();
  return vector<mp>(homogeneous.topLeftCorner(n, n) * x + homogeneous.col(n).head(n));
}

/// A map of the coordinates, or of the states of a system of first order, as exact texts.
struct map_texts {
  std::string option;  ///< what messages call it
  std::vector<named_text> entries;

  bool empty() const { return entries.empty(); }
};

/// "x=-x,y=y". Throws invalid_input for unknown names.
map_texts parse_map(const std::string& option, const std::string& text, const problem& p);

enum class map_kind { symmetry, reversor };

/// The map of the state, in the digits of the scope. Throws invalid_input for what is not affine or has no inverse.
affine_map map_of_state(const map_texts& texts, map_kind kind, const problem& p);

/// States around the start at times of which no period is a simple multiple: where a map is tested.
std::vector<state_at_time> places_around_start(const orbit_flow& flow, const mp& period);

/// Throws invalid_input that names the equation which the map violates at one of the places, in half of the digits of the scope. A symmetry
/// moves the time by `delay`, a reversor turns it about the start.
void require_symmetry(const map_texts& texts, map_kind kind, const affine_map& map, const mp& delay,
                      orbit_flow& flow, const problem& p, const std::vector<state_at_time>& places);

/// Whether the equations have this period at the places, to half of the digits of the scope: where they do not depend on t, every one.
bool has_period(orbit_flow& flow, const mp& period, const std::vector<state_at_time>& places);
/// Throws invalid_input unless they have it.
void require_period(orbit_flow& flow, const mp& period, const std::vector<state_at_time>& places);

/// States around x, always the same ones: off by about 2^−closeness of the entries, or of their units, which are 1 where none are given.
std::vector<vector<mp>> states_around(const vector<mp>& x, int count = 3, int closeness = 6,
                                      const vector<mp>& units = {});

}  // namespace plumbline
