// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/sha256.hpp>

#include <fmt/format.h>
#include <gmp.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plumbline {

namespace {

constexpr std::size_t block_size = 64;
constexpr std::size_t rounds = 64;

bool is_prime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      return false;
    }
  }
  return true;
}

/// The first 32 bits after the point of the square root (power 2) or the cube root (3) of n.
std::uint32_t root_fraction(unsigned n, unsigned power) {
  constexpr unsigned bits = 32;
  mpz_t x;
  mpz_init_set_ui(x, n);
  mpz_mul_2exp(x, x, static_cast<mp_bitcnt_t>(bits) * power);
  mpz_root(x, x, power);
  mpz_fdiv_r_2exp(x, x, bits);
  const auto fraction = static_cast<std::uint32_t>(mpz_get_ui(x));
  mpz_clear(x);
  return fraction;
}

/// The constants of the standard, by its definition: from the roots of the first primes.
struct sha256_constants {
  std::array<std::uint32_t, 8> start{};
  std::array<std::uint32_t, rounds> round{};
  sha256_constants() {
    std::size_t count = 0;
    for (unsigned n = 2; count < rounds; ++n) {
      if (is_prime(n)) {
        if (count < start.size()) {
          start[count] = root_fraction(n, 2);
        }
        round[count++] = root_fraction(n, 3);
      }
    }
  }
};

const sha256_constants& constants_table() {
  static const sha256_constants values;
  return values;
}

using state = std::array<std::uint32_t, 8>;

void absorb(state& h, const unsigned char* block) {
  std::array<std::uint32_t, rounds> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      w[i] = (w[i] << 8) | block[4 * i + k];
    }
  }
  for (std::size_t i = 16; i < rounds; ++i) {
    const auto s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const auto s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  state v = h;
  for (std::size_t i = 0; i < rounds; ++i) {
    const auto s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
    const auto choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const auto t1 = v[7] + s1 + choice + constants_table().round[i] + w[i];
    const auto s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
    const auto majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    v = {t1 + s0 + majority, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
  }
  for (std::size_t i = 0; i < h.size(); ++i) {
    h[i] += v[i];
  }
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::string padded(bytes.substr(bytes.size() / block_size * block_size));
  padded += '\x80';
  constexpr std::size_t length_size = 8;
  padded.resize((padded.size() + length_size + block_size - 1) / block_size * block_size, '\0');
  const std::uint64_t bits = static_cast<std::uint64_t>(bytes.size()) * 8;
  for (std::size_t k = 0; k < length_size; ++k) {
    padded[padded.size() - 1 - k] = static_cast<char>((bits >> (8 * k)) & 0xff);
  }
  state h = constants_table().start;
  const auto absorb_all = [&h](std::string_view text) {
    for (std::size_t at = 0; at + block_size <= text.size(); at += block_size) {
      absorb(h, reinterpret_cast<const unsigned char*>(text.data()) + at);
    }
  };
  absorb_all(bytes);
  absorb_all(padded);
  std::string text;
  for (const auto word : h) {
    text += fmt::format("{:08x}", word);
  }
  return text;
}

}  // namespace plumbline
