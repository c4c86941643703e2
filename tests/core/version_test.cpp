// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "plumbline/core/version.hpp"

#include <gtest/gtest.h>

TEST(version, is_the_version_of_the_project) {
  EXPECT_EQ(plumbline::version(), PLUMBLINE_PROJECT_VERSION);
}
