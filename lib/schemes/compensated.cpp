// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/table_makers.hpp"
#include <plumbline/catalogue/compensated.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/runge_kutta.hpp>
#include <plumbline/schemes/runge_kutta_implicit.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace plumbline {

namespace {

using real_vector = vector<double>;

/// y + e with a small e, and additions that keep what they round off in e.
struct compensated_sum {
  phase_point<double> z;
  phase_point<double> rest;

  static void add(double& y, double& e, double increment) {
    const double whole = increment + e;
    const double sum = y + whole;
    e = (y - sum) + whole;
    y = sum;
  }
  void add_q(const real_vector& increment) {
    for (Eigen::Index k = 0; k < z.q.size(); ++k) {
      add(z.q[k], rest.q[k], increment[k]);
    }
  }
  void add_p(const real_vector& increment) {
    for (Eigen::Index k = 0; k < z.p.size(); ++k) {
      add(z.p[k], rest.p[k], increment[k]);
    }
  }
};

/// A step that adds its increments to a sum.
class increments {
 public:
  increments() = default;
  increments(const increments&) = delete;
  increments& operator=(const increments&) = delete;
  virtual ~increments() = default;
  virtual solve_report add(compensated_sum& y, double t, double h) = 0;
};

class splitting_increments final : public increments {
 public:
  splitting_increments(scheme_coefficients<double> x, const model<double>& system)
      : x_(std::move(x)), parts_(system) {}
  solve_report add(compensated_sum& y, double /*t*/, double h) override {
    const Eigen::Index n = y.z.q.size();
    for (Eigen::Index i = 0; i < std::max(x_.drifts.size(), x_.b.size()); ++i) {
      if (i < x_.drifts.size() && x_.drifts[i] != 0) {
        real_vector move = real_vector::Constant(n, 0.0);
        parts_.drift(y.z.p, x_.drifts[i] * h, move);
        y.add_q(move);
      }
      if (i < x_.b.size() && x_.b[i] != 0) {
        real_vector force(n);
        parts_.force(y.z.q, force);
        force *= x_.b[i] * h;
        y.add_p(force);
      }
    }
    return {};
  }

 private:
  scheme_coefficients<double> x_;
  separable<double> parts_;
};

class explicit_increments final : public increments {
 public:
  explicit_increments(scheme_coefficients<double> x, const model<double>& system)
      : x_(std::move(x)), at_(system) {}
  solve_report add(compensated_sum& y, double t, double h) override {
    const Eigen::Index n = y.z.q.size();
    std::vector<real_vector> velocities;
    std::vector<real_vector> forces;
    real_vector dq;
    real_vector dp;
    const auto sum_up = [&](auto weight, Eigen::Index count) {
      dq = real_vector::Constant(n, 0.0);
      dp = dq;
      for (Eigen::Index j = 0; j < count; ++j) {
        dq += h * weight(j) * velocities[static_cast<std::size_t>(j)];
        dp += h * weight(j) * forces[static_cast<std::size_t>(j)];
      }
    };
    for (Eigen::Index i = 0; i < x_.b.size(); ++i) {
      sum_up([&](Eigen::Index j) { return x_.a(i, j); }, i);
      const real_vector q = y.z.q + dq;
      const real_vector p = y.z.p + dp;
      real_vector v(n);
      real_vector force(n);
      at_.set_time(t + x_.c[i] * h);
      const solve_report report = at_.hamiltonian_flow(view(q), view(p), view(v), view(force));
      if (!report.ok()) {
        return report;
      }
      velocities.push_back(std::move(v));
      forces.push_back(std::move(force));
    }
    sum_up([&](Eigen::Index j) { return x_.b[j]; }, x_.b.size());
    y.add_q(dq);
    y.add_p(dp);
    return {};
  }

 private:
  scheme_coefficients<double> x_;
  evaluation<double> at_;
};

class implicit_increments final : public increments {
 public:
  implicit_increments(scheme_coefficients<double> x, const model<double>& system)
      : x_(x), ladder_(detail::runge_kutta_equations<double>(std::move(x), system)) {}
  solve_report add(compensated_sum& y, double t, double h) override {
    phase_point<double> end = y.z;
    const solve_report report = detail::implicit_step(ladder_, velocities_, end, t, h);
    if (report.ok()) {
      const Eigen::Index n = y.z.q.size();
      real_vector dq = real_vector::Constant(n, 0.0);
      for (Eigen::Index i = 0; i < x_.b.size(); ++i) {
        dq += x_.b[i] * velocities_.segment(i * n, n);
      }
      y.add_q(h * dq);
      y.add_p(ladder_.outputs());
    }
    return report;
  }

