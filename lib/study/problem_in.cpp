// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A problem in each scalar, compiled here once for all commands; and what tables say about a problem.
#include "study/constrained_start.hpp"
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plumbline {

namespace {

template <class T>
matrix<T> matrix_in(const expression_matrix& texts) {
  const auto n = static_cast<Eigen::Index>(texts.size());
  matrix<T> a(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto& text = texts[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      if constexpr (is_dual<T>::value) {
        a(i, j) = T(evaluate<decltype(T::value)>(text));
      } else {
        a(i, j) = evaluate<T>(text);
      }
    }
  }
  return a;
}

template <class T>
model<T> make_system(const problem& p) {
  if (p.matrices) {
    auto mass = matrix_in<T>(p.matrices->mass);
    auto stiffness = matrix_in<T>(p.matrices->stiffness);
    if (p.matrices->damping.empty()) {
      return make_quadratic<T>(std::move(mass), std::move(stiffness));
    }
    return make_damped_quadratic<T>(std::move(mass), matrix_in<T>(p.matrices->damping),
                                    std::move(stiffness));
  }
  const model<T> system = p.system->make<T>(p.parameters);
  return p.splits_events ? system : system.without_events();
}

/// Throws domain_error where the mass matrix, scaled to a unit diagonal, cannot be inverted with digits to
/// spare: parameters that make it singular rarely round to an exact zero.
template <class T>
void require_invertible_mass(evaluation<T>& at, const vector<T>& q, const std::string& where,
                             const std::vector<std::string>& names) {
  using std::abs;
  using std::sqrt;
  if (!at.system().facts().quadratic) {
    return;  // the mass matrix depends on v: it may vanish at rest and nowhere else
  }
  const vector<T> rest = vector<T>::Constant(q.size(), T(0));
  matrix<T> mass;
  at.mass(view(q), view(rest), mass);
  vector<T> scale(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    scale[i] = sqrt(T(abs(mass(i, i))));
  }
  vector<T> v(q.size());
  const bool solved = at.velocity(view(q), view(std::as_const(scale)), view(v)).ok();
  constexpr int spare = 64;
  if (!solved || !all_finite(v) ||
      T(1) < max_magnitude(v.cwiseProduct(scale)) * epsilon<T>() * spare) {
    for (Eigen::Index i = 0; i < q.size() && where.empty(); ++i) {
      if ((mass.row(i).array() == T(0)).all()) {
        const std::string& name = names[static_cast<std::size_t>(i)];
        throw domain_error(
            "the mass matrix is singular at the start: the Lagrangian has no term there "
            "that is quadratic in the velocity of " +
            name + ", so nothing determines the acceleration of " + name);
      }
    }
    throw domain_error("the mass matrix is singular at the start" + where);
  }
}

std::string file_of(const problem& p) {
  return p.system->file.empty() ? "" : "'" + p.system->file + "': ";
}

/// Throws domain_error where L has no finite value: outside the domain of a formula, say.
template <class T>
void require_finite_lagrangian(const problem& p, evaluation<T>& at, const vector<T>& q,
                               const vector<T>& v, const std::string& where) {
  if (!is_finite(at.lagrangian(view(q), view(v)))) {
    throw domain_error(file_of(p) + "the Lagrangian of " + p.system->name() +
                       " has no finite value at the start" + where);
  }
}

/// The same for the generalised forces.
template <class T>
void require_finite_forces(const problem& p, const model<T>& system, const vector<T>& q,
                           const vector<T>& v, const T& t) {
  part_values<T> forces(system, form_part::generalized_force);
  const auto& values = forces.at(view(q), view(v), {}, t);
  const auto names = coordinate_names(*p.system, p.dimension);
  for (int i = 0; i < p.dimension; ++i) {
    if (!is_finite(values.result(i))) {
      throw domain_error(file_of(p) + "the force on " + names[static_cast<std::size_t>(i)] +
                         " ([forces] or dissipation) has no finite value at the start");
    }
  }
}

/// Where L is not quadratic in the velocities, a momentum may belong to several of them. Throws domain_error where the start's
/// momentum leads back to another velocity than the one given: all that follows would belong to another motion.
template <class T>
void require_same_velocity(const problem& p, evaluation<T>& at, const vector<T>& q,
                           const vector<T>& given, const vector<T>& momenta) {
  vector<T> back(given.size());
  if (!at.velocity(view(q), view(momenta), view(back)).ok()) {
    return;  // what needs the velocity says so
  }
  using std::sqrt;
  // Where the mass is nearly singular, half of the digits are lost.
  const T close = sqrt(epsilon<T>());
  const auto names = coordinate_names(*p.system, p.dimension);
  for (Eigen::Index i = 0; i < given.size(); ++i) {
    using std::abs;
    const T scale = T(1) + max_magnitude(given);
    if (!(abs(T(back[i] - given[i])) <= close * scale)) {
      constexpr int shown = 6;
      throw domain_error(fmt::format(
          "{}the velocity {} of {} at the start and the velocity {} have the same momentum: the "
          "momenta of {} do not determine its velocities there",
          file_of(p), to_text(given[i], shown), names[static_cast<std::size_t>(i)],
          to_text(back[i], shown), p.system->name()));
    }
  }
}

template <class T>
vector<T> vector_in(const std::vector<expression>& texts, const variables& names) {
  vector<T> x(static_cast<Eigen::Index>(texts.size()));
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    x[i] = evaluate<T>(texts[static_cast<std::size_t>(i)], names);
  }
  return x;
}

/// What --start gives in the place of defaults.
template <class T>
void put_given(const start_texts& start, const variables& names, vector<T>& rate) {
  for (std::size_t i = 0; i < start.given.size(); ++i) {
    if (start.given[i]) {
      rate[static_cast<Eigen::Index>(i)] = evaluate<T>(*start.given[i], names);
    }
  }
}

/// The start of a system with constraints.
template <class T>
problem_in<T> make_constrained_problem(const problem& p, model<T> made, const vector<T>& q,
                                       const T& t0) {
  const start_texts& start = p.start;
  const auto says_any = [](const std::vector<std::optional<expression>>& list) {
    return std::ranges::any_of(list, [](const auto& value) { return value.has_value(); });
  };
  const bool any = says_any(start.given) || says_any(start.spins_given);
  const bool velocities = any ? start.given_is_velocity : start.default_is_velocity;
  evaluation<T> at(made);
  at.set_time(t0);
  vector<T> by_default = vector_in<T>(start.by_default, p.names);
  if (start.default_is_velocity) {
    put_spins<T>(p, start.spins_by_default, q, by_default);
  }
  vector<T> rate = velocities == start.default_is_velocity ? by_default
                   : velocities                            ? velocity(at, q, by_default)
                                                           : momentum(at, q, by_default);
  put_given(start, p.names, rate);
  put_spins<T>(p, start.spins_given, q, rate);
  phase_point<T> z = constrained_start(p, made, t0, q, std::move(rate), velocities);
  const vector<T> v = velocity(at, z.q, z.p);
  require_finite_lagrangian(p, at, z.q, v, "");
  if (made.facts().forced) {
    require_finite_forces(p, made, z.q, v, t0);
  }
  return {std::move(made), std::move(z), t0};
}

}  // namespace

