// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Implicit Runge–Kutta families from their defining equations, at any precision (Hairer & Wanner, Solving Ordinary
// Differential Equations II, IV.5):
//
//   nodes        Radau: P_s(x) − P_{s−1}(x) = 0 on [−1, 1], which contains 1; Lobatto: quadrature.hpp
//   collocation  a_ij = ∫_0^{c_i} ℓ_j, b_j = ∫_0^1 ℓ_j:                     Radau IIA, Lobatto IIIA
//   conjugate    b_i ā_ij + b_j a_ji = b_i b_j of a collocation:            Radau IA (of the nodes 1 − c), Lobatto IIIB
//   Lobatto IIIC a_i1 = b_1, exact for polynomials of degree s − 2
#include "schemes/constrained_galerkin.hpp"
#include "schemes/known_tables.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/gauss_collocation.hpp>

#include <array>
#include <cmath>

namespace plumbline::detail {

namespace {

constexpr int most_table_nodes = 16;

/// The nodes of the right Radau rule on [0, 1], increasing; the last is 1.
vector<mp> radau_nodes(int s) {
  const auto f = [s](const auto& x) {
    const auto [p, before] = legendre_pair(s, x);
    return std::pair{p, before};
  };
  const auto value = [&](double x) {
    const auto [p, before] = f(x);
    return p - before;
  };
  vector<mp> nodes(s);
  nodes[s - 1] = mp(1);
  // between its zeros cos θ the polynomial changes its sign
  const int samples = 400 * s;
  int found = 0;
  for (int k = samples; k > 1 && found < s - 1; --k) {
    const double left = std::cos(std::numbers::pi * k / samples);
    const double right = std::cos(std::numbers::pi * (k - 1) / samples);
    if ((value(left) < 0) == (value(right) < 0) || right > 1 - 1e-12) {
      continue;
    }
    const mp x = polish_root(
        mp((left + right) / 2),
        [&](const mp& y) {
          const auto [p, before] = f(y);
          const mp gap = y * y - 1;
          const mp slope = s * (y * p - before) / gap;
          // P_{s−1}′ = s (P_s − y P_{s−1})/(y² − 1)
          const mp slope_before = s * (p - y * before) / gap;
          return mp((p - before) / (slope - slope_before));
        },
        "radau_nodes");
    nodes[found++] = (x + 1) / 2;
  }
  return nodes;
}

/// ∫_0^x ℓ_j over the Lagrange basis of the nodes, by a Gauss rule that is exact.
vector<mp> integrals(const vector<mp>& nodes, const mp& x, const quadrature<mp>& rule) {
  vector<mp> sums = vector<mp>::Constant(nodes.size(), mp(0));
  for (Eigen::Index k = 0; k < rule.nodes.size(); ++k) {
    const auto basis = lagrange_basis<mp>(nodes, mp(x * rule.nodes[k]));
    for (Eigen::Index j = 0; j < nodes.size(); ++j) {
      sums[j] += x * rule.weights[k] * basis.value[j];
    }
  }
  return sums;
}

scheme_coefficients<mp> collocation(const vector<mp>& nodes) {
  const Eigen::Index s = nodes.size();
  const quadrature<mp> rule = gauss_quadrature<mp>(static_cast<int>(s));
  scheme_coefficients<mp> x;
  x.c = nodes;
  x.b = integrals(nodes, mp(1), rule);
  x.a = matrix<mp>(s, s);
  for (Eigen::Index i = 0; i < s; ++i) {
    x.a.row(i) = integrals(nodes, nodes[i], rule).transpose();
  }
  x.abar = x.a;
  x.bbar = x.b;
  return x;
}

/// The polynomial of a collocation: b_i(θ) = ∫_0^θ ℓ_i, of order s in between (II.7.9).
matrix<mp> collocation_polynomial(const vector<mp>& nodes) {
  const Eigen::Index s = nodes.size();
  matrix<mp> d(s, s);
  for (Eigen::Index i = 0; i < s; ++i) {
    // ℓ_i by its powers, one factor (θ − c_j)/(c_i − c_j) after the other
    vector<mp> power = vector<mp>::Constant(s, mp(0));
    power[0] = mp(1);
    for (Eigen::Index j = 0; j < s; ++j) {
      if (j == i) {
        continue;
      }
      const mp below = nodes[i] - nodes[j];
      for (Eigen::Index k = s; k-- > 0;) {
        const mp lower = k > 0 ? power[k - 1] : mp(0);
        power[k] = (lower - nodes[j] * power[k]) / below;
      }
    }
    for (Eigen::Index k = 0; k < s; ++k) {
      d(i, k) = power[k] / static_cast<int>(k + 1);
    }
  }
  return d;
}

/// ā with b_i ā_ij + b_j a_ji = b_i b_j.
matrix<mp> conjugate(const scheme_coefficients<mp>& x) {
  matrix<mp> a(x.a.rows(), x.a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      a(i, j) = x.b[j] - x.b[j] * x.a(j, i) / x.b[i];
    }
  }
  return a;
}

scheme_coefficients<mp> radau_iia(int s) { return collocation(radau_nodes(s)); }

scheme_coefficients<mp> radau_ia(int s) {
  const vector<mp> right = radau_nodes(s);
  vector<mp> left(s);
  for (int i = 0; i < s; ++i) {
    left[i] = mp(1) - right[s - 1 - i];
  }
  scheme_coefficients<mp> x = collocation(left);
  x.a = conjugate(x);
  x.abar = x.a;
  return x;
}

scheme_coefficients<mp> lobatto_iiia(int degree) {
  return collocation(lobatto_quadrature<mp>(degree).nodes);
}

scheme_coefficients<mp> lobatto_iiib(int degree) {
  scheme_coefficients<mp> x = lobatto_iiia(degree);
  x.a = conjugate(x);
  x.abar = x.a;
  return x;
}

scheme_coefficients<mp> lobatto_pair(int degree) {
  scheme_coefficients<mp> x = lobatto_iiia(degree);
  x.abar = conjugate(x);
  return x;
}

scheme_coefficients<mp> lobatto_iiic(int degree) {
  scheme_coefficients<mp> x = lobatto_iiia(degree);
  const Eigen::Index s = x.b.size();
  const vector<mp> inner = x.c.tail(s - 1);
  const quadrature<mp> rule = gauss_quadrature<mp>(degree);
  const auto at_first = lagrange_basis<mp>(inner, x.c[0]);
  for (Eigen::Index i = 0; i < s; ++i) {
    const vector<mp> sums = integrals(inner, x.c[i], rule);
    x.a(i, 0) = x.b[0];
    for (Eigen::Index j = 1; j < s; ++j) {
      x.a(i, j) = sums[j - 1] - x.b[0] * at_first.value[j - 1];
    }
  }
  x.abar = x.a;
  return x;
}

struct family {
  const char* name;
  const char* summary;
  const char* source;
  scheme_coefficients<mp> (*compute)(int);
  bool by_degree = false;  ///< a degree s with s + 1 stages, or a number of stages s
  bool partitioned = false;
  bool symmetric = false;
  bool symplectic = false;

