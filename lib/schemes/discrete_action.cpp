// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The families of catalogue/discrete_action.hpp, one class each. A class makes its steps with the engine of its family and asks
// for the Lagrangian at the stages of the step that was made.
#include "schemes/table_makers.hpp"
#include <plumbline/catalogue/discrete_action.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/nystrom.hpp>
#include <plumbline/schemes/runge_kutta.hpp>
#include <plumbline/schemes/runge_kutta_implicit.hpp>
#include <plumbline/schemes/splitting.hpp>

#include <concepts>
#include <utility>
#include <vector>

namespace plumbline {

namespace {

/// L and, where formulas contain the time, ∂L/∂t.
template <class T>
class action_rate {
 public:
  static constexpr bool has_time_slope = std::same_as<T, double> || std::same_as<T, mp>;

  explicit action_rate(const model<T>& system) : at_(system) {
    if (system.facts().autonomous) {
      return;
    }
    if constexpr (has_time_slope) {
      with_slope_.emplace(system.template cast<tangent_number<T>>());
    } else {
      throw invalid_input("the action of a system that depends on time is asked in double or mp");
    }
  }

  /// made += weight (L, ∂L/∂t)
  void add(const vector<T>& q, const vector<T>& v, const T& t, const T& weight,
           step_action<T>& made) {
    if constexpr (has_time_slope) {
      if (with_slope_) {
        using D = tangent_number<T>;
        with_slope_->set_time(D::variable(t, 0));
        const vector<D> x = scalar_cast<D>(q);
        const vector<D> y = scalar_cast<D>(v);
        const D value = with_slope_->lagrangian(view(x), view(y));
        made.action += weight * value.value;
        made.energy += weight * value.tangent[0];
        return;
      }
    }
    made.action += weight * at_.lagrangian(view(q), view(v));
  }

 private:
  struct nothing {};
  evaluation<T> at_;
  std::conditional_t<
      has_time_slope,
      std::optional<evaluation<std::conditional_t<has_time_slope, tangent_number<T>, double>>>,
      nothing>
      with_slope_;
};

template <class T>
class galerkin_action final : public action_stepper<T> {
 public:
  galerkin_action(galerkin_tableau<T> tableau, const model<T>& system)
      : tableau_(tableau), stepper_(std::move(tableau), system), rate_(system) {}

  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    const vector<T> first = z.q;
    const solve_report report = stepper_.step(z, t, h);
    if (!report.ok()) {
      return report;
    }
    const int s = tableau_.degree();
    std::vector<vector<T>> moved;  // q_a − q_0
    for (int a = 0; a <= s; ++a) {
      moved.push_back((a == s ? z.q : stepper_.configuration_within(tableau_.nodes[a])) - first);
    }
    made = {};
    for (Eigen::Index i = 0; i < tableau_.rule.nodes.size(); ++i) {
      vector<T> q = first;
      vector<T> v = vector<T>::Constant(first.size(), T(0));
      for (int a = 1; a <= s; ++a) {
        const auto place = static_cast<std::size_t>(a);
        q += tableau_.values(i, a) * moved[place];
        v += T(tableau_.derivatives(i, a) / h) * moved[place];
      }
      rate_.add(q, v, T(t + tableau_.rule.nodes[i] * h), T(tableau_.rule.weights[i] * h), made);
    }
    return report;
  }

 private:
  galerkin_tableau<T> tableau_;
  galerkin_stepper<T> stepper_;
  action_rate<T> rate_;
};

template <class T>
class implicit_table_action final : public action_stepper<T> {
 public:
  implicit_table_action(scheme_coefficients<T> x, const model<T>& system)
      : x_(x), ladder_(detail::runge_kutta_equations<T>(std::move(x), system)), rate_(system) {}

  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    const vector<T> first = z.q;
    const solve_report report = detail::implicit_step(ladder_, velocities_, z, t, h);
    if (!report.ok()) {
      return report;
    }
    const auto n = first.size();
    made = {};
    for (Eigen::Index i = 0; i < x_.b.size(); ++i) {
      vector<T> q = first;
      for (Eigen::Index j = 0; j < x_.b.size(); ++j) {
        q += T(h * x_.a(i, j)) * velocities_.segment(j * n, n);
      }
      rate_.add(q, velocities_.segment(i * n, n), T(t + x_.c[i] * h), T(x_.b[i] * h), made);
    }
    return report;
  }

