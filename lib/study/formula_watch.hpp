// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A formula of a run (study/run_formula.hpp) in the scalar S of its digits: it is told the nodes of the run one after the other and
// then has a value. The parts over nodes are compiled by node_formula.hpp, the rest, numbers of the run, here.
#pragma once

#include "catalogue/indexed_text.hpp"
#include "study/formula_tree.hpp"
#include "study/node_formula.hpp"
#include "study/planned_run.hpp"
#include "study/shared_events.hpp"
#include "study/shared_values.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/run_formula.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::detail {

/// True where a formula asks for the nodes of a run: by a reduction, or by start(E).
inline bool goes_over_nodes(const call_tree& tree, const definitions& define) {
  return asks_for(tree, define,
                  [](const call_tree& part) { return is_reduction(part) || is_start(part); });
}

/// The name of a quantity of `measure` as formulas have it.
inline std::string quantity_name(std::string text) {
  std::ranges::replace(text, '_', '-');
  return text;
}

/// True for a quantity of `measure`.
inline bool is_measured(const call_tree& part) {
  return part.what == call_tree::kind::call &&
         std::ranges::find(quantities(), quantity_name(part.text), &quantity::name) !=
             quantities().end();
}

/// The motion that other(E, …) asks for: at the nodes of the run, of which it has `stride` steps between two.
template <class S>
struct companion {
  planned_run run;
  std::int64_t stride = 1;
  std::unique_ptr<problem_in<S>> in;
  std::unique_ptr<node_values<S>> values;
  std::unique_ptr<node_formulas<S>> formulas;
  std::vector<phase_point<S>> nodes;
};

/// A formula of a run in the scalar S: it is told the nodes and then has a value.
template <class S>
class formula_watch {
 public:
  formula_watch(const formula_request& request, call_tree tree, planned_run run, int digits)
      : has_end_(!request.steps.empty() || !request.until.empty()),
        end_(request.until),
        text_(request.formula),
        define_(request.define),
        schemes_(request.schemes),
        systems_(request.systems),
        of_run_(request.of_run.value_or(request.problem)),
        folder_(request.folder),
        tree_(std::move(tree)),
        run_(std::move(run)),
        digits_(digits),
        shows_supported_(request.shown == shown_digits_of::supported),
        needs_nodes_(request.is_curve || goes_over_nodes(tree_, define_)),
        is_curve_(request.is_curve && !asks_for(tree_, define_, is_reduction)) {
    in_ = std::make_unique<problem_in<S>>(make_problem<S>(run_.p));
    if (run_.step) {
      step_ = evaluate<S>(*run_.step, run_.p.names);
      until_ = S(step_ * as_scalar<S>(run_.steps));
    }
    numbers_ = run_numbers();
    main_ = std::make_unique<node_values<S>>(in_->system);
    formulas_ = formulas_of(run_, in_->system);
    node_.motions = {main_.get(), nullptr};
    if (is_curve_) {
      curve_of_ = formulas_->compile_number(tree_, 0);
    } else {
      value_ = compile(tree_);
    }
    if (!request.from.empty()) {
      try {
        from_ = node_at(parse_calls(request.from));
      } catch (const invalid_input& error) {
        throw invalid_input(fmt::format("from: {}", error.what()));
      }
    }
    if (uses_exact_ && !run_.step) {
      throw invalid_input("exact(...) needs --step and an end: its times are those of the nodes");
    }
  }

  const planned_run& run() const { return run_; }
  bool needs_nodes() const { return needs_nodes_; }
  /// False where the formula is of the exact motion alone.
  bool needs_scheme() const { return counts_work_ || formulas_->reads(0) || !companions_.empty(); }

