// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_kept.hpp"

#include "math/matrix_exponential.hpp"
#include "study/orthonormal.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace plumbline {

namespace {

/// J g for columns g = (∂/∂q, ∂/∂p).
matrix<mp> hamiltonian_directions(const matrix<mp>& g) {
  const auto n = g.rows() / 2;
  matrix<mp> xi(g.rows(), g.cols());
  xi.topRows(n) = g.bottomRows(n);
  xi.bottomRows(n) = -g.topRows(n);
  return xi;
}

/// Whether a quantity, or the momentum of a coordinate, has this name.
bool is_meant(const state_function& f, const std::string& name, const orbit_question& question) {
  if (f.name == name) {
    return true;
  }
  const auto part = state_names(*question.p.system, question.p.dimension).find(name);
  return part && f.what == state_function::kind::momenta &&
         (part->part == state_part::coordinate || part->part == state_part::momentum) &&
         std::ranges::count(f.momenta.coordinates, part->index) > 0;
}

/// Those whose gradients are independent at the start, beside those of the surface; in uniform motion the energy depends on the momentum
/// along which it is one, and that is asked for.
std::vector<state_function> independent_of(const std::vector<state_function>& all,
                                           const orbit_question& question, orbit_flow& flow) {
  const vector<mp>& units = flow.units();
  std::vector<vector<mp>> directions;
  constexpr double independent = -26;
  const matrix<mp> normals = flow.surface_normals(flow.start());
  for (Eigen::Index k = 0; k < normals.cols(); ++k) {
    add_direction(directions, vector<mp>(normals.col(k).array() * units.array()), independent);
  }
  std::vector<char> is_independent(all.size(), 0);
  for (const bool asked : {true, false}) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (asked == std::ranges::any_of(question.relative, [&](const std::string& name) {
            return is_meant(all[i], name, question);
          })) {
        const vector<mp> gradient = flow.value(all[i], flow.start()).gradient;
        is_independent[i] =
            add_direction(directions, vector<mp>(gradient.array() * units.array()), independent)
                ? 1
                : 0;
      }
    }
  }
  std::vector<state_function> list;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_independent[i] != 0) {
      list.push_back(all[i]);
    }
  }
  return list;
}

}  // namespace

kept_quantities kept_by_flow(const orbit_question& question, orbit_flow& flow) {
  kept_quantities kept;
  const vector<mp>& units = flow.units();
  const system_entry& entry = *question.p.system;
  using kind = state_function::kind;
  // What is constant is tested in the digits of closing whatever the scope is: the number of the unknowns depends on it.
  const int strict = 2 * question.digits_of_closing;
  std::unique_ptr<orbit_flow> exact;
  std::vector<vector<mp>> nearby;
  const auto prepare = [&] {
    if (exact == nullptr) {
      exact = std::make_unique<orbit_flow>(question.p);
      exact->set_units(in_scope(units));
      nearby = exact->states_around_start();
    }
  };
  const auto is_constant = [&](const state_function& f) {
    const precision_scope scope(strict);
    prepare();
    for (const vector<mp>& x : nearby) {
      const vector<mp> gradient = exact->value(f, x).gradient;
      const vector<mp> rate = exact->field(x, exact->start_time());
      mp size(0);
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        size += abs(mp(gradient[i] * rate[i]));
      }
      const mp change = dot(gradient, rate);
      if (!is_finite(change) ||
          (change != 0 && log2_magnitude(change) > log2_magnitude(size) + log2_of_nothing())) {
        return false;
      }
    }
    return true;
  };
  const auto is_symmetry = [&](const state_function& f) {
    const precision_scope scope(strict);
    prepare();
    return std::ranges::all_of(nearby, [&](const vector<mp>& x) {
      const matrix<mp> slopes = exact->field_derivative(x, exact->start_time());
      const mp change = max_magnitude(vector<mp>(slopes * direction_of(f, *exact, x)));
      return change == 0 ||
             log2_magnitude(change) < log2_magnitude(mp(max_magnitude(slopes))) + log2_of_nothing();
    });
  };
  const form_facts& facts = flow.system().facts();
  const bool keeps_energy = !facts.forced && facts.holonomic + facts.nonholonomic == 0;
  std::vector<state_function> all;
  if (flow.autonomous() && flow.system().formulas()->has_energy()) {
    const state_function energy{kind::energy, "energy"};
    kept.energy = keeps_energy || is_constant(energy);
    kept.to_print.push_back(energy);
    if (kept.energy) {
      all.push_back(energy);
    }
  }
  for (const momentum_sum& sum : entry.facts.conserved_momenta) {
    const state_function f{kind::momenta, sum.name(), sum};
    if (flow.surface().empty() && !facts.forced) {
      all.push_back(f);
    } else if (is_constant(
                   f)) {  // constraints may pull on it, and forces may depend on what it shifts
      all.push_back(f);
      if (!is_symmetry(f)) {
        kept.without_symmetry.push_back(f.name);
      }
    }
  }
  for (std::size_t i = 0; i < entry.quantities.size(); ++i) {
    const named_quantity& q = entry.quantities[i];
    const state_function f{kind::quantity, q.name, {}, static_cast<int>(i)};
    if (q.claimed_constant && flow.autonomous() && is_constant(f)) {
      all.push_back(f);
      if (q.name != "energy") {
        kept.to_print.push_back(f);
      }
    }
  }
  kept.list = independent_of(all, question, flow);
  return kept;
}

