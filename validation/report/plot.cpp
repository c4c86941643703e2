// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/plot.hpp"

#include "report/html.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/gnuplot.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace plumbline::report {

namespace {

double decades(const plot& p) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const curve& c : p.curves) {
    for (const auto& [x, y] : c.points) {
      low = y > 0 ? std::min(low, y) : low;
      high = std::max(high, y);
    }
  }
  if (p.y_range) {
    low = (*p.y_range)[0];
    high = (*p.y_range)[1];
  }
  return high > low ? std::log10(high / low) : 0;
}

/// Rows of the key: one, unless the titles are too long for that.
int key_rows(const plot& p) {
  std::size_t letters = 0;
  for (const curve& c : p.curves) {
    letters += c.title.empty() ? 0 : c.title.size() + 6;
  }
  return 1 + static_cast<int>(letters * 8 / static_cast<std::size_t>(p.width));
}

/// The key above the plot, and gnuplot's own ranges where the plot leaves them open.
std::string page_layout(const plot& p) {
  std::string s = fmt::format(
      "set key above horizontal left Left reverse maxrows {} samplen 2.5 width 1\n"
      "set lmargin 9\nset rmargin 2\n"
      "set xtics autofreq\n",
      key_rows(p));
  if (p.log_y) {  // a label for every other decade where there are many
    s += fmt::format("set ytics {}\n", decades(p) > 5 ? 100 : 10);
  }
  if (p.same_scale) {
    s += "set size ratio -1\n";
  }
  if (p.bare) {
    s += "unset border\nunset xtics\nunset ytics\nunset grid\nset margins 0,0,0,2\n";
  }
  if (p.x_range) {
    s += fmt::format("set xrange [{}:{}]\n", (*p.x_range)[0], (*p.x_range)[1]);
  }
  if (p.y_range) {
    s += fmt::format("set yrange [{}:{}]\n", (*p.y_range)[0], (*p.y_range)[1]);
  }
  return s;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// Removes everything from `begin` to the end of the following `end`, wherever that occurs.
void erase_between(std::string& text, std::string_view begin, std::string_view end) {
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t stop = text.find(end, at);
    text.erase(at, stop == std::string::npos ? std::string::npos : stop + end.size() - at);
  }
}

double number_after(const std::string& text, std::size_t& at) {
  std::size_t used = 0;
  const double value = std::stod(text.substr(at, 24), &used);
  at += used;
  return value;
}

/// The outline of gnuplot's filled marker (gpPt…) of size s at (x, y), as a part of a path. A disc is a line of no
/// length with round ends.
std::string outline(int marker, double x, double y, double s) {
  constexpr double root2 = 1.4142;
  switch (marker) {
    case 4:
      return fmt::format("M{:.1f},{:.1f}h{:.1f}v{:.1f}h{:.1f}z", x - s, y - s, 2 * s, 2 * s,
                         -2 * s);
    case 8:
      return fmt::format("M{:.1f},{:.1f}l{:.1f},{:.1f}h{:.1f}z", x, y - 1.33 * s, -1.33 * s, 2 * s,
                         2.66 * s);
    case 12:
      return fmt::format("M{:.1f},{:.1f}l{:.1f},{:.1f}l{:.1f},{:.1f}l{:.1f},{:.1f}z", x,
                         y - root2 * s, root2 * s, root2 * s, -root2 * s, root2 * s, -root2 * s,
                         -root2 * s);
    default:
      return fmt::format("M{:.1f},{:.1f}h0", x, y);
  }
}

/// gnuplot writes an element for each marker. Those that follow each other become one path, and a marker that lies
/// within half a pixel of another one is left out.
void join_markers(std::string& svg) {
  static const std::string begin = "<use xlink:href='#gpPt";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = svg.find(begin); at != std::string::npos; at = svg.find(begin, done)) {
    std::size_t next = at;
    std::string path;
    std::string kind;
    int marker = 0;
    double size = 1;
    std::string colour;
    std::set<std::pair<long, long>> drawn;
    while (svg.compare(next, begin.size(), begin) == 0) {
      const std::size_t end = svg.find("/>", next) + 2;
      std::string element = svg.substr(next, end - next);
      const std::size_t translate = element.find("translate(");
      const std::size_t scale = element.find("scale(");
      const std::size_t colours = element.find("color='");
      if (translate == std::string::npos || scale == std::string::npos ||
          colours == std::string::npos) {
        break;
      }
      std::size_t read = translate + 10;
      const double x = number_after(element, read);
      ++read;
      const double y = number_after(element, read);
      const std::string here = element.substr(0, translate) + element.substr(scale);
      if (!kind.empty() && here != kind) {
        break;
      }
      if (kind.empty()) {
        kind = here;
        read = begin.size();
        marker = static_cast<int>(number_after(element, read));
        read = scale + 6;
        size = number_after(element, read);
        colour = element.substr(colours + 7, element.find('\'', colours + 7) - colours - 7);
      }
      if (drawn.insert({std::lround(2 * x), std::lround(2 * y)}).second) {
        path += outline(marker, x, y, size);
      }
      next = svg.find_first_not_of(" \t\n", end);
    }
    if (path.empty()) {  // a definition, or a marker of another kind
      const std::size_t end = svg.find("/>", at) + 2;
      out += svg.substr(done, end - done);
      done = end;
      continue;
    }
    out += svg.substr(done, at - done);
    const bool disc = marker != 4 && marker != 8 && marker != 12;
    out += disc ? fmt::format(
                      "<path fill='none' stroke='{}' stroke-width='{:.2f}' "
                      "stroke-linecap='round' d='{}'/>",
                      colour, 2 * size, path)
                : fmt::format("<path stroke='none' fill='{}' d='{}'/>", colour, path);
    done = next;
  }
  svg = out + svg.substr(done);
}

