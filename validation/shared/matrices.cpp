// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/matrices.hpp"

#include "shared/nearest.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_text.hpp>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace plumbline::cli {

namespace {

constexpr std::uintmax_t largest_file = 64U << 20U;

class matrix_reader {
 public:
  explicit matrix_reader(const std::filesystem::path& path) : path_(path) {
    std::ifstream stream(path, std::ios::binary);
    std::error_code error;
    if (!stream || std::filesystem::is_directory(path, error)) {
      const int reason = std::filesystem::is_directory(path, error) ? EISDIR : errno;
      throw io_error(fmt::format("cannot read '{}': {}", path.native(),
                                 std::generic_category().message(reason)));
    }
    if (std::filesystem::file_size(path, error) > largest_file && !error) {
      throw invalid_input(fmt::format("'{}' is larger than 64 MB", path.native()));
    }
    std::string line;
    while (std::getline(stream, line)) {
      lines_.push_back(line);
      text_ += line + "\n";
    }
  }

  matrix_file read() const {
    toml::table table;
    if (const auto line = first_stray_line(text_); line != 0) {
      throw invalid_input(
          fmt::format("'{}' line {}: {}", path_.native(), line, stray_byte_message));
    }
    try {
      table = toml::parse(text_);
    } catch (const toml::parse_error& error) {
      fail(error.source(), std::string(error.description()));
    }
    for (const auto& [key, value] : table) {
      if (key != "M" && key != "K" && key != "C") {
        fail(value.source(), unknown_name("matrix", std::string(key.str()), {"M", "K", "C"}));
      }
    }
    matrix_file file{matrix(table, "M"), matrix(table, "K"), {}};
    if (table.contains("C")) {
      file.damping = matrix(table, "C");
    }
    for (const auto& [name, other] :
         {std::pair{"K", &file.stiffness}, std::pair{"C", &file.damping}}) {
      if (!other->empty() && file.mass.size() != other->size()) {
        throw invalid_input(fmt::format("'{}': M has {} rows and {} has {}", path_.native(),
                                        file.mass.size(), name, other->size()));
      }
    }
    return file;
  }

 private:
  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const {
    throw invalid_input(fmt::format("'{}' line {}: {}", path_.native(), where.begin.line, what));
  }

  expression_matrix matrix(const toml::table& table, const char* name) const {
    const auto* rows = table[name].as_array();
    if (rows == nullptr) {
      throw invalid_input(fmt::format("'{}' lacks the matrix {}, written as {} = [[a, b], [c, d]]",
                                      path_.native(), name, name));
    }
    expression_matrix result;
    for (const auto& row : *rows) {
      const auto* cells = row.as_array();
      if (cells == nullptr) {
        fail(row.source(), fmt::format("{} must be a list of rows", name));
      }
      std::vector<expression> values;
      for (const auto& cell : *cells) {
        values.push_back(value(cell));
      }
      if (values.size() != rows->size()) {
        fail(row.source(), fmt::format("{} must be square: it has {} rows and a row of {}", name,
                                       rows->size(), values.size()));
      }
      result.push_back(std::move(values));
    }
    if (result.empty()) {
      fail(rows->source(), fmt::format("{} is empty", name));
    }
    return result;
  }

  expression value(const toml::node& cell) const {
    try {
      if (const auto* text = cell.as_string()) {
        return expression(text->get());
      }
      if (cell.is_integer()) {
        return expression(std::to_string(cell.as_integer()->get()));
      }
      if (cell.is_floating_point()) {
        return expression(written(cell.source()));
      }
    } catch (const invalid_input& error) {
      fail(cell.source(), error.what());
    }
    fail(cell.source(), "an entry must be a number or a string with an exact value");
  }

  /// The digits of a number as they stand in the file: a double would have rounded them.
  std::string written(const toml::source_region& where) const {
    const auto& line = lines_.at(where.begin.line - 1);
    const auto ascii = std::all_of(line.begin(), line.end(),
                                   [](char c) { return static_cast<signed char>(c) >= 0; });
    if (!ascii || where.end.line != where.begin.line) {
      fail(where, "write this number as a string");
    }
    std::string text = line.substr(where.begin.column - 1, where.end.column - where.begin.column);
    text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
    return text;
  }

  std::filesystem::path path_;
  std::vector<std::string> lines_;
  std::string text_;
};

}  // namespace

matrix_file read_matrices(const std::filesystem::path& path) { return matrix_reader(path).read(); }

}  // namespace plumbline::cli
