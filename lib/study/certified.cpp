// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/certified.hpp>

#if PLUMBLINE_HAS_ARB
#include "math/series_tail.hpp"
#include "mechanics/taylor_system.hpp"
#include "study/certified_frame.hpp"
#include "study/certified_jacobian.hpp"
#include "study/certified_start.hpp"
#include <plumbline/math/magnitude.hpp>
#include <plumbline/study/narrowing.hpp>

#include <algorithm>
#endif

namespace plumbline {

#if PLUMBLINE_HAS_ARB

namespace {

/// The order with the fewest products for a unit of time: a step of ρ e^−2 needs bits (log 2)/2 coefficients. A few more,
/// for what a step costs besides.
int order_for(slong bits) {
  constexpr double per_bit = 0.36;
  constexpr int further = 8;
  return static_cast<int>(per_bit * static_cast<double>(bits)) + further;
}

/// MPFR writes two digits at least.
constexpr int fewest_digits = 2;

enum class row_verdict { proven, unproven };
enum class reached { yes, stopped, no, narrowing };

/// One run at one working precision.
class certified_run {
 public:
  certified_run(const certified_problem& problem, const run_control& control)
      : problem_(problem),
        control_(control),
        input_(problem.input()),
        system_(taylor_system_in_velocities(*problem.formulas)),
        states_(static_cast<int>(system_.code->states.size())),
        bits_(scalar_traits<mp>::bits()),
        order_(order_for(bits_)),
        start_(*problem.formulas, input_, bits_),
        balls_(system_.code, order_, bits_, ball_mode::enclose),
        tail_(balls_),
        has_tail_(series_tail::covers(*system_.code)),
        numbers_(count_of_numbers),
        log2_total_(log2_total(problem, input_)),
        flow_(system_.code, log2_total_),
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

  int order() const { return order_; }
  std::int64_t steps() const { return steps_; }

  /// The state at the time of a row, in the order of the rows, as balls in value_.
  reached go_to(std::int64_t row) {
    arb_mul_si(elapsed(), span(), row, bits_);
    arb_sub(inside(), elapsed(), passed(), bits_);
    bool enclosed = false;
    while (!enclosed) {
      while (!expanded_ || !is_within(inside(), length())) {
        if (control_.stop_requested && control_.stop_requested()) {
          return reached::stopped;
        }
        if (expanded_ && !advance()) {
          return reached::no;
        }
        arb_sub(inside(), elapsed(), passed(), bits_);
        if (narrowing_.until_limit() < in_whole_spans(inside())) {
          return reached::narrowing;
        }
        if (!expand()) {
          return reached::no;
        }
        arb_sub(inside(), elapsed(), passed(), bits_);
      }
      enclosed = enclose(inside());
      if (!enclosed && !cut_step()) {
        return reached::no;
      }
    }
    frame_.hull_of(moved_, hull_);
    for (int i = 0; i < states_; ++i) {
      arb_add_error_mag(value_[entry_at(i)], hull_[i]);
    }
    if (start_.has_momenta()) {
      arb_add(time(), begin(), elapsed(), bits_);
      start_.to_momenta(time(), value_);
    }
    return reached::yes;
  }

  /// The row as text. `have` becomes the least number of digits that a number has.
  row_verdict print(certified_row& r, double& have);

  /// t0 + what has been passed, for messages.
  std::string time_text() {
    arb_add(time(), begin(), passed(), bits_);
    constexpr int shown = 7;  // and ten more
    return time_of(time(), shown);
  }

  /// Where the discs narrow to, roughly.
  std::string limit_text() {
    arb_add(time(), begin(), passed(), bits_);
    arb_set_d(inside(), narrowing_.until_limit());
    arb_mul_2exp_si(inside(), inside(), static_cast<slong>(std::floor(log2_total_)));
    (arb_is_negative(span()) != 0 ? arb_sub : arb_add)(time(), time(), inside(), bits_);
    constexpr int shown = 4;
    return text_of(time(), shown);
  }

 private:
  static constexpr int count_of_numbers = 9;
  arb_ptr begin() const { return numbers_[0]; }    ///< t0
  arb_ptr span() const { return numbers_[1]; }     ///< between rows
  arb_ptr passed() const { return numbers_[2]; }   ///< since t0, at the centre; exact
  arb_ptr elapsed() const { return numbers_[3]; }  ///< since t0, of the row
  arb_ptr inside() const { return numbers_[4]; }   ///< elapsed − passed
  arb_ptr length() const { return numbers_[5]; }   ///< of the step, signed, exact
  arb_ptr time() const { return numbers_[6]; }
  /// A step is passed in pieces with a Jacobian each; both are signed and exact.
  arb_ptr piece_begin() const { return numbers_[7]; }  ///< from the step's begin
  arb_ptr piece_end() const { return numbers_[8]; }

