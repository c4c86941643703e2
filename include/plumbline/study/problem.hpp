// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A problem: system, parameters, start, schemes. First as exact texts, which every precision shares; then in a scalar.
#pragma once

#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/state_names.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/study/matrices.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct scheme_choice {
  std::shared_ptr<const scheme_entry> entry;  ///< of the catalogue, or of a file
  settings values;
};

/// Initial values as exact texts: a full set of momenta or velocities by default, and what the user put in
/// the place of some of them, in either form.
struct start_texts {
  std::vector<expression> q;
  std::vector<expression> by_default;
  bool default_is_velocity = false;
  std::vector<std::optional<expression>> given;
  bool given_is_velocity = false;
  expression t{"0"};
  /// Angular velocities in body axes, three for each body (catalogue/systems.hpp): by default, and what the user put there.
  std::vector<std::optional<expression>> spins_by_default;
  std::vector<std::optional<expression>> spins_given;
};

struct problem {
  const system_entry* system = nullptr;
  std::shared_ptr<const system_entry> from_file;  ///< keeps a system that is not of the catalogue
  settings parameters;
  std::optional<matrix_file> matrices;
  int dimension = 0;
  bool splits_events = true;                               ///< --events
  elliptic_functions functions = elliptic_functions::own;  ///< --functions
  start_texts start;
  bool projects_start =
      false;  ///< --project-start: a start off the constraints moves to the nearest one on them
  /// The decimal digits by which a start satisfies constraints; 0: those of the arithmetic. Fewer where a start that has been
  /// accepted is computed again with more digits.
  int start_digits = 0;
  std::vector<scheme_choice> schemes;
  /// What names in steps and times mean: the parameters, and `period` where there is an exact one.
  variables names;
};

/// What a user says of a problem besides its system, as texts. Messages call them by their options: --set, --start, …
struct problem_texts {
  std::vector<std::string> set = {};    ///< NAME=VALUE: parameters of the system and of schemes
  std::vector<std::string> start = {};  ///< NAME=VALUE; @FILE stands for the lines of a file
  std::string matrices = {};            ///< a file, for the system `quadratic`
  std::string events = {};              ///< split or none, for laws with zones; "" is split
  std::string functions = "own";        ///< elliptic functions: own or boost
  bool project_start = false;           ///< see problem
};

/// True for the name of a file with a system or a scheme: it ends in .toml.
bool is_file_name(const std::string& name);
/// The name of a system, or of a scheme with its parameters: that of a file counts from the folder, others stay as they are.
std::string name_from(const std::filesystem::path& folder, const std::string& name);

/// The system of the catalogue of this name, or the one in the file of this name. Throws invalid_input for neither,
/// io_error for a file that cannot be read.
std::shared_ptr<const system_entry> system_named(const std::string& name);

/// The problem of a system (a name or a file) and schemes (names or files, with settings as NAME:PARAMETER=VALUE). Throws
/// invalid_input for anything that is unknown or does not fit, io_error for a file that cannot be read.
problem read_problem(const std::string& system, const problem_texts& o,
                     const std::vector<std::string>& schemes = {});

/// True when one of the parameters has this name.
bool declares(const std::vector<parameter_info>& parameters, const std::string& name);
/// The coordinate, momentum or velocity that the name of an initial value means.
std::optional<state_name> find_start(const problem& p, const std::string& name);
/// The place of a coordinate by its name or by its number alone. Throws invalid_input that suggests the nearest name.
int coordinate_of(const problem& p, const std::string& name);
/// True for the name of an initial value, which --start takes.
bool names_start(const problem& p, const std::string& name);
/// The names that --start takes, for messages.
std::vector<std::string> start_names(const problem& p);

/// A problem in the scalar T.
template <class T>
struct problem_in {
  model<T> system;
  phase_point<T> start;
  T t0;
};

/// Throws domain_error where the mass matrix, or a field in first-order form, is singular at the start.
template <class T>
problem_in<T> make_problem(const problem& p);

/// The system on the tangent numbers of T: for derivatives of a step.
template <class T>
model<tangent_number<T>> make_tangent_system(const problem& p);

/// What every table says about a problem: system, parameters, start.
metadata metadata_of(const problem& p, int digits);

/// The same as exact texts, which hold in every scalar, without the parameters and initial values of the names `varying`: for
/// tables whose rows are different problems.
metadata texts_of(const problem& p, const std::vector<std::string>& varying);

}  // namespace plumbline
