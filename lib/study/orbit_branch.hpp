// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A branch of periodic orbits over a number λ, past its folds: F(u; λ) = 0 are the equations of an orbit (orbit_equations.hpp) for
// each λ, a parameter of the system or a value that is held. w = (u, λ) is a curve. From a point with the unit tangent t,
//
//   w_p = w + s t        then Newton's method on   F(w) = 0,   t·(w − w_p) = 0        (pseudo-arclength)
//
// whose matrix is regular where that of F(·; λ) is not: at a fold, where λ turns back and t has no component along it. The next
// tangent solves F′ t = 0 with t·t_before > 0 (H. B. Keller, in Applications of Bifurcation Theory, 1977, 359). Lengths are
// measured in units: the size of the start, its period, the length of the interval of λ.
//
// Planes and normals of F go through the point that is predicted, so that each orbit may start elsewhere on the orbit.
#pragma once

#include "study/orbit_equations.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// The questions of a branch.
struct orbit_family {
  /// The question at λ, an exact text. Throws invalid_input where the system has no such parameter.
  std::function<orbit_question(const std::string& lambda)> at;
  /// The name of the condition whose value λ is; empty where λ is a parameter.
  std::string held;
};

/// The equations of an orbit at one λ, with the question that they refer to.
struct orbit_at {
  std::unique_ptr<const orbit_question> question;
  std::unique_ptr<orbit_equations> equations;
};

class orbit_branch {
 public:
  using slope = orbit_equations::slope;
  struct point {
    vector<mp> w;        ///< (u, λ)
    vector<mp> tangent;  ///< in units of `units`, without the α
    vector<mp> start;    ///< of the orbit
    mp period;
    mp lambda() const { return w[w.size() - 1]; }
  };

  /// From the orbit that was found at λ = from, towards λ = to, in the digits of the scope.
  /// Throws orbit_failure.
  orbit_branch(orbit_family family, const vector<mp>& start, const mp& period, const mp& from,
               const mp& to);

  const point& here() const { return here_; }
  /// The next point; steps become shorter where the branch bends. False, and here() stays, where none is found: why_not() says
  /// the reason.
  bool advance();
  const std::string& why_not() const { return why_not_; }
  /// Where the motion between `before` and here has shrunk to rest: a family of orbits ends there and begins again. Nothing where it
  /// has not.
  std::optional<point> rest_behind(const point& before) const;

  /// Where λ has this value on the curve from a to b, on which it does not turn back: from both points and tangents.
  point between(const point& a, const point& b, const mp& lambda) const;
  /// Whether the curve from a to b meets another branch: there the determinant of (F′; t) changes its sign, which it keeps at a
  /// fold (Keller 1977).
  bool meets_another(const point& a, const point& b) const;
  /// The fold between a and b, whose tangents have other directions of λ, to so many digits.
  point fold(const point& a, const point& b, int digits) const;
  /// Where λ turns back between a and b and the branch meets another one, to some digits: there Newton's method fails.
  struct meeting_point {
    point at;
    /// The orbits on both sides are one another half of the period later: in the middle they close in that.
    bool is_doubling = false;
  };
  meeting_point meeting(const point& a, const point& b) const;

  /// The equations at λ through a start.
  orbit_at equations_at(const mp& lambda, const vector<mp>& start, const mp& period) const;

 private:
  struct linear_system {
    vector<mp> residual;
    matrix<mp> derivative;  ///< of F by (u, λ)
  };
  linear_system linearize(const vector<mp>& w, const point& anchor, slope kind) const;
  vector<mp> change_by_lambda(const vector<mp>& w, const point& anchor, const orbit_equations& now,
                              slope kind) const;
  /// The tangent of the curve at a point with this derivative, on the side of `along`.
  vector<mp> tangent_of(const matrix<mp>& derivative, const vector<mp>& along) const;
  /// Newton's method from w in the plane through w that is orthogonal to `normal`; the number of its iterations, 0 where it
  /// fails.
  int correct(vector<mp>& w, const vector<mp>& normal, const point& anchor, slope kind,
              double log2_wanted, matrix<mp>& derivative) const;
  /// Without its tangent; with states near those of `beside`.
  point as_point(const vector<mp>& w, const point& beside) const;
  /// Between a and b by Hermite's cubic, at a share of the way.
  vector<mp> on_the_way(const point& a, const point& b, const mp& share) const;
  /// The point of the branch beside that one. Throws orbit_failure where Newton's method fails.
  point corrected(const point& a, const point& b, const mp& share, slope kind,
                  double log2_wanted) const;
  /// The part of the way from a to b on which λ turns back.
  struct turning {
    point low;
    point high;
    mp share;       ///< of the way, where it turns
    bool is_found;  ///< with derivatives in double; else Newton's method fails between low and high
  };
  turning narrow_turning(const point& a, const point& b) const;
  bool are_halves(const point& a, const point& b) const;
  vector<mp> in_units(const vector<mp>& w) const;
  vector<mp> unit(vector<mp> along) const;

  orbit_family family_;
  bool period_is_free_ = true;
  Eigen::Index first_alpha_ = 0;
  Eigen::Index alphas_ = 0;
  vector<mp> units_;
  point here_;
  mp step_;
  std::string why_not_;
};

}  // namespace plumbline
