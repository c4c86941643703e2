// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/paper_number.hpp>

#include <algorithm>
#include <array>

namespace plumbline::papers {

namespace {

void replace(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::vector<std::string> decimals_in(std::string_view text) {
  const std::string plain(text);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> spellings{{{"⁰", "0"},
                                                                                     {"¹", "1"},
                                                                                     {"²", "2"},
                                                                                     {"³", "3"},
                                                                                     {"⁴", "4"},
                                                                                     {"⁵", "5"},
                                                                                     {"⁶", "6"},
                                                                                     {"⁷", "7"},
                                                                                     {"⁸", "8"},
                                                                                     {"⁹", "9"},
                                                                                     {"⁻", "-"},
                                                                                     {"−", "-"}}};
  // powers of ten first, while their exponents can still be told from digits
  std::string marked;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool ten =
        plain.compare(i, 2, "10") == 0 && (i == 0 || plain[i - 1] < '0' || plain[i - 1] > '9');
    const std::string_view after = std::string_view(plain).substr(std::min(plain.size(), i + 2));
    const bool raised = std::any_of(spellings.begin(), spellings.begin() + 11,
                                    [&](const auto& s) { return after.starts_with(s.first); });
    const bool factor = marked.ends_with("·") || marked.ends_with("· ") || marked.ends_with("×") ||
                        marked.ends_with("× ");
    if (ten && raised) {
      while (factor && !marked.empty() && (marked.back() < '0' || marked.back() > '9')) {
        marked.pop_back();
      }
      marked += factor ? "e" : "1e";
      ++i;
    } else {
      marked += plain[i];
    }
  }
  for (const auto& [from, to] : spellings) {
    replace(marked, std::string(from), std::string(to));
  }
  const auto digit = [&](std::size_t i) {
    return i < marked.size() && marked[i] >= '0' && marked[i] <= '9';
  };
  std::vector<std::string> found;
  for (std::size_t i = 0; i < marked.size();) {
    if (!digit(i)) {
      ++i;
      continue;
    }
    std::string number = i > 0 && marked[i - 1] == '-' ? "-" : "";
    while (digit(i)) {
      number += marked[i++];
      const bool thousands = i + 3 < marked.size() + 1 && marked[i] == ',' && digit(i + 1) &&
                             digit(i + 2) && digit(i + 3) && !digit(i + 4);
      i += thousands ? 1 : 0;
    }
    if (i < marked.size() && marked[i] == '.' && digit(i + 1)) {
      number += marked[i++];
      while (digit(i)) {
        number += marked[i++];
      }
    }
    const std::size_t sign =
        i + 1 < marked.size() && (marked[i + 1] == '-' || marked[i + 1] == '+') ? 1 : 0;
    if (i < marked.size() && (marked[i] == 'e' || marked[i] == 'E') && digit(i + 1 + sign)) {
      number += marked[i++];
      number += sign == 1 ? std::string(1, marked[i++]) : "";
      while (digit(i)) {
        number += marked[i++];
      }
    }
    found.push_back(std::move(number));
  }
  return found;
}

std::optional<std::string> form_in_print(const published_number& number) {
  if (number.value == number.printed) {
    return number.printed;
  }
  const auto value = printed_number::read(number.value);
  std::optional<std::string> found;
  exact_number unit = 0;
  for (const std::string& text : decimals_in(number.printed)) {
    const auto printed = printed_number::read(text);
    // where the number stands twice, the form with fewer zeros
    if (printed && printed->value == value->value && !(value->unit() < printed->unit()) &&
        unit < printed->unit()) {
      found = text;
      unit = printed->unit();
    }
  }
  return found;
}

}  // namespace plumbline::papers
