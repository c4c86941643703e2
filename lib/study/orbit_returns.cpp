// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_returns.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/study/crossings_by_series.hpp>
#include <plumbline/study/orbit_table.hpp>
#include <plumbline/study/undecided_crossing.hpp>

#include <fmt/format.h>

namespace plumbline {

return_to_section find_return(orbit_flow& flow, const state_function& section,
                              crossing_direction direction, int returns) {
  constexpr int most_steps = 3000;
  constexpr double share_of_zero = 0.8;  // of the digits
  constexpr int most_doublings = 100;
  const int bits = scalar_traits<mp>::bits();
  const vector<mp>& y = flow.start();
  const mp& t0 = flow.start_time();
  const auto at_start = flow.value(section, y);
  const mp slope = dot(at_start.gradient, flow.field(y, t0));
  const bool on_section =
      at_start.value == 0 || log2_magnitude(at_start.value) <
                                 log2_magnitude(mp(max_magnitude(y) + 1)) - bits * share_of_zero;
  // a start that leaves the section the other way is none of the crossings that are asked for
  const bool starts_there = on_section && counts(direction, slope > 0 ? 1 : -1);
  return_to_section found{y, mp(0)};
  mp begin = t0;
  int crossed = starts_there ? 0 : -1;  // the first one is the start

  const std::vector<mp> named = parameters_of<mp>(*section.text, flow.asked());
  const int n = flow.dimension();
  crossings_by_series<mp> crossings(flow.system(), {y.head(n), y.tail(y.size() - n)}, t0,
                                    followed_values<mp>(flow.system(), section.text, named), named,
                                    {taylor_order(bits), static_cast<double>(-bits), false});
  crossings.stop_when([&] {
    end_if_interrupted();
    return crossings.steps() == most_steps;
  });
  bool closed = false;
  const auto on_crossing = [&](const crossing_state<mp>& crossing) {
    const bool is_start =
        on_section && log2_magnitude(mp(crossing.t - t0)) < -bits * share_of_zero / 2;
    if (is_start || !counts(direction, crossing.direction)) {
      return true;
    }
    if (crossed < 0) {
      found.start = crossing.state;
      begin = crossing.t;
    }
    closed = ++crossed == returns;
    found.period = crossing.t - begin;
    return !closed;
  };
  try {
    mp until(1);
    for (int k = 0; k < most_doublings && crossings.advance(until, false, on_crossing); ++k) {
      until *= 2;
    }
  } catch (const undecided_crossing&) {
    throw;
  } catch (const step_failure&) {  // the motion ends before
  }
  if (!closed) {
    throw orbit_failure(fmt::format("the motion from the guess crosses the section {} times of {}",
                                    crossed < 0 ? 0 : crossed, returns));
  }
  return found;
}

}  // namespace plumbline
