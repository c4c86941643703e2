// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kind: closed forms. A chain of two is the double pendulum; the small oscillations of n have the squared frequencies
// (g/l) x with L_n(x) = 0, L_n the Laguerre polynomial; the kinetic energy is that of the masses at their places.
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/systems/pendulum_chain.hpp>

#include <gtest/gtest.h>

#include <random>

namespace plumbline {
namespace {

using T = mp64;

vector<T> random_vector(std::mt19937_64& g, int n) {
  std::uniform_real_distribution<double> u(-2, 2);
  vector<T> x(n);
  for (int i = 0; i < n; ++i) {
    x[i] = T(u(g));
  }
  return x;
}

T lagrangian(const auto& system, const vector<T>& q, const vector<T>& v) {
  return system.template lagrangian<T>(view(q), view(v));
}

TEST(pendulum_chain, of_two_is_the_double_pendulum) {
  std::mt19937_64 g(1);
  pendulum_chain<T> chain{T(2), decimal<T>("9.81"), decimal<T>("0.3"), 2};
  double_pendulum<T> two{T(2), T(2), decimal<T>("9.81"), decimal<T>("0.3"), decimal<T>("0.3")};
  for (int i = 0; i < 20; ++i) {
    const vector<T> q = random_vector(g, 2);
    const vector<T> v = random_vector(g, 2);
    EXPECT_LE(abs(T(lagrangian(chain, q, v) - lagrangian(two, q, v))), decimal<T>("1e-61"));
  }
}

TEST(pendulum_chain, has_the_energy_of_its_masses) {
  std::mt19937_64 g(2);
  for (const int n : {1, 3, 7}) {
    const pendulum_chain<T> chain{T(3), decimal<T>("9.81"), decimal<T>("0.7"), n};
    const vector<T> q = random_vector(g, n);
    const vector<T> v = random_vector(g, n);
    T l(0);
    for (int k = 0; k < n; ++k) {
      T x(0);
      T y(0);
      T height(0);
      for (int j = 0; j <= k; ++j) {
        x += chain.l * cos(q[j]) * v[j];
        y += chain.l * sin(q[j]) * v[j];
        height -= chain.l * cos(q[j]);
      }
      l += chain.m * (x * x + y * y) / 2 - chain.m * chain.g * height;
    }
    EXPECT_LE(abs(T(lagrangian(chain, q, v) - l)), decimal<T>("1e-60") * (1 + abs(l))) << n;
  }
}

/// n! L_n(x) by its recurrence.
T laguerre(int n, const T& x) {
  T before(0);
  T value(1);
  T factorial(1);
  for (int k = 0; k < n; ++k) {
    const T next = ((2 * k + 1 - x) * value - k * before) / (k + 1);
    before = value;
    value = next;
    factorial *= k + 1;
  }
  return factorial * value;
}

T determinant(const matrix<T>& a) {
  if (a.rows() == 1) {
    return a(0, 0);
  }
  T sum(0);
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    matrix<T> minor(a.rows() - 1, a.cols() - 1);
    for (Eigen::Index r = 0, to = 0; r < a.rows(); ++r) {
      if (r != i) {
        minor.row(to++) = a.row(r).tail(a.cols() - 1);
      }
    }
    sum += (i % 2 == 0 ? 1 : -1) * a(i, 0) * determinant(minor);
  }
  return sum;
}

TEST(pendulum_chain, oscillates_with_the_zeros_of_laguerre_polynomials) {
  const settings unit{{"m", "1"}, {"g", "1"}, {"l", "1"}};
  for (const int n : {1, 2, 5}) {
    settings chosen = unit;
    chosen["n"] = std::to_string(n);
    const model<T> system = find_system("pendulum-chain").make<T>(chosen);
    ASSERT_EQ(system.dimension(), n);
    evaluation<T> at(system);
    const vector<T> zero = vector<T>::Constant(n, T(0));
    matrix<T> mass;
    matrix<T> stiffness;
    matrix<T> damping;
    at.mass(view(zero), view(zero), mass);
    at.equation_slopes(view(zero), view(zero), view(zero), stiffness, damping);
    for (const char* x : {"0", "0.3", "1.7", "4", "11"}) {
      const T value = decimal<T>(x);
      const T expected = laguerre(n, value);
      const T found = determinant(matrix<T>(stiffness - value * mass));
      EXPECT_LE(abs(T(found - expected)), decimal<T>("1e-58") * (1 + abs(expected)))
          << n << ", " << x;
    }
  }
}

TEST(pendulum_chain, in_the_catalogue_has_the_size_that_is_asked_for) {
  const system_entry& any = find_system("pendulum-chain");
  EXPECT_EQ(any.dimension, 2);
  EXPECT_EQ(any.resized({}).dimension, 2);
  const system_entry five = any.resized({{"n", "10/2"}, {"l", "2"}});
  EXPECT_EQ(five.dimension, 5);
  EXPECT_EQ(five.make<T>().dimension(), 5);
  for (const char* wrong : {"0", "-1", "2.5", "201"}) {
    EXPECT_THROW((void)any.resized({{"n", wrong}}), invalid_input) << wrong;
    EXPECT_THROW((void)any.make<T>({{"n", wrong}}), invalid_input) << wrong;
  }
}

}  // namespace
}  // namespace plumbline
