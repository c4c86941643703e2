// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Small linear algebra in lanes, for implicit steps (lib/study/galerkin_lanes.hpp): a number of a lane is entry k of an array
// of `width` doubles, and every operation is done for all lanes in the order in which one lane alone would do it, so that
// each lane has the bits of product_sum<double> (scalar/product_sum.hpp) and lu_factors<double> (math/linear_solver.hpp).
// The loops are compiled for any processor, for AVX2 and for AVX-512; which of them runs is decided at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace plumbline::lanes {

/// Arrays of one width, aligned for the vector instructions. The arrays stay where they are.
class storage {
 public:
  /// `width` is a multiple of 8.
  explicit storage(std::size_t width) : width_(width) {}
  std::size_t width() const { return width_; }
  /// A new array of zeros.
  double* numbers();
  /// A new array of masks: 0 for a lane that is left out, -1 for one that takes part.
  std::int64_t* masks();

 private:
  struct release {
    void operator()(double* p) const;
  };
  std::size_t width_;
  std::vector<std::unique_ptr<double[], release>> arrays_;
};

/// Sums of products, r = a_1 b_1 + a_2 b_2 + …, many of them one after the other.
class sums {
 public:
  /// Begins the sum that is stored in r: with the first term as it is, or with 0 + the first term.
  enum class beginning { first_term, zero };
  void begin(double* r, beginning how = beginning::first_term);
  void add(const double* x);
  void add(const double* weight, const double* x);

  /// `same_weights`: all lanes have the weights of lane 0.
  void run(std::size_t width, bool same_weights) const;
  /// The same for the chosen lanes, a mask; the others keep what they have.
  void run(std::size_t width, bool same_weights, const std::int64_t* chosen) const;

  struct term {
    const double* weight;  ///< null for a term without a product
    const double* x;
  };
  struct sum {
    double* r;
    std::size_t end;  ///< the first term that belongs to a later sum
    bool from_zero;
  };

 private:
  std::vector<term> terms_;
  std::vector<sum> sums_;
};

/// The factors of an n × n matrix in each lane.
class factors {
 public:
  /// The arrays of the matrix, column by column.
  factors(storage& s, std::vector<const double*> matrix);

  int size() const { return n_; }
  /// Factors. ok()[k] is 0 afterwards where lu_factors::compute says false, and where an entry is not finite.
  void compute();
  const std::int64_t* ok() const { return ok_; }
  /// x with a x = b; x is not b.
  void solve(const std::vector<const double*>& b, const std::vector<double*>& x) const;

  struct view {
    int n;
    std::size_t width;
    const double* const* matrix;
    double* const* lu;
    std::int64_t* const* order;
    std::int64_t* ok;
  };

 private:
  view all() const { return {n_, width_, matrix_.data(), lu_.data(), order_.data(), ok_}; }
  int n_;
  std::size_t width_;
  std::vector<const double*> matrix_;
  std::vector<double*> lu_;
  std::vector<std::int64_t*> order_;
  std::int64_t* ok_;
};

/// r = the largest |x_i| of a lane; NaN where one of them is not finite.
void largest(double* r, const std::vector<const double*>& x, std::size_t width);

/// r = a where `chosen` is not 0, otherwise b.
void choose(double* r, const std::int64_t* chosen, const double* a, const double* b,
            std::size_t width);

/// Leaves the chosen lanes in which all these numbers are finite.
void keep_finite(std::int64_t* chosen, const std::vector<const double*>& x, std::size_t width);

/// x_i += dx_i in the chosen lanes.
void add_where(const std::int64_t* chosen, const std::vector<double*>& x,
               const std::vector<const double*>& dx, std::size_t width);

/// r = a - b
void subtract(double* r, const double* a, const double* b, std::size_t width);

}  // namespace plumbline::lanes
