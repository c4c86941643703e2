// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/results.hpp"

#include "report/blocks.hpp"

#include <fmt/format.h>

namespace plumbline::report {

namespace {

/// For a cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') {
      out += '\\';
    }
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string counts_table(const findings& r, const std::vector<count_column>& columns) {
  std::string text = "| paper |";
  std::string below = "\n|---|";
  for (const count_column& c : columns) {
    text += fmt::format(" {} |", c.header);
    below += "---|";
  }
  text += below + "\n";
  const auto line = [&](const std::string& name, const tally& t) {
    text += fmt::format("| {} |", name);
    for (const count_column& c : columns) {
      text += fmt::format(" {} |", c.cell(t));
    }
    text += "\n";
  };
  for (const std::string& paper : papers_shown(r)) {
    line(paper, count(r, paper));
  }
  line("all", count(r));
  return text;
}

enum class shown_as { number, comparison, known };

shown_as shape_of(const judged_number& n) {
  const bool digits = n.published.compare == rule::digits || n.published.is == kind::blank;
  return !n.published.in_print() ? shown_as::known
         : digits                ? shown_as::number
                                 : shown_as::comparison;
}

std::string kind_text(const judged_number& n) {
  const kind is = n.published.is;
  return is == kind::printed || is == kind::claim ? "" : std::string(to_string(is)) + ": ";
}

/// The entries of an experiment that are of one shape, as a table; nothing where there are none.
std::string entries_table(const report_part& part, shown_as shape) {
  const bool fenced = shape != shown_as::number;
  std::string text;
  for (const judged_number& n : part.content.numbers()) {
    if (shape_of(n) == shape) {
      text += fmt::format("| {}{} | {} | {} |{} {} |\n", kind_text(n), cell(n.published.where),
                          cell(printed_text(n)), cell(computed_text(n)),
                          fenced ? " " + fence_text(n) + " |" : "", words_of_verdict(n));
    }
  }
  if (text.empty()) {
    return text;
  }
  const std::string_view column = shape == shown_as::number       ? "printed"
                                  : shape == shown_as::comparison ? "quoted"
                                                                  : "known";
  return fmt::format("\n| place | {} | computed |{} verdict |\n|---|---|---|---|{}\n", column,
                     fenced ? " fence |" : "", fenced ? "---|" : "") +
         text;
}

}  // namespace

std::string results_markdown(const findings& r) {
  std::string text = fmt::format(
      "# Results\n\nPrinted and computed, number by number. Made by Plumbline {} with\n\n    "
      "{}\n\nand not "
      "written by hand. How a number is judged: `judgement.md`. The same with tables and figures "
      "is the "
      "report that the command writes.\n\n",
      r.facts.version, r.facts.command);
  text += counts_table(r, sentence_columns()) + "\n" + counts_table(r, number_columns());
  const tally missing = count_missing(r);
  if (missing.entries().all() > 0) {
    text += fmt::format("\nLeft out: {} printed numbers, {} blank cells and {} comparisons of\n",
                        missing.printed.all(), missing.blanks.all(), missing.comparisons().all());
    for (const left_out& part : r.missing) {
      text += fmt::format("`{}` ", part.id);
    }
    text += "\n";
  }
  std::string current;
  for (const report_part& part : r.parts) {
    if (part.content.numbers().empty()) {
      continue;
    }
    if (part.paper != current) {
      current = part.paper;
      const auto about = r.papers.find(current);
      text +=
          fmt::format("\n## {}: {}\n", current, about == r.papers.end() ? "" : about->second.title);
    }
    text += fmt::format("\n### {} (`{}`)\n", part.title, part.id);
    for (const shown_as shape : {shown_as::number, shown_as::comparison, shown_as::known}) {
      text += entries_table(part, shape);
    }
  }
  return text;
}

}  // namespace plumbline::report
