// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A formula of the state, EXPR of --section, as a program with the inputs q, v, p, t and the parameters. Names are those of a
// system's file: coordinates, dot(x), p(x), t, parameters, what the file defines; q1, v1, p1 everywhere.
#pragma once

#include <plumbline/math/program.hpp>
#include <plumbline/study/problem.hpp>

#include <memory>
#include <string>

namespace plumbline {

struct state_formula {
  std::shared_ptr<const program> code;
  int n = 0;
  int q(int i) const { return i; }
  int v(int i) const { return n + i; }
  int p(int i) const { return 2 * n + i; }
  int t() const { return 3 * n; }
  int parameter(int i) const { return 3 * n + 1 + i; }
};

/// Throws invalid_input, with the name of the option, for what is no such formula.
std::shared_ptr<const state_formula> record_state_formula(const std::string& option,
                                                          const std::string& text,
                                                          const problem& p);

}  // namespace plumbline
