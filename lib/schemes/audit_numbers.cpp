// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_numbers.hpp"

#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/scalar/exact_value.hpp>

#include <algorithm>
#include <cctype>

namespace plumbline::detail {

namespace {

const std::string mark = "_printed";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The length of the decimal literal at the place, with its exponent, and its decimals.
std::size_t literal_length(const std::string& text, std::size_t at, int& decimals) {
  std::size_t end = at;
  decimals = 0;
  while (end < text.size() && is_digit(text[end])) {
    ++end;
  }
  if (end < text.size() && text[end] == '.') {
    ++end;
    while (end < text.size() && is_digit(text[end])) {
      ++end;
      ++decimals;
    }
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t e = end + 1;
    e += e < text.size() && (text[e] == '+' || text[e] == '-') ? 1 : 0;
    if (e < text.size() && is_digit(text[e])) {
      const std::size_t first = end + 1;
      while (e < text.size() && is_digit(text[e])) {
        ++e;
      }
      decimals -= std::atoi(text.substr(first, e - first).c_str());
      end = e;
    }
  }
  return end - at;
}

/// 0.015625 is 1/64, whatever the number of its decimals: its denominator has less than half as many digits.
bool is_short_fraction(const std::string& literal, int decimals) {
  constexpr int least = -100000;
  if (decimals < least || decimals > -least) {
    return false;
  }
  const exact_number x = exact_number::decimal(literal);
  return static_cast<int>(mpz_sizeinbase(mpq_denref(x.data()), 10)) * 2 <= decimals + 1;
}

}  // namespace

table_numbers::table_numbers(const scheme_table& table) : table_(table) {
  if (table_.compute) {
    return;
  }
  mark_all();
  for (const printed_number& p : printed_) {
    longest_ = std::max(longest_, p.decimals);
  }
  mark_all();
  for (const printed_number& p : printed_) {
    decimals_ = decimals_ == 0 ? p.decimals : std::min(decimals_, p.decimals);
  }
  variables names;
  for (const auto& [name, text] : table_.definitions) {
    names.set(name, expression(text));
  }
  constexpr unsigned long long_denominator = 1000000;
  rational_ = true;
  for (const table_coefficient& c : table_.coefficients) {
    const auto x = exact_value(expression(c.text), names);
    rational_ = rational_ && x.has_value();
    // printed decimals have long denominators, too: they are judged by their digits
    long_fractions_ = long_fractions_ || (printed_.empty() && x &&
                                          mpz_cmp_ui(mpq_denref(x->data()), long_denominator) > 0);
  }
}

namespace {

/// Of two numbers of decimals the smaller one; 0 stands for none.
int fewer(int a, int b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }

}  // namespace

int table_numbers::decimals_in(const expression& formula) const {
  int least = 0;
  for (const std::string& name : formula.names()) {
    const auto defined = definitions_.find(name);
    const int here = name.starts_with(mark)
                         ? printed_[std::stoul(name.substr(mark.size()))].decimals
                     : defined != definitions_.end() ? decimals_in(defined->second)
                                                     : 0;
    least = fewer(least, here);
  }
  return least;
}

int table_numbers::decimals(weights of) const {
  int least = 0;
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const bool counts = of == weights::embedded || table_.coefficients[i].key != "bhat";
    least = fewer(least, counts ? decimals_in(formulas_[i]) : 0);
  }
  return least;
}

std::vector<mp> rounding_bounds(
    const table_numbers& numbers, const std::vector<mp>& r,
    const std::function<std::vector<mp>(const std::vector<mp>& literals)>& residuals_for) {
  std::vector<mp> bounds(r.size(), mp(0));
  const std::vector<mp> x = numbers.literals();
  const mp delta = sqrt(epsilon<mp>());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<mp> moved = x;
    moved[i] += delta;
    const std::vector<mp> other = residuals_for(moved);
    const mp unit = pow(mp(10), -numbers.printed()[i].decimals) / 2;
    for (std::size_t k = 0; k < r.size(); ++k) {
      bounds[k] += abs(other[k] - r[k]) / delta * unit;
    }
  }
  return bounds;
}

