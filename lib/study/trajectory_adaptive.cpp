// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trajectories whose steps adapt: --tolerance and --step-function, by the laws of adaptive_steps.hpp. The last step is shorter and
// ends at the time that was asked for. Between two nodes lie states of shorter steps: crossings of a section, and given times. The
// metadata say how the steps were and what they did to the geometry of the scheme.
#include "study/adaptive_steps.hpp"
#include "study/adaptive_verdict.hpp"
#include "study/kept_table.hpp"
#include "study/section_run.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/core/known_names.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

namespace plumbline {

namespace {

/// What the rows are.
enum class asked_rows { nodes, nodes_to_crossing, crossings, times };

asked_rows rows_of(const integration_request& request) {
  return !request.section.empty()                            ? asked_rows::crossings
         : !request.stop_at.empty()                          ? asked_rows::nodes_to_crossing
         : !request.strobe.empty() || !request.times.empty() ? asked_rows::times
                                                             : asked_rows::nodes;
}

/// What the steps did to the energy of a system that keeps it: the largest change over the nodes, and that at the end. Where they
/// are of one size the steps do not drift.
template <class T>
class energy_record {
 public:
  explicit energy_record(const problem_in<T>& in)
      : keeps_(in.system.is_lagrangian() && in.system.facts().autonomous &&
               in.system.formulas()->has_energy()),
        at_(in.system) {}

  void add(const phase_point<T>& z, const T& t) {
    if (!keeps_) {
      return;
    }
    using std::abs;
    at_.set_time(t);
    const T now = energy(at_, z);
    if (!first_) {
      first_ = now;
      scale_ = to_double(T(abs(now) + abs(dot(z.p, velocity(at_, z.q, z.p)))));
    }
    const T change = now - *first_;
    errors_.add(to_double(change));
    last_ = T(abs(change));
    largest_ = largest_ < last_ ? last_ : largest_;
  }
  void tell(metadata& facts) const {
    constexpr int shown = 3;
    if (first_) {
      facts.push_back({"energy_change", to_text(largest_, shown)});
      facts.push_back({"energy_change_at_end", to_text(last_, shown)});
    }
  }

  const thinned_errors& errors() const { return errors_; }
  /// The size of errors that rounding explains.
  double noise(std::int64_t steps) const {
    constexpr int roundings_of_step = 50;
    return to_double(T(epsilon<T>() * roundings_of_step)) * scale_ *
           std::sqrt(static_cast<double>(steps + 1));
  }

 private:
  bool keeps_;
  evaluation<T> at_;
  std::optional<T> first_ = {};
  double scale_ = 0;
  thinned_errors errors_;
  T last_{0};
  T largest_{0};
};

/// The times of a request in their order, and the row of each.
template <class T>
class sorted_times {
 public:
  explicit sorted_times(const adaptive_run& r) {
    for (std::size_t row = 0; row < r.times.size(); ++row) {
      list_.push_back({evaluate<T>(r.times[row], r.p.names), row});
    }
    std::ranges::stable_sort(list_,
                             [](const one& a, const one& b) { return a.elapsed < b.elapsed; });
  }
  /// Calls found(elapsed, row) for those up to a time that have not come, and at the end of the run for all: the last strobe may lie
  /// behind it by rounding.
  template <class Found>
  void up_to(bool is_end, const T& elapsed, Found&& found) {
    for (; next_ < list_.size() && (is_end || !(elapsed < list_[next_].elapsed)); ++next_) {
      found(list_[next_].elapsed, list_[next_].row);
    }
  }

 private:
  struct one {
    T elapsed;
    std::size_t row;
  };
  std::vector<one> list_;
  std::size_t next_ = 0;
};

/// The rows of a run: its nodes, its crossings, or given times.
template <class T, class Steps>
class adaptive_rows_of {
 public:
  adaptive_rows_of(const adaptive_run& r, Steps steps, const problem_in<T>& in)
      : r_(r),
        in_(in),
        asked_(rows_of(r.request)),
        steps_(std::move(steps)),
        observed_(r.request.observe, r.p, in.system, steps_.stepper()),
        table_(r.request, r.p, column_names(steps_.stepper(), observed_), observed_.asked()),
        times_(r),
        energies_(in) {
    if (asked_ != asked_rows::nodes) {
      refuse_inside_values(r.request, steps_.stepper(), option());
    }
    if (asked_ == asked_rows::crossings) {
      table_.add_direction();
    }
    if (r.what) {
      look_for_crossings();
    }
  }
  adaptive_rows_of(const adaptive_rows_of&) = delete;  // the crossings make their steps by this
  adaptive_rows_of& operator=(const adaptive_rows_of&) = delete;

