// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/data/dataset_source.hpp>
#include <plumbline/data/dataset_tables.hpp>
#include <plumbline/data/foreign_table.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {

namespace {

using json = nlohmann::ordered_json;

constexpr const char* system_file_name = "system.toml";
constexpr const char* matrix_file_name = "matrices.toml";

class trajectory_source final : public dataset_source {
 public:
  explicit trajectory_source(const trajectory_request& request)
      : request_(request),
        problem_(read_problem(request.system, request.options)),
        step_(positive_step(request.step, problem_.names)) {
    constexpr long long most_rows = 10'000'000;
    steps_ = static_cast<std::size_t>(
        parse_count("--steps", required("--steps", request.steps), 0, most_rows));
    if (is_file(request.system)) {
      files_.emplace_back(system_file_name, file_contents(request.system));
    }
    if (!request.options.matrices.empty()) {
      files_.emplace_back(matrix_file_name, file_contents(request.options.matrices));
    }
  }

  std::string title() const override {
    return fmt::format("{}: {} states, a step of {} apart", problem_.system->name(), rows(),
                       request_.step);
  }

  std::vector<dataset_column> columns() const override {
    std::vector<dataset_column> all = {{"t", "s", "time", value_origin::given, 0}};
    const auto kind = problem_.system->kind;
    const auto& aliases = problem_.system->info.aliases;
    int number = 0;
    for (const auto& name : state_columns(*problem_.system, problem_.dimension)) {
      const bool coordinate = number < problem_.dimension;
      const int index = coordinate ? number : number - problem_.dimension;
      const std::string of =
          static_cast<std::size_t>(index) < aliases.size()
              ? std::string(aliases[static_cast<std::size_t>(index)])
              : fmt::format("{}{}", kind == system_kind::lagrangian ? "q" : "x", index + 1);
      std::string what = "state variable";
      std::string unit;
      if (kind != system_kind::first_order) {
        what = coordinate ? "coordinate " + of
               : kind == system_kind::lagrangian
                   ? "momentum of " + of + ", the derivative of the Lagrangian by its velocity"
                   : "velocity of " + of;
        unit = coordinate ? std::string(problem_.system->info.coordinate_unit) : "";
      }
      all.push_back({name, unit, what, value_origin::computed, coordinate ? 1 : 2});
      ++number;
    }
    return all;
  }

  std::size_t rows() const override { return steps_ + 1; }

  verified_states values(const std::vector<std::size_t>& which, const verification& wanted,
                         const run_control& control) const override {
    return values_by(which, wanted, control, {});
  }

  computed_states part(const std::vector<std::size_t>& which, const verification& wanted,
                       int number, const run_control& control) const override {
    return compute_states(problem_, times_of(which), wanted, number, control);
  }

  verified_states values_by(const std::vector<std::size_t>& which, const verification& wanted,
                            const run_control& control,
                            const computing_all& compute_all) const override {
    const std::vector<expression> times = times_of(which);
    verified_states result = request_.certified && wanted.purpose == computing_for::making
                                 ? proven_rows(which, wanted, control)
                                 : verified_motion(problem_, times, wanted, control, compute_all);
    for (std::size_t k = 0; k < which.size(); ++k) {
      if (which[k] == 0) {
        put_exact_start(result.rows[k]);
      }
    }
    const precision_scope scope(wanted.digits + guard_digits);
    for (std::size_t k = 0; k < which.size(); ++k) {
      const mp t = evaluate<mp>(
          expression(fmt::format("({})+({})", problem_.start.t.text(), times[k].text())),
          problem_.names);
      result.rows[k].insert(result.rows[k].begin(),
                            ball{exact_number::binary(t.backend().data()), exact_number(0)});
    }
    return result;
  }

  std::vector<std::pair<std::string, std::string>> facts() const override {
    std::vector<std::pair<std::string, std::string>> all = {{"system", problem_.system->name()}};
    for (const auto& parameter : problem_.system->parameters) {
      const auto chosen = problem_.parameters.find(parameter.name);
      all.emplace_back(parameter.name, chosen == problem_.parameters.end()
                                           ? std::string(parameter.default_value)
                                           : chosen->second);
    }
    const auto starts = exact_starts();
    all.insert(all.end(), starts.begin(), starts.end());
    if (request_.options.project_start) {
      all.emplace_back("the start is", "the nearest one to this on the constraints");
    }
    all.emplace_back("step", request_.step);
    return all;
  }

  std::string description() const override {
    json d = {{"kind", "trajectory"},
              {"system", is_file(request_.system) ? system_file_name : request_.system},
              {"set", request_.options.set},
              {"start", request_.options.start}};
    if (!request_.options.matrices.empty()) {
      d["matrices"] = matrix_file_name;
    }
    if (!request_.options.events.empty()) {
      d["events"] = request_.options.events;
    }
    if (request_.certified) {
      d["certified"] = true;
    }
    if (request_.options.project_start) {
      d["projects_start"] = true;
    }
    d["step"] = request_.step;
    d["steps"] = steps_;
    return d.dump();
  }

  std::vector<std::pair<std::string, std::string>> files() const override { return files_; }

