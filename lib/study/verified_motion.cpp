// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/constrained_start.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/certified.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/extrapolated_flow.hpp>
#include <plumbline/study/taylor_trajectory.hpp>
#include <plumbline/study/texts.hpp>
#include <plumbline/study/verified_motion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace plumbline {

namespace {

/// Numbers without a precision of their own, one vector for each time.
using states = std::vector<std::vector<exact_number>>;

std::vector<exact_number> exact_numbers(const phase_point<mp>& z) {
  std::vector<exact_number> numbers;
  for (const auto* part : {&z.q, &z.p}) {
    for (const mp& x : *part) {
      if (!is_finite(x)) {
        throw domain_error("the motion is not finite at one of the times");
      }
      numbers.push_back(exact_number::binary(x.backend().data()));
    }
  }
  return numbers;
}

expression farthest(const std::vector<expression>& times, const variables& names) {
  const expression* found = &times.front();
  mp64 largest(0);
  for (const auto& t : times) {
    const mp64 size = abs(evaluate<mp64>(t, names));
    if (largest < size) {
      largest = size;
      found = &t;
    }
  }
  return *found;
}

states exact_states(const problem& p, const std::vector<expression>& times, int digits,
                    const run_control& control, int& working_digits) {
  const exact_motion motion(p, digits, farthest(times, p.names));
  working_digits = motion.working_digits();
  const precision_scope scope(working_digits);
  states rows;
  for (const auto& t : times) {
    control.end_if_stopped();
    rows.push_back(exact_numbers(motion.state(evaluate<mp>(t, p.names))));
  }
  return rows;
}

/// The equations of motion in the form that the state of the system has.
using any_field = std::function<solve_report(const mp&, const vector<mp>&, vector<mp>&)>;

any_field field_of(const model<mp>& system) {
  if (system.is_first_order()) {
    return first_order_field<mp>(system);
  }
  if (system.is_lagrangian()) {
    return hamiltonian_field<mp>(system);
  }
  return acceleration_field<mp>(system);
}

using flow_of_field = extrapolated_flow<mp, any_field>;

/// Times on both sides of the start, each side in the order in which a motion reaches them.
struct time_order {
  std::vector<mp> times;  ///< from the start
  std::vector<std::size_t> earlier;
  std::vector<std::size_t> later;

  time_order(const std::vector<expression>& texts, const variables& names) {
    for (const auto& t : texts) {
      times.push_back(evaluate<mp>(t, names));
      (times.back() < 0 ? earlier : later).push_back(times.size() - 1);
    }
    const auto before = [this](std::size_t a, std::size_t b) { return times[a] < times[b]; };
    std::stable_sort(later.begin(), later.end(), before);
    std::stable_sort(earlier.rbegin(), earlier.rend(), before);
  }
};

/// The Taylor series of the solution, to all digits of the arithmetic; `more_orders` beyond the order that suits them.
states taylor_states(const problem& p, const std::vector<expression>& times, int working_digits,
                     int more_orders, const run_control& control, int& order) {
  const precision_scope scope(working_digits);
  const auto in = make_problem<mp>(p);
  const time_order sorted(times, p.names);
  const int bits = scalar_traits<mp>::bits();
  order = taylor_order(bits) + more_orders;
  states rows(times.size());
  for (const auto* side : {&sorted.earlier, &sorted.later}) {
    if (side->empty()) {
      continue;
    }
    taylor_trajectory<mp> motion(in.system, in.start, in.t0, order, -bits);
    motion.stop_when(control.stop_requested);
    for (const std::size_t k : *side) {
      const phase_point<mp>& z = motion.at(sorted.times[k]);
      if (motion.was_stopped()) {
        control.end_if_stopped();
      }
      rows[k] = exact_numbers(z);
    }
  }
  return rows;
}

/// The equations of motion integrated by extrapolation. `offset` chooses the sequence of step numbers.
states extrapolated_states(const problem& p, const std::vector<expression>& times, int digits,
                           int working_digits, int offset, const run_control& control, int& order) {
  const precision_scope scope(working_digits);
  const auto in = make_problem<mp>(p);
  const auto n = in.start.q.size();
  vector<mp> start(n + in.start.p.size());
  start << in.start.q, in.start.p;

  extrapolation_settings chosen;
  chosen.offset = offset;
  chosen.digits = digits;
  constexpr int fewest_rows = 8;
  chosen.most_rows = fewest_rows + digits / 3;
  chosen.stop_requested = control.stop_requested;
  chosen.hint = p.system->info.singular;
  order = 2 * chosen.most_rows;

  const time_order sorted(times, p.names);
  states rows(times.size());
  for (const auto* side : {&sorted.earlier, &sorted.later}) {
    flow_of_field flow(field_of(in.system), in.system.dimension(), chosen);
    vector<mp> y = start;
    mp t = in.t0;
    for (const std::size_t k : *side) {
      if (!flow.advance(y, t, mp(in.t0 + sorted.times[k]))) {
        control.end_if_stopped();
      }
      rows[k] = exact_numbers({y.head(n), y.tail(y.size() - n)});
    }
  }
  return rows;
}

/// Balls around `rows`; `other` is the second computation, or null.
std::vector<std::vector<ball>> balls(const states& rows, const states* other, std::size_t block,
                                     int digits) {
  std::vector<std::vector<ball>> result(rows.size());
  const exact_number floor = power_of_ten(-digits);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto& row = rows[r];
    exact_number largest_q(0);
    exact_number largest_p(0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      exact_number& largest = i < block ? largest_q : largest_p;
      largest = std::max(largest, abs(row[i]));
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      exact_number radius = floor * (i < block ? largest_q : largest_p);
      if (other != nullptr) {
        radius = radius + exact_number(2) * abs((*other)[r][i] - row[i]);
      }
      result[r].push_back({row[i], std::move(radius)});
    }
  }
  return result;
}

