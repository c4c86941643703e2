// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace plumbline::report {

namespace {

constexpr std::array<const char*, 6> columns{"id",       "where",   "printed",
                                             "computed", "verdict", "reason"};

std::array<std::string, 6> row_of(const report_part& part, const judged_number& n) {
  return {part.id,
          n.published.where,
          n.published.printed,
          n.computed,
          std::string(to_string(n.found)),
          n.published.reason};
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

std::string numbers_csv(const report_facts& facts, const std::vector<report_part>& parts) {
  std::string text = "# lines: 4\n";
  text += fmt::format("# version: {}\n# command: {}\n# digits: {}\n", facts.version, facts.command,
                      facts.digits);
  text += fmt::format("{}\n", fmt::join(columns, ","));
  for (const report_part& part : parts) {
    for (const judged_number& n : part.content.numbers()) {
      std::array<std::string, 6> row = row_of(part, n);
      for (std::string& field : row) {
        field = csv_field(field);
      }
      text += fmt::format("{}\n", fmt::join(row, ","));
    }
  }
  return text;
}

std::string numbers_json(const report_facts& facts, const std::vector<report_part>& parts) {
  nlohmann::ordered_json root;
  root["meta"] = {{"version", facts.version}, {"command", facts.command}, {"digits", facts.digits}};
  root["columns"] = columns;
  root["rows"] = nlohmann::ordered_json::array();
  for (const report_part& part : parts) {
    for (const judged_number& n : part.content.numbers()) {
      root["rows"].push_back(row_of(part, n));
    }
  }
  return root.dump(1) + "\n";
}

}  // namespace plumbline::report
