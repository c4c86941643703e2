// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Galerkin variational integrators of any degree (QL section 3, TOP section 2; Marsden & West 2001, 1.6).
//
// Within a step the motion is a polynomial of degree s through q_0 … q_s at the control nodes d_a, and the
// action is a quadrature (c_i, b_i):
//
//   L_d(q_0 … q_s) = h Σ_i b_i L(Q_i, V_i),  Q_i = Σ_a φ_a(c_i) q_a,  V_i = (1/h) Σ_a φ_a′(c_i) q_a
//
//   p_0 + ∂L_d/∂q_0 = 0,   ∂L_d/∂q_a = 0  (0 < a < s),   p_1 = ∂L_d/∂q_s
//
// Where there are generalised forces, ∂L/∂q + F takes the place of ∂L/∂q: the discrete Lagrange–d'Alembert principle with
// the forces in the same quadrature (Marsden & West 2001, 3.2). In formulas with time, L and F are taken at t_0 + c_i h.
//
// Without forces every choice is symplectic and keeps the momenta of cyclic coordinates; symmetric nodes and quadrature
// make it symmetric. With a quadrature of order u at s points or more the order is min(2s, u, 2(u − s + 1)), whatever the
// control nodes: Gauss and Lobatto points have 2s.
//
// Three decisions keep all digits:
//  * the unknowns are the increments u_a = q_a − q_0, 1 ≤ a ≤ s, so that angles that have grown large do
//    not cost digits;
//  * the equations are ordered p_0 + ∂L_d/∂q_0, ∂L_d/∂q_1 …, with only gradients and Hessians of L;
//  * since Σ φ_a = 1 and Σ φ_a′ = 0, the equations sum to p_1 = p_0 + h Σ b_i ∂L/∂q(Q_i, V_i), which is
//    how p_1 is computed: where ∂L/∂q vanishes, the momentum is kept bit for bit.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/mechanics/legendre.hpp>  // energy, momentum: what users of a scheme ask for
#include <plumbline/scalar/product_sum.hpp>
#include <plumbline/schemes/galerkin_fractions.hpp>
#include <plumbline/schemes/galerkin_jacobian.hpp>
#include <plumbline/schemes/galerkin_points.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <cmath>
#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

namespace plumbline {

/// Polynomial degree, control nodes and quadrature as numbers: all that the engine needs to know.
template <class T>
struct galerkin_tableau {
  scheme_info info;
  vector<T> nodes;        ///< d_a, s + 1 of them, from 0 to 1
  quadrature<T> rule;     ///< c_i, b_i
  matrix<T> values;       ///< φ_a(c_i), row i, column a
  matrix<T> derivatives;  ///< φ_a′(c_i)

  int degree() const { return static_cast<int>(nodes.size()) - 1; }
};

template <class To, class From>
galerkin_tableau<To> scalar_cast(const galerkin_tableau<From>& t) {
  return {t.info,
          scalar_cast<To>(t.nodes),
          {scalar_cast<To>(t.rule.nodes), scalar_cast<To>(t.rule.weights)},
          scalar_cast<To>(t.values),
          scalar_cast<To>(t.derivatives)};
}

/// The method with Lobatto control nodes of the given degree and any quadrature on [0, 1].
template <class T>
galerkin_tableau<T> galerkin(int degree, quadrature<T> rule, scheme_info info) {
  const vector<T> nodes = lobatto_quadrature<T>(degree).nodes;
  const auto points = rule.nodes.size();
  galerkin_tableau<T> t{std::move(info), nodes, std::move(rule), matrix<T>(points, degree + 1),
                        matrix<T>(points, degree + 1)};
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto at = lagrange_basis<T>(nodes, t.rule.nodes[i]);
    t.values.row(i) = at.value.transpose();
    t.derivatives.row(i) = at.derivative.transpose();
  }
  return t;
}

namespace detail {
inline scheme_info galerkin_info(std::string name, std::string summary, int degree,
                                 std::string reference) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .order = 2 * degree,
          .symmetric = true,
          .symplectic = true,
          .conserves = {.momenta = true},
          .formula =
              "p_0 + dL_d/dq_0 = 0, dL_d/dq_a = 0, p_1 = dL_d/dq_s; "
              "L_d = h sum b_i L(sum phi_a(c_i) q_a, sum phi_a'(c_i) q_a / h)",
          .reference = std::move(reference)};
}
}  // namespace detail