bool is_hamiltonian(const orbit_flow& flow) {
  return flow.system().is_lagrangian() && !flow.system().facts().forced &&
         flow.system().facts().nonholonomic == 0;
}

bool has_direction(const state_function& f, const kept_quantities& kept, const orbit_flow& flow) {
  return (f.what == state_function::kind::momenta &&
          std::ranges::count(kept.without_symmetry, f.name) == 0) ||
         (f.what == state_function::kind::quantity && kept.energy && is_hamiltonian(flow));
}

vector<mp> direction_of(const state_function& f, orbit_flow& flow, const vector<mp>& x) {
  if (f.what == state_function::kind::momenta) {
    vector<mp> xi = vector<mp>::Zero(flow.states());
    for (const int k : f.momenta.coordinates) {
      xi[k] = mp(1);
    }
    return xi;
  }
  const vector<mp> xi = hamiltonian_directions(flow.value(f, x).gradient);
  if (flow.surface().empty()) {
    return xi;
  }
  // along the surface: J (∇I + N μ) with Nᵀ J (∇I + N μ) = 0 (Dirac, Canad. J. Math. 2 (1950) 129)
  const matrix<mp> normals = flow.surface_normals(x);
  const matrix<mp> turned = hamiltonian_directions(normals);
  const vector<mp> mu = Eigen::PartialPivLU<matrix<mp>>(matrix<mp>(normals.transpose() * turned))
                            .solve(vector<mp>(normals.transpose() * xi));
  return xi - vector<mp>(turned * mu);
}

namespace {

/// The affine ξ in homogeneous coordinates: from its values at 0 and at the unit vectors, with constraints from those at as many states
/// of the surface. It is none where ξ is not affine.
matrix<mp> affine_generator(const state_function& f, orbit_flow& flow) {
  const int n = flow.states();
  matrix<mp> generator = matrix<mp>::Zero(n + 1, n + 1);
  if (flow.surface().empty()) {
    const vector<mp> at_zero = direction_of(f, flow, vector<mp>::Zero(n));
    generator.col(n).head(n) = at_zero;
    for (int j = 0; j < n; ++j) {
      generator.col(j).head(n) = direction_of(f, flow, vector<mp>::Unit(n, j)) - at_zero;
    }
    return generator;
  }
  constexpr int closeness = 2;  // far enough for the surface to bend
  const std::vector<vector<mp>> places = flow.states_around_start(2 * n, closeness);
  const auto count = static_cast<Eigen::Index>(places.size());
  matrix<mp> homogeneous = matrix<mp>::Ones(count, n + 1);
  matrix<mp> directions(count, n);
  for (Eigen::Index i = 0; i < count; ++i) {
    const vector<mp>& x = places[static_cast<std::size_t>(i)];
    homogeneous.row(i).head(n) = x.transpose();
    directions.row(i) = direction_of(f, flow, x).transpose();
  }
  Eigen::CompleteOrthogonalDecomposition<matrix<mp>> qr;
  qr.setThreshold(ldexp(mp(1), static_cast<int>(log2_of_nothing())));
  qr.compute(homogeneous);
  generator.topRows(n) = matrix<mp>(qr.solve(directions)).transpose();
  // entries that are short binary numbers but for rounding, as 0 and 1 are, become these
  constexpr int short_bits = 40;
  const double largest = log2_magnitude(mp(max_magnitude(generator)));
  for (mp& x : generator.reshaped()) {
    mp few = x;
    mpfr_prec_round(few.backend().data(), short_bits, MPFR_RNDN);
    const mp rounded = in_scope(few);
    if (log2_magnitude(x) < largest + log2_of_nothing()) {
      x = mp(0);
    } else if (log2_magnitude(mp(x - rounded)) < largest + log2_of_nothing()) {
      x = rounded;
    }
  }
  return generator;
}

}  // namespace

