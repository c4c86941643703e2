// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/over_base.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/order_conditions.hpp>
#include <plumbline/schemes/composition.hpp>

#include <algorithm>
#include <map>

namespace plumbline::detail {

namespace {

/// A scheme that is a splitting and no table.
struct known_splitting {
  std::string adjoint;  ///< of one that is not symmetric
  std::vector<int> drifts;
  std::vector<int> halves_of_kicks;
};

const known_splitting* find_splitting(const std::string& scheme) {
  static const std::map<std::string, known_splitting> list = {
      {"symplectic-euler-a", {"symplectic-euler-b", {0, 1}, {2}}},
      {"symplectic-euler-b", {"symplectic-euler-a", {1}, {2}}},
      {"leapfrog", {"", {0, 1}, {1, 1}}}};
  const auto found = list.find(scheme);
  return found == list.end() ? nullptr : &found->second;
}

/// The schemes that a composition uses in turn.
std::vector<std::string> bases_of(const scheme_table& table) {
  const scheme_info& base = find_scheme(table.base).info;
  std::vector<std::string> names = {table.base};
  if (!base.symmetric && base.order == 1) {
    names.push_back(adjoint_name(table.base));
  }
  return names;
}

/// form(table, coefficients) of each base of a composition; nothing where one has no such form.
template <class Form>
std::optional<std::vector<scheme_coefficients<mp>>> forms_of_bases(const scheme_table& table,
                                                                   Form&& form) {
  std::vector<scheme_coefficients<mp>> all;
  for (const std::string& name : bases_of(table)) {
    std::optional<scheme_coefficients<mp>> one;
    if (const auto base = known_scheme_table(name)) {
      one = form(*base, coefficients_of(*base));
    } else if (const known_splitting* known = find_splitting(name)) {
      scheme_table splitting;
      splitting.kind = table_kind::splitting;
      scheme_coefficients<mp> x;
      x.drifts = vector<mp>(static_cast<Eigen::Index>(known->drifts.size()));
      x.b = vector<mp>(static_cast<Eigen::Index>(known->halves_of_kicks.size()));
      std::ranges::copy(known->drifts, x.drifts.begin());
      std::ranges::transform(known->halves_of_kicks, x.b.begin(),
                             [](int halves) { return mp(halves) / 2; });
      one = form(splitting, x);
    }
    if (!one) {
      return std::nullopt;
    }
    all.push_back(std::move(*one));
  }
  return all;
}

}  // namespace

std::string adjoint_name(const std::string& scheme) {
  const known_splitting* known = find_splitting(scheme);
  return known != nullptr ? known->adjoint : std::string();
}

std::optional<scheme_coefficients<mp>> as_splitting(const scheme_table& table,
                                                    const scheme_coefficients<mp>& x) {
  if (table.kind == table_kind::splitting) {
    return x;
  }
  if (table.kind != table_kind::composition) {
    return std::nullopt;
  }
  const auto bases = forms_of_bases(table, as_splitting);
  return bases ? std::optional(splitting_of_composition(x.gamma, *bases)) : std::nullopt;
}

std::optional<scheme_coefficients<mp>> as_partitioned(const scheme_table& table,
                                                      const scheme_coefficients<mp>& x) {
  if (const auto splitting = as_splitting(table, x)) {
    return partitioned_of_splitting(*splitting);
  }
  switch (table.kind) {
    case table_kind::partitioned_runge_kutta:
      return x;
    case table_kind::runge_kutta: {
      scheme_coefficients<mp> both = x;
      both.abar = x.a;
      both.bbar = x.b;
      return both;
    }
    case table_kind::galerkin: {
      if (table.degree != 1) {
        return std::nullopt;
      }
      // Q_i = q_0 + c_i h M⁻¹P and one velocity, M⁻¹P with P = p_0 + h Σ b_j (1 − c_j) f(Q_j)
      scheme_coefficients<mp> straight = x;
      straight.bbar = x.b;
      straight.a = x.c * x.b.transpose();
      straight.abar = matrix<mp>(x.b.size(), x.b.size());
      for (Eigen::Index i = 0; i < x.b.size(); ++i) {
        for (Eigen::Index j = 0; j < x.b.size(); ++j) {
          straight.abar(i, j) = x.b[j] * (1 - x.c[j]);
        }
      }
      return straight;
    }
    case table_kind::composition: {
      const auto bases = forms_of_bases(table, as_partitioned);
      return bases ? std::optional(partitioned_of_composition(x.gamma, *bases)) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

namespace {

/// The splitting that a composition over symplectic Euler maps is, as a table. Neighbouring maps use the same force, and so
/// does the next step: as a splitting it is evaluated once. Leapfrog itself keeps the force at its end for the next substep.
shared_table splitting_that_is(const shared_table& composition) {
  const known_splitting* base = find_splitting(composition->base);
  if (base == nullptr || base->adjoint.empty()) {
    return nullptr;
  }
  auto splitting = std::make_shared<scheme_table>();
  splitting->kind = table_kind::splitting;
  splitting->compute = [composition] {
    return *as_splitting(*composition, coefficients_of(*composition));
  };
  return splitting;
}

}  // namespace

void make_composition(scheme_entry& entry, const shared_table& table) {
  // The base is looked up when it is wanted: the catalogue may be in the making.
  entry.fits = [base = table->base](const system_entry& system) {
    return find_scheme(base).fits(system);
  };
  entry.lacks = [base = table->base](const system_entry& system) {
    const auto& lacks = find_scheme(base).lacks;
    return lacks ? lacks(system) : std::string();
  };
  entry.constraints = constraint_fit::all;  // that its base fits
  entry.leaves_events_to_base = true;       // it is the substeps that are cut
  const std::shared_ptr<const scheme_table> splitting = splitting_that_is(table);
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info = entry.info, table, splitting](const settings& chosen,
                                                                       const model<T>& system) {
      refuse_settings(info, chosen);
      if (splitting && system.is_lagrangian() && !system.law_by_zone()) {
        return splitting_of_table<T>(info, coefficients_in<T>(*splitting), system);
      }
      std::vector<any_stepper<T>> bases;
      for (const std::string& name : bases_of(*table)) {
        bases.push_back(find_scheme(name).make<T>({}, system));
      }
      return erase_over_base<T>(info, composition_stepper<T, any_stepper<T>>(
                                          coefficients_in<T>(*table).gamma, std::move(bases)));
    };
  });
}

}  // namespace plumbline::detail
