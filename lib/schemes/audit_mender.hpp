// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The changes of one number of a table of which each makes its conditions hold, by Newton's iteration in that number, and how likely each
// of them is: a wrong sign before a wrong digit, a copy before a new number, a small change before a large one.
#pragma once

#include "schemes/audit_facts.hpp"
#include "schemes/audit_mend.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::detail {

/// The working precision, which is to be set.
inline constexpr int mending_digits = 80;

/// The orders up to which the conditions of each set of weights are looked at, with 0 none of them; and whether those of
/// symplecticity are.
struct sought_orders {
  int main = 0;
  int embedded = 0;
  bool symplectic = false;
  nodes c = nodes::by_rows;
};

/// Order conditions, row sums and conditions of symplecticity, as one list of residuals.
class all_conditions {
 public:
  all_conditions(const scheme_table& table, const sought_orders& orders)
      : table_(table),
        orders_(orders),
        rows_(table.has("c") && table.kind == table_kind::runge_kutta && orders.main > 0 &&
                      orders.c == nodes::by_rows
                  ? static_cast<std::size_t>(table.stages)
                  : 0) {
    if (table.kind == table_kind::galerkin) {
      quadrature_order_ = orders.main;
      return;
    }
    if (orders.main > 0) {
      main_.emplace(table, orders.main);
    }
    if (orders.embedded > 0) {
      embedded_.emplace(table, orders.embedded);
    }
  }

  std::vector<mp> residuals(const scheme_coefficients<mp>& x) const {
    std::vector<mp> r;
    for (int k = 1; k <= quadrature_order_; ++k) {
      r.push_back(quadrature_residual(x, k));
    }
    if (main_) {
      r = main_->residuals(x);
    }
    for (std::size_t row = 0; row < rows_; ++row) {
      const auto i = static_cast<Eigen::Index>(row);
      r.push_back(mp(x.a.row(i).sum() - x.c[i]));
    }
    if (embedded_) {
      const std::vector<mp> more = embedded_->residuals(x, weights::embedded);
      r.insert(r.end(), more.begin(), more.end());
    }
    if (orders_.symplectic) {
      const std::vector<mp> more = symplecticity_residuals(table_, x);
      r.insert(r.end(), more.begin(), more.end());
    }
    return r;
  }

  /// Of a condition for an order.
  std::string text(std::size_t k) const {
    if (quadrature_order_ > 0) {
      return quadrature_text(static_cast<int>(k) + 1);
    }
    const std::size_t of_main = main_ ? main_->conditions().size() : 0;
    if (k < of_main) {
      return main_->conditions().text(k);
    }
    return k < of_main + rows_
               ? fmt::format("c[{}] against the row sum of A", k - of_main + 1)
               : embedded_->conditions().text(k - of_main - rows_) + ", with bhat for b";
  }

  /// Whether only a wrong digit violates the condition: each for b, and for bhat and quadratures those of the orders 1 and 2.
  bool is_violated_by_digits_alone(std::size_t k) const {
    constexpr int lowest_orders = 2;
    if (quadrature_order_ > 0) {
      return k < lowest_orders;
    }
    return orders_.main > 0 || embedded_->conditions().order_of(k) <= lowest_orders;
  }

  /// Whether coefficients under this key are among those that may be wrong.
  bool concern(const std::string& key) const {
    return (key == "bhat" ? orders_.embedded : orders_.main) > 0;
  }

  /// What a table has for which they hold.
  std::string order_text() const {
    std::string text = orders_.main > 0 ? fmt::format("order {}", orders_.main) : "";
    if (orders_.embedded > 0) {
      text += fmt::format("{}embedded order {}", text.empty() ? "" : " and ", orders_.embedded);
    }
    return text + (orders_.symplectic ? " and is symplectic" : "");
  }
  const char* subject() const { return quadrature_order_ > 0 ? "its quadrature" : "it"; }

 private:
  const scheme_table& table_;
  sought_orders orders_;
  std::size_t rows_;
  int quadrature_order_ = 0;
  std::optional<table_conditions> main_;
  std::optional<table_conditions> embedded_;
};

/// What the rounding of the last printed digits can make of each residual.
std::vector<mp> rounding_bounds(const table_numbers& numbers, const all_conditions& conditions,
                                const std::vector<mp>& r);

/// So much apart may be two numbers of the table that were printed for one.
mp apart_if_printed_for_one(const table_numbers& numbers);

/// p/q where x is one to within `close`, with a small denominator.
std::optional<std::string> simple_fraction(const mp& x, const mp& close,
                                           const mp& most_denominator);

