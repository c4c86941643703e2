// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_branch.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// Steps in units: the first and the longest one.
constexpr const char* first_step = "0.02";
constexpr const char* longest_step = "0.1";
constexpr double log2_shortest_step = -24;
/// Corrections that are this small in 34 digits have found the branch.
constexpr double log2_found = -55;
/// The component of the tangent along λ that is nearly that of a fold.
constexpr double log2_near_fold = -30;

orbit_branch::point in_scope(const orbit_branch::point& p) {
  using plumbline::in_scope;
  return {in_scope(p.w), in_scope(p.tangent), in_scope(p.start), in_scope(p.period)};
}

}  // namespace

orbit_branch::orbit_branch(orbit_family family, const vector<mp>& start, const mp& period,
                           const mp& from, const mp& to)
    : family_(std::move(family)), step_(decimal<mp>(first_step)) {
  const orbit_at first = equations_at(from, start, period);
  orbit_equations& equations = *first.equations;
  period_is_free_ = equations.period_is_free();
  first_alpha_ = equations.place_of_alphas();
  alphas_ = equations.normals().cols();
  const Eigen::Index m = equations.unknowns();
  const Eigen::Index states = equations.basis().cols();
  vector<mp> w(m + 1);
  w.head(m) = equations.first();
  w[m] = in_scope(from);
  units_ = vector<mp>::Ones(m + 1);
  // an orbit that stays at 0 has no size
  const mp size = max_magnitude(start);
  units_.head(states).setConstant(
      log2_magnitude(size) < -scalar_traits<mp>::bits() / 2. ? mp(1) : in_scope(size));
  if (period_is_free_) {
    units_[states] = in_scope(period);
  }
  for (std::size_t j = 0; j < equations.drifting().size(); ++j) {
    mp& unit = units_[m - 1 - static_cast<Eigen::Index>(j)];
    unit = std::max(unit, mp(abs(w[m - 1 - static_cast<Eigen::Index>(j)])));
  }
  units_[m] = abs(mp(to - from));
  const point anchor{w, {}, in_scope(start), in_scope(period)};
  vector<mp> along = vector<mp>::Zero(m + 1);
  along[m] = mp(to < from ? -1 : 1);
  matrix<mp> derivative;
  if (correct(w, along, anchor, slope::coarse, log2_found, derivative) == 0) {
    throw orbit_failure("the branch is lost at its first orbit");
  }
  here_ = as_point(w, anchor);
  here_.tangent = tangent_of(derivative, along);
}

orbit_at orbit_branch::equations_at(const mp& lambda, const vector<mp>& start,
                                    const mp& period) const {
  orbit_at at{std::make_unique<const orbit_question>(family_.at(to_text(lambda))), nullptr};
  const mp own =
      period_is_free_ ? in_scope(period) : evaluate<mp>(*at.question->period, at.question->p.names);
  at.equations =
      std::make_unique<orbit_equations>(*at.question, start, own, orbit_equations::in_units::given);
  if (units_.size() > 0 && at.equations->unknowns() + 1 != units_.size()) {
    throw orbit_failure("the number of conserved quantities changes");
  }
  return at;
}

vector<mp> orbit_branch::in_units(const vector<mp>& w) const {
  return vector<mp>(w.array() / in_scope(units_).array());
}

/// Of length 1 without what the α say, which are 0 on the branch.
vector<mp> orbit_branch::unit(vector<mp> along) const {
  along.segment(first_alpha_, alphas_).setZero();
  along /= mp(sqrt(mp(dot(along, along))));
  return along;
}

/// ∂F/∂λ: of what is held −1 in its row; of a parameter by a difference, whose error is below that of a derivative in double, or
/// with the digits of the scope.
vector<mp> orbit_branch::change_by_lambda(const vector<mp>& w, const point& anchor,
                                          const orbit_equations& now, slope kind) const {
  const Eigen::Index m = w.size() - 1;
  vector<mp> change = vector<mp>::Zero(m);
  if (!family_.held.empty()) {
    Eigen::Index i = now.closing().rows();
    for (const auto& row : now.rows()) {
      const bool is_period = row.what == orbit_equations::row::kind::held_period;
      if (!row.of_guess && (is_period ? family_.held == "period" : row.of.name == family_.held)) {
        change[i] = mp(-1);
      }
      ++i;
    }
    return change;
  }
  const int digits = static_cast<int>(mp::thread_default_precision());
  const precision_scope wide(kind == slope::full ? digits + digits / 2 : digits);
  const int bits = scalar_traits<mp>::bits();
  const mp h = ldexp(in_scope(units_[m]), kind == slope::full ? -bits / 3 : -bits / 2);
  const vector<mp> u = in_scope(vector<mp>(w.head(m)));
  const auto at = [&](const mp& lambda) {
    return equations_at(lambda, anchor.start, anchor.period).equations->residual(u);
  };
  change = vector<mp>(at(in_scope(w[m]) + h) - at(in_scope(w[m]) - h)) / mp(2 * h);
  return change;
}

