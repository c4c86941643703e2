// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas that ask for the same run are compiled in the scalars of their digits (formula_watch.hpp); the run is made in the scalar
// of its own digits (planned_run.hpp) and hands each node over to all of them. Runs that are compared with one exact motion share it.
#include "catalogue/indexed_text.hpp"
#include "study/formula_watch.hpp"
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/run_formula.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <map>
#include <utility>

namespace plumbline {

namespace {

using detail::exact_nodes;
using detail::formula_watch;
using detail::planned_run;
using detail::rounded_as_usual;

constexpr int digits_of_mp64 = 64;

/// A request that has been read.
struct planned_formula {
  const formula_request* request = nullptr;
  call_tree tree;
  planned_run run;
  int digits = 0;  ///< of the formula's arithmetic
  bool uses_exact = false;
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

/// Constants of the exact motion and quantities, whose differences have fewer digits than they: the formula's arithmetic has more.
bool is_known_better(const call_tree& part) {
  return detail::is_measured(part) || (detail::is_name(part) && part.text.starts_with("exact."));
}

planned_formula plan(const formula_request& request) {
  planned_formula planned{
      &request,
      {},
      detail::plan_run(request.system, request.problem, request.scheme, request.digits),
      0,
      false};
  planned.tree = parse_calls(write_out_indices(request.formula, planned.run.p.names));
  const bool has_end = !request.steps.empty() || !request.until.empty();
  if (!request.step.empty()) {
    planned.run.set_step(request.step);
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
    compares = compares || (request.shown == shown_digits_of::supported && is_known_better(part));
    if (part.what != call_tree::kind::call || (part.text != "exact" && part.text != "other")) {
      return;
    }
    compares = true;
    planned.uses_exact = planned.uses_exact || part.text == "exact";
    for (std::size_t i = 0; i < part.children.size(); ++i) {
      if (part.keys[i] == "digits") {
        most = std::max(most, parse_digits(part.children[i].text));
      }
    }
  });
  planned.digits = compares ? digits_to_compare(most) : most;
  return planned;
}

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

/// The number to the digits that are asked for: all of the run's arithmetic, or those that rounding errors leave, of which
/// `other` is a sample; one at least, the size of a number that is rounding.
template <class S>
std::string text_of_number(const planned_formula& formula, const S& x,
                           const std::optional<S>& other, int runs) {
  return with_scalar(formula.run.digits, [&]<class T>(std::type_identity<T>) {
    const T rounded_x = plumbline::detail::convert_precision<T>(x);
    if (!other || rounded_x == T(0)) {
      return to_text(rounded_x);
    }
    const T bound = rounding_bound<T>(
        rounded_x, plumbline::detail::convert_precision<T>(S(*other - x)), formula.run.steps, runs);
    return to_text(rounded_x, std::max(supported_digits(rounded_x, bound), 1));
  });
}

/// Formulas with their values, all of one motion: of the same system, start, step and digits, by whatever schemes.
struct asked_formula {
  const planned_formula* planned;
  formula_value* value;
};

/// The exact nodes of a run: each `stride`-th of a mesh that other runs have, too.
template <class S>
struct exact_mesh {
  std::shared_ptr<exact_nodes<S>> nodes;
  std::int64_t stride = 1;
};

/// The exact motion that the formulas of one motion compare with, in the scalars of their digits. Where it is an integration, runs
/// whose steps are multiples of another's share it.
class shared_motion {
 public:
  explicit shared_motion(const std::vector<asked_formula>& asked) {
    std::vector<const planned_formula*> compared;
    for (const auto& each : asked) {
      if (each.planned->uses_exact) {
        compared.push_back(each.planned);
      }
    }
    std::ranges::stable_sort(compared, [](const auto* a, const auto* b) {
      return a->run.exact_step && b->run.exact_step && *a->run.exact_step < *b->run.exact_step;
    });
    for (const planned_formula* each : compared) {
      const auto [mesh, stride] = mesh_of(each->run, each->digits);
      if (mesh == nullptr) {
        meshes_[each->digits].push_back({each->run, nullptr, false});
      } else {
        mesh->run.steps = std::max(mesh->run.steps, stride * each->run.steps);
      }
    }
  }

