// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>

namespace plumbline {

std::string rounded_text(const mp& x, int digits) {
  return with_scalar(digits, [&x]<class T>(std::type_identity<T>) {
    const T rounded = plumbline::detail::convert_precision<T>(x);
    if (!is_finite(rounded)) {
      throw domain_error("a value is beyond the range of this arithmetic; ask for more --digits");
    }
    return to_text(rounded);
  });
}

}  // namespace plumbline
