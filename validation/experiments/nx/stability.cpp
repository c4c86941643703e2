// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// NX sections 6.1 and 7.1: is the base stable, is the extrapolation? On the oscillator with z = ω h, Newmark's method with
// γ = ½ is stable for z ≤ 2/√(1 − 4β). For β = ¼ its step turns (ωx, v) by 2 atan(z/2), so that the extrapolated step is
//
//   ρ(z) times a rotation,   ρ e^{iθ} = Σ c_i exp(2 i n_i atan(z/(2 n_i))),   det = ρ²,   E_n = det^n E_0:
//
// the energy column of Table 4 is 0.03 · 8 · Σ_i (det^i − 1) with the det of z = 0.12. Limits and multipliers are measured
// on the catalogue's schemes.
#include "experiments/nx/step_matrix.hpp"

namespace plumbline::experiments::nx {

namespace {

const settings unit_oscillator = {{"m", "1"}, {"k", "1"}};

template <class T>
matrix2<T> multiplier(const std::string& scheme, const settings& chosen, const T& z) {
  return step_matrix<T>(scheme, chosen, unit_oscillator, z);
}

/// The z between `stable` and `unstable` where |λ| = 1 is left.
template <class T>
T limit_of(const std::string& beta, T stable, T unstable) {
  for (int k = 0; k < scalar_traits<T>::bits(); ++k) {
    const T middle = (stable + unstable) / T(2);
    const T trace = multiplier<T>("newmark", {{"beta", beta}}, middle).trace();
    // det = 1: the eigenvalues are on the circle while |trace| ≤ 2
    (T(2) < trace || trace < T(-2) ? unstable : stable) = middle;
  }
  return stable;
}

/// Where ρ(z) − 1 changes its sign between a and b.
template <class T>
T where_radius_is_1(T a, T b) {
  const auto above = [](const T& z) {
    return T(1) < multiplier<T>("newmark-extrapolation", {}, z).determinant();
  };
  const bool at_a = above(a);
  for (int k = 0; k < 60; ++k) {
    const T middle = (a + b) / T(2);
    (above(middle) == at_a ? a : b) = middle;
  }
  return a;
}

constexpr std::array betas{"0", "1/12", "1/8", "1/6", "1/5"};

/// The published numbers by their keys: limits of the step of Newmark's method, and of the extrapolated step with
/// z = 0.12 the excess det − 1 and the energy column of Table 4 from det alone, ρ(10), the slope of log(det − 1) against
/// log z, and where ρ is 1 again.
template <class T>
std::vector<std::pair<std::string, measured>> find() {
  using std::sqrt;
  const auto det = [](const T& z) {
    return multiplier<T>("newmark-extrapolation", {}, z).determinant();
  };
  std::vector<std::pair<std::string, measured>> found;
  found.reserve(betas.size());
  for (const char* beta : betas) {
    found.emplace_back(fmt::format("limit {}", beta), to_measured(limit_of<T>(beta, T(1), T(6))));
  }
  found.insert(found.begin(), {"limit printed", found[3].second});
  const T det_of_report = det(rational<T>(3, 25));
  T power(1);
  T sum(0);
  for (int i = 1; i <= 99998; ++i) {
    power *= det_of_report;
    sum += power - T(1);
  }
  std::vector<T> z;
  std::vector<T> excess;
  for (const int k : {40, 80}) {
    z.push_back(rational<T>(1, k));
    excess.push_back(det(z.back()) - T(1));
  }
  found.emplace_back("det - 1", to_measured(T(det_of_report - T(1))));
  found.emplace_back("radius at 10", to_measured(T(sqrt(det(T(10))))));
  found.emplace_back("energy area from det", to_measured(T(sum * T(8) * rational<T>(3, 100))));
  found.emplace_back("power of det - 1", to_measured(fitted_order(z, excess)));
  found.emplace_back("window from", to_measured(where_radius_is_1<T>(T(24), T(26))));
  found.emplace_back("window to", to_measured(where_radius_is_1<T>(T(27), T(29))));
  return found;
}

/// A curve for 2, 3 and 4 levels of extrapolation; value(chosen settings, z).
template <class Value>
void draw_levels(plot& p, const std::vector<double>& at, Value&& value) {
  constexpr std::array roles{curve_role::first, curve_role::second, curve_role::third};
  for (const int levels : {2, 3, 4}) {
    const settings chosen = {{"levels", std::to_string(levels)}};
    p.curves.push_back(
        curve_of({fmt::format("{} levels", levels), roles.at(static_cast<std::size_t>(levels - 2))},
                 at, [&](double z) {
                   return point{z, value(chosen, z)};
                 }));
  }
}

/// from, …, from·ratio, in `parts` equal factors.
std::vector<double> factors(double from, double ratio, int parts) {
  std::vector<double> all;
  for (int k = 0; k <= parts; ++k) {
    all.push_back(from * std::pow(ratio, static_cast<double>(k) / parts));
  }
  return all;
}

report::panel radius_panel() {
  plot p = axes("Spectral radius of the extrapolated step against omega times h", "ωh",
                "spectral radius", logarithmic::x);
  p.x_range = {{0.1, 200}};
  p.y_range = {{0.8, 2.2}};
  draw_levels(p, factors(0.1, 2000, 400), [](const settings& chosen, double z) {
    return multiplier<double>("newmark-extrapolation", chosen, z).radius();
  });
  p.curves.push_back(
      {"Newmark, β = 1/4", curve_role::newmark, drawn_as::line, {{0.1, 1}, {200, 1}}});
  return panel_of(p, "nx-radius");
}

report::panel excess_panel(int digits) {
  plot p = axes("Determinant minus one of the extrapolated step against omega times h", "ωh",
                "|det − 1|", logarithmic::both);
  draw_levels(p, factors(0.01, 1000, 120), [digits](const settings& chosen, double z) {
    return at_digits(digits, [&]<class T>() {
      using std::abs;
      const T det =
          multiplier<T>("newmark-extrapolation", chosen, T(static_cast<int>(z * 1e6)) / T(1000000))
              .determinant();
      return to_double(T(abs(T(det - T(1)))));
    });
  });
  return panel_of(p, "nx-excess");
}

}  // namespace

void run_stability(context& c, report::section& out) {
  const int digits = method_digits(c);
  for (const auto& [key, value] : at_digits(digits, []<class T>() { return find<T>(); })) {
    judge(out, key, value, digits);
  }
  out.add(report::figure{
      "Left: spectral radius of the extrapolated step over Newmark’s method with β = 1/4. It is "
      "above 1 from the start (by 4e-17 at z = 0.12, where the report works) and far above from z "
      "= 3 on, so that the extrapolation is not A-stable although its base is. With four levels it "
      "is below 1 between z = 24.8 and 28.2 only. Right: det − 1, zero for a symplectic step. It "
      "grows like z¹⁰ with four levels; multiplied up over 99998 steps it is the energy column of "
      "Table 4.",
      {radius_panel(), excess_panel(digits)}});
  out.add_remaining("Limits of the step, and the multiplier of the extrapolated step.");
}

}  // namespace plumbline::experiments::nx