  /// Up to the end of the longest run; where that has no reference, up to the end of `run`.
  template <class S>
  exact_mesh<S> nodes(const planned_run& run, int digits, run_host& host) {
    const auto [mesh, stride] = mesh_of(run, digits);
    if (!mesh->nodes && !mesh->failed) {
      try {
        mesh->nodes = std::make_shared<exact_nodes<S>>(mesh->run, digits, host);
      } catch (const step_failure&) {
        mesh->failed = true;
      }
    }
    if (mesh->nodes) {
      return {std::static_pointer_cast<exact_nodes<S>>(mesh->nodes), stride};
    }
    return {std::make_shared<exact_nodes<S>>(run, digits, host), 1};
  }

 private:
  struct shared_mesh {
    planned_run run;
    std::shared_ptr<void> nodes;
    bool failed;
  };

  /// The mesh that has the nodes of the run, and the number of its steps in one of the run's; null where there is none.
  std::pair<shared_mesh*, std::int64_t> mesh_of(const planned_run& run, int digits) {
    constexpr long most_strides = 1000;
    for (shared_mesh& mesh : meshes_[digits]) {
      if (mesh.run.motion() == run.motion()) {
        return {&mesh, 1};
      }
      if (run.exact_step && mesh.run.exact_step) {
        const auto stride = (*run.exact_step / *mesh.run.exact_step).to_integer();
        if (stride && *stride <= most_strides) {
          return {&mesh, *stride};
        }
      }
    }
    return {nullptr, 1};
  }

  std::map<int, std::vector<shared_mesh>> meshes_;
};

/// Formulas that ask for the same run but for its end.
class watch_group {
 public:
  virtual ~watch_group() = default;
  /// What the formulas compare with. Returns the number of steps of the run that they need, or −1; sets `is_made` where a scheme
  /// makes it.
  virtual std::int64_t prepare(int rounding_run, shared_motion& exact, run_host& host,
                               bool& is_made) = 0;
  virtual detail::node_taker taker() = 0;
  /// After the run, which ended with the failure or made so many evaluations.
  virtual void finish(int rounding_run, const std::exception_ptr& failure,
                      std::int64_t evaluations) = 0;
  /// How many runs with other roundings they want beside one of so many steps.
  virtual int wants_others(std::int64_t steps) const = 0;
  virtual void write() = 0;
};

/// The same in the scalar S of their digits.
template <class S>
class watch_group_in final : public watch_group {
 public:
  watch_group_in(std::vector<asked_formula> asked, int digits)
      : asked_(std::move(asked)),
        digits_(digits),
        numbers_(asked_.size(), S(0)),
        others_(asked_.size()),
        runs_(asked_.size(), 0),
        samples_(asked_.size(), false) {}

  std::int64_t prepare(int rounding_run, shared_motion& exact, run_host& host,
                       bool& is_made) override {
    // those of the run before keep the measured quantities, which are the same
    const auto before =
        std::exchange(watches_, std::vector<std::unique_ptr<formula_watch<S>>>(asked_.size()));
    std::int64_t longest = -1;
    std::int64_t compared = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      samples_[i] = rounding_run != rounded_as_usual && wants_other(i) && !asked_[i].value->failure;
      if (asked_[i].value->failure || (rounding_run != rounded_as_usual && !samples_[i])) {
        continue;
      }
      take(*asked_[i].value, [&] {
        const planned_formula& p = *asked_[i].planned;
        auto watch = std::make_unique<formula_watch<S>>(*p.request, p.tree, p.run, digits_);
        watch->prepare(rounding_run, host);
        if (watch->needs_nodes()) {
          longest = std::max(longest, watch->run().steps);
          is_made = is_made || watch->needs_scheme();
        }
        if (watch->uses_exact()) {
          compared = std::max(compared, watch->run().steps);
        }
        watches_[i] = std::move(watch);
      });
    }
    planned_run run = asked_.front().planned->run;
    run.steps = compared;
    exact_mesh<S> truth;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (watches_[i] && watches_[i]->uses_exact()) {
        take(*asked_[i].value, [&] {
          truth = truth.nodes ? truth : exact.nodes<S>(run, digits_, host);
          watches_[i]->compare_with(truth.nodes, truth.stride);
        });
      }
    }
    reached_ = -1;
    return longest;
  }

