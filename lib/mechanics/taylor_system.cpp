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

std::shared_ptr<const taylor_code> first_order_code(const form& f) {
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
  return code;
}

std::shared_ptr<const taylor_code> momentum_code(const form& f) {
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
  return code;
}

std::shared_ptr<const taylor_code> velocity_code(const form& f) {
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
  return code;
}

}  // namespace

taylor_system taylor_system_of(const form& f) {
  if (f.kind() == system_kind::first_order) {
    return {taylor_states::first_order, f.dimension(), first_order_code(f)};
  }
  if (f.kind() == system_kind::lagrangian && f.facts().quadratic) {
    return {taylor_states::momenta, f.dimension(), momentum_code(f)};
  }
  return {taylor_states::velocities, f.dimension(), velocity_code(f)};
}

taylor_system taylor_system_in_velocities(const form& f) {
  if (f.kind() == system_kind::first_order) {
    return taylor_system_of(f);
  }
  return {taylor_states::velocities, f.dimension(), velocity_code(f)};
}

}  // namespace plumbline
