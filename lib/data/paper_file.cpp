// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "data/paper_reader.hpp"
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <type_traits>

namespace plumbline::papers {

namespace {

constexpr long long most_values = 100'000;
constexpr std::size_t most_curves = 1000;
constexpr std::size_t longest_named_file = 16U << 20U;

/// The names, values and figures of a paper's file.
class paper_file_reader {
 public:
  paper_file_reader(const std::filesystem::path& path, formulas needed)
      : reader_(path), file_(&reader_.file()), folder_(path.parent_path()), needed_(needed) {
    result_.path = path;
  }

  paper_file read() {
    result_.file = file_->name();
    result_.about = reader_.about();
    result_.names.folder = folder_;
    check_name();
    if (const toml_value* node = file_->root().find("digits")) {
      result_.digits = checked(*node, "digits", [&](const std::string& text) {
        return static_cast<int>(parse_count("the number", text, 1, most_digits));
      });
    }
    if (const toml_value* node = file_->root().find("chapter")) {
      constexpr int most_chapters = 1000;
      result_.chapter = checked(*node, "chapter", [](const std::string& text) {
        return static_cast<int>(parse_count("the number", text, 1, most_chapters));
      });
    }
    read_names();
    for (experiment_text& e : reader_.experiments()) {
      paper_experiment own{std::move(e), {}};
      add_cells(own);
      for (const toml_value* node : reader_.tables_of(*own.node, own.node->key, "figure")) {
        own.figures.push_back(read_figure(*node, own.node->key + ".figure"));
      }
      if (const toml_value* node = own.node->find("least_digits")) {
        own.least_digits =
            checked(*node, own.node->key + ": least_digits", [&](const std::string& text) {
              return static_cast<int>(parse_count("the number", text, 1, most_digits));
            });
      }
      if (needed_ == formulas::everywhere || own.has_formulas()) {
        require_formulas(own);
      }
      own.node = nullptr;
      result_.experiments.push_back(std::move(own));
    }
    if (result_.experiments.empty()) {
      file_->fail("has no experiment: a table such as [table1] with rows, numbers or figures");
    }
    result_.changes = reader_.changes();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const toml_value& at, const std::string& key,
                         const std::string& what) const {
    file_->fail(at, key, what);
  }

  /// What `use` makes of the text; its objections get the place.
  template <class Use>
  std::invoke_result_t<Use, const std::string&> checked(const toml_value& node,
                                                        const std::string& key, Use&& use) const {
    const std::string text = reader_.text(node, key);
    try {
      return use(text);
    } catch (const invalid_input& error) {
      fail(node, key, error.what());
    } catch (const io_error& error) {
      throw io_error(result_.placed(node.line, key + ": " + error.what()));
    }
  }

  /// Throws io_error where a file that the paper names cannot be read.
  void require_readable(const toml_value& node, const std::string& key,
                        const std::string& path) const {
    checked(node, key,
            [&](const std::string&) { return read_text_file(path, longest_named_file); });
  }

  std::string not_empty(const toml_value& node, const std::string& key) const {
    std::string text = reader_.text(node, key);
    if (text.empty()) {
      fail(node, key, "is empty");
    }
    return text;
  }

  /// The page of a paper is called after it.
  void check_name() const {
    const std::string& name = result_.about.name;
    const bool letters = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') ||
             c == '-' || c == '_';
    });
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
      return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (!letters || lower == "index") {
      fail(*file_->root().find("paper"), "paper",
           fmt::format("'{}' must be {}", name,
                       letters ? "another name: the first page of a report is called so"
                               : "a short name of letters, digits, hyphens and underscores"));
    }
  }

  /// No {word} is left in a text whose words were put in.
  void require_no_word(const toml_value& at, const std::string& key, const std::string& text,
                       const formula_words& words) const {
    const auto begin = text.find('{');
    const auto end = begin == std::string::npos ? begin : text.find('}', begin);
    if (end == std::string::npos) {
      return;
    }
    const std::string word = text.substr(begin + 1, end - begin - 1);
    std::vector<std::string> known;
    for (const auto& [name, value] : words) {
      known.push_back(name);
    }
    if (!word.empty() && word.find_first_of(" {\\") == std::string::npos) {
      fail(at, key, unknown_name("word in braces", word, known));
    }
  }

