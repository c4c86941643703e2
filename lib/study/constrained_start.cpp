// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/constrained_start.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumbline {

namespace {

std::string in_file(const problem& p) {
  return p.system->file.empty() ? "" : "'" + p.system->file + "': ";
}

/// 10^(6 − D), where D is the number of decimal digits.
template <class T>
T tolerance_of(const problem& p) {
  constexpr int lost = 6;
  using std::log10;
  using std::pow;
  const T digits = p.start_digits > 0 ? T(p.start_digits) : T(-log10(epsilon<T>()));
  const T own = pow(T(10), T(T(lost) + log10(epsilon<T>())));
  const T asked = pow(T(10), T(T(lost) - digits));
  return own < asked ? asked : own;
}

template <class T>
T magnitude_of(const T& x) {
  return x < T(0) ? T(-x) : x;
}

template <class T>
T norm_of(const vector<T>& x) {
  using std::sqrt;
  return sqrt(dot(x, x));
}

/// What the rows before a row say of it: row = Σ factors_j row_j, where it depends on them.
template <class T>
struct dependence {
  bool found = false;
  std::vector<int> on;
  std::vector<T> factors;
};

/// Gram–Schmidt, twice, with the combination of the rows that each direction is.
template <class T>
class independent_rows {
 public:
  dependence<T> add(const vector<T>& row) {
    const int k = count_++;
    const T size = norm_of(row);
    vector<T> rest = row;
    std::vector<T> factors(static_cast<std::size_t>(k) + 1, T(0));
    factors.back() = T(1);
    for (int pass = 0; pass < 2; ++pass) {
      for (const direction_of_rows& each : directions_) {
        const T along = dot(each.unit, rest);
        rest -= along * each.unit;
        for (std::size_t j = 0; j < each.factors.size(); ++j) {
          factors[j] -= T(along * each.factors[j]);
        }
      }
    }
    using std::sqrt;
    const T left = norm_of(rest);
    if (left > T(size * sqrt(epsilon<T>()))) {
      for (T& factor : factors) {
        factor /= left;
      }
      directions_.push_back({vector<T>(rest / left), factors});
      return {};
    }
    dependence<T> d{true, {}, {}};
    for (int j = 0; j < k; ++j) {
      const T factor = -factors[static_cast<std::size_t>(j)];
      if (magnitude_of(factor) > T(0) &&
          !(magnitude_of(factor) * sizes_[static_cast<std::size_t>(j)] <=
            T(size * sqrt(epsilon<T>())))) {
        d.on.push_back(j);
        d.factors.push_back(factor);
      }
    }
    return d;
  }
  void know_size(const T& size) { sizes_.push_back(size); }

 private:
  struct direction_of_rows {
    vector<T> unit;
    std::vector<T> factors;
  };
  int count_ = 0;
  std::vector<direction_of_rows> directions_;
  std::vector<T> sizes_;
};

template <class T>
std::vector<dependence<T>> dependences(const matrix<T>& rows) {
  independent_rows<T> known;
  std::vector<dependence<T>> list;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    const vector<T> row = rows.row(k).transpose();
    list.push_back(known.add(row));
    known.know_size(norm_of(row));
  }
  return list;
}

/// A state nearby, the same in each run.
template <class T>
vector<T> moved(const vector<T>& x, int try_number) {
  vector<T> y = x;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const int hash = static_cast<int>((i * 7919 + try_number * 104729 + 17) % 1009);
    y[i] += (T(1) + magnitude_of(x[i])) * T(hash - 504) / T(5000);
  }
  return y;
}

enum class dependent { everywhere, here };  ///< which dependences are refused

