// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/adaptive_verdict.hpp"

#include <plumbline/core/interruption.hpp>
#include <plumbline/measure/energy_trend.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

constexpr int verdict_digits = 3;

/// Of so many steps there are derivatives: few of a large system, whose derivative has many directions.
std::int64_t verdict_steps(std::int64_t steps, int dimension) {
  constexpr std::int64_t most = 20;
  constexpr std::int64_t least = 3;
  return std::min(steps, std::clamp(steps / (8 * dimension), least, most));
}

/// What a law of steps does over a few of them.
template <class B>
struct window_numbers {
  std::int64_t steps = 0;
  B symplecticity{0};
  std::optional<B> held = {};
  std::optional<B> reversibility = {};
  B growth{0};  ///< the norm of the derivative
  B size{0};    ///< the norm of the state
};

template <class B>
B frobenius(const matrix<B>& a) {
  using std::sqrt;
  B sum(0);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
      sum += a(i, k) * a(i, k);
    }
  }
  return B(sqrt(sum));
}

template <class B>
vector<B> flat_state(const phase_point<B>& z) {
  vector<B> y(z.q.size() + z.p.size());
  y << z.q, z.p;
  return y;
}

/// More than any run takes, so that no step is the last one.
template <class T>
T no_end(const T& first) {
  constexpr int bits = 60;
  T all(0);
  set_scaled(all, T(detail::plain_number(first)), bits);
  return all;
}

/// The law of a run in the scalar T.
template <class T, class F>
auto with_law(const adaptive_run& r, const model<T>& system, const detail::plain_of<T>& energy,
              F&& f) {
  switch (r.how) {
    case adaptivity::plain:
      return f(embedded_steps<T>(r, system));
    case adaptivity::reversible:
      return f(reversible_steps<T>(r, system));
    default:
      return f(transformed_steps<T>(r, system, T(energy)));
  }
}

/// Steps of a law from a point of phase space; `lengths` of them are kept.
template <class T, class Law>
class short_run {
 public:
  short_run(Law& law, const phase_point<T>& z, const detail::plain_of<T>& t0,
            const detail::plain_of<T>& all)
      : law_(law),
        y_(law.stepper().start(z, T(t0))),
        t0_(t0),
        all_(no_end(T(all))),
        h_(law.first_length(T(all))) {
    law.stepper().resume(z, y_);
  }
  void go(std::int64_t steps) {
    while (record_.steps < steps) {
      step(all_);
    }
  }
  /// Until the lengths of so many steps follow the state; at most so many more. Returns the steps that are made.
  std::int64_t go_on(std::int64_t following, std::int64_t most) {
    for (; record_.following < following && most > 0; --most) {
      step(all_);
    }
    return record_.steps;
  }
  /// Ends after this time.
  void go_for(const T& time) {
    constexpr std::int64_t most = 10000;
    while (passed_ < time && record_.steps < most) {
      step(T(time - passed_));
    }
  }
  phase_point<T> phase() { return law_.stepper().phase(y_, T(t0_ + passed_)); }
  const T& passed() const { return passed_; }
  const T& next_length() const { return h_; }
  const std::vector<T>& lengths() const { return lengths_; }
  void begin_with(const T& h) { h_ = h; }

 private:
  void step(const T& rest) {
    end_if_interrupted();
    T next = h_;
    law_.advance(y_, T(t0_ + passed_), h_, rest, next, record_);
    passed_ = h_ < rest ? T(passed_ + h_) : T(passed_ + rest);
    lengths_.push_back(h_);
    h_ = next;
  }

  Law& law_;
  vector<T> y_;
  T t0_;
  T all_;
  T passed_{0};
  T h_;
  step_record<T> record_;
  std::vector<T> lengths_;
};

