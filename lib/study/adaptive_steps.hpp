// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The laws by which steps adapt. Each has advance(y, t, h, rest, next, record): one step, with h its length; and inside(first, y, t, length):
// from its start y a shorter step of the same scheme, for what lies between two nodes of the run that began at `first`.
//
//   plain        --tolerance X: the step is made again, shorter, while |y_1 − ŷ_1| is larger than X times the largest state so far (q
//                and p each with their own norm); then h ← h min(5, max(1/5, 0.9 err^(−1/(k+1)))), k the lower of the two orders. ŷ_1
//                is that of a table's embedded weights b̂. Of a symplectic scheme, ŷ_1 is one step and y_1 two of half its length,
//                whose error is |y_1 − ŷ_1|/(2^k − 1), k the order of the scheme.
//   reversible   --step-function σ of a symmetric scheme: h_n = H (σ(z_n) + σ(z_{n+1}))/2, which is solved for h_n, so that the way
//                back has the same steps (Stoffer, Computing 55 (1995) 1; Hairer, Lubich & Wanner, VIII.3).
//   symplectic   --step-function σ of a symplectic scheme: steps of the length H of K = σ (H − H_0) (mechanics/poincare.hpp), where
//                the time goes at the rate σ.
//
// On tangent numbers the laws carry the derivatives of the length, too: what adapting does to a map (adaptive_verdict.cpp).
#pragma once

#include "study/trajectory_forms.hpp"
#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/catalogue/hamiltonian_steps.hpp>
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/mechanics/poincare.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

enum class adaptivity { plain, reversible, symplectic };

inline const char* to_string(adaptivity how) {
  switch (how) {
    case adaptivity::plain:
      return "plain";
    case adaptivity::reversible:
      return "reversible";
    default:
      return "symplectic";
  }
}

/// A run whose steps adapt, read.
struct adaptive_run {
  const integration_request& request;
  const problem& p;
  scheme_choice scheme;
  expression until;
  adaptivity how = adaptivity::plain;
  std::optional<expression> step = {};
  std::optional<expression> tolerance = {};
  std::optional<scheme_table> table =
      {};         ///< plain: with embedded weights; symplectic: of the scheme
  int order = 0;  ///< plain: the lower one of the two
  std::int64_t every = 1;
  std::vector<expression> times = {};  ///< whose states are asked for in the place of nodes
  std::optional<section> what = {};    ///< whose crossings are, or where the run ends
};

namespace detail {

/// A stepper that is made when it is first needed. Shorter steps are made by it, so that the nodes are what they are without them.
template <class T>
class spare_stepper {
 public:
  explicit spare_stepper(std::function<any_stepper<T>()> make) : make_(std::move(make)) {}
  any_stepper<T>& get() {
    if (!made_) {
      made_.emplace(make_());
    }
    return *made_;
  }

 private:
  std::function<any_stepper<T>()> make_;
  std::optional<any_stepper<T>> made_;
};

/// A number without its tangents.
template <class T>
decltype(auto) plain_number(const T& x) {
  if constexpr (is_dual<T>::value) {
    return (x.value);
  } else {
    return (x);
  }
}
template <class T>
using plain_of = std::decay_t<decltype(plain_number(std::declval<const T&>()))>;

/// A number of the request, a constant.
template <class T>
T number_in(const expression& text, const variables& names) {
  return T(evaluate<plain_of<T>>(text, names));
}

/// log2 |x| of the value alone, whatever its tangents are: steps follow the motion.
template <class T>
double log2_of_value(const T& x) {
  return log2_magnitude(plain_number(x));
}

template <class T>
[[noreturn]] void fail_at(std::int64_t step, const T& t, const solve_report& report,
                          const std::string& why) {
  constexpr int shown = 17;
  throw step_failure(step, to_text(plain_number(t), shown), report, why);
}

template <class T>
T norm_of(const vector<T>& y) {
  using std::sqrt;
  T sum(0);
  for (const T& x : y) {
    sum += x * x;
  }
  return T(sqrt(sum));
}

}  // namespace detail

/// How the steps of a run were.
template <class T>
struct step_record {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  /// How many lengths follow the state: not the first one, and none at a bound.
  std::int64_t following = 0;
  std::optional<T> shortest = {};
  std::optional<T> longest = {};

  void add(const T& h) {
    ++steps;
    shortest = !shortest || h < *shortest ? h : *shortest;
    longest = !longest || *longest < h ? h : *longest;
  }
};

/// Of each step, the factors by which its length was changed from trial to trial where they are bounds, which do not depend on the state;
/// nothing where they do.
using length_factors = std::vector<std::vector<std::optional<double>>>;

