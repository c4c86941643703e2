// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/rank_on_step.hpp"
#include "math/steep_rows.hpp"
#include "math/taylor_arb.hpp"
#include "math/taylor_engine.hpp"
#include "math/taylor_scalars.hpp"
#include "mechanics/taylor_system.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/taylor.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
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
  /// The same, and slopes ← Σ k y_k h^(k−1)
  virtual void evaluate(const T& h, vector<T>& y, vector<T>& slopes) = 0;
  /// f ← the field at the states y at the time t_0 + h. False where it has no value.
  virtual bool field(const vector<T>& y, const T& h, vector<T>& f) = 0;
  virtual double log2_coefficient(int state, int k) const = 0;
  /// of[k] ← e with 2^(e − 1) ≤ |y_k| < 2^e, or `no_exponent` for 0: what a logarithm costs more than. False where that is
  /// not quickly known.
  virtual bool exponents(int state, int* of) const = 0;
  /// The coefficient k of any row, and of a state.
  virtual T coefficient(int row, int k) const = 0;
  virtual T state_coefficient(int state, int k) const = 0;
  /// The same as m 2^exponent, with |m| from 1/2 to 1, or 0.
  virtual double coefficient(int row, int k, long& exponent) const = 0;
};

namespace {

constexpr int no_exponent = std::numeric_limits<int>::min();
constexpr double nothing = -std::numeric_limits<double>::infinity();

int short_exponent(long e) {
  constexpr long most = 1'000'000'000;
  return static_cast<int>(std::clamp(e, -most, most));
}

/// The exponent of a number that has one in its bits, in `e`.
template <class T>
bool has_exponent(const T& x, int& e) {
  if constexpr (std::is_same_v<T, double>) {
    constexpr int bias = 1022;
    const auto field = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52U & 0x7ffU);
    e = field == 0 ? no_exponent : field - bias;
    return field != 0 || x == 0;
  } else if constexpr (mpfr_scalar<T>) {
    const auto* const number = x.backend().data();
    e = mpfr_regular_p(number) != 0 ? short_exponent(mpfr_get_exp(number)) : no_exponent;
    return mpfr_regular_p(number) != 0 || mpfr_zero_p(number) != 0;
  } else {
    return false;
  }
}

/// m 2^exponent with |m| from 1/2 to 1, or 0.
template <class T>
double split(const T& x, long& exponent) {
  exponent = 0;
  if constexpr (std::is_same_v<T, double>) {
    int e = 0;
    const double m = std::frexp(x, &e);
    exponent = e;
    return m;
  } else if constexpr (mpfr_scalar<T>) {
    return mpfr_get_d_2exp(&exponent, x.backend().data(), MPFR_RNDN);
  } else {
    const double size = log2_magnitude(x);
    if (!std::isfinite(size)) {
      return 0;
    }
    const int e = static_cast<int>(std::floor(size)) + 1;
    T m(0);
    set_scaled(m, x, -e);
    exponent = e;
    return to_double(m);
  }
}

