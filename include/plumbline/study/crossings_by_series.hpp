// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The crossings of a section g = 0 along the Taylor series of a motion: every root of the polynomials that g has on the series'
// steps, each isolated by enclosures of g and its rate (math/isolated_zeros.hpp), to all digits.
//
// A start on the section is no crossing, nor is a jump of g's formula between two steps. Where g touches zero, crosses it with a
// vanishing rate, or is zero throughout, undecided_crossing says so with the time.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/isolated_zeros.hpp>
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/schemes/taylor.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/taylor_trajectory.hpp>
#include <plumbline/study/undecided_crossing.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumbline {

/// Steps of Taylor series with the crossings in them.
template <class T>
class crossings_by_series {
 public:
  /// `held`: each advance() is one sum of this order; otherwise as many steps as the tolerance needs.
  struct series_choice {
    int order;
    double log2_tolerance;
    bool held;
  };

  crossings_by_series(const model<T>& system, const phase_point<T>& start, const T& t0,
                      followed_values<T> g, const std::vector<T>& named, series_choice choice)
      : stepper_(system, choice.order, choice.log2_tolerance, &g.function(), named),
        g_(std::move(g)),
        n_(system.dimension()),
        held_(choice.held),
        tolerance_(choice.log2_tolerance),
        t0_(t0),
        y_(start.q.size() + start.p.size()),
        end_(y_.size()) {
    y_ << start.q, start.p;
  }

  /// Asked before every step; once it says true, advance() ends.
  void stop_when(std::function<bool()> requested) { stop_requested_ = std::move(requested); }

  /// Goes on to the time t0 + elapsed. Calls found(crossing_state), which returns whether to go on, for every crossing on the way.
  /// `last`: crossings behind that time do not count; otherwise one that is near that time may be found by a later call, so that its time is
  /// before. False where found() or stop_when() ended it. Throws undecided_crossing, and step_failure where the series ends.
  template <class Found>
  bool advance(const T& elapsed, bool last, Found&& found) {
    while (passed_ < elapsed) {
      if (stop_requested_ && stop_requested_()) {
        return false;
      }
      const T here = t0_ + passed_;
      require(stepper_.expand(y_, here));
      T length = elapsed - passed_;
      bool ends = held_;
      if (!held_) {
        require(stepper_.choose_length_to(T(length), elapsed, length, ends));
      }
      detail::require_rank(stepper_, steps_, here, length);
      if (!follow_section(here, elapsed, length, ends)) {
        step_over(here, length, ends);
      } else if (!scan(length, last && ends, found)) {
        return false;
      }
      y_ = end_;
      if (ends) {
        passed_ = elapsed;
      } else {
        passed_ += length;
      }
      ++steps_;
    }
    return true;
  }

  const vector<T>& state() const { return y_; }
  std::int64_t steps() const { return steps_; }
  bool started_on_section() const { return started_on_section_; }
  /// By how many bits the time of a crossing was known less than the arithmetic says: g is known to the rounding errors of its terms,
  /// and where it nearly touches zero its rate is small. The most of all crossings.
  double lost_bits() const { return lost_bits_; }

 private:
  static constexpr double slack_of_terms = 4;
  using polynomial = polynomial_near<T>;
  using rough_polynomial = polynomial_near<double>;

  void require(const solve_report& report) const {
    if (!report.ok()) {
      throw step_failure(steps_, to_text(T(t0_ + passed_), 17), report,
                         why_no_step_of_series(report));
    }
  }
  [[noreturn]] void undecided(const T& since_step,
                              const char* reason = undecided_crossing::touches) const {
    throw undecided_crossing(g_.function().text(), steps_,
                             to_text(T(t0_ + passed_ + since_step), 17), "more --digits may decide",
                             reason);
  }

