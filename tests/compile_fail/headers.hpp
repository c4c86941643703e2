// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the sources beside this file include: gcc reads it once, before it reads them. traits.hpp stands first, so that the
// compiler's messages about it do not begin with a chain of includes.
// clang-format off
#include <plumbline/scalar/traits.hpp>
// clang-format on
#include <plumbline/core/start_values.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/schemes/leapfrog.hpp>
