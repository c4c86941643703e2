// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The equations of a periodic orbit.
//
// Unknowns: the start x, the period T of an autonomous system, and a number α_i for each conserved quantity I_i. Equations:
//
//   φ_T(x) − x + Σ α_i n_i = 0        n_i = ∇I_i(x*), x* the guess
//   (x − x*)·f(x*) = 0                where on the orbit it starts
//   (x − x*)·ξ_j(x*) = 0              ξ_j = J∇I_j, for each symmetry besides the time
//   what is held                      the energy of the guess, the period, a coordinate, an invariant
//
// The α make the equations regular: without them the rows would depend on each other, since I_i(φ_T(x)) = I_i(x) says already
// one of them. At a solution they are 0.
//
// With constraints x lies on a surface, s_k(x) = 0, and what the flow does beside it says nothing of the motion. So the s_k(x) are
// further equations, with further α_k and n_k = ∇s_k: the closing equations are asked for along the surface alone.
//
// With a symmetry q(t + T/K) = S q(t), x is closed by φ_{T/K}(x) = S x. With a reversor R the orbit starts and passes T/2 at
// points that R leaves where they are: x = x_0 + B c, (1 − R) φ_{T/2}(x) = 0, and an α for what R turns. Relative orbits close
// up to a shift g_j along ξ_j, the drift, against the held value of I_j.
#pragma once

#include "study/orbit_kept.hpp"

#include <optional>
#include <vector>

namespace plumbline {

/// The equations in the digits of the scope.
class orbit_equations {
 public:
  using drift = drift_symmetry;
  /// `guess` and the period may come from a section. Throws invalid_input where more is held than can be.
  /// `given`: the units of the problem, for who has units of its own.
  enum class in_units { of_motion, given };
  orbit_equations(const orbit_question& question, const vector<mp>& guess, const mp& period,
                  in_units which = in_units::of_motion);

  int unknowns() const { return unknowns_; }
  /// The unknowns of the guess; drifts are those that bring the end of its motion nearest to its start.
  vector<mp> first();
  vector<mp> residual(const vector<mp>& u);
  /// The residual r and its derivative j: with the digits of the scope, or in double.
  enum class slope { full, coarse };
  void linearize(const vector<mp>& u, vector<mp>& r, matrix<mp>& j, slope kind);
  /// The same in parts, for several shootings: φ and Dφ over a time; the residual for an end of the motion, whose rate by the time
  /// of the part is given, with its derivative for an end that does not depend on the start; how the closing depends on the end.
  vector<mp> residual_for(const vector<mp>& u, const vector<mp>& end) {
    return residual_of(u, end);
  }
  flow_end arrive(const vector<mp>& x, const mp& time, slope kind);
  void close(const vector<mp>& u, const vector<mp>& end, const vector<mp>& rate, vector<mp>& r,
             matrix<mp>& j);
  matrix<mp> end_part(const vector<mp>& u) const;

  /// Powers of two near the sizes of the unknowns and of the equations along the motion of the guess (orbit_units.hpp).
  struct sizes {
    vector<mp> unknowns;
    vector<mp> equations;
  };
  sizes units();
  /// Of the entries of the state.
  const vector<mp>& units_of_state() const { return flow_.units(); }
  mp unit_of_drift(std::size_t j) {
    return units().unknowns[place_of_alphas() + normals_.cols() + static_cast<Eigen::Index>(j)];
  }
  /// False where all units are 1.
  bool has_units() const { return has_units_; }

  vector<mp> state(const vector<mp>& u) const;
  mp period(const vector<mp>& u) const;
  vector<mp> drifts(const vector<mp>& u) const {
    return u.tail(static_cast<Eigen::Index>(drifts_.size()));
  }
  vector<mp> alphas(const vector<mp>& u) const;
  /// The field beside the symmetries along which the orbit drifts: 0 in uniform motion along them.
  vector<mp> field_beside_drifts(const vector<mp>& x);
  orbit_flow& flow() { return flow_; }
  const kept_quantities& kept() const { return kept_; }
  const std::vector<drift>& drifting() const { return drifts_; }

