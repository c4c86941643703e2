// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// {word} in the texts of papers (study/paper_formulas.hpp).
#include "study/formula_text.hpp"
#include <plumbline/core/known_names.hpp>
#include <plumbline/study/paper_formulas.hpp>

#include <algorithm>
#include <cctype>

namespace plumbline {

namespace {

bool goes_on(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// True where a meaning is read as one operand without parentheses: a number or a name between what is no part of it.
bool is_one_operand(const std::string& before, const std::string& meaning,
                    const std::string& after) {
  const auto next = after.find_first_not_of(' ');
  return !meaning.empty() && std::ranges::all_of(meaning, goes_on) &&
         (before.empty() || !goes_on(before.back())) &&
         (after.empty() || !goes_on(after.front())) &&
         (next == std::string::npos || after[next] != '(');
}

}  // namespace

std::string with_words(const std::string& text, const formula_words& words,
                       const std::function<bool(const std::string&)>& is_name) {
  std::string result;
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'') {
      in_quotes = !in_quotes;
    }
    const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      result += text[i];
      continue;
    }
    const std::string word = text.substr(i + 1, end - i - 1);
    const auto found = words.find(word);
    if (found == words.end()) {
      std::vector<std::string> known;
      for (const auto& [name, value] : words) {
        known.push_back(name);
      }
      throw invalid_input(unknown_name("word in braces", word, known));
    }
    const std::string& meaning = found->second;
    if (in_quotes) {
      const std::string doubled = detail::quoted_text(meaning);
      result += doubled.substr(1, doubled.size() - 2);
    } else if (is_name(meaning)) {
      result += detail::quoted_text(meaning);
    } else {
      result +=
          is_one_operand(result, meaning, text.substr(end + 1)) ? meaning : "(" + meaning + ")";
    }
    i = end;
  }
  return result;
}

std::string with_plain_words(std::string text, const formula_words& words) {
  for (const auto& [word, value] : words) {
    const std::string braces = "{" + word + "}";
    for (std::size_t at = text.find(braces); at != std::string::npos;
         at = text.find(braces, at + value.size())) {
      text.replace(at, braces.size(), value);
    }
  }
  return text;
}

}  // namespace plumbline
