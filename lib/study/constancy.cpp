// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/symmetric_elimination.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/schemes/field_extrapolation.hpp>
#include <plumbline/study/constancy.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <random>
#include <utility>

namespace plumbline {

namespace {

/// A rate and the sum of the magnitudes of its terms. Constraints and a mass matrix that is not diagonal make an acceleration of
/// several forces: `of_forces` is the sum of the terms of such accelerations where each is as large as the largest force alone
/// would make it. The rounding errors of these terms are relative to that.
struct sized_rate {
  mp rate;
  mp size;
  mp of_forces;
};

/// M a + F = P(t) solved for the acceleration at a state of large systems, too: of hundreds of coordinates most pairs are not
/// coupled.
class accelerations {
 public:
  explicit accelerations(const model<mp>& system) : at_(system) {}

  solve_report at(std::span<const mp> q, std::span<const mp> v, const mp& t, std::span<mp> a) {
    if (at_.constrained() != nullptr) {
      return at_.acceleration(q, v, t, a);
    }
    const auto n = static_cast<Eigen::Index>(q.size());
    right_.resize(n);
    at_.load(t, view(right_));
    at_.set_time(t);
    const runner<mp>& r = at_.values(form_part::acceleration, q, v);
    mass_.resize(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        mass_(i, j) = r.result(static_cast<int>(i * n + j));
      }
      right_[i] -= r.result(static_cast<int>(n * n + i));
    }
    if (!all_finite(mass_) || !all_finite(right_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    if (!eliminate_symmetrically(mass_, right_, solution_)) {
      return at_.acceleration(q, v, t, a);
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = solution_[static_cast<Eigen::Index>(i)];
    }
    return {};
  }

 private:
  evaluation<mp> at_;
  matrix<mp> mass_;
  vector<mp> right_;
  vector<mp> solution_;
};

/// y = (q, v).
class motion {
 public:
  explicit motion(const model<mp>& system) : n_(system.dimension()), at_(system) {}
  solve_report operator()(const mp& t, const vector<mp>& y, vector<mp>& dy) {
    dy.resize(2 * n_);
    dy.head(n_) = y.tail(n_);
    return at_.at(detail::part_of(y, 0, n_), detail::part_of(y, n_, n_), t,
                  detail::part_of(dy, n_, n_));
  }

 private:
  int n_;
  accelerations at_;
};

class examiner {
 public:
  examiner(const model<mp>& system, int count)
      : system_(system),
        at_(system),
        accelerations_(system),
        rates_(system, form_part::quantity_rates),
        quantities_(system, form_part::quantities),
        n_(system.dimension()),
        count_(count) {}

  /// Nothing where there are no accelerations. A rate may be not finite.
  std::optional<std::vector<sized_rate>> rates(const vector<mp>& q, const vector<mp>& v,
                                               const mp& t) {
    at_.set_time(t);
    vector<mp> speed = v;
    vector<mp> a = vector<mp>::Constant(n_, mp(0));
    if (system_.is_first_order()) {
      speed = a;
      at_.field(view(q), view(speed));
    } else if (!accelerations_.at(view(q), view(v), t, view(a)).ok()) {
      return std::nullopt;
    }
    if (!all_finite(system_.is_first_order() ? speed : a)) {
      return std::nullopt;
    }
    const runner<mp>& r = rates_.at(view(q), view(std::as_const(speed)), view(std::as_const(a)), t);
    const int terms = 2 * n_ + 1;
    const vector<mp> alone = system_.is_first_order() ? a : accelerations_of_forces(q, v);
    std::vector<sized_rate> list;
    for (int i = 0; i < count_; ++i) {
      const int first = i * (terms + 1);
      sized_rate found{r.result(first), mp(0), mp(0)};
      for (int k = 1; k <= terms; ++k) {
        const mp term = abs(r.result(first + k));
        found.size += term;
        if (const int of = k - 1 - n_; 0 <= of && of < n_ && a[of] != 0) {
          found.of_forces += term / abs(a[of]) * alone[of];
        }
      }
      list.push_back(std::move(found));
    }
    return list;
  }

