// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What schemes see of a system: its form (form.hpp) with the values of its parameters in the scalar T, and `evaluation`,
// which runs the programs of the form on work space of its own. A model is a value and cheap to copy.
//
//   model<mp64> pendulum(my_pendulum<mp64>{…});
//   evaluation<mp64> at(pendulum);
//   at.gradient(q, v, dq, dv);
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/math/few_unknowns.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/math/runner.hpp>
#include <plumbline/mechanics/record.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

template <class T>
class model;

/// Where a system changes its law (second_order.hpp), with its type erased.
template <class T>
class zones {
 public:
  zones() = default;
  zones(const zones&) = delete;
  zones& operator=(const zones&) = delete;
  virtual ~zones() = default;
  virtual int dimension() const = 0;
  virtual int zone(std::span<const T> x, std::span<const T> v) const = 0;
  virtual int next_zone(int z, std::span<const T> x) const = 0;
  virtual T outside(int z, std::span<const T> x) const = 0;
  virtual model<T> law(int z) const = 0;
};

namespace detail {

template <class T, class S>
class zones_of final : public zones<T> {
 public:
  explicit zones_of(S system) : system_(std::move(system)) {}
  int dimension() const override { return system_.dimension(); }
  int zone(std::span<const T> x, std::span<const T> v) const override { return system_.zone(x, v); }
  int next_zone(int z, std::span<const T> x) const override { return system_.next_zone(z, x); }
  T outside(int z, std::span<const T> x) const override { return system_.outside(z, x); }
  model<T> law(int z) const override { return model<T>(system_.law(z)); }

 private:
  S system_;
};

/// v with M v = (x) or (x, y), where M is made of the first n² results of r, for n = 1 or 2. False where few_unknowns.hpp
/// finds none.
template <std::floating_point T>
bool solve_few(const runner<T>& r, int n, T x, T y, std::span<T> v) {
  return n == 1 ? solve_one(r.result(0), x, v[0])
                : solve_two(r.result(0), r.result(1), r.result(2), r.result(3), x, y, v[0], v[1]);
}

/// False, but only where a type is known.
template <class S>
constexpr bool no_system = false;

}  // namespace detail

template <class T>
class model {
 public:
  /// Records the system. `names` are those of the entries of y for a system in first-order form.
  template <class S>
  requires(!std::same_as<S, model> && !zoned_system<S, T> &&
           (lagrangian_system<S, T> || second_order_system<S, T> ||
            first_order_system<S, T>)) explicit model(const S& system,
                                                      std::vector<std::string> names = {})
      : names_(std::move(names)) {
    recorded_form<T> r = record<T>(system);
    form_ = std::move(r.formulas);
    parameters_ = std::move(r.parameters);
  }
  /// A system whose law changes from zone to zone: where no zone is asked for, that of the motion.
  template <zoned_system<T> S>
  explicit model(const S& system)
      : form_(record<T>(system.law(0)).formulas),
        zones_(std::make_shared<const detail::zones_of<T, S>>(system)) {}
  /// What is no system is told so in one sentence.
  template <class S>
  requires(!std::same_as<S, model> && !zoned_system<S, T> && !lagrangian_system<S, T> &&
           !second_order_system<S, T> && !first_order_system<S, T>) explicit model(const S&) {
    static_assert(
        detail::no_system<S>,
        "this type is none of lagrangian_system, second_order_system, first_order_system: a "
        "lagrangian_system has `int dimension() const` and `template <class S> S "
        "lagrangian(std::span<const S> q, std::span<const S> v) const`; look for a missing "
        "`const` or `template`, a parameter of another type, a misspelt name");
  }
  model(std::shared_ptr<const form> formulas, std::vector<T> parameters,
        std::vector<std::string> names = {})
      : form_(std::move(formulas)), parameters_(std::move(parameters)), names_(std::move(names)) {}

