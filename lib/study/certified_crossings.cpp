// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Certified crossings of a section g = 0. On a step of length h, in u = s/h, g along the motion of every point of the set X is
//
//   G(u) ∈ Σ_{k<N} g_k u^k + tail + spread,     Ġ(u) likewise,
//
// with the coefficients of g at the centre in balls, the tail as that of the states (math/series_tail.hpp), and the spread of
// |∇(g∘φ_s) B ζ| over the pieces of the step. By the rule of math/isolated_zeros.hpp each crossing is then alone in an interval and no
// other exists; its time is narrowed by interval Newton steps
//
//   I ← I ∩ (û − G(û)/Ġ(I)),     û the middle of I,
//
// and the state is that of the whole set over the whole interval of times.
#include "study/certified_digits.hpp"
#include "study/certified_run.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/study/undecided_crossing.hpp>

#include <optional>

namespace plumbline {

#if PLUMBLINE_HAS_ARB

namespace {

/// The ball of a number that is exact.
void set_exact(arb_ptr r, const mp& x) {
  arf_set_mpfr(arb_midref(r), x.backend().data());
  mag_zero(arb_radref(r));
}
/// The number at the middle of a ball, which has no more bits than the working precision.
mp middle_of(arb_srcptr x) {
  mp y(0);
  arf_get_mpfr(y.backend().data(), arb_midref(x), MPFR_RNDN);
  return y;
}

/// Places up to this many parts of the step are asked for.
constexpr slong most_eighths = 9;

/// g as a polynomial of u with balls as coefficients, within `error` of it, its derivative within `error_of_rate`.
class ball_polynomial {
 public:
  ball_polynomial(int count, slong bits)
      : count_(count), bits_(bits), c_(count), moved_(count), numbers_(4) {}

  arb_ptr operator[](int k) const { return c_[entry_at(k)]; }
  mag_ptr error() { return error_; }
  mag_ptr error_of_rate() { return error_of_rate_; }
  int count() const { return count_; }

  void value(arb_srcptr u, arb_ptr g) const {
    arb_set(g, c_[entry_at(count_ - 1)]);
    for (int k = count_ - 2; k >= 0; --k) {
      arb_mul(g, g, u, bits_);
      arb_add(g, g, c_[entry_at(k)], bits_);
    }
    arb_add_error_mag(g, error_[0]);
  }
  int sign(const mp& u) const {
    set_exact(numbers_[0], u);
    value(numbers_[0], numbers_[1]);
    return arb_is_positive(numbers_[1]) != 0 ? 1 : arb_is_negative(numbers_[1]) != 0 ? -1 : 0;
  }
  zeros_on look(const mp& low, const mp& high) {
    arb_ptr between = numbers_[1];
    set_exact(between, low);
    set_exact(numbers_[2], high);
    arb_union(between, between, numbers_[2], bits_ + 2);
    // what the mean value theorem says decides most intervals: g(u) ∈ g(m) + Ġ(I)(u − m)
    quick_rate(between, numbers_[2]);
    if (arb_is_finite(numbers_[2]) != 0) {
      bound width;
      arb_get_mid_arb(numbers_[0], between);
      value(numbers_[0], numbers_[3]);
      arb_get_mag(width, numbers_[2]);
      mag_mul(width, width, arb_radref(between));
      arb_add_error_mag(numbers_[3], width);
      if (arb_contains_zero(numbers_[3]) == 0) {
        return zeros_on::none;
      }
      if (arb_contains_zero(numbers_[2]) == 0) {
        return zeros_on::at_most_one;
      }
    }
    bound spread;
    enclose_rate(between, numbers_[2], &spread);
    arb_set(numbers_[3], moved_[0]);
    arb_add_error_mag(numbers_[3], spread);
    arb_add_error_mag(numbers_[3], error_[0]);
    if (arb_contains_zero(numbers_[3]) == 0) {
      return zeros_on::none;
    }
    return arb_contains_zero(numbers_[2]) == 0 ? zeros_on::at_most_one : zeros_on::unknown;
  }
  /// The derivative on the ball u by Horner's rule, whose cost is that of a value; wide where u is.
  void quick_rate(arb_srcptr u, arb_ptr rate) const {
    arb_zero(rate);
    for (int k = count_ - 1; k >= 1; --k) {
      arb_mul(rate, rate, u, bits_);
      arb_addmul_ui(rate, c_[entry_at(k)], static_cast<ulong>(k), bits_);
    }
    arb_add_error_mag(rate, error_of_rate_[0]);
  }
  /// The derivative on the ball u; where asked, also how far g is from its value at the middle of u.
  void enclose_rate(arb_srcptr u, arb_ptr rate, bound* spread = nullptr) {
    arb_ptr middle = numbers_[0];
    arb_get_mid_arb(middle, u);
    for (int k = 0; k < count_; ++k) {
      arb_set(moved_[entry_at(k)], c_[entry_at(k)]);
    }
    for (int i = 0; i < count_ - 1; ++i) {
      for (int k = count_ - 2; k >= i; --k) {
        arb_addmul(moved_[entry_at(k)], middle, moved_[entry_at(k + 1)], bits_);
      }
    }
    bound size;
    bound of_value;
    bound of_rate;
    for (int k = count_ - 1; k >= 1; --k) {
      arb_get_mag(size, moved_[entry_at(k)]);
      mag_add(of_value, of_value, size);
      mag_mul(of_value, of_value, arb_radref(u));
      if (k >= 2) {
        mag_mul_ui(size, size, static_cast<ulong>(k));
        mag_add(of_rate, of_rate, size);
        mag_mul(of_rate, of_rate, arb_radref(u));
      }
    }
    if (count_ > 1) {
      arb_set(rate, moved_[1]);
    } else {
      arb_zero(rate);
    }
    arb_add_error_mag(rate, of_rate);
    arb_add_error_mag(rate, error_of_rate_[0]);
    if (spread != nullptr) {
      mag_set(*spread, of_value);
    }
  }

