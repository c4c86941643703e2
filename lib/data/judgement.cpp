// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/data/judgement.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/observe.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace plumbline {

namespace {

constexpr int guard = 10;  // digits of the measures beyond those of the truth

mp relative(const mp& deviation, const mp& size) {
  return size == 0 ? deviation : mp(deviation / size);
}
std::string drift_text(const mp& deviation, const mp& size) {
  return to_text(relative(deviation, size), shown_of_measures);
}

ball in_file_unit(const problem& p, const ball& x, const judged_column& column, int digits) {
  const precision_scope scope(digits);
  const mp factor = evaluate<mp>(column.factor, p.names);
  const exact_number f = exact_number::binary(factor.backend().data());
  return {x.middle / f, abs(x.radius / f)};
}

/// Digits that are missing until the radius is a thousandth of the last unit, or of the error.
long lacking(const printed_number& printed, const judged_cell& v) {
  if (v.truth.radius.sign() == 0) {
    return 0;
  }
  constexpr long safety = 3;
  const long radius = decimal_exponent(v.truth.radius) + 1;
  const long unit = printed.last_place - safety;
  const long by_unit = radius - unit;
  if (by_unit <= 0 || v.error.sign() == 0) {
    return std::max(by_unit, 0L);
  }
  return std::max(std::min(by_unit, radius - (decimal_exponent(v.error) - safety)), 0L);
}

/// By how many units of the last bit a value in the row of the start may be off that shows a binary number. A coordinate is only
/// rounded. All else may be computed from what is given, a velocity from the momentum that the program keeps in its place, and
/// counts as right where `exact` would be: to four units.
int units_at_start(const state_column& column) {
  return column.role == column_role::coordinate ? 1 : 4;
}

}  // namespace

long shown_digits(const file_reading& file, long asked) {
  constexpr long further = 5;
  constexpr long fewest = 20;
  return asked > 0 ? asked : std::max(file.longest() + further, fewest);
}

judgement::judgement(const problem& p, const file_reading& file, long shown,
                     const run_control& asked)
    : p_(p), file_(file) {
  for (std::size_t row = 0; row < file.rows(); ++row) {
    times_.push_back(file.time_from_start(row, p));
  }
  constexpr long spare = 8;
  constexpr int rounds = 8;
  constexpr int guard_of_a_round = 6;  // a motion that takes more of the digits has another round
  long wanted = std::max(shown_digits(file, shown), file.longest()) + spare;
  for (int round = 0; round < rounds; ++round) {
    if (wanted > most_digits) {
      break;
    }
    run_control control = asked;
    control.hint = p.system->info.singular;
    truth_ = verified_motion(
        p, times_,
        {.digits = static_cast<int>(wanted), .variant = round, .guard_digits = guard_of_a_round},
        control);
    control.end_if_stopped();
    const long missing = judge_all(wanted);
    if (missing == 0) {
      truth_digits = wanted;
      return;
    }
    wanted += missing + spare;
  }
  throw std::runtime_error(fmt::format(
      "the truth for row {} could not be computed to the digits that its judgement needs",
      undecided_));
}

long judgement::judge_all(long digits) {
  verdicts_.clear();
  constexpr int spare = 15;
  state_view view(p_, static_cast<int>(2 * digits) + spare);
  long missing = 0;
  for (std::size_t row = 0; row < file_.rows(); ++row) {
    const bool at_start = sign(times_[row], p_.names) == 0;
    for (std::size_t k = 0; k < file_.columns().size(); ++k) {
      const auto& cell = file_.cell(row, k);
      if (!cell) {
        continue;
      }
      const auto& column = file_.columns()[k];
      judged_cell v{.row = row,
                    .column = k,
                    .truth = view.value(column.meaning, truth_.rows[row], times_[row]),
                    .error = {}};
      if (column.scaled) {
        v.truth = in_file_unit(p_, v.truth, column, view.digits());
      }
      v.error = abs(cell->value - v.truth.middle);
      const long lack = lacking(*cell, v);
      if (lack > missing) {
        missing = lack;
        undecided_ = row;
      }
      v.digits = true_digits(*cell, v.truth.middle);
      v.holds = v.digits == cell->digits;
      if (!v.holds && at_start &&
          shows_binary_number(*cell, v.truth.middle, file_.longest(),
                              units_at_start(column.meaning))) {
        v.holds = true;
        v.digits = cell->digits;
      }
      // a program that drops zeros at the end claims nothing less by it
      const auto longer = cell->extended(file_.longest());
      if (v.holds && true_digits(longer, v.truth.middle) == longer.digits) {
        v.digits = longer.digits;
      }
      verdicts_.push_back(std::move(v));
    }
  }
  return missing;
}

