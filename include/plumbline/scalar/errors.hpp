// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exceptions for wrong arguments. Those of steps, files and interruptions are in core/errors.hpp.
#pragma once

#include <stdexcept>

namespace plumbline {

/// An argument that is wrong whatever the numerics do: an unknown name, a value outside a domain.
class invalid_input : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// An argument where a function has no value: a pole, a degenerate lattice, a singular mass matrix.
class domain_error : public invalid_input {
 public:
  using invalid_input::invalid_input;
};

}  // namespace plumbline
