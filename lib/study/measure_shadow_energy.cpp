// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity shadow-energy: what a symplectic step keeps in the place of the energy, from its own trajectory
// (measure/shadow_energy.hpp), and whether the energy stays near it.
//
//   leading term   H_{p+1}(z_0) = lim (H̃_K(z_0; h) − H(z_0))/h^p, from steps h_0 2^{−j} and Richardson's extrapolation in h², or in
//                  h where the scheme is not symmetric
//   verdict        from the trend of the energy (measure/energy_trend.hpp), ‖Φ'JΦ − J‖ of steps on the trajectory, and the
//                  volume |det DΦⁿ|
//
// A scheme without a discrete action (projections, discrete gradients, extrapolations) gets the verdict alone.
#include "study/kept_pieces.hpp"
#include "study/leading_term.hpp"
#include "study/point_in.hpp"
#include "study/quantity_entries.hpp"
#include "study/step_tangent.hpp"
#include <plumbline/catalogue/discrete_action.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/measure/decay_law.hpp>
#include <plumbline/measure/energy_trend.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/measure/shadow_energy.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

constexpr int most_terms = 2000;

void require_hamiltonian(const problem& p) {
  const system_entry& system = *p.system;
  if (system.kind == system_kind::first_order) {
    throw invalid_input(fmt::format(
        "shadow-energy needs a Hamiltonian system; {} is given by equations of first order",
        system.name()));
  }
  if (system.kind != system_kind::lagrangian || system.facts.forced) {
    throw invalid_input(fmt::format(
        "shadow-energy needs a Hamiltonian system; {} has a force that is not in the Lagrangian",
        system.name()));
  }
}

/// The orders K that were asked for, or those of the default that the run has steps for.
std::vector<int> terms_of(const measurement& m) {
  const std::string& given = argument_of(m, "terms");
  std::vector<int> terms;
  for (const std::string& text : split_list("--terms", given.empty() ? "4,8,12,16,24" : given)) {
    const auto K = static_cast<int>(parse_count("--terms", text, 2, most_terms));
    if (K % 2 != 0) {
      throw invalid_input(fmt::format("--terms must be even: {} or {}, not {}", K - 1, K + 1, K));
    }
    if (K / 2 > m.steps) {
      if (given.empty() && !terms.empty()) {
        continue;
      }
      throw invalid_input(
          fmt::format("--terms {} needs {} steps; this run has {}", K, K / 2, m.steps));
    }
    if (std::ranges::find(terms, K) == terms.end()) {
      terms.push_back(K);
    }
  }
  return terms;
}

/// The value to the digits that an error of this size leaves and two more, one at least: for errors that are estimated from above.
template <class T>
std::string text_within(const T& value, const T& error, int most) {
  if (value == T(0)) {
    return "0";
  }
  const double digits = (log2_magnitude(value) - log2_magnitude(error)) * log10_of_2;
  const int right = std::isfinite(digits) ? static_cast<int>(std::floor(digits)) + 2 : most;
  return to_text(value, std::clamp(right, 1, std::max(most, 1)));
}

/// The value to the digits that are right with an error of this size, one at least.
template <class T>
std::string text_of_right_digits(const T& value, const T& error, int most) {
  return value == T(0)
             ? "0"
             : to_text(value, std::clamp(supported_digits(value, error), 1, std::max(most, 1)));
}

/// One step with its action, for integrate().
template <class T>
class recorded_steps {
 public:
  recorded_steps(const measurement& m, const model<T>& system)
      : with_action_(make_action_stepper<T>(m.scheme.entry->info.name, m.scheme.values,
                                            table_of(*m.scheme.entry, m.scheme.values), system)),
        stepper_(m.scheme.entry->make<T>(m.scheme.values, system)) {}

  bool has_action() const { return with_action_ != nullptr; }
  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    if (with_action_) {
      step_action<T> made;
      const solve_report report = with_action_->step(z, t, h, made);
      sum_.action += made.action;
      sum_.energy += made.energy;
      return report;
    }
    if (state_.size() == 0) {
      state_ = stepper_.start(z, t);
      stepper_.resume(z, state_);
    }
    const solve_report report = stepper_.step(state_, t, h);
    if (report.ok()) {
      z = stepper_.phase(state_, T(t + h));
    }
    return report;
  }
  /// What the steps so far add up to.
  const step_action<T>& sum() const { return sum_; }

 private:
  std::unique_ptr<action_stepper<T>> with_action_;
  any_stepper<T> stepper_;
  vector<T> state_;
  step_action<T> sum_;
};

