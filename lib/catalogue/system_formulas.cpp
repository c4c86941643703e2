// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
#include "catalogue/system_formulas.hpp"

#include <plumbline/catalogue/state_names.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/math/derivatives.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace plumbline {

namespace {

/// A named formula of the file: a definition or a component of a point.
struct named_formula {
  toml_expression text;
  node_id node = -1;
  bool open = false;  ///< being recorded
};

class recorder {
 public:
  explicit recorder(const system_source& source) : source_(source) {
    for (const auto& [name, text] : source_.formulas()) {
      formulas_.emplace(name, named_formula{text});
    }
  }

  recorded_formulas record() {
    // the inputs in the order in which C++ systems have them (mechanics/record.hpp): the same formula is the same program
    for (int i = 0; i < inputs().parameters; ++i) {
      graph_.input(inputs().parameter(i));
    }
    for (int i = 0; i < 2 * inputs().n; ++i) {
      graph_.input(i);  // q, then v
    }
    std::vector<node_id> nodes;
    if (source_.first_order()) {
      nodes = record_by_coordinate("equations");
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i] < 0) {
          source_.file().fail(*source_.find("equations"), "equations",
                              "the equation of '" + source_.coordinates()[i] +
                                  "' is missing: " + source_.coordinates()[i] + " = \"...\"");
        }
      }
    } else {
      lagrangian_ =
          source_.points().empty() && source_.bodies().empty()
              ? record_here(source_.file().exact(*source_.find("lagrangian"), "lagrangian"))
              : lagrangian_of_points();
      nodes = {lagrangian_};
    }
    form_additions additions;
    additions.forces = record_forces();
    additions.groups = source_.groups();
    additions.poisson = record_poisson();
    record_constraints(additions);
    record_quantities(additions);
    try {
      return {std::make_shared<const exponent_forms>(form_parts{
                  source_.first_order() ? system_kind::first_order : system_kind::lagrangian,
                  inputs(), graph_, std::move(nodes), std::move(additions)}),
              std::move(quantities_)};
    } catch (const std::invalid_argument&
                 error) {  // a derivative that divides by the constant zero, say
      source_.file().fail("the derivatives of the formulas fail: " + std::string(error.what()));
    }
  }

 private:
  form_inputs inputs() const {
    return {static_cast<int>(source_.coordinates().size()),
            static_cast<int>(source_.parameters().size())};
  }

  /// In invariants also q1, v1, p1, v.NAME, p.NAME, where the file does not use that name for something else.
  std::optional<node_id> value_in_invariants(const std::string& name) {
    if (const auto own = value_of(name)) {
      return own;
    }
    const state_names names(
        source_.first_order() ? system_kind::first_order : system_kind::lagrangian, inputs().n,
        source_.coordinates());
    const auto found = names.find(name);
    if (!found || found->part == state_part::acceleration) {
      return std::nullopt;
    }
    switch (found->part) {
      case state_part::momentum:
        return momentum_of(source_.coordinates()[static_cast<std::size_t>(found->index)]);
      case state_part::velocity:
        return graph_.input(inputs().v(found->index));
      default:
        return graph_.input(inputs().q(found->index));
    }
  }

  std::optional<node_id> value_of(const std::string& name) {
    if (const auto i = place_in(source_.coordinates(), name)) {
      return graph_.input(inputs().q(*i));
    }
    for (std::size_t i = 0; i < source_.parameters().size(); ++i) {
      if (source_.parameters()[i].name == name) {
        return graph_.input(inputs().parameter(static_cast<int>(i)));
      }
    }
    if (name == "t") {
      return graph_.input(inputs().t());
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
      source_.file().fail(*formula.text.node, formula.text.key,
                          "needs itself: " + chain + " -> " + formula.text.key);
    }
    constexpr std::size_t deepest = 500;
    if (open_.size() > deepest) {
      source_.file().fail(
          *formula.text.node, formula.text.key,
          "definitions that need each other more than " + std::to_string(deepest) + " deep");
    }
    formula.open = true;
    open_.push_back(formula.text.key);
    formula.node = record_in(graph_, source_.file(), formula.text, names(within::equations));
    open_.pop_back();
    formula.open = false;
    return formula.node;
  }

  /// dot(x): the velocity of a coordinate; of what depends on coordinates and time, by the chain rule.
  std::optional<node_id> rate_of(const std::string& name) {
    if (const auto i = place_in(source_.coordinates(), name)) {
      return graph_.input(inputs().v(*i));
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
      along.rates.push_back(graph_.input(inputs().v(i)));
    }
    along.inputs.push_back(inputs().t());
    along.rates.push_back(graph_.constant(1));
    const std::vector<node_id> functions = {node};
    return directional_derivative(graph_, functions, along).front();
  }
  std::vector<int> velocities() const {
    std::vector<int> list;
    for (int i = 0; i < inputs().n; ++i) {
      list.push_back(inputs().v(i));
    }
    return list;
  }
  bool depends(node_id node, const std::vector<int>& on) const {
    return graph_.depending_on(on)[static_cast<std::size_t>(node)];
  }

  std::optional<node_id> momentum_of(const std::string& name) {
    const auto i = place_in(source_.coordinates(), name);
    if (!i) {
      return std::nullopt;
    }
    const std::vector<int> by = {inputs().v(*i)};
    return gradient(graph_, lagrangian_, by).front();
  }

  enum class within { equations, invariants };  ///< in invariants p(coordinate) has a meaning

  formula_names names(within place) {
    const bool in_invariants = place == within::invariants;
    formula_names list;
    list.value = [this, in_invariants](const std::string& name) {
      return in_invariants ? value_in_invariants(name) : value_of(name);
    };
    if (!source_.first_order()) {
      list.rate = [this](const std::string& name) { return rate_of(name); };
      if (in_invariants) {
        list.momentum = [this](const std::string& name) { return momentum_of(name); };
      }
    }
    list.known = source_.known();
    list.nearest = [this, in_invariants](const std::string& name) {
      if (!source_.first_order()) {
        const auto other = velocity_or_momentum(source_.coordinates(), name);
        if (other && other->letter == 'v') {
          return "; the velocity of " + other->coordinate + " is dot(" + other->coordinate + ")";
        }
        if (other && in_invariants) {
          return "; the momentum of " + other->coordinate + " is p(" + other->coordinate + ")";
        }
      }
      return did_you_mean(name, source_.known());
    };
    return list;
  }

  node_id record_here(const toml_expression& text, within place = within::equations) {
    return record_in(graph_, source_.file(), text, names(place));
  }
  /// A formula for each coordinate, from a table; −1 where there is none.
  std::vector<node_id> record_by_coordinate(const char* key) {
    std::vector<node_id> nodes(source_.coordinates().size(), -1);
    for (const auto& [name, node] : source_.entries(key)) {
      const auto i = place_in(source_.coordinates(), name);
      if (!i) {
        source_.file().fail(*node, key,
                            unknown_name("coordinate", shown_name(name), source_.coordinates()));
      }
    }
    for (std::size_t i = 0; i < source_.coordinates().size(); ++i) {
      for (const auto& [name, node] : source_.entries(key)) {
        if (name == source_.coordinates()[i]) {
          nodes[i] = record_here(source_.file().exact(*node, key_in(key, name)));
        }
      }
    }
    return nodes;
  }

  /// T − V with T = Σ m/2 |velocity|².
  node_id lagrangian_of_points() {
    node_id kinetic = graph_.constant(0);
    for (const auto& point : source_.points()) {
      kinetic = graph_.add(kinetic, kinetic_of_mass(point.mass, point.components));
    }
    for (const auto& body : source_.bodies()) {
      if (body.mass) {
        kinetic = graph_.add(kinetic, kinetic_of_mass(*body.mass, body.components));
      }
      for (std::size_t k = 0; k < body.inertia.size(); ++k) {
        const node_id spin = node_of(formulas_.at(body.name + ".Omega" + std::to_string(k + 1)));
        kinetic = graph_.add(kinetic, graph_.multiply(graph_.divide(record_here(body.inertia[k]),
                                                                    graph_.constant(2)),
                                                      graph_.multiply(spin, spin)));
      }
    }
    const auto* const potential = source_.find("potential");
    return potential == nullptr
               ? kinetic
               : graph_.subtract(kinetic,
                                 record_here(source_.file().exact(*potential, "potential")));
  }
  /// mass/2 |velocity|².
  node_id kinetic_of_mass(const toml_expression& text, const std::vector<std::string>& components) {
    const node_id mass = record_here(text);
    node_id square = graph_.constant(0);
    for (const auto& component : components) {
      named_formula& at = formulas_.at(component);
      const auto rate = rate_of_node(node_of(at));
      if (!rate) {
        source_.file().fail(
            *at.text.node, at.text.key,
            "a position depends on coordinates, parameters and t, not on velocities");
      }
      square = graph_.add(square, graph_.multiply(*rate, *rate));
    }
    return graph_.multiply(graph_.divide(mass, graph_.constant(2)), square);
  }

  void record_constraints(form_additions& additions) {
    std::vector<int> coordinates(source_.coordinates().size());
    std::iota(coordinates.begin(), coordinates.end(), inputs().q(0));
    for (const auto& constraint : source_.constraints()) {
      const toml_expression& text = constraint.left;
      const auto fail = [&](const std::string& reason) {
        source_.file().fail(*text.node, text.key, reason);
      };
      node_id node = record_here(text);
      if (constraint.right) {
        node = graph_.subtract(node, record_here(*constraint.right));
      }
      const bool moves = depends(node, velocities());
      if (constraint.holonomic && moves) {
        fail("contains a velocity; a constraint on velocities belongs in [nonholonomic]");
      }
      if (!moves && !depends(node, coordinates)) {
        fail("contains no coordinate, so that it constrains nothing");
      }
      if (!constraint.holonomic && !moves) {
        fail(
            "contains no velocity, dot(...); a constraint on coordinates belongs in [constraints]");
      }
      if (!constraint.holonomic) {
        require_affine(fail, node);
      }
      (constraint.holonomic ? additions.holonomic : additions.nonholonomic).push_back(node);
      additions.constraint_names.push_back(constraint.name);
    }
  }
  template <class Fail>
  void require_affine(const Fail& fail, node_id node) {
    const std::vector<node_id> rows = gradient(graph_, node, velocities());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (depends(rows[i], velocities())) {
        fail("is not affine in the velocities: its derivative by dot(" + source_.coordinates()[i] +
             ") contains a velocity; write A(q, t) v + a(q, t) = 0");
      }
    }
  }

  std::vector<node_id> record_forces() {
    const auto* const rayleigh = source_.find("dissipation");
    if (source_.find("forces") == nullptr && rayleigh == nullptr) {
      return {};
    }
    std::vector<node_id> forces = record_by_coordinate("forces");
    for (node_id& force : forces) {
      force = force < 0 ? graph_.constant(0) : force;
    }
    if (rayleigh != nullptr) {
      const node_id r = record_here(source_.file().exact(*rayleigh, "dissipation"));
      const auto slopes = gradient(graph_, r, velocities());
      if (std::ranges::all_of(slopes, [this](node_id slope) { return graph_.is_zero(slope); })) {
        source_.file().fail(
            *rayleigh, "dissipation",
            "depends on no velocity, so that it is no force: the force is minus its derivative by "
            "the velocity; write one such as \"dot(" +
                source_.coordinates().front() + ")^2/2\", or leave the key out");
      }
      for (std::size_t i = 0; i < forces.size(); ++i) {
        forces[i] = graph_.subtract(forces[i], slopes[i]);
      }
    }
    return forces;
  }

  /// B row by row from the brackets "x,y" = "z", which are {x, y} = z; those that are not given are 0.
  std::vector<node_id> record_poisson() {
    const auto* const section = source_.find("poisson");
    if (section == nullptr) {
      return {};
    }
    const auto brackets = in_order(source_.bounded_section("poisson"));
    if (brackets.empty()) {
      source_.file().fail(*section, "poisson",
                          "gives no bracket; write such as \"" + source_.coordinates().front() +
                              "," + source_.coordinates().back() + "\" = \"1\"");
    }
    const std::size_t n = source_.coordinates().size();
    std::vector<node_id> matrix(n * n, graph_.constant(0));
    std::map<std::pair<int, int>, std::string> given;
    for (const toml_value* const node : brackets) {
      const std::string& name = node->key;
      const std::string key = key_in("poisson", shown_name(name));
      const auto [i, k] = pair_of(*node, key, name);
      if (const auto [first, is_new] = given.emplace(std::minmax(i, k), name); !is_new) {
        source_.file().fail(*node, key,
                            "this bracket is given by '" + shown_name(first->second) + "' already");
      }
      const node_id bracket = record_here(source_.file().exact(*node, key));
      require_linear(*node, key, bracket);
      matrix[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(k)] = bracket;
      matrix[static_cast<std::size_t>(k) * n + static_cast<std::size_t>(i)] =
          graph_.negate(bracket);
    }
    return matrix;
  }
  /// The places of the two coordinates of "x,y".
  std::pair<int, int> pair_of(const toml_value& node, const std::string& key,
                              const std::string& name) const {
    const std::size_t comma = name.find(',');
    if (comma == std::string::npos || name.find(',', comma + 1) != std::string::npos) {
      source_.file().fail(node, key,
                          "a bracket has two coordinates in quotes: \"x,y\" = \"z\" is {x, y} = z");
    }
    const auto place = [&](std::string coordinate) {
      coordinate = on_one_line(coordinate);
      const auto found = place_in(source_.coordinates(), coordinate);
      if (!found) {
        source_.file().fail(
            node, key, unknown_name("coordinate", shown_name(coordinate), source_.coordinates()));
      }
      return *found;
    };
    const std::pair<int, int> pair = {place(name.substr(0, comma)), place(name.substr(comma + 1))};
    if (pair.first == pair.second) {
      source_.file().fail(node, key, "the bracket of a coordinate with itself is 0; leave it out");
    }
    return pair;
  }
  void require_linear(const toml_value& node, const std::string& key, node_id bracket) {
    const std::vector<int> time = {inputs().t()};
    if (depends(bracket, time)) {
      source_.file().fail(node, key, "a bracket does not contain the time t");
    }
    std::vector<int> all(source_.coordinates().size());
    std::iota(all.begin(), all.end(), inputs().q(0));
    const std::vector<node_id> slopes = [&] {
      try {
        return gradient(graph_, bracket, all);
      } catch (const std::invalid_argument& error) {  // it divides by the constant zero, say
        source_.file().fail(node, key, "its derivative fails: " + std::string(error.what()));
      }
    }();
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      if (depends(slopes[i], all)) {
        source_.file().fail(node, key,
                            "a bracket is constant or linear in the coordinates, and this one is "
                            "not linear in '" +
                                source_.coordinates()[i] + "'");
      }
    }
  }

  void record_quantities(form_additions& additions) {
    for (const toml_value* const node : in_order(source_.bounded_section("invariants"))) {
      const std::string& name = node->key;
      const std::string key = key_in("invariants", shown_name(name));
      source_.require_name(*node, key, name);
      if (is_reserved_name(name)) {
        source_.file().fail(*node, key,
                            "'" + name + "' has a meaning in formulas; choose another name");
      }
      if (place_in(source_.coordinates(), name)) {
        source_.file().fail(*node, key, "the name '" + name + "' is taken by coordinates");
      }
      const toml_expression text = source_.file().exact(*node, key);
      additions.quantities.push_back(record_here(text, within::invariants));
      quantities_.push_back({name, on_one_line(text.value.text()), true});
    }
    // every definition is recorded, also one that nothing uses: a mistake in it is a mistake
    std::vector<std::string> others = source_.definitions();
    for (const auto& point : source_.points()) {
      others.insert(others.end(), point.components.begin(), point.components.end());
    }
    for (const auto& body : source_.bodies()) {
      others.insert(others.end(), body.components.begin(), body.components.end());
    }
    others.insert(others.end(), source_.body_names().begin(), source_.body_names().end());
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

  const system_source& source_;
  graph graph_;
  std::map<std::string, named_formula> formulas_;
  std::vector<std::string> open_;  ///< the definitions that are being recorded
  std::vector<named_quantity> quantities_;
  node_id lagrangian_ = -1;
};

}  // namespace

recorded_formulas record_formulas(const system_source& source) { return recorder(source).record(); }

}  // namespace plumbline
