// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/published.hpp"

#include <plumbline/core/errors.hpp>

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace plumbline::report {

namespace {

[[noreturn]] void fail(const toml::node& at, const std::string& what) {
  std::ostringstream text;
  text << (at.source().path ? *at.source().path : std::string("published data")) << ":"
       << at.source().begin.line << ": " << what;
  throw io_error(text.str());
}

std::string text_of(const toml::node& node) {
  if (const auto* s = node.as_string()) {
    return s->get();
  }
  fail(node, "expected a string (printed digits are text)");
}

/// The string under `key`, or `missing` where there is none.
std::string text_of(const toml::table& table, std::string_view key, std::string missing) {
  const toml::node* node = table.get(key);
  return node == nullptr ? missing : text_of(*node);
}

std::string text_of(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) {
    fail(table, "the entry lacks '" + std::string(key) + "'");
  }
  return text_of(*node);
}

std::vector<std::string> texts_of(const toml::node& node) {
  const auto* array = node.as_array();
  if (array == nullptr) {
    fail(node, "expected a list of strings");
  }
  std::vector<std::string> texts;
  for (const toml::node& item : *array) {
    texts.push_back(text_of(item));
  }
  return texts;
}

/// The value of an enumeration by its name.
template <class E, std::size_t N>
E named(const toml::table& table, std::string_view key, E missing,
        const std::array<std::pair<std::string_view, E>, N>& names) {
  const toml::node* node = table.get(key);
  if (node == nullptr) {
    return missing;
  }
  const std::string text = text_of(*node);
  for (const auto& [name, value] : names) {
    if (name == text) {
      return value;
    }
  }
  fail(*node, "'" + text + "' is not a value of '" + std::string(key) + "'");
}

constexpr std::array<std::pair<std::string_view, rule>, 6> rules{{{"digits", rule::digits},
                                                                  {"rounded", rule::rounded},
                                                                  {"nearest", rule::nearest},
                                                                  {"decade", rule::decade},
                                                                  {"below", rule::below},
                                                                  {"above", rule::above}}};
constexpr std::array<std::pair<std::string_view, verdict>, 3> verdicts{
    {{"reproduced", verdict::reproduced},
     {"differs", verdict::differs},
     {"not-reproducible", verdict::not_reproducible}}};
constexpr std::array<std::pair<std::string_view, bool>, 2> sources{
    {{"paper", true}, {"check", false}}};

void refuse_other_keys(const toml::table& table, std::initializer_list<std::string_view> known) {
  for (const auto& [key, node] : table) {
    if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
      fail(node, "unknown key '" + std::string(key.str()) + "'");
    }
  }
}

/// What a [[…cell]] or [[…number]] may say beyond its key.
void read_remarks(const toml::table& table, published_number& number) {
  number.value = text_of(table, "value", number.value);
  number.reason = text_of(table, "reason", number.reason);
  number.compare = named(table, "compare", number.compare, rules);
  number.expected = named(table, "verdict", number.expected, verdicts);
  number.from_paper = named(table, "source", number.from_paper, sources);
  if (const toml::node* node = table.get("magnitude")) {
    number.magnitude = node->value_or(false);
  }
  if (number.expected != verdict::reproduced && number.reason.empty()) {
    fail(table, "a verdict other than 'reproduced' needs a reason");
  }
  if (!detail::read_decimal(number.value)) {
    fail(table, "'" + number.value + "' is not a decimal number; give one as 'value'");
  }
}

void replace(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

void read_table(const toml::table& table, std::vector<published_number>& numbers) {
  const std::string where = text_of(table, "where");
  const auto list = [&](std::string_view key) {
    const toml::node* node = table.get(key);
    return node == nullptr ? std::vector<std::string>{} : texts_of(*node);
  };
  const auto keys = list("keys");
  const auto columns = list("columns");
  const toml::array* rows = table["rows"].as_array();
  if (rows == nullptr) {
    fail(table, "'rows' must be a list of lists");
  }
  for (const toml::node& node : *rows) {
    const auto cells = texts_of(node);
    if (cells.size() != keys.size() + columns.size()) {
      fail(node, "the row has " + std::to_string(cells.size()) +
                     " entries, keys and columns have " +
                     std::to_string(keys.size() + columns.size()));
    }
    std::string row_key;
    std::string row_where = where;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      row_key += cells[k] + "/";
      replace(row_where, "{" + keys[k] + "}", cells[k]);
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      published_number number;
      number.key = row_key + columns[c];
      number.compare = named(table, "compare", rule::digits, rules);
      number.where = row_where;
      replace(number.where, "{column}", columns[c]);
      number.printed = number.value = cells[keys.size() + c];
      number.from_paper = named(table, "source", true, sources);
      numbers.push_back(std::move(number));
    }
  }
}

