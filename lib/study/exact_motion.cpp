// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/exact_motion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace plumbline {

namespace {

mp magnitude(const vector<mp>& x) { return max_magnitude(x); }

/// Digits of the state beyond those that are asked for.
constexpr int spare_digits = 14;

/// Digits on which two vectors agree, relative to the larger one's largest component.
double agreeing_digits(const vector<mp>& a, const vector<mp>& b) {
  const mp size = magnitude(b);
  const mp difference = magnitude(vector<mp>(a - b));
  constexpr double all = 1e9;
  if (difference == 0) {
    return all;
  }
  if (size == 0) {
    return 0;
  }
  return static_cast<double>(binary_exponent(size) - binary_exponent(difference)) * log10_of_2;
}

/// The constant on whose digits two precisions agree. Rounding errors in the place of 0, which fall with the precision, are 0.
std::optional<named_constant> agreed(const named_constant& coarse, const named_constant& fine,
                                     int digits) {
  const auto numbers = [](const named_constant& constant) {
    std::vector<mp> all = {constant.value};
    all.insert(all.end(), constant.more.begin(), constant.more.end());
    return vector<mp>(Eigen::Map<const vector<mp>>(all.data(), std::ssize(all)));
  };
  const vector<mp> a = numbers(coarse);
  const vector<mp> b = numbers(fine);
  if (a.size() != b.size()) {
    return std::nullopt;
  }
  if (agreeing_digits(a, b) >= digits) {
    return fine;
  }
  constexpr int falls = 16;
  const auto exponent_of = [](const vector<mp>& x) { return binary_exponent(magnitude(x)); };
  if (static_cast<double>(exponent_of(b)) * log10_of_2 < -digits &&
      exponent_of(b) < exponent_of(a) - falls) {
    named_constant zero = fine;
    zero.value = 0;
    std::ranges::fill(zero.more, mp(0));
    return zero;
  }
  return std::nullopt;
}

}  // namespace

bool has_exact_solution(const problem& p) {
  if (!plumbline::has_exact_solution(*p.system)) {
    return false;
  }
  if (p.system->file.empty()) {
    return true;
  }
  // The form of a linear system says nothing of its mass matrix: with one that is not positive definite, such as that of
  // dot(x)*dot(y), there are no normal modes.
  constexpr int few_digits = 40;
  const precision_scope scope(few_digits);
  try {
    (void)solve_exactly(p);
  } catch (const domain_error&) {
    return false;
  }
  return true;
}

namespace {

template <class S>
exact_solution_in<S> solve_from(const problem& p, problem_in<S> in) {
  auto values = p.matrices
                    ? std::vector<S>{}
                    : parameter_values<S>(p.system->name(), p.system->parameters, p.parameters);
  return plumbline::solve_exactly(
      exact_problem_in<S>{p.system, std::move(in.system), std::move(values), std::move(in.start),
                          std::move(in.t0)},
      p.functions);
}

/// A problem whose values are not all exact in the digits of the scope, moved by about the size δ: the start by one factor, so that what
/// cancels exactly still does, and each parameter by its own.
class moved_problem {
 public:
  explicit moved_problem(const problem& p) : p_(p), coarse_(values_of(p)) {
    constexpr int further = 20;
    const precision_scope scope(
        std::min(static_cast<int>(digits_held_by(scalar_traits<mp>::bits())) + further,
                 precision_scope::max_digits));
    const exact_values finer = values_of(p);
    const auto note = [](const auto& a, const auto& b, std::vector<bool>& rounded) {
      for (std::size_t k = 0; k < rounded.size(); ++k) {
        const auto at = static_cast<decltype(a.size())>(k);
        rounded[k] = mpfr_cmp(a[at].backend().data(), b[at].backend().data()) != 0;
      }
    };
    rounded_start_.resize(static_cast<std::size_t>(coarse_.start.size()));
    rounded_parameters_.resize(coarse_.parameters.size());
    note(coarse_.start, finer.start, rounded_start_);
    note(coarse_.parameters, finer.parameters, rounded_parameters_);
  }

