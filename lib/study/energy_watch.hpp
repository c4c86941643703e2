// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whether a run keeps the energy that its motion keeps, or lands far beside: an implicit step that is too long may have a root
// beside that of the motion. It is far where the energy has changed by
//
//   more than ten times |E| + |p·v| + |∂L/∂q·q| of the start, and by more than half of the largest |p·v|/2 at the rows looked at,
//
// which a motion that begins almost at rest reaches later. Rows 0, 1, 2, 4, 8 … and the last one are looked at.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

namespace plumbline {

template <class T>
class energy_watch {
 public:
  /// It looks at nothing where the system has no Lagrangian, and where forces or constraints that move by themselves do work.
  explicit energy_watch(const problem_in<T>& in) {
    const form_facts& facts = in.system.facts();
    if (!in.system.is_lagrangian() || !facts.autonomous || facts.forced ||
        facts.working_constraints || in.system.law_by_zone() != nullptr) {
      return;
    }
    at_.emplace(in.system);
    before_ = energy(*at_, in.start);
    const vector<T> rest = vector<T>::Constant(in.start.q.size(), T(0));
    vector<T> force(rest.size());
    at_->equation(view(in.start.q), view(rest), view(rest), view(force));
    const T twice_kinetic = dot(in.start.p, velocity(*at_, in.start.q, in.start.p));
    scale_ = magnitude(before_) + magnitude(twice_kinetic);
    for (Eigen::Index i = 0; i < rest.size(); ++i) {
      scale_ += magnitude(T(force[i] * in.start.q[i]));
    }
  }

  /// Whether this row, counted from 0, is looked at.
  bool looks_at(std::int64_t row, bool is_last) const {
    return at_ && (is_last || std::has_single_bit(static_cast<std::uint64_t>(row)));
  }
  void look(const phase_point<T>& z, const T& t) {
    const T kinetic = dot(z.p, velocity(*at_, z.q, z.p)) / 2;
    largest_ = std::max(largest_, magnitude(kinetic));
    behind_ = energy(*at_, z);
    time_ = t;
  }

  /// What is to be said of the last row that was looked at; otherwise "".
  std::string warning() const {
    constexpr int far_more = 10;
    if (!at_ || scale_ == T(0)) {
      return {};
    }
    const T change = magnitude(T(behind_ - before_));
    if (change < scale_ * far_more || change * 2 < largest_) {
      return {};
    }
    constexpr int shown = 4;
    return fmt::format(
        "the energy, which the motion keeps, is {} at the start and {} at t = {}: the step is too "
        "long for this scheme",
        to_text(before_, shown), to_text(behind_, shown), to_text(time_, shown));
  }

 private:
  static T magnitude(const T& x) {
    using std::abs;
    return T(abs(x));
  }

  std::optional<evaluation<T>> at_;
  T before_{0};
  T behind_{0};
  T time_{0};
  T scale_{0};
  T largest_{0};  ///< kinetic energy of the rows
};

}  // namespace plumbline
