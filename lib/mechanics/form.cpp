// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/derivatives.hpp>
#include <plumbline/math/difference_quotient.hpp>
#include <plumbline/mechanics/form.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace plumbline {

namespace {

std::vector<int> range(int first, int count) {
  std::vector<int> r(static_cast<std::size_t>(count));
  std::iota(r.begin(), r.end(), first);
  return r;
}

void append(std::vector<node_id>& to, const std::vector<node_id>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// ∂²L/∂v∂v and ∂²L/∂q∂q are symmetric: the upper triangle is the lower one, so that equal entries are one node.
std::vector<node_id> symmetric(std::vector<node_id> m, int size) {
  const auto n = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = i + 1; k < n; ++k) {
      m[i * n + k] = m[k * n + i];
    }
  }
  return m;
}

std::vector<node_id> transposed(const std::vector<node_id>& m, int size) {
  const auto n = static_cast<std::size_t>(size);
  std::vector<node_id> t(m.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      t[i * n + k] = m[k * n + i];
    }
  }
  return t;
}

/// The constant sums of the momenta of several coordinates. Coordinates belong together that meet in a difference: a node
/// of L, such as x_1 − x_2, that their common shift leaves alone, though not its operands. Where it leaves all of L alone
/// and their forces cancel, the sum of their momenta is constant.
std::vector<momentum_sum> sums_of_momenta(graph& g, node_id lagrangian, const form_inputs& inputs,
                                          const std::vector<node_id>& forces,
                                          const std::vector<node_id>& constraint_rows) {
  const auto rates_along = [&](const std::vector<int>& coordinates,
                               const std::vector<node_id>& functions) {
    direction shift;
    for (const int k : coordinates) {
      shift.inputs.push_back(inputs.q(k));
      shift.rates.push_back(g.constant(1));
    }
    return directional_derivative(g, functions, shift);
  };
  const auto at = [](const auto& list, int i) { return list[static_cast<std::size_t>(i)]; };
  const std::vector<int> all = range(0, inputs.n);
  const std::vector<node_id> nodes = range(0, lagrangian + 1);  // operands stand before L
  const std::vector<node_id> rates = rates_along(all, nodes);
  std::vector<std::vector<bool>> depends;  // on each coordinate: the nodes
  depends.reserve(all.size());
  for (const int k : all) {
    depends.push_back(g.depending_on({inputs.q(k)}));
  }
  std::vector<int> class_of = all;
  for (const node_id i : nodes) {
    const graph::node difference = g[i];
    if ((difference.what == operation::add || difference.what == operation::subtract) &&
        g.is_zero(at(rates, i)) && !g.is_zero(at(rates, difference.a))) {
      std::vector<int> met;
      std::ranges::copy_if(all, std::back_inserter(met), [&](int k) {
        return bool{depends[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)]};
      });
      for (const int k : met) {
        std::ranges::replace(class_of, int{at(class_of, k)}, int{at(class_of, met.front())});
      }
    }
  }
  std::vector<momentum_sum> sums;
  for (const int each : all) {
    momentum_sum sum;
    std::ranges::copy_if(all, std::back_inserter(sum.coordinates),
                         [&](int k) { return at(class_of, k) == each; });
    if (sum.coordinates.size() > 1) {
      node_id pull = rates_along(sum.coordinates, {lagrangian}).front();
      for (const int k : forces.empty() ? std::vector<int>{} : sum.coordinates) {
        pull = g.add(pull, at(forces, k));
      }
      // a force of constraint Aᵀλ pulls along the sum where a row of A does
      bool constrained = false;
      for (std::size_t row = 0; row < constraint_rows.size();
           row += static_cast<std::size_t>(inputs.n)) {
        node_id along = g.constant(0);
        for (const int k : sum.coordinates) {
          along = g.add(along, constraint_rows[row + static_cast<std::size_t>(k)]);
        }
        constrained = constrained || !g.is_zero(along);
      }
      if (g.is_zero(pull) && !constrained) {
        sums.push_back(std::move(sum));
      }
    }
  }
  return sums;
}

}  // namespace

