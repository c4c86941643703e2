// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rounding errors of a long run (Henrici 1962; Hairer, McLachlan & Razakarivony 2008): how a run in working precision, y^w, goes
// away from the run of the same map in many digits, y^x, and whether its energy does so by chance or by a bias.
//
//   energy kick   e_j = ∇H(y^w_{j+1})·(y^w_{j+1} − Φ^x(y^w_j)); the sum of these is the energy error. (The difference of energies of
//                 y^w and y^x mixes in the energy error of the scheme at another phase.)
//   bias          b, the mean kick; s, its standard error from batches of 100 steps; σ = √(variance of a batch/100). Biased where
//                 |b| > 4 s; the bias rules after (σ/b)² steps.
//   exponents     slopes of the logarithms of the root mean square over the members, at 21 times T 10^{−2 + j/10}; radii by leaving
//                 out members (jackknife). Without bias ½ and 3/2 for energy and state, with it 1 and 2.
//
// Kicks and errors are handed over in units of the rounding error of the working precision.
#pragma once

#include <plumbline/measure/fitted_slope.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace plumbline {

inline constexpr double biased_from = 4;  ///< standard errors

/// Mean and noise of energy kicks, by batches.
class kick_statistics {
 public:
  kick_statistics() = default;
  explicit kick_statistics(std::int64_t steps_of_member)
      : batch_(std::clamp<std::int64_t>(steps_of_member / 20, 1, 100)) {}

  void add(double kick) {
    sum_ += kick;
    if (++in_batch_ == batch_) {
      sums_.push_back(sum_);
      sum_ = 0;
      in_batch_ = 0;
    }
  }
  /// The next kick belongs to another member; what is no whole batch is left out.
  void end_member() {
    sum_ = 0;
    in_batch_ = 0;
  }
  /// The batches of other members, of as many steps, come behind these.
  void append(const kick_statistics& others) {
    batch_ = others.batch_;
    sums_.insert(sums_.end(), others.sums_.begin(), others.sums_.end());
  }

  template <class Archive>
  void transfer(Archive& archive) {
    archive(batch_, sum_, in_batch_, sums_);
  }

  double mean() const {
    double all = 0;
    for (const double s : sums_) {
      all += s;
    }
    return sums_.empty() ? 0 : all / (static_cast<double>(sums_.size() * batch()));
  }
  /// σ of a kick.
  double noise() const { return std::sqrt(variance() / static_cast<double>(batch_)); }
  double standard_error() const {
    return sums_.empty() ? 0
                         : std::sqrt(variance() / static_cast<double>(sums_.size())) /
                               static_cast<double>(batch_);
  }
  bool is_biased() const { return biased_from * standard_error() < std::abs(mean()); }
  /// How many steps until the bias is as large as the noise; nothing where there is none.
  std::optional<double> rules_after() const {
    if (!is_biased()) {
      return std::nullopt;
    }
    const double ratio = noise() / mean();
    return ratio * ratio;
  }

 private:
  std::size_t batch() const { return static_cast<std::size_t>(batch_); }
  /// Of the sums of batches.
  double variance() const {
    if (sums_.size() < 2) {
      return 0;
    }
    const double m = mean() * static_cast<double>(batch_);
    double all = 0;
    for (const double s : sums_) {
      all += (s - m) * (s - m);
    }
    return all / static_cast<double>(sums_.size() - 1);
  }

  std::int64_t batch_ = 1;
  double sum_ = 0;
  std::int64_t in_batch_ = 0;
  std::vector<double> sums_;
};

/// The nodes n of the 21 times, each once; the last is `steps`.
inline std::vector<std::int64_t> growth_nodes(std::int64_t steps) {
  constexpr int parts = 20;
  std::vector<std::int64_t> nodes;
  for (int j = 0; j <= parts; ++j) {
    const auto n = static_cast<std::int64_t>(
        std::llround(static_cast<double>(steps) * std::pow(10.0, j / 10.0 - 2)));
    if (n > 0 && (nodes.empty() || nodes.back() < n)) {
      nodes.push_back(n);
    }
  }
  return nodes;
}

/// A power law R ~ t^a of errors, and whether they grow faster than any.
struct growth_law {
  double exponent = 0;
  double radius = 0;
  double at_end = 0;  ///< the root mean square at the last time
  bool is_exponential = false;
};

/// errors[member][k] at the time nodes[k].
inline growth_law growth_of(const std::vector<std::vector<double>>& errors,
                            const std::vector<std::int64_t>& nodes) {
  growth_law law;
  const std::size_t members = errors.size();
  std::vector<double> log_t(nodes.size());
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    log_t[k] = std::log(static_cast<double>(nodes[k]));
  }
  /// ln of the root mean square without one member; `without` = members: of all. No error counts as the smallest one.
  const auto logarithms = [&](std::size_t without) {
    std::vector<double> y(nodes.size());
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      double sum = 0;
      double count = 0;
      for (std::size_t i = 0; i < members; ++i) {
        if (i != without) {
          sum += errors[i][k] * errors[i][k];
          count += 1;
        }
      }
      y[k] = std::sqrt(sum / count);
      least = y[k] > 0 ? std::fmin(least, y[k]) : least;
    }
    constexpr double of_no_error_at_all = 1.0 / (1 << 20);
    for (double& x : y) {
      x = std::log(x > 0 ? x : std::isfinite(least) ? least : of_no_error_at_all);
    }
    return y;
  };
  const std::vector<double> all = logarithms(members);
  law.at_end = std::exp(all.back());
  law.exponent = detail::fitted_slope(log_t, all);
  if (members > 1) {
    double mean = 0;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < members; ++i) {
      slopes.push_back(detail::fitted_slope(log_t, logarithms(i)));
      mean += slopes.back() / static_cast<double>(members);
    }
    double sum = 0;
    for (const double s : slopes) {
      sum += (s - mean) * (s - mean);
    }
    law.radius = std::sqrt(sum * static_cast<double>(members - 1) / static_cast<double>(members));
  }
  // exponential: somewhere steeper than any power that rounding errors have, over a whole decade. A motion that passes a saddle has
  // errors as steep over a part of one.
  constexpr double steepest_power = 4.5;
  std::size_t from = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    while (from < k && 10 * nodes[from + 1] <= nodes[k]) {
      ++from;
    }
    const bool is_decade = 10 * nodes[from] <= nodes[k];
    const double rise = is_decade ? (all[k] - all[from]) / (log_t[k] - log_t[from]) : 0;
    law.is_exponential = law.is_exponential || rise > steepest_power;
  }
  return law;
}

}  // namespace plumbline
