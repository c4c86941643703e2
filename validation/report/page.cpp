// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/page.hpp"

#include "report/blocks.hpp"
#include "report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace plumbline::report {

tally count(const findings& r, std::string_view paper) {
  tally t;
  for (const report_part& part : r.parts) {
    if (paper.empty() || part.paper == paper) {
      t.add(count(part.content.numbers()));
    }
  }
  return t;
}

tally count_missing(const findings& r, std::string_view paper) {
  tally t;
  for (const left_out& part : r.missing) {
    if (paper.empty() || part.paper == paper) {
      t.add(part.recorded);
    }
  }
  return t;
}

std::vector<std::string> papers_shown(const findings& r) {
  std::vector<std::string> names;
  for (const report_part& part : r.parts) {
    if (std::find(names.begin(), names.end(), part.paper) == names.end()) {
      names.push_back(part.paper);
    }
  }
  return names;
}

std::string page_name(std::string_view paper) {
  std::string name;
  for (const char c : paper) {
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name + ".html";
}

namespace {

std::string page_begin(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n",
      escape(title), style_sheet());
}

/// Stays in sight: the front page and the papers.
std::string navigation(const findings& r, const std::string& current) {
  std::string html = "<nav aria-label=\"Report\"><a href=\"index.html\"" +
                     std::string(current.empty() ? " aria-current=\"page\"" : "") +
                     ">Printed and computed</a>";
  for (const std::string& paper : papers_shown(r)) {
    html += fmt::format("<a href=\"{}\"{}>{}</a>", page_name(paper),
                        paper == current ? " aria-current=\"page\"" : "", escape(paper));
  }
  return html +
         (current.empty() ? "<a href=\"#made\">How this was made</a>"
                          : "<a href=\"#contents\">Contents</a>") +
         "</nav>\n";
}

/// The shares of the verdicts on printed numbers and claims as a drawing.
std::string bar(const tally& t) {
  const int good = t.rounds + t.claims.reproduced + t.blanks.reproduced;
  const int near = t.one_unit + t.corrected;
  const int differ = t.printed.differs + t.claims.differs + t.blanks.differs;
  const int none = t.printed.not_reproducible + t.claims.not_reproducible;
  const double all = std::max(1, good + near + differ + none);
  std::string html = fmt::format(
      "<svg role=\"img\" class=\"bar\" viewBox=\"0 0 100 3\" preserveAspectRatio=\"none\" "
      "aria-label=\"{} reproduce, {} nearly or with a corrected parameter, {} differ, {} cannot be "
      "reproduced\">",
      good, near, differ, none);
  double at = 0;
  const auto piece = [&](int n, std::string_view name) {
    if (n > 0) {
      html += fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"0\" width=\"{:.2f}\" height=\"3\"/>",
                          name, at, 100 * n / all);
      at += 100 * n / all;
    }
  };
  piece(good, "reproduced");
  piece(near, "near");
  piece(differ, "differs");
  piece(none, "not-reproducible");
  return html + "</svg>\n";
}

/// in_words() as a list.
std::string words_html(const tally& t) {
  std::string html = "<ul class=\"counts\"><li>";
  for (const char c : in_words(t)) {
    html += c == '\n' ? std::string("</li>\n<li>") : escape(std::string_view(&c, 1));
  }
  return html + "</li></ul>\n";
}

std::string of_verdicts(const verdicts& v) {
  return v.all() == 0 ? "–" : fmt::format("{} of {}", v.reproduced, v.all());
}

std::string glance(const findings& r) {
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The papers\"><table "
      "class=\"overview\"><caption class=\"unseen\">What reproduces, by "
      "paper</caption><thead><tr><th "
      "scope=\"col\">Paper</th><th scope=\"col\" class=\"n\">printed numbers</th><th scope=\"col\" "
      "class=\"n\">round or truncate</th><th scope=\"col\" class=\"n\">one unit away</th><th "
      "scope=\"col\" class=\"n\">corrected parameter</th><th scope=\"col\" "
      "class=\"n\">differ</th><th "
      "scope=\"col\" class=\"n\">not reproducible</th><th scope=\"col\" class=\"n\">blanks "
      "confirmed</th><th scope=\"col\" class=\"n\">claims that hold</th><th scope=\"col\" "
      "class=\"n\">check values</th></tr></thead><tbody>\n";
  const auto line = [&](const std::string& head, const tally& t) {
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
        head, t.printed.all(), t.rounds, t.one_unit, t.corrected, t.printed.differs,
        t.printed.not_reproducible, of_verdicts(t.blanks), of_verdicts(t.claims),
        of_verdicts(t.checks));
  };
  for (const std::string& paper : papers_shown(r)) {
    const auto about = r.papers.find(paper);
    line(fmt::format("<a href=\"{}\">{}</a> <small>{}</small>", page_name(paper), escape(paper),
                     about == r.papers.end() ? "" : escape(about->second.title)),
         count(r, paper));
  }
  line("all", count(r));
  return html + "</tbody></table></div>\n";
}

