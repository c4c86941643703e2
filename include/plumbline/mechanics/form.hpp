// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is integrated, without a scalar: the formulas of a system as a graph, the programs that follow from them, and the
// facts that can be read off them. A form is made once, from a C++ template (mechanics/record.hpp), and serves every
// scalar (mechanics/model.hpp).
//
// A system is one of three:
//
//   lagrangian    L(q, v, t):  d/dt ∂L/∂v = ∂L/∂q + F(q, v, t)
//   second order  M(x, v) a + F(x, v) = P(t)                                                                    (NX (1))
//   first order   y′ = f(y, t)
//
// A Lagrangian system is also one of second order, with E = d/dt ∂L/∂v − ∂L/∂q − F, M = ∂²L/∂v∂v: all schemes for the
// second kind integrate it. Its generalised forces F are zero unless it says otherwise. Schemes see ∂L/∂q + F wherever
// they would see ∂L/∂q; for the variational ones this is the discrete Lagrange–d'Alembert principle with the forces in the
// same quadrature (Marsden & West 2001, 3.2).
//
// Besides, a form may have quantities: formulas of the state with a name of their own, such as claimed invariants. A form of
// first order may have groups of coordinates, y = (y_1 … y_m), whose fields (0 … f_g … 0) are integrated in turn
// (schemes/group_moves.hpp), and a Poisson matrix B(y), constant or linear in y, with B_ik = {y_i, y_k}.
//
// A Lagrangian system may have constraints, holonomic g(q, t) = 0 and nonholonomic ψ = A(q, t) v + a0(q, t) = 0. With
// ψ = dg/dt and A = ∂g/∂q for the holonomic ones, all m of them act alike (mechanics/constrained.hpp):
//
//   d/dt ∂L/∂v = ∂L/∂q + F + Aᵀλ,   ψ = 0
#pragma once

#include <plumbline/math/formula.hpp>
#include <plumbline/math/program.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// The numbers of the inputs of a form with n coordinates: q, v, a, t, parameters.
struct form_inputs {
  int n;
  int parameters;
  int q(int i) const { return i; }
  int v(int i) const { return n + i; }
  int a(int i) const { return 2 * n + i; }
  int t() const { return 3 * n; }
  int parameter(int i) const { return 3 * n + 1 + i; }
  int count() const { return 3 * n + 1 + parameters; }
};

/// The stages of the programs of a form: what depends on parameters alone, on q and t, on v and a.
inline constexpr int parameter_stage = 0;
inline constexpr int position_stage = 1;
inline constexpr int velocity_stage = 2;

/// What a program computes; n × n matrices row by row.
enum class form_part {
  lagrangian,  ///< L
  gradient,    ///< ∂L/∂q + F, ∂L/∂v
  second_derivatives,  ///< ∂L/∂q + F, ∂L/∂v; of these by q, the first by v, the second by v and by q
  momentum,            ///< ∂L/∂v
  mass,                ///< M = ∂²L/∂v∂v, or ∂(M a + F)/∂a
  legendre,            ///< M and ∂L/∂v at v = 0: of position stage where L is quadratic in v
  flow,                ///< M, ∂L/∂v at v = 0, and ∂L/∂q + F: Hamilton's equations
  force,               ///< ∂L/∂q at v = 0, of position stage
  force_slopes,      ///< ∂L/∂q and ∂²L/∂q∂q at v = 0, of position stage
  potential,         ///< V(q) = −L at v = 0, of position stage
  equation,          ///< E = M a + F
  equation_slopes,   ///< ∂E/∂q, ∂E/∂v
  acceleration,      ///< M, and E at a = 0
  load,              ///< P(t)
  energy,            ///< ∂L/∂v·v − L, or what the system says
  field,             ///< f(y), with y in the inputs q
  poisson,           ///< B(y), with y in the inputs q
  quotient,          ///< n = 1: (V(b) − V(a))/(b − a) for a = q, b = v, and its derivative by b
  lagrangian_slope,  ///< ∂L/∂q, without F
  generalized_force,   ///< F
  quantities,          ///< the quantities
  constraints,         ///< the holonomic ones: g, of position stage
  constraint_rates,    ///< of all: ψ (m), A (m × n), ∂ψ/∂q (m × n), ψ_q v + ψ_t (m)
  constraint_forces,   ///< c = Aᵀλ with λ in the inputs a, and ∂c/∂q
  constrained_motion,  ///< the matrix ((M, −Aᵀ), (A, 0)); then E at a = 0, and ψ_q v + ψ_t
  quantity_rates  ///< of each quantity I: dI/dt, and its parts ∂I/∂q_k v_k, ∂I/∂v_k a_k, ∂I/∂t
};

/// Coordinates, from 0, the sum of whose momenta is constant.
struct momentum_sum {
  std::vector<int> coordinates;

  /// "p1+p2"
  std::string name() const {
    std::string sum;
    for (const int k : coordinates) {
      sum += (sum.empty() ? "p" : "+p") + std::to_string(k + 1);
    }
    return sum;
  }
};

