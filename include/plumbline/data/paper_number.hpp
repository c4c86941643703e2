// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The printed numbers of papers, as their files have them (paper_file.hpp). Facts stand there once: the digits as
// text, how to compare, the verdict that is known, and the reason where it is not "reproduced".
//
//   [ql-table2]                          the experiment
//   where = "Table 2, T = {T}, {scheme} {variable}, {column}"
//   keys = ["T", "scheme", "variable"]   the first columns of `rows`, then one column for each of
//   columns = ["10 meshes", "order"]
//   rows = [["1", "Newmark", "p", "0.0751", "1.81"]]          key of a cell: "1/Newmark/p/order"
//   compare = "nearest"                  default "digits"; the rule of all cells, see paper_verdict.hpp
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
//   source = "check"                     not printed; a value that is known from elsewhere. Default "paper"
//   source = "own"                       not printed; a value, a bound or a consistency of ours, without another program
//   truth = "reference/oracles/…"        of these two: where the value comes from
//   place = "Fig. 3"                     of a sentence whose words stand in several places: the one that is judged
//   kind = "repeat"                      a printed number judged once more in another way. Default: what the rest says
//
//   compute = "drift({scheme}, {column})"   of an experiment, a cell or a number: the formula of a paper that is computed from
//                                        its file (paper_file.hpp). Such an experiment has title and effort, too
//
//   The key of a [[…cell]] may have * for any text. Of several entries for a cell the later wins, word by word. An empty cell
//   is no number.
//
//   chapter = 2                          of a paper that ships: its place in the report
//
//   [[change]]                           a change of judgement: entries = "…", before = "…", after = "…", reason = "…"
#pragma once

#include <plumbline/data/paper_verdict.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::papers {

/// When an experiment runs: `quick` always, `normal` without --quick, `all` only with --all.
enum class effort { quick, normal, all };

/// What an entry is. Counted apart: a printed number (its digits are compared), a cell that the paper leaves blank, a
/// claim in words, a printed number or claim judged once more in another way, and what no paper prints: a value that is
/// known from elsewhere, and one of our own.
enum class kind { printed, blank, claim, repeat, check, own };

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
    case kind::own:
      return "own";
  }
  return "unknown";
}

struct published_number {
  std::string paper;
  std::string key;
  std::string where;
  std::string printed;
  std::string value;
  std::string reason;
  std::string corrected;  ///< the parameter with which it reproduces, where that is not the paper's
  std::string because;    ///< of a claim: where its bound comes from
  std::string truth;      ///< of a check or an own value: where it comes from
  std::string place;      ///< of a claim whose words stand in several places of the paper
  rule compare = rule::digits;
  verdict expected = verdict::reproduced;
  bool magnitude = false;
  bool in_table = false;  ///< one of `rows`
  kind is = kind::printed;
  std::string compute;  ///< the formula that it is computed by; "" where an experiment in C++ does
  std::map<std::string, std::string> words;  ///< what {word} means in it: keys of the row, "column"
  std::size_t line = 0;                      ///< of the formula in the file
  /// False for what no paper prints.
  bool in_print() const { return is != kind::check && is != kind::own; }
};

/// The decimal numbers that stand in a text: "of the order 10⁻⁶" has 1e-6, "0.5·10⁴" 0.5e4, "1,000,000" 1000000.
std::vector<std::string> decimals_in(std::string_view text);

/// The compared value as it is printed, with appended zeros; nothing where it is not one of the numbers in the text.
std::optional<std::string> form_in_print(const published_number& number);

struct paper_facts {
  std::string name;
  std::string title;
  std::string note;  ///< conventions that hold for all of its experiments
};

/// A change of judgement: a rule or a bound that was changed after its number was first known.
struct change {
  std::string paper;
  std::string entries;  ///< "top-table2-100 RK4/100/order"
  std::string before;   ///< how it was judged: "below 4"
  std::string after;
  std::string reason;
};

}  // namespace plumbline::papers
