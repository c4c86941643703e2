// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_search.hpp"

#include "study/balanced_equations.hpp"
#include "study/orbit_multipliers.hpp"
#include "study/orbit_reading.hpp"
#include "study/orbit_segments.hpp"
#include "study/orbit_units.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace plumbline {

namespace {

std::string short_text(const mp& x) { return to_text(x, 3); }

constexpr const char* leads_to_rest =
    "the guess leads to an equilibrium, which is no periodic orbit; --equilibrium finds equilibria";

/// Newton's method in the digits of the scope. Unknowns, residuals and the derivative are in the units of orbit_units.hpp.
class orbit_newton {
 public:
  using slope = orbit_equations::slope;

  orbit_newton(const equations_in_units& equations, const mp& guess_period, int digits)
      : equations_(equations),
        own_(equations.own()),
        guess_period_(in_scope(guess_period)),
        digits_(digits) {}

  /// From far: the derivative at each point, steps that are halved while the residual grows; where they are balanced, while the
  /// correction by the same derivative grows, which does not depend on units (Deuflhard's natural test).
  void approach(vector<mp>& u, slope kind) {
    kind_ = kind;
    constexpr int most_iterations = 60;
    constexpr int most_halvings = 12;
    constexpr int most_slow = 8;
    constexpr int most_residuals = 150;  // what converges takes one or two an iteration
    int slow = 0;
    int residuals = 0;
    vector<mp> r;
    equations_.linearize(u, r, derivative_, kind);
    mp size = max_magnitude(r);
    log2_of_first_growth_ = log2_magnitude(mp(max_magnitude(derivative_)));
    refuse_equilibrium(u);
    fit_period(u, r, size);
    for (int k = 0; k < most_iterations; ++k) {
      end_if_interrupted();
      refuse_equilibrium(u);
      const vector<mp> delta = correction_of(r, u, true);
      ++iterations_;
      correction_ = relative(delta, u);
      residual_ = size;
      if (log2_magnitude(each_relative(delta, u)) < log2_small_) {
        u -= delta;
        refuse_equilibrium(u);
        return;
      }
      mp share(1);
      bool moved = false;
      const mp before = size;
      const mp length = correction_;
      for (int halving = 0; halving < most_halvings && !moved; ++halving, share /= 2) {
        const vector<mp> trial = u - vector<mp>(delta * share);
        if (!is_sound(trial)) {
          continue;
        }
        if (++residuals > most_residuals) {
          fail();
        }
        vector<mp> next;
        try {
          next = equations_.residual(trial);
        } catch (const step_failure&) {
          continue;  // a shorter correction may stay where the motion is defined
        }
        const mp next_size = max_magnitude(next);
        if (!is_finite(next_size)) {
          continue;
        }
        const bool is_nearer =
            balanced_ ? relative(correction_of(next, u, true), u) < length : next_size < size;
        if (is_nearer || log2_magnitude(next_size) < log2_small_ + 12) {
          u = trial;
          size = next_size;
          moved = true;
        }
      }
      if (!moved) {
        refuse_equilibrium(u);
        fail();
      }
      slow = size * 10 < before * 9 ? 0 : slow + 1;
      if (!balanced_ && slow == most_slow) {
        fail();
      }
      equations_.linearize(u, r, derivative_, kind);
    }
    fail();
  }

  /// Near the orbit: residuals alone, with the inverse of the derivative that is known, made again where corrections do not
  /// shrink.
  void finish(vector<mp>& u, double log2_wanted) {
    constexpr int most_iterations = 60;
    constexpr double least_gain = 8;
    double before = std::numeric_limits<double>::infinity();
    bool fresh = false;
    for (int k = 0; k < most_iterations; ++k) {
      end_if_interrupted();
      const vector<mp> r = equations_.residual(u);
      const vector<mp> delta = correction_of(r, u, false);
      ++iterations_;
      residual_ = max_magnitude(r);
      correction_ = each_relative(delta, u);
      const double size = log2_magnitude(correction_);
      if (size > before - least_gain && size > log2_wanted) {
        if (fresh && size > before) {
          fail();
        }
        vector<mp> again;
        kind_ = slope::full;
        equations_.linearize(u, again, derivative_, kind_);
        fresh = true;
        before = size;
        u -= correction_of(again, u, false);
        continue;
      }
      u -= delta;
      before = size;
      if (size < log2_wanted) {
        refuse_equilibrium(u);
        return;
      }
    }
    fail();
  }

