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

/// The shares of the verdicts on printed numbers, blank cells and claims as a drawing.
std::string bar(const tally& t) {
  const sentence_counts s = t.sentence_verdicts();
  const int good = t.of(tier::rounds) + t.of(tier::truncates) + t.blanks.reproduced + s.in_full;
  const int near = t.printed.reproduced + t.blanks.reproduced + s.in_full + s.in_part - good;
  const int differ = t.printed.differs + t.blanks.differs + s.not_at_all;
  const int none = t.printed.not_reproducible;
  const double all = std::max(1, good + near + differ + none);
  std::string html = fmt::format(
      "<svg role=\"img\" class=\"bar\" viewBox=\"0 0 100 3\" preserveAspectRatio=\"none\" "
      "aria-label=\"Of printed numbers, blank cells and claims {} reproduce, {} in part, nearly "
      "or with a correction, {} do not, {} cannot be reproduced\">",
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

/// Counts of each paper and of all, one column for each thing that is counted.
std::string counts_html(const findings& r, const std::string& title,
                        const std::vector<count_column>& columns) {
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table "
      "class=\"overview\"><caption class=\"unseen\">{0}, by paper</caption><thead><tr><th "
      "scope=\"col\">Paper</th>",
      escape(title));
  for (const count_column& c : columns) {
    html += fmt::format("<th scope=\"col\" class=\"n\">{}</th>", escape(c.header));
  }
  html += "</tr></thead><tbody>\n";
  const auto line = [&](const std::string& head, const tally& t) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", head);
    for (const count_column& c : columns) {
      html += fmt::format("<td class=\"n\">{}</td>", c.cell(t));
    }
    html += "</tr>\n";
  };
  for (const std::string& paper : papers_shown(r)) {
    line(fmt::format("<a href=\"{}\">{}</a>", page_name(paper), escape(paper)), count(r, paper));
  }
  line("all", count(r));
  return html + "</tbody></table></div>\n";
}

std::string titles_html(const findings& r) {
  std::string html = "<dl>";
  for (const std::string& paper : papers_shown(r)) {
    const auto about = r.papers.find(paper);
    html += fmt::format("<dt><a href=\"{}\">{}</a></dt><dd>{}</dd>\n", page_name(paper),
                        escape(paper), about == r.papers.end() ? "" : escape(about->second.title));
  }
  return html + "</dl>\n";
}

/// How many of the sentences that are shown have comparisons that this run leaves out.
int unfinished_sentences(const tally& shown, const tally& missing) {
  return static_cast<int>(
      std::count_if(shown.sentences.begin(), shown.sentences.end(),
                    [&](const auto& each) { return missing.sentences.contains(each.first); }));
}

