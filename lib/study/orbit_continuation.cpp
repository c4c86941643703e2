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
    table.columns = {{name_}, {"point", column_kind::text}};
    for (const std::string& name : stated_) {
      table.columns.push_back({name});
    }
    for (std::size_t j = 0; j < most_ / 2; ++j) {
      table.columns.push_back({fmt::format("multiplier{}.re", j + 1)});
      table.columns.push_back({fmt::format("multiplier{}.im", j + 1)});
    }
    table.columns.push_back({"trivial_multipliers", column_kind::count});
    table.columns.push_back({"stability", column_kind::text});
    table.columns.push_back({"residual"});
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

}  // namespace

table_value continued_orbits(const orbit_request& request, run_host& host) {
  const sweep_axis range = read_range(request.continuation);
  questions asked(request, range.name, range.values.front());
  orbit_question question = asked.at(range.values.front());
  const precision_scope wide(question.digits + reading_of_texts);
  const auto number = [&](const std::string& text) {
    return evaluate<mp>(expression(text), question.p.names);
  };
  const mp from = number(range.values.front());
  const mp to = number(range.values.back());
  if (from == to) {
    throw invalid_input(
        fmt::format("--continue: both ends of the range of {} are equal", range.name));
  }
  const auto progress = host.begin(static_cast<std::int64_t>(range.values.size()), "orbits");
  branch_rows rows(range.name, request.digits);

  std::string ended;
  int first_passages = 1;
  // How many times the orbits beside one are run through: a branch may pass a single shorter orbit, as that of a force that vanishes.
  const auto passages_beside = [&](const mp& value, const orbit_equations& equations,
                                   const vector<mp>& u) {
    constexpr int share = 1024;
    const orbit_question q = asked.at(to_text(mp(value + (to - from) / share)));
    const vector<mp> near = equations.state(u);
    const mp period = q.period && !equations.period_is_free() ? evaluate<mp>(*q.period, q.p.names)
                                                              : equations.period(u);
    return passages_of(q, near, period, find_orbit(q, near, period).u);
  };
  // an orbit with all digits from one that is near
  const auto add_orbit = [&](const std::string& text, const orbit_question& q,
                             const orbit_guess& near) {
    const found_orbit found = find_orbit(q, near.start, near.period);
    const precision_scope scope(found.working_digits);
    orbit_equations equations(q, near.start, near.period);
    if (&q == &question) {
      asked.keep_levels(equations);
    }
    const vector<mp> u = in_scope(found.u);
    const mp value = evaluate<mp>(expression(text), q.p.names);
    const int passages = passages_of(q, near.start, near.period, u);
    if (&q == &question) {
      first_passages = passages;
      if (passages > 1) {
        host.warn(fmt::format("the first orbit is run through {} times in its period", passages));
      }
    } else if (passages > first_passages && passages_beside(value, equations, u) > first_passages) {
      ended = fmt::format(
          "before {} = {}: the branch meets orbits of a part of its period, which are run through "
          "{} times there",
          range.name, text, passages);
      return orbit_guess{equations.state(u), equations.period(u)};
    }
    rows.add(orbit_number(value, value, request.digits), equations, u,
             monodromy_to_all_digits(q, near.start, near.period, found), found.residual, q.p,
             false);
    progress->advance(1);
    return orbit_guess{equations.state(u), equations.period(u)};
  };
  const orbit_guess first = add_orbit(range.values.front(), question, guess_of(request, question));
  // the period of a forced system may be a formula of what changes
  const orbit_question last = asked.at(range.values.back());
  orbit_flow at_last(last.p);
  const mp last_period =
      last.period ? evaluate<mp>(*last.period, last.p.names) : in_scope(first.period);
  require_period(at_last, last_period, places_around_start(at_last, last_period));

  const precision_scope scope(branch_digits);
  orbit_branch branch(asked.family(), in_scope(first.start), in_scope(first.period), in_scope(from),
                      in_scope(to));
  constexpr int most_steps = 5000;
  int folds = 0;
  int steps = 0;
  const bool rises = from < to;
  // towards a homoclinic motion the period grows without bound while the value stays
  const mp nearly_nothing = abs(mp(to - from)) * decimal<mp>("1e-4");
  const mp growth = decimal<mp>("1.1");
  struct place {
    mp lambda;
    mp period;
  };
  std::vector<place> passed;
  const auto advance = [&] {
    throw_if_stopped(host);
    const orbit_branch::point before = branch.here();
    if (steps == most_steps) {
      ended =
          fmt::format("after {} steps at {} = {}", steps, range.name, to_text(before.lambda(), 6));
      return;
    }
    if (!branch.advance()) {
      ended =
          fmt::format("at {} = {}: {}", range.name, to_text(before.lambda(), 6), branch.why_not());
      return;
    }
    ++steps;
    const orbit_branch::point now = branch.here();
    passed.push_back({now.lambda(), now.period});
    const auto shorter = std::find_if(passed.rbegin(), passed.rend(), [&](const place& p) {
      return p.period * growth < now.period;
    });
    if (shorter != passed.rend() && abs(mp(now.lambda() - shorter->lambda)) < nearly_nothing) {
      ended = fmt::format(
          "at {} = {}: the period grows beyond {}, as it does towards a homoclinic motion",
          range.name, to_text(now.lambda(), 6), to_text(now.period, 4));
      return;
    }
    if (branch.has_passed_rest(before)) {
      ended = fmt::format("at {} = {}: the orbits shrink to an equilibrium", range.name,
                          to_text(now.lambda(), 6));
      return;
    }
    // the parts of the way on which the value goes one way
    const Eigen::Index m = now.w.size() - 1;
    std::optional<orbit_branch::point> fold;
    if ((before.tangent[m] < 0) != (now.tangent[m] < 0)) {
      fold = branch.fold(before, now, request.digits);
    }
    const auto pass = [&](const orbit_branch::point& a, const orbit_branch::point& b) {
      const auto count = static_cast<int>(range.values.size());
      const bool forth = (a.lambda() < b.lambda()) == rises;
      for (int k = 0; k < count && ended.empty(); ++k) {
        const auto i = static_cast<std::size_t>(forth ? k : count - 1 - k);
        const mp value = in_scope(number(range.values[i]));
        const bool is_between = a.lambda() < b.lambda()
                                    ? a.lambda() < value && !(b.lambda() < value)
                                    : value < a.lambda() && !(value < b.lambda());
        constexpr double log2_at_fold = -40;
        const bool is_fold = fold && log2_magnitude(mp(value - fold->lambda())) <
                                         log2_magnitude(mp(to - from)) + log2_at_fold;
        if (!is_between || is_fold) {
          continue;
        }
        const orbit_branch::point near = branch.between(a, b, value);
        const precision_scope full(question.digits + reading_of_texts);
        (void)add_orbit(range.values[i], asked.at(range.values[i]),
                        {in_scope(near.start), in_scope(near.period)});
        if (ended.empty() && ((forth && i + 1 == range.values.size()) || (!forth && i == 0))) {
          ended = fmt::format("at {} = {}", range.name, range.values[i]);
        }
      }
    };
    if (!fold) {
      pass(before, now);
      return;
    }
    orbit_branch::point turning{in_scope(fold->w), in_scope(fold->tangent), in_scope(fold->start),
                                in_scope(fold->period)};
    pass(before, turning);
    if (ended.empty()) {
      ++folds;
      constexpr int lost_by_derivatives = 25;
      const precision_scope full(request.digits + lost_by_derivatives);
      const orbit_at at = branch.equations_at(fold->lambda(), fold->start, fold->period);
      const vector<mp> u = in_scope(vector<mp>(fold->w.head(m)));
      rows.add(orbit_number(fold->lambda(), mp(1), request.digits), *at.equations, u,
               reduce_monodromy(*at.equations, u), max_magnitude(at.equations->residual(u)),
               at.question->p, true);
    }
    if (ended.empty()) {
      pass(turning, now);
    }
  };
  while (ended.empty()) {
    try {
      advance();
    } catch (const orbit_failure& error) {  // the orbits that were found stand
      const orbit_branch::point& here = branch.here();
      ended = fmt::format("near {} = {}: {}{}", range.name, to_text(here.lambda(), 6), error.what(),
                          first_passages == 1 && nearly_closes_in_half(branch, here)
                              ? "; half of the period nearly closes the orbit there, so that the "
                                "branch may meet orbits of half its period"
                              : "");
    }
  }
  metadata facts = metadata_of(question.p, request.digits);
  facts.push_back({"digits", request.digits});
  facts.push_back({"continued", fmt::format("{} from {} to {}", range.name, range.values.front(),
                                            range.values.back())});
  facts.push_back({"steps", steps});
  facts.push_back({"folds", folds});
  facts.push_back({"ended", ended});
  return rows.take(std::move(facts));
}

}  // namespace plumbline