 private:
  int count_;
  slong bits_;
  ball_array c_;
  ball_array moved_;
  ball_array numbers_;
  bound error_;
  bound error_of_rate_;
};

/// `start`: whether the start lies on the section is not known.
enum class search_end {
  done,
  enough,
  stopped,
  cut,
  no_disc,
  narrowing,
  start,
  undecided,
  unproven
};

class crossing_search : public certified_run {
 public:
  crossing_search(const certified_problem& problem, const followed_function& g,
                  const wanted_crossings& wanted, const run_control& control,
                  digits_to_lose& digits, bool starts_on_section)
      : certified_run(problem, control, &g),
        wanted_(wanted),
        digits_(digits),
        starts_on_section_(starts_on_section),
        exact_(order_, bits_),
        more_(6) {}

  search_end run(std::vector<certified_crossing>& found);
  /// The sign of g at the start, without the rounding of the start; 0 where it is not certain.
  int sign_at_start();
  /// Digits, where a number was printed last.
  double lost() const { return problem_.digits + digits_.count() - std::max(have_, -1e6); }
  /// The part of the motion, or of the crossings that are wanted, that has been passed.
  double share() const {
    const double of_time =
        in_whole_spans(passed()) * std::exp2(std::floor(log2_total_) - log2_total_);
    return wanted_.most > 0
               ? std::max(of_time, static_cast<double>(count_) / static_cast<double>(wanted_.most))
               : of_time;
  }
  std::string undecided_time() const { return undecided_time_; }

 private:
  using polynomial = ball_polynomial;

  int row_of_value() const { return system_.followed[0]; }
  int row_of_rate() const { return system_.followed[1]; }
  arb_ptr rest() const { return more_[0]; }     ///< to the last time
  arb_ptr decided() const { return more_[1]; }  ///< since t0: up to there all is decided

  bool spread_over_pieces(arb_srcptr end, mag_ptr of_value, mag_ptr of_rate);
  void spread_of(int row, arb_srcptr times, mag_ptr size);
  bool read_polynomials();
  bool fit_disc();
  bool is_followed();
  bool shorten(bool last);
  void set_tail(int row, mag_ptr tail);
  search_end begin_motion(bool last, mp& low);
  mp place_of_end(bool last);
  search_end choose_end(bool last, mp& high, int& sign);
  search_end read_step(bool last);
  void make_rough();
  search_end scan(bool last, std::vector<certified_crossing>& found);
  search_end add_row(int direction, std::vector<certified_crossing>& found);
  bool narrow(const isolated_zero<mp>& zero, arb_ptr u);
  search_end undecided(const mp& u);
  polynomial& rough() { return *rough_; }
  int sign_at(const mp& u) {
    const int sign = rough().sign(u);
    return sign != 0 ? sign : exact_.sign(u);
  }

