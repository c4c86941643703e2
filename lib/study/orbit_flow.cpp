// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_flow.hpp"

#include "math/steep_rows.hpp"
#include "math/taylor_columns.hpp"
#include "math/taylor_engine.hpp"
#include "mechanics/taylor_system.hpp"
#include "study/constrained_start.hpp"
#include "study/orbit_maps.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/section.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace plumbline {

mp in_scope(const mp& x) {
  mp y;
  mpfr_set(y.backend().data(), x.backend().data(), MPFR_RNDN);
  return y;
}

vector<mp> in_scope(const vector<mp>& x) {
  vector<mp> y(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    y[i] = in_scope(x[i]);
  }
  return y;
}

state_function section_function(const problem& p, const std::string& text) {
  state_function section{state_function::kind::formula, text};
  section.text = record_section(p, make_problem<mp>(p).system.formulas(), text);
  return section;
}

namespace {

/// Bits that the series carries beyond the precision of the scope, for its derivatives by the state.
constexpr int bits_for_derivatives = 24;

[[noreturn]] void fail_at(const mp& t, const solve_report& report) {
  throw step_failure(0, to_text(t, 17), report,
                     "a motion on the way from the guess cannot be continued there: a singularity");
}

template <class T>
T converted(const mp& x) {
  if constexpr (std::same_as<T, double>) {
    return to_double(x);
  } else {
    return in_scope(x);
  }
}

/// Reading and writing the lanes of an arithmetic: lane 0 is the coefficient, the others are its derivatives.
template <class T>
void put_lane(taylor_columns<T>& w, int row, int k, int lane, const T& x) {
  (lane == 0 ? w.at(row, k) : w.tangent(row, k, lane - 1)) = x;
}
/// log2 of the size of a coefficient in a lane; of a lane besides the first to a bit.
template <class T>
double log2_of_lane(const taylor_columns<T>& w, int row, int k, int lane) {
  return lane == 0 ? w.size(row, k) : log2_magnitude(w.tangent(row, k, lane - 1));
}
/// x ← Σ y_k h^k of a lane.
template <class T>
void sum_lane(const taylor_columns<T>& w, int row, int order, int lane, const T& h, T& x) {
  const auto term = [&](int k) -> const T& {
    return lane == 0 ? w.at(row, k) : w.tangent(row, k, lane - 1);
  };
  T sum = term(order);
  for (int k = order - 1; k >= 0; --k) {
    sum = sum * h + term(k);
  }
  x = sum;
}

#if PLUMBLINE_HAS_ARB

void put_lane(taylor_approximations& w, int row, int k, int lane, const mp& x) {
  arb_ptr place = lane == 0 ? w.at(row, k) : w.tangent(row, k, lane - 1);
  arf_set_mpfr(arb_midref(place), x.backend().data());
  mag_zero(arb_radref(place));
}
double log2_of_lane(const taylor_approximations& w, int row, int k, int lane) {
  if (lane == 0) {
    return w.size(row, k);
  }
  const arf_struct* x = arb_midref(w.tangent(row, k, lane - 1));
  if (arf_is_special(x) != 0) {
    return arf_is_zero(x) != 0 ? -std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::quiet_NaN();
  }
  return static_cast<double>(fmpz_get_si(ARF_EXPREF(x)));
}
void sum_lane(const taylor_approximations& w, int row, int order, int lane, const mp& h, mp& x) {
  const slong bits = scalar_traits<mp>::bits() + bits_for_derivatives;
  ball_array numbers(2);
  arf_ptr step = arb_midref(numbers[0]);
  arf_ptr sum = arb_midref(numbers[1]);
  arf_set_mpfr(step, h.backend().data());
  const auto term = [&](int k) {
    return arb_midref(lane == 0 ? w.at(row, k) : w.tangent(row, k, lane - 1));
  };
  arf_set(sum, term(order));
  for (int k = order - 1; k >= 0; --k) {
    arf_mul(sum, sum, step, bits, ARF_RND_DOWN);
    arf_add(sum, sum, term(k), bits, ARF_RND_NEAR);
  }
  arf_get_mpfr(x.backend().data(), sum, MPFR_RNDN);
}

#endif

/// y ← φ_T(y), w ← Dφ_T(y) w by steps of the series of both.
template <class T, class A>
void cross_with_columns(taylor_engine<A>& engine, int bits, const T& t0, const T& time,
                        vector<T>& y, matrix<T>& w) {
  const int states = engine.states();
  const int order = engine.order();
  const auto columns = static_cast<int>(w.cols());
  A& work = engine.work();
  const steep_rows steep = steep_rows_of(engine.code());
  constexpr int mantissa_bits = 4;
  constexpr double most_halvings = 60;
  T passed(0);
  for (bool last = false; !last;) {
    end_if_interrupted();
    const T t = t0 + passed;
    for (int i = 0; i < states; ++i) {
      put_lane(work, engine.state(i), 0, 0, T(y[i]));
      for (int j = 0; j < columns; ++j) {
        put_lane(work, engine.state(i), 0, j + 1, T(w(i, j)));
      }
    }
    work.set_zero(engine.code().time, 0);
    put_lane(work, engine.code().time, 0, 0, t);
    if (!engine.expand()) {
      fail_at(mp(t), {solve_outcome::singular, 0, 0});
    }
    // the longest step whose last terms are below 2^−bits of the state, and those of each column below 2^−bits of the column: a
    // column that shrinks or grows faster than the state moves needs shorter steps
    constexpr double least_beside_all = 20;
    double log2_step = std::numeric_limits<double>::infinity();
    for (int lane = 0; lane <= columns; ++lane) {
      double all = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < states; ++i) {
        all = std::max(all, log2_of_lane(work, engine.state(i), 0, lane));
      }
      for (int i = 0; i < states; ++i) {
        const double scale =
            std::max(log2_of_lane(work, engine.state(i), 0, lane), all - least_beside_all);
        for (int k = order - order / 3; k <= order; ++k) {
          const double term = log2_of_lane(work, engine.state(i), k, lane);
          if (std::isnan(term) || term == std::numeric_limits<double>::infinity()) {
            fail_at(mp(t), {solve_outcome::not_finite, 0, 0});
          }
          if (std::isfinite(term) && std::isfinite(scale)) {
            const double wanted = scale - static_cast<double>(bits) * k / order;
            log2_step = std::min(log2_step, (wanted - term) / k);
          }
        }
      }
    }
    log2_step = limited_step(std::min(log2_step, log2_magnitude(time) + 1), steep, order, bits,
                             [&work](int row, int k) { return log2_of_lane(work, row, k, 0); });
    T h = time - passed;
    last = log2_magnitude(h) <= log2_step;
    if (!last) {
      if (!(log2_step > log2_magnitude(time) - most_halvings)) {
        fail_at(mp(t), {solve_outcome::stagnated, 0, 0});
      }
      const double exponent = std::floor(log2_step);
      const auto mantissa =
          static_cast<int>(std::ldexp(std::exp2(log2_step - exponent), mantissa_bits));
      using std::ldexp;
      h = T(
          ldexp(T(time < T(0) ? -mantissa : mantissa), static_cast<int>(exponent) - mantissa_bits));
    }
    for (int i = 0; i < states; ++i) {
      sum_lane(work, engine.state(i), order, 0, h, y[i]);
      for (int j = 0; j < columns; ++j) {
        sum_lane(work, engine.state(i), order, j + 1, h, w(i, j));
      }
    }
    if (!all_finite(y)) {
      fail_at(mp(t), {solve_outcome::not_finite, 0, 0});
    }
    passed += h;
  }
}

