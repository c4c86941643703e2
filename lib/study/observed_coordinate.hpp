// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whose zeros and extrema are looked for: a coordinate, or a formula of the state such as q2 - q1.
#pragma once

#include "study/node_formula.hpp"
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/study/problem.hpp>

#include <memory>
#include <optional>
#include <string>

namespace plumbline::detail {

/// The place of the coordinate that a text names, the first where it is empty; nothing for a formula. Throws invalid_input for a
/// name that is none.
inline std::optional<Eigen::Index> index_of_coordinate(const problem& p, const std::string& text) {
  if (text.empty()) {
    return 0;
  }
  if (!find_start(p, text) && text.find_first_of("+-*/^() ") != std::string::npos) {
    using kind = call_tree::kind;
    const kind what = parse_calls(text).what;
    if (what != kind::name && what != kind::number) {
      return std::nullopt;
    }
  }
  return coordinate_of(p, text);
}

template <class T>
class observed_coordinate {
 public:
  /// The problem must outlive it. Throws formula_error.
  observed_coordinate(const problem& p, const model<T>& system, const std::string& text)
      : index_(index_of_coordinate(p, text)) {
    if (!index_) {
      formula_ = std::make_shared<formula>(p, system, text);
    }
  }

  bool is_formula() const { return !index_.has_value(); }
  T value(const phase_point<T>& z, const T& t) const {
    return index_ ? z.q[*index_] : formula_->value(z, t);
  }
  /// Of a coordinate alone.
  Eigen::Index index() const { return index_.value(); }

 private:
  struct formula {
    formula(const problem& p, const model<T>& system, const std::string& text)
        : values(system), formulas(p, system, text, {}, none) {
      at.motions = {&values};
      of = formulas.compile_number(parse_calls(text), 0);
    }
    T value(const phase_point<T>& z, const T& t) {
      ++at.number;
      values.set(z, t);
      return of(at);
    }

    definitions none;
    node_values<T> values;
    node_formulas<T> formulas;
    node<T> at;
    std::function<T(node<T>&)> of;
  };

  std::optional<Eigen::Index> index_;
  std::shared_ptr<formula> formula_;
};

}  // namespace plumbline::detail