 private:
  scheme_coefficients<T> x_;
  newton_ladder<detail::runge_kutta_equations, T> ladder_;
  vector<T> velocities_;
  action_rate<T> rate_;
};

/// On (q, p), or on (q, v) for schemes of velocities.
template <class T>
class explicit_table_action final : public action_stepper<T> {
 public:
  enum class space { momenta, velocities };

  explicit_table_action(scheme_coefficients<T> x, const model<T>& system, space on)
      : x_(std::move(x)), at_(system), rate_(system), on_(on) {}

  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    const auto n = z.q.size();
    const auto s = x_.b.size();
    vector<T> second = z.p;  // p or v
    if (on_ == space::velocities) {
      at_.set_time(t);
      if (const solve_report report = at_.velocity(view(z.q), view(z.p), view(second));
          !report.ok()) {
        return report;
      }
    }
    std::vector<vector<T>> velocities;
    std::vector<vector<T>> rates;  // of p or v
    step_action<T> sum;
    vector<T> q;
    vector<T> y;
    const auto advance = [&](auto weight, Eigen::Index count) {
      q = z.q;
      y = second;
      for (Eigen::Index j = 0; j < count; ++j) {
        const auto place = static_cast<std::size_t>(j);
        q += T(h * weight(j)) * velocities[place];
        y += T(h * weight(j)) * rates[place];
      }
    };
    for (Eigen::Index i = 0; i < s; ++i) {
      advance([&](Eigen::Index j) { return x_.a(i, j); }, i);
      const T time = t + x_.c[i] * h;
      vector<T> v = y;
      vector<T> rate(n);
      at_.set_time(time);
      const solve_report report = on_ == space::momenta
                                      ? at_.hamiltonian_flow(view(q), view(y), view(v), view(rate))
                                      : at_.acceleration(view(q), view(y), time, view(rate));
      if (!report.ok()) {
        return report;
      }
      rate_.add(q, v, time, T(x_.b[i] * h), sum);
      velocities.push_back(std::move(v));
      rates.push_back(std::move(rate));
    }
    advance([&](Eigen::Index j) { return x_.b[j]; }, s);
    if (!all_finite(q) || !all_finite(y)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    if (on_ == space::velocities) {
      at_.set_time(T(t + h));
      const vector<T> v = y;
      at_.momentum(view(q), view(v), view(y));
    }
    z = {q, y};
    made = sum;
    return {};
  }

 private:
  scheme_coefficients<T> x_;
  evaluation<T> at_;
  action_rate<T> rate_;
  space on_;
};

/// V(q) and M⁻¹p.
template <class T>
class separated {
 public:
  explicit separated(const model<T>& system) : at_(system), parts_(system) {}
  T potential(const vector<T>& q) {
    const vector<T> rest = vector<T>::Constant(q.size(), T(0));
    return at_.values(form_part::potential, view(q), view(rest)).result(0);
  }
  vector<T> velocity(const vector<T>& p) const {
    vector<T> v = vector<T>::Constant(p.size(), T(0));
    parts_.drift(p, T(1), v);
    return v;
  }
  vector<T> force(const vector<T>& q) {
    vector<T> f(q.size());
    parts_.force(q, f);
    return f;
  }

 private:
  evaluation<T> at_;
  separable<T> parts_;
};

template <class T>
class splitting_action final : public action_stepper<T> {
 public:
  splitting_action(scheme_coefficients<T> x, const model<T>& system)
      : x_(std::move(x)), parts_(system) {}

