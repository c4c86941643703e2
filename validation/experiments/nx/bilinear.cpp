// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// NX Tables 9 and 10: the bilinear spring, Δt = 0.04 s, before and after the step in which it yields. The report's
// numerical values of Table 10 need substeps that are cut where the numerical x reaches the boundary; its analytic
// values go on with the inner law from t = 0.36 s, the start of that step, instead of from the crossing at 0.37614 s.
//
// In double, in an order of operations that gives all printed digits: the length s of the cut substep from the secant rule
// for x(s) = 1, and the rest of the substep as a difference of times, t_end − (t + s).
#include "experiments/nx/bilinear.hpp"

#include "experiments/at_digits.hpp"
#include "experiments/experiment.hpp"
#include "experiments/nx/arithmetic.hpp"
#include "experiments/nx/step_matrix.hpp"
#include <plumbline/measure/order_fit.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace plumbline::experiments::nx {

namespace {

struct result {
  measured x;
  measured v;
  measured a;
  measured energy;
};

template <class T>
result rounded(const bilinear_state<T>& y) {
  // exactly: these are compared in the last digits of a double
  const auto widened = [](const T& x) {
    if constexpr (std::is_same_v<T, double>) {
      return measured(x);
    } else {
      return to_measured(x);
    }
  };
  return {widened(y.x), widened(y.v), widened(y.a), widened(y.energy)};
}

result exact_after(context& c, int steps) {
  return at_digits(method_digits(c), [&]<class T>() {
    return rounded(exact_bilinear<T>(T(rational<T>(1, 25) * T(steps))));
  });
}

result numerical_after(int digits, int steps, bool split) {
  return at_digits(digits, [&]<class T>() {
    return rounded(step_bilinear<T>("newmark-extrapolation", {}, rational<T>(1, 25), steps, split));
  });
}

constexpr double report_step = 0.04;

/// The outer law m x″ + 5x = −5 and the inner one.
linear_oscillator outer_law() {
  return {1, 0, 5, [](double) { return -5.0; }};
}
linear_oscillator inner_law() { return {1, 0, 10}; }

/// The report's arithmetic on the outer law.
motion report_motion_after_9() {
  motion y = {2, 0, -15};
  for (int i = 0; i < 9; ++i) {
    y = extrapolated_step(outer_law(), y, report_step, 0.25, 0, 0);
  }
  return y;
}

result report_after_9() {
  const motion y = report_motion_after_9();
  return rounded(bilinear_state_of<double>(y.x, y.v));
}

/// The length of the step of the outer law that ends at x = 1: the secant rule from 0 and the whole substep.
double cut_length(const motion& y, double part) {
  const auto beyond = [&](double s) { return newmark_step(outer_law(), y, s, 0.25, 0).x - 1; };
  double before = 0;
  double s = part;
  double at_before = beyond(before);
  double at_s = beyond(s);
  constexpr int most = 100;
  for (int i = 0; i < most && at_s != at_before && std::abs(at_s) >= 1e-16 && s != before; ++i) {
    const double next = s - at_s * (s - before) / (at_s - at_before);
    before = s;
    at_before = at_s;
    s = next;
    at_s = beyond(s);
  }
  return s;
}

/// One of the report's blocks of substeps from t0 on, the one that passes x = 1 cut there.
motion cut_block(motion y, std::int64_t n, double t0) {
  const double part = report_step / static_cast<double>(n);
  bool outer = true;
  for (std::int64_t k = 0; k < n; ++k) {
    motion next = newmark_step(outer ? outer_law() : inner_law(), y, part, 0.25, 0);
    if (outer && next.x < 1) {
      const double s = cut_length(y, part);
      const motion cut = newmark_step(outer_law(), y, s, 0.25, 0);
      const double rest =
          t0 + static_cast<double>(k + 1) * part - (t0 + static_cast<double>(k) * part + s);
      next = newmark_step(inner_law(), {cut.x, cut.v, -10 * cut.x}, rest, 0.25, 0);
      outer = false;
    }
    y = next;
  }
  return y;
}

/// Table 10's numerical column in the report's arithmetic.
result report_after_10() {
  std::vector<motion> blocks;
  for (const std::int64_t n : romberg4) {
    blocks.push_back(cut_block(report_motion_after_9(), n, 9 * report_step));
  }
  const tableaux t = extrapolate(blocks);
  return rounded(bilinear_state_of<double>(t.x.back().back(), t.v.back().back()));
}

void add_table(report::section& out, const std::string& caption, const result& analytic,
               const result& numerical, int digits) {
  report::number_table table{caption, "", {"analytic", "numerical", "error"}, {}};
  const auto line = [&](const char* name, const measured& a, const measured& b) {
    table.rows.push_back({"",
                          name,
                          {out.judge(fmt::format("{}/analytic", name), judged_text(a, digits)),
                           out.judge(fmt::format("{}/numerical", name), to_text(b, 17)),
                           out.judge(fmt::format("{}/error", name), to_text(measured(a - b), 6))}});
  };
  line("displacement", analytic.x, numerical.x);
  line("velocity", analytic.v, numerical.v);
  line("acceleration", analytic.a, numerical.a);
  line("energy", analytic.energy, numerical.energy);
  out.add(std::move(table));
}

std::vector<std::string> line_of(const std::string& name, const result& r) {
  return {name, to_text(r.x, 16), to_text(r.v, 16), to_text(r.a, 16),
          to_text(measured(r.energy - rational<measured>(35, 2)), 3)};
}

const std::vector<std::string> state_header = {"", "x", "v", "a", "energy − 17.5"};

/// Digits of the energy that one of Newmark's substeps loses in step 10, which begins on the exact motion: the most
/// over the four levels and their substeps.
measured digits_lost_in_substeps(int digits, bool split) {
  return at_digits(digits, [&]<class T>() {
    using std::abs;
    const model<T> whole = find_system("bilinear-oscillator").make<T>();
    const model<T> system = split ? whole : whole.without_events();
    const bilinear_state<T> begin = exact_bilinear<T>(rational<T>(9, 25));
    const T energy = rational<T>(35, 2);
    T most(0);
    for (const std::int64_t n : romberg4) {
      auto stepper = find_scheme("newmark").make<T>({}, system);
      vector<T> y =
          stepper.start({vector<T>::Constant(1, begin.x), vector<T>::Constant(1, begin.v)});
      static_cast<void>(
          integrate<T>(stepper, y, time_grid<T>(T(0), T(rational<T>(1, 25) / as_scalar<T>(n)), n),
                       [&](std::int64_t /*n*/, const T& /*t*/, const vector<T>& at) {
                         const T off = bilinear_state_of<T>(T(at[0]), T(at[1])).energy - energy;
                         most = std::max(most, T(abs(T(off / energy))));
                       }));
    }
    return most == T(0) ? measured(0) : measured(log10(to_measured(most)) + digits);
  });
}

// ------------------------------------------------------------------------------------------ order at the kink

constexpr std::array counts{10, 20, 40, 80, 160, 320};

struct kink_study {
  std::vector<measured> steps;
  std::vector<measured> errors;
};

/// Errors of x at t = 0.4 s, where the spring has yielded once.
kink_study study_kink(context& c, const std::string& scheme, bool split) {
  return at_digits(method_digits(c), [&]<class T>() {
    using std::abs;
    kink_study study;
    const T end = rational<T>(2, 5);
    const T truth = exact_bilinear<T>(end).x;
    for (const int n : counts) {
      c.poll();
      const T h = end / T(n);
      const auto y = step_bilinear<T>(scheme, {}, h, n, split);
      study.steps.push_back(to_measured(h));
      study.errors.push_back(to_measured(T(abs(T(y.x - truth)))));
    }
    return study;
  });
}

}  // namespace

