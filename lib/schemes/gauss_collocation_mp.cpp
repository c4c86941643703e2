// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/gauss_collocation_instantiate.hpp"

template plumbline::any_stepper<plumbline::mp> plumbline::make_collocation<plumbline::mp>(
    scheme_info, runge_kutta_tableau<plumbline::mp>, const any_lagrangian<plumbline::mp>&);
template plumbline::any_stepper<plumbline::tangent_number<plumbline::mp>>
plumbline::make_collocation<plumbline::tangent_number<plumbline::mp>>(
    scheme_info, runge_kutta_tableau<tangent_number<plumbline::mp>>,
    const any_lagrangian<tangent_number<plumbline::mp>>&);
