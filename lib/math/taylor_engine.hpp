// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Runs the recurrences of a code (taylor_code.hpp) in an arithmetic A, in place on rows that are made once.
//
// An arithmetic owns the rows and works on entries (row, k). What it has to offer is what taylor_scalars.hpp has; balls,
// balls with derivatives and complex balls are in taylor_arb.hpp.
#pragma once

#include "math/taylor_code.hpp"
#include <plumbline/core/interruption.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace plumbline {

template <class A>
class taylor_engine {
 public:
  /// Rows for `order` + 1 coefficients. `arguments` go to A's constructor, after the lengths of the rows.
  template <class... Arguments>
  taylor_engine(std::shared_ptr<const taylor_code> code, int order, Arguments&&... arguments)
      : code_(std::move(code)),
        order_(order),
        n_(code_->equations.order()),
        work_(lengths(*code_, order), std::forward<Arguments>(arguments)...),
        pivots_(static_cast<std::size_t>(n_)) {
    for (const auto& [row, value] : code_->constants) {
      work_.set_constant(row, value);
    }
    for (const int row : code_->pi_rows) {
      work_.set_pi(row);
    }
  }

  const taylor_code& code() const { return *code_; }
  int order() const { return order_; }
  A& work() { return work_; }
  const A& work() const { return work_; }
  /// The row of a state.
  int state(int i) const { return code_->states[static_cast<std::size_t>(i)]; }
  int rate(int i) const { return code_->rates[static_cast<std::size_t>(i)]; }
  int states() const { return static_cast<int>(code_->states.size()); }
  /// The entry (parameter_row(i), 0) is set before run_constants().
  int parameter_row(int i) const { return code_->parameters[static_cast<std::size_t>(i)]; }

  void run_constants() {
    for (const auto& o : code_->of_constants) {
      run(o, 0);
    }
  }
  /// The coefficients 1 … order of the states; the entries (state, 0) and (time, 0) are set. False where the linear
  /// equations are singular.
  bool expand() {
    constexpr int orders_between_looks = 64;  // at hundreds of digits one expansion takes seconds
    for (int k = 0; k < order_; ++k) {
      if (k % orders_between_looks == orders_between_looks - 1) {
        end_if_interrupted();
      }
      if (!rates(k)) {
        return false;
      }
      for (int i = 0; i < states(); ++i) {
        const int f = rate(i);
        if (k == 0 || code_->series(f)) {
          work_.divide_int(state(i), k + 1, f, k, k + 1);
        } else {
          work_.set_zero(state(i), k + 1);
        }
      }
      if (k == 0) {
        work_.set_one(code_->time, 1);
      } else {
        work_.set_zero(code_->time, k + 1);
      }
    }
    return true;
  }
  /// The coefficients k of all rows, the states' derivatives among them.
  bool rates(int k) {
    solved_ = true;
    for (const auto& o : code_->of_series) {
      run(o, k);
    }
    return solved_;
  }

 private:
  using rule = taylor_code::rule;
  static constexpr bool inverts = requires(A & w) { w.invert_matrix(0, 0); };

  static std::vector<int> lengths(const taylor_code& code, int order) {
    std::vector<int> length;
    length.reserve(static_cast<std::size_t>(code.rows));
    for (int row = 0; row < code.rows; ++row) {
      length.push_back(code.series(row) ? order + 1 : 1);
    }
    const int n = code.equations.order();
    const int more = n * n + n + 1;  // factors, right side, one more
    length.insert(length.end(), static_cast<std::size_t>(more), 1);
    return length;
  }
  int factor(int i, int j) const { return code_->rows + i * n_ + j; }
  int right(int i) const { return code_->rows + n_ * n_ + i; }
  int spare() const { return code_->rows + n_ * n_ + n_; }
  bool has(int row, int k) const { return k == 0 || code_->series(row); }

  void run(const taylor_code::operation_on_rows& o, int k);
  void sum_or_difference(const taylor_code::operation_on_rows& o, int k);
  void integrate(const taylor_code::operation_on_rows& o, int k);
  void power(const taylor_code::operation_on_rows& o, int k);
  void solve(std::size_t side, int k);
  bool factorise();

  std::shared_ptr<const taylor_code> code_;
  int order_;
  int n_;
  A work_;
  std::vector<int> pivots_;
  bool solved_ = true;
};

