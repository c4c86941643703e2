// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/derivatives.hpp>
#include <plumbline/math/formula.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/study/modified_lagrangian.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace plumbline {

namespace {

using rationals = std::vector<exact_number>;

/// The rational number with a small denominator that `x` is.
exact_number rational_of(const mp& x, const std::string& what) {
  constexpr int largest_denominator = 1000;
  for (int d = 1; d <= largest_denominator; ++d) {
    const mp product = x * d;
    const mp whole = round(product);
    if (abs(mp(product - whole)) < ldexp(mp(1), -150)) {
      return exact_number(whole.convert_to<long>()) / exact_number(d);
    }
  }
  throw invalid_input(fmt::format("the {} of this scheme are not rational numbers", what));
}

/// The polynomials through 1 at one node and 0 at the others, by their coefficients.
std::vector<rationals> basis_on(const rationals& nodes) {
  std::vector<rationals> all;
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    rationals p{exact_number(1)};
    for (std::size_t b = 0; b < nodes.size(); ++b) {
      if (b == a) {
        continue;
      }
      const exact_number scale = exact_number(1) / (nodes[a] - nodes[b]);
      rationals q(p.size() + 1);
      for (std::size_t k = 0; k < p.size(); ++k) {
        q[k + 1] = q[k + 1] + p[k] * scale;
        q[k] = q[k] - p[k] * nodes[b] * scale;
      }
      p = q;
    }
    all.push_back(p);
  }
  return all;
}

exact_number power_of(const exact_number& x, int k) {
  exact_number r(1);
  for (int i = 0; i < k; ++i) {
    r = r * x;
  }
  return r;
}

exact_number value_at(const rationals& polynomial, const exact_number& x, bool derivative) {
  exact_number sum(0);
  for (std::size_t k = derivative ? 1 : 0; k < polynomial.size(); ++k) {
    const auto power = static_cast<int>(k) - (derivative ? 1 : 0);
    sum = sum +
          polynomial[k] * power_of(x, power) * exact_number(derivative ? static_cast<long>(k) : 1);
  }
  return sum;
}

/// L and the derivatives of a motion, q, v, q″, q‴ …, as the inputs of a graph.
class recorded_motion {
 public:
  recorded_motion(const system_entry& system, int order)
      : order_(order),
        names_(coordinate_names(system, system.dimension)),
        style_(formula_style_of(names_, system.parameters)),
        inputs_{system.dimension, static_cast<int>(system.parameters.size())} {
    formula_names meaning;
    meaning.value = [&](const std::string& name) -> std::optional<node_id> {
      if (const int k = index_of(names_, name); k >= 0) {
        return graph_.input(inputs_.q(k));
      }
      for (std::size_t k = 0; k < system.parameters.size(); ++k) {
        if (system.parameters[k].name == name) {
          return graph_.input(inputs_.parameter(static_cast<int>(k)));
        }
      }
      return std::nullopt;
    };
    meaning.rate = [&](const std::string& name) -> std::optional<node_id> {
      const int k = index_of(names_, name);
      return k < 0 ? std::nullopt : std::optional(graph_.input(inputs_.v(k)));
    };
    const std::string text = system.formulas->text_of(form_part::lagrangian, style_).front();
    lagrangian_ = record_formula(graph_, expression(text), meaning);
  }

  /// L_d/h − (1/h) ∫ L dt, its coefficient of h^order, in the derivatives of the motion.
  node_id defect(const rationals& nodes, const rationals& points, const rationals& weights) {
    const std::vector<rationals> basis = basis_on(nodes);
    const int step = input_of(highest() + 1, 0);
    const node_id h = graph_.input(step);
    node_id sum = graph_.constant(0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::unordered_map<int, node_id> by;
      for (int k = 0; k < inputs_.n; ++k) {
        by[inputs_.q(k)] = path(basis, nodes, points[i], k, h, false);
        by[inputs_.v(k)] = path(basis, nodes, points[i], k, h, true);
      }
      std::vector<node_id> term = graph_.substitute({lagrangian_}, by);
      for (int k = 0; k < order_; ++k) {
        term = directional_derivative(graph_, term, {{step}, {graph_.constant(1)}});
      }
      term = graph_.substitute(term, {{step, graph_.constant(0)}});
      sum = graph_.add(sum, graph_.multiply(graph_.constant(weights[i]), term.front()));
    }
    node_id along = lagrangian_;
    for (int k = 0; k < order_; ++k) {
      along = rate_of(along);
    }
    const exact_number mean = exact_number(1) / exact_number(order_ + 1);
    const node_id difference = graph_.subtract(sum, graph_.multiply(graph_.constant(mean), along));
    long factorial = 1;
    for (int k = 2; k <= order_; ++k) {
      factorial *= k;
    }
    return graph_.divide(difference, graph_.constant(exact_number(factorial)));
  }

