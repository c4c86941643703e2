// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// Version of the compiled library, as `major.minor.patch`.
[[nodiscard]] std::string_view version() noexcept;

/// The commit that the library was built from, 12 hexadecimal digits, with "-modified" behind them where files differed from
/// it; "unknown" where the sources came without their history.
[[nodiscard]] std::string_view commit() noexcept;

/// "0.2.0 (commit 0123456789ab)"
[[nodiscard]] std::string version_with_commit();

/// What the library was built with, as (name, version): compiler, Boost, MPFR, GMP, and FLINT and Arb where they are used
/// (one name where Arb is a part of FLINT). MPFR and GMP are those that are loaded.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> software();

/// What this build does without, as (name, the Debian package that brings it when it is there as the library is built): of
/// Arb, quad, MPI and HDF5.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> missing_parts();

}  // namespace plumbline
