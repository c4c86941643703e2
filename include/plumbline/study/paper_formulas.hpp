// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The formulas of a paper: what its cells, claims and figures are computed by.
//
//   drift({scheme}, {column}, energy)/2        order(drift(Verlet, h, energy) for h in steps)        ellint_k(m = 1/2)
//
// A formula of a paper has numbers, the paper's definitions, quantities with their arguments, the functions of formulas, those
// special functions that give one real number, and max min mean sum count order last_order slope fit root of EXPR for x in LIST,
// where a list may have ranges A : B of whole numbers, and "for p, q" goes over neighbours; cell(table1, 'Verlet/0.1') and
// printed(table1, 'Verlet/0.1') are other numbers of the paper; digits is how many the arithmetic has. A quantity is a number of a run
// (study/run_formula.hpp) or is made of other quantities. Everything is read before anything is computed; what is asked of one
// run is asked once.
#pragma once

#include <plumbline/study/run_formula.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// A quantity of a paper. What is no argument is fixed.
struct paper_quantity {
  /// system scheme step until from digits set.NAME start.NAME, or words of one's own.
  std::vector<std::string> arguments = {};
  std::string value = {};    ///< a formula of a run, or
  std::string compute = {};  ///< a formula of the paper
  // "" where they are not fixed
  std::string system = {};
  std::string scheme = {};
  std::string step = {};
  std::string until = {};
  std::string from = {};
  std::string digits = {};
  std::map<std::string, std::string> set = {};
  std::map<std::string, std::string> start = {};
};

/// A number of the paper, in a table or in the text.
struct paper_cell {
  std::string compute = {};  ///< "" where it is not computed
  std::map<std::string, std::string> words = {};
  std::string printed = {};  ///< "" where the paper prints no number
};

/// The names of a paper. They hide those of the catalogue.
struct paper_names {
  std::map<std::string, std::string> define;
  std::map<std::string, std::vector<std::string>> lists;
  std::map<std::string, named_system> systems;
  std::map<std::string, std::string>
      schemes;  ///< what --scheme takes: "gauss-collocation:stages=2"
  std::map<std::string, paper_quantity> quantities;
  /// By experiment and key, for cell(EXPERIMENT, 'KEY') and printed(EXPERIMENT, 'KEY').
  std::map<std::string, std::map<std::string, paper_cell>> cells;
  /// That paths in formulas and in quantities count from; those of `systems` and `schemes` are as the program finds them.
  std::filesystem::path folder;
};

/// What became of a formula.
struct paper_value {
  std::string number;   ///< "" where it failed
  std::string failure;  ///< why
};

/// A curve: points as the texts of numbers.
struct paper_curve {
  std::vector<std::string> x, y;
  std::string failure;
};

/// Words in braces and what stands for them: {scheme}, {column}.
using formula_words = std::map<std::string, std::string>;

class paper_formulas {
 public:
  /// `digits`: of the arithmetic where a quantity does not fix its own. Throws invalid_input where a name means two things, a
  /// definition needs itself, or a formula does not parse; messages begin with the key: "quantity.drift: value: …".
  paper_formulas(paper_names names, int digits);
  paper_formulas(paper_formulas&&) noexcept;
  paper_formulas& operator=(paper_formulas&&) noexcept;
  ~paper_formulas();

  /// Reads a formula and what it asks for; its number for value(). Throws invalid_input for unknown names, wrong arguments, runs
  /// that do not fit: for whatever can be seen before the first step.
  /// The number has `shown` digits at most, and no more than the arithmetic has; it has all where it would otherwise be the number
  /// `fence`, to which it is compared, without being it.
  std::size_t ask(const std::string& formula, const formula_words& words, int shown = 20,
                  const std::string& fence = {});
  /// A curve: `y`, and `x` where it is not "", at each of these values and names, which the formulas call x; without values over
  /// the nodes of the run of the quantity that `y` names.
  std::size_t ask_curve(const std::string& x, const std::string& y,
                        const std::vector<std::string>& values, const formula_words& words);

  /// How many runs are asked for.
  std::size_t runs() const;
  /// Makes all runs, `jobs` at a time. Throws `interrupted` alone: failures are those of the values.
  void compute(int jobs, run_host& host);

  /// After compute().
  paper_value value(std::size_t which) const;
  paper_curve curve(std::size_t which) const;

 private:
  class implementation;
  std::unique_ptr<implementation> self_;
};

/// The formula with what stands for its words {word}: between single quotes a part of the text; elsewhere one operand, which is a
/// name where `is_name` says so and otherwise stands in parentheses where it needs them. Throws invalid_input for a word without a meaning.
std::string with_words(const std::string& text, const formula_words& words,
                       const std::function<bool(const std::string&)>& is_name);
/// The text with its words as they stand, where they have a meaning.
std::string with_plain_words(std::string text, const formula_words& words);

}  // namespace plumbline
