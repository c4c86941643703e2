// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Which arrays of a source are a table. The names are those that the software uses:
//
//   A, a, a_lower          the matrix; where its first row or the first c is left out, it is 0 (diffrax, SciML)
//   b, B, b_sol, α         the weights; bhat, b2, d of SUNDIALS, αEEst … those of the embedded method, btilde, b_error, E
//                          their difference, whose sign does not matter: the conditions on the weights are linear
//   bbar                   the weights of the positions of a Nyström method, or with Abar the table for p of a partitioned one
//   a and b, both lists    a splitting, a first (GeometricIntegrators); a1, a2 … and b1, b2 … kick with b first (SciML), and so
//                          does ahat of SUNDIALS; c1 … and d1 … drift with c first (Yoshida's table in many programs)
//   gamma, w               a composition over leapfrog
#include "schemes/audit_mend.hpp"
#include "schemes/source_blocks.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/foreign_schemes.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/trimmed.hpp>
#include <plumbline/io/toml_document.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

namespace plumbline {

namespace {

using detail::source_block;
using detail::source_value;

constexpr int most_foreign_stages = 200;
constexpr std::size_t longest_foreign_name = 64;

/// Why a block is no table.
struct no_table {
  int line;
  std::string reason;
};

using entries = std::vector<source_value>;

class table_maker {
 public:
  table_maker(const source_block& block, const source_block& outside)
      : block_(block), outside_(outside) {}

  /// Nothing for a block in which no array of a table is.
  std::optional<scheme_table> make() {
    if (!block_.splitting.empty()) {
      constructed();
    } else if (const source_value* matrix = first({"A", "a", "a_lower"}, false)) {
      runge_kutta(*matrix);
    } else if (!lists()) {
      return std::nullopt;
    }
    table_.claims.order = claim("order");
    table_.claims.embedded_order = table_.has("bhat") ? claim("embedded-order") : std::nullopt;
    check();
    return std::move(table_);
  }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// The first array of these names that is a plain list, or that is a list of lists.
  const source_value* first(const std::vector<std::string>& names, bool plain) const {
    for (const std::string& name : names) {
      const auto found = block_.arrays.find(name);
      if (found == block_.arrays.end() || found->second.items.empty()) {
        continue;
      }
      const entries& items = found->second.items;
      const bool has_lists =
          std::any_of(items.begin(), items.end(), [](const auto& item) { return item.is_list; });
      const bool is_one_stage = !plain && items.size() == 1 && first({"c", "C"}, true) != nullptr;
      if (has_lists != plain || is_one_stage) {
        return &found->second;
      }
    }
    return nullptr;
  }
  std::optional<int> claim(const char* key) const {
    const auto found = block_.claims.find(key);
    const bool fits = found != block_.claims.end() && found->second > 0 && found->second < 100;
    return fits ? std::optional(found->second) : std::nullopt;
  }

  void put(const std::string& key, const entries& values, int row = -1) {
    if (values.size() > most_foreign_stages) {
      throw no_table{values[0].line, fmt::format("{} has {} entries; at most {} are read", key,
                                                 values.size(), most_foreign_stages)};
    }
    int column = 0;
    for (const source_value& value : values) {
      if (value.is_list) {
        throw no_table{value.line, key + " has a list where a number is expected"};
      }
      table_.coefficients.push_back({key, row, column++, value.text});
      lines_.push_back(value.line);
    }
  }

  /// As many entries as there are stages: 0 is left out before them, or by those who set element by element.
  static entries fitted(const std::string& name, const source_value& list, std::size_t stages,
                        bool may_begin_with_zero = false) {
    entries items = list.items;
    if (may_begin_with_zero && items.size() + 1 == stages && !list.by_element) {
      items.insert(items.begin(), {.text = "0", .line = list.line});
    }
    if (list.by_element && items.size() < stages) {
      items.resize(stages, {.text = "0", .line = list.line});
    }
    if (items.size() != stages) {
      throw no_table{list.line, fmt::format("{} has {} entries, but there are {} stages", name,
                                            items.size(), stages)};
    }
    return items;
  }

