// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/exact_table.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace plumbline {

namespace {

/// The times that were asked for, counted from the start.
class wanted_times {
 public:
  wanted_times(const exact_request& o, const problem& p) : names_(&p.names) {
    if (o.times.empty() && o.step.empty()) {
      throw invalid_input("exact needs --times T,T,... or --step H --steps N");
    }
    if (!o.times.empty() && !o.step.empty()) {
      throw invalid_input("give either --times T,T,... or --step H --steps N");
    }
    if (!o.times.empty()) {
      if (!o.steps.empty()) {
        throw invalid_input("--steps belongs to --step, not to --times");
      }
      for (const auto& text : split_list("--times", o.times)) {
        times_.emplace_back(text);
      }
      return;
    }
    step_ = positive_step(o.step, p.names);
    steps_ = parse_count("--steps", required("--steps", o.steps), 0, most_steps);
  }
  std::int64_t size() const {
    return step_ ? steps_ + 1 : static_cast<std::int64_t>(times_.size());
  }
  /// Once in a scope, before its times are asked for.
  void enter_scope() {
    if (step_) {
      h_.emplace(
          evaluate<mp>(*step_, *names_));  // an assignment would keep the precision that it has
    }
  }
  /// In the precision of the scope.
  mp operator[](std::int64_t k) const {
    return step_ ? mp(*h_ * as_scalar<mp>(k))
                 : evaluate<mp>(times_[static_cast<std::size_t>(k)], *names_);
  }
  /// The one that is farthest from the start.
  expression latest() const {
    if (step_) {
      return expression("(" + step_->text() + ")*" + std::to_string(steps_));
    }
    const auto size = [this](const expression& t) { return abs(evaluate<mp64>(t, *names_)); };
    const expression* farthest = &times_.front();
    for (const auto& t : times_) {
      farthest = size(*farthest) < size(t) ? &t : farthest;
    }
    return *farthest;
  }

 private:
  const variables* names_;
  std::vector<expression> times_;
  std::optional<expression> step_;
  std::int64_t steps_ = 0;
  std::optional<mp> h_;
};

metadata facts_of(const exact_request& request, const problem& p,
                  const std::vector<named_constant>& known) {
  metadata meta = metadata_of(p, request.digits);
  meta.push_back({"scheme", "exact"});
  if (!request.step.empty()) {
    meta.push_back({"step", request.step});
  }
  if (p.functions != elliptic_functions::own) {
    meta.push_back({"functions", request.problem.functions});
  }
  meta.push_back({"digits", request.digits});
  metadata_entry::named_values constants;
  for (const auto& constant : known) {
    std::string text = rounded_text(constant.value, request.digits);
    for (const mp& value : constant.more) {
      text += " " + rounded_text(value, request.digits);
    }
    constants.emplace_back(constant.name, text);
  }
  meta.push_back({"constants", constants});
  return meta;
}

/// By how many powers of ten a component is smaller than the largest of the state.
long digits_below(const vector<mp>& state, Eigen::Index part) {
  constexpr long none = std::numeric_limits<long>::max();
  return state[part] == 0
             ? none
             : digits_held_by(binary_exponent(max_magnitude(state)) - binary_exponent(state[part]));
}

/// A motion has its digits relative to the whole state. So a component that is smaller is computed again with as many more
/// digits; and where nothing of it is seen, with ever more before it counts as 0: up to 4096 of them, of several coordinates up to
/// 16 times the digits. A component that has counted as 0 behind the start is looked for with 4 times the digits alone, and so is
/// one at the start.
class small_components {
 public:
  static constexpr long fine = 8;  ///< a motion has more than these to spare

  /// The problem and the times must outlive this.
  small_components(const problem& p, wanted_times& times, int digits, const run_host& host)
      : problem_(&p), times_(&times), digits_(digits), host_(&host) {}

  /// Of the component that is smaller by `below` powers of ten.
  std::string text(std::int64_t row, Eigen::Index part, long below) {
    constexpr long more = 4;
    // with several coordinates so many digits would take long
    constexpr long most_digits = 4096;
    const long most =
        problem_->dimension > 1 ? std::min(most_digits, digits_ * more * more) : most_digits;
    const bool at_start = (*times_)[row] == 0;
    const long last = at_start || zeros_.contains(part) ? std::min(most, digits_ * more) : most;
    long digits = digits_;
    for (; below >= digits; below = digits_below(state(row, digits), part)) {
      if (digits >= last) {
        if (!at_start) {
          zeros_.insert(part);
        }
        return "0";
      }
      digits = std::min(digits * more, last);
    }
    const long sizes = (below + digits_ - 1) / digits_;  // so that there are few motions
    return rounded_text(state(row, std::max(digits, (1 + sizes) * digits_))[part],
                        static_cast<int>(digits_));
  }

 private:
  vector<mp> state(std::int64_t row, long digits) {
    throw_if_stopped(*host_);
    const auto wanted = static_cast<int>(digits);
    const auto found = motions_.try_emplace(wanted, *problem_, wanted, times_->latest()).first;
    const precision_scope scope(found->second.working_digits());
    times_->enter_scope();
    return as_vector(found->second.state((*times_)[row]));
  }

  const problem* problem_;
  wanted_times* times_;
  long digits_;
  const run_host* host_;
  std::map<int, exact_motion> motions_;
  std::set<Eigen::Index> zeros_;
};

}  // namespace

void exact_rows(const exact_request& request, table_sink& rows, run_host& host) {
  problem p = read_problem(request.system, request.problem);
  p.functions = parse_elliptic_functions(request.problem.functions);
  wanted_times times(request, p);
  const auto preparing = host.prepare(times.size(), "times");
  const exact_motion motion(p, request.digits, times.latest());
  const auto progress = host.begin(times.size(), "times");
  std::vector<std::string> names = state_columns(*p.system, p.dimension);
  names.insert(names.begin(), "t");
  const exact_constants constants = constants_of_motion(p, motion.held_digits());
  if (!constants.unknown.empty()) {
    host.warn(fmt::format(
        "this start has no {} that more digits leave as it is: it lies on a separatrix, or nearer "
        "to one than {} digits tell",
        fmt::join(constants.unknown, ", "), request.digits));
  }
  rows.begin(facts_of(request, p, constants.known), number_columns(names));
  small_components small(p, times, request.digits, host);
  std::vector<std::string> cells;
  const precision_scope scope(motion.working_digits());
  const mp t0 = evaluate<mp>(p.start.t, p.names);
  for (std::int64_t k = 0; k < times.size(); ++k) {
    throw_if_stopped(host);
    times.enter_scope();
    const mp t = times[k];
    const vector<mp> state = as_vector(motion.state(t));
    cells = {rounded_text(mp(t0 + t), request.digits)};
    for (Eigen::Index part = 0; part < state.size(); ++part) {
      const long below = digits_below(state, part);
      cells.push_back(below <= small_components::fine ? rounded_text(state[part], request.digits)
                                                      : small.text(k, part, below));
    }
    rows.row(cells);
    progress->advance(1);
  }
}

table_value exact_table(const exact_request& request, run_host& host) {
  table_keeper kept;
  exact_rows(request, kept, host);
  return std::move(kept.table);
}

table_value exact_table(const exact_request& request) {
  run_host host;
  return exact_table(request, host);
}

}  // namespace plumbline
