// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/table_output.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/data/hdf5_file.hpp>

#include <fmt/format.h>

namespace plumbline::cli {

namespace {

bool is_hdf5(const std::string& name) { return name.ends_with(".h5") || name.ends_with(".hdf5"); }

std::optional<table_format> format_of(const shared_options& o) {
  if (!is_hdf5(o.output)) {
    return parse_format(o.format.empty() ? "csv" : o.format);
  }
  if (!o.format.empty()) {
    throw invalid_input(fmt::format(
        "-o '{}' is an HDF5 file and --format says {}; leave one of them out", o.output, o.format));
  }
  if (!has_hdf5()) {
    throw invalid_input(fmt::format(
        "-o '{}': this program was built without HDF5 (Debian: libhdf5-dev); give a file that ends "
        "in .csv or .json",
        o.output));
  }
  return std::nullopt;
}

std::string hdf5_of(const metadata& meta, const std::vector<table_column>& columns,
                    const std::vector<std::vector<std::string>>& rows, bool complete) {
  hdf5_table table;
  for (const auto& entry : meta) {
    table.attributes.emplace_back(entry.key, text_of(entry));
  }
  if (!complete) {
    table.attributes.emplace_back("incomplete", "true");
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    hdf5_column column;
    column.name = columns[k].name;
    // the place of doubles named as the group of the texts is taken
    column.what = columns[k].kind == column_kind::text || column.name == hdf5_texts
                      ? hdf5_column::kind::words
                      : hdf5_column::kind::cells;
    for (const auto& row : rows) {
      column.texts.push_back(row[k]);
    }
    table.columns.push_back(std::move(column));
  }
  return hdf5_bytes(table);
}

}  // namespace

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

table_output::table_output(const shared_options& o)
    : format_(format_of(o)), out_(format_ ? open_output(o) : output::file(o.output)) {}

void table_output::write(const metadata& meta, const std::vector<table_column>& columns,
                         const std::vector<std::vector<std::string>>& rows, bool complete) {
  if (!format_) {
    out_.write(hdf5_of(meta, columns, rows, complete));
    return;
  }
  table_writer table(out_, *format_, meta, columns);
  for (const auto& row : rows) {
    table.row(row);
  }
  complete ? table.finish() : table.finish_incomplete();
}

}  // namespace plumbline::cli