  /// What the formula compares with and asks for besides: makes other runs and measured quantities.
  void prepare(int rounding_run, run_host& host) {
    rounding_run_ = rounding_run;
    for (const auto& each : measured_) {
      each(host);
    }
    for (auto& other : companions_) {
      make_run(other->run, rounding_run, host, node_taker([&](std::int64_t n, const auto& z) {
                 if (n % other->stride == 0) {
                   [[maybe_unused]] const auto scope = scope_of<S>(digits_);
                   other->nodes.push_back(rounded_point<S>(z));
                 }
               }));
    }
  }
  bool uses_exact() const { return uses_exact_; }
  /// Each `stride`-th node of the truth is one of the run.
  void compare_with(std::shared_ptr<exact_nodes<S>> truth, std::int64_t stride) {
    truth_ = std::move(truth);
    truth_stride_ = stride;
    exact_ = std::make_unique<node_values<S>>(in_->system);
    node_.motions[1] = exact_.get();
  }

  /// Nodes come in their order; those after the last one of this formula do not count.
  void add(std::int64_t n, phase_point<S> z) {
    if (n > run_.steps) {
      return;
    }
    node_.number = n;
    const S t = S(in_->t0 + step_ * as_scalar<S>(n));
    main_->set(std::move(z), t);
    if (uses_exact_) {
      exact_->set(truth_->at(n * truth_stride_), t);
    }
    for (auto& other : companions_) {
      other->values->set(other->nodes.at(static_cast<std::size_t>(n)), t);
    }
    if (n == 0) {
      for (const auto& start : starts_) {
        start(node_);
      }
    }
    if (is_curve_ && from_ <= n && (n % stride() == 0 || n == run_.steps)) {
      constexpr int drawn_digits = 17;
      curve_.push_back(to_text(curve_of_(node_), drawn_digits));
    }
    for (auto& each : reductions_) {
      if (each.only < 0 ? from_ <= n : each.only == n) {
        const S x = each.of(node_);
        require_finite_value(x, n, t);
        each.add(x);
      }
    }
  }

  /// The values at the nodes, of a formula that is not reduced.
  std::vector<std::string> take_curve() { return std::move(curve_); }
  bool is_curve() const { return is_curve_; }

  S value(std::int64_t evaluations) {
    evaluations_ = as_scalar<S>(evaluations);
    S result = value_();
    if (!is_finite(result)) {
      throw domain_error(fmt::format("the formula '{}' has no finite value", text_));
    }
    return result;
  }

 private:
  struct reduction {
    std::string what;
    std::function<S(node<S>&)> of;
    std::int64_t only = -1;  ///< the node of at(TIME, E)
    std::int64_t count = 0;
    S sum{0};

    void add(const S& x) {
      if (what == "count") {
        sum += x > S(0) ? S(1) : S(0);
      } else if (what == "sum" || what == "mean") {
        sum += x;
      } else if (count == 0 || what == "last" || what == "at" || what == "start" ||
                 (what != "first" && is_better(what, x, sum))) {
        sum = x;
      }
      ++count;
    }
    S value() const { return what == "mean" ? S(sum / as_scalar<S>(count)) : sum; }
  };

  /// The distance of the nodes that a curve has.
  std::int64_t stride() const {
    return (run_.steps + curve_points - 1) / curve_points + (run_.steps == 0 ? 1 : 0);
  }

  std::map<std::string, S> run_numbers() {
    std::map<std::string, S> all;
    if (run_.step) {
      all.emplace("step", step_);
      all.emplace("until", until_);
    }
    all.emplace("epsilon", with_scalar(run_.digits, [&]<class T>(std::type_identity<T>) {
                  [[maybe_unused]] const auto scope = scope_of<S>(digits_);
                  using std::ldexp;
                  return S(ldexp(S(1), 1 - bits_of<T>()));
                }));
    const bool has_constants = asks_for(tree_, define_, [](const call_tree& part) {
      return is_name(part) && part.text.find("exact.") != std::string::npos;  // or in quotes
    });
    if (has_constants) {
      for (const auto& constant : constants_of_motion(run_.p, digits_).known) {
        all.emplace("exact." + constant.name, convert_precision<S>(constant.value));
      }
    }
    return all;
  }
  template <class T>
  int bits_of() const {
    if constexpr (has_run_time_digits<T>) {
      const precision_scope scope(run_.digits);
      return scalar_traits<T>::bits();
    } else {
      return scalar_traits<T>::bits();
    }
  }

