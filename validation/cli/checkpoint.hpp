// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --checkpoint FILE --checkpoint-every SECONDS and --resume FILE: a run that was killed goes on from its last checkpoint to
// the same bits. The checkpoint names the run by its facts, and a run with others does not go on from it. Only the number of
// steps may be another one: a finished run can be made longer. A checkpoint that cannot be written at the start is an error;
// one that cannot be written later is a warning, for the run is worth more than its checkpoint.
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"
#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/study/integrate.hpp>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// What the user asked for, as texts.
struct checkpoint_options {
  std::string file;
  std::string every;
  std::string resume;
};

void add_checkpoint(CLI::App& app, checkpoint_options& o);

/// The arguments without those that say how a run is kept and shown, and without the options `more`, which take a value:
/// what defines the result.
std::vector<std::string> defining_arguments(const std::vector<std::string>& arguments,
                                            const std::vector<std::string>& more = {});

/// The arguments of the run that `COMMAND --resume FILE` goes on with, where at most the output and the number of steps are
/// given anew; others are returned as they are. Throws as checkpoint::read does, and invalid_input where FILE is of another
/// command.
std::vector<std::string> resumed_arguments(const std::vector<std::string>& arguments);

/// What a refused call with --resume should also say: which arguments of the run it lacks. Empty where it lacks none.
std::string resume_hint(const std::vector<std::string>& arguments);

/// Keeps parts of a run under keys. Does nothing where no checkpoint is wanted. Threads may share it.
class checkpoint_keeper {
 public:
  /// `facts` define the run. Throws invalid_input where the options make no sense or the file to go on from is of
  /// another run.
  checkpoint_keeper(const checkpoint_options& o, const call& how, const metadata& facts);

  /// The file that is written; empty where no checkpoint is wanted.
  const std::string& file() const { return file_; }
  /// The file that the run goes on from; empty for a new run.
  const std::string& resumed_file() const { return resumed_; }
  bool wanted() const { return !file_.empty(); }

  /// True where the run goes on and had come to this key.
  bool has(const std::string& key) const { return find(key).has_value(); }
  /// True, and the parts are as they were, where the run goes on and had come to this key.
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

  /// True when it is time to keep this key again.
  bool due(const std::string& key) const;

  /// The file has these parts when this returns. Where it cannot be written, a warning says so once; the last checkpoint
  /// stays good.
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
  using clock = std::chrono::steady_clock;
  std::optional<std::vector<std::string>> find(const std::string& key) const;
  void write(const std::string& key, std::vector<std::string> values);
  void warn(const std::string& key, const io_error& error);

  std::string file_;
  std::string resumed_;
  std::chrono::duration<double> every_{0};
  checkpoint contents_;
  clock::time_point begin_ = clock::now();
  std::map<std::string, clock::time_point> last_;
  bool warned_ = false;
  mutable std::mutex guard_;
};

/// The key of the one integration of a command.
inline constexpr const char* kept_run = "run";

/// integrate() that keeps the state and the parts, which are what the observer changes, and goes on from them.
template <class T, class Observer, class... Parts>
[[nodiscard]] run_outcome integrate_kept(checkpoint_keeper& keeper, any_stepper<T>& stepper,
                                         const phase_point<T>& first, vector<T>& state,
                                         const time_grid<T>& grid, Observer&& observe,
                                         run_control control, Parts&... parts) {
  std::int64_t done = 0;
  if (keeper.restore(kept_run, done, state, parts...)) {
    if (done < 1 || grid.steps < done) {
      throw invalid_input("the checkpoint '" + keeper.resumed_file() + "' has come to step " +
                          std::to_string(done) + ", and this run ends at step " +
                          std::to_string(grid.steps));
    }
    control.first_step = done;
    stepper.resume(first, state);
  }
  const std::int64_t begin = done;
  const auto show =
      std::exchange(control.progress, [&](std::int64_t n, std::int64_t) { done = n; });
  if (show || keeper.wanted()) {
    control.progress = [&](std::int64_t n, std::int64_t steps) {
      done = n;
      if (show) {
        show(n, steps);
      }
      if (keeper.wanted() && keeper.due(kept_run)) {
        keeper.keep(kept_run, done, state, parts...);
      }
    };
  }
  const run_outcome outcome =
      integrate<T>(stepper, state, grid, std::forward<Observer>(observe), control);
  if (done > begin) {
    keeper.keep(kept_run, done, state, parts...);
  }
  return outcome;
}

}  // namespace plumbline::cli