  solve_report step(phase_point<T>& z, const T& /*t*/, const T& h, step_action<T>& made) override {
    vector<T> q = z.q;
    vector<T> p = z.p;
    T action(0);
    for (Eigen::Index i = 0; i < std::max(x_.drifts.size(), x_.b.size()); ++i) {
      if (i < x_.drifts.size() && !(x_.drifts[i] == T(0))) {
        const T part = x_.drifts[i] * h;
        const vector<T> v = parts_.velocity(p);
        q += part * v;
        action += part * dot(p, v) / 2;
      }
      if (i < x_.b.size() && !(x_.b[i] == T(0))) {
        const T part = x_.b[i] * h;
        p += part * parts_.force(q);
        action -= part * parts_.potential(q);
      }
    }
    if (!all_finite(q) || !all_finite(p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z = {q, p};
    made = {action, T(0)};
    return {};
  }

 private:
  scheme_coefficients<T> x_;
  separated<T> parts_;
};

template <class T>
class nystrom_action final : public action_stepper<T> {
 public:
  nystrom_action(scheme_coefficients<T> x, const model<T>& system)
      : x_(std::move(x)), parts_(system), equations_(x_, system) {
    if (!is_explicit(x_.a)) {
      ladder_.emplace(equations_);
    }
  }

  solve_report step(phase_point<T>& z, const T& /*t*/, const T& h, step_action<T>& made) override {
    const auto n = z.q.size();
    const auto s = x_.b.size();
    const vector<T> v = parts_.velocity(z.p);
    std::vector<vector<T>> stages;
    solve_report report;
    if (ladder_) {
      ladder_->equations().set(z, h);
      report = ladder_->solve(increments_);
      if (!report.ok()) {
        return report;
      }
    }
    std::vector<vector<T>> forces;
    std::vector<vector<T>> moves;  // M⁻¹ f
    T action = h / 2 * dot(z.p, v);
    for (Eigen::Index i = 0; i < s; ++i) {
      vector<T> q = z.q;
      if (ladder_) {
        q += increments_.segment(i * n, n);
      } else {
        q += T(x_.c[i] * h) * v;
        for (Eigen::Index j = 0; j < i; ++j) {
          q += T(x_.a(i, j) * h * h) * moves[static_cast<std::size_t>(j)];
        }
      }
      forces.push_back(parts_.force(q));
      moves.push_back(parts_.velocity(forces.back()));
      action -= h * x_.b[i] * parts_.potential(q);
      action += h * h * x_.bbar[i] * dot(v, forces.back());
    }
    vector<T> q = z.q + h * v;
    vector<T> p = z.p;
    for (Eigen::Index i = 0; i < s; ++i) {
      const auto place = static_cast<std::size_t>(i);
      q += T(h * h * x_.bbar[i]) * moves[place];
      p += T(h * x_.b[i]) * forces[place];
      for (Eigen::Index j = 0; j < s; ++j) {
        action += h * h * h / 2 * x_.b[i] * T(x_.bbar[j] - x_.a(i, j)) *
                  dot(forces[place], moves[static_cast<std::size_t>(j)]);
      }
    }
    if (!all_finite(q) || !all_finite(p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    z = {q, p};
    made = {action, T(0)};
    return report;
  }

 private:
  scheme_coefficients<T> x_;
  separated<T> parts_;
  detail::nystrom_equations<T> equations_;
  std::optional<newton_ladder<detail::nystrom_equations, T>> ladder_;
  vector<T> increments_;
};

template <class T>
class composed_action final : public action_stepper<T> {
 public:
  composed_action(vector<T> gamma, std::vector<std::unique_ptr<action_stepper<T>>> bases)
      : gamma_(std::move(gamma)), bases_(std::move(bases)) {}

  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    phase_point<T> point = z;
    step_action<T> sum;
    T passed(0);
    for (Eigen::Index i = 0; i < gamma_.size(); ++i) {
      step_action<T> part;
      const auto place = static_cast<std::size_t>(i) % bases_.size();
      const solve_report report =
          bases_[place]->step(point, T(t + passed * h), T(gamma_[i] * h), part);
      if (!report.ok()) {
        return report;
      }
      passed += gamma_[i];
      sum.action += part.action;
      sum.energy += part.energy;
    }
    z = point;
    made = sum;
    return {};
  }

 private:
  vector<T> gamma_;
  std::vector<std::unique_ptr<action_stepper<T>>> bases_;
};

/// The stepper of the catalogue, for schemes that have no stages.
template <class T>
class phase_steps {
 public:
  phase_steps(const std::string& name, const settings& chosen, const model<T>& system)
      : stepper_(find_scheme(name).template make<T>(chosen, system)) {}
  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    vector<T> state = stepper_.start(z, t);
    const solve_report report = stepper_.step(state, t, h);
    if (report.ok()) {
      z = stepper_.phase(state, T(t + h));
    }
    return report;
  }

 private:
  any_stepper<T> stepper_;
};

/// Of a linear map about `rest`.
template <class T>
class linear_action final : public action_stepper<T> {
 public:
  linear_action(phase_steps<T> steps, vector<T> rest)
      : steps_(std::move(steps)), rest_(std::move(rest)) {}
  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    const T before = dot(z.p, vector<T>(z.q - rest_));
    const solve_report report = steps_.step(z, t, h);
    if (report.ok()) {
      made = {T((dot(z.p, vector<T>(z.q - rest_)) - before) / 2), T(0)};
    }
    return report;
  }

 private:
  phase_steps<T> steps_;
  vector<T> rest_;
};

/// −W(q) = (m g/h) Σ (−1)^{n+1} ρⁿ (1 − cos nq)/n², ρ = k h²/g, for the kick −(m g/h) arg(1 + ρ e^{iq}); g is 2 or 4.
template <class T>
class suris_action final : public action_stepper<T> {
 public:
  suris_action(const std::string& name, int base, const model<T>& system)
      : name_(name), base_(base), steps_(name, {}, system), parts_(system) {
    mass_ = parts_.mass();
    strength_ = parts_.stiffness(T(0)) / mass_;
  }
  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    using std::abs;
    const T ratio = strength_ * h * h / base_;
    if (rational<T>(9, 10) < abs(ratio)) {
      throw domain_error("the action of " + name_ +
                         " is a series in k h^2/g, which is too slow for this step");
    }
    const T angle = z.q[0];
    const solve_report report = steps_.step(z, t, h);
    if (report.ok()) {
      T sum(0);
      T power = -ratio;
      for (int n = 1; epsilon<T>() < abs(power) * 16; ++n) {
        const T half = sin_cos(T(T(n) * angle / 2)).sin;
        sum -= power * half * half * 2 / (n * n);
        power *= -ratio;
      }
      made = {T(h * z.p[0] * z.p[0] / (2 * mass_) - mass_ * base_ / h * sum), T(0)};
    }
    return report;
  }

