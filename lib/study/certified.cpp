// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/taylor_arb.hpp"
#include "math/taylor_engine.hpp"
#include "mechanics/taylor_system.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/certified.hpp>

#if PLUMBLINE_HAS_ARB
#include <Eigen/QR>
#include <arb_mat.h>

#include <algorithm>
#include <numeric>
#endif

namespace plumbline {

#if PLUMBLINE_HAS_ARB

namespace {

/// Bits of the Jacobian, the discs and the radii: bounds, not digits.
constexpr slong bound_bits = 64;
/// Terms of the Jacobian's series: the step is a quarter of the disc, 4^−15 = 1e-9.
constexpr int jacobian_order = 14;
/// Terms of the motion on a disc.
constexpr int disc_order = 8;
/// log2 (R/h). A step of R e^−2 needs the fewest products for a unit of time; a longer one needs fewer Jacobians and discs.
constexpr double log2_disc_beside_step = 2;

class bounds {
 public:
  explicit bounds(int n) : values_(static_cast<std::size_t>(n)) {
    for (mag_struct& x : values_) {
      mag_init(&x);
    }
  }
  bounds(const bounds&) = delete;
  bounds& operator=(const bounds&) = delete;
  ~bounds() {
    for (mag_struct& x : values_) {
      mag_clear(&x);
    }
  }
  mag_ptr operator[](int i) { return &values_[static_cast<std::size_t>(i)]; }
  mag_srcptr operator[](int i) const { return &values_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<mag_struct> values_;
};

class ball_matrix {
 public:
  explicit ball_matrix(int n) { arb_mat_init(m_, n, n); }
  ball_matrix(const ball_matrix&) = delete;
  ball_matrix& operator=(const ball_matrix&) = delete;
  ~ball_matrix() { arb_mat_clear(m_); }
  arb_ptr operator()(int i, int j) const { return arb_mat_entry(m_, i, j); }
  arb_mat_struct* data() { return m_; }
  void swap(ball_matrix& other) { arb_mat_swap(m_, other.m_); }

 private:
  arb_mat_t m_;
};

/// The ball of a number that is right to one unit in the last place.
void set_rounded(arb_ptr r, const mp& x) {
  mpfr_srcptr m = x.backend().data();
  if (mpfr_number_p(m) == 0) {
    arb_indeterminate(r);
    return;
  }
  arf_set_mpfr(arb_midref(r), m);
  mag_zero(arb_radref(r));
  if (mpfr_zero_p(m) == 0) {
    arb_add_error_2exp_si(r, mpfr_get_exp(m) - mpfr_get_prec(m));
  }
}

/// The recurrence engine of a function of (q, v): p = ∂L/∂v.
std::shared_ptr<const taylor_code> momentum_function(const form& f) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  std::vector<int> rows(static_cast<std::size_t>(in.count()), -1);
  const auto put = [&](int input, bool series) {
    return rows[static_cast<std::size_t>(input)] = code->add_row(series);
  };
  for (int i = 0; i < in.parameters; ++i) {
    code->parameters.push_back(put(in.parameter(i), false));
  }
  code->time = put(in.t(), true);
  for (int i = 0; i < in.n; ++i) {
    code->states.push_back(put(in.q(i), true));
  }
  for (int i = 0; i < in.n; ++i) {
    code->states.push_back(put(in.v(i), true));
  }
  const auto momentum = f.part(form_part::momentum);
  taylor_builder build(*code);
  build.begin(*momentum, rows);
  build.append_stages(parameter_stage, velocity_stage);
  for (int i = 0; i < in.n; ++i) {
    code->rates.push_back(build.result(i));
  }
  return code;
}

enum class row_verdict { proven, unproven };

/// One run at one working precision.
class certified_run {
 public:
  certified_run(const certified_problem& problem, int working_digits)
      : problem_(problem),
        system_(taylor_system_in_velocities(*problem.formulas)),
        n_(system_.dimension),
        states_(static_cast<int>(system_.code->states.size())),
        bits_(scalar_traits<mp>::bits()),
        order_(static_cast<int>(static_cast<double>(bits_) / log2_disc_beside_step) + 4),
        balls_(system_.code, order_, bits_, ball_mode::enclose),
        tangents_(system_.code, jacobian_order, bound_bits, states_),
        discs_(system_.code, disc_order, bound_bits),
        numbers_(count_of_numbers),
        centre_(states_),
        value_(states_),
        frame_(states_),
        jacobian_(states_),
        moved_(states_),
        next_frame_(states_),
        inverse_(states_),
        transfer_(states_),
        box_(states_),
        hull_(states_),
        motion_(states_),
        reach_(states_),
        error_(states_),
        largest_(static_cast<std::size_t>(states_), -infinity) {
    (void)working_digits;
    if (problem.formulas->kind() == system_kind::lagrangian) {
      momenta_ = std::make_unique<taylor_engine<taylor_balls>>(momentum_function(*problem.formulas),
                                                               0, bits_, ball_mode::enclose);
    }
    start();
  }