  int dimension() const { return form_->dimension(); }
  system_kind kind() const { return form_->kind(); }
  const form_facts& facts() const { return form_->facts(); }
  const std::shared_ptr<const form>& formulas() const { return form_; }
  const std::vector<T>& parameters() const { return parameters_; }
  /// The names of the entries of y of a system in first-order form.
  const std::vector<std::string>& names() const { return names_; }
  /// Null where the law is the same everywhere.
  const std::shared_ptr<const zones<T>>& law_by_zone() const { return zones_; }

  /// The same system, which adds one to *count for each evaluation of its formulas in this scalar.
  model counted(std::shared_ptr<std::int64_t> count) const {
    model other = *this;
    other.count_ = std::move(count);
    return other;
  }
  const std::shared_ptr<std::int64_t>& count() const { return count_; }

  bool is_lagrangian() const { return kind() == system_kind::lagrangian; }
  bool is_first_order() const { return kind() == system_kind::first_order; }
  /// This system. Throws invalid_input unless it is of the kind that the name says.
  const model& lagrangian() const {
    return required(is_lagrangian(), "a Lagrangian system is needed here");
  }
  const model& second_order() const {
    return required(!is_first_order(), "a system M a + F = P(t) is needed here");
  }
  const model& first_order() const {
    return required(is_first_order(), "a system in first-order form is needed here");
  }

  /// True when the law changes from zone to zone and steps are to be cut where it does.
  bool splits_events() const { return zones_ != nullptr && splits_; }
  /// The same system, whose zones steps pass over.
  model without_events() const {
    model other = *this;
    other.splits_ = false;
    return other;
  }

  /// The same system with its parameters in another scalar. A system with zones has no such copy: its zones belong to T.
  template <class U>
  model<U> cast() const {
    if (zones_) {
      throw invalid_input("a system with zones cannot be converted to another scalar");
    }
    std::vector<U> values;
    values.reserve(parameters_.size());
    for (const T& p : parameters_) {
      values.push_back(scalar_cast<U>(p));
    }
    return model<U>(form_, std::move(values), names_);
  }

 private:
  const model& required(bool holds, const char* message) const {
    if (!holds) {
      throw invalid_input(message);
    }
    return *this;
  }

  std::shared_ptr<const form> form_;
  std::vector<T> parameters_;
  std::vector<std::string> names_;
  std::shared_ptr<const zones<T>> zones_;
  std::shared_ptr<std::int64_t> count_;
  bool splits_ = true;
};

/// The model of a system, or the model that it is.
template <class T, class S>
model<T> model_of(const S& system) {
  if constexpr (std::same_as<S, model<T>>) {
    return system;
  } else {
    return model<T>(system);
  }
}

/// What a system with constraints asks for in the place of a solve with its mass matrix (mechanics/constrained.hpp).
template <class T>
class constrained_motion {
 public:
  constrained_motion() = default;
  constrained_motion(const constrained_motion&) = delete;
  constrained_motion& operator=(const constrained_motion&) = delete;
  virtual ~constrained_motion() = default;
  /// v with ∂L/∂v (q, v) = p + Aᵀκ and ψ(q, v) = 0.
  virtual solve_report velocity(std::span<const T> q, std::span<const T> p, const T& t,
                                std::span<T> v) = 0;
  /// The same v, and ∂L/∂q + F + Aᵀλ.
  virtual solve_report flow(std::span<const T> q, std::span<const T> p, const T& t, std::span<T> v,
                            std::span<T> force) = 0;
  /// a with d/dt ∂L/∂v = ∂L/∂q + F + Aᵀλ and dψ/dt = 0.
  virtual solve_report acceleration(std::span<const T> q, std::span<const T> v, const T& t,
                                    std::span<T> a) = 0;
  /// λ of the last flow() or acceleration().
  virtual const vector<T>& multipliers() const = 0;
};

/// Makes it for the scalars that the library is compiled for (lib/mechanics/constrained.cpp).
template <class T>
struct constrained_motion_maker {
  static std::unique_ptr<constrained_motion<T>> make(const model<T>& /*system*/) {
    throw invalid_input("constraints: the library is not compiled for this scalar");
  }
};

