// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity separatrix: the momentum at the bottom of a pendulum whose motion by the scheme ends on the top.
//
// It lies on the stable manifold of the top. Next to it the manifold is the direction in which the derivative of a step shrinks,
// to within d³ at the distance d, as the pendulum is the same to the left and to the right; a point there is followed back until
// it is at the bottom. The step back of a symmetric scheme is its inverse. For the maps of Suris, which are not symmetric, there
// is a closed form.
#include "study/quantity_entries.hpp"
#include "study/suris_scheme.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/bracketed_root.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/schemes/suris_period.hpp>

#include <fmt/format.h>

namespace plumbline {

namespace {

/// p/(q − top) along the stable manifold of the top.
template <class T>
T stable_slope(const measurement& m, const T& top, const T& h) {
  using std::sqrt;
  using D = tangent_number<T>;
  auto stepper = m.scheme.entry->make<D>(m.scheme.values, make_tangent_system<T>(m.p));
  const auto step = [&](vector<D>& y) {
    vector<D> state = stepper.start({y.head(1), y.tail(1)}, D(T(0)));
    const solve_report report = stepper.step(state, D(T(0)), D(h));
    const phase_point<D> z = stepper.phase(state, D(h));
    y << z.q, z.p;
    return report;
  };
  vector<T> rest(2);
  rest << top, T(0);
  const matrix<T> a = step_jacobian<T>(step, rest);
  const T half_trace = (a(0, 0) + a(1, 1)) / 2;
  const T determinant = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  const T root = half_trace * half_trace - determinant;
  if (!(T(1) < half_trace) || !(T(0) < root) || a(0, 1) == T(0)) {
    throw domain_error("the top is no saddle of the scheme with this step");
  }
  // the product of the multipliers is the determinant, so that the small one has no cancellation
  const T shrinking = determinant / (half_trace + sqrt(root));
  return (shrinking - a(0, 0)) / a(0, 1);
}

template <class T>
class way_back {
 public:
  way_back(const measurement& m, run_host& host)
      : host_(&host),
        in_(make_problem<T>(m.p)),
        stepper_(m.scheme.entry->make<T>(m.scheme.values, in_.system)),
        h_(evaluate<T>(*m.step, m.p.names)) {
    separable<T> system(in_.system);
    bottom_ = find_stable_equilibrium(system).position;
    top_ = bottom_ + pi<T>();
    slope_ = stable_slope<T>(m, top_, h_);
  }

  T momentum() {
    // d³ below the rounding error, in decimals
    const T furthest = decimal<T>(fmt::format("1e-{}", scalar_traits<T>::bits() / 10 + 1));
    count_ = 0;
    begin(furthest);
    while (T(0) < angle()) {
      if (++count_ > most) {
        throw domain_error("the way back from the top does not come to the bottom");
      }
      step_back();
    }
    // one step further out it would be there a step earlier
    T nearest = furthest;
    T before(0);
    do {
      nearest /= 2;
      before = after(nearest);
    } while (!(T(0) < before));
    T d = furthest;
    const solve_report report = bracketed_root<T>(
        [&](const T& x, T& value) {
          value = -after(x);
          return solve_report{};
        },
        {nearest, T(-before)}, {furthest, T(-after(furthest))}, d);
    if (!report.ok()) {
      throw step_failure(0, "the bottom", report, "on the way back from the top");
    }
    (void)after(d);
    return stepper_.phase(state_).p[0];
  }

 private:
  static constexpr std::int64_t most = 100'000'000;

  void begin(const T& d) {
    phase_point<T> z = in_.start;
    z.q[0] = top_ - d;
    z.p[0] = -slope_ * d;
    state_ = stepper_.start(z, in_.t0);
  }
  T angle() const { return stepper_.phase(state_).q[0] - bottom_; }
  void step_back() {
    if (host_->stop_requested()) {
      throw interrupted();
    }
    const solve_report report = stepper_.step(state_, in_.t0, T(-h_));
    if (!report.ok()) {
      throw step_failure(0, "the top", report, "on the way back from the top");
    }
  }
  /// The angle after all steps back from the distance d.
  T after(const T& d) {
    begin(d);
    for (std::int64_t i = 0; i < count_; ++i) {
      step_back();
    }
    return angle();
  }

  run_host* host_;
  problem_in<T> in_;
  any_stepper<T> stepper_;
  T h_;
  T bottom_{0};
  T top_{0};
  T slope_{0};
  std::int64_t count_ = 0;
  vector<T> state_;
};

template <class T>
T separatrix_in(const measurement& m, run_host& host) {
  if (const auto map = detail::suris_map_of(m.scheme)) {
    const problem_in<T> in = make_problem<T>(m.p);
    separable<T> system(in.system);
    return suris_separatrix<T>(*map, system.mass(), T(system.stiffness(T(0)) / system.mass()),
                               evaluate<T>(*m.step, m.p.names));
  }
  return way_back<T>(m, host).momentum();
}

void check_separatrix(const measurement& m) {
  if (!m.p.system->facts.sine_force) {
    throw invalid_input("separatrix is of a pendulum, with the force -m k sin q");
  }
  if (!detail::suris_map_of(m.scheme) && !m.scheme.entry->info_for(m.scheme.values).symmetric) {
    throw invalid_input(fmt::format(
        "separatrix needs a symmetric scheme, whose step back is its inverse, or a map of Suris; "
        "{} is neither",
        m.scheme.entry->info.name));
  }
}

std::vector<named_value> measure_separatrix(const measurement& m, run_host& host) {
  // in run-time precision, whose steps have derivatives, and with digits to spare: errors grow on the way
  const precision_scope scope(m.digits + guard_digits);
  return {{"separatrix", to_text(separatrix_in<mp>(m, host), m.digits), {}}};
}

}  // namespace

quantity separatrix_quantity() {
  return {.name = "separatrix",
          .meaning =
              "the momentum at the bottom of a pendulum from which on the scheme turns over, "
              "in the place of swinging",
          .input = quantity::needs::one_step,
          .measure = measure_separatrix,
          .example = "pendulum --set omega=1 --scheme leapfrog --step 0.5",
          .check = check_separatrix};
}

}  // namespace plumbline