/// Steps by two solutions: those of an embedded pair, or of a step and of its two halves.
template <class T>
class embedded_steps {
 public:
  embedded_steps(const adaptive_run& r, const model<T>& system)
      : r_(r),
        shorter_([&r, &system] { return stepper_of(r, system); }),
        stepper_(stepper_of(r, system)),
        embedded_(r.table ? entry_of(with_embedded_weights(*r.table), r.scheme.entry->info)
                                .template make<T>({}, system)
                          : r.scheme.entry->make<T>(r.scheme.values, system)),
        tolerance_(detail::number_in<T>(*r.tolerance, r.p.names)) {
    require_tolerance(tolerance_, *r.tolerance, r.request.digits);
  }

  any_stepper<T>& stepper() { return stepper_; }
  /// From now on the factors of all trials are kept there; no longer where it is nullptr.
  void keep_factors(length_factors* factors) { kept_ = factors; }
  /// The factors of a run of the same steps are taken from there, so that no rejected trial of it is made again from which nothing else
  /// follows. They must outlive this.
  void take_factors(const length_factors& factors) { known_ = &factors; }
  /// A first length: X^(1/(k+1)) of the way, which is corrected at once.
  T first_length(const T& all) const {
    if (r_.step) {
      return detail::number_in<T>(*r_.step, r_.p.names);
    }
    T h(0);
    set_scaled(h, all,
               static_cast<int>(std::floor(detail::log2_of_value(tolerance_) / (r_.order + 1))));
    return h;
  }
  /// y ← the state after a step of this length, as the run makes it.
  solve_report make(vector<T>& y, const T& t, const T& h) { return make_with(stepper_, y, t, h); }
  solve_report inside(const phase_point<T>& first, vector<T>& y, const T& t, const T& length) {
    any_stepper<T>& shorter = shorter_.get();
    shorter.resume(first, y);
    return make_with(shorter, y, t, length);
  }
  /// y ← the state after a step; h is what it was long, `next` what the next one should be. `rest` bounds it.
  void advance(vector<T>& y, const T& t, T& h, const T& rest, T& next, step_record<T>& record) {
    constexpr int most_trials = 200;
    for (int trial = 0; trial < most_trials; ++trial) {
      if (const auto factor = known_factor(record.steps, trial)) {
        h = h * number_of(*factor);
        continue;
      }
      const bool is_last = !(h < rest);
      h = is_last ? rest : h;
      vector<T> end = y;
      vector<T> other = y;
      solve_report report = make(end, t, h);
      if (report.ok()) {
        report = embedded_.step(other, t, h);
      }
      difference found;
      if (report.ok()) {
        found = difference_of(y, end, other, t, h);
        if (found.error <= 1) {
          require_progress(t, h, record.steps);
          record.add(h);
          y = end;
          largest_ = found.largest;
          if (!is_last) {
            record.following += is_free(factor_of(found, most), most) ? 1 : 0;
            next = scaled(h, found, most);
          }
          return;
        }
      }
      ++record.rejected;
      constexpr double most_again = 0.5;
      if (const double factor = factor_of(found, most_again); kept_ != nullptr) {
        kept_->resize(static_cast<std::size_t>(record.steps) + 1);
        kept_->back().push_back(is_free(factor, most_again) ? std::nullopt : std::optional(factor));
      }
      h = scaled(h, found, most_again);
      require_progress(t, h, record.steps);
    }
    detail::fail_at(record.steps, t, {solve_outcome::stagnated, 0, 0},
                    "no step is found that keeps to --tolerance");
  }

 private:
  static constexpr double least = 0.2;
  static constexpr double most = 5;

  static void require_progress(const T& t, const T& h, std::int64_t step) {
    if (t + h == t) {
      detail::fail_at(
          step, t, {solve_outcome::stagnated, 0, to_double(detail::plain_number(h))},
          "the steps that --tolerance asks for shrink to nothing: a singularity may be near");
    }
  }
  /// Of a run whose factors are taken.
  std::optional<double> known_factor(std::int64_t step, int trial) const {
    const auto k = static_cast<std::size_t>(step);
    const auto i = static_cast<std::size_t>(trial);
    return known_ != nullptr && k < known_->size() && i < (*known_)[k].size() ? (*known_)[k][i]
                                                                              : std::nullopt;
  }
  struct sizes {
    T q{0};
    T p{0};
  };
  /// Between the two solutions.
  struct difference {
    double error = std::numeric_limits<double>::infinity();  ///< in units of what is allowed
    T size{0};                                               ///< relative to the state
    sizes largest;  ///< of the states so far and at the end
  };

