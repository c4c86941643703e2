// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The difference quotient [f] = (f(b) − f(a))/(b − a) of a recorded function of one input, as a node of its graph that
// does not cancel where b is near a and is f′(a) where they are equal. One rule an operation, as for derivatives
// (Reps & Rall 2003):
//
//   [u + w] = [u] + [w],   [u w] = [u] w(b) + u(a) [w],   [u/w] = ([u] − (u/w)(a) [w])/w(b),   [√u] = [u]/(√u(a) + √u(b))
//   [sin u] = [u] cos m sinc δ,   [cos u] = −[u] sin m sinc δ,   m = (u(a) + u(b))/2,   δ = (u(b) − u(a))/2
#pragma once

#include <plumbline/math/graph.hpp>

#include <optional>

namespace plumbline {

/// (f(b) − f(a))/(b − a) and its derivative with respect to b; f′(a) and f″(a)/2 where a = b.
template <class T>
struct difference_quotient_value {
  T value;
  T slope;
};

/// [f] in the input `x`, with a in the place of `x` and b in the input `b`. Nothing where f has an operation without a rule
/// (exp, log and others).
std::optional<node_id> difference_quotient(graph& g, node_id f, int x, int b);

}  // namespace plumbline
