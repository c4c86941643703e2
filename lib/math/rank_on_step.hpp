// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Where a square matrix that is a polynomial of the time loses its rank within a step. A series crosses such a point without
// noticing: where constraints lose their rank, two motions meet, and digits say nothing of which one is followed.
//
// The measure of the rank is the smallest pivot of an elimination with complete pivots, after rows and columns were divided by the
// largest entries that they have on the step. It is 0 at the point and grows like the distance from it, or its square. It is sampled at nine places;
// a smallest one is refined by golden sections. Double is enough: the matrix is known from its series to 16 digits.
#pragma once

#include <optional>
#include <vector>

namespace plumbline::detail {

/// series[i n + j]: the coefficients of the entry (i, j) by powers of s. The first s from 0 to 1 at which the matrix has a
/// smallest pivot below 1e-13; nothing where the rank is kept.
std::optional<double> rank_lost(const std::vector<std::vector<double>>& series, int n);

}  // namespace plumbline::detail
