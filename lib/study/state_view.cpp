// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/study/state_view.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

namespace {

column_role role_of(state_part part) {
  switch (part) {
    case state_part::momentum:
      return column_role::momentum;
    case state_part::velocity:
      return column_role::velocity;
    case state_part::acceleration:
      return column_role::acceleration;
    default:
      return column_role::coordinate;
  }
}

}  // namespace

std::optional<state_column> find_state_column(const problem& p, const std::string& name) {
  if (name == "t") {
    return state_column{column_role::time, 0};
  }
  if (const auto found = state_names(*p.system, p.dimension).find(name)) {
    return state_column{role_of(found->part), found->index};
  }
  if (name == "time") {  // unless a coordinate has this name
    return state_column{column_role::time, 0};
  }
  return name == "energy" ? std::optional(state_column{column_role::energy, 0}) : std::nullopt;
}

std::vector<std::string> known_state_columns(const problem& p) {
  std::vector<std::string> names = {"t"};
  for (auto& name : state_names(*p.system, p.dimension)
                        .known({state_part::coordinate, state_part::momentum, state_part::velocity,
                                state_part::acceleration})) {
    names.push_back(std::move(name));
  }
  names.emplace_back("energy");
  return names;
}

namespace {

mp number_in_scope(const exact_number& x) { return from_exact<mp>(x); }

}  // namespace

state_view::state_view(const problem& p, int digits) : p_(&p), digits_(digits) {
  const precision_scope scope(digits);
  auto in = make_problem<mp>(p);
  at_ = std::make_shared<evaluation<mp>>(in.system);
  t0_ = in.t0;
}

bool state_view::has_energy() const { return p_->system->kind != system_kind::first_order; }

mp state_view::derived(const state_column& column, const vector<mp>& y) {
  const auto n = p_->dimension;
  const vector<mp> q = y.head(n);
  const vector<mp> rate = y.tail(y.size() - n);
  if (column.role == column_role::energy) {
    return energy(*at_, phase_point<mp>{q, rate});
  }
  const bool lagrangian = at_->system().is_lagrangian();
  const vector<mp> v = lagrangian ? velocity(*at_, q, rate) : rate;
  if (column.role == column_role::velocity) {
    return v[column.index];
  }
  vector<mp> a(n);
  if (!at_->acceleration(view(q), view(v), t0_, view(a)).ok()) {
    throw domain_error("no acceleration belongs to one of the states: the mass matrix is singular");
  }
  return a[column.index];
}

ball state_view::value(const state_column& column, const std::vector<ball>& row,
                       const expression& time) {
  const auto n = static_cast<std::size_t>(p_->dimension);
  const auto place = static_cast<std::size_t>(column.index);
  if (column.role == column_role::coordinate) {
    return row[place];
  }
  if (column.role == column_role::momentum ||
      (column.role == column_role::velocity && p_->system->kind == system_kind::second_order)) {
    return row[n + place];
  }
  const precision_scope scope(digits_);
  const mp start = evaluate<mp>(p_->start.t, p_->names);
  t0_ = start + evaluate<mp>(time, p_->names);
  at_->set_time(t0_);
  vector<mp> y(static_cast<Eigen::Index>(row.size()));
  for (std::size_t i = 0; i < row.size(); ++i) {
    y[static_cast<Eigen::Index>(i)] = number_in_scope(row[i].middle);
  }
  const mp middle = derived(column, y);
  mp radius = abs(middle) * decimal<mp>("1e-" + std::to_string(digits_ - 2));
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].radius.sign() == 0) {
      continue;
    }
    vector<mp> moved = y;
    moved[static_cast<Eigen::Index>(i)] += number_in_scope(row[i].radius);
    radius += abs(mp(derived(column, moved) - middle));
  }
  return {exact_number::binary(middle.backend().data()),
          exact_number::binary(radius.backend().data())};
}

phase_point<mp> state_view::state(const std::vector<exact_number>& q,
                                  const std::vector<exact_number>& rate, bool rate_is_velocity,
                                  const expression& time) {
  const auto in_scope = [](const std::vector<exact_number>& numbers) {
    vector<mp> x(static_cast<Eigen::Index>(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      x[static_cast<Eigen::Index>(i)] = number_in_scope(numbers[i]);
    }
    return x;
  };
  phase_point<mp> z{in_scope(q), in_scope(rate)};
  at_->set_time(evaluate<mp>(p_->start.t, p_->names) + evaluate<mp>(time, p_->names));
  if (rate_is_velocity && at_->system().is_lagrangian()) {
    z.p = momentum(*at_, z.q, z.p);
  }
  return z;
}

mp state_view::energy_of(const phase_point<mp>& z, const expression& time) {
  at_->set_time(evaluate<mp>(p_->start.t, p_->names) + evaluate<mp>(time, p_->names));
  return energy(*at_, z);
}

}  // namespace plumbline
