// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/top/runs.hpp"

#include <plumbline/measure/invariant_drift.hpp>
#include <plumbline/study/parallel.hpp>

namespace plumbline::experiments::top {

namespace {

// midpoint is Newmark's method where M is constant, and drawn as that
constexpr std::array<shown_scheme, 4> shown{{{"midpoint", curve_role::newmark},
                                             {"RK4", curve_role::rk4},
                                             {"Simpson", curve_role::simpson},
                                             {"RK4 on velocities", curve_role::fourth}}};
constexpr std::array horizons{1, 10, 100, 1000};
constexpr int last_kept = 10;  // nodes of the longer horizons are not drawn
constexpr int finest_of_a_period = 640;

template <class T>
using angles = std::array<T, 3>;

/// The exact angles of one of the tops on the nodes k·(unit/finest), as far as they were asked for.
template <class T>
class exact_angles {
 public:
  exact_angles(motion m, unit in, int finest) : solution_(exact_motion<T>(m)), finest_(finest) {
    const auto facts = solution_.facts();
    period_ = *facts.nutation_period;
    per_period_ = {*facts.precession_per_period, T(0), *facts.spin_per_period};
    periodic_ = in == unit::period;
    step_ = (periodic_ ? period_ : T(1)) / finest_;
  }

  const T& period() const { return period_; }
  int finest() const { return finest_; }

  /// Makes the nodes 0 … steps, with steps counted in the finest mesh.
  void extend(std::int64_t steps, const std::function<void()>& poll) {
    const auto wanted = static_cast<std::size_t>(periodic_ ? finest_ - 1 : steps) + 1;
    const std::size_t have = nodes_.size();
    if (wanted <= have) {
      return;
    }
    nodes_.resize(wanted);
    constexpr std::size_t block = 64;
    for_each_parallel<T>((wanted - have + block - 1) / block, default_jobs(), [&](std::size_t b) {
      poll();
      const std::size_t begin = have + b * block;
      for (std::size_t k = begin; k < std::min(begin + block, wanted); ++k) {
        const T t = as_scalar<T>(static_cast<std::int64_t>(k)) * step_;
        const vector<T> q = solution_.state(t).q;
        nodes_[k] = {q[0], q[1], q[2]};
      }
    });
  }

  /// At the node n of a mesh of `per_unit` steps, a divisor of the finest.
  angles<T> at(std::int64_t n, int per_unit) const {
    const std::int64_t k = n * (finest_ / per_unit);
    if (!periodic_) {
      return nodes_[static_cast<std::size_t>(k)];
    }
    angles<T> q = nodes_[static_cast<std::size_t>(k % finest_)];
    const T turns = as_scalar<T>(k / finest_);
    q[0] += turns * per_period_[0];
    q[2] += turns * per_period_[2];
    return q;
  }

