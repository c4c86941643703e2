// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "mechanics/taylor_system.hpp"

#include <algorithm>

namespace plumbline {

namespace {

/// The rows of the inputs of a form: states and unknowns in their places, parameters, time.
class input_rows {
 public:
  input_rows(taylor_code& code, const form_inputs& inputs)
      : rows_(static_cast<std::size_t>(inputs.count()), -1) {
    for (int i = 0; i < inputs.parameters; ++i) {
      code.parameters.push_back(
          put(inputs.parameter(i), code.add_row(taylor_code::row_kind::constant)));
    }
    code.time = put(inputs.t(), code.add_row(taylor_code::row_kind::series));
  }
  int put(int input, int row) { return rows_[static_cast<std::size_t>(input)] = row; }
  int operator[](int input) const { return rows_[static_cast<std::size_t>(input)]; }
  const std::vector<int>& all() const { return rows_; }

 private:
  std::vector<int> rows_;
};

/// Appends the function to a code whose rows these are. `momenta`: the rows of p; empty where the states are (q, v) or y. `rates`:
/// the rows that stand for v and a in dg/dt. `multipliers`: the rows of λ; empty where a rate is asked for.
std::vector<int> follow(taylor_code& code, taylor_builder& build, const input_rows& rows,
                        const followed_function* g, const std::vector<int>& momenta,
                        const std::vector<int>& rates, const std::vector<int>& multipliers = {}) {
  if (g == nullptr) {
    return {};
  }
  const followed_inputs& in = g->inputs();
  std::vector<int> all = rows.all();
  for (std::size_t k = 0; k < rates.size(); ++k) {
    all[static_cast<std::size_t>(in.of_form.n) + k] = rates[k];
  }
  all.resize(static_cast<std::size_t>(in.count()), -1);
  for (std::size_t i = 0; i < momenta.size(); ++i) {
    all[static_cast<std::size_t>(in.p(static_cast<int>(i)))] = momenta[i];
  }
  for (int i = 0; i < in.named; ++i) {
    code.parameters.push_back(code.add_row(taylor_code::row_kind::constant));
    all[static_cast<std::size_t>(in.parameter(i))] = code.parameters.back();
  }
  const bool by_multipliers = g->needs_multipliers() && !multipliers.empty();
  for (std::size_t k = 0; by_multipliers && k < multipliers.size(); ++k) {
    all[static_cast<std::size_t>(in.multiplier(static_cast<int>(k)))] = multipliers[k];
  }
  const program& formulas = by_multipliers    ? *g->value_by_multipliers()
                            : momenta.empty() ? *g->value_and_rate()
                                              : *g->value();
  build.begin(formulas, all);
  build.append_stages(parameter_stage, velocity_stage);
  std::vector<int> followed;
  for (std::size_t k = 0; k < formulas.results().size(); ++k) {
    followed.push_back(build.result(static_cast<int>(k)));
  }
  return followed;
}

std::shared_ptr<const taylor_code> first_order_code(const form& f, const followed_function* g,
                                                    std::vector<int>& followed) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  input_rows rows(*code, in);
  for (int i = 0; i < in.n; ++i) {
    code->states.push_back(rows.put(in.q(i), code->add_row(taylor_code::row_kind::series)));
  }
  const auto field = f.part(form_part::field);
  taylor_builder build(*code);
  build.begin(*field, rows.all());
  build.append_stages(parameter_stage, velocity_stage);
  for (int i = 0; i < in.n; ++i) {
    code->rates.push_back(build.result(i));
  }
  followed = follow(*code, build, rows, g, {}, code->rates);
  return code;
}

std::shared_ptr<const taylor_code> momentum_code(const form& f, const followed_function* g,
                                                 std::vector<int>& followed) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  const int n = in.n;
  input_rows rows(*code, in);
  taylor_code::linear_equations::side velocity;
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.q(i), code->add_row(taylor_code::row_kind::series)));
  }
  for (int i = 0; i < n; ++i) {
    code->states.push_back(code->add_row(taylor_code::row_kind::series));
    velocity.unknown.push_back(rows.put(in.v(i), code->add_row(taylor_code::row_kind::series)));
  }
  const auto flow = f.part(form_part::flow);
  taylor_builder build(*code);
  build.begin(*flow, rows.all());
  build.append_stages(parameter_stage, position_stage);
  for (int i = 0; i < n * n; ++i) {
    code->equations.matrix.push_back(build.result(i));
  }
  for (int i = 0; i < n; ++i) {
    const int momentum = code->states[static_cast<std::size_t>(n) + static_cast<std::size_t>(i)];
    velocity.right.push_back(build.difference(momentum, build.result(n * n + i)));
  }
  code->rates = velocity.unknown;
  build.append_solve(std::move(velocity));
  build.append_stages(velocity_stage, velocity_stage);
  for (int i = 0; i < n; ++i) {
    code->rates.push_back(build.result(n * (n + 1) + i));
  }
  followed = follow(*code, build, rows, g, {code->states.begin() + n, code->states.end()}, {});
  return code;
}