template <class T, class A>
void put_parameters(taylor_engine<A>& engine, const std::vector<mp>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    put_lane(engine.work(), engine.parameter_row(static_cast<int>(i)), 0, 0,
             converted<T>(parameters[i]));
  }
  engine.run_constants();
}

#if PLUMBLINE_HAS_ARB
/// Of each row of an engine, whether it does not depend on the state: also the factors of a constant mass matrix.
std::vector<char> constant_rows(const taylor_code& code) {
  std::vector<char> constants;
  constants.reserve(static_cast<std::size_t>(code.rows));
  for (int row = 0; row < code.rows; ++row) {
    constants.push_back(code.series(row) ? 0 : 1);
  }
  const auto& matrix_rows = code.equations.matrix;
  const bool constant_mass =
      std::ranges::none_of(matrix_rows, [&](int row) { return code.series(row); });
  constants.insert(constants.end(), matrix_rows.size(), constant_mass ? 1 : 0);
  return constants;
}
#endif

}  // namespace

orbit_flow::orbit_flow(const problem& p, const std::optional<orbit_steps>& by_steps, int parts)
    : problem_(p),
      by_steps_(by_steps),
      parts_(parts),
      in_(make_problem<mp>(p)),
      tangent_system_(make_tangent_system<mp>(p)),
      n_(in_.system.dimension()),
      states_(in_.system.is_first_order() ? n_ : 2 * n_),
      start_(states_),
      units_(vector<mp>::Ones(states_)),
      stepper_(in_.system, taylor_order(scalar_traits<mp>::bits()), -scalar_traits<mp>::bits()),
      at_(tangent_system_),
      at_values_(in_.system) {
  if (in_.system.is_first_order()) {
    start_ = in_.start.q;
  } else {
    start_ << in_.start.q, in_.start.p;
  }
  states_are_of_series_ = !(in_.system.is_lagrangian() &&
                            stepper_.series().variables() == taylor_variables::velocities);
  const std::vector<std::string>& names = in_.system.formulas()->constraint_names();
  const auto add = [&](state_function::kind what, int count) {
    for (int k = 0; k < count; ++k) {
      surface_.push_back({what, names[static_cast<std::size_t>(k)], {}, k});
    }
  };
  add(state_function::kind::constraint, in_.system.facts().holonomic);
  add(state_function::kind::pull, in_.system.formulas()->constraints());
}

