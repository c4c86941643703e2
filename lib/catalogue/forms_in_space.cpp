// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "catalogue/forms_in_space.hpp"

#include <cmath>
#include <utility>

namespace plumbline {

namespace {

constexpr int sampled_points = 10;

/// True where x is nothing beside `size`; false for what is not finite.
template <class S>
bool vanishes(const S& x, const S& size) {
  using std::abs;
  constexpr int rounding_errors = 4096;
  return is_finite(size) && abs(x) <= size * epsilon<S>() * rounding_errors;
}

/// Entries between −1 and 1 that have no pattern.
template <class S>
vector<S> sampled(int n, int point) {
  vector<S> q(n);
  for (int k = 0; k < n; ++k) {
    q[k] = S(std::cos(1 + n * point + k));
  }
  return q;
}
template <class S>
vector<S> unit(int n, int k, int size = 1) {
  vector<S> q = vector<S>::Constant(n, S(0));
  q[k] = S(size);
  return q;
}

/// M, V and g of a system as functions of q.
template <class S>
class samples {
 public:
  explicit samples(const model<S>& system)
      : at_(system), rest_(vector<S>::Constant(system.dimension(), S(0))) {}

  matrix<S> mass(const vector<S>& q) {
    matrix<S> m;
    at_.mass(view(q), view(rest_), m);
    return m;
  }
  S potential(const vector<S>& q) {
    return at_.values(form_part::potential, view(q), view(rest_)).result(0);
  }
  S constraint(const vector<S>& q) {
    return at_.values(form_part::constraints, view(q), view(rest_)).result(0);
  }
  const vector<S>& rest() const { return rest_; }

