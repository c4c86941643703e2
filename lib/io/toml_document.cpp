// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/io/toml_document.hpp>

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <system_error>
#include <tuple>
#include <utility>

namespace plumbline {

namespace {

std::string without_controls(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
  return text;
}

/// Where the text stops being UTF-8, or npos.
std::size_t first_broken_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80U                  ? 1
                               : c >= 0xC2U && c < 0xE0U  ? 2
                               : c >= 0xE0U && c < 0xF0U  ? 3
                               : c >= 0xF0U && c <= 0xF4U ? 4
                                                          : 0;
    if (length == 0 || i + length > text.size()) {
      return i;
    }
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) {
        return i;
      }
    }
    i += length;
  }
  return std::string_view::npos;
}

/// The place behind the string that begins at i. One that does not end is the parser's business.
std::size_t behind_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const bool has_escapes = quote == '"';
  const std::string_view three = text.substr(i, 3);
  const bool is_long = three.size() == 3 && three[1] == quote && three[2] == quote;
  for (i += is_long ? 3 : 1; i < text.size(); ++i) {
    if (has_escapes && text[i] == '\\') {
      ++i;
    } else if (!is_long && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (is_long && text.substr(i, 3) == three) {
      return i + 3;  // quotes that follow begin and end an empty string
    }
  }
  return text.size();
}

/// The place of the first byte outside of ASCII that stands neither in a string nor in a comment (nor is the byte order mark at
/// the start), or npos. TOML allows none, and toml++ 3 looks such a character up in a table that does not hold U+FB36 to U+FEFE,
/// and then does anything.
std::size_t first_stray_byte(std::string_view toml) {
  std::size_t i = toml.size() - without_byte_order_mark(toml).size();
  while (i < toml.size()) {
    const char c = toml[i];
    if (c == '"' || c == '\'') {
      i = behind_string(toml, i);
    } else if (c == '#') {
      const auto end = toml.find('\n', i);
      i = end == std::string_view::npos ? toml.size() : end;
    } else if (static_cast<unsigned char>(c) >= 0x80U) {
      return i;
    } else {
      ++i;
    }
  }
  return std::string_view::npos;
}

/// A way through a text, one character of UTF-8 at a time.
struct text_walk {
  std::string_view text;
  std::size_t at;  ///< a byte
  std::size_t line;
  std::size_t column = 1;

  bool ended() const { return at >= text.size(); }
  char here() const { return ended() ? ' ' : text[at]; }
  void next() {
    if (text[at] == '\n') {
      ++line;
      column = 0;
    }
    ++at;
    while (!ended() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
      ++at;
    }
    ++column;
  }
  void next_to(std::size_t last_line, std::size_t last_column) {
    while (!ended() && std::tie(line, column) < std::tie(last_line, last_column)) {
      next();
    }
  }
};

/// The bytes in UTF-8 of the letter with this number in hexadecimal digits; 1 without digits.
std::size_t bytes_of_letter(std::string_view digits) {
  std::uint32_t code = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  return code < 0x80U ? 1 : code < 0x800U ? 2 : code < 0x10000U ? 3 : 4;
}

/// Goes from the quotes of a string to a character of its content: escapes, several lines.
void go_inside(text_walk& walk, std::size_t position) {
  const char quote = walk.here();
  if (quote != '"' && quote != '\'') {
    return;
  }
  const bool several_lines = walk.text.substr(walk.at, 3) == std::string(3, quote);
  for (int k = 0; k < (several_lines ? 3 : 1); ++k) {
    walk.next();
  }
  for (const char end_of_line : {'\r', '\n'}) {
    if (several_lines && walk.here() == end_of_line) {
      walk.next();
    }
  }
  for (std::size_t passed = 0; passed < position && !walk.ended();) {
    const std::size_t before = walk.at;
    if (quote == '"' && walk.here() == '\\' && walk.at + 1 < walk.text.size()) {
      constexpr std::string_view spaces = " \t\r\n";
      const char escape = walk.text[walk.at + 1];
      const std::size_t length = escape == 'u' ? 6 : escape == 'U' ? 10 : 2;
      if (spaces.find(escape) != std::string::npos) {
        walk.next();
        while (!walk.ended() && spaces.find(walk.here()) != std::string::npos) {
          walk.next();
        }
        continue;
      }
      const std::string_view code = length == 2 ? "" : walk.text.substr(walk.at + 2, length - 2);
      passed += bytes_of_letter(code);
      for (std::size_t k = 0; k < length && !walk.ended(); ++k) {
        walk.next();
      }
      continue;
    }
    walk.next();
    passed += walk.at - before;
  }
}

