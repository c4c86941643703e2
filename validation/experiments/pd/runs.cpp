// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/pd/runs.hpp"

#include <plumbline/catalogue/systems.hpp>
#include <plumbline/exact/pendulum.hpp>

namespace plumbline::experiments::pd {

namespace {

/// The name in the tables and in the catalogue.
struct known_scheme {
  const char* shown;
  const char* name;
};

const known_scheme& known(scheme s) {
  static const std::map<scheme, known_scheme> all{
      {scheme::leapfrog, {"leapfrog", "leapfrog"}},
      {scheme::suris1, {"Suris 1", "suris1"}},
      {scheme::suris2, {"Suris 2", "suris2"}},
      {scheme::gradient, {"gradient", "discrete-gradient"}},
      {scheme::modified_gradient, {"modified gradient", "modified-discrete-gradient"}},
      {scheme::printed_standard, {"standard projection", "pd-standard-projection"}},
      {scheme::printed_symmetric, {"symmetric projection", "pd-symmetric-projection"}},
      {scheme::midpoint, {"midpoint", "midpoint"}}};
  return all.at(s);
}

}  // namespace

std::string_view name_of(scheme s) { return known(s).shown; }

template <class T>
any_stepper<T> make_stepper(scheme s) {
  const model<T> system = find_system("pendulum").make<T>(settings{{"omega", "1"}});
  return find_scheme(known(s).name).make<T>({}, system);
}
#define PLUMBLINE_SCALAR(T) template any_stepper<T> make_stepper(scheme);
#include <plumbline/scalar/for_each_scalar.def>

measured exact_period(const std::string& p0) {
  const pendulum_solution<measured> motion(measured(1), measured(1), measured(0),
                                           decimal<measured>(p0), measured(0));
  return *motion.period();
}

}  // namespace plumbline::experiments::pd
