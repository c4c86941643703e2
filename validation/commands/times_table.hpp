// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The table of `integrate --times`: a row for each time of the command line, in its order, whichever order the states are
// computed in.
#pragma once

#include "cli/meta.hpp"
#include "commands/integrate_options.hpp"
#include <plumbline/study/observe.hpp>
#include <plumbline/study/problem.hpp>

#include <string>
#include <utility>
#include <vector>

namespace plumbline::cli {

/// What the table says first: program, problem and scheme, then `own`, then the digits.
inline metadata head_of_times(const call& how, const problem& p, metadata own, int digits) {
  metadata meta = metadata_of(how);
  for (auto& entry : metadata_of(p, digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"scheme", p.schemes.front().entry->info.name});
  for (auto& entry : own) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({"digits", digits});
  return meta;
}

template <class T>
class times_table {
 public:
  /// `observed` must outlive this.
  times_table(const any_stepper<T>& stepper, const observers<T>& observed, std::size_t rows)
      : observed_(observed), rows_(rows) {
    for (const auto& columns : {stepper.columns(), observed.columns()}) {
      names_.insert(names_.end(), columns.begin(), columns.end());
    }
  }

  /// The state y at the time t.
  void set(std::size_t row, const T& t, const vector<T>& y) {
    std::vector<std::string>& cells = rows_[row];
    cells = {to_text(t)};
    for (const T& x : y) {
      cells.push_back(to_text(x));
    }
    observed_.append(y, t, cells);
  }

  /// Writes the table and commits `out`.
  void write(output& out, table_format format, const metadata& meta) const {
    table_writer table(out, format, meta, number_columns(names_));
    for (const auto& row : rows_) {
      table.row(row);
    }
    table.finish();
    out.commit();
  }

 private:
  const observers<T>& observed_;
  std::vector<std::string> names_ = {"t"};
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace plumbline::cli
