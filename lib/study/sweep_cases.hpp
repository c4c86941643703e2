// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The cases of a sweep: which option each axis stands for, and what a case computes by itself.
#pragma once

#include "study/sweep_lanes.hpp"
#include "study/sweep_picture.hpp"
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/sweep_grid.hpp>
#include <plumbline/study/sweep_table.hpp>
#include <plumbline/study/truth_cache.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// What a case leaves: its row, and what its errors were measured against.
struct case_result {
  bool done = false;
  std::vector<std::string> axes;
  std::vector<std::string> names;
  std::vector<std::string> values;
  std::string failure;
  std::string reference;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(done, axes, names, values, failure, reference);
  }
};

/// The options of one case.
struct case_options {
  problem_texts problem;
  std::string digits;
  measure_request request;
};

class sweep {
 public:
  /// Both must outlive this.
  sweep(const sweep_request& o, run_host& host);

  const sweep_grid& grid() const { return grid_; }
  const quantity& wanted() const { return *wanted_; }
  /// Without rows and values.
  drawn_sweep drawn() const;

  /// The number of neighbouring cases that are computed together: in lanes where they may run so, otherwise one.
  std::size_t bundle() const;

  /// The results of a bundle, in the order of the cases.
  std::vector<case_result> compute_bundle(std::size_t number);

  /// Never throws for a case that fails, only when the user stops the program or a file cannot be read.
  case_result compute(std::size_t index);

  /// Sorts cases by what they are likely to cost: the last one to be begun should be short.
  void put_long_ones_first(std::vector<std::size_t>& cases) const;

  /// What is the same for all cases.
  metadata facts() const;

 private:
  /// Fills the results of the cases that run in lanes. What goes wrong is left to the case alone, which says it.
  void compute_in_lanes(std::size_t first, std::vector<case_result>& results);

  enum class role { step, scheme, digits, set, start };

  static sweep_grid grid_of(const sweep_request& o) { return {parse_axes(o.over, o.zip), o.zip}; }
  static sweep_grid file_of(const sweep_request& o);

  const std::string& digits() const { return o_->digits.empty() ? default_text_ : o_->digits; }
  bool is_error() const { return wanted_->kind == quantity::kinds::error; }
  bool has_axis(const std::string& name) const;

  void read_schemes();

  /// Which option an axis stands for.
  void read_roles();

  /// Says that --step, --scheme or --digits is given beside the axis that takes its place.
  void warn_of_option(const std::string& axis) const;

  static void refuse_twice(const std::string& option, const std::vector<std::string>& texts,
                           const std::string& name);

  /// A mistake that all cases share ends the sweep before the work.
  void read_first_cases();

  /// In steps in double; 0 where the case is wrong.
  double likely_cost(std::size_t index) const;

  /// The settings of --set that concern the system or this scheme.
  std::vector<std::string> settings_for(const std::string& name_of_scheme) const;

  case_options options_of(const std::vector<std::string>& texts) const;
  /// Throws as read_measurement does.
  measurement case_of(const case_options& c) const;

  /// The values of the axes in the digits of the case; a word, the name of a scheme say, as it is.
  std::vector<std::string> shown(std::vector<std::string> texts, const std::string& digits,
                                 const variables& names) const;

  const sweep_request* o_;
  run_host* host_;
  const quantity* wanted_;
  sweep_grid grid_;
  error_norm norm_;
  lane_choice lanes_;
  std::vector<std::shared_ptr<const scheme_entry>> schemes_;
  std::vector<parameter_info> system_parameters_;
  std::string system_name_;
  std::vector<std::string> coordinates_;  ///< as the schemes' columns name them
  std::vector<role> roles_;
  std::string default_text_ = std::to_string(wanted_->digits);
  bool resizes_ = false;   ///< an axis may change the number of coordinates
  metadata same_for_all_;  ///< system, parameters and start, as far as no axis changes them
  bool shares_truths_ = false;
  truth_cache truths_;
};

}  // namespace plumbline
