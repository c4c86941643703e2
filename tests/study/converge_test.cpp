// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Convergence studies: orders on an exact solution, independence of the number of workers, and reference
// trajectories that claim no more digits than the exact solution confirms.
#include "support/catalogue_runs.hpp"
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/study/converge.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using T = mp64;

struct setting {
  model<T> system = find_system("linear-double-pendulum").make<T>().lagrangian();
  phase_point<T> start = test::generic_start<T>(2);
  second_order_matrices<T> matrices = evaluation<T>(system).linear().value();
  normal_modes<T> exact{matrices.mass, matrices.stiffness, start};
};

std::vector<convergence_row<T>> study(const setting& s, int jobs) {
  const auto make = [&] { return find_scheme("simpson").make<T>({}, s.system); };
  return converge<T>(
      make, make().start(s.start), T(0), T(1), {20, 40, 80},
      [&](std::int64_t) { return [&](std::int64_t, const T& t) { return s.exact.state(t); }; },
      error_norm::max, jobs);
}

TEST(converge, finds_order_four_of_simpson) {
  const setting s;
  const auto rows = study(s, 1);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_FALSE(rows[0].order_q.has_value());
  EXPECT_NEAR(to_double(*rows[2].order_q), 4, 0.1);
  EXPECT_NEAR(to_double(*rows[2].order_p), 4, 0.1);
}

TEST(converge, does_not_depend_on_the_number_of_workers) {
  const setting s;
  const auto one = study(s, 1);
  const auto three = study(s, 3);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].error_q, three[i].error_q);
    EXPECT_EQ(one[i].error_p, three[i].error_p);
  }
}

TEST(converge, refuses_empty_and_negative_step_counts) {
  const setting s;
  const auto make = [&] { return find_scheme("simpson").make<T>({}, s.system); };
  const auto reference = [&](std::int64_t) {
    return [&](std::int64_t, const T& t) { return s.exact.state(t); };
  };
  EXPECT_THROW(
      (void)converge<T>(make, make().start(s.start), T(0), T(1), {}, reference, error_norm::max),
      invalid_input);
  EXPECT_THROW(
      (void)converge<T>(make, make().start(s.start), T(0), T(1), {-4}, reference, error_norm::max),
      invalid_input);
}

// Every run ends where the duration ends, whatever the number of its steps: a grid that stopped short would have the same
// orders.
TEST(converge, walks_from_the_start_to_the_end_of_the_duration) {
  const setting s;
  const auto make = [&] { return find_scheme("simpson").make<T>({}, s.system); };
  const T t0 = rational<T>(1, 3);
  const T duration = rational<T>(7, 2);
  const auto rows = converge<T>(
      make, make().start(s.start), t0, duration, {7, 14},
      [&](std::int64_t count) {
        return [&, count](std::int64_t n, const T& t) {
          const T place = t0 + duration * int(n) / int(count);
          EXPECT_LT(to_double(T(abs(T(t - place)))), 1e-62) << n << " of " << count;
          return s.exact.state(t);
        };
      },
      error_norm::end);
  EXPECT_EQ(rows.at(0).step, rational<T>(1, 2));
  EXPECT_EQ(rows.at(1).step, rational<T>(1, 4));
}

TEST(parallel, throws_the_workers_exception_in_the_caller) {
  EXPECT_THROW(for_each_parallel<T>(8, 3,
                                    [](std::size_t i) {
                                      if (i == 5) {
                                        throw invalid_input("five");
                                      }
                                    }),
               invalid_input);
  EXPECT_THROW(for_each_parallel<T>(8, 0, [](std::size_t) {}), invalid_input);
}

TEST(reference_trajectory, claims_the_digits_that_the_exact_solution_confirms) {
  const setting s;
  const time_grid<T> grid(T(0), rational<T>(1, 4), 4);
  const auto reference = make_reference<T>(s.system, s.start, grid, 60);
  EXPECT_GE(reference.verified_digits, 60);
  ASSERT_EQ(reference.nodes.size(), 5u);
  for (std::int64_t n = 0; n <= 4; ++n) {
    EXPECT_LT(test::relative_difference(reference.nodes[static_cast<std::size_t>(n)],
                                        s.exact.state(grid[n])),
              1e-60);
  }
}

// 7 x″ = 63/16 x from x = 1, p = −21/4 is e^(−3t/4), beside which every error grows as e^(3t/4): 26 digits are lost in 80 s.
// What is claimed is true, and no more than is true.
TEST(reference_trajectory, claims_no_digit_that_the_motion_has_lost) {
  const auto system = parse_system(
      "name = \"saddle\"\ncoordinates = [\"x\"]\nlagrangian = \"7/2*dot(x)^2 + 63/32*x^2\"\n",
      "saddle");
  const phase_point<T> start{vector<T>::Constant(1, T(1)), vector<T>::Constant(1, T(-21) / 4)};
  const time_grid<T> grid(T(0), T(16), 5);
  const auto reference = make_reference<T>(system->make<T>(), start, grid, 25);
  EXPECT_GE(reference.verified_digits, 25);
  T error(0);
  for (std::int64_t n = 0; n <= 5; ++n) {
    const T off =
        abs(T(reference.nodes[static_cast<std::size_t>(n)].q[0] - exp(T(-grid[n] * 3 / 4))));
    error = error < off ? off : error;
  }
  // beside the largest component, 1
  EXPECT_LE(reference.verified_digits, -std::log10(to_double(error)));
}

}  // namespace
}  // namespace plumbline
