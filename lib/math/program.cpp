// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/program.hpp>

#include <algorithm>
#include <unordered_map>

namespace plumbline {

program::program(const graph& g, std::span<const node_id> results,
                 std::span<const int> stage_of_input)
    : inputs_(static_cast<int>(stage_of_input.size())) {
  const std::vector<bool> needed = g.needed_by({results.begin(), results.end()});
  const auto count = needed.size();
  std::vector<int> register_of(count, -1);
  std::vector<int> stage_of(count, 0);
  const auto at = [](auto& table, node_id i) -> auto& { return table[static_cast<std::size_t>(i)]; };

  registers_ = inputs_;
  const auto stages = 1 + std::max(0, stage_of_input.empty() ? 0 : *std::ranges::max_element(stage_of_input));
  stages_.resize(static_cast<std::size_t>(stages));
  for (std::size_t i = 0; i < count; ++i) {
    const auto node = static_cast<node_id>(i);
    if (needed[i] && g[node].what == operation::constant) {
      register_of[i] = registers_++;
      constants_.push_back(g.value(node));
    }
  }
  std::unordered_map<int, std::size_t> pair_of;  // register of an argument → index of its instruction
  for (std::size_t i = 0; i < count; ++i) {
    if (!needed[i] || register_of[i] >= 0) {
      continue;
    }
    const graph::node& n = g[static_cast<node_id>(i)];
    if (n.what == operation::input) {
      if (n.a >= inputs_) {
        throw invalid_input("the formula uses input " + std::to_string(n.a + 1) + " of " +
                            std::to_string(inputs_));
      }
      register_of[i] = n.a;
      stage_of[i] = at(stage_of_input, n.a);
      continue;
    }
    if (n.what == operation::pi) {
      pi_register_ = register_of[i] = registers_++;
      continue;
    }
    const int operands = operands_of(n.what);
    const int a = at(register_of, n.a);
    const int b = operands > 1 ? at(register_of, n.b) : -1;
    const int stage = std::max(at(stage_of, n.a), operands > 1 ? at(stage_of, n.b) : 0);
    stage_of[i] = stage;
    std::vector<instruction>& list = at(stages_, stage);
    if (n.what == operation::sin || n.what == operation::cos) {
      // one instruction computes both: the first of the two that comes makes it
      auto [found, is_new] = pair_of.try_emplace(a, list.size());
      if (is_new) {
        list.push_back(
            {operation::sin, registers_, a, -1, registers_ + 1, registers_ + 2, false, false});
        registers_ += 3;
      }
      instruction& pair = list[found->second];
      (n.what == operation::sin ? pair.first_needed : pair.second_needed) = true;
      register_of[i] = n.what == operation::sin ? pair.result : pair.second;
      continue;
    }
    register_of[i] = registers_++;
    list.push_back({n.what, register_of[i], a, b});
    if (n.what == operation::exp || n.what == operation::log) {
      list.back().kept = registers_++;
    }
  }
  for (const node_id result : results) {
    results_.push_back(at(register_of, result));
  }
}

const exact_number* program::constant_result(int k) const {
  const int place = results_[static_cast<std::size_t>(k)] - inputs_;
  return 0 <= place && place < static_cast<int>(constants_.size())
             ? &constants_[static_cast<std::size_t>(place)]
             : nullptr;
}

}  // namespace plumbline
