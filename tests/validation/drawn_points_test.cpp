// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The points of pictures. Kind: truth from outside; differences whose digits a double does not have, and the labels that
// say what is drawn.
#include <plumbline/io/drawn_points.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using plumbline::drawn_points;
using plumbline::drawn_values;
using namespace plumbline;

plot drawn(const std::vector<std::string>& cells, drawn_values how = drawn_values::readable) {
  plot p;
  p.y_label = "period";
  p.curves.push_back({"", curve_role::first, drawn_as::line, {}});
  std::vector<drawn_points> points(1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    points[0].add(static_cast<double>(i), cells[i]);
  }
  put_points(p, points, how);
  return p;
}

TEST(drawn_points, values_that_differ_late_are_drawn_as_differences_with_all_digits) {
  const auto p = drawn({"1.5000000000000000000000000000000", "1.5000000000000000000000000000025",
                        "1.4999999999999999999999999999950"});
  EXPECT_EQ(p.y_label, "period, less the first, in 10^{-30}");
  ASSERT_EQ(p.curves[0].points.size(), 3U);
  EXPECT_EQ(p.curves[0].points[0][1], 0.0);
  EXPECT_NEAR(p.curves[0].points[1][1], 2.5, 1e-12);
  EXPECT_NEAR(p.curves[0].points[2][1], -5.0, 1e-12);
}

TEST(drawn_points, other_values_are_drawn_as_they_are) {
  const auto p = drawn({"1.5", "-2", "0.25"});
  EXPECT_EQ(p.y_label, "period");
  EXPECT_EQ(p.curves[0].points[1][1], -2.0);
  const auto path = drawn({"1.5", "1.5000001"}, drawn_values::as_they_are);
  EXPECT_EQ(path.y_label, "period");
  EXPECT_EQ(path.curves[0].points[1][1], 1.5000001);
  EXPECT_EQ(drawn({"1.5", "1.5"}).curves[0].points[1][1], 1.5) << "equal values have no difference";
}

TEST(drawn_points, small_and_large_values_are_in_units_of_a_power_of_ten) {
  const auto small = drawn({"4.5e-16", "0"});
  EXPECT_EQ(small.y_label, "period, in 10^{-16}");
  EXPECT_NEAR(small.curves[0].points[0][1], 4.5, 1e-12);
  const auto large = drawn({"250000", "1"});
  EXPECT_EQ(large.y_label, "period, in 10^{5}");
  EXPECT_NEAR(large.curves[0].points[0][1], 2.5, 1e-12);
}

TEST(drawn_points, a_cell_that_is_no_number_is_a_gap) {
  const auto p = drawn({"", "2", "none", "2.00000001"});
  ASSERT_EQ(p.curves[0].points.size(), 4U);
  EXPECT_TRUE(std::isnan(p.curves[0].points[0][1]));
  EXPECT_TRUE(std::isnan(p.curves[0].points[2][1]));
  EXPECT_NEAR(p.curves[0].points[3][1], 1.0, 1e-6);
}

}  // namespace
