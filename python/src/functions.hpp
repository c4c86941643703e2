// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What Python learns of the catalogues, and the special functions.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace plumbline::python {

namespace py = pybind11;

/// Rows (name, real part, imaginary part or None). Without digits: those of the Real with the fewest, otherwise 64. Throws as
/// the command `evaluate` does.
py::list evaluate_function(const std::string& name, const py::dict& arguments,
                           const py::object& digits, const std::string& by);
/// Says that call_function takes the values of these arguments, in this order, for the number that is returned.
std::size_t declare_function(const std::string& name, std::vector<std::string> arguments);
/// call_function(number, digits, by, values...): evaluate_function for those whose time is that of the call. A Real, or the
/// list of real and imaginary parts.
py::object call_function(const py::args& words);
/// A function that turns a complex number into a text and digits (0: exact), and anything else into None.
void set_complex_helper(const py::object& helper);
py::list list_functions();

/// Facts of all systems and schemes of the catalogue.
py::list list_systems();
py::list list_schemes();
/// Name, system, step, steps, digits and columns of the datasets that have a name; None where a table has no system.
py::list list_datasets();
/// Facts of a system: of a name, or of a text where that is not empty, in which case the name stands in messages. Throws
/// invalid_input for settings that it does not take.
py::dict system_facts(const std::string& name, const std::string& text,
                      const std::map<std::string, std::string>& settings);
/// Whether the mass matrix of a Lagrangian system, given by its name or its file, is regular; where it is not, where and why.
py::dict mass_facts(const std::string& word, const std::map<std::string, std::string>& settings);
/// Facts of a scheme, as system_facts.
py::dict scheme_facts(const std::string& name, const std::string& text,
                      const std::map<std::string, std::string>& settings);

}  // namespace plumbline::python
