// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as the table that `plumbline judge` reads (columns of text or JSON; HDF5 is read by its own library): refused with a
// reason, or rows with as many cells as columns, whose texts are numbers or not. The first byte says whether names of columns
// are given, so that both ways are tried.
#include <plumbline/core/errors.hpp>
#include <plumbline/data/foreign_table.hpp>
#include <plumbline/scalar/printed_number.hpp>

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static const std::string name = "/dev/shm/plumbline-fuzz-" + std::to_string(::getpid());
  if (size == 0) {
    return 0;
  }
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::vector<std::string> names =
      data[0] % 2 == 0 ? std::vector<std::string>{} : std::vector<std::string>{"t", "q1"};
  std::ofstream(name, std::ios::binary) << text;
  try {
    const foreign_table table = read_foreign_table(name, names);
    if (table.rows.empty() || table.columns.empty() || table.rows.size() != table.places.size()) {
      std::abort();
    }
    for (const auto& row : table.rows) {
      if (row.size() != table.columns.size()) {
        std::abort();
      }
      for (const auto& cell : row) {
        const auto number = printed_number::read(cell);
        // a number is true to all its digits when it is the truth itself
        if (number && true_digits(*number, number->value) != number->digits) {
          std::abort();
        }
      }
    }
  } catch (const invalid_input&) {
  }
  return 0;
}
