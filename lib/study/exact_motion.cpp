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

/// Whether two precisions agree on a constant to so many digits. Rounding errors in the place of 0 are no disagreement.
bool agree(const named_constant& coarse, const named_constant& fine, int digits) {
  const auto numbers = [](const named_constant& constant) {
    std::vector<mp> all = {constant.value};
    all.insert(all.end(), constant.more.begin(), constant.more.end());
    return vector<mp>(Eigen::Map<const vector<mp>>(all.data(), std::ssize(all)));
  };
  const vector<mp> a = numbers(coarse);
  const vector<mp> b = numbers(fine);
  return a.size() == b.size() &&
         (agreeing_digits(a, b) >= digits ||
          static_cast<double>(binary_exponent(magnitude(b))) * log10_of_2 < -digits);
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

/// How many digits of the start a state has lost: the start moves by half of the digits of the scope, and the state by so much more. Only
/// values of the start that are rounded move, all by one factor: what cancels exactly still does. All digits are lost where the moved
/// motion is another one, beside a separatrix for example, where two precisions may agree by chance.
double digits_lost(const problem& p, const expression& latest, const vector<mp>& now, int working) {
  constexpr int further = 20;
  constexpr double of_another_motion = 3;
  vector<mp> finer;
  {
    const precision_scope scope(std::min(working + further, precision_scope::max_digits));
    finer = as_vector(make_problem<mp>(p).start);
  }
  problem_in<mp> in = make_problem<mp>(p);
  bool is_rounded = false;
  const mp factor = 1 + ldexp(mp(1), -scalar_traits<mp>::bits() / 2);
  Eigen::Index k = 0;
  for (vector<mp>* part : {&in.start.q, &in.start.p}) {
    for (mp& x : *part) {
      const bool differs = mpfr_cmp(finer[k++].backend().data(), x.backend().data()) != 0;
      is_rounded = is_rounded || differs;
      x = differs ? mp(x * factor) : x;
    }
  }
  if (!is_rounded || magnitude(now) == 0) {
    return 0;
  }
  try {
    const vector<mp> moved =
        as_vector(solve_from<mp>(p, std::move(in)).state(evaluate<mp>(latest, p.names)));
    const double agreeing = agreeing_digits(moved, now);
    return agreeing < of_another_motion ? working : std::max(working / 2. - agreeing, 0.);
  } catch (const domain_error&) {  // a start beside this one may have no motion, with constraints
    return 0;
  }
}

}  // namespace

template <class S>
exact_solution_in<S> solve_exactly(const problem& p) {
  return solve_from<S>(p, make_problem<S>(p));
}
template exact_solution solve_exactly(const problem& p);
template exact_solution_in<mp64> solve_exactly(const problem& p);

exact_constants constants_of_motion(const problem& p, int digits) {
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
      if (before != coarse.end() && agree(*before, constant, digits)) {
        found.known.push_back(constant);
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

exact_motion::exact_motion(const problem& p, int digits, const expression& latest)
    : held_(digits <= most_digits_of_double ? most_digits_of_double
                                            : std::max(digits, most_digits_of_quad + 1)),
      digits_(0) {
  constexpr int reserve = 2000;
  constexpr int rounds = 8;
  constexpr int rounds_of_zeros = 10;  // to about 4000 digits
  const int most = precision_scope::max_digits - reserve;
  std::shared_ptr<const exact_solution> coarse;
  vector<mp> before;
  bool was_zero = true;
  bool is_sensitive = false;
  for (int round = 0, working = held_ + guard_digits;
       round < (was_zero || is_sensitive ? rounds_of_zeros + 1 : rounds);
       ++round, working += working / 2 + guard_digits) {
    const precision_scope scope(std::min(working, most));
    auto fine = std::make_shared<const exact_solution>(solve_exactly(p));
    const vector<mp> now = as_vector(fine->state(evaluate<mp>(latest, p.names)));
    // a state that is 0 may have cancelled, unless it is that of the start
    const bool is_zero = magnitude(now) == 0;
    const bool is_seen = !is_zero || round + 1 >= rounds_of_zeros ||
                         magnitude(as_vector(make_problem<mp>(p).start)) == 0;
    // relative to the whole state: a component that passes through zero has no digits of its own
    const int here = std::min(working, most);
    bool settled =
        coarse != nullptr && is_seen && agreeing_digits(before, now) > held_ + spare_digits;
    if (settled) {
      lost_ = digits_lost(p, latest, now, here);
      settled = here - lost_ > held_ + spare_digits;
      is_sensitive = is_sensitive || !settled;
    }
    was_zero = is_zero || (coarse != nullptr && magnitude(before) == 0);
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

exact_solution_in<mp64> exact_motion::in_static_precision(const problem& p,
                                                          const expression& latest) const {
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
