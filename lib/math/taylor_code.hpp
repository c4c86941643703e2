// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A differential equation as recurrences between Taylor coefficients (Moore 1966; Jorba & Zou, Experiment. Math. 14
// (2005) 99; Griewank & Walther, Evaluating Derivatives, ch. 13).
//
// Each register of a straight-line program becomes a row of coefficients x_0, x_1, …: the function of time that the
// register has along the solution. An operation computes the coefficient k of its row from the coefficients 0 … k of its
// operands:
//
//   r = a b           r_k = Σ_{j=0..k} a_j b_{k−j}
//   r = a/b           r_k = (a_k − Σ_{j=1..k} b_j r_{k−j})/b_0
//   r = √a            r_k = (a_k − Σ_{j=1..k−1} r_j r_{k−j})/(2 r_0)
//   r = exp a         k r_k = Σ_{j=1..k} j a_j r_{k−j}
//   s, c = sin, cos   k s_k = Σ_{j=1..k} j a_j c_{k−j},   k c_k = −Σ_{j=1..k} j a_j s_{k−j}
//   r′ g = n′         k r_k g_0 = k n_k − Σ_{j=1..k−1} j r_j g_{k−j}        (log, asin, acos, atan, asinh, acosh, atanh, atan2)
//   r = a^b           k a_0 r_k = Σ_{j=1..k} (b j − (k − j)) a_j r_{k−j}                                        (constant b)
//   M x = b           M_0 x_k = b_k − Σ_{j=1..k} M_j x_{k−j}
//
// and a state y with y′ = f has y_{k+1} = f_k/(k + 1). Rows that do not depend on the time hold one number.
#pragma once

#include <plumbline/math/program.hpp>

#include <map>
#include <tuple>
#include <vector>

namespace plumbline {

struct taylor_code {
  enum class rule {
    negate,
    add,
    subtract,
    multiply,
    scale,  ///< b is constant
    square,
    divide,
    divide_by,  ///< b is constant
    sqrt,
    exp,         ///< b: derivative of a
    sin_cos,     ///< results r, r2; b: derivative of a
    sinh_cosh,   ///< the same
    derivative,  ///< r_k = k a_k
    wedge,     ///< r_k = k n_k with n′ = x y′ − y x′; a = y, b = x, c, d: their derivatives
    integral,  ///< r′ g = n′: a = derivative of n, b = g; r2: derivative of r; r_0 = function(c) or function(c, d)
    power,     ///< a^b, b constant; c: derivative of a; r2: derivative of r
    solve,     ///< the linear equations for one right side; the first one factors the matrix
    constant   ///< function(a, b) of constants
  };
  struct operation_on_rows {
    rule what;
    operation function = operation::input;
    int r = -1;
    int r2 = -1;
    int a = -1;
    int b = -1;
    int c = -1;
    int d = -1;
    std::size_t side = 0;  ///< of the linear equations
  };
  /// M x = b for one right side or for several in turn; the n × n matrix row by row.
  struct linear_equations {
    struct side {
      std::vector<int> right;
      std::vector<int> unknown;
    };
    std::vector<int> matrix;
    std::vector<side> sides;

    int order() const { return sides.empty() ? 0 : static_cast<int>(sides.front().unknown.size()); }
  };

  int rows = 0;
  enum class row_kind : char { constant, series };  ///< a series depends on the time
  std::vector<row_kind> kinds;                      ///< of each row
  std::vector<std::pair<int, exact_number>> constants;
  std::vector<int> pi_rows;
  std::vector<int> parameters;
  int time = -1;  ///< the row of t
  std::vector<operation_on_rows> of_constants;
  std::vector<operation_on_rows> of_series;
  linear_equations equations;
  std::vector<int> states;
  std::vector<int> rates;  ///< the rows of the states' derivatives

  int add_row(row_kind kind) {
    kinds.push_back(kind);
    return rows++;
  }
  row_kind kind(int row) const { return kinds[static_cast<std::size_t>(row)]; }
  bool series(int row) const { return kind(row) == row_kind::series; }
  /// The number of sums of products for a coefficient of all rows: what an order costs.
  int convolutions() const;
};

/// Appends programs to a code.
class taylor_builder {
 public:
  explicit taylor_builder(taylor_code& code) : code_(&code) {}

  /// The inputs of the next programs: row_of[k] is the row of the input k, −1 for one that does not occur.
  void begin(const program& p, std::vector<int> row_of_input);
  /// Appends the stages up to `last`. Throws invalid_input for an operation without a recurrence.
  void append_stages(int first, int last);
  /// The row of a result; its stages are appended.
  int result(int k) const { return at(program_->results()[static_cast<std::size_t>(k)]); }
  /// The equations for the next right side, which is complete.
  void append_solve(taylor_code::linear_equations::side side);
  int difference(int a, int b);
  int product(int a, int b);
  int zero();

 private:
  using rule = taylor_code::rule;
  using on_rows = taylor_code::operation_on_rows;
  using row_kind = taylor_code::row_kind;
  struct pair {
    int cosine;
    int angle;
  };

  int at(int reg) const { return row_of_[static_cast<std::size_t>(reg)]; }
  void append(const instruction& i);
  bool append_sum_of_angles(const std::vector<instruction>& list, std::size_t& i);
  void append_sin_cos(int sine, int cosine, int angle);
  int emit(row_kind kind, on_rows o);
  int binary(operation what, int a, int b);
  int derivative(int row);
  int root_of(int row) { return emit(code_->kind(row), {.what = rule::sqrt, .a = row}); }
  int square_of(int row) { return emit(code_->kind(row), {.what = rule::square, .a = row}); }
  int one();
  int integral(operation f, int numerator_rate, int g, int a, int b = -1);

  taylor_code* code_;
  const program* program_ = nullptr;
  std::vector<int> row_of_;
  std::map<int, pair> pairs_;  // by the register of the sine
  std::map<std::tuple<operation, int, int>, int> sums_;
  std::map<int, int> derivatives_;
  int one_ = -1;
  int zero_ = -1;
};

}  // namespace plumbline