template <class F>
void for_each_table(const toml::table& table, std::string_view key, F&& f) {
  const toml::node* node = table.get(key);
  if (node == nullptr) {
    return;
  }
  const auto* array = node->as_array();
  if (array == nullptr) {
    fail(*node, "'" + std::string(key) + "' must be written [[…." + std::string(key) + "]]");
  }
  for (const toml::node& item : *array) {
    const auto* entry = item.as_table();
    if (entry == nullptr) {
      fail(item, "expected a table");
    }
    f(*entry);
  }
}

std::vector<published_number> read_experiment(const toml::table& table) {
  refuse_other_keys(table,
                    {"where", "keys", "columns", "rows", "compare", "source", "cell", "number"});
  std::vector<published_number> numbers;
  if (table.contains("rows")) {
    read_table(table, numbers);
  }
  for_each_table(table, "cell", [&](const toml::table& entry) {
    refuse_other_keys(
        entry, {"key", "keys", "value", "verdict", "reason", "compare", "magnitude", "source"});
    const toml::node* several = entry.get("keys");
    if ((several != nullptr) == entry.contains("key")) {
      fail(entry, "the entry needs either 'key' or 'keys'");
    }
    for (const std::string& key :
         several != nullptr ? texts_of(*several) : std::vector{text_of(entry, "key")}) {
      const auto found = std::find_if(numbers.begin(), numbers.end(),
                                      [&](const published_number& n) { return n.key == key; });
      if (found == numbers.end()) {
        fail(entry, "no cell has the key '" + key + "'");
      }
      read_remarks(entry, *found);
    }
  });
  for_each_table(table, "number", [&](const toml::table& entry) {
    refuse_other_keys(entry, {"key", "where", "printed", "value", "verdict", "reason", "compare",
                              "magnitude", "source"});
    published_number number;
    number.key = text_of(entry, "key");
    number.where = text_of(entry, "where");
    number.printed = number.value = text_of(entry, "printed");
    read_remarks(entry, number);
    if (std::any_of(numbers.begin(), numbers.end(),
                    [&](const published_number& n) { return n.key == number.key; })) {
      fail(entry, "the key '" + number.key + "' appears twice");
    }
    numbers.push_back(std::move(number));
  });
  for (const published_number& number : numbers) {
    if (!detail::read_decimal(number.value)) {
      fail(table, "'" + number.value + "' (" + number.key + ") is not a decimal number");
    }
  }
  return numbers;
}

}  // namespace

published_data published_data::read(const std::filesystem::path& folder) {
  published_data data;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") {
      files.push_back(entry.path());
    }
  }
  if (error || files.empty()) {
    throw io_error("no published numbers in " + folder.string() +
                   "; name the folder that holds reference/ with --data or PLUMBLINE_DATA");
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    toml::table root;
    try {
      root = toml::parse_file(file.string());
    } catch (const toml::parse_error& e) {
      std::ostringstream text;
      text << file.string() << ":" << e.source().begin.line << ": " << e.description();
      throw io_error(text.str());
    }
    paper about{text_of(root, "paper"), text_of(root, "title"), text_of(root, "note", "")};
    data.papers_.emplace(about.name, about);
    for (const auto& [key, node] : root) {
      if (const auto* table = node.as_table()) {
        data.numbers_.emplace(std::string(key.str()), read_experiment(*table));
      } else if (key.str() != "paper" && key.str() != "title" && key.str() != "note") {
        fail(node, "unknown key '" + std::string(key.str()) + "'");
      }
    }
  }
  return data;
}

const std::vector<published_number>& published_data::of(std::string_view experiment) const {
  static const std::vector<published_number> none;
  const auto found = numbers_.find(experiment);
  return found == numbers_.end() ? none : found->second;
}

}  // namespace plumbline::report
