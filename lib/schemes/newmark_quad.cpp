// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/newmark_instantiate.hpp"

#if PLUMBLINE_HAS_QUAD
template plumbline::any_stepper<plumbline::quad> plumbline::make_newmark<plumbline::quad>(
    scheme_info, newmark_parameters<plumbline::quad>, const any_system<plumbline::quad>&);
#endif
