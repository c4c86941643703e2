// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A stranger's own system (Hénon & Heiles 1964) with a stranger's own scheme (Störmer–Verlet), beside one of
// the library's, in two scalars.
#include <plumbline/core/version.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/study/integrate.hpp>

#include <iostream>

namespace {

using namespace plumbline;

struct henon_heiles {
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return (v[0] * v[0] + v[1] * v[1]) / 2 - (q[0] * q[0] + q[1] * q[1]) / 2 -
           (q[0] * q[0] * q[1] - q[1] * q[1] * q[1] / 3);
  }
};

/// p + h/2 force(q), q + h p, p + h/2 force(q), for systems with p = v.
template <class T, class System>
class stormer_verlet {
 public:
  explicit stormer_verlet(const System& system) : at_(model<T>(system)) {}

  solve_report step(phase_point<T>& z, const T& h) {
    kick(z, h / 2);
    z.q += h * z.p;
    kick(z, h / 2);
    return {};
  }

 private:
  void kick(phase_point<T>& z, const T& h) {
    vector<T> force(z.q.size());
    vector<T> unused(z.q.size());
    at_.gradient(view(z.q), view(z.p), view(force), view(unused));
    z.p += h * force;
  }
  evaluation<T> at_;
};

template <class T, class Stepper>
T energy_error(Stepper stepper, int steps) {
  const phase_point<T> start{vector<T>{{T(0), decimal<T>("0.1")}},
                             vector<T>{{decimal<T>("0.4"), T(0)}}};
  phase_point<T> z = start;
  const time_grid<T> grid(T(0), T(10) / steps, steps);
  if (integrate(stepper, z, grid, [](auto&&...) {}) != run_outcome::finished) {
    throw std::runtime_error("stopped");
  }
  return energy(henon_heiles{}, z) - energy(henon_heiles{}, start);
}

template <class T>
void compare() {
  for (int steps : {100, 200}) {
    const T own = energy_error<T>(stormer_verlet<T, henon_heiles>({}), steps);
    const T simpsons = energy_error<T>(galerkin_stepper<T, henon_heiles>(simpson<T>(), {}), steps);
    std::cout << steps << " steps: " << to_text(own, 4) << " and " << to_text(simpsons, 4) << '\n';
  }
}

}  // namespace

int main() {
  std::cout << "plumbline " << version() << '\n';
  compare<double>();
  compare<mp64>();
}
