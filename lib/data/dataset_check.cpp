// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/data/dataset_check.hpp>
#include <plumbline/data/foreign_table.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/io/sha256.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

namespace plumbline {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Sums of the files that SHA256SUMS lists, and files that it does not list. Gives the files that are not what their sums say.
std::set<std::string> check_sums(const fs::path& folder, std::vector<std::string>& wrong) {
  std::set<std::string> changed;
  if (!fs::exists(folder / sums_file_name)) {
    wrong.push_back(fmt::format("{} is missing", sums_file_name));
    return changed;
  }
  const std::string text = file_contents(folder / sums_file_name);
  if (!text.ends_with('\n')) {
    wrong.push_back(fmt::format("{}: the last line has no end", sums_file_name));
  }
  std::istringstream lines(text);
  std::set<std::string> listed = {sums_file_name};
  std::string before;
  constexpr std::size_t digits = 64;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string sum = line.substr(0, digits);
    if (line.size() < digits + 3 || line.substr(digits, 2) != "  " ||
        sum.find_first_not_of("0123456789abcdef") != std::string::npos) {
      wrong.push_back(fmt::format("{}:{}: not a sum and a name", sums_file_name, number));
      continue;
    }
    const std::string name = line.substr(digits + 2);
    if (name <= before) {
      wrong.push_back(
          fmt::format("{}:{}: {} does not belong after {}", sums_file_name, number, name, before));
    }
    before = name;
    listed.insert(name);
    if (name.find('/') != std::string::npos || !fs::is_regular_file(folder / name)) {
      wrong.push_back(fmt::format("{} is missing", name));
    } else if (sha256(file_contents(folder / name)) != sum) {
      wrong.push_back(fmt::format("{} is not what {} says", name, sums_file_name));
      changed.insert(name);
    }
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().native();
    if (!listed.contains(name)) {
      wrong.push_back(fmt::format("{} is not listed in {}", name, sums_file_name));
    }
  }
  for (const char* const name : {"data.csv", "data.json", description_file_name}) {
    if (!listed.contains(name)) {
      wrong.push_back(fmt::format("{} is not listed in {}", name, sums_file_name));
    }
  }
  return changed;
}

json read_description(const fs::path& folder) {
  const fs::path file = folder / description_file_name;
  if (!fs::exists(file)) {
    throw invalid_input(
        fmt::format("'{}' is not a dataset: it has no {}", folder.native(), description_file_name));
  }
  const json root = json::parse(file_contents(file), nullptr, false);
  if (!root.is_object() || !root.contains("plumbline") || !root.contains("resources")) {
    throw invalid_input(fmt::format("'{}' is not the description of a dataset", file.native()));
  }
  return root;
}

class checker {
 public:
  /// `changed`: files that are not what their sums say.
  checker(const fs::path& folder, std::set<std::string> changed, dataset_check& found)
      : folder_(folder), changed_(std::move(changed)), found_(found) {}

  void run(bool full, std::uint64_t seed, const run_control& control) {
    const json description = read_description(folder_);
    const json& facts = description["plumbline"];
    digits_ = facts.at("digits").get<int>();
    source_ = make_source(facts.at("source").dump(), folder_);
    if (digits_ < 1 || digits_ > 100000) {
      throw invalid_input(fmt::format("the dataset cannot have {} digits", digits_));
    }
    columns_ = source_->columns();
    check_claims(description);
    read_rows();
    if (cells_.size() != source_->rows()) {
      say(fmt::format("data.csv has {} rows, the description says {}", cells_.size(),
                      source_->rows()));
    }
    found_.rows = source_->rows();
    compare_copies();
    check_digits();
    const auto files = source_->files();
    if (std::ranges::any_of(files,
                            [this](const auto& file) { return changed_.contains(file.first); })) {
      return;  // another system may have no motion, or one without end
    }
    const std::string how = compute_again(full, seed, control);
    // what was proven is compared with computations of other methods
    check_what_is_said(description, facts.at("source").value("certified", false) ? "proven" : how);
  }

 private:
  void say(std::string what) { found_.wrong.push_back(std::move(what)); }