  void runge_kutta(const source_value& matrix) {
    const source_value* b = first({"b", "B", "b_sol", "alpha", "weights"}, true);
    const source_value* c = first({"c", "C"}, true);
    const source_value* hat = first({"bhat", "b_hat", "b2", "bstar", "b_star", "bembed",
                                     "b_embedded", "b_alt", "alphaEEst", "d"},
                                    true);
    const source_value* error = first({"btilde", "b_error", "b_err", "E", "e"}, true);
    if (b == nullptr) {
      const auto why = block_.unread.find(block_.unread.count("B") != 0 ? "B" : "b");
      throw why == block_.unread.end()
          ? no_table{matrix.line, "A has no weights beside it, such as b = [1/2, 1/2]"}
          : no_table{why->second.first, "b: " + why->second.second};
    }
    if (const source_value* second = first({"Gamma", "gamma", "Γ", "γ", "C"}, false);
        second != nullptr && second->items.size() > 1) {
      throw no_table{second->line,
                     "there is a second matrix of coefficients: Rosenbrock methods and the like "
                     "are no tables of a kind that is known here"};
    }
    std::size_t s = b->items.size();
    if (b->by_element) {
      s = std::max({s, matrix.items.size(), c != nullptr ? c->items.size() : 0});
    }
    entries rows = rows_of("A", matrix, s);
    entries weights = fitted("b", *b, s);
    entries nodes = c != nullptr ? fitted("c", *c, s, true) : entries{};
    if (error != nullptr && hat == nullptr &&
        error->items.size() == s + 1) {  // of scipy: the end of the step counts
      rows.push_back({.is_list = true, .items = weights, .line = b->line});
      weights.push_back({.text = "0", .line = b->line});
      if (c != nullptr) {
        nodes.push_back({.text = "1", .line = c->line});
      }
      ++s;
    }
    table_.kind = table_kind::runge_kutta;
    table_.stages = static_cast<int>(s);
    put("b", weights);
    put_matrix("A", rows);
    if (const source_value* bar = first({"bbar"}, true)) {
      const source_value* matrix_of_p = first({"Abar"}, false);
      table_.kind =
          matrix_of_p != nullptr ? table_kind::partitioned_runge_kutta : table_kind::nystrom;
      put("bbar", fitted("bbar", *bar, s));
      if (matrix_of_p != nullptr) {
        put_matrix("Abar", rows_of("Abar", *matrix_of_p, s));
      } else if (nodes.empty()) {
        throw no_table{bar->line, "bbar is of a Nyström table, which has nodes c"};
      } else {
        put("c", nodes);
        if (hat != nullptr) {
          put("bhat", fitted("bhat", *hat, s));
        }
      }
      notes_.push_back(
          fmt::format("read as a {} table, since it has bbar", to_string(table_.kind)));
      return;
    }
    put("c", nodes);
    if (hat != nullptr) {
      put("bhat", fitted("bhat", *hat, s));
    } else if (error != nullptr) {
      entries embedded = fitted("the difference of the weights", *error, s);
      for (std::size_t i = 0; i < s; ++i) {
        embedded[i].text = fmt::format("({}) - ({})", weights[i].text, embedded[i].text);
      }
      put("bhat", embedded);
    }
  }

  /// The rows of a matrix; a first row that is 0 may be left out.
  static entries rows_of(const std::string& key, const source_value& matrix, std::size_t s) {
    entries rows = matrix.items;
    if (!rows[0].is_list) {  // of one stage
      rows = {{.is_list = true, .items = rows, .line = matrix.line}};
    } else if (rows.size() + 1 == s && rows[0].items.size() <= 1 && !matrix.by_element) {
      rows.insert(rows.begin(), {.is_list = true, .line = matrix.line});
    } else if (matrix.by_element) {
      rows.resize(std::max(s, rows.size()), {.is_list = true, .line = matrix.line});
    }
    if (rows.size() != s) {
      throw no_table{matrix.line,
                     fmt::format("{} has {} rows, but b has {} entries", key, rows.size(), s)};
    }
    return rows;
  }