template <class T>
void require_independent(const problem& p, evaluation<T>& at, const vector<T>& q, dependent which) {
  const vector<T> rest = vector<T>::Constant(q.size(), T(0));
  const auto here = constraints_at(at, q, rest);
  if (!all_finite(here.rows) || !all_finite(here.holonomic)) {
    for (Eigen::Index k = 0; k < here.rows.rows(); ++k) {
      if (!all_finite(here.rows.row(k)) ||
          (k < here.holonomic.size() && !is_finite(here.holonomic[k]))) {
        throw domain_error(fmt::format(
            "{}start: constraint '{}' has no finite value or derivative there", in_file(p),
            at.system().formulas()->constraint_names()[static_cast<std::size_t>(k)]));
      }
    }
  }
  const auto& names = at.system().formulas()->constraint_names();
  const auto name = [&](int k) { return "'" + names[static_cast<std::size_t>(k)] + "'"; };
  const auto found = dependences(here.rows);
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (!found[k].found) {
      continue;
    }
    bool elsewhere = true;  // dependent at other states, too
    constexpr int tries = 3;
    for (int i = 1; i <= tries && elsewhere; ++i) {
      const auto there = constraints_at(at, moved(q, i), rest);
      elsewhere = !all_finite(there.rows) || dependences(there.rows)[k].found;
    }
    if (which == dependent::everywhere && !elsewhere) {
      continue;
    }
    const int row = static_cast<int>(k);
    if (found[k].on.empty()) {
      throw invalid_input(
          fmt::format("{}{}constraint {} has no direction{}: its derivatives vanish", in_file(p),
                      elsewhere ? "" : "start: ", name(row), elsewhere ? "" : " there"));
    }
    std::string others;
    T off = row < here.holonomic.size() ? here.holonomic[row] : T(0);
    T size = magnitude_of(off);
    for (std::size_t j = 0; j < found[k].on.size(); ++j) {
      const int on = found[k].on[j];
      others += (others.empty() ? "" : j + 1 == found[k].on.size() ? " and " : ", ") + name(on);
      if (row < here.holonomic.size() && on < here.holonomic.size()) {
        const T part = found[k].factors[j] * here.holonomic[on];
        off -= part;
        size += magnitude_of(part);
      }
    }
    using std::sqrt;
    const bool contradicts = elsewhere && magnitude_of(off) > sqrt(epsilon<T>()) &&
                             magnitude_of(off) > T(size / T(1000));
    throw invalid_input(fmt::format("{}{}{} {} {}{}", in_file(p), elsewhere ? "" : "start: ",
                                    name(row), contradicts ? "contradicts" : "follows from", others,
                                    elsewhere ? "" : " there: the constraints are dependent"));
  }
}

/// Σ_i |∂/∂x_i| max(1, |x_i|) of a row.
template <class T>
T reach_of(const matrix<T>& rows, Eigen::Index k, const vector<T>& x) {
  T sum(0);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const T size = magnitude_of(x[i]);
    sum += T(magnitude_of(T(rows(k, i))) * (size < T(1) ? T(1) : size));
  }
  return sum;
}

template <class T>
[[noreturn]] void refuse(const problem& p, const std::string& what, const std::string& name,
                         const T& off) {
  constexpr int shown = 3;
  throw domain_error(fmt::format(
      "{}start: {}does not satisfy constraint '{}': off by {}; --project-start takes the nearest "
      "start that does",
      in_file(p), what, name, fmt::format("{:.{}g}", to_double(off), shown)));
}

template <class T>
void require_positions(const problem& p, evaluation<T>& at, const vector<T>& q) {
  const vector<T> rest = vector<T>::Constant(q.size(), T(0));
  const auto here = constraints_at(at, q, rest);
  for (Eigen::Index k = 0; k < here.holonomic.size(); ++k) {
    const T off = magnitude_of(here.holonomic[k]);
    if (!(off <= T(tolerance_of<T>(p) * reach_of(here.rows, k, q)))) {
      refuse(p, "", at.system().formulas()->constraint_names()[static_cast<std::size_t>(k)], off);
    }
  }
}

template <class T>
void require_velocities(const problem& p, evaluation<T>& at, const vector<T>& q,
                        const vector<T>& v) {
  const auto here = constraints_at(at, q, v);
  for (Eigen::Index k = 0; k < here.hidden.size(); ++k) {
    const T off = magnitude_of(here.hidden[k]);
    const T reach = reach_of(here.rows, k, v) + reach_of(here.slopes, k, q);
    if (!(off <= T(tolerance_of<T>(p) * reach))) {
      const bool holonomic = k < here.holonomic.size();
      refuse(p, holonomic ? "its velocity " : "",
             at.system().formulas()->constraint_names()[static_cast<std::size_t>(k)], off);
    }
  }
}

