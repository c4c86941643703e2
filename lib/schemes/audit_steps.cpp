// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/audit_steps.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/measure/step_jacobian.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace plumbline::detail {

namespace {

/// Two coupled pendulums without symmetry, constant masses.
template <class T>
struct coupled_pendulums {
  static std::array<parameter<coupled_pendulums>, 0> parameters() { return {}; }
  static system_info info() {
    return {.name = "coupled-pendulums",
            .summary = "a trial system of the audit",
            .formula = "L = v1^2/2 + v2^2 + 2 cos q1 + cos q2 + cos(q1 - 2 q2)/3 - sin(q1 + q2)/5",
            .source = "",
            .start = {}};
  }
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    using std::sin;
    return v[0] * v[0] / 2 + v[1] * v[1] + cos(q[0]) * 2 + cos(q[1]) + cos(S(q[0] - q[1] * 2)) / 3 -
           sin(S(q[0] + q[1])) / 5;
  }
};

/// The same with a mass matrix that depends on q.
template <class T>
struct coupled_arms {
  static std::array<parameter<coupled_arms>, 0> parameters() { return {}; }
  static system_info info() {
    return {.name = "coupled-arms",
            .summary = "a trial system of the audit",
            .formula =
                "L = (1 + sin(q2)^2/2) v1^2/2 + v2^2 + cos(q1 - q2) v1 v2/2 + 2 cos q1 + cos q2 + "
                "cos(q1 - 2 q2)/3 - sin(q1 + q2)/5",
            .source = "",
            .start = {}};
  }
  static constexpr int dimension() { return 2; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    using std::cos;
    using std::sin;
    const S s = sin(q[1]);
    return (s * s / 2 + S(1)) * (v[0] * v[0]) / 2 + v[1] * v[1] +
           cos(S(q[0] - q[1])) * (v[0] * v[1]) / 2 + cos(q[0]) * 2 + cos(q[1]) +
           cos(S(q[0] - q[1] * 2)) / 3 - sin(S(q[0] + q[1])) / 5;
  }
};

bool fits(const scheme_entry& scheme, const settings& chosen, const system_entry& system) {
  return scheme.base_for ? find_scheme(scheme.base_for(chosen)).fits(system) : scheme.fits(system);
}

template <class T>
phase_point<T> trial_start(int n) {
  phase_point<T> z{vector<T>(n), vector<T>(n)};
  for (int i = 0; i < n; ++i) {
    z.q[i] = rational<T>(5 - 8 * (i % 2), 11 + i);
    z.p[i] = rational<T>(3 + 2 * i, 13);
  }
  return z;
}

/// The start as the state of this system; of first-order systems q alone.
template <class T>
vector<T> start_state(const any_stepper<T>& stepper, const system_entry& system) {
  phase_point<T> z = trial_start<T>(system.dimension);
  if (system.kind == system_kind::first_order) {
    z.p = vector<T>(0);
  }
  return stepper.start(z, T(0));
}

/// The state after n steps over the time `until`; nothing where a step fails.
std::optional<vector<mp64>> run(const scheme_entry& scheme, const settings& chosen,
                                const system_entry& system, const mp64& until, int n) {
  auto stepper = scheme.make<mp64>(chosen, system.make<mp64>());
  vector<mp64> y = start_state(stepper, system);
  const mp64 h = until / n;
  for (int i = 0; i < n; ++i) {
    if (!stepper.step(y, mp64(h * i), h).ok()) {
      return std::nullopt;
    }
  }
  const phase_point<mp64> z = stepper.phase(y, until);
  vector<mp64> end(z.q.size() + z.p.size());
  end << z.q, z.p;
  return end;
}

/// The exponent p of the error C h^p against the truth, from two runs whose steps differ by a factor of two: those with the
/// finest steps whose errors stand above the noise. The truth is a Taylor series. A table whose weights do not sum to one
/// converges, too, but not to the truth, and has order 0.
std::optional<double> read_order(const scheme_entry& scheme, const settings& chosen,
                                 const system_entry& system, double noise) {
  constexpr int most_steps = 1024;
  constexpr int steps_of_truth = 24;
  constexpr double far_above = 100;
  constexpr double of_truth = 1e-56;
  const double floor = std::max(noise, of_truth);
  const mp64 until = rational<mp64>(1, 2);
  const auto truth = run(find_scheme("taylor"), {}, system, until, steps_of_truth);
  if (!truth) {
    return std::nullopt;
  }
  std::optional<double> order;
  std::optional<double> before;
  for (int n = 1; n <= most_steps; n *= 2) {
    const auto end = run(scheme, chosen, system, until, n);
    if (!end) {
      before.reset();
      continue;
    }
    const double error = to_double(max_magnitude(*end - *truth));
    if (!(error > floor * far_above)) {
      break;
    }
    if (before) {
      order = std::log2(*before / error);
      if (n >= 64 && std::abs(*order - std::round(*order)) < 0.02) {
        break;
      }
    }
    before = error;
  }
  return order;
}

