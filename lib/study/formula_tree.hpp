// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a formula of a run asks for, read from its tree (scalar/call_tree.hpp) and from the definitions that it needs.
#pragma once

#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/scalar/expression.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace plumbline::detail {

using definitions = std::map<std::string, std::string>;

/// A mistake in a formula, at the place of a tree.
[[noreturn]] void fail_formula(const std::string& text, const call_tree& at,
                               const std::string& reason);

/// A name in a formula that means nothing there, whatever the values are that are not known yet.
class formula_name_error : public formula_error {
 public:
  using formula_error::formula_error;
};
[[noreturn]] void fail_name(const std::string& text, const call_tree& at,
                            const std::string& reason);

/// The tree of a formula whose sums and indices are not written out yet: one element stands for each of them.
call_tree outline_of(std::string formula);

/// max min sum mean first last count.
const std::vector<std::string>& reductions();
/// True for a reduction over the nodes: one of these of one formula, or at(TIME, E).
bool is_reduction(const call_tree& tree);
/// True for start(E).
bool is_start(const call_tree& tree);
/// True for a name, in single quotes or not.
bool is_name(const call_tree& tree);

/// Calls visit(part) for each part of a formula and of the definitions that it needs, of each definition once.
void visit_parts(const call_tree& tree, const definitions& define,
                 const std::function<void(const call_tree&)>& visit);
/// True where one of these parts is wanted.
bool asks_for(const call_tree& tree, const definitions& define,
              const std::function<bool(const call_tree&)>& wanted);

/// The tree as a text again, with the meanings of names in their place, which may have such names themselves.
std::string text_of(const std::string& formula, const call_tree& tree, const definitions& meanings);
/// A name, also one with hyphens, which reads as a difference; nothing for what is none.
std::string name_of(const call_tree& tree);

}  // namespace plumbline::detail