  std::unique_ptr<node_formulas<S>> formulas_of(const planned_run& run, const model<S>& system) {
    auto made = std::make_unique<node_formulas<S>>(run.p, system, text_, numbers_, define_);
    made->call = [this](const call_tree& tree, std::size_t motion) {
      return special(tree, motion);
    };
    if (run.scheme && run.step) {
      made->own_invariant = [&run, &system] {
        const auto stepper = run.scheme->entry->make<S>(run.scheme->values, system);
        return stepper.own_invariant(evaluate<S>(*run.step, run.p.names));
      };
    }
    return made;
  }
  const node_formulas<S>& formulas_of(std::size_t motion) const {
    return motion < 2 ? *formulas_ : *companions_[motion - 2]->formulas;
  }

  /// start(E), exact(E), other(E, …).
  std::optional<node_value<S>> special(const call_tree& tree, std::size_t motion) {
    if (tree.text == "start" || tree.text == "exact") {
      if (tree.children.size() != 1 || !tree.keys.front().empty()) {
        fail_formula(text_, tree, tree.text + " takes one formula");
      }
    }
    if (tree.text == "start") {
      const node_formulas<S>& formulas = formulas_of(motion);
      return start(
          formulas.without_reading([&] { return formulas.compile(tree.children[0], motion); }));
    }
    if (tree.text == "exact") {
      if (motion != 0) {
        fail_formula(text_, tree, "exact(...) stands within no other motion");
      }
      uses_exact_ = true;
      return formulas_->compile(tree.children[0], 1);
    }
    if (tree.text == "other") {
      if (motion != 0) {
        fail_formula(text_, tree, "other(...) stands within no other motion");
      }
      const std::size_t which = companion_of(tree);
      return formulas_of(which).compile(tree.children[0], which);
    }
    return std::nullopt;
  }

  node_value<S> start(node_value<S> value) {
    if (value.is_vector()) {
      const auto kept = std::make_shared<vector<S>>();
      starts_.push_back([kept, of = value.list](node<S>& n) { *kept = of(n); });
      return {{}, [kept](node<S>&) { return *kept; }};
    }
    const auto kept = std::make_shared<S>(0);
    starts_.push_back([kept, of = value.number](node<S>& n) { *kept = of(n); });
    return {[kept](node<S>&) { return *kept; }, {}};
  }