/// s + 1 Lobatto points, order 2s. Degree 2 is Simpson's rule; degree 1 is leapfrog for constant mass.
/// Throws invalid_input unless 1 <= degree.
template <class T>
galerkin_tableau<T> lobatto(int degree) {
  return galerkin<T>(
      degree, lobatto_quadrature<T>(degree),
      detail::galerkin_info("lobatto", "Galerkin variational integrator, Lobatto quadrature",
                            degree, "Marsden & West 2001, 2.6.4; QL section 3 for degree 2"));
}

/// s Gauss points, order 2s. Degree 1 is the implicit midpoint rule.
/// Throws invalid_input unless 1 <= degree.
template <class T>
galerkin_tableau<T> galerkin_gauss(int degree) {
  return galerkin<T>(
      degree, gauss_quadrature<T>(degree),
      detail::galerkin_info("galerkin-gauss", "Galerkin variational integrator, Gauss quadrature",
                            degree, "Marsden & West 2001, 2.6.4"));
}

/// Simpson's variational integrator: quadratic polynomials, Simpson's rule, order 4 (QL (18), (25)).
template <class T>
galerkin_tableau<T> simpson() {
  auto t = lobatto<T>(2);
  t.info.name = "simpson";
  t.info.summary = "Simpson's variational integrator";
  t.info.reference = "QL section 3; TOP section 2";
  return t;
}

/// The variational midpoint rule: linear motion, one Gauss point, order 2 (QL (9)).
template <class T>
galerkin_tableau<T> midpoint() {
  auto t = galerkin_gauss<T>(1);
  t.info.name = "midpoint";
  t.info.summary = "the variational midpoint rule";
  t.info.reference = "QL section 2";
  t.info.leading_energy = "-(v'V''v + V'.(1/M)V')/24";
  return t;
}

namespace detail {

/// The equations of one step for the increments, for newton_ladder; the outputs are the impulse p_1 − p_0. Work space is
/// allocated once.
template <class T>
class galerkin_equations {
 public:
  galerkin_equations(galerkin_tableau<T> tableau, model<T> system)
      : tableau_(std::move(tableau)),
        system_(std::move(system)),
        n_(system_.dimension()),
        s_(tableau_.degree()),
        points_(static_cast<int>(tableau_.rule.nodes.size())),
        derivatives_(system_.lagrangian()),
        launch_(system_),
        nodes_(static_cast<std::size_t>(points_), gradient_at_node<T>(system_)),
        force_weights_(points_),
        slopes_(points_, s_ + 1),
        force_values_(points_, s_ + 1),
        weights_(points_, s_ + 1),
        moves_(static_cast<std::size_t>(points_)),
        position_units_(static_cast<std::size_t>(points_)),
        position_terms_(static_cast<std::size_t>(points_)),
        velocity_terms_(static_cast<std::size_t>(points_)),
        gradients_(static_cast<std::size_t>(2 * points_ * n_), T(0)),
        jacobian_(tableau_.values, tableau_.derivatives, existing_derivatives(system_), n_),
        fractions_(tableau_.values, tableau_.derivatives, tableau_.rule.weights, n_) {
    for (int i = 0; i < points_; ++i) {
      for (int a = 0; a <= s_; ++a) {
        weights_(i, a) = tableau_.rule.weights[i] * tableau_.derivatives(i, a);
        if (a > 0 && has_value(i, a)) {
          moves_[static_cast<std::size_t>(i)] = true;
          if (tableau_.values(i, a) == T(1)) {
            position_units_[static_cast<std::size_t>(i)].push_back(unknowns_of(a));
          } else {
            position_terms_[static_cast<std::size_t>(i)].push_back({entry(i, a), unknowns_of(a)});
          }
        }
        if (a > 0 && has_slope(i, a)) {
          velocity_terms_[static_cast<std::size_t>(i)].push_back({entry(i, a), unknowns_of(a)});
        }
      }
    }
    plan_equations();
    if (fractions_.exist() &&
        !jacobian_.use_fractions(tableau_.values, tableau_.derivatives, tableau_.rule.weights)) {
      fractions_ = {matrix<T>(0, 1), matrix<T>(0, 1), vector<T>(), 0};
    }
    if constexpr (in_lanes) {
      jacobian_.prepare();
      points_in_lanes_ = galerkin_points(
          tableau_.values, tableau_.derivatives, system_,
          jacobian_.in_one_stage() ? existing_derivatives(system_) : std::vector<char>());
    }
  }