std::string short_text(const exact_number& x) {
  const precision_scope scope(default_digits);
  return to_text(from_exact<mp>(x), shown_of_measures);
}

drifts::drifts(const problem& p, const file_reading& file, const judgement& all)
    : p_(p), file_(file), all_(all), view_(p, static_cast<int>(all.truth_digits) + guard) {
  const bool first_order = p.system->kind == system_kind::first_order;
  bool whole = true;
  bool momenta = !first_order;
  bool velocities = !first_order;
  for (int i = 0; i < p.dimension; ++i) {
    whole = whole && file.find(column_role::coordinate, i);
    momenta = momenta && file.find(column_role::momentum, i);
    velocities = velocities && file.find(column_role::velocity, i);
  }
  if (first_order || !whole || !(momenta || velocities)) {
    return;
  }
  const precision_scope scope(view_.digits());
  rate_ = momenta ? column_role::momentum : column_role::velocity;
  const auto& conserved = p.system->facts.conserved_momenta;
  std::vector<mp> largest_momentum(conserved.size(), mp(0));
  std::vector<mp> first_momentum(conserved.size(), mp(0));
  mp largest(0);
  mp first(0);
  bool any = false;
  for (std::size_t row = 0; row < file.rows(); ++row) {
    const auto z = printed_state(row);
    if (!z) {
      continue;
    }
    const auto& time = all.times()[row];
    const phase_point<mp> truth = true_state(row);
    mp kept(0);
    mp is(0);
    try {
      kept = view_.energy_of(truth, time);
      is = view_.energy_of(*z, time);
    } catch (const domain_error&) {
      continue;
    }
    first = any ? first : mp(abs(kept));
    largest = std::max(largest, mp(abs(mp(is - kept))));
    for (std::size_t c = 0; c < conserved.size(); ++c) {
      const mp should = value_of(conserved[c], truth);
      first_momentum[c] = any ? first_momentum[c] : mp(abs(should));
      largest_momentum[c] =
          std::max(largest_momentum[c], mp(abs(mp(value_of(conserved[c], *z) - should))));
    }
    any = true;
  }
  if (!any) {
    return;
  }
  energy = drift_text(largest, first);
  mp worst(-1);
  for (std::size_t c = 0; c < conserved.size(); ++c) {
    const mp size = relative(largest_momentum[c], first_momentum[c]);
    worst = std::max(worst, size);
  }
  if (!(worst < 0)) {
    momentum = to_text(worst, shown_of_measures);
  }
}

std::optional<phase_point<mp>> drifts::printed_state(std::size_t row) {
  std::vector<exact_number> q;
  std::vector<exact_number> rate;
  for (int i = 0; i < p_.dimension; ++i) {
    for (auto* part : {&q, &rate}) {
      const auto column = file_.find(part == &q ? column_role::coordinate : rate_, i);
      const auto& cell = file_.cell(row, *column);
      if (!cell) {
        return std::nullopt;
      }
      const auto& c = file_.columns()[*column];
      const mp factor = evaluate<mp>(c.factor, p_.names);
      part->push_back(c.scaled ? cell->value * exact_number::binary(factor.backend().data())
                               : cell->value);
    }
  }
  return view_.state(q, rate, rate_ == column_role::velocity, all_.times()[row]);
}

phase_point<mp> drifts::true_state(std::size_t row) {
  std::vector<exact_number> q;
  std::vector<exact_number> rate;
  const auto& values = all_.truth().rows[row];
  for (std::size_t i = 0; i < values.size(); ++i) {
    (i < static_cast<std::size_t>(p_.dimension) ? q : rate).push_back(values[i].middle);
  }
  return view_.state(q, rate, false, all_.times()[row]);
}