using vertices = std::vector<std::array<double, 2>>;

/// True if all vertices between two others are within a tenth of a pixel of the line that joins these.
bool straight(const vertices& v, std::size_t first, std::size_t last) {
  constexpr double invisible = 0.1;
  const double dx = v[last][0] - v[first][0];
  const double dy = v[last][1] - v[first][1];
  const double length = std::hypot(dx, dy);
  for (std::size_t i = first + 1; i < last; ++i) {
    const double x = v[i][0] - v[first][0];
    const double y = v[i][1] - v[first][1];
    const double along = x * dx + y * dy;
    if (length == 0 || std::abs(x * dy - y * dx) > invisible * length || along < 0 ||
        along > length * length) {
      return false;
    }
  }
  return true;
}

/// The part of a path that runs through the vertices, without those that are not seen, with one decimal.
std::string line_through(const vertices& v) {
  constexpr std::size_t farthest = 60;
  std::string path;
  for (std::size_t i = 0; i < v.size();) {
    path += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "M" : " ", v[i][0], v[i][1]);
    std::size_t next = i + 1;
    while (next + 1 < v.size() && next - i < farthest && straight(v, i, next + 1)) {
      ++next;
    }
    i = next;
  }
  return path;
}

/// Paths of lines without the vertices that are not seen. A twentieth of a pixel is not seen either.
void shorten_lines(std::string& svg) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = svg.find(" d='"); at != std::string::npos; at = svg.find(" d='", done)) {
    const std::size_t begin = at + 4;
    const std::size_t end = svg.find('\'', begin);
    out += svg.substr(done, begin - done);
    done = end;
    const std::string path = svg.substr(begin, end - begin);
    if (path.find_first_of("hvlzaAcC") != std::string::npos) {  // a marker or a shape
      out += path;
      continue;
    }
    vertices v;
    for (std::size_t i = 0; i < path.size();) {
      if (path[i] == 'M' && !v.empty()) {
        out += line_through(v);
        v.clear();
      }
      if (path[i] != 'M' && path[i] != 'L') {
        ++i;
        continue;
      }
      ++i;
      const double x = number_after(path, i);
      ++i;
      const double y = number_after(path, i);
      v.push_back({x, y});
    }
    out += line_through(v);
  }
  svg = out + svg.substr(done);
}

/// Line breaks between elements say nothing.
void join_lines(std::string& svg) {
  std::string out;
  for (std::size_t i = 0; i < svg.size(); ++i) {
    out += svg[i];
    const std::size_t next = svg.find_first_not_of(" \t\n", i + 1);
    if (svg[i] == '>' && next != std::string::npos && svg[next] == '<' &&
        svg.find('\n', i) < next) {
      i = next - 1;
    }
  }
  svg = std::move(out);
}

/// gnuplot writes two empty groups for each one that draws.
void erase_empty_groups(std::string& text) {
  std::size_t at = text.find("<g ");
  while (at != std::string::npos) {
    const std::size_t content = text.find('>', at) + 1;
    const std::size_t next = text.find_first_not_of(" \t\n", content);
    if (next != std::string::npos && text.compare(next, 4, "</g>") == 0) {
      text.erase(at, next + 4 - at);
      at = text.find("<g ", at);
    } else {
      at = text.find("<g ", content);
    }
  }
}

}  // namespace

std::string draw(const plot& p, std::string_view prefix) {
  const std::string terminal = fmt::format(
      "set terminal svg enhanced size {},{} dynamic font \"inherit,14\"", p.width, p.height);
  std::string svg = run_gnuplot(
      [&](const std::string& output) { return script_of(p, terminal, output, page_layout(p)); });
  const std::size_t begin = svg.find("<svg");
  if (begin == std::string::npos) {
    throw io_error("gnuplot wrote no <svg> element for the plot '" + p.description + "'");
  }
  svg.erase(0, begin);
  erase_between(svg, "<title>Gnuplot</title>", "</desc>");
  erase_between(svg, "<filter", "</filter>");
  for (const std::string_view attribute :
       {" color=\"black\"", " color=\"gray\"", " color=\"white\"", " font-family=\"inherit\"",
        " class=\"gridline\"", " stroke-linecap=\"butt\" stroke-linejoin=\"miter\""}) {
    replace_all(svg, attribute, "");
  }
  join_markers(svg);
  if (svg.find("<use xlink:href='#gpPt", svg.find("</defs>")) == std::string::npos) {
    erase_between(svg, "<defs>", "</defs>");  // the shapes of markers, which nothing uses any more
  }
  shorten_lines(svg);
  erase_empty_groups(svg);
  join_lines(svg);
  for (const auto& [code, variable] : placeholder_colours()) {
    const std::string by = fmt::format("var({})", variable);
    replace_all(svg, fmt::format("rgb({:3d}, {:3d}, {:3d})", 1, 2, code), by);
    replace_all(svg, fmt::format("rgb({},{},{})", 1, 2, code), by);
  }
  replace_all(svg, "id='", fmt::format("id='{}-", prefix));
  replace_all(svg, "id=\"", fmt::format("id=\"{}-", prefix));
  replace_all(svg, "href='#", fmt::format("href='#{}-", prefix));
  svg.replace(0, 4, fmt::format("<svg role=\"img\" aria-label=\"{}\"", escape(p.description)));
  while (!svg.empty() && svg.back() == '\n') {
    svg.pop_back();
  }
  return svg;
}

}  // namespace plumbline::report
