// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trajectories whose steps adapt.
//
//   --tolerance X        a table with embedded weights b̂: the step is made again, shorter, while |y_1 − ŷ_1| is larger than X times the
//                        largest state so far (q and p each with their own norm); then h ← h min(5, max(1/5, 0.9 err^(−1/(k+1)))),
//                        k the lower of the two orders. Of a symplectic scheme, ŷ_1 is one step and y_1 two of half its length, whose
//                        error is |y_1 − ŷ_1|/(2^k − 1), k the order of the scheme. `adaptivity: plain`
//   --step-function σ    a symmetric scheme: h_n = H (σ(z_n) + σ(z_{n+1}))/2, which is solved for h_n, so that the way back has the same
//                        steps (Stoffer, Computing 55 (1995) 1; Hairer, Lubich & Wanner, VIII.3). `adaptivity: reversible`
//
// The last step is shorter and ends at the time that was asked for.
#include "study/run_picture.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plumbline {

namespace {

struct adaptive_run {
  const integration_request& request;
  const problem& p;
  scheme_choice scheme;
  expression until;
  std::optional<expression> step = {};
  std::optional<expression> tolerance = {};
  std::optional<scheme_table> table = {};  ///< with embedded weights; otherwise steps are doubled
  int order = 0;                           ///< the lower one of the two
  std::int64_t every = 1;
};

/// How the steps of a run were.
template <class T>
struct step_record {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  std::optional<T> shortest = {};
  std::optional<T> longest = {};

  void add(const T& h) {
    ++steps;
    shortest = !shortest || h < *shortest ? h : *shortest;
    longest = !longest || *longest < h ? h : *longest;
  }
};

/// What the steps did to the energy of a system that keeps it: the largest change over the nodes, and that at the end. Where they
/// are of one size the steps do not drift.
template <class T>
class energy_record {
 public:
  explicit energy_record(const problem_in<T>& in)
      : keeps_(in.system.is_lagrangian() && in.system.facts().autonomous &&
               in.system.formulas()->has_energy()),
        at_(in.system) {}

  void add(const phase_point<T>& z, const T& t) {
    if (!keeps_) {
      return;
    }
    using std::abs;
    at_.set_time(t);
    const T now = energy(at_, z);
    first_ = first_ ? first_ : now;
    last_ = T(abs(T(now - *first_)));
    largest_ = largest_ < last_ ? last_ : largest_;
  }
  void tell(metadata& facts) const {
    constexpr int shown = 3;
    if (first_) {
      facts.push_back({"energy_change", to_text(largest_, shown)});
      facts.push_back({"energy_change_at_end", to_text(last_, shown)});
    }
  }

 private:
  bool keeps_;
  evaluation<T> at_;
  std::optional<T> first_ = {};
  T last_{0};
  T largest_{0};
};

[[noreturn]] void fail_at(std::int64_t step, const std::string& time, const solve_report& report,
                          const std::string& why) {
  throw step_failure(step, time, report, why);
}

template <class T>
T norm_of(const vector<T>& y) {
  using std::sqrt;
  T sum(0);
  for (const T& x : y) {
    sum += x * x;
  }
  return T(sqrt(sum));
}

/// Steps by two solutions: those of an embedded pair, or of a step and of its two halves.
template <class T>
class embedded_steps {
 public:
  embedded_steps(const adaptive_run& r, const problem_in<T>& in)
      : r_(r),
        stepper_(r.table ? entry_of(*r.table, r.scheme.entry->info).template make<T>({}, in.system)
                         : r.scheme.entry->make<T>(r.scheme.values, in.system)),
        embedded_(r.table ? entry_of(with_embedded_weights(*r.table), r.scheme.entry->info)
                                .template make<T>({}, in.system)
                          : r.scheme.entry->make<T>(r.scheme.values, in.system)),
        tolerance_(evaluate<T>(*r.tolerance, r.p.names)) {
    if (!(T(0) < tolerance_ && tolerance_ < T(1))) {
      throw invalid_input(
          fmt::format("--tolerance must lie between 0 and 1, got '{}'", r.tolerance->text()));
    }
    if (tolerance_ < epsilon<T>()) {
      throw invalid_input(
          fmt::format("--tolerance {} is below what {} digits resolve; raise --digits",
                      r.tolerance->text(), r.request.digits));
    }
  }

