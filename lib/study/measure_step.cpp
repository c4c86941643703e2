// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What one step tells by its derivative: symplecticity at the start, stability at the equilibrium.
#include "study/constrained_start.hpp"
#include "study/quantity_entries.hpp"
#include "study/step_derivative.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/mechanics/poisson.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/scheme_choices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace plumbline {

namespace {

/// Orthonormal columns that span the tangent space of T*Q, the states of a system with constraints, at a start: from (δq, δv)
/// with A δq = 0 and ψ_q δq + A δv = 0 by δp = ∂²L/∂v∂q δq + ∂²L/∂v∂v δv.
template <class B>
matrix<B> states_on_constraints(const problem_in<B>& in) {
  evaluation<B> at(in.system);
  at.set_time(in.t0);
  const vector<B> v = velocity(at, in.start.q, in.start.p);
  const auto n = in.start.q.size();
  const auto here = constraints_at(at, in.start.q, v);
  const auto holonomic = here.holonomic.size();
  const auto m = here.hidden.size();
  std::vector<vector<B>> units;  // of the rows, then of what is free
  const auto add = [&units](vector<B> x, const B& least) {
    using std::sqrt;
    for (int pass = 0; pass < 2; ++pass) {
      for (const vector<B>& unit : units) {
        x -= dot(unit, x) * unit;
      }
    }
    const B size = sqrt(dot(x, x));
    if (least < size) {
      units.emplace_back(x / size);
    }
    return least < size;
  };
  for (Eigen::Index k = 0; k < holonomic; ++k) {
    vector<B> row = vector<B>::Constant(2 * n, B(0));
    row.head(n) = here.rows.row(k).transpose();
    add(row, B(0));
  }
  for (Eigen::Index k = 0; k < m; ++k) {
    vector<B> row(2 * n);
    row << here.slopes.row(k).transpose(), here.rows.row(k).transpose();
    add(row, B(0));
  }
  const std::size_t rows = units.size();
  const B least = B(1) / B(static_cast<int>(8 * n));
  for (Eigen::Index i = 0; i < 2 * n; ++i) {
    vector<B> axis = vector<B>::Constant(2 * n, B(0));
    axis[i] = B(1);
    add(std::move(axis), least);
  }
  const runner<B>& r = at.values(form_part::second_derivatives, view(in.start.q), view(v));
  const auto second = [&](int block, Eigen::Index i, Eigen::Index k) {
    return r.result(static_cast<int>(2 * n + block * n * n + i * n + k));
  };
  std::vector<vector<B>> tangents;
  for (std::size_t c = rows; c < units.size(); ++c) {
    vector<B> tangent = units[c];
    for (Eigen::Index i = 0; i < n; ++i) {
      tangent[n + i] = B(0);
      for (Eigen::Index k = 0; k < n; ++k) {
        tangent[n + i] += B(second(2, i, k) * units[c][n + k]) + B(second(3, i, k) * units[c][k]);
      }
    }
    tangents.push_back(std::move(tangent));
  }
  units.clear();
  for (vector<B>& tangent : tangents) {
    add(std::move(tangent), B(0));
  }
  matrix<B> basis(2 * n, static_cast<Eigen::Index>(units.size()));
  for (std::size_t c = 0; c < units.size(); ++c) {
    basis.col(static_cast<Eigen::Index>(c)) = units[c];
  }
  return basis;
}

/// The Frobenius norm of (F B)'J(F B) − B'JB.
template <class B>
B defect_on(const matrix<B>& step, const matrix<B>& basis) {
  using std::sqrt;
  const auto n = basis.rows() / 2;
  const auto form_on = [n](const matrix<B>& x) {
    matrix<B> w(x.cols(), x.cols());
    for (Eigen::Index i = 0; i < x.cols(); ++i) {
      for (Eigen::Index k = 0; k < x.cols(); ++k) {
        B sum(0);
        for (Eigen::Index j = 0; j < n; ++j) {
          sum += B(x(j, i) * x(n + j, k)) - B(x(n + j, i) * x(j, k));
        }
        w(i, k) = sum;
      }
    }
    return w;
  };
  const matrix<B> before = form_on(basis);
  const matrix<B> after = form_on(product(step, basis));
  B sum(0);
  for (Eigen::Index i = 0; i < before.rows(); ++i) {
    for (Eigen::Index k = 0; k < before.cols(); ++k) {
      const B difference = after(i, k) - before(i, k);
      sum += B(difference * difference);
    }
  }
  return sqrt(sum);
}

template <class B>
struct step_defect {
  B defect;
  B terms;  ///< the size of the products of which it is a difference: ‖F‖² of the derivative F of the step, at least 1
};

/// The step is differentiated in double, or in run-time precision with the digits of the scalar.
template <class B>
step_defect<B> defect_in(const measurement& m) {
  const auto derivative = detail::derivative_at_start<B>(m);
  const model<B>& system = derivative.in.system;
  const B terms = std::max(B(1), B(derivative.value.squaredNorm()));
  if (system.formulas() && system.formulas()->constraints() > 0) {
    return {defect_on(derivative.value, states_on_constraints(derivative.in)), terms};
  }
  return {
      system.is_first_order()
          ? poisson_defect<B>(derivative.value, poisson_matrix<B>(system, derivative.in.start.q),
                              poisson_matrix<B>(system, derivative.end))
          : symplecticity_defect<B>(derivative.value),
      terms};
}

void check_symplecticity(const measurement& m) {
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
}

/// A small defect is a difference of larger numbers, so it is computed again with as many more digits as that costs. What the two differ
/// by are rounding errors of the first, and those of the second are smaller by the further digits; they are at least those of the terms. A
/// defect that is no larger than these is what rounding errors make of 0.
std::vector<named_value> measure_symplecticity(const measurement& m, run_host& /*host*/) {
  const auto is_double = m.digits <= most_digits_of_double;
  const int digits = is_double ? most_digits_of_double : std::max(m.digits, most_digits_of_quad);
  const precision_scope scope(digits);
  const mp rough = is_double ? mp(defect_in<double>(m).defect) : defect_in<mp>(m).defect;
  const auto log10_of = [](const mp& x) { return log2_magnitude(x) * log10_of_2; };
  constexpr int guard_digits = 8;
  const double below_one = std::clamp(-log10_of(rough), 0.0, static_cast<double>(digits));
  const int working = digits + static_cast<int>(below_one) + guard_digits;
  const precision_scope more(working);
  const auto [fine, terms] = defect_in<mp>(m);
  const double rounding =
      std::max(log10_of(mp(rough - fine)) - (working - digits), log10_of(terms) - working);
  constexpr int safety = 3;
  const double known = log10_of(fine) - rounding - safety;
  if (!(known >= 1)) {
    return {{"symplecticity", to_text(rough, 2), {}}};
  }
  return {{"symplecticity",
           known < m.digits ? to_text(fine, static_cast<int>(known)) : rounded_text(fine, m.digits),
           {}}};
}

std::string form_of_defect(const problem& p) {
  if (!p.system->constraints.empty()) {
    return "F'JF - J on the tangent space of the constrained states";
  }
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

void check_stability_limit(const measurement& m) {
  if (follows_motion(m.scheme)) {
    throw invalid_input(fmt::format(
        "stability-limit needs a scheme with an error of its own: {} without --set order=N follows "
        "the motion to all digits",
        m.scheme.entry->info.name));
  }
}

std::vector<quantity_line> lines_of_stability_limit(const measurement& m) {
  std::vector<quantity_line> lines = {{"stability-limit"}, {"window#-from"}, {"window#-to"}};
  for (const auto& name : state_columns(*m.p.system, m.p.dimension)) {
    lines.push_back({"equilibrium-" + name});
  }
  return lines;
}

}  // namespace

quantity symplecticity_quantity() {
  return {.name = "symplecticity",
          .meaning =
              "Frobenius norm of F'JF - J of one step at the start; of F B(y0) F' - B(y1) "
              "for equations of first order with [poisson]",
          .input = quantity::needs::one_step,
          .measure = measure_symplecticity,
          .check = check_symplecticity,
          .norm_of = form_of_defect};
}

quantity stability_limit_quantity() {
  return {.name = "stability-limit",
          .meaning =
              "the first step at which the linearised step at the equilibrium grows; 0 where "
              "every small step does",
          .input = quantity::needs::nothing,
          .measure = measure_stability_limit,
          .check = check_stability_limit,
          .lines = lines_of_stability_limit};
}

}  // namespace plumbline