std::string missing_html(const findings& r) {
  if (r.missing.empty()) {
    return "<p>Nothing is left out: these are all published entries.</p>\n";
  }
  const tally t = count_missing(r);
  const verdicts all = t.entries();
  std::string html = fmt::format(
      "<p>This run leaves out {} entries: {} printed numbers, {} blank cells, {} comparisons, {} "
      "repeats, {} check values and {} own values, of which {} are recorded as different and {} as "
      "not reproducible. {} of the claims counted above need comparisons that are left "
      "out.</p>\n<details><summary>What is left out</summary><ul>\n",
      all.all(), t.printed.all(), t.blanks.all(), t.comparisons().all(), t.repeats.all(),
      t.checks.all(), t.own.all(), all.differs, all.not_reproducible,
      unfinished_sentences(count(r), t));
  for (const left_out& part : r.missing) {
    html += fmt::format("<li><code>{}</code> {}: {} entries, {}</li>\n", escape(part.id),
                        escape(part.title), part.recorded.entries().all(), escape(part.reason));
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

/// How many rules are younger than their number. `where` says where these are.
std::string rules_html(const findings& r, const std::string& where) {
  return r.changes.empty()
             ? "<p>Rules and bounds are fixed before the number is known.</p>\n"
             : fmt::format(
                   "<p>Rules and bounds are fixed before the number is known, but {} were "
                   "changed afterwards and are listed {}.</p>\n",
                   r.changes.size(), where);
}

std::string changes_html(const findings& r) {
  if (r.changes.empty()) {
    return "";
  }
  std::string html =
      "<section id=\"changes\"><h2>Changes of judgement</h2>\n" + rules_html(r, "here") +
      "<details><summary>All changes</summary><div "
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
         "</dl>\n<p>A printed number <em>rounds</em> to what is printed, <em>truncates</em> to it "
         "as "
         "its table does, <em>only truncates</em> to it (the table rounds, or there is none), "
         "reproduces <em>only without</em> appended <em>zeros</em>, is <em>one unit away</em> "
         "(less "
         "than one unit of its last digit, but rounding and truncation give the neighbour), or "
         "<em>differs</em>. A sentence is quoted and becomes one comparison or several, whose "
         "bounds "
         "the sentence or the axis of its figure gives. The <em>fence</em> is the number at which "
         "a "
         "comparison turns; <em>just inside</em> and <em>just outside</em> are within a tenth of "
         "it "
         "(of half a unit where the nearest number counts). The policy is docs/judgement.md. All "
         "entries, each with its rule, the number it is compared with, the difference in units and "
         "the verdict, stand in <a href=\"numbers.csv\">numbers.csv</a> and <a "
         "href=\"numbers.json\">numbers.json</a>, so that every count here can be made "
         "again.</p></section>\n";
}

std::string lead_html(const tally& t) {
  const sentence_counts s = t.sentence_verdicts();
  std::string html = "<p class=\"lead\">";
  if (s.all() > 0) {
    html += fmt::format("Of {} claims, <strong>{} hold in full</strong>, {} in part, {} do not. ",
                        s.all(), s.in_full, s.in_part, s.not_at_all);
  }
  if (t.printed.all() > 0) {
    html += fmt::format(
        "Of {} printed numbers, <strong>{} round to what is printed</strong>, {} truncate to it as "
        "their tables do, {} differ.",
        t.printed.all(), t.of(tier::rounds), t.of(tier::truncates), t.printed.differs);
  }
  return html + "</p>\n";
}

/// What the exit code says.
std::string regression_html(const tally& t) {
  return t.unexpected == 0
             ? "<p class=\"verdict-line good\">✓ Regression test passed: every verdict is the one "
               "recorded with the published numbers. Nothing has changed; this does not say that "
               "all numbers reproduce.</p>\n"
             : fmt::format(
                   "<p class=\"verdict-line bad\">✗ Regression test failed: {} {} not the "
                   "recorded one; see below.</p>\n",
                   t.unexpected, t.unexpected == 1 ? "verdict is" : "verdicts are");
}

std::string differences_title(const tally& t) {
  const sentence_counts s = t.sentence_verdicts();
  return fmt::format(
      "printed numbers {}, claims {} and in part {}, repeats {}, check values {}, own values {}",
      t.printed.differs + t.printed.not_reproducible, s.not_at_all, s.in_part,
      t.repeats.differs + t.repeats.not_reproducible, t.checks.differs + t.checks.not_reproducible,
      t.own.differs + t.own.not_reproducible);
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
  html += lead_html(t) + bar(t) + words_html(t);
  html += rules_html(r, "under <a href=\"#changes\">Changes of judgement</a>");
  html += regression_html(t) + titles_html(r) + counts_html(r, "Sentences", sentence_columns()) +
          counts_html(r, "Printed numbers", number_columns()) + missing_html(r) + "</section>\n";
  html += "<section id=\"differences\"><h2>What differs, and why</h2>\n";
  for (const std::string& paper : papers_shown(r)) {
    const std::string table = difference_table(parts_of(r, paper), page_name(paper));
    const auto about = r.papers.find(paper);
    const tally of_paper = count(r, paper);
    html += fmt::format("<details{}><summary><strong>{}</strong> {}: {}</summary>\n{}</details>\n",
                        of_paper.unexpected > 0 ? " open" : "", escape(paper),
                        about == r.papers.end() ? "" : escape(about->second.title),
                        table.empty() ? "nothing" : differences_title(of_paper), table);
  }
  return html + "</section>\n" + changes_html(r) + colophon(r.facts) +
         "</main>\n</body>\n</html>\n";
}

namespace {

/// The experiments of a page with what each has.
std::string contents_html(const std::vector<const report_part*>& parts) {
  std::string html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Contents\"><table "
      "class=\"overview\"><caption class=\"unseen\">Contents</caption><thead><tr><th "
      "scope=\"col\">Table, figure or section</th>";
  for (const char* header : {"printed numbers", "reproduced", "comparisons", "hold",
                             "check and own values", "seconds"}) {
    html += fmt::format("<th scope=\"col\" class=\"n\">{}</th>", header);
  }
  html += "</tr></thead><tbody>\n";
  for (const report_part* part : parts) {
    const tally t = count(part->content.numbers());
    const verdicts comparisons = t.comparisons();
    html += fmt::format(
        "<tr><th scope=\"row\" class=\"where\"><a href=\"#{0}\">{1}</a> "
        "<code>{0}</code></th>",
        escape(part->id), escape(part->title));
    for (const int n :
         {t.printed.all() + t.blanks.all(), t.printed.reproduced + t.blanks.reproduced,
          comparisons.all(), comparisons.reproduced, t.checks.all() + t.own.all()}) {
      html += fmt::format("<td class=\"n\">{}</td>", n);
    }
    html += fmt::format("<td class=\"n\">{:.1f}</td></tr>\n", part->seconds);
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace

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
  html += "<section id=\"contents\"><h2>Contents</h2>\n" + contents_html(parts);
  const tally missing = count_missing(r, paper);
  if (missing.entries().all() > 0) {
    html += fmt::format(
        "<p>Left out of this run: {} printed numbers, {} blank cells and {} comparisons, which {} "
        "of "
        "the claims above need, too.</p>\n",
        missing.printed.all(), missing.blanks.all(), missing.comparisons().all(),
        unfinished_sentences(t, missing));
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
