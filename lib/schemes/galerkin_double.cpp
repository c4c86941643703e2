// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/galerkin_instantiate.hpp"

template plumbline::any_stepper<double> plumbline::make_galerkin<double>(
    galerkin_tableau<double>, const any_lagrangian<double>&);
template plumbline::any_stepper<plumbline::tangent_number<double>>
plumbline::make_galerkin<plumbline::tangent_number<double>>(
    galerkin_tableau<tangent_number<double>>, const any_lagrangian<tangent_number<double>>&);
