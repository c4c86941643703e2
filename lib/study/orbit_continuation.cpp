// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_continuation.hpp"

#include "study/orbit_branch.hpp"
#include "study/orbit_multipliers.hpp"
#include "study/orbit_reading.hpp"
#include "study/orbit_rows.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/study/sweep_grid.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace plumbline {

namespace {

constexpr int branch_digits = 34;
constexpr int reading_of_texts = 20;

/// The range A:B:COUNT of --continue: the name and COUNT exact texts.
sweep_axis read_range(const std::string& text) {
  const bool is_named = text.find('=') != std::string::npos && text.front() != '=';
  if (!is_named || std::ranges::count(text, ':') != 2) {
    throw invalid_input(
        fmt::format("--continue {}: write NAME=A:B:COUNT, such as mu=0.01:0.02:5", text));
  }
  try {
    return parse_axis(text);
  } catch (const invalid_input& error) {
    std::string words = error.what();
    if (const auto place = words.find("--over"); place != std::string::npos) {
      words.replace(place, std::string("--over").size(), "--continue");
    }
    throw invalid_input(words);
  }
}

/// What is asked along the branch; NAME is a parameter of the system, or what is held.
class questions {
 public:
  questions(const orbit_request& request, std::string name, const std::string& first)
      : request_(request), name_(std::move(name)) {
    request_.continuation.clear();
    const problem p = read_problem(request_.system, request_.problem);
    is_parameter_ = declares(p.system->parameters, name_);
    for (const auto* list : {&request_.problem.set, &request_.hold}) {
      for (const named_text& given :
           parse_named(list == &request_.hold ? "--hold" : "--set", *list)) {
        if (given.name == name_) {
          throw invalid_input(fmt::format("'{}' is given by {} and by --continue", name_,
                                          list == &request_.hold ? "--hold" : "--set"));
        }
      }
    }
    if (!is_parameter_) {
      held_ = read_hold_of_range(p);
      if (find_start(p, name_)) {  // the search begins where it is to hold
        put_text(request_.problem.start, name_, first);
      }
    }
  }

  orbit_question at(const std::string& lambda) const {
    orbit_request request = request_;
    if (is_parameter_) {
      put_text(request.problem.set, name_, lambda);
    }
    orbit_question question = read_question(request);
    if (!is_parameter_) {
      held_.value = expression(lambda);
      question.holds.push_back(held_);
      if (held_.is_period) {
        question.period = held_.value;
      }
    }
    if (!request.section.empty()) {
      question.section = section_function(question.p, request.section);
      question.direction = parse_direction(request.direction);
    }
    question.levels = levels_;
    return question;
  }
  orbit_family family() const {
    return {[this](const std::string& lambda) { return at(lambda); },
            is_parameter_ ? std::string() : held_.name};
  }
  /// What the first orbit has where nothing is held holds for the branch.
  void keep_levels(const orbit_equations& first) {
    for (const auto& row : first.rows()) {
      if (row.what == orbit_equations::row::kind::held_value && row.of_guess) {
        levels_.push_back({row.of, row.value});
      }
    }
  }

 private:
  orbit_question::held read_hold_of_range(const problem& p) const {
    try {
      return read_hold(p, {name_, "0"});
    } catch (const invalid_input& error) {
      std::string words = error.what();
      const std::string option = "--hold: ";
      std::string parameters;
      for (const parameter_info& each : p.system->parameters) {
        parameters += (parameters.empty() ? "; parameters: " : ", ") + each.name;
      }
      throw invalid_input(
          "--continue: " + (words.rfind(option, 0) == 0 ? words.substr(option.size()) : words) +
          parameters);
    }
  }

  orbit_request request_;
  std::string name_;
  bool is_parameter_ = true;
  mutable orbit_question::held held_;
  std::vector<orbit_question::level> levels_;
};

/// The table, whose columns are those of the row with the most multipliers.
class branch_rows {
 public:
  branch_rows(std::string name, int digits) : name_(std::move(name)), digits_(digits) {}

