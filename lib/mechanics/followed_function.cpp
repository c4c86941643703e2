// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/derivatives.hpp>
#include <plumbline/mechanics/followed_function.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace plumbline {

namespace {

/// The stages of the inputs, as those of a form.
std::vector<int> stages_of(const followed_inputs& in) {
  std::vector<int> stages(static_cast<std::size_t>(in.count()), parameter_stage);
  const auto set = [&](int input, int stage) { stages[static_cast<std::size_t>(input)] = stage; };
  for (int i = 0; i < in.of_form.n; ++i) {
    set(in.of_form.q(i), position_stage);
    set(in.of_form.v(i), velocity_stage);
    set(in.of_form.a(i), velocity_stage);
    set(in.p(i), velocity_stage);
  }
  for (int k = 0; k < in.multipliers; ++k) {
    set(in.multiplier(k), velocity_stage);
  }
  set(in.of_form.t(), position_stage);
  return stages;
}

}  // namespace

std::vector<node_id> nodes_of_program(graph& g, const program& p,
                                      const std::vector<node_id>& inputs) {
  std::vector<node_id> nodes = inputs;
  nodes.resize(static_cast<std::size_t>(p.registers()), -1);
  const auto at = [&nodes](int reg) -> node_id& { return nodes[static_cast<std::size_t>(reg)]; };
  int reg = p.inputs();
  for (const exact_number& x : p.constants()) {
    at(reg++) = g.constant(x);
  }
  if (p.pi_register() >= 0) {
    at(p.pi_register()) = g.pi();
  }
  for (int k = 0; k < p.stages(); ++k) {
    for (const instruction& i : p.stage(k)) {
      if (i.what == operation::sin) {
        at(i.result) = g.apply(operation::sin, at(i.a));
        at(i.second) = g.apply(operation::cos, at(i.a));
      } else if (operands_of(i.what) == 1) {
        at(i.result) = g.apply(i.what, at(i.a));
      } else {
        at(i.result) = g.apply(i.what, at(i.a), at(i.b));
      }
    }
  }
  std::vector<node_id> results;
  for (const int result : p.results()) {
    results.push_back(at(result));
  }
  return results;
}

followed_function::followed_function(std::shared_ptr<const form> formulas, graph g, node_id value,
                                     std::vector<std::string> named, std::string text,
                                     const std::vector<node_id>& multipliers)
    : formulas_(std::move(formulas)),
      inputs_{formulas_->inputs(), static_cast<int>(named.size()),
              static_cast<int>(multipliers.size())},
      named_(std::move(named)),
      text_(std::move(text)) {
  const form_inputs& in = inputs_.of_form;
  const auto range = [](int first, int count) {
    std::vector<int> list(static_cast<std::size_t>(count));
    std::iota(list.begin(), list.end(), first);
    return list;
  };
  const auto depends = [&](node_id node, const std::vector<int>& on) {
    return bool{g.depending_on(on)[static_cast<std::size_t>(node)]};
  };
  std::vector<int> motion = range(0, 2 * in.n);
  motion.push_back(in.t());
  for (int i = 0; i < in.n; ++i) {
    motion.push_back(inputs_.p(i));
  }
  const std::vector<int> of_constraints = range(inputs_.multiplier(0), inputs_.multipliers);
  motion.insert(motion.end(), of_constraints.begin(), of_constraints.end());
  if (!depends(value, motion)) {
    throw invalid_input("'" + text_ +
                        "' is constant: it depends neither on the state nor on the time");
  }
  needs_v_ = depends(value, range(in.v(0), in.n));
  needs_p_ = depends(value, range(inputs_.p(0), in.n));
  needs_lambda_ = depends(value, of_constraints);
  const std::vector<int> stages = stages_of(inputs_);
  const auto program_of = [&](const std::vector<node_id>& nodes) {
    return std::make_shared<const program>(g, nodes, stages);
  };
  value_ = program_of({value});
  slopes_ = program_of(gradient(g, value, range(0, inputs_.count())));

  node_id in_velocities = value;
  if (needs_p_) {
    std::vector<node_id> inputs;
    inputs.reserve(static_cast<std::size_t>(in.count()));
    for (int k = 0; k < in.count(); ++k) {
      inputs.push_back(g.input(k));
    }
    const auto momenta = nodes_of_program(g, *formulas_->part(form_part::momentum), inputs);
    std::unordered_map<int, node_id> by;
    for (int i = 0; i < in.n; ++i) {
      by[inputs_.p(i)] = momenta[static_cast<std::size_t>(i)];
    }
    in_velocities = g.substitute({value}, by).front();
  }
  if (needs_lambda_) {
    value_by_multipliers_ = program_of({in_velocities});
    std::unordered_map<int, node_id> by;
    for (int k = 0; k < inputs_.multipliers; ++k) {
      by[inputs_.multiplier(k)] = multipliers[static_cast<std::size_t>(k)];
    }
    in_velocities = g.substitute({in_velocities}, by).front();
  }
  direction along;
  for (int k = 0; k < 2 * in.n; ++k) {
    along.inputs.push_back(k);
    along.rates.push_back(g.input(in.n + k));  // q_k moves by v_k, v_k by a_k
  }
  along.inputs.push_back(in.t());
  along.rates.push_back(g.constant(1));
  const std::vector<node_id> functions = {in_velocities};
  value_and_rate_ =
      program_of({in_velocities, directional_derivative(g, functions, along).front()});
}

}  // namespace plumbline
