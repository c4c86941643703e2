// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The loops are compiled twice: for any processor, and for AVX2 by an attribute; which one runs is decided at run time. No
// flag of the compiler changes, products and sums are not contracted, so both have the same bits.
#include <plumbline/math/lanes.hpp>
#include <plumbline/math/sinc.hpp>
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/exact_value.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <algorithm>
#include <cmath>
#include <new>

#if defined(__x86_64__) && defined(__GNUC__) && defined(__GLIBC__)
#define PLUMBLINE_AVX2_LANES 1
#include <immintrin.h>
extern "C" {
__m256d _ZGVdN4v_sin(__m256d);
__m256d _ZGVdN4v_cos(__m256d);
__m256d _ZGVdN4v_exp(__m256d);
__m256d _ZGVdN4v_log(__m256d);
__m512d _ZGVeN8v_sin(__m512d);
__m512d _ZGVeN8v_cos(__m512d);
__m512d _ZGVeN8v_exp(__m512d);
__m512d _ZGVeN8v_log(__m512d);
}
#else
#define PLUMBLINE_AVX2_LANES 0
#endif

// The lanes of a loop do not depend on each other.
#if defined(__clang__)
#define PLUMBLINE_LANES _Pragma("clang loop vectorize(enable)")
#else
#define PLUMBLINE_LANES _Pragma("GCC ivdep")
#endif

