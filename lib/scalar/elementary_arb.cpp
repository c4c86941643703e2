// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elementary functions by ball arithmetic, rounded as MPFR rounds.
//
// Arb evaluates a function with some guard bits and encloses the value in a ball [m ± ρ]. If neither a number of the
// result's precision nor a midpoint between two of them lies in the ball, then all its points round to the same number,
// and m is rounded. Otherwise the function is evaluated once more with 64 more bits, and after that it is MPFR's task
// (A. Ziv, ACM TOMS 17 (1991) 410; F. Johansson, "Efficient implementation of elementary functions in the
// medium-precision range", ARITH 22 (2015)).
//
// Also MPFR's task: zeros, infinities, NaN, values outside of the domain, results that are exact, arguments so small
// that two terms of the series are enough, results near the ends of the exponent range. So the signs of zeros and the
// flags are MPFR's.
//
// A call whose ball decides allocates nothing after the thread's first calls, up to some hundred digits. (MPFR's
// functions allocate in each call.) Arb reads an MPFR number, and MPFR a ball's midpoint, as a view of the same limbs.
#include <scalar/elementary_arb.hpp>
#include <scalar/rotation_of_many_limbs.hpp>

#if PLUMBLINE_HAS_ARB
#include <arb.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>

/// What loads FLINT at its first call, in a program that has it (cmake/on_demand.sh).
extern "C" [[gnu::weak]] void* plumbline_on_demand(long number);

namespace plumbline::detail::by_arb {
namespace {

static_assert(GMP_NUMB_BITS == FLINT_BITS);
constexpr slong limb_bits = FLINT_BITS;

/// An angle with the balls of its sine and cosine.
struct known_angle {
  arb_struct angle;  ///< exact; 0 where there is none
  arb_struct sine;
  arb_struct cosine;
  slong precision;
  mp_limb_t top;  ///< of the angle: its highest limb, exponent and sign
  slong exponent;
  int negative;
};
/// The last angles of this thread. An implicit step begins at an angle that is near the last one of the step before.
struct known_angles {
  static constexpr std::size_t count = 16;
  std::array<known_angle, count> list;
  std::size_t next;
};

/// Balls that keep their memory between calls. All bits zero is Arb's number zero.
struct workspace {
  arb_struct result;
  arb_struct second;
  arb_struct third;
  arb_struct sum;
  arb_struct
      difference;  // short ones: a ball whose length changes between two limbs and more allocates
};
constinit thread_local workspace balls{};
/// Those of release_at_exit: a module that is loaded at run time has little room for what belongs to a thread. nullptr when
/// the thread ends.
constinit thread_local known_angles* last_angles = nullptr;

/// Gives the memory of the balls and the caches of FLINT, Arb and MPFR back when the thread ends.
struct release_at_exit {
  release_at_exit() { last_angles = angles.get(); }
  release_at_exit(const release_at_exit&) = delete;
  release_at_exit& operator=(const release_at_exit&) = delete;
  ~release_at_exit() {
    for (arb_ptr ball :
         {&balls.result, &balls.second, &balls.third, &balls.sum, &balls.difference}) {
      arb_clear(ball);
      arb_init(ball);  // a later destructor of this thread may still compute
    }
    last_angles = nullptr;
    for (known_angle& known : angles->list) {
      for (arb_ptr ball : {&known.angle, &known.sine, &known.cosine}) {
        arb_clear(ball);
      }
    }
    flint_cleanup();
  }

  std::unique_ptr<known_angles> angles = std::make_unique<known_angles>();  // zeros: arb_init
};

workspace& work() {
  thread_local const release_at_exit of_this_thread;
  (void)of_this_thread;
  return balls;
}

/// A regular MPFR number as an exact ball on the same limbs; read only.
class view {
 public:
  explicit view(mpfr_srcptr x) {
    auto* limbs = static_cast<mp_limb_t*>(mpfr_custom_get_significand(x));
    mp_size_t size = (mpfr_get_prec(x) + limb_bits - 1) / limb_bits;
    while (*limbs == 0) {  // a mantissa of Arb has no zero limbs at its low end
      ++limbs;
      --size;
    }
    arf_ptr middle = arb_midref(&ball_);
    ARF_EXP(middle) = mpfr_get_exp(x);
    ARF_XSIZE(middle) = ARF_MAKE_XSIZE(size, mpfr_signbit(x) != 0 ? 1 : 0);
    if (size <= ARF_NOPTR_LIMBS) {
      std::copy_n(limbs, size, ARF_NOPTR_D(middle));
    } else {
      ARF_PTR_ALLOC(middle) = size;
      ARF_PTR_D(middle) = limbs;
    }
    mag_init(arb_radref(&ball_));
  }
  operator arb_srcptr() const { return &ball_; }  // NOLINT(google-explicit-constructor)

