// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The report's own arithmetic: Newmark's method for m x″ + c x′ + k x = P(t) in double, in the order of operations that
// gives the printed digits where these are rounding errors, and its extrapolation (NX (19)) over Romberg's four levels:
//
//   x_p = x + h v + h h/2 (1 − 2β) a,   v_p = v + h (1 − γ) a,   m_e = m + h γ c + h h β k
//   a_1 = (P − (c v_p + k x_p))/m_e,    then v_1, x_1;           (f u − w)/(f − 1)
//
// No operation may be fused or moved: that is the point of writing it out.
#pragma once

#include "experiments/workbench.hpp"
#include <plumbline/schemes/extrapolation.hpp>

#include <functional>

namespace plumbline::experiments::nx {

struct motion {
  double x = 0;
  double v = 0;
  double a = 0;
};

struct linear_oscillator {
  double m = 1;
  double c = 0;
  double k = 16;
  std::function<double(double)> load = nullptr;  ///< none: free

  double load_at(double t) const { return load ? load(t) : 0.0; }
};

inline const step_sequence romberg4 = {1, 2, 4, 8};

/// One step of length h to the time t1, with γ = ½.
inline motion newmark_step(const linear_oscillator& o, const motion& y, double h, double beta,
                           double t1) {
  const double gamma = 0.5;
  const double xp = y.x + h * y.v + h * h / 2 * (1 - 2 * beta) * y.a;
  const double vp = y.v + h * (1 - gamma) * y.a;
  const double me = o.m + h * gamma * o.c + h * h * beta * o.k;
  const double a1 = (o.load_at(t1) - (o.c * vp + o.k * xp)) / me;
  const double v1 = y.v + h * ((1 - gamma) * y.a + gamma * a1);
  const double x1 = y.x + h * y.v + h * h / 2 * ((1 - 2 * beta) * y.a + 2 * beta * a1);
  return {x1, v1, a1};
}

/// The results of a step of length h with 1, 2, 4 and 8 substeps.
inline std::vector<motion> substeps(const linear_oscillator& o, const motion& y, double h,
                                    double beta, double t0) {
  std::vector<motion> results;
  for (const std::int64_t n : romberg4) {
    const double part = h / static_cast<double>(n);
    motion u = y;
    for (std::int64_t k = 1; k <= n; ++k) {
      u = newmark_step(o, u, part, beta, t0 + static_cast<double>(k) * part);
    }
    results.push_back(u);
  }
  return results;
}

template <class T>
using tableau = std::vector<std::vector<T>>;

/// The tableaux of displacement and velocity.
template <class T>
struct tableaux {
  tableau<T> x;
  tableau<T> v;
};

inline tableaux<double> extrapolate(const std::vector<motion>& results) {
  std::vector<double> x;
  std::vector<double> v;
  for (const motion& each : results) {
    x.push_back(each.x);
    v.push_back(each.v);
  }
  return {extrapolation_tableau(x, romberg4, 2), extrapolation_tableau(v, romberg4, 2)};
}

/// One extrapolated step from t0 to t1; the acceleration is that of equilibrium.
inline motion extrapolated_step(const linear_oscillator& o, const motion& y, double h, double beta,
                                double t0, double t1) {
  const tableaux<double> t = extrapolate(substeps(o, y, h, beta, t0));
  motion end{t.x.back().back(), t.v.back().back(), 0};
  end.a = (o.load_at(t1) - (o.c * end.v + o.k * end.x)) / o.m;
  return end;
}

/// The report's steps: samples are 0.03 s apart, one step of the extrapolation or 15 of the standard method.
inline constexpr double sample_step = 0.03;
inline constexpr double fine_step = 0.002;
inline constexpr int substeps_of_standard = 15;
enum class report_method { standard, extrapolated };

/// The sample i, at t = 0.03 i, from the one before.
inline motion next_sample(const linear_oscillator& o, motion y, double beta, report_method by,
                          int i) {
  if (by == report_method::extrapolated) {
    return extrapolated_step(o, y, sample_step, beta, (i - 1) * sample_step, i * sample_step);
  }
  for (int k = 1; k <= substeps_of_standard; ++k) {
    y = newmark_step(o, y, fine_step, beta, ((i - 1) * substeps_of_standard + k) * fine_step);
  }
  return y;
}

/// Sums of |exact − numerical| over the samples, for N components.
template <class T, std::size_t N>
class area_collector {
 public:
  area_collector() { sums_.fill(T(0)); }
  void add(const std::array<T, N>& errors) {
    using std::abs;
    for (std::size_t i = 0; i < N; ++i) {
      sums_[i] += abs(errors[i]);
    }
  }
  std::array<measured, N> times(const T& weight) const {
    std::array<measured, N> found;
    std::transform(sums_.begin(), sums_.end(), found.begin(),
                   [&](const T& sum) { return to_measured(T(sum * weight)); });
    return found;
  }

 private:
  std::array<T, N> sums_;
};

/// A table of the report's error areas, and beside it the areas of the method itself.
struct area_tables {
  area_tables(std::string caption, std::string note)
      : printed{std::move(caption), "", {"standard Newmark", "Newmark-extrapolation"}},
        both{std::move(note),
             {"component", "standard, double", "standard", "extrapolation, double",
              "extrapolation"}} {}

  /// Judges "NAME/standard" and "NAME/extrapolation". `shown` are the columns of the second table, in `digits` digits.
  void add_row(report::section& out, const std::string& name, const measured& standard,
               const measured& extrapolated, const std::array<measured, 4>& shown, int digits) {
    printed.rows.push_back({"",
                            name,
                            {out.judge(name + "/standard", to_text(standard, 16)),
                             out.judge(name + "/extrapolation", to_text(extrapolated, 16))}});
    std::vector<std::string> row{name};
    for (const measured& area : shown) {
      row.push_back(to_text(area, digits));
    }
    both.rows.push_back(std::move(row));
  }

  report::number_table printed;
  report::plain_table both;
};

}  // namespace plumbline::experiments::nx
