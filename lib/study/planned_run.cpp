// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/planned_run.hpp"

#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>

#include <fmt/format.h>

namespace plumbline::detail {

void planned_run::set_step(const std::string& text) {
  step = positive_step(text, p.names);
  exact_step = exact_value(*step, p.names);
  const precision_scope scope(digits + guard_digits);
  step_text = exact_step ? exact_step->text() : to_text(evaluate<mp>(*step, p.names));
}

std::string planned_run::motion_at_any_time() const {
  std::string all = fmt::format("{}\n{}\n{}\n{}", system, digits, texts.matrices, texts.events);
  for (const auto* const list : {&texts.set, &texts.start}) {
    all += "\n";
    for (const auto& text : *list) {
      all += "\n" + text;
    }
  }
  return all;
}

planned_run plan_run(const std::string& system, const problem_texts& texts,
                     const std::string& scheme, int digits) {
  planned_run run{system, texts, scheme, {}, {}, {}, {}, 0, digits};
  run.p = read_problem(system, texts,
                       scheme.empty() ? std::vector<std::string>{} : std::vector{scheme});
  if (!scheme.empty()) {
    run.scheme = only_scheme(run.p);
  }
  return run;
}

}  // namespace plumbline::detail
