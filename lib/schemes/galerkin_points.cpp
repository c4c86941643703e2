// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The loops are compiled for any processor and for AVX2; which one runs is decided at run time. Nothing is contracted, so the
// bits are the same.
#include <plumbline/schemes/galerkin_points.hpp>

#include <math/vector_anywhere.hpp>

#include <algorithm>
#include <span>

namespace plumbline::detail {

namespace {

using lanes::at_any;
using lanes::four_masks;
using lanes::four_numbers;

/// Where the coefficients of the unknown a = 1, 2, … at the point i stand.
std::size_t place_of(int a, int i, int stride) {
  return static_cast<std::size_t>(a - 1) * static_cast<std::size_t>(stride) +
         static_cast<std::size_t>(i);
}

/// to[0], to[n], to[2 n] … ← the first `count` of the four.
[[gnu::always_inline]] inline void store_rows(double* to, int n, const four_numbers& x, int count) {
  to[0] = x[0];
  if (count > 1) {
    to[n] = x[1];
  }
  if (count > 2) {
    to[2 * n] = x[2];
  }
  if (count > 3) {
    to[3 * n] = x[3];
  }
}

struct location {
  int n;
  int s;
  int stride;
  const double* start;  ///< q_0
  const double* u;
  const std::int64_t* has_value;
  const double* values;
  const double* slopes;
};

[[gnu::always_inline]] inline void locate_here(const location& o, double* q, double* v) {
  for (int k = 0; k < o.n; ++k, q += o.stride, v += o.stride) {
    for (int i = 0; i < o.stride; i += 4) {
      const double x = o.start[k];
      four_numbers position = {x, x, x, x};
      four_numbers velocity = {};
      const double* u = o.u + k;
      for (int a = 0; a < o.s; ++a, u += o.n) {
        const int place = a * o.stride + i;
        const four_numbers moved = position + at_any<four_numbers>(o.values + place).lanes * *u;
        position = at_any<four_masks>(o.has_value + place).lanes != 0 ? moved : position;
        const four_numbers product = at_any<four_numbers>(o.slopes + place).lanes * *u;
        velocity = a == 0 ? product : velocity + product;
      }
      at_any<four_numbers>(q + i).lanes = position;
      at_any<four_numbers>(v + i).lanes = velocity;
    }
  }
}
void locate_anywhere(const location& o, double* q, double* v) { locate_here(o, q, v); }

struct weighted_rows {
  int n;
  int rows;  ///< s + 1
  int row_stride;
  int points;
  const double* start;           ///< p_0
  const double* const* results;  ///< ∂L/∂q_k, then ∂L/∂v_k, at the points
  const double* weights;
};

[[gnu::always_inline]] inline void add_rows_here(const weighted_rows& o, double* r) {
  for (int first = 0; first < o.rows; first += 4) {
    for (int k = 0; k < o.n; ++k) {
      const double* const by_q = o.results[k];
      const double* const by_v = o.results[o.n + k];
      four_numbers sum = {first == 0 ? o.start[k] : 0., 0., 0., 0.};
      const double* weight = o.weights + first;
      for (int i = 0; i < o.points; ++i) {
        sum += at_any<four_numbers>(weight).lanes * by_q[i];
        weight += o.row_stride;
        sum += at_any<four_numbers>(weight).lanes * by_v[i];
        weight += o.row_stride;
      }
      store_rows(r + first * o.n + k, o.n, sum, o.rows - first);
    }
  }
}
void add_rows_anywhere(const weighted_rows& o, double* r) { add_rows_here(o, r); }

struct listed_sums {
  int n;
  int s;
  int rows;
  int row_stride;
  const std::size_t* first_term;
  std::span<const std::size_t> filled;  ///< empty: all entries are added up
  const std::size_t* terms;  ///< pairs: the place of a second derivative, of its coefficients
  const double* values;
  const double* coefficients;
};

/// The rows of the entry (column, k), whose terms begin at *first.
[[gnu::always_inline]] inline void add_entry(const listed_sums& o, const std::size_t* first,
                                             double* j) {
  for (int row = 0; row < o.rows; row += 4) {
    four_numbers sum = {};
    const std::size_t* const end = o.terms + 2 * first[1];
    const double* const coefficients = o.coefficients + row;
    const double* const values = o.values;
#pragma GCC unroll 4
    for (const std::size_t* t = o.terms + 2 * first[0]; t != end; t += 2) {
      sum += at_any<four_numbers>(coefficients + t[1]).lanes * values[t[0]];
    }
    store_rows(j + row * o.n, o.n, sum, o.rows - row);
  }
}

[[gnu::always_inline]] inline void add_columns_here(const listed_sums& o, double* j) {
  const std::size_t n = static_cast<std::size_t>(o.n);
  const std::size_t column_size = static_cast<std::size_t>(o.rows) * n;
  if (!o.filled.empty()) {
    std::fill_n(j, n * static_cast<std::size_t>(o.s) * column_size, 0.0);
    for (const std::size_t e : o.filled) {
      add_entry(o, o.first_term + e, j + e / n * column_size + e % n);
    }
    return;
  }
  const std::size_t* first = o.first_term;
  for (int column = 0; column < o.n * o.s; ++column, j += column_size) {
    for (int k = 0; k < o.n; ++k, ++first) {
      add_entry(o, first, j + k);
    }
  }
}
void add_columns_anywhere(const listed_sums& o, double* j) { add_columns_here(o, j); }

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) void add_columns_avx2(const listed_sums& o, double* j) {
  add_columns_here(o, j);
}
__attribute__((target("avx2"))) void locate_avx2(const location& o, double* q, double* v) {
  locate_here(o, q, v);
}
__attribute__((target("avx2"))) void add_rows_avx2(const weighted_rows& o, double* r) {
  add_rows_here(o, r);
}
bool points_by_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#else
constexpr auto locate_avx2 = locate_anywhere;
constexpr auto add_rows_avx2 = add_rows_anywhere;
constexpr auto add_columns_avx2 = add_columns_anywhere;
constexpr bool points_by_avx2() { return false; }
#endif

}  // namespace

