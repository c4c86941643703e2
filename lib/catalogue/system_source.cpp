// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
#include "catalogue/system_source.hpp"

#include "catalogue/indexed_text.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/kebab_case.hpp>

#include <algorithm>

namespace plumbline {

namespace {

constexpr std::size_t most_coordinates = 1000;
constexpr std::size_t most_parameters = 500;
constexpr std::size_t longest_name = 100;
constexpr int most_operations = 100'000;  // of the formulas together, before derivatives

}  // namespace

std::string without_index(const std::string& name) {
  const std::size_t bracket = name.find('[');
  const bool is_indexed = bracket != std::string::npos && bracket + 2 < name.size() &&
                          name.back() == ']' &&
                          std::all_of(name.begin() + static_cast<std::ptrdiff_t>(bracket) + 1,
                                      name.end() - 1, [](char c) { return '0' <= c && c <= '9'; });
  return is_indexed ? name.substr(0, bracket) : name;
}

std::string key_in(const std::string& section, const std::string& name) {
  return section + "." + name;
}

std::optional<int> place_in(const std::vector<std::string>& list, const std::string& name) {
  const auto found = std::ranges::find(list, name);
  return found == list.end() ? std::nullopt : std::optional(static_cast<int>(found - list.begin()));
}

std::optional<other_writing> velocity_or_momentum(const std::vector<std::string>& coordinates,
                                                  const std::string& name) {
  if (place_in(coordinates, name)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string& x = coordinates[i];
    for (const char letter : {'v', 'p'}) {
      const std::string l(1, letter);
      if (name == l + x || name == l + "_" + x || name == l + "." + x ||
          name == l + std::to_string(i + 1)) {
        return other_writing{letter, x};
      }
    }
    if (name == "d" + x || name == x + "dot" || name == x + "_dot" || name == "dot(" + x + ")") {
      return other_writing{'v', x};
    }
  }
  return std::nullopt;
}

std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') {
    line.pop_back();
  }
  return line;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

node_id record_in(graph& g, const toml_document& file, const toml_expression& text,
                  const formula_names& names) {
  const auto refuse_long = [&](std::size_t operations) {
    if (operations > static_cast<std::size_t>(most_operations)) {
      file.fail(*text.node, text.key,
                "the formulas have more than " + std::to_string(most_operations) + " operations");
    }
  };
  refuse_long(text.value.program().instructions.size());
  try {
    const node_id made = record_formula(g, text.value, names);
    refuse_long(static_cast<std::size_t>(g.size()));
    return made;
  } catch (const formula_error& error) {
    file.fail_within(*text.node, error.position(), text.key, error.reason());
  }
}

system_source::system_source(std::string_view text, const std::string& name, const settings& chosen)
    : file_(std::string(text), name, longest_system_file),
      sizes_(write_out_indices(file_, chosen)) {
  read_head();
  read_kind();
  read_groups();
  read_parameters();
  collect_names();
  read_constraints();
  refuse_own_words();
}

const toml_value& system_source::section(const char* key) const {
  static const toml_value none;
  const auto* const node = find(key);
  return node == nullptr ? none : file_.table(*node, key);
}

std::vector<std::string> system_source::parameter_names() const {
  std::vector<std::string> names;
  for (const auto& p : parameters_) {
    names.push_back(p.name);
  }
  return names;
}

void system_source::require_parameters_alone(const toml_expression& text) const {
  const std::vector<std::string> known = parameter_names();
  graph scratch;
  int next = 0;
  record_in(scratch, file_, text,
            {.value = [&](const std::string& name) -> std::optional<node_id> {
               return place_in(known, name) ? std::optional(scratch.input(next++)) : std::nullopt;
             },
             .rate = {},
             .momentum = {},
             .known = known.empty() ? std::vector<std::string>{"numbers (there are no parameters)"}
                                    : known,
             .nearest = [&known](const std::string& name) { return did_you_mean(name, known); }});
}