  int order(int s) const { return by_degree ? 2 * s : 2 * s - 1; }
  std::vector<parameter_info> parameters() const {
    return {{by_degree ? "degree" : "stages", "", by_degree ? "2" : "3",
             by_degree ? "degree s of the nodes; s + 1 stages, order 2s"
                       : "number of stages s, order 2s - 1",
             parameter_domain::positive}};
  }
  int size(const settings& chosen) const {
    return whole_parameter(name, parameters(), chosen, most_table_nodes);
  }
  scheme_info info(int s) const {
    scheme_info facts;
    facts.name = name;
    facts.summary = summary;
    facts.order = order(s);
    facts.symmetric = symmetric;
    // with two stages both stages of IIIB are the same, and the step is that of the implicit midpoint rule
    facts.symplectic = symplectic || (compute == lobatto_iiib && s == 1);
    facts.conserves = facts.symplectic ? conserved_set{.momenta = true, .bilinear = true}
                                       : conserved_set{.linear = true};
    facts.formula = partitioned
                        ? "Q_i = q_0 + h sum a_ij V_j, P_i = p_0 + h sum abar_ij dL/dq(Q_j, V_j)"
                        : "k_i = f(y_0 + h sum a_ij k_j), y_1 = y_0 + h sum b_i k_i";
    facts.reference = source;
    // R(z) R(−z) = 1 for a symmetric method: its step of a linear Hamiltonian system is symplectic
    facts.on_linear.symplectic = symmetric;
    return facts;
  }
  scheme_table table(int s) const {
    scheme_table t;
    t.name = name;
    t.summary = summary;
    t.source = source;
    t.kind = partitioned ? table_kind::partitioned_runge_kutta : table_kind::runge_kutta;
    t.stages = by_degree ? s + 1 : s;
    t.compute = [make = compute, s] { return make(s); };
    if (compute == radau_iia || compute == lobatto_iiia) {
      t.compute_dense = [make = compute, s] { return collocation_polynomial(make(s).c); };
      t.claims.dense_order = t.stages;
    }
    return t;
  }
};

constexpr std::array families = {
    family{.name = "radau-ia",
           .summary = "Radau IA: the left Radau nodes",
           .source = "Ehle 1969; Hairer & Wanner II, IV.5",
           .compute = radau_ia},
    family{.name = "radau-iia",
           .summary = "Radau IIA: collocation at the right Radau nodes",
           .source = "Ehle 1969; Hairer & Wanner II, IV.5",
           .compute = radau_iia},
    family{.name = "lobatto-iiia",
           .summary = "Lobatto IIIA: collocation at the Lobatto nodes",
           .source = "Ehle 1969; Hairer & Wanner II, IV.5",
           .compute = lobatto_iiia,
           .by_degree = true,
           .symmetric = true},
    family{.name = "lobatto-iiib",
           .summary = "Lobatto IIIB: the conjugate of Lobatto IIIA",
           .source = "Ehle 1969; Hairer & Wanner II, IV.5",
           .compute = lobatto_iiib,
           .by_degree = true,
           .symmetric = true},
    family{.name = "lobatto-iiic",
           .summary = "Lobatto IIIC: stiffly accurate, at the Lobatto nodes",
           .source = "Chipman 1971; Hairer & Wanner II, IV.5",
           .compute = lobatto_iiic,
           .by_degree = true},
    family{.name = "lobatto-iiia-iiib",
           .summary = "the pair Lobatto IIIA for q, IIIB for p",
           .source = "Sun 1993; Jay 1996; Hairer, Lubich & Wanner II.2.2",
           .compute = lobatto_pair,
           .by_degree = true,
           .partitioned = true,
           .symmetric = true,
           .symplectic = true}};

scheme_entry entry_of_family(const family& f) {
  scheme_entry entry;
  constexpr int by_default = 3;
  entry.info = f.info(f.by_degree ? by_default - 1 : by_default);
  entry.parameters = f.parameters();
  entry.info_for = [f](const settings& chosen) { return f.info(f.size(chosen)); };
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [f](const settings& chosen, const model<T>& system) {
      const int s = f.size(chosen);
      if (f.partitioned && system.formulas()->constraints() > 0) {
        return constrained_lobatto_pair<T>(f.info(s), coefficients_in<T>(f.table(s)), system);
      }
      return implicit_runge_kutta<T>(f.info(s), coefficients_in<T>(f.table(s)), system);
    };
  });
  if (f.table(2).kind == table_kind::partitioned_runge_kutta) {
    entry.fits = is_second_order;
    entry.needs = second_order_need;
    entry.constraints = constraint_fit::holonomic;
  } else {
    entry.fits = [](const system_entry&) { return true; };
    entry.needs = "any system";
    entry.constraints = constraint_fit::all;
  }
  return entry;
}

