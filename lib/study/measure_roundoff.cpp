// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity roundoff: the error of a long run in --digits, split into what the scheme leaves out (truncation) and what the
// arithmetic rounds off (measure/roundoff.hpp). The judge is the same map in twice the digits and ten, from the same start; the
// exact flow is Taylor's series.
//
// The noise floor is that of a step that is computed exactly and rounded once. What a biased step of an implicit scheme has beyond
// the bias of that is the solver's share.
#include "study/kept_pieces.hpp"
#include "study/point_in.hpp"
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/measure/roundoff.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <optional>

namespace plumbline {

namespace {

struct rounding_mode {
  const char* name;
  int mode;
};
constexpr std::array rounding_modes = {
    rounding_mode{"nearest", FE_TONEAREST}, rounding_mode{"toward-zero", FE_TOWARDZERO},
    rounding_mode{"up", FE_UPWARD}, rounding_mode{"down", FE_DOWNWARD}};

/// The processor rounds so while this lives.
class rounding_scope {
 public:
  explicit rounding_scope(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  rounding_scope(const rounding_scope&) = delete;
  rounding_scope& operator=(const rounding_scope&) = delete;
  ~rounding_scope() { std::fesetround(before_); }

 private:
  int before_;
};

struct roundoff_options {
  int members = 32;
  int mode = FE_TONEAREST;
  std::optional<double> accepted;
};

roundoff_options options_of(const measurement& m) {
  roundoff_options o;
  constexpr long long most_members = 100000;
  if (const std::string& text = argument_of(m, "members"); !text.empty()) {
    o.members = static_cast<int>(parse_count("--members", text, 2, most_members));
  }
  if (const std::string& text = argument_of(m, "rounding"); !text.empty()) {
    const auto found = std::ranges::find_if(
        rounding_modes, [&](const rounding_mode& each) { return text == each.name; });
    if (found == rounding_modes.end()) {
      throw invalid_input(
          fmt::format("--rounding is nearest, toward-zero, up or down, not '{}'", text));
    }
    o.mode = found->mode;
    if (o.mode != FE_TONEAREST && m.digits > most_digits_of_double) {
      throw invalid_input(
          fmt::format("--rounding {} is that of double: it needs --digits of 16 or fewer, not {}",
                      text, m.digits));
    }
  }
  if (const std::string& text = argument_of(m, "accept"); !text.empty()) {
    o.accepted = evaluate<double>(expression(text), m.p.names);
    if (!(*o.accepted > 0)) {
      throw invalid_input(fmt::format("--accept must be positive, got '{}'", text));
    }
  }
  return o;
}

/// Equally distributed numbers from −1 to 1 (SplitMix64).
class member_shifts {
 public:
  double next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    z ^= z >> 31U;
    return static_cast<double>(z >> 11U) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_ = 44;
};

/// A stepper with its state, as a map of phase points that goes on from its own end.
template <class T>
class phase_run {
 public:
  phase_run(const measurement& m, const model<T>& system)
      : stepper_(m.scheme.entry->make<T>(m.scheme.values, system)) {}
  void start(const phase_point<T>& z, const T& t) {
    state_ = stepper_.start(z, t);
    stepper_.resume(z, state_);
  }
  void step(std::int64_t n, const T& t, const T& h) {
    const solve_report report = stepper_.step(state_, t, h);
    if (!report.ok()) {
      throw step_failure(n, to_text(t, 17), report);
    }
    solves_ = solves_ || report.iterations > 0;
  }
  phase_point<T> at(const T& t) const { return stepper_.phase(state_, t); }
  /// A step so far has solved equations by iteration.
  bool solves() const { return solves_; }