void system_source::read_head() {
  const toml_value& root = file_.root();
  if (const auto* const kind = find("kind"); kind != nullptr && find("coordinates") == nullptr) {
    file_.fail(
        *kind, "kind",
        "this is the table of a scheme, not a system; --scheme takes it, and `plumbline audit` "
        "says what it is");
  }
  file_.require_known(
      root, "", "key",
      {"name",        "summary",      "source",    "coordinates", "groups",      "lagrangian",
       "potential",   "points",       "equations", "poisson",     "parameters",  "start",
       "velocity",    "momentum",     "define",    "forces",      "dissipation", "invariants",
       "constraints", "nonholonomic", "bodies"});
  const auto* const name = find("name");
  if (name == nullptr) {
    file_.fail("the key name is missing, such as name = \"my-pendulum\"");
  }
  name_ = file_.text(*name, "name");
  if (!is_kebab_case(name_, longest_name)) {
    file_.fail(*name, "name",
               "must be small letters and digits, with single hyphens between words, such as "
               "\"my-pendulum\"");
  }
  const auto* const coordinates = find("coordinates");
  if (coordinates == nullptr) {
    file_.fail("the key coordinates is missing, such as coordinates = [\"theta\", \"phi\"]");
  }
  if (!coordinates->is_list() || coordinates->items.empty()) {
    file_.fail(*coordinates, "coordinates",
               "must be a list of names, such as [\"theta\", \"phi\"]");
  }
  if (coordinates->items.size() > most_coordinates) {
    file_.fail(*coordinates, "coordinates",
               "there are " + std::to_string(coordinates->items.size()) + "; at most " +
                   std::to_string(most_coordinates) + " are read");
  }
  for (const toml_value& each : coordinates->items) {
    introduce_coordinate(each, file_.text(each, "coordinates"));
  }
}

void system_source::read_kind() {
  const bool by_lagrangian = find("lagrangian") != nullptr;
  const bool by_bodies = find("bodies") != nullptr;
  const bool by_points =
      find("potential") != nullptr || find("points") != nullptr || (by_bodies && !by_lagrangian);
  const bool by_equations = find("equations") != nullptr;
  const int kinds = (by_lagrangian ? 1 : 0) + (by_points ? 1 : 0) + (by_equations ? 1 : 0);
  const std::string choice =
      "a system has either a lagrangian, or a potential with [points.*], or [equations]";
  if (kinds == 0) {
    file_.fail(choice + "; this one has none of them");
  }
  if (by_bodies && by_lagrangian) {
    file_.fail(
        *find("bodies"), "bodies",
        "a body has its kinetic energy from its inertia, so it goes with a potential, not with "
        "a lagrangian");
  }
  if (by_bodies && by_equations) {
    file_.fail(*find("bodies"), "bodies",
               "[equations] are of first order and take no bodies; a body goes with a potential");
  }
  if (kinds > 1) {
    const char* const second = by_equations        ? "equations"
                               : find("potential") ? "potential"
                                                   : "points";
    file_.fail(*find(second), second, choice);
  }
  if (by_points && !by_bodies && find("potential") == nullptr) {
    file_.fail(*find("points"), "points",
               "the potential is missing: potential = \"...\", or \"0\" where there is none");
  }
  if (by_points && !by_bodies && (find("points") == nullptr || section("points").items.empty())) {
    file_.fail(*find("potential"), "potential",
               "the points are missing: [points.NAME] with mass = \"m\" and at = [\"x\", \"y\"]");
  }
  first_order_ = by_equations;
  if (!first_order_) {
    for (const auto& [key, reason] :
         {std::pair{"groups", "a Lagrangian system is split into coordinates and momenta already"},
          std::pair{"poisson", "a Lagrangian system has the bracket {q, p} = 1 already"}}) {
      if (const auto* const node = find(key)) {
        file_.fail(*node, key, std::string(reason) + "; this key belongs to [equations]");
      }
    }
    return;
  }
  for (const char* const key :
       {"forces", "dissipation", "velocity", "momentum", "constraints", "nonholonomic"}) {
    if (const auto* const node = find(key)) {
      file_.fail(*node, key, "[equations] are of first order and take no " + std::string(key));
    }
  }
}

/// groups = [["x", "y"], ["z"]]: each coordinate in one of them.
void system_source::read_groups() {
  const auto* const node = find("groups");
  if (node == nullptr) {
    return;
  }
  if (!node->is_list() || node->items.size() < 2) {
    file_.fail(*node, "groups",
               "must be a list of two or more lists of coordinates, such as [[\"x\", \"y\"], "
               "[\"z\"]]");
  }
  std::vector<bool> grouped(coordinates_.size(), false);
  for (const toml_value& group : node->items) {
    if (!group.is_list() || group.items.empty()) {
      file_.fail(group, "groups", "each group is a list of coordinates, such as [\"x\", \"y\"]");
    }
    groups_.emplace_back();
    for (const toml_value& member : group.items) {
      const std::string& name = file_.text(member, "groups");
      const auto place = place_in(coordinates_, name);
      if (!place) {
        file_.fail(member, "groups", unknown_name("coordinate", shown_name(name), coordinates_));
      }
      if (grouped[static_cast<std::size_t>(*place)]) {
        file_.fail(member, "groups", "the coordinate '" + name + "' is in a group already");
      }
      grouped[static_cast<std::size_t>(*place)] = true;
      groups_.back().push_back(*place);
    }
  }
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    if (!grouped[i]) {
      file_.fail(*node, "groups", "the coordinate '" + coordinates_[i] + "' is in none of them");
    }
  }
}

