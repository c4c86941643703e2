// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Ruth's scheme (IEEE Trans. Nucl. Sci. 30 (1983) 2669) for L = ½ v'M v − V(q): three times
//
//   p ← p + c_i h f(q),   q ← q + d_i h M⁻¹ p,   f = −V′,   c = (7/24, 3/4, −1/24),   d = (2/3, −2/3, 1)
//
// Order 3, symplectic, not symmetric.
#include "schemes/phase_map.hpp"
#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/scalar/exact.hpp>

#include <array>

namespace plumbline {

scheme_info ruth3_info() {
  return {.name = "ruth-three",
          .summary = "Ruth's scheme of order 3, for a constant mass matrix",
          .order = 3,
          .symplectic = true,
          .conserves = {.momenta = true},
          .formula = "p <- p + c_i h f(q), q <- q + d_i h p/m for i = 1, 2, 3",
          .reference = "Ruth 1983"};
}

/// One-step map for one system.
template <class T>
class ruth3_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  explicit ruth3_stepper(separable<T> system) : system_(std::move(system)) {}

  /// z ← Φ_h(z); unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    require_dimension(z, system_.dimension());
    const std::array<T, 3> c{rational<T>(7, 24), rational<T>(3, 4), rational<T>(-1, 24)};
    const std::array<T, 3> d{rational<T>(2, 3), rational<T>(-2, 3), T(1)};
    end_ = z;
    force_.resize(z.q.size());
    for (std::size_t i = 0; i < c.size(); ++i) {
      system_.force(end_.q, force_);
      for (Eigen::Index k = 0; k < force_.size(); ++k) {
        end_.p[k] += T(c[i] * h) * force_[k];
      }
      system_.drift(end_.p, T(d[i] * h), end_.q);
    }
    if (!all_finite(end_.q) || !all_finite(end_.p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z = end_;
    return {};
  }

 private:
  separable<T> system_;
  phase_point<T> end_;
  vector<T> force_;
};

scheme_entry ruth3_entry() {
  return phase_map_entry(
      ruth3_info(), is_separable, separable_need,
      []<class T>(const model<T>& system) { return ruth3_stepper<T>(separable<T>(system)); });
}

}  // namespace plumbline