bool orbit_flow::autonomous() const { return in_.system.facts().autonomous; }

template <class T>
vector<T> orbit_flow::stepped(any_stepper<T>& stepper, const vector<T>& x, const T& t0,
                              const T& time) const {
  const int count = by_steps_->steps / parts_;
  const T h = time / count;
  const bool first_order = in_.system.is_first_order();
  const phase_point<T> z =
      first_order ? phase_point<T>{x, vector<T>()} : phase_point<T>{x.head(n_), x.tail(n_)};
  vector<T> state = stepper.start(z, t0);
  for (int k = 0; k < count; ++k) {
    end_if_interrupted();
    const solve_report report = stepper.step(state, T(t0 + h * k), h);
    if (!report.ok()) {
      throw step_failure(k, fmt::format("{:.6g}", to_double(T(t0 + h * k))), report,
                         "a step of the scheme cannot be made");
    }
  }
  const phase_point<T> end = stepper.phase(state, T(t0 + time));
  if (first_order) {
    return end.q;
  }
  vector<T> y(states_);
  y << end.q, end.p;
  return y;
}

/// In the tangent numbers of T, a direction after the other.
template <class T>
matrix<mp> orbit_flow::derivative_of_steps(const vector<mp>& x, const mp& time) const {
  using D = tangent_number<T>;
  matrix<mp> m(states_, states_);
  const auto& [scheme, steps] = *by_steps_;
  const model<D> system = make_tangent_system<T>(problem_);
  for (int j = 0; j < states_; ++j) {
    vector<D> y(states_);
    for (int i = 0; i < states_; ++i) {
      y[i] = D(converted<T>(x[i]));
      y[i].tangent[0] = T(i == j ? 1 : 0);
    }
    auto stepper = scheme.entry->template make<D>(scheme.values, system);
    const vector<D> end = stepped<D>(stepper, y, D(converted<T>(in_.t0)), D(converted<T>(time)));
    for (int i = 0; i < states_; ++i) {
      m(i, j) = mp(end[i].tangent[0]);
    }
  }
  return m;
}

