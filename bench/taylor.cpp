// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Taylor series at 64 digits beside a program that is written by hand for the one equation (peers/pendulum_taylor_arb.hpp):
// the pendulum from rest at 90 degrees, omega = 2 pi, a unit of time is one step of the table. How to use the program:
// ratio.hpp.
#include "peers/pendulum_taylor_arb.hpp"
#include "ratio.hpp"
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/study/taylor_trajectory.hpp>

#include <arb.h>

namespace {

using namespace plumbline;

bench::run ours() {
  const auto system = find_system("pendulum").make<mp64>();
  return [system](long units) {
    const phase_point<mp64> start{vector<mp64>{{mp64(pi<mp64>() / 2)}}, vector<mp64>{{mp64(0)}}};
    taylor_trajectory<mp64> motion(system, start, mp64(0));
    const auto& end = motion.at(mp64(units));
    return std::vector<mp64>{end.q[0], end.p[0]};
  };
}

std::vector<mp64> by_hand(long units) {
  const slong bits = scalar_traits<mp64>::bits();
  peers::pendulum_taylor_arb motion(bits);
  arb_const_pi(motion.q, bits + 10);
  arb_mul(motion.strength, motion.q, motion.q, bits);
  arb_mul_si(motion.strength, motion.strength, -4, bits);
  arb_mul_2exp_si(motion.q, motion.q, -1);
  for (arb_ptr x : {motion.q, static_cast<arb_ptr>(motion.strength)}) {
    mag_zero(arb_radref(x));
  }
  motion.advance(static_cast<double>(units));
  std::vector<mp64> end(2);
  arf_get_mpfr(end[0].backend().data(), arb_midref(motion.q), MPFR_RNDN);
  arf_get_mpfr(end[1].backend().data(), arb_midref(motion.p), MPFR_RNDN);
  return end;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_comparisons(argc, argv,
                                {{"taylor-pendulum-64", "Arb by hand", 58, ours(), by_hand}});
}
