// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/blocks.hpp"

#include "report/html.hpp"
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace plumbline::report {

namespace {

/// Places behind the point, before an exponent.
int places(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos) {
    return 0;
  }
  const std::size_t end = std::min(text.find_first_of("eE"), text.size());
  return static_cast<int>(end - point) - 1;
}

/// The computed number in the notation of the printed one with two digits more (three where the claim is a whole
/// number), or with five digits where the printed form says nothing about them.
std::string computed_html(const judged_number& n) {
  if (!detail::read_decimal(n.computed)) {
    return n.computed.empty() ? "–" : escape(n.computed);
  }
  const rule how = n.published.compare;
  const std::string& shape =
      detail::read_decimal(n.published.printed) ? n.published.printed : n.published.value;
  if (how == rule::nearest || how == rule::digits || how == rule::rounded) {
    const int more = how == rule::nearest ? 3 : 2;
    return number_html(shape.find_first_of("eE") == std::string::npos
                           ? fixed_decimals(n.computed, places(shape) + more)
                           : scientific_decimals(n.computed, places(shape) + more));
  }
  if (n.published.value.find_first_of("eE") != std::string::npos) {
    return number_html(scientific_decimals(n.computed, 2));
  }
  return number_html(to_text(from_text<mp64>(n.computed), 5));
}

std::string_view mark(verdict v) {
  switch (v) {
    case verdict::reproduced:
      return "✓";
    case verdict::differs:
      return "≠";
    case verdict::not_reproducible:
      return "–";
  }
  return "?";
}

/// The mark with the word for those who do not see it, and the alarm where the verdict is a surprise.
std::string verdict_html(const judged_number& n, bool with_word) {
  const std::string alarm = n.as_recorded()
                                ? ""
                                : fmt::format(" <strong class=\"alarm\">recorded: {}</strong>",
                                              to_string(n.published.expected));
  return fmt::format("<span class=\"mark {}\" title=\"{}\">{}{}</span>{}", to_string(n.found),
                     to_string(n.found), mark(n.found),
                     with_word ? fmt::format("\u00a0{}", to_string(n.found)) : std::string(),
                     alarm);
}

std::string printed_html(const judged_number& n) {
  return detail::read_decimal(n.published.printed) ? number_html(n.published.printed)
                                                   : escape(n.published.printed);
}

/// Above the scrolling box and not inside, so that it keeps its width when the table is narrow or wide.
std::string caption_html(const std::string& caption) {
  return caption.empty() ? std::string()
                         : fmt::format("<p class=\"caption\">{}</p>\n", escape(caption));
}

std::string html_of(const paragraph& p, const report_part& /*part*/, int /*index*/) {
  return fmt::format("<p>{}</p>\n", escape(p.text));
}

std::string html_of(const number_table& table, const report_part& part, int /*index*/) {
  const auto& numbers = part.content.numbers();
  std::string html = fmt::format(
      "<p class=\"caption\">{} In each cell the printed number "
      "stands above the "
      "computed one; <span class=\"mark reproduced\">✓</span> reproduced, <span class=\"mark "
      "differs\">≠</span> "
      "differs, * with a remark below.</p>\n<div class=\"scroll\"><table "
      "class=\"numbers\"><thead><tr><th>{}</th>",
      escape(table.caption), escape(table.label_header));
  for (const std::string& header : table.number_headers) {
    html += fmt::format("<th class=\"n\">{}</th>", escape(header));
  }
  html += "</tr></thead>\n";
  bool open = false;
  std::vector<std::size_t> remarks;
  for (const auto& row : table.rows) {
    if (!row.group.empty() || !open) {
      html += open ? "</tbody>\n<tbody>" : "<tbody>";
      open = true;
      if (!row.group.empty()) {
        html += fmt::format("<tr class=\"group\"><th colspan=\"{}\"><span>{}</span></th></tr>\n",
                            table.number_headers.size() + 1, escape(row.group));
      }
    }
    html += fmt::format("<tr><th scope=\"row\">{}</th>", escape(row.label));
    for (const std::size_t index : row.numbers) {
      const judged_number& n = numbers[index];
      const bool remarked = !n.published.reason.empty();
      if (remarked) {
        remarks.push_back(index);
      }
      html += fmt::format(
          "<td class=\"n {}\"><span class=\"printed\">{}</span><span class=\"computed\">{}</span> "
          "{}{}</td>",
          to_string(n.found), printed_html(n), computed_html(n), verdict_html(n, false),
          remarked ? "<sup class=\"remark\">*</sup>" : "");
    }
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  if (!remarks.empty()) {
    html += "<ul class=\"remarks\">\n";
    for (const std::size_t index : remarks) {
      const judged_number& n = numbers[index];
      html += fmt::format(
          "<li><span class=\"mark {}\">{}</span> {}: printed {}, computed {}. {}</li>\n",
          to_string(n.found), mark(n.found), escape(n.published.where), printed_html(n),
          computed_html(n), escape(n.published.reason));
    }
    html += "</ul>\n";
  }
  return html;
}

std::string where_html(const judged_number& n) {
  return escape(n.published.where) +
         (n.published.reason.empty()
              ? ""
              : fmt::format("<small>{}</small>", escape(n.published.reason)));
}

std::string list_head(const std::string& caption) {
  return caption_html(caption) +
         "<div class=\"scroll\"><table class=\"list\"><thead><tr><th>Where</th><th>printed</th>"
         "<th>computed</th><th>verdict</th></tr></thead><tbody>\n";
}

std::string list_row(const judged_number& n) {
  return fmt::format(
      "<tr><td class=\"where\">{}</td><td class=\"{}\">{}{}</td><td "
      "class=\"c\">{}</td><td>{}</td></tr>\n",
      where_html(n), detail::read_decimal(n.published.printed) ? "c" : "words", printed_html(n),
      n.published.from_paper ? "" : "<small>check value</small>", computed_html(n),
      verdict_html(n, true));
}

std::string html_of(const number_list& list, const report_part& part, int /*index*/) {
  std::string html = list_head(list.caption);
  for (const std::size_t index : list.numbers) {
    html += list_row(part.content.numbers()[index]);
  }
  return html + "</tbody></table></div>\n";
}

std::string html_of(const plain_table& table, const report_part& /*part*/, int /*index*/) {
  std::string html =
      caption_html(table.caption) + "<div class=\"scroll\"><table class=\"plain\"><thead><tr>";
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    html += fmt::format("<th{}>{}</th>", c == 0 ? "" : " class=\"n\"", escape(table.header[c]));
  }
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      html += c == 0 ? fmt::format("<th scope=\"row\">{}</th>", escape(row[c]))
                     : fmt::format("<td class=\"n\">{}</td>", number_html(row[c]));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string html_of(const figure& f, const report_part& part, int index) {
  std::string html = fmt::format("<figure id=\"{}-figure-{}\"><div class=\"panels panels-{}\">\n",
                                 escape(part.id), index, f.panels.size());
  for (const panel& p : f.panels) {
    html += p.svg + "\n";  // made by draw(), which escapes
  }
  return html + fmt::format("</div><figcaption>{}</figcaption></figure>\n", escape(f.caption));
}

}  // namespace

std::string part_html(const report_part& part) {
  std::string html =
      fmt::format("<section class=\"experiment\" id=\"{}\"><h3>{} <code>{}</code></h3>\n",
                  escape(part.id), escape(part.title), escape(part.id));
  int index = 0;
  for (const block& b : part.content.blocks()) {
    ++index;
    html += std::visit([&](const auto& content) { return html_of(content, part, index); }, b);
  }
  return html + "</section>\n";
}

std::string difference_table(const std::vector<report_part>& parts) {
  std::string rows;
  for (const report_part& part : parts) {
    for (const judged_number& n : part.content.numbers()) {
      if (n.found != verdict::reproduced || !n.as_recorded()) {
        rows += list_row(n);
      }
    }
  }
  if (rows.empty()) {
    return "";
  }
  return "<h3>What does not reproduce, and why</h3>\n" + list_head("") + rows +
         "</tbody></table></div>\n";
}

}  // namespace plumbline::report
