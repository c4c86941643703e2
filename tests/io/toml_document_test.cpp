// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kind: property; the grammar of TOML's strings and comments, the places of values, and files that are refused.
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_document.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

namespace {

using plumbline::toml_document;
using plumbline::toml_value;

constexpr std::size_t long_enough = 1000;

toml_document document(const std::string& text) { return {text, "x.toml", long_enough}; }

std::string refusal(const std::function<void()>& f) {
  try {
    f();
  } catch (const plumbline::invalid_input& error) {
    return error.what();
  }
  return "not refused";
}

TEST(toml_document, holds_other_characters_in_strings_and_comments) {
  for (const std::string text :
       {"a = \"\xc3\xa9\" # \xc3\xa9\nb = 1\n", "a = '\xc3\xa9'",
        "\xef\xbb\xbf"
        "a = 1",
        "a = \"\"\"\n\xc3\xa9 \"\" \xc3\xa9\"\"\"\n", "a = '''\xc3\xa9\n'\xc3\xa9'''",
        "a = \"\\\"\xc3\xa9\"", "a = \"\\\\\" # \xc3\xa9", "a = '\\' # \xc3\xa9",
        "a = \"\"\"\\\"\"\"\xc3\xa9\"\"\"", "# \"\nb = '\xc3\xa9'", ""}) {
    EXPECT_NO_THROW((void)document(text)) << text;
  }
}

TEST(toml_document, finds_the_character_that_stands_elsewhere) {
  for (const auto& [text, place] : {std::pair{"a = 1\xef\xb1\xbf", "line 1, column 6"},
                                    std::pair{"\xc3\xa9 = 1", "line 1, column 1"},
                                    std::pair{"a = \"\" \xc3\xa9", "line 1, column 8"},
                                    std::pair{"a = \"\"\"\"\"\" \xc3\xa9", "line 1, column 12"},
                                    std::pair{"a = '\\' \xc3\xa9", "line 1, column 9"},
                                    std::pair{"a = \"\\\"\" \xc3\xa9", "line 1, column 10"},
                                    std::pair{"# \xc3\xa9\na = 1\n\xc3\xa9", "line 3, column 1"}}) {
    EXPECT_EQ(refusal([&, text = text] { (void)document(text); }),
              "'x.toml' " + std::string(place) +
                  ": not TOML: a character outside of ASCII stands only in strings and comments");
  }
}

// U+FC7F: the parser's table does not hold it
TEST(toml_document, refuses_files_before_the_parser_sees_them) {
  EXPECT_THROW(plumbline::parse_scheme("name = \"x\"\n\xef\xb1\xbf = 1\n"),
               plumbline::invalid_input);
  EXPECT_NE(refusal([] {
              (void)plumbline::parse_system("name = \"x\"\ncoordinates = [1\xef\xb1\xbf]\n",
                                            "x.toml");
            }).find("line 2, column 17"),
            std::string::npos);
}

TEST(toml_document, keeps_what_is_written_and_its_place) {
  const toml_document file = document(
      "z = 0.1234567890123456789_0\n"
      "a = [0x1F, true, 1979-05-27, \"\xc3\xa9\", 1e3]\n"
      "[t]\nc = \"3\"\nb.x = 1\n");
  const toml_value& root = file.root();
  EXPECT_EQ(root.find("z")->text, "0.12345678901234567890");
  EXPECT_EQ(root.find("z")->is, toml_value::kind::decimal);
  const auto& list = root.find("a")->items;
  ASSERT_EQ(list.size(), 5U);
  EXPECT_EQ(list[0].whole, 31);
  EXPECT_EQ(list[0].text, "31");
  EXPECT_TRUE(list[1].truth);
  EXPECT_EQ(list[2].is, toml_value::kind::time);
  EXPECT_EQ(list[3].text, "\xc3\xa9");
  EXPECT_EQ(list[4].text, "1e3");  // behind a letter of two bytes
  EXPECT_EQ(list[4].line, 2U);
  EXPECT_EQ(list[4].column, 35U);
  const toml_value& table = *root.find("t");
  EXPECT_EQ(table.find("b")->find("x")->whole, 1);
  EXPECT_EQ(table.find("d"), nullptr);
  EXPECT_EQ(list[3].find(""), nullptr);
  std::string order;
  for (const toml_value* item : in_order(table)) {
    order += item->key;
  }
  EXPECT_EQ(order, "cb");
}

TEST(toml_document, says_where_what_is_wrong_stands) {
  const toml_document file = document("a = \"\"\"\n x +\n  \\u00e9 é y\"\"\"\n");
  const toml_value& a = *file.root().find("a");
  EXPECT_EQ(refusal([&] { file.fail(a, "a", "no"); }), "'x.toml' line 1, column 5: a: no");
  EXPECT_EQ(refusal([&] { file.fail_within(a, a.text.find('y'), "a", "no"); }),
            "'x.toml' line 3, column 12: a: no");
  EXPECT_EQ(refusal([&] { file.fail("no"); }), "'x.toml': no");
  EXPECT_EQ(refusal([&] { file.require_known(file.root(), "", "key", {"b"}); }),
            "'x.toml' line 1, column 5: unknown key 'a'; known: b");
  EXPECT_EQ(refusal([] {
              (void)toml_document("a = ", "x.toml", long_enough, toml_document::place::line);
            }).find("'x.toml' line 1: not TOML: "),
            0U);
  EXPECT_EQ(refusal([] { (void)toml_document("a = 1", "x.toml", 4); }),
            "'x.toml': longer than 4 bytes");
  EXPECT_THROW(plumbline::read_text_file("/nowhere/x.toml", 4), plumbline::io_error);
}

}  // namespace
