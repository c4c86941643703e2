// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/gauss_collocation_instantiate.hpp"

#if PLUMBLINE_HAS_QUAD
template plumbline::any_stepper<plumbline::quad> plumbline::make_collocation<plumbline::quad>(
    scheme_info, runge_kutta_tableau<plumbline::quad>, const any_lagrangian<plumbline::quad>&);
#endif
