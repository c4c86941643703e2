// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Largest errors of Plumbline's and Boost.Math's elliptic functions in units of the last place, on seeded
// random arguments, against Arb. See check_live.sh, which builds and runs this.
//
//   check_live COUNT COUNT_AT_300 SAMPLE_FILE
// prints lines `digits function count plumbline boost boost_good boost_count` (boost_good: within 4 units); the first arguments of each go to
// SAMPLE_FILE for mpmath, with Arb's value. Exit code 1 if one of Plumbline's errors is above 4.
#include "arb_elliptic.h"
#include <plumbline/math/elliptic.hpp>
#include <plumbline/math/jacobi.hpp>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_2.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/ellint_rc.hpp>
#include <boost/math/special_functions/ellint_rd.hpp>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <boost/math/special_functions/ellint_rj.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <string>

using namespace plumbline;

namespace {

std::mt19937_64 generator(20260729);
std::ofstream samples;
double worst_of_all = 0;

class ball {
 public:
  ball() { arb_init(x_); }
  ~ball() { arb_clear(x_); }
  ball(const ball&) = delete;
  ball& operator=(const ball&) = delete;
  arb_ptr get() { return x_; }

 private:
  arb_t x_;
};

template <class T>
void set(arb_ptr r, const T& x) {
  mpfr_t y;
  mpfr_init2(y, scalar_traits<T>::bits());
  if constexpr (mpfr_scalar<T>) {
    mpfr_set(y, x.backend().data(), MPFR_RNDN);
  } else if constexpr (std::is_same_v<T, double>) {
    mpfr_set_d(y, x, MPFR_RNDN);
  } else {
    const static_mp<57> wide = widen<static_mp<57>>(x);
    mpfr_set(y, wide.backend().data(), MPFR_RNDN);
  }
  arb_zero(r);
  arf_set_mpfr(arb_midref(r), y);
  mpfr_clear(y);
}

// |x - reference| in units of the last place of the reference in T
template <class T>
double error_in_ulp(const T& x, arb_ptr reference) {
  if (!is_finite(x)) {
    return INFINITY;
  }
  ball b;
  set(b.get(), x);
  arf_ptr difference = arb_midref(b.get());
  if (arf_is_zero(arb_midref(reference))) {
    return arf_is_zero(difference) ? 0 : INFINITY;
  }
  arf_sub(difference, difference, arb_midref(reference), 64, ARF_RND_NEAR);
  fmpz_t e;
  fmpz_init(e);
  fmpz_set(e, ARF_EXPREF(arb_midref(reference)));
  fmpz_neg(e, e);
  fmpz_add_si(e, e, scalar_traits<T>::bits());
  arf_mul_2exp_fmpz(difference, difference, e);
  fmpz_clear(e);
  return std::fabs(arf_get_d(difference, ARF_RND_NEAR));
}

// uniform in [0, 1) with all bits of T
template <class T>
T unit() {
  T x(0);
  T scale(1);
  for (int bits = 0; bits < scalar_traits<T>::bits(); bits += 30) {
    scale /= 1 << 30;
    x += scale * static_cast<int>(generator() >> 34);
  }
  return x;
}
int whole(int from, int to) { return std::uniform_int_distribution<int>(from, to)(generator); }
template <class T>
T power_of_two(int n) {
  using std::ldexp;
  return ldexp(T(1), n);
}
template <class T>
T sign() {
  return T(whole(0, 1) * 2 - 1);
}
// of any size: 2^from to 2^to
template <class T>
T sized(int from, int to) {
  return (T(1) + unit<T>()) * power_of_two<T>(whole(from, to - 1));
}

template <class T>
elliptic_parameter<T> random_parameter(bool below_one) {
  const int eps = scalar_traits<T>::bits();
  switch (whole(0, below_one ? 4 : 6)) {
    case 0:
    case 1:
      return elliptic_parameter<T>(unit<T>());
    case 2:
      return complementary(sized<T>(-2 * eps, 0));
    case 3:
      return elliptic_parameter<T>(sized<T>(-2 * eps, 0));
    case 4:
      return elliptic_parameter<T>(-sized<T>(-10, 20));
    case 5:
      return elliptic_parameter<T>(T(1) + sized<T>(-20, 20));
    default:
      return complementary(-sized<T>(-eps, 10));
  }
}

struct result {
  double plumbline = 0;
  double boost = 0;
  long count = 0;
  long boost_count = 0;
  long boost_good = 0;
};

template <class T>
class run {
 public:
  run(std::string digits, int count) : digits_(std::move(digits)), count_(count) {}

  void all() {
    jacobi_functions_();
    legendre();
    carlson();
    for (auto& [name, r] : results_) {
      std::printf("%s %s %ld %.3g %.3g %ld %ld\n", digits_.c_str(), name.c_str(), r.count,
                  r.plumbline, r.boost, r.boost_good, r.boost_count);
      worst_of_all = std::max(worst_of_all, r.plumbline);
    }
    std::fflush(stdout);
  }

