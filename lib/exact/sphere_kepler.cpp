// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/sphere_kepler.hpp>
#include <plumbline/math/bracketed_root.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>

namespace plumbline {

namespace {

using point_on_sphere = std::vector<mp>;

mp inner(const point_on_sphere& a, const point_on_sphere& b) {
  mp sum(0);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += a[k] * b[k];
  }
  return sum;
}
/// a + c b
point_on_sphere moved_by(point_on_sphere a, const mp& c, const point_on_sphere& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] += c * b[k];
  }
  return a;
}
point_on_sphere shrunk(point_on_sphere a, const mp& size) {
  for (mp& x : a) {
    x /= size;
  }
  return a;
}

/// The constants of the first screen of sphere_kepler.hpp in the digits of the scope.
struct orbit_on_sphere {
  point_on_sphere n, outward, onward;  ///< n; across n at the start, towards r and along the motion
  mp mass, radius;
  mp l, kappa, epsilon;  ///< ℓ, κ, ε
  mp g;
  mp near, far;         ///< cot χ at f = 0 and at f = π
  mp frequency, share;  ///< I + κ²/I³; κ/I²
  mp stretch;           ///< |ρ|
  mp cosine_of_delta, sine_of_delta;
  mp cosine_of_first, sine_of_first;  ///< of f at the start
  mp first_cotangent;
  mp phase;  ///< the right side of Kepler's equation at the start

  template <class T>
  explicit orbit_on_sphere(const sphere_kepler_start<T>& s) {
    point_on_sphere r;
    point_on_sphere p;
    for (std::size_t k = 0; k < s.r.size(); ++k) {
      n.push_back(widen<mp>(s.centre[k]));
      r.push_back(widen<mp>(s.r[k]));
      p.push_back(widen<mp>(s.p[k]));
    }
    mass = widen<mp>(s.mass);
    radius = sqrt(inner(r, r));
    const mp strength = widen<mp>(s.strength);
    n = shrunk(n, mp((strength < 0 ? -1 : 1) * sqrt(inner(n, n))));
    kappa = abs(strength) / (mass * radius * radius);
    const point_on_sphere e = shrunk(r, radius);
    p = shrunk(p, mp(mass * radius));
    const point_on_sphere rate = moved_by(p, mp(-inner(p, e)), e);
    const mp cosine = inner(n, e);
    const mp cosine_rate = inner(n, rate);
    outward = moved_by(e, mp(-cosine), n);
    const mp sine = sqrt(inner(outward, outward));
    l = 0;
    // what rounding errors leave of a motion through the attracting point
    const auto is_nothing = [](const mp& x, const mp& size) {
      constexpr int noise = 40;
      return !(log2_magnitude(x) > log2_magnitude(size) + noise - scalar_traits<mp>::bits());
    };
    if (is_nothing(sine, mp(1))) {
      return;
    }
    outward = shrunk(outward, sine);
    const point_on_sphere across = moved_by(rate, mp(-cosine_rate), n);
    const mp outward_rate = inner(across, outward);
    onward = moved_by(across, mp(-outward_rate), outward);
    const mp onward_rate = sqrt(inner(onward, onward));
    if (is_nothing(onward_rate, mp(sqrt(inner(rate, rate))))) {
      return;
    }
    l = sine * onward_rate;
    onward = shrunk(onward, onward_rate);
    first_cotangent = cosine / sine;
    const mp chi_rate = cosine * outward_rate - sine * cosine_rate;
    epsilon = inner(rate, rate) / 2 - kappa * first_cotangent;
    derive(mp(first_cotangent * l * l - kappa), mp(chi_rate * l));
  }

