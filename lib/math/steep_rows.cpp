// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/steep_rows.hpp"

#include <algorithm>

namespace plumbline {

namespace {

using rule = taylor_code::rule;
using operation_on_rows = taylor_code::operation_on_rows;

/// A property of rows, none of which has it at first.
class marks {
 public:
  explicit marks(const taylor_code& code) : marked_(static_cast<std::size_t>(code.rows), false) {}
  /// A row below 0 is none.
  void add(int row) {
    if (row >= 0) {
      marked_[static_cast<std::size_t>(row)] = true;
    }
  }
  void add(const std::vector<int>& rows) {
    for (const int row : rows) {
      add(row);
    }
  }
  bool has(int row) const { return row >= 0 && marked_[static_cast<std::size_t>(row)]; }

 private:
  std::vector<bool> marked_;
};

/// Marks, from the last row to the first, what a marked row is made of.
void mark_operands(const taylor_code& code, marks& marked, auto&& mark_more) {
  marked.add(code.equations.matrix);
  for (auto o = code.of_series.rbegin(); o != code.of_series.rend(); ++o) {
    mark_more(*o);
    if (marked.has(o->r) || marked.has(o->r2)) {
      marked.add({o->a, o->b, o->c, o->d});
    }
  }
}

/// The rows that are divided by, roots, logarithms and powers included, and all that these rows are made of.
marks rows_in_divisors(const taylor_code& code) {
  marks divides(code);
  mark_operands(code, divides, [&divides](const operation_on_rows& o) {
    switch (o.what) {
      case rule::divide:
      case rule::integral:
        divides.add(o.b);
        break;
      case rule::sqrt:
      case rule::power:
        divides.add(o.a);
        break;
      default:
        break;
    }
  });
  return divides;
}

/// The rows of which the rates of the states are made. A function that is followed besides may have poles on its way.
marks rows_of_the_motion(const taylor_code& code) {
  marks moves(code);
  moves.add(code.rates);
  for (const auto& side : code.equations.sides) {
    moves.add(side.right);
    moves.add(side.unknown);
  }
  mark_operands(code, moves, [](const operation_on_rows&) {});
  return moves;
}

/// The rows that are seen as they are: not only as factors of products.
marks rows_that_are_used(const taylor_code& code) {
  marks used(code);
  for (const operation_on_rows& o : code.of_series) {
    switch (o.what) {
      case rule::multiply:
      case rule::scale:
      case rule::square:
      case rule::negate:
      case rule::divide_by:
        break;
      default:
        used.add({o.a, o.b, o.c, o.d});
    }
  }
  used.add(code.rates);
  used.add(code.equations.matrix);
  for (const auto& side : code.equations.sides) {
    used.add(side.right);
  }
  return used;
}

/// What is known of a row as a function.
struct meaning {
  std::vector<power_factor>
      factors;  ///< the row is a constant times the product of these, of one n each
  std::vector<power_factor> degrees;  ///< each term of the row, a sum, has these factors
  bool has_no_zero = false;           ///< an exponential
};

/// The factors of a product.
std::vector<power_factor> merged(const std::vector<power_factor>& a,
                                 const std::vector<power_factor>& b) {
  std::vector<power_factor> all = a;
  for (const power_factor& f : b) {
    const auto same = std::ranges::find(all, f.row, &power_factor::row);
    if (same == all.end()) {
      all.push_back(f);
    } else {
      same->low += f.low;
      same->high += f.high;
    }
  }
  return all;
}

/// The factors of every term of a sum.
std::vector<power_factor> common(const std::vector<power_factor>& a,
                                 const std::vector<power_factor>& b) {
  std::vector<power_factor> both;
  for (const power_factor& f : a) {
    const auto same = std::ranges::find(b, f.row, &power_factor::row);
    if (same != b.end()) {
      both.push_back({f.row, std::min(f.low, same->low), std::max(f.high, same->high)});
    }
  }
  return both;
}

std::vector<power_factor> raised(std::vector<power_factor> factors, double n) {
  for (power_factor& f : factors) {
    f.low *= n;
    f.high *= n;
  }
  return factors;
}

class reader {
 public:
  explicit reader(const taylor_code& code)
      : code_(code),
        divides_(rows_in_divisors(code)),
        moves_(rows_of_the_motion(code)),
        used_(rows_that_are_used(code)) {
    for (int row = 0; row < code.rows; ++row) {
      const std::vector<power_factor> itself =
          code.series(row) ? std::vector<power_factor>{{row, 1, 1}} : std::vector<power_factor>();
      meanings_.push_back({itself, itself});
    }
  }