template <class T>
problem_in<T> make_problem(const problem& p) {
  model<T> made = make_system<T>(p);
  const start_texts& start = p.start;
  phase_point<T> z{vector_in<T>(start.q, p.names), vector<T>(0)};
  const std::string where =
      p.system->info.singular.empty() ? "" : ": " + std::string(p.system->info.singular);
  if (made.is_first_order()) {
    vector<T> dy(z.q.size());
    evaluation<T> at(made);
    at.set_time(evaluate<T>(start.t, p.names));
    at.field(view(z.q), view(dy));
    const auto names = coordinate_names(*p.system, p.dimension);
    for (Eigen::Index i = 0; i < dy.size(); ++i) {
      if (!is_finite(dy[i])) {
        throw domain_error(file_of(p) + "the field is singular at the start: the rate of " +
                           names[static_cast<std::size_t>(i)] + " has no finite value" + where);
      }
    }
    return {std::move(made), std::move(z), evaluate<T>(start.t, p.names)};
  }
  if (!made.is_lagrangian()) {
    z.p = vector_in<T>(start.by_default, p.names);
    put_given(start, p.names, z.p);
    lu_factors<T> lu;
    matrix<T> mass;
    evaluation<T>(made).mass(view(std::as_const(z.q)), view(std::as_const(z.p)), mass);
    if (!lu.compute(mass)) {
      throw domain_error("the mass matrix is singular at the start" + where);
    }
    return {std::move(made), std::move(z), evaluate<T>(start.t, p.names)};
  }
  const T t0 = evaluate<T>(start.t, p.names);
  if (made.formulas()->constraints() > 0) {
    return make_constrained_problem(p, std::move(made), z.q, t0);
  }
  evaluation<T> at(made.lagrangian());
  at.set_time(t0);
  const bool quadratic = at.system().facts().quadratic;
  if (quadratic) {  // finite at one velocity, finite at all
    require_finite_lagrangian(p, at, z.q, vector<T>(vector<T>::Constant(z.q.size(), T(0))), where);
  }
  require_invertible_mass(at, z.q, where, coordinate_names(*p.system, p.dimension));
  const vector<T> by_default = vector_in<T>(start.by_default, p.names);
  bool any = false;
  for (const auto& value : start.given) {
    any = any || value.has_value();
  }
  const bool velocities = any ? start.given_is_velocity : start.default_is_velocity;
  vector<T> rate = velocities == start.default_is_velocity ? by_default
                   : velocities                            ? velocity(at, z.q, by_default)
                                                           : momentum(at, z.q, by_default);
  put_given(start, p.names, rate);
  z.p = velocities ? momentum(at, z.q, rate) : rate;
  if (velocities && !quadratic) {
    require_finite_lagrangian(p, at, z.q, rate, where);
    // a mass at the speed of light has a Lagrangian and no momentum
    if (!all_finite(z.p)) {
      throw domain_error(file_of(p) + "the momentum of " + p.system->name() +
                         " has no finite value at the start" + where);
    }
    require_same_velocity(p, at, z.q, rate, z.p);
  }
  if (at.system().facts().forced && (velocities || quadratic)) {
    require_finite_forces(p, at.system(), z.q, velocities ? rate : velocity(at, z.q, z.p), t0);
  }
  return {std::move(made), std::move(z), t0};
}

