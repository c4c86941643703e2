// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// From texts to a problem: which name belongs to what.
#include "study/file_beside.hpp"
#include "study/kept_files.hpp"
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace plumbline {

bool declares(const std::vector<parameter_info>& parameters, const std::string& name) {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&name](const parameter_info& p) { return p.name == name; });
}

namespace {

/// "lobatto:degree=3:…" as the name of a scheme and its own settings.
struct scheme_words {
  std::string name;
  std::vector<named_text> settings;
};
scheme_words split_scheme(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  scheme_words words{parts.front(), {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    words.settings.push_back(parse_named("a scheme like NAME:PARAMETER=VALUE", parts[i]));
  }
  return words;
}

/// Gives every --set to the system or the scheme that has a parameter of that name.
class distribution {
 public:
  explicit distribution(problem& p) : problem_(p) {}

  void add_scheme(std::shared_ptr<const scheme_entry> entry, const std::vector<named_text>& own) {
    scheme_choice choice{std::move(entry), {}};
    for (const auto& setting : own) {
      put(choice.values, choice.entry->parameters, choice.entry->info.name, setting.name,
          setting.value);
    }
    own_.push_back(choice.values);
    problem_.schemes.push_back(std::move(choice));
  }

  void give(const named_text& setting) {
    const auto dot = setting.name.find('.');
    if (dot != std::string::npos) {
      give_to(setting.name.substr(0, dot), setting.name.substr(dot + 1), setting.value);
      return;
    }
    std::vector<std::string> owners;
    if (declares(problem_.system->parameters, setting.name)) {
      owners.push_back(problem_.system->name());
    }
    for (const auto& scheme : problem_.schemes) {
      const std::string& name = scheme.entry->info.name;
      if (declares(scheme.entry->parameters, setting.name) &&
          std::find(owners.begin(), owners.end(), name) == owners.end()) {
        owners.push_back(name);
      }
    }
    if (owners.empty()) {
      throw invalid_input(unknown_name(fmt::format("parameter of {}", joined(all_owners(), ", ")),
                                       setting.name, all_parameters()));
    }
    if (owners.size() > 1) {
      throw invalid_input(fmt::format("'{}' is a parameter of {}; write {}.{}=...", setting.name,
                                      joined(owners, " and of "), owners.front(), setting.name));
    }
    give_to(owners.front(), setting.name, setting.value);
  }

 private:
  void give_to(const std::string& owner, const std::string& name, const std::string& value) {
    if (owner == problem_.system->name()) {
      put(problem_.parameters, problem_.system->parameters, owner, name, value);
      return;
    }
    bool found = false;
    bool is_taken = false;
    std::string says_itself;
    for (std::size_t i = 0; i < problem_.schemes.size(); ++i) {
      if (problem_.schemes[i].entry->info.name == owner) {
        found = true;
        if (own_[i].contains(name)) {
          says_itself = full_label_of(problem_.schemes[i]);
        } else {
          is_taken = true;
          i += give_to_scheme(i, name, value);
        }
      }
    }
    if (!found) {
      throw invalid_input(unknown_name("owner of a parameter", owner, all_owners()));
    }
    if (!is_taken) {
      throw invalid_input(
          fmt::format("{}={} is set beside the scheme '{}', which says its {} itself", name, value,
                      says_itself, name));
    }
  }

  /// The scheme does not say it itself. Returns how many schemes a list of values has added.
  std::size_t give_to_scheme(std::size_t i, const std::string& name, const std::string& value) {
    const scheme_choice scheme = problem_.schemes[i];
    const auto& declared = scheme.entry->parameters;
    const bool is_number =
        std::any_of(declared.begin(), declared.end(), [&](const parameter_info& p) {
          return p.name == name && p.kind == parameter_kind::number;
        });
    const auto values =
        is_number ? split_list("--set " + name, value) : std::vector<std::string>{value};
    for (std::size_t k = 0; k < values.size(); ++k) {
      scheme_choice one = scheme;
      put(one.values, declared, scheme.entry->info.name, name, values[k]);
      const auto at = static_cast<std::ptrdiff_t>(i + k);
      if (k == 0) {
        problem_.schemes[i] = std::move(one);
      } else {
        problem_.schemes.insert(problem_.schemes.begin() + at, std::move(one));
        own_.insert(own_.begin() + at, own_[i]);
      }
    }
    return values.size() - 1;
  }

  static void put(settings& values, const std::vector<parameter_info>& declared,
                  const std::string& owner, const std::string& name, const std::string& value) {
    if (!declares(declared, name)) {
      std::vector<std::string> known;
      known.reserve(declared.size());
      for (const auto& p : declared) {
        known.push_back(p.name);
      }
      throw invalid_input(unknown_name("parameter of " + owner, name, known));
    }
    if (!values.emplace(name, value).second) {
      throw invalid_input(fmt::format("--set gives '{}' of {} twice", name, owner));
    }
  }

  std::vector<std::string> all_owners() const {
    std::vector<std::string> names = {problem_.system->name()};
    for (const auto& scheme : problem_.schemes) {
      names.push_back(scheme.entry->info.name);
    }
    return names;
  }
  std::vector<std::string> all_parameters() const {
    std::vector<std::string> names;
    const auto add = [&names](const std::vector<parameter_info>& parameters) {
      for (const auto& p : parameters) {
        names.push_back(p.name);
      }
    };
    add(problem_.system->parameters);
    for (const auto& scheme : problem_.schemes) {
      add(scheme.entry->parameters);
    }
    return names;
  }

  problem& problem_;
  std::vector<settings> own_;  ///< of each scheme
};

/// The place of NAME.Omega1 … NAME.Omega3 of a body: three for each body.
std::optional<std::size_t> spin_place(const problem& p, const std::string& name) {
  for (std::size_t body = 0; body < p.system->bodies.size(); ++body) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (name == fmt::format("{}.Omega{}", p.system->bodies[body].name, axis + 1)) {
        return 3 * body + axis;
      }
    }
  }
  return std::nullopt;
}

