// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/galerkin_instantiate.hpp"

template plumbline::any_stepper<plumbline::mp64> plumbline::make_galerkin<plumbline::mp64>(
    galerkin_tableau<plumbline::mp64>, const any_lagrangian<plumbline::mp64>&);
