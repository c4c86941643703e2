// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The module plumbline._core: numbers, runs, functions, facts. What Python's users see is written in Python, in
// ../plumbline; this part is what they cannot do themselves.
#include "call.hpp"
#include "functions.hpp"
#include "number_input.hpp"
#include "real.hpp"
#include "studies.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/io/fault.hpp>
#include <plumbline/io/svg_plot.hpp>
#include <plumbline/study/certified.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace plumbline::python {

namespace {

PyObject* error_factory = nullptr;  // plumbline._errors.make_error

/// Raises what the factory makes of a kind, a message and the report of a failed step.
void raise(const char* kind, const std::string& message, const step_failure* failure = nullptr) {
  if (error_factory == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, message.c_str());
    return;
  }
  py::dict report;
  if (failure != nullptr) {
    report["step"] = failure->step();
    report["time"] = failure->time();
    report["residual"] = failure->report().residual;
    report["iterations"] = failure->report().iterations;
    report["outcome"] = std::string(to_string(failure->report().outcome));
  }
  const py::object text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
  const py::object error = py::reinterpret_borrow<py::object>(error_factory)(kind, text, report);
  PyErr_SetObject(py::type::of(error).ptr(), error.ptr());
}

/// A fault (io/fault.hpp), as an exception of Python.
void raise(const fault& f) {
  switch (f.kind) {
    case fault_kind::interrupted:
      PyErr_SetNone(PyExc_KeyboardInterrupt);
      return;
    case fault_kind::memory:
      PyErr_NoMemory();
      return;
    case fault_kind::closed_pipe:
    case fault_kind::io:
      return raise("io", f.message);
    case fault_kind::usage:
    case fault_kind::input:
      return raise("input", f.message);
    case fault_kind::domain:
      return raise("domain", f.message);
    case fault_kind::numerics:
      return raise("solver", f.message);
    case fault_kind::internal:
      return raise("internal", line_of(f));
  }
}

void translate(std::exception_ptr pointer) {
  if (!pointer) {
    return;
  }
  try {
    std::rethrow_exception(pointer);
  } catch (const step_failure& error) {
    raise("solver", error.what(), &error);
  } catch (const py::builtin_exception&) {
    throw;  // pybind11's own
  } catch (const py::error_already_set&) {
    throw;
  } catch (...) {
    raise(fault_of(pointer));
  }
}

py::object meta_value(const metadata_entry& entry) {
  if (const auto* text = std::get_if<std::string>(&entry.value)) {
    return py::str(*text);
  }
  if (const auto* count = std::get_if<std::int64_t>(&entry.value)) {
    return py::int_(*count);
  }
  py::dict named;
  for (const auto& [name, value] : std::get<metadata_entry::named_values>(entry.value)) {
    named[py::str(name)] = value;
  }
  return named;
}

std::size_t checked_place(const number_table& table, py::ssize_t row, py::ssize_t column) {
  const auto rows = static_cast<py::ssize_t>(table.rows());
  const auto columns = static_cast<py::ssize_t>(table.columns().size());
  if (row < 0 || row >= rows || column < 0 || column >= columns) {
    throw py::index_error("there is no such cell");
  }
  return static_cast<std::size_t>(row * columns + column);
}

py::object owned(PyObject* x) {
  if (x == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(x);
}

void add_tables(py::module_& module) {
  py::class_<number_table, std::shared_ptr<number_table>>(module, "NumberTable")
      .def_property_readonly("columns", &number_table::columns)
      .def_property_readonly("digits", &number_table::digits)
      .def("__len__", &number_table::rows)
      .def("cell", [](const number_table& t, py::ssize_t row,
                      py::ssize_t column) { return owned(t.cell(checked_place(t, row, column))); })
      .def("row",
           [](const number_table& t, py::ssize_t row) {
             const std::size_t first = checked_place(t, row, 0);
             py::tuple cells(t.columns().size());
             for (std::size_t k = 0; k < t.columns().size(); ++k) {
               cells[k] = owned(t.cell(first + k));
             }
             return cells;
           })
      .def("column",
           [](const number_table& t, py::ssize_t column) {
             const std::size_t width = t.columns().size();
             py::list cells(t.rows());
             for (std::size_t i = 0; i < t.rows(); ++i) {
               cells[i] = owned(t.cell(checked_place(t, static_cast<py::ssize_t>(i), column)));
             }
             (void)width;
             return cells;
           })
      .def(
          "doubles",
          [](const number_table& t, py::ssize_t column) {
            const std::size_t rows = t.rows();
            PyObject* bytes = PyByteArray_FromStringAndSize(
                nullptr, static_cast<py::ssize_t>(rows * sizeof(double)));
            const py::object result = owned(bytes);
            auto* values = reinterpret_cast<double*>(PyByteArray_AS_STRING(bytes));
            for (std::size_t i = 0; i < rows; ++i) {
              values[i] = t.as_double(checked_place(t, static_cast<py::ssize_t>(i), column));
            }
            return result;
          },
          "The nearest doubles of a column as bytes.");
}

py::dict dict_of(const metadata& facts) {
  py::dict all;
  for (const auto& entry : facts) {
    all[py::str(entry.key)] = meta_value(entry);
  }
  return all;
}

/// Cells of a column: an int where it counts, None where a number is missing, otherwise the text.
py::object cell_of(const std::string& text, column_kind kind) {
  if (text.empty() && kind != column_kind::text) {
    return py::none();
  }
  return kind == column_kind::count ? py::object(py::int_(py::str(text)))
                                    : py::object(py::str(text));
}

py::list rows_of(const table_value& table) {
  py::list rows(table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    py::list cells(table.columns.size());
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      cells[k] = cell_of(table.rows[i][k], table.columns[k].kind);
    }
    rows[i] = std::move(cells);
  }
  return rows;
}

