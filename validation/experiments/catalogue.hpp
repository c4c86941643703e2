// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The functions that define the experiments, declared from the one list.
#pragma once

#include "experiments/experiment.hpp"

namespace plumbline::experiments {

#define PLUMBLINE_EXPERIMENT(paper, name) experiment paper##_##name();
#include "experiments/catalogue.def"
#undef PLUMBLINE_EXPERIMENT

}  // namespace plumbline::experiments