 private:
  any_stepper<T> stepper_;
  vector<T> state_;
  bool solves_ = false;
};

/// What one run gives.
struct member_record {
  bool done = false;
  std::vector<double> state_errors;   ///< at growth_nodes(), in units of ε
  std::vector<double> energy_errors;  ///< likewise
  kick_statistics kicks;
  kick_statistics floor;  ///< of steps that are computed exactly and rounded once
  double state_norm = 0;  ///< at the end
  bool solves = false;    ///< its steps solve equations by iteration
  /// Of the first run, where the exact flow is known: in the middle and at the end.
  std::vector<double> truncation;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(done, state_errors, energy_errors, kicks, floor, state_norm, solves, truncation);
  }
};

template <class J>
J phase_distance(const phase_point<J>& a, const phase_point<J>& b) {
  using std::sqrt;
  J squares(0);
  for (Eigen::Index i = 0; i < a.q.size(); ++i) {
    const J dq = a.q[i] - b.q[i];
    const J dp = a.p[i] - b.p[i];
    squares += dq * dq + dp * dp;
  }
  return sqrt(squares);
}

/// Runs in the scalar T under test, judged in J.
template <class T, class J>
class judged_runs {
 public:
  judged_runs(const measurement& m, const roundoff_options& o, run_host& host)
      : m_(m),
        o_(o),
        host_(host),
        in_(in_digits([&] { return make_problem<T>(m.p); })),
        exact_(make_problem<J>(m.p)),
        h_(in_digits([&] { return evaluate<T>(*m.step, m.p.names); })),
        H_(evaluate<J>(*m.step, m.p.names)),
        grid_(in_digits([&] { return time_grid<T>(in_.t0, h_, m.steps); })),
        fine_(exact_.t0, H_, m.steps),
        unit_(plumbline::detail::convert_precision<J>(T(in_digits([] { return epsilon<T>(); })))),
        starts_(in_digits([&] { return starts_near(in_.start, o.members); })),
        nodes_(growth_nodes(m.steps)) {}

  /// The run from the start of this number; the first one is the start of the problem.
  member_record run(std::size_t member) const;

 private:
  /// f() in the digits of the arithmetic under test, where these are run-time digits.
  template <class F>
  auto in_digits(F&& f) const {
    if constexpr (has_run_time_digits<T>) {
      const precision_scope scope(m_.digits);
      return f();
    } else {
      return f();
    }
  }
  static std::vector<phase_point<T>> starts_near(const phase_point<T>& start, int members) {
    std::vector<phase_point<T>> starts(static_cast<std::size_t>(members), start);
    member_shifts shifts;
    for (std::size_t i = 1; i < starts.size(); ++i) {
      for (Eigen::Index k = 0; k < start.q.size(); ++k) {
        starts[i].q[k] += start.q[k] * T(shifts.next()) / 100;
        starts[i].p[k] += start.p[k] * T(shifts.next()) / 100;
      }
    }
    return starts;
  }
  /// The nearest point that T can hold.
  phase_point<J> rounded(const phase_point<J>& z) const {
    phase_point<J> to = z;
    const auto once = [&](const J& x) {
      return plumbline::detail::convert_precision<J>(
          T(in_digits([&x] { return plumbline::detail::convert_precision<T>(x); })));
    };
    for (Eigen::Index i = 0; i < z.q.size(); ++i) {
      to.q[i] = once(z.q[i]);
      to.p[i] = once(z.p[i]);
    }
    return to;
  }
  /// ‖judge − exact flow‖ in the middle and at the end; nothing where the flow is not known.
  std::vector<double> truncation_of(const phase_point<J>& start,
                                    const std::optional<phase_point<J>>& middle,
                                    const phase_point<J>& end) const;