  /// The start of the step.
  void set(const phase_point<T>& start, const T& h, const T& t = T(0)) {
    start_.q.resize(n_);
    start_.p.resize(n_);
    copy_entries(start_.q, start.q);
    copy_entries(start_.p, start.p);
    t_ = t;
    set_step(h);
  }
  /// The same for a step of a finer scalar.
  template <class T2>
  void set_converted(const phase_point<T2>& start, const T2& h, const T2& t) {
    convert_into(start_.q, start.q);
    convert_into(start_.p, start.p);
    t_ = plumbline::scalar_cast<T>(t);
    set_step(plumbline::scalar_cast<T>(h));
  }

  /// Whether a step begins where the last one did and is nearly, but not quite, as long.
  bool is_beside(const phase_point<T>& start, const T& h, const T& t) const {
    if constexpr (is_dual<T>::value) {  // they compare by their values alone
      return false;
    } else {
      using std::abs;
      const int bits = scalar_traits<T>::bits();
      if (bits_ != bits || start_.q.size() != start.q.size() || start_.p.size() != start.p.size() ||
          !(start_.q == start.q) || !(start_.p == start.p) || !(t == t_) || h == h_) {
        return false;
      }
      // a pass gains the bits in which the lengths agree; with more passes than these a new Jacobian costs less
      constexpr int most_passes = 5;
      T nearly(0);
      set_scaled(nearly, T(abs(h)), -bits / most_passes);
      return T(abs(T(h - h_))) < nearly;
    }
  }

  int size() const { return n_ * s_; }
  int outputs() const { return n_; }

  /// Motion with the initial acceleration.
  void guess(vector<T>& u) {
    launch_.from(start_, t_);
    u.resize(size());
    for (int a = 1; a <= s_; ++a) {
      const T time = tableau_.nodes[a] * h_;
      const T half_square = time * time / 2;
      for (int k = 0; k < n_; ++k) {
        u[(a - 1) * n_ + k] =
            time * launch_.velocity()[k] + half_square * launch_.acceleration()[k];
      }
    }
  }

  void evaluate(const vector<T>& u, vector<T>& r, movement m) {
    if constexpr (in_lanes) {
      if (points_in_lanes_.exist()) {
        points_in_lanes_.evaluate(start_, u, r, m);
        return;
      }
    }
    begin_at(u);
    for (int i = 0; i < points_; ++i) {
      gradient_at_node<T>& node = nodes_[static_cast<std::size_t>(i)];
      if (m == movement::free || moves_[static_cast<std::size_t>(
                                     i)]) {  // the left end of a Lobatto rule stays where it is
        locate(u, i, node);
        if (m == movement::free && i > 0) {
          node.run_position_beside(nodes_[0]);
        } else {
          node.run_position(m);
        }
      } else {
        locate_velocity(u, i, node);
      }
      node.run_velocity(m);
      keep(i, node);
    }
    add_up(r);
  }

  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& j) {
    if constexpr (in_lanes) {
      if (points_in_lanes_.exist()) {
        linearize_in_lanes(points_in_lanes_, u, r, j);
        return;
      }
    }
    jacobian_.prepare();
    begin_at(u);
    for (int i = 0; i < points_; ++i) {
      if (!system_.facts().autonomous) {
        derivatives_.t() = t_ + h_ * tableau_.rule.nodes[i];
      }
      locate(u, i, derivatives_);
      derivatives_.run_beside(nodes_[static_cast<std::size_t>(i)]);
      keep(i, derivatives_);
      for (const int k : jacobian_.used()) {
        keep_second(i, k);
      }
    }
    add_up(r);
    set_jacobian_step();
    jacobian_.add_up(j);
  }

  /// See displacement_scale().
  double floor_scale(const vector<T>& u) const {
    return std::fmax(log2_magnitude(u, size()), displacement_scale(system_, start_.q));
  }