std::vector<drift_symmetry> relative_symmetries(const orbit_question& question,
                                                const kept_quantities& kept, orbit_flow& flow) {
  std::vector<drift_symmetry> drifts;
  for (const std::string& name : question.relative) {
    if (std::ranges::count(question.relative, name) > 1) {
      throw invalid_input(fmt::format("--relative names '{}' twice", name));
    }
    const state_function* found = nullptr;
    for (const auto* list : {&kept.to_print, &kept.list}) {  // of equal names the first in `list`
      const auto place = std::ranges::find_if(
          *list, [&](const state_function& f) { return is_meant(f, name, question); });
      found = place == list->end() ? found : &*place;
    }
    if (found == nullptr || found->what == state_function::kind::energy) {
      std::vector<std::string> known;
      for (const state_function& f : kept.list) {
        if (f.what != state_function::kind::energy) {
          known.push_back(f.name);
        }
      }
      throw invalid_input(fmt::format(
          "--relative: '{}' is no cyclic coordinate and no invariant of {} with a symmetry; these "
          "are: {}",
          name, question.p.system->name(), known.empty() ? "none" : joined(known)));
    }
    if (!has_direction(*found, kept, flow)) {
      throw invalid_input(fmt::format("--relative: no symmetry belongs to '{}' of {}", name,
                                      question.p.system->name()));
    }
    drift_symmetry d{*found, affine_generator(*found, flow)};
    d.of.name = name;
    for (const vector<mp>& x : flow.states_around_start()) {
      const vector<mp> xi = direction_of(*found, flow, x);
      const mp difference = max_magnitude(vector<mp>(xi - applied(d.generator, x)));
      if (!is_finite(difference) ||
          log2_magnitude(difference) >
              log2_magnitude(mp(max_magnitude(xi) + 1)) + log2_of_nothing()) {
        throw invalid_input(
            fmt::format("--relative: the symmetry of '{}' is not affine in the coordinates of {}",
                        name, question.p.system->name()));
      }
    }
    drifts.push_back(std::move(d));
  }
  return drifts;
}

namespace {

/// Σ g_j ξ_j
matrix<mp> sum_of(const std::vector<drift_symmetry>& drifts, const vector<mp>& amounts) {
  matrix<mp> sum = drifts.front().generator * amounts[0];
  for (std::size_t j = 1; j < drifts.size(); ++j) {
    sum += matrix<mp>(drifts[j].generator * amounts[static_cast<Eigen::Index>(j)]);
  }
  return sum;
}

}  // namespace

matrix<mp> drifted(const std::vector<drift_symmetry>& drifts, const vector<mp>& amounts) {
  return exponential(sum_of(drifts, amounts));
}

matrix<mp> direction_of_drift(const std::vector<drift_symmetry>& drifts, const vector<mp>& amounts,
                              std::size_t which) {
  const matrix<mp> a = sum_of(drifts, amounts);
  matrix<mp> term = drifts[which].generator;
  matrix<mp> sum = term;
  const double size = log2_magnitude(mp(max_magnitude(term)));
  for (int k = 1; k < scalar_traits<mp>::bits(); ++k) {
    term = matrix<mp>(a * term) - matrix<mp>(term * a);
    term /= mp(k + 1);
    if (max_magnitude(term) == 0 ||
        log2_magnitude(mp(max_magnitude(term))) < size - scalar_traits<mp>::bits()) {
      break;
    }
    sum += term;
  }
  return sum;
}

void leave_out_moved(kept_quantities& kept, const std::vector<drift_symmetry>& drifts,
                     const vector<mp>& amounts, orbit_flow& flow,
                     const std::vector<vector<mp>>& places) {
  constexpr double clearly = -10;  // log2
  if (drifts.empty()) {
    return;
  }
  const matrix<mp> map = drifted(drifts, amounts);
  // whether the gradient is a sum of those of the drifts: a momentum may stand there by another name
  const auto belongs_to_drifts = [&](const state_function& f, const vector<mp>& x) {
    matrix<mp> of_drifts(x.size(), std::ssize(drifts));
    for (std::size_t j = 0; j < drifts.size(); ++j) {
      of_drifts.col(static_cast<Eigen::Index>(j)) = flow.value(drifts[j].of, x).gradient;
    }
    const vector<mp> own = flow.value(f, x).gradient;
    const vector<mp> sum = of_drifts * vector<mp>(of_drifts.colPivHouseholderQr().solve(own));
    return log2_magnitude(mp(max_magnitude(vector<mp>(own - sum)))) <=
           log2_magnitude(mp(max_magnitude(own))) + log2_of_nothing();
  };
  std::erase_if(kept.list, [&](const state_function& f) {
    return !std::ranges::all_of(places, [&](const vector<mp>& x) {
      return belongs_to_drifts(f, x);
    }) && std::ranges::any_of(places, [&](const vector<mp>& x) {
      const mp here = flow.value(f, x).value;
      const mp there = flow.value(f, applied(map, x)).value;
      return log2_magnitude(mp(there - here)) >
             std::max(log2_magnitude(here), log2_magnitude(there)) + clearly;
    });
  });
}

bool is_same(const state_function& a, const state_function& b) {
  return a.what == b.what && a.index == b.index && a.momenta.coordinates == b.momenta.coordinates;
}

/// Whether an entry of the state is the momentum that is the sum.
bool is_momentum(const state_function& entry, const state_function& sum, const orbit_flow& flow) {
  return entry.what == state_function::kind::entry && sum.what == state_function::kind::momenta &&
         sum.momenta.coordinates.size() == 1 &&
         entry.index == flow.dimension() + sum.momenta.coordinates.front();
}

}  // namespace plumbline
