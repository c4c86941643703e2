// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/judge_file.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

foreign_table table_of(const judge_request& o) {
  std::vector<std::string> names;
  if (!o.columns.empty()) {
    names = split_list("--columns", o.columns);
  }
  return read_foreign_table(required("FILE", o.file), names);
}
bool is_binary(const judge_request& o) {
  if (o.input != "decimal" && o.input != "binary") {
    throw invalid_input(unknown_name("kind of --input", o.input, {"decimal", "binary"}));
  }
  return o.input == "binary";
}

std::string value_of(const std::vector<named_text>& list, const std::string& name) {
  for (const auto& each : list) {
    if (each.name == name) {
      return each.value;
    }
  }
  return {};
}

/// The double nearest to it. Throws invalid_input for a number beyond the range of doubles.
exact_number as_binary(const printed_number& x) {
  const double nearest = from_exact<double>(x.value);
  if (!is_finite(nearest)) {
    throw invalid_input(
        fmt::format("a number near 1e{} is beyond the range of doubles", x.first_place()));
  }
  return exact_number::binary(static_mp<20>(nearest).backend().data());
}

}  // namespace

file_reading::file_reading(const judge_request& o, const problem& p)
    : table_(table_of(o)), binary_(is_binary(o)) {
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
    throw invalid_input(fmt::format("{} has no column t, only {}; --map THEIRS=t names it", o.file,
                                    joined(table_.columns)));
  }
  if (columns_.empty()) {
    throw invalid_input(fmt::format("{} has no column of {}, only {}; known are {}", o.file,
                                    p.system->name(), joined(table_.columns),
                                    joined(known_state_columns(p))));
  }
  read_cells();
  require_order();
}

std::optional<std::size_t> file_reading::find(column_role role, int index) const {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].meaning.role == role && columns_[k].meaning.index == index) {
      return k;
    }
  }
  return std::nullopt;
}

std::optional<expression> file_reading::spacing() const {
  if (times_.size() < 2) {
    return std::nullopt;
  }
  return expression(fmt::format("({})-({})", time(1).text(), time(0).text()));
}

expression file_reading::time_from_start(std::size_t row, const problem& p) const {
  // where the time of the start is no binary number, a program prints the double that is nearest to it
  constexpr long most_digits_of_doubles = 20;
  const printed_number& x = times_[row];
  if (!time_->scaled && x.digits <= most_digits_of_doubles) {
    const precision_scope scope(default_digits);
    if (from_exact<double>(x.value) == to_double(evaluate<mp>(p.start.t, p.names)) &&
        !(x.unit() < abs(as_binary(x) - x.value) * exact_number(2))) {
      return expression("0");
    }
  }
  return expression("(" + time(row).text() + ")-(" + p.start.t.text() + ")");
}

bool file_reading::depends_on_input(bool first_row) const {
  const auto is_double = [](const printed_number& x) { return as_binary(x) == x.value; };
  bool depends = !std::all_of(times_.begin(), times_.end(), is_double);
  for (const auto& cell : cells_.front()) {
    depends = depends || (first_row && cell && !is_double(*cell));
  }
  return depends;
}

file_reading file_reading::read_otherwise() const {
  file_reading other = *this;
  other.binary_ = !binary_;
  return other;
}

void file_reading::take_column(std::size_t k, const problem& p,
                               const std::vector<named_text>& mapped,
                               const std::vector<named_text>& units) {
  const std::string& name = table_.columns[k];
  const std::string ours = value_of(mapped, name);
  auto meaning = find_state_column(p, ours.empty() ? name : ours);
  if (!meaning && !ours.empty()) {
    throw invalid_input(
        unknown_name("column of " + p.system->name(), ours, known_state_columns(p)));
  }
  // "t [s]", "theta (rad)", "x[1] [m]", "p1 [N m s (SI)]"
  for (auto bracket = name.find_first_of("[("); !meaning && bracket != std::string::npos;
       bracket = name.find_first_of("[(", bracket + 1)) {
    auto bare = name.substr(0, bracket);
    bare.erase(bare.find_last_not_of(" _") + 1);
    meaning = find_state_column(p, bare);
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
    throw invalid_input(fmt::format("the columns '{}' and '{}' mean the same", other->name, name));
  }
  if (is_time) {
    time_ = std::move(column);
  } else {
    columns_.push_back(std::move(column));
  }
}

void file_reading::read_cells() {
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
void file_reading::require_order() const {
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

expression file_reading::ours(const printed_number& x, const judged_column& c) const {
  const exact_number value = binary_ ? as_binary(x) : x.value;
  return expression(c.scaled ? fmt::format("({})*({})", value.text(), c.factor.text())
                             : value.text());
}

problem_texts with_first_row(const problem_texts& o, const problem& p, const file_reading& file) {
  if (!o.start.empty()) {
    throw invalid_input(
        "--from-first-row takes the start from the file; --start cannot be given with it");
  }
  problem_texts changed = o;
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

judged_file read_judged_file(const judge_request& o) {
  (void)required("FILE", o.file);
  problem p = read_problem(required("--system", o.system), o.problem);
  file_reading file(o, p);
  if (o.from_first_row) {
    p = read_problem(o.system, with_first_row(o.problem, p, file));
  }
  return {std::move(p), std::move(file)};
}

}  // namespace plumbline
