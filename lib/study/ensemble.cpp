// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/galerkin_lanes.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/time_grid.hpp>
#include <plumbline/math/few_unknowns.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/study/ensemble.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

enum class scheme_kind { leapfrog, euler_a, euler_b, rk4, simpson, midpoint, none };

scheme_kind kind_of(std::string_view scheme) {
  return scheme == "leapfrog"             ? scheme_kind::leapfrog
         : scheme == "symplectic-euler-a" ? scheme_kind::euler_a
         : scheme == "symplectic-euler-b" ? scheme_kind::euler_b
         : scheme == "rk4"                ? scheme_kind::rk4
         : scheme == "simpson"            ? scheme_kind::simpson
         : scheme == "midpoint"           ? scheme_kind::midpoint
                                          : scheme_kind::none;
}

bool is_variational(scheme_kind kind) {
  return kind == scheme_kind::simpson || kind == scheme_kind::midpoint;
}

galerkin_tableau<double> tableau_of(scheme_kind kind) {
  return kind == scheme_kind::simpson ? simpson<double>() : midpoint<double>();
}

/// The part of the form that a step of an explicit scheme runs.
form_part part_of(scheme_kind kind, const model<double>& system) {
  return kind != scheme_kind::rk4  ? form_part::force
         : system.is_first_order() ? form_part::field
                                   : form_part::flow;
}

/// As many lanes as let so many registers stay in a cache of so many bytes.
std::size_t width_for(int registers, std::size_t cache, std::size_t trajectories) {
  constexpr std::size_t most = 512;
  constexpr std::size_t least = 32;
  const std::size_t fitting =
      cache / (sizeof(double) * static_cast<std::size_t>(std::max(1, registers)));
  const std::size_t wanted = std::clamp(fitting / least * least, least, most);
  return std::min(wanted, (trajectories + 7) / 8 * 8);
}

std::size_t width_for(scheme_kind kind, const model<double>& system, std::size_t trajectories) {
  constexpr std::size_t first_cache = 24'576;
  constexpr std::size_t second_cache = 196'608;
  return is_variational(kind)
             ? width_for(galerkin_lanes::registers(tableau_of(kind), system), second_cache,
                         trajectories)
             : width_for(system.formulas()->part(part_of(kind, system))->registers(), first_cache,
                         trajectories);
}

/// M⁻¹ as class separable (mechanics/separable.hpp) has it; for one degree of freedom the mass itself.
matrix<double> drift_of(const model<double>& system) {
  const int n = system.dimension();
  evaluation<double> at(system);
  const vector<double> rest = vector<double>::Constant(n, 0.);
  matrix<double> mass;
  at.mass(view(rest), view(rest), mass);
  lu_factors<double> lu;
  if (!lu.compute(mass)) {
    throw domain_error("the mass matrix is singular");
  }
  if (n == 1) {
    return mass;
  }
  matrix<double> inverse(n, n);
  vector<double> unit = rest;
  for (int j = 0; j < n; ++j) {
    unit[j] = 1;
    inverse.col(j) = lu.solve(unit);
    unit[j] = 0;
  }
  return inverse;
}

}  // namespace

/// Neighbouring trajectories, as many as a runner has lanes; the last trajectory stands in lanes that are left over.
class ensemble::block {
 public:
  block() = default;
  block(const block&) = delete;
  block& operator=(const block&) = delete;
  virtual ~block() = default;

  virtual void require_states(const std::vector<vector<double>>& states) const = 0;
  /// False when `stop_requested` said so.
  virtual bool run(std::vector<vector<double>>& states, std::span<const double> t0,
                   std::span<const double> h, std::int64_t steps, std::vector<bool>& ok,
                   const std::function<bool()>& stop_requested) = 0;

 protected:
  static void require(const std::vector<vector<double>>& states, std::size_t first,
                      std::size_t count, std::size_t entries) {
    for (std::size_t k = first; k < first + count; ++k) {
      if (static_cast<std::size_t>(states[k].size()) != entries) {
        throw invalid_input("a state of this ensemble has " + std::to_string(entries) +
                            " entries, got " + std::to_string(states[k].size()));
      }
    }
  }
};

