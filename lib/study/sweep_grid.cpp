// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/sweep_grid.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace plumbline {

namespace {

constexpr long long most_cases = 10'000'000;

std::vector<std::string> trimmed_parts(const std::string& text, char separator) {
  auto parts = parts_between(text, separator);
  for (auto& part : parts) {
    part = trimmed(part);
  }
  return parts;
}

/// A decimal number or a fraction of two.
std::optional<exact_number> exact_value(const std::string& text) {
  const auto slash = text.find('/');
  try {
    const auto numerator = exact_number::decimal(text.substr(0, slash));
    return slash == std::string::npos ? numerator
                                      : numerator / exact_number::decimal(text.substr(slash + 1));
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

std::vector<std::string> equally_spaced(const std::string& first, const std::string& last,
                                        std::int64_t count) {
  const auto a = exact_value(first);
  const auto b = exact_value(last);
  const std::int64_t gaps = count - 1;
  // 1e-399999 is short as it is written, and a million values between it and another number are not
  constexpr std::size_t most_bits = 4096;
  const bool exact = a && b && a->bits() + b->bits() < most_bits;
  std::vector<std::string> values;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i == 0 || i == gaps) {
      values.push_back(i == 0 ? first : last);
    } else if (exact) {
      values.push_back((*a + (*b - *a) * exact_number(i) / exact_number(gaps)).text());
    } else {
      values.push_back(fmt::format("(({})*{} + ({})*{})/{}", first, gaps - i, last, i, gaps));
    }
  }
  return values;
}

/// The text of an axis, taken apart: a list, or both ends of a range and the number of its values.
struct axis_text {
  std::string name;
  std::vector<std::string> list;
  std::string first;
  std::string last;
  std::int64_t count = 0;
};

[[noreturn]] void refuse_size() {
  throw invalid_input(fmt::format("the sweep has more than {} cases", most_cases));
}

/// What stands between the names of the first row: commas, or semicolons or tabs where it has no comma.
char separator_of(const std::string& names) {
  for (const char c : {',', ';', '\t'}) {
    if (names.find(c) != std::string::npos) {
      return c;
    }
  }
  return ',';
}

/// The cells of a line; a cell may be quoted, and "" in it is a quote.
std::vector<std::string> cells_of(const std::string& line, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        cells.back() += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == separator && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  for (auto& cell : cells) {
    cell = trimmed(cell);
  }
  return cells;
}

axis_text read_axis(const std::string& text) {
  const named_text named = parse_named("--over", text);
  const auto refuse = [&](const std::string& why) {
    throw invalid_input(fmt::format("--over {}: {}", text, why));
  };
  const auto range = trimmed_parts(named.value, ':');
  if (range.size() == 1 || named.name == "scheme") {  // lobatto:degree=3 is no range
    std::vector<std::string> list = trimmed_parts(named.value, ',');
    if (std::find(list.begin(), list.end(), "") != list.end()) {
      refuse("a list like A,B,C has no empty parts");
    }
    const auto count = static_cast<std::int64_t>(list.size());
    return {named.name, std::move(list), "", "", count};
  }
  if (range.size() != 3 || range[0].empty() || range[1].empty()) {
    refuse("write FIRST:LAST:COUNT or a list A,B,C");
  }
  const auto count =
      parse_count(fmt::format("--over {}: COUNT", named.name), range[2], 2, most_cases);
  return {named.name, {}, range[0], range[1], count};
}

}  // namespace

std::vector<sweep_axis> parse_axes(const std::vector<std::string>& texts, bool side_by_side) {
  std::vector<axis_text> read;
  std::int64_t cases = 1;
  for (const auto& text : texts) {
    read.push_back(read_axis(text));
    // known before millions of values are computed
    if (!side_by_side && most_cases / read.back().count < cases) {
      refuse_size();
    }
    cases = side_by_side ? read.back().count : cases * read.back().count;
  }
  std::vector<sweep_axis> axes;
  axes.reserve(read.size());
  for (auto& axis : read) {
    axes.push_back({axis.name, axis.list.empty() ? equally_spaced(axis.first, axis.last, axis.count)
                                                 : std::move(axis.list)});
  }
  return axes;
}

sweep_axis parse_axis(const std::string& text) { return parse_axes({text}, false).front(); }

sweep_grid::sweep_grid(std::vector<sweep_axis> axes, bool side_by_side)
    : axes_(std::move(axes)), side_by_side_(side_by_side) {
  if (axes_.empty()) {
    throw invalid_input(
        "a sweep needs --over NAME=FIRST:LAST:COUNT, --over NAME=A,B,C or --cases FILE");
  }
  size_ = 1;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (axes_[j].name == axes_[k].name) {
        throw invalid_input(fmt::format("the sweep goes over '{}' twice", axes_[k].name));
      }
    }
    const std::size_t length = axes_[k].values.size();
    if (side_by_side_) {
      if (length != axes_[0].values.size()) {
        throw invalid_input(
            fmt::format("--zip needs axes of one length; '{}' has {} values and '{}' {}",
                        axes_[0].name, axes_[0].values.size(), axes_[k].name, length));
      }
      size_ = length;
      continue;
    }
    if (static_cast<std::size_t>(most_cases) / length < size_) {
      refuse_size();
    }
    size_ *= length;
  }
}

std::vector<std::string> sweep_grid::at(std::size_t index) const {
  std::vector<std::string> texts(axes_.size());
  for (std::size_t k = axes_.size(); k-- > 0;) {
    const auto& values = axes_[k].values;
    texts[k] = values.at(side_by_side_ ? index : index % values.size());
    index /= side_by_side_ ? 1 : values.size();
  }
  return texts;
}

sweep_grid sweep_grid::read(const std::string& file) {
  constexpr std::size_t longest = 1U << 28U;
  std::istringstream in(read_text_file(file, longest));
  std::vector<sweep_axis> axes;
  int number = 0;
  char separator = ',';
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string text = trimmed(number == 1 ? without_byte_order_mark(line) : line);
    if (text.empty() || text.front() == '#') {
      continue;
    }
    separator = axes.empty() ? separator_of(text) : separator;
    const auto cells = cells_of(text, separator);
    const auto refuse = [&](const std::string& why) {
      throw invalid_input(fmt::format("{}:{}: {}", file, number, why));
    };
    if (std::find(cells.begin(), cells.end(), "") != cells.end()) {
      refuse("a cell is empty");
    }
    if (axes.empty()) {
      for (const auto& cell : cells) {
        axes.push_back({cell, {}});
      }
      continue;
    }
    if (cells.size() != axes.size()) {
      refuse(
          fmt::format("{} cells, but the first row names {} columns", cells.size(), axes.size()));
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      axes[k].values.push_back(cells[k]);
    }
  }
  if (axes.empty() || axes.front().values.empty()) {
    throw invalid_input(fmt::format(
        "{}: a file of cases has a row of names and a row of values for each case", file));
  }
  return {std::move(axes), true};
}

}  // namespace plumbline