  /// `at_fold`: there 1 is a multiplier besides the trivial ones.
  void add(const std::string& value, orbit_equations& equations, const vector<mp>& u,
           reduced_monodromy monodromy, const mp& residual, const problem& p, bool at_fold) {
    const vector<mp> x = equations.state(u);
    row next;
    next.stated = {value, at_fold ? "fold" : "orbit"};
    const auto put = [&](const std::string& name, const mp& number, const mp& scale) {
      if (name == name_) {
        return;
      }
      if (rows_.empty()) {
        stated_.push_back(name);
      }
      next.stated.push_back(orbit_number(number, scale, digits_));
    };
    put_state(p, x, equations.units_of_state(), put);
    put("period", equations.period(u), equations.period(u));
    put_kept(equations, x, put);
    const vector<mp> drifts = equations.drifts(u);
    for (std::size_t j = 0; j < equations.drifting().size(); ++j) {
      put("drift." + equations.drifting()[j].of.name, drifts[static_cast<Eigen::Index>(j)],
          equations.unit_of_drift(j));
    }
    for (complex<mp>& z : monodromy.multipliers) {
      // a multiplier that is 1 twice has half of its digits; at a fold it is known
      constexpr double log2_near_one = -20;
      if (at_fold && log2_magnitude(mp(z.re - 1)) < log2_near_one &&
          log2_magnitude(z.im) < log2_near_one) {
        z = {mp(1), mp(0)};
      }
      const mp modulus = sqrt(mp(z.re * z.re + z.im * z.im));
      next.multipliers.push_back(orbit_number(z.re, modulus, digits_));
      next.multipliers.push_back(orbit_number(z.im, modulus, digits_));
    }
    next.rest = {
        std::to_string(monodromy.trivial),
        stability_of(monodromy.multipliers, log2_of_multiple(), log2_on_circle(equations, digits_)),
        to_text(residual, 3)};
    most_ = std::max(most_, next.multipliers.size());
    rows_.push_back(std::move(next));
  }

  table_value take(metadata facts) {
    table_value table;
    table.facts = std::move(facts);
    std::vector<std::string> names;
    const auto add_column = [&](const std::string& name, column_kind kind) {
      names.push_back(free_name(name, names));
      table.columns.push_back({names.back(), kind});
    };
    names = stated_;  // first the names of the state; the columns before them have others
    table.columns = {{name_}, {free_name("point", names), column_kind::text}};
    names = {name_, table.columns.back().name};
    for (const std::string& name : stated_) {
      add_column(name, column_kind::number);
    }
    for (std::size_t j = 0; j < most_ / 2; ++j) {
      add_column(fmt::format("multiplier{}.re", j + 1), column_kind::number);
      add_column(fmt::format("multiplier{}.im", j + 1), column_kind::number);
    }
    add_column("trivial_multipliers", column_kind::count);
    add_column("stability", column_kind::text);
    add_column("residual", column_kind::number);
    for (row& each : rows_) {
      std::vector<std::string> cells = std::move(each.stated);
      each.multipliers.resize(most_);
      cells.insert(cells.end(), each.multipliers.begin(), each.multipliers.end());
      cells.insert(cells.end(), each.rest.begin(), each.rest.end());
      table.rows.push_back(std::move(cells));
    }
    return table;
  }

