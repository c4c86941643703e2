// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/run_formula.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace plumbline {

namespace {

/// The names and texts of the options of quantities that wait for events.
std::array<std::pair<const char*, const std::string*>, 4> event_texts(const event_options& events) {
  return {{{"average", &events.average},
           {"count", &events.count},
           {"coordinate", &events.coordinate},
           {"rule", &events.rule}}};
}

/// The arguments of a quantity by their names. Throws invalid_input for those that it has not.
std::map<std::string, std::string> read_arguments(const quantity& wanted,
                                                  const measure_request& request) {
  for (const auto& [name, text] : event_texts(request.events)) {
    if (!text->empty() && std::ranges::find(wanted.takes, name) == wanted.takes.end()) {
      throw invalid_input(fmt::format("{} takes no --{}", wanted.name, name));
    }
  }
  std::vector<std::string> known;
  for (const auto& argument : wanted.arguments) {
    known.push_back(argument.name);
  }
  std::map<std::string, std::string> arguments;
  std::vector<std::string> texts = request.arguments;
  for (const auto& [name, value] : request.options) {
    if (!value.empty()) {
      texts.push_back(name + "=" + value);
    }
  }
  for (const named_text& given : parse_named("--with", texts)) {
    if (std::ranges::find(wanted.takes, given.name) != wanted.takes.end()) {
      throw invalid_input(fmt::format("'{0}' of {1} is given by --{0}", given.name, wanted.name));
    }
    if (known.empty()) {
      throw invalid_input(fmt::format("{} has no argument '{}'", wanted.name, given.name));
    }
    if (std::ranges::find(known, given.name) == known.end()) {
      throw invalid_input(unknown_name("argument of " + wanted.name, given.name, known));
    }
    arguments.emplace(given.name, given.value);
  }
  return arguments;
}

}  // namespace

std::strong_ordering event_number::operator<=>(const event_number& other) const {
  const auto key = [](const event_number& n) { return std::tuple(n.last(), n.number, n.since); };
  return key(*this) <=> key(other);
}

int usual_digits_of(const std::string& quantity) {
  const auto& list = sweep_quantities();
  const auto found =
      std::ranges::find_if(list, [&](const auto& each) { return each.name == quantity; });
  return found == list.end() ? default_digits : found->digits;
}

event_number numbered_event(const quantity& wanted, const std::string& number,
                            const std::string& since) {
  constexpr long long most = 1'000'000'000'000;
  event_number n{parse_count("the number of " + wanted.name, number, wanted.first_event, most)};
  if (!since.empty()) {
    n.since = parse_count("'since' of " + wanted.name, since, wanted.first_event, most);
  }
  return n;
}

std::string argument_of(const measurement& m, const std::string& name) {
  const auto found = m.arguments.find(name);
  return found == m.arguments.end() ? std::string() : found->second;
}

const std::vector<quantity>& sweep_quantities() {
  static const std::vector<quantity> list = {
#define PLUMBLINE_QUANTITY(name) name##_quantity(),
#include "study/quantities.def"
#undef PLUMBLINE_QUANTITY
  };
  return list;
}

const std::vector<quantity>& quantities() {
  static const std::vector<quantity> list = [] {
    std::vector<quantity> properties;
    for (const auto& q : sweep_quantities()) {
      if (q.kind == quantity::kinds::property) {
        properties.push_back(q);
      }
    }
    return properties;
  }();
  return list;
}

const quantity& find_quantity(const std::vector<quantity>& list, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& q : list) {
    if (q.name == name) {
      return q;
    }
    known.emplace_back(q.name);
  }
  if (is_formula(required("the name of a quantity", name))) {
    static const quantity formula = formula_quantity();
    return formula;
  }
  throw invalid_input(unknown_name("quantity", name, known));
}

const event_rule& find_rule(const quantity& wanted, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& rule : wanted.rules) {
    if (rule.name == name || name.empty()) {
      return rule;
    }
    known.push_back(rule.name);
  }
  throw invalid_input(unknown_name(fmt::format("rule of {}", wanted.name), name, known));
}

namespace {

measurement read_formula(const quantity& wanted, const measure_request& request,
                         const problem_texts& texts, int digits) {
  formula_request asked;
  asked.formula = request.quantity;
  asked.system = request.system;
  asked.problem = texts;
  asked.scheme = request.scheme;
  asked.step = request.step;
  asked.steps = request.steps;
  asked.until = request.until;
  asked.digits = digits;
  check(asked);
  problem p = read_problem(
      request.system, texts,
      request.scheme.empty() ? std::vector<std::string>{} : std::vector{request.scheme});
  measurement m{.wanted = &wanted, .p = std::move(p), .scheme = {}, .digits = digits};
  if (!request.scheme.empty()) {
    m.scheme = only_scheme(m.p);
  }
  m.has_end = !request.steps.empty() || !request.until.empty();
  if (!request.step.empty()) {
    m.step = positive_step(request.step, m.p.names);
    m.steps = m.has_end ? step_count(*m.step, request.steps, request.until, m.p.names) : 0;
  }
  m.formula = std::make_shared<const formula_request>(std::move(asked));
  return m;
}

}  // namespace

/// Throws invalid_input for a quantity that asks for coordinates without constraints: equilibria, the linearised step, other
/// orbits near the one of the start, a discrete action.
static void refuse_constraints(const std::string& quantity, const problem& p) {
  constexpr std::array needing_free_coordinates = {"lyapunov",  "shadow-energy", "splitting",
                                                   "roundoff",  "multiplier",    "stability-limit",
                                                   "threshold", "separatrix",    "suris-period"};
  if (!p.system->constraints.empty() &&
      std::ranges::find(needing_free_coordinates, quantity) != needing_free_coordinates.end()) {
    throw invalid_input(
        fmt::format("{} is not measured of systems with constraints, and {} has some", quantity,
                    p.system->name()));
  }
}

