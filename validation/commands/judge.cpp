// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline judge FILE --system SYSTEM`: a trajectory that another program wrote, digit by digit against the truth.
//
// Every cell is a claim: right to one unit of its last printed place (shared/printed_number.hpp). The truth is computed
// with more and more digits until no cell is in doubt. With several files, trajectories with different steps of one
// program, the table has a row for each file: its errors, and the order against the file before.
#include "commands/command.hpp"
#include "shared/digits.hpp"
#include "shared/foreign_table.hpp"
#include "shared/judged_page.hpp"
#include "shared/meta.hpp"
#include "shared/nearest.hpp"
#include "shared/observe.hpp"
#include "shared/options.hpp"
#include "shared/printed_number.hpp"
#include "shared/progress.hpp"
#include "shared/state_view.hpp"
#include "shared/stop.hpp"
#include "shared/verified_motion.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/text.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace plumbline::cli {

namespace {

struct options : shared_options {
  std::vector<std::string> files;
  std::string file;  ///< the one that is being judged
  std::string system;
  std::string columns;
  std::vector<std::string> map;
  std::vector<std::string> unit;
  std::string input = "decimal";
  std::string shown_digits;
  std::string file_steps;
  std::string page;
  bool from_first_row = false;
};

/// A column of the file that means something.
struct judged_column {
  std::string name;  ///< in the file
  std::size_t place;
  state_column meaning;
  expression factor;  ///< the file's value times this is ours
  bool scaled = false;
};

exact_number magnitude(const exact_number& x) { return x.sign() < 0 ? -x : x; }

/// The file in the words of the system.
class file_reading {
 public:
  file_reading(const options& o, const problem& p) : table_(read(o)), binary_(is_binary(o)) {
    const auto mapped = parse_named("--map", o.map);
    const auto units = parse_named("--unit", o.unit);
    for (const auto* list : {&mapped, &units}) {
      for (const auto& each : *list) {
        if (std::find(table_.columns.begin(), table_.columns.end(), each.name) ==
            table_.columns.end()) {
          throw invalid_input(unknown_name(list == &mapped ? "column in --map" : "column in --unit",
                                           each.name, table_.columns));
        }
      }
    }
    for (std::size_t k = 0; k < table_.columns.size(); ++k) {
      take_column(k, p, mapped, units);
    }
    if (!time_) {
      throw invalid_input(fmt::format("{} has no column t, only {}; --map THEIRS=t names it",
                                      o.file, joined(table_.columns)));
    }
    if (columns_.empty()) {
      throw invalid_input(fmt::format("{} has no column of {}, only {}; known are {}", o.file,
                                      p.system->name(), joined(table_.columns),
                                      joined(known_state_columns(p))));
    }
    read_cells();
    require_order();
  }

  std::size_t rows() const { return cells_.size(); }
  const std::vector<judged_column>& columns() const { return columns_; }
  const std::vector<std::string>& ignored() const { return ignored_; }
  const std::string& place(std::size_t row) const { return table_.places[row]; }
  /// The text of a cell, and its number; no number for an empty cell.
  const std::string& text(std::size_t row, const judged_column& c) const {
    return table_.rows[row][c.place];
  }
  const std::optional<printed_number>& cell(std::size_t row, std::size_t column) const {
    return cells_[row][column];
  }
  /// The time of a row, in our unit.
  expression time(std::size_t row) const { return ours(times_[row], *time_); }
  expression time_from_start(std::size_t row, const problem& p) const {
    return expression(fmt::format("({})-({})", time(row).text(), p.start.t.text()));
  }
  /// The value of a cell in our unit, read as decimal or binary.
  expression value(std::size_t row, std::size_t column) const {
    return ours(*cells_[row][column], columns_[column]);
  }
  /// The column of this meaning.
  std::optional<std::size_t> find(column_role role, int index) const {
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (columns_[k].meaning.role == role && columns_[k].meaning.index == index) {
        return k;
      }
    }
    return std::nullopt;
  }
  /// The time between the first two rows, in our unit; nothing where there are no two.
  std::optional<expression> spacing() const {
    if (times_.size() < 2) {
      return std::nullopt;
    }
    return expression(fmt::format("({})-({})", time(1).text(), time(0).text()));
  }
  /// True where the other reading of --input gives other times or, with `first_row`, another first row.
  bool depends_on_input(bool first_row) const {
    const auto is_double = [](const printed_number& x) {
      return exact_number::binary(mp_of(from_exact<double>(x.value)).backend().data()) == x.value;
    };
    bool depends = !std::all_of(times_.begin(), times_.end(), is_double);
    for (const auto& cell : cells_.front()) {
      depends = depends || (first_row && cell && !is_double(*cell));
    }
    return depends;
  }
  /// The same file under the other --input.
  file_reading read_otherwise() const {
    file_reading other = *this;
    other.binary_ = !binary_;
    return other;
  }
  /// The most digits that a cell of the file has.
  long longest() const { return longest_; }

