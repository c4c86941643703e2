// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// {word} in the texts of papers (study/paper_formulas.hpp).
#include <plumbline/core/known_names.hpp>
#include <plumbline/study/paper_formulas.hpp>

namespace plumbline {

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
    result += in_quotes                ? found->second
              : is_name(found->second) ? "'" + found->second + "'"
                                       : "(" + found->second + ")";
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
