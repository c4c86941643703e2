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

std::string computed_html(const judged_number& n) { return number_html(computed_text(n)); }

std::string_view mark(const judged_number& n) {
  switch (n.found) {
    case verdict::reproduced:
      return n.near == tier::one_unit ? "≈" : n.near == tier::corrected ? "(✓)" : "✓";
    case verdict::differs:
      return "≠";
    case verdict::not_reproducible:
      return "–";
  }
  return "?";
}

/// The verdict in words, with its tier.
std::string words_of(const judged_number& n) {
  if (n.near == tier::one_unit) {
    return "reproduced, one unit away";
  }
  if (n.near == tier::corrected) {
    return "reproduced with " + n.published.corrected;
  }
  return std::string(to_string(n.found));
}

/// Where an entry stands: the place on its page.
std::string anchor(const report_part& part, std::size_t index) {
  return fmt::format("{}.{}", part.id, index + 1);
}

/// The mark with the word for those who do not see it, and the alarm where the verdict is a surprise.
std::string verdict_html(const judged_number& n, bool with_word) {
  const std::string alarm = n.as_recorded()
                                ? ""
                                : fmt::format(" <strong class=\"alarm\">recorded: {}</strong>",
                                              to_string(n.published.expected));
  const std::string words = escape(words_of(n));
  return fmt::format(
      "<span class=\"mark {0}\" title=\"{1}\">{2}<span{3}>\u00a0{1}</span></span>{4}",
      to_string(n.found), words, mark(n), with_word ? std::string() : " class=\"unseen\"", alarm);
}

std::string printed_html(const judged_number& n) {
  return detail::read_decimal(n.published.printed) ? number_html(n.published.printed)
                                                   : escape(n.published.printed);
}

/// A box that scrolls, also by the keyboard.
std::string scroll_begin(const std::string& title) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">",
                     escape(title));
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
      "<p class=\"caption\">{} In each cell the printed number stands above the computed one; "
      "<span "
      "class=\"mark reproduced\">✓</span> rounds or truncates to it, <span class=\"mark "
      "reproduced\">≈</span> one unit away, <span class=\"mark reproduced\">(✓)</span> with a "
      "corrected parameter, <span class=\"mark differs\">≠</span> differs, * with "
      "a "
      "remark below.</p>\n{}<table class=\"numbers\"><caption class=\"unseen\">{}: printed above "
      "computed</caption><thead><tr><th scope=\"col\">{}</th>",
      escape(table.caption), scroll_begin(part.title), escape(part.title),
      escape(table.label_header));
  for (const std::string& header : table.number_headers) {
    html += fmt::format("<th scope=\"col\" class=\"n\">{}</th>", escape(header));
  }
  html += "</tr></thead>\n";
  bool open = false;
  std::vector<std::size_t> remarks;
  for (const auto& row : table.rows) {
    if (!row.group.empty() || !open) {
      html += open ? "</tbody>\n<tbody>" : "<tbody>";
      open = true;
      if (!row.group.empty()) {
        html += fmt::format(
            "<tr class=\"group\"><th scope=\"colgroup\" colspan=\"{}\"><span>{}</span></th></tr>\n",
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
          "<td id=\"{}\" class=\"n {}\"><span class=\"printed\">{}</span><span "
          "class=\"computed\">{}</span> {}{}</td>",
          anchor(part, index), to_string(n.found), printed_html(n), computed_html(n),
          verdict_html(n, false), remarked ? "<sup class=\"remark\">*</sup>" : "");
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
          to_string(n.found), mark(n), escape(n.published.where), printed_html(n), computed_html(n),
          escape(n.published.reason));
    }
    html += "</ul>\n";
  }
  return html;
}

/// What stands below the place of an entry: what kind it is where that is no printed number, where its bound is from, why
/// it differs.
std::string notes_of(const judged_number& n) {
  const published_number& p = n.published;
  std::string notes;
  if (p.is == kind::check) {
    notes = p.truth.empty() ? "check value" : "check value: " + p.truth;
  } else if (p.is == kind::repeat) {
    notes = "judged once more";
  }
  const auto add = [&](const std::string& note) {
    if (!note.empty()) {
      notes += (notes.empty() ? "" : ". ") + note;
    }
  };
  add(p.because.empty() ? "" : "judged as: " + p.because);
  add(p.reason);
  return notes.empty() ? "" : fmt::format("<small>{}</small>", escape(notes));
}