/// What toml++ read, as values of ours.
class toml_reader {
 public:
  toml_reader(std::string_view text, const std::vector<std::size_t>& lines)
      : text_(text), lines_(lines) {}

  toml_value read(const toml::node& node, std::string key = {}) const {
    toml_value value;
    value.key = std::move(key);
    value.line = node.source().begin.line;
    value.column = node.source().begin.column;
    if (const auto* const table = node.as_table()) {
      for (const auto& [name, item] : *table) {
        value.items.push_back(read(item, std::string(name.str())));
      }
    } else if (const auto* const list = node.as_array()) {
      value.is = toml_value::kind::list;
      for (const auto& item : *list) {
        value.items.push_back(read(item));
      }
    } else if (const auto* const text = node.as_string()) {
      value.is = toml_value::kind::text;
      value.text = text->get();
    } else if (const auto* const whole = node.as_integer()) {
      value.is = toml_value::kind::whole;
      value.whole = whole->get();
      value.text = std::to_string(value.whole);
    } else if (node.is_floating_point()) {
      value.is = toml_value::kind::decimal;
      value.text = written(node.source());
    } else if (const auto* const truth = node.as_boolean()) {
      value.is = toml_value::kind::truth;
      value.truth = truth->get();
    } else {
      value.is = toml_value::kind::time;
    }
    return value;
  }

 private:
  /// The digits of a number as they stand in the file: a double would have rounded them.
  std::string written(const toml::source_region& where) const {
    text_walk walk{text_, lines_.at(where.begin.line - 1), where.begin.line};
    walk.next_to(where.begin.line, where.begin.column);
    const std::size_t begin = walk.at;
    walk.next_to(where.end.line, where.end.column);
    std::string digits(text_.substr(begin, walk.at - begin));
    std::erase(digits, '_');
    return digits;
  }

  std::string_view text_;
  const std::vector<std::size_t>& lines_;
};

}  // namespace

std::string shown_name(const std::string& name) { return without_controls(name); }

std::string read_text_file(const std::filesystem::path& path, std::size_t most) {
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(path, error);
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (is_folder || !stream) {
    throw io_error("cannot read '" + shown_name(path.native()) +
                   "': " + std::generic_category().message(is_folder ? EISDIR : errno));
  }
  std::string text;
  std::array<char, 1U << 16U> part;
  do {
    stream.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
  } while (stream && text.size() <= most);
  if (stream.bad()) {
    throw io_error("cannot read '" + shown_name(path.native()) + "'");
  }
  if (text.size() > most) {
    throw invalid_input("'" + shown_name(path.native()) + "' is longer than " +
                        std::to_string(most) + " bytes");
  }
  return text;
}

const toml_value* toml_value::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(items, name, {}, &toml_value::key);
  return is_table() && found != items.end() && found->key == name ? &*found : nullptr;
}

std::vector<const toml_value*> in_order(const toml_value& table) {
  std::vector<const toml_value*> list;
  for (const toml_value& item : table.items) {
    list.push_back(&item);
  }
  std::ranges::sort(list, [](const toml_value* a, const toml_value* b) {
    // keys with one place were written out of one, x[2] before x[10]
    return std::tuple(a->line, a->column, a->key.size(), std::string_view(a->key)) <
           std::tuple(b->line, b->column, b->key.size(), std::string_view(b->key));
  });
  return list;
}

