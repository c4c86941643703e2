// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A proven bound for what a Taylor series leaves out, from its own coefficients.
//
// With the weighted sums |x| = Σ |x_k| ρ^k the series that converge for |t| <= ρ are an algebra: |a b| <= |a| |b|. Let the
// coefficients of every row of a code (taylor_code.hpp) be enclosed up to the order K, and suppose that the states' series
// leave out at most E_i beyond it. Each operation then says what its result leaves out at most, for instance
//
//   r = a b      Σ_{i+j>K} |a_i| |b_j| ρ^(i+j) + |a| e_b + |b| e_a + e_a e_b
//   r = a/b      |1/b| (e_a + Σ_{i+j>K} |b_i| |r_j| ρ^(i+j) + |r| e_b)
//   s, c         sine and cosine of the polynomial a solve s′ = a′ c, c′ = −a′ s, whose integration divides by K + 1
//   r′ g = n′    (logarithm, inverse functions; g is a function of a) for the polynomial a the same; then |r(a) − r| is at
//                most |1/g| e_n, where 1/g is bounded for all series as near to the polynomial as a
//
// and the integration of y′ = f gives back at most (ρ/(K + 2)) e_f. Where this is at most E for all states, induction over
// the order shows that the series of the true solution converges for |t| <= ρ and leaves out at most E (the "radii
// polynomial" of validated numerics in one step: A. Hungria,
// J.-P. Lessard & J. Mireles James, Math. Comp. 85 (2016) 1427). The division by K makes the bound tight almost up to the
// radius of convergence, where bounds on boxes end at a small part of it.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/taylor_arb.hpp"
#include "math/taylor_engine.hpp"

#include <vector>

namespace plumbline {

class series_tail {
 public:
  /// `followed`: rows that count as the states do.
  explicit series_tail(const taylor_engine<taylor_balls>& engine, std::vector<int> followed = {});

  /// False for a code with an operation that has no rule here.
  static bool covers(const taylor_code& code);

  /// After engine.expand(): whether the series of all states and followed rows converge for |t| <= 2^log2_radius.
  bool holds(double log2_radius);
  /// After holds(): at least Σ_{k>N} |y_k| ρ^k for the state i, with the engine's order N.
  double beyond(int i) const { return beyond_[static_cast<std::size_t>(i)]; }
  /// The same for any row of the code and Σ_{k>=N}.
  double beyond_of_row(int r) const { return at(r).beyond; }
  /// After holds(): log2 of the longest step that leaves out of each of these less than so many bits of it show.
  double log2_step(double log2_radius, double bits) const;
  /// The radius, at least.
  mag_srcptr radius() const { return radius_; }

 private:
  /// |x_k| ρ^k for k <= K, their sums from k on, and what is left out.
  struct row {
    std::vector<double> terms;
    std::vector<double> from;
    double size = 0;
    double moment = 0;  ///< Σ k |x_k| ρ^k
    double beyond = 0;
  };
  /// A matrix C of polynomials with C M = 1 − δ: norms of C, and of δ for the polynomials of M.
  struct inverse {
    int n = 0;
    std::vector<double> sizes;
    std::vector<double> defects;
  };
  struct prepared {
    double first = 0;
    double second = 0;
    inverse of_matrix;
    std::vector<double> sums;
  };

  bool read();
  void read_row(int r);
  double crossing(int a, int b) const;
  double crossing_of_rate(int a, int b) const;
  bool prepare();
  bool invert(const std::vector<int>& rows, int n, inverse& found) const;
  bool evaluate(const std::vector<double>& states);
  bool evaluate(const taylor_code::operation_on_rows& o, const prepared& p);
  bool solve(std::size_t side, const prepared& p);
  double inverse_size(const inverse& c, int row_of_b) const;
  bool is_apart(int r) const;
  row& at(int r) { return rows_[static_cast<std::size_t>(r)]; }
  const row& at(int r) const { return rows_[static_cast<std::size_t>(r)]; }

  const taylor_engine<taylor_balls>& engine_;
  std::vector<int> followed_;
  int last_;  ///< K
  bound radius_;
  double radius_above_ = 0;
  bounds powers_;
  std::vector<row> rows_;
  std::vector<double> last_of_states_;  ///< |y_N| ρ^N
  std::vector<prepared> prepared_;
  std::vector<double> beyond_;
};

}  // namespace plumbline

#endif