void system_source::require_name(const toml_value& where, const std::string& key,
                                 const std::string& name) const {
  if (!is_plain_name(without_index(name))) {
    file_.fail(
        where, key,
        "'" + shown_name(name) + "' is not a name: letters, digits and _, beginning with a letter");
  }
}

/// Remembers a name. Throws where it cannot be one or is taken.
void system_source::introduce(const toml_value& where, const std::string& key,
                              const std::string& name) {
  require_name(where, key, name);
  if (name.size() > longest_name) {
    file_.fail(where, key, "a name has at most " + std::to_string(longest_name) + " characters");
  }
  if (is_reserved_name(name)) {
    file_.fail(where, key, "'" + name + "' has a meaning in formulas; choose another name");
  }
  if (const auto [taken, is_new] = owners_.emplace(name, key); !is_new) {
    file_.fail(where, key, "the name '" + name + "' is taken by " + taken->second);
  }
}

/// Throws where a table has more entries than `most`.
const toml_value& system_source::bounded(const char* key, std::size_t most) const {
  const toml_value& table = section(key);
  if (table.items.size() > most) {
    file_.fail(*find(key), key,
               "there are " + std::to_string(table.items.size()) + " entries; at most " +
                   std::to_string(most) + " are read");
  }
  return table;
}

void system_source::read_parameters() {
  for (const toml_value* const node : in_order(bounded("parameters", most_parameters))) {
    const std::string& name = node->key;
    const std::string key = key_in("parameters", shown_name(name));
    introduce(*node, key, name);
    parameter_info info;
    info.name = name;
    const toml_value* value = node;
    if (node->is_table()) {
      file_.require_known(*node, key, "key of a parameter", {"value", "unit", "meaning", "domain"});
      value = node->find("value");
      if (value == nullptr) {
        file_.fail(*node, key, "the value is missing, such as { value = \"3/4\" }");
      }
      const auto text_of = [&](const char* part) {
        const auto* const found = node->find(part);
        return found == nullptr ? std::string()
                                : on_one_line(file_.text(*found, key_in(key, part), true));
      };
      info.unit = text_of("unit");
      info.meaning = text_of("meaning");
      info.domain = domain_of(*node, key);
    }
    parameters_.push_back(info);
    parameter_values_.push_back(file_.exact(*value, key));
    parameters_.back().default_value = parameter_values_.back().value.text();
  }
  for (const auto& value : parameter_values_) {
    require_parameters_alone(value);
  }
  require_no_cycle();
}

parameter_domain system_source::domain_of(const toml_value& table, const std::string& key) const {
  const auto* const node = table.find("domain");
  if (node == nullptr) {
    return parameter_domain::any;
  }
  const std::vector<std::pair<std::string, parameter_domain>> words = {
      {"any", parameter_domain::any},
      {"positive", parameter_domain::positive},
      {"nonnegative", parameter_domain::non_negative},
      {"nonzero", parameter_domain::non_zero}};
  const std::string word = file_.text(*node, key_in(key, "domain"));
  std::vector<std::string> known;
  for (const auto& [name, domain] : words) {
    if (name == word) {
      return domain;
    }
    known.push_back(name);
  }
  file_.fail(*node, key_in(key, "domain"), unknown_name("domain", shown_name(word), known));
}

void system_source::require_no_cycle() const {
  enum class state : char { untouched, open, done };
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    places.emplace(parameters_[i].name, i);
  }
  std::vector<state> states(parameters_.size(), state::untouched);
  // depth first, with a stack of our own: a chain may be as long as the file
  struct visit {
    std::size_t parameter;
    std::vector<std::string> uses;
    std::size_t next = 0;
  };
  for (std::size_t first = 0; first < parameters_.size(); ++first) {
    if (states[first] != state::untouched) {
      continue;
    }
    std::vector<visit> stack;
    const auto open = [&](std::size_t i) {
      states[i] = state::open;
      stack.push_back({i, uses_of(parameter_values_[i].value).values});
    };
    open(first);
    while (!stack.empty()) {
      visit& top = stack.back();
      if (top.next == top.uses.size()) {
        states[top.parameter] = state::done;
        stack.pop_back();
        continue;
      }
      const auto place = places.find(top.uses[top.next++]);
      if (place == places.end()) {
        continue;  // e
      }
      if (states[place->second] == state::open) {
        const auto& value = parameter_values_[top.parameter];
        file_.fail(*value.node, value.key, "needs itself, through '" + place->first + "'");
      }
      if (states[place->second] == state::untouched) {
        constexpr std::size_t deepest = 50;
        if (stack.size() > deepest) {
          const auto& value = parameter_values_[top.parameter];
          file_.fail(
              *value.node, value.key,
              "parameters that need each other more than " + std::to_string(deepest) + " deep");
        }
        open(place->second);
      }
    }
  }
}