form::form(system_kind kind, form_inputs inputs, std::shared_ptr<graph> g,
           std::vector<node_id> nodes, form_additions additions)
    : kind_(kind),
      inputs_(inputs),
      graph_(std::move(g)),
      nodes_(std::move(nodes)),
      additions_(std::move(additions)) {
  std::vector<node_id> all = nodes_;
  append(all, additions_.forces);
  append(all, additions_.quantities);
  append(all, additions_.poisson);
  append(all, additions_.holonomic);
  append(all, additions_.nonholonomic);
  const std::vector<bool> needed = graph_->needed_by(all);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const graph::node& n = (*graph_)[static_cast<node_id>(i)];
    if (needed[i] && n.what == operation::input && n.a >= inputs_.count()) {
      throw invalid_input("the formula uses a coordinate beyond the dimension of the system, " +
                          std::to_string(inputs_.n));
    }
  }
  find_facts();
}

std::vector<node_id> form::momenta() const {
  return gradient(*graph_, nodes_[0], range(inputs_.v(0), inputs_.n));
}

std::vector<node_id> form::lagrangian_slopes() const {
  return gradient(*graph_, nodes_[0], range(inputs_.q(0), inputs_.n));
}

/// ∂L/∂q + F.
std::vector<node_id> form::pulls() const {
  std::vector<node_id> sum = lagrangian_slopes();
  for (std::size_t i = 0; i < additions_.forces.size(); ++i) {
    sum[i] = graph_->add(sum[i], additions_.forces[i]);
  }
  return sum;
}

std::vector<node_id> form::quantity_rates() const {
  graph& g = *graph_;
  std::vector<node_id> all;
  for (const node_id quantity : additions_.quantities) {
    std::vector<int> inputs = range(inputs_.q(0), 2 * inputs_.n);
    inputs.push_back(inputs_.t());
    std::vector<node_id> parts = gradient(g, quantity, inputs);
    node_id sum = parts.back();
    for (int k = 0; k < 2 * inputs_.n; ++k) {
      node_id& part = parts[static_cast<std::size_t>(k)];
      part = g.multiply(part, g.input(inputs_.n + k));  // q_k moves by v_k, v_k by a_k
      sum = g.add(sum, part);
    }
    all.push_back(sum);
    append(all, parts);
  }
  return all;
}

/// ∂f_i/∂x_k for all functions i and the n inputs x_k from `first` on, row by row.
std::vector<node_id> form::slopes(const std::vector<node_id>& functions, int first) const {
  return jacobian(*graph_, functions, range(first, inputs_.n));
}

/// d/dt ∂L/∂v − ∂L/∂q − F: the momenta along (q̇, v̇, ṫ) = (v, a, 1), less the forces.
std::vector<node_id> form::euler_lagrange() const {
  graph& g = *graph_;
  direction along;
  for (int k = 0; k < inputs_.n; ++k) {
    along.inputs.push_back(inputs_.q(k));
    along.rates.push_back(g.input(inputs_.v(k)));
    along.inputs.push_back(inputs_.v(k));
    along.rates.push_back(g.input(inputs_.a(k)));
  }
  along.inputs.push_back(inputs_.t());
  along.rates.push_back(g.constant(1));
  const std::vector<node_id> pull = pulls();
  std::vector<node_id> e = directional_derivative(g, momenta(), along);
  for (std::size_t i = 0; i < e.size(); ++i) {
    e[i] = g.subtract(e[i], pull[i]);
  }
  return e;
}

/// ψ of all constraints: the rates of the holonomic ones, then the nonholonomic ones.
std::vector<node_id> form::velocity_constraints() const {
  direction along;
  for (int k = 0; k < inputs_.n; ++k) {
    along.inputs.push_back(inputs_.q(k));
    along.rates.push_back(graph_->input(inputs_.v(k)));
  }
  along.inputs.push_back(inputs_.t());
  along.rates.push_back(graph_->constant(1));
  std::vector<node_id> psi = directional_derivative(*graph_, additions_.holonomic, along);
  append(psi, additions_.nonholonomic);
  return psi;
}