/// The values of a model's formulas. A value with work space: keep it, ask it. All spans have the length n. Run-time MPFR:
/// results have the working precision of the time at which a part is first asked for; a part asked for in another
/// precision is made anew.
template <class T>
class evaluation {
 public:
  explicit evaluation(model<T> system) : system_(std::move(system)), n_(system_.dimension()) {
    if (system_.formulas()->constraints() > 0) {
      constrained_ = constrained_motion_maker<T>::make(system_);
    }
    special_ = constrained_ != nullptr || system_.law_by_zone() != nullptr;
  }
  evaluation(const evaluation& other) : evaluation(other.system_) {}
  evaluation(evaluation&&) noexcept;
  evaluation& operator=(const evaluation& other) { return *this = evaluation(other); }
  evaluation& operator=(evaluation&&) noexcept;
  ~evaluation();

  int dimension() const { return n_; }
  const model<T>& system() const { return system_; }

  /// The time at which formulas that contain it are evaluated; 0 at first.
  void set_time(const T& t) { time_ = t; }

  T lagrangian(std::span<const T> q, std::span<const T> v) {
    return run(form_part::lagrangian, q, v).result(0);
  }
  /// dq = ∂L/∂q + F, dv = ∂L/∂v.
  void gradient(std::span<const T> q, std::span<const T> v, std::span<T> dq, std::span<T> dv) {
    const runner<T>& r = run(form_part::gradient, q, v);
    take(r, 0, dq);
    take(r, n_, dv);
  }
  void second_derivatives(std::span<const T> q, std::span<const T> v, lagrangian_hessian<T>& h) {
    const runner<T>& r = run(form_part::second_derivatives, q, v);
    take(r, 2 * n_, h.qq);
    take(r, 2 * n_ + n_ * n_, h.qv);
    take(r, 2 * n_ + 2 * n_ * n_, h.vv);
  }
  void momentum(std::span<const T> q, std::span<const T> v, std::span<T> p) {
    take(run(form_part::momentum, q, v), 0, p);
  }
  /// ∂²L/∂v∂v, or ∂(M a + F)/∂a.
  void mass(std::span<const T> q, std::span<const T> v, matrix<T>& m) {
    take(run(form_part::mass, q, v), 0, m);
  }
  /// r = M a + F.
  void equation(std::span<const T> q, std::span<const T> v, std::span<const T> a, std::span<T> r);
  /// The derivatives of M a + F with respect to q and v.
  void equation_slopes(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                       matrix<T>& eq, matrix<T>& ev) {
    const runner<T>& r = run(form_part::equation_slopes, q, v, a);
    take(r, 0, eq);
    take(r, n_ * n_, ev);
  }
  /// P(t). Zero for a system with zones: see equation().
  void load(const T& t, std::span<T> p) {
    if (system_.law_by_zone()) {
      for (T& entry : p) {
        entry = T(0);
      }
      return;
    }
    set_time(t);
    runner<T>& r = ready(form_part::load);
    set_copy(r.input(inputs().t()), time_);
    r.run(position_stage);
    take(r, 0, p);
  }
  T energy(std::span<const T> q, std::span<const T> v) {
    return run(form_part::energy, q, v).result(0);
  }
  /// dy = f(y) of a system in first-order form.
  void field(std::span<const T> y, std::span<T> dy) {
    runner<T>& r = ready(form_part::field);
    put_vector(r, inputs().q(0), y);
    set_copy(r.input(inputs().t()), time_);
    r.run(position_stage);
    take(r, 0, dy);
  }

  /// v with ∂L/∂v (q, v) = p. One linear solve where L is quadratic in v, otherwise Newton's iteration from v = 0, whose
  /// steps are halved where they go too far.
  /// Not ok where the mass matrix is singular or not finite.
  solve_report velocity(std::span<const T> q, std::span<const T> p, std::span<T> v);

