// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The catalogue of schemes: name → facts, parameters, what it fits, and a stepper in any scalar.
//
// A scheme enters with one line in lib/schemes/schemes.def and one file in lib/schemes/.
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/catalogue/scalar_map.hpp>
#include <plumbline/catalogue/systems.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

template <class T>
struct stepper_maker {
  std::function<any_stepper<T>(const settings&, const model<T>&)> make;
};

/// The stepper that make(chosen, law) gives for the law of every zone of the system, cut at the boundaries
/// (schemes/event_splitting.hpp).
template <class T>
any_stepper<T> split_at_events(
    const std::function<any_stepper<T>(const settings&, const model<T>&)>& make,
    const settings& chosen, const model<T>& system);

/// Which constraints a scheme can integrate.
enum class constraint_fit {
  none,
  holonomic_constant_mass,  ///< RATTLE in the place of leapfrog
  holonomic,
  all
};

struct scheme_entry;
/// Throws invalid_input where the system has constraints that the scheme cannot integrate.
void require_fit_to_constraints(const scheme_entry& scheme, const form_facts& facts);

struct scheme_entry {
  /// The facts with the parameters at their defaults.
  scheme_info info;
  std::vector<parameter_info> parameters;
  /// The facts for these settings (the order of `lobatto` depends on its degree).
  std::function<scheme_info(const settings&)> info_for;
  /// For schemes over any other scheme: the name of that one, which is what must fit a system.
  std::function<std::string(const settings&)> base_for = {};
  /// True when the scheme (with its parameters at their defaults) can integrate the system, and in words what it needs.
  std::function<bool(const system_entry&)> fits;
  std::string needs;
  /// Where it depends on more than the kind of the system: what this one lacks, in words; empty for a system of which
  /// `needs` says enough.
  std::function<std::string(const system_entry&)> lacks = {};
  scalar_map<stepper_maker> makers;
  /// True for a scheme over a base scheme that leaves the cutting of steps at events to its base.
  bool leaves_events_to_base = false;
  constraint_fit constraints = constraint_fit::none;
  /// True for a series: unless the parameter `order` is set, a step is as many shorter ones of a high order as the digits need.
  bool chooses_order = false;

  /// The stepper of this scheme for a system; steps are cut where the system changes its law, unless it is
  /// without_events(). Throws invalid_input for settings that are not the scheme's or outside their domain, and for constraints that
  /// it cannot integrate. Whether the system fits in all else is the caller's question (require_fit). The stepper refuses points and
  /// states of other sizes than the system's.
  template <class T>
  any_stepper<T> make(const settings& chosen, const model<T>& system) const {
    require_fit_to_constraints(*this, system.facts());
    const auto& maker = makers.get<T>().make;
    auto stepper = system.splits_events() && !leaves_events_to_base
                       ? split_at_events<T>(maker, chosen, system.second_order())
                       : maker(chosen, system);
    stepper.expect_sizes(system.dimension(),
                         system.is_first_order() ? any_number : system.dimension());
    return stepper;
  }
};

/// All schemes, in the order of the documentation.
const std::vector<scheme_entry>& schemes();

/// The scheme of this name. Throws invalid_input that names the known ones and suggests the nearest.
const scheme_entry& find_scheme(std::string_view name);

/// The names of the systems that a scheme fits.
std::vector<std::string> fitting_systems(const scheme_entry& scheme);

/// Throws invalid_input that names the systems that the scheme with these settings fits, unless it fits this one.
void require_fit(const scheme_entry& scheme, const system_entry& system,
                 const settings& chosen = {});

/// The column names q1 … qn, p1 … pn.
std::vector<std::string> phase_columns(int dimension);

/// The column names x1 … xn, v1 … vn, a1 … an, as far as the letters "xva" say.
std::vector<std::string> numbered_columns(const std::string& letters, int dimension);

}  // namespace plumbline
