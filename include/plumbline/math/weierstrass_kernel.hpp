// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Weierstrass functions for real invariants, in one working precision W. (weierstrass.hpp adds the
// guard digits, the rounding and the typed errors.)
//
// Frame. A real lattice is rectangular (Δ > 0; half-periods ω, iX) or rhombic (Δ < 0; half-periods ω
// and (ω + iX)/2). It is turned by 90° where X < ω (z → iz, g3 → −g3), so that in the frame X >= ω and
//     h = e^(2πiτ) = +e^(−2πX/ω) or −e^(−πX/ω),   |h| <= e^(−2π) or e^(−π),
// is real: every series below has real coefficients and gains at least 1.4 n² digits by n terms.
// With v = c z, c = π/(2ω) (DLMF 20.2, 23.6, the factors 2q^(1/4) taken out):
//     S1(v) = Σ (−1)^n h^(n(n+1)/2) sin (2n+1)v           θ1
//     S2(v) = Σ        h^(n(n+1)/2) cos (2n+1)v           θ2
//     D(v)  = 1 + 2 Σ (−1)^n h^(n²) cos 4nv               θ4(2v|2τ) = θ3(v) θ4(v) / θ4(0|2τ)
//     ℘  = e1 + √((e1−e2)(e1−e3)) (S2/S1)²                DLMF 23.6.5 with θ1' = θ2 θ3 θ4
//     ℘′ = −2 c³ S2(0)² D(0)⁵ (S2/S1) D/S1²               DLMF 23.6.7 and its companions, multiplied
//     ζ  = (η/ω) z + c S1′/S1                             DLMF 23.6.13
//     σ  = exp(η z²/(2ω)) S1 / (c S1′(0))                 DLMF 23.6.9
// Why it is stable: the argument is first reduced to the period cell around 0, where the series are
// dominated by their first terms; S1 vanishes only at v = 0 and has full relative accuracy there (sin v);
// ℘ and ℘′ are products (no differences of large terms near a pole or a half-period) and one sum, whose
// cancellation is measured and reported in bits, component by component, as is that of the reduction.
//
// Roots: weierstrass_roots.hpp. Half-periods from the arithmetic-geometric mean (DLMF 23.22(ii)); Δ = 0 is the limit h = 0.
#pragma once

#include <plumbline/math/complex.hpp>
#include <plumbline/math/elliptic.hpp>
#include <plumbline/math/weierstrass_roots.hpp>
#include <plumbline/scalar/functions.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace plumbline::detail {

/// How an argument was reduced: z = z0 + M ω + i N X in the frame.
template <class W>
struct reduced_argument {
  complex<W> z;           ///< z0
  W m_real, n_imaginary;  ///< M and N
  bool odd_sign;          ///< σ changes its sign
  long lost_bits;         ///< digits that the reduction cost
};

/// Everything about one lattice in precision W. `shape` says which formulas apply.
template <class W>
class weierstrass_kernel {
 public:
  enum class shape { rectangular, rhombic, degenerate, rational };

  /// `discriminant` is Δ = g2³ − 27 g3² with full relative accuracy and the right sign.
  weierstrass_kernel(const W& g2, const W& g3, const W& discriminant) {
    if (g2 == W(0) && g3 == W(0)) {
      shape_ = shape::rational;
      return;
    }
    W mean_real;  // ω and X are π/2 over these
    W mean_imaginary;
    if (discriminant == W(0)) {
      shape_ = shape::degenerate;
      turned_ = g3 < W(0);
      e1_ = sqrt(W(g2 / 3));
      c_ = sqrt(W(e1_ * 3 / 2));
      h_ = W(0);
    } else if (W(0) < discriminant) {
      shape_ = shape::rectangular;
      roots_ = three_real_roots(g2, g3, discriminant);
      const W a = sqrt(roots_.e13);
      mean_real = elliptic_kernel::agm(a, W(sqrt(roots_.e12)));
      mean_imaginary = elliptic_kernel::agm(a, W(sqrt(roots_.e23)));
      turned_ = mean_real < mean_imaginary;
      e1_ = turned_ ? W(-roots_.e3) : roots_.e1;
      scale_ = sqrt(W((turned_ ? roots_.e23 : roots_.e12) * roots_.e13));
    } else {
      shape_ = shape::rhombic;
      roots_ = one_real_root(g2, g3, discriminant);
      const W a = sqrt(roots_.modulus);
      const W far = (roots_.modulus + abs(roots_.e1) * 3 / 2) / 2;
      const W near = roots_.im2 * roots_.im2 / (far * 4);
      const bool positive = W(0) < roots_.e1;
      mean_real = elliptic_kernel::agm(a, W(sqrt(positive ? far : near)));
      mean_imaginary = elliptic_kernel::agm(a, W(sqrt(positive ? near : far)));
      turned_ = mean_real < mean_imaginary;
      e1_ = turned_ ? W(-roots_.e1) : roots_.e1;
      scale_ = roots_.modulus;
    }
    const W pi_ = pi<W>();
    if (has_lattice()) {
      c_ = turned_ ? mean_imaginary : mean_real;
      const W other = turned_ ? mean_real : mean_imaginary;
      const W exponent = pi_ * c_ / other * (rhombic() ? 1 : 2);
      h_ = exp(W(-exponent));
      h_bits_ = to_double(exponent) / std::log(2.0);
      if (rhombic()) {
        h_ = -h_;
      }
      x_ = pi_ / (other * 2);
    }
    omega_ = pi_ / (c_ * 2);
    make_series();
    if (has_lattice()) {
      kappa_ = (eta_ * x_ - pi_ / (rhombic() ? 1 : 2)) / omega_;
    } else {
      scale_ = c_ * c_;
    }
  }