 private:
  static foreign_table read(const options& o) {
    std::vector<std::string> names;
    if (!o.columns.empty()) {
      names = split_list("--columns", o.columns);
    }
    return read_foreign_table(required("FILE", o.file), names);
  }
  static bool is_binary(const options& o) {
    if (o.input != "decimal" && o.input != "binary") {
      throw invalid_input(unknown_name("kind of --input", o.input, {"decimal", "binary"}));
    }
    return o.input == "binary";
  }

  static std::string value_of(const std::vector<named_text>& list, const std::string& name) {
    for (const auto& each : list) {
      if (each.name == name) {
        return each.value;
      }
    }
    return {};
  }

  void take_column(std::size_t k, const problem& p, const std::vector<named_text>& mapped,
                   const std::vector<named_text>& units) {
    const std::string& name = table_.columns[k];
    const std::string ours = value_of(mapped, name);
    auto meaning = find_state_column(p, ours.empty() ? name : ours);
    if (!meaning && !ours.empty()) {
      throw invalid_input(
          unknown_name("column of " + p.system->name(), ours, known_state_columns(p)));
    }
    if (!meaning) {  // "t [s]", "theta (rad)"
      const auto bracket = name.find_first_of("[(");
      auto bare = name.substr(0, bracket);
      bare.erase(bare.find_last_not_of(" _") + 1);
      meaning = bracket == std::string::npos ? std::nullopt : find_state_column(p, bare);
    }
    if (!meaning) {
      ignored_.push_back(name);
      return;
    }
    const std::string unit = value_of(units, name);
    judged_column column{name, k, *meaning, expression(unit.empty() ? "1" : unit), !unit.empty()};
    if (column.scaled && sign(column.factor, p.names) == 0) {
      throw invalid_input(fmt::format("the --unit of '{}' is zero", name));
    }
    const bool is_time = meaning->role == column_role::time;
    const judged_column* other = nullptr;
    if (is_time) {
      other = time_ ? &*time_ : nullptr;
    } else if (const auto same = find(meaning->role, meaning->index)) {
      other = &columns_[*same];
    }
    if (other != nullptr) {
      throw invalid_input(
          fmt::format("the columns '{}' and '{}' mean the same", other->name, name));
    }
    if (is_time) {
      time_ = std::move(column);
    } else {
      columns_.push_back(std::move(column));
    }
  }

