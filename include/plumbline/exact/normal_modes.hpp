// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of a linear system M q̈ + K q = 0 by its normal modes:
//
//   K x_i = λ_i M x_i,  x_i'M x_j = δ_ij,   q(t) = Σ x_i ( a_i cos ω_i t + b_i sin ω_i t / ω_i ),
//   p(t) = M q̇(t),   a_i = x_i'M q_0,   b_i = x_i'p_0,   ω_i = √λ_i                   (QL section 5.2)
//
// A mode with λ < 0 is hyperbolic, one with λ = 0 drifts uniformly; both are the same formula continued.
//
// The eigenproblem and the phases ω t are computed with guard digits: the phase of a late time eats log2(ω t) bits, and
// close frequencies of a badly scaled pair M, K eat log2 of their spread. The eigenproblem is solved in run-time precision
// for every scalar, because Eigen's solver costs 20 s of compilation for each scalar that it is compiled for.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/guarded_vector.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/exact/oscillation.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace plumbline {

namespace detail {

struct eigenpairs {
  vector<mp> values;   ///< increasing
  matrix<mp> vectors;  ///< columns x_i with X'M X = I
};

/// K x = λ M x for symmetric K and positive definite M, in the precision of the scope, by Cholesky's reduction and QL
/// iteration (Eigen's). Throws domain_error unless M is positive definite.
eigenpairs solve_eigenproblem(const matrix<mp>& k, const matrix<mp>& m);

}  // namespace detail

/// The modes of M, K in one scalar, without guard digits.
template <class T>
struct modal_basis {
  vector<T> lambda;  ///< eigenvalues ω², increasing
  matrix<T> shapes;  ///< columns x_i with X'M X = I
  matrix<T> mass;

  /// Throws domain_error unless M is positive definite.
  modal_basis(const matrix<T>& m, const matrix<T>& k) : mass(m) {
    if constexpr (has_run_time_digits<T>) {
      auto found = detail::solve_eigenproblem(k, m);
      lambda = std::move(found.values);
      shapes = std::move(found.vectors);
    } else {
      constexpr int spare_bits = 8;
      const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits() + spare_bits));
      const auto found = detail::solve_eigenproblem(convert<mp>(k), convert<mp>(m));
      lambda = convert<T>(found.values);
      shapes = convert<T>(found.vectors);
    }
  }

 private:
  template <class To, class From>
  static auto convert(const From& a) {
    std::conditional_t<From::ColsAtCompileTime == 1, vector<To>, matrix<To>> b(a.rows(), a.cols());
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      b.data()[i] = detail::convert_precision<To>(a.data()[i]);
    }
    return b;
  }
};

/// The modes with the amplitudes of one start, in one scalar, without guard digits: the kernel of normal_modes.
template <class T>
struct modal_motion {
  vector<T> lambda;
  vector<T> a;                ///< x_i'M q_0
  vector<T> b;                ///< x_i'p_0
  vector<T> turned;           ///< λ_i a_i
  matrix<T> shapes;           ///< X
  matrix<T> momentum_shapes;  ///< M X

  modal_motion(const modal_basis<T>& modes, const phase_point<T>& start)
      : lambda(modes.lambda),
        a(modes.shapes.transpose() * (modes.mass * start.q)),
        b(modes.shapes.transpose() * start.p),
        turned(lambda.cwiseProduct(a)),
        shapes(modes.shapes),
        momentum_shapes(modes.mass * modes.shapes) {}

  /// q, then p. In loops: a temporary vector of run-time numbers costs more than its arithmetic.
  vector<T> state(const T& t) const {
    const auto n = lambda.size();
    vector<T> y = vector<T>::Constant(2 * n, T(0));
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto [c, s] = detail::oscillate(lambda[i], t);
      const T position = a[i] * c + b[i] * s;
      const T velocity = b[i] * c - turned[i] * s;
      for (Eigen::Index k = 0; k < n; ++k) {
        y[k] += shapes(k, i) * position;
        y[n + k] += momentum_shapes(k, i) * velocity;
      }
    }
    return y;
  }
};

/// The exact motion of one start. Throws invalid_input for sizes that do not agree or values that are not
/// finite, domain_error for a mass matrix that is not positive definite.
template <class T>
class normal_modes {
 public:
  normal_modes(matrix<T> mass, matrix<T> stiffness, phase_point<T> start)
      : mass_(std::move(mass)), stiffness_(std::move(stiffness)), start_(std::move(start)) {
    const auto n = mass_.rows();
    if (n < 1 || mass_.cols() != n || stiffness_.rows() != n || stiffness_.cols() != n ||
        start_.q.size() != n || start_.p.size() != n) {
      throw invalid_input("normal_modes: M, K, q and p must have one dimension");
    }
    if (!all_finite(mass_) || !all_finite(stiffness_) || !all_finite(start_.q) ||
        !all_finite(start_.p)) {
      throw invalid_input("normal_modes: M, K, q and p must be finite");
    }
    prepare();
  }

