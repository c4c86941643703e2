// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/leading_term.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/shell_word.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/measure/decay_law.hpp>
#include <plumbline/scalar/decimal_digits.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/equilibrium.hpp>
#include <plumbline/study/explanation.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/step_count.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace plumbline {

namespace {

constexpr int digits_of_page = 34;
constexpr int steps_of_run = 1000;
/// A separatrix is split by e^(−c/h), and as many digits are needed: steps that are shorter than the usual one by more than this
/// take long.
constexpr int least_part_of_usual_step = 8;

/// A host that hears no warnings: a page says what there is to say itself.
class silent_part final : public run_host {
 public:
  explicit silent_part(run_host& whole) : whole_(&whole) {}
  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override {
    return whole_->begin(total, unit);
  }
  bool stop_requested() const noexcept override { return whole_->stop_requested(); }

 private:
  run_host* whole_;
};

/// "period/20" where the motion has an exact period.
std::optional<std::string> part_of_period(const problem& p) {
  const std::string text = "period/20";
  try {
    (void)positive_step(text, p.names);
    return text;
  } catch (const invalid_input&) {
    return std::nullopt;
  }
}

std::string usual_step(const problem& p) {
  if (const auto step = part_of_period(p)) {
    return *step;
  }
  constexpr double part = 20;
  if (const auto rest = find_equilibrium(p); rest && rest->fastest > 0) {
    // a short decimal near a twentieth of the period
    return to_text(2 * std::numbers::pi / rest->fastest / part, 1);
  }
  return "1/100";
}

std::string value_in(const std::vector<named_value>& values, const std::string& name) {
  const auto found =
      std::ranges::find_if(values, [&](const named_value& each) { return each.name == name; });
  return found == values.end() ? "" : found->re;
}

std::string reason_of(const std::string& verdict, bool symplectic) {
  if (verdict == "bounded" && !symplectic) {
    return "the step is not symplectic, but the energy does not drift in this run";
  }
  if (verdict == "bounded") {
    return "each step is symplectic, so it keeps a modified energy H + h^p H_{p+1} + ... but for "
           "terms that are exponentially small in 1/h";
  }
  if (verdict == "conjugate symplectic") {
    return "the step is not symplectic, but neither the energy nor the volume drifts: it moves "
           "like "
           "a symplectic map in other coordinates, as far as this run shows";
  }
  if (verdict.starts_with("drifts")) {
    return symplectic ? "the step is symplectic, but the run is too short or the step too long for "
                        "the energy to turn back"
                      : "the step is not symplectic: nothing near the energy is kept";
  }
  return "the run is too short to tell a drift from an oscillation";
}

/// max |H_{p+1}(z_n) − H_{p+1}(z_0)| along the run.
std::optional<double> spread_of_leading_term(const measurement& m, const scheme_info& info,
                                             run_host& host) {
  constexpr int places = 24;
  measurement coarse = m;
  coarse.digits = most_digits_of_double;
  const precision_scope scope(digits_of_page + 1);
  const problem_in<mp> in = make_problem<mp>(m.p);
  auto stepper = m.scheme.entry->make<mp>(m.scheme.values, in.system);
  const mp h = evaluate<mp>(*m.step, m.p.names);
  vector<mp> state = stepper.start(in.start, in.t0);
  std::optional<double> first;
  double spread = 0;
  const std::int64_t stride = std::max<std::int64_t>(m.steps / 10 / places, 1);
  for (int place = 0; place < places; ++place) {
    throw_if_stopped(host);
    const auto term = detail::leading_term(coarse, info, stepper.phase(state));
    if (!term) {
      return std::nullopt;
    }
    const double value = to_double(term->value);
    first = first ? first : value;
    spread = std::max(spread, std::abs(value - *first));
    for (std::int64_t k = 0; k < stride; ++k) {
      if (!stepper.step(state, in.t0, h).ok()) {
        return std::nullopt;
      }
    }
  }
  return spread;
}

constexpr int steps_of_window = 24;
constexpr int digits_of_floor = 100;  ///< the drift of the shortest step is far below 1e-64

/// Six steps, and a window of the same time for each: so many of the longest one.
measure_request shorter_steps(const measure_request& asked) {
  measure_request several = asked;
  several.steps.clear();
  several.step =
      fmt::format("({0}),(4/5*({0})),(2/3*({0})),(1/2*({0})),(2/5*({0})),(1/3*({0}))", asked.step);
  several.until = fmt::format("240*({})", asked.step);
  several.options["window"] = fmt::format("{}*({})", steps_of_window, asked.step);
  return several;
}

struct energy_floor {
  std::string distance;  ///< τ, to the digits that its error leaves
  std::string
      value;  ///< e^{−2πτ/h}: a power of ten where the error of τ leaves no digit, "" where it leaves no power of ten
};

/// From the drifts of these steps, of which the longest is h.
std::optional<energy_floor> measured_floor(const measure_request& several,
                                           const problem_texts& texts, double h, run_host& host) {
  try {
    silent_part part(host);
    const auto values = measure(several, texts, digits_of_floor, part).values;
    const std::string distance = value_in(values, "singularity");
    if (distance.empty()) {
      return std::nullopt;
    }
    const double c = std::stod(value_in(values, "decay"));
    const double radius = std::stod(value_in(values, "decay-radius"));
    constexpr double most = 0.2;
    if (!(radius < most * c)) {
      return std::nullopt;
    }
    const double tau = singularity_of(c, steps_of_window * h);
    const double error_of_tau = singularity_of(c + radius, steps_of_window * h) - tau;
    const double log_floor = -2 * std::numbers::pi * tau / h;
    const double error = 2 * std::numbers::pi * error_of_tau / h;
    constexpr double most_of_a_digit = 0.3;
    return energy_floor{distance, error < most_of_a_digit ? to_text(std::exp(log_floor), 1)
                                  : error < std::numbers::ln10
                                      ? fmt::format("1e{:.0f}", log_floor / std::numbers::ln10)
                                      : ""};
  } catch (const interrupted&) {
    throw;
  } catch (const std::exception&) {  // no law here: the page has no floor
    return std::nullopt;
  }
}

std::string short_of(const std::string& text, int shown = 6) {
  try {
    return text.empty() ? text : to_text(from_text<mp64>(text), shown);
  } catch (const std::exception&) {  // a word: never, none
    return text;
  }
}

/// Makes the parts of one page.
class page_writer {
 public:
  page_writer(const explain_request& request, const problem_texts& texts, run_host& host)
      : request_(request),
        texts_(texts),
        host_(host),
        quiet_(host),
        p_(read_problem(request.system, texts, {required("the name of a scheme", request.scheme)})),
        scheme_(only_scheme(p_)),
        info_(scheme_.entry->info_for(scheme_.values)),
        usual_(usual_step(p_)),
        step_(request.step.empty() ? usual_ : request.step) {
    (void)positive_step(step_, p_.names);  // each part of the page would say what is wrong with it
    const bool separable = p_.system->facts.separable;
    const bool linear = p_.system->facts.linear;
    symmetric_ = info_.symmetric || (separable && info_.on_separable.symmetric) ||
                 (linear && info_.on_linear.symmetric);
    symplectic_ = info_.symplectic || (separable && info_.on_separable.symplectic) ||
                  (linear && info_.on_linear.symplectic);
  }