vector<mp> orbit_flow::rate_at_end(const vector<mp>& x, const vector<mp>& y, const mp& time) {
  if (!by_steps_) {
    return field(y, in_.t0 + time);
  }
  vector<tangent> start(states_);
  for (int i = 0; i < states_; ++i) {
    start[i] = tangent(in_scope(x[i]));
  }
  tangent by_time{in_scope(time)};
  by_time.tangent[0] = mp(1);
  auto stepper = by_steps_->scheme.entry->make<tangent>(by_steps_->scheme.values, tangent_system_);
  const vector<tangent> end = stepped<tangent>(stepper, start, tangent(in_.t0), by_time);
  vector<mp> rate(states_);
  for (int i = 0; i < states_; ++i) {
    rate[i] = end[i].tangent[0];
  }
  return rate;
}

vector<mp> orbit_flow::end(const vector<mp>& x, const mp& time) {
  if (by_steps_) {
    auto stepper = by_steps_->scheme.entry->make<mp>(by_steps_->scheme.values, in_.system);
    return stepped<mp>(stepper, in_scope(x), in_.t0, in_scope(time));
  }
  vector<mp> y = in_scope(x);
  const solve_report report = stepper_.cross(y, in_.t0, time);
  if (!report.ok()) {
    fail_at(in_.t0, report);
  }
  return y;
}

void orbit_flow::change_variables(change direction, const mp& t, vector<mp>& x,
                                  matrix<mp>& columns) {
  const auto other = [&](const auto& z, auto& at) {
    using T = std::remove_cvref_t<decltype(z[0])>;
    at.set_time(T(t));
    const vector<T> q = z.head(n_);
    const vector<T> rate = z.tail(n_);
    return direction == change::to_series ? velocity(at, q, rate) : momentum(at, q, rate);
  };
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    vector<tangent> z(states_);
    for (int i = 0; i < states_; ++i) {
      z[i] = tangent(in_scope(x[i]));
      z[i].tangent[0] = in_scope(columns(i, j));
    }
    const vector<tangent> rate = other(z, at_);
    for (int i = 0; i < n_; ++i) {
      columns(n_ + i, j) = rate[i].tangent[0];
    }
  }
  x.tail(n_) = vector<mp>(other(vector<mp>(x), at_values_));
}

flow_end orbit_flow::end_with_derivative(const vector<mp>& x, const mp& time,
                                         const matrix<mp>& columns) {
  flow_end end{in_scope(x), columns};
  if (by_steps_) {
    end.y = this->end(x, time);
    end.derivative = matrix<mp>(derivative_of_steps<mp>(x, time) * columns);
    return end;
  }
  const int bits = scalar_traits<mp>::bits() + bits_for_derivatives;
  if (!states_are_of_series_) {
    change_variables(change::to_series, in_.t0, end.y, end.derivative);
  }
  const auto code = taylor_system_of(*in_.system.formulas()).code;
  const auto directions = static_cast<int>(columns.cols());
#if PLUMBLINE_HAS_ARB
  taylor_engine<taylor_approximations> engine(code, taylor_order(bits), static_cast<slong>(bits),
                                              directions, constant_rows(*code));
#else
  taylor_engine<taylor_columns<mp>> engine(code, taylor_order(bits), directions);
#endif
  put_parameters<mp>(engine, in_.system.parameters());
  cross_with_columns(engine, bits, in_.t0, time, end.y, end.derivative);
  if (!states_are_of_series_) {
    change_variables(change::from_series, in_.t0 + time, end.y, end.derivative);
  }
  return end;
}

