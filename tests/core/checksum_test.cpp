// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The checksum of checkpoints. Kind: truth from outside (the check value of CRC-64/XZ in the catalogue of parametrised CRC
// algorithms) and property (parts in a row, single bits).
#include <plumbline/io/checksum.hpp>

#include <gtest/gtest.h>

#include <random>

namespace {

using plumbline::checksum;

TEST(checksum, has_the_published_check_value) {
  EXPECT_EQ(checksum("123456789"), 0x995DC9BBDF1939FAU);
  EXPECT_EQ(plumbline::checksum_text(checksum("123456789")), "995dc9bbdf1939fa");
}

TEST(checksum, of_parts_in_a_row_is_that_of_the_whole) {
  std::mt19937_64 random(3);
  std::string text(1000, ' ');
  for (char& letter : text) {
    letter = static_cast<char>(random());
  }
  for (std::size_t cut = 0; cut <= text.size(); cut += 37) {
    EXPECT_EQ(checksum(text.substr(cut), checksum(text.substr(0, cut))), checksum(text));
  }
}

TEST(checksum, notices_every_single_bit) {
  const std::string text = "plumbline checkpoint";
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string other = text;
    other[bit / 8] ^= static_cast<char>(1U << (bit % 8));
    EXPECT_NE(checksum(other), checksum(text)) << bit;
  }
}

}  // namespace
