// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// NX Tables 2 to 6: the undamped oscillator m = 1, k = 16 from x = 1 at rest, Δt = 0.03 s, four levels of Romberg.
//
// In double the report's arithmetic is repeated as it stands (arithmetic.hpp). "The method itself" is the catalogue's
// scheme in the digits asked for, 34 at least: on a linear system its step is one matrix, taken from the scheme, so that
// 1 500 000 steps of many digits take seconds.
//
// Error areas, (42): the report's weights are 0.002 × the samples at t = 0.03 i, i = 1 … 99998, for the standard method,
// although it has 15 times as many steps, and 0.03 × the same samples for the extrapolation.
#include "experiments/nx/arithmetic.hpp"
#include "experiments/nx/step_matrix.hpp"

#include <iterator>
#include <numeric>
#include <tuple>

namespace plumbline::experiments::nx {

namespace {

constexpr int samples = 99998;
const linear_oscillator oscillator = {1, 0, 16, nullptr};
constexpr motion start = {1, 0, -16};

std::string order_name(std::size_t column) { return fmt::format("order {}", 2 * column + 2); }

double energy(double x, double v) { return v * v / 2 + 8 * x * x; }

constexpr std::array components{"displacement", "velocity", "acceleration", "energy"};
/// Of these components.
using areas = std::array<measured, components.size()>;
enum component : std::size_t { displacement, velocity, acceleration, of_energy };

/// exact − numerical.
template <class T>
std::array<T, components.size()> errors_of(const T& x, const T& v, const T& a, const T& exact_x,
                                           const T& exact_v) {
  return {T(exact_x - x), T(exact_v - v), T(T(-16) * exact_x - a),
          T(T(8) - (v * v / T(2) + T(8) * x * x))};
}

/// As the report: in double.
areas make_report_areas(context& c, double beta, report_method by) {
  area_collector<double, components.size()> sum;
  motion y = start;
  for (int i = 1; i <= samples; ++i) {
    if (i % 1024 == 0) {
      c.poll();
    }
    y = next_sample(oscillator, y, beta, by, i);
    const double t = i * sample_step;
    sum.add(errors_of(y.x, y.v, y.a, std::cos(4 * t), -4 * std::sin(4 * t)));
  }
  return sum.times(by == report_method::extrapolated ? sample_step : fine_step);
}

const areas& report_areas(context& c, double beta, report_method by) {
  return c.shared<areas>(std::pair(beta, by), [&] { return make_report_areas(c, beta, by); });
}

/// The method itself, with the weight 0.03 for both.
template <class T>
areas exact_areas(context& c, const std::string& scheme, const settings& chosen, int parts) {
  const T h = rational<T>(3, 100);
  const settings parameters = {{"m", "1"}, {"k", "16"}};
  matrix2<T> phi = step_matrix<T>(scheme, chosen, parameters, T(h / T(parts)));
  matrix2<T> whole = phi;
  for (int k = 1; k < parts; ++k) {
    whole = phi * whole;
  }
  const auto turn = sin_cos(T(h * T(4)));
  T x(1);
  T v(0);
  T cosine(1);
  T sine(0);
  area_collector<T, components.size()> sum;
  for (int i = 1; i <= samples; ++i) {
    if (i % 1024 == 0) {
      c.poll();
    }
    whole.apply(x, v);
    const T next = cosine * turn.cos - sine * turn.sin;
    sine = sine * turn.cos + cosine * turn.sin;
    cosine = next;
    sum.add(errors_of(x, v, T(T(-16) * x), cosine, T(T(-4) * sine)));
  }
  return sum.times(h);
}

areas exact_areas(context& c, const std::string& scheme, const settings& chosen, int parts) {
  return c.shared<areas>(std::tuple(scheme, chosen, parts), [&] {
    return at_digits(method_digits(c),
                     [&]<class T>() { return exact_areas<T>(c, scheme, chosen, parts); });
  });
}

// ---------------------------------------------------------------------------------------- Tables 2 and 3

struct exact_first_step {
  tableaux<measured> by_method;
  measured true_x;
  measured true_v;
};

exact_first_step take_first_step(context& c) {
  return at_digits(method_digits(c), []<class T>() {
    std::vector<T> x;
    std::vector<T> v;
    for (const std::int64_t n : romberg4) {
      const auto phi = step_matrix<T>("newmark", {}, {{"m", "1"}, {"k", "16"}},
                                      T(rational<T>(3, 100) / as_scalar<T>(n)));
      x.push_back(T(1));
      v.push_back(T(0));
      for (std::int64_t k = 0; k < n; ++k) {
        phi.apply(x.back(), v.back());
      }
    }
    const auto extrapolated = [](const std::vector<T>& column) {
      tableau<measured> rows;
      for (const auto& row : extrapolation_tableau(column, romberg4, 2)) {
        rows.emplace_back();
        std::transform(row.begin(), row.end(), std::back_inserter(rows.back()),
                       [](const T& entry) { return to_measured(entry); });
      }
      return rows;
    };
    const auto angle = sin_cos(rational<T>(3, 25));
    return exact_first_step{{extrapolated(x), extrapolated(v)},
                            to_measured(angle.cos),
                            to_measured(T(T(-4) * angle.sin))};
  });
}

/// The size of an entry over that of the one before in its row, from order 4 on: the largest ratio.
measured largest_over_lower_order(const tableau<double>& rows) {
  double largest = 0;
  for (const std::vector<double>& row : rows) {
    for (std::size_t j = 2; j < row.size(); ++j) {
      largest = std::max(largest, std::abs(row[j] / row[j - 1]));
    }
  }
  return largest;
}

// ---------------------------------------------------------------------------------------- Tables 4 to 6

constexpr const char* weights_note =
    "Error areas over 3000 s. The report’s weights: 0.002 s for the standard method, 0.03 s for "
    "the extrapolation, each times the sum over the samples t = 0.03 i, i = 1 … 99998. The "
    "standard areas are so 15 times too small against the others.";

void run_long(context& c, report::section& out, double beta, const std::string& beta_text) {
  const areas& standard = report_areas(c, beta, report_method::standard);
  const areas& extrapolated = report_areas(c, beta, report_method::extrapolated);
  const areas exact_standard =
      exact_areas(c, "newmark", {{"beta", beta_text}}, substeps_of_standard);
  const areas exact_extrapolated =
      exact_areas(c, "newmark-extrapolation", {{"beta", beta_text}}, 1);
  area_tables tables(weights_note,
                     "In double and without rounding errors, both with the weight 0.03 s.");
  const auto judge_check = [&](const std::string& key, const measured& value) {
    const auto& published = c.published().of(beta_text == "1/4" ? "nx-table4" : "nx-table5");
    if (std::any_of(published.begin(), published.end(),
                    [&](const auto& number) { return number.key == key; })) {
      judge(out, key, value, method_digits(c));
    }
  };
  for (std::size_t i = 0; i < components.size(); ++i) {
    tables.add_row(out, components[i], standard[i], extrapolated[i],
                   {measured(standard[i] * substeps_of_standard), exact_standard[i],
                    extrapolated[i], exact_extrapolated[i]},
                   6);
    judge_check(fmt::format("{}/standard, same weight", components[i]), exact_standard[i]);
    judge_check(fmt::format("{}/extrapolation, exact", components[i]), exact_extrapolated[i]);
  }
  out.add(std::move(tables.printed));
  if (beta_text == "1/4") {
    const auto gain = [&](component i) {
      return measured(exact_standard[i] / exact_extrapolated[i]);
    };
    judge(out, "gain", gain(displacement), 6);
    judge(out, "much closer", std::min({gain(displacement), gain(velocity), gain(acceleration)}),
          6);
    measured farthest(1);
    for (const component i : {displacement, velocity}) {
      const measured ratio = extrapolated[of_energy] / extrapolated[i];
      farthest = std::max({farthest, ratio, measured(1 / ratio)});
    }
    judge(out, "energy of the same order", farthest, 6);
    judge(out, "cycles", 6000 / pi<measured>(), 6);
    out.judge("substeps", std::to_string(std::accumulate(romberg4.begin(), romberg4.end(), 0L)));
  }
  out.add_remaining("The method itself, without rounding errors, and the numbers of the text.");
  out.add(std::move(tables.both));
}

constexpr const char* digits_note =
    "Each entry in double, as the report computed it, and in the arithmetic asked for.";

struct tableau_tables {
  report::number_table printed;
  report::plain_table both;
};

tableau_tables empty_tables(std::string caption, const std::string& note) {
  return {{std::move(caption), "substeps", {"order 2", "order 4", "order 6", "order 8"}},
          {digits_note + note, {"entry", "double", "the method itself"}}};
}

/// Judges the entries of a tableau under "NAME/SUBSTEPS/ORDER/value"; the second table shows them in so many digits.
void add_tableau(report::section& out, tableau_tables& tables, const std::string& name,
                 const tableau<double>& report, const tableau<measured>& exact,
                 std::pair<int, int> shown) {
  const std::string key = name.empty() ? "" : name + "/";
  const std::string entry = name.empty() ? "" : name + ", ";
  for (std::size_t i = 0; i < report.size(); ++i) {
    report::number_table::row line{i == 0 ? name : "", std::to_string(romberg4[i])};
    for (std::size_t j = 0; j <= i; ++j) {
      line.numbers.push_back(
          out.judge(fmt::format("{}{}/{}/value", key, romberg4[i], order_name(j)),
                    to_text(report[i][j], 17)));
      tables.both.rows.push_back(
          {fmt::format("{}{} substeps, {}", entry, romberg4[i], order_name(j)),
           to_text(report[i][j], shown.first), to_text(exact[i][j], shown.second)});
    }
    tables.printed.rows.push_back(std::move(line));
  }
}

}  // namespace

void run_table3(context& c, report::section& out) {
  const tableaux<double> report = extrapolate(substeps(oscillator, start, sample_step, 0.25, 0));
  const tableaux<measured> exact = take_first_step(c).by_method;
  tableau<double> errors = report.x;
  tableau<measured> exact_errors = exact.x;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const measured& x = exact.x[i][j];
      const measured& v = exact.v[i][j];
      errors[i][j] = energy(report.x[i][j], report.v[i][j]) - 8;
      exact_errors[i][j] = v * v / 2 + 8 * x * x - 8;
    }
  }
  tableau_tables tables =
      empty_tables("Error of the energy v²/2 + 8x² after one step, in double.",
                   " Newmark’s method with β = 1/4 keeps the energy: what the first column shows "
                   "in double is rounding. The last entry is not: without rounding the "
                   "extrapolated energy error is 6.4e-16.");
  add_tableau(out, tables, "", errors, exact_errors, {3, 3});
  out.add(std::move(tables.printed));
  judge(out, "approaches zero", largest_over_lower_order(errors), 6);
  out.add_remaining("The text.");
  out.add(std::move(tables.both));
}