  /// cos χ, sin χ and so on of the state where the right side of Kepler's equation is `turned`, from −π to π.
  point_on_sphere state(const mp& turned) const {
    const auto [cosine, sine] = half_anomaly(turned);
    // of f
    const mp a = stretch * cosine;
    const mp size = a * a + sine * sine;
    const mp cosine_f = (a - sine) * (a + sine) / size;
    const mp sine_f = 2 * a * sine / size;
    const mp cotangent = (near * a * a + far * sine * sine) / size;
    const mp out = 1 / sqrt(mp(1 + cotangent * cotangent));
    const mp chi_rate = g * sine_f / l;
    const mp cosine_phi = cosine_f * cosine_of_first + sine_f * sine_of_first;
    const mp sine_phi = sine_f * cosine_of_first - cosine_f * sine_of_first;
    point_on_sphere z;
    for (std::size_t k = 0; k < n.size(); ++k) {
      z.push_back(radius * out *
                  (cotangent * n[k] + cosine_phi * outward[k] + sine_phi * onward[k]));
    }
    for (std::size_t k = 0; k < n.size(); ++k) {
      const mp ahead = cosine_phi * outward[k] + sine_phi * onward[k];
      const mp beside = cosine_phi * onward[k] - sine_phi * outward[k];
      z.push_back(mass * radius * (chi_rate * out * (cotangent * ahead - n[k]) + l / out * beside));
    }
    return z;
  }

 private:
  /// From g cos f and g sin f at the start.
  void derive(const mp& g_cosine, const mp& g_sine) {
    g = sqrt(mp(g_cosine * g_cosine + g_sine * g_sine));
    const mp square = l * l;
    const mp sum = kappa + g;
    near = sum / square;
    far = sum == 0 ? mp(0) : mp((square - 2 * epsilon) / sum);
    const mp root = sqrt(mp(epsilon * epsilon + kappa * kappa));
    const mp i2 = epsilon < 0 ? mp(kappa * kappa / (root - epsilon)) : mp(epsilon + root);
    const mp i = sqrt(i2);
    share = kappa / i2;
    frequency = i * (1 + share * share);
    stretch = sqrt(sqrt(mp((1 + far * far) / (1 + near * near))));
    const mp re = kappa * sum / i + i * square;
    const mp im = kappa * square / i - i * sum;
    const mp size = sqrt(mp(re * re + im * im));
    cosine_of_delta = re / size;
    sine_of_delta = im / size;
    cosine_of_first = g == 0 ? mp(1) : mp(g_cosine / g);
    sine_of_first = g == 0 ? mp(0) : mp(g_sine / g);
    // (cos f/2, sin f/2) without loss at either end
    const bool beyond = cosine_of_first < 0;
    const mp longer = sqrt(mp((1 + abs(cosine_of_first)) / 2));
    const mp shorter = abs(sine_of_first) / (2 * longer);
    const mp half_sine = (sine_of_first < 0 ? -1 : 1) * (beyond ? longer : shorter);
    const mp half_cosine = beyond ? shorter : longer;
    const mp y = stretch * half_sine;
    const mp norm = half_cosine * half_cosine + y * y;
    phase =
        kepler(mp((half_cosine - y) * (half_cosine + y) / norm), mp(2 * half_cosine * y / norm));
  }

  /// The right side of Kepler's equation at cos v, sin v.
  mp kepler(const mp& cosine, const mp& sine) const {
    const mp x = sine * sine_of_delta;
    const mp y = sine * cosine_of_delta;
    const mp size = abs(x);
    const mp artanh = log(mp(1 + size)) - log(mp(cosine * cosine + y * y)) / 2;
    return atan2(y, cosine) + share * (x < 0 ? mp(-artanh) : artanh);
  }

  /// cos v/2 and sin v/2 where the right side is `turned`.
  std::pair<mp, mp> half_anomaly(const mp& turned) const {
    const mp half_turn = pi<mp>();
    mp v = turned < 0 ? mp(-half_turn) : half_turn;
    if (abs(turned) < half_turn) {
      const solve_report found = bracketed_root<mp>(
          [&](const mp& at, mp& value) {
            const sin_cos_pair<mp> angle = sin_cos(at);
            value = kepler(angle.cos, angle.sin) - turned;
            return solve_report{};
          },
          {mp(-half_turn), mp(-half_turn - turned)}, {half_turn, mp(half_turn - turned)}, v);
      if (!found.ok()) {
        throw domain_error("Kepler on the sphere: Kepler's equation is not solved");
      }
    }
    const sin_cos_pair<mp> half = sin_cos(mp(v / 2));
    return {half.cos, half.sin};
  }
};

