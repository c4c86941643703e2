// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/sweep_cases.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/fault.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/ensemble.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

namespace plumbline {

namespace {

/// Of one case: there is one progress and one end for all cases.
class case_host final : public run_host {
 public:
  explicit case_host(const run_host& all) : all_(&all) {}
  bool stop_requested() const noexcept override { return all_->stop_requested(); }
  void tell(metadata_entry fact) override { facts_.push_back(std::move(fact)); }
  void warn(const std::string& text) override {
    first_warning_ = first_warning_.empty() ? text : first_warning_;
  }
  const metadata& facts() const { return facts_; }
  const std::string& first_warning() const { return first_warning_; }

 private:
  const run_host* all_;
  metadata facts_;
  std::string first_warning_;
};

/// "lobatto" of "lobatto:degree=3".
std::string without_settings(const std::string& scheme) {
  return scheme.substr(0, scheme.find(':'));
}

}  // namespace

sweep::sweep(const sweep_request& o, run_host& host)
    : o_(&o),
      host_(&host),
      wanted_(&find_quantity(sweep_quantities(), o.measured.quantity)),
      grid_(o.cases.empty() ? grid_of(o) : file_of(o)),
      norm_(parse_norm(o.norm)),
      lanes_(parse_lanes(o.lanes.empty() ? "exact" : o.lanes)) {
  if (!o.norm.empty() && !is_error()) {
    throw invalid_input(fmt::format("{} takes no --norm: it belongs to error", wanted_->name));
  }
  if (!o.lanes.empty() && wanted_->kind != quantity::kinds::end_state) {
    throw invalid_input(fmt::format("{} takes no --lanes: they belong to end", wanted_->name));
  }
  read_schemes();
  read_roles();
  read_first_cases();
  if (lanes_ == lane_choice::vector && bundle() == 1) {
    lanes_ = lane_choice::none;
    host.warn(
        "--lanes vector: this sweep has none, each case is computed alone; see \"Many trajectories "
        "side by side\" in docs/many-runs.md");
  }
}

drawn_sweep sweep::drawn() const {
  drawn_sweep d;
  d.quantity = wanted_->name;
  d.side_by_side = o_->zip || !o_->cases.empty();
  d.coordinates = coordinates_;
  for (std::size_t k = 0; k < roles_.size(); ++k) {
    const std::string& name = grid_.axes()[k].name;
    d.axes.push_back(name);
    const std::string bare = name.substr(name.find('.') + 1);
    bool word = roles_[k] == role::scheme;
    for (const auto& scheme : schemes_) {
      for (const auto& p : scheme->parameters) {
        word = word || (roles_[k] == role::set && p.name == bare && p.kind == parameter_kind::text);
      }
    }
    d.is_word.push_back(word);
  }
  return d;
}

std::size_t sweep::bundle() const {
  const bool one_scheme = schemes_.size() == 1 && ensemble::has(schemes_.front()->info.name);
  const bool in_lanes = lanes_ != lane_choice::none &&
                        wanted_->kind == quantity::kinds::end_state && one_scheme &&
                        !has_axis("digits") && parse_digits(digits()) <= most_digits_of_double;
  constexpr std::size_t few = 32;
  constexpr std::size_t many = 256;
  return !in_lanes ? 1 : grid_.size() < 8 * many ? few : many;
}

std::vector<case_result> sweep::compute_bundle(std::size_t number) {
  const std::size_t first = number * bundle();
  const std::size_t end = std::min(first + bundle(), grid_.size());
  std::vector<case_result> results(end - first);
  if (bundle() > 1) {
    compute_in_lanes(first, results);
  }
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (!results[k].done) {
      results[k] = compute(first + k);
    }
  }
  return results;
}

