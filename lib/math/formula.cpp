// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A parsed text as nodes of a graph.
#include "scalar/expression_program.hpp"
#include <plumbline/math/formula.hpp>

#include <algorithm>

namespace plumbline {

namespace {

using op = expression::parsed::op;

constexpr std::size_t most_constant_bits = 40'000'000;  // of all constants of one formula together
constexpr int most_nodes = 1'000'000;

class recorder {
 public:
  recorder(graph& g, const expression& text, const formula_names& names)
      : graph_(g), text_(text), names_(names) {}

  node_id run() {
    std::vector<node_id> stack;
    const auto pop = [&stack] {
      const node_id top = stack.back();
      stack.pop_back();
      return top;
    };
    for (const auto& i : text_.program().instructions) {
      position_ = i.position;
      try {
        switch (i.what) {
          case op::literal:
            stack.push_back(graph_.constant(exact_number::decimal(i.operand)));
            break;
          case op::name:
            stack.push_back(value(i.operand));
            break;
          case op::pi:
            stack.push_back(graph_.pi());
            break;
          case op::rate:
            stack.push_back(by(names_.rate, "dot", i.operand));
            break;
          case op::momentum:
            stack.push_back(by(names_.momentum, "p", i.operand));
            break;
          case op::negate:
            stack.push_back(graph_.negate(pop()));
            break;
          case op::call:
            if (operands_of(i.function) == 2) {
              const node_id b = pop();
              const node_id a = pop();
              stack.push_back(graph_.apply(i.function, a, b));
            } else {
              stack.push_back(graph_.apply(i.function, pop()));
            }
            break;
          default: {
            const node_id b = pop();
            const node_id a = pop();
            stack.push_back(graph_.apply(sign_of(i.what), a, b));
          }
        }
      } catch (const invalid_input&) {  // it has its place already: this formula's or another's
        throw;
      } catch (const std::invalid_argument& error) {
        fail(error.what());
      }
      watch(stack.back());
    }
    return stack.back();
  }

 private:
  static operation sign_of(op what) {
    switch (what) {
      case op::add:
        return operation::add;
      case op::subtract:
        return operation::subtract;
      case op::multiply:
        return operation::multiply;
      case op::divide:
        return operation::divide;
      default:
        return operation::power;
    }
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw formula_error("the formula '" + expression::parsed::shown(text_.text()) + "': " + reason,
                        reason, position_);
  }

  node_id value(const std::string& name) const {
    if (const auto node = names_.value(name)) {
      return *node;
    }
    if (name == "e") {
      return graph_.apply(operation::exp, graph_.constant(1));
    }
    std::string list;
    for (const auto& known : names_.known) {
      list += (list.empty() ? "" : ", ") + known;
    }
    fail("unknown name '" + expression::parsed::shown(name) + "'" + near(name) +
         "; known here: " + list);
  }

  node_id by(const std::function<std::optional<node_id>(const std::string&)>& meaning,
             const std::string& function, const std::string& name) const {
    if (!meaning) {
      fail(function + "(" + name + ") has no meaning here");
    }
    if (const auto node = meaning(name)) {
      return *node;
    }
    // a parameter has its own name as the nearest
    const std::string hint = near(name);
    fail(function + "(" + expression::parsed::shown(name) + ") needs the name of a coordinate" +
         (hint.find("'" + name + "'") == std::string::npos ? hint : std::string()));
  }

  std::string near(const std::string& name) const {
    return names_.nearest ? names_.nearest(name) : std::string();
  }

  void watch(node_id made) {
    if (graph_.is_constant(made)) {
      bits_ += graph_.value(made).bits();
    }
    if (bits_ > most_constant_bits) {
      fail("its constants have more than " + std::to_string(most_constant_bits) + " bits");
    }
    if (graph_.size() > most_nodes) {
      fail("the formulas have more than " + std::to_string(most_nodes) + " operations");
    }
  }

  graph& graph_;
  const expression& text_;
  const formula_names& names_;
  std::size_t position_ = 0;
  std::size_t bits_ = 0;
};

void add_once(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) {
    list.push_back(name);
  }
}

}  // namespace

node_id record_formula(graph& g, const expression& text, const formula_names& names) {
  return recorder(g, text, names).run();
}

formula_uses uses_of(const expression& text) {
  formula_uses uses;
  for (const auto& i : text.program().instructions) {
    switch (i.what) {
      case op::name:
        add_once(uses.values, i.operand);
        break;
      case op::rate:
        add_once(uses.rates, i.operand);
        break;
      case op::momentum:
        add_once(uses.momenta, i.operand);
        break;
      default:
        break;
    }
  }
  return uses;
}

}  // namespace plumbline