  void set_derivative(const matrix<mp>& j, slope kind) {
    kind_ = kind;
    derivative_ = matrix<mp>(j.rows(), j.cols());
    for (Eigen::Index c = 0; c < j.cols(); ++c) {
      derivative_.col(c) = in_scope(vector<mp>(j.col(c)));
    }
  }
  const matrix<mp>& derivative() const { return derivative_; }
  slope slope_kind() const { return kind_; }
  void set_small(double log2_small) { log2_small_ = log2_small; }
  void set_balanced() { balanced_ = true; }
  /// Of the entries of the derivative at the guess.
  double log2_of_first_growth() const { return log2_of_first_growth_; }
  int iterations() const { return iterations_; }
  const mp& residual() const { return residual_; }
  const mp& correction() const { return correction_; }

 private:
  /// First the period alone: the place on the motion from the guess that is nearest to where it should end. Of a family of
  /// orbits that the equations do not tell apart this finds the one through the guess.
  void fit_period(vector<mp>& u, vector<mp>& r, mp& size) {
    if (!own_.period_is_free() || own_.holds_period()) {
      return;
    }
    constexpr int most_iterations = 6;
    constexpr double near_enough = -20;
    const auto place = own_.basis().cols();
    const auto closed = own_.closing().rows();
    const double log2_period =
        log2_magnitude(guess_period_) - log2_magnitude(equations_.units().unknowns[place]);
    for (int k = 0; k < most_iterations; ++k) {
      const vector<mp> rate = derivative_.col(place).head(closed);
      const mp squares = dot(rate, rate);
      if (squares == 0) {
        return;
      }
      const mp change = dot(rate, vector<mp>(r.head(closed))) / squares;
      vector<mp> trial = u;
      trial[place] -= change;
      if (log2_magnitude(change) < log2_period + near_enough ||
          log2_magnitude(change) > log2_period - 2) {
        return;
      }
      vector<mp> next;
      try {
        next = equations_.residual(trial);
      } catch (const step_failure&) {
        return;
      }
      const mp next_size = max_magnitude(next);
      if (!(next_size < size)) {
        return;
      }
      u = trial;
      equations_.linearize(u, r, derivative_, kind_);
      size = max_magnitude(r);
      ++iterations_;
    }
  }
  [[noreturn]] void fail() const {
    throw orbit_failure(fmt::format(
        "no periodic orbit is found from this guess: after {} iterations the last correction is {} "
        "and the residual {}",
        iterations_, short_text(correction_), short_text(residual_)));
  }
  void refuse_equilibrium(const vector<mp>& u) {
    constexpr double much_less = 23;
    const vector<mp> real = equations_.back(u);
    const mp moved =
        max_magnitude(equations_.state_in_units(own_.field_beside_drifts(own_.state(real)))) *
        abs(own_.period(real));
    if (!std::isfinite(log2_of_first_motion_)) {
      log2_of_first_motion_ = log2_magnitude(moved);
    }
    constexpr double bits_per_digit = 3.33;
    if (own_.flow().autonomous() &&
        (moved == 0 || log2_magnitude(moved) < -std::min(digits_, 24) / 2. * bits_per_digit ||
         log2_magnitude(moved) < log2_of_first_motion_ - much_less)) {
      throw orbit_failure(leads_to_rest);
    }
  }
  bool is_sound(const vector<mp>& u) const {
    constexpr int most = 8;
    const mp period = own_.period(equations_.back(u));
    return !own_.period_is_free() ||
           (period * most > guess_period_ && period < guess_period_ * most);
  }
  /// Where the equations do not determine all, the shortest correction; and where a correction is long beside the unknowns,
  /// the shortest one that leaves out what they hardly determine: along a family of orbits it would lead far away.
  vector<mp> correction_of(const vector<mp>& r, const vector<mp>& u, bool is_far) const {
    constexpr int coarse_bits = 36;
    const double full_bits = scalar_traits<mp>::bits() * 0.6;
    double threshold = kind_ == slope::coarse ? -coarse_bits : -full_bits;
    if (balanced_ || !is_far) {
      return solve_balanced(derivative_, r, balanced_ ? -full_bits : threshold).delta;
    }
    Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
    vector<mp> delta;
    for (const double next : {-20., -13., -10., -7., -4., 0.}) {
      qr.setThreshold(ldexp(mp(1), static_cast<int>(threshold)));
      qr.compute(derivative_);
      delta = qr.solve(r);
      constexpr double long_one = -1.5;
      if (log2_magnitude(relative(delta, u)) < long_one) {
        break;
      }
      threshold = next;
    }
    return delta;
  }
  /// The largest correction of an unknown beside that unknown: the size of momenta tells nothing of coordinates.
  static mp each_relative(const vector<mp>& delta, const vector<mp>& u) {
    mp most(0);
    for (Eigen::Index i = 0; i < u.size(); ++i) {
      const mp part = abs(delta[i]) / (1 + abs(u[i]));
      most = most < part ? part : most;
    }
    return most;
  }
  static mp relative(const vector<mp>& delta, const vector<mp>& u) {
    return max_magnitude(delta) / (1 + max_magnitude(u));
  }