  /// |F|/|M_ii| for each acceleration that is made of several forces, with the largest of them; 0 for the others.
  vector<mp> accelerations_of_forces(const vector<mp>& q, const vector<mp>& v) {
    const runner<mp>& r = at_.values(form_part::acceleration, view(q), view(v));
    mp largest(0);
    for (int i = 0; i < n_; ++i) {
      largest = std::max(largest, mp(abs(r.result(n_ * n_ + i))));
    }
    vector<mp> alone = vector<mp>::Constant(n_, mp(0));
    for (int i = 0; i < n_; ++i) {
      bool is_coupled = system_.formulas()->constraints() > 0;
      for (int j = 0; j < n_ && !is_coupled; ++j) {
        is_coupled = j != i && r.result(i * n_ + j) != 0;
      }
      if (is_coupled) {
        const mp mass = abs(r.result(i * n_ + i));
        alone[i] = mass == 0 ? largest : mp(largest / mass);
      }
    }
    return alone;
  }

  std::vector<mp> values(const vector<mp>& q, const vector<mp>& v, const mp& t) {
    const runner<mp>& r = quantities_.at(view(q), view(v), {}, t);
    std::vector<mp> list;
    list.reserve(static_cast<std::size_t>(count_));
    for (int i = 0; i < count_; ++i) {
      list.push_back(r.result(i));
    }
    return list;
  }

  static bool is_finite(const sized_rate& r) {
    return plumbline::is_finite(r.rate) && plumbline::is_finite(r.size);
  }

  /// False where r is more than what `digits` decimal digits leave of its terms.
  static bool vanishes(const sized_rate& r, int digits) {
    return is_finite(r) && abs(r.rate) <= r.size * pow(mp(10), -digits);
  }

 private:
  model<mp> system_;
  evaluation<mp> at_;
  accelerations accelerations_;
  part_values<mp> rates_;
  part_values<mp> quantities_;
  int n_;
  int count_;
};

/// Moves states onto the constraints of a system, by Gauss and Newton: q ← q − Gᵀ(G Gᵀ)⁻¹ g, then v ← v − Aᵀ(A Aᵀ)⁻¹ ψ.
class onto_constraints {
 public:
  explicit onto_constraints(const model<mp>& system)
      : at_(system), holonomic_(system.facts().holonomic), all_(system.formulas()->constraints()) {}

  /// False where the iteration does not converge.
  bool move(vector<mp>& q, vector<mp>& v, const mp& t) {
    if (all_ == 0) {
      return true;
    }
    at_.set_time(t);
    constexpr int most_iterations = 60;
    const mp close = pow(epsilon<mp>(), mp(7) / 8);
    for (int i = 0; i < most_iterations && holonomic_ > 0; ++i) {
      read(q, v);
      const runner<mp>& g = at_.values(form_part::constraints, view(q), view(v));
      vector<mp> off(holonomic_);
      for (int k = 0; k < holonomic_; ++k) {
        off[k] = g.result(k);
      }
      if (!correct(q, rows_.topRows(holonomic_), off)) {
        return false;
      }
      if (max_magnitude(off) < close) {
        break;
      }
      if (i + 1 == most_iterations) {
        return false;
      }
    }
    read(q, v);
    return correct(v, rows_, psi_);
  }

 private:
  void read(const vector<mp>& q, const vector<mp>& v) {
    const auto n = q.size();
    const runner<mp>& r = at_.values(form_part::constraint_rates, view(q), view(v));
    psi_.resize(all_);
    rows_.resize(all_, n);
    for (int k = 0; k < all_; ++k) {
      psi_[k] = r.result(k);
      for (Eigen::Index i = 0; i < n; ++i) {
        rows_(k, i) = r.result(static_cast<int>(all_ + k * n + i));
      }
    }
  }
  static bool correct(vector<mp>& x, const matrix<mp>& rows, const vector<mp>& off) {
    lu_factors<mp> factors;
    if (!all_finite(rows) || !all_finite(off) ||
        !factors.compute(product(rows, matrix<mp>(rows.transpose())))) {
      return false;
    }
    x -= product(matrix<mp>(rows.transpose()), factors.solve(off));
    return true;
  }

