// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

namespace plumbline {

namespace {

void require_known(const std::string& owner, const std::vector<parameter_info>& parameters,
                   const settings& chosen) {
  std::vector<std::string> known;
  known.reserve(parameters.size());
  for (const parameter_info& p : parameters) {
    known.push_back(p.name);
  }
  for (const auto& [name, value] : chosen) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw invalid_input(unknown_name("parameter of " + owner, name, known));
    }
  }
}

const std::string& text_of(const parameter_info& parameter, const settings& chosen) {
  const auto setting = chosen.find(parameter.name);
  return setting == chosen.end() ? parameter.default_value : setting->second;
}

}  // namespace

std::string parameter_text(const std::string& owner, const std::vector<parameter_info>& parameters,
                           const settings& chosen, const std::string& name) {
  require_known(owner, parameters, chosen);
  for (const parameter_info& p : parameters) {
    if (p.name == name && p.kind == parameter_kind::text) {
      return text_of(p, chosen);
    }
  }
  throw invalid_input(owner + " has no textual parameter '" + name + "'");
}

namespace detail {

variables parameter_variables(const std::string& owner,
                              const std::vector<parameter_info>& parameters,
                              const settings& chosen) {
  require_known(owner, parameters, chosen);
  variables names;
  for (const parameter_info& p : parameters) {
    if (p.kind == parameter_kind::number) {
      names.set(p.name, expression(text_of(p, chosen)));
    }
  }
  return names;
}

void require_domain(const std::string& owner, const parameter_info& parameter,
                    const variables& values) {
  if (parameter.domain == parameter_domain::any) {
    return;
  }
  const expression& value = *values.find_expression(parameter.name);
  const int s = sign(value, values);
  const bool zero_is_wrong = parameter.domain != parameter_domain::non_negative;
  const bool negative_is_wrong = parameter.domain != parameter_domain::non_zero;
  if ((s < 0 && negative_is_wrong) || (s == 0 && zero_is_wrong)) {
    const std::string meaning = parameter.meaning.empty() ? "" : " (" + parameter.meaning + ")";
    const char* const rule = parameter.domain == parameter_domain::positive   ? "be positive"
                             : parameter.domain == parameter_domain::non_zero ? "not be zero"
                                                                              : "not be negative";
    throw invalid_input(owner + ": " + parameter.name + meaning + " must " + rule + ", got " +
                        value.text());
  }
}

}  // namespace detail

}  // namespace plumbline