/// Of a system with constraints: ((M, −Aᵀ), (A, 0)) (a, λ) = −(E, ψ_q v + ψ_t).
std::shared_ptr<const taylor_code> constrained_code(const form& f, const followed_function* g,
                                                    followed_rates with,
                                                    std::vector<int>& followed) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  const int n = in.n;
  const int order = n + f.constraints();
  input_rows rows(*code, in);
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.q(i), code->add_row(taylor_code::row_kind::series)));
  }
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.v(i), code->add_row(taylor_code::row_kind::series)));
    code->rates.push_back(code->states.back());
  }
  taylor_code::linear_equations::side acceleration;
  for (int i = 0; i < order; ++i) {
    acceleration.unknown.push_back(code->add_row(taylor_code::row_kind::series));
    if (i < n) {
      code->rates.push_back(acceleration.unknown.back());
    }
  }
  const auto load = f.part(form_part::load);  // zero
  const auto motion = f.part(form_part::constrained_motion);
  taylor_builder build(*code);
  build.begin(*load, rows.all());
  build.append_stages(parameter_stage, velocity_stage);
  const int zero = build.result(0);
  build.begin(*motion, rows.all());
  build.append_stages(parameter_stage, velocity_stage);
  for (int i = 0; i < order * order; ++i) {
    code->equations.matrix.push_back(build.result(i));
  }
  for (int i = 0; i < order; ++i) {
    acceleration.right.push_back(build.difference(zero, build.result(order * order + i)));
  }
  const std::vector<int> multipliers(acceleration.unknown.begin() + n, acceleration.unknown.end());
  build.append_solve(std::move(acceleration));
  followed = follow(*code, build, rows, g, {}, code->rates,
                    with == followed_rates::yes ? std::vector<int>() : multipliers);
  return code;
}

/// Of a system with constraints whose L is quadratic in v, in momenta: one matrix with two right sides (mechanics/constrained.cpp),
///
///   ((M, −Aᵀ), (A, 0)) (v, κ) = (p − b, −a0),   ((M, −Aᵀ), (A, 0)) (a, λ) = −(E, ψ_q v + ψ_t),   p′ = ∂L/∂q + F + Aᵀλ
std::shared_ptr<const taylor_code> constrained_momentum_code(const form& f) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  const int n = in.n;
  const int order = n + f.constraints();
  input_rows rows(*code, in);
  taylor_code::linear_equations::side velocity;
  taylor_code::linear_equations::side acceleration;
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.q(i), code->add_row(taylor_code::row_kind::series)));
  }
  for (int i = 0; i < n; ++i) {
    code->states.push_back(code->add_row(taylor_code::row_kind::series));
  }
  taylor_builder of_rest(*code);
  const auto rates = f.part(form_part::constraint_rates);  // ψ at v = 0 is a0
  {
    std::vector<int> at_rest = rows.all();
    for (int i = 0; i < n; ++i) {
      at_rest[static_cast<std::size_t>(in.v(i))] = of_rest.zero();
    }
    of_rest.begin(*rates, at_rest);
    of_rest.append_stages(parameter_stage, velocity_stage);
  }
  for (int i = 0; i < order; ++i) {
    velocity.unknown.push_back(code->add_row(taylor_code::row_kind::series));
    acceleration.unknown.push_back(code->add_row(taylor_code::row_kind::series));
    if (i < n) {
      rows.put(in.v(i), velocity.unknown.back());
    }
  }
  const auto flow = f.part(form_part::flow);
  const auto motion = f.part(form_part::constrained_motion);
  taylor_builder of_flow(*code);
  taylor_builder of_motion(*code);
  of_flow.begin(*flow, rows.all());
  of_flow.append_stages(parameter_stage, position_stage);
  of_motion.begin(*motion, rows.all());
  of_motion.append_stages(parameter_stage, position_stage);
  for (int i = 0; i < order * order; ++i) {
    code->equations.matrix.push_back(of_motion.result(i));
  }
  for (int i = 0; i < order; ++i) {
    velocity.right.push_back(
        i < n ? of_flow.difference(
                    code->states[static_cast<std::size_t>(n) + static_cast<std::size_t>(i)],
                    of_flow.result(n * n + i))
              : of_rest.difference(of_rest.zero(), of_rest.result(i - n)));
  }
  code->rates.assign(velocity.unknown.begin(), velocity.unknown.begin() + n);
  of_flow.append_solve(std::move(velocity));
  of_flow.append_stages(velocity_stage, velocity_stage);
  of_motion.append_stages(velocity_stage, velocity_stage);
  for (int i = 0; i < order; ++i) {
    acceleration.right.push_back(
        of_rest.difference(of_rest.zero(), of_motion.result(order * order + i)));
  }
  const std::vector<int> multipliers(acceleration.unknown.begin() + n, acceleration.unknown.end());
  of_motion.append_solve(std::move(acceleration));
  for (int i = 0; i < n; ++i) {
    int rate = of_flow.result(n * (n + 1) + i);
    for (int k = 0; k < order - n; ++k) {  // −Aᵀ stands in the matrix
      const int entry = i * order + n + k;
      rate = of_flow.difference(
          rate, of_flow.product(code->equations.matrix[static_cast<std::size_t>(entry)],
                                multipliers[static_cast<std::size_t>(k)]));
    }
    code->rates.push_back(rate);
  }
  return code;
}

