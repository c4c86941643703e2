// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity splitting: by how much a symplectic scheme splits the separatrix of a system with one degree of freedom
// (lib/study/homoclinic.hpp), at steps where that is exponentially small.
//
// The digits of the answer, D, and its smallness, E = −lg |ω|, say the working digits: D + E + S + 15, with S = max(D, (D + E)/3) + 5 for
// the distance 10^{−S} at which the manifolds begin (D + max(E, S) + 12 where the equilibrium is the origin, whose neighbourhood
// has relative digits). E is guessed, measured by a first pass of few digits, and the pass is made again where it was too small. The
// error is the difference from a second computation with S + 9 and 8 more digits.
//
//   lobe area   |A_2 − A_1|, A = Σ (S_step − S_step(z*)) over the orbit, with the tails ½ (q − q*)(p − p*) of the linear map
#include "study/homoclinic.hpp"
#include "study/kept_pieces.hpp"
#include "study/quantity_entries.hpp"
#include <plumbline/catalogue/discrete_action.hpp>
#include <plumbline/measure/other_roundings.hpp>
#include <plumbline/measure/splitting_law.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plumbline {

namespace {

using detail::connection;
using detail::manifold_point;
using detail::plane_map;
using detail::plane_vector;
using detail::saddle;

/// How far from the start an equilibrium is looked for, and how far a separatrix is followed.
constexpr double equilibrium_reach = 10;
constexpr double separatrix_reach = 200;
constexpr double look_step = 1.0 / 256;

/// The system at rest, for looking around in double.
class landscape {
 public:
  explicit landscape(const problem& p) : at_(make_problem<double>(p).system) {}

  double force(double q) {
    vector<double> x = vector<double>::Constant(1, q);
    const vector<double> v = vector<double>::Constant(1, 0.0);
    vector<double> by_q(1);
    vector<double> by_v(1);
    at_.gradient(view(std::as_const(x)), view(v), view(by_q), view(by_v));
    return by_q[0];
  }
  double potential(double q) {
    const vector<double> x = vector<double>::Constant(1, q);
    const vector<double> v = vector<double>::Constant(1, 0.0);
    return -at_.lagrangian(view(x), view(v));
  }

  /// The top of a hill of V nearest to q.
  std::optional<double> nearest_top(double q) {
    std::optional<double> best;
    const auto count = static_cast<int>(equilibrium_reach / look_step);
    const auto offer = [&](double a, double b) {
      const double top = root(a, b);
      if (is_hyperbolic(top) && std::abs(top - q) <= equilibrium_reach &&
          (!best || std::abs(top - q) < std::abs(*best - q) - 1e-9)) {
        best = top;
      }
    };
    for (int k = 0; k <= count; ++k) {
      for (const int side : {1, -1}) {
        const double a = q + side * (k - 0.5) * look_step;
        const double b = q + side * (k + 0.5) * look_step;
        if (is_top(std::min(a, b), std::max(a, b))) {
          offer(std::min(a, b), std::max(a, b));
        }
      }
      if (best) {
        return best;
      }
    }
    return best;
  }

  /// Where the motion that leaves the top at q comes to rest again or turns; nothing where it leaves.
  struct end {
    double q;
    bool is_top;
  };
  std::optional<end> other_end(double q, int branch) {
    const double level = potential(q);
    double deepest = 0;
    const auto count = static_cast<int>(separatrix_reach / look_step);
    for (int k = 1; k <= count; ++k) {
      const double a = q + branch * (k - 0.5) * look_step;
      const double b = q + branch * (k + 0.5) * look_step;
      const double low = std::min(a, b);
      const double high = std::max(a, b);
      const double depth = level - potential(b);
      if (!std::isfinite(depth)) {
        return std::nullopt;
      }
      if (is_top(low, high)) {
        const double top = root(low, high);
        if (std::abs(level - potential(top)) <= 1e-9 * (deepest + 1e-30)) {
          return end{top, true};
        }
      }
      if (depth <= 0 && k > 2) {
        return end{b, false};
      }
      deepest = std::max(deepest, depth);
    }
    return std::nullopt;
  }

