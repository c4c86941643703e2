// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A straight-line program: some nodes of a graph, scheduled on registers.
//
// Every node that the results need gets one register and one instruction; what they do not need is left out. Registers
// are numbered: inputs, constants, results of instructions. The sine and the cosine of one argument are one instruction
// with two results. Where the argument is a sum or a difference of two angles whose sines and cosines are there anyway, both
// follow by the addition theorem, four products instead of a new evaluation:
//
//   sin(x ± y) = sin x cos y ± cos x sin y,   cos(x ± y) = cos x cos y ∓ sin x sin y
//
// Sine, exponential and logarithm have a register for the argument at which they were computed, so that
// they can be moved a little by arithmetic alone (runner::run_near).
//
// The instructions stand in stages. Each input belongs to a stage, and so does each instruction: to the last stage among
// its inputs. Whoever runs the program (math/runner.hpp) may run a stage again alone when only its inputs have changed:
// parameters are stage 0, configurations (on which all trigonometry depends in most systems) stage 1, velocities stage 2.
//
// To run, the instructions of a stage are put into another order, in which as many as possible of one kind follow one
// another: a runner then decides once for all of them what is to be done. In double the decision costs as much as the
// operation. Each instruction does what it did before, so the results are the same.
#pragma once

#include <plumbline/math/graph.hpp>

#include <span>
#include <vector>

namespace plumbline {

struct instruction {
  operation what;             ///< sin stands for sine and cosine of one argument
  int result;                 ///< register; of the sine
  int a;                      ///< register of the operand
  int b;                      ///< register of the second operand, −1 without one
  int second = -1;            ///< register of the cosine
  int kept = -1;              ///< register that remembers the argument of sin, exp and log
  bool first_needed = true;   ///< the sine is used
  bool second_needed = true;  ///< the cosine is used
  int run = 1;                ///< in runs(): so many of this kind follow one another, from here on
};

class program {
 public:
  /// The program that computes these nodes. stage_of_input[k] is the stage of the input k; all inputs that occur must be
  /// named there. Throws invalid_input for an input that is not.
  program(const graph& g, std::span<const node_id> results, std::span<const int> stage_of_input);

  int inputs() const { return inputs_; }
  int registers() const { return registers_; }
  int stages() const { return static_cast<int>(stages_.size()); }
  /// The last stage that has instructions.
  int last_stage() const {
    int k = stages() - 1;
    while (k > 0 && stage(k).empty()) {
      --k;
    }
    return k;
  }
  /// Register inputs() + k begins with the k-th of these.
  const std::vector<exact_number>& constants() const { return constants_; }
  /// The register of π, −1 when it does not occur.
  int pi_register() const { return pi_register_; }
  const std::vector<instruction>& stage(int k) const {
    return stages_[static_cast<std::size_t>(k)];
  }
  /// The same in the order in which instructions of one kind follow one another.
  const std::vector<instruction>& runs(int k) const { return runs_[static_cast<std::size_t>(k)]; }
  /// The places in runs(k) of the instructions that can be moved.
  const std::vector<std::size_t>& movable(int k) const {
    return movable_[static_cast<std::size_t>(k)];
  }
  /// The registers of the results, in the order asked for.
  const std::vector<int>& results() const { return results_; }
  /// The constant that a result is, nullptr where it depends on inputs. A result that is zero whatever the inputs are
  /// (the derivative by a cyclic coordinate) is found here.
  const exact_number* constant_result(int k) const;

 private:
  int inputs_;
  int registers_ = 0;
  int pi_register_ = -1;
  std::vector<exact_number> constants_;
  std::vector<std::vector<instruction>> stages_;
  std::vector<std::vector<instruction>> runs_;
  std::vector<std::vector<std::size_t>> movable_;
  std::vector<int> results_;
};

}  // namespace plumbline
