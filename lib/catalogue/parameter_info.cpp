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

/// How many letters have to be changed, added, left out, or exchanged with the next one (Levenshtein's distance with
/// Damerau's exchange), one row at a time.
std::size_t edits_between(const std::string& name, const std::string& candidate) {
  const std::size_t width = candidate.size() + 1;
  std::vector<std::size_t> before(width);
  std::vector<std::size_t> row(width);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::size_t> next(width);
  for (std::size_t i = 1; i <= name.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const auto same = [&](std::size_t k, std::size_t l) {
        return small(name[k]) == small(candidate[l]);
      };
      next[j] = std::min({row[j - 1] + (same(i - 1, j - 1) ? 0 : 1), row[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1)) {
        next[j] = std::min(next[j], before[j - 2] + 1);
      }
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row.back();
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 2);
  for (const std::string& candidate : known) {
    const std::size_t distance = edits_between(name, candidate);
    // a name that shares nothing with the candidate, such as x with m, is not a misspelling of it
    if (distance < best_distance && distance < std::max(name.size(), candidate.size())) {
      best_distance = distance;
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
