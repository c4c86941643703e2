// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as a source with tables of coefficients: refused with a reason, or tables that are written and read again as the
// same tables. The first byte chooses the language.
#include <plumbline/catalogue/foreign_schemes.hpp>
#include <plumbline/core/errors.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static constexpr std::array languages = {source_language::c, source_language::julia,
                                           source_language::python, source_language::numbers};
  if (size == 0) {
    return 0;
  }
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    for (const foreign_scheme& found :
         parse_foreign_schemes(text, languages[data[0] % languages.size()], "tables")) {
      if (found.table.has_value() == !found.problem.empty()) {
        std::abort();
      }
      if (found.table) {
        const std::string toml = to_toml(*found.table);
        if (to_toml(parse_scheme(toml)) != toml) {
          std::abort();
        }
        (void)coefficients_in<double>(*found.table);
      }
    }
  } catch (const invalid_input&) {
  }
  return 0;
}