  evaluation<mp> at_;
  int holonomic_;
  int all_;
  vector<mp> psi_;
  matrix<mp> rows_;
};

class random_states {
 public:
  /// A number from −1 to 1.
  mp next() {
    constexpr int bits = 30;
    const auto n = static_cast<int>(random_() >> (64 - bits - 1)) - (1 << bits);
    return ldexp(mp(n), -bits);
  }
  vector<mp> near(const vector<mp>& x, const mp& distance) {
    vector<mp> y = x;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      y[i] += distance * next() * (1 + abs(x[i]));
    }
    return y;
  }

 private:
  std::mt19937_64 random_{20260101};
};

/// The state after one short step of the classical Runge–Kutta method, right to 30 digits of the state or so; nothing where a
/// field has no value.
template <class Field>
std::optional<std::pair<mp, vector<mp>>> next_point(const model<mp>& system,
                                                    const vector<mp>& start, const mp& t) {
  const mp h = ldexp(mp(1), -20);
  Field field(system);
  std::array<vector<mp>, 4> k;
  constexpr std::array halves = {0, 1, 1, 2};
  for (std::size_t i = 0; i < k.size(); ++i) {
    const mp part = h * halves[i] / 2;
    const vector<mp> y = i == 0 ? start : vector<mp>(start + part * k[i - 1]);
    if (!field(t + part, y, k[i]).ok()) {
      return std::nullopt;
    }
  }
  return std::pair{mp(t + h), vector<mp>(start + h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]))};
}

/// Points of the trajectory from the start: three steps, short enough that halving them changes nothing in most digits.
template <class Field>
std::vector<std::pair<mp, vector<mp>>> trajectory(const model<mp>& system, const vector<mp>& start,
                                                  const mp& t, int digits) {
  constexpr int levels = 14;
  constexpr int points = 3;
  constexpr int most_halvings = 60;
  // about 10^(-digits/(2 levels + 1)): longer steps are too long
  mp h = ldexp(mp(1), -digits / 10);
  for (int k = 0; k < most_halvings; ++k, h /= 2) {
    field_extrapolation<mp, Field> once(Field(system), levels);
    field_extrapolation<mp, Field> halves(Field(system), levels);
    vector<mp> a = start;
    vector<mp> b = start;
    const mp half = h / 2;
    if (!once.step(a, t, h).ok() || !halves.step(b, t, half).ok() ||
        !halves.step(b, t + half, half).ok()) {
      continue;
    }
    const mp difference = max_magnitude(vector<mp>(a - b));
    if (difference > max_magnitude(b) * pow(mp(10), -digits)) {
      continue;
    }
    std::vector<std::pair<mp, vector<mp>>> list;
    vector<mp> y = start;
    for (int i = 1; i <= points && once.step(y, t + h * (i - 1), h).ok(); ++i) {
      list.emplace_back(t + h * i, y);
    }
    return list;
  }
  return {};
}

}  // namespace

