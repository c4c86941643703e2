// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Jacobian of the equations of a Galerkin method (schemes/galerkin.hpp) from the second derivatives of L at the points
// of the quadrature. The equation a by the unknown b has from the point i
//
//   h b_i φ_a (φ_b ∂²L/∂q∂q + φ_b′/h ∂²L/∂q∂v) + b_i φ_a′ (φ_b ∂²L/∂v∂q + φ_b′/h ∂²L/∂v∂v)
//
// with φ and φ′ at c_i, and the impulse, which stands for a = s, has φ_a = 1, φ_a′ = 0. Which second derivatives and which
// φ are not zero is known beforehand. The sums are made in one stage, all products of two coefficients and a derivative, or
// in two, the brackets first: whichever has fewer products. One stage has fewer at a low degree with the control nodes as
// points (Simpson), two stages otherwise. In double two stages are products of matrices without any list, in which zeros
// are multiplied like the rest (lib/schemes/galerkin_jacobian.cpp). Where b, φ and φ′ are small fractions, one stage of sums
// with whole numbers (schemes/galerkin_fractions.hpp).
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/fraction_sum.hpp>
#include <plumbline/scalar/product_sum.hpp>
#include <plumbline/schemes/galerkin_blocks.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumbline::detail {

/// The sums in double.
struct dense_jacobian {
  static constexpr std::size_t lanes = 4;

  std::size_t n;
  std::size_t s;
  std::size_t points;
  std::vector<double> rows;     ///< h b_i φ_a, b_i φ_a′ by a and i; 1 and 0 for φ_s, φ_s′
  std::vector<double> columns;  ///< φ_b, φ_b′/h by i and b >= 1
  std::vector<double> brackets;
  std::vector<double> row;

  dense_jacobian(int dimension, int degree, int number_of_points)
      : n(static_cast<std::size_t>(dimension)),
        s(static_cast<std::size_t>(degree)),
        points(static_cast<std::size_t>(number_of_points)),
        brackets(2 * points * stride()),
        row(stride()) {}

  /// The brackets of a point and a kind of row, filled up with zeros.
  std::size_t stride() const { return (n * n * s + lanes - 1) / lanes * lanes; }
  /// `second` are the second derivatives by point, block, row and column.
  void add_up(double* j, const double* second);
};

template <class T>
class galerkin_jacobian {
 public:
  /// values(i, a) is φ_a(c_i), slopes(i, a) is 0 where φ_a′(c_i) is; exists[k] is false where the second derivative number k
  /// is always zero.
  galerkin_jacobian(const matrix<T>& values, const matrix<T>& slopes, std::vector<char> exists,
                    int n)
      : n_(n),
        s_(static_cast<int>(values.cols()) - 1),
        points_(static_cast<int>(values.rows())),
        has_value_(pattern(values)),
        has_slope_(pattern(slopes)),
        exists_(std::move(exists)) {
    for (std::size_t k = 0; k < exists_.size(); ++k) {
      if (exists_[k]) {
        used_.push_back(static_cast<int>(k));
      }
    }
  }

  /// Makes the lists of products and the room for second(), once; before all that follows. A finer scalar than the bottom of the
  /// ladder, which rarely needs a Jacobian, does without.
  void prepare() {
    if (std::exchange(is_prepared_, true)) {
      return;
    }
    second_.resize(place_of_second(points_, 0), T(0));
    dense_ = {n_, s_, points_};
    if (has_fractions_) {
      return;
    }
    plan_one_stage();
    plan_two_stages();
    if (whole_.places.size() <= brackets_.places.size() + sums_.places.size()) {
      brackets_ = {};
      sums_ = {};
    } else {
      whole_ = {};
    }
    bracket_values_.resize(brackets_.first.empty() ? 0 : brackets_.first.size() - 1, T(0));
  }

  /// From now on second() is given h ∂²L/∂q∂q, ∂²L/∂q∂v and ∂²L/∂v∂v/h, and all coefficients are small fractions. False, and
  /// nothing is changed, where they are not.
  bool use_fractions(const matrix<T>& values, const matrix<T>& derivatives,
                     const vector<T>& weights) {
    if constexpr (has_run_time_digits<T>) {
      plan one_stage = std::exchange(whole_, {});
      plan_one_stage();
      std::swap(one_stage, whole_);
      std::vector<T> coefficients;
      for (const coefficient& c : one_stage.coefficients) {
        const T column = c.column == variable::q ? values(c.i, c.b) : derivatives(c.i, c.b);
        const T row = weights[c.i] * (c.a == s_              ? T(1)
                                      : c.row == variable::q ? values(c.i, c.a)
                                                             : derivatives(c.i, c.a));
        coefficients.push_back(row * column);
      }
      const auto found = as_fractions<T>(coefficients);
      if (!found) {
        return false;
      }
      fractions_ = *found;
      whole_ = std::move(one_stage);
      brackets_ = {};
      sums_ = {};
      has_fractions_ = true;
      return true;
    } else {
      (void)values, (void)derivatives, (void)weights;
      return false;
    }
  }