 private:
  arb_struct ball_;
};

/// If all points of the ball round to the same number of `bits` bits, and that one is inexact and within the exponent
/// range: true, and y is the midpoint, on the ball's limbs.
bool rounds_certainly(mpfr_ptr y, arb_ptr ball, mpfr_prec_t bits) {
  arf_ptr middle = arb_midref(ball);
  mag_srcptr radius = arb_radref(ball);
  if (arf_is_special(middle) != 0 || mag_is_special(radius) != 0 || COEFF_IS_MPZ(ARF_EXP(middle)) ||
      COEFF_IS_MPZ(MAG_EXP(radius)) || ARF_EXP(middle) <= mpfr_get_emin() ||
      ARF_EXP(middle) >= mpfr_get_emax()) {
    return false;
  }
  const auto size = ARF_SIZE(middle);
  mp_ptr limbs = size <= ARF_NOPTR_LIMBS ? ARF_NOPTR_D(middle) : ARF_PTR_D(middle);
  const int kind = ARF_SGNBIT(middle) != 0 ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND;
  mpfr_custom_init_set(y, kind, ARF_EXP(middle), size * limb_bits, limbs);
  // The radius is below 2^MAG_EXP. Certain towards zero at one bit more: no number and no midpoint is in the ball.
  return mpfr_can_round(y, ARF_EXP(middle) - MAG_EXP(radius), MPFR_RNDN, MPFR_RNDZ, bits + 1) != 0;
}

/// The precision for `bits` bits after a loss of `lost`: at least 12 guard bits, filled up to whole limbs less the 12
/// bits that Arb adds inside.
slong working_precision(slong bits, slong lost) {
  constexpr slong guard = 12;
  constexpr slong inside = 12;
  return (bits + lost + guard + inside + limb_bits - 1) / limb_bits * limb_bits - inside;
}

/// The first calls of a process are left to MPFR: a program that loads FLINT when it first calls it (cmake/on_demand.sh) pays
/// 14 million instructions for that, as much as Arb saves in some hundred calls. At many digits Arb saves that in a few.
bool pays(slong bits) {
  if (plumbline_on_demand == nullptr) {  // FLINT is loaded with the process
    return true;
  }
  constexpr slong many = 1000;
  constexpr int first_calls = 256;
  static std::atomic<int> calls{0};
  if (bits > many || calls.load(std::memory_order_relaxed) >= first_calls) {
    return true;
  }
  calls.fetch_add(1, std::memory_order_relaxed);
  return false;
}

/// Rounds to r what evaluate(ball, precision) encloses, if that is certain.
template <class Evaluate>
bool decides(mpfr_ptr r, slong lost, const Evaluate& evaluate) {
  const slong bits = mpfr_get_prec(r);
  if (!pays(bits)) {
    return false;
  }
  const slong first = working_precision(bits, lost);
  arb_ptr result = &work().result;
  for (const slong p : {first, first + limb_bits}) {
    evaluate(result, p);
    mpfr_t y;
    if (rounds_certainly(y, result, bits)) {
      mpfr_set(r, y, MPFR_RNDN);
      return true;
    }
  }
  return false;
}

/// False where MPFR is asked at once: x = 0, infinite or NaN, |x| >= 2^largest, or x² is below the last place of r, so
/// that sin x = x - x³/6 and its like are rounded from two terms.
bool is_moderate(mpfr_srcptr x, mpfr_srcptr r, mpfr_exp_t largest) {
  if (mpfr_regular_p(x) == 0) {
    return false;
  }
  const mpfr_exp_t e = mpfr_get_exp(x);
  return e <= largest && e > -(mpfr_get_prec(r) / 2);
}

/// The bits that cancel in (1 + x) - 1.
slong zeros_below_one(mpfr_srcptr x) { return std::max<slong>(0, -mpfr_get_exp(x)); }

// Above this Arb's reduction of an angle is slower than MPFR's.
constexpr mpfr_exp_t largest_angle = 1024;
// Of exp and its like: 2^(2^40) is beyond any useful exponent range.
constexpr mpfr_exp_t largest_exponential = 40;
// Twice such an exponent is still a word in Arb.
constexpr mpfr_exp_t any = mpfr_exp_t{1} << 58;

/// r = (1 - x)/(1 + x), by components without cancellation
void set_mirrored(arb_ptr r, arb_srcptr x, slong p) {
  arb_ptr sum = &work().sum;
  arb_ptr difference = &work().difference;
  arb_add_ui(sum, x, 1, p);
  arb_sub_ui(difference, x, 1, p);
  arb_neg(difference, difference);
  arb_div(r, difference, sum, p);
}

/// r = x² - 1 = (x - 1)(x + 1), without cancellation
void set_square_minus_one(arb_ptr r, arb_srcptr x, slong p) {
  arb_ptr sum = &work().sum;
  arb_ptr difference = &work().difference;
  arb_add_ui(sum, x, 1, p);
  arb_sub_ui(difference, x, 1, p);
  arb_mul(r, difference, sum, p);
}

/// r = e^x and inverse = e^-x
void set_exponentials(arb_ptr r, arb_ptr inverse, arb_srcptr x, slong p) {
  arb_exp(r, x, p);
  arb_inv(inverse, r, p);
}

/// Below so many bits a new evaluation costs no more than finding a known angle.
constexpr slong least_bits_of_known_angles = 320;

mp_limb_t top_of(arf_srcptr a) {
  mp_srcptr limbs = ARF_SIZE(a) <= ARF_NOPTR_LIMBS ? ARF_NOPTR_D(a) : ARF_PTR_D(a);
  return limbs[ARF_SIZE(a) - 1];
}

/// A known angle from which x = angle + δ differs by |δ| < 2^(−p/5), and δ; nullptr where there is none.
const known_angle* find_near(arf_t delta, arb_srcptr x, slong p) {
  constexpr slong most_powers = 5;
  arf_srcptr middle = arb_midref(x);
  if (last_angles == nullptr) {
    return nullptr;
  }
  const mp_limb_t top = top_of(middle);
  const slong exponent = ARF_EXP(middle);
  const int negative = ARF_SGNBIT(middle);
  for (std::size_t k = 1; k <= known_angles::count; ++k) {  // the latest first
    const known_angle& known =
        last_angles->list[(last_angles->next + known_angles::count - k) % known_angles::count];
    // the highest limbs differ by −1, 0 or 1
    if (top - known.top + 1 > 2 || known.exponent != exponent || known.negative != negative ||
        known.precision < p) {
      continue;
    }
    arf_srcptr angle = arb_midref(&known.angle);
    arf_sub(delta, middle, angle, p, ARF_RND_DOWN);
    if (arf_is_zero(delta) != 0 ||
        (!COEFF_IS_MPZ(ARF_EXP(delta)) && ARF_EXP(delta) * most_powers < -p)) {
      return &known;
    }
  }
  return nullptr;
}

/// The balls of sine and cosine of x from those of a known angle, at about p bits:
///   sin(x + δ) = sin x − (sin x (1 − cos δ) − cos x sin δ),  cos(x + δ) = cos x − (cos x (1 − cos δ) + sin x sin δ).
/// The remainders of sin δ and 1 − cos δ are below |δ|⁵ and δ⁶, or δ⁴ where that is below 2^−p; they are in the balls.
void turn(arb_ptr sine, arb_ptr cosine, const known_angle& known, arf_srcptr delta, slong p) {
  if (arf_is_zero(delta) != 0) {
    arb_set(sine, &known.sine);
    arb_set(cosine, &known.cosine);
    return;
  }
  const slong e = ARF_EXP(delta);
  const auto bits = [&](slong powers) { return std::max<slong>(p + powers * e, 0) + 32; };
  arb_ptr sd = &work().third;
  arb_ptr versine = &work().sum;
  arb_ptr term = &work().difference;
  arb_set_arf(sd, delta);
  // the error of δ, which was rounded to p bits
  mag_set_ui_2exp_si(arb_radref(sd), 1, e - p);
  arb_mul(versine, sd, sd, bits(2));
  arb_mul(term, versine, sd, bits(3));
  arb_div_ui(term, term, 6, bits(3));
  arb_sub(sd, sd, term, bits(1));
  arb_mul_2exp_si(term, versine, -1);
  if (4 * e > -p) {
    arb_mul(versine, versine, versine, bits(4));
    arb_div_ui(versine, versine, 24, bits(4));
    arb_sub(versine, term, versine, bits(2));
    arb_add_error_2exp_si(versine, 6 * e);
  } else {
    arb_swap(versine, term);
    arb_add_error_2exp_si(versine, 4 * e);
  }
  arb_add_error_2exp_si(sd, 5 * e);
  arb_mul(sine, &known.cosine, sd, bits(1));
  arb_mul(term, &known.sine, versine, bits(2));
  arb_sub(sine, sine, term, bits(1));
  arb_add(sine, &known.sine, sine, p);
  arb_mul(cosine, &known.sine, sd, bits(1));
  arb_mul(term, &known.cosine, versine, bits(2));
  arb_add(cosine, cosine, term, bits(1));
  arb_sub(cosine, &known.cosine, cosine, p);
}

/// Sine and cosine of x, rounded, from the balls of a known angle, by a rotation in fixed point at p bits. False where it does
/// not decide the rounding, or where there are too many bits for it.
///
/// With the radii ρ of the balls, units u = 2^(e − p) of numbers below 2^e, and |δ| < 2^d: the sine has the errors of the ball
/// (ρ_s), of the rounding to p bits before (u) and after (u), of what the cosine (ρ_c + 2^−p) and δ (2^−p) contribute times 2^d,
/// and of the fixed point, less than u.
bool rotate_known(mpfr_ptr sine, mpfr_ptr cosine, const known_angle& known, arf_srcptr delta,
                  slong p) {
  constexpr slong most_limbs = 64;
  if (p > limb_bits * most_limbs || arf_is_zero(delta) != 0) {
    return false;
  }
  std::array<std::array<mp_limb_t, most_limbs>, 3> limbs;  // NOLINT(*-member-init)
  mpfr_t s;
  mpfr_t c;
  mpfr_t d;
  const std::array<mpfr_ptr, 3> numbers{s, c, d};
  const std::array<arf_srcptr, 3> values{arb_midref(&known.sine), arb_midref(&known.cosine), delta};
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    mpfr_custom_init_set(numbers[k], MPFR_ZERO_KIND, 0, p, limbs[k].data());
    arf_get_mpfr(numbers[k], values[k], MPFR_RNDN);
  }
  const std::array<mpfr_exp_t, 2> before{s->_mpfr_exp, c->_mpfr_exp};
  if (mag_is_inf(arb_radref(&known.sine)) != 0 || mag_is_inf(arb_radref(&known.cosine)) != 0 ||
      COEFF_IS_MPZ(MAG_EXP(arb_radref(&known.sine))) ||
      COEFF_IS_MPZ(MAG_EXP(arb_radref(&known.cosine))) || !rotate_many_limbs(s, c, d)) {
    return false;
  }
  const auto is_certain = [&](mpfr_srcptr x, mpfr_exp_t exponent_before, const arb_struct& own,
                              const arb_struct& other, mpfr_prec_t bits) {
    constexpr mpfr_exp_t of_eight_terms = 3;
    const mpfr_exp_t error =
        std::max<mpfr_exp_t>({MAG_EXP(arb_radref(&own)), exponent_before - p, x->_mpfr_exp - p,
                              MAG_EXP(arb_radref(&other)) + d->_mpfr_exp, d->_mpfr_exp - p}) +
        of_eight_terms;
    return mpfr_can_round(x, x->_mpfr_exp - error, MPFR_RNDN, MPFR_RNDZ, bits + 1) != 0;
  };
  if (!is_certain(s, before[0], known.sine, known.cosine, mpfr_get_prec(sine)) ||
      !is_certain(c, before[1], known.cosine, known.sine, mpfr_get_prec(cosine))) {
    return false;
  }
  mpfr_set(sine, s, MPFR_RNDN);
  mpfr_set(cosine, c, MPFR_RNDN);
  return true;
}

/// The balls of sine and cosine of x at p bits become known, and others take their memory.
void remember(arb_srcptr x, arb_ptr sine, arb_ptr cosine, slong p) {
  if (last_angles == nullptr) {
    return;
  }
  known_angle& oldest = last_angles->list[last_angles->next];
  last_angles->next = (last_angles->next + 1) % known_angles::count;
  arb_set(&oldest.angle, x);
  arb_swap(&oldest.sine, sine);
  arb_swap(&oldest.cosine, cosine);
  oldest.precision = p;
  oldest.top = top_of(arb_midref(x));
  oldest.exponent = ARF_EXP(arb_midref(x));
  oldest.negative = ARF_SGNBIT(arb_midref(x));
}

}  // namespace

