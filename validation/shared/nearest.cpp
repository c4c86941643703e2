// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/nearest.hpp"

#include <plumbline/catalogue/parameter_info.hpp>

#include <fmt/format.h>

namespace plumbline::cli {

std::string nearest(std::string_view name, const std::vector<std::string>& known) {
  return nearest_name(std::string(name), known);
}

std::string unknown_name(std::string_view what, std::string_view name,
                         const std::vector<std::string>& known) {
  return unknown_name_message(std::string(what), std::string(name), known);
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

}  // namespace plumbline::cli