  void read_cells() {
    const auto number = [this](std::size_t row,
                               const judged_column& c) -> std::optional<printed_number> {
      const std::string& text = table_.rows[row][c.place];
      if (text.empty()) {
        return std::nullopt;
      }
      auto found = printed_number::read(text);
      if (!found) {
        throw invalid_input(fmt::format("{}: column '{}': '{}' is not a decimal number",
                                        table_.places[row], c.name, text));
      }
      return found;
    };
    for (std::size_t row = 0; row < table_.rows.size(); ++row) {
      auto time = number(row, *time_);
      if (!time) {
        throw invalid_input(fmt::format("{}: the time is missing", table_.places[row]));
      }
      times_.push_back(std::move(*time));
      std::vector<std::optional<printed_number>> cells;
      for (const auto& c : columns_) {
        cells.push_back(number(row, c));
        if (cells.back()) {
          longest_ = std::max(longest_, cells.back()->digits);
        }
      }
      cells_.push_back(std::move(cells));
    }
  }

  /// Times go one way.
  void require_order() const {
    int direction = 0;
    for (std::size_t row = 1; row < times_.size(); ++row) {
      const int now = (times_[row].value - times_[row - 1].value).sign();
      if (now != 0 && direction != 0 && now != direction) {
        throw invalid_input(
            fmt::format("{}: row {}: the time {} comes after {}; rows must be in the order of time",
                        table_.places[row], row, table_.rows[row][time_->place],
                        table_.rows[row - 1][time_->place]));
      }
      direction = now != 0 ? now : direction;
    }
  }

  expression ours(const printed_number& x, const judged_column& c) const {
    const exact_number value =
        binary_ ? exact_number::binary(mp_of(from_exact<double>(x.value)).backend().data())
                : x.value;
    return expression(c.scaled ? fmt::format("({})*({})", value.text(), c.factor.text())
                               : value.text());
  }
  static static_mp<20> mp_of(double x) { return static_mp<20>(x); }

  foreign_table table_;
  bool binary_;
  std::optional<judged_column> time_;
  std::vector<judged_column> columns_;
  std::vector<std::string> ignored_;
  std::vector<printed_number> times_;
  std::vector<std::vector<std::optional<printed_number>>> cells_;
  long longest_ = 0;
};

/// The options with the first row in the place of --start.
options with_first_row(const options& o, const problem& p, const file_reading& file) {
  if (!o.start.empty()) {
    throw invalid_input(
        "--from-first-row takes the start from the file; --start cannot be given with it");
  }
  options changed = o;
  changed.start.push_back("t=" + file.time(0).text());
  const auto state = state_columns(*p.system, p.dimension);
  const bool first_order = p.system->kind == system_kind::first_order;
  const auto take = [&](column_role role, int index, const std::string& name) {
    const auto column = file.find(role, index);
    if (!column || !file.cell(0, *column)) {
      return false;
    }
    changed.start.push_back(name + "=" + file.value(0, *column).text());
    return true;
  };
  const auto missing = [&](const std::string& name) {
    throw invalid_input(fmt::format(
        "--from-first-row needs a whole state in the first row; '{}' is missing", name));
  };
  for (int i = 0; i < p.dimension; ++i) {
    const std::string& name = state[static_cast<std::size_t>(i)];
    if (!take(column_role::coordinate, i, name)) {
      missing(name);
    }
  }
  if (first_order) {
    return changed;
  }
  const bool momenta =
      p.system->kind == system_kind::lagrangian && file.find(column_role::momentum, 0).has_value();
  for (int i = 0; i < p.dimension; ++i) {
    const std::string name = (momenta ? "p" : "v") + std::to_string(i + 1);
    if (!take(momenta ? column_role::momentum : column_role::velocity, i, name)) {
      missing(p.system->kind == system_kind::lagrangian && !momenta
                  ? fmt::format("p{}' or 'v{}", i + 1, i + 1)
                  : name);
    }
  }
  return changed;
}

struct verdict {
  std::size_t row;
  std::size_t column;
  ball truth;  ///< in the file's unit
  exact_number error;
  long digits = 0;
  bool holds = true;
};

/// How many digits of the true values are printed: those asked for, or five more than the file has, at least 20.
long shown_digits(const file_reading& file, long asked) {
  constexpr long further = 5;
  constexpr long fewest = 20;
  return asked > 0 ? asked : std::max(file.longest() + further, fewest);
}

