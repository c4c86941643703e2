// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The loops are compiled for any processor, for AVX2 and for AVX-512 (math/lane_vector.hpp); which one runs is decided at run
// time. The bits are the same.
#include "math/lane_vector.hpp"
#include "math/vector_anywhere.hpp"
#include <plumbline/math/lanes.hpp>
#include <plumbline/math/sinc.hpp>
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <algorithm>
#include <cmath>
#include <new>

#if defined(__x86_64__) && defined(__GNUC__) && defined(__GLIBC__)
#define PLUMBLINE_AVX2_LANES 1
#include <immintrin.h>
// clang asks that the functions that take registers of vectors are declared for processors that have them.
#define PLUMBLINE_FOUR_LANES extern "C" __attribute__((target("avx2"))) __m256d
#define PLUMBLINE_EIGHT_LANES extern "C" __attribute__((target("avx512f"))) __m512d
PLUMBLINE_FOUR_LANES _ZGVdN4v_sin(__m256d);
PLUMBLINE_FOUR_LANES _ZGVdN4v_cos(__m256d);
PLUMBLINE_FOUR_LANES _ZGVdN4v_exp(__m256d);
PLUMBLINE_FOUR_LANES _ZGVdN4v_log(__m256d);
PLUMBLINE_EIGHT_LANES _ZGVeN8v_sin(__m512d);
PLUMBLINE_EIGHT_LANES _ZGVeN8v_cos(__m512d);
PLUMBLINE_EIGHT_LANES _ZGVeN8v_exp(__m512d);
PLUMBLINE_EIGHT_LANES _ZGVeN8v_log(__m512d);
#else
#define PLUMBLINE_AVX2_LANES 0
#endif

