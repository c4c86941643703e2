// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How well invariants are kept along a trajectory: max |I_n - I_0| / |I_0|, absolute where I_0 is 0 to the rounding of the state. What is
// printed has the digits that rounding errors leave (measure/other_roundings.hpp), one at least.
#include "study/planned_run.hpp"
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/constraint_columns.hpp>
#include <plumbline/study/integrate_kept.hpp>
#include <plumbline/study/observe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace plumbline {

namespace {

template <class T>
struct invariant {
  std::string name;
  std::function<T(const phase_point<T>&, const T&)> value;  ///< of a state at a time
  invariant_drift<T> drift = {};
  bool is_zero = false;  ///< a constraint: its largest magnitude counts
  T largest = T(0);

  template <class Archive>
  void transfer(Archive& archive) {
    archive(drift);
    if (is_zero) {
      archive(largest);
    }
  }
};

/// constraint.NAME and hidden.NAME, and their places among the columns of constraints.
std::vector<std::pair<std::string, Eigen::Index>> watched_constraints(const system_entry& system) {
  std::vector<std::pair<std::string, Eigen::Index>> list;
  const auto names = constraint_column_names(system);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].rfind("constraint.", 0) == 0 || names[i].rfind("hidden.", 0) == 0) {
      list.emplace_back(names[i], static_cast<Eigen::Index>(i));
    }
  }
  return list;
}

/// What the system keeps (energy, momenta) and what the scheme keeps in its place.
template <class T>
std::vector<invariant<T>> invariants_of(const measurement& m, const model<T>& system,
                                        const any_stepper<T>& stepper, const T& h) {
  std::vector<invariant<T>> list;
  const auto at = std::make_shared<evaluation<T>>(system);
  const auto& claimed = m.p.system->quantities;
  if (system.formulas()->has_energy()) {
    list.push_back({"energy", [at](const phase_point<T>& z, const T& t) {
                      at->set_time(t);
                      return energy(*at, z);
                    }});
  }
  for (const momentum_sum& momenta : m.p.system->facts.conserved_momenta) {
    list.push_back({momenta.name(),
                    [momenta](const phase_point<T>& z, const T&) { return value_of(momenta, z); }});
  }
  std::shared_ptr<part_values<T>> quantities;
  if (!claimed.empty()) {
    quantities = std::make_shared<part_values<T>>(system, form_part::quantities);
  }
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    if (claimed[i].claimed_constant) {
      list.push_back(
          {(claimed[i].name == "energy" && system.formulas()->has_energy() ? "invariants." : "") +
               claimed[i].name,
           [at, quantities, i](const phase_point<T>& z, const T& t) {
             at->set_time(t);
             const vector<T> v = at->system().is_lagrangian() ? velocity(*at, z.q, z.p) : z.p;
             return quantities->at(view(z.q), view(v), {}, t).result(static_cast<int>(i));
           }});
    }
  }
  for (const auto& [name, place] : watched_constraints(*m.p.system)) {
    list.push_back({name,
                    [at, k = place](const phase_point<T>& z, const T& t) {
                      at->set_time(t);
                      return constraint_columns(*at, z.q, velocity(*at, z.q, z.p), t)[k];
                    },
                    {},
                    true});
  }
  if (const step_invariant<T> own = stepper.own_invariant(h); own.value) {
    list.push_back(
        {own.name, [value = own.value](const phase_point<T>& z, const T&) { return value(z); }});
  }
  return list;
}

/// A drift that is not a number would be printed as one that has been measured. Throws domain_error at the start,
/// step_failure after it.
template <class T>
void require_finite(const T& value, const std::string& name, std::int64_t n, const T& t) {
  if (is_finite(value)) {
    return;
  }
  if (n == 0) {
    throw domain_error(name + " has no finite value at the start");
  }
  throw step_failure(n, to_text(t, 17), {solve_outcome::not_finite, 0, 0},
                     name + " has no finite value there");
}

/// How much relative changes of so many roundings in single numbers of the state change the value, in all.
template <class T>
T change_by_roundings(const invariant<T>& each, const phase_point<T>& z, const T& t,
                      int roundings) {
  using std::abs;
  const T value = each.value(z, t);
  const T change = T(1) + roundings * epsilon<T>();
  T range = T(0);
  for (auto part : {&phase_point<T>::q, &phase_point<T>::p}) {
    for (Eigen::Index i = 0; i < (z.*part).size(); ++i) {
      phase_point<T> moved = z;
      (moved.*part)[i] *= change;
      const T difference = abs(T(each.value(moved, t) - value));
      range += is_finite(difference) ? difference : T(0);
    }
  }
  return range;
}

/// True where the value at the start is zero as far as it can be known. A relative drift would then be divided by a rounding error.
template <class T>
bool vanishes_at_start(const invariant<T>& each, const phase_point<T>& start, const T& t0) {
  using std::abs;
  constexpr int roundings = 64;
  return abs(each.value(start, t0)) <= change_by_roundings(each, start, t0, roundings);
}

enum class watched_quantities { energy, all };

/// Of a system with an energy, or with something else that is known or claimed to be constant.
std::vector<std::string> names_of_invariants(const measurement& m) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    const problem_in<T> in = make_problem<T>(m.p);
    const auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
    std::vector<std::string> names;
    for (const auto& each :
         invariants_of<T>(m, in.system, stepper, evaluate<T>(*m.step, m.p.names))) {
      names.push_back(each.name);
    }
    return names;
  });
}

void check_energy(const measurement& m) {
  if (!make_problem<double>(m.p).system.formulas()->has_energy()) {
    throw invalid_input(m.p.system->name() +
                        " is of first order and has no energy; `measure invariants` follows the "
                        "[invariants] of its file");
  }
}