  /// v and ∂L/∂q + F at (q, p): Hamilton's equations. Where L is quadratic in v, one run of what depends on q serves both.
  solve_report hamiltonian_flow(std::span<const T> q, std::span<const T> p, std::span<T> v,
                                std::span<T> force);

  /// The equations of a system with constraints; null for others.
  constrained_motion<T>* constrained() { return constrained_.get(); }

  /// a with M a + F = P(t). Not ok where the mass matrix is singular or not finite.
  solve_report acceleration(std::span<const T> q, std::span<const T> v, const T& t, std::span<T> a);
  /// The same where the last call was velocity() at this q, and it was ok: M is not factored again where it depends on q
  /// alone.
  solve_report acceleration_after_velocity(std::span<const T> q, std::span<const T> v, const T& t,
                                           std::span<T> a);

  /// The runner of a part, its parameters in place and their stage run: for schemes that feed it themselves.
  runner<T>& part(form_part which) { return ready(which); }
  /// The runner of a part, run at this point and the time that was set; `a` may be empty where the part does not need it.
  const runner<T>& values(form_part which, std::span<const T> q, std::span<const T> v,
                          std::span<const T> a = {}) {
    return run(which, q, v, a);
  }

  /// M, C, K at q = v = 0 of a system whose facts say that it is linear; nothing for others.
  std::optional<second_order_matrices<T>> linear();

 private:
  const form_inputs& inputs() const { return system_.formulas()->inputs(); }

  /// The runner of a part with its parameters in place.
  runner<T>& ready(form_part which);
  const runner<T>& run(form_part which, std::span<const T> q, std::span<const T> v,
                       std::span<const T> a = {});
  /// The evaluation of the law of the zone in which (x, v) is; null for a system without zones.
  evaluation* law_here(std::span<const T> x, std::span<const T> v);
  static void put_vector(runner<T>& r, int first, std::span<const T> x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      set_copy(r.input(first + static_cast<int>(i)), x[i]);
    }
  }
  static void take(const runner<T>& r, int first, std::span<T> x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      set_copy(x[i], r.result(first + static_cast<int>(i)));
    }
  }
  void take(const runner<T>& r, int first, matrix<T>& m) const {
    m.resize(n_, n_);
    for (int i = 0; i < n_; ++i) {
      for (int k = 0; k < n_; ++k) {
        set_copy(m(i, k), r.result(first + i * n_ + k));
      }
    }
  }
  /// log2 of the largest entry, of dual numbers by their value alone.
  static double log2_value(const vector<T>& x) {
    if constexpr (is_dual<T>::value) {
      double largest = -std::numeric_limits<double>::infinity();
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        const double size = log2_magnitude(x[i].value);
        largest = size <= largest ? largest : size;
      }
      return largest;
    } else {
      return log2_magnitude(x, x.size());
    }
  }
  /// velocity() by Newton's iteration from v.
  solve_report velocity_near(std::span<const T> q, std::span<const T> p, std::span<T> v);
  /// x with M x = b, where M is made of the first n² results. Not ok where M is singular, or M or b not finite.
  solve_report solve_mass(const runner<T>& r, const vector<T>& b, std::span<T> x);
  /// The same with the factors of the last call.
  solve_report solve_by_factors(const vector<T>& b, std::span<T> x);
  /// Runs the part of M and the forces; right_ is what M q̈ is.
  const runner<T>& run_acceleration(std::span<const T> q, std::span<const T> v, const T& t);

  static constexpr std::size_t parts = static_cast<std::size_t>(form_part::quantity_rates) + 1;

  model<T> system_;
  int n_;
  T time_{0};
  std::array<std::unique_ptr<runner<T>>, parts> runners_;
  std::array<int, parts> bits_{};
  std::map<int, std::unique_ptr<evaluation>> laws_;
  std::unique_ptr<constrained_motion<T>> constrained_;
  bool special_ = false;  ///< it has zones or constraints
  matrix<T> mass_;
  vector<T> right_;
  vector<T> solution_;
  vector<T> term_;
  lu_factors<T> factors_;
  int factored_bits_ = 0;  ///< of so many bits the factors of a constant mass are there; 0: none
};