template <class A>
void taylor_engine<A>::run(const taylor_code::operation_on_rows& o, int k) {
  A& w = work_;
  switch (o.what) {
    case rule::negate:
      w.negate(o.r, k, o.a, k);
      return;
    case rule::add:
    case rule::subtract:
      sum_or_difference(o, k);
      return;
    case rule::multiply:
      w.dot(o.r, k, -1, 1, o.a, 0, o.b, k, k + 1);
      return;
    case rule::scale:
      w.multiply(o.r, k, o.a, k, o.b, 0);
      return;
    case rule::square: {
      const int half = (k + 1) / 2;
      w.dot(o.r, k, -1, 1, o.a, 0, o.a, k, half);
      if (half > 0) {
        w.multiply_int(o.r, k, o.r, k, 2);
      }
      if (k % 2 == 0) {
        w.multiply(spare(), 0, o.a, k / 2, o.a, k / 2);
        w.add(o.r, k, o.r, k, spare(), 0);
      }
      return;
    }
    case rule::divide:
      if (k == 0) {
        w.divide(o.r, 0, o.a, 0, o.b, 0);
        return;
      }
      w.dot(o.r, k, has(o.a, k) ? o.a : -1, -1, o.b, 1, o.r, k - 1, k);
      w.divide(o.r, k, o.r, k, o.b, 0);
      return;
    case rule::divide_by:
      w.divide(o.r, k, o.a, k, o.b, 0);
      return;
    case rule::sqrt: {
      if (k == 0) {
        w.call(operation::sqrt, o.r, o.a, -1);
        return;
      }
      // Σ_{j=1..k−1} r_j r_{k−j} is symmetric
      const int half = (k - 1) / 2;
      w.dot(spare(), 0, -1, 1, o.r, 1, o.r, k - 1, half);
      w.multiply_int(spare(), 0, spare(), 0, 2);
      w.subtract(o.r, k, o.a, k, spare(), 0);
      if (k % 2 == 0) {
        w.multiply(spare(), 0, o.r, k / 2, o.r, k / 2);
        w.subtract(o.r, k, o.r, k, spare(), 0);
      }
      w.divide_int(o.r, k, o.r, k, 2);
      w.divide(o.r, k, o.r, k, o.r, 0);
      return;
    }
    case rule::exp:
      if (k == 0) {
        w.call(operation::exp, o.r, o.a, -1);
        return;
      }
      w.dot(o.r, k, -1, 1, o.b, 1, o.r, k - 1, k);
      w.divide_int(o.r, k, o.r, k, k);
      return;
    case rule::sin_cos:
    case rule::sinh_cosh:
      if (k == 0) {
        if (o.what == rule::sin_cos) {
          w.sin_cos(o.r, o.r2, o.a);
        } else {
          w.sinh_cosh(o.r, o.r2, o.a);
        }
        return;
      }
      w.dot(o.r, k, -1, 1, o.b, 1, o.r2, k - 1, k);
      w.divide_int(o.r, k, o.r, k, k);
      w.dot(o.r2, k, -1, o.what == rule::sin_cos ? -1 : 1, o.b, 1, o.r, k - 1, k);
      w.divide_int(o.r2, k, o.r2, k, k);
      return;
    case rule::derivative:
      if (k == 0 || !has(o.a, k)) {
        w.set_zero(o.r, k);
      } else {
        w.multiply_int(o.r, k, o.a, k, k);
      }
      return;
    case rule::wedge:
      // k n_k = Σ_{j=1..k} (j y_j x_{k−j} − j x_j y_{k−j})
      w.set_zero(o.r, k);
      if (k == 0) {
        return;
      }
      if (code_->series(o.a)) {
        if (code_->series(o.b)) {
          w.dot(o.r, k, o.r, 1, o.c, 1, o.b, k - 1, k);
        } else {
          w.multiply(o.r, k, o.c, k, o.b, 0);
        }
      }
      if (code_->series(o.b)) {
        if (code_->series(o.a)) {
          w.dot(o.r, k, o.r, -1, o.d, 1, o.a, k - 1, k);
        } else {
          w.multiply(spare(), 0, o.d, k, o.a, 0);
          w.subtract(o.r, k, o.r, k, spare(), 0);
        }
      }
      return;
    case rule::integral:
      integrate(o, k);
      return;
    case rule::power:
      power(o, k);
      return;
    case rule::solve:
      solve(o.side, k);
      return;
    case rule::constant:
      w.call(o.function, o.r, o.a, o.b);
      return;
  }
}

template <class A>
void taylor_engine<A>::sum_or_difference(const taylor_code::operation_on_rows& o, int k) {
  const bool a = has(o.a, k);
  const bool b = has(o.b, k);
  const bool minus = o.what == rule::subtract;
  if (a && b) {
    if (minus) {
      work_.subtract(o.r, k, o.a, k, o.b, k);
    } else {
      work_.add(o.r, k, o.a, k, o.b, k);
    }
  } else if (a) {
    work_.copy(o.r, k, o.a, k);
  } else if (minus) {
    work_.negate(o.r, k, o.b, k);
  } else {
    work_.copy(o.r, k, o.b, k);
  }
}

/// k r_k = (k n_k − Σ_{j=1..k−1} j r_j g_{k−j})/g_0
template <class A>
void taylor_engine<A>::integrate(const taylor_code::operation_on_rows& o, int k) {
  if (k == 0) {
    work_.call(o.function, o.r, o.c, o.d);
    work_.set_zero(o.r2, 0);
    return;
  }
  if (code_->series(o.b)) {
    work_.dot(o.r2, k, o.a, -1, o.r2, 1, o.b, k - 1, k - 1);
  } else {
    work_.copy(o.r2, k, o.a, k);
  }
  work_.divide(o.r2, k, o.r2, k, o.b, 0);
  work_.divide_int(o.r, k, o.r2, k, k);
}