  template <class C>
  galerkin_equations<C> in_scalar() const {
    return {plumbline::scalar_cast<C>(tableau_), system_.template cast<C>()};
  }
  template <class C>
  void pose(galerkin_equations<C>& other) const {
    other.set_converted(start_, h_, t_);
  }

  /// q_1 and p_1 from the solved increments and the impulse.
  void update(const vector<T>& u, const vector<T>& impulse, phase_point<T>& z) {
    for (int k = 0; k < n_; ++k) {
      set_sum(z.p[k], start_.p[k], impulse[k]);
      set_sum(z.q[k], start_.q[k], u[(s_ - 1) * n_ + k]);
    }
  }

  const galerkin_tableau<T>& tableau() const { return tableau_; }
  int dimension() const { return n_; }
  const phase_point<T>& start() const { return start_; }

 private:
  bool has_value(int i, int a) const { return !(tableau_.values(i, a) == T(0)); }
  bool has_slope(int i, int a) const { return !(weights_(i, a) == T(0)); }

  /// The unknowns of a control node, from this one on, times an entry of values or slopes.
  struct node_term {
    std::size_t entry;
    std::size_t unknown;
  };
  std::size_t entry(int i, int a) const {
    const int place = i + a * points_;
    return static_cast<std::size_t>(place);
  }
  std::size_t unknowns_of(int a) const {
    const int first = (a - 1) * n_;
    return static_cast<std::size_t>(first);
  }
  /// Of the equation a, or of the impulse (a = s): ∂L/∂q or ∂L/∂v at a point, by its weight.
  struct equation_term {
    int equation;
    int point;
    variable by;
  };
  std::size_t gradient_at(int i, variable by) const {
    const int first = (2 * i + (by == variable::q ? 0 : 1)) * n_;
    return static_cast<std::size_t>(first);
  }
  void plan_equations() {
    for (int a = 0; a <= s_; ++a) {
      first_term_.push_back(equation_terms_.size());
      for (int i = 0; i < points_; ++i) {
        if (a == s_ || has_value(i, a)) {
          equation_terms_.push_back({a, i, variable::q});
          equation_gradients_.push_back(gradient_at(i, variable::q));
        }
        if (a < s_ && has_slope(i, a)) {
          equation_terms_.push_back({a, i, variable::v});
          equation_gradients_.push_back(gradient_at(i, variable::v));
        }
      }
    }
    first_term_.push_back(equation_terms_.size());
    equation_weights_.resize(equation_terms_.size(), T(0));
  }

  /// The weights that depend on h, and the times of the points.
  void set_step(const T& h) {
    // dual numbers compare by their values alone, so their weights are always made anew
    if (is_dual<T>::value || bits_ != scalar_traits<T>::bits() || !(h == h_)) {
      h_ = h;
      bits_ = scalar_traits<T>::bits();
      has_jacobian_step_ = false;
      if (has_fractions()) {
        fractions_.set_step(h_);
        set_times();
        return;
      }
      for (int i = 0; i < points_; ++i) {
        force_weights_[i] = h_ * tableau_.rule.weights[i];
        for (int a = 0; a <= s_; ++a) {
          slopes_(i, a) = tableau_.derivatives(i, a) / h_;
          force_values_(i, a) = force_weights_[i] * tableau_.values(i, a);
        }
      }
      for (std::size_t k = 0; k < equation_terms_.size(); ++k) {
        const equation_term& term = equation_terms_[k];
        equation_weights_[k] = term.by == variable::v ? weights_(term.point, term.equation)
                               : term.equation < s_   ? force_values_(term.point, term.equation)
                                                      : force_weights_[term.point];
      }
      if constexpr (in_lanes) {
        if (points_in_lanes_.exist()) {
          points_in_lanes_.set_step(tableau_.values, slopes_, force_values_, force_weights_,
                                    weights_);
        }
      }
    }
    set_times();
  }
  void set_times() {
    if constexpr (in_lanes) {
      points_in_lanes_.move_start();
    }
    if (!system_.facts().autonomous) {
      for (int i = 0; i < points_; ++i) {
        nodes_[static_cast<std::size_t>(i)].t() = t_ + h_ * tableau_.rule.nodes[i];
        if constexpr (in_lanes) {
          if (points_in_lanes_.exist()) {
            points_in_lanes_.set_time(i, t_ + h_ * tableau_.rule.nodes[i]);
          }
        }
      }
    }
  }

