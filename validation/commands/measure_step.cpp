// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What one step tells by its derivative: symplecticity at the start, stability at the equilibrium.
#include "cli/stop.hpp"
#include "commands/quantity.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/measure/step_jacobian.hpp>
#include <plumbline/mechanics/poisson.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace plumbline::cli {

namespace {

/// The step is differentiated in double, or in run-time precision with the digits of the scalar.
template <class B>
B defect_in(const measurement& m) {
  const problem_in<B> in = make_problem<B>(m.p);
  const B h = evaluate<B>(*m.step, m.p.names);
  using D = tangent_number<B>;
  auto stepper = m.scheme.entry->make<D>(m.scheme.values, make_tangent_system<B>(m.p));
  if (in.system.is_first_order()) {
    vector<B> end(in.start.q.size());
    const auto step = [&](vector<D>& y) {
      const solve_report report = stepper.step(y, D(in.t0), D(h));
      for (Eigen::Index k = 0; k < end.size(); ++k) {
        end[k] = y[k].value;
      }
      return report;
    };
    const matrix<B> derivative = step_jacobian<B>(step, in.start.q);
    return poisson_defect<B>(derivative, poisson_matrix<B>(in.system, in.start.q),
                             poisson_matrix<B>(in.system, end));
  }
  // whatever the state of the scheme is, the form lives on (q, p)
  const auto n = in.start.q.size();
  const auto step = [&](vector<D>& y) {
    vector<D> state = stepper.start({y.head(n), y.tail(n)}, D(in.t0));
    const solve_report report = stepper.step(state, D(in.t0), D(h));
    const phase_point<D> z = stepper.phase(state, D(B(in.t0 + h)));
    y << z.q, z.p;
    return report;
  };
  vector<B> start(2 * n);
  start << in.start.q, in.start.p;
  return symplecticity_defect<B>(step_jacobian<B>(step, start));
}

}  // namespace

std::vector<named_value> measure_symplecticity(const measurement& m) {
  const system_entry& system = *m.p.system;
  if (system.kind == system_kind::first_order && !system.formulas->has_poisson()) {
    const auto names = coordinate_names(system, m.p.dimension);
    throw invalid_input(fmt::format(
        "{} is of first order, and its symplecticity is asked of a Poisson bracket, which it does "
        "not have{}",
        system.name(),
        system.file.empty()
            ? ""
            : fmt::format("; write such as [poisson] with \"{},{}\" = \"1\" in its file",
                          names.front(), names.back())));
  }
  if (system.kind == system_kind::second_order) {
    throw invalid_input(system.name() +
                        " has no momenta: symplecticity is asked of Lagrangian systems");
  }
  if (m.digits <= most_digits_of_double) {
    return {{"symplecticity", to_text(defect_in<double>(m)), {}}};
  }
  const precision_scope scope(std::max(m.digits, most_digits_of_quad));
  return {{"symplecticity", rounded_text(defect_in<mp>(m), m.digits), {}}};
}

namespace {

/// More digits than the scalar of `digits` digits has.
int digits_beyond(int digits) {
  constexpr int guard_digits = 4;
  return guard_digits + with_scalar(digits, []<class T>(std::type_identity<T>) {
           return plumbline::detail::digits_for_bits(scalar_traits<T>::bits());
         });
}

/// Ends of windows as texts of the digits that are asked for, not of those that read back to a scalar: the latter are not all
/// digits of the end. The metadata say where fewer digits are right than are asked for.
class end_texts {
 public:
  end_texts(const measurement& m, int digits) : m_(m), digits_(digits) {}

  std::string operator()(const std::string& name, const window_end& end) const {
    if (end.right_digits >= digits_) {
      return to_text(end.h, m_.digits);
    }
    const bool is_less = end.right_digits < m_.digits;
    if (is_less && m_.facts != nullptr) {
      m_.facts->push_back({"right_digits of " + name, end.right_digits});
    }
    if (is_less && !m_.options.quiet) {
      say(fmt::format("plumbline: warning: {} is right to {} digits only\n", name,
                      end.right_digits));
    }
    return to_text(end.h, std::max(end.right_digits, 1));
  }

 private:
  const measurement& m_;
  int digits_;  ///< that are searched for
};

/// The windows in which steps grow by less than is noticed, "0.02 to 0.3, …".
std::string window_texts(const stability_windows& windows, int digits) {
  std::string all;
  for (std::size_t k = 0; k < windows.list.size(); ++k) {
    const auto& [from, to] = windows.list[k];
    const bool is_open = windows.open && k + 1 == windows.list.size();
    all += fmt::format("{}{} to {}", all.empty() ? "" : ", ", to_text(from.h, digits),
                       is_open ? "inf" : to_text(to.h, digits));
  }
  return all;
}

}  // namespace

std::vector<named_value> measure_stability_limit(const measurement& m) {
  const stops_politely polite;
  constexpr int digits_of_growth = 6;
  const int digits = digits_beyond(m.digits);
  const precision_scope scope(digits + most_digits_of_double);
  const auto [found, at, slow] = stability_of(m.p, m.scheme, digits);
  const end_texts text(m, digits);
  std::vector<named_value> values;
  for (std::size_t k = 0; k < found.list.size(); ++k) {
    const auto& [from, to] = found.list[k];
    const bool is_open = found.open && k + 1 == found.list.size();
    const std::string window = fmt::format("window{}", k + 1);
    const std::string end = k == 0 ? "stability-limit" : window + "-to";
    if (k > 0) {
      values.push_back({window + "-from", text(window + "-from", from), {}});
    }
    values.push_back({end, is_open ? "inf" : text(end, to), {}});
  }
  if (slow && m.facts != nullptr) {
    m.facts->push_back({fmt::format("growth_below_{:g}", noticed_growth),
                        "steps of " + window_texts(*slow, digits_of_growth)});
  }
  if (at) {
    const auto positions = position_texts(m.p, *at, m.digits);
    const auto names = state_columns(*m.p.system, m.p.dimension);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      values.push_back({"equilibrium-" + names[i], positions[i], {}});
    }
  }
  return values;
}

}  // namespace plumbline::cli