/// k a_0 r_k = b Σ_{j=1..k} j a_j r_{k−j} − Σ_{j=1..k−1} j r_j a_{k−j}
template <class A>
void taylor_engine<A>::power(const taylor_code::operation_on_rows& o, int k) {
  if (k == 0) {
    work_.call(operation::power, o.r, o.a, o.b);
    work_.set_zero(o.r2, 0);
    return;
  }
  work_.dot(o.r2, k, -1, 1, o.c, 1, o.r, k - 1, k);
  work_.multiply(o.r2, k, o.r2, k, o.b, 0);
  work_.dot(o.r2, k, o.r2, -1, o.r2, 1, o.a, k - 1, k - 1);
  work_.divide(o.r2, k, o.r2, k, o.a, 0);
  work_.divide_int(o.r, k, o.r2, k, k);
}

/// M_0 = P L R by rows with the largest pivot; the factors take the place of M_0, reciprocals of the pivots the
/// diagonal's. In boxes the inverse takes its place: in the steps of a substitution a number with a width would meet itself.
template <class A>
bool taylor_engine<A>::factorise() {
  A& w = work_;
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      const int entry = i * n_ + j;
      w.copy(factor(i, j), 0, code_->equations.matrix[static_cast<std::size_t>(entry)], 0);
    }
  }
  if constexpr (inverts) {
    return w.invert_matrix(factor(0, 0), n_);
  }
  for (int c = 0; c < n_; ++c) {
    int best = c;
    for (int i = c + 1; i < n_; ++i) {
      if (w.size(factor(best, c), 0) < w.size(factor(i, c), 0)) {
        best = i;
      }
    }
    pivots_[static_cast<std::size_t>(c)] = best;
    if (!w.is_nonzero(factor(best, c), 0)) {
      return false;
    }
    for (int j = 0; best != c && j < n_; ++j) {
      w.swap(factor(c, j), factor(best, j));
    }
    w.invert(factor(c, c), 0);
    for (int i = c + 1; i < n_; ++i) {
      w.multiply(factor(i, c), 0, factor(i, c), 0, factor(c, c), 0);
      for (int j = c + 1; j < n_; ++j) {
        w.multiply(spare(), 0, factor(i, c), 0, factor(c, j), 0);
        w.subtract(factor(i, j), 0, factor(i, j), 0, spare(), 0);
      }
    }
  }
  return true;
}

template <class A>
void taylor_engine<A>::solve(std::size_t side, int k) {
  A& w = work_;
  const auto& e = code_->equations;
  const auto& [rights, unknown] = e.sides[side];
  if (k == 0) {
    solved_ = side == 0 ? factorise() : solved_;
    if (!solved_) {
      for (const int x : unknown) {
        w.set_zero(x, 0);
      }
      return;
    }
  }
  for (int i = 0; i < n_; ++i) {
    const int b = rights[static_cast<std::size_t>(i)];
    if (has(b, k)) {
      w.copy(right(i), 0, b, k);
    } else {
      w.set_zero(right(i), 0);
    }
    for (int j = 0; k > 0 && j < n_; ++j) {
      const int entry = i * n_ + j;
      const int m = e.matrix[static_cast<std::size_t>(entry)];
      if (code_->series(m)) {
        w.dot(right(i), 0, right(i), -1, m, 1, unknown[static_cast<std::size_t>(j)], k - 1, k);
      }
    }
  }
  if constexpr (inverts) {
    for (int i = 0; i < n_; ++i) {
      const int x = unknown[static_cast<std::size_t>(i)];
      w.set_zero(x, k);
      for (int j = 0; j < n_; ++j) {
        w.multiply(spare(), 0, factor(i, j), 0, right(j), 0);
        w.add(x, k, x, k, spare(), 0);
      }
    }
    return;
  }
  for (int c = 0; c < n_; ++c) {
    const int best = pivots_[static_cast<std::size_t>(c)];
    if (best != c) {
      w.swap(right(c), right(best));
    }
  }
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < i; ++j) {
      w.multiply(spare(), 0, factor(i, j), 0, right(j), 0);
      w.subtract(right(i), 0, right(i), 0, spare(), 0);
    }
  }
  for (int i = n_ - 1; i >= 0; --i) {
    for (int j = i + 1; j < n_; ++j) {
      w.multiply(spare(), 0, factor(i, j), 0, right(j), 0);
      w.subtract(right(i), 0, right(i), 0, spare(), 0);
    }
    w.multiply(right(i), 0, right(i), 0, factor(i, i), 0);
    w.copy(unknown[static_cast<std::size_t>(i)], k, right(i), 0);
  }
}

}  // namespace plumbline
