// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/study/converge.hpp>

#include <iostream>

using namespace plumbline;
using T = mp64;

// Errors against the exact solution and observed orders, of schemes of the catalogue on the pendulum.
int main() {
  const model<T> system = find_system("pendulum").make<T>();
  const phase_point<T> start{vector<T>{{T(1)}}, vector<T>{{T(0)}}};
  const pendulum_solution<T> truth(1, evaluate<T>(expression("2*pi")), start.q[0], start.p[0]);
  for (const char* name : {"leapfrog", "simpson", "yoshida-6"}) {
    const scheme_entry& scheme = find_scheme(name);
    const auto make_stepper = [&] { return scheme.make<T>({}, system); };
    const auto exact = [&](std::int64_t) {
      return [&](std::int64_t, const T& t) { return truth.state(t); };
    };
    const auto rows = converge(make_stepper, make_stepper().start(start), T(0), T(1), {40, 80, 160},
                               exact, error_norm::max);
    for (const auto& row : rows) {
      std::cout << name << "  " << row.steps << "  " << to_text(row.error_q, 4)
                << (row.order_q ? "  order " + to_text(*row.order_q, 4) : "") << "\n";
    }
  }
}
