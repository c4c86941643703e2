// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/newmark_instantiate.hpp"

template plumbline::any_stepper<plumbline::mp64> plumbline::make_newmark<plumbline::mp64>(
    scheme_info, newmark_parameters<plumbline::mp64>, const any_system<plumbline::mp64>&);
