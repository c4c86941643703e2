// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "data/json_text.hpp"
#include "data/new_folder.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/data/dataset_files.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/io/sha256.hpp>
#include <plumbline/io/svg_plot.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace plumbline {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// What each word of verified_states::how means.
std::string meaning_of(const std::string& how) {
  if (how == "proven") {
    return "proven by an enclosure of the solution";
  }
  if (how == "exact") {
    return "from a closed solution at two precisions that agree; where an integration of the "
           "equations is listed too, it agrees with it";
  }
  return "agreed by two independent computations of different method or order, and different "
         "precision";
}

bool is_dataset(const fs::path& folder) {
  std::ifstream stream(folder / description_file_name);
  std::ostringstream text;
  text << stream.rdbuf();
  const json root = json::parse(text.str(), nullptr, false);
  return root.is_object() && root.contains("plumbline");
}

/// How the value of a column is known.
std::string status_of(const dataset_column& column, const dataset_rows& rows) {
  return column.is_given() ? "given" : rows.how;
}

json computations_of(const dataset_rows& rows) {
  json list = json::array();
  for (const auto& each : rows.computations) {
    json entry = {{"method", each.method}, {"working_digits", each.digits}};
    if (each.order > 0) {
      entry["order"] = each.order;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

json facts_of(const dataset_source& source) {
  json all = json::object();
  for (const auto& [name, value] : source.facts()) {
    all[name] = value;
  }
  return all;
}

std::string join_methods(const dataset_rows& rows) {
  std::string text;
  for (const auto& each : rows.computations) {
    text += fmt::format("{}{} ({} digits)", text.empty() ? "" : "; ", each.method, each.digits);
  }
  return text;
}

void write_json_table(const fs::path& file, const dataset_facts& facts,
                      const dataset_source& source, const dataset_rows& rows) {
  const metadata meta = {{"program", "plumbline"},   {"version", std::string(version())},
                         {"command", facts.command}, {"name", facts.name},
                         {"title", source.title()},  {"digits", facts.digits},
                         {"verified", rows.how},     {"computations", join_methods(rows)}};
  std::vector<table_column> columns;
  for (const auto& column : source.columns()) {
    columns.push_back({column.name});
  }
  auto out = output::file(file);
  table_writer table(out, table_format::json, meta, columns);
  for (const auto& row : rows.cells) {
    table.row(row);
  }
  table.finish();
  out.commit();
}

void write_hdf5_table(const fs::path& file, const dataset_facts& facts,
                      const dataset_source& source, const dataset_rows& rows) {
  hdf5_table table;
  table.attributes = {{"name", facts.name},
                      {"title", source.title()},
                      {"digits", std::to_string(facts.digits)},
                      {"verified", rows.how},
                      {"computations", join_methods(rows)},
                      {"program", fmt::format("plumbline {}", version())}};
  const auto columns = source.columns();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    hdf5_column column;
    column.name = columns[c].name;
    column.attributes = {{"description", columns[c].description},
                         {"unit", columns[c].unit},
                         {"verified", status_of(columns[c], rows)}};
    for (const auto& row : rows.cells) {
      column.texts.push_back(row[c]);
    }
    table.columns.push_back(std::move(column));
  }
  write_hdf5(file, table);
}

std::string picture_text(const dataset_source& source, const dataset_rows& rows) {
  const auto columns = source.columns();
  plot picture;
  const auto values = [&rows](std::size_t c) {
    std::vector<double> numbers;
    for (const auto& row : rows.cells) {
      numbers.push_back(from_text<double>(row[c]));
    }
    return numbers;
  };
  // the abscissa is the first given column; of a table, the last of them; curves end where it goes back
  std::size_t x = 0;
  const bool trajectory = columns.front().name == "t";
  for (std::size_t c = 0; c < columns.size() && columns[c].is_given() && !trajectory; ++c) {
    x = columns[c].name == "i" ? c : x;
  }
  const auto along = values(x);
  constexpr int coordinates = 1;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].is_given() || (trajectory && columns[c].group != coordinates)) {
      continue;
    }
    curve curve{columns[c].name};
    const auto heights = values(c);
    for (std::size_t row = 0; row < along.size(); ++row) {
      if (row > 0 && !(along[row - 1] < along[row])) {
        picture.curves.push_back(std::exchange(curve, {columns[c].name}));
      }
      curve.points.push_back({along[row], heights[row]});
    }
    picture.curves.push_back(std::move(curve));
  }
  const std::string unit = columns[x].unit;
  picture.description = source.title();
  picture.x_label = columns[x].name + (unit.empty() ? "" : " / " + unit);
  return svg_plot(picture);
}