  shape kind() const { return shape_; }
  bool has_lattice() const { return shape_ == shape::rectangular || shape_ == shape::rhombic; }
  bool rhombic() const { return shape_ == shape::rhombic; }
  const weierstrass_roots<W>& roots() const { return roots_; }
  /// In the caller's orientation: the real half-period and that on the imaginary axis (divided by i).
  const W& real_half_period() const { return turned_ ? x_ : omega_; }
  const W& imaginary_half_period() const { return turned_ ? omega_ : x_; }
  /// ζ at them (the second divided by i).
  W real_eta() const { return turned_ ? W(-kappa_) : eta_; }
  W imaginary_eta() const { return turned_ ? W(-eta_) : kappa_; }
  /// Bits that κ lost to cancellation.
  long eta_lost_bits() const {
    return binary_exponent(W(eta_ * x_ / omega_)) - binary_exponent(kappa_);
  }
  /// Decay of the series in bits: −log2 |h| (0 where h = 0).
  double nome_bits() const { return h_bits_; }

  /// A value, and the size of the terms it was summed from: its absolute error is a few 2^(scale − bits).
  template <class N>
  struct measured {
    N value;
    long scale;
  };

  /// From the caller's orientation into the frame and back: ℘ has weight 2, ℘′ 3, ζ 1, σ −1.
  complex<W> into_frame(const complex<W>& z) const { return turned_ ? times_i(z) : z; }
  complex<W> from_frame(const complex<W>& f, int weight) const {
    if (!turned_) {
      return f;
    }
    switch (weight) {
      case 2:
        return -f;
      case 1:
        return times_i(f);
      default:  // 3 and −1
        return -times_i(f);
    }
  }
  bool turned() const { return turned_; }

  reduced_argument<W> reduce(const complex<W>& z) const {
    reduced_argument<W> r{z, W(0), W(0), false, 0};
    if (shape_ == shape::rational) {
      return r;
    }
    W m(0);
    W n(0);
    if (has_lattice()) {
      n = nearest_integer(W(z.im / (rhombic() ? x_ : W(x_ * 2))));
    }
    const W along = rhombic() ? W(z.re - n * omega_) : z.re;
    m = nearest_integer(W(along / (omega_ * 2)));
    r.m_real = rhombic() ? W(m * 2 + n) : W(m * 2);
    r.n_imaginary = rhombic() ? n : W(n * 2);
    const bool m_odd = is_odd(m);
    const bool n_odd = is_odd(n);
    r.odd_sign = m_odd || n_odd;
    if (m == W(0) && n == W(0)) {
      return r;
    }
    const complex<W> shift{r.m_real * omega_, has_lattice() ? W(r.n_imaginary * x_) : W(0)};
    r.z = z - shift;
    const long unit = 1 - binary_exponent(c_);
    const long left = binary_exponent(r.z);
    r.lost_bits = binary_exponent(shift) - (left < unit ? left : unit) + 1;
    return r;
  }

  /// ℘ of a reduced argument, in the frame; N is W (real z) or complex<W>.
  template <class N>
  measured<N> p(const N& z) const {
    if (shape_ == shape::rational) {
      const N value = one<N>() / square(z);
      return {value, binary_exponent(value)};
    }
    const angle<N> v = angle_of(z);
    const N s1 = series_s1(v);
    return p_from(series_s2(v), s1);
  }

