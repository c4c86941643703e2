// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The values of a paper's formulas (study/paper_formulas.hpp), whatever the quantities in them are: paper_evaluation.cpp has
// numbers and names, paper_loops.cpp what goes over lists, paper_fits.cpp orders, fits and roots, paper_cells.cpp other numbers of the paper, paper_texts.cpp the exact
// values of arguments.
//
// While it is planned which runs are made, 1 stands for each number of a run. What such a number goes into is `tainted_`: its
// value is not known yet, and no run is planned from it.
#pragma once

#include "study/formula_text.hpp"
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/study/paper_formulas.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::detail {

/// What a run said; the reason of a number without a value.
class failed_run : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the names of loops stand for, and in the texts of a quantity `step` and `until`.
using meanings = std::map<std::string, std::string>;

/// The text that stands for a value which is not known before the runs are made.
inline const std::string number_of_a_run = "a number of a run";

/// What the names of constants of the exact motion, exact.NAME, stand for.
meanings constants_in(const meanings& words);

/// The digits of numbers in messages.
inline constexpr int shown_here = 8;

class paper_evaluation {
 public:
  /// Throws as check_names() does.
  paper_evaluation(paper_names names, int digits);
  paper_evaluation(const paper_evaluation&) = delete;
  paper_evaluation& operator=(const paper_evaluation&) = delete;
  virtual ~paper_evaluation() = default;

 protected:
  using kind = call_tree::kind;

  /// The number of a quantity with these arguments.
  virtual mp number_of(const std::string& name, const paper_quantity& q, const call_tree& tree,
                       const meanings& words) = 0;

  // ---- names

  bool is_name(const std::string& text) const;
  call_tree parse(const std::string& formula, const formula_words& words) const;
  /// A text that a name stands for, which may be a name itself.
  call_tree tree_of(const std::string& text) const;
  [[noreturn]] static void fail(const std::string& what) { throw invalid_input(what); }

  // ---- numbers

  mp evaluate(const call_tree& tree, const meanings& words);
  /// True where a text, whose words {word} are not put in yet, has constants of the exact motion, in definitions too.
  bool has_exact_constants(const std::string& text) const;
  /// The value under this key, computed once in the planning and once after the runs.
  mp once(const std::string& key, const std::string& shown, const std::function<mp()>& compute);

  // ---- texts

  /// What a value or a name says as an argument: the name, the number, or an exact value as a text.
  std::string argument_text(const call_tree& tree, const meanings& words);
  /// The tree as an exact value (scalar/expression.hpp), with the paper's names replaced. Names that the paper does not have
  /// stay: they may be the system's. What exact values do not have is computed.
  std::string exact_text(const call_tree& tree, const meanings& words);
  /// An argument's text as an exact value; words such as a scheme's parameter stay.
  std::string exact_of_argument(const std::string& text, const meanings& words);

  /// While it lives, what is tainted is seen apart from what was before.
  class own_taint {
   public:
    explicit own_taint(bool& tainted) : tainted_(tainted), before_(std::exchange(tainted, false)) {}
    own_taint(const own_taint&) = delete;
    own_taint& operator=(const own_taint&) = delete;
    ~own_taint() { tainted_ = tainted_ || before_; }

   private:
    bool& tainted_;
    bool before_;
  };

  paper_names names_;
  int digits_;
  int working_;             ///< digits of the arithmetic of formulas
  std::int64_t loops_ = 0;  ///< values of loops in the present formula
  bool is_planning_ = true;
  bool is_curve_ = false;  ///< over the nodes of a run
  bool tainted_ = false;   ///< a number of a run has gone into what was evaluated

 private:
  /// While it lives, this name is being evaluated. Throws where it is already.
  class open_name {
   public:
    open_name(std::vector<std::string>& open, const std::string& name, const std::string& shown);
    open_name(const open_name&) = delete;
    open_name& operator=(const open_name&) = delete;
    ~open_name() { open_.pop_back(); }

   private:
    std::vector<std::string>& open_;
  };

  using use_words = std::function<void(const call_tree&, const meanings&)>;
  struct fit_points {
    std::vector<mp> x;
    std::vector<mp> y;
    bool are_known = true;  ///< the x
  };

  mp number_named(const call_tree& tree, const meanings& words);
  mp function(const call_tree& tree, const meanings& words);
  mp special_function(const function_entry& f, const call_tree& tree, const meanings& words);

  void each_of(const call_tree& tree, const meanings& words, const use_words& use);
  std::vector<std::string> items_in(const call_tree& tree, const meanings& words);
  void put_range(const call_tree& range, const std::string& name, const meanings& words,
                 std::vector<std::string>& items);
  mp over_list(const call_tree& tree, const meanings& words);

  fit_points points_of(const std::string& what, const call_tree& each, const meanings& words);
  mp fit(const std::string& what, const call_tree& each, const meanings& words);
  mp polynomial(const call_tree& tree, const meanings& words);
  mp root(const call_tree& each, const meanings& words);

  mp number_of_cell(const call_tree& tree, const meanings& words);
  std::string word_of(const call_tree& tree, const meanings& words);

  bound_text exact_part(const call_tree& tree, const meanings& words);
  bound_text exact_name(const call_tree& tree, const meanings& words);
  static bound_text exact_number(const mp& x);
  bound_text exact_definition(const call_tree& tree, const std::string& formula,
                              const meanings& words);

  std::set<std::string> of_exact_motion_;  ///< definitions that have exact.NAME
  std::vector<std::string> open_;          ///< what is being evaluated
  std::map<std::string, std::pair<mp, bool>>
      once_;                                 ///< see once(): values, and whether they are of runs
  std::map<std::string, bound_text> exact_;  ///< definitions as exact values
};

}  // namespace plumbline::detail
