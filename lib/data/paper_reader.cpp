// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "data/paper_reader.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace plumbline::papers {

namespace {

constexpr std::size_t longest_paper_file = 16U << 20U;

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
constexpr std::array<std::pair<std::string_view, effort>, 3> efforts{
    {{"quick", effort::quick}, {"normal", effort::normal}, {"all", effort::all}}};

/// What a [[…cell]] or a [[…number]] may say beyond its key.
const std::vector<std::string> remark_words{"value",     "verdict", "reason",    "compare",
                                            "magnitude", "source",  "corrected", "because",
                                            "truth",     "kind",    "place",     "compute"};
/// What an experiment may say for all of its cells.
constexpr std::array<std::string_view, 6> shared_words{"compare", "source",  "truth",
                                                       "quote",   "because", "compute"};
const std::vector<std::string> experiment_words{
    "title", "effort", "where",   "keys",    "columns", "rows",   "compare", "source",
    "truth", "quote",  "because", "compute", "cell",    "number", "figure",  "least_digits"};
const std::vector<std::string> paper_words{"paper",  "title",   "note",    "source",
                                           "digits", "chapter", "change",  "define",
                                           "lists",  "systems", "schemes", "quantity"};

std::vector<std::string> joined_lists(std::vector<std::string> first,
                                      const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// What an entry is where the data do not say: a rule other than "digits" belongs to a claim.
kind kind_of(const published_number& number, kind source) {
  if (source != kind::printed) {
    return source;
  }
  return number.printed == "."            ? kind::blank
         : number.compare == rule::digits ? kind::printed
                                          : kind::claim;
}

void put_in(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

/// True where the text is the pattern with some text in the place of each *.
bool fits_pattern(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// A number with what is said of it, later words in the place of earlier ones.
struct draft {
  published_number number;
  std::map<std::string_view, const toml_value*> said;
  const toml_value* at;
};

/// Settles numbers from what is said of them.
class remark_reader {
 public:
  explicit remark_reader(const paper_reader& reader) : reader_(&reader), file_(&reader.file()) {}

  void settle(draft& d, const std::string& key) const {
    published_number& n = d.number;
    const auto put = [&](std::string_view word, std::string& text) {
      if (const toml_value* node = find(d, word)) {
        text = reader_->text(*node, key + ": " + std::string(word));
      }
    };
    put("value", n.value);
    put("quote", n.printed);
    put("reason", n.reason);
    put("corrected", n.corrected);
    put("because", n.because);
    put("truth", n.truth);
    put("place", n.place);
    put("compute", n.compute);
    const toml_value* formula = find(d, "compute");
    n.line = (formula != nullptr ? formula : d.at)->line;
    n.compare = named(d, key, "compare", rule::digits, rules);
    n.expected = named(d, key, "verdict", verdict::reproduced, verdict_words);
    const kind source = named(d, key, "source", kind::printed, sources);
    n.is = named(d, key, "kind", kind_of(n, source), kinds);
    if (const toml_value* node = find(d, "magnitude")) {
      if (node->is != toml_value::kind::truth) {
        file_->fail(*node, key + ": magnitude", "must be true or false");
      }
      n.magnitude = node->truth;
    }
    if (n.expected != verdict::reproduced && n.reason.empty()) {
      file_->fail(*find(d, "verdict"), key, "a verdict other than 'reproduced' needs a reason");
    }
    if (!printed_number::read(n.value)) {
      const toml_value* value = find(d, "value");
      file_->fail(value != nullptr ? *value : *d.at, key,
                  "'" + shown_name(n.value) + "' is not a decimal number; give one as 'value'");
    }
  }

  /// The value of an enumeration by its name.
  template <class E, std::size_t N>
  E named(const toml_value* node, const std::string& key, std::string_view word, E missing,
          const std::array<std::pair<std::string_view, E>, N>& names) const {
    if (node == nullptr) {
      return missing;
    }
    std::vector<std::string> known;
    for (const auto& [name, value] : names) {
      if (node->is_text() && name == node->text) {
        return value;
      }
      known.emplace_back(name);
    }
    file_->fail(*node, key + ": " + std::string(word),
                unknown_name("value", shown_name(node->text), known));
  }

 private:
  static const toml_value* find(const draft& d, std::string_view word) {
    const auto found = d.said.find(word);
    return found == d.said.end() ? nullptr : found->second;
  }
  template <class E, std::size_t N>
  E named(const draft& d, const std::string& key, std::string_view word, E missing,
          const std::array<std::pair<std::string_view, E>, N>& names) const {
    return named(find(d, word), key, word, missing, names);
  }

  const paper_reader* reader_;
  const toml_document* file_;
};

/// Reads the table, the cells and the numbers of an experiment.
class numbers_reader {
 public:
  numbers_reader(const paper_reader& reader, const toml_value& table, experiment_text& e)
      : reader_(&reader), file_(&reader.file()), table_(&table), e_(&e) {}

  void read(const std::string& paper) {
    if (table_->contains("rows")) {
      read_rows();
    } else {
      for (const std::string_view word : {"keys", "columns", "cell"}) {
        if (const toml_value* node = table_->find(word)) {
          file_->fail(*node, key(word), "belongs to a table; 'rows' is missing");
        }
      }
    }
    for (const toml_value* entry : reader_->tables_of(*table_, table_->key, "cell")) {
      read_cell(*entry);
    }
    for (const toml_value* entry : reader_->tables_of(*table_, table_->key, "number")) {
      read_number(*entry);
    }
    const remark_reader remarks(*reader_);
    for (draft& d : drafts_) {
      d.number.paper = paper;
      remarks.settle(d, key(d.number.key));
      e_->numbers.push_back(std::move(d.number));
    }
  }

 private:
  std::string key(std::string_view word) const { return table_->key + ": " + std::string(word); }

  std::vector<std::string> list(std::string_view word) const {
    const toml_value* node = table_->find(word);
    return node == nullptr ? std::vector<std::string>{} : reader_->texts(*node, key(word));
  }

  void add(draft d) {
    if (!places_.emplace(d.number.key, drafts_.size()).second) {
      file_->fail(*d.at, table_->key, "the key '" + d.number.key + "' appears twice");
    }
    drafts_.push_back(std::move(d));
  }

  void read_rows() {
    const std::string where = reader_->text_of(*table_, table_->key, "where");
    e_->keys = list("keys");
    e_->columns = list("columns");
    refuse_doubles();
    draft common{{}, {}, table_};
    for (const std::string_view word : shared_words) {
      if (const toml_value* node = table_->find(word)) {
        common.said[word] = node;
      }
    }
    const toml_value& rows = *table_->find("rows");
    if (!rows.is_list()) {
      file_->fail(rows, key("rows"), "must be a list of lists");
    }
    if (rows.items.empty()) {
      file_->fail(rows, key("rows"), "has no rows");
    }
    for (const toml_value& node : rows.items) {
      const auto cells = reader_->texts(node, key("rows"));
      const std::size_t labels = e_->keys.size();
      if (cells.size() != labels + e_->columns.size()) {
        file_->fail(node, key("rows"),
                    "the row has " + std::to_string(cells.size()) +
                        " entries, keys and columns have " +
                        std::to_string(labels + e_->columns.size()));
      }
      common.number.where = where;
      std::string row_key;
      for (std::size_t k = 0; k < labels; ++k) {
        row_key += cells[k] + "/";
        put_in(common.number.where, "{" + e_->keys[k] + "}", cells[k]);
        common.number.words[e_->keys[k]] = cells[k];
      }
      experiment_text::row row{{cells.begin(), cells.begin() + static_cast<long>(labels)}, {}};
      for (std::size_t c = 0; c < e_->columns.size(); ++c) {
        const std::string& text = cells[labels + c];
        row.cells.push_back(text.empty() ? "" : row_key + e_->columns[c]);
        if (text.empty()) {
          empty_.insert(row_key + e_->columns[c]);
          continue;
        }
        draft d = common;
        d.number.key = row.cells.back();
        put_in(d.number.where, "{column}", e_->columns[c]);
        d.number.words["column"] = e_->columns[c];
        d.number.printed = d.number.value = text;
        d.number.in_table = true;
        d.at = &node.items[labels + c];
        add(std::move(d));
      }
      e_->rows.push_back(std::move(row));
    }
  }

  void refuse_doubles() const {
    std::set<std::string> seen{"column"};
    for (const std::string& name : e_->keys) {
      if (!seen.insert(name).second) {
        file_->fail(*table_->find("keys"), key("keys"),
                    name == "column" ? "'column' is the name of the column"
                                     : "'" + name + "' appears twice");
      }
    }
  }

  /// The numbers of the table that a key means, which may have * for any text.
  std::vector<std::size_t> places_of(const toml_value& entry, const std::string& wanted) const {
    if (const auto exact = places_.find(wanted); exact != places_.end()) {
      return {exact->second};
    }
    std::vector<std::size_t> found;
    if (wanted.find('*') != std::string::npos) {
      for (std::size_t i = 0; i < drafts_.size(); ++i) {
        if (fits_pattern(wanted, drafts_[i].number.key)) {
          found.push_back(i);
        }
      }
    }
    if (found.empty()) {
      std::vector<std::string> known;
      for (const auto& [name, place] : places_) {
        known.push_back(name);
      }
      const std::string nearest = nearest_name(wanted, known);
      file_->fail(entry, table_->key + ".cell",
                  empty_.contains(wanted)
                      ? "the cell '" + wanted + "' is empty"
                      : "no cell has the key '" + wanted + "'" +
                            (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    }
    return found;
  }

  void read_cell(const toml_value& entry) {
    file_->require_known(entry, table_->key + ".cell", "key",
                         joined_lists({"key", "keys"}, remark_words));
    const toml_value* several = entry.find("keys");
    if ((several != nullptr) == entry.contains("key")) {
      file_->fail(entry, table_->key + ".cell", "the entry needs either 'key' or 'keys'");
    }
    for (const std::string& wanted :
         several != nullptr ? reader_->texts(*several, table_->key + ".cell: keys")
                            : std::vector{reader_->text_of(entry, table_->key + ".cell", "key")}) {
      for (const std::size_t place : places_of(entry, wanted)) {
        for (const toml_value& word : entry.items) {
          drafts_[place].said[word.key] = &word;
        }
      }
    }
  }

  void read_number(const toml_value& entry) {
    const std::string own = table_->key + ".number";
    file_->require_known(entry, own, "key",
                         joined_lists({"key", "where", "printed"}, remark_words));
    draft d{{}, {}, &entry};
    d.number.key = reader_->text_of(entry, own, "key");
    d.number.where = reader_->text_of(entry, own, "where");
    d.number.printed = d.number.value = reader_->text_of(entry, own, "printed");
    for (const toml_value& word : entry.items) {
      d.said[word.key] = &word;
    }
    add(std::move(d));
  }

  const paper_reader* reader_;
  const toml_document* file_;
  const toml_value* table_;
  experiment_text* e_;
  std::vector<draft> drafts_;
  std::map<std::string, std::size_t> places_;
  std::set<std::string> empty_;  ///< keys of cells that are no numbers
};

/// "kep-table1" of the table "table1" in the paper "KEP", and of the table "kep-table1".
std::string id_of(const std::string& paper, const std::string& table) {
  std::string prefix = paper + "-";
  std::transform(prefix.begin(), prefix.end(), prefix.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return table.starts_with(prefix) ? table : prefix + table;
}

}  // namespace

paper_reader::paper_reader(const std::filesystem::path& path)
    : file_(path, longest_paper_file, toml_document::place::line) {}

paper_facts paper_reader::about() const {
  paper_facts p{text_of(file_.root(), "", "paper"), text_of(file_.root(), "", "title"),
                text_of(file_.root(), "", "note", "")};
  const std::string source = text_of(file_.root(), "", "source", "");
  if (!source.empty()) {
    p.note += (p.note.empty() ? "" : " ") + ("Source: " + source);
  }
  return p;
}

std::vector<experiment_text> paper_reader::experiments() const {
  const std::string name = about().name;
  std::vector<experiment_text> all;
  std::set<std::string> ids;
  for (const toml_value* node : in_order(file_.root())) {
    if (std::find(paper_words.begin(), paper_words.end(), node->key) != paper_words.end()) {
      continue;
    }
    const bool is_experiment =
        node->is_table() &&
        std::any_of(experiment_words.begin(), experiment_words.end(),
                    [&](const std::string& word) { return node->contains(word); });
    if (!is_experiment) {
      file_.fail(
          *node, "",
          unknown_name(node->is_table() ? "table" : "key", shown_name(node->key), paper_words) +
              (node->is_table() ? "; an experiment has rows, numbers or figures" : ""));
    }
    all.push_back(read_experiment(*node, name));
    if (!ids.insert(all.back().id).second) {
      file_.fail(*node, node->key, "two experiments have the id '" + all.back().id + "'");
    }
  }
  return all;
}

experiment_text paper_reader::read_experiment(const toml_value& table,
                                              const std::string& paper) const {
  file_.require_known(table, table.key, "key", experiment_words);
  experiment_text e;
  e.id = id_of(paper, table.key);
  e.title = text_of(table, table.key, "title", table.key);
  e.needs = remark_reader(*this).named(table.find("effort"), table.key, "effort", effort::normal,
                                       efforts);
  e.node = &table;
  numbers_reader(*this, table, e).read(paper);
  return e;
}

std::vector<change> paper_reader::changes() const {
  std::vector<change> all;
  for (const toml_value* entry : tables_of(file_.root(), "", "change")) {
    const auto said = [&](std::string_view word) { return text_of(*entry, "change", word); };
    all.push_back({text_of(file_.root(), "", "paper"), said("entries"), said("before"),
                   said("after"), said("reason")});
  }
  return all;
}

std::string paper_reader::text(const toml_value& node, const std::string& key) const {
  if (node.is == toml_value::kind::whole) {
    return node.text;
  }
  if (node.is == toml_value::kind::decimal) {
    file_.fail(node, key,
               "a TOML float is a binary number; write it in quotes: \"" + node.text + "\"");
  }
  return file_.text(node, key, true);
}

std::string paper_reader::text_of(const toml_value& table, const std::string& key,
                                  std::string_view word, const std::string& missing) const {
  const toml_value* node = table.find(word);
  return node == nullptr ? missing
                         : text(*node, (key.empty() ? "" : key + ": ") + std::string(word));
}

std::string paper_reader::text_of(const toml_value& table, const std::string& key,
                                  std::string_view word) const {
  if (!table.contains(word)) {
    file_.fail(table, key, "'" + std::string(word) + "' is missing");
  }
  return text_of(table, key, word, "");
}

std::vector<std::string> paper_reader::texts(const toml_value& node, const std::string& key) const {
  if (!node.is_list()) {
    file_.fail(node, key, "must be a list of texts");
  }
  std::vector<std::string> list;
  for (const toml_value& item : node.items) {
    list.push_back(text(item, key));
  }
  return list;
}

std::vector<const toml_value*> paper_reader::tables_of(const toml_value& table,
                                                       const std::string& key,
                                                       std::string_view word) const {
  const std::string own = (key.empty() ? "" : key + ".") + std::string(word);
  std::vector<const toml_value*> all;
  if (const toml_value* node = table.find(word)) {
    if (!node->is_list()) {
      file_.fail(*node, own, "must be written [[" + own + "]]");
    }
    for (const toml_value& item : node->items) {
      all.push_back(&file_.table(item, own));
    }
  }
  return all;
}

}  // namespace plumbline::papers