  template <class N>
  struct pair {
    measured<N> p;
    measured<N> p_prime;
  };
  /// ℘ and ℘′ together: half the cost of the two apart.
  template <class N>
  pair<N> p_and_prime(const N& z) const {
    if (shape_ == shape::rational) {
      const N inverse = one<N>() / z;
      const N value = square(inverse);
      const N prime = value * inverse * W(-2);
      return {{value, binary_exponent(value)}, {prime, binary_exponent(prime)}};
    }
    const angle<N> v = angle_of(z);
    const N s1 = series_s1(v);
    const measured<N> s2 = series_s2(v);
    const measured<N> d = series_d(v);
    const N r = s2.value / s1;
    const N prime = r * (d.value / square(s1)) * prime_scale_;
    const long lost = s2.scale - binary_exponent(s2.value) + (d.scale - binary_exponent(d.value));
    return {p_from(s2, s1), {prime, binary_exponent(prime) + (lost > 0 ? lost : 0)}};
  }

  /// ζ of a reduced argument, without the quasi-period.
  template <class N>
  measured<N> zeta(const N& z) const {
    if (shape_ == shape::rational) {
      const N value = one<N>() / z;
      return {value, binary_exponent(value)};
    }
    const angle<N> v = angle_of(z);
    const N first = z * eta_over_omega_;
    const N second = series_s1_prime(v) / series_s1(v) * c_;
    const long a = binary_exponent(first);
    const long b = binary_exponent(second);
    return {first + second, a < b ? b : a};
  }
  /// M η + i N κ: what ζ gains over the shift.
  complex<W> quasi_period(const reduced_argument<W>& r) const {
    if (!has_lattice()) {
      return {r.m_real * eta_, W(0)};
    }
    return {r.m_real * eta_, r.n_imaginary * kappa_};
  }

  /// σ(z) = value · exp(exponent) in the frame, z as reduced (the sign included).
  struct scaled {
    complex<W> value;
    complex<W> exponent;
  };
  scaled sigma(const reduced_argument<W>& r) const {
    if (shape_ == shape::rational) {
      return {r.z, complex<W>(W(0))};
    }
    complex<W> value = series_s1(angle_of(r.z)) * sigma_scale_;
    complex<W> exponent = square(r.z) * W(eta_over_omega_ / 2);
    if (r.odd_sign) {
      value = -value;
    }
    if (!(r.m_real == W(0) && r.n_imaginary == W(0))) {
      const complex<W> half_shift{r.m_real * omega_ / 2,
                                  has_lattice() ? W(r.n_imaginary * x_ / 2) : W(0)};
      exponent = exponent + quasi_period(r) * (r.z + half_shift);
    }
    return {value, exponent};
  }

  const W& c() const { return c_; }
  const W& omega() const { return omega_; }
  const W& eta_over_omega() const { return eta_over_omega_; }

 private:
  template <class N>
  struct angle {
    N sin;
    N cos;
    N twice_cos_2v;
    int terms;
  };

  template <class N>
  static N one() {
    return N(W(1));
  }

  static W nearest_integer(const W& x) { return floor(W(x + W(1) / 2)); }
  static bool is_odd(const W& n) { return !(floor(W(n / 2)) * 2 == n); }

  angle<W> angle_of(const W& z) const {
    const sin_cos_pair<W> s = sin_cos(W(c_ * z));
    return {s.sin, s.cos, W(2) - s.sin * s.sin * 4, terms(0.0)};
  }
  angle<complex<W>> angle_of(const complex<W>& z) const {
    const complex<W> v = z * c_;
    const sin_cos_pair<complex<W>> s = sin_cos(v);
    return {s.sin, s.cos, square(s.sin) * W(-4) + W(2), terms(to_double(abs(v.im)))};
  }

  /// Terms of S1 and S2 that matter at imaginary part y.
  int terms(double y) const {
    const double growth = 2 * y / std::log(2.0);
    const int most = static_cast<int>(odd_.size());
    int n = 1;
    while (n < most && static_cast<double>(n * (n + 1)) / 2 * h_bits_ - n * growth < wanted_bits_) {
      ++n;
    }
    return n;
  }

  void make_series() {
    wanted_bits_ = scalar_traits<W>::bits() + 4;
    W s2_at_0(1);
    W s1_prime_at_0(1);
    W s1_third_at_0(1);
    W d_at_0(1);
    odd_.assign(1, W(1));
    even_.assign(1, W(1));
    if (!(h_ == W(0))) {
      // |h|^(n²/2) is the size of the term n at the edge of the period cell
      W power(1);       // h^n
      W triangular(1);  // h^(n(n+1)/2)
      constexpr int most = 30000;
      int n = 1;
      for (; n < most && static_cast<double>(n * (n - 1)) / 2 * h_bits_ < wanted_bits_; ++n) {
        power = power * h_;
        triangular = triangular * power;
        odd_.push_back(triangular);
        // h^(n²) = h^(n(n+1)/2) h^(n(n−1)/2)
        even_.push_back(odd_[static_cast<std::size_t>(n)] * odd_[static_cast<std::size_t>(n - 1)]);
        const W sign(n % 2 == 0 ? 1 : -1);
        const int k = 2 * n + 1;
        s2_at_0 += triangular;
        s1_prime_at_0 += sign * triangular * k;
        s1_third_at_0 += sign * triangular * k * k * k;
        d_at_0 += sign * even_.back() * 2;
      }
      if (n == most) {
        throw std::runtime_error("weierstrass: the theta series does not converge");
      }
    }
    eta_over_omega_ = c_ * c_ * s1_third_at_0 / (s1_prime_at_0 * 3);
    eta_ = eta_over_omega_ * omega_;
    sigma_scale_ = W(1) / (c_ * s1_prime_at_0);
    const W d2 = d_at_0 * d_at_0;
    prime_scale_ = c_ * c_ * c_ * s2_at_0 * s2_at_0 * d2 * d2 * d_at_0 * (-2);
  }