template <class T>
class scalar_kernel final : public taylor_series<T>::kernel {
 public:
  scalar_kernel(const std::shared_ptr<const taylor_code>& code, int order,
                const std::vector<T>& parameters)
      : engine_(code, order), at_end_(code, 0) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const int row = engine_.parameter_row(static_cast<int>(i));
      set_copy(engine_.work().at(row, 0), parameters[i]);
      set_copy(at_end_.work().at(row, 0), parameters[i]);
    }
    engine_.run_constants();
    at_end_.run_constants();
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
  void evaluate(const T& h, vector<T>& y, vector<T>& slopes) override {
    for (int i = 0; i < engine_.states(); ++i) {
      const int row = engine_.state(i);
      set_copy(sum_, engine_.work().at(row, engine_.order()));
      set_copy(slope_, T(0));
      for (int k = engine_.order() - 1; k >= 0; --k) {
        set_product(slope_, slope_, h);
        set_sum(slope_, slope_, sum_);
        set_product(sum_, sum_, h);
        set_sum(sum_, sum_, engine_.work().at(row, k));
      }
      set_copy(y[i], sum_);
      set_copy(slopes[i], slope_);
    }
  }
  bool field(const vector<T>& y, const T& h, vector<T>& f) override {
    for (int i = 0; i < at_end_.states(); ++i) {
      set_copy(at_end_.work().at(at_end_.state(i), 0), y[i]);
    }
    const int time = engine_.code().time;
    set_sum(at_end_.work().at(time, 0), engine_.work().at(time, 0), h);
    const bool ok = at_end_.rates(0);
    for (int i = 0; i < at_end_.states(); ++i) {
      set_copy(f[i], at_end_.work().at(at_end_.rate(i), 0));
    }
    return ok;
  }
  double log2_coefficient(int state, int k) const override {
    return engine_.work().size(engine_.state(state), k);
  }
  bool exponents(int state, int* of) const override {
    const int row = engine_.state(state);
    for (int k = 0; k <= engine_.order(); ++k) {
      if (!has_exponent(engine_.work().at(row, k), of[k])) {
        return false;
      }
    }
    return true;
  }
  T coefficient(int row, int k) const override { return engine_.work().at(row, k); }
  T state_coefficient(int state, int k) const override {
    return coefficient(engine_.state(state), k);
  }
  double coefficient(int row, int k, long& exponent) const override {
    return split(engine_.work().at(row, k), exponent);
  }

 private:
  taylor_engine<taylor_scalars<T>> engine_;
  taylor_engine<taylor_scalars<T>> at_end_;
  T sum_{0};
  T slope_{0};
};

#if PLUMBLINE_HAS_ARB

