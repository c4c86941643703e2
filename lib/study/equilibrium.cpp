// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/exact/normal_modes.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/equilibrium.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace plumbline {

matrix<double> linear_motion(const matrix<double>& mass, const matrix<double>& stiffness,
                             const matrix<double>& damping) {
  const Eigen::Index n = mass.rows();
  lu_factors<double> factors;
  if (!factors.compute(mass)) {
    throw domain_error("the mass matrix is singular at rest");
  }
  matrix<double> linear = matrix<double>::Zero(2 * n, 2 * n);
  linear.topRightCorner(n, n).setIdentity();
  linear.bottomLeftCorner(n, n) = -factors.solve(stiffness);
  linear.bottomRightCorner(n, n) = -factors.solve(damping);
  return linear;
}

namespace {

/// What has to vanish at rest, and its slopes.
template <class T>
struct balance {
  vector<T> force;
  matrix<T> slopes;
  matrix<T> damping;  ///< of M a + F: ∂F/∂v
};

/// F(q) of M a + F = 0 at v = 0, or −f(y), so that both are restoring forces.
template <class T>
class forces_at_rest {
 public:
  explicit forces_at_rest(const problem& p)
      : system_(make_problem<T>(p).system), at_(system_), tangents_(make_tangent_system<T>(p)) {}

  const model<T>& system() const { return system_; }
  evaluation<T>& at() { return at_; }

  balance<T> operator()(const vector<T>& q) {
    const auto n = q.size();
    balance<T> b;
    b.force.resize(n);
    if (!system_.is_first_order()) {
      const vector<T> zero = vector<T>::Constant(n, T(0));
      at_.equation(view(q), view(zero), view(zero), view(b.force));
      at_.equation_slopes(view(q), view(zero), view(zero), b.slopes, b.damping);
      return b;
    }
    using D = tangent_number<T>;
    b.slopes.resize(n, n);
    vector<D> y(n);
    vector<D> f(n);
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = 0; i < n; ++i) {
        y[i] = i == j ? D::variable(q[i], 0) : D(q[i]);
      }
      tangents_.field(view(y), view(f));
      for (Eigen::Index i = 0; i < n; ++i) {
        b.force[i] = -f[i].value;
        b.slopes(i, j) = -f[i].tangent[0];
      }
    }
    return b;
  }

 private:
  model<T> system_;
  evaluation<T> at_;
  evaluation<tangent_number<T>> tangents_;
};

constexpr double rounding = 1e-12;
constexpr double aside = 1.0 / 16;

/// The largest |λ| of ẏ = A y where no rate λ is on the right of the imaginary axis; none for A = 0 either.
std::optional<double> fastest_if_stable(const matrix<double>& a) {
  double fastest = 0;
  double most_growth = -std::numeric_limits<double>::infinity();
  for (const complex<double>& rate : multipliers(a)) {
    fastest = std::max(fastest, std::hypot(rate.re, rate.im));
    most_growth = std::max(most_growth, rate.re);
  }
  constexpr double on_the_axis = 1e-9;
  return fastest > 0 && std::isfinite(fastest) && most_growth < on_the_axis * fastest
             ? std::optional(fastest)
             : std::nullopt;
}

/// The largest rate |λ| of M ẍ + D ẋ + K x = 0 where D makes the rest stable: none where D is 0, where a rate is 0 or where one has a
/// positive real part.
std::optional<double> fastest_of_stable_rates(const matrix<double>& mass,
                                              const matrix<double>& stiffness,
                                              const matrix<double>& damping) {
  lu_factors<double> factors;
  if (damping.isZero(0) || !factors.compute(stiffness)) {
    return std::nullopt;
  }
  return fastest_if_stable(linear_motion(mass, stiffness, damping));
}

/// A step towards rest, and the fastest rate if there is rest in a stable equilibrium after it.
struct move {
  vector<double> by;
  std::optional<double> fastest;
  /// The smallest λ of K x = λ M x and its direction x; none for other moves.
  double softness = 0;
  vector<double> softest = {};
};

