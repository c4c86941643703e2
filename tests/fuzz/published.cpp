// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any text as a file of printed numbers: read, or refused; and any text as a sentence with numbers.
// sources: report/published_data.cpp
#include "report/published_data.hpp"
#include <plumbline/core/errors.hpp>

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static const std::filesystem::path folder = [] {
    const std::filesystem::path made = "/dev/shm/plumbline-fuzz-" + std::to_string(::getpid());
    std::filesystem::create_directories(made);
    return made;
  }();
  const std::string text(reinterpret_cast<const char*>(data), size);
  (void)report::decimals_in(text);
  std::ofstream(folder / "any.toml", std::ios::binary) << text;
  try {
    (void)report::published_data::read(folder);
  } catch (const std::invalid_argument&) {
  } catch (const io_error&) {
  }
  return 0;
}
