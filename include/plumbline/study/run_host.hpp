// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Who asks for a run: it may show how far the run is, stop it, hear its warnings and facts, and keep a checkpoint of it. What
// is computed asks only these interfaces, so that it runs alike in a program, in a sweep and inside of another library.
//
//   run_progress   counts what is done of one run
//   run_keeper     keeps parts of a run, so that it can go on after a kill (study/integrate_kept.hpp)
//   run_host       gives both
//
// By themselves they do nothing: nothing is shown or kept, and no run is stopped.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/study/deal_out.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/problem.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

namespace plumbline {

/// A run that is under way, until this is destroyed.
class run_progress {
 public:
  run_progress() = default;
  run_progress(const run_progress&) = delete;
  run_progress& operator=(const run_progress&) = delete;
  virtual ~run_progress() = default;

  /// So many more of its steps, or of what it is counted in, are done.
  virtual void advance(std::int64_t /*amount*/) {}
  /// So many of so many are done, whatever was said before.
  virtual void set(std::int64_t /*done*/, std::int64_t /*total*/) {}
};

/// Keeps parts of a run under keys. A part is what io/checkpoint.hpp can write.
class run_keeper {
 public:
  run_keeper() = default;
  run_keeper(const run_keeper&) = delete;
  run_keeper& operator=(const run_keeper&) = delete;
  virtual ~run_keeper() = default;

  /// False where no checkpoint is wanted: then nothing is kept.
  virtual bool wanted() const { return false; }
  /// True when it is time to keep this key again.
  virtual bool due(const std::string& /*key*/) const { return false; }
  /// What messages call the place that the run goes on from; empty for a new run.
  virtual std::string resumed_from() const { return {}; }
  /// The file that is written; empty where there is none.
  virtual std::string file() const { return {}; }
  /// What is to be told of the run that this one goes on from.
  virtual metadata facts() const { return {}; }

  /// True where the run goes on and had come to this key.
  bool has(const std::string& key) const { return find(key).has_value(); }
  /// True, and the parts are as they were, where the run goes on and had come to this key. Throws invalid_input where what
  /// was kept are other parts.
  template <class... Parts>
  bool restore(const std::string& key, Parts&... parts) {
    const auto kept = find(key);
    if (!kept) {
      return false;
    }
    value_reader reader(*kept);
    reader(parts...);
    reader.finish();
    return true;
  }

  /// The parts are kept when this returns, unless they cannot be written: the run goes on then, and the last parts that were
  /// kept stay good.
  template <class... Parts>
  void keep(const std::string& key, Parts&... parts) {
    if (!wanted()) {
      return;
    }
    try {
      value_writer writer;
      writer(parts...);
      write(key, writer.take());
    } catch (const io_error& error) {
      warn(key, error);
    }
  }

 private:
  virtual std::optional<std::vector<std::string>> find(const std::string& /*key*/) const {
    return std::nullopt;
  }
  /// Throws io_error.
  virtual void write(const std::string& /*key*/, std::vector<std::string> /*values*/) {}
  /// Hears that this key could not be kept.
  virtual void warn(const std::string& /*key*/, const io_error& /*error*/) {}
};

class run_host {
 public:
  run_host() = default;
  run_host(const run_host&) = delete;
  run_host& operator=(const run_host&) = delete;
  virtual ~run_host() = default;

  /// A run of `total` parts begins; `unit` is their plural, "steps" say. The total is 0 where the parts cannot be counted. The
  /// run ends with what this returns, which is never null; the host must outlive it.
  virtual std::unique_ptr<run_progress> begin(std::int64_t /*total*/, const std::string& /*unit*/) {
    return std::make_unique<run_progress>();
  }
  /// Work of so many parts begins that cannot be stopped between them: what a run needs, its coefficients or its truth, say.
  /// The host may end the process at a signal. `label`: what the work is called while it goes on.
  virtual std::unique_ptr<run_progress> prepare(std::int64_t /*total*/, const std::string& /*unit*/,
                                                const std::string& /*label*/ = {}) {
    return std::make_unique<run_progress>();
  }
  /// True when the run is to end. Threads may call it.
  virtual bool stop_requested() const noexcept { return false; }
  /// The processes that share work in pieces with this one; nullptr where there are none.
  virtual piece_dealer* others() { return nullptr; }
  /// Hears a warning, a sentence without an end.
  virtual void warn(const std::string& /*text*/) {}
  /// Hears what is good to know, a sentence without an end.
  virtual void note(const std::string& /*text*/) {}
  /// Hears a fact about the values that the run gives.
  virtual void tell(metadata_entry /*fact*/) {}
  virtual run_keeper& keeper() { return nothing_; }
  /// True where the run is to leave checkpoints, or to go on from one.
  virtual bool keeps() const { return false; }
  /// The keeper of a run that is defined by these facts. Throws invalid_input where it goes on from a run with others.
  virtual run_keeper& keeper_of(const metadata& /*facts*/) { return keeper(); }

  /// What several runs of this host share under a key, as long as one of them holds it. Threads may call it.
  template <class Shared>
  std::shared_ptr<Shared> shared(const std::string& key) {
    const std::lock_guard lock(shared_mutex_);
    std::weak_ptr<void>& place = shared_[{typeid(Shared), key}];
    auto found = std::static_pointer_cast<Shared>(place.lock());
    if (!found) {
      found = std::make_shared<Shared>();
      place = found;
    }
    return found;
  }

 private:
  run_keeper nothing_;
  std::mutex shared_mutex_;
  std::map<std::pair<std::type_index, std::string>, std::weak_ptr<void>> shared_;
};

/// A part of what a host asks for, which keeps the facts that it tells.
class part_host final : public run_host {
 public:
  /// The host must outlive this.
  explicit part_host(run_host& whole) : whole_(&whole) {}
  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override {
    return whole_->begin(total, unit);
  }
  bool stop_requested() const noexcept override { return whole_->stop_requested(); }
  void warn(const std::string& text) override { whole_->warn(text); }
  void tell(metadata_entry fact) override { facts_.push_back(std::move(fact)); }
  run_keeper& keeper() override { return whole_->keeper(); }

  const metadata& facts() const { return facts_; }

 private:
  run_host* whole_;
  metadata facts_;
};

/// Throws `interrupted` when the host asks for the end.
inline void throw_if_stopped(const run_host& host) {
  if (host.stop_requested()) {
    throw interrupted();
  }
}

/// A run on this problem that its host can stop; a failure says where the system is singular. The host must outlive it.
run_control control_of(const problem& p, const run_host& host);

/// The same, and steps advance the progress, which must outlive it too.
run_control control_of(const problem& p, const run_host& host, run_progress& progress);

/// The `every` of a run in T: a step in double may cost less than a call of what a host wants to hear.
template <class T>
inline constexpr std::int64_t steps_between_calls = std::floating_point<T> ? 16 : 1;

}  // namespace plumbline
