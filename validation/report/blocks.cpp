// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/blocks.hpp"

#include "report/html.hpp"
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
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

/// The mark of a number that reproduces.
std::string_view mark_of(tier t) {
  switch (t) {
    case tier::truncates:
      return "✓ᵗ";
    case tier::only_truncated:
      return "≈ᵗ";
    case tier::without_zeros:
      return "≈⁰";
    case tier::one_unit:
      return "≈";
    case tier::corrected:
      return "(✓)";
    default:
      return "✓";
  }
}

std::string computed_html(const judged_number& n) { return number_html(computed_text(n)); }

std::string_view mark(const judged_number& n) {
  switch (n.found) {
    case verdict::reproduced:
      return mark_of(n.near);
    case verdict::differs:
      return "≠";
    case verdict::not_reproducible:
      return "–";
  }
  return "?";
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
  const std::string words = escape(words_of_verdict(n));
  return fmt::format(
      "<span class=\"mark {0}\" title=\"{1}\">{2}<span{3}>\u00a0{1}</span></span>{4}",
      to_string(n.found), words, mark(n), with_word ? std::string() : " class=\"unseen\"", alarm);
}

std::string printed_html(const judged_number& n) { return number_html(printed_text(n)); }

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

/// The legend of a mark, for those that a table has.
std::string legend_html(const number_table& table, const std::vector<judged_number>& numbers) {
  std::set<tier> tiers;
  std::set<verdict> verdicts_found;
  bool remarked = false;
  for (const auto& row : table.rows) {
    for (const std::size_t index : row.numbers) {
      if (index == number_table::no_number) {
        continue;
      }
      const judged_number& n = numbers[index];
      verdicts_found.insert(n.found);
      if (n.found == verdict::reproduced) {
        tiers.insert(n.near);
      }
      remarked = remarked || !n.reason().empty();
    }
  }
  std::string html;
  const auto add = [&](bool is_there, std::string_view name, std::string_view sign,
                       std::string_view meaning) {
    if (is_there) {
      html += fmt::format("{}<span class=\"mark {}\">{}</span> {}", html.empty() ? "" : ", ", name,
                          sign, meaning);
    }
  };
  const auto reproduced = [&](tier t, std::string_view meaning) {
    add(tiers.contains(t), "reproduced", mark_of(t), meaning);
  };
  reproduced(tier::none, "holds");
  reproduced(tier::rounds, "rounds to it");
  reproduced(tier::truncates, "truncates to it, as this table does");
  reproduced(tier::only_truncated, "only truncates to it, where this table rounds");
  reproduced(tier::without_zeros, "only without the appended zeros");
  reproduced(tier::one_unit, "one unit away");
  reproduced(tier::corrected, "with a corrected parameter");
  add(verdicts_found.contains(verdict::differs), "differs", "≠", "differs");
  add(verdicts_found.contains(verdict::not_reproducible), "not-reproducible", "–",
      "cannot be reproduced");
  return html + (remarked ? ", * with a remark below" : "");
}

struct remark {
  std::string text;
  std::vector<const judged_number*> cells;
};

/// Cells of which the same is said, in the order in which it is said first.
std::vector<remark> by_text(const std::vector<const judged_number*>& remarked) {
  std::vector<remark> remarks;
  for (const judged_number* n : remarked) {
    const auto same = std::find_if(remarks.begin(), remarks.end(), [&](const remark& r) {
      return r.text == n->reason() && r.cells.front()->found == n->found;
    });
    if (same == remarks.end()) {
      remarks.push_back({n->reason(), {n}});
    } else {
      same->cells.push_back(n);
    }
  }
  return remarks;
}

std::string remark_html(const judged_number& first, const std::string& html) {
  return fmt::format("<li><span class=\"mark {}\">{}</span> {}</li>\n", to_string(first.found),
                     mark(first), html);
}

/// One remark for all cells that the paper leaves blank: how many they are, and why.
std::string blanks_html(const std::vector<const judged_number*>& blanks) {
  std::string html = fmt::format("Cells that the paper leaves blank: {}.", blanks.size());
  const std::vector<remark> reasons = by_text(blanks);
  for (const remark& r : reasons) {
    html += reasons.size() > 1 ? fmt::format("<br>{} of them: {}", r.cells.size(), escape(r.text))
                               : " " + escape(r.text);
  }
  return remark_html(*blanks.front(), html);
}