 private:
  evaluation<S> at_;
  vector<S> rest_;
};

/// No forces, no time, and an L without terms linear in v.
bool is_natural(const form& f) {
  const form_facts& facts = f.facts();
  if (f.kind() != system_kind::lagrangian || facts.forced || !facts.quadratic ||
      !facts.autonomous || facts.nonholonomic != 0) {
    return false;
  }
  const int n = f.dimension();
  const auto code = f.part(form_part::legendre);
  for (int k = 0; k < n; ++k) {
    const exact_number* const linear = code->constant_result(n * n + k);
    if (linear == nullptr || linear->sign() != 0) {
      return false;
    }
  }
  return true;
}

/// m where M = m 1 at q = 0, which is everywhere where M is constant.
template <class S>
std::optional<S> mass_of_point(samples<S>& at, int n) {
  const matrix<S> m = at.mass(at.rest());
  using std::abs;
  const S size = abs(m(0, 0));
  if (!(S(0) < m(0, 0))) {
    return {};
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      if (!vanishes(S(m(i, k) - (i == k ? m(0, 0) : S(0))), size)) {
        return {};
      }
    }
  }
  return m(0, 0);
}

/// g = a (|q|² + 2 b·q + c).
template <class S>
struct sphere {
  S constant;        ///< c
  vector<S> linear;  ///< b
};

template <class S>
std::optional<sphere<S>> sphere_of(samples<S>& at, int n) {
  using std::abs;
  const S middle = at.constraint(at.rest());
  sphere<S> r{S(0), vector<S>(n)};
  S a(0);
  for (int k = 0; k < n; ++k) {
    const S ahead = at.constraint(unit<S>(n, k));
    const S behind = at.constraint(unit<S>(n, k, -1));
    const S curvature = (ahead + behind) / 2 - middle;
    if (k == 0) {
      a = curvature;
    }
    const S size = abs(ahead) + abs(behind) + abs(middle);
    if (a == S(0) || !vanishes(S(curvature - a), size)) {
      return {};
    }
    const S slope = (ahead - behind) / 4;
    r.linear[k] = vanishes(slope, size) ? S(0) : S(slope / a);
  }
  r.constant = middle / a;
  for (int point = 0; point < sampled_points; ++point) {
    const vector<S> q = sampled<S>(n, point);
    const S square = q.dot(q);
    const S cross = 2 * r.linear.dot(q);
    const S size = square + abs(cross) + abs(r.constant);
    if (!vanishes(S(at.constraint(q) / a - (square + cross + r.constant)), size)) {
      return {};
    }
  }
  return r;
}

template <class S>
vector<S> sampled_rotation(int point) {
  using std::sqrt;
  const vector<S> q = sampled<S>(4, point);
  return q / S(sqrt(q.dot(q)));
}

/// q itself, and q e_k/2: the velocity where Ω is the k-th unit vector.
template <class S>
std::array<vector<S>, 4> directions_at(const vector<S>& q) {
  std::array<vector<S>, 4> r{vector<S>(4), vector<S>(4), vector<S>(4), vector<S>(4)};
  r[0] = q;
  r[1] << S(-q[1] / 2), S(q[0] / 2), S(q[3] / 2), S(-q[2] / 2);
  r[2] << S(-q[2] / 2), S(-q[3] / 2), S(q[0] / 2), S(q[1] / 2);
  r[3] << S(-q[3] / 2), S(q[2] / 2), S(-q[1] / 2), S(q[0] / 2);
  return r;
}

/// R of a unit quaternion.
template <class S>
std::array<std::array<S, 3>, 3> rotation_of(const vector<S>& q) {
  const auto two = [&q](int i, int k) { return S(2 * q[i] * q[k]); };
  const auto square = [&q](int i) { return S(q[i] * q[i]); };
  return {{{S(square(0) + square(1) - square(2) - square(3)), S(two(1, 2) - two(0, 3)),
            S(two(1, 3) + two(0, 2))},
           {S(two(1, 2) + two(0, 3)), S(square(0) - square(1) + square(2) - square(3)),
            S(two(2, 3) - two(0, 1))},
           {S(two(1, 3) - two(0, 2)), S(two(2, 3) + two(0, 1)),
            S(square(0) - square(1) - square(2) + square(3))}}};
}

/// V = c0 + Σ N_ik R_ik(q) for unit quaternions: N, with entries that vanish beside the others as 0. The values at
/// (±1, ±1, ±1, ±1)/2 tell what is beside the diagonal, without rounding.
template <class S>
std::optional<std::array<std::array<S, 3>, 3>> weight_of_body(samples<S>& at) {
  using std::abs;
  std::array<S, 4> v;
  for (int k = 0; k < 4; ++k) {
    v[static_cast<std::size_t>(k)] = at.potential(unit<S>(4, k));
  }
  const S middle = (v[0] + v[1] + v[2] + v[3]) / 4;
  std::array<S, 3> single{S(0), S(0), S(0)};  // mean of V s_k
  std::array<S, 3> pair{S(0), S(0), S(0)};    // mean of V s_i s_j, k the third one
  S size = abs(v[0]) + abs(v[1]) + abs(v[2]) + abs(v[3]);
  for (int signs = 0; signs < 8; ++signs) {
    vector<S> q = vector<S>::Constant(4, S(S(1) / 2));
    std::array<int, 3> s{};
    for (std::size_t k = 0; k < 3; ++k) {
      s[k] = (signs >> k & 1) != 0 ? -1 : 1;
      q[static_cast<Eigen::Index>(k) + 1] *= S(s[k]);
    }
    const S value = at.potential(q);
    size += abs(value);
    for (std::size_t k = 0; k < 3; ++k) {
      single[k] += S(s[k]) * value / 8;
      pair[k] += S(s[(k + 1) % 3] * s[(k + 2) % 3]) * value / 8;
    }
  }
  std::array<std::array<S, 3>, 3> n{
      {{S((v[0] + v[1] - v[2] - v[3]) / 4), S(pair[2] - single[2]), S(pair[1] + single[1])},
       {S(pair[2] + single[2]), S((v[0] - v[1] + v[2] - v[3]) / 4), S(pair[0] - single[0])},
       {S(pair[1] - single[1]), S(pair[0] + single[0]), S((v[0] - v[1] - v[2] + v[3]) / 4)}}};
  for (int point = 0; point < sampled_points; ++point) {
    const vector<S> q = sampled_rotation<S>(point);
    const auto rotation = rotation_of(q);
    S expected = middle;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        expected += n[i][k] * rotation[i][k];
      }
    }
    if (!vanishes(S(at.potential(q) - expected), size)) {
      return {};
    }
  }
  for (auto& row : n) {
    for (S& x : row) {
      x = vanishes(x, size) ? S(0) : x;
    }
  }
  return n;
}

}  // namespace

