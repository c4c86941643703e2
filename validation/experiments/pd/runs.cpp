// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/pd/runs.hpp"

#include "experiments/second_opinion.hpp"
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/suris_period.hpp>
#include <plumbline/study/parallel.hpp>

#include <map>

namespace plumbline::experiments::pd {

namespace {

constexpr std::int64_t most_steps = 10'000'000;

/// A map of phase points as one of flat states.
template <class T, class Map>
struct on_states {
  Map map;
  solve_report step(vector<T>& y, const T& /*t*/, const T& h) {
    phase_point<T> z = phase_of<T>(y[0], y[1]);
    const solve_report report = map.step(z, h);
    if (report.ok()) {
      y << z.q, z.p;
    }
    return report;
  }
};

template <class T, class Map>
any_stepper<T> erase(std::string_view name, Map map) {
  scheme_info info;
  info.name = name;
  return stepper_of<T>(info, 1, on_states<T, Map>{std::move(map)});
}

/// The name in the tables and, for those of the catalogue, what they are there.
struct known_scheme {
  scheme is;
  const char* shown;
  const char* name = "";
  settings set = {};
};

const known_scheme& known(scheme s) {
  static const std::vector<known_scheme> all{
      {scheme::leapfrog, "leapfrog", "leapfrog"},
      {scheme::suris1, "Suris 1", "suris1"},
      {scheme::suris2, "Suris 2", "suris2"},
      {scheme::gradient, "gradient", "discrete-gradient"},
      {scheme::modified_gradient, "modified gradient", "modified-discrete-gradient"},
      {scheme::printed_standard, "standard projection", "pd-standard-projection"},
      {scheme::printed_symmetric, "symmetric projection", "pd-symmetric-projection"},
      {scheme::midpoint, "midpoint"},
      {scheme::standard, "standard projection", "standard-projection"},
      {scheme::symmetric, "symmetric projection", "symmetric-projection"},
      {scheme::simpson, "Simpson", "simpson"},
      {scheme::lobatto3, "Lobatto, degree 3", "lobatto", {{"degree", "3"}}},
      {scheme::gauss2, "Gauss, degree 2", "galerkin-gauss", {{"degree", "2"}}},
      {scheme::rk4, "RK4", "rk4"}};
  return *std::find_if(all.begin(), all.end(), [s](const known_scheme& k) { return k.is == s; });
}

template <class T>
record make(const request& r, const measured& exact, const std::function<void()>& poll) {
  using std::abs;
  const T p0 = T(r.base) + decimal<T>(r.offset);
  const T h = decimal<T>(r.step);
  const measured end = exact * measured(r.until == extent::time_51 ? 51 : 25);
  const auto last_step =
      static_cast<std::int64_t>(std::floor(to_double(measured(end / decimal<measured>(r.step)))));
  zero_crossings<T> crossings(pi<T>());
  extrema<T> tops;
  T sum(0);
  std::int64_t extrema_seen = 0;
  T largest(0);
  record result;
  constexpr std::size_t zeros_wanted = 401;  // of 200 periods
  const bool oscillates = p0 < T(2);
  const auto observe = [&](std::int64_t n, const vector<T>& state) {
    if (n % 4096 == 0) {
      poll();
    }
    const T& q = state[0];
    const T size = abs(q);
    largest = largest < size ? size : largest;
    if (r.until == extent::time_25) {
      // (m + 4) ε ≤ 25 T
      tops.add(q, [&](const extremum<T>& e) {
        if (e.sample + 4 <= last_step) {
          sum += abs(e.value);
          ++extrema_seen;
        }
      });
      return n < last_step;
    }
    crossings.add(q, [&](const crossing<T>& z) {
      const auto at = to_measured(T((as_scalar<T>(z.cell) + z.fraction) * h));
      if (r.until == extent::time_51 ? at <= end : result.zeros.size() < zeros_wanted) {
        result.zeros.push_back(at);
      }
    });
    // a rotation where there should be none is seen in the first turn
    const bool complete =
        r.until == extent::time_51 ? last_step + 2 <= n : result.zeros.size() == zeros_wanted;
    return !complete && !(oscillates && pi<T>() < largest);
  };
  try {
    if (run_from_bottom<T>(r.by, p0, h, most_steps, observe) == run_outcome::finished) {
      result.failed = fmt::format("not enough zeros in {} steps", most_steps);
    }
  } catch (const step_failure& e) {
    result.failed = e.what();
  }
  if (extrema_seen > 0) {
    result.amplitude = to_measured(T(sum / as_scalar<T>(extrema_seen)));
  }
  result.largest = to_measured(T(largest / pi<T>()));
  result.seen = pi<T>() < largest ? motion::rotation : motion::oscillation;
  return result;
}

using records = std::map<request, record>;

std::shared_ptr<records> records_of(context& c) {
  struct all_of_pd {
    auto operator<=>(const all_of_pd&) const = default;  // NOLINT(modernize-use-nullptr)
  };
  return c.shared<std::shared_ptr<records>>(all_of_pd{},
                                            [] { return std::make_shared<records>(); });
}

template <class Functions = own_functions>
pendulum_solution<measured, Functions> exact_motion(const std::string& p0) {
  return {measured(1), measured(1), measured(0), decimal<measured>(p0), measured(0)};
}

}  // namespace

std::string_view name_of(scheme s) { return known(s).shown; }
std::string title_of(scheme s) {
  return std::string(name_of(s)) + (is_printed_projection(s) ? ", as printed" : "");
}

template <class T>
any_stepper<T> make_stepper(scheme s) {
  if (s == scheme::midpoint) {  // the catalogue's is the same map by a general solver
    const pendulum<T> plain{T(1), T(1)};
    return erase<T>(name_of(s), separable_midpoint_stepper<T, pendulum<T>>(plain));
  }
  const model<T> system = find_system("pendulum").make<T>(settings{{"omega", "1"}});
  return find_scheme(known(s).name).make<T>(known(s).set, system);
}
#define PLUMBLINE_SCALAR(T) template any_stepper<T> make_stepper(scheme);
#include <plumbline/scalar/for_each_scalar.def>

void prepare(context& c, const std::vector<request>& wanted) {
  const auto all = records_of(c);
  std::vector<std::pair<const request*, record*>> missing;
  for (const request& r : wanted) {
    const auto [place, fresh] = all->try_emplace(r);
    if (fresh) {
      missing.emplace_back(&r, &place->second);
    }
  }
  const std::function<void()> poll = [&c] { c.poll(); };
  for_each_parallel<measured>(missing.size(), default_jobs(), [&](std::size_t i) {
    const request& r = *missing[i].first;
    const measured exact = exact_period(r.p0());
    *missing[i].second = at_digits(r.digits, [&]<class T>() { return make<T>(r, exact, poll); });
  });
}

const record& run(context& c, const request& r) {
  prepare(c, {r});
  return records_of(c)->at(r);
}

measured exact_period(const std::string& p0) { return *exact_motion(p0).period(); }
measured exact_amplitude(const std::string& p0) { return *exact_motion(p0).amplitude(); }
suris_map map_of(scheme s) { return s == scheme::suris1 ? suris_map::first : suris_map::second; }
measured suris_of(scheme s, const measured& p0, const measured& h) {
  return *suris_period(map_of(s), measured(1), measured(1), measured(0), p0, h);
}
std::string second_opinion_on_period(const std::string& p0) {
  return second_opinion(exact_period(p0),
                        [&] { return *exact_motion<boost_functions>(p0).period(); });
}

measured average_period(const std::vector<measured>& zeros) {
  period_average<measured> average(0, 100, 200);
  for (const measured& z : zeros) {
    average.add({0, z});
  }
  return average.complete() ? average.value(measured(1))
                            : std::numeric_limits<measured>::quiet_NaN();
}

measured mean_of_quotients(const record& r, std::size_t first, const measured& end) {
  measured sum(0);
  int count = 0;
  for (std::size_t n = std::max<std::size_t>(first, 1); n < r.zeros.size() && r.zeros[n] <= end;
       ++n) {
    sum += r.zeros[n] * 2 / static_cast<int>(n);
    ++count;
  }
  return count == 0 ? std::numeric_limits<measured>::quiet_NaN() : measured(sum / count);
}

}  // namespace plumbline::experiments::pd
