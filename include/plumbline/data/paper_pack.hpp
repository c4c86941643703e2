// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A paper as a folder that another machine reproduces byte for byte, and its badge.
//
//   swing.toml               the paper's file; what it names outside of its folder is called files/NAME there
//   kepler.toml, files/…     the systems, schemes and matrices that it names
//   README.md                how it is reproduced
//   ro-crate-metadata.json   RO-Crate 1.1
//   SHA256SUMS
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace plumbline {

/// The paper's file, then those that it names: systems, schemes, matrices. Throws as pack_paper().
std::vector<std::filesystem::path> files_of_paper(const std::filesystem::path& file);

/// Writes the folder, whole or not at all; its bytes depend on nothing but the files and the version. Throws invalid_input for a
/// mistake in the paper's file, and io_error where a file cannot be read or written, or something else is at `folder`.
void pack_paper(const std::filesystem::path& file, const std::filesystem::path& folder);

/// An SVG for a repository's page: "plumbline", "97 of 103 numbers reproduce".
std::string badge_svg(int reproduced, int all);

}  // namespace plumbline