  const equations_in_units& equations_;
  orbit_equations& own_;
  mp guess_period_;
  int digits_;
  matrix<mp> derivative_;
  slope kind_ = slope::full;
  double log2_small_ = -40;
  bool balanced_ = false;
  double log2_of_first_growth_ = 0;
  double log2_of_first_motion_ = -std::numeric_limits<double>::infinity();
  int iterations_ = 0;
  mp residual_{0};
  mp correction_{0};
};

/// How often 1 is a multiplier, and how often symmetries and what is kept say so.
[[noreturn]] void refuse_not_isolated(orbit_equations& equations, const vector<mp>& u) {
  const vector<mp> x = equations.state(u);
  const reduced_monodromy reduced = reduce_monodromy(equations, u);
  constexpr double near_one = 1e-4;  // of a multiple multiplier only a part of the digits is right
  int further = 0;
  for (const complex<mp>& lambda : reduced.multipliers) {
    const double re = static_cast<double>(mp(lambda.re - 1));
    further += std::hypot(re, static_cast<double>(lambda.im)) < near_one ? 1 : 0;
  }
  if (further == 0) {
    const mp moved = max_magnitude(equations.field_beside_drifts(x)) * equations.period(u);
    if (equations.flow().autonomous() &&
        log2_magnitude(moved) < log2_magnitude(max_magnitude(x)) - scalar_traits<mp>::bits() / 2.) {
      throw orbit_failure(leads_to_rest);
    }
    throw orbit_not_isolated(
        "the orbit is not isolated: what is held does not tell it from its neighbours; another "
        "--hold may, or a nearer guess; with a further invariant, --relative with its name");
  }
  throw orbit_not_isolated(
      fmt::format("the orbit is not isolated: the multiplier 1 has multiplicity {}, symmetries "
                  "explain {}",
                  reduced.trivial + further, reduced.trivial));
}

/// ‖A‖, the largest sum of a row.
mp row_norm(const matrix<mp>& a) {
  mp largest(0);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    mp sum(0);
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      sum += abs(a(i, j));
    }
    if (!is_finite(sum)) {  // of the inverse of a singular matrix
      return sum;
    }
    largest = largest < sum ? sum : largest;
  }
  return largest;
}

}  // namespace

namespace {

bool is_prime(int k) {
  for (int divisor = 2; divisor * divisor <= k; ++divisor) {
    if (k % divisor == 0) {
      return false;
    }
  }
  return true;
}

constexpr int first_digits = 34;
constexpr int digits_beyond = 12;

/// Newton's corrections with ever more digits, from those that the orbit has to `to`; the last ones are below 10^−wanted. A pass
/// gains as many digits as the derivative has, so that most corrections cost little.
void raise_digits(const orbit_question& question, const vector<mp>& guess, const mp& period,
                  found_orbit& found, int from, int to, double wanted) {
  constexpr int least_gain = 10;  // of a derivative in double
  constexpr int least_stage = 5;
  for (int digits = from; digits < to;) {
    const bool is_full = found.derivative_is == orbit_equations::slope::full;
    const int known = digits - digits_beyond - static_cast<int>(found.log10_loss);
    const int gain = is_full ? std::max(least_gain, known) : least_gain;
    digits = digits + gain + least_stage < to ? digits + gain : to;
    const precision_scope scope(digits);
    orbit_equations equations(question, guess, period);
    const equations_in_units scaled(equations);
    orbit_newton newton(scaled, period, question.digits);
    newton.set_derivative(found.derivative, found.derivative_is);
    vector<mp> v = scaled.in_units(in_scope(found.u));
    newton.finish(
        v, -log2_of_10 * (digits == to ? wanted : digits - digits_beyond - found.log10_loss));
    found.u = scaled.back(v);
    found.derivative = newton.derivative();
    found.derivative_is = newton.slope_kind();
    found.iterations += newton.iterations();
    found.correction = newton.correction();
  }
  found.working_digits = to;
}

}  // namespace

