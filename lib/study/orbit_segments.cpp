// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_segments.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

using slope = orbit_equations::slope;

/// Corrections as short as this are those of Newton's method.
constexpr double log2_near = -7;

/// The unknowns one after the other: u, x_2 … x_m. All in units.
class segmented {
 public:
  segmented(const equations_in_units& scaled, int segments)
      : equations_(scaled.own()),
        segments_(segments),
        n_(equations_.flow().states()),
        own_(equations_.unknowns()),
        of_unknowns_(size()),
        of_equations_(size()) {
    of_unknowns_.head(own_) = scaled.units().unknowns;
    of_equations_.head(own_) = scaled.units().equations;
    for (int i = 1; i < segments_; ++i) {
      of_unknowns_.segment(place(i), n_) = scaled.units_of_state();
      of_equations_.segment(place(i), n_) = scaled.units_of_state();
    }
  }
  vector<mp> back(const vector<mp>& all) const {
    return vector<mp>(all.array() * of_unknowns_.array());
  }

  vector<mp> first(const vector<mp>& in_units) {
    const vector<mp> u = in_units.array() * of_unknowns_.head(own_).array();
    vector<mp> all(size());
    all.head(own_) = u;
    vector<mp> x = equations_.state(u);
    for (int i = 1; i < segments_; ++i) {
      x = equations_.flow().end(x, time_of(u));
      all.segment(place(i), n_) = x;
    }
    return vector<mp>(all.array() / of_unknowns_.array());
  }

  vector<mp> residual(const vector<mp>& all_in_units) {
    const vector<mp> all = back(all_in_units);
    const vector<mp> u = all.head(own_);
    vector<mp> r(size());
    vector<mp> end;
    for (int i = 0; i < segments_; ++i) {
      end = equations_.flow().end(state(all, i), time_of(u));
      if (i + 1 < segments_) {
        r.segment(place(i + 1), n_) = end - all.segment(place(i + 1), n_);
      }
    }
    r.head(own_) = equations_.residual_for(u, end);
    return vector<mp>(r.array() / of_equations_.array());
  }

  void linearize(const vector<mp>& all_in_units, vector<mp>& r, matrix<mp>& j) {
    const vector<mp> all = back(all_in_units);
    const vector<mp> u = all.head(own_);
    r = vector<mp>(size());
    j = matrix<mp>::Zero(size(), size());
    const auto states = equations_.basis().cols();
    const auto closed = equations_.closing().rows();
    const bool is_free = equations_.period_is_free();
    const mp share = mp(1) / segments_;  // of the part of the period
    const mp share_of_period = equations_.part_of(share);
    for (int i = 0; i < segments_; ++i) {
      const flow_end end = equations_.arrive(state(all, i), time_of(u), slope::coarse);
      const vector<mp> rate = equations_.flow().rate_at_end(state(all, i), end.y, time_of(u));
      const bool is_last = i + 1 == segments_;
      matrix<mp> by_state = end.derivative;
      if (is_last) {
        vector<mp> own;
        matrix<mp> by_own;
        equations_.close(u, end.y, vector<mp>(rate * share), own, by_own);
        r.head(own_) = own;
        j.topLeftCorner(own_, own_) = by_own;
        by_state = equations_.end_part(u) * by_state;
      } else {
        r.segment(place(i + 1), n_) = end.y - all.segment(place(i + 1), n_);
        j.block(place(i + 1), place(i + 1), n_, n_) = -matrix<mp>::Identity(n_, n_);
        if (is_free) {
          j.col(states).segment(place(i + 1), n_) = rate * share_of_period;
        }
      }
      const Eigen::Index row = is_last ? 0 : place(i + 1);
      const Eigen::Index rows = is_last ? closed : n_;
      if (i == 0) {
        j.block(row, 0, rows, states) += by_state * equations_.basis();
      } else {
        j.block(row, place(i), rows, n_) += by_state;
      }
    }
    r.array() /= of_equations_.array();
    for (Eigen::Index i = 0; i < j.rows(); ++i) {
      j.row(i).array() *= of_unknowns_.transpose().array() / of_equations_[i];
    }
  }

 private:
  Eigen::Index size() const { return own_ + static_cast<Eigen::Index>(segments_ - 1) * n_; }
  /// Of x_{i+1}, i > 0.
  Eigen::Index place(int i) const { return own_ + static_cast<Eigen::Index>(i - 1) * n_; }
  vector<mp> state(const vector<mp>& all, int i) const {
    return i == 0 ? equations_.state(vector<mp>(all.head(own_)))
                  : vector<mp>(all.segment(place(i), n_));
  }
  mp time_of(const vector<mp>& u) const {
    return equations_.part_of(equations_.period(u)) / segments_;
  }

  orbit_equations& equations_;
  int segments_;
  Eigen::Index n_;
  Eigen::Index own_;
  vector<mp> of_unknowns_;
  vector<mp> of_equations_;
};

mp length_of(const vector<mp>& delta, const vector<mp>& unknowns) {
  return max_magnitude(delta) / (1 + max_magnitude(unknowns));
}

}  // namespace

int segments_for(const orbit_equations& equations, double log10_growth) {
  constexpr int most_unknowns = 90;
  constexpr int least = 4;
  const int n = static_cast<int>(equations.guess().size());
  return std::clamp(static_cast<int>(std::ceil(log10_growth)) + 2, least,
                    std::max(least, most_unknowns / n));
}

bool approach_by_segments(const equations_in_units& scaled, vector<mp>& u, int segments,
                          double log2_small, int& iterations) {
  constexpr int most_iterations = 100;
  constexpr int most_dampings = 12;
  orbit_equations& equations = scaled.own();
  segmented cut(scaled, segments);
  const mp guess_period = equations.period(scaled.back(u));
  const auto is_sound = [&](const vector<mp>& all) {
    const mp period = equations.period(scaled.back(vector<mp>(all.head(u.size()))));
    return !equations.period_is_free() || (guess_period < period * 2 && period < guess_period * 2);
  };
  try {
    vector<mp> all = cut.first(u);
    vector<mp> r;
    matrix<mp> j;
    mp damping = ldexp(mp(1), -7);
    for (int k = 0; k < most_iterations; ++k) {
      end_if_interrupted();
      cut.linearize(all, r, j);
      ++iterations;
      const mp size = r.squaredNorm();
      const vector<mp> newton = Eigen::PartialPivLU<matrix<mp>>(j).solve(r);
      if (log2_magnitude(length_of(newton, all)) < log2_small) {
        u = vector<mp>(all - newton).head(u.size());
        return true;
      }
      const matrix<mp> squares = j.transpose() * j;
      const vector<mp> slope = j.transpose() * r;
      bool moved = false;
      for (int tries = 0; tries < most_dampings && !moved; ++tries) {
        matrix<mp> damped = squares;
        damped.diagonal() *= mp(1 + damping);
        const bool is_near = tries == 0 && log2_magnitude(length_of(newton, all)) < log2_near;
        const vector<mp> delta =
            is_near ? newton : vector<mp>(Eigen::LDLT<matrix<mp>>(damped).solve(slope));
        const vector<mp> trial = all - delta;
        try {
          if (is_sound(trial) && cut.residual(trial).squaredNorm() < size) {
            all = trial;
            moved = true;
          }
        } catch (const step_failure&) {
          moved = false;  // a shorter correction may stay where the motion is defined
        }
        damping = moved ? mp(damping / 8) : mp(damping * 8);
      }
      if (!moved) {
        return false;
      }
    }
  } catch (const step_failure&) {
    return false;
  }
  return false;
}

}  // namespace plumbline