  void set_jacobian_step() {
    if (!has_jacobian_step_ && !has_fractions()) {
      jacobian_.set(tableau_.values, slopes_, force_values_, force_weights_, weights_);
      has_jacobian_step_ = true;
    }
  }
  /// A template, so that scalars without lanes do not compile it.
  template <class Points>
  void linearize_in_lanes(Points& points, const vector<T>& u, vector<T>& r, matrix<T>& j) {
    points.linearize(start_, u, r);
    if (points.has_jacobian()) {
      points.add_up(j);
      return;
    }
    for (int i = 0; i < points_; ++i) {
      for (const int k : jacobian_.used()) {
        jacobian_.second(i, k) = points.second(i, k);
      }
    }
    set_jacobian_step();
    jacobian_.add_up(j);
  }

  bool has_fractions() const { return galerkin_fractions<T>::possible && fractions_.exist(); }
  /// What all points need of the increments.
  void begin_at(const vector<T>& u) {
    if constexpr (galerkin_fractions<T>::possible) {
      if (fractions_.exist()) {
        fractions_.set_increments(u);
      }
    }
  }

  /// Q_i and V_i.
  template <class Node>
  void locate(const vector<T>& u, int i, Node& node) {
    const T* const values = tableau_.values.data();
    sum_in_use sum = sum_;
    const std::vector<std::size_t>& units = position_units_[static_cast<std::size_t>(i)];
    const std::vector<node_term>& terms = position_terms_[static_cast<std::size_t>(i)];
    for (int k = 0; k < n_; ++k) {
      const T* const unknowns = u.data() + k;
      sum.begin();
      sum.add(start_.q[k]);
      for (const std::size_t unit : units) {
        sum.add(unknowns[unit]);
      }
      add_terms(sum, terms, values, unknowns);
      sum.store(node.q(k));
    }
    locate_velocity(u, i, node);
  }
  template <class Node>
  void locate_velocity(const vector<T>& u, int i, Node& node) {
    if constexpr (galerkin_fractions<T>::possible) {
      if (fractions_.exist()) {
        for (int k = 0; k < n_; ++k) {
          fractions_.set_velocity(node.v(k), i, k);
        }
        return;
      }
    }
    const T* const slopes = slopes_.data();
    sum_in_use sum = sum_;
    const std::vector<node_term>& terms = velocity_terms_[static_cast<std::size_t>(i)];
    for (int k = 0; k < n_; ++k) {
      sum.begin();
      add_terms(sum, terms, slopes, u.data() + k);
      sum.store(node.v(k));
    }
  }
  static void add_terms(product_sum<T>& sum, const std::vector<node_term>& terms, const T* factors,
                        const T* unknowns) {
    const node_term* const t = terms.data();
    sum.add_products(
        terms.size(), [&](std::size_t k) -> const T& { return factors[t[k].entry]; },
        [&](std::size_t k) -> const T& { return unknowns[t[k].unknown]; });
  }
  /// Keeps ∂L/∂q and ∂L/∂v at the quadrature point i; h ∂L/∂q where there are fractions.
  template <class Node>
  void keep(int i, const Node& node) {
    T* const by_q = gradients_.data() + gradient_at(i, variable::q);
    T* const by_v = by_q + n_;
    for (int k = 0; k < n_; ++k) {
      if (has_fractions()) {
        set_product(by_q[k], node.dq(k), fractions_.step());
      } else {
        set_copy(by_q[k], node.dq(k));
      }
      set_copy(by_v[k], node.dv(k));
    }
  }
  /// Keeps the second derivative number k at the point i; where there are fractions, h ∂²L/∂q∂q, ∂²L/∂q∂v, ∂²L/∂v∂v/h.
  void keep_second(int i, int k) {
    T& kept = jacobian_.second(i, k);
    const T& value = derivatives_.second(k);
    const int block = k / (n_ * n_);
    if (!has_fractions() || block == galerkin_block::qv || block == galerkin_block::vq) {
      set_copy(kept, value);
      return;
    }
    const int transposed = block * n_ * n_ + k % n_ * n_ + k / n_ % n_;
    if (transposed < k && &derivatives_.second(transposed) == &value) {
      set_copy(kept, jacobian_.second(i, transposed));
    } else {
      set_product(kept, value,
                  block == galerkin_block::qq ? fractions_.step() : fractions_.step_inverse());
    }
  }
  /// The equations, and the impulse, from the gradients at the points.
  void add_up(vector<T>& r) {
    r.resize(size() + n_);
    if constexpr (galerkin_fractions<T>::possible) {
      if (fractions_.exist()) {
        for (int a = 0; a <= s_; ++a) {
          for (int k = 0; k < n_; ++k) {
            fractions_.set_equation(r[a * n_ + k], a, k, start_.p[k], gradients_.data());
          }
        }
        return;
      }
    }
    sum_in_use sum = sum_;
    for (int a = 0; a <= s_; ++a) {
      const std::size_t first = first_term_[static_cast<std::size_t>(a)];
      const std::size_t last = first_term_[static_cast<std::size_t>(a) + 1];
      for (int k = 0; k < n_; ++k) {
        sum.begin();
        if (a == 0) {
          sum.add(start_.p[k]);
        }
        const T* const weights = equation_weights_.data() + first;
        const T* const gradients = gradients_.data() + k;
        const std::size_t* const places = equation_gradients_.data() + first;
        sum.add_products(
            last - first, [&](std::size_t t) -> const T& { return weights[t]; },
            [&](std::size_t t) -> const T& { return gradients[places[t]]; });
        sum.store(r[a * n_ + k]);
      }
    }
  }
  /// Which second derivatives of L are not always zero.
  static std::vector<char> existing_derivatives(const model<T>& system) {
    const auto code = system.formulas()->part(form_part::second_derivatives);
    const int n = system.dimension();
    std::vector<char> exists;
    for (int k = 0; k < galerkin_block::count * n * n; ++k) {
      const exact_number* constant = code->constant_result(2 * n + k);
      exists.push_back(constant == nullptr || constant->sign() != 0 ? 1 : 0);
    }
    return exists;
  }