 private:
  /// The force changes from − to +: V has a hill.
  bool is_top(double a, double b) { return force(a) < 0 && force(b) > 0; }
  /// −V'' at the top is the slope of the force beside it: 0 where V begins with a fourth power, negative at a pole.
  bool is_hyperbolic(double top) {
    constexpr double part = 0.1;
    const vector<double> x = vector<double>::Constant(1, top);
    const vector<double> v = vector<double>::Constant(1, 0.0);
    lagrangian_hessian<double> h;
    at_.second_derivatives(view(x), view(v), h);
    const double beside =
        std::max(std::abs(force(top + look_step)), std::abs(force(top - look_step)));
    return std::isfinite(h.qq(0, 0)) && h.qq(0, 0) > part * beside / look_step;
  }
  double root(double a, double b) {
    constexpr int halvings = 60;
    for (int k = 0; k < halvings; ++k) {
      const double middle = (a + b) / 2;
      (force(middle) < 0 ? a : b) = middle;
    }
    return (a + b) / 2;
  }

  evaluation<double> at_;
};

/// The equilibrium near q to all digits, with its momentum.
plane_vector at_rest(const problem_in<mp>& in, double guess) {
  evaluation<mp> at(in.system);
  at.set_time(in.t0);
  const vector<mp> v = vector<mp>::Constant(1, mp(0));
  vector<mp> q = vector<mp>::Constant(1, mp(guess));
  lagrangian_hessian<mp> h;
  vector<mp> by_q(1);
  vector<mp> by_v(1);
  const int bits = scalar_traits<mp>::bits();
  for (int k = 0; k < bits; ++k) {
    at.gradient(view(std::as_const(q)), view(v), view(by_q), view(by_v));
    at.second_derivatives(view(std::as_const(q)), view(v), h);
    const mp move = by_q[0] / h.qq(0, 0);
    q[0] -= move;
    if (log2_magnitude(move) < -bits + 4 + std::max(log2_magnitude(q[0]), -20.0)) {
      break;
    }
  }
  if (log2_magnitude(q[0]) < -bits / 2.0) {
    q[0] = mp(0);  // the origin is an equilibrium to all digits
  }
  const vector<mp> p = momentum(at, q, v);
  return {q[0], p[0]};
}

/// Even in v; and for a way between two equilibria, even in q about its middle.
bool has_symmetric_lagrangian(const problem_in<mp>& in, const mp& middle,
                              bool needs_even_potential) {
  evaluation<mp> at(in.system);
  at.set_time(in.t0);
  const auto value = [&](const mp& q, const mp& v) {
    const vector<mp> x = vector<mp>::Constant(1, q);
    const vector<mp> y = vector<mp>::Constant(1, v);
    return at.lagrangian(view(x), view(y));
  };
  const mp tolerance = epsilon<mp>() * 1000000;
  for (int k = 1; k <= 5; ++k) {
    const mp x = rational<mp>(k * k, 7);
    const mp v = rational<mp>(3 * k, 5);
    const mp here = value(mp(middle + x), v);
    const mp size = abs(here) + 1;
    if (abs(mp(value(mp(middle + x), mp(-v)) - here)) > size * tolerance) {
      return false;
    }
    if (needs_even_potential && abs(mp(value(mp(middle - x), v) - here)) > size * tolerance) {
      return false;
    }
  }
  return true;
}

/// What is known before the digits are: places in double.
struct outline {
  double from = 0;
  landscape::end to{0, false};
  int branch = 1;
};

/// As far as the place was looked for in double.
std::string place_text(double x) {
  constexpr double resolution = 1e-12;
  return to_text(std::abs(x) < resolution ? 0 : x, 12);
}

outline outline_of(const measurement& m) {
  const system_entry& system = *m.p.system;
  if (m.p.dimension != 1) {
    throw invalid_input(fmt::format("splitting needs one degree of freedom; {} has {}",
                                    system.name(), m.p.dimension));
  }
  if (system.kind == system_kind::first_order) {
    throw invalid_input(
        fmt::format("splitting needs a Hamiltonian system; {} is given by equations of first order",
                    system.name()));
  }
  if (system.kind != system_kind::lagrangian || system.facts.forced) {
    throw invalid_input(fmt::format(
        "splitting needs a Hamiltonian system; {} has a force that is not in the Lagrangian",
        system.name()));
  }
  if (!system.facts.autonomous) {
    throw invalid_input(
        fmt::format("{} depends on time: there is no autonomous equilibrium", system.name()));
  }
  outline o;
  const std::string& branch = argument_of(m, "branch");
  if (!branch.empty() && branch != "+" && branch != "-") {
    throw invalid_input(fmt::format("--branch is + or -, not '{}'", branch));
  }
  o.branch = branch == "-" ? -1 : 1;
  double near = make_problem<double>(m.p).start.q[0];
  bool given = false;
  if (const std::string& text = argument_of(m, "equilibrium"); !text.empty()) {
    const named_text place = parse_named("--equilibrium", text);
    (void)coordinate_of(m.p, place.name);
    near = evaluate<double>(expression(place.value), m.p.names);
    given = true;
  }
  landscape land(m.p);
  const auto top = land.nearest_top(near);
  if (!top) {
    throw invalid_input(fmt::format("{} has no hyperbolic equilibrium (V'' < 0) within {:g} of {}",
                                    system.name(), equilibrium_reach,
                                    given ? "q1 = " + place_text(near) : "the start"));
  }
  o.from = *top;
  const auto end = land.other_end(o.from, o.branch);
  if (!end) {
    throw invalid_input(fmt::format(
        "the unstable manifold of q1 = {} meets no stable manifold: it leaves towards {} q1",
        place_text(o.from), o.branch > 0 ? "larger" : "smaller"));
  }
  o.to = *end;
  return o;
}

void require_symplectic(const measurement& m, const outline& o) {
  constexpr int digits = 80;
  const precision_scope scope(digits);
  const problem_in<mp> in = make_problem<mp>(m.p);
  detail::step_tangent<mp> tangent(m.p, m.scheme);
  const mp h = evaluate<mp>(*m.step, m.p.names);
  const mp width = mp(o.to.q) - mp(o.from);
  mp worst(0);
  evaluation<mp> at(in.system);
  at.set_time(in.t0);
  for (int k = 0; k <= 3; ++k) {
    phase_point<mp> z{vector<mp>::Constant(1, mp(mp(o.from) + width * k / 7)),
                      vector<mp>::Constant(1, mp(0))};
    z.p = momentum(at, z.q, vector<mp>(vector<mp>::Constant(1, mp(width * k / 5))));
    const mp off = [&] {
      try {
        return mp(abs(mp(detail::determinant<mp>(tangent.at(z, in.t0, h)) - 1)));
      } catch (const step_failure& failure) {
        throw invalid_input(fmt::format(
            "splitting needs a symplectic scheme whose steps have derivatives: {} has none on {} "
            "at "
            "q1 = {} ({})",
            m.scheme.entry->info.name, m.p.system->name(), to_text(z.q[0], 6), failure.what()));
      }
    }();
    worst = worst < off ? off : worst;
  }
  if (log2_magnitude(worst) * log10_of_2 > -digits / 2.0) {
    throw invalid_input(fmt::format(
        "splitting needs a symplectic scheme: {} is not symplectic on {} (|det - 1| = {})",
        m.scheme.entry->info.name, m.p.system->name(), to_text(worst, 3)));
  }
}

/// The numbers of one computation.
struct split_numbers {
  mp from;
  mp to;
  mp exponent;
  mp first;
  mp other;
  mp at_q;
  mp at_p;
  mp angle;
  std::optional<mp> lobe;
};

class separatrix_splitting {
 public:
  separatrix_splitting(const measurement& m, outline o)
      : m_(m), o_(o), info_(m.scheme.entry->info_for(m.scheme.values)) {}

