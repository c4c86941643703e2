// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// RV's end values: the pendulum after 2π, the seven stars after 3, the outer planets after 500,000 days.
#include "experiments/rv/problems.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <array>

namespace plumbline::experiments::rv {

namespace {

constexpr int shown = 18;    // digits of a true value; 16 are printed
constexpr int working = 26;  // of the largest entry; the smallest are 1e-7 of it

/// Bodies by their names; the keys are NAME/x, NAME/vx …, as the state has them.
void judge_bodies(context& c, report::section& out, const std::string& caption, const problem& p,
                  const std::vector<std::string>& names, const std::string& time, int dimension,
                  int parts) {
  const precision_scope scope(working);
  const vector<mp> end = end_state(c, p, time, working, parts);
  std::vector<value> values;
  for (const bool velocity : {false, true}) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (int a = 0; a < dimension; ++a) {
        const std::string axis = std::string(velocity ? "v" : "") + "xyz"[a];
        const auto at =
            static_cast<Eigen::Index>((velocity ? names.size() : 0) + i) * dimension + a;
        values.push_back({names[i] + ", " + axis, names[i] + "/" + axis, to_text(end[at], shown)});
      }
    }
  }
  judge_all(out, caption, values);
}

}  // namespace

void run_pendulum(context& c, report::section& out) {
  const precision_scope scope(working);
  const vector<mp> end = end_state(c, pendulum(), "2*pi", working);
  judge_all(out, "q″ = −sin q from q = 0, p = 1, at t = 2π.",
            {{"q", "q", to_text(end[0], shown)}, {"p", "p", to_text(end[1], shown)}});
}

void run_pleiades(context& c, report::section& out) {
  const problem p = gravity("1", {{"1", {"3", "3"}, {"0", "0"}},
                                  {"2", {"3", "-3"}, {"0", "0"}},
                                  {"3", {"-1", "2"}, {"0", "0"}},
                                  {"4", {"-3", "0"}, {"0", "-1.25"}},
                                  {"5", {"2", "0"}, {"0", "1"}},
                                  {"6", {"-2", "-4"}, {"1.75", "0"}},
                                  {"7", {"2", "4"}, {"-1.5", "0"}}});
  constexpr int parts = 30;
  judge_bodies(c, out, "Seven stars with masses 1 to 7 and G = 1, at t = 3.", p,
               {"1", "2", "3", "4", "5", "6", "7"}, "3", 2, parts);
}

void run_outer_planets(context& c, report::section& out) {
  const problem p =
      gravity("2.95912208286e-4", {{"0.000954786104043",
                                    {"-3.5023653", "-3.8169847", "-1.5507963"},
                                    {"0.00565429", "-0.00412490", "-0.00190589"}},
                                   {"0.000285583733151",
                                    {"9.0755314", "-3.0458353", "-1.6483708"},
                                    {"0.00168318", "0.00483525", "0.00192462"}},
                                   {"0.0000437273164546",
                                    {"8.3101420", "-16.2901086", "-7.2521278"},
                                    {"0.00354178", "0.00137102", "0.00055029"}},
                                   {"0.0000517759138449",
                                    {"11.4707666", "-25.7294829", "-10.8169456"},
                                    {"0.00288930", "0.00114527", "0.00039677"}},
                                   {"1/130000000",
                                    {"-15.5387357", "-25.2225594", "-3.1902382"},
                                    {"0.00276725", "-0.00170702", "-0.00136504"}},
                                   {"1.00000597682", {"0", "0", "0"}, {"0", "0", "0"}}});
  constexpr int parts = 200;
  judge_bodies(c, out, "Astronomical units and days, after 500,000 days.", p,
               {"Jupiter", "Saturn", "Uranus", "Neptune", "Pluto", "Sun"}, "500000", 3, parts);
}

}  // namespace plumbline::experiments::rv
