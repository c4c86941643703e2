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
  std::vector<int> momenta;
  for (int i = 0; i < n; ++i) {
    code->states.push_back(rows.put(in.q(i), code->add_row(taylor_code::row_kind::series)));
  }
  for (int i = 0; i < n; ++i) {
    code->states.push_back(code->add_row(taylor_code::row_kind::series));
    code->equations.unknown.push_back(
        rows.put(in.v(i), code->add_row(taylor_code::row_kind::series)));
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
    code->equations.right.push_back(build.difference(momentum, build.result(n * n + i)));
  }
  build.append_solve();
  build.append_stages(velocity_stage, velocity_stage);
  code->rates = code->equations.unknown;
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
  for (int i = 0; i < order; ++i) {
    code->equations.unknown.push_back(code->add_row(taylor_code::row_kind::series));
    if (i < n) {
      code->rates.push_back(code->equations.unknown.back());
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
    code->equations.right.push_back(build.difference(zero, build.result(order * order + i)));
  }
  build.append_solve();
  const auto& unknown = code->equations.unknown;
  followed =
      follow(*code, build, rows, g, {}, code->rates,
             with == followed_rates::yes ? std::vector<int>()
                                         : std::vector<int>(unknown.begin() + n, unknown.end()));
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
  for (int i = 0; i < n; ++i) {
    code->equations.unknown.push_back(code->add_row(taylor_code::row_kind::series));
    code->rates.push_back(code->equations.unknown.back());
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
    code->equations.right.push_back(
        build.difference(loads[static_cast<std::size_t>(i)], build.result(n * n + i)));
  }
  build.append_solve();
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
