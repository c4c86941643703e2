// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/stability_digits.hpp"

#include "shared/digits.hpp"
#include "shared/rounded_text.hpp"
#include "shared/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/complex.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace plumbline::cli {

namespace {

using eigenvalue = complex<mp>;

mp size(const eigenvalue& x) { return mp(abs(x.re) + abs(x.im)); }

/// tr (a − λ)⁻¹; none where λ is an eigenvalue to the last bit.
std::optional<eigenvalue> trace_of_inverse(const matrix<mp>& a, const eigenvalue& lambda) {
  const auto n = static_cast<std::size_t>(a.rows());
  // [a − λ | 1], reduced to [1 | inverse] by Gauss and Jordan with partial pivoting
  std::vector<std::vector<eigenvalue>> rows(n, std::vector<eigenvalue>(2 * n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      rows[i][j] = eigenvalue(a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
    }
    rows[i][i] = rows[i][i] - lambda;
    rows[i][n + i] = eigenvalue(mp(1));
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (size(rows[pivot][k]) < size(rows[i][k])) {
        pivot = i;
      }
    }
    if (!is_finite(rows[pivot][k]) || size(rows[pivot][k]) == mp(0)) {
      return std::nullopt;
    }
    rows[k].swap(rows[pivot]);
    const eigenvalue divisor = rows[k][k];
    for (auto& x : rows[k]) {
      x = x / divisor;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i != k) {
        const eigenvalue factor = rows[i][k];
        for (std::size_t j = k; j < 2 * n; ++j) {
          rows[i][j] = rows[i][j] - factor * rows[k][j];
        }
      }
    }
  }
  eigenvalue trace(mp(0));
  for (std::size_t i = 0; i < n; ++i) {
    trace = trace + rows[i][n + i];
  }
  return trace;
}

/// |λ|² − (1 + 1e-6)² of one eigenvalue of the step, which is followed from one h to the next.
class growth {
 public:
  growth(const problem& p, const scheme_choice& scheme, const std::optional<equilibrium>& at)
      : stepper_(scheme.entry->make<tangent_number<mp>>(scheme.values, make_tangent_system<mp>(p))),
        rest_(rest_in_scheme(stepper_, at ? state_of_rest<mp>(p, *at) : rest_at_zero<mp>(p))) {
    const mp threshold = decimal<mp>("1.000001");
    limit_ = threshold * threshold;
  }

  /// None where there is no step, or the eigenvalue does not settle.
  std::optional<mp> at(const mp& h) {
    using D = tangent_number<mp>;
    const auto n = rest_.size();
    const auto step = [&](vector<D>& y) { return stepper_.step(y, D(mp(0)), D(h)); };
    const matrix<mp> jacobian = step_jacobian<mp>(step, rest_);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        if (!is_finite(jacobian(i, j))) {
          return std::nullopt;
        }
      }
    }
    if (!lambda_) {
      begin(jacobian);
    }
    const mp settled = pow2(-scalar_traits<mp>::bits() * 3 / 4);
    constexpr int most_iterations = 60;
    for (int i = 0; i < most_iterations; ++i) {
      const auto trace = trace_of_inverse(jacobian, *lambda_);
      if (!trace) {
        return value();
      }
      const eigenvalue move = eigenvalue(mp(multiplicity_)) / *trace;
      *lambda_ = *lambda_ + move;
      if (size(move) <= settled * size(*lambda_)) {  // the next move is below the rounding errors
        return value();
      }
    }
    return std::nullopt;
  }

 private:
  static mp pow2(int exponent) {
    mp x(1);
    mpfr_mul_2si(x.backend().data(), x.backend().data(), exponent, MPFR_RNDN);
    return x;
  }
  mp value() const { return mp(lambda_->re * lambda_->re + lambda_->im * lambda_->im - limit_); }
  /// The eigenvalue that is farthest outside, and how many are equal to it, in double.
  void begin(const matrix<mp>& jacobian) {
    Eigen::MatrixXd a(jacobian.rows(), jacobian.cols());
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      for (Eigen::Index j = 0; j < a.cols(); ++j) {
        a(i, j) = to_double(jacobian(i, j));
      }
    }
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(a, false);
    const auto& all = solver.eigenvalues();
    Eigen::Index far = 0;
    all.cwiseAbs().maxCoeff(&far);
    // the two of a pair that leaves the circle on the real axis are 2e-6 apart
    constexpr double equal = 1e-8;
    multiplicity_ = 0;
    for (Eigen::Index i = 0; i < all.size(); ++i) {
      multiplicity_ += std::abs(all[i] - all[far]) < equal * std::abs(all[far]) ? 1 : 0;
    }
    lambda_ = eigenvalue(mp(all[far].real()), mp(all[far].imag()));
  }

  any_stepper<tangent_number<mp>> stepper_;
  vector<mp> rest_;
  mp limit_;
  std::optional<eigenvalue> lambda_;
  int multiplicity_ = 1;
};

std::optional<mp> secant(growth& f, double start, int digits) {
  constexpr int most_iterations = 60;
  const mp far = abs(mp(start)) * decimal<mp>("1e-8");
  // errors of the start are about 1e-12
  mp a(start);
  mp b = a + a * decimal<mp>("1e-13");
  auto fa = f.at(a);
  auto fb = f.at(b);
  const mp settled = decimal<mp>("1e-" + std::to_string(digits + 3));
  for (int i = 0; i < most_iterations && fa && fb; ++i) {
    throw_if_stopped();
    if (*fb == mp(0)) {
      return b;
    }
    if (*fb == *fa) {
      return std::nullopt;
    }
    mp next = b - *fb * (b - a) / (*fb - *fa);
    if (!is_finite(next) || abs(mp(next - start)) > far) {
      return std::nullopt;
    }
    const bool done = abs(mp(next - b)) <= settled * abs(next);
    a = b;
    fa = fb;
    b = next;
    if (done) {
      return b;
    }
    fb = f.at(b);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> stability_limit_text(const problem& p, const scheme_choice& scheme,
                                                const std::optional<equilibrium>& at, double h,
                                                int digits) {
  if (!(h > 0) || !std::isfinite(h)) {
    return std::nullopt;
  }
  constexpr int guard_digits = 30;  // the eigenvalues at the threshold are 2e-6 apart
  const precision_scope scope(std::max(digits, most_digits_of_double + 1) + guard_digits);
  try {
    growth f(p, scheme, at);
    const auto limit = secant(f, h, digits);
    return limit ? std::optional(rounded_text(*limit, digits)) : std::nullopt;
  } catch (const step_failure&) {
    return std::nullopt;
  }
}

std::vector<std::string> position_texts(const problem& p, const equilibrium& at, int digits) {
  constexpr int guard_digits = 20;
  const precision_scope scope(std::max(digits, most_digits_of_double + 1) + guard_digits);
  const vector<mp> q = state_of_rest<mp>(p, at).q;
  // what Newton's iteration leaves of a coordinate that is 0
  const mp nothing =
      (mp(1) + max_magnitude(q)) * decimal<mp>("1e-" + std::to_string(digits + guard_digits / 2));
  std::vector<std::string> texts;
  for (const mp& x : q) {
    texts.push_back(abs(x) < nothing ? "0" : rounded_text(x, digits));
  }
  return texts;
}

}  // namespace plumbline::cli
