// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a dataset is made of: named columns and, for any of its rows, true values with radii. The description of a source
// says everything that is needed to compute the values again; it is a part of the dataset's files.
#pragma once

#include <plumbline/study/verified_motion.hpp>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace plumbline {

/// A given value is an argument or a time: exact by definition, and not computed.
enum class value_origin { given, computed };

struct dataset_column {
  std::string name;
  std::string unit;  ///< "" for none
  std::string description;
  value_origin origin = value_origin::computed;
  /// Columns of one group have a common scale; see dataset_digits.hpp.
  int group = 0;

  bool is_given() const { return origin == value_origin::given; }
};

/// What the user of a source may ask of it; see verification.
class dataset_source {
 public:
  dataset_source() = default;
  dataset_source(const dataset_source&) = delete;
  dataset_source& operator=(const dataset_source&) = delete;
  virtual ~dataset_source() = default;

  virtual std::string title() const = 0;
  virtual std::vector<dataset_column> columns() const = 0;
  virtual std::size_t rows() const = 0;
  /// The values of all columns in these rows. Throws as verified_motion does.
  virtual verified_states values(const std::vector<std::size_t>& which, const verification& wanted,
                                 const run_control& control) const = 0;
  /// The same, by computations that may be made elsewhere, where the source has several: part() is one of them.
  virtual verified_states values_by(const std::vector<std::size_t>& which,
                                    const verification& wanted, const run_control& control,
                                    const computing_all& /*compute_all*/) const {
    return values(which, wanted, control);
  }
  /// Throws std::logic_error where the source has no such computations.
  virtual computed_states part(const std::vector<std::size_t>& /*which*/,
                               const verification& /*wanted*/, int /*number*/,
                               const run_control& /*control*/) const {
    throw std::logic_error("the values of this dataset are not computed in parts");
  }
  /// What holds for all rows, as exact texts: parameters and start.
  virtual std::vector<std::pair<std::string, std::string>> facts() const { return {}; }
  /// From which make_source makes an equal source: a text in JSON.
  virtual std::string description() const = 0;
  /// Files that the description names, and that belong to the dataset: name and contents.
  virtual std::vector<std::pair<std::string, std::string>> files() const { return {}; }
};

/// A trajectory, as texts.
struct trajectory_request {
  problem_texts options = {};
  std::string system = {};
  std::string step = {};
  std::string steps = {};
  bool certified =
      false;  ///< the first computation is a proof; a second one is always an ordinary one
};
/// Throws invalid_input as read_problem does, and for a step that is not positive.
std::unique_ptr<dataset_source> make_trajectory(const trajectory_request& request);

/// The source with this text of description(); files that it names are looked for in `folder`. Throws invalid_input where the
/// description is not one.
std::unique_ptr<dataset_source> make_source(const std::string& text,
                                            const std::filesystem::path& folder);

}  // namespace plumbline