void table_numbers::mark_all() {
  printed_.clear();
  definitions_.clear();
  formulas_.clear();
  for (const auto& [name, text] : table_.definitions) {
    definitions_.emplace(name, expression(marked(text)));
  }
  for (const table_coefficient& c : table_.coefficients) {
    formulas_.push_back(expression(marked(c.text)));
  }
}

std::string table_numbers::marked(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
      while (i < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_')) {
        result += text[i++];
      }
      continue;
    }
    if (!is_digit(c) && c != '.') {
      result += c;
      ++i;
      continue;
    }
    int decimals = 0;
    const std::string literal = text.substr(i, literal_length(text, i, decimals));
    i += std::max<std::size_t>(literal.size(), 1);
    if (decimals < least_printed_decimals || decimals * 2 < longest_ ||
        is_short_fraction(literal, decimals)) {
      result += literal;
      continue;
    }
    const auto found = std::find_if(printed_.begin(), printed_.end(),
                                    [&](const printed_number& p) { return p.text == literal; });
    result += mark + std::to_string(found - printed_.begin());
    if (found == printed_.end()) {
      printed_.push_back({literal, decimals});
    }
  }
  return result;
}

std::vector<mp> table_numbers::literals() const {
  std::vector<mp> x;
  for (const printed_number& p : printed_) {
    x.push_back(from_text<mp>(p.text));
  }
  return x;
}

std::vector<mp> table_numbers::values(const std::vector<mp>& literals) const {
  variables names;
  for (const auto& [name, value] : definitions_) {
    names.set(name, value);
  }
  for (std::size_t i = 0; i < literals.size(); ++i) {
    names.set(mark + std::to_string(i),
              [&literals, i] { return convert_precision<mp>(literals[i]); });
  }
  std::vector<mp> result;
  result.reserve(formulas_.size());
  for (const expression& f : formulas_) {
    result.push_back(evaluate<mp>(f, names));
  }
  return result;
}

std::vector<mp> table_numbers::values_with(const std::string& name, const mp& value) const {
  variables names;
  for (const auto& [other, text] : table_.definitions) {
    names.set(other, expression(text));
  }
  names.set(name, [&value] { return convert_precision<mp>(value); });
  std::vector<mp> result;
  for (const table_coefficient& c : table_.coefficients) {
    result.push_back(evaluate<mp>(expression(c.text), names));
  }
  return result;
}

scheme_coefficients<mp> table_numbers::coefficients(const std::vector<mp>& literals) const {
  return table_.compute ? table_.compute() : assemble(table_, values(literals));
}

std::string table_numbers::places_of(std::size_t literal) const {
  std::string places;
  const std::string name = mark + std::to_string(literal);
  const auto add = [&](const std::string& place, const expression& f) {
    const auto& names = f.names();
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      places += (places.empty() ? "" : ", ") + place;
    }
  };
  for (const auto& [defined, value] : definitions_) {
    add(defined, value);
  }
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    add(table_.coefficients[i].place(), formulas_[i]);
  }
  return places;
}

int table_conditions::most_order(const scheme_table& table) {
  switch (table.kind) {
    case table_kind::partitioned_runge_kutta:
      return 9;
    case table_kind::galerkin:
      return 2 * table.degree;
    default:
      return 14;
  }
}

order_conditions table_conditions::make(const scheme_table& table, int order) {
  switch (table.kind) {
    case table_kind::runge_kutta:
      return order_conditions::runge_kutta(order);
    case table_kind::partitioned_runge_kutta:
      return order_conditions::partitioned(order);
    case table_kind::nystrom:
      return order_conditions::nystrom(order);
    case table_kind::splitting:
      return table.quadratic_kinetic ? order_conditions::nystrom_splitting(order)
                                     : order_conditions::splitting(order);
    case table_kind::composition: {
      const scheme_info& base = find_scheme(table.base).info;
      return order_conditions::composition(order, base.order, base.symmetric);
    }
    case table_kind::galerkin:
      break;
  }
  throw invalid_input("a galerkin table has no order conditions of its own");
}