  void put_matrix(const std::string& key, const entries& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i].is_list || rows[i].items.size() > static_cast<std::size_t>(table_.stages)) {
        throw no_table{rows[i].line, fmt::format("row {} of {} is no list of at most {} numbers",
                                                 i + 1, key, table_.stages)};
      }
      put(key, rows[i].items, static_cast<int>(i));
    }
  }

  void put_splitting(entries drifts, entries kicks, bool kicks_first) {
    if (kicks_first) {
      drifts.insert(drifts.begin(), {.text = "0", .line = kicks[0].line});
    }
    if (drifts.size() != kicks.size() && drifts.size() != kicks.size() + 1) {
      throw no_table{drifts[0].line,
                     fmt::format("a splitting of {} and {} entries does not alternate",
                                 drifts.size() - (kicks_first ? 1 : 0), kicks.size())};
    }
    table_.kind = table_kind::splitting;
    table_.stages = static_cast<int>(drifts.size());
    put("a", drifts);
    put("b", kicks);
  }

  void put_composition(const entries& gamma, const std::string& base) {
    table_.kind = table_kind::composition;
    table_.base = base;
    table_.stages = static_cast<int>(gamma.size());
    put("gamma", gamma);
  }

  /// GeometricIntegrators' kinds of splitting, as its integrators apply the coefficients.
  void constructed() {
    const auto items_of = [&](const char* name) {
      const auto found = block_.arrays.find(name);
      return found == block_.arrays.end() ? entries{} : found->second.items;
    };
    const entries a = items_of("a");
    const entries b = items_of("b");
    const bool is_symmetric = block_.splitting == "SS";
    if (a.empty() || (!is_symmetric && b.size() != a.size())) {
      throw no_table{block_.line, fmt::format("a has {} numbers that are written out and b {}",
                                              a.size(), b.size())};
    }
    if (block_.splitting == "General") {
      return put_splitting(a, b, false);
    }
    entries gamma;
    for (std::size_t i = 0; i < a.size(); ++i) {
      gamma.push_back(a[i]);
      gamma.insert(gamma.end(), is_symmetric ? b.end() : b.begin() + static_cast<std::ptrdiff_t>(i),
                   is_symmetric ? b.end() : b.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    if (block_.splitting != "NonSymmetric") {  // the same backwards; the middle of SS stands once
      const entries half = gamma;
      gamma.insert(gamma.end(), half.rbegin() + (is_symmetric ? 1 : 0), half.rend());
    }
    put_composition(gamma, is_symmetric ? "leapfrog" : "symplectic-euler-b");
  }

  /// Splittings and compositions: plain lists, or a1, a2 … Says whether there is one.
  bool lists() {
    const source_value* a = first({"a", "A"}, true);
    const source_value* b = first({"b", "B"}, true);
    const source_value* c = first({"c"}, true);
    const source_value* d = first({"d"}, true);
    if (const source_value* hat = first({"ahat"}, true); a != nullptr && hat != nullptr) {
      put_splitting(fitted("a", *a, a->items.size()), hat->items, true);
    } else if (a != nullptr && b != nullptr) {
      splitting_of("a", a->items, "b", b->items, b->items.size() > a->items.size());
    } else if (c != nullptr && d != nullptr) {
      splitting_of("c", c->items, "d", d->items, d->items.size() > c->items.size());
    } else if (const source_value* gamma = first({"gamma", "w"}, true)) {
      put_composition(gamma->items, "leapfrog");
      notes_.emplace_back("read as a composition over leapfrog");
    } else if (const auto [a1, b1] = std::pair(numbered("a"), numbered("b"));
               a1.size() > 1 && b1.size() > 1) {
      splitting_of("a1", a1, "b1", b1, b1.size() >= a1.size());
    } else if (const auto [c1, d1] = std::pair(numbered("c"), numbered("d"));
               c1.size() > 1 && d1.size() > 1) {
      splitting_of("c1", c1, "d1", d1, d1.size() > c1.size());
    } else {
      return incomplete();
    }
    return true;
  }
  void splitting_of(const std::string& drift, const entries& drifts, const std::string& kick,
                    const entries& kicks, bool kicks_first) {
    put_splitting(drifts, kicks, kicks_first);
    notes_.push_back(fmt::format("read as a splitting, {} (of q) and {} (of p) in turn, {} first",
                                 drift, kick, kicks_first ? kick : drift));
  }
  entries numbered(const std::string& letter) const {
    entries values;
    for (int k = 1; k <= most_foreign_stages; ++k) {
      const auto found = block_.current.find(letter + std::to_string(k));
      if (found == block_.current.end()) {
        break;
      }
      values.push_back({.text = found->second, .line = block_.line});
    }
    return values;
  }

  /// Throws where there is a part of a table, or what is none: the coupling tables of multirate methods (W, G).
  bool incomplete() const {
    const auto is_unread = [this](const char* name) { return block_.unread.count(name) != 0; };
    const bool has_part =
        first({"b", "B", "c", "C"}, true) != nullptr ||
        ((is_unread("a") || is_unread("A")) && (is_unread("b") || is_unread("B")));
    for (const char* name : {"A", "a", "W", "G", "beta", "b", "B"}) {
      const auto why = block_.unread.find(name);
      const bool has_three = why != block_.unread.end() &&
                             why->second.second.find("three indices") != std::string::npos;
      if (has_three || (has_part && why != block_.unread.end())) {
        throw no_table{why->second.first, fmt::format("{}: {}", name, why->second.second)};
      }
    }
    return false;
  }

  /// Every coefficient has a value, and the table takes with it what its formulas name.
  void check() {
    std::vector<std::pair<std::string, int>> wanted;
    const auto look = [&](const std::string& text, int line) {
      try {
        const expression formula(text);
        for (const std::string& name : formula.names()) {
          wanted.emplace_back(name, line);
        }
      } catch (const invalid_input& error) {
        throw no_table{line, error.what()};
      }
    };
    for (std::size_t i = 0; i < table_.coefficients.size(); ++i) {
      look(table_.coefficients[i].text, lines_[i]);
    }
    variables names;
    while (!wanted.empty()) {
      const auto [name, line] = wanted.back();
      wanted.pop_back();
      if (table_.definitions.count(name) == 0) {
        table_.definitions[name] = meaning(name, line);
        look(table_.definitions[name], line);
        names.set(name, expression(table_.definitions[name]));
      }
      if (table_.definitions.size() > most_foreign_stages) {
        throw no_table{line, fmt::format("at most {} names are read", most_foreign_stages)};
      }
    }
    for (std::size_t i = 0; i < table_.coefficients.size(); ++i) {
      try {
        (void)evaluate<double>(expression(table_.coefficients[i].text), names);
      } catch (const invalid_input& error) {
        throw no_table{lines_[i], table_.coefficients[i].place() + ": " + error.what()};
      }
    }
  }
  std::string meaning(const std::string& name, int line) const {
    for (const source_block* b : {&block_, &outside_}) {
      if (const auto found = b->definitions.find(name); found != b->definitions.end()) {
        return found->second;
      }
    }
    throw no_table{line, fmt::format("'{}' has no value", name)};
  }

  const source_block& block_;
  const source_block& outside_;
  scheme_table table_;
  std::vector<int> lines_;  ///< of the coefficients
  std::vector<std::string> notes_;
};

/// What check_name of a scheme file allows.
std::string fitting_name(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("-_.+()").find(c) != std::string_view::npos;
    result += fits ? c : '-';
  }
  result = result.substr(std::min(result.find_first_not_of("-_.+()"), result.size()));
  return result.empty() ? "table" : result.substr(0, longest_foreign_name - 8);
}

