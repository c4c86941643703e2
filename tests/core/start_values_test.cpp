// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kind: consistency; wrong sizes. That a double does not compile stands in tests/compile_fail.
#include <plumbline/core/start_values.hpp>
#include <plumbline/mechanics/system_info.hpp>  // has names of its own for start values: both are read together
#include <plumbline/scalar/exact.hpp>

#include <gtest/gtest.h>

namespace {

using namespace plumbline;

TEST(start_values, have_all_digits) {
  const auto z = start_values<mp64>({decimal<mp64>("0.1"), 2}, {rational<mp64>(1, 3), -1});
  EXPECT_EQ(z.q[0], decimal<mp64>("0.1"));
  EXPECT_EQ(z.q[1], mp64(2));
  EXPECT_EQ(z.p[0], rational<mp64>(1, 3));
  EXPECT_EQ(z.p[1], mp64(-1));
  EXPECT_EQ(start_values<double>({0.1}, {0}).q[0], 0.1);
}

TEST(start_values, come_in_pairs) {
  EXPECT_THROW(start_values<double>({0.1, 1}, {0}), invalid_input);
  EXPECT_EQ(start_values<double>({}, {}).q.size(), 0);
}

}  // namespace
