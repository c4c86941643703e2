// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any bytes as the file of `sweep --cases`, and its first line as the value of --over: refused with a reason, or cases that
// have a text for each axis.
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/sweep_grid.hpp>
#include <plumbline/study/texts.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace {

void look_at(const plumbline::sweep_grid& grid) {
  const std::size_t last = grid.size() - 1;  // a grid has at least one case
  for (const std::size_t index : {std::size_t{0}, last / 2, last}) {
    const auto texts = grid.at(index);
    if (texts.size() != grid.axes().size() ||
        std::any_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); })) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  static const std::string name = "/dev/shm/plumbline-fuzz-" + std::to_string(::getpid());
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::ofstream(name, std::ios::binary) << text;
  try {
    look_at(sweep_grid::read(name));
  } catch (const invalid_input&) {
  }
  const std::string line = text.substr(0, text.find('\n'));
  const std::string count = line.substr(line.find_last_of(':') + 1);
  if (line.find('\0') != std::string::npos || count.size() > 4) {
    return 0;  // no argument contains a zero; millions of values only cost time
  }
  try {
    look_at({{parse_axis(line)}, false});
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
