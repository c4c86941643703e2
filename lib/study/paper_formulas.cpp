// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The formulas of a paper are evaluated twice: at first to see which numbers of which runs they ask for, with 1 in the place of
// each; and when the runs are made, to their values. A number whose arguments depend on another run's number is computed when
// it is asked for.
#include "study/formula_tree.hpp"
#include "study/paper_evaluation.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/paper_formulas.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace plumbline {

namespace {

using detail::failed_run;
using detail::meanings;
using detail::number_of_a_run;

constexpr int most_shown_digits = 20;

/// True for numbers of the scheme's table, which no system changes: lines of audit and arithmetic with them.
bool is_of_scheme_alone(const call_tree& tree) {
  switch (tree.what) {
    case call_tree::kind::name:
    case call_tree::kind::rate:
    case call_tree::kind::momentum:
    case call_tree::kind::each:
      return false;
    case call_tree::kind::call:
      if (tree.text == "audit") {
        return true;
      }
      break;
    default:
      break;
  }
  return std::ranges::all_of(tree.children, is_of_scheme_alone);
}
/// Stands for the system where no system matters: every scheme with a table takes it.
constexpr const char* any_system = "harmonic-oscillator";

}  // namespace

class paper_formulas::implementation final : private detail::paper_evaluation {
 public:
  using paper_evaluation::paper_evaluation;

