// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/field_stepper.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/catalogue/hamiltonian_steps.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/schemes/runge_kutta_field.hpp>

#include <utility>
#include <variant>
#include <vector>

namespace plumbline {

namespace {

using substeps = std::vector<scheme_coefficients<mp>>;
using substeps_or_reason = std::variant<substeps, std::string>;

constexpr int spare_bits = 16;

/// A table in steps of length γ h.
scheme_coefficients<mp> in_steps_of(scheme_coefficients<mp> x, const mp& gamma) {
  for (matrix<mp>* a : {&x.a, &x.abar}) {
    *a *= gamma;
  }
  for (vector<mp>* b : {&x.b, &x.bbar, &x.c}) {
    *b *= gamma;
  }
  x.bhat = vector<mp>(0);
  return x;
}

enum class moved_first { q, p };

/// Symplectic Euler: of the one that is moved first, the new value stands in the slopes, of the other one the old value.
scheme_coefficients<mp> euler(moved_first first, const mp& gamma) {
  const auto one = [](const mp& x) { return matrix<mp>(matrix<mp>::Constant(1, 1, x)); };
  scheme_coefficients<mp> x;
  x.a = one(mp(first == moved_first::q ? 1 : 0));
  x.abar = one(mp(first == moved_first::p ? 1 : 0));
  x.b = vector<mp>::Constant(1, mp(1));
  x.bbar = x.b;
  x.c = x.a.col(0);
  return in_steps_of(std::move(x), gamma);
}

substeps of_splitting(const scheme_coefficients<mp>& x) {
  const auto at = [](const vector<mp>& list, Eigen::Index i) {
    return i < list.size() ? list[i] : mp(0);
  };
  const mp none = epsilon<mp>() * mp(1 << spare_bits);
  const auto is_none = [&none](const mp& gamma) { return mp(abs(gamma)) < none; };
  substeps all;
  mp before(0);  // β of the kick before
  for (Eigen::Index i = 0; i < std::max(x.drifts.size(), x.b.size()); ++i) {
    const mp alpha = at(x.drifts, i) - before;
    before = at(x.b, i) - alpha;
    if (!is_none(alpha)) {
      all.push_back(euler(moved_first::q, alpha));
    }
    if (!is_none(before)) {
      all.push_back(euler(moved_first::p, before));
    }
  }
  return all;
}

/// b = b̄ and b_i ā_ij + b_j a_ji = b_i b_j.
bool is_symplectic_anywhere(const scheme_coefficients<mp>& x) {
  const mp most = epsilon<mp>() * mp(1 << spare_bits);
  for (Eigen::Index i = 0; i < x.b.size(); ++i) {
    if (most < mp(abs(mp(x.b[i] - x.bbar[i])))) {
      return false;
    }
    for (Eigen::Index j = 0; j < x.b.size(); ++j) {
      const mp defect = x.b[i] * x.abar(i, j) + x.b[j] * x.a(j, i) - x.b[i] * x.b[j];
      if (most < mp(abs(defect))) {
        return false;
      }
    }
  }
  return true;
}

substeps_or_reason substeps_of(const scheme_table& table);

substeps_or_reason of_composition(const scheme_table& table) {
  const scheme_coefficients<mp> x = coefficients_of(table);
  if (const auto splitting = detail::as_splitting(table, x)) {
    return of_splitting(*splitting);
  }
  const auto base = known_scheme_table(table.base);
  if (!base) {
    return "is composed of " + table.base + ", which is no table";
  }
  substeps_or_reason found = substeps_of(*base);
  if (const auto* of_base = std::get_if<substeps>(&found)) {
    substeps all;
    for (const mp& gamma : x.gamma) {
      for (const scheme_coefficients<mp>& substep : *of_base) {
        all.push_back(in_steps_of(substep, gamma));
      }
    }
    return all;
  }
  return found;
}

/// Those of the catalogue, by their degree and the number of their points.
substeps_or_reason of_galerkin(const scheme_table& table) {
  const scheme_coefficients<mp> x = coefficients_of(table);
  const bool at_gauss_points = x.c.size() == table.degree;
  const std::string degree = std::to_string(table.degree);
  const auto other = at_gauss_points
                         ? known_scheme_table("gauss-collocation", {{"stages", degree}})
                         : known_scheme_table("lobatto-iiia-iiib", {{"degree", degree}});
  const scheme_coefficients<mp> same = coefficients_of(*other);
  const bool is_same = same.c.size() == x.c.size() && mp((same.c - x.c).cwiseAbs().maxCoeff()) <
                                                          epsilon<mp>() * mp(1 << spare_bits);
  return is_same ? substeps_or_reason(substeps{same})
                 : "is a Galerkin scheme with a quadrature of its own, which needs a Lagrangian";
}

substeps_or_reason substeps_of(const scheme_table& table) {
  switch (table.kind) {
    case table_kind::runge_kutta:
    case table_kind::partitioned_runge_kutta: {
      scheme_coefficients<mp> x = coefficients_of(table);
      if (table.kind == table_kind::runge_kutta) {
        x.abar = x.a;
        x.bbar = x.b;
      }
      return is_symplectic_anywhere(x)
                 ? substeps_or_reason(substeps{in_steps_of(std::move(x), mp(1))})
                 : "is not symplectic on every Hamiltonian";
    }
    case table_kind::splitting:
      return table.quadratic_kinetic
                 ? substeps_or_reason("has its order for kinetic energies that are quadratic alone")
                 : of_splitting(coefficients_of(table));
    case table_kind::composition:
      return of_composition(table);
    case table_kind::galerkin:
      return of_galerkin(table);
    default:
      return "is a Nystrom table, for q'' = f(q) alone";
  }
}

/// One substep after the other.
template <class T>
class substep_chain {
 public:
  substep_chain(const std::vector<scheme_coefficients<T>>& tables, const model<T>& system) {
    for (const scheme_coefficients<T>& table : tables) {
      steps_.emplace_back(table, system);
    }
  }
  solve_report step(vector<T>& y, const T& t, const T& h) {
    vector<T> end = y;
    solve_report report;
    for (auto& each : steps_) {
      report = each.step(end, t, h);
      if (!report.ok()) {
        return report;
      }
    }
    y = end;
    return report;
  }

