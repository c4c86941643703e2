// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/dataset_catalogue.hpp>
#include <plumbline/data/dataset_plan.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string_view>
#include <utility>

namespace plumbline {

namespace {

/// A day of the calendar, YYYY-MM-DD.
bool is_date(const std::string& text) {
  constexpr std::string_view form = "0000-00-00";
  if (text.size() != form.size() ||
      !std::equal(text.begin(), text.end(), form.begin(), [](char c, char like) {
        return like == '-' ? c == '-' : c >= '0' && c <= '9';
      })) {
    return false;
  }
  const auto number = [&](std::size_t from, std::size_t length) {
    return static_cast<unsigned>(std::stoul(text.substr(from, length)));
  };
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(number(0, 4))),
                                        std::chrono::month(number(5, 2)),
                                        std::chrono::day(number(8, 2))};
  return day.ok();
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const auto& entry : datasets()) {
    names.push_back(entry.name);
  }
  for (const auto& system : systems()) {
    names.push_back(system.name());
  }
  return names;
}

/// The source, and the digits that were asked for.
std::pair<std::unique_ptr<dataset_source>, int> source_for(const dataset_request& o) {
  const std::string& name = o.name;
  const bool file = std::filesystem::path(name).extension() == ".toml";
  std::string digits = o.digits;
  if (const dataset_entry* entry = find_dataset(name)) {
    dataset_entry changed = *entry;
    digits = digits.empty() ? std::to_string(entry->digits) : digits;
    if (!o.problem.set.empty() || !o.problem.start.empty() || !o.problem.matrices.empty() ||
        !o.problem.events.empty()) {
      throw invalid_input(fmt::format(
          "'{}' is a dataset with parameters and start of its own; give the name of a system to "
          "choose them",
          name));
    }
    if (o.certified) {
      throw invalid_input("--certified needs the name of a system, not of a dataset");
    }
    if (changed.is_table() && (!o.step.empty() || !o.steps.empty())) {
      throw invalid_input(fmt::format("'{}' is a table and has no steps", name));
    }
    trajectory_request request;
    if (!changed.is_table() && !(o.step.empty() && o.steps.empty())) {
      request.system = entry->system;
      request.options.set = entry->set;
      request.options.start = entry->start;
      request.step = o.step.empty() ? entry->step : o.step;
      request.steps = o.steps.empty() ? std::to_string(entry->steps) : o.steps;
      return {make_trajectory(request), parse_digits(digits)};
    }
    return {source_of(changed), parse_digits(digits)};
  }
  const auto& all = systems();
  const bool system = file || std::any_of(all.begin(), all.end(), [&name](const system_entry& s) {
                        return s.name() == name;
                      });
  if (!system) {
    throw invalid_input(unknown_name("dataset or system", name, known_names()));
  }
  trajectory_request request;
  request.options = o.problem;
  request.system = name;
  request.step = required("--step", o.step);
  request.steps = required("--steps", o.steps);
  request.certified = o.certified;
  return {make_trajectory(request), parse_digits(digits.empty() ? "40" : digits)};
}

}  // namespace

dataset_plan plan_dataset(const dataset_request& request) {
  if (!request.date.empty() && !is_date(request.date)) {
    throw invalid_input(
        fmt::format("--date must be YYYY-MM-DD, a day of the calendar, got '{}'", request.date));
  }
  auto [source, digits] = source_for(request);
  std::vector<std::size_t> rows(source->rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return {std::move(source),
          std::move(rows),
          {std::filesystem::path(request.name).stem().native(), request.command, request.date,
           request.author, digits}};
}

}  // namespace plumbline
