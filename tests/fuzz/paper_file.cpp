// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any text as a paper that is computed from its file: read, its formulas too, or refused.
#include <plumbline/core/errors.hpp>
#include <plumbline/data/paper_file.hpp>

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static const std::filesystem::path file =
      "/dev/shm/plumbline-fuzz-paper-" + std::to_string(::getpid()) + ".toml";
  std::ofstream(file, std::ios::binary)
      << std::string_view(reinterpret_cast<const char*>(data), size);
  try {
    const papers::paper_file paper = papers::read_paper_file(file);
    const paper_formulas formulas(paper.names, 16);
  } catch (const std::invalid_argument&) {
  } catch (const io_error&) {
  }
  return 0;
}