/// What follows from the form of L alone, whatever the values of the parameters.
struct form_facts {
  bool quadratic = false;      ///< L is quadratic in v: its momentum is M(q) v + b(q)
  bool constant_mass = false;  ///< M depends on parameters only
  bool separable = false;      ///< L = ½ v'M v − V(q) with constant M
  bool linear = false;         ///< L = ½ v'M v − ½ q'K q
  bool autonomous = false;     ///< time does not occur
  bool forced = false;         ///< there are generalised forces F
  bool linear_equations =
      false;  ///< the equations of motion are linear in q, v, a, up to a load P(t)
  std::vector<int>
      cyclic;  ///< coordinates k with ∂L/∂q_k + F_k = 0, from 0: their momenta are constant
  /// Those of each of these, and the sums over coordinates of which only differences occur.
  std::vector<momentum_sum> conserved_momenta;
  bool sine_force = false;  ///< L = ½ m v² + c cos q + const, with c ≠ 0 and one coordinate
  int holonomic = 0;        ///< how many constraints g(q, t) = 0 there are
  int nonholonomic = 0;     ///< how many A v + a0 = 0
  /// A constraint moves by itself (t in it, a0 ≠ 0): its force does work.
  bool working_constraints = false;
  /// L is quadratic in v and nothing constrains it: v follows from p by one solve with M.
  bool velocity_by_mass = false;

  /// The rate f_i and a coordinate y_k on which it depends.
  struct dependence {
    int rate;
    int coordinate;
  };
  int groups = 0;  ///< how many groups of coordinates a system of first order has
  /// Of groups: the first f_i that depends on a y_k of its own group. None: y_g += h f_g is the exact flow of a group.
  std::optional<dependence> within_group;
  /// Of groups: the first f_i of the first group that is not linear in a y_k of another group.
  std::optional<dependence> curved_first;
};

/// What a form may have besides its equations.
struct form_additions {
  std::vector<node_id> forces;  ///< F_1 … F_n of a Lagrangian system; empty: none
  std::vector<node_id>
      quantities;  ///< of q, v, t and parameters; of a system of first order, of y in q, and t
  std::vector<std::vector<int>> groups;       ///< of first order: each coordinate once; empty: none
  std::vector<node_id> poisson;               ///< of first order: B row by row; empty: none
  std::vector<node_id> holonomic;             ///< g of a Lagrangian system, of q, t and parameters
  std::vector<node_id> nonholonomic;          ///< ψ of a Lagrangian system, affine in v
  std::vector<std::string> constraint_names;  ///< holonomic ones first
};

enum class system_kind { lagrangian, second_order, first_order };

class form {
 public:
  /// Nodes of `g`. `lagrangian`: {L}. `second_order`: {E_1 … E_n, P_1 … P_n, energy}, P of parameters and t alone.
  /// `first_order`: {f_1 … f_n, energy}, or without the energy. Throws invalid_input when an input occurs that the form
  /// does not have.
  form(system_kind kind, form_inputs inputs, std::shared_ptr<graph> g, std::vector<node_id> nodes,
       form_additions additions = {});

  system_kind kind() const { return kind_; }
  const form_inputs& inputs() const { return inputs_; }
  int dimension() const { return inputs_.n; }
  const form_facts& facts() const { return facts_; }
  bool has_energy() const {
    return kind_ != system_kind::first_order || static_cast<int>(nodes_.size()) > inputs_.n;
  }
  int quantities() const { return static_cast<int>(additions_.quantities.size()); }
  const std::vector<std::vector<int>>& groups() const { return additions_.groups; }
  bool has_poisson() const { return !additions_.poisson.empty(); }
  /// How many constraints there are, of both kinds; fewer than coordinates.
  int constraints() const { return facts_.holonomic + facts_.nonholonomic; }
  const std::vector<std::string>& constraint_names() const { return additions_.constraint_names; }
  /// The same system with the rates of this group alone; those of the other coordinates are 0. Safe from several threads.
  std::shared_ptr<const form> of_group(int group) const;

  /// The results of a part as formulas, for people; as LaTeX where asked. Throws as part() does.
  std::vector<std::string> text_of(form_part which, const formula_style& style,
                                   bool latex = false) const;

  /// The program of a part, made when it is first asked for. Safe from several threads. Throws invalid_input for a part
  /// that a system of this kind does not have.
  std::shared_ptr<const program> part(form_part which) const;
  /// False where the potential has an operation without a rule for difference quotients (math/difference_quotient.hpp).
  bool has_quotient() const;

 private:
  std::vector<node_id> nodes_of(form_part which) const;
  /// Throws invalid_input for a part that a system of this kind does not have.
  void require_kind_of(form_part which) const;
  std::vector<node_id> at_zero(const std::vector<node_id>& functions, int first) const;
  std::vector<node_id> first_derivatives() const;
  std::vector<node_id> second_derivatives() const;
  std::vector<node_id> mass() const;
  std::vector<node_id> equation() const;
  std::vector<node_id> equation_slopes() const;
  node_id energy() const;
  std::vector<node_id> quotient() const;
  std::vector<node_id> momenta() const;
  std::vector<node_id> lagrangian_slopes() const;
  std::vector<node_id> pulls() const;
  std::vector<node_id> quantity_rates() const;
  std::vector<node_id> euler_lagrange() const;
  std::vector<node_id> velocity_constraints() const;
  std::vector<node_id> nodes_of_constraints(form_part which) const;
  void find_constraint_facts();
  std::vector<node_id> slopes(const std::vector<node_id>& functions, int first) const;
  void find_facts();
  void find_group_facts();

  system_kind kind_;
  form_inputs inputs_;
  std::shared_ptr<graph> graph_;  // grows by the derivatives; under the lock
  std::vector<node_id> nodes_;
  form_additions additions_;
  form_facts facts_;
  mutable std::mutex lock_;
  mutable std::map<form_part, std::shared_ptr<const program>> programs_;
  mutable std::map<int, std::shared_ptr<const form>> of_groups_;
};

}  // namespace plumbline
