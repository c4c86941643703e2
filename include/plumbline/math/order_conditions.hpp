// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The conditions on the coefficients of a one-step method that are equivalent to an order p:
//
//   Runge–Kutta          φ(t) = 1/γ(t) for all rooted trees with at most p vertices
//   with time            the same for y′ = f(y, t), where a leaf may be the time, whose value in a stage is c_i and not the row
//                        sum of A
//   partitioned          the same for the trees with vertices of two colours
//   separable            of these the trees in which no vertex has a branch of its own colour: those of q′ = f(p), p′ = g(q)
//   Nyström              Σ b_i F_i(t) = 1/γ′(t), Σ b̄_i F_i(t) = 1/γ(t) for the trees of q″ = f(q)
//   splitting            every word of n ≤ p letters A, B has the coefficient 1/n! in the product of the exponentials
//                        e^{b_1 h B} e^{a_1 h A} …, as it has in e^{h(A + B)}
//   composition          the same for words in Y_1, Y_k …, where the logarithm of the base is h Y_1 + h^k Y_k + …, and
//                        the target is e^{h Y_1}: k = 3, 5 … for a symmetric base of order 2, k = 2, 3 … for a base of
//                        order 1 that alternates with its adjoint (whose signs of even k are opposite)
//
// (Hairer, Nørsett & Wanner I, II.2, II.14, II.15; Hairer, Lubich & Wanner III.3, III.5; Murua & Sanz-Serna 1999.) All are
// polynomials in the coefficients, evaluated in the working precision of `mp`.
#pragma once

#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/math/trees.hpp>

#include <string>
#include <vector>

namespace plumbline {

/// Words over letters with weights, by weight: each is an earlier word and a last letter. Word 0 is empty.
struct word_list {
  struct word {
    int weight = 0;
    int prefix = -1;
    int letter = -1;
    int length = 0;
  };
  std::vector<int> letters;  ///< their weights, rising
  std::vector<word> words;

  /// All words of a weight of at most `weight`.
  static word_list make(std::vector<int> letters, int weight);
};

class order_conditions {
 public:
  static order_conditions runge_kutta(int order);
  static order_conditions with_time(int order);
  static order_conditions partitioned(int order);
  /// A separable tree is a rooted tree and the colour of its root: two for each rooted tree.
  static order_conditions separable(int order);
  static order_conditions nystrom(int order);
  /// The same of nystrom_of_splitting(), whose position after a free motion is q + Σa h v: Σa = 1 is a condition, too.
  static order_conditions nystrom_splitting(int order);
  static order_conditions splitting(int order);
  /// Over a base of order `base_order`, symmetric or not. A base of order 1 that is not symmetric alternates with its adjoint.
  static order_conditions composition(int order, int base_order, bool symmetric_base);

  /// The largest order of the conditions.
  int order() const { return order_; }
  std::size_t size() const { return orders_.size(); }
  int order_of(std::size_t k) const { return orders_[k]; }
  /// σ(t), or 1 for words.
  std::int64_t symmetry_of(std::size_t k) const;
  /// The condition in words: "[t,[t]]: sum b c (A c) = 1/8".
  std::string text(std::size_t k) const;
  /// The tree of the condition as lines of text; empty for words.
  std::string drawing(std::size_t k) const;

  /// Left side minus right side of each condition, in the working precision. With `weights` instead of the b of the
  /// coefficients (Runge–Kutta and Nyström).
  std::vector<mp> residuals(const scheme_coefficients<mp>& x,
                            const vector<mp>* weights = nullptr) const;

  /// How many conditions there are up to an order, without making them: what an evaluation costs.
  static double count_runge_kutta(int order);
  static double count_partitioned(int order);

 private:
  enum class family { runge_kutta, with_time, partitioned, nystrom, splitting, composition };

  std::vector<mp> tree_residuals(const scheme_coefficients<mp>& x, const vector<mp>& b) const;
  std::vector<mp> nystrom_residuals(const scheme_coefficients<mp>& x, const vector<mp>& b) const;
  std::vector<mp> word_residuals(const scheme_coefficients<mp>& x) const;
  std::string formula(int tree) const;
  std::string nystrom_formula(int tree) const;
  static constexpr int sum_of_drifts = -1;

  family family_ = family::runge_kutta;
  int order_ = 0;
  bool alternates_ = false;
  std::vector<int> orders_;
  std::vector<int> members_;  ///< the tree or word of each condition; sum_of_drifts for Σa = 1
  std::vector<bool> is_position_;  ///< Nyström: the condition of positions
  std::vector<rooted_tree> trees_;
  std::vector<nystrom_tree> nystrom_trees_;
  word_list words_;
};

/// The drifts and kicks of a splitting as a Nyström method, which keeps the drifts: c_i = Σ_{k ≤ i} a_k, a_ij = b_j (c_i − c_j),
/// b̄_i = b_i (Σ a − c_i).
/// The two are the same map where the kinetic energy is ½ p'M⁻¹p.
scheme_coefficients<mp> nystrom_of_splitting(const scheme_coefficients<mp>& x);

/// The drifts and kicks of a splitting as a partitioned method: stage i is drift i and kick i, a_ij = a_j for j ≤ i,
/// ā_ij = b_j for j < i. The two are the same map where the Hamiltonian is T(p) + V(q).
scheme_coefficients<mp> partitioned_of_splitting(const scheme_coefficients<mp>& x);

/// Substeps γ_k of partitioned methods, used in turn, as one partitioned method.
scheme_coefficients<mp> partitioned_of_composition(
    const vector<mp>& gamma, const std::vector<scheme_coefficients<mp>>& bases);

/// Substeps γ_k of splittings, used in turn, as one splitting: neighbouring drifts are one drift, neighbouring kicks one kick.
scheme_coefficients<mp> splitting_of_composition(const vector<mp>& gamma,
                                                 const std::vector<scheme_coefficients<mp>>& bases);

}  // namespace plumbline