std::string list_head(const std::string& caption, const std::string& title) {
  return caption_html(caption) + scroll_begin(title) +
         fmt::format(
             "<table class=\"list\"><caption class=\"unseen\">{}</caption><thead><tr><th "
             "scope=\"col\">Where</th><th scope=\"col\">printed</th><th "
             "scope=\"col\">computed</th><th scope=\"col\">verdict</th></tr></thead><tbody>\n",
             escape(title));
}

/// A claim's rule in words, where the printed text does not show it.
std::string bound_html(const judged_number& n) {
  const published_number& p = n.published;
  if (detail::read_decimal(p.printed)) {
    return "";
  }
  switch (p.compare) {
    case rule::below:
      return "<small>below " + number_html(p.value) + "</small>";
    case rule::above:
      return "<small>above " + number_html(p.value) + "</small>";
    case rule::decade:
      return "<small>within a factor of ten of " + number_html(p.value) + "</small>";
    case rule::nearest:
      return "<small>nearest to " + number_html(p.value) + "</small>";
    case rule::digits:
      return p.is == kind::blank ? std::string() : "<small>" + number_html(p.value) + "</small>";
  }
  return "";
}

/// One entry; with a page, linked to its place there.
std::string list_row(const report_part& part, std::size_t index, const std::string& page) {
  const judged_number& n = part.content.numbers()[index];
  const std::string place = escape(n.published.where);
  const bool number = detail::read_decimal(n.published.printed).has_value();
  return fmt::format(
      "<tr{}><td class=\"where\">{}{}</td><td class=\"{}\">{}{}</td><td class=\"c\">{}</td><td "
      "class=\"c\">{}</td></tr>\n",
      page.empty() ? fmt::format(" id=\"{}\"", anchor(part, index)) : std::string(),
      page.empty() ? place
                   : fmt::format("<a href=\"{}#{}\">{}</a>", page == "#" ? "" : page,
                                 anchor(part, index), place),
      notes_of(n), number ? "c" : "words",
      number || n.published.is == kind::blank || n.published.is == kind::check
          ? printed_html(n)
          : "“" + printed_html(n) + "”",
      bound_html(n), computed_html(n), verdict_html(n, true));
}

std::string html_of(const number_list& list, const report_part& part, int /*index*/) {
  std::string html = list_head(list.caption, part.title);
  for (const std::size_t index : list.numbers) {
    html += list_row(part, index, "");
  }
  return html + "</tbody></table></div>\n";
}

std::string html_of(const plain_table& table, const report_part& part, int /*index*/) {
  std::string html = caption_html(table.caption) + scroll_begin(part.title) +
                     "<table class=\"plain\"><caption class=\"unseen\">" + escape(part.title) +
                     ": computed</caption><thead><tr>";
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", c == 0 ? "" : " class=\"n\"",
                        escape(table.header[c]));
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

/// The computed number in the notation of the printed one with two digits more (three where the claim is a whole
/// number), or with five digits where the printed form says nothing about them.
std::string computed_text(const judged_number& n) {
  if (!detail::read_decimal(n.computed)) {
    return n.computed.empty() ? "–" : n.computed;
  }
  const rule how = n.published.compare;
  const std::string& shape =
      detail::read_decimal(n.published.printed) ? n.published.printed : n.published.value;
  if (how == rule::nearest || how == rule::digits) {
    const int more = how == rule::nearest ? 3 : 2;
    return shape.find_first_of("eE") == std::string::npos
               ? fixed_decimals(n.computed, places(shape) + more)
               : scientific_decimals(n.computed, places(shape) + more);
  }
  if (n.published.value.find_first_of("eE") != std::string::npos) {
    return scientific_decimals(n.computed, 2);
  }
  return to_text(from_text<mp64>(n.computed), 5);
}

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

std::string difference_table(const std::vector<const report_part*>& parts,
                             const std::string& page) {
  std::string rows;
  for (const report_part* part : parts) {
    const auto& numbers = part->content.numbers();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i].found != verdict::reproduced || !numbers[i].as_recorded()) {
        rows += list_row(*part, i, page);
      }
    }
  }
  return rows.empty() ? "" : list_head("", "What differs") + rows + "</tbody></table></div>\n";
}

}  // namespace plumbline::report