template <class T>
solve_report evaluation<T>::velocity(std::span<const T> q, std::span<const T> p, std::span<T> v) {
  right_.resize(n_);
  if (system_.facts().velocity_by_mass) {
    runner<T>& r = ready(form_part::legendre);
    put_vector(r, inputs().q(0), q);
    set_copy(r.input(inputs().t()), time_);
    r.run(position_stage);
    for (int i = 0; i < n_; ++i) {
      set_difference(right_[i], p[static_cast<std::size_t>(i)], r.result(n_ * n_ + i));
    }
    return solve_mass(r, right_, v);
  }
  if (constrained_) {
    return constrained_->velocity(q, p, time_, v);
  }
  for (T& entry : v) {
    entry = T(0);
  }
  const solve_report from_rest = velocity_near(q, p, v);
  if (from_rest.outcome != solve_outcome::singular &&
      from_rest.outcome != solve_outcome::not_finite) {
    return from_rest;
  }
  // L = v⁴ has no mass at rest, L = log v no value
  for (const int power : {0, 4, -4, 8, -8}) {
    const T factor(1 << std::abs(power));
    for (int i = 0; i < n_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      v[k] = power < 0 ? T(p[k] / factor) : T(p[k] * factor);
    }
    if (const solve_report report = velocity_near(q, p, v); report.ok()) {
      return report;
    }
  }
  return from_rest;
}

template <class T>
solve_report evaluation<T>::velocity_near(std::span<const T> q, std::span<const T> p,
                                          std::span<T> v) {
  // Many iterations are halvings: near the speed of light each correction goes half the way to it.
  constexpr int most_iterations = 1000;
  constexpr double floor_bits = 12;
  detail::correction_judge judge(scalar_traits<T>::bits());
  solve_report report;
  double before = std::numeric_limits<double>::infinity();
  bool at_floor = false;
  term_.resize(n_);
  for (report.iterations = 1; report.iterations <= most_iterations; ++report.iterations) {
    momentum(q, v, view(right_));
    for (int i = 0; i < n_; ++i) {
      right_[i] -= p[static_cast<std::size_t>(i)];
    }
    const double norm = log2_value(right_);
    report.residual = std::exp2(norm);
    if (!is_dual<T>::value && norm == -std::numeric_limits<double>::infinity()) {
      return report;  // tangents may be left where the values have none
    }
    if (report.iterations > 1 && !at_floor &&
        !(norm <= before)) {  // too far, or where L is not defined: half the way
      for (int i = 0; i < n_; ++i) {
        term_[i] /= T(2);
        v[static_cast<std::size_t>(i)] += term_[i];
      }
      judge = detail::correction_judge(scalar_traits<T>::bits());
      continue;
    }
    before = norm;
    const runner<T>& r = run(form_part::mass, q, v);
    const solve_report solved = solve_mass(r, right_, view(term_));
    if (!solved.ok()) {
      report.outcome = solved.outcome;
      return report;
    }
    for (int i = 0; i < n_; ++i) {
      v[static_cast<std::size_t>(i)] -= term_[i];
      right_[i] = v[static_cast<std::size_t>(i)];
    }
    const double size = log2_magnitude(term_, n_);
    const double largest = log2_magnitude(right_, n_);
    at_floor = size < largest + 1 - scalar_traits<T>::bits() + floor_bits;
    switch (judge.judge(size, largest, [&] { return largest; })) {
      case detail::correction_judge::verdict::converged:
        report.outcome = solve_outcome::converged;
        return report;
      case detail::correction_judge::verdict::floor:
        report.outcome = solve_outcome::roundoff_floor;
        return report;
      default:
        break;
    }
  }
  report.outcome = solve_outcome::stagnated;
  return report;
}