/// The explicit schemes.
class ensemble::explicit_block final : public ensemble::block {
 public:
  explicit_block(scheme_kind kind, const std::vector<model<double>>& systems, std::size_t first,
                 std::size_t width, lane_functions functions)
      : kind_(kind),
        n_(systems.front().dimension()),
        first_(first),
        count_(std::min(width, systems.size() - first)),
        inputs_(systems.front().formulas()->inputs()),
        runner_(systems.front().formulas()->part(part_of(kind, systems.front())), width, functions),
        half_(width),
        failed_(width) {
    const auto last = first_ + count_ - 1;
    for (int i = 0; i < inputs_.parameters; ++i) {
      const auto lanes = runner_.input(inputs_.parameter(i));
      for (std::size_t k = 0; k < this->width(); ++k) {
        lanes[k] = systems[std::min(first_ + k, last)].parameters()[static_cast<std::size_t>(i)];
      }
    }
    runner_.run(parameter_stage);
    const auto size = static_cast<std::size_t>(n_);
    if (kind_ != scheme_kind::rk4) {
      inverse_mass_.assign(size * size, std::vector<double>(this->width()));
      for (std::size_t k = 0; k < this->width(); ++k) {
        const matrix<double> drift = drift_of(systems[std::min(first_ + k, last)]);
        for (std::size_t i = 0; i < size * size; ++i) {
          inverse_mass_[i][k] =
              drift(static_cast<Eigen::Index>(i / size), static_cast<Eigen::Index>(i % size));
        }
      }
      p_.assign(size, std::vector<double>(this->width()));
      speed_.resize(this->width());
      return;
    }
    const auto entries = systems.front().is_first_order() ? size : 2 * size;
    for (auto* list : {&y_, &k1_, &k2_, &k3_, &k4_, &stage_}) {
      list->assign(entries, std::vector<double>(this->width()));
    }
    time_.resize(this->width());
    mass_.resize(n_, n_);
    right_.resize(n_);
  }

  std::size_t width() const { return runner_.width(); }

  void require_states(const std::vector<vector<double>>& states) const override {
    require(states, first_, count_, kind_ == scheme_kind::rk4 ? y_.size() : 2 * p_.size());
  }

  bool run(std::vector<vector<double>>& states, std::span<const double> t0,
           std::span<const double> h, std::int64_t steps, std::vector<bool>& ok,
           const std::function<bool()>& stop_requested) override {
    std::vector<double> start(width());
    step_.resize(width());
    for (std::size_t k = 0; k < width(); ++k) {
      const std::size_t from = first_ + std::min(k, count_ - 1);
      step_[k] = h[from];
      half_[k] = h[from] / 2;
      start[k] = t0[from];
      failed_[k] = 0;
    }
    put(states);
    constexpr std::int64_t between_questions = 1024;
    if (kind_ != scheme_kind::rk4) {
      for (std::size_t k = 0; n_ == 1 && k < width(); ++k) {
        speed_[k] = step_[k] / inverse_mass_[0][k];
      }
      if (kind_ == scheme_kind::leapfrog) {
        runner_.run(position_stage);
      }
    }
    for (std::int64_t s = 0; s < steps; ++s) {
      if (s % between_questions == 0 && stop_requested && stop_requested()) {
        return false;
      }
      switch (kind_) {
        case scheme_kind::leapfrog:
          kick(half_);
          drift();
          runner_.run(position_stage);
          kick(half_);
          break;
        case scheme_kind::euler_a:
          runner_.run(position_stage);
          kick(step_);
          drift();
          break;
        case scheme_kind::euler_b:
          drift();
          runner_.run(position_stage);
          kick(step_);
          break;
        default:
          for (std::size_t k = 0; k < width(); ++k) {
            time_[k] = start[k] + as_scalar<double>(s) * step_[k];
          }
          rk4_step();
      }
    }
    take(states, ok);
    return true;
  }

 private:
  using lanes_list = std::vector<std::vector<double>>;

