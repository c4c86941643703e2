// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Reads a system file in three passes: names and keys (system_source.hpp), formulas (system_formulas.hpp), and here the entry
// that the catalogue's systems have too.
#include "catalogue/system_formulas.hpp"
#include "catalogue/system_source.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

namespace plumbline {

namespace {

/// What the views of a system_info point to.
struct owned_entry {
  std::deque<std::string> texts;
  system_entry entry;

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

/// The formula as the file has it, where it has one.
std::string formula_of(const system_source& source, const form& formulas) {
  if (const auto* const lagrangian = source.find("lagrangian")) {
    return on_one_line(source.file().exact(*lagrangian, "lagrangian").value.text());
  }
  std::string text;
  if (source.first_order()) {
    for (const auto& coordinate : source.coordinates()) {
      const auto& equation = *source.section("equations").find(coordinate);
      text += (text.empty() ? "" : ", ") + coordinate +
              "' = " + on_one_line(source.file().exact(equation, coordinate).value.text());
    }
    return text;
  }
  return formulas
      .text_of(form_part::lagrangian, formula_style_of(source.coordinates(), source.parameters()))
      .front();
}

/// What refuses moments that no body has, with values of the parameters that are not the defaults: those are judged exactly,
/// with their place (check_moments). Empty without bodies.
std::function<void(const std::vector<double>&)> refusal_of_moments(const system_source& source) {
  if (source.bodies().empty()) {
    return {};
  }
  std::vector<std::string> parameters;
  for (const parameter_info& p : source.parameters()) {
    parameters.push_back(p.name);
  }
  std::vector<std::pair<std::string, std::vector<expression>>> bodies;
  for (const rigid_body& body : source.bodies()) {
    bodies.emplace_back(body.name, std::vector<expression>{});
    for (const toml_expression& moment : body.inertia) {
      bodies.back().second.push_back(moment.value);
    }
  }
  return [parameters, bodies, file = source.file().name()](const std::vector<double>& values) {
    constexpr int digits = 17;
    constexpr double rounding = 1e-12;
    variables names;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      names.set(parameters[i], expression(to_text(values[i], digits)));
    }
    for (const auto& [name, moments] : bodies) {
      std::vector<double> m;
      for (const expression& moment : moments) {
        m.push_back(evaluate<double>(moment, names));
      }
      const double sum = m[0] + m[1] + m[2];
      for (const double each : m) {
        if (each < 0 || each > (sum - each) * (1 + rounding)) {
          throw invalid_input("'" + file + "': bodies." + name +
                              ": no body has these moments of inertia: " + to_text(m[0], 17) +
                              ", " + to_text(m[1], 17) + ", " + to_text(m[2], 17));
        }
      }
    }
  };
}

void fill(owned_entry& owned, const system_source& source, recorded_formulas recorded) {
  const std::shared_ptr<const exponent_forms> forms = std::move(recorded.forms);
  const std::shared_ptr<const form>& formulas = forms->general();
  system_entry& entry = owned.entry;
  entry.kind = formulas->kind();
  entry.dimension = formulas->dimension();
  entry.facts = formulas->facts();
  entry.formulas = formulas;
  entry.parameters = source.parameters();
  entry.quantities = std::move(recorded.quantities);
  for (const constraint_source& constraint : source.constraints()) {
    entry.constraints.push_back({constraint.name, constraint.formula, constraint.holonomic});
  }
  for (const rigid_body& body : source.bodies()) {
    entry.bodies.push_back({body.name, body.first});
  }
  entry.file = source.file().name();
  entry.info.name = owned.keep(source.name());
  const auto text_of = [&](const char* key, const std::string& otherwise) {
    const auto* const node = source.find(key);
    return owned.keep(node == nullptr ? otherwise
                                      : on_one_line(source.file().text(*node, key, true)));
  };
  entry.info.summary = text_of("summary", "a system from a file");
  entry.info.source = text_of("source", "");
  entry.info.formula = owned.keep(formula_of(source, *formulas));
  entry.info.coordinate_unit = "";
  for (const auto& coordinate : source.coordinates()) {
    entry.info.aliases.push_back(owned.keep(coordinate));
  }
  std::vector<std::string> names =
      source.first_order() ? source.coordinates() : std::vector<std::string>{};
  const auto refuse = refusal_of_moments(source);
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [forms, names, refuse](const std::vector<T>& values) {
      if constexpr (!is_dual<T>::value) {
        if (refuse) {
          std::vector<double> rounded;
          for (const T& value : values) {
            rounded.push_back(to_double(value));
          }
          refuse(rounded);
        }
      }
      return model<T>(forms->at(values), values, names);
    };
  });
}