 private:
  lagrange_top_solution<T> solution_;
  int finest_;
  bool periodic_ = false;
  T period_;
  T step_;
  angles<T> per_period_;
  std::vector<angles<T>> nodes_;
};

struct exact_key {
  motion of;
  unit in;
  int digits;
  auto operator<=>(const exact_key&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The shared exact angles for a request; none for the double pendulum.
template <class T>
std::shared_ptr<exact_angles<T>> exact_for(context& c, const request& r) {
  if (r.of == motion::pendulum) {
    return nullptr;
  }
  const int finest = r.in == unit::period || r.of == motion::cusps ? finest_of_a_period : 160;
  return c.shared<std::shared_ptr<exact_angles<T>>>(exact_key{r.of, r.in, r.digits}, [&] {
    return std::make_shared<exact_angles<T>>(r.of, r.in, finest);
  });
}

/// A run in whatever scalar.
class any_run {
 public:
  any_run() = default;
  any_run(const any_run&) = delete;
  any_run& operator=(const any_run&) = delete;
  virtual ~any_run() = default;
  /// Makes the exact angles that the horizon needs; not in parallel with others.
  virtual void provide(int horizon, const std::function<void()>& poll) = 0;
  virtual void advance(int horizon, const std::function<void()>& poll) = 0;
  record result;
};

template <class T>
class run_in final : public any_run {
 public:
  run_in(const request& r, std::shared_ptr<exact_angles<T>> exact)
      : request_(r),
        exact_(std::move(exact)),
        energy_(make_equations<T>(r.of).energy),
        problem_(make_problem<T>(r.of)),
        stepper_(make_stepper<T>(r.by, r.of, problem_.system)),
        state_(stepper_.start(problem_.start)),
        step_((r.in == unit::period ? exact_->period() : T(1)) / r.per_unit) {}

  void provide(int horizon, const std::function<void()>& poll) override {
    if (exact_) {
      exact_->extend(steps_to(horizon) * (exact_->finest() / request_.per_unit), poll);
    }
  }

  void advance(int horizon, const std::function<void()>& poll) override {
    const std::int64_t steps = steps_to(horizon);
    if (steps <= done_) {
      return;
    }
    run_control control;
    control.first_step = std::max<std::int64_t>(done_, 0);
    static_cast<void>(integrate<T>(
        stepper_, state_, time_grid<T>(T(0), step_, steps),
        [&](std::int64_t n, const T& /*t*/, const vector<T>& y) {
          if (n % 256 == 0) {
            poll();
          }
          if (n > done_) {
            observe(n, stepper_.phase(y));
          }
        },
        control));
  }

 private:
  std::int64_t steps_to(int horizon) const {
    if (request_.of != motion::loops || request_.in == unit::period) {
      return static_cast<std::int64_t>(horizon) * request_.per_unit;
    }
    return static_cast<std::int64_t>(
        to_double(T(floor(T(exact_->period() * horizon * request_.per_unit)))));
  }

  void observe(std::int64_t n, const phase_point<T>& z) {
    using std::abs;
    done_ = n;
    energies_.add(energy_(z));
    node kept{static_cast<double>(n) / request_.per_unit, {}};
    if (request_.of != motion::pendulum) {
      momenta_[0].add(z.p[0]);
      momenta_[1].add(z.p[2]);
      const angles<T> truth = exact_->at(n, request_.per_unit);
      for (std::size_t i = 0; i < 3; ++i) {
        errors_[i] = std::max(errors_[i], T(abs(T(z.q[static_cast<int>(i)] - truth[i]))));
      }
      theta_ = std::max(theta_, T(abs(T((z.q[1] - truth[1]) / truth[1]))));
    }
    if (n <= steps_to(last_kept)) {
      for (int i = 0; i < z.q.size(); ++i) {
        kept.q[static_cast<std::size_t>(i)] = to_double(z.q[i]);
        kept.p[static_cast<std::size_t>(i)] = to_double(z.p[i]);
      }
      kept.energy_error = to_double(T(energies_.at_end() / energies_.first()));
      if (request_.of != motion::pendulum) {
        for (const std::size_t i : {0U, 1U}) {
          kept.momenta[i] = to_double(T(momenta_[i].at_end() / momenta_[i].first()));
        }
      }
      result.nodes.push_back(kept);
    }
    for (const int horizon : horizons) {
      if (n == steps_to(horizon)) {
        result.within[horizon] = so_far();
      }
    }
  }

  maxima so_far() const {
    maxima m;
    m.energy = to_measured(energies_.relative());
    m.theta = to_measured(theta_);
    std::transform(errors_.begin(), errors_.end(), m.angles.begin(), to_measured<T>);
    if (request_.of != motion::pendulum) {
      m.momenta = {to_measured(momenta_[0].relative()), to_measured(momenta_[1].relative())};
    }
    return m;
  }

  request request_;
  std::shared_ptr<exact_angles<T>> exact_;
  std::function<T(const phase_point<T>&)> energy_;
  problem<T> problem_;
  any_stepper<T> stepper_;
  vector<T> state_;
  T step_;
  std::int64_t done_ = -1;  ///< the last node that was observed
  invariant_drift<T> energies_;
  std::array<invariant_drift<T>, 2> momenta_;
  std::array<T, 3> errors_{T(0), T(0), T(0)};
  T theta_{0};
};

any_run& run_of(context& c, const request& r) {
  return *c.shared<std::shared_ptr<any_run>>(r, [&] {
    return at_digits(r.digits, [&]<class T>() -> std::shared_ptr<any_run> {
      return std::make_shared<run_in<T>>(r, exact_for<T>(c, r));
    });
  });
}

/// Work in the arithmetic of the request: a number of digits chosen at run time is a matter of scope.
template <class F>
void in_digits_of(const request& r, F&& f) {
  at_digits(r.digits, [&]<class T>() { f(); });
}

}  // namespace

std::string_view name_of(scheme s) { return shown.at(static_cast<std::size_t>(s)).name; }
curve look_of(scheme s, drawn_as how) {
  return {std::string(name_of(s)), shown.at(static_cast<std::size_t>(s)).shows, how};
}

void prepare(context& c, const std::vector<request>& wanted, int horizon) {
  const std::function<void()> poll = [&c] { c.poll(); };
  std::vector<any_run*> runs;
  for (const request& r : wanted) {
    runs.push_back(&run_of(c, r));
    in_digits_of(r, [&] { runs.back()->provide(horizon, poll); });
  }
  for_each_parallel<measured>(runs.size(), default_jobs(), [&](std::size_t i) {
    in_digits_of(wanted[i], [&] { runs[i]->advance(horizon, poll); });
  });
}

const record& run(context& c, const request& r, int horizon) {
  prepare(c, {r}, horizon);
  return run_of(c, r).result;
}

void prepare(context& c, const table_kind& kind, int horizon, int steps) {
  std::vector<request> all;
  for (int k = steps - 1; k >= 0; --k) {  // the longest first
    for (const scheme s : {scheme::simpson, scheme::midpoint, scheme::rk4, scheme::rk4_velocity}) {
      all.push_back({kind.of, s, kind.in, kind.mesh(k), c.digits()});
    }
  }
  prepare(c, all, horizon);
}

std::vector<measured> errors_of(context& c, const table_kind& kind, scheme by, int horizon,
                                int steps) {
  return mapped(whole_numbers(0, steps - 1), [&](int k) {
    const request r{kind.of, by, kind.in, kind.mesh(k), c.digits()};
    return kind.value(run(c, r, horizon).within.at(horizon));
  });
}

std::vector<measured> steps_of(const table_kind& kind, int steps) {
  return mapped(whole_numbers(0, steps - 1),
                [&](int k) { return rational<measured>(1, kind.mesh(k)); });
}

request portion(context& c, scheme s, int per_period) {
  return {motion::loops, s, unit::period, per_period, c.digits()};
}

std::vector<node> exact_nodes(context& c, int per_period, int periods) {
  return at_digits(c.digits(), [&]<class T>() {
    const auto exact = exact_for<T>(c, portion(c, scheme::simpson, per_period));
    exact->extend(finest_of_a_period, [&c] { c.poll(); });
    return mapped(whole_numbers(0, per_period * periods), [&](int n) {
      const angles<T> q = exact->at(n, per_period);
      return node{static_cast<double>(n) / per_period,
                  {to_double(q[0]), to_double(q[1]), to_double(q[2])}};
    });
  });
}

}  // namespace plumbline::experiments::top