  /// To `digits` digits, for an invariant of 10^{−small}, from the distance 10^{−(S + more)}.
  split_numbers compute(int digits, int small, int more, bool with_lobe) {
    const int distance = std::max(digits, (digits + small) / 3) + 5 + more;
    const int working =
        (o_.at_origin ? digits + std::max(small, distance) + 12 : digits + small + distance + 15) +
        (more > 0 ? 8 : 0);
    used_digits_ = std::max(working, most_digits_of_quad + 1);
    if (used_digits_ > most_digits) {
      throw std::runtime_error(fmt::format("the splitting needs {} working digits, more than {}",
                                           used_digits_, most_digits));
    }
    const precision_scope scope(used_digits_);
    const problem_in<mp> in = make_problem<mp>(m_.p);
    const mp h = evaluate<mp>(*m_.step, m_.p.names);
    const bool symmetric =
        info_.symmetric || (m_.p.system->facts.separable && info_.on_separable.symmetric);
    plane_map map(m_.p, m_.scheme, in.t0, h, symmetric);
    connection c;
    c.from = saddle_or_refuse(map, at_rest(in, o_.from));
    c.loop = !o_.to.is_top;
    c.to = c.loop ? c.from : saddle_or_refuse(map, at_rest(in, o_.to.q));
    c.branch = o_.branch;
    c.middle = (c.from.z.q + c.to.z.q) / 2;
    c.has_reversor = symmetric && has_symmetric_lagrangian(in, c.middle, !c.loop);
    detail::homoclinic_search search(map, c, distance, digits + small);
    const auto found = search.find();
    split_numbers numbers{c.from.z.q,
                          c.to.z.q,
                          c.from.exponent,
                          found.first.invariant,
                          found.other.invariant,
                          found.first.at.z.q,
                          found.first.at.z.p,
                          found.first.angle,
                          std::nullopt};
    if (with_lobe) {
      const auto a = action_along(in, search, found.times.first, h, digits + small);
      const auto b = action_along(in, search, found.times.other, h, digits + small);
      if (a && b) {
        numbers.lobe = abs(mp(*b - *a));
      }
    }
    return numbers;
  }

