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

void verdicts::add(const verdicts& other) {
  reproduced += other.reproduced;
  differs += other.differs;
  not_reproducible += other.not_reproducible;
}

namespace {

verdicts& of_entry(tally& t, const published_number& p) {
  switch (p.is) {
    case kind::printed:
      return t.printed;
    case kind::blank:
      return t.blanks;
    case kind::claim:
      return t.sentences[{p.paper, p.place, p.printed}];
    case kind::repeat:
      return t.repeats;
    case kind::check:
      return t.checks;
    case kind::own:
      break;
  }
  return t.own;
}

void count_verdict(tally& t, const published_number& p, verdict v) {
  of_entry(t, p).count(v);
  t.own_digits += p.is == kind::own && p.compare == rule::digits ? 1 : 0;
}

}  // namespace

void tally::count(const judged_number& n) {
  count_verdict(*this, n.published, n.found);
  if (n.published.is == kind::printed && n.found == verdict::reproduced) {
    ++tiers[n.near];
  }
  const auto limit = n.limit();
  if (n.published.is == kind::claim && limit && limit->is_near()) {
    ++(n.found == verdict::reproduced ? just_inside : just_outside);
  }
  unexpected += n.as_recorded() ? 0 : 1;
}

void tally::count_recorded(const published_number& p) { count_verdict(*this, p, p.expected); }

void tally::add(const tally& other) {
  printed.add(other.printed);
  for (const auto& [which, n] : other.tiers) {
    tiers[which] += n;
  }
  blanks.add(other.blanks);
  for (const auto& [which, of_sentence] : other.sentences) {
    sentences[which].add(of_sentence);
  }
  just_inside += other.just_inside;
  just_outside += other.just_outside;
  repeats.add(other.repeats);
  checks.add(other.checks);
  own.add(other.own);
  own_digits += other.own_digits;
  unexpected += other.unexpected;
}

int tally::of(tier t) const {
  const auto found = tiers.find(t);
  return found == tiers.end() ? 0 : found->second;
}

verdicts tally::comparisons() const {
  verdicts all;
  for (const auto& [which, of_sentence] : sentences) {
    all.add(of_sentence);
  }
  return all;
}

sentence_counts tally::sentence_verdicts() const {
  sentence_counts c;
  for (const auto& [which, v] : sentences) {
    ++(v.reproduced == v.all() ? c.in_full : v.reproduced > 0 ? c.in_part : c.not_at_all);
  }
  return c;
}

verdicts tally::entries() const {
  verdicts all = comparisons();
  for (const verdicts* each : {&printed, &blanks, &repeats, &checks, &own}) {
    all.add(*each);
  }
  return all;
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
    t.count_recorded(n);
  }
  return t;
}

namespace {

/// "75 differ, 17 of these just outside the fence, 5 cannot be reproduced".
std::string unreproduced(const verdicts& v, const std::string& of_these = "") {
  return fmt::format(
      "{} differ{}{}", v.differs, of_these,
      v.not_reproducible > 0 ? fmt::format(", {} cannot be reproduced", v.not_reproducible) : "");
}

std::string numbers_in_words(const tally& t) {
  return fmt::format(
      "{} printed numbers: {} round to what is printed, {} truncate to it as their tables do, {} "
      "only truncate to it where the table rounds or there is none, {} reproduce only without "
      "appended zeros, {} are one unit of the last digit away, {} reproduce with a corrected "
      "parameter, {}",
      t.printed.all(), t.of(tier::rounds), t.of(tier::truncates), t.of(tier::only_truncated),
      t.of(tier::without_zeros), t.of(tier::one_unit), t.of(tier::corrected),
      unreproduced(t.printed));
}

}  // namespace