bool sin_cos(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr x) {
  const slong bits = std::max(mpfr_get_prec(sine), mpfr_get_prec(cosine));
  if (!is_moderate(x, sine, largest_angle) || !is_moderate(x, cosine, largest_angle) ||
      !pays(bits)) {
    return false;
  }
  workspace& w = work();
  const view v(x);
  const auto decides_both = [&] {
    mpfr_t s;
    mpfr_t c;
    if (!rounds_certainly(s, &w.result, mpfr_get_prec(sine)) ||
        !rounds_certainly(c, &w.second, mpfr_get_prec(cosine))) {
      return false;
    }
    mpfr_set(sine, s, MPFR_RNDN);
    mpfr_set(cosine, c, MPFR_RNDN);
    return true;
  };
  const slong first = working_precision(bits, zeros_below_one(x));
  // What is known changes the work and never the result, since the ball decides.
  const bool remembers = bits >= least_bits_of_known_angles;
  if (remembers) {
    arf_t delta;
    arf_init(delta);
    const known_angle* const near = find_near(delta, v, first);
    if (near != nullptr && rotate_known(sine, cosine, *near, delta, first)) {
      arf_clear(delta);
      return true;
    }
    if (near != nullptr) {
      turn(&w.result, &w.second, *near, delta, first);
    }
    arf_clear(delta);
    if (near != nullptr && decides_both()) {
      return true;
    }
  }
  for (const slong p : {first, first + limb_bits}) {
    arb_sin_cos(&w.result, &w.second, v, p);
    if (decides_both()) {
      if (remembers) {
        remember(v, &w.result, &w.second, p);
      }
      return true;
    }
  }
  return false;
}

