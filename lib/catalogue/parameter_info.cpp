// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/core/errors.hpp>

#include <algorithm>
#include <numeric>

namespace plumbline {

namespace {

/// The small letter of a letter of ASCII: a name in other letters is the nearest one.
char small(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 2);
  for (const std::string& candidate : known) {
    // Levenshtein's distance, one row at a time
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < name.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i + 1;
      for (std::size_t j = 0; j < candidate.size(); ++j) {
        const std::size_t substituted = diagonal + (small(name[i]) == small(candidate[j]) ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

std::string unknown_name_message(const std::string& what, const std::string& name,
                                 const std::vector<std::string>& known) {
  std::string message = "unknown " + what + " '" + name + "'";
  if (known.empty()) {
    return message + "; there are none";
  }
  const std::string nearest = nearest_name(name, known);
  message += nearest.empty() ? "; known: " : "; did you mean '" + nearest + "'? Known: ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    message += (i == 0 ? "" : ", ") + known[i];
  }
  return message;
}

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
      throw invalid_input(unknown_name_message("parameter of " + owner, name, known));
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