std::string missing_html(const findings& r) {
  if (r.missing.empty()) {
    return "<p>Nothing is left out: these are all published entries.</p>\n";
  }
  const tally t = count_missing(r);
  const int all = t.of_papers() + t.repeats.all() + t.checks.all();
  std::string html = fmt::format(
      "<p>This run leaves out {} entries: {} printed numbers, {} blank cells, {} claims, {} "
      "repeats and "
      "{} check values, of which {} are recorded as different and {} as not reproducible.</p>\n"
      "<details><summary>What is left out</summary><ul>\n",
      all, t.printed.all(), t.blanks.all(), t.claims.all(), t.repeats.all(), t.checks.all(),
      t.printed.differs + t.blanks.differs + t.claims.differs + t.repeats.differs +
          t.checks.differs,
      t.printed.not_reproducible + t.claims.not_reproducible + t.repeats.not_reproducible);
  for (const left_out& part : r.missing) {
    const tally& m = part.recorded;
    html += fmt::format("<li><code>{}</code> {}: {} entries, {}</li>\n", escape(part.id),
                        escape(part.title), m.of_papers() + m.repeats.all() + m.checks.all(),
                        escape(part.reason));
  }
  return html + "</ul></details>\n";
}

std::vector<const report_part*> parts_of(const findings& r, const std::string& paper) {
  std::vector<const report_part*> parts;
  for (const report_part& part : r.parts) {
    if (part.paper == paper) {
      parts.push_back(&part);
    }
  }
  return parts;
}

std::string changes_html(const findings& r) {
  if (r.changes.empty()) {
    return "";
  }
  std::string html =
      "<section id=\"changes\"><h2>Changes of judgement</h2>\n<p>Rules and bounds are fixed before "
      "the "
      "number is known. These were changed afterwards.</p>\n<details><summary>All "
      "changes</summary><div "
      "class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Changes of judgement\"><table "
      "class=\"plain\"><caption class=\"unseen\">Changes of judgement</caption><thead><tr><th "
      "scope=\"col\">Entries</th><th scope=\"col\">before</th><th scope=\"col\">now</th><th "
      "scope=\"col\">why</th></tr></thead><tbody>\n";
  for (const change& c : r.changes) {
    html += fmt::format(
        "<tr><th scope=\"row\" class=\"where\">{} {}</th><td class=\"words\">{}</td><td "
        "class=\"words\">{}</td><td class=\"where\">{}</td></tr>\n",
        escape(c.paper), escape(c.entries), escape(c.before), escape(c.after), escape(c.reason));
  }
  return html + "</tbody></table></div></details></section>\n";
}

std::string colophon(const report_facts& facts) {
  std::string html = "<section id=\"made\"><h2>How this was made</h2>\n<dl>";
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
  return html +
         "</dl>\n<p>A printed number <em>rounds or truncates</em> to what is printed, is <em>one "
         "unit "
         "away</em> (less than one unit of its last digit, but rounding and truncation give the "
         "neighbour), or <em>differs</em>. A claim in words is quoted and has a bound that its "
         "sentence "
         "or the axis of its figure gives; the policy is docs/judgement.md. All entries, each with "
         "its "
         "rule, the number it is compared with, the difference in units and the verdict, stand in "
         "<a "
         "href=\"numbers.csv\">numbers.csv</a> and <a href=\"numbers.json\">numbers.json</a>, so "
         "that "
         "every count here can be made again.</p></section>\n";
}

}  // namespace

