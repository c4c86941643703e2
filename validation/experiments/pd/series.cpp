// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/pd/series.hpp"

#include <plumbline/exact/pendulum.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/parallel.hpp>

#include <algorithm>

namespace plumbline::experiments::pd {

namespace {

constexpr std::int64_t most_steps = 100'000'000;

/// Steps until see(n, q, p) is false.
template <class T, class See>
void run_from_bottom(scheme by, const std::string& p0_text, const std::string& step, See&& see) {
  const T p0 = decimal<T>(p0_text);
  auto stepper = make_stepper<T>(by, p0);
  vector<T> y = stepper.start({vector<T>::Constant(1, T(0)), vector<T>::Constant(1, p0)});
  bool going = true;
  run_control control;
  control.stop_requested = [&] { return !going; };
  (void)integrate<T>(
      stepper, y, time_grid<T>(T(0), decimal<T>(step), most_steps),
      [&](std::int64_t n, const T& /*t*/, const vector<T>& state) {
        going = see(n, state[0], state[1]);
      },
      control);
}

template <class T>
series watch_in(const watch& w, const std::function<void()>& poll) {
  series r;
  r.step = decimal<measured>(w.step);
  zero_crossings<T> crossings(pi<T>());
  extrema<T> tops;
  run_from_bottom<T>(w.by, w.p0, w.step, [&](std::int64_t n, const T& q, const T& /*p*/) {
    if (n % 4096 == 0) {
      poll();
    }
    r.turned = r.turned || pi<T>() < q || q < -pi<T>();
    if (r.zeros.size() < w.zeros) {
      crossings.add(q, [&](const crossing<T>& z) {
        r.zeros.push_back({z.cell, to_measured(z.fraction)});
      });
    }
    if (r.tops.size() < w.extrema) {
      tops.add(q, [&](const extremum<T>& e) {
        r.tops.push_back({e.sample, to_measured(e.offset), to_measured(e.value)});
      });
    }
    return r.zeros.size() < w.zeros || r.tops.size() < w.extrema;
  });
  return r;
}

pendulum_solution<measured> exact_motion(const std::string& p0) {
  return {measured(1), measured(1), measured(0), decimal<measured>(p0), measured(0)};
}

}  // namespace

std::vector<measured> series::periods() const {
  std::vector<measured> found;
  period_sequence<measured> sequence(step);
  for (const auto& z : zeros) {
    sequence.add(z, [&](const measured& t) { found.push_back(t); });
  }
  return found;
}
std::vector<measured> series::amplitudes() const {
  using std::abs;
  std::vector<measured> found;
  for (const auto& e : tops) {
    found.push_back(measured(abs(e.value)));
  }
  return found;
}
measured series::average(std::int64_t first, std::int64_t periods) const {
  return average(first, periods - 1, periods);
}
measured series::average(std::int64_t first, std::int64_t above, std::int64_t up_to) const {
  period_average<measured> mean(first, above, up_to);
  for (const auto& z : zeros) {
    mean.add(z);
  }
  return mean.value(step);
}
measured series::average_amplitude(std::int64_t first, std::int64_t count) const {
  amplitude_average<measured> mean(first, count);
  for (const auto& e : tops) {
    mean.add(e);
  }
  return mean.value();
}
measured series::period_oscillation() const {
  relative_oscillation<measured> tau(40);
  measured sum(0);
  const std::vector<measured> all = periods();
  for (const measured& t : all) {
    tau.add(t);
    sum += t;
  }
  const measured mean = sum / static_cast<int>(all.size());
  return tau.local_extrema() > 0 ? tau.typical(mean) : tau.maximum(mean);
}

std::vector<series> observe(context& c, const std::vector<watch>& wanted) {
  std::vector<series> found(wanted.size());
  const std::function<void()> poll = [&c] { c.poll(); };
  for_each_parallel<measured>(wanted.size(), default_jobs(), [&](std::size_t i) {
    found[i] = at_digits(wanted[i].digits, [&]<class T>() { return watch_in<T>(wanted[i], poll); });
  });
  return found;
}

path follow(context& c, scheme by, const std::string& p0, const std::string& step, int digits,
            std::int64_t steps) {
  path found;
  at_digits(digits, [&]<class T>() {
    try {
      run_from_bottom<T>(by, p0, step, [&](std::int64_t n, const T& q, const T& p) {
        c.poll();
        found.angle.push_back({static_cast<double>(n) * std::stod(step), to_double(q)});
        found.phase.push_back({to_double(q), to_double(p)});
        return n < steps;
      });
    } catch (const step_failure& failure) {
      found.failed = to_string(failure.report().outcome);
    }
    return 0;
  });
  return found;
}

measured exact_period(const std::string& p0) { return *exact_motion(p0).period(); }
measured exact_amplitude(const std::string& p0) { return *exact_motion(p0).amplitude(); }

std::vector<std::array<double, 2>> numbered(const std::vector<measured>& values, int first) {
  std::vector<std::array<double, 2>> points;
  for (const measured& x : values) {
    points.push_back({static_cast<double>(first++), to_double(x)});
  }
  return points;
}

}  // namespace plumbline::experiments::pd
