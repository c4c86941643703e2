// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0

// A scheme of one's own, verified by the library as it is: its order against a reference trajectory, its symplecticity from its
// own derivative, the energy that it loses. Ruth's scheme of order 3 (IEEE Trans. Nucl. Sci. 30 (1983) 2669).
#include <plumbline/core/start_values.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/study/converge.hpp>
#include <plumbline/study/reference_trajectory.hpp>

#include <iostream>

using namespace plumbline;

struct pendulum {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return v[0] * v[0] / 2 + cos(q[0]);
  }
};

template <class T>
struct ruth3 {
  separable<T> system{model<T>(pendulum{})};

  solve_report step(phase_point<T>& z, const T& h) {
    const T c[] = {rational<T>(7, 24), rational<T>(3, 4), rational<T>(-1, 24)};
    const T d[] = {rational<T>(2, 3), rational<T>(-2, 3), T(1)};
    vector<T> force(z.q.size());
    for (int i = 0; i < 3; ++i) {
      system.force(z.q, force);
      for (Eigen::Index k = 0; k < force.size(); ++k) z.p[k] += c[i] * h * force[k];
      system.drift(z.p, d[i] * h, z.q);
    }
    return {};
  }
};

int main() {
  const auto start = start_values<mp64>({rational<mp64>(3, 2)}, {0});

  // errors and orders against a trajectory whose digits two computations verify
  const auto truth = make_reference<mp64>(model<mp64>(pendulum{}), start,
                                          time_grid<mp64>(0, rational<mp64>(1, 80), 400), 60);
  const auto rows = converge<mp64>(
      [] { return ruth3<mp64>{}; }, start, mp64(0), mp64(5), {100, 200, 400},
      [&](std::int64_t count) {
        return [&truth, stride = 400 / count ](std::int64_t n, const mp64&) -> const auto& {
          return truth.nodes[static_cast<std::size_t>(n * stride)];
        };
      },
      error_norm::max);
  for (const auto& row : rows)
    std::cout << row.steps << " steps: error " << to_text(row.error_q, 4) << ", order "
              << (row.order_q ? to_text(*row.order_q, 4) : "-") << "\n";

  // the derivative of the step, by the step itself on dual numbers
  using dual = tangent_number<mp64>;
  ruth3<dual> tangent;
  const auto step = [&](vector<dual>& y) {
    phase_point<dual> z{y.head(1), y.tail(1)};
    const solve_report report = tangent.step(z, dual(rational<mp64>(1, 10)));
    y << z.q, z.p;
    return report;
  };
  vector<mp64> y(2);
  y << start.q, start.p;
  const bool symplectic =
      symplecticity_defect<mp64>(step_jacobian<mp64>(step, y)) < decimal<mp64>("1e-60");
  std::cout << "symplectic to 60 digits: " << (symplectic ? "yes" : "no") << "\n";

  ruth3<mp64> scheme;
  phase_point<mp64> z = start;
  invariant_drift<mp64> drift;
  const time_grid<mp64> grid(0, rational<mp64>(1, 10), 1000);
  const auto end = integrate<mp64>(scheme, z, grid, [&](std::int64_t, const mp64&, const auto& at) {
    drift.add(energy(pendulum{}, at));
  });
  std::cout << "energy error over 1000 steps: " << to_text(drift.absolute(), 4) << "\n";
  return end == run_outcome::finished ? 0 : 1;
}
