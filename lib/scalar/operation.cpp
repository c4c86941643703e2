// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/scalar/operation.hpp>

#include <array>
#include <cstddef>

namespace plumbline {

namespace {

struct operation_facts {
  std::string_view name;
  int operands;
};

constexpr std::array<operation_facts, 27> operation_table = {
    {{"input", 0}, {"constant", 0}, {"pi", 0},    {"-", 1},     {"+", 2},     {"-", 2},
     {"*", 2},     {"/", 2},        {"sqrt", 1},  {"exp", 1},   {"log", 1},   {"sin", 1},
     {"cos", 1},   {"tan", 1},      {"asin", 1},  {"acos", 1},  {"atan", 1},  {"sinh", 1},
     {"cosh", 1},  {"tanh", 1},     {"asinh", 1}, {"acosh", 1}, {"atanh", 1}, {"atan2", 2},
     {"^", 2},     {"sinc", 1},     {"sinc'", 1}}};

}  // namespace

std::string_view name_of(operation what) {
  return operation_table[static_cast<std::size_t>(what)].name;
}
int operands_of(operation what) { return operation_table[static_cast<std::size_t>(what)].operands; }

}  // namespace plumbline