  plot make(table_sink& rows, run_host& host) {
    rows.open();
    try {
      run(host);
      verdict_ =
          adaptive_verdict(r_, record_.steps, energies_.errors(), energies_.noise(record_.steps));
    } catch (const interrupted&) {
      table_.hand_over(rows, facts());
      throw;
    }
    table_.hand_over(rows, facts());
    return table_.drawing();
  }

 private:
  bool has_nodes() const {
    return asked_ == asked_rows::nodes || asked_ == asked_rows::nodes_to_crossing;
  }
  /// The option that asks for what lies between the nodes.
  std::string option() const {
    return asked_ == asked_rows::crossings           ? "--section"
           : asked_ == asked_rows::nodes_to_crossing ? "--stop-at"
           : r_.request.strobe.empty()               ? "--times"
                                                     : "--strobe";
  }

  void look_for_crossings() {
    const auto g = record_section(r_.p, in_.system.formulas(), r_.what->formula, option());
    crossings_.emplace(r_.scheme.entry->template make<T>(r_.scheme.values, in_.system),
                       followed_values<T>(in_.system, g, parameters_of<T>(*g, r_.p)));
    crossings_->step_with([this](vector<T>& y, const T& t, const T& length) {
      return steps_.inside(in_.start, y, t, length);
    });
    crossings_->look_for(r_.what->direction);
  }

  void run(run_host& host) {
    const T all = evaluate<T>(r_.until, r_.p.names);
    const auto progress = host.begin(0, "steps");
    y_ = steps_.stepper().start(in_.start, in_.t0);
    steps_.stepper().resume(in_.start, y_);
    T passed(0);
    at_node(in_.t0, T(0), true);
    put_times(all == passed, passed, passed, y_);
    T h = steps_.first_length(all);
    T last(0);
    while (passed < all && !seen_.ended_by_count) {
      throw_if_stopped(host);
      const T before = passed;
      const vector<T> state = y_;
      T next = h;
      const T rest = all - passed;
      steps_.advance(y_, T(in_.t0 + passed), h, rest, next, record_);
      const bool is_last = !(h < rest);
      passed = is_last ? all : T(passed + h);
      put_times(is_last, before, passed, state);
      at_node(T(in_.t0 + passed), h, is_last || record_.steps % r_.every == 0);
      last = h;
      h = next;
      progress->advance(1);
    }
    if (crossings_ && passed == all && !seen_.ended_by_count && last != T(0)) {
      auto found = [this](const crossing_state<T>& crossing) { add_crossing(crossing); };
      crossings_->end(last, counted_crossings(*r_.what, seen_, found));
    }
    if (crossings_) {
      warn_of_nodes_without_value(*r_.what, crossings_->nodes_without_value(), host);
    }
  }

  /// The node y_, to which the last step of the length h has come.
  void at_node(const T& t, const T& h, bool is_row) {
    if (crossings_) {
      auto found = [this](const crossing_state<T>& crossing) { add_crossing(crossing); };
      crossings_->add(record_.steps, t, h, y_, counted_crossings(*r_.what, seen_, found));
      seen_.started_on_section = crossings_->started_on_section();
    }
    if (seen_.ended_by_count) {
      return;
    }
    energies_.add(steps_.stepper().phase(y_, t), t);
    if (has_nodes() && is_row) {
      add(t, y_);
    }
  }
  void add(const T& t, const vector<T>& y) {
    last_row_ = t;
    table_.add(cells_of(t, y, observed_));
  }
  void add_crossing(const crossing_state<T>& crossing) {
    if (asked_ == asked_rows::crossings) {
      auto cells = cells_of(crossing.t, crossing.state, observed_);
      cells.push_back(std::to_string(crossing.direction));
      table_.add(std::move(cells));
    } else if (seen_.ended_by_count) {
      if (!(last_row_ < crossing.t)) {  // found at a node, or near one behind it
        table_.drop_last();
      }
      add(crossing.t, crossing.state);
    }
  }
  /// The times of the step from `state`, which has come to y_.
  void put_times(bool is_last, const T& before, const T& passed, const vector<T>& state) {
    times_.up_to(is_last, passed, [&](const T& elapsed, std::size_t row) {
      vector<T> z = elapsed < passed ? state : y_;
      if (elapsed < passed) {
        const T from = in_.t0 + before;
        const solve_report report = steps_.inside(in_.start, z, from, T(elapsed - before));
        if (!report.ok()) {
          detail::fail_at(record_.steps - 1, from, report, "a smaller step may help");
        }
      }
      table_.put(row, cells_of(T(in_.t0 + elapsed), z, observed_));
    });
  }

