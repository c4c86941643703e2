// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::report {

namespace {

std::vector<std::string> names_of_columns() {
  std::vector<std::string> names;
  for (const table_column& column : columns_of_numbers()) {
    names.push_back(column.name);
  }
  return names;
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
  text += fmt::format("{}\n", fmt::join(names_of_columns(), ","));
  for (const report_part& part : r.parts) {
    for (const judged_number& n : part.content.numbers()) {
      auto fields = row_of_number(part.id, n);
      for (std::string& field : fields) {
        field = csv_field(field);
      }
      text += fmt::format("{}\n", fmt::join(fields, ","));
    }
  }
  return r.complete ? text : text + "# incomplete\n";
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
  root["columns"] = names_of_columns();
  root["rows"] = nlohmann::ordered_json::array();
  for (const report_part& part : r.parts) {
    for (const judged_number& n : part.content.numbers()) {
      root["rows"].push_back(row_of_number(part.id, n));
    }
  }
  if (!r.complete) {
    root["incomplete"] = true;
  }
  return root.dump(1) + "\n";
}

}  // namespace plumbline::report
