// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A double as an initial value of 64 digits.
// must say: decimal<T>("0.1")
#include <plumbline/core/start_values.hpp>
#include <plumbline/scalar/exact.hpp>

plumbline::phase_point<double> of_doubles() {
  return plumbline::start_values<double>({0.1, 1}, {0, -2.5});
}

plumbline::phase_point<plumbline::mp64> made() {
  using namespace plumbline;
#ifdef CORRECT
  return start_values<mp64>({decimal<mp64>("0.1"), 1}, {0, rational<mp64>(-5, 2)});
#else
  return start_values<mp64>({0.1, 1}, {0, rational<mp64>(-5, 2)});
#endif
}