std::string in_words(const tally& t) {
  const sentence_counts sentences = t.sentence_verdicts();
  const verdicts comparisons = t.comparisons();
  std::string text;
  const auto line = [&](int all, const std::string& words) {
    if (all > 0) {
      text += (text.empty() ? "" : "\n") + words;
    }
  };
  line(sentences.all(),
       fmt::format("{} claims: {} hold in full, {} in part, {} do not", sentences.all(),
                   sentences.in_full, sentences.in_part, sentences.not_at_all));
  line(sentences.all(),
       fmt::format(
           "{} comparisons that these claims need: {} hold, {} of these just inside the "
           "fence, {}",
           comparisons.all(), comparisons.reproduced, t.just_inside,
           unreproduced(comparisons, fmt::format(", {} of these just outside", t.just_outside))));
  line(t.printed.all(), numbers_in_words(t));
  line(t.blanks.all(), fmt::format("{} cells left blank in print: {} confirmed, {}", t.blanks.all(),
                                   t.blanks.reproduced, unreproduced(t.blanks)));
  line(t.repeats.all(),
       fmt::format("{} repeats, printed numbers and comparisons judged once more in another way: "
                   "{} hold, {}",
                   t.repeats.all(), t.repeats.reproduced, unreproduced(t.repeats)));
  line(t.checks.all(),
       fmt::format("{} check values that no paper prints, of other programs, closed forms and "
                   "theory: {} agree, {}",
                   t.checks.all(), t.checks.reproduced, unreproduced(t.checks)));
  line(t.own.all(),
       fmt::format("{} values and bounds of our own, without an independent program, {} of them "
                   "compared by digits: {} are consistent, {}",
                   t.own.all(), t.own_digits, t.own.reproduced, unreproduced(t.own)));
  return text;
}

namespace {

std::string reproduced_of_all(const verdicts& v) {
  return v.all() == 0 ? "–" : fmt::format("{} of {}", v.reproduced, v.all());
}

template <tier which>
std::string cell_of_tier(const tally& t) {
  return fmt::format("{}", t.of(which));
}

}  // namespace

const std::vector<count_column>& sentence_columns() {
  static const std::vector<count_column> columns{
      {"sentences", [](const tally& t) { return fmt::format("{}", t.sentences.size()); }},
      {"hold in full",
       [](const tally& t) { return fmt::format("{}", t.sentence_verdicts().in_full); }},
      {"in part", [](const tally& t) { return fmt::format("{}", t.sentence_verdicts().in_part); }},
      {"do not",
       [](const tally& t) { return fmt::format("{}", t.sentence_verdicts().not_at_all); }},
      {"comparisons that hold", [](const tally& t) { return reproduced_of_all(t.comparisons()); }},
      {"just inside", [](const tally& t) { return fmt::format("{}", t.just_inside); }},
      {"just outside", [](const tally& t) { return fmt::format("{}", t.just_outside); }},
      {"blanks confirmed", [](const tally& t) { return reproduced_of_all(t.blanks); }},
      {"repeats that hold", [](const tally& t) { return reproduced_of_all(t.repeats); }},
      {"check values that agree", [](const tally& t) { return reproduced_of_all(t.checks); }},
      {"own values that are consistent", [](const tally& t) { return reproduced_of_all(t.own); }}};
  return columns;
}

const std::vector<count_column>& number_columns() {
  static const std::vector<count_column> columns{
      {"printed numbers", [](const tally& t) { return fmt::format("{}", t.printed.all()); }},
      {"round", cell_of_tier<tier::rounds>},
      {"truncate as their table", cell_of_tier<tier::truncates>},
      {"only truncate", cell_of_tier<tier::only_truncated>},
      {"only without zeros", cell_of_tier<tier::without_zeros>},
      {"one unit away", cell_of_tier<tier::one_unit>},
      {"corrected parameter", cell_of_tier<tier::corrected>},
      {"differ", [](const tally& t) { return fmt::format("{}", t.printed.differs); }},
      {"not reproducible",
       [](const tally& t) { return fmt::format("{}", t.printed.not_reproducible); }}};
  return columns;
}

}  // namespace plumbline::report
