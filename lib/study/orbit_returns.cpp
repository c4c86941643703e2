// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_returns.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <fmt/format.h>

#include <cmath>

namespace plumbline {

namespace {

int sign_of(const mp& x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

return_to_section find_return(orbit_flow& flow, const state_function& section,
                              crossing_direction direction, int returns) {
  constexpr int parts = 8;
  constexpr int most_steps = 3000;
  const int bits = scalar_traits<mp>::bits();
  taylor_stepper<mp> stepper(flow.system(), taylor_order(bits), -bits);
  return_to_section found;
  vector<mp> y = flow.start();
  mp t = flow.start_time();
  mp begin = t;
  const auto at_begin = flow.value(section, y);
  const mp& at_start = at_begin.value;
  const mp slope = dot(at_begin.gradient, flow.field(y, t));
  const bool on_section =
      at_start == 0 ||
      log2_magnitude(at_start) < log2_magnitude(mp(max_magnitude(y) + 1)) - bits * 0.8;
  // a start that leaves the section the other way is none of the crossings that are asked for
  const bool starts_there = on_section && (direction == crossing_direction::both ||
                                           (direction == crossing_direction::up) == (slope > 0));
  int crossed = starts_there ? 0 : -1;  // the first one is the start
  if (starts_there) {
    found.start = y;
  }
  int sign = starts_there ? 0 : on_section ? sign_of(slope) : sign_of(at_start);
  for (int step = 0; step < most_steps; ++step) {
    end_if_interrupted();
    const solve_report report = stepper.expand(y, t);
    mp length(0);
    if (!report.ok()) {
      break;
    }
    if (stepper.is_endless()) {
      length = mp(1);
    } else if (!stepper.choose_length(mp(1), length).ok()) {
      break;
    }
    vector<mp> inside(y.size());
    const auto value_at = [&](const mp& h) {
      (void)stepper.evaluate(t, h, inside).ok();
      return flow.value(section, inside).value;
    };
    for (int part = 1; part <= parts; ++part) {
      mp low = length * (part - 1) / parts;
      mp high = length * part / parts;
      const mp after = value_at(high);
      const int next = sign_of(after);
      const bool wanted = direction == crossing_direction::both ||
                          (direction == crossing_direction::up) == (next > 0);
      if (sign != 0 && next != 0 && next != sign && wanted) {
        // Illinois
        mp at_low = value_at(low);
        mp at_high = after;
        for (int k = 0; k < 4 * bits; ++k) {
          if (log2_magnitude(mp(high - low)) < log2_magnitude(length) - bits + 4 || at_high == 0) {
            break;
          }
          const mp middle = high - at_high * (high - low) / (at_high - at_low);
          const mp there = value_at(middle);
          if (sign_of(there) != sign_of(at_high)) {
            low = high;
            at_low = at_high;
          } else {
            at_low /= 2;
          }
          high = middle;
          at_high = there;
        }
        (void)value_at(high);
        if (crossed < 0) {
          found.start = inside;
          begin = t + high;
          crossed = 0;
        } else if (++crossed == returns) {
          found.period = t + high - begin;
          return found;
        }
      }
      sign = next != 0 ? next : sign;
    }
    (void)stepper.evaluate(t, length, y).ok();
    if (!all_finite(y)) {
      break;
    }
    t += length;
  }
  throw orbit_failure(fmt::format("the motion from the guess crosses the section {} times of {}",
                                  crossed < 0 ? 0 : crossed, returns));
}

}  // namespace plumbline