  metadata facts() const {
    metadata all = metadata_of(p_, digits_of_page);
    all.push_back({"scheme", request_.scheme});
    all.push_back({"step", step_});
    return all;
  }

  explanation_part what_it_is();
  explanation_part what_it_keeps();
  explanation_part energy();
  explanation_part separatrix();
  explanation_part rounding();
  explanation_part stability();
  explanation_part cost();

 private:
  measure_request asked(const std::string& quantity) const {
    return {.quantity = quantity,
            .system = request_.system,
            .scheme = request_.scheme,
            .step = step_,
            .steps = std::to_string(steps_of_run)};
  }

  /// The command line that asks for it.
  std::string command(const measure_request& m, int digits) const {
    std::string line = "plumbline measure " + shell_word(m.quantity) + " " + shell_word(m.system);
    for (const std::string& each : texts_.set) {
      line += " --set " + shell_word(each);
    }
    for (const std::string& each : texts_.start) {
      line += " --start " + shell_word(each);
    }
    line += " --scheme " + shell_word(m.scheme);
    for (const auto& [option, text] :
         {std::pair{"--step", m.step}, {"--steps", m.steps}, {"--until", m.until}}) {
      line += text.empty() ? "" : fmt::format(" {} {}", option, shell_word(text));
    }
    for (const auto& [option, text] : m.options) {
      line += fmt::format(" --{} {}", option, shell_word(text));
    }
    return line + (digits == 0 ? "" : fmt::format(" --digits {}", digits));
  }

