// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A formula of a run is compiled in the scalar of its digits: the parts over nodes by node_formula.hpp, the rest here. The run is
// made in the scalar of its own digits and hands each node over.
#include "study/node_formula.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/run_formula.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>
#include <plumbline/study/truth.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace plumbline {

namespace detail {

void fail_formula(const std::string& text, const call_tree& at, const std::string& reason) {
  throw formula_error(fmt::format("the formula '{}': {}", text, reason), reason, at.position);
}

}  // namespace detail

namespace {

using detail::fail_formula;

constexpr int digits_of_mp64 = 64;

constexpr std::array reductions = {"max", "min", "sum", "mean", "first", "last", "count"};

bool is_reduction(const call_tree& tree) {
  return tree.what == call_tree::kind::call &&
         ((tree.text == "at" && tree.children.size() == 2) ||
          (tree.children.size() == 1 &&
           std::ranges::find(reductions, tree.text) != reductions.end()));
}

bool contains(const call_tree& tree, const std::function<bool(const call_tree&)>& wanted) {
  return wanted(tree) || std::ranges::any_of(tree.children, [&](const call_tree& child) {
           return contains(child, wanted);
         });
}
bool names(const call_tree& tree, const std::function<bool(const std::string&)>& wanted) {
  return contains(
      tree, [&](const call_tree& t) { return t.what == call_tree::kind::name && wanted(t.text); });
}

bool is_start(const call_tree& tree) {
  return tree.what == call_tree::kind::call && tree.text == "start" && tree.children.size() == 1;
}

/// True where a formula asks for the nodes of a run: by a reduction, or by start(E) outside of one.
bool goes_over_nodes(const call_tree& tree) {
  return is_reduction(tree) || is_start(tree) ||
         std::ranges::any_of(tree.children, goes_over_nodes);
}

/// The tree as a text again, with the meanings of names in their place, which may have such names themselves.
std::string text_of(const std::string& formula, const call_tree& tree,
                    const std::map<std::string, std::string>& meanings, int* expansions = nullptr) {
  using kind = call_tree::kind;
  int own = 0;
  int& count = expansions == nullptr ? own : *expansions;
  const auto child = [&](std::size_t i) {
    return text_of(formula, tree.children[i], meanings, &count);
  };
  switch (tree.what) {
    case kind::number:
    case kind::quoted:
      return tree.text;
    case kind::pi:
      return "pi";
    case kind::name: {
      const auto found = meanings.find(tree.text);
      constexpr int most = 10'000;
      if (found != meanings.end() && ++count > most) {
        fail_formula(formula, tree,
                     "the definition of '" + tree.text + "' needs itself, or is too long");
      }
      return found == meanings.end()
                 ? tree.text
                 : "(" + text_of(formula, parse_calls(found->second), meanings, &count) + ")";
    }
    case kind::negate:
      return "(-" + child(0) + ")";
    case kind::add:
      return "(" + child(0) + "+" + child(1) + ")";
    case kind::subtract:
      return "(" + child(0) + "-" + child(1) + ")";
    case kind::multiply:
      return "(" + child(0) + "*" + child(1) + ")";
    case kind::divide:
      return "(" + child(0) + "/" + child(1) + ")";
    case kind::power:
      return "(" + child(0) + "^" + child(1) + ")";
    case kind::call: {
      std::string list;
      for (std::size_t i = 0; i < tree.children.size(); ++i) {
        list += (i == 0 ? "" : ",") + child(i);
      }
      return tree.text + "(" + list + ")";
    }
    default:
      fail_formula(formula, tree, "is no value");
  }
}

/// A name, also one with hyphens, which reads as a difference; nothing for what is none.
std::string name_of(const call_tree& tree) {
  using kind = call_tree::kind;
  if (tree.what == kind::name || tree.what == kind::quoted || tree.what == kind::number) {
    return tree.text;
  }
  if (tree.what != kind::subtract) {
    return {};
  }
  const std::string before = name_of(tree.children[0]);
  const std::string after = name_of(tree.children[1]);
  return before.empty() || after.empty() ? std::string() : before + "-" + after;
}

/// A run as texts and as what follows from them.
struct planned_run {
  std::string system;
  problem_texts texts;
  std::string scheme_text;
  problem p;
  std::optional<scheme_choice> scheme;
  std::optional<expression> step;
  std::int64_t steps = 0;
  int digits = 0;

