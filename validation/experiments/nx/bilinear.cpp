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

#include "experiments/nx/arithmetic.hpp"
#include "experiments/nx/step_matrix.hpp"

#include <type_traits>

namespace plumbline::experiments::nx {

namespace {

using result = bilinear_state<measured>;

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
  const tableaux<double> t = extrapolate(blocks);
  return rounded(bilinear_state_of<double>(t.x.back().back(), t.v.back().back()));
}

void add_table(report::section& out, std::string caption, const result& analytic,
               const result& numerical, int digits) {
  report::number_table table{std::move(caption), "", {"analytic", "numerical", "error"}};
  for (const auto& [name, of] : {std::pair{"displacement", &result::x},
                                 {"velocity", &result::v},
                                 {"acceleration", &result::a},
                                 {"energy", &result::energy}}) {
    const measured error = analytic.*of - numerical.*of;
    table.rows.push_back({"",
                          name,
                          {judge(out, fmt::format("{}/analytic", name), analytic.*of, digits),
                           out.judge(fmt::format("{}/numerical", name), to_text(numerical.*of, 17)),
                           out.judge(fmt::format("{}/error", name), to_text(error, 6))}});
  }
  out.add(std::move(table));
}

const measured true_energy = rational<measured>(35, 2);

void show_states(report::section& out, std::string caption,
                 const std::vector<std::pair<const char*, result>>& states) {
  report::plain_table table{std::move(caption), {"", "x", "v", "a", "energy − 17.5"}};
  for (const auto& [name, r] : states) {
    table.rows.push_back({name, to_text(r.x, 16), to_text(r.v, 16), to_text(r.a, 16),
                          to_text(measured(r.energy - true_energy), 3)});
  }
  out.add(std::move(table));
}

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
      vector<T> y = stepper.start(phase_of(begin.x, begin.v));
      const time_grid<T> grid(T(0), T(rational<T>(1, 25) / as_scalar<T>(n)), n);
      const auto observe = [&](std::int64_t, const T&, const vector<T>& at) {
        const T off = bilinear_state_of<T>(T(at[0]), T(at[1])).energy - energy;
        most = std::max(most, T(abs(T(off / energy))));
      };
      static_cast<void>(integrate<T>(stepper, y, grid, observe));
    }
    return digits_lost(to_measured(most), digits);
  });
}

}  // namespace

void run_table9(context& c, report::section& out) {
  const int digits = method_digits(c);
  const result exact = exact_after(c, 9);
  const result report = report_after_9();
  add_table(out, "At t = 0.36 s, while the spring is beyond its yield point; in double.", exact,
            report, digits);
  judge(out, "agreement",
        std::max({apart(exact.x, report.x), apart(exact.v, report.v), apart(exact.a, report.a),
                  apart(exact.energy, report.energy)}),
        6);
  out.add_remaining("The text on Table 9.");
  show_states(out,
              "The error column of Table 9 has the wrong number of zeros: the differences of its "
              "own entries are 1e-15, −3e-15, −7e-15 and 2.8e-14.",
              {{"exact", exact},
               {"in double, as the report", report},
               {"the method itself", numerical_after(digits, 9, true)}});
}

void run_table10(context& c, report::section& out) {
  const result exact = exact_after(c, 10);
  const int digits = method_digits(c);
  const result in_double = report_after_10();
  add_table(out,
            "At t = 0.40 s, after the step in which x passes 1; in double, in the report’s order "
            "of operations, substeps cut there.",
            exact, in_double, digits);
  const result split = numerical_after(digits, 10, true);
  const result plain = numerical_after(digits, 10, false);
  judge(out, "right displacement", exact.x, digits);
  judge(out, "right velocity", exact.v, digits);
  judge(out, "numerical displacement", split.x, digits);
  judge(out, "energy lost", split.energy - true_energy, 6);
  judge(out, "energy off without splitting", plain.energy - true_energy, 6);
  judge(out, "crossing",
        at_digits(digits, []<class T>() { return to_measured(first_crossing<T>()); }), digits);
  judge(out, "start of step 10", rational<measured>(1, 25) * 9, digits);
  judge(out, "energy lost in step 10",
        abs(measured((in_double.energy - true_energy) / (report_after_9().energy - true_energy))),
        6);
  judge(out, "substeps keep the energy", digits_lost_in_substeps(digits, true), digits);
  judge(out, "substeps keep the energy, passed over", digits_lost_in_substeps(digits, false),
        digits);
  out.add_remaining("Right values, and what depends on the splitting.");
  show_states(out,
              "At t = 0.40 s. Where substeps are cut at x = 1 every level keeps the energy, and so "
              "nearly does the extrapolation; but each level crosses at its own time, its error "
              "has no expansion in even powers any more, and x is off by 4.6e-7. Where steps pass "
              "over x = 1 it is off by 1.0e-6 and the energy by 1.97e-4.",
              {{"exact", exact},
               {"cut at x = 1, in double", in_double},
               {"cut at x = 1", split},
               {"steps pass over x = 1", plain}});
}

}  // namespace plumbline::experiments::nx
