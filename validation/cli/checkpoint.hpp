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
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/study/integrate_kept.hpp>
#include <plumbline/study/run_host.hpp>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
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

/// Keeps parts of a run in a file. Does nothing where no checkpoint is wanted. Where the file cannot be written, a warning
/// says so once. Threads may share it.
class checkpoint_keeper final : public run_keeper {
 public:
  /// `facts` define the run. Throws invalid_input where the options make no sense or the file to go on from is of
  /// another run.
  checkpoint_keeper(const checkpoint_options& o, const call& how, const metadata& facts);

  /// The file that is written; empty where no checkpoint is wanted.
  std::string file() const override { return file_; }
  bool wanted() const override { return !file_.empty(); }
  bool due(const std::string& key) const override;
  metadata facts() const override;
  /// The file that the run goes on from; empty for a new run.
  std::string resumed_from() const override { return resumed_; }

 private:
  using clock = std::chrono::steady_clock;
  std::optional<std::vector<std::string>> find(const std::string& key) const override;
  void write(const std::string& key, std::vector<std::string> values) override;
  void warn(const std::string& key, const io_error& error) override;

  std::string file_;
  std::string resumed_;
  std::chrono::duration<double> every_{0};
  checkpoint contents_;
  clock::time_point begin_ = clock::now();
  std::map<std::string, clock::time_point> last_;
  bool warned_ = false;
  mutable std::mutex guard_;
};

}  // namespace plumbline::cli
