// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A function g(q, v, p, λ, t) that is followed along the motions of a system: the section of a Poincaré map, an event. λ are the
// multipliers of constraints. It is recorded once, and serves every scalar and the recurrences of Taylor series.
//
// Along a motion its rate is
//
//   dg/dt = ∂g/∂q v + ∂g/∂v a + ∂g/∂t
//
// with λ as a formula of q, v and t (mechanics/multiplier_nodes.hpp). Where no rate is asked for, λ is that of the equations of motion.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/model.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// The numbers of the inputs of a followed function: those of the system's form, then momenta, parameters by name, multipliers.
struct followed_inputs {
  form_inputs of_form;
  int named = 0;
  int multipliers = 0;

  int p(int i) const { return of_form.count() + i; }
  int parameter(int i) const { return of_form.count() + of_form.n + i; }
  int multiplier(int k) const { return of_form.count() + of_form.n + named + k; }
  int count() const { return of_form.count() + of_form.n + named + multipliers; }
};

class followed_function {
 public:
  /// `value` is a node of the graph. `named`: the parameters that are inputs of their own, as exact texts. `multipliers`: λ as nodes
  /// of the graph, where the value has them as inputs. Throws invalid_input where the value depends neither on the state nor on the
  /// time.
  followed_function(std::shared_ptr<const form> formulas, graph g, node_id value,
                    std::vector<std::string> named, std::string text,
                    const std::vector<node_id>& multipliers = {});

  const std::string& text() const { return text_; }
  const followed_inputs& inputs() const { return inputs_; }
  const std::vector<std::string>& parameters() const { return named_; }
  const std::shared_ptr<const form>& formulas() const { return formulas_; }
  bool needs_velocities() const { return needs_v_; }
  bool needs_momenta() const { return needs_p_; }
  bool needs_multipliers() const { return needs_lambda_; }

  /// One result, g.
  const std::shared_ptr<const program>& value() const { return value_; }
  /// Its derivatives by the inputs.
  const std::shared_ptr<const program>& slopes() const { return slopes_; }
  /// g and its rate dg/dt as functions of (q, v, a, t), without momenta; of a system of first order, v is its field.
  const std::shared_ptr<const program>& value_and_rate() const { return value_and_rate_; }
  /// g as a function of (q, v, λ, t), without momenta.
  const std::shared_ptr<const program>& value_by_multipliers() const {
    return value_by_multipliers_;
  }

 private:
  std::shared_ptr<const form> formulas_;
  followed_inputs inputs_;
  std::vector<std::string> named_;
  std::string text_;
  bool needs_v_ = false;
  bool needs_p_ = false;
  bool needs_lambda_ = false;
  std::shared_ptr<const program> value_;
  std::shared_ptr<const program> slopes_;
  std::shared_ptr<const program> value_and_rate_;
  std::shared_ptr<const program> value_by_multipliers_;
};

/// The results of a program as nodes of a graph, with `inputs[k]` in the place of the input k.
std::vector<node_id> nodes_of_program(graph& g, const program& p,
                                      const std::vector<node_id>& inputs);