  /// Whether the entries are sums of products of two coefficients and a derivative.
  bool in_one_stage() const { return !whole_.places.empty() || sums_.first.empty(); }
  /// The numbers of the second derivatives that are not always zero.
  const std::vector<int>& used() const { return used_; }
  /// The second derivative number k at the point i.
  T& second(int i, int k) { return second_[place_of_second(i, k)]; }

  /// The coefficients of a step: φ_b, φ_b′/h for b >= 1 and the weights h b_i φ_a, b_i φ_a′ of the equations.
  void set(const matrix<T>& values, const matrix<T>& slopes, const matrix<T>& force_values,
           const vector<T>& force_weights, const matrix<T>& weights) {
    if constexpr (may_be_dense) {
      dense_.rows.clear();
      for (int a = 0; a <= s_; ++a) {
        for (int i = 0; i < points_; ++i) {
          dense_.rows.push_back(a < s_ ? force_values(i, a) : force_weights[i]);
          dense_.rows.push_back(a < s_ ? weights(i, a) : 0);
        }
      }
      dense_.columns.clear();
      for (int i = 0; i < points_; ++i) {
        for (int b = 1; b <= s_; ++b) {
          dense_.columns.push_back(values(i, b));
          dense_.columns.push_back(slopes(i, b));
        }
      }
    }
    const auto pull = [&](const coefficient& c) -> const T& {
      return c.a < s_ ? force_values(c.i, c.a) : force_weights[c.i];
    };
    const auto row = [&](const coefficient& c) -> const T& {
      return c.row == variable::q ? pull(c) : weights(c.i, c.a);
    };
    const auto column = [&](const coefficient& c) -> const T& {
      return c.column == variable::q ? values(c.i, c.b) : slopes(c.i, c.b);
    };
    whole_.set([&](const coefficient& c) { return T(row(c) * column(c)); });
    brackets_.set([&](const coefficient& c) { return column(c); });
    sums_.set([&](const coefficient& c) { return row(c); });
  }

  /// j ← the Jacobian, n s unknowns and n more rows.
  void add_up(matrix<T>& j) {
    j.resize(n_ * (s_ + 1), n_ * s_);
    if constexpr (has_run_time_digits<T>) {
      if (has_fractions_) {
        add_up_fractions(j.data());
        return;
      }
    }
    if (in_one_stage()) {
      whole_.add_up(j.data(), second_.data());
    } else if constexpr (may_be_dense) {
      dense_.add_up(j.data(), second_.data());
    } else {
      brackets_.add_up(bracket_values_.data(), second_.data());
      sums_.add_up(j.data(), bracket_values_.data());
    }
  }

 private:
  static constexpr bool may_be_dense = runs_in_lanes<T>;
  struct nothing {
    nothing(int /*n*/, int /*s*/, int /*points*/) {}
  };

  /// Which weight of the row a and which of the column b, at the point i, a coefficient is made of.
  struct coefficient {
    int i;
    int a;
    int b;
    variable row;
    variable column;
  };
  /// Many sums of products of a coefficient and a number.
  struct plan {
    std::vector<std::size_t> first;
    std::vector<product_places> places;
    std::vector<coefficient> coefficients;
    std::vector<T> values;

    // Where most sums have no product, those that have one: their places in the list, `first` of them alone, and work space. In
    // the scalars that are plain memory: double and double-double, in which many unknowns are factored, are of them.
    std::vector<std::size_t> targets;
    std::vector<std::size_t> first_of_targets;
    std::vector<T> sums_of_targets;

    void begin() { first.push_back(places.size()); }
    /// After the last sum.
    void end() {
      begin();
      if constexpr (std::is_trivially_copyable_v<T>) {
        targets.clear();
        first_of_targets.assign(1, 0);
        for (std::size_t e = 0; e + 1 < first.size(); ++e) {
          if (first[e + 1] > first[e]) {
            targets.push_back(e);
            first_of_targets.push_back(first[e + 1]);
          }
        }
        if (4 * targets.size() > first.size()) {
          targets.clear();
        }
        sums_of_targets.resize(targets.size(), T(0));
      }
    }
    void add(const coefficient& c, std::size_t number) {
      places.push_back({coefficients.size(), number});
      coefficients.push_back(c);
    }
    template <class Value>
    void set(Value&& value) {
      values.clear();
      for (const coefficient& c : coefficients) {
        values.push_back(value(c));
      }
    }
    void add_up(T* sums, const T* numbers) {
      if constexpr (std::is_trivially_copyable_v<T>) {
        if (!targets.empty()) {
          set_sums_of_products(sums_of_targets.data(), first_of_targets, places.data(),
                               values.data(), numbers);
          std::fill_n(sums, first.size() - 1, T(0));
          for (std::size_t k = 0; k < targets.size(); ++k) {
            sums[targets[k]] = sums_of_targets[k];
          }
          return;
        }
      }
      set_sums_of_products(sums, first, places.data(), values.data(), numbers);
    }
  };

