// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The free rigid body. Kinds: oracle (Taylor series of the equations of motion in mpmath, reference/oracles/free_body), near the
// separatrix and near the axes too; identities: the motion continues itself, energy and the angular momentum in space stay.
#include "support/oracle_csv.hpp"
#include "support/oracle_numbers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/free_body.hpp>
#include <plumbline/scalar/text.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::momentum;
using testing::numbers_of;
using testing::quotient_of;

template <class T>
free_body_start<T> body_from(const std::string& moments, const std::string& q,
                             const std::string& pi) {
  free_body_start<T> start;
  std::array<T, 3> body;
  for (std::size_t k = 0; k < 3; ++k) {
    start.inertia[k] = T(numbers_of<mp>(moments)[k]);
    body[k] = T(numbers_of<mp>(pi)[k]);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    start.q[k] = T(numbers_of<mp>(q)[k]);
  }
  start.p = momentum(start.q, body);
  return start;
}

// 110 digits: what the start's rounding errors become near the separatrix is far below the 68 digits of the oracle.
TEST(free_body, is_the_solution_of_the_equations_of_motion) {
  const precision_scope scope(110);
  for (const auto& row : testing::read_oracle("free_body/values.csv", 15)) {
    SCOPED_TRACE(row.at("case"));
    const free_body_solution<mp> body(body_from<mp>(row.at("moments"), row.at("q"), row.at("pi")));
    const phase_point<mp> z = body.state(quotient_of<mp>(row.at("t")));
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(to_double(mp(abs(mp(z.q[k] - mp(row.at("q" + std::to_string(k))))))), 1e-66) << k;
      EXPECT_LT(to_double(mp(abs(mp(z.p[k] - mp(row.at("p" + std::to_string(k))))))), 1e-65) << k;
    }
  }
}

// Two computations whose digits and phases differ: any bracket that is counted wrongly shows.
TEST(free_body, continues_itself_over_many_turns) {
  const precision_scope scope(50);
  for (const char* pi : {"1/10 4 3/5", "2 3/2 1/5", "-1/3 1/7 -3", "1/3 1/100000 2"}) {
    SCOPED_TRACE(pi);
    const auto start = body_from<mp>("1 2 3", "1/2 -1/2 1/10 7/10", pi);
    const free_body_solution<mp> body(start);
    const phase_point<mp> half = body.state(mp(400));
    free_body_start<mp> later = start;
    for (int k = 0; k < 4; ++k) {
      later.q[static_cast<std::size_t>(k)] = half.q[k];
      later.p[static_cast<std::size_t>(k)] = half.p[k];
    }
    const phase_point<mp> whole = body.state(mp(731));
    const phase_point<mp> continued = free_body_solution<mp>(later).state(mp(331));
    const phase_point<mp> back = free_body_solution<mp>(later).state(mp(-400));
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(to_double(mp(abs(mp(whole.q[k] - continued.q[k])))), 1e-45) << k;
      EXPECT_LT(to_double(mp(abs(mp(back.q[k] - start.q[static_cast<std::size_t>(k)])))), 1e-45)
          << k;
    }
  }
}

TEST(free_body, in_64_digits_is_that_in_110_rounded) {
  const precision_scope scope(110);
  // numbers that are exact in both
  const auto wide = body_from<mp>("1 2 3", "1 0 0 0", "1/8 4 5/8");
  const auto near = body_from<mp64>("1 2 3", "1 0 0 0", "1/8 4 5/8");
  const auto a = free_body_solution<mp>(wide).state(mp(10));
  const auto b = free_body_solution<mp64>(near).state(mp64(10));
  for (int k = 0; k < 4; ++k) {
    EXPECT_LT(to_double(mp(abs(mp(a.q[k] - widen<mp>(b.q[k]))))), 4e-65) << k;
  }
}

TEST(free_body, period_and_turn_bring_the_momentum_back) {
  const precision_scope scope(60);
  const auto start = body_from<mp>("3 1 2", "1 0 0 0", "3/2 1/10 2");
  const free_body_solution<mp> body(start);
  const auto facts = body.facts();
  ASSERT_TRUE(facts.period && facts.turn);
  const auto z = body.state(*facts.period);
  // the body has turned by the angle about the fixed angular momentum, Π at q = 1
  const std::array<mp, 3> pi{mp(3) / 2, mp(1) / 10, mp(2)};
  const mp half = *facts.turn / 2;
  EXPECT_LT(to_double(mp(abs(mp(z.q[0] - cos(half))))), 1e-57);
  for (int k = 0; k < 3; ++k) {
    const mp expected = sin(half) * pi[static_cast<std::size_t>(k)] / facts.angular_momentum;
    EXPECT_LT(to_double(mp(abs(mp(z.q[k + 1] - expected)))), 1e-57);
  }
  EXPECT_LT(to_double(mp(abs(mp(facts.energy - (mp(9) / 24 + mp(1) / 200 + 1))))), 1e-57);
}

TEST(free_body, has_no_period_where_it_is_steady_or_on_the_separatrix) {
  const precision_scope scope(40);
  EXPECT_FALSE(free_body_solution<mp>(body_from<mp>("1 2 3", "1 0 0 0", "0 2 0")).facts().period);
  EXPECT_FALSE(free_body_solution<mp>(body_from<mp>("3 6 8", "1 0 0 0", "1 1/2 2")).facts().period);
}

TEST(free_body, refuses_what_is_no_body) {
  const precision_scope scope(40);
  EXPECT_THROW(free_body_solution<mp>(body_from<mp>("1 0 3", "1 0 0 0", "0 2 0")), domain_error);
  EXPECT_THROW(free_body_solution<mp>(body_from<mp>("1 2 3", "1 1 0 0", "0 2 0")), domain_error);
  auto start = body_from<mp>("1 2 3", "1 0 0 0", "0 2 0");
  EXPECT_THROW((void)free_body_solution<mp>(start).state(mp(1) / mp(0)), invalid_input);
  start.p[2] = mp(1) / mp(0);
  EXPECT_THROW(free_body_solution<mp>{start}, invalid_input);
}

}  // namespace
}  // namespace plumbline