  /// A sum of its own in double, which the compiler keeps in a register; otherwise the one that has its work space.
  using sum_in_use = std::conditional_t<std::floating_point<T>, product_sum<T>, product_sum<T>&>;

  static constexpr bool in_lanes = runs_in_lanes<T>;
  struct nothing {};

  galerkin_tableau<T> tableau_;
  model<T> system_;
  int n_;
  int s_;
  int points_;
  derivatives_at_point<T> derivatives_;
  launch<T> launch_;
  std::vector<gradient_at_node<T>> nodes_;
  phase_point<T> start_;
  T h_{0};
  T t_{0};
  vector<T> force_weights_;                               ///< h b_i
  matrix<T> slopes_;                                      ///< φ_a′(c_i)/h
  matrix<T> force_values_;                                ///< h b_i φ_a(c_i)
  matrix<T> weights_;                                     ///< b_i φ_a′(c_i)
  std::vector<char> moves_;                               ///< which Q_i depend on the unknowns
  std::vector<std::vector<std::size_t>> position_units_;  ///< of Q_i, for each point, with φ_a = 1
  std::vector<std::vector<node_term>> position_terms_;    ///< the others
  std::vector<std::vector<node_term>> velocity_terms_;    ///< of V_i
  std::vector<equation_term> equation_terms_;             ///< equation by equation
  std::vector<std::size_t> equation_gradients_;           ///< their gradients, by their places
  std::vector<std::size_t> first_term_;
  std::vector<T> equation_weights_;
  std::vector<T> gradients_;  ///< ∂L/∂q and ∂L/∂v at the points
  int bits_ = 0;              ///< precision of the weights
  galerkin_jacobian<T> jacobian_;
  bool has_jacobian_step_ = false;
  galerkin_fractions<T> fractions_;
  std::conditional_t<in_lanes, galerkin_points, nothing> points_in_lanes_;
  product_sum<T> sum_;
};

}  // namespace detail

/// The map of galerkin_stepper for a recorded system: compiled once for each scalar, so that a user's source does not compile
/// it again for a system of its own.
template <class T>
class galerkin_map {
 public:
  galerkin_map(galerkin_tableau<T> tableau, model<T> system);
  galerkin_map(const galerkin_map&);
  galerkin_map(galerkin_map&&) noexcept;
  galerkin_map& operator=(const galerkin_map&);
  galerkin_map& operator=(galerkin_map&&) noexcept;
  ~galerkin_map();

