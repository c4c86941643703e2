// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The number of bodies is the first parameter, n; the others are those of the class.
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
  entry.parameters.push_back({"n", "", std::to_string(bodies),
                              "number of bodies, 1 to " + std::to_string(most_bodies),
                              parameter_domain::positive});
  for (const auto& p : chain::parameters()) {
    entry.parameters.push_back({std::string(p.name), std::string(p.unit),
                                std::string(p.default_value), std::string(p.meaning), p.domain});
  }
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const std::vector<T>& values) -> model<T> {
      pendulum_chain<T> system;
      system.bodies = bodies_of(to_double(values.at(0)));
      const auto declared = pendulum_chain<T>::parameters();
      for (std::size_t i = 0; i < declared.size(); ++i) {
        system.*(declared[i].member) = values.at(i + 1);
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
            : bodies_of(parameter_values<double>(any.name(), any.parameters, {*found}).at(0)));
  };
  return entry;
}

}  // namespace

system_entry pendulum_chain_entry() { return entry_of(2); }

}  // namespace plumbline