  metadata facts() const {
    metadata facts = metadata_of(r_.p, r_.request.digits);
    add_scheme(facts, r_.scheme);
    if (r_.step) {
      facts.push_back({"step", r_.step->text()});
    }
    if (r_.request.times.empty()) {
      facts.push_back({"until", r_.until.text()});
    }
    if (r_.tolerance) {
      facts.push_back({"tolerance", r_.tolerance->text()});
    } else {
      facts.push_back({"step_function", r_.request.step_function});
    }
    facts.push_back({"adaptivity", std::string(to_string(r_.how))});
    facts.push_back({"steps", record_.steps});
    facts.push_back({"rejected", record_.rejected});
    if (record_.shortest) {
      constexpr int shown = 6;
      facts.push_back({"step_range", to_text(*record_.shortest, shown) + " to " +
                                         to_text(*record_.longest, shown)});
    }
    energies_.tell(facts);
    facts.insert(facts.end(), verdict_.begin(), verdict_.end());
    if (has_nodes()) {
      facts.push_back({"every", r_.every});
    }
    facts.push_back({"digits", r_.request.digits});
    add_between(facts);
    return facts;
  }
  void add_between(metadata& facts) const {
    const auto answer = [](bool yes) { return std::string(yes ? "yes" : "no"); };
    if (!r_.times.empty()) {
      facts.push_back({"inside_steps", std::string("partial step")});
    }
    if (r_.what) {
      add_section(facts, *r_.what);
      facts.push_back({"located", std::string("partial step")});
    }
    if (asked_ == asked_rows::crossings) {
      facts.push_back({"crossings", seen_.crossings});
      facts.push_back({"start_on_section", answer(seen_.started_on_section)});
    } else if (asked_ == asked_rows::nodes_to_crossing) {
      facts.push_back({"stopped", answer(seen_.ended_by_count)});
    }
  }