  bool is_exact() const {
    const auto none = [](const std::vector<bool>& list) {
      return std::ranges::find(list, true) == list.end();
    };
    return none(rounded_start_) && none(rounded_parameters_);
  }
  vector<mp> state(const mp& time, const mp& delta) const {
    problem moved = p_;
    for (std::size_t k = 0; k < rounded_parameters_.size(); ++k) {
      if (rounded_parameters_[k]) {
        const mp factor = 1 + delta * static_cast<int>(k + 2);
        moved.parameters[p_.system->parameters[k].name] =
            to_text(mp(coarse_.parameters[k] * factor));
      }
    }
    problem_in<mp> in = make_problem<mp>(moved);
    Eigen::Index k = 0;
    for (vector<mp>* part : {&in.start.q, &in.start.p}) {
      for (mp& x : *part) {
        x = rounded_start_[static_cast<std::size_t>(k)] ? mp(coarse_.start[k] * (1 + delta))
                                                        : coarse_.start[k];
        ++k;
      }
    }
    return as_vector(solve_from<mp>(moved, std::move(in)).state(time));
  }

 private:
  struct exact_values {
    vector<mp> start;
    std::vector<mp> parameters;
  };
  static exact_values values_of(const problem& p) {
    return {as_vector(make_problem<mp>(p).start),
            p.matrices
                ? std::vector<mp>{}
                : parameter_values<mp>(p.system->name(), p.system->parameters, p.parameters)};
  }

  const problem& p_;
  exact_values coarse_;
  std::vector<bool> rounded_start_;
  std::vector<bool> rounded_parameters_;
};

/// How many digits of its start and parameters a state has lost. They move by three small sizes, and the state by so much more, which is
/// in proportion where the motion is known. Where it is not, all digits are lost: the moved motion is another one, beside a separatrix
/// for example, where two precisions, or two of the sizes, may agree by chance.
double digits_lost(const problem& p, const expression& latest, const vector<mp>& now, int working) {
  constexpr double of_another_motion = 3;  // digits of agreement
  constexpr double out_of_proportion = 1.5;
  const moved_problem beside(p);
  if (beside.is_exact() || magnitude(now) == 0) {
    return 0;
  }
  const mp time = evaluate<mp>(latest, p.names);
  const int bits = scalar_traits<mp>::bits();
  std::optional<double> lost;
  for (const int twentieths : {10, 13, 16}) {
    const int exponent = bits * twentieths / 20;
    double agreeing = 0;
    try {
      agreeing = agreeing_digits(beside.state(time, ldexp(mp(1), -exponent)), now);
    } catch (const domain_error&) {  // with constraints there may be no motion beside this one
      return 0;
    }
    const double here = std::max(exponent * log10_of_2 - agreeing, 0.);
    if (agreeing < of_another_motion || (lost && std::abs(here - *lost) > out_of_proportion)) {
      return working;
    }
    lost = lost ? std::max(*lost, here) : here;
  }
  return *lost;
}

}  // namespace

template <class S>
exact_solution_in<S> solve_exactly(const problem& p) {
  return solve_from<S>(p, make_problem<S>(p));
}
template exact_solution solve_exactly(const problem& p);
template exact_solution_in<mp64> solve_exactly(const problem& p);

namespace {

/// The start satisfies constraints to four digits more than are asked for, though the working precision is far higher.
problem started_for(problem p, int digits) {
  constexpr int further = 10;  // the tolerance is 10^(6 − start_digits)
  if (p.start_digits == 0) {
    p.start_digits = digits + further;
  }
  return p;
}

}  // namespace

exact_constants constants_of_motion(const problem& given, int digits) {
  const problem p = started_for(given, digits);
  constexpr int rounds = 4;
  exact_constants found;
  std::vector<named_constant> coarse;
  for (int round = 0, working = digits + guard_digits; round < rounds;
       ++round, working += working / 2 + guard_digits) {
    const precision_scope scope(std::min(working, precision_scope::max_digits));
    const std::vector<named_constant> fine = solve_exactly(p).constants;
    found = {};
    for (const named_constant& constant : fine) {
      const auto before = std::ranges::find(coarse, constant.name, &named_constant::name);
      const auto known = before != coarse.end() ? agreed(*before, constant, digits) : std::nullopt;
      if (known) {
        found.known.push_back(*known);
      } else {
        found.unknown.push_back(constant.name);
      }
    }
    if (found.unknown.empty()) {
      break;
    }
    coarse = fine;
  }
  return found;
}

namespace {

/// A step is evaluated several times, by several threads, in few precisions.
class kept_constants {
 public:
  std::vector<named_constant> at(const problem& p, int digits) {
    const std::scoped_lock lock(mutex_);
    auto& found = by_digits_[digits];
    if (!found) {
      found = constants_of_motion(p, digits).known;
    }
    return *found;
  }

