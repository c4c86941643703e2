// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string>

namespace plumbline::cli {

/// The folder reference/published: `data`, or else the variable PLUMBLINE_DATA, names its parent; without both it is where
/// the program was built or installed.
std::filesystem::path published_folder(const std::string& data = {});

}  // namespace plumbline::cli