 private:
  static constexpr int sampled = 500;

  void sample(const std::string& function, long number, const std::string& arguments,
              arb_ptr value) {
    if (number > sampled) {
      return;
    }
    mpfr_t y;
    mpfr_init2(y, scalar_traits<T>::bits() + 64);
    arf_get_mpfr(y, arb_midref(value), MPFR_RNDN);
    samples << scalar_traits<T>::bits() << ' ' << digits_ << ' ' << function << ' ' << arguments
            << ' ' << detail::mpfr_text(y, 0) << '\n';
    mpfr_clear(y);
  }
  static std::string text(const elliptic_parameter<T>& m) {
    return (m.is_complementary() ? "m1=" : "m=") + to_text(m.value());
  }
  void ours(const std::string& name, const T& x, arb_ptr reference, const std::string& arguments) {
    auto& r = results_[name];
    ++r.count;
    const double e = error_in_ulp(x, reference);
    if (e > 4) {
      std::fprintf(stderr, "%s digits: %s(%s) = %s is off by %.3g ulp\n", digits_.c_str(),
                   name.c_str(), arguments.c_str(), to_text(x).c_str(), e);
    }
    r.plumbline = std::max(r.plumbline, e);
    sample(name, r.count, arguments, reference);
  }
  template <class F>
  void boosts(const std::string& name, arb_ptr reference, F&& f) {
    auto& r = results_[name];
    ++r.boost_count;
    try {
      const double e = error_in_ulp(T(f()), reference);
      r.boost_good += e <= 4;
      r.boost = std::max(r.boost, e);
    } catch (const std::exception&) {  // not good
      r.boost = INFINITY;
    }
  }
  static T modulus(const elliptic_parameter<T>& m) {
    using std::sqrt;
    return sqrt(m.is_complementary() ? T(1 - m.value()) : m.value());
  }
  static bool boost_takes(const elliptic_parameter<T>& m) {
    return m.side() > 0 && !(m.is_complementary() ? T(1) < m.value() : m.value() < T(0));
  }

  void jacobi_functions_() {
    arb_ptr reference = _arb_vec_init(4);
    ball u;
    ball given;
    for (int i = 0; i < count_; ++i) {
      const auto m = random_parameter<T>(false);
      T x = sign<T>() * sized<T>(-12, 12);
      if (i % 4 == 1) {
        x = sign<T>() * sized<T>(-300, 40);
      } else if (i % 4 == 2 && m.side() > 0) {  // at and near quarter periods
        x = ellint_k(m) * whole(-3, 3);
        if (whole(0, 1) != 0) {
          x += sign<T>() * sized<T>(-scalar_traits<T>::bits(), -4);
        }
      }
      set(u.get(), x);
      set(given.get(), m.value());
      if (!arb_jacobi(reference, u.get(), given.get(), m.is_complementary(),
                      scalar_traits<T>::bits() + 20)) {
        std::fprintf(stderr, "Arb gave up\n");
        std::exit(1);
      }
      const std::string arguments = "u=" + to_text(x) + " " + text(m);
      const auto j = jacobi(x, m);
      ours("sn", j.sn, reference, arguments);
      ours("cn", j.cn, reference + 1, arguments);
      ours("dn", j.dn, reference + 2, arguments);
      ours("am", jacobi_am(x, m), reference + 3, arguments);
      if (boost_takes(m)) {
        const T k = modulus(m);
        T cn(0);
        T dn(0);
        boosts("sn", reference, [&] { return boost::math::jacobi_elliptic(k, x, &cn, &dn); });
        boosts("cn", reference + 1, [&] { return cn; });
        boosts("dn", reference + 2, [&] { return dn; });
      }
    }
    _arb_vec_clear(reference, 4);
  }

