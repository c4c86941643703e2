// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The special functions of `plumbline evaluate`, from numbers of Python to Reals.
#include "functions.hpp"

#include "call.hpp"
#include "number_input.hpp"
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
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

std::unique_ptr<rounded_values> values_of(const function_entry& function,
                                          const std::map<std::string, expression>& given,
                                          int digits, elliptic_functions by) {
  const auto found = evaluate_function(function, given, digits, by);
  auto values = std::make_unique<rounded_values>(2 * found.size(), bits_of_digits(digits));
  for (std::size_t i = 0; i < found.size(); ++i) {
    values->names.push_back(found[i].name);
    mpfr_set(&values->parts[2 * i], found[i].value.re.backend().data(), MPFR_RNDN);
    mpfr_set(&values->parts[2 * i + 1], found[i].value.im.backend().data(), MPFR_RNDN);
  }
  return values;
}

/// A function and the names of its arguments, in the order of the function in Python.
struct python_function {
  const function_entry* entry;
  std::vector<std::string> names;
};

std::vector<python_function>& declared_functions() {
  static std::vector<python_function> all;
  return all;
}

PyObject* complex_helper = nullptr;  // plumbline._functions.complex_text

/// The parsed texts of late. The interpreter's lock guards it.
const expression& parsed(const std::string& text) {
  static std::unordered_map<std::string, expression> known;
  constexpr std::size_t most = 512;
  constexpr std::size_t longest = 256;
  static expression other("0");
  if (text.size() > longest) {
    other = expression(text);
    return other;
  }
  if (const auto found = known.find(text); found != known.end()) {
    return found->second;
  }
  expression value(text);
  if (known.size() >= most) {
    known.clear();
  }
  return known.emplace(text, std::move(value)).first->second;
}

/// One argument as an expression; its digits where it is a Real, otherwise 0.
expression read_argument(PyObject* x, int* digits) {
  if (is_real(x)) {
    *digits = digits_of_bits(mpfr_get_prec(value_of(x)));
    return expression(exact_text(x));
  }
  if (PyUnicode_Check(x)) {
    return parsed(unicode_text(x));
  }
  if (PyLong_Check(x) || PyFloat_Check(x)) {
    return parsed(exact_text(x));
  }
  if (complex_helper != nullptr) {
    const py::object text = py::reinterpret_borrow<py::object>(complex_helper)(py::handle(x));
    if (!text.is_none()) {
      const auto parts = text.cast<std::pair<std::string, int>>();
      *digits = parts.second;
      return expression(parts.first);
    }
  }
  return expression(exact_text(x));
}

int checked_digits(PyObject* asked) {
  if (PyBool_Check(asked) || PyIndex_Check(asked) == 0) {
    throw py::type_error(std::string("digits must be an int, got ") + Py_TYPE(asked)->tp_name);
  }
  const Py_ssize_t digits = PyNumber_AsSsize_t(asked, nullptr);
  if (digits < 1 || digits > most_digits) {
    throw invalid_input("digits must be a whole number from 1 to " + std::to_string(most_digits) +
                        ", got '" + py::str(py::handle(asked)).cast<std::string>() + "'");
  }
  return static_cast<int>(digits);
}

std::unique_ptr<rounded_values> compute(const function_entry& function,
                                        std::map<std::string, expression> given, int digits,
                                        elliptic_functions by) {
  // a short computation is done here; a long one where Ctrl-C does not wait for it
  constexpr int most_digits_here = 1000;
  if (digits <= most_digits_here) {
    const py::gil_scoped_release released;
    return values_of(function, given, digits, by);
  }
  const auto found = std::make_shared<std::unique_ptr<rounded_values>>();
  run(
      [found, &function, given = std::move(given), digits, by] {
        const call_host host;
        const interruptible ends([&host] { throw_if_stopped(host); });
        *found = values_of(function, given, digits, by);
      },
      py::none(), py::none());
  return std::move(*found);
}

/// The arguments of a call, and how many digits it has: those asked for, or those of the Real with the fewest, or 64.
class call_arguments {
 public:
  void add(const std::string& name, PyObject* x) {
    int digits = 0;
    given_.emplace(name, read_argument(x, &digits));
    fewest_ = digits > 0 ? std::min(fewest_, digits) : fewest_;
  }
  std::unique_ptr<rounded_values> values(const function_entry& function, PyObject* asked,
                                         elliptic_functions by) {
    const int digits = asked != Py_None         ? checked_digits(asked)
                       : fewest_ <= most_digits ? fewest_
                                                : default_digits;
    return compute(function, std::move(given_), digits, by);
  }

 private:
  std::map<std::string, expression> given_;
  int fewest_ = most_digits + 1;
};

py::object real_of(const rounded_values& values, std::size_t part) {
  PyObject* x = new_real(&values.parts[part]);
  if (x == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(x);
}

}  // namespace

std::size_t declare_function(const std::string& name, std::vector<std::string> arguments) {
  declared_functions().push_back({&find_function(name), std::move(arguments)});
  return declared_functions().size() - 1;
}

void set_complex_helper(const py::object& helper) {
  Py_XSETREF(complex_helper, py::object(helper).release().ptr());
}

py::object call_function(const py::args& words) {
  // number of the function, digits or None, whose functions, values
  constexpr std::size_t before_values = 3;
  PyObject* const* items = PySequence_Fast_ITEMS(words.ptr());
  const python_function& function = declared_functions().at(PyLong_AsSize_t(items[0]));
  const elliptic_functions by = items[2] == Py_None
                                    ? elliptic_functions::own
                                    : parse_elliptic_functions(exact_text(items[2]));
  call_arguments given;
  for (std::size_t i = before_values; i < words.size(); ++i) {
    if (items[i] != Py_None) {
      given.add(function.names.at(i - before_values), items[i]);
    }
  }
  const auto values = given.values(*function.entry, items[1], by);
  if (values->names.size() == 1 && !function.entry->complex_values) {
    return real_of(*values, 0);
  }
  py::list all;
  for (std::size_t k = 0; k < values->parts.size(); ++k) {
    all.append(real_of(*values, k));
  }
  return all;
}

py::list evaluate_function(const std::string& name, const py::dict& arguments,
                           const py::object& asked, const std::string& by) {
  const function_entry& function = find_function(name);
  call_arguments given;
  for (const auto& [key, value] : arguments) {
    given.add(key.cast<std::string>(), value.ptr());
  }
  const auto values = given.values(function, asked.ptr(), parse_elliptic_functions(by));
  py::list rows;
  for (std::size_t i = 0; i < values->names.size(); ++i) {
    rows.append(py::make_tuple(
        values->names[i], real_of(*values, 2 * i),
        function.complex_values ? real_of(*values, 2 * i + 1) : py::object(py::none())));
  }
  return rows;
}

py::list list_functions() {
  py::list all;
  for (const auto& f : functions()) {
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
