// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP section 4: constants of the exact motions of Tables 3 and 6, which the other experiments rest on. The printed
// nutation period of Table 3 is that of another top: I rounded to 0.00233 kg m².
#include "experiments/second_opinion.hpp"
#include "experiments/top/runs.hpp"

#include <tuple>

namespace plumbline::experiments::top {

namespace {

struct constants {
  measured period{0}, half1{0}, half3{0}, precession{0}, spin{0};
  measured smallest{0}, largest{0};  ///< θ over one period, in rad
  measured p_phi{0}, p_psi{0};
  measured continued{0};  ///< how far θ + kP is from the state computed there, relative
};

template <class T>
constants find(motion m, const std::string& I = "") {
  using std::abs;
  const lagrange_top_solution<T> exact = exact_motion<T>(m, I);
  const auto facts = exact.facts();
  const T period = *facts.nutation_period;
  constants r;
  r.period = to_measured(period);
  r.half1 = to_measured(*facts.half_period1);
  r.half3 = to_measured(*facts.half_period3);
  r.precession = to_measured(*facts.precession_per_period);
  r.spin = to_measured(*facts.spin_per_period);
  const phase_point<T> start = exact.state(T(0));
  const measured theta0 = to_measured(start.q[1]);
  const measured theta1 = to_measured(exact.state(T(period / 2)).q[1]);  // the other bound of θ
  std::tie(r.smallest, r.largest) = std::minmax(theta0, theta1);
  r.p_phi = to_measured(start.p[0]);
  r.p_psi = to_measured(start.p[2]);
  const vector<T> here = exact.state(T(period / 3)).q;
  constexpr int far = 1000;
  const vector<T> there = exact.state(T(period / 3 + far * period)).q;
  const std::array<T, 3> turn{*facts.precession_per_period, T(0), *facts.spin_per_period};
  for (int i = 0; i < 3; ++i) {
    const T moved = here[i] + far * turn[static_cast<std::size_t>(i)];
    r.continued = std::max(r.continued, to_measured(T(abs(T((there[i] - moved) / there[i])))));
  }
  return r;
}

measured relative(const measured& a, const measured& b) { return apart(a / b, 1); }

/// Period and state by Boost.Math's Jacobi functions and Legendre's Π beside our own (℘, ζ, σ).
report::plain_table second_opinions() {
  report::plain_table table{
      "The exact motions by Boost.Math's functions and Legendre's Π instead of our own and "
      "Weierstrass' σ: on how many of 64 digits the two agree, after a third of a period and after "
      "1000 and a third.",
      {"", "nutation period", "θ at P/3", "φ", "ψ", "θ at 1000 P + P/3", "φ", "ψ"}};
  for (const auto& [m, name] : {std::pair{motion::loops, "Table 3"}, {motion::cusps, "Table 6"}}) {
    const auto start = exact_start<measured>(m);
    const lagrange_top_solution<measured> own(start);
    const lagrange_top_solution<measured, boost_functions> boost(start);
    const measured period = *own.facts().nutation_period;
    std::vector<std::string> row{
        name, second_opinion(period, [&] { return *boost.facts().nutation_period; })};
    for (const int periods : {0, 1000}) {
      const measured t = period / 3 + period * periods;
      const auto z = own.state(t);
      for (const int i : {1, 0, 2}) {
        row.push_back(second_opinion(z.q[i], [&] { return measured(boost.state(t).q[i]); }));
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

void run_exact(context& c, report::section& out) {
  const int digits = c.digits();
  const auto of = [&](motion m, const std::string& I = "") {
    return at_digits(digits, [&]<class T>() { return find<T>(m, I); });
  };
  const constants loops = of(motion::loops);
  const constants rounded = of(motion::loops, "0.00233");
  const constants cusps = of(motion::cusps);
  judge(c, out, "period", loops.period);
  judge(c, out, "period of Table 3", loops.period);
  judge(c, out, "period of I rounded", rounded.period);
  judge(c, out, "half period 1", loops.half1);
  judge(c, out, "half period 3", loops.half3);
  judge(c, out, "precession", loops.precession);
  judge(c, out, "spin", loops.spin);
  judge(c, out, "continuation", digits_lost(loops.continued, digits));
  judge(c, out, "p_phi",
        digits_lost(relative(cusps.p_phi, 2 * pi<measured>() * sqrt(measured(3))), digits));
  judge(c, out, "p_psi", digits_lost(relative(cusps.p_psi, 4 * pi<measured>()), digits));
  judge(c, out, "period of cusps", cusps.period);
  judge(c, out, "spin of cusps", digits_lost(relative(cusps.spin, pi<measured>()), digits));

  report::plain_table table{"The exact motions: periods in s, angles in rad.",
                            {"", "Table 3", "Table 3, I = 0.00233", "Table 6"}};
  for (const auto& [name, value] : {std::pair{"nutation period", &constants::period},
                                    {"half period ω₁", &constants::half1},
                                    {"half period ω₃/i", &constants::half3},
                                    {"smallest θ", &constants::smallest},
                                    {"largest θ", &constants::largest},
                                    {"change of φ in a period", &constants::precession},
                                    {"change of ψ in a period", &constants::spin}}) {
    table.rows.push_back(
        {name, to_text(loops.*value, 15), to_text(rounded.*value, 15), to_text(cusps.*value, 15)});
  }
  out.add(std::move(table));
  out.add(second_opinions());
}

}  // namespace plumbline::experiments::top
