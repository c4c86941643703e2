// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A function of one double whose program is a chain: each instruction takes the result of the one before it and at most one
// number that does not change, as in −k sin q or −k q. The value then stays in a register of the processor. A program run
// on its registers in memory (runner.hpp) writes and reads it again for each instruction, which costs half a sine.
//
// The difference quotient goes along the chain by the rules of difference_quotient.hpp.
#pragma once

#include <plumbline/math/difference_quotient.hpp>
#include <plumbline/math/program.hpp>
#include <plumbline/math/runner.hpp>
#include <plumbline/math/sinc.hpp>
#include <plumbline/scalar/functions.hpp>

#include <optional>
#include <vector>

namespace plumbline {

/// The operations are those of the program in the same order, so that the value is the same to the last bit.
class chain {
 public:
  /// Result 0 of the stage as a function of the input `x`; the numbers that do not change are taken from `values`, a runner
  /// of the program whose earlier stages have been run. Nothing where the stage is no chain.
  static std::optional<chain> of(const runner<double>& values, int stage, int x);

  double operator()(double x) const;

  /// True where each operation has a rule for difference quotients.
  bool has_quotient() const { return has_quotient_; }
  /// (f(b) − f(a))/(b − a) for b = a + length without cancellation, f′(a) where they are equal; and its derivative by b to
  /// three quarters of the digits, as Newton's iteration wants it. To be asked where has_quotient().
  difference_quotient_value<double> quotient(double a, double length) const {
    return is_wave_ ? quotient_of_wave(a, length) : quotient_along_bends(a, length);
  }

 private:
  struct link {
    operation what;
    bool number_first;  ///< number − x and number/x, in the place of x − number and x/number
    bool with_itself;   ///< x + x and x x
    bool cosine;        ///< of the operation `sin`
    double number;
  };
  /// f(u) scale + shift, for the quotient: what is affine in the chain is one scale and one shift.
  struct bend {
    operation what;  ///< sin, sqrt, multiply: u², divide: 1/u
    bool cosine;
    double scale = 1;
    double shift = 0;
  };
  void fold();
  difference_quotient_value<double> quotient_along_bends(double a, double length) const;
  /// Of c + d cos(κ x + φ), or the sine: the potential of a pendulum, in the place where its step is compiled.
  difference_quotient_value<double> quotient_of_wave(double a, double length) const {
    const double half = length / 2 * scale_;
    const sin_cos_pair<double> middle = sin_cos(a * scale_ + shift_ + half);
    const auto distance = sinc(half);
    const bend& wave = bends_.front();
    const double along = wave.cosine ? -middle.sin : middle.cos;
    const double across = wave.cosine ? -middle.cos : -middle.sin;
    const double size = scale_ * wave.scale;
    return {size * (along * distance.value),
            size * (scale_ / 2) * (across * distance.value + along * distance.slope)};
  }

  std::vector<link> links_;
  double scale_ = 1;  ///< before the first bend
  double shift_ = 0;
  std::vector<bend> bends_;
  bool has_quotient_ = false;
  bool is_wave_ = false;
};

}  // namespace plumbline