 private:
  struct row {
    std::vector<std::string> stated;
    std::vector<std::string> multipliers;
    std::vector<std::string> rest;
  };
  std::string name_;
  int digits_;
  std::vector<std::string> stated_;
  std::vector<row> rows_;
  std::size_t most_ = 0;
};

struct place_on_branch {
  mp lambda;
  mp period;
};

/// How the period grows at the end of these places while the value stays.
enum class growth { ordinary, towards_homoclinic, by_a_power };

/// Towards a homoclinic motion λ* it is −log|λ − λ*|/κ, so that the value moves exponentially less in each further tenth of the period, far
/// less than by any power of it, as of T = 2π √m. Where it is such a power, λ* follows from how the value has moved (Aitken), and `ahead` is
/// a value that is asked for: where that lies behind λ*, and the period has grown much, it is not reached.
growth growth_of(const std::vector<place_on_branch>& passed, const mp& range,
                 const std::optional<mp>& ahead) {
  const mp tenth = decimal<mp>("1.1");
  constexpr int far_less = 4;
  constexpr int much_longer = 16;
  constexpr int surely = 2;
  const mp little = range * decimal<mp>("1e-4");
  const place_on_branch& now = passed.back();
  const auto shorter_than = [&](const mp& period) {
    return std::find_if(passed.rbegin(), passed.rend(),
                        [&](const place_on_branch& p) { return p.period * tenth < period; });
  };
  const auto last = shorter_than(now.period);
  const auto before = last == passed.rend() ? last : shorter_than(last->period);
  if (before == passed.rend()) {
    return growth::ordinary;
  }
  const bool rises = before->lambda < now.lambda;
  for (auto p = passed.rbegin(); p != before; ++p) {  // at a fold the value stays, too
    if ((std::next(p)->lambda < p->lambda) != rises) {
      return growth::ordinary;
    }
  }
  const mp change = abs(mp(now.lambda - last->lambda));
  const mp change_before = abs(mp(last->lambda - before->lambda));
  if (!(change < little)) {
    return growth::ordinary;
  }
  if (change * far_less < change_before) {
    return growth::towards_homoclinic;
  }
  if (!(change < change_before) || now.period < passed.front().period * much_longer) {
    return growth::ordinary;
  }
  const mp left = change * change / (change_before - change);
  return !ahead || left * surely < abs(mp(*ahead - now.lambda)) ? growth::by_a_power
                                                                : growth::ordinary;
}

/// The largest distance of the orbit from its start, in double.
mp extent_of(const orbit_branch& branch, const orbit_branch::point& here) {
  const orbit_at at = branch.equations_at(here.lambda(), here.start, here.period);
  mp extent(0);
  for (const state_at_time& place : at.equations->flow().states_along(here.start, here.period)) {
    extent = std::max(extent, max_magnitude(vector<mp>(place.x - here.start)));
  }
  return extent;
}

/// Whether the motion through half of the period ends near its start, beside the way from there.
bool nearly_closes_in_half(const orbit_branch& branch, const orbit_branch::point& here) try {
  const orbit_at at = branch.equations_at(here.lambda(), here.start, here.period);
  const orbit_question& q = *at.question;
  if (!q.relative.empty() || !q.symmetry.empty() || !q.reversor.empty()) {
    return false;
  }
  constexpr double near_enough = -4;
  orbit_flow& flow = at.equations->flow();
  const mp half = here.period / 2;
  const vector<mp> left = flow.end(here.start, half) - here.start;
  const vector<mp> way = flow.field(here.start, flow.start_time()) * half;
  return log2_magnitude(mp(max_magnitude(left))) <
         log2_magnitude(mp(max_magnitude(way))) + near_enough;
} catch (const step_failure&) {
  return false;
} catch (const orbit_failure&) {
  return false;
}

/// The rows of a branch: the orbits at the values of the range, each with all digits.
class orbits_of_range {
 public:
  orbits_of_range(const orbit_request& request, run_host& host)
      : request_(request),
        host_(host),
        range_(read_range(request.continuation)),
        asked_(request, range_.name, range_.values.front()),
        question_(asked_.at(range_.values.front())),
        rows_(range_.name, request.digits),
        from_(number(range_.values.front())),
        to_(number(range_.values.back())) {
    if (from_ == to_) {
      throw invalid_input(
          fmt::format("--continue: both ends of the range of {} are equal", range_.name));
    }
    progress_ = host.begin(static_cast<std::int64_t>(range_.values.size()), "orbits");
  }

  const sweep_axis& range() const { return range_; }
  const orbit_question& question() const { return question_; }
  const mp& from() const { return from_; }
  const mp& to() const { return to_; }
  orbit_family family() const { return asked_.family(); }
  int first_passages() const { return first_passages_; }
  branch_rows& rows() { return rows_; }
  mp value(std::size_t i) const { return in_scope(number(range_.values[i])); }