 private:
  std::string name_;
  int base_;
  phase_steps<T> steps_;
  separable<T> parts_;
  T mass_{1};
  T strength_{0};
};

/// v_1 = v_0 + h ((1 − γ) a_0 + γ a_1), so S = h ((1 − γ) L_0 + γ L_1).
template <class T>
class newmark_action final : public action_stepper<T> {
 public:
  newmark_action(phase_steps<T> steps, T gamma, const model<T>& system)
      : steps_(std::move(steps)), gamma_(std::move(gamma)), at_(system), rate_(system) {}
  solve_report step(phase_point<T>& z, const T& t, const T& h, step_action<T>& made) override {
    step_action<T> sum;
    at_.set_time(t);
    rate_.add(z.q, velocity(at_, z.q, z.p), t, T((T(1) - gamma_) * h), sum);
    const solve_report report = steps_.step(z, t, h);
    if (report.ok()) {
      const T end = t + h;
      at_.set_time(end);
      rate_.add(z.q, velocity(at_, z.q, z.p), end, T(gamma_ * h), sum);
      made = sum;
    }
    return report;
  }

 private:
  phase_steps<T> steps_;
  T gamma_;
  evaluation<T> at_;
  action_rate<T> rate_;
};

/// γ of a scheme of Newmark's family; nothing for another scheme.
template <class T>
std::optional<T> newmark_gamma(const std::string& name, const settings& chosen) {
  if (name == "newmark") {
    const scheme_entry& entry = find_scheme(name);
    return parameter_values<T>(name, entry.parameters, chosen)[1];
  }
  for (const char* member :
       {"average-acceleration", "linear-acceleration", "fox-goodwin", "central-difference"}) {
    if (name == member) {
      return rational<T>(1, 2);
    }
  }
  return std::nullopt;
}

template <class T>
galerkin_tableau<T> galerkin_of(const scheme_table& table, const scheme_coefficients<T>& x) {
  quadrature<T> rule{x.c, x.b};
  const vector<T> nodes = x.nodes.size() > 0 ? x.nodes : lobatto_quadrature<T>(table.degree).nodes;
  const auto points = x.c.size();
  galerkin_tableau<T> t{
      {}, nodes, std::move(rule), matrix<T>(points, nodes.size()), matrix<T>(points, nodes.size())};
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto at = lagrange_basis<T>(nodes, x.c[i]);
    t.values.row(i) = at.value.transpose();
    t.derivatives.row(i) = at.derivative.transpose();
  }
  return t;
}