measurement read_measurement(const quantity& wanted, const measure_request& request,
                             const problem_texts& texts, int digits) {
  auto arguments = read_arguments(wanted, request);
  if (request.jobs > 1 && !wanted.of_runs) {
    std::string others;
    for (const quantity& each : quantities()) {
      if (each.of_runs) {
        others += (others.empty() ? "" : ", ") + each.name;
      }
    }
    throw invalid_input(fmt::format(
        "{} is measured on one run, which --jobs cannot share; these are made of several: {}",
        wanted.name, others));
  }
  if (wanted.kind == quantity::kinds::formula) {
    return read_formula(wanted, request, texts, digits);
  }
  if (wanted.of_flow) {
    refuse_options({{"--scheme", &request.scheme}}, "does not go with " + wanted.name);
  }
  problem p = read_problem(request.system, texts,
                           wanted.of_flow ? std::vector<std::string>{}
                                          : std::vector{required("--scheme", request.scheme)});
  refuse_constraints(wanted.name, p);
  const scheme_choice scheme = wanted.of_flow ? scheme_choice{} : only_scheme(p);
  measurement m{.wanted = &wanted,
                .p = std::move(p),
                .scheme = scheme,
                .digits = digits,
                .jobs = request.jobs,
                .events = request.events,
                .arguments = std::move(arguments),
                .system = request.system,
                .texts = texts};
  const bool takes_what_is_given = wanted.input == quantity::needs::what_is_given;
  if (takes_what_is_given && request.step.empty()) {
    m.step.reset();
  } else if (wanted.several_steps && request.step.find(',') != std::string::npos) {
    for (const std::string& text : split_list("--step", request.step)) {
      m.all_steps.push_back(positive_step(text, m.p.names));
    }
    m.step = m.all_steps.front();
  } else if (wanted.input != quantity::needs::nothing) {
    m.step = positive_step(request.step, m.p.names);
    m.all_steps = {*m.step};
  } else if (!request.step.empty()) {
    throw invalid_input(fmt::format("{} takes no --step: it looks for one", wanted.name));
  }
  m.has_end = !request.steps.empty() || !request.until.empty();
  if (wanted.input == quantity::needs::trajectory ||
      ((wanted.input == quantity::needs::events || takes_what_is_given) && m.has_end)) {
    if (!m.step) {
      refuse_options({{"--steps", &request.steps}}, "needs --step");
    } else {
      m.steps = step_count(*m.step, request.steps, request.until, m.p.names);
    }
    if (!request.until.empty()) {
      m.until = duration(request.until, m.p.names);
    }
  } else if (m.has_end) {
    throw invalid_input(fmt::format("{} takes neither --steps nor --until", wanted.name));
  }
  if (!wanted.rules.empty()) {
    m.rule = &find_rule(wanted, request.events.rule);
  }
  if (wanted.check != nullptr) {
    wanted.check(m);
  }
  return m;
}

std::vector<std::string> names_of_arguments(const quantity& wanted) {
  std::vector<std::string> names = wanted.takes;
  for (const auto& argument : wanted.arguments) {
    names.push_back(argument.name);
  }
  if (wanted.several_steps) {  // those of a law, in the place of the run's
    names.insert(names.end(), {"step", "until"});
  }
  return names;
}

bool is_line(std::string text, std::string name) {
  std::ranges::replace(text, '_', '-');
  std::ranges::replace(name, '_', '-');
  const std::size_t hash = name.find('#');
  if (hash == std::string::npos || text.size() < name.size()) {
    return text == name;
  }
  const std::string end = name.substr(hash + 1);
  return text.starts_with(name.substr(0, hash)) && text.ends_with(end) &&
         text.find_first_not_of("0123456789", hash) >= text.size() - end.size();
}

void require_line(const measurement& m, const std::string& line) {
  std::vector<std::string> known;
  for (const auto& [name, is_number] : m.wanted->lines == nullptr
                                           ? std::vector{quantity_line{m.wanted->name}}
                                           : m.wanted->lines(m)) {
    if (is_line(line, name)) {
      if (!is_number) {
        throw invalid_input(fmt::format("{} of {} is no number", name, m.wanted->name));
      }
      return;
    }
    if (is_number) {
      known.push_back(name);
    }
  }
  throw invalid_input(unknown_name("line of " + m.wanted->name, line, known));
}

metadata metadata_of(const measurement& m, const measure_request& request) {
  metadata meta = {{"quantity", request.quantity}};
  for (auto& entry : metadata_of(m.p, m.digits)) {
    meta.push_back(std::move(entry));
  }
  if (!request.scheme.empty()) {
    meta.push_back({"scheme", request.scheme});
  }
  if (m.wanted->norm_of != nullptr) {
    meta.push_back({"norm", m.wanted->norm_of(m.p)});
  }
  if (m.step) {
    meta.push_back({"step", request.step});
  }
  if (m.has_end) {
    meta.push_back({"steps", m.steps});
  }
  for (const auto& [name, text] : event_texts(request.events)) {
    if (!text->empty() && text != &request.events.rule) {
      meta.push_back(option_entry(name, *text));
    }
  }
  for (const auto& [name, text] : m.arguments) {
    meta.push_back(option_entry(name, text));
  }
  if (m.rule != nullptr) {
    meta.push_back({"rule", m.rule->meaning});
  }
  meta.push_back({"digits", m.digits});
  return meta;
}

}  // namespace plumbline