std::vector<node_id> form::nodes_of_constraints(form_part which) const {
  graph& g = *graph_;
  if (which == form_part::constraints) {
    return additions_.holonomic;
  }
  const auto n = static_cast<std::size_t>(inputs_.n);
  const std::vector<node_id> psi = velocity_constraints();
  const std::size_t m = psi.size();
  const std::vector<node_id> rows = [&] {
    std::vector<node_id> a = slopes(additions_.holonomic, inputs_.q(0));
    append(a, slopes(additions_.nonholonomic, inputs_.v(0)));
    return a;
  }();
  if (which == form_part::constraint_forces) {
    std::vector<node_id> forces(n, g.constant(0));
    for (std::size_t k = 0; k < m; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        forces[i] =
            g.add(forces[i], g.multiply(g.input(inputs_.a(static_cast<int>(k))), rows[k * n + i]));
      }
    }
    std::vector<node_id> all = forces;
    append(all, slopes(forces, inputs_.q(0)));
    return all;
  }
  const std::vector<node_id> psi_q = slopes(psi, inputs_.q(0));
  std::vector<node_id> drift = directional_derivative(g, psi, {{inputs_.t()}, {g.constant(1)}});
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      drift[k] =
          g.add(drift[k], g.multiply(psi_q[k * n + i], g.input(inputs_.v(static_cast<int>(i)))));
    }
  }
  if (which == form_part::constraint_rates) {
    std::vector<node_id> all = psi;
    append(all, rows);
    append(all, psi_q);
    append(all, drift);
    return all;
  }
  const std::vector<node_id> motion = nodes_of(form_part::acceleration);  // M, E at a = 0
  std::vector<node_id> all((n + m) * (n + m), g.constant(0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      all[i * (n + m) + k] = motion[i * n + k];
    }
    for (std::size_t k = 0; k < m; ++k) {
      all[i * (n + m) + n + k] = g.negate(rows[k * n + i]);
      all[(n + k) * (n + m) + i] = rows[k * n + i];
    }
  }
  all.insert(all.end(), motion.begin() + static_cast<std::ptrdiff_t>(n * n), motion.end());
  append(all, drift);
  return all;
}

void form::require_kind_of(form_part which) const {
  switch (which) {
    case form_part::lagrangian:
    case form_part::gradient:
    case form_part::second_derivatives:
    case form_part::momentum:
    case form_part::legendre:
    case form_part::flow:
    case form_part::force:
    case form_part::force_slopes:
    case form_part::potential:
    case form_part::quotient:
    case form_part::lagrangian_slope:
    case form_part::generalized_force:
    case form_part::constraints:
    case form_part::constraint_rates:
    case form_part::constraint_forces:
    case form_part::constrained_motion:
      if (kind_ != system_kind::lagrangian) {
        throw invalid_input("a Lagrangian system is needed here");
      }
      break;
    case form_part::field:
      if (kind_ != system_kind::first_order) {
        throw invalid_input("a system in first-order form is needed here");
      }
      break;
    case form_part::poisson:
      if (!has_poisson()) {
        throw invalid_input("this system has no Poisson matrix");
      }
      break;
    case form_part::energy:
      if (!has_energy()) {
        throw invalid_input("this system in first-order form has no energy");
      }
      break;
    case form_part::quantities:
    case form_part::quantity_rates:
    case form_part::equation_slopes:
      break;
    default:
      if (kind_ == system_kind::first_order) {
        throw invalid_input("a system M a + F = P(t) is needed here");
      }
  }
}

/// The functions where the n inputs from `first` on are 0.
std::vector<node_id> form::at_zero(const std::vector<node_id>& functions, int first) const {
  std::unordered_map<int, node_id> by;
  for (int k = 0; k < inputs_.n; ++k) {
    by[first + k] = graph_->constant(0);
  }
  return graph_->substitute(functions, by);
}

/// ∂L/∂q + F and ∂L/∂v, by one sweep over L.
std::vector<node_id> form::first_derivatives() const {
  std::vector<node_id> first = gradient(*graph_, nodes_[0], range(0, 2 * inputs_.n));
  for (std::size_t i = 0; i < additions_.forces.size(); ++i) {
    first[i] = graph_->add(first[i], additions_.forces[i]);
  }
  return first;
}

std::vector<node_id> form::second_derivatives() const {
  const int n = inputs_.n;
  std::vector<node_id> all = first_derivatives();
  const std::vector<node_id> by_q(all.begin(), all.begin() + n);
  const std::vector<node_id> by_v(all.begin() + n, all.end());
  const std::vector<node_id> qq = slopes(by_q, inputs_.q(0));
  const std::vector<node_id> qv = slopes(by_q, inputs_.v(0));
  append(all, facts_.forced ? qq : symmetric(qq, n));
  append(all, qv);
  append(all, symmetric(slopes(by_v, inputs_.v(0)), n));
  append(all, facts_.forced ? slopes(by_v, inputs_.q(0)) : transposed(qv, n));
  return all;
}

std::vector<node_id> form::mass() const {
  return kind_ == system_kind::lagrangian ? symmetric(slopes(momenta(), inputs_.v(0)), inputs_.n)
                                          : slopes(equation(), inputs_.a(0));
}