json data_package(const dataset_facts& facts, const dataset_source& source,
                  const dataset_rows& rows,
                  const std::vector<std::pair<std::string, std::string>>& files) {
  json fields = json::array();
  for (const auto& column : source.columns()) {
    json field = {{"name", column.name},
                  {"type", "string"},
                  {"description", column.description},
                  {"verified", status_of(column, rows)}};
    if (!column.unit.empty()) {
      field["unit"] = column.unit;
    }
    if (!column.is_given()) {
      field["digits"] = facts.digits;
    }
    field["constraints"] = {{"required", true}, {"pattern", "-?[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?"}};
    fields.push_back(std::move(field));
  }
  json resources = json::array();
  for (const auto& [name, bytes] : files) {
    json resource = {{"name", name == "data.csv" ? "data" : name}, {"path", name}};
    if (name == "data.csv") {
      resource["profile"] = "tabular-data-resource";
      resource["format"] = "csv";
      resource["mediatype"] = "text/csv";
      resource["encoding"] = "utf-8";
      resource["schema"] = {{"fields", fields}};
    }
    resource["bytes"] = bytes.size();
    resource["hash"] = "sha256:" + sha256(bytes);
    resources.push_back(std::move(resource));
  }
  json package = {
      {"profile", "tabular-data-package"},
      {"name", facts.name},
      {"title", source.title()},
      {"description",
       fmt::format("Numbers are decimal strings: {} significant digits, each rounded correctly, "
                   "{}. A reader that turns them into doubles loses digits.",
                   facts.digits, meaning_of(rows.how))},
      {"licenses", json::array({{{"name", "CC0-1.0"},
                                 {"path", "https://creativecommons.org/publicdomain/zero/1.0/"},
                                 {"title", "CC0 1.0"}}})}};
  if (!facts.date.empty()) {
    package["created"] = facts.date;
  }
  if (!facts.author.empty()) {
    package["contributors"] = json::array({{{"title", facts.author}, {"role", "author"}}});
  }
  package["resources"] = std::move(resources);
  package["plumbline"] = {{"version", std::string(version())},
                          {"command", facts.command},
                          {"digits", facts.digits},
                          {"rows", rows.cells.size()},
                          {"verified", rows.how},
                          {"computations", computations_of(rows)},
                          {"facts", facts_of(source)},
                          {"source", json::parse(source.description())}};
  return package;
}

json ro_crate(const dataset_facts& facts, const dataset_source& source, const dataset_rows& rows,
              const std::vector<std::string>& files) {
  json parts = json::array();
  for (const auto& file : files) {
    parts.push_back(reference(file));
  }
  json actions = json::array();
  for (const auto& each : rows.computations) {
    actions.push_back(reference("#" + each.action));
  }
  json root = {{"@id", "./"},
               {"@type", "Dataset"},
               {"name", facts.name},
               {"description", source.title()},
               {"license", reference("https://creativecommons.org/publicdomain/zero/1.0/")},
               {"hasPart", parts},
               {"mentions", actions}};
  if (!facts.date.empty()) {
    root["datePublished"] = facts.date;
  }
  if (!facts.author.empty()) {
    root["author"] = facts.author;
  }
  std::vector<json> licence;
  licence.push_back({{"@id", "https://creativecommons.org/publicdomain/zero/1.0/"},
                     {"@type", "CreativeWork"},
                     {"name", "CC0 1.0"}});
  std::vector<json> done;
  for (const auto& each : rows.computations) {
    done.push_back(
        {{"@id", "#" + each.action},
         {"@type", "CreateAction"},
         {"name", each.method},
         {"description", fmt::format("{} digits of arithmetic{}", each.digits,
                                     each.order > 0 ? fmt::format(", order up to {}", each.order)
                                                    : std::string())},
         {"instrument", reference("#plumbline")},
         {"result", reference("data.csv")}});
  }
  return crate_of(root, licence, files, done);
}