template <class T>
struct watched_trajectory {
  std::optional<shadow_energies<T>> shadows;  ///< of a scheme with an action
  T energy_change{0};
  T start_energy{0};
  std::vector<double> errors;  ///< H_n − H_0; with the energy of the time where H depends on it
  std::vector<phase_point<T>> samples;  ///< some nodes of the trajectory
  std::vector<T> times;
  T volume_change{0};
  T volume_change_of_first_half{0};
};

constexpr std::int64_t sample_count = 4;

/// Runs `steps` steps of length h; `each` hears of every node.
template <class T, class Each>
watched_trajectory<T> watched_run(const measurement& m, run_host& host, const T& h,
                                  std::int64_t steps, const std::vector<int>& terms, Each&& each) {
  using std::abs;
  const problem_in<T> in = make_problem<T>(m.p);
  recorded_steps<T> stepper(m, in.system);
  watched_trajectory<T> seen;
  if (stepper.has_action()) {
    seen.shadows.emplace(terms, h);
  }
  evaluation<T> at(in.system);
  const auto progress = host.begin(steps, "steps");
  const run_control control = control_of(m.p, host, *progress);
  phase_point<T> z = in.start;
  const std::int64_t stride = std::max<std::int64_t>(steps / sample_count, 1);
  const auto outcome = integrate<T>(
      stepper, z, time_grid<T>(in.t0, h, steps),
      [&](std::int64_t n, const T& t, const phase_point<T>& point) {
        at.set_time(t);
        const T value = energy(at, point);
        if (!is_finite(value)) {
          throw step_failure(n, to_text(t, 17), {solve_outcome::not_finite, 0, 0},
                             "the energy has no finite value there");
        }
        const step_action<T>& sum = stepper.sum();
        if (n == 0) {
          seen.start_energy = value;
        }
        const T change = abs(T(value - seen.start_energy));
        seen.energy_change = seen.energy_change < change ? change : seen.energy_change;
        seen.errors.push_back(to_double(T(value - seen.start_energy + sum.energy)));
        if (seen.shadows) {
          seen.shadows->add({point.q, point.p, sum.action, T(t - in.t0), sum.energy});
        }
        if (n % stride == 0) {
          seen.samples.push_back(point);
          seen.times.push_back(t);
        }
        each(n, t, point);
      },
      control);
  if (outcome == run_outcome::stopped) {
    throw interrupted();
  }
  return seen;
}

/// True where ‖Φ'JΦ − J‖ is rounding error at all samples, in a precision in which a scheme of high order with a small step
/// does not look like one that is symplectic.
template <class T>
bool is_symplectic(const measurement& m, const watched_trajectory<T>& seen) {
  constexpr int digits_beyond = 40;
  const precision_scope scope(std::max(m.digits, most_digits_of_quad) + digits_beyond);
  detail::step_tangent<mp> tangent(m.p, m.scheme);
  const mp step = evaluate<mp>(*m.step, m.p.names);
  for (std::size_t i = 0; i < seen.samples.size(); ++i) {
    const matrix<mp> phi =
        tangent.at(detail::point_in<mp>(seen.samples[i]),
                   plumbline::detail::convert_precision<mp>(seen.times[i]), step);
    mp size(1);
    for (Eigen::Index a = 0; a < phi.rows(); ++a) {
      for (Eigen::Index b = 0; b < phi.cols(); ++b) {
        size += phi(a, b) * phi(a, b);
      }
    }
    if (symplecticity_defect<mp>(phi) > size * epsilon<mp>() * mp(1000000)) {
      return false;
    }
  }
  return true;
}

/// Σ ln |det DΦ| along the trajectory in the scalar B.
template <class B>
class volume_watch {
 public:
  volume_watch(const measurement& m, std::int64_t steps)
      : tangent_(m.p, m.scheme), h_(evaluate<B>(*m.step, m.p.names)), steps_(steps) {}

