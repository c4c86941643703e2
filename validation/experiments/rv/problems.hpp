// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// RV: the problems whose end values are copied from test set to test set, as equations of first order y′ = f(y), and their
// motions to any number of digits. What is printed stands in reference/published/rv.toml; the starts are input, and stand
// here.
#pragma once

#include "experiments/experiment.hpp"
#include "report/result.hpp"
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/vector.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::experiments::rv {

/// Equations and a start, whose numbers are exact texts.
struct problem {
  std::shared_ptr<const system_entry> system;
  std::vector<std::string> start;
};

struct body {
  std::string mass;
  std::vector<std::string> place;
  std::vector<std::string> velocity;
};

/// q_i″ = G Σ_{j≠i} m_j (q_j − q_i)/|q_j − q_i|³. The state is (q_1, q_2, …, v_1, v_2, …).
problem gravity(const std::string& constant, const std::vector<body>& bodies);
/// x″ = x + 2y′ − (1 − μ)(x + μ)/D₁ − μ(x − 1 + μ)/D₂, y″ = y − 2x′ − (1 − μ)y/D₁ − μy/D₂ with μ = 0.012277471. The state is
/// (x, y, x′, y′).
problem restricted_three_bodies();
/// x′ = 10(y − x), y′ = 28x − y − xz, z′ = xy − 8z/3
problem lorenz();
/// q″ = −sin q. The state is (q, p).
problem pendulum();

/// The state after `time`, on which two Taylor integrations of different order, step and precision agree to `digits` digits
/// of the largest entry. `parts`: how often the motion stops on the way, to ask the context whether to go on.
vector<mp> end_state(context& c, const problem& p, const std::string& time, int digits,
                     int parts = 1);

/// The state after `time` in the present precision_scope by one Taylor integration of so many more orders than suit the
/// digits.
vector<mp> flow(const problem& p, const vector<mp>& start, const mp& time, int more_orders);

/// The root of `equations`, which has as many entries as `unknowns`, near the given texts. Found twice: with `digits` + 20
/// digits and with 14 more and other orders; returned in the precision of the caller are the values on which both agree to
/// `digits` digits. Throws std::runtime_error where they do not.
using equations = std::function<vector<mp>(const vector<mp>& unknowns, int more_orders)>;
std::vector<std::string> root(context& c, const equations& f,
                              const std::vector<std::string>& unknowns, int digits);

/// The printed text with the digits that are not true in brackets: 3.14159[3]. A digit is true when the number is right to
/// one unit of its place.
std::string marked(const std::string& printed, const std::string& truth);
/// How many digits are true, and of how many: "13 of 16".
std::string true_of_all(const std::string& printed, const std::string& truth);

/// Judges the numbers with these keys and adds a table of them with the false digits marked.
struct value {
  std::string label;
  std::string key;
  std::string truth;
};
void judge_all(report::section& out, const std::string& caption, const std::vector<value>& values);

}  // namespace plumbline::experiments::rv
