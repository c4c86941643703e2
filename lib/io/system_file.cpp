// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Reads a system file in three passes: the keys and names are collected, the formulas are recorded (a definition when it is
// first asked for, so that the order does not matter), and the entry is made of what results.
#include "expression_program.hpp"
#include "io/toml_document.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/derivatives.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace plumbline {

namespace {

constexpr std::size_t longest_file = 1U << 20U;
constexpr std::size_t most_coordinates = 200;
constexpr std::size_t most_parameters = 500;
constexpr std::size_t most_definitions = 5000;  // of definitions, points and invariants, each
constexpr std::size_t longest_name = 100;
constexpr int most_operations = 100'000;  // of the formulas together, before derivatives

/// What the views of a system_info point to.
struct owned_entry {
  std::deque<std::string> texts;
  system_entry entry;

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

/// A named formula of the file: a definition or a component of a point.
struct named_formula {
  toml_expression text;
  node_id node = -1;
  bool open = false;  ///< being recorded
};

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

class reader {
 public:
  reader(std::string_view text, const std::string& name)
      : file_(text, name, longest_file), graph_(std::make_shared<graph>()) {}

  std::shared_ptr<const system_entry> read() {
    auto owned = std::make_shared<owned_entry>();
    read_head();
    read_kind();
    read_parameters();
    collect_names();
    refuse_own_words();
    const auto formulas = record();
    fill(*owned, formulas);
    check_values(owned->entry);
    return {owned, &owned->entry};
  }

 private:
  const toml::node* find(const char* key) const { return file_.root().get(key); }
  /// The table of this name, or an empty one.
  const toml::table& section(const char* key) const {
    static const toml::table none;
    const auto* const node = find(key);
    return node == nullptr ? none : file_.table(*node, key);
  }
  static std::string joined(const std::string& section, const std::string& name) {
    return section + "." + name;
  }

  // The first pass.

  void read_head() {
    const toml::table& root = file_.root();
    file_.require_known(root, "", "key",
                        {"name", "summary", "source", "coordinates", "lagrangian", "potential",
                         "points", "equations", "parameters", "start", "velocity", "momentum",
                         "define", "forces", "dissipation", "invariants"});
    const auto* const name = find("name");
    if (name == nullptr) {
      file_.fail("the key name is missing, such as name = \"my-pendulum\"");
    }
    name_ = file_.text(*name, "name");
    if (!is_kebab_case(name_)) {
      file_.fail(*name, "name",
                 "must be small letters and digits, with single hyphens between words, such as "
                 "\"my-pendulum\"");
    }
    const auto* const coordinates = find("coordinates");
    if (coordinates == nullptr) {
      file_.fail("the key coordinates is missing, such as coordinates = [\"theta\", \"phi\"]");
    }
    const auto* const list = coordinates->as_array();
    if (list == nullptr || list->empty()) {
      file_.fail(*coordinates, "coordinates",
                 "must be a list of names, such as [\"theta\", \"phi\"]");
    }
    if (list->size() > most_coordinates) {
      file_.fail(*coordinates, "coordinates",
                 "there are " + std::to_string(list->size()) + "; at most " +
                     std::to_string(most_coordinates) + " are read");
    }
    for (const auto& each : *list) {
      const std::string coordinate = file_.text(each, "coordinates");
      introduce(each, "coordinates", coordinate);
      coordinates_.push_back(coordinate);
    }
  }

  static bool is_kebab_case(const std::string& name) {
    constexpr std::size_t longest = 100;
    bool after_letter = false;
    for (const char c : name) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!letter && (c != '-' || !after_letter)) {
        return false;
      }
      after_letter = letter;
    }
    return after_letter && name.size() <= longest && name.front() >= 'a';
  }

  void read_kind() {
    const bool by_lagrangian = find("lagrangian") != nullptr;
    const bool by_points = find("potential") != nullptr || find("points") != nullptr;
    const bool by_equations = find("equations") != nullptr;
    const int kinds = (by_lagrangian ? 1 : 0) + (by_points ? 1 : 0) + (by_equations ? 1 : 0);
    const std::string choice =
        "a system has either a lagrangian, or a potential with [points.*], or [equations]";
    if (kinds == 0) {
      file_.fail(choice + "; this one has none of them");
    }
    if (kinds > 1) {
      const char* const second = by_equations        ? "equations"
                                 : find("potential") ? "potential"
                                                     : "points";
      file_.fail(*find(second), second, choice);
    }
    if (by_points && find("potential") == nullptr) {
      file_.fail(*find("points"), "points",
                 "the potential is missing: potential = \"...\", or \"0\" where there is none");
    }
    if (by_points && (find("points") == nullptr || section("points").empty())) {
      file_.fail(*find("potential"), "potential",
                 "the points are missing: [points.NAME] with mass = \"m\" and at = [\"x\", \"y\"]");
    }
    first_order_ = by_equations;
    if (!first_order_) {
      return;
    }
    for (const char* const key : {"forces", "dissipation", "velocity", "momentum"}) {
      if (const auto* const node = find(key)) {
        file_.fail(*node, key, "[equations] are of first order and take no " + std::string(key));
      }
    }
  }

