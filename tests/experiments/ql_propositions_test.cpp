// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Property tests: Propositions 1 to 7 of QL on random M, K of sizes 1 to 4 over exact rationals, inside the
// condition (40), (k/μ) h² < 8, and outside of it. Equalities are exact; nothing here has a tolerance.
#include "exact_quadratic.hpp"

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::canonical;
using testing::form_of;
using testing::fraction;
using testing::inverse;
using testing::is_positive_definite;
using testing::is_symplectic;
using testing::random_rationals;

struct sample {
  matrix<fraction> mass;
  matrix<fraction> stiffness;
  fraction inside;   ///< a step that satisfies (40)
  fraction outside;  ///< one beyond every stability limit
};

/// A step with h² tr(K) tr(M⁻¹) < 8: the traces bound k and 1/μ.
fraction step_inside(const matrix<fraction>& mass, const matrix<fraction>& stiffness) {
  const fraction bound = stiffness.trace() * inverse(mass).trace();
  fraction h = 1;
  while (!(h * h * bound < 8)) {
    h /= 2;
  }
  return h;
}

class propositions : public ::testing::TestWithParam<int> {
 protected:
  std::vector<sample> samples() {
    std::vector<sample> all;
    for (unsigned seed = 1; seed <= 12; ++seed) {
      random_rationals random(100 * static_cast<unsigned>(GetParam()) + seed);
      sample s;
      s.mass = random.definite(GetParam());
      s.stiffness = random.definite(GetParam());
      s.inside = step_inside(s.mass, s.stiffness);
      s.outside = 1000 + random.entry();
      all.push_back(std::move(s));
    }
    return all;
  }
  random_rationals random_{static_cast<unsigned>(GetParam())};
};

matrix<fraction> propagator(const linear_blocks<fraction>& blocks) {
  return linear_map<fraction>(blocks).propagator();
}

TEST_P(propositions, 1_a_scheme_of_the_form_34_with_symmetric_blocks_is_symplectic) {
  for (int k = 0; k < 12; ++k) {
    // symmetric, not necessarily definite: more than the proposition asks for
    const linear_blocks<fraction> blocks{random_.symmetric(GetParam()),
                                         random_.symmetric(GetParam())};
    if (blocks.x + blocks.y == matrix<fraction>::Constant(GetParam(), GetParam(), fraction(0))) {
      continue;
    }
    const auto form = form_of(blocks);
    EXPECT_TRUE(is_symplectic(inverse(form.a) * form.b));
    EXPECT_EQ(inverse(form.a) * form.b, propagator(blocks))
        << "the stepper solves A eta_1 = B eta_0";
  }
}

TEST_P(propositions, 1_needs_symmetric_blocks) {
  if (GetParam() == 1) {
    return;  // a number is symmetric
  }
  linear_blocks<fraction> blocks{random_.definite(GetParam()), random_.definite(GetParam())};
  blocks.x(0, 1) += 1;
  const auto form = form_of(blocks);
  EXPECT_FALSE(is_symplectic(inverse(form.a) * form.b));
}

TEST_P(propositions, 2_newmark_is_symplectic_for_every_step) {
  for (const sample& s : samples()) {
    EXPECT_TRUE(is_symplectic(propagator(newmark_blocks(s.mass, s.stiffness, s.inside))));
    EXPECT_TRUE(is_symplectic(propagator(newmark_blocks(s.mass, s.stiffness, s.outside))));
  }
}

TEST_P(propositions, 3_y_is_symmetric_as_printed_for_every_step) {
  for (const sample& s : samples()) {
    for (const fraction& h : {s.inside, s.outside}) {
      const matrix<fraction> one = detail::identity<fraction>(GetParam());
      const matrix<fraction> l = one - h * h / 8 * (inverse(s.mass) * s.stiffness);
      const matrix<fraction> y =
          h / 3 * (s.stiffness * inverse(l) + s.stiffness / fraction(2));  // (31)
      EXPECT_EQ(y, y.transpose());
      EXPECT_EQ(y, simpson_blocks(s.mass, s.stiffness, h).y);
    }
  }
}

TEST_P(propositions, 4_and_5_x_and_y_are_positive_definite_inside_40) {
  for (const sample& s : samples()) {
    const auto blocks = simpson_blocks(s.mass, s.stiffness, s.inside);
    EXPECT_TRUE(is_positive_definite(blocks.x));
    EXPECT_TRUE(is_positive_definite(blocks.y));
  }
}

