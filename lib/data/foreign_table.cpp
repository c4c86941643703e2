// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/data/foreign_table.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/scalar/printed_number.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace plumbline {

namespace {

/// Without the blanks around it, and without quotes around what is left.
std::string plain_cell(std::string_view cell) {
  std::string text = trimmed(cell);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

/// Where the cell that begins the line ends: at the separator that is not between double quotes. Quotes begin a cell or
/// are letters of it, and a quote inside quotes is written twice (RFC 4180).
std::size_t end_of_cell(std::string_view line, char separator) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] != '"') {
    return line.find(separator);
  }
  auto closing = line.find('"', first + 1);
  while (closing != std::string_view::npos && closing + 1 < line.size() &&
         line[closing + 1] == '"') {
    closing = line.find('"', closing + 2);
  }
  return closing == std::string_view::npos ? line.find(separator) : line.find(separator, closing);
}

/// ',' ';' or a tab where the line has one outside of quotes, otherwise a blank.
char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t'}) {
    if (end_of_cell(line, c) != std::string_view::npos) {
      return c;
    }
  }
  return ' ';
}

std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> cells;
  if (separator == ' ') {
    std::istringstream words{std::string(line)};
    for (std::string word; words >> word;) {
      cells.push_back(plain_cell(word));
    }
    return cells;
  }
  while (true) {
    const auto end = end_of_cell(line, separator);
    cells.push_back(plain_cell(line.substr(0, end)));
    if (end == std::string_view::npos) {
      return cells;
    }
    line.remove_prefix(end + 1);
  }
}

bool is_number(const std::string& cell) { return printed_number::read(cell).has_value(); }

/// "1,5" as "1.5"; other texts as they are.
std::string with_decimal_point(std::string cell) {
  if (std::count(cell.begin(), cell.end(), ',') == 1 && !is_number(cell)) {
    std::string changed = cell;
    std::replace(changed.begin(), changed.end(), ',', '.');
    return is_number(changed) ? changed : cell;
  }
  return cell;
}

/// Whether these are numbers rather than names: a header has no number at all.
bool are_numbers(const std::vector<std::string>& cells) {
  return std::any_of(cells.begin(), cells.end(), is_number);
}

/// The same for a line of numbers. A tab among blanks is a blank: numbers have none inside. A comma among semicolons or
/// tabs is a decimal comma.
char separator_of_numbers(std::string_view line) {
  const char separator = separator_of(line);
  if (separator == ',') {
    for (const char c : {';', '\t'}) {
      const auto cells = split(line, c);
      const bool all = std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
        return cell.empty() || is_number(with_decimal_point(cell));
      });
      if (cells.size() > 1 && all) {
        return c;
      }
    }
  }
  if (separator == '\t') {
    const auto words = split(line, ' ');
    const auto cells = split(line, separator);
    const bool has_blanks = std::any_of(cells.begin(), cells.end(), [](const std::string& cell) {
      return cell.find(' ') != std::string::npos;
    });
    if (has_blanks && std::all_of(words.begin(), words.end(), is_number)) {
      return ' ';
    }
  }
  return separator;
}

class text_reader {
 public:
  text_reader(std::string name, const std::vector<std::string>& columns) : name_(std::move(name)) {
    table_.columns = columns;
    given_ = !columns.empty();
  }