orbit_branch::linear_system orbit_branch::linearize(const vector<mp>& w, const point& anchor,
                                                    slope kind) const {
  const Eigen::Index m = w.size() - 1;
  const orbit_at at = equations_at(w[m], anchor.start, anchor.period);
  linear_system system;
  matrix<mp> by_unknowns;
  at.equations->linearize(vector<mp>(w.head(m)), system.residual, by_unknowns, kind);
  system.derivative = matrix<mp>(m, m + 1);
  system.derivative.leftCols(m) = by_unknowns;
  system.derivative.col(m) = in_scope(change_by_lambda(w, anchor, *at.equations, kind));
  return system;
}

vector<mp> orbit_branch::tangent_of(const matrix<mp>& derivative, const vector<mp>& along) const {
  const Eigen::Index m = derivative.rows();
  matrix<mp> bordered(m + 1, m + 1);
  bordered.topRows(m) = derivative * in_scope(units_).asDiagonal();
  bordered.row(m) = along.transpose();
  return unit(Eigen::PartialPivLU<matrix<mp>>(bordered).solve(vector<mp>::Unit(m + 1, m)));
}

int orbit_branch::correct(vector<mp>& w, const vector<mp>& normal, const point& anchor, slope kind,
                          double log2_wanted, matrix<mp>& derivative) const {
  constexpr int most_iterations = 12;
  constexpr double log2_too_far = 1;
  const Eigen::Index m = w.size() - 1;
  const vector<mp> plane = w;
  double before = log2_too_far;
  for (int k = 1; k <= most_iterations; ++k) {
    end_if_interrupted();
    const linear_system now = linearize(w, anchor, kind);
    derivative = now.derivative;
    matrix<mp> bordered(m + 1, m + 1);
    bordered.topRows(m) = derivative * in_scope(units_).asDiagonal();
    bordered.row(m) = normal.transpose();
    vector<mp> rest(m + 1);
    rest.head(m) = now.residual;
    rest[m] = dot(normal, in_units(vector<mp>(w - plane)));
    const vector<mp> delta = Eigen::PartialPivLU<matrix<mp>>(bordered).solve(rest);
    const mp largest = max_magnitude(delta);
    const double size = log2_magnitude(largest);
    if (!is_finite(largest) || size > before) {
      return 0;
    }
    w -= vector<mp>(delta.array() * in_scope(units_).array());
    if (size < log2_wanted) {
      return k;
    }
    before = size;
  }
  return 0;
}

orbit_branch::point orbit_branch::as_point(const vector<mp>& w, const point& beside) const {
  const Eigen::Index m = w.size() - 1;
  const orbit_at at = equations_at(w[m], beside.start, beside.period);
  const vector<mp> u = in_scope(vector<mp>(w.head(m)));
  return {w, {}, at.equations->state(u), at.equations->period(u)};
}

bool orbit_branch::advance() {
  constexpr double least_cosine = 0.9;
  constexpr double cosine_of_straight = 0.98;
  constexpr int quick = 5;
  constexpr double most_growth = 1.5;  // of the period, whatever its unit
  const mp longest = decimal<mp>(longest_step);
  why_not_ = "Newton's method does not converge";
  for (; log2_magnitude(step_) > log2_shortest_step; step_ /= 2) {
    end_if_interrupted();
    try {
      vector<mp> w = here_.w + vector<mp>(here_.tangent.array() * in_scope(units_).array() * step_);
      const point anchor = as_point(w, here_);
      matrix<mp> derivative;
      const int iterations =
          correct(w, here_.tangent, anchor, slope::coarse, log2_found, derivative);
      if (iterations == 0) {
        continue;
      }
      point next = as_point(w, anchor);
      next.tangent = tangent_of(derivative, here_.tangent);
      const auto cosine = to_double(mp(dot(next.tangent, here_.tangent)));
      if (cosine < least_cosine ||
          (period_is_free_ && (most_growth * here_.period < next.period ||
                               most_growth * next.period < here_.period))) {
        continue;
      }
      here_ = std::move(next);
      if (iterations <= quick && cosine > cosine_of_straight) {
        step_ = std::min(mp(step_ * 3 / 2), longest);
      }
      return true;
    } catch (const step_failure& error) {
      why_not_ = error.what();
    } catch (const orbit_failure& error) {
      why_not_ = error.what();
    } catch (const invalid_input& error) {  // a parameter outside of its domain
      why_not_ = error.what();
    }
  }
  return false;
}