  std::size_t ask(const std::string& formula, const formula_words& words, int shown,
                  const std::string& fence) {
    const precision_scope scope(working_);
    asked one;
    one.shown = shown;
    one.fence = fence;
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

  std::size_t ask_curve(const std::string& x, const std::string& y,
                        const std::vector<std::string>& values, const formula_words& words) {
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
      one.values = values;
      for (const auto& value : one.values) {
        tainted_ = false;
        try {
          (void)evaluate(one.y, {{"x", value}});
          (void)evaluate(one.x ? *one.x : tree_of(value), {{"x", value}});
        } catch (const failed_run&) {  // it will fail again, with its reason as the curve's
        }
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
    std::string fence;
    std::size_t t = 0;  ///< the request for the times of the nodes
    paper_value found;
    paper_curve drawn;
  };

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
      const own_taint apart(tainted_);
      std::string text = argument_text(tree.children[i], words);
      text = is_planning_ && tainted_ ? number_of_a_run : text;
      if (!given.emplace(argument, std::move(text)).second) {
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
               const meanings& words) override {
    const own_taint apart(tainted_);
    formula_words given = arguments_of(name, q, tree, words);
    std::string key = "quantity " + name;
    for (const auto& [argument, value] : given) {
      key += "\n" + argument + "=" + value;
    }
    if (!q.compute.empty()) {
      return once(key, name, [&] { return evaluate(parse(q.compute, given), {}); });
    }
    key += is_curve_ ? "\nover the nodes" : "";
    if (const auto known = known_.find(key); known != known_.end()) {
      latest_ = known->second;
      tainted_ = true;
      return is_planning_ ? mp(1) : value_of_request(latest_);
    }
    for (auto& [argument, text] : given) {
      text = text == number_of_a_run ? "1" : text;
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
    if (is_planning_ && tainted_) {
      check_names_of(name, *request);
      return mp(1);
    }
    const std::size_t which = number_of_request(*request);
    known_.emplace(std::move(key), which);
    tainted_ = true;
    return is_planning_ ? mp(1) : value_of_request(which);
  }

  /// Of a request with 1 in the place of values that are not known yet: only what it calls by a wrong name is a mistake.
  static void check_names_of(const std::string& name, const formula_request& request) {
    try {
      check(request);
    } catch (const detail::formula_name_error& error) {
      throw invalid_input(name + ": " + error.what());
    } catch (const std::exception&) {  // of a value that is none
    }
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
    known.reserve(own.size());
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
    r.folder = names_.folder;
    r.define = names_.define;
    r.schemes = names_.schemes;
    r.systems = names_.systems;
    for (auto& [name, system] : r.systems) {
      make_exact(system.texts);
    }
    r.is_curve = is_curve_;
    r.shown = shown_digits_of::all;  // rules of judgement compare far fewer
    std::string system = plain("system", q.system);
    if (system.empty() && is_of_scheme_alone(parse_calls(r.formula))) {
      system = any_system;
    }
    if (system.empty()) {
      fail("has no system: it is neither fixed nor an argument");
    }
    require_known("system", system, names_.systems, systems(),
                  [](const system_entry& s) { return s.name(); });
    if (const auto own = names_.systems.find(system); own != names_.systems.end()) {
      r.system = own->second.system;
      r.problem = own->second.texts;
    } else {
      r.system = name_from(names_.folder, system);
    }
    make_exact(r.problem);
    const std::string scheme = plain("scheme", q.scheme);
    if (!scheme.empty()) {
      require_known("scheme", scheme, names_.schemes, schemes(),
                    [](const scheme_entry& s) { return s.info.name; });
    }
    const auto own_scheme = names_.schemes.find(scheme);
    r.scheme =
        own_scheme != names_.schemes.end() ? own_scheme->second : name_from(names_.folder, scheme);
    problem_texts& of_run = r.of_run.emplace();
    for (const auto& [key, value] : q.set) {
      put_text(of_run.set, key, exact_text(parse(value, given), {}));
    }
    for (const auto& [key, value] : q.start) {
      put_text(of_run.start, key, exact_text(parse(value, given), {}));
    }
    for (const auto& [argument, value] : given) {
      if (argument.starts_with("set.")) {
        put_text(of_run.set, argument.substr(4), exact_of_argument(value, {}));
      } else if (argument.starts_with("start.")) {
        put_text(of_run.start, argument.substr(6), exact_of_argument(value, {}));
      }
    }
    put_texts(r.problem.set, of_run.set);
    put_texts(r.problem.start, of_run.start);
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
        texts, [this](const std::string& text) { return has_exact_constants(text); });
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
      const exact_constants found = constants_of_motion(p, working_);
      const precision_scope scope(working_);
      for (const auto& constant : found.known) {
        place->second.emplace("exact." + constant.name,
                              to_text(detail::convert_precision<mp>(constant.value)));
      }
    }
    return place->second;
  }

  static std::string key_of(const formula_request& r) {
    std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", r.formula, r.system,
                                  r.scheme, r.step, r.until, r.from, r.digits, r.is_curve,
                                  r.problem.events + "\n" + r.problem.matrices);
    const problem_texts of_run = r.of_run.value_or(problem_texts{});
    for (const auto* const list : {&r.problem.set, &r.problem.start, &of_run.set, &of_run.start}) {
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

  /// What was not planned is made now: it depends on another run's number.
  mp value_of_request(std::size_t which) {
    if (which == values_.size()) {
      const formula_request& r = requests_[which];
      try {
        check(r);
        values_.push_back(values_of({r}, *host_).front());
      } catch (const interrupted&) {
        throw;
      } catch (...) {
        values_.emplace_back().failure = std::current_exception();
      }
    }
    const formula_value& value = values_.at(which);
    if (value.failure) {
      throw failed_run(reason_of(value.failure));
    }
    if (requests_[which].is_curve && !value.curve.empty()) {
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
      const auto fence = printed_number::read(one.fence);
      const auto shown = printed_number::read(one.found.number);
      if (fence && shown && shown->value == fence->value) {
        one.found.number = to_text(x, digits_);
      }
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

  std::map<std::string, meanings> constants_;  ///< exact.NAME of motions
  std::size_t point_ = 0;
  std::size_t points_ = 1;
  std::vector<asked> asked_;
  std::vector<formula_request> requests_;
  std::map<std::string, std::size_t> numbers_;  ///< of the requests, by what they are
  std::map<std::string, std::size_t> known_;    ///< of the requests, by quantity and arguments
  std::size_t latest_ = 0;                      ///< the request that was asked for last
  std::vector<formula_value> values_;
  run_host* host_ = nullptr;
};

paper_formulas::paper_formulas(paper_names names, int digits)
    : self_(std::make_unique<implementation>(std::move(names), digits)) {}
paper_formulas::paper_formulas(paper_formulas&&) noexcept = default;
paper_formulas& paper_formulas::operator=(paper_formulas&&) noexcept = default;
paper_formulas::~paper_formulas() = default;

std::size_t paper_formulas::ask(const std::string& formula, const formula_words& words, int shown,
                                const std::string& fence) {
  return self_->ask(formula, words, shown, fence);
}
std::size_t paper_formulas::ask_curve(const std::string& x, const std::string& y,
                                      const std::vector<std::string>& values,
                                      const formula_words& words) {
  return self_->ask_curve(x, y, values, words);
}
std::size_t paper_formulas::runs() const { return self_->runs(); }
void paper_formulas::compute(int jobs, run_host& host) { self_->compute(jobs, host); }
paper_value paper_formulas::value(std::size_t which) const { return self_->value(which); }
paper_curve paper_formulas::curve(std::size_t which) const { return self_->curve(which); }

}  // namespace plumbline