  static double log2_total(const certified_problem& problem, const certified_input& input) {
    const double span = std::max(log2_magnitude(input.step), -1e6);
    return span + std::log2(static_cast<double>(std::max<std::int64_t>(1, problem.steps)));
  }

  void start();
  static bool is_within(arb_srcptr s, arb_srcptr length);
  /// |s| beside the whole motion, in units of 2^floor(log2_total_).
  double in_whole_spans(arb_srcptr s) const;
  bool expand();
  bool choose_step();
  double radius_of_coefficients() const;
  void sum_at(arb_srcptr s, slong bits, ball_array& x);
  bool begin_piece();
  void set_dyadic(arb_ptr x, double log2_size) const;
  bool enclose(arb_srcptr s);
  bool cut_step();
  bool advance();
  static std::string text_of(arb_srcptr x, int digits);
  static std::string time_of(arb_srcptr x, int digits);

  const certified_problem& problem_;
  const run_control& control_;
  certified_input input_;
  taylor_system system_;
  int states_;
  slong bits_;
  int order_;
  certified_start start_;
  taylor_engine<taylor_balls> balls_;
  series_tail tail_;
  bool has_tail_;
  ball_array numbers_;
  double log2_total_;
  short_flow flow_;
  narrowing narrowing_;
  lohner_frame frame_;
  ball_array centre_;  ///< exact
  ball_array value_;
  ball_array point_;  ///< a box around the set at a piece's begin
  ball_matrix jacobian_;
  ball_matrix passed_jacobian_;  ///< from the step's begin to the piece's
  ball_matrix moved_;
  ball_matrix product_;
  bounds hull_;
  bounds left_out_;  ///< Σ_{k>N} |y_k| ρ^k, at least
  bound radius_;     ///< ρ, at most
  bounds error_;
  std::vector<double> largest_;  ///< log2 of each number's largest magnitude so far
  double log2_beside_coefficients_ = 0;
  bool expanded_ = false;
  int pieces_ = 0;  ///< of this step, before the present one
  std::int64_t steps_ = 0;
};

void certified_run::start() {
  ball_array value(1);
  for (std::size_t i = 0; i < input_.parameters.size(); ++i) {
    const int k = static_cast<int>(i);
    set_rounded(value[0], input_.parameters[i]);
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

/// log2 of the radius of convergence as the coefficients of the second half let it seem.
double certified_run::radius_of_coefficients() const {
  bound size;
  double first = -infinite;
  double least = infinite;
  const auto log2_size = [&](int i, int k) {
    arb_get_mag(size, balls_.work().at(balls_.state(i), k));
    return log2_of(size);
  };
  // the first order at which something moves
  int moving = 0;
  for (; moving <= order_ / 2 && first == -infinite; ++moving) {
    for (int i = 0; i < states_; ++i) {
      first = std::max({first, log2_size(i, moving), log2_size(i, moving + 1)});
    }
  }
  for (int i = 0; i < states_ && first > -infinite; ++i) {
    for (int k = std::max(order_ / 2, moving + 1); k <= order_; ++k) {
      const double of_term = log2_size(i, k);
      if (of_term > -infinite) {
        least = std::min(least, (first - of_term) / (k - moving + 1));
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
  if (found) {
    constexpr double nearest = 0.2;
    log2_step = log2_radius - nearest;
    mag_set(radius_, tail_.radius());
    for (int i = 0; i < states_; ++i) {
      const double beyond = tail_.beyond(i);
      mag_set_d(left_out_[i], beyond);
      if (beyond > 0 && tail_.size(i) > 0) {
        // the quotient itself may be beyond the range of double
        const double digits =
            static_cast<double>(bits_) + std::log2(beyond) - std::log2(tail_.size(i));
        log2_step = std::min(log2_step, log2_radius - digits / (order_ + 1));
      }
    }
  } else {
    // on the disc of the first piece: A (h/R)^(N+1)/(1 − h/R), with h <= R/2
    flow_.radius_below(radius_);
    const double digits = static_cast<double>(bits_) + 2;
    log2_step = flow_.log2_disc() - std::max(digits / (order_ + 1), 1.);
    for (int i = 0; i < states_; ++i) {
      mag_mul_2exp_si(left_out_[i], flow_.motion()[i], 1);
    }
  }
  set_dyadic(length(), log2_step);
  return true;
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

/// The series at the centre, the first piece, and the step.
bool certified_run::expand() {
  arb_add(time(), begin(), passed(), bits_);
  arb_set(balls_.work().at(balls_.code().time, 0), time());
  for (int i = 0; i < states_; ++i) {
    arb_set(balls_.work().at(balls_.state(i), 0), centre_[entry_at(i)]);
  }
  arb_zero(piece_begin());
  pieces_ = 0;
  arb_mat_one(passed_jacobian_.data());
  if (!begin_piece() || !balls_.expand() || !choose_step()) {
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

row_verdict certified_run::print(certified_row& r, double& have) {
  // the radius is at most 0.3 units of the last place, the rounding 0.5
  constexpr double spare_digits = 0.5;
  const int asked = std::max(problem_.digits, fewest_digits);
  have = infinite;
  r.state.clear();
  bound size;
  bound farthest;
  ball_array difference(1);
  for (int i = 0; i < states_; ++i) {
    arb_srcptr x = value_[entry_at(i)];
    const double radius = log2_of(arb_radref(x));
    arb_get_mag(size, x);
    largest_[entry_at(i)] = std::max(largest_[entry_at(i)], log2_of(size));
    arb_get_mag_lower(size, x);
    const double least = log2_of(size);
    std::string text;
    if (arb_is_zero(x) != 0) {
      text = "0";
    } else if (least == -infinite) {
      // zero, to the decimal place that is certain
      const double scale = std::max(largest_[entry_at(i)], log2_of(flow_.reach()[i]));
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
    r.state.push_back(std::move(text));
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
  arb_add(time(), begin(), elapsed(), bits_);
  r.t = time_of(time(), asked);
  return have >= asked ? row_verdict::proven : row_verdict::unproven;
}

}  // namespace

bool can_certify() noexcept { return true; }

certified_trajectory certify(const certified_problem& problem, const run_control& control) {
  constexpr int guard = 15;
  constexpr int most_rounds = 20;
  constexpr int most_lost = 3000;
  if (problem.steps < 0 || problem.every < 1 || problem.digits < 1) {
    throw invalid_input("a certified trajectory needs steps >= 0, every >= 1 and digits >= 1");
  }
  int lost = guard;
  for (int round = 1;; ++round) {
    const int digits = problem.digits + lost;
    const precision_scope scope(digits);
    certified_run run(problem, control);
    certified_trajectory found;
    found.working_digits = digits;
    found.order = run.order();
    std::string proven_to = run.time_text();  // the start is given
    const auto fail = [&](std::int64_t row, const std::string& why) {
      throw step_failure(
          row, run.time_text(), {solve_outcome::stagnated, round, 0},
          "the digits are proven up to t = " + proven_to + " and not beyond: " + why);
    };
    bool repeat = false;
    for (std::int64_t row = 0; row <= problem.steps && !repeat; ++row) {
      if (row % problem.every != 0 && row != problem.steps) {
        continue;
      }
      certified_row r;
      double have = 0;
      const reached how = run.go_to(row);
      if (how == reached::stopped || (control.stop_requested && control.stop_requested())) {
        found.rows.clear();
        return found;
      }
      if (how == reached::no) {
        fail(row,
             "no disc of time is found on which the motion is bounded; a singularity may be near");
      }
      if (how == reached::narrowing) {
        fail(row,
             "towards a time near " + run.limit_text() +
                 " the discs of time on which the motion is bounded become ever shorter, and more "
                 "of them are needed for every further digit of that time; the motion may end "
                 "there");
      }
      if (run.print(r, have) == row_verdict::proven) {
        proven_to = r.t;
        found.rows.push_back(std::move(r));
        if (control.progress) {
          control.progress(row, problem.steps);
        }
        continue;
      }
      if (round == most_rounds || lost >= most_lost) {
        fail(row,
             "even with " + std::to_string(digits) + " working digits an enclosure is too wide");
      }
      const double used = digits - std::max(have, -1e6);
      const double share =
          static_cast<double>(row) / static_cast<double>(std::max<std::int64_t>(problem.steps, 1));
      const double in_all = std::min(share > 0 ? used / share + 3 : 1e9, 2 * used + 30);
      lost = std::min(most_lost, std::max(lost + 8, static_cast<int>(std::ceil(in_all)) + 3));
      repeat = true;
    }
    if (!repeat) {
      found.steps = run.steps();
      return found;
    }
  }
}

#else

bool can_certify() noexcept { return false; }

certified_trajectory certify(const certified_problem&, const run_control&) {
  throw invalid_input(
      "certified integration needs the library built with Arb (Debian: libflint-dev; in Debian 12 libflint-arb-dev too)");
}

#endif

}  // namespace plumbline