  /// The orbit of the guess, which belongs to the first value.
  orbit_guess add_first() {
    const precision_scope scope(question_.digits + reading_of_texts);
    const orbit_guess guess = guess_of(request_, question_);
    std::string ended;
    const orbit_guess first = add(range_.values.front(), question_, guess, ended);
    // the period of a forced system may be a formula of what changes
    const orbit_question last = asked_.at(range_.values.back());
    orbit_flow at_last(last.p);
    const mp last_period =
        last.period ? evaluate<mp>(*last.period, last.p.names) : in_scope(first.period);
    require_period(at_last, last_period, places_around_start(at_last, last_period));
    return first;
  }
  /// The orbit at the value i from one that is near. `ended` says where the branch meets orbits that are run through more often. Throws
  /// orbit_failure.
  void add(std::size_t i, const orbit_guess& near, std::string& ended) {
    const precision_scope scope(question_.digits + reading_of_texts);
    (void)add(range_.values[i], asked_.at(range_.values[i]),
              {in_scope(near.start), in_scope(near.period)}, ended);
  }

 private:
  mp number(const std::string& text) const {
    const precision_scope scope(question_.digits + reading_of_texts);
    return evaluate<mp>(expression(text), question_.p.names);
  }

  orbit_guess add(const std::string& text, const orbit_question& q, const orbit_guess& near,
                  std::string& ended) {
    const bool is_first = &q == &question_;
    const found_orbit found = find_orbit(q, near.start, near.period);
    const precision_scope scope(found.working_digits);
    orbit_equations equations(q, near.start, near.period);
    if (is_first) {
      asked_.keep_levels(equations);
    }
    const vector<mp> u = in_scope(found.u);
    const mp value = evaluate<mp>(expression(text), q.p.names);
    const int passages = passages_of(q, near.start, near.period, u);
    if (is_first) {
      first_passages_ = passages;
      if (passages > 1) {
        host_.warn(fmt::format("the first orbit is run through {} times in its period", passages));
      }
    } else if (passages > first_passages_ &&
               passages_beside(value, equations, u) > first_passages_) {
      ended = fmt::format(
          "before {} = {}: the branch meets orbits of a part of its period, which are run through "
          "{} times there",
          range_.name, text, passages);
      return {equations.state(u), equations.period(u)};
    }
    rows_.add(orbit_number(value, value, request_.digits), equations, u,
              monodromy_to_all_digits(q, near.start, near.period, found), found.residual, q.p,
              false);
    progress_->advance(1);
    return {equations.state(u), equations.period(u)};
  }
  /// How many times the orbits beside one are run through: a branch may pass a single shorter orbit, as that of a force that vanishes.
  int passages_beside(const mp& value, const orbit_equations& equations, const vector<mp>& u) {
    constexpr int share = 1024;
    const orbit_question q = asked_.at(to_text(mp(value + (to_ - from_) / share)));
    const vector<mp> near = equations.state(u);
    const mp period = q.period && !equations.period_is_free() ? evaluate<mp>(*q.period, q.p.names)
                                                              : equations.period(u);
    return passages_of(q, near, period, find_orbit(q, near, period).u);
  }

  const orbit_request& request_;
  run_host& host_;
  sweep_axis range_;
  questions asked_;
  orbit_question question_;
  branch_rows rows_;
  mp from_;
  mp to_;
  std::unique_ptr<run_progress> progress_;
  int first_passages_ = 1;
};

/// The way along the branch, step by step, until it ends.
class way_along_branch {
 public:
  way_along_branch(orbits_of_range& orbits, const orbit_request& request, run_host& host,
                   const orbit_guess& first)
      : orbits_(orbits),
        request_(request),
        host_(host),
        name_(orbits.range().name),
        from_(in_scope(orbits.from())),
        to_(in_scope(orbits.to())),
        at_a_place_(ldexp(mp(abs(mp(to_ - from_))), -20)),
        branch_(orbits.family(), in_scope(first.start), in_scope(first.period), from_, to_),
        at_first_(branch_.here()) {}

