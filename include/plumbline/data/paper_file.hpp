// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A paper that is computed from its file (docs/papers-from-a-file.md): beside the experiments (paper_number.hpp) the names of the
// paper, from which its formulas are made, and figures:
//
//   digits = 34                          the arithmetic, where the command does not say it
//   [define] [lists] [systems] [schemes] [quantity.NAME]      see study/paper_formulas.hpp
//   [[table1.figure]]
//   caption = "…"
//   x = { label = "h", log = true, values = "steps" }
//   y = { label = "error", log = true, range = ["1e-12", "1"] }
//   curves = { label = "{scheme}", of = "drift({scheme}, x)", scheme = ["Verlet", "Gauss 2"] }     or a list of such
//
// `least_digits` of an experiment: what is true of the method, and not of an arithmetic, is computed in so many digits at least.
//
// Everything but the formulas is checked here.
#pragma once

#include <plumbline/data/paper_number.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/study/paper_formulas.hpp>

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::papers {

/// An experiment as its file has it.
struct experiment_text {
  struct row {
    std::vector<std::string> labels;  ///< the cells under `keys`
    std::vector<std::string> cells;   ///< the keys of its numbers; "" where a cell is no number
  };
  std::string id;
  std::string title;
  effort needs = effort::normal;
  std::vector<published_number> numbers;  ///< those of `rows` first
  std::vector<std::string> keys;
  std::vector<std::string> columns;
  std::vector<row> rows;
  const toml_value* node = nullptr;  ///< in the reader's file
};

struct curve_text {
  std::string label;
  std::string x;  ///< "" where it is that of the values or of the nodes
  std::string y;
  formula_words words;
};

struct figure_text {
  std::string caption;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::optional<std::array<double, 2>> x_range;
  std::optional<std::array<double, 2>> y_range;
  std::vector<std::string> values;  ///< of x; none for the nodes of a run
  std::vector<curve_text> curves;
  std::size_t line = 0;
};

struct paper_experiment : experiment_text {
  std::vector<figure_text> figures;
  int least_digits = 0;  ///< its arithmetic has as many, however few are asked for

  /// False where the file says what is printed, and no formula.
  bool has_formulas() const;
};

struct paper_file {
  std::string file;  ///< as messages name it
  std::filesystem::path path;
  paper_facts about;
  int digits = 0;   ///< 0 where the file does not say
  int chapter = 0;  ///< its place among the papers that ship; 0 where the file does not say
  paper_names names;
  std::vector<paper_experiment> experiments;
  std::vector<change> changes;
  std::map<std::string, std::size_t>
      lines;  ///< of "define.T", "quantity.drift", "quantity.drift.value"

  /// "'FILE' line N: MESSAGE", for a mistake that the formulas found: their messages begin with the key.
  std::string placed(const std::string& message) const;
  /// The same for a known line.
  std::string placed(std::size_t line, const std::string& message) const;
};

/// Whether each number of a paper needs a formula, or those of experiments that have one or a figure.
enum class formulas { everywhere, where_given };

/// Throws io_error where this file, or one that it names, cannot be read, and invalid_input with file, line and key.
paper_file read_paper_file(const std::filesystem::path& path,
                           formulas needed = formulas::everywhere);

}  // namespace plumbline::papers
