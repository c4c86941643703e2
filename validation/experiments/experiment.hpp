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

#include "report/plot.hpp"
#include "report/published_data.hpp"
#include "report/result.hpp"
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/scalar/types.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

namespace plumbline::experiments {

using report::effort;

/// Work that can be kept, as it is read and written (io/checkpoint.hpp).
struct kept_work {
  std::function<void(value_reader&)> read;
  std::function<void(value_writer&)> write;
  void transfer(value_reader& archive) const { read(archive); }
  void transfer(value_writer& archive) const { write(archive); }
};

/// Where long work leaves checkpoints, by keys; without functions nowhere.
struct keeping {
  std::function<bool(const std::string& key, kept_work& work)> restore;
  std::function<void(const std::string& key, kept_work& work, bool at_once)> keep;
};

/// What an experiment is run with.
class context {
 public:
  context(int digits, effort limit, const report::published_data& published,
          std::function<void()> poll, keeping kept = {}, std::function<void(int)> show_percent = {})
      : digits_(digits),
        limit_(limit),
        published_(&published),
        poll_(std::move(poll)),
        keeping_(std::move(kept)),
        show_percent_(std::move(show_percent)) {}

  /// Decimal digits of the arithmetic: up to 16 double, up to 34 quad, 64 mp64, others mp.
  int digits() const { return digits_; }
  effort limit() const { return limit_; }
  const report::published_data& published() const { return *published_; }
  /// To be called now and then in long work; throws `interrupted` when the user wants to stop.
  void poll() const { poll_(); }

  /// How much of a long experiment is done.
  void show(std::int64_t done, std::int64_t total) const {
    if (show_percent_) {
      show_percent_(static_cast<int>(100 * done / total));
    }
  }

  /// True, and `work` is as it was kept under `key`, where this report goes on from a checkpoint that has it.
  template <class Work>
  bool restore(const std::string& key, Work& work) const {
    kept_work part = kept(work);
    return keeping_.restore && keeping_.restore(key, part);
  }
  /// To be called now and then in work of minutes: keeps it when it is time to, always with `at_once`. `work` has
  /// transfer(), see io/checkpoint.hpp.
  template <class Work>
  void keep(const std::string& key, Work& work, bool at_once = false) const {
    if (keeping_.keep) {
      kept_work part = kept(work);
      keeping_.keep(key, part, at_once);
    }
  }

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
  template <class Work>
  static kept_work kept(Work& work) {
    return {[&work](value_reader& archive) { archive(work); },
            [&work](value_writer& archive) { archive(work); }};
  }

  int digits_;
  effort limit_;
  const report::published_data* published_;
  std::function<void()> poll_;
  keeping keeping_;
  std::function<void(int)> show_percent_;
  std::map<std::type_index, std::shared_ptr<void>> stores_;
};

/// Whose runs an experiment uses: its own, or the same as other experiments of its paper.
enum class runs { own, shared };

struct experiment {
  std::string id;
  std::string paper;
  std::string title;
  effort needs = effort::quick;
  runs uses = runs::own;
  void (*run)(context&, report::section&) = nullptr;
};

/// All experiments in C++, in the order of the report.
std::vector<experiment> catalogue();

}  // namespace plumbline::experiments
