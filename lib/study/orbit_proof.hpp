// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The proof that a periodic orbit exists near one that was found, by Krawczyk's test (Computing 4 (1969) 187). With F the
// equations of orbit_equations.hpp, û what was found, U = û + [−r, r] and C ≈ DF(û)⁻¹,
//
//   |C F(û)| + |1 − C DF(U)| r < r       componentwise
//
// proves exactly one solution in U, and that it is no farther from û than max |C F(û)|/(1 − ‖1 − C DF(U)‖). That the α are 0
// there follows where the matrix ∇I_j·n_i is regular on a box around the end of the motion. F(û) and DF(U) are enclosed by
// orbit_enclosure.hpp.
//
// The multipliers are the eigenvalues of the middle block of P⁻¹ M P, where P has the columns f and ξ_j, a basis beside them of
// what keeps all I_j, and the gradients ∇I_j: M is triangular by blocks there, whatever the basis. They are enclosed by Rump's
// method (Arb: acb_mat_eig). One that is alone in its ball lies on the unit circle where 1/λ̄, which is a multiplier of a
// Hamiltonian system too, can be in no other ball.
#pragma once

#include "study/orbit_equations.hpp"

#include <string>
#include <vector>

namespace plumbline {

/// A number as printed: the truth is at most `radius` from it.
struct proven_text {
  std::string value;
  std::string radius;
};

struct proven_orbit {
  std::vector<proven_text> state;
  proven_text period;
  std::vector<proven_text> kept;  ///< of kept().to_print
  std::vector<proven_text> drifts;
  std::vector<proven_text> multipliers;  ///< real and imaginary parts in turn
  int trivial = 0;
  std::string stability;
  std::string unique_within;
  int working_digits = 0;
  static constexpr const char* method =
      "Krawczyk's test; Taylor series in ball arithmetic, proven bound of its rest; Rump's "
      "enclosures of eigenvalues";
};

/// For what was found, in the digits of the scope. Throws orbit_failure with the reason where nothing is proven, invalid_input
/// where the library has no Arb.
proven_orbit prove_orbit(orbit_equations& equations, const vector<mp>& u, int digits);

}  // namespace plumbline