/// A start says of a body its angular velocity or the velocities of its quaternion, not both.
void refuse_two_spins(const problem& p, const start_texts& start) {
  for (std::size_t body = 0; body < p.system->bodies.size(); ++body) {
    const auto says = [](auto first, auto count) {
      return std::any_of(first, first + count, [](const auto& each) { return each.has_value(); });
    };
    const body_info& of = p.system->bodies[body];
    if (says(start.spins_given.begin() + static_cast<std::ptrdiff_t>(3 * body), 3) &&
        says(start.given.begin() + of.first, 4)) {
      throw invalid_input(fmt::format(
          "--start gives {0}.Omega1 ... {0}.Omega3 or v.{0}.q0 ... v.{0}.q3, not both", of.name));
    }
  }
}

start_texts read_start(const problem& p, const std::vector<named_text>& given) {
  const auto n = static_cast<std::size_t>(p.dimension);
  const state_names names(*p.system, p.dimension);
  start_texts start;
  start.q.assign(n, expression("0"));
  start.by_default.assign(n, expression("0"));
  start.given.resize(n);
  bool says_rates = false;
  for (const auto& [name, value] : p.system->info.start) {
    if (name == "t") {
      start.t = expression(value);
      continue;
    }
    // In a file the name says the place by its number: a coordinate of that name is not meant. The catalogue's systems may
    // use the names of their coordinates.
    auto place = names.by_number().find(std::string(name));
    if (!place && p.system->file.empty()) {
      place = names.find(std::string(name));
    }
    if (!place) {
      continue;  // a default for more coordinates than the matrices have
    }
    const auto index = static_cast<std::size_t>(place->index);
    (place->is_rate() ? start.by_default : start.q)[index] = expression(value);
    says_rates = says_rates || place->is_rate();
    start.default_is_velocity = start.default_is_velocity || place->part == state_part::velocity;
  }
  start.spins_by_default.resize(3 * p.system->bodies.size());
  start.spins_given.resize(3 * p.system->bodies.size());
  for (const spin_default& spin : p.system->spins) {
    start.spins_by_default[3 * static_cast<std::size_t>(spin.body) +
                           static_cast<std::size_t>(spin.axis)] = expression(spin.value);
    says_rates = true;
    start.default_is_velocity = true;
  }
  if (!says_rates && !p.system->file.empty() && p.system->kind == system_kind::lagrangian) {
    start.default_is_velocity =
        true;  // a file that says nothing of velocities and momenta starts at rest
  }
  std::string first_rate;
  std::vector<state_name> seen;
  for (const auto& [name, value] : given) {
    if (name == "t") {
      start.t = expression(value);
      continue;
    }
    const auto spin = spin_place(p, name);
    if (spin) {
      if (!first_rate.empty() && !start.given_is_velocity) {
        throw invalid_input(fmt::format(
            "--start takes momenta or velocities, not both: got '{}' and '{}'", first_rate, name));
      }
      if (start.spins_given[*spin]) {
        throw invalid_input(fmt::format("--start gives '{}' twice", name));
      }
      first_rate = name;
      start.given_is_velocity = true;
      start.spins_given[*spin] = expression(value);
      continue;
    }
    const auto place = find_start(p, name);
    if (!place) {
      throw invalid_input(
          unknown_name("initial value of " + p.system->name(), name, start_names(p)));
    }
    if (std::find(seen.begin(), seen.end(), *place) != seen.end()) {
      throw invalid_input(fmt::format("--start gives '{}' twice, under two names", name));
    }
    seen.push_back(*place);
    const auto index = static_cast<std::size_t>(place->index);
    if (!place->is_rate()) {
      start.q[index] = expression(value);
      continue;
    }
    const bool velocity = place->part == state_part::velocity;
    if (!first_rate.empty() && velocity != start.given_is_velocity) {
      throw invalid_input(fmt::format(
          "--start takes momenta or velocities, not both: got '{}' and '{}'", first_rate, name));
    }
    first_rate = name;
    start.given_is_velocity = velocity;
    start.given[index] = expression(value);
  }
  refuse_two_spins(p, start);
  return start;
}

