// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A point of phase space.
#pragma once

#include <plumbline/core/vector.hpp>

namespace plumbline {

/// Configuration q and conjugate momentum p, each of the system's dimension.
template <class T>
struct phase_point {
  vector<T> q;
  vector<T> p;
};

template <class To, class From>
phase_point<To> scalar_cast(const phase_point<From>& z) {
  return {scalar_cast<To>(z.q), scalar_cast<To>(z.p)};
}

template <class T>
void require_working_precision(const phase_point<T>& z, const char* what) {
  require_working_precision(z.q, what);
  require_working_precision(z.p, what);
}

}  // namespace plumbline
