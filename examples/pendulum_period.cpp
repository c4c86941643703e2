// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/scalar/expression.hpp>

#include <iostream>

using namespace plumbline;

int main() {  // m = 1, omega = 1, released at rest at a quarter turn
  const pendulum_solution<mp64> motion(1, 1, evaluate<mp64>(expression("pi/2")), 0);
  std::cout << "period " << to_text(*motion.period(), 50)
            << "\nq(1) = " << to_text(motion.state(1).q[0], 50) << "\n";
}
