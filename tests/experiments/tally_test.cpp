// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a report counts, and how its pages show it, on entries whose counts are known by hand. Kind: oracle.
#include "report/tally.hpp"

#include "report/numbers.hpp"
#include "report/page.hpp"
#include "report/results.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plumbline::report {
namespace {

published_number cell(const std::string& key, const std::string& printed) {
  published_number p;
  p.paper = "XY";
  p.key = p.where = key;
  p.printed = p.value = printed;
  p.in_table = true;
  return p;
}

published_number in_text(const std::string& key, const std::string& printed) {
  published_number p = cell(key, printed);
  p.in_table = false;
  return p;
}

published_number claim(const std::string& key, const std::string& quoted, rule how,
                       const std::string& value, const std::string& place = "") {
  published_number p = in_text(key, quoted);
  p.is = kind::claim;
  p.compare = how;
  p.value = value;
  p.place = place;
  return p;
}

published_number known(const std::string& key, const std::string& value, kind is) {
  published_number p = in_text(key, value);
  p.is = is;
  p.truth = is == kind::own ? "no independent program" : "reference/oracles";
  return p;
}

/// The section in which each published number has the computed one beside it.
section judged(const std::vector<std::pair<published_number, std::string>>& entries) {
  std::vector<published_number> published;
  for (const auto& [p, computed] : entries) {
    published.push_back(p);
  }
  section s(published);
  for (const auto& [p, computed] : entries) {
    s.judge(p.key, computed);
  }
  return s;
}

std::vector<tier> tiers_of(const section& s) {
  std::vector<tier> tiers;
  for (const judged_number& n : s.numbers()) {
    tiers.push_back(n.near);
  }
  return tiers;
}

// ------------------------------------------------------------------------------------------------ tiers of tables

// Rounding alone gives 0.124 and 0.98, truncation alone 0.123 and 0.97; 0.5 comes out either way.
TEST(table_tiers, the_cells_that_tell_rounding_from_truncation_decide_together) {
  EXPECT_EQ(tiers_of(judged({{cell("a", "0.124"), "0.1238"},
                             {cell("b", "0.98"), "0.978"},
                             {cell("c", "0.123"), "0.1238"},
                             {cell("d", "0.5"), "0.51"}})),
            (std::vector{tier::rounds, tier::rounds, tier::only_truncated, tier::rounds}));
  EXPECT_EQ(tiers_of(judged({{cell("a", "0.124"), "0.1238"},
                             {cell("b", "0.97"), "0.978"},
                             {cell("c", "0.123"), "0.1238"},
                             {cell("d", "0.5"), "0.51"}})),
            (std::vector{tier::rounds, tier::truncates, tier::truncates, tier::rounds}));
}

TEST(table_tiers, a_draw_is_a_table_that_rounds) {
  EXPECT_EQ(tiers_of(judged({{cell("a", "0.124"), "0.1238"}, {cell("c", "0.123"), "0.1238"}})),
            (std::vector{tier::rounds, tier::only_truncated}));
}

TEST(table_tiers, numbers_outside_a_table_have_no_table_that_truncates) {
  EXPECT_EQ(tiers_of(judged({{cell("a", "0.97"), "0.978"},
                             {cell("b", "0.123"), "0.1238"},
                             {in_text("c", "0.123"), "0.1238"}})),
            (std::vector{tier::truncates, tier::truncates, tier::only_truncated}));
  EXPECT_EQ(tiers_of(judged({{in_text("a", "0.97"), "0.978"}, {in_text("b", "0.9"), "0.978"}})),
            (std::vector{tier::only_truncated, tier::only_truncated}));
}

TEST(table_tiers, what_needs_its_zeros_left_out_has_a_tier_of_its_own_and_decides_nothing) {
  published_number padded = cell("a", "0.000800");
  padded.value = "0.0008";
  published_number other = cell("b", "0.00340");
  other.value = "0.0034";
  EXPECT_EQ(
      tiers_of(judged({{padded, "0.000877"},
                       {other, "0.003489"},
                       {cell("c", "0.124"), "0.1238"},
                       {cell("d", "0.123"), "0.1238"}})),
      (std::vector{tier::without_zeros, tier::without_zeros, tier::rounds, tier::only_truncated}));
  EXPECT_EQ(tiers_of(judged({{padded, "0.00080004"}})), std::vector{tier::rounds})
      << "it reproduces with its zeros, too";
  EXPECT_EQ(tiers_of(judged({{padded, "0.00095"}})), std::vector{tier::differs});
}

TEST(table_tiers, a_corrected_parameter_decides_nothing_and_what_differs_neither) {
  published_number corrected = cell("a", "0.97");
  corrected.corrected = "h = 2";
  EXPECT_EQ(tiers_of(judged({{corrected, "0.978"},
                             {cell("b", "0.5"), "0.9"},
                             {cell("c", "0.124"), "0.1238"},
                             {cell("d", "0.123"), "0.1238"}})),
            (std::vector{tier::corrected, tier::differs, tier::rounds, tier::only_truncated}));
}

TEST(table_tiers, the_order_of_judging_does_not_matter) {
  EXPECT_EQ(tiers_of(judged({{cell("c", "0.123"), "0.1238"},
                             {cell("a", "0.124"), "0.1238"},
                             {cell("b", "0.98"), "0.978"}})),
            (std::vector{tier::only_truncated, tier::rounds, tier::rounds}));
}

// ------------------------------------------------------------------------------------------------ counts

section some_of_everything() {
  return judged({{claim("1a", "it is small", rule::below, "1"), "0.5"},
                 {claim("1b", "it is small", rule::below, "1"), "0.95"},
                 {claim("2a", "it follows", rule::below, "1", "Fig. 1"), "0.5"},
                 {claim("2b", "it follows", rule::below, "1", "Fig. 2"), "1.05"},
                 {claim("3a", "by 4 orders", rule::nearest, "4"), "4.489"},
                 {claim("3b", "by 4 orders", rule::nearest, "4"), "4.8"},
                 {cell("4a", "0.124"), "0.1238"},
                 {cell("4b", "0.123"), "0.1238"},
                 {cell("4c", "0.3"), "0.7"},
                 {known("5a", "2.50", kind::check), "2.501"},
                 {known("5b", "3.50", kind::own), "3.501"}});
}

TEST(tally_of_sentences, a_sentence_counts_once_and_its_comparisons_apart) {
  const tally t = count(some_of_everything().numbers());
  const sentence_counts s = t.sentence_verdicts();
  EXPECT_EQ(s.all(), 4) << "the same words in two places are two sentences";
  EXPECT_EQ(s.in_full, 2);
  EXPECT_EQ(s.in_part, 1);
  EXPECT_EQ(s.not_at_all, 1);
  EXPECT_EQ(t.comparisons().all(), 6);
  EXPECT_EQ(t.comparisons().reproduced, 4);
  EXPECT_EQ(t.just_inside, 2);
  EXPECT_EQ(t.just_outside, 1);
}

TEST(tally_of_sentences, a_sentence_of_two_experiments_or_two_papers) {
  const tally first =
      count(judged({{claim("a", "it is small", rule::below, "1"), "0.5"}}).numbers());
  const tally second =
      count(judged({{claim("b", "it is small", rule::below, "1"), "2"}}).numbers());
  tally both = first;
  both.add(second);
  EXPECT_EQ(both.sentence_verdicts().in_part, 1);
  EXPECT_EQ(both.sentence_verdicts().all(), 1);
  published_number elsewhere = claim("c", "it is small", rule::below, "1");
  elsewhere.paper = "other";
  both.add(count(judged({{elsewhere, "2"}}).numbers()));
  EXPECT_EQ(both.sentence_verdicts().all(), 2);
}

TEST(tally_of_sentences, numbers_by_tier_and_what_no_paper_prints) {
  const tally t = count(some_of_everything().numbers());
  EXPECT_EQ(t.printed.all(), 3);
  EXPECT_EQ(t.of(tier::rounds), 1);
  EXPECT_EQ(t.of(tier::only_truncated), 1);
  EXPECT_EQ(t.of(tier::truncates), 0);
  EXPECT_EQ(t.printed.differs, 1);
  EXPECT_EQ(t.checks.all(), 1);
  EXPECT_EQ(t.own.all(), 1);
  EXPECT_EQ(t.own_digits, 1);
  EXPECT_EQ(t.entries().all(), 11);
  const std::string words = in_words(t);
  EXPECT_TRUE(words.starts_with("4 claims: 2 hold in full, 1 in part, 1 do not\n")) << words;
}

// ------------------------------------------------------------------------------------------------ pages

findings found(section s) {
  findings r;
  r.parts.push_back({"xy-table1", "XY", "Table 1", std::move(s), 0.5});
  r.changes.push_back({"XY", "xy-table1 3a", "below 5", "nearest 4", "the sentence says 4"});
  return r;
}

std::size_t times(const std::string& what, const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++n;
  }
  return n;
}