  any_stepper<T>& stepper() { return stepper_; }
  /// A first length: X^(1/(k+1)) of the way, which is corrected at once.
  T first_length(const T& all) const {
    if (r_.step) {
      return evaluate<T>(*r_.step, r_.p.names);
    }
    T h(0);
    set_scaled(h, all, static_cast<int>(std::floor(log2_magnitude(tolerance_) / (r_.order + 1))));
    return h;
  }
  /// y ← the state after a step; h is what it was long, `next` what the next one should be. `rest` bounds it.
  void advance(vector<T>& y, const T& t, T& h, const T& rest, T& next, step_record<T>& record) {
    constexpr int most_trials = 200;
    constexpr double safety = 0.9;
    constexpr double least = 0.2;
    constexpr double most = 5;
    for (int trial = 0; trial < most_trials; ++trial) {
      const bool is_last = !(h < rest);
      h = is_last ? rest : h;
      vector<T> end = y;
      vector<T> other = y;
      solve_report report = r_.table ? stepper_.step(end, t, h) : two_halves(end, t, h);
      if (report.ok()) {
        report = embedded_.step(other, t, h);
      }
      double factor = least;
      if (report.ok()) {
        const double error = relative_error(y, end, other, t, h);
        factor = error == 0
                     ? most
                     : std::clamp(safety * std::pow(error, -1. / (r_.order + 1)), least, most);
        if (error <= 1) {
          record.add(h);
          y = end;
          if (!is_last) {
            next = h * scale(factor);
          }
          return;
        }
      }
      ++record.rejected;
      h = h * scale(std::min(factor, 0.5));
      if (t + h == t) {
        fail_at(record.steps, to_text(t, 17), report,
                "the steps that --tolerance asks for shrink to nothing: a singularity may be near");
      }
    }
    fail_at(record.steps, to_text(t, 17), {solve_outcome::stagnated, most_trials, 0},
            "no step is found that keeps to --tolerance");
  }

 private:
  static scheme_table with_embedded_weights(scheme_table table) {
    std::erase_if(table.coefficients, [](const table_coefficient& c) { return c.key == "b"; });
    for (table_coefficient& c : table.coefficients) {
      if (c.key == "bhat") {
        c.key = "b";
      }
    }
    table.claims = {};
    return table;
  }
  static T scale(double factor) {
    constexpr int bits = 20;
    T x(0);
    set_scaled(x, T(static_cast<int>(std::ldexp(factor, bits))), -bits);
    return x;
  }
  solve_report two_halves(vector<T>& y, const T& t, const T& h) {
    const T half = h / 2;
    const solve_report report = stepper_.step(y, t, half);
    return report.ok() ? stepper_.step(y, T(t + half), half) : report;
  }
  /// The error in units of what is allowed.
  double relative_error(const vector<T>& from, const vector<T>& end, const vector<T>& other,
                        const T& t, const T& h) {
    const phase_point<T> a = stepper_.phase(end, T(t + h));
    const phase_point<T> b = stepper_.phase(other, T(t + h));
    const phase_point<T> before = stepper_.phase(from, t);
    const auto ratio = [&](const vector<T>& x, const vector<T>& y, const vector<T>& start,
                           T& largest) {
      for (const T& size : {norm_of(x), norm_of(start)}) {
        largest = largest < size ? size : largest;
      }
      const T difference = norm_of(vector<T>(x - y));
      return difference == T(0) || largest == T(0)
                 ? -std::numeric_limits<double>::infinity()
                 : log2_magnitude(difference) - log2_magnitude(largest) -
                       log2_magnitude(tolerance_);
    };
    const double of_q = ratio(a.q, b.q, before.q, largest_q_);
    const double of_p = a.p.size() == 0 ? of_q : ratio(a.p, b.p, before.p, largest_p_);
    const double of_all = std::exp2(std::max(of_q, of_p));
    return r_.table ? of_all : of_all / (std::exp2(r_.order) - 1);
  }

  const adaptive_run& r_;
  any_stepper<T> stepper_;
  any_stepper<T> embedded_;
  T tolerance_;
  T largest_q_{0};
  T largest_p_{0};
};

/// Steps of the length H (σ(z_n) + σ(z_{n+1}))/2.
template <class T>
class reversible_steps {
 public:
  reversible_steps(const adaptive_run& r, const problem_in<T>& in)
      : stepper_(r.scheme.entry->make<T>(r.scheme.values, in.system)),
        sigma_(make_values(r, in)),
        unit_(evaluate<T>(*r.step, r.p.names)) {}

