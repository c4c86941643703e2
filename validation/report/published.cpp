// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/published.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_document.hpp>

#include <algorithm>
#include <array>

namespace plumbline::report {

namespace {

constexpr std::size_t longest_file = 16U << 20U;

constexpr std::array<std::pair<std::string_view, rule>, 5> rules{{{"digits", rule::digits},
                                                                  {"nearest", rule::nearest},
                                                                  {"decade", rule::decade},
                                                                  {"below", rule::below},
                                                                  {"above", rule::above}}};
constexpr std::array<std::pair<std::string_view, verdict>, 3> verdict_words{
    {{"reproduced", verdict::reproduced},
     {"differs", verdict::differs},
     {"not-reproducible", verdict::not_reproducible}}};
constexpr std::array<std::pair<std::string_view, kind>, 3> sources{
    {{"paper", kind::printed}, {"check", kind::check}, {"own", kind::own}}};
constexpr std::array<std::pair<std::string_view, kind>, 6> kinds{{{"printed", kind::printed},
                                                                  {"blank", kind::blank},
                                                                  {"claim", kind::claim},
                                                                  {"repeat", kind::repeat},
                                                                  {"check", kind::check},
                                                                  {"own", kind::own}}};

/// What an entry is where the data do not say: a rule other than "digits" belongs to a claim.
kind kind_of(const published_number& number, kind source) {
  if (source != kind::printed) {
    return source;
  }
  return number.printed == "."            ? kind::blank
         : number.compare == rule::digits ? kind::printed
                                          : kind::claim;
}

void replace(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// The file of one paper.
class paper_reader {
 public:
  explicit paper_reader(const std::filesystem::path& path)
      : file_(path, longest_file, toml_document::place::line) {}

  paper about() const {
    return {text_of(file_.root(), "paper"), text_of(file_.root(), "title"),
            text_of(file_.root(), "note", "")};
  }

  std::map<std::string, std::vector<published_number>> experiments() const {
    const std::string name = about().name;
    std::map<std::string, std::vector<published_number>> all;
    for (const toml_value& node : file_.root().items) {
      if (node.is_table()) {
        all.emplace(node.key, read_experiment(node, name));
      } else if (node.key != "paper" && node.key != "title" && node.key != "note" &&
                 node.key != "change") {
        fail(node, "unknown key '" + node.key + "'");
      }
    }
    return all;
  }

  std::vector<change> changes() const {
    std::vector<change> all;
    for_each_table(file_.root(), "change", [&](const toml_value& entry) {
      all.push_back({text_of(file_.root(), "paper"), text_of(entry, "entries"),
                     text_of(entry, "before"), text_of(entry, "after"), text_of(entry, "reason")});
    });
    return all;
  }

 private:
  [[noreturn]] void fail(const toml_value& at, const std::string& what) const {
    file_.fail(at, "", what);
  }

  /// The text under `key`, or `missing` where there is none.
  std::string text_of(const toml_value& table, std::string_view key,
                      const std::string& missing) const {
    const toml_value* node = table.find(key);
    return node == nullptr ? missing : file_.text(*node, std::string(key), true);
  }

  std::string text_of(const toml_value& table, std::string_view key) const {
    if (!table.contains(key)) {
      fail(table, "the entry lacks '" + std::string(key) + "'");
    }
    return text_of(table, key, "");
  }

  std::vector<std::string> texts_of(const toml_value& node) const {
    if (!node.is_list()) {
      fail(node, "expected a list of texts");
    }
    std::vector<std::string> texts;
    for (const toml_value& item : node.items) {
      texts.push_back(file_.text(item, node.key, true));
    }
    return texts;
  }

  /// The value of an enumeration by its name.
  template <class E, std::size_t N>
  E named(const toml_value& table, std::string_view key, E missing,
          const std::array<std::pair<std::string_view, E>, N>& names) const {
    const toml_value* node = table.find(key);
    if (node == nullptr) {
      return missing;
    }
    for (const auto& [name, value] : names) {
      if (name == node->text) {
        return value;
      }
    }
    fail(*node, "'" + node->text + "' is not a value of '" + std::string(key) + "'");
  }

  /// What a [[…cell]] or [[…number]] may say beyond its key.
  void read_remarks(const toml_value& table, published_number& number) const {
    number.value = text_of(table, "value", number.value);
    number.reason = text_of(table, "reason", number.reason);
    number.compare = named(table, "compare", number.compare, rules);
    number.expected = named(table, "verdict", number.expected, verdict_words);
    number.corrected = text_of(table, "corrected", number.corrected);
    number.because = text_of(table, "because", number.because);
    number.truth = text_of(table, "truth", number.truth);
    number.place = text_of(table, "place", number.place);
    const kind source =
        named(table, "source", number.in_print() ? kind::printed : number.is, sources);
    number.is = named(table, "kind", kind_of(number, source), kinds);
    if (const toml_value* node = table.find("magnitude")) {
      number.magnitude = node->truth;
    }
    if (number.expected != verdict::reproduced && number.reason.empty()) {
      fail(table, "a verdict other than 'reproduced' needs a reason");
    }
    if (!printed_number::read(number.value)) {
      fail(table, "'" + number.value + "' is not a decimal number; give one as 'value'");
    }
  }

  void read_table(const toml_value& table, std::vector<published_number>& numbers) const {
    const std::string where = text_of(table, "where");
    const auto list = [&](std::string_view key) {
      const toml_value* node = table.find(key);
      return node == nullptr ? std::vector<std::string>{} : texts_of(*node);
    };
    const auto keys = list("keys");
    const auto columns = list("columns");
    const toml_value& rows = *table.find("rows");
    if (!rows.is_list()) {
      fail(rows, "'rows' must be a list of lists");
    }
    for (const toml_value& node : rows.items) {
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
        number.printed = text_of(table, "quote", number.printed);
        number.because = text_of(table, "because", "");
        number.truth = text_of(table, "truth", "");
        number.in_table = true;
        number.is = kind_of(number, named(table, "source", kind::printed, sources));
        numbers.push_back(std::move(number));
      }
    }
  }

  template <class F>
  void for_each_table(const toml_value& table, std::string_view key, F&& f) const {
    const toml_value* node = table.find(key);
    if (node == nullptr) {
      return;
    }
    if (!node->is_list()) {
      fail(*node, "'" + std::string(key) + "' must be written [[…." + std::string(key) + "]]");
    }
    for (const toml_value& item : node->items) {
      f(file_.table(item, std::string(key)));
    }
  }

  std::vector<published_number> read_experiment(const toml_value& table,
                                                const std::string& paper) const {
    file_.require_known(table, "", "key",
                        {"where", "keys", "columns", "rows", "compare", "source", "truth", "quote",
                         "because", "cell", "number"});
    std::vector<published_number> numbers;
    if (table.contains("rows")) {
      read_table(table, numbers);
    }
    for_each_table(table, "cell", [&](const toml_value& entry) {
      file_.require_known(entry, "", "key",
                          {"key", "keys", "value", "verdict", "reason", "compare", "magnitude",
                           "source", "corrected", "because", "truth", "kind", "place"});
      const toml_value* several = entry.find("keys");
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
    for_each_table(table, "number", [&](const toml_value& entry) {
      file_.require_known(
          entry, "", "key",
          {"key", "where", "printed", "value", "verdict", "reason", "compare", "magnitude",
           "source", "corrected", "because", "truth", "kind", "place"});
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
    for (published_number& number : numbers) {
      number.paper = paper;
      if (!printed_number::read(number.value)) {
        fail(table, "'" + number.value + "' (" + number.key + ") is not a decimal number");
      }
    }
    return numbers;
  }

  toml_document file_;
};

}  // namespace

std::vector<std::string> decimals_in(std::string_view text) {
  const std::string plain(text);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> spellings{{{"⁰", "0"},
                                                                                     {"¹", "1"},
                                                                                     {"²", "2"},
                                                                                     {"³", "3"},
                                                                                     {"⁴", "4"},
                                                                                     {"⁵", "5"},
                                                                                     {"⁶", "6"},
                                                                                     {"⁷", "7"},
                                                                                     {"⁸", "8"},
                                                                                     {"⁹", "9"},
                                                                                     {"⁻", "-"},
                                                                                     {"−", "-"}}};
  // powers of ten first, while their exponents can still be told from digits
  std::string marked;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool ten =
        plain.compare(i, 2, "10") == 0 && (i == 0 || plain[i - 1] < '0' || plain[i - 1] > '9');
    const std::string_view after = std::string_view(plain).substr(std::min(plain.size(), i + 2));
    const bool raised = std::any_of(spellings.begin(), spellings.begin() + 11,
                                    [&](const auto& s) { return after.starts_with(s.first); });
    const bool factor = marked.ends_with("·") || marked.ends_with("· ") || marked.ends_with("×") ||
                        marked.ends_with("× ");
    if (ten && raised) {
      while (factor && !marked.empty() && (marked.back() < '0' || marked.back() > '9')) {
        marked.pop_back();
      }
      marked += factor ? "e" : "1e";
      ++i;
    } else {
      marked += plain[i];
    }
  }
  for (const auto& [from, to] : spellings) {
    replace(marked, std::string(from), std::string(to));
  }
  const auto digit = [&](std::size_t i) {
    return i < marked.size() && marked[i] >= '0' && marked[i] <= '9';
  };
  std::vector<std::string> found;
  for (std::size_t i = 0; i < marked.size();) {
    if (!digit(i)) {
      ++i;
      continue;
    }
    std::string number = i > 0 && marked[i - 1] == '-' ? "-" : "";
    while (digit(i)) {
      number += marked[i++];
      const bool thousands = i + 3 < marked.size() + 1 && marked[i] == ',' && digit(i + 1) &&
                             digit(i + 2) && digit(i + 3) && !digit(i + 4);
      i += thousands ? 1 : 0;
    }
    if (i < marked.size() && marked[i] == '.' && digit(i + 1)) {
      number += marked[i++];
      while (digit(i)) {
        number += marked[i++];
      }
    }
    const std::size_t sign =
        i + 1 < marked.size() && (marked[i + 1] == '-' || marked[i + 1] == '+') ? 1 : 0;
    if (i < marked.size() && (marked[i] == 'e' || marked[i] == 'E') && digit(i + 1 + sign)) {
      number += marked[i++];
      number += sign == 1 ? std::string(1, marked[i++]) : "";
      while (digit(i)) {
        number += marked[i++];
      }
    }
    found.push_back(std::move(number));
  }
  return found;
}

std::optional<std::string> form_in_print(const published_number& number) {
  if (number.value == number.printed) {
    return number.printed;
  }
  const auto value = printed_number::read(number.value);
  std::optional<std::string> found;
  exact_number unit = 0;
  for (const std::string& text : decimals_in(number.printed)) {
    const auto printed = printed_number::read(text);
    // where the number stands twice, the form with fewer zeros
    if (printed && printed->value == value->value && !(value->unit() < printed->unit()) &&
        unit < printed->unit()) {
      found = text;
      unit = printed->unit();
    }
  }
  return found;
}

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
  for (const auto& path : files) {
    const paper_reader file(path);
    data.papers_.emplace(file.about().name, file.about());
    data.numbers_.merge(file.experiments());
    for (change& each : file.changes()) {
      data.changes_.push_back(std::move(each));
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
