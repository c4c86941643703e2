// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What QL and SL record of a run beside the exact solution: the largest errors of q and p, of the energy and of a further
// invariant up to several horizons, and the nodes themselves where a figure shows them.
#pragma once

#include "experiments/workbench.hpp"
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/measure/invariant_drift.hpp>

#include <map>

namespace plumbline::experiments {

enum class variable { q, p };

/// The largest values over the nodes 0 … N of a horizon.
struct maxima {
  std::array<measured, 2> errors{measured(0), measured(0)};  ///< of q and of p, Euclidean norm
  measured energy_error{0};                                  ///< |H/H_0 − 1|
  measured drift{0};  ///< |φ − φ_0| of a further invariant φ
  const measured& error(variable v) const { return errors[static_cast<std::size_t>(v)]; }
};

struct node {
  double t;
  std::array<std::array<double, 2>, 2>
      values;  ///< of q and of p; the second is 0 where there is one
  std::array<double, 2> errors{};
  double energy_error = 0;
  double drift = 0;
  double value(variable v, int component = 0) const {
    return values[static_cast<std::size_t>(v)][static_cast<std::size_t>(component)];
  }
  double error(variable v) const { return errors[static_cast<std::size_t>(v)]; }
};

struct record {
  std::map<int, maxima> within;  ///< by horizon
  std::vector<node> nodes;
};

template <class T>
node node_of(double t, const phase_point<T>& z) {
  const auto second = [](const vector<T>& x) { return x.size() > 1 ? to_double(x[1]) : 0.0; };
  return {t, {{{to_double(z.q[0]), second(z.q)}, {to_double(z.p[0]), second(z.p)}}}};
}

/// Collects a record node by node. Horizons count units of `per_unit` steps.
template <class T>
class run_watch {
 public:
  run_watch(std::vector<int> horizons, int per_unit, bool nodes)
      : horizons_(std::move(horizons)), per_unit_(per_unit), keeps_nodes_(nodes) {}

  /// `truth` is null where there is nothing to compare with.
  void add(std::int64_t n, double t, const phase_point<T>& z, const phase_point<T>* truth,
           const T& energy, const T& form = T(0)) {
    energies_.add(energy);
    forms_.add(form);
    if (truth != nullptr) {
      errors_[0].add(z.q, truth->q);
      errors_[1].add(z.p, truth->p);
    }
    if (keeps_nodes_) {
      node kept = node_of(t, z);
      if (truth != nullptr) {
        kept.errors = {to_double(T((z.q - truth->q).norm())),
                       to_double(T((z.p - truth->p).norm()))};
      }
      kept.energy_error = std::abs(to_double(T(energies_.at_end() / energies_.first())));
      kept.drift = std::abs(to_double(forms_.at_end()));
      seen_.nodes.push_back(kept);
    }
    for (const int horizon : horizons_) {
      if (n == static_cast<std::int64_t>(horizon) * per_unit_) {
        seen_.within[horizon] = {{to_measured(errors_[0].value()), to_measured(errors_[1].value())},
                                 to_measured(energies_.relative()),
                                 to_measured(forms_.absolute())};
      }
    }
  }

  const record& seen() const { return seen_; }

 private:
  std::vector<int> horizons_;
  int per_unit_;
  bool keeps_nodes_;
  std::array<error_collector<T>, 2> errors_{error_collector<T>(error_norm::max, T(1)),
                                            error_collector<T>(error_norm::max, T(1))};
  invariant_drift<T> energies_;
  invariant_drift<T> forms_;
  record seen_;
};

}  // namespace plumbline::experiments
