// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kind: property; the grammar of TOML's strings and comments, and files that are refused.
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_text.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using plumbline::first_stray_byte;
using plumbline::first_stray_line;

TEST(toml_text, holds_other_characters_in_strings_and_comments) {
  for (const std::string text :
       {"a = \"\xc3\xa9\" # \xc3\xa9\nb = 1\n", "a = '\xc3\xa9'",
        "\xef\xbb\xbf"
        "a = 1",
        "a = \"\"\"\n\xc3\xa9 \"\" \xc3\xa9\"\"\"\n", "a = '''\xc3\xa9\n'\xc3\xa9'''",
        "a = \"\\\"\xc3\xa9\"", "a = \"\\\\\" # \xc3\xa9", "a = '\\' # \xc3\xa9",
        "a = \"\"\"\\\"\"\"\xc3\xa9\"\"\"", "# \"\nb = '\xc3\xa9'", ""}) {
    EXPECT_EQ(first_stray_byte(text), std::string::npos) << text;
    EXPECT_EQ(first_stray_line(text), 0U) << text;
  }
}

TEST(toml_text, finds_the_character_that_stands_elsewhere) {
  EXPECT_EQ(first_stray_byte("a = 1\xef\xb1\xbf"), 5U);
  EXPECT_EQ(first_stray_byte("\xc3\xa9 = 1"), 0U);
  EXPECT_EQ(first_stray_byte("a = \"\" \xc3\xa9"), 7U);
  EXPECT_EQ(first_stray_byte("a = \"\"\"\"\"\" \xc3\xa9"), 11U);
  EXPECT_EQ(first_stray_byte("a = '\\' \xc3\xa9"), 8U);
  EXPECT_EQ(first_stray_byte("a = \"\\\"\" \xc3\xa9"), 9U);
  EXPECT_EQ(first_stray_line("# \xc3\xa9\na = 1\n\xc3\xa9"), 3U);
}

// U+FC7F: the parser's table does not hold it
TEST(toml_text, refuses_files_before_the_parser_sees_them) {
  EXPECT_THROW(plumbline::parse_scheme("name = \"x\"\n\xef\xb1\xbf = 1\n"),
               plumbline::invalid_input);
  try {
    (void)plumbline::parse_system("name = \"x\"\ncoordinates = [1\xef\xb1\xbf]\n", "x.toml");
    ADD_FAILURE() << "not refused";
  } catch (const plumbline::invalid_input& error) {
    EXPECT_NE(std::string(error.what()).find("line 2, column 17"), std::string::npos)
        << error.what();
  }
}

}  // namespace
