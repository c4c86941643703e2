// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A dataset by the name of one of the catalogue, or of a system: what is computed, before it is.
#pragma once

#include <plumbline/data/dataset_files.hpp>
#include <plumbline/data/dataset_source.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// As exact texts, in the units of the system; see `plumbline dataset`.
struct dataset_request {
  std::string name = {};  ///< of the catalogue, or a system, which needs step and steps
  problem_texts problem = {};
  std::string step = {};   ///< the distance of the times
  std::string steps = {};  ///< how many of them follow the start
  std::string digits =
      {};  ///< significant digits of every value; "": those of the catalogue, 40 of a system
  bool certified = false;  ///< of a system: every digit is proven by enclosures
  std::string date = {};   ///< YYYY-MM-DD, or "" for none
  std::string author = {};
  std::string command = {};  ///< that makes the dataset
};

struct dataset_plan {
  std::unique_ptr<dataset_source> source;
  std::vector<std::size_t> rows;  ///< all of them
  dataset_facts facts;
};

/// Throws invalid_input for what is unknown, missing or does not fit, io_error where a file cannot be read.
dataset_plan plan_dataset(const dataset_request& request);

}  // namespace plumbline