double symmetry_defect(const scheme_entry& scheme, const settings& chosen,
                       const system_entry& system) {
  auto stepper = scheme.make<mp64>(chosen, system.make<mp64>());
  const vector<mp64> start = start_state(stepper, system);
  vector<mp64> y = start;
  const mp64 h = rational<mp64>(1, 4);
  if (!stepper.step(y, mp64(0), h).ok() || !stepper.step(y, h, mp64(-h)).ok()) {
    return std::numeric_limits<double>::infinity();
  }
  return to_double(max_magnitude(y - start));
}

double symplecticity_defect_of(const scheme_entry& scheme, const settings& chosen,
                               const system_entry& system) {
  const precision_scope scope(64);
  using D = tangent_number<mp>;
  auto stepper = scheme.make<D>(chosen, system.make<D>());
  const phase_point<mp> z = trial_start<mp>(system.dimension);
  const Eigen::Index n = system.dimension;
  vector<mp> y(2 * n);
  y << z.q, z.p;
  const auto jacobian = step_jacobian<mp>(
      [&](vector<D>& w) {
        vector<D> state = stepper.start({w.head(n), w.tail(n)}, D(0));
        const solve_report report = stepper.step(state, D(0), D(rational<mp>(1, 4)));
        const auto end = stepper.phase(state);
        w << end.q, end.p;
        return report;
      },
      y);
  return to_double(symplecticity_defect(jacobian));
}

/// How far a step is from stable: positive where it grows. With trace t and determinant d, the eigenvalues of a 2 × 2
/// matrix are in the unit disc just when |t| ≤ 1 + d and d ≤ 1.
template <class T>
struct excess {
  T by_trace;
  T by_determinant;

  bool is_above(const T& allowed) const { return allowed < by_trace || allowed < by_determinant; }
};

/// A step of the oscillator with ω = 1.
template <class T>
class oscillator_step {
 public:
  oscillator_step(const scheme_entry& scheme, const settings& chosen)
      : stepper_(scheme.make<T>(
            chosen, find_system("harmonic-oscillator").make<T>({{"m", "1"}, {"k", "1"}}))) {}

  excess<T> at(const T& h) {
    using std::abs;
    matrix<T> s(2, 2);
    for (int column = 0; column < 2; ++column) {
      phase_point<T> z{vector<T>(1), vector<T>(1)};
      z.q[0] = T(column == 0 ? 1 : 0);
      z.p[0] = T(column == 0 ? 0 : 1);
      vector<T> y = stepper_.start(z, T(0));
      if (!stepper_.step(y, T(0), h).ok()) {
        return {T(1), T(1)};
      }
      z = stepper_.phase(y);
      s(0, column) = z.q[0];
      s(1, column) = z.p[0];
    }
    const T d = s(0, 0) * s(1, 1) - s(0, 1) * s(1, 0);
    return {T(abs(T(s(0, 0) + s(1, 1))) - d - T(1)), T(d - T(1))};
  }

 private:
  any_stepper<T> stepper_;
};

/// Where f is largest between two points, by golden section.
template <class F>
mp64 place_of_maximum(mp64 left, mp64 right, F&& f) {
  const mp64 ratio = (sqrt(mp64(5)) - 1) / 2;
  mp64 a = right - ratio * (right - left);
  mp64 b = left + ratio * (right - left);
  mp64 fa = f(a);
  mp64 fb = f(b);
  for (int i = 0; i < 60; ++i) {
    if (fa < fb) {
      left = a;
      a = b;
      fa = fb;
      b = left + ratio * (right - left);
      fb = f(b);
    } else {
      right = b;
      b = a;
      fb = fa;
      a = right - ratio * (right - left);
      fa = f(a);
    }
  }
  return a;
}

/// Two steps between which the oscillator begins to grow.
struct growth_begin {
  mp64 stable;  ///< 0 where it grows with all small steps
  mp64 growing;
};

/// Where the oscillator begins to grow, if that is below ωh = 0.4. Both excesses are C h^q for small h. Steps so small that
/// an excess stays within the allowance do not show the sign of C; the first larger ones do, and with a positive C all small
/// steps grow.
std::optional<growth_begin> growth_at_small_steps(oscillator_step<mp64>& step,
                                                  const mp64& allowed) {
  const mp64 smallest = decimal<mp64>("1e-7");
  const mp64 largest = rational<mp64>(2, 5);
  mp64 stable(0);
  bool turns = false;
  bool decays = false;
  for (mp64 h = smallest; h < largest; h *= 2) {
    const excess<mp64> e = step.at(h);
    if (e.is_above(allowed)) {
      const bool with_all =
          (allowed < e.by_trace && !turns) || (allowed < e.by_determinant && !decays);
      return growth_begin{with_all ? mp64(0) : stable, h};
    }
    turns = turns || e.by_trace < -allowed;
    decays = decays || e.by_determinant < -allowed;
    stable = h;
  }
  return std::nullopt;
}

}  // namespace