  void legendre() {
    ball n;
    ball phi;
    ball given;
    ball value;
    for (const std::string f : {"K", "E", "F", "EI", "P", "PI"}) {
      for (int i = 0; i < count_; ++i) {
        const bool amplitude = f == "F" || f == "EI" || f == "PI";
        const bool small = amplitude && i % 8 == 3;  // m > 1: the amplitude must be small
        const auto m = random_parameter<T>(!small);
        T angle = sign<T>() * (i % 4 == 1 ? sized<T>(-200, 30) : T(unit<T>() * 5));
        if (i % 4 == 2) {
          angle = pi<T>() / 2 * whole(-3, 3) + sign<T>() * sized<T>(-scalar_traits<T>::bits(), -4);
        }
        if (m.side() < 0) {
          using std::asin;
          using std::sqrt;
          const T top = asin(T(1) / sqrt(m.is_complementary() ? T(1 - m.value()) : m.value()));
          angle = top * unit<T>();
          if (!(T(0) < angle) || T(1) - angle / top < 8 * epsilon<T>()) {
            continue;
          }
        }
        T c(0);
        if (f == "P" || f == "PI") {
          c = i % 3 == 0   ? unit<T>()
              : i % 3 == 1 ? T(-sized<T>(-40, 20))
                           : T(T(1) - sized<T>(-20, 0));
          if (!(c < T(1))) {
            continue;
          }
        }
        set(n.get(), c);
        set(phi.get(), angle);
        set(given.get(), m.value());
        if (!arb_legendre(value.get(), f.c_str(), n.get(), phi.get(), given.get(),
                          m.is_complementary(), scalar_traits<T>::bits() + 20)) {
          std::fprintf(stderr, "Arb gave up: %s n=%s phi=%s %s\n", f.c_str(), to_text(c).c_str(),
                       to_text(angle).c_str(), text(m).c_str());
          std::exit(1);
        }
        const bool boost = boost_takes(m);
        const T k = boost ? modulus(m) : T(0);
        if (f == "K") {
          ours(f, ellint_k(m), value.get(), text(m));
          if (boost) {
            boosts(f, value.get(), [&] { return boost::math::ellint_1(k); });
          }
        } else if (f == "E") {
          ours(f, ellint_e(m), value.get(), text(m));
          if (boost) {
            boosts(f, value.get(), [&] { return boost::math::ellint_2(k); });
          }
        } else if (f == "F") {
          ours(f, ellint_f(angle, m), value.get(), "phi=" + to_text(angle) + " " + text(m));
          if (boost) {
            boosts(f, value.get(), [&] { return boost::math::ellint_1(k, angle); });
          }
        } else if (f == "EI") {
          ours(f, ellint_e(angle, m), value.get(), "phi=" + to_text(angle) + " " + text(m));
          if (boost) {
            boosts(f, value.get(), [&] { return boost::math::ellint_2(k, angle); });
          }
        } else if (f == "P") {
          ours(f, ellint_pi(c, m), value.get(), "n=" + to_text(c) + " " + text(m));
          if (boost) {
            boosts(f, value.get(), [&] { return boost::math::ellint_3(k, c); });
          }
        } else {
          ours(f, ellint_pi(c, angle, m), value.get(),
               "n=" + to_text(c) + " phi=" + to_text(angle) + " " + text(m));
          if (boost) {
            boosts(f, value.get(), [&] { return boost::math::ellint_3(k, c, angle); });
          }
        }
      }
    }
  }

  void carlson() {
    ball a[4];
    ball value;
    for (const std::string f : {"RF", "RC", "RD", "RJ"}) {
      for (int i = 0; i < count_; ++i) {
        const int size = i % 4 == 0 ? 60 : 6;
        T x = sized<T>(-size, size);
        const T y = sized<T>(-size, size);
        const T z = sized<T>(-size, size);
        const T p = sized<T>(-size, size);
        if (i % 16 == 5) {
          x = T(0);
        }
        const T* const all[] = {&x, &y, &z, &p};
        for (std::size_t j = 0; j < 4; ++j) {
          set(a[j].get(), *all[j]);
        }
        if (!arb_carlson(value.get(), f.c_str(), a[0].get(), a[1].get(), a[2].get(), a[3].get(),
                         scalar_traits<T>::bits() + 20)) {
          std::fprintf(stderr, "Arb gave up: %s\n", f.c_str());
          std::exit(1);
        }
        std::string arguments = "x=" + to_text(x) + " y=" + to_text(y);
        if (f == "RC") {
          ours(f, carlson_rc(x, y), value.get(), arguments);
          boosts(f, value.get(), [&] { return boost::math::ellint_rc(x, y); });
          continue;
        }
        arguments += " z=" + to_text(z);
        if (f == "RF") {
          ours(f, carlson_rf(x, y, z), value.get(), arguments);
          boosts(f, value.get(), [&] { return boost::math::ellint_rf(x, y, z); });
        } else if (f == "RD") {
          ours(f, carlson_rd(x, y, z), value.get(), arguments);
          boosts(f, value.get(), [&] { return boost::math::ellint_rd(x, y, z); });
        } else {
          ours(f, carlson_rj(x, y, z, p), value.get(), arguments + " p=" + to_text(p));
          boosts(f, value.get(), [&] { return boost::math::ellint_rj(x, y, z, p); });
        }
      }
    }
  }

  std::string digits_;
  int count_;
  std::map<std::string, result> results_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: check_live COUNT COUNT_AT_300 SAMPLE_FILE\n");
    return 2;
  }
  const int count = std::atoi(argv[1]);
  samples.open(argv[3]);
  run<double>("16", count).all();
#if PLUMBLINE_HAS_QUAD
  run<quad>("34", count).all();
#endif
  run<mp64>("64", count).all();
  {
    const precision_scope scope(100);
    run<mp>("100", count).all();
  }
  {
    const precision_scope scope(300);
    run<mp>("300", std::atoi(argv[2])).all();
  }
  return worst_of_all > 4 ? 1 : 0;
}
