// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Datasets: the catalogue, and the check of a folder. A dataset is made by the program's command (command.cpp).
#include "call.hpp"
#include "functions.hpp"
#include "runs.hpp"
#include "shared/dataset_catalogue.hpp"
#include "shared/dataset_check.hpp"
#include "shared/digits.hpp"
#include "shared/stop.hpp"

#include <pybind11/stl.h>

namespace plumbline::python {

py::list list_datasets() {
  py::list all;
  for (const auto& d : cli::datasets()) {
    py::dict one;
    one["name"] = d.name;
    one["summary"] = d.summary;
    one["system"] = d.is_table() ? py::object(py::none()) : py::str(d.system);
    one["step"] = d.is_table() ? py::object(py::none()) : py::str(d.step);
    one["steps"] = d.is_table() ? py::object(py::none()) : py::int_(d.steps);
    one["digits"] = d.digits;
    one["columns"] = cli::column_names(d);
    all.append(one);
  }
  return all;
}

dataset_checked check_dataset(const std::string& folder, bool full, const std::string& seed) {
  run_control control;
  control.stop_requested = cli::stop_requested;
  const auto chosen =
      static_cast<std::uint64_t>(cli::parse_count("--seed", seed, 0, cli::largest_seed));
  const auto found = cli::check_dataset(folder, full, chosen, control);
  cli::throw_if_stopped();
  return {found.wrong, found.rows, found.computed_rows, found.probability()};
}

}  // namespace plumbline::python
