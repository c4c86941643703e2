// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_run.hpp"

#if PLUMBLINE_HAS_ARB

namespace plumbline {

namespace {

/// The order with the fewest products for a unit of time: a step of ρ e^−2 needs bits (log 2)/2 coefficients. A few more,
/// for what a step costs besides.
int order_for(slong bits) {
  constexpr double per_bit = 0.36;
  constexpr int further = 8;
  return static_cast<int>(per_bit * static_cast<double>(bits)) + further;
}

/// The order of the Jacobian's series. What it leaves out turns the widest side of the set into the others, and that counts
/// where a motion has lost digits: there the sides differ by as much, and with 14 terms the set of a Kepler motion grows
/// threefold in each period.
int order_of_jacobian(slong bits, int digits_asked) {
  constexpr double fewest = 17;
  constexpr double most = 24;
  constexpr double for_each = 0.25;
  constexpr double usual =
      16;  // digits beyond those that are asked for, with which a motion is begun
  const double further = static_cast<double>(bits) / log2_of_10 - digits_asked;
  return static_cast<int>(std::clamp(fewest + for_each * (further - usual), fewest, most));
}

/// MPFR writes two digits at least.
constexpr int fewest_digits = 2;

}  // namespace

certified_run::certified_run(const certified_problem& problem, const run_control& control,
                             const followed_function* followed)
    : problem_(problem),
      control_(control),
      input_(problem.input()),
      system_(taylor_system_in_velocities(*problem.formulas, followed)),
      states_(static_cast<int>(system_.code->states.size())),
      bits_(scalar_traits<mp>::bits()),
      order_(order_for(bits_)),
      start_(*problem.formulas, input_, bits_),
      balls_(system_.code, order_, bits_, ball_mode::enclose),
      tail_(balls_, system_.followed),
      has_tail_(series_tail::covers(*system_.code)),
      numbers_(count_of_numbers),
      log2_total_(log2_total(problem, input_)),
      flow_(system_.code, log2_total_, order_of_jacobian(bits_, problem.digits)),
      frame_(states_),
      centre_(states_),
      value_(states_),
      point_(states_),
      jacobian_(states_),
      passed_jacobian_(states_),
      moved_(states_),
      product_(states_),
      hull_(states_),
      left_out_(states_),
      error_(states_),
      largest_(entry_at(states_), -infinite) {
  start();
}

void certified_run::start() {
  ball_array value(1);
  std::vector<mp> parameters = input_.parameters;
  parameters.insert(parameters.end(), input_.followed_parameters.begin(),
                    input_.followed_parameters.end());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int k = static_cast<int>(i);
    set_rounded(value[0], parameters[i]);
    arb_set(balls_.work().at(balls_.parameter_row(k), 0), value[0]);
    flow_.set_parameter(k, value[0]);
  }
  balls_.run_constants();
  flow_.run_constants();
  set_rounded(begin(), input_.t0);
  set_rounded(span(), input_.step);
  start_.state(system_.states == taylor_states::first_order, value_);
  frame_.start(value_);
  for (int i = 0; i < states_; ++i) {
    arb_get_mid_arb(centre_[entry_at(i)], value_[entry_at(i)]);
  }
}

/// |s| <= |length|, certainly.
bool certified_run::is_within(arb_srcptr s, arb_srcptr length) {
  ball_array sizes(2);
  arb_abs(sizes[0], s);
  arb_abs(sizes[1], length);
  return arb_le(sizes[0], sizes[1]) != 0;
}

double certified_run::in_whole_spans(arb_srcptr s) const {
  bound size;
  arb_get_mag(size, s);
  mag_mul_2exp_si(size, size, -static_cast<slong>(std::floor(log2_total_)));
  return mag_get_d(size);
}