/// Newton's step, to any zero of the forces.
std::optional<move> newton_move(const balance<double>& b, std::optional<double> fastest) {
  lu_factors<double> factors;
  if (!factors.compute(b.slopes)) {
    return std::nullopt;
  }
  return move{-factors.solve(b.force), fastest};
}

std::optional<move> move_of_second_order(const balance<double>& b, const matrix<double>& mass) {
  const modal_basis<double> modes(mass, b.slopes);
  move m{vector<double>::Zero(b.force.size()), std::nullopt, modes.lambda[0], modes.shapes.col(0)};
  const double fastest = modes.lambda[modes.lambda.size() - 1];
  for (Eigen::Index i = 0; i < modes.lambda.size(); ++i) {
    const double stiffness = std::abs(modes.lambda[i]);
    const double force = modes.shapes.col(i).dot(b.force);
    if (force != 0 && stiffness == 0) {
      return std::nullopt;
    }
    m.by -= force == 0 ? vector<double>::Zero(m.by.size()).eval()
                       : (modes.shapes.col(i) * (force / stiffness)).eval();
  }
  if (modes.lambda[0] > 0) {
    m.fastest = std::sqrt(fastest);
  }
  return m;
}

enum class kind_of_rest { minimum, any_stable };

/// Where the potential falls beside q, farther away than the last step of Newton's iteration to a multiple zero of the forces: a direction
/// of this length along ±u. None at a minimum.
std::optional<vector<double>> falls_beside(forces_at_rest<double>& forces, const vector<double>& q,
                                           const vector<double>& u, double last_step) {
  constexpr double farther = 1000;
  const double distance = farther * last_step;
  for (const double side : {1.0, -1.0}) {
    const vector<double> by = side * distance / max_magnitude(u) * u;
    if (by.dot(vector<double>(forces(q + by).slopes * by)) < 0) {
      return by;
    }
  }
  return std::nullopt;
}

