// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The parameters are those of the class, in its order, so that the recorded formulas are written with the right names;
// the number of bodies, n, which the formulas do not contain, comes after them.
#include "systems/entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/systems/pendulum_chain.hpp>

#include <string>

namespace plumbline {

namespace {

constexpr int most_bodies = 200;

int bodies_of(double n) {
  if (!(1 <= n && n <= most_bodies) || n != static_cast<int>(n)) {
    throw invalid_input("pendulum-chain: n must be a whole number from 1 to " +
                        std::to_string(most_bodies));
  }
  return static_cast<int>(n);
}

system_entry entry_of(int bodies) {
  using chain = pendulum_chain<double>;
  system_entry entry;
  entry.info = chain::info();
  chain some;
  some.bodies = bodies;
  const model<double> at_defaults(some);
  entry.dimension = bodies;
  entry.facts = at_defaults.facts();
  entry.formulas = at_defaults.formulas();
  for (const auto& p : chain::parameters()) {
    entry.parameters.push_back({std::string(p.name), std::string(p.unit),
                                std::string(p.default_value), std::string(p.meaning), p.domain});
  }
  entry.parameters.push_back({"n", "", std::to_string(bodies),
                              "number of bodies, 1 to " + std::to_string(most_bodies),
                              parameter_domain::positive});
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const std::vector<T>& values) -> model<T> {
      pendulum_chain<T> system;
      const auto declared = pendulum_chain<T>::parameters();
      system.bodies = bodies_of(to_double(values.at(declared.size())));
      for (std::size_t i = 0; i < declared.size(); ++i) {
        system.*(declared[i].member) = values.at(i);
      }
      return model<T>(system);
    };
  });
  entry.resized = [](const settings& chosen) {
    const auto found = chosen.find("n");
    const system_entry& any = find_system("pendulum-chain");
    return entry_of(
        found == chosen.end()
            ? any.dimension
            : bodies_of(parameter_values<double>(any.name(), any.parameters, {*found}).back()));
  };
  return entry;
}

}  // namespace

system_entry pendulum_chain_entry() { return entry_of(2); }

}  // namespace plumbline