distances::distances(const problem& p, const file_reading& file, const judgement& all) {
  const precision_scope scope(static_cast<int>(all.truth_digits) + guard);
  std::vector<mp> squares_q(file.rows(), mp(0));
  std::vector<mp> squares_p(file.rows(), mp(0));
  bool any_q = false;
  bool any_p = false;
  for (const auto& v : all.verdicts()) {
    const column_role role = file.columns()[v.column].meaning.role;
    const bool is_rate = role == column_role::momentum || role == column_role::velocity;
    if (role != column_role::coordinate && !is_rate) {
      continue;
    }
    const mp error = from_exact<mp>(v.error);
    (is_rate ? squares_p : squares_q)[v.row] += error * error;
    (is_rate ? any_p : any_q) = true;
  }
  const auto put = [](const std::vector<mp>& squares, bool any, std::optional<mp>& most,
                      std::optional<mp>& last) {
    if (any) {
      most = sqrt(*std::max_element(squares.begin(), squares.end()));
      last = sqrt(squares.back());
    }
  };
  put(squares_q, any_q, q, q_end);
  put(squares_p, any_p, rate, rate_end);
  if (p.system->kind != system_kind::first_order) {
    measure_phase(p, file, all);
  }
}

void distances::measure_phase(const problem& p, const file_reading& file, const judgement& all) {
  std::vector<std::size_t> columns;
  for (int i = 0; i < p.dimension; ++i) {
    const auto column = file.find(column_role::coordinate, i);
    if (!column) {
      return;
    }
    columns.push_back(*column);
  }
  state_view view(p, static_cast<int>(all.truth_digits) + guard);
  struct row_of_phase {
    mp speed;
    mp along;
  };
  std::vector<row_of_phase> rows;
  mp fastest(0);
  for (std::size_t row = 0; row < file.rows(); ++row) {
    row_of_phase r{mp(0), mp(0)};
    bool whole = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto& c = file.columns()[columns[i]];
      const auto& cell = file.cell(row, columns[i]);
      if (!cell) {
        whole = false;
        break;
      }
      const mp factor = evaluate<mp>(c.factor, p.names);
      const mp v = from_exact<mp>(view.value({column_role::velocity, static_cast<int>(i)},
                                             all.truth().rows[row], all.times()[row])
                                      .middle);
      const mp error =
          from_exact<mp>(cell->value) * factor - from_exact<mp>(all.truth().rows[row][i].middle);
      r.speed += v * v;
      r.along += error * v;
    }
    if (whole) {
      fastest = std::max(fastest, r.speed);
      rows.push_back(r);
    }
  }
  if (fastest == 0) {
    return;
  }
  mp largest(0);
  mp last(0);
  for (const auto& r : rows) {
    if (r.speed < fastest / 2) {
      continue;
    }
    last = r.along / r.speed;
    if (abs(largest) < abs(last)) {
      largest = last;
    }
  }
  phase = to_text(largest, shown_of_measures);
  phase_end = to_text(last, shown_of_measures);
}

std::string change_by_input(const judge_request& o, const problem& asked, const file_reading& file,
                            const judgement& all, const run_control& control) {
  if (!file.depends_on_input(o.from_first_row)) {
    return "0";
  }
  const file_reading changed = file.read_otherwise();
  problem p = asked;
  if (o.from_first_row) {
    problem_texts texts = with_first_row(o.problem, asked, changed);
    // the nearest doubles of a start that satisfies the constraints do not
    texts.project_start = texts.project_start || !asked.system->constraints.empty();
    p = read_problem(o.system, texts);
  }
  std::vector<expression> times;
  for (std::size_t row = 0; row < changed.rows(); ++row) {
    times.push_back(changed.time_from_start(row, p));
  }
  constexpr int digits = 28;  // a double is 1e-17 from what is printed
  computed_states truth;      // a change, not a truth: nothing checks it
  try {
    truth = compute_states(p, times, {.digits = digits}, 0, control);
  } catch (const step_failure&) {
    return {};
  }
  control.end_if_stopped();
  const auto exactly = [](const std::vector<exact_number>& row) {
    std::vector<ball> balls;
    balls.reserve(row.size());
    for (const exact_number& x : row) {
      balls.push_back({x, exact_number(0)});
    }
    return balls;
  };
  state_view here(p, digits + digits);
  state_view there(p, static_cast<int>(all.truth_digits) + digits);
  exact_number largest(0);
  for (std::size_t row = 0; row < changed.rows(); ++row) {
    const std::vector<ball> moved = exactly(truth.rows[row]);
    for (const auto& column : changed.columns()) {
      largest = std::max(
          largest,
          abs(here.value(column.meaning, moved, times[row]).middle -
              there.value(column.meaning, all.truth().rows[row], all.times()[row]).middle));
    }
  }
  return short_text(largest);
}

}  // namespace plumbline