/// Velocities and momenta of a start have sections of their own. Throws invalid_input that names the section where one
/// stands among the coordinates.
void refuse_under_start(const system_source& source) {
  for (const auto& [name, found] : source.entries("start")) {
    const toml_value& node = *found;
    if (name == "t") {
      continue;
    }
    if (const auto other = velocity_or_momentum(source.coordinates(), name)) {
      const std::string section = other->letter == 'v' ? "velocity" : "momentum";
      source.file().fail(node, "start",
                         "'" + name + "' is a " + section + "; write " + other->coordinate +
                             " = ... under [" + section + "]");
    }
  }
}

/// NAME.Omega1 … NAME.Omega3 of each body.
std::vector<std::string> spin_names(const system_source& source) {
  std::vector<std::string> names;
  for (const rigid_body& body : source.bodies()) {
    for (const char axis : {'1', '2', '3'}) {
      names.push_back(body.name + ".Omega" + axis);
    }
  }
  return names;
}

/// A start says of a body its angular velocity or the velocities of its quaternion, not both.
void refuse_two_velocities(const system_source& source) {
  for (const rigid_body& body : source.bodies()) {
    const toml_value* spin = nullptr;
    const toml_value* rate = nullptr;
    for (const auto& [name, node] : source.entries("velocity")) {
      if (name.rfind(body.name + ".Omega", 0) == 0) {
        spin = node;
      } else if (name.rfind(body.name + ".q", 0) == 0) {
        rate = node;
      }
    }
    if (spin != nullptr && rate != nullptr) {
      source.file().fail(*rate, "velocity",
                         "a start has " + body.name + ".Omega1 ... " + body.name +
                             ".Omega3 or the velocities of " + body.name + ".q0 ... " + body.name +
                             ".q3, not both");
    }
  }
}

/// A body of whose quaternion the start says nothing is unturned.
void add_unturned_bodies(const system_source& source, owned_entry& owned) {
  for (const rigid_body& body : source.bodies()) {
    bool has_start = false;
    for (const auto& [name, node] : source.entries("start")) {
      has_start = has_start || name.rfind(body.name + ".q", 0) == 0;
    }
    if (!has_start) {
      owned.entry.info.start.push_back({owned.keep("q" + std::to_string(body.first + 1)), "1"});
    }
  }
}

/// Reads the start into the entry; the expressions are returned.
std::vector<toml_expression> read_start(const system_source& source, owned_entry& owned) {
  std::vector<toml_expression> starts;
  if (source.find("velocity") != nullptr && source.find("momentum") != nullptr) {
    source.file().fail(*source.find("momentum"), "momentum",
                       "a start has [velocity] or [momentum], not both");
  }
  if (!source.first_order()) {
    refuse_under_start(source);
  }
  refuse_two_velocities(source);
  add_unturned_bodies(source, owned);
  for (const auto& [key, letter] :
       {std::pair{"start", 'q'}, std::pair{"velocity", 'v'}, std::pair{"momentum", 'p'}}) {
    std::vector<std::string> places = source.coordinates();
    if (letter == 'q') {
      places.emplace_back("t");
    }
    const auto spins_from = std::ssize(places);
    if (letter == 'v') {
      std::ranges::copy(spin_names(source), std::back_inserter(places));
    }
    for (const auto& [name, node] : source.entries(key)) {
      const auto at = std::ranges::find(places, name) - places.begin();
      if (at == std::ssize(places)) {
        source.file().fail(*node, key, unknown_name("coordinate", shown_name(name), places));
      }
      const toml_expression value = source.file().exact(*node, key_in(key, name));
      source.require_parameters_alone(value);
      starts.push_back(value);
      if (letter == 'v' && at >= spins_from) {
        const auto spin = static_cast<int>(at - spins_from);  // three for each body
        owned.entry.spins.push_back({spin / 3, spin % 3, value.value.text()});
        continue;
      }
      const auto place = place_in(source.coordinates(), name);
      const std::string which =
          place ? std::string(1, letter) + std::to_string(*place + 1) : std::string("t");
      owned.entry.info.start.push_back({owned.keep(which), owned.keep(value.value.text())});
    }
  }
  return starts;
}