/// Below a table: one remark for all cells of which the same is said.
std::string remarks_html(const std::vector<const judged_number*>& shown) {
  std::vector<const judged_number*> blanks;
  std::vector<const judged_number*> others;
  for (const judged_number* n : shown) {
    const bool confirmed = n->published.is == kind::blank && n->found == verdict::reproduced;
    if (!n->reason().empty()) {
      (confirmed ? blanks : others).push_back(n);
    }
  }
  std::string html = blanks.empty() ? "" : blanks_html(blanks);
  for (const remark& r : by_text(others)) {
    std::string cells;
    for (const judged_number* n : r.cells) {
      cells += fmt::format(
          "{}{}: {}computed {}", cells.empty() ? "" : "; ", escape(n->published.where),
          n->published.is == kind::claim ? std::string()
                                         : fmt::format("printed {}, ", printed_html(*n)),
          computed_html(*n));
    }
    html += remark_html(*r.cells.front(), cells + ". " + escape(r.text));
  }
  return html.empty() ? html : "<ul class=\"remarks\">\n" + html + "</ul>\n";
}

/// How far a comparison is from turning.
std::string fence_html(const judged_number& n) {
  const std::string words = fence_text(n);
  return words.empty() ? words : fmt::format("<small>fence {}</small>", escape(words));
}

/// Above a computed number stands the printed one, and of a sentence the number that its words stand for.
std::string upper_html(const judged_number& n) {
  return n.published.is == kind::claim ? number_html(n.published.value) : printed_html(n);
}

std::string upper_words(const judged_number& n) {
  if (!n.published.in_print()) {
    return "the known number";
  }
  return n.published.is == kind::claim
             ? fmt::format("the number that “{}” stands for", n.published.printed)
             : "the printed number";
}

/// One cell of a table.
std::string cell_html(const report_part& part, std::size_t index) {
  const judged_number& n = part.content.numbers()[index];
  return fmt::format(
      "<td id=\"{}\" class=\"n {}\"><span class=\"printed\">{}</span><span "
      "class=\"computed\">{}</span> {}{}{}</td>",
      anchor(part, index), to_string(n.found), upper_html(n), computed_html(n),
      verdict_html(n, false), n.reason().empty() ? "" : "<sup class=\"remark\">*</sup>",
      fence_html(n));
}

std::string table_head_html(const number_table& table, const report_part& part,
                            const judged_number& first) {
  const std::string upper = escape(upper_words(first));
  std::string html = fmt::format(
      "<p class=\"caption\">{} In each cell {} stands above the computed one; {}.</p>\n{}<table "
      "class=\"numbers\"><caption class=\"unseen\">{}: {} above the computed "
      "one</caption><thead><tr><th scope=\"col\">{}</th>",
      escape(table.caption), upper, legend_html(table, part.content.numbers()),
      scroll_begin(part.title), escape(part.title), upper, escape(table.label_header));
  for (const std::string& header : table.number_headers) {
    html += fmt::format("<th scope=\"col\" class=\"n\">{}</th>", escape(header));
  }
  return html + "</tr></thead>\n";
}

std::string html_of(const number_table& table, const report_part& part, int /*index*/) {
  const auto& numbers = part.content.numbers();
  std::vector<const judged_number*> shown;
  bool open = false;
  std::string html;
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
    html += fmt::format("<tr><th scope=\"row\">{}</th>", number_html(row.label));
    for (const std::size_t index : row.numbers) {
      if (index == number_table::no_number) {
        html += "<td></td>";
        continue;
      }
      shown.push_back(&numbers[index]);
      html += cell_html(part, index);
    }
    html += "</tr>\n";
  }
  if (shown.empty()) {
    return caption_html(table.caption);
  }
  return table_head_html(table, part, *shown.front()) + html + "</tbody></table></div>\n" +
         remarks_html(shown);
}

/// What stands below the place of an entry: what kind it is where that is no printed number, where its bound is from, why
/// it differs.
std::string notes_of(const judged_number& n) {
  const published_number& p = n.published;
  std::string notes;
  if (!p.in_print()) {
    notes = p.is == kind::check ? "check value" : "own value";
    notes += p.truth.empty() ? "" : ": " + p.truth;
  } else if (p.is == kind::repeat) {
    notes = "judged once more";
  }
  const auto add = [&](const std::string& note) {
    if (!note.empty()) {
      notes += (notes.empty() ? "" : ". ") + note;
    }
  };
  add(p.because.empty() ? "" : "judged as: " + p.because);
  add(n.reason());
  return notes.empty() ? "" : fmt::format("<small>{}</small>", escape(notes));
}

