// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as a decimal number: refused by name, or read, written and read again to the same value.
#include <plumbline/scalar/text.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

template <class T>
void reads_back(std::string_view text) {
  const T x = plumbline::from_text<T>(text);
  if (!plumbline::is_finite(x)) {
    return;  // beyond the exponent range of a double
  }
  if (plumbline::from_text<T>(plumbline::to_text(x)) != x) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    reads_back<double>(text);
    reads_back<plumbline::mp64>(text);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
