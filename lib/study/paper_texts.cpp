// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The arguments of quantities as exact values.
#include "study/node_formula.hpp"
#include "study/paper_evaluation.hpp"
#include <plumbline/scalar/text.hpp>

namespace plumbline::detail {

namespace {

/// Longer values are computed, to the digits of the arithmetic.
constexpr std::size_t longest_text = 4000;

/// The functions that the exact values of texts have; abs, log10, floor and others are computed here.
bool is_smooth(const std::string& name) {
  return name == "atan2" || (name != "abs" && name != "log10" && name != "floor" &&
                             function_of_one<mp>(name) != nullptr);
}

}  // namespace

std::string paper_evaluation::argument_text(const call_tree& tree, const meanings& words) {
  if (detail::is_name(tree)) {
    const auto word = words.find(tree.text);
    const std::string& text = word == words.end() ? tree.text : word->second;
    if (text.find(number_of_a_run) != std::string::npos) {  // alone, or as in '0,{N}'
      tainted_ = true;
      return number_of_a_run;
    }
    return text;
  }
  if (tree.what == kind::number) {
    return tree.text;
  }
  if (tree.what == kind::negate && tree.children[0].what == kind::number) {
    return "-" + tree.children[0].text;
  }
  return exact_text(tree, words);
}

std::string paper_evaluation::exact_text(const call_tree& tree, const meanings& words) {
  return exact_part(tree, words).text;
}

bound_text paper_evaluation::exact_part(const call_tree& tree, const meanings& words) {
  if (detail::is_name(tree)) {
    return exact_name(tree, words);
  }
  if (tree.what != kind::call || is_smooth(tree.text)) {
    const auto written =
        text_of_operation(tree, [&](const call_tree& child) { return exact_part(child, words); });
    if (written) {
      return *written;
    }
  }
  return exact_number(evaluate(tree, words));
}

bound_text paper_evaluation::exact_name(const call_tree& tree, const meanings& words) {
  if (tree.text == number_of_a_run) {
    tainted_ = true;
    return {"1"};
  }
  if (const auto word = words.find(tree.text); word != words.end()) {
    meanings outside = words;
    outside.erase(tree.text);
    return exact_part(tree_of(word->second), outside);
  }
  const auto defined = names_.define.find(tree.text);
  return defined == names_.define.end() ? bound_text{tree.text}
                                        : exact_definition(tree, defined->second, words);
}

/// A number that was computed.
bound_text paper_evaluation::exact_number(const mp& x) {
  if (!is_finite(x)) {
    throw failed_run("an argument is not finite");
  }
  const std::string text = to_text(x);
  return {text, text.starts_with('-') ? binding::power : binding::own};
}

/// A definition as an exact value, made once; a long one is computed.
bound_text paper_evaluation::exact_definition(const call_tree& tree, const std::string& formula,
                                              const meanings& words) {
  if (of_exact_motion_.contains(tree.text)) {
    return exact_part(parse_calls(formula), constants_in(words));
  }
  if (const auto known = exact_.find(tree.text); known != exact_.end()) {
    return known->second;
  }
  const open_name now(open_, "exact " + tree.text, tree.text);
  const own_taint apart(tainted_);
  bound_text text = exact_part(parse_calls(formula), {});
  if (text.text.size() > longest_text) {
    text = exact_number(number_named(tree, {}));
  }
  if (!tainted_) {
    exact_.emplace(tree.text, text);
  }
  return text;
}

std::string paper_evaluation::exact_of_argument(const std::string& text, const meanings& words) {
  try {
    return exact_text(tree_of(text), words);
  } catch (const formula_error&) {
    return text;
  }
}

}  // namespace plumbline::detail
