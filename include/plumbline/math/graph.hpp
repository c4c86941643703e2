// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A formula as a graph: what a Lagrangian is after it has been recorded (math/recorded.hpp) or read from a text.
//
// A node is an input, an exact constant, or an operation on one or two earlier nodes. A graph never holds two equal
// nodes: whoever asks for a node that is there gets its number, so that common subexpressions are found while the graph
// grows. Operands have smaller numbers than the nodes that use them: the numbers are an order of evaluation.
//
// A node is simplified when it is made, but only where the result is the same in real arithmetic and in every rounding:
// 0 + x, 1 x, −(−x), x − (−y), (−x) y = −(x y), sin(−x) = −sin x, x/4 = x · 1/4, and operations on constants, which are
// rational and stay exact. (c1 (c2 x) is merged only where c1 or c2 is a power of two: otherwise it would be rounded
// differently.)
#pragma once

#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/operation.hpp>

#include <unordered_map>
#include <vector>

namespace plumbline {

/// The number of a node in its graph.
using node_id = int;

class graph {
 public:
  struct node {
    operation what;
    node_id a = -1;
    node_id b = -1;
    friend bool operator==(const node&, const node&) = default;
  };

  node_id input(int index);
  node_id constant(const exact_number& x);
  node_id pi();
  /// The node of a unary or binary operation, simplified. Throws std::invalid_argument for a division by the constant zero
  /// and for a function of a constant outside its domain (the root of −1, the logarithm of 0).
  node_id apply(operation f, node_id a);
  node_id apply(operation f, node_id a, node_id b);

  node_id negate(node_id a) { return apply(operation::negate, a); }
  node_id add(node_id a, node_id b) { return apply(operation::add, a, b); }
  node_id subtract(node_id a, node_id b) { return apply(operation::subtract, a, b); }
  node_id multiply(node_id a, node_id b) { return apply(operation::multiply, a, b); }
  node_id divide(node_id a, node_id b) { return apply(operation::divide, a, b); }
  /// a^n by repeated squaring; a^(n/2) with one square root; otherwise exp(b log a) as one operation.
  node_id power(node_id a, node_id b);

  int size() const { return static_cast<int>(nodes_.size()); }
  const node& operator[](node_id i) const { return nodes_[static_cast<std::size_t>(i)]; }
  bool is_constant(node_id i) const { return (*this)[i].what == operation::constant; }
  bool is_zero(node_id i) const { return is_constant(i) && value(i).sign() == 0; }
  /// The value of a constant.
  const exact_number& value(node_id i) const {
    return constants_[static_cast<std::size_t>((*this)[i].a)];
  }

  /// The node of another graph, with all that it needs, in this one.
  node_id import(const graph& other, node_id end);
  /// The nodes with other nodes of this graph in the place of some inputs.
  std::vector<node_id> substitute(const std::vector<node_id>& ends,
                                  const std::unordered_map<int, node_id>& by_input);

  /// reached[i] is true when one of `ends` depends on the node i (or is it). Has size() entries.
  std::vector<bool> needed_by(const std::vector<node_id>& ends) const;
  /// depends[i] is true when the node i depends on one of these inputs.
  std::vector<bool> depending_on(const std::vector<int>& inputs) const;

 private:
  struct hash {
    std::size_t operator()(const node& n) const;
  };
  node_id place(const node& n);
  std::vector<node_id> copy(const graph& other, const std::vector<node_id>& ends,
                            const std::unordered_map<int, node_id>& by_input);
  bool is_value(node_id i, long n) const;
  node_id whole_power(node_id a, long n);
  /// c1 (c2 x) as one product where one of the constants is a power of two; otherwise −1.
  node_id scaled_twice(node_id a, node_id b);

  std::vector<node> nodes_;
  std::vector<exact_number> constants_;
  std::unordered_map<node, node_id, hash> places_;
  std::unordered_multimap<std::size_t, node_id> constant_places_;
};

}  // namespace plumbline