/// log2 of the radius of convergence as the coefficients of the second half let it seem, of the states and of what is followed.
double certified_run::radius_of_coefficients() const {
  bound size;
  double first = -infinite;
  double least = infinite;
  const auto log2_size = [&](int row, int k) {
    arb_get_mag(size, balls_.work().at(row, k));
    return log2_of(size);
  };
  // the first order at which something moves
  int moving = 0;
  for (; moving <= order_ / 2 && first == -infinite; ++moving) {
    for (int i = 0; i < states_; ++i) {
      first = std::max(
          {first, log2_size(balls_.state(i), moving), log2_size(balls_.state(i), moving + 1)});
    }
  }
  const auto limit = [&](int row, int last) {
    for (int k = std::max(order_ / 2, moving + 1); k <= last; ++k) {
      const double of_term = log2_size(row, k);
      if (of_term > -infinite) {
        least = std::min(least, (first - of_term) / (k - moving + 1));
      }
    }
  };
  if (first > -infinite) {
    for (int i = 0; i < states_; ++i) {
      limit(balls_.state(i), order_);
    }
    for (const int row : system_.followed) {
      if (balls_.code().series(row)) {
        limit(row, order_ - 1);
      }
    }
  }
  return least;
}

/// ρ, what the series leaves out there, and the longest step that leaves out nothing that the working precision would show.
bool certified_run::choose_step() {
  constexpr double growth = 0.2;
  constexpr double shrinking = 0.25;
  constexpr int most_trials = 24;
  constexpr double farthest = 6;  // beyond the end, log2
  double log2_radius = 0;
  bool found = false;
  if (has_tail_) {
    const double seeming = std::min(radius_of_coefficients(), log2_total_ + farthest);
    double beside = std::min(log2_beside_coefficients_ + growth, 0.5);
    for (int trial = 0; trial < most_trials && !found; ++trial, beside -= shrinking) {
      log2_radius = seeming + beside;
      found = tail_.holds(log2_radius);
      log2_beside_coefficients_ = beside;
    }
  }
  double log2_step = 0;
  tail_holds_ = found;
  if (found) {
    log2_step = tail_.log2_step(log2_radius, static_cast<double>(bits_));
    mag_set(radius_, tail_.radius());
    for (int i = 0; i < states_; ++i) {
      mag_set_d(left_out_[i], tail_.beyond(i));
    }
  } else {
    const double digits = static_cast<double>(bits_) + 2;
    log2_step = flow_.log2_disc() - std::max(digits / (order_ + 1), 1.);
    take_tail_of_disc();
  }
  set_dyadic(length(), log2_step);
  return true;
}

/// A (h/R)^(N+1)/(1 − h/R), with h <= R/2
void certified_run::take_tail_of_disc() {
  flow_.radius_below(radius_);
  for (int i = 0; i < states_; ++i) {
    mag_mul_2exp_si(left_out_[i], flow_.motion()[i], 1);
  }
}

/// A dyadic number of a few bits below 2^log2_size, with the sign of the motion.
void certified_run::set_dyadic(arb_ptr x, double log2_size) const {
  constexpr int step_bits = 6;
  const double exponent = std::floor(log2_size);
  const auto mantissa = static_cast<slong>(std::exp2(log2_size - exponent + step_bits));
  arb_set_si(x, arb_is_negative(span()) != 0 ? -mantissa : mantissa);
  arb_mul_2exp_si(x, x, static_cast<slong>(exponent) - step_bits);
}

/// The motion from the centre: x = Σ y_k s^k with what the series leaves out.
void certified_run::sum_at(arb_srcptr s, slong bits, ball_array& x) {
  bound power;
  bound left_out;
  arb_get_mag(power, s);
  mag_div(power, power, radius_);
  mag_pow_ui(power, power, static_cast<ulong>(order_) + 1);
  for (int i = 0; i < states_; ++i) {
    const int row = balls_.state(i);
    arb_ptr sum = x[entry_at(i)];
    arb_set_round(sum, balls_.work().at(row, order_), bits);
    for (int k = order_ - 1; k >= 0; --k) {
      arb_mul(sum, sum, s, bits);
      arb_add(sum, sum, balls_.work().at(row, k), bits);
    }
    mag_mul(left_out, left_out_[i], power);
    arb_add_error_mag(sum, left_out);
  }
}

/// A disc around the set at the piece's begin, and the piece's end.
bool certified_run::begin_piece() {
  if (arb_is_zero(piece_begin()) != 0) {
    for (int i = 0; i < states_; ++i) {
      arb_set_round(point_[entry_at(i)], centre_[entry_at(i)], bound_bits);
    }
    frame_.hull(hull_);
  } else {
    sum_at(piece_begin(), bound_bits, point_);
    arb_mat_mul(moved_.data(), passed_jacobian_.data(), frame_.matrix().data(), bound_bits);
    frame_.hull_of(moved_, hull_);
  }
  for (int i = 0; i < states_; ++i) {
    arb_add_error_mag(point_[entry_at(i)], hull_[i]);
  }
  arb_add(time(), begin(), passed(), bits_);
  arb_add(time(), time(), piece_begin(), bits_);
  if (!flow_.begin(point_, time())) {
    return false;
  }
  set_dyadic(piece_end(), flow_.log2_length());
  arb_add(piece_end(), piece_end(), piece_begin(), ARF_PREC_EXACT);
  return true;
}