 private:
  /// The row of the start has the rational numbers that are given for its coordinates and rates: one that lies exactly between two
  /// numbers of the dataset's digits is rounded away from zero, which no ball around it says. Rates that are given as velocities say nothing
  /// of the momenta of a Lagrangian.
  void put_exact_start(std::vector<ball>& row) const {
    const start_texts& start = problem_.start;
    const auto n = static_cast<std::size_t>(problem_.dimension);
    const bool momenta = problem_.system->kind == system_kind::lagrangian;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const expression* text = nullptr;
      if (i < n) {
        text = &start.q[i];
      } else if (const auto& given = start.given[i - n]; given) {
        text = momenta && start.given_is_velocity ? nullptr : &*given;
      } else if (!(momenta && start.default_is_velocity)) {
        text = &start.by_default[i - n];
      }
      const auto exact = text != nullptr ? exact_value(*text, problem_.names) : std::nullopt;
      if (exact && !(row[i].radius < abs(*exact - row[i].middle))) {
        row[i] = {*exact, 0};
      }
    }
  }
  /// The values that are given, then those of the system in whose place none is given.
  std::vector<std::pair<std::string, std::string>> exact_starts() const {
    std::vector<std::pair<std::string, std::string>> all;
    std::vector<state_name> given_places;
    std::vector<std::string> given_names;
    for (const auto& text : request_.options.start) {
      const auto given = parse_named("--start", text);
      all.emplace_back("start " + given.name, given.value);
      given_names.push_back(given.name);
      if (const auto place = find_start(problem_, given.name)) {
        given_places.push_back(*place);
      }
    }
    for (const auto& [name, value] : problem_.system->info.start) {
      const auto place = find_start(problem_, std::string(name));
      const bool is_replaced =
          place ? std::ranges::any_of(given_places,
                                      [&](const state_name& given) {
                                        return given.index == place->index &&
                                               given.is_rate() == place->is_rate();
                                      })
                : std::ranges::find(given_names, name) != given_names.end();
      if (!is_replaced) {
        all.emplace_back("start " + std::string(name), std::string(value));
      }
    }
    for (const spin_default& spin : problem_.system->spins) {
      const std::string name = fmt::format(
          "{}.Omega{}", problem_.system->bodies[static_cast<std::size_t>(spin.body)].name,
          spin.axis + 1);
      if (std::ranges::find(given_names, name) == given_names.end()) {
        all.emplace_back("start " + name, spin.value);
      }
    }
    return all;
  }
  /// The proof is that of all rows, of which these are taken.
  verified_states proven_rows(const std::vector<std::size_t>& which, const verification& wanted,
                              const run_control& control) const {
    verified_states all =
        proven_motion(problem_, step_, static_cast<std::int64_t>(steps_), wanted.digits, control);
    std::vector<std::vector<ball>> rows;
    rows.reserve(which.size());
    for (const std::size_t row : which) {
      rows.push_back(all.rows[row]);
    }
    all.rows = std::move(rows);
    return all;
  }
  std::vector<expression> times_of(const std::vector<std::size_t>& which) const {
    std::vector<expression> times;
    times.reserve(which.size());
    for (const std::size_t row : which) {
      times.emplace_back(fmt::format("({})*{}", step_.text(), row));
    }
    return times;
  }
  static bool is_file(const std::string& system) {
    return std::filesystem::path(system).extension() == ".toml";
  }

  trajectory_request request_;
  problem problem_;
  expression step_;
  std::size_t steps_ = 0;
  std::vector<std::pair<std::string, std::string>> files_;
};

}  // namespace

std::unique_ptr<dataset_source> make_trajectory(const trajectory_request& request) {
  return std::make_unique<trajectory_source>(request);
}

std::unique_ptr<dataset_source> make_source(const std::string& text,
                                            const std::filesystem::path& folder) {
  try {
    const json description = json::parse(text);
    const auto kind = description.at("kind").get<std::string>();
    if (kind == "table") {
      return make_table(description.at("table").get<std::string>());
    }
    if (kind != "trajectory") {
      throw invalid_input(fmt::format("a dataset is a 'trajectory' or a 'table', got '{}'", kind));
    }
    trajectory_request request;
    request.system = description.at("system").get<std::string>();
    if (request.system == system_file_name) {
      request.system = (folder / system_file_name).native();
    }
    request.options.set = description.at("set").get<std::vector<std::string>>();
    request.options.start = description.at("start").get<std::vector<std::string>>();
    if (description.contains("matrices")) {
      request.options.matrices = (folder / matrix_file_name).native();
    }
    if (description.contains("events")) {
      request.options.events = description.at("events").get<std::string>();
    }
    request.certified = description.value("certified", false);
    request.options.project_start = description.value("projects_start", false);
    request.step = description.at("step").get<std::string>();
    request.steps = std::to_string(description.at("steps").get<std::int64_t>());
    return make_trajectory(request);
  } catch (const nlohmann::json::exception& error) {
    throw invalid_input(fmt::format("the description of the dataset is damaged: {}", error.what()));
  }
}

}  // namespace plumbline
