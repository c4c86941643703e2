// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rooted trees, over which the order conditions of one-step methods run (Butcher 1963; Hairer, Nørsett & Wanner,
// Solving Ordinary Differential Equations I, II.2, II.14, II.15):
//
//   one colour    y′ = f(y):                        φ(t) = 1/γ(t) for every tree          1, 1, 2, 4, 9, 20, 48, 115 …
//   two colours   q′ = f(q, p), p′ = g(q, p):       the same over trees with two kinds of vertices
//                                                                                         2, 4, 14, 52, 214, 916 …
//   Nyström       q″ = f(q):                        trees of f, whose vertices carry velocities and further vertices
//
// A tree is stored as its decomposition t = base ∘ branch: the branch is grafted to the root of the base. Children are
// grafted in the order of falling numbers, so that each tree occurs once. Then
//
//   γ(t) = γ(base) γ(branch) |t|/|base|,      σ(t) = σ(base) σ(branch) m,
//
// where m is the number of equal children that the branch makes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline {

/// A rooted tree with coloured vertices: one of a list in which `base` and `branch` are earlier places.
struct rooted_tree {
  int order = 1;           ///< number of vertices
  int colour = 0;          ///< of the root
  int base = -1;           ///< the tree without its last branch; -1 for a single vertex
  int branch = -1;         ///< the last branch
  int repeated = 0;        ///< how many children are equal to the branch
  std::int64_t gamma = 1;  ///< density
  std::int64_t sigma = 1;  ///< number of symmetries
};

/// All rooted trees with at most `order` vertices of `colours` (1 or 2) kinds, by order. Throws invalid_input for an
/// order below 1 or above 16, or another number of colours.
std::vector<rooted_tree> rooted_trees(int order, int colours = 1);

/// How many rooted trees there are of exactly this order.
std::int64_t count_rooted_trees(int order, int colours = 1);

/// "[t,[t]]": a vertex is its list of children, a leaf is t. With two colours q[p,q[p]].
std::string tree_text(const std::vector<rooted_tree>& trees, int which, int colours = 1);

/// The tree as lines of text, root first, each child below its parent and further to the right.
std::string tree_drawing(const std::vector<rooted_tree>& trees, int which, int colours = 1);

/// A tree of q″ = f(q): a vertex f(q) with `velocities` leaves for q′ and further vertices.
struct nystrom_tree {
  int degree =
      0;  ///< the power of h in the stage: a velocity counts 1, a vertex 2 and its own degree
  int base = -1;             ///< the tree without its last child; -1 for a single vertex
  int branch = -1;           ///< the last child, -1 for a velocity (and for a single vertex)
  int repeated = 0;          ///< how many children are equal to the last one
  std::int64_t density = 1;  ///< the exact stage value is c^degree/density
  std::int64_t sigma = 1;
};

/// All such trees up to the degree, by degree; tree n belongs to the conditions Σ b_i F_i = 1/(density (degree + 1)) of
/// order degree + 1 and Σ b̄_i F_i = 1/(density (degree + 1)(degree + 2)) of order degree + 2.
/// Throws invalid_input for a degree below 0 or above 15.
std::vector<nystrom_tree> nystrom_trees(int degree);

/// "[v,v,[v]]": v is a velocity.
std::string tree_text(const std::vector<nystrom_tree>& trees, int which);

}  // namespace plumbline