  int used_digits() const { return used_digits_; }
  void at_origin(bool is) { o_.at_origin = is; }

 private:
  saddle saddle_or_refuse(plane_map& map, const plane_vector& z) const {
    saddle s = detail::saddle_at(map, z);
    if (!(s.exponent > 0)) {
      const double half = to_double(s.trace) / 2;
      const double root = std::sqrt(std::abs(half * half - 1));
      throw invalid_input(fmt::format(
          "{} has no hyperbolic equilibrium (V'' < 0) within {:g} of the start at this step: "
          "multipliers {}",
          m_.p.system->name(), equilibrium_reach,
          half * half < 1
              ? fmt::format("{:.6g} + {:.6g}*i, {:.6g} - {:.6g}*i", half, root, half, root)
              : fmt::format("{:.6g}, {:.6g}", half + root, half - root)));
    }
    return s;
  }

  /// Σ (S_step − S_step at rest) over the orbit that begins at W^u(t). Nothing where the orbit leaves without coming near: beside a
  /// large splitting its digits do not last for the way back.
  std::optional<mp> action_along(const problem_in<mp>& in, const detail::homoclinic_search& search,
                                 const mp& t, const mp& h, int exact) const {
    const auto stepper =
        make_action_stepper<mp>(m_.scheme.entry->info.name, m_.scheme.values,
                                table_of(*m_.scheme.entry, m_.scheme.values), in.system);
    if (stepper == nullptr) {
      return std::nullopt;
    }
    const connection& c = search.joined();
    const auto made_at = [&](phase_point<mp>& z) -> std::optional<mp> {
      step_action<mp> made;
      return stepper->step(z, in.t0, h, made).ok() ? std::optional(made.action) : std::nullopt;
    };
    const auto point = [](const plane_vector& z) {
      return phase_point<mp>{vector<mp>::Constant(1, z.q), vector<mp>::Constant(1, z.p)};
    };
    phase_point<mp> rest = point(c.from.z);
    const std::optional<mp> at_rest_action = made_at(rest);
    if (!at_rest_action) {
      return std::nullopt;
    }
    const manifold_point begin = search.unstable_start(t);
    phase_point<mp> z = point(begin.z);
    // dS = (P − p*) dQ − (p − p*) dq and the tail of the linear map before the first point
    const mp& p0 = c.from.z.p;
    mp sum = begin.u.q * begin.u.p / 2;
    const double near = -(exact / 3.0 + 4) * log2_of_10;
    const double start = log2_magnitude(search.start_distance());
    mp closest(-1);
    const auto most =
        static_cast<std::int64_t>((-start - near + 100) / to_double(c.from.exponent)) + 1000;
    for (std::int64_t n = 0; n < most; ++n) {
      const mp before = z.q[0];
      const phase_point<mp> last = z;
      const std::optional<mp> action = made_at(z);
      if (!action) {
        return std::nullopt;
      }
      sum += *action - *at_rest_action - p0 * (z.q[0] - before);
      const mp dq = z.q[0] - c.to.z.q;
      const mp dp = z.p[0] - c.to.z.p;
      const mp size = dq * dq + dp * dp;
      const mp away = (z.q[0] - c.from.z.q) * (z.q[0] - c.from.z.q);
      const bool on_the_way_back = c.loop ? (z.p[0] - p0) * c.branch < 0 : away > size;
      if (on_the_way_back && log2_magnitude(size) / 2 < near) {
        return mp(sum - dq * dp / 2);
      }
    }
    return std::nullopt;
  }