std::optional<orbit_branch::point> orbit_branch::rest_behind(const point& before) const {
  if (!period_is_free_) {  // a forced motion turns round at some time and does not rest
    return std::nullopt;
  }
  // beside the symmetries along which the orbit drifts: uniform motion along them is rest too
  const auto field_at = [&](const point& p) {
    const orbit_at at = equations_at(p.lambda(), p.start, p.period);
    return at.equations->field_beside_drifts(p.start);
  };
  const vector<mp> at_first = field_at(before);
  mp low(0);
  mp high(1);
  mp at_low = dot(at_first, at_first);
  mp at_high = dot(at_first, field_at(here_));
  if (!(at_high < 0)) {
    return std::nullopt;
  }
  constexpr int most_iterations = 30;
  constexpr double log2_near = -34;  // what Hermite's cubic is worth
  const mp nearly_nothing = ldexp(at_low, static_cast<int>(log2_near));
  point rest;
  for (int k = 0, side = 0; k < most_iterations; ++k) {
    const mp share = low + at_low * mp(high - low) / mp(at_low - at_high);
    rest = as_point(on_the_way(before, here_, share), before);
    const mp value = dot(at_first, field_at(rest));
    if (abs(value) < nearly_nothing) {
      break;
    }
    if (value > 0) {
      low = share;
      at_low = value;
      at_high = side == 1 ? mp(at_high / 2) : at_high;
      side = 1;
    } else {
      high = share;
      at_high = value;
      at_low = side == -1 ? mp(at_low / 2) : at_low;
      side = -1;
    }
  }
  // a start that goes half of the way round has another direction there, and the same speed
  constexpr double log2_slow = -6;
  const vector<mp> left = field_at(rest);
  if (log2_magnitude(mp(dot(left, left))) >
      log2_magnitude(mp(dot(at_first, at_first))) + log2_slow) {
    return std::nullopt;
  }
  rest.tangent = unit(in_units(vector<mp>(rest.w - before.w)));
  return rest;
}

vector<mp> orbit_branch::on_the_way(const point& a, const point& b, const mp& share) const {
  const vector<mp> chord = in_units(vector<mp>(b.w - a.w));
  const mp length = sqrt(mp(dot(chord, chord)));
  const mp left = 1 - share;
  const vector<mp> rise = chord * mp(share * share * (3 - 2 * share));
  const vector<mp> slopes =
      a.tangent * mp(length * share * left * left) - b.tangent * mp(length * share * share * left);
  return vector<mp>(a.w + vector<mp>((rise + slopes).array() * in_scope(units_).array()));
}

orbit_branch::point orbit_branch::between(const point& a, const point& b, const mp& lambda) const {
  mp low(0);
  mp high(1);
  const Eigen::Index m = a.w.size() - 1;
  const bool rises = a.lambda() < b.lambda();
  constexpr int halvings = 60;
  for (int k = 0; k < halvings; ++k) {
    const mp middle = (low + high) / 2;
    ((on_the_way(a, b, middle)[m] < lambda) == rises ? low : high) = middle;
  }
  vector<mp> w = on_the_way(a, b, mp((low + high) / 2));
  w[m] = in_scope(lambda);
  return as_point(w, a);
}

bool orbit_branch::meets_another(const point& a, const point& b) const {
  const auto is_negative_at = [&](const point& p) {
    const Eigen::Index m = p.w.size() - 1;
    matrix<mp> bordered(m + 1, m + 1);
    bordered.topRows(m) =
        linearize(p.w, b, slope::coarse).derivative * in_scope(units_).asDiagonal();
    bordered.row(m) = p.tangent.transpose();
    return Eigen::PartialPivLU<matrix<mp>>(bordered).determinant() < 0;
  };
  return is_negative_at(a) != is_negative_at(b);
}

orbit_branch::point orbit_branch::corrected(const point& a, const point& b, const mp& share,
                                            slope kind, double log2_wanted) const {
  const vector<mp> chord = in_scope(unit(in_units(vector<mp>(b.w - a.w))));
  vector<mp> w = in_scope(on_the_way(in_scope(a), in_scope(b), share));
  const point anchor = as_point(w, in_scope(a));
  matrix<mp> derivative;
  if (correct(w, chord, anchor, kind, log2_wanted, derivative) == 0) {
    throw orbit_failure("Newton's method does not converge");
  }
  point found = as_point(w, anchor);
  found.tangent = tangent_of(derivative, chord);
  return found;
}

