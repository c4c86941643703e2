// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --observe: further columns, computed from a state.
//
//   energy      H(q, p)
//   NAME        an invariant, a definition or a component of a point in the file of the system; an invariant that is called
//               energy or momentum is invariants.NAME where the system has its own
//   q1, theta, p1, v.theta …   coordinates, momenta, velocities (catalogue/state_names.hpp)
//   momentum    the momenta that the system conserves, one column each; "p1+p2" is a sum
//   lambda.NAME, constraint.NAME, hidden.NAME, reaction.COORDINATE   of constraints (study/constraint_columns.hpp)
//   qmid1 …     what the scheme computes inside a step; empty in the first row
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/catalogue/state_names.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/constraint_columns.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/texts.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

template <class T>
T value_of(const momentum_sum& momenta, const phase_point<T>& z) {
  T sum(0);
  for (const int place : momenta.coordinates) {
    sum += z.p[place];
  }
  return sum;
}

template <class T>
class observers {
 public:
  /// Throws invalid_input for a name that is none of these. The stepper must outlive this.
  observers(const std::string& list, const problem& p, const model<T>& system,
            const any_stepper<T>& stepper)
      : at_(std::make_shared<evaluation<T>>(system)), stepper_(&stepper) {
    if (list.empty()) {
      return;
    }
    const auto extra = stepper.extra_columns();
    const auto there = stepper.columns();
    const auto is_there = [&there](const std::string& name) {
      return std::find(there.begin(), there.end(), name) != there.end();
    };
    for (const auto& name : split_list("--observe", list)) {
      if (is_there(name)) {
        require_no_other_coordinate(name, p, there);
        wanted_.push_back({name, kind::phase, 0});  // erased below, once the names are compared
      } else if (name == "momentum" && !is_claim_alone(name, p)) {
        if (p.system->facts.conserved_momenta.empty()) {
          throw invalid_input(p.system->name() + " conserves no momentum");
        }
        for (const auto& conserved : p.system->facts.conserved_momenta) {
          wanted_.push_back({conserved.name(), kind::momenta, 0, conserved});
        }
      } else {
        add(name, extra, p);
      }
    }
    for (auto o = wanted_.begin(); o != wanted_.end(); ++o) {
      if (std::any_of(wanted_.begin(), o,
                      [&o](const observable& b) { return b.name == o->name; })) {
        throw invalid_input("--observe: the column " + o->name + " is named twice; once is enough");
      }
    }
    asked_ = columns();
    std::erase_if(wanted_, [&](const observable& o) { return is_there(o.name); });
  }

  /// What the list names, "momentum" as the columns that it stands for.
  const std::vector<std::string>& asked() const { return asked_; }

