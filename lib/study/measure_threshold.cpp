// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity threshold: the first momentum at the start, or another start value, between two others, from which on a pendulum’s
// motion by the scheme turns over, by bisection. A motion turns where its first coordinate goes more than half a turn away from the start
// before its momentum changes sign.
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

namespace plumbline {

namespace {

constexpr std::int64_t most_steps_of_a_motion = 100'000'000;

/// Throws step_failure, and domain_error for a motion that does neither.
template <class T>
bool turns(const measurement& m, const phase_point<T>& start, run_host& host) {
  using std::abs;
  const problem_in<T> in = make_problem<T>(m.p);
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  const T h = evaluate<T>(*m.step, m.p.names);
  // beyond half a turn nothing holds it back
  const T far = pi<T>() * 5 / 4;
  vector<T> y = stepper.start(start, in.t0);
  stepper.resume(start, y);
  for (std::int64_t n = 0; n < most_steps_of_a_motion; ++n) {
    if (host.stop_requested()) {
      throw interrupted();
    }
    const T t = in.t0 + h * as_scalar<T>(n);
    const solve_report report = stepper.step(y, t, h);
    if (!report.ok()) {
      throw step_failure(n, to_text(t, 17), report, "while the kind of motion was looked for");
    }
    const phase_point<T> z = stepper.phase(y, T(t + h));
    if (!(abs(T(z.q[0] - start.q[0])) < far)) {
      return true;
    }
    if (!(T(0) < z.p[0] * start.p[0])) {
      return false;
    }
  }
  throw domain_error("the motion neither turns over nor comes back");
}

template <class T>
T number_of(const measurement& m, const char* name) {
  const std::string given = argument_of(m, name);
  const std::string& text = given.empty() && std::string_view(name) == "tolerance"
                                ? "1e-12"
                                : required(fmt::format("'{}' of threshold", name), given);
  return evaluate<T>(expression(text), m.p.names);
}

/// The entry of the start that is varied.
template <class T>
T& varied(const measurement& m, phase_point<T>& start) {
  const std::string prefix = "start.";
  const std::string given = argument_of(m, "parameter");
  const std::string text = given.empty() ? prefix + "p1" : given;
  const auto place =
      text.starts_with(prefix) ? find_start(m.p, text.substr(prefix.size())) : std::nullopt;
  if (!place || (place->part != state_part::coordinate && place->part != state_part::momentum)) {
    throw invalid_input(
        unknown_name("parameter of threshold", text, {prefix + "q1", prefix + "p1"}));
  }
  return (place->part == state_part::coordinate ? start.q : start.p)[place->index];
}

void check_threshold(const measurement& m) {
  auto start = make_problem<double>(m.p).start;
  (void)varied<double>(m, start);
  const auto in = [&](const char* name) { return number_of<mp64>(m, name); };
  if (!(in("from") < in("to")) || !(mp64(0) < in("tolerance"))) {
    throw invalid_input("threshold needs from < to and a tolerance above 0");
  }
}

template <class T>
std::vector<named_value> threshold_in(const measurement& m, run_host& host) {
  const problem_in<T> in = make_problem<T>(m.p);
  T low = number_of<T>(m, "from");
  T high = number_of<T>(m, "to");
  const T close = number_of<T>(m, "tolerance");
  const auto at = [&](const T& p) {
    phase_point<T> start = in.start;
    varied<T>(m, start) = p;
    return turns<T>(m, start, host);
  };
  const bool below = at(low);
  if (below == at(high)) {
    throw invalid_input(fmt::format("the motion {} at both ends: there is no threshold between",
                                    below ? "turns over" : "swings"));
  }
  while (close < high - low) {
    const T middle = (low + high) / 2;
    if (!(low < middle && middle < high)) {
      break;  // the tolerance is less than the distance of two numbers
    }
    (at(middle) == below ? low : high) = middle;
  }
  const int all = static_cast<int>(plumbline::detail::digits_for_bits(scalar_traits<T>::bits()));
  const T apart = high - low;
  const T& radius = close < apart ? apart : close;
  const std::string text =
      m.is_printed ? to_text(low, digits_to_radius(low, radius, all)) : to_text(low);
  return {{"threshold", text, {}}};
}

std::vector<named_value> measure_threshold(const measurement& m, run_host& host) {
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return threshold_in<T>(m, host); });
}

}  // namespace

quantity threshold_quantity() {
  return {.name = "threshold",
          .meaning =
              "the momentum at the start, or another start value, from which on the scheme's "
              "motion turns over, in the place of swinging, by bisection",
          .input = quantity::needs::one_step,
          .measure = measure_threshold,
          .arguments = {{"parameter", "which start value: start.p1 (default), start.q1, …", false},
                        {"from", "a value below"},
                        {"to", "a value above"},
                        {"tolerance", "how close the bisection comes (1e-12)"}},
          .example =
              "pendulum --set omega=1 --start q1=0 --scheme leapfrog --step 0.5 --digits 16 "
              "--with from=1.9 --with to=2.1 --with tolerance=1e-9",
          .check = check_threshold};
}

}  // namespace plumbline