  int order() const { return order_; }
  std::int64_t steps() const { return steps_; }

  /// The state at the time of a row, in the order of the rows, as balls in value_. False where no disc is found: `why` says it.
  bool go_to(std::int64_t row) {
    arb_mul_si(elapsed(), span(), row, bits_);
    arb_sub(inside(), elapsed(), passed(), bits_);
    while (!expanded_ || !within_step()) {
      if (expanded_ && !advance()) {
        return false;
      }
      if (!expand()) {
        return false;
      }
      arb_sub(inside(), elapsed(), passed(), bits_);
    }
    enclose(inside());
    for (int i = 0; i < states_; ++i) {
      arb_add_error_mag(value_[at(i)], hull_[i]);
    }
    if (momenta_) {
      to_momenta();
    }
    return true;
  }

  /// The row as text. `have` becomes the least number of digits that a number has.
  row_verdict print(std::int64_t row, certified_row& r, double& have);

  /// t0 + what has been passed, for messages.
  std::string time_text() {
    arb_add(time(), begin(), passed(), bits_);
    return text_of(time(), 17);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr int count_of_numbers = 8;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  arb_ptr begin() const { return numbers_[0]; }    ///< t0
  arb_ptr span() const { return numbers_[1]; }     ///< between rows
  arb_ptr passed() const { return numbers_[2]; }   ///< since t0, at the centre; exact
  arb_ptr elapsed() const { return numbers_[3]; }  ///< since t0, of the row
  arb_ptr inside() const { return numbers_[4]; }   ///< elapsed − passed
  arb_ptr length() const { return numbers_[5]; }   ///< of the step, signed, exact
  arb_ptr time() const { return numbers_[6]; }
  arb_ptr spare() const { return numbers_[7]; }

  void start();
  void start_quadratic(const certified_input& in, ball_array& rate);
  void velocity_at(const certified_input& in, ball_array& rate);
  void start_velocities(const certified_input& in, ball_array& rate);
  void momentum_at(const ball_array& velocity, ball_array& momentum);
  void set_parameters(const certified_input& in);
  void to_momenta();
  bool within_step() const;
  bool expand();
  bool find_disc();
  bool maps_into_itself(double log2_radius, int failures);
  void set_time_of_engines();
  void enclose(arb_srcptr s);
  bool advance();
  static std::string text_of(arb_srcptr x, int digits);

  const certified_problem& problem_;
  taylor_system system_;
  int n_;
  int states_;
  slong bits_;
  int order_;
  taylor_engine<taylor_balls> balls_;
  taylor_engine<taylor_tangents> tangents_;
  taylor_engine<taylor_discs> discs_;
  std::unique_ptr<taylor_engine<taylor_balls>> momenta_;
  ball_array numbers_;
  ball_array centre_;  ///< exact
  ball_array value_;
  ball_matrix frame_;
  ball_matrix jacobian_;
  ball_matrix moved_;
  ball_matrix next_frame_;
  ball_matrix inverse_;
  ball_matrix transfer_;
  bounds box_;     ///< z
  bounds hull_;    ///< Σ_j |B_ij| z_j
  bounds motion_;  ///< A: how far the solution moves on the disc
  bounds reach_;   ///< δ: the radius of initial values for which the disc serves
  bounds error_;
  std::vector<double> largest_;      ///< log2 of each number's largest magnitude so far
  std::vector<double> first_reach_;  ///< log2 of the first δ
  double log2_disc_ = 0;
  bool has_disc_ = false;
  bool expanded_ = false;
  std::int64_t steps_ = 0;
};

void certified_run::set_parameters(const certified_input& in) {
  for (std::size_t i = 0; i < in.parameters.size(); ++i) {
    const int k = static_cast<int>(i);
    set_rounded(spare(), in.parameters[i]);
    arb_set(balls_.work().at(balls_.parameter_row(k), 0), spare());
    arb_set_round(tangents_.work().at(tangents_.parameter_row(k), 0), spare(), bound_bits);
    acb_set_arb(discs_.work().at(discs_.parameter_row(k), 0), spare());
    if (momenta_) {
      arb_set(momenta_->work().at(momenta_->parameter_row(k), 0), spare());
    }
  }
  balls_.run_constants();
  tangents_.run_constants();
  discs_.run_constants();
  if (momenta_) {
    momenta_->run_constants();
  }
}

void certified_run::momentum_at(const ball_array& velocity, ball_array& momentum) {
  taylor_engine<taylor_balls>& e = *momenta_;
  for (int i = 0; i < n_; ++i) {
    arb_set(e.work().at(e.state(i), 0), value_[at(i)]);
    arb_set(e.work().at(e.state(n_ + i), 0), velocity[at(i)]);
  }
  arb_set(e.work().at(e.code().time, 0), time());
  e.rates(0);
  for (int i = 0; i < n_; ++i) {
    arb_set(momentum[at(i)], e.work().at(e.rate(i), 0));
  }
}

/// value_ = (q, v) becomes (q, p).
void certified_run::to_momenta() {
  arb_add(time(), begin(), elapsed(), bits_);
  ball_array v(n_);
  ball_array p(n_);
  for (int i = 0; i < n_; ++i) {
    arb_set(v[at(i)], value_[at(n_ + i)]);
  }
  momentum_at(v, p);
  for (int i = 0; i < n_; ++i) {
    arb_set(value_[at(n_ + i)], p[at(i)]);
  }
}

/// v with ∂L/∂v (q, v) = p at q = value_, of a Lagrangian that is quadratic in v: M v = p − b in balls.
void certified_run::velocity_at(const certified_input& in, ball_array& rate) {
  const taylor_system hamiltonian = taylor_system_of(*problem_.formulas);
  taylor_engine<taylor_balls> e(hamiltonian.code, 0, bits_, ball_mode::enclose);
  for (std::size_t i = 0; i < in.parameters.size(); ++i) {
    set_rounded(e.work().at(e.parameter_row(static_cast<int>(i)), 0), in.parameters[i]);
  }
  e.run_constants();
  for (int i = 0; i < n_; ++i) {
    arb_set(e.work().at(e.state(i), 0), value_[at(i)]);
    arb_set(e.work().at(e.state(n_ + i), 0), rate[at(i)]);
  }
  arb_set(e.work().at(e.code().time, 0), time());
  if (!e.rates(0)) {
    throw domain_error("the mass matrix is singular at the start");
  }
  for (int i = 0; i < n_; ++i) {
    arb_set(rate[at(i)], e.work().at(e.code().equations.unknown[at(i)], 0));
  }
}

/// From what is given to velocities, of a Lagrangian that is quadratic in v.
void certified_run::start_quadratic(const certified_input& in, ball_array& rate) {
  const bool any = std::ranges::any_of(in.given, [](const auto& x) { return x.has_value(); });
  const bool velocities = any ? in.given_is_velocity : in.rate_is_velocity;
  for (int i = 0; i < n_; ++i) {
    set_rounded(rate[at(i)], in.rate[i]);
  }
  if (velocities && !in.rate_is_velocity) {  // the velocities of the default momenta
    velocity_at(in, rate);
  } else if (!velocities && in.rate_is_velocity) {
    ball_array p(n_);
    momentum_at(rate, p);
    for (int i = 0; i < n_; ++i) {
      arb_set(rate[at(i)], p[at(i)]);
    }
  }
  for (std::size_t i = 0; i < in.given.size(); ++i) {
    if (in.given[i]) {
      set_rounded(rate[i], *in.given[i]);
    }
  }
  if (!velocities) {
    velocity_at(in, rate);
  }
}

/// From what is given to velocities: of a system that is not Lagrangian as they stand; of a Lagrangian that is not
/// quadratic in v, velocities only.
void certified_run::start_velocities(const certified_input& in, ball_array& rate) {
  const bool any = std::ranges::any_of(in.given, [](const auto& x) { return x.has_value(); });
  const bool all = std::ranges::all_of(in.given, [](const auto& x) { return x.has_value(); });
  const bool is_lagrangian = problem_.formulas->kind() == system_kind::lagrangian;
  const bool at_rest = !any && !in.rate_is_velocity && max_magnitude(in.rate) == 0;
  if (is_lagrangian &&
      ((any && !in.given_is_velocity) || (!in.rate_is_velocity && !(any && all)))) {
    if (at_rest) {
      // p = 0 belongs to v = 0 where the Lagrangian says so
      for (int i = 0; i < n_; ++i) {
        arb_zero(rate[at(i)]);
      }
      ball_array p(n_);
      momentum_at(rate, p);
      bool zero = true;
      for (int i = 0; i < n_; ++i) {
        zero = zero && arb_is_zero(p[at(i)]) != 0;
      }
      if (zero) {
        return;
      }
    }
    throw invalid_input(
        "certified integration of a Lagrangian that is not quadratic in the velocities starts from "
        "velocities: give all of them (v1=…)");
  }
  for (int i = 0; i < n_; ++i) {
    set_rounded(rate[at(i)], in.rate[i]);
  }
  for (std::size_t i = 0; i < in.given.size(); ++i) {
    if (in.given[i]) {
      set_rounded(rate[i], *in.given[i]);
    }
  }
}

void certified_run::start() {
  const certified_input in = problem_.input();
  set_parameters(in);
  set_rounded(begin(), in.t0);
  set_rounded(span(), in.step);
  arb_set(time(), begin());
  for (int i = 0; i < n_; ++i) {
    set_rounded(value_[at(i)], in.q[i]);
  }
  if (system_.states != taylor_states::first_order) {
    ball_array rate(n_);
    if (momenta_ && problem_.formulas->facts().quadratic) {
      start_quadratic(in, rate);
    } else {
      start_velocities(in, rate);
    }
    for (int i = 0; i < n_; ++i) {
      arb_set(value_[at(n_ + i)], rate[at(i)]);
    }
  }
  for (int i = 0; i < states_; ++i) {
    if (arb_is_finite(value_[at(i)]) == 0) {
      throw domain_error("the start is not finite");
    }
    arb_get_mid_arb(centre_[at(i)], value_[at(i)]);
    mag_set(box_[i], arb_radref(value_[at(i)]));
    mag_set(hull_[i], box_[i]);
    arb_one(frame_(i, i));
  }
}

bool certified_run::within_step() const {
  // |inside| <= |length| and the same sign, certainly; the very start counts as inside
  arb_t a;
  arb_t b;
  arb_init(a);
  arb_init(b);
  arb_abs(a, inside());
  arb_abs(b, length());
  const bool inside_length = arb_le(a, b) != 0;
  arb_clear(a);
  arb_clear(b);
  return inside_length;
}

void certified_run::set_time_of_engines() {
  arb_add(time(), begin(), passed(), bits_);
  arb_set(balls_.work().at(balls_.code().time, 0), time());
  tangents_.work().set_zero(tangents_.code().time, 0);
  arb_set_round(tangents_.work().at(tangents_.code().time, 0), time(), bound_bits);
}

/// Whether a disc |t| <= R is one on which the motion is bounded (a high-order enclosure; Nedialkov, Jackson & Corliss, Appl.
/// Math. Comput. 105 (1999) 21, for complex time). With c_k the Taylor coefficients as functions of the state, X the hull
/// with the complex radii δ, and B the box around X with the further radii
///
///   A_i = Σ_{k<p} R^k sup_X |c_k,i| + a_i :    R^p sup_B |c_p,i| <= a_i
///
/// implies that each solution that starts in X exists for |t| <= R, stays in B, is analytic, and moves by at most A. The
/// slack a is found by iteration.
bool certified_run::maps_into_itself(double log2_radius, int failures) {
  constexpr int most_iterations = 8;
  constexpr int order = disc_order;
  mag_t radius;
  mag_t next;
  mag_t power;
  for (mag_ptr m : {radius, next, power}) {
    mag_init(m);
  }
  mag_set_ui_2exp_si(radius, 1, static_cast<slong>(std::floor(log2_radius)) - 10);
  mag_mul_ui(radius, radius,
             static_cast<ulong>(std::exp2(log2_radius - std::floor(log2_radius) + 10)));
  mag_pow_ui(power, radius, order);
  taylor_discs& w = discs_.work();
  bounds sure(states_);  // Σ_{k<p}
  bounds slack(states_);
  const auto expand_around = [&](bool moved) {
    for (int i = 0; i < states_; ++i) {
      acb_ptr x = w.at(discs_.state(i), 0);
      arb_set_round(acb_realref(x), centre_[at(i)], bound_bits);
      arb_zero(acb_imagref(x));
      arb_add_error_mag(acb_realref(x), hull_[i]);
      acb_add_error_mag(x, reach_[i]);
      if (moved) {
        acb_add_error_mag(x, motion_[i]);
      }
    }
    acb_ptr t = w.at(discs_.code().time, 0);
    arb_set_round(acb_realref(t), time(), bound_bits);
    arb_zero(acb_imagref(t));
    if (moved) {
      acb_add_error_mag(t, radius);
    }
    return discs_.expand();
  };
  // δ: small beside the motion, but not nothing where a number does not move
  constexpr int least = 12;
  double largest = -infinity;
  bool good = true;
  for (int i = 0; i < states_; ++i) {
    mag_zero(reach_[i]);
  }
  for (int pass = 0; pass < 2 && good; ++pass) {  // the first to find δ
    good = expand_around(false);
    for (int i = 0; i < states_; ++i) {
      mag_zero(sure[i]);
      for (int k = order - 1; k >= 1; --k) {
        acb_get_mag(next, w.at(discs_.state(i), k));
        good = good && acb_is_finite(w.at(discs_.state(i), k)) != 0;
        mag_add(sure[i], sure[i], next);
        mag_mul(sure[i], sure[i], radius);
      }
      acb_get_mag(slack[i], w.at(discs_.state(i), order));
      mag_mul(slack[i], slack[i], power);
      mag_mul_2exp_si(slack[i], slack[i], 2);
      largest = std::max(largest, log2_of(sure[i]));
    }
    for (int i = 0; pass == 0 && i < states_; ++i) {
      mag_mul_2exp_si(reach_[i], sure[i], -4 - failures);
      arb_get_mag(next, centre_[at(i)]);
      if (mag_is_zero(next) != 0) {
        mag_set_ui_2exp_si(next, 1,
                           largest == -infinity ? 0 : static_cast<slong>(std::floor(largest)));
      }
      mag_mul_2exp_si(next, next, -least - 2 * failures);
      mag_max(reach_[i], reach_[i], next);
      // nor far below what it was at first: boxes of the size of rounding errors (an equilibrium) prove nothing
      if (!first_reach_.empty()) {
        mag_set_ui_2exp_si(next, 1, static_cast<slong>(first_reach_[at(i)]) - least - 2 * failures);
        mag_max(reach_[i], reach_[i], next);
      }
    }
  }
  bool proven = false;
  for (int iteration = 0; good && iteration < most_iterations && !proven; ++iteration) {
    for (int i = 0; i < states_; ++i) {
      mag_add(motion_[i], sure[i], slack[i]);
    }
    good = expand_around(true);
    proven = good;
    for (int i = 0; i < states_; ++i) {
      acb_ptr last = w.at(discs_.state(i), order);
      good = good && acb_is_finite(last) != 0;
      acb_get_mag(next, last);
      mag_mul(next, next, power);
      if (mag_cmp(next, slack[i]) > 0) {
        proven = false;
        // more than needed, so that the iteration ends
        mag_mul_ui(next, next, 3);
        mag_mul_2exp_si(slack[i], next, -1);
      }
    }
    proven = proven && good;
  }
  for (mag_ptr m : {radius, next, power}) {
    mag_clear(m);
  }
  return proven;
}

bool certified_run::find_disc() {
  constexpr double growth = 0.15;
  constexpr double shrinking = 0.25;
  constexpr int most_halvings = 40;
  arb_get_mag(error_[0], span());
  const double of_rows = std::max(log2_of(error_[0]), -1e6);
  const double total =
      of_rows + std::log2(static_cast<double>(std::max<std::int64_t>(1, problem_.steps)));
  if (!has_disc_) {
    log2_disc_ = total + log2_disc_beside_step;
  }
  // beyond this the steps shrink towards a singularity
  const double least = total - most_halvings;
  double step = has_disc_ ? shrinking : 1;
  log2_disc_ += has_disc_ ? growth : 0;
  for (int failures = 0; log2_disc_ > least; ++failures) {
    if (maps_into_itself(log2_disc_, failures / 4)) {
      has_disc_ = true;
      if (first_reach_.empty()) {
        for (int i = 0; i < states_; ++i) {
          first_reach_.push_back(std::floor(log2_of(reach_[i])));
        }
      }
      return true;
    }
    log2_disc_ -= step;
    if (failures > 8) {
      step = 1;
    }
  }
  return false;
}

bool certified_run::expand() {
  set_time_of_engines();
  if (!find_disc()) {
    return false;
  }
  for (int i = 0; i < states_; ++i) {
    arb_set(balls_.work().at(balls_.state(i), 0), centre_[at(i)]);
    tangents_.work().set_zero(tangents_.state(i), 0);
    arb_ptr x = tangents_.work().at(tangents_.state(i), 0);
    arb_set_round(x, centre_[at(i)], bound_bits);
    arb_add_error_mag(x, hull_[i]);
    arb_one(tangents_.work().tangent(tangents_.state(i), 0, i));
  }
  if (!balls_.expand() || !tangents_.expand()) {
    return false;
  }
  // a dyadic step of a few bits below R/4
  constexpr int step_bits = 6;
  const double log2_step = log2_disc_ - log2_disc_beside_step;
  const double exponent = std::floor(log2_step);
  const auto mantissa = static_cast<slong>(std::exp2(log2_step - exponent + step_bits));
  arb_set_si(length(), arb_is_negative(span()) != 0 ? -mantissa : mantissa);
  arb_mul_2exp_si(length(), length(), static_cast<slong>(exponent) - step_bits);
  expanded_ = true;
  return true;
}

/// value_ = Σ y_k s^k + tail, jacobian_ = Dφ_s on the hull, moved_ = Dφ_s B, and hull_ becomes that of the set's image
/// without the error of value_.
void certified_run::enclose(arb_srcptr s) {
  mag_t x;
  mag_t power;
  mag_t tail;
  mag_t term;
  for (mag_ptr m : {x, power, tail, term}) {
    mag_init(m);
  }
  // x = |s|/R, with 2^10 R as in maps_into_itself
  arb_get_mag(x, s);
  mag_set_ui_2exp_si(power, 1, static_cast<slong>(std::floor(log2_disc_)) - 10);
  mag_mul_ui_lower(power, power,
                   static_cast<ulong>(std::exp2(log2_disc_ - std::floor(log2_disc_) + 10)));
  mag_div(x, x, power);
  const bool small = mag_cmp_2exp_si(x, -1) <= 0;  // then 1/(1 − x) <= 2
  mag_pow_ui(power, x, static_cast<ulong>(order_) + 1);
  for (int i = 0; i < states_; ++i) {
    const int row = balls_.state(i);
    arb_ptr sum = value_[at(i)];
    arb_set(sum, balls_.work().at(row, order_));
    for (int k = order_ - 1; k >= 0; --k) {
      arb_mul(sum, sum, s, bits_);
      arb_add(sum, sum, balls_.work().at(row, k), bits_);
    }
    mag_mul(tail, motion_[i], power);
    mag_mul_2exp_si(tail, tail, 1);
    arb_add_error_mag(sum, tail);
    if (!small) {
      arb_indeterminate(sum);
    }
  }
  mag_pow_ui(power, x, jacobian_order + 1);
  arb_set_round(spare(), s, bound_bits);
  for (int i = 0; i < states_; ++i) {
    const int row = tangents_.state(i);
    for (int j = 0; j < states_; ++j) {
      arb_ptr sum = jacobian_(i, j);
      arb_set(sum, tangents_.work().tangent(row, jacobian_order, j));
      for (int k = jacobian_order - 1; k >= 0; --k) {
        arb_mul(sum, sum, spare(), bound_bits);
        arb_add(sum, sum, tangents_.work().tangent(row, k, j), bound_bits);
      }
      // Cauchy's estimate of the derivative of a coefficient: (A_i/δ_j) R^−k
      mag_div(tail, motion_[i], reach_[j]);
      mag_mul(tail, tail, power);
      mag_mul_2exp_si(tail, tail, 1);
      arb_add_error_mag(sum, tail);
    }
  }
  arb_mat_mul(moved_.data(), jacobian_.data(), frame_.data(), bound_bits);
  for (int i = 0; i < states_; ++i) {
    mag_zero(hull_[i]);
    for (int j = 0; j < states_; ++j) {
      arb_get_mag(term, moved_(i, j));
      mag_mul(term, term, box_[j]);
      mag_add(hull_[i], hull_[i], term);
    }
  }
  for (mag_ptr m : {x, power, tail, term}) {
    mag_clear(m);
  }
}

/// To the end of the step: a new centre, a new orthogonal frame (in units of the motion) by QR with the widest directions
/// first, and the box in it.
bool certified_run::advance() {
  enclose(length());
  using doubles = Eigen::MatrixXd;
  doubles columns(states_, states_);
  std::vector<double> width(at(states_));
  std::vector<double> unit(at(states_));
  for (int i = 0; i < states_; ++i) {
    unit[at(i)] = std::round(log2_of(reach_[i]));
  }
  bool finite = true;
  for (int j = 0; j < states_; ++j) {
    double norm = 0;
    for (int i = 0; i < states_; ++i) {
      finite = finite && arb_is_finite(moved_(i, j)) != 0;
      arf_t scaled;
      arf_init(scaled);
      arf_mul_2exp_si(scaled, arb_midref(moved_(i, j)), -static_cast<slong>(unit[at(i)]));
      columns(i, j) = arf_get_d(scaled, ARF_RND_NEAR);
      arf_clear(scaled);
      norm += columns(i, j) * columns(i, j);
    }
    finite = finite && std::isfinite(norm);
    width[at(j)] = std::log2(norm) / 2 + std::max(log2_of(box_[j]), -1e15);
  }
  if (!finite) {
    return false;
  }
  std::vector<int> order(at(states_));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) { return width[at(a)] > width[at(b)]; });
  doubles sorted(states_, states_);
  for (int j = 0; j < states_; ++j) {
    const double norm = columns.col(order[at(j)]).norm();
    sorted.col(j) =
        norm > 0 ? doubles(columns.col(order[at(j)]) / norm) : columns.col(order[at(j)]);
  }
  const doubles q = Eigen::HouseholderQR<doubles>(sorted).householderQ();
  for (int i = 0; i < states_; ++i) {
    for (int j = 0; j < states_; ++j) {
      arb_set_d(next_frame_(i, j), q(i, j));
      arb_mul_2exp_si(next_frame_(i, j), next_frame_(i, j), static_cast<slong>(unit[at(i)]));
    }
  }
  if (arb_mat_inv(inverse_.data(), next_frame_.data(), bound_bits) == 0) {
    return false;
  }
  arb_mat_mul(transfer_.data(), inverse_.data(), moved_.data(), bound_bits);
  bounds next(states_);
  mag_t term;
  mag_init(term);
  for (int i = 0; i < states_; ++i) {
    finite = finite && arb_is_finite(value_[at(i)]) != 0;
    mag_set(error_[i], arb_radref(value_[at(i)]));
    arb_get_mid_arb(centre_[at(i)], value_[at(i)]);
  }
  for (int i = 0; i < states_; ++i) {
    for (int j = 0; j < states_; ++j) {
      arb_get_mag(term, transfer_(i, j));
      mag_mul(term, term, box_[j]);
      mag_add(next[i], next[i], term);
      arb_get_mag(term, inverse_(i, j));
      mag_mul(term, term, error_[j]);
      mag_add(next[i], next[i], term);
    }
  }
  frame_.swap(next_frame_);
  for (int i = 0; i < states_; ++i) {
    mag_set(box_[i], next[i]);
  }
  for (int i = 0; i < states_; ++i) {
    mag_zero(hull_[i]);
    for (int j = 0; j < states_; ++j) {
      arb_get_mag(term, frame_(i, j));
      mag_mul(term, term, box_[j]);
      mag_add(hull_[i], hull_[i], term);
      finite = finite && mag_is_inf(hull_[i]) == 0;
    }
  }
  mag_clear(term);
  arb_add(passed(), passed(), length(), ARF_PREC_EXACT);
  ++steps_;
  return finite;
}

/// The midpoint to so many digits.
std::string certified_run::text_of(arb_srcptr x, int digits) {
  mpfr_t y;
  mpfr_init2(y, std::max<slong>(arf_bits(arb_midref(x)), 64));
  arf_get_mpfr(y, arb_midref(x), MPFR_RNDN);
  std::string text = detail::mpfr_text(y, digits);
  mpfr_clear(y);
  return text;
}

row_verdict certified_run::print(std::int64_t row, certified_row& r, double& have) {
  constexpr double log2_of_10 = 3.3219280948873623;
  constexpr double spare_digits =
      0.5;  // the radius is at most 0.3 units of the last place, the rounding 0.5
  const double asked = problem_.digits;
  (void)row;
  have = infinity;
  r.state.clear();
  arb_t largest;
  arb_t difference;
  arb_init(largest);
  arb_init(difference);
  for (int i = 0; i < states_; ++i) {
    arb_srcptr x = value_[at(i)];
    const double radius = log2_of(arb_radref(x));
    mag_t m;
    mag_init(m);
    arb_get_mag_lower(m, x);
    const double size = log2_of(m);
    arb_get_mag(m, x);
    largest_[at(i)] = std::max(largest_[at(i)], log2_of(m));
    mag_clear(m);
    std::string text;
    if (arb_is_zero(x) != 0) {
      text = "0";
    } else if (size == -infinity) {
      // zero, to the decimal place that is certain
      const double scale = std::max(largest_[at(i)], log2_of(reach_[i]));
      have = std::min(have, (scale - radius) / log2_of_10);
      const auto places = static_cast<long>(std::floor(-radius / log2_of_10 - spare_digits));
      text =
          places > 0
              ? "0." + std::string(
                           static_cast<std::size_t>(std::min<long>(places, problem_.digits)), '0')
              : "0";
    } else {
      have = std::min(have, (size - radius) / log2_of_10 - spare_digits);
      text = text_of(x, problem_.digits);
    }
    // what is printed, as a ball, against the enclosure
    arb_set_str(difference, text.c_str(), bits_ + 64);
    arb_sub(difference, difference, x, bound_bits);
    mag_t far;
    mag_init(far);
    arb_get_mag(far, difference);
    if (mag_cmp(far, arb_radref(largest)) > 0) {
      mag_set(arb_radref(largest), far);
    }
    mag_clear(far);
    r.state.push_back(std::move(text));
  }
  if (have == infinity) {
    have = 2 * asked;
  }
  // the radius, upwards
  arf_t up;
  arf_init(up);
  arf_set_mag(up, arb_radref(largest));
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
  r.t = text_of(time(), problem_.digits);
  arb_clear(largest);
  arb_clear(difference);
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
    certified_run run(problem, digits);
    certified_trajectory found;
    found.working_digits = digits;
    found.order = run.order();
    std::string proven_to = "before the first row";
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
      if (control.stop_requested && control.stop_requested()) {
        found.rows.clear();
        return found;
      }
      certified_row r;
      double have = 0;
      if (!run.go_to(row)) {
        fail(row,
             "no disc of time is found on which the motion is bounded; a singularity may be near");
      }
      if (run.print(row, r, have) == row_verdict::proven) {
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
      "certified integration needs the library built with Arb (Debian: libflint-arb-dev)");
}

#endif

}  // namespace plumbline