/// Whether one wrong number is what keeps the table from the order that it claims.
bool lacks_order_by_one_number(const scheme_table& table, int order) {
  return detail::find_suspect(detail::table_numbers(table), order, 0).raises_order;
}

/// Some splittings have their order only where the kinetic energy is quadratic, q″ = f(q), and files do not say so. Where a number is wrong,
/// neither reading has the order; the one is taken in which a change of one number gives it.
void settle_force(foreign_scheme& scheme) {
  if (!scheme.table || scheme.table->kind != table_kind::splitting) {
    return;
  }
  scheme_table quadratic = *scheme.table;
  quadratic.quadratic_kinetic = true;
  const int order = facts_of(*scheme.table).order;
  const int order_of_nystrom = facts_of(quadratic).order;
  if (order_of_nystrom > order) {
    scheme.notes.push_back(
        fmt::format("of order {} where the kinetic energy is quadratic, of order {} elsewhere",
                    order_of_nystrom, order));
    if (scheme.table->claims.order.value_or(0) > order) {
      scheme.table = std::move(quadratic);
    }
  } else if (scheme.table->claims.order.value_or(0) > order &&
             !lacks_order_by_one_number(*scheme.table, order) &&
             lacks_order_by_one_number(quadratic, order)) {
    scheme.table = std::move(quadratic);
    scheme.notes.emplace_back("read as a splitting for a quadratic kinetic energy");
  }
}

/// The first quotient of two whole numbers in the formulas of an array, such as 1/6, which C makes 0 of; "" where there is none. What
/// stands behind * or / is divided as the product before it is.
std::string whole_quotient_in(const source_value& value) {
  for (const source_value& item : value.items) {
    if (std::string found = whole_quotient_in(item); !found.empty()) {
      return found;
    }
  }
  static const std::regex quotient(R"((?:^|[^\w.*/\s])\s*(\d{1,9})\s*/\s*(\d{1,9})(?![\w.]))");
  for (std::sregex_iterator at(value.text.begin(), value.text.end(), quotient), end; at != end;
       ++at) {
    const int below = std::stoi((*at)[2]);
    if (below != 0 && std::stoi((*at)[1]) % below != 0) {
      return (*at)[1].str() + "/" + (*at)[2].str();
    }
  }
  return {};
}

}  // namespace