  /// Before the step from the node n at z.
  void add(std::int64_t n, const B& t, const phase_point<B>& z) {
    using std::abs;
    using std::log;
    if (n == steps_) {
      return;
    }
    sum_ += log(abs(detail::determinant<B>(tangent_.at(z, t, h_))));
    B& most = n < steps_ / 2 ? first_ : second_;
    most = most < abs(sum_) ? B(abs(sum_)) : most;
  }
  B largest() const { return first_ < second_ ? second_ : first_; }
  /// A drift doubles from the first half of the run to the second.
  bool grows(const B& noise) const { return noise < second_ && first_ * 3 < second_ * 2; }

 private:
  detail::step_tangent<B> tangent_;
  B h_;
  std::int64_t steps_;
  B sum_{0};
  B first_{0};
  B second_{0};
};

/// Jacobians in many digits for so many steps of one degree of freedom; longer runs take them in double.
constexpr std::int64_t most_precise_volumes = 10000;

struct volume_result {
  std::string text;
  bool grows = false;
};

/// The size of the terms of the energy, of which rounding errors are a part.
template <class T>
double energy_scale(const measurement& m, const watched_trajectory<T>& seen) {
  evaluation<T> at(make_problem<T>(m.p).system);
  double size = std::abs(to_double(seen.start_energy));
  for (std::size_t i = 0; i < seen.samples.size(); ++i) {
    at.set_time(seen.times[i]);
    const phase_point<T>& z = seen.samples[i];
    size = std::max(size, std::abs(to_double(dot(z.p, velocity(at, z.q, z.p)))));
  }
  return size;
}

std::string verdict_of(const energy_trend& trend, bool symplectic, bool volume_grows) {
  switch (trend.kind) {
    case energy_trend::kinds::drift:
      return std::abs(trend.exponent - 1) <= 0.25
                 ? "drifts like t"
                 : fmt::format("drifts like t^{:.2f}", trend.exponent);
    case energy_trend::kinds::none:
      return symplectic ? "bounded" : volume_grows ? "undecided" : "conjugate symplectic";
    default:
      return "undecided";
  }
}

}  // namespace

namespace detail {

std::optional<extrapolated_term> leading_term(const measurement& m, const scheme_info& info,
                                              const std::optional<phase_point<mp>>& point) {
  using std::abs;
  const int working = 2 * std::max(m.digits, most_digits_of_double) + 2 * guard_digits;
  const precision_scope scope(std::max(working, most_digits_of_quad + 1));
  const problem_in<mp> in = make_problem<mp>(m.p);
  const phase_point<mp> start = point ? detail::point_in<mp>(*point) : in.start;
  evaluation<mp> at(in.system);
  at.set_time(in.t0);
  const mp start_energy = energy(at, start);
  constexpr int further_terms = 10;
  const int k = info.order + further_terms;
  constexpr int levels = 16;
  // a power of two near the run's step, so that the limit does not depend on it but for its radius
  mp h = ldexp(mp(1),
               static_cast<int>(std::floor(log2_magnitude(evaluate<mp>(*m.step, m.p.names)) + 2)));
  std::vector<mp> before;  // a row of Richardson's table
  std::optional<extrapolated_term> best;
  for (int j = 0; j < levels; ++j, h /= 2) {
    recorded_steps<mp> stepper(m, in.system);
    if (!stepper.has_action()) {
      return std::nullopt;
    }
    shadow_energies<mp> shadow({2 * k}, h);
    phase_point<mp> z = start;
    bool made = true;
    for (int n = 0; n <= k && made; ++n) {
      shadow.add({z.q, z.p, stepper.sum().action, mp(n * h), stepper.sum().energy});
      made = n == k || stepper.step(z, mp(in.t0 + n * h), h).ok();
    }
    if (!made) {
      before.clear();
      continue;
    }
    mp power(1);
    for (int i = 0; i < info.order; ++i) {
      power *= h;
    }
    std::vector<mp> row = {mp((shadow.value(0) - start_energy) / power)};
    const mp noise = shadow.noise(0) / power;
    mp factor(1);
    for (std::size_t i = 0; i < before.size(); ++i) {
      factor *= info.symmetric ? 4 : 2;
      row.push_back(mp(row[i] + (row[i] - before[i]) / (factor - 1)));
      const mp error =
          abs(mp(row[i + 1] - row[i])) + abs(mp(row[i + 1] - before[i])) / factor + 16 * noise;
      if (i > 0 && (!best || error < best->radius)) {
        best = {row[i + 1], error};
      }
    }
    if (best && best->radius < noise) {
      break;  // shorter steps have more of it
    }
    before = std::move(row);
  }
  return best;
}

}  // namespace detail

