// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "plumbline/core/version.hpp"

#include "commit.hpp"
#include "version_number.hpp"

#include <boost/version.hpp>
#include <gmp.h>
#include <mpfr.h>
#if PLUMBLINE_HAS_ARB
#include <arb.h>
#include <flint.h>
#endif

#include <fmt/format.h>

namespace plumbline {

std::string_view version() noexcept { return PLUMBLINE_VERSION; }

std::string_view commit() noexcept { return PLUMBLINE_COMMIT; }

std::string version_with_commit() { return fmt::format("{} (commit {})", version(), commit()); }

std::vector<std::pair<std::string, std::string>> software() {
  return {
#if defined(__clang__)
    {"compiler",
     fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__)},
#else
    {"compiler", fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)},
#endif
        {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                              BOOST_VERSION % 100)},
        {"MPFR", mpfr_get_version()}, {"GMP", gmp_version},
#if PLUMBLINE_HAS_ARB
#if __FLINT_RELEASE >= 30000
        {"FLINT with Arb", FLINT_VERSION},
#else
        {"FLINT", FLINT_VERSION}, {"Arb", ARB_VERSION},
#endif
#endif
  };
}

std::vector<std::pair<std::string, std::string>> missing_parts() { return {PLUMBLINE_MISSING}; }

}  // namespace plumbline