TEST_P(propositions, 4_and_5_x_and_y_are_indefinite_far_outside) {
  for (const sample& s : samples()) {
    const auto blocks = simpson_blocks(s.mass, s.stiffness, s.outside);
    EXPECT_FALSE(is_positive_definite(blocks.x));
    EXPECT_EQ(blocks.x, blocks.x.transpose());
    EXPECT_EQ(blocks.y, blocks.y.transpose());
  }
}

TEST_P(propositions, 6_simpson_is_symplectic_inside_40_and_outside) {
  for (const sample& s : samples()) {
    EXPECT_TRUE(is_symplectic(propagator(simpson_blocks(s.mass, s.stiffness, s.inside))));
    EXPECT_TRUE(is_symplectic(propagator(simpson_blocks(s.mass, s.stiffness, s.outside))));
  }
}

TEST_P(propositions, 7_the_quadratic_form_is_kept_exactly_inside_40_and_outside) {
  for (const sample& s : samples()) {
    for (const fraction& h : {s.inside, s.outside}) {
      for (const auto& blocks :
           {newmark_blocks(s.mass, s.stiffness, h), simpson_blocks(s.mass, s.stiffness, h)}) {
        const linear_map<fraction> stepper(blocks);
        const quadratic_form<fraction> phi = stepper.conserved_form();
        EXPECT_EQ(phi.xi, inverse(blocks.x + blocks.y));
        EXPECT_EQ(phi.zeta,
                  inverse(inverse(blocks.x) + inverse(blocks.y)));  // as printed, where that exists
        phase_point<fraction> z{random_.any_vector(GetParam()), random_.any_vector(GetParam())};
        const fraction phi0 = phi(z);
        for (int n = 0; n < 5; ++n) {
          stepper.apply(z);
          EXPECT_EQ(phi(z), phi0);
        }
      }
    }
  }
}

TEST_P(propositions, both_variants_of_simpson_are_one_scheme_and_satisfy_18_and_25) {
  for (const sample& s : samples()) {
    for (const fraction& h : {s.inside, s.outside}) {
      const linear_map<fraction> without(simpson_blocks(s.mass, s.stiffness, h));
      const simpson_midpoint_map<fraction> with(s.mass, s.stiffness, h);
      const phase_point<fraction> z0{random_.any_vector(GetParam()),
                                     random_.any_vector(GetParam())};
      phase_point<fraction> a = z0;
      phase_point<fraction> b = z0;
      without.apply(a);
      const vector<fraction> middle = with.apply(b);
      EXPECT_EQ(a.q, b.q);
      EXPECT_EQ(a.p, b.p);
      const vector<fraction> zero = vector<fraction>::Constant(GetParam(), fraction(0));
      EXPECT_EQ(s.mass * (fraction(4) * (z0.q - fraction(2) * middle + a.q)) / (h * h) +
                    s.stiffness * middle,
                zero)
          << "(18)";
      EXPECT_EQ((a.p - z0.p) / h + s.stiffness * (z0.q + fraction(4) * middle + a.q) / fraction(6),
                zero)
          << "(25), first";
      EXPECT_EQ((a.p + z0.p) / fraction(2) - (s.mass - h * h / 12 * s.stiffness) * (a.q - z0.q) / h,
                zero)
          << "(25), second";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(sizes, propositions, ::testing::Values(1, 2, 3, 4),
                         [](const auto& tested) { return "n" + std::to_string(tested.param); });

TEST(condition_40, is_sharp_in_one_dimension) {
  // k/μ = ω² then: just inside 8 both blocks are positive, just outside Y is not, and X still is
  const matrix<fraction> mass = matrix<fraction>::Constant(1, 1, fraction(2));
  const matrix<fraction> stiffness =
      matrix<fraction>::Constant(1, 1, fraction(4));  // ω² = 2, limit h = 2
  const auto inside = simpson_blocks(mass, stiffness, fraction(1999) / 1000);
  const auto outside = simpson_blocks(mass, stiffness, fraction(2001) / 1000);
  EXPECT_GT(inside.x(0, 0), 0);
  EXPECT_GT(inside.y(0, 0), 0);
  EXPECT_GT(outside.x(0, 0), 0);
  EXPECT_LT(outside.y(0, 0), 0);
}

}  // namespace
}  // namespace plumbline