/// The motion of the start with its velocities reversed is the motion backwards, at this state.
template <class B>
bool comes_back(const problem_in<B>& in, const phase_point<B>& z) {
  using std::abs;
  if (!in.system.is_lagrangian() || !in.system.facts().autonomous || in.system.facts().forced) {
    return false;
  }
  constexpr int roundings = 1 << 12;
  const B most = epsilon<B>() * roundings;
  evaluation<B> at(in.system);
  const vector<B> back = -z.p;
  const vector<B> sum = velocity(at, z.q, z.p) + velocity(at, z.q, back);
  const B energy_there = energy(at, z);
  const B energy_back = energy(at, phase_point<B>{z.q, back});
  return detail::norm_of(sum) <= most * (B(1) + detail::norm_of(velocity(at, z.q, z.p))) &&
         B(abs(B(energy_there - energy_back))) <= most * (B(1) + B(abs(energy_there)));
}

/// The derivative of the map of the first steps, and of the same steps with their lengths held.
template <class B>
void differentiate(const adaptive_run& r, const problem_in<B>& in, const B& energy, const B& all,
                   const B& first, const length_factors& factors, window_numbers<B>& found) {
  using D = tangent_number<B>;
  const model<D> system = make_tangent_system<B>(r.p);
  const vector<B> start = flat_state(in.start);
  const Eigen::Index n = in.start.q.size();
  if (r.how == adaptivity::symplectic) {
    transformed_steps<D> law(r, system, D(energy));
    const vector<D> all_entries = law.transformed(
        law.stepper().start({start.head(n).template cast<D>(), start.tail(n).template cast<D>()},
                            D(in.t0)),
        D(in.t0));
    vector<B> y(all_entries.size());
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      y[k] = all_entries[k].value;
    }
    const matrix<B> jacobian = step_jacobian<B>(
        [&](vector<D>& z) {
          solve_report report;
          for (std::int64_t k = 0; k < found.steps && report.ok(); ++k) {
            report = law.map(z);
          }
          return report;
        },
        y);
    found.symplecticity = symplecticity_defect<B>(jacobian);
    found.growth = frobenius(jacobian);
    return;
  }
  matrix<B> adapted(2 * n, 2 * n);
  matrix<B> held(2 * n, 2 * n);
  const auto put = [n](matrix<B>& to, Eigen::Index column, const phase_point<D>& z) {
    for (Eigen::Index i = 0; i < n; ++i) {
      to(i, column) = z.q[i].tangent[0];
      to(n + i, column) = z.p[i].tangent[0];
    }
  };
  for (Eigen::Index column = 0; column < 2 * n; ++column) {
    vector<D> z(2 * n);
    for (Eigen::Index i = 0; i < 2 * n; ++i) {
      z[i] = i == column ? D::variable(start[i], 0) : D(start[i]);
    }
    const phase_point<D> moved{z.head(n), z.tail(n)};
    const auto both = [&](auto law) {
      short_run<D, decltype(law)> run(law, moved, in.t0, all);
      run.begin_with(D(first));
      if constexpr (requires { law.take_factors(factors); }) {
        law.take_factors(factors);
      }
      run.go(found.steps);
      put(adapted, column, run.phase());
      if constexpr (requires(vector<D> & y, const D& x) { law.make(y, x, x); }) {
        vector<D> y = law.stepper().start(moved, D(in.t0));
        law.stepper().resume(moved, y);
        D t(in.t0);
        for (const D& h : run.lengths()) {
          const D length(h.value);
          if (const solve_report report = law.make(y, t, length); !report.ok()) {
            detail::fail_at(0, t, report, "in the verdict of the steps");
          }
          t += length;
        }
        put(held, column, law.stepper().phase(y, t));
      }
    };
    with_law<D>(r, system, energy, both);
  }
  found.symplecticity = symplecticity_defect<B>(adapted);
  found.held = symplecticity_defect<B>(held);
  found.growth = frobenius(adapted);
}