case_result sweep::compute(std::size_t index) {
  case_result r;
  r.done = true;
  const std::vector<std::string> texts = grid_.at(index);
  const case_options c = options_of(texts);
  r.axes = shown(texts, c.digits, {});
  try {
    measurement m = case_of(c);
    r.axes = shown(texts, c.digits, m.p.names);
    m.norm = norm_;
    m.truths = &truths_;
    case_host host(*host_);
    for (const auto& value : wanted_->measure(m, host)) {
      r.names.push_back(value.name);
      r.values.push_back(value.re);
    }
    for (const auto& fact : host.facts()) {
      if (fact.key == "reference") {
        r.reference = std::get<std::string>(fact.value);
      }
    }
    // what no digit is known of has failed for the reason that measure() warns of
    if (!r.values.empty() &&
        std::ranges::all_of(r.values, [](const std::string& value) { return value == "nan"; })) {
      r.failure = host.first_warning();
    }
  } catch (...) {
    const fault f = fault_of(std::current_exception());
    if (f.kind == fault_kind::interrupted || f.kind == fault_kind::io ||
        f.kind == fault_kind::internal) {
      throw;
    }
    throw_if_stopped(*host_);
    r.failure = f.message;
  }
  if (!r.failure.empty()) {
    r.names.clear();
    r.values.clear();
  }
  return r;
}

void sweep::put_long_ones_first(std::vector<std::size_t>& cases) const {
  std::vector<std::pair<double, std::size_t>> costs;
  costs.reserve(cases.size());
  for (const std::size_t i : cases) {
    costs.emplace_back(likely_cost(i), i);
  }
  std::stable_sort(costs.begin(), costs.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; k < cases.size(); ++k) {
    cases[k] = costs[k].second;
  }
}

metadata sweep::facts() const {
  metadata meta = {{"quantity", wanted_->name}};
  meta.insert(meta.end(), same_for_all_.begin(), same_for_all_.end());
  metadata_entry::named_values set;
  for (const auto& text : o_->problem.set) {
    const named_text one = parse_named("--set", text);
    const bool of_system =
        one.name.starts_with(system_name_ + ".") || declares(system_parameters_, one.name);
    if (!of_system) {  // those of the system stand under its parameters
      set.emplace_back(one.name, one.value);
    }
  }
  if (!set.empty()) {
    meta.push_back({"set", set});
  }
  const auto& r = o_->measured;
  for (const auto& [key, text] : {std::pair{"matrices", &o_->problem.matrices},
                                  {"events", &o_->problem.events},
                                  {"scheme", &r.scheme},
                                  {"step", &r.step},
                                  {"steps", &r.steps},
                                  {"until", &r.until},
                                  {"average", &r.events.average},
                                  {"count", &r.events.count},
                                  {"coordinate", &r.events.coordinate}}) {
    if (!text->empty() && !has_axis(key)) {
      meta.push_back(option_entry(key, *text));
    }
  }
  for (const named_text& argument : parse_named("--with", r.arguments)) {
    meta.push_back(option_entry(argument.name, argument.value));
  }
  if (!wanted_->rules.empty()) {
    meta.push_back({"rule", find_rule(*wanted_, r.events.rule).meaning});
  }
  if (is_error()) {
    meta.push_back({"norm", o_->norm.empty() ? "max" : o_->norm});
  }
  if (!has_axis("digits")) {
    meta.push_back({"digits", parse_digits(digits())});
  }
  std::vector<std::string> axes;
  for (const auto& axis : grid_.axes()) {
    axes.push_back(axis.name);
  }
  meta.push_back({"over", fmt::format("{}", fmt::join(o_->cases.empty() ? o_->over : axes, " "))});
  if (o_->zip) {
    meta.push_back({"zip", "true"});
  }
  if (lanes_ == lane_choice::vector) {
    meta.push_back({"lanes", "vector"});
  }
  meta.push_back({"cases", static_cast<std::int64_t>(grid_.size())});
  return meta;
}

void sweep::compute_in_lanes(std::size_t first, std::vector<case_result>& results) {
  lane_cases lanes(*host_,
                   lanes_ == lane_choice::vector ? lane_functions::vector : lane_functions::exact);
  try {
    for (std::size_t k = 0; k < results.size(); ++k) {
      const std::vector<std::string> texts = grid_.at(first + k);
      const case_options c = options_of(texts);
      try {
        const measurement m = case_of(c);
        if (lanes.take(k, m)) {
          results[k].axes = shown(texts, c.digits, m.p.names);
        }
      } catch (const interrupted&) {
        throw;
      } catch (const std::exception&) {
        continue;
      }
    }
    lanes.run([&](std::size_t k, const std::vector<named_value>& values) {
      case_result& r = results[k];
      r.done = true;
      for (const auto& value : values) {
        r.names.push_back(value.name);
        r.values.push_back(value.re);
      }
    });
  } catch (const interrupted&) {
    throw;
  } catch (const std::exception&) {
    throw_if_stopped(*host_);
  }
}

