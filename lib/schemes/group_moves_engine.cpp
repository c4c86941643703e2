// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/field_stepper.hpp"
#include "schemes/group_moves.hpp"

namespace plumbline::detail {

namespace {

/// 'x' and its rate, as a message shows them.
std::string rate_in_words(const system_entry& system, int rate) {
  const auto names = coordinate_names(system, system.dimension);
  formula_style style = formula_style_of(names, system.parameters);
  constexpr std::size_t longest = 120;
  style.most = longest;
  const auto i = static_cast<std::size_t>(rate);
  return "the rate of '" + names.at(i) + "', " +
         system.formulas->text_of(form_part::field, style).at(i) + ",";
}

std::string name_of(const system_entry& system, int coordinate) {
  return "'" + coordinate_names(system, system.dimension).at(static_cast<std::size_t>(coordinate)) +
         "'";
}

/// groups = [["x"], ["y", "z"]] for the coordinates of the system.
std::string groups_to_write(const system_entry& system) {
  const auto names = coordinate_names(system, system.dimension);
  std::string text = "groups = [[";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool second = i == (names.size() + 1) / 2;
    text += (second ? "], [" : i > 0 ? ", " : "") + ("\"" + names[i] + "\"");
  }
  return text + "]]";
}

}  // namespace

template <class T>
any_stepper<T> move_groups(const scheme_info& info, const std::vector<group_move<T>>& moves,
                           const model<T>& system) {
  using stepper = group_stepper<T>;
  return any_stepper<T>(info, std::make_unique<any_field_stepper<T, stepper, on_first_order<T>>>(
                                  stepper(moves, system), system));
}

#define PLUMBLINE_SCALAR(T)                                                                     \
  template any_stepper<T> move_groups<T>(const scheme_info&, const std::vector<group_move<T>>&, \
                                         const model<T>&);
#include <plumbline/scalar/for_each_scalar.def>
template any_stepper<tangent_number<double>> move_groups<tangent_number<double>>(
    const scheme_info&, const std::vector<group_move<tangent_number<double>>>&,
    const model<tangent_number<double>>&);
template any_stepper<tangent_number<mp>> move_groups<tangent_number<mp>>(
    const scheme_info&, const std::vector<group_move<tangent_number<mp>>>&,
    const model<tangent_number<mp>>&);

std::string lacking_groups(const system_entry& system) {
  if (system.kind != system_kind::first_order || system.file.empty()) {
    return "";
  }
  if (system.dimension < 2) {
    return "a system of first order is split by groups of its coordinates, and this one has a "
           "single coordinate";
  }
  if (system.facts.groups == 0) {
    return "a system of first order is split by groups of its coordinates, and its file names "
           "none; write, before the first table, such as " +
           groups_to_write(system);
  }
  return system.facts.autonomous
             ? ""
             : "its equations contain the time t, which belongs to none of its groups";
}

std::string lacking_for_two(const system_entry& system, bool linear_first) {
  if (const std::string lack = lacking_groups(system); !lack.empty() || system.facts.groups == 0) {
    return lack;
  }
  const form_facts& facts = system.facts;
  const std::string others =
      "; symplectic-euler-a, symplectic-euler-b, leapfrog and their compositions fit";
  if (facts.groups != 2) {
    return "it moves two groups in turn, and the file names " + std::to_string(facts.groups) +
           others;
  }
  if (facts.within_group) {
    return rate_in_words(system, facts.within_group->rate) + " depends on " +
           name_of(system, facts.within_group->coordinate) +
           " of the same group, so that the flow of the group is not a straight line" + others;
  }
  if (linear_first && facts.curved_first) {
    return "its order holds where the rates of the first group are linear in the second, and " +
           rate_in_words(system, facts.curved_first->rate) + " is not linear in " +
           name_of(system, facts.curved_first->coordinate);
  }
  return "";
}

}  // namespace plumbline::detail