  foreign_table read(const std::string& text) {
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::string content = plain_cell(line);
      if (content.empty()) {
        continue;
      }
      if (content.front() == '#' || content.front() == '%') {
        if (!started_) {
          comment_ = content.substr(1);
        }
        continue;
      }
      take(line, number);
    }
    if (!started_ || table_.rows.empty()) {
      throw invalid_input(fmt::format("{} has no rows of numbers", name_));
    }
    return std::move(table_);
  }

 private:
  void take(const std::string& line, int number) {
    const std::string place = fmt::format("{}:{}", name_, number);
    if (line.find('\0') != std::string::npos) {
      throw invalid_input(place + ": this is not text");
    }
    if (!started_) {
      started_ = true;
      if (!are_numbers(split(line, separator_of(line)))) {
        header_ = line;
        return;
      }
    }
    if (!has_separator_) {
      has_separator_ = true;
      separator_ = separator_of_numbers(line);
      if (!given_) {
        take_names(split(line, separator_), place);
      }
    }
    auto cells = split(line, separator_);
    // one separator at the end of the line is no cell
    if (cells.size() == table_.columns.size() + 1 && cells.back().empty()) {
      cells.pop_back();
    }
    if (cells.size() != table_.columns.size()) {
      throw invalid_input(fmt::format("{}: {} cells for the {} columns {}", place, cells.size(),
                                      table_.columns.size(), fmt::join(table_.columns, ",")));
    }
    if (separator_ == ';' || separator_ == '\t') {
      take_decimal_commas(cells, place);
    }
    table_.rows.push_back(std::move(cells));
    table_.places.push_back(place);
  }

  /// A file has decimal points or decimal commas; with both, a comma may as well stand between thousands.
  void take_decimal_commas(std::vector<std::string>& cells, const std::string& place) {
    for (auto& cell : cells) {
      has_point_ = has_point_ || (cell.find('.') != std::string::npos && is_number(cell));
      auto changed = with_decimal_point(cell);
      if (changed != cell) {
        has_comma_ = true;
        cell = std::move(changed);
      }
    }
    if (has_point_ && has_comma_) {
      throw invalid_input(place +
                          ": some numbers have a decimal comma and some a decimal point; a file "
                          "has one or the other");
    }
  }

  /// Names stand in the header, or in the last comment before the numbers. A header may have another separator than the rows.
  void take_names(std::vector<std::string> first_row, const std::string& place) {
    // one separator at the end of the line is no cell
    const std::size_t count = first_row.size() - (first_row.back().empty() ? 1 : 0);
    const std::string& line = header_.empty() ? comment_ : header_;
    auto names = split(line, separator_);
    for (const char separator : {',', ';', '\t', ' '}) {
      if (names.size() == count) {
        break;
      }
      auto others = split(line, separator);
      if (others.size() == count) {
        names = std::move(others);
      }
    }
    if (header_.empty() && (names.size() != count || are_numbers(names))) {
      throw invalid_input(fmt::format(
          "{}: the columns have no names; a header row, or --columns t,q1,... would say them",
          place));
    }
    // what such a separator of the header ends is no name
    if (names.size() > count && names.back().empty()) {
      names.pop_back();
    }
    table_.columns = std::move(names);
  }

  std::string name_;
  foreign_table table_;
  bool given_ = false;
  bool started_ = false;
  bool has_separator_ = false;
  char separator_ = ',';
  bool has_point_ = false;
  bool has_comma_ = false;
  std::string header_;
  std::string comment_;
};

/// JSON whose numbers are the texts that stand in the file.
class number_keeper : public nlohmann::json_sax<nlohmann::ordered_json> {
 public:
  using json = nlohmann::ordered_json;
  json root;
  std::string problem;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return add(text); }
  bool string(string_t& value) override { return add(value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool key(string_t& name) override {
    key_ = name;
    if (stack_.back()->contains(name)) {
      problem = fmt::format("has the key '{}' twice", name);
    }
    return problem.empty();
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string& last,
                   const nlohmann::detail::exception& error) override {
    constexpr int beyond_double = 406;
    problem =
        error.id == beyond_double
            ? fmt::format("has {}, which JSON's readers do not hold; it is read in quotes", last)
            : fmt::format("is not JSON: byte {}", position);
    return false;
  }

 private:
  json* put(json value) {
    if (stack_.empty()) {
      root = std::move(value);
      return &root;
    }
    json& parent = *stack_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[key_] = std::move(value));
  }
  bool add(json value) {
    put(std::move(value));
    return true;
  }
  bool open(json value) {
    constexpr std::size_t deepest = 100;
    if (stack_.size() >= deepest) {
      problem = "is not JSON: too deep a nesting";
      return false;
    }
    stack_.push_back(put(std::move(value)));
    return true;
  }
  bool close() {
    stack_.pop_back();
    return true;
  }

  std::vector<json*> stack_;
  std::string key_;
};

class json_reader {
 public:
  json_reader(std::string name, const std::vector<std::string>& columns) : name_(std::move(name)) {
    table_.columns = columns;
    given_ = !columns.empty();
  }