 private:
  std::vector<field_runge_kutta_stepper<T>> steps_;
};

template <class T>
std::vector<scheme_coefficients<T>> substeps_in(const scheme_table& table) {
  if constexpr (is_dual<T>::value) {
    std::vector<scheme_coefficients<T>> all;
    for (const auto& substep : substeps_in<decltype(T::value)>(table)) {
      all.push_back(scalar_cast<T>(substep));
    }
    return all;
  } else {
    const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits()) + guard_digits);
    const substeps_or_reason found = substeps_of(table);
    if (const auto* reason = std::get_if<std::string>(&found)) {
      throw invalid_input(table.name + " " + *reason);
    }
    std::vector<scheme_coefficients<T>> all;
    for (const auto& substep : std::get<substeps>(found)) {
      all.push_back(detail::rounded_coefficients<T>(substep));
    }
    return all;
  }
}

}  // namespace

std::string lacks_hamiltonian_steps(const std::optional<scheme_table>& table) {
  if (!table) {
    return "is no table of coefficients";
  }
  constexpr int digits = 34;
  const precision_scope scope(digits);
  const substeps_or_reason found = substeps_of(*table);
  const auto* reason = std::get_if<std::string>(&found);
  return reason == nullptr ? std::string() : *reason;
}

template <class T>
any_stepper<T> hamiltonian_stepper(const scheme_info& info, const scheme_table& table,
                                   const model<T>& system) {
  return any_stepper<T>(
      info,
      std::make_unique<detail::any_field_stepper<T, substep_chain<T>, detail::on_first_order<T>>>(
          substep_chain<T>(substeps_in<T>(table), system), system));
}

#define PLUMBLINE_STEPS(T)                                                                \
  template any_stepper<T> hamiltonian_stepper<T>(const scheme_info&, const scheme_table&, \
                                                 const model<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_STEPS(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_STEPS(tangent_number<double>)
PLUMBLINE_STEPS(tangent_number<mp>)
#undef PLUMBLINE_STEPS

}  // namespace plumbline
