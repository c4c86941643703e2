// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The entries of the catalogue, one function and one file a system, so that they compile in parallel.
#pragma once

#include <plumbline/catalogue/systems.hpp>

namespace plumbline {

system_entry harmonic_oscillator_entry();
system_entry damped_forced_oscillator_entry();
system_entry bilinear_oscillator_entry();
system_entry pendulum_entry();
system_entry linear_double_pendulum_entry();
system_entry double_pendulum_entry();
system_entry pendulum_chain_entry();
system_entry lagrange_top_entry();
system_entry reduced_lagrange_top_entry();
system_entry planar_two_body_entry();
system_entry quadratic_entry();

}  // namespace plumbline