  /// Remembers a name. Throws where it cannot be one or is taken.
  void introduce(const toml::node& where, const std::string& key, const std::string& name) {
    if (!is_plain_name(name)) {
      file_.fail(where, key,
                 "'" + shown_name(name) +
                     "' is not a name: letters, digits and _, beginning with a letter");
    }
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

  /// The entries of a table in the order of the file.
  static std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) {
    std::vector<std::pair<std::string, const toml::node*>> list;
    for (const auto& [key, value] : table) {
      list.emplace_back(std::string(key.str()), &value);
    }
    std::ranges::stable_sort(list, [](const auto& a, const auto& b) {
      const auto& x = a.second->source().begin;
      const auto& y = b.second->source().begin;
      return x.line != y.line ? x.line < y.line : x.column < y.column;
    });
    return list;
  }

  /// Throws where a table has more entries than `most`.
  const toml::table& bounded(const char* key, std::size_t most) const {
    const toml::table& table = section(key);
    if (table.size() > most) {
      file_.fail(*find(key), key,
                 "there are " + std::to_string(table.size()) + " entries; at most " +
                     std::to_string(most) + " are read");
    }
    return table;
  }

  void read_parameters() {
    for (const auto& [name, node] : in_order(bounded("parameters", most_parameters))) {
      const std::string key = joined("parameters", shown_name(name));
      introduce(*node, key, name);
      parameter_info info;
      info.name = name;
      const toml::node* value = node;
      if (const auto* const table = node->as_table()) {
        file_.require_known(*table, key, "key of a parameter",
                            {"value", "unit", "meaning", "domain"});
        value = table->get("value");
        if (value == nullptr) {
          file_.fail(*node, key, "the value is missing, such as { value = \"3/4\" }");
        }
        const auto text_of = [&](const char* part) {
          const auto* const found = table->get(part);
          return found == nullptr ? std::string()
                                  : on_one_line(file_.text(*found, joined(key, part), true));
        };
        info.unit = text_of("unit");
        info.meaning = text_of("meaning");
        info.domain = domain_of(*table, key);
      }
      parameters_.push_back(info);
      parameter_values_.push_back(file_.exact(*value, key));
      parameters_.back().default_value = parameter_values_.back().value.text();
    }
    std::vector<std::string> known;
    for (const auto& p : parameters_) {
      known.push_back(p.name);
    }
    for (const auto& value : parameter_values_) {
      require_names(value, known, "parameters");
    }
    require_no_cycle();
  }

  parameter_domain domain_of(const toml::table& table, const std::string& key) const {
    const auto* const node = table.get("domain");
    if (node == nullptr) {
      return parameter_domain::any;
    }
    const std::vector<std::pair<std::string, parameter_domain>> words = {
        {"any", parameter_domain::any},
        {"positive", parameter_domain::positive},
        {"nonnegative", parameter_domain::non_negative},
        {"nonzero", parameter_domain::non_zero}};
    const std::string word = file_.text(*node, joined(key, "domain"));
    std::vector<std::string> known;
    for (const auto& [name, domain] : words) {
      if (name == word) {
        return domain;
      }
      known.push_back(name);
    }
    file_.fail(*node, joined(key, "domain"),
               unknown_name_message("domain", shown_name(word), known));
  }

  /// Throws unless the expression is made of numbers and these names alone.
  void require_names(const toml_expression& text, const std::vector<std::string>& known,
                     const std::string& what) const {
    graph scratch;
    int next = 0;
    record_in(
        scratch, text,
        {.value = [&](const std::string& name) -> std::optional<node_id> {
           const auto found = std::ranges::find(known, name);
           return found == known.end() ? std::nullopt : std::optional(scratch.input(next++));
         },
         .rate = {},
         .momentum = {},
         .known = known.empty() ? std::vector<std::string>{"numbers (there are no " + what + ")"}
                                : known,
         .nearest = [&known](const std::string& name) { return near(name, known); }});
  }

