// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Measured quantities: texts of a user -> a checked measurement -> named values.
//
// A quantity enters with one line in lib/study/quantities.def and one file in lib/study/.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/io/plot.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/measure/error_norm.hpp>
#include <plumbline/study/named_value.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/run_host.hpp>
#include <plumbline/study/texts.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// What a user says of a quantity that waits for events, as texts. Messages call them by their options: --average, …
struct event_options {
  std::string average = {};
  std::string count = {};
  std::string coordinate = {};
  std::string rule = {};
};

/// What a user asks for, besides the texts of the problem.
struct measure_request {
  std::string quantity = {};
  std::string system = {};
  std::string scheme = {};
  std::string step = {};
  std::string steps = {};
  std::string until = {};
  event_options events = {};
  std::vector<std::string> arguments = {};  ///< NAME=VALUE of those that the quantity alone has
  std::map<std::string, std::string> options = {};  ///< the same by their names; "" is not given
  int jobs = 1;  ///< threads, of a quantity that is made of several runs
};

struct measurement;
struct formula_request;
class truth_cache;

/// Where events lie between the steps.
struct event_rule {
  std::string name;
  std::string meaning;  ///< begins with the name
  /// By another formula than the scheme's, whose error is part of the number.
  bool is_definition = false;
};

/// What a quantity is asked for by a name of its own: a word, or a number, which may be a formula.
struct quantity_argument {
  std::string name;
  std::string meaning;
  bool is_number = true;
};

/// A value that a quantity gives: a number or a word, which formulas do not have.
struct quantity_line {
  std::string name;
  bool is_number = true;
};

/// The event of this number, or what has changed since the event `since`.
struct event_number {
  static constexpr std::int64_t start = -1;
  std::int64_t number = 0;
  std::int64_t since = start;

  /// The run is made until this event.
  std::int64_t last() const { return number < since ? since : number; }
  /// Those that a shorter run has are before others.
  std::strong_ordering operator<=>(const event_number& other) const;
  bool operator==(const event_number& other) const = default;
};

/// Values as far as a run had them, and what ended it before the others.
struct values_of_events {
  std::vector<named_value> known;
  std::exception_ptr failure;
};

struct quantity {
  std::string name;
  std::string meaning;
  /// `what_is_given`: the step and the end are checked where it is computed.
  enum class needs { trajectory, events, one_step, nothing, what_is_given } input;
  /// Computes the values. Throws what the run throws, and interrupted when the host stops it; values that are known by then
  /// go with that (interrupted_measurement).
  std::vector<named_value> (*measure)(const measurement&, run_host&);
  /// `measure` asks for a property of one run; the distance from the truth and the end state are columns of a sweep.
  enum class kinds { property, error, end_state, formula } kind = kinds::property;
  bool keeps = false;        ///< leaves checkpoints
  bool of_runs = false;      ///< made of independent runs, which share threads
  bool is_relative = false;  ///< to the value at the start, absolute where that is 0
  /// Of quantities that wait for events; the first is the default.
  std::vector<event_rule> rules = {};
  /// Of quantities that wait for events: the options average, count, coordinate, rule that this one takes.
  std::vector<std::string> takes = {};
  std::vector<quantity_argument> arguments = {};
  std::string example =
      {};  ///< what `measure` takes behind its name; "": what every quantity takes
  /// Throws invalid_input for what makes no sense, as far as that can be seen before the first step. Part of read_measurement().
  void (*check)(const measurement&) = nullptr;
  /// The values that it may have; # stands for a whole number that is known afterwards. Without: one, called like the quantity.
  std::vector<quantity_line> (*lines)(const measurement&) = nullptr;
  std::int64_t first_event = 0;  ///< the number of the first event
  /// Of a quantity that is single events of a run: the values of several from one run, in the order of the numbers.
  values_of_events (*single)(const measurement&, run_host&,
                             const std::vector<event_number>&) = nullptr;
  /// Of a quantity that is a norm: what it is the norm of.
  std::string (*norm_of)(const problem&) = nullptr;
  bool of_flow = false;         ///< of the motion itself: there is no scheme
  bool several_steps = false;   ///< --step may be a list: the values of all, and a law over them
  int digits = default_digits;  ///< where none are asked for

  /// Whether a scheme has to be given: of a formula without one, its parts say whether they need it.
  bool asks_for_scheme(const std::string& given) const {
    return !of_flow && (kind != kinds::formula || !given.empty());
  }
};