const system_entry* trial_system(const scheme_entry& scheme, const settings& chosen) {
  static const system_entry arms = system_entry_of<coupled_arms>();
  static const system_entry pendulums = system_entry_of<coupled_pendulums>();
  for (const system_entry* system : {&arms, &pendulums}) {
    if (fits(scheme, chosen, *system)) {
      return system;
    }
  }
  for (const char* name :
       {"pendulum", "linear-double-pendulum", "harmonic-oscillator", "reduced-lagrange-top"}) {
    const system_entry& system = find_system(name);
    if (fits(scheme, chosen, system)) {
      return &system;
    }
  }
  return nullptr;
}

step_facts observe_steps(const scheme_entry& scheme, const settings& chosen, double noise) {
  step_facts facts;
  const system_entry* system = trial_system(scheme, chosen);
  if (system == nullptr) {
    return facts;
  }
  constexpr double exact = 1e-50;
  try {
    facts.order = read_order(scheme, chosen, *system, noise);
    const double back = symmetry_defect(scheme, chosen, *system);
    if (std::isfinite(back)) {
      facts.symmetric = back < exact;
    }
    if (system->kind == system_kind::lagrangian) {
      facts.symplectic = symplecticity_defect_of(scheme, chosen, *system) < exact;
    }
  } catch (const step_failure&) {
    // the remaining facts stay unknown
  }
  return facts;
}

std::optional<double> oscillator_limit(const scheme_entry& scheme, const settings& chosen,
                                       double noise, double reach) {
  if (!fits(scheme, chosen, find_system("harmonic-oscillator"))) {
    return std::nullopt;
  }
  constexpr double spacing = 0.01;
  constexpr double doubtful = 1e-3;
  constexpr double rounding = 1e-11;
  const double allowed = std::max(noise * 30, 1e-48);
  oscillator_step<double> coarse(scheme, chosen);
  oscillator_step<mp64> fine(scheme, chosen);
  const auto grows = [&](const mp64& h) { return fine.at(h).is_above(mp64(allowed)); };
  const auto refine = [&](mp64 stable, mp64 unstable) {
    for (int k = 0; k < 60; ++k) {
      const mp64 middle = (stable + unstable) / 2;
      (grows(middle) ? unstable : stable) = middle;
    }
    return to_double(stable);
  };
  const auto small = growth_at_small_steps(fine, mp64(allowed));
  if (small && small->stable == mp64(0)) {
    return 0.0;
  }
  // in double; what lies near the limit is looked at with 64 digits
  const auto sample = [&](int k) { return coarse.at(k * spacing); };
  const int samples = static_cast<int>((small ? to_double(small->stable) : reach) / spacing);
  mp64 last_stable(spacing);
  excess<double> before = sample(1);
  excess<double> here = sample(2);
  for (int k = 2; k <= samples; ++k) {
    const excess<double> after = sample(k + 1);
    const mp64 h(k * spacing);
    const bool lost = !(here.by_trace < rounding) || !(here.by_determinant < rounding);
    if (lost && grows(h)) {
      return refine(last_stable, h);
    }
    const auto rises = [&](double excess<double>::*by, mp64 excess<mp64>::*finely) {
      if (!(here.*by > -doubtful && here.*by < -rounding && here.*by >= before.*by &&
            here.*by >= after.*by)) {
        return false;
      }
      const mp64 top = place_of_maximum(mp64((k - 1) * spacing), mp64((k + 1) * spacing),
                                        [&](const mp64& x) { return fine.at(x).*finely; });
      if (!(mp64(allowed) < fine.at(top).*finely)) {
        return false;
      }
      last_stable = refine(last_stable, top);
      return true;
    };
    if (rises(&excess<double>::by_trace, &excess<mp64>::by_trace) ||
        rises(&excess<double>::by_determinant, &excess<mp64>::by_determinant)) {
      return to_double(last_stable);
    }
    last_stable = h;
    before = here;
    here = after;
  }
  if (small) {
    return refine(small->stable, small->growing);
  }
  for (double h = reach; h < 1e7; h *= 1.25) {
    if (grows(mp64(h))) {
      return refine(last_stable, mp64(h));
    }
    last_stable = mp64(h);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace plumbline::detail
