// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_run.hpp"

#if PLUMBLINE_HAS_ARB

namespace plumbline {

namespace {

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
    : certified_series(taylor_system_in_velocities(*problem.formulas, followed),
                       scalar_traits<mp>::bits()),
      problem_(problem),
      control_(control),
      input_(problem.input()),
      start_(*problem.formulas, input_, bits_),
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

void certified_run::set_dyadic(arb_ptr x, double log2_size) const {
  set_dyadic_below(x, log2_size);
  if (arb_is_negative(span()) != 0) {
    arb_neg(x, x);
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
  return begin_pieces();
}

/// The series at the centre, the first piece, and the step.
bool certified_run::expand() {
  arb_add(time(), begin(), passed(), bits_);
  arb_set(balls_.work().at(balls_.code().time, 0), time());
  for (int i = 0; i < states_; ++i) {
    arb_set(balls_.work().at(balls_.state(i), 0), centre_[entry_at(i)]);
  }
  if (!begin_pieces() || !balls_.expand()) {
    return false;
  }
  set_dyadic(length(), choose_step(flow_, log2_total_));
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
  return midpoint_text(x, digits + further);
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
  r.radius = bound_text(farthest, MPFR_RNDU);
  if (crossing_time == nullptr) {
    arb_add(time(), begin(), elapsed(), bits_);
    r.t = time_of(time(), asked);
  }
  return have >= asked ? row_verdict::proven : row_verdict::unproven;
}

}  // namespace plumbline

#endif