bool sin(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, largest_angle)) {
    return false;
  }
  const view v(x);
  return decides(r, zeros_below_one(x), [&](arb_ptr y, slong p) { arb_sin(y, v, p); });
}

bool cos(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, largest_angle)) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) { arb_cos(y, v, p); });
}

bool tan(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, largest_angle)) {
    return false;
  }
  const view v(x);
  return decides(r, zeros_below_one(x), [&](arb_ptr y, slong p) {
    arb_ptr cosine = &work().second;
    arb_sin_cos(y, cosine, v, p);
    arb_div(y, y, cosine, p);
  });
}

// asin x = atan(x/√(1 - x²))
bool asin(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, 0)) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) {
    set_square_minus_one(y, v, p);
    arb_neg(y, y);
    arb_sqrt(y, y, p);
    arb_div(y, v, y, p);
    arb_atan(y, y, p);
  });
}

// acos x = 2 atan √((1 - x)/(1 + x))
bool acos(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, 0)) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) {
    set_mirrored(y, v, p);
    arb_sqrt(y, y, p);
    arb_atan(y, y, p);
    arb_mul_2exp_si(y, y, 1);
  });
}

bool atan(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, mpfr_get_prec(r))) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) { arb_atan(y, v, p); });
}

// The quotient of smaller and larger leg has an arc tangent of at most about 1, and right angles are added.
bool atan2(mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x) {
  if (mpfr_regular_p(x) == 0 || mpfr_regular_p(y) == 0) {
    return false;
  }
  const mpfr_exp_t ratio = mpfr_get_exp(y) - mpfr_get_exp(x);
  if (ratio > mpfr_get_prec(r) / 2 || ratio < -(mpfr_get_prec(r) / 2)) {
    return false;
  }
  const bool below = mpfr_signbit(y) != 0;
  const bool left = mpfr_signbit(x) != 0;
  const bool steep = ratio > 0;
  const view vx(x);
  const view vy(y);
  return decides(r, 0, [&](arb_ptr angle, slong p) {
    arb_div(angle, steep ? vx : vy, steep ? vy : vx, p);
    arb_atan(angle, angle, p);
    if (steep || left) {
      arb_ptr right_angles = &work().second;
      arb_const_pi(right_angles, p);
      if (steep) {
        arb_mul_2exp_si(right_angles, right_angles, -1);
        arb_neg(angle, angle);
      }
      if (below) {
        arb_sub(angle, angle, right_angles, p);
      } else {
        arb_add(angle, angle, right_angles, p);
      }
    }
  });
}

