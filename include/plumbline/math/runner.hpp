// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Runs a program in a scalar: in place on registers that are made once, so that a run allocates nothing.
//
//   runner<mp64> r(program);
//   r.input(0) = …;  r.run(0);  …  r.result(0)
//
// run_near(k) is for inputs of the stage k that have moved a little since its last run: sine, cosine, exponential and
// logarithm follow from their last values by a few terms of their series in the small difference δ,
//
//   sin(x + δ) = sin x − (sin x (1 − cos δ) − cos x sin δ),   exp(x + δ) = exp x + exp x (exp δ − 1)
//
// which costs products instead of a new evaluation, and about one rounding error more. Where δ is not small, run_near
// evaluates anew (sine and cosine in mp64 and quad: scalar/rotation.hpp). run_beside starts from the values of another
// runner, at a point beside this one.
#pragma once

#include <plumbline/math/program.hpp>
#include <plumbline/math/sinc.hpp>
#include <plumbline/scalar/binary128.hpp>
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/rotation.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace plumbline {

/// Whether a runner will be asked for run_near.
enum class movement { free, near };

template <class T>
class runner {
 public:
  runner() = default;
  /// Run-time MPFR: the registers have the precision that is the working one now, and keep it.
  explicit runner(std::shared_ptr<const program> p, movement m = movement::free);

  /// Adds one to *count each time the last stage with instructions is run, or the stage `least` where that comes later: for
  /// measures of work.
  void count_into(std::shared_ptr<std::int64_t> count, int least = 0) {
    count_ = std::move(count);
    counted_stage_ = std::max(program_->last_stage(), least);
  }

  const program& code() const { return *program_; }
  T& input(int k) { return at(k); }
  /// What a register holds.
  const T& value(int k) const { return at(k); }
  const T& result(int k) const { return at(program_->results()[static_cast<std::size_t>(k)]); }

  /// Runs a stage; those before it have been run since their inputs changed.
  void run(int stage);
  /// The same where the inputs are near those of the last run.
  void run_near(int stage);
  /// The same where the inputs are near those of the last run of `other`, a runner of the same program.
  void run_beside(int stage, const runner& other);
  /// The same where `other` runs another program with some of the same functions at nearly the same arguments.
  void run_with_values_of(int stage, const runner& other);

 private:
  T& at(int k) { return registers_[static_cast<std::size_t>(k)]; }
  const T& at(int k) const { return registers_[static_cast<std::size_t>(k)]; }

  void execute(std::span<const instruction> list);

  void call(const instruction& i, T& r, const T& a);

  /// Moves sin and cos, exp or log to a new argument. False where it is not near the old one.
  bool move(const instruction& i);

  /// Takes the values of a function from `other` where its argument there is near the one here. False where none is.
  bool take(const instruction& i, const runner& other);

  static void set_not_a_number(T& r) {
    if constexpr (mpfr_scalar<T>) {
      mpfr_set_nan(r.backend().data());
    } else {
      r = std::numeric_limits<T>::quiet_NaN();
    }
  }
  static void divide_by(T& r, int n) {
    if constexpr (mpfr_scalar<T>) {
      mpfr_div_si(r.backend().data(), r.backend().data(), n, MPFR_RNDN);
    } else {
      r = r / n;
    }
  }
  static bool is_zero(const T& x) {
    if constexpr (mpfr_scalar<T>) {
      return mpfr_zero_p(x.backend().data()) != 0;
#if PLUMBLINE_HAS_QUAD
    } else if constexpr (std::is_same_v<T, quad>) {
      return detail::bits_of(x) << 1U == 0;
#endif
    } else {
      return x == T(0);
    }
  }
  static long bits_of(const T& x) {
    if constexpr (mpfr_scalar<T>) {
      return static_cast<long>(mpfr_get_prec(x.backend().data()));
    } else {
      (void)x;
      return scalar_traits<T>::bits();
    }
  }

  std::shared_ptr<const program> program_;
  std::vector<T> registers_;
  bool keeps_ = false;
  std::shared_ptr<std::int64_t> count_;
  int counted_stage_ = 0;
  T delta_{0};
  T square_{0};
  T small_{0};
  T sum_{0};
  T power_{0};
  T term_{0};
};

template <class T>
runner<T>::runner(std::shared_ptr<const program> p, movement m)
    : program_(std::move(p)),
      registers_(static_cast<std::size_t>(program_->registers()), T(0)),
      keeps_(moves_functions<T> && m == movement::near) {
  auto next = static_cast<std::size_t>(program_->inputs());
  for (const exact_number& x : program_->constants()) {
    registers_[next++] = from_exact<T>(x);
  }
  if constexpr (moves_functions<T>) {  // nothing is kept yet
    for (int k = 0; k < program_->stages(); ++k) {
      for (const std::size_t place : program_->movable(k)) {
        set_not_a_number(at(program_->runs(k)[place].kept));
      }
    }
  }
  if (program_->pi_register() >= 0) {
    at(program_->pi_register()) = pi<T>();
  }
}

template <class T>
void runner<T>::execute(std::span<const instruction> list) {
  T* const x = registers_.data();
  const instruction* const end = list.data() + list.size();
  const auto run_of = [](const instruction* i, auto&& f) {
    const instruction* const last = i + i->run;
    do {
      f(*i);
    } while (++i != last);
    return i;
  };
  for (const instruction* i = list.data(); i != end;) {
    switch (i->what) {
      case operation::negate:
        i = run_of(i, [x](const instruction& j) { set_negative(x[j.result], x[j.a]); });
        break;
      case operation::add:
        i = run_of(i, [x](const instruction& j) { set_sum(x[j.result], x[j.a], x[j.b]); });
        break;
      case operation::subtract:
        i = run_of(i, [x](const instruction& j) { set_difference(x[j.result], x[j.a], x[j.b]); });
        break;
      case operation::multiply:
        i = run_of(i, [x](const instruction& j) {
          if constexpr (has_run_time_digits<T>) {
            if (j.a == j.b) {
              set_square(x[j.result], x[j.a]);
              return;
            }
          }
          set_product(x[j.result], x[j.a], x[j.b]);
        });
        break;
      case operation::divide:
        i = run_of(i, [x](const instruction& j) { set_quotient(x[j.result], x[j.a], x[j.b]); });
        break;
      default:
        call(*i, x[i->result], x[i->a]);
        ++i;
    }
  }
}

// In double, in double-double with the processor's std::fma, in quad by its bits: lib/math/runner.cpp.
template <>
void runner<double>::execute(std::span<const instruction> list);
template <>
void runner<double_double>::execute(std::span<const instruction> list);
#if PLUMBLINE_HAS_QUAD
template <>
void runner<quad>::execute(std::span<const instruction> list);
#endif

template <class T>
void runner<T>::call(const instruction& i, T& r, const T& a) {
  switch (i.what) {
    case operation::sqrt:
      if constexpr (std::floating_point<T> || requires { sqrt(a); }) {
        set_sqrt(r, a);
        return;
      } else {
        detail::no_function("sqrt");
      }
    case operation::sin:
      if constexpr (!(std::floating_point<T> || requires { sin(a); })) {
        detail::no_function("sin");
      } else if (keeps_ || (i.first_needed && i.second_needed)) {
        set_sin_cos(r, at(i.second), a);
      } else if (i.first_needed) {
        set_sin(r, a);
      } else {
        set_cos(at(i.second), a);
      }
      break;
    case operation::exp:
      set_exp(r, a);
      break;
    case operation::log:
      set_log(r, a);
      break;
    case operation::tan:
      set_tan(r, a);
      return;
    case operation::asin:
      set_asin(r, a);
      return;
    case operation::acos:
      set_acos(r, a);
      return;
    case operation::atan:
      set_atan(r, a);
      return;
    case operation::sinh:
      set_sinh(r, a);
      return;
    case operation::cosh:
      set_cosh(r, a);
      return;
    case operation::tanh:
      set_tanh(r, a);
      return;
    case operation::asinh:
      set_asinh(r, a);
      return;
    case operation::acosh:
      set_acosh(r, a);
      return;
    case operation::atanh:
      set_atanh(r, a);
      return;
    case operation::atan2:
      set_atan2(r, a, at(i.b));
      return;
    case operation::power:
      set_pow(r, a, at(i.b));
      return;
    case operation::sinc:
      if constexpr (std::floating_point<T> || requires { sin(a); }) {
        r = sinc(a).value;
        return;
      } else {
        detail::no_function("sinc");
      }
    case operation::sinc_slope:
      if constexpr (std::floating_point<T> || requires { sin(a); }) {
        r = sinc(a).slope;
        return;
      } else {
        detail::no_function("sinc");
      }
    default:
      detail::no_function(std::string(name_of(i.what)).c_str());
  }
  if (keeps_) {
    set_copy(at(i.kept), a);
  }
}

template <class T>
bool runner<T>::move(const instruction& i) {
  const T& x = at(i.a);
  T& kept = at(i.kept);
  set_difference(delta_, x, kept);
  if (is_zero(delta_)) {
    return true;
  }
  if (i.what == operation::log) {
    set_quotient(delta_, delta_, kept);
  }
  if constexpr (moves_functions<T>) {
    if (i.what == operation::sin && rotate(at(i.result), at(i.second), delta_)) {
      set_copy(kept, x);
      return true;
    }
#if PLUMBLINE_HAS_QUAD
    if constexpr (std::is_same_v<T, quad>) {  // a new evaluation costs less than the series
      if (i.what == operation::sin) {
        return false;
      }
    }
#endif
  }
  // at most 10 terms of the series
  const long exponent = binary_exponent(delta_);
  const long bits = bits_of(kept);
  if (!is_finite(delta_) || exponent * 10 > -bits) {
    return false;
  }
  T& r = at(i.result);
  if (i.what == operation::sin) {
    T& c = at(i.second);
    // small_ ← 1 − cos δ, sum_ ← sin δ
    set_square(square_, delta_);
    set_scaled(small_, square_, -1);
    set_copy(sum_, delta_);
    set_copy(power_, delta_);
    set_copy(term_, small_);
    // the terms δ^k/k! for k = 3, 4, …; δ^(k-1)/(k-1)! is in term_ (even) or power_ (odd)
    for (int k = 3; exponent * (k - 1) > -bits; ++k) {
      T& previous = k % 2 == 1 ? power_ : term_;
      set_product(previous, previous, square_);
      divide_by(previous, k * (k - 1));
      if (k % 4 == 3) {
        set_difference(sum_, sum_, previous);
      } else if (k % 4 == 0) {
        set_difference(small_, small_, previous);
      } else if (k % 4 == 1) {
        set_sum(sum_, sum_, previous);
      } else {
        set_sum(small_, small_, previous);
      }
    }
    // s ← s − (s (1 − cos δ) − c sin δ),  c ← c − (c (1 − cos δ) + s sin δ)
    set_product(term_, r, small_);
    set_product(power_, c, sum_);
    set_difference(term_, term_, power_);
    set_product(power_, c, small_);
    set_product(square_, r, sum_);
    set_sum(power_, power_, square_);
    set_difference(r, r, term_);
    set_difference(c, c, power_);
  } else {
    // exp δ − 1 or log(1 + δ)
    const bool exponential = i.what == operation::exp;
    set_copy(sum_, delta_);
    set_copy(power_, delta_);
    for (int k = 2; exponent * (k - 1) > -bits; ++k) {
      set_product(power_, power_, delta_);
      if (exponential) {
        divide_by(power_, k);
        set_sum(sum_, sum_, power_);
      } else {
        set_copy(term_, power_);
        divide_by(term_, k % 2 == 0 ? -k : k);
        set_sum(sum_, sum_, term_);
      }
    }
    if (exponential) {
      set_product(sum_, sum_, r);
    }
    set_sum(r, r, sum_);
  }
  set_copy(kept, x);
  return true;
}

template <class T>
void runner<T>::run(int stage) {
  if (count_ && stage == counted_stage_) {
    ++*count_;
  }
  execute(program_->runs(stage));
}

template <class T>
void runner<T>::run_near(int stage) {
  if constexpr (moves_functions<T>) {
    if (count_ && stage == counted_stage_) {
      ++*count_;
    }
    // what can be moved, one by one; what is between, as in run()
    const std::span<const instruction> list = program_->runs(stage);
    std::size_t first = 0;
    if (keeps_) {
      for (const std::size_t k : program_->movable(stage)) {
        execute(list.subspan(first, k - first));
        first = move(list[k]) ? k + 1 : k;
      }
    }
    execute(list.subspan(first));
  } else {
    run(stage);
  }
}

template <class T>
bool runner<T>::take(const instruction& i, const runner& other) {
  for (int stage = 0; stage < other.program_->stages(); ++stage) {
    for (const std::size_t k : other.program_->movable(stage)) {
      const instruction& j = other.program_->runs(stage)[k];
      if (j.what != i.what) {
        continue;
      }
      const T& kept = other.at(j.kept);
      set_difference(delta_, at(i.a), kept);
      // as in move()
      if (is_finite(delta_) &&
          (is_zero(delta_) || binary_exponent(delta_) * 10 <= -bits_of(kept))) {
        set_copy(at(i.kept), kept);
        set_copy(at(i.result), other.at(j.result));
        if (i.second >= 0) {
          set_copy(at(i.second), other.at(j.second));
        }
        return true;
      }
    }
  }
  return false;
}

template <class T>
void runner<T>::run_with_values_of(int stage, const runner& other) {
  if constexpr (moves_functions<T>) {
    if (keeps_ && other.keeps_) {
      const std::span<const instruction> list = program_->runs(stage);
      std::size_t first = 0;
      for (const std::size_t k : program_->movable(stage)) {
        execute(list.subspan(first, k - first));
        first = take(list[k], other) && move(list[k]) ? k + 1 : k;
      }
      execute(list.subspan(first));
      return;
    }
  }
  run(stage);
}

template <class T>
void runner<T>::run_beside(int stage, const runner& other) {
  if constexpr (moves_functions<T>) {
    if (keeps_ && other.keeps_) {
      const std::vector<instruction>& list = program_->runs(stage);
      for (const std::size_t k : program_->movable(stage)) {
        const instruction& i = list[k];
        set_copy(at(i.kept), other.at(i.kept));
        set_copy(at(i.result), other.at(i.result));
        if (i.second >= 0) {
          set_copy(at(i.second), other.at(i.second));
        }
      }
    }
    run_near(stage);
  } else {
    run(stage);
  }
}

// Compiled once for each scalar, in lib/math/runner.cpp.
#define PLUMBLINE_SCALAR(T) extern template class runner<T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class runner<double_double>;
extern template class runner<tangent_number<double>>;
extern template class runner<tangent_number<mp>>;

}  // namespace plumbline