/// E = M a + F.
std::vector<node_id> form::equation() const {
  return kind_ == system_kind::lagrangian
             ? euler_lagrange()
             : std::vector<node_id>(nodes_.begin(), nodes_.begin() + inputs_.n);
}

std::vector<node_id> form::equation_slopes() const {
  if (kind_ == system_kind::first_order) {  // E = y′ − f(y), with y in the inputs q
    std::vector<node_id> all;
    for (const node_id slope : slopes(nodes_of(form_part::field), inputs_.q(0))) {
      all.push_back(graph_->negate(slope));
    }
    all.resize(2 * all.size(), graph_->constant(0));
    return all;
  }
  const std::vector<node_id> e = equation();
  std::vector<node_id> all = slopes(e, inputs_.q(0));
  append(all, slopes(e, inputs_.v(0)));
  return all;
}

/// ∂L/∂v·v − L, or what the system says.
node_id form::energy() const {
  if (kind_ != system_kind::lagrangian) {
    return nodes_.back();
  }
  graph& g = *graph_;
  const std::vector<node_id> p = momenta();
  node_id sum = g.multiply(p[0], g.input(inputs_.v(0)));
  for (int i = 1; i < inputs_.n; ++i) {
    sum = g.add(sum, g.multiply(p[static_cast<std::size_t>(i)], g.input(inputs_.v(i))));
  }
  return g.subtract(sum, nodes_[0]);
}

/// That of V = −L at rest, where b takes the place of v; nothing where it is not known.
std::vector<node_id> form::quotient() const {
  graph& g = *graph_;
  const std::vector<node_id> rest = at_zero({nodes_[0]}, inputs_.v(0));
  const auto quotient = difference_quotient(g, rest[0], inputs_.q(0), inputs_.v(0));
  if (!quotient) {
    return {};
  }
  const node_id q = g.negate(*quotient);
  return {q, gradient(g, q, range(inputs_.v(0), 1))[0]};
}

std::vector<node_id> form::nodes_of(form_part which) const {
  require_kind_of(which);
  const int n = inputs_.n;
  const auto with = [](std::vector<node_id> all, const std::vector<node_id>& more) {
    append(all, more);
    return all;
  };
  const auto zeros = [&] {
    return std::vector<node_id>(static_cast<std::size_t>(n), graph_->constant(0));
  };
  switch (which) {
    case form_part::lagrangian:
      return {nodes_[0]};
    case form_part::gradient:
      return first_derivatives();
    case form_part::second_derivatives:
      return second_derivatives();
    case form_part::momentum:
      return momenta();
    case form_part::mass:
      return mass();
    case form_part::legendre:
    case form_part::flow: {
      std::vector<node_id> all = mass();
      append(all, at_zero(momenta(), inputs_.v(0)));
      return which == form_part::flow ? with(all, pulls()) : all;
    }
    case form_part::force:
    case form_part::force_slopes: {
      const node_id rest = at_zero({nodes_[0]}, inputs_.v(0))[0];
      const std::vector<node_id> force = gradient(*graph_, rest, range(inputs_.q(0), n));
      return which == form_part::force ? force
                                       : with(force, symmetric(slopes(force, inputs_.q(0)), n));
    }
    case form_part::equation:
      return equation();
    case form_part::equation_slopes:
      return equation_slopes();
    case form_part::acceleration: {
      const std::vector<node_id> e = equation();
      const std::vector<node_id> m = mass();
      return with(m, at_zero(e, inputs_.a(0)));
    }
    case form_part::load:
      return kind_ == system_kind::lagrangian
                 ? zeros()
                 : std::vector<node_id>(nodes_.begin() + n, nodes_.begin() + 2L * n);
    case form_part::energy:
      return {energy()};
    case form_part::field:
      return {nodes_.begin(), nodes_.begin() + n};
    case form_part::poisson:
      return additions_.poisson;
    case form_part::potential:
      return {graph_->negate(at_zero({nodes_[0]}, inputs_.v(0))[0])};
    case form_part::quotient:
      return quotient();
    case form_part::lagrangian_slope:
      return lagrangian_slopes();
    case form_part::generalized_force:
      return additions_.forces.empty() ? zeros() : additions_.forces;
    case form_part::quantities:
      return additions_.quantities;
    case form_part::quantity_rates:
      return quantity_rates();
    case form_part::constraints:
    case form_part::constraint_rates:
    case form_part::constraint_forces:
    case form_part::constrained_motion:
      return nodes_of_constraints(which);
  }
  return {};
}