  /// Makes the step as short as the series of g needs, with its end in end_. False where the step would be shorter than times resolve:
  /// g jumps there, or has a corner or a pole. The order of a held step says how well g is followed, whatever its terms. `elapsed`
  /// is the time from the start to the end of this advance().
  bool follow_section(const T& here, const T& elapsed, T& length, bool& ends) {
    constexpr int spare_bits = 12;
    constexpr int most_halvings = 60;
    const double shortest =
        log2_magnitude(elapsed) - std::min(most_halvings, scalar_traits<T>::bits() - spare_bits);
    for (;;) {
      is_zero_ = !read_terms(length);
      const bool converges = is_zero_ || held_ || terms_fall();
      if (converges) {
        require(stepper_.evaluate(here, length, end_));
        if (held_ || is_zero_ || ends_where_g_does(here, length)) {
          overleapt_ = 0;
          return true;
        }
      }
      // a power of two, so that sums of such steps are exact where they begin with one
      const int next = static_cast<int>(std::ceil(log2_magnitude(length))) - 1;
      if (!(shortest < next)) {
        return false;
      }
      set_scaled(length, T(1), next);
      ends = false;
    }
  }

  /// Makes the step to which follow_section() has come. A change of sign there is no crossing where g jumps or has a pole; where g does
  /// neither, it is undecided.
  void step_over(const T& here, T& length, bool& ends) {
    constexpr const char* too_fast = "changes too fast there for a series, or is singular";
    constexpr int most_in_a_row = 64;  // of a pole: the lengths grow again behind it
    const T before = g_at(y_, here);
    if (!begun_) {
      const bool is_zero = is_rounding(before, point_of(y_), here);
      undecided(T(0), is_zero ? undecided_crossing::touches : too_fast);
    }
    if (decided_ < passed_ || ++overleapt_ > most_in_a_row) {
      undecided(T(0), too_fast);
    }
    // steps of powers of two may end on a singular time
    T behind(0);
    bool has_value = false;
    const T tried = length;
    for (const int quarters : {4, 6, 3}) {
      if (quarters > 4 && ends) {
        continue;
      }
      length = tried * quarters / 4;
      require(stepper_.evaluate(here, length, end_));
      const phase_point<T> z = point_of(end_);
      behind = g_.at(z, T(here + length));
      has_value = is_finite(behind) && !is_rounding(behind, z, T(here + length));
      if (has_value) {
        ends = ends && quarters == 4;
        break;
      }
    }
    if (!has_value) {
      undecided(tried, is_finite(behind) ? undecided_crossing::touches : "has no value there");
    }
    if ((before < T(0)) != (behind < T(0)) && !leaps(here, length, before, behind)) {
      undecided(length, "crosses zero at a corner, or too steeply for its series");
    }
    sign_ = T(0) < behind ? 1 : -1;
    decided_ = passed_ + length;
  }
  /// Whether g leaps between two values: in the middle of the step it is beyond both, as beside a pole, or one of them but for a
  /// millionth of the leap.
  bool leaps(const T& here, const T& length, const T& before, const T& behind) {
    using std::abs;
    constexpr int million = 1 << 20;
    const T half = length / 2;
    vector<T> y = end_;
    require(stepper_.evaluate(here, half, y));
    const T middle = g_at(y, T(here + half));
    const T leap = abs(T(behind - before));
    return !(std::min(before, behind) < middle && middle < std::max(before, behind)) ||
           T(abs(T(middle - before))) * million < leap ||
           T(abs(T(middle - behind))) * million < leap;
  }
  phase_point<T> point_of(const vector<T>& y) const { return {y.head(n_), y.tail(y.size() - n_)}; }
  T g_at(const vector<T>& y, const T& t) { return g_.at(point_of(y), t); }
  /// Whether g there is no more than rounding errors of the state make of it. Where these have no bound, as where a root has no
  /// derivative, they prove nothing.
  bool is_rounding(const T& g, const phase_point<T>& z, const T& t) {
    if (g == T(0)) {
      return true;
    }
    const T rounding = g_.rounding(z, t);
    return is_finite(rounding) && !(rounding * roundings_of_zero < magnitude_of(g));
  }