  void put(const std::vector<vector<double>>& states) {
    for (std::size_t k = 0; k < width(); ++k) {
      const vector<double>& y = states[first_ + std::min(k, count_ - 1)];
      for (int i = 0; i < static_cast<int>(y.size()); ++i) {
        if (kind_ == scheme_kind::rk4) {
          y_[static_cast<std::size_t>(i)][k] = y[i];
        } else {
          (i < n_ ? runner_.input(inputs_.q(i))[k] : p_[static_cast<std::size_t>(i - n_)][k]) =
              y[i];
        }
      }
    }
  }
  void take(std::vector<vector<double>>& states, std::vector<bool>& ok) {
    for (std::size_t k = 0; k < count_; ++k) {
      vector<double>& y = states[first_ + k];
      bool good = failed_[k] == 0;
      for (int i = 0; i < static_cast<int>(y.size()); ++i) {
        y[i] = kind_ == scheme_kind::rk4 ? y_[static_cast<std::size_t>(i)][k]
               : i < n_                  ? runner_.input(inputs_.q(i))[k]
                                         : p_[static_cast<std::size_t>(i - n_)][k];
        good = good && std::isfinite(y[i]);
      }
      ok[first_ + k] = good;
    }
  }

  /// p += h f
  void kick(const std::vector<double>& h) {
    for (int i = 0; i < n_; ++i) {
      double* const p = p_[static_cast<std::size_t>(i)].data();
      lanes::add_product(p, p, h.data(), runner_.result(i).data(), width());
    }
  }
  /// q += h M⁻¹ p
  void drift() {
    if (n_ == 1) {
      double* const q = runner_.input(inputs_.q(0)).data();
      lanes::add_product(q, q, speed_.data(), p_[0].data(), width());
      return;
    }
    const auto size = static_cast<std::size_t>(n_);
    for (std::size_t i = 0; i < size; ++i) {
      std::ranges::fill(speed_, 0.);
      for (std::size_t j = 0; j < size; ++j) {
        lanes::add_product(speed_.data(), speed_.data(), inverse_mass_[i * size + j].data(),
                           p_[j].data(), width());
      }
      double* const q = runner_.input(inputs_.q(static_cast<int>(i))).data();
      lanes::add_product(q, q, step_.data(), speed_.data(), width());
    }
  }

  void rk4_step() {
    const auto at = [this](const lanes_list& slope, const std::vector<double>& h) {
      for (std::size_t i = 0; i < y_.size(); ++i) {
        lanes::add_product(stage_[i].data(), y_[i].data(), h.data(), slope[i].data(), width());
      }
    };
    std::vector<double>& t = later_;
    t.resize(width());
    field(time_, y_, k1_);
    at(k1_, half_);
    for (std::size_t k = 0; k < width(); ++k) {
      t[k] = time_[k] + half_[k];
    }
    field(t, stage_, k2_);
    at(k2_, half_);
    field(t, stage_, k3_);
    at(k3_, step_);
    for (std::size_t k = 0; k < width(); ++k) {
      t[k] = time_[k] + step_[k];
    }
    field(t, stage_, k4_);
    for (std::size_t i = 0; i < y_.size(); ++i) {
      for (std::size_t k = 0; k < width(); ++k) {
        // divided at the end: rounded weights h/6 and h/3 would make the energy drift
        const double slopes = k1_[i][k] + 2 * (k2_[i][k] + k3_[i][k]) + k4_[i][k];
        y_[i][k] += step_[k] * slopes / 6;
      }
    }
  }