template <class T>
solve_report evaluation<T>::hamiltonian_flow(std::span<const T> q, std::span<const T> p,
                                             std::span<T> v, std::span<T> force) {
  if (!system_.facts().velocity_by_mass) {
    if (constrained_) {
      return constrained_->flow(q, p, time_, v, force);
    }
    const solve_report report = velocity(q, p, v);
    if (report.ok()) {
      take(run(form_part::gradient, q, v), 0, force);
    }
    return report;
  }
  runner<T>& r = ready(form_part::flow);
  put_vector(r, inputs().q(0), q);
  set_copy(r.input(inputs().t()), time_);
  r.run(position_stage);
  if constexpr (std::floating_point<T>) {
    const auto right = [&](int i) {
      return p[static_cast<std::size_t>(i)] - r.result(n_ * n_ + i);
    };
    if (n_ <= 2 && detail::solve_few(r, n_, right(0), right(n_ - 1), v)) {
      put_vector(r, inputs().v(0), v);
      r.run(velocity_stage);
      take(r, n_ * (n_ + 1), force);
      return {};
    }
  }
  right_.resize(n_);
  for (int i = 0; i < n_; ++i) {
    set_difference(right_[i], p[static_cast<std::size_t>(i)], r.result(n_ * n_ + i));
  }
  const solve_report report = solve_mass(r, right_, v);
  if (report.ok()) {
    put_vector(r, inputs().v(0), v);
    r.run(velocity_stage);
    take(r, n_ * (n_ + 1), force);
  }
  return report;
}

template <class T>
solve_report evaluation<T>::acceleration(std::span<const T> q, std::span<const T> v, const T& t,
                                         std::span<T> a) {
  if (special_) {
    return constrained_ ? constrained_->acceleration(q, v, t, a)
                        : law_here(q, v)->acceleration(q, v, t, a);
  }
  return solve_mass(run_acceleration(q, v, t), right_, a);
}

template <class T>
solve_report evaluation<T>::acceleration_after_velocity(std::span<const T> q, std::span<const T> v,
                                                        const T& t, std::span<T> a) {
  if (!system_.facts().velocity_by_mass || system_.law_by_zone()) {
    return acceleration(q, v, t, a);
  }
  const runner<T>& r = run_acceleration(q, v, t);
  if constexpr (std::floating_point<T>) {
    if (n_ <= 2) {  // velocity() has left no factors
      return solve_mass(r, right_, a);
    }
  }
  return solve_by_factors(right_, a);
}

template <class T>
const runner<T>& evaluation<T>::run_acceleration(std::span<const T> q, std::span<const T> v,
                                                 const T& t) {
  term_.resize(n_);
  load(t, view(term_));
  const runner<T>& r = run(form_part::acceleration, q, v);
  right_.resize(n_);
  for (int i = 0; i < n_; ++i) {
    set_difference(right_[i], term_[i], r.result(n_ * n_ + i));
  }
  return r;
}

template <class T>
std::optional<second_order_matrices<T>> evaluation<T>::linear() {
  if (!system_.facts().linear || system_.law_by_zone()) {
    return std::nullopt;
  }
  const vector<T> zero = vector<T>::Constant(n_, T(0));
  const auto at = view(zero);
  second_order_matrices<T> m;
  mass(at, at, m.mass);
  equation_slopes(at, at, at, m.stiffness, m.damping);
  return m;
}

template <class T>
void evaluation<T>::equation(std::span<const T> q, std::span<const T> v, std::span<const T> a,
                             std::span<T> r) {
  take(run(form_part::equation, q, v, a), 0, r);
  if (evaluation* law =
          law_here(q, v)) {  // the constant forces of a zone belong to its law, not to P(t)
    law->load(time_, view(law->term_));
    for (std::size_t i = 0; i < r.size(); ++i) {
      set_difference(r[i], r[i], law->term_[static_cast<Eigen::Index>(i)]);
    }
  }
}