/// Moments of a body are integrals of (y² + z²), (z² + x²), (x² + y²) over its mass: not negative, and no one more than the
/// other two together (Goldstein, Classical Mechanics, 5.3).
void check_moments(const system_source& source, const rigid_body& body, const variables& names) {
  for (std::size_t k = 0; k < body.inertia.size(); ++k) {
    const auto moment = [&](std::size_t i) { return body.inertia[(k + i) % body.inertia.size()]; };
    const auto shown = [&](std::size_t i) { return on_one_line(moment(i).value.text()); };
    const toml_expression& text = body.inertia[k];
    if (sign(text.value, names) < 0) {
      source.file().fail(*text.node, text.key, "a moment of inertia is not negative: " + shown(0));
    }
    const expression excess("(" + moment(0).value.text() + ") - (" + moment(1).value.text() +
                            ") - (" + moment(2).value.text() + ")");
    if (sign(excess, names) > 0) {
      source.file().fail(*text.node, text.key,
                         "no body has these moments: " + shown(0) + " is more than " + shown(1) +
                             " and " + shown(2) + " together");
    }
  }
}

/// Each default and each start must have a value: the mistake is told with its place now, not when somebody runs it.
void check_values(const system_source& source, const system_entry& entry,
                  const std::vector<toml_expression>& starts) {
  const variables names = detail::parameter_variables(source.name(), entry.parameters, {});
  const auto check = [&](const toml_expression& text, const auto& f) {
    try {
      f();
    } catch (const invalid_input& error) {
      source.file().fail(*text.node, text.key, error.what());
    }
  };
  for (std::size_t i = 0; i < source.parameters().size(); ++i) {
    check(source.parameter_values()[i], [&] {
      (void)evaluate<double>(source.parameter_values()[i].value, names);
      detail::require_domain(source.name(), source.parameters()[i], names);
    });
  }
  for (const auto& start : starts) {
    check(start, [&] { (void)evaluate<double>(start.value, names); });
  }
  for (const rigid_body& body : source.bodies()) {
    check_moments(source, body, names);
  }
}

}  // namespace

namespace {

/// With these values of the parameters on which the number of coordinates depends.
std::shared_ptr<const system_entry> parse_sized(std::string_view text,
                                                const std::string& name_for_messages,
                                                const settings& chosen) {
  const system_source source(text, name_for_messages, chosen);
  auto owned = std::make_shared<owned_entry>();
  fill(*owned, source, record_formulas(source));
  check_values(source, owned->entry, read_start(source, *owned));
  if (!source.sizes().empty()) {
    owned->entry.resized = [text = std::string(text), name_for_messages,
                            sizes = source.sizes()](const settings& values) {
      settings of_size;
      for (const std::string& size : sizes) {
        if (const auto found = values.find(size); found != values.end()) {
          of_size.insert(*found);
        }
      }
      const auto made = parse_sized(text, name_for_messages, of_size);
      system_entry entry = *made;
      entry.resized = [made, again = made->resized](const settings& more) { return again(more); };
      return entry;
    };
  }
  return {owned, &owned->entry};
}

}  // namespace

std::shared_ptr<const system_entry> parse_system(std::string_view text,
                                                 const std::string& name_for_messages) {
  return parse_sized(text, name_for_messages, {});
}

std::shared_ptr<const system_entry> load_system(const std::filesystem::path& path) {
  return parse_system(read_text_file(path, longest_system_file), path.native());
}

}  // namespace plumbline