  struct placed_outline : outline {
    explicit placed_outline(const outline& o) : outline(o) {}
    bool at_origin = false;
  };

  const measurement& m_;
  placed_outline o_;
  scheme_info info_;
  int used_digits_ = 0;
};

struct measured_splitting {
  split_numbers numbers;
  mp radius;
  int working = 0;
  int digits = 0;
};

double smallness(const mp& omega) { return -log2_magnitude(omega) * log10_of_2; }

/// The working digits that the numbers are kept in.
constexpr int kept_beyond = 30;

measured_splitting split_at(const measurement& m, const outline& o, run_host& host) {
  constexpr int digits_of_first_pass = 6;
  constexpr int safety = 3;
  const interruptible ends([&host] { throw_if_stopped(host); });
  separatrix_splitting work(m, o);
  work.at_origin(o.from == 0 || std::abs(o.from) < 1e-300);
  // E for a singularity at the imaginary distance π/2, as a beginning
  double exponent = 0.1;
  {
    const precision_scope scope(most_digits_of_quad + 1);
    const problem_in<mp> in = make_problem<mp>(m.p);
    const mp h = evaluate<mp>(*m.step, m.p.names);
    plane_map map(m.p, m.scheme, in.t0, h, false);
    const saddle s = detail::saddle_at(map, at_rest(in, o.from));
    if (s.exponent > 0) {
      exponent = to_double(s.exponent);
    }
  }
  constexpr double pi_square = 9.8696;
  const double first_guess = pi_square / exponent * 0.4343 * 1.1 + 4;
  int small = static_cast<int>(std::min(first_guess, 1e6));
  for (;;) {
    const split_numbers rough = work.compute(digits_of_first_pass, small, 0, false);
    const double measured = std::max(smallness(rough.first), smallness(rough.other));
    if (measured <= small && std::isfinite(measured)) {
      small = std::max(static_cast<int>(measured) + 2, 2);
      break;
    }
    if (small > 40 * first_guess + 200) {
      throw std::runtime_error(
          fmt::format("no splitting is seen down to 1e-{}: the map may be integrable", small));
    }
    small = 2 * small;
  }
  const precision_scope scope(m.digits + small + kept_beyond);
  measured_splitting found;
  found.digits = m.digits;
  found.numbers = work.compute(m.digits + safety, small, 0, true);
  found.working = work.used_digits();
  constexpr int further = 9;
  const split_numbers again = work.compute(m.digits + safety, small, further, false);
  found.radius = abs(mp(again.first - found.numbers.first)) +
                 abs(found.numbers.first) * pow(mp(10), mp(-(m.digits + 1)));  // as it is printed
  // Two computations that found different homoclinic orbits support no digit of either.
  if (found.radius > abs(found.numbers.first) * pow(mp(10), mp(-m.digits / 2))) {
    throw std::runtime_error(
        "the homoclinic orbit is not settled: two computations with other lengths of the manifolds "
        "find different ones; a shorter step may help");
  }
  return found;
}

mp rounded_copy(const mp& x) { return plumbline::detail::convert_precision<mp>(x); }

std::vector<named_value> splitting_lines(const measured_splitting& s, const std::string& suffix) {
  const int D = s.digits;
  std::vector<named_value> lines;
  constexpr int more = 2;  // so that the radius is that of the printed number
  const auto add = [&](const char* name, const mp& x) {
    lines.push_back({name + suffix, to_text(x, D + more), {}});
  };
  add("equilibrium-q1", s.numbers.from);
  add("to-q1", s.numbers.to);
  add("exponent-per-step", s.numbers.exponent);
  add("omega", s.numbers.first);
  add("omega-other", s.numbers.other);
  lines.push_back({"omega-radius" + suffix, to_text(s.radius, 2), {}});
  // on a line of symmetry one of them is zero
  const auto place = [&](const char* name, const mp& x) {
    constexpr int beyond = 8;
    if (log2_magnitude(x) * log10_of_2 < -(D + beyond)) {
      lines.push_back({name + suffix, "0", {}});
    } else {
      add(name, x);
    }
  };
  place("at-q1", s.numbers.at_q);
  place("at-p1", s.numbers.at_p);
  if (s.numbers.lobe) {
    add("lobe-area", *s.numbers.lobe);
  }
  add("angle", s.numbers.angle);
  lines.push_back({"working-digits" + suffix, std::to_string(s.working), {}});
  return lines;
}

/// The lines of one of several steps, and what their law needs.
struct step_record {
  bool done = false;
  std::vector<std::string> names = {};
  std::vector<std::string> values = {};
  mp exponent;
  mp omega;
  mp relative_radius;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(done, names, values, exponent, omega, relative_radius);
  }
};

