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
#include <plumbline/io/toml_document.hpp>

#include <deque>
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
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [forms, names](const std::vector<T>& values) {
      return model<T>(forms->at(values), values, names);
    };
  });
}

/// Velocities and momenta of a start have sections of their own. Throws invalid_input that names the section where one
/// stands among the coordinates.
void refuse_under_start(const system_source& source) {
  for (const toml_value& node : source.section("start").items) {
    const std::string& name = node.key;
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
  for (const auto& [key, letter] :
       {std::pair{"start", 'q'}, std::pair{"velocity", 'v'}, std::pair{"momentum", 'p'}}) {
    std::vector<std::string> places = source.coordinates();
    if (letter == 'q') {
      places.emplace_back("t");
    }
    source.file().require_known(source.section(key), key, "coordinate", places);
    for (const toml_value* const node : in_order(source.section(key))) {
      const std::string& name = node->key;
      const toml_expression value = source.file().exact(*node, key_in(key, name));
      source.require_parameters_alone(value);
      starts.push_back(value);
      const auto place = place_in(source.coordinates(), name);
      const std::string which =
          place ? std::string(1, letter) + std::to_string(*place + 1) : std::string("t");
      owned.entry.info.start.push_back({owned.keep(which), owned.keep(value.value.text())});
    }
  }
  return starts;
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
}

}  // namespace

std::shared_ptr<const system_entry> parse_system(std::string_view text,
                                                 const std::string& name_for_messages) {
  const system_source source(text, name_for_messages);
  auto owned = std::make_shared<owned_entry>();
  fill(*owned, source, record_formulas(source));
  check_values(source, owned->entry, read_start(source, *owned));
  return {owned, &owned->entry};
}

std::shared_ptr<const system_entry> load_system(const std::filesystem::path& path) {
  return parse_system(read_text_file(path, longest_system_file), path.native());
}

}  // namespace plumbline