  /// The same of q and v alone: the accelerations are those of the motion.
  std::string on_the_motion(node_id f) {
    const std::vector<node_id> slopes = gradient(graph_, lagrangian_, range(0, 2 * inputs_.n));
    std::vector<node_id> now(static_cast<std::size_t>(inputs_.n));
    std::vector<node_id> velocities;
    for (int i = 0; i < inputs_.n; ++i) {
      velocities.push_back(graph_.input(inputs_.v(i)));
    }
    for (int i = 0; i < inputs_.n; ++i) {
      const node_id momentum = slopes[static_cast<std::size_t>(inputs_.n + i)];
      const std::vector<node_id> mass = gradient(graph_, momentum, range(inputs_.n, inputs_.n));
      for (int k = 0; k < inputs_.n; ++k) {
        if (k != i && !graph_.is_zero(mass[static_cast<std::size_t>(k)])) {
          throw invalid_input(
              "the modified Lagrangian is written down for a diagonal mass matrix only");
        }
      }
      const node_id turned =
          directional_derivative(graph_, std::vector{momentum}, {range(0, inputs_.n), velocities})
              .front();
      now[static_cast<std::size_t>(i)] =
          graph_.divide(graph_.subtract(slopes[static_cast<std::size_t>(i)], turned),
                        mass[static_cast<std::size_t>(i)]);
    }
    direction along{range(0, 2 * inputs_.n), velocities};
    along.rates.insert(along.rates.end(), now.begin(), now.end());
    std::unordered_map<int, node_id> by;
    for (int m = 2; m <= highest(); ++m) {
      for (int k = 0; k < inputs_.n; ++k) {
        by[input_of(m, k)] = now[static_cast<std::size_t>(k)];
      }
      now = directional_derivative(graph_, now, along);
    }
    return formula_text(graph_, graph_.substitute({f}, by).front(), style_);
  }

 private:
  static int index_of(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }
  static std::vector<int> range(int first, int count) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) {
      all.push_back(first + i);
    }
    return all;
  }
  int highest() const { return order_ + 2; }
  /// The input of the derivative of order m of coordinate k.
  int input_of(int m, int k) const {
    return m == 0   ? inputs_.q(k)
           : m == 1 ? inputs_.v(k)
                    : inputs_.count() + (m - 2) * inputs_.n + k;
  }
  /// The polynomial through q(h d_a) at the time h c, or its rate, in powers of h.
  node_id path(const std::vector<rationals>& basis, const rationals& nodes, const exact_number& c,
               int k, node_id h, bool rate) {
    node_id sum = graph_.constant(0);
    exact_number factorial(1);
    for (int m = 0; m <= order_ + 1; ++m) {
      factorial = m == 0 ? factorial : factorial * exact_number(m);
      exact_number weight(0);
      for (std::size_t a = 0; a < nodes.size(); ++a) {
        weight = weight + value_at(basis[a], c, rate) * power_of(nodes[a], m);
      }
      if (weight == exact_number(0)) {
        continue;
      }
      node_id term =
          graph_.multiply(graph_.constant(weight / factorial), graph_.input(input_of(m, k)));
      for (int j = 0; j < m - (rate ? 1 : 0); ++j) {
        term = graph_.multiply(term, h);
      }
      sum = graph_.add(sum, term);
    }
    return sum;
  }
  /// df/dt along a motion.
  node_id rate_of(node_id f) {
    direction along;
    for (int m = 0; m < highest(); ++m) {
      for (int k = 0; k < inputs_.n; ++k) {
        along.inputs.push_back(input_of(m, k));
        along.rates.push_back(graph_.input(input_of(m + 1, k)));
      }
    }
    return directional_derivative(graph_, std::vector{f}, along).front();
  }

  int order_;
  std::vector<std::string> names_;
  formula_style style_;
  form_inputs inputs_;
  graph graph_;
  node_id lagrangian_ = -1;
};

}  // namespace

modified_lagrangian first_modified_term(const system_entry& system, const scheme_table& scheme) {
  if (scheme.kind != table_kind::galerkin) {
    throw invalid_input(
        fmt::format("{} is not a variational scheme of Galerkin's kind, which midpoint, simpson "
                    "and lobatto are",
                    scheme.name));
  }
  constexpr int most_degree = 2;
  if (scheme.degree > most_degree) {
    throw invalid_input(
        fmt::format("the modified Lagrangian is written down up to degree 2; {} has degree {}",
                    scheme.name, scheme.degree));
  }
  if (system.kind != system_kind::lagrangian || !system.formulas) {
    throw invalid_input(fmt::format("{} has no Lagrangian", system.name()));
  }
  if (!system.facts.autonomous || system.facts.forced) {
    throw invalid_input(
        fmt::format("{} has {}: its modified Lagrangian is not written down", system.name(),
                    system.facts.forced ? "forces" : "a Lagrangian that contains t"));
  }
  const precision_scope scope(64);
  const scheme_coefficients<mp> table = coefficients_of(scheme);
  rationals points;
  rationals weights;
  for (Eigen::Index i = 0; i < table.c.size(); ++i) {
    points.push_back(rational_of(table.c[i], "nodes"));
    weights.push_back(rational_of(table.b[i], "weights"));
  }
  rationals nodes;
  for (int a = 0; a <= scheme.degree; ++a) {
    nodes.push_back(exact_number(a) / exact_number(scheme.degree));
  }
  const int order = facts_of(scheme).order;
  recorded_motion motion(system, order);
  return {order, motion.on_the_motion(motion.defect(nodes, points, weights))};
}

}  // namespace plumbline
