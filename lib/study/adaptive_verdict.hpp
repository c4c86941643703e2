// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What adapting did to a run, measured:
//
//   symplecticity        ‖ΦᵀJΦ − J‖_F of the map Φ of the first steps, whose lengths follow the state; of symplectic steps, of the map
//                        of (q, t, p, e) in steps of one length of K (mechanics/poincare.hpp)
//   symplecticity_held   the same with the lengths held at those of this motion: what the scheme itself does
//   reversibility        the steps there, the momenta reversed, and back for the same time: the distance from the start in (q, p).
//                        Asked where the motions themselves come back: the system is autonomous and L is even in the velocities
//   energy_trend         of the energy error over the nodes of the whole run: none, drifts like t^A, or undecided (measure/energy_trend.hpp)
//
// The first three are asked of the first `verdict_steps` steps alone, so that they cost little beside the run: derivatives by tangent
// numbers, with the digits of the run, or with those of quad where there are few coordinates.
#pragma once

#include "study/adaptive_steps.hpp"
#include <plumbline/io/table.hpp>

#include <cstdint>
#include <vector>

namespace plumbline {

/// Energy errors over the nodes of a run, thinned to a few thousand.
class thinned_errors {
 public:
  void add(double error) {
    if (count_++ % stride_ == 0) {
      kept_.push_back(error);
    }
    constexpr std::size_t most = 8192;
    if (kept_.size() == most) {
      for (std::size_t k = 0; 2 * k < most; ++k) {
        kept_[k] = kept_[2 * k];
      }
      kept_.resize(most / 2);
      stride_ *= 2;
    }
  }
  const std::vector<double>& kept() const { return kept_; }

 private:
  std::int64_t count_ = 0;
  std::int64_t stride_ = 1;
  std::vector<double> kept_;
};

/// The lines of the metadata of a run of so many steps; the last one is its verdict in words. `noise` is the size of energy errors that
/// rounding explains. None of a system without a Hamiltonian.
metadata adaptive_verdict(const adaptive_run& r, std::int64_t steps, const thinned_errors& energies,
                          double noise);

}  // namespace plumbline
