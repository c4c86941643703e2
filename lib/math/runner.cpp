// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/runner.hpp>

#include <scalar/quad_arithmetic.hpp>
#include <scalar/with_fma.hpp>

namespace plumbline {

namespace {

/// The operations of a scalar.
template <class T>
struct operations {
  static void set_sum(T& r, const T& a, const T& b) { r = a + b; }
  static void set_difference(T& r, const T& a, const T& b) { r = a - b; }
  static void set_product(T& r, const T& a, const T& b) { r = a * b; }
};
#if PLUMBLINE_HAS_QUAD
template <>
struct operations<quad> {
  static void set_sum(quad& r, const quad& a, const quad& b) {
    detail::quad_arithmetic::set_sum<false>(r, a, b);
  }
  static void set_difference(quad& r, const quad& a, const quad& b) {
    detail::quad_arithmetic::set_sum<true>(r, a, b);
  }
  static void set_product(quad& r, const quad& a, const quad& b) {
    detail::quad_arithmetic::set_product(r, a, b);
  }
};
#endif

/// Runs the instructions up to the first that is no sum, product or quotient, nor in double a sine: the place of that one,
/// or the end.
template <class T>
const instruction* run_arithmetic(T* x, const instruction* i, const instruction* end) {
  const auto run_of = [&](auto&& f) {
    const instruction* const last = i + i->run;
    do {
      f(*i);
    } while (++i != last);
  };
  while (i != end) {
    switch (i->what) {
      case operation::negate:
        run_of([x](const instruction& j) { x[j.result] = -x[j.a]; });
        break;
      case operation::add:
        run_of([x](const instruction& j) { operations<T>::set_sum(x[j.result], x[j.a], x[j.b]); });
        break;
      case operation::subtract:
        run_of([x](const instruction& j) {
          operations<T>::set_difference(x[j.result], x[j.a], x[j.b]);
        });
        break;
      case operation::multiply:
        run_of(
            [x](const instruction& j) { operations<T>::set_product(x[j.result], x[j.a], x[j.b]); });
        break;
      case operation::divide:
        run_of([x](const instruction& j) { x[j.result] = x[j.a] / x[j.b]; });
        break;
      case operation::sin:  // the way to call() and back costs as much as the function in double
        if constexpr (std::is_same_v<T, double>) {
          if (!i->second_needed) {
            x[i->result] = std::sin(x[i->a]);
          } else if (!i->first_needed) {
            x[i->second] = std::cos(x[i->a]);
          } else {
            set_sin_cos(x[i->result], x[i->second], x[i->a]);
          }
          ++i;
          break;
        }
        return i;
      default:
        return i;
    }
  }
  return end;
}
PLUMBLINE_WITH_FMA const instruction* run_arithmetic_with_fma(double_double* x,
                                                              const instruction* i,
                                                              const instruction* end) {
  return run_arithmetic(x, i, end);
}

}  // namespace

template <>
void runner<double_double>::execute(std::span<const instruction> list) {
  const auto run = detail::has_fma() ? run_arithmetic_with_fma : run_arithmetic<double_double>;
  const instruction* const end = list.data() + list.size();
  for (const instruction* i = run(registers_.data(), list.data(), end); i != end;
       i = run(registers_.data(), i + 1, end)) {
    call(*i, at(i->result), at(i->a));
  }
}

template <>
void runner<double>::execute(std::span<const instruction> list) {
  const instruction* const end = list.data() + list.size();
  for (const instruction* i = run_arithmetic(registers_.data(), list.data(), end); i != end;
       i = run_arithmetic(registers_.data(), i + 1, end)) {
    call(*i, at(i->result), at(i->a));
  }
}

#if PLUMBLINE_HAS_QUAD
template <>
void runner<quad>::execute(std::span<const instruction> list) {
  const instruction* const end = list.data() + list.size();
  for (const instruction* i = run_arithmetic(registers_.data(), list.data(), end); i != end;
       i = run_arithmetic(registers_.data(), i + 1, end)) {
    call(*i, at(i->result), at(i->a));
  }
}
#endif

#define PLUMBLINE_SCALAR(T) template class runner<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class runner<double_double>;
template class runner<tangent_number<double>>;
template class runner<tangent_number<mp>>;

}  // namespace plumbline