  const wanted_crossings& wanted_;
  digits_to_lose& digits_;
  bool starts_on_section_;
  std::int64_t count_ = 0;  ///< of the crossings that are found
  polynomial exact_;
  std::optional<polynomial> rough_;
  ball_array more_;
  bool begun_ = false;
  int sign_ = 0;
  double have_ = infinite;
  std::string undecided_time_;
};

/// At least |Σ_j ∂(row∘φ_s)/∂x_j (P B ζ)_j| for the times, from the present piece's begin, and all points of the set.
void crossing_search::spread_of(int row, arb_srcptr times, mag_ptr size) {
  ball_array d(states_);
  flow_.gradient(row, times, d);
  arb_mat_mul(product_.data(), passed_jacobian_.data(), frame_.matrix().data(), bound_bits);
  arb_mat_zero(moved_.data());
  for (int k = 0; k < states_; ++k) {
    for (int j = 0; j < states_; ++j) {
      arb_addmul(moved_(0, k), d[entry_at(j)], product_(j, k), bound_bits);
    }
  }
  frame_.hull_of(moved_, hull_);
  mag_set(size, hull_[0]);
}

/// Passes the pieces up to `end`, and takes the largest spreads. False where the pieces do not reach it: the step is then cut.
bool crossing_search::spread_over_pieces(arb_srcptr end, mag_ptr of_value, mag_ptr of_rate) {
  bound size;
  ball_array times(2);
  for (;;) {
    const bool is_last = is_within(end, piece_end());
    arb_sub(times[0], is_last ? end : piece_end(), piece_begin(), bits_);
    arb_zero(times[1]);
    arb_union(times[0], times[0], times[1], bound_bits);
    spread_of(row_of_value(), times[0], size);
    mag_max(of_value, of_value, size);
    spread_of(row_of_rate(), times[0], size);
    mag_max(of_rate, of_rate, size);
    if (is_last) {
      return true;
    }
    // a little beyond the piece's end, so that the next one begins
    arb_set(times[0], piece_end());
    arb_mul_2exp_si(times[1], piece_end(), -30);
    arb_add(times[0], times[0], times[1], ARF_PREC_EXACT);
    if (!enclose(times[0])) {
      return false;
    }
  }
}

/// At least Σ_{k>=N} |x_k| s^k for |s| up to nine eighths of the step. Asked at the step's begin, where the flow's disc is that of the
/// first piece.
void crossing_search::set_tail(int row, mag_ptr tail) {
  bound power;
  bound radius;
  arb_get_mag(power, length());
  mag_mul_ui(power, power, most_eighths);
  mag_mul_2exp_si(power, power, -3);
  if (tail_holds_) {
    mag_set(radius, radius_);
    mag_set_d(tail, tail_.beyond_of_row(row));
  } else {
    flow_.radius_below(radius);
    flow_.size_on_disc(row, tail);
    mag_mul_ui(tail, tail, 3);
  }
  mag_div(power, power, radius);
  constexpr double most_of_radius = 0.65;  // 1/(1 − s/R) is below 3
  if (!tail_holds_ && !(mag_get_d(power) < most_of_radius)) {
    mag_inf(tail);
    return;
  }
  mag_pow_ui(power, power, static_cast<ulong>(order_));
  mag_mul(tail, tail, power);
}

/// The polynomials of this step, with their tails; the spreads are added later. False where g is zero.
bool crossing_search::read_polynomials() {
  bound size;
  bound factor;
  const auto coefficient = [&](int row, int k, arb_ptr x) {
    if (k > 0 && !balls_.code().series(row)) {
      arb_zero(x);
    } else {
      arb_set(x, balls_.work().at(row, k));
    }
  };
  arb_ptr power = more_[3];
  arb_one(power);
  for (int k = 0; k < order_; ++k) {
    coefficient(row_of_value(), k, exact_[k]);
    arb_mul(exact_[k], exact_[k], power, bits_);
    if (k + 1 < order_) {
      arb_mul(power, power, length(), bits_);
    }
  }
  set_tail(row_of_value(), exact_.error());
  set_tail(row_of_rate(), exact_.error_of_rate());
  // the last coefficient of the rate is not in the derivative of the polynomial
  coefficient(row_of_rate(), order_ - 1, more_[4]);
  arb_mul(more_[4], more_[4], power, bits_);
  arb_get_mag(size, more_[4]);
  mag_set_ui(factor, 1);
  for (int k = 0; k < order_; ++k) {  // nine eighths to that power
    mag_mul_ui(factor, factor, most_eighths);
    mag_mul_2exp_si(factor, factor, -3);
  }
  mag_mul(size, size, factor);
  mag_add(exact_.error_of_rate(), exact_.error_of_rate(), size);
  arb_get_mag(size, length());
  mag_mul(exact_.error_of_rate(), exact_.error_of_rate(), size);  // dg/du = h dg/ds
  bool zero = true;
  for (int k = 0; k < order_; ++k) {
    zero = zero && arb_contains_zero(exact_[k]) != 0;
  }
  return !zero;
}

/// The disc of the Jacobian is no larger than the step needs: g may be large or singular on a larger one.
bool crossing_search::fit_disc() {
  constexpr double most_beside_step = 2;  // log2
  bound size;
  arb_get_mag(size, length());
  const double most = log2_of(size) + most_beside_step;
  return flow_.log2_disc() <= most || begin_pieces_within(most);
}

/// The terms show g: what they leave out does not hide the larger half of the digits.
bool crossing_search::is_followed() {
  bound largest;
  bound size;
  for (int k = 0; k < order_; ++k) {
    arb_get_mag(size, exact_[k]);
    mag_max(largest, largest, size);
  }
  mag_mul_2exp_si(largest, largest, -bits_ / 2);
  return mag_cmp(exact_.error(), largest) <= 0;
}

/// Half of the step. False where it would end before the last time.
bool crossing_search::shorten(bool last) {
  arb_mul_2exp_si(more_[4], length(), -1);
  arb_ptr end = more_[5];
  if (last) {
    arb_mul_ui(end, rest(), static_cast<ulong>(most_eighths), bits_);
    arb_mul_2exp_si(end, end, -3);
  }
  if (last && !is_within(end, more_[4])) {
    return false;
  }
  arb_set(length(), more_[4]);
  return true;
}

search_end crossing_search::undecided(const mp& u) {
  set_exact(more_[4], u);
  arb_mul(more_[4], more_[4], length(), bits_);
  arb_add(more_[4], more_[4], passed(), bits_);
  arb_add(more_[4], more_[4], begin(), bits_);
  constexpr int shown = 7;
  undecided_time_ = time_of(more_[4], shown);
  return search_end::undecided;
}

/// The place behind the start from which on g has a certain sign.
search_end crossing_search::begin_motion(bool last, mp& low) {
  low = mp(0);
  sign_ = sign_at(low);
  if (sign_ == 0 && !starts_on_section_) {
    return search_end::start;
  }
  begun_ = true;
  if (sign_ != 0) {
    return search_end::done;
  }
  mp u = std::min(mp(1), place_of_end(last)) / 2;
  for (slong k = 0; k < bits_ / 2; ++k, u /= 2) {
    if (exact_.look(mp(0), u) == zeros_on::at_most_one && sign_at(u) != 0) {
      low = u;
      sign_ = sign_at(u);
      return search_end::done;
    }
  }
  return undecided(mp(0));
}

/// The step's end, or an upper bound of the last time.
mp crossing_search::place_of_end(bool last) {
  if (!last) {
    return mp(1);
  }
  arb_div(more_[4], rest(), length(), bits_);
  arb_get_ubound_arf(arb_midref(more_[4]), more_[4], bits_);
  mag_zero(arb_radref(more_[4]));
  return middle_of(more_[4]);
}

int crossing_search::sign_at_start() {
  if (!expand() || !read_polynomials()) {
    return 0;
  }
  return arb_is_positive(exact_[0]) != 0 ? 1 : arb_is_negative(exact_[0]) != 0 ? -1 : 0;
}

/// Where g has a certain sign: near the step's end, which then ends there, or from the last time on.
search_end crossing_search::choose_end(bool last, mp& high, int& sign) {
  constexpr int parts = 64;
  constexpr int most_trials = 8;
  const mp first = place_of_end(last);
  for (int k = 0; k < most_trials; ++k) {
    high = last ? mp(first * mp(parts + k) / parts) : mp(mp(parts - k) / parts);
    sign = sign_at(high);
    if (sign != 0) {
      return search_end::done;
    }
  }
  return undecided(first);
}

bool crossing_search::narrow(const isolated_zero<mp>& zero, arb_ptr u) {
  constexpr int most_steps = 200;
  ball_array x(4);
  set_exact(x[0], zero.low.at);
  set_exact(x[1], zero.high.at);
  arb_union(u, x[0], x[1], bits_);
  for (int n = 0; n < most_steps; ++n) {
    exact_.quick_rate(u, x[2]);
    if (arb_contains_zero(x[2]) != 0) {
      exact_.enclose_rate(u, x[2]);
    }
    if (arb_contains_zero(x[2]) != 0) {
      return false;
    }
    arb_get_mid_arb(x[0], u);
    exact_.value(x[0], x[1]);
    arb_div(x[1], x[1], x[2], bits_);
    arb_sub(x[0], x[0], x[1], bits_);
    if (arb_intersection(x[3], x[0], u, bits_) == 0) {
      return false;
    }
    mag_mul_2exp_si(arb_radref(x[1]), arb_radref(x[3]), 1);
    const bool goes_on = mag_cmp(arb_radref(x[1]), arb_radref(u)) < 0;
    arb_set(u, x[3]);
    if (!goes_on) {
      break;
    }
  }
  return true;
}

/// How far g is from its polynomial for all points of the set, up to the step's end or a little beyond the last time. The step is cut where
/// its pieces do not reach that far.
search_end crossing_search::read_step(bool last) {
  constexpr int most_cuts = 4;
  constexpr int most_halvings = 64;
  int cuts = 0;
  for (int halvings = 0; halvings < most_halvings;) {
    if (!fit_disc()) {
      return search_end::no_disc;
    }
    if (!read_polynomials()) {
      return undecided(mp(0));
    }
    bound of_value;
    bound of_rate;
    bool reaches = true;
    bool is_bounded = is_followed();
    if (is_bounded) {
      arb_ptr end = more_[5];
      arb_set(end, length());
      if (last) {
        arb_mul_ui(end, rest(), static_cast<ulong>(most_eighths), bits_);
        arb_mul_2exp_si(end, end, -3);
        arb_get_mid_arb(end, end);
      }
      reaches = spread_over_pieces(end, of_value, of_rate);
      is_bounded = mag_is_finite(of_value) != 0 && mag_is_finite(of_rate) != 0;
    }
    if (is_bounded && reaches) {
      bound of_length;
      mag_add(exact_.error(), exact_.error(), of_value);
      arb_get_mag(of_length, length());
      mag_mul(of_rate, of_rate, of_length);
      mag_add(exact_.error_of_rate(), exact_.error_of_rate(), of_rate);
      make_rough();
      return search_end::done;
    }
    if (!is_bounded) {
      ++halvings;
      if (!shorten(last)) {
        return search_end::cut;  // the last time is left to a later step
      }
    } else if (last) {
      return search_end::cut;
    } else if (++cuts == most_cuts || arb_is_zero(piece_begin()) != 0) {
      return search_end::no_disc;
    } else {
      arb_set(length(), piece_begin());
    }
    if (!begin_pieces()) {
      return search_end::no_disc;
    }
  }
  return search_end::no_disc;
}

/// The terms that 64 bits show.
void crossing_search::make_rough() {
  constexpr int shown_bits = 40;
  bound factor;
  bound size;
  std::vector<double> sizes;
  mag_set_ui(factor, 1);
  double largest = -infinite;
  for (int k = 0; k < order_; ++k) {
    arb_get_mag(size, exact_[k]);
    mag_mul(size, size, factor);
    sizes.push_back(log2_of(size));
    largest = std::max(largest, sizes.back());
    mag_mul_ui(factor, factor, most_eighths);
    mag_mul_2exp_si(factor, factor, -3);
  }
  int count = order_;
  while (count > 2 && sizes[entry_at(count - 1)] < largest - shown_bits) {
    --count;
  }
  rough_.emplace(count, bound_bits);
  mag_set(rough_->error(), exact_.error());
  mag_set(rough_->error_of_rate(), exact_.error_of_rate());
  mag_set_ui(factor, 1);
  for (int k = 0; k < order_; ++k) {
    if (k < count) {
      arb_set_round((*rough_)[k], exact_[k], bound_bits);
    } else {
      arb_get_mag(size, exact_[k]);
      mag_mul(size, size, factor);
      mag_add(rough_->error(), rough_->error(), size);
      mag_mul_ui(size, size, static_cast<ulong>(k));
      mag_add(rough_->error_of_rate(), rough_->error_of_rate(), size);
    }
    mag_mul_ui(factor, factor, most_eighths);
    mag_mul_2exp_si(factor, factor, -3);
  }
}

/// The crossings of the present step, as rows. The step ends where g has a certain sign.
search_end crossing_search::scan(bool last, std::vector<certified_crossing>& found) {
  search_end end = read_step(last);
  if (end != search_end::done) {
    return end;
  }
  mp low(0);
  if (!begun_) {
    end = begin_motion(last, low);
    if (end != search_end::done) {
      return end;
    }
  } else if (sign_at(low) == -sign_) {
    return undecided(low);  // no: the sign at this time is proven
  }
  mp high(1);
  int sign = 0;
  end = choose_end(last, high, sign);
  if (end != search_end::done) {
    return end;
  }
  if (!(low < high)) {
    return undecided(low);
  }
  std::vector<isolated_zero<mp>> zeros;
  const mp coarse = mp(1) / (1 << 20);
  if (isolate_zeros<mp>(rough(), {low, sign_}, {high, sign}, coarse, zeros)) {
    zeros.clear();
    mp finest(1);
    mpfr_div_2si(finest.backend().data(), finest.backend().data(), bits_ / 2, MPFR_RNDN);
    if (const auto place = isolate_zeros<mp>(exact_, {low, sign_}, {high, sign}, finest, zeros)) {
      return undecided(*place);
    }
  }
  if (!zeros.empty() && !begin_pieces()) {
    return search_end::no_disc;
  }
  for (const isolated_zero<mp>& zero : zeros) {
    if (!narrow(zero, more_[3])) {
      return undecided(zero.low.at);
    }
    arb_mul(more_[3], more_[3], length(), bits_);
    if (last) {
      arb_sub(more_[4], more_[3], rest(), bits_);
      if (arb_is_positive(more_[4]) != 0) {  // one that may be at the last time counts
        break;
      }
    }
    if (!wanted_.counts(zero.high.sign)) {
      continue;
    }
    end = add_row(zero.high.sign, found);
    if (end != search_end::done) {
      return end;
    }
  }
  sign_ = sign;
  if (!last && high < mp(1)) {
    set_exact(more_[4], high);
    arb_mul(length(), length(), more_[4], ARF_PREC_EXACT);
    // the pieces may be behind the new end, unless they began again and have come to a crossing before it
    if (zeros.empty() && !begin_pieces()) {
      return search_end::no_disc;
    }
  }
  return search_end::done;
}

/// The state of all points of the set at the times more_[3], from the step's begin.
search_end crossing_search::add_row(int direction, std::vector<certified_crossing>& found) {
  if (!enclose(more_[3])) {
    return search_end::no_disc;
  }
  frame_.hull_of(moved_, hull_);
  for (int i = 0; i < states_; ++i) {
    arb_add_error_mag(value_[entry_at(i)], hull_[i]);
  }
  arb_add(more_[4], more_[3], passed(), bits_);
  arb_add(more_[4], more_[4], begin(), bits_);
  if (start_.has_momenta()) {
    start_.to_momenta(more_[4], value_);
  }
  certified_crossing crossing{{}, direction};
  if (print(crossing.row, have_, more_[4]) == row_verdict::unproven) {
    return search_end::unproven;
  }
  found.push_back(std::move(crossing));
  ++count_;
  digits_.pass(share(), lost());
  if (control_.progress) {
    control_.progress(count_, 0);
  }
  return count_ == wanted_.most ? search_end::enough : search_end::done;
}

search_end crossing_search::run(std::vector<certified_crossing>& found) {
  for (;;) {
    if (control_.stop_requested && control_.stop_requested()) {
      return search_end::stopped;
    }
    arb_add(decided(), passed(), length(), ARF_PREC_EXACT);
    if (expanded_ && !advance()) {
      return search_end::no_disc;
    }
    if (steps_ > 0 && arb_equal(passed(), decided()) == 0) {
      return search_end::
          unproven;  // a piece was not found again, and the step ended earlier than what is decided
    }
    arb_mul_si(elapsed(), span(), problem_.steps, bits_);
    arb_sub(rest(), elapsed(), passed(), bits_);
    if (narrowing_.until_limit() < in_whole_spans(rest())) {
      return search_end::narrowing;
    }
    if (!expand()) {
      return search_end::no_disc;
    }
    bool last = is_within(rest(), length());
    search_end end = scan(last, found);
    if (end == search_end::cut) {  // part of the way; the next step reaches beyond the last time
      do {
        arb_mul_2exp_si(length(), length(), -1);
      } while (is_within(rest(), length()));
      last = false;
      end = begin_pieces() ? scan(false, found) : search_end::no_disc;
    }
    if (end == search_end::enough) {
      return search_end::done;
    }
    if (end != search_end::done || last) {
      return end;
    }
  }
}

}  // namespace

certified_crossings certify_crossings(const certified_problem& problem, const followed_function& g,
                                      const wanted_crossings& wanted, const run_control& control) {
  constexpr int most_doublings = 2;
  // more digits are for what 4 times the digits tell from 0, not for a section without bounds
  constexpr int most_starts = 2;
  int starts = 0;
  if (problem.steps < 0 || problem.digits < 1) {
    throw invalid_input("certified crossings need steps >= 0 and digits >= 1");
  }
  digits_to_lose lost;
  bool starts_on_section = false;
  for (int doublings = 0;;) {
    const int digits = problem.digits + lost.count();
    const precision_scope scope(digits);
    certified_crossings result;
    result.working_digits = digits;
    crossing_search search(problem, g, wanted, control, lost, starts_on_section);
    result.order = search.order();
    const search_end end = search.run(result.found);
    result.started_on_section = starts_on_section;
    result.steps = search.steps();
    const auto fail = [&](const std::string& why) {
      throw step_failure(
          search.steps(), search.time_text(), {solve_outcome::stagnated, lost.round(), 0},
          "the crossings are proven up to t = " + search.time_text() + " and not beyond: " + why);
    };
    switch (end) {
      case search_end::stopped:
        result.found.clear();
        return result;
      case search_end::done:
      case search_end::enough:
        return result;
      case search_end::cut:
      case search_end::no_disc:
        fail(
            "no disc of time is found on which the motion and the formula of the section are "
            "bounded; a "
            "singularity may be near");
        break;
      case search_end::narrowing:
        fail(
            "towards a time near " + search.limit_text() +
            " the discs of time on which the motion is bounded become ever shorter; the motion may "
            "end there");
        break;
      case search_end::start: {
        // an enclosure of g that contains zero does not say that the start is on the section
        constexpr int more = 4;
        const precision_scope more_digits(more * digits);
        crossing_search start(problem, g, wanted, control, lost, false);
        if (start.sign_at_start() == 0) {
          starts_on_section = true;
        } else if (lost.may_rise() && starts < most_starts) {
          ++starts;
          lost.rise_to(lost.count() + digits);
        } else {
          throw undecided_crossing(
              g.text(), 0, search.time_text(),
              "not decided at the start with " + std::to_string(digits) + " working digits");
        }
        break;
      }
      case search_end::undecided:
        if (doublings == most_doublings || !lost.may_rise()) {
          throw undecided_crossing(
              g.text(), search.steps(), search.undecided_time(),
              "not decided with " + std::to_string(digits) + " working digits");
        }
        ++doublings;
        lost.rise_to(lost.count() + digits);
        break;
      case search_end::unproven:
        if (!lost.may_rise()) {
          fail("even with " + std::to_string(digits) + " working digits an enclosure is too wide");
        }
        lost.rise(search.share(), search.lost());
        break;
    }
  }
}

#else

certified_crossings certify_crossings(const certified_problem&, const followed_function&,
                                      const wanted_crossings&, const run_control&) {
  throw invalid_input(
      "certified integration needs the library built with Arb (Debian: libflint-arb-dev)");
}

#endif

}  // namespace plumbline
