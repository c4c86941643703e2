// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/derivatives.hpp>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace plumbline {

namespace {

/// 1 − x² without cancellation near ±1.
node_id one_minus_square(graph& g, node_id x) {
  const node_id one = g.constant(1);
  return g.multiply(g.subtract(one, x), g.add(one, x));
}
node_id square_plus_one(graph& g, node_id x) { return g.add(g.multiply(x, x), g.constant(1)); }

node_id unary_partial(graph& g, node_id w, node_id factor) {
  const graph::node n = g[w];
  const node_id a = n.a;
  const auto call = [&](operation f) { return g.apply(f, a); };
  const auto root = [&](node_id x) { return g.apply(operation::sqrt, x); };
  switch (n.what) {
    case operation::negate:
      return g.negate(factor);
    case operation::sqrt:
      return g.divide(factor, g.multiply(g.constant(2), w));
    case operation::exp:
      return g.multiply(factor, w);
    case operation::log:
      return g.divide(factor, a);
    case operation::sin:
      return g.multiply(factor, call(operation::cos));
    case operation::cos:
      return g.negate(g.multiply(factor, call(operation::sin)));
    case operation::tan:
      return g.multiply(factor, square_plus_one(g, w));
    case operation::asin:
      return g.divide(factor, root(one_minus_square(g, a)));
    case operation::acos:
      return g.negate(g.divide(factor, root(one_minus_square(g, a))));
    case operation::atan:
      return g.divide(factor, square_plus_one(g, a));
    case operation::sinh:
      return g.multiply(factor, call(operation::cosh));
    case operation::cosh:
      return g.multiply(factor, call(operation::sinh));
    case operation::tanh: {  // 1/cosh², since 1 − tanh² cancels
      const node_id c = call(operation::cosh);
      return g.divide(factor, g.multiply(c, c));
    }
    case operation::asinh:
      return g.divide(factor, root(square_plus_one(g, a)));
    case operation::acosh: {
      const node_id one = g.constant(1);
      return g.divide(factor, root(g.multiply(g.subtract(a, one), g.add(a, one))));
    }
    case operation::atanh:
      return g.divide(factor, one_minus_square(g, a));
    case operation::sinc:
      return g.multiply(factor, call(operation::sinc_slope));
    default:
      throw std::logic_error("no rule for the derivative of " + std::string(name_of(n.what)));
  }
}

}  // namespace

node_id scaled_partial(graph& g, node_id w, int operand, node_id factor) {
  const graph::node n = g[w];
  const node_id a = n.a;
  const node_id b = n.b;
  const bool first = operand == 0;
  if (operands_of(n.what) == 1) {
    return unary_partial(g, w, factor);
  }
  switch (n.what) {
    case operation::add:
      return factor;
    case operation::subtract:
      return first ? factor : g.negate(factor);
    case operation::multiply:
      return g.multiply(factor, first ? b : a);
    case operation::divide: {  // w = a/b: the quotient factor/b serves both
      const node_id quotient = g.divide(factor, b);
      return first ? quotient : g.negate(g.multiply(quotient, w));
    }
    case operation::atan2: {  // the angle of the point (b, a)
      const node_id r2 = g.add(g.multiply(a, a), g.multiply(b, b));
      const node_id part = g.divide(g.multiply(factor, first ? b : a), r2);
      return first ? part : g.negate(part);
    }
    case operation::power:
      return first ? g.multiply(g.multiply(factor, b), g.power(a, g.subtract(b, g.constant(1))))
                   : g.multiply(g.multiply(factor, w), g.apply(operation::log, a));
    default:
      throw std::logic_error("no rule for the derivative of " + std::string(name_of(n.what)));
  }
}

std::vector<node_id> gradient(graph& g, node_id f, std::span<const int> inputs) {
  constexpr node_id none = -1;
  const std::vector<bool> moves = g.depending_on({inputs.begin(), inputs.end()});
  std::vector<node_id> adjoint(static_cast<std::size_t>(f) + 1, none);
  adjoint.back() = g.constant(1);
  const auto add_to = [&](node_id to, node_id part) {
    node_id& at = adjoint[static_cast<std::size_t>(to)];
    at = at == none ? part : g.add(at, part);
  };
  const auto pass_on = [&](node_id w, int operand, node_id to) {
    if (moves[static_cast<std::size_t>(to)]) {
      add_to(to, scaled_partial(g, w, operand, adjoint[static_cast<std::size_t>(w)]));
    }
  };
  const auto squared = [&](node_id of) {
    const graph::node n = g[of];
    return n.what == operation::multiply && n.a == n.b && moves[static_cast<std::size_t>(of)];
  };
  for (node_id w = f; w >= 0; --w) {
    const graph::node n = g[w];
    if (adjoint[static_cast<std::size_t>(w)] == none || !moves[static_cast<std::size_t>(w)]) {
      continue;
    }
    const int operands = operands_of(n.what);
    if (n.what == operation::multiply && n.a == n.b) {  // a²: 2 a at once
      node_id& twice = adjoint[static_cast<std::size_t>(w)];
      twice = g.multiply(g.constant(2), twice);
      pass_on(w, 0, n.a);
      continue;
    }
    if (n.what == operation::multiply && squared(n.a) && squared(n.b)) {
      // x² y², as r² φ′² in kinetic energies: both derivatives share 2 x y, and no square is needed
      const node_id x = g[n.a].a;
      const node_id y = g[n.b].a;
      const node_id factor = g.multiply(g.constant(2), adjoint[static_cast<std::size_t>(w)]);
      const node_id shared = g.multiply(factor, g.multiply(x, y));
      add_to(x, g.multiply(shared, y));
      add_to(y, g.multiply(shared, x));
      continue;
    }
    if (operands > 0) {
      pass_on(w, 0, n.a);
    }
    if (operands > 1) {
      pass_on(w, 1, n.b);
    }
  }
  std::vector<node_id> result;
  result.reserve(inputs.size());
  for (const int input : inputs) {
    const node_id x = g.input(input);
    const bool reached = x <= f && adjoint[static_cast<std::size_t>(x)] != none;
    result.push_back(reached ? adjoint[static_cast<std::size_t>(x)] : g.constant(0));
  }
  return result;
}

