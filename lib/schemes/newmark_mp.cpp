// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/newmark_instantiate.hpp"

template plumbline::any_stepper<plumbline::mp> plumbline::make_newmark<plumbline::mp>(
    scheme_info, newmark_parameters<plumbline::mp>, const any_system<plumbline::mp>&);
template plumbline::any_stepper<plumbline::tangent_number<plumbline::mp>>
plumbline::make_newmark<plumbline::tangent_number<plumbline::mp>>(
    scheme_info, newmark_parameters<plumbline::tangent_number<plumbline::mp>>,
    const any_system<plumbline::tangent_number<plumbline::mp>>&);
