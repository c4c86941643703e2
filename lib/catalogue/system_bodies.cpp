// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rigid bodies and constraints of a system file, as names and texts; system_formulas.cpp records them.
//
//   [bodies.top]  inertia = ["I1", "I2", "I3"]  mass = "m"  at = ["l*top.R13", …]
//
// A body stands for a unit quaternion, four coordinates top.q0 … top.q3 and the constraint top.unit. All else are formulas of
// these (Goldstein, Classical Mechanics, 4.5; R takes components in the body to those in space):
//
//   R11 = q0² + q1² − q2² − q3², R12 = 2(q1 q2 − q0 q3), …     Ω = 2 Im(q̄ q̇), ω = 2 Im(q̇ q̄)
//   T = mass/2 |d at/dt|² + ½ Σ I_k Ω_k²
//
// exactly so: not divided by |q|², which changes no motion and would change every scheme.
#include "catalogue/system_source.hpp"
#include <plumbline/core/errors.hpp>

#include <algorithm>

namespace plumbline {

void system_source::introduce_coordinate(const toml_value& where, const std::string& name) {
  const auto* const bodies = find("bodies");
  const bool is_body = bodies != nullptr && bodies->is_table() && bodies->contains(name);
  if (!is_body) {
    introduce(where, "coordinates", name);
    coordinates_.push_back(name);
    return;
  }
  introduce(where, "bodies." + name, name);
  bodies_.push_back({.name = name,
                     .first = static_cast<int>(coordinates_.size()),
                     .inertia = {},
                     .mass = {},
                     .components = {},
                     .node = bodies->find(name)});
  for (const char digit : {'0', '1', '2', '3'}) {
    coordinates_.push_back(name + ".q" + digit);
    owners_.emplace(coordinates_.back(), "coordinates");
  }
}

void system_source::read_bodies() {
  for (const toml_value* const node : in_order(bounded("bodies", most_definitions))) {
    const auto named = [node](const rigid_body& body) { return body.name == node->key; };
    if (std::ranges::none_of(bodies_, named)) {
      const std::string name = shown_name(node->key);
      file_.fail(*node, key_in("bodies", name),
                 "does not stand among the coordinates: coordinates = [..., \"" + name + "\"]");
    }
  }
  for (rigid_body& body : bodies_) {
    const std::string key = key_in("bodies", body.name);
    const toml_value& table = file_.table(*body.node, key);
    file_.require_known(table, key, "key of a body", {"inertia", "mass", "at"});
    const auto* const inertia = table.find("inertia");
    const auto* const mass = table.find("mass");
    const auto* const at = table.find("at");
    constexpr std::size_t in_space = 3;
    if (inertia == nullptr || !inertia->is_list() || inertia->items.size() != in_space) {
      file_.fail(inertia == nullptr ? *body.node : *inertia, key_in(key, "inertia"),
                 "must be a list of the three principal moments, such as [\"I1\", \"I2\", \"I3\"]");
    }
    for (const toml_value& moment : inertia->items) {
      body.inertia.push_back(file_.exact(moment, key_in(key, "inertia")));
      require_parameters_alone(body.inertia.back());
    }
    if ((mass == nullptr) != (at == nullptr)) {
      file_.fail(
          *body.node, key,
          "mass and at stand together, mass = \"m\" and at = [\"x\", \"y\", \"z\"], or neither: "
          "then the inertia is that about the fixed point");
    }
    if (mass != nullptr) {
      if (!at->is_list() || at->items.empty() || at->items.size() > in_space) {
        file_.fail(*at, key_in(key, "at"), "must be a list of 1 to 3 Cartesian components");
      }
      body.mass = file_.exact(*mass, key_in(key, "mass"));
      for (std::size_t i = 0; i < at->items.size(); ++i) {
        const std::string component = body.name + "." + std::string(1, "xyz"[i]);
        formulas_.emplace(component, file_.exact(at->items[i], key_in(key, "at")));
        body.components.push_back(component);
      }
    }
    derive_body_formulas(body);
  }
}

void system_source::derive_body_formulas(const rigid_body& body) {
  const std::string name = body.name + ".";
  // each letter of a formula that is followed by a digit is a coordinate, q, or its rate, v
  const auto add = [&](const std::string& what, const std::string& formula) {
    std::string text;
    for (std::size_t i = 0; i < formula.size(); ++i) {
      if (formula[i] != 'q' && formula[i] != 'v') {
        text += formula[i];
        continue;
      }
      const std::string coordinate = name + "q" + formula[i + 1];
      text += formula[i] == 'q' ? coordinate : "dot(" + coordinate + ")";
      ++i;
    }
    formulas_.emplace(name + what, toml_expression{expression(text), body.node, name + what});
    body_names_.push_back(name + what);
  };
  add("R11", "q0^2 + q1^2 - q2^2 - q3^2");
  add("R12", "2*(q1*q2 - q0*q3)");
  add("R13", "2*(q1*q3 + q0*q2)");
  add("R21", "2*(q1*q2 + q0*q3)");
  add("R22", "q0^2 - q1^2 + q2^2 - q3^2");
  add("R23", "2*(q2*q3 - q0*q1)");
  add("R31", "2*(q1*q3 - q0*q2)");
  add("R32", "2*(q2*q3 + q0*q1)");
  add("R33", "q0^2 - q1^2 - q2^2 + q3^2");
  add("Omega1", "2*(q0*v1 - q1*v0 - q2*v3 + q3*v2)");
  add("Omega2", "2*(q0*v2 - q2*v0 - q3*v1 + q1*v3)");
  add("Omega3", "2*(q0*v3 - q3*v0 - q1*v2 + q2*v1)");
  add("omega1", "2*(q0*v1 - q1*v0 + q2*v3 - q3*v2)");
  add("omega2", "2*(q0*v2 - q2*v0 + q3*v1 - q1*v3)");
  add("omega3", "2*(q0*v3 - q3*v0 + q1*v2 - q2*v1)");
}

void system_source::read_constraints() {
  for (const rigid_body& body : bodies_) {
    const std::string name = body.name + ".unit";
    std::string square;
    for (int i = 0; i < 4; ++i) {
      square +=
          (i == 0 ? "" : " + ") + coordinates_[static_cast<std::size_t>(body.first + i)] + "^2";
    }
    constraints_.push_back({.name = name,
                            .formula = square + " = 1",
                            .holonomic = true,
                            .left = {expression(square), body.node, name},
                            .right = toml_expression{expression("1"), body.node, name}});
  }
  read_constraints("constraints", true);
  read_constraints("nonholonomic", false);
  const std::size_t n = coordinates_.size();
  if (constraints_.size() >= n) {
    const toml_value* const where =
        find("nonholonomic") != nullptr ? find("nonholonomic") : find("constraints");
    const std::string reason =
        std::to_string(constraints_.size()) +
        (constraints_.size() == 1 ? " constraint leaves" : " constraints leave") +
        " no freedom to " + std::to_string(n) + (n == 1 ? " coordinate" : " coordinates");
    if (where == nullptr) {
      file_.fail(reason);
    }
    file_.fail(*where, where->key, reason);
  }
}

void system_source::read_constraints(const char* section_key, bool holonomic) {
  for (const toml_value* const node : in_order(bounded(section_key, most_definitions))) {
    const std::string name = node->key;
    const std::string key = key_in(section_key, shown_name(name));
    require_name(*node, key, name);
    if (std::ranges::any_of(constraints_,
                            [&name](const constraint_source& c) { return c.name == name; })) {
      file_.fail(*node, key, "the name '" + name + "' is taken by another constraint");
    }
    constraints_.push_back(constraint_in(*node, key));
    constraints_.back().holonomic = holonomic;
  }
}

/// Both sides of a text, each parsed in its place, so that messages say the column.
constraint_source system_source::constraint_in(const toml_value& node,
                                               const std::string& key) const {
  const std::string text = file_.text(node, key);
  const std::size_t sign = text.find('=');
  if (sign != std::string::npos && text.find('=', sign + 1) != std::string::npos) {
    file_.fail_within(node, text.find('=', sign + 1), key,
                      "has two '='; a constraint is \"left = right\", or an expression that is 0");
  }
  const auto side = [&](const std::string& part) {
    try {
      return toml_expression{expression(part), &node, key};
    } catch (const formula_error& error) {
      file_.fail_within(node, error.position(), key, error.reason());
    } catch (const invalid_input& error) {
      file_.fail(node, key, error.what());
    }
  };
  if (sign == std::string::npos) {
    return {.name = node.key,
            .formula = on_one_line(text) + " = 0",
            .holonomic = true,
            .left = side(text),
            .right = {}};
  }
  return {.name = node.key,
          .formula = on_one_line(text),
          .holonomic = true,
          .left = side(text.substr(0, sign)),
          .right = side(std::string(sign + 1, ' ') + text.substr(sign + 1))};
}

std::vector<std::pair<std::string, const toml_value*>> system_source::entries(
    const char* key) const {
  std::vector<std::pair<std::string, const toml_value*>> list;
  for (const toml_value* const node : in_order(section(key))) {
    const auto named = [node](const rigid_body& body) { return body.name == node->key; };
    if (!node->is_table() || std::ranges::none_of(bodies_, named)) {
      list.emplace_back(node->key, node);
      continue;
    }
    for (const toml_value* const inside : in_order(*node)) {
      list.emplace_back(node->key + "." + inside->key, inside);
    }
  }
  return list;
}

}  // namespace plumbline
