// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The report as one HTML page that needs nothing else: summary first, then what the experiments show, then
// how it was made.
#pragma once

#include "report/published.hpp"
#include "report/result.hpp"

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

/// How many numbers carry which verdict.
struct tally {
  int reproduced = 0;
  int differs = 0;
  int not_reproducible = 0;
  int unexpected = 0;  ///< verdict other than the recorded one
  int all() const { return reproduced + differs + not_reproducible; }
  void count(const judged_number& n);
};

/// The numbers that the papers print, and those that only we record.
struct tallies {
  tally printed;
  tally checks;
  int unexpected() const { return printed.unexpected + checks.unexpected; }
};

tallies count(const std::vector<report_part>& parts);

std::string page(const report_facts& facts, const std::vector<report_part>& parts,
                 const published_data& published);

/// The style sheet of the page.
std::string_view style_sheet();

}  // namespace plumbline::report
