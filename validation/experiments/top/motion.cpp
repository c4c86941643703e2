// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/top/motion.hpp"

#include "shared/problem.hpp"
#include <plumbline/schemes/rk4.hpp>

#include <memory>

namespace plumbline::experiments::top {

namespace {

cli::problem read(motion m, const std::string& I = "") {
  cli::shared_options o;
  if (m == motion::cusps) {
    o.set = {"mass=1", "I=1", "I3=2", "g=1", "l=4*pi^2"};
    o.start = {"theta=pi/6", "v1=0", "v3=2*pi"};
  }
  if (!I.empty()) {
    o.set.push_back("I=" + I);
  }
  return cli::read_problem(m == motion::pendulum ? "double-pendulum" : "lagrange-top", o);
}

template <class T>
T parameter(const cli::problem& p, const char* name) {
  return evaluate<T>(expression(name), p.names);
}

template <class T>
equations<T> pendulum_equations(const cli::problem& p) {
  const T m1 = parameter<T>(p, "m1");
  const T m2 = parameter<T>(p, "m2");
  const T g = parameter<T>(p, "g");
  const T l1 = parameter<T>(p, "l1");
  const T l2 = parameter<T>(p, "l2");
  const T mass11 = (m1 + m2) * l1 * l1;
  const T mass22 = m2 * l2 * l2;
  const T coupling = m2 * l1 * l2;
  const T weight1 = (m1 + m2) * g * l1;
  const T weight2 = m2 * g * l2;
  const auto velocity = [=](const T& cosine, const T& p1, const T& p2) {
    const T mass12 = coupling * cosine;
    const T determinant = mass11 * mass22 - mass12 * mass12;
    return std::array<T, 2>{T((mass22 * p1 - mass12 * p2) / determinant),
                            T((mass11 * p2 - mass12 * p1) / determinant)};
  };
  equations<T> e;
  e.energy = [=](const phase_point<T>& z) -> T {
    using std::cos;
    const auto v = velocity(T(cos(T(z.q[0] - z.q[1]))), z.p[0], z.p[1]);
    return (z.p[0] * v[0] + z.p[1] * v[1]) / 2 - weight1 * cos(z.q[0]) - weight2 * cos(z.q[1]);
  };
  e.field = [=](const vector<T>& y, vector<T>& dy) {
    const auto first = sin_cos(y[0]);
    const auto second = sin_cos(y[1]);
    const T cosine = first.cos * second.cos + first.sin * second.sin;
    const T sine = first.sin * second.cos - first.cos * second.sin;
    const auto v = velocity(cosine, y[2], y[3]);
    const T together = coupling * sine * v[0] * v[1];
    dy.resize(4);
    dy[0] = v[0];
    dy[1] = v[1];
    dy[2] = -together - weight1 * first.sin;
    dy[3] = together - weight2 * second.sin;
  };
  return e;
}

template <class T>
equations<T> top_equations(const cli::problem& p) {
  const T I = parameter<T>(p, "I");
  const T I3 = parameter<T>(p, "I3");
  const T weight = parameter<T>(p, "mass") * parameter<T>(p, "g") * parameter<T>(p, "l");
  equations<T> e;
  e.energy = [=](const phase_point<T>& z) -> T {
    const auto theta = sin_cos(z.q[1]);
    const T across = (z.p[0] - z.p[2] * theta.cos) / theta.sin;
    return (z.p[1] * z.p[1] + across * across) / (2 * I) + z.p[2] * z.p[2] / (2 * I3) +
           weight * theta.cos;
  };
  e.field = [=](const vector<T>& y, vector<T>& dy) {
    const auto theta = sin_cos(y[1]);
    const T precession = (y[3] - y[5] * theta.cos) / (I * theta.sin * theta.sin);
    dy.resize(6);
    dy[0] = precession;
    dy[1] = y[4] / I;
    dy[2] = y[5] / I3 - precession * theta.cos;
    dy[3] = T(0);
    dy[4] = ((I * precession * theta.cos - y[5]) * precession + weight) * theta.sin;
    dy[5] = T(0);
  };
  return e;
}

template <class T>
class closed_rk4 final : public any_stepper<T>::interface {
 public:
  closed_rk4(equations<T> e, int dimension) : n_(dimension), stepper_(field{std::move(e.field)}) {}
  std::vector<std::string> columns() const override { return phase_columns(n_); }
  vector<T> start(const phase_point<T>& z, const T&) const override {
    vector<T> y(2 * n_);
    y << z.q, z.p;
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override { return {y.head(n_), y.tail(n_)}; }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }

 private:
  struct field {
    std::function<void(const vector<T>&, vector<T>&)> f;
    solve_report operator()(const T& /*t*/, const vector<T>& y, vector<T>& dy) const {
      f(y, dy);
      return {};
    }
  };
  int n_;
  rk4_stepper<T, field> stepper_;
};

}  // namespace

template <class T>
problem<T> make_problem(motion m) {
  auto made = cli::make_problem<T>(read(m));
  return {std::move(made.system), std::move(made.start)};
}

template <class T>
equations<T> make_equations(motion m) {
  const cli::problem p = read(m);
  return m == motion::pendulum ? pendulum_equations<T>(p) : top_equations<T>(p);
}

template <class T>
any_stepper<T> make_rk4(motion m) {
  return {rk4_info(),
          std::make_unique<closed_rk4<T>>(make_equations<T>(m), m == motion::pendulum ? 2 : 3)};
}

template <class T>
lagrange_top_start<T> exact_start(motion m, const std::string& I) {
  const cli::problem p = read(m, I);
  const phase_point<T> z = cli::make_problem<T>(p).start;
  lagrange_top_start<T> start;
  start.mass = parameter<T>(p, "mass");
  start.I = parameter<T>(p, "I");
  start.I3 = parameter<T>(p, "I3");
  start.l = parameter<T>(p, "l");
  start.g = parameter<T>(p, "g");
  start.phi = z.q[0];
  start.theta = z.q[1];
  start.psi = z.q[2];
  start.w1 = z.p[0];
  start.w2 = z.p[1];
  start.w3 = z.p[2];
  start.t0 = T(0);
  return start;
}

#define PLUMBLINE_SCALAR(T)                        \
  template problem<T> make_problem<T>(motion);     \
  template equations<T> make_equations<T>(motion); \
  template any_stepper<T> make_rk4<T>(motion);     \
  template lagrange_top_start<T> exact_start<T>(motion, const std::string&);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline::experiments::top
