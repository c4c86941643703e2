// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any text as a file of matrices: read, and evaluated without a surprise, or refused.
#include <plumbline/core/errors.hpp>
#include <plumbline/study/matrices.hpp>

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static const std::string name = "/dev/shm/plumbline-fuzz-" + std::to_string(::getpid());
  std::ofstream(name, std::ios::binary)
      << std::string_view(reinterpret_cast<const char*>(data), size);
  try {
    const matrix_file file = read_matrices(name);
    const std::size_t n = file.mass.size();
    if (n == 0 || file.stiffness.size() != n ||
        (!file.damping.empty() && file.damping.size() != n)) {
      std::abort();
    }
    for (const auto* m : {&file.mass, &file.stiffness, &file.damping}) {
      for (const auto& row : *m) {
        if (row.size() != n) {
          std::abort();
        }
        for (const expression& entry : row) {
          (void)evaluate<double>(entry);
        }
      }
    }
  } catch (const std::invalid_argument&) {
  } catch (const io_error&) {
  }
  return 0;
}