/// The closed solutions belong to the systems of the catalogue: one from a file may have forces that they do not know.
bool is_of_catalogue(const problem& p) {
  // A name of the catalogue is one entry of find_system(), and another one, which is equal, of systems().
  const auto& all = systems();
  return std::any_of(all.begin(), all.end(), [&p](const system_entry& entry) {
    return entry.name() == p.system->name() &&
           (&entry == p.system || &find_system(entry.name()) == p.system);
  });
}

}  // namespace

namespace {

/// What is computed for a truth: a closed solution first, where there is one.
struct computing_plan {
  problem p;
  bool exact;         ///< there is a closed solution; otherwise two computations that differ
  bool checks;        ///< a closed solution, and an integration of the equations
  bool extrapolates;  ///< the computation that checks the other one is an extrapolation
  int digits;

  computing_plan(const problem& asked, const verification& wanted) : p(asked) {
    // the exact solution knows where the law changes, whatever a scheme was told
    p.splits_events = true;
    if (p.start_digits == 0) {  // the run that is compared has judged its start
      p.start_digits = most_digits_of_double;
    }
    constexpr int spare_digits = 3;
    // where extrapolation is too slow, the other computation is a Taylor series too
    constexpr int most_for_extrapolation = 80;
    digits = wanted.digits + spare_digits + 5 * wanted.variant;
    exact = is_of_catalogue(p) && has_exact_solution(p);
    const bool zones = p.system->has_zones;
    if (!exact && zones) {
      throw invalid_input(
          fmt::format("{} changes its law on the way and has no exact solution: there is no truth "
                      "to compare with",
                      p.system->name()));
    }
    checks = exact && wanted.independent && !zones;
    extrapolates = wanted.independent && digits <= most_for_extrapolation;
  }
  int count() const { return !exact || checks ? 2 : 1; }
};

}  // namespace

int computations_of(const problem& p, const verification& wanted) {
  return computing_plan(p, wanted).count();
}

computed_states compute_states(const problem& asked, const std::vector<expression>& times,
                               const verification& wanted, int which, const run_control& control) {
  const computing_plan plan(asked, wanted);
  const auto extrapolate = [&](int more_digits, int offset) -> computed_states {
    constexpr int guard_digits = 15;
    const int aim = plan.digits + more_digits;
    const int working = aim + aim / 5 + guard_digits;
    int order = 0;
    auto rows = extrapolated_states(plan.p, times, aim, working, offset, control, order);
    return {std::move(rows),
            {fmt::format("extrapolation of the explicit midpoint rule, 2(j + {}) steps", offset),
             "extrapolation", order, working}};
  };
  const auto expand = [&](int more_digits, int more_orders, const char* action) -> computed_states {
    const int working = plan.digits + more_digits;
    int order = 0;
    auto rows = taylor_states(plan.p, times, working, more_orders, control, order);
    return {std::move(rows),
            {fmt::format("Taylor series of order {}", order), action, order, working}};
  };
  constexpr int further_digits = 4;
  constexpr int further_orders = 7;
  if (plan.exact && which == 0) {
    int working = 0;
    auto rows = exact_states(plan.p, times, plan.digits, control, working);
    return {std::move(rows), {"exact solution", "exact", 0, working}};
  }
  if (!plan.exact && which == 1) {  // the better one last: it gives the values
    return expand(2 * wanted.guard_digits, further_orders + 2 * wanted.variant, "taylor-2");
  }
  return plan.extrapolates ? extrapolate(further_digits, wanted.variant)
                           : expand(wanted.guard_digits, wanted.variant, "taylor-1");
}