  // Clenshaw's recurrence for Σ a_n sin(2n+1)v and Σ a_n cos(2n+1)v: b_n = a_n + 2 cos 2v b_(n+1) − b_(n+2),
  // sums (b_0 + b_1) sin v and (b_0 − b_1) cos v. The sines grow with n, so it is stable.
  template <class N, class Coefficient>
  static std::pair<N, N> clenshaw(const N& twice_cos, int terms, Coefficient&& a) {
    N b0(a(terms - 1));
    N b1(W(0));
    for (int n = terms - 2; n >= 0; --n) {
      N next = twice_cos * b0 - b1 + a(n);
      b1 = b0;
      b0 = next;
    }
    return {b0, b1};
  }
  W odd_coefficient(int n) const {
    const W& a = odd_[static_cast<std::size_t>(n)];
    return n % 2 == 0 ? a : W(-a);
  }
  template <class N>
  N series_s1(const angle<N>& v) const {
    const auto [b0, b1] =
        clenshaw(v.twice_cos_2v, v.terms, [this](int n) { return odd_coefficient(n); });
    return (b0 + b1) * v.sin;
  }
  template <class N>
  N series_s1_prime(const angle<N>& v) const {
    const int n_terms = v.terms < static_cast<int>(odd_.size()) ? v.terms + 1 : v.terms;
    const auto [b0, b1] = clenshaw(v.twice_cos_2v, n_terms,
                                   [this](int n) { return W(odd_coefficient(n) * (2 * n + 1)); });
    return (b0 - b1) * v.cos;
  }
  template <class N>
  measured<N> series_s2(const angle<N>& v) const {
    const auto [b0, b1] = clenshaw(v.twice_cos_2v, v.terms,
                                   [this](int n) { return odd_[static_cast<std::size_t>(n)]; });
    const long s = binary_exponent(v.sin);
    const long c = binary_exponent(v.cos);
    return {(b0 - b1) * v.cos, s < c ? c : s};
  }
  template <class N>
  measured<N> series_d(const angle<N>& v) const {
    const N twice_cos = square(v.twice_cos_2v) + W(-2);  // 2 cos 4v
    // e^(4 Im v) reaches 1/|h|: the term n = 1 always matters
    const int n_terms = v.terms < 2 && even_.size() > 1 ? 2 : v.terms;
    const auto [b0, b1] = clenshaw(twice_cos, n_terms, [this](int n) {
      const W& a = even_[static_cast<std::size_t>(n)];
      return n == 0 ? W(1) : n % 2 == 0 ? W(a * 2) : W(a * (-2));
    });
    // Σ a_n cos 4nv = b_0 − b_1 cos 4v
    const N second = b1 * twice_cos * W(W(1) / 2);
    const long s = binary_exponent(second);
    return {b0 - second, s < 1 ? 1 : s};
  }
  template <class N>
  measured<N> p_from(const measured<N>& s2, const N& s1) const {
    // h = 0: −c²/3 + c²/sin² v, which keeps an imaginary part that decays
    const bool limit = shape_ == shape::degenerate;
    const N product =
        limit ? N(one<N>() / square(s1) * scale_) : N(square(N(s2.value / s1)) * scale_);
    const W constant = limit ? W(-e1_ / 2) : e1_;
    const long lost = limit ? 0 : s2.scale - binary_exponent(s2.value);
    const long a = binary_exponent(constant);
    const long b = binary_exponent(product) + (lost > 0 ? lost : 0);
    return {product + constant, a < b ? b : a};
  }

  shape shape_ = shape::rational;
  bool turned_ = false;
  weierstrass_roots<W> roots_{};
  W e1_{}, scale_{}, c_{}, h_{}, omega_{}, x_{}, eta_{}, kappa_{}, eta_over_omega_{},
      sigma_scale_{}, prime_scale_{};
  double h_bits_ = 0;
  double wanted_bits_ = 0;
  std::vector<W> odd_;   // h^(n(n+1)/2)
  std::vector<W> even_;  // h^(n²)
};

}  // namespace plumbline::detail
