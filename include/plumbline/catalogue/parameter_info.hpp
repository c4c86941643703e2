// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Parameters by name, for systems and schemes alike: what there is, and the values that result from the
// defaults and a user's settings.
#pragma once

#include <plumbline/math/dual.hpp>
#include <plumbline/mechanics/parameters.hpp>
#include <plumbline/scalar/expression.hpp>

#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// What a parameter's value is: an exact expression, or a text that its owner reads (the name of a scheme).
enum class parameter_kind { number, text };

/// A declared parameter, without its scalar.
struct parameter_info {
  std::string name;
  std::string unit;
  std::string default_value;  ///< an exact expression; may name parameters declared before it
  std::string meaning;
  parameter_domain domain = parameter_domain::any;
  parameter_kind kind = parameter_kind::number;
};

/// A user's settings: parameter name → exact expression, or text.
using settings = std::map<std::string, std::string>;

namespace detail {
/// Names and expressions of all parameters that are numbers; throws invalid_input for a setting that is not a parameter
/// (with the known ones and the nearest) or an expression that does not parse.
variables parameter_variables(const std::string& owner,
                              const std::vector<parameter_info>& parameters,
                              const settings& chosen);
/// Throws invalid_input unless the sign of the value suits the parameter's domain.
void require_domain(const std::string& owner, const parameter_info& parameter,
                    const variables& values);
}  // namespace detail

/// The text that the parameter `name` of kind text is set to, or its default. Throws invalid_input for a setting
/// that is not a parameter.
std::string parameter_text(const std::string& owner, const std::vector<parameter_info>& parameters,
                           const settings& chosen, const std::string& name);

/// The values of all parameters that are numbers in the scalar T, in order: each setting or default evaluated exactly and
/// rounded once. `owner` names the system or scheme in messages. Throws invalid_input for an unknown name,
/// an expression without a finite real value, or a value outside the parameter's domain.
template <class T>
std::vector<T> parameter_values(const std::string& owner,
                                const std::vector<parameter_info>& parameters,
                                const settings& chosen) {
  const variables names = detail::parameter_variables(owner, parameters, chosen);
  std::vector<T> values;
  for (const parameter_info& p : parameters) {
    if (p.kind == parameter_kind::text) {
      continue;
    }
    detail::require_domain(owner, p, names);
    if constexpr (is_dual<T>::value) {
      values.push_back(T(evaluate<decltype(T::value)>(*names.find_expression(p.name), names)));
    } else {
      values.push_back(evaluate<T>(*names.find_expression(p.name), names));
    }
  }
  return values;
}

}  // namespace plumbline
