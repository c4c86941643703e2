// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_enclosure.hpp"

#if PLUMBLINE_HAS_ARB

#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/math/magnitude.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

/// Whether the entries of a derivative are known to less than their size: no later factor makes them known again.
bool is_lost(const ball_matrix& m, int n) {
  constexpr double far_beyond = 8;
  bound size;
  double known = -infinite;
  double unknown = -infinite;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      arf_get_mag(size, arb_midref(m(i, j)));
      known = std::max(known, log2_of(size));
      unknown = std::max(unknown, log2_of(arb_radref(m(i, j))));
    }
  }
  return unknown > known + far_beyond;
}

}  // namespace

flow_enclosure::flow_enclosure(const model<mp>& system, const mp& t0, const mp& time,
                               const enclosure_precision& precision)
    : certified_series(taylor_system_in_momenta(*system.formulas()), precision.bits),
      precision_(precision),
      flow_(system_.code, log2_magnitude(time), precision.order_of_derivative,
            precision.bits_of_derivative),
      log2_total_(log2_magnitude(time)),
      numbers_(8),
      centre_(states_),
      error_(states_),
      radii_(states_),
      value_(states_),
      point_(states_),
      derivative_(states_),
      of_step_(states_),
      of_piece_(states_),
      product_(states_),
      end_(states_),
      end_of_box_(states_) {
  ball_array value(1);
  for (std::size_t i = 0; i < system.parameters().size(); ++i) {
    const int k = static_cast<int>(i);
    set_rounded(value[0], system.parameters()[i]);
    arb_set(balls_.work().at(balls_.parameter_row(k), 0), value[0]);
    flow_.set_parameter(k, value[0]);
  }
  balls_.run_constants();
  flow_.run_constants();
  set_rounded(numbers_[0], t0);
}

/// The piece that begins at `place` in the step: a box around all motions there.
enclosure_end flow_enclosure::begin_piece(arb_srcptr place) {
  if (arb_is_zero(place) != 0) {
    for (int i = 0; i < states_; ++i) {
      arb_set(point_[entry_at(i)], centre_[entry_at(i)]);
    }
  } else {
    sum_at(place, bits_, point_);
  }
  bounds spread(states_);
  bounds blur(states_);
  arb_mat_mul(product_.data(), of_step_.data(), derivative_.data(), precision_.bits_of_derivative);
  if (is_lost(product_, states_)) {
    return enclosure_end::lost;
  }
  multiply_bounds(product_, radii_, states_, spread);
  multiply_bounds(of_step_, error_, states_, blur);
  for (int i = 0; i < states_; ++i) {
    arb_add_error_mag(point_[entry_at(i)], spread[i]);
    arb_add_error_mag(point_[entry_at(i)], blur[i]);
  }
  arb_add(numbers_[6], numbers_[0], numbers_[1], bits_);
  arb_add(numbers_[6], numbers_[6], place, bits_);
  return flow_.begin(point_, numbers_[6]) ? enclosure_end::done : enclosure_end::unbounded;
}

double flow_enclosure::reached() const { return arf_get_d(arb_midref(numbers_[1]), ARF_RND_NEAR); }

