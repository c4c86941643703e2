// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_maps.hpp"

#include <plumbline/core/errors.hpp>

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace plumbline {

map_texts parse_map(const std::string& option, const std::string& text, const problem& p) {
  map_texts map{option, {}};
  std::vector<int> seen;
  for (const std::string& part : split_list(option, text)) {
    named_text entry = parse_named(option, part);
    const int index = coordinate_of(p, entry.name);
    for (const int other : seen) {
      if (other == index) {
        throw invalid_input(fmt::format("{} gives '{}' twice", option, entry.name));
      }
    }
    seen.push_back(index);
    map.entries.push_back(std::move(entry));
  }
  return map;
}

namespace {

/// The values of the entries where the coordinates are y.
vector<mp> values_at(const map_texts& texts, const problem& p, const vector<mp>& y) {
  variables names = p.names;
  const auto own = coordinate_names(*p.system, p.dimension);
  for (int i = 0; i < p.dimension; ++i) {
    const mp& value = y[i];
    names.set(own[static_cast<std::size_t>(i)], [value] { return in_scope(value); });
    names.set("q" + std::to_string(i + 1), [value] { return in_scope(value); });
  }
  vector<mp> image = in_scope(y);
  for (const named_text& entry : texts.entries) {
    try {
      image[coordinate_of(p, entry.name)] = evaluate<mp>(expression(entry.value), names);
    } catch (const invalid_input& error) {
      throw invalid_input(
          fmt::format("{}: {}={}: {}", texts.option, entry.name, entry.value, error.what()));
    }
  }
  return image;
}

}  // namespace

std::vector<vector<mp>> states_around(const vector<mp>& x, int count, int closeness,
                                      const vector<mp>& units) {
  std::mt19937_64 random(20260101);
  const auto next = [&random] {
    constexpr int bits = 30;
    return ldexp(mp(static_cast<int>(random() >> (64 - bits - 1)) - (1 << bits)), -bits);
  };
  std::vector<vector<mp>> list;
  for (int k = 0; k < count; ++k) {
    vector<mp> y = in_scope(x);
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      const mp size = (units.size() > 0 ? units[i] : mp(1)) + abs(y[i]);
      y[i] += ldexp(mp(next() * size), -closeness);
    }
    list.push_back(std::move(y));
  }
  return list;
}

affine_map map_of_state(const map_texts& texts, map_kind kind, const problem& p) {
  const int n = p.dimension;
  affine_map own{matrix<mp>::Zero(n, n), values_at(texts, p, vector<mp>::Zero(n))};
  for (int j = 0; j < n; ++j) {
    own.linear.col(j) = values_at(texts, p, vector<mp>::Unit(n, j)) - own.shift;
  }
  for (const vector<mp>& y : states_around(vector<mp>::Zero(n))) {
    const vector<mp> image = values_at(texts, p, y);
    const vector<mp> difference = image - own(y);
    for (int i = 0; i < n; ++i) {
      if (log2_magnitude(difference[i]) > -scalar_traits<mp>::bits() / 2.) {
        throw invalid_input(
            fmt::format("{}: '{}' is not a linear map of the coordinates", texts.option,
                        coordinate_names(*p.system, n)[static_cast<std::size_t>(i)]));
      }
    }
  }
  const Eigen::FullPivLU<matrix<mp>> lu(own.linear);
  if (!lu.isInvertible()) {
    throw invalid_input(fmt::format("{}: the map has no inverse", texts.option));
  }
  if (p.system->kind == system_kind::first_order) {
    return own;
  }
  const matrix<mp> of_rates =
      p.system->kind == system_kind::lagrangian ? matrix<mp>(lu.inverse().transpose()) : own.linear;
  affine_map map{matrix<mp>::Zero(2 * n, 2 * n), vector<mp>::Zero(2 * n)};
  map.linear.topLeftCorner(n, n) = own.linear;
  map.linear.bottomRightCorner(n, n) =
      kind == map_kind::reversor ? matrix<mp>(-of_rates) : of_rates;
  map.shift.head(n) = own.shift;
  return map;
}

