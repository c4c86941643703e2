// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace plumbline {

expression positive_step(const std::string& text, const variables& names) {
  expression step(required("--step", text));
  if (sign(step, names) <= 0) {
    throw invalid_input(fmt::format("--step must be positive, got '{}'", text));
  }
  return step;
}

expression duration(const std::string& text, const variables& names) {
  expression until(required("--until", text));
  if (sign(until, names) < 0) {
    throw invalid_input(
        fmt::format("--until counts from the start and must not be negative, got '{}'", text));
  }
  return until;
}

std::int64_t step_count(const expression& step, const std::string& steps, const std::string& until,
                        const variables& names) {
  if (steps.empty() == until.empty()) {
    throw invalid_input("give either --steps N or --until T");
  }
  if (!steps.empty()) {
    return parse_count("--steps", steps, 0, most_steps);
  }
  const expression end = duration(until, names);
  variables both = names;
  both.set("the_end", end);
  both.set("the_step", step);
  const mp64 ratio = evaluate<mp64>(expression("the_end/the_step"), both);
  if (!(ratio < mp64(most_steps))) {
    throw invalid_input(
        fmt::format("--until {} are more than {} steps of {}", until, most_steps, step.text()));
  }
  const mp64 nearest_whole = floor(mp64(ratio + rational<mp64>(1, 2)));
  const auto count = static_cast<std::int64_t>(nearest_whole);
  if (abs(mp64(ratio - nearest_whole)) <= decimal<mp64>("1e-9")) {
    return count;
  }
  // T/n for the whole numbers n around T/H
  const auto below = static_cast<std::int64_t>(floor(ratio));
  const bool is_one_word = std::all_of(until.begin(), until.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '.' || letter == '_';
  });
  const std::string numerator = is_one_word ? until : "(" + until + ")";
  const auto fitting = [&](std::int64_t n) {
    both.set("the_step", expression(fmt::format("the_end/{}", n)));
    return fmt::format("{}/{} = {}", numerator, n,
                       to_text(evaluate<mp64>(expression("the_step"), both), 17));
  };
  const std::string longer = below > 0 ? fitting(below) + " and " : "";
  throw invalid_input(
      fmt::format("--until {} is not a whole number of steps of {} (it is {}); the nearest steps "
                  "that fit: {}{}",
                  until, step.text(), to_text(ratio, 12), longer, fitting(below + 1)));
}

}  // namespace plumbline
