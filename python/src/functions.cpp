// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The special functions of `plumbline evaluate`, from numbers of Python to Reals.
#include "functions.hpp"

#include "call.hpp"
#include "number_input.hpp"
#include "shared/functions.hpp"

#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::python {

namespace {

/// The values rounded to the precision of the digits, real and imaginary part one after the other.
struct rounded_values {
  explicit rounded_values(std::size_t count, mpfr_prec_t bits) : parts(count) {
    for (auto& part : parts) {
      mpfr_init2(&part, bits);
    }
  }
  rounded_values(const rounded_values&) = delete;
  rounded_values& operator=(const rounded_values&) = delete;
  ~rounded_values() {
    for (auto& part : parts) {
      mpfr_clear(&part);
    }
  }
  std::vector<std::string> names;
  std::vector<__mpfr_struct> parts;
};

std::unique_ptr<rounded_values> values_of(const cli::function_entry& function,
                                          const std::map<std::string, expression>& given,
                                          int digits, elliptic_functions by) {
  const auto found = cli::evaluate_function(function, given, digits, by);
  auto values = std::make_unique<rounded_values>(2 * found.size(), bits_of_digits(digits));
  for (std::size_t i = 0; i < found.size(); ++i) {
    values->names.push_back(found[i].name);
    mpfr_set(&values->parts[2 * i], found[i].value.re.backend().data(), MPFR_RNDN);
    mpfr_set(&values->parts[2 * i + 1], found[i].value.im.backend().data(), MPFR_RNDN);
  }
  return values;
}

}  // namespace

py::list evaluate_function(const std::string& name, const py::dict& arguments, int digits,
                           const std::string& by) {
  const cli::function_entry& function = cli::find_function(name);
  std::map<std::string, expression> given;
  for (const auto& [key, value] : arguments) {
    given.emplace(key.cast<std::string>(), expression(exact_text(value)));
  }
  const elliptic_functions source = parse_elliptic_functions(by);
  // a short computation is done here; a long one where Ctrl-C does not wait for it
  constexpr int most_digits_here = 1000;
  std::unique_ptr<rounded_values> values;
  if (digits <= most_digits_here) {
    const py::gil_scoped_release released;
    values = values_of(function, given, digits, source);
  } else {
    const auto found = std::make_shared<std::unique_ptr<rounded_values>>();
    run([found, &function, given, digits,
         source] { *found = values_of(function, given, digits, source); },
        py::none(), py::none());
    values = std::move(*found);
  }
  py::list rows;
  for (std::size_t i = 0; i < values->names.size(); ++i) {
    const auto part = [&](std::size_t k) {
      PyObject* x = new_real(&values->parts[k]);
      if (x == nullptr) {
        throw py::error_already_set();
      }
      return py::reinterpret_steal<py::object>(x);
    };
    rows.append(py::make_tuple(values->names[i], part(2 * i),
                               function.complex_values ? part(2 * i + 1) : py::object(py::none())));
  }
  return rows;
}

py::list list_functions() {
  py::list all;
  for (const auto& f : cli::functions()) {
    py::dict one;
    one["name"] = f.name;
    one["summary"] = f.summary;
    one["formula"] = f.formula;
    one["source"] = f.reference;
    one["required"] = f.required;
    one["optional"] = f.optional;
    one["complex_arguments"] = f.complex_arguments;
    one["complex_values"] = f.complex_values;
    all.append(one);
  }
  return all;
}

}  // namespace plumbline::python
