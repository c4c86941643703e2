// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A one-step map whose scheme and system are known at run time only. The state is one flat vector with named
// columns (q1 … qn, p1 … pn for schemes on phase space), so that the loop, the output and the measures need
// to know nothing else.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/step_invariant.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// Of coordinates, momenta or entries that are not counted.
inline constexpr Eigen::Index any_number = -1;

template <class T>
class any_stepper {
 public:
  /// What a concrete stepper provides; see lib/schemes/ for the implementations.
  class interface {
   public:
    interface() = default;
    interface(const interface&) = delete;
    interface& operator=(const interface&) = delete;
    virtual ~interface() = default;
    virtual std::vector<std::string> columns() const = 0;
    virtual vector<T> start(const phase_point<T>& z, const T& t) const = 0;
    virtual phase_point<T> phase(const vector<T>& state) const = 0;
    /// For states whose momenta depend on the time.
    virtual phase_point<T> phase_at(const vector<T>& state, const T& /*t*/) const {
      return phase(state);
    }
    virtual solve_report step(vector<T>& state, const T& t, const T& h) = 0;
    virtual solve_report settle(vector<T>& /*state*/, const T& /*t*/) { return {}; }
    virtual void resume(const phase_point<T>&, const vector<T>&) {}
    virtual std::vector<std::string> extra_columns() const { return {}; }
    virtual vector<T> extra() const { return {}; }
    virtual step_invariant<T> own_invariant(const T& /*h*/) const { return {}; }
  };

  any_stepper(scheme_info info, std::unique_ptr<interface> self)
      : info_(std::move(info)), self_(std::move(self)) {}

  /// From now on points and states of other sizes are refused: by start(), step() and phase(), which throw invalid_input.
  void expect_sizes(Eigen::Index coordinates, Eigen::Index momenta) {
    coordinates_ = coordinates;
    momenta_ = momenta;
    const auto named = static_cast<Eigen::Index>(columns().size());
    entries_ = named == 0 ? any_number : named;
  }

  const scheme_info& info() const { return info_; }
  /// The names of the state's entries.
  std::vector<std::string> columns() const { return self_->columns(); }
  /// The state that belongs to a point of phase space at the time t. Throws domain_error where there is none (a
  /// singular mass matrix).
  vector<T> start(const phase_point<T>& z, const T& t = T(0)) const {
    require_size(z.q, coordinates_, "coordinates of a point");
    require_size(z.p, momenta_, "momenta of a point");
    return self_->start(z, t);
  }
  /// Makes the entries that follow from the others (an acceleration, by equilibrium at the time t) fit them again, for
  /// callers that have changed those. Not ok where nothing fits (a singular mass matrix): numerics report, as in step().
  solve_report settle(vector<T>& state, const T& t) { return self_->settle(state, t); }
  /// The point of phase space that belongs to a state; at the time t, which matters where the momenta that belong to
  /// velocities depend on it.
  phase_point<T> phase(const vector<T>& state) const {
    require_size(state, entries_, "entries of a state");
    return self_->phase(state);
  }
  phase_point<T> phase(const vector<T>& state, const T& t) const {
    require_size(state, entries_, "entries of a state");
    return self_->phase_at(state, t);
  }
  /// state ← Φ_h(state) from the time t; unchanged unless the report is ok.
  solve_report step(vector<T>& state, const T& t, const T& h) {
    require_size(state, entries_, "entries of a state");
    return self_->step(state, t, h);
  }
  /// The next step goes on with the trajectory that began at `first` and has come to `state`: for schemes that
  /// remember their start.
  void resume(const phase_point<T>& first, const vector<T>& state) { self_->resume(first, state); }
  /// Values inside the last step that the scheme computes anyway (qmid1 …); empty for most.
  std::vector<std::string> extra_columns() const { return self_->extra_columns(); }
  vector<T> extra() const { return self_->extra(); }
  /// What steps of length h keep in the place of the energy; most schemes have no such quantity. Throws domain_error where
  /// it does not exist for this h.
  step_invariant<T> own_invariant(const T& h) const { return self_->own_invariant(h); }

 private:
  static void require_size(const vector<T>& x, Eigen::Index wanted, const char* what) {
    if (wanted >= 0 && x.size() != wanted) {
      throw invalid_input("the number of " + std::string(what) + " is " + std::to_string(wanted) +
                          ", got " + std::to_string(x.size()));
    }
  }

  scheme_info info_;
  Eigen::Index coordinates_ = any_number;
  Eigen::Index momenta_ = any_number;
  Eigen::Index entries_ = any_number;
  std::unique_ptr<interface> self_;
};

}  // namespace plumbline
