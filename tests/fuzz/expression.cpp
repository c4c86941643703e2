// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as a value: refused with a reason, or the same value in two scalars as far as the coarser goes.
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/expression.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  try {
    const expression value(std::string_view(reinterpret_cast<const char*>(data), size));
    const auto coarse = evaluate<double>(value);
    const auto fine = to_double(evaluate<mp64>(value));
    const double spacing = std::numeric_limits<double>::epsilon() * std::abs(coarse);
    if (std::abs(coarse - fine) > std::max(spacing, std::numeric_limits<double>::denorm_min())) {
      std::abort();
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
