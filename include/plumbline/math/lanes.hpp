// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Runs a program in double for many inputs side by side, in lanes: register r of lane k is the number r·width + k of one
// array, so that one instruction is a loop over neighbouring numbers, which the processor does four or eight at a time.
//
//   lane_runner r(program, 128, lane_functions::exact);
//   r.input(0)[k] = …;  r.run(position_stage);  … r.result(0)[k] …
//
// With `exact`, each lane has the bits of runner<double>: sums, products, quotients and roots are rounded alike in lanes, and
// the other functions are called lane by lane. With `vector`, sine, cosine, exponential and logarithm are those of glibc's
// libmvec where the machine has AVX2 or AVX-512: up to 4 units of the last place from the true value, other bits than libm's,
// which may depend on the machine, and several times faster. Where there is neither, `vector` is `exact`.
#pragma once

#include <plumbline/math/program.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace plumbline {

enum class lane_functions { exact, vector };

/// Whether lane_functions::vector has functions of its own on this machine.
bool has_vector_functions();

class lane_runner {
 public:
  /// `width` is the number of lanes, rounded up to a multiple of 8.
  lane_runner(std::shared_ptr<const program> p, std::size_t width, lane_functions functions);

  std::size_t width() const { return width_; }
  /// The lanes of an input, of a result.
  std::span<double> input(int k) { return {at(k), width_}; }
  std::span<const double> result(int k) const {
    return {at(program_->results()[static_cast<std::size_t>(k)]), width_};
  }
  /// Runs a stage; those before it have been run since their inputs changed. With exact functions, sines, exponentials and so
  /// on are computed only in the lanes where `wanted` is not 0 (all, where it is empty); in the others, what depends on them
  /// has no meaning afterwards.
  void run(int stage, std::span<const std::int64_t> wanted = {});
  /// The same; sines and cosines of inputs are taken from `other`, of the same width and functions, where its program has
  /// them. It has been run with the same inputs.
  void run_beside(int stage, const lane_runner& other, std::span<const std::int64_t> wanted = {});

 private:
  void run(int stage, const lane_runner* other, std::span<const std::int64_t> wanted);
  /// Copies the results of a sine of an input from `other`. False where it does not have them.
  bool copy_sine(const instruction& i, const lane_runner& other);

  double* at(int k) { return registers_.get() + static_cast<std::size_t>(k) * width_; }
  const double* at(int k) const { return registers_.get() + static_cast<std::size_t>(k) * width_; }

  struct release {
    void operator()(double* p) const;
  };
  std::shared_ptr<const program> program_;
  std::size_t width_;
  lane_functions functions_;
  std::unique_ptr<double[], release> registers_;
};

/// Runs a program in double at a few points, with one instruction for four of them and without a call for each: what an
/// implicit step has to evaluate at the points of its quadrature. Each point has the bits of runner<double>. Copies are
/// independent of one another.
class few_lanes {
 public:
  static constexpr int most = 8;

  few_lanes() = default;
  /// At `points` points, 1 to `most`.
  few_lanes(std::shared_ptr<const program> p, int points);

  /// The distance of two registers: the number of points rounded up to a multiple of 4.
  int stride() const { return stride_; }
  /// An input, a result at the points; behind them, up to the stride, is what has no meaning.
  double* input(int k) { return registers_.data() + static_cast<std::ptrdiff_t>(k) * stride_; }
  const double* result(int k) const { return registers_.data() + place_of_result(k); }
  /// Where result(k) stands in values().
  std::size_t place_of_result(int k) const {
    return static_cast<std::size_t>(program_->results()[static_cast<std::size_t>(k)]) *
           static_cast<std::size_t>(stride_);
  }
  const double* values() const { return registers_.data(); }
  const program& code() const { return *program_; }
  /// Runs a stage; those before it have been run since their inputs changed. Sines, exponentials and so on are computed at the
  /// points from `first` on; those before it have the same inputs as in the last run.
  void run(int stage, int first = 0);

 private:
  struct placed {
    operation what;
    int run;     ///< as instruction::run
    int result;  ///< places of the registers, −1 without one
    int a;
    int b;
    int second;
    bool first_needed;
    bool second_needed;
  };
  template <int vectors>
  static const placed* arithmetic_here(double* x, const placed* i, const placed* end);
  static const placed* arithmetic_anywhere(double* x, const placed* i, const placed* end,
                                           int stride);
  static const placed* arithmetic_avx2(double* x, const placed* i, const placed* end, int stride);
  void call(const placed& i, int first);

  std::shared_ptr<const program> program_;
  int points_ = 0;
  int stride_ = 0;
  std::vector<std::vector<placed>> stages_;
  std::vector<double> registers_;
};

namespace lanes {

// Loops over lanes in the instructions of this machine; the same bits everywhere.

/// r[k] = a[k] + b[k]·c[k], product and sum rounded each.
void add_product(double* r, const double* a, const double* b, const double* c, std::size_t width);

}  // namespace lanes

}  // namespace plumbline