galerkin_points::galerkin_points(const matrix<double>& values, const matrix<double>& derivatives,
                                 const model<double>& system,
                                 const std::vector<char>& second_exists) {
  const auto points = static_cast<int>(values.rows());
  n_ = system.dimension();
  s_ = static_cast<int>(values.cols()) - 1;
  if (points < 2 || points > few_lanes::most) {
    return;
  }
  for (int i = 0; i < points; ++i) {
    int units = 0;
    int others = 0;
    for (int a = 1; a <= s_; ++a) {
      units += values(i, a) == 1 ? 1 : 0;
      others += values(i, a) != 1 && values(i, a) != 0 ? 1 : 0;
    }
    if (units > 0 && others > 0) {
      return;
    }
    first_moves_ = i == 0 ? units + others > 0 : first_moves_;
  }
  points_ = points;
  second_exists_ = second_exists;
  row_stride_ = (s_ + 4) / 4 * 4;
  const form& formulas = *system.formulas();
  const form_inputs& inputs = formulas.inputs();
  q_ = inputs.q(0);
  v_ = inputs.v(0);
  t_ = inputs.t();
  count_ = system.count();
  gradient_ = few_lanes(formulas.part(form_part::gradient), points);
  second_ = few_lanes(formulas.part(form_part::second_derivatives), points);
  put_parameters(gradient_, system);
  put_parameters(second_, system);
  stride_ = gradient_.stride();
  for (int k = 0; k < 2 * n_; ++k) {
    gradient_results_.push_back(gradient_.place_of_result(k));
    second_results_.push_back(second_.place_of_result(k));
  }
  results_.resize(gradient_results_.size());
  for (int i = 0; i < points_; ++i) {
    for (int a = 0; a <= s_; ++a) {
      pulls_.push_back(a == s_ || values(i, a) != 0 ? 1 : 0);
      pushes_.push_back(a < s_ && derivatives(i, a) != 0 ? 1 : 0);
    }
  }
  for (int a = 1; a <= s_; ++a) {
    for (int i = 0; i < stride_; ++i) {
      has_value_.push_back(i < points_ && values(i, a) != 0 ? -1 : 0);
      values_.push_back(i < points_ ? values(i, a) : 0);
      has_slope_.push_back(i < points_ && derivatives(i, a) != 0 ? 1 : 0);
    }
  }
  slopes_.resize(values_.size());
  const int row_entries = 2 * points_ * row_stride_;
  rows_.resize(static_cast<std::size_t>(row_entries));
  if (has_jacobian()) {
    plan_jacobian();
  }
}

void galerkin_points::put_parameters(few_lanes& f, const model<double>& system) const {
  const form_inputs& inputs = system.formulas()->inputs();
  for (std::size_t k = 0; k < system.parameters().size(); ++k) {
    std::fill_n(f.input(inputs.parameter(static_cast<int>(k))), f.stride(), system.parameters()[k]);
  }
  f.run(parameter_stage);
}

