// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A paper that is computed from its file (docs/papers-from-a-file.md): beside the experiments (paper_reader.hpp) the names of the
// paper, from which its formulas are made, and figures:
//
//   digits = 34                          the arithmetic, where the command does not say it
//   [define] [lists] [systems] [schemes] [quantity.NAME]      see study/paper_formulas.hpp
//   [[table1.figure]]
//   caption = "…"
//   x = { label = "h", log = true, values = "steps" }
//   y = { label = "error", log = true }
//   curves = { label = "{scheme}", of = "drift({scheme}, x)", scheme = ["Verlet", "Gauss 2"] }     or a list of such
//
// Everything but the formulas is checked here.
#pragma once

#include "report/paper_reader.hpp"
#include <plumbline/study/paper_formulas.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace plumbline::report {

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
  std::string values;  ///< of x; "" for the nodes of a run
  std::vector<curve_text> curves;
  std::size_t line = 0;
};

struct paper_experiment : experiment_text {
  std::vector<figure_text> figures;
};

struct paper_file {
  std::string file;
  paper about;
  int digits = 0;  ///< 0 where the file does not say
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

/// Throws io_error where this file, or one that it names, cannot be read, and invalid_input with file, line and key.
paper_file read_paper_file(const std::filesystem::path& path);

}  // namespace plumbline::report