bool certified_run::begin_pieces() {
  arb_zero(piece_begin());
  pieces_ = 0;
  arb_mat_one(passed_jacobian_.data());
  return begin_piece();
}

bool certified_run::begin_pieces_within(double log2_disc) {
  flow_.shrink_to(log2_disc);
  if (!begin_pieces()) {
    return false;
  }
  if (!tail_holds_) {
    take_tail_of_disc();
  }
  return true;
}

/// The series at the centre, the first piece, and the step.
bool certified_run::expand() {
  arb_add(time(), begin(), passed(), bits_);
  arb_set(balls_.work().at(balls_.code().time, 0), time());
  for (int i = 0; i < states_; ++i) {
    arb_set(balls_.work().at(balls_.state(i), 0), centre_[entry_at(i)]);
  }
  if (!begin_pieces() || !balls_.expand() || !choose_step()) {
    return false;
  }
  expanded_ = true;
  return true;
}

/// value_ = Σ y_k s^k with what is left out, moved_ = Dφ_s B. False where s is farther than the pieces reach: no disc
/// is found around the next one, or there are too many of them between two looks at whether the run shall stop.
bool certified_run::enclose(arb_srcptr s) {
  constexpr int most_pieces = 64;
  ball_array rest(1);
  while (!is_within(s, piece_end())) {
    if (arb_equal(piece_begin(), piece_end()) != 0 || pieces_ == most_pieces) {
      return false;
    }
    ++pieces_;
    arb_sub(rest[0], piece_end(), piece_begin(), ARF_PREC_EXACT);
    flow_.jacobian(rest[0], jacobian_);
    arb_mat_mul(product_.data(), jacobian_.data(), passed_jacobian_.data(), bound_bits);
    passed_jacobian_.swap(product_);
    arb_set(piece_begin(), piece_end());
    if (!begin_piece()) {
      return false;
    }
  }
  arb_sub(rest[0], s, piece_begin(), bits_);
  if (arb_is_zero(rest[0]) != 0) {
    arb_mat_set(product_.data(), passed_jacobian_.data());
  } else {
    flow_.jacobian(rest[0], jacobian_);
    arb_mat_mul(product_.data(), jacobian_.data(), passed_jacobian_.data(), bound_bits);
  }
  arb_mat_mul(moved_.data(), product_.data(), frame_.matrix().data(), bound_bits);
  sum_at(s, bits_, value_);
  return true;
}

/// Ends the step where its last piece begins; the next step begins there with all digits. False where the first piece is
/// the last.
bool certified_run::cut_step() {
  arb_set(length(), piece_begin());
  return arb_is_zero(length()) == 0;
}

/// To the end of the step.
bool certified_run::advance() {
  if (!enclose(length()) && !(cut_step() && enclose(length()))) {
    return false;
  }
  std::vector<double> units(entry_at(states_));
  bool finite = true;
  for (int i = 0; i < states_; ++i) {
    units[entry_at(i)] = std::round(log2_of(flow_.reach()[i]));
    finite = finite && arb_is_finite(value_[entry_at(i)]) != 0;
    mag_set(error_[i], arb_radref(value_[entry_at(i)]));
    arb_get_mid_arb(centre_[entry_at(i)], value_[entry_at(i)]);
  }
  arb_add(passed(), passed(), length(), ARF_PREC_EXACT);
  narrowing_.pass(in_whole_spans(length()), pieces_ + 1, flow_.log2_disc());
  ++steps_;
  expanded_ = false;
  return finite && frame_.advance(moved_, error_, units);
}

