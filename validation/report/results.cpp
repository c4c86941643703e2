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

std::string verdict_text(const judged_number& n) {
  switch (n.near) {
    case tier::one_unit:
      return "one unit away";
    case tier::corrected:
      return "with " + n.published.corrected;
    default:
      return std::string(to_string(n.found));
  }
}

std::string kind_text(const judged_number& n) {
  return n.published.is == kind::printed ? "" : std::string(to_string(n.published.is)) + ": ";
}

std::string counts_table(const findings& r) {
  std::string text =
      "| paper | printed numbers | round or truncate | one unit away | corrected parameter | "
      "differ | not "
      "reproducible | blanks confirmed | claims that hold | repeats that hold | check values that "
      "agree |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n";
  const auto of = [](const verdicts& v) {
    return v.all() == 0 ? std::string("–") : fmt::format("{} of {}", v.reproduced, v.all());
  };
  const auto line = [&](const std::string& name, const tally& t) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name,
                        t.printed.all(), t.rounds, t.one_unit, t.corrected, t.printed.differs,
                        t.printed.not_reproducible, of(t.blanks), of(t.claims), of(t.repeats),
                        of(t.checks));
  };
  for (const std::string& paper : papers_shown(r)) {
    line(paper, count(r, paper));
  }
  line("all", count(r));
  return text;
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
  text += counts_table(r);
  const tally missing = count_missing(r);
  if (missing.of_papers() + missing.repeats.all() + missing.checks.all() > 0) {
    text += fmt::format("\nLeft out: {} printed numbers, {} blank cells and {} claims of\n",
                        missing.printed.all(), missing.blanks.all(), missing.claims.all());
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
    text += fmt::format(
        "\n### {} (`{}`)\n\n| place | printed | computed | verdict |\n|---|---|---|---|\n",
        part.title, part.id);
    for (const judged_number& n : part.content.numbers()) {
      text += fmt::format("| {}{} | {} | {} | {} |\n", kind_text(n), cell(n.published.where),
                          cell(n.published.printed), cell(computed_text(n)), verdict_text(n));
    }
  }
  return text;
}

}  // namespace plumbline::report