  detail::node_taker taker() override {
    return detail::node_taker([this](std::int64_t n, const auto& point) {
      [[maybe_unused]] const auto scope = detail::scope_of<S>(digits_);
      const phase_point<S> z = detail::rounded_point<S>(point);
      for (std::size_t i = 0; i < asked_.size(); ++i) {
        if (watches_[i] && watches_[i]->needs_nodes() && !asked_[i].value->failure) {
          take(*asked_[i].value, [&] { watches_[i]->add(n, z); });
        }
      }
      reached_ = n;
    });
  }

  void finish(int rounding_run, const std::exception_ptr& failure,
              std::int64_t evaluations) override {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      formula_value& value = *asked_[i].value;
      if (watches_[i] && !value.failure) {
        if (failure && watches_[i]->needs_nodes() && reached_ < watches_[i]->run().steps) {
          value.failure = failure;
        } else {
          take(value, [&] { keep(i, rounding_run, evaluations); });
        }
      }
      if (rounding_run != rounded_as_usual && samples_[i] && value.failure) {
        value.failure = nullptr;  // of the sample alone: no digit of the number is known
        others_[i] = S(numbers_[i] * 2);
      }
    }
  }

  int wants_others(std::int64_t steps) const override {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (!asked_[i].value->failure && wants_other(i)) {
        return other_runs(steps);
      }
    }
    return 0;
  }

  void write() override {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (!asked_[i].value->failure && asked_[i].value->curve.empty()) {
        asked_[i].value->number =
            text_of_number<S>(*asked_[i].planned, numbers_[i], others_[i], runs_[i]);
      }
    }
  }

 private:
  void keep(std::size_t i, int rounding_run, std::int64_t evaluations) {
    using std::abs;
    if (watches_[i]->is_curve()) {
      asked_[i].value->curve = watches_[i]->take_curve();
    } else if (rounding_run == rounded_as_usual) {
      evaluations_ = evaluations;
      numbers_[i] = watches_[i]->value(evaluations);
    } else {
      const S other = watches_[i]->value(evaluations_);
      ++runs_[i];
      if (!others_[i] || abs(S(*others_[i] - numbers_[i])) < abs(S(other - numbers_[i]))) {
        others_[i] = other;
      }
    }
  }
  bool wants_other(std::size_t i) const {
    const formula_request& request = *asked_[i].planned->request;
    return request.shown == shown_digits_of::supported && !request.is_curve;
  }

  std::vector<asked_formula> asked_;
  int digits_;
  std::vector<S> numbers_;
  std::vector<std::optional<S>> others_;  ///< with other roundings, the farthest
  std::vector<int> runs_;                 ///< of so many
  std::vector<bool> samples_;             ///< is made with other roundings now
  std::vector<std::unique_ptr<formula_watch<S>>> watches_;
  std::int64_t reached_ = -1;
  std::int64_t evaluations_ = 0;  ///< of the run as it is: a count has no rounding errors
};

