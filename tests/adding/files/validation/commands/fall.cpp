// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline fall --time T`
#include "cli/command.hpp"
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/core/start_values.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/scalar/text.hpp>

#include <CLI/CLI.hpp>

#include <memory>

namespace plumbline::cli {

runner define_fall(CLI::App& app) {
  const auto time = std::make_shared<std::string>("1");
  app.add_option("--time", *time, "the time of the fall");
  app.footer("Example:\n  plumbline fall --time 2");
  return [time](const call&) {
    const precision_scope scope(30);
    const auto motion = solve_exactly(
        exact_problem::of(find_system("falling-body"), {}, start_values<mp>({0}, {0})));
    auto out = output::standard();
    out.write("height = " + to_text(motion.state(decimal<mp>(*time)).q[0]) + "\n");
    out.commit();
    return 0;
  };
}

}  // namespace plumbline::cli
