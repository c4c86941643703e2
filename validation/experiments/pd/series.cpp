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
    if (r.zeros.size() < w.zeros) {
      crossings.add(q, [&](const crossing<T>& z) {
        r.zeros.push_back({z.cell, to_measured(z.fraction)});
      });
    }
    if (r.amplitudes.size() < w.extrema) {
      tops.add(q, [&](const extremum<T>& e) { r.amplitudes.push_back(abs(to_measured(e.value))); });
    }
    return r.zeros.size() < w.zeros || r.amplitudes.size() < w.extrema;
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
measured series::average(std::int64_t first, std::int64_t above, std::int64_t up_to) const {
  period_average<measured> mean(first, above, up_to);
  for (const auto& z : zeros) {
    mean.add(z);
  }
  return mean.value(step);
}

std::vector<series> observe(context& c, const std::vector<watch>& wanted) {
  std::vector<series> found(wanted.size());
  const std::function<void()> poll = [&c] { c.poll(); };
  for_each_parallel<measured>(wanted.size(), default_jobs(), [&](std::size_t i) {
    found[i] = at_digits(wanted[i].digits, [&]<class T>() { return watch_in<T>(wanted[i], poll); });
  });
  return found;
}

report::panel points(std::string_view name, const std::string& what, const std::string& y_label,
                     const std::vector<double>& values) {
  plot p;
  p.description = what + " against its number";
  p.x_label = "N";
  p.y_label = y_label;
  p.curves.push_back({"", curve_role::first, drawn_as::markers, {}});
  for (const double y : values) {
    p.curves[0].points.push_back({static_cast<double>(p.curves[0].points.size() + 1), y});
  }
  return {report::draw(p, name)};
}

}  // namespace plumbline::experiments::pd
