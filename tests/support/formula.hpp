// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas for tests: nodes from a postfix text ("x0 x1 * sin 0.1 +"), and their values in a scalar.
#pragma once

#include <plumbline/math/graph.hpp>
#include <plumbline/math/runner.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline::testing {

inline operation operation_named(const std::string& name) {
  static const std::map<std::string, operation> names = {
      {"neg", operation::negate},  {"+", operation::add},       {"-", operation::subtract},
      {"*", operation::multiply},  {"/", operation::divide},    {"sqrt", operation::sqrt},
      {"exp", operation::exp},     {"log", operation::log},     {"sin", operation::sin},
      {"cos", operation::cos},     {"tan", operation::tan},     {"asin", operation::asin},
      {"acos", operation::acos},   {"atan", operation::atan},   {"sinh", operation::sinh},
      {"cosh", operation::cosh},   {"tanh", operation::tanh},   {"asinh", operation::asinh},
      {"acosh", operation::acosh}, {"atanh", operation::atanh}, {"atan2", operation::atan2},
      {"pow", operation::power},   {"sinc", operation::sinc},   {"sinc'", operation::sinc_slope}};
  return names.at(name);
}

/// The node of a postfix text: x0, x1, … are inputs, "pi" is π, other words operations or decimal constants.
inline node_id node_of_postfix(graph& g, const std::string& text) {
  std::vector<node_id> stack;
  const auto pop = [&] {
    const node_id top = stack.at(stack.size() - 1);
    stack.pop_back();
    return top;
  };
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word[0] == 'x') {
      stack.push_back(g.input(std::stoi(word.substr(1))));
    } else if (word == "pi") {
      stack.push_back(g.pi());
    } else if ((word[0] >= '0' && word[0] <= '9') || (word[0] == '-' && word.size() > 1)) {
      stack.push_back(g.constant(exact_number::decimal(word)));
    } else {
      const operation what = operation_named(word);
      const node_id b = operands_of(what) == 2 ? pop() : -1;
      const node_id a = pop();
      stack.push_back(b < 0 ? g.apply(what, a) : g.apply(what, a, b));
    }
  }
  EXPECT_EQ(stack.size(), 1U) << text;
  return stack.at(0);
}

/// The values of nodes at these inputs.
template <class T>
std::vector<T> values_of(const graph& g, const std::vector<node_id>& nodes,
                         const std::vector<T>& x) {
  const std::vector<int> stages(x.size(), 0);
  runner<T> r(std::make_shared<const program>(g, nodes, stages));
  for (std::size_t i = 0; i < x.size(); ++i) {
    r.input(static_cast<int>(i)) = x[i];
  }
  r.run(0);
  std::vector<T> values;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    values.push_back(r.result(static_cast<int>(i)));
  }
  return values;
}
template <class T>
T value_of(const graph& g, node_id node, const std::vector<T>& x) {
  return values_of<T>(g, {node}, x).at(0);
}

/// The rows of a table with tabs under reference/oracles; fails the test when there are fewer than `at_least`.
inline std::vector<std::vector<std::string>> read_table(const std::string& name,
                                                        std::size_t at_least) {
  std::ifstream in(std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/" + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, '\t');) {
      cells.push_back(cell);
    }
    rows.push_back(std::move(cells));
  }
  EXPECT_GE(rows.size(), at_least) << name << " is missing or cut short";
  return rows;
}

}  // namespace plumbline::testing
