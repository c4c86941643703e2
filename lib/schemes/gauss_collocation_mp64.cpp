// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/gauss_collocation_instantiate.hpp"

template plumbline::any_stepper<plumbline::mp64> plumbline::make_collocation<plumbline::mp64>(
    scheme_info, runge_kutta_tableau<plumbline::mp64>, const any_lagrangian<plumbline::mp64>&);