  /// What is added to the table: of what is asked for, all but the columns that the stepper's table has anyway.
  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (const auto& o : wanted_) {
      names.push_back(o.name);
    }
    return names;
  }

  /// The cells of a state at the time t.
  void append(const vector<T>& y, const T& t, std::vector<std::string>& cells) const {
    visit(
        y, t, [&cells](const T& x) { cells.push_back(to_text(x)); },
        [&cells] { cells.emplace_back(); });
  }

  /// Calls value(x) for each column of a state at the time t, or empty() where it has no value.
  template <class Value, class Empty>
  void visit(const vector<T>& y, const T& t, Value&& value, Empty&& empty) const {
    if (wanted_.empty()) {
      return;
    }
    const phase_point<T> z = stepper_->phase(y, t);
    at_->set_time(t);
    vector<T> v;
    const plumbline::runner<T>* quantities = nullptr;
    const vector<T> inside = stepper_->extra();
    vector<T> of_constraints;
    for (const auto& o : wanted_) {
      switch (o.what) {
        case kind::energy:
          value(energy(*at_, z));
          break;
        case kind::phase:
          value(o.index < z.q.size() ? z.q[o.index] : z.p[o.index - z.q.size()]);
          break;
        case kind::momenta:
          value(value_of(o.momenta, z));
          break;
        case kind::velocity:
          if (v.size() == 0) {
            v = velocity_of(z);
          }
          value(v[o.index]);
          break;
        case kind::quantity:
          if (quantities == nullptr) {
            if (v.size() == 0) {
              v = velocity_of(z);
            }
            quantities = &quantities_->at(view(z.q), view(std::as_const(v)), {}, t);
          }
          value(quantities->result(static_cast<int>(o.index)));
          break;
        case kind::constraint:
          if (of_constraints.size() == 0) {
            of_constraints = constraint_columns(*at_, z.q, own_velocity(y, z), t);
          }
          value(of_constraints[o.index]);
          break;
        case kind::inside:
          if (o.index < inside.size()) {
            value(inside[o.index]);
          } else {
            empty();
          }
          break;
      }
    }
  }

 private:
  enum class kind { energy, phase, momenta, velocity, quantity, constraint, inside };
  struct observable {
    std::string name;
    kind what;
    Eigen::Index index;
    momentum_sum momenta = {};
  };

  /// Newmark types call the coordinates x1, x2 ... in their order: a coordinate of a file may have the name of another column.
  static void require_no_other_coordinate(const std::string& name, const problem& p,
                                          const std::vector<std::string>& columns) {
    const auto& aliases = p.system->info.aliases;
    const auto place = std::find(aliases.begin(), aliases.end(), name) - aliases.begin();
    if (place < std::ssize(aliases) && columns.at(static_cast<std::size_t>(place)) != name) {
      throw invalid_input("--observe " + name + ": the scheme has a column " + name +
                          " that is another coordinate; q" + std::to_string(place + 1) +
                          " is the coordinate " + name);
    }
  }

  /// True for an invariant of the file where the system conserves no momentum: the word momentum then means the invariant.
  static bool is_claim_alone(const std::string& name, const problem& p) {
    return p.system->facts.conserved_momenta.empty() &&
           std::any_of(p.system->quantities.begin(), p.system->quantities.end(),
                       [&name](const named_quantity& q) { return q.name == name; });
  }

  /// The velocity of a state that has one: that which belongs to its momentum satisfies the constraints, and this one may not.
  vector<T> own_velocity(const vector<T>& y, const phase_point<T>& z) const {
    const auto n = z.q.size();
    const auto there = stepper_->columns();
    const auto place = static_cast<std::size_t>(n);
    return place < there.size() && there[place] == "v1" ? vector<T>(y.segment(n, n))
                                                        : velocity_of(z);
  }
  vector<T> velocity_of(const phase_point<T>& z) const {
    return at_->system().is_lagrangian() ? velocity(*at_, z.q, z.p) : z.p;
  }

  static inline const std::vector<state_part> observed_parts = {
      state_part::coordinate, state_part::momentum, state_part::velocity};

  /// The coordinate, momentum or velocity of this name, where it is one.
  std::optional<observable> part_of_state(const std::string& name, const state_names& names,
                                          int dimension) const {
    const auto found = names.find(name);
    if (!found || found->part == state_part::acceleration) {
      return std::nullopt;
    }
    const Eigen::Index i = found->index;
    if (!found->is_rate()) {
      return observable{name, kind::phase, i};
    }
    // p of a phase point is the velocity where there are no momenta
    const bool second = found->part == state_part::momentum || !at_->system().is_lagrangian();
    return second ? observable{name, kind::phase, dimension + i}
                  : observable{name, kind::velocity, i};
  }

  void add(const std::string& name, const std::vector<std::string>& extra, const problem& p) {
    const state_names names(*p.system, p.dimension);
    std::vector<std::string> quantities;
    for (const auto& quantity : p.system->quantities) {
      const bool is_other = (quantity.name == "energy" && at_->system().formulas()->has_energy()) ||
                            (quantity.name == "momentum" && !is_claim_alone(quantity.name, p));
      quantities.push_back((is_other ? "invariants." : "") + quantity.name);
    }
    if (!quantities.empty() && !quantities_) {
      quantities_ = std::make_shared<part_values<T>>(at_->system(), form_part::quantities);
    }
    std::vector<std::string> known;
    if (at_->system().formulas()->has_energy()) {
      known.emplace_back("energy");
      if (name == "energy") {
        wanted_.push_back({name, kind::energy, 0});
        return;
      }
    }
    // the names of the file come before numbers: x1 may be a definition in it
    const auto take = [&](const std::vector<std::string>& list, kind what) {
      const auto found = std::find(list.begin(), list.end(), name);
      if (found != list.end()) {
        wanted_.push_back({name, what, found - list.begin()});
      }
      return found != list.end();
    };
    if (take(quantities, kind::quantity)) {
      return;
    }
    if (auto part = part_of_state(name, names, p.dimension)) {
      wanted_.push_back(std::move(*part));
      return;
    }
    const auto of_constraints = constraint_column_names(*p.system);
    if (take(of_constraints, kind::constraint) || take(extra, kind::inside)) {
      return;
    }
    for (const auto& list : {names.known(observed_parts), quantities, of_constraints, extra}) {
      known.insert(known.end(), list.begin(), list.end());
    }
    throw invalid_input(unknown_name("observable", name, known));
  }

  std::shared_ptr<part_values<T>> quantities_;  // likewise
  std::shared_ptr<evaluation<T>> at_;           // its work space is used by append()
  const any_stepper<T>* stepper_;
  std::vector<observable> wanted_;
  std::vector<std::string> asked_;
};

}  // namespace plumbline
