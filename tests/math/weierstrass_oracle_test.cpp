// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Weierstrass functions against values of Arb, PARI/GP and mpmath (reference/oracles/weierstrass): oracle tests.
#include "support/oracle_csv.hpp"
#include <plumbline/math/weierstrass.hpp>

#include <map>

namespace plumbline {
namespace {

using testing::at_every_precision;
using testing::error_in_ulp;
using testing::oracle_row;
using testing::read_oracle;

constexpr double allowed_beside_oracle =
    1;  // the header promises the nearest number or its neighbour; the house 4

/// Binary exponents of a decimal text, without overflow.
long size_of(const std::string& text) {
  const precision_scope scope(40);
  return binary_exponent(decimal<mp>(text));
}

/// Components that are not near their zero, relative to the modulus, agree to `allowed_beside_oracle` units.
template <class T>
void expect_close(const complex<T>& value, const oracle_row& row, const std::string& name,
                  const std::string& where) {
  const std::string& re = row.at(name + "re");
  const std::string& im = row.at(name + "im");
  const long largest = std::max(size_of(re), size_of(im));
  for (const auto& [part, reference] : {std::pair{&value.re, &re}, std::pair{&value.im, &im}}) {
    if (*reference == "0") {
      EXPECT_EQ(*part, T(0)) << where;
    } else if (size_of(*reference) > largest - scalar_traits<T>::bits()) {
      EXPECT_LE(error_in_ulp(*part, *reference), allowed_beside_oracle)
          << where << ": " << to_text(*part) << " instead of " << reference->substr(0, 60);
    }
  }
}

TEST(weierstrass_oracle, the_four_functions_are_right_to_one_unit_in_each_component) {
  const auto rows = read_oracle("weierstrass/values.csv", 700);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    std::map<std::string, int> compared;
    std::map<std::string, weierstrass_lattice<T>> lattices;
    for (const auto& row : rows) {
      if (std::stoi(row.at("bits")) > scalar_traits<T>::bits()) {
        continue;
      }
      const long size = std::max(size_of(row.at("re")), size_of(row.at("im")));
      if (std::is_same_v<T, double> && (size > 1020 || size < -960)) {
        continue;
      }
      const auto& lattice =
          lattices.try_emplace(row.at("case"), decimal<T>(row.at("g2")), decimal<T>(row.at("g3")))
              .first->second;
      const complex<T> z{decimal<T>(row.at("z_re")), decimal<T>(row.at("z_im"))};
      const std::string& f = row.at("function");
      const std::string where = std::string(digits) + " digits, " + row.at("case") + ", " + f +
                                " at " + row.at("z_re").substr(0, 30) + " " +
                                row.at("z_im").substr(0, 30);
      try {
        const complex<T> value = f == "p"         ? lattice.p(z)
                                 : f == "p_prime" ? lattice.p_prime(z)
                                 : f == "zeta"    ? lattice.zeta(z)
                                                  : lattice.sigma(z);
        ++compared[f];
        expect_close(value, row, "", where);
        if (f == "p") {
          EXPECT_EQ(lattice.p_and_prime(z).p, value) << where;
        } else if (f == "p_prime") {
          EXPECT_EQ(lattice.p_and_prime(z).p_prime, value) << where;
        }
      } catch (const domain_error& e) {
        ADD_FAILURE() << where << ": " << e.what();
      }
    }
    EXPECT_EQ(compared.size(), 4U) << digits;
    for (const auto& [f, count] : compared) {
      EXPECT_GE(count, 120) << digits << " " << f;
    }
  });
}

TEST(weierstrass_oracle, half_periods_roots_and_etas_are_right_to_one_unit) {
  const auto rows = read_oracle("weierstrass/half_periods.csv", 17);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    for (const auto& row : rows) {
      if (std::stoi(row.at("bits")) > scalar_traits<T>::bits()) {
        continue;
      }
      const std::string where = std::string(digits) + " digits, " + row.at("case") + " ";
      const auto w =
          weierstrass_lattice<T>(decimal<T>(row.at("g2")), decimal<T>(row.at("g3"))).half_periods();
      expect_close(w.omega1, row, "omega1_", where + "omega1");
      expect_close(w.omega3, row, "omega3_", where + "omega3");
      expect_close(w.e1, row, "e1_", where + "e1");
      expect_close(w.e2, row, "e2_", where + "e2");
      expect_close(w.e3, row, "e3_", where + "e3");
      expect_close(w.eta1, row, "eta1_", where + "eta1");
      expect_close(w.eta3, row, "eta3_", where + "eta3");
    }
  });
}

}  // namespace
}  // namespace plumbline
