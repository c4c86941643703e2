// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/taylor_arb.hpp"
#include "math/taylor_engine.hpp"
#include "math/taylor_scalars.hpp"
#include "mechanics/taylor_system.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/taylor.hpp>

#include <algorithm>
#include <limits>

namespace plumbline {

/// The recurrences in the arithmetic that serves T best.
template <class T>
class taylor_series<T>::kernel {
 public:
  kernel() = default;
  kernel(const kernel&) = delete;
  kernel& operator=(const kernel&) = delete;
  virtual ~kernel() = default;
  virtual bool expand(const vector<T>& y, const T& t) = 0;
  virtual void evaluate(const T& h, vector<T>& y) = 0;
  virtual double log2_coefficient(int state, int k) const = 0;
};

namespace {

template <class T>
class scalar_kernel final : public taylor_series<T>::kernel {
 public:
  scalar_kernel(const std::shared_ptr<const taylor_code>& code, int order,
                const std::vector<T>& parameters)
      : engine_(code, order) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      set_copy(engine_.work().at(engine_.parameter_row(static_cast<int>(i)), 0), parameters[i]);
    }
    engine_.run_constants();
  }
  bool expand(const vector<T>& y, const T& t) override {
    for (int i = 0; i < engine_.states(); ++i) {
      set_copy(engine_.work().at(engine_.state(i), 0), y[i]);
    }
    set_copy(engine_.work().at(engine_.code().time, 0), t);
    return engine_.expand();
  }
  void evaluate(const T& h, vector<T>& y) override {
    for (int i = 0; i < engine_.states(); ++i) {
      const int row = engine_.state(i);
      set_copy(sum_, engine_.work().at(row, engine_.order()));
      for (int k = engine_.order() - 1; k >= 0; --k) {
        set_product(sum_, sum_, h);
        set_sum(sum_, sum_, engine_.work().at(row, k));
      }
      set_copy(y[i], sum_);
    }
  }
  double log2_coefficient(int state, int k) const override {
    return engine_.work().size(engine_.state(state), k);
  }

 private:
  taylor_engine<taylor_scalars<T>> engine_;
  T sum_{0};
};

#if PLUMBLINE_HAS_ARB

template <class T>
class arb_kernel final : public taylor_series<T>::kernel {
 public:
  arb_kernel(const std::shared_ptr<const taylor_code>& code, int order,
             const std::vector<T>& parameters)
      : bits_(working_bits()), engine_(code, order, bits_, ball_mode::approximate), numbers_(2) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      set(engine_.work().at(engine_.parameter_row(static_cast<int>(i)), 0), parameters[i]);
    }
    engine_.run_constants();
  }
  bool expand(const vector<T>& y, const T& t) override {
    for (int i = 0; i < engine_.states(); ++i) {
      set(engine_.work().at(engine_.state(i), 0), y[i]);
    }
    set(engine_.work().at(engine_.code().time, 0), t);
    return engine_.expand();
  }
  void evaluate(const T& h, vector<T>& y) override {
    set(numbers_[0], h);
    arf_srcptr step = arb_midref(numbers_[0]);
    arf_ptr sum = arb_midref(numbers_[1]);
    for (int i = 0; i < engine_.states(); ++i) {
      const int row = engine_.state(i);
      arf_set(sum, arb_midref(engine_.work().at(row, engine_.order())));
      for (int k = engine_.order() - 1; k >= 0; --k) {
        arf_mul(sum, sum, step, bits_, ARF_RND_DOWN);
        arf_add(sum, sum, arb_midref(engine_.work().at(row, k)), bits_, ARF_RND_NEAR);
      }
      arf_get_mpfr(y[i].backend().data(), sum, MPFR_RNDN);
    }
  }
  double log2_coefficient(int state, int k) const override {
    return engine_.work().size(engine_.state(state), k);
  }

 private:
  /// A few guard bits, filled up to whole limbs.
  static slong working_bits() {
    constexpr slong guard = 16;
    return (scalar_traits<T>::bits() + guard + FLINT_BITS - 1) / FLINT_BITS * FLINT_BITS;
  }
  static void set(arb_ptr r, const T& x) {
    arf_set_mpfr(arb_midref(r), x.backend().data());
    mag_zero(arb_radref(r));
  }

  slong bits_;
  taylor_engine<taylor_balls> engine_;
  ball_array numbers_;
};

#endif

