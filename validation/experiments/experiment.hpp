// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An experiment in C++: one table, one figure or one set of claims of a paper, computed again by what no formula of a paper's
// file says. Those with formulas are read from the files (data/paper_file.hpp); shipped.hpp has both.
//
// To add one: a file experiments/<paper>/<name>.cpp that defines
//   void run_<name>(context&, report::section&)       in the namespace plumbline::experiments::<paper>,
// a line in experiments/catalogue.def, and what the paper prints in reference/published/<paper>.toml under
// [<paper>-<name>]. run_<name>() computes, calls section.judge(key, text) once for every published number and adds
// tables and figures to the section.
#pragma once

#include "report/published_data.hpp"
#include "report/result.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

namespace plumbline::experiments {

using report::effort;

/// What an experiment is run with.
class context {
 public:
  context(int digits, const report::published_data& published, std::function<void()> poll)
      : digits_(digits), published_(&published), poll_(std::move(poll)) {}

  /// Decimal digits of the arithmetic: up to 16 double, up to 34 quad, 64 mp64, others mp.
  int digits() const { return digits_; }
  const report::published_data& published() const { return *published_; }
  /// To be called now and then in long work; throws `interrupted` when the user wants to stop.
  void poll() const { poll_(); }

  /// What several experiments need is computed once: the value that is kept under the key, made on first use. A type of
  /// key belongs to one paper and says all that the value depends on.
  template <class Value, class Key, class Make>
  const Value& shared(const Key& key, Make&& make) {
    std::shared_ptr<void>& store = stores_[typeid(std::map<Key, Value>)];
    if (!store) {
      store = std::make_shared<std::map<Key, Value>>();
    }
    auto& values = *std::static_pointer_cast<std::map<Key, Value>>(store);
    const auto known = values.find(key);
    return known != values.end() ? known->second : values.emplace(key, make()).first->second;
  }

 private:
  int digits_;
  const report::published_data* published_;
  std::function<void()> poll_;
  std::map<std::type_index, std::shared_ptr<void>> stores_;
};

struct experiment {
  std::string id;
  std::string paper;
  std::string title;
  effort needs = effort::quick;
  void (*run)(context&, report::section&) = nullptr;
};

/// All experiments in C++, in the order of the report.
std::vector<experiment> catalogue();

}  // namespace plumbline::experiments
