// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steps on systems from files. Kind: truth from outside (reference/oracles/systems/steps.py reads the same files with sympy and
// steps with mpmath at 90 digits): points with masses, moving constraints, friction and forces, time in the Lagrangian,
// Lagrangians that are not quadratic in the velocities, a parameter as exponent, equations of first order.
#include "support/oracle_csv.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/study/integrate.hpp>

#include <gtest/gtest.h>

namespace {

using namespace plumbline;

/// The start that the entry says, as the file has it.
struct file_start {
  vector<mp64> q;
  vector<mp64> rate;
  bool momenta = false;
  mp64 t{0};
};

file_start start_of(const system_entry& entry) {
  const vector<mp64> zero = vector<mp64>::Constant(entry.dimension, mp64(0));
  file_start start{zero, zero};
  const variables names = detail::parameter_variables(entry.name(), entry.parameters, {});
  for (const auto& [name, text] : entry.info.start) {
    const mp64 value = evaluate<mp64>(expression(text), names);
    if (name == "t") {
      start.t = value;
      continue;
    }
    const auto place = std::stoi(std::string(name.substr(1))) - 1;
    (name[0] == 'q' ? start.q : start.rate)[place] = value;
    start.momenta = start.momenta || name[0] == 'p';
  }
  return start;
}

TEST(system_steps, are_those_of_mpmath) {
  const std::string folder =
      std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/systems/steps/";
  for (const auto& row : plumbline::testing::read_oracle("systems/steps.csv", 30)) {
    const auto entry = load_system(folder + row.at("system") + ".toml");
    const model<mp64> system = entry->make<mp64>();
    const file_start start = start_of(*entry);
    phase_point<mp64> z{start.q, start.rate};
    if (!start.momenta && system.is_lagrangian()) {
      evaluation<mp64> at(system);
      at.set_time(start.t);
      at.momentum(view(start.q), view(start.rate), view(z.p));
    }
    auto stepper = find_scheme(row.at("scheme")).make<mp64>({}, system);
    vector<mp64> y = stepper.start(z, start.t);
    const mp64 h = evaluate<mp64>(expression(row.at("step")));
    const int steps = std::stoi(row.at("steps"));
    ASSERT_EQ(integrate<mp64>(stepper, y, time_grid<mp64>(start.t, h, steps),
                              [](std::int64_t, const mp64&, const vector<mp64>&) {}),
              run_outcome::finished);
    std::istringstream end(row.at("end"));
    const auto last = stepper.phase(y, mp64(start.t + h * steps));
    const bool first_order = !system.is_lagrangian();
    for (Eigen::Index i = 0; i < (first_order ? y.size() : 2 * z.q.size()); ++i) {
      std::string printed;
      ASSERT_TRUE(end >> printed);
      const mp64 value = first_order ? y[i] : i < z.q.size() ? last.q[i] : last.p[i - z.q.size()];
      const precision_scope scope(100);
      const mp reference = decimal<mp>(printed);
      const mp scale = std::max(mp(1), mp(abs(reference)));
      EXPECT_LT(to_double(mp(abs(widen<mp>(value) - reference) / scale)), 1e-62)
          << row.at("system") << " " << row.at("scheme") << " " << i;
    }
  }
}

}  // namespace
