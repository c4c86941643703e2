// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Which map of Suris a scheme of the catalogue is.
#pragma once

#include <plumbline/schemes/suris.hpp>
#include <plumbline/study/problem.hpp>

#include <optional>

namespace plumbline::detail {

inline std::optional<suris_map> suris_map_of(const scheme_choice& scheme) {
  for (const suris_map map : {suris_map::first, suris_map::second}) {
    if (scheme.entry->info.name == suris_info(map).name) {
      return map;
    }
  }
  return std::nullopt;
}

}  // namespace plumbline::detail
