// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Datasets: the catalogue, and the check of a folder.
#include "call.hpp"
#include "functions.hpp"
#include "studies.hpp"
#include <plumbline/data/dataset_catalogue.hpp>
#include <plumbline/data/dataset_check.hpp>
#include <plumbline/study/texts.hpp>

#include <pybind11/stl.h>

namespace plumbline::python {

py::list list_datasets() {
  py::list all;
  for (const auto& d : datasets()) {
    py::dict one;
    one["name"] = d.name;
    one["summary"] = d.summary;
    one["system"] = d.is_table() ? py::object(py::none()) : py::str(d.system);
    one["step"] = d.is_table() ? py::object(py::none()) : py::str(d.step);
    one["steps"] = d.is_table() ? py::object(py::none()) : py::int_(d.steps);
    one["digits"] = d.digits;
    one["columns"] = column_names(d);
    all.append(one);
  }
  return all;
}

dataset_checked check_dataset(const std::string& folder, bool full, const std::string& seed) {
  run_control control;
  const call_host host;
  control.stop_requested = [&host] { return host.stop_requested(); };
  const auto chosen = static_cast<std::uint64_t>(parse_count("--seed", seed, 0, largest_seed));
  const auto found = check_dataset(folder, full, chosen, control);
  throw_if_stopped(host);
  return {found.wrong, found.rows, found.computed_rows, found.probability()};
}

}  // namespace plumbline::python