  void add_up_fractions(T* sums) {
    for (std::size_t e = 0; e + 1 < whole_.first.size(); ++e) {
      fraction_terms_.clear();
      for (std::size_t k = whole_.first[e]; k < whole_.first[e + 1]; ++k) {
        fraction_terms_.push_back(
            {second_[whole_.places[k].b].backend().data(), fractions_.numerators[k]});
      }
      set_fraction_sum(sums[e].backend().data(), fraction_terms_.data(), fraction_terms_.size(),
                       fractions_.divisor);
    }
  }

  static std::vector<char> pattern(const matrix<T>& m) {
    std::vector<char> is_there;
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
      for (Eigen::Index a = 0; a < m.cols(); ++a) {
        is_there.push_back(m(i, a) == T(0) ? 0 : 1);
      }
    }
    return is_there;
  }
  std::size_t place(int i, int a) const {
    const int entry = i * (s_ + 1) + a;
    return static_cast<std::size_t>(entry);
  }
  std::size_t place_of_second(int i, int k) const {
    const int entry = i * galerkin_block::count * n_ * n_ + k;
    return static_cast<std::size_t>(entry);
  }
  /// The row a has a derivative by this variable at the point i.
  bool has_row(int i, int a, variable row) const {
    return row == variable::q ? a == s_ || has_value_[place(i, a)] != 0
                              : a < s_ && has_slope_[place(i, a)] != 0;
  }

  /// Calls use(column, number) for what the row of the kind `row` and the column b have from the point i.
  template <class Use>
  void for_each_derivative(int i, int b, int k, int l, variable row, Use&& use) const {
    for (const variable column : both_variables) {
      const auto which = galerkin_block::of(row, column);
      const int number = (which * n_ + k) * n_ + l;
      const bool is_there = (column == variable::q ? has_value_ : has_slope_)[place(i, b)] != 0;
      if (is_there && exists_[static_cast<std::size_t>(number)]) {
        use(column, place_of_second(i, number));
      }
    }
  }
  /// Calls use(a, k, b, l) for the entries, column by column.
  template <class Use>
  void for_each_entry(Use&& use) const {
    for (int b = 1; b <= s_; ++b) {
      for (int l = 0; l < n_; ++l) {
        for (int a = 0; a <= s_; ++a) {
          for (int k = 0; k < n_; ++k) {
            use(a, k, b, l);
          }
        }
      }
    }
  }
  void plan_one_stage() {
    for_each_entry([&](int a, int k, int b, int l) {
      whole_.begin();
      for (int i = 0; i < points_; ++i) {
        for (const variable row : both_variables) {
          if (has_row(i, a, row)) {
            for_each_derivative(i, b, k, l, row, [&](variable column, std::size_t number) {
              whole_.add({i, a, b, row, column}, number);
            });
          }
        }
      }
    });
    whole_.end();
  }
  void plan_two_stages() {
    // brackets by point, kind of row, column b, k, l
    const auto bracket = [&](int i, variable row, int b, int k, int l) {
      const int entry = ((((i * 2 + (row == variable::q ? 0 : 1)) * s_ + b - 1) * n_ + k) * n_) + l;
      return static_cast<std::size_t>(entry);
    };
    std::vector<char> is_there;
    for (int i = 0; i < points_; ++i) {
      for (const variable row : both_variables) {
        for (int b = 1; b <= s_; ++b) {
          for (int k = 0; k < n_; ++k) {
            for (int l = 0; l < n_; ++l) {
              brackets_.begin();
              const std::size_t before = brackets_.places.size();
              for_each_derivative(i, b, k, l, row, [&](variable column, std::size_t number) {
                brackets_.add({i, 0, b, row, column}, number);
              });
              is_there.push_back(brackets_.places.size() > before ? 1 : 0);
            }
          }
        }
      }
    }
    brackets_.end();
    for_each_entry([&](int a, int k, int b, int l) {
      sums_.begin();
      for (int i = 0; i < points_; ++i) {
        for (const variable row : both_variables) {
          const std::size_t number = bracket(i, row, b, k, l);
          if (has_row(i, a, row) && is_there[number] != 0) {
            sums_.add({i, a, b, row, variable::q}, number);
          }
        }
      }
    });
    sums_.end();
  }

  int n_;
  int s_;
  int points_;
  std::vector<char> has_value_;
  std::vector<char> has_slope_;
  std::vector<char> exists_;
  std::vector<int> used_;
  std::vector<T> second_;
  std::conditional_t<may_be_dense, dense_jacobian, nothing> dense_ = {0, 0, 0};
  bool is_prepared_ = false;
  plan whole_;
  plan brackets_;
  plan sums_;
  std::vector<T> bracket_values_;
  bool has_fractions_ = false;
  fractions fractions_;  ///< of the places of whole_
  std::vector<fraction_term> fraction_terms_;
};

}  // namespace plumbline::detail
