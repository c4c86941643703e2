// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/planned_run.hpp"

#include <plumbline/study/scheme_choices.hpp>

#include <fmt/format.h>

namespace plumbline::detail {

std::string planned_run::key() const {
  std::string all = fmt::format("{}\n{}\n{}\n{}\n{}\n{}", system, scheme_text,
                                step ? step->text() : "", digits, texts.matrices, texts.events);
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
  planned_run run{system, texts, scheme, {}, {}, {}, 0, digits};
  run.p = read_problem(system, texts,
                       scheme.empty() ? std::vector<std::string>{} : std::vector{scheme});
  if (!scheme.empty()) {
    run.scheme = only_scheme(run.p);
  }
  return run;
}

}  // namespace plumbline::detail
