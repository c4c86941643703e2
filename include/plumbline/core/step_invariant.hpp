// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A quantity that the steps of one scheme keep in the place of the energy: a fact of the scheme and of the length of its
// steps, not of the system.
#pragma once

#include <plumbline/core/phase_point.hpp>

#include <functional>
#include <string>

namespace plumbline {

template <class T>
struct step_invariant {
  std::string name = {};
  std::function<T(const phase_point<T>&)> value = {};  ///< empty: there is none
};

}  // namespace plumbline