void run_table4(context& c, report::section& out) { run_long(c, out, 0.25, "1/4"); }

/// The larger areas of Table 4 against those of Table 5: the least gain over components and columns.
void run_table5(context& c, report::section& out) {
  measured least(0);
  for (const report_method by : {report_method::standard, report_method::extrapolated}) {
    const areas& constant = report_areas(c, 0.25, by);
    const areas& linear = report_areas(c, 1.0 / 6, by);
    for (const component i : {displacement, velocity, acceleration}) {
      const measured gain = constant[i] / linear[i];
      least = least == measured(0) || gain < least ? gain : least;
    }
  }
  judge(out, "gain of linear acceleration", least, 6);
  const areas plain = exact_areas(c, "newmark", {{"beta", "1/4"}}, substeps_of_standard);
  const auto extrapolated = [&](const char* beta) {
    return exact_areas(c, "newmark-extrapolation", {{"beta", beta}}, 1)[displacement];
  };
  judge(out, "minor",
        extrapolated("1/4") / extrapolated("1/6") / (plain[displacement] / extrapolated("1/4")), 6);
  run_long(c, out, 1.0 / 6, "1/6");
}

void run_table6(context& c, report::section& out) {
  const areas& extrapolated = report_areas(c, 0.25, report_method::extrapolated);
  const areas midpoint = exact_areas(c, "midpoint-extrapolation", {}, 1);
  measured farthest(1);
  report::number_table printed{
      "Error areas over 3000 s, weight 0.03 s; Newmark in double, the midpoint rule without "
      "rounding errors.",
      "",
      {"Newmark-extrapolation", "midpoint-extrapolation"}};
  for (const component i : {displacement, velocity, of_energy}) {
    const std::string name = components[i];
    const std::string exact = judged_text(midpoint[i], method_digits(c));
    printed.rows.push_back(
        {"",
         name,
         {out.judge(name + "/Newmark-extrapolation", to_text(extrapolated[i], 16)),
          out.judge(name + "/midpoint-extrapolation", exact)}});
    out.judge(name + "/midpoint, exact", exact);
    const measured ratio = midpoint[i] / extrapolated[i];
    farthest = std::max({farthest, ratio, measured(1 / ratio)});
  }
  judge(out, "similar areas", farthest, 6);
  out.add(std::move(printed));
  out.add_remaining("Midpoint-extrapolation: the same as Newmark-extrapolation with β = 1/4.");
}

}  // namespace plumbline::experiments::nx