/// The midpoint to so many significant digits, zeros at the end among them.
std::string certified_run::text_of(arb_srcptr x, int digits) {
  constexpr long most_zeros = 4;
  mpfr_t y;
  mpfr_init2(y, std::max<slong>(arf_bits(arb_midref(x)), 64));
  arf_get_mpfr(y, arb_midref(x), MPFR_RNDN);
  mpfr_exp_t exponent = 0;
  char* found =
      mpfr_get_str(nullptr, &exponent, 10, static_cast<std::size_t>(digits), y, MPFR_RNDN);
  std::string text = found;
  mpfr_free_str(found);
  mpfr_clear(y);
  const bool negative = text.front() == '-';
  const std::string sign = negative ? "-" : "";
  text.erase(0, negative ? 1 : 0);
  if (exponent > digits || exponent < -most_zeros) {
    return sign + text.substr(0, 1) + "." + text.substr(1) + "e" + std::to_string(exponent - 1);
  }
  if (exponent <= 0) {
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent), '0') + text;
  }
  const auto whole = static_cast<std::size_t>(exponent);
  return sign + text.substr(0, whole) +
         (whole < text.size() ? "." + text.substr(whole) : std::string());
}

/// A time: all its digits where it has few, otherwise ten more than the numbers have.
std::string certified_run::time_of(arb_srcptr x, int digits) {
  constexpr int further = 10;
  mpfr_t y;
  mpfr_init2(y, std::max<slong>(arf_bits(arb_midref(x)), 64));
  arf_get_mpfr(y, arb_midref(x), MPFR_RNDN);
  std::string text = detail::mpfr_text(y, digits + further);
  mpfr_clear(y);
  return text;
}

row_verdict certified_run::print(certified_row& r, double& have, arb_srcptr crossing_time) {
  // the radius is at most 0.3 units of the last place, the rounding 0.5
  constexpr double spare_digits = 0.5;
  const int asked = std::max(problem_.digits, fewest_digits);
  have = infinite;
  r.state.clear();
  bound size;
  bound farthest;
  ball_array difference(1);
  /// `scale`: log2 of the size that zeros are measured by.
  const auto proven_text = [&](arb_srcptr x, double scale) {
    const double radius = log2_of(arb_radref(x));
    arb_get_mag_lower(size, x);
    const double least = log2_of(size);
    std::string text;
    if (arb_is_zero(x) != 0) {
      text = "0";
    } else if (least == -infinite) {
      // zero, to the decimal place that is certain
      have = std::min(have, (scale - radius) / log2_of_10);
      const auto places = static_cast<long>(std::floor(-radius / log2_of_10 - spare_digits));
      text = places > 0
                 ? "0." + std::string(static_cast<std::size_t>(std::min<long>(places, asked)), '0')
                 : "0e" + std::to_string(-places);
    } else {
      have = std::min(have, (least - radius) / log2_of_10 - spare_digits);
      text = text_of(x, asked);
    }
    // what is printed, as a ball, against the enclosure
    arb_set_str(difference[0], text.c_str(), bits_ + 64);
    arb_sub(difference[0], difference[0], x, bound_bits);
    arb_get_mag(size, difference[0]);
    mag_max(farthest, farthest, size);
    return text;
  };
  for (int i = 0; i < states_; ++i) {
    arb_srcptr x = value_[entry_at(i)];
    arb_get_mag(size, x);
    largest_[entry_at(i)] = std::max(largest_[entry_at(i)], log2_of(size));
    r.state.push_back(proven_text(x, std::max(largest_[entry_at(i)], log2_of(flow_.reach()[i]))));
  }
  if (crossing_time != nullptr) {
    r.t = proven_text(crossing_time, log2_total_);
  }
  if (have == infinite) {
    have = 2 * asked;
  }
  // the radius, upwards
  arf_t up;
  arf_init(up);
  arf_set_mag(up, farthest);
  mpfr_t y;
  mpfr_init2(y, 64);
  arf_get_mpfr(y, up, MPFR_RNDU);
  char* printed = nullptr;
  mpfr_asprintf(&printed, "%.3RUe", y);
  r.radius = mpfr_zero_p(y) != 0 ? "0" : printed;
  mpfr_free_str(printed);
  mpfr_clear(y);
  arf_clear(up);
  if (crossing_time == nullptr) {
    arb_add(time(), begin(), elapsed(), bits_);
    r.t = time_of(time(), asked);
  }
  return have >= asked ? row_verdict::proven : row_verdict::unproven;
}

}  // namespace plumbline

#endif