  /// Each term k of the last third is at most 2^(tolerance k/N) times the largest of the first third, as those of the states are:
  /// taylor_series::log2_step.
  bool terms_fall() const {
    const int order = static_cast<int>(rough_.size());
    constexpr double none = -std::numeric_limits<double>::infinity();
    const auto size = [&](int k) {
      const auto i = static_cast<std::size_t>(k);
      if (rough_[i] == 0) {
        return none;
      }
      return std::is_same_v<T, double> ? std::log2(std::abs(rough_[i]))
                                       : static_cast<double>(exponents_[i]);
    };
    double largest = none;
    for (int k = 0; k <= order / 3; ++k) {
      largest = std::max(largest, size(k));
    }
    // where the first terms vanish, g at the end of the step decides
    for (int k = order - order / 3; k < order && largest != none; ++k) {
      if (size(k) > largest + tolerance_ * k / order + slack_of_terms) {
        return false;
      }
    }
    return true;
  }
  /// The terms say what g is at the end of the step. They cannot where they vanish up to the order, as those of x^50 do at x = 0,
  /// and where g jumps on the way.
  bool ends_where_g_does(const T& here, const T& length) {
    constexpr double close = 1e-9;
    double sum = 0;
    double total = 0;
    for (const double term : rough_) {
      sum += term;
      total += std::abs(term);
    }
    T g = g_at(end_, T(here + length));
    set_scaled(g, g, static_cast<int>(-unit_));
    return std::abs(sum - to_double(g)) <= close * total;
  }

  /// m 2^exponent, |m| from 1/2 to 1.
  static double split(const T& x, long& exponent) {
    exponent = static_cast<long>(std::floor(log2_magnitude(x))) + 1;
    T m(0);
    set_scaled(m, x, static_cast<int>(-exponent));
    return to_double(m);
  }

  /// The terms of g in u = s/length in double, in units of about the largest. False where g is zero.
  bool read_terms(const T& length) {
    const int order = stepper_.series().order();
    const auto count = static_cast<std::size_t>(order);
    rough_.resize(count);
    if constexpr (std::is_same_v<T, double>) {  // no exponents apart
      double power = 1;
      double largest = 0;
      for (std::size_t k = 0; k < count; ++k) {
        rough_[k] = stepper_.series().followed(static_cast<int>(k)) * power;
        power *= length;
        largest = std::max(largest, std::abs(rough_[k]));
      }
      unit_ = 0;
      return largest > 0;
    }
    exponents_.resize(count);
    long of_length = 0;
    const double factor = split(length, of_length);
    double power = 1;
    long of_power = 0;
    long largest = std::numeric_limits<long>::min();
    for (std::size_t k = 0; k < count; ++k) {
      long exponent = 0;
      rough_[k] = stepper_.series().followed(static_cast<int>(k), exponent) * power;
      exponents_[k] = exponent + of_power;
      if (rough_[k] != 0) {
        largest = std::max(largest, exponents_[k]);
      }
      int shift = 0;
      power = std::frexp(power * factor, &shift);
      of_power += of_length + shift;
    }
    if (largest == std::numeric_limits<long>::min()) {
      return false;
    }
    unit_ = largest;
    for (std::size_t k = 0; k < count; ++k) {
      const long below = std::max(exponents_[k] - largest, -1000L);
      rough_[k] = std::ldexp(rough_[k], static_cast<int>(below));
    }
    return true;
  }

