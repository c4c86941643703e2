// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a numerical trajectory is compared with: the exact solution where there is one, otherwise a reference
// trajectory of which the digits are verified by two computations.
#pragma once

#include "shared/exact_motion.hpp"
#include "shared/problem.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/schemes/field_extrapolation.hpp>
#include <plumbline/study/reference_trajectory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::cli {

/// A system in first-order form for make_reference: an explicit method of high order.
template <class T>
class first_order_reference {
 public:
  first_order_reference(const model<T>& system, int stages)
      : stepper_(first_order_field<T>(system), levels(stages)) {}
  vector<T> start(const phase_point<T>& z, const T&) const { return z.q; }
  phase_point<T> phase(const vector<T>& y) const { return {y, vector<T>(0)}; }
  solve_report step(vector<T>& y, const T& t, const T& h) { return stepper_.step(y, t, h); }

 private:
  /// Many levels multiply rounding errors: half of what an implicit method would have.
  static int levels(int stages) { return std::max(3, stages / 2); }
  field_extrapolation<T, first_order_field<T>> stepper_;
};

template <class T>
class truth {
 public:
  /// Good for the nodes of every number of steps in `counts`.
  truth(const problem& p, const problem_in<T>& in, const expression& until,
        const std::vector<std::int64_t>& counts, int digits, const run_control& control)
      : problem_(&p), until_(until) {
    if (has_exact_solution(p)) {
      motion_ = std::make_shared<const exact_motion>(p, digits, until);
      const precision_scope scope(motion_->working_digits());
      end_ = std::make_shared<const mp>(evaluate<mp>(until, p.names));
      return;
    }
    // one trajectory serves all counts that divide the largest
    const std::int64_t most = *std::max_element(counts.begin(), counts.end());
    std::vector<std::int64_t> needed = {most};
    for (const auto count : counts) {
      if (most % count != 0) {
        needed.push_back(count);
      }
    }
    verified_digits_ = digits;
    for (const auto count : needed) {
      integrate_reference(in, count, control);
    }
  }

  /// The callable (n, t) → state at node n of `count`.
  std::function<phase_point<T>(std::int64_t, const T&)> nodes(std::int64_t count) const {
    if (motion_) {
      return [this, count](std::int64_t n, const T&) { return exact_node(n, count); };
    }
    for (const auto& [length, trajectory] : references_) {
      if (length % count == 0) {
        return [nodes = &trajectory.nodes, stride = length / count](std::int64_t n, const T&) {
          return nodes->at(static_cast<std::size_t>(n * stride));
        };
      }
    }
    throw std::logic_error("no reference for this number of steps");
  }

  std::string description() const {
    return motion_ ? std::string("exact solution")
                   : fmt::format("trajectory verified to {} digits by two computations",
                                 verified_digits_);
  }

 private:
  void integrate_reference(const problem_in<T>& in, std::int64_t count,
                           const run_control& control) {
    constexpr int most_nodes = 10'000'000;
    if (count > most_nodes) {
      throw invalid_input(fmt::format(
          "{} has no exact solution, and a reference of {} nodes is too long; at most {}",
          problem_->system->name(), count, most_nodes));
    }
    const T h = evaluate<T>(until_, problem_->names) / as_scalar<T>(count);
    const int wanted = scalar_traits<T>::bits() * 301 / 1000 - 4;
    const auto keep = [&](reference_trajectory<T> reference) {
      verified_digits_ = std::min(verified_digits_, reference.verified_digits);
      references_.emplace(count, std::move(reference));
    };
    if (problem_->system->kind == system_kind::first_order) {
      keep(
          make_reference<T>([&](int stages) { return first_order_reference<T>(in.system, stages); },
                            in.start, time_grid<T>(in.t0, h, count), wanted, control));
      return;
    }
    if (problem_->system->kind != system_kind::lagrangian) {
      throw invalid_input(
          fmt::format("{} has neither an exact solution nor a Lagrangian, which a reference needs",
                      problem_->system->name()));
    }
    const scheme_entry& gauss = find_scheme("gauss-collocation");
    require_fit(gauss, *problem_->system);
    keep(make_reference<T>(
        [&](int stages) {
          return gauss.make<T>({{"stages", std::to_string(stages)}}, in.system);
        },
        in.start, time_grid<T>(in.t0, h, count), wanted, control));
  }

  phase_point<T> exact_node(std::int64_t n, std::int64_t count) const {
    const auto z = [&] {
      const precision_scope scope(motion_->working_digits());
      return motion_->state(mp(*end_ * as_scalar<mp>(n) / as_scalar<mp>(count)));
    }();
    const auto round = [](const vector<mp>& x) {
      vector<T> y(x.size());
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        y[i] = plumbline::detail::convert_precision<T>(x[i]);
      }
      return y;
    };
    return {round(z.q), round(z.p)};
  }

  const problem* problem_;
  expression until_;
  std::shared_ptr<const exact_motion> motion_;
  std::shared_ptr<const mp> end_;  ///< `until` in the digits of the exact motion
  std::map<std::int64_t, reference_trajectory<T>> references_;
  int verified_digits_ = 0;
};

}  // namespace plumbline::cli