  void field(const std::vector<double>& t, const lanes_list& y, lanes_list& dy) {
    const auto copy = [](const std::vector<double>& from, std::span<double> to) {
      std::ranges::copy(from, to.begin());
    };
    const auto size = static_cast<std::size_t>(n_);
    for (int i = 0; i < n_; ++i) {
      copy(y[static_cast<std::size_t>(i)], runner_.input(inputs_.q(i)));
    }
    copy(t, runner_.input(inputs_.t()));
    runner_.run(position_stage);
    if (y.size() == size) {
      for (int i = 0; i < n_; ++i) {
        std::ranges::copy(runner_.result(i), dy[static_cast<std::size_t>(i)].begin());
      }
      return;
    }
    // v from p = M v + b, then the force
    for (std::size_t k = 0; k < width(); ++k) {
      for (int i = 0; i < n_; ++i) {
        for (int j = 0; j < n_; ++j) {
          mass_(i, j) = runner_.result(i * n_ + j)[k];
        }
        right_[i] = y[size + static_cast<std::size_t>(i)][k] - runner_.result(n_ * n_ + i)[k];
      }
      if (!solve_few()) {
        if (!all_finite(mass_) || !all_finite(right_) || !factors_.compute(mass_)) {
          failed_[k] = 1;
          continue;
        }
        factors_.solve(right_, solution_);
      }
      for (int i = 0; i < n_; ++i) {
        dy[static_cast<std::size_t>(i)][k] = solution_[i];
      }
    }
    for (int i = 0; i < n_; ++i) {
      copy(dy[static_cast<std::size_t>(i)], runner_.input(inputs_.v(i)));
    }
    runner_.run(velocity_stage);
    for (int i = 0; i < n_; ++i) {
      std::ranges::copy(runner_.result(n_ * (n_ + 1) + i),
                        dy[size + static_cast<std::size_t>(i)].begin());
    }
  }

  /// As evaluation::hamiltonian_flow() does it for one or two coordinates.
  bool solve_few() {
    solution_.resize(n_);
    return n_ == 1   ? solve_one(mass_(0, 0), right_[0], solution_[0])
           : n_ == 2 ? solve_two(mass_(0, 0), mass_(0, 1), mass_(1, 0), mass_(1, 1), right_[0],
                                 right_[1], solution_[0], solution_[1])
                     : false;
  }

  scheme_kind kind_;
  int n_;
  std::size_t first_;
  std::size_t count_;
  form_inputs inputs_;
  lane_runner runner_;
  std::vector<double> step_;
  std::vector<double> half_;
  std::vector<char> failed_;
  lanes_list inverse_mass_;  ///< of n = 1: the mass
  lanes_list p_;
  std::vector<double> speed_;
  lanes_list y_, k1_, k2_, k3_, k4_, stage_;
  std::vector<double> time_, later_;
  matrix<double> mass_;
  vector<double> right_;
  vector<double> solution_;
  lu_factors<double> factors_;
};

/// The variational schemes.
class ensemble::variational_block final : public ensemble::block {
 public:
  variational_block(scheme_kind kind, const std::vector<model<double>>& systems, std::size_t first,
                    std::size_t width, lane_functions functions)
      : n_(systems.front().dimension()),
        first_(first),
        count_(std::min(width, systems.size() - first)),
        lanes_(tableau_of(kind), in_lanes(systems, first, count_), functions) {}

  void require_states(const std::vector<vector<double>>& states) const override {
    require(states, first_, count_, 2 * static_cast<std::size_t>(n_));
  }

  bool run(std::vector<vector<double>>& states, std::span<const double> t0,
           std::span<const double> h, std::int64_t steps, std::vector<bool>& ok,
           const std::function<bool()>& stop_requested) override {
    const std::size_t width = lanes_.width();
    std::vector<double> step(width);
    std::vector<double> time(width);
    for (std::size_t k = 0; k < width; ++k) {
      step[k] = h[trajectory(k)];
      for (int i = 0; i < n_; ++i) {
        lanes_.q(i)[k] = states[trajectory(k)][i];
        lanes_.p(i)[k] = states[trajectory(k)][n_ + i];
      }
    }
    lanes_.begin(step);
    constexpr std::int64_t between_questions = 256;
    for (std::int64_t s = 0; s < steps; ++s) {
      if (s % between_questions == 0 && stop_requested && stop_requested()) {
        return false;
      }
      for (std::size_t k = 0; k < width; ++k) {
        time[k] = t0[trajectory(k)] + as_scalar<double>(s) * step[k];
      }
      lanes_.step(time);
    }
    for (std::size_t k = 0; k < count_; ++k) {
      vector<double>& y = states[first_ + k];
      bool good = !lanes_.failed(k);
      for (int i = 0; i < n_; ++i) {
        y[i] = lanes_.q(i)[k];
        y[n_ + i] = lanes_.p(i)[k];
        good = good && std::isfinite(y[i]) && std::isfinite(y[n_ + i]);
      }
      ok[first_ + k] = good;
    }
    return true;
  }