step_record record_of(const measured_splitting& s, const std::string& step) {
  step_record record;
  record.done = true;
  for (const named_value& line : splitting_lines(s, "@" + step)) {
    record.names.push_back(line.name);
    record.values.push_back(line.re);
  }
  record.exponent = rounded_copy(s.numbers.exponent);
  record.omega = rounded_copy(s.numbers.first);
  record.relative_radius = abs(mp(rounded_copy(s.radius) / record.omega));
  return record;
}

void check_splitting(const measurement& m) {
  constexpr std::size_t least_steps = 4;
  (void)outline_of(m);
  if (follows_motion(m.scheme)) {
    throw invalid_input(fmt::format(
        "splitting needs a scheme with an error of its own: {} without --set order=N follows the "
        "motion to all digits, and its separatrix stays whole",
        m.scheme.entry->info.name));
  }
  if (m.all_steps.size() > 1 && m.all_steps.size() < least_steps) {
    throw invalid_input(
        fmt::format("the law over steps needs at least four of them, got {}", m.all_steps.size()));
  }
}

std::vector<quantity_line> lines_of_splitting(const measurement& m) {
  std::vector<quantity_line> lines;
  for (const expression& step : m.all_steps) {
    for (const char* const name :
         {"equilibrium-q1", "to-q1", "exponent-per-step", "omega", "omega-other", "omega-radius",
          "at-q1", "at-p1", "lobe-area", "angle", "working-digits"}) {
      lines.push_back({m.all_steps.size() == 1 ? name : name + ("@" + step.text())});
    }
  }
  if (m.all_steps.size() > 1) {
    for (const char* const name : {"power", "decay", "constant"}) {
      lines.push_back({name});
      lines.push_back({std::string(name) + "-radius"});
    }
  }
  return lines;
}