namespace {

void know_condition(found_orbit& found, const matrix<mp>& inverse) {
  found.condition = row_norm(inverse) * row_norm(found.derivative);
  found.log10_loss = std::max(0., log2_magnitude(found.condition) / log2_of_10);
}

/// The orbit with few digits; its derivative in these units.
found_orbit approach_orbit(const orbit_question& question, const equations_in_units& scaled,
                           const mp& period, const vector<mp>* from) {
  constexpr double log2_near = -55;
  constexpr double log10_not_isolated = 14;
  constexpr double log10_beyond_double = 7;
  constexpr double log10_of_segments = 2;
  using slope = orbit_equations::slope;
  orbit_equations& equations = scaled.own();
  found_orbit found;
  matrix<mp>& derivative = found.derivative;
  slope& kind = found.derivative_is;
  int segment_iterations = 0;
  orbit_newton newton(scaled, period, question.digits);
  newton.set_small(log2_near);
  // the equations of a better guess may be others: those of a drift are
  const bool continues = from != nullptr && from->size() == equations.unknowns();
  vector<mp> v = scaled.in_units(continues ? in_scope(*from) : equations.first());
  try {
    newton.approach(v, kind);
  } catch (const orbit_failure&) {
    const double log10_growth = newton.log2_of_first_growth() / log2_of_10;
    constexpr double log2_too_coarse = -10;  // so near the derivative in double is to blame
    vector<mp> by_segments = scaled.in_units(equations.first());
    kind = slope::full;
    if (log2_magnitude(newton.residual()) < log2_too_coarse) {
      newton.set_balanced();
    } else if (const int segments = segments_for(equations, log10_growth);
               log10_growth > log10_of_segments && equations.flow().autonomous() &&
               !question.by_steps &&
               approach_by_segments(scaled, by_segments, segments, log2_near, segment_iterations)) {
      v = by_segments;
      found.shootings = segments;
    } else {
      throw;
    }
    newton.approach(v, kind);
  }
  derivative = newton.derivative();
  found.iterations = newton.iterations() + segment_iterations;
  vector<mp> r;
  matrix<mp> inverse = Eigen::PartialPivLU<matrix<mp>>(derivative).inverse();
  if (!is_finite(row_norm(inverse)) ||
      log2_magnitude(row_norm(inverse)) > log10_beyond_double * log2_of_10) {
    for (int k = 0; k < 2; ++k) {
      scaled.linearize(v, r, derivative, slope::full);
      inverse = Eigen::PartialPivLU<matrix<mp>>(derivative).inverse();
      kind = slope::full;
      if (!is_finite(row_norm(inverse)) ||
          log2_magnitude(row_norm(inverse)) > log10_not_isolated * log2_of_10) {
        refuse_not_isolated(equations, scaled.back(v));
      }
      v -= vector<mp>(inverse * r);
      ++found.iterations;
    }
  }
  found.u = scaled.back(v);
  know_condition(found, inverse);
  return found;
}

}  // namespace

