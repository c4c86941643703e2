// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The papers' printed numbers, read from reference/published/*.toml. Facts stand there once: the digits as
// text, how to compare, the verdict that is known, and the reason where it is not "reproduced".
//
//   [ql-table2]                          the experiment
//   where = "Table 2, T = {T}, {scheme} {variable}, {column}"
//   keys = ["T", "scheme", "variable"]   the first columns of `rows`, then one column for each of
//   columns = ["10 meshes", "order"]
//   rows = [["1", "Newmark", "p", "0.0751", "1.81"]]          key of a cell: "1/Newmark/p/order"
//   compare = "nearest"                  default "digits"; the rule of all cells, see verdict.hpp
//   source = "check"                     default "paper"; as below, for all cells
//
//   [[ql-table2.cell]]                   what there is to say about one cell
//   key = "10/Newmark/p/40 meshes"        or keys = ["…", "…"]: the same of several cells
//   verdict = "differs"                  default "reproduced"
//   reason = "…"
//   value = "0.0782"                     what is compared, where that is not the printed text
//   magnitude = true                     printed without its sign
//
//   [[ql-fig6.number]]                   a number in a text or a caption
//   key = "…", where = "…", printed = "10^-3"
//   value = "1e-3"                       default: the printed text
//   compare = "decade"                   digits (default), nearest, decade, below, above
//   source = "check"                     not printed; an independent value that is known. Default "paper"
#pragma once

#include "report/verdict.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::report {

struct published_number {
  std::string key;
  std::string where;
  std::string printed;
  std::string value;
  std::string reason;
  rule compare = rule::digits;
  verdict expected = verdict::reproduced;
  bool magnitude = false;
  bool from_paper = true;
};

struct paper {
  std::string name;
  std::string title;
  std::string note;  ///< conventions that hold for all of its experiments
};

/// Everything that reference/published/ holds, by experiment id.
class published_data {
 public:
  /// Reads all *.toml files of the folder. Throws io_error with file and line when something is missing,
  /// misspelt or doubled.
  static published_data read(const std::filesystem::path& folder);

  /// The numbers of an experiment in the order of the file; empty if the file lists none.
  const std::vector<published_number>& of(std::string_view experiment) const;
  const std::map<std::string, paper, std::less<>>& papers() const { return papers_; }

 private:
  std::map<std::string, paper, std::less<>> papers_;
  std::map<std::string, std::vector<published_number>, std::less<>> numbers_;
};

}  // namespace plumbline::report