/// The words of --start; @FILE stands for the lines NAME=VALUE of a file, in which # begins a comment.
std::vector<std::string> start_words(const std::vector<std::string>& given) {
  std::vector<std::string> words;
  for (const auto& word : given) {
    if (word.empty() || word.front() != '@') {
      words.push_back(word);
      continue;
    }
    constexpr std::size_t most_lines = 100'000;
    const std::string path = word.substr(1);
    std::ifstream file(path);
    if (!file || !file.seekg(0, std::ios::end) || !file.seekg(0)) {
      throw io_error(fmt::format("cannot read the start values '{}'", path));
    }
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
      line.erase(std::min(line.find('#'), line.size()));
      line.erase(0, line.find_first_not_of(" \t\r"));
      line.erase(line.find_last_not_of(" \t\r") + 1);
      if (number > most_lines) {
        throw invalid_input(fmt::format("'{}' has more than {} lines", path, most_lines));
      }
      if (line.empty()) {
        continue;
      }
      named_text entry;
      try {
        entry = parse_named("--start", line);
      } catch (const invalid_input&) {
        throw invalid_input(
            fmt::format("'{}' line {}: must be NAME=VALUE, got '{}'", path, number, line));
      }
      try {
        (void)expression(entry.value);
      } catch (const invalid_input& error) {
        const bool quoted = entry.value.find_first_of("\"'") != std::string::npos;
        throw invalid_input(fmt::format("'{}' line {}: {}: {}{}", path, number, entry.name,
                                        error.what(),
                                        quoted ? "; a value stands here without quotes" : ""));
      }
      words.push_back(line);
    }
  }
  return words;
}

}  // namespace

bool is_file_name(const std::string& name) {
  return name.size() > 5 && name.compare(name.size() - 5, 5, ".toml") == 0;
}

std::string name_from(const std::filesystem::path& folder, const std::string& name) {
  return is_file_name(name.substr(0, name.find(':'))) ? (folder / name).string() : name;
}

static std::shared_ptr<const system_entry> system_file(const std::string& name) {
  static detail::kept_files<system_entry> files;
  return files.get(name, load_system);
}

std::shared_ptr<const system_entry> system_named(const std::string& name) {
  if (is_file_name(name)) {
    return system_file(name);
  }
  try {
    return {std::shared_ptr<const void>(), &find_system(name)};  // the catalogue stays
  } catch (const invalid_input& unknown) {
    throw invalid_input(unknown.what() + file_beside(name));
  }
}

