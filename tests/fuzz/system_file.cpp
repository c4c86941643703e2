// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as a system file: refused with one line, or a system whose formulas can be evaluated and written.
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  try {
    const auto entry =
        parse_system(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.toml");
    const auto system = entry->make<double>();
    const auto style =
        formula_style_of(coordinate_names(*entry, entry->dimension), entry->parameters);
    const bool first_order = entry->kind == system_kind::first_order;
    (void)entry->formulas->text_of(first_order ? form_part::field : form_part::equation, style);
    evaluation<double> at(system);
    const vector<double> rest = vector<double>::Zero(entry->dimension);
    vector<double> y(entry->dimension);
    if (first_order) {
      at.field(view(rest), view(y));
    } else {
      (void)at.acceleration(view(rest), view(rest), 0.0, view(y));
    }
  } catch (const std::invalid_argument& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) {
      std::abort();
    }
  }
  return 0;
}