/// In the digits that a state at t takes: small ℓ, a start near the attracting point and many turns are known beforehand.
template <class T, class F>
auto with_orbit(const sphere_kepler_start<T>& start, const T& t, F&& f) {
  const long bits = scalar_traits<T>::bits();
  constexpr long guard = 64;
  constexpr long exact_products = 4;
  long lost = 0;
  {
    const precision_scope scope(detail::digits_for_bits(exact_products * bits + guard));
    const orbit_on_sphere orbit(start);
    if (orbit.l == 0) {
      throw domain_error(
          "Kepler on the sphere: without angular momentum the motion falls into the attracting "
          "point or comes from the opposite one");
    }
    const auto size_of = [](const mp& x) { return std::max(0L, binary_exponent(x)); };
    lost = 2 * size_of(orbit.near) + 2 * size_of(orbit.far) + 2 * size_of(orbit.first_cotangent) +
           4 * size_of(mp(1 / orbit.cosine_of_delta)) + 4 * size_of(mp(1 / orbit.stretch)) +
           size_of(mp(widen<mp>(t) * orbit.frequency)) + 2 * size_of(orbit.share);
  }
  const precision_scope scope(detail::digits_for_bits(bits + guard + lost));
  return f(orbit_on_sphere(start));
}

template <class T>
void require_orbit(const sphere_kepler_start<T>& s) {
  constexpr std::size_t least = 3;
  if (s.r.size() < least || s.p.size() != s.r.size() || s.centre.size() != s.r.size()) {
    throw invalid_input("Kepler on the sphere: vectors of one size of at least 3 are needed");
  }
  T place(0);
  T centre(0);
  for (std::size_t k = 0; k < s.r.size(); ++k) {
    if (!is_finite(s.r[k]) || !is_finite(s.p[k]) || !is_finite(s.centre[k])) {
      throw invalid_input("Kepler on the sphere: r, p and the centre must be finite");
    }
    place += s.r[k] * s.r[k];
    centre += s.centre[k] * s.centre[k];
  }
  if (!is_finite(s.mass) || !is_finite(s.strength)) {
    throw invalid_input("Kepler on the sphere: mass and strength must be finite");
  }
  if (!(T(0) < s.mass) || !(T(0) < place) || !(T(0) < centre)) {
    throw domain_error(
        "Kepler on the sphere: mass, radius and the direction of the centre must not be 0");
  }
}

}  // namespace

template <class T>
sphere_kepler_solution<T>::sphere_kepler_solution(const sphere_kepler_start<T>& start)
    : start_(start) {
  require_orbit(start_);
  (void)facts();
}

template <class T>
phase_point<T> sphere_kepler_solution<T>::state(const T& t) const {
  if (!is_finite(t)) {
    throw invalid_input("Kepler on the sphere: t must be finite, got " + to_text(t));
  }
  const std::vector<mp> values = with_orbit(start_, t, [&](const orbit_on_sphere& orbit) {
    const mp turned = orbit.phase + orbit.frequency * widen<mp>(t);
    const mp turn = 2 * pi<mp>();
    return orbit.state(mp(turned - floor(mp(turned / turn + mp(1) / 2)) * turn));
  });
  return detail::phase_of<T>(values);
}

template <class T>
sphere_kepler_facts<T> sphere_kepler_solution<T>::facts() const {
  const std::array<mp, 2> values = with_orbit(start_, T(0), [](const orbit_on_sphere& orbit) {
    return std::array<mp, 2>{mp(orbit.mass * orbit.radius * orbit.radius * orbit.l),
                             mp(2 * pi<mp>() / orbit.frequency)};
  });
  return {detail::convert_precision<T>(values[0]), detail::convert_precision<T>(values[1])};
}

template class sphere_kepler_solution<mp>;
template class sphere_kepler_solution<mp64>;

}  // namespace plumbline
