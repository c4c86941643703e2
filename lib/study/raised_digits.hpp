// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `integrate --resume FILE --digits D` with more digits than the run began with. The state is taken over exactly: each of its
// binary numbers is written out in full, so that it reads back to the same value at any higher precision. The checkpoint and
// the metadata say up to which step there were fewer digits.
#pragma once

#include <plumbline/io/checkpoint.hpp>

#include <string>

namespace plumbline {

/// The fact of a checkpoint, and the key of the metadata, that says it: "16 up to step 500, 34 up to step 800".
inline constexpr const char* earlier_digits_fact = "earlier_digits";

/// Makes a checkpoint one of the higher precision that is asked for, where it is (0: nothing is asked for), and returns that text; without
/// earlier digits an empty one. `file` is for messages. Throws invalid_input for fewer digits than the checkpoint has.
std::string raise_digits(checkpoint& from, int asked, const std::string& file);

/// The digits of a checkpoint; 0 where its facts name none.
int digits_of(const checkpoint& from);

/// The fact that holds the start. Its momenta may have been computed from velocities.
inline constexpr const char* start_fact = "start";

/// True where two facts NAME=VALUE;NAME=VALUE;… have the same names and values that are the same numbers with so many digits, but for
/// rounding errors: those of a run, and those of the run with more digits that goes on from it. What follows from other numbers, as the
/// momentum of a velocity and the parameter g/(2*pi)^2, is rounded in each arithmetic on its way.
bool is_same_fact(const std::string& key, const std::string& kept, const std::string& now,
                  int digits);

}  // namespace plumbline