bool sinh(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, largest_exponential)) {
    return false;
  }
  const view v(x);
  return decides(r, zeros_below_one(x), [&](arb_ptr y, slong p) {
    arb_ptr inverse = &work().second;
    set_exponentials(y, inverse, v, p);
    arb_sub(y, y, inverse, p);
    arb_mul_2exp_si(y, y, -1);
  });
}

bool cosh(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, largest_exponential)) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) {
    arb_ptr inverse = &work().second;
    set_exponentials(y, inverse, v, p);
    arb_add(y, y, inverse, p);
    arb_mul_2exp_si(y, y, -1);
  });
}

// (e^x - e^-x)/(e^x + e^-x). Where |x| is above a third of the bits, the result is 1 or the number before it.
bool tanh(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, 32) ||
      mpfr_cmpabs_ui(x, static_cast<unsigned long>(mpfr_get_prec(r) / 3)) > 0) {
    return false;
  }
  const view v(x);
  return decides(r, zeros_below_one(x), [&](arb_ptr y, slong p) {
    arb_ptr inverse = &work().second;
    arb_ptr sum = &work().third;
    set_exponentials(y, inverse, v, p);
    arb_add(sum, y, inverse, p);
    arb_sub(y, y, inverse, p);
    arb_div(y, y, sum, p);
  });
}

