// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables of coefficients where other software keeps them: the lists of SUNDIALS and other C (`B->A[1][0] = SUN_RCONST(0.5);`),
// Julia's and Python's arrays (`A = [0 0; 1//2 0]`, `A = np.array([[0, 0], [1/2, 0]])`), and plain numbers.
//
//   for (const foreign_scheme& found : parse_foreign_schemes(text, source_language::julia, "tables.jl")) {
//     if (found.table) … audit(*found.table)
//   }
//
// No code is run. What is read is what is written out: assignments to names that mean something in a table (A, b, c, bhat …),
// whose values are numbers, formulas of numbers and of names that were assigned before. A number is the exact value of its
// text, as in a scheme of one's own: 1/3 is a third, 0.1 a tenth. One function, class or macro is one table.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

enum class source_language { c, julia, python, numbers };

/// A table that a file has, or seems to have.
struct foreign_scheme {
  std::string name;  ///< of the macro, function or class; of the file where there is none
  int line = 0;      ///< where it begins
  std::optional<scheme_table> table = {};
  std::string problem = {};             ///< why there is no table, with its line
  std::vector<std::string> notes = {};  ///< how it was read where the file does not say it
};

inline constexpr std::size_t longest_foreign_file = 1U << 19U;

/// The language that a file's name says: .def .c .h .cpp .hpp, .jl, .py, and .txt .csv .dat for numbers.
std::optional<source_language> language_of(const std::filesystem::path& file);

/// All tables of a text, in their order, with names that differ. Throws invalid_input with the line where there is none.
std::vector<foreign_scheme> parse_foreign_schemes(std::string_view text, source_language language,
                                                  const std::string& origin);

/// FILE or FILE:NAME.
struct foreign_name {
  std::filesystem::path file;
  std::string scheme;
};

/// Nothing where this is not the name of such a file.
std::optional<foreign_name> foreign_file(const std::string& name);

/// The tables of the file; of these the one of this name. A splitting that has the order that is claimed only where the
/// kinetic energy is quadratic is read as one for that, with a note. Throws io_error when the file cannot be read, invalid_input for a
/// name that it does not have, and where it has no table.
std::vector<foreign_scheme> load_foreign_schemes(const foreign_name& name);

}  // namespace plumbline
