// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The multipliers of a proven orbit, each in its ball.
#if PLUMBLINE_HAS_ARB

#include "study/orbit_krawczyk.hpp"
#include "study/orbit_multipliers.hpp"
#include <plumbline/scalar/decimal_digits.hpp>

#include <acb_mat.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace plumbline::detail {

namespace {

/// The eigenvalues of a real matrix of balls, each in its ball; false where they are not enclosed.
bool enclose_eigenvalues(const ball_table& a, slong bits, acb_ptr values, bool& simple) {
  const int n = a.rows();
  acb_mat_t m;
  acb_mat_t right;
  acb_mat_init(m, n, n);
  acb_mat_init(right, n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      acb_set_arb(acb_mat_entry(m, i, j), a(i, j));
    }
  }
  acb_ptr near = _acb_vec_init(n);
  acb_mat_t middle;
  acb_mat_init(middle, n, n);
  acb_mat_get_mid(middle, m);
  acb_mat_approx_eig_qr(near, nullptr, right, middle, nullptr, 0, bits);
  simple = acb_mat_eig_simple_rump(values, nullptr, nullptr, m, near, right, bits) != 0;
  bool known = simple;
  if (!known) {
    known = acb_mat_eig_multiple_rump(values, m, near, right, bits) != 0;
  }
  _acb_vec_clear(near, n);
  acb_mat_clear(middle);
  acb_mat_clear(right);
  acb_mat_clear(m);
  return known;
}

/// What the multipliers say. One that is alone with its conjugate becomes real. `reciprocal`: 1/λ is a multiplier where λ is one.
std::string stability_of(acb_ptr values, int n, bool simple, bool reciprocal, slong bits) {
  const auto alone = [&](acb_srcptr z, int i) {
    for (int j = 0; j < n; ++j) {
      if (j != i && acb_overlaps(z, values + j) != 0) {
        return false;
      }
    }
    return true;
  };
  acb_t other;
  acb_init(other);
  bool all_on = simple;
  bool all_inside = true;
  bool one_outside = false;
  ball_array size(1);
  for (int i = 0; i < n; ++i) {
    acb_conj(other, values + i);
    if (simple && acb_overlaps(other, values + i) != 0 && alone(other, i)) {
      arb_zero(acb_imagref(values + i));
    }
    acb_abs(size[0], values + i, bits);
    arb_sub_si(size[0], size[0], 1, bits);
    all_inside = all_inside && arb_is_negative(size[0]) != 0;
    one_outside = one_outside || arb_is_positive(size[0]) != 0;
    acb_inv(other, other, bits);
    const bool is_real = arb_contains_zero(acb_imagref(values + i)) != 0;
    all_on =
        all_on && reciprocal && !is_real && acb_overlaps(other, values + i) != 0 && alone(other, i);
  }
  acb_clear(other);
  return one_outside  ? "unstable"
         : all_inside ? "asymptotically-stable"
         : all_on     ? "stable"
                      : "undecided";
}

/// By falling modulus of the midpoints, then imaginary part.
std::vector<int> order_in_table(acb_srcptr values, int n) {
  std::vector<complex<mp>> middles;
  std::vector<int> order;
  for (int i = 0; i < n; ++i) {
    complex<mp> z{mp(0), mp(0)};
    arf_get_mpfr(z.re.backend().data(), arb_midref(acb_realref(values + i)), MPFR_RNDN);
    arf_get_mpfr(z.im.backend().data(), arb_midref(acb_imagref(values + i)), MPFR_RNDN);
    middles.push_back(z);
    order.push_back(i);
  }
  const auto log2_modulus = [&](int i) {
    const complex<mp>& z = middles[entry_at(i)];
    return log2_magnitude(mp(z.re * z.re + z.im * z.im));
  };
  constexpr double same = 1e-9;
  std::ranges::stable_sort(
      order, [&](int i, int j) { return middles[entry_at(j)].im < middles[entry_at(i)].im; });
  std::ranges::stable_sort(order, [&](int i, int j) {
    return std::round(log2_modulus(j) / same) < std::round(log2_modulus(i) / same);
  });
  return order;
}

}  // namespace

/// The gradients of what is kept, and behind them those of the surface of the constraints, a row for each.
table orbit_test::normals_at(const ball_array& here) {
  std::vector<state_function> list = e_.kept().list;
  const auto& surface = e_.flow().surface();
  list.insert(list.end(), surface.begin(), surface.end());
  table g = make_table(std::ssize(list), n_);
  ball_array gradient(n_);
  ball_array number(1);
  for (int i = 0; i < g->rows(); ++i) {
    functions_.value(list[entry_at(i)], here, number[0], gradient);
    for (int k = 0; k < n_; ++k) {
      arb_set((*g)(i, k), gradient[entry_at(k)]);
    }
  }
  return g;
}

/// Rows times powers of two.
void orbit_test::scale_rows(ball_table& a, const vector<mp>& factors) {
  ball_array factor(1);
  for (int i = 0; i < a.rows(); ++i) {
    set_exact(factor[0], factors[i]);
    for (int j = 0; j < a.columns(); ++j) {
      arb_mul(a(i, j), a(i, j), factor[0], ARF_PREC_EXACT);
    }
  }
}