template <class T>
class arb_kernel final : public taylor_series<T>::kernel {
 public:
  arb_kernel(const std::shared_ptr<const taylor_code>& code, int order,
             const std::vector<T>& parameters)
      : bits_(working_bits()),
        engine_(code, order, bits_, ball_mode::approximate),
        at_end_(code, 0, bits_, ball_mode::approximate),
        numbers_(3) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const int row = engine_.parameter_row(static_cast<int>(i));
      set(engine_.work().at(row, 0), parameters[i]);
      set(at_end_.work().at(row, 0), parameters[i]);
    }
    engine_.run_constants();
    at_end_.run_constants();
  }
  bool expand(const vector<T>& y, const T& t) override {
    has_end_ = false;
    for (int i = 0; i < engine_.states(); ++i) {
      set(engine_.work().at(engine_.state(i), 0), y[i]);
    }
    set(engine_.work().at(engine_.code().time, 0), t);
    return engine_.expand();
  }
  void evaluate(const T& h, vector<T>& y) override {
    if (has_end_ && h == end_length_) {  // the end of the step was tested
      y = end_;
      return;
    }
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
  void evaluate(const T& h, vector<T>& y, vector<T>& slopes) override {
    set(numbers_[0], h);
    arf_srcptr step = arb_midref(numbers_[0]);
    arf_ptr sum = arb_midref(numbers_[1]);
    arf_ptr slope = arb_midref(numbers_[2]);
    for (int i = 0; i < engine_.states(); ++i) {
      const int row = engine_.state(i);
      arf_set(sum, arb_midref(engine_.work().at(row, engine_.order())));
      arf_zero(slope);
      for (int k = engine_.order() - 1; k >= 0; --k) {
        arf_mul(slope, slope, step, bits_, ARF_RND_DOWN);
        arf_add(slope, slope, sum, bits_, ARF_RND_NEAR);
        arf_mul(sum, sum, step, bits_, ARF_RND_DOWN);
        arf_add(sum, sum, arb_midref(engine_.work().at(row, k)), bits_, ARF_RND_NEAR);
      }
      arf_get_mpfr(y[i].backend().data(), sum, MPFR_RNDN);
      arf_get_mpfr(slopes[i].backend().data(), slope, MPFR_RNDN);
    }
    has_end_ = true;
    end_length_ = h;
    end_ = y;
  }
  bool field(const vector<T>& y, const T& h, vector<T>& f) override {
    for (int i = 0; i < at_end_.states(); ++i) {
      set(at_end_.work().at(at_end_.state(i), 0), y[i]);
    }
    const int time = engine_.code().time;
    set(numbers_[0], h);
    arf_add(arb_midref(at_end_.work().at(time, 0)), arb_midref(engine_.work().at(time, 0)),
            arb_midref(numbers_[0]), bits_, ARF_RND_NEAR);
    const bool ok = at_end_.rates(0);
    for (int i = 0; i < at_end_.states(); ++i) {
      arf_get_mpfr(f[i].backend().data(), arb_midref(at_end_.work().at(at_end_.rate(i), 0)),
                   MPFR_RNDN);
    }
    return ok;
  }
  double log2_coefficient(int state, int k) const override {
    return engine_.work().size(engine_.state(state), k);
  }
  bool exponents(int state, int* of) const override {
    const int row = engine_.state(state);
    for (int k = 0; k <= engine_.order(); ++k) {
      arf_srcptr x = arb_midref(engine_.work().at(row, k));
      of[k] = arf_is_zero(x) ? no_exponent : short_exponent(arf_abs_bound_lt_2exp_si(x));
    }
    return true;
  }
  T state_coefficient(int state, int k) const override {
    return coefficient(engine_.state(state), k);
  }
  T coefficient(int row, int k) const override {
    T x(0);
    arf_get_mpfr(x.backend().data(), arb_midref(engine_.work().at(row, k)), MPFR_RNDN);
    return x;
  }
  double coefficient(int row, int k, long& exponent) const override {
    arf_srcptr x = arb_midref(engine_.work().at(row, k));
    exponent = 0;
    if (arf_is_special(x) != 0) {
      return 0;
    }
    arf_t scaled;
    exponent = short_exponent(arf_abs_bound_lt_2exp_si(x));
    arf_init(scaled);
    arf_mul_2exp_si(scaled, x, -exponent);
    const double m = arf_get_d(scaled, ARF_RND_NEAR);
    arf_clear(scaled);
    return m;
  }

 private:
  /// A few guard bits, and then as many as fit into the limbs of a dot product.
  static slong working_bits() {
    constexpr slong guard = 16;
    constexpr slong spare = midpoint_dot::spare_bits;
    return (scalar_traits<T>::bits() + guard + spare + FLINT_BITS - 1) / FLINT_BITS * FLINT_BITS -
           spare;
  }
  static void set(arb_ptr r, const T& x) {
    arf_set_mpfr(arb_midref(r), x.backend().data());
    mag_zero(arb_radref(r));
  }

  slong bits_;
  taylor_engine<taylor_balls> engine_;
  taylor_engine<taylor_balls> at_end_;
  ball_array numbers_;
  bool has_end_ = false;  ///< since the last expand()
  T end_length_{0};
  vector<T> end_;
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

namespace {

/// Of sqrt(x²), (x²)^(1/2), asin(sin x) and atan2 at its cut no derivative at one point shows what follows.
bool has_corner(const taylor_code::operation_on_rows& o) {
  switch (o.function) {
    case operation::asin:
    case operation::acos:
    case operation::acosh:
    case operation::atan2:
      return true;
    default:
      return o.what == taylor_code::rule::sqrt || o.what == taylor_code::rule::power ||
             o.what == taylor_code::rule::wedge;
  }
}

}  // namespace

template <class T>
taylor_series<T>::taylor_series(const model<T>& system, int order,
                                const followed_function* followed, const std::vector<T>& named)
    : order_(order) {
  if (order < 1) {
    throw invalid_input("the order of a Taylor series must be at least 1, got " +
                        std::to_string(order));
  }
  if (system.law_by_zone()) {
    throw invalid_input(
        "a Taylor series cannot step over the boundary of a zone: steps must be cut there "
        "(--events split)");
  }
  const taylor_system made = taylor_system_of(*system.formulas(), followed);
  variables_ = made.states == taylor_states::momenta      ? taylor_variables::momenta
               : made.states == taylor_states::velocities ? taylor_variables::velocities
                                                          : taylor_variables::first_order;
  states_ = static_cast<int>(made.code->states.size());
  std::vector<T> parameters = system.parameters();
  if (followed != nullptr) {
    followed_ = made.followed.front();
    parameters.insert(parameters.end(), named.begin(), named.end());
  }
  if (system.formulas()->constraints() > 0) {
    for (const int row : made.code->equations.matrix) {
      matrix_.push_back({row, made.code->kinds[static_cast<std::size_t>(row)] ==
                                  taylor_code::row_kind::constant});
    }
  }
  steep_ = steep_rows_of(*made.code);
  may_have_corners_ = std::ranges::any_of(made.code->of_series, has_corner);
  kernel_ = make_kernel<T>(made.code, order, parameters);
}

namespace {

/// Rows and columns behind the first n as large as the block of the first n, so that the unit of mass does not count.
void scale_constraints(std::vector<std::vector<double>>& entries, std::size_t order,
                       std::size_t n) {
  const auto size = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (const double x : entries[i * order + j]) {
      sum += std::abs(x);
    }
    return sum;
  };
  double mass = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      mass = std::max(mass, size(i, j));
    }
  }
  for (std::size_t k = n; k < order; ++k) {
    double row = 0;
    for (std::size_t j = 0; j < n; ++j) {
      row = std::max(row, size(k, j));
    }
    const double scale = mass / row;
    if (!(scale > 0) || !std::isfinite(scale)) {
      continue;
    }
    for (std::size_t j = 0; j < n; ++j) {
      for (double& x : entries[k * order + j]) {
        x *= scale;
      }
      for (double& x : entries[j * order + k]) {
        x *= scale;
      }
    }
  }
}

}  // namespace