orbit_branch::turning orbit_branch::narrow_turning(const point& a, const point& b) const {
  constexpr int most_iterations = 40;
  const Eigen::Index m = a.w.size() - 1;
  turning now{a, b, mp(0), false};
  // where branches meet, a derivative in double leads to the other one
  const auto corrected_at = [&](const mp& share) -> std::optional<point> {
    for (const slope kind : {slope::coarse, slope::full}) {
      try {
        return corrected(a, b, share, kind, log2_found);
      } catch (const orbit_failure&) {
        continue;
      }
    }
    return std::nullopt;
  };
  // the zero of the component of the tangent along λ in a bracket (Illinois)
  mp low(0);
  mp high(1);
  mp at_low = a.tangent[m];
  mp at_high = b.tangent[m];
  for (int k = 0, side = 0; k < most_iterations; ++k) {
    now.share = low - at_low * mp(high - low) / mp(at_high - at_low);
    const std::optional<point> found = corrected_at(now.share);
    if (!found) {
      return now;
    }
    point middle = *found;
    const mp value = middle.tangent[m];
    if (value == 0 || log2_magnitude(value) < log2_near_fold) {
      now.is_found = true;
      return now;
    }
    if ((value < 0) == (at_low < 0)) {
      low = now.share;
      now.low = std::move(middle);
      at_low = value;
      at_high = side == 1 ? mp(at_high / 2) : at_high;
      side = 1;
    } else {
      high = now.share;
      now.high = std::move(middle);
      at_high = value;
      at_low = side == -1 ? mp(at_low / 2) : at_low;
      side = -1;
    }
  }
  now.is_found = true;
  return now;
}

// The orbits a and b lie at s_a < 0 and s_b > 0 on both sides of the one in the middle, along a direction. Where the period doubles, half of
// it leads from s to −s, so that from a and from b it goes along the way across, by shares of it that have the sum 2. Where a symmetry is
// lost, it goes elsewhere, or both make the same motion.
bool orbit_branch::are_halves(const point& a, const point& b) const try {
  constexpr double nearly = 0.5;
  mp sum(0);
  for (const point* side : {&a, &b}) {
    const orbit_at at = equations_at(side->lambda(), side->start, side->period);
    const orbit_question& q = *at.question;
    if (!q.relative.empty() || !q.symmetry.empty() || !q.reversor.empty()) {
      return false;
    }
    orbit_flow& flow = at.equations->flow();
    const vector<mp> field = flow.field(side->start, flow.start_time());
    // where time does not count, an orbit may start elsewhere on itself
    const auto beside_orbit = [&](const vector<mp>& way) {
      return flow.autonomous() ? vector<mp>(way - field * mp(dot(field, way) / dot(field, field)))
                               : way;
    };
    const vector<mp> across = beside_orbit(b.start - a.start);
    const vector<mp> moved =
        beside_orbit(flow.end(in_scope(side->start), mp(side->period / 2)) - side->start);
    const mp share = dot(moved, across) / dot(across, across);
    if (max_magnitude(vector<mp>(moved - across * share)) > max_magnitude(across) * nearly) {
      return false;
    }
    sum += side == &a ? share : mp(-share);
  }
  return abs(mp(sum - 2)) < nearly;
} catch (const step_failure&) {
  return false;
}

orbit_branch::meeting_point orbit_branch::meeting(const point& a, const point& b) const {
  const turning narrow = narrow_turning(a, b);
  const Eigen::Index m = a.w.size() - 1;
  const mp& rise = narrow.low.tangent[m];
  const mp share = rise / mp(rise - narrow.high.tangent[m]);
  meeting_point there{as_point(on_the_way(narrow.low, narrow.high, share), narrow.low),
                      are_halves(a, b)};
  there.at.tangent = unit(in_units(vector<mp>(narrow.high.w - narrow.low.w)));
  return there;
}

orbit_branch::point orbit_branch::fold(const point& a, const point& b, int digits) const {
  const turning narrow = narrow_turning(a, b);
  if (!narrow.is_found) {
    throw orbit_failure("the fold is not found: Newton's method does not converge");
  }
  constexpr int most_iterations = 40;
  constexpr int guard = 5;
  constexpr int lost_by_derivatives = 25;
  const double log2_wanted = -(digits + guard) * log2_of_10;
  const precision_scope wide(digits + lost_by_derivatives);
  const Eigen::Index m = a.w.size() - 1;
  point found;
  const auto turn = [&](const mp& share) {
    found = corrected(a, b, share, slope::full, log2_wanted);
    return mp(found.tangent[m]);
  };
  // secants with all digits
  mp place = in_scope(narrow.share);  // a number keeps the digits with which it was made
  mp before = place + ldexp(mp(1), static_cast<int>(log2_near_fold));
  mp at_before = turn(before);
  for (int k = 0; k < most_iterations; ++k) {
    const mp value = turn(place);
    const mp change =
        value == at_before ? mp(0) : mp(value * (place - before) / (value - at_before));
    if (value == 0 || log2_magnitude(change) < log2_wanted || log2_magnitude(value) < log2_wanted) {
      return found;
    }
    before = place;
    at_before = value;
    place -= change;
  }
  throw orbit_failure("the fold is not found to all digits");
}

}  // namespace plumbline