/// The columns of q along the surface of what is kept: q − U gᵀ (g U gᵀ)⁻¹ g q with the squares U of the units of the state. False
/// where gradients depend on each other.
bool orbit_test::keep_what_is_kept(const ball_table& g, ball_table& q) const {
  if (g.rows() == 0) {
    return true;
  }
  const table transposed = make_table(n_, g.rows());
  arb_mat_transpose(transposed->data(), g.data());
  in_squared_units(*transposed);
  const table squares = product(g, *transposed, bits_);
  const table gq = product(g, q, bits_);
  const table solved = make_table(g.rows(), q.columns());
  if (arb_mat_solve(solved->data(), squares->data(), gq->data(), bits_) == 0) {
    return false;
  }
  const table change = product(*transposed, *solved, bits_);
  arb_mat_sub(q.data(), q.data(), change->data(), bits_);
  return true;
}

namespace {

/// J g for columns g.
table hamiltonian_directions(const ball_table& g) {
  table xi = make_table(g.rows(), g.columns());
  const int half = g.rows() / 2;
  for (int j = 0; j < g.columns(); ++j) {
    for (int i = 0; i < half; ++i) {
      arb_set((*xi)(i, j), g(half + i, j));
      arb_neg((*xi)(half + i, j), g(i, j));
    }
  }
  return xi;
}

}  // namespace

/// The directions of the symmetries, a column for each: for a quantity J ∇I along the surface of the constraints, as direction_of has
/// it. Nothing where it cannot be solved for.
table orbit_test::symmetries_at(const ball_array& here,
                                const std::vector<const state_function*>& moving,
                                const ball_table& g) {
  table all = make_table(n_, std::ssize(moving));
  const int kept = static_cast<int>(e_.kept().list.size());
  const table normals = make_table(g.rows() - kept, n_);
  for (int k = 0; k < normals->rows(); ++k) {
    for (int i = 0; i < n_; ++i) {
      arb_set((*normals)(k, i), g(kept + k, i));
    }
  }
  const table columns = make_table(n_, normals->rows());
  arb_mat_transpose(columns->data(), normals->data());
  const table turned = hamiltonian_directions(*columns);
  const table products = product(*normals, *turned, bits_);
  ball_array gradient(n_);
  ball_array number(1);
  for (int j = 0; j < all->columns(); ++j) {
    const state_function& f = *moving[entry_at(j)];
    if (f.what == state_function::kind::momenta) {
      for (const int i : f.momenta.coordinates) {
        arb_one((*all)(i, j));
      }
      continue;
    }
    functions_.value(f, here, number[0], gradient);
    const table xi = hamiltonian_directions(*column_of(gradient));
    if (normals->rows() > 0) {
      const table right = product(*normals, *xi, bits_);
      if (arb_mat_solve(right->data(), products->data(), right->data(), bits_) == 0) {
        return nullptr;
      }
      const table off = product(*turned, *right, bits_);
      arb_mat_sub(xi->data(), xi->data(), off->data(), bits_);
    }
    for (int i = 0; i < n_; ++i) {
      arb_set((*all)(i, j), (*xi)(i, 0));
    }
  }
  return all;
}

/// The directions as columns: along the motion and the symmetries, then those within, then the gradients times the squares of the
/// units.
table orbit_test::directions_at(const ball_array& here, const ball_table& symmetries,
                                const ball_table& q, const ball_table& g) {
  table p = make_table(n_, n_);
  int column = 0;
  const auto put = [&](const ball_table& from) {
    for (int j = 0; j < from.columns(); ++j) {
      for (int i = 0; i < n_; ++i) {
        arb_set((*p)(i, column), from(i, j));
      }
      ++column;
    }
  };
  if (e_.period_is_free()) {
    ball_array rate(n_);
    const ball_array now(1);
    functions_.field(here, now[0], rate);
    put(*column_of(rate));
  }
  put(symmetries);
  put(q);
  const table normals = make_table(n_, g.rows());
  arb_mat_transpose(normals->data(), g.data());
  in_squared_units(*normals);
  put(*normals);
  return p;
}

/// The derivative over the part of the period, in the frame of the map; nothing where it cannot be solved for.
table orbit_test::derivative_in_frame(const ball_array& u) const {
  const slong bits = precision_.bits_of_derivative;
  const table a = copy_of(flow_->derivative(), n_);
  table solved = make_table(n_, n_);
  if (e_.reversor()) {
    const table turned = balls_of(e_.reversor()->linear);
    const table h = product(*linear_part(*shift(u, -1, 2)), *a, bits);
    const table right = product(*turned, *h, bits);
    if (arb_mat_solve(solved->data(), h->data(), right->data(), bits) == 0) {
      return nullptr;
    }
    return product(*turned, *solved, bits);
  }
  const table forth =
      product(*linear_part(*shift(u, 1, e_.parts())), *balls_of(e_.image().linear), bits_);
  if (arb_mat_solve(solved->data(), forth->data(), a->data(), bits) == 0) {
    return nullptr;
  }
  return solved;
}

