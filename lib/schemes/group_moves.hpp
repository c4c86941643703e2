// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Splittings by groups of coordinates in the catalogue: which systems of first order they fit, and their steppers.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/schemes/group_moves.hpp>

namespace plumbline::detail {

/// The stepper of these moves; defined for every scalar in group_moves_engine.cpp.
template <class T>
any_stepper<T> move_groups(const scheme_info& info, const std::vector<group_move<T>>& moves,
                           const model<T>& system);

inline constexpr const char* groups_need =
    "; or equations of first order with groups of coordinates";

/// What symplectic Euler, leapfrog and their compositions need of a system of first order.
inline bool moves_by_groups(const system_entry& system) {
  return system.facts.groups > 0 && system.facts.autonomous;
}
/// What a splitting with coefficients a, b needs; `linear_first`: its order holds where the rates of the first group are
/// linear in the second alone.
inline bool splits_in_two(const system_entry& system, bool linear_first) {
  return moves_by_groups(system) && system.facts.groups == 2 && !system.facts.within_group &&
         !(linear_first && system.facts.curved_first);
}
/// What a system of first order lacks for these; empty for others.
std::string lacking_groups(const system_entry& system);
std::string lacking_for_two(const system_entry& system, bool linear_first);

}  // namespace plumbline::detail