  static any_stepper<T> stepper_of(const adaptive_run& r, const model<T>& system) {
    return r.table ? entry_of(*r.table, r.scheme.entry->info).template make<T>({}, system)
                   : r.scheme.entry->make<T>(r.scheme.values, system);
  }
  solve_report make_with(any_stepper<T>& stepper, vector<T>& y, const T& t, const T& h) const {
    if (r_.table) {
      return stepper.step(y, t, h);
    }
    const T half = h / 2;
    const solve_report report = stepper.step(y, t, half);
    return report.ok() ? stepper.step(y, T(t + half), half) : report;
  }

  static scheme_table with_embedded_weights(scheme_table table) {
    std::erase_if(table.coefficients, [](const table_coefficient& c) { return c.key == "b"; });
    for (table_coefficient& c : table.coefficients) {
      if (c.key == "bhat") {
        c.key = "b";
      }
    }
    table.claims = {};
    return table;
  }
  static T number_of(double factor) {
    constexpr int bits = 20;
    T x(0);
    set_scaled(x, T(static_cast<int>(std::ldexp(factor, bits))), -bits);
    return x;
  }
  /// min(largest, max(1/5, 0.9 err^(−1/(k+1)))).
  double factor_of(const difference& found, double largest) const {
    constexpr double safety = 0.9;
    const double power = found.error == 0  ? most
                         : found.error > 0 ? safety * std::pow(found.error, -1. / (r_.order + 1))
                                           : least;  // not a number
    return std::clamp(power, least, largest);
  }
  static bool is_free(double factor, double largest) { return least < factor && factor < largest; }
  /// h times that factor.
  T scaled(const T& h, const difference& found, double largest) const {
    const double factor = factor_of(found, largest);
    T next = h * number_of(factor);
    if constexpr (is_dual<T>::value) {
      if (is_free(factor, largest)) {  // the factor moves with the state
        const auto rate = found.size.tangent[0] / found.size.value / (r_.order + 1);
        next.tangent[0] -= next.value * rate;
      }
    }
    return next;
  }
  difference difference_of(const vector<T>& from, const vector<T>& end, const vector<T>& other,
                           const T& t, const T& h) {
    const phase_point<T> a = stepper_.phase(end, T(t + h));
    const phase_point<T> b = stepper_.phase(other, T(t + h));
    const phase_point<T> before = stepper_.phase(from, t);
    difference worst{0, T(0), largest_};
    const auto look_at = [&](const vector<T>& x, const vector<T>& y, const vector<T>& start,
                             T& largest) {
      for (const T& size : {detail::norm_of(x), detail::norm_of(start)}) {
        largest = largest < size ? size : largest;
      }
      const T gap = detail::norm_of(vector<T>(x - y));
      if (gap == T(0) || largest == T(0)) {
        return;
      }
      const double error = std::exp2(detail::log2_of_value(gap) - detail::log2_of_value(largest) -
                                     detail::log2_of_value(tolerance_));
      if (!(error <= worst.error)) {
        worst.error = error;
        worst.size = gap / largest;
      }
    };
    look_at(a.q, b.q, before.q, worst.largest.q);
    look_at(a.p, b.p, before.p, worst.largest.p);
    if (!r_.table) {
      worst.error /= std::exp2(r_.order) - 1;
    }
    return worst;
  }

  const adaptive_run& r_;
  detail::spare_stepper<T> shorter_;
  any_stepper<T> stepper_;
  any_stepper<T> embedded_;
  T tolerance_;
  length_factors* kept_ = nullptr;
  const length_factors* known_ = nullptr;
  sizes largest_;  ///< of the states of the run; the end of a rejected trial is none of them
};

/// σ along a run.
template <class T>
class step_function {
 public:
  step_function(const adaptive_run& r, const model<T>& system)
      : sigma_(record_section(r.p, system.formulas(), r.request.step_function, "--step-function")),
        named_([&] {
          std::vector<T> values;
          for (const std::string& name : sigma_->parameters()) {
            values.push_back(detail::number_in<T>(expression(name), r.p.names));
          }
          return values;
        }()),
        values_(system, sigma_, named_) {}

  const followed_function& function() const { return *sigma_; }
  const std::vector<T>& parameters() const { return named_; }
  /// Throws step_failure unless it is positive.
  T at(const phase_point<T>& z, const T& t, std::int64_t step) {
    const T sigma = values_.at(z, t);
    if (!(T(0) < sigma)) {
      constexpr int shown = 6;
      detail::fail_at(step, t, {solve_outcome::stagnated, 0, 0},
                      "--step-function must be positive, and is " +
                          to_text(detail::plain_number(sigma), shown) + " here");
    }
    return sigma;
  }

