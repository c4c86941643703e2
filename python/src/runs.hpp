// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What runs: `integrate` with its numbers as numbers, and any command of the program with its table as json. Both are called
// on a worker thread (call.hpp) and touch nothing of Python.
#pragma once

#include "table.hpp"
#include <plumbline/io/table.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::python {

/// The options of `integrate` as texts; what is not given is empty.
using option_texts = std::map<std::string, std::string>;

struct integrate_call {
  std::string system;
  option_texts options;  ///< scheme, step, steps, until, every, observe, digits, matrices, events
  std::vector<std::string> set;
  std::vector<std::string> start;
  bool quiet = false;
  std::string command_line;
};

struct trajectory_found {
  std::shared_ptr<number_table> numbers;
  metadata meta;
};

/// The rows of a run. Throws what the command throws; invalid_input where the rows do not fit into the memory.
trajectory_found integrate(const integrate_call& c);

struct command_found {
  int code;          ///< 0, or 1 where a verdict is wrong
  std::string text;  ///< what the command writes
};

/// Runs `plumbline ARGUMENTS…`, of which the first is the name of a command. Throws what the command throws.
command_found run_command(const std::vector<std::string>& arguments,
                          const std::string& command_line);

struct dataset_checked {
  std::vector<std::string> wrong;  ///< a line each
  std::size_t rows;
  std::size_t computed_rows;
  double probability;
};

/// Whether the dataset in the folder is right. Throws as `check_dataset` of the program does.
dataset_checked check_dataset(const std::string& folder, bool full, const std::string& seed);

}  // namespace plumbline::python