std::shared_ptr<const taylor_code> velocity_code(const form& f, const followed_function* g,
                                                 std::vector<int>& followed) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  const int n = in.n;
  input_rows rows(*code, in);
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.q(i), code->add_row(taylor_code::row_kind::series)));
  }
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.v(i), code->add_row(taylor_code::row_kind::series)));
    code->rates.push_back(code->states.back());
  }
  taylor_code::linear_equations::side equations;
  for (int i = 0; i < n; ++i) {
    equations.unknown.push_back(code->add_row(taylor_code::row_kind::series));
    code->rates.push_back(equations.unknown.back());
  }
  const auto acceleration = f.part(form_part::acceleration);
  const auto load = f.part(form_part::load);
  taylor_builder build(*code);
  build.begin(*load, rows.all());
  build.append_stages(parameter_stage, velocity_stage);
  std::vector<int> loads;
  loads.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    loads.push_back(build.result(i));
  }
  build.begin(*acceleration, rows.all());
  build.append_stages(parameter_stage, velocity_stage);
  for (int i = 0; i < n * n; ++i) {
    code->equations.matrix.push_back(build.result(i));
  }
  for (int i = 0; i < n; ++i) {
    equations.right.push_back(
        build.difference(loads[static_cast<std::size_t>(i)], build.result(n * n + i)));
  }
  build.append_solve(std::move(equations));
  followed = follow(*code, build, rows, g, {}, code->rates);
  return code;
}

}  // namespace

taylor_system taylor_system_of(const form& f, const followed_function* g) {
  if (f.kind() != system_kind::first_order &&
      !(f.kind() == system_kind::lagrangian && f.facts().velocity_by_mass)) {
    return taylor_system_in_velocities(f, g, followed_rates::no);
  }
  const bool first_order = f.kind() == system_kind::first_order;
  taylor_system made{
      first_order ? taylor_states::first_order : taylor_states::momenta, f.dimension(), {}, {}};
  made.code =
      first_order ? first_order_code(f, g, made.followed) : momentum_code(f, g, made.followed);
  return made;
}

taylor_system taylor_system_in_momenta(const form& f) {
  if (f.constraints() == 0 || !f.facts().quadratic) {
    return taylor_system_of(f);
  }
  return {taylor_states::momenta, f.dimension(), constrained_momentum_code(f), {}};
}

taylor_system taylor_system_in_velocities(const form& f, const followed_function* g,
                                          followed_rates rates) {
  if (f.kind() == system_kind::first_order) {
    return taylor_system_of(f, g);
  }
  taylor_system made{taylor_states::velocities, f.dimension(), {}, {}};
  made.code = f.constraints() > 0 ? constrained_code(f, g, rates, made.followed)
                                  : velocity_code(f, g, made.followed);
  return made;
}

}  // namespace plumbline
