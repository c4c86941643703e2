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
//   key = "10/Newmark/p/40 meshes"       or keys = ["…", "…"]: the same of several cells
//   verdict = "differs"                  default "reproduced"
//   reason = "…"
//   value = "0.0008"                     what is compared: a number that stands in the printed text, padding left out
//   magnitude = true                     the text speaks of the size, without a sign
//   corrected = "ε = 0.6"                reproduces with this instead of the paper's parameter
//
//   [[ql-fig6.number]]                   a number or a sentence
//   key = "…", where = "…", printed = "10^-3"     a sentence is quoted word for word
//   value = "1e-3"                       default: the printed text
//   compare = "decade"                   digits (default), nearest, decade, below, above
//   because = "…"                        where the bound comes from, if it does not stand in the quoted text
//   source = "check"                     not printed; an independent value that is known. Default "paper"
//   truth = "reference/oracles/…"        of a check: where the value comes from, or that it is a bound of ours
//   kind = "repeat"                      a printed number judged once more in another way. Default: what the rest says
#pragma once

#include "report/verdict.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::report {

/// What an entry is. Counted apart: a printed number (its digits are compared), a cell that the paper leaves blank, a
/// claim in words, a printed number or claim judged once more in another way, a value that no paper prints.
enum class kind { printed, blank, claim, repeat, check };

constexpr std::string_view to_string(kind k) {
  switch (k) {
    case kind::printed:
      return "printed";
    case kind::blank:
      return "blank";
    case kind::claim:
      return "claim";
    case kind::repeat:
      return "repeat";
    case kind::check:
      return "check";
  }
  return "unknown";
}

struct published_number {
  std::string key;
  std::string where;
  std::string printed;
  std::string value;
  std::string reason;
  std::string corrected;  ///< the parameter with which it reproduces, where that is not the paper's
  std::string because;    ///< of a claim: where its bound comes from
  std::string truth;      ///< of a check: where its value comes from
  rule compare = rule::digits;
  verdict expected = verdict::reproduced;
  bool magnitude = false;
  kind is = kind::printed;
  bool from_paper() const { return is != kind::repeat && is != kind::check; }
};

/// The decimal numbers that stand in a text: "of the order 10⁻⁶" has 1e-6, "0.5·10⁴" 0.5e4, "1,000,000" 1000000.
std::vector<std::string> decimals_in(std::string_view text);

/// True if the compared value is one of the numbers in the printed text, equal but for padding zeros.
bool stands_in_print(const published_number& number);

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
