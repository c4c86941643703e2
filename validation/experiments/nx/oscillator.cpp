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
#include "experiments/at_digits.hpp"
#include "experiments/experiment.hpp"
#include "experiments/nx/arithmetic.hpp"
#include "experiments/nx/step_matrix.hpp"
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/scalar/functions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::experiments::nx {

namespace {

constexpr std::int64_t samples = 99998;
constexpr int substeps_of_standard = 15;
const linear_oscillator oscillator = {1, 0, 16, nullptr};
constexpr motion start = {1, 0, -16};
constexpr double step = 0.03;
constexpr double fine_step = 0.002;

std::string order_name(std::size_t column) { return fmt::format("order {}", 2 * column + 2); }

double energy(double x, double v) { return v * v / 2 + 8 * x * x; }

struct areas {
  measured displacement{0};
  measured velocity{0};
  measured acceleration{0};
  measured energy{0};
};

/// Sums of |exact − numerical| over the samples.
template <class T>
class area_collector {
 public:
  void add(const T& x, const T& v, const T& a, const T& exact_x, const T& exact_v) {
    using std::abs;
    x_ += abs(T(exact_x - x));
    v_ += abs(T(exact_v - v));
    a_ += abs(T(T(-16) * exact_x - a));
    e_ += abs(T(T(8) - (v * v / T(2) + T(8) * x * x)));
  }
  areas times(const T& weight) const {
    return {to_measured(T(x_ * weight)), to_measured(T(v_ * weight)), to_measured(T(a_ * weight)),
            to_measured(T(e_ * weight))};
  }

 private:
  T x_{0};
  T v_{0};
  T a_{0};
  T e_{0};
};

/// As the report: in double.
areas make_report_areas(context& c, double beta, bool extrapolated) {
  area_collector<double> sum;
  motion y = start;
  for (std::int64_t i = 1; i <= samples; ++i) {
    if (i % 1024 == 0) {
      c.poll();
    }
    if (extrapolated) {
      y = extrapolated_step(oscillator, y, step, beta, 0, 0);
    } else {
      for (int k = 0; k < substeps_of_standard; ++k) {
        y = newmark_step(oscillator, y, fine_step, beta, 0);
      }
    }
    const double t = static_cast<double>(i) * step;
    sum.add(y.x, y.v, y.a, std::cos(4 * t), -4 * std::sin(4 * t));
  }
  return sum.times(extrapolated ? step : fine_step);
}

const areas& report_areas(context& c, double beta, bool extrapolated) {
  return c.shared<areas>(std::pair(beta, extrapolated),
                         [&] { return make_report_areas(c, beta, extrapolated); });
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
  area_collector<T> sum;
  for (std::int64_t i = 1; i <= samples; ++i) {
    if (i % 1024 == 0) {
      c.poll();
    }
    whole.apply(x, v);
    const T next = cosine * turn.cos - sine * turn.sin;
    sine = sine * turn.cos + cosine * turn.sin;
    cosine = next;
    sum.add(x, v, T(T(-16) * x), cosine, T(T(-4) * sine));
  }
  return sum.times(h);
}

struct method_key {
  std::string scheme;
  settings chosen;
  int parts;
  auto operator<=>(const method_key&) const = default;
};

areas exact_areas(context& c, const std::string& scheme, const settings& chosen, int parts) {
  return c.shared<areas>(method_key{scheme, chosen, parts}, [&] {
    return at_digits(method_digits(c),
                     [&]<class T>() { return exact_areas<T>(c, scheme, chosen, parts); });
  });
}

std::string text_of(double x) { return to_text(x, 17); }

// ---------------------------------------------------------------------------------------- Tables 2 and 3

template <class T>
struct first_step {
  std::vector<std::vector<T>> x;
  std::vector<std::vector<T>> v;
};

template <class T>
first_step<T> take_first_step() {
  const T h = rational<T>(3, 100);
  std::vector<T> x;
  std::vector<T> v;
  for (const std::int64_t n : romberg4) {
    const auto phi =
        step_matrix<T>("newmark", {}, {{"m", "1"}, {"k", "16"}}, T(h / as_scalar<T>(n)));
    T at_x(1);
    T at_v(0);
    for (std::int64_t k = 0; k < n; ++k) {
      phi.apply(at_x, at_v);
    }
    x.push_back(at_x);
    v.push_back(at_v);
  }
  return {extrapolation_tableau(x, romberg4, 2), extrapolation_tableau(v, romberg4, 2)};
}

struct exact_first_step {
  std::vector<std::vector<measured>> x;
  std::vector<std::vector<measured>> v;
  measured true_x;
  measured true_v;
};

exact_first_step exact_tableaux(context& c) {
  return at_digits(method_digits(c), []<class T>() {
    const first_step<T> t = take_first_step<T>();
    const auto rounded = [](const std::vector<std::vector<T>>& rows) {
      std::vector<std::vector<measured>> result;
      for (const auto& row : rows) {
        result.emplace_back();
        for (const T& entry : row) {
          result.back().push_back(to_measured(entry));
        }
      }
      return result;
    };
    const auto angle = sin_cos(rational<T>(3, 25));
    return exact_first_step{rounded(t.x), rounded(t.v), to_measured(angle.cos),
                            to_measured(T(T(-4) * angle.sin))};
  });
}

/// How much nearer the next column of a tableau is to the solution, over how much nearer the next row is: the least over
/// the columns of order 2 and 4.
measured least_gain(const std::vector<std::vector<measured>>& rows, const measured& truth) {
  const auto off = [&](std::size_t i, std::size_t j) {
    return measured(abs(measured(rows[i][j] - truth)));
  };
  measured least(std::numeric_limits<double>::max());
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t i = j + 1; i < rows.size(); ++i) {
      least = std::min(least, measured(off(i, j) / off(i, j + 1) / (off(i - 1, j) / off(i, j))));
    }
  }
  return least;
}