enclosure_end flow_enclosure::run(const ball_array& centre, const bounds& radii, arb_srcptr time) {
  arb_ptr passed = numbers_[1];
  arb_ptr length = numbers_[2];
  arb_ptr place = numbers_[3];
  arb_ptr piece = numbers_[4];
  arb_ptr rest = numbers_[5];
  for (int i = 0; i < states_; ++i) {
    arb_get_mid_arb(centre_[entry_at(i)], centre[entry_at(i)]);
    mag_set(error_[i], arb_radref(centre[entry_at(i)]));
    mag_set(radii_[i], radii[i]);
  }
  arb_mat_one(derivative_.data());
  arb_zero(passed);
  ball_array middle(1);
  arb_get_mid_arb(middle[0], time);
  ball_array blur_of_time(1);
  arb_sub(blur_of_time[0], time, middle[0], bits_);
  constexpr long most_steps = 200000;
  pieces_ = 0;
  for (bool last = false; !last;) {
    arb_add(numbers_[6], numbers_[0], passed, bits_);
    arb_set(balls_.work().at(balls_.code().time, 0), numbers_[6]);
    for (int i = 0; i < states_; ++i) {
      arb_set(balls_.work().at(balls_.state(i), 0), centre_[entry_at(i)]);
    }
    arb_zero(place);
    arb_mat_one(of_step_.data());
    if (const enclosure_end begun = begin_piece(place); begun != enclosure_end::done) {
      return begun;
    }
    if (!balls_.expand()) {
      return enclosure_end::unbounded;
    }
    const double log2_step = choose_step(flow_, log2_total_);
    if (!std::isfinite(log2_step)) {
      return enclosure_end::unbounded;
    }
    set_dyadic_below(length, log2_step);
    arb_sub(rest, middle[0], passed, ARF_PREC_EXACT);
    last = arb_le(rest, length) != 0;
    if (last) {
      arb_set(length, rest);
    }
    // the pieces of the step; those of the last one end in the interval of time
    for (bool ends = false; !ends;) {
      end_if_interrupted();
      if (arb_is_zero(place) == 0) {
        const enclosure_end begun = begin_piece(place);
        if (begun != enclosure_end::done) {
          return begun;
        }
      }
      set_dyadic_below(piece, flow_.log2_length() - 0.01);
      arb_sub(rest, length, place, ARF_PREC_EXACT);
      ends = arb_le(rest, piece) != 0;
      if (ends) {
        arb_set(piece, rest);
        if (last) {
          arb_add(piece, piece, blur_of_time[0], bits_);
        }
      }
      flow_.jacobian(piece, of_piece_);
      arb_mat_mul(product_.data(), of_piece_.data(), of_step_.data(),
                  precision_.bits_of_derivative);
      of_step_.swap(product_);
      if (!ends) {
        arb_add(place, place, piece, ARF_PREC_EXACT);
      }
      if (++pieces_ > most_steps) {
        return enclosure_end::unbounded;
      }
    }
    sum_at(length, bits_, value_);
    bounds blur(states_);
    multiply_bounds(of_step_, error_, states_, blur);
    if (last) {
      arb_add(rest, length, blur_of_time[0], bits_);
      sum_at(rest, bits_, end_of_box_);
    }
    arb_mat_mul(product_.data(), of_step_.data(), derivative_.data(),
                precision_.bits_of_derivative);
    derivative_.swap(product_);
    for (int i = 0; i < states_; ++i) {
      if (arb_is_finite(value_[entry_at(i)]) == 0) {
        return enclosure_end::unbounded;
      }
      arb_get_mid_arb(centre_[entry_at(i)], value_[entry_at(i)]);
      mag_add(error_[i], blur[i], arb_radref(value_[entry_at(i)]));
      arb_set(end_[entry_at(i)], centre_[entry_at(i)]);
      arb_add_error_mag(end_[entry_at(i)], error_[i]);
    }
    if (last) {
      bounds spread(states_);
      multiply_bounds(derivative_, radii_, states_, spread);
      for (int i = 0; i < states_; ++i) {
        arb_add_error_mag(end_of_box_[entry_at(i)], blur[i]);
        arb_add_error_mag(end_of_box_[entry_at(i)], spread[i]);
      }
    }
    arb_add(passed, passed, length, ARF_PREC_EXACT);
  }
  return enclosure_end::done;
}

namespace {

/// A (p − ∂L/∂v), where p − ∂L/∂v = −Aᵀκ with the κ of the velocity (mechanics/taylor_system.cpp); −Aᵀ stands in the matrix.
std::vector<int> rows_of_pulls(taylor_code& code, taylor_builder& build, int n) {
  const int order = code.equations.order();
  const auto at = [&](int i, int j) {
    return code.equations
        .matrix[static_cast<std::size_t>(i) * static_cast<std::size_t>(order) + entry_at(j)];
  };
  const std::vector<int>& velocity = code.equations.sides.front().unknown;
  std::vector<int> off;  // ∂L/∂v − p
  off.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    int rest = build.zero();
    for (int k = n; k < order; ++k) {
      rest = build.difference(rest, build.product(at(i, k), velocity[entry_at(k)]));
    }
    off.push_back(rest);
  }
  std::vector<int> pulls;
  pulls.reserve(static_cast<std::size_t>(order - n));
  for (int k = n; k < order; ++k) {
    int rest = build.zero();
    for (int i = 0; i < n; ++i) {
      rest = build.difference(rest, build.product(at(k, i), off[entry_at(i)]));
    }
    pulls.push_back(rest);
  }
  return pulls;
}

}  // namespace

