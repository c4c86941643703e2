// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/checksum.hpp>

#include <fmt/format.h>

#include <array>

namespace plumbline {

namespace {

constexpr std::array<std::uint64_t, 256> make_table() {
  constexpr std::uint64_t polynomial = 0xC96C5795D7870F42;  // ECMA-182, bits reversed
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t byte = 0; byte < table.size(); ++byte) {
    std::uint64_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) {
      rest = (rest >> 1) ^ ((rest & 1) != 0 ? polynomial : 0);
    }
    table[byte] = rest;
  }
  return table;
}

constexpr auto table = make_table();

}  // namespace

std::uint64_t checksum(std::string_view text, std::uint64_t before) noexcept {
  std::uint64_t sum = ~before;
  for (const char letter : text) {
    sum = table[(sum ^ static_cast<unsigned char>(letter)) & 0xFF] ^ (sum >> 8);
  }
  return ~sum;
}

std::string checksum_text(std::uint64_t sum) { return fmt::format("{:016x}", sum); }

}  // namespace plumbline