constexpr const char* digits_note =
    "Each entry in double, as the report computed it, and in the arithmetic asked for.";

// ---------------------------------------------------------------------------------------- Tables 4 to 6

std::string out_id(const std::string& beta) { return beta == "1/4" ? "nx-table4" : "nx-table5"; }

const measured& component_of(const areas& a, std::string_view name) {
  return name == "displacement" ? a.displacement
         : name == "velocity"   ? a.velocity
         : name == "energy"     ? a.energy
                                : a.acceleration;
}

constexpr std::array components{"displacement", "velocity", "acceleration", "energy"};

constexpr const char* weights_note =
    "Error areas over 3000 s. The report’s weights: 0.002 s for the standard method, 0.03 s for "
    "the "
    "extrapolation, each times the sum over the samples t = 0.03 i, i = 1 … 99998. The standard "
    "areas are so 15 times too small against the others.";

void run_long(context& c, report::section& out, double beta, const std::string& beta_text) {
  const areas& standard = report_areas(c, beta, false);
  const areas& extrapolated = report_areas(c, beta, true);
  const areas exact_standard =
      exact_areas(c, "newmark", {{"beta", beta_text}}, substeps_of_standard);
  const areas exact_extrapolated =
      exact_areas(c, "newmark-extrapolation", {{"beta", beta_text}}, 1);
  report::number_table printed{weights_note, "", {"standard Newmark", "Newmark-extrapolation"}, {}};
  report::plain_table both{
      "In double and without rounding errors, both with the weight 0.03 s.",
      {"component", "standard, double", "standard", "extrapolation, double", "extrapolation"},
      {}};
  const auto judge_check = [&](const char* name, const char* what, const measured& value) {
    const std::string key = fmt::format("{}/{}", name, what);
    const auto& published = c.published().of(out_id(beta_text));
    if (std::any_of(published.begin(), published.end(),
                    [&](const auto& number) { return number.key == key; })) {
      out.judge(key, judged_text(value, method_digits(c)));
    }
  };
  for (const char* name : components) {
    report::number_table::row line;
    line.label = name;
    line.numbers = {
        out.judge(fmt::format("{}/standard", name), to_text(component_of(standard, name), 16)),
        out.judge(fmt::format("{}/extrapolation", name),
                  to_text(component_of(extrapolated, name), 16))};
    printed.rows.push_back(std::move(line));
    both.rows.push_back({name,
                         to_text(measured(component_of(standard, name) * substeps_of_standard), 6),
                         to_text(component_of(exact_standard, name), 6),
                         to_text(component_of(extrapolated, name), 6),
                         to_text(component_of(exact_extrapolated, name), 6)});
    judge_check(name, "standard, same weight", component_of(exact_standard, name));
    judge_check(name, "extrapolation, exact", component_of(exact_extrapolated, name));
  }
  out.add(std::move(printed));
  if (beta_text == "1/4") {
    out.judge("gain",
              to_text(measured(exact_standard.displacement / exact_extrapolated.displacement), 6));
    measured least = exact_standard.displacement / exact_extrapolated.displacement;
    for (const char* name : {"velocity", "acceleration"}) {
      least = std::min(least, measured(component_of(exact_standard, name) /
                                       component_of(exact_extrapolated, name)));
    }
    out.judge("much closer", to_text(least, 6));
    measured farthest(1);
    for (const char* name : {"displacement", "velocity"}) {
      const measured ratio = extrapolated.energy / component_of(extrapolated, name);
      farthest = std::max({farthest, ratio, measured(1 / ratio)});
    }
    out.judge("energy of the same order", to_text(farthest, 6));
    out.judge("cycles", to_text(measured(6000 / pi<measured>()), 6));
    std::int64_t work = 0;
    for (const std::int64_t n : romberg4) {
      work += n;
    }
    out.judge("substeps", std::to_string(work));
  }
  out.add_remaining("The method itself, without rounding errors, and the numbers of the text.");
  out.add(std::move(both));
}

}  // namespace

