// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD Table 1: the largest and the smallest T over z_{i+2} − z_i, i = 0 … 199, and T_avg(N, 100, 200), for p0 = 1.95 and
// ε = 0.2, after N = 1.8·10⁷ half periods: a statement on rounding in double precision, always computed there, in 5.3·10⁸ steps.
#include "experiments/pd/series.hpp"
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/suris.hpp>
#include <plumbline/study/parallel.hpp>

#include <atomic>

namespace plumbline::experiments::pd {

namespace {

constexpr std::array schemes{scheme::leapfrog, scheme::suris1, scheme::gradient};
constexpr const char* step = "0.2";
constexpr const char* start_momentum = "1.95";
constexpr int digits_of_double = 16;
constexpr int single_periods = 200;
constexpr std::size_t zeros_needed = 401;
constexpr std::int64_t far_half_periods = 18'000'000;

/// The three columns, from z_N … z_{N+400}.
struct stability {
  measured largest;
  measured smallest;
  measured average;
};

stability stability_of(const std::vector<crossing<measured>>& zeros) {
  const series near{decimal<measured>(step), zeros, {}};
  std::vector<measured> periods;
  for (std::size_t i = 0; i < single_periods; ++i) {
    periods.push_back(measured(steps_between(zeros[i], zeros[i + 2]) * near.step));
  }
  const auto [smallest, largest] = std::minmax_element(periods.begin(), periods.end());
  return {*largest, *smallest, near.period()};
}

/// All that a long run has to remember.
struct far_state {
  std::int64_t steps = 0;
  phase_point<double> z;
  zero_crossings<double> crossings;
  std::int64_t seen = 0;                 ///< zeros so far
  std::vector<crossing<double>> kept{};  ///< those from z_N on

  template <class Archive>
  void transfer(Archive& archive) {
    archive(steps, z.q, z.p, crossings, seen, kept);
  }
  bool complete() const { return kept.size() == zeros_needed; }
  void observe(std::int64_t n, double q) {
    steps = n;
    crossings.add(q, [&](const crossing<double>& found) {
      if (seen >= far_half_periods && !complete()) {
        kept.push_back(found);
      }
      ++seen;
    });
  }
};

template <class Stepper>
std::vector<crossing<measured>> far_zeros(context& c, const std::string& key, Stepper stepper,
                                          std::atomic<std::int64_t>& done) {
  const double h = decimal<double>(step);
  far_state state{0, phase_of(0.0, decimal<double>(start_momentum)), {}, 0, {}};
  run_control control;
  control.stop_requested = [&] { return state.complete(); };
  c.restore(key, state);
  control.first_step = state.steps;
  std::int64_t shown = 0;
  const auto report_zeros = [&] {
    done += state.seen - std::exchange(shown, state.seen);
    c.show(done, static_cast<std::int64_t>(schemes.size()) * far_half_periods);
  };
  static_cast<void>(integrate(
      stepper, state.z, time_grid<double>(0, h, std::numeric_limits<std::int64_t>::max()),
      [&](std::int64_t n, double /*t*/, const phase_point<double>& z) {
        state.observe(n, z.q[0]);
        if (n % (1 << 20) == 0) {
          c.keep(key, state);
          report_zeros();
          c.poll();
        }
      },
      control));
  constexpr bool at_once = true;
  c.keep(key, state, at_once);
  return mapped(state.kept, [](const crossing<double>& z) {
    return crossing<measured>{z.cell, measured(z.fraction)};
  });
}

std::vector<crossing<measured>> far_zeros(context& c, scheme s, std::atomic<std::int64_t>& done) {
  const std::string key = fmt::format("pd-table1-long/{}", name_of(s));
  const pendulum<double> system{1, 1};
  switch (s) {
    case scheme::leapfrog:
      return far_zeros(c, key, leapfrog_stepper<double, pendulum<double>>(system), done);
    case scheme::suris1:
      return far_zeros(c, key, suris_stepper<double>(suris_map::first, 1, 1), done);
    default:
      return far_zeros(
          c, key, discrete_gradient_stepper<double, pendulum<double>>(gradient_step::plain, system),
          done);
  }
}

measured printed_average(context& c, const char* id, scheme s) {
  const std::string key = fmt::format("{}/average", name_of(s));
  for (const auto& number : c.published().of(id)) {
    if (number.key == key) {
      return from_text<measured>(number.value);
    }
  }
  throw invalid_input(fmt::format("{} has no number '{}'", id, key));
}

}  // namespace

void run_table1_long(context& c, report::section& out) {
  std::array<std::vector<crossing<measured>>, schemes.size()> zeros;
  std::atomic<std::int64_t> done = 0;
  for_each_parallel<double>(schemes.size(), default_jobs(), [&](std::size_t i) {
    const std::size_t slow_first = schemes.size() - 1 - i;
    zeros[slow_first] = far_zeros(c, schemes[slow_first], done);
  });
  report::number_table table{
      "p0 = 1.95, ε = 0.2, 200 periods after 1.8·10⁷ half periods, in double precision.",
      "",
      {"maximal T", "minimal T", "T_avg(N, 100, 200)"}};
  report::plain_table drift{
      "T_avg(1.8·10⁷, 100, 200) − T_avg(0, 100, 200): rounding, and where the zeros lie in their "
      "cells.",
      {"", "here", "printed"}};
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    const stability far = stability_of(zeros[i]);
    const auto judged = [&](const char* column, const measured& x) {
      return judge(out, fmt::format("{}/{}", name_of(schemes[i]), column), x, digits_of_double);
    };
    table.rows.push_back({"",
                          std::string(name_of(schemes[i])),
                          {judged("maximal", far.largest), judged("minimal", far.smallest),
                           judged("average", far.average)}});
    const stability first = stability_of(
        observe(c, watch{schemes[i], start_momentum, step, digits_of_double, zeros_needed}).zeros);
    const auto difference = [](const measured& a, const measured& b) {
      return fmt::format("{:.1e}", to_double(measured(a - b)));
    };
    drift.rows.push_back({std::string(name_of(schemes[i])), difference(far.average, first.average),
                          difference(printed_average(c, "pd-table1-long", schemes[i]),
                                     printed_average(c, "pd-table1", schemes[i]))});
  }
  out.add(std::move(table));
  out.add(std::move(drift));
}

}  // namespace plumbline::experiments::pd
