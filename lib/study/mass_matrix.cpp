// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/constrained_start.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/study/mass_matrix.hpp>

#include <fmt/format.h>

#include <random>
#include <utility>

namespace plumbline {

namespace {

constexpr int digits_of_masses = 100;
constexpr int states_tried = 3;

/// A number from 1/2 to 2, the same in each run.
class random_factors {
 public:
  std::string next() { return fmt::format("{}/1000", 500 + random_() % 1501); }

 private:
  std::mt19937_64 random_{20260714};
};

struct mass_state {
  vector<mp> q;
  vector<mp> v;
  mp t;
};

/// Elimination with complete pivots of the rows scaled to a largest entry of 1. What is left of entries that cancel is below
/// half of the digits.
bool is_singular_matrix(matrix<mp> m) {
  const mp small = decimal<mp>(fmt::format("1e-{}", digits_of_masses / 2));
  const Eigen::Index n = m.rows();
  for (Eigen::Index i = 0; i < n; ++i) {
    const mp largest = max_magnitude(vector<mp>(m.row(i).transpose()));
    if (!is_finite(largest) || largest == 0) {
      return true;
    }
    m.row(i) /= largest;
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index row = k;
    Eigen::Index column = k;
    for (Eigen::Index i = k; i < n; ++i) {
      for (Eigen::Index j = k; j < n; ++j) {
        if (abs(m(row, column)) < abs(m(i, j))) {
          row = i;
          column = j;
        }
      }
    }
    if (!(small < abs(m(row, column)))) {
      return true;
    }
    m.row(k).swap(m.row(row));
    m.col(k).swap(m.col(column));
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const mp factor = m(i, k) / m(k, k);
      for (Eigen::Index j = k; j < n; ++j) {
        m(i, j) -= factor * m(k, j);
      }
    }
  }
  return false;
}

matrix<mp> mass_at(evaluation<mp>& at, const mass_state& z) {
  matrix<mp> m;
  at.set_time(z.t);
  at.mass(view(z.q), view(z.v), m);
  return m;
}

mass_state start_of(const problem& p) {
  const auto in_numbers = [&p](const std::vector<expression>& texts) {
    vector<mp> x(static_cast<Eigen::Index>(texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      x[static_cast<Eigen::Index>(i)] = evaluate<mp>(texts[i], p.names);
    }
    return x;
  };
  return {in_numbers(p.start.q), in_numbers(p.start.by_default), evaluate<mp>(p.start.t, p.names)};
}

/// True where M is singular at the start. Where L is not quadratic in the velocities, that of the start's momenta is sought.
bool is_singular_at_start(const problem& p, evaluation<mp>& at, mass_state z) {
  if (!p.system->constraints.empty() && p.system->facts.quadratic) {
    at.set_time(z.t);
    const vector<mp> rest = vector<mp>::Constant(z.q.size(), mp(0));
    return is_singular_on_constraints(mass_at(at, {z.q, rest, z.t}),
                                      constraints_at(at, z.q, rest).rows);
  }
  if (!p.start.default_is_velocity && !p.system->facts.quadratic) {
    at.set_time(z.t);
    try {
      z.v = velocity(at, z.q, vector<mp>(z.v));
    } catch (const domain_error&) {
      return true;
    }
  }
  return is_singular_matrix(mass_at(at, z));
}

mass_state moved(const mass_state& z, random_factors& random) {
  mass_state other = z;
  const auto next = [&random] { return evaluate<mp>(expression(random.next())); };
  for (auto* part : {&other.q, &other.v}) {
    for (mp& x : *part) {
      x += next();
    }
  }
  other.t += next();
  return other;
}

/// True where M is singular at every one of a few random states.
bool is_singular_at_all(evaluation<mp>& at, const mass_state& start, random_factors& random) {
  for (int i = 0; i < states_tried; ++i) {
    if (!is_singular_matrix(mass_at(at, moved(start, random)))) {
      return false;
    }
  }
  return true;
}

/// The system with other values of its parameters, which keep their signs; zero becomes positive.
settings other_parameters(const problem& p, random_factors& random) {
  settings values = p.parameters;
  for (const auto& parameter : p.system->parameters) {
    const auto chosen = values.find(parameter.name);
    const std::string text = chosen == values.end() ? parameter.default_value : chosen->second;
    values[parameter.name] = sign(expression(text), p.names) == 0
                                 ? random.next()
                                 : fmt::format("({})*{}", text, random.next());
  }
  return values;
}

bool is_singular_with_others(const problem& p, const mass_state& start, random_factors& random) {
  if (p.system->resized) {  // a parameter is a number of coordinates
    return true;
  }
  for (int i = 0; i < states_tried; ++i) {
    try {
      evaluation<mp> at(p.system->make<mp>(other_parameters(p, random)));
      if (!is_singular_at_all(at, start, random)) {
        return false;
      }
    } catch (const invalid_input&) {
      continue;  // a value outside the domain of its parameter
    }
  }
  return true;
}

std::vector<std::string> coordinates_without(const problem& p, const matrix<mp>& m) {
  std::vector<std::string> names;
  const auto all = coordinate_names(*p.system, p.dimension);
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if ((m.row(i).array() == mp(0)).all()) {
      names.push_back(all[static_cast<std::size_t>(i)]);
    }
  }
  return names;
}

}  // namespace

std::string mass_verdict::word() const {
  switch (where) {
    case mass_matrix_is::regular:
      return "";
    case mass_matrix_is::singular_at_the_start:
      return "at-the-start";
    case mass_matrix_is::singular_with_these_parameters:
      return "with-these-parameters";
    default:
      return "everywhere";
  }
}

std::string mass_verdict::reason() const {
  if (!is_singular()) {
    return "";
  }
  std::string text = "the mass matrix is singular";
  switch (where) {
    case mass_matrix_is::singular_at_the_start:
      text += " at the start; it is regular at other states";
      break;
    case mass_matrix_is::singular_with_these_parameters:
      text += " with these parameters; it is regular with others";
      break;
    default:
      text += " everywhere";
  }
  if (!without_mass.empty()) {
    text += fmt::format(": the Lagrangian has no term that is quadratic in the velocity of {}",
                        joined(without_mass));
  }
  return text;
}

mass_verdict judge_mass_matrix(const problem& p) {
  if (p.system->kind != system_kind::lagrangian || p.matrices || !p.system->formulas) {
    return {};
  }
  const precision_scope scope(digits_of_masses);
  evaluation<mp> at(p.system->make<mp>(p.parameters));
  random_factors random;
  mass_verdict verdict;
  const mass_state start = start_of(p);
  if (!is_singular_at_start(p, at, start)) {
    return verdict;
  }
  if (!p.system->constraints
           .empty()) {  // a constraint that makes up for it need not do so elsewhere
    verdict.where = mass_matrix_is::singular_at_the_start;
    return verdict;
  }
  if (!is_singular_at_all(at, start, random)) {
    verdict.where = mass_matrix_is::singular_at_the_start;
    return verdict;
  }
  verdict.without_mass = coordinates_without(p, mass_at(at, moved(start, random)));
  verdict.where = is_singular_with_others(p, start, random)
                      ? mass_matrix_is::singular_everywhere
                      : mass_matrix_is::singular_with_these_parameters;
  return verdict;
}

}  // namespace plumbline