  /// Dφ_T on the space of the orthonormal columns Q modulo a space that it maps to itself: Qᵀ Dφ_T Q, from the part of the
  /// period that is integrated, in the frame that moves with the drift; in units of the state.
  matrix<mp> monodromy_on(const vector<mp>& u, const matrix<mp>& columns);
  /// The directions that the monodromy leaves as they are: the field and the symmetries.
  matrix<mp> symmetry_directions(const vector<mp>& x);
  /// An orthonormal basis, in units of the state, of the tangent space of the surface of the constraints; of all directions where there
  /// are none.
  matrix<mp> tangents_in_units(const vector<mp>& x);
  /// The gradients of what is kept, as rows.
  matrix<mp> gradients(const vector<mp>& x);

  // for the proof
  struct row {
    enum class kind { plane, held_period, held_value, surface };
    kind what = kind::plane;
    vector<mp> normal;  ///< of a plane through `point`
    state_function of;  ///< of a held value; of the surface, where it is 0
    mp value;
    bool of_guess = true;  ///< the value is that of the guess
  };
  const std::vector<row>& rows() const { return rows_; }
  bool holds_period() const {
    for (const row& each : rows_) {
      if (each.what == row::kind::held_period) {
        return true;
      }
    }
    return false;
  }
  const matrix<mp>& basis() const { return basis_; }      ///< B
  const vector<mp>& base() const { return base_; }        ///< x_0
  const matrix<mp>& closing() const { return closing_; }  ///< the rows that close: 1, or of 1 − R
  const matrix<mp>& normals() const { return normals_; }  ///< n_i as columns
  const std::vector<state_function>& closed_by() const { return with_alpha_; }  ///< of each n_i
  /// Whether a start of the form x_0 + B c that satisfies the rows of the surface is on it: each other function of the surface is on
  /// such states a combination of those, with constant coefficients. Judged at states around the guess.
  bool rows_keep_surface();
  const vector<mp>& guess() const { return guess_; }
  bool period_is_free() const { return period_free_; }
  const std::optional<affine_map>& reversor() const { return reversor_; }
  const affine_map& image() const { return symmetry_; }
  int parts() const { return parts_; }
  mp part_of(const mp& period) const { return period / (reversor_ ? 2 : parts_); }
  Eigen::Index place_of_alphas() const { return basis_.cols() + (period_free_ ? 1 : 0); }
  bool has_direction(const state_function& f) const {
    return plumbline::has_direction(f, kept_, flow_);
  }

 private:
  void choose_units();
  /// A gradient, or the normal of a plane, as a vector of the space of states: in metres a momentum may be a thousand times smaller
  /// beside a coordinate than in millimetres, and what is orthogonal depends on it.
  vector<mp> raised(const vector<mp>& gradient) const;
  vector<mp> lowered(const vector<mp>& direction) const;
  void stay_on_surface();
  /// The planes and what is held, as many as the unknowns need.
  void choose_rows(const std::vector<state_function>& moving);
  void add_plane(const vector<mp>& direction);
  void add_held(const state_function& f);
  std::vector<row> hold_drifts();
  void add_planes(const std::vector<state_function>& moving, const std::vector<row>& holds);
  void add_phase(const std::vector<row>& holds);
  /// How many more rows are needed.
  int needed() const;
  void require_that_holds_say_something();
  vector<mp> residual_of(const vector<mp>& u, const vector<mp>& end);
  vector<mp> guessed_drifts();
  /// exp of the drifts over `share` of the period.
  matrix<mp> shift(const vector<mp>& u, const mp& share) const;

  const orbit_question& question_;
  orbit_flow flow_;
  vector<mp> guess_;
  mp guess_period_;
  vector<mp> first_drifts_;
  mp unit_of_period_{1};
  bool has_units_ = false;
  kept_quantities kept_;
  std::optional<affine_map> reversor_;
  affine_map symmetry_;
  int parts_;
  bool period_free_;
  matrix<mp> basis_;
  vector<mp> base_;
  matrix<mp> closing_;
  matrix<mp> normals_;
  std::vector<state_function> with_alpha_;
  std::vector<drift> drifts_;
  std::vector<row> rows_;
  int unknowns_ = 0;
};

}  // namespace plumbline