  /// The polynomial of the first terms, and how far it is from g.
  void make_rough() {
    const std::size_t count = rough_.size();
    double total = 0;
    for (const double term : rough_) {
      total += std::abs(term);
    }
    constexpr double close = 1e-9;
    constexpr double rounding = 1e-12;
    constexpr double beyond_one = 16;  // places reach a little beyond the step
    double tail = 0;
    double tail_of_rate = 0;
    std::size_t last = count - 1;
    for (; last > 1 && tail + std::abs(rough_[last]) < close * total; --last) {
      tail += std::abs(rough_[last]);
      tail_of_rate += static_cast<double>(last) * std::abs(rough_[last]);
    }
    rough_.resize(last + 1);
    rough_polynomial_.emplace(
        rough_, beyond_one * tail + rounding * total,
        beyond_one * tail_of_rate + rounding * total * static_cast<double>(last + 1));
  }
  /// g is away from zero on the whole step and a little beyond it.
  bool is_away() const {
    constexpr double beyond_one = 1.125;
    double power = 1;
    double others = 0;
    for (std::size_t k = 1; k < rough_.size(); ++k) {
      power *= beyond_one;
      others += std::abs(rough_[k]) * power;
    }
    constexpr double clear = 1.001;
    return clear * others < std::abs(rough_[0]);
  }

  /// The terms of g in u = s/length.
  std::vector<T> terms(const T& length) const {
    std::vector<T> c;
    T power(1);
    for (int k = 0; k < stepper_.series().order(); ++k) {
      c.push_back(T(stepper_.series().followed(k) * power));
      power *= length;
    }
    return c;
  }
  /// All terms in the arithmetic.
  polynomial& exact(const T& length) {
    if (!polynomial_) {
      using std::abs;
      const int order = stepper_.series().order();
      std::vector<T> c = terms(length);
      T total(0);
      for (const T& term : c) {
        total += abs(term);
      }
      constexpr int last_terms = 3;
      constexpr int beyond_one = 16;
      T error = total * epsilon<T>() * (8 * order);
      for (int k = std::max(1, order - last_terms); k < order; ++k) {
        error += abs(c[static_cast<std::size_t>(k)]) * beyond_one;
      }
      polynomial_.emplace(std::move(c), error, T(error * order));
    }
    return *polynomial_;
  }
  int sign_at(const T& u, const T& length) {
    const int rough = rough_polynomial_->sign(to_double(u));
    return rough != 0 ? rough : exact(length).sign(u);
  }

  /// The first place behind a start on the section, or the start.
  T begin(const T& length) {
    const phase_point<T> z = point_of(y_);
    const T g = g_.at(z, t0_);
    begun_ = true;
    started_on_section_ = is_rounding(g, z, t0_);
    if (!started_on_section_) {
      sign_ = T(0) < g ? 1 : -1;
      return T(0);
    }
    T u = T(1) / 2;
    constexpr int rough_halvings = 20;
    for (int k = 0; k < scalar_traits<T>::bits() / 2; ++k, u /= 2) {
      const double near = to_double(u);
      const bool leaves = k < rough_halvings
                              ? rough_polynomial_->look(0, near) == zeros_on::at_most_one
                              : exact(length).look(T(0), u) == zeros_on::at_most_one;
      if (leaves) {
        sign_ = sign_at(u, length);
      }
      if (sign_ != 0) {
        return u;
      }
    }
    return leave_from_rest(length);
  }
  /// The same where the start lies on the section and nothing moves there: g has the sign of its first term.
  T leave_from_rest(const T& length) {
    using std::abs;
    const std::vector<T> c = terms(length);
    const auto first = std::find_if(c.begin() + 1, c.end(), [](const T& x) { return x != T(0); });
    T u = T(1) / 2;
    for (int k = 0; first != c.end() && k < scalar_traits<T>::bits() / 2; ++k, u /= 2) {
      T others(0);
      for (auto term = c.end(); --term != first;) {
        others = (others + abs(*term)) * u;
      }
      if (others * 2 < abs(*first)) {
        sign_ = sign_at(u, length);
        if (sign_ == (T(0) < *first ? 1 : -1)) {
          return u;
        }
        break;
      }
    }
    sign_ = 0;
    undecided(T(0));
  }