void require_closing(const orbit_question& question, const vector<mp>& guess, const mp& period) {
  if (question.reversor.empty() && question.symmetry.empty() &&
      make_problem<mp>(question.p).system.facts().autonomous) {
    return;
  }
  // the equations compare to half of the digits of the scope
  const precision_scope scope(2 * question.digits_of_closing);
  orbit_equations equations(question, guess, period);
  orbit_flow& flow = equations.flow();
  const mp whole =
      question.period ? evaluate<mp>(*question.period, question.p.names) : in_scope(period);
  std::vector<state_at_time> places = flow.states_along(equations.guess(), whole);
  for (state_at_time& place : places_around_start(flow, whole)) {
    places.push_back(std::move(place));
  }
  if (!question.symmetry.empty()) {
    require_symmetry(question.symmetry, map_kind::symmetry, equations.image(),
                     whole / equations.parts(), flow, question.p, places);
  }
  if (!question.reversor.empty()) {
    require_symmetry(question.reversor, map_kind::reversor, *equations.reversor(), whole, flow,
                     question.p, places);
  }
  require_period(flow, whole, places);
}

found_orbit find_orbit(const orbit_question& question, const vector<mp>& guess, const mp& period,
                       const vector<mp>* from) {
  require_closing(question, guess, period);
  found_orbit found;
  vector<mp>& u = found.u;
  {
    const precision_scope scope(first_digits);
    orbit_equations equations(question, guess, period);
    const equations_in_units scaled(equations);
    std::exception_ptr first;
    try {
      found = approach_orbit(question, scaled, period, from);
    } catch (const orbit_failure&) {
      first = std::current_exception();
    } catch (const step_failure&) {
      first = std::current_exception();
    }
    if (first && !equations.has_units()) {
      std::rethrow_exception(first);
    }
    if (first) {
      // of a guess far from an orbit the sizes may be far from those of the orbit
      try {
        found = approach_orbit(question, equations_in_units::plain(equations), period, from);
      } catch (const orbit_failure&) {
        std::rethrow_exception(first);
      } catch (const step_failure&) {
        std::rethrow_exception(first);
      }
      scaled.put_in_units(found.derivative);
      know_condition(found, Eigen::PartialPivLU<matrix<mp>>(found.derivative).inverse());
    }
  }
  constexpr int beyond = 5;
  raise_digits(question, guess, period, found, first_digits,
               question.digits + digits_beyond + static_cast<int>(found.log10_loss),
               question.digits + beyond);
  const precision_scope scope(found.working_digits);
  orbit_equations equations(question, guess, period);
  const vector<mp> residual = equations.residual(u);
  found.residual = max_magnitude(residual);
  if (const mp in_units =
          max_magnitude(vector<mp>(residual.array() / equations.units().equations.array()));
      !(log2_magnitude(in_units) < -question.digits * log2_of_10 / 2)) {
    throw orbit_failure(fmt::format(
        "no periodic orbit is found from this guess: the corrections end where the residual is {}: "
        "not all that is held can hold",
        short_text(in_units)));
  }
  if (question.section) {
    const section_crossing at = crossing_of(question, equations, u);
    if (at.is_touched) {
      throw orbit_failure(
          "the orbit touches the section where it starts, and crosses it neither up nor down");
    }
    if (!counts(question.direction, at.direction)) {
      throw orbit_failure(
          fmt::format("the orbit that is found crosses the section {} where it starts, not {}",
                      at.direction > 0 ? "up" : "down", at.direction > 0 ? "down" : "up"));
    }
  }
  for (const state_function& s : equations.flow().surface()) {
    const auto [value, gradient] = equations.flow().value(s, equations.state(u));
    const mp size =
        max_magnitude(vector<mp>(gradient.array() * equations.units_of_state().array()));
    if (!(log2_magnitude(value) < log2_magnitude(size) - question.digits * log2_of_10 / 2)) {
      throw orbit_failure(
          fmt::format("no periodic orbit is found from this guess: the states that the map leaves "
                      "where they are do not satisfy "
                      "constraint '{}'",
                      s.name));
    }
  }
  const vector<mp> alphas = equations.alphas(u);
  const mp left = alphas.size() == 0 ? mp(0)
                                     : max_magnitude(equations_in_units(equations).state_in_units(
                                           vector<mp>(equations.normals() * alphas)));
  if (!question.by_steps && log2_magnitude(left) > -question.digits * log2_of_10) {
    throw orbit_failure(fmt::format(
        "no periodic orbit is found from this guess: the motion comes back but for {} along what "
        "it keeps; so it does where the guess of the period is near a half of it",
        short_text(left)));
  }
  return found;
}

