// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The studies of the library by name. They are called on a worker thread (call.hpp) and touch nothing of Python.
#pragma once

#include "table.hpp"
#include <plumbline/io/table.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::python {

/// What is asked for, in the words of the command line.
struct study_call {
  std::string
      study;  ///< integrate, exact, converge, measure, evaluate, audit, sweep, dataset, judge, reproduce
  std::string name;  ///< the first words: a system, a scheme, a file;
  std::string
      second_name;  ///< of measure and sweep: the quantity before it; of reproduce: experiments; of judge: further files; a line each; of orbit verify: the certificate
  std::map<std::string, std::string> options;  ///< without those that are not given
  std::vector<std::string> flags;
  std::vector<std::string> set;
  std::vector<std::string> start;
  std::map<std::string, std::vector<std::string>> lists;
  std::vector<std::string> arguments;  ///< the command that does the same
  std::string command_line;            ///< and as one could type it, without where the result goes

  std::string option(const std::string& key, const std::string& otherwise = "") const;
  bool has(const std::string& flag) const;
};

struct study_found {
  table_value table;      ///< empty where it went to a file
  bool is_wrong = false;  ///< a verdict
};

/// Throws what the study throws.
study_found study(const study_call& c);

struct trajectory_found {
  std::shared_ptr<number_table> numbers;
  metadata facts;
};

/// The rows of `integrate` as numbers. Throws what it throws; invalid_input where the rows do not fit into the memory.
trajectory_found trajectory_of(const study_call& c);

struct dataset_checked {
  std::vector<std::string> wrong;  ///< a line each
  std::size_t rows;
  std::size_t computed_rows;
  double probability;
};

/// Whether the dataset in the folder is right. Throws as `check_dataset` of the library does.
dataset_checked check_dataset(const std::string& folder, bool full, const std::string& seed);

}  // namespace plumbline::python