std::vector<constancy_verdict> constancy_of(const model<mp>& system, const vector<mp>& q,
                                            const vector<mp>& v, const mp& t, int count) {
  examiner examine(system, count);
  const int digits = static_cast<int>(digits_held_by(scalar_traits<mp>::bits()));
  const int at_states = digits / 2;
  const int along_flow = digits * 9 / 20;
  const vector<mp> rest = vector<mp>::Constant(q.size(), mp(0));
  const vector<mp>& speed = system.is_first_order() ? rest : v;
  const auto at_start = examine.rates(q, speed, t);
  if (!at_start) {
    throw domain_error("there is no finite acceleration at the start");
  }
  const auto values = examine.values(q, speed, t);
  const auto places = static_cast<std::size_t>(count);

  // what has no value or no rate at the start has its verdict, and does not hinder the others: log(-x) has a rate at x = 1
  std::vector<bool> judged(places);
  for (std::size_t i = 0; i < places; ++i) {
    judged[i] = is_finite(values[i]) && examiner::is_finite((*at_start)[i]);
  }
  const auto all_judged_finite = [&](const std::vector<sized_rate>& rates) {
    for (std::size_t i = 0; i < places; ++i) {
      if (judged[i] && !examiner::is_finite(rates[i])) {
        return false;
      }
    }
    return true;
  };

  std::vector<bool> everywhere(places, true);
  std::vector<mp> largest(places, mp(0));  // rate at the random states, by magnitude
  // Where several forces make an acceleration that is zero, it is a rounding error, and so are its terms.
  const mp rounding = pow(mp(10), -along_flow);
  const auto vanishes = [&](const sized_rate& r, int digits_there) {
    return examiner::vanishes(r, digits_there) ||
           (examiner::is_finite(r) && abs(r.rate) <= r.of_forces * rounding);
  };
  constexpr int wanted_states = 8;
  constexpr int most_trials = 200;
  std::optional<onto_constraints> constrained;
  if (system.formulas()->constraints() > 0) {
    constrained.emplace(system);
  }
  random_states random;
  mp distance = mp(1) / 2;
  int states = 0;
  for (int trial = 0; trial < most_trials && states < wanted_states; ++trial) {
    const mp then = t + distance * random.next();
    vector<mp> moving = random.near(speed, distance);
    vector<mp> there = random.near(q, distance);
    const auto found = constrained && !constrained->move(there, moving, then)
                           ? std::nullopt
                           : examine.rates(there, moving, then);
    if (!found || !all_judged_finite(*found)) {
      distance = distance * 3 / 4;
      continue;
    }
    ++states;
    for (std::size_t i = 0; i < places; ++i) {
      everywhere[i] = everywhere[i] && vanishes((*found)[i], at_states);
      if (judged[i] && abs(largest[i]) < abs((*found)[i].rate)) {
        largest[i] = (*found)[i].rate;
      }
    }
  }
  std::vector<constancy_verdict> verdicts;
  std::vector<std::size_t> undecided;
  for (std::size_t i = 0; i < places; ++i) {
    if (!judged[i]) {
      verdicts.push_back({constancy::no, values[i], mp(std::numeric_limits<double>::quiet_NaN())});
      continue;
    }
    const bool zero_here = vanishes((*at_start)[i], at_states);
    constancy_verdict verdict{constancy::no, values[i], zero_here ? mp(0) : (*at_start)[i].rate};
    if (zero_here && everywhere[i] && states > 0) {
      verdict.constant = constancy::always;
    } else if (zero_here) {
      verdict.constant = constancy::from_this_start;
      undecided.push_back(i);
    }
    verdicts.push_back(std::move(verdict));
  }
  if (undecided.empty()) {
    return verdicts;
  }
  vector<mp> start = q;
  if (!system.is_first_order()) {
    start.resize(2 * q.size());
    start << q, v;
  }
  // Takes those from the list whose rate is larger than what `digits_there` digits leave of its terms.
  const auto look_at = [&](const mp& time, const vector<mp>& y, int digits_there) {
    const vector<mp> here = y.head(q.size());
    const vector<mp> moving = system.is_first_order() ? rest : vector<mp>(y.tail(q.size()));
    const auto found = examine.rates(here, moving, time);
    std::erase_if(undecided, [&](std::size_t i) {
      const bool is_none =
          found && examiner::is_finite((*found)[i]) && !vanishes((*found)[i], digits_there);
      if (is_none) {
        constancy_verdict& verdict = verdicts[i];
        verdict.constant = constancy::no;
        verdict.rate = (*found)[i].rate;
        verdict.rate_at = constancy_verdict::place::trajectory;
        if (abs(verdict.rate) < abs(largest[i])) {
          verdict.rate = largest[i];
          verdict.rate_at = constancy_verdict::place::random_state;
        }
      }
      return is_none;
    });
  };
  // Most claims that are wrong show it at a point that a simple step reaches.
  constexpr int right_after_a_step = 15;
  const auto near = system.is_first_order() ? next_point<first_order_field<mp>>(system, start, t)
                                            : next_point<motion>(system, start, t);
  if (near) {
    look_at(near->first, near->second, right_after_a_step);
  }
  if (undecided.empty()) {
    return verdicts;
  }
  const auto points = system.is_first_order()
                          ? trajectory<first_order_field<mp>>(system, start, t, digits * 3 / 5)
                          : trajectory<motion>(system, start, t, digits * 3 / 5);
  for (const auto& [time, y] : points) {
    look_at(time, y, along_flow);
  }
  return verdicts;
}

}  // namespace plumbline
