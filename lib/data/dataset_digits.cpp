// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/interruption.hpp>
#include <plumbline/data/dataset_digits.hpp>
#include <plumbline/scalar/printed_number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace plumbline {

namespace {

/// A time or an argument: zeros at the end are dropped, and what does not end has ten digits more than the values.
std::string given_text(const exact_number& x, int digits) {
  constexpr int further_digits = 10;
  std::string text = decimal_text(x, digits + further_digits);
  const auto exponent_at = text.find('e');
  std::string exponent = exponent_at == std::string::npos ? "" : text.substr(exponent_at);
  std::string mantissa = text.substr(0, exponent_at);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') {
      mantissa.pop_back();
    }
  }
  return mantissa + exponent;
}

/// Below which magnitude the values of each group count as zero in a row.
std::map<int, exact_number> zeros_of(const std::vector<dataset_column>& columns,
                                     const std::vector<ball>& row, int digits) {
  const exact_number of_group = exact_number::decimal("1e-" + std::to_string(2 * digits));
  const exact_number of_row = exact_number::decimal("1e-" + std::to_string(2 * digits + 30));
  std::map<int, exact_number> zero_below;
  exact_number largest(0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    exact_number& bound = zero_below.try_emplace(columns[c].group, 0).first->second;
    bound = std::max(bound, of_group * abs(row[c].middle));
    if (!columns[c].is_given()) {
      largest = std::max(largest, abs(row[c].middle));
    }
  }
  for (auto& [group, bound] : zero_below) {
    bound = std::max(bound, of_row * largest);
  }
  return zero_below;
}

/// One cell: its text, or how many digits are missing.
struct attempt {
  std::string text;
  long missing = 0;
};

attempt settle(const ball& x, const exact_number& zero_below, int digits) {
  const exact_number reach = abs(x.middle) + x.radius;
  if (reach < zero_below || reach.sign() == 0) {
    return {"0", 0};
  }
  constexpr long safety = 3;
  if (!(x.radius < abs(x.middle))) {
    // not to be told from zero: down to where it counts as zero
    const long wanted = zero_below.sign() == 0 ? decimal_exponent(x.radius) - 2 * digits
                                               : decimal_exponent(zero_below);
    return {"", std::max(decimal_exponent(x.radius) - wanted + safety, 1L)};
  }
  const std::string low = decimal_text(x.middle - x.radius, digits);
  const std::string high = decimal_text(x.middle + x.radius, digits);
  if (low == high) {
    return {low, 0};
  }
  const long unit = decimal_exponent(x.middle) - digits + 1;
  return {"", std::max(decimal_exponent(x.radius) - unit + safety, 2 * safety)};
}

}  // namespace

dataset_rows settled_rows(const dataset_source& source, const std::vector<std::size_t>& which,
                          int digits, computing_for purpose, const run_control& control,
                          const sharing& share) {
  const auto columns = source.columns();
  constexpr int spare = 6;
  constexpr int rounds = 8;
  if (digits < 1) {
    throw invalid_input(fmt::format("a dataset has at least one digit, not {}", digits));
  }
  for (const std::size_t row : which) {
    if (!(row < source.rows())) {
      throw invalid_input(fmt::format("row {} of a dataset of {} rows, which are counted from 0",
                                      row, source.rows()));
    }
  }
  const interruptible ends([&control] { control.end_if_stopped(); });
  long wanted = digits + spare;
  std::string undecided;
  for (int round = 0; round < rounds; ++round) {
    const int variant = round + (purpose == computing_for::checking ? 1 : 0);
    const verification asked{.digits = static_cast<int>(wanted),
                             .independent = true,
                             .variant = variant,
                             .purpose = purpose};
    const auto truth =
        source.values_by(which, asked, control, share ? share(asked) : computing_all());
    control.end_if_stopped();
    dataset_rows result{{}, truth.how, truth.computations, digits};
    long missing = 0;
    for (std::size_t k = 0; k < which.size(); ++k) {
      const auto& row = truth.rows[k];
      auto zero_below = zeros_of(columns, row, digits);
      std::vector<std::string> cells;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].is_given()) {
          cells.push_back(given_text(row[c].middle, digits));
          continue;
        }
        auto tried = settle(row[c], zero_below[columns[c].group], digits);
        if (tried.missing > missing) {
          missing = tried.missing;
          undecided = fmt::format("row {}, column {}", which[k], columns[c].name);
        }
        cells.push_back(std::move(tried.text));
      }
      result.cells.push_back(std::move(cells));
    }
    if (missing == 0) {
      return result;
    }
    wanted += missing;
  }
  throw std::runtime_error(fmt::format(
      "{}: two computations do not agree on {} digits, or the value lies between two numbers of "
      "{} digits; other --digits may help",
      undecided, digits, digits));
}

}  // namespace plumbline