  /// The number of the motion that other(E, NAME = VALUE, …) asks for.
  std::size_t companion_of(const call_tree& tree) {
    if (!run_.step || !run_.scheme) {
      throw invalid_input("other(...) needs a scheme, a step and an end");
    }
    std::string system = run_.system;
    std::string scheme = run_.scheme_text;
    std::string step = run_.step->text();
    problem_texts texts = run_.texts;
    int digits = run_.digits;
    std::map<std::string, std::string> meanings = {
        {"step", step}, {"until", fmt::format("({})*{}", step, run_.steps)}};
    meanings.insert(define_.begin(), define_.end());
    std::vector<std::size_t> changes;  // another system first: it has values that others change
    for (std::size_t i = 1; i < tree.children.size(); ++i) {
      changes.insert(tree.keys[i] == "system" ? changes.begin() : changes.end(), i);
    }
    for (const std::size_t i : changes) {
      const std::string& key = tree.keys[i];
      const std::string value = text_of(text_, tree.children[i], meanings);
      const std::string name = name_of(tree.children[i]);
      const std::string plain = name.empty() ? text_of(text_, tree.children[i], {}) : name;
      if (key == "scheme") {
        const auto own = schemes_.find(plain);
        scheme = own == schemes_.end() ? name_from(folder_, plain) : own->second;
      } else if (key == "system") {
        const auto own = systems_.find(plain);
        system = own == systems_.end() ? name_from(folder_, plain) : own->second.system;
        const problem_texts before =
            std::exchange(texts, own == systems_.end() ? of_run_ : own->second.texts);
        texts.functions = before.functions;
        texts.project_start = before.project_start;
        put_texts(texts.set, of_run_.set);
        put_texts(texts.start, of_run_.start);
      } else if (key == "step") {
        step = value;
      } else if (key == "digits") {
        digits = parse_digits(plain);
      } else if (key.starts_with("set.")) {
        put_text(texts.set, key.substr(4), value);
      } else if (key.starts_with("start.")) {
        put_text(texts.start, key.substr(6), value);
      } else {
        fail_name(text_, tree,
                  key.empty() ? "other takes one formula, then NAME = VALUE"
                              : unknown_name("change in other(...)", key,
                                             {"scheme", "step", "system", "digits", "set.NAME",
                                              "start.NAME"}));
      }
    }
    if (tree.children.empty() || !tree.keys.front().empty()) {
      fail_formula(text_, tree, "other takes one formula, then NAME = VALUE");
    }
    auto made = std::make_unique<companion<S>>();
    made->run = plan_run(system, texts, scheme, digits);
    made->run.set_step(step);
    made->stride = stride_of(*made, tree);
    made->run.steps = run_.steps * made->stride;
    const std::string key = made->run.key();
    for (std::size_t i = 0; i < companions_.size(); ++i) {
      if (companions_[i]->run.key() == key) {
        return i + 2;
      }
    }
    made->in = std::make_unique<problem_in<S>>(make_problem<S>(made->run.p));
    made->values = std::make_unique<node_values<S>>(made->in->system);
    made->formulas = formulas_of(made->run, made->in->system);
    node_.motions.push_back(made->values.get());
    companions_.push_back(std::move(made));
    return companions_.size() + 1;
  }

  /// Its steps in one of the run's.
  std::int64_t stride_of(const companion<S>& other, const call_tree& tree) const {
    const mp64 ratio = evaluate<mp64>(*run_.step, run_.p.names) /
                       evaluate<mp64>(*other.run.step, other.run.p.names);
    const mp64 whole = floor(mp64(ratio + rational<mp64>(1, 2)));
    constexpr int most = 1'000'000;
    if (whole < 1 || mp64(most) < whole ||
        decimal<mp64>("1e-9") <
            abs(mp64(ratio - whole)) * as_scalar<mp64>(std::max<std::int64_t>(run_.steps, 1))) {
      fail_formula(
          text_, tree,
          fmt::format("the nodes of the other run must contain those of this one: the step "
                      "of {} is no whole number of steps of {}",
                      run_.step->text(), other.run.step->text()));
    }
    return static_cast<std::int64_t>(whole);
  }

  /// The rest of a formula: numbers of the run.
  std::function<S()> compile(const call_tree& tree) {
    using kind = call_tree::kind;
    if (is_reduction(tree) || is_start(tree)) {
      return reduce(tree);
    }
    const auto of = [this, &tree](std::size_t i) { return compile(tree.children[i]); };
    switch (tree.what) {
      case kind::number:
        return [x = decimal<S>(tree.text)] { return x; };
      case kind::pi:
        return [x = pi<S>()] { return x; };
      case kind::name:
      case kind::quoted:
        return number_named(tree);
      case kind::negate:
        return [a = of(0)] { return S(-a()); };
      case kind::add:
        return [a = of(0), b = of(1)] { return S(a() + b()); };
      case kind::subtract:
        return [a = of(0), b = of(1)] { return S(a() - b()); };
      case kind::multiply:
        return [a = of(0), b = of(1)] { return S(a() * b()); };
      case kind::divide:
        return [a = of(0), b = of(1)] { return S(a() / b()); };
      case kind::power:
        return [a = of(0), b = of(1)] { return power_of(a(), b()); };
      case kind::call:
        return function(tree);
      default:
        fail_formula(text_, tree, not_reduced());
    }
  }