  any_stepper<T>& stepper() { return stepper_; }
  T first_length(const T&) { return T(0); }
  void advance(vector<T>& y, const T& t, T& h, const T& rest, T& next, step_record<T>& record) {
    constexpr int most_iterations = 100;
    const T here = sigma_at(y, t, record.steps);
    if (h == T(0)) {
      h = unit_ * here;
    }
    T before(0);
    T value_before(0);
    vector<T> end;
    for (int n = 0; n < most_iterations; ++n) {
      end = y;
      const solve_report report = stepper_.step(end, t, h);
      if (!report.ok()) {
        fail_at(record.steps, to_text(t, 17), report, "a smaller --step may help");
      }
      const T wanted = unit_ * (here + sigma_at(end, T(t + h), record.steps)) / 2;
      const T value = wanted - h;  // zero at the step
      using std::abs;
      if (!(epsilon<T>() * 4 * h < T(abs(value)))) {
        break;
      }
      if (n + 1 == most_iterations) {
        fail_at(record.steps, to_text(t, 17), {solve_outcome::stagnated, n, to_double(value)},
                "no step is found that --step-function asks for; a smaller --step may help");
      }
      T trial = wanted;
      if (n > 0 && !(value == value_before)) {
        trial = h - value * (h - before) / (value - value_before);
      }
      before = h;
      value_before = value;
      h = T(0) < trial ? trial : wanted;
    }
    if (!(h < rest)) {
      h = rest;
      end = y;
      const solve_report report = stepper_.step(end, t, h);
      if (!report.ok()) {
        fail_at(record.steps, to_text(t, 17), report, "a smaller --step may help");
      }
    }
    record.add(h);
    y = end;
    next = h;
  }

 private:
  static followed_values<T> make_values(const adaptive_run& r, const problem_in<T>& in) {
    const auto sigma =
        record_section(r.p, in.system.formulas(), r.request.step_function, "--step-function");
    return followed_values<T>(in.system, sigma, parameters_of<T>(*sigma, r.p));
  }
  T sigma_at(const vector<T>& y, const T& t, std::int64_t step) {
    const T sigma = sigma_.at(stepper_.phase(y, t), t);
    if (!(T(0) < sigma)) {
      fail_at(step, to_text(t, 17), {solve_outcome::stagnated, 0, 0},
              "--step-function must be positive, and is " + to_text(sigma, 6) + " here");
    }
    return sigma;
  }

  any_stepper<T> stepper_;
  followed_values<T> sigma_;
  T unit_;
};

template <class T, class Steps>
plot adaptive_rows_in(const adaptive_run& r, table_sink& rows, run_host& host, Steps steps,
                      const problem_in<T>& in, const char* adaptivity) {
  any_stepper<T>& stepper = steps.stepper();
  const observers<T> observed(r.request.observe, r.p, in.system, stepper);
  std::vector<std::string> names = {"t"};
  for (const auto& columns : {stepper.columns(), observed.columns()}) {
    names.insert(names.end(), columns.begin(), columns.end());
  }
  run_picture picture;
  picture.begin(r.request, r.p, names, observed.asked());
  rows.open();
  const T all = evaluate<T>(r.until, r.p.names);
  std::vector<std::vector<std::string>> kept;
  vector<T> y = stepper.start(in.start, in.t0);
  stepper.resume(in.start, y);
  const auto keep = [&](const T& t) {
    std::vector<std::string> cells = {to_text(t)};
    for (const T& x : y) {
      cells.push_back(to_text(x));
    }
    observed.append(y, t, cells);
    kept.push_back(std::move(cells));
  };
  step_record<T> record;
  energy_record<T> energies(in);
  const auto hand_over = [&] {
    metadata facts = metadata_of(r.p, r.request.digits);
    facts.push_back({"scheme", r.scheme.entry->info.name});
    if (!r.scheme.values.empty()) {
      facts.push_back({"scheme_parameters", metadata_entry::named_values(r.scheme.values.begin(),
                                                                         r.scheme.values.end())});
    }
    if (r.step) {
      facts.push_back({"step", r.step->text()});
    }
    facts.push_back({"until", r.until.text()});
    if (r.tolerance) {
      facts.push_back({"tolerance", r.tolerance->text()});
    } else {
      facts.push_back({"step_function", r.request.step_function});
    }
    facts.push_back({"adaptivity", std::string(adaptivity)});
    facts.push_back({"steps", record.steps});
    facts.push_back({"rejected", record.rejected});
    if (record.shortest) {
      constexpr int shown = 6;
      facts.push_back({"step_range", to_text(*record.shortest, shown) + " to " +
                                         to_text(*record.longest, shown)});
    }
    energies.tell(facts);
    facts.push_back({"every", r.every});
    facts.push_back({"digits", r.request.digits});
    rows.begin(facts, number_columns(names));
    for (const auto& cells : kept) {
      rows.row(cells);
      picture.add(cells);
    }
  };
  const auto progress = host.begin(0, "steps");
  keep(in.t0);
  energies.add(stepper.phase(y, in.t0), in.t0);
  T passed(0);
  T h = steps.first_length(all);
  try {
    while (passed < all) {
      throw_if_stopped(host);
      T next = h;
      const T rest = all - passed;
      steps.advance(y, T(in.t0 + passed), h, rest, next, record);
      const bool is_last = !(h < rest);
      passed = is_last ? all : T(passed + h);
      h = next;
      energies.add(stepper.phase(y, T(in.t0 + passed)), T(in.t0 + passed));
      progress->advance(1);
      if (is_last || record.steps % r.every == 0) {
        keep(T(in.t0 + passed));
      }
    }
  } catch (const interrupted&) {
    hand_over();
    throw;
  }
  hand_over();
  return picture.take();
}

/// The table of the scheme with embedded weights; none for a scheme whose steps are doubled. Throws invalid_input for others.
std::optional<scheme_table> embedded_table(const integration_request& request,
                                           const scheme_choice& scheme) {
  const std::string& name = scheme.entry->info.name;
  const std::optional<scheme_table> table = is_file_name(request.scheme)
                                                ? load_scheme(request.scheme)
                                                : known_scheme_table(name, scheme.values);
  if (table && table->has("bhat") && table->kind == table_kind::runge_kutta) {
    return table;
  }
  if (scheme.entry->info_for(scheme.values).symplectic) {
    return std::nullopt;
  }
  std::string known;
  for (const scheme_entry& other : schemes()) {
    const auto its = known_scheme_table(other.info.name);
    if (its && its->has("bhat") && its->kind == table_kind::runge_kutta) {
      known += (known.empty() ? "" : ", ") + other.info.name;
    }
  }
  throw invalid_input(fmt::format(
      "--tolerance needs a Runge-Kutta table with embedded weights (the key bhat), or a scheme "
      "that "
      "is symplectic on every system: {}; {} has none{}",
      known, name, scheme.entry->chooses_order ? "; taylor takes it with --times" : ""));
}

}  // namespace

