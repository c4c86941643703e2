// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/table.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace plumbline {

namespace {

/// One line, whatever the value holds.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

void add_csv_cell(std::string& line, const std::string& text) {
  const auto has = [&](char c) { return text.find(c) != std::string::npos; };
  if (!has(',') && !has('"') && !has('\n') && !has('\r')) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    line.append(c == '"' ? 2 : 1, c);
  }
  line += '"';
}

}  // namespace

table_format parse_format(const std::string& text) {
  if (text.empty() || text == "csv") {
    return table_format::csv;
  }
  if (text == "json") {
    return table_format::json;
  }
  throw invalid_input(unknown_name("format", text, {"csv", "json"}));
}

metadata_entry option_entry(std::string key, const std::string& text) {
  constexpr std::array counts = {"steps", "count", "members"};
  if (std::ranges::find(counts, key) == counts.end()) {
    return {std::move(key), text};
  }
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && end == text.data() + text.size()) {
    return {std::move(key), count};
  }
  return {std::move(key), text};
}

std::string text_of(const metadata_entry& entry) {
  if (const auto* count = std::get_if<std::int64_t>(&entry.value)) {
    return std::to_string(*count);
  }
  if (const auto* text = std::get_if<std::string>(&entry.value)) {
    return *text;
  }
  std::string list;
  for (const auto& [name, value] : std::get<metadata_entry::named_values>(entry.value)) {
    list += fmt::format("{}{}={}", list.empty() ? "" : ", ", name, value);
  }
  return list;
}

metadata head_of_table(const std::string& command) {
  return {{"program", "plumbline"},
          {"version", version_with_commit()},
          {"software", software()},
          {"command", command}};
}

std::string json_quoted(std::string_view text) {
  return nlohmann::json(std::string(text))
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

table_writer::table_writer(output& out, table_format format, const metadata& meta,
                           std::vector<table_column> columns)
    : out_(&out), format_(format), columns_(std::move(columns)) {
  format_ == table_format::csv ? write_csv_head(meta) : write_json_head(meta);
}

void table_writer::write_csv_head(const metadata& meta) {
  out_->write(fmt::format("# lines: {}\n", meta.size() + 1));
  for (const auto& entry : meta) {
    out_->write(fmt::format("# {}: {}\n", entry.key, one_line(text_of(entry))));
  }
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    line_ += k == 0 ? "" : ",";
    add_csv_cell(line_, columns_[k].name);
  }
  out_->write(line_ + "\n");
}

void table_writer::write_json_head(const metadata& meta) {
  out_->write("{\"meta\": {");
  for (std::size_t k = 0; k < meta.size(); ++k) {
    line_ = fmt::format("{}\n  {}: ", k == 0 ? "" : ",", json_quoted(meta[k].key));
    if (const auto* count = std::get_if<std::int64_t>(&meta[k].value)) {
      line_ += std::to_string(*count);
    } else if (const auto* text = std::get_if<std::string>(&meta[k].value)) {
      line_ += json_quoted(*text);
    } else {
      line_ += "{";
      const char* separator = "";
      for (const auto& [name, value] : std::get<metadata_entry::named_values>(meta[k].value)) {
        line_ += fmt::format("{}{}: {}", separator, json_quoted(name), json_quoted(value));
        separator = ", ";
      }
      line_ += "}";
    }
    out_->write(line_);
  }
  line_ = "\n},\n\"columns\": [";
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    line_ += (k == 0 ? "" : ", ") + json_quoted(columns_[k].name);
  }
  out_->write(line_ + "],\n\"rows\": [");
}

void table_writer::row(const std::vector<std::string>& cells) {
  if (cells.size() != columns_.size()) {
    throw std::logic_error(
        fmt::format("a row of {} cells for {} columns", cells.size(), columns_.size()));
  }
  line_.clear();
  if (format_ == table_format::csv) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (k != 0) {
        line_ += ',';
      }
      add_csv_cell(line_, cells[k]);
    }
    line_ += '\n';
  } else {
    line_ += first_row_ ? "\n  [" : ",\n  [";
    for (std::size_t k = 0; k < cells.size(); ++k) {
      line_ += k == 0 ? "" : ", ";
      line_ += cells[k].empty()                         ? "null"
               : columns_[k].kind == column_kind::count ? cells[k]
                                                        : json_quoted(cells[k]);
    }
    line_ += "]";
  }
  first_row_ = false;
  out_->write(line_);
}

void table_writer::finish() {
  if (format_ == table_format::json) {
    out_->write("\n]}\n");
  }
}

void table_writer::finish_incomplete() {
  out_->write(format_ == table_format::csv ? "# incomplete\n" : "\n],\n\"incomplete\": true}\n");
}

void table_file::open() {
  if (!out_) {
    out_.emplace(output::named(target_, input_));
  }
}

void table_file::begin(const metadata& facts, const std::vector<table_column>& columns) {
  open();
  metadata all = head_;
  all.insert(all.end(), facts.begin(), facts.end());
  writer_.emplace(*out_, format_, all, columns);
}

void table_file::keep_partial() {
  if (writer_) {
    writer_->finish_incomplete();
    out_->keep_partial();
  }
}

void table_file::fail() {
  if (writer_ && out_->target().empty()) {
    writer_->finish_incomplete();
    out_->commit();
  }
}

std::vector<table_column> number_columns(const std::vector<std::string>& names) {
  std::vector<table_column> columns;
  columns.reserve(names.size());
  for (const auto& name : names) {
    columns.push_back({name, column_kind::number});
  }
  return columns;
}

}  // namespace plumbline