scheme_table gauss_table(int s) {
  scheme_table t;
  t.name = "gauss-collocation";
  t.kind = table_kind::runge_kutta;
  t.stages = s;
  t.compute = [s] {
    const runge_kutta_tableau<mp> g = gauss_collocation<mp>(s);
    scheme_coefficients<mp> x;
    x.c = g.rule.nodes;
    x.b = g.rule.weights;
    x.a = g.a;
    x.abar = x.a;
    x.bbar = x.b;
    return x;
  };
  t.compute_dense = [s] { return collocation_polynomial(gauss_quadrature<mp>(s).nodes); };
  t.claims.dense_order = s;
  return t;
}

scheme_table galerkin_table(const std::string& name, int degree, bool at_gauss_points) {
  scheme_table t;
  t.name = name;
  t.kind = table_kind::galerkin;
  t.degree = degree;
  t.stages = at_gauss_points ? degree : degree + 1;
  t.compute = [degree, at_gauss_points] {
    const quadrature<mp> rule =
        at_gauss_points ? gauss_quadrature<mp>(degree) : lobatto_quadrature<mp>(degree);
    scheme_coefficients<mp> x;
    x.c = rule.nodes;
    x.b = rule.weights;
    x.nodes = lobatto_quadrature<mp>(degree).nodes;
    return x;
  };
  return t;
}

}  // namespace

std::vector<scheme_entry> collocation_entries() {
  std::vector<scheme_entry> list;
  list.reserve(families.size());
  for (const family& f : families) {
    list.push_back(entry_of_family(f));
  }
  return list;
}

std::optional<scheme_table> collocation_table(const std::string& name, const settings& chosen) {
  for (const family& f : families) {
    if (name == f.name) {
      return f.table(f.size(chosen));
    }
  }
  if (name == "midpoint" || name == "simpson") {
    return galerkin_table(name, name == "simpson" ? 2 : 1, name == "midpoint");
  }
  if (name != "gauss-collocation" && name != "lobatto" && name != "galerkin-gauss") {
    return std::nullopt;
  }
  const int size = whole_parameter(name, find_scheme(name).parameters, chosen, 64);
  return name == "gauss-collocation" ? gauss_table(size)
                                     : galerkin_table(name, size, name == "galerkin-gauss");
}

}  // namespace plumbline::detail
