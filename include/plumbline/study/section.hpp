// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A section EXPR = 0 of a problem, from its text, and which crossings of it count.
//
// The text is a formula as in system files: coordinates, dot(NAME), p(NAME), t, parameters, what the system's file defines, and
// q1, v1, p1 by number. It is smooth, since formulas are.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/study/problem.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// Which changes of sign count: from − to +, from + to −, or both.
enum class crossing_direction { both, up, down };

/// up, down or both; both for an empty text. Throws invalid_input for another word.
crossing_direction parse_direction(const std::string& text);
std::string to_string(crossing_direction direction);
/// Whether a change of sign to this sign counts.
inline bool counts(crossing_direction direction, int sign) {
  return direction == crossing_direction::both ||
         (direction == crossing_direction::up) == (sign > 0);
}

/// A crossing: its time, the state there in the stepper's columns, and the sign of g behind it.
template <class T>
struct crossing_state {
  T t;
  vector<T> state;
  int direction;
};

/// g is zero where it is no larger than so many times what rounding errors of the state make of it.
inline constexpr int roundings_of_zero = 8;

/// What a user says of a section, as texts. Messages call them by their options.
struct section_texts {
  std::string formula = {};
  std::string direction = {};
  std::string count = {};
};

/// A section that has been read.
struct section {
  std::string formula;
  crossing_direction direction = crossing_direction::both;
  std::int64_t count = 0;  ///< how many crossings end the run; 0: all of them count
};

/// Throws invalid_input where direction or count are none.
section read_section(const section_texts& texts);
/// Formula, direction and count, as the metadata of a run say them.
void add_section(metadata& facts, const section& what);

/// The formula on the motions of this system; `option` is what messages call it. Throws invalid_input for an unknown name, for what is
/// not smooth, and for what is constant.
std::shared_ptr<const followed_function> record_section(const problem& p,
                                                        std::shared_ptr<const form> formulas,
                                                        const std::string& formula,
                                                        const std::string& option = "--section");

/// The parameters of a followed function in the scalar T.
template <class T>
std::vector<T> parameters_of(const followed_function& g, const problem& p) {
  std::vector<T> values;
  for (const std::string& name : g.parameters()) {
    values.push_back(evaluate<T>(expression(name), p.names));
  }
  return values;
}

}  // namespace plumbline