template <class T>
model<tangent_number<T>> make_tangent_system(const problem& p) {
  return make_system<tangent_number<T>>(p);
}

namespace {

/// The generalised force on each coordinate, that of a dissipation function included.
metadata_entry::named_values forces_of(const system_entry& system, int dimension) {
  const auto names = coordinate_names(system, dimension);
  const auto texts = system.formulas->text_of(form_part::generalized_force,
                                              formula_style_of(names, system.parameters));
  metadata_entry::named_values forces;
  for (std::size_t i = 0; i < names.size(); ++i) {
    forces.emplace_back(names[i], texts.at(i));
  }
  return forces;
}

/// Which system it is; of a file its formulas, too.
metadata about_system(const problem& p) {
  metadata meta = {{"system", p.system->name()}};
  if (!p.system->file.empty()) {
    meta.push_back({"file", p.system->file});
    meta.push_back({"formula", std::string(p.system->info.formula)});
    if (p.system->facts.forced) {
      meta.push_back({"forces", forces_of(*p.system, p.dimension)});
    }
    if (!p.system->constraints.empty()) {
      metadata_entry::named_values constraints;
      for (const constraint_info& c : p.system->constraints) {
        constraints.emplace_back(c.name, c.formula);
      }
      meta.push_back({"constraints", constraints});
    }
  }
  return meta;
}

/// f(name, text) for each entry of the matrices, M1_1 first.
template <class F>
void for_each_entry(const matrix_file& matrices, F&& f) {
  for (const auto& [name, texts] :
       {std::pair{"M", &matrices.mass}, std::pair{"K", &matrices.stiffness},
        std::pair{"C", &matrices.damping}}) {
    for (std::size_t i = 0; i < texts->size(); ++i) {
      for (std::size_t j = 0; j < texts->size(); ++j) {
        f(fmt::format("{}{}_{}", name, i + 1, j + 1), (*texts)[i][j]);
      }
    }
  }
}

}  // namespace

