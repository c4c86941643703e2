// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The contract of every scheme in the catalogue, at 64 digits, where rounding errors cannot hide a mistake:
// declared order (two-sided), symmetry, symplecticity, precision kept, bad input refused. A scheme that is
// registered is tested (on linear systems with what it declares for them besides); a new system adds its flow to
// reference/oracles/flows/make.py. Kind: properties, and orders against flows that mpmath computed by extrapolation.
#include "support/catalogue_runs.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <ostream>
#include <stdexcept>

namespace plumbline {
namespace {

struct contract_case {
  std::string scheme;
  std::string system;
  settings chosen;
};

std::string case_name(const contract_case& c) {
  std::string name =
      c.scheme + "_" + (c.chosen.empty() ? "" : c.chosen.begin()->second + "_") + c.system;
  for (char& letter : name) {
    letter = letter == '-' ? '_' : letter;
  }
  return name;
}

// GoogleTest prints the value of each case at every start of the program; without this it prints the bytes of the
// objects, which was four fifths of the time of a test.
void PrintTo(const contract_case& c, std::ostream* out) { *out << case_name(c); }

// Every scheme on every system that it fits and that has a dimension of its own; families at degrees 1 to 8.
std::vector<contract_case> all_cases() {
  std::vector<contract_case> list;
  for (const scheme_entry& scheme : schemes()) {
    for (const system_entry& system : systems()) {
      if (system.takes_matrices || !scheme.fits(system)) {
        continue;
      }
      const std::string family = scheme.parameters.empty() ? "" : scheme.parameters.front().name;
      if (family != "degree" && family != "stages" && family != "order") {
        list.push_back({scheme.info.name, system.name(), {}});
        continue;
      }
      // Radau and Lobatto tables share one engine and one way to compute their nodes
      const int largest =
          scheme.info.name.starts_with("radau") || scheme.info.name.starts_with("lobatto-") ? 3 : 8;
      for (int degree = 1; degree <= largest; ++degree) {
        list.push_back({scheme.info.name, system.name(), {{family, std::to_string(degree)}}});
      }
    }
  }
  return list;
}

nlohmann::json flow_of(const std::string& system) {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/reference/oracles/flows/flows.json");
  const auto stored = nlohmann::json::parse(file);
  for (const auto& flow : stored.at("flows")) {
    if (flow.at("system") == system) {
      return flow;
    }
  }
  throw std::runtime_error("no flow of " + system + " in reference/oracles/flows/flows.json");
}

// Numbers of the flow: start_q, start_p at the beginning, q, p after a tenth of a second.
template <class T>
vector<T> numbers(const nlohmann::json& flow, const char* key) {
  const auto& list = flow.at(key);
  vector<T> x(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = evaluate<T>(expression(list[i].get<std::string>()));
  }
  return x;
}

template <class T>
phase_point<T> start_of(const std::string& system) {
  const auto flow = flow_of(system);
  return {numbers<T>(flow, "start_q"), numbers<T>(flow, "start_p")};
}

// A defect that is no rounding error at 64 digits. Schemes of high order have small ones.
constexpr double unmistakable = 1e-45;

class scheme_contract : public ::testing::TestWithParam<contract_case> {
 protected:
  template <class T>
  any_stepper<T> stepper() const {
    return find_scheme(GetParam().scheme)
        .make<T>(GetParam().chosen, find_system(GetParam().system).make<T>());
  }
  /// The facts that must hold for this case.
  scheme_info info() const {
    scheme_info facts = find_scheme(GetParam().scheme).info_for(GetParam().chosen);
    const system_entry& system = find_system(GetParam().system);
    for (const auto& [here, special] : {std::pair{system.facts.linear, &facts.on_linear},
                                        std::pair{system.facts.separable, &facts.on_separable}}) {
      if (here) {
        facts.symmetric = facts.symmetric || special->symmetric;
        facts.symplectic = facts.symplectic || special->symplectic;
      } else {
        *special = {};
      }
    }
    return facts;
  }
};

TEST_P(scheme_contract, has_its_declared_order) {
  const auto flow = flow_of(GetParam().system);
  const phase_point<mp64> end{numbers<mp64>(flow, "q"), numbers<mp64>(flow, "p")};
  std::vector<mp64> steps;
  std::vector<mp64> errors;
  // schemes over a base come to their order later: their leading coefficient is small beside the next ones; the error of a
  // scheme that is not symmetric has the next power of h beside the leading one, and not the next but one
  const int coarse = !info().symmetric ? 256 : find_scheme(GetParam().scheme).base_for ? 128 : 32;
  for (const int n : {coarse, 2 * coarse}) {
    auto s = stepper<mp64>();
    const mp64 h = rational<mp64>(1, 10 * n);
    const auto z = test::run(s, start_of<mp64>(GetParam().system), h, n);
    const mp64 dq = max_magnitude(z.q - end.q) / max_magnitude(end.q);
    const mp64 dp = z.p.size() == 0 ? mp64(0) : max_magnitude(z.p - end.p) / max_magnitude(end.p);
    steps.push_back(h);
    errors.push_back(dq < dp ? dp : dq);
    if (info().on_linear.exact) {
      EXPECT_LT(to_double(errors.back()), 1e-60);
      continue;
    }
    ASSERT_GT(to_double(errors.back()), 1e-58)
        << "the error drowns in rounding: no order can be read";
  }
  if (!info().on_linear.exact) {
    EXPECT_NEAR(to_double(fitted_order(steps, errors)), info().order, 0.02);
  }
}

TEST_P(scheme_contract, is_symmetric_just_when_it_says_so) {
  auto s = stepper<mp64>();
  const vector<mp64> start = s.start(start_of<mp64>(GetParam().system));
  vector<mp64> y = start;
  const mp64 h = rational<mp64>(1, 20);
  ASSERT_TRUE(s.step(y, mp64(0), h).ok());
  ASSERT_TRUE(s.step(y, h, mp64(-h)).ok());
  const double back = to_double(max_magnitude(y - start));
  if (info().symmetric) {
    EXPECT_LT(back, 1e-60);
  } else {
    EXPECT_GT(back, unmistakable);
  }
}

double defect_at(const scheme_entry& scheme, const contract_case& c, int digits) {
  const precision_scope scope(digits);
  using D = tangent_number<mp>;
  const auto& system = find_system(c.system);
  auto s = scheme.make<D>(c.chosen, system.make<D>());
  const auto z = start_of<mp>(c.system);
  const Eigen::Index n = system.dimension;
  vector<mp> y(2 * n);
  y << z.q, z.p;
  // whatever the state of the scheme is, the form lives on (q, p)
  const auto jacobian = step_jacobian<mp>(
      [&](vector<D>& w) {
        vector<D> state = s.start({w.head(n), w.tail(n)});
        const solve_report report = s.step(state, D(0), D(rational<mp>(1, 20)));
        const auto end = s.phase(state);
        w << end.q, end.p;
        return report;
      },
      y);
  return to_double(symplecticity_defect(jacobian));
}

TEST_P(scheme_contract, is_symplectic_just_when_it_says_so) {
  if (find_system(GetParam().system).kind != system_kind::lagrangian) {
    GTEST_SKIP() << "no momenta, no symplectic form";
  }
  const auto& scheme = find_scheme(GetParam().scheme);
  const double at_64 = defect_at(scheme, GetParam(), 64);
  if (info().symplectic) {
    EXPECT_LT(at_64, 1e-60);
    EXPECT_LT(defect_at(scheme, GetParam(), 100), 1e-96)
        << "a defect that does not shrink is not rounding";
  } else {
    EXPECT_GT(at_64, unmistakable);
  }
}

TEST_P(scheme_contract, keeps_the_precision_of_its_scalar) {
  constexpr int count = 20;
  auto s = stepper<mp64>();
  const auto fine = test::run(s, start_of<mp64>(GetParam().system), rational<mp64>(1, 50), count);
  auto d = stepper<double>();
  const auto coarse =
      test::run(d, start_of<double>(GetParam().system), rational<double>(1, 50), count);
  EXPECT_LT(test::relative_difference(coarse, scalar_cast<double>(fine)), 1e-12);  // the promise
  const precision_scope scope(100);
  auto m = stepper<mp>();
  const auto finer = test::run(m, start_of<mp>(GetParam().system), rational<mp>(1, 50), count);
  EXPECT_LT(test::relative_difference(scalar_cast<mp>(fine), finer), 1e-61);
  EXPECT_GT(test::relative_difference(scalar_cast<mp>(fine), finer), 0)
      << "100 digits were not used";
}

TEST_P(scheme_contract, refuses_settings_that_are_not_its_own) {
  const auto system = find_system(GetParam().system).make<double>();
  EXPECT_THROW((void)find_scheme(GetParam().scheme).make<double>({{"no-such", "1"}}, system),
               invalid_input);
}

TEST_P(scheme_contract, reports_a_state_that_is_not_finite) {
  auto s = stepper<double>();
  vector<double> y = s.start(start_of<double>(GetParam().system));
  y[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(s.step(y, 0, 0.01).ok());
}

INSTANTIATE_TEST_SUITE_P(catalogue, scheme_contract, ::testing::ValuesIn(all_cases()),
                         [](const auto& c) { return case_name(c.param); });

TEST(catalogue, suggests_the_nearest_name) {
  try {
    (void)find_scheme("simson");
    FAIL() << "an unknown scheme was found";
  } catch (const invalid_input& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'simpson'"), std::string::npos) << e.what();
  }
  EXPECT_THROW((void)find_system("pendulums-of-doom"), invalid_input);
}

TEST(catalogue, refuses_parameters_outside_their_domain) {
  EXPECT_THROW((void)find_system("pendulum").make<double>({{"m", "-1"}}), invalid_input);
  EXPECT_THROW((void)find_system("pendulum").make<double>({{"m", "0"}}), invalid_input);
  EXPECT_THROW((void)find_system("double-pendulum").make<mp64>({{"l2", "1-1"}}), invalid_input);
  EXPECT_THROW((void)find_scheme("lobatto").make<double>({{"degree", "5/2"}},
                                                         find_system("pendulum").make<double>()),
               invalid_input);
  EXPECT_THROW((void)find_scheme("lobatto").make<double>({{"degree", "0"}},
                                                         find_system("pendulum").make<double>()),
               invalid_input);
}

}  // namespace
}  // namespace plumbline