// asinh x = ±ln(|x| + √(x² + 1))
bool asinh(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, any)) {
    return false;
  }
  const view v(x);
  const bool negative = mpfr_signbit(x) != 0;
  return decides(r, zeros_below_one(x), [&](arb_ptr y, slong p) {
    arb_ptr square = &work().second;
    arb_mul(square, v, v, p);
    arb_add_ui(square, square, 1, p);
    arb_sqrt(y, square, p);
    if (negative) {
      arb_sub(y, y, v, p);
    } else {
      arb_add(y, y, v, p);
    }
    arb_log(y, y, p);
    if (negative) {
      arb_neg(y, y);
    }
  });
}

// acosh x = ln(x + √(x² - 1)) ≈ √(2(x - 1)) near 1
bool acosh(mpfr_ptr r, mpfr_srcptr x) {
  if (mpfr_regular_p(x) == 0 || mpfr_get_exp(x) > any || mpfr_cmp_ui(x, 1) <= 0) {
    return false;
  }
  const view v(x);
  slong lost = 0;
  if (mpfr_get_exp(x) == 1) {
    arb_t excess;  // one limb
    arb_init(excess);
    arb_sub_ui(excess, v, 1, MAG_BITS);
    lost = std::max<slong>(0, -ARF_EXP(arb_midref(excess)) / 2 + 1);
    arb_clear(excess);
  }
  return decides(r, lost, [&](arb_ptr y, slong p) {
    set_square_minus_one(y, v, p);
    arb_sqrt(y, y, p);
    arb_add(y, y, v, p);
    arb_log(y, y, p);
  });
}

// atanh x = -ln((1 - x)/(1 + x))/2
bool atanh(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, 0)) {
    return false;
  }
  const view v(x);
  return decides(r, zeros_below_one(x), [&](arb_ptr y, slong p) {
    set_mirrored(y, v, p);
    arb_log(y, y, p);
    arb_mul_2exp_si(y, y, -1);
    arb_neg(y, y);
  });
}

bool exp(mpfr_ptr r, mpfr_srcptr x) {
  if (!is_moderate(x, r, largest_exponential)) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) { arb_exp(y, v, p); });
}

bool log(mpfr_ptr r, mpfr_srcptr x) {
  if (mpfr_regular_p(x) == 0 || mpfr_signbit(x) != 0) {
    return false;
  }
  const view v(x);
  return decides(r, 0, [&](arb_ptr y, slong p) { arb_log(y, v, p); });
}

// x^y = e^(y ln x) with as many further bits as y ln x has before the binary point. Small whole powers are products,
// which may be exact.
bool pow(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
  constexpr mpfr_exp_t small_power = 4;
  if (mpfr_regular_p(x) == 0 || mpfr_regular_p(y) == 0 || mpfr_signbit(x) != 0 ||
      (mpfr_get_exp(y) <= small_power && mpfr_integer_p(y) != 0)) {
    return false;
  }
  const mpfr_exp_t e = mpfr_get_exp(x);
  const auto size = static_cast<unsigned long>(e < 0 ? -e : e) + 1;
  const slong before_point = mpfr_get_exp(y) + static_cast<slong>(std::bit_width(size));
  if (before_point > mpfr_get_prec(r) || before_point < -mpfr_get_prec(r)) {
    return false;
  }
  const view vx(x);
  const view vy(y);
  return decides(r, std::max<slong>(0, before_point), [&](arb_ptr power, slong p) {
    arb_log(power, vx, p);
    arb_mul(power, power, vy, p);
    arb_exp(power, power, p);
  });
}

}  // namespace plumbline::detail::by_arb
#endif