section_crossing crossing_of(const orbit_question& question, orbit_equations& equations,
                             const vector<mp>& u) {
  orbit_flow& flow = equations.flow();
  const vector<mp> x = equations.state(u);
  const mp period = equations.period(u);
  const vector<mp> gradient = flow.value(*question.section, x).gradient;
  const vector<mp> field = flow.field(x, flow.start_time());
  mp rate(0);
  mp size(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const mp part = gradient[i] * field[i];
    rate += part;
    size += abs(gradient[i]) * (abs(field[i]) + mp(equations.units_of_state()[i] / period));
  }
  const bool is_touched =
      log2_magnitude(rate) < log2_magnitude(size) - scalar_traits<mp>::bits() / 2.;
  return {is_touched, rate > 0 ? 1 : -1};
}

int passages_of(const orbit_question& question, const vector<mp>& guess, const mp& period,
                const vector<mp>& unknowns, int returns) {
  if (question.by_steps || !question.relative.empty()) {
    return 1;
  }
  const precision_scope scope(first_digits);
  orbit_equations equations(question, guess, period);
  const vector<mp> u = in_scope(unknowns);
  const vector<mp> x = equations.state(u);
  const mp whole = equations.period(u);
  // beside the way along the orbit
  constexpr double near_enough = -60;
  const equations_in_units scaled(equations);
  const double way = log2_magnitude(mp(max_magnitude(scaled.state_in_units(equations.flow().field(
                                           x, equations.flow().start_time()))) *
                                       whole));
  const auto closes_in = [&](const mp& time) {
    try {
      const vector<mp> left = equations.flow().end(x, time) - x;
      return log2_magnitude(mp(max_magnitude(scaled.state_in_units(left)))) < way + near_enough &&
             has_period(equations.flow(), time, places_around_start(equations.flow(), whole));
    } catch (const step_failure&) {
      return false;
    }
  };
  constexpr int most = 100;
  int passages = 1;
  for (int k = 2; k <= (returns > 0 ? returns : most); ++k) {
    while (is_prime(k) && (returns == 0 || returns % (passages * k) == 0) &&
           closes_in(mp(whole / (passages * k)))) {
      passages *= k;
    }
  }
  return passages;
}

orbit_once find_orbit_once(const orbit_question& question, const vector<mp>& guess,
                           const mp& period, int returns) {
  orbit_once once{period, find_orbit(question, guess, period)};
  once.passages = passages_of(question, guess, period, once.found.u, returns);
  if (once.passages == 1) {
    return once;
  }
  const precision_scope scope(first_digits);
  orbit_equations equations(question, guess, period);
  once.is_shortened =
      equations.period_is_free() && !equations.holds_period() && question.symmetry.empty();
  if (once.is_shortened) {
    vector<mp> u = in_scope(once.found.u);
    u[equations.basis().cols()] /= once.passages;
    once.period = period / once.passages;
    found_orbit shortened = find_orbit(question, guess, once.period, &u);
    shortened.iterations += once.found.iterations;
    shortened.shootings = once.found.shootings;
    once.found = std::move(shortened);
  }
  return once;
}

std::string said_of(const orbit_once& once) {
  if (once.passages == 1) {
    return "";
  }
  return fmt::format("the orbit is run through {} times in the period {}", once.passages,
                     once.is_shortened ? "of the guess: period and multipliers are those of once"
                                       : "that is asked for: its own period is that part of it");
}

found_orbit with_further_digits(const orbit_question& question, const vector<mp>& guess,
                                const mp& period, const found_orbit& found, int further) {
  found_orbit raised = found;
  constexpr int lost = 7;
  constexpr int worth_a_derivative = 25;
  if (further > worth_a_derivative) {
    const precision_scope scope(found.working_digits);
    orbit_equations equations(question, guess, period);
    vector<mp> r;
    const equations_in_units scaled(equations);
    scaled.linearize(scaled.in_units(in_scope(found.u)), r, raised.derivative,
                     orbit_equations::slope::full);
    raised.derivative_is = orbit_equations::slope::full;
  }
  raise_digits(question, guess, period, raised, found.working_digits,
               found.working_digits + further, question.digits + further + digits_beyond - lost);
  return raised;
}

}  // namespace plumbline
