// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <plumbline/scalar/traits.hpp>

namespace plumbline::detail {

/// scalar/rotation.hpp for numbers of 5 to 64 limbs and |δ| < 2^(−bits/10). False, and nothing is changed, for others.
bool rotate_many_limbs(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr delta);

}  // namespace plumbline::detail
