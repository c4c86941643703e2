// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A double as the step of a time grid with 64 digits.
// must say: decimal<T>("0.1")
#include <plumbline/core/time_grid.hpp>
#include <plumbline/scalar/exact.hpp>

plumbline::time_grid<double> of_doubles() { return {0.0, 0.1, 10}; }

plumbline::time_grid<plumbline::mp64> made() {
  using namespace plumbline;
#ifdef CORRECT
  return time_grid<mp64>(0, decimal<mp64>("0.1"), 10);
#else
  return time_grid<mp64>(0, 0.1, 10);
#endif
}