namespace {

/// The rate of a node that is no input, from those of its operands.
node_id rate_of(graph& g, node_id w, const std::vector<node_id>& rate, node_id zero) {
  const graph::node n = g[w];
  const auto part = [&](int operand, node_id of) {
    const node_id r = rate[static_cast<std::size_t>(of)];
    return g.is_zero(r) ? zero : scaled_partial(g, w, operand, r);
  };
  if (n.what == operation::multiply && n.a == n.b) {
    const node_id r = rate[static_cast<std::size_t>(n.a)];
    return g.multiply(g.multiply(g.constant(2), r), n.a);
  }
  const node_id first = part(0, n.a);
  return operands_of(n.what) > 1 ? g.add(first, part(1, n.b)) : first;
}

}  // namespace

std::vector<node_id> directional_derivative(graph& g, std::span<const node_id> functions,
                                            const direction& along) {
  const node_id zero = g.constant(0);
  const std::vector<node_id> ends(functions.begin(), functions.end());
  const std::vector<bool> needed = g.needed_by(ends);
  const std::vector<bool> moves = g.depending_on(along.inputs);
  std::vector<node_id> rate(needed.size(), zero);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i] || !moves[i]) {
      continue;
    }
    const auto w = static_cast<node_id>(i);
    if (g[w].what != operation::input) {
      rate[i] = rate_of(g, w, rate, zero);
      continue;
    }
    for (std::size_t k = 0; k < along.inputs.size(); ++k) {
      if (along.inputs[k] == g[w].a) {
        rate[i] = along.rates[k];
      }
    }
  }
  std::vector<node_id> result;
  result.reserve(functions.size());
  for (const node_id f : functions) {
    result.push_back(rate[static_cast<std::size_t>(f)]);
  }
  return result;
}

std::vector<node_id> jacobian(graph& g, std::span<const node_id> functions,
                              std::span<const int> inputs) {
  const node_id zero = g.constant(0);
  const node_id one = g.constant(1);
  const std::vector<bool> needed = g.needed_by({functions.begin(), functions.end()});
  std::vector<std::vector<node_id>> users(needed.size());  // in their order
  std::unordered_map<int, node_id> input_nodes;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto w = static_cast<node_id>(i);
    const graph::node n = g[w];
    if (!needed[i]) {
      continue;
    }
    if (n.what == operation::input) {
      input_nodes.emplace(n.a, w);
      continue;
    }
    const int operands = operands_of(n.what);
    if (operands > 0) {
      users[static_cast<std::size_t>(n.a)].push_back(w);
    }
    if (operands > 1 && n.b != n.a) {
      users[static_cast<std::size_t>(n.b)].push_back(w);
    }
  }
  std::vector<std::vector<std::size_t>> rows_of(needed.size());  // the functions that a node is
  for (std::size_t row = 0; row < functions.size(); ++row) {
    rows_of[static_cast<std::size_t>(functions[row])].push_back(row);
  }
  std::vector<node_id> result(functions.size() * inputs.size(), zero);
  std::vector<node_id> rate(needed.size(), zero);
  std::vector<bool> seen(needed.size(), false);
  for (std::size_t column = 0; column < inputs.size(); ++column) {
    const auto input = input_nodes.find(inputs[column]);
    if (input == input_nodes.end()) {
      continue;
    }
    std::vector<node_id> moved = {input->second};
    for (std::size_t k = 0; k < moved.size(); ++k) {
      for (const node_id user : users[static_cast<std::size_t>(moved[k])]) {
        if (!seen[static_cast<std::size_t>(user)]) {
          seen[static_cast<std::size_t>(user)] = true;
          moved.push_back(user);
        }
      }
    }
    std::ranges::sort(moved);  // operands stand before those that use them
    for (const node_id w : moved) {
      const auto i = static_cast<std::size_t>(w);
      rate[i] = w == input->second ? one : rate_of(g, w, rate, zero);
      for (const std::size_t row : rows_of[i]) {
        result[row * inputs.size() + column] = rate[i];
      }
    }
    for (const node_id w : moved) {
      rate[static_cast<std::size_t>(w)] = zero;
      seen[static_cast<std::size_t>(w)] = false;
    }
  }
  return result;
}

}  // namespace plumbline