template <class T>
runner<T>& evaluation<T>::ready(form_part which) {
  const auto place = static_cast<std::size_t>(which);
  auto& slot = runners_[place];
  if (!slot || (has_run_time_digits<T> && bits_[place] != scalar_traits<T>::bits())) {
    bits_[place] = scalar_traits<T>::bits();
    slot = std::make_unique<runner<T>>(system_.formulas()->part(which));
    for (std::size_t i = 0; i < system_.parameters().size(); ++i) {
      set_copy(slot->input(inputs().parameter(static_cast<int>(i))), system_.parameters()[i]);
    }
    slot->run(parameter_stage);
    slot->count_into(system_.count());
  }
  return *slot;
}

template <class T>
const runner<T>& evaluation<T>::run(form_part which, std::span<const T> q, std::span<const T> v,
                                    std::span<const T> a) {
  if (evaluation* law = law_here(q, v)) {
    return law->run(which, q, v, a);
  }
  runner<T>& r = ready(which);
  put_vector(r, inputs().q(0), q);
  put_vector(r, inputs().v(0), v);
  put_vector(r, inputs().a(0), a);
  set_copy(r.input(inputs().t()), time_);
  r.run(position_stage);
  r.run(velocity_stage);
  return r;
}

template <class T>
evaluation<T>* evaluation<T>::law_here(std::span<const T> x, std::span<const T> v) {
  const auto& by_zone = system_.law_by_zone();
  if (!by_zone) {
    return nullptr;
  }
  const int z = by_zone->zone(x, v);
  auto& found = laws_[z];
  if (!found) {
    found = std::make_unique<evaluation>(by_zone->law(z));
    found->term_.resize(n_);
  }
  found->time_ = time_;
  return found.get();
}

template <class T>
solve_report evaluation<T>::solve_mass(const runner<T>& r, const vector<T>& b, std::span<T> x) {
  if constexpr (std::floating_point<T>) {
    if (n_ <= 2 && detail::solve_few(r, n_, b[0], b[n_ - 1], x)) {
      return {};
    }
  }
  const bool is_constant = system_.facts().constant_mass;
  if (!is_constant || factored_bits_ != scalar_traits<T>::bits()) {
    factored_bits_ = 0;
    take(r, 0, mass_);
    if (!all_finite(mass_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    if (!factors_.compute(mass_)) {
      return {all_finite(b) ? solve_outcome::singular : solve_outcome::not_finite, 0, 0};
    }
    factored_bits_ = is_constant ? scalar_traits<T>::bits() : 0;
  }
  return solve_by_factors(b, x);
}

template <class T>
solve_report evaluation<T>::solve_by_factors(const vector<T>& b, std::span<T> x) {
  if (!all_finite(b)) {
    return {solve_outcome::not_finite, 0, 0};
  }
  factors_.solve(b, solution_);
  for (int i = 0; i < n_; ++i) {
    set_copy(x[static_cast<std::size_t>(i)], solution_[i]);
  }
  return {};
}

// Here, so that the extern templates below hold.
template <class T>
evaluation<T>::evaluation(evaluation&&) noexcept = default;
template <class T>
evaluation<T>& evaluation<T>::operator=(evaluation&&) noexcept = default;
template <class T>
evaluation<T>::~evaluation() = default;

// Compiled once for each scalar, in lib/mechanics/constrained.cpp.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define PLUMBLINE_CONSTRAINED(T)                                            \
  template <>                                                               \
  std::unique_ptr<constrained_motion<T>> constrained_motion_maker<T>::make( \
      const model<T>& system);
// NOLINTEND(bugprone-macro-parentheses)
#define PLUMBLINE_SCALAR(T) PLUMBLINE_CONSTRAINED(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_CONSTRAINED(double_double)
PLUMBLINE_CONSTRAINED(tangent_number<double>)
PLUMBLINE_CONSTRAINED(tangent_number<mp>)
#undef PLUMBLINE_CONSTRAINED

// Compiled once for each scalar, in lib/mechanics/model.cpp.
#define PLUMBLINE_SCALAR(T) extern template class evaluation<T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class evaluation<double_double>;
extern template class evaluation<tangent_number<double>>;
extern template class evaluation<tangent_number<mp>>;

}  // namespace plumbline