template <class S>
std::optional<std::array<S, 3>> moments_of(const model<S>& system) {
  using std::abs;
  samples<S> at(system);
  const matrix<S> upright = at.mass(unit<S>(4, 0));
  const std::array<S, 3> moments{S(upright(1, 1) / 4), S(upright(2, 2) / 4), S(upright(3, 3) / 4)};
  const S size = abs(moments[0]) + abs(moments[1]) + abs(moments[2]);
  for (int point = 0; point < sampled_points; ++point) {
    const vector<S> q = sampled_rotation<S>(point);
    const auto directions = directions_at(q);
    const matrix<S> mass = at.mass(q);
    for (std::size_t k = 1; k < 4; ++k) {
      const vector<S> momentum = mass * directions[k];
      for (std::size_t i = 0; i < 4; ++i) {
        const S expected = i == k ? moments[k - 1] : S(0);
        if (!vanishes(S(directions[i].dot(momentum) - expected), size)) {
          return {};
        }
      }
    }
  }
  return moments;
}

template <class S>
std::optional<rod_form<S>> rod_of(const model<S>& system) {
  using std::abs;
  const int n = system.dimension();
  const form& f = *system.formulas();
  if ((n != 2 && n != 3) || f.constraints() != 1 || f.facts().holonomic != 1 || !is_natural(f) ||
      !f.facts().constant_mass) {
    return {};
  }
  samples<S> at(system);
  const std::optional<S> mass = mass_of_point(at, n);
  const std::optional<sphere<S>> place = sphere_of(at, n);
  if (!mass || !place) {
    return {};
  }
  rod_form<S> r{*mass, {}, {}};
  const S middle = at.potential(at.rest());
  S size = abs(middle);
  for (int k = 0; k < n; ++k) {
    const S ahead = at.potential(unit<S>(n, k));
    r.gradient.push_back(S(ahead - middle));
    r.pivot.push_back(S(-place->linear[k]));
    size += abs(ahead);
  }
  for (int point = 0; point < sampled_points; ++point) {
    const vector<S> q = sampled<S>(n, point);
    S expected = middle;
    for (int k = 0; k < n; ++k) {
      expected += r.gradient[static_cast<std::size_t>(k)] * q[k];
    }
    if (!vanishes(S(at.potential(q) - expected), size)) {
      return {};
    }
  }
  return r;
}

template <class S>
std::optional<rod_in_angles<S>> rod_in_angles_of(const model<S>& system) {
  using std::abs;
  using std::cos;
  using std::sin;
  const form& f = *system.formulas();
  if (system.dimension() != 2 || f.constraints() != 0 || !is_natural(f) ||
      f.facts().constant_mass || f.facts().cyclic.size() != 1) {
    return {};
  }
  const int phi = f.facts().cyclic.front();
  const int theta = 1 - phi;
  samples<S> at(system);
  const S upright = at.potential(at.rest());
  const S level = at.potential(vector<S>::Constant(2, S(pi<S>() / 2)));
  const S inertia = at.mass(at.rest())(theta, theta);
  const S weight = upright - level;
  if (!(S(0) < inertia)) {
    return {};
  }
  for (int point = 0; point < sampled_points; ++point) {
    const vector<S> q = sampled<S>(2, point);
    const matrix<S> mass = at.mass(q);
    const S sine = sin(q[theta]);
    if (!vanishes(S(mass(theta, theta) - inertia), inertia) ||
        !vanishes(S(mass(phi, phi) - inertia * sine * sine), inertia) ||
        !vanishes(S(mass(theta, phi)), inertia) ||
        !vanishes(S(at.potential(q) - level - weight * cos(q[theta])),
                  S(abs(upright) + abs(level)))) {
      return {};
    }
  }
  return rod_in_angles<S>{inertia, weight, theta, phi};
}

template <class S>
std::optional<sphere_kepler_form<S>> sphere_kepler_of(const model<S>& system) {
  using std::abs;
  using std::sqrt;
  const int n = system.dimension();
  const form& f = *system.formulas();
  if (n < 3 || f.constraints() != 1 || f.facts().holonomic != 1 || !is_natural(f) ||
      !f.facts().constant_mass) {
    return {};
  }
  samples<S> at(system);
  const std::optional<S> mass = mass_of_point(at, n);
  const std::optional<sphere<S>> place = sphere_of(at, n);
  if (!mass || !place || !(place->constant < S(0)) || !(place->linear.dot(place->linear) == S(0))) {
    return {};
  }
  const S radius = sqrt(S(-place->constant));
  for (int direction = 0; direction < n; ++direction) {
    std::array<S, sampled_points> potential;
    std::array<S, sampled_points> cotangent;
    S size(0);
    for (int point = 0; point < sampled_points; ++point) {
      vector<S> q = sampled<S>(n, point);
      S across(0);
      for (int k = 0; k < n; ++k) {
        across += k == direction ? S(0) : S(q[k] * q[k]);
      }
      const auto i = static_cast<std::size_t>(point);
      cotangent[i] = q[direction] / sqrt(across);
      q *= S(radius / sqrt(q.dot(q)));
      potential[i] = at.potential(q);
      size += abs(potential[i]);
    }
    const S slope = (potential[1] - potential[0]) / (cotangent[1] - cotangent[0]);
    bool fits = true;
    for (std::size_t i = 0; i < potential.size(); ++i) {
      const S expected = potential[0] + slope * (cotangent[i] - cotangent[0]);
      fits = fits && vanishes(S(potential[i] - expected), S(size + abs(slope)));
    }
    if (fits && !vanishes(slope, size)) {
      return sphere_kepler_form<S>{*mass, S(-slope), direction};
    }
  }
  return {};
}

