// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The schemes of PD for the pendulum (m = omega = 1) at h = 1/20 from (0, 1.8) in double, beside a loop written by hand
// for the same formula. Step, mass and strength are known at run time only, on both sides. How to use the program:
// ratio.hpp.
#include "peers/pendulum_double.hpp"
#include "ratio.hpp"
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/suris.hpp>

namespace {

using namespace plumbline;
using bench::opaque;
using bench::run;

template <class Stepper>
run our_run(Stepper stepper) {
  return [stepper, h = opaque(1) / 20](long steps) mutable {
    phase_point<double> z{vector<double>{{0.0}}, vector<double>{{opaque(9) / 5}}};
    for (long n = 0; n < steps; ++n) {
      if (!stepper.step(z, h).ok()) {
        return std::vector<mp64>{};
      }
    }
    return std::vector<mp64>{mp64(z.q[0]), mp64(z.p[0])};
  };
}

/// step(q, p, h, k) with k = omega^2. What a step remembers begins anew in each run.
template <class Step>
run c_run(Step fresh) {
  return [fresh, h = opaque(1) / 20, k = opaque(1)](long steps) {
    Step step = fresh;
    double q = 0;
    double p = opaque(9) / 5;
    for (long n = 0; n < steps; ++n) {
      step(q, p, h, k);
    }
    return std::vector<mp64>{mp64(q), mp64(p)};
  };
}

}  // namespace

int main(int argc, char** argv) {
  const pendulum<double> system{opaque(1), opaque(1)};
  const std::vector<bench::comparison> comparisons{
      {"leapfrog-16", "C", 14, our_run(leapfrog_stepper<double, pendulum<double>>(system)),
       c_run([force = 0.0](double& q, double& p, double h, double k) mutable {
         peers::leapfrog_step(q, p, force, h, k);
       })},
      {"suris1-16", "C", 14, our_run(suris_stepper<double>(suris_map::first, opaque(1), opaque(1))),
       c_run([](double& q, double& p, double h, double k) { peers::suris_step(q, p, h, k); })},
      {"discrete-gradient-16", "C", 13,
       our_run(discrete_gradient_stepper<double, pendulum<double>>(gradient_step::plain, system)),
       c_run([](double& q, double& p, double h, double k) {
         peers::discrete_gradient_step(q, p, h, k);
       })},
      {"midpoint-16", "C", 13,
       our_run(separable_midpoint_stepper<double, pendulum<double>>(system)),
       c_run([](double& q, double& p, double h, double k) { peers::midpoint_step(q, p, h, k); })},
  };
  return bench::run_comparisons(argc, argv, comparisons);
}