  /// Equal for runs that differ in their number of steps alone.
  std::string key() const {
    std::string all = fmt::format("{}\n{}\n{}\n{}\n{}\n{}", system, scheme_text,
                                  step ? step->text() : "", digits, texts.matrices, texts.events);
    for (const auto* const list : {&texts.set, &texts.start}) {
      all += "\n";
      for (const auto& text : *list) {
        all += "\n" + text;
      }
    }
    return all;
  }
};

planned_run plan(const std::string& system, const problem_texts& texts, const std::string& scheme,
                 int digits) {
  planned_run run{system, texts, scheme, {}, {}, {}, 0, digits};
  run.p = read_problem(system, texts,
                       scheme.empty() ? std::vector<std::string>{} : std::vector{scheme});
  if (!scheme.empty()) {
    run.scheme = only_scheme(run.p);
  }
  return run;
}

/// The numbers of a point in the scalar S and its present precision.
template <class S, class T>
phase_point<S> point_in(const phase_point<T>& z) {
  phase_point<S> converted{vector<S>(z.q.size()), vector<S>(z.p.size())};
  for (Eigen::Index i = 0; i < z.q.size(); ++i) {
    converted.q[i] = plumbline::detail::convert_precision<S>(z.q[i]);
  }
  for (Eigen::Index i = 0; i < z.p.size(); ++i) {
    converted.p[i] = plumbline::detail::convert_precision<S>(z.p[i]);
  }
  return converted;
}

/// A scope of so many digits for run-time MPFR; nothing for other scalars.
template <class S>
auto scope_of(int digits) {
  if constexpr (has_run_time_digits<S>) {
    return precision_scope(digits);
  } else {
    return std::type_identity<S>{};
  }
}

/// As the arithmetic does it, or with each number of each state changed by a few roundings (measure/other_roundings.hpp).
enum class rounded { as_usual, otherwise };

template <class T>
struct rounding_stepper {
  any_stepper<T>& stepper;
  rounded how;
  std::int64_t number = 0;  ///< of the node

  void round(vector<T>& y) {
    if (how == rounded::otherwise) {
      round_otherwise(y, number);
    }
    ++number;
  }
  solve_report step(vector<T>& y, const T& t, const T& h) {
    const solve_report report = stepper.step(y, t, h);
    if (report.ok()) {
      round(y);
    }
    return report;
  }
  phase_point<T> phase(const vector<T>& y, const T& t) const { return stepper.phase(y, t); }
  void resume(const phase_point<T>& first, const vector<T>& y) { stepper.resume(first, y); }
};

/// What a node of a run hands over: its number, and its point in the scalar S.
template <class S>
using node_taker = std::function<void(std::int64_t, phase_point<S>)>;

/// Makes the run in its own digits and hands its nodes over in the scalar S of `digits`. Returns its evaluations.
template <class S>
std::int64_t make_run(const planned_run& run, int digits, rounded how, run_host& host,
                      const node_taker<S>& take) {
  const auto progress = host.begin(run.steps, "steps");
  const run_control control = control_of(run.p, host, *progress);
  const auto evaluations = std::make_shared<std::int64_t>(0);
  with_scalar(run.digits, [&]<class T>(std::type_identity<T>) {
    const problem_in<T> in = make_problem<T>(run.p);
    auto stepper = run.scheme->entry->make<T>(run.scheme->values, in.system.counted(evaluations));
    const T h = evaluate<T>(*run.step, run.p.names);
    vector<T> state = stepper.start(in.start, in.t0);
    rounding_stepper<T> steps{stepper, how};
    steps.round(state);
    const run_outcome outcome = integrate<T>(
        steps, state, time_grid<T>(in.t0, h, run.steps),
        [&](std::int64_t n, const T& t, const vector<T>& y) {
          const phase_point<T> z = stepper.phase(y, t);
          [[maybe_unused]] const auto scope = scope_of<S>(digits);
          take(n, point_in<S>(z));
        },
        control);
    if (outcome == run_outcome::stopped) {
      throw interrupted();
    }
  });
  return *evaluations;
}

/// The exact motion at the nodes of a run, for all formulas of it: a node is computed once.
template <class S>
class exact_nodes {
 public:
  /// Throws as truth<T> does.
  exact_nodes(const planned_run& run, int digits, run_host& host) {
    with_scalar(run.digits, [&]<class T>(std::type_identity<T>) {
      const problem_in<T> in = make_problem<T>(run.p);
      const expression end(fmt::format("({})*{}", run.step->text(), run.steps));
      const std::vector<std::int64_t> counts = {std::max<std::int64_t>(run.steps, 1)};
      const auto known = std::make_shared<const truth<T>>(run.p, in, end, counts, run.digits,
                                                          control_of(run.p, host));
      point_ = [known, nodes = known->nodes(counts.front()), digits,
                own = run.digits](std::int64_t n) {
        const auto found = [&] {
          [[maybe_unused]] const auto scope = scope_of<T>(own);
          return nodes(n, T(0));
        }();
        [[maybe_unused]] const auto scope = scope_of<S>(digits);
        return point_in<S>(*found);
      };
    });
  }

