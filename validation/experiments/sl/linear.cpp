// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// SL's coupled linear pendula, and what its conclusion says of linear systems: fourth order, and stability for
// 0 < ω_max h < 2√2. The slides give no parameters; these are the pendula of QL's Table 1.
#include "experiments/ql/states.hpp"
#include <plumbline/schemes/linear.hpp>

namespace plumbline::experiments::sl {

namespace {

constexpr std::array linear_meshes{10, 20, 40};
constexpr int seconds = 10;

/// The z = ωh between 2 and 3 where |tr Φ| passes 2, for one oscillator with ω = 1.
template <class T>
T stability_limit() {
  using std::abs;
  const matrix<T> one = matrix<T>::Constant(1, 1, T(1));
  T stable(2);
  T unstable(3);
  for (int k = 0; k < scalar_traits<T>::bits(); ++k) {
    const T z = (stable + unstable) / T(2);
    const matrix<T> phi = simpson_midpoint_map<T>(one, one, z).map().bottomRows(2);
    (T(2) < T(abs(T(phi.trace()))) ? unstable : stable) = z;
  }
  return stable;
}

}  // namespace

void run_linear(context& c, report::section& out) {
  out.add(
      report::figure{"The two angles of the linear double pendulum over ten seconds, h = 0.1 s.",
                     {ql::state_panel(c, variable::q, 0, seconds, "sl"),
                      ql::state_panel(c, variable::q, 1, seconds, "sl")}});
  const auto errors = mapped(linear_meshes, [&](int m) {
    return ql::error(c, ql::scheme::simpson, m, variable::q, seconds);
  });
  judge(c, out, "order", fitted_order(steps_of(linear_meshes), errors));
  judge(c, out, "stability",
        at_digits(c.digits(), []<class T>() { return to_measured(stability_limit<T>()); }));
}

}  // namespace plumbline::experiments::sl
