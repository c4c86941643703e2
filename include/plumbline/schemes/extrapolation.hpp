// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Even-power Richardson extrapolation over a symmetric one-step map of order p (NX sections 4 and 6; Gragg 1965; Hairer,
// Nørsett & Wanner I, II.8 and II.9). One step of length h integrates it P times from the same start, with n_i substeps of
// length h/n_i:
//
//   y_1 = Σ_i c_i u_i,   u_i = (Φ_{h/n_i})^{n_i} y_0,   Σ c_i = 1,   Σ c_i n_i^(−2k) = 0  for k = p/2 … p/2 + P − 2
//
// The error of u_i has even powers of 1/n_i only, from p on, just because Φ is symmetric; the order is p + 2P − 2. With
// m = p/2 and the complete homogeneous polynomial h_{m−1} the weights are
//
//   c_i = Π_{j≠i} n_i²/(n_i² − n_j²) · n_i^(2m−2) / h_{m−1}(n_1², …, n_P²),
//
// products of whole numbers without cancellation. For p = 2 this is Neville's tableau, NX (19) for Romberg's sequence:
//
//   T_ij = (r² T_{i,j−1} − T_{i−1,j−1})/(r² − 1),   r = n_i/n_{i−j},   of order 2j + 2.
//
// (With p = 4 that tableau would lose two orders.) The result is neither symmetric nor symplectic, whatever Φ is. It keeps
// linear invariants that Φ keeps: increments are combined, so that what does not move stays bit for bit.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/time_grid.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {

/// n_1 < n_2 < … < n_P: how many substeps each level makes.
using step_sequence = std::vector<std::int64_t>;

inline constexpr std::int64_t most_substeps = std::int64_t{1} << 30;

/// The first `levels` numbers of a sequence by name: `romberg` 1, 2, 4, 8 …; `bulirsch` 1, 2, 4, 6, 8, 12, 16 …;
/// `harmonic` 2, 4, 6, 8 …  Throws invalid_input for another name, levels < 1, or more than most_substeps substeps.
inline step_sequence named_sequence(std::string_view name, int levels) {
  if (levels < 1) {
    throw invalid_input("extrapolation needs at least one level, got " + std::to_string(levels));
  }
  if (name != "romberg" && name != "bulirsch" && name != "harmonic") {
    throw invalid_input("unknown sequence '" + std::string(name) +
                        "'; known: romberg, bulirsch, harmonic, or numbers such as 1,3,5");
  }
  step_sequence n;
  for (int i = 0; i < levels; ++i) {
    if (name == "harmonic") {
      n.push_back(2 * (i + 1));
    } else if (i < 2) {
      n.push_back(i + 1);
    } else if (name == "romberg" || i == 2) {
      n.push_back(2 * n.back());
    } else if (i == 3) {
      n.push_back(6);
    } else {
      n.push_back(2 * n[n.size() - 2]);
    }
    if (n.back() > most_substeps) {
      throw invalid_input(std::to_string(levels) + " levels of " + std::string(name) +
                          " need more than " + std::to_string(most_substeps) + " substeps");
    }
  }
  return n;
}

/// Throws invalid_input unless the numbers are positive, strictly increasing and at most most_substeps.
inline void require_increasing(const step_sequence& n) {
  std::int64_t before = 0;
  for (const std::int64_t each : n) {
    if (each <= before || each > most_substeps) {
      throw invalid_input(
          "a sequence of substeps must be positive and strictly increasing, at most " +
          std::to_string(most_substeps) + "; got " + std::to_string(each) +
          (before == 0 ? "" : " after " + std::to_string(before)));
    }
    before = each;
  }
  if (n.empty()) {
    throw invalid_input("a sequence of substeps must not be empty");
  }
}

