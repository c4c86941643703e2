// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas that ask for the same run are compiled in the scalar of their digits (formula_watch.hpp); the run is made in the scalar of
// its own digits (planned_run.hpp) and hands each node over to all of them.
#include "study/formula_watch.hpp"
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/run_formula.hpp>

#include <map>

namespace plumbline {

namespace {

using detail::exact_nodes;
using detail::formula_watch;
using detail::planned_run;
using detail::rounded;

constexpr int digits_of_mp64 = 64;

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
  planned_formula planned{
      &request, parse_calls(request.formula),
      detail::plan_run(request.system, request.problem, request.scheme, request.digits), 0};
  const bool has_end = !request.steps.empty() || !request.until.empty();
  if (!request.step.empty()) {
    planned.run.step = positive_step(request.step, planned.run.p.names);
    if (has_end) {
      planned.run.steps =
          step_count(*planned.run.step, request.steps, request.until, planned.run.p.names);
    }
  }
  if (request.is_curve || detail::goes_over_nodes(planned.tree, request.define)) {
    if (request.step.empty()) {
      throw invalid_input("--step is missing");
    }
    if (!has_end) {
      throw invalid_input("give either --steps N or --until T");
    }
  }
  int most = request.digits;
  bool compares = false;
  detail::visit_parts(planned.tree, request.define, [&](const call_tree& part) {
    if (part.what != call_tree::kind::call || (part.text != "exact" && part.text != "other")) {
      return;
    }
    compares = true;
    for (std::size_t i = 0; i < part.children.size(); ++i) {
      if (part.keys[i] == "digits") {
        most = std::max(most, parse_digits(part.children[i].text));
      }
    }
  });
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
/// failure, the formulas that were satisfied before have their values. `evaluations` are those of the run as usual.
template <class S>
std::vector<S> numbers_together(const planned_group& group, int digits, rounded how, run_host& host,
                                const std::vector<formula_value*>& values,
                                std::int64_t& evaluations) {
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
  std::exception_ptr failure;
  try {
    if (is_made) {
      const std::int64_t made = detail::make_run<S>(run, digits, how, host, add);
      evaluations = how == rounded::as_usual ? made : evaluations;
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
  std::int64_t evaluations = 0;
  const std::vector<S> numbers =
      numbers_together<S>(group, digits, rounded::as_usual, host, values, evaluations);
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
        numbers_together<S>(again, digits, rounded::otherwise, host, targets, evaluations);
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
    const bool counts =
        detail::asks_for(planned[i].tree, planned[i].request->define, [](const call_tree& part) {
          return detail::is_name(part) && part.text == "evaluations";  // of a run that ends there
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
