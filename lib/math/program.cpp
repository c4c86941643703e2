// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/program.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <unordered_map>

namespace plumbline {

namespace {

/// The instructions of a stage in an order in which those of one kind follow one another: the kind of which most can be
/// done is done until none of it is left that can, and so on.
std::vector<instruction> in_runs(const std::vector<instruction>& list, int registers) {
  const std::size_t count = list.size();
  std::vector<int> writer(static_cast<std::size_t>(registers), -1);
  for (std::size_t i = 0; i < count; ++i) {
    writer[static_cast<std::size_t>(list[i].result)] = static_cast<int>(i);
    if (list[i].second >= 0) {
      writer[static_cast<std::size_t>(list[i].second)] = static_cast<int>(i);
    }
  }
  std::vector<std::vector<std::size_t>> users(count);
  std::vector<int> waits_for(count, 0);
  using lowest_first = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>;
  constexpr std::size_t kinds = static_cast<std::size_t>(operation::sinc_slope) + 1;
  std::array<lowest_first, kinds> ready;
  const auto kind = [&](std::size_t i) { return static_cast<std::size_t>(list[i].what); };
  for (std::size_t i = 0; i < count; ++i) {
    for (const int operand : {list[i].a, list[i].b}) {
      const int w = operand < 0 ? -1 : writer[static_cast<std::size_t>(operand)];
      if (w >= 0) {
        users[static_cast<std::size_t>(w)].push_back(i);
        ++waits_for[i];
      }
    }
    if (waits_for[i] == 0) {
      ready[kind(i)].push(i);
    }
  }
  std::vector<instruction> ordered;
  ordered.reserve(count);
  while (ordered.size() < count) {
    lowest_first& next = *std::ranges::max_element(ready, {}, &lowest_first::size);
    const std::size_t first = ordered.size();
    while (!next.empty()) {
      const std::size_t i = next.top();
      next.pop();
      ordered.push_back(list[i]);
      for (const std::size_t user : users[i]) {
        if (--waits_for[user] == 0) {
          ready[kind(user)].push(user);
        }
      }
    }
    for (std::size_t i = first; i < ordered.size(); ++i) {
      ordered[i].run = static_cast<int>(ordered.size() - i);
    }
  }
  return ordered;
}

}  // namespace

program::program(const graph& g, std::span<const node_id> results,
                 std::span<const int> stage_of_input)
    : inputs_(static_cast<int>(stage_of_input.size())) {
  const std::vector<bool> needed = g.needed_by({results.begin(), results.end()});
  const auto count = needed.size();
  std::vector<int> register_of(count, -1);
  std::vector<int> stage_of(count, 0);
  const auto at = [](auto& table, node_id i) -> auto& {
    return table[static_cast<std::size_t>(i)];
  };

  registers_ = inputs_;
  const auto stages =
      1 + std::max(0, stage_of_input.empty() ? 0 : *std::ranges::max_element(stage_of_input));
  stages_.resize(static_cast<std::size_t>(stages));
  for (std::size_t i = 0; i < count; ++i) {
    const auto node = static_cast<node_id>(i);
    if (needed[i] && g[node].what == operation::constant) {
      register_of[i] = registers_++;
      constants_.push_back(g.value(node));
    }
  }
  // the pairs of sine and cosine, by the node of their argument; the first of sin and cos that comes makes the pair
  struct pair {
    int sine;
    int cosine;
    std::size_t place;  // among the instructions of its stage; none for the pair of a sum
    bool of_sum;
  };
  std::unordered_map<node_id, pair> pairs;
  std::vector<char> is_angle(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const graph::node& n = g[static_cast<node_id>(i)];
    if (needed[i] && (n.what == operation::sin || n.what == operation::cos)) {
      at(is_angle, n.a) = 1;
    }
  }
  const auto emit = [&](int stage, operation what, int a, int b) {
    at(stages_, stage).push_back({what, registers_, a, b});
    return registers_++;
  };
  const auto pair_at = [&](auto&& self, node_id angle) -> pair& {
    if (const auto found = pairs.find(angle); found != pairs.end()) {
      return found->second;
    }
    const int stage = at(stage_of, angle);
    const graph::node n = g[angle];
    const bool sum = (n.what == operation::add || n.what == operation::subtract) &&
                     at(is_angle, n.a) != 0 && at(is_angle, n.b) != 0;
    if (sum) {
      const auto use = [&](node_id part) {
        const pair p = self(self, part);
        if (!p.of_sum) {
          instruction& i = at(stages_, at(stage_of, part))[p.place];
          i.first_needed = i.second_needed = true;
        }
        return p;
      };
      const pair x = use(n.a);
      const pair y = use(n.b);
      const bool plus = n.what == operation::add;
      const int sc = emit(stage, operation::multiply, x.sine, y.cosine);
      const int cs = emit(stage, operation::multiply, x.cosine, y.sine);
      const int cc = emit(stage, operation::multiply, x.cosine, y.cosine);
      const int ss = emit(stage, operation::multiply, x.sine, y.sine);
      const int sine = emit(stage, plus ? operation::add : operation::subtract, sc, cs);
      const int cosine = emit(stage, plus ? operation::subtract : operation::add, cc, ss);
      return pairs.emplace(angle, pair{sine, cosine, 0, true}).first->second;
    }
    std::vector<instruction>& list = at(stages_, stage);
    list.push_back({operation::sin, registers_, at(register_of, angle), -1, registers_ + 1,
                    registers_ + 2, false, false});
    registers_ += 3;
    return pairs.emplace(angle, pair{registers_ - 3, registers_ - 2, list.size() - 1, false})
        .first->second;
  };
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
      const bool is_sine = n.what == operation::sin;
      const pair p = pair_at(pair_at, n.a);
      if (!p.of_sum) {
        instruction& made = at(stages_, at(stage_of, n.a))[p.place];
        (is_sine ? made.first_needed : made.second_needed) = true;
      }
      register_of[i] = is_sine ? p.sine : p.cosine;
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
  for (const std::vector<instruction>& list : stages_) {
    runs_.push_back(in_runs(list, registers_));
    std::vector<std::size_t>& places = movable_.emplace_back();
    for (std::size_t i = 0; i < runs_.back().size(); ++i) {
      if (runs_.back()[i].kept >= 0) {
        places.push_back(i);
      }
    }
  }
}

const exact_number* program::constant_result(int k) const {
  const int place = results_[static_cast<std::size_t>(k)] - inputs_;
  return 0 <= place && place < static_cast<int>(constants_.size())
             ? &constants_[static_cast<std::size_t>(place)]
             : nullptr;
}

}  // namespace plumbline