/// The weights c_i over a base of order p = `order`. Throws invalid_input unless p is even and positive and the sequence
/// positive and strictly increasing.
template <class T>
std::vector<T> extrapolation_weights(const step_sequence& n, int order) {
  require_increasing(n);
  if (order < 2 || order % 2 != 0) {
    throw invalid_input("a symmetric base has an even order, got " + std::to_string(order));
  }
  const int m = order / 2;
  const auto count = n.size();
  std::vector<T> share;  // (n_i/n_P)²
  for (const std::int64_t each : n) {
    const T ratio = as_scalar<T>(each) / as_scalar<T>(n.back());
    share.push_back(ratio * ratio);
  }
  // h_0 … h_{m−1} of the shares, one variable more at a time: h_k ← h_k + x h_{k−1}
  std::vector<T> homogeneous(static_cast<std::size_t>(m), T(0));
  homogeneous[0] = T(1);
  for (const T& x : share) {
    for (std::size_t k = 1; k < homogeneous.size(); ++k) {
      homogeneous[k] += x * homogeneous[k - 1];
    }
  }
  std::vector<T> weights;
  for (std::size_t i = 0; i < count; ++i) {
    T c = T(1) / homogeneous.back();
    for (int k = 1; k < m; ++k) {
      c *= share[i];
    }
    for (std::size_t j = 0; j < count; ++j) {
      if (j != i) {
        c *= as_scalar<T>(n[i]) / as_scalar<T>(n[i] - n[j]);
        c *= as_scalar<T>(n[i]) / as_scalar<T>(n[i] + n[j]);
      }
    }
    weights.push_back(c);
  }
  return weights;
}

