// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The leading term of the modified energy of a symplectic scheme of order p, H_{p+1}(z) = lim (H̃_K(z; h) − H(z))/h^p.
#pragma once

#include <plumbline/study/quantity.hpp>

#include <optional>

namespace plumbline::detail {

struct extrapolated_term {
  mp value;
  mp radius;
};

/// At the start of the measurement, or at another point of phase space. Nothing where no step near the measurement's can be made,
/// and for schemes without an action.
std::optional<extrapolated_term> leading_term(const measurement& m, const scheme_info& info,
                                              const std::optional<phase_point<mp>>& point = {});

}  // namespace plumbline::detail