  template <class Found>
  bool scan(const T& length, bool last, Found&& found) {
    polynomial_.reset();
    if (is_zero_) {
      undecided(T(0));
    }
    const bool goes_on = begun_;
    if (goes_on && is_away() && !(decided_ < passed_)) {
      decided_ = passed_ + length;
      sign_ = 0 < rough_[0] ? 1 : -1;
      return true;
    }
    make_rough();
    const T low = goes_on ? T(T(decided_ - passed_) / length) : begin(length);
    // the place up to which all is decided: the step's end, or near it
    T high(1);
    int sign = 0;
    constexpr int parts = 32;
    constexpr int most_trials = 8;
    for (int k = 0; k < most_trials && sign == 0; ++k) {
      high = T(last ? parts + k : parts - k) / parts;
      sign = low < high ? sign_at(high, length) : 0;
    }
    if (sign == 0) {
      if (!(low < T(1))) {  // decided beyond this step
        return true;
      }
      undecided(length);
    }
    if (low < T(-1)) {  // a short step behind a place where g had no certain sign
      undecided(T(0));
    }
    if (const int now = goes_on ? sign_at(low, length) : 0; now != 0) {
      sign_ =
          now;  // another one than before where the formula of g has jumped, which is no crossing
    }
    std::vector<isolated_zero<T>> zeros;
    isolate(low, high, sign, length, zeros);
    for (const isolated_zero<T>& zero : zeros) {
      crossing_state<T> crossing = refine(zero, length);
      const T behind = crossing.t - (t0_ + (passed_ + length));
      if (last && T(0) < behind && T(4) * epsilon<T>() * magnitude_of(crossing.t) < behind) {
        break;
      }
      if (!found(std::as_const(crossing))) {
        return false;
      }
    }
    decided_ = passed_ + high * length;
    sign_ = sign;
    return true;
  }
  static T magnitude_of(const T& x) {
    using std::abs;
    return T(abs(x));
  }

  /// By the first terms in double where they decide, otherwise by all terms.
  void isolate(const T& low, const T& high, int sign, const T& length,
               std::vector<isolated_zero<T>>& zeros) {
    constexpr double least = 1e-6;
    std::vector<isolated_zero<double>> rough;
    if (!isolate_zeros<double>(*rough_polynomial_, {to_double(low), sign_}, {to_double(high), sign},
                               least, rough)) {
      for (const auto& zero : rough) {
        zeros.push_back({{T(zero.low.at), zero.low.sign}, {T(zero.high.at), zero.high.sign}});
      }
      return;
    }
    T finest(0);
    set_scaled(finest, T(1), -scalar_traits<T>::bits() / 2);
    if (const auto place =
            isolate_zeros<T>(exact(length), {low, sign_}, {high, sign}, finest, zeros)) {
      undecided(T(*place * length));
    }
  }

