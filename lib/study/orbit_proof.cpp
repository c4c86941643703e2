// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_proof.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/orbit_table.hpp>

#if PLUMBLINE_HAS_ARB

#include "study/orbit_krawczyk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace plumbline {

namespace detail {

/// The number with the digits that its ball supports, `digits` at most, and the distance to the ball's farthest point.
proven_text text_of_ball(arb_srcptr x, int digits, slong bits) {
  bound size;
  arf_get_mag(size, arb_midref(x));
  const double radius = log2_of(arb_radref(x));
  int shown = digits;
  if (radius > -infinite) {
    const double supported = (log2_of(size) - radius) / log2_of_10;
    shown = supported >= digits ? digits : std::max(1, static_cast<int>(std::ceil(supported)) + 1);
  }
  proven_text text;
  if (log2_of(size) == -infinite || (radius > -infinite && log2_of(size) <= radius)) {
    text.value = "0";
  } else {
    text.value = midpoint_text(x, shown);
  }
  ball_array difference(1);
  arb_set_str(difference[0], text.value.c_str(), bits + 64);
  arb_sub(difference[0], difference[0], x, bound_bits);
  arb_get_mag(size, difference[0]);
  text.radius = bound_text(size, MPFR_RNDU);
  return text;
}

bool orbit_test::numbers(proven_orbit& found) {
  ball_array u(m_);
  unknowns(proven_, u);
  sharpen(u);
  const table x = state_of(u);
  for (int i = 0; i < n_; ++i) {
    found.state.push_back(text_of_ball((*x)(i, 0), digits_, bits_));
  }
  ball_array number(1);
  if (e_.period_is_free()) {
    arb_set(number[0], u[entry_at(free_)]);
  } else {
    set_ball(number[0], e_.period(u_));
  }
  found.period = text_of_ball(number[0], digits_, bits_);
  ball_array here(n_);
  ball_array gradient(n_);
  as_array(*x, here);
  for (const state_function& f : e_.kept().to_print) {
    functions_.value(f, here, number[0], gradient);
    found.kept.push_back(text_of_ball(number[0], digits_, bits_));
  }
  for (int j = 0; j < drifts(); ++j) {
    found.drifts.push_back(text_of_ball(u[entry_at(first_drift() + j)], digits_, bits_));
  }
  if (!add_multipliers(u, found)) {
    return false;
  }
  bound least;
  mag_set(least, radii_[0]);
  for (int i = 1; i < m_; ++i) {
    mag_min(least, least, radii_[i]);
  }
  found.unique_within = bound_text(least, MPFR_RNDD);
  found.working_digits = static_cast<int>(static_cast<double>(bits_) / log2_of_10);
  return true;
}

}  // namespace detail

proven_orbit prove_orbit(orbit_equations& equations, const vector<mp>& u, int asked) {
  constexpr int least = 8;  // boxes that are larger are no small neighbourhood of an orbit
  const int digits = std::max(asked, least);
  if (const auto& system = equations.flow().system();
      system.is_lagrangian() && !system.facts().quadratic) {
    throw orbit_failure(
        "not proven: the Lagrangian is not quadratic in the velocities, and the proof needs its "
        "momenta");
  }
  struct level {
    slong further_bits;
    slong bits_of_derivative;
    int order;
  };
  constexpr std::array levels = {level{40, 112, 40}, level{120, 224, 90}, level{360, 448, 190}};
  // the half width of the box, in digits beside those that are asked for. As large as can be: that is how far the orbit is alone
  constexpr std::array shares = {1. / 2, 1. / 3, 2. / 3, 1., 4. / 3};
  using kind = detail::orbit_test::result::kind;
  std::string why;
  // log2 of the boxes that have been found too large; a derivative is not known better than the rest of its series
  double too_large = std::numeric_limits<double>::infinity();
  bool is_measured = false;  // by how much it was
  for (const level& l : levels) {
    detail::orbit_test test(
        equations, u, digits,
        {scalar_traits<mp>::bits() + l.further_bits, l.bits_of_derivative, l.order});
    if (const std::string never = test.impossible(); !never.empty()) {
      throw orbit_failure("not proven: " + never);
    }
    bool too_small = false;
    for (double share : shares) {
      constexpr double worth_a_pass = 8;
      const double bits = digits * log2_of_10;
      if (std::max(-share * bits, -2. * l.order) > too_large - worth_a_pass ||
          (share < shares.front() && !too_small)) {
        continue;
      }
      if (is_measured) {  // no smaller than it has to be
        share = std::min(share, (worth_a_pass - too_large) / bits);
      }
      const double size = std::max(-share * bits, -2. * l.order);
      const auto [is, reason, log2_excess] = test.run(digits * share);
      why = reason;
      if (is == kind::proven) {
        proven_orbit found;
        if (test.numbers(found)) {
          if (const std::string off = test.off_surface(); !off.empty()) {
            throw orbit_failure("not proven: " + off);
          }
          return found;
        }
        why =
            "the orbit exists, but its multipliers are not enclosed: they are too close to each "
            "other, or the symmetries do not commute";
        break;
      }
      if (is == kind::too_large) {
        too_large = std::isfinite(log2_excess) ? size - log2_excess : size;
        is_measured = log2_excess > 0 && std::isfinite(log2_excess);
      } else if (share != shares.front()) {
        break;
      }
      too_small = is == kind::too_small;
    }
  }
  throw orbit_failure("not proven: " + why + "; more --digits may prove it");
}

}  // namespace plumbline

#else

namespace plumbline {

proven_orbit prove_orbit(orbit_equations&, const vector<mp>&, int) {
  throw invalid_input(
      "--prove needs a program built with Arb (Debian: libflint-arb-dev); this one is not");
}

}  // namespace plumbline

#endif