void form::find_facts() {
  graph& g = *graph_;
  const auto depends = [&](const std::vector<node_id>& nodes, const std::vector<int>& inputs) {
    const std::vector<bool> on = g.depending_on(inputs);
    return std::ranges::any_of(nodes,
                               [&](node_id i) { return bool(on[static_cast<std::size_t>(i)]); });
  };
  const auto all_zero = [&](const std::vector<node_id>& nodes) {
    return std::ranges::all_of(nodes, [&](node_id i) { return g.is_zero(i); });
  };
  facts_.autonomous = !depends(nodes_, {inputs_.t()}) && !depends(additions_.forces, {inputs_.t()});
  facts_.forced = !all_zero(additions_.forces);
  const int n = inputs_.n;
  if (kind_ == system_kind::first_order) {
    const std::vector<node_id> field = nodes_of(form_part::field);
    facts_.linear_equations = !depends(slopes(field, inputs_.q(0)), range(inputs_.q(0), n));
    find_group_facts();
    return;
  }
  facts_.linear_equations = [&] {
    const std::vector<node_id> e = nodes_of(form_part::equation);
    std::vector<node_id> matrices = slopes(e, inputs_.a(0));
    append(matrices, slopes(e, inputs_.q(0)));
    append(matrices, slopes(e, inputs_.v(0)));
    return !depends(matrices, range(0, 3 * n));
  }();
  if (kind_ == system_kind::second_order) {
    const std::vector<node_id> e = nodes_of(form_part::equation);
    std::unordered_map<int, node_id> at_zero;
    for (int i = 0; i < 3 * n; ++i) {
      at_zero[i] = g.constant(0);
    }
    std::vector<node_id> matrices = slopes(e, inputs_.a(0));
    append(matrices, nodes_of(form_part::equation_slopes));
    facts_.linear =
        !depends(matrices, range(0, inputs_.t() + 1)) && all_zero(g.substitute(e, at_zero));
  }
  if (kind_ != system_kind::lagrangian) {
    return;
  }
  const std::vector<node_id> mass = nodes_of(form_part::mass);
  facts_.quadratic = !depends(mass, range(inputs_.v(0), n));
  facts_.constant_mass =
      facts_.quadratic && !depends(mass, range(inputs_.q(0), n)) && !depends(mass, {inputs_.t()});
  facts_.velocity_by_mass = facts_.quadratic;
  std::vector<node_id> rows = slopes(additions_.holonomic, inputs_.q(0));
  append(rows, slopes(additions_.nonholonomic, inputs_.v(0)));
  const auto is_constrained = [&](int i) {  // a row of A has an entry for the velocity of i
    for (std::size_t k = static_cast<std::size_t>(i); k < rows.size();
         k += static_cast<std::size_t>(n)) {
      if (!g.is_zero(rows[k])) {
        return true;
      }
    }
    return false;
  };
  const std::vector<node_id> forces = pulls();
  for (int i = 0; i < n; ++i) {
    if (g.is_zero(forces[static_cast<std::size_t>(i)]) && !is_constrained(i)) {
      facts_.cyclic.push_back(i);
      facts_.conserved_momenta.push_back({{i}});
    }
  }
  std::ranges::copy(sums_of_momenta(g, nodes_[0], inputs_, additions_.forces, rows),
                    std::back_inserter(facts_.conserved_momenta));
  std::unordered_map<int, node_id> at_rest;
  for (int i = 0; i < n; ++i) {
    at_rest[inputs_.v(i)] = g.constant(0);
  }
  facts_.separable = facts_.constant_mass && facts_.autonomous && !facts_.forced &&
                     all_zero(slopes(forces, inputs_.v(0))) &&
                     all_zero(g.substitute(momenta(), at_rest));
  if (facts_.separable) {
    std::unordered_map<int, node_id> at_origin;
    for (int i = 0; i < n; ++i) {
      at_origin[inputs_.q(i)] = g.constant(0);
    }
    facts_.linear = !depends(slopes(forces, inputs_.q(0)), range(inputs_.q(0), n)) &&
                    all_zero(g.substitute(forces, at_origin));
    if (n == 1) {  // F″ = −F and F(0) = 0
      const node_id bend = slopes(slopes(forces, inputs_.q(0)), inputs_.q(0))[0];
      facts_.sine_force = !g.is_zero(forces[0]) && g.is_zero(g.add(bend, forces[0])) &&
                          all_zero(g.substitute(forces, at_origin));
    }
  }
  find_constraint_facts();
}