bool orbit_test::add_multipliers(const ball_array& u, proven_orbit& found) {
  const slong bits = precision_.bits_of_derivative;
  const table x = state_of(u);
  ball_array here(n_);
  as_array(*x, here);
  const vector<mp> state = e_.state(u_);
  const reduced_directions directions = reduce_directions(e_, state);
  found.trivial = directions.trivial;
  const int kept = static_cast<int>(e_.kept().list.size());
  std::vector<const state_function*> moving;
  for (const state_function& f : e_.kept().list) {
    if (e_.has_direction(f)) {
      moving.push_back(&f);
    }
  }
  const int along = static_cast<int>(moving.size()) + (e_.period_is_free() ? 1 : 0);
  const int inner = static_cast<int>(directions.basis.cols());
  const int surface = static_cast<int>(e_.flow().surface().size());
  if (along + inner + kept + surface != n_) {
    return false;  // symmetries that do not commute, or depend on each other here
  }
  if (inner == 0) {
    found.stability = "stable";
    return true;
  }
  const table g = normals_at(here);
  const table q = exact_table(matrix<mp>(e_.units_of_state().asDiagonal() * directions.basis));
  if (!keep_what_is_kept(*g, *q)) {
    return false;
  }
  const table symmetries = symmetries_at(here, moving, *g);
  const table a = derivative_in_frame(u);
  if (symmetries == nullptr || a == nullptr) {
    return false;
  }
  const table p = directions_at(here, *symmetries, *q, *g);
  const table moved = product(*a, *p, bits);
  const vector<mp> inverse = e_.units_of_state().cwiseInverse();
  scale_rows(*p, inverse);
  scale_rows(*moved, inverse);
  const table solved = make_table(n_, n_);
  if (arb_mat_solve(solved->data(), p->data(), moved->data(), bits) == 0) {
    return false;
  }
  // triangular by blocks, as far as the balls know: directions that are none of a symmetry show here
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < along + inner; ++j) {
      const bool is_zero = j < along ? i >= along : i >= along + inner;
      if (is_zero && arb_contains_zero((*solved)(i, j)) == 0) {
        return false;
      }
    }
  }
  const table middle = make_table(inner, inner);
  for (int i = 0; i < inner; ++i) {
    for (int j = 0; j < inner; ++j) {
      arb_set((*middle)(i, j), (*solved)(along + i, along + j));
    }
  }
  if (!e_.reversor() && e_.parts() > 1) {
    arb_mat_pow_ui(middle->data(), middle->data(), static_cast<ulong>(e_.parts()), bits);
  }
  acb_ptr values = _acb_vec_init(inner);
  bool simple = false;
  const bool known = enclose_eigenvalues(*middle, bits, values, simple);
  if (known) {
    // by the symplectic form, or by the reversor, R M R = M^-1: with constraints M has no inverse, and a drift turns it
    const bool reciprocal =
        is_hamiltonian(e_.flow()) || (e_.reversor() && surface == 0 && drifts() == 0);
    found.stability = stability_of(values, inner, simple, reciprocal, bits);
    for (const int i : order_in_table(values, inner)) {
      found.multipliers.push_back(text_of_ball(acb_realref(values + i), digits_, bits_));
      found.multipliers.push_back(text_of_ball(acb_imagref(values + i), digits_, bits_));
    }
  }
  _acb_vec_clear(values, inner);
  return known;
}

/// The derivative again, on the proven box and with the digits that are asked for, where that is not too much work.
void orbit_test::sharpen(const ball_array& u) {
  constexpr double most_work = 1e9;  // about 25 s
  constexpr slong guard = 80;
  const auto for_digits = static_cast<slong>(digits_ * log2_of_10) + guard;
  // where the box had these bits already, it is its width that the derivative does not tell
  const bool has_bits = for_digits <= precision_.bits_of_derivative;
  const slong wanted = has_bits ? precision_.bits_of_derivative : for_digits;
  const int order = has_bits ? precision_.order_of_derivative : static_cast<int>(wanted / 2);
  if (!has_bits && flow_->work(order) > most_work) {
    return;
  }
  const table states = state_of(u);
  ball_array begin(n_);
  bounds spread(n_);
  as_array(*states, begin);
  for (int i = 0; i < n_; ++i) {
    mag_set(spread[i], arb_radref(begin[entry_at(i)]));
    mag_zero(arb_radref(begin[entry_at(i)]));
  }
  ball_array time(1);
  time_of(u, time[0]);
  auto sharper = std::make_unique<flow_enclosure>(e_.flow().system(), e_.flow().start_time(),
                                                  e_.part_of(e_.period(u_)),
                                                  enclosure_precision{bits_, wanted, order});
  if (sharper->run(begin, spread, time[0]) == enclosure_end::done) {
    flow_ = std::move(sharper);
    precision_.bits_of_derivative = wanted;
  }
}

}  // namespace plumbline::detail

#endif