/// The extrapolation tableau of one quantity: row i holds T_i0 (`first[i]`, the result with n_i substeps) to T_ii, where
/// T_ij is extrapolated from the levels i − j … i and of order p + 2j. For p = 2 by NX (19) in the report's order of
/// operations, (f T_{i,j−1} − T_{i−1,j−1})/(f − 1); otherwise by the weights of those levels.
template <class T>
std::vector<std::vector<T>> extrapolation_tableau(const std::vector<T>& first,
                                                  const step_sequence& n, int order) {
  if (first.size() != n.size()) {
    throw invalid_input(
        "an extrapolation tableau needs one value a level: " + std::to_string(first.size()) +
        " for " + std::to_string(n.size()) + " levels");
  }
  (void)extrapolation_weights<T>(n, order);  // refuses bad sequences and orders
  std::vector<std::vector<T>> rows;
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::vector<T> row{first[i]};
    for (std::size_t j = 1; j <= i; ++j) {
      if (order == 2) {
        const T r = as_scalar<T>(n[i]) / as_scalar<T>(n[i - j]);
        const T f = r * r;
        row.push_back((f * row[j - 1] - rows[i - 1][j - 1]) / (f - T(1)));
        continue;
      }
      const auto levels = [j, i](auto begin) {
        const auto from = begin + static_cast<std::ptrdiff_t>(i - j);
        return std::pair(from, from + static_cast<std::ptrdiff_t>(j + 1));
      };
      const auto [begin, end] = levels(n.begin());
      const auto weights = extrapolation_weights<T>(step_sequence(begin, end), order);
      T value = first[i];
      for (std::size_t k = 0; k < j; ++k) {
        value += weights[k] * (first[i - j + k] - first[i]);
      }
      row.push_back(value);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The facts of the extrapolation of a scheme with so many levels; one level is the scheme itself in n_1 substeps.
inline scheme_info extrapolation_info(std::string name, const scheme_info& base, int levels) {
  const bool alone = levels == 1;
  return {.name = std::move(name),
          .summary = "Richardson extrapolation in even powers over a symmetric scheme",
          .order = base.order + 2 * (levels - 1),
          .symmetric = alone && base.symmetric,
          .symplectic = alone && base.symplectic,
          .conserves = alone ? base.conserves
                             : conserved_set{.momenta = base.conserves.momenta,
                                             .linear = base.conserves.linear},
          .formula =
              "y_1 = sum c_i (F_{h/n_i})^{n_i} y_0, sum c_i = 1, "
              "sum c_i n_i^(-2k) = 0 for k = p/2 ... p/2 + P - 2",
          .reference = "NX sections 4 and 6; Gragg 1965",
          .on_linear = alone || base.on_linear.exact ? base.on_linear : special_facts{},
          .on_separable = alone ? base.on_separable : special_facts{}};
}

namespace detail {

template <class T>
void add_multiple_of_difference(vector<T>& y, const T& c, const vector<T>& a, const vector<T>& b) {
  T term;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    term = c * (a[i] - b[i]);
    y[i] += term;
  }
}
template <class T>
void add_multiple_of_difference(phase_point<T>& y, const T& c, const phase_point<T>& a,
                                const phase_point<T>& b) {
  add_multiple_of_difference(y.q, c, a.q, b.q);
  add_multiple_of_difference(y.p, c, a.p, b.p);
}
template <class T>
bool all_finite(const phase_point<T>& z) {
  return plumbline::all_finite(z.q) && plumbline::all_finite(z.p);
}
using plumbline::all_finite;

}  // namespace detail

/// One-step map over `Base`, a symmetric one-step map of order `order` with step(State&, t, h) or step(State&, h). A state
/// with parts that follow from the others (accelerations) has them set by base.settle(State&, t), where there is
/// one; its report decides over the step, too.
template <class T, class Base, class State = vector<T>>
class extrapolation_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  /// Throws invalid_input as extrapolation_weights does. That the base is symmetric is the caller's promise.
  extrapolation_stepper(Base base, step_sequence sequence, int order)
      : base_(std::move(base)),
        sequence_(std::move(sequence)),
        order_(order),
        weights_(extrapolation_weights<T>(sequence_, order)),
        results_(sequence_.size()) {}

  /// y ← Φ_h(y) from the time t; unchanged unless the report is ok.
  solve_report step(State& y, const T& t, const T& h) {
    solve_report report;
    for (std::size_t i = 0; i < sequence_.size(); ++i) {
      State& u = results_[i];
      u = y;
      const T part = h / as_scalar<T>(sequence_[i]);
      for (std::int64_t k = 0; k < sequence_[i]; ++k) {
        const solve_report substep = step_base(u, t + as_scalar<T>(k) * part, part);
        report.outcome = substep.outcome;
        report.iterations += substep.iterations;
        report.residual = report.residual < substep.residual ? substep.residual : report.residual;
        if (!substep.ok()) {
          return report;
        }
      }
    }
    end_ = y;
    for (std::size_t i = 0; i < sequence_.size(); ++i) {
      detail::add_multiple_of_difference(end_, weights_[i], results_[i], y);
    }
    if (!detail::all_finite(end_)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    if constexpr (requires { base_.settle(end_, t); }) {
      const solve_report settled = base_.settle(end_, t + h);
      if (!settled.ok()) {
        report.outcome = settled.outcome;
        return report;
      }
    }
    y = end_;
    return report;
  }
  solve_report step(State& y, const T& h) { return step(y, T(0), h); }

  /// u_1 … u_P of the last step: the first column of its tableau.
  const std::vector<State>& results() const { return results_; }
  const step_sequence& sequence() const { return sequence_; }
  int base_order() const { return order_; }
  const std::vector<T>& weights() const { return weights_; }
  const Base& base() const { return base_; }
  Base& base() { return base_; }

 private:
  solve_report step_base(State& u, const T& t, const T& h) {
    if constexpr (requires { base_.step(u, t, h); }) {
      return base_.step(u, t, h);
    } else {
      return base_.step(u, h);
    }
  }

  Base base_;
  step_sequence sequence_;
  int order_;
  std::vector<T> weights_;
  std::vector<State> results_;
  State end_;
};

}  // namespace plumbline