table_conditions::table_conditions(const scheme_table& table, int order)
    : as_nystrom_(table.kind == table_kind::splitting && table.quadratic_kinetic),
      conditions_(make(table, order)) {}

std::vector<mp> table_conditions::residuals(const scheme_coefficients<mp>& x, weights of) const {
  if (as_nystrom_) {
    return conditions_.residuals(nystrom_of_splitting(x));
  }
  return conditions_.residuals(x, of == weights::embedded ? &x.bhat : nullptr);
}

std::vector<mp> largest_by_order(const order_conditions& conditions, const std::vector<mp>& r) {
  std::vector<mp> largest(static_cast<std::size_t>(conditions.order()) + 1, mp(0));
  for (std::size_t k = 0; k < r.size(); ++k) {
    mp& most = largest[static_cast<std::size_t>(conditions.order_of(k))];
    const mp size = abs(r[k]);
    if (most < size) {
      most = size;
    }
  }
  return largest;
}

namespace {

struct independent_part {
  std::vector<Eigen::Index> rows;
  std::vector<Eigen::Index> columns;
};

/// Rows and columns of a regular part of the matrix that has its rank, by elimination with complete pivoting.
independent_part find_independent(matrix<mp> a) {
  independent_part part;
  const Eigen::Index m = a.rows();
  const Eigen::Index n = a.cols();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(m));
  for (Eigen::Index i = 0; i < m; ++i) {
    order[static_cast<std::size_t>(i)] = i;
  }
  std::vector<Eigen::Index> places(static_cast<std::size_t>(n));
  for (Eigen::Index j = 0; j < n; ++j) {
    places[static_cast<std::size_t>(j)] = j;
  }
  // coefficients are of size 1: what is far below is rounding, also where no entry is larger
  const mp largest = max_magnitude(a);
  const mp small =
      (largest < mp(1) ? mp(1) : largest) * ldexp(mp(1), -scalar_traits<mp>::bits() / 4);
  for (Eigen::Index k = 0; k < std::min(m, n); ++k) {
    Eigen::Index pi = k;
    Eigen::Index pj = k;
    for (Eigen::Index i = k; i < m; ++i) {
      for (Eigen::Index j = k; j < n; ++j) {
        if (abs(a(pi, pj)) < abs(a(i, j))) {
          pi = i;
          pj = j;
        }
      }
    }
    if (!(small < abs(a(pi, pj)))) {
      break;
    }
    for (Eigen::Index j = 0; j < n; ++j) {
      const mp kept = a(k, j);
      a(k, j) = mp(a(pi, j));
      a(pi, j) = kept;
    }
    for (Eigen::Index i = 0; i < m; ++i) {
      const mp kept = a(i, k);
      a(i, k) = mp(a(i, pj));
      a(i, pj) = kept;
    }
    std::swap(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(pi)]);
    std::swap(places[static_cast<std::size_t>(k)], places[static_cast<std::size_t>(pj)]);
    part.rows.push_back(order[static_cast<std::size_t>(k)]);
    part.columns.push_back(places[static_cast<std::size_t>(k)]);
    for (Eigen::Index i = k + 1; i < m; ++i) {
      const mp factor = a(i, k) / a(k, k);
      for (Eigen::Index j = k; j < n; ++j) {
        a(i, j) -= factor * a(k, j);
      }
    }
  }
  return part;
}

using function = std::function<std::vector<mp>(const std::vector<mp>&)>;

/// f(x) and its derivatives by differences: right to half of the digits.
std::vector<mp> differentiate(const function& f, const std::vector<mp>& x, matrix<mp>& j) {
  const std::vector<mp> r = f(x);
  j = matrix<mp>(static_cast<Eigen::Index>(r.size()), static_cast<Eigen::Index>(x.size()));
  const mp delta = ldexp(mp(1), -scalar_traits<mp>::bits() / 2);
  for (std::size_t k = 0; k < x.size(); ++k) {
    std::vector<mp> moved;
    for (std::size_t i = 0; i < x.size(); ++i) {
      moved.push_back(i == k ? mp(x[i] + delta) : x[i]);
    }
    const std::vector<mp> other = f(moved);
    for (std::size_t i = 0; i < r.size(); ++i) {
      j(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = (other[i] - r[i]) / delta;
    }
  }
  return r;
}

std::vector<mp> in_working_precision(const std::vector<mp>& x) {
  std::vector<mp> y;
  y.reserve(x.size());
  for (const mp& value : x) {
    y.push_back(convert_precision<mp>(value));
  }
  return y;
}

}  // namespace