template <class T>
std::unique_ptr<typename taylor_series<T>::kernel> make_kernel(
    const std::shared_ptr<const taylor_code>& code, int order, const std::vector<T>& parameters) {
#if PLUMBLINE_HAS_ARB
  if constexpr (mpfr_scalar<T>) {
    return std::make_unique<arb_kernel<T>>(code, order, parameters);
  } else
#endif
  {
    return std::make_unique<scalar_kernel<T>>(code, order, parameters);
  }
}

}  // namespace

template <class T>
taylor_series<T>::taylor_series(const model<T>& system, int order) : order_(order) {
  if (order < 1) {
    throw invalid_input("the order of a Taylor series must be at least 1, got " +
                        std::to_string(order));
  }
  if (system.law_by_zone()) {
    throw invalid_input(
        "a Taylor series cannot step over the boundary of a zone: steps must be cut there "
        "(--events split)");
  }
  const taylor_system made = taylor_system_of(*system.formulas());
  variables_ = made.states == taylor_states::momenta      ? taylor_variables::momenta
               : made.states == taylor_states::velocities ? taylor_variables::velocities
                                                          : taylor_variables::first_order;
  states_ = static_cast<int>(made.code->states.size());
  kernel_ = make_kernel<T>(made.code, order, system.parameters());
}

template <class T>
taylor_series<T>::taylor_series(taylor_series&&) noexcept = default;
template <class T>
taylor_series<T>& taylor_series<T>::operator=(taylor_series&&) noexcept = default;
template <class T>
taylor_series<T>::~taylor_series() = default;

template <class T>
solve_report taylor_series<T>::expand(const vector<T>& y, const T& t) {
  if (!kernel_->expand(y, t)) {
    return {solve_outcome::singular, 0, 0};
  }
  for (int i = 0; i < states_; ++i) {
    if (std::isnan(kernel_->log2_coefficient(i, order_)) ||
        kernel_->log2_coefficient(i, order_) == std::numeric_limits<double>::infinity()) {
      return {solve_outcome::not_finite, 0, 0};
    }
  }
  return {};
}

template <class T>
void taylor_series<T>::evaluate(const T& h, vector<T>& y) const {
  kernel_->evaluate(h, y);
}

template <class T>
double taylor_series<T>::log2_coefficient(int state, int k) const {
  return kernel_->log2_coefficient(state, k);
}

template <class T>
double taylor_series<T>::log2_step(double log2_tolerance) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const int head = std::max(1, order_ / 3);
  const int tail = order_ - order_ / 3;
  std::vector<double> size(static_cast<std::size_t>(order_) + 1);
  std::vector<std::vector<double>> sizes;
  for (int i = 0; i < states_; ++i) {
    for (int k = 0; k <= order_; ++k) {
      size[static_cast<std::size_t>(k)] = kernel_->log2_coefficient(i, k);
    }
    sizes.push_back(size);
  }
  const auto largest = [](const std::vector<double>& of, int from, int to, double log2_h) {
    double most = -infinity;
    for (int k = from; k <= to; ++k) {
      most = std::max(most, of[static_cast<std::size_t>(k)] + k * log2_h);
    }
    return most;
  };
  // Terms that fall by the same factor from order to order reach the tolerance at the last order: the term k may be
  // tolerance^(k/N) of the scale. What is left out is then a geometric series below the tolerance. Increasing in h, since
  // the terms of the tail grow faster than those of the head.
  const auto fits = [&](double log2_h) {
    double of_all = -infinity;
    for (const auto& of : sizes) {
      of_all = std::max(of_all, largest(of, 0, head, log2_h));
    }
    for (const auto& of : sizes) {
      double scale = largest(of, 0, head, log2_h);
      if (scale == -infinity) {  // a state that is still zero: beside the others
        scale = of_all;
      }
      for (int k = tail; k <= order_; ++k) {
        if (of[static_cast<std::size_t>(k)] + k * log2_h > scale + log2_tolerance * k / order_) {
          return false;
        }
      }
    }
    return true;
  };
  constexpr double limit = 4096;
  if (fits(limit)) {
    return infinity;
  }
  double low = -limit * 16;
  double high = limit;
  for (constexpr double resolution = 1. / 256; high - low > resolution;) {
    const double middle = (low + high) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

#define PLUMBLINE_SCALAR(T) template class taylor_series<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class taylor_series<tangent_number<double>>;
template class taylor_series<tangent_number<mp>>;

}  // namespace plumbline
