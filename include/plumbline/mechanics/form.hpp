// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is integrated, without a scalar: the formulas of a system as a graph, the programs that follow from them, and the
// facts that can be read off them. A form is made once, from a C++ template (mechanics/record.hpp), and serves every
// scalar (mechanics/model.hpp).
//
// A system is one of three:
//
//   lagrangian    L(q, v, t):  d/dt ∂L/∂v = ∂L/∂q
//   second order  M(x, v) a + F(x, v) = P(t)                                                                    (NX (1))
//   first order   y′ = f(y, t)
//
// A Lagrangian system is also one of second order, with E = M a + F = d/dt ∂L/∂v − ∂L/∂q, M = ∂²L/∂v∂v: all schemes for
// the second kind integrate it.
#pragma once

#include <plumbline/math/program.hpp>

#include <map>
#include <memory>
#include <mutex>
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
  lagrangian,          ///< L
  gradient,            ///< ∂L/∂q, ∂L/∂v
  second_derivatives,  ///< ∂L/∂q, ∂L/∂v, ∂²L/∂q∂q, ∂²L/∂q∂v, ∂²L/∂v∂v
  momentum,            ///< ∂L/∂v
  mass,                ///< M = ∂²L/∂v∂v, or ∂(M a + F)/∂a
  legendre,            ///< M and ∂L/∂v at v = 0: of position stage where L is quadratic in v
  flow,                ///< M, ∂L/∂v at v = 0, and ∂L/∂q: Hamilton's equations
  force,               ///< ∂L/∂q at v = 0, of position stage
  force_slopes,        ///< ∂L/∂q and ∂²L/∂q∂q at v = 0, of position stage
  equation,            ///< E = M a + F
  equation_slopes,     ///< ∂E/∂q, ∂E/∂v
  acceleration,        ///< M, and E at a = 0
  load,                ///< P(t)
  energy,              ///< ∂L/∂v·v − L, or what the system says
  field,               ///< f(y), with y in the inputs q
  quotient  ///< n = 1: (V(b) − V(a))/(b − a) for a = q, b = v, and its derivative by b
};

/// What follows from the form of L alone, whatever the values of the parameters.
struct form_facts {
  bool quadratic = false;      ///< L is quadratic in v: its momentum is M(q) v + b(q)
  bool constant_mass = false;  ///< M depends on parameters only
  bool separable = false;      ///< L = ½ v'M v − V(q) with constant M
  bool linear = false;         ///< L = ½ v'M v − ½ q'K q
  bool autonomous = false;     ///< time does not occur
  std::vector<int> cyclic;  ///< coordinates that do not occur, from 0: their momenta are constant
};

enum class system_kind { lagrangian, second_order, first_order };

class form {
 public:
  /// Nodes of `g`. `lagrangian`: {L}. `second_order`: {E_1 … E_n, P_1 … P_n, energy}, P of parameters and t alone.
  /// `first_order`: {f_1 … f_n, energy}. Throws invalid_input when an input occurs that the form does not have.
  form(system_kind kind, form_inputs inputs, std::shared_ptr<graph> g, std::vector<node_id> nodes);

  system_kind kind() const { return kind_; }
  const form_inputs& inputs() const { return inputs_; }
  int dimension() const { return inputs_.n; }
  const form_facts& facts() const { return facts_; }

  /// The program of a part, made when it is first asked for. Safe from several threads. Throws invalid_input for a part
  /// that a system of this kind does not have.
  std::shared_ptr<const program> part(form_part which) const;
  /// False where the potential has an operation without a rule for difference quotients (math/difference_quotient.hpp).
  bool has_quotient() const;

 private:
  std::vector<node_id> nodes_of(form_part which) const;
  std::vector<node_id> momenta() const;
  std::vector<node_id> euler_lagrange() const;
  std::vector<node_id> slopes(const std::vector<node_id>& functions, int first) const;
  void find_facts();

  system_kind kind_;
  form_inputs inputs_;
  std::shared_ptr<graph> graph_;  // grows by the derivatives; under the lock
  std::vector<node_id> nodes_;
  form_facts facts_;
  mutable std::mutex lock_;
  mutable std::map<form_part, std::shared_ptr<const program>> programs_;
};

}  // namespace plumbline