  void require_formulas(const experiment_text& e) const {
    for (const published_number& n : e.numbers) {
      toml_value place;
      place.line = n.line;
      require_no_word(place, e.node->key + ": " + n.key + ": where", n.where, n.words);
      if (n.compute.empty() && n.expected != verdict::not_reproducible) {
        toml_value at;
        at.line = n.line;
        fail(at, e.node->key + ": " + n.key, "'compute' is missing: the formula of this number");
      }
    }
  }

  /// For formulas that ask for other numbers of the paper.
  void add_cells(const paper_experiment& e) {
    auto& cells = result_.names.cells[e.node->key];
    for (const published_number& n : e.numbers) {
      const bool is_computed = n.expected != verdict::not_reproducible;
      const bool is_printed = n.in_print() && n.is != kind::blank;
      cells[n.key] = {is_computed ? n.compute : "", n.words, is_printed ? n.value : ""};
    }
  }

  /// A path of the file, as the program finds it.
  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }

  /// Calls use(entry, key) for the entries of a table of names, in the order of the file.
  template <class Use>
  void for_each_name(const std::string& section, Use&& use) {
    const toml_value* node = file_->root().find(section);
    if (node == nullptr) {
      return;
    }
    for (const toml_value* entry : in_order(file_->table(*node, section))) {
      const std::string key = section + "." + entry->key;
      if (entry->key.empty()) {
        fail(*entry, section, "a name is empty");
      }
      result_.lines[key] = entry->line;
      use(*entry, key);
    }
  }

  void read_names() {
    paper_names& names = result_.names;
    for_each_name("define", [&](const toml_value& entry, const std::string& key) {
      names.define[entry.key] = not_empty(entry, key);
    });
    for_each_name("lists", [&](const toml_value& entry, const std::string& key) {
      names.lists[entry.key] = values_of(entry, key);
    });
    for_each_name("systems", [&](const toml_value& entry, const std::string& key) {
      names.systems[entry.key] = read_system(entry, key);
    });
    for_each_name("schemes", [&](const toml_value& entry, const std::string& key) {
      names.schemes[entry.key] = read_scheme(entry, key);
    });
    for_each_name("quantity", [&](const toml_value& entry, const std::string& key) {
      if (entry.key == "p" || entry.key == "dot") {  // p(x) and dot(x) are of a coordinate
        fail(entry, "quantity",
             "'" + entry.key + "' has a meaning in formulas; choose another name");
      }
      names.quantities[entry.key] = read_quantity(file_->table(entry, key), key);
    });
  }

  /// A list of texts, or "FIRST:LAST:COUNT".
  std::vector<std::string> values_of(const toml_value& node, const std::string& key) const {
    if (node.is_list()) {
      if (node.items.empty()) {
        fail(node, key, "is empty");
      }
      std::vector<std::string> values;
      for (const toml_value& item : node.items) {
        values.push_back(not_empty(item, key));
      }
      return values;
    }
    return checked(node, key, [](const std::string& text) { return equally_spaced_of(text); });
  }

  static std::vector<std::string> equally_spaced_of(const std::string& text) {
    constexpr std::size_t bits_of_counts = 60;
    const auto first = text.find(':');
    const auto last = text.rfind(':');
    if (first == std::string::npos || first == last ||
        std::count(text.begin(), text.end(), ':') != 2) {
      throw invalid_input("must be a list of texts, or equally spaced values \"FIRST:LAST:COUNT\"");
    }
    const std::string a = text.substr(0, first);
    const std::string b = text.substr(first + 1, last - first - 1);
    const long long gaps = parse_count("COUNT", text.substr(last + 1), 2, most_values) - 1;
    const auto from = exact_value_of(a);
    const auto to = exact_value_of(b);
    const auto gap = from && to ? std::optional((*to - *from) / exact_number(gaps)) : std::nullopt;
    // counts, such as 1:100000:100000, are added up as such
    const auto whole_gap =
        gap && from->bits() + to->bits() < bits_of_counts ? gap->to_integer() : std::nullopt;
    const auto whole_from = whole_gap ? from->to_integer() : std::nullopt;
    std::vector<std::string> values{a};
    values.reserve(static_cast<std::size_t>(gaps) + 1);
    for (long long i = 1; i < gaps; ++i) {
      values.push_back(whole_from ? std::to_string(*whole_from + *whole_gap * i)
                       : gap      ? (*from + *gap * exact_number(i)).text()
                             : "(" + a + ")+((" + b + ")-(" + a + "))*" + std::to_string(i) + "/" +
                                   std::to_string(gaps));
    }
    values.push_back(b);
    return values;
  }

  /// The rational number that a text is; nothing for others, with names of the paper say, and for those with many digits.
  static std::optional<exact_number> exact_value_of(const std::string& text) {
    constexpr std::size_t most_bits = 2048;
    const expression value(text);
    try {
      const auto exact = exact_value(value);
      return exact && exact->bits() < most_bits ? exact : std::nullopt;
    } catch (const invalid_input&) {
      return std::nullopt;
    }
  }

  /// Names with values; a name with a dot may be written as tables.
  std::map<std::string, std::string> settings_of(const toml_value& table, const std::string& key,
                                                 const std::string& prefix = "") const {
    std::map<std::string, std::string> all;
    for (const toml_value* item : in_order(file_->table(table, key))) {
      const std::string name = prefix + item->key;
      std::map<std::string, std::string> more;
      if (item->is_table()) {
        more = settings_of(*item, key + "." + item->key, name + ".");
      } else {
        more[name] = not_empty(*item, key + "." + item->key);
      }
      for (auto& [each, value] : more) {
        if (!all.emplace(each, std::move(value)).second) {
          fail(*item, key, "'" + each + "' appears twice");
        }
      }
    }
    return all;
  }

  /// The same as NAME=VALUE.
  std::vector<std::string> named_values(const toml_value& table, const std::string& key,
                                        std::string_view word) const {
    std::vector<std::string> list;
    if (const toml_value* node = table.find(word)) {
      for (const auto& [name, value] : settings_of(*node, key + "." + std::string(word))) {
        list.push_back(name + "=" + value);
      }
    }
    return list;
  }

  /// Throws for a setting that is not one of the parameters.
  void check_settings(const toml_value& table, const std::string& key, const std::string& owner,
                      const std::vector<parameter_info>& parameters) const {
    const toml_value* node = table.find("set");
    if (node == nullptr) {
      return;
    }
    std::vector<std::string> known;
    known.reserve(parameters.size());
    for (const parameter_info& p : parameters) {
      known.emplace_back(p.name);
    }
    file_->require_known(file_->table(*node, key + ".set"), key + ".set", "parameter of " + owner,
                         known);
  }

  /// The names of initial values, where the system can be read without the paper's definitions.
  void check_start(const toml_value& entry, const std::string& key, const named_system& s) const {
    const toml_value* const start = entry.is_table() ? entry.find("start") : nullptr;
    if (start == nullptr) {
      return;
    }
    std::vector<std::string> known;
    try {
      problem_texts texts = s.texts;
      texts.start.clear();
      known = start_names(read_problem(s.system, texts));
    } catch (const invalid_input&) {
      return;
    }
    file_->require_known(*start, key + ".start", "initial value of " + s.system, known);
  }

  named_system read_system(const toml_value& entry, const std::string& key) const {
    named_system s;
    const toml_value* name = &entry;
    if (entry.is_table()) {
      file_->require_known(entry, key, "key", {"system", "set", "start", "events", "matrices"});
      name = entry.find("system");
      if (name == nullptr) {
        fail(entry, key, "'system' is missing");
      }
      s.texts.set = named_values(entry, key, "set");
      s.texts.start = named_values(entry, key, "start");
      const std::string matrices = reader_.text_of(entry, key, "matrices", "");
      s.texts.matrices = matrices.empty() ? "" : path_of(matrices);
      s.texts.events = reader_.text_of(entry, key, "events", "");
    }
    s.system = not_empty(*name, key);
    s.system = is_file_name(s.system) ? path_of(s.system) : s.system;
    const auto known =
        checked(*name, key, [&](const std::string&) { return system_named(s.system); });
    check_settings(entry, key, s.system, known->parameters);
    if (!s.texts.matrices.empty()) {
      require_readable(*entry.find("matrices"), key + ".matrices", s.texts.matrices);
    }
    check_start(entry, key, s);
    return s;
  }

  std::string read_scheme(const toml_value& entry, const std::string& key) const {
    const toml_value* name = &entry;
    std::string settings;
    if (entry.is_table()) {
      file_->require_known(entry, key, "key", {"scheme", "set"});
      name = entry.find("scheme");
      if (name == nullptr) {
        fail(entry, key, "'scheme' is missing");
      }
      for (const std::string& each : named_values(entry, key, "set")) {
        settings += ":" + each;
      }
    }
    const std::string text = not_empty(*name, key);
    const std::string head = text.substr(0, text.find(':'));
    if (is_file_name(head)) {
      require_readable(*name, key, path_of(head));
      checked(*name, key, [&](const std::string&) { return load_scheme(path_of(head)).kind; });
      return path_of(text) + settings;
    }
    const scheme_entry* known =
        checked(*name, key, [&](const std::string&) { return &find_scheme(head); });
    check_settings(entry, key, head, known->parameters);
    return text + settings;
  }

  static std::string name_of(const system_entry& s) { return s.name(); }
  static std::string name_of(const scheme_entry& s) { return s.info.name; }

  /// The paper's names and those of the catalogue.
  template <class Own, class Catalogue>
  static std::vector<std::string> names_of(const Own& own, const Catalogue& catalogue) {
    std::vector<std::string> names;
    names.reserve(own.size() + catalogue.size());
    for (const auto& [name, value] : own) {
      names.push_back(name);
    }
    for (const auto& entry : catalogue) {
      names.push_back(name_of(entry));
    }
    return names;
  }

  /// A system or a scheme that a quantity fixes: a name, a file, or a text with arguments, of which nothing is known here.
  void check_fixed(const toml_value& table, const std::string& key, const std::string& word,
                   const std::string& text, const std::vector<std::string>& known) const {
    const bool is_known = text.empty() || text.find('{') != std::string::npos ||
                          is_file_name(text) ||
                          std::find(known.begin(), known.end(), text) != known.end();
    if (!is_known) {
      fail(*table.find(word), key + "." + word, unknown_name(word, text, known));
    }
  }

  paper_quantity read_quantity(const toml_value& table, const std::string& key) {
    file_->require_known(table, key, "key",
                         {"arguments", "value", "compute", "system", "scheme", "step", "until",
                          "from", "digits", "set", "start"});
    paper_quantity q;
    if (table.contains("value") == table.contains("compute")) {
      fail(table, key,
           "needs either 'value', a formula of a run, or 'compute', a formula of the paper");
    }
    if (const toml_value* node = table.find("arguments")) {
      q.arguments = reader_.texts(*node, key + ".arguments");
      std::set<std::string> seen;
      for (const std::string& name : q.arguments) {
        if (name.empty() || !seen.insert(name).second) {
          fail(*node, key + ".arguments",
               name.empty() ? "a name is empty" : "'" + name + "' appears twice");
        }
      }
    }
    const auto is_argument = [&](const std::string& name) {
      return std::find(q.arguments.begin(), q.arguments.end(), name) != q.arguments.end();
    };
    const auto put = [&](const std::string& word, std::string& text) {
      if (const toml_value* node = table.find(word)) {
        if (is_argument(word)) {
          fail(*node, key + "." + word, "is an argument and cannot be fixed, too");
        }
        text = not_empty(*node, key + "." + word);
        result_.lines[key + "." + word] = node->line;
      }
    };
    put("value", q.value);
    put("compute", q.compute);
    put("system", q.system);
    put("scheme", q.scheme);
    check_fixed(table, key, "system", q.system, names_of(result_.names.systems, systems()));
    check_fixed(table, key, "scheme", q.scheme.substr(0, q.scheme.find(':')),
                names_of(result_.names.schemes, schemes()));
    put("step", q.step);
    put("until", q.until);
    put("from", q.from);
    put("digits", q.digits);
    if (const toml_value* node = table.find("digits");
        node != nullptr && q.digits.find('{') == std::string::npos) {
      checked(*node, key + ".digits", [](const std::string& text) {
        return parse_count("the number", text, 1, most_digits);
      });
    }
    const auto put_all = [&](const std::string& word, std::map<std::string, std::string>& all) {
      if (const toml_value* node = table.find(word)) {
        all = settings_of(*node, key + "." + word);
        for (const auto& [name, value] : all) {
          if (is_argument(word + "." + name)) {
            fail(*node, key + "." + word, "'" + name + "' is an argument and cannot be fixed, too");
          }
        }
        result_.lines[key + "." + word] = node->line;
      }
    };
    put_all("set", q.set);
    put_all("start", q.start);
    return q;
  }

  // ------------------------------------------------------------------------------------ figures

  /// The two ends of an axis.
  std::optional<std::array<double, 2>> range_of(const toml_value& axis, const std::string& key,
                                                bool is_logarithmic) const {
    const toml_value* node = axis.find("range");
    if (node == nullptr) {
      return std::nullopt;
    }
    const std::vector<std::string> ends = reader_.texts(*node, key + ".range");
    const auto low = printed_number::read(ends.empty() ? "" : ends.front());
    const auto high = printed_number::read(ends.empty() ? "" : ends.back());
    if (ends.size() != 2 || !low || !high || !(low->value < high->value)) {
      fail(*node, key + ".range", "must be two decimal numbers, the smaller one first");
    }
    if (is_logarithmic && !(exact_number(0L) < low->value)) {
      fail(*node, key + ".range", "must be positive where the axis is logarithmic");
    }
    return std::array{std::stod(ends.front()), std::stod(ends.back())};
  }

  bool truth_of(const toml_value& table, const std::string& key, std::string_view word) const {
    const toml_value* node = table.find(word);
    if (node != nullptr && node->is != toml_value::kind::truth) {
      fail(*node, key + "." + std::string(word), "must be true or false");
    }
    return node != nullptr && node->truth;
  }

  /// A name that nobody has, and that is near to the name of a list.
  void refuse_misspelt_list(const toml_value& node, const std::string& key,
                            const std::string& text) const {
    const paper_names& n = result_.names;
    const std::vector<scheme_entry> nothing;
    std::vector<std::string> names = names_of(n.systems, systems());
    for (const auto& more : {names_of(n.schemes, schemes()), names_of(n.define, nothing)}) {
      names.insert(names.end(), more.begin(), more.end());
    }
    const std::vector<std::string> lists = names_of(n.lists, nothing);
    if (std::find(names.begin(), names.end(), text) == names.end() &&
        !nearest_name(text, lists).empty() && !starts_number(text)) {
      fail(node, key, unknown_name("list", text, lists));
    }
  }
  static bool starts_number(const std::string& text) {
    return text.find_first_of("0123456789.-+(") == 0;
  }

  /// What a list says: a list, "FIRST:LAST:COUNT", the name of a list, or values and names with commas.
  std::vector<std::string> words_of(const toml_value& node, const std::string& key) const {
    if (node.is_list() || !node.is_text()) {
      return values_of(node, key);
    }
    const std::string text = not_empty(node, key);
    const auto known = result_.names.lists.find(text);
    if (known != result_.names.lists.end()) {
      return known->second;
    }
    refuse_misspelt_list(node, key, text);
    // a scheme may have settings, NAME:PARAMETER=VALUE
    const bool range = text.find(':') != std::string::npos && text.find('=') == std::string::npos;
    if (range) {
      return values_of(node, key);
    }
    auto words = checked(node, key, [&](const std::string& list) { return split_list(key, list); });
    for (std::string& word : words) {
      word = unquoted(word);
    }
    return words;
  }

  /// Without the spaces around it and the single quotes of a name.
  static std::string unquoted(const std::string& word) {
    const std::string text = trimmed(word);
    try {
      const call_tree tree = parse_calls(text);
      return tree.what == call_tree::kind::quoted ? tree.text : text;
    } catch (const formula_error&) {  // a path, or a word of one's own
      return text;
    }
  }

  figure_text read_figure(const toml_value& table, const std::string& key) const {
    file_->require_known(table, key, "key", {"caption", "x", "y", "curves"});
    figure_text f;
    f.line = table.line;
    f.caption = reader_.text_of(table, key, "caption", "");
    if (const toml_value* x = table.find("x")) {
      file_->require_known(file_->table(*x, key + ".x"), key + ".x", "key",
                           {"label", "log", "values", "range"});
      f.x_label = reader_.text_of(*x, key + ".x", "label", "");
      f.log_x = truth_of(*x, key + ".x", "log");
      f.x_range = range_of(*x, key + ".x", f.log_x);
      if (const toml_value* values = x->find("values")) {
        f.values = words_of(*values, key + ".x.values");
      }
    }
    if (const toml_value* y = table.find("y")) {
      file_->require_known(file_->table(*y, key + ".y"), key + ".y", "key",
                           {"label", "log", "range"});
      f.y_label = reader_.text_of(*y, key + ".y", "label", "");
      f.log_y = truth_of(*y, key + ".y", "log");
      f.y_range = range_of(*y, key + ".y", f.log_y);
    }
    const toml_value* curves = table.find("curves");
    if (curves == nullptr) {
      fail(table, key, "'curves' is missing");
    }
    if (curves->is_list()) {
      for (const toml_value& each : curves->items) {
        add_curves(file_->table(each, key + ".curves"), key + ".curves", f);
      }
    } else {
      add_curves(file_->table(*curves, key + ".curves"), key + ".curves", f);
    }
    if (f.curves.empty()) {
      fail(*curves, key + ".curves", "is empty");
    }
    return f;
  }

  /// All combinations of the words, the last word changing first.
  void add_curves(const toml_value& table, const std::string& key, figure_text& f) const {
    const toml_value* of = table.find("of");
    if (of == nullptr) {
      fail(table, key, "'of' is missing: the formula that is drawn");
    }
    curve_text formula;
    if (of->is_list()) {
      if (of->items.size() != 2) {
        fail(*of, key + ".of", "a list has two formulas: [\"X\", \"Y\"] draws Y over X");
      }
      formula.x = not_empty(of->items[0], key + ".of");
      formula.y = not_empty(of->items[1], key + ".of");
    } else {
      formula.y = not_empty(*of, key + ".of");
    }
    std::vector<curve_text> all{formula};
    std::string names;
    for (const toml_value* word : in_order(table)) {
      if (word->key == "label" || word->key == "of") {
        continue;
      }
      names += (names.empty() ? "{" : ", {") + word->key + "}";
      std::vector<curve_text> more;
      const auto values = words_of(*word, key + "." + word->key);
      if (all.size() * values.size() > most_curves) {
        fail(*word, key, "makes more than " + std::to_string(most_curves) + " curves");
      }
      for (const curve_text& each : all) {
        for (const std::string& value : values) {
          more.push_back(each);
          more.back().words[word->key] = value;
        }
      }
      all = std::move(more);
    }
    const std::string label =
        reader_.text_of(table, key, "label", names.empty() ? formula.y : names);
    for (curve_text& each : all) {
      each.label = with_plain_words(label, each.words);
      require_no_word(table, key + ".label", each.label, each.words);
      f.curves.push_back(std::move(each));
    }
  }

  paper_reader reader_;
  const toml_document* file_;
  std::filesystem::path folder_;
  formulas needed_;
  paper_file result_;
};

}  // namespace

std::string paper_file::placed(std::size_t line, const std::string& message) const {
  return "'" + file + "'" + (line == 0 ? "" : " line " + std::to_string(line)) + ": " + message;
}

std::string paper_file::placed(const std::string& message) const {
  std::string key;
  for (const auto& [name, line] : lines) {
    if (name.size() > key.size() && message.starts_with(name + ": ")) {
      key = name;
    }
  }
  if (key.empty()) {
    return placed(0, message);
  }
  const std::string rest = message.substr(key.size() + 2);
  const auto word = lines.find(key + "." + rest.substr(0, rest.find(": ")));
  return placed(word != lines.end() ? word->second : lines.at(key), message);
}

bool paper_experiment::has_formulas() const {
  return !figures.empty() ||
         std::ranges::any_of(numbers, [](const published_number& n) { return !n.compute.empty(); });
}

paper_file read_paper_file(const std::filesystem::path& path, formulas needed) {
  return paper_file_reader(path, needed).read();
}

}  // namespace plumbline::papers