sweep_grid sweep::file_of(const sweep_request& o) {
  if (!o.over.empty() || o.zip) {
    throw invalid_input("give either --cases FILE or --over NAME=..., not both");
  }
  return sweep_grid::read(o.cases);
}

bool sweep::has_axis(const std::string& name) const {
  return std::any_of(grid_.axes().begin(), grid_.axes().end(),
                     [&](const sweep_axis& axis) { return axis.name == name; });
}

void sweep::read_schemes() {
  std::vector<std::string> names;
  for (const auto& axis : grid_.axes()) {
    if (axis.name == "scheme") {
      names = axis.values;
    }
  }
  if (names.empty() && wanted_->asks_for_scheme(o_->measured.scheme)) {
    names = {required("--scheme", o_->measured.scheme)};
    if (without_settings(names.front()).find(',') != std::string::npos) {
      throw invalid_input(
          fmt::format("--scheme of a sweep is one scheme; several are an axis: --over scheme={}",
                      names.front()));
    }
  }
  for (const auto& name : std::set<std::string>(names.begin(), names.end())) {
    schemes_.push_back(scheme_of(without_settings(name)));
  }
}

void sweep::read_roles() {
  problem_texts defaults = o_->problem;
  defaults.set.clear();
  defaults.start.clear();
  const problem base = read_problem(o_->measured.system, defaults);
  system_parameters_ = base.system->parameters;
  system_name_ = base.system->name();
  const auto state = state_columns(*base.system, base.dimension);
  coordinates_.assign(state.begin(), state.begin() + base.dimension);
  for (const auto& name : numbered_columns("x", base.dimension)) {
    coordinates_.push_back(name);  // those of Newmark types
  }
  std::vector<std::string> known = {"step", "scheme", "digits"};
  for (const auto& p : system_parameters_) {
    known.push_back(p.name);
  }
  for (const auto& scheme : schemes_) {
    for (const auto& p : scheme->parameters) {
      known.push_back(p.name);
    }
  }
  for (const auto& name : start_names(base)) {
    known.push_back(name);
  }
  for (const auto& axis : grid_.axes()) {
    const std::string& name = axis.name;
    const auto dot = name.find('.');
    const std::string owner = name.substr(0, dot);
    const std::string rest = dot == std::string::npos ? name : name.substr(dot + 1);
    bool parameter =
        (dot == std::string::npos || owner == system_name_) && declares(system_parameters_, rest);
    for (const auto& scheme : schemes_) {
      parameter = parameter || ((dot == std::string::npos || owner == scheme->info.name) &&
                                declares(scheme->parameters, rest));
    }
    if (name == "step" || name == "scheme" || name == "digits") {
      warn_of_option(name);
      roles_.push_back(name == "step"     ? role::step
                       : name == "scheme" ? role::scheme
                                          : role::digits);
    } else if (parameter && dot == std::string::npos && names_start(base, name)) {
      throw invalid_input(
          fmt::format("--over {0}: '{0}' is a parameter and an initial value; write {1}.{0} for "
                      "the parameter "
                      "of the system, or the name of the coordinate for the initial value",
                      name, system_name_));
    } else if (parameter) {
      refuse_twice("--set", o_->problem.set, name);
      roles_.push_back(role::set);
      resizes_ = resizes_ || (base.system->resized && declares(system_parameters_, rest));
    } else if (names_start(base, name)) {
      refuse_twice("--start", o_->problem.start, name);
      roles_.push_back(role::start);
    } else {
      throw invalid_input(unknown_name("axis of the sweep", name, known));
    }
  }
}

void sweep::warn_of_option(const std::string& axis) const {
  const bool given = axis == "step"     ? !o_->measured.step.empty()
                     : axis == "scheme" ? !o_->measured.scheme.empty()
                                        : !o_->digits.empty();
  if (given && (host_->others() == nullptr || host_->others()->leads())) {
    host_->warn(fmt::format("the axis '{0}' takes the place of --{0}", axis));
  }
}

void sweep::refuse_twice(const std::string& option, const std::vector<std::string>& texts,
                         const std::string& name) {
  for (const auto& text : texts) {
    if (text.rfind('@', 0) != 0 && parse_named(option, text).name == name) {
      throw invalid_input(fmt::format("'{}' is given by {} and is an axis", name, option));
    }
  }
}

