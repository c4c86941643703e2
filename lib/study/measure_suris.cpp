// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity suris-period: the exact period of the orbit of a map of Suris through the start (schemes/suris_period.hpp).
#include "study/quantity_entries.hpp"
#include "study/suris_scheme.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/schemes/suris_period.hpp>

namespace plumbline {

namespace {

void check_suris(const measurement& m) {
  if (!detail::suris_map_of(m.scheme)) {
    throw invalid_input("suris-period belongs to the schemes suris1 and suris2");
  }
}

template <class T>
std::vector<named_value> suris_period_in(const measurement& m) {
  const auto map = detail::suris_map_of(m.scheme);
  const problem_in<T> in = make_problem<T>(m.p);
  separable<T> system(in.system);
  const T k = system.stiffness(T(0)) / system.mass();
  const auto period = suris_period<T>(*map, system.mass(), k, in.start.q[0], in.start.p[0],
                                      evaluate<T>(*m.step, m.p.names));
  if (!period) {
    throw domain_error("the orbit has no period: it lies on the separatrix");
  }
  return {{"suris-period", to_text(*period), {}}};
}

std::vector<named_value> measure_suris_period(const measurement& m, run_host& /*host*/) {
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return suris_period_in<T>(m); });
}

}  // namespace

quantity suris_period_quantity() {
  return {.name = "suris-period",
          .meaning = "the exact period of the motion that a map of Suris makes, in closed form",
          .input = quantity::needs::one_step,
          .measure = measure_suris_period,
          .example = "pendulum --scheme suris1 --step period/20",
          .check = check_suris};
}

}  // namespace plumbline