void run_table9(context& c, report::section& out) {
  const result exact = exact_after(c, 9);
  add_table(out, "At t = 0.36 s, while the spring is beyond its yield point; in double.", exact,
            report_after_9(), method_digits(c));
  const result report = report_after_9();
  const auto off = [](const measured& a, const measured& b) {
    return measured(abs(measured(a - b)));
  };
  out.judge("agreement",
            to_text(std::max({off(exact.x, report.x), off(exact.v, report.v),
                              off(exact.a, report.a), off(exact.energy, report.energy)}),
                    6));
  out.add_remaining("The text on Table 9.");
  out.add(report::plain_table{
      "The error column of Table 9 has the wrong number of zeros: the differences of its own "
      "entries are 1e-15, −3e-15, −7e-15 and 2.8e-14.",
      state_header,
      {line_of("exact", exact), line_of("in double, as the report", report_after_9()),
       line_of("the method itself", numerical_after(method_digits(c), 9, true))}});
}

void run_table10(context& c, report::section& out) {
  const result exact = exact_after(c, 10);
  const int digits = method_digits(c);
  const result in_double = report_after_10();
  add_table(
      out,
      "At t = 0.40 s, after the step in which x passes 1; in double, in the report’s order of "
      "operations, substeps cut there.",
      exact, in_double, digits);
  const result split = numerical_after(digits, 10, true);
  const result plain = numerical_after(digits, 10, false);
  const auto text = [&](const measured& x) { return judged_text(x, digits); };
  out.judge("right displacement", text(exact.x));
  out.judge("right velocity", text(exact.v));
  out.judge("numerical displacement", text(split.x));
  out.judge("energy lost", to_text(measured(split.energy - rational<measured>(35, 2)), 6));
  out.judge("energy off without splitting",
            to_text(measured(plain.energy - rational<measured>(35, 2)), 6));
  out.judge("crossing",
            at_digits(digits, [&]<class T>() { return text(to_measured(first_crossing<T>())); }));
  out.judge("start of step 10", text(measured(rational<measured>(1, 25) * 9)));
  const measured energy = rational<measured>(35, 2);
  out.judge(
      "energy lost in step 10",
      to_text(
          measured(abs(measured((in_double.energy - energy) / (report_after_9().energy - energy)))),
          6));
  out.judge("substeps keep the energy", text(digits_lost_in_substeps(digits, true)));
  out.judge("substeps keep the energy, passed over", text(digits_lost_in_substeps(digits, false)));
  out.add_remaining("Right values, and what depends on the splitting.");
  out.add(report::plain_table{
      "At t = 0.40 s. Where substeps are cut at x = 1 every level keeps the energy, and so nearly "
      "does the extrapolation; but each level crosses at its own time, its error has no expansion "
      "in even powers any more, and x is off by 4.6e-7. Where steps pass over x = 1 it is off by "
      "1.0e-6 and the energy by 1.97e-4.",
      state_header,
      {line_of("exact", exact), line_of("cut at x = 1, in double", in_double),
       line_of("cut at x = 1", split), line_of("steps pass over x = 1", plain)}});
}