  /// About the zero, by the first terms.
  double rough_zero(double low, double high) const {
    constexpr int iterations = 8;
    double u = (low + high) / 2;
    for (int n = 0; n < iterations; ++n) {
      u -= rough_polynomial_->value(u) / rough_polynomial_->rate(u);
      if (!(low < u && u < high)) {
        return (low + high) / 2;
      }
    }
    return u;
  }
  /// Secants of the polynomial inside the bracket, from the slope in double on, then a correction by g at the state. They take
  /// more values than Newton's iteration, but no rates, each of which costs two values.
  crossing_state<T> refine(const isolated_zero<T>& zero, const T& length) {
    constexpr int most_iterations = 200;
    constexpr int most_corrections = 8;
    constexpr int patience = 3;
    const polynomial& g = exact(length);
    T low = zero.low.at;
    T high = zero.high.at;
    T u(rough_zero(to_double(low), to_double(high)));
    if (!(low < u && u < high)) {
      u = (low + high) / 2;
    }
    T slope(rough_polynomial_->rate(to_double(u)));
    set_scaled(slope, slope, static_cast<int>(unit_));
    T narrow(0);
    set_scaled(narrow, T(1), -scalar_traits<T>::bits() / 2);
    T before(0);
    T value_before(0);
    T moved_before(1);
    for (int n = 0; n < most_iterations; ++n) {
      const T value = g.value(u);
      ((T(0) < value) == (0 < zero.high.sign) ? high : low) = u;
      if (n > 0 && narrow < moved_before) {  // otherwise rounding errors would make it
        slope = (value - value_before) / (u - before);
      }
      T next = u - value / slope;
      const bool is_slow = patience < n && !(magnitude_of(T(next - u)) * T(2) < moved_before);
      const bool halves = !(low < next && next < high) || is_slow;
      if (halves) {
        next = value == T(0) ? u : T((low + high) / 2);
      }
      const T moved = magnitude_of(T(next - u));
      before = u;
      value_before = value;
      u = next;
      // after a secant, the next correction would be the product of the last two in units of the step
      const T ahead = halves ? moved : T(moved * moved_before);
      if (!(epsilon<T>() * magnitude_of(u) < ahead)) {
        break;
      }
      moved_before = moved;
    }
    const T here = t0_ + passed_;
    crossing_state<T> crossing{T(0), y_, zero.high.sign};
    T most = high - low + magnitude_of(u) * epsilon<T>() * 1024;
    for (int n = 0;; ++n) {
      const T since = u * length;
      require(stepper_.evaluate(here, since, crossing.state));
      crossing.t = t0_ + (passed_ + since);
      const T correction = g_at(crossing.state, crossing.t) / slope;
      const T size = magnitude_of(correction);
      if (n == most_corrections || !(epsilon<T>() * 2 * magnitude_of(u) < size) || !(size < most)) {
        note_loss(slope, crossing, length);
        return crossing;
      }
      most = size / 2;  // a correction that is no smaller is rounding
      u -= correction;
    }
  }

  /// The rounding errors of g are those of its series, whose terms are small on a short step, and what those of the state make of it.
  void note_loss(const T& slope, const crossing_state<T>& at, const T& length) {
    double terms = 0;
    for (const double term : rough_) {
      terms += std::abs(term);
    }
    const double of_series = std::log2(terms) + static_cast<double>(unit_);
    const double of_state =
        log2_magnitude(g_.rounding(point_of(at.state), at.t)) + scalar_traits<T>::bits();
    const T time = std::max(magnitude_of(at.t), T(at.t - t0_));
    // an early time is known to fewer digits where the start is rounded, too: that is no loss of a tangency
    const double loss = std::max(of_series - log2_magnitude(time),
                                 of_state - log2_magnitude(std::max(time, length))) -
                        log2_magnitude(slope) + log2_magnitude(length);
    lost_bits_ = std::isfinite(loss) ? std::max(lost_bits_, loss) : lost_bits_;
  }

  taylor_stepper<T> stepper_;
  followed_values<T> g_;
  Eigen::Index n_;
  bool held_;
  double tolerance_;
  T t0_;
  T passed_{0};   ///< since t0, of the expansion
  T decided_{0};  ///< since t0: up to there every crossing is found, and g has the sign sign_ there
  int sign_ = 0;
  bool begun_ = false;
  bool started_on_section_ = false;
  int overleapt_ = 0;     ///< steps in a row
  bool is_zero_ = false;  ///< all terms are, on the step
  double lost_bits_ = 0;
  std::int64_t steps_ = 0;
  std::function<bool()> stop_requested_;
  std::vector<double> rough_;
  std::vector<long> exponents_;
  long unit_ = 0;  ///< the first terms in double are those of the polynomial times 2^−unit_
  std::optional<rough_polynomial> rough_polynomial_;
  std::optional<polynomial> polynomial_;
  vector<T> y_;
  vector<T> end_;  ///< of the step
};

}  // namespace plumbline
