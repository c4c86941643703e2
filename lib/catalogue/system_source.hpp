// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The first pass over a system file: its keys are known ones, its names are names and free, its parameters have values. What
// is not a formula of the motion is decided here; formulas are parsed, and recorded by the second pass (system_formulas.hpp).
#pragma once

#include "scalar/expression_program.hpp"
#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/math/formula.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

inline constexpr std::size_t longest_system_file = 1U << 20U;
inline constexpr std::size_t coordinates_of_body = 4;

/// A point with a mass: T = mass/2 · |velocity|². Its components are formulas by the names bob.x, bob.y, bob.z.
struct mass_point {
  toml_expression mass;
  std::vector<std::string> components;
};

/// A rigid body: its coordinates are a unit quaternion, NAME.q0 … NAME.q3 (system_bodies.cpp).
struct rigid_body {
  std::string name;
  int first = 0;  ///< its first coordinate
  std::vector<toml_expression> inertia;
  std::optional<toml_expression> mass;
  std::vector<std::string> components;  ///< of its centre of mass; empty without mass and at
  const toml_value* node = nullptr;
};

/// A constraint: left = right, or left = 0.
struct constraint_source {
  std::string name;
  std::string formula;  ///< as it is shown
  bool holonomic = true;
  toml_expression left;
  std::optional<toml_expression> right;
};

class system_source {
 public:
  /// Throws invalid_input, with the place, for what is wrong; `name` is the file's name in messages.
  /// `chosen`: values of parameters on which indices depend; others are of no account here.
  system_source(std::string_view text, const std::string& name, const settings& chosen = {});

  const toml_document& file() const { return file_; }
  /// The parameters on which indices and bounds of sums depend (indexed_text.hpp).
  const std::vector<std::string>& sizes() const { return sizes_; }
  const std::string& name() const { return name_; }
  /// True for [equations].
  bool first_order() const { return first_order_; }
  const std::vector<std::string>& coordinates() const { return coordinates_; }
  /// Of [equations]: the coordinates that splittings move together; empty where the file names none.
  const std::vector<std::vector<int>>& groups() const { return groups_; }
  const std::vector<parameter_info>& parameters() const { return parameters_; }
  const std::vector<toml_expression>& parameter_values() const { return parameter_values_; }
  const std::vector<mass_point>& points() const { return points_; }
  const std::vector<rigid_body>& bodies() const { return bodies_; }
  /// The unit quaternions of the bodies, [constraints], [nonholonomic], in this order.
  const std::vector<constraint_source>& constraints() const { return constraints_; }
  /// The names of what follows from the quaternions: NAME.R11, NAME.Omega1, NAME.omega1 ….
  const std::vector<std::string>& body_names() const { return body_names_; }
  /// The entries of a table by coordinates, in the order of the file: [velocity] top.q1 = "0" stands in a table of its own.
  std::vector<std::pair<std::string, const toml_value*>> entries(const char* key) const;
  /// The names of [define], in the order of the file.
  const std::vector<std::string>& definitions() const { return definitions_; }
  /// The definitions and the components of the points, by their names.
  const std::map<std::string, toml_expression>& formulas() const { return formulas_; }
  /// All names that formulas may use.
  const std::vector<std::string>& known() const { return known_; }

  /// The value of a key of the file, nullptr without one.
  const toml_value* find(const char* key) const { return file_.root().find(key); }
  /// The table of this name, or an empty one.
  const toml_value& section(const char* key) const;
  /// The same. Throws where the table has more entries than a file may have.
  const toml_value& bounded_section(const char* key) const {
    return bounded(key, most_definitions);
  }

  /// Throws unless this is a name, or one of many: x[3].
  void require_name(const toml_value& where, const std::string& key, const std::string& name) const;
  /// Throws unless the expression is made of numbers and the parameters alone.
  void require_parameters_alone(const toml_expression& text) const;

 private:
  static constexpr std::size_t most_definitions =
      5000;  // of definitions, points and invariants, each

  void read_head();
  void read_kind();
  void read_groups();
  void introduce_coordinate(const toml_value& where, const std::string& name);
  void read_bodies();
  void derive_body_formulas(const rigid_body& body);
  void read_constraints();
  void read_constraints(const char* key, bool holonomic);
  constraint_source constraint_in(const toml_value& node, const std::string& key) const;
  void introduce(const toml_value& where, const std::string& key, const std::string& name);
  const toml_value& bounded(const char* key, std::size_t most) const;
  void read_parameters();
  parameter_domain domain_of(const toml_value& table, const std::string& key) const;
  std::vector<std::string> parameter_names() const;
  void require_no_cycle() const;
  void collect_names();
  std::string own_meaning(const std::string& word) const;
  void refuse_own_word(const toml_value& where, const std::string& key,
                       const std::string& word) const;
  void refuse_own_words() const;

  toml_document file_;
  std::vector<std::string> sizes_;
  std::string name_;
  bool first_order_ = false;
  std::vector<std::string> coordinates_;
  std::vector<std::vector<int>> groups_;
  std::vector<parameter_info> parameters_;
  std::vector<toml_expression> parameter_values_;
  std::map<std::string, std::string> owners_;  ///< of each name: the key that introduced it
  std::map<std::string, toml_expression> formulas_;
  std::vector<std::string> definitions_;
  std::vector<mass_point> points_;
  std::vector<rigid_body> bodies_;
  std::vector<std::string> body_names_;
  std::vector<constraint_source> constraints_;
  std::vector<std::string> known_;
};

/// "x" of "x[12]"; other names as they are.
std::string without_index(const std::string& name);
/// "section.name", a key as messages show it.
std::string key_in(const std::string& section, const std::string& name);
/// The place of a name in a list.
std::optional<int> place_in(const std::vector<std::string>& list, const std::string& name);
/// How others write a velocity: xdot, x_dot, dx, v_x, vx, v.x, v1, dot(x); or a momentum: p_x, px, p.x, p1. Nothing for a
/// coordinate and for other names.
struct other_writing {
  char letter;  ///< 'v' or 'p'
  std::string coordinate;
};
std::optional<other_writing> velocity_or_momentum(const std::vector<std::string>& coordinates,
                                                  const std::string& name);
/// The text with single spaces in the place of line breaks and runs of spaces.
std::string on_one_line(const std::string& text);
/// "; did you mean 'x'?", or "".
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);
/// Records the formula. Throws invalid_input with file, line and column for a mistake, and for formulas beyond 100,000
/// operations.
node_id record_in(graph& g, const toml_document& file, const toml_expression& text,
                  const formula_names& names);

}  // namespace plumbline