std::optional<state_name> find_start(const problem& p, const std::string& name) {
  const auto place = state_names(*p.system, p.dimension).find(name);
  return place && place->part != state_part::acceleration ? place : std::nullopt;
}

int coordinate_of(const problem& p, const std::string& name) {
  const state_names names(*p.system, p.dimension);
  const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
  const auto found = names.find(is_number ? "q" + name : name);
  if (!found || found->part != state_part::coordinate) {
    throw invalid_input(unknown_name("coordinate of " + p.system->name(), name,
                                     names.known({state_part::coordinate})));
  }
  return found->index;
}

std::vector<std::string> start_names(const problem& p) {
  auto names = state_names(*p.system, p.dimension)
                   .known({state_part::coordinate, state_part::momentum, state_part::velocity});
  for (const body_info& body : p.system->bodies) {
    for (int axis = 1; axis <= 3; ++axis) {
      names.push_back(fmt::format("{}.Omega{}", body.name, axis));
    }
  }
  names.emplace_back("t");
  return names;
}

bool names_start(const problem& p, const std::string& name) {
  return name == "t" || find_start(p, name).has_value() || spin_place(p, name).has_value();
}

problem read_problem(const std::string& system, const problem_texts& o,
                     const std::vector<std::string>& schemes) {
  problem p;
  p.from_file = system_named(required("the name of a system", system));
  p.system = p.from_file.get();
  p.dimension = p.system->dimension;
  if (p.system->takes_matrices) {
    if (o.matrices.empty()) {
      throw invalid_input(fmt::format("{} needs its matrices: --matrices FILE.toml", system));
    }
    p.matrices = read_matrices(o.matrices);
    p.dimension = static_cast<int>(p.matrices->mass.size());
    if (!p.matrices->damping.empty()) {
      p.system = &damped_quadratic_entry();
    }
  } else if (!o.matrices.empty()) {
    throw invalid_input(fmt::format("{} takes no --matrices; the system 'quadratic' does", system));
  }
  if (!o.events.empty()) {
    if (!p.system->has_zones) {
      throw invalid_input(
          fmt::format("{} has no --events: its law is the same everywhere", system));
    }
    if (o.events != "split" && o.events != "none") {
      throw invalid_input(unknown_name("kind of --events", o.events, {"split", "none"}));
    }
    p.splits_events = o.events == "split";
  }
  distribution to_owners(p);
  for (const auto& text : schemes) {
    const auto words = split_scheme(text);
    to_owners.add_scheme(scheme_of(words.name), words.settings);
  }
  for (const auto& setting : parse_named("--set", o.set)) {
    to_owners.give(setting);
  }
  for (auto scheme = p.schemes.begin(); scheme != p.schemes.end(); ++scheme) {
    if (std::any_of(p.schemes.begin(), scheme, [&](const scheme_choice& other) {
          return other.entry->info.name == scheme->entry->info.name &&
                 other.values == scheme->values;
        })) {
      throw invalid_input(fmt::format("the scheme '{}' is given twice", full_label_of(*scheme)));
    }
  }
  if (p.system->resized) {
    p.from_file = std::make_shared<const system_entry>(p.system->resized(p.parameters));
    p.system = p.from_file.get();
    p.dimension = p.system->dimension;
  }
  for (const auto& scheme : p.schemes) {
    require_fit(*scheme.entry, *p.system, scheme.values);
    (void)scheme.entry->info_for(scheme.values);  // refuses values outside their domain
  }
  p.names =
      plumbline::detail::parameter_variables(p.system->name(), p.system->parameters, p.parameters);
  if (o.project_start && p.system->constraints.empty()) {
    throw invalid_input(fmt::format(
        "--project-start moves a start onto constraints, and {} has none", p.system->name()));
  }
  p.projects_start = o.project_start;
  p.start = read_start(p, parse_named("--start", start_words(o.start)));
  if (!p.matrices) {
    (void)parameter_values<double>(p.system->name(), p.system->parameters, p.parameters);
  }
  add_exact_periods(p);
  return p;
}

}  // namespace plumbline