 private:
  std::shared_ptr<const followed_function> sigma_;
  std::vector<T> named_;
  followed_values<T> values_;
};

/// Steps of the length H (σ(z_n) + σ(z_{n+1}))/2.
template <class T>
class reversible_steps {
 public:
  reversible_steps(const adaptive_run& r, const model<T>& system)
      : shorter_([&r, &system] { return r.scheme.entry->make<T>(r.scheme.values, system); }),
        stepper_(r.scheme.entry->make<T>(r.scheme.values, system)),
        sigma_(r, system),
        unit_(detail::number_in<T>(*r.step, r.p.names)) {}

  any_stepper<T>& stepper() { return stepper_; }
  T first_length(const T&) { return T(0); }
  solve_report make(vector<T>& y, const T& t, const T& h) { return stepper_.step(y, t, h); }
  solve_report inside(const phase_point<T>& first, vector<T>& y, const T& t, const T& length) {
    any_stepper<T>& shorter = shorter_.get();
    shorter.resume(first, y);
    return shorter.step(y, t, length);
  }
  void advance(vector<T>& y, const T& t, T& h, const T& rest, T& next, step_record<T>& record) {
    constexpr int most_iterations = 100;
    const std::int64_t step = record.steps;
    const T here = sigma_.at(stepper_.phase(y, t), t, step);
    if (h == T(0)) {
      h = unit_ * here;
    }
    T before(0);
    T value_before(0);
    vector<T> end;
    for (int n = 0; n < most_iterations; ++n) {
      end = y;
      const T wanted = wanted_length(end, here, t, h, step);
      const T value = wanted - h;  // zero at the step
      using std::abs;
      if (!(epsilon<T>() * 4 * h < T(abs(value)))) {
        break;
      }
      if (n + 1 == most_iterations) {
        detail::fail_at(step, t,
                        {solve_outcome::stagnated, n, to_double(detail::plain_number(value))},
                        "no step is found that --step-function asks for, which is " +
                            to_text(detail::plain_number(here), 3) +
                            " there; a smaller --step may help, but not where it comes down to 0");
      }
      T trial = wanted;
      if (n > 0 && !(value == value_before)) {
        trial = h - value * (h - before) / (value - value_before);
      }
      before = h;
      value_before = value;
      h = T(0) < trial ? trial : wanted;
    }
    if constexpr (is_dual<T>::value) {
      h = with_tangent(y, here, t, h, step);
      end = y;
      (void)wanted_length(end, here, t, h, step);
    }
    if (!(h < rest)) {
      h = rest;
      end = y;
      move(end, t, h, step);
    }
    if (detail::plain_number(T(t + h)) == detail::plain_number(t)) {  // with rest > 0
      detail::fail_at(step, t, {solve_outcome::stagnated, 0, to_double(detail::plain_number(h))},
                      "the steps that --step-function asks for shrink to nothing: it comes down "
                      "to 0");
    }
    record.add(h);
    y = end;
    next = h;
  }

 private:
  void move(vector<T>& y, const T& t, const T& h, std::int64_t step) {
    const solve_report report = stepper_.step(y, t, h);
    if (!report.ok()) {
      detail::fail_at(step, t, report, "a smaller --step may help");
    }
  }
  /// y ← the end of a step of length h; returns the length that belongs to both ends.
  T wanted_length(vector<T>& y, const T& here, const T& t, const T& h, std::int64_t step) {
    move(y, t, h, step);
    const T end = t + h;
    return T(unit_ * (here + sigma_.at(stepper_.phase(y, end), end, step)) / 2);
  }
  /// g(h, y) = wanted − h vanishes: dh = −(∂g/∂y dy)/(∂g/∂h).
  T with_tangent(const vector<T>& y, const T& here, const T& t, const T& h, std::int64_t step) {
    vector<T> moved = y;
    const T by_state = wanted_length(moved, here, t, T(h.value), step);
    vector<T> fixed = y;
    for (T& x : fixed) {
      x = T(x.value);
    }
    const T by_length = wanted_length(fixed, T(here.value), t, T::variable(h.value, 0), step);
    const auto slope = by_length.tangent[0] - 1;
    T result(h.value);
    result.tangent[0] = -by_state.tangent[0] / slope;
    return result;
  }

  detail::spare_stepper<T> shorter_;
  any_stepper<T> stepper_;
  step_function<T> sigma_;
  T unit_;
};