std::vector<mp> solve_overdetermined(const function& f, const std::vector<mp>& start, int digits,
                                     const std::string& what, free_numbers rest) {
  auto n = static_cast<Eigen::Index>(start.size());
  std::vector<mp> x = start;
  independent_part part;
  constexpr int first_digits = 70;
  int reached = 5;  // digits that are right
  for (int iteration = 0; iteration < 60; ++iteration) {
    const bool last = reached >= digits;
    const int working =
        last ? digits + guard_digits
             : std::min(digits + guard_digits, std::max(first_digits, 4 * reached + guard_digits));
    const precision_scope scope(working);
    std::vector<mp> here = in_working_precision(x);
    if (last) {
      const std::vector<mp> r = f(here);
      for (const mp& value : r) {
        if (!(abs(value) < pow(mp(10), -(digits - guard_digits)))) {
          throw invalid_input(what + ": the conditions contradict each other");
        }
      }
      return here;
    }
    matrix<mp> j;
    const std::vector<mp> r = differentiate(f, here, j);
    if (part.rows.empty()) {
      part = find_independent(j);
      const auto rank = static_cast<Eigen::Index>(part.rows.size());
      if (rank < n && rest == free_numbers::refused) {
        throw invalid_input(what + ": the conditions leave " + std::to_string(n - rank) + " of " +
                            std::to_string(n) + " numbers free");
      }
      n = rank;
    }
    matrix<mp> square(n, n);
    vector<mp> right(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Eigen::Index row = part.rows[static_cast<std::size_t>(i)];
      right[i] = r[static_cast<std::size_t>(row)];
      for (Eigen::Index k = 0; k < n; ++k) {
        square(i, k) = j(row, part.columns[static_cast<std::size_t>(k)]);
      }
    }
    lu_factors<mp> lu;
    if (!lu.compute(square)) {
      throw invalid_input(what + ": the conditions are singular there");
    }
    const vector<mp> delta = lu.solve(right);
    const mp size = max_magnitude(delta);
    for (Eigen::Index i = 0; i < n; ++i) {
      here[static_cast<std::size_t>(part.columns[static_cast<std::size_t>(i)])] -= delta[i];
    }
    if (!is_finite(size) || size > mp(1)) {
      throw invalid_input(what + ": Newton's iteration on the conditions does not converge");
    }
    const double gained = size == 0 ? working : -to_double(mp(log10(size)));
    // Newton's step doubles the digits, as far as the precision of the derivatives goes
    reached = std::min(static_cast<int>(2 * gained), static_cast<int>(gained) + working / 2 - 5);
    reached = std::min(std::max(reached, 5), working - guard_digits);
    x = std::move(here);
  }
  throw invalid_input(what + ": Newton's iteration on the conditions does not converge");
}

std::vector<mp> solve_conditions_partly(const table_numbers& numbers, int order, int digits) {
  const table_conditions conditions(numbers.table(), order);
  const bool has_rows = numbers.table().has("c") && numbers.table().kind == table_kind::runge_kutta;
  const std::vector<mp> start = [&] {
    const precision_scope scope(digits + guard_digits);
    return numbers.literals();
  }();
  return solve_overdetermined(
      [&](const std::vector<mp>& x) {
        const scheme_coefficients<mp> c = numbers.coefficients(x);
        std::vector<mp> r = conditions.residuals(c);
        for (Eigen::Index i = 0; has_rows && i < c.c.size(); ++i) {
          mp sum(0);
          for (Eigen::Index j = 0; j < c.c.size(); ++j) {
            sum += c.a(i, j);
          }
          r.push_back(sum - c.c[i]);
        }
        return r;
      },
      start, digits, numbers.table().name, free_numbers::kept);
}

}  // namespace plumbline::detail
