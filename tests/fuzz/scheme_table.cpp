// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as a table of a scheme: refused with a reason, or read, written and read again as the same table.
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/core/errors.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  try {
    const scheme_table table =
        parse_scheme(std::string_view(reinterpret_cast<const char*>(data), size));
    const std::string text = to_toml(table);
    if (to_toml(parse_scheme(text)) != text) {
      std::abort();
    }
    (void)coefficients_in<double>(table);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