  static std::string near(const std::string& name, const std::vector<std::string>& known) {
    const std::string nearest = nearest_name(name, known);
    return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
  }

  void require_no_cycle() const {
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

  void collect_names() {
    for (const auto& [name, node] : in_order(bounded("define", most_definitions))) {
      const std::string key = joined("define", shown_name(name));
      introduce(*node, key, name);
      formulas_.emplace(name, named_formula{file_.exact(*node, key)});
      definitions_.push_back(name);
    }
    for (const auto& [name, node] : in_order(bounded("points", most_definitions))) {
      const std::string key = joined("points", shown_name(name));
      introduce(*node, key, name);
      const toml::table& point = file_.table(*node, key);
      file_.require_known(point, key, "key of a point", {"mass", "at"});
      const auto* const mass = point.get("mass");
      const auto* const at = point.get("at");
      if (mass == nullptr || at == nullptr) {
        file_.fail(*node, key, "needs mass = \"m\" and at = [\"x\", \"y\"]");
      }
      constexpr std::size_t most_components = 3;
      const auto* const components = at->as_array();
      if (components == nullptr || components->empty() || components->size() > most_components) {
        file_.fail(*at, joined(key, "at"), "must be a list of 1 to 3 Cartesian components");
      }
      points_.push_back({file_.exact(*mass, joined(key, "mass")), {}});
      for (std::size_t i = 0; i < components->size(); ++i) {
        const std::string component = name + "." + std::string(1, "xyz"[i]);
        formulas_.emplace(component,
                          named_formula{file_.exact(*components->get(i), joined(key, "at"))});
        points_.back().components.push_back(component);
      }
    }
    for (const auto& [name, owner] : owners_) {
      if (owner.rfind("points.", 0) != 0) {
        known_.push_back(name);
      }
    }
    for (const auto& point : points_) {
      known_.insert(known_.end(), point.components.begin(), point.components.end());
    }
    known_.emplace_back("t");
    known_.emplace_back("pi");
    known_.emplace_back("e");
  }

  /// What a word means to the program wherever it takes or prints columns, or "". Systems of first order have their
  /// coordinates as columns, others q1 …, p1 …, v1 ….
  std::string own_meaning(const std::string& word) const {
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
  void refuse_own_word(const toml::node& where, const std::string& key,
                       const std::string& word) const {
    if (const auto meaning = own_meaning(word); !meaning.empty()) {
      file_.fail(where, key,
                 "'" + word + "' is " + meaning +
                     " in columns, --start and --observe; choose another name");
    }
  }
  void refuse_own_words() const {
    const auto& list = *find("coordinates")->as_array();
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      if (coordinates_[i] != "q" + std::to_string(i + 1)) {
        refuse_own_word(list[i], "coordinates", coordinates_[i]);
      }
    }
    for (const char* const key : {"define", "invariants"}) {
      for (const auto& [name, node] : in_order(section(key))) {
        // a claim may be called energy: `measure invariants` then prints it as invariants.energy
        const bool claim = std::string_view(key) == "invariants";
        if (!claim || (name != "energy" && name != "momentum")) {
          refuse_own_word(*node, joined(key, shown_name(name)), name);
        }
      }
    }
  }

  // The second pass.

  form_inputs inputs() const {
    return {static_cast<int>(coordinates_.size()), static_cast<int>(parameters_.size())};
  }

  node_id record_in(graph& g, const toml_expression& text, const formula_names& names) const {
    const auto refuse_long = [&](std::size_t operations) {
      if (operations > static_cast<std::size_t>(most_operations)) {
        file_.fail(
            *text.node, text.key,
            "the formulas have more than " + std::to_string(most_operations) + " operations");
      }
    };
    refuse_long(text.value.program().instructions.size());
    try {
      const node_id made = record_formula(g, text.value, names);
      refuse_long(static_cast<std::size_t>(g.size()));
      return made;
    } catch (const formula_error& error) {
      file_.fail_within(*text.node, error.position(), text.key, error.reason());
    }
  }

  static std::optional<int> place_in(const std::vector<std::string>& list,
                                     const std::string& name) {
    const auto found = std::ranges::find(list, name);
    return found == list.end() ? std::nullopt
                               : std::optional(static_cast<int>(found - list.begin()));
  }

  std::optional<node_id> value_of(const std::string& name) {
    if (const auto i = place_in(coordinates_, name)) {
      return graph_->input(inputs().q(*i));
    }
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].name == name) {
        return graph_->input(inputs().parameter(static_cast<int>(i)));
      }
    }
    if (name == "t") {
      return graph_->input(inputs().t());
    }
    const auto found = formulas_.find(name);
    return found == formulas_.end() ? std::nullopt : std::optional(node_of(found->second));
  }

  node_id node_of(named_formula& formula) {
    if (formula.node >= 0) {
      return formula.node;
    }
    if (formula.open) {
      constexpr std::size_t most_shown = 8;
      std::string chain;
      for (std::size_t i = 0; i < open_.size(); ++i) {
        if (i < most_shown || i + 1 == open_.size()) {
          chain += (chain.empty() ? "" : " -> ") + open_[i];
        } else if (i == most_shown) {
          chain += " -> ...";
        }
      }
      file_.fail(*formula.text.node, formula.text.key,
                 "needs itself: " + chain + " -> " + formula.text.key);
    }
    constexpr std::size_t deepest = 500;
    if (open_.size() > deepest) {
      file_.fail(*formula.text.node, formula.text.key,
                 "definitions that need each other more than " + std::to_string(deepest) + " deep");
    }
    formula.open = true;
    open_.push_back(formula.text.key);
    formula.node = record_in(*graph_, formula.text, names(false));
    open_.pop_back();
    formula.open = false;
    return formula.node;
  }

  /// dot(x): the velocity of a coordinate; of what depends on coordinates and time, by the chain rule.
  std::optional<node_id> rate_of(const std::string& name) {
    if (const auto i = place_in(coordinates_, name)) {
      return graph_->input(inputs().v(*i));
    }
    const auto found = formulas_.find(name);
    if (found == formulas_.end()) {
      return std::nullopt;
    }
    return rate_of_node(node_of(found->second));
  }
  std::optional<node_id> rate_of_node(node_id node) {
    if (depends(node, velocities())) {
      return std::nullopt;
    }
    direction along;
    for (int i = 0; i < inputs().n; ++i) {
      along.inputs.push_back(inputs().q(i));
      along.rates.push_back(graph_->input(inputs().v(i)));
    }
    along.inputs.push_back(inputs().t());
    along.rates.push_back(graph_->constant(1));
    const std::vector<node_id> functions = {node};
    return directional_derivative(*graph_, functions, along).front();
  }
  std::vector<int> velocities() const {
    std::vector<int> list;
    for (int i = 0; i < inputs().n; ++i) {
      list.push_back(inputs().v(i));
    }
    return list;
  }
  bool depends(node_id node, const std::vector<int>& on) const {
    return graph_->depending_on(on)[static_cast<std::size_t>(node)];
  }

  std::optional<node_id> momentum_of(const std::string& name) {
    const auto i = place_in(coordinates_, name);
    if (!i) {
      return std::nullopt;
    }
    const std::vector<int> by = {inputs().v(*i)};
    return gradient(*graph_, lagrangian_, by).front();
  }

  formula_names names(bool in_invariants) {
    formula_names list;
    list.value = [this](const std::string& name) { return value_of(name); };
    if (!first_order_) {
      list.rate = [this](const std::string& name) { return rate_of(name); };
      if (in_invariants) {
        list.momentum = [this](const std::string& name) { return momentum_of(name); };
      }
    }
    list.known = known_;
    list.nearest = [this](const std::string& name) { return near(name, known_); };
    return list;
  }

  node_id record_here(const toml_expression& text, bool in_invariants = false) {
    return record_in(*graph_, text, names(in_invariants));
  }
  /// A formula for each coordinate, from a table; −1 where there is none.
  std::vector<node_id> record_by_coordinate(const char* key) {
    std::vector<node_id> nodes(coordinates_.size(), -1);
    const toml::table& table = section(key);
    file_.require_known(table, key, "coordinate", coordinates_);
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      if (const auto* const node = table.get(coordinates_[i])) {
        nodes[i] = record_here(file_.exact(*node, joined(key, coordinates_[i])));
      }
    }
    return nodes;
  }

  std::shared_ptr<const form> record() {
    // the inputs in the order in which C++ systems have them (mechanics/record.hpp): the same formula is the same program
    for (int i = 0; i < inputs().parameters; ++i) {
      graph_->input(inputs().parameter(i));
    }
    for (int i = 0; i < 2 * inputs().n; ++i) {
      graph_->input(i);  // q, then v
    }
    std::vector<node_id> nodes;
    if (first_order_) {
      nodes = record_by_coordinate("equations");
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] < 0) {
          file_.fail(*find("equations"), "equations",
                     "the equation of '" + coordinates_[i] + "' is missing: " + coordinates_[i] +
                         " = \"...\"");
        }
      }
    } else {
      lagrangian_ = points_.empty() ? record_here(file_.exact(*find("lagrangian"), "lagrangian"))
                                    : lagrangian_of_points();
      nodes = {lagrangian_};
    }
    form_additions additions;
    additions.forces = record_forces();
    record_quantities(additions);
    try {
      return std::make_shared<const form>(
          first_order_ ? system_kind::first_order : system_kind::lagrangian, inputs(), graph_,
          std::move(nodes), std::move(additions));
    } catch (const std::invalid_argument&
                 error) {  // a derivative that divides by the constant zero, say
      file_.fail("the derivatives of the formulas fail: " + std::string(error.what()));
    }
  }

  /// T − V with T = Σ m/2 |velocity|².
  node_id lagrangian_of_points() {
    node_id kinetic = graph_->constant(0);
    for (const auto& point : points_) {
      const node_id mass = record_here(point.mass);
      node_id square = graph_->constant(0);
      for (const auto& component : point.components) {
        named_formula& at = formulas_.at(component);
        const auto rate = rate_of_node(node_of(at));
        if (!rate) {
          file_.fail(*at.text.node, at.text.key,
                     "a position depends on coordinates, parameters and t, not on velocities");
        }
        square = graph_->add(square, graph_->multiply(*rate, *rate));
      }
      kinetic =
          graph_->add(kinetic, graph_->multiply(graph_->divide(mass, graph_->constant(2)), square));
    }
    return graph_->subtract(kinetic, record_here(file_.exact(*find("potential"), "potential")));
  }

  std::vector<node_id> record_forces() {
    const auto* const rayleigh = find("dissipation");
    if (find("forces") == nullptr && rayleigh == nullptr) {
      return {};
    }
    std::vector<node_id> forces = record_by_coordinate("forces");
    for (node_id& force : forces) {
      force = force < 0 ? graph_->constant(0) : force;
    }
    if (rayleigh != nullptr) {
      const node_id r = record_here(file_.exact(*rayleigh, "dissipation"));
      const auto slopes = gradient(*graph_, r, velocities());
      for (std::size_t i = 0; i < forces.size(); ++i) {
        forces[i] = graph_->subtract(forces[i], slopes[i]);
      }
    }
    return forces;
  }

  void record_quantities(form_additions& additions) {
    for (const auto& [name, node] : in_order(bounded("invariants", most_definitions))) {
      const std::string key = joined("invariants", shown_name(name));
      if (!is_plain_name(name)) {
        file_.fail(*node, key,
                   "'" + shown_name(name) +
                       "' is not a name: letters, digits and _, beginning with a letter");
      }
      if (is_reserved_name(name)) {
        file_.fail(*node, key, "'" + name + "' has a meaning in formulas; choose another name");
      }
      if (place_in(coordinates_, name)) {
        file_.fail(*node, key, "the name '" + name + "' is taken by coordinates");
      }
      const toml_expression text = file_.exact(*node, key);
      additions.quantities.push_back(record_here(text, true));
      quantities_.push_back({name, on_one_line(text.value.text()), true});
    }
    // every definition is recorded, also one that nothing uses: a mistake in it is a mistake
    std::vector<std::string> others = definitions_;
    for (const auto& point : points_) {
      others.insert(others.end(), point.components.begin(), point.components.end());
    }
    for (const auto& name : others) {
      const node_id node = node_of(formulas_.at(name));
      const bool claimed = std::ranges::any_of(
          quantities_, [&name](const named_quantity& q) { return q.name == name; });
      if (!claimed) {
        additions.quantities.push_back(node);
        quantities_.push_back({name, on_one_line(formulas_.at(name).text.value.text()), false});
      }
    }
  }

  // The third pass.

  void fill(owned_entry& owned, const std::shared_ptr<const form>& formulas) {
    system_entry& entry = owned.entry;
    entry.kind = formulas->kind();
    entry.dimension = formulas->dimension();
    entry.facts = formulas->facts();
    entry.formulas = formulas;
    entry.parameters = parameters_;
    entry.quantities = quantities_;
    entry.file = file_.name();
    entry.info.name = owned.keep(name_);
    const auto text_of = [&](const char* key, const std::string& otherwise) {
      const auto* const node = find(key);
      return owned.keep(node == nullptr ? otherwise : on_one_line(file_.text(*node, key, true)));
    };
    entry.info.summary = text_of("summary", "a system from a file");
    entry.info.source = text_of("source", "");
    entry.info.formula = owned.keep(formula_of(*formulas));
    entry.info.coordinate_unit = "";
    for (const auto& coordinate : coordinates_) {
      entry.info.aliases.push_back(owned.keep(coordinate));
    }
    for (const int i : entry.facts.cyclic) {
      entry.info.conserved.push_back(owned.keep("p" + std::to_string(i + 1)));
    }
    read_start(owned);
    std::vector<std::string> names = first_order_ ? coordinates_ : std::vector<std::string>{};
    for_each_scalar_and_tangent([&]<class T>() {
      entry.makers.get<T>().make = [formulas, names](const std::vector<T>& values) {
        return model<T>(formulas, values, names);
      };
    });
  }

  std::string formula_of(const form& formulas) const {
    if (const auto* const lagrangian = find("lagrangian")) {
      return on_one_line(file_.exact(*lagrangian, "lagrangian").value.text());
    }
    std::string text;
    if (first_order_) {
      for (const auto& coordinate : coordinates_) {
        const auto& equation = *section("equations").get(coordinate);
        text += (text.empty() ? "" : ", ") + coordinate +
                "' = " + on_one_line(file_.exact(equation, coordinate).value.text());
      }
      return text;
    }
    return formulas.text_of(form_part::lagrangian, formula_style_of(coordinates_, parameters_))
        .front();
  }

  void read_start(owned_entry& owned) {
    std::vector<std::string> known;
    for (const auto& p : parameters_) {
      known.push_back(p.name);
    }
    if (find("velocity") != nullptr && find("momentum") != nullptr) {
      file_.fail(*find("momentum"), "momentum", "a start has [velocity] or [momentum], not both");
    }
    for (const auto& [key, letter] :
         {std::pair{"start", 'q'}, std::pair{"velocity", 'v'}, std::pair{"momentum", 'p'}}) {
      std::vector<std::string> places = coordinates_;
      if (letter == 'q') {
        places.emplace_back("t");
      }
      file_.require_known(section(key), key, "coordinate", places);
      for (const auto& [name, node] : in_order(section(key))) {
        const toml_expression value = file_.exact(*node, joined(key, name));
        require_names(value, known, "parameters");
        starts_.push_back(value);
        const auto place = place_in(coordinates_, name);
        const std::string which =
            place ? std::string(1, letter) + std::to_string(*place + 1) : std::string("t");
        owned.entry.info.start.push_back({owned.keep(which), owned.keep(value.value.text())});
      }
    }
  }

  /// Each default and each start must have a value: the mistake is told with its place now, not when somebody runs it.
  void check_values(const system_entry& entry) const {
    const variables names = detail::parameter_variables(name_, entry.parameters, {});
    const auto check = [&](const toml_expression& text, const auto& f) {
      try {
        f();
      } catch (const invalid_input& error) {
        file_.fail(*text.node, text.key, error.what());
      }
    };
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      check(parameter_values_[i], [&] {
        (void)evaluate<double>(parameter_values_[i].value, names);
        detail::require_domain(name_, parameters_[i], names);
      });
    }
    for (const auto& start : starts_) {
      check(start, [&] { (void)evaluate<double>(start.value, names); });
    }
  }

  struct mass_point {
    toml_expression mass;
    std::vector<std::string> components;
  };

  toml_document file_;
  std::shared_ptr<graph> graph_;
  std::string name_;
  bool first_order_ = false;
  std::vector<std::string> coordinates_;
  std::vector<parameter_info> parameters_;
  std::vector<toml_expression> parameter_values_;
  std::map<std::string, std::string> owners_;  ///< of each name: the key that introduced it
  std::map<std::string, named_formula> formulas_;
  std::vector<std::string> definitions_;
  std::vector<mass_point> points_;
  std::vector<std::string> known_;  ///< the names that formulas may use
  std::vector<std::string> open_;   ///< the definitions that are being recorded
  std::vector<named_quantity> quantities_;
  std::vector<toml_expression> starts_;
  node_id lagrangian_ = -1;
};

}  // namespace

std::shared_ptr<const system_entry> parse_system(std::string_view text,
                                                 const std::string& name_for_messages) {
  return reader(text, name_for_messages).read();
}

std::shared_ptr<const system_entry> load_system(const std::filesystem::path& path) {
  return parse_system(read_text_file(path, longest_file), path.native());
}

}  // namespace plumbline