  /// What it finds. Where it refuses, or a step fails, `name` says why in the place of values.
  std::vector<named_value> values_of(const measure_request& m, int digits, const std::string& name,
                                     explanation_part& part) {
    try {
      return measure(m, texts_, digits == 0 ? default_digits : digits, quiet_).values;
    } catch (const interrupted&) {
      throw;
    } catch (
        const std::exception& error) {  // a refusal, a failed step, a search that does not settle
      part.values.push_back({name, "none", error.what(), command(m, digits)});
    }
    return {};
  }

  explain_request request_;
  problem_texts texts_;
  run_host& host_;
  silent_part quiet_;
  problem p_;
  const scheme_choice& scheme_;
  scheme_info info_;
  std::string usual_;
  std::string step_;
  bool symmetric_ = false;
  bool symplectic_ = false;
};

explanation_part page_writer::what_it_is() {
  audit_request audited{.scheme = request_.scheme};
  if (const auto colon = request_.scheme.find(':'); colon != std::string::npos) {
    audited.scheme = request_.scheme.substr(0, colon);
  }
  std::string line = "plumbline audit " + shell_word(audited.scheme);
  if (!is_file_name(audited.scheme)) {
    for (const auto& [name, value] : scheme_.values) {
      audited.set.push_back(name + "=" + value);
      line += " --set " + shell_word(audited.set.back());
    }
  }
  const audit_result audit = audit_table(audited, quiet_);
  const auto fact = [&audit](const std::string& name) {
    for (const auto& row : audit.table.rows) {
      if (std::string(row[0]) == name) {
        return std::string(row[1]);
      }
    }
    return std::string();
  };
  explanation_part part{"The scheme", {}};
  const std::string show = "plumbline show " + shell_word(audited.scheme);
  part.values.push_back({"scheme", info_.name, info_.summary, show});
  part.values.push_back({"formula", info_.formula, "", show});
  part.values.push_back({"order", fact("order"), "errors are of size h^order", line});
  if (!fact("error-constant").empty()) {
    part.values.push_back({"error-constant", fact("error-constant"),
                           "2-norm of the conditions of the next order", line});
  }
  part.values.push_back(
      {"symmetric", symmetric_ ? "yes" : "no",
       symmetric_ ? "a step back undoes a step" : "a step back does not undo a step", line});
  const bool always = info_.symplectic || !symplectic_;
  const bool is_free = p_.system->kind != system_kind::second_order && !p_.system->facts.forced &&
                       p_.system->constraints.empty();
  part.values.push_back(
      {"symplectic", symplectic_ ? "yes" : "no",
       !symplectic_ ? "areas of phase space change"
       : !always    ? "areas of phase space are kept on this system by its form, not on every one"
       : is_free    ? "areas of phase space are kept"
                    : "areas of phase space are kept on systems without forces and constraints; "
                      "`plumbline measure symplecticity` tells what becomes of them here",
       always ? line : show});
  return part;
}

explanation_part page_writer::what_it_keeps() {
  explanation_part part{"What it keeps on this system", {}};
  const std::string show = "plumbline show " + shell_word(request_.system);
  part.values.push_back({"system", p_.system->name(), std::string(p_.system->info.formula), show});
  part.values.push_back(
      {"conserves", info_.conserves == conserved_set{} ? "nothing" : to_text(info_.conserves),
       "of the scheme, on every system that it fits", "plumbline show " + shell_word(info_.name)});
  std::string momenta;
  for (const momentum_sum& sum : p_.system->facts.conserved_momenta) {
    momenta += (momenta.empty() ? "" : ", ") + sum.name();
  }
  part.values.push_back({"momenta", momenta.empty() ? "none" : momenta,
                         "that the system keeps, by the form of its Lagrangian", show});
  const measure_request m = asked("invariants");
  for (const named_value& value : values_of(m, digits_of_page, "deviations", part)) {
    const auto lost = from_text<mp64>(value.re);
    const double size = log2_magnitude(lost) * log10_of_2;
    part.values.push_back(
        {"deviation-of-" + value.name, short_of(value.re, 2),
         lost == mp64(0)
             ? fmt::format("over {} steps: none", steps_of_run)
             : fmt::format("the largest over {} steps: it keeps {} of {} digits", steps_of_run,
                           std::clamp(static_cast<int>(-size), 0, digits_of_page), digits_of_page),
         command(m, digits_of_page)});
  }
  return part;
}

explanation_part page_writer::energy() {
  explanation_part part{"Energy", {}};
  const measure_request m = asked("shadow-energy");
  const std::string line = command(m, digits_of_page);
  const auto values = values_of(m, digits_of_page, "verdict", part);
  const std::string verdict = value_in(values, "verdict");
  if (verdict.empty()) {
    return part;
  }
  part.values.push_back({"verdict", verdict, reason_of(verdict, symplectic_), line});
  part.values.push_back({"energy-change", short_of(value_in(values, "energy-change")),
                         fmt::format("max |H_n - H_0| over {} steps of this length", steps_of_run),
                         line});
  const std::string term = value_in(values, "leading-term");
  if (term.empty()) {
    return part;
  }
  const std::string formula = p_.system->facts.separable ? info_.leading_energy : std::string();
  part.values.push_back({"leading-term", short_of(term),
                         "H_{p+1} at the start" + (formula.empty() ? "" : " = " + formula), line});
  const measurement read =
      read_measurement(find_quantity(quantities(), m.quantity), m, texts_, digits_of_page);
  const auto spread = spread_of_leading_term(read, info_, host_);
  if (!spread) {
    return part;
  }
  const double h = evaluate<double>(*read.step, read.p.names);
  part.values.push_back({"predicted-energy-change", to_text(std::pow(h, info_.order) * *spread, 3),
                         "h^p times the spread of H_{p+1} along the beginning of the run", line});
  const measure_request several = shorter_steps(m);
  if (const auto floor = measured_floor(several, texts_, h, host_)) {
    part.values.push_back({"singularity", floor->distance,
                           "distance of the motion's nearest singularity in complex time",
                           command(several, digits_of_floor)});
    if (!floor->value.empty()) {
      part.values.push_back({"floor", floor->value,
                             "e^(-2 pi singularity/h): below it the modified energy drifts",
                             command(several, digits_of_floor)});
    }
  }
  return part;
}

explanation_part page_writer::separatrix() {
  explanation_part part{"Separatrix", {}};
  constexpr int digits = 10;
  measure_request m = asked("splitting");
  m.steps.clear();
  const double part_of_usual = evaluate<double>(expression(step_), p_.names) /
                               evaluate<double>(expression(usual_), p_.names);
  if (p_.dimension == 1 && part_of_usual * least_part_of_usual_step < 1) {
    measure_request longer = m;
    longer.step = usual_;
    if (!values_of(longer, digits, "omega", part).empty()) {  // otherwise there is no separatrix
      part.values.push_back(
          {"omega", "not computed", "so short a step needs many digits", command(m, digits)});
    }
    return part;
  }
  const auto values = values_of(m, digits, "omega", part);
  if (!values.empty()) {
    part.values.push_back({"omega", short_of(value_in(values, "omega")),
                           "the homoclinic invariant: 0 where the separatrix stays whole",
                           command(m, digits)});
    part.values.push_back({"angle", short_of(value_in(values, "angle")),
                           "by which the two manifolds cross, in radians", command(m, digits)});
    part.values.push_back({"lobe-area", short_of(value_in(values, "lobe-area")),
                           "what one step carries across the separatrix", command(m, digits)});
  }
  return part;
}

explanation_part page_writer::rounding() {
  explanation_part part{"Rounding errors in double", {}};
  measure_request m = asked("roundoff");
  m.options["members"] = "8";
  const auto values = values_of(m, most_digits_of_double, "rounding", part);
  if (values.empty()) {
    return part;
  }
  const std::string verdict = value_in(values, "verdict");
  const std::string line = command(m, 0);
  part.values.push_back({"rounding", verdict,
                         verdict == "unbiased" && p_.system->facts.forced
                             ? "the rounding errors of the steps have no mean"
                         : verdict == "unbiased" ? "the energy walks like the square root of time"
                         : verdict == "chaotic"
                             ? "the motion multiplies every error"
                             : "the energy drifts by rounding errors that have a mean",
                         line});
  if (const std::string a = value_in(values, "state-exponent"); !a.empty()) {
    part.values.push_back({"state-exponent",
                           fmt::format("{} ± {}", a, value_in(values, "state-exponent-radius")),
                           "rounding errors of the state grow like this power of time", line});
  }
  part.values.push_back({"digits-left", value_in(values, "digits-left"),
                         fmt::format("of 16, after {} steps", steps_of_run), line});
  part.values.push_back({"horizon", value_in(values, "horizon"),
                         "the time from which on rounding errors are larger than those of the "
                         "scheme",
                         line});
  return part;
}

explanation_part page_writer::stability() {
  explanation_part part{"Stability", {}};
  constexpr int digits = 10;
  const measure_request m{
      .quantity = "stability-limit", .system = request_.system, .scheme = request_.scheme};
  const auto values = values_of(m, digits, "stability-limit", part);
  if (!values.empty()) {
    part.values.push_back({"stability-limit", value_in(values, "stability-limit"),
                           "the first step at which small motions about rest grow",
                           command(m, digits)});
  }
  return part;
}

explanation_part page_writer::cost() {
  explanation_part part{"Cost", {}};
  const measure_request m = asked(fmt::format("evaluations/{}", steps_of_run));
  const auto values = values_of(m, 0, "evaluations", part);
  if (!values.empty()) {
    part.values.push_back({"evaluations", short_of(values.front().re, 4),
                           "of the system's formulas in a step", command(m, 0)});
  }
  return part;
}

}  // namespace

std::string explanation::value(const std::string& name) const {
  for (const explanation_part& part : parts) {
    for (const explained_value& each : part.values) {
      if (each.name == name) {
        return each.value;
      }
    }
  }
  return "";
}

explanation explain(const explain_request& request, const problem_texts& texts, run_host& host) {
  page_writer page(request, texts, host);
  explanation all;
  all.facts = page.facts();
  for (const auto make : {&page_writer::what_it_is, &page_writer::what_it_keeps,
                          &page_writer::energy, &page_writer::separatrix, &page_writer::rounding,
                          &page_writer::stability, &page_writer::cost}) {
    throw_if_stopped(host);
    all.parts.push_back((page.*make)());
  }
  return all;
}

}  // namespace plumbline
