// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whether a dataset still says what it said: sums, the claims of its description, the three copies of its values, and
// rows that are computed again with more digits and another order.
#pragma once

#include <plumbline/data/dataset_files.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace plumbline {

inline constexpr long long largest_seed = 1'000'000'000'000'000'000;

struct dataset_check {
  std::vector<std::string> wrong;  ///< one line each; none where all is right
  std::size_t rows = 0;
  std::size_t computed_rows = 0;  ///< how many of them were computed again
  std::vector<computation> computations;

  /// That one changed value in one row, with all sums and copies changed along, is found.
  double probability() const {
    return rows == 0 ? 1 : static_cast<double>(computed_rows) / static_cast<double>(rows);
  }
};

/// `full` computes all rows again, otherwise a sample that the seed chooses. Throws io_error where the folder cannot be
/// read, invalid_input where it is not a dataset, and as the computations do.
dataset_check check_dataset(const std::filesystem::path& folder, bool full, std::uint64_t seed,
                            const run_control& control);

}  // namespace plumbline
