// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Texts as a user gives them: whole numbers, NAME=VALUE, lists. `option` is what messages call them: "--steps".
#pragma once

#include <plumbline/measure/error_norm.hpp>

#include <string>
#include <utility>
#include <vector>

namespace plumbline {

inline constexpr int default_digits = 64;
inline constexpr int most_digits = 100000;

/// A whole number. Throws invalid_input unless `text` is one from `least` to `most`.
long long parse_count(const std::string& option, const std::string& text, long long least,
                      long long most);

/// The number of --jobs, 1 without it. Throws invalid_input unless it is a whole number from 1 to 1024.
int parse_jobs(const std::string& text);

/// The number of digits of an arithmetic. Throws invalid_input unless it is a whole number from 1 to most_digits.
int parse_digits(const std::string& text);

struct named_text {
  std::string name;
  std::string value;
};
/// NAME=VALUE. Throws invalid_input that says which option was meant.
named_text parse_named(const std::string& option, const std::string& text);
/// The same for several, whose names differ.
std::vector<named_text> parse_named(const std::string& option,
                                    const std::vector<std::string>& texts);

/// NAME=VALUE in the place of what the list says of NAME.
void put_text(std::vector<std::string>& list, const std::string& name, const std::string& value);
/// The same for each text NAME=VALUE of `more`.
void put_texts(std::vector<std::string>& list, const std::vector<std::string>& more);

/// The parts of a text between the separators that stand outside of parentheses and of names in single quotes.
std::vector<std::string> parts_between(const std::string& text, char separator);
/// The parts of "a,b,c". Throws invalid_input where one is empty.
std::vector<std::string> split_list(const std::string& option, const std::string& text);

/// max, end, relative or area; max for an empty text. Throws invalid_input for another word.
error_norm parse_norm(const std::string& text);

/// Throws invalid_input "OPTION REASON" for the first of these options that has a text.
void refuse_options(const std::vector<std::pair<const char*, const std::string*>>& options,
                    const std::string& reason);

/// Throws invalid_input "OPTION is missing" unless there is a text.
const std::string& required(const std::string& option, const std::string& text);

}  // namespace plumbline