void run_table2(context& c, report::section& out) {
  const tableaux report = extrapolate(substeps(oscillator, start, step, 0.25, 0));
  const exact_first_step exact = exact_tableaux(c);
  report::number_table printed{"In double. Δt = 0.03 s; the headings x and ẋ are swapped in print.",
                               "substeps",
                               {"order 2", "order 4", "order 6", "order 8"},
                               {}};
  report::plain_table both{digits_note, {"entry", "double", "the method itself"}, {}};
  for (const char component : {'v', 'x'}) {
    const tableau& rows = component == 'x' ? report.x : report.v;
    const auto& fine = component == 'x' ? exact.x : exact.v;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      report::number_table::row line;
      line.group = i == 0 ? std::string(1, component) : "";
      line.label = std::to_string(romberg4[i]);
      for (std::size_t j = 0; j <= i; ++j) {
        const std::string key =
            fmt::format("{}/{}/{}/value", component, romberg4[i], order_name(j));
        line.numbers.push_back(out.judge(key, text_of(rows[i][j])));
        both.rows.push_back(
            {fmt::format("{}, {} substeps, {}", component, romberg4[i], order_name(j)),
             text_of(rows[i][j]), to_text(fine[i][j], 30)});
      }
      printed.rows.push_back(std::move(line));
    }
  }
  out.add(std::move(printed));
  // twenty decimals are printed: more than judged_text() leaves
  constexpr int decimals = 30;
  out.judge("analytic v", to_text(exact.true_v, decimals));
  out.judge("analytic x", to_text(exact.true_x, decimals));
  out.judge(
      "extrapolation over halving",
      to_text(std::min(least_gain(exact.x, exact.true_x), least_gain(exact.v, exact.true_v)), 6));
  out.add_remaining("The analytic solution cos 4t, −4 sin 4t at t = 0.03 s, and the text.");
  out.add(std::move(both));
}