plot adaptive_rows(const integration_request& request, table_sink& rows, run_host& host) {
  const bool by_tolerance = request.step_function.empty();
  const char* const option = by_tolerance ? "--tolerance" : "--step-function";
  if (!by_tolerance && !request.tolerance.empty()) {
    throw invalid_input("--tolerance and --step-function do not go together");
  }
  refuse_options({{"--steps", &request.steps},
                  {"--section", &request.section},
                  {"--stop-at", &request.stop_at},
                  {"--strobe", &request.strobe}},
                 fmt::format("does not go with {}", option));
  const problem p = read_problem(request.system, request.problem,
                                 split_list("--scheme", required("--scheme", request.scheme)));
  adaptive_run r{request, p, only_scheme(p), duration(request.until, p.names)};
  r.every = rows_are_every(request);
  if (p.system->has_zones) {
    throw invalid_input(fmt::format("{} changes its law from zone to zone; {} needs one law",
                                    p.system->name(), option));
  }
  if (!request.step.empty() || !by_tolerance) {
    r.step = positive_step(request.step, p.names);
  }
  const scheme_info& info = r.scheme.entry->info;
  if (by_tolerance) {
    r.tolerance.emplace(request.tolerance);
    r.table = embedded_table(request, r.scheme);
    const int order = r.scheme.entry->info_for(r.scheme.values).order;
    r.order = r.table
                  ? std::min(order, r.table->claims.embedded_order.value_or(std::max(1, order - 1)))
                  : order;
  } else if (!(info.symmetric || (info.on_separable.symmetric && p.system->facts.separable) ||
               (info.on_linear.symmetric && p.system->facts.linear))) {
    throw invalid_input(fmt::format(
        "--step-function needs a symmetric scheme, whose steps it keeps reversible; {} is not "
        "symmetric on {}",
        info.name, p.system->name()));
  }
  return with_scalar(request.digits, [&]<class T>(std::type_identity<T>) {
    const auto preparing = host.prepare(0, "steps");
    const problem_in<T> in = make_problem<T>(p);
    return by_tolerance
               ? adaptive_rows_in<T>(r, rows, host, embedded_steps<T>(r, in), in, "plain")
               : adaptive_rows_in<T>(r, rows, host, reversible_steps<T>(r, in), in, "reversible");
  });
}

}  // namespace plumbline