namespace {

/// The values of one step.
template <class T>
std::vector<named_value> shadow_in(const measurement& m, run_host& host) {
  const std::vector<int> terms = terms_of(m);
  const T h = evaluate<T>(*m.step, m.p.names);
  const scheme_info info = m.scheme.entry->info_for(m.scheme.values);
  if (const std::string warning = instability_of(m.p, m.scheme, to_double(h)); !warning.empty()) {
    host.warn(warning);
  }
  constexpr int digits_of_double = most_digits_of_double;
  const bool precise =
      m.digits > digits_of_double && m.steps * m.p.dimension <= most_precise_volumes;
  const auto observed = [&]<class B>(std::type_identity<B>, volume_result& volume) {
    volume_watch<B> watch(m, m.steps);
    auto seen = watched_run<T>(
        m, host, h, m.steps, terms, [&](std::int64_t n, const T& t, const phase_point<T>& z) {
          watch.add(n, plumbline::detail::convert_precision<B>(t), detail::point_in<B>(z));
        });
    const B noise = epsilon<B>() * B(static_cast<double>(m.steps + 1)) * 100;
    volume = {text_within<B>(watch.largest(), noise, m.digits), watch.grows(noise)};
    return seen;
  };
  volume_result volume;
  const watched_trajectory<T> seen = [&] {
    if (precise) {
      const precision_scope scope(std::max(m.digits, most_digits_of_quad + 1));
      return observed(std::type_identity<mp>{}, volume);
    }
    return observed(std::type_identity<double>{}, volume);
  }();
  const bool symplectic = is_symplectic(m, seen);

  constexpr int roundings_of_step = 50;
  const double scale = energy_scale(m, seen);
  const T walk =
      epsilon<T>() * T(roundings_of_step * scale * std::sqrt(static_cast<double>(m.steps + 1)));
  const double noise = to_double(walk);
  std::vector<named_value> values = {
      {"scheme-order", std::to_string(info.order), {}},
      {"energy-change", text_of_right_digits(seen.energy_change, walk, m.digits), {}}};
  if (!seen.shadows) {
    host.warn(fmt::format(
        "scheme {} has no discrete action on {}: its energy is judged, its shadow energy is not "
        "computed",
        m.scheme.entry->info.name, m.p.system->name()));
  } else {
    const auto& shadows = *seen.shadows;
    std::optional<T> least;
    for (std::size_t i = 0; i < shadows.size(); ++i) {
      const std::string K = std::to_string(shadows.terms(i));
      values.push_back({"shadow-energy-" + K,
                        text_within(shadows.value(i), T(shadows.noise(i) * 4), m.digits),
                        {}});
      values.push_back({"shadow-drift-" + K,
                        text_within(shadows.drift(i), T(shadows.noise(i) * 4), m.digits),
                        {}});
      if (shadows.has_drift(i) && (!least || shadows.drift(i) < *least)) {
        least = shadows.drift(i);
      }
    }
    if (symplectic && !least) {
      host.warn(
          "no drift says which --terms are best: each of them has one window; take more steps");
    }
    if (symplectic && least) {
      std::size_t best = shadows.size();
      int longest = 0;
      for (std::size_t i = 0; i < shadows.size(); ++i) {
        longest = std::max(longest, shadows.terms(i));
        const bool good = shadows.has_drift(i) && !(T(10) * *least < shadows.drift(i));
        if (good && (best == shadows.size() || shadows.terms(i) < shadows.terms(best))) {
          best = i;
        }
      }
      const bool rounding = !(shadows.noise(best) * 100 < *least);
      values.push_back({"best-terms", std::to_string(shadows.terms(best)), {}});
      values.push_back({"limited-by",
                        rounding                         ? "rounding"
                        : shadows.terms(best) == longest ? "terms"
                                                         : "resonance",
                        {}});
      if (info.order > 0) {
        if (const auto term = detail::leading_term(m, info)) {
          const bool is_zero = abs(term->value) <= term->radius;  // as far as its digits go
          values.push_back({"leading-term",
                            is_zero ? "0" : text_within(term->value, term->radius, m.digits),
                            {}});
          // with the rounding of the printed number
          values.push_back(
              {"leading-term-radius",
               to_text(mp(term->radius + abs(term->value) * pow(mp(10), mp(-m.digits + 1))), 2),
               {}});
        } else {
          host.warn("no step near this one gives a leading term");
        }
      }
    }
  }
  values.push_back({"volume-change", volume.text, {}});
  values.push_back(
      {"verdict", verdict_of(trend_of(seen.errors, noise), symplectic, volume.grows), {}});
  return values;
}

/// The drift of one of several steps.
struct step_drift {
  bool done = false;
  std::string drift;
  double step = 0;
  double log_drift = 0;
  bool at_rounding = false;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(done, drift, step, log_drift, at_rounding);
  }
};