  const scheme_info& info() const { return ladder_.equations().tableau().info; }
  solve_report step(phase_point<T>& z, const T& t, const T& h);
  vector<T> configuration_within(const T& theta) const;

 private:
  newton_ladder<detail::galerkin_equations, T> ladder_;
  vector<T> u_;
};

template <class T>
galerkin_map<T>::galerkin_map(galerkin_tableau<T> tableau, model<T> system)
    : ladder_(detail::galerkin_equations<T>(std::move(tableau), std::move(system))) {}
template <class T>
galerkin_map<T>::galerkin_map(const galerkin_map&) = default;
template <class T>
galerkin_map<T>::galerkin_map(galerkin_map&&) noexcept = default;
template <class T>
galerkin_map<T>& galerkin_map<T>::operator=(const galerkin_map&) = default;
template <class T>
galerkin_map<T>& galerkin_map<T>::operator=(galerkin_map&&) noexcept = default;
template <class T>
galerkin_map<T>::~galerkin_map() = default;

template <class T>
solve_report galerkin_map<T>::step(phase_point<T>& z, const T& t, const T& h) {
  require_dimension(z, ladder_.equations().dimension());
  return detail::implicit_step(ladder_, u_, z, t, h);
}

template <class T>
vector<T> galerkin_map<T>::configuration_within(const T& theta) const {
  const auto& equations = ladder_.equations();
  const auto basis = lagrange_basis<T>(equations.tableau().nodes, theta);
  vector<T> q = equations.start().q;
  const auto n = q.size();
  for (Eigen::Index a = 1; a < basis.value.size(); ++a) {
    q += basis.value[a] * u_.segment((a - 1) * n, n);
  }
  return q;
}

/// One-step map of a Galerkin method for one system. A value with work space: keep it, step it.
template <class T, class System = model<T>>
class galerkin_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  /// `system` is a model, or what can be recorded as a Lagrangian system. Throws invalid_input for one with constraints.
  galerkin_stepper(galerkin_tableau<T> tableau, const System& system)
      : map_(std::move(tableau), free_model(system)) {}

  const scheme_info& info() const { return map_.info(); }

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) { return map_.step(z, T(0), h); }
  /// The same from the time t, for systems whose formulas contain it.
  solve_report step(phase_point<T>& z, const T& t, const T& h) { return map_.step(z, t, h); }

  /// Dense output: the polynomial of the last step at t_0 + θ h, 0 <= θ <= 1.
  vector<T> configuration_within(const T& theta) const { return map_.configuration_within(theta); }

 private:
  static model<T> free_model(const System& system) {
    model<T> recorded = model_of<T>(system);
    if (recorded.formulas()->constraints() > 0) {
      throw invalid_input(
          "galerkin_stepper takes no constraints: constrained_galerkin_stepper of "
          "plumbline/schemes/galerkin_constrained.hpp does");
    }
    return recorded;
  }

  galerkin_map<T> map_;
};

// Compiled once for each scalar, in lib/schemes/galerkin_engine.cpp; for numbers with tangents in tangent_engines.cpp.
extern template class detail::galerkin_equations<
    double_double>;  // a rung of the ladder, no scalar of steps
extern template class newton_ladder<detail::galerkin_equations, double_double>;
#define PLUMBLINE_ENGINE(T)                                           \
  extern template class detail::galerkin_equations<T>;                \
  extern template class newton_ladder<detail::galerkin_equations, T>; \
  extern template class galerkin_map<T>;
PLUMBLINE_ENGINE(tangent_number<double>)
PLUMBLINE_ENGINE(tangent_number<mp>)
#define PLUMBLINE_SCALAR(T)                            \
  PLUMBLINE_ENGINE(T)                                  \
  extern template galerkin_tableau<T> simpson<T>();    \
  extern template galerkin_tableau<T> midpoint<T>();   \
  extern template galerkin_tableau<T> lobatto<T>(int); \
  extern template galerkin_tableau<T> galerkin_gauss<T>(int);
#include <plumbline/scalar/for_each_scalar.def>
#undef PLUMBLINE_ENGINE

}  // namespace plumbline
