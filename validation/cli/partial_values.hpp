// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a command writes of an interrupted measurement: the values that it has by then, to PATH.partial.
#pragma once

#include "cli/named_values.hpp"

#include <vector>

namespace plumbline::cli {

/// As write_named_values of real values, with the mark of what is incomplete; to PATH.partial where there is a PATH.
void write_partial_values(const shared_options& o, const metadata& meta,
                          const std::vector<named_value>& values);

}  // namespace plumbline::cli