namespace plumbline {

namespace {

constexpr std::size_t step = 8;        // widths are multiples of it
constexpr std::size_t alignment = 64;  // bytes

bool has_avx2() {
#if PLUMBLINE_AVX2_LANES
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
#else
  return false;
#endif
}

bool has_avx512() {
#if PLUMBLINE_AVX2_LANES
  static const bool has = __builtin_cpu_supports("avx512f") != 0;
  return has;
#else
  return false;
#endif
}

/// Where the lanes of a machine instruction begin and what they do: r, a, b of one instruction.
struct operands {
  double* r;
  const double* a;
  const double* b;
  std::size_t width;
};

// The body of each loop stands once, and is inlined into a function for each processor.
template <class Operation>
[[gnu::always_inline]] inline void loop(const operands& o, Operation f) {
  double* const r = static_cast<double*>(__builtin_assume_aligned(o.r, alignment));
  const double* const a = static_cast<const double*>(__builtin_assume_aligned(o.a, alignment));
  const double* const b = static_cast<const double*>(__builtin_assume_aligned(o.b, alignment));
  PLUMBLINE_LANES
  for (std::size_t k = 0; k < o.width; ++k) {
    r[k] = f(a[k], b[k]);
  }
}

/// +, −, ·, /, √ and the change of sign. False for another operation.
[[gnu::always_inline]] inline bool arithmetic(operation what, const operands& o) {
  switch (what) {
    case operation::negate:
      loop(
          o, [](double a, double) __attribute__((always_inline)) { return -a; });
      return true;
    case operation::add:
      loop(
          o, [](double a, double b) __attribute__((always_inline)) { return a + b; });
      return true;
    case operation::subtract:
      loop(
          o, [](double a, double b) __attribute__((always_inline)) { return a - b; });
      return true;
    case operation::multiply:
      loop(
          o, [](double a, double b) __attribute__((always_inline)) { return a * b; });
      return true;
    case operation::divide:
      loop(
          o, [](double a, double b) __attribute__((always_inline)) { return a / b; });
      return true;
    default:
      return false;
  }
}

[[gnu::always_inline]] inline void product_sum(double* r, const double* a, const double* b,
                                               const double* c, std::size_t width) {
  PLUMBLINE_LANES
  for (std::size_t k = 0; k < width; ++k) {
    r[k] = a[k] + b[k] * c[k];
  }
}

bool arithmetic_anywhere(operation what, const operands& o) { return arithmetic(what, o); }

#if PLUMBLINE_AVX2_LANES
__attribute__((target("avx2"))) bool arithmetic_avx2(operation what, const operands& o) {
  if (what == operation::sqrt) {  // correctly rounded, as the scalar one
    for (std::size_t k = 0; k < o.width; k += 4) {
      _mm256_store_pd(o.r + k, _mm256_sqrt_pd(_mm256_load_pd(o.a + k)));
    }
    return true;
  }
  return arithmetic(what, o);
}
__attribute__((target("avx2"))) void product_sum_avx2(double* r, const double* a, const double* b,
                                                      const double* c, std::size_t width) {
  product_sum(r, a, b, c, width);
}

/// The functions of libmvec, four lanes at a time. False for another operation.
__attribute__((target("avx2"))) bool vector_function_avx2(operation what, const operands& o) {
  switch (what) {
    case operation::sin:
      for (std::size_t k = 0; k < o.width; k += 4) {
        _mm256_store_pd(o.r + k, _ZGVdN4v_sin(_mm256_load_pd(o.a + k)));
      }
      return true;
    case operation::cos:
      for (std::size_t k = 0; k < o.width; k += 4) {
        _mm256_store_pd(o.r + k, _ZGVdN4v_cos(_mm256_load_pd(o.a + k)));
      }
      return true;
    case operation::exp:
      for (std::size_t k = 0; k < o.width; k += 4) {
        _mm256_store_pd(o.r + k, _ZGVdN4v_exp(_mm256_load_pd(o.a + k)));
      }
      return true;
    case operation::log:
      for (std::size_t k = 0; k < o.width; k += 4) {
        _mm256_store_pd(o.r + k, _ZGVdN4v_log(_mm256_load_pd(o.a + k)));
      }
      return true;
    default:
      return false;
  }
}
/// The same, eight lanes at a time.
__attribute__((target("avx512f"))) bool vector_function_avx512(operation what, const operands& o) {
  switch (what) {
    case operation::sin:
      for (std::size_t k = 0; k < o.width; k += 8) {
        _mm512_store_pd(o.r + k, _ZGVeN8v_sin(_mm512_load_pd(o.a + k)));
      }
      return true;
    case operation::cos:
      for (std::size_t k = 0; k < o.width; k += 8) {
        _mm512_store_pd(o.r + k, _ZGVeN8v_cos(_mm512_load_pd(o.a + k)));
      }
      return true;
    case operation::exp:
      for (std::size_t k = 0; k < o.width; k += 8) {
        _mm512_store_pd(o.r + k, _ZGVeN8v_exp(_mm512_load_pd(o.a + k)));
      }
      return true;
    case operation::log:
      for (std::size_t k = 0; k < o.width; k += 8) {
        _mm512_store_pd(o.r + k, _ZGVeN8v_log(_mm512_load_pd(o.a + k)));
      }
      return true;
    default:
      return false;
  }
}
#endif

template <class Function>
void each(const operands& o, Function f) {
  for (std::size_t k = 0; k < o.width; ++k) {
    f(o.r[k], o.a[k], o.b[k]);
  }
}

/// A function lane by lane, the one that runner<double> calls.
void scalar_function(operation what, const operands& o) {
  switch (what) {
    case operation::sqrt:
      each(o, [](double& r, double a, double) { set_sqrt(r, a); });
      break;
    case operation::sin:
      each(o, [](double& r, double a, double) { set_sin(r, a); });
      break;
    case operation::cos:
      each(o, [](double& r, double a, double) { set_cos(r, a); });
      break;
    case operation::exp:
      each(o, [](double& r, double a, double) { set_exp(r, a); });
      break;
    case operation::log:
      each(o, [](double& r, double a, double) { set_log(r, a); });
      break;
    case operation::tan:
      each(o, [](double& r, double a, double) { set_tan(r, a); });
      break;
    case operation::asin:
      each(o, [](double& r, double a, double) { set_asin(r, a); });
      break;
    case operation::acos:
      each(o, [](double& r, double a, double) { set_acos(r, a); });
      break;
    case operation::atan:
      each(o, [](double& r, double a, double) { set_atan(r, a); });
      break;
    case operation::sinh:
      each(o, [](double& r, double a, double) { set_sinh(r, a); });
      break;
    case operation::cosh:
      each(o, [](double& r, double a, double) { set_cosh(r, a); });
      break;
    case operation::tanh:
      each(o, [](double& r, double a, double) { set_tanh(r, a); });
      break;
    case operation::asinh:
      each(o, [](double& r, double a, double) { set_asinh(r, a); });
      break;
    case operation::acosh:
      each(o, [](double& r, double a, double) { set_acosh(r, a); });
      break;
    case operation::atanh:
      each(o, [](double& r, double a, double) { set_atanh(r, a); });
      break;
    case operation::atan2:
      each(o, [](double& r, double a, double b) { set_atan2(r, a, b); });
      break;
    case operation::power:
      each(o, [](double& r, double a, double b) { set_pow(r, a, b); });
      break;
    case operation::sinc:
      each(o, [](double& r, double a, double) { r = sinc(a).value; });
      break;
    case operation::sinc_slope:
      each(o, [](double& r, double a, double) { r = sinc(a).slope; });
      break;
    default:
      detail::no_function(std::string(name_of(what)).c_str());
  }
}

}  // namespace

bool has_vector_functions() { return has_avx2(); }

void lane_runner::release::operator()(double* p) const {
  ::operator delete[](p, std::align_val_t(alignment));
}

lane_runner::lane_runner(std::shared_ptr<const program> p, std::size_t width,
                         lane_functions functions)
    : program_(std::move(p)), width_((width + step - 1) / step * step), functions_(functions) {
  const std::size_t count = static_cast<std::size_t>(program_->registers()) * width_;
  registers_.reset(
      static_cast<double*>(::operator new[](count * sizeof(double), std::align_val_t(alignment))));
  std::fill_n(registers_.get(), count, 0.);
  const auto fill = [this](int k, double x) { std::fill_n(at(k), width_, x); };
  int next = program_->inputs();
  for (const exact_number& x : program_->constants()) {
    fill(next++, from_exact<double>(x));
  }
  if (program_->pi_register() >= 0) {
    fill(program_->pi_register(), pi<double>());
  }
}

void lane_runner::run(int stage) {
  const bool avx2 = has_avx2();
  const auto call = [&](operation what, const operands& o) {
#if PLUMBLINE_AVX2_LANES
    if (avx2 && functions_ == lane_functions::vector &&
        (has_avx512() ? vector_function_avx512(what, o) : vector_function_avx2(what, o))) {
      return;
    }
#endif
    scalar_function(what, o);
  };
  for (const instruction& i : program_->stage(stage)) {
    const double* const a = at(i.a);
    const operands o{at(i.result), a, i.b < 0 ? a : at(i.b), width_};
    if (i.what == operation::sin) {
      double* const cosine = at(i.second);
      if (i.first_needed && i.second_needed && functions_ == lane_functions::exact) {
        for (std::size_t k = 0; k < width_; ++k) {
          set_sin_cos(o.r[k], cosine[k], a[k]);
        }
        continue;
      }
      if (i.first_needed) {
        call(operation::sin, o);
      }
      if (i.second_needed) {
        call(operation::cos, {cosine, a, a, width_});
      }
      continue;
    }
#if PLUMBLINE_AVX2_LANES
    const bool done = avx2 ? arithmetic_avx2(i.what, o) : arithmetic_anywhere(i.what, o);
#else
    const bool done = arithmetic_anywhere(i.what, o);
#endif
    if (!done) {
      call(i.what, o);
    }
  }
}

void lanes::add_product(double* r, const double* a, const double* b, const double* c,
                        std::size_t width) {
#if PLUMBLINE_AVX2_LANES
  if (has_avx2()) {
    return product_sum_avx2(r, a, b, c, width);
  }
#endif
  product_sum(r, a, b, c, width);
}

}  // namespace plumbline