 private:
  std::mutex mutex_;
  std::map<int, std::optional<std::vector<named_constant>>> by_digits_;
};

}  // namespace

void add_exact_periods(problem& p) {
  // asked only when a step or a time uses the name
  const auto fixed = std::make_shared<const problem>(p);
  const auto known = std::make_shared<kept_constants>();
  const std::string own_name = exact_period_of(*p.system);
  // of a system from a file, `period` is a period of its state alone: a pendulum in a plane swings through two periods of its height
  std::set<std::string> period_names = {own_name};
  if (p.from_file == nullptr) {
    period_names.insert("period");
  }
  for (const std::string& name : period_names) {
    if (p.names.find_expression(name) != nullptr) {
      continue;  // a parameter of that name
    }
    p.names.set(name, [fixed, known, name, own_name]() -> mp {
      const std::string system = fixed->system->name();
      if (!plumbline::has_exact_solution(*fixed->system)) {
        throw invalid_input(fmt::format("{} has no exact {}; give a number", system, name));
      }
      const auto digits = static_cast<int>(digits_held_by(scalar_traits<mp>::bits()));
      for (const auto& constant : known->at(*fixed, digits)) {
        if (constant.name == own_name) {
          return detail::convert_precision<mp>(constant.value);
        }
      }
      throw invalid_input(fmt::format("this motion of {} has no {}", system, name));
    });
  }
}

exact_motion::exact_motion(const problem& given, int digits, const expression& latest)
    : asked_(std::max(digits, most_digits_of_double)),
      held_(digits <= most_digits_of_double ? most_digits_of_double
                                            : std::max(digits, most_digits_of_quad + 1)),
      digits_(0) {
  constexpr int reserve = 2000;
  constexpr int rounds = 11;  // to about 4000 digits
  const int most = precision_scope::max_digits - reserve;
  const problem p = started_for(given, asked_);
  std::shared_ptr<const exact_solution> coarse;
  vector<mp> before;
  for (int round = 0, working = held_ + guard_digits; round < rounds;
       ++round, working += working / 2 + guard_digits) {
    const precision_scope scope(std::min(working, most));
    auto fine = std::make_shared<const exact_solution>(solve_exactly(p));
    const vector<mp> now = as_vector(fine->state(evaluate<mp>(latest, p.names)));
    // a state that is 0 may have cancelled, unless it is that of the start
    const bool is_zero = magnitude(now) == 0;
    const bool is_seen =
        !is_zero || round + 2 >= rounds || magnitude(as_vector(make_problem<mp>(p).start)) == 0;
    // relative to the whole state: a component that passes through zero has no digits of its own
    const int here = std::min(working, most);
    bool settled =
        coarse != nullptr && is_seen && agreeing_digits(before, now) > held_ + spare_digits;
    if (settled) {
      lost_ = digits_lost(p, latest, now, here);
      settled = here - lost_ > held_ + spare_digits;
    }
    before = now;
    coarse = std::move(fine);
    digits_ = here;
    solution_ = coarse;
    if (settled || working >= most) {
      return;
    }
  }
  throw domain_error(fmt::format(
      "the exact motion of {} does not settle at {} digits; that of an earlier time may",
      p.system->name(), digits_));
}

exact_solution_in<mp64> exact_motion::in_static_precision(const problem& given,
                                                          const expression& latest) const {
  const problem p = started_for(given, asked_);
  if (digits_held_by(scalar_traits<mp64>::bits()) - lost_ < held_ + spare_digits ||
      p.functions != elliptic_functions::own) {
    return {};
  }
  auto found = plumbline::solve_exactly<mp64>(p);
  const precision_scope scope(digits_);
  const vector<mp64> quick = as_vector(found.state(evaluate<mp64>(latest, p.names)));
  vector<mp> wide(quick.size());
  for (Eigen::Index i = 0; i < quick.size(); ++i) {
    wide[i] = detail::convert_precision<mp>(quick[i]);
  }
  const bool agrees =
      agreeing_digits(wide, as_vector(state(evaluate<mp>(latest, p.names)))) > held_ + spare_digits;
  return agrees ? std::move(found) : exact_solution_in<mp64>{};
}

}  // namespace plumbline
