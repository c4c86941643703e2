// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What one step tells by its derivative: symplecticity at the start, stability at the equilibrium.
#include "study/quantity_entries.hpp"
#include "study/step_derivative.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/mechanics/poisson.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace plumbline {

namespace {

/// The step is differentiated in double, or in run-time precision with the digits of the scalar.
template <class B>
B defect_in(const measurement& m) {
  const auto derivative = detail::derivative_at_start<B>(m);
  const model<B>& system = derivative.in.system;
  return system.is_first_order()
             ? poisson_defect<B>(derivative.value, poisson_matrix<B>(system, derivative.in.start.q),
                                 poisson_matrix<B>(system, derivative.end))
             : symplecticity_defect<B>(derivative.value);
}

std::vector<named_value> measure_symplecticity(const measurement& m, run_host& /*host*/) {
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

std::string form_of_defect(const problem& p) {
  return p.system->kind == system_kind::first_order ? "F B(y0) F' - B(y1)" : "F'JF - J";
}

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
  end_texts(run_host& host, int asked, int digits) : host_(host), asked_(asked), digits_(digits) {}

  std::string operator()(const std::string& name, const window_end& end) const {
    if (end.right_digits >= digits_) {
      return to_text(end.h, asked_);
    }
    if (end.right_digits < asked_) {
      host_.tell({"right_digits of " + name, end.right_digits});
      host_.warn(fmt::format("{} is right to {} digits only", name, end.right_digits));
    }
    return to_text(end.h, std::max(end.right_digits, 1));
  }

 private:
  run_host& host_;
  int asked_;
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

std::vector<named_value> measure_stability_limit(const measurement& m, run_host& host) {
  const auto progress = host.begin(0, "");
  constexpr int digits_of_growth = 6;
  const int digits = digits_beyond(m.digits);
  const precision_scope scope(digits + most_digits_of_double);
  const auto [found, at, slow] = stability_of(m.p, m.scheme, digits);
  const end_texts text(host, m.digits, digits);
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
  if (slow) {
    host.tell({fmt::format("growth_below_{:g}", noticed_growth),
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

}  // namespace

quantity symplecticity_quantity() {
  return {.name = "symplecticity",
          .meaning =
              "Frobenius norm of F'JF - J of one step at the start; of F B(y0) F' - B(y1) "
              "for equations of first order with [poisson]",
          .input = quantity::needs::one_step,
          .measure = measure_symplecticity,
          .norm_of = form_of_defect};
}

quantity stability_limit_quantity() {
  return {.name = "stability-limit",
          .meaning =
              "the first step at which the linearised step at the equilibrium grows; 0 where "
              "every small step does",
          .input = quantity::needs::nothing,
          .measure = measure_stability_limit};
}

}  // namespace plumbline
