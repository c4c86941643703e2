// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_formula.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/math/formula.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline {

namespace {

class formula_recorder {
 public:
  formula_recorder(const problem& p, const state_formula& places)
      : p_(p), names_(*p.system, p.dimension), places_(places) {
    for (const named_quantity& q : p.system->quantities) {
      known_.push_back(q.name);
    }
    for (const parameter_info& parameter : p.system->parameters) {
      known_.push_back(parameter.name);
    }
    const auto starts = start_names(p);
    known_.insert(known_.end(), starts.begin(), starts.end());
  }

  node_id record(const expression& text) {
    formula_names list;
    list.value = [this](const std::string& name) { return value(name); };
    if (p_.system->kind != system_kind::first_order) {
      list.rate = [this](const std::string& name) { return part(name, state_part::velocity); };
    }
    if (p_.system->kind == system_kind::lagrangian) {
      list.momentum = [this](const std::string& name) { return part(name, state_part::momentum); };
    }
    list.known = known_;
    list.nearest = [](const std::string&) { return std::string(); };
    return record_formula(graph_, text, list);
  }
  const graph& recorded() const { return graph_; }

 private:
  std::optional<node_id> part(const std::string& name, state_part which) {
    const auto found = names_.find(name);
    if (!found || found->part != state_part::coordinate) {
      return std::nullopt;
    }
    return graph_.input(which == state_part::velocity ? places_.v(found->index)
                                                      : places_.p(found->index));
  }
  std::optional<node_id> value(const std::string& name) {
    const auto& parameters = p_.system->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].name == name) {
        return graph_.input(places_.parameter(static_cast<int>(i)));
      }
    }
    if (const auto found = names_.find(name)) {
      switch (found->part) {
        case state_part::coordinate:
          return graph_.input(places_.q(found->index));
        case state_part::velocity:
          return graph_.input(places_.v(found->index));
        case state_part::momentum:
          return graph_.input(places_.p(found->index));
        case state_part::acceleration:
          return std::nullopt;
      }
    }
    if (name == "t") {
      return graph_.input(places_.t());
    }
    for (const named_quantity& q : p_.system->quantities) {
      if (q.name == name) {
        return record(expression(q.formula));
      }
    }
    return std::nullopt;
  }

  const problem& p_;
  state_names names_;
  state_formula places_;
  std::vector<std::string> known_;
  graph graph_;
};

}  // namespace

std::shared_ptr<const state_formula> record_state_formula(const std::string& option,
                                                          const std::string& text,
                                                          const problem& p) {
  auto formula = std::make_shared<state_formula>();
  formula->n = p.dimension;
  formula_recorder recorder(p, *formula);
  try {
    const node_id node = recorder.record(expression(text));
    std::vector<int> stages(
        static_cast<std::size_t>(formula->parameter(0)) + p.system->parameters.size(), 0);
    const std::vector<node_id> results = {node};
    formula->code = std::make_shared<const program>(recorder.recorded(), results, stages);
  } catch (const invalid_input& error) {
    throw invalid_input(fmt::format("{}: {}", option, error.what()));
  }
  return formula;
}

}  // namespace plumbline