std::string front_page(const findings& r) {
  const tally t = count(r);
  std::string html = page_begin("Plumbline: printed and computed") + navigation(r, "");
  html += fmt::format(
      "<header><h1>Printed and computed</h1><p>What the papers print, computed again by Plumbline "
      "{} "
      "with {} digits.</p></header>\n<main>\n<section id=\"summary\"><h2>Summary</h2>\n",
      escape(r.facts.version), r.facts.digits);
  html += fmt::format(
      "<p class=\"lead\">Of {} printed numbers, <strong>{} round or truncate to what is "
      "printed</strong>. "
      "Of {} claims in words, <strong>{} hold</strong>.</p>\n",
      t.printed.all(), t.rounds, t.claims.all(), t.claims.reproduced);
  html += bar(t) + words_html(t);
  html +=
      t.unexpected == 0
          ? "<p class=\"verdict-line good\">✓ Every verdict is the one recorded with the published "
            "numbers.</p>\n"
          : fmt::format(
                "<p class=\"verdict-line bad\">✗ {} {} not the recorded one; see below.</p>\n",
                t.unexpected, t.unexpected == 1 ? "verdict is" : "verdicts are");
  html += glance(r) + missing_html(r) + "</section>\n";
  html += "<section id=\"differences\"><h2>What differs, and why</h2>\n";
  for (const std::string& paper : papers_shown(r)) {
    const std::string table = difference_table(parts_of(r, paper), page_name(paper));
    const auto about = r.papers.find(paper);
    const tally of_paper = count(r, paper);
    html += fmt::format(
        "<details{}><summary><strong>{}</strong> {}: {}</summary>\n{}</details>\n",
        of_paper.unexpected > 0 ? " open" : "", escape(paper),
        about == r.papers.end() ? "" : escape(about->second.title),
        table.empty() ? "nothing"
                      : fmt::format("printed numbers {}, claims {}",
                                    of_paper.printed.differs + of_paper.printed.not_reproducible,
                                    of_paper.claims.differs + of_paper.claims.not_reproducible),
        table);
  }
  return html + "</section>\n" + changes_html(r) + colophon(r.facts) +
         "</main>\n</body>\n</html>\n";
}

std::string paper_page(const findings& r, const std::string& paper) {
  const auto parts = parts_of(r, paper);
  const auto about = r.papers.find(paper);
  const std::string title = about == r.papers.end() ? paper : about->second.title;
  std::string html = page_begin(paper + ": printed and computed") + navigation(r, paper);
  html += fmt::format("<header><h1><abbr>{}</abbr> {}</h1></header>\n<main>\n", escape(paper),
                      escape(title));
  const tally t = count(r, paper);
  html += bar(t) + words_html(t);
  if (about != r.papers.end()) {
    html += fmt::format("<p>{}</p>\n", escape(about->second.note));
  }
  html +=
      "<section id=\"contents\"><h2>Contents</h2>\n<div class=\"scroll\" tabindex=\"0\" "
      "role=\"region\" aria-label=\"Contents\"><table class=\"overview\"><caption "
      "class=\"unseen\">Contents</caption><thead><tr><th scope=\"col\">Table, figure or "
      "section</th><th "
      "scope=\"col\" class=\"n\">printed numbers</th><th scope=\"col\" "
      "class=\"n\">reproduced</th><th "
      "scope=\"col\" class=\"n\">claims</th><th scope=\"col\" class=\"n\">hold</th><th "
      "scope=\"col\" "
      "class=\"n\">checks</th><th scope=\"col\" class=\"n\">seconds</th></tr></thead><tbody>\n";
  for (const report_part* part : parts) {
    const tally of_part = count(part->content.numbers());
    html += fmt::format(
        "<tr><th scope=\"row\" class=\"where\"><a href=\"#{0}\">{1}</a> <code>{0}</code></th><td "
        "class=\"n\">{2}</td><td class=\"n\">{3}</td><td class=\"n\">{4}</td><td "
        "class=\"n\">{5}</td><td "
        "class=\"n\">{6}</td><td class=\"n\">{7:.1f}</td></tr>\n",
        escape(part->id), escape(part->title), of_part.printed.all() + of_part.blanks.all(),
        of_part.printed.reproduced + of_part.blanks.reproduced, of_part.claims.all(),
        of_part.claims.reproduced, of_part.checks.all(), part->seconds);
  }
  html += "</tbody></table></div>\n";
  const tally missing = count_missing(r, paper);
  if (missing.of_papers() > 0) {
    html += fmt::format(
        "<p>Left out of this run: {} printed numbers, {} blank cells and {} claims.</p>\n",
        missing.printed.all(), missing.blanks.all(), missing.claims.all());
  }
  html += "</section>\n";
  const std::string differences = difference_table(parts, "#");
  if (!differences.empty()) {
    html +=
        "<section id=\"differences\"><h2>What differs, and why</h2>\n<details><summary>All of "
        "them</summary>\n" +
        differences + "</details></section>\n";
  }
  for (const report_part* part : parts) {
    html += part_html(*part);
  }
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace plumbline::report