TEST(pages, the_front_page_has_sentences_first_and_says_what_a_green_box_means) {
  const std::string page = front_page(found(some_of_everything()));
  const auto sentences = page.find("Of 4 claims, <strong>2 hold in full</strong>");
  const auto numbers = page.find("Of 3 printed numbers");
  ASSERT_NE(sentences, std::string::npos);
  ASSERT_NE(numbers, std::string::npos);
  EXPECT_LT(sentences, numbers);
  EXPECT_EQ(page.find("round or truncate"), std::string::npos);
  EXPECT_NE(page.find("fixed before the number is known, but 1 were changed afterwards"),
            std::string::npos);
  EXPECT_NE(page.find("Regression test failed"), std::string::npos)
      << "the verdicts of this page are recorded as reproduced";
}

TEST(pages, a_row_shows_how_far_the_fence_is) {
  section s = some_of_everything();
  s.add_remaining("");
  const std::string page = paper_page(found(std::move(s)), "XY");
  EXPECT_NE(page.find("4.489"), std::string::npos);
  EXPECT_NE(page.find("fence 4.5, just inside by 2.2 % of half a unit"), std::string::npos);
  EXPECT_NE(page.find("fence 1, just outside by 5.0 %"), std::string::npos);
  EXPECT_NE(page.find("fence 1, inside by 50 %"), std::string::npos);
}

