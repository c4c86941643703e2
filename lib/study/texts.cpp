// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <charconv>

namespace plumbline {

long long parse_count(const std::string& option, const std::string& text, long long least,
                      long long most) {
  long long value = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || rest != end || value < least || value > most) {
    throw invalid_input(fmt::format("{} must be a whole number from {} to {}, got '{}'", option,
                                    least, most, text));
  }
  return value;
}

int parse_jobs(const std::string& text) {
  constexpr int most = 1024;
  return text.empty() ? 1 : static_cast<int>(parse_count("--jobs", text, 1, most));
}

int parse_digits(const std::string& text) {
  return static_cast<int>(parse_count("--digits", text, 1, most_digits));
}

named_text parse_named(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw invalid_input(fmt::format("{} needs NAME=VALUE, got '{}'", option, text));
  }
  return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

std::vector<named_text> parse_named(const std::string& option,
                                    const std::vector<std::string>& texts) {
  std::vector<named_text> all;
  for (const auto& text : texts) {
    auto next = parse_named(option, text);
    for (const auto& other : all) {
      if (other.name == next.name) {
        throw invalid_input(fmt::format("{} gives '{}' twice", option, next.name));
      }
    }
    all.push_back(std::move(next));
  }
  return all;
}

void put_text(std::vector<std::string>& list, const std::string& name, const std::string& value) {
  std::erase_if(list, [&](const std::string& text) {
    const auto equals = text.find('=');
    return equals != std::string::npos && text.substr(0, equals) == name;
  });
  list.push_back(name + "=" + value);
}

void put_texts(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    const auto equals = text.find('=');
    put_text(list, text.substr(0, equals), text.substr(equals + 1));
  }
}

std::vector<std::string> parts_between(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool in_quotes = false;
  bool has_just_closed = false;
  for (const char c : text) {
    if (c == '\'') {
      // of a name that begins with it, and may have it doubled; others are apostrophes
      const bool begins = trimmed(parts.back()).empty();
      const bool was_in = in_quotes;
      in_quotes = !in_quotes && (begins || has_just_closed);
      has_just_closed = was_in;
    } else {
      has_just_closed = false;
    }
    depth += in_quotes ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == separator && depth == 0 && !in_quotes) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<std::string> split_list(const std::string& option, const std::string& text) {
  auto parts = parts_between(text, ',');
  for (const auto& part : parts) {
    if (part.find_first_not_of(' ') == std::string::npos) {
      throw invalid_input(
          fmt::format("{} needs a list like A,B,C without empty parts, got '{}'", option, text));
    }
  }
  return parts;
}

const std::string& required(const std::string& option, const std::string& text) {
  if (text.empty()) {
    throw invalid_input(fmt::format("{} is missing", option));
  }
  return text;
}

error_norm parse_norm(const std::string& text) {
  const std::vector<std::pair<std::string, error_norm>> norms = {{"max", error_norm::max},
                                                                 {"end", error_norm::end},
                                                                 {"relative", error_norm::relative},
                                                                 {"area", error_norm::area}};
  std::vector<std::string> known;
  for (const auto& [name, norm] : norms) {
    if (name == text || text.empty()) {
      return norm;
    }
    known.push_back(name);
  }
  throw invalid_input(unknown_name("norm", text, known));
}

void refuse_options(const std::vector<std::pair<const char*, const std::string*>>& options,
                    const std::string& reason) {
  for (const auto& [name, text] : options) {
    if (!text->empty()) {
      throw invalid_input(fmt::format("{} {}", name, reason));
    }
  }
}

}  // namespace plumbline
