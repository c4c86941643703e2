// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/known_names.hpp>

#include <algorithm>
#include <numeric>

namespace plumbline {

namespace {

/// The small letter of a letter of ASCII: a name in other letters is the nearest one.
char small(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// How many letters have to be changed, added, left out, or exchanged with the next one (Levenshtein's distance with
/// Damerau's exchange), one row at a time.
std::size_t edits_between(std::string_view name, std::string_view candidate) {
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

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
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

std::string unknown_name(std::string_view what, std::string_view name,
                         const std::vector<std::string>& known) {
  std::string message = "unknown ";
  message.append(what).append(" '").append(name).append("'");
  if (known.empty()) {
    return message + "; there are none";
  }
  const std::string nearest = nearest_name(name, known);
  message += nearest.empty() ? "; known: " : "; did you mean '" + nearest + "'? Known: ";
  return message + joined(known);
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text.append(i == 0 ? std::string_view() : separator).append(words[i]);
  }
  return text;
}

}  // namespace plumbline