std::vector<named_value> measure_splitting(const measurement& m, run_host& host) {
  const outline o = outline_of(m);
  require_symplectic(m, o);
  if (m.all_steps.size() == 1) {
    if (host.keeper().wanted()) {
      throw invalid_input("splitting of one step leaves no checkpoints; of several steps it does");
    }
    const auto progress = host.begin(1, "steps");
    const measured_splitting found = split_at(m, o, host);
    if (!found.numbers.lobe) {
      host.warn(
          fmt::format("no lobe area: scheme {} has no discrete action on {}, or its digits do not "
                      "last along the whole orbit",
                      m.scheme.entry->info.name, m.p.system->name()));
    }
    return splitting_lines(found, "");
  }
  const precision_scope scope(2 * m.digits + kept_beyond);
  std::vector<step_record> records;
  const detail::piece_plan plan{.count = m.all_steps.size(), .jobs = m.jobs, .unit = "steps"};
  detail::kept_pieces(records, plan, host, host.keeper(), [&](std::size_t i) {
    measurement one = m;
    one.step = m.all_steps[i];
    one.all_steps = {m.all_steps[i]};
    return std::vector<step_record>{record_of(split_at(one, o, host), m.all_steps[i].text())};
  });
  std::vector<named_value> lines;
  std::vector<mp> h;
  std::vector<mp> logarithms;
  std::vector<mp> errors;
  int sign = 1;
  for (const step_record& each : records) {
    for (std::size_t k = 0; k < each.names.size(); ++k) {
      lines.push_back({each.names[k], each.values[k], {}});
    }
    h.push_back(each.exponent);
    logarithms.push_back(log(mp(abs(each.omega))));
    errors.push_back(each.relative_radius);
    sign = each.omega < 0 ? -1 : 1;
  }
  splitting_law law = fit_splitting_law(h, logarithms, errors);
  law.constant.value *= sign;
  const auto add = [&](const std::string& name, const law_number& x) {
    lines.push_back({name, to_text(x.value, digits_to_radius(x.value, x.radius, m.digits)), {}});
    lines.push_back({name + "-radius", to_text(x.radius, 2), {}});
  };
  add("power", law.power);
  add("decay", law.decay);
  add("constant", law.constant);
  return lines;
}

}  // namespace

quantity splitting_quantity() {
  return {.name = "splitting",
          .meaning =
              "by how much the scheme splits the separatrix of a system with one degree of "
              "freedom: the homoclinic invariant omega, the area of a lobe, the angle; of several "
              "steps also their law",
          .input = quantity::needs::one_step,
          .measure = measure_splitting,
          .keeps = true,
          .of_runs = true,
          .arguments = {{"equilibrium",
                         "q1=X: the equilibrium near X (the one nearest to the start)", false},
                        {"branch", "+ or -: leaves towards larger or smaller q1 (+)", false}},
          .example = "pendulum --set omega=1 --scheme leapfrog --step 1/4",
          .check = check_splitting,
          .lines = lines_of_splitting,
          .several_steps = true,
          .digits = 20};
}

}  // namespace plumbline
