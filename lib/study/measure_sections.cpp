// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity sections: the crossings of a section EXPR = 0 along a run, counted, timed and averaged:
//
//   crossings      how many count
//   time           of the last one, which is that of number --count
//   interval       the mean time between two
//   q1, p1, …      the state at the last one, in the scheme's columns
//   mean.q1, …     the mean over all of them
//
// so that a sweep over starts is a Poincaré map. What is printed has the digits that a start rounded otherwise leaves
// (measure/other_roundings.hpp), one at least.
#include "study/quantity_entries.hpp"
#include "study/section_run.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace plumbline {

namespace {

/// The crossings of a run: how many, when, where, and the sum of their states.
template <class T>
struct crossing_sums {
  std::int64_t count = 0;
  T first{0};
  T last{0};
  vector<T> state = {};
  vector<T> sum = {};

  void add(const crossing_state<T>& crossing) {
    first = count == 0 ? crossing.t : first;
    last = crossing.t;
    state = crossing.state;
    sum = count == 0 ? state : vector<T>(sum + state);
    ++count;
  }
  /// time, interval, the state, the means of `columns` columns; not a number where there are no crossings.
  std::vector<T> values(std::size_t columns) const {
    const T none(std::numeric_limits<double>::quiet_NaN());
    std::vector<T> list = {count > 0 ? last : none,
                           count > 1 ? T((last - first) / as_scalar<T>(count - 1)) : none};
    for (std::size_t i = 0; i < columns; ++i) {
      list.push_back(count > 0 ? state[static_cast<Eigen::Index>(i)] : none);
    }
    for (std::size_t i = 0; i < columns; ++i) {
      list.push_back(count > 0 ? T(sum[static_cast<Eigen::Index>(i)] / as_scalar<T>(count)) : none);
    }
    return list;
  }
};

/// `most_digits`: of a printed number; 0 for those of T. `further`: how many digits beyond those of T are needed where a crossing lies
/// beside a tangency.
template <class T>
std::vector<named_value> sections_in(const measurement& m, const section_run& r, int most_digits,
                                     int& further, run_host& host) {
  const problem_in<T> in = make_problem<T>(m.p);
  const auto g = record_section(m.p, in.system.formulas(), r.what.formula, "'section'");
  const std::vector<T> named = parameters_of<T>(*g, m.p);
  const followed_values<T> followed(in.system, g, named);
  std::vector<std::string> names;
  std::int64_t nodes_without_value = 0;
  const auto crossings_from = [&](const problem_in<T>& start) {
    crossing_sums<T> sums;
    auto stepper = r.scheme.entry->make<T>(r.scheme.values, start.system);
    names = stepper.columns();
    const section_outcome seen = walk_section(
        r, host, start, followed, named, stepper, [](std::int64_t, const T&, const vector<T>&) {},
        [&](const crossing_state<T>& crossing) { sums.add(crossing); });
    further = std::max(further, further_digits_for(r, seen, m.digits));
    nodes_without_value = std::max(nodes_without_value, seen.nodes_without_value);
    return sums;
  };
  const crossing_sums<T> found = crossings_from(in);
  warn_of_nodes_without_value(r.what, nodes_without_value, host);
  const std::vector<T> values = found.values(names.size());
  std::vector<T> other = values;
  if (m.is_printed && found.count > 0) {
    problem_in<T> beside = in;
    round_otherwise(beside.start.q, 0);
    round_otherwise(beside.start.p, 1);
    try {
      other = crossings_from(beside).values(names.size());
    } catch (const step_failure&) {
      std::ranges::fill(other, T(0));  // no digit is known
    }
  }
  const auto text = [&](std::size_t i) {
    if (!is_finite(values[i])) {
      return std::string("nan");
    }
    if (!m.is_printed || values[i] == T(0)) {
      return to_text(values[i], most_digits);
    }
    const T bound = rounding_bound<T>(values[i], T(other[i] - values[i]), found.count);
    const int digits = std::max(supported_digits(values[i], bound), 1);
    return to_text(values[i], most_digits > 0 ? std::min(digits, most_digits) : digits);
  };
  std::vector<named_value> list = {{"crossings", std::to_string(found.count), {}},
                                   {"time", text(0), {}},
                                   {"interval", text(1), {}}};
  for (const char* const before : {"", "mean."}) {
    for (const std::string& name : names) {
      list.push_back({before + name, text(list.size() - 1), {}});
    }
  }
  return list;
}

section_run run_of(const measurement& m) {
  const section what = read_section({required("'section' of sections", argument_of(m, "section")),
                                     argument_of(m, "direction"), m.events.count});
  const std::string step = m.step ? m.step->text() : std::string();
  const std::string until = m.until ? m.until->text() : std::string();
  const std::string steps = m.has_end && !m.until ? std::to_string(m.steps) : std::string();
  return read_section_run(m.p, what, {step, steps, until}, "sections");
}

void check_sections(const measurement& m) {
  const section_run r = run_of(m);
  (void)record_section(m.p, make_problem<double>(m.p).system.formulas(), r.what.formula,
                       "'section'");
}

std::vector<quantity_line> lines_of_sections(const measurement& m) {
  std::vector<quantity_line> lines = {{"crossings"}, {"time"}, {"interval"}};
  const auto names =
      m.scheme.entry->make<double>(m.scheme.values, make_problem<double>(m.p).system).columns();
  for (const char* const before : {"", "mean."}) {
    for (const auto& name : names) {
      lines.push_back({before + name});
    }
  }
  return lines;
}

std::vector<named_value> measure_sections(const measurement& m, run_host& host) {
  const section_run r = run_of(m);
  int further = 0;
  const auto in_digits = [&](int digits, int most_digits) {
    return with_scalar(digits, [&]<class T>(std::type_identity<T>) {
      return sections_in<T>(m, r, most_digits, further, host);
    });
  };
  auto found = in_digits(m.digits, 0);
  return further > 0 ? in_digits(m.digits + further, std::max(m.digits, most_digits_of_double + 1))
                     : found;
}

}  // namespace

quantity sections_quantity() {
  return {.name = "sections",
          .meaning = "the crossings of a section EXPR = 0: how many, when, where, and their means",
          .input = quantity::needs::what_is_given,
          .measure = measure_sections,
          .takes = {"count"},
          .arguments = {{"section", "the formula EXPR whose changes of sign are crossings", false},
                        {"direction", "which of them count: up, down or both", false}},
          .example =
              "pendulum --scheme taylor --until 10*period --with section=q1 --with "
              "direction=up",
          .check = check_sections,
          .lines = lines_of_sections};
}

}  // namespace plumbline
