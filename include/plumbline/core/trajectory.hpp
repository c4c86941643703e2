// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A trajectory: named columns over times.
#pragma once

#include <plumbline/core/vector.hpp>

#include <string>
#include <vector>

namespace plumbline {

/// Rows (t_k, y_k): y_k has one entry a column; columns are named q1 … p1 …, without the time.
template <class T>
struct trajectory {
  std::vector<std::string> columns;
  std::vector<T> times;
  std::vector<vector<T>> rows;
};

}  // namespace plumbline