/// Steps of one length of Poincaré's transformed Hamiltonian.
template <class T>
class transformed_steps {
 public:
  /// `energy` is that of the start.
  transformed_steps(const adaptive_run& r, const model<T>& system, const T& energy)
      : n_(system.dimension()),
        stepper_(r.scheme.entry->make<T>(r.scheme.values, system)),
        sigma_(r, system),
        shorter_([&r, &system] { return mapped_stepper(r, system, step_function<T>(r, system)); }),
        mapped_(mapped_stepper(r, system, sigma_)),
        unit_(detail::number_in<T>(*r.step, r.p.names)),
        e_(-energy) {}

  any_stepper<T>& stepper() { return stepper_; }
  T first_length(const T&) { return T(0); }
  void advance(vector<T>& y, const T& t, T& h, const T& rest, T& next, step_record<T>& record) {
    const std::int64_t step = record.steps;
    (void)sigma_.at(stepper_.phase(y, t), t, step);
    vector<T> end = transformed(y, t, e_);
    const vector<T> start = end;
    move(mapped_, end, unit_, t, step);
    h = end[n_] - t;
    length_of_unit_ = h;
    if (!(T(0) < h)) {
      detail::fail_at(step, t, {solve_outcome::stagnated, 0, 0},
                      "a step of K = sigma (H - H0) goes back in time; a smaller --step may help");
    }
    if (!(h < rest)) {
      end = start;
      move_to(mapped_, end, t, h, rest, step);
      h = rest;
    }
    record.add(h);
    e_before_ = e_;
    step_before_ = step;
    y.head(n_) = end.head(n_);
    y.tail(n_) = end.segment(n_ + 1, n_);
    e_ = end[2 * n_ + 1];
    next = h;
  }
  /// The time of a step is no multiple of its length: the length that takes the time `length` is found.
  solve_report inside(const phase_point<T>& /*first*/, vector<T>& y, const T& t, const T& length) {
    vector<T> all = transformed(y, t, e_before_);
    move_to(shorter_.get(), all, t, length_of_unit_, length, step_before_);
    y.head(n_) = all.head(n_);
    y.tail(n_) = all.segment(n_ + 1, n_);
    return {};
  }
  /// A step of y = (q, t, p, e).
  solve_report map(vector<T>& y) { return mapped_.step(y, T(0), unit_); }
  vector<T> transformed(const vector<T>& y, const T& t) const { return transformed(y, t, e_); }

 private:
  static any_stepper<T> mapped_stepper(const adaptive_run& r, const model<T>& system,
                                       const step_function<T>& sigma) {
    return hamiltonian_stepper<T>(
        r.scheme.entry->info_for(r.scheme.values), *r.table,
        poincare_model<T>(system, poincare_form(sigma.function()), sigma.parameters()));
  }
  vector<T> transformed(const vector<T>& y, const T& t, const T& e) const {
    vector<T> all(2 * n_ + 2);
    all << y.head(n_), t, y.tail(n_), e;
    return all;
  }
  void move(any_stepper<T>& stepper, vector<T>& y, const T& tau, const T& t, std::int64_t step) {
    const solve_report report = stepper.step(y, T(0), tau);
    if (!report.ok()) {
      detail::fail_at(step, t, report, "a smaller --step may help");
    }
  }
  /// A step of a length whose time is `rest`, by secants; the length of --step takes about the time h.
  void move_to(any_stepper<T>& stepper, vector<T>& y, const T& t, const T& h, const T& rest,
               std::int64_t step) {
    constexpr int most_iterations = 100;
    using std::abs;
    const vector<T> start = y;
    const T scale = rest + T(abs(t));
    T before(0);
    T gap_before = -rest;
    T tau = unit_ * rest / h;
    for (int n = 0; n < most_iterations; ++n) {
      y = start;
      move(stepper, y, tau, t, step);
      const T gap = y[n_] - t - rest;
      if (!(epsilon<T>() * 16 * scale < T(abs(gap))) || gap == gap_before) {
        return;
      }
      const T trial = tau - gap * (tau - before) / (gap - gap_before);
      before = tau;
      gap_before = gap;
      tau = trial;
    }
    detail::fail_at(
        step, t, {solve_outcome::stagnated, 0, 0},
        "no shorter step ends at the time that is asked for; a smaller --step may help");
  }

  Eigen::Index n_;
  any_stepper<T> stepper_;
  step_function<T> sigma_;
  detail::spare_stepper<T> shorter_;
  any_stepper<T> mapped_;
  T unit_;
  T e_;
  T e_before_{0};  ///< at the start of the last step
  std::int64_t step_before_ = 0;
  T length_of_unit_{0};  ///< of the last step, where it was not shorter
};

}  // namespace plumbline