 private:
  scheme_coefficients<double> x_;
  newton_ladder<detail::runge_kutta_equations, double> ladder_;
  real_vector velocities_;
};

class galerkin_increments final : public increments {
 public:
  galerkin_increments(galerkin_tableau<double> tableau, const model<double>& system)
      : degree_(tableau.degree()),
        ladder_(detail::galerkin_equations<double>(std::move(tableau), system)) {}
  solve_report add(compensated_sum& y, double t, double h) override {
    phase_point<double> end = y.z;
    const solve_report report = detail::implicit_step(ladder_, unknowns_, end, t, h);
    if (report.ok()) {
      const Eigen::Index n = y.z.q.size();
      y.add_q(unknowns_.segment((degree_ - 1) * n, n));
      y.add_p(ladder_.outputs());
    }
    return report;
  }

 private:
  int degree_;
  newton_ladder<detail::galerkin_equations, double> ladder_;
  real_vector unknowns_;
};

class composed_increments final : public increments {
 public:
  composed_increments(real_vector gamma, std::unique_ptr<increments> base)
      : gamma_(std::move(gamma)), base_(std::move(base)) {}
  solve_report add(compensated_sum& y, double t, double h) override {
    double passed = 0;
    for (Eigen::Index i = 0; i < gamma_.size(); ++i) {
      const solve_report report = base_->add(y, t + passed * h, gamma_[i] * h);
      if (!report.ok()) {
        return report;
      }
      passed += gamma_[i];
    }
    return {};
  }

 private:
  real_vector gamma_;
  std::unique_ptr<increments> base_;
};

std::unique_ptr<increments> increments_of(const scheme_table& table, const model<double>& system) {
  if (table.kind == table_kind::splitting || table.kind == table_kind::composition) {
    const precision_scope scope(most_digits_of_quad);
    if (const auto x = detail::as_splitting(table, coefficients_of(table))) {
      return std::make_unique<splitting_increments>(detail::rounded_coefficients<double>(*x),
                                                    system);
    }
  }
  scheme_coefficients<double> x = coefficients_in<double>(table);
  switch (table.kind) {
    case table_kind::runge_kutta:
      if (is_explicit(x.a)) {
        return std::make_unique<explicit_increments>(std::move(x), system);
      }
      if (x.abar.size() == 0) {
        x.abar = x.a;
        x.bbar = x.b;
      }
      return std::make_unique<implicit_increments>(std::move(x), system);
    case table_kind::partitioned_runge_kutta:
      return std::make_unique<implicit_increments>(std::move(x), system);
    case table_kind::galerkin: {
      galerkin_tableau<double> t{
          {},
          x.nodes.size() > 0 ? x.nodes : lobatto_quadrature<double>(table.degree).nodes,
          {x.c, x.b},
          matrix<double>(x.c.size(), table.degree + 1),
          matrix<double>(x.c.size(), table.degree + 1)};
      for (Eigen::Index i = 0; i < x.c.size(); ++i) {
        const auto at = lagrange_basis<double>(t.nodes, x.c[i]);
        t.values.row(i) = at.value.transpose();
        t.derivatives.row(i) = at.derivative.transpose();
      }
      return std::make_unique<galerkin_increments>(std::move(t), system);
    }
    case table_kind::composition: {
      const auto base = known_scheme_table(table.base);
      auto of_base = base ? increments_of(*base, system) : nullptr;
      return of_base == nullptr
                 ? nullptr
                 : std::make_unique<composed_increments>(x.gamma, std::move(of_base));
    }
    default:
      return nullptr;
  }
}

class any_compensated final : public phase_stepper<double> {
 public:
  any_compensated(std::unique_ptr<increments> step, int dimension)
      : phase_stepper<double>(dimension), step_(std::move(step)) {
    sum_.rest = {real_vector::Constant(dimension, 0.0), real_vector::Constant(dimension, 0.0)};
  }
  solve_report step(real_vector& y, const double& t, const double& h) override {
    const phase_point<double> z = phase(y);
    if (sum_.z.q.size() == 0 || z.q != sum_.z.q || z.p != sum_.z.p) {
      sum_.z = z;
      sum_.rest.q.setZero();
      sum_.rest.p.setZero();
    }
    compensated_sum moved = sum_;
    solve_report report = step_->add(moved, t, h);
    if (report.ok() && (!all_finite(moved.z.q) || !all_finite(moved.z.p))) {
      report.outcome = solve_outcome::not_finite;
    }
    if (report.ok()) {
      sum_ = std::move(moved);
      y << sum_.z.q, sum_.z.p;
    }
    return report;
  }

 private:
  std::unique_ptr<increments> step_;
  compensated_sum sum_;
};

}  // namespace

std::optional<any_stepper<double>> compensated_stepper(const scheme_info& info,
                                                       const scheme_table& table,
                                                       const model<double>& system) {
  auto step = increments_of(table, system.lagrangian());
  if (step == nullptr) {
    return std::nullopt;
  }
  return any_stepper<double>(
      info, std::make_unique<any_compensated>(std::move(step), system.dimension()));
}

}  // namespace plumbline