  std::string not_reduced() const {
    return "is no number of the run: max, min, sum, mean, first, last or count of one formula, or "
           "at(TIME, FORMULA), makes one of its values at the nodes";
  }

  std::function<S()> number_named(const call_tree& tree) {
    const auto& declared = run_.p.system->parameters;
    const bool is_parameter = std::ranges::any_of(
        declared, [&](const parameter_info& each) { return each.name == tree.text; });
    if (is_parameter || run_.p.names.find_number(tree.text) != nullptr ||
        run_.p.names.find_expression(tree.text) != nullptr) {
      return [x = evaluate<S>(expression(tree.text), run_.p.names)] { return x; };
    }
    if (const auto found = define_.find(tree.text); found != define_.end()) {
      if (!open_.insert(tree.text).second) {
        fail_formula(text_, tree, "the definition of '" + tree.text + "' needs itself");
      }
      auto value = compile(parse_calls(write_out_indices(found->second, run_.p.names)));
      open_.erase(tree.text);
      return value;
    }
    if (tree.text == "evaluations") {
      needs_nodes_ = counts_work_ = true;
      return [this] { return evaluations_; };
    }
    if (const auto found = numbers_.find(tree.text); found != numbers_.end()) {
      return [x = found->second] { return x; };
    }
    if (tree.text == "e") {
      return [x = evaluate<S>(expression("e"))] { return x; };
    }
    const auto known = formulas_->known();
    if (std::ranges::find(known, tree.text) != known.end() || tree.text == "q" ||
        tree.text == "p" || tree.text == "v" || tree.text == "a") {
      fail_formula(text_, tree, "'" + tree.text + "' " + not_reduced());
    }
    fail_name(text_, tree, unknown_name("name", tree.text, known));
  }

  std::function<S()> function(const call_tree& tree) {
    const std::size_t count = tree.children.size();
    if (auto measured = measured_quantity(tree)) {
      return measured;
    }
    const bool has_value = takes_numbers<S>(tree.text, count);
    const bool is_known = takes_numbers<S>(tree.text, 1) || takes_numbers<S>(tree.text, 2) ||
                          tree.text == "at" ||
                          std::ranges::find(reductions(), tree.text) != reductions().end();
    for (const auto& key : tree.keys) {
      if (!key.empty() && is_known) {
        fail_formula(text_, tree, tree.text + " has no argument called '" + key + "'");
      }
    }
    if (is_known && !has_value) {
      fail_formula(text_, tree,
                   fmt::format("{} takes {}, got {}", tree.text,
                               tree.text == "at"      ? "TIME, FORMULA"
                               : tree.text == "atan2" ? "2 formulas"
                                                      : "1 formula",
                               count));
    }
    if (tree.text == "start" || tree.text == "exact" || tree.text == "other" ||
        tree.text == "norm") {
      fail_formula(text_, tree, tree.text + "(...) " + not_reduced());
    }
    if (has_value) {
      std::vector<std::function<S()>> all;
      for (const auto& child : tree.children) {
        all.push_back(compile(child));
      }
      return [all = std::move(all), name = tree.text] {
        std::vector<S> x;
        for (const auto& each : all) {
          x.push_back(each());
        }
        return function_of_numbers(name, x);
      };
    }
    fail_name(text_, tree,
              unknown_name("function of numbers of a run", tree.text, known_functions()));
  }