/// q that minimises (q − q̂)ᵀ M(q̂) (q − q̂) on g = 0, by Newton's iteration on M(q̂)(q − q̂) = Gᵀμ, g = 0.
template <class T>
vector<T> nearest_position(const problem& p, evaluation<T>& at, const vector<T>& given) {
  const auto n = given.size();
  const int holonomic = at.system().facts().holonomic;
  if (holonomic == 0) {
    return given;
  }
  const vector<T> rest = vector<T>::Constant(n, T(0));
  matrix<T> mass;
  at.mass(view(given), view(rest), mass);
  // what is nearest does not depend on the unit of mass, the pivots of the equations do
  constexpr double far_from_one = 20;
  const double log2_mass = log2_magnitude(T(max_magnitude(mass)));
  if (std::isfinite(log2_mass) && std::abs(log2_mass) > far_from_one) {
    using std::ldexp;
    const T unit(ldexp(T(1), -static_cast<int>(log2_mass)));
    for (T& entry : mass.reshaped()) {
      entry = T(entry * unit);
    }
  }
  vector<T> q = given;
  vector<T> mu = vector<T>::Constant(n, T(0));  // as long as the inputs
  double before = std::numeric_limits<double>::infinity();
  constexpr int most_iterations = 200;
  for (int i = 0; i < most_iterations; ++i) {
    const auto here = constraints_at(at, q, rest);
    const runner<T>& r = at.values(form_part::constraint_forces, view(std::as_const(q)), view(rest),
                                   view(std::as_const(mu)));
    matrix<T> a = matrix<T>::Constant(n + holonomic, n + holonomic, T(0));
    vector<T> b(n + holonomic);
    for (Eigen::Index k = 0; k < n; ++k) {
      b[k] = r.result(static_cast<int>(k));
      for (Eigen::Index l = 0; l < n; ++l) {
        a(k, l) = mass(k, l) - r.result(static_cast<int>(n + k * n + l));
        b[k] -= T(mass(k, l) * (q[l] - given[l]));
      }
      for (int c = 0; c < holonomic; ++c) {
        a(k, n + c) = -here.rows(c, k);
        a(n + c, k) = here.rows(c, k);
      }
    }
    for (int c = 0; c < holonomic; ++c) {
      b[n + c] = -here.holonomic[c];
    }
    lu_factors<T> factors;
    if (!all_finite(a) || !all_finite(b) || !factors.compute(a)) {
      break;
    }
    const vector<T> step = factors.solve(b);
    T scale(0);
    for (Eigen::Index k = 0; k < n; ++k) {
      q[k] += step[k];
      const T size = magnitude_of(q[k]);
      scale = scale < size ? size : scale;
    }
    for (int c = 0; c < holonomic; ++c) {
      mu[c] += step[n + c];
    }
    const double size = log2_magnitude(step, n);
    const double floor = log2_magnitude(scale) + 2 - scalar_traits<T>::bits();
    if (size == -std::numeric_limits<double>::infinity() || size < floor ||
        (size >= before && size < floor + 10)) {
      return q;
    }
    before = size;
  }
  throw domain_error(in_file(p) +
                     "start: --project-start finds no start near this one that satisfies the "
                     "constraints; give one that is nearer");
}

template <class T>
void require_regular(const problem& p, evaluation<T>& at, const vector<T>& q) {
  if (!at.system().facts().quadratic) {
    return;  // M depends on v: it may vanish at rest and nowhere else
  }
  const vector<T> rest = vector<T>::Constant(q.size(), T(0));
  matrix<T> mass;
  at.mass(view(q), view(rest), mass);
  if (is_singular_on_constraints(mass, constraints_at(at, q, rest).rows)) {
    throw domain_error(in_file(p) +
                       "the mass matrix is singular on the constraints: the kinetic energy and the "
                       "constraints together do not determine the accelerations at the start");
  }
}

}  // namespace