  steep_rows read() {
    for (const operation_on_rows& o : code_.of_series) {
      read(o);
    }
    for (int row = 0; row < code_.rows; ++row) {
      if (used_.has(row)) {
        add_product(of(row).factors);
        add_product(of(row).degrees);
      }
    }
    const int n = code_.equations.order();
    for (const auto& side : code_.equations.sides) {
      for (int i = 0; i < n; ++i) {
        const std::size_t diagonal = static_cast<std::size_t>(i) * static_cast<std::size_t>(n + 1);
        add_quotient(side.unknown[static_cast<std::size_t>(i)], code_.equations.matrix[diagonal]);
      }
    }
    return std::move(rows_);
  }

 private:
  meaning& of(int row) { return meanings_[static_cast<std::size_t>(row)]; }

  /// A product of low degree is seen in its terms, but for a zero of high order.
  void add_product(const std::vector<power_factor>& factors) {
    constexpr double least_degree = 3;
    double degree = 0;
    for (const power_factor& f : factors) {
      degree += f.low;
    }
    const auto same = [](const power_factor& a, const power_factor& b) {
      return a.row == b.row && a.low == b.low && a.high == b.high;
    };
    const bool known = std::ranges::any_of(rows_.products, [&](const auto& product) {
      return std::ranges::equal(product, factors, same);
    });
    if (degree >= least_degree && !known) {
      rows_.products.push_back(factors);
    }
  }

  void add_quotient(int row, int divisor) {
    if (!code_.series(divisor) || !moves_.has(row)) {
      return;
    }
    quotient_row q{row, {}};
    for (const power_factor& f : of(divisor).factors) {
      if (!of(f.row).has_no_zero) {
        q.divisors.push_back(f.row);
      }
    }
    if (!q.divisors.empty()) {
      rows_.quotients.push_back(std::move(q));
    }
  }

  void add_exponential(const operation_on_rows& o) {
    if (!code_.series(o.a)) {
      return;
    }
    const bool divided = divides_.has(o.r) || divides_.has(o.r2);
    const auto known = std::ranges::find(rows_.exponentials, o.a, &exponential_argument::row);
    if (known == rows_.exponentials.end()) {
      rows_.exponentials.push_back({o.a, divided});
    } else {
      known->divides = known->divides || divided;
    }
  }

  void read(const operation_on_rows& o) {
    constexpr std::size_t most_factors = 64;
    meaning& r = of(o.r);
    switch (o.what) {
      case rule::add:
      case rule::subtract:
        if (auto both = common(of(o.a).degrees, of(o.b).degrees); !both.empty()) {
          r.degrees = std::move(both);
        }
        break;
      case rule::multiply:
        if (auto all = merged(of(o.a).factors, of(o.b).factors); all.size() <= most_factors) {
          r.factors = std::move(all);
        }
        if (auto all = merged(of(o.a).degrees, of(o.b).degrees); all.size() <= most_factors) {
          r.degrees = std::move(all);
        }
        break;
      case rule::square:
        r.factors = raised(of(o.a).factors, 2);
        r.degrees = raised(of(o.a).degrees, 2);
        break;
      case rule::scale:
      case rule::negate:
      case rule::divide_by:
        r.factors = of(o.a).factors;
        r.degrees = of(o.a).degrees;
        break;
      case rule::divide:
      case rule::integral:
        add_quotient(o.r, o.b);
        break;
      case rule::sqrt:
        add_quotient(o.r, o.a);
        r.factors = raised(of(o.a).factors, 0.5);
        r.degrees = raised(of(o.a).degrees, 0.5);
        break;
      case rule::power:
        add_quotient(o.r, o.a);
        rows_.products.push_back({{o.a, 0, 0, o.b}});
        break;
      case rule::exp:
        r.has_no_zero = true;
        add_exponential(o);
        break;
      case rule::sinh_cosh:
        add_exponential(o);
        break;
      default:
        break;
    }
  }

  const taylor_code& code_;
  marks divides_;
  marks moves_;
  marks used_;
  std::vector<meaning> meanings_;
  steep_rows rows_;
};

}  // namespace

steep_rows steep_rows_of(const taylor_code& code) { return reader(code).read(); }

}  // namespace plumbline