  const measurement& m_;
  const roundoff_options& o_;
  run_host& host_;
  problem_in<T> in_;
  problem_in<J> exact_;
  T h_;
  J H_;
  time_grid<T> grid_;
  time_grid<J> fine_;
  J unit_;
  std::vector<phase_point<T>> starts_;
  std::vector<std::int64_t> nodes_;
};

template <class T, class J>
std::vector<double> judged_runs<T, J>::truncation_of(const phase_point<J>& start,
                                                     const std::optional<phase_point<J>>& middle,
                                                     const phase_point<J>& end) const {
  const scheme_entry& taylor = find_scheme("taylor");
  if (!taylor.fits(*m_.p.system) || !middle) {
    return {};
  }
  any_stepper<J> flow = taylor.make<J>({}, exact_.system);
  vector<J> state = flow.start(start, exact_.t0);
  const J& half = fine_[m_.steps / 2];
  if (!flow.step(state, exact_.t0, J(half - exact_.t0)).ok()) {
    return {};
  }
  const double at_half = to_double(phase_distance(*middle, flow.phase(state, half)));
  const J& last = fine_[m_.steps];
  if (!flow.step(state, half, J(last - half)).ok()) {
    return {};
  }
  return {at_half, to_double(phase_distance(end, flow.phase(state, last)))};
}

template <class T, class J>
member_record judged_runs<T, J>::run(std::size_t member) const {
  // a long step of the judge is many of its series
  const interruptible ends([this] { throw_if_stopped(host_); });
  phase_run<T> tested = in_digits([&] { return phase_run<T>(m_, in_.system); });
  phase_run<J> judge(m_, exact_.system);   // goes on from its own end
  phase_run<J> single(m_, exact_.system);  // makes each step from the tested run's node
  evaluation<J> at(exact_.system);
  const auto n = in_.start.q.size();
  vector<J> velocity(n);
  vector<J> force(n);
  const auto energy_of = [&](const phase_point<J>& to, const phase_point<J>& from) {
    J sum(0);
    for (Eigen::Index k = 0; k < n; ++k) {
      sum += velocity[k] * (to.p[k] - from.p[k]) - force[k] * (to.q[k] - from.q[k]);
    }
    return to_double(J(sum / unit_));
  };
  member_record found;
  found.kicks = kick_statistics(m_.steps);
  found.floor = kick_statistics(m_.steps);
  phase_point<T> z = in_digits([&] {
    tested.start(starts_[member], in_.t0);
    return tested.at(in_.t0);
  });
  const phase_point<J> start = detail::point_in<J>(starts_[member]);
  judge.start(start, exact_.t0);
  std::optional<phase_point<J>> middle;
  double sum = 0;
  std::size_t place = 0;
  for (std::int64_t k = 0; k < m_.steps; ++k) {
    throw_if_stopped(host_);
    const phase_point<J> before = detail::point_in<J>(z);
    z = in_digits([&] {
      {
        const rounding_scope rounding(o_.mode);
        tested.step(k, grid_[k], h_);
      }
      return tested.at(grid_[k + 1]);
    });
    single.start(before, fine_[k]);
    single.step(k, fine_[k], H_);
    judge.step(k, fine_[k], H_);
    const phase_point<J> right = single.at(fine_[k + 1]);
    const phase_point<J> now = detail::point_in<J>(z);
    at.set_time(fine_[k + 1]);
    if (const solve_report report =
            at.hamiltonian_flow(view(now.q), view(now.p), view(velocity), view(force));
        !report.ok()) {
      throw step_failure(k, to_text(fine_[k], 17), report);
    }
    const double kick = energy_of(now, right);
    sum += kick;
    found.kicks.add(kick);
    found.floor.add(energy_of(rounded(right), right));
    if (k + 1 == m_.steps / 2) {
      middle = judge.at(fine_[k + 1]);
    }
    if (place < nodes_.size() && nodes_[place] == k + 1) {
      ++place;
      found.state_errors.push_back(
          to_double(J(phase_distance(now, judge.at(fine_[k + 1])) / unit_)));
      found.energy_errors.push_back(sum);
    }
  }
  found.kicks.end_member();
  found.floor.end_member();
  const phase_point<J> end = judge.at(fine_[m_.steps]);
  const phase_point<J> origin{vector<J>::Constant(n, J(0)), vector<J>::Constant(n, J(0))};
  found.state_norm = to_double(phase_distance(end, origin));
  if (member == 0) {
    found.truncation = truncation_of(start, middle, end);
  }
  found.solves = tested.solves();
  found.done = true;
  return found;
}

/// The runs together.
struct roundoff_numbers {
  std::vector<std::int64_t> nodes;
  std::vector<std::vector<double>> state_errors;   ///< in units of ε
  std::vector<std::vector<double>> energy_errors;  ///< in units of ε
  kick_statistics kicks;
  kick_statistics floor;
  double state_norm = 0;
  bool solves = false;
  std::optional<double> truncation;
  std::optional<double> truncation_of_half;
};

/// J: the judge.
template <class T, class J>
roundoff_numbers watch(const measurement& m, const roundoff_options& o, run_host& host) {
  const judged_runs<T, J> runs(m, o, host);
  std::vector<member_record> members;
  const detail::piece_plan plan{
      .count = static_cast<std::size_t>(o.members), .jobs = m.jobs, .unit = "runs"};
  detail::kept_pieces(members, plan, host, host.keeper(),
                      [&](std::size_t i) { return std::vector<member_record>{runs.run(i)}; });
  roundoff_numbers found;
  found.nodes = growth_nodes(m.steps);
  found.state_norm = members.front().state_norm;
  found.solves = members.front().solves;
  if (const auto& at = members.front().truncation; !at.empty()) {
    found.truncation_of_half = at.front();
    found.truncation = at.back();
  }
  for (member_record& each : members) {
    found.kicks.append(each.kicks);
    found.floor.append(each.floor);
    found.state_errors.push_back(std::move(each.state_errors));
    found.energy_errors.push_back(std::move(each.energy_errors));
  }
  return found;
}

std::string brief_text(double x, int digits = 4) { return to_text(x, digits); }

/// "more than 2e8", with x rounded down to a digit.
std::string at_least(double x) {
  const double exponent = std::floor(std::log10(x));
  return fmt::format("more than {:.0f}e{:.0f}", std::floor(x / std::pow(10.0, exponent)), exponent);
}

/// How many digits of x an error of this size leaves, and two more: 1 to `most`.
int digits_within(double x, double error, int most = 4) {
  if (error == 0) {
    return most;
  }
  const double right = std::log10(std::abs(x)) - std::log10(std::abs(error));
  return right > most
             ? most
             : std::clamp(static_cast<int>(std::floor(std::max(right, -1.0))) + 2, 1, most);
}

/// x units of the working precision; the unit of many digits is no double.
template <class T>
std::string in_units(double x, int digits = 4) {
  if (x == 0) {
    return "0";
  }
  const int bits = scalar_traits<T>::bits();  // of the arithmetic under test
  const precision_scope scope(most_digits_of_quad + 1);
  return to_text(mp(mp(x) * ldexp(mp(1), 1 - bits)), digits);
}

template <class T>
std::vector<named_value> roundoff_lines(const measurement& m, const roundoff_options& o,
                                        const roundoff_numbers& found, run_host& host) {
  const growth_law state = growth_of(found.state_errors, found.nodes);
  const growth_law energy = growth_of(found.energy_errors, found.nodes);
  const kick_statistics& kicks = found.kicks;
  const kick_statistics& floor = found.floor;
  const bool chaotic = state.is_exponential;
  const double h = to_double(evaluate<mp64>(*m.step, m.p.names));
  const double T_end = h * static_cast<double>(m.steps);
  const auto rules = kicks.rules_after();
  std::vector<named_value> lines;
  const auto add = [&](const std::string& name, const std::string& value) {
    lines.push_back({name, value, {}});
  };
  if (found.truncation) {
    add("truncation-error", brief_text(*found.truncation, 6));
  } else {
    host.warn("the exact flow is not known here: no truncation error and no horizon by it");
  }
  add("state-error", in_units<T>(state.at_end));
  add("energy-error", in_units<T>(energy.at_end));
  if (!chaotic) {
    add("state-exponent", fmt::format("{:.3f}", state.exponent));
    add("state-exponent-radius", fmt::format("{:.3f}", state.radius));
    add("energy-exponent", fmt::format("{:.3f}", energy.exponent));
    add("energy-exponent-radius", fmt::format("{:.3f}", energy.radius));
  }
  add("bias", in_units<T>(kicks.mean(), digits_within(kicks.mean(), kicks.standard_error())));
  add("bias-radius", in_units<T>(kicks.standard_error(), 2));
  add("noise", in_units<T>(kicks.noise()));
  // (σ/b)²: twice the relative error of b
  const int of_rule = digits_within(kicks.mean(), 2 * kicks.standard_error(), 3);
  add("bias-rules-after", rules ? brief_text(*rules * h, of_rule) : "never");
  add("noise-floor", in_units<T>(floor.noise()));
  add("solver-share", !found.solves || !rules ? "0" : in_units<T>(kicks.mean() - floor.mean()));
  const double unit = (1.0 - scalar_traits<T>::bits()) * log10_of_2;
  add("digits-left",
      fmt::format("{:.2f}", std::log10(found.state_norm) - std::log10(state.at_end) - unit));
  // R(t) = R_T (t/T)^a against E_T (t/T)^b, or against X
  if (!chaotic) {
    const double log_error = std::log10(state.at_end) + unit;
    std::optional<double> log_ratio;
    double power = 0;
    if (o.accepted) {
      log_ratio = std::log10(*o.accepted) - log_error;
      power = state.exponent;
    } else if (found.truncation && *found.truncation > 0) {
      log_ratio = std::log10(*found.truncation) - log_error;
      const bool symplectic = m.scheme.entry->info_for(m.scheme.values).symplectic;
      const double growth =
          symplectic || !found.truncation_of_half || !(*found.truncation_of_half > 0)
              ? 1
              : std::log2(*found.truncation / *found.truncation_of_half);
      power = state.exponent - growth;
    }
    constexpr double standard_errors = 3;
    const double least_power =
        std::max(0.02, standard_errors * state.radius);  // otherwise not known to be positive
    if (log_ratio && power > least_power) {
      const double decades = *log_ratio / power;
      // what the exponent's radius does to it, relative
      const double error = std::pow(10.0, std::abs(decades) * state.radius / power) - 1;
      constexpr double no_digit = 2;
      // the exponents of a window say nothing of times that are so far behind it
      constexpr double most_decades = 6;
      add("horizon", decades > most_decades ? at_least(T_end * std::pow(10.0, most_decades))
                     : error > no_digit
                         ? fmt::format("1e{:.0f}", std::log10(T_end) + decades)
                         : brief_text(T_end * std::pow(10.0, decades), digits_within(1, error, 3)));
    } else if (log_ratio) {
      // where rounding is ahead already, when that began is not known
      add("horizon", *log_ratio > 0 ? "never" : "less than " + brief_text(T_end, 3));
    }
  }
  add("verdict", chaotic  ? "chaotic"
                 : !rules ? "unbiased"
                 : *rules * h > T_end
                     ? fmt::format("unbiased until {}", brief_text(*rules * h, of_rule))
                     : "biased");
  return lines;
}

template <class T>
std::vector<named_value> roundoff_in(const measurement& m, const roundoff_options& o,
                                     run_host& host) {
  const int judge = 2 * m.digits + 10;
  const auto found = [&] {
    if constexpr (!has_run_time_digits<T>) {
      if (judge <= default_digits) {
        return watch<T, mp64>(m, o, host);
      }
    }
    const precision_scope scope(judge);
    return watch<T, mp>(m, o, host);
  }();
  return roundoff_lines<T>(m, o, found, host);
}

void check_roundoff(const measurement& m) {
  const system_entry& system = *m.p.system;
  if (system.kind != system_kind::lagrangian) {
    throw invalid_input(fmt::format(
        "roundoff needs a Lagrangian system; {} has no energy of (q, p)", system.name()));
  }
  constexpr std::int64_t least_steps = 100;
  if (m.steps < least_steps) {
    throw invalid_input(fmt::format("roundoff needs a run of at least {} steps; this one has {}",
                                    least_steps, m.steps));
  }
  (void)options_of(m);
}

std::vector<quantity_line> lines_of_roundoff(const measurement& /*m*/) {
  return {{"truncation-error"},
          {"state-error"},
          {"energy-error"},
          {"state-exponent"},
          {"state-exponent-radius"},
          {"energy-exponent"},
          {"energy-exponent-radius"},
          {"bias"},
          {"bias-radius"},
          {"noise"},
          {"bias-rules-after"},
          {"noise-floor"},
          {"solver-share"},
          {"digits-left"},
          {"horizon"},
          {"verdict", false}};
}

std::vector<named_value> measure_roundoff(const measurement& m, run_host& host) {
  const roundoff_options o = options_of(m);
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return roundoff_in<T>(m, o, host); });
}

}  // namespace

quantity roundoff_quantity() {
  return {
      .name = "roundoff",
      .meaning =
          "the rounding errors of a long run beside its truncation error: how they grow, "
          "whether the energy is biased, and when they rule",
      .input = quantity::needs::trajectory,
      .measure = measure_roundoff,
      .keeps = true,
      .of_runs = true,
      .arguments = {{"members", "how many runs, whose starts differ by 1 % (32)"},
                    {"rounding", "of double: nearest, toward-zero, up or down (nearest)", false},
                    {"accept", "the error up to which the horizon counts"}},
      .example = "pendulum --set omega=1 --scheme leapfrog --step 1/16 --until 1000",
      .check = check_roundoff,
      .lines = lines_of_roundoff,
      .digits = most_digits_of_double};
}

}  // namespace plumbline