  const adaptive_run& r_;
  const problem_in<T>& in_;
  asked_rows asked_;
  Steps steps_;
  observers<T> observed_;
  kept_table table_;
  sorted_times<T> times_;
  std::optional<crossings_by_steps<T>> crossings_;
  energy_record<T> energies_;
  step_record<T> record_;
  section_outcome seen_;
  metadata verdict_;
  vector<T> y_;
  T last_row_{0};
};

/// The table of the scheme with embedded weights; none for a scheme whose steps are doubled. Throws invalid_input for others.
std::optional<scheme_table> embedded_table(const scheme_choice& scheme) {
  const std::string& name = scheme.entry->info.name;
  std::optional<scheme_table> table = table_of(*scheme.entry, scheme.values);
  if (table && table->has("bhat") && table->kind == table_kind::runge_kutta) {
    return table;
  }
  if (scheme.entry->info_for(scheme.values).symplectic) {
    return std::nullopt;
  }
  std::string known;
  for (const scheme_entry& other : schemes()) {
    const auto its = known_scheme_table(other.info.name);
    if (its && its->has("bhat") && its->kind == table_kind::runge_kutta) {
      known += (known.empty() ? "" : ", ") + other.info.name;
    }
  }
  throw invalid_input(fmt::format(
      "--tolerance needs a scheme that is symplectic on every system, or a Runge-Kutta table with "
      "embedded weights (the key bhat): {}; {} is neither{}",
      known, name, scheme.entry->chooses_order ? "; taylor takes it with --times" : ""));
}

/// What keeps the run's promise: the word of --adaptivity, or what the scheme is. Throws invalid_input where it is neither.
adaptivity law_of_step_function(const adaptive_run& r) {
  const scheme_info info = r.scheme.entry->info_for(r.scheme.values);
  const std::string system = r.p.system->name();
  const form_facts& facts = r.p.system->facts;
  const bool symmetric = info.symmetric || (info.on_separable.symmetric && facts.separable) ||
                         (info.on_linear.symmetric && facts.linear);
  const std::string& asked = r.request.adaptivity;
  if (!asked.empty() && asked != "reversible" && asked != "symplectic") {
    const std::vector<std::string> known = {"reversible", "symplectic"};
    const std::string nearest = nearest_name(asked, known);
    throw invalid_input(fmt::format("--adaptivity is reversible or symplectic, got '{}'{}", asked,
                                    nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
  }
  if (asked == "symplectic" || (asked.empty() && !symmetric)) {
    const std::string lacking =
        info.symplectic || info.on_separable.symplectic
            ? lacks_hamiltonian_steps(table_of(*r.scheme.entry, r.scheme.values))
            : "is not symplectic";
    if (lacking.empty()) {
      return adaptivity::symplectic;
    }
    throw invalid_input(
        asked.empty()
            ? fmt::format("--step-function needs a symmetric scheme, whose steps it keeps "
                          "reversible, or a symplectic one, which it applies to sigma (H - H0); "
                          "{} is not symmetric on {}, and it {}",
                          info.name, system, lacking)
            : fmt::format("--adaptivity symplectic needs a symplectic scheme that has steps of "
                          "sigma (H - H0); {} {}",
                          info.name, lacking));
  }
  if (!symmetric) {
    throw invalid_input(
        fmt::format("--adaptivity reversible needs a symmetric scheme; {} is not symmetric on {}",
                    info.name, system));
  }
  return adaptivity::reversible;
}

/// The time of the last row of --times, as it was written. Throws invalid_input where a time lies before the start.
expression last_of(const std::vector<expression>& times, const problem& p, int digits) {
  const precision_scope scope(digits + guard_digits);
  std::optional<mp> largest;
  const expression* last = nullptr;
  for (const expression& t : times) {
    const mp value = evaluate<mp>(t, p.names);
    if (value < 0) {
      throw invalid_input(
          fmt::format("--times {}: steps that adapt go forwards from the start", t.text()));
    }
    if (!largest || *largest < value) {
      largest = value;
      last = &t;
    }
  }
  return *last;
}

}  // namespace

plot adaptive_rows(const integration_request& request, table_sink& rows, run_host& host) {
  const bool by_tolerance = request.step_function.empty();
  const char* const option = by_tolerance ? "--tolerance" : "--step-function";
  if (!by_tolerance && !request.tolerance.empty()) {
    throw invalid_input("--tolerance and --step-function do not go together");
  }
  refuse_options({{"--steps", &request.steps}}, fmt::format("does not go with {}", option));
  if (request.compensated) {
    throw invalid_input(
        fmt::format("--compensated goes with a scheme and --step, without {}", option));
  }
  const problem p = read_problem(request.system, request.problem,
                                 split_list("--scheme", required("--scheme", request.scheme)));
  const bool is_timed = !request.times.empty() || !request.strobe.empty();
  const std::vector<expression> times =
      is_timed ? asked_times(request, p) : std::vector<expression>();
  adaptive_run r{
      request, p, only_scheme(p),
      request.times.empty() ? duration(request.until, p.names) : last_of(times, p, request.digits)};
  r.every = rows_are_every(request);
  r.times = times;
  if (const asked_rows asked = rows_of(request);
      asked == asked_rows::crossings || asked == asked_rows::nodes_to_crossing) {
    r.what = read_section({request.section.empty() ? request.stop_at : request.section,
                           request.direction, request.count});
    if (asked == asked_rows::nodes_to_crossing) {
      r.what->count = std::max<std::int64_t>(r.what->count, 1);
    }
  }
  if (p.system->has_zones) {
    throw invalid_input(fmt::format("{} changes its law from zone to zone; {} needs one law",
                                    p.system->name(), option));
  }
  if (!request.step.empty() || !by_tolerance) {
    r.step = positive_step(request.step, p.names);
  }
  if (by_tolerance) {
    r.tolerance.emplace(request.tolerance);
    r.table = embedded_table(r.scheme);
    const int order = r.scheme.entry->info_for(r.scheme.values).order;
    r.order = r.table
                  ? std::min(order, r.table->claims.embedded_order.value_or(std::max(1, order - 1)))
                  : order;
  } else {
    r.how = law_of_step_function(r);
    if (r.how == adaptivity::symplectic) {
      r.table = table_of(*r.scheme.entry, r.scheme.values);
    }
  }
  return with_scalar(request.digits, [&]<class T>(std::type_identity<T>) {
    const auto preparing = host.prepare(0, "steps");
    const problem_in<T> in = make_problem<T>(p);
    switch (r.how) {
      case adaptivity::plain:
        return adaptive_rows_of<T, embedded_steps<T>>(r, embedded_steps<T>(r, in.system), in)
            .make(rows, host);
      case adaptivity::reversible:
        return adaptive_rows_of<T, reversible_steps<T>>(r, reversible_steps<T>(r, in.system), in)
            .make(rows, host);
      default:
        evaluation<T> at(in.system);
        at.set_time(in.t0);
        return adaptive_rows_of<T, transformed_steps<T>>(
                   r, transformed_steps<T>(r, in.system, energy(at, in.start)), in)
            .make(rows, host);
    }
  });
}

}  // namespace plumbline
