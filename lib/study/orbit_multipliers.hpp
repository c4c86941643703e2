// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Floquet multipliers of a periodic orbit without those that are 1 for a known reason.
//
// The monodromy M leaves the field f and the symmetries ξ_j as they are and keeps the gradients of what is conserved. Let V be
// the directions in which nothing conserved changes, W those of span(f, ξ_j) in V. The multipliers are the eigenvalues of M on
// V/W: of Q₂ᵀ M Q₂ with an orthonormal basis Q₂ of V ⊖ W. The others are 1; M itself has Jordan blocks there, whose eigenvalues
// lose half of the digits.
#pragma once

#include "study/orbit_search.hpp"
#include <plumbline/math/complex.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct reduced_directions {
  matrix<mp> basis;  ///< Q₂; of an orbit in units of the state
  int trivial = 0;
};
reduced_directions reduce_directions(orbit_equations& equations, const vector<mp>& x);

struct reduced_monodromy {
  matrix<mp> basis;  ///< Q₂
  matrix<mp> reduced;
  std::vector<complex<mp>> multipliers;  ///< by falling modulus, then falling imaginary part
  int trivial = 0;
};

reduced_monodromy reduce_monodromy(orbit_equations& equations, const vector<mp>& u);
/// The same with the digits of the question in each multiplier: the smallest loses as many as its modulus is below the largest,
/// so the orbit is found and its derivative computed with as many more.
reduced_monodromy monodromy_to_all_digits(const orbit_question& question, const vector<mp>& guess,
                                          const mp& period, const found_orbit& found);
/// The orbit of a scheme with so many further digits that all its multipliers have those of the question: two that lie 10^−d apart
/// lose d digits. The pair of the energy lies exponentially near to 1.
found_orbit with_separate_multipliers(const orbit_question& question, const vector<mp>& guess,
                                      const mp& period, const found_orbit& found);
/// Of the whole derivative, sorted: for schemes, of which no multiplier is 1 for a known reason.
std::vector<complex<mp>> all_multipliers(orbit_equations& equations, const vector<mp>& u);

/// The symmetries of a state of rest: of all that is kept but the energy.
class rest_symmetries {
 public:
  explicit rest_symmetries(const orbit_question& question);

  orbit_flow& flow() const { return *flow_; }
  const kept_quantities& kept() const { return kept_; }
  const std::vector<drift_symmetry>& drifts() const { return drifts_; }
  /// The rates of the drifts at the guess.
  const vector<mp>& rates() const { return rates_; }
  /// The directions of the symmetries at the guess, as rows.
  const matrix<mp>& planes() const { return planes_; }
  reduced_directions reduce(const vector<mp>& x) const;

 private:
  std::unique_ptr<orbit_flow> flow_;
  kept_quantities kept_;
  std::vector<drift_symmetry> drifts_;
  vector<mp> rates_;
  std::vector<state_function> moving_;
  matrix<mp> planes_;
};

/// By falling modulus, then falling imaginary part; moduli that differ by rounding are equal.
void sort_multipliers(std::vector<complex<mp>>& list);

/// stable: all on the unit circle and different; asymptotically-stable: all inside; unstable: one outside; otherwise undecided.
/// Sizes below 2^log2_tolerance are rounding, and |λ| − 1 below 2^of_circle, which is log2_on_circle(), where it is given.
std::string stability_of(const std::vector<complex<mp>>& multipliers, double log2_tolerance,
                         std::optional<double> of_circle = {});
/// For multipliers that are λ and 1/λ, and so double where they leave the circle, that of log2_of_multiple(); for others the digits of the
/// answer: a weak damping is no stability on the circle.
double log2_on_circle(orbit_equations& equations, int digits);
/// The tolerance for multipliers that may be multiple: of a double one half of the digits is right.
double log2_of_multiple();
/// Those of a map near the flow without as many of those nearest to 1, within 1/100, as the flow has trivial ones.
std::vector<complex<mp>> without_nearest_to_one(std::vector<complex<mp>> list, int count);

}  // namespace plumbline