  void follow() {
    while (ended_.empty()) {
      throw_if_stopped(host_);
      barred_.reset();
      try {
        advance();
      } catch (const orbit_failure& error) {  // the orbits that were found stand
        const orbit_branch::point& here = branch_.here();
        ended_ =
            fmt::format("near {} = {}: {}{}", name_, to_text(here.lambda(), 6), error.what(),
                        orbits_.first_passages() == 1 && nearly_closes_in_half(branch_, here)
                            ? "; half of the period nearly closes the orbit there, so that the "
                              "branch may meet orbits of half its period"
                            : "");
      }
    }
  }

  int steps() const { return steps_; }
  int folds() const { return folds_; }
  const std::string& ended() const { return ended_; }

 private:
  using point = orbit_branch::point;
  enum class beyond { more_orbits, none };

  void advance() {
    constexpr int most_steps = 5000;
    const point before = branch_.here();
    if (steps_ == most_steps) {
      ended_ = fmt::format("after {} steps at {} = {}", steps_, name_, to_text(before.lambda(), 6));
      return;
    }
    if (!branch_.advance()) {
      ended_ = fmt::format("at {} = {}: {}", name_, to_text(before.lambda(), 6), branch_.why_not());
      return;
    }
    ++steps_;
    const point now = branch_.here();
    passed_.push_back({now.lambda(), now.period});
    const Eigen::Index m = now.w.size() - 1;
    if (const auto rest = branch_.rest_behind(before)) {
      barred_ = rest->lambda();
      pass(before, *rest, beyond::none);
      end_at(*rest, request_.relative.empty() ? "the orbits shrink to an equilibrium"
                                              : "the orbits shrink to uniform motion");
    } else if (const growth how = growth_of(passed_, mp(abs(mp(to_ - from_))), ahead(now));
               how != growth::ordinary) {
      pass(before, now);
      const bool shrinks = extent_of(branch_, now) * 2 < extent_of(branch_, at_first_);
      end_at(now,
             fmt::format("the period grows beyond {}{}", to_text(now.period, 4),
                         how == growth::towards_homoclinic
                             ? ", as it does towards a homoclinic motion or in a canard explosion"
                         : shrinks ? " while the orbits shrink, as they do towards rest where "
                                     "forces have no linear part"
                                   : " while the value hardly changes"));
    } else if ((before.tangent[m] < 0) == (now.tangent[m] < 0)) {
      pass(before, now);
    } else {
      turn(before, now);
    }
  }

  /// The value turns back between two points.
  void turn(const point& before, const point& now) {
    if (branch_.meets_another(before, now)) {
      // behind it are the same orbits from another start, or their mirror images
      const auto [meeting, is_doubling] = branch_.meeting(before, now);
      pass(before, meeting);
      end_at(meeting, is_doubling ? "the branch meets orbits of half its period"
                                  : "the branch meets another one, as that of symmetric orbits");
      return;
    }
    const point fold = branch_.fold(before, now, request_.digits);
    barred_ = fold.lambda();
    const point turning{in_scope(fold.w), in_scope(fold.tangent), in_scope(fold.start),
                        in_scope(fold.period)};
    pass(before, turning);
    if (orbits_.question().section && touches_section(fold)) {
      end_at(fold, "the orbits touch the section, and do not cross it beyond");
    }
    if (ended_.empty()) {
      ++folds_;
      add_fold(fold);
      pass(turning, now);
    }
  }
  bool touches_section(const point& here) const {
    const orbit_at at = branch_.equations_at(here.lambda(), here.start, here.period);
    return crossing_of(*at.question, *at.equations,
                       in_scope(vector<mp>(here.w.head(here.w.size() - 1))))
        .is_touched;
  }
  void add_fold(const point& fold) {
    constexpr int lost_by_derivatives = 25;
    const precision_scope full(request_.digits + lost_by_derivatives);
    const orbit_at at = branch_.equations_at(fold.lambda(), fold.start, fold.period);
    const vector<mp> u = in_scope(vector<mp>(fold.w.head(fold.w.size() - 1)));
    orbits_.rows().add(orbit_number(fold.lambda(), mp(1), request_.digits), *at.equations, u,
                       reduce_monodromy(*at.equations, u), max_magnitude(at.equations->residual(u)),
                       at.question->p, true);
  }