verified_states verified_motion(const problem& asked, const std::vector<expression>& times,
                                const verification& wanted, const run_control& control,
                                const computing_all& compute_all) {
  verified_states result;
  if (times.empty()) {
    return result;
  }
  const computing_plan plan(asked, wanted);
  const auto compute = [&](int which) {
    return compute_states(asked, times, wanted, which, control);
  };
  std::vector<computed_states> computed;
  if (compute_all) {
    computed = compute_all(plan.count(), compute);
  } else {
    for (int which = 0; which < plan.count(); ++which) {
      computed.push_back(compute(which));
    }
  }
  for (const auto& one : computed) {
    result.computations.push_back(one.how);
  }
  const states& first = plan.exact ? computed.front().rows : computed.back().rows;
  const states* const second = computed.size() < 2 ? nullptr
                               : plan.exact        ? &computed.back().rows
                                                   : &computed.front().rows;
  result.how = plan.exact ? "exact" : "agreed";
  result.rows = balls(first, second, static_cast<std::size_t>(plan.p.dimension), plan.digits);
  return result;
}

verified_states proven_motion(const problem& p, const expression& step, std::int64_t steps,
                              int digits, const run_control& control) {
  if (p.matrices || p.system->has_zones) {
    throw invalid_input(
        fmt::format("the motion of {} cannot be proven: it has no one formula", p.system->name()));
  }
  certified_problem wanted;
  wanted.formulas = [&p] {
    const precision_scope scope(default_digits);
    return make_problem<mp>(p).system.formulas();
  }();
  wanted.input = [&] {
    const auto values = [&p](const std::vector<expression>& texts) {
      vector<mp> x(static_cast<Eigen::Index>(texts.size()));
      for (std::size_t i = 0; i < texts.size(); ++i) {
        x[static_cast<Eigen::Index>(i)] = evaluate<mp>(texts[i], p.names);
      }
      return x;
    };
    certified_input input;
    input.parameters = parameter_values<mp>(p.system->name(), p.system->parameters, p.parameters);
    input.q = values(p.start.q);
    if (p.system->kind != system_kind::first_order) {
      input.rate = values(p.start.by_default);
      input.rate_is_velocity =
          p.start.default_is_velocity || p.system->kind == system_kind::second_order;
      for (const auto& given : p.start.given) {
        input.given.push_back(given ? std::optional<mp>(evaluate<mp>(*given, p.names))
                                    : std::nullopt);
      }
      input.given_is_velocity =
          p.start.given_is_velocity || p.system->kind == system_kind::second_order;
    }
    put_spins_of(p, input);
    input.t0 = evaluate<mp>(p.start.t, p.names);
    input.step = evaluate<mp>(step, p.names);
    return input;
  };
  wanted.steps = steps;
  wanted.digits = digits;
  const certified_trajectory proven = certify(wanted, control);
  control.end_if_stopped();
  verified_states result;
  result.how = "proven";
  result.computations = {
      {certified_trajectory::method, "proof", proven.order, proven.working_digits}};
  for (const auto& row : proven.rows) {
    std::vector<ball> numbers;
    for (const auto& text : row.state) {
      const auto number = printed_number::read(text);
      if (!number) {
        throw std::logic_error("a proven number is not a number: " + text);
      }
      const bool exact_zero = text == "0";
      numbers.push_back(
          {number->value, exact_zero
                              ? exact_number(0)
                              : exact_number::decimal("1e" + std::to_string(number->last_place))});
    }
    result.rows.push_back(std::move(numbers));
  }
  return result;
}

}  // namespace plumbline