void system_source::collect_names() {
  for (const toml_value* const node : in_order(bounded("define", most_definitions))) {
    const std::string& name = node->key;
    const std::string key = key_in("define", shown_name(name));
    introduce(*node, key, name);
    formulas_.emplace(name, file_.exact(*node, key));
    definitions_.push_back(name);
  }
  for (const toml_value* const node : in_order(bounded("points", most_definitions))) {
    const std::string& name = node->key;
    const std::string key = key_in("points", shown_name(name));
    introduce(*node, key, name);
    const toml_value& point = file_.table(*node, key);
    file_.require_known(point, key, "key of a point", {"mass", "at"});
    const auto* const mass = point.find("mass");
    const auto* const at = point.find("at");
    if (mass == nullptr || at == nullptr) {
      file_.fail(*node, key, "needs mass = \"m\" and at = [\"x\", \"y\"]");
    }
    constexpr std::size_t most_components = 3;
    if (!at->is_list() || at->items.empty() || at->items.size() > most_components) {
      file_.fail(*at, key_in(key, "at"), "must be a list of 1 to 3 Cartesian components");
    }
    points_.push_back({file_.exact(*mass, key_in(key, "mass")), {}});
    for (std::size_t i = 0; i < at->items.size(); ++i) {
      const std::string component = name + "." + std::string(1, "xyz"[i]);
      formulas_.emplace(component, file_.exact(at->items[i], key_in(key, "at")));
      points_.back().components.push_back(component);
    }
  }
  read_bodies();
  for (const auto& [name, owner] : owners_) {
    if (owner.rfind("points.", 0) != 0 && owner.rfind("bodies.", 0) != 0) {
      known_.push_back(name);
    }
  }
  for (const auto& point : points_) {
    known_.insert(known_.end(), point.components.begin(), point.components.end());
  }
  for (const auto& body : bodies_) {
    known_.insert(known_.end(), body.components.begin(), body.components.end());
  }
  known_.insert(known_.end(), body_names_.begin(), body_names_.end());
  known_.emplace_back("t");
  known_.emplace_back("pi");
  known_.emplace_back("e");
}

/// What a word means to the program wherever it takes or prints columns, or "". Systems of first order have their
/// coordinates as columns, others q1 …, p1 …, v1 ….
std::string system_source::own_meaning(const std::string& word) const {
  if (word == "energy" && !first_order_) {
    return "the energy of the system";
  }
  if (word == "momentum") {
    return "the momenta that the system conserves";
  }
  for (std::size_t i = 0; i < coordinates_.size() && !first_order_; ++i) {
    for (const auto& [letter, what] :
         {std::pair{"q", "coordinate"}, std::pair{"p", "momentum"}, std::pair{"v", "velocity"}}) {
      if (word == letter + std::to_string(i + 1)) {
        return std::string("the ") + what + " number " + std::to_string(i + 1);
      }
    }
  }
  return "";
}
void system_source::refuse_own_word(const toml_value& where, const std::string& key,
                                    const std::string& word) const {
  if (const auto meaning = own_meaning(word); !meaning.empty()) {
    file_.fail(
        where, key,
        "'" + word + "' is " + meaning + " in columns, --start and --observe; choose another name");
  }
}
void system_source::refuse_own_words() const {
  std::size_t first = 0;
  for (const toml_value& each : find("coordinates")->items) {
    if (coordinates_[first] == each.text && each.text != "q" + std::to_string(first + 1)) {
      refuse_own_word(each, "coordinates", each.text);
    }
    first += coordinates_[first] == each.text ? 1 : coordinates_of_body;
  }
  // p.x and v.x are the momentum and the velocity of a coordinate x
  for (const toml_value* const node : in_order(section("points"))) {
    for (const char component : {'x', 'y', 'z'}) {
      const std::string name = node->key + "." + component;
      const bool is_coordinate =
          std::ranges::find(coordinates_, std::string(1, component)) != coordinates_.end();
      if ((node->key == "p" || node->key == "v") && is_coordinate && formulas_.contains(name)) {
        file_.fail(*node, key_in("points", node->key),
                   "'" + name + "' is the " + (node->key == "p" ? "momentum" : "velocity") +
                       " of a coordinate in columns, --start and --observe; choose another name");
      }
    }
  }
  for (const char* const key : {"define", "invariants"}) {
    for (const toml_value* const node : in_order(section(key))) {
      const std::string& name = node->key;
      // a claim may be called energy: `measure invariants` then prints it as invariants.energy
      const bool claim = std::string_view(key) == "invariants";
      if (!claim || (name != "energy" && name != "momentum")) {
        refuse_own_word(*node, key_in(key, shown_name(name)), name);
      }
    }
  }
}

}  // namespace plumbline
