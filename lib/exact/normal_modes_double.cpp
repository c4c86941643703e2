// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/exact/normal_modes.hpp>

template class plumbline::normal_modes<double>;
