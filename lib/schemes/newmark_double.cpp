// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/newmark_instantiate.hpp"

template plumbline::any_stepper<double> plumbline::make_newmark<double>(scheme_info,
                                                                        newmark_parameters<double>,
                                                                        const any_system<double>&);
template plumbline::any_stepper<plumbline::tangent_number<double>>
plumbline::make_newmark<plumbline::tangent_number<double>>(
    scheme_info, newmark_parameters<plumbline::tangent_number<double>>,
    const any_system<plumbline::tangent_number<double>>&);
