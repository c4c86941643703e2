// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as a checkpoint file, with their own checksum in front and without, and any texts as the values of a part: read or
// refused with a reason, never a crash.
#include <plumbline/core/errors.hpp>
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/io/checksum.hpp>

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

const std::string& scratch_file() {
  static const std::string name = "/dev/shm/plumbline-fuzz-" + std::to_string(::getpid());
  return name;
}

void read_back(const std::string& text, bool damaged) {
  using namespace plumbline;
  std::ofstream(scratch_file(), std::ios::binary) << text;
  try {
    const checkpoint c = checkpoint::read(scratch_file());
    if (damaged) {
      std::abort();
    }
    for (const auto& [key, values] : c.parts) {
      std::int64_t count = 0;
      std::vector<double> list;
      bool flag = false;
      value_reader reader(values);
      reader(count, list, flag);
      reader.finish();
    }
  } catch (const io_error&) {
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_back(text, false);
  const std::string head = "plumbline checkpoint 2 ";
  const auto sum = plumbline::checksum(text);
  read_back(head + plumbline::checksum_text(sum) + "\n" + text, false);
  read_back(head + plumbline::checksum_text(sum ^ 1U) + "\n" + text, true);
  return 0;
}
