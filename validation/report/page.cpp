// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/page.hpp"

#include "report/blocks.hpp"
#include "report/html.hpp"

#include <fmt/format.h>

namespace plumbline::report {

void tally::count(const judged_number& n) {
  reproduced += n.found == verdict::reproduced ? 1 : 0;
  differs += n.found == verdict::differs ? 1 : 0;
  not_reproducible += n.found == verdict::not_reproducible ? 1 : 0;
  unexpected += n.as_recorded() ? 0 : 1;
}

tallies count(const std::vector<report_part>& parts) {
  tallies t;
  for (const report_part& part : parts) {
    for (const judged_number& n : part.content.numbers()) {
      (n.published.from_paper ? t.printed : t.checks).count(n);
    }
  }
  return t;
}

namespace {

std::string of_which(int n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

/// A bar whose lengths are the shares of the verdicts.
std::string bar(const tally& t) {
  std::string html = "<div class=\"bar\" aria-hidden=\"true\">";
  const auto piece = [&](int n, std::string_view name) {
    if (n > 0) {
      html += fmt::format("<span class=\"{}\" style=\"flex-grow:{}\"></span>", name, n);
    }
  };
  piece(t.reproduced, "reproduced");
  piece(t.differs, "differs");
  piece(t.not_reproducible, "not-reproducible");
  return html + "</div>";
}

std::string tile(int n, std::string_view name, std::string_view label) {
  return fmt::format("<div class=\"tile {}\"><b>{}</b><span>{}</span></div>", name, n, label);
}

std::string summary(const report_facts& facts, const std::vector<report_part>& parts) {
  const tallies t = count(parts);
  std::string html = "<section id=\"summary\"><h2>Summary</h2>\n";
  html += fmt::format(
      "<p class=\"lead\">Of {} that the papers print, <strong>{} reproduce</strong> to the printed "
      "digits at {} "
      "digits of arithmetic; {}, for the reasons below.</p>\n",
      of_which(t.printed.all(), "number or claim", "numbers and claims"), t.printed.reproduced,
      facts.digits,
      t.printed.differs + t.printed.not_reproducible == 1
          ? std::string("one does not")
          : fmt::format("{} do not", t.printed.differs + t.printed.not_reproducible));
  html += bar(t.printed);
  html += "<div class=\"tiles\">" + tile(t.printed.reproduced, "reproduced", "reproduced") +
          tile(t.printed.differs, "differs", t.printed.differs == 1 ? "differs" : "differ") +
          tile(t.printed.not_reproducible, "not-reproducible", "not reproducible") + "</div>\n";
  if (t.checks.all() > 0) {
    html += fmt::format(
        "<p>{} that no paper prints, known from independent computations: {} agree{}.</p>\n",
        of_which(t.checks.all(), "further check value", "further check values"),
        t.checks.reproduced == t.checks.all() ? std::string("all")
                                              : std::to_string(t.checks.reproduced),
        t.checks.reproduced == t.checks.all()
            ? std::string()
            : fmt::format(", {} do not", t.checks.all() - t.checks.reproduced));
  }
  html +=
      t.unexpected() == 0
          ? "<p class=\"verdict-line good\">✓ Every verdict is the one recorded with the published "
            "numbers.</p>\n"
          : fmt::format("<p class=\"verdict-line bad\">✗ {} not the recorded one; see below.</p>\n",
                        of_which(t.unexpected(), "verdict is", "verdicts are"));

  html += difference_table(parts);

  html +=
      "<h3>Experiments</h3>\n<div class=\"scroll\"><table "
      "class=\"overview\"><thead><tr><th>Experiment</th>"
      "<th class=\"n\">numbers</th><th class=\"n\">reproduced</th><th class=\"n\">differ</th>"
      "<th class=\"n\">seconds</th></tr></thead><tbody>\n";
  for (const report_part& part : parts) {
    tally both;
    for (const judged_number& n : part.content.numbers()) {
      both.count(n);
    }
    html += fmt::format(
        "<tr><td><a href=\"#{}\"><code>{}</code></a> {}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td>"
        "<td class=\"n\">{}</td><td class=\"n\">{:.1f}</td></tr>\n",
        escape(part.id), escape(part.id), escape(part.title), both.all(), both.reproduced,
        both.differs + both.not_reproducible, part.seconds);
  }
  return html + "</tbody></table></div></section>\n";
}

std::string colophon(const report_facts& facts) {
  std::string html = "<section id=\"colophon\"><h2>How this was made</h2>\n<dl>";
  const auto entry = [&](std::string_view name, const std::string& value) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape(name), value);
  };
  entry("Command", "<code>" + escape(facts.command) + "</code>");
  entry("Digits", fmt::format("{}", facts.digits));
  entry("Time", fmt::format("{:.1f} s", facts.seconds));
  entry("Date", escape(facts.date));
  entry("Plumbline", escape(facts.version));
  for (const auto& [name, version] : facts.software) {
    entry(name, escape(version));
  }
  html +=
      "</dl>\n<p>A number is <em>reproduced</em> when the computed value is within one unit of the "
      "last digit "
      "that the paper prints (papers mix rounding and truncation, so equality of digits would be "
      "the wrong "
      "question). The same numbers stand in <a href=\"numbers.csv\">numbers.csv</a> and "
      "<a href=\"numbers.json\">numbers.json</a>.</p></section>\n";
  return html;
}

}  // namespace

std::string page(const report_facts& facts, const std::vector<report_part>& parts,
                 const published_data& published) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Plumbline: printed and "
      "computed</title>\n";
  html += fmt::format("<style>\n{}</style>\n</head>\n<body>\n", style_sheet());
  html += fmt::format(
      "<header><h1>Printed and computed</h1><p>What the papers print, computed again by Plumbline "
      "{} with {} "
      "digits.</p></header>\n<main>\n",
      escape(facts.version), facts.digits);
  html += summary(facts, parts);
  std::string current;
  for (const report_part& part : parts) {
    if (part.paper != current) {
      current = part.paper;
      const auto about = published.papers().find(current);
      if (about != published.papers().end()) {
        html += fmt::format(
            "<section class=\"paper\"><h2><abbr>{}</abbr> {}</h2>\n<p>{}</p></section>\n",
            escape(about->second.name), escape(about->second.title), escape(about->second.note));
      }
    }
    html += part_html(part);
  }
  html += colophon(facts);
  html += "</main>\n</body>\n</html>\n";
  return html;
}

}  // namespace plumbline::report