/// g in a scalar: a value with work space.
template <class T>
class followed_values {
 public:
  /// `parameters`: those of the function by name, in its order.
  followed_values(const model<T>& system, std::shared_ptr<const followed_function> g,
                  const std::vector<T>& parameters)
      : g_(std::move(g)), at_(system), value_(g_->value()), slopes_(g_->slopes()) {
    for (runner<T>* r : {&value_, &slopes_}) {
      const followed_inputs& in = g_->inputs();
      for (std::size_t i = 0; i < system.parameters().size(); ++i) {
        set_copy(r->input(in.of_form.parameter(static_cast<int>(i))), system.parameters()[i]);
      }
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        set_copy(r->input(in.parameter(static_cast<int>(i))), parameters[i]);
      }
      r->run(parameter_stage);
    }
  }

  const followed_function& function() const { return *g_; }

  /// g at a point of phase space. Throws domain_error where no velocity belongs to its momentum.
  const T& at(const phase_point<T>& z, const T& t) {
    put(value_, z, t);
    return run(value_);
  }
  /// Says that at_entries() will be asked of vectors that begin with the coordinates and have, where g needs them, its momenta or its
  /// velocities from the entry `rates` on. Returns the entry that g is, where it is one.
  std::optional<Eigen::Index> use_entries(Eigen::Index rates) {
    const followed_inputs& in = g_->inputs();
    std::vector<bool> used(static_cast<std::size_t>(in.count()), false);
    const program& code = *g_->value();
    const auto use = [&used](int reg) {
      if (0 <= reg && reg < static_cast<int>(used.size())) {
        used[static_cast<std::size_t>(reg)] = true;
      }
    };
    for (int k = 0; k < code.stages(); ++k) {
      for (const instruction& i : code.stage(k)) {
        use(i.a);
        use(i.b);
      }
    }
    const int result = code.results().front();
    use(result);
    entries_.clear();
    const auto add = [&](int input, Eigen::Index entry) {
      if (used[static_cast<std::size_t>(input)]) {
        entries_.emplace_back(input, entry);
      }
    };
    for (int i = 0; i < in.of_form.n; ++i) {
      add(in.of_form.q(i), i);
      add(in.of_form.v(i), rates + i);
      add(in.p(i), rates + i);
    }
    for (const auto& [input, entry] : entries_) {
      if (input == result) {
        return entry;
      }
    }
    return std::nullopt;
  }
  const T& at_entries(const vector<T>& y, const T& t) {
    for (const auto& [input, entry] : entries_) {
      set_copy(value_.input(input), y[entry]);
    }
    set_copy(value_.input(g_->inputs().of_form.t()), t);
    return run(value_);
  }
  /// What rounding errors of the state, the time and the parameters change g by: Σ |∂g/∂x| |x| in units of the last place.
  T rounding(const phase_point<T>& z, const T& t) {
    using std::abs;
    put(slopes_, z, t);
    run(slopes_);
    T sum(0);
    for (int k = 0; k < g_->inputs().count(); ++k) {
      const T part = slopes_.result(k) * slopes_.input(k);
      sum += abs(part);
    }
    return sum * epsilon<T>();
  }

 private:
  static const T& run(runner<T>& r) {
    r.run(position_stage);
    r.run(velocity_stage);
    return r.result(0);
  }
  void put(runner<T>& r, const phase_point<T>& z, const T& t) {
    const followed_inputs& in = g_->inputs();
    const bool lagrangian = at_.system().is_lagrangian();
    for (int i = 0; i < in.of_form.n; ++i) {
      set_copy(r.input(in.of_form.q(i)), z.q[i]);
    }
    set_copy(r.input(in.of_form.t()), t);
    if (lagrangian && g_->needs_momenta()) {
      for (int i = 0; i < in.of_form.n; ++i) {
        set_copy(r.input(in.p(i)), z.p[i]);
      }
    }
    if (g_->needs_velocities() || g_->needs_multipliers()) {
      at_.set_time(t);
      if (lagrangian) {
        v_ = velocity(at_, z.q, z.p);
      }
      const vector<T>& v = lagrangian ? v_ : z.p;
      for (int i = 0; i < in.of_form.n; ++i) {
        set_copy(r.input(in.of_form.v(i)), v[i]);
      }
      if (g_->needs_multipliers()) {
        put_multipliers(r, z.q, v, t);
      }
    }
  }
  /// NaN where the equations of motion determine none.
  void put_multipliers(runner<T>& r, const vector<T>& q, const vector<T>& v, const T& t) {
    a_.resize(q.size());
    const bool solved = at_.acceleration(view(q), view(v), t, view(a_)).ok();
    for (int k = 0; k < g_->inputs().multipliers; ++k) {
      r.input(g_->inputs().multiplier(k)) = solved ? at_.constrained()->multipliers()[k]
                                                   : T(std::numeric_limits<double>::quiet_NaN());
    }
  }

  std::shared_ptr<const followed_function> g_;
  evaluation<T> at_;
  runner<T> value_;
  runner<T> slopes_;
  vector<T> v_;
  vector<T> a_;
  std::vector<std::pair<int, Eigen::Index>> entries_;
};

}  // namespace plumbline