void galerkin_points::plan_jacobian() {
  const auto place = [this](int i, int a) {
    const int entry = i * (s_ + 1) + a;
    return static_cast<std::size_t>(entry);
  };
  const auto any_row = [&](const std::vector<char>& rows, int i) {
    return std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(place(i, 0)),
                       rows.begin() + static_cast<std::ptrdiff_t>(place(i + 1, 0)),
                       [](char is) { return is != 0; });
  };
  for (int b = 1; b <= s_; ++b) {
    const std::size_t first = coefficients_.size();
    for (int i = 0; i < points_; ++i) {
      const std::size_t of_unknown = place_of(b, i, stride_);
      for (const variable row : both_variables) {
        for (const variable column : both_variables) {
          if (any_row(row == variable::q ? pulls_ : pushes_, i) &&
              (column == variable::q ? has_value_[of_unknown] != 0 : has_slope_[of_unknown] != 0)) {
            coefficients_.push_back({i, b, row, column});
          }
        }
      }
    }
    for (int l = 0; l < n_; ++l) {
      for (int k = 0; k < n_; ++k) {
        first_term_.push_back(terms_.size() / 2);
        for (std::size_t c = first; c < coefficients_.size(); ++c) {
          const coefficient& of = coefficients_[c];
          const auto which = galerkin_block::of(of.row, of.column);
          const int number = (which * n_ + k) * n_ + l;
          if (second_exists_[static_cast<std::size_t>(number)] != 0) {
            terms_.push_back(second_.place_of_result(2 * n_ + number) +
                             static_cast<std::size_t>(of.i));
            terms_.push_back(c * static_cast<std::size_t>(row_stride_));
          }
        }
      }
    }
  }
  first_term_.push_back(terms_.size() / 2);
  for (std::size_t e = 0; e + 1 < first_term_.size(); ++e) {
    if (first_term_[e + 1] > first_term_[e]) {
      filled_.push_back(e);
    }
  }
  if (4 * filled_.size() > first_term_.size()) {
    filled_.clear();
  }
  products_.resize(coefficients_.size() * static_cast<std::size_t>(row_stride_));
}

void galerkin_points::set_step(const matrix<double>& values, const matrix<double>& slopes,
                               const matrix<double>& force_values,
                               const vector<double>& force_weights, const matrix<double>& weights) {
  for (int a = 1; a <= s_; ++a) {
    for (int i = 0; i < points_; ++i) {
      const std::size_t place = place_of(a, i, stride_);
      slopes_[place] = has_slope_[place] != 0 ? slopes(i, a) : 0;
    }
  }
  const auto row_weight = [&](int i, int a, variable row) -> double {
    const int entry = i * (s_ + 1) + a;
    const auto place = static_cast<std::size_t>(entry);
    if (!(row == variable::q ? pulls_ : pushes_)[place]) {
      return 0;
    }
    return row == variable::v ? weights(i, a) : a < s_ ? force_values(i, a) : force_weights[i];
  };
  double* next = rows_.data();
  for (int i = 0; i < points_; ++i) {
    for (const variable row : both_variables) {
      for (int a = 0; a <= s_; ++a) {
        next[a] = row_weight(i, a, row);
      }
      next += row_stride_;
    }
  }
  next = products_.data();
  for (const coefficient& c : coefficients_) {
    const double column = c.column == variable::q ? values(c.i, c.b) : slopes(c.i, c.b);
    for (int a = 0; a <= s_; ++a) {
      next[a] = row_weight(c.i, a, c.row) * column;
    }
    next += row_stride_;
  }
}

void galerkin_points::set_time(int i, double t) {
  gradient_.input(t_)[i] = t;
  second_.input(t_)[i] = t;
}

void galerkin_points::run(few_lanes& f, const std::vector<std::size_t>& results,
                          const phase_point<double>& start, const vector<double>& u,
                          vector<double>& r, int first) {
  const location at{
      n_, s_, stride_, start.q.data(), u.data(), has_value_.data(), values_.data(), slopes_.data()};
  const bool fast = points_by_avx2();
  (fast ? locate_avx2 : locate_anywhere)(at, f.input(q_), f.input(v_));
  f.run(position_stage, first);
  f.run(velocity_stage);
  if (count_) {  // as gradient_at_node does
    *count_ += f.code().last_stage() == velocity_stage ? points_ : points_ - first;
  }
  for (std::size_t k = 0; k < results.size(); ++k) {
    results_[k] = f.values() + results[k];
  }
  r.resize(n_ * (s_ + 1));
  (fast ? add_rows_avx2 : add_rows_anywhere)(
      {n_, s_ + 1, row_stride_, points_, start.p.data(), results_.data(), rows_.data()}, r.data());
}

void galerkin_points::evaluate(const phase_point<double>& start, const vector<double>& u,
                               vector<double>& r, movement m) {
  run(gradient_, gradient_results_, start, u, r, m == movement::near && !first_moves_ ? 1 : 0);
}

void galerkin_points::linearize(const phase_point<double>& start, const vector<double>& u,
                                vector<double>& r) {
  run(second_, second_results_, start, u, r, second_knows_start_ && !first_moves_ ? 1 : 0);
  second_knows_start_ = true;
}

void galerkin_points::add_up(matrix<double>& j) const {
  j.resize(n_ * (s_ + 1), n_ * s_);
  const listed_sums sums{n_,
                         s_,
                         s_ + 1,
                         row_stride_,
                         first_term_.data(),
                         filled_,
                         terms_.data(),
                         second_.values(),
                         products_.data()};
  (points_by_avx2() ? add_columns_avx2 : add_columns_anywhere)(sums, j.data());
}

}  // namespace plumbline::detail