template <class T>
bool is_singular_on_constraints(const matrix<T>& mass, const matrix<T>& rows) {
  using std::sqrt;
  if (!all_finite(mass) || !all_finite(rows)) {
    return true;
  }
  // orthonormal directions: those of the rows, then what is left of the axes
  const auto n = mass.rows();
  std::vector<vector<T>> units;
  const auto left_of = [&units](vector<T> x) {
    for (int pass = 0; pass < 2; ++pass) {
      for (const vector<T>& unit : units) {
        x -= dot(unit, x) * unit;
      }
    }
    return x;
  };
  const T dependent = epsilon<T>() * T(1 << 20);
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    const vector<T> row = rows.row(k).transpose();
    const vector<T> left = left_of(row);
    const T size = norm_of(left);
    if (norm_of(row) * dependent < size) {  // otherwise it follows from those before it
      units.emplace_back(left / size);
    }
  }
  const std::size_t constrained = units.size();
  // what is left of the axes, one a column
  matrix<T> axes = matrix<T>::Constant(n, n, T(0));
  for (Eigen::Index i = 0; i < n; ++i) {
    axes(i, i) = T(1);
  }
  const auto take_from_axes = [&](const vector<T>& unit) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const T part = dot(unit, vector<T>(axes.col(i)));
      for (Eigen::Index k = 0; k < n; ++k) {
        axes(k, i) -= part * unit[k];
      }
    }
  };
  for (const vector<T>& unit : units) {
    take_from_axes(unit);
  }
  while (static_cast<Eigen::Index>(units.size()) < n) {
    Eigen::Index best = 0;
    T largest(0);
    for (Eigen::Index i = 0; i < n; ++i) {
      const T size = norm_of(vector<T>(axes.col(i)));
      if (largest < size) {
        largest = size;
        best = i;
      }
    }
    const vector<T> left = left_of(vector<T>(axes.col(best)));
    units.emplace_back(left / norm_of(left));
    take_from_axes(units.back());
  }
  const auto free = n - static_cast<Eigen::Index>(constrained);
  matrix<T> reduced(free, free);
  for (Eigen::Index j = 0; j < free; ++j) {
    const vector<T> moved = product(mass, units[constrained + static_cast<std::size_t>(j)]);
    for (Eigen::Index i = 0; i < free; ++i) {
      reduced(i, j) = dot(units[constrained + static_cast<std::size_t>(i)], moved);
    }
  }
  vector<T> scale(free);
  for (Eigen::Index i = 0; i < free; ++i) {
    scale[i] = sqrt(magnitude_of(T(reduced(i, i))));
    if (!(T(0) < scale[i])) {
      return true;
    }
  }
  for (Eigen::Index i = 0; i < free; ++i) {
    for (Eigen::Index j = 0; j < free; ++j) {
      reduced(i, j) /= T(scale[i] * scale[j]);
    }
  }
  lu_factors<T> factors;
  constexpr int spare = 64;
  if (!factors.compute(reduced)) {
    return true;
  }
  const vector<T> solved = factors.solve(vector<T>(vector<T>::Constant(free, T(1))));
  return !all_finite(solved) || T(1) < T(max_magnitude(solved) * epsilon<T>() * T(spare));
}

template <class T>
constraint_values<T> constraints_at(evaluation<T>& at, const vector<T>& q, const vector<T>& v) {
  const auto n = q.size();
  const int holonomic = at.system().facts().holonomic;
  const int m = at.system().formulas()->constraints();
  constraint_values<T> c{vector<T>(holonomic), vector<T>(m), matrix<T>(m, n), matrix<T>(m, n)};
  const runner<T>& g = at.values(form_part::constraints, view(q), view(v));
  for (int k = 0; k < holonomic; ++k) {
    c.holonomic[k] = g.result(k);
  }
  const runner<T>& r = at.values(form_part::constraint_rates, view(q), view(v));
  for (int k = 0; k < m; ++k) {
    c.hidden[k] = r.result(k);
    for (Eigen::Index i = 0; i < n; ++i) {
      const int place = m + k * static_cast<int>(n) + static_cast<int>(i);
      c.rows(k, i) = r.result(place);
      c.slopes(k, i) = r.result(place + m * static_cast<int>(n));
    }
  }
  return c;
}

template <class T>
void put_spins(const problem& p, const std::vector<std::optional<expression>>& spins,
               const vector<T>& q, vector<T>& rate) {
  for (std::size_t body = 0; body < p.system->bodies.size(); ++body) {
    bool any = false;
    T spin[3] = {T(0), T(0), T(0)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const auto* list : {&p.start.spins_by_default, &spins}) {
        if (const auto& value = (*list)[3 * body + axis]) {
          spin[axis] = evaluate<T>(*value, p.names);
        }
      }
      any = any || spins[3 * body + axis].has_value();
    }
    if (!any) {
      continue;
    }
    const int first = p.system->bodies[body].first;
    const auto at = [&](int k) -> const T& { return q[first + k]; };
    const T half = T(1) / T(2);
    rate[first] = -half * T(at(1) * spin[0] + at(2) * spin[1] + at(3) * spin[2]);
    rate[first + 1] = half * T(at(0) * spin[0] + at(2) * spin[2] - at(3) * spin[1]);
    rate[first + 2] = half * T(at(0) * spin[1] + at(3) * spin[0] - at(1) * spin[2]);
    rate[first + 3] = half * T(at(0) * spin[2] + at(1) * spin[1] - at(2) * spin[0]);
  }
}