metadata metadata_of(const problem& p, int digits) {
  return with_scalar(digits, [&p]<class T>(std::type_identity<T>) -> metadata {
    metadata meta = about_system(p);
    metadata_entry::named_values parameters;
    if (p.matrices) {
      for_each_entry(*p.matrices, [&](const std::string& name, const expression& entry) {
        parameters.emplace_back(name, to_text(evaluate<T>(entry)));
      });
    } else {
      const auto values = parameter_values<T>(p.system->name(), p.system->parameters, p.parameters);
      for (std::size_t i = 0; i < values.size(); ++i) {
        parameters.emplace_back(p.system->parameters[i].name, to_text(values[i]));
      }
    }
    meta.push_back({"parameters", parameters});
    const auto problem = make_problem<T>(p);
    metadata_entry::named_values start = {{"t", to_text(problem.t0)}};
    const auto names = state_columns(*p.system, p.dimension);
    auto name = names.begin();
    for (const auto* part : {&problem.start.q, &problem.start.p}) {
      for (const T& x : *part) {
        start.emplace_back(*name++, to_text(x));
      }
    }
    meta.push_back({"start", start});
    return meta;
  });
}

metadata texts_of(const problem& p, const std::vector<std::string>& varying) {
  const auto varies = [&varying](const std::string& name) {
    return std::find(varying.begin(), varying.end(), name) != varying.end();
  };
  metadata meta = about_system(p);
  metadata_entry::named_values parameters;
  if (p.matrices) {
    for_each_entry(*p.matrices, [&](const std::string& name, const expression& entry) {
      parameters.emplace_back(name, entry.text());
    });
  }
  for (const auto& parameter : p.system->parameters) {
    if (!varies(parameter.name) && !varies(p.system->name() + "." + parameter.name)) {
      const auto chosen = p.parameters.find(parameter.name);
      parameters.emplace_back(
          parameter.name, chosen == p.parameters.end() ? parameter.default_value : chosen->second);
    }
  }
  meta.push_back({"parameters", parameters});
  const auto place_varies = [&](bool rate, std::size_t index) {
    return std::any_of(varying.begin(), varying.end(), [&](const std::string& name) {
      const auto place = find_start(p, name);
      return place && place->is_rate() == rate && place->index == static_cast<int>(index);
    });
  };
  metadata_entry::named_values start;
  if (!varies("t")) {
    start.emplace_back("t", p.start.t.text());
  }
  const auto n = static_cast<std::size_t>(p.dimension);
  const auto names = state_columns(*p.system, p.dimension);
  for (std::size_t i = 0; i < n; ++i) {
    if (!place_varies(false, i)) {
      start.emplace_back(names[i], p.start.q[i].text());
    }
  }
  const bool has_momenta = p.system->kind == system_kind::lagrangian;
  for (std::size_t i = 0; i < n && p.system->kind != system_kind::first_order; ++i) {
    const auto& given = p.start.given[i];
    if (!place_varies(true, i)) {
      const bool velocity = given ? p.start.given_is_velocity : p.start.default_is_velocity;
      start.emplace_back(velocity && has_momenta ? fmt::format("v{}", i + 1) : names[n + i],
                         (given ? *given : p.start.by_default[i]).text());
    }
  }
  meta.push_back({"start", start});
  return meta;
}

#define PLUMBLINE_SCALAR(T) template problem_in<T> make_problem<T>(const problem&);
#include <plumbline/scalar/for_each_scalar.def>
template model<tangent_number<double>> make_tangent_system<double>(const problem&);
template model<tangent_number<mp>> make_tangent_system<mp>(const problem&);

}  // namespace plumbline