 private:
  std::size_t trajectory(std::size_t lane) const { return first_ + std::min(lane, count_ - 1); }
  static std::vector<model<double>> in_lanes(const std::vector<model<double>>& systems,
                                             std::size_t first, std::size_t count) {
    std::vector<model<double>> list(systems.begin() + static_cast<std::ptrdiff_t>(first),
                                    systems.begin() + static_cast<std::ptrdiff_t>(first + count));
    list.resize((count + 7) / 8 * 8, list.back());
    return list;
  }

  int n_;
  std::size_t first_;
  std::size_t count_;
  galerkin_lanes lanes_;
};

bool ensemble::has(std::string_view scheme) { return kind_of(scheme) != scheme_kind::none; }

bool ensemble::has(std::string_view scheme, const model<double>& system) {
  if (system.law_by_zone() || system.formulas()->constraints() > 0) {
    return false;
  }
  switch (kind_of(scheme)) {
    case scheme_kind::none:
      return false;
    case scheme_kind::rk4:
      return system.is_first_order() || (system.is_lagrangian() && system.facts().quadratic);
    case scheme_kind::
        midpoint:  // the catalogue has another stepper for one coordinate and constant mass
      return galerkin_lanes::has(tableau_of(scheme_kind::midpoint), system) &&
             !(system.dimension() == 1 && system.facts().separable);
    case scheme_kind::simpson:
      return galerkin_lanes::has(tableau_of(scheme_kind::simpson), system);
    default:
      return system.is_lagrangian() && system.facts().separable;
  }
}

ensemble::ensemble(std::string_view scheme, std::vector<model<double>> systems,
                   lane_functions functions)
    : size_(systems.size()) {
  if (systems.empty()) {
    throw invalid_input("an ensemble has at least one trajectory");
  }
  for (const auto& system : systems) {
    if (system.formulas() != systems.front().formulas()) {
      throw invalid_input(
          "the systems of an ensemble share their formulas: they are copies of one "
          "model, or laws of one type with parameters()");
    }
  }
  if (!has(scheme, systems.front())) {
    throw invalid_input("the scheme '" + std::string(scheme) +
                        "' does not run in lanes on this system");
  }
  const scheme_kind kind = kind_of(scheme);
  width_ = width_for(kind, systems.front(), size_);
  for (std::size_t first = 0; first < size_; first += width_) {
    if (is_variational(kind)) {
      blocks_.push_back(
          std::make_unique<variational_block>(kind, systems, first, width_, functions));
    } else {
      blocks_.push_back(std::make_unique<explicit_block>(kind, systems, first, width_, functions));
    }
  }
}

ensemble::~ensemble() = default;
ensemble::ensemble(ensemble&&) noexcept = default;
ensemble& ensemble::operator=(ensemble&&) noexcept = default;

std::size_t ensemble::size() const { return size_; }

std::vector<bool> ensemble::run(std::vector<vector<double>>& states, std::span<const double> t0,
                                std::span<const double> h, std::int64_t steps,
                                const std::function<bool()>& stop_requested) {
  if (states.size() != size_ || t0.size() != size_ || h.size() != size_) {
    throw invalid_input("an ensemble of " + std::to_string(size_) +
                        " trajectories needs as many states, times and steps");
  }
  std::vector<bool> ok(size_, false);
  for (const auto& each : blocks_) {
    each->require_states(states);
  }
  for (const auto& each : blocks_) {
    if (!each->run(states, t0, h, steps, ok, stop_requested)) {
      return std::vector<bool>(size_, false);
    }
  }
  return ok;
}

}  // namespace plumbline
