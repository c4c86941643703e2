// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/top/motion.hpp"

#include <plumbline/scalar/expression.hpp>

#include <map>

namespace plumbline::experiments::top {

namespace {

const system_entry& system_of(motion m) {
  return find_system(m == motion::pendulum ? "double-pendulum" : "lagrange-top");
}

/// What differs from the catalogue: Table 6, and a moment of inertia.
settings settings_of(motion m, const std::string& I = "") {
  settings chosen;
  if (m == motion::cusps) {
    chosen = {{"mass", "1"}, {"I", "1"}, {"I3", "2"}, {"g", "1"}, {"l", "4*pi^2"}};
  }
  if (!I.empty()) {
    chosen["I"] = I;
  }
  return chosen;
}

/// The parameters of a motion by name.
template <class T>
std::map<std::string, T> parameters_of(motion m, const std::string& I = "") {
  const system_entry& system = system_of(m);
  const std::vector<T> values =
      parameter_values<T>(system.name(), system.parameters, settings_of(m, I));
  std::map<std::string, T> named;
  for (std::size_t i = 0; i < values.size(); ++i) {
    named.emplace(system.parameters[i].name, values[i]);
  }
  return named;
}

/// The initial value of that name, as the catalogue has it or Table 6; 0 where neither does.
template <class T>
T initial(motion m, const std::string& name) {
  if (m == motion::cusps) {
    return name == "q2" ? T(pi<T>() / 6) : name == "v3" ? T(pi<T>() * 2) : T(0);
  }
  for (const start_value& value : system_of(m).info.start) {
    if (value.name == name) {
      return evaluate<T>(expression(std::string(value.value)));
    }
  }
  return T(0);
}

/// The start with momenta; the double pendulum begins at rest.
template <class T>
phase_point<T> start_of(motion m, const model<T>& system) {
  const int n = system_of(m).dimension;
  vector<T> q(n);
  vector<T> v(n);
  for (int i = 0; i < n; ++i) {
    q[i] = initial<T>(m, "q" + std::to_string(i + 1));
    v[i] = initial<T>(m, "v" + std::to_string(i + 1));
  }
  return {q, momentum(system, q, v)};
}

template <class T>
equations<T> pendulum_equations() {
  const auto p = parameters_of<T>(motion::pendulum);
  const T m1 = p.at("m1");
  const T m2 = p.at("m2");
  const T g = p.at("g");
  const T l1 = p.at("l1");
  const T l2 = p.at("l2");
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
    dy[0] = v[0];
    dy[1] = v[1];
    dy[2] = -together - weight1 * first.sin;
    dy[3] = together - weight2 * second.sin;
  };
  return e;
}

template <class T>
equations<T> top_equations(motion m) {
  const auto p = parameters_of<T>(m);
  const T I = p.at("I");
  const T I3 = p.at("I3");
  const T weight = p.at("mass") * p.at("g") * p.at("l");
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
    dy[0] = precession;
    dy[1] = y[4] / I;
    dy[2] = y[5] / I3 - precession * theta.cos;
    dy[3] = T(0);
    dy[4] = ((I * precession * theta.cos - y[5]) * precession + weight) * theta.sin;
    dy[5] = T(0);
  };
  return e;
}

}  // namespace

template <class T>
problem<T> make_problem(motion m) {
  model<T> system = system_of(m).make<T>(settings_of(m));
  phase_point<T> start = start_of(m, system);
  return {std::move(system), std::move(start)};
}

template <class T>
equations<T> make_equations(motion m) {
  return m == motion::pendulum ? pendulum_equations<T>() : top_equations<T>(m);
}

template <class T>
any_stepper<T> make_rk4(motion m) {
  return rk4_on<T>(m == motion::pendulum ? 2 : 3, make_equations<T>(m).field);
}

template <class T>
lagrange_top_start<T> exact_start(motion m, const std::string& I) {
  const auto p = parameters_of<T>(m, I);
  const phase_point<T> z = start_of<T>(m, system_of(m).make<T>(settings_of(m, I)));
  return {p.at("mass"), p.at("I"), p.at("I3"), p.at("l"), p.at("g"), z.q[0], z.q[1],
          z.q[2],       z.p[0],    z.p[1],     z.p[2],    T(0),      false};
}

#define PLUMBLINE_SCALAR(T)                        \
  template problem<T> make_problem<T>(motion);     \
  template equations<T> make_equations<T>(motion); \
  template any_stepper<T> make_rk4<T>(motion);     \
  template lagrange_top_start<T> exact_start<T>(motion, const std::string&);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline::experiments::top