  /// The orbits at the values on a part of the way on which the value goes one way.
  void pass(const point& a, const point& b, beyond behind = beyond::more_orbits) {
    const auto count = static_cast<int>(orbits_.range().values.size());
    const bool forth = (a.lambda() < b.lambda()) == (from_ < to_);
    for (int k = 0; k < count && ended_.empty(); ++k) {
      const auto i = static_cast<std::size_t>(forth ? k : count - 1 - k);
      const mp value = orbits_.value(i);
      const bool is_between = a.lambda() < b.lambda() ? a.lambda() < value && !(b.lambda() < value)
                                                      : value < a.lambda() && !(value < b.lambda());
      if (!is_between || (barred_ && abs(mp(value - *barred_)) < at_a_place_)) {
        continue;
      }
      add_orbit(i, branch_.between(a, b, value), behind);
      if (ended_.empty() && (forth ? k + 1 == count : i == 0)) {
        ended_ = fmt::format("at {} = {}", name_, orbits_.range().values[i]);
      }
    }
  }
  void add_orbit(std::size_t i, const point& near, beyond behind) {
    const auto warn = [&](const orbit_failure& error) {
      host_.warn(
          fmt::format("no row for {} = {}: {}", name_, orbits_.range().values[i], error.what()));
    };
    try {
      orbits_.add(i, {near.start, near.period}, ended_);
    } catch (const orbit_not_isolated& error) {  // at this value alone: the branch goes on
      warn(error);
    } catch (const orbit_failure& error) {
      if (behind == beyond::more_orbits) {
        throw;
      }
      warn(error);
    }
  }

  /// The next of the values in the direction in which the value goes at a point; nothing behind the last one.
  std::optional<mp> ahead(const point& here) const {
    const bool rises = here.tangent[here.w.size() - 1] > 0;
    std::optional<mp> next;
    for (std::size_t i = 0; i < orbits_.range().values.size(); ++i) {
      const mp value = orbits_.value(i);
      const bool is_ahead = rises ? here.lambda() < value : value < here.lambda();
      if (is_ahead && (!next || (rises ? value < *next : *next < value))) {
        next = value;
      }
    }
    return next;
  }

  /// Ends the way unless it has ended before.
  void end_at(const point& here, const std::string& why) {
    constexpr int digits_of_a_place = 6;
    if (ended_.empty()) {
      const std::string value = abs(here.lambda()) < at_a_place_
                                    ? "0"
                                    : to_text(in_scope(here.lambda()), digits_of_a_place);
      ended_ = fmt::format("at {} = {}: {}", name_, value, why);
    }
  }

  orbits_of_range& orbits_;
  const orbit_request& request_;
  run_host& host_;
  std::string name_;
  mp from_;
  mp to_;
  mp at_a_place_;  ///< beside a fold, which has a row of its own, and beside rest
  orbit_branch branch_;
  point at_first_;
  std::vector<place_on_branch> passed_;
  std::optional<mp> barred_;  ///< a value at which another row stands, or no orbit
  int steps_ = 0;
  int folds_ = 0;
  std::string ended_;
};

}  // namespace

table_value continued_orbits(const orbit_request& request, run_host& host) {
  orbits_of_range orbits(request, host);
  const orbit_guess first = orbits.add_first();
  const precision_scope scope(branch_digits);
  way_along_branch way(orbits, request, host, first);
  way.follow();
  metadata facts = metadata_of(orbits.question().p, request.digits);
  facts.push_back({"digits", request.digits});
  facts.push_back(
      {"continued", fmt::format("{} from {} to {}", orbits.range().name,
                                orbits.range().values.front(), orbits.range().values.back())});
  facts.push_back({"steps", way.steps()});
  facts.push_back({"folds", way.folds()});
  facts.push_back({"ended", way.ended()});
  return orbits.rows().take(std::move(facts));
}

}  // namespace plumbline
