// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What Python learns of the catalogues, and the special functions.
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <string>

namespace plumbline::python {

namespace py = pybind11;

/// Rows (name, real part, imaginary part or None). Throws as the command `evaluate` does.
py::list evaluate_function(const std::string& name, const py::dict& arguments, int digits,
                           const std::string& by);
py::list list_functions();

/// Facts of all systems and schemes of the catalogue.
py::list list_systems();
py::list list_schemes();
/// Facts of a system: of a name, or of a text where that is not empty, in which case the name stands in messages. Throws
/// invalid_input for settings that it does not take.
py::dict system_facts(const std::string& name, const std::string& text,
                      const std::map<std::string, std::string>& settings);
/// The same of a scheme.
py::dict scheme_facts(const std::string& name, const std::string& text,
                      const std::map<std::string, std::string>& settings);

}  // namespace plumbline::python
