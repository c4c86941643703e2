// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The special functions of `plumbline evaluate`: name, arguments, what is computed.
//
// A function is evaluated in run-time precision with guard digits, from arguments that are exact: twice, at
// growing precision, until both agree beyond the last digit that is printed. So the result is right for the
// argument as it was written (m = 0.1 is one tenth), also where the function is ill-conditioned.
#pragma once

#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/math/complex.hpp>
#include <plumbline/scalar/expression.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// The arguments of one evaluation, at the precision of the scope.
class function_arguments {
 public:
  explicit function_arguments(const std::map<std::string, expression>& given) : given_(&given) {}
  bool has(const std::string& name) const { return given_->contains(name); }
  const expression& text(const std::string& name) const { return given_->at(name); }
  mp real(const std::string& name) const { return evaluate<mp>(text(name)); }
  complex<mp> complex_number(const std::string& name) const {
    auto z = evaluate_complex<mp>(text(name));
    return {std::move(z.re), std::move(z.im)};
  }

 private:
  const std::map<std::string, expression>* given_;
};

struct function_value {
  std::string name;
  complex<mp> value;
};

struct function_entry {
  std::string name;
  std::string summary;
  std::string formula;
  std::string reference;
  std::vector<std::string> required;  ///< "m" stands for m or m1
  std::vector<std::string> optional = {};
  std::vector<std::string> complex_arguments = {};
  bool complex_values = false;
  /// Called in a scope of more digits than are printed.
  std::function<std::vector<function_value>(const function_arguments&)> compute;
  /// The same by Boost.Math; empty where Boost.Math has no such function.
  std::function<std::vector<function_value>(const function_arguments&)> by_boost = {};
  /// True where the arguments mean what they are in the working precision (half-periods that must match).
  bool in_working_precision = false;
};

const std::vector<function_entry>& functions();
/// Throws invalid_input that names the known ones and suggests the nearest.
const function_entry& find_function(std::string_view name);

/// The values, each component with more correct digits than `digits`. Throws invalid_input for missing,
/// unknown or doubled arguments, and where Boost.Math is asked for and has no such function; domain_error where there is
/// no value.
std::vector<function_value> evaluate_function(const function_entry& function,
                                              const std::map<std::string, expression>& given,
                                              int digits,
                                              elliptic_functions by = elliptic_functions::own);

}  // namespace plumbline