  /// A quantity of `measure`, or a line of `audit`. Nothing for another name.
  std::function<S()> measured_quantity(const call_tree& tree) {
    const std::string name = quantity_name(tree.text);
    const bool is_audit = name == "audit";
    const auto& list = quantities();
    const auto found = std::ranges::find(list, name, &quantity::name);
    if (!is_audit && found == list.end()) {
      return nullptr;
    }
    if (!run_.scheme && (is_audit || !found->of_flow)) {
      throw invalid_input("--scheme is missing");
    }
    measure_request request;
    request.quantity = name;
    request.system = run_.system;
    request.scheme = !is_audit && found->of_flow ? "" : run_.scheme_text;
    const std::string line = read_arguments(tree, is_audit ? nullptr : &*found, request);
    const auto kept = std::make_shared<S>(0);
    if (is_audit) {
      if (const auto& numbers = audited_numbers();
          !line.empty() &&
          std::ranges::none_of(numbers, [&](const auto& each) { return is_line(line, each); })) {
        fail_name(text_, tree, unknown_name("line of audit", line, numbers));
      }
      measured_.push_back([this, kept, line, tree](run_host& host) {
        const auto all =
            shared_.emplace_back(host.shared<shared_values>("audit\n" + run_.scheme_text));
        *kept = line_of(tree, line, all->get([&] { return audited(); }));
      });
      return [kept] { return *kept; };
    }
    if (found->input != quantity::needs::nothing && run_.step && request.step.empty()) {
      request.step = run_.step->text();
      if (found->input != quantity::needs::one_step && has_end_) {
        request.steps = std::to_string(run_.steps);
      }
    } else if (found->input == quantity::needs::what_is_given && request.step.empty() &&
               request.until.empty()) {
      request.until = end_;  // of a scheme that chooses its steps
    }
    measurement made = read_measurement(*found, request, run_.texts, run_.digits);
    made.is_printed = shows_supported_ && is_measured(tree_);  // it is the number that is printed
    const auto measured = std::make_shared<const measurement>(std::move(made));
    if (found->single != nullptr) {
      return single_event(measured);
    }
    if (!line.empty()) {
      try {
        require_line(*measured, line);
      } catch (const invalid_input& error) {
        fail_name(text_, tree, error.what());
      }
    }
    const std::string key =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", name, measured->is_printed,
                    request.step, request.steps, request.until, request.events.average,
                    request.events.count, request.events.coordinate, request.events.rule,
                    joined(request.arguments, "\n"), run_.key());
    measured_.push_back([this, kept, line, tree, measured, key](run_host& host) {
      const auto all = shared_.emplace_back(host.shared<shared_values>(key));
      *kept =
          line_of(tree, line, all->get([&] { return measured->wanted->measure(*measured, host); }));
    });
    return [this, kept, number = quantities_++] { return rounded_otherwise(*kept, number); };
  }

  /// A measured quantity is the same in the runs with other roundings, of which it is no part: there it is changed by about as much as the
  /// rounding errors of its own run may be, so that digits that cancel are not printed. Whole numbers are counts and orders.
  S rounded_otherwise(const S& x, int number) const {
    using std::floor;
    const bool is_all = quantities_ == 1 && is_measured(tree_);
    if (rounding_run_ == rounded_as_usual || is_all || x == S(floor(x))) {
      return x;
    }
    constexpr double roundings = 128;
    const double all = roundings + std::sqrt(static_cast<double>(run_.steps));
    const S change = x * numbers_.at("epsilon") * S(static_cast<int>(all));
    constexpr std::uint64_t apart = 0x9e3779b97f4a7c15U;
    const auto place =
        static_cast<std::uint64_t>(number) * apart + static_cast<std::uint64_t>(rounding_run_);
    return scattered_bit(place) ? S(x + change) : S(x - change);
  }

  /// The arguments of a quantity, or of audit where it is null. Gives the line that is asked for.
  std::string read_arguments(const call_tree& tree, const quantity* wanted,
                             measure_request& request) {
    const std::map<std::string, std::string*> options = {{"average", &request.events.average},
                                                         {"count", &request.events.count},
                                                         {"coordinate", &request.events.coordinate},
                                                         {"rule", &request.events.rule}};
    const auto known = wanted == nullptr ? std::vector<std::string>() : names_of_arguments(*wanted);
    std::string line;
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      const call_tree& child = tree.children[i];
      std::string key = tree.keys[i];
      if (key.empty() && i == 0) {
        if (wanted == nullptr || wanted->single == nullptr) {
          line = text_of(text_, child, {});
          continue;
        }
        key = wanted->arguments.front().name;
      }
      if (std::ranges::find(known, key) == known.end()) {
        fail_name(text_, tree, unknown_name("argument of " + tree.text, key, known));
      }
      if (const auto option = options.find(key); option != options.end()) {
        *option->second = text_of(text_, child, {});
      } else if (key == "step" || key == "until") {
        (key == "step" ? request.step : request.until) =
            child.what == call_tree::kind::quoted ? child.text : text_of(text_, child, {});
      } else {
        const auto& argument = *std::ranges::find(wanted->arguments, key, &quantity_argument::name);
        request.arguments.push_back(
            key + "=" + (argument.is_number ? number_text(child) : text_of(text_, child, {})));
      }
    }
    return line;
  }

  /// The number that an argument is, as a text.
  std::string number_text(const call_tree& tree) {
    using std::abs, std::floor;
    const S x = compile(tree.what == call_tree::kind::quoted ? parse_calls(tree.text) : tree)();
    constexpr double largest = 1e15;  // whole numbers without an exponent
    return x == S(floor(x)) && abs(x) < S(largest) ? std::to_string(std::llround(to_double(x)))
                                                   : to_text(x);
  }

  /// zero(N) and the like: what all formulas of a run ask for comes from one run.
  std::function<S()> single_event(const std::shared_ptr<const measurement>& m) {
    const event_number number =
        numbered_event(*m->wanted, argument_of(*m, "number"), argument_of(*m, "since"));
    const std::string key = fmt::format("{}\n{}\n{}\n{}\n{}", m->wanted->name, m->events.coordinate,
                                        m->rule->name, has_end_ ? run_.steps : -1, run_.key());
    const auto events = std::make_shared<std::shared_ptr<shared_events>>();
    measured_.push_back([this, events, key, number](run_host& host) {
      *events = host.shared<shared_events>(key);
      (*events)->ask(number);
      host_ = &host;
    });
    return [this, events, number, m, which = quantities_++] {
      const std::string text = (*events)->value(number, *m, *host_);
      [[maybe_unused]] const auto scope = scope_of<S>(digits_);
      return rounded_otherwise(from_text<S>(text), which);
    };
  }

  std::vector<named_value> audited() const {
    std::vector<named_value> lines;
    const std::string name = run_.scheme_text.substr(0, run_.scheme_text.find(':'));
    const audit_report report = is_file_name(name)
                                    ? audit(load_scheme(name))
                                    : audit(*run_.scheme->entry, run_.scheme->values);
    for (const auto& row : report.rows) {
      lines.push_back({row.name, row.value, {}});
    }
    return lines;
  }

  /// The value of the line of this name; of the first where the name is empty.
  S line_of(const call_tree& tree, const std::string& line,
            const std::vector<named_value>& values) const {
    std::vector<std::string> known;
    for (const auto& value : values) {
      if (line.empty() || is_line(line, value.name)) {
        [[maybe_unused]] const auto scope = scope_of<S>(digits_);
        try {
          return from_text<S>(value.re);
        } catch (const std::exception&) {
          fail_formula(text_, tree, value.name + " is no number: " + value.re);
        }
      }
      if (printed_number::read(value.re)) {
        known.push_back(value.name);
      }
    }
    fail_name(text_, tree, unknown_name("line of " + tree.text, line, known));
  }

  static std::vector<std::string> known_functions() {
    std::vector<std::string> known = {"max", "min",   "sum",  "mean",  "first", "last",  "count",
                                      "at",  "start", "sqrt", "exp",   "log",   "log10", "sin",
                                      "cos", "tan",   "abs",  "floor", "audit"};
    for (const quantity& each : quantities()) {
      known.push_back(each.name);
      std::ranges::replace(known.back(), '-', '_');
    }
    return known;
  }

  std::function<S()> reduce(const call_tree& tree) {
    if (!tree.keys.front().empty()) {
      fail_formula(text_, tree, tree.text + " has no argument called '" + tree.keys.front() + "'");
    }
    if (!run_.step) {
      throw invalid_input(
          fmt::format("'{}' goes over the nodes of a run: --step is missing", text_));
    }
    reduction made;
    made.what = tree.text;
    if (tree.text == "at") {
      made.only = node_at(tree.children[0]);
    } else if (is_start(tree)) {
      made.only = 0;
    }
    const call_tree& of = tree.children.back();
    if (asks_for(of, define_, is_reduction)) {
      fail_formula(text_, tree, "reductions over the nodes do not stand within one another");
    }
    const auto compiled = [&] { return formulas_->compile_number(of, 0); };
    made.of = is_start(tree) ? formulas_->without_reading(compiled) : compiled();
    reductions_.push_back(std::move(made));
    return [this, which = reductions_.size() - 1] { return reductions_[which].value(); };
  }

  /// The number of the node at TIME of at(TIME, E), which counts from the start.
  std::int64_t node_at(const call_tree& tree) {
    const S time = compile(tree)();
    using std::abs, std::floor;
    const S place = time / step_;
    const S whole = S(floor(S(place + rational<S>(1, 2))));
    if (!(abs(S(place - whole)) <= decimal<S>("1e-9")) || whole < S(0) ||
        as_scalar<S>(run_.steps) < whole) {
      fail_formula(text_, tree,
                   fmt::format("there is no node at the time {}, which counts from the start in "
                               "steps of {}",
                               to_text(time, 12), run_.step->text()));
    }
    return static_cast<std::int64_t>(std::llround(to_double(whole)));
  }

  void require_finite_value(const S& x, std::int64_t n, const S& t) const {
    if (is_finite(x)) {
      return;
    }
    const std::string what = fmt::format("the formula '{}' has no finite value", text_);
    if (n == 0) {
      throw domain_error(what + " at the start");
    }
    throw step_failure(n, to_text(t, 17), {solve_outcome::not_finite, 0, 0}, what + " there");
  }

  bool has_end_;
  std::string end_;
  std::string text_;
  std::map<std::string, std::string> define_;
  std::map<std::string, std::string> schemes_;
  std::map<std::string, named_system> systems_;
  problem_texts of_run_;
  std::filesystem::path folder_;
  std::set<std::string> open_;  ///< the definitions that are being compiled
  call_tree tree_;
  planned_run run_;
  int digits_;
  bool shows_supported_;
  bool needs_nodes_;
  bool counts_work_ = false;
  bool uses_exact_ = false;
  bool is_curve_;
  std::function<S(node<S>&)> curve_of_;
  std::vector<std::string> curve_;
  std::unique_ptr<problem_in<S>> in_;
  std::int64_t from_ = 0;  ///< the node at which reductions begin
  S step_{0};
  S until_{0};
  S evaluations_{0};
  std::map<std::string, S> numbers_;
  std::unique_ptr<node_values<S>> main_;
  std::unique_ptr<node_values<S>> exact_;
  std::unique_ptr<node_formulas<S>> formulas_;
  std::vector<std::unique_ptr<companion<S>>> companions_;
  std::shared_ptr<exact_nodes<S>> truth_;
  std::int64_t truth_stride_ = 1;
  node<S> node_;
  std::vector<std::function<void(node<S>&)>> starts_;
  int rounding_run_ = rounded_as_usual;
  int quantities_ = 0;                                    ///< that are measured
  std::vector<std::function<void(run_host&)>> measured_;  ///< quantities of `measure`
  std::vector<std::shared_ptr<shared_values>> shared_;    ///< their values
  run_host* host_ = nullptr;                              ///< of the run, once it is prepared
  std::vector<reduction> reductions_;
  std::function<S()> value_;
};

}  // namespace plumbline::detail
