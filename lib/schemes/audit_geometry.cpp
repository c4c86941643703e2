// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Symmetry and symplecticity of a table, from its coefficients (Hairer, Lubich & Wanner V.2, VI.4, VI.7).
#include "schemes/audit_facts.hpp"
#include <plumbline/catalogue/schemes.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace plumbline::detail {

namespace {

bool reads_the_same_backwards(const vector<mp>& x, const mp& tolerance) {
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (abs(x[i] - x[x.size() - 1 - i]) > tolerance) {
      return false;
    }
  }
  return true;
}

/// c and b of a quadrature read from the other end: 1 − c.
bool is_symmetric_quadrature(const scheme_coefficients<mp>& x, const mp& tolerance) {
  const Eigen::Index s = x.b.size();
  for (Eigen::Index i = 0; i < s; ++i) {
    bool found = false;
    for (Eigen::Index j = 0; j < s && !found; ++j) {
      found = abs(x.c[i] + x.c[j] - 1) <= tolerance && abs(x.b[i] - x.b[j]) <= tolerance;
    }
    if (!found) {
      return false;
    }
  }
  return true;
}

/// a_{s+1−i, s+1−j} + a_ij = b_j, b_{s+1−i} = b_i, for the stages in this order.
bool is_symmetric_table(const matrix<mp>& a, const vector<mp>& b,
                        const std::vector<Eigen::Index>& mirror, const mp& tolerance) {
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    const Eigen::Index mi = mirror[static_cast<std::size_t>(i)];
    if (abs(b[i] - b[mi]) > tolerance) {
      return false;
    }
    for (Eigen::Index j = 0; j < b.size(); ++j) {
      if (abs(a(mi, mirror[static_cast<std::size_t>(j)]) + a(i, j) - b[j]) > tolerance) {
        return false;
      }
    }
  }
  return true;
}

/// The mirror image of each stage: that with 1 − c and the same weight; reversal where several fit.
std::vector<Eigen::Index> mirror_of(const scheme_coefficients<mp>& x, const mp& tolerance) {
  const Eigen::Index s = x.b.size();
  std::vector<Eigen::Index> mirror;
  std::vector<bool> taken(static_cast<std::size_t>(s), false);
  for (Eigen::Index i = 0; i < s; ++i) {
    Eigen::Index best = s - 1 - i;
    for (Eigen::Index k = 0; k < s; ++k) {
      const Eigen::Index j = (s - 1 - i + k) % s;
      if (!taken[static_cast<std::size_t>(j)] && abs(x.c[i] + x.c[j] - 1) <= tolerance) {
        best = j;
        break;
      }
    }
    taken[static_cast<std::size_t>(best)] = true;
    mirror.push_back(best);
  }
  return mirror;
}

}  // namespace

bool is_symmetric(const scheme_table& table, const scheme_coefficients<mp>& x,
                  const mp& tolerance) {
  switch (table.kind) {
    case table_kind::runge_kutta:
    case table_kind::partitioned_runge_kutta: {
      const auto mirror = mirror_of(x, tolerance);
      return is_symmetric_table(x.a, x.b, mirror, tolerance) &&
             is_symmetric_table(x.abar, x.bbar, mirror, tolerance);
    }
    case table_kind::nystrom: {
      // the adjoint: c → 1 − c, b̄ → b − b̄, a_ij → a_ij + (1 − c_i) b_j − b̄_j, with the stages read backwards
      const Eigen::Index s = x.b.size();
      for (Eigen::Index i = 0; i < s; ++i) {
        const Eigen::Index mi = s - 1 - i;
        if (abs(x.b[i] - x.b[mi]) > tolerance || abs(x.c[i] + x.c[mi] - 1) > tolerance ||
            abs(x.b[mi] - x.bbar[mi] - x.bbar[i]) > tolerance) {
          return false;
        }
        for (Eigen::Index j = 0; j < s; ++j) {
          const mp reversed = x.bbar[j] - (mp(1) - x.c[i]) * x.b[j];
          if (abs(x.a(mi, s - 1 - j) - (x.a(i, j) - reversed)) > tolerance) {
            return false;
          }
        }
      }
      return true;
    }
    case table_kind::splitting: {
      std::vector<std::pair<int, mp>> moves;
      for (Eigen::Index i = 0; i < std::max(x.drifts.size(), x.b.size()); ++i) {
        for (int kick = 0; kick < 2; ++kick) {
          const vector<mp>& v = kick == 1 ? x.b : x.drifts;
          if (i >= v.size() || v[i] == 0) {
            continue;
          }
          if (!moves.empty() && moves.back().first == kick) {
            moves.back().second = mp(moves.back().second + v[i]);
          } else {
            moves.emplace_back(kick, v[i]);
          }
        }
      }
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto& other = moves[moves.size() - 1 - i];
        if (moves[i].first != other.first || abs(moves[i].second - other.second) > tolerance) {
          return false;
        }
      }
      return true;
    }
    case table_kind::composition: {
      const scheme_info& base = find_scheme(table.base).info;
      // alternating with the adjoint, the first is the base and the last the adjoint
      return (base.symmetric || x.gamma.size() % 2 == 0) &&
             reads_the_same_backwards(x.gamma, tolerance);
    }
    case table_kind::galerkin:
      return is_symmetric_quadrature(x, tolerance);
  }
  return false;
}

std::vector<mp> symplecticity_residuals(const scheme_table& table,
                                        const scheme_coefficients<mp>& x) {
  const Eigen::Index s = x.b.size();
  const bool is_nystrom = table.kind == table_kind::nystrom;
  const bool is_runge_kutta =
      table.kind == table_kind::runge_kutta || table.kind == table_kind::partitioned_runge_kutta;
  std::vector<mp> r;
  for (Eigen::Index i = 0; i < s && is_nystrom; ++i) {
    r.push_back(x.bbar[i] - x.b[i] * (mp(1) - x.c[i]));
    for (Eigen::Index j = 0; j < s; ++j) {
      r.push_back(x.b[i] * (x.bbar[j] - x.a(i, j)) - x.b[j] * (x.bbar[i] - x.a(j, i)));
    }
  }
  for (Eigen::Index i = 0; i < s && is_runge_kutta; ++i) {
    r.push_back(x.b[i] - x.bbar[i]);
    for (Eigen::Index j = 0; j < s; ++j) {
      r.push_back(x.b[i] * x.abar(i, j) + x.bbar[j] * x.a(j, i) - x.b[i] * x.bbar[j]);
    }
  }
  return r;
}

bool is_symplectic(const scheme_table& table, const scheme_coefficients<mp>& x,
                   const mp& tolerance) {
  if (table.kind == table_kind::composition) {
    return find_scheme(table.base).info.symplectic;
  }
  return std::ranges::all_of(symplecticity_residuals(table, x),
                             [&](const mp& r) { return abs(r) <= tolerance; });
}

conserved_set conserved(const scheme_table& table, bool symplectic) {
  switch (table.kind) {
    case table_kind::runge_kutta:
      return {.linear = true, .quadratic = symplectic};
    case table_kind::partitioned_runge_kutta:
    case table_kind::nystrom:
    case table_kind::splitting:
    case table_kind::galerkin:
      return {.linear = true, .bilinear = symplectic};
    case table_kind::composition:
      if (const auto base = known_scheme_table(table.base)) {
        return conserved(*base, find_scheme(table.base).info.symplectic);
      }
      conserved_set kept = find_scheme(table.base).info.conserves;
      kept.form = false;  // steps of another length have another form
      return kept;
  }
  return {};
}

}  // namespace plumbline::detail
