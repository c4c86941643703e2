// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/numbers.hpp"

#include "report/html.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace plumbline::report {

namespace {

constexpr std::array columns{"id",       "where",      "printed", "computed", "verdict",
                             "reason",   "paper",      "key",     "kind",     "rule",
                             "compared", "difference", "tier",    "expected", "because",
                             "truth",    "known",      "place",   "fence",    "margin"};
using row = std::array<std::string, columns.size()>;

std::string difference_text(const judged_number& n) {
  if (n.published.compare != rule::digits || n.published.is == kind::blank) {
    return "";
  }
  const auto units = difference_in_units(n.published.value, n.compared());
  return units ? detail::short_text(*units, 2) : "";
}

row row_of(const report_part& part, const judged_number& n) {
  const published_number& p = n.published;
  const auto limit = n.limit();
  return {part.id,
          p.where,
          p.in_print() ? p.printed : "",
          n.computed,
          std::string(to_string(n.found)),
          n.reason(),
          part.paper,
          p.key,
          std::string(to_string(p.is)),
          std::string(to_string(p.compare)),
          p.value,
          difference_text(n),
          std::string(to_string(n.near)),
          std::string(to_string(p.expected)),
          p.because,
          p.in_print() ? "computed here" : p.truth,
          p.in_print() ? "" : p.printed,
          p.place,
          limit ? detail::exact_text(limit->at) : "",
          limit ? detail::short_text(limit->margin, 3) : ""};
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r#") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace

namespace {

/// What the tables begin with.
std::string csv_head(const findings& r) {
  std::string software;
  for (const auto& [name, version] : r.facts.software) {
    software += fmt::format("{}{}={}", software.empty() ? "" : ", ", name, version);
  }
  std::string text = "# lines: 5\n";
  text += fmt::format("# version: {}\n# software: {}\n# command: {}\n# digits: {}\n",
                      r.facts.version, software, r.facts.command, r.facts.digits);
  return text;
}

}  // namespace

std::string numbers_csv(const findings& r) {
  std::string text = csv_head(r);
  text += fmt::format("{}\n", fmt::join(columns, ","));
  for (const report_part& part : r.parts) {
    for (const judged_number& n : part.content.numbers()) {
      row fields = row_of(part, n);
      for (std::string& field : fields) {
        field = csv_field(field);
      }
      text += fmt::format("{}\n", fmt::join(fields, ","));
    }
  }
  return text;
}

std::string figures_csv(const findings& r) {
  std::string text;
  for (const report_part& part : r.parts) {
    int number = 0;
    for (const block& b : part.content.blocks()) {
      const auto* drawn = std::get_if<figure>(&b);
      if (drawn == nullptr || drawn->curves.empty()) {
        continue;
      }
      ++number;
      for (const drawn_curve& curve : drawn->curves) {
        const std::string begin =
            fmt::format("{},{},{}", csv_field(part.id), number, csv_field(curve.name));
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
          text += fmt::format("{},{},{}\n", begin, curve.x[i], curve.y[i]);
        }
      }
    }
  }
  return text.empty() ? text : csv_head(r) + "id,figure,curve,x,y\n" + text;
}

std::string numbers_json(const findings& r) {
  nlohmann::ordered_json root;
  root["meta"]["version"] = r.facts.version;
  for (const auto& [name, version] : r.facts.software) {
    root["meta"]["software"][name] = version;
  }
  root["meta"]["command"] = r.facts.command;
  root["meta"]["digits"] = r.facts.digits;
  root["columns"] = columns;
  root["rows"] = nlohmann::ordered_json::array();
  for (const report_part& part : r.parts) {
    for (const judged_number& n : part.content.numbers()) {
      root["rows"].push_back(row_of(part, n));
    }
  }
  return root.dump(1) + "\n";
}

}  // namespace plumbline::report