  foreign_table read(const std::string& text) {
    const json root = parsed(text);
    if (root.is_object() && root.contains("rows") && root["rows"].is_array()) {
      if (!given_ && root.contains("columns")) {
        for (const auto& each : root["columns"]) {
          table_.columns.push_back(each.is_string() ? each.get<std::string>() : "");
        }
      }
      rows_of(root["rows"]);
    } else if (root.is_array()) {
      rows_of(root);
    } else if (root.is_object()) {
      columns_of(root);
    }
    if (table_.rows.empty()) {
      throw invalid_input(fmt::format(
          R"({} holds no table; {{"columns": [...], "rows": [[...], ...]}} is one)", name_));
    }
    return std::move(table_);
  }

 private:
  using json = nlohmann::ordered_json;

  /// The document, or the list of its lines where each is one (JSON lines).
  json parsed(const std::string& text) const {
    const auto refuse = [](const std::string& place, const number_keeper& keeper) {
      throw invalid_input(fmt::format(
          "{} {}", place, keeper.problem.empty() ? "is not JSON: unreadable" : keeper.problem));
    };
    number_keeper whole;
    if (json::sax_parse(text, &whole)) {
      return std::move(whole.root);
    }
    json list = json::array();
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (plain_cell(line).empty()) {
        continue;
      }
      number_keeper keeper;
      if (!json::sax_parse(line, &keeper)) {
        if (list.empty()) {
          refuse(name_, whole);
        }
        refuse(fmt::format("{}:{}", name_, number), keeper);
      }
      list.push_back(std::move(keeper.root));
    }
    return list;
  }

  std::string cell(const json& value, const std::string& place) const {
    if (value.is_null()) {
      return "";
    }
    if (!value.is_string()) {
      throw invalid_input(place + ": a number or a string is needed in every cell");
    }
    return plain_cell(value.get<std::string>());
  }

  void rows_of(const json& rows) {
    if (table_.columns.empty()) {
      name_columns(rows);
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::string place = fmt::format("{}: row {}", name_, k);
      const json& row = rows[k];
      std::vector<std::string> cells;
      if (row.is_object()) {
        for (const auto& column : table_.columns) {
          cells.push_back(row.contains(column) ? cell(row[column], place) : "");
        }
      } else if (row.is_array()) {
        for (const auto& value : row) {
          cells.push_back(cell(value, place));
        }
      } else {
        throw invalid_input(place + ": a row is an array or an object");
      }
      if (table_.columns.empty()) {
        throw invalid_input(name_ + ": the columns have no names; --columns t,q1,... says them");
      }
      if (cells.size() != table_.columns.size()) {
        throw invalid_input(fmt::format("{}: {} cells for the {} columns {}", place, cells.size(),
                                        table_.columns.size(), fmt::join(table_.columns, ",")));
      }
      table_.rows.push_back(std::move(cells));
      table_.places.push_back(place);
    }
  }

  /// By the keys of all rows that are objects, in the order in which they first appear.
  void name_columns(const json& rows) {
    std::set<std::string> known;
    for (const json& row : rows) {
      if (row.is_object()) {
        for (const auto& [key, value] : row.items()) {
          if (known.insert(key).second) {
            table_.columns.push_back(key);
          }
        }
      }
    }
  }

  void columns_of(const json& root) {
    std::vector<std::string> names;
    std::size_t length = 0;
    for (const auto& [key, value] : root.items()) {
      if (!value.is_array() || value.empty() || value.front().is_structured()) {
        continue;
      }
      if (!names.empty() && value.size() != length) {
        throw invalid_input(fmt::format("{}: '{}' has {} entries, '{}' has {}", name_, key,
                                        value.size(), names.front(), length));
      }
      length = value.size();
      names.push_back(key);
    }
    for (std::size_t k = 0; k < length; ++k) {
      const std::string place = fmt::format("{}: row {}", name_, k);
      std::vector<std::string> cells;
      cells.reserve(names.size());
      for (const auto& name : names) {
        cells.push_back(cell(root[name][k], place));
      }
      table_.rows.push_back(std::move(cells));
      table_.places.push_back(place);
    }
    if (given_ && table_.columns.size() != names.size()) {
      throw invalid_input(fmt::format("{}: {} names in --columns for {} columns", name_,
                                      table_.columns.size(), names.size()));
    }
    if (!given_) {
      table_.columns = std::move(names);
    }
  }

  std::string name_;
  foreign_table table_;
  bool given_ = false;
};