std::vector<state_at_time> places_around_start(const orbit_flow& flow, const mp& period) {
  constexpr int count = 8;
  std::mt19937_64 random(20261128);
  std::vector<state_at_time> places;
  for (vector<mp>& x : states_around(flow.start(), count, 6, flow.units())) {
    constexpr int bits = 30;
    const mp share = ldexp(mp(static_cast<int>(random() >> (64 - bits))), -bits);
    places.push_back({std::move(x), mp(in_scope(period) * share)});
  }
  return places;
}

void require_symmetry(const map_texts& texts, map_kind kind, const affine_map& map, const mp& delay,
                      orbit_flow& flow, const problem& p,
                      const std::vector<state_at_time>& places) {
  const mp sign(kind == map_kind::reversor ? -1 : 1);
  const char* const name = kind == map_kind::reversor ? "reversor" : "symmetry";
  const auto columns = state_columns(*p.system, p.dimension);
  const vector<mp>& units = flow.units();
  const auto size_of = [&units](const vector<mp>& rate) {
    return max_magnitude(vector<mp>(rate.array() / units.array()));
  };
  for (const auto& [x, later] : places) {
    const mp t = flow.start_time() + later;
    const mp t_image = kind == map_kind::reversor ? mp(flow.start_time() - later) : mp(t + delay);
    const vector<mp> at_image = flow.field(map(x), t_image);
    const vector<mp> image = sign * (map.linear * flow.field(x, t));
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const mp difference = at_image[i] - image[i];
      const mp size = (size_of(image) + size_of(at_image)) * units[i];
      if (log2_magnitude(difference) > log2_magnitude(size) - scalar_traits<mp>::bits() / 2.) {
        throw invalid_input(fmt::format(
            "{}: this map is no {} of {}: it violates the equation for {}' (near the start or the "
            "motion from it the two sides differ by {})",
            texts.option, name, p.system->name(), columns[static_cast<std::size_t>(i)],
            to_text(difference, 3)));
      }
    }
  }
  // the field says nothing of the level on which a constraint is
  constexpr double of_the_digits = 0.5;
  const mp t_image = kind == map_kind::reversor ? flow.start_time() : mp(flow.start_time() + delay);
  for (const vector<mp>& x : flow.states_around_start()) {
    for (const state_function& s : flow.surface()) {
      const auto [value, gradient] = flow.value(s, map(x), t_image);
      const mp size = max_magnitude(vector<mp>(gradient.array() * units.array()));
      if (!(log2_magnitude(value) <
            log2_magnitude(size) - scalar_traits<mp>::bits() * of_the_digits)) {
        throw invalid_input(fmt::format(
            "{}: this map is no {} of {}: it does not keep constraint '{}' (beside the start it is "
            "off by {})",
            texts.option, name, p.system->name(), s.name, to_text(value, 3)));
      }
    }
  }
}

namespace {

/// The largest difference of the field over the period, beside the field in units of the motion.
double log2_of_aperiodicity(orbit_flow& flow, const mp& period,
                            const std::vector<state_at_time>& places) {
  double largest = -std::numeric_limits<double>::infinity();
  const auto size_of = [&flow](const vector<mp>& rate) {
    return log2_magnitude(mp(max_magnitude(vector<mp>(rate.array() / flow.units().array()))));
  };
  for (const auto& [x, later] : places) {
    const mp t = flow.start_time() + later;
    const vector<mp> now = flow.field(x, t);
    const vector<mp> then = flow.field(x, t + in_scope(period));
    const double difference = size_of(vector<mp>(then - now));
    if (std::isfinite(difference)) {
      largest = std::max(largest, difference - std::max(size_of(now), size_of(then)));
    }
  }
  return largest;
}

}  // namespace

bool has_period(orbit_flow& flow, const mp& period, const std::vector<state_at_time>& places) {
  return flow.autonomous() ||
         !(log2_of_aperiodicity(flow, period, places) > -scalar_traits<mp>::bits() / 2.);
}

void require_period(orbit_flow& flow, const mp& period, const std::vector<state_at_time>& places) {
  if (!has_period(flow, period, places)) {
    throw invalid_input(fmt::format(
        "--period: the equations of {} depend on t and do not have the period {} (they change by "
        "{} of their size over it; a formula, such as 2*pi, has all digits)",
        flow.asked().system->name(), to_text(period, 20),
        to_text(exp2(mp(log2_of_aperiodicity(flow, period, places))), 3)));
  }
}

}  // namespace plumbline
