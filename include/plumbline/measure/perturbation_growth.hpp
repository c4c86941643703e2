// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How fast two neighbouring trajectories part: D(t)/D(0), the finite-time Lyapunov exponent (1/T) ln(D(T)/D(0))
// (Benettin, Galgani & Strelcyn 1976), and which law describes the growth better over the last nine tenths of the time,
//
//   ln D = a + b ln t   (b = 1 where invariant tori shear: regular motion)
//   ln D = a + λ t      (exponential: chaotic motion)
//
// by least squares. A growth by more than 10^10 with b > 4 is no shear: it is chaotic where the exponential fits about as well.
// The neighbour is brought back to the first distance whenever it has gone too far to be a small perturbation; what was gained
// so far is kept.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/traits.hpp>

#include <cmath>

namespace plumbline {

/// Fed with the distance of two trajectories at the nodes of a grid.
template <class T>
class perturbation_growth {
 public:
  /// `distance` at the time 0, `duration` of the whole run, both positive. Throws invalid_input otherwise.
  perturbation_growth(const T& distance, const T& duration)
      : first_(distance), duration_(to_double(duration)) {
    if (!(T(0) < distance) || !(T(0) < duration)) {
      throw invalid_input("a perturbation has a positive size and a positive time to grow");
    }
  }

  /// The distance after the time t > 0, in increasing order of t.
  void add(const T& t, const T& distance) {
    using std::log;
    log_growth_ = gained_ + to_double(T(log(T(distance / first_))));
    const double time = to_double(t);
    if (time * 10 >= duration_ && std::isfinite(log_growth_)) {
      power_.add(std::log(time), log_growth_);
      exponential_.add(time, log_growth_);
    }
  }
  /// To be called after add() when the neighbour is put back to the first distance.
  void restart() { gained_ = log_growth_; }

  double log_growth() const { return log_growth_; }
  double lyapunov_exponent() const { return log_growth_ / duration_; }
  /// b of the power law.
  double power() const { return power_.slope(); }
  /// True when the exponential describes the growth better than the power law and does grow; or about as well, where the growth is
  /// one that no power of regular motion has.
  bool looks_chaotic() const {
    constexpr double much = 1e10;
    constexpr double about = 10;
    const bool is_steep = !has_power_of_regular_motion() && log_growth_ >= std::log(much);
    return exponential_.slope() > 0 &&
           exponential_.residual() < power_.residual() * (is_steep ? about : 1);
  }
  /// Tori shear linearly. Resonances and steps that drift add a power or two.
  bool has_power_of_regular_motion() const {
    constexpr double most = 4;
    return power() <= most;
  }
  /// True when the fitted exponential grows by 10^5 over the time of the fit. With less, the two laws differ by less than the
  /// oscillations of a regular motion, or by what one passage of a saddle makes, and the better fit says nothing.
  bool tells_the_laws_apart() const {
    constexpr double enough = 1e5;
    return exponential_.slope() * duration_ * 9 / 10 >= std::log(enough);
  }
  /// True when the fits have enough nodes to say anything.
  bool has_enough_nodes() const {
    constexpr double fewest = 16;
    return power_.count() >= fewest;
  }

 private:
  /// Streaming least squares of y = a + b x.
  class line {
   public:
    void add(double x, double y) {
      ++n_;
      const double dx = x - mean_x_;
      const double dy = y - mean_y_;
      mean_x_ += dx / n_;
      mean_y_ += dy / n_;
      xx_ += dx * (x - mean_x_);
      xy_ += dx * (y - mean_y_);
      yy_ += dy * (y - mean_y_);
    }
    double count() const { return n_; }
    double slope() const { return xx_ > 0 ? xy_ / xx_ : 0; }
    double residual() const { return yy_ - slope() * xy_; }

   private:
    double n_ = 0;
    double mean_x_ = 0;
    double mean_y_ = 0;
    double xx_ = 0;
    double xy_ = 0;
    double yy_ = 0;
  };

  T first_;
  double duration_;
  double gained_ = 0;
  double log_growth_ = 0;
  line power_;
  line exponential_;
};

}  // namespace plumbline
