// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/gauss_collocation_instantiate.hpp"

template plumbline::any_stepper<double> plumbline::make_collocation<double>(
    scheme_info, runge_kutta_tableau<double>, const any_lagrangian<double>&);
template plumbline::any_stepper<plumbline::tangent_number<double>> plumbline::make_collocation<
    plumbline::tangent_number<double>>(scheme_info, runge_kutta_tableau<tangent_number<double>>,
                                       const any_lagrangian<tangent_number<double>>&);