/// What a paper prints and what it does not print never stand in one column.
std::string list_head(bool in_print, const std::string& title) {
  return scroll_begin(title) +
         fmt::format(
             "<table class=\"list{}\"><caption class=\"unseen\">{}</caption><thead><tr><th "
             "scope=\"col\">Where</th><th scope=\"col\">{}</th><th "
             "scope=\"col\">computed</th><th scope=\"col\">verdict</th></tr></thead><tbody>\n",
             in_print ? "" : " known", escape(title), in_print ? "printed" : "known");
}

/// The rows of both kinds, each kind in its table.
std::string list_html(const std::string& title, const std::string& printed,
                      const std::string& known) {
  const auto table = [&](bool in_print, const std::string& rows) {
    return rows.empty() ? rows : list_head(in_print, title) + rows + "</tbody></table></div>\n";
  };
  return table(true, printed) + table(false, known);
}

/// A claim's rule in words, where the printed text does not show it.
std::string bound_html(const judged_number& n) {
  const published_number& p = n.published;
  if (printed_number::read(p.printed)) {
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
  const bool number = printed_number::read(n.published.printed).has_value();
  return fmt::format(
      "<tr{}><td class=\"where\">{}{}</td><td class=\"{}\">{}{}</td><td class=\"c\">{}</td><td "
      "class=\"c\">{}{}</td></tr>\n",
      page.empty() ? fmt::format(" id=\"{}\"", anchor(part, index)) : std::string(),
      page.empty() ? place
                   : fmt::format("<a href=\"{}#{}\">{}</a>", page == "#" ? "" : page,
                                 anchor(part, index), place),
      notes_of(n), number ? "c" : "words",
      number || n.published.is == kind::blank || !n.published.in_print()
          ? printed_html(n)
          : "“" + printed_html(n) + "”",
      bound_html(n), computed_html(n), verdict_html(n, true), fence_html(n));
}

std::string html_of(const number_list& list, const report_part& part, int /*index*/) {
  std::string printed;
  std::string known;
  for (const std::size_t index : list.numbers) {
    const bool in_print = part.content.numbers()[index].published.in_print();
    (in_print ? printed : known) += list_row(part, index, "");
  }
  return caption_html(list.caption) + list_html(part.title, printed, known);
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
      html += c == 0 ? fmt::format("<th scope=\"row\">{}</th>", number_html(row[c]))
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
  if (!printed_number::read(n.computed)) {
    return n.computed.empty() ? "–" : n.computed;
  }
  const rule how = n.published.compare;
  const std::string& shape =
      printed_number::read(n.published.printed) ? n.published.printed : n.published.value;
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

std::string printed_text(const judged_number& n) {
  return n.published.is == kind::blank ? "blank" : n.published.printed;
}

std::string words_of_verdict(const judged_number& n) {
  if (n.found != verdict::reproduced) {
    return std::string(to_string(n.found));
  }
  switch (n.near) {
    case tier::truncates:
      return "reproduced, truncated as its table";
    case tier::only_truncated:
      return "reproduced by truncation only";
    case tier::without_zeros:
      return "reproduced without the appended zeros";
    case tier::one_unit:
      return "reproduced, one unit away";
    case tier::corrected:
      return "reproduced with " + n.published.corrected;
    default:
      return std::string(to_string(n.found));
  }
}

std::string fence_text(const judged_number& n) {
  const auto limit = n.limit();
  if (!limit) {
    return "";
  }
  const bool inside = n.found == verdict::reproduced;
  const exact_number percent = abs(limit->margin * 100);
  return fmt::format("{}, {}{} by {} %{}", exact_text(limit->at), limit->is_near() ? "just " : "",
                     inside ? "inside" : "outside", short_text(percent, percent < 10 ? 1 : 0),
                     n.published.compare == rule::nearest ? " of half a unit" : "");
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
  std::string printed;
  std::string known;
  for (const report_part* part : parts) {
    const auto& numbers = part->content.numbers();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i].found != verdict::reproduced || !numbers[i].as_recorded()) {
        (numbers[i].published.in_print() ? printed : known) += list_row(*part, i, page);
      }
    }
  }
  return list_html("What differs", printed, known);
}

}  // namespace plumbline::report