/// Whether a number stands at one place of the table or at several.
enum class occurs { once, several_times };

/// Which changes are looked for.
enum class changes { any, small };

struct mend {
  std::string place;
  std::string stands;
  mp value;
  double change = 0;  ///< relative to the number; 0 of a sign
  double cost = 0;    ///< the smaller, the more likely: a sign before a digit
  /// What the change leaves is what the rounding of the printed digits can cause, not a few times that.
  bool explains_all = false;
  bool sign = false;
  bool of_twin = false;  ///< see mender::twin_of()
  occurs where = occurs::once;
};

/// The changes of one number. A number that was copied to several places (a symmetric composition that is written out) is changed at
/// all of them. The table and its conditions must outlive this.
class mender {
 public:
  mender(const table_numbers& numbers, const all_conditions& conditions);

  /// All of them, one for each number, the likeliest first. Small changes are looked for quickly.
  std::vector<mend> all(changes wanted = changes::any) const;

  /// True where the conditions hold once two coefficients have changed places.
  bool holds_exchanged(std::size_t i, std::size_t k) const;
  bool are_equal(std::size_t i, std::size_t k) const { return values_[i] == values_[k]; }

 private:
  /// Other values of the printed numbers than those that are printed.
  using printed_values = std::optional<std::vector<mp>>;
  /// The residuals with a value of the number that changes.
  using residuals_with =
      std::function<std::vector<mp>(const mp& value, const printed_values& moved)>;
  /// A number that may be wrong.
  struct candidate {
    std::string place;
    std::string text;
    mp now;
    residuals_with residuals;
    occurs where = occurs::once;
    std::optional<mp> twin = {};  ///< see twin_of()
  };
  struct restored_number {
    mp value;
    mp left;  ///< see largest_left()
  };
  /// How residuals count in the sum of squares that is made small. First all count alike. Then a large one may be made smaller at the
  /// cost of one that has to be smaller still, such as that of an exact row of A: with `by_rounding` each is measured by what rounding
  /// makes of it.
  enum class weighing { equal, by_rounding };

  std::vector<candidate> coefficients() const;
  std::vector<candidate> copies() const;
  std::vector<candidate> literals() const;
  std::vector<candidate> definitions() const;
  std::optional<mend> mended(const candidate& c, changes wanted) const;
  /// Sets what kind of change it is, how likely it is, and the value that is meant where the table has it elsewhere.
  void judge(mend& m, const candidate& c) const;

  std::vector<mp> values_for(const printed_values& moved) const;
  std::vector<mp> residuals(const std::vector<mp>& values) const;

  static void allow(std::vector<mp>& allowed, const std::vector<mp>& bounds);
  /// What rounding can cause in the table as it stands, or in one with these residuals.
  std::vector<mp> allowed_beside(
      const std::vector<mp>& r,
      const std::function<std::vector<mp>(const std::vector<mp>&)>& residuals_for) const;
  /// The largest residual beside what is allowed.
  static mp largest_left(const std::vector<mp>& r, const std::vector<mp>& allowed);

  struct gauss_step {
    mp change;
    mp left;  ///< of the sum of squares, if the residuals were linear
  };
  /// The step of Gauss and Newton in one unknown, nothing where the residuals do not depend on it.
  static std::optional<gauss_step> correction(const mp& x, const std::vector<mp>& r,
                                              const residuals_with& f,
                                              const std::vector<mp>& allowed, weighing how);
  /// The likeliest value near one for which the conditions hold: residuals count beside what rounding makes of them.
  static restored_number likeliest(restored_number found, const residuals_with& f,
                                   const std::vector<mp>& allowed);
  /// The value near x for which the conditions hold.
  std::optional<restored_number> restore(mp x, const residuals_with& f, changes wanted) const;

  /// Whether a number of a table of many decimals is a fraction with a small denominator.
  bool is_fraction(const mp& x) const;
  /// Of a Runge–Kutta table whose last row of A is b but for one number, the other one of the two numbers that differ: the last stage is
  /// the first one of the next step, or the end of a stiffly accurate one.
  std::optional<mp> twin_of(std::size_t i) const;
  /// The coefficient of a table of decimals that is this value to its last digit or two, and not the one that stands now: simple fractions
  /// stand in many places.
  std::optional<mp> that_stands(const mp& value, const mp& now) const;

  const table_numbers& numbers_;
  const all_conditions& conditions_;
  std::vector<mp> values_;
  std::vector<mp> allowed_;  ///< what rounding can cause in each residual
};

}  // namespace plumbline::detail