std::string readme(const dataset_facts& facts, const dataset_source& source,
                   const dataset_rows& rows, const std::vector<std::string>& files) {
  std::string text = fmt::format(
      "# {}\n\n{}.\n\n![the data](data.svg)\n\n"
      "{} rows. Every value has {} significant digits, rounded correctly: {}. A value that is 0 "
      "within {} digits of the largest in its row is written as 0.\n\n"
      "The computations:\n\n",
      facts.name, source.title(), rows.cells.size(), facts.digits, meaning_of(rows.how),
      2 * facts.digits);
  for (const auto& each : rows.computations) {
    text += fmt::format("- {}, {} digits of arithmetic\n", each.method, each.digits);
  }
  if (!source.facts().empty()) {
    text += "\nParameters and start, exactly:\n\n";
    for (const auto& [name, value] : source.facts()) {
      text += fmt::format("- {} = `{}`\n", name, value);
    }
  }
  text += "\n| column | unit | meaning | known |\n|---|---|---|---|\n";
  for (const auto& column : source.columns()) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", column.name, column.unit, column.description,
                        status_of(column, rows));
  }
  text += "\n";
  for (const auto& file : files) {
    const std::map<std::string, std::string> meanings = {
        {"data.csv", "the values as decimal strings"},
        {"data.json", "the same, with the command that made them"},
        {"data.h5", "the same as doubles (`/NAME`) and as strings (`/text/NAME`)"},
        {"data.svg", "the picture"},
        {"system.toml", "the system"},
        {"matrices.toml", "the matrices of the system"},
        {"datapackage.json", "the description (Frictionless Data Package)"},
        {"ro-crate-metadata.json", "the provenance (RO-Crate)"}};
    const auto found = meanings.find(file);
    if (found != meanings.end()) {
      text += fmt::format("- `{}`: {}\n", file, found->second);
    }
  }
  return text + fmt::format(
                    "\nMade by `{}`, version {}. `plumbline dataset verify` compares the sums in "
                    "`SHA256SUMS` and computes rows again. The numbers are facts and free for "
                    "every use (CC0).\n",
                    facts.command, version());
}

}  // namespace

std::string csv_text(const std::vector<dataset_column>& columns,
                     const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& column : columns) {
    text += (text.empty() ? "" : ",") + column.name;
  }
  for (const auto& row : rows) {
    char separator = '\n';
    for (const auto& cell : row) {
      text += separator;
      text += cell;
      separator = ',';
    }
  }
  return text + "\n";
}

void require_free_folder(const fs::path& folder) {
  require_free_folder(folder, is_dataset, "a dataset");
}

void write_dataset(const fs::path& folder, const dataset_facts& facts, const dataset_source& source,
                   const dataset_rows& rows) {
  if (rows.digits != facts.digits || rows.cells.size() != source.rows()) {
    throw invalid_input(fmt::format(
        "a dataset of {} rows with {} digits is described, and {} rows with {} digits are given",
        source.rows(), facts.digits, rows.cells.size(), rows.digits));
  }
  require_free_folder(folder);
  new_folder made(folder);
  std::vector<std::pair<std::string, std::string>> files;
  const auto contents = [&made](const std::string& name) {
    std::ifstream stream(made.path() / name, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  };
  const auto add = [&](const std::string& name, const std::string& bytes) {
    write_file(made.path() / name, bytes);
    files.emplace_back(name, bytes);
  };
  add("data.csv", csv_text(source.columns(), rows.cells));
  write_json_table(made.path() / "data.json", facts, source, rows);
  files.emplace_back("data.json", contents("data.json"));
  if (has_hdf5()) {
    write_hdf5_table(made.path() / "data.h5", facts, source, rows);
    files.emplace_back("data.h5", contents("data.h5"));
  }
  add("data.svg", picture_text(source, rows));
  for (const auto& [name, bytes] : source.files()) {
    add(name, bytes);
  }
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const auto& file : files) {
    names.push_back(file.first);
  }
  const json package = data_package(facts, source, rows, files);
  add(description_file_name, json_text(package));
  names.emplace_back(description_file_name);
  names.emplace_back("README.md");
  const json crate = ro_crate(facts, source, rows, names);
  add("ro-crate-metadata.json", json_text(crate));
  names.emplace_back("ro-crate-metadata.json");
  add("README.md", readme(facts, source, rows, names));
  write_file(made.path() / sums_file_name, sums_of(files));
  made.put_in_place();
}

}  // namespace plumbline