/// A quantity and what it is measured with.
struct measurement {
  const quantity* wanted;
  problem p;
  scheme_choice scheme;  ///< but of a quantity of the flow
  std::optional<expression> step = {};
  std::vector<expression> all_steps =
      {};                                ///< of a quantity that takes several; `step` is the first
  std::optional<expression> until = {};  ///< where --until was given
  std::int64_t steps = 0;
  int digits = 0;
  int jobs = 1;  ///< threads, of a quantity that is made of several runs
  event_options events = {};
  std::map<std::string, std::string> arguments = {};
  const event_rule* rule = nullptr;  ///< where the quantity has rules
  bool has_end = true;               ///< `steps` was given; where events end the run it need not be
  std::string system = {};           ///< of the flow: what the problem was read from
  problem_texts texts = {};
  error_norm norm = error_norm::max;                    ///< of errors
  std::shared_ptr<const formula_request> formula = {};  ///< of a formula
  truth_cache* truths = nullptr;  ///< of errors: what several measurements share, or nothing
  /// The numbers are to be read, not to be computed with: those that a second run with other roundings is needed for have the digits
  /// that rounding errors leave.
  bool is_printed = false;
};

/// An interruption with the values that were known by then.
class interrupted_measurement : public interrupted {
 public:
  interrupted_measurement(const interrupted& signal, std::vector<named_value> so_far)
      : interrupted(signal), so_far_(std::move(so_far)) {}
  const std::vector<named_value>& so_far() const { return so_far_; }

 private:
  std::vector<named_value> so_far_;
};

/// What a measurement gives: facts, values, and their picture.
struct measured_values {
  metadata facts;
  std::vector<named_value> values;
  plot picture;
};

/// An interruption with the facts and values that were known by then.
class interrupted_values : public interrupted {
 public:
  interrupted_values(const interrupted& signal, measured_values so_far)
      : interrupted(signal), so_far_(std::move(so_far)) {}
  const measured_values& so_far() const { return so_far_; }

 private:
  measured_values so_far_;
};

/// The quantity, by its name or its formula, of each scheme of the request: where there are several, the name of the scheme stands
/// before the names of its values. `draws`: a picture is wanted. Throws what read_measurement() and the run throw, invalid_input
/// where the quantity leaves no checkpoints and the host asks for them, and interrupted_values when the host asks for a stop.
measured_values measure(const measure_request& request, const problem_texts& texts, int digits,
                        run_host& host, bool draws = false);

/// The properties of one run.
const std::vector<quantity>& quantities();
/// These, and the distance from the truth and the end state.
const std::vector<quantity>& sweep_quantities();

/// The quantity of this name; for what is no name, the quantity of a formula (study/run_formula.hpp). Throws invalid_input that
/// lists the known names and suggests the nearest.
const quantity& find_quantity(const std::vector<quantity>& list, const std::string& name);
/// The rule of this name of a quantity that has rules, the first where the name is empty. Throws as find_quantity does.
const event_rule& find_rule(const quantity& wanted, const std::string& name);

/// The text of an argument that the quantity has; empty where it was not given.
std::string argument_of(const measurement& m, const std::string& name);

/// Of a quantity that is single events: the event of this number, and since which one. Throws invalid_input unless both are
/// whole numbers that its events have.
event_number numbered_event(const quantity& wanted, const std::string& number,
                            const std::string& since);

/// The names of all that it takes: options, arguments, and of a quantity of several steps `step` and `until`.
std::vector<std::string> names_of_arguments(const quantity& wanted);
/// Throws invalid_input unless it may have a value of this name, which is a number. In the names of lines _ stands for -.
void require_line(const measurement& m, const std::string& line);
/// True for one line's name in either spelling, with a whole number in the place of #.
bool is_line(std::string text, std::string name);

/// The digits that are computed with where none are asked for: of this quantity, or of a formula.
int usual_digits_of(const std::string& quantity);

/// Throws invalid_input for what is unknown, missing, or does not belong to this quantity, and what read_problem() throws.
measurement read_measurement(const quantity& wanted, const measure_request& request,
                             const problem_texts& texts, int digits);

/// Quantity, system, scheme, step and the rest that defines the values.
metadata metadata_of(const measurement& m, const measure_request& request);

}  // namespace plumbline
