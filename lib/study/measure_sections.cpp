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
// so that a sweep over starts is a Poincaré map.
#include "study/quantity_entries.hpp"
#include "study/section_run.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <string>

namespace plumbline {

namespace {

template <class T>
std::vector<named_value> sections_in(const measurement& m, const section_run& r, run_host& host) {
  const problem_in<T> in = make_problem<T>(m.p);
  auto stepper = r.scheme.entry->make<T>(r.scheme.values, in.system);
  const auto g = record_section(m.p, in.system.formulas(), r.what.formula, "'section'");
  const std::vector<T> named = parameters_of<T>(*g, m.p);
  const followed_values<T> values(in.system, g, named);
  std::int64_t count = 0;
  T first(0);
  T last(0);
  vector<T> state;
  vector<T> sum;
  const auto found = [&](const crossing_state<T>& crossing) {
    first = count == 0 ? crossing.t : first;
    last = crossing.t;
    state = crossing.state;
    sum = count == 0 ? state : vector<T>(sum + state);
    ++count;
  };
  walk_section(
      r, host, in, values, named, stepper, [](std::int64_t, const T&, const vector<T>&) {}, found);
  const auto text = [](bool known, const T& x) { return known ? to_text(x) : std::string("nan"); };
  std::vector<named_value> list = {{"crossings", std::to_string(count), {}},
                                   {"time", text(count > 0, last), {}}};
  const T intervals = as_scalar<T>(count > 1 ? count - 1 : 1);
  list.push_back({"interval", text(count > 1, T((last - first) / intervals)), {}});
  const auto names = stepper.columns();
  const T all = as_scalar<T>(count > 0 ? count : 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    list.push_back(
        {names[i], count > 0 ? to_text(state[static_cast<Eigen::Index>(i)]) : "nan", {}});
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    list.push_back({"mean." + names[i],
                    count > 0 ? to_text(T(sum[static_cast<Eigen::Index>(i)] / all)) : "nan",
                    {}});
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
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return sections_in<T>(m, r, host); });
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
