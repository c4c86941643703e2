// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/tally.hpp"

#include <fmt/format.h>

namespace plumbline::report {

void verdicts::count(verdict v) {
  reproduced += v == verdict::reproduced ? 1 : 0;
  differs += v == verdict::differs ? 1 : 0;
  not_reproducible += v == verdict::not_reproducible ? 1 : 0;
}

namespace {

verdicts& of_kind(tally& t, kind k) {
  switch (k) {
    case kind::printed:
      return t.printed;
    case kind::blank:
      return t.blanks;
    case kind::claim:
      return t.claims;
    case kind::repeat:
      return t.repeats;
    case kind::check:
      break;
  }
  return t.checks;
}

void add_to(verdicts& a, const verdicts& b) {
  a.reproduced += b.reproduced;
  a.differs += b.differs;
  a.not_reproducible += b.not_reproducible;
}

}  // namespace

void tally::count(const judged_number& n) {
  of_kind(*this, n.published.is).count(n.found);
  if (n.published.is == kind::printed && n.found == verdict::reproduced) {
    rounds += n.near == tier::rounds ? 1 : 0;
    one_unit += n.near == tier::one_unit ? 1 : 0;
    corrected += n.near == tier::corrected ? 1 : 0;
  }
  unexpected += n.as_recorded() ? 0 : 1;
}

void tally::add(const tally& other) {
  rounds += other.rounds;
  one_unit += other.one_unit;
  corrected += other.corrected;
  add_to(printed, other.printed);
  add_to(blanks, other.blanks);
  add_to(claims, other.claims);
  add_to(repeats, other.repeats);
  add_to(checks, other.checks);
  unexpected += other.unexpected;
}

tally count(const std::vector<judged_number>& numbers) {
  tally t;
  for (const judged_number& n : numbers) {
    t.count(n);
  }
  return t;
}

tally count_recorded(const std::vector<published_number>& numbers) {
  tally t;
  for (const published_number& n : numbers) {
    of_kind(t, n.is).count(n.expected);
  }
  return t;
}

std::string in_words(const tally& t) {
  std::string text;
  const auto sentence = [&](const verdicts& v, const std::string& words) {
    if (v.all() > 0) {
      text += (text.empty() ? "" : "\n") + words;
    }
  };
  const auto rest = [](const verdicts& v) {
    return fmt::format(
        "{} differ{}", v.differs,
        v.not_reproducible > 0 ? fmt::format(", {} cannot be reproduced", v.not_reproducible) : "");
  };
  sentence(t.printed,
           fmt::format("{} printed numbers: {} round or truncate to what is printed, {} are one "
                       "unit of the last digit away, {} reproduce with a corrected parameter, {}",
                       t.printed.all(), t.rounds, t.one_unit, t.corrected, rest(t.printed)));
  sentence(t.blanks, fmt::format("{} cells left blank in print: {} confirmed, {}", t.blanks.all(),
                                 t.blanks.reproduced, rest(t.blanks)));
  sentence(t.claims, fmt::format("{} claims in words: {} hold, {}", t.claims.all(),
                                 t.claims.reproduced, rest(t.claims)));
  sentence(t.repeats,
           fmt::format("{} repeats, printed numbers and claims judged once more in another "
                       "way: {} hold, {}",
                       t.repeats.all(), t.repeats.reproduced, rest(t.repeats)));
  sentence(t.checks, fmt::format("{} check values that no paper prints: {} agree, {}",
                                 t.checks.all(), t.checks.reproduced, rest(t.checks)));
  return text;
}

}  // namespace plumbline::report