std::optional<source_language> language_of(const std::filesystem::path& file) {
  static const std::map<std::string, source_language> endings = {
      {".def", source_language::c},       {".c", source_language::c},
      {".h", source_language::c},         {".cpp", source_language::c},
      {".hpp", source_language::c},       {".jl", source_language::julia},
      {".py", source_language::python},   {".txt", source_language::numbers},
      {".csv", source_language::numbers}, {".dat", source_language::numbers}};
  const auto found = endings.find(file.extension().string());
  return found == endings.end() ? std::nullopt : std::optional(found->second);
}

std::vector<foreign_scheme> parse_foreign_schemes(std::string_view text, source_language language,
                                                  const std::string& origin) {
  const std::string stem = fitting_name(std::filesystem::path(origin).stem().string());
  if (text.size() > longest_foreign_file) {
    throw invalid_input(fmt::format("'{}' is longer than {} bytes; a table of coefficients is not",
                                    shown_name(origin), longest_foreign_file));
  }
  const std::vector<source_block> blocks = language == source_language::numbers
                                               ? detail::blocks_of_numbers(text, stem)
                                               : detail::blocks_of(text, language, stem);
  std::vector<foreign_scheme> found;
  std::set<std::string> names;
  for (const source_block& block : blocks) {
    foreign_scheme scheme{.name = fitting_name(block.name), .line = block.line};
    table_maker maker(block, blocks.front());
    try {
      scheme.table = maker.make();
      if (!scheme.table) {
        continue;
      }
    } catch (const no_table& why) {
      scheme.problem = fmt::format("'{}' line {}: {}", shown_name(origin), why.line, why.reason);
    }
    if (!names.insert(scheme.name).second) {
      scheme.name += "-" + std::to_string(scheme.line);
      names.insert(scheme.name);
    }
    if (scheme.table) {
      scheme.table->name = scheme.name;
      scheme.notes = maker.notes();
      if (block.rounded_literals > 0 && language != source_language::c) {
        scheme.notes.push_back(fmt::format(
            "{} numbers have more digits than the double that {} makes of them",
            block.rounded_literals, language == source_language::julia ? "Julia" : "Python"));
      }
      for (const auto& [name, array] : block.arrays) {
        const std::string quotient =
            language == source_language::c ? whole_quotient_in(array) : std::string();
        if (!quotient.empty()) {
          scheme.notes.push_back(
              fmt::format("{} has {}, of which C makes a whole number; it is read as the fraction",
                          name, quotient));
        }
      }
    }
    found.push_back(std::move(scheme));
  }
  if (found.empty()) {
    static const std::map<source_language, std::string> right = {
        {source_language::c, "B->A[1][0] = 0.5; B->b[0] = 1.0;"},
        {source_language::julia, "A = [0 0; 1//2 0]; b = [0, 1]"},
        {source_language::python, "A = [[0, 0], [1/2, 0]]; b = [0, 1]"},
        {source_language::numbers,
         "rows of c and A, then a row of b, or lines such as a = 1/2 1/2"}};
    throw invalid_input(
        fmt::format("'{}' line 1: no table of coefficients is in the file; one is written as {}",
                    shown_name(origin), right.at(language)));
  }
  return found;
}

std::optional<foreign_name> foreign_file(const std::string& name) {
  if (language_of(name)) {
    return foreign_name{name, {}};
  }
  const std::size_t colon = name.rfind(':');
  if (colon != std::string::npos && language_of(name.substr(0, colon))) {
    return foreign_name{name.substr(0, colon), name.substr(colon + 1)};
  }
  return std::nullopt;
}

std::vector<foreign_scheme> load_foreign_schemes(const foreign_name& name) {
  const std::string origin = name.file.string();
  const std::string text = read_text_file(name.file, longest_foreign_file);
  auto found =
      parse_foreign_schemes(without_byte_order_mark(text), *language_of(name.file), origin);
  if (!name.scheme.empty()) {
    std::vector<std::string> known;
    known.reserve(found.size());
    for (const foreign_scheme& scheme : found) {
      known.push_back(scheme.name);
    }
    std::erase_if(found, [&](const foreign_scheme& scheme) { return scheme.name != name.scheme; });
    if (found.empty()) {
      throw invalid_input(
          fmt::format("'{}': {}", shown_name(origin), unknown_name("table", name.scheme, known)));
    }
  }
  std::for_each(found.begin(), found.end(), settle_force);
  return found;
}

}  // namespace plumbline
