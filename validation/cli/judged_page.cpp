// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/judged_page.hpp"

#include "report/html.hpp"
#include "report/page.hpp"
#include <plumbline/io/svg_plot.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::cli {

namespace {

/// The picture, with a curve for each column over the time, as an element of the page.
template <class Value>
std::string figure(const char* title, const std::vector<marked_number>& numbers,
                   const Value& value) {
  plot p;
  p.description = title;
  p.x_label = "t";
  for (const auto& number : numbers) {
    auto found = std::find_if(p.curves.begin(), p.curves.end(),
                              [&](const curve& c) { return c.title == number.column; });
    if (found == p.curves.end()) {
      p.curves.push_back({number.column});
      found = p.curves.end() - 1;
    }
    found->points.push_back({number.time, value(number)});
  }
  return "<figure>" + svg_plot(p) + "</figure>\n";
}

}  // namespace

std::string marked_html(const marked_number& number) {
  const std::string& text = number.printed;
  std::string html;
  std::string open;
  long significant = 0;
  bool in_exponent = false;
  for (const char c : text) {
    in_exponent = in_exponent || c == 'e' || c == 'E' || c == 'd' || c == 'D';
    const bool digit = c >= '0' && c <= '9' && !in_exponent;
    if (digit && (significant > 0 || c != '0')) {
      ++significant;
    }
    const std::string kind = in_exponent || (!digit && c != '.') || significant == 0 ? ""
                             : significant > number.right_digits                     ? "false"
                             : significant > number.true_digits                      ? "doubtful"
                                                                                     : "";
    if (kind != open) {
      html += open.empty() ? "" : "</span>";
      html += kind.empty() ? "" : fmt::format("<span class=\"{}\">", kind);
      open = kind;
    }
    html += report::escape(std::string_view(&c, 1));
  }
  return html + (open.empty() ? "" : "</span>");
}

std::string judged_page(const std::string& title, const metadata& meta,
                        const std::vector<marked_number>& numbers) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>\n{}\n.doubtful {{ text-decoration: underline dotted; }}\n.false {{ color: #c0392b; "
      "text-decoration: line-through; }}\ntd, th {{ font-variant-numeric: tabular-nums; }}\n"
      "</style>\n</head>\n<body>\n<header><h1>{}</h1></header>\n<main>\n<section><h2>What was "
      "found</h2>\n<dl>\n",
      report::escape(title), report::style_sheet(), report::escape(title));
  for (const auto& entry : meta) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", report::escape(entry.key),
                        report::escape(text_of(entry)));
  }
  html += "</dl></section>\n<section><h2>Over the time</h2>\n";
  html += figure("true digits", numbers,
                 [](const marked_number& n) { return static_cast<double>(n.right_digits); });
  html += figure("log10 of the error", numbers, [](const marked_number& n) {
    return n.error > 0 ? std::log10(n.error) : std::numeric_limits<double>::quiet_NaN();
  });
  html +=
      "</section>\n<section><h2>Every number</h2>\n<p>Digits that are <span "
      "class=\"doubtful\">doubtful</span> are right to one unit of their place, but are not those "
      "of the true value rounded there. Digits that are <span class=\"false\">false</span> are "
      "off by more.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Every "
      "number\"><table class=\"plain\"><thead><tr><th scope=\"col\">row</th><th "
      "scope=\"col\">column</th><th scope=\"col\">printed</th><th scope=\"col\">true</th><th "
      "scope=\"col\">digits</th></tr></thead><tbody>\n";
  for (const auto& number : numbers) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        report::escape(number.row), report::escape(number.column),
                        marked_html(number), report::escape(number.truth), number.right_digits);
  }
  return html + "</tbody></table></div></section>\n</main>\n</body>\n</html>\n";
}

}  // namespace plumbline::cli