  /// ω_i = √λ_i, increasing. Throws domain_error when a mode is not oscillating (λ <= 0).
  vector<T> frequencies() const {
    vector<T> omega(lambda_.size());
    for (Eigen::Index i = 0; i < omega.size(); ++i) {
      if (!(T(0) < lambda_[i])) {
        throw domain_error("mode " + std::to_string(i + 1) + " does not oscillate: omega^2 <= 0");
      }
      using std::sqrt;
      omega[i] = sqrt(lambda_[i]);
    }
    return omega;
  }
  /// The eigenvalues ω_i², increasing.
  const vector<T>& eigenvalues() const { return lambda_; }

  /// (q, p) at the time t after the start.
  phase_point<T> state(const T& t) const;

 private:
  template <class W>
  static vector<W> widened(const vector<T>& x) {
    vector<W> y(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      y[i] = widen<W>(x[i]);
    }
    return y;
  }
  template <class W>
  static matrix<W> widened(const matrix<T>& a) {
    matrix<W> b(a.rows(), a.cols());
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      b.data()[i] = widen<W>(a.data()[i]);
    }
    return b;
  }

  /// Bits that a badly scaled M may cost: log2 of the ratio of its diagonal entries.
  long spread_bits() const {
    long low = binary_exponent(mass_(0, 0));
    long high = low;
    for (Eigen::Index i = 1; i < mass_.rows(); ++i) {
      const long e = binary_exponent(mass_(i, i));
      low = e < low ? e : low;
      high = high < e ? e : high;
    }
    return 2 * (high - low) + 8;
  }

  /// Phases of up to this many bits use the modes prepared at construction.
  static constexpr long ordinary_phase_bits = 16;

  template <class W>
  modal_motion<W> motion() const {
    return {modal_basis<W>(widened<W>(mass_), widened<W>(stiffness_)),
            {widened<W>(start_.q), widened<W>(start_.p)}};
  }
  template <class F>
  vector<T> evaluate(long phase_bits, F&& f) const {
    const bool ordinary = phase_bits <= ordinary_phase_bits;
    return with_guard<T>(spread_bits() + (ordinary ? ordinary_phase_bits : phase_bits),
                         [&](auto tag) {
                           using W = typename decltype(tag)::type;
                           const auto& ready = std::get<prepared<W>>(prepared_);
                           if (ready.motion && ready.bits == scalar_traits<W>::bits()) {
                             return f(*ready.motion);
                           }
                           return f(motion<W>());
                         });
  }
  void prepare();

  matrix<T> mass_;
  matrix<T> stiffness_;
  phase_point<T> start_;
  vector<T> lambda_;
  /// The motion in the working type that ordinary times use; shared by copies, never changed after.
  template <class W>
  struct prepared {
    std::shared_ptr<const modal_motion<W>> motion;
    int bits = 0;
  };
  std::conditional_t<has_run_time_digits<wider<T>>, std::tuple<prepared<mp>>,
                     std::tuple<prepared<wider<T>>, prepared<mp>>>
      prepared_;
};

// defined outside the class, so that the extern templates below hold
template <class T>
phase_point<T> normal_modes<T>::state(const T& t) const {
  if (!is_finite(t)) {
    throw invalid_input("normal_modes: the time must be finite");
  }
  using std::abs;
  using std::sqrt;
  const T phase = sqrt(T(abs(lambda_[lambda_.size() - 1]) + abs(lambda_[0]))) * abs(t);
  const long phase_bits = T(1) < phase ? binary_exponent(phase) : 0;
  const vector<T> both = evaluate(phase_bits, [&]<class W>(const modal_motion<W>& motion) {
    return motion.state(widen<W>(t));
  });
  const auto n = start_.q.size();
  return {both.head(n), both.tail(n)};
}

template <class T>
void normal_modes<T>::prepare() {
  lambda_ = evaluate(0, [&]<class W>(const modal_motion<W>& motion) {
    std::get<prepared<W>>(prepared_) = {std::make_shared<const modal_motion<W>>(motion),
                                        scalar_traits<W>::bits()};
    return motion.lambda;
  });
}

// compiled once for the scalars of the library
#define PLUMBLINE_SCALAR(T) extern template class normal_modes<T>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
