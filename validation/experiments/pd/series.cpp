// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/pd/series.hpp"

#include <plumbline/study/parallel.hpp>

namespace plumbline::experiments::pd {

namespace {

constexpr std::int64_t most_observed_steps = 100'000'000;

template <class T>
series watch_in(const watch& w, const std::function<void()>& poll) {
  series r;
  r.step = decimal<measured>(w.step);
  zero_crossings<T> crossings(pi<T>());
  extrema<T> tops;
  const auto observe = [&](std::int64_t n, const vector<T>& state) {
    const T& q = state[0];
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
  };
  (void)run_from_bottom<T>(w.by, decimal<T>(w.p0), decimal<T>(w.step), most_observed_steps,
                           observe);
  return r;
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
  std::vector<measured> found;
  for (const auto& e : tops) {
    found.push_back(abs(e.value));
  }
  return found;
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
      (void)run_from_bottom<T>(
          by, decimal<T>(p0), decimal<T>(step), most_observed_steps,
          [&](std::int64_t n, const vector<T>& z) {
            c.poll();
            const double q = to_double(z[0]);
            found.angle.push_back({static_cast<double>(n) * std::stod(step), q});
            found.phase.push_back({q, to_double(z[1])});
            return n < steps;
          });
    } catch (const step_failure& failure) {
      found.failed = to_string(failure.report().outcome);
    }
    return 0;
  });
  return found;
}

report::panel panel_with(std::vector<curve> curves, std::string_view name, std::string what,
                         std::string x_label, std::string y_label, logarithmic axis) {
  plot p = axes(std::move(what), std::move(x_label), std::move(y_label), axis);
  p.curves = std::move(curves);
  return panel_of(p, name);
}

}  // namespace plumbline::experiments::pd