ball_functions::ball_functions(const model<mp>& system, const mp& t0, slong bits,
                               const std::vector<formula_to_enclose>& formulas)
    : system_(taylor_system_in_momenta(*system.formulas())),
      states_(static_cast<int>(system_.code->states.size())),
      bits_(bits),
      t0_(1) {
  const form& f = *system.formulas();
  const form_inputs& in = f.inputs();
  auto code = std::make_shared<taylor_code>(*system_.code);
  std::vector<int> rows(static_cast<std::size_t>(in.count()), -1);
  const auto put = [&](int input, int row) { rows[static_cast<std::size_t>(input)] = row; };
  for (int i = 0; i < in.parameters; ++i) {
    put(in.parameter(i), code->parameters[static_cast<std::size_t>(i)]);
  }
  put(in.t(), code->time);
  for (int i = 0; i < in.n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    put(in.q(i), code->states[k]);
    if (system_.states == taylor_states::first_order) {
      continue;
    }
    const int v = system_.states == taylor_states::momenta
                      ? code->equations.sides.front().unknown[k]
                      : code->states[static_cast<std::size_t>(in.n) + k];
    velocities_.push_back(v);
    put(in.v(i), v);
  }
  taylor_builder build(*code);
  if (f.has_energy()) {
    const auto energy = f.part(form_part::energy);
    build.begin(*energy, rows);
    build.append_stages(parameter_stage, velocity_stage);
    energy_.push_back(build.result(0));
  }
  if (f.quantities() > 0) {
    const auto quantities = f.part(form_part::quantities);
    build.begin(*quantities, rows);
    build.append_stages(parameter_stage, velocity_stage);
    for (int i = 0; i < f.quantities(); ++i) {
      quantities_.push_back(build.result(i));
    }
  }
  if (f.facts().holonomic > 0) {
    const auto constraints = f.part(form_part::constraints);
    build.begin(*constraints, rows);
    build.append_stages(parameter_stage, velocity_stage);
    for (int i = 0; i < f.facts().holonomic; ++i) {
      constraints_.push_back(build.result(i));
    }
  }
  if (f.constraints() > 0) {
    pulls_ = rows_of_pulls(*code, build, in.n);
  }
  std::vector<mp> parameters = system.parameters();
  for (const formula_to_enclose& formula : formulas) {
    const followed_inputs& of = formula.function->inputs();
    std::vector<int> places = rows;
    places.resize(static_cast<std::size_t>(of.count()), -1);
    const auto place = [&](int input, int row) { places[static_cast<std::size_t>(input)] = row; };
    for (int i = 0; system_.states == taylor_states::momenta && i < in.n; ++i) {
      place(of.p(i), code->states[entry_at(in.n + i)]);
    }
    for (int i = 0; i < of.named; ++i) {
      code->parameters.push_back(code->add_row(taylor_code::row_kind::constant));
      place(of.parameter(i), code->parameters.back());
    }
    parameters.insert(parameters.end(), formula.named.begin(), formula.named.end());
    build.begin(*formula.function->value(), places);
    build.append_stages(parameter_stage, velocity_stage);
    formulas_.emplace_back(formula.function, build.result(0));
  }
  engine_ = std::make_unique<taylor_engine<taylor_tangents>>(
      std::shared_ptr<const taylor_code>(code), 0, bits, states_);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    set_rounded(engine_->work().at(engine_->parameter_row(static_cast<int>(i)), 0), parameters[i]);
  }
  engine_->run_constants();
  set_rounded(t0_[0], t0);
}

bool ball_functions::run(const ball_array& x, arb_srcptr later) {
  taylor_tangents& w = engine_->work();
  for (int i = 0; i < states_; ++i) {
    w.set_zero(engine_->state(i), 0);
    arb_set(w.at(engine_->state(i), 0), x[entry_at(i)]);
    arb_one(w.tangent(engine_->state(i), 0, i));
  }
  w.set_zero(engine_->code().time, 0);
  arb_add(w.at(engine_->code().time, 0), t0_[0], later, bits_);
  return engine_->rates(0);
}

void ball_functions::value(const state_function& f, const ball_array& x, arb_srcptr later,
                           arb_ptr result, ball_array& gradient) {
  using kind = state_function::kind;
  for (int j = 0; j < states_; ++j) {
    arb_zero(gradient[entry_at(j)]);
  }
  if (f.what == kind::entry) {
    arb_set(result, x[entry_at(f.index)]);
    arb_one(gradient[entry_at(f.index)]);
    return;
  }
  if (f.what == kind::momenta) {
    const int n = states_ / 2;
    arb_zero(result);
    for (const int k : f.momenta.coordinates) {
      arb_add(result, result, x[entry_at(n + k)], bits_);
      arb_one(gradient[entry_at(n + k)]);
    }
    return;
  }
  const auto text =
      std::ranges::find_if(formulas_, [&](const auto& formula) { return formula.first == f.text; });
  const int row = f.what == kind::formula      ? text->second
                  : f.what == kind::energy     ? energy_.front()
                  : f.what == kind::quantity   ? quantities_[entry_at(f.index)]
                  : f.what == kind::constraint ? constraints_[entry_at(f.index)]
                  : f.what == kind::pull       ? pulls_[entry_at(f.index)]
                                               : velocities_[entry_at(f.index)];
  if (!run(x, later)) {
    arb_indeterminate(result);
    for (int j = 0; j < states_; ++j) {
      arb_indeterminate(gradient[entry_at(j)]);
    }
    return;
  }
  arb_set(result, engine_->work().at(row, 0));
  for (int j = 0; j < states_; ++j) {
    arb_set(gradient[entry_at(j)], engine_->work().tangent(row, 0, j));
  }
}

void ball_functions::field(const ball_array& x, arb_srcptr later, ball_array& rate) {
  const bool ok = run(x, later);
  for (int i = 0; i < states_; ++i) {
    if (ok) {
      arb_set(rate[entry_at(i)], engine_->work().at(engine_->rate(i), 0));
    } else {
      arb_indeterminate(rate[entry_at(i)]);
    }
  }
}

}  // namespace plumbline

#endif
