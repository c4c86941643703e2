// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What `plumbline reproduce` shares with the work of its papers (paper_work.hpp): options, and what an experiment hands
// over.
#pragma once

#include "cli/checkpoint.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "report/page.hpp"
#include "report/record.hpp"

#include <string>
#include <vector>

namespace plumbline::cli {

struct reproduce_options {
  std::vector<std::string> ids;
  std::string paper;  ///< a file; "" for the papers that ship
  bool quick = false;
  bool all = false;
  std::string folder = "report";
  bool replace = false;
  bool pack = false;
  std::string badge;               ///< a file; "" for none
  std::vector<std::string> given;  ///< the options on the command line
  std::string data;
  bool has_digits = false;  ///< --digits was given
  checkpoint_options checkpoint;
  shared_options shared;

  /// Experiments that need more are left out where none is named.
  report::effort limit() const {
    return all ? report::effort::all : quick ? report::effort::quick : report::effort::normal;
  }
};

/// Why an experiment that was not asked for is left out.
inline std::string left_out_reason(report::effort needs) {
  return needs == report::effort::all      ? "runs with --all"
         : needs == report::effort::normal ? "runs without --quick"
                                           : "not asked for";
}

/// What an experiment hands from one rank to another, and to a checkpoint.
struct finished_experiment {
  report::section_record found;
  double seconds = 0;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(found, seconds);
  }
};

/// True where a record has each of the published numbers.
bool is_complete(const report::section_record& found,
                 const std::vector<report::published_number>& published);

/// Whether to say how far the work is.
bool wants_status(const shared_options& o);
/// One line that is written again and again on a terminal; an empty text erases it.
void show_line(bool wanted, const std::string& text);

}  // namespace plumbline::cli
