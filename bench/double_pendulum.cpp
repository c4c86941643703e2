// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum from (pi/4, pi/3) at rest with h = 1/100, at 64 digits and in double: Simpson's integrator and RK4
// beside hand-written MPFR and C and beside Boost.odeint, and one gradient of the Lagrangian beside one with Arb's
// sine and cosine. How to use the program: ratio.hpp; with --versions it prints compiler and libraries.
#include "peers/double_pendulum_double.hpp"
#include "peers/double_pendulum_mpfr.hpp"
#include "peers/double_pendulum_odeint.hpp"
#include "ratio.hpp"
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/rk4.hpp>

#include <boost/version.hpp>
#include <gmp.h>

#include <memory>

#if PLUMBLINE_BENCH_ARB
#include "peers/double_pendulum_arb.hpp"
#endif

namespace {

using namespace plumbline;
using bench::opaque;
using bench::run;

/// The parameters of the catalogue.
template <class T>
double_pendulum<T> parameters() {
  const T turn = T(opaque(8)) * atan(T(1));
  const T g = decimal<T>("9.81");
  const T l = g / (turn * turn);
  return {T(opaque(1)), T(opaque(1)), g, l, l};
}
template <class T>
phase_point<T> start() {
  const T pi = T(opaque(4)) * atan(T(1));
  return {vector<T>{{pi / 4, pi / 3}}, vector<T>{{T(0), T(0)}}};
}
template <class T>
T step_size() {
  return T(opaque(1)) / 100;
}

template <class Numbers>
std::vector<mp64> state_of(const Numbers& y) {
  return {mp64(y[0]), mp64(y[1]), mp64(y[2]), mp64(y[3])};
}

// Ours: all that these programs know of the library's steppers.

template <class T>
run simpson_run() {
  auto scheme =
      std::make_shared<galerkin_stepper<T, double_pendulum<T>>>(simpson<T>(), parameters<T>());
  return [scheme, h = step_size<T>()](long steps) {
    phase_point<T> z = start<T>();
    for (long n = 0; n < steps; ++n) {
      if (!scheme->step(z, h).ok()) {
        return std::vector<mp64>{};
      }
    }
    return std::vector<mp64>{mp64(z.q[0]), mp64(z.q[1]), mp64(z.p[0]), mp64(z.p[1])};
  };
}

template <class T>
run rk4_run() {
  using field = hamiltonian_field<T>;
  auto scheme = std::make_shared<rk4_stepper<T, field>>(field(parameters<T>()));
  return [scheme, h = step_size<T>()](long steps) {
    const phase_point<T> z = start<T>();
    vector<T> y(4);
    y << z.q, z.p;
    for (long n = 0; n < steps; ++n) {
      if (!scheme->step(y, T(0), h).ok()) {
        return std::vector<mp64>{};
      }
    }
    return state_of(y);
  };
}

/// Where the n-th gradient is taken: q1 moves by 1/1024 each time, so that none can be remembered.
struct gradient_points {
  vector<mp64> q = start<mp64>().q;
  vector<mp64> v{{rational<mp64>(1, 3), rational<mp64>(-2, 7)}};
  mp64 shift = rational<mp64>(1, 1024);
};

run gradient_run() {
  return [system = parameters<mp64>()](long steps) {
    gradient_points at;
    vector<mp64> dq(2);
    vector<mp64> dv(2);
    evaluation<mp64> values{model<mp64>(system)};
    for (long n = 0; n < steps; ++n) {
      at.q[0] += at.shift;
      values.gradient(view(at.q), view(at.v), view(dq), view(dv));
    }
    return std::vector<mp64>{dq[0], dq[1], dv[0], dv[1]};
  };
}

// The peers.

mpfr_srcptr raw(const mp64& x) { return x.backend().data(); }

/// A peer that keeps its constants in MPFR.
template <class Peer>
std::shared_ptr<Peer> raw_peer() {
  const auto k = parameters<mp64>();
  return std::make_shared<Peer>(mpfr_get_prec(raw(k.g)), raw(k.m1), raw(k.m2), raw(k.g), raw(k.l1),
                                raw(k.l2));
}

std::vector<mp64> state_of(const peers::mpfr_numbers<4>& y) {
  std::vector<mp64> state(4);
  for (std::size_t i = 0; i < 4; ++i) {
    mpfr_set(state[i].backend().data(), y[i], MPFR_RNDN);
  }
  return state;
}

template <class Step>
run mpfr_run(Step step) {
  return [peer = raw_peer<peers::double_pendulum_mpfr>(), step, h = step_size<mp64>()](long steps) {
    const phase_point<mp64> z = start<mp64>();
    peers::mpfr_numbers<4> y(mpfr_get_prec(raw(h)));
    for (int i = 0; i < 2; ++i) {
      mpfr_set(y[static_cast<std::size_t>(i)], raw(z.q[i]), MPFR_RNDN);
      mpfr_set(y[static_cast<std::size_t>(2 + i)], raw(z.p[i]), MPFR_RNDN);
    }
    for (long n = 0; n < steps; ++n) {
      if (!step(*peer, y, raw(h))) {
        return std::vector<mp64>{};
      }
    }
    return state_of(y);
  };
}

template <class Step>
run c_run(Step step) {
  const auto k = parameters<double>();
  return [constants = peers::constants_of(k.m1, k.m2, k.g, k.l1, k.l2), step,
          h = step_size<double>()](long steps) {
    const phase_point<double> z = start<double>();
    double y[4] = {z.q[0], z.q[1], z.p[0], z.p[1]};
    for (long n = 0; n < steps; ++n) {
      if (!step(constants, y, h)) {
        return std::vector<mp64>{};
      }
    }
    return state_of(y);
  };
}

template <class T>
run odeint_run() {
  const auto k = parameters<T>();
  return [field = peers::double_pendulum_field<T>{k.m1, k.m2, k.g, k.l1, k.l2},
          h = step_size<T>()](long steps) {
    const phase_point<T> z = start<T>();
    std::array<T, 4> y{z.q[0], z.q[1], z.p[0], z.p[1]};
    peers::odeint_rk4<T> scheme;
    for (long n = 0; n < steps; ++n) {
      scheme.do_step(field, y, T(0), h);
    }
    return state_of(y);
  };
}

#if PLUMBLINE_BENCH_ARB
run arb_gradient_run() {
  return [peer = raw_peer<peers::double_pendulum_arb>()](long steps) {
    gradient_points at;
    peers::mpfr_numbers<4> d(mpfr_get_prec(raw(at.shift)));
    for (long n = 0; n < steps; ++n) {
      at.q[0] += at.shift;
      peer->gradient(raw(at.q[0]), raw(at.q[1]), raw(at.v[0]), raw(at.v[1]), d);
    }
    return state_of(d);
  };
}
#endif

int print_versions() {
  std::printf("%s %s, GMP %s, MPFR %s, Boost %d.%d",
#ifdef __clang__
              "clang", __clang_version__,
#else
              "g++", __VERSION__,
#endif
              gmp_version, mpfr_get_version(), BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000);
#if PLUMBLINE_BENCH_ARB
  std::printf(", FLINT %s", FLINT_VERSION);
#endif
  std::printf("\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--versions") {
    return print_versions();
  }
  using mpfr = peers::double_pendulum_mpfr;
  using numbers = peers::mpfr_numbers<4>;
  using constants = peers::double_pendulum_constants;
  const std::vector<bench::comparison> comparisons {
    {"simpson-64", "MPFR", 60, simpson_run<mp64>(),
     mpfr_run([](mpfr& s, numbers& y, mpfr_srcptr h) { return s.simpson_step(y, h); })},
        {"rk4-64", "MPFR", 60, rk4_run<mp64>(),
         mpfr_run([](mpfr& s, numbers& y, mpfr_srcptr h) { return s.rk4_step(y, h), true; })},
        {"rk4-64", "odeint", 60, rk4_run<mp64>(), odeint_run<mp64>()},
#if PLUMBLINE_BENCH_ARB
        {"gradient-64", "Arb", 60, gradient_run(), arb_gradient_run()},
#endif
        {"simpson-16", "C", 13, simpson_run<double>(),
         c_run([](const constants& k, double* y, double h) {
           return peers::simpson_step(k, y, y + 2, h);
         })},
        {"rk4-16", "C", 13, rk4_run<double>(), c_run([](const constants& k, double* y, double h) {
           return peers::rk4_step(k, y, h), true;
         })},
        {"rk4-16", "odeint", 13, rk4_run<double>(), odeint_run<double>()},
  };
  return bench::run_comparisons(argc, argv, comparisons);
}