/// Every cell with its truth; the truth grows until it decides.
class judgement {
 public:
  judgement(const problem& p, const file_reading& file, long shown) : p_(p), file_(file) {
    for (std::size_t row = 0; row < file.rows(); ++row) {
      times_.push_back(file.time_from_start(row, p));
    }
    constexpr long spare = 8;
    constexpr int rounds = 8;
    long wanted = std::max(shown_digits(file, shown), file.longest()) + spare;
    for (int round = 0; round < rounds; ++round) {
      if (wanted > most_digits) {
        break;
      }
      run_control control;
      control.stop_requested = stop_requested;
      control.hint = p.system->info.singular;
      truth_ = verified_motion(p, times_, {static_cast<int>(wanted), false, round}, control);
      throw_if_stopped();
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

  const std::vector<verdict>& verdicts() const { return verdicts_; }
  const verified_states& truth() const { return truth_; }
  const std::vector<expression>& times() const { return times_; }
  long truth_digits = 0;

 private:
  /// How many digits the truth lacks.
  long judge_all(long digits) {
    verdicts_.clear();
    constexpr int guard = 15;
    state_view view(p_, static_cast<int>(2 * digits) + guard);
    long missing = 0;
    for (std::size_t row = 0; row < file_.rows(); ++row) {
      for (std::size_t k = 0; k < file_.columns().size(); ++k) {
        const auto& cell = file_.cell(row, k);
        if (!cell) {
          continue;
        }
        const auto& column = file_.columns()[k];
        verdict v{row, k, view.value(column.meaning, truth_.rows[row], times_[row]), {}, 0, true};
        if (column.scaled) {
          v.truth = in_file_unit(v.truth, column, view.digits());
        }
        v.error = magnitude(cell->value - v.truth.middle);
        const long lack = lacking(*cell, v);
        if (lack > missing) {
          missing = lack;
          undecided_ = row;
        }
        v.digits = true_digits(*cell, v.truth.middle);
        v.holds = v.digits == cell->digits;
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

  ball in_file_unit(const ball& x, const judged_column& column, int digits) const {
    const precision_scope scope(digits);
    const mp factor = evaluate<mp>(column.factor, p_.names);
    const exact_number f = exact_number::binary(factor.backend().data());
    return {x.middle / f, magnitude(x.radius / f)};
  }

  /// Digits that are missing until the radius is a thousandth of the last unit, or of the error.
  static long lacking(const printed_number& printed, const verdict& v) {
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

  const problem& p_;
  const file_reading& file_;
  std::vector<expression> times_;
  verified_states truth_;
  std::vector<verdict> verdicts_;
  std::size_t undecided_ = 0;
};

constexpr int shown_of_measures = 6;

std::string short_text(const exact_number& x) {
  const precision_scope scope(default_digits);
  return to_text(from_exact<mp>(x), shown_of_measures);
}

/// How far energy and momenta of the rows are from those of the true motion.
class drifts {
 public:
  drifts(const problem& p, const file_reading& file, const judgement& all)
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
    const auto& conserved = p.system->info.conserved;
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
        const auto places = momenta_in(conserved[c]);
        const mp should = sum_of_momenta(places, truth);
        first_momentum[c] = any ? first_momentum[c] : mp(abs(should));
        largest_momentum[c] =
            std::max(largest_momentum[c], mp(abs(mp(sum_of_momenta(places, *z) - should))));
      }
      any = true;
    }
    if (!any) {
      return;
    }
    energy = text(largest, first);
    mp worst(-1);
    for (std::size_t c = 0; c < conserved.size(); ++c) {
      const mp size = relative(largest_momentum[c], first_momentum[c]);
      worst = std::max(worst, size);
    }
    if (!(worst < 0)) {
      momentum = to_text(worst, shown_of_measures);
    }
  }

  std::string energy;
  std::string momentum;

 private:
  static constexpr int guard = 10;

  static mp relative(const mp& deviation, const mp& size) {
    return size == 0 ? deviation : mp(deviation / size);
  }
  static std::string text(const mp& deviation, const mp& size) {
    return to_text(relative(deviation, size), shown_of_measures);
  }

  std::optional<phase_point<mp>> printed_state(std::size_t row) {
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
  phase_point<mp> true_state(std::size_t row) {
    std::vector<exact_number> q;
    std::vector<exact_number> rate;
    const auto& values = all_.truth().rows[row];
    for (std::size_t i = 0; i < values.size(); ++i) {
      (i < static_cast<std::size_t>(p_.dimension) ? q : rate).push_back(values[i].middle);
    }
    return view_.state(q, rate, false, all_.times()[row]);
  }

  const problem& p_;
  const file_reading& file_;
  const judgement& all_;
  state_view view_;
  column_role rate_ = column_role::momentum;
};

/// Errors of the rows as vectors, and how far the motion is behind or ahead.
///
/// The printed coordinates q + e of a motion that is τ ahead are q(t + τ) = q + τ v + …, so that τ = (e·v)/(v·v) to first
/// order. Only rows in which the true motion has at least half of its largest v·v count: near a turning point a small error
/// is a long time.
class distances {
 public:
  distances(const problem& p, const file_reading& file, const judgement& all) {
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

  std::optional<mp> q;
  std::optional<mp> rate;
  std::optional<mp> q_end;
  std::optional<mp> rate_end;
  std::string phase;  ///< the largest, with its sign; empty where there is none
  std::string phase_end;

 private:
  static constexpr int guard = 10;

  void measure_phase(const problem& p, const file_reading& file, const judgement& all) {
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
};

/// The largest change of a true value when the numbers of the file that are input are read in the other way; empty where
/// that motion does not reach the last row.
std::string change_by_input(const options& o, const problem& asked, const file_reading& file,
                            const judgement& all) {
  if (!file.depends_on_input(o.from_first_row)) {
    return "0";
  }
  const file_reading changed = file.read_otherwise();
  problem p = asked;
  if (o.from_first_row) {
    p = read_problem(o.system, with_first_row(o, asked, changed));
  }
  std::vector<expression> times;
  for (std::size_t row = 0; row < changed.rows(); ++row) {
    times.push_back(changed.time_from_start(row, p));
  }
  run_control control;
  control.stop_requested = stop_requested;
  constexpr int digits = 34;  // a double is 1e-17 from what is printed
  verified_states truth;
  try {
    truth = verified_motion(p, times, {digits, false, 0}, control);
  } catch (const step_failure&) {
    return {};
  }
  throw_if_stopped();
  state_view here(p, digits + digits);
  state_view there(p, static_cast<int>(all.truth_digits) + digits);
  exact_number largest(0);
  for (std::size_t row = 0; row < changed.rows(); ++row) {
    for (const auto& column : changed.columns()) {
      largest = std::max(
          largest,
          magnitude(here.value(column.meaning, truth.rows[row], times[row]).middle -
                    there.value(column.meaning, all.truth().rows[row], all.times()[row]).middle));
    }
  }
  return short_text(largest);
}

/// The file in the words of the system, and the problem that it is judged by.
struct judged_file {
  problem p;
  file_reading file;
};

judged_file read_file(const options& o) {
  (void)required("FILE", o.file);
  problem p = read_problem(required("--system", o.system), o);
  file_reading file(o, p);
  if (o.from_first_row) {
    p = read_problem(o.system, with_first_row(o, p, file));
  }
  if (!file.ignored().empty() && !o.quiet) {
    say(fmt::format("plumbline: warning: not judged, since no quantity of {} is called so: {}\n",
                    p.system->name(), joined(file.ignored())));
  }
  return {std::move(p), std::move(file)};
}

/// How many digits are those of the truth rounded to so many.
long rounded_digits(const printed_number& printed, const verdict& v) {
  for (long k = v.digits; k > 0; --k) {
    const exact_number half = exact_number::decimal(fmt::format("5e{}", printed.first_place() - k));
    if (!(half < v.error)) {
      return k;
    }
  }
  return 0;
}

std::string page_of(const options& o, const judged_file& f, const judgement& result,
                    const metadata& meta, long shown) {
  std::vector<marked_number> numbers;
  for (const auto& v : result.verdicts()) {
    const auto& column = f.file.columns()[v.column];
    const precision_scope scope(default_digits);
    numbers.push_back(
        {std::to_string(v.row), column.name, to_double(evaluate<mp>(f.file.time(v.row), f.p.names)),
         f.file.text(v.row, column), known_text(v.truth, shown),
         rounded_digits(*f.file.cell(v.row, v.column), v), v.digits, from_exact<double>(v.error)});
  }
  return judged_page(fmt::format("{} judged by {}", o.file, f.p.system->name()), meta, numbers);
}

/// What is said of a whole file.
struct summary {
  long fewest = -1;
  long most = 0;
  std::int64_t wrong = 0;
  exact_number largest{0};
  const verdict* first_wrong = nullptr;

  explicit summary(const judgement& result) {
    for (const auto& v : result.verdicts()) {
      fewest = fewest < 0 ? v.digits : std::min(fewest, v.digits);
      most = std::max(most, v.digits);
      largest = std::max(largest, v.error);
      wrong += v.holds ? 0 : 1;
      first_wrong = first_wrong == nullptr && !v.holds ? &v : first_wrong;
    }
    fewest = std::max(fewest, 0L);
  }
};

metadata head_of(const options& o, const call& how, const problem& p) {
  metadata meta = metadata_of(how);
  for (auto& entry : metadata_of(p, default_digits)) {
    meta.push_back(std::move(entry));
  }
  meta.push_back({o.files.size() > 1 ? "files" : "file", joined(o.files)});
  meta.push_back({"read_as", o.input});
  meta.push_back({"judged_from", o.from_first_row ? "the file's first row" : "the system's start"});
  return meta;
}

/// A row for each file: its step, its errors and the order against the file before.
int judge_several(const options& asked, const call& how, table_format format, long shown) {
  std::vector<std::string> given;
  if (!asked.file_steps.empty()) {
    given = split_list("--file-steps", asked.file_steps);
    if (given.size() != asked.files.size()) {
      throw invalid_input(
          fmt::format("--file-steps has {} steps for {} files", given.size(), asked.files.size()));
    }
  }
  if (!asked.page.empty()) {
    throw invalid_input("--page shows one file, got " + std::to_string(asked.files.size()));
  }
  const stops_politely polite;
  std::vector<std::vector<std::string>> rows;
  std::vector<mp> steps;
  std::vector<std::optional<mp>> errors_q;
  std::vector<std::optional<mp>> errors_p;
  metadata meta;
  bool any_wrong = false;
  const precision_scope scope(default_digits);
  const auto text = [](const std::optional<mp>& x) {
    return x ? to_text(*x, shown_of_measures) : std::string();
  };
  const auto known = [](const std::optional<mp>& x) { return x && 0 < *x; };
  for (std::size_t k = 0; k < asked.files.size(); ++k) {
    options o = asked;
    o.file = asked.files[k];
    const judged_file f = read_file(o);
    if (k == 0) {
      meta = head_of(asked, how, f.p);
    }
    const auto spacing = given.empty() ? f.file.spacing() : std::optional(expression(given[k]));
    const mp step = spacing ? mp(abs(evaluate<mp>(*spacing, f.p.names))) : mp(0);
    if (step == 0) {
      throw invalid_input(fmt::format("the step of {} is not known: {}", o.file,
                                      given.empty()
                                          ? "it does not begin with two rows of different times; "
                                            "--file-steps H,H,... names the steps"
                                          : "--file-steps takes steps that are not zero"));
    }
    const judgement result(f.p, f.file, shown);
    const distances far(f.p, f.file, result);
    const summary of(result);
    any_wrong = any_wrong || of.wrong > 0;
    const auto rounded = [](const std::optional<mp>& x) {
      return x ? std::optional<mp>(from_text<mp>(to_text(*x, default_digits))) : std::nullopt;
    };
    steps.push_back(step);
    errors_q.push_back(rounded(far.q));
    errors_p.push_back(rounded(far.rate));
    const auto order = [&](const std::vector<std::optional<mp>>& errors) {
      return k > 0 && known(errors[k - 1]) && known(errors[k]) && steps[k - 1] != steps[k]
                 ? to_text(observed_order(steps[k - 1], *errors[k - 1], steps[k], *errors[k]), 4)
                 : std::string();
    };
    rows.push_back({o.file, to_text(step, shown_of_measures), std::to_string(f.file.rows()),
                    std::to_string(result.verdicts().size()), std::to_string(of.wrong),
                    std::to_string(of.fewest), text(errors_q[k]), text(errors_p[k]),
                    order(errors_q), order(errors_p)});
  }
  const auto fit = [&](const char* name, const std::vector<std::optional<mp>>& errors) {
    std::vector<mp> h;
    std::vector<mp> e;
    for (std::size_t k = 0; k < errors.size(); ++k) {
      if (known(errors[k])) {
        h.push_back(steps[k]);
        e.push_back(*errors[k]);
      }
    }
    const bool differ = std::any_of(h.begin(), h.end(), [&](const mp& x) { return x != h[0]; });
    if (differ) {
      meta.push_back({name, to_text(fitted_order(h, e), 4)});
    }
  };
  fit("order_q", errors_q);
  fit("order_p", errors_p);
  auto out = open_output(asked);
  table_writer table(out, format, meta,
                     {{"file", column_kind::text},
                      {"step"},
                      {"rows", column_kind::count},
                      {"values", column_kind::count},
                      {"false", column_kind::count},
                      {"digits_min", column_kind::count},
                      {"error_q"},
                      {"error_p"},
                      {"order_q"},
                      {"order_p"}});
  for (const auto& row : rows) {
    table.row(row);
  }
  table.finish();
  out.commit();
  return any_wrong ? 1 : 0;
}

int judge(const options& asked, const call& how) {
  const auto format = parse_format(asked.format.empty() ? "csv" : asked.format);
  long shown = 0;
  if (!asked.shown_digits.empty()) {
    shown = parse_digits(asked.shown_digits);
  }
  if (asked.files.size() > 1) {
    return judge_several(asked, how, format, shown);
  }
  if (!asked.file_steps.empty()) {
    throw invalid_input("--file-steps goes with several files");
  }
  options o = asked;
  o.file = asked.files.empty() ? std::string() : asked.files.front();
  const judged_file f = read_file(o);
  const problem& p = f.p;
  const file_reading& file = f.file;
  const stops_politely polite;
  const judgement result(p, file, shown);
  const drifts drift(p, file, result);
  const distances far(p, file, result);
  const summary of(result);

  metadata meta = head_of(o, how, p);
  std::vector<std::string> methods;
  for (const auto& each : result.truth().computations) {
    methods.push_back(fmt::format("{} with {} digits", each.method, each.digits));
  }
  meta.push_back({"truth", result.truth().how + ": " + joined(methods, "; ")});
  meta.push_back({"values", static_cast<std::int64_t>(result.verdicts().size())});
  meta.push_back({"false", of.wrong});
  if (of.first_wrong != nullptr) {
    meta.push_back({"first_false", fmt::format("row {} ({}), column {}", of.first_wrong->row,
                                               file.place(of.first_wrong->row),
                                               file.columns()[of.first_wrong->column].name)});
  }
  meta.push_back({"digits_min", of.fewest});
  meta.push_back({"digits_max", of.most});
  meta.push_back({"error_max", short_text(of.largest)});
  const auto put = [&meta](const char* name, const std::optional<mp>& x) {
    if (x) {
      meta.push_back({name, to_text(*x, shown_of_measures)});
    }
  };
  put("error_q", far.q);
  put("error_q_end", far.q_end);
  put("error_p", far.rate);
  put("error_p_end", far.rate_end);
  const auto put_text = [&meta](const char* name, const std::string& text) {
    if (!text.empty()) {
      meta.push_back({name, text});
    }
  };
  put_text("energy_drift", drift.energy);
  put_text("momentum_drift", drift.momentum);
  put_text("phase_error", far.phase);
  put_text("phase_error_end", far.phase_end);
  put_text("input_changes", change_by_input(o, read_problem(o.system, o), file, result));
  if (!file.ignored().empty()) {
    meta.push_back({"ignored", joined(file.ignored())});
  }
  const long wanted = shown_digits(file, shown);
  auto out = open_output(o);
  table_writer table(out, format, meta,
                     {{"row", column_kind::count},
                      {"column", column_kind::text},
                      {"printed"},
                      {"true"},
                      {"digits", column_kind::count}});
  for (const auto& v : result.verdicts()) {
    const auto& column = file.columns()[v.column];
    table.row({std::to_string(v.row), column.name, file.text(v.row, column),
               known_text(v.truth, wanted), std::to_string(v.digits)});
  }
  table.finish();
  if (!o.page.empty()) {
    write_file(o.page, page_of(o, f, result, meta, wanted));
  }
  out.commit();
  return of.wrong > 0 ? 1 : 0;
}

}  // namespace

runner define_judge(CLI::App& app) {
  const auto o = std::make_shared<options>();
  app.add_option("FILE", o->files,
                 "the table to judge: csv, columns between blanks, json or HDF5; - is standard "
                 "input. Several: "
                 "one row for each, with the order against the file before");
  app.add_option("--system", o->system, "whose motion it is; see `plumbline list systems`");
  app.add_option("--columns", o->columns,
                 "t,q1,...: the names of the columns, where FILE has none");
  app.add_option("--map", o->map, "THEIRS=OURS: what a column of FILE is; may repeat")
      ->allow_extra_args(false);
  app.add_option("--unit", o->unit,
                 "THEIRS=FACTOR: the value in FILE times FACTOR is ours (pi/180); may repeat")
      ->allow_extra_args(false);
  app.add_flag("--from-first-row", o->from_first_row,
               "judge against the motion that starts at the first row of FILE");
  app.add_option("--input", o->input,
                 "decimal: times and first row are what is printed; binary: the nearest doubles "
                 "(decimal)");
  app.add_option("--digits", o->shown_digits,
                 "how many digits of the true values to print (five more than FILE prints)");
  app.add_option("--file-steps", o->file_steps,
                 "H,H,...: the steps of several files (the time between their first rows)");
  app.add_option(
      "--page", o->page,
      "FILE.html: also a page with pictures, each digit marked as true, doubtful or false");
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_progress(app, *o);
  app.footer(
      "Exit code 1 when a printed digit is false: off by more than one unit of the last place.\n"
      "Examples:\n"
      "  plumbline judge theirs.csv --system pendulum --start q1=1 --start p1=0\n"
      "  plumbline judge out.txt --system double-pendulum --columns t,q1,q2,p1,p2 "
      "--from-first-row --input binary\n"
      "  plumbline judge degrees.csv --system pendulum --map angle=q1 --unit angle=pi/180\n"
      "  plumbline judge coarse.csv fine.csv --system pendulum --from-first-row");
  return [o](const call& how) { return judge(*o, how); };
}

}  // namespace plumbline::cli