template <class B>
window_numbers<B> numbers_in(const adaptive_run& r, std::int64_t steps, std::int64_t of_run) {
  const problem_in<B> in = make_problem<B>(r.p);
  const B all = evaluate<B>(r.until, r.p.names);
  evaluation<B> at(in.system);
  at.set_time(in.t0);
  const B energy_of_start = energy(at, in.start);
  window_numbers<B> found;
  found.size = detail::norm_of(flat_state(in.start));
  // the first length is that of the first step that was made, so that no derivatives are taken of longer ones
  B first(0);
  with_law<B>(r, in.system, energy_of_start, [&](auto law) {
    short_run<B, decltype(law)> begin(law, in.start, in.t0, all);
    begin.go(1);
    first = begin.lengths().front();
  });
  length_factors factors;
  with_law<B>(r, in.system, energy_of_start, [&](auto law) {
    short_run<B, decltype(law)> there(law, in.start, in.t0, all);
    there.begin_with(first);
    const auto keep = [&law](length_factors* to) {
      if constexpr (requires { law.keep_factors(to); }) {
        law.keep_factors(to);
      }
    };
    keep(&factors);
    there.go(steps);
    constexpr std::int64_t following = 2;
    constexpr std::int64_t most_further = 20;
    found.steps = r.how == adaptivity::plain
                      ? there.go_on(following, std::min(most_further, of_run - steps))
                      : steps;
    keep(nullptr);
    phase_point<B> z = there.phase();
    if (comes_back(in, in.start) && comes_back(in, z)) {
      z.p = -z.p;
      short_run<B, decltype(law)> back(law, z, in.t0, all);
      back.begin_with(there.next_length());
      back.go_for(there.passed());
      z = back.phase();
      found.reversibility =
          detail::norm_of(flat_state(phase_point<B>{z.q - in.start.q, z.p + in.start.p}));
    }
  });
  differentiate<B>(r, in, energy_of_start, all, first, factors, found);
  return found;
}

std::string words_of(const energy_trend& trend) {
  switch (trend.kind) {
    case energy_trend::kinds::none:
      return "none";
    case energy_trend::kinds::drift:
      return fmt::format("drifts like t^{:.2f}", trend.exponent);
    default:
      return "undecided";
  }
}

template <class B>
metadata lines_of(const adaptive_run& r, std::int64_t steps, const energy_trend& trend) {
  metadata lines = {{"energy_trend", words_of(trend)}};
  std::string verdict;
  try {
    const window_numbers<B> found = numbers_in<B>(r, verdict_steps(steps, r.p.dimension), steps);
    // what rounding makes of a defect that is none
    constexpr int roundings = 1 << 16;
    const B most = epsilon<B>() * roundings * static_cast<int>(found.steps);
    lines.push_back({"verdict_steps", found.steps});
    lines.push_back({"symplecticity", to_text(found.symplecticity, verdict_digits)});
    if (found.held) {
      lines.push_back({"symplecticity_held", to_text(*found.held, verdict_digits)});
    }
    verdict = found.symplecticity <= most * (B(1) + found.growth * found.growth) ? "symplectic"
                                                                                 : "not symplectic";
    if (found.reversibility) {
      lines.push_back({"reversibility", to_text(*found.reversibility, verdict_digits)});
      verdict += *found.reversibility <= most * (B(1) + found.growth * found.size)
                     ? ", reversible"
                     : ", not reversible";
    }
  } catch (
      const step_failure&) {  // the run itself has come through; a verdict is no reason to fail
    verdict = "symplecticity and reversibility could not be measured";
  }
  verdict += trend.kind == energy_trend::kinds::none    ? ", energy without a trend"
             : trend.kind == energy_trend::kinds::drift ? ", energy drifts"
                                                        : ", energy undecided";
  lines.push_back({"verdict", verdict});
  return lines;
}

}  // namespace

metadata adaptive_verdict(const adaptive_run& r, std::int64_t steps, const thinned_errors& energies,
                          double noise) {
  const system_entry& system = *r.p.system;
  if (steps == 0 || system.kind != system_kind::lagrangian || !system.facts.autonomous ||
      system.facts.forced || !system.constraints.empty()) {
    return {};
  }
  // with the digits of quad at least: what rounding makes of a defect in double may be as large as one that is there; of large systems
  // in double, of which that would cost more than the run
  const energy_trend trend = trend_of(energies.kept(), noise);
  constexpr int most_coordinates = 8;
  if (r.request.digits <= most_digits_of_double && r.p.dimension > most_coordinates) {
    return lines_of<double>(r, steps, trend);
  }
  const precision_scope scope(std::max(r.request.digits, most_digits_of_quad));
  return lines_of<mp>(r, steps, trend);
}

}  // namespace plumbline
