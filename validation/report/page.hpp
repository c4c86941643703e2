// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The report as HTML pages that need nothing else: a front page with one glance for each paper, and a page for each paper
// with its tables and figures.
#pragma once

#include "report/result.hpp"
#include "report/tally.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::report {

/// How a report was made.
struct report_facts {
  std::string version;
  std::string command;
  int digits = 0;
  double seconds = 0;
  std::string date;
  std::vector<std::pair<std::string, std::string>> software;  ///< name, version
};

/// One experiment with what it found.
struct report_part {
  std::string id;
  std::string paper;
  std::string title;
  section content;
  double seconds = 0;
};

/// An experiment that this report leaves out.
struct left_out {
  std::string id;
  std::string paper;
  std::string title;
  std::string reason;  ///< "needs --all"
  tally recorded;
};

/// All that a report is made from.
struct findings {
  report_facts facts;
  bool complete =
      true;  ///< false where the run was interrupted: `missing` has what was not finished, too
  std::vector<report_part> parts;
  std::vector<left_out> missing;
  std::vector<change> changes;
  std::map<std::string, paper_facts, std::less<>> papers;
};

/// The entries of all parts; with a paper's name, those of this paper.
tally count(const findings& r, std::string_view paper = "");
tally count_missing(const findings& r, std::string_view paper = "");

/// The papers of which there is a part, in the order of the report.
std::vector<std::string> papers_shown(const findings& r);
/// "ql.html"
std::string page_name(std::string_view paper);

std::string front_page(const findings& r);
std::string paper_page(const findings& r, const std::string& paper);

/// The style sheet of the pages.
std::string_view style_sheet();

}  // namespace plumbline::report