  const phase_point<S>& at(std::int64_t n) {
    if (n != number_) {
      latest_ = point_(n);
      number_ = n;
    }
    return latest_;
  }

 private:
  std::function<phase_point<S>(std::int64_t)> point_;
  std::int64_t number_ = -1;
  phase_point<S> latest_;
};

/// The motion that other(E, …) asks for: at the nodes of the run, of which it has `stride` steps between two.
template <class S>
struct companion {
  planned_run run;
  std::int64_t stride = 1;
  std::unique_ptr<problem_in<S>> in;
  std::unique_ptr<detail::node_values<S>> values;
  std::unique_ptr<detail::node_formulas<S>> formulas;
  std::vector<phase_point<S>> nodes;
};

/// A formula of a run in the scalar S: it is told the nodes and then has a value.
template <class S>
class formula_watch {
 public:
  formula_watch(const formula_request& request, call_tree tree, planned_run run, int digits)
      : has_end_(!request.steps.empty() || !request.until.empty()),
        text_(request.formula),
        define_(request.define),
        schemes_(request.schemes),
        systems_(request.systems),
        tree_(std::move(tree)),
        run_(std::move(run)),
        digits_(digits),
        needs_nodes_(request.is_curve || goes_over_nodes(tree_)),
        is_curve_(request.is_curve && !contains(tree_, is_reduction)) {
    in_ = std::make_unique<problem_in<S>>(make_problem<S>(run_.p));
    if (run_.step) {
      step_ = evaluate<S>(*run_.step, run_.p.names);
      until_ = S(step_ * as_scalar<S>(run_.steps));
    }
    numbers_ = run_numbers();
    main_ = std::make_unique<detail::node_values<S>>(in_->system);
    formulas_ = formulas_of(run_.p, in_->system);
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
  /// True where the formula is of the exact motion alone.
  bool needs_scheme() const { return counts_work_ || formulas_->reads(0) || !companions_.empty(); }
  const std::string& text() const { return text_; }

  /// What the formula compares with and asks for besides: makes other runs and measured quantities.
  void prepare(rounded how, run_host& host) {
    for (const auto& each : measured_) {
      each(host);
    }
    for (auto& other : companions_) {
      make_run<S>(other->run, digits_, how, host, [&](std::int64_t n, phase_point<S> z) {
        if (n % other->stride == 0) {
          other->nodes.push_back(std::move(z));
        }
      });
    }
  }
  bool uses_exact() const { return uses_exact_; }
  void compare_with(std::shared_ptr<exact_nodes<S>> truth) {
    truth_ = std::move(truth);
    exact_ = std::make_unique<detail::node_values<S>>(in_->system);
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
      exact_->set(truth_->at(n), t);
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
    std::function<S(detail::node<S>&)> of;
    std::int64_t only = -1;  ///< the node of at(TIME, E)
    std::int64_t count = 0;
    S sum{0};

    void add(const S& x) {
      if (what == "count") {
        sum += x > S(0) ? S(1) : S(0);
      } else if (what == "sum" || what == "mean") {
        sum += x;
      } else if (count == 0 || what == "last" || what == "at" || what == "start" ||
                 (what != "first" && detail::is_better(what, x, sum))) {
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
    if (names(tree_, [](const std::string& name) { return name.starts_with("exact."); })) {
      const exact_motion motion(run_.p, digits_, expression("1"));
      for (const auto& constant : motion.constants()) {
        all.emplace("exact." + constant.name,
                    plumbline::detail::convert_precision<S>(constant.value));
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

  std::unique_ptr<detail::node_formulas<S>> formulas_of(const problem& p, const model<S>& system) {
    auto made = std::make_unique<detail::node_formulas<S>>(p, system, text_, numbers_, define_);
    made->call = [this](const call_tree& tree, std::size_t motion) {
      return special(tree, motion);
    };
    return made;
  }
  const detail::node_formulas<S>& formulas_of(std::size_t motion) const {
    return motion < 2 ? *formulas_ : *companions_[motion - 2]->formulas;
  }

  /// start(E), exact(E), other(E, …).
  std::optional<detail::node_value<S>> special(const call_tree& tree, std::size_t motion) {
    if (tree.text == "start" || tree.text == "exact") {
      if (tree.children.size() != 1 || !tree.keys.front().empty()) {
        fail_formula(text_, tree, tree.text + " takes one formula");
      }
    }
    if (tree.text == "start") {
      return start(formulas_of(motion).compile(tree.children[0], motion));
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

  detail::node_value<S> start(detail::node_value<S> value) {
    if (value.is_vector()) {
      const auto kept = std::make_shared<vector<S>>();
      starts_.push_back([kept, of = value.list](detail::node<S>& n) { *kept = of(n); });
      return {{}, [kept](detail::node<S>&) { return *kept; }};
    }
    const auto kept = std::make_shared<S>(0);
    starts_.push_back([kept, of = value.number](detail::node<S>& n) { *kept = of(n); });
    return {[kept](detail::node<S>&) { return *kept; }, {}};
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
    for (std::size_t i = 1; i < tree.children.size(); ++i) {
      const std::string& key = tree.keys[i];
      const std::string value = text_of(text_, tree.children[i], meanings);
      const std::string name = name_of(tree.children[i]);
      const std::string plain = name.empty() ? text_of(text_, tree.children[i], {}) : name;
      if (key == "scheme") {
        const auto own = schemes_.find(plain);
        scheme = own == schemes_.end() ? plain : own->second;
      } else if (key == "system") {
        const auto own = systems_.find(plain);
        system = own == systems_.end() ? plain : own->second.system;
        if (own != systems_.end()) {  // its own values, and those of this run that it does not say
          for (const auto& [from, to] : {std::pair(&own->second.texts.set, &texts.set),
                                         std::pair(&own->second.texts.start, &texts.start)}) {
            for (const std::string& text : *from) {
              const auto equals = text.find('=');
              put_text(*to, text.substr(0, equals), text.substr(equals + 1));
            }
          }
          texts.matrices = own->second.texts.matrices;
          texts.events = own->second.texts.events;
        }
      } else if (key == "step") {
        step = value;
      } else if (key == "digits") {
        digits = parse_digits(plain);
      } else if (key.starts_with("set.")) {
        put_text(texts.set, key.substr(4), value);
      } else if (key.starts_with("start.")) {
        put_text(texts.start, key.substr(6), value);
      } else {
        fail_formula(text_, tree,
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
    made->run = plan(system, texts, scheme, digits);
    made->run.step = positive_step(step, made->run.p.names);
    made->stride = stride_of(*made, tree);
    made->run.steps = run_.steps * made->stride;
    const std::string key = made->run.key();
    for (std::size_t i = 0; i < companions_.size(); ++i) {
      if (companions_[i]->run.key() == key) {
        return i + 2;
      }
    }
    made->in = std::make_unique<problem_in<S>>(make_problem<S>(made->run.p));
    made->values = std::make_unique<detail::node_values<S>>(made->in->system);
    made->formulas = formulas_of(made->run.p, made->in->system);
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
        return [a = of(0), b = of(1)] { return detail::power_of(a(), b()); };
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
    if (tree.text == "evaluations") {
      needs_nodes_ = counts_work_ = true;
      return [this] { return evaluations_; };
    }
    if (const auto found = numbers_.find(tree.text); found != numbers_.end()) {
      return [x = found->second] { return x; };
    }
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
      auto value = compile(parse_calls(found->second));
      open_.erase(tree.text);
      return value;
    }
    const auto known = formulas_->known();
    if (std::ranges::find(known, tree.text) != known.end() || tree.text == "q" ||
        tree.text == "p" || tree.text == "v" || tree.text == "a") {
      fail_formula(text_, tree, "'" + tree.text + "' " + not_reduced());
    }
    fail_formula(text_, tree, unknown_name("name", tree.text, known));
  }

  std::function<S()> function(const call_tree& tree) {
    const std::size_t count = tree.children.size();
    if (auto measured = measured_quantity(tree)) {
      return measured;
    }
    const bool is_known = detail::function_of_one<S>(tree.text) || tree.text == "at" ||
                          std::ranges::find(reductions, tree.text) != reductions.end();
    for (const auto& key : tree.keys) {
      if (!key.empty() && is_known) {
        fail_formula(text_, tree, tree.text + " has no argument called '" + key + "'");
      }
    }
    if (is_known && !(count >= 2 && (tree.text == "max" || tree.text == "min")) &&
        !(count == 1 && detail::function_of_one<S>(tree.text))) {
      fail_formula(text_, tree,
                   fmt::format("{} takes {}, got {}", tree.text,
                               tree.text == "at" ? "TIME, FORMULA" : "1 formula", count));
    }
    if (tree.text == "start" || tree.text == "exact" || tree.text == "other" ||
        tree.text == "norm") {
      fail_formula(text_, tree, tree.text + "(...) " + not_reduced());
    }
    if ((tree.text == "max" || tree.text == "min") && count >= 2) {
      std::vector<std::function<S()>> all;
      for (const auto& child : tree.children) {
        all.push_back(compile(child));
      }
      return [all = std::move(all), name = tree.text] {
        S best = all.front()();
        for (std::size_t i = 1; i < all.size(); ++i) {
          const S next = all[i]();
          best = detail::is_better(name, next, best) ? next : best;
        }
        return best;
      };
    }
    if (auto f = detail::function_of_one<S>(tree.text); f && count == 1) {
      return [f = std::move(f), x = compile(tree.children[0])] { return f(x()); };
    }
    if (auto measured = measured_quantity(tree)) {
      return measured;
    }
    fail_formula(text_, tree,
                 unknown_name("function of numbers of a run", tree.text, known_functions()));
  }

  /// A quantity of `measure`, or a line of `audit`. Nothing for another name.
  std::function<S()> measured_quantity(const call_tree& tree) {
    std::string name = tree.text;
    std::ranges::replace(name, '_', '-');
    const bool is_audit = name == "audit";
    const auto& list = quantities();
    const auto found = std::ranges::find(list, name, &quantity::name);
    if (!is_audit && found == list.end()) {
      return nullptr;
    }
    if (!run_.scheme) {
      throw invalid_input("--scheme is missing");
    }
    std::string line;
    measure_request request;
    request.quantity = name;
    request.system = run_.system;
    request.scheme = run_.scheme_text;
    const std::map<std::string, std::string*> options = {{"average", &request.events.average},
                                                         {"count", &request.events.count},
                                                         {"coordinate", &request.events.coordinate},
                                                         {"rule", &request.events.rule}};
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      const std::string value = text_of(text_, tree.children[i], {});
      if (tree.keys[i].empty() && i == 0) {
        line = value;
      } else if (const auto option = options.find(tree.keys[i]); option != options.end()) {
        *option->second = value;
      } else {
        fail_formula(text_, tree,
                     unknown_name("argument of " + tree.text, tree.keys[i],
                                  {"average", "count", "coordinate", "rule"}));
      }
    }
    const auto kept = std::make_shared<S>(0);
    if (is_audit) {
      measured_.push_back(
          [this, kept, line, tree](run_host&) { *kept = line_of(tree, line, audited()); });
      return [kept] { return *kept; };
    }
    if (found->input != quantity::needs::nothing && run_.step) {
      request.step = run_.step->text();
      if (found->input != quantity::needs::one_step && has_end_) {
        request.steps = std::to_string(run_.steps);
      }
    }
    const auto measured = std::make_shared<const measurement>(
        read_measurement(*found, request, run_.texts, run_.digits));
    measured_.push_back([this, kept, line, tree, measured](run_host& host) {
      *kept = line_of(tree, line, measured->wanted->measure(*measured, host));
    });
    return [kept] { return *kept; };
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
  S line_of(const call_tree& tree, std::string line, const std::vector<named_value>& values) const {
    std::ranges::replace(line, '_', '-');
    std::vector<std::string> known;
    for (const auto& value : values) {
      if (line.empty() || value.name == line) {
        [[maybe_unused]] const auto scope = scope_of<S>(digits_);
        try {
          return from_text<S>(value.re);
        } catch (const std::exception&) {
          fail_formula(text_, tree, value.name + " is no number: " + value.re);
        }
      }
      known.push_back(value.name);
    }
    fail_formula(text_, tree, unknown_name("line of " + tree.text, line, known));
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
    if (contains(of, is_reduction)) {
      fail_formula(text_, tree, "reductions over the nodes do not stand within one another");
    }
    made.of = formulas_->compile_number(of, 0);
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
  std::string text_;
  std::map<std::string, std::string> define_;
  std::map<std::string, std::string> schemes_;
  std::map<std::string, named_system> systems_;
  std::set<std::string> open_;  ///< the definitions that are being compiled
  call_tree tree_;
  planned_run run_;
  int digits_;
  bool needs_nodes_;
  bool counts_work_ = false;
  bool uses_exact_ = false;
  bool is_curve_;
  std::function<S(detail::node<S>&)> curve_of_;
  std::vector<std::string> curve_;
  std::unique_ptr<problem_in<S>> in_;
  std::int64_t from_ = 0;  ///< the node at which reductions begin
  S step_{0};
  S until_{0};
  S evaluations_{0};
  std::map<std::string, S> numbers_;
  std::unique_ptr<detail::node_values<S>> main_;
  std::unique_ptr<detail::node_values<S>> exact_;
  std::unique_ptr<detail::node_formulas<S>> formulas_;
  std::vector<std::unique_ptr<companion<S>>> companions_;
  std::shared_ptr<exact_nodes<S>> truth_;
  detail::node<S> node_;
  std::vector<std::function<void(detail::node<S>&)>> starts_;
  std::vector<std::function<void(run_host&)>> measured_;  ///< quantities of `measure`
  std::vector<reduction> reductions_;
  std::function<S()> value_;
};

/// A request that has been read.
struct planned_formula {
  const formula_request* request = nullptr;
  call_tree tree;
  planned_run run;
  int digits = 0;  ///< of the formula's arithmetic
};

/// At least 18 digits more, and where a static scalar has them its own.
int digits_to_compare(int digits) {
  constexpr int fewest_more = 18;
  for (const int fixed : {most_digits_of_quad, digits_of_mp64}) {
    if (digits + fewest_more <= fixed) {
      return fixed;
    }
  }
  return digits + guard_digits;
}

planned_formula plan(const formula_request& request) {
  planned_formula planned{&request, parse_calls(request.formula),
                          plan(request.system, request.problem, request.scheme, request.digits), 0};
  const bool has_end = !request.steps.empty() || !request.until.empty();
  if (!request.step.empty()) {
    planned.run.step = positive_step(request.step, planned.run.p.names);
    if (has_end) {
      planned.run.steps =
          step_count(*planned.run.step, request.steps, request.until, planned.run.p.names);
    }
  }
  if (request.is_curve || goes_over_nodes(planned.tree)) {
    if (request.step.empty()) {
      throw invalid_input("--step is missing");
    }
    if (!has_end) {
      throw invalid_input("give either --steps N or --until T");
    }
  }
  int most = request.digits;
  bool compares = false;
  std::set<std::string> seen;
  std::function<void(const call_tree&)> look = [&](const call_tree& tree) {
    const bool is_call = tree.what == call_tree::kind::call;
    compares = compares || (is_call && (tree.text == "exact" || tree.text == "other"));
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
      if (is_call && tree.text == "other" && tree.keys[i] == "digits") {
        most = std::max(most, parse_digits(tree.children[i].text));
      }
      look(tree.children[i]);
    }
    if (const auto found = request.define.find(tree.text);
        !is_call && found != request.define.end() && seen.insert(tree.text).second) {
      look(parse_calls(found->second));
    }
  };
  look(planned.tree);
  planned.digits = compares ? digits_to_compare(most) : most;
  return planned;
}

using planned_group = std::vector<const planned_formula*>;

/// Puts each value where it belongs; a failure of one formula is its own.
template <class Compute>
void take(formula_value& value, Compute&& compute) {
  try {
    compute();
  } catch (const interrupted&) {
    throw;
  } catch (...) {
    value.failure = std::current_exception();
  }
}

/// The values of formulas that ask for the same run but for its end, all in the scalar S of `digits`. Where the run ends with a
/// failure, the formulas that were satisfied before have their values.
template <class S>
std::vector<S> numbers_together(const planned_group& group, int digits, rounded how, run_host& host,
                                const std::vector<formula_value*>& values) {
  std::vector<S> numbers(group.size(), S(0));
  std::vector<std::unique_ptr<formula_watch<S>>> watches(group.size());
  std::int64_t longest = -1;  // of the nodes that are needed
  bool is_made = false;
  for (std::size_t i = 0; i < group.size(); ++i) {
    take(*values[i], [&] {
      auto watch = std::make_unique<formula_watch<S>>(*group[i]->request, group[i]->tree,
                                                      group[i]->run, digits);
      watch->prepare(how, host);
      if (watch->needs_nodes()) {
        longest = std::max(longest, watch->run().steps);
        is_made = is_made || watch->needs_scheme();
      }
      watches[i] = std::move(watch);
    });
  }
  std::shared_ptr<exact_nodes<S>> truth;
  planned_run compared = group.front()->run;
  compared.steps = 0;
  for (const auto& each : watches) {
    compared.steps =
        each && each->uses_exact() ? std::max(compared.steps, each->run().steps) : compared.steps;
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (watches[i] && watches[i]->uses_exact()) {
      take(*values[i], [&] {
        if (!truth) {
          truth = std::make_shared<exact_nodes<S>>(compared, digits, host);
        }
        watches[i]->compare_with(truth);
      });
    }
  }
  std::int64_t reached = -1;
  const auto add = [&](std::int64_t n, const phase_point<S>& z) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (watches[i] && watches[i]->needs_nodes() && !values[i]->failure) {
        take(*values[i], [&] { watches[i]->add(n, z); });
      }
    }
    reached = n;
  };
  planned_run run = group.front()->run;
  run.steps = longest;
  std::int64_t evaluations = 0;
  std::exception_ptr failure;
  try {
    if (is_made) {
      evaluations = make_run<S>(run, digits, how, host, add);
    } else if (longest >= 0) {
      const phase_point<S> start = make_problem<S>(run.p).start;
      for (std::int64_t n = 0; n <= longest; ++n) {
        add(n, start);
      }
    }
  } catch (const interrupted&) {
    throw;
  } catch (...) {
    failure = std::current_exception();
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (!watches[i] || values[i]->failure) {
      continue;
    }
    if (failure && watches[i]->needs_nodes() && reached < watches[i]->run().steps) {
      values[i]->failure = failure;
      continue;
    }
    take(*values[i], [&] {
      if (watches[i]->is_curve()) {
        values[i]->curve = watches[i]->take_curve();
      } else {
        numbers[i] = watches[i]->value(evaluations);
      }
    });
  }
  return numbers;
}

/// The number to the digits that are asked for: all of the run's arithmetic, or those that rounding errors leave, of which
/// `other` is a sample; one at least, the size of a number that is rounding.
template <class S>
std::string text_of_number(const planned_formula& formula, const S& x,
                           const std::optional<S>& other) {
  return with_scalar(formula.run.digits, [&]<class T>(std::type_identity<T>) {
    const T rounded_x = plumbline::detail::convert_precision<T>(x);
    if (!other || rounded_x == T(0)) {
      return to_text(rounded_x);
    }
    const T bound = rounding_bound<T>(
        rounded_x, plumbline::detail::convert_precision<T>(S(*other - x)), formula.run.steps);
    return to_text(rounded_x, std::max(supported_digits(rounded_x, bound), 1));
  });
}

template <class S>
void measure_together(const planned_group& group, int digits, run_host& host,
                      const std::vector<formula_value*>& values) {
  const std::vector<S> numbers =
      numbers_together<S>(group, digits, rounded::as_usual, host, values);
  planned_group again;
  std::vector<formula_value> others(group.size());
  std::vector<formula_value*> targets;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const bool counts = group[i]->request->shown == shown_digits_of::supported;
    if (!values[i]->failure && counts && !group[i]->request->is_curve) {
      again.push_back(group[i]);
      targets.push_back(&others[i]);
      places.push_back(i);
    }
  }
  std::vector<std::optional<S>> sampled(group.size());
  if (!again.empty()) {
    const std::vector<S> found =
        numbers_together<S>(again, digits, rounded::otherwise, host, targets);
    for (std::size_t k = 0; k < places.size(); ++k) {
      sampled[places[k]] = targets[k]->failure ? S(numbers[places[k]] * 2) : found[k];
    }
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (!values[i]->failure && values[i]->curve.empty()) {
      values[i]->number = text_of_number<S>(*group[i], numbers[i], sampled[i]);
    }
  }
}

/// The requests that are one run, by what they have in common.
std::map<std::pair<std::string, int>, std::vector<std::size_t>> groups_of(
    const std::vector<planned_formula>& planned) {
  std::map<std::pair<std::string, int>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (planned[i].request == nullptr) {
      continue;  // it failed
    }
    const bool counts = names(planned[i].tree, [](const std::string& name) {
      return name == "evaluations";  // of a run that ends where it is asked to
    });
    const std::string own = counts ? fmt::format("\n{}", planned[i].run.steps) : "";
    groups[{planned[i].run.key() + own, planned[i].digits}].push_back(i);
  }
  return groups;
}

std::vector<planned_formula> plan_all(const std::vector<formula_request>& requests,
                                      std::vector<formula_value>& values) {
  std::vector<planned_formula> planned(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    take(values[i], [&] { planned[i] = plan(requests[i]); });
  }
  return planned;
}

}  // namespace

const std::string& formula_value::get() const {
  if (failure) {
    std::rethrow_exception(failure);
  }
  return number;
}

void check(const formula_request& request) {
  const planned_formula planned = plan(request);
  with_scalar(planned.digits, [&]<class S>(std::type_identity<S>) {
    const formula_watch<S> watch(request, planned.tree, planned.run, planned.digits);
    if (watch.needs_scheme() && !planned.run.scheme) {
      throw invalid_input("--scheme is missing");
    }
  });
}

std::vector<formula_value> values_of(const std::vector<formula_request>& requests, run_host& host,
                                     int jobs) {
  std::vector<formula_value> values(requests.size());
  const auto planned = plan_all(requests, values);
  const auto by_run = groups_of(planned);
  std::vector<const std::pair<const std::pair<std::string, int>, std::vector<std::size_t>>*> groups;
  groups.reserve(by_run.size());
  for (const auto& group : by_run) {
    groups.push_back(&group);
  }
  // the long ones first
  const auto length = [&](const auto* group) {
    std::int64_t longest = 0;
    for (const std::size_t i : group->second) {
      longest = std::max(longest, planned[i].run.steps);
    }
    return longest;
  };
  std::ranges::stable_sort(groups, std::greater{}, length);
  for_each_parallel<mp>(groups.size(), jobs, [&](std::size_t g) {
    planned_group group;
    std::vector<formula_value*> targets;
    for (const std::size_t i : groups[g]->second) {
      group.push_back(&planned[i]);
      targets.push_back(&values[i]);
    }
    const int digits = groups[g]->first.second;
    with_scalar(digits, [&]<class S>(std::type_identity<S>) {
      measure_together<S>(group, digits, host, targets);
    });
  });
  return values;
}

std::size_t runs_of(const std::vector<formula_request>& requests) {
  std::vector<formula_value> values(requests.size());
  return groups_of(plan_all(requests, values)).size();
}

std::string value_of(const formula_request& request, run_host& host) {
  check(request);
  return values_of({request}, host).front().get();
}

std::string value_of(const formula_request& request) {
  run_host nobody;
  return value_of(request, nobody);
}

}  // namespace plumbline