toml_document::toml_document(std::string text, const std::string& name, std::size_t most,
                             place shown)
    : name_(shown_name(name)), text_(std::move(text)), shown_(shown), lines_{0} {
  if (text_.size() > most) {
    fail("longer than " + std::to_string(most) + " bytes");
  }
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      lines_.push_back(i + 1);
    }
  }
  if (const auto broken = first_broken_byte(text_); broken != std::string::npos) {
    fail_at_byte(broken, "not a text in UTF-8");
  }
  if (const auto stray = first_stray_byte(text_); stray != std::string::npos) {
    fail_at_byte(stray,
                 "not TOML: a character outside of ASCII stands only in strings and comments");
  }
  try {
    root_ = toml_reader(text_, lines_).read(toml::parse(text_));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    fail_at(at.line, at.column, "",
            "not TOML: " + without_controls(std::string(error.description())));
  }
}

toml_document::toml_document(const std::filesystem::path& path, std::size_t most, place shown)
    : toml_document(read_text_file(path, most), path.native(), most, shown) {}

void toml_document::fail(const std::string& reason) const { fail_at(0, 0, "", reason); }

void toml_document::fail(const toml_value& where, const std::string& key,
                         const std::string& reason) const {
  fail_at(where.line, where.column, key, reason);
}

void toml_document::fail_at(std::size_t line, std::size_t column, const std::string& key,
                            const std::string& reason) const {
  std::string message = "'" + name_ + "'";
  if (line != 0) {
    message += " line " + std::to_string(line);
    message += shown_ == place::line_and_column ? ", column " + std::to_string(column) : "";
  }
  throw invalid_input(message + ": " + (key.empty() ? "" : key + ": ") + reason);
}

void toml_document::fail_at_byte(std::size_t byte, const std::string& reason) const {
  const auto line =
      static_cast<std::size_t>(std::ranges::upper_bound(lines_, byte) - lines_.begin());
  fail_at(line, byte - lines_[line - 1] + 1, "", reason);
}

void toml_document::fail_within(const toml_value& text, std::size_t position,
                                const std::string& key, const std::string& reason) const {
  if (!text.is_text() || text.is_written_out || text.line == 0 || text.line > lines_.size()) {
    fail(text, key, reason);
  }
  text_walk walk{text_, lines_[text.line - 1], text.line};
  walk.next_to(text.line, text.column);
  go_inside(walk, position);
  fail_at(walk.line, walk.column, key, reason);
}

void toml_document::require_known(const toml_value& table, const std::string& prefix,
                                  const std::string& what,
                                  const std::vector<std::string>& known) const {
  for (const toml_value& item : table.items) {
    if (std::ranges::find(known, item.key) == known.end()) {
      fail(item, prefix, unknown_name(what, without_controls(item.key), known));
    }
  }
}

const std::string& toml_document::text(const toml_value& node, const std::string& key,
                                       bool may_be_empty) const {
  if (!node.is_text()) {
    fail(node, key, "must be a text in quotes");
  }
  if (node.text.empty() && !may_be_empty) {
    fail(node, key, "is empty");
  }
  return node.text;
}

toml_expression toml_document::exact(const toml_value& node, const std::string& key) const {
  if (node.is == toml_value::kind::decimal) {
    fail(node, key,
         "a TOML float is a binary number, which is not what its digits say; write it in quotes, "
         "such as \"0.1\"");
  }
  if (!node.is_text() && node.is != toml_value::kind::whole) {
    fail(node, key, "must be an exact expression in quotes, such as \"3/4\", or a whole number");
  }
  try {
    return {expression(node.text), &node, key};
  } catch (const formula_error& error) {
    fail_within(node, error.position(), key, error.reason());
  } catch (const invalid_input& error) {
    fail(node, key, error.what());
  }
}

const toml_value& toml_document::table(const toml_value& node, const std::string& key) const {
  if (!node.is_table()) {
    fail(node, key, "must be a table, [" + key + "]");
  }
  return node;
}

}  // namespace plumbline