foreign_table read_hdf5_table(const std::filesystem::path& file,
                              const std::vector<std::string>& columns) {
  hdf5_columns found = read_hdf5_columns(file);
  foreign_table table;
  table.columns = columns.empty() ? found.names : columns;
  if (table.columns.empty()) {
    throw invalid_input(
        fmt::format("{}: the columns have no names; --columns t,q1,... says them", file.native()));
  }
  if (table.columns.size() != found.columns.size()) {
    throw invalid_input(fmt::format("{}: {} names in --columns for {} columns", file.native(),
                                    table.columns.size(), found.columns.size()));
  }
  const std::size_t rows = found.columns.front().size();
  for (std::size_t c = 0; c < found.columns.size(); ++c) {
    if (found.columns[c].size() != rows) {
      throw invalid_input(fmt::format("{}: '{}' has {} entries, '{}' has {}", file.native(),
                                      table.columns[c], found.columns[c].size(),
                                      table.columns.front(), rows));
    }
  }
  if (rows == 0) {
    throw invalid_input(file.native() + " has no rows of numbers");
  }
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::string> cells;
    for (auto& column : found.columns) {
      cells.push_back(std::move(column[row]));
    }
    table.rows.push_back(std::move(cells));
    table.places.push_back(fmt::format("{}: row {}", file.native(), row));
  }
  return table;
}

}  // namespace

std::string file_contents(const std::filesystem::path& file) {
  std::ostringstream text;
  if (file == "-") {
    text << std::cin.rdbuf();
    return text.str();
  }
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown)) {
    throw io_error(fmt::format("cannot read '{}': it is a folder", file.native()));
  }
  if (std::filesystem::is_character_file(file, unknown)) {  // it may have no end
    throw io_error(fmt::format("cannot read '{}': it is a device", file.native()));
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw io_error(fmt::format("cannot read '{}': {}", file.native(), std::strerror(errno)));
  }
  text << stream.rdbuf();
  if (stream.bad()) {
    throw io_error(fmt::format("cannot read '{}'", file.native()));
  }
  return text.str();
}

namespace {

/// Whether each byte that begins a character is followed by as many as it announces.
bool is_utf_8(std::string_view text) {
  std::size_t following = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) == 0x80U) {
      if (following-- == 0) {
        return false;
      }
    } else {
      if (following > 0 || byte > 0xf4U) {
        return false;
      }
      following = byte >= 0xf0U ? 3 : byte >= 0xe0U ? 2 : byte >= 0xc0U ? 1 : 0;
    }
  }
  return following == 0;
}

/// The names of columns may be in Latin-1.
std::string from_latin_1(std::string_view text) {
  constexpr unsigned char first = 0x80;
  constexpr unsigned payload = 6;
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < first) {
      result += c;
    } else {
      result += static_cast<char>(0xc0U | (byte >> payload));
      result += static_cast<char>(0x80U | (byte & 0x3fU));
    }
  }
  return result;
}

}  // namespace

foreign_table read_foreign_table(const std::filesystem::path& file,
                                 const std::vector<std::string>& columns) {
  std::string text = file_contents(file);
  const std::string name = file == "-" ? "standard input" : file.native();
  constexpr std::string_view hdf5_signature = "\x89HDF\r\n";
  if (text.rfind(hdf5_signature, 0) == 0) {
    if (file == "-") {
      throw invalid_input("HDF5 cannot be read from standard input; name the file");
    }
    return read_hdf5_table(file, columns);
  }
  text.erase(0, text.size() - without_byte_order_mark(text).size());
  if (text.rfind("\xff\xfe", 0) == 0 || text.rfind("\xfe\xff", 0) == 0) {
    throw invalid_input(name + " is text in UTF-16; UTF-8 is read");
  }
  if (!is_utf_8(text)) {
    text = from_latin_1(text);
  }
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) {
    throw invalid_input(name + " is empty");
  }
  if (text[first] == '{' || text[first] == '[') {
    return json_reader(name, columns).read(text);
  }
  return text_reader(name, columns).read(text);
}

}  // namespace plumbline