template <class T>
std::optional<double> taylor_series<T>::rank_lost(const T& h) const {
  if (matrix_.empty()) {
    return std::nullopt;
  }
  int step_exponent = 0;
  const double step = std::frexp(to_double(h), &step_exponent);
  std::vector<std::vector<double>> entries(matrix_.size());
  for (std::size_t i = 0; i < matrix_.size(); ++i) {
    double power = 1;
    const int count = matrix_[i].is_constant ? 1 : order_;
    for (int k = 0; k < count; ++k) {
      long exponent = 0;
      const double mantissa = kernel_->coefficient(matrix_[i].row, k, exponent);
      entries[i].push_back(
          std::ldexp(mantissa * power, static_cast<int>(exponent) + k * step_exponent));
      power *= step;
    }
  }
  const int order = static_cast<int>(std::lround(std::sqrt(matrix_.size())));
  scale_constraints(entries, static_cast<std::size_t>(order),
                    static_cast<std::size_t>(states_ / 2));
  return detail::rank_lost(entries, order);
}

template <class T>
taylor_series<T>::taylor_series(taylor_series&&) noexcept = default;
template <class T>
taylor_series<T>& taylor_series<T>::operator=(taylor_series&&) noexcept = default;
template <class T>
taylor_series<T>::~taylor_series() = default;

