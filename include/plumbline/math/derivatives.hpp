// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Derivatives of a recorded formula, as further nodes of its graph (Griewank & Walther, Evaluating Derivatives, ch. 3).
//
// Both modes rest on one rule an operation. With w = φ(a, b) the rule is the product of a factor with ∂φ/∂a or ∂φ/∂b:
//
//   reverse mode   ā += w̄ ∂φ/∂a      the gradient of one function in all inputs, for a few times its cost
//   forward mode   ẇ = ȧ ∂φ/∂a + ḃ ∂φ/∂b      many functions in one direction
//
// Since equal nodes are shared and products with zero disappear, a Hessian by forward mode over the gradient holds only
// what is needed, and the sines and cosines of the function serve its derivatives too.
#pragma once

#include <plumbline/math/graph.hpp>

#include <span>
#include <vector>

namespace plumbline {

/// The node of factor · ∂w/∂(operand), where w is a node with operands and `operand` is 0 for a or 1 for b.
/// The derivative of power in its exponent needs the logarithm of its base.
node_id scaled_partial(graph& g, node_id w, int operand, node_id factor);

/// ∂f/∂x_k for the inputs x_k, by reverse mode.
std::vector<node_id> gradient(graph& g, node_id f, std::span<const int> inputs);

/// A direction: the inputs that move, and how fast.
struct direction {
  std::vector<int> inputs;
  std::vector<node_id> rates;
};

/// The derivatives of the functions in this direction, by forward mode.
std::vector<node_id> directional_derivative(graph& g, std::span<const node_id> functions,
                                            const direction& along);

/// ∂f_i/∂x_k for all functions f_i and inputs x_k, row by row: the same as a directional derivative for each input, at the cost of the
/// nodes that depend on it.
std::vector<node_id> jacobian(graph& g, std::span<const node_id> functions,
                              std::span<const int> inputs);

}  // namespace plumbline
