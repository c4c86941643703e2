// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/over_base.hpp"
#include "schemes/table_makers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/composition.hpp>

namespace plumbline::detail {

std::string adjoint_name(const std::string& scheme) {
  const std::string a = "symplectic-euler-a";
  const std::string b = "symplectic-euler-b";
  return scheme == a ? b : scheme == b ? a : std::string();
}

void make_composition(scheme_entry& entry, const shared_table& table) {
  // The base is looked up when it is wanted: the catalogue may be in the making.
  entry.fits = [base = table->base](const system_entry& system) {
    return find_scheme(base).fits(system);
  };
  entry.lacks = [base = table->base](const system_entry& system) {
    const auto& lacks = find_scheme(base).lacks;
    return lacks ? lacks(system) : std::string();
  };
  entry.leaves_events_to_base = true;  // it is the substeps that are cut
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info = entry.info, table](const settings& chosen,
                                                            const model<T>& system) {
      refuse_settings(info, chosen);
      const scheme_entry& base = find_scheme(table->base);
      std::vector<any_stepper<T>> bases;
      bases.push_back(base.make<T>({}, system));
      if (!base.info.symmetric && base.info.order == 1) {
        bases.push_back(find_scheme(adjoint_name(table->base)).make<T>({}, system));
      }
      return erase_over_base<T>(info, composition_stepper<T, any_stepper<T>>(
                                          coefficients_in<T>(*table).gamma, std::move(bases)));
    };
  });
}

}  // namespace plumbline::detail