template <class T>
phase_point<T> constrained_start(const problem& p, const model<T>& system, const T& t0, vector<T> q,
                                 vector<T> rate, bool rate_is_velocity) {
  evaluation<T> at(system);
  at.set_time(t0);
  require_independent(p, at, q, dependent::everywhere);
  if (p.projects_start) {
    try {
      q = nearest_position(p, at, q);
    } catch (const domain_error&) {
      require_independent(p, at, q, dependent::here);  // says more, where that is why
      throw;
    }
  } else {
    require_positions(p, at, q);
  }
  require_independent(p, at, q, dependent::here);
  require_regular(p, at, q);
  if (rate_is_velocity && !p.projects_start) {
    require_velocities(p, at, q, rate);
    vector<T> momenta = momentum(at, q, rate);
    if (!all_finite(momenta)) {
      throw domain_error(in_file(p) + "the momentum of " + p.system->name() +
                         " has no finite value at the start");
    }
    return {std::move(q), std::move(momenta)};
  }
  vector<T> momenta = rate_is_velocity ? momentum(at, q, rate) : rate;
  const vector<T> v = velocity(at, q, momenta);
  const vector<T> consistent = momentum(at, q, v);
  if (p.projects_start) {
    return {std::move(q), consistent};
  }
  // what is left of the given momenta is Aᵀκ; by A M⁻¹ it is how far their velocity is off, where M is regular
  const vector<T> left = momenta - consistent;
  matrix<T> mass;
  at.mass(view(std::as_const(q)), view(v), mass);
  lu_factors<T> factors;
  const bool regular = factors.compute(mass);
  if (regular) {
    require_velocities(p, at, q, vector<T>(v + factors.solve(left)));
    return {std::move(q), std::move(momenta)};
  }
  const T size = max_magnitude(momenta);
  const T off = max_magnitude(left);
  if (!(off <= T(tolerance_of<T>(p) * (size < T(1) ? T(1) : size)))) {
    refuse(p, "its momentum ", at.system().formulas()->constraint_names().front(), off);
  }
  return {std::move(q), consistent};
}

void put_spins_of(const problem& p, certified_input& in) {
  if (p.projects_start) {
    throw invalid_input(
        "--project-start gives a start to so many digits, and a proof begins with an exact one");
  }
  constexpr int guard = 30;
  const auto digits = static_cast<int>(detail::digits_for_bits(scalar_traits<mp>::bits()));
  std::vector<std::vector<exact_number>> found;
  {
    const precision_scope scope(digits + guard);
    vector<mp> q(static_cast<Eigen::Index>(p.start.q.size()));
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      q[i] = evaluate<mp>(p.start.q[static_cast<std::size_t>(i)], p.names);
    }
    for (const auto* spins : {&p.start.spins_by_default, &p.start.spins_given}) {
      vector<mp> rate = vector<mp>::Constant(q.size(), mp(0));
      put_spins<mp>(p, *spins, q, rate);
      found.emplace_back();
      for (const mp& x : rate) {
        found.back().push_back(exact_number::binary(x.backend().data()));
      }
    }
  }
  for (std::size_t body = 0; body < p.system->bodies.size(); ++body) {
    const auto says = [&](const std::vector<std::optional<expression>>& list) {
      return list[3 * body] || list[3 * body + 1] || list[3 * body + 2];
    };
    for (std::size_t k = 0; k < 4; ++k) {
      const auto place = static_cast<std::size_t>(p.system->bodies[body].first) + k;
      if (says(p.start.spins_given)) {
        in.given[place] = from_exact<mp>(found[1][place]);
      } else if (says(p.start.spins_by_default)) {
        in.rate[static_cast<Eigen::Index>(place)] = from_exact<mp>(found[0][place]);
      }
    }
  }
}

#define PLUMBLINE_SCALAR(T)                                                                 \
  template void put_spins<T>(const problem&, const std::vector<std::optional<expression>>&, \
                             const vector<T>&, vector<T>&);                                 \
  template phase_point<T> constrained_start<T>(const problem&, const model<T>&, const T&,   \
                                               vector<T>, vector<T>, bool);                 \
  template bool is_singular_on_constraints<T>(const matrix<T>&, const matrix<T>&);          \
  template constraint_values<T> constraints_at<T>(evaluation<T>&, const vector<T>&,         \
                                                  const vector<T>&);
#include <plumbline/scalar/for_each_scalar.def>
template constraint_values<tangent_number<mp>> constraints_at<tangent_number<mp>>(
    evaluation<tangent_number<mp>>&, const vector<tangent_number<mp>>&,
    const vector<tangent_number<mp>>&);

}  // namespace plumbline