double time_of_window(const measurement& m) {
  return to_double(evaluate<mp64>(duration(argument_of(m, "window"), m.p.names), m.p.names));
}

/// K of the windows for this step.
int terms_of_window(const measurement& m, const expression& step) {
  return static_cast<int>(
      2 * std::lround(time_of_window(m) / to_double(evaluate<mp64>(step, m.p.names))));
}

template <class T>
step_drift drift_of_step(const measurement& m, const expression& step, run_host& host) {
  measurement one = m;
  one.step = step;
  one.steps = step_count(step, "", m.until->text(), m.p.names);
  const T h = evaluate<T>(step, m.p.names);
  const int K = terms_of_window(m, step);
  const auto seen = watched_run<T>(one, host, h, one.steps, {K},
                                   [](std::int64_t, const T&, const phase_point<T>&) {});
  if (!seen.shadows) {
    throw invalid_input(fmt::format("scheme {} has no discrete action on {}",
                                    m.scheme.entry->info.name, m.p.system->name()));
  }
  const T noise = seen.shadows->noise(0) * 4;
  const T& drift = seen.shadows->drift(0);
  return {.done = true,
          .drift = text_within(drift, noise, m.digits),
          .step = to_double(h),
          .log_drift = log2_magnitude(drift) / std::log2(std::exp(1.0)),
          .at_rounding = drift < noise * 10};
}

bool is_of_windows(const measurement& m) {
  return m.all_steps.size() > 1 || !argument_of(m, "window").empty();
}

void check_windows(const measurement& m) {
  constexpr std::size_t least_steps = 4;
  const std::string& window = argument_of(m, "window");
  if (window.empty()) {
    throw invalid_input("several steps need --window L, the time of a window");
  }
  if (!argument_of(m, "terms").empty()) {
    throw invalid_input("--terms does not go with several steps: --window L says them");
  }
  if (m.all_steps.size() < least_steps) {
    throw invalid_input(
        fmt::format("the law over steps needs at least four of them, got {}", m.all_steps.size()));
  }
  if (!m.until) {
    throw invalid_input("several steps need --until T");
  }
  for (std::size_t i = 0; i < m.all_steps.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (evaluate<mp64>(m.all_steps[i], m.p.names) == evaluate<mp64>(m.all_steps[k], m.p.names)) {
        throw invalid_input(fmt::format("the steps of a law must differ: {} and {} are one",
                                        m.all_steps[k].text(), m.all_steps[i].text()));
      }
    }
  }
  for (const expression& step : m.all_steps) {
    const int K = terms_of_window(m, step);
    const std::int64_t steps = step_count(step, "", m.until->text(), m.p.names);
    if (K < 2) {
      throw invalid_input(
          fmt::format("--window {} is shorter than the step {}", window, step.text()));
    }
    if (K / 2 > steps) {
      throw invalid_input(fmt::format("--window {} needs {} steps of {}; this run has {}", window,
                                      K / 2, step.text(), steps));
    }
  }
}