void add_runs(py::module_& module) {
  py::class_<study_call, std::shared_ptr<study_call>>(module, "StudyCall")
      .def(py::init<>())
      .def_readwrite("study", &study_call::study)
      .def_readwrite("name", &study_call::name)
      .def_readwrite("second_name", &study_call::second_name)
      .def_readwrite("options", &study_call::options)
      .def_readwrite("flags", &study_call::flags)
      .def_readwrite("set", &study_call::set)
      .def_readwrite("start", &study_call::start)
      .def_readwrite("lists", &study_call::lists)
      .def_readwrite("arguments", &study_call::arguments)
      .def_readwrite("command_line", &study_call::command_line);
  module.def(
      "trajectory",
      [](const std::shared_ptr<study_call>& asked, const py::object& progress,
         const py::object& warn) {
        const auto found = std::make_shared<trajectory_found>();
        run([asked, found] { *found = trajectory_of(*asked); }, progress, warn);
        return py::make_tuple(found->numbers, dict_of(found->facts));
      },
      py::arg("call"), py::arg("progress"), py::arg("warn"));
  module.def(
      "study",
      [](const std::shared_ptr<study_call>& asked, const py::object& progress,
         const py::object& warn) {
        const auto found = std::make_shared<study_found>();
        run([asked, found] { *found = study(*asked); }, progress, warn);
        std::vector<std::string> columns;
        for (const auto& column : found->table.columns) {
          columns.push_back(column.name);
        }
        return py::make_tuple(found->is_wrong, dict_of(found->table.facts), columns,
                              rows_of(found->table));
      },
      py::arg("call"), py::arg("progress"), py::arg("warn"));
  module.def(
      "check_dataset",
      [](const std::string& folder, bool full, const std::string& seed, const py::object& progress,
         const py::object& warn) {
        const auto found = std::make_shared<dataset_checked>();
        run([=] { *found = check_dataset(folder, full, seed); }, progress, warn);
        return py::make_tuple(found->wrong, found->rows, found->computed_rows, found->probability);
      },
      py::arg("folder"), py::arg("full"), py::arg("seed"), py::arg("progress"), py::arg("warn"));
  module.def("finish", &finish_all_calls);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  py::register_exception_translator(&translate);
  add_real(module);
  add_tables(module);
  add_runs(module);
  module.def("_set_error_factory", [](const py::object& factory) {
    Py_XSETREF(error_factory, py::object(factory).release().ptr());
  });
  module.def(
      "int_text",
      [](const py::int_& x) {
        mpz_t value;
        mpz_init(value);
        to_mpz(value, x.ptr());
        std::string text(mpz_sizeinbase(value, 10) + 2, '\0');
        mpz_get_str(text.data(), 10, value);
        mpz_clear(value);
        return std::string(text.c_str());
      },
      "The decimal text of an int of any length.");
  module.def("exact_text", [](const py::object& x) { return exact_text(x); });
  module.def("evaluate_function", &evaluate_function);
  module.def("declare_function", &declare_function);
  module.def("call_function", &call_function);
  module.def("_set_complex_helper", &set_complex_helper);
  module.def("list_functions", &list_functions);
  module.def("list_systems", &list_systems);
  module.def("list_schemes", &list_schemes);
  module.def("list_datasets", &list_datasets);
  module.def("system_facts", &system_facts);
  module.def("mass_facts", &mass_facts);
  module.def("scheme_facts", &scheme_facts);
  module.def(
      "svg_of_curves",
      [](const std::string& description, const std::string& x_label, const std::string& y_label,
         const std::vector<std::tuple<std::string, std::vector<double>, std::vector<double>>>&
             curves,
         bool log_x, bool log_y) {
        plot p;
        p.description = description;
        p.x_label = x_label;
        p.y_label = y_label;
        p.log_x = log_x;
        p.log_y = log_y;
        for (const auto& [title, x, y] : curves) {
          curve c{.title = title, .shows = role_of_curve(p.curves.size())};
          for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
            c.points.push_back({x[i], y[i]});
          }
          p.curves.push_back(std::move(c));
        }
        return svg_plot(p);
      },
      py::arg("description"), py::arg("x_label"), py::arg("y_label"), py::arg("curves"),
      py::arg("log_x") = false, py::arg("log_y") = false);
  module.attr("version") = std::string(version());
  module.attr("commit") = std::string(commit());
  module.attr("can_certify") = can_certify();
  module.attr("has_hdf5") = has_hdf5();
}

}  // namespace plumbline::python