/// The splitting that a table is, with coefficients of any precision; nothing where it is none.
std::optional<scheme_table> splitting_of(const scheme_table& table) {
  const precision_scope scope(most_digits_of_quad);
  if (table.kind != table_kind::splitting && table.kind != table_kind::composition) {
    return std::nullopt;
  }
  if (!detail::as_splitting(table, coefficients_of(table))) {
    return std::nullopt;
  }
  scheme_table splitting;
  splitting.kind = table_kind::splitting;
  splitting.compute = [table] { return *detail::as_splitting(table, coefficients_of(table)); };
  return splitting;
}

template <class T>
std::unique_ptr<action_stepper<T>> action_of_table(const scheme_table& table,
                                                   const model<T>& system) {
  if (const auto splitting = splitting_of(table)) {
    return std::make_unique<splitting_action<T>>(coefficients_in<T>(*splitting), system);
  }
  scheme_coefficients<T> x = coefficients_in<T>(table);
  switch (table.kind) {
    case table_kind::galerkin:
      return std::make_unique<galerkin_action<T>>(galerkin_of(table, x), system);
    case table_kind::nystrom:
      return std::make_unique<nystrom_action<T>>(std::move(x), system);
    case table_kind::runge_kutta:
      if (is_explicit(x.a)) {
        return std::make_unique<explicit_table_action<T>>(std::move(x), system,
                                                          explicit_table_action<T>::space::momenta);
      }
      if (x.abar.size() == 0) {
        x.abar = x.a;
        x.bbar = x.b;
      }
      return std::make_unique<implicit_table_action<T>>(std::move(x), system);
    case table_kind::partitioned_runge_kutta:
      return std::make_unique<implicit_table_action<T>>(std::move(x), system);
    case table_kind::composition: {
      std::vector<std::string> names = {table.base};
      if (const std::string adjoint = detail::adjoint_name(table.base); !adjoint.empty()) {
        names.push_back(adjoint);
      }
      std::vector<std::unique_ptr<action_stepper<T>>> bases;
      for (const std::string& name : names) {
        auto base = make_action_stepper<T>(name, {}, known_scheme_table(name), system);
        if (base == nullptr) {
          return nullptr;
        }
        bases.push_back(std::move(base));
      }
      return std::make_unique<composed_action<T>>(x.gamma, std::move(bases));
    }
    default:
      return nullptr;
  }
}

}  // namespace

template <class T>
std::unique_ptr<action_stepper<T>> make_action_stepper(const std::string& name,
                                                       const settings& chosen,
                                                       const std::optional<scheme_table>& table,
                                                       const model<T>& system) {
  (void)system.lagrangian();
  if (table) {
    return action_of_table(*table, system);
  }
  const std::string linear = "-linear";
  if (name.ends_with(linear) || name.find(linear + "-") != std::string::npos) {
    return std::make_unique<linear_action<T>>(phase_steps<T>(name, chosen, system),
                                              vector<T>::Constant(system.dimension(), T(0)));
  }
  if (name == "exact-oscillator") {
    separable<T> parts(system);
    return std::make_unique<linear_action<T>>(
        phase_steps<T>(name, chosen, system),
        vector<T>::Constant(1, find_stable_equilibrium(parts).position));
  }
  if (name == "suris1" || name == "suris2") {
    constexpr int base_of_first = 2;
    constexpr int base_of_second = 4;
    return std::make_unique<suris_action<T>>(
        name, name == "suris1" ? base_of_first : base_of_second, system);
  }
  if (name == "rk4-velocity") {
    return std::make_unique<explicit_table_action<T>>(
        coefficients_in<T>(*known_scheme_table("rk4")), system,
        explicit_table_action<T>::space::velocities);
  }
  if (const auto gamma = newmark_gamma<T>(name, chosen)) {
    if (system.facts().separable && find_scheme(name).info_for(chosen).on_separable.symplectic) {
      return action_of_table<T>(*known_scheme_table("leapfrog"), system);
    }
    return std::make_unique<newmark_action<T>>(phase_steps<T>(name, chosen, system), *gamma,
                                               system);
  }
  return nullptr;
}

#define PLUMBLINE_SCALAR(T)                                           \
  template std::unique_ptr<action_stepper<T>> make_action_stepper<T>( \
      const std::string&, const settings&, const std::optional<scheme_table>&, const model<T>&);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