/// The drifts of several steps in windows of the same time, and their law.
template <class T>
std::vector<named_value> decay_in(const measurement& m, run_host& host) {
  std::vector<step_drift> drifts;
  const detail::piece_plan plan{.count = m.all_steps.size(), .jobs = m.jobs, .unit = "runs"};
  detail::kept_pieces(drifts, plan, host, host.keeper(), [&](std::size_t i) {
    return std::vector<step_drift>{drift_of_step<T>(m, m.all_steps[i], host)};
  });
  std::vector<named_value> values;
  std::vector<double> steps;
  std::vector<double> logarithms;
  for (std::size_t i = 0; i < drifts.size(); ++i) {
    const std::string& step = m.all_steps[i].text();
    if (drifts[i].at_rounding) {
      host.warn(
          fmt::format("at the step {} the drift is at the rounding errors: more --digits", step));
    }
    values.push_back({"shadow-drift@" + step, drifts[i].drift, {}});
    steps.push_back(drifts[i].step);
    logarithms.push_back(drifts[i].log_drift);
  }
  const decay_law law = fit_decay(steps, logarithms);
  constexpr int shown = 6;
  values.push_back(
      {"decay", to_text(law.decay, digits_to_radius(law.decay, law.decay_radius, shown)), {}});
  values.push_back({"decay-radius", to_text(law.decay_radius, 2), {}});
  if (law.decay > 0) {
    const double length = time_of_window(m);
    const double tau = singularity_of(law.decay, length);
    const double farther = singularity_of(law.decay + law.decay_radius, length);
    values.push_back({"singularity", text_of_right_digits(tau, farther - tau, shown), {}});
  }
  return values;
}

void check_shadow_energy(const measurement& m) {
  require_hamiltonian(m.p);
  if (is_of_windows(m)) {
    check_windows(m);
  } else {
    (void)terms_of(m);
  }
}

std::vector<quantity_line> lines_of_shadow_energy(const measurement& m) {
  std::vector<quantity_line> lines;
  if (is_of_windows(m)) {
    for (const expression& step : m.all_steps) {
      lines.push_back({"shadow-drift@" + step.text()});
    }
    lines.insert(lines.end(), {{"decay"}, {"decay-radius"}, {"singularity"}});
    return lines;
  }
  lines = {{"scheme-order"}, {"energy-change"}};
  for (const int K : terms_of(m)) {
    lines.push_back({fmt::format("shadow-energy-{}", K)});
    lines.push_back({fmt::format("shadow-drift-{}", K)});
  }
  lines.insert(lines.end(), {{"best-terms"},
                             {"limited-by", false},
                             {"leading-term"},
                             {"leading-term-radius"},
                             {"volume-change"},
                             {"verdict", false}});
  return lines;
}

std::vector<named_value> measure_shadow_energy(const measurement& m, run_host& host) {
  const auto in = [&]<class T>(std::type_identity<T>) {
    if (is_of_windows(m)) {
      return decay_in<T>(m, host);
    }
    if (host.keeper().wanted()) {
      throw invalid_input(
          "shadow-energy of one step leaves no checkpoints; of several steps it does");
    }
    return shadow_in<T>(m, host);
  };
  if (!m.p.system->facts.autonomous && m.digits > most_digits_of_double) {
    // the rate of the energy of the time comes from numbers with tangents, which have these digits
    const precision_scope scope(std::max(m.digits, most_digits_of_quad + 1));
    return in(std::type_identity<mp>{});
  }
  return with_scalar(m.digits, in);
}

}  // namespace

quantity shadow_energy_quantity() {
  return {.name = "shadow-energy",
          .meaning =
              "the energy that a symplectic scheme keeps in the place of the true one, from its "
              "trajectory, its drift by the order of the formula, its leading term, and whether "
              "the energy is bounded",
          .input = quantity::needs::trajectory,
          .measure = measure_shadow_energy,
          .keeps = true,
          .of_runs = true,
          .arguments = {{"terms", "the orders K of the formula, even (4,8,12,16,24)", false},
                        {"window", "of several steps: the time of a window, K = 2 L/H"}},
          .example = "pendulum --scheme leapfrog --step 1/100 --until 20",
          .check = check_shadow_energy,
          .lines = lines_of_shadow_energy,
          .several_steps = true};
}

}  // namespace plumbline
