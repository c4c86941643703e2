// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/exact/normal_modes.hpp>

#if PLUMBLINE_HAS_QUAD
template class plumbline::normal_modes<plumbline::quad>;
#endif