void check_invariants(const measurement& m) {
  if (names_of_invariants(m).empty()) {
    throw invalid_input(m.p.system->name() +
                        " has nothing that is known or claimed to be constant; its file may claim "
                        "[invariants]");
  }
}

template <class T>
std::vector<named_value> drifts_in(const measurement& m, run_host& host, watched_quantities which) {
  const problem_in<T> in = make_problem<T>(m.p);
  const T h = evaluate<T>(*m.step, m.p.names);
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  auto watched = invariants_of<T>(m, in.system, stepper, h);
  if (which == watched_quantities::energy) {
    watched.clear();
    watched.push_back({"energy", [at = std::make_shared<evaluation<T>>(in.system)](
                                     const phase_point<T>& z, const T& t) {
                         at->set_time(t);
                         return energy(*at, z);
                       }});
  }
  std::vector<std::vector<invariant<T>>> otherwise;
  if (m.is_printed) {
    otherwise.resize(static_cast<std::size_t>(other_runs(m.steps)), watched);
  }
  const auto watch = [](std::vector<invariant<T>>& list, const any_stepper<T>& of) {
    return [&list, &of](std::int64_t n, const T& t, const vector<T>& y) {
      const auto z = of.phase(y, t);
      for (auto& each : list) {
        const T value = each.value(z, t);
        require_finite(value, each.name, n, t);
        each.drift.add(value);
        if (each.is_zero) {
          using std::abs;
          const T size = abs(value);
          each.largest = each.largest < size ? size : each.largest;
        }
        require_finite(each.drift.absolute(), "the drift of " + each.name, n, t);
      }
    };
  };
  const time_grid<T> grid(in.t0, h, m.steps);
  const auto run = [&](auto&& integrate_with) {
    const auto progress = host.begin(m.steps, "steps");
    run_control control = control_of(m.p, host, *progress);
    control.every = steps_between_calls<T>;
    if (integrate_with(control) == run_outcome::stopped) {
      throw interrupted();
    }
  };
  vector<T> state = stepper.start(in.start, in.t0);
  run([&](const run_control& control) {
    return integrate_kept<T>(host.keeper(), stepper, in.start, state, grid, watch(watched, stepper),
                             control, watched);
  });
  int rounding_run = detail::rounded_as_usual;
  bool has_failed = false;
  for (std::vector<invariant<T>>& list : otherwise) {
    auto second = m.scheme.entry->make<T>(m.scheme.values, in.system);
    vector<T> other = second.start(in.start, in.t0);
    detail::rounding_stepper<T> steps{second, ++rounding_run};
    steps.round(other);
    try {
      run([&](const run_control& control) {
        return integrate<T>(steps, other, grid, watch(list, second), control);
      });
    } catch (const step_failure&) {
      has_failed = true;  // no digit is known
    }
  }
  std::vector<named_value> values;
  std::vector<std::string> absolute;
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const invariant<T>& each = watched[i];
    const bool zero = !each.is_zero && vanishes_at_start(each, in.start, in.t0);
    if (zero) {
      absolute.push_back(each.name);
    }
    const auto size = [&](const invariant<T>& of) {
      return of.is_zero ? of.largest : zero ? of.drift.absolute() : of.drift.relative();
    };
    const T x = size(each);
    std::string text = to_text(x);
    if (m.is_printed && T(0) < x) {
      T farthest = has_failed ? x : T(0);
      for (const std::vector<invariant<T>>& list : otherwise) {
        using std::abs;
        const T difference = abs(T(size(list[i]) - x));
        farthest = difference <= farthest ? farthest : difference;
      }
      // the value itself is known to the roundings of the state
      constexpr int roundings = 4;
      T floor =
          change_by_roundings(each, stepper.phase(state, grid[m.steps]), grid[m.steps], roundings);
      if (!each.is_zero && !zero) {
        floor *= T(x / each.drift.absolute());
      }
      const T bound =
          rounding_bound<T>(x, farthest, m.steps, static_cast<int>(otherwise.size())) + floor;
      text = to_text(x, std::max(supported_digits(x, bound), 1));
    }
    const bool is_energy = which == watched_quantities::energy;
    values.push_back({is_energy ? "energy-error" : each.name, text, {}});
  }
  if (!absolute.empty()) {
    host.warn("zero at the start, so that the change is absolute, not relative: " +
              joined(absolute));
  }
  return values;
}

std::vector<named_value> measure_energy_error(const measurement& m, run_host& host) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return drifts_in<T>(m, host, watched_quantities::energy);
  });
}

std::vector<named_value> measure_invariants(const measurement& m, run_host& host) {
  return with_scalar(m.digits, [&]<class T>(std::type_identity<T>) {
    return drifts_in<T>(m, host, watched_quantities::all);
  });
}

}  // namespace

quantity energy_error_quantity() {
  return {.name = "energy-error",
          .meaning = "max |H_n - H_0| / |H_0| along a trajectory; max |H_n - H_0| where H_0 is 0",
          .input = quantity::needs::trajectory,
          .measure = measure_energy_error,
          .keeps = true,
          .is_relative = true,
          .check = check_energy};
}

quantity invariants_quantity() {
  return {.name = "invariants",
          .meaning = "the same for every invariant of the system and of the scheme",
          .input = quantity::needs::trajectory,
          .measure = measure_invariants,
          .keeps = true,
          .is_relative = true,
          .check = check_invariants,
          .lines = [](const measurement& m) {
            std::vector<quantity_line> lines;
            for (const auto& name : names_of_invariants(m)) {
              lines.push_back({name});
            }
            return lines;
          }};
}

}  // namespace plumbline
