// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What formulas of papers find in an expression of one name: orders, slopes, polynomials of least squares, roots.
#include "study/paper_evaluation.hpp"
#include "study/whole_number.hpp"
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/sorted.hpp>
#include <plumbline/math/sign_change.hpp>
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/measure/polynomial_fit.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <array>

namespace plumbline::detail {

namespace {

mp slope_of(const std::vector<mp>& x, const std::vector<mp>& y) {
  const auto n = static_cast<int>(x.size());
  mp mean_x(0);
  mp mean_y(0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  mp above(0);
  mp below(0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    above += (x[i] - mean_x) * (y[i] - mean_y);
    below += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return above / below;
}

}  // namespace

/// The values of the name and of the expression. `are_known` is false where the former are not known yet.
paper_evaluation::fit_points paper_evaluation::points_of(const std::string& what,
                                                         const call_tree& each,
                                                         const meanings& words) {
  if (each.children[0].what == kind::each || !each.keys[0].empty()) {
    fail(what + " takes one 'for' with one name");
  }
  fit_points points;
  each_of(each, words, [&](const call_tree& of, const meanings& inside) {
    {
      const own_taint apart(tainted_);
      points.x.push_back(evaluate(tree_of(inside.at(each.text)), words));
      points.are_known = points.are_known && !(is_planning_ && tainted_);
    }
    points.y.push_back(evaluate(of, inside));
  });
  return points;
}

/// order, last_order, slope.
mp paper_evaluation::fit(const std::string& what, const call_tree& each, const meanings& words) {
  const own_taint apart(tainted_);
  auto [x, y, are_known] = points_of(what, each, words);
  if (are_known && count_different(x) < 2) {
    fail(what + " needs at least two different values of '" + each.text + "'");
  }
  if (is_planning_ && tainted_) {
    return mp(1);
  }
  if (what == "slope") {
    return slope_of(x, y);
  }
  for (mp& error : y) {
    error = abs(error);
    if (!(mp(0) < error) || !is_finite(error)) {
      throw failed_run("the logarithm of a value that is zero or not finite");
    }
  }
  for (const mp& step : x) {
    if (!(mp(0) < step)) {
      fail(what + " goes over positive values");
    }
  }
  const std::size_t n = x.size();
  return what == "order" ? fitted_order(x, y)
                         : observed_order(x[n - 2], y[n - 2], x[n - 1], y[n - 1]);
}

/// fit(EXPR for x in LIST, degree = D, power = K): the coefficient of x^K.
mp paper_evaluation::polynomial(const call_tree& tree, const meanings& words) {
  const call_tree* each = nullptr;
  std::map<std::string, std::int64_t> given;
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    const std::string& key = tree.keys[i];
    if (key.empty() && each == nullptr && tree.children[i].what == kind::each) {
      each = &tree.children[i];
      continue;
    }
    if (key != "degree" && key != "power") {
      fail(key.empty() ? "fit takes EXPRESSION for NAME in LIST, degree = D, power = K"
                       : unknown_name("argument of fit", key, {"degree", "power"}));
    }
    const mp x = evaluate(tree.children[i], words);
    const auto whole = whole_number(x);
    if (!whole || *whole < 0) {
      fail(fmt::format("fit: {} must be a whole number from 0, got {}", key,
                       to_text(x, shown_here)));
    }
    if (!given.emplace(key, *whole).second) {
      fail(fmt::format("fit is given '{}' twice", key));
    }
  }
  if (each == nullptr || given.size() < 2) {
    fail("fit takes EXPRESSION for NAME in LIST, degree = D, power = K");
  }
  const std::int64_t degree = given.at("degree");
  const std::int64_t power = given.at("power");
  if (power > degree) {
    fail(fmt::format("fit: a polynomial of degree {} has no power {}", degree, power));
  }
  const own_taint apart(tainted_);
  const auto points = points_of("fit", *each, words);
  const std::size_t count = count_different(points.x);
  if (points.are_known && std::cmp_less_equal(count, degree)) {
    fail(fmt::format("fit: a polynomial of degree {} needs {} different values of '{}', got {}",
                     degree, degree + 1, each->text, count));
  }
  if (is_planning_ && tainted_) {
    return mp(1);
  }
  const auto fitted = fit_polynomial(points.x, points.y, static_cast<int>(degree));
  return fitted.coefficients[static_cast<std::size_t>(power)];
}

/// root(EXPR for x in A, B): where EXPR changes its sign. The values at both ends are planned; those between follow from them.
mp paper_evaluation::root(const call_tree& each, const meanings& words) {
  constexpr int digits_of_runs = 13;  // one more than are promised
  const own_taint apart(tainted_);
  const auto [x, y, are_known] = points_of("root", each, words);
  if (x.size() != 2) {
    fail(
        fmt::format("root goes between two values, 'for {} in A, B'; got {}", each.text, x.size()));
  }
  if (is_planning_ && tainted_) {
    return mp(1);
  }
  const auto shown = [&](const mp& value, const mp& at) {
    return fmt::format("{} at {} = {}", to_text(value, shown_here), each.text,
                       to_text(at, shown_here));
  };
  const auto require_finite = [&](const mp& value) {
    if (!is_finite(value)) {
      throw failed_run("the value is not finite");
    }
  };
  std::array<sign_change_end<mp>, 2> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    require_finite(y[i]);
    ends.at(i) = {x[i], y[i]};
  }
  if ((mp(0) < y[0] && mp(0) < y[1]) || (y[0] < mp(0) && y[1] < mp(0))) {
    fail(fmt::format("root: no change of sign: {}, {}", shown(y[0], x[0]), shown(y[1], x[1])));
  }
  const mp tolerance = pow(mp(10), -(tainted_ ? digits_of_runs : digits_ + guard_digits / 2));
  meanings inside = words;
  return sign_change(
      [&](const mp& at) {
        inside[each.text] = to_text(at);
        try {
          const mp value = evaluate(each.children[0], inside);
          require_finite(value);
          return value;
        } catch (const failed_run& error) {
          throw failed_run(fmt::format("root: at {} = {}: {}", each.text, to_text(at, shown_here),
                                       error.what()));
        }
      },
      ends[0], ends[1], tolerance);
}

}  // namespace plumbline::detail
