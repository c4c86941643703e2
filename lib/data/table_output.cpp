// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/data/table_output.hpp>

#include <fmt/format.h>

#include <utility>

namespace plumbline {

namespace {

bool is_hdf5(const std::string& name) { return name.ends_with(".h5") || name.ends_with(".hdf5"); }

std::optional<table_format> format_of(const std::string& format, const std::string& target) {
  if (!is_hdf5(target)) {
    return parse_format(format);
  }
  if (!format.empty()) {
    throw invalid_input(fmt::format(
        "-o '{}' is an HDF5 file and --format says {}; leave one of them out", target, format));
  }
  if (!has_hdf5()) {
    throw invalid_input(fmt::format(
        "-o '{}': this program was built without HDF5 (Debian: libhdf5-dev); give a file that ends "
        "in .csv or .json",
        target));
  }
  return std::nullopt;
}

std::string hdf5_of(const metadata& facts, const table_value& from) {
  hdf5_table table;
  for (const auto& entry : facts) {
    table.attributes.emplace_back(entry.key, text_of(entry));
  }
  if (!from.complete) {
    table.attributes.emplace_back("incomplete", "true");
  }
  for (std::size_t k = 0; k < from.columns.size(); ++k) {
    hdf5_column column;
    column.name = from.columns[k].name;
    // the place of doubles named as the group of the texts is taken
    column.what = from.columns[k].kind == column_kind::text || column.name == hdf5_texts
                      ? hdf5_column::kind::words
                      : hdf5_column::kind::cells;
    for (const auto& row : from.rows) {
      column.texts.push_back(row[k]);
    }
    table.columns.push_back(std::move(column));
  }
  return hdf5_bytes(table);
}

}  // namespace

table_output::table_output(metadata head, const std::string& format, const std::string& target,
                           const std::string& input)
    : head_(std::move(head)),
      format_(format_of(format, target)),
      out_(format_ ? output::named(target, input) : output::file(target)) {}

void table_output::write(const table_value& table) {
  metadata facts = head_;
  facts.insert(facts.end(), table.facts.begin(), table.facts.end());
  if (!format_) {
    out_.write(hdf5_of(facts, table));
    return;
  }
  table_writer writer(out_, *format_, facts, table.columns);
  for (const auto& row : table.rows) {
    writer.row(row);
  }
  table.complete ? writer.finish() : writer.finish_incomplete();
}

}  // namespace plumbline