/// Makes the run that these formulas ask for, once as usual and, where their digits are asked for, with other roundings. A
/// run that ends with a failure gives their values to the formulas that were satisfied before.
void measure_together(const std::vector<asked_formula>& asked, shared_motion& exact,
                      run_host& host) {
  std::map<int, std::vector<asked_formula>> by_digits;
  for (const auto& each : asked) {
    by_digits[each.planned->digits].push_back(each);
  }
  std::vector<std::unique_ptr<watch_group>> groups;
  for (const auto& [digits, of] : by_digits) {
    with_scalar(digits, [&, own = digits, &list = of]<class S>(std::type_identity<S>) {
      groups.push_back(std::make_unique<watch_group_in<S>>(list, own));
    });
  }
  // the numbers of a group have its digits
  const auto in_each = [&](auto&& f) {
    std::size_t k = 0;
    for (const auto& [digits, of] : by_digits) {
      with_scalar(digits, [&]<class S>(std::type_identity<S>) { f(*groups[k]); });
      ++k;
    }
  };
  int others = 0;
  for (int rounding_run = rounded_as_usual; rounding_run <= others; ++rounding_run) {
    planned_run run = asked.front().planned->run;
    run.steps = -1;
    bool is_made = false;
    in_each([&](watch_group& g) {
      run.steps = std::max(run.steps, g.prepare(rounding_run, exact, host, is_made));
    });
    std::vector<detail::node_taker> takers;
    takers.reserve(groups.size());
    for (const auto& g : groups) {
      takers.push_back(g->taker());
    }
    const detail::node_taker all([&](std::int64_t n, const auto& z) {
      for (const auto& taker : takers) {
        taker(n, z);
      }
    });
    std::exception_ptr failure;
    std::int64_t evaluations = 0;
    try {
      if (is_made) {
        evaluations = detail::make_run(run, rounding_run, host, all);
      } else if (run.steps >= 0) {
        with_scalar(run.digits, [&]<class T>(std::type_identity<T>) {
          phase_point<T> start = make_problem<T>(run.p).start;
          if (rounding_run != rounded_as_usual) {  // a start has one rounding error
            round_otherwise(start.q, 0, rounding_run, 1);
            round_otherwise(start.p, 1, rounding_run, 1);
          }
          for (std::int64_t n = 0; n <= run.steps; ++n) {
            all(n, start);
          }
        });
      }
    } catch (const interrupted&) {
      throw;
    } catch (...) {
      failure = std::current_exception();
    }
    in_each([&](watch_group& g) { g.finish(rounding_run, failure, evaluations); });
    if (rounding_run == rounded_as_usual) {
      for (const auto& g : groups) {
        others = std::max(others, g->wants_others(run.steps));
      }
    }
  }
  in_each([](watch_group& g) { g.write(); });
}

/// The requests that are one run, by what they have in common.
std::map<std::string, std::vector<std::size_t>> runs_among(
    const std::vector<planned_formula>& planned) {
  std::map<std::string, std::vector<std::size_t>> runs;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (planned[i].request == nullptr) {
      continue;  // it failed
    }
    const bool counts =
        detail::asks_for(planned[i].tree, planned[i].request->define, [](const call_tree& part) {
          return detail::is_name(part) && part.text == "evaluations";  // of a run that ends there
        });
    const std::string own = counts ? fmt::format("\n{}", planned[i].run.steps) : "";
    runs[planned[i].run.key() + own].push_back(i);
  }
  return runs;
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
  struct motion {
    std::vector<std::vector<asked_formula>> runs;
    std::int64_t steps = 0;
  };
  std::map<std::string, motion> by_key;
  for (const auto& [key, members] : runs_among(planned)) {
    std::vector<asked_formula> asked;
    std::int64_t longest = 0;
    for (const std::size_t i : members) {
      asked.push_back({&planned[i], &values[i]});
      longest = std::max(longest, planned[i].run.steps);
    }
    // runs by several schemes stay together where they compare with one exact motion
    const bool compares =
        std::ranges::any_of(asked, [](const auto& each) { return each.planned->uses_exact; });
    const planned_run& run = asked.front().planned->run;
    motion& own = by_key[!compares                   ? "run " + key
                         : has_exact_solution(run.p) ? run.motion()
                                                     : run.motion_at_any_time()];
    own.runs.push_back(std::move(asked));
    own.steps += longest;
  }
  std::vector<const motion*> motions;
  motions.reserve(by_key.size());
  for (const auto& [key, each] : by_key) {
    motions.push_back(&each);
  }
  // the long ones first
  std::ranges::stable_sort(motions, std::greater{}, &motion::steps);
  for_each_parallel<mp>(motions.size(), jobs, [&](std::size_t k) {
    std::vector<asked_formula> all;
    for (const auto& run : motions[k]->runs) {
      all.insert(all.end(), run.begin(), run.end());
    }
    shared_motion exact(all);
    for (const auto& run : motions[k]->runs) {
      measure_together(run, exact, host);
    }
  });
  return values;
}

std::size_t runs_of(const std::vector<formula_request>& requests) {
  std::vector<formula_value> values(requests.size());
  return runs_among(plan_all(requests, values)).size();
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
