// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/leading_term.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/math/magnitude.hpp>
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

/// The formula of H_{p+1} where one is known in closed form, for L = ½ v'M v − V(q).
std::string leading_formula(const std::string& scheme) {
  if (scheme == "leapfrog") {
    return "v'V''v/12 - V'.(1/M)V'/24";
  }
  if (scheme == "midpoint") {
    return "-(v'V''v + V'.(1/M)V')/24";
  }
  if (scheme == "symplectic-euler-a") {
    return "-v.V'/2";
  }
  if (scheme == "symplectic-euler-b") {
    return "v.V'/2";
  }
  return "";
}

std::string reason_of(const std::string& verdict, bool symplectic) {
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

/// e^{−2πτ/h}, from the drifts of four steps in windows of the same time.
std::optional<std::pair<double, double>> measured_floor(const measure_request& asked,
                                                        const problem_texts& texts, double h,
                                                        run_host& host) {
  measure_request several = asked;
  several.steps.clear();
  several.step = fmt::format("({0}),(4/5*({0})),(2/3*({0})),(1/2*({0}))", asked.step);
  several.until = fmt::format("240*({})", asked.step);
  several.options["window"] = fmt::format("12*({})", asked.step);
  try {
    silent_part part(host);
    const auto values = measure(several, texts, default_digits, part).values;
    const std::string tau = value_in(values, "singularity");
    if (tau.empty()) {
      return std::nullopt;
    }
    const double c = std::stod(value_in(values, "decay"));
    const double radius = std::stod(value_in(values, "decay-radius"));
    constexpr double most = 0.2;
    if (!(radius < most * c)) {
      return std::nullopt;
    }
    const double distance = std::stod(tau);
    return std::pair{distance, std::exp(-2 * std::numbers::pi * distance / h)};
  } catch (const interrupted&) {
    throw;
  } catch (const std::exception&) {  // no law here: the page has no floor
    return std::nullopt;
  }
}

}  // namespace

explanation explain(const explain_request& request, const problem_texts& texts, run_host& host) {
  const problem p =
      read_problem(request.system, texts, {required("the name of a scheme", request.scheme)});
  const scheme_choice& scheme = only_scheme(p);
  const scheme_info info = scheme.entry->info_for(scheme.values);
  explanation page;
  const std::string step = request.step.empty() ? usual_step(p) : request.step;
  page.facts = metadata_of(p, digits_of_page);
  page.facts.push_back({"scheme", request.scheme});
  page.facts.push_back({"step", step});

  audit_request audited{.scheme = request.scheme};
  if (const auto colon = request.scheme.find(':'); colon != std::string::npos) {
    audited.scheme = request.scheme.substr(0, colon);
  }
  if (!is_file_name(audited.scheme)) {
    for (const auto& [name, value] : scheme.values) {
      audited.set.push_back(name + "=" + value);
    }
  }
  silent_part part(host);
  const audit_result audit = audit_table(audited, part);
  const auto fact = [&audit](const std::string& name) {
    for (const auto& row : audit.table.rows) {
      if (std::string(row[0]) == name) {
        return std::string(row[1]);
      }
    }
    return std::string();
  };
  explanation_part what{"The scheme", {}};
  what.values.push_back({"scheme", info.name, info.summary});
  what.values.push_back({"formula", info.formula, ""});
  what.values.push_back({"order", fact("order"), "errors are of size h^order"});
  if (!fact("error-constant").empty()) {
    what.values.push_back(
        {"error-constant", fact("error-constant"), "2-norm of the conditions of the next order"});
  }
  const bool on_separable = p.system->facts.separable;
  const bool symmetric = info.symmetric || (on_separable && info.on_separable.symmetric) ||
                         (p.system->facts.linear && info.on_linear.symmetric);
  const bool symplectic = info.symplectic || (on_separable && info.on_separable.symplectic) ||
                          (p.system->facts.linear && info.on_linear.symplectic);
  what.values.push_back({"symmetric", symmetric ? "yes" : "no", "a step back undoes a step"});
  what.values.push_back({"symplectic", symplectic ? "yes" : "no", "areas of phase space are kept"});
  page.parts.push_back(std::move(what));

  explanation_part kept{"What it keeps on this system", {}};
  kept.values.push_back({"system", p.system->name(), std::string(p.system->info.formula)});
  kept.values.push_back({"conserves",
                         info.conserves == conserved_set{} ? "nothing" : to_text(info.conserves),
                         "of the scheme, on every system that it fits"});
  std::string momenta;
  for (const momentum_sum& sum : p.system->facts.conserved_momenta) {
    momenta += (momenta.empty() ? "" : ", ") + sum.name();
  }
  kept.values.push_back({"momenta", momenta.empty() ? "none" : momenta,
                         "that the system keeps, by the form of its Lagrangian"});
  page.parts.push_back(std::move(kept));

  explanation_part energy{"Energy", {}};
  measure_request asked{.quantity = "shadow-energy",
                        .system = request.system,
                        .scheme = request.scheme,
                        .step = step,
                        .steps = std::to_string(steps_of_run)};
  try {
    const std::vector<named_value> values = measure(asked, texts, digits_of_page, part).values;
    constexpr int shown = 6;
    const auto short_of = [](const std::string& text) {
      return text.empty() ? text : to_text(from_text<mp64>(text), shown);
    };
    const std::string verdict = value_in(values, "verdict");
    energy.values.push_back({"verdict", verdict, reason_of(verdict, symplectic)});
    energy.values.push_back(
        {"energy-change", short_of(value_in(values, "energy-change")),
         fmt::format("max |H_n - H_0| over {} steps of this length", steps_of_run)});
    if (const std::string term = value_in(values, "leading-term"); !term.empty()) {
      std::string formula = on_separable ? leading_formula(info.name) : "";
      energy.values.push_back({"leading-term", short_of(term),
                               "H_{p+1} at the start" + (formula.empty() ? "" : " = " + formula)});
      measurement m = read_measurement(find_quantity(quantities(), asked.quantity), asked, texts,
                                       digits_of_page);
      if (const auto spread = spread_of_leading_term(m, info, host)) {
        const double h = evaluate<double>(*m.step, m.p.names);
        energy.values.push_back({"predicted-energy-change",
                                 to_text(std::pow(h, info.order) * *spread, 3),
                                 "h^p times the spread of H_{p+1} along the beginning of the run"});
        if (const auto floor = measured_floor(asked, texts, h, host)) {
          energy.values.push_back({"singularity", to_text(floor->first, 4),
                                   "distance of the motion's nearest singularity in complex time"});
          energy.values.push_back({"floor", to_text(floor->second, 2),
                                   "e^(-2 pi singularity/h): below it the modified energy drifts"});
        }
      }
    }
  } catch (const invalid_input& error) {
    energy.values.push_back({"verdict", "none", error.what()});
  } catch (const step_failure& error) {
    energy.values.push_back({"verdict", "none", error.what()});
  }
  page.parts.push_back(std::move(energy));

  explanation_part stability{"Stability", {}};
  try {
    measure_request limit{
        .quantity = "stability-limit", .system = request.system, .scheme = request.scheme};
    constexpr int shown = 10;
    const auto values = measure(limit, texts, shown, part).values;
    stability.values.push_back({"stability-limit", value_in(values, "stability-limit"),
                                "the first step at which small motions about rest grow"});
  } catch (const invalid_input& error) {
    stability.values.push_back({"stability-limit", "none", error.what()});
  }
  page.parts.push_back(std::move(stability));
  return page;
}

}  // namespace plumbline
