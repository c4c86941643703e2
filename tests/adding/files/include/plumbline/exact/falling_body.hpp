// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The falling body, L = m v²/2 − m g q: q = q_0 + p_0 t/m − g t²/2, p = p_0 − m g t. For all starts and times.
#pragma once

#include <plumbline/core/phase_point.hpp>

#include <utility>

namespace plumbline {

template <class T>
class falling_body_solution {
 public:
  falling_body_solution(T m, T g, phase_point<T> start)
      : m_(std::move(m)), g_(std::move(g)), start_(std::move(start)) {}
  /// (q, p) at the time t after the start.
  phase_point<T> state(const T& t) const {
    phase_point<T> z = start_;
    z.q[0] += t * (z.p[0] / m_ - g_ * t / 2);
    z.p[0] -= m_ * g_ * t;
    return z;
  }

 private:
  T m_;
  T g_;
  phase_point<T> start_;
};

}  // namespace plumbline