matrix<mp> orbit_flow::coarse_derivative(const vector<mp>& x, const mp& time) {
  if (by_steps_) {
    return derivative_of_steps<double>(x, time);
  }
  const int bits = scalar_traits<double>::bits();
  vector<mp> y = in_scope(x);
  matrix<mp> m = matrix<mp>::Identity(states_, states_);
  if (!states_are_of_series_) {
    change_variables(change::to_series, in_.t0, y, m);
  }
  taylor_engine<taylor_columns<double>> engine(taylor_system_of(*in_.system.formulas()).code,
                                               taylor_order(bits), states_);
  put_parameters<double>(engine, in_.system.parameters());
  vector<double> end = scalar_cast<double>(y);
  matrix<double> columns = scalar_cast<double>(m);
  cross_with_columns(engine, bits, to_double(in_.t0), to_double(time), end, columns);
  y = scalar_cast<mp>(end);
  m = scalar_cast<mp>(columns);
  if (!states_are_of_series_) {
    change_variables(change::from_series, in_.t0 + time, y, m);
  }
  return m;
}

vector<mp> orbit_flow::field(const vector<mp>& x, const mp& t) {
  vector<mp> dy(states_);
  solve_report report;
  if (in_.system.is_first_order()) {
    report = first_order_field<mp>(in_.system)(t, x, dy);
  } else if (in_.system.is_lagrangian()) {
    report = hamiltonian_field<mp>(in_.system)(t, x, dy);
  } else {
    report = acceleration_field<mp>(in_.system)(t, x, dy);
  }
  if (!report.ok()) {
    fail_at(t, report);
  }
  return dy;
}

matrix<mp> orbit_flow::field_derivative(const vector<mp>& x, const mp& t) {
  matrix<mp> d(states_, states_);
  vector<tangent> y(states_);
  vector<tangent> dy(states_);
  for (int j = 0; j < states_; ++j) {
    for (int i = 0; i < states_; ++i) {
      y[i] = tangent(in_scope(x[i]));
      y[i].tangent[0] = mp(i == j ? 1 : 0);
    }
    solve_report report;
    if (in_.system.is_first_order()) {
      report = first_order_field<tangent>(tangent_system_)(tangent(t), y, dy);
    } else if (in_.system.is_lagrangian()) {
      report = hamiltonian_field<tangent>(tangent_system_)(tangent(t), y, dy);
    } else {
      report = acceleration_field<tangent>(tangent_system_)(tangent(t), y, dy);
    }
    if (!report.ok()) {
      fail_at(t, report);
    }
    for (int i = 0; i < states_; ++i) {
      d(i, j) = dy[i].tangent[0];
    }
  }
  return d;
}

template <class T>
T orbit_flow::value_of(const state_function& f, const vector<T>& x, const mp& t,
                       evaluation<T>& at) {
  using kind = state_function::kind;
  const bool first_order = in_.system.is_first_order();
  at.set_time(T(t));
  const vector<T> q = first_order ? x : vector<T>(x.head(n_));
  const vector<T> rate = first_order ? vector<T>() : vector<T>(x.tail(n_));
  switch (f.what) {
    case kind::entry:
      return x[f.index];
    case kind::momenta: {
      T sum(0);
      for (const int k : f.momenta.coordinates) {
        sum += rate[k];
      }
      return sum;
    }
    case kind::energy:
      return energy(at, phase_point<T>{q, rate});
    case kind::velocity:
      return in_.system.is_lagrangian() ? velocity(at, q, rate)[f.index] : rate[f.index];
    case kind::constraint:
      return constraints_at(at, q, rate).holonomic[f.index];
    case kind::pull: {
      const vector<T> v = velocity(at, q, rate);
      const vector<T> off = rate - momentum(at, q, v);
      const matrix<T> rows = constraints_at(at, q, v).rows;
      T sum(0);
      for (int i = 0; i < n_; ++i) {
        sum += T(rows(f.index, i) * off[i]);
      }
      return sum;
    }
    case kind::formula: {
      std::vector<T> named;
      for (const mp& parameter : parameters_of<mp>(*f.text, problem_)) {
        named.push_back(T(parameter));
      }
      return followed_values<T>(at.system(), f.text, named).at({q, rate}, T(t));
    }
    case kind::quantity:
      break;
  }
  const vector<T> v = in_.system.is_lagrangian() ? velocity(at, q, rate) : rate;
  return part_values<T>(at.system(), form_part::quantities)
      .at(view(q), view(v), {}, T(t))
      .result(f.index);
}