void run_kink(context& c, report::section& out) {
  report::plain_table table{
      "Error of x at t = 0.4 s, after the spring has yielded at t = 0.376 s, and the fitted order.",
      {"scheme", "at the kink"},
      {}};
  for (const int n : counts) {
    table.header.push_back(fmt::format("{} steps", n));
  }
  table.header.emplace_back("order");
  report::plot p;
  p.description = "Error of x after the yield point against the step, with and without splitting";
  p.x_label = "h / s";
  p.y_label = "error of x / m";
  p.log_x = true;
  p.log_y = true;
  const std::array roles{report::role::newmark, report::role::first, report::role::second,
                         report::role::third};
  std::size_t role = 0;
  for (const char* scheme : {"newmark", "newmark-extrapolation"}) {
    for (const bool split : {true, false}) {
      const kink_study study = study_kink(c, scheme, split);
      const measured order = fitted_order(study.steps, study.errors);
      std::vector<std::string> row = {scheme, split ? "cut" : "passed over"};
      report::curve drawn{fmt::format("{}, {}", scheme, split ? "cut" : "passed over"),
                          roles[role++],
                          report::drawn_as::line_and_markers,
                          {}};
      for (std::size_t i = 0; i < study.errors.size(); ++i) {
        row.push_back(to_text(study.errors[i], 3));
        drawn.points.push_back({to_double(study.steps[i]), to_double(study.errors[i])});
      }
      row.push_back(to_text(order, 3));
      table.rows.push_back(std::move(row));
      p.curves.push_back(std::move(drawn));
      out.judge(fmt::format("{}, {}", scheme, split ? "cut" : "passed over"),
                judged_text(order, method_digits(c)));
    }
  }
  out.add(
      report::figure{"Convergence across the yield point: the order 8 of the extrapolation is "
                     "gone with and without splitting.",
                     {{report::draw(p, "nx-kink")}}});
  out.add(std::move(table));
  out.add_remaining("The claim that the extrapolation fails at the kink, as orders.");
}

}  // namespace plumbline::experiments::nx