// A quotation in each cell would be wider than any window.
TEST(pages, a_table_of_one_sentence_quotes_it_once) {
  section s = judged({{claim("a", "by one order each time", rule::nearest, "1"), "1.051"},
                      {claim("b", "by one order each time", rule::nearest, "1"), "0.431"}});
  s.add(number_table{"Caption.", "", {"10 s", "100 s"}, {{"", "row", {0, 1}}}});
  const std::string page = paper_page(found(std::move(s)), "XY");
  const auto table = page.find("<table class=\"numbers\">");
  ASSERT_NE(table, std::string::npos);
  EXPECT_NE(page.find("the number that “by one order each time” stands for"), std::string::npos);
  EXPECT_EQ(times("by one order each time", page.substr(page.find("<tbody>", table))), 0U);
  EXPECT_NE(page.find("fence 0.5, outside by 14 % of half a unit"), std::string::npos);
}

TEST(pages, check_values_never_stand_below_the_heading_printed) {
  section s = judged(
      {{known("5a", "2.50", kind::check), "2.501"}, {known("5b", "3.50", kind::own), "3.501"}});
  s.add_remaining("");
  const findings r = found(std::move(s));
  const std::string page = paper_page(r, "XY");
  EXPECT_EQ(page.find("<th scope=\"col\">printed</th>"), std::string::npos);
  EXPECT_NE(page.find("<th scope=\"col\">known</th>"), std::string::npos);
  EXPECT_NE(page.find("own value: no independent program"), std::string::npos);
  const std::string results = results_markdown(r);
  EXPECT_EQ(results.find("| place | printed |"), std::string::npos);
  EXPECT_NE(results.find("| place | known |"), std::string::npos);
  const std::string csv = numbers_csv(r);
  EXPECT_NE(csv.find("\nxy-table1,5a,,2.501,reproduced,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",2.50,"), std::string::npos);
}

TEST(pages, one_remark_stands_for_all_cells_of_which_it_is_said) {
  std::vector<std::pair<published_number, std::string>> entries;
  for (const char* key : {"a", "b", "c"}) {
    published_number blank = cell(key, ".");
    blank.is = kind::blank;
    blank.compare = rule::above;
    blank.value = "1";
    blank.reason = "moves the wrong way";
    entries.emplace_back(blank, "2");
  }
  for (const char* key : {"d", "e"}) {
    published_number p = cell(key, "0.5");
    p.reason = "a zero is missing";
    p.expected = verdict::differs;
    entries.emplace_back(p, "0.05");
  }
  section s = judged(entries);
  s.add(number_table{"Caption.", "", {"1", "2", "3", "4", "5"}, {{"", "row", {0, 1, 2, 3, 4}}}});
  const std::string page = paper_page(found(std::move(s)), "XY");
  EXPECT_EQ(times("moves the wrong way", page), 1U);
  EXPECT_NE(page.find("Cells that the paper leaves blank: 3. moves the wrong way"),
            std::string::npos);
  const auto remarks = page.find("<ul class=\"remarks\">");
  ASSERT_NE(remarks, std::string::npos);
  EXPECT_EQ(times("a zero is missing", page.substr(remarks)), 1U);
  EXPECT_NE(page.find("d: printed 0.5, computed 0.050; e: printed 0.5, computed 0.050. a zero"),
            std::string::npos);
}

}  // namespace
}  // namespace plumbline::report