value_and_gradient orbit_flow::value(const state_function& f, const vector<mp>& x, const mp& t) {
  value_and_gradient found{value_of<mp>(f, x, t, at_values_), vector<mp>(states_)};
  vector<tangent> y(states_);
  for (int j = 0; j < states_; ++j) {
    for (int i = 0; i < states_; ++i) {
      y[i] = tangent(in_scope(x[i]));
      y[i].tangent[0] = mp(i == j ? 1 : 0);
    }
    found.gradient[j] = value_of<tangent>(f, y, t, at_).tangent[0];
  }
  return found;
}

matrix<mp> orbit_flow::surface_normals(const vector<mp>& x, const mp& t) {
  matrix<mp> all(states_, static_cast<Eigen::Index>(surface_.size()));
  for (std::size_t k = 0; k < surface_.size(); ++k) {
    all.col(static_cast<Eigen::Index>(k)) = value(surface_[k], x, t).gradient;
  }
  return all;
}

std::vector<state_at_time> orbit_flow::states_along(const vector<mp>& x, const mp& time) const {
  constexpr int most_steps = 2000;
  constexpr int in_a_step = 8;
  constexpr std::size_t most = 400;
  std::mt19937_64 random(20261127);
  const problem_in<double> in = make_problem<double>(problem_);
  const int bits = scalar_traits<double>::bits();
  taylor_stepper<double> stepper(in.system, taylor_order(bits), -bits);
  vector<double> y(states_);
  for (int i = 0; i < states_; ++i) {
    y[i] = to_double(x[i]);
  }
  const double end = to_double(time);
  double passed = 0;
  std::vector<state_at_time> list;
  const auto add = [&](const vector<double>& z, double later) {
    state_at_time place{vector<mp>(states_), mp(later)};
    for (int i = 0; i < states_; ++i) {
      place.x[i] = mp(z[i]);
    }
    list.push_back(std::move(place));
  };
  for (int steps = 0; steps < most_steps && passed < end; ++steps) {
    const double here = in.t0 + passed;
    double length = end - passed;
    if (!stepper.expand(y, here).ok() || (!stepper.is_endless() && !stepper.reaches(length) &&
                                          !stepper.choose_length(end, length).ok())) {
      break;
    }
    length = std::min(length, end - passed);
    for (int k = 0; k < in_a_step; ++k) {
      constexpr int bits_of_share = 20;
      const double share =
          std::ldexp(static_cast<double>(random() >> (64 - bits_of_share)), -bits_of_share);
      if (!stepper.evaluate(here, share * length, y).ok()) {
        return list;
      }
      add(y, passed + share * length);
    }
    if (!stepper.evaluate(here, length, y).ok()) {
      break;
    }
    passed += length;
  }
  std::shuffle(list.begin(), list.end(), random);
  list.resize(std::min(list.size(), most));
  return list;
}

std::vector<vector<mp>> orbit_flow::states_around_start(int count, int closeness) {
  std::vector<vector<mp>> list = states_around(start_, count, closeness, units_);
  if (!surface_.empty()) {
    problem moved = problem_;
    moved.projects_start = true;
    const auto project = [&](const vector<mp>& x) {
      const phase_point<mp> z =
          constrained_start<mp>(moved, in_.system, in_.t0, x.head(n_), x.tail(n_), false);
      vector<mp> on_surface(states_);
      on_surface << z.q, z.p;
      return on_surface;
    };
    // a state that is so far off that none on the surface is found is moved towards the start
    constexpr int most_tries = 8;
    for (vector<mp>& x : list) {
      vector<mp> away = x - start_;
      for (int tries = 1;; ++tries) {
        try {
          x = project(vector<mp>(start_ + away));
          break;
        } catch (const std::invalid_argument&) {
          if (tries == most_tries) {
            throw;
          }
          away /= mp(4);
        }
      }
    }
  }
  return list;
}

}  // namespace plumbline
