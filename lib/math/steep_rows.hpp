// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Which rows of recurrences limit the step of a Taylor series (plumbline/math/step_limits.hpp): quotients, arguments of exponentials, and
// what has high powers. A product of powers counts as one: g1^8 g2^8 is as steep as g^16.
#pragma once

#include "math/taylor_code.hpp"
#include <plumbline/math/step_limits.hpp>

namespace plumbline {

steep_rows steep_rows_of(const taylor_code& code);

}  // namespace plumbline