template <class S>
std::optional<symmetric_body_form<S>> symmetric_body_of(const model<S>& system) {
  using std::abs;
  using std::sqrt;
  const form& f = *system.formulas();
  if (system.dimension() != 4 || f.constraints() != 1 || f.facts().holonomic != 1 ||
      !is_natural(f)) {
    return {};
  }
  const std::optional<std::array<S, 3>> moments = moments_of(system);
  if (!moments) {
    return {};
  }
  samples<S> at(system);
  const auto weight = weight_of_body(at);
  if (!weight) {
    return {};
  }
  const auto& n = *weight;
  symmetric_body_form<S> r{*moments, {S(0), S(0), S(0)}, {S(0), S(0), S(0)}};
  auto& m = r.inertia;
  const auto agree = [&m](std::size_t a, std::size_t b) {
    return vanishes(S(m[a] - m[b]), S(abs(m[a]) + abs(m[b])));
  };
  if (agree(0, 1) && agree(1, 2)) {
    // a sphere: c along the longest row of N = u cᵀ
    m[1] = m[0];
    m[2] = m[0];
    std::size_t longest = 0;
    std::array<S, 3> square;
    for (std::size_t i = 0; i < 3; ++i) {
      square[i] = n[i][0] * n[i][0] + n[i][1] * n[i][1] + n[i][2] * n[i][2];
      longest = square[longest] < square[i] ? i : longest;
    }
    const S length = sqrt(square[longest]);
    if (length == S(0)) {
      return r;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      r.centre[k] = n[longest][k] / length;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      r.up[i] = n[i][0] * r.centre[0] + n[i][1] * r.centre[1] + n[i][2] * r.centre[2];
      for (std::size_t k = 0; k < 3; ++k) {
        if (!vanishes(S(n[i][k] - r.up[i] * r.centre[k]), length)) {
          return {};
        }
      }
    }
    return r;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t a = (k + 1) % 3;
    const std::size_t b = (k + 2) % 3;
    if (!agree(a, b)) {
      continue;
    }
    m[b] = m[a];
    r.centre[k] = S(1);
    for (std::size_t i = 0; i < 3; ++i) {
      if (n[i][a] != S(0) || n[i][b] != S(0)) {
        return {};
      }
      r.up[i] = n[i][k];
    }
    return r;
  }
  return {};
}

template std::optional<std::array<double, 3>> moments_of(const model<double>&);
template std::optional<std::array<mp, 3>> moments_of(const model<mp>&);
template std::optional<std::array<mp64, 3>> moments_of(const model<mp64>&);
template std::optional<rod_form<double>> rod_of(const model<double>&);
template std::optional<rod_form<mp>> rod_of(const model<mp>&);
template std::optional<rod_form<mp64>> rod_of(const model<mp64>&);
template std::optional<rod_in_angles<double>> rod_in_angles_of(const model<double>&);
template std::optional<rod_in_angles<mp>> rod_in_angles_of(const model<mp>&);
template std::optional<rod_in_angles<mp64>> rod_in_angles_of(const model<mp64>&);
template std::optional<sphere_kepler_form<double>> sphere_kepler_of(const model<double>&);
template std::optional<sphere_kepler_form<mp>> sphere_kepler_of(const model<mp>&);
template std::optional<sphere_kepler_form<mp64>> sphere_kepler_of(const model<mp64>&);
template std::optional<symmetric_body_form<double>> symmetric_body_of(const model<double>&);
template std::optional<symmetric_body_form<mp>> symmetric_body_of(const model<mp>&);
template std::optional<symmetric_body_form<mp64>> symmetric_body_of(const model<mp64>&);

}  // namespace plumbline