void run_table3(context& c, report::section& out) {
  const tableaux report = extrapolate(substeps(oscillator, start, step, 0.25, 0));
  const exact_first_step exact = exact_tableaux(c);
  report::number_table printed{"Error of the energy v²/2 + 8x² after one step, in double.",
                               "substeps",
                               {"order 2", "order 4", "order 6", "order 8"},
                               {}};
  report::plain_table both{std::string(digits_note) +
                               " Newmark’s method with β = 1/4 keeps the energy: what the first "
                               "column shows in double is rounding. The last entry is not: without "
                               "rounding the extrapolated energy error is 6.4e-16.",
                           {"entry", "double", "the method itself"},
                           {}};
  for (std::size_t i = 0; i < report.x.size(); ++i) {
    report::number_table::row line;
    line.label = std::to_string(romberg4[i]);
    for (std::size_t j = 0; j <= i; ++j) {
      const double error = energy(report.x[i][j], report.v[i][j]) - 8;
      const measured fine =
          exact.v[i][j] * exact.v[i][j] / 2 + 8 * exact.x[i][j] * exact.x[i][j] - 8;
      line.numbers.push_back(
          out.judge(fmt::format("{}/{}/value", romberg4[i], order_name(j)), to_text(error, 17)));
      both.rows.push_back({fmt::format("{} substeps, {}", romberg4[i], order_name(j)),
                           to_text(error, 3), to_text(fine, 3)});
    }
    printed.rows.push_back(std::move(line));
  }
  out.add(std::move(printed));
  out.add(std::move(both));
}

void run_table4(context& c, report::section& out) { run_long(c, out, 0.25, "1/4"); }

/// The larger areas of Table 4 against those of Table 5: the least gain over components and columns.
void run_table5(context& c, report::section& out) {
  measured least(0);
  for (const bool extrapolated : {false, true}) {
    const areas& constant = report_areas(c, 0.25, extrapolated);
    const areas& linear = report_areas(c, 1.0 / 6, extrapolated);
    for (const char* name : {"displacement", "velocity", "acceleration"}) {
      const measured gain = component_of(constant, name) / component_of(linear, name);
      least = least == measured(0) || gain < least ? gain : least;
    }
  }
  out.judge("gain of linear acceleration", to_text(least, 6));
  const areas plain = exact_areas(c, "newmark", {{"beta", "1/4"}}, substeps_of_standard);
  const auto extrapolated = [&](const char* beta) {
    return exact_areas(c, "newmark-extrapolation", {{"beta", beta}}, 1).displacement;
  };
  out.judge("minor", to_text(measured(extrapolated("1/4") / extrapolated("1/6") /
                                      (plain.displacement / extrapolated("1/4"))),
                             6));
  run_long(c, out, 1.0 / 6, "1/6");
}

void run_table6(context& c, report::section& out) {
  const areas& extrapolated = report_areas(c, 0.25, true);
  const areas midpoint = exact_areas(c, "midpoint-extrapolation", {}, 1);
  measured farthest(1);
  report::number_table printed{
      "Error areas over 3000 s, weight 0.03 s; Newmark in double, the midpoint rule without "
      "rounding errors.",
      "",
      {"Newmark-extrapolation", "midpoint-extrapolation"},
      {}};
  for (const char* name : {"displacement", "velocity", "energy"}) {
    const std::string exact = judged_text(component_of(midpoint, name), method_digits(c));
    report::number_table::row line;
    line.label = name;
    line.numbers = {out.judge(fmt::format("{}/Newmark-extrapolation", name),
                              to_text(component_of(extrapolated, name), 16)),
                    out.judge(fmt::format("{}/midpoint-extrapolation", name), exact)};
    printed.rows.push_back(std::move(line));
    out.judge(fmt::format("{}/midpoint, exact", name), exact);
    const measured ratio = component_of(midpoint, name) / component_of(extrapolated, name);
    farthest = std::max({farthest, ratio, measured(1 / ratio)});
  }
  out.judge("similar areas", to_text(farthest, 6));
  out.add(std::move(printed));
  out.add_remaining("Midpoint-extrapolation: the same as Newmark-extrapolation with β = 1/4.");
}

}  // namespace plumbline::experiments::nx