void sweep::read_first_cases() {
  std::exception_ptr first;
  bool good = false;
  for (std::size_t i = 0; i < grid_.size() && (!good || shares_truths_); ++i) {
    try {
      const case_options c = options_of(grid_.at(i));
      const measurement m = case_of(c);
      if (!good) {
        std::vector<std::string> varying;
        for (std::size_t k = 0; k < roles_.size(); ++k) {
          if (roles_[k] == role::set || roles_[k] == role::start) {  // the step is no parameter
            varying.push_back(grid_.axes()[k].name);
          }
        }
        same_for_all_ = texts_of(m.p, varying);
        if (resizes_) {  // the initial values of the first case are not all of another one's
          std::erase_if(same_for_all_, [](const auto& fact) { return fact.key == "start"; });
        }
      }
      good = true;
      shares_truths_ = is_error() && !has_exact_solution(m.p);
      if (shares_truths_) {
        truths_.announce(m);
      }
    } catch (const invalid_input&) {
      first = first ? first : std::current_exception();
    }
  }
  if (!good) {
    std::rethrow_exception(first);
  }
}

double sweep::likely_cost(std::size_t index) const {
  try {
    const case_options c = options_of(grid_.at(index));
    const measurement m = case_of(c);
    const double steps = m.has_end && m.steps > 0 ? static_cast<double>(m.steps)
                         : m.step                 ? 1 / evaluate<double>(*m.step, m.p.names)
                                                  : 1;
    constexpr double cost_of_quad = 10;
    constexpr double cost_of_a_digit = 0.5;
    return steps * (m.digits <= most_digits_of_double ? 1
                    : m.digits <= most_digits_of_quad ? cost_of_quad
                                                      : cost_of_a_digit * m.digits);
  } catch (const std::exception&) {
    return 0;
  }
}

std::vector<std::string> sweep::settings_for(const std::string& name_of_scheme) const {
  const auto scheme = wanted_->asks_for_scheme(name_of_scheme)
                          ? scheme_of(without_settings(name_of_scheme))
                          : nullptr;
  std::vector<std::string> kept;
  for (const auto& text : o_->problem.set) {
    const std::string name = parse_named("--set", text).name;
    const std::string owner = name.substr(0, name.find('.'));
    bool mine = name == owner ? declares(system_parameters_, name) : owner == system_name_;
    bool others = false;
    for (const auto& entry : schemes_) {
      const bool owns =
          name == owner ? declares(entry->parameters, name) : owner == entry->info.name;
      (entry == scheme ? mine : others) |= owns;
    }
    if (mine || !others) {  // what nobody owns is refused where the problem is read
      kept.push_back(text);
    }
  }
  return kept;
}

case_options sweep::options_of(const std::vector<std::string>& texts) const {
  case_options c{o_->problem, digits(), o_->measured};
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (roles_[k] == role::scheme) {
      c.request.scheme = texts[k];
    }
  }
  c.problem.set = settings_for(c.request.scheme);
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const std::string setting = fmt::format("{}={}", grid_.axes()[k].name, texts[k]);
    switch (roles_[k]) {
      case role::step:
        c.request.step = texts[k];
        break;
      case role::digits:
        c.digits = texts[k];
        break;
      case role::set:
        c.problem.set.push_back(setting);
        break;
      case role::start:
        c.problem.start.push_back(setting);
        break;
      case role::scheme:
        break;
    }
  }
  return c;
}

measurement sweep::case_of(const case_options& c) const {
  measurement m = read_measurement(*wanted_, c.request, c.problem, parse_digits(c.digits));
  m.is_printed = true;
  return m;
}

std::vector<std::string> sweep::shown(std::vector<std::string> texts, const std::string& digits,
                                      const variables& names) const {
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (roles_[k] == role::scheme || roles_[k] == role::digits) {
      continue;
    }
    try {
      texts[k] = with_scalar(parse_digits(digits), [&]<class T>(std::type_identity<T>) {
        return to_text(evaluate<T>(expression(texts[k]), names));
      });
    } catch (const invalid_input&) {
      // a word, or digits that are none
    }
  }
  return texts;
}

}  // namespace plumbline
