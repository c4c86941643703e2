// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A system in C++, recorded: its templates are run once on numbers that leave a graph behind.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/first_order.hpp>
#include <plumbline/mechanics/form.hpp>
#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/second_order.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

namespace detail {

/// The system has a load that can be recorded.
template <class System, class S>
concept loads_in = requires(const System& system, const S& t, std::span<S> p) {
  system.load(t, p);
};

/// A span does not check its index: a system that uses q[1] with one coordinate would read memory that is not its own.
/// Behind the coordinates stand this many guards, inputs that no form has, so that the form refuses them.
inline constexpr int guards = 8;

template <class S>
std::vector<S> guarded_inputs(const std::shared_ptr<graph>& g, int first, form_inputs inputs) {
  std::vector<S> x = recorded_inputs<S>(g, first, inputs.n);
  const std::vector<S> beyond = recorded_inputs<S>(g, inputs.count(), guards);
  x.insert(x.end(), beyond.begin(), beyond.end());
  return x;
}

/// n zeros for a system to write to, with guards behind them.
template <class S>
class guarded_results {
 public:
  explicit guarded_results(int n)
      : n_(static_cast<std::size_t>(n)), values_(n_ + static_cast<std::size_t>(guards), S(0)) {}
  std::span<S> span() { return std::span<S>(values_).first(n_); }
  /// Throws invalid_input when a guard was written to.
  void check(graph& g) const {
    for (std::size_t i = n_; i < values_.size(); ++i) {
      if (!g.is_zero(values_[i].record().in(g))) {
        throw invalid_input("the system writes more entries than its dimension, " +
                            std::to_string(n_));
      }
    }
  }

 private:
  std::size_t n_;
  std::vector<S> values_;
};

/// Records `system` with the scalar S, whose first inputs are q, v, a, t.
template <class S, class System>
std::shared_ptr<const form> record_on(const System& system, form_inputs inputs,
                                      const std::shared_ptr<graph>& g) {
  const int n = inputs.n;
  const std::vector<S> q = guarded_inputs<S>(g, inputs.q(0), inputs);
  const std::vector<S> v = guarded_inputs<S>(g, inputs.v(0), inputs);
  const auto view_of = [n](const std::vector<S>& x) {
    return std::span<const S>(x).first(static_cast<std::size_t>(n));
  };
  std::vector<node_id> nodes;
  const auto keep = [&](const S& x) { nodes.push_back(x.record().in(*g)); };
  if constexpr (requires { system.lagrangian(view_of(q), view_of(q)); }) {
    keep(system.lagrangian(view_of(q), view_of(v)));
    form_additions additions;
    if constexpr (requires { system.constraints(view_of(q)); }) {
      const std::vector<S> constraints = system.constraints(view_of(q));
      for (const S& constraint : constraints) {
        additions.holonomic.push_back(constraint.record().in(*g));
        additions.constraint_names.push_back(std::to_string(additions.holonomic.size()));
      }
    }
    return std::make_shared<const form>(system_kind::lagrangian, inputs, g, std::move(nodes),
                                        std::move(additions));
  } else if constexpr (requires(std::vector<S> r) {
                         system.force(view_of(q), view_of(q), std::span<S>(r));
                       }) {
    const std::vector<S> a = guarded_inputs<S>(g, inputs.a(0), inputs);
    guarded_results<S> inertia(n);
    guarded_results<S> force(n);
    guarded_results<S> load(n);
    system.inertia(view_of(q), view_of(v), view_of(a), inertia.span());
    system.force(view_of(q), view_of(v), force.span());
    if constexpr (loads_in<System, S>) {
      const S t(recording(g, g->input(inputs.t())));
      system.load(t, load.span());
    }
    static_assert(
        loads_in<System, S> || !requires { &System::load; },
        "the load is recorded too: template <class S> void load(const S& t, std::span<S> p) const");
    for (const guarded_results<S>* r : {&inertia, &force, &load}) {
      r->check(*g);
    }
    for (std::size_t i = 0; i < inertia.span().size(); ++i) {
      keep(inertia.span()[i] + force.span()[i]);
    }
    for (const S& p : load.span()) {
      keep(p);
    }
    keep(system.energy(view_of(q), view_of(v)));
    return std::make_shared<const form>(system_kind::second_order, inputs, g, std::move(nodes));
  } else {
    guarded_results<S> dy(n);
    system.field(view_of(q), dy.span());
    dy.check(*g);
    for (const S& f : dy.span()) {
      keep(f);
    }
    keep(system.energy(view_of(q)));
    return std::make_shared<const form>(system_kind::first_order, inputs, g, std::move(nodes));
  }
}

/// Throws invalid_input unless 1 <= n.
inline int checked_dimension(int n) {
  if (n < 1) {
    throw invalid_input("a system has at least one coordinate, got " + std::to_string(n));
  }
  return n;
}

/// The form of a type with declared parameters, which are inputs: made once for each type and dimension.
template <class Symbolic>
std::shared_ptr<const form> form_with_parameters(int n) {
  static std::mutex lock;
  static std::map<int, std::shared_ptr<const form>> forms;
  const std::scoped_lock guard(lock);
  std::shared_ptr<const form>& found = forms[n];
  if (!found) {
    const auto g = std::make_shared<graph>();
    const auto declared = Symbolic::parameters();
    const form_inputs inputs{n, static_cast<int>(declared.size())};
    Symbolic recordable{};
    for (std::size_t i = 0; i < declared.size(); ++i) {
      recordable.*(declared[i].member) =
          recorded<>(recording(g, g->input(inputs.parameter(static_cast<int>(i)))));
    }
    found = record_on<recorded<>>(recordable, inputs, g);
  }
  return found;
}

}  // namespace detail

/// A form and the values of its parameters.
template <class T>
struct recorded_form {
  std::shared_ptr<const form> formulas;
  std::vector<T> parameters;
};

/// The form of a system of the scalar T. Declared parameters are inputs; the form of a type with declared parameters is
/// made once.
template <class T, class System>
recorded_form<T> record(const System& system) {
  const int n = detail::checked_dimension(system.dimension());
  if constexpr (has_run_time_digits<T>) {
    if (!precision_scope::is_open()) {
      throw invalid_input(
          "a system of run-time precision is made outside of a precision_scope: open one, "
          "precision_scope scope(50), first");
    }
  }
  if constexpr (parametrised<System>) {
    using symbolic = typename detail::template_over_scalar<System>::template rebind<recorded<>>;
    recorded_form<T> result{detail::form_with_parameters<symbolic>(n), {}};
    for (const auto& p : System::parameters()) {
      result.parameters.push_back(system.*(p.member));
    }
    return result;
  } else {
    const auto g = std::make_shared<graph>();
    return {detail::record_on<recorded<T>>(system, {n, 0}, g), {}};
  }
}

}  // namespace plumbline
