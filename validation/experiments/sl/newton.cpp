// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's claim on Newton's iteration, "machine precision convergence at the fifth iteration": on F_S from the guess
// (q_j, p_j, q_j), how many iterations until q_m and q are within ε θ0 and p within ε max|p| of the root, ε = 2⁻⁵³?
// Counted at 64 digits over all steps of ten periods, so that the arithmetic of the count does not blur it.
//
// The printed Jacobian is slower but still quadratic: (h/2) M⁻¹F_2 + F_3 does not contain V'(q), so that what its wrong
// entries leave over stays in p, on which nothing else depends.
#include "experiments/sl/paper_scheme.hpp"
#include "experiments/workbench.hpp"
#include <plumbline/exact/pendulum.hpp>

#include <map>
#include <numeric>

namespace plumbline::experiments::sl {

namespace {

using number = measured;

constexpr std::array newton_meshes{10, 20, 40, 80};
constexpr int newton_periods = 10;
constexpr int most = 12;  // iterates

separable_system<number> pendulum() {
  const number square = number(4) * pi<number>() * pi<number>();
  return {matrix<number>::Constant(1, 1, number(1)),
          [square](const vector<number>& q) {
            return vector<number>::Constant(1, number(square * sin_cos(q[0]).sin));
          },
          [square](const vector<number>& q) {
            return matrix<number>::Constant(1, 1, number(square * sin_cos(q[0]).cos));
          }};
}

/// How many steps needed k iterations, by k.
using tally = std::map<int, int>;

void add(tally& to, const tally& other) {
  for (const auto& [iterations, steps] : other) {
    to[iterations] += steps;
  }
}

/// In all steps together.
int iterations(const tally& t) {
  return std::accumulate(t.begin(), t.end(), 0, [](int sum, const auto& entry) {
    return sum + entry.first * entry.second;
  });
}

tally count(context& c, int meshes_of_a_period, form as) {
  const separable_system<number> s = pendulum();
  const number theta0 = pi<number>() / number(2);
  const pendulum_solution<number> motion(number(1), number(pi<number>() * number(2)), theta0,
                                         number(0));
  const number h = *motion.period() / number(meshes_of_a_period);
  const number largest_p = sqrt(number(8)) * pi<number>();  // 2ω sin(θ0/2)
  const number roundoff = ldexp(number(1), -53);
  const std::array<number, 3> allowed{roundoff * theta0, roundoff * largest_p, roundoff * theta0};
  phase_point<number> z = phase_of(theta0, number(0));
  tally result;
  for (int n = 0; n < newton_periods * meshes_of_a_period; ++n) {
    c.poll();
    const vector<number> root = newton_iterates(s, z, h, form::corrected, 8).back();
    const auto iterates = newton_iterates(s, z, h, as, most);
    const auto first = std::find_if(iterates.begin(), iterates.end(), [&](const auto& x) {
      return std::equal(allowed.begin(), allowed.end(),
                        vector<number>((x - root).cwiseAbs()).begin(),
                        [](const number& bound, const number& off) { return !(bound < off); });
    });
    ++result[static_cast<int>(first - iterates.begin())];
    z = phase_of<number>(root[2], root[1]);
  }
  return result;
}

}  // namespace

void run_newton(context& c, report::section& out) {
  struct line {
    int meshes;
    form as;
    tally steps;
  };
  std::vector<line> lines;
  tally all;
  for (const form as : {form::corrected, form::printed}) {
    for (const int m : newton_meshes) {
      lines.push_back({m, as, count(c, m, as)});
      add(all, lines.back().steps);
    }
  }
  const std::vector<int> shown = whole_numbers(all.begin()->first, all.rbegin()->first);
  report::plain_table table{
      "Steps of ten periods by the number of iterations until roundoff of double. The printed "
      "Jacobian, which has V″(q_m) in place of V″(q_{j+1}), converges quadratically too and needs "
      "at most one iteration more.",
      {"meshes", "Jacobian"}};
  for (const int k : shown) {
    table.header.push_back(std::to_string(k));
  }
  for (const line& l : lines) {
    std::vector<std::string> row{std::to_string(l.meshes),
                                 l.as == form::corrected ? "corrected" : "as printed"};
    for (const int k : shown) {
      row.push_back(l.steps.contains(k) ? std::to_string(l.steps.at(k)) : "");
    }
    table.rows.push_back(std::move(row));
  }
  out.add(std::move(table));

  // at 80 meshes the guess is so good that some steps need two
  tally curves;
  tally corrected;
  tally printed;
  for (const line& l : lines) {
    add(l.as == form::corrected ? corrected : printed, l.steps);
    if (l.as == form::corrected && l.meshes < newton_meshes.back()) {
      add(curves, l.steps);
    }
  }
  out.judge("claim", std::to_string(corrected.rbegin()->first));
  out.judge("least", std::to_string(curves.begin()->first));
  out.judge("largest", std::to_string(curves.rbegin()->first));
  out.judge("as printed", std::to_string(iterations(printed) - iterations(corrected)));
}

}  // namespace plumbline::experiments::sl
