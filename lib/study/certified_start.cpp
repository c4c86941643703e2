// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_start.hpp"

#if PLUMBLINE_HAS_ARB

#include "mechanics/taylor_system.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/vector.hpp>

#include <algorithm>

namespace plumbline {

namespace {

/// The recurrence engine of the first results of a part as functions of (q, v).
std::shared_ptr<const taylor_code> function_of_state(const form& f, form_part which, int results) {
  auto code = std::make_shared<taylor_code>();
  const form_inputs& in = f.inputs();
  std::vector<int> rows(static_cast<std::size_t>(in.count()), -1);
  using kind = taylor_code::row_kind;
  const auto put = [&](int input, kind of) {
    return rows[static_cast<std::size_t>(input)] = code->add_row(of);
  };
  for (int i = 0; i < in.parameters; ++i) {
    code->parameters.push_back(put(in.parameter(i), kind::constant));
  }
  code->time = put(in.t(), kind::series);
  for (int i = 0; i < in.n; ++i) {
    code->states.push_back(put(in.q(i), kind::series));
  }
  for (int i = 0; i < in.n; ++i) {
    code->states.push_back(put(in.v(i), kind::series));
  }
  const auto function = f.part(which);
  taylor_builder build(*code);
  build.begin(*function, rows);
  build.append_stages(parameter_stage, velocity_stage);
  for (int i = 0; i < results; ++i) {
    code->rates.push_back(build.result(i));
  }
  return code;
}

}  // namespace

certified_start::certified_start(const form& formulas, const certified_input& input, slong bits)
    : formulas_(formulas), in_(input), bits_(bits), n_(static_cast<int>(input.q.size())), time_(1) {
  set_rounded(time_[0], in_.t0);
  if (formulas.kind() != system_kind::lagrangian) {
    return;
  }
  momenta_ = std::make_unique<taylor_engine<taylor_balls>>(
      function_of_state(formulas, form_part::momentum, n_), 0, bits_, ball_mode::enclose);
  for (std::size_t i = 0; i < in_.parameters.size(); ++i) {
    set_rounded(momenta_->work().at(momenta_->parameter_row(static_cast<int>(i)), 0),
                in_.parameters[i]);
  }
  momenta_->run_constants();
}

void certified_start::momentum(arb_srcptr time, const ball_array& q, const ball_array& v,
                               ball_array& p) {
  taylor_engine<taylor_balls>& e = *momenta_;
  for (int i = 0; i < n_; ++i) {
    arb_set(e.work().at(e.state(i), 0), q[entry_at(i)]);
    arb_set(e.work().at(e.state(n_ + i), 0), v[entry_at(i)]);
  }
  arb_set(e.work().at(e.code().time, 0), time);
  e.rates(0);
  for (int i = 0; i < n_; ++i) {
    arb_set(p[entry_at(i)], e.work().at(e.rate(i), 0));
  }
}

void certified_start::to_momenta(arb_srcptr time, ball_array& x) {
  ball_array v(n_);
  ball_array p(n_);
  for (int i = 0; i < n_; ++i) {
    arb_set(v[entry_at(i)], x[entry_at(n_ + i)]);
  }
  momentum(time, x, v, p);
  for (int i = 0; i < n_; ++i) {
    arb_set(x[entry_at(n_ + i)], p[entry_at(i)]);
  }
}

/// rate = p becomes v with ∂L/∂v (q, v) = p, of a Lagrangian that is quadratic in v: M v = p − b in balls.
void certified_start::velocity(const ball_array& q, ball_array& rate) {
  const taylor_system hamiltonian = taylor_system_of(formulas_);
  taylor_engine<taylor_balls> e(hamiltonian.code, 0, bits_, ball_mode::enclose);
  for (std::size_t i = 0; i < in_.parameters.size(); ++i) {
    set_rounded(e.work().at(e.parameter_row(static_cast<int>(i)), 0), in_.parameters[i]);
  }
  e.run_constants();
  for (int i = 0; i < n_; ++i) {
    arb_set(e.work().at(e.state(i), 0), q[entry_at(i)]);
    arb_set(e.work().at(e.state(n_ + i), 0), rate[entry_at(i)]);
  }
  arb_set(e.work().at(e.code().time, 0), time_[0]);
  if (!e.rates(0)) {
    throw domain_error("the mass matrix is singular at the start");
  }
  for (int i = 0; i < n_; ++i) {
    arb_set(rate[entry_at(i)],
            e.work().at(e.code().equations.sides.front().unknown[entry_at(i)], 0));
  }
}

/// From what is given to velocities, of a Lagrangian that is quadratic in v.
void certified_start::quadratic(const ball_array& q, ball_array& rate) {
  const bool any = std::ranges::any_of(in_.given, [](const auto& x) { return x.has_value(); });
  const bool velocities = any ? in_.given_is_velocity : in_.rate_is_velocity;
  for (int i = 0; i < n_; ++i) {
    set_rounded(rate[entry_at(i)], in_.rate[i]);
  }
  if (velocities && !in_.rate_is_velocity) {  // the velocities of the default momenta
    velocity(q, rate);
  } else if (!velocities && in_.rate_is_velocity) {
    ball_array p(n_);
    momentum(time_[0], q, rate, p);
    for (int i = 0; i < n_; ++i) {
      arb_set(rate[entry_at(i)], p[entry_at(i)]);
    }
  }
  for (std::size_t i = 0; i < in_.given.size(); ++i) {
    if (in_.given[i]) {
      set_rounded(rate[i], *in_.given[i]);
    }
  }
  if (!velocities) {
    velocity(q, rate);
  }
}

/// From what is given to velocities: of a system that is not Lagrangian as they stand; of a Lagrangian that is not
/// quadratic in v, velocities only.
void certified_start::given_velocities(const ball_array& q, ball_array& rate) {
  const bool any = std::ranges::any_of(in_.given, [](const auto& x) { return x.has_value(); });
  const bool all = std::ranges::all_of(in_.given, [](const auto& x) { return x.has_value(); });
  const bool is_lagrangian = formulas_.kind() == system_kind::lagrangian;
  const bool at_rest = !any && !in_.rate_is_velocity && max_magnitude(in_.rate) == 0;
  if (is_lagrangian &&
      ((any && !in_.given_is_velocity) || (!in_.rate_is_velocity && !(any && all)))) {
    if (at_rest) {
      // p = 0 belongs to v = 0 where the Lagrangian says so
      for (int i = 0; i < n_; ++i) {
        arb_zero(rate[entry_at(i)]);
      }
      ball_array p(n_);
      momentum(time_[0], q, rate, p);
      bool zero = true;
      for (int i = 0; i < n_; ++i) {
        zero = zero && arb_is_zero(p[entry_at(i)]) != 0;
      }
      if (zero) {
        return;
      }
    }
    throw invalid_input(
        formulas_.constraints() > 0
            ? "certified integration of a system with constraints starts from velocities: give all "
              "of them (v1=…)"
            : "certified integration of a Lagrangian that is not quadratic in the velocities "
              "starts "
              "from velocities: give all of them (v1=…)");
  }
  for (int i = 0; i < n_; ++i) {
    set_rounded(rate[entry_at(i)], in_.rate[i]);
  }
  for (std::size_t i = 0; i < in_.given.size(); ++i) {
    if (in_.given[i]) {
      set_rounded(rate[i], *in_.given[i]);
    }
  }
}

void certified_start::state(bool first_order, ball_array& x) {
  for (int i = 0; i < n_; ++i) {
    set_rounded(x[entry_at(i)], in_.q[i]);
  }
  if (!first_order) {
    ball_array rate(n_);
    if (momenta_ && formulas_.facts().velocity_by_mass) {
      quadratic(x, rate);
    } else {
      given_velocities(x, rate);
    }
    for (int i = 0; i < n_; ++i) {
      arb_set(x[entry_at(n_ + i)], rate[entry_at(i)]);
    }
  }
  for (slong i = 0; i < x.size(); ++i) {
    if (arb_is_finite(x[static_cast<std::size_t>(i)]) == 0) {
      throw domain_error("the start is not finite");
    }
  }
  if (formulas_.constraints() > 0) {
    require_constraints(x);
  }
}

/// g and ψ of the balls contain zero: the start is on the constraints as far as its digits are known. Then the solution of the
/// differentiated equations through the exact start is the constrained motion.
void certified_start::require_constraints(const ball_array& x) {
  for (const auto& [part, count] :
       {std::pair{form_part::constraints, formulas_.facts().holonomic},
        std::pair{form_part::constraint_rates, formulas_.constraints()}}) {
    taylor_engine<taylor_balls> e(function_of_state(formulas_, part, count), 0, bits_,
                                  ball_mode::enclose);
    for (std::size_t i = 0; i < in_.parameters.size(); ++i) {
      set_rounded(e.work().at(e.parameter_row(static_cast<int>(i)), 0), in_.parameters[i]);
    }
    e.run_constants();
    for (int i = 0; i < 2 * n_; ++i) {
      arb_set(e.work().at(e.state(i), 0), x[entry_at(i)]);
    }
    arb_set(e.work().at(e.code().time, 0), time_[0]);
    e.rates(0);
    for (int k = 0; k < count; ++k) {
      if (arb_contains_zero(e.work().at(e.rate(k), 0)) == 0) {
        throw domain_error("start: does not satisfy constraint '" +
                           formulas_.constraint_names()[entry_at(k)] +
                           "' exactly, as a proof needs it");
      }
    }
  }
}

}  // namespace plumbline

#endif