  void check_claims(const json& description) {
    const auto claims = [&](const json& got, const char* what, const json& should) {
      if (got != should) {
        say(fmt::format("{}: {} is {}, the data have {}", description_file_name, what, got.dump(),
                        should.dump()));
      }
    };
    const json& facts = description["plumbline"];
    claims(facts.value("rows", json()), "plumbline.rows", source_->rows());
    for (const auto& resource : description["resources"]) {
      const std::string path = resource.value("path", "");
      if (path.empty() || !fs::is_regular_file(folder_ / path)) {
        say(fmt::format("{}: the resource '{}' is missing", description_file_name, path));
        continue;
      }
      const std::string bytes = file_contents(folder_ / path);
      claims(resource.value("hash", json()), ("hash of " + path).c_str(),
             "sha256:" + sha256(bytes));
      claims(resource.value("bytes", json()), ("bytes of " + path).c_str(), bytes.size());
      if (path != "data.csv") {
        continue;
      }
      const json fields =
          resource.contains("schema") ? resource["schema"].value("fields", json::array()) : json();
      if (fields.size() != columns_.size()) {
        say(fmt::format("{}: {} fields for {} columns", description_file_name, fields.size(),
                        columns_.size()));
        continue;
      }
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        claims(fields[c].value("name", json()), "the name of a field", columns_[c].name);
        if (!columns_[c].is_given()) {
          claims(fields[c].value("digits", json()),
                 ("digits of column " + columns_[c].name).c_str(), digits_);
        }
      }
    }
  }

  /// What the description says of the system, the start and the columns, and how their values are known, which the computations of
  /// the check know as well.
  void check_what_is_said(const json& description, const std::string& how) {
    const auto is_said = [&](const std::string& what, const json& said, const json& should) {
      if (said != should) {
        say(fmt::format("{}: {} is {}, it should be {}", description_file_name, what, said.dump(),
                        should.dump()));
      }
    };
    const json& own = description["plumbline"];
    json facts = own.value("facts", json::object());
    if (!facts.is_object()) {
      is_said("plumbline.facts", facts, json::object());
      facts = json::object();
    }
    for (const auto& [name, value] : source_->facts()) {
      if (facts.contains(name)) {
        is_said("plumbline.facts, " + name, facts[name], value);
        facts.erase(name);
      }
    }
    for (const auto& [name, value] : facts.items()) {
      is_said("plumbline.facts, " + name, value, json());
    }
    is_said("plumbline.verified", own.value("verified", json()), how);
    for (const json& resource : description["resources"]) {
      if (resource.value("path", "") != "data.csv" || !resource.contains("schema")) {
        continue;
      }
      const json fields = resource["schema"].value("fields", json::array());
      for (std::size_t c = 0; c < std::min(fields.size(), columns_.size()); ++c) {
        const dataset_column& column = columns_[c];
        is_said("the unit of column " + column.name, fields[c].value("unit", ""), column.unit);
        is_said("how column " + column.name + " is verified", fields[c].value("verified", json()),
                column.is_given() ? "given" : how);
      }
    }
  }

  void read_rows() {
    auto table = read_foreign_table(folder_ / "data.csv", {});
    std::vector<std::string> names;
    for (const auto& column : columns_) {
      names.push_back(column.name);
    }
    if (table.columns != names) {
      throw invalid_input(fmt::format("{} has the columns {}, the description says {}",
                                      (folder_ / "data.csv").native(),
                                      fmt::join(table.columns, ","), fmt::join(names, ",")));
    }
    cells_ = std::move(table.rows);
  }

  /// Rows in which a copy has another text; they are computed again in every sample.
  void compare_copies() {
    const auto json_table = read_foreign_table(folder_ / "data.json", {});
    compare("data.json", [&](std::size_t row, std::size_t c) -> std::optional<std::string> {
      return row < json_table.rows.size() && c < json_table.rows[row].size()
                 ? std::optional(json_table.rows[row][c])
                 : std::nullopt;
    });
    if (!fs::exists(folder_ / "data.h5") || !has_hdf5()) {
      return;
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto values = read_hdf5_column(folder_ / "data.h5", columns_[c].name);
      for (std::size_t row = 0; row < cells_.size(); ++row) {
        const std::string& text = cells_[row][c];
        const auto number = printed_number::read(text);
        if (row >= values.texts.size() || values.texts[row] != text) {
          different("data.h5", row, c);
        } else if (row >= values.doubles.size() ||
                   (number && values.doubles[row] != from_text<double>(text))) {
          say(fmt::format("data.h5: row {}, column {}: the double is not the nearest", row,
                          columns_[c].name));
        }
      }
    }
  }
  template <class Text>
  void compare(const char* file, Text&& text) {
    for (std::size_t row = 0; row < cells_.size(); ++row) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (text(row, c) != cells_[row][c]) {
          different(file, row, c);
        }
      }
    }
  }
  void different(const char* file, std::size_t row, std::size_t c) {
    say(fmt::format("row {}, column {}: data.csv and {} differ", row, columns_[c].name, file));
    suspects_.insert(row);
  }

  void check_digits() {
    for (std::size_t row = 0; row < cells_.size(); ++row) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const auto number = printed_number::read(cells_[row][c]);
        if (!number) {
          say(fmt::format("row {}, column {}: '{}' is not a number", row, columns_[c].name,
                          cells_[row][c]));
          suspects_.insert(row);
        } else if (!columns_[c].is_given() && number->value.sign() != 0 &&
                   number->digits != digits_) {
          say(fmt::format("row {}, column {}: {} digits, the description says {}", row,
                          columns_[c].name, number->digits, digits_));
          suspects_.insert(row);
        }
      }
    }
  }

  /// Gives the word for how the values are known.
  std::string compute_again(bool full, std::uint64_t seed, const run_control& control) {
    const std::size_t count = std::min(cells_.size(), source_->rows());
    std::vector<std::size_t> which(count);
    for (std::size_t row = 0; row < count; ++row) {
      which[row] = row;
    }
    constexpr std::size_t sample = 20;
    if (!full && sample < count) {
      // a shuffle of our own: the library's differs from compiler to compiler
      std::mt19937_64 random(seed);
      for (std::size_t k = 0; k < sample; ++k) {
        std::swap(which[k], which[k + random() % (count - k)]);
      }
      which.resize(sample);
    }
    found_.computed_rows = which.size();
    for (const std::size_t row : suspects_) {
      if (row < count && std::find(which.begin(), which.end(), row) == which.end()) {
        which.push_back(row);
      }
    }
    std::sort(which.begin(), which.end());
    const auto truth = settled_rows(*source_, which, digits_, computing_for::checking, control);
    found_.computations = truth.computations;
    for (std::size_t k = 0; k < which.size(); ++k) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const std::string& printed = cells_[which[k]][c];
        if (printed != truth.cells[k][c]) {
          say(fmt::format("row {}, column {}: printed {}, true {}", which[k], columns_[c].name,
                          printed, truth.cells[k][c]));
        }
      }
    }
    return truth.how;
  }

  const fs::path& folder_;
  std::set<std::string> changed_;
  dataset_check& found_;
  int digits_ = 0;
  std::unique_ptr<dataset_source> source_;
  std::vector<dataset_column> columns_;
  std::vector<std::vector<std::string>> cells_;
  std::set<std::size_t> suspects_;
};

}  // namespace

dataset_check check_dataset(const fs::path& folder, bool full, std::uint64_t seed,
                            const run_control& control) {
  if (!fs::is_directory(folder)) {
    throw io_error(
        fmt::format("cannot read '{}': {}", folder.native(),
                    fs::exists(folder) ? "it is not a folder" : "there is no such folder"));
  }
  dataset_check found;
  (void)read_description(folder);  // what is no dataset at all needs no sums
  std::set<std::string> changed = check_sums(folder, found.wrong);
  try {
    try {
      checker(folder, std::move(changed), found).run(full, seed, control);
    } catch (
        const nlohmann::json::exception& error) {  // an entry that is missing, or of another kind
      throw invalid_input(
          fmt::format("the description of the dataset is damaged: {}", error.what()));
    }
  } catch (const interrupted&) {
    throw;
  } catch (const invalid_input& error) {
    if (found.wrong.empty()) {
      throw;
    }
    found.wrong.emplace_back(error.what());
  } catch (const std::runtime_error&
               error) {  // of a file that the sums have missed, or of steps that fail
    if (found.wrong.empty()) {
      throw;
    }
    found.wrong.emplace_back(error.what());
  }
  return found;
}

}  // namespace plumbline
