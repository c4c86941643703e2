// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The audit of tables that are not in the catalogue. Kind: truth from outside. reference/oracles/schemes/make.py has its own
// trees, words and steps; the wrong tables there were made from published ones by one change (a sign, two digits swapped, a
// wrong root, a number typed wrongly at two places), so that what mends them is known.
#include "support/oracle_csv.hpp"
#include <plumbline/catalogue/audit.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

std::string value(const audit_report& report, std::string_view name) {
  const audit_row* row = report.find(name);
  return row == nullptr ? std::string() : row->value;
}

/// The number after the last "value" or "other sign," of a suspicion.
std::string mended_value(const std::string& text) {
  const std::string words[] = {"with the value ", "with the other sign, "};
  for (const std::string& word : words) {
    if (const auto at = text.find(word); at != std::string::npos) {
      const std::string rest = text.substr(at + word.size());
      return rest.substr(0, std::min(rest.find(" it has"), rest.find(" there it has")));
    }
  }
  return {};
}

TEST(audit_oracle, finds_what_an_independent_program_finds) {
  const std::string folder =
      std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/schemes/tables/";
  for (const auto& row : testing::read_oracle("schemes/facts.csv", 75)) {
    const std::string& name = row.at("table");
    const audit_report report = audit(load_scheme(folder + name + ".toml"));
    EXPECT_EQ(value(report, "order"), row.at("order")) << name;
    EXPECT_EQ(value(report, "embedded-order"), row.at("embedded_order")) << name;
    EXPECT_EQ(value(report, "symmetric"), row.at("symmetric")) << name;
    EXPECT_EQ(value(report, "symplectic"), row.at("symplectic")) << name;
    EXPECT_EQ(value(report, "dense-order"), row.at("dense_order")) << name;
    EXPECT_EQ(value(report, "coefficient-digits"), row.at("digits")) << name;
    const double constant = std::stod(row.at("error_constant"));
    EXPECT_NEAR(std::stod(value(report, "error-constant")), constant, 2e-9 * constant) << name;

    const std::string suspect = value(report, "suspect-digits");
    const std::string& place = row.at("mend");
    if (place.empty()) {
      // nothing to mend by one change: no coefficient is accused
      EXPECT_EQ(suspect.find("it has"), std::string::npos) << name << ": " << suspect;
      continue;
    }
    EXPECT_TRUE(report.is_wrong) << name;
    EXPECT_TRUE(suspect.starts_with(place + " is ") || suspect.starts_with(place + " stands in "))
        << name << ": " << suspect;
    const std::string mended = mended_value(suspect);
    ASSERT_FALSE(mended.empty()) << name << ": " << suspect;
    const precision_scope scope(60);
    const mp found = evaluate<mp>(expression(mended));
    const mp right = evaluate<mp>(expression(row.at("value")));
    const mp off = abs(found - right);
    EXPECT_LT(to_double(off), 2e-14) << name << ": " << suspect;
  }
}

}  // namespace
}  // namespace plumbline
