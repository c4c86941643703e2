// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a numerical trajectory is compared with: the exact solution where there is one, otherwise a reference
// trajectory of which the digits are verified by two computations. Either is known to more digits than the arithmetic
// has, so that an error that is small beside the state keeps its digits.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/reference_trajectory.hpp>
#include <plumbline/study/texts.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

template <class T>
class truth {
 public:
  /// The scalar of the truth: wider than T. Of run-time MPFR, numbers with more digits than the working precision: they
  /// stay where they are and are handed out by pointer.
  using scalar = wider<T>;
  using point = std::shared_ptr<const phase_point<scalar>>;

  /// Good for the nodes of every number of steps in `counts`. Throws step_failure, with the time up to which there is one,
  /// where no reference can be verified.
  truth(const problem& p, const problem_in<T>& in, const expression& until,
        const std::vector<std::int64_t>& counts, int digits, const run_control& control)
      : problem_(&p), until_(until) {
    (void)in;
    if (has_exact_solution(p)) {
      motion_ = std::make_shared<const exact_motion>(p, digits, until);
      const precision_scope scope(motion_->working_digits());
      end_ = std::make_shared<const mp>(evaluate<mp>(until, p.names));
      quick_ = motion_->in_static_precision(p, until).state;
      quick_end_ = evaluate<mp64>(until, p.names);
      return;
    }
    if (p.system->has_zones) {
      throw invalid_input(p.system->name() +
                          " has neither an exact solution nor one law, which a reference needs");
    }
    // one trajectory serves all counts that divide the largest
    const std::int64_t most = *std::max_element(counts.begin(), counts.end());
    std::vector<std::int64_t> needed = {most};
    for (const auto count : counts) {
      if (most % count != 0) {
        needed.push_back(count);
      }
    }
    verified_digits_ = std::numeric_limits<int>::max();
    for (const auto count : needed) {
      integrate_reference(count, control);
    }
  }

  /// The callable (n, t) → state at node n of `count`.
  std::function<point(std::int64_t, const T&)> nodes(std::int64_t count) const {
    if (motion_) {
      return [this, count](std::int64_t n, const T&) { return exact_node(n, count); };
    }
    for (const auto& [length, trajectory] : references_) {
      if (length % count == 0) {
        return [nodes = &trajectory->nodes, stride = length / count](std::int64_t n, const T&) {
          return point(point(), &nodes->at(static_cast<std::size_t>(n * stride)));
        };
      }
    }
    throw std::logic_error("no reference for this number of steps");
  }

  /// How many digits of an error are true, beside a state of the given size; at least 1 unless the error is below what the
  /// truth resolves (then 0), at most what T needs for a round trip (0 digits for to_text).
  int digits_of(const T& error, const T& size) const {
    if (error == T(0) || size == T(0) || motion_) {
      return all_digits;
    }
    const double digits =
        verified_digits_ + (log2_magnitude(error) - log2_magnitude(size)) * log10_of_2;
    return digits >= std::ceil(scalar_traits<T>::bits() * log10_of_2) + 1
               ? all_digits
               : std::max(1, static_cast<int>(std::floor(digits)));
  }
  static constexpr int all_digits = 0;

  std::string description() const {
    return motion_ ? std::string("exact solution")
                   : "trajectory verified to " + std::to_string(verified_digits_) +
                         " digits by two computations";
  }

 private:
  /// Digits beyond T of what the truth is rounded to, and of what it is verified to.
  static constexpr int guard_digits = 14;
  static int held_digits() { return static_cast<int>(digits_held_by(scalar_traits<T>::bits())); }

  void integrate_reference(std::int64_t count, const run_control& control) {
    constexpr int most_nodes = 10'000'000;
    if (count > most_nodes) {
      throw invalid_input(problem_->system->name() + " has no exact solution, and a reference of " +
                          std::to_string(count) + " nodes is too long; at most " +
                          std::to_string(most_nodes));
    }
    const auto posed = [this, count] {
      problem_in<mp> p = make_problem<mp>(*problem_);
      mp step = evaluate<mp>(until_, problem_->names) / as_scalar<mp>(count);
      return reference_problem{std::move(p.system), std::move(p.start), std::move(p.t0),
                               std::move(step)};
    };
    const int wanted = held_digits() + guard_digits;
    const precision_scope scope(wanted + 1);
    auto found = std::make_unique<reference_trajectory<scalar>>(
        make_reference<scalar>(posed, count, wanted, control));
    verified_digits_ = std::min({verified_digits_, found->verified_digits,
                                 static_cast<int>(digits_held_by(scalar_traits<scalar>::bits()))});
    references_.emplace(count, std::move(found));
  }

  point exact_node(std::int64_t n, std::int64_t count) const {
    if (quick_) {
      const auto z = quick_(mp64(quick_end_ * as_scalar<mp64>(n) / as_scalar<mp64>(count)));
      return std::make_shared<const phase_point<scalar>>(
          plumbline::detail::rounded_point<scalar>(z));
    }
    const precision_scope scope(motion_->working_digits());
    const auto z = motion_->state(mp(*end_ * as_scalar<mp>(n) / as_scalar<mp>(count)));
    return std::make_shared<const phase_point<scalar>>(plumbline::detail::rounded_point<scalar>(z));
  }

  const problem* problem_;
  expression until_;
  std::shared_ptr<const exact_motion> motion_;
  std::shared_ptr<const mp> end_;  ///< `until` in the digits of the exact motion
  std::function<phase_point<mp64>(const mp64&)> quick_;  ///< the same motion, where mp64 is enough
  mp64 quick_end_{0};
  std::map<std::int64_t, std::unique_ptr<reference_trajectory<scalar>>> references_;
  int verified_digits_ = 0;
};

}  // namespace plumbline
