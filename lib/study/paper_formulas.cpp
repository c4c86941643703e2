// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The formulas of a paper are evaluated twice: at first to see which numbers of which runs they ask for, with 1 in the place of
// each; and when the runs are made, to their values. A number whose arguments depend on another run's number is computed when
// it is asked for.
#include "study/node_formula.hpp"
#include "study/paper_checks.hpp"
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/paper_formulas.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace plumbline {

namespace {

using detail::function_named;
using detail::is_list_function;
using kind = call_tree::kind;

constexpr int most_shown_digits = 20;
/// Quantities and definitions do not need each other deeper.
constexpr std::size_t deepest = 300;
/// What one formula may ask for with loops.
constexpr std::int64_t most_values = 2'000'000;
/// Longer values are computed, to the digits of the arithmetic.
constexpr std::size_t longest_text = 4000;
/// The functions that the exact values of texts have; abs, log10, floor and others are computed here.
bool is_smooth(const std::string& name) {
  return name == "atan2" || (name != "abs" && name != "log10" && name != "floor" &&
                             detail::function_of_one<mp>(name) != nullptr);
}

/// What a run said; the reason of a number without a value.
class failed_run : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the names of loops stand for, and in the texts of a quantity `step` and `until`.
using meanings = std::map<std::string, std::string>;

}  // namespace

class paper_formulas::implementation {
 public:
  implementation(paper_names names, int digits)
      : names_(std::move(names)), digits_(digits), working_(digits + guard_digits) {
    detail::check_names(names_);
  }

  std::size_t ask(const std::string& formula, const formula_words& words, int shown) {
    const precision_scope scope(working_);
    asked one;
    one.shown = shown;
    one.y = parse(formula, words);
    is_planning_ = true;
    tainted_ = false;
    loops_ = 0;
    try {
      (void)evaluate(one.y, {});
    } catch (const failed_run&) {  // it will fail again, with its reason as the value's
    }
    asked_.push_back(std::move(one));
    return asked_.size() - 1;
  }

  std::size_t ask_curve(const std::string& x, const std::string& y, const std::string& values,
                        const formula_words& words) {
    const precision_scope scope(working_);
    asked one;
    one.y = parse(y, words);
    if (!x.empty()) {
      one.x = parse(x, words);
    }
    is_planning_ = true;
    if (values.empty()) {
      one.over_nodes = true;
      is_curve_ = true;
      (void)evaluate(one.y, {});
      if (one.x) {
        (void)evaluate(*one.x, {});
      } else {
        one.t = time_of_latest();
      }
      is_curve_ = false;
    } else {
      one.values = items_of(values);
      for (const auto& value : one.values) {
        tainted_ = false;
        (void)evaluate(one.y, {{"x", value}});
        (void)evaluate(one.x ? *one.x : tree_of(value), {{"x", value}});
      }
    }
    asked_.push_back(std::move(one));
    return asked_.size() - 1;
  }

  std::size_t runs() const { return runs_of(requests_); }

  void compute(int jobs, run_host& host) {
    values_ = values_of(requests_, host, jobs);
    host_ = &host;
    is_planning_ = false;
    for (asked& one : asked_) {
      const precision_scope scope(working_);
      one.over_nodes || !one.values.empty() ? find_curve(one) : find_value(one);
    }
    host_ = nullptr;
  }

  paper_value value(std::size_t which) const { return asked_.at(which).found; }
  paper_curve curve(std::size_t which) const { return asked_.at(which).drawn; }

 private:
  struct asked {
    call_tree y;
    std::optional<call_tree> x;
    std::vector<std::string> values;
    bool over_nodes = false;
    int shown = most_shown_digits;
    std::size_t t = 0;  ///< the request for the times of the nodes
    paper_value found;
    paper_curve drawn;
  };

  // ---- names

  /// A path of the paper as the program finds it.
  std::string found(const std::string& name) const {
    return is_file_name(name.substr(0, name.find(':'))) ? (names_.folder / name).string() : name;
  }

  bool is_name(const std::string& text) const {
    if (names_.define.contains(text) || names_.lists.contains(text) ||
        names_.systems.contains(text) || names_.schemes.contains(text) ||
        names_.quantities.contains(text)) {
      return true;
    }
    return std::ranges::any_of(schemes(),
                               [&](const scheme_entry& s) { return s.info.name == text; }) ||
           std::ranges::any_of(systems(), [&](const system_entry& s) { return s.name() == text; });
  }

  call_tree parse(const std::string& formula, const formula_words& words) const {
    return parse_calls(
        with_words(formula, words, [this](const std::string& text) { return is_name(text); }));
  }

  /// A text that a name stands for, which may be a name itself.
  call_tree tree_of(const std::string& text) const {
    return is_name(text) ? call_tree{.what = kind::quoted, .text = text} : parse_calls(text);
  }

  /// The values of a list: of its name, or of values and names with commas.
  std::vector<std::string> items_of(const std::string& values) const {
    const auto found = names_.lists.find(values);
    return found != names_.lists.end() ? found->second : split_list("values", values);
  }

  [[noreturn]] static void fail(const std::string& what) { throw invalid_input(what); }

  // ---- numbers

  mp evaluate(const call_tree& tree, const meanings& words) {
    const auto of = [&](std::size_t i) { return evaluate(tree.children[i], words); };
    switch (tree.what) {
      case kind::number:
        return decimal<mp>(tree.text);
      case kind::pi:
        return plumbline::pi<mp>();
      case kind::name:
      case kind::quoted:
        return number_named(tree, words);
      case kind::negate:
        return -of(0);
      case kind::add:
        return of(0) + of(1);
      case kind::subtract:
        return of(0) - of(1);
      case kind::multiply:
        return of(0) * of(1);
      case kind::divide:
        return of(0) / of(1);
      case kind::power: {
        const mp a = of(0);
        return detail::power_of<mp>(a, of(1));
      }
      case kind::call:
        return function(tree, words);
      case kind::each:
        fail("'for' stands in max, min, mean, sum, order, last_order or slope");
      default:
        fail(fmt::format("'{}' is no number of the paper",
                         tree.what == kind::rate ? "dot(...)" : "p(...)"));
    }
  }

  /// While it lives, this name is being evaluated.
  class open_name {
   public:
    open_name(std::vector<std::string>& open, const std::string& name, const std::string& shown)
        : open_(open) {
      const bool again = std::ranges::find(open, name) != open.end();
      if (again || open.size() >= deepest) {
        fail(again ? "'" + shown + "' needs itself"
                   : fmt::format("definitions need each other more than {} deep", deepest));
      }
      open.push_back(name);
    }
    open_name(const open_name&) = delete;
    open_name& operator=(const open_name&) = delete;
    ~open_name() { open_.pop_back(); }

   private:
    std::vector<std::string>& open_;
  };

  mp number_named(const call_tree& tree, const meanings& words) {
    if (const auto word = words.find(tree.text); word != words.end()) {
      meanings outside = words;
      outside.erase(tree.text);
      return evaluate(tree_of(word->second), outside);
    }
    if (const auto defined = names_.define.find(tree.text); defined != names_.define.end()) {
      return once("define " + tree.text, tree.text,
                  [&] { return evaluate(parse_calls(defined->second), {}); });
    }
    if (tree.text == "e") {
      return exp(mp(1));
    }
    std::vector<std::string> known;
    for (const auto& [name, value] : names_.define) {
      known.push_back(name);
    }
    for (const auto& [name, value] : words) {
      known.push_back(name);
    }
    for (const auto& [name, value] : names_.quantities) {
      known.push_back(name + "(...)");
    }
    for (const auto& [name, values] : names_.lists) {
      known.push_back(name);
    }
    if (is_name(tree.text)) {
      fail(fmt::format(
          "'{}' is no number{}", tree.text,
          names_.quantities.contains(tree.text) ? "; its value is " + tree.text + "(...)" : ""));
    }
    fail(unknown_name("name", tree.text, known));
  }

  mp function(const call_tree& tree, const meanings& words) {
    if (const auto quantity = names_.quantities.find(tree.text);
        quantity != names_.quantities.end()) {
      return number_of(quantity->first, quantity->second, tree, words);
    }
    const bool has_list = std::ranges::any_of(
        tree.children, [](const call_tree& child) { return child.what == kind::each; });
    if (is_list_function(tree.text) && (has_list || (tree.text != "max" && tree.text != "min"))) {
      return over_list(tree, words);
    }
    if (const auto* const special = function_named(tree.text)) {
      return special_function(*special, tree, words);
    }
    const bool is_known = detail::function_of_one<mp>(tree.text) || tree.text == "atan2" ||
                          is_list_function(tree.text);
    for (const auto& key : tree.keys) {
      if (!key.empty() && is_known) {
        fail(fmt::format("{} has no argument called '{}'", tree.text, key));
      }
    }
    if ((tree.text == "max" || tree.text == "min") && tree.children.size() >= 2) {
      mp best = evaluate(tree.children[0], words);
      for (std::size_t i = 1; i < tree.children.size(); ++i) {
        const mp next = evaluate(tree.children[i], words);
        best = detail::is_better(tree.text, next, best) ? next : best;
      }
      return best;
    }
    if (tree.text == "atan2" && tree.children.size() == 2) {
      const mp y = evaluate(tree.children[0], words);
      return atan2(y, evaluate(tree.children[1], words));
    }
    if (const auto f = detail::function_of_one<mp>(tree.text)) {
      if (tree.children.size() != 1) {
        fail(fmt::format("{} takes 1 argument, got {}", tree.text, tree.children.size()));
      }
      return f(evaluate(tree.children[0], words));
    }
    std::vector<std::string> known = {"max",        "min",   "mean", "sum", "order",
                                      "last_order", "slope", "sqrt", "exp", "log",
                                      "log10",      "abs",   "floor"};
    for (const auto& [name, value] : names_.quantities) {
      known.push_back(name);
    }
    for (const function_entry& f : functions()) {
      known.push_back(f.name);
      std::ranges::replace(known.back(), '-', '_');
    }
    fail(unknown_name("quantity or function", tree.text, known));
  }

  /// Calls f(words) for each value of the names of "EXPR for x in A for y in B", and gives EXPR.
  template <class F>
  void each_of(const call_tree& tree, const meanings& words, F&& f) {
    if (tree.what != kind::each) {
      f(tree, words);
      return;
    }
    if (is_name(tree.text)) {
      fail(fmt::format("'for {}': the paper or the catalogue has this name already", tree.text));
    }
    for (std::size_t i = 1; i < tree.children.size(); ++i) {
      const call_tree& item = tree.children[i];
      const bool is_word = item.what == kind::name || item.what == kind::quoted;
      const auto list = is_word ? names_.lists.find(item.text) : names_.lists.end();
      const bool is_single = tree.children.size() == 2 && item.what == kind::name;
      if (is_single && list == names_.lists.end() && !words.contains(item.text) &&
          !is_name(item.text)) {
        std::vector<std::string> known;
        for (const auto& [name, values] : names_.lists) {
          known.push_back(name);
        }
        fail(unknown_name("list", item.text, known));
      }
      const auto items = list != names_.lists.end()
                             ? list->second
                             : std::vector<std::string>{argument_text(item, words)};
      for (const auto& text : items) {
        if (++loops_ > most_values) {
          fail(fmt::format("the loops of a formula have more than {} values", most_values));
        }
        meanings inside = words;
        inside[tree.text] = text;
        each_of(tree.children[0], inside, f);
      }
    }
  }

  mp over_list(const call_tree& tree, const meanings& words) {
    if (tree.children.size() != 1 || tree.children[0].what != kind::each || !tree.keys[0].empty()) {
      fail(fmt::format("{0} takes EXPRESSION for NAME in LIST", tree.text));
    }
    const call_tree& each = tree.children[0];
    if (tree.text == "order" || tree.text == "last_order" || tree.text == "slope") {
      return fit(tree.text, each, words);
    }
    std::optional<mp> result;
    int count = 0;
    each_of(each, words, [&](const call_tree& of, const meanings& inside) {
      const mp x = evaluate(of, inside);
      ++count;
      if (!result) {
        result = x;
      } else if (tree.text == "max" || tree.text == "min") {
        result = detail::is_better(tree.text, x, *result) ? x : *result;
      } else {
        result = mp(*result + x);
      }
    });
    return tree.text == "mean" ? mp(*result / count) : *result;
  }

  mp fit(const std::string& what, const call_tree& each, const meanings& words) {
    if (each.children[0].what == kind::each) {
      fail(what + " takes one 'for'");
    }
    std::vector<mp> x;
    std::vector<mp> y;
    each_of(each, words, [&](const call_tree& of, const meanings& inside) {
      const bool was_tainted = std::exchange(tainted_, false);
      x.push_back(evaluate(tree_of(inside.at(each.text)), words));
      tainted_ = was_tainted || tainted_;
      y.push_back(evaluate(of, inside));
    });
    const bool differ = std::ranges::any_of(x, [&](const mp& other) { return other != x[0]; });
    if (!differ) {
      fail(what + " needs at least two different values of '" + each.text + "'");
    }
    if (is_planning_ && tainted_) {
      return mp(1);
    }
    if (what == "slope") {
      return slope_of(x, y);
    }
    for (mp& error : y) {
      error = abs(error);
      if (!(mp(0) < error) || !is_finite(error)) {
        throw failed_run("the logarithm of a value that is zero or not finite");
      }
    }
    for (const mp& step : x) {
      if (!(mp(0) < step)) {
        fail(what + " goes over positive values");
      }
    }
    const std::size_t n = x.size();
    return what == "order" ? fitted_order(x, y)
                           : observed_order(x[n - 2], y[n - 2], x[n - 1], y[n - 1]);
  }

  static mp slope_of(const std::vector<mp>& x, const std::vector<mp>& y) {
    const auto n = static_cast<int>(x.size());
    mp mean_x(0);
    mp mean_y(0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      mean_x += x[i] / n;
      mean_y += y[i] / n;
    }
    mp above(0);
    mp below(0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      above += (x[i] - mean_x) * (y[i] - mean_y);
      below += (x[i] - mean_x) * (x[i] - mean_x);
    }
    return above / below;
  }

  mp special_function(const function_entry& f, const call_tree& tree, const meanings& words) {
    if (f.complex_values) {
      fail(fmt::format("{} has complex values; formulas have real numbers", tree.text));
    }
    const bool was_tainted = std::exchange(tainted_, false);
    std::map<std::string, expression> given;
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      if (tree.keys[i].empty()) {
        fail(fmt::format("the arguments of {} have names: {}(m = 1/2)", tree.text, tree.text));
      }
      given.emplace(tree.keys[i], expression(exact_text(tree.children[i], words)));
    }
    const bool of_runs = tainted_;
    tainted_ = tainted_ || was_tainted;
    if (is_planning_ && of_runs) {
      return mp(1);
    }
    const auto values = evaluate_function(f, given, working_);
    if (values.size() != 1) {
      fail(fmt::format("{} has {} values; formulas take functions of one", tree.text,
                       values.size()));
    }
    return detail::convert_precision<mp>(values.front().value.re);
  }

  // ---- texts

  /// What a value or a name says as an argument: the name, the number, or an exact value as a text.
  std::string argument_text(const call_tree& tree, const meanings& words) {
    if (tree.what == kind::name || tree.what == kind::quoted) {
      const auto word = words.find(tree.text);
      return word == words.end() ? tree.text : word->second;
    }
    if (tree.what == kind::number) {
      return tree.text;
    }
    if (tree.what == kind::negate && tree.children[0].what == kind::number) {
      return "-" + tree.children[0].text;
    }
    return exact_text(tree, words);
  }

  /// The tree as an exact value (scalar/expression.hpp), with the paper's names replaced. Names that the paper does not have
  /// stay: they may be the system's. What exact values do not have is computed.
  std::string exact_text(const call_tree& tree, const meanings& words) {
    const auto child = [&](std::size_t i) { return exact_text(tree.children[i], words); };
    const auto with_sign = [&](const char* sign) { return "(" + child(0) + sign + child(1) + ")"; };
    switch (tree.what) {
      case kind::number:
        return tree.text;
      case kind::pi:
        return "pi";
      case kind::name:
      case kind::quoted: {
        if (const auto word = words.find(tree.text); word != words.end()) {
          meanings outside = words;
          outside.erase(tree.text);
          return "(" + exact_text(tree_of(word->second), outside) + ")";
        }
        if (const auto defined = names_.define.find(tree.text); defined != names_.define.end()) {
          return exact_definition(tree, defined->second);
        }
        return tree.text;
      }
      case kind::negate:
        return "(-" + child(0) + ")";
      case kind::add:
        return with_sign("+");
      case kind::subtract:
        return with_sign("-");
      case kind::multiply:
        return with_sign("*");
      case kind::divide:
        return with_sign("/");
      case kind::power:
        return with_sign("^");
      default:
        break;
    }
    if (tree.what == kind::call && is_smooth(tree.text)) {
      std::string list;
      for (std::size_t i = 0; i < tree.children.size(); ++i) {
        list += (i == 0 ? "" : ",") + child(i);
      }
      return tree.text + "(" + list + ")";
    }
    const mp x = evaluate(tree, words);
    if (!is_finite(x)) {
      throw failed_run("an argument is not finite");
    }
    return "(" + to_text(x) + ")";
  }

  /// A definition as an exact value, made once; a long one is computed.
  std::string exact_definition(const call_tree& tree, const std::string& formula) {
    if (const auto known = exact_.find(tree.text); known != exact_.end()) {
      return known->second;
    }
    std::string text;
    {
      const open_name now(open_, "exact " + tree.text, tree.text);
      text = "(" + exact_text(parse_calls(formula), {}) + ")";
    }
    if (text.size() > longest_text) {
      text = "(" + to_text(number_named(tree, {})) + ")";
    }
    if (!tainted_) {
      exact_.emplace(tree.text, text);
    }
    return text;
  }

  /// The value under this key, computed once in the planning and once after the runs.
  template <class Compute>
  mp once(const std::string& key, const std::string& shown, Compute&& compute) {
    const std::string whole = fmt::format("{} {} {}", is_planning_, is_curve_, key);
    const bool keeps = !(is_curve_ && !is_planning_);
    if (const auto known = once_.find(whole); known != once_.end() && keeps) {
      tainted_ = tainted_ || known->second.second;
      return known->second.first;
    }
    const open_name now(open_, key, shown);
    const bool was_tainted = std::exchange(tainted_, false);
    const mp x = compute();
    if (keeps) {
      once_.emplace(whole, std::pair(x, tainted_));
    }
    tainted_ = tainted_ || was_tainted;
    return x;
  }

  // ---- quantities

  /// The arguments of a call by their names.
  formula_words arguments_of(const std::string& name, const paper_quantity& q,
                             const call_tree& tree, const meanings& words) {
    formula_words given;
    std::size_t place = 0;
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      std::string argument = tree.keys[i];
      if (argument.empty()) {
        if (place >= q.arguments.size()) {
          fail(fmt::format("{} takes {} arguments ({}), got {}", name, q.arguments.size(),
                           joined(q.arguments), tree.children.size()));
        }
        argument = q.arguments[place++];
      } else if (std::ranges::find(q.arguments, argument) == q.arguments.end()) {
        fail(unknown_name("argument of " + name, argument, q.arguments));
      }
      if (!given.emplace(argument, argument_text(tree.children[i], words)).second) {
        fail(fmt::format("{} is given '{}' twice", name, argument));
      }
    }
    for (const auto& argument : q.arguments) {
      if (!given.contains(argument)) {
        fail(fmt::format("{} lacks its argument '{}'", name, argument));
      }
    }
    return given;
  }

  mp number_of(const std::string& name, const paper_quantity& q, const call_tree& tree,
               const meanings& words) {
    const bool was_tainted = std::exchange(tainted_, false);
    const formula_words given = arguments_of(name, q, tree, words);
    if (!q.compute.empty()) {
      std::string key = "quantity " + name;
      for (const auto& [argument, value] : given) {
        key += "\n" + argument + "=" + value;
      }
      const mp x = once(key, name, [&] { return evaluate(parse(q.compute, given), {}); });
      tainted_ = tainted_ || was_tainted;
      return x;
    }
    std::optional<formula_request> request;
    try {
      request = request_of(q, given);
      if (is_planning_ && !tainted_) {
        check(*request);
      }
    } catch (const invalid_input& error) {
      throw invalid_input(name + ": " + error.what());
    }
    if (is_planning_) {
      if (!tainted_) {
        (void)number_of_request(*request);
      }
      tainted_ = true;
      return mp(1);
    }
    return value_of_request(*request);
  }

  /// Throws invalid_input that suggests the paper's names, too, unless the name is the paper's, a file or the catalogue's.
  template <class Own, class Entries, class NameOf>
  static void require_known(const char* what, const std::string& text, const Own& own,
                            const Entries& entries, NameOf&& name_of) {
    const std::string name = text.substr(0, text.find(':'));
    if (own.contains(text) || is_file_name(name)) {
      return;
    }
    std::vector<std::string> known;
    for (const auto& [its, meaning] : own) {
      known.push_back(its);
    }
    for (const auto& entry : entries) {
      known.push_back(name_of(entry));
      if (known.back() == name) {
        return;
      }
    }
    throw invalid_input(unknown_name(what, name, known));
  }

  formula_request request_of(const paper_quantity& q, const formula_words& given) {
    const auto plain = [&](const char* key, const std::string& fixed) {
      const auto found = given.find(key);
      return found != given.end() ? found->second : with_plain_words(fixed, given);
    };
    meanings run;
    const auto exact = [&](const char* key, const std::string& fixed) {
      const auto found = given.find(key);
      if (found == given.end() && fixed.empty()) {
        return std::string();
      }
      try {
        return found != given.end() ? exact_of_argument(found->second, run)
                                    : exact_text(parse(fixed, given), run);
      } catch (const invalid_input& error) {
        throw invalid_input(fmt::format("{}: {}", key, error.what()));
      }
    };
    formula_request r;
    r.formula =
        with_words(q.value, given, [this](const std::string& text) { return is_name(text); });
    r.define = names_.define;
    r.schemes = names_.schemes;
    r.systems = names_.systems;
    for (auto& [name, system] : r.systems) {
      make_exact(system.texts);
    }
    r.is_curve = is_curve_;
    r.shown = shown_digits_of::all;  // rules of judgement compare far fewer
    const std::string system = plain("system", q.system);
    if (system.empty()) {
      fail("has no system: it is neither fixed nor an argument");
    }
    require_known("system", system, names_.systems, systems(),
                  [](const system_entry& s) { return s.name(); });
    if (const auto own = names_.systems.find(system); own != names_.systems.end()) {
      r.system = own->second.system;
      r.problem = own->second.texts;
    } else {
      r.system = found(system);
    }
    make_exact(r.problem);
    const std::string scheme = plain("scheme", q.scheme);
    if (!scheme.empty()) {
      require_known("scheme", scheme, names_.schemes, schemes(),
                    [](const scheme_entry& s) { return s.info.name; });
    }
    const auto own_scheme = names_.schemes.find(scheme);
    r.scheme = own_scheme != names_.schemes.end() ? own_scheme->second : found(scheme);
    for (const auto& [key, value] : q.set) {
      put_text(r.problem.set, key, exact_text(parse(value, given), {}));
    }
    for (const auto& [key, value] : q.start) {
      put_text(r.problem.start, key, exact_text(parse(value, given), {}));
    }
    for (const auto& [argument, value] : given) {
      if (argument.starts_with("set.")) {
        put_text(r.problem.set, argument.substr(4), exact_of_argument(value, {}));
      } else if (argument.starts_with("start.")) {
        put_text(r.problem.start, argument.substr(6), exact_of_argument(value, {}));
      }
    }
    add_exact_constants(r,
                        {q.step, q.until, q.from, value_or_empty(given, "step"),
                         value_or_empty(given, "until"), value_or_empty(given, "from")},
                        run);
    r.step = exact("step", q.step);
    if (!r.step.empty()) {
      run.emplace("step", r.step);
    }
    r.until = exact("until", q.until);
    if (!r.until.empty()) {
      run.emplace("until", r.until);
    }
    r.from = exact("from", q.from);
    const std::string digits = plain("digits", q.digits);
    r.digits = digits.empty() ? digits_ : parse_digits(digits);
    return r;
  }

  /// The paper's names in the values of a system's texts.
  void make_exact(problem_texts& texts) {
    for (auto* const list : {&texts.set, &texts.start}) {
      for (std::string& text : *list) {
        const auto equals = text.find('=');
        text = text.substr(0, equals + 1) + exact_of_argument(text.substr(equals + 1), {});
      }
    }
  }

  static std::string value_or_empty(const formula_words& given, const char* name) {
    const auto found = given.find(name);
    return found == given.end() ? std::string() : found->second;
  }

  /// exact.NAME of the request's motion among the meanings, where one of the texts has such a name.
  void add_exact_constants(const formula_request& r, const std::vector<std::string>& texts,
                           meanings& run) {
    const bool uses = std::ranges::any_of(
        texts, [](const std::string& text) { return text.find("exact.") != std::string::npos; });
    if (uses) {
      const meanings& constants = exact_constants_of(r);
      run.insert(constants.begin(), constants.end());
    }
  }

  const meanings& exact_constants_of(const formula_request& r) {
    std::string key = r.system + "\n" + r.problem.matrices + "\n" + r.problem.events;
    for (const auto* const list : {&r.problem.set, &r.problem.start}) {
      key += "\n" + joined(*list, "\n");
    }
    const auto [place, is_new] = constants_.try_emplace(key);
    if (is_new) {
      const problem p = read_problem(r.system, r.problem);
      const exact_motion motion(p, working_, expression("1"));
      const precision_scope scope(working_);
      for (const auto& constant : motion.constants()) {
        place->second.emplace("exact." + constant.name,
                              to_text(detail::convert_precision<mp>(constant.value)));
      }
    }
    return place->second;
  }

  /// An argument's text as an exact value; words such as a scheme's parameter stay.
  std::string exact_of_argument(const std::string& text, const meanings& words) {
    try {
      return exact_text(tree_of(text), words);
    } catch (const formula_error&) {
      return text;
    }
  }

  static std::string key_of(const formula_request& r) {
    std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", r.formula, r.system,
                                  r.scheme, r.step, r.until, r.from, r.digits, r.is_curve,
                                  r.problem.events + "\n" + r.problem.matrices);
    for (const auto* const list : {&r.problem.set, &r.problem.start}) {
      key += "\n";
      for (const auto& text : *list) {
        key += "\n" + text;
      }
    }
    return key;
  }

  std::size_t number_of_request(const formula_request& r) {
    const auto [found, is_new] = numbers_.emplace(key_of(r), requests_.size());
    if (is_new) {
      requests_.push_back(r);
    }
    latest_ = found->second;
    return latest_;
  }

  mp value_of_request(const formula_request& r) {
    const auto found = numbers_.find(key_of(r));
    std::size_t which = 0;
    if (found == numbers_.end()) {
      which = number_of_request(r);
      try {
        check(r);
      } catch (const std::exception& error) {
        throw failed_run(error.what());
      }
      values_.push_back(values_of({r}, *host_).front());
    } else {
      which = found->second;
    }
    const formula_value& value = values_.at(which);
    if (value.failure) {
      throw failed_run(reason_of(value.failure));
    }
    if (r.is_curve && !value.curve.empty()) {
      points_ = value.curve.size();
      return from_text<mp>(value.curve.at(point_));
    }
    return from_text<mp>(value.number);
  }

  static std::string reason_of(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  // ---- values

  void find_value(asked& one) {
    loops_ = 0;
    try {
      const mp x = evaluate(one.y, {});
      if (!is_finite(x)) {
        one.found.failure = "the value is not finite";
        return;
      }
      one.found.number = to_text(x, std::min(digits_, one.shown));
    } catch (const interrupted&) {
      throw;
    } catch (const std::exception& error) {
      one.found.failure = error.what();
    }
  }

  /// The request for the times of the nodes of the first quantity in a formula.
  std::size_t time_of_latest() {
    if (requests_.empty() || !requests_[latest_].is_curve) {
      fail("a curve over the nodes needs a quantity that is not reduced; other curves have values");
    }
    formula_request times = requests_[latest_];
    times.formula = "t";
    return number_of_request(times);
  }

  void find_curve(asked& one) {
    try {
      if (one.over_nodes) {
        is_curve_ = true;
        std::size_t count = 1;
        for (point_ = 0; point_ < count; ++point_) {
          points_ = 1;
          const mp y = evaluate(one.y, {});
          count = points_;
          const mp x = one.x ? evaluate(*one.x, {}) : from_text<mp>(time_at(one.t, point_));
          put_point(one.drawn, x, y);
        }
      } else {
        for (const auto& value : one.values) {
          const meanings words = {{"x", value}};
          const mp x = evaluate(one.x ? *one.x : tree_of(value), words);
          put_point(one.drawn, x, evaluate(one.y, words));
        }
      }
    } catch (const interrupted&) {
      is_curve_ = false;
      throw;
    } catch (const std::exception& error) {
      one.drawn.failure = error.what();
    }
    is_curve_ = false;
    point_ = 0;
  }

  const std::string& time_at(std::size_t request, std::size_t point) const {
    const formula_value& times = values_.at(request);
    if (times.failure) {
      throw failed_run(reason_of(times.failure));
    }
    return times.curve.at(point);
  }

  void put_point(paper_curve& drawn, const mp& x, const mp& y) const {
    const int shown = std::min(digits_, most_shown_digits);
    if (is_finite(x) && is_finite(y)) {
      drawn.x.push_back(to_text(x, shown));
      drawn.y.push_back(to_text(y, shown));
    }
  }

  paper_names names_;
  int digits_;
  int working_;                    ///< digits of the arithmetic of formulas
  std::vector<std::string> open_;  ///< what is being evaluated
  std::map<std::string, std::pair<mp, bool>>
      once_;                                   ///< see once(): values, and whether they are of runs
  std::map<std::string, std::string> exact_;   ///< definitions as exact values
  std::map<std::string, meanings> constants_;  ///< exact.NAME of motions
  std::int64_t loops_ = 0;                     ///< values of loops in the present formula
  bool is_planning_ = true;
  bool is_curve_ = false;
  bool tainted_ = false;  ///< in planning: a number of a run has gone into what was evaluated
  std::size_t point_ = 0;
  std::size_t points_ = 1;
  std::vector<asked> asked_;
  std::vector<formula_request> requests_;
  std::map<std::string, std::size_t> numbers_;  ///< of the requests, by what they are
  std::size_t latest_ = 0;                      ///< the request that was asked for last
  std::vector<formula_value> values_;
  run_host* host_ = nullptr;
};

paper_formulas::paper_formulas(paper_names names, int digits)
    : self_(std::make_unique<implementation>(std::move(names), digits)) {}
paper_formulas::paper_formulas(paper_formulas&&) noexcept = default;
paper_formulas& paper_formulas::operator=(paper_formulas&&) noexcept = default;
paper_formulas::~paper_formulas() = default;

std::size_t paper_formulas::ask(const std::string& formula, const formula_words& words, int shown) {
  return self_->ask(formula, words, shown);
}
std::size_t paper_formulas::ask_curve(const std::string& x, const std::string& y,
                                      const std::string& values, const formula_words& words) {
  return self_->ask_curve(x, y, values, words);
}
std::size_t paper_formulas::runs() const { return self_->runs(); }
void paper_formulas::compute(int jobs, run_host& host) { self_->compute(jobs, host); }
paper_value paper_formulas::value(std::size_t which) const { return self_->value(which); }
paper_curve paper_formulas::curve(std::size_t which) const { return self_->curve(which); }

}  // namespace plumbline