template <class T>
solve_report taylor_series<T>::expand(const vector<T>& y, const T& t) {
  sizes_are_read_ = false;
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
double taylor_series<T>::log2_defect(const T& h) const {
  end_.resize(states_);
  field_.resize(states_);
  vector<T> slopes(states_);
  kernel_->evaluate(h, end_, slopes);
  if (!kernel_->field(end_, h, field_)) {
    return std::numeric_limits<double>::infinity();
  }
  double size = nothing;
  double defect = nothing;
  for (int i = 0; i < states_; ++i) {
    size = std::max({size, log2_magnitude(end_[i]), kernel_->log2_coefficient(i, 0)});
    const double difference = log2_magnitude(T(field_[i] - slopes[i]));
    if (std::isnan(difference)) {
      return std::numeric_limits<double>::infinity();
    }
    defect = std::max(defect, difference);
  }
  return defect == nothing ? nothing : defect + log2_magnitude(h) - size;
}

template <class T>
T taylor_series<T>::followed(int k) const {
  return kernel_->coefficient(followed_, k);
}

template <class T>
double taylor_series<T>::followed(int k, long& exponent) const {
  return kernel_->coefficient(followed_, k, exponent);
}

template <class T>
double taylor_series<T>::log2_coefficient(int state, int k) const {
  return kernel_->log2_coefficient(state, k);
}

template <class T>
void taylor_series<T>::read_sizes() const {
  if (sizes_are_read_) {
    return;
  }
  sizes_are_read_ = true;
  const auto length = static_cast<std::size_t>(order_) + 1;
  sizes_.resize(static_cast<std::size_t>(states_) * length);
  double* size = sizes_.data();
  for (int i = 0; i < states_; ++i) {
    for (int k = 0; k <= order_; ++k) {
      *size++ = kernel_->log2_coefficient(i, k);
    }
  }
  if constexpr (is_dual<T>::value) {  // at rest the tangents alone move
    for (int i = 0; i < states_; ++i) {
      const std::size_t first = sizes_.size();
      const std::size_t tangents = kernel_->state_coefficient(i, 0).tangent.size();
      sizes_.resize(first + tangents * length);
      for (std::size_t k = 0; k < length; ++k) {
        const T x = kernel_->state_coefficient(i, static_cast<int>(k));
        for (std::size_t d = 0; d < tangents; ++d) {
          sizes_[first + d * length + k] = log2_magnitude(x.tangent[d]);
        }
      }
    }
  }
}

template <class T>
int taylor_series<T>::sized_rows() const {
  return static_cast<int>(sizes_.size()) / (order_ + 1);
}

namespace {

int first_of_last_third(int order) { return order - order / 3; }
/// log2 of a state that is nothing, in binary128 too: one that is at rest before a pulse begins as e^(−10^6).
constexpr double log2_of_nothing_at_all = -16500;

/// log2 of the largest of the terms `from` to `to` of one state.
double largest_term(const double* sizes, int from, int to, double log2_h) {
  double most = nothing;
  for (int k = from; k <= to; ++k) {
    most = std::max(most, sizes[k] + k * log2_h);
  }
  return most;
}

/// The largest x, to 1/256, with holds(x), which is true below a point and false above; +∞ where it is true at 4096.
template <class Holds>
double last_that(Holds&& holds) {
  constexpr double limit = 4096;
  if (holds(limit)) {
    return std::numeric_limits<double>::infinity();
  }
  double low = -limit * 16;
  double high = limit;
  for (constexpr double resolution = 1. / 256; high - low > resolution;) {
    const double middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

template <class T>
double taylor_series<T>::largest(int from, int to, double log2_h) const {
  double most = nothing;
  for (int i = 0; i < states_; ++i) {
    most =
        std::max(most, largest_term(sizes_.data() + static_cast<std::ptrdiff_t>(i) * (order_ + 1),
                                    from, to, log2_h));
  }
  return most;
}

// Terms that fall by the same factor from order to order reach the tolerance at the last order: the term k may be
// tolerance^(k/N) of the scale. What is left out is then a geometric series below the tolerance. True below a step and false
// above, since the terms of the tail grow faster than those of the head.
template <class T>
bool taylor_series<T>::fits(double log2_h, double log2_tolerance) const {
  const int head = std::max(1, order_ / 3);
  const int tail = first_of_last_third(order_);
  const double of_all = largest(0, head, log2_h);
  const int tangents = (sized_rows() - states_) / states_;  // of each state
  const auto terms_of = [&](int row) {
    return sizes_.data() + static_cast<std::ptrdiff_t>(row) * (order_ + 1);
  };
  // a tangent counts beside the largest of its direction
  const auto scale_of = [&](int row) {
    if (row < states_) {
      return largest_term(terms_of(row), 0, head, log2_h);
    }
    double most = nothing;
    for (int k = states_ + (row - states_) % tangents; k < sized_rows(); k += tangents) {
      most = std::max(most, largest_term(terms_of(k), 0, head, log2_h));
    }
    return most;
  };
  for (int i = 0; i < sized_rows(); ++i) {
    const double* const of = terms_of(i);
    double scale = scale_of(i);
    if (scale == nothing) {  // a state that is still zero: beside the others
      scale = of_all;
    }
    scale = std::max(scale, log2_of_nothing_at_all);
    for (int k = tail; k <= order_; ++k) {
      if (of[k] + k * log2_h > scale + log2_tolerance * k / order_) {
        return false;
      }
    }
  }
  return true;
}

// As fits(), with the terms of the tail rounded up to a power of two and those of the head rounded down: false says nothing.
template <class T>
bool taylor_series<T>::surely_fits(double log2_h, double log2_tolerance) const {
  const int head = std::max(1, order_ / 3);
  exponents_.resize(static_cast<std::size_t>(order_) + 1);
  for (int i = 0; i < states_; ++i) {
    if (!kernel_->exponents(i, exponents_.data())) {
      return false;
    }
    double scale = nothing;
    for (int k = 0; k <= head; ++k) {
      const int e = exponents_[static_cast<std::size_t>(k)];
      scale = e == no_exponent ? scale : std::max(scale, e - 1 + k * log2_h);
    }
    scale = std::max(scale, log2_of_nothing_at_all);
    const double most = log2_tolerance / order_ - log2_h;
    for (int k = first_of_last_third(order_); k <= order_; ++k) {
      const int e = exponents_[static_cast<std::size_t>(k)];
      if (e != no_exponent && e > scale + k * most) {
        return false;
      }
    }
  }
  return true;
}

template <class T>
bool taylor_series<T>::terms_fall_to(double log2_h, double log2_tolerance) const {
  if (surely_fits(log2_h, log2_tolerance)) {
    return true;
  }
  read_sizes();
  return fits(log2_h, log2_tolerance);
}

template <class T>
bool taylor_series<T>::reaches(double log2_h, double log2_tolerance) const {
  return terms_fall_to(log2_h, log2_tolerance) && !(limited(log2_h, log2_tolerance) < log2_h);
}

template <class T>
double taylor_series<T>::log2_step(double log2_tolerance, double log2_longest) const {
  read_sizes();
  const double of_terms = last_that([&](double log2_h) { return fits(log2_h, log2_tolerance); });
  return limited(std::min(of_terms, log2_longest), log2_tolerance);
}

template <class T>
double taylor_series<T>::limited(double log2_step, double log2_tolerance) const {
  return limited_step(log2_step, steep_, order_, -log2_tolerance, [this](int row, int k) {
    long exponent = 0;
    const double mantissa = std::abs(kernel_->coefficient(row, k, exponent));
    // log2 to 1/10
    return mantissa == 0 ? nothing : 2 * mantissa - 2 + static_cast<double>(exponent);
  });
}

template <class T>
bool taylor_series<T>::terms_grow(double log2_h) const {
  read_sizes();
  const int tail = first_of_last_third(order_);
  const int middle = (tail + order_ + 1) / 2;
  for (int i = 0; i < sized_rows(); ++i) {
    const double* const of = sizes_.data() + static_cast<std::ptrdiff_t>(i) * (order_ + 1);
    const double last = largest_term(of, middle, order_, log2_h);
    if (last != nothing && last > largest_term(of, tail, middle - 1, log2_h)) {
      return true;
    }
  }
  return false;
}

template <class T>
double taylor_series<T>::log2_radius() const {
  constexpr int fewest = 3;
  if (order_ < fewest) {
    return std::numeric_limits<double>::infinity();
  }
  read_sizes();
  const int tail = first_of_last_third(order_);
  return last_that([&](double log2_h) {
    return largest(tail, order_, log2_h) <= largest(order_ / 3, tail - 1, log2_h);
  });
}

template <class T>
double taylor_series<T>::log2_left_out(double log2_h) const {
  read_sizes();
  return largest(first_of_last_third(order_), order_, log2_h) -
         largest(0, std::max(1, order_ / 3), log2_h);
}

#define PLUMBLINE_SCALAR(T) template class taylor_series<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class taylor_series<tangent_number<double>>;
template class taylor_series<tangent_number<mp>>;

}  // namespace plumbline
