// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Parts of a run in a file, from which a run that was killed goes on to the same bits. The checkpoint names the run by its
// facts, and a run with others does not go on from it. Only the number of steps may be another one: a finished run can be made
// longer. A checkpoint that cannot be written at the start is an error; one that cannot be written later is a warning, for the
// run is worth more than its checkpoint.
#pragma once

#include <plumbline/io/checkpoint.hpp>
#include <plumbline/study/run_host.hpp>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// Which run is kept where, as texts. Messages call them by their options: --checkpoint, --resume, …
struct kept_call {
  std::string file = {};    ///< to write; "" is that of `resume`, and nothing where there is none
  std::string every = {};   ///< in seconds; "" is 60
  std::string resume = {};  ///< the file to go on from
  std::vector<std::string> arguments = {};  ///< the words of a command that makes this run
  std::vector<std::string> words = {};  ///< among which are the names of files that the run reads
  std::string output = {};              ///< where the result goes, which must not be these files
  int digits = 0;  ///< that are asked for: a run may go on with more. 0: as many
};

/// Does nothing where no checkpoint is wanted. Where the file cannot be written, a warning says so once. Threads may share it.
class file_keeper : public run_keeper {
 public:
  /// `facts` define the run. Throws invalid_input where the texts make no sense or the file to go on from is of another run,
  /// io_error where a file cannot be read or written.
  file_keeper(const kept_call& how, const metadata& facts);

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

}  // namespace plumbline