std::optional<equilibrium> search(forces_at_rest<double>& forces, vector<double> q,
                                  kind_of_rest wanted) {
  const bool first_order = forces.system().is_first_order();
  const vector<double> zero = vector<double>::Zero(q.size());
  constexpr int most_iterations = 100;
  constexpr double very_far = 1e6;  // forces that vanish at infinity have no rest there
  const double farthest = very_far * (1 + max_magnitude(q));
  // λ of a multiple zero of the forces shrinks by 1/2 with each step, or more; that of a simple one tends to its value
  constexpr double still_shrinking = 0.75;
  double softness_before = 0;
  for (int i = 0; i < most_iterations; ++i) {
    const balance<double> b = forces(q);
    matrix<double> mass;
    if (!first_order) {
      forces.at().mass(view(q), view(zero), mass);
    }
    if (!all_finite(b.force) || !all_finite(b.slopes) || !all_finite(mass)) {
      return std::nullopt;
    }
    const bool to_minimum = !first_order && wanted == kind_of_rest::minimum;
    const auto m = to_minimum ? move_of_second_order(b, mass)
                   : first_order
                       ? newton_move(b, fastest_if_stable(-b.slopes))
                       : newton_move(b, fastest_of_stable_rates(mass, b.slopes, b.damping));
    if (!m || !all_finite(m->by)) {
      return std::nullopt;
    }
    const double size = max_magnitude(m->by);
    const double reach = 1 + max_magnitude(q);
    if (size <= rounding * reach) {
      const bool is_multiple = to_minimum && m->softness < still_shrinking * softness_before;
      const auto down =
          m->fastest && is_multiple ? falls_beside(forces, q, m->softest, size) : std::nullopt;
      if (!down) {
        return m->fastest ? std::optional(equilibrium{q, *m->fastest, to_minimum}) : std::nullopt;
      }
      q += *down * (aside / max_magnitude(*down));
      continue;
    }
    softness_before = m->softness;
    q += m->by * std::min(1.0, reach / 2 / size);
    if (max_magnitude(q) > farthest) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<equilibrium> find_equilibrium(const problem& p) {
  const problem_in<double> in = make_problem<double>(p);
  if (!in.system.facts().autonomous || in.system.law_by_zone() != nullptr) {
    return std::nullopt;
  }
  const auto n = in.start.q.size();
  vector<double> beside = in.start.q;
  for (Eigen::Index i = 0; i < n; ++i) {
    beside[i] += aside / static_cast<double>(i + 1);
  }
  forces_at_rest<double> forces(p);
  for (const kind_of_rest wanted : {kind_of_rest::minimum, kind_of_rest::any_stable}) {
    for (const auto& guess : {vector<double>::Zero(n).eval(), in.start.q, beside}) {
      try {
        if (auto found = search(forces, guess, wanted)) {
          return found;
        }
      } catch (const domain_error&) {
        // a mass matrix that is singular on the way
      }
    }
    if (in.system.is_first_order()) {
      break;
    }
  }
  return std::nullopt;
}

namespace {

/// The state at q without velocities.
template <class T>
phase_point<T> at_rest(forces_at_rest<T>& forces, const vector<T>& q) {
  if (forces.system().is_first_order()) {
    return {q, vector<T>()};
  }
  const vector<T> zero = vector<T>::Constant(q.size(), T(0));
  return {q, forces.system().is_lagrangian() ? momentum(forces.at(), q, zero) : zero};
}

}  // namespace

template <class T>
phase_point<T> rest_at_zero(const problem& p) {
  forces_at_rest<T> forces(p);
  return at_rest<T>(forces, vector<T>::Constant(p.dimension, T(0)));
}

namespace {

/// Newton's iteration from q; false where its corrections shrink by a constant factor, as they do near a multiple zero of the
/// forces.
template <class T>
bool polish(forces_at_rest<T>& forces, vector<T>& q, int most_iterations) {
  T last(1);
  int slow = 0;
  for (int i = 0; i < most_iterations; ++i) {
    end_if_interrupted();
    const balance<T> b = forces(q);
    lu_factors<T> factors;
    if (!all_finite(b.force) || !all_finite(b.slopes) || !factors.compute(b.slopes)) {
      break;
    }
    const vector<T> by = factors.solve(b.force);
    const T size = max_magnitude(by);
    if (i > 1 && !(size < last)) {  // rounding errors only
      break;
    }
    constexpr int quick = 8;
    slow += last < size * quick ? 1 : 0;
    q -= by;
    last = size;
  }
  constexpr int ordinary = 4;
  return slow < ordinary;
}

}  // namespace

template <class T>
phase_point<T> state_of_rest(const problem& p, const equilibrium& e) {
  constexpr int most_iterations = 60;
  forces_at_rest<T> forces(p);
  vector<T> q = scalar_cast<T>(e.position);
  if (!polish(forces, q, most_iterations)) {
    // rounding errors of the forces leave a third of the digits of a zero of multiplicity 3, which a quartic potential has
    constexpr int multiplicity = 3;
    constexpr int iterations_a_bit = 2;
    const int digits = static_cast<int>(digits_held_by(scalar_traits<T>::bits()));
    const vector<mp> found = [&] {
      const precision_scope scope(multiplicity * digits + guard_digits);
      forces_at_rest<mp> finer(p);
      vector<mp> zero = scalar_cast<mp>(e.position);
      polish(finer, zero, iterations_a_bit * scalar_traits<mp>::bits());
      return zero;
    }();
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      q[i] = detail::convert_precision<T>(found[i]);
    }
  }
  return at_rest(forces, q);
}

std::vector<std::string> position_texts(const problem& p, const equilibrium& at, int digits) {
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

template phase_point<double> rest_at_zero<double>(const problem&);
template phase_point<mp> rest_at_zero<mp>(const problem&);
template phase_point<double> state_of_rest<double>(const problem&, const equilibrium&);
template phase_point<mp> state_of_rest<mp>(const problem&, const equilibrium&);

}  // namespace plumbline