namespace plumbline {

namespace {

using lanes::at;
using lanes::at_any;
using lanes::eight_numbers;
using lanes::four_numbers;
using lanes::numbers;
using lanes::processor;

constexpr std::size_t step = lanes::vector_width;  // widths are multiples of it
constexpr std::size_t alignment = lanes::vector_alignment;

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
  const std::int64_t* wanted = nullptr;  ///< null: all lanes
};

// The body of each loop stands once, and is inlined into a function for each processor.

/// +, −, ·, / and the change of sign. False for another operation.
PLUMBLINE_INLINE bool arithmetic(operation what, const operands& o) {
  switch (what) {
    case operation::negate:
      for (std::size_t k = 0; k < o.width; k += step) {
        at(o.r, k) = -at(o.a, k);
      }
      return true;
    case operation::add:
      for (std::size_t k = 0; k < o.width; k += step) {
        at(o.r, k) = at(o.a, k) + at(o.b, k);
      }
      return true;
    case operation::subtract:
      for (std::size_t k = 0; k < o.width; k += step) {
        at(o.r, k) = at(o.a, k) - at(o.b, k);
      }
      return true;
    case operation::multiply:
      for (std::size_t k = 0; k < o.width; k += step) {
        at(o.r, k) = at(o.a, k) * at(o.b, k);
      }
      return true;
    case operation::divide:
      for (std::size_t k = 0; k < o.width; k += step) {
        at(o.r, k) = at(o.a, k) / at(o.b, k);
      }
      return true;
    default:
      return false;
  }
}

PLUMBLINE_INLINE void product_sum(double* r, const double* a, const double* b, const double* c,
                                  std::size_t width) {
  for (std::size_t k = 0; k < width; k += step) {
    at_any<eight_numbers>(r + k).lanes =
        at_any<eight_numbers>(a + k).lanes +
        at_any<eight_numbers>(b + k).lanes * at_any<eight_numbers>(c + k).lanes;
  }
}

bool arithmetic_anywhere(operation what, const operands& o) { return arithmetic(what, o); }
void product_sum_anywhere(double* r, const double* a, const double* b, const double* c,
                          std::size_t width) {
  product_sum(r, a, b, c, width);
}

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
__attribute__((target(PLUMBLINE_AVX512))) bool arithmetic_avx512(operation what,
                                                                 const operands& o) {
  if (what == operation::sqrt) {
    for (std::size_t k = 0; k < o.width; k += step) {
      _mm512_store_pd(o.r + k, _mm512_maskz_sqrt_pd(0xff, _mm512_load_pd(o.a + k)));
    }
    return true;
  }
  return arithmetic(what, o);
}
__attribute__((target(PLUMBLINE_AVX512))) void product_sum_avx512(double* r, const double* a,
                                                                  const double* b, const double* c,
                                                                  std::size_t width) {
  product_sum(r, a, b, c, width);
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

/// arithmetic() for this machine.
bool (*arithmetic_here())(operation, const operands&) {
#if PLUMBLINE_AVX2_LANES
  switch (lanes::this_processor()) {
    case processor::avx512:
      return arithmetic_avx512;
    case processor::avx2:
      return arithmetic_avx2;
    case processor::any:
      break;
  }
#endif
  return arithmetic_anywhere;
}

/// Every lane, or those that are wanted.
template <class Function>
void each(const operands& o, Function f) {
  if (o.wanted == nullptr) {
    for (std::size_t k = 0; k < o.width; ++k) {
      f(o.r[k], o.a[k], o.b[k]);
    }
    return;
  }
  for (std::size_t k = 0; k < o.width; ++k) {
    if (o.wanted[k] != 0) {
      f(o.r[k], o.a[k], o.b[k]);
    }
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

void lane_runner::run(int stage, std::span<const std::int64_t> wanted) {
  run(stage, nullptr, wanted);
}
void lane_runner::run_beside(int stage, const lane_runner& other,
                             std::span<const std::int64_t> wanted) {
  run(stage, &other, wanted);
}

bool lane_runner::copy_sine(const instruction& i, const lane_runner& other) {
  if (i.a >= program_->inputs() || other.program_->inputs() != program_->inputs()) {
    return false;
  }
  for (int stage = 0; stage < other.program_->stages(); ++stage) {
    for (const instruction& theirs : other.program_->stage(stage)) {
      if (theirs.what == operation::sin && theirs.a == i.a &&
          (theirs.first_needed || !i.first_needed) && (theirs.second_needed || !i.second_needed)) {
        if (i.first_needed) {
          std::copy_n(other.at(theirs.result), width_, at(i.result));
        }
        if (i.second_needed) {
          std::copy_n(other.at(theirs.second), width_, at(i.second));
        }
        return true;
      }
    }
  }
  return false;
}

void lane_runner::run(int stage, const lane_runner* other, std::span<const std::int64_t> wanted) {
  const auto calculate = arithmetic_here();
  const std::int64_t* const lanes = wanted.empty() ? nullptr : wanted.data();
  const auto call = [&](operation what, const operands& o) {
#if PLUMBLINE_AVX2_LANES
    if (has_avx2() && functions_ == lane_functions::vector &&
        (has_avx512() ? vector_function_avx512(what, o) : vector_function_avx2(what, o))) {
      return;
    }
#endif
    scalar_function(what, o);
  };
  for (const instruction& i : program_->stage(stage)) {
    const double* const a = at(i.a);
    const operands o{at(i.result), a, i.b < 0 ? a : at(i.b), width_, lanes};
    if (i.what == operation::sin) {
      if (other != nullptr && copy_sine(i, *other)) {
        continue;
      }
      double* const cosine = at(i.second);
      if (i.first_needed && i.second_needed && functions_ == lane_functions::exact) {
        for (std::size_t k = 0; k < width_; ++k) {
          if (lanes == nullptr || lanes[k] != 0) {
            set_sin_cos(o.r[k], cosine[k], a[k]);
          }
        }
        continue;
      }
      if (i.first_needed) {
        call(operation::sin, o);
      }
      if (i.second_needed) {
        call(operation::cos, {cosine, a, a, width_, lanes});
      }
      continue;
    }
    if (!calculate(i.what, o)) {
      call(i.what, o);
    }
  }
}

few_lanes::few_lanes(std::shared_ptr<const program> p, int points)
    : program_(std::move(p)), points_(points), stride_((points + 3) / 4 * 4) {
  const auto place = [this](int k) { return k < 0 ? -1 : k * stride_; };
  for (int k = 0; k < program_->stages(); ++k) {
    std::vector<placed>& list = stages_.emplace_back();
    for (const instruction& i : program_->runs(k)) {
      list.push_back({i.what, i.run, place(i.result), place(i.a), place(i.b), place(i.second),
                      i.first_needed, i.second_needed});
    }
  }
  registers_.resize(static_cast<std::size_t>(program_->registers()) *
                    static_cast<std::size_t>(stride_));
  const auto fill = [this](int k, double x) { std::fill_n(input(k), stride_, x); };
  int next = program_->inputs();
  for (const exact_number& x : program_->constants()) {
    fill(next++, from_exact<double>(x));
  }
  if (program_->pi_register() >= 0) {
    fill(program_->pi_register(), pi<double>());
  }
}

/// Runs the instructions up to the first that is no sum, product or quotient: the place of that one, or the end.
template <int vectors>
PLUMBLINE_INLINE const few_lanes::placed* few_lanes::arithmetic_here(double* x, const placed* i,
                                                                     const placed* end) {
  const auto at_four = [x](int place) __attribute__((always_inline))->auto& {
    return at_any<four_numbers>(x + place);
  };
  const auto run_of = [&](auto&& f) __attribute__((always_inline)) {
    const placed* const last = i + i->run;
    do {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        f(*i, 4 * v);
      }
    } while (++i != last);
  };
  while (i != end) {
    switch (i->what) {
      case operation::negate:
        run_of([&](const placed& j, int v) __attribute__((always_inline)) {
          at_four(j.result + v).lanes = -at_four(j.a + v).lanes;
        });
        break;
      case operation::add:
        run_of([&](const placed& j, int v) __attribute__((always_inline)) {
          at_four(j.result + v).lanes = at_four(j.a + v).lanes + at_four(j.b + v).lanes;
        });
        break;
      case operation::subtract:
        run_of([&](const placed& j, int v) __attribute__((always_inline)) {
          at_four(j.result + v).lanes = at_four(j.a + v).lanes - at_four(j.b + v).lanes;
        });
        break;
      case operation::multiply:
        run_of([&](const placed& j, int v) __attribute__((always_inline)) {
          at_four(j.result + v).lanes = at_four(j.a + v).lanes * at_four(j.b + v).lanes;
        });
        break;
      case operation::divide:
        run_of([&](const placed& j, int v) __attribute__((always_inline)) {
          at_four(j.result + v).lanes = at_four(j.a + v).lanes / at_four(j.b + v).lanes;
        });
        break;
      default:
        return i;
    }
  }
  return end;
}
const few_lanes::placed* few_lanes::arithmetic_anywhere(double* x, const placed* i,
                                                        const placed* end, int stride) {
  return stride == 4 ? arithmetic_here<1>(x, i, end) : arithmetic_here<2>(x, i, end);
}
#if PLUMBLINE_AVX2_LANES
__attribute__((target("avx2")))
#endif
const few_lanes::placed*
few_lanes::arithmetic_avx2(double* x, const placed* i, const placed* end, int stride) {
  return stride == 4 ? arithmetic_here<1>(x, i, end) : arithmetic_here<2>(x, i, end);
}

void few_lanes::call(const placed& i, int first) {
  double* const x = registers_.data();
  double* const r = x + i.result;
  const double* const a = x + i.a;
  if (i.what == operation::sin) {
    double* const cosine = x + i.second;
    if (i.first_needed && i.second_needed) {
      for (int k = first; k < points_; ++k) {
        set_sin_cos(r[k], cosine[k], a[k]);
      }
    } else {
      for (int k = first; k < points_; ++k) {
        if (i.first_needed) {
          set_sin(r[k], a[k]);
        } else {
          set_cos(cosine[k], a[k]);
        }
      }
    }
    return;
  }
  scalar_function(i.what, {r + first, a + first, (i.b < 0 ? a : x + i.b) + first,
                           static_cast<std::size_t>(points_ - first)});
}

void few_lanes::run(int stage, int first) {
  const auto arithmetic = has_avx2() ? arithmetic_avx2 : arithmetic_anywhere;
  const std::vector<placed>& list = stages_[static_cast<std::size_t>(stage)];
  const placed* const end = list.data() + list.size();
  double* const x = registers_.data();
  for (const placed* i = arithmetic(x, list.data(), end, stride_); i != end;
       i = arithmetic(x, i + 1, end, stride_)) {
    call(*i, first);
  }
}

void lanes::add_product(double* r, const double* a, const double* b, const double* c,
                        std::size_t width) {
#if PLUMBLINE_AVX2_LANES
  switch (this_processor()) {
    case processor::avx512:
      return product_sum_avx512(r, a, b, c, width);
    case processor::avx2:
      return product_sum_avx2(r, a, b, c, width);
    case processor::any:
      break;
  }
#endif
  product_sum_anywhere(r, a, b, c, width);
}

}  // namespace plumbline