/// Of a Lagrangian system, after its other facts.
void form::find_constraint_facts() {
  facts_.holonomic = static_cast<int>(additions_.holonomic.size());
  facts_.nonholonomic = static_cast<int>(additions_.nonholonomic.size());
  if (constraints() == 0) {
    return;
  }
  graph& g = *graph_;
  const std::vector<node_id> psi = velocity_constraints();
  std::unordered_map<int, node_id> at_rest;
  for (int i = 0; i < inputs_.n; ++i) {
    at_rest[inputs_.v(i)] = g.constant(0);
  }
  for (const node_id own : g.substitute(psi, at_rest)) {
    facts_.working_constraints = facts_.working_constraints || !g.is_zero(own);
  }
  const std::vector<bool> varies = g.depending_on({inputs_.t()});
  for (const auto* list : {&additions_.holonomic, &additions_.nonholonomic}) {
    for (const node_id node : *list) {
      facts_.autonomous = facts_.autonomous && !varies[static_cast<std::size_t>(node)];
    }
  }
  facts_.velocity_by_mass = false;
  facts_.linear = false;
  facts_.linear_equations = false;
  facts_.sine_force = false;
}

void form::find_group_facts() {
  const std::vector<std::vector<int>>& groups = additions_.groups;
  facts_.groups = static_cast<int>(groups.size());
  if (groups.empty()) {
    return;
  }
  const auto n = static_cast<std::size_t>(inputs_.n);
  const std::vector<node_id> slope = slopes(nodes_of(form_part::field), inputs_.q(0));
  const auto at = [&](int i, int k) {
    return slope[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(k)];
  };
  for (const std::vector<int>& group : groups) {
    for (const int i : group) {
      for (const int k : group) {
        if (!facts_.within_group && !graph_->is_zero(at(i, k))) {
          facts_.within_group = {i, k};
        }
      }
    }
  }
  // where no rate depends on its own group, f_1 is linear in the others when its slopes depend on nothing
  const std::vector<bool> varies = graph_->depending_on(range(inputs_.q(0), inputs_.n));
  for (const int i : groups.front()) {
    for (int k = 0; k < inputs_.n; ++k) {
      if (!facts_.curved_first && varies[static_cast<std::size_t>(at(i, k))]) {
        facts_.curved_first = {i, k};
      }
    }
  }
}

std::shared_ptr<const form> form::of_group(int group) const {
  const std::scoped_lock guard(lock_);
  std::shared_ptr<const form>& found = of_groups_[group];
  if (!found) {
    const auto g = std::make_shared<graph>(*graph_);
    std::vector<node_id> rates(static_cast<std::size_t>(inputs_.n), g->constant(0));
    form_additions alone;
    alone.groups = {additions_.groups.at(static_cast<std::size_t>(group))};
    for (const int i : alone.groups.front()) {
      rates[static_cast<std::size_t>(i)] = nodes_[static_cast<std::size_t>(i)];
    }
    found = std::make_shared<const form>(system_kind::first_order, inputs_, g, std::move(rates),
                                         std::move(alone));
  }
  return found;
}

std::shared_ptr<const program> form::part(form_part which) const {
  const std::scoped_lock guard(lock_);
  auto& found = programs_[which];
  if (!found) {
    std::vector<int> stages(static_cast<std::size_t>(inputs_.count()), parameter_stage);
    for (int i = 0; i < inputs_.n; ++i) {
      stages[static_cast<std::size_t>(inputs_.q(i))] = position_stage;
      stages[static_cast<std::size_t>(inputs_.v(i))] = velocity_stage;
      stages[static_cast<std::size_t>(inputs_.a(i))] = velocity_stage;
    }
    stages[static_cast<std::size_t>(inputs_.t())] = position_stage;
    found = std::make_shared<const program>(*graph_, nodes_of(which), stages);
  }
  return found;
}

std::vector<std::string> form::text_of(form_part which, const formula_style& style,
                                       bool latex) const {
  const std::scoped_lock guard(lock_);
  std::vector<std::string> texts;
  for (const node_id node : nodes_of(which)) {
    texts.push_back(latex ? formula_latex(*graph_, node, style)
                          : formula_text(*graph_, node, style));
  }
  return texts;
}

bool form::has_quotient() const { return !part(form_part::quotient)->results().empty(); }

}  // namespace plumbline
