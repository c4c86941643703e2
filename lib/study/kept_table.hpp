// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The rows of a run that are kept until it has ended, with their picture: the facts above them say what was seen of the whole run, or
// the rows come in another order than the states.
#pragma once

#include "study/run_picture.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/observe.hpp>
#include <plumbline/study/texts.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

class kept_table {
 public:
  kept_table(const integration_request& request, const problem& p, std::vector<std::string> names,
             const std::vector<std::string>& asked)
      : names_(std::move(names)) {
    picture_.begin(request, p, names_, asked);
  }
  /// The same with a column of whole numbers at the end.
  void add_direction() {
    directions_ = true;
    names_.push_back(free_name("direction", names_));
  }
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The row of this number, which may come before rows of smaller numbers.
  void put(std::size_t row, std::vector<std::string> cells) {
    rows_.resize(std::max(rows_.size(), row + 1));
    rows_[row] = std::move(cells);
  }
  bool empty() const { return rows_.empty(); }
  void drop_last() { rows_.pop_back(); }

  /// A row that has not come is left out.
  void hand_over(table_sink& table, const metadata& facts) {
    auto columns = number_columns(names_);
    if (directions_) {
      columns.back().kind = column_kind::count;
    }
    table.begin(facts, columns);
    for (const auto& cells : rows_) {
      if (!cells.empty()) {
        table.row(cells);
        picture_.add(cells);
      }
    }
  }
  plot drawing() { return picture_.take(); }

 private:
  std::vector<std::string> names_;
  bool directions_ = false;
  run_picture picture_;
  std::vector<std::vector<std::string>> rows_;
};

/// t, the columns of the scheme, what --observe adds.
template <class T>
std::vector<std::string> column_names(const any_stepper<T>& stepper, const observers<T>& observed) {
  std::vector<std::string> names = {"t"};
  for (const auto& columns : {stepper.columns(), observed.columns()}) {
    names.insert(names.end(), columns.begin(), columns.end());
  }
  return names;
}

template <class T>
std::vector<std::string> cells_of(const T& t, const vector<T>& y, const observers<T>& observed) {
  std::vector<std::string> cells = {to_text(t)};
  for (const T& x : y) {
    cells.push_back(to_text(x));
  }
  observed.append(y, t, cells);
  return cells;
}

/// Throws invalid_input for columns that only whole steps have. `option`: that whose rows lie between the nodes.
template <class T>
void refuse_inside_values(const integration_request& request, const any_stepper<T>& stepper,
                          const std::string& option) {
  if (request.observe.empty()) {
    return;
  }
  for (const auto& name : split_list("--observe", request.observe)) {
    if (std::ranges::count(stepper.extra_columns(), name) > 0) {
      throw invalid_input(fmt::format(
          "--observe {} belongs to whole steps; the rows of {} lie between them", name, option));
    }
  }
}

}  // namespace plumbline
