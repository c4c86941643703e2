// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trajectories whose steps adapt: --tolerance and --step-function, by the laws of adaptive_steps.hpp. The last step is shorter and
// ends at the time that was asked for. The metadata say how the steps were and what they did to the geometry of the scheme.
#include "study/adaptive_steps.hpp"
#include "study/adaptive_verdict.hpp"
#include "study/run_picture.hpp"
#include "study/trajectory_forms.hpp"
#include <plumbline/core/interruption.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

namespace plumbline {

namespace {

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
    if (!first_) {
      first_ = now;
      scale_ = to_double(T(abs(now) + abs(dot(z.p, velocity(at_, z.q, z.p)))));
    }
    const T change = now - *first_;
    errors_.add(to_double(change));
    last_ = T(abs(change));
    largest_ = largest_ < last_ ? last_ : largest_;
  }
  void tell(metadata& facts) const {
    constexpr int shown = 3;
    if (first_) {
      facts.push_back({"energy_change", to_text(largest_, shown)});
      facts.push_back({"energy_change_at_end", to_text(last_, shown)});
    }
  }

  const thinned_errors& errors() const { return errors_; }
  /// The size of errors that rounding explains.
  double noise(std::int64_t steps) const {
    constexpr int roundings_of_step = 50;
    return to_double(T(epsilon<T>() * roundings_of_step)) * scale_ *
           std::sqrt(static_cast<double>(steps + 1));
  }

 private:
  bool keeps_;
  evaluation<T> at_;
  std::optional<T> first_ = {};
  double scale_ = 0;
  thinned_errors errors_;
  T last_{0};
  T largest_{0};
};

template <class T, class Steps>
plot adaptive_rows_in(const adaptive_run& r, table_sink& rows, run_host& host, Steps steps,
                      const problem_in<T>& in) {
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
  metadata verdict;
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
    facts.push_back({"adaptivity", std::string(to_string(r.how))});
    facts.push_back({"steps", record.steps});
    facts.push_back({"rejected", record.rejected});
    if (record.shortest) {
      constexpr int shown = 6;
      facts.push_back({"step_range", to_text(*record.shortest, shown) + " to " +
                                         to_text(*record.longest, shown)});
    }
    energies.tell(facts);
    facts.insert(facts.end(), verdict.begin(), verdict.end());
    facts.push_back({"every", r.every});
    facts.push_back({"digits", r.request.digits});
    rows.begin(facts, number_columns(names));
    for (const auto& cells : kept) {
      rows.row(cells);
      picture.add(cells);
    }
  };
  const auto progress = host.begin(0, "steps");
  const interruptible ends([&host] { throw_if_stopped(host); });
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
    verdict = adaptive_verdict(r, record.steps, energies.errors(), energies.noise(record.steps));
  } catch (const interrupted&) {
    hand_over();
    throw;
  }
  hand_over();
  return picture.take();
}

/// The table of the scheme with embedded weights; none for a scheme whose steps are doubled. Throws invalid_input for others.
std::optional<scheme_table> embedded_table(const scheme_choice& scheme) {
  const std::string& name = scheme.entry->info.name;
  std::optional<scheme_table> table = table_of(*scheme.entry, scheme.values);
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
      "--tolerance needs a scheme that is symplectic on every system, or a Runge-Kutta table with "
      "embedded weights (the key bhat): {}; {} is neither{}",
      known, name, scheme.entry->chooses_order ? "; taylor takes it with --times" : ""));
}

/// What keeps the run's promise: the word of --adaptivity, or what the scheme is. Throws invalid_input where it is neither.
adaptivity law_of_step_function(const adaptive_run& r) {
  const scheme_info info = r.scheme.entry->info_for(r.scheme.values);
  const std::string system = r.p.system->name();
  const form_facts& facts = r.p.system->facts;
  const bool symmetric = info.symmetric || (info.on_separable.symmetric && facts.separable) ||
                         (info.on_linear.symmetric && facts.linear);
  const std::string& asked = r.request.adaptivity;
  if (!asked.empty() && asked != "reversible" && asked != "symplectic") {
    const std::vector<std::string> known = {"reversible", "symplectic"};
    const std::string nearest = nearest_name(asked, known);
    throw invalid_input(fmt::format("--adaptivity is reversible or symplectic, got '{}'{}", asked,
                                    nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
  }
  if (asked == "symplectic" || (asked.empty() && !symmetric)) {
    const std::string lacking =
        info.symplectic || info.on_separable.symplectic
            ? lacks_hamiltonian_steps(table_of(*r.scheme.entry, r.scheme.values))
            : "is not symplectic";
    if (lacking.empty()) {
      return adaptivity::symplectic;
    }
    throw invalid_input(
        asked.empty()
            ? fmt::format("--step-function needs a symmetric scheme, whose steps it keeps "
                          "reversible, or a symplectic one, which it applies to sigma (H - H0); "
                          "{} is not symmetric on {}, and it {}",
                          info.name, system, lacking)
            : fmt::format("--adaptivity symplectic needs a symplectic scheme that has steps of "
                          "sigma (H - H0); {} {}",
                          info.name, lacking));
  }
  if (!symmetric) {
    throw invalid_input(
        fmt::format("--adaptivity reversible needs a symmetric scheme; {} is not symmetric on {}",
                    info.name, system));
  }
  return adaptivity::reversible;
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
  if (request.compensated) {
    throw invalid_input(
        fmt::format("--compensated goes with a scheme and --step, without {}", option));
  }
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
  if (by_tolerance) {
    r.tolerance.emplace(request.tolerance);
    r.table = embedded_table(r.scheme);
    const int order = r.scheme.entry->info_for(r.scheme.values).order;
    r.order = r.table
                  ? std::min(order, r.table->claims.embedded_order.value_or(std::max(1, order - 1)))
                  : order;
  } else {
    r.how = law_of_step_function(r);
    if (r.how == adaptivity::symplectic) {
      r.table = table_of(*r.scheme.entry, r.scheme.values);
    }
  }
  return with_scalar(request.digits, [&]<class T>(std::type_identity<T>) {
    const auto preparing = host.prepare(0, "steps");
    const problem_in<T> in = make_problem<T>(p);
    switch (r.how) {
      case adaptivity::plain:
        return adaptive_rows_in<T>(r, rows, host, embedded_steps<T>(r, in.system), in);
      case adaptivity::reversible:
        return adaptive_rows_in<T>(r, rows, host, reversible_steps<T>(r, in.system), in);
      default:
        evaluation<T> at(in.system);
        at.set_time(in.t0);
        return adaptive_rows_in<T>(r, rows, host,
                                   transformed_steps<T>(r, in.system, energy(at, in.start)), in);
    }
  });
}

}  // namespace plumbline
